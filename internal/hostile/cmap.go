package hostile

import "strings"

// cmap are CMaps that claim more codes than there are, amplify text, or use
// themselves.
func cmap(c *class) {
	again := strings.Repeat
	for name, lines := range ordered(
		"range_2e32", "1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange "+mapsToX,
		"wide_ranges", "100 beginbfrange "+again("<0000> <FFFF> <0041> ", 3_000)+"endbfrange "+mapsToX,
		"range_reversed", "1 beginbfrange <FFFF> <0000> <0041> endbfrange "+mapsToX,
		"array_short", "1 beginbfrange <0000> <FFFF> [<0041>] endbfrange "+mapsToX,
		"array_long", "1 beginbfrange <0000> <0001> ["+again("<0041> ", 30_000)+"] endbfrange "+mapsToX,
		"pairs", identityPairs(17_000)+mapsToX,
		"range_open", mapsToX+" 1 beginbfrange <0000> <00",
		"digits_odd", mapsToX+" 3 beginbfchar <1> <2> <> <> <ZZ> <0041> endbfchar",
		"codespace_of_20_bytes", "1 begincodespacerange <"+again("00", 20)+"> <"+again("FF", 20)+"> endcodespacerange "+mapsToX,
		"codespace_reversed", "1 begincodespacerange <FFFF> <0000> endcodespacerange "+mapsToX,
		"codespaces", "100 begincodespacerange "+again("<0000> <FFFF> ", 18_000)+"endcodespacerange "+mapsToX,
		"arrays_open", mapsToX+again("[", 100_000),
		"dictionaries_open", mapsToX+again("<<", 60_000),
	) {
		c.add(name, exact.within(60, 64), composite{toUnicode: cmapStream(lines)}.file())
	}
	c.add("surrogates", has("X"), composite{content: "BT /F1 12 Tf 72 700 Td <0041004200430044> Tj ET",
		toUnicode: cmapStream(mapsToX + " 3 beginbfchar <0042> <D800> <0043> <DC00D800> <0044> <FFFE> endbfchar")}.file())
	c.add("bomb", anything.within(300, 128), composite{toUnicode: stream("/Filter /FlateDecode", bomb("", mapsToX+"\n", 200<<20))}.file())
	c.add("nine_hundred_megabytes_of_text", fails(Limit).or(partial).within(200, 160), composite{
		toUnicode: cmapStream("1 beginbfchar <0041> <" + again("0058", 30_000) + "> endbfchar"),
		content:   "BT /F1 12 Tf 72 700 Td <" + again("0041", 30_000) + "> Tj ET"}.file())
	// As much text for a glyph as the bounds let through.
	c.add("long_text_for_each_glyph", anything.within(200, 160), composite{
		toUnicode: cmapStream("1 beginbfchar <0041> <" + again("0058", 256) + "> endbfchar"),
		content:   "BT /F1 12 Tf 72 700 Td <" + again("0041", 100_000) + "> Tj ET"}.file())
	c.add("to_unicode_uses_itself", anything, composite{toUnicode: stream("/CMapName /A /UseCMap 8 0 R", "/A usecmap\n"+mapsToX)}.file())
	c.add("to_unicode_is_the_font", anything, composite{font: "/ToUnicode 4 0 R"}.file())

	encoding := func(name string, want Want, o objects) {
		c.add("encoding_"+name, want, composite{encoding: "10 0 R", objects: o}.file())
	}
	encoding("uses_itself", anything, objects{10: stream("/Type /CMap /CMapName /A /UseCMap 10 0 R", "/A usecmap begincmap 1 begincidrange <0000> <FFFF> 0 endcidrange endcmap")})
	encoding("use_one_another", anything, objects{10: stream("/Type /CMap /CMapName /A /UseCMap 11 0 R", "begincmap endcmap"),
		11: stream("/Type /CMap /CMapName /B /UseCMap 10 0 R", "begincmap endcmap")})
	encoding("uses_2000_others", anything.within(40, 64), chain(free, 2_000, stream("/Type /CMap /CMapName /A /UseCMap NEXT", ""), stream("/Type /CMap", "")))
	encoding("range_2e32", anything, objects{10: cmapStream("1 begincidrange <00000000> <FFFFFFFF> 0 endcidrange")})
	encoding("wide_ranges", anything.within(60, 64), objects{10: cmapStream("100 begincidrange " + again("<0000> <FFFF> 0 ", 3_000) + "endcidrange")})
	encoding("undefined_2e32", anything, objects{10: cmapStream("1 beginnotdefrange <0000> <FFFFFFFF> 0 endnotdefrange")})
}

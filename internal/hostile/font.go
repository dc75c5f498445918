package hostile

import (
	"fmt"
	"strings"
)

const (
	// descriptor is a font descriptor but for its last entries.
	descriptor = "<< /Type /FontDescriptor /FontName /AA /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 "
	// mapsToX is the entry of a ToUnicode CMap for the one code that is shown.
	mapsToX = "1 beginbfchar <0041> <0058> endbfchar"
	// showsA shows the code 0041.
	showsA = "BT /F1 12 Tf 72 700 Td <0041> Tj ET"
)

// A composite is a file with a composite font.
type composite struct {
	widths     string // entries of the CIDFont
	font       string // entries of the Type0 font
	encoding   string
	toUnicode  string // the ToUnicode CMap, object 8
	descriptor string // more entries of the descriptor
	content    string
	objects    objects
}

func (f composite) file() string {
	o := objects{
		6: "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AA /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R " + f.widths + " >>",
		7: descriptor + f.descriptor + " >>",
	}
	tou := ""
	if f.toUnicode != "" {
		o[8], tou = f.toUnicode, "/ToUnicode 8 0 R"
	}
	return sheet{
		font:    "<< /Type /Font /Subtype /Type0 /BaseFont /AA /Encoding " + orElse(f.encoding, "/Identity-H") + " /DescendantFonts [6 0 R] " + tou + " " + f.font + " >>",
		content: orElse(f.content, showsA),
		objects: o.with(f.objects),
	}.file()
}

// cmapStream is a CMap of two-byte codes with the given lines.
func cmapStream(lines string) string {
	return stream("", "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def\n"+
		"1 begincodespacerange <0000> <FFFF> endcodespacerange\n"+lines+"\nendcmap end end")
}

// font are fonts with absurd widths, encodings and references to themselves.
func font(c *class) {
	again := strings.Repeat
	for name, widths := range ordered("right", "", "range_2e31", "/W [0 2147483647 500]", "range_negative", "/W [-2147483648 2147483647 500 5 1 500]",
		"wide_ranges", "/W ["+again("0 65535 500 ", 4_000)+"]", "array", "/W [0 ["+again("5 ", 120_000)+"]]", "nested", "/W [0 [[[[1]]]] (a) null 3 << >>]",
		"are_the_font", "/W 6 0 R /DW 6 0 R /W2 6 0 R /DW2 [6 0 R 6 0 R]", "1e308", "/DW 1e308 /W [0 [99999999999999999999999999999999999999 -1]]") {
		c.add("cid_widths_"+name, exact.within(40, 64), composite{widths: widths, toUnicode: cmapStream(mapsToX)}.file())
	}
	add := func(name string, want Want, font string, more objects) {
		c.add(name, want.within(40, 64), sheet{font: font, objects: more}.file())
	}
	const simple = "<< /Type /Font /Subtype /Type1 /BaseFont "
	add("first_char_huge", exact, simple+"/Foo /FirstChar -2147483648 /LastChar 2147483647 /Widths [1 2 3] >>", nil)
	add("widths", exact, simple+"/Foo /FirstChar 0 /LastChar 255 /Widths ["+again("5 ", 100_000)+"] >>", nil)
	add("widths_are_the_font", exact, simple+"/Foo /FirstChar 0 /LastChar 255 /Widths 4 0 R >>", nil)
	add("differences", exact, simple+"/Helvetica /Encoding << /Differences [ 88 /X 300 "+again("/aa ", 60_000)+"] >> >>", nil)
	add("differences_negative", exact, simple+"/Helvetica /Encoding << /Differences [ -5 /a /b 9223372036854775807 /c /d 88 /X ] >> >>", nil)
	add("encoding_is_the_font", exact, simple+"/Helvetica /Encoding 4 0 R >>", nil)
	add("base_encoding_is_the_encoding", exact, simple+"/Helvetica /Encoding 6 0 R >>", objects{6: "<< /Type /Encoding /BaseEncoding 6 0 R >>"})
	add("descriptor_is_the_font", exact, "<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor 4 0 R >>", nil)
	for name, descendants := range ordered("are_the_font", "[4 0 R]", "absent", "[]", "a_number", "12") {
		add("descendants_"+name, anything, "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts "+descendants+" >>", nil)
	}
	add("is_a_stream", anything, stream("", "nonsense"), nil)
	add("is_an_array", anything, "[4 0 R]", nil)
	add("of_no_kind", anything, "<< /Type /Font /Subtype /Bogus /BaseFont /A >>", nil)
	c.add("missing", anything, sheet{resources: "<< >>"}.file())

	const fonts = 2_500
	many := objects{}
	for i := range fonts {
		many[free+i] = fmt.Sprintf("<</Type/Font/Subtype/Type1/BaseFont/F%d>>", i)
	}
	c.add("many", has("X").within(200, 64), sheet{deflate: true, objects: many,
		resources: "<< /Font << " + repeat(fonts, func(i int) string { return fmt.Sprintf("/F%d %d 0 R ", i, free+i) }) + ">> >>",
		content:   repeat(fonts, func(i int) string { return fmt.Sprintf("BT /F%d 12 Tf 72 700 Td (X) Tj ET\n", i) })}.file())
	c.add("changed_for_each_glyph", has("X").within(600, 128), sheet{deflate: true, resources: "<< /Font << /F1 4 0 R /F2 6 0 R >> >>",
		content: "BT 1 0 0 1 72 700 Tm " + again("/F1 12 Tf (X) Tj /F2 12 Tf (X) Tj ", 60_000) + "ET",
		objects: objects{6: simple + "/Helvetica /ToUnicode 7 0 R >>", 7: cmapStream(identityPairs(14_000))}}.file())
}

// identityPairs maps each of the first n codes to the character of that
// number.
func identityPairs(n int) string {
	return "100 beginbfchar " + repeat(n, func(i int) string { return fmt.Sprintf("<%04X> <%04X> ", i, i) }) + "endbfchar "
}

package hostile

import (
	"encoding/hex"
	"strings"
)

// filter are bombs, damaged streams, and filters that lead in a circle.
func filter(c *class) {
	raw := func(entries, data string) string {
		return sheet{objects: objects{contentNumber: stream(entries, data)}}.file()
	}
	const fl = "/Filter /FlateDecode"
	// What is beyond the limit may be blank, so that all text is there.
	cut := fails(Limit).or(partial).within(200, 192)
	c.add("bomb_of_spaces", cut, raw(fl, bomb("", " ", 300<<20)))
	c.add("bomb_behind_text", has("X").within(200, 192), raw(fl, bomb(hello, " ", 300<<20)))
	c.add("bomb_in_a_bomb", cut, raw("/Filter [/FlateDecode /FlateDecode]", deflated(bomb("", "\x00", 1<<30))))
	nest := bomb("", " ", 64<<20)
	for range 3 {
		nest = deflated(nest)
	}
	c.add("deflated_four_times", anything.within(100, 192), raw("/Filter [/FlateDecode /FlateDecode /FlateDecode /FlateDecode]", nest))
	c.add("bomb_of_operators", cut.within(300, 192), raw(fl, bomb("", "q Q ", 40<<20)))
	c.add("bomb_of_runs", cut, raw("/Filter [/FlateDecode /RunLengthDecode]", bomb("", "\x81 ", 8<<20)))
	c.add("runs", anything.within(60, 96), raw("/Filter /RunLengthDecode", strings.Repeat("\x81 ", 145_000)+"\x80"))
	c.add("bomb_of_codes", cut.or(anything), raw("/Filter /LZWDecode", lzwBomb(200<<20)))
	c.add("codes_of_noise", anything.within(40, 64), raw("/Filter /LZWDecode", noise(2, 100_000)))
	c.add("thousand_filters", anything.within(40, 64), raw("/Filter ["+strings.Repeat("/AHx ", 1_000)+"]", ">"))
	c.add("twenty_thousand_filters", anything.within(40, 64), raw("/Filter ["+strings.Repeat("/FlateDecode ", 20_000)+"]", "x"))
	c.add("unknown", anything, raw("/Filter /NoSuchFilter", hello))
	c.add("crypt_unknown", anything, raw("/Filter /Crypt /DecodeParms << /Name /Nope >>", hello))
	c.add("base_85_of_z", anything.within(40, 64), raw("/Filter /ASCII85Decode", strings.Repeat("z", 280_000)+"~>"))
	c.add("base_85_open", anything, raw("/Filter /ASCII85Decode", "<~!!!"))
	c.add("hexadecimal_open", exact, raw("/Filter /ASCIIHexDecode", hex.EncodeToString([]byte(hello))))
	for name, parms := range ordered("columns_2e60", "/Predictor 15 /Columns 1152921504606846976", "columns_1e9", "/Predictor 15 /Columns 1000000000",
		"zeros", "/Predictor 2 /Colors 0 /BitsPerComponent 0 /Columns 0", "negative", "/Predictor 12 /Colors -1 /Columns -9") {
		c.add("predictor_"+name, anything, raw(fl+" /DecodeParms << "+parms+" >>", deflated(hello)))
	}
	c.add("predictor_unknown", exact.or(partial), raw(fl+" /DecodeParms << /Predictor 99 >>", deflated(hello)))

	packed := deflated(hello)
	for name, entries := range ordered("filter_is_the_stream", "/Filter 5 0 R", "parms_are_the_stream", fl+" /DecodeParms 5 0 R",
		"filters_hold_the_stream", "/Filter [5 0 R /FlateDecode]", "parms_hold_the_stream", "/Filter [/FlateDecode] /DecodeParms [5 0 R]") {
		c.add(name, anything, raw(entries, packed))
	}
	two := func(a, b string) string { return sheet{objects: objects{contentNumber: a, 6: b}}.file() }
	c.add("filters_are_one_another", anything, two(stream("/Filter 6 0 R", packed), stream("/Filter 5 0 R", packed)))
	open := func(n string) string {
		return "<< /Filter " + n + " /Length " + n + " >>\nstream\n" + hello + "\nendstream"
	}
	c.add("filters_and_lengths_are_one_another", anything, two(open("6 0 R"), open("5 0 R")))

	z := deflated(lines())
	c.add("deflate_cut", partial, raw(fl, z[:len(z)*2/3]))
	c.add("deflate_damaged", partial, raw(fl, z[:len(z)/2]+"\xff\xff\xff\xff"+z[len(z)/2+4:]))
	c.add("checksum_wrong", has("Line 54"), raw(fl, z[:len(z)-4]+"\x00\x00\x00\x00"))
	c.add("deflate_without_header", has("Line 54"), raw(fl, z[2:len(z)-4]))
	c.add("one_stream_400_times", cut.or(anything).within(300, 192), sheet{contents: "[" + strings.Repeat("5 0 R ", 400) + "]",
		objects: objects{contentNumber: stream(fl, bomb("", " ", 4<<20))}}.file())

	// What text does not need is not decoded.
	image := func(entries, data string) string {
		return sheet{content: "q 100 0 0 100 0 0 cm /I Do Q " + hello, resources: "<< /Font << /F1 4 0 R >> /XObject << /I 6 0 R >> >>",
			objects: objects{6: stream("/Type /XObject /Subtype /Image /BitsPerComponent 8 "+entries, data)}}.file()
	}
	idle := exact.within(5, 32)
	c.add("image_claims_30_gigabytes", idle, image("/Width 100000 /Height 100000 /ColorSpace /DeviceRGB /Filter /DCTDecode", "\xff\xd8\xff\xd9"))
	c.add("image_bomb", idle, image("/Width 10000 /Height 10000 /ColorSpace /DeviceRGB "+fl, bomb("", "\x00", 300<<20)))
	c.add("image_globals_are_the_image", idle, image("/Width 10 /Height 10 /Filter /JBIG2Decode /DecodeParms << /JBIG2Globals 6 0 R >>", "\x00"))
	c.add("bomb_nothing_uses", idle, sheet{objects: objects{6: stream(fl, bomb("", "\x00", 300<<20))}}.file())
}

// lzwBomb returns codes of ever longer runs of spaces, until they decode to
// more than size bytes (ISO 32000-2, 7.4.4, with EarlyChange 1).
func lzwBomb(size int) string {
	const clear, end, last = 256, 257, 4093
	var out []byte
	acc, bits := uint32(0), uint(0)
	put := func(code uint32, width uint) {
		acc, bits = acc<<width|code, bits+width
		for ; bits >= 8; bits -= 8 {
			out = append(out, byte(acc>>(bits-8)))
		}
		acc &= 1<<bits - 1
	}
	width := uint(9)
	for n := 0; n < size; {
		width = 9
		put(clear, width)
		put(' ', width)
		n++
		for code, run := uint32(258), 2; code <= last && n < size; code, run = code+1, run+1 {
			put(code, width)
			n += run
			if code+1 == 1<<width-1 {
				width++
			}
		}
	}
	put(end, width)
	if bits > 0 {
		out = append(out, byte(acc<<(8-bits)))
	}
	return string(out)
}

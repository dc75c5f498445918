package hostile

import "strings"

// type3 are fonts whose glyphs are content streams that show text.
func type3(c *class) {
	const itself = "<< /Font << /F1 4 0 R >> >>"
	font := func(matrix, resources string) string {
		return "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 750 750] /FontMatrix " + matrix + " /FirstChar 97 /LastChar 97 /Widths [500]" +
			" /Encoding << /Type /Encoding /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources " + resources + " >>"
	}
	show := func(n int) string { return "BT /F1 12 Tf 72 700 Td (" + strings.Repeat("a", n) + ") Tj ET" }
	add := func(name, content, matrix, resources string, o objects) {
		c.add(name, anything, sheet{content: content, font: font(matrix, resources), objects: o}.file())
	}
	const unit = "[0.001 0 0 0.001 0 0]"
	add("shows_itself", show(1), unit, itself, objects{6: stream("", "500 0 d0 BT /F1 1000 Tf (a) Tj ET")})
	add("shows_itself_tenfold", show(10), unit, itself, objects{6: stream("", "500 0 d0 BT /F1 1000 Tf (aaaaaaaaaa) Tj ET")})
	add("draws_a_form_that_shows_it", show(1), unit, "<< /XObject << /X 7 0 R >> /Font << /F1 4 0 R >> >>", objects{6: stream("", "500 0 d0 /X Do"),
		7: stream("/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X 7 0 R >> /Font << /F1 4 0 R >> >>", "BT /F1 12 Tf (a) Tj ET /X Do")})
	for name, matrix := range ordered("zero", "[0 0 0 0 0 0]", "1e38", "[1e38 1e38 1e38 1e38 1e38 1e38]", "short", "[1 0]", "words", "[/a (b) null true [] <<>>]") {
		add("matrix_"+name, show(1), matrix, itself, objects{6: stream("", "500 0 d0")})
	}
	add("glyph_is_a_bomb", show(1), unit, itself, objects{6: stream("/Filter /FlateDecode", bomb("", "q Q ", 200<<20))})
	c.add("glyphs_are_the_font", exact.or(anything), sheet{font: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /FirstChar 88 /LastChar 88 /Widths [1]" +
		" /Encoding << /Differences [88 /X] >> /CharProcs 4 0 R /Resources 4 0 R >>"}.file())
}

package hostile

import (
	"fmt"
	"strings"
)

// layout are pages on which glyphs or rules crowd, so that comparing each with
// its neighbours takes the square of their number.
func layout(c *class) {
	add := func(name string, want Want, content string) {
		c.add(name, want, sheet{content: content, deflate: true}.file())
	}
	text := func(size string, n int, each func(i int) string) string {
		return "BT /F1 " + size + " Tf " + repeat(n, each) + "ET"
	}
	at := func(x, y float64) string { return fmt.Sprintf("1 0 0 1 %.3f %.3f Tm (X) Tj ", x, y) }
	again := strings.Repeat
	much, any := has("X").within(800, 384), anything.within(800, 384)
	r := newRandom(9)
	add("million_on_ten_spots", has("X").within(800, 512), "BT /F1 12 Tf "+again("1 0 0 1 72 700 Tm ("+again("X", 10)+") Tj ", 100_000)+"ET")
	add("on_one_spot", much, "BT /F1 12 Tf "+again("1 0 0 1 72 700 Tm (X) Tj ", 300_000)+"ET")
	add("strewn", much, text("8", 60_000, func(int) string { return at(r.unit()*600, r.unit()*780) }))
	add("staircase", much, text("8", 60_000, func(i int) string { return at(float64(i%600), float64(i)*.013) }))
	add("field_of_200_by_200", much, text("2", 40_000, func(i int) string { return at(float64(3*(i%200)), float64(3*(i/200))) }))
	add("columns_500", any, text("1", 40_000, func(i int) string { return at(1.2*float64(i%500), float64(i/500)) }))
	add("every_angle", much, text("8", 30_000, func(i int) string {
		a, b := float64(i%997)/997, float64(i%991)/991
		return fmt.Sprintf("%.4f %.4f %.4f %.4f 300 400 Tm (X) Tj ", a, b, -b, a)
	}))
	add("line_of_200000", has("XXXX").within(400, 256), "BT /F1 0.01 Tf 1 0 0 1 72 700 Tm ("+again("X", 200_000)+") Tj ET")
	add("tiny", any, "BT /F1 0.000000001 Tf 1 0 0 1 72 700 Tm ("+again("X", 50_000)+") Tj ET")
	add("every_size", much, text("1", 20_000, func(i int) string { return fmt.Sprintf("/F1 %d Tf ", 1+i%700) + at(float64(i%612), float64(i%792)) }))
	add("one_rule_a_million_times", exact.within(800, 256), hello+again("0 0 600 0.1 re f ", 500_000)+again("0 0 0.1 700 re f ", 500_000))
	add("rules_strewn", exact.within(800, 256), hello+repeat(60_000, func(int) string { return fmt.Sprintf("%.2f %.2f 10 0.2 re f\n", r.unit()*600, r.unit()*780) }))
	for _, n := range []int{1_500, 4_000} {
		add(fmt.Sprintf("grid_of_%d", n), much, hello+repeat(n, func(i int) string {
			y, x := float64(i)*760/float64(n), float64(i)*600/float64(n)
			return fmt.Sprintf("0 %.3f m 612 %.3f l S %.3f 0 m %.3f 792 l S\n", y, y, x, x)
		}))
	}
	add("frames_in_frames", exact.within(800, 256), hello+repeat(5_000, func(i int) string {
		d := float64(i) * .05
		return fmt.Sprintf("%.3f %.3f %.3f %.3f re S\n", d, d, 612-2*d, 792-2*d)
	}))
	add("path_of_a_million", exact.within(800, 256), hello+"0 0 m "+again("5 5 l 6 1 l ", 500_000)+"S")
	add("curves", exact.within(800, 256), hello+"0 0 m "+again("5 5 6 6 7 7 c ", 300_000)+"S")
	add("clips", exact.within(800, 256), again("0 0 612 792 re W n ", 200_000)+hello)
	add("blanks", any, "BT /F1 12 Tf 72 700 Td ("+again(" ", 300_000)+"X) Tj ET")
	add("gap_wide", has("X"), "BT /F1 1 Tf 1 0 0 1 0 700 Tm (X) Tj 1 0 0 1 1000000000 700 Tm (Y) Tj ET")
	add("gap_tall", anything, "BT /F1 1 Tf 1 0 0 1 0 0 Tm (X) Tj 1 0 0 1 0 1000000000 Tm (Y) Tj ET")
	c.add("marks_on_one_letter", any, sheet{deflate: true, content: "BT /F1 12 Tf 72 700 Td <41" + again("42", 100_000) + "> Tj ET",
		font: "<< /Type /Font /Subtype /Type1 /BaseFont /A /ToUnicode 6 0 R >>", objects: objects{6: stream("",
			"1 begincodespacerange <00> <FF> endcodespacerange 2 beginbfchar <41> <0041> <42> <0301> endbfchar")}}.file())
	add("hyphens", any, "BT /F1 12 Tf 14 TL 72 700 Td "+again("(aaa-) Tj T* ", 50_000)+"ET")
	add("four_million_glyphs", fails(Limit).or(partial).within(2000, 512), "BT /F1 12 Tf 72 700 Td "+again("(X)Tj ", 4_000_000)+"ET")
}

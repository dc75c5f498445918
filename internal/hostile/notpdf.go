package hostile

import (
	"fmt"
	"strings"
)

// notPDF are bytes that are no PDF file, and floods of one token that make a
// scan for objects look at the same bytes again and again.
func notPDF(c *class) {
	none := fails(NotPDF|Corrupt).within(10, 32)
	for name, data := range ordered(
		"empty", "", "one_byte", "%", "header", "%PDF-1.7\n", "header_and_end", "%PDF-1.7\n%%EOF",
		"html", "<html><body>"+strings.Repeat("hello ", 2000)+"</body></html>",
		"zeros", strings.Repeat("\x00", 300_000), "noise", noise(1, 300_000),
		"startxref_only", "%PDF-1.7\nstartxref\n0\n%%EOF\n",
	) {
		c.add(name, none, data)
	}
	flooded := fails(NotPDF|Corrupt|Limit).within(40, 64)
	const size = 290_000
	for name, unit := range ordered(
		"obj", "obj ", "objects", "1 0 obj\n", "endobj", "endobj\n", "trailer", "trailer<<\n", "xref", "xref\n",
		"stream", "stream\n", "endstream", "endstream\n", "startxref", "startxref\n1\n%%EOF\n", "comment", "%", "newline", "\n",
		"dictionaries", "<<", "arrays", "[", "strings", "(", "objects_of_dictionaries", "1 0 obj<<", "digits", "7",
	) {
		c.add("flood_"+name, flooded, "%PDF-1.7\n"+strings.Repeat(unit, size/len(unit)))
	}
	c.add("flood_distinct_objects", flooded, "%PDF-1.7\n"+repeat(22_000, func(i int) string { return fmt.Sprintf("%d 0 obj\n", i+1) }))
	c.add("flood_distinct_streams", flooded, "%PDF-1.7\n"+repeat(9_000, func(i int) string { return fmt.Sprintf("%d 0 obj<</Length 9>>stream\n", i+1) }))
}

// ordered yields pairs in the order in which they are given.
func ordered(pairs ...string) func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		for i := 0; i+1 < len(pairs); i += 2 {
			if !yield(pairs[i], pairs[i+1]) {
				return
			}
		}
	}
}

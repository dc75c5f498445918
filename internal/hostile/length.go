package hostile

import (
	"fmt"
	"strings"
)

// length are streams whose length lies, and objects without an end.
func length(c *class) {
	claim := func(length string) string {
		return "<< /Length " + length + " >>\nstream\n" + hello + "\nendstream"
	}
	add := func(name string, want Want, length string, more objects) {
		c.add(name, want, sheet{objects: objects{contentNumber: claim(length)}.with(more)}.file())
	}
	for name, n := range ordered("zero", "0", "short", "3", "2e31", "2147483647", "2e62", "4611686018427387904", "too_large", "99999999999999999999999",
		"negative", "-1", "fraction", "12.75", "null", "null", "string", "(99)", "own_object", "5 0 R", "missing_object", "99 0 R", "catalog", "1 0 R") {
		add(name, exact, n, nil)
	}
	add("loop", exact, "6 0 R", objects{6: "7 0 R", 7: "6 0 R"})
	add("chain", exact, "10 0 R", chain(free, 50, "NEXT", "27"))
	claims := objects{}
	for i := range 200 {
		claims[free+i] = "<< /Length 536000000 >>\nstream\nA\nendstream"
	}
	c.add("half_a_gigabyte_each", exact.within(40, 64), sheet{objects: claims}.file())
	c.add("endstream_absent", exact, sheet{objects: objects{contentNumber: "<< /Length 9999 >>\nstream\n" + hello}}.file())
	c.add("endstream_in_data", exact, sheet{content: "% endstream endobj\n" + hello}.file())

	// A series of objects that each seem to go on to the end of the file.
	series := func(name string, n int, write func(i int) string) {
		b, at := body(sheet{}.all())
		var s strings.Builder
		for i := range n {
			at[free+i] = len(b) + s.Len()
			s.WriteString(write(i))
		}
		c.add(name, exact.within(60, 64), closed(b+s.String(), at, ""))
	}
	const overlaps, unit = 4_200, 62
	series("overlapping", overlaps, func(i int) string {
		s := fmt.Sprintf("%d 0 obj\n<</Length %d>>\nstream\n", free+i, (overlaps-i)*unit)
		return s + strings.Repeat("A", unit-len(s)-len("\nendobj\n")) + "\nendobj\n"
	})
	series("endobj_absent", 9_000, func(i int) string { return fmt.Sprintf("%d 0 obj [1 2\n", free+i) })
	series("streams_without_end", 7_000, func(i int) string { return fmt.Sprintf("%d 0 obj<<>>stream\n", free+i) })
}

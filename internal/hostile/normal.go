package hostile

import "fmt"

// lines is the content of the normal page: 55 lines, 2,600 glyphs.
func lines() string {
	return repeat(55, func(i int) string {
		return fmt.Sprintf("BT /F1 10 Tf 72 %d Td (Line %d of an ordinary page with some words on it.) Tj ET\n", 740-12*i, i)
	})
}

// normal are good files, to measure the others by.
func normal(c *class) {
	c.add("page", has("Line 54 of an ordinary page"), sheet{content: lines()}.file())
	c.add("hello", exact, sheet{}.file())
	c.add("object_stream", exact, bundled{}.file())
}

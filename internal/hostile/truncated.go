package hostile

import "fmt"

// truncated are good files that end early. The text before the cut comes out
// if it is not compressed.
func truncated(c *class) {
	packed := sheet{content: lines(), deflate: true}.file()
	for _, percent := range []int{10, 25, 50, 75, 90, 97} {
		c.add(fmt.Sprintf("deflated_at_%d", percent), anything, packed[:len(packed)*percent/100])
	}
	plain := sheet{content: lines()}.file()
	for _, percent := range []int{25, 50, 75, 90} {
		want := partial
		if percent < 30 {
			want = anything
		}
		c.add(fmt.Sprintf("plain_at_%d", percent), want, plain[:len(plain)*percent/100])
	}
	bundled := bundled{}.file()
	for _, percent := range []int{50, 80, 95} {
		c.add(fmt.Sprintf("object_stream_at_%d", percent), anything, bundled[:len(bundled)*percent/100])
	}
}

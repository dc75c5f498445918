package lattice

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/geom"
)

// An index finds the words with their centres in a rectangle.
type index struct {
	words []Word
	byY   []int32 // ordered by the y of the centre
	left  int     // words it may still look at
}

// scansPerWord bounds the words that all searches of a page look at, as a
// multiple of the page's words. Forms with hundreds of small grids side by side
// need about ten; frames nested a thousand deep are no tables.
const scansPerWord = 64

func newIndex(words []Word) *index {
	x := &index{words: words, byY: make([]int32, 0, len(words)), left: scansPerWord * (len(words) + 64)}
	for i := range words {
		w := &words[i]
		if w.Box.Finite() && !w.Box.Empty() && w.Base-w.Base == 0 && w.Size > 0 && w.Size-w.Size == 0 {
			x.byY = append(x.byY, int32(i))
		}
	}
	slices.SortFunc(x.byY, func(a, b int32) int {
		return cmp.Or(cmp.Compare(words[a].centre().Y, words[b].centre().Y), cmp.Compare(a, b))
	})
	return x
}

// in returns the words with their centres in r, in ascending order. It returns
// none when the page's budget is spent.
func (x *index) in(r geom.Rect) []int32 {
	lo, _ := slices.BinarySearchFunc(x.byY, r.Y0, func(i int32, y float64) int { return cmp.Compare(x.words[i].centre().Y, y) })
	var out []int32
	for _, i := range x.byY[lo:] {
		c := x.words[i].centre()
		if c.Y > r.Y1 || x.left == 0 {
			break
		}
		x.left--
		if r.Contains(c) {
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return out
}

// median returns the middle of the values, which it sorts; 0 if there are none.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	return v[len(v)/2]
}

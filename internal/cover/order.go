package cover

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/geom"
)

// A Layer is something laid on the page.
type Layer struct {
	Bounds geom.Rect
	Index  int // how many glyphs are painted before it
}

func byIndex(a, b Layer) int { return cmp.Compare(a.Index, b.Index) }

// Above calls do for each of n glyphs that is painted before one of the
// layers, the last one first, when the sheet covers all cells that lie in the
// layers painted after the glyph. It sorts layers.
func (s *Sheet) Above(layers []Layer, n int, do func(i int)) {
	slices.SortStableFunc(layers, byIndex)
	at := len(layers) - 1
	if at < 0 {
		return
	}
	for i := min(layers[at].Index, n) - 1; i >= 0; i-- {
		for ; at >= 0 && layers[at].Index > i; at-- {
			s.Lay(layers[at].Bounds, false)
		}
		do(i)
	}
}

// Below calls do for each of n glyphs, in painting order, when the sheet
// covers all cells that the layers painted before the glyph touch. It sorts
// layers.
func (s *Sheet) Below(layers []Layer, n int, do func(i int)) {
	slices.SortStableFunc(layers, byIndex)
	at := 0
	for i := range n {
		for ; at < len(layers) && layers[at].Index <= i; at++ {
			s.Lay(layers[at].Bounds, true)
		}
		do(i)
	}
}

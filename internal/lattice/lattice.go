// Package lattice finds tables that are drawn with rules: it joins the rules,
// gathers those that touch, makes grids of them, and puts words into the cells.
//
//	rules as painted      joined, connected      grid lines       cells
//	 ─── ─── ───           ┌───┬───────┐          0   1   2   3    ┌───┬───────┐
//	 │   │     │           │   │       │       0  ┼───┼───┼───┼    │ a │ b     │
//	 ─── ───────     ->    ├───┼───┬───┤   ->  1  ┼───┼───┼───┼ -> ├───┼───┬───┤
//	 │   │ │   │           │   │   │   │       2  ┼───┼───┼───┼    │ c │ d │ e │
//	 ─── ── ────           └───┴───┴───┘                           └───┴───┴───┘
//
// Coordinates have y pointing down, and text is upright: the caller turns what
// is not. Lengths in ems are in median word sizes; lengths in points are
// tolerances of drawing, which do not scale with the text.
//
// It takes O(n log n) time for n rules and words, on any input.
package lattice

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/wordgrid"
)

// A Segment is a rule that runs along one axis.
type Segment struct {
	At     float64 // position on the other axis
	Lo, Hi float64 // extent on its own axis
	Soft   bool    // the edge of a coloured area, not a line
}

// A Word is a word of text as far as tables are concerned.
type Word struct {
	Box      geom.Rect
	Base     float64 // y of the baseline
	Size     float64 // of the em
	Number   bool    // a number or a part of one, such as a sign or unit
	Leader   bool    // dots or lines that lead from one column to another
	Sideways bool    // not upright: it goes into cells and tells nothing else
}

func (w *Word) centre() geom.Point { return w.Box.Center() }

// A Cell is a field of a table. Its words are in ascending order.
type Cell = wordgrid.Cell

// A Table is a grid of cells.
type Table struct {
	wordgrid.Table
	Soft bool    // made of the edges of coloured areas
	em   float64 // median size of its words
}

// Find returns the tables that the horizontal and vertical rules draw around
// the words, from top to bottom. A word is in one cell at most.
func Find(horizontal, vertical []Segment, words []Word) []Table {
	h, v := Join(horizontal), Join(vertical)
	index := newIndex(words)
	var found []Table
	for _, c := range components(h, v) {
		g, ok := newGrid(c, index)
		if !ok {
			continue
		}
		t := g.table()
		t.splitSpans(words)
		t.attachStub(index)
		t.splitColumns(words)
		t.splitRows(words)
		t.trim(words)
		if t.accept(words) {
			t.Confidence = t.confidence(g)
			found = append(found, t)
		}
	}
	found = disjoint(found, len(words))
	slices.SortStableFunc(found, func(a, b Table) int {
		p, q := a.Bounds(), b.Bounds()
		return cmp.Or(cmp.Compare(p.Y0, q.Y0), cmp.Compare(p.X0, q.X0))
	})
	return found
}

// disjoint resolves tables over one another, such as a frame around a grid:
// those with more cells are served first, and one of which half of the words
// are taken is dropped.
func disjoint(found []Table, words int) []Table {
	order := make([]int, len(found))
	filled := make([]int, len(found))
	for i := range found {
		order[i], filled[i] = i, found[i].Filled()
	}
	slices.SortStableFunc(order, func(a, b int) int { return filled[b] - filled[a] })
	taken := make([]bool, words)
	var out []Table
	for _, i := range order {
		t := found[i]
		all, lost := 0, 0
		for _, c := range t.Cells {
			for _, w := range c.Words {
				all++
				if taken[w] {
					lost++
				}
			}
		}
		if 2*lost >= all {
			continue
		}
		for k := range t.Cells {
			c := &t.Cells[k]
			c.Words = slices.DeleteFunc(c.Words, func(w int32) bool {
				was := taken[w]
				taken[w] = true
				return was
			})
		}
		out = append(out, t)
	}
	return out
}

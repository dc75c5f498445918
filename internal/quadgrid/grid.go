// Package quadgrid finds the quadrilaterals that a point lies in, each answer
// in constant time.
package quadgrid

import (
	"iter"
	"math"

	"github.com/pdftext-go/pdftext/internal/geom"
)

// A Quad is the corners of a convex quadrilateral, in the order that its
// outline goes, either way round.
type Quad [4]geom.Point

const (
	// side is how many cells a grid has each way. A cell of a Letter page is
	// about as high as a line.
	side = 64
	// cellQuads bounds the quadrilaterals of one cell, so that a file which
	// heaps them up costs no more. Those beyond it are not found there; the
	// fullest cells of real pages have 8.
	cellQuads = 64
)

// A Grid holds quadrilaterals by place. It is safe for concurrent reading.
type Grid struct {
	quads  []Quad
	bounds geom.Rect
	cells  [][]int32
}

// New returns a grid of n quadrilaterals. It takes time proportional to n
// times the cells that each lies on, at most side * side.
func New(n int, quad func(i int) Quad) *Grid {
	g := &Grid{quads: make([]Quad, n), bounds: geom.Nothing()}
	if n == 0 {
		return g
	}
	for i := range g.quads {
		g.quads[i] = quad(i)
		if b := g.quads[i].bounds(); b.Finite() {
			g.bounds = g.bounds.Union(b)
		}
	}
	g.cells = make([][]int32, side*side)
	for i := range g.quads {
		b := g.quads[i].bounds()
		if !b.Finite() {
			continue
		}
		c0, r0 := g.cell(geom.Point{X: b.X0, Y: b.Y0})
		c1, r1 := g.cell(geom.Point{X: b.X1, Y: b.Y1})
		for r := r0; r <= r1; r++ {
			for c := c0; c <= c1; c++ {
				if cell := &g.cells[r*side+c]; len(*cell) < cellQuads {
					*cell = append(*cell, int32(i))
				}
			}
		}
	}
	return g
}

// At yields the indexes of the quadrilaterals that p lies in, the least first.
func (g *Grid) At(p geom.Point) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		if len(g.cells) == 0 || !g.bounds.Contains(p) {
			return
		}
		c, r := g.cell(p)
		for _, k := range g.cells[r*side+c] {
			if g.quads[k].contains(p) && !yield(k) {
				return
			}
		}
	}
}

// cell returns the column and row of the cell that a point lies in.
func (g *Grid) cell(p geom.Point) (col, row int) {
	return index(p.X, g.bounds.X0, g.bounds.X1), index(p.Y, g.bounds.Y0, g.bounds.Y1)
}

func index(v, from, to float64) int {
	if !(to > from) {
		return 0
	}
	return max(0, min(side-1, int((v-from)/(to-from)*side)))
}

func (q *Quad) bounds() geom.Rect {
	r := geom.Nothing()
	for _, p := range q {
		r = r.Include(p)
	}
	return r
}

// contains reports whether p is on the same side of all four edges.
func (q *Quad) contains(p geom.Point) bool {
	least, most := math.Inf(1), math.Inf(-1)
	for i := range q {
		side := q[(i+1)%4].Sub(q[i]).Cross(p.Sub(q[i]))
		least, most = min(least, side), max(most, side)
	}
	return (least >= 0 || most <= 0) && (least != 0 || most != 0)
}

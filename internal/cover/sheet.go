// Package cover tells which places of a page are hidden by what is laid over
// them. It knows rectangles and points and nothing of what they stand for.
package cover

import (
	"math"

	"github.com/pdftext-go/pdftext/internal/geom"
)

const (
	// side is the least width of a cell in the unit of the page, a point: a
	// stroke of body text is as wide.
	side = 1.0
	// most bounds the cells of a row and of a column. Pages up to A1 have
	// cells of a point and a half.
	most = 1 << 10
	// maxSteps bounds the words of the raster that are written for one page:
	// 400 sheets of paper over one another. What is laid after that hides
	// nothing.
	maxSteps = 4 << 20
)

// A Sheet is a raster of the page that tells where it is covered. The zero
// value covers nothing; its memory is used again after Reset.
type Sheet struct {
	bounds  geom.Rect
	perUnit float64 // cells
	width   int     // words of a row
	rows    int
	cells   []uint64
	steps   int
}

// Reset takes everything off, and sets the size of the page.
func (s *Sheet) Reset(bounds geom.Rect) {
	s.bounds, s.steps, s.rows, s.width = bounds, 0, 0, 0
	w, h := bounds.Width(), bounds.Height()
	if !(w > 0 && h > 0 && w < 1e9 && h < 1e9) {
		return
	}
	s.perUnit = 1 / max(side, max(w, h)/most)
	s.rows, s.width = int(h*s.perUnit)+1, (int(w*s.perUnit)+64)/64
	n := s.rows * s.width
	if cap(s.cells) < n {
		s.cells = make([]uint64, n)
		return
	}
	s.cells = s.cells[:n]
	clear(s.cells)
}

// Lay covers the cells that lie in r as a whole or, if touched, all that r
// touches.
func (s *Sheet) Lay(r geom.Rect, touched bool) {
	r = r.Intersect(s.bounds)
	if s.rows == 0 || r.Empty() {
		return
	}
	x0, x1 := (r.X0-s.bounds.X0)*s.perUnit, (r.X1-s.bounds.X0)*s.perUnit
	y0, y1 := (r.Y0-s.bounds.Y0)*s.perUnit, (r.Y1-s.bounds.Y0)*s.perUnit
	if touched {
		x0, x1, y0, y1 = math.Floor(x0), math.Ceil(x1), math.Floor(y0), math.Ceil(y1)
	} else {
		// An edge of the page is in the cells it cuts.
		const hair = 0.05
		x0, y0 = math.Ceil(x0-hair), math.Ceil(y0-hair)
		x1, y1 = math.Floor(x1+hair), math.Floor(y1+hair)
		if r.X1 == s.bounds.X1 {
			x1 = float64(64 * s.width)
		}
		if r.Y1 == s.bounds.Y1 {
			y1 = float64(s.rows)
		}
	}
	lo, hi := int(x0), min(int(x1), 64*s.width) // cells lo to hi-1
	top, bottom := int(y0), min(int(y1), s.rows)
	if lo >= hi {
		return
	}
	first, last := lo/64, (hi-1)/64
	head, tail := ^uint64(0)<<(lo%64), ^uint64(0)>>(63-(hi-1)%64)
	for y := top; y < bottom; y++ {
		if s.steps += last - first + 1; s.steps > maxSteps {
			return
		}
		row := s.cells[y*s.width : (y+1)*s.width]
		if first == last {
			row[first] |= head & tail
			continue
		}
		row[first] |= head
		for w := first + 1; w < last; w++ {
			row[w] = ^uint64(0)
		}
		row[last] |= tail
	}
}

// Covers reports whether p lies in a covered cell.
func (s *Sheet) Covers(p geom.Point) bool {
	if s.rows == 0 || !s.bounds.Contains(p) {
		return false
	}
	x, y := int((p.X-s.bounds.X0)*s.perUnit), int((p.Y-s.bounds.Y0)*s.perUnit)
	return s.cells[y*s.width+x/64]>>(x%64)&1 != 0
}

package cover

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pdftext-go/pdftext/internal/geom"
)

func TestSheet(t *testing.T) {
	var s Sheet
	assert.False(t, s.Covers(geom.Point{X: 1, Y: 1}), "zero value")
	s.Reset(geom.Rect{X1: 200, Y1: 100})
	s.Lay(geom.Rect{X0: 10.5, Y0: 20, X1: 150, Y1: 40}, false)
	for _, tt := range []struct {
		x, y float64
		want bool
	}{
		{11, 20, true}, {10.7, 20, false}, {149.9, 39.9, true}, {150.1, 30, false}, {100, 19, false}, {100, 40.1, false},
		{-5, 30, false}, {math.NaN(), 30, false},
	} {
		assert.Equal(t, tt.want, s.Covers(geom.Point{X: tt.x, Y: tt.y}), "%v,%v", tt.x, tt.y)
	}
	s.Lay(geom.Rect{X0: 170.5, Y0: 50.5, X1: 170.6, Y1: 50.6}, true)
	assert.True(t, s.Covers(geom.Point{X: 170.1, Y: 50.9}), "touched")
	s.Reset(geom.Rect{X1: 200, Y1: 100})
	assert.False(t, s.Covers(geom.Point{X: 100, Y: 30}), "reset")
	s.Lay(geom.Rect{X0: -10, Y0: -10, X1: 1000, Y1: 1000}, false)
	assert.True(t, s.Covers(geom.Point{}))
	assert.True(t, s.Covers(geom.Point{X: 200, Y: 100}), "the whole page")
	for _, r := range []geom.Rect{{}, {X1: math.Inf(1), Y1: 1}, {X0: 5, X1: 1, Y1: 1}, {X1: math.NaN(), Y1: 1}} {
		s.Reset(r)
		s.Lay(r, true)
		assert.False(t, s.Covers(geom.Point{X: 0.5, Y: 0.5}) && r.Width() > 1e6)
	}
}

// TestSheetAgainstRectangles asks points well inside and outside of random
// rectangles.
func TestSheetAgainstRectangles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var s Sheet
		s.Reset(geom.Rect{X1: 300, Y1: 300})
		var laid []geom.Rect
		for range r.IntN(5) {
			b := geom.Bound(geom.Point{X: r.Float64() * 300, Y: r.Float64() * 300}, geom.Point{X: r.Float64() * 300, Y: r.Float64() * 300})
			laid = append(laid, b)
			s.Lay(b, false)
		}
		for range 100 {
			p := geom.Point{X: r.Float64() * 300, Y: r.Float64() * 300}
			inside, near := false, false
			for _, b := range laid {
				inside = inside || b.X0+1.1 < p.X && p.X < b.X1-1.1 && b.Y0+1.1 < p.Y && p.Y < b.Y1-1.1
				near = near || b.Contains(p)
			}
			if inside {
				assert.True(t, s.Covers(p))
			} else if !near {
				assert.False(t, s.Covers(p))
			}
		}
	}
}

func TestSheetBoundsItsWork(t *testing.T) {
	var s Sheet
	s.Reset(geom.Rect{X1: 1e6, Y1: 1e6})
	for range 100_000 {
		s.Lay(s.bounds, false)
	}
	assert.LessOrEqual(t, s.steps-maxSteps, 100_000*(most/64+1), "one row for each that comes too late")
}

func TestAboveAndBelow(t *testing.T) {
	// Glyph i is at x = 10 i + 5. Layers come over 0 and 1, and then 1 and 2.
	layers := []Layer{{geom.Rect{X0: 10, X1: 30, Y1: 10}, 3}, {geom.Rect{X1: 20, Y1: 10}, 1}}
	at := func(i int) geom.Point { return geom.Point{X: float64(10*i + 5), Y: 5} }
	var s Sheet
	ask := func(into *[]int) func(int) {
		s.Reset(geom.Rect{X1: 100, Y1: 10})
		return func(i int) {
			if s.Covers(at(i)) {
				*into = append(*into, i)
			}
		}
	}
	var over, under []int
	s.Above(layers, 4, ask(&over))
	assert.Equal(t, []int{2, 1, 0}, over)
	s.Below(layers, 4, ask(&under))
	assert.Equal(t, []int{1}, under)
}

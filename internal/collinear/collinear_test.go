package collinear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/geom"
)

func pt(x, y float64) geom.Point { return geom.Point{X: x, Y: y} }

func hline(x0, x1, y float64) Segment { return Segment{pt(x0, y), pt(x1, y), 0.5} }
func vline(x, y0, y1 float64) Segment { return Segment{pt(x, y0), pt(x, y1), 0.5} }

func index(s ...Segment) *Index { return New(len(s), func(i int) Segment { return s[i] }) }

// draw writes the levels of a family as "V: U0-U1 U0-U1/corners".
func draw(f *Family) []string {
	if f == nil {
		return nil
	}
	var out []string
	for _, l := range f.levels {
		s := fmt.Sprintf("%g:", l.V)
		for _, in := range l.Intervals {
			s += fmt.Sprintf(" %g-%g", in.U0, in.U1)
			if in.Corners > 0 {
				s += fmt.Sprintf("/%d", in.Corners)
			}
		}
		out = append(out, s)
	}
	return out
}

func TestJoining(t *testing.T) {
	tests := []struct {
		name string
		in   []Segment
		want []string
	}{
		{"one", []Segment{hline(10, 20, 5)}, []string{"5: 10-20"}},
		{"drawn backwards", []Segment{hline(20, 10, 5)}, []string{"5: 10-20"}},
		{"touching", []Segment{hline(20, 30, 5), hline(10, 20, 5)}, []string{"5: 10-30"}},
		{"overlapping", []Segment{hline(10, 25, 5), hline(20, 30, 5)}, []string{"5: 10-30"}},
		{"one inside another", []Segment{hline(10, 40, 5), hline(20, 30, 5)}, []string{"5: 10-40"}},
		{"apart", []Segment{hline(10, 20, 5), hline(21, 30, 5)}, []string{"5: 10-20 21-30"}},
		{"two lines", []Segment{hline(10, 20, 6), hline(10, 20, 5)}, []string{"5: 10-20", "6: 10-20"}},
		{"a point", []Segment{hline(10, 10, 5)}, nil},
		{"not finite", []Segment{hline(math.NaN(), 10, 5), hline(0, math.Inf(1), 5), hline(0, 1, math.NaN())}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, draw(index(tt.in...).Family(pt(1, 0))))
		})
	}
}

func TestCorners(t *testing.T) {
	// A box, with a line under a word inside of it and a post that stands on
	// its bottom.
	x := index(
		hline(0, 100, 0), hline(0, 100, 50), vline(0, 0, 50), vline(100, 0, 50),
		hline(20, 60, 25),
		vline(50, 40, 50))
	assert.Equal(t, []string{"0: 0-100/2", "25: 20-60", "50: 0-100/2"}, draw(x.Family(pt(-1, 0))))
	// The normal of the vertical family points to -x.
	assert.Equal(t, []string{"-100: 0-50/2", "-50: 40-50/1", "0: 0-50/2"}, draw(x.Family(pt(0, 1))))
}

func TestFamilies(t *testing.T) {
	slanted := Segment{pt(0, 0), pt(10, 10), 1}
	x := index(hline(0, 10, 1), Segment{pt(0, 5), pt(100, 6), 1}, slanted, Segment{pt(20, 20), pt(11, 11), 1})
	assert.Len(t, x.families, 2)
	assert.Nil(t, x.Family(pt(0, 1)))
	assert.Nil(t, x.Family(pt(0, 0)))
	assert.Nil(t, x.Family(pt(1, -1)))
	f := x.Family(pt(-3, -3))
	require.NotNil(t, f)
	require.Len(t, f.levels, 1)
	assert.Len(t, f.levels[0].Intervals, 2)
	assert.InDelta(t, 0, f.levels[0].V, 1e-9)
	assert.InDelta(t, 10*math.Sqrt2, f.levels[0].Intervals[0].U1, 1e-9)
	assert.Nil(t, (*Index)(nil).Family(pt(1, 0)))
}

func TestLookup(t *testing.T) {
	f := index(hline(0, 10, 1), hline(20, 30, 1), hline(40, 50, 1), hline(0, 1, 2), hline(0, 1, 4)).Family(pt(1, 0))
	assert.Len(t, f.Levels(0, 5), 3)
	assert.Len(t, f.Levels(2, 4), 2)
	assert.Empty(t, f.Levels(2.1, 3.9))
	assert.Empty(t, f.Levels(5, 3))
	l := f.Levels(1, 1)[0]
	assert.Len(t, l.Within(-5, 100), 3)
	assert.Len(t, l.Within(10, 20), 2)
	assert.Empty(t, l.Within(11, 19))
	assert.Len(t, l.Within(29, 40), 2)
}

// TestAgainstScan compares what the index covers with a scan of all segments,
// point by point on a grid.
func TestAgainstScan(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var segments []Segment
		for range r.IntN(40) {
			a, b, c := float64(r.IntN(20)), float64(r.IntN(20)), float64(r.IntN(20))
			if r.IntN(2) == 0 {
				segments = append(segments, hline(a, b, c))
			} else {
				segments = append(segments, vline(c, a, b))
			}
		}
		x := index(segments...)
		h, v := x.Family(pt(1, 0)), x.Family(pt(0, 1))
		for i := range 20 {
			for k := range 20 {
				p := pt(float64(i)+0.5, float64(k)) // on horizontal lines only
				want := false
				for _, s := range segments {
					want = want || s.A.Y == p.Y && s.B.Y == p.Y && min(s.A.X, s.B.X) <= p.X && p.X <= max(s.A.X, s.B.X)
				}
				require.Equal(t, want, h != nil && h.covers(p, 0), "%v in %v", p, segments)
				p = pt(p.Y, p.X)
				want = false
				for _, s := range segments {
					want = want || s.A.X == p.X && s.B.X == p.X && min(s.A.Y, s.B.Y) <= p.Y && p.Y <= max(s.A.Y, s.B.Y)
				}
				require.Equal(t, want, v != nil && v.covers(p, 0), "%v in %v", p, segments)
			}
		}
	}
}

func TestOrderDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var segments []Segment
	for range 100 {
		a, b := pt(r.Float64()*9, r.Float64()*9), pt(r.Float64()*9, r.Float64()*9)
		segments = append(segments, Segment{a, b, 1}, hline(a.X, b.X, a.Y), vline(a.X, a.Y, b.Y))
	}
	want := index(segments...)
	r.Shuffle(len(segments), func(i, k int) { segments[i], segments[k] = segments[k], segments[i] })
	assert.Equal(t, want, index(segments...))
}

func BenchmarkNew(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	segments := make([]Segment, 10000)
	for i := range segments {
		x, y := r.Float64()*600, r.Float64()*800
		segments[i] = hline(x, x+50, y)
		if i%2 == 0 {
			segments[i] = vline(x, y, y+20)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		index(segments...)
	}
}

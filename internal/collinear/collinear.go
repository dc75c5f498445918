// Package collinear indexes straight segments by the lines that they lie on,
// so that the pieces of one drawn line are found together, whatever their
// direction and however many there are.
package collinear

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"github.com/pdftext-go/pdftext/internal/geom"
)

// Tolerances. Lengths are in points: they make up for the rounding of
// generators, which does not grow with what is drawn.
const (
	// axisSlope is how far from an axis a segment may lean and still count
	// as lying along it: about one degree.
	axisSlope = 0.0175
	// familyAngle is the width of a family of slanted segments in radians. At
	// the far corner of a page it moves a segment by less than a point.
	familyAngle = 0.001
	// lookupAngle is how far from a family's direction Family may be asked.
	lookupAngle = 0.01
	// levelHeight is the distance across that segments of one line may differ
	// by.
	levelHeight = 0.3
	// joint is the gap along a line that still joins two segments.
	joint = 0.3
	// cornerReach is how near the end of a segment must come to one across to
	// form a corner with it.
	cornerReach = 1.0
)

// A Segment is a straight stroke from one point to another.
type Segment struct {
	A, B  geom.Point
	Width float64
}

// An Interval is a stretch of a line that segments cover without a gap.
type Interval struct {
	U0, U1  float64 // along the family's direction
	Width   float64 // of the widest segment
	Corners int     // how many of its ends meet a segment across: 0, 1 or 2
}

// A Level is one line: intervals at the same distance from the origin, in
// order, no two of which touch.
type Level struct {
	V         float64 // across the family's direction
	Intervals []Interval
}

// A Family holds the segments of one direction.
type Family struct {
	Dir    geom.Point // unit vector; a point p has U = p.Dir
	Normal geom.Point // Dir turned from x towards y; p has V = p.Normal
	angle  float64
	levels []Level // by V
}

// An Index holds segments by direction and line. It does not change once it
// is made.
type Index struct{ families []Family } // by angle

// piece is a segment in the coordinates of its family.
type piece struct{ angle, u0, u1, v, width float64 }

// New indexes n segments in O(n log n) time. Segments without a length or
// with coordinates that are not finite are left out.
func New(n int, segment func(i int) Segment) *Index {
	pieces := make([]piece, 0, n)
	segments := make([]Segment, 0, n)
	order := make([]int32, 0, n)
	for i := range n {
		s := segment(i)
		angle, ok := direction(s.B.Sub(s.A))
		if !ok || !geom.Bound(s.A, s.B).Finite() {
			continue
		}
		order = append(order, int32(len(segments)))
		segments = append(segments, s)
		pieces = append(pieces, piece{angle: angle, width: s.Width})
	}
	slices.SortFunc(order, func(i, j int32) int {
		return cmp.Or(cmp.Compare(pieces[i].angle, pieces[j].angle), cmp.Compare(i, j))
	})
	x := &Index{}
	var members []piece
	for i := 0; i < len(order); {
		angle := pieces[order[i]].angle
		f := Family{Dir: unit(angle), angle: angle}
		f.Normal = geom.Point{X: -f.Dir.Y, Y: f.Dir.X}
		members = members[:0]
		for ; i < len(order) && pieces[order[i]].angle <= angle+familyAngle; i++ {
			s := &segments[order[i]]
			a, b := s.A.Dot(f.Dir), s.B.Dot(f.Dir)
			members = append(members, piece{
				u0: min(a, b), u1: max(a, b), width: s.Width,
				v: (s.A.Dot(f.Normal) + s.B.Dot(f.Normal)) / 2,
			})
		}
		f.levels = levels(members)
		x.families = append(x.families, f)
	}
	for i := range x.families {
		x.markCorners(&x.families[i])
	}
	return x
}

// direction returns the angle of d in [-pi/4, 3 pi/4), so that neither axis
// lies at the seam. Angles near an axis become those of the axis.
func direction(d geom.Point) (angle float64, ok bool) {
	ax, ay := math.Abs(d.X), math.Abs(d.Y)
	switch {
	case !(ax+ay > 0) || math.IsInf(ax+ay, 0):
		return 0, false
	case ay <= axisSlope*ax:
		return 0, true
	case ax <= axisSlope*ay:
		return math.Pi / 2, true
	}
	angle = math.Atan2(d.Y, d.X)
	switch {
	case angle < -math.Pi/4:
		angle += math.Pi
	case angle >= 3*math.Pi/4:
		angle -= math.Pi
	}
	return angle, true
}

// unit returns the unit vector of an angle, without rounding on the axes.
func unit(angle float64) geom.Point {
	switch angle {
	case 0:
		return geom.Point{X: 1}
	case math.Pi / 2:
		return geom.Point{Y: 1}
	}
	sin, cos := math.Sincos(angle)
	return geom.Point{X: cos, Y: sin}
}

// levels sorts the pieces of a family into lines and joins those that touch.
func levels(pieces []piece) []Level {
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Compare(a.v, b.v) })
	var out []Level
	for i := 0; i < len(pieces); {
		k := i + 1
		for k < len(pieces) && pieces[k].v <= pieces[i].v+levelHeight {
			k++
		}
		line := pieces[i:k]
		l := Level{V: (line[0].v + line[len(line)-1].v) / 2}
		slices.SortFunc(line, func(a, b piece) int { return cmp.Compare(a.u0, b.u0) })
		for _, p := range line {
			if n := len(l.Intervals); n > 0 && p.u0 <= l.Intervals[n-1].U1+joint {
				last := &l.Intervals[n-1]
				last.U1, last.Width = max(last.U1, p.u1), max(last.Width, p.width)
				continue
			}
			l.Intervals = append(l.Intervals, Interval{U0: p.u0, U1: p.u1, Width: p.width})
		}
		out = append(out, l)
		i = k
	}
	return out
}

// markCorners counts the ends of f's intervals that meet a segment of the
// family across.
func (x *Index) markCorners(f *Family) {
	across := x.Family(f.Normal)
	if across == nil {
		return
	}
	for i := range f.levels {
		l := &f.levels[i]
		for k := range l.Intervals {
			in := &l.Intervals[k]
			reach := cornerReach + in.Width/2
			for _, u := range [2]float64{in.U0, in.U1} {
				end := f.Dir.Mul(u).Add(f.Normal.Mul(l.V))
				if across.covers(end, reach) {
					in.Corners++
				}
			}
		}
	}
}

// maxCornerLevels bounds the lines looked at for one corner: with coordinates
// rounded as above there are fewer within reach.
const maxCornerLevels = 16

// covers reports whether a segment of f comes within reach of p.
func (f *Family) covers(p geom.Point, reach float64) bool {
	u, v := p.Dot(f.Dir), p.Dot(f.Normal)
	near := f.Levels(v-reach, v+reach)
	for i := range near[:min(len(near), maxCornerLevels)] {
		if len(near[i].Within(u-reach, u+reach)) > 0 {
			return true
		}
	}
	return false
}

// Family returns the segments that lie along dir, or nil if there are none.
// The family's own direction may be the opposite of dir.
func (x *Index) Family(dir geom.Point) *Family {
	angle, ok := direction(dir)
	if !ok || x == nil {
		return nil
	}
	at := sort.Search(len(x.families), func(i int) bool { return x.families[i].angle >= angle })
	var best *Family
	for i := max(at-1, 0); i < min(at+1, len(x.families)); i++ {
		f := &x.families[i]
		if d := math.Abs(f.angle - angle); d <= lookupAngle && (best == nil || d < math.Abs(best.angle-angle)) {
			best = f
		}
	}
	return best
}

// Levels returns the lines with v0 <= V <= v1. It takes O(log n) time.
func (f *Family) Levels(v0, v1 float64) []Level {
	i := sort.Search(len(f.levels), func(i int) bool { return f.levels[i].V >= v0 })
	k := i + sort.Search(len(f.levels)-i, func(k int) bool { return f.levels[i+k].V > v1 })
	return f.levels[i:k]
}

// Within returns the intervals that reach into u0 <= U <= u1. It takes
// O(log n) time.
func (l *Level) Within(u0, u1 float64) []Interval {
	in := l.Intervals
	i := sort.Search(len(in), func(i int) bool { return in[i].U1 >= u0 })
	k := i + sort.Search(len(in)-i, func(k int) bool { return in[i+k].U0 > u1 })
	return in[i:k]
}

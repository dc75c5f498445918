// Package baseline puts glyphs on baselines and cuts these into chunks and
// words. It knows boxes, advances and the classes of characters, as plain
// numbers, and answers with indices; it knows neither pages nor fonts.
//
// A caller places each glyph as a Mark in a frame of Frames, lets Seat and
// StandUp correct what producers set in odd ways, and cuts frame by frame with
// a Cutter.
package baseline

import (
	"cmp"
	"math"
	"slices"

	"github.com/pdftext-go/pdftext/internal/geom"
)

// A Frame holds the glyphs of one direction and writing mode. They are turned
// so that text runs along +u and lines follow one another along +v; with y
// down and the direction (cos, sin) of the glyph's own run:
//
//	u =  x cos + y sin
//	v = -x sin + y cos
//
// Vertical writing has the direction (0, 1), hence v = -x: its columns, read
// from right to left, are lines that follow along +v.
type Frame struct {
	N        int  // glyphs, as the caller has counted them
	Vertical bool // of vertical writing mode

	cos, sin int16
}

// directionSteps divides the unit vector's coordinates. One degree is 0.017;
// the lines of one skewed scan differ by less.
const directionSteps = 100

// axisCos is the cosine of 2 degrees: what is nearer to an axis is set along it.
const axisCos = 0.9994

// Frames sorts glyphs or lines into frames. It is ready after Reset.
type Frames struct {
	All  []Frame    // All[0] is the horizontal one
	Unit geom.Point // the direction that Of was last asked for, as Unit returns it

	ids map[frameID]int // places of the others

	// The last question and its answer.
	dir      geom.Point
	vertical bool
	at       int
}

type frameID struct {
	cos, sin int16
	vertical bool
}

// Reset leaves the horizontal frame only, without glyphs.
func (f *Frames) Reset() {
	f.All = append(f.All[:0], Frame{cos: directionSteps})
	clear(f.ids)
	f.dir, f.Unit, f.vertical, f.at = geom.Point{X: 1}, geom.Point{X: 1}, false, 0
}

// Of returns the place of the frame of a direction and writing mode.
func (f *Frames) Of(dir geom.Point, vertical bool) int {
	if dir == f.dir && vertical == f.vertical {
		return f.at
	}
	d := Unit(dir)
	f.dir, f.vertical, f.Unit = dir, vertical, d
	id := frameID{int16(math.Round(d.X * directionSteps)), int16(math.Round(d.Y * directionSteps)), vertical}
	f.at = 0
	if id != (frameID{cos: directionSteps}) {
		at, ok := f.ids[id]
		if !ok {
			if f.ids == nil {
				f.ids = map[frameID]int{}
			}
			at = len(f.All)
			f.All = append(f.All, Frame{cos: id.cos, sin: id.sin, Vertical: vertical})
			f.ids[id] = at
		}
		f.at = at
	}
	return f.at
}

// columns returns the place of the frame of vertical writing from top to
// bottom, and whether there is one.
func (f *Frames) columns() (int, bool) {
	at, ok := f.ids[frameID{sin: directionSteps, vertical: true}]
	return at, ok
}

// Order appends to dst the frames' places in reading order: the horizontal
// one, then those with the most glyphs.
func (f *Frames) Order(dst []int) []int {
	from := len(dst)
	for i := range f.All {
		dst = append(dst, i)
	}
	slices.SortFunc(dst[from+1:], func(i, j int) int {
		a, b := &f.All[i], &f.All[j]
		c := cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(b.cos, a.cos), cmp.Compare(a.sin, b.sin))
		if c == 0 && a.Vertical != b.Vertical {
			if a.Vertical {
				return 1
			}
			return -1
		}
		return c
	})
	return dst
}

// Unit returns p with length 1, snapped to the axes; (1, 0) if p has none.
func Unit(p geom.Point) geom.Point {
	if p.X == 1 && p.Y == 0 {
		return p
	}
	return normal(p)
}

func normal(p geom.Point) geom.Point {
	n := math.Hypot(p.X, p.Y)
	if !(n > 0) || math.IsInf(n, 0) {
		return geom.Point{X: 1}
	}
	p = geom.Point{X: p.X / n, Y: p.Y / n}
	switch {
	case math.Abs(p.X) > axisCos:
		return geom.Point{X: math.Copysign(1, p.X)}
	case math.Abs(p.Y) > axisCos:
		return geom.Point{Y: math.Copysign(1, p.Y)}
	}
	return p
}

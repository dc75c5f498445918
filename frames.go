package pdftext

import (
	"cmp"
	"math"
	"slices"
)

// A frame holds the glyphs of one direction and writing mode. They are turned
// so that text runs along +u and lines follow one another along +v; with y
// down and the direction (cos, sin) of the glyph's own run:
//
//	u =  x cos + y sin
//	v = -x sin + y cos
//
// Vertical writing has the direction (0, 1), hence v = -x: its columns, read
// from right to left, are lines that follow along +v.
type frame struct {
	id     frameID
	n      int // glyphs
	lo, hi int // range of its marks
}

// A frameID names a frame. Directions are told apart in directionSteps of the
// unit circle's coordinates.
type frameID struct {
	cos, sin int16
	vertical bool
}

// A mark is a glyph in its frame.
type mark struct {
	u0, u1, v float32
	size      float32
	class     class
	glyph     int32 // index of the glyph
	blank     int32 // painted blank between the mark before and this one, as the index of its glyph, or -1
}

// directionSteps divides the unit vector's coordinates. One degree is 0.017;
// the lines of one skewed scan differ by less.
const directionSteps = 100

// axisCos is the cosine of 2 degrees: what is nearer to an axis is set along it.
const axisCos = 0.9994

// Coordinates and sizes beyond these are lies that float32 sums must survive.
const (
	maxCoord = 1e6
	maxSize  = 1e5
	minSize  = 1e-3
)

// A framer sorts glyphs or lines into frames.
type framer struct {
	frames []frame         // frames[0] is the horizontal one
	ids    map[frameID]int // the others'

	// The last direction asked for.
	dir      Point
	vertical bool
	unit     Point
	at       int
}

func (f *framer) reset() {
	f.frames = append(f.frames[:0], frame{id: frameID{cos: directionSteps}})
	clear(f.ids)
	f.dir, f.unit, f.vertical, f.at = Point{1, 0}, Point{1, 0}, false, 0
}

// frame returns the index of the frame of a direction. The direction's unit
// vector is in f.unit then.
func (f *framer) frame(dir Point, vertical bool) int {
	if dir == f.dir && vertical == f.vertical {
		return f.at
	}
	d := unit(dir)
	f.dir, f.vertical, f.unit = dir, vertical, d
	id := frameID{int16(math.Round(d.X * directionSteps)), int16(math.Round(d.Y * directionSteps)), vertical}
	f.at = 0
	if id != f.frames[0].id {
		at, ok := f.ids[id]
		if !ok {
			if f.ids == nil {
				f.ids = map[frameID]int{}
			}
			at = len(f.frames)
			f.frames = append(f.frames, frame{id: id})
			f.ids[id] = at
		}
		f.at = at
	}
	return f.at
}

// unit returns p with length 1, snapped to the axes; (1, 0) if p has none.
func unit(p Point) Point {
	if p.X == 1 && p.Y == 0 {
		return p
	}
	return normal(p)
}

func normal(p Point) Point {
	n := math.Hypot(p.X, p.Y)
	if !(n > 0) || math.IsInf(n, 0) {
		return Point{1, 0}
	}
	p = Point{p.X / n, p.Y / n}
	switch {
	case math.Abs(p.X) > axisCos:
		return Point{math.Copysign(1, p.X), 0}
	case math.Abs(p.Y) > axisCos:
		return Point{0, math.Copysign(1, p.Y)}
	}
	return p
}

// order returns the frames' indices in reading order: the horizontal one,
// then those with the most glyphs.
func (f *framer) order(at []int) []int {
	at = at[:0]
	for i := range f.frames {
		at = append(at, i)
	}
	slices.SortFunc(at[1:], func(i, j int) int {
		a, b := &f.frames[i], &f.frames[j]
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(b.id.cos, a.id.cos), cmp.Compare(a.id.sin, b.id.sin),
			boolInt(a.id.vertical)-boolInt(b.id.vertical))
	})
	return at
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Advances below thinAdvance of the letter's usual width come from broken
// width arrays; plausibleAdvance of it is taken instead.
const (
	widest           = 0.8 // usual width of the widest letters
	thinAdvance      = 0.25
	plausibleAdvance = 0.8
	monoWidth        = 0.6
)

// fontOf returns the font of a glyph, nil if the page has none.
func fontOf(p *Page, g *Glyph) *Font {
	if int(g.Run) < len(p.Runs) {
		if f := int(p.Runs[g.Run].Font); f >= 0 && f < len(p.Fonts) {
			return &p.Fonts[f]
		}
	}
	return nil
}

// set places a glyph of class c in the frame of its direction, a unit vector.
// Numbers that no page has are bounded.
func (m *mark) set(p *Page, g *Glyph, c class, dir Point) {
	m.class, m.blank = c, -1
	if dir.X == 1 && g.X > -maxCoord && g.X < maxCoord && g.Y > -maxCoord && g.Y < maxCoord &&
		g.Size >= minSize && g.Size < maxSize && g.Advance >= g.Size*(thinAdvance*widest) && g.Advance < maxCoord {
		m.u0, m.u1, m.v, m.size = g.X, g.X+g.Advance, g.Y, g.Size // nearly all glyphs
		return
	}
	m.turn(p, g, dir)
}

func (m *mark) turn(p *Page, g *Glyph, dir Point) {
	x, y := sane(g.X), sane(g.Y)
	m.size = g.Size
	if !(m.size >= minSize) {
		m.size = minSize
	} else if m.size > maxSize {
		m.size = maxSize
	}
	if dir.Y == 0 && dir.X == 1 {
		m.u0, m.v = x, y
	} else {
		m.u0 = float32(float64(x)*dir.X + float64(y)*dir.Y)
		// The grid makes equal what rounding set apart.
		m.v = float32(math.Round((float64(y)*dir.X-float64(x)*dir.Y)*1024) / 1024)
	}
	w := sane(g.Advance)
	if w >= 0 && m.class&(isSpace|isMark) == 0 && g.Rune > 0 && g.Flags&Vertical == 0 {
		if n := usualWidth(g.Rune) * m.size; w < thinAdvance*n {
			w = plausibleAdvance * n
			if f := fontOf(p, g); f != nil && f.Monospace {
				w = monoWidth * m.size
			}
		}
	}
	m.u1 = m.u0 + w
	if w < 0 {
		m.u0, m.u1 = m.u1, m.u0
	}
}

// sane bounds a coordinate; NaN becomes 0.
func sane(x float32) float32 {
	if x > -maxCoord && x < maxCoord {
		return x
	}
	switch {
	case x >= maxCoord:
		return maxCoord
	case x <= -maxCoord:
		return -maxCoord
	}
	return 0
}

// usualWidth is about the advance of a letter in common faces, in ems.
func usualWidth(r rune) float32 {
	switch r {
	case 'i', 'l', 'j', 'I', '.', ',', ':', ';', '\'', '|', '!':
		return 0.22
	case 't', 'f', 'r', '-', '(', ')', '[', ']', '"':
		return 0.3
	case 'm', 'w', 'M', 'W', 'Q', '@', '%':
		return widest
	}
	if 'A' <= r && r <= 'Z' {
		return 0.64
	}
	return 0.5
}

// turned returns the bounds on the page of the box (u0, v0) to (u1, v1) of the
// frame with direction d.
func turned(d Point, u0, v0, u1, v1 float64) Rect {
	at := func(u, v float64) Point { return Point{u*d.X - v*d.Y, u*d.Y + v*d.X} }
	return Quad{at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)}.Bounds()
}

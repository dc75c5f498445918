package baseline

import (
	"math"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/script"
)

// A Mark is a glyph in its frame.
type Mark struct {
	U0, U1, V float32 // where its advance begins and ends, and its baseline
	Size      float32 // of the em
	Class     script.Class
	Glyph     int32  // the caller's index of the glyph
	Blank     int32  // before Cut, the place of the frame; after it, the painted blank between the ink before and this one, as the index of its glyph, or -1
	Run       uint32 // the caller's; glyphs of one run share their font
}

// Upright marks a glyph of vertical writing mode that is set from left to
// right.
const Upright script.Class = 1 << 31

// Coordinates and sizes beyond these are lies that float32 sums must survive.
const (
	maxCoord = 1e6
	maxSize  = 1e5
	minSize  = 1e-3
)

// Advances below thinAdvance of the letter's usual width come from broken
// width arrays; plausibleAdvance of it is taken instead.
const (
	widest           = 0.8 // usual width of the widest letters
	thinAdvance      = 0.25
	plausibleAdvance = 0.8
	monoWidth        = 0.6
)

// Usual reports whether the numbers of a glyph are those of nearly all: with
// the direction (1, 0) it stands in its frame as it is.
func Usual(x, y, advance, size float32) bool {
	return x > -maxCoord && x < maxCoord && y > -maxCoord && y < maxCoord &&
		size >= minSize && size < maxSize && advance >= size*(thinAdvance*widest) && advance < maxCoord
}

// A Letter tells Place what a glyph is, so that it can judge its advance.
type Letter struct {
	Rune      rune // not positive: not one letter
	Vertical  bool // of vertical writing mode
	Monospace bool // of a font of one width
}

// Place sets where the glyph of class m.Class stands that has its origin at
// (x, y), in the frame of the direction dir, a unit vector. Numbers that no
// page has are bounded.
func (m *Mark) Place(x, y, advance, size float32, dir geom.Point, l Letter) {
	x, y = Sane(x), Sane(y)
	m.Size = size
	if !(m.Size >= minSize) {
		m.Size = minSize
	} else if m.Size > maxSize {
		m.Size = maxSize
	}
	if dir.Y == 0 && dir.X == 1 {
		m.U0, m.V = x, y
	} else {
		m.U0 = float32(float64(x)*dir.X + float64(y)*dir.Y)
		// The grid makes equal what rounding set apart.
		m.V = float32(math.Round((float64(y)*dir.X-float64(x)*dir.Y)*1024) / 1024)
	}
	w := Sane(advance)
	if w >= 0 && m.Class&(script.Space|script.Mark) == 0 && l.Rune > 0 && !l.Vertical {
		if n := UsualWidth(l.Rune) * m.Size; w < thinAdvance*n {
			w = plausibleAdvance * n
			if l.Monospace {
				w = monoWidth * m.Size
			}
		}
	}
	m.U1 = m.U0 + w
	if w < 0 {
		m.U0, m.U1 = m.U1, m.U0
	}
}

// Sane bounds a coordinate; NaN becomes 0.
func Sane(x float32) float32 {
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

// UsualWidth is about the advance of a letter in common faces, in ems.
func UsualWidth(r rune) float32 {
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

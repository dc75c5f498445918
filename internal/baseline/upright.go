package baseline

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/script"
	"github.com/pdftext-go/pdftext/internal/sweep"
)

// Some producers set upright letters from left to right in a font of vertical
// writing mode, each at a position of its own. Such glyphs are taken for what
// they look like when, in ems, the median distance along x between neighbours
// at one height is below rowStep, and columns are either rare, fewer than half
// as many neighbours at one x, or looser than columnStep.
const (
	rowStep      = 0.8
	columnStep   = 1.05
	rowNeighbors = 4   // at least this many must be measured
	sameLine     = 0.1 // ems within which glyphs stand at one height or one x
	originHeight = 0.88
)

// StandUp moves the marks of the frame of vertical writing to the horizontal
// one if they are set along x. Each mark's Blank names its frame. For a glyph
// that moves, place returns its origin, size and Letter.
func (c *Cutter) StandUp(f *Frames, marks []Mark, place func(glyph int32) (x, y, size float32, l Letter)) {
	at, ok := f.columns()
	if !ok {
		return
	}
	c.row = c.row[:0]
	for i := range marks {
		if int(marks[i].Blank) == at {
			c.row = append(c.row, marks[i])
		}
	}
	if !c.upright(c.row) {
		return
	}
	for i := range marks {
		if m := &marks[i]; int(m.Blank) == at {
			m.PlaceUpright(place(m.Glyph))
			m.Blank = 0
		}
	}
	f.All[0].N += f.All[at].N
	f.All[at].N = 0
}

// upright reports whether a vertical frame's glyphs are set along x.
func (c *Cutter) upright(marks []Mark) bool {
	rows := c.steps(marks, true)
	if len(rows) <= rowNeighbors || rows[len(rows)/2] >= rowStep {
		return false
	}
	n := len(rows)
	columns := c.steps(marks, false)
	return 2*len(columns) < n || columns[len(columns)/2] > columnStep
}

// steps returns the sorted distances, in ems, between neighbours at one height
// if along x, or else at one x.
func (c *Cutter) steps(marks []Mark, alongX bool) []float32 {
	c.keys, c.parts = c.keys[:0], c.parts[:0]
	at := func(m *Mark) (step, line float32) {
		if alongX {
			return -m.V, m.U0
		}
		return m.U0, m.V
	}
	for i := range marks {
		if marks[i].Class&script.Space == 0 {
			step, _ := at(&marks[i])
			c.parts = append(c.parts, sweep.Key(step, i))
		}
	}
	c.swap = sweep.Sort(c.parts, c.swap)
	for j, k := range c.parts {
		_, line := at(&marks[sweep.Index(k)])
		c.keys = append(c.keys, sweep.Key(line, j))
	}
	c.swap = sweep.Sort(c.keys, c.swap)
	out := c.ranked[:0]
	for i := 1; i < len(c.keys); i++ {
		a := &marks[sweep.Index(c.parts[sweep.Index(c.keys[i-1])])]
		b := &marks[sweep.Index(c.parts[sweep.Index(c.keys[i])])]
		s0, l0 := at(a)
		s1, l1 := at(b)
		if l1-l0 < sameLine*a.Size && s1 > s0 {
			out = append(out, (s1-s0)/a.Size)
		}
	}
	c.ranked = out
	slices.Sort(out)
	return out
}

// PlaceUpright sets where a glyph of vertical writing mode stands, with its
// origin at (x, y), as the letter it looks like. Its width is a guess, around
// the middle where its origin is.
func (m *Mark) PlaceUpright(x, y, size float32, l Letter) {
	m.Class |= Upright
	m.Size = min(max(Sane(size), minSize), maxSize)
	w := m.Size / 2
	if l.Rune > 0 {
		w = UsualWidth(l.Rune) * m.Size
	}
	m.U0 = Sane(x) - w/2
	m.U1 = m.U0 + w
	m.V = Sane(y) + originHeight*m.Size
}

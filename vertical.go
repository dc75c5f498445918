package pdftext

import (
	"slices"

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

// standUp moves the glyphs of the vertical frame to the horizontal one if they
// are set along x.
func (l *liner) standUp() {
	at, ok := l.ids[frameID{sin: directionSteps, vertical: true}]
	if !ok {
		return
	}
	l.row = l.row[:0]
	for i := range l.marks {
		if int(l.marks[i].blank) == at {
			l.row = append(l.row, l.marks[i])
		}
	}
	if !l.upright(l.row) {
		return
	}
	for i := range l.marks {
		if m := &l.marks[i]; int(m.blank) == at {
			m.setUpright(&l.glyphs[i], m.class)
			m.blank = 0
		}
	}
	l.frames[0].n += l.frames[at].n
	l.frames[at].n = 0
}

// standsUp reports whether a line is one of letters that standUp has moved.
func standsUp(p *Page, l *Line) bool {
	if len(l.Glyphs) == 0 || l.Glyphs[0].Flags&Vertical == 0 || l.Dir != (Point{1, 0}) {
		return false
	}
	return direction(p, &l.Glyphs[0]) != l.Dir
}

// direction returns the unit vector along which a glyph's run advances.
func direction(p *Page, g *Glyph) Point {
	if int(g.Run) < len(p.Runs) {
		return unit(p.Runs[g.Run].Dir)
	}
	return Point{1, 0}
}

// upright reports whether a vertical frame's glyphs are set along x.
func (l *liner) upright(marks []mark) bool {
	rows := l.steps(marks, true)
	if len(rows) <= rowNeighbors || rows[len(rows)/2] >= rowStep {
		return false
	}
	n := len(rows)
	columns := l.steps(marks, false)
	return 2*len(columns) < n || columns[len(columns)/2] > columnStep
}

// steps returns the sorted distances, in ems, between neighbours at one height
// if along x, or else at one x.
func (l *liner) steps(marks []mark, alongX bool) []float32 {
	l.keys, l.parts = l.keys[:0], l.parts[:0]
	at := func(m *mark) (step, line float32) {
		if alongX {
			return -m.v, m.u0
		}
		return m.u0, m.v
	}
	for i := range marks {
		if marks[i].class&isSpace == 0 {
			step, _ := at(&marks[i])
			l.parts = append(l.parts, sweep.Key(step, i))
		}
	}
	l.swap = sweep.Sort(l.parts, l.swap)
	for j, k := range l.parts {
		_, line := at(&marks[sweep.Index(k)])
		l.keys = append(l.keys, sweep.Key(line, j))
	}
	l.swap = sweep.Sort(l.keys, l.swap)
	out := l.ranked[:0]
	for i := 1; i < len(l.keys); i++ {
		a := &marks[sweep.Index(l.parts[sweep.Index(l.keys[i-1])])]
		b := &marks[sweep.Index(l.parts[sweep.Index(l.keys[i])])]
		s0, l0 := at(a)
		s1, l1 := at(b)
		if l1-l0 < sameLine*a.size && s1 > s0 {
			out = append(out, (s1-s0)/a.size)
		}
	}
	l.ranked = out
	slices.Sort(out)
	return out
}

// setUpright places a glyph of vertical writing mode as the letter it looks
// like. Its width is a guess, around the middle where its origin is.
func (m *mark) setUpright(g *Glyph, c class) {
	m.class, m.blank = c|isUpright, -1
	m.size = min(max(sane(g.Size), minSize), maxSize)
	w := m.size / 2
	if g.Rune > 0 {
		w = usualWidth(g.Rune) * m.size
	}
	m.u0 = sane(g.X) - w/2
	m.u1 = m.u0 + w
	m.v = sane(g.Y) + originHeight*m.size
}

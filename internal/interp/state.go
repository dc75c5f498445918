package interp

import (
	"github.com/pdftext-go/pdftext/internal/font"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/syntax"
)

// A state is the graphics state with the text state in it (ISO 32000-2, 8.4
// and 9.3); the names of the text state are the standard's.
type state struct {
	ctm          geom.Matrix // user space to page space
	clip         geom.Rect   // bounds of the clipping path
	fill, stroke paint
	width        float64 // line width in user space
	roundCap     bool
	dashed       bool
	veil

	font  *font.Font
	tfs   float64 // font size
	tc    float64 // character spacing
	tw    float64 // word spacing
	th    float64 // horizontal scaling, 1 for 100 %
	tl    float64 // leading
	trise float64
	tmode uint8
}

func initialState(ctm geom.Matrix) state {
	return state{
		ctm: ctm, clip: geom.Everything(), fill: black(), stroke: black(),
		width: 1, th: 1,
	}
}

// save and restore push and pop the graphics state (q and Q). States nested
// deeper than any file needs are counted but not kept.
func (m *Machine) save([]syntax.Token) {
	if len(m.stack) >= limits.GraphicsStates {
		if m.lost.states++; m.lost.states == 1 {
			m.warn(LimitReached, 0, -1, "graphics states nested too deeply")
		}
		return
	}
	m.stack = append(m.stack, m.gs)
}

func (m *Machine) restore([]syntax.Token) {
	if m.lost.states > 0 {
		m.lost.states--
		return
	}
	if len(m.stack) <= m.stackFloor {
		m.warn(BadOperator, 0, -1, "Q without q")
		return
	}
	m.gs = m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
}

// concat changes the CTM (cm).
func (m *Machine) concat(args []syntax.Token) {
	ctm := matrix(args).Mul(m.gs.ctm)
	if !ctm.Finite() {
		m.warn(BadOperator, 0, -1, "cm leads out of the plane")
		return
	}
	m.gs.ctm = ctm
}

func matrix(args []syntax.Token) geom.Matrix {
	var v [6]float64
	numbers(v[:], args)
	return geom.Matrix{A: v[0], B: v[1], C: v[2], D: v[3], E: v[4], F: v[5]}
}

func (m *Machine) lineWidth(args []syntax.Token) { m.gs.width = number(args) }

func (m *Machine) lineCap(args []syntax.Token) { m.gs.roundCap = number(args) != 0 }

// dash notes whether lines are dashed (d): an array with a gap in it.
func (m *Machine) dash(args []syntax.Token) {
	m.gs.dashed = false
	for _, t := range args[:len(args)-1] {
		if t.Kind == syntax.Number && t.Num > 0 {
			m.gs.dashed = true
		}
	}
}

// extState takes what matters from a graphics state parameter dictionary (gs;
// ISO 32000-2, Table 57).
func (m *Machine) extState(args []syntax.Token) {
	name, _ := m.name(args)
	doc := m.doc
	d := doc.Dict(m.resource("ExtGState", name))
	if d == nil {
		m.warn(BadResource, 0, -1, "graphics state parameters are missing")
		return
	}
	if w, ok := doc.Number(d["LW"]); ok {
		m.gs.width = w
	}
	m.gs.blend(doc, d)
	if a, ok := doc.Number(d["ca"]); ok {
		m.gs.fill.opacity = opacity(a)
	}
	if a, ok := doc.Number(d["CA"]); ok {
		m.gs.stroke.opacity = opacity(a)
	}
	if a := doc.Array(d["D"]); len(a) > 0 {
		m.gs.dashed = len(doc.Array(a[0])) > 0
	}
	if c, ok := doc.Int(d["LC"]); ok {
		m.gs.roundCap = c != 0
	}
	if a := doc.Array(d["Font"]); len(a) == 2 {
		if size, ok := doc.Number(a[1]); ok {
			key := fontKey{m.resourcesID, name}
			f := m.stateFonts[key]
			if f == nil {
				f = m.loadFont(a[0])
				m.stateFonts[key] = f
			}
			m.gs.font, m.gs.tfs = f, size
		}
	}
}

func opacity(a float64) uint8 { return uint8(max(0, min(1, a))*255 + 0.5) }

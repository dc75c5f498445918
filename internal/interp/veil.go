package interp

import (
	"math"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/syntax"
)

// A veil is the part of the graphics state that tells whether paint hides what
// lies below it. Where in doubt it does not.
type veil struct {
	blended bool // a blend mode other than Normal (ISO 32000-2, 11.3.5)
	masked  bool // a soft mask (11.5)
	veiled  bool // in a form that is painted so as a whole
	ragged  bool // the clipping path is no upright rectangle
}

// blend takes blend mode and soft mask from graphics state parameters.
func (g *state) blend(doc *pdfobj.Document, d pdfobj.Dict) {
	if mode := d["BM"]; mode != nil {
		name := doc.Name(mode)
		if a := doc.Array(mode); len(a) > 0 {
			name = doc.Name(a[0])
		}
		g.blended = name != "Normal" && name != "Compatible"
	}
	if mask := d["SMask"]; mask != nil {
		g.masked = doc.Name(mask) != "None"
	}
}

// opaque reports whether a fill of the current state hides what lies below.
func (g *state) opaque() bool {
	return g.fill.opacity == 255 && g.fill.space != pattern && !g.blended && !g.masked && !g.veiled && !g.ragged
}

// upright reports whether the path is one upright rectangle.
func (p *path) upright() bool {
	if len(p.figures) != 1 || p.full || p.figures[0].curved {
		return false
	}
	q := p.points
	if n := len(q); n == 5 && q[4] == q[0] {
		q = q[:4]
	}
	if len(q) != 4 {
		return false
	}
	for i := range q {
		if d := q[(i+1)%4].Sub(q[i]); math.Abs(d.X) > slant && math.Abs(d.Y) > slant {
			return false
		}
	}
	return true
}

// addShape records where something is filled.
func (m *Machine) addShape(r geom.Rect) {
	if r = r.Intersect(m.gs.clip); !r.Empty() && m.room(len(m.out.Shapes)) {
		m.out.Shapes = append(m.out.Shapes, Shape{Bounds: r, Index: len(m.out.Glyphs)})
	}
}

// shade fills the clipping path with a shading (sh).
func (m *Machine) shade([]syntax.Token) {
	if !m.hidden() {
		m.addShape(m.gs.clip)
	}
}

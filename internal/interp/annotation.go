package interp

import (
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

// Flags of an annotation (ISO 32000-2, Table 167).
const (
	annotHidden = 1 << 1
	annotNoView = 1 << 5
)

// paintAnnotations paints the normal appearances of the page's annotations:
// the values of form fields, typewriter text and stamps, which a reader sees
// as part of the page.
func (m *Machine) paintAnnotations(p *pdfobj.Page) {
	doc := m.doc
	annots := doc.Array(p.Dict["Annots"])
	for i, o := range annots {
		if m.stop != nil {
			return
		}
		if i%checkEvery == 0 && m.ctx.Err() != nil {
			m.stop = m.ctx.Err()
			return
		}
		if i >= limits.Annotations {
			m.warn(LimitReached, 0, -1, "more annotations than are painted")
			return
		}
		annot := doc.Dict(o)
		flags, _ := doc.Int(annot["F"])
		if flags&(annotHidden|annotNoView) != 0 || doc.Name(annot["Subtype"]) == "Popup" {
			continue
		}
		if m.src.Content.Hidden(doc, annot["OC"]) {
			continue
		}
		m.noteAnnotation(annot, o)
		if s := m.appearance(annot); s != nil {
			m.paintAppearance(s, annot)
		}
	}
}

// appearance returns the stream of an annotation's normal appearance, in the
// state that it is in, or nil.
func (m *Machine) appearance(annot pdfobj.Dict) *pdfobj.Stream {
	doc := m.doc
	n := doc.Dict(annot["AP"])["N"]
	if s := doc.Stream(n); s != nil {
		return s
	}
	return doc.Stream(doc.Dict(n)[doc.Name(annot["AS"])])
}

// paintAppearance paints s so that its box, turned by its matrix, fills the
// annotation's rectangle (ISO 32000-2, 12.5.5).
func (m *Machine) paintAppearance(s *pdfobj.Stream, annot pdfobj.Dict) {
	rect, ok := m.floats(annot["Rect"], 4)
	box, ok2 := m.floats(s.Dict["BBox"], 4)
	if !ok || !ok2 {
		return
	}
	matrix := geom.Identity()
	if v, ok := m.floats(s.Dict["Matrix"], 6); ok {
		matrix = geom.Matrix{A: v[0], B: v[1], C: v[2], D: v[3], E: v[4], F: v[5]}
	}
	from := matrix.Bounds(geom.Bound(geom.Point{X: box[0], Y: box[1]}, geom.Point{X: box[2], Y: box[3]}))
	to := geom.Bound(geom.Point{X: rect[0], Y: rect[1]}, geom.Point{X: rect[2], Y: rect[3]})
	if !(from.Width() > 0 && from.Height() > 0) {
		return
	}
	a := geom.Matrix{A: to.Width() / from.Width(), D: to.Height() / from.Height()}
	a.E, a.F = to.X0-from.X0*a.A, to.Y0-from.Y0*a.D
	if !a.Finite() {
		return
	}
	// An appearance begins with the state that the page began with.
	resources := m.resources
	m.frame = frame{gs: initialState(a.Mul(m.base)), tm: geom.Identity(), tlm: geom.Identity(), resources: resources, forms: m.forms[:0]}
	m.stack, m.marked = m.stack[:0], m.marked[:0]
	m.paintForm(s)
}

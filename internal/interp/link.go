package interp

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

const (
	// maxQuads bounds the places of one annotation: a line each.
	maxQuads = 1_000
	// maxURI bounds the bytes of a target. Browsers stop at 2,000 to 80,000.
	maxURI = 8 << 10
	// maxURIs bounds those of a page together.
	maxURIs = 4 << 20
	// quadSlack is how far, in points, the places of a link may stick out of
	// its rectangle before they are not believed (ISO 32000-2, Table 176, lets
	// them not at all).
	quadSlack = 3
)

// markKind returns how the annotations of a subtype mark text, or 0.
func markKind(subtype pdfobj.Name) MarkKind {
	switch subtype {
	case "Underline":
		return Underline
	case "Squiggly":
		return Squiggly
	case "StrikeOut":
		return StrikeOut
	case "Highlight":
		return Highlight
	}
	return 0
}

// noteAnnotation records what a link or a text markup annotation says of the
// text below it. o is the reference to annot.
func (m *Machine) noteAnnotation(annot pdfobj.Dict, o pdfobj.Object) {
	subtype := m.doc.Name(annot["Subtype"])
	kind := markKind(subtype)
	if kind == 0 && subtype != "Link" {
		return
	}
	num := 0
	if r, ok := o.(pdfobj.Ref); ok {
		num = r.Num
	}
	places := m.places(annot, kind == 0)
	if len(places) == 0 {
		m.warn(BadAnnotation, num, -1, fmt.Sprintf("%s without a place", subtype))
		return
	}
	if kind == 0 {
		uri, page, what := m.target(annot)
		if what != "" {
			m.warn(BadAnnotation, num, -1, what)
		}
		if uri == "" && page == 0 {
			return
		}
		for _, c := range places {
			if m.annotationRoom(len(m.out.Links)) {
				m.out.Links = append(m.out.Links, Link{Corners: c, URI: uri, Page: page})
			}
		}
		return
	}
	for _, c := range places {
		if m.annotationRoom(len(m.out.Marks)) {
			m.out.Marks = append(m.out.Marks, Mark{Corners: c, Kind: kind})
		}
	}
}

// annotationRoom reports whether one more place can be recorded beside n.
func (m *Machine) annotationRoom(n int) bool {
	if n == limits.Annotations {
		m.warn(LimitReached, 0, -1, "more links and marks than are recorded")
	}
	return n < limits.Annotations
}

// target returns where a link leads: to an address, or to a page. What is
// wrong with it comes last.
func (m *Machine) target(annot pdfobj.Dict) (uri string, page int, what string) {
	doc := m.doc
	dest := annot["Dest"]
	if dest == nil {
		action := doc.Dict(annot["A"])
		switch doc.Name(action["S"]) {
		case "URI":
			s, ok := doc.String(action["URI"])
			switch {
			case !ok || len(s) == 0:
				return "", 0, "link without an address"
			case len(s) > maxURI || m.uriBytes+len(s) > maxURIs:
				return "", 0, "an address too long to keep"
			}
			m.uriBytes += len(s)
			return address(s), 0, ""
		case "GoTo":
			dest = action["D"]
		default:
			return "", 0, "" // to other files, and what is no link
		}
	}
	if page = doc.DestinationPage(dest); page == 0 {
		return "", 0, "link to a page that is not there"
	}
	return "", page, ""
}

// address returns the text of a URI. It is ASCII by ISO 32000-2, 12.6.4.8, and
// in newer files UTF-8; blanks and controls at its ends are no part of it.
func address(s pdfobj.String) string {
	text := string(s)
	if !utf8.ValidString(text) || strings.HasPrefix(text, "\xEF\xBB\xBF") {
		text = s.Text()
	}
	return strings.TrimFunc(text, func(r rune) bool { return r <= ' ' || r == '\u00a0' })
}

// places returns the quadrilaterals of an annotation, or its rectangle if it
// has none that are usable. Those of a link lie in its rectangle. They are valid
// until the next call.
func (m *Machine) places(annot pdfobj.Dict, inside bool) []Corners {
	doc := m.doc
	m.quads = m.quads[:0]
	v, ok := m.floats(annot["Rect"], 4)
	rect := geom.Bound(geom.Point{X: v[0], Y: v[1]}, geom.Point{X: v[2], Y: v[3]})
	ok = ok && rect.Finite()
	array := doc.Array(annot["QuadPoints"])
	for ; len(array) >= 8 && len(m.quads) < maxQuads; array = array[8:] {
		var q [4]geom.Point
		usable := true
		for i := range q {
			x, ok1 := doc.Number(array[2*i])
			y, ok2 := doc.Number(array[2*i+1])
			p := geom.Point{X: x, Y: y}
			usable = usable && ok1 && ok2 && (!inside || ok && rect.Inset(-quadSlack).Contains(p))
			q[i] = m.base.Apply(p)
			usable = usable && math.Abs(q[i].X) < maxCoordinate && math.Abs(q[i].Y) < maxCoordinate
		}
		if !usable {
			m.quads = m.quads[:0]
			break
		}
		m.quads = append(m.quads, upright(q))
	}
	if len(m.quads) == 0 && ok {
		r := m.base.Bounds(rect)
		if r.Finite() && r.Width() > 0 && r.Height() > 0 {
			m.quads = append(m.quads, Corners{{X: r.X0, Y: r.Y0}, {X: r.X1, Y: r.Y0}, {X: r.X1, Y: r.Y1}, {X: r.X0, Y: r.Y1}})
		}
	}
	return m.quads
}

// upright returns the corners of a quadrilateral in their order. ISO 32000-2,
// 12.5.6.10, has them go round from the bottom left; what is written, and read
// by all viewers, is the top row and then the bottom row.
func upright(q [4]geom.Point) Corners {
	if q[1].Sub(q[0]).Dot(q[3].Sub(q[2])) < 0 {
		q[2], q[3] = q[3], q[2]
	}
	along := q[1].Sub(q[0])
	up := geom.Point{X: along.Y, Y: -along.X} // y grows down
	if q[0].Sub(q[2]).Dot(up) < 0 {
		q[0], q[1], q[2], q[3] = q[2], q[3], q[0], q[1]
	}
	return Corners{q[0], q[1], q[3], q[2]}
}

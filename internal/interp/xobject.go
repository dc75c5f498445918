package interp

import (
	"fmt"
	"slices"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/syntax"
)

// paintXObject carries out Do: it runs a form's content, and notes where an
// image is.
func (m *Machine) paintXObject(args []syntax.Token) {
	name, _ := m.name(args)
	s := m.doc.Stream(m.resource("XObject", name))
	if s == nil {
		m.warn(BadResource, 0, -1, "an XObject is missing")
		return
	}
	switch m.doc.Name(s.Dict["Subtype"]) {
	case "Image":
		m.paintImage(m.gs.opaque() && s.Dict["SMask"] == nil && s.Dict["Mask"] == nil && s.Dict["ImageMask"] == nil && s.Dict["SMaskInData"] == nil)
	case "Form":
		m.paintForm(s)
	default:
		// Old writers leave the subtype out; only a form has a BBox.
		if s.Dict["BBox"] != nil {
			m.paintForm(s)
		}
	}
}

// paintForm runs the content of a form XObject (ISO 32000-2, 8.10).
func (m *Machine) paintForm(s *pdfobj.Stream) {
	if m.depth >= m.src.FormDepth || slices.Contains(m.forms, s.Num) && s.Num != 0 {
		m.warn(LimitReached, s.Num, -1, fmt.Sprintf("form at depth %d is nested too deeply or in itself", m.depth))
		return
	}
	if !m.charge(formCost) {
		return
	}
	hidden := m.isOff(s.Dict["OC"])

	outer, stack, marks, lost := m.frame, len(m.stack), len(m.marked), m.lost
	m.depth++
	m.forms = append(m.forms, s.Num)
	if content := m.formContent(s); m.stop == nil && m.bytesLeft > 0 {
		m.runForm(s, content, hidden)
	}
	m.frame, m.stack, m.marked, m.lost = outer, m.stack[:stack], m.marked[:marks], lost
	m.path.reset()
}

// keepForms is how many bytes of forms that are painted again are kept.
const keepForms = 4 << 20

// formContent returns the content of form s. What is painted a second time is
// kept, since it is likely to be painted often: a letterhead, a bullet.
func (m *Machine) formContent(s *pdfobj.Stream) []byte {
	b := m.buffer(m.depth)
	if c, ok := m.kept[s.Num]; ok {
		m.spend(len(c))
		return c
	}
	if m.bytesLeft <= 0 {
		return nil
	}
	b = m.decode(s, b[:0])
	m.content[m.depth] = b
	if s.Num == 0 {
		return b
	}
	m.drawn[s.Num]++
	if m.drawn[s.Num] == 2 && m.keptBytes+len(b) <= keepForms {
		m.kept[s.Num] = slices.Clone(b)
		m.keptBytes += len(b)
	}
	return b
}

// runForm carries out the content of form s in the state that it asks for.
func (m *Machine) runForm(s *pdfobj.Stream, content []byte, hidden bool) {
	doc := m.doc
	if v, ok := m.floats(s.Dict["Matrix"], 6); ok {
		ctm := geom.Matrix{A: v[0], B: v[1], C: v[2], D: v[3], E: v[4], F: v[5]}.Mul(m.gs.ctm)
		if !ctm.Finite() {
			m.warn(BadResource, s.Num, -1, "form matrix leads out of the plane")
			return
		}
		m.gs.ctm = ctm
	}
	m.gs.veiled = m.gs.veiled || m.gs.blended || m.gs.masked || m.gs.fill.opacity < 255
	if v, ok := m.floats(s.Dict["BBox"], 4); ok {
		m.gs.ragged = m.gs.ragged || !m.gs.ctm.AxisParallel()
		box := geom.Bound(geom.Point{X: v[0], Y: v[1]}, geom.Point{X: v[2], Y: v[3]})
		m.gs.clip = m.gs.clip.Intersect(m.gs.ctm.Bounds(box))
		if m.gs.clip.Empty() {
			m.gs.clip = geom.Nothing()
		}
	}
	// A form without resources uses the page's (PDF 1.1 did so).
	if r := doc.Dict(s.Dict["Resources"]); r != nil {
		m.resources = r
		id, ok := m.formResources[s.Num]
		if !ok {
			m.resourcesCount++
			id = m.resourcesCount
			m.formResources[s.Num] = id
		}
		m.resourcesID = id
	}
	m.stackFloor, m.markedFloor = len(m.stack), len(m.marked)
	if hidden {
		m.marked = append(m.marked, marked{mcid: -1, hidden: true})
	}
	m.path.reset()
	m.runContent(content, m.depth)
}

// floats returns the n numbers of an array.
func (m *Machine) floats(o pdfobj.Object, n int) (v [6]float64, ok bool) {
	a := m.doc.Array(o)
	if len(a) < n {
		return v, false
	}
	for i := range n {
		f, ok := m.doc.Number(a[i])
		if !ok {
			return v, false
		}
		v[i] = f
	}
	return v, true
}

// paintImage notes the unit square of user space as an image.
func (m *Machine) paintImage(opaque bool) {
	if m.hidden() || !m.room(len(m.out.Images)) {
		return
	}
	m.out.Images = append(m.out.Images, Image{
		Corners: [4]geom.Point{m.point(0, 1), m.point(1, 1), m.point(1, 0), m.point(0, 0)},
		Index:   len(m.out.Glyphs),
		Clip:    m.gs.clip,
		Opaque:  opaque,
	})
}

// inlineImage reads an inline image up to its EI (ISO 32000-2, 8.9.7).
func (m *Machine) inlineImage([]syntax.Token) {
	s := m.scanner
	start := s.Offset()
	length := inlineLength{bits: 8, colors: 1}
	var key [16]byte
	n, isKey := 0, true
	for {
		t := s.Next()
		switch t.Kind {
		case syntax.EOF:
			m.warn(BadImage, 0, start, "inline image without data")
			return
		case syntax.Keyword:
			if b := s.Bytes(t); len(b) == 2 && b[0] == 'I' && b[1] == 'D' {
				if !s.SkipInlineImage(length.bytes()) {
					m.warn(BadImage, 0, start, "inline image without an end")
				}
				m.paintImage(false) // small, and perhaps a mask
				return
			} else if len(b) == 2 && b[0] == 'E' && b[1] == 'I' {
				return
			}
			length.set(string(key[:n]), t.Num, string(s.Bytes(t)))
			isKey = true
		case syntax.Name:
			if isKey {
				n, isKey = copy(key[:], s.Bytes(t)), false
				continue
			}
			length.set(string(key[:n]), 0, string(s.Bytes(t)))
			isKey = true
		case syntax.Number:
			length.set(string(key[:n]), t.Num, "")
			isKey = true
		case syntax.ArrayOpen, syntax.DictOpen:
			length.set(string(key[:n]), 0, "array")
			m.skipNested()
			isKey = true
		default:
			isKey = true
		}
	}
}

// skipNested reads up to the end of an array or dictionary that has begun.
func (m *Machine) skipNested() {
	for depth := 1; depth > 0; {
		switch m.scanner.Next().Kind {
		case syntax.ArrayOpen, syntax.DictOpen:
			depth++
		case syntax.ArrayClose, syntax.DictClose:
			depth--
		case syntax.EOF:
			return
		}
	}
}

// An inlineLength is what tells the length of an inline image's data.
type inlineLength struct {
	width, height, bits, colors float64
	unknown                     bool // filtered, or in a space not known here
}

func (l *inlineLength) set(key string, num float64, word string) {
	switch key {
	case "W", "Width":
		l.width = num
	case "H", "Height":
		l.height = num
	case "BPC", "BitsPerComponent":
		l.bits = num
	case "IM", "ImageMask":
		if word == "true" {
			l.bits, l.colors = 1, 1
		}
	case "F", "Filter":
		l.unknown = true
	case "CS", "ColorSpace":
		switch word {
		case "G", "DeviceGray", "I", "Indexed", "array":
			l.colors = 1
		case "RGB", "DeviceRGB":
			l.colors = 3
		case "CMYK", "DeviceCMYK":
			l.colors = 4
		default:
			l.unknown = true
		}
	}
}

// bytes returns the length of the data, or -1 if it cannot be told.
func (l *inlineLength) bytes() int {
	const most = 1 << 24
	if l.unknown || !(l.width >= 0 && l.width < most && l.height >= 0 && l.height < most && l.bits > 0 && l.bits <= 16) {
		return -1
	}
	row := (int64(l.width)*int64(l.colors)*int64(l.bits) + 7) / 8
	if n := row * int64(l.height); n < 1<<31 {
		return int(n)
	}
	return -1
}

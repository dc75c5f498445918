package interp

import (
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/syntax"
)

// marked is one level of marked content (ISO 32000-2, 14.6), with what it
// inherits from the levels around it.
type marked struct {
	mcid     int32
	hidden   bool  // optional content that is off
	artifact bool  // an Artifact
	actual   int32 // place in Page.Strings of an ActualText, negative, or 0
	used     bool  // the ActualText stands on a glyph already
	replaces int32 // the outermost level with an ActualText, counting from 1; 0 if there is none
}

// properties are what a property list of the resources says.
type properties struct {
	found  bool
	mcid   int32
	actual int32
	off    bool // it is optional content that is off
}

func (m *Machine) beginMarked(args []syntax.Token) {
	tag, _ := m.name(args)
	m.pushMarked(marked{mcid: -1, artifact: tag == "Artifact"})
}

// beginMarkedDict begins marked content with a property list (BDC), given in
// place or by its name in the resources.
func (m *Machine) beginMarkedDict(args []syntax.Token) {
	level := marked{mcid: -1}
	tag := pdfobj.Name("")
	for i, t := range args {
		if t.Kind == syntax.Name {
			tag = pdfobj.Name(m.scanner.Bytes(t))
			args = args[i+1:]
			break
		}
	}
	level.artifact = tag == "Artifact"
	if len(args) > 0 && args[0].Kind == syntax.DictOpen {
		m.inlineProperties(&level, args[1:])
	} else if name, ok := m.name(args); ok {
		if p := m.namedProperties(name); p.found {
			level.mcid, level.actual, level.hidden = p.mcid, p.actual, p.off && tag == "OC"
		}
	}
	m.pushMarked(level)
}

// namedProperties returns the property list of a name in the resources. It is
// read once, since content can name it a million times.
func (m *Machine) namedProperties(name pdfobj.Name) properties {
	key := fontKey{m.resourcesID, name}
	p, ok := m.properties[key]
	if ok {
		return p
	}
	o := m.resource("Properties", name)
	doc := m.doc
	if d := doc.Dict(o); d != nil {
		p = properties{found: true, mcid: -1, off: m.isOff(o)}
		if n, ok := doc.Int(d["MCID"]); ok {
			p.mcid = mcid(float64(n))
		}
		if s, ok := doc.String(d["ActualText"]); ok {
			p.actual = m.actualText(s)
		}
	}
	m.properties[key] = p
	return p
}

// isOff reports whether the optional content that o tells of is off.
func (m *Machine) isOff(o pdfobj.Object) bool {
	r, ok := o.(pdfobj.Ref)
	if !ok {
		return m.src.Content.Hidden(m.doc, o)
	}
	off, ok := m.off[r.Num]
	if !ok {
		off = m.src.Content.Hidden(m.doc, o)
		m.off[r.Num] = off
	}
	return off
}

// actualText adds an ActualText to the page's strings. It returns 0, which
// leaves the glyphs their text, if there is no room for it.
func (m *Machine) actualText(s pdfobj.String) int32 {
	if !m.spendText(len(s)) {
		return 0
	}
	return m.intern(s.Text())
}

// inlineProperties reads a property list that is written in the content.
func (m *Machine) inlineProperties(level *marked, args []syntax.Token) {
	depth := 1
	key := ""
	for _, t := range args {
		switch t.Kind {
		case syntax.DictOpen, syntax.ArrayOpen:
			depth++
		case syntax.DictClose, syntax.ArrayClose:
			depth--
		case syntax.Name:
			if depth == 1 {
				key = string(m.scanner.Bytes(t))
				continue
			}
		case syntax.Number:
			if depth == 1 && key == "MCID" {
				level.mcid = mcid(t.Num)
			}
		case syntax.String:
			if depth == 1 && key == "ActualText" {
				level.actual = m.actualText(pdfobj.String(m.scanner.Bytes(t)))
			}
		}
		if depth == 1 {
			key = ""
		}
	}
}

// mcid returns a marked-content identifier, or -1 where n cannot be one.
func mcid(n float64) int32 {
	if n < 0 || n > 1<<30 {
		return -1
	}
	return int32(n)
}

func (m *Machine) pushMarked(level marked) {
	if level.actual != 0 {
		level.replaces = int32(len(m.marked) + 1)
	}
	if n := len(m.marked); n > 0 {
		outer := &m.marked[n-1]
		if outer.replaces != 0 {
			level.replaces = outer.replaces
		}
		level.hidden = level.hidden || outer.hidden
		level.artifact = level.artifact || outer.artifact
		if level.mcid < 0 {
			level.mcid = outer.mcid
		}
		if n >= limits.MarkedContents {
			if m.lost.marks++; m.lost.marks == 1 {
				m.warn(LimitReached, 0, -1, "marked content nested too deeply")
			}
			return
		}
	}
	m.marked = append(m.marked, level)
}

func (m *Machine) endMarked([]syntax.Token) {
	if m.lost.marks > 0 {
		m.lost.marks--
		return
	}
	if len(m.marked) <= m.markedFloor {
		m.warn(BadOperator, 0, -1, "EMC without BMC")
		return
	}
	m.marked = m.marked[:len(m.marked)-1]
}

// hidden reports whether what is painted now is in optional content that is
// off.
func (m *Machine) hidden() bool { return len(m.marked) > 0 && m.marked[len(m.marked)-1].hidden }

// markRun tells run r what marked content it is in.
func (m *Machine) markRun(r *Run) {
	r.MCID, r.Hidden, r.Artifact = -1, false, false
	if n := len(m.marked); n > 0 {
		l := &m.marked[n-1]
		r.MCID, r.Hidden, r.Artifact = l.mcid, l.hidden, l.artifact
	}
}

// replaceText puts the outermost ActualText in force on the first of its
// glyphs and takes the text from the others (ISO 32000-2, 14.9.4).
func (m *Machine) replaceText(glyphs []Glyph) {
	at := m.marked[len(m.marked)-1].replaces
	if at == 0 {
		return
	}
	l := &m.marked[at-1]
	for j := range glyphs {
		glyphs[j].Text = 0
		glyphs[j].Flags = glyphs[j].Flags&^(Unresolved|Guessed) | ActualText
	}
	if !l.used {
		glyphs[0].Text, l.used = l.actual, true
	}
}

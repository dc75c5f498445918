// Package stdmetrics holds the widths and heights of the standard 14 fonts,
// which a PDF file may use without stating them (ISO 32000-2, 9.6.2.2). All of it
// is constant data.
package stdmetrics

//go:generate go run gen.go -pdfbox /usr/share/java/pdfbox2.jar

// Metrics are the metrics of one font in thousandths of an em, as AFM files have
// them. They must not be changed.
type Metrics struct {
	Name   string // the standard name, Helvetica-BoldOblique
	Family string // Courier, Helvetica, Times, Symbol, ITC Zapf Dingbats

	// Ascent and Descent of Symbol and ZapfDingbats are those of the box,
	// and their CapHeight and XHeight are 0, for Adobe states none.
	Ascent, Descent    float32 // Descent is negative
	CapHeight, XHeight float32
	BBox               [4]float32 // left, bottom, right, top
	ItalicAngle        float32    // degrees, negative for italic

	Bold, Italic, Fixed, Serif bool
	Symbolic                   bool // Symbol and ZapfDingbats

	names  string   // sorted glyph names, one after the other
	start  []uint16 // where each name starts, and the end of the last
	widths []uint16 // width of each name; nil if all have the same
	fixed  uint16   // width of every glyph if widths is nil
	narrow bool     // widths are 0.82 of what the table has
}

// narrowing is the width of the narrow faces of Helvetica and Arial as a share of
// the normal ones; they are compressed by machine.
const narrowing = 0.82

// Width returns the advance of a named glyph in thousandths of an em.
func (m *Metrics) Width(glyphName string) (float32, bool) {
	lo, hi := 0, len(m.start)-1
	for lo < hi {
		if i := int(uint(lo+hi) / 2); m.names[m.start[i]:m.start[i+1]] < glyphName {
			lo = i + 1
		} else {
			hi = i
		}
	}
	if lo >= len(m.start)-1 || m.names[m.start[lo]:m.start[lo+1]] != glyphName {
		return 0, false
	}
	switch {
	case m.widths == nil:
		return float32(m.fixed), true
	case m.narrow:
		return float32(m.widths[lo]) * narrowing, true
	}
	return float32(m.widths[lo]), true
}

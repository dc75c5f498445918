package font

import (
	"math"

	"github.com/pdftext-go/pdftext/internal/fontfile"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/stdmetrics"
)

// Extents in ems that are believed, and those taken if no source has one. Real
// faces have ascents of 0.62 (Courier) to 1.2 and descents from -0.12; writers
// state 0, 10,000, or the box of the few glyphs in a subset. Word gives every
// font an XHeight of 0.25.
const (
	minAscent, maxAscent   = 0.5, 1.5
	minDescent, maxDescent = -0.8, -0.1
	usualAscent            = 0.8
	usualDescent           = -0.2

	minXHeight, maxXHeight     = 0.3, 0.7
	minCapHeight, maxCapHeight = 0.4, 1
)

// measure finds the extents of the font: the first that can be true of the
// descriptor, the standard font of the name, the program and the box.
func (l *loader) measure(prog *fontfile.Program, metrics *stdmetrics.Metrics) {
	const unit = 1.0 / 1000
	number := func(key pdfobj.Name) float64 {
		v, _ := l.doc.Number(l.desc[key])
		return v * unit
	}
	ascents := [...]float64{number("Ascent"), 0, 0, 0}
	descents := [...]float64{number("Descent"), 0, 0, 0}
	xHeights := [...]float64{number("XHeight"), 0}
	capHeights := [...]float64{number("CapHeight"), 0}
	if metrics != nil {
		ascents[1], descents[1] = float64(metrics.Ascent)*unit, float64(metrics.Descent)*unit
		xHeights[1], capHeights[1] = float64(metrics.XHeight)*unit, float64(metrics.CapHeight)*unit
	}
	if prog != nil {
		ascents[2], descents[2] = prog.Ascent, prog.Descent
	}
	descents[3], ascents[3] = l.box()

	f := l.f
	f.Ascent, f.Descent = usualAscent, usualDescent
	for _, a := range ascents {
		if minAscent <= a && a <= maxAscent {
			f.Ascent = a
			break
		}
	}
	for _, d := range descents {
		// A positive descent has lost its sign.
		if d = -math.Abs(d); minDescent <= d && d <= maxDescent {
			f.Descent = d
			break
		}
	}
	for _, x := range xHeights {
		if minXHeight <= x && x <= maxXHeight {
			f.XHeight = x
			break
		}
	}
	for _, c := range capHeights {
		if minCapHeight <= c && c <= maxCapHeight {
			f.CapHeight = c
			break
		}
	}
}

// box returns the bottom and the top of the FontBBox in ems.
func (l *loader) box() (bottom, top float64) {
	o, scale := l.desc["FontBBox"], 0.001
	if l.f.Type3 {
		o, scale = l.dict["FontBBox"], l.f.FontMatrix[3]
	}
	a := l.doc.Array(o)
	if len(a) != 4 {
		return 0, 0
	}
	y0, _ := l.doc.Number(a[1])
	y1, _ := l.doc.Number(a[3])
	y0, y1 = y0*scale, y1*scale
	return min(y0, y1), max(y0, y1)
}

// monospaced reports whether all letters of a simple font have one width. It
// believes the widths before the flag, if a narrow and a wide letter have one.
func (l *loader) monospaced(table *[256]Glyph) bool {
	narrow, wide := float32(0), float32(0)
	for _, g := range table {
		switch g.Text {
		case 'i', 'l', 'I', '.', ',':
			if g.Width > 0 && (narrow == 0 || g.Width < narrow) {
				narrow = g.Width
			}
		case 'm', 'w', 'M', 'W', 'e', 'n', 'o':
			wide = max(wide, g.Width)
		}
	}
	if narrow > 0 && wide > 0 {
		return wide-narrow < 0.01*wide
	}
	return l.f.Monospace
}

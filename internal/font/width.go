package font

import (
	"math"

	"github.com/pdftext-go/pdftext/internal/fontfile"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/stdmetrics"
)

// maxWidth is the widest advance believed, in thousandths of an em. The widest
// glyphs of real fonts, Arabic ligatures and long dashes, have 20 ems.
const maxWidth = 50_000

// sane returns a width in thousandths of an em, or what stands for it if it
// cannot be one.
func sane(w, instead float64) float64 {
	if math.Abs(w) > maxWidth || w != w {
		return instead
	}
	return w
}

// simpleWidths are the Widths of a simple font in glyph space units.
type simpleWidths struct {
	first, last int // codes that Widths has; last < first if it is missing
	width       [256]float64
	missing     float64 // MissingWidth
}

// has reports whether the font dictionary gives code a width that is not 0.
func (w *simpleWidths) has(code int) bool {
	return w.first <= code && code <= w.last && w.width[code] != 0
}

// none reports whether the font dictionary has no widths.
func (w *simpleWidths) none() bool { return w.last < w.first }

// readWidths reads FirstChar and Widths. LastChar adds nothing: where it
// differs from the length of Widths it is LastChar that is wrong.
func (l *loader) readWidths(w *simpleWidths) {
	w.first, w.last = 0, -1
	if m, ok := l.doc.Number(l.desc["MissingWidth"]); ok {
		w.missing = sane(m, 0)
	}
	for i := range w.width {
		w.width[i] = w.missing
	}
	array := l.doc.Array(l.dict["Widths"])
	if len(array) == 0 {
		return
	}
	first, ok := l.doc.Int(l.dict["FirstChar"])
	if !ok && len(array) < 256 {
		// Without FirstChar the array can only end at LastChar.
		if last, ok := l.doc.Int(l.dict["LastChar"]); ok {
			first = last - len(array) + 1
		}
	}
	bad := false
	w.first, w.last = 256, -1
	for i, o := range array {
		code := first + i
		if code > 255 {
			break
		}
		if code < 0 {
			continue
		}
		w.first, w.last = min(w.first, code), code
		n, ok := l.doc.Number(o)
		v := sane(n, math.NaN())
		if l.f.Type3 {
			// Glyph space is whatever FontMatrix makes of it.
			v = n
		}
		if ok && v == v {
			w.width[code] = v
		} else {
			bad = true
		}
	}
	if bad || w.none() {
		l.warn(BadWidths, "Widths")
	}
}

// fillWidths gives a font without Widths those of the standard font that it is,
// of its own program, or of the standard font that is nearest.
func (l *loader) fillWidths(w *simpleWidths, e *simpleEncoding, prog *fontfile.Program) {
	metrics, standard := stdmetrics.Lookup(l.name)
	if !standard && prog != nil && l.programWidths(w, e, prog) {
		return
	}
	if !standard {
		l.warn(BadWidths, "no Widths")
		metrics = stdmetrics.Substitute(l.f.Monospace, l.f.Serif, l.f.Bold, l.f.Italic)
	}
	for code := range w.width {
		name := e.name(code)
		if name == "" {
			continue
		}
		if v, ok := metrics.Width(name); ok {
			w.width[code] = float64(v)
		} else if !standard && w.missing == 0 {
			w.width[code] = substituteWidth
		}
	}
}

// substituteWidth is the advance of a glyph that a substitute does not have:
// that of a digit.
const substituteWidth = 500

// programWidths takes the advances of the font program. It reports false if
// that has none.
func (l *loader) programWidths(w *simpleWidths, e *simpleEncoding, prog *fontfile.Program) bool {
	any := false
	for code := range w.width {
		gid, ok := simpleGID(prog, e, code)
		if !ok {
			continue
		}
		if a, ok := prog.Advance(gid); ok {
			w.width[code] = sane(1000*a, w.missing)
			any = true
		}
	}
	return any
}

// matrix returns a FontMatrix, or that of all fonts but Type 3 if it is
// missing or maps everything to a line.
func (l *loader) matrix(o pdfobj.Object) [6]float64 {
	m := [6]float64{0.001, 0, 0, 0.001, 0, 0}
	a := l.doc.Array(o)
	if len(a) != 6 {
		l.warn(BadDictionary, "FontMatrix")
		return m
	}
	var v [6]float64
	for i, o := range a {
		n, ok := l.doc.Number(o)
		if !ok || math.Abs(n) > maxMatrix {
			l.warn(BadDictionary, "FontMatrix")
			return m
		}
		v[i] = n
	}
	if det := v[0]*v[3] - v[1]*v[2]; math.Abs(det) < minDeterminant {
		l.warn(BadDictionary, "FontMatrix")
		return m
	}
	return v
}

// Bounds of a FontMatrix. Bitmap fonts of TeX have 1, and coordinates beyond
// this would leave any page.
const (
	maxMatrix      = 1e4
	minDeterminant = 1e-18
)

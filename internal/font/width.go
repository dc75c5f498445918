package font

import (
	"math"

	"github.com/pdftext-go/pdftext/internal/encoding"
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
	given       [256]bool
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
			w.width[code], w.given[code] = v, true
		} else {
			bad = true
		}
	}
	if bad || w.none() {
		l.warn(BadWidths, "Widths")
	}
}

// completeWidths gives the codes that Widths leaves out those of the standard
// font that the font is, unless MissingWidth says what they have.
func (l *loader) completeWidths(w *simpleWidths, e *simpleEncoding) {
	metrics, standard := stdmetrics.Lookup(l.name)
	if !standard || w.missing != 0 {
		return
	}
	base := e.base
	if base == encoding.None {
		base = l.standardEncoding()
	}
	for code := range w.width {
		if w.given[code] {
			continue
		}
		name := e.names[code]
		if name == "" {
			name = base.Name(byte(code))
		}
		if v, ok := metrics.Width(name); ok {
			w.width[code] = float64(v)
		}
	}
}

// fillWidths gives a font without Widths those of the standard font that it is,
// or of its own program, and where that has none of the standard font that is
// nearest.
func (l *loader) fillWidths(w *simpleWidths, e *simpleEncoding, prog *fontfile.Program) {
	metrics, standard := stdmetrics.Lookup(l.name)
	if !standard {
		l.warn(BadWidths, "no Widths")
		metrics = stdmetrics.Substitute(l.f.Monospace, l.f.Serif, l.f.Bold, l.f.Italic)
	}
	for code := range w.width {
		name := e.name(code)
		if name == "" && prog != nil {
			name = prog.BuiltinName(byte(code))
		}
		if standard {
			if v, ok := metrics.Width(name); ok {
				w.width[code] = float64(v)
				continue
			}
		}
		if prog != nil {
			if gid, ok := simpleGID(prog, e, code); ok {
				if a, ok := prog.Advance(gid); ok {
					w.width[code] = sane(1000*a, w.missing)
					continue
				}
			}
		}
		if v, ok := metrics.Width(name); ok {
			w.width[code] = float64(v)
		} else if name != "" && !standard && w.missing == 0 {
			w.width[code] = substituteWidth
		}
	}
}

// substituteWidth is the advance of a glyph that a substitute does not have:
// that of a digit.
const substituteWidth = 500

// A letter with less than lieShare of its usual advance has a width that cannot
// be true. Where only some widths of a font are so, and not all, it is them that
// are broken and the glyphs are set one by one; a font whose widths are all 0
// is set that way on purpose.
const lieShare = 0.25

// maxLie is lieShare of the widest letter, which most widths are above.
const maxLie = lieShare * 0.944

// lies reports whether width, in ems, cannot be the advance of a text.
func lies(text int32, width float32) bool {
	return width < maxLie && 0 <= text && int(text) < len(usualWidths) &&
		width < lieShare/1000*float32(usualWidths[text])
}

// usualWidths are the advances of letters and digits in Helvetica, in
// thousandths of an em.
var usualWidths = [...]uint16{
	'0': 556, '1': 556, '2': 556, '3': 556, '4': 556, '5': 556, '6': 556, '7': 556, '8': 556, '9': 556,
	'A': 667, 'B': 667, 'C': 722, 'D': 722, 'E': 667, 'F': 611, 'G': 778, 'H': 722, 'I': 278, 'J': 500,
	'K': 667, 'L': 556, 'M': 833, 'N': 722, 'O': 778, 'P': 667, 'Q': 778, 'R': 722, 'S': 667, 'T': 611,
	'U': 722, 'V': 667, 'W': 944, 'X': 667, 'Y': 667, 'Z': 611,
	'a': 556, 'b': 556, 'c': 500, 'd': 556, 'e': 556, 'f': 278, 'g': 556, 'h': 556, 'i': 222, 'j': 222,
	'k': 500, 'l': 222, 'm': 833, 'n': 556, 'o': 556, 'p': 556, 'q': 556, 'r': 333, 's': 500, 't': 278,
	'u': 556, 'v': 500, 'w': 722, 'x': 500, 'y': 500, 'z': 500,
}

// mendWidths replaces the widths of letters that lie by those of the program, or
// if there is none by those of the standard font that is nearest. It reports
// whether any lies.
func (l *loader) mendWidths(s *simpleFont, prog *fontfile.Program, mend bool) bool {
	if l.f.Type3 || s.widths.none() {
		return false
	}
	metrics, standard := stdmetrics.Lookup(l.name)
	found := false
	for code, k := range s.link {
		if k == unresolved || !lies(s.value[code], float32(s.widths.width[code]/1000)) {
			continue
		}
		if !found && !s.widths.mixed() {
			return false
		}
		found = true
		if !mend {
			continue
		}
		w := float64(usualWidths[s.value[code]])
		if standard {
			if v, ok := metrics.Width(s.encoding.name(code)); ok {
				w = float64(v)
			}
		}
		if prog != nil {
			if gid, ok := simpleGID(prog, &s.encoding, code); ok {
				if a, ok := prog.Advance(gid); ok {
					w = sane(1000*a, w)
				}
			}
		}
		s.widths.width[code] = w
	}
	return found
}

// mixed reports whether some width is that of a letter.
func (w *simpleWidths) mixed() bool {
	for _, v := range w.width {
		if v >= 1000*maxLie {
			return true
		}
	}
	return false
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

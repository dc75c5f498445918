package font

import (
	"fmt"

	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

// A simpleEncoding is the Encoding entry of a simple font (ISO 32000-2,
// 9.6.5): a base encoding, where it names one, and the Differences from it.
type simpleEncoding struct {
	base        encoding.Encoding
	differences bool
	names       [256]string // of Differences
	zapf        bool        // the glyph names are those of Zapf Dingbats
}

// readEncoding reads the Encoding entry of l.dict into e.
func (l *loader) readEncoding(e *simpleEncoding) {
	switch v := l.doc.Resolve(l.dict["Encoding"]).(type) {
	case nil:
	case pdfobj.Name:
		if e.base = encoding.ByName(string(v)); e.base == encoding.None {
			l.warn(BadEncoding, fmt.Sprintf("unknown Encoding %.32q", string(v)))
		}
	case pdfobj.Dict:
		e.base = encoding.ByName(string(l.doc.Name(v["BaseEncoding"])))
		code := 0
		differences := l.doc.Array(v["Differences"])
		if len(differences) > limits.Differences {
			differences = differences[:limits.Differences]
			l.warn(BadEncoding, "Differences too long")
		}
		for _, o := range differences {
			switch o := l.doc.Resolve(o).(type) {
			case pdfobj.Name:
				if 0 <= code && code <= 255 {
					e.names[code] = string(o)
					e.differences = true
				}
				code++
			case int64:
				code = int(max(-1<<16, min(o, 1<<16)))
			case float64:
				code = int(max(-1<<16, min(o, 1<<16)))
			}
		}
	default:
		l.warn(BadEncoding, "Encoding is neither a name nor a dictionary")
	}
}

// name returns the glyph name that the PDF gives a code, "" if it gives none.
func (e *simpleEncoding) name(code int) string {
	if n := e.names[code]; n != "" {
		return n
	}
	return e.base.Name(byte(code))
}

// text returns the text that the PDF's glyph name of a code has. ok is false
// if there is no name or no list knows it; then value may be a private-use
// character that the name spells out.
func (e *simpleEncoding) text(t *texts, code int) (value int32, ok bool) {
	if n := e.names[code]; n != "" {
		return t.named(n, e.zapf)
	}
	r := e.base.Rune(byte(code))
	return r, r != 0
}

// used returns how many codes have the glyph name.
func (e *simpleEncoding) used(name string) int {
	n := 0
	for code := range 256 {
		if e.name(code) == name {
			n++
		}
	}
	return n
}

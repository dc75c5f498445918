package font

import (
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/encoding"
	"golang.org/x/text/unicode/norm"
)

// noText is the value of a code that no source has text for.
const noText = unicode.ReplacementChar

// A texts keeps the texts of a font that have more than one character. A text
// is a value as in Glyph.Text: its only character, or ^i for strings[i].
type texts struct {
	strings []string
}

// value returns the value of s.
func (t *texts) value(s string) int32 {
	if r, n := utf8.DecodeRuneInString(s); n == len(s) && n > 0 {
		return r
	}
	for i, x := range t.strings {
		if x == s {
			return ^int32(i)
		}
	}
	t.strings = append(t.strings, s)
	return ^int32(len(t.strings) - 1)
}

// named returns the text of a glyph name, as simpleEncoding.text does.
func (t *texts) named(name string, zapf bool) (value int32, ok bool) {
	s, q := encoding.Text(name, zapf)
	if s == "" {
		return 0, false
	}
	return t.value(s), q == encoding.Exact || q == encoding.Derived
}

// string returns the text that a value stands for.
func (t *texts) string(value int32) string {
	if value < 0 {
		return t.strings[^value]
	}
	return string(value)
}

// A nameTexts keeps the texts of more than one character that the glyph names
// of a composite font yield while it is used.
type nameTexts struct {
	mu    sync.Mutex
	index map[string]int32
	list  atomic.Pointer[[]string]
}

// add returns the index of s.
func (t *nameTexts) add(s string) int32 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if i, ok := t.index[s]; ok {
		return i
	}
	var list []string
	if old := t.list.Load(); old != nil {
		list = *old
	}
	i := int32(len(list))
	list = append(list, s) // readers see the slices as they were stored
	if t.index == nil {
		t.index = make(map[string]int32)
	}
	t.index[s] = i
	t.list.Store(&list)
	return i
}

func (t *nameTexts) at(i int) string {
	if list := t.list.Load(); list != nil && i < len(*list) {
		return (*list)[i]
	}
	return ""
}

// same reports whether two texts mean the same: after NFKC, with the
// characters unified that glyph names do not tell apart.
func same(a, b string) bool {
	return a == b || unified(a) == unified(b)
}

func unified(s string) string {
	s = norm.NFKC.String(s)
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u00AD' || r == '\u2010' || r == '\u2011' || r == '\u2212': // hyphens, minus
			return '-'
		case r == '\u2206': // increment
			return '\u0394' // Delta
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, s)
}

// blank reports whether s is white space, with one character at least.
func blank(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return s != ""
}

// privateUse reports whether r is a private-use character.
func privateUse(r int32) bool {
	return 0xE000 <= r && r <= 0xF8FF || r >= 0xF0000
}

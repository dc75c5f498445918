package stdmetrics

import "strings"

// Lookup returns the metrics of a standard font by its name or an alias, as
// ABCDEF+TimesNewRomanPS-BoldItalicMT, Arial,Bold, "Courier New" or SymbolMT.
// Arial, Times New Roman and Courier New have the widths of Helvetica, Times and
// Courier for all that the latter contain. Names of which any part is unknown
// (Arial Black, Helvetica Neue) are no aliases.
func Lookup(baseFont string) (*Metrics, bool) {
	var buf [maxName]byte
	name, ok := fold(buf[:0], baseFont)
	if !ok {
		return nil, false
	}
	for _, f := range families {
		rest, ok := strings.CutPrefix(string(name), f.prefix)
		if !ok {
			continue
		}
		bold, italic, ok := styles(rest)
		if !ok {
			return nil, false
		}
		return face(f.family, bold, italic), true
	}
	return nil, false
}

// Substitute returns the standard text font that comes nearest to a font with
// the given look. Serif counts only if the font is not fixed.
func Substitute(fixed, serif, bold, italic bool) *Metrics {
	switch {
	case fixed:
		return face(courier, bold, italic)
	case serif:
		return face(times, bold, italic)
	}
	return face(helvetica, bold, italic)
}

// maxName bounds the folded name. The longest alias has 30 bytes.
const maxName = 48

// Families by their place in the array standard; those of text have four faces.
const (
	courier   = 0
	helvetica = 4
	times     = 8
	symbol    = 12
	zapf      = 13
	narrow    = 14
)

// families lists how folded names start. The first that fits decides, so a longer
// one stands before its own prefix.
var families = [...]struct {
	prefix string
	family int
}{
	{"arialnarrow", narrow},
	{"arial", helvetica},
	{"helveticanarrow", narrow},
	{"helvetica", helvetica},
	{"timesnewroman", times},
	{"times", times},
	{"couriernew", courier},
	{"courier", courier},
	{"symbol", symbol},
	{"zapfdingbats", zapf},
	{"itczapfdingbats", zapf},
	{"dingbats", zapf},
}

// face returns one face of a family.
func face(family int, bold, italic bool) *Metrics {
	if family == symbol || family == zapf {
		return &standard[family]
	}
	style := 0
	if bold {
		style++
	}
	if italic {
		style += 2
	}
	if family == narrow {
		return &narrows[style]
	}
	return &standard[family+style]
}

// styles reads what follows the family: style words and the codes of foundries
// and character sets.
func styles(rest string) (bold, italic, ok bool) {
next:
	for rest != "" {
		for _, w := range styleWords {
			if tail, found := strings.CutPrefix(rest, w.word); found {
				bold = bold || w.bold
				italic = italic || w.italic
				rest = tail
				continue next
			}
		}
		return false, false, false
	}
	return bold, italic, true
}

var styleWords = [...]struct {
	word         string
	bold, italic bool
}{
	{"bold", true, false},
	{"italic", false, true},
	{"oblique", false, true},
	{"roman", false, false},
	{"regular", false, false},
	{"normal", false, false},
	{"std", false, false},
	{"ps", false, false},
	{"mt", false, false},
	// Character sets of Windows 3.1, which later versions still list.
	{"cyr", false, false},
	{"ce", false, false},
	{"greek", false, false},
	{"baltic", false, false},
	{"tur", false, false},
}

// fold appends a font name to dst without subset tags, separators and NULs and in
// lower case. It fails for names that are too long or not ASCII.
func fold(dst []byte, name string) ([]byte, bool) {
	for hasSubsetTag(name) {
		name = name[7:]
	}
	for i := range len(name) {
		c := name[i]
		switch {
		case c == ' ' || c == ',' || c == '-' || c == '_' || c == 0:
			continue
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c >= 0x80:
			return nil, false
		}
		if len(dst) == maxName {
			return nil, false
		}
		dst = append(dst, c)
	}
	return dst, true
}

// hasSubsetTag reports whether a name starts with six capitals and a plus sign
// (ISO 32000-2, 9.9.2).
func hasSubsetTag(name string) bool {
	if len(name) < 7 || name[6] != '+' {
		return false
	}
	for _, c := range []byte(name[:6]) {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return true
}

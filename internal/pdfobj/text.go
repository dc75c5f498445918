package pdfobj

import (
	"strings"
	"unicode/utf16"

	"github.com/pdftext-go/pdftext/internal/encoding"
)

// languageEscape begins and ends a language code inside a text string (ISO 32000-2,
// 7.9.2.2.3).
const languageEscape = 0x1B

// Text returns a text string (ISO 32000-2, 7.9.2.2) as UTF-8: UTF-16 or UTF-8
// by its byte order mark, else PDFDocEncoding. UTF-16LE is not in the standard
// and is read as well. Language codes are left out, ends of lines and tabs
// become blanks, and other control characters are left out.
func (s String) Text() string {
	var runes []rune
	switch {
	case strings.HasPrefix(string(s), "\xfe\xff"), strings.HasPrefix(string(s), "\xff\xfe"):
		high, low := 0, 1
		if s[0] == 0xff {
			high, low = 1, 0
		}
		units := make([]uint16, 0, len(s)/2)
		for i := 2; i+1 < len(s); i += 2 {
			units = append(units, uint16(s[i+high])<<8|uint16(s[i+low]))
		}
		runes = utf16.Decode(units)
	case strings.HasPrefix(string(s), "\xef\xbb\xbf"):
		runes = []rune(strings.ToValidUTF8(string(s[3:]), "\ufffd"))
	default:
		for i := 0; i < len(s); i++ {
			r := encoding.PDFDoc.Rune(s[i])
			if r == 0 {
				r = rune(s[i])
			}
			runes = append(runes, r)
		}
	}
	out := runes[:0]
	escaped := false
	for _, r := range runes {
		switch {
		case r == languageEscape:
			escaped = !escaped
		case escaped:
		case r == '\t' || r == '\n' || r == '\r':
			out = append(out, ' ')
		case r < ' ' || 0x7F <= r && r < 0xA0:
		default:
			out = append(out, r)
		}
	}
	return string(out)
}

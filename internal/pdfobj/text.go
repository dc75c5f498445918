package pdfobj

import (
	"strings"
	"unicode/utf16"
)

// Text returns a text string (ISO 32000-2, 7.9.2.2) as UTF-8: UTF-16 or UTF-8
// by its byte order mark, otherwise Latin-1 with the differences of
// PDFDocEncoding left out.
func (s String) Text() string {
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
		return string(utf16.Decode(units))
	case strings.HasPrefix(string(s), "\xef\xbb\xbf"):
		return strings.ToValidUTF8(string(s[3:]), "\ufffd")
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

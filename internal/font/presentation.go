package font

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Presentation forms are characters of how a letter or a ligature looks: fi, the
// shapes that Arabic letters have within a word. Text is made of the letters, so
// that it can be searched; the glyph stays one, with its own box.

// isPresentation reports whether r is in one of the blocks of presentation forms:
// alphabetic, Arabic A and Arabic B.
func isPresentation(r rune) bool { return 0xFB00 <= r && r <= 0xFDFF || 0xFE70 <= r && r <= 0xFEFC }

// plain returns s with letters in place of presentation forms, as NFKC has them.
// Forms of marks that stand alone stay: NFKC puts a space before those.
func plain(s string) string {
	if strings.IndexFunc(s, isPresentation) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		form := string(r)
		if isPresentation(r) {
			if letters := norm.NFKC.String(form); letters[0] != ' ' {
				form = letters
			}
		}
		b.WriteString(form)
	}
	return b.String()
}

// plain returns the value of a text without its presentation forms.
func (t *texts) plain(value int32) int32 {
	if value >= 0 && !isPresentation(value) {
		return value
	}
	return t.value(plain(t.string(value)))
}

// plain is texts.plain for a composite font.
func (c *composite) plain(value int32) int32 {
	if value >= 0 && !isPresentation(value) {
		return value
	}
	s := string(value)
	if value < 0 {
		s = c.font.String(^value)
	}
	if letters := plain(s); letters != s {
		return c.value(letters)
	}
	return value
}

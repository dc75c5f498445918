// Package commonmark writes text as CommonMark that reads back as the same
// text (CommonMark 0.31 with the tables and strike-through of GitHub).
package commonmark

import (
	"unicode"
	"unicode/utf8"
)

// AppendText appends text to b with a backslash before each sign that would be
// markup. Text is one line; start says that it stands at the start of a block,
// where lists, headings, quotes and thematic breaks begin. In a table bars are
// escaped as well; elsewhere as well, since a line with bars over one of dashes
// is a table.
func AppendText(b []byte, text []byte, start bool) []byte {
	if start {
		var n int
		b, n = appendStart(b, text)
		text = text[n:]
	}
	prev := rune(0)
	if len(b) > 0 {
		prev, _ = utf8.DecodeLastRune(b)
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		next, _ := utf8.DecodeRune(text[i+n:])
		if i+n == len(text) {
			next = 0
		}
		switch r {
		case '\\', '`', '*', '[', ']', '<', '|', '~':
			b = append(b, '\\')
		case '_':
			// Inside a word it is no emphasis.
			if !(word(prev) && word(next)) {
				b = append(b, '\\')
			}
		case '&':
			if next == '#' || next < 0x80 && word(next) {
				b = append(b, '\\')
			}
		case '!':
			if next == '[' {
				b = append(b, '\\')
			}
		case '\n', '\r', '\t', '\v', '\f', '\u2028', '\u2029', '\u0085':
			r = ' '
		}
		b = utf8.AppendRune(b, r)
		prev = r
		i += n
	}
	return b
}

func word(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// appendStart appends what would begin a block other than a paragraph,
// escaped, and returns how many bytes of text that was.
func appendStart(b, text []byte) ([]byte, int) {
	n := 0
	for n < len(text) && (text[n] == ' ' || text[n] == '\t') {
		n++ // four blanks begin code
	}
	t := text[n:]
	if len(t) == 0 {
		return b, n
	}
	blankAt := func(i int) bool { return i >= len(t) || t[i] == ' ' || t[i] == '\t' }
	switch c := t[0]; {
	case c == '#':
		k := 0
		for k < len(t) && t[k] == '#' {
			k++
		}
		if blankAt(k) {
			return append(b, '\\', '#'), n + 1
		}
	case c == '>' || c == '=':
		return append(b, '\\', c), n + 1
	case c == '+' || c == '-':
		if blankAt(1) || c == '-' && t[1] == '-' || c == '-' && only(t, "- \t") {
			return append(b, '\\', c), n + 1
		}
	case c == ':':
		if len(t) > 1 && t[1] == '-' {
			return append(b, '\\', c), n + 1
		}
	case '0' <= c && c <= '9':
		k := 0
		for k < len(t) && '0' <= t[k] && t[k] <= '9' {
			k++
		}
		if k < len(t) && k <= 9 && (t[k] == '.' || t[k] == ')') && blankAt(k+1) {
			b = append(b, t[:k]...)
			return append(b, '\\', t[k]), n + k + 1
		}
	}
	return b, n
}

// only reports whether text is made of the bytes of set.
func only(text []byte, set string) bool {
	for _, c := range text {
		found := false
		for i := range len(set) {
			found = found || set[i] == c
		}
		if !found {
			return false
		}
	}
	return true
}

// AppendCode appends text as a code span. An empty text leaves nothing.
func AppendCode(b []byte, text []byte) []byte {
	if len(text) == 0 {
		return b
	}
	fence, run := 0, 0
	for _, c := range text {
		if c == '`' {
			run++
			fence = max(fence, run)
		} else {
			run = 0
		}
	}
	fence++
	pad := text[0] == '`' || text[len(text)-1] == '`' || text[0] == ' ' && text[len(text)-1] == ' '
	for range fence {
		b = append(b, '`')
	}
	if pad {
		b = append(b, ' ')
	}
	b = append(b, text...)
	if pad {
		b = append(b, ' ')
	}
	for range fence {
		b = append(b, '`')
	}
	return b
}

// Fence returns how many backticks a fence around text needs.
func Fence(text []byte) int {
	fence, run := 3, 0
	for _, c := range text {
		if c != '`' {
			run = 0
			continue
		}
		if run++; run >= fence {
			fence = run + 1
		}
	}
	return fence
}

// Emphasis reports whether delimiters of asterisks between before and first,
// and between last and after, open and close emphasis. A rune is 0 where the
// line ends. (CommonMark 6.2: left- and right-flanking runs.)
func Emphasis(before, first, last, after rune) bool {
	return flanks(before, first) && flanks(after, last)
}

// flanks reports whether a delimiter between out and in binds to in.
func flanks(out, in rune) bool {
	if in == 0 || unicode.IsSpace(in) {
		return false
	}
	return !punct(in) || out == 0 || unicode.IsSpace(out) || punct(out)
}

func punct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }

package fontfile

// A tokenizer cuts PostScript text into tokens: names with their slash, strings
// with their parentheses, words, and brackets one by one. Comments are skipped.
type tokenizer struct {
	text string
	at   int
}

// next returns the next token, "" at the end.
func (s *tokenizer) next() string {
	s.skip()
	start := s.at
	if start == len(s.text) {
		return ""
	}
	c := s.text[start]
	s.at++
	switch {
	case c == '(':
		s.skipString()
	case c == '/' || !isDelimiter(c):
		for s.at < len(s.text) && !isSpace(s.text[s.at]) && !isDelimiter(s.text[s.at]) {
			s.at++
		}
	}
	return s.text[start:s.at]
}

// skip skips white space and comments.
func (s *tokenizer) skip() {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '%':
			for s.at < len(s.text) && s.text[s.at] != '\n' && s.text[s.at] != '\r' {
				s.at++
			}
		case isSpace(c):
			s.at++
		default:
			return
		}
	}
}

// skipString skips a string behind its first parenthesis. Of one that is longer
// than any real one only a part is skipped.
func (s *tokenizer) skipString() {
	start, depth := s.at, 1
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				s.at++
				return
			}
		}
		if s.at-start > maxString {
			break
		}
	}
	s.at = min(s.at, len(s.text))
}

// maxString bounds a string of the clear text. Copyright notices have 1,000 bytes.
const maxString = 1 << 14

// literal reads a string and returns what is in it.
func (s *tokenizer) literal() string {
	t := s.next()
	if len(t) < 2 || t[0] != '(' || t[len(t)-1] != ')' {
		return ""
	}
	t = t[1 : len(t)-1]
	b := make([]byte, 0, len(t))
	for i := 0; i < len(t); i++ {
		c := t[i]
		if c == '\\' && i+1 < len(t) {
			i++
			c = t[i]
			if c >= '0' && c <= '7' { // an octal code, never a letter of a name
				for n := 0; n < 2 && i+1 < len(t) && t[i+1] >= '0' && t[i+1] <= '7'; n++ {
					i++
				}
				continue
			}
		}
		b = append(b, c)
	}
	return printable(b)
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func isDelimiter(c byte) bool {
	switch c {
	case '(', ')', '<', '>', '[', ']', '{', '}', '/', '%':
		return true
	}
	return false
}

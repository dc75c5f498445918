package commonmark

// AppendDestination appends the destination of an inline link, which stands
// between its parentheses (CommonMark 6.3). uri has no blanks, controls or
// pointed brackets.
func AppendDestination(b []byte, uri string) []byte {
	for i := range len(uri) {
		switch c := uri[i]; {
		case c == '(' || c == ')' || c == '\\' || c == '|': // the bar ends a table's field
			b = append(b, '\\', c)
		case c == '&' && entity(uri[i+1:]):
			b = append(b, "&amp;"...) // readers differ on a backslash here
		default:
			b = append(b, c)
		}
	}
	return b
}

// maxEntity is longer than the names of entities.
const maxEntity = 40

// entity reports whether what follows an ampersand may make it an entity.
func entity(s string) bool {
	for i := range min(len(s), maxEntity) {
		switch c := s[i]; {
		case c == ';':
			return i > 0
		case c != '#' && (c >= 0x80 || !word(rune(c))):
			return false
		}
	}
	return false
}

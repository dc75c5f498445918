// Package syntax scans the tokens of content streams and CMaps
// (ISO 32000-2, 7.2 and 7.3). It never fails: bytes that begin no token are
// passed over, and every call moves forward until the end.
package syntax

// A Kind classifies a Token.
type Kind uint8

// Kinds of token.
const (
	EOF        Kind = iota
	Number          // 12, -.5, +3.
	Name            // /Name
	String          // (text) or <hex>
	ArrayOpen       // [
	ArrayClose      // ]
	DictOpen        // <<
	DictClose       // >>
	Keyword         // an operator, true, false, null, or { and }
)

// A Token is one token; Scanner.Bytes gives its bytes. It has no pointers, so
// that a stack of operands costs the garbage collector nothing, and no more
// than four fields, so that the compiler keeps it in registers.
type Token struct {
	Num  float64 // value of a Number
	Off  uint32  // where its bytes are in the data, or with scratch set in the scratch buffer
	N    uint32  // how many there are
	Kind Kind
}

// scratch is set in Token.Off where the bytes had to be decoded.
const scratch = 1 << 31

// A Scanner reads tokens from a slice.
type Scanner struct {
	data    []byte
	pos     int
	scratch []byte
}

// Reset makes s read data from its start. Tokens read before are invalid.
func (s *Scanner) Reset(data []byte) {
	s.data, s.pos, s.scratch = data, 0, s.scratch[:0]
}

// New returns a Scanner that reads data.
func New(data []byte) *Scanner { return &Scanner{data: data} }

// Offset returns the position after the token read last.
func (s *Scanner) Offset() int { return s.pos }

// Bytes returns the bytes of t: a name without its slash and with #xx decoded,
// a string with its escapes resolved, a keyword as it stands. They are valid
// until Forget or Reset, and must not be changed.
func (s *Scanner) Bytes(t Token) []byte {
	if t.Off&scratch != 0 {
		return s.scratch[t.Off&^scratch:][:t.N]
	}
	return s.data[t.Off : t.Off+t.N]
}

// Forget frees the bytes of the strings and names read so far that had to be
// decoded. Their tokens are invalid after it.
func (s *Scanner) Forget() { s.scratch = s.scratch[:0] }

// Character classes of ISO 32000-2, 7.2.3.
const (
	regular = 0
	white   = 1
	delim   = 2
	digit   = 4 // also + - .
)

// class gives the class of each byte.
var class = [256]uint8{
	0: white, '\t': white, '\n': white, '\f': white, '\r': white, ' ': white,
	'(': delim, ')': delim, '<': delim, '>': delim, '[': delim, ']': delim,
	'{': delim, '}': delim, '/': delim, '%': delim,
	'0': digit, '1': digit, '2': digit, '3': digit, '4': digit, '5': digit,
	'6': digit, '7': digit, '8': digit, '9': digit, '+': digit, '-': digit, '.': digit,
}

// IsSpace reports whether c is a white-space character.
func IsSpace(c byte) bool { return class[c] == white }

// IsRegular reports whether c is neither white space nor a delimiter.
func IsRegular(c byte) bool { return class[c]&(white|delim) == 0 }

// Next returns the next token.
func (s *Scanner) Next() Token {
	data, pos := s.data, s.pos
	for pos < len(data) {
		c := data[pos]
		switch class[c] {
		case white:
			pos++
		case digit:
			if t, ok := s.plainNumber(pos); ok {
				return t
			}
			s.pos = pos
			return s.number()
		case regular:
			start := pos
			for pos++; pos < len(data) && class[data[pos]]&(white|delim) == 0; pos++ {
			}
			s.pos = pos
			return Token{Kind: Keyword, Off: uint32(start), N: uint32(pos - start)}
		default:
			s.pos = pos + 1
			switch c {
			case '/':
				return s.name()
			case '(':
				return s.literal()
			case '[':
				return Token{Kind: ArrayOpen, Off: uint32(pos), N: 1}
			case ']':
				return Token{Kind: ArrayClose, Off: uint32(pos), N: 1}
			case '{', '}':
				return Token{Kind: Keyword, Off: uint32(pos), N: 1}
			case '<':
				if s.pos < len(data) && data[s.pos] == '<' {
					s.pos++
					return Token{Kind: DictOpen, Off: uint32(pos), N: 2}
				}
				return s.hex()
			case '>':
				if s.pos < len(data) && data[s.pos] == '>' {
					s.pos++
					return Token{Kind: DictClose, Off: uint32(pos), N: 2}
				}
				pos++
			case '%':
				for pos++; pos < len(data) && data[pos] != '\n' && data[pos] != '\r'; pos++ {
				}
			default: // a stray closing parenthesis
				pos++
			}
		}
	}
	s.pos = pos
	return Token{Kind: EOF, Off: uint32(pos)}
}

// maxMantissa is where further digits no longer fit the mantissa; the digits
// behind the point that go with it are below the precision of a float64.
const maxMantissa = 1 << 59

// plainNumber reads a number as the standard writes it, up to 15 digits, at
// pos. It reports whether there is one; nearly all numbers of real files are,
// and they take half the time that number does.
func (s *Scanner) plainNumber(pos int) (Token, bool) {
	data, start := s.data, pos
	neg := data[pos] == '-'
	if neg {
		pos++
	}
	var mant uint64
	first := pos
	for pos < len(data) && data[pos]-'0' <= 9 {
		mant = mant*10 + uint64(data[pos]-'0')
		pos++
	}
	digits, scale := pos-first, 0
	if pos < len(data) && data[pos] == '.' {
		pos++
		first = pos
		for pos < len(data) && data[pos]-'0' <= 9 {
			mant = mant*10 + uint64(data[pos]-'0')
			pos++
		}
		scale = pos - first
	}
	if n := digits + scale; n == 0 || n > 15 || pos < len(data) && class[data[pos]]&(white|delim) == 0 {
		return Token{}, false
	}
	f := float64(mant)
	if scale > 0 {
		f /= powers[scale&15]
	}
	if neg {
		f = 0 - f // no negative zero
	}
	s.pos = pos
	return Token{Kind: Number, Num: f, Off: uint32(start), N: uint32(pos - start)}, true
}

// number reads any number. Real files hold "--5", "1.2.3", "12-34" and "4e-5":
// repeated signs count once, a second point begins a new number, a sign inside
// is passed over as Acrobat does, and an exponent is taken.
func (s *Scanner) number() Token {
	data, start, pos := s.data, s.pos, s.pos
	neg := false
	for pos < len(data) && (data[pos] == '+' || data[pos] == '-') {
		neg = neg || data[pos] == '-'
		pos++
	}
	var mant uint64
	digits, scale := 0, 0
	dot := false
loop:
	for ; pos < len(data); pos++ {
		c := data[pos]
		switch {
		case '0' <= c && c <= '9':
			digits++
			if mant < maxMantissa/10 {
				mant = mant*10 + uint64(c-'0')
				if dot {
					scale++
				}
			} else if !dot {
				scale--
			}
		case c == '.' && !dot:
			dot = true
		case c == '-' && digits > 0:
		default:
			break loop
		}
	}
	if digits == 0 && !dot && pos < len(data) && IsRegular(data[pos]) {
		// A word that begins with a sign, such as "-|" in a font program.
		for pos < len(data) && IsRegular(data[pos]) {
			pos++
		}
		s.pos = pos
		return Token{Kind: Keyword, Off: uint32(start), N: uint32(pos - start)}
	}
	if pos == start || (pos == start+1 && digits == 0 && !dot && pos < len(data) && data[pos] == '.') {
		pos++
	}
	f := float64(mant)
	if pos+1 < len(data) && data[pos]|0x20 == 'e' && digits > 0 {
		if exp, n := exponent(data[pos+1:]); n > 0 {
			scale -= exp
			pos += 1 + n
		}
	}
	switch {
	case scale > 0 && scale < len(powers):
		f /= powers[scale]
	case scale < 0 && -scale < len(powers):
		f *= powers[-scale]
	case scale > 0:
		f = 0
	case scale < 0:
		f = 1e30 // no page is so large; what uses it is clipped
	}
	if neg && f != 0 {
		f = -f
	}
	s.pos = pos
	return Token{Kind: Number, Num: f, Off: uint32(start), N: uint32(pos - start)}
}

// exponent reads a decimal exponent and returns it with its length.
func exponent(b []byte) (exp, n int) {
	neg := false
	if len(b) > 0 && (b[0] == '-' || b[0] == '+') {
		neg = b[0] == '-'
		n++
	}
	first := n
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		if exp < 1000 {
			exp = exp*10 + int(b[n]-'0')
		}
		n++
	}
	if n == first {
		return 0, 0
	}
	if neg {
		exp = -exp
	}
	return exp, n
}

var powers = [...]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28, 1e29, 1e30,
}

// name reads a name; its slash is read already.
func (s *Scanner) name() Token {
	data, start, pos := s.data, s.pos, s.pos
	escaped := false
	for pos < len(data) && class[data[pos]]&(white|delim) == 0 {
		escaped = escaped || data[pos] == '#'
		pos++
	}
	s.pos = pos
	if !escaped {
		return Token{Kind: Name, Off: uint32(start), N: uint32(pos - start)}
	}
	off := len(s.scratch)
	for i := start; i < pos; i++ {
		if data[i] == '#' && i+2 < pos && hexValues[data[i+1]] < 16 && hexValues[data[i+2]] < 16 {
			s.scratch = append(s.scratch, hexValues[data[i+1]]<<4|hexValues[data[i+2]])
			i += 2
			continue
		}
		s.scratch = append(s.scratch, data[i])
	}
	return Token{Kind: Name, Off: uint32(off) | scratch, N: uint32(len(s.scratch) - off)}
}

// literal reads a string in parentheses; the opening one is read already. A
// string without an end goes to the end of the data.
func (s *Scanner) literal() Token {
	data, start, pos := s.data, s.pos, s.pos
	depth := 1
	for ; pos < len(data); pos++ {
		switch data[pos] {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				s.pos = pos + 1
				return Token{Kind: String, Off: uint32(start), N: uint32(pos - start)}
			}
		case '\\', '\r':
			return s.escaped(start, pos, depth)
		}
	}
	s.pos = pos
	return Token{Kind: String, Off: uint32(start), N: uint32(pos - start)}
}

// escaped goes on with a literal string at its first byte that does not stand
// for itself, copying it to the scratch buffer (ISO 32000-2, 7.3.4.2).
func (s *Scanner) escaped(start, pos, depth int) Token {
	data, off := s.data, len(s.scratch)
	b := append(s.scratch, data[start:pos]...)
	for ; pos < len(data); pos++ {
		c := data[pos]
		switch c {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				s.scratch, s.pos = b, pos+1
				return Token{Kind: String, Off: uint32(off) | scratch, N: uint32(len(b) - off)}
			}
		case '\r': // an end of line counts as one line feed
			if pos+1 < len(data) && data[pos+1] == '\n' {
				pos++
			}
			c = '\n'
		case '\\':
			pos++
			if pos >= len(data) {
				continue
			}
			c = data[pos]
			switch c {
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			case 't':
				c = '\t'
			case 'b':
				c = '\b'
			case 'f':
				c = '\f'
			case '\n':
				continue
			case '\r':
				if pos+1 < len(data) && data[pos+1] == '\n' {
					pos++
				}
				continue
			case '0', '1', '2', '3', '4', '5', '6', '7':
				v := c - '0'
				for i := 0; i < 2 && pos+1 < len(data) && '0' <= data[pos+1] && data[pos+1] <= '7'; i++ {
					pos++
					v = v<<3 | (data[pos] - '0') // high-order overflow is ignored
				}
				c = v
			}
		}
		b = append(b, c)
	}
	s.scratch, s.pos = b, min(pos, len(data)) // a backslash may have been last
	return Token{Kind: String, Off: uint32(off) | scratch, N: uint32(len(b) - off)}
}

// hex reads a hexadecimal string; its opening bracket is read already. Bytes
// that are no digits are passed over; a missing last digit is 0.
func (s *Scanner) hex() Token {
	data, pos, off := s.data, s.pos, len(s.scratch)
	b := s.scratch
	for pos+1 < len(data) { // nearly all of them are pairs to the end
		hi, lo := hexValues[data[pos]], hexValues[data[pos+1]]
		if hi|lo > 15 {
			break
		}
		b = append(b, hi<<4|lo)
		pos += 2
	}
	half, have := byte(0), false
	for ; pos < len(data) && data[pos] != '>'; pos++ {
		v := hexValues[data[pos]]
		if v > 15 {
			continue
		}
		if have {
			b = append(b, half<<4|v)
		}
		half, have = v, !have
	}
	if have {
		b = append(b, half<<4)
	}
	s.scratch, s.pos = b, min(pos+1, len(data))
	return Token{Kind: String, Off: uint32(off) | scratch, N: uint32(len(b) - off)}
}

// hexValues has the values of the hexadecimal digits, and 255 for all else.
const hexValues = notHex + notHex + notHex +
	"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\xff\xff\xff\xff\xff\xff" + // 0 to 9
	lettersHex + notHex + lettersHex + notHex + // A to F, a to f
	notHex + notHex + notHex + notHex + notHex + notHex + notHex + notHex

const (
	notHex     = "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"
	lettersHex = "\xff\x0a\x0b\x0c\x0d\x0e\x0f\xff\xff\xff\xff\xff\xff\xff\xff\xff"
)

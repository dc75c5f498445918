package pdfobj

import (
	"bytes"
	"math"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// Character classes of ISO 32000-2, 7.2.3.
const (
	regular = iota
	white
	delimiter
)

var class = [256]uint8{
	0: white, '\t': white, '\n': white, '\f': white, '\r': white, ' ': white,
	'(': delimiter, ')': delimiter, '<': delimiter, '>': delimiter, '[': delimiter, ']': delimiter,
	'{': delimiter, '}': delimiter, '/': delimiter, '%': delimiter,
}

// A parser reads objects from bytes. It never fails: what does not belong is
// skipped, what is cut off ends, and damaged tells that something was wrong.
type parser struct {
	buf     []byte
	pos     int
	names   *names
	key     *objectKey // decrypts strings; nil for plain ones
	damaged bool
	cut     bool // the object goes on where buf ends
	junk    bool // what value returned stands for a word without meaning

	stack []Object // elements of the open arrays and dictionaries
	text  []byte   // scratch for strings
}

// value parses one object. It returns false, without moving on, before a
// keyword that ends objects (such as endobj), before a closing bracket, and at
// the end.
func (p *parser) value(depth int) (Object, bool) {
	for {
		p.space()
		if p.pos >= len(p.buf) {
			p.cut = true
			return nil, false
		}
		switch c := p.buf[p.pos]; c {
		case '/':
			p.pos++
			return p.name(), true
		case '(':
			p.pos++
			return p.literal(), true
		case '<':
			if p.at(1) == '<' {
				p.pos += 2
				return p.dict(depth + 1), true
			}
			p.pos++
			return p.hex(), true
		case '[':
			p.pos++
			return p.array(depth + 1), true
		case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '-', '.':
			return p.number(), true
		case ']', '>':
			return nil, false
		case ')', '{', '}':
			p.damaged = true
			p.pos++
		default:
			w := p.word()
			switch string(w) {
			case "true":
				return true, true
			case "false":
				return false, true
			case "null":
				return nil, true
			}
			if endsObject(w) {
				p.pos -= len(w)
				return nil, false
			}
			p.damaged, p.junk = true, true
			return nil, true
		}
	}
}

// endsObject reports whether w is a keyword that cannot stand in an object, or
// one run together with it, such as "endobjendobj".
func endsObject(w []byte) bool {
	switch string(w) {
	case "obj", "stream", "xref", "trailer", "startxref":
		return true
	}
	return bytes.HasPrefix(w, []byte("endobj")) || bytes.HasPrefix(w, []byte("endstream"))
}

func (p *parser) at(i int) byte {
	if p.pos+i < len(p.buf) {
		return p.buf[p.pos+i]
	}
	return 0
}

// space skips white space and comments.
func (p *parser) space() {
	for p.pos < len(p.buf) {
		switch c := p.buf[p.pos]; {
		case class[c] == white:
			p.pos++
		case c == '%':
			for p.pos < len(p.buf) && p.buf[p.pos] != '\n' && p.buf[p.pos] != '\r' {
				p.pos++
			}
		default:
			return
		}
	}
}

func (p *parser) word() []byte {
	start := p.pos
	for p.pos < len(p.buf) && class[p.buf[p.pos]] == regular {
		p.pos++
	}
	return p.buf[start:p.pos]
}

// take returns a copy of the stack from base on and pops it.
func (p *parser) take(base int) []Object {
	out := make([]Object, len(p.stack)-base)
	copy(out, p.stack[base:])
	clear(p.stack[base:])
	p.stack = p.stack[:base]
	return out
}

func (p *parser) array(depth int) Object {
	if depth > limits.Nesting {
		p.skipNested()
		return nil
	}
	base := len(p.stack)
	for {
		v, ok := p.value(depth)
		if ok {
			if !p.junk {
				p.stack = append(p.stack, v)
			}
			p.junk = false
			continue
		}
		if p.at(0) == ']' {
			p.pos++
		} else {
			// Ends with the dictionary around it, with the object or the file.
			p.damaged = true
			if p.at(0) == '>' && p.at(1) != '>' {
				p.pos++
				continue
			}
		}
		return Array(p.take(base))
	}
}

func (p *parser) dict(depth int) Object {
	if depth > limits.Nesting {
		p.skipNested()
		return nil
	}
	base := len(p.stack)
	for {
		p.space()
		switch c := p.at(0); {
		case c == '/':
			p.pos++
			key := p.name()
			v, ok := p.value(depth)
			if !ok {
				p.damaged = true
			}
			p.junk = false
			if v != nil {
				p.stack = append(p.stack, key, v)
			}
			continue
		case c == '>' && p.at(1) == '>':
			p.pos += 2
		case c == '>' || c == ']':
			p.damaged = true
			p.pos++
			continue
		default:
			p.damaged = true
			if _, ok := p.value(depth); ok {
				p.junk = false
				continue
			}
			if c := p.at(0); c == ']' || c == '>' {
				continue
			}
		}
		entries := p.stack[base:]
		out := make(Dict, len(entries)/2)
		for i := 0; i+1 < len(entries); i += 2 {
			out[entries[i].(Name)] = entries[i+1]
		}
		clear(entries)
		p.stack = p.stack[:base]
		return out
	}
}

// skipNested skips the rest of a container that lies too deep, with all that
// is in it, without recursion.
func (p *parser) skipNested() {
	p.damaged = true
	for open := 1; open > 0; {
		p.space()
		if p.pos >= len(p.buf) {
			return
		}
		switch c := p.buf[p.pos]; c {
		case '(':
			p.pos++
			p.skipLiteral()
		case '[':
			p.pos++
			open++
		case ']':
			p.pos++
			open--
		case '<':
			p.pos++
			if p.at(0) == '<' {
				p.pos++
				open++
			}
		case '>':
			p.pos++
			if p.at(0) == '>' {
				p.pos++
				open--
			}
		default:
			if class[c] != regular {
				p.pos++
			} else if w := p.word(); endsObject(w) {
				p.pos -= len(w)
				return
			}
		}
	}
}

// powers holds the powers of ten by which the digits of a real are divided.
var powers = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// number parses an integer, a real or a reference. Readers agree on the
// damaged forms taken here: a doubled sign counts once, a second point or a
// sign inside ends the number and the rest of it is skipped.
func (p *parser) number() Object {
	start := p.pos
	negative := false
	for p.at(0) == '+' || p.at(0) == '-' {
		negative = negative || p.at(0) == '-'
		p.pos++
	}
	if p.pos-start > 1 {
		p.damaged = true
	}
	var mantissa uint64
	digits, scale, point := 0, 0, false
scan:
	for ; p.pos < len(p.buf); p.pos++ {
		switch c := p.buf[p.pos]; {
		case c-'0' <= 9:
			digits++
			if mantissa < 1e17 {
				mantissa = mantissa*10 + uint64(c-'0')
				if point {
					scale++
				}
			} else if !point {
				scale--
			}
		case c == '.' && !point:
			point = true
		default:
			break scan
		}
	}
	if p.at(0) == '.' || p.at(0) == '-' || p.at(0) == '+' {
		p.damaged = true
		for c := p.at(0); c == '.' || c == '-' || c == '+' || c-'0' <= 9; c = p.at(0) {
			p.pos++
		}
	}
	if digits == 0 {
		p.damaged = p.damaged || p.pos-start != 1 || !point
		return int64(0)
	}
	exponent := p.exponent()
	if point || scale < 0 || exponent != 0 {
		f := float64(mantissa) * math.Pow10(exponent)
		for ; scale < 0 && f < 1e300; scale++ {
			f *= 10
		}
		if scale < len(powers) {
			f /= powers[max(0, scale)]
		} else { // more zeros behind the point than digits
			f /= math.Pow10(scale)
		}
		if negative {
			f = -f
		}
		return f
	}
	if negative {
		return -int64(mantissa)
	}
	if p.buf[start] != '+' && mantissa < limits.Objects*2 {
		if gen, ok := p.reference(); ok {
			return Ref{int(mantissa), gen}
		}
	}
	return int64(mantissa)
}

// exponent parses the exponent of a real. PDF has none, but writers that know
// no better leave 1e-05, and it must not be read as 1.
func (p *parser) exponent() int {
	if p.at(0)|0x20 != 'e' {
		return 0
	}
	i, sign := 1, 1
	if c := p.at(1); c == '-' || c == '+' {
		i, sign = 2, ','-int(c) // the comma lies between '+' and '-'
	}
	n, start := 0, i
	for p.at(i)-'0' <= 9 && i-start < 3 {
		n = n*10 + int(p.at(i)-'0')
		i++
	}
	if i == start {
		return 0
	}
	p.damaged = true
	p.pos += i
	return sign * min(n, 30)
}

// reference moves over the generation and the R of a reference, if they
// follow.
func (p *parser) reference() (gen int, ok bool) {
	b := p.buf[p.pos:]
	i := 0
	for i < len(b) && class[b[i]] == white {
		i++
	}
	first := i
	for i < len(b) && b[i]-'0' <= 9 && i-first < 6 {
		gen = gen*10 + int(b[i]-'0')
		i++
	}
	if first == 0 || i == first {
		return 0, false
	}
	for i < len(b) && class[b[i]] == white {
		i++
	}
	if i >= len(b) || b[i] != 'R' || i+1 < len(b) && class[b[i+1]] == regular {
		return 0, false
	}
	p.pos += i + 1
	return gen, true
}

// name parses a name after its slash.
func (p *parser) name() Object {
	start := p.pos
	for p.pos < len(p.buf) {
		c := p.buf[p.pos]
		if class[c] != regular {
			break
		}
		p.pos++
		if c != '#' {
			continue
		}
		p.text = append(p.text[:0], p.buf[start:p.pos-1]...)
		p.pos--
		for p.pos < len(p.buf) && class[p.buf[p.pos]] == regular {
			c := p.buf[p.pos]
			p.pos++
			if c == '#' {
				h, l := hexDigit(p.at(0)), hexDigit(p.at(1))
				if h >= 0 && l >= 0 {
					c = byte(h<<4 | l)
					p.pos += 2
				}
			}
			p.text = append(p.text, c)
		}
		return p.names.intern(p.text)
	}
	return p.names.intern(p.buf[start:p.pos])
}

func hexDigit(c byte) int {
	switch {
	case c-'0' <= 9:
		return int(c - '0')
	case c|0x20-'a' <= 5:
		return int(c|0x20-'a') + 10
	}
	return -1
}

// literal parses a string after its opening parenthesis (ISO 32000-2,
// 7.3.4.2).
func (p *parser) literal() Object {
	start := p.pos
	i := start
	for i < len(p.buf) && p.buf[i] != ')' && p.buf[i] != '\\' && p.buf[i] != '(' && p.buf[i] != '\r' {
		i++
	}
	if i < len(p.buf) && p.buf[i] == ')' { // nothing to unescape
		p.pos = i + 1
		return p.plain(p.buf[start:i])
	}
	end := p.skipLiteral()
	i = min(i, end)
	out := append(p.text[:0], p.buf[start:i]...)
	b := p.buf[:end]
	for ; i < len(b); i++ {
		c := b[i]
		switch {
		case c == '\r':
			if i+1 < len(b) && b[i+1] == '\n' {
				i++
			}
			out = append(out, '\n')
		case c != '\\':
			out = append(out, c)
		case i+1 < len(b):
			i++
			switch c := b[i]; c {
			case 'n':
				out = append(out, '\n')
			case 'r':
				out = append(out, '\r')
			case 't':
				out = append(out, '\t')
			case 'b':
				out = append(out, '\b')
			case 'f':
				out = append(out, '\f')
			case '\n':
			case '\r':
				if i+1 < len(b) && b[i+1] == '\n' {
					i++
				}
			case '0', '1', '2', '3', '4', '5', '6', '7':
				v := int(c - '0')
				for k := 0; k < 2 && i+1 < len(b) && b[i+1]-'0' <= 7; k++ {
					i++
					v = v<<3 | int(b[i]-'0')
				}
				out = append(out, byte(v))
			default:
				out = append(out, c)
			}
		}
	}
	p.text = out
	return p.plain(out)
}

// skipLiteral moves over the rest of a literal string and returns where its
// text ends. One that never ends, ends before the next endobj.
func (p *parser) skipLiteral() (end int) {
	start := p.pos
	for open := 1; p.pos < len(p.buf); p.pos++ {
		switch p.buf[p.pos] {
		case '\\':
			p.pos++
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				p.pos++
				return p.pos - 1
			}
		}
	}
	return p.unterminated(start)
}

func (p *parser) unterminated(start int) (end int) {
	p.damaged, p.cut = true, true
	end = len(p.buf)
	if i := bytes.Index(p.buf[start:], []byte("endobj")); i >= 0 {
		end = start + i
	}
	p.pos = end
	return end
}

// hex parses a hexadecimal string after its opening bracket. What is neither a
// digit nor white space is skipped.
func (p *parser) hex() Object {
	start := p.pos
	n := bytes.IndexByte(p.buf[start:], '>')
	if n < 0 {
		n = p.unterminated(start) - start
	} else {
		p.pos += n + 1
	}
	out := p.text[:0]
	high := -1
	for _, c := range p.buf[start : start+n] {
		v := hexDigit(c)
		switch {
		case v < 0:
			p.damaged = p.damaged || class[c] != white
		case high < 0:
			high = v
		default:
			out = append(out, byte(high<<4|v))
			high = -1
		}
	}
	if high >= 0 {
		out = append(out, byte(high<<4))
	}
	p.text = out
	return p.plain(out)
}

// plain returns the string whose bytes in the file are b.
func (p *parser) plain(b []byte) Object {
	if p.key != nil {
		b = p.key.decryptString(b)
	}
	return String(b)
}

// names shares names between the objects of a document: most stand in a file
// hundreds of times. The values are Names, boxed once.
type names struct{ m map[string]Object }

// maxNames bounds the table, maxSharedName a name in it.
const (
	maxNames      = 4096
	maxSharedName = 64
)

func (n *names) intern(b []byte) Object {
	if v, ok := n.m[string(b)]; ok {
		return v
	}
	name := Name(b)
	v := Object(name)
	if len(n.m) < maxNames && len(name) <= maxSharedName {
		n.m[string(name)] = v
	}
	return v
}

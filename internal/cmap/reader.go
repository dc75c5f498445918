package cmap

import "github.com/pdftext-go/pdftext/internal/syntax"

// A hexString is a string in angle brackets, read as a number. PostScript adds
// a 0 to an odd number of digits; in CMaps that leave digits out it is always
// the leading zeros that are missing, so that <5> is <05> and <041> is <0041>.
type hexString struct {
	code   uint32 // its last four bytes
	n      int    // bytes
	digits []byte // what stands between the brackets
}

// A reader reads the tokens of a CMap: hexadecimal strings, of which most of a
// CMap consists, by itself, everything else by way of the scanner.
type reader struct {
	data    []byte
	pos     int
	scanner syntax.Scanner
}

// A kind classifies what reader.next has read.
type kind uint8

const (
	end        kind = iota
	hex             // reader.next returns it
	number          // token.Num
	name            // bytes
	text            // a string in parentheses; bytes
	arrayOpen       // [
	arrayClose      // ]
	keyword         // bytes
	other           // brackets of a dictionary
)

var kinds = [...]kind{
	syntax.EOF: end, syntax.Number: number, syntax.Name: name, syntax.String: text,
	syntax.ArrayOpen: arrayOpen, syntax.ArrayClose: arrayClose,
	syntax.DictOpen: other, syntax.DictClose: other, syntax.Keyword: keyword,
}

// next reads one token; t is its syntax unless it is a hexString.
func (r *reader) next() (k kind, h hexString, t syntax.Token) {
	for r.pos < len(r.data) && syntax.IsSpace(r.data[r.pos]) {
		r.pos++
	}
	if r.pos+1 < len(r.data) && r.data[r.pos] == '<' && r.data[r.pos+1] != '<' {
		return hex, r.hex(), t
	}
	r.scanner.Reset(r.data[r.pos:])
	t = r.scanner.Next()
	r.pos += r.scanner.Offset()
	return kinds[t.Kind], h, t
}

// bytes returns the bytes of the token read last.
func (r *reader) bytes(t syntax.Token) []byte { return r.scanner.Bytes(t) }

// hex reads the string that begins at r.pos. It ends, at the latest, where
// another begins.
func (r *reader) hex() (h hexString) {
	data, pos := r.data, r.pos+1
	start, digits := pos, 0
loop:
	for ; pos < len(data); pos++ {
		if v := hexValue[data[pos]]; v > 0 {
			h.code = h.code<<4 | uint32(v-1)
			digits++
			continue
		}
		switch data[pos] {
		case '>':
			break loop
		case '<':
			pos--
			break loop
		}
	}
	h.n = (digits + 1) / 2
	h.digits = data[start:min(pos, len(data))]
	r.pos = min(pos+1, len(data))
	return h
}

// hexValue is 1 more than the value of a hexadecimal digit, 0 for other bytes.
var hexValue = [256]uint8{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16,
}

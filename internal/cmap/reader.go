package cmap

import "github.com/pdftext-go/pdftext/internal/syntax"

// A hexString is a string in angle brackets, read as a number. PostScript adds
// a 0 to an odd number of digits; in CMaps that leave digits out it is always
// the leading zeros that are missing, so that <5> is <05> and <041> is <0041>.
type hexString struct {
	code     uint32 // its last four bytes
	n        int32  // bytes
	off, end uint32 // its digits are reader.data[off:end]
}

// A reader reads the tokens of a CMap: hexadecimal strings, of which most of a
// CMap consists, by itself, everything else by way of the scanner.
type reader struct {
	data    []byte
	pos     int
	scanner syntax.Scanner

	// What next has read, by its kind.
	hex   hexString
	token syntax.Token
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

// next reads one token into r.hex or r.token.
func (r *reader) next() kind {
	data, pos := r.data, r.pos
	for pos < len(data) && syntax.IsSpace(data[pos]) {
		pos++
	}
	r.pos = pos
	if pos+1 < len(data) && data[pos] == '<' && data[pos+1] != '<' {
		r.readHex()
		return hex
	}
	r.scanner.Reset(data[pos:])
	r.token = r.scanner.Next()
	r.pos = min(pos+r.scanner.Offset(), len(data))
	return kinds[r.token.Kind]
}

// bytes returns the bytes of r.token.
func (r *reader) bytes() []byte { return r.scanner.Bytes(r.token) }

// readHex reads the string that begins at r.pos. It ends, at the latest, where
// another begins.
func (r *reader) readHex() {
	data, pos := r.data, r.pos+1
	start, digits, code := pos, int32(0), uint32(0)
	for ; pos < len(data); pos++ {
		c := data[pos]
		if v := hexValue[c]; v > 0 {
			code = code<<4 | uint32(v-1)
			digits++
		} else if c == '>' || c == '<' {
			break
		}
	}
	r.hex = hexString{code: code, n: (digits + 1) / 2, off: uint32(start), end: uint32(pos)}
	if pos < len(data) && data[pos] == '>' {
		pos++
	}
	r.pos = pos
}

// hexValue is 1 more than the value of a hexadecimal digit, 0 for other bytes.
var hexValue = [256]uint8{
	'0': 1, '1': 2, '2': 3, '3': 4, '4': 5, '5': 6, '6': 7, '7': 8, '8': 9, '9': 10,
	'A': 11, 'B': 12, 'C': 13, 'D': 14, 'E': 15, 'F': 16,
	'a': 11, 'b': 12, 'c': 13, 'd': 14, 'e': 15, 'f': 16,
}

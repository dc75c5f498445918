package fontfile

import (
	"bytes"
	"encoding/binary"
	"strconv"

	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/limits"
)

// A type1Font is what is kept of a Type 1 font (Adobe Type 1 Font Format).
type type1Font struct {
	standard bool // the encoding is StandardEncoding
	codes    *[256]string
	names    []string // of CharStrings, in their order
	outlines []outline
	scale    float64 // of FontMatrix, ems per unit
}

func (f *type1Font) encodingName(code byte) string {
	switch {
	case f.standard:
		return encoding.Standard.Name(code)
	case f.codes != nil:
		return f.codes[code]
	}
	return ""
}

func (f *type1Font) glyphName(gid int) string {
	if gid >= len(f.names) {
		return ""
	}
	return f.names[gid]
}

// parseType1 reads a Type 1 font: the clear text up to eexec for its names and
// encoding, and the encrypted part for the names of its glyphs.
func (p *Program) parseType1(data []byte) error {
	data = withoutPFB(data)
	clearText, cipher := data, []byte(nil)
	if at := bytes.Index(data, []byte("eexec")); at >= 0 {
		clearText, cipher = data[:at], data[at+len("eexec"):]
	}
	f := &type1Font{scale: cffScale}
	p.type1 = f
	p.readFontInfo(string(clearText))
	private := clearText // of a font that is not encrypted
	if cipher != nil {
		private = decryptEexec(cipher)
	}
	if f.codes == nil && !f.standard && cipher != nil {
		if at := bytes.Index(private, []byte("/Encoding")); at >= 0 {
			s := tokenizer{text: string(private[at+len("/Encoding"):])}
			p.readType1Encoding(&s)
		}
	}
	p.readCharStrings(private)
	p.NumGlyphs = len(f.names)
	if p.PostScriptName == "" && f.codes == nil && !f.standard && f.names == nil {
		return &FormatError{Type1, "no name, no encoding and no glyphs"}
	}
	if f.names == nil {
		p.damaged("no CharStrings")
	}
	return nil
}

// withoutPFB takes the segment headers of a PFB file out: 80, a type of 1 or 2,
// and the length in 4 bytes with the lowest first.
func withoutPFB(data []byte) []byte {
	const header = 6
	if len(data) < header || data[0] != 0x80 {
		return data
	}
	joined := make([]byte, 0, len(data))
	for len(data) >= header && data[0] == 0x80 && (data[1] == 1 || data[1] == 2) {
		n := binary.LittleEndian.Uint32(data[2:])
		data = data[header:]
		n = min(n, uint32(len(data)))
		joined = append(joined, data[:n]...)
		data = data[n:]
	}
	return joined
}

// readFontInfo reads the clear text: any key that matters, wherever it stands.
func (p *Program) readFontInfo(text string) {
	f := p.type1
	s := tokenizer{text: text}
	for {
		t := s.next()
		if t == "" {
			return
		}
		switch t {
		case "/FontName":
			if v := s.next(); len(v) > 1 && v[0] == '/' {
				p.PostScriptName = printable(table(v[1:]))
			}
		case "/FullName":
			p.FullName = printable(table(s.literal()))
		case "/FamilyName":
			p.Family = printable(table(s.literal()))
		case "/Weight":
			p.Weight = weightByName(s.literal())
			p.Bold = p.Weight >= boldWeight
		case "/isFixedPitch":
			p.FixedPitch = s.next() == "true"
		case "/ItalicAngle":
			if v, err := strconv.ParseFloat(s.next(), 64); err == nil {
				p.setAngle(v)
			}
		case "/FontMatrix":
			if d := s.next(); d == "[" || d == "{" {
				if v, err := strconv.ParseFloat(s.next(), 64); err == nil && v > 0 && v < 1 {
					f.scale = v
				}
			}
		case "/Encoding":
			if f.codes == nil && !f.standard {
				p.readType1Encoding(&s)
			}
		}
	}
}

// readType1Encoding reads what follows /Encoding: the name StandardEncoding, or
// "dup code /name put" until def, or an array of names.
func (p *Program) readType1Encoding(s *tokenizer) {
	f := p.type1
	t := s.next()
	if t == "StandardEncoding" {
		f.standard = true
		return
	}
	f.codes = new([256]string)
	if t == "[" {
		for code := 0; ; code++ {
			t = s.next()
			if t == "" || t == "]" {
				return
			}
			f.set(code, t)
		}
	}
	for {
		switch t = s.next(); t {
		case "", "def", "readonly", "eexec":
			return
		case "dup":
			code, ok := radixNumber(s.next())
			if name := s.next(); ok {
				f.set(code, name)
			}
		}
	}
}

// set gives a code its name; .notdef is none.
func (f *type1Font) set(code int, name string) {
	if code < 0 || code > 255 || len(name) < 2 || name[0] != '/' || name == "/.notdef" {
		return
	}
	f.codes[code] = name[1:]
}

// radixNumber reads 65, 8#101 or 16#41.
func radixNumber(s string) (int, bool) {
	base := 10
	for i := range min(len(s), 3) {
		if s[i] == '#' {
			b, err := strconv.Atoi(s[:i])
			if err != nil || b < 2 || b > 36 {
				return 0, false
			}
			base, s = b, s[i+1:]
			break
		}
	}
	v, err := strconv.ParseUint(s, base, 16)
	return int(v), err == nil
}

// Keys and constants of Type 1 encryption (Adobe Type 1 Font Format, chapter 7).
const (
	eexecKey      = 55665
	charStringKey = 4330
	cryptFactor   = 52845
	cryptAddend   = 22719
	eexecRandom   = 4 // bytes before the text
	defaultLenIV  = 4 // the same for charstrings
)

// decryptEexec decrypts what follows the operator eexec, be it binary or in
// hexadecimal digits. The zeros behind the encrypted part come out as garbage.
func decryptEexec(cipher []byte) []byte {
	for len(cipher) > 0 && isSpace(cipher[0]) {
		cipher = cipher[1:]
	}
	if isHex(cipher) {
		cipher = unhex(cipher)
	}
	plain := make([]byte, len(cipher))
	decrypt(plain, cipher, eexecKey)
	return plain[min(eexecRandom, len(plain)):]
}

// decrypt writes len(dst) bytes of plain text.
func decrypt(dst, cipher []byte, key uint16) {
	for i := range dst {
		c := cipher[i]
		dst[i] = c ^ byte(key>>8)
		key = (uint16(c)+key)*cryptFactor + cryptAddend
	}
}

// isHex reports whether cipher text is in hexadecimal digits, which its first
// four bytes tell.
func isHex(b []byte) bool {
	if len(b) < 4 {
		return false
	}
	for _, c := range b[:4] {
		if hexDigit(c) < 0 {
			return false
		}
	}
	return true
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// unhex decodes hexadecimal digits with white space between them, up to the first
// other byte.
func unhex(b []byte) []byte {
	out := make([]byte, 0, len(b)/2)
	high := -1
	for _, c := range b {
		d := hexDigit(c)
		switch {
		case d >= 0 && high < 0:
			high = d
		case d >= 0:
			out = append(out, byte(high<<4|d))
			high = -1
		case !isSpace(c):
			return out
		}
	}
	return out
}

// readCharStrings reads the names of the glyphs and their advances:
//
//	/CharStrings 45 dict dup begin
//	/.notdef 9 RD <9 bytes> ND
//
// The words RD and ND differ; what counts is the number before the first.
func (p *Program) readCharStrings(private []byte) {
	f := p.type1
	at := charStringsStart(private)
	if at < 0 {
		return
	}
	lenIV := lenIVOf(private[:at])
	// All names are collected in one string and then cut out of it. The key's
	// number is how many there are, which the bytes bound as well.
	n, _ := strconv.Atoi(string(word(private, skipSpace(private, at))))
	n = max(0, min(n, limits.FontGlyphs, len(private)/minCharString))
	names := make([]byte, 0, 8*n)
	ends := make([]int, 0, n)
	f.outlines = make([]outline, 0, n)
	for len(ends) < limits.FontGlyphs {
		name, body, next := nextCharString(private, at)
		if next < 0 {
			break
		}
		if next > len(private) {
			p.damaged("CharStrings is cut")
			break
		}
		names = append(names, name...)
		ends = append(ends, len(names))
		f.outlines = append(f.outlines, f.scanOutline(body, lenIV))
		at = next
	}
	joined := string(names)
	f.names = make([]string, len(ends))
	start := 0
	for i, end := range ends {
		f.names[i] = joined[start:end]
		start = end
	}
}

// minCharString is less than the bytes of any entry of CharStrings.
const minCharString = len("/a 1 RD x")

// charStringsStart returns the place behind the key /CharStrings that has a number
// after it, -1 if there is none.
func charStringsStart(b []byte) int {
	const key = "/CharStrings"
	at := 0
	for {
		i := bytes.Index(b[at:], []byte(key))
		if i < 0 {
			return -1
		}
		at += i + len(key)
		if n := skipSpace(b, at); n > at && n < len(b) && b[n] >= '0' && b[n] <= '9' {
			return at
		}
	}
}

// lenIVOf returns the number of random bytes before each charstring, negative if
// they are not encrypted.
func lenIVOf(b []byte) int {
	i := bytes.Index(b, []byte("/lenIV"))
	if i < 0 {
		return defaultLenIV
	}
	s := tokenizer{text: string(b[i+len("/lenIV") : min(i+32, len(b))])}
	v, err := strconv.Atoi(s.next())
	if err != nil {
		return defaultLenIV
	}
	return v
}

// maxGlyphName bounds the length of a glyph's name in damaged CharStrings.
const maxGlyphName = 127

// nextCharString returns the next name from an offset on, the bytes that stand for
// its charstring, and the offset behind them: negative if the dictionary ends,
// beyond b if the charstring does.
func nextCharString(b []byte, at int) (name, body []byte, next int) {
	for {
		at = skipSpace(b, at)
		if at >= len(b) {
			return nil, nil, -1
		}
		if b[at] != '/' {
			word := at
			at = max(skipWord(b, at), at+1)
			if string(b[word:at]) == "end" {
				return nil, nil, -1
			}
			continue
		}
		end := skipWord(b, at+1)
		name, at = b[at+1:end], end
		number := skipSpace(b, at)
		end = skipWord(b, number)
		n, err := strconv.ParseUint(string(b[number:min(end, number+maxDigits)]), 10, 31)
		if err != nil || len(name) == 0 || len(name) > maxGlyphName {
			continue
		}
		// The word RD, one space, and the bytes.
		start := skipWord(b, skipSpace(b, end)) + 1
		if int(n) > len(b)-start {
			return name, nil, len(b) + 1
		}
		next = start + int(n)
		return name, b[start:next], next
	}
}

// maxDigits is more than the digits of a length that can be right.
const maxDigits = 10

func skipSpace(b []byte, at int) int {
	for at < len(b) && isSpace(b[at]) {
		at++
	}
	return at
}

func skipWord(b []byte, at int) int {
	for at < len(b) && !isSpace(b[at]) && !isDelimiter(b[at]) {
		at++
	}
	return at
}

// word returns the word at an offset.
func word(b []byte, at int) []byte { return b[min(at, len(b)):skipWord(b, at)] }

// scanOutline reads the advance that a Type 1 charstring starts with: the operands
// of hsbw or sbw (Adobe Type 1 Font Format, 6.4).
func (f *type1Font) scanOutline(cipher []byte, lenIV int) (o outline) {
	// Enough for the four numbers of sbw, a div and endchar.
	const start = 40
	var buf [start]byte
	t := table(cipher)
	if lenIV >= 0 {
		n := min(len(cipher), start)
		decrypt(buf[:n], cipher[:n], charStringKey)
		t = table(buf[:n]).from(lenIV)
	}
	const (
		hsbw    = 13
		escape  = 12
		sbw     = 7  // escaped
		div     = 12 // escaped
		endchar = 14
	)
	var v [4]float64
	n := 0
	push := func(x float64) {
		if n < len(v) {
			v[n] = x
			n++
		}
	}
	for at := 0; at < len(t); {
		b := t.u8(at)
		at++
		switch {
		case b >= 32 && b <= 246:
			push(float64(b - 139))
		case b >= 247 && b <= 250:
			push(float64((b-247)*256 + t.u8(at) + 108))
			at++
		case b >= 251 && b <= 254:
			push(float64(-(b-251)*256 - t.u8(at) - 108))
			at++
		case b == 255:
			push(float64(int32(t.u32(at))))
			at += 4
		case b == escape && t.u8(at) == div && n >= 2 && v[n-1] != 0:
			v[n-2] /= v[n-1]
			n--
			at++
		case b == hsbw && n == 2:
			return outline{float32(v[1] * f.scale), true, t.u8(at) == endchar}
		case b == escape && t.u8(at) == sbw && n == 4:
			return outline{float32(v[2] * f.scale), true, t.u8(at+1) == endchar}
		default:
			return outline{}
		}
	}
	return outline{}
}

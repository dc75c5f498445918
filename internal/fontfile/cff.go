package fontfile

import (
	"math"
	"strconv"

	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/limits"
)

// A cffFont is what is kept of a CFF font (Adobe Technical Note 5176).
type cffFont struct {
	charset  []uint16 // SID, or CID of a CID-keyed font, by gid
	strings  cffIndex // the String INDEX, from SID 391 on
	codes    [256]uint16
	standard bool // the encoding is StandardEncoding; else codes has SIDs
	outlines []outline
}

// A cffIndex is an INDEX: objects of varying length.
//
//	count (2 bytes) | size of an offset | count+1 offsets | the objects
//
// Offsets count from the byte before the objects.
type cffIndex struct {
	count   int
	size    int
	offsets table
	objects table // starts with the byte before the objects
}

// readIndex reads an INDEX and returns it with the offset behind it. An INDEX that
// runs past the end is clipped.
func readIndex(t table, at int) (x cffIndex, end int) {
	count := t.u16(at)
	if count == 0 || at+2 >= len(t) {
		return cffIndex{}, at + 2
	}
	x = cffIndex{count: count, size: t.u8(at + 2)}
	if x.size < 1 || x.size > 4 {
		return cffIndex{}, len(t)
	}
	x.offsets = t.slice(at+3, (count+1)*x.size)
	start := at + 3 + (count+1)*x.size - 1
	x.objects = t.from(start)
	end = start + x.offsets.uint(count*x.size, x.size)
	return x, min(end, len(t))
}

// object returns one object, empty if its offsets are wrong.
func (x *cffIndex) object(i int) table {
	if i < 0 || i >= x.count {
		return nil
	}
	from, to := x.offsets.uint(i*x.size, x.size), x.offsets.uint((i+1)*x.size, x.size)
	if from < 1 || to < from {
		return nil
	}
	return x.objects.slice(from, to-from)
}

// kept returns a copy of an INDEX.
func (x *cffIndex) kept() cffIndex {
	n := 0
	for i := range x.count {
		n = max(n, x.offsets.uint((i+1)*x.size, x.size))
	}
	n = min(n, len(x.objects), limits.FontTableBytes)
	b := make(table, 0, len(x.offsets)+n)
	b = append(b, x.offsets...)
	b = append(b, x.objects[:n]...)
	return cffIndex{x.count, x.size, b[:len(x.offsets):len(x.offsets)], b[len(x.offsets):]}
}

// A topDict is what is read of a Top DICT. Numbers are offsets into the font.
type topDict struct {
	fullName, family, weight int // SIDs, 0 if absent (SID 0 is .notdef)
	fixed                    bool
	angle                    float64
	scale                    float64 // of FontMatrix, ems per unit
	charset, encoding        int
	charStrings              int
	private, privateSize     int
	ros                      bool
	registry, ordering       int // SIDs
}

// isCFFHeader reports whether bytes start like CFF: version 1, a header of at least
// 4 bytes, a possible size of offsets.
func isCFFHeader(b []byte) bool {
	return len(b) >= 4 && b[0] == 1 && b[1] <= 1 && b[2] >= 4 && b[2] < 32 && b[3] >= 1 && b[3] <= 4
}

// cffSearch bounds how many bytes of garbage before the header are skipped.
const cffSearch = 64

// cffStart returns where a CFF font starts, len(data) if nowhere. Where no bytes
// are a header, four damaged ones before a Name INDEX of one name will do.
func cffStart(data table) int {
	for at := range min(cffSearch, len(data)) {
		if isCFFHeader(data[at:]) {
			return at
		}
	}
	names, _ := readIndex(data, cffHeader)
	if name := names.object(0); names.count == 1 && len(name) > 1 && printable(name) == string(name) {
		return 0
	}
	return len(data)
}

// cffHeader is the length of a header, which a damaged one no longer says.
const cffHeader = 4

// parseCFF reads a CFF font, the first of a FontSet.
func (p *Program) parseCFF(data []byte) error {
	font := table(data)
	start := cffStart(font)
	if start == len(data) {
		return &FormatError{CFF, "no header"}
	}
	font = font[start:]
	header := font.u8(2)
	if start > 0 {
		p.damaged("garbage before the header")
	} else if !isCFFHeader(font) {
		p.damaged("the header is damaged")
		header = cffHeader
	}
	names, at := readIndex(font, header)
	dicts, at := readIndex(font, at)
	strs, _ := readIndex(font, at)
	if dicts.count == 0 {
		return &FormatError{CFF, "no Top DICT"}
	}
	top := readTopDict(dicts.object(0))
	chars, _ := readIndex(font, top.charStrings)
	if top.charStrings <= 0 || chars.count == 0 {
		if top.charStrings <= 0 && !top.ros && top.fullName == 0 {
			return &FormatError{CFF, "no Top DICT that says anything"}
		}
		// A program that is cut still has its names and predefined tables.
		p.damaged("no CharStrings")
		chars = cffIndex{}
	}

	f := &cffFont{strings: strs.kept()}
	p.cff = f
	p.NumGlyphs = chars.count
	p.CIDKeyed = top.ros
	p.Registry, p.Ordering = f.sid(top.registry), f.sid(top.ordering)
	p.PostScriptName = printable(names.object(0))
	p.FullName, p.Family = f.sid(top.fullName), f.sid(top.family)
	p.Weight = weightByName(f.sid(top.weight))
	p.Bold = p.Weight >= boldWeight
	p.FixedPitch = top.fixed
	p.setAngle(top.angle)
	if !p.readCharset(font, top.charset) {
		p.damaged("the charset is cut")
	}
	if !p.CIDKeyed {
		p.readEncoding(font, top.encoding)
		f.readOutlines(font, &chars, &top)
	}
	return nil
}

// printable returns bytes as a string without control codes and bytes above
// ASCII, which damaged names have.
func printable(t table) string {
	for _, c := range t {
		if c < 0x20 || c > 0x7E {
			b := make([]byte, 0, len(t))
			for _, c := range t {
				if c >= 0x20 && c <= 0x7E {
					b = append(b, c)
				}
			}
			return string(b)
		}
	}
	return string(t)
}

// Operators of DICTs; those above 255 are escaped with 12.
const (
	opFullName     = 2
	opFamilyName   = 3
	opWeight       = 4
	opCharset      = 15
	opEncoding     = 16
	opCharStrings  = 17
	opPrivate      = 18
	opDefaultWidth = 20
	opNominalWidth = 21
	opEscape       = 12
	opIsFixedPitch = opEscape<<8 | 1
	opItalicAngle  = opEscape<<8 | 2
	opFontMatrix   = opEscape<<8 | 7
	opROS          = opEscape<<8 | 30
	dictOperands   = 48    // Technical Note 5176, section 4
	cffScale       = 0.001 // FontMatrix of a font that has none
	maxRealNibbles = 64    // of one number in a DICT; floats have 20
)

func readTopDict(t table) topDict {
	top := topDict{scale: cffScale}
	readDict(t, func(op int, v []float64) {
		number := func(i int) int { return dictInt(v, i) }
		switch op {
		case opFullName:
			top.fullName = number(0)
		case opFamilyName:
			top.family = number(0)
		case opWeight:
			top.weight = number(0)
		case opIsFixedPitch:
			top.fixed = number(0) != 0
		case opItalicAngle:
			if len(v) > 0 {
				top.angle = v[0]
			}
		case opFontMatrix:
			if len(v) > 0 && v[0] > 0 && v[0] < 1 {
				top.scale = v[0]
			}
		case opCharset:
			top.charset = number(0)
		case opEncoding:
			top.encoding = number(0)
		case opCharStrings:
			top.charStrings = number(0)
		case opPrivate:
			top.privateSize, top.private = number(0), number(1)
		case opROS:
			top.ros = true
			top.registry, top.ordering = number(0), number(1)
		}
	})
	return top
}

// dictInt returns an operand as an offset or SID; negative ones are damage, 0.
func dictInt(v []float64, i int) int {
	if i >= len(v) || !(v[i] >= 0 && v[i] <= math.MaxInt32) {
		return 0
	}
	return int(v[i])
}

// readDict calls f for each operator of a DICT with its operands, which are valid
// during the call.
func readDict(t table, f func(op int, operands []float64)) {
	var stack [dictOperands]float64
	n := 0
	push := func(v float64) {
		if n < len(stack) {
			stack[n] = v
			n++
		}
	}
	for at := 0; at < len(t); {
		b := int(t[at])
		at++
		switch {
		case b == opEscape:
			f(opEscape<<8|t.u8(at), stack[:n])
			at++
			n = 0
		case b <= 21:
			f(b, stack[:n])
			n = 0
		case b == 28:
			push(float64(t.i16(at)))
			at += 2
		case b == 29:
			push(float64(int32(t.u32(at))))
			at += 4
		case b == 30:
			var v float64
			v, at = readReal(t, at)
			push(v)
		case b >= 32 && b <= 246:
			push(float64(b - 139))
		case b >= 247 && b <= 250:
			push(float64((b-247)*256 + t.u8(at) + 108))
			at++
		case b >= 251 && b <= 254:
			push(float64(-(b-251)*256 - t.u8(at) - 108))
			at++
		}
	}
}

// readReal reads a number in nibbles: 0 to 9, a point, E, E-, minus, end.
func readReal(t table, at int) (float64, int) {
	var buf [2 * maxRealNibbles]byte
	text := buf[:0]
	for ; at < len(t); at++ {
		for _, nibble := range [2]byte{t[at] >> 4, t[at] & 15} {
			switch {
			case nibble == 15:
				v, err := strconv.ParseFloat(string(text), 64)
				if err != nil || math.IsInf(v, 0) {
					v = 0
				}
				return v, at + 1
			case len(text) >= maxRealNibbles:
			case nibble <= 9:
				text = append(text, '0'+nibble)
			case nibble == 10:
				text = append(text, '.')
			case nibble == 11:
				text = append(text, 'E')
			case nibble == 12:
				text = append(text, 'E', '-')
			case nibble == 14:
				text = append(text, '-')
			}
		}
	}
	return 0, at
}

// sid returns the string of an SID, "" for .notdef and those that are not there.
func (f *cffFont) sid(sid int) string {
	switch {
	case sid <= 0:
		return ""
	case sid < len(cffStrings):
		return cffStrings[sid]
	}
	return printable(f.strings.object(sid - len(cffStrings)))
}

// Predefined charsets and encodings by the offset that means them.
const (
	charsetISOAdobe     = 0 // SIDs 1 to 228
	charsetExpert       = 1
	charsetExpertSubset = 2
	isoAdobeGlyphs      = 229
	encodingStandard    = 0
	encodingExpert      = 1
)

// readCharset reads the SIDs or CIDs of all glyphs. It reports whether all were
// there; a CID-keyed font without a charset has CIDs equal to its gids.
func (p *Program) readCharset(font table, offset int) bool {
	f := p.cff
	f.charset = make([]uint16, p.NumGlyphs)
	if p.CIDKeyed && offset <= charsetExpertSubset {
		for gid := range f.charset {
			f.charset[gid] = uint16(gid)
		}
		return true
	}
	switch offset {
	case charsetISOAdobe:
		for gid := range min(len(f.charset), isoAdobeGlyphs) {
			f.charset[gid] = uint16(gid)
		}
		return true
	case charsetExpert:
		copy(f.charset, expertCharset[:])
		return true
	case charsetExpertSubset:
		copy(f.charset, expertSubsetCharset[:])
		return true
	}
	t := font.from(offset)
	gid := 1 // glyph 0 is .notdef and not stored
	switch format := t.u8(0); format {
	case 0:
		for at := 1; gid < len(f.charset) && at+2 <= len(t); at += 2 {
			f.charset[gid] = uint16(t.u16(at))
			gid++
		}
	case 1, 2:
		size := 2 + format
		for at := 1; gid < len(f.charset) && at+size <= len(t); at += size {
			first, left := t.u16(at), t.uint(at+2, format)
			for i := 0; i <= left && gid < len(f.charset); i++ {
				f.charset[gid] = uint16(first + i)
				gid++
			}
		}
	}
	return gid >= len(f.charset)
}

// readEncoding reads the SIDs of all codes.
func (p *Program) readEncoding(font table, offset int) {
	f := p.cff
	switch offset {
	case encodingStandard:
		f.standard = true
		return
	case encodingExpert:
		f.codes = expertEncoding
		return
	}
	t := font.from(offset)
	format := t.u8(0)
	at := 2
	gid := 1
	set := func(code int) {
		if gid < len(f.charset) && code < 256 {
			f.codes[code] = f.charset[gid]
		}
		gid++
	}
	switch format &^ 0x80 {
	case 0:
		for range t.u8(1) {
			set(t.u8(at))
			at++
		}
	case 1:
		for range t.u8(1) {
			first, left := t.u8(at), t.u8(at+1)
			for i := range left + 1 {
				set(first + i)
			}
			at += 2
		}
	default:
		p.damaged("the encoding has an unknown format")
		return
	}
	if format&0x80 != 0 {
		for i := range t.u8(at) {
			f.codes[t.u8(at+1+3*i)] = uint16(t.u16(at + 2 + 3*i))
		}
	}
	if at > len(t) {
		p.damaged("the encoding is cut")
	}
}

func (f *cffFont) encodingName(code byte) string {
	if f.standard {
		return encoding.Standard.Name(code)
	}
	return f.sid(int(f.codes[code]))
}

func (f *cffFont) glyphName(gid int) string {
	if gid >= len(f.charset) {
		return ""
	}
	return f.sid(int(f.charset[gid]))
}

// invertCharset returns the gid of every CID, 0 if none. Of several glyphs with one
// CID the first has it.
func (f *cffFont) invertCharset() []uint16 {
	last := 0
	for _, cid := range f.charset {
		last = max(last, int(cid))
	}
	cids := make([]uint16, last+1)
	for gid, cid := range f.charset {
		if gid > 0 && cids[cid] == 0 {
			cids[cid] = uint16(gid)
		}
	}
	return cids
}

// readOutlines reads the advances of a font that is not CID-keyed.
func (f *cffFont) readOutlines(font table, chars *cffIndex, top *topDict) {
	var usual, nominal float64 // defaultWidthX, nominalWidthX
	readDict(font.slice(top.private, top.privateSize), func(op int, v []float64) {
		switch {
		case len(v) == 0:
		case op == opDefaultWidth:
			usual = v[0]
		case op == opNominalWidth:
			nominal = v[0]
		}
	})
	f.outlines = make([]outline, chars.count)
	for gid := range f.outlines {
		c := scanCharString(chars.object(gid))
		o := &f.outlines[gid]
		o.known, o.empty = c.known, c.empty
		width := usual
		if c.hasWidth {
			width = nominal + c.width
		}
		o.advance = float32(width * top.scale)
	}
}

// A charString is what the operands before the first operator of a Type 2
// charstring tell (Adobe Technical Note 5177, section 4.1).
type charString struct {
	known    bool // the first operator says whether there is a width
	hasWidth bool
	width    float64 // less nominalWidthX
	empty    bool
}

// scanCharString counts the operands of the first operator, one more than it takes
// being the width. Charstrings that call a subroutine first are not followed.
func scanCharString(t table) (c charString) {
	const maxOperands = 48
	n := 0
	number := func(v float64) {
		if n == 0 {
			c.width = v
		}
		n++
	}
	for at := 0; at < len(t) && n <= maxOperands; {
		b := int(t[at])
		at++
		switch {
		case b == 28:
			number(float64(t.i16(at)))
			at += 2
		case b >= 32 && b <= 246:
			number(float64(b - 139))
		case b >= 247 && b <= 250:
			number(float64((b-247)*256 + t.u8(at) + 108))
			at++
		case b >= 251 && b <= 254:
			number(float64(-(b-251)*256 - t.u8(at) - 108))
			at++
		case b == 255:
			number(float64(int32(t.u32(at))) / 65536)
			at += 4
		default:
			c.known = true
			switch b {
			case 1, 3, 18, 23, 19, 20: // hstem vstem hstemhm vstemhm hintmask cntrmask
				c.hasWidth = n%2 == 1
			case 21: // rmoveto
				c.hasWidth = n > 2
			case 4, 22: // vmoveto hmoveto
				c.hasWidth = n > 1
			case 14: // endchar, with four operands an accented character
				c.hasWidth = n == 1 || n == 5
				c.empty = n < 4
			default:
				c.known = false
			}
			return c
		}
	}
	return c
}

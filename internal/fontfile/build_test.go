package fontfile

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// be writes numbers with the highest byte first; ints are of 16 bits.
func be(values ...any) []byte {
	var b []byte
	for _, v := range values {
		switch v := v.(type) {
		case int:
			b = binary.BigEndian.AppendUint16(b, uint16(v))
		case []int:
			for _, n := range v {
				b = binary.BigEndian.AppendUint16(b, uint16(n))
			}
		case uint8:
			b = append(b, v)
		case uint32:
			b = binary.BigEndian.AppendUint32(b, v)
		case string:
			b = append(b, v...)
		case []byte:
			b = append(b, v...)
		default:
			panic(fmt.Sprintf("be: %T", v))
		}
	}
	return b
}

// tables are those of an sfnt by tag.
type tables map[string][]byte

// with returns the tables with some replaced.
func (t tables) with(more tables) tables {
	all := tables{}
	for _, m := range []tables{t, more} {
		for tag, b := range m {
			all[tag] = b
		}
	}
	return all
}

// font joins tables under a magic number.
func (t tables) font(magic string) []byte {
	var tags []string
	for tag := range t {
		tags = append(tags, tag)
	}
	slices.Sort(tags)
	dir := be(magic, len(tags), 0, 0, 0)
	var body []byte
	start := len(dir) + 16*len(tags)
	for _, tag := range tags {
		dir = append(dir, be(tag, uint32(0), uint32(start+len(body)), uint32(len(t[tag])))...)
		body = append(body, t[tag]...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	return append(dir, body...)
}

const trueTypeMagic = "\x00\x01\x00\x00"

// plain is a font of five glyphs: .notdef, A, B, space, C.
func plain() tables {
	return tables{
		"head": headTable(1000, 0),
		"hhea": be(make([]byte, 4), 800, -200&0xFFFF, make([]byte, 26), 4),
		"maxp": be(uint32(0x10000), 5),
		"hmtx": be(500, 0, 600, 0, 700, 0, 250, 0, 0),
		"loca": be(0, 10, 20, 30, 30, 40),
		"cmap": cmapOf(
			sub{3, 1, format4(segs{{65, 66, 1, 0}, {0x20, 0x20, 3, 0}, {67, 67, 4, 0}})},
		),
		"name": nameOf(
			rec{1, 0, 0, 1, "Mac Family"},
			rec{3, 1, 0x409, 1, "Family"},
			rec{3, 1, 0x407, 1, "Familie"},
			rec{3, 1, 0x409, 2, "Regular"},
			rec{3, 1, 0x409, 4, "Family Regular"},
			rec{3, 1, 0x409, 6, "Family-Regular"},
		),
		"post": be(uint32(postNamed), uint32(0), 0, 0, uint32(0), make([]byte, 16),
			5, 0, 36, 258, 3, 259, uint8(3), "bee", uint8(1), "C"),
	}
}

func headTable(unitsPerEm, macStyle int) []byte {
	return be(make([]byte, 18), unitsPerEm, make([]byte, 24), macStyle, 0, 0, 0, 0)
}

// A sub is a subtable of cmap.
type sub struct {
	platform, encoding int
	bytes              []byte
}

func cmapOf(subs ...sub) []byte {
	b := be(0, len(subs))
	at := 4 + 8*len(subs)
	for _, s := range subs {
		b = append(b, be(s.platform, s.encoding, uint32(at))...)
		at += len(s.bytes)
	}
	for _, s := range subs {
		b = append(b, s.bytes...)
	}
	return b
}

// segs are segments: first code, last code, first glyph, and 1 if the glyphs are to
// be listed, backwards from the first.
type segs [][4]int

func format4(s segs) []byte {
	s = slices.Clone(s)
	slices.SortFunc(s, func(a, b [4]int) int { return a[1] - b[1] })
	return format4Unsorted(append(s, [4]int{0xFFFF, 0xFFFF, 0, 0}))
}

func format4Unsorted(s segs) []byte {
	n := len(s)
	var first, last, delta, offset, glyphs []int
	for i, g := range s {
		first, last = append(first, g[0]), append(last, g[1])
		if g[3] == 0 {
			delta, offset = append(delta, g[2]-g[0]), append(offset, 0)
			continue
		}
		delta, offset = append(delta, 5), append(offset, 2*(n-i)+2*len(glyphs))
		for c := g[0]; c <= g[1]; c++ {
			glyphs = append(glyphs, g[2]-(c-g[0])-5)
		}
	}
	return be(4, 16+8*n+2*len(glyphs), 0, 2*n, 0, 0, 0, last, 0, first, delta, offset, glyphs)
}

func format12(format int, s segs) []byte {
	b := be(format, 0, uint32(16+12*len(s)), uint32(0), uint32(len(s)))
	for _, g := range s {
		b = append(b, be(uint32(g[0]), uint32(g[1]), uint32(g[2]))...)
	}
	return b
}

// A rec is a record of the name table.
type rec struct {
	platform, encoding, language, id int
	text                             string
}

func nameOf(recs ...rec) []byte {
	b := be(0, len(recs), 6+12*len(recs))
	var strs []byte
	for _, r := range recs {
		text := []byte(r.text)
		if r.platform != 1 {
			text = nil
			for _, u := range utf16.Encode([]rune(r.text)) {
				text = binary.BigEndian.AppendUint16(text, u)
			}
		}
		b = append(b, be(r.platform, r.encoding, r.language, r.id, len(text), len(strs))...)
		strs = append(strs, text...)
	}
	return append(b, strs...)
}

// os2Table is a version 2 table.
func os2Table(weight, selection int) []byte {
	b := make([]byte, 96)
	copy(b, be(2, 0, weight))
	copy(b[62:], be(selection))
	copy(b[68:], be(750, -250&0xFFFF))
	return b
}

// index writes a CFF INDEX.
func index(objects ...[]byte) []byte {
	b := be(len(objects))
	if len(objects) == 0 {
		return b
	}
	b = append(b, 2)
	at := 1
	for _, o := range objects {
		b = append(b, be(at)...)
		at += len(o)
	}
	b = append(b, be(at)...)
	return append(b, bytes.Join(objects, nil)...)
}

// num writes an integer operand in 5 bytes, so that offsets keep their size.
func num(v int) []byte { return be(uint8(29), uint32(v)) }

// escapedOperator marks operators that have 12 as the first of two bytes.
const escapedOperator = 0x100

// op writes a DICT entry.
func op(operator int, operands ...int) []byte {
	var b []byte
	for _, v := range operands {
		b = append(b, num(v)...)
	}
	if operator > 0xFF {
		b = append(b, opEscape)
	}
	return append(b, byte(operator))
}

// A cffSpec is a CFF font to build. Charset and encoding are tables to place or,
// if nil, the predefined ones with the given number.
type cffSpec struct {
	top                        [][]byte // entries of the Top DICT but the offsets
	strings                    []string // from SID 391 on
	charset, encoding          []byte
	charsetNumber, encodingNum int
	private                    []byte
	chars                      [][]byte
}

func (c cffSpec) bytes() []byte {
	var strs [][]byte
	for _, s := range c.strings {
		strs = append(strs, []byte(s))
	}
	head := []byte{1, 0, 4, 2}
	names := index([]byte("ABCDEF+Test-Bold"))
	build := func(charset, encoding, private, chars int) ([]byte, []byte) {
		top := bytes.Join(c.top, nil)
		top = append(top, op(opCharset, charset)...)
		top = append(top, op(opEncoding, encoding)...)
		top = append(top, op(opPrivate, len(c.private), private)...)
		top = append(top, op(opCharStrings, chars)...)
		return bytes.Join([][]byte{head, names, index(top), index(strs...), {0, 0}}, nil), top
	}
	start, _ := build(0, 0, 0, 0)
	at := len(start)
	charset, encoding := c.charsetNumber, c.encodingNum
	if c.charset != nil {
		charset = at
	}
	if c.encoding != nil {
		encoding = at + len(c.charset)
	}
	private := at + len(c.charset) + len(c.encoding)
	start, _ = build(charset, encoding, private, private+len(c.private))
	return bytes.Join([][]byte{start, c.charset, c.encoding, c.private, index(c.chars...)}, nil)
}

// cs writes a Type 2 or Type 1 charstring of small numbers and an operator.
func cs(operator int, operands ...int) []byte {
	var b []byte
	for _, v := range operands {
		switch {
		case v >= -107 && v <= 107:
			b = append(b, byte(v+139))
		case v >= 108 && v <= 1131:
			v -= 108
			b = append(b, byte(247+v>>8), byte(v))
		default:
			b = append(b, be(uint8(28), v)...)
		}
	}
	return append(b, byte(operator))
}

// simpleCFF has the glyphs .notdef, A, bee, space.
func simpleCFF() cffSpec {
	return cffSpec{
		top: [][]byte{
			op(opFullName, 392), op(opFamilyName, 393), op(opWeight, 384 /* Bold */),
			op(opItalicAngle&0xFF|escapedOperator, -12), op(opIsFixedPitch&0xFF|escapedOperator, 1),
		},
		strings:  []string{"bee", "Test Bold", "Test"},
		charset:  be(uint8(0), 34, 391, 1),
		encoding: be(uint8(0), uint8(3), uint8(65), uint8(66), uint8(32)),
		private:  append(op(opDefaultWidth, 500), op(opNominalWidth, 600)...),
		chars: [][]byte{
			cs(14),                       // endchar
			append(cs(21, 50, 1, 2), 14), // width rmoveto endchar
			append(cs(22, 10), 14),       // hmoveto endchar
			cs(14, -350),                 // width endchar
		},
	}
}

// encrypt is the inverse of decrypt.
func encrypt(plain []byte, key uint16) []byte {
	out := make([]byte, len(plain))
	for i, p := range plain {
		c := p ^ byte(key>>8)
		out[i] = c
		key = (uint16(c)+key)*cryptFactor + cryptAddend
	}
	return out
}

const clearText = `%!PS-AdobeFont-1.0: Test 001.001
11 dict begin
/FontInfo 9 dict dup begin
/FullName (Test \(Demi\) Italic) readonly def
/FamilyName (Test) readonly def
/Weight (Demi) readonly def
/Notice (% \)no comment) def
/ItalicAngle -12.5 def
/isFixedPitch true def
end readonly def
/FontName /Test-DemiItalic def % a comment /FontName /Wrong
/FontMatrix [0.0005 0 0 0.0005 0 0] readonly def
/Encoding ENCODING def
currentdict end
currentfile eexec
`

const dupEncoding = "256 array 0 1 255 {1 index exch /.notdef put} for\ndup 65/A put dup 8#102 /bee put dup 16#43 /C put\ndup 300 /no put dup x /no put readonly"

// eexecPlain is the private part with three glyphs.
func eexecPlain(lenIV int) []byte {
	glyph := func(name string, cs []byte) string {
		if lenIV >= 0 {
			cs = encrypt(append(make([]byte, lenIV), cs...), charStringKey)
		}
		return fmt.Sprintf("/%s %d RD %s ND\n", name, len(cs), cs)
	}
	var b strings.Builder
	b.WriteString("dup /Private 8 dict dup begin /RD {string currentfile exch readstring pop} executeonly def\n")
	if lenIV != defaultLenIV {
		fmt.Fprintf(&b, "/lenIV %d def\n", lenIV)
	}
	b.WriteString("/Subrs 1 array\ndup 0 5 RD \x00/a 1 NP\n2 index /CharStrings 3 dict dup begin\n")
	b.WriteString(glyph(".notdef", append(cs(13, 0, 500), 14)))
	b.WriteString(glyph("A", append(cs(13, 50, 1000), 9, 14)))
	b.WriteString(glyph("bee", append(cs(12, 0, 0, 700, 0), 7, 9, 14)))
	b.WriteString("end\nend\nreadonly put\nmark currentfile closefile\n")
	return []byte("1234" + b.String())
}

func type1(encoding string, lenIV int) []byte {
	text := strings.Replace(clearText, "ENCODING", encoding, 1)
	return append([]byte(text), encrypt(eexecPlain(lenIV), eexecKey)...)
}

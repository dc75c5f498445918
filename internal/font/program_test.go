package font

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A trueType describes a TrueType program for tests. Glyph i has the advance
// advances[i]; those in empty have no outline.
type trueType struct {
	cmaps    map[[2]int]map[int]int // platform and encoding: code to glyph
	advances []int                  // thousandths of an em
	empty    []int
	names    []string // of post
	bold     bool     // by macStyle
}

// program returns the bytes of the font.
func (t trueType) program() string {
	u16 := binary.BigEndian.AppendUint16
	u32 := binary.BigEndian.AppendUint32
	n := len(t.advances)

	head := make([]byte, 54)
	binary.BigEndian.PutUint16(head[18:], 1000) // unitsPerEm
	if t.bold {
		head[45] = 1
	}
	maxp := u16(u32(nil, 0x00010000), uint16(n))
	hhea := make([]byte, 36)
	binary.BigEndian.PutUint16(hhea[4:], 900)
	binary.BigEndian.PutUint16(hhea[6:], 0x10000-250)
	binary.BigEndian.PutUint16(hhea[34:], uint16(n))
	var hmtx, loca, glyf []byte
	for i, a := range t.advances {
		hmtx = u16(u16(hmtx, uint16(a)), 0)
		loca = u16(loca, uint16(len(glyf)/2))
		if !slices.Contains(t.empty, i) {
			glyf = append(glyf, make([]byte, 12)...)
		}
	}
	loca = u16(loca, uint16(len(glyf)/2))

	// Format 6 with one subtable for each cmap.
	ids := slices.SortedFunc(maps.Keys(t.cmaps), func(a, b [2]int) int { return (a[0]-b[0])*100 + a[1] - b[1] })
	cmap := u16(u16(nil, 0), uint16(len(ids)))
	var subtables []byte
	for _, id := range ids {
		cmap = u32(u16(u16(cmap, uint16(id[0])), uint16(id[1])), uint32(4+8*len(ids)+len(subtables)))
		codes := slices.Sorted(maps.Keys(t.cmaps[id]))
		first, last := codes[0], codes[len(codes)-1]
		subtables = u16(u16(u16(subtables, 6), uint16(10+2*(last-first+1))), 0)
		subtables = u16(u16(subtables, uint16(first)), uint16(last-first+1))
		for code := first; code <= last; code++ {
			subtables = u16(subtables, uint16(t.cmaps[id][code]))
		}
	}
	cmap = append(cmap, subtables...)

	post := u32(nil, 0x00030000)
	post = append(post, make([]byte, 28)...)
	if t.names != nil {
		binary.BigEndian.PutUint32(post, 0x00020000)
		post = u16(post, uint16(n))
		var names []byte
		for i := range n {
			post = u16(post, uint16(258+i))
			names = append(append(names, byte(len(t.names[i]))), t.names[i]...)
		}
		post = append(post, names...)
	}

	tables := map[string][]byte{"cmap": cmap, "glyf": glyf, "head": head, "hhea": hhea, "hmtx": hmtx, "loca": loca, "maxp": maxp, "post": post}
	if len(ids) == 0 {
		delete(tables, "cmap")
	}
	tags := slices.Sorted(maps.Keys(tables))
	font := u16(u32(nil, 0x00010000), uint16(len(tags)))
	font = append(font, make([]byte, 6)...)
	var body []byte
	for _, tag := range tags {
		font = u32(append(font, tag...), 0)
		font = u32(u32(font, uint32(12+16*len(tags)+len(body))), uint32(len(tables[tag])))
		body = append(body, tables[tag]...)
		body = append(body, make([]byte, -len(body)&3)...)
	}
	return string(append(font, body...))
}

// type1 returns the clear text of a Type 1 program with an encoding, which is
// all that is read for text.
func type1(encoding map[int]string, entries string) string {
	var b strings.Builder
	b.WriteString("%!PS-AdobeFont-1.0: Test\n/FontInfo 4 dict dup begin " + entries + " end readonly def\n/FontName /Test def\n" +
		"/FontMatrix [0.001 0 0 0.001 0 0] readonly def\n/Encoding 256 array 0 1 255 {1 index exch /.notdef put} for\n")
	for _, code := range slices.Sorted(maps.Keys(encoding)) {
		fmt.Fprintf(&b, "dup %d /%s put\n", code, encoding[code])
	}
	b.WriteString("readonly def\ncurrentfile eexec\n")
	return b.String()
}

// cffNumber returns a number of a DICT.
func cffNumber(n int) string { return string([]byte{28, byte(n >> 8), byte(n)}) }

// cffIndex returns an INDEX of short items.
func cffIndex(items ...string) string {
	out, data, at := []byte{0, byte(len(items)), 1, 1}, "", 1
	for _, s := range items {
		at += len(s)
		data += s
		out = append(out, byte(at))
	}
	return string(out) + data
}

// cidKeyedCFF returns a CFF program with three glyphs, whose CIDs are 0, 843 and
// 844 of the ordering.
func cidKeyedCFF(ordering string) string {
	top := func(charset, charstrings int) string {
		return cffIndex(cffNumber(391) + cffNumber(392) + cffNumber(0) + "\x0C\x1E" + cffNumber(charset) + "\x0F" + cffNumber(charstrings) + "\x11")
	}
	head := "\x01\x00\x04\x01" + cffIndex("X")
	rest := cffIndex("Adobe", ordering) + "\x00\x00"
	charset := len(head) + len(top(0, 0)) + len(rest)
	const charsetBytes = "\x00\x03\x4B\x03\x4C"
	return head + top(charset, charset+len(charsetBytes)) + rest + charsetBytes + cffIndex("\x0E", "\x0E", "\x0E")
}

// nameKeyedCFF returns a CFF program with the glyphs .notdef, alpha, f_f_i and
// H17075, which its encoding has at the codes 65 to 67.
func nameKeyedCFF() string {
	top := func(charset, encoding, charstrings int) string {
		return cffIndex(cffNumber(charset) + "\x0F" + cffNumber(encoding) + "\x10" + cffNumber(charstrings) + "\x11")
	}
	head := "\x01\x00\x04\x01" + cffIndex("X")
	rest := cffIndex("alpha", "f_f_i", "H17075") + "\x00\x00"
	const charsetBytes = "\x00\x01\x87\x01\x88\x01\x89" // SIDs 391 to 393
	const encodingBytes = "\x00\x03ABC"
	const paints = "\x8B\x8B\x15\x8C\x8C\x05\x0E" // a move and a line
	charset := len(head) + len(top(0, 0, 0)) + len(rest)
	encoding := charset + len(charsetBytes)
	return head + top(charset, encoding, encoding+len(encodingBytes)) + rest + charsetBytes + encodingBytes +
		cffIndex("\x0E", paints, paints, paints)
}

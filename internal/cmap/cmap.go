// Package cmap reads the two kinds of CMap that a PDF font has: the encoding
// of a composite font, which splits a shown string into character codes and
// maps them to CIDs (ISO 32000-2, 9.7.5), and the ToUnicode CMap, which maps
// character codes to text (9.10.3).
//
// Both are read leniently and in time linear in their length, but for the
// sorting of ranges that are out of order. Ranges stay ranges, so a map that
// claims all of 2^32 codes costs no more than one that has a single code.
// What Parse and ParseToUnicode return never changes and is safe for
// concurrent use.
//
// The predefined CMaps and the character collections are packed in tables.bin,
// 210 KB. What is asked for is unpacked once and kept.
package cmap

import "github.com/pdftext-go/pdftext/internal/limits"

// maxCodeLength is the most bytes that a character code has.
const maxCodeLength = 4

// A CMap splits strings into character codes and maps those to CIDs.
type CMap struct {
	name, registry, ordering string

	vertical bool
	identity bool // a two-byte code is its own CID
	form     form // how a code is itself Unicode

	predefined bool
	table      tableID // of a predefined CMap, in place of cid

	fixed  int         // length of every code, or 0 if it depends on the bytes
	first  [256]uint8  // where fixed is 0: code length by first byte, 0 if more bytes decide
	spaces []codespace // in the order of their length
	cid    [4]Ranges   // by code length - 1
	notdef [4][]Range  // likewise; all codes of a range have the CID Value
	base   *CMap       // the map named by usecmap, asked where this one has no entry
}

// A codespace is a set of codes of one length: those each of whose bytes is
// between the bytes of lo and hi at its place.
type codespace struct {
	lo, hi [maxCodeLength]byte
	n      int
}

// prefix returns how many of the first bytes of s are those of a code in c.
func (c *codespace) prefix(s []byte) int {
	i := 0
	for i < c.n && i < len(s) && c.lo[i] <= s[i] && s[i] <= c.hi[i] {
		i++
	}
	return i
}

// Name returns the CMapName, such as "90ms-RKSJ-H".
func (m *CMap) Name() string { return m.name }

// Registry returns the registry of the character collection, usually "Adobe".
func (m *CMap) Registry() string { return m.registry }

// Ordering returns the ordering of the character collection, such as "Japan1".
func (m *CMap) Ordering() string { return m.ordering }

// Vertical reports whether the writing mode is vertical.
func (m *CMap) Vertical() bool { return m.vertical }

// WithVertical returns m with another writing mode, as the WMode entry of the
// stream dictionary may ask for.
func (m *CMap) WithVertical(vertical bool) *CMap {
	if m.vertical == vertical {
		return m
	}
	c := *m
	c.vertical = vertical
	return &c
}

// Next returns the first character code of s and its length in bytes, which
// is at least 1 unless s is empty. Bytes in no codespace make a code as long
// as the codes that begin most like them, and else as long as the shortest
// (ISO 32000-2, 9.7.6.3); a string that ends within a code ends it.
func (m *CMap) Next(s []byte) (code uint32, n int) {
	n = m.fixed
	if n == 0 && len(s) > 0 {
		if n = int(m.first[s[0]]); n == 0 {
			n = m.length(s)
		}
	}
	if n == 2 && len(s) > 1 { // nearly always
		return uint32(s[0])<<8 | uint32(s[1]), 2
	}
	n = min(n, len(s))
	for _, b := range s[:n] {
		code = code<<8 | uint32(b)
	}
	return code, n
}

// length returns how long the code at the start of s is.
func (m *CMap) length(s []byte) int {
	best, n := -1, 1
	for i := range m.spaces {
		c := &m.spaces[i]
		p := c.prefix(s)
		if p == c.n {
			return c.n
		}
		if p > best { // spaces are sorted: of equal ones the shorter stays
			best, n = p, c.n
		}
	}
	return n
}

// CID returns the CID of a code that has n bytes. Where the CMap has none, it
// is the one of the notdef range that the code is in, or 0, and false.
func (m *CMap) CID(code uint32, n int) (int, bool) {
	if n < 1 || n > maxCodeLength {
		return 0, false
	}
	for c := m; c != nil; c = c.base {
		if c.identity && n == 2 {
			return int(code), true
		}
		if c.table != 0 {
			if cid, ok := c.tableCID(code, n); ok {
				return cid, true
			}
		}
		if v, ok := c.cid[n-1].Find(code); ok {
			return int(v), true
		}
	}
	for c := m; c != nil; c = c.base {
		for _, r := range c.notdef[n-1] {
			if r.Lo <= code && code <= r.Hi {
				return int(r.Value), false
			}
		}
	}
	return 0, false
}

// tableCID looks a code up in the table of a predefined CMap.
func (m *CMap) tableCID(code uint32, n int) (int, bool) {
	if m.form != noForm {
		r, ok := m.form.rune(code, n)
		if !ok {
			return 0, false
		}
		code, n = uint32(r), 1
	}
	cid, ok := m.table.find(code, n)
	return int(cid), ok
}

// UprightCID is CID without the glyphs that predefined CMaps for vertical
// writing have for some codes: an arrow that is turned with the line, for one,
// whose CID is that of the arrow that points where the turned one does. It is
// the CID to ask a Collection about.
func (m *CMap) UprightCID(code uint32, n int) (int, bool) {
	if m.predefined && m.vertical && m.base != nil {
		if cid, ok := m.base.CID(code, n); ok {
			return cid, true
		}
	}
	return m.CID(code, n)
}

// Predefined reports whether m is one of those that Predefined returns.
func (m *CMap) Predefined() bool { return m.predefined }

// CIDRanges returns the ranges of codes of n bytes that the CMap itself maps,
// those of its base and of predefined CMaps left out. They must not be changed.
func (m *CMap) CIDRanges(n int) Ranges {
	if n < 1 || n > maxCodeLength {
		return nil
	}
	return m.cid[n-1]
}

// Rune returns the character that a code of n bytes is in a CMap whose codes
// are Unicode, such as UniJIS-UTF16-H; false for any other CMap.
func (m *CMap) Rune(code uint32, n int) (rune, bool) {
	for c := m; c != nil; c = c.base {
		if c.form != noForm {
			return c.form.rune(code, n)
		}
	}
	return 0, false
}

// addSpace adds a codespace. Bounds that are the wrong way round are swapped.
func (m *CMap) addSpace(lo, hi hexString) {
	n := int(max(lo.n, hi.n))
	if n < 1 || n > maxCodeLength || len(m.spaces) >= limits.Codespaces {
		return
	}
	c := codespace{n: n}
	for i := range n {
		shift := 8 * (n - 1 - i)
		a, b := byte(lo.code>>shift), byte(hi.code>>shift)
		c.lo[i], c.hi[i] = min(a, b), max(a, b)
	}
	for i := range m.spaces {
		if m.spaces[i] == c {
			return
		}
	}
	at := len(m.spaces)
	for at > 0 && m.spaces[at-1].n > n {
		at--
	}
	m.spaces = append(m.spaces, codespace{})
	copy(m.spaces[at+1:], m.spaces[at:])
	m.spaces[at] = c
}

// seal prepares m for Next. A CMap without codespaces takes those of its base,
// and else the lengths of the codes that it maps.
func (m *CMap) seal() {
	if len(m.spaces) == 0 && m.base != nil {
		m.fixed, m.first, m.spaces = m.base.fixed, m.base.first, m.base.spaces
		return
	}
	if len(m.spaces) == 0 {
		for i := range m.cid {
			if len(m.cid[i]) > 0 {
				m.addSpace(hexString{n: int32(i + 1)}, hexString{n: int32(i + 1), code: 1<<(8*(i+1)) - 1})
			}
		}
	}
	if len(m.spaces) == 0 {
		m.fixed = 2
		return
	}
	shortest, longest := m.spaces[0].n, m.spaces[len(m.spaces)-1].n
	if shortest == longest {
		m.fixed = shortest
		return
	}
	for b := range m.first {
		n, alike := 0, true
		for i := range m.spaces {
			if c := &m.spaces[i]; c.lo[0] <= byte(b) && byte(b) <= c.hi[0] {
				alike = alike && (n == 0 || n == c.n)
				n = c.n
			}
		}
		switch {
		case n == 0:
			m.first[b] = uint8(shortest)
		case alike:
			m.first[b] = uint8(n)
		}
	}
}

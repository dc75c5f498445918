package fontfile

import (
	"slices"
	"sort"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// A cmapTable is one subtable of cmap. The bytes go on to the end of cmap, since
// the length that a subtable states is often wrong.
type cmapTable struct {
	platform, encoding int
	format             int
	bytes              table
	segments           int  // of formats 4, 8, 12 and 13, those within bytes
	unsorted           bool // they overlap or are out of order: search them all
}

// maxUnsorted bounds the segments that are searched one by one for each code. The
// three unsorted ones among 1,000 real cmaps have about 100.
const maxUnsorted = 512

// parseCmap reads the directory of cmap.
func (p *Program) parseCmap(t table) {
	n := min(t.u16(2), limits.FontCmaps, max(0, len(t)-4)/8)
	for i := range n {
		at := 4 + 8*i
		c := cmapTable{platform: t.u16(at), encoding: t.u16(at + 2), bytes: t.from(int(t.u32(at + 4)))}
		if c.bytes == nil {
			p.damaged("a subtable of cmap starts behind its end")
			continue
		}
		c.format = c.bytes.u16(0)
		switch c.format {
		case 0, 2, 6, 10:
		case 4:
			c.segments = min(c.bytes.u16(6)/2, max(0, len(c.bytes)-16)/8)
		case 12, 13:
			c.segments = int(min(int64(c.bytes.u32(12)), int64(max(0, len(c.bytes)-16)/12)))
		case 14:
			continue // variation sequences: no characters of their own
		default:
			p.damaged("a subtable of cmap has an unknown format")
			continue
		}
		if c.unsorted = !c.isSorted(); c.unsorted && c.segments > maxUnsorted {
			p.damaged("a subtable of cmap is out of order and long")
			c.segments = maxUnsorted
		}
		p.cmaps = append(p.cmaps, c)
	}
}

// A segment is a run of codes in formats 4, 12 and 13.
type segment struct {
	first, last uint32
	start       int // glyph of the first code; of all codes in format 13
	at          int // place of the first code's glyph, if the glyphs are listed
	delta       int // what is added to a listed glyph
	step        int // 0 in format 13, else 1
	mask        int // of glyphs: 16 bits in format 4
}

// segment reads a segment.
func (c *cmapTable) segment(i int) segment {
	if c.format != 4 {
		at := 16 + 12*i
		s := segment{c.bytes.u32(at), c.bytes.u32(at + 4), int(c.bytes.u32(at + 8)), 0, 0, 1, -1}
		if c.format == 13 {
			s.step = 0
		}
		return s
	}
	// 14 endCode[n] | 16+2n startCode[n] | idDelta[n] | idRangeOffset[n] | glyphs
	n := c.bytes.u16(6) &^ 1
	s := segment{first: uint32(c.bytes.u16(16 + n + 2*i)), last: uint32(c.bytes.u16(14 + 2*i)), step: 1, mask: 0xFFFF}
	delta := c.bytes.u16(16 + 2*n + 2*i)
	place := 16 + 3*n + 2*i
	if offset := c.bytes.u16(place); offset == 0 || offset == 0xFFFF {
		// FFFF is how some fonts mark the last segment; it is out of range.
		s.start = int(s.first) + delta
	} else {
		s.at, s.delta = place+offset, delta
	}
	return s
}

// glyph returns the glyph of a code within the segment.
func (s *segment) glyph(t table, code uint32) int {
	i := int(code - s.first)
	if s.at == 0 {
		return (s.start + i*s.step) & s.mask
	}
	g := t.u16(s.at + 2*i)
	if g != 0 {
		g = (g + s.delta) & s.mask
	}
	return g
}

// isSorted reports whether the segments may be searched by halving.
func (c *cmapTable) isSorted() bool {
	last := int64(-1)
	for i := range c.segments {
		s := c.segment(i)
		if int64(s.first) <= last || int64(s.last) <= last {
			return false
		}
		last = int64(s.last)
	}
	return true
}

// lookup returns the glyph of a code, 0 if it has none.
func (c *cmapTable) lookup(code uint32) int {
	switch c.format {
	case 0:
		if code < 256 {
			return c.bytes.u8(6 + int(code))
		}
	case 2:
		return c.lookupMixed(code)
	case 6:
		if first := uint32(c.bytes.u16(6)); code >= first && code-first < uint32(c.bytes.u16(8)) {
			return c.bytes.u16(10 + 2*int(code-first))
		}
	case 10:
		if first := c.bytes.u32(12); code >= first && code-first < c.bytes.u32(16) {
			return c.bytes.u16(20 + 2*int(code-first))
		}
	case 4, 12, 13:
		return c.lookupSegment(code)
	}
	return 0
}

// lookupSegment finds a code in formats 4, 12 and 13.
func (c *cmapTable) lookupSegment(code uint32) int {
	if c.unsorted {
		for i := range c.segments {
			if s := c.segment(i); s.first <= code && code <= s.last {
				if g := s.glyph(c.bytes, code); g != 0 {
					return g
				}
			}
		}
		return 0
	}
	i := sort.Search(c.segments, func(i int) bool { return c.segment(i).last >= code })
	if i == c.segments {
		return 0
	}
	s := c.segment(i)
	if code < s.first {
		return 0
	}
	return s.glyph(c.bytes, code)
}

// lookupMixed finds a code of one or two bytes in format 2:
//
//	6 subHeaderKeys[256] | subHeaders (firstCode entryCount idDelta idRangeOffset) | glyphs
func (c *cmapTable) lookupMixed(code uint32) int {
	if code > 0xFFFF {
		return 0
	}
	high, low := int(code>>8), int(code&0xFF)
	key := c.bytes.u16(6 + 2*high)
	if code <= 0xFF {
		if c.bytes.u16(6+2*low) != 0 {
			return 0 // the first of two bytes
		}
		key = 0
	} else if key == 0 {
		return 0
	}
	sub := 6 + 512 + key&^7
	i := low - c.bytes.u16(sub)
	if i < 0 || i >= c.bytes.u16(sub+2) {
		return 0
	}
	g := c.bytes.u16(sub + 6 + c.bytes.u16(sub+6) + 2*i)
	if g != 0 {
		g = (g + c.bytes.u16(sub+4)) & 0xFFFF
	}
	return g
}

// each calls f for the codes that have a glyph, in no certain order, and stops
// after as many codes as a real font can have.
func (c *cmapTable) each(f func(code uint32, gid int)) {
	switch c.format {
	case 0:
		c.eachOf(0, 0xFF, f)
	case 2:
		c.eachOf(0, 0xFFFF, f)
	case 6:
		first := uint32(c.bytes.u16(6))
		c.eachOf(first, uint64(first)+uint64(c.bytes.u16(8))-1, f)
	case 10:
		first := c.bytes.u32(12)
		c.eachOf(first, uint64(first)+uint64(c.bytes.u32(16))-1, f)
	case 4, 12, 13:
		c.eachOfSegments(f)
	}
}

// eachOf calls f for the codes of a range that have a glyph.
func (c *cmapTable) eachOf(first uint32, last uint64, f func(code uint32, gid int)) {
	last = min(last, uint64(first)+limits.FontCmapCodes, unicode.MaxRune)
	for code := uint64(first); code <= last; code++ {
		if g := c.lookup(uint32(code)); g != 0 {
			f(uint32(code), g)
		}
	}
}

// eachOfSegments calls f for the codes of all segments that have a glyph. Of a
// group of format 13, whose codes have one glyph, the first is enough.
func (c *cmapTable) eachOfSegments(f func(code uint32, gid int)) {
	budget := limits.FontCmapCodes
	for i := range c.segments {
		s := c.segment(i)
		if s.step == 0 {
			s.last = min(s.first, s.last)
		}
		last := min(uint64(s.last), uint64(s.first)+uint64(budget), unicode.MaxRune)
		for code := uint64(s.first); code <= last; code++ {
			budget--
			if g := s.glyph(c.bytes, uint32(code)); g > 0 && g < limits.FontGlyphs {
				f(uint32(code), g)
			}
		}
		if budget <= 0 {
			return
		}
	}
}

// Cmap reports whether the font has a cmap of the platform and encoding.
func (p *Program) Cmap(platform, encoding int) bool {
	return p.cmap(platform, encoding) != nil
}

func (p *Program) cmap(platform, encoding int) *cmapTable {
	for i := range p.cmaps {
		if c := &p.cmaps[i]; c.platform == platform && c.encoding == encoding {
			return c
		}
	}
	return nil
}

// CodeToGID returns the glyph of a code by one cmap; glyph 0 is none.
func (p *Program) CodeToGID(platform, encoding int, code uint32) (int, bool) {
	c := p.cmap(platform, encoding)
	if c == nil {
		return 0, false
	}
	g := c.lookup(code)
	return g, g > 0 && g < limits.FontGlyphs
}

// GIDToRune returns the character of a glyph by the Unicode cmaps. Control codes
// and private-use code points are no answers. Of several characters it is one
// that NFKC leaves alone and that is no radical, and of these the smallest: a
// hyphen rather than a soft hyphen, Delta rather than increment.
//
// The first call turns the cmaps round, in one pass.
func (p *Program) GIDToRune(gid int) (rune, bool) {
	p.reverseOnce.Do(p.reverseCmaps)
	if gid < 0 || gid >= len(p.reverse) || p.reverse[gid] == 0 {
		return 0, false
	}
	return p.reverse[gid], true
}

// reverseCmaps fills reverse from each Unicode cmap, the best first; a later one
// only has a say about glyphs that those before it left without a character.
func (p *Program) reverseCmaps() {
	var order []*cmapTable
	for rank := range otherRank {
		for i := range p.cmaps {
			c := &p.cmaps[i]
			// Platforms often share one subtable. All go on to the end of
			// cmap, so that those of one length are one.
			if unicodeRank(c) == rank && !slices.ContainsFunc(order, func(o *cmapTable) bool { return len(o.bytes) == len(c.bytes) }) {
				order = append(order, c)
			}
		}
	}
	if len(order) == 0 {
		return
	}
	reverse := make([]rune, min(p.NumGlyphs, limits.FontGlyphs))
	for pass, c := range order {
		var settled []bool
		if pass > 0 {
			settled = make([]bool, len(reverse))
			for g, r := range reverse {
				settled[g] = r != 0
			}
		}
		c.each(func(code uint32, gid int) {
			if gid >= len(reverse) || settled != nil && settled[gid] {
				return
			}
			r := rune(code)
			if code <= unicode.MaxRune && isText(r) && preferred(r, reverse[gid]) {
				reverse[gid] = r
			}
		})
	}
	p.reverse = reverse
}

// unicodeRank orders the Unicode cmaps: full ones of Windows, those of the Unicode
// platform, Windows' basic plane.
func unicodeRank(c *cmapTable) int {
	switch {
	case c.platform == 3 && c.encoding == 10:
		return 0
	case c.platform == 0:
		return 1
	case c.platform == 3 && c.encoding == 1:
		return 2
	}
	return otherRank
}

// otherRank is the rank of cmaps with other codes than Unicode's.
const otherRank = 3

// isText reports whether a code point says what a glyph is.
func isText(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7F && r < 0xA0, // Cc
		r >= 0xD800 && r < 0xF900, // surrogates, private use
		r >= 0xF0000, r == unicode.ReplacementChar, r&0xFFFE == 0xFFFE:
		return false
	}
	return true
}

// preferred reports whether r says better than old what a glyph is.
func preferred(r, old rune) bool {
	if old == 0 {
		return true
	}
	if a, b := isCompatibility(r), isCompatibility(old); a != b {
		return b
	}
	return r < old
}

// softHyphen is no compatibility character but is never seen as such.
const softHyphen = 0xAD

// isCompatibility reports whether NFKC changes a code point, or it is a radical.
func isCompatibility(r rune) bool {
	i := sort.Search(len(compatibility), func(i int) bool { return compatibility[i][1] >= r })
	return i < len(compatibility) && compatibility[i][0] <= r || r == softHyphen
}

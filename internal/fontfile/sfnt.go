package fontfile

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/limits"
)

// An sfnt is the directory of a TrueType or OpenType font: the tables that are
// read, each clipped to the file.
type sfnt struct {
	cmap, cff, head, hhea, hmtx, loca, maxp, name, os2, post table
}

// parseSFNT reads a TrueType or OpenType font, or the first of a collection.
func (p *Program) parseSFNT(data []byte) error {
	font := table(data)
	at := 0
	if hasPrefix(data, "ttcf") {
		at = int(font.u32(12))
	}
	var s sfnt
	if !p.readDirectory(&s, font, at) {
		return &FormatError{TrueType, "no table directory"}
	}
	p.parseHead(&s)
	p.parseOS2(s.os2)
	p.parsePost(s.post)
	p.parseName(s.name)
	p.keepTables(&s)
	if s.cff != nil {
		p.Kind = OpenTypeCFF
		p.parseInnerCFF(s.cff)
	}
	if p.NumGlyphs == 0 {
		p.NumGlyphs = p.countGlyphs()
	}
	return nil
}

// readDirectory reads the table directory at an offset. It reports whether there
// is a table of a known name. Where two have one name the first wins.
func (p *Program) readDirectory(s *sfnt, font table, at int) bool {
	dir := font.from(at)
	n := min(dir.u16(4), limits.FontTables, max(0, len(dir)-12)/16)
	if n < dir.u16(4) {
		p.damaged("the table directory is cut")
	}
	known := false
	for i := range n {
		entry := dir.slice(12+16*i, 16)
		t := s.table(string(entry[:4]))
		if t == nil || *t != nil {
			continue
		}
		offset, length := int(entry.u32(8)), int(entry.u32(12))
		*t = font.slice(offset, length)
		if len(*t) < length {
			p.damaged("the table " + strings.TrimSpace(string(entry[:4])) + " is cut")
		}
		known = known || len(*t) > 0
	}
	return known
}

// table returns the place of a table, nil for those that are not read.
func (s *sfnt) table(tag string) *table {
	switch tag {
	case "cmap":
		return &s.cmap
	case "CFF ":
		return &s.cff
	case "head":
		return &s.head
	case "hhea":
		return &s.hhea
	case "hmtx":
		return &s.hmtx
	case "loca":
		return &s.loca
	case "maxp":
		return &s.maxp
	case "name":
		return &s.name
	case "OS/2":
		return &s.os2
	case "post":
		return &s.post
	}
	return nil
}

// Bits of macStyle and fsSelection.
const (
	macBold    = 1 << 0
	macItalic  = 1 << 1
	fsItalic   = 1 << 0
	fsBold     = 1 << 5
	fsOblique  = 1 << 9
	defaultEm  = 1000 // of a program without a size
	maxEm      = 1 << 14
	monospaced = 9 // bProportion of PANOSE
)

// parseHead reads head, hhea and maxp.
func (p *Program) parseHead(s *sfnt) {
	p.unitsPerEm = s.head.u16(18)
	if p.unitsPerEm < 16 || p.unitsPerEm > maxEm {
		p.unitsPerEm = defaultEm
		p.damaged("the table head has no size of the em")
	}
	// macStyle says bold of a light font (Microsoft YaHei) but is all that
	// some have (Meiryo); OS/2 knows better where there is one.
	if style := s.head.u16(44); s.os2 == nil {
		p.Bold = style&macBold != 0
		p.Italic = style&macItalic != 0
	} else {
		p.Italic = style&macItalic != 0
	}
	p.longLoca = s.head.u16(50) != 0
	p.Ascent, p.Descent = p.ems(s.hhea.i16(4)), p.ems(s.hhea.i16(6))
	p.numHMetric = s.hhea.u16(34)
	p.NumGlyphs = s.maxp.u16(4)
}

func (p *Program) ems(units int) float64 { return float64(units) / float64(p.unitsPerEm) }

// parseOS2 reads weight and style, and the heights if hhea had none.
func (p *Program) parseOS2(t table) {
	if len(t) < 64 {
		return
	}
	p.Weight = t.u16(4)
	if p.Weight >= 1 && p.Weight <= 9 {
		p.Weight *= 100 // an early form of the table
	}
	if p.Weight > 1000 {
		p.Weight = 0
		p.damaged("the table OS/2 has an absurd weight")
	}
	selection := t.u16(62)
	p.Bold = p.Bold || p.Weight >= boldWeight || selection&fsBold != 0
	p.Italic = p.Italic || selection&(fsItalic|fsOblique) != 0
	p.FixedPitch = p.FixedPitch || t.u8(32) == 2 && t.u8(35) == monospaced
	if p.Ascent == 0 && p.Descent == 0 {
		p.Ascent, p.Descent = p.ems(t.i16(68)), p.ems(t.i16(70))
	}
}

// parsePost reads all of post but the names.
func (p *Program) parsePost(t table) {
	if len(t) < 16 {
		return
	}
	p.setAngle(float64(int32(t.u32(4))) / 65536)
	p.FixedPitch = p.FixedPitch || t.u32(12) != 0
}

// keepTables copies the tables that questions are answered from, so that the
// program with its outlines need not be kept.
func (p *Program) keepTables(s *sfnt) {
	if n := len(s.hmtx) / 4; n < p.numHMetric {
		p.numHMetric = n
	}
	hmtx := s.hmtx[:4*p.numHMetric]
	loca := s.loca[:min(len(s.loca), 4*(limits.FontGlyphs+1))]
	cmap := p.bounded(s.cmap, "cmap")
	var post table
	if v := s.post.u32(0); v == postStandard || v == postNamed {
		post = p.bounded(s.post, "post")
	}
	kept := make([]byte, 0, len(hmtx)+len(loca)+len(cmap)+len(post))
	keep := func(t table) []byte {
		if len(t) == 0 {
			return nil
		}
		at := len(kept)
		kept = append(kept, t...)
		return kept[at:len(kept):len(kept)]
	}
	p.hmtx, p.loca, p.post = keep(hmtx), keep(loca), keep(post)
	p.parseCmap(keep(cmap))
}

// bounded cuts a table of absurd size.
func (p *Program) bounded(t table, name string) table {
	if len(t) > limits.FontTableBytes {
		p.damaged("the table " + name + " is larger than any real one")
		t = t[:limits.FontTableBytes]
	}
	return t
}

// countGlyphs estimates the number of glyphs of a font without maxp.
func (p *Program) countGlyphs() int {
	size := 2
	if p.longLoca {
		size = 4
	}
	return min(max(len(p.loca)/size-1, p.numHMetric, 0), limits.FontGlyphs)
}

// hmtxAdvance returns a glyph's advance; the last stands for all glyphs behind.
func (p *Program) hmtxAdvance(gid int) (float64, bool) {
	if p.NumGlyphs > 0 && gid >= p.NumGlyphs {
		return 0, false
	}
	gid = min(gid, p.numHMetric-1)
	return p.ems(table(p.hmtx).u16(4 * gid)), true
}

// emptyGlyf reports whether a glyph has no outline in glyf.
func (p *Program) emptyGlyf(gid int) bool {
	t := table(p.loca)
	if p.longLoca {
		return gid < len(t)/4-1 && t.u32(4*gid) == t.u32(4*gid+4)
	}
	return gid < len(t)/2-1 && t.u16(2*gid) == t.u16(2*gid+2)
}

// parseInnerCFF reads the CFF table. What the tables around it said stays.
func (p *Program) parseInnerCFF(t table) {
	inner := &Program{Kind: CFF}
	if err := inner.parseCFF(t); err != nil {
		p.damaged(err.Error())
		return
	}
	p.cff = inner.cff
	p.CIDKeyed, p.Registry, p.Ordering = inner.CIDKeyed, inner.Registry, inner.Ordering
	if inner.NumGlyphs > 0 {
		p.NumGlyphs = inner.NumGlyphs
	}
	if p.Weight == 0 {
		p.Weight = inner.Weight
	}
	p.Bold = p.Bold || inner.Bold
	p.Italic = p.Italic || inner.Italic
	p.FixedPitch = p.FixedPitch || inner.FixedPitch
	if p.ItalicAngle == 0 {
		p.ItalicAngle = inner.ItalicAngle
	}
	for _, n := range []struct{ outer, inner *string }{
		{&p.Family, &inner.Family}, {&p.FullName, &inner.FullName}, {&p.PostScriptName, &inner.PostScriptName},
	} {
		if *n.outer == "" {
			*n.outer = *n.inner
		}
	}
	for _, d := range inner.Damage {
		p.damaged(d)
	}
}

// Name identifiers that are read.
const (
	nameFamily     = 1
	nameSubfamily  = 2
	nameFull       = 4
	namePostScript = 6
)

// maxNameBytes bounds one string of the name table, which Windows bounds at 63
// characters for families.
const maxNameBytes = 512

// parseName reads the names, in English of Windows if there are such, else in
// any language of Windows or Unicode, else of the Macintosh.
func (p *Program) parseName(t table) {
	n := min(t.u16(2), max(0, len(t)-6)/12)
	strs := t.from(t.u16(4))
	var best [namePostScript + 1]table
	var score [namePostScript + 1]int
	for i := range n {
		record := t.slice(6+12*i, 12)
		id := record.u16(6)
		if id > namePostScript {
			continue
		}
		if s := nameScore(record); s > score[id] {
			score[id], best[id] = s, record
		}
	}
	text := func(id int) string {
		r := best[id]
		if r == nil {
			return ""
		}
		return nameText(strs.slice(r.u16(10), min(r.u16(8), maxNameBytes)), r.u16(0))
	}
	p.Family, p.FullName, p.PostScriptName = text(nameFamily), text(nameFull), text(namePostScript)
	style := strings.ToLower(text(nameSubfamily))
	p.Bold = p.Bold || strings.Contains(style, "bold")
	p.Italic = p.Italic || strings.Contains(style, "italic") || strings.Contains(style, "oblique")
}

// nameScore says how much the string of a record is wanted, 0 if it can't be read.
func nameScore(record table) int {
	const englishUS = 0x409
	switch platform, language := record.u16(0), record.u16(4); {
	case record.u16(8) == 0:
		return 0
	case platform == 3 && language == englishUS:
		return 4
	case platform == 0:
		return 3
	case platform == 1 && record.u16(2) == 0 && language == 0:
		return 2
	case platform == 3:
		return 1
	}
	return 0
}

// nameText decodes a string of the name table: Mac OS Roman on platform 1, UTF-16
// on the others. Control codes, which damaged tables have, are left out.
func nameText(t table, platform int) string {
	var b strings.Builder
	if platform == 1 {
		for _, c := range t {
			if r := encoding.MacRomanTrueType(c); r != 0 {
				b.WriteRune(r)
			}
		}
		return b.String()
	}
	units := make([]uint16, len(t)/2)
	for i := range units {
		units[i] = uint16(t.u16(2 * i))
	}
	if isSwapped(units) {
		for i, u := range units {
			units[i] = u<<8 | u>>8
		}
	}
	for _, r := range utf16.Decode(units) {
		if !unicode.IsControl(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isSwapped reports whether UTF-16 has its bytes the wrong way round, as in fonts
// of one Persian vendor: all characters would be ASCII then.
func isSwapped(units []uint16) bool {
	for _, u := range units {
		if u&0xFF != 0 || u>>8 < 0x20 || u>>8 > 0x7E {
			return false
		}
	}
	return len(units) > 0
}

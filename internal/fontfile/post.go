package fontfile

// Versions of the post table that have names.
const (
	postStandard = 0x00010000 // the 258 glyphs of the Macintosh in their order
	postNamed    = 0x00020000
)

// postName returns a glyph's name from the post table:
//
//	32 numGlyphs | 34 glyphNameIndex[numGlyphs] | length string, length string ...
//
// An index below 258 is one of the Macintosh's order, others count the strings.
func (p *Program) postName(gid int) string {
	t := table(p.post)
	if t.u32(0) == postStandard {
		if gid < len(macGlyphs) {
			return macGlyphs[gid]
		}
		return ""
	}
	n := t.u16(32)
	if gid >= n {
		return ""
	}
	index := t.u16(34 + 2*gid)
	if index < len(macGlyphs) {
		return macGlyphs[index]
	}
	p.postOnce.Do(func() { p.postNames = postStrings(t, 34+2*n) })
	index -= len(macGlyphs)
	if index >= len(p.postNames) {
		return ""
	}
	at := int(p.postNames[index])
	return string(t.slice(at+1, t.u8(at)))
}

// postStrings returns where the counted strings from an offset on start. No glyph
// can name more than 65,536 of them.
func postStrings(t table, at int) []uint32 {
	var starts []uint32
	for at < len(t) && len(starts) < 1<<16 {
		starts = append(starts, uint32(at))
		at += 1 + int(t[at])
	}
	return starts
}

// Package fontfile reads the font programs that PDF files embed, as far as text
// extraction needs them: glyph names, character maps, advances, and what a
// program says about its style. Outlines are not read.
//
// It reads TrueType and OpenType (sfnt), bare CFF and Type 1, tells them apart by
// their first bytes, and keeps what can be read of a damaged program. Every
// method of a Program is safe for concurrent use and total: arguments that are
// out of range have no answer.
package fontfile

//go:generate go run gen.go -pdfjs package/build/pdf.worker.mjs

import (
	"bytes"
	"errors"
	"slices"
	"sync"
)

// A Kind is a format of font programs.
type Kind uint8

// The formats. An OpenType font with CFF outlines answers like both of its parts.
const (
	TrueType Kind = iota + 1
	OpenTypeCFF
	CFF
	Type1
)

// String returns the name of the format.
func (k Kind) String() string {
	switch k {
	case TrueType:
		return "TrueType"
	case OpenTypeCFF:
		return "OpenType with CFF"
	case CFF:
		return "CFF"
	case Type1:
		return "Type 1"
	}
	return "unknown font format"
}

// ErrFormat says that the bytes are no font program that can be read.
var ErrFormat = errors.New("no font program that can be read")

// A FormatError is an ErrFormat with its reason.
type FormatError struct {
	Kind Kind // the format that the bytes were taken for, 0 if none
	What string
}

func (e *FormatError) Error() string {
	return e.Kind.String() + ": " + e.What
}

// Unwrap returns ErrFormat.
func (e *FormatError) Unwrap() error { return ErrFormat }

// A Program is what was read of a font program. The fields must not be changed.
// A field is zero if the program doesn't say.
type Program struct {
	Kind Kind

	Family, FullName, PostScriptName string

	// Weight is 100 (thin) to 900 (black), from OS/2 or from the Weight of
	// CFF and Type 1. Bold and Italic are set if any sign but the names says
	// so: a positive is nearly always true, while subsetters often clear the
	// signs. Type 1 and CFF symbol fonts of TeX (CMSY10) are slanted and not
	// italic; that can only be told by their name.
	Weight                   int
	Bold, Italic, FixedPitch bool
	ItalicAngle              float64 // degrees, negative if it leans right
	Ascent, Descent          float64 // ems, of hhea or OS/2, unchecked

	CIDKeyed           bool   // CFF with a ROS
	Registry, Ordering string // of the ROS

	// NumGlyphs is the number of glyphs, from maxp or CharStrings.
	NumGlyphs int

	// Damage says what of the program could not be read, in the order of
	// reading.
	Damage []string

	unitsPerEm int
	cmaps      []cmapTable
	post       []byte // post table with names, else nil
	hmtx       []byte // advances of TrueType; see Advance
	numHMetric int
	loca       []byte
	longLoca   bool
	cff        *cffFont
	type1      *type1Font

	reverseOnce sync.Once
	reverse     []rune // by gid, 0 if none; see GIDToRune
	postOnce    sync.Once
	postNames   []uint32 // where the strings of post start
	namesOnce   sync.Once
	gids        map[string]int // see NameToGID
	cidsOnce    sync.Once
	cids        []uint16 // gid + 1 by CID; see CIDToGID
}

// damaged records what could not be read, once.
func (p *Program) damaged(what string) {
	if len(p.Damage) < maxDamage && !slices.Contains(p.Damage, what) {
		p.Damage = append(p.Damage, what)
	}
}

// maxDamage bounds the messages of one program.
const maxDamage = 16

// Parse reads a font program. The error is a *FormatError if nothing can be made
// of the bytes; lesser damage is told by Program.Damage. Parse keeps no part of
// data.
//
// The work is proportional to len(data); for TrueType, to the size of the tables
// read, which are not those of the outlines.
func Parse(data []byte) (*Program, error) {
	var first error
	for _, k := range kinds(data) {
		p := &Program{Kind: k}
		var err error
		switch k {
		case TrueType:
			err = p.parseSFNT(data)
		case CFF:
			err = p.parseCFF(data)
		case Type1:
			err = p.parseType1(data)
		}
		if err == nil {
			return p, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// sniffed bounds how far behind its place the start of a program is looked for.
const sniffed = 1024

// kinds returns the formats that the bytes may be of, the likeliest first. All
// but the first are for files with garbage before the program, and for those
// whose first bytes are damaged.
func kinds(data []byte) []Kind {
	head := data[:min(len(data), sniffed)]
	switch {
	case hasPrefix(head, "\x00\x01\x00\x00"), hasPrefix(head, "true"), hasPrefix(head, "OTTO"), hasPrefix(head, "ttcf"):
		return []Kind{TrueType}
	case hasPrefix(head, "%!"), hasPrefix(head, "\x80\x01"):
		return []Kind{Type1}
	case isCFFHeader(head):
		return []Kind{CFF, Type1, TrueType}
	case bytes.Contains(head, []byte("%!")):
		return []Kind{Type1, CFF, TrueType}
	}
	return []Kind{TrueType, CFF, Type1}
}

func hasPrefix(b []byte, s string) bool {
	return len(b) >= len(s) && string(b[:len(s)]) == s
}

// BuiltinName returns the glyph name that the program's own encoding gives a code,
// "" if none. TrueType has no such encoding; see CodeToGID.
func (p *Program) BuiltinName(code byte) string {
	switch {
	case p.type1 != nil:
		return p.type1.encodingName(code)
	case p.cff != nil && !p.CIDKeyed:
		return p.cff.encodingName(code)
	}
	return ""
}

// GlyphName returns the name of a glyph: by the charset of a CFF font that is not
// CID-keyed, by the order of a Type 1 font's CharStrings, or by the post table.
// It returns "" if the glyph has none.
func (p *Program) GlyphName(gid int) string {
	switch {
	case gid < 0:
		return ""
	case p.type1 != nil:
		return p.type1.glyphName(gid)
	case p.cff != nil && !p.CIDKeyed:
		return p.cff.glyphName(gid)
	case p.post != nil:
		return p.postName(gid)
	}
	return ""
}

// NameToGID returns the first glyph of a name.
func (p *Program) NameToGID(name string) (int, bool) {
	p.namesOnce.Do(func() {
		p.gids = make(map[string]int, min(p.NumGlyphs, 1<<10))
		for gid := range p.NumGlyphs {
			if n := p.GlyphName(gid); n != "" {
				if _, ok := p.gids[n]; !ok {
					p.gids[n] = gid
				}
			}
		}
	})
	gid, ok := p.gids[name]
	return gid, ok
}

// CIDToGID returns the glyph of a CID by the charset of a CID-keyed CFF font.
func (p *Program) CIDToGID(cid int) (int, bool) {
	if p.cff == nil || !p.CIDKeyed || cid < 0 || cid > 0xFFFF {
		return 0, false
	}
	p.cidsOnce.Do(func() { p.cids = p.cff.invertCharset() })
	if cid >= len(p.cids) || p.cids[cid] == 0 {
		return 0, cid == 0 && p.NumGlyphs > 0
	}
	return int(p.cids[cid]), true
}

// GIDToCID returns the CID of a glyph by the charset of a CID-keyed CFF font.
func (p *Program) GIDToCID(gid int) (int, bool) {
	if p.cff == nil || !p.CIDKeyed || gid < 0 || gid >= len(p.cff.charset) {
		return 0, false
	}
	return int(p.cff.charset[gid]), true
}

// Advance returns the advance of a glyph in ems, horizontal. CID-keyed CFF fonts
// outside of OpenType have none here.
func (p *Program) Advance(gid int) (float64, bool) {
	switch {
	case gid < 0:
		return 0, false
	case p.numHMetric > 0:
		return p.hmtxAdvance(gid)
	case p.type1 != nil:
		return advance(p.type1.outlines, gid)
	case p.cff != nil:
		return advance(p.cff.outlines, gid)
	}
	return 0, false
}

// EmptyOutline reports whether a glyph is known to paint nothing.
func (p *Program) EmptyOutline(gid int) bool {
	switch {
	case gid < 0:
		return false
	case p.loca != nil:
		return p.emptyGlyf(gid)
	case p.type1 != nil:
		return gid < len(p.type1.outlines) && p.type1.outlines[gid].empty
	case p.cff != nil:
		return gid < len(p.cff.outlines) && p.cff.outlines[gid].empty
	}
	return false
}

// An outline is what the start of a charstring tells.
type outline struct {
	advance float32 // ems
	known   bool    // the advance is known
	empty   bool    // the charstring paints nothing
}

func advance(o []outline, gid int) (float64, bool) {
	if gid >= len(o) || !o[gid].known {
		return 0, false
	}
	return float64(o[gid].advance), true
}

// weightByName returns the weight that the Weight of a CFF or Type 1 font names,
// 0 if it is none. Of 661 CFF fonts in real files 510 have one.
func weightByName(name string) int {
	for _, w := range weightNames {
		if equalFold(name, w.name) {
			return w.weight
		}
	}
	return 0
}

// weightNames holds names without spaces and hyphens.
var weightNames = [...]struct {
	name   string
	weight int
}{
	{"thin", 100}, {"hairline", 100},
	{"extralight", 200}, {"ultralight", 200},
	{"light", 300},
	{"regular", 400}, {"normal", 400}, {"book", 400}, {"roman", 400}, {"plain", 400},
	{"medium", 500},
	{"demi", 600}, {"semi", 600}, {"demibold", 600}, {"semibold", 600},
	{"bold", 700},
	{"extrabold", 800}, {"ultrabold", 800}, {"extra", 800}, {"heavy", 800},
	{"black", 900}, {"ultra", 900}, {"fat", 900},
}

// equalFold compares name with a lower-case word, whatever its case, spaces and
// hyphens.
func equalFold(name, word string) bool {
	at := 0
	for i := range len(name) {
		c := name[i]
		if c == ' ' || c == '-' {
			continue
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if at == len(word) || word[at] != c {
			return false
		}
		at++
	}
	return at == len(word)
}

const (
	// boldWeight is the least weight that is bold.
	boldWeight = 600
	// maxItalicAngle is the most that letters lean, in degrees; more is a
	// damaged number.
	maxItalicAngle = 60
)

// setAngle takes an italic angle unless it is absurd.
func (p *Program) setAngle(degrees float64) {
	if degrees != 0 && degrees >= -maxItalicAngle && degrees <= maxItalicAngle {
		p.ItalicAngle = degrees
		p.Italic = true
	}
}

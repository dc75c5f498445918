package font

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/cmap"
	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/fontfile"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

// A composite decodes the codes of a Type0 font. Glyphs are worked out when
// they are first asked for, and kept.
type composite struct {
	font      *Font
	cmap      *cmap.CMap
	toUnicode *cmap.ToUnicode // may be nil
	widths    cidWidths

	collection cmap.Collection // that the CIDs are from, 0 if it is none of Adobe's
	collected  bool            // the program cannot know better than the collection
	private    func(v int32) (int32, link)
	dingbats   encoding.Dingbats
	guess      bool // a code that nothing has text for is Unicode, perhaps

	program *program
	toGID   *pdfobj.Stream // CIDToGIDMap, nil for Identity
	gids    []byte         // two bytes for each CID, once it is decoded
	once    sync.Once

	cache glyphCache
	names nameTexts
}

// loadComposite reads a Type0 font with its descendant.
func (l *loader) loadComposite() {
	f := l.f
	c := &composite{font: f}
	f.composite = c
	f.FontMatrix = [6]float64{0.001, 0, 0, 0.001, 0, 0}

	c.cmap = l.compositeEncoding()
	f.Vertical = c.cmap.Vertical()
	if c.toUnicode = l.readToUnicode(); c.toUnicode != nil {
		f.strings = c.toUnicode.Strings()
	}

	parent := l.dict
	var descendant pdfobj.Dict
	if a := l.doc.Array(parent["DescendantFonts"]); len(a) > 0 {
		descendant = l.doc.Dict(a[0])
	} else {
		descendant = l.doc.Dict(parent["DescendantFonts"]) // not in an array
	}
	if descendant == nil {
		l.warn(BadDictionary, "no descendant font")
	}
	l.dict = descendant
	l.readNames()
	if l.name == "" {
		l.name = cleanName(string(l.doc.Name(parent["BaseFont"])))
		f.Name = stripTag(l.name)
	}
	// Some name the descendant like the whole font, with its CMap.
	if s, ok := strings.CutSuffix(f.Name, "-"+string(l.doc.Name(parent["Encoding"]))); ok && s != "" {
		f.Name = s
	}
	c.program = l.program
	c.private, c.dingbats = l.private, l.dingbats
	if s := l.doc.Stream(descendant["CIDToGIDMap"]); s != nil {
		c.toGID = s
	}
	c.collection = l.collection(c.cmap)
	c.collected = c.cmap.Predefined() && c.collection != 0 || c.toUnicode == nil && l.onlyCollected(c)
	l.readCIDWidths(&c.widths)
	if c.widths.keyedByCode(c.cmap) {
		f.Misfit = true
		l.warn(BadWidths, "W goes by codes in place of CIDs")
	}

	c.guess = c.toUnicode == nil && guessComposite(c.cmap)
	var prog *fontfile.Program
	if c.toUnicode == nil && !c.collected && !l.codesAreText(c) {
		if prog = c.load(l.ctx); prog == nil && f.Embedded {
			l.warnProgram()
		}
	}
	l.describe(prog)
	if mono, known := c.widths.monospaced(); known {
		f.Monospace = mono
	}
}

// compositeEncoding returns the CMap of a Type0 font, Identity-H if there is
// none.
func (l *loader) compositeEncoding() *cmap.CMap {
	m := l.readCMap(l.dict["Encoding"], 0)
	if m == nil {
		l.warn(BadEncoding, fmt.Sprintf("CMap missing or not known: %.32q", string(l.doc.Name(l.dict["Encoding"]))))
		return cmap.Identity(false)
	}
	return m
}

// readCMap reads a predefined or an embedded CMap, nil if there is none.
func (l *loader) readCMap(o pdfobj.Object, depth int) *cmap.CMap {
	switch v := l.doc.Resolve(o).(type) {
	case pdfobj.Name:
		return cmap.Predefined(string(v))
	case *pdfobj.Stream:
		if depth == limits.CMapBases {
			l.warn(BadEncoding, "CMaps that use one another")
			return nil
		}
		data, err := l.doc.DecodeHead(l.ctx, v, limits.CMapBytes)
		pdfobj.Charge(l.ctx, limits.CMapCost*len(data))
		if err != nil {
			l.warn(BadEncoding, err.Error())
		}
		m, err := cmap.Parse(data, func(name string) *cmap.CMap {
			if base := l.readCMap(v.Dict["UseCMap"], depth+1); base != nil {
				return base
			}
			return cmap.Predefined(name)
		})
		if err != nil {
			l.warn(BadEncoding, err.Error())
		}
		if w, ok := l.doc.Int(v.Dict["WMode"]); ok {
			m = m.WithVertical(w == 1)
		}
		return m
	}
	return nil
}

// collection returns the character collection that the CIDs are from: as the
// CMap says, then the descendant's CIDSystemInfo.
func (l *loader) collection(m *cmap.CMap) cmap.Collection {
	if m.Registry() == "Adobe" {
		if c := cmap.CollectionOf(m.Ordering()); c != 0 {
			return c
		}
	}
	info := l.doc.Dict(l.dict["CIDSystemInfo"])
	registry, _ := l.doc.String(info["Registry"])
	ordering, _ := l.doc.String(info["Ordering"])
	if registry == "Adobe" {
		return cmap.CollectionOf(string(ordering))
	}
	return 0
}

// onlyCollected reports whether the embedded program is one that has CIDs and
// nothing else to tell its glyphs by, so that it need not be decoded for text.
func (l *loader) onlyCollected(c *composite) bool {
	if c.collection == 0 || c.program.stream == nil || l.doc.Name(c.program.stream.Dict["Subtype"]) != "CIDFontType0C" {
		return false
	}
	head := c.program.head(l.ctx)
	return head != nil && head.Kind == fontfile.CFF && head.CIDKeyed
}

// codesAreText reports whether the codes are Unicode.
func (l *loader) codesAreText(c *composite) bool {
	_, ok := c.cmap.Rune('A', 2)
	if !ok {
		_, ok = c.cmap.Rune('A', 1)
	}
	if !ok {
		_, ok = c.cmap.Rune('A', 4)
	}
	return ok
}

// load decodes the font program and the CIDToGIDMap, if that was not done yet.
func (c *composite) load(ctx context.Context) *fontfile.Program {
	c.once.Do(func() {
		c.program.load(ctx)
		if c.toGID != nil {
			c.gids, _ = c.program.doc.DecodeHead(ctx, c.toGID, 2*(maxCID+1))
			if p := c.program.parsed; p != nil && c.toUnicode == nil && c.cmap == cmap.Identity(c.cmap.Vertical()) {
				c.guess = guessCIDs(p, c.gids)
			}
		}
	})
	return c.program.parsed
}

// maxCID is the highest CID (ISO 32000-2, Annex C).
const maxCID = 65535

// glyph returns the glyph of a code, from the cache if it is there.
func (c *composite) glyph(code uint32, n int) Glyph {
	slot := c.cache.slot(code, n)
	if slot != nil {
		if v := slot.Load(); v != 0 {
			return unpack(v)
		}
	}
	value, k := c.text(code, n)
	g := Glyph{Text: c.plain(value), Width: c.widths.dw, Flags: flagsOf(k)}
	cid, mapped := 0, false
	if len(c.widths.horizontal) > 0 { // else the table of a CMap from Unicode is not needed
		cid, mapped = c.cmap.CID(code, n)
		g.Width = c.widths.width(cid)
	}
	if g.Text < 0 && blank(c.font.String(^g.Text)) || g.Text > 0 && unicode.IsSpace(g.Text) {
		g.Flags |= Blank
	}
	if n == 1 && code == ' ' {
		g.Flags |= WordSpace
	}
	if lies(g.Text, g.Width) && mapped && c.widths.mixed() {
		if prog := c.load(context.Background()); prog != nil {
			if a, ok := prog.Advance(c.gid(prog, cid)); ok {
				g.Width = float32(sane(1000*a, 0) / 1000)
			}
		}
	}
	if slot != nil {
		slot.Store(pack(g))
	}
	return g
}

// text follows the chain for one code.
func (c *composite) text(code uint32, n int) (int32, link) {
	var t cmap.Text
	if c.toUnicode != nil {
		t = c.toUnicode.Text(code, n)
	}
	switch t.Kind {
	case cmap.Good:
		r := c.dingbats.Named(max(t.Value, 0))
		if r == 0 {
			return t.Value, byToUnicode
		}
		// The letter is the code of a sign, or it is the number of the glyph.
		if t.Value != int32(code) {
			return r, byToUnicode
		}
	case cmap.Nothing:
		return 0, byNothing
	}
	if r, ok := c.cmap.Rune(code, n); ok && r >= ' ' && r != noText && !privateUse(r) {
		return r, byCodeUnicode
	}
	if c.collected {
		if v, ok := c.collectedText(c.collection, code, n); ok {
			return v, byCollection
		}
	}
	cid, mapped := c.cmap.CID(code, n)
	prog := c.load(context.Background())
	gid := -1
	if prog != nil && mapped {
		gid = c.gid(prog, cid)
	}
	if gid > 0 {
		if r, ok := prog.GIDToRune(gid); ok {
			return r, byCmap
		}
		if !prog.CIDKeyed {
			if s, q := encoding.Text(prog.GlyphName(gid), false); q == encoding.Exact || q == encoding.Derived {
				return c.value(s), byProgramName
			}
		}
	}
	if gid > 0 && c.dingbats != 0 {
		if code, ok := symbolCode(prog, gid); ok && c.dingbats.Rune(code) != 0 {
			return c.dingbats.Rune(code), byCmap
		}
	}
	collection := c.collection
	if collection == 0 && prog != nil && prog.Registry == "Adobe" {
		collection = cmap.CollectionOf(prog.Ordering)
	}
	if v, ok := c.collectedText(collection, code, n); ok {
		return v, byCollection
	}
	switch {
	case t.Kind == cmap.Control && spaceControl(t.Value):
		return ' ', byControl
	case t.Kind == cmap.Private:
		if t.Value < 0 {
			return t.Value, byPrivate
		}
		return c.private(t.Value)
	case gid > 0 && c.widths.width(cid) > 0 && prog.EmptyOutline(gid):
		return ' ', byEmptyOutline
	case c.guess && mapped && (c.toGID == nil || gid > 0) && unicode.IsPrint(rune(code)):
		return int32(code), byCodeGuess
	}
	return noText, unresolved
}

// collectedText returns the text that a code has by way of its CID. Of codes for
// which the CMap has only the CID of a notdef range, it is a space or nothing.
func (c *composite) collectedText(from cmap.Collection, code uint32, n int) (int32, bool) {
	if from == 0 {
		return 0, false
	}
	cid, mapped := c.cmap.UprightCID(code, n)
	r, s := from.Text(cid)
	switch {
	case r == ' ' || r != 0 && mapped:
		return r, true
	case s != "" && mapped:
		return c.value(s), true
	}
	return 0, false
}

// gid returns the glyph of a CID in the font program, or -1.
func (c *composite) gid(prog *fontfile.Program, cid int) int {
	if c.toGID != nil {
		if 2*cid+1 >= len(c.gids) {
			return -1
		}
		cid = int(c.gids[2*cid])<<8 | int(c.gids[2*cid+1])
	}
	if prog.CIDKeyed {
		if gid, ok := prog.CIDToGID(cid); ok {
			return gid
		}
		return -1
	}
	return cid
}

// value returns the value of a text as in Glyph.Text.
func (c *composite) value(s string) int32 {
	if r := []rune(s); len(r) == 1 {
		return r[0]
	}
	return ^(int32(len(c.font.strings)) + c.names.add(s))
}

// A glyphCache keeps glyphs by code, each in one word, so that readers need no
// lock. Two goroutines may work out the same glyph; they store the same word.
type glyphCache struct {
	one  atomic.Pointer[glyphPage]
	two  [256]atomic.Pointer[glyphPage]
	long atomic.Pointer[map[uint64]*glyphPage] // by length and code >> 8; replaced, never changed
	mu   sync.Mutex                            // for those who replace long
}

type glyphPage [256]atomic.Uint64

// maxLongPages bounds the pages for codes of three and four bytes. Text has a
// few dozen; a glyph beyond is worked out each time.
const maxLongPages = 256

// slot returns where the glyph of a code is kept, or nil.
func (k *glyphCache) slot(code uint32, n int) *atomic.Uint64 {
	var at *atomic.Pointer[glyphPage]
	switch n {
	case 1:
		at = &k.one
	case 2:
		at = &k.two[code>>8&0xFF]
	default:
		return k.longSlot(code, n)
	}
	page := at.Load()
	if page == nil {
		page = new(glyphPage)
		if !at.CompareAndSwap(nil, page) {
			page = at.Load()
		}
	}
	return &page[code&0xFF]
}

func (k *glyphCache) longSlot(code uint32, n int) *atomic.Uint64 {
	key := uint64(n)<<32 | uint64(code>>8)
	if pages := k.long.Load(); pages != nil {
		if page := (*pages)[key]; page != nil {
			return &page[code&0xFF]
		}
		if len(*pages) >= maxLongPages {
			return nil
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	pages := map[uint64]*glyphPage{}
	if old := k.long.Load(); old != nil {
		if page := (*old)[key]; page != nil {
			return &page[code&0xFF]
		}
		for at, page := range *old {
			pages[at] = page
		}
	}
	page := new(glyphPage)
	pages[key] = page
	k.long.Store(&pages)
	return &page[code&0xFF]
}

// A glyph in a word: 32 bits of width, 24 of text and the flags, which are not 0
// for a glyph that is there: it has a source or is Unresolved. The strings of a
// font are fewer than 2^23, as limits bounds the entries of its CMap.
func pack(g Glyph) uint64 {
	return uint64(math.Float32bits(g.Width)) | uint64(uint32(g.Text)&0xFFFFFF)<<32 | uint64(g.Flags)<<56
}

func unpack(v uint64) Glyph {
	return Glyph{
		Text:  int32(uint32(v>>32)<<8) >> 8,
		Width: math.Float32frombits(uint32(v)),
		Flags: Flags(v >> 56),
	}
}

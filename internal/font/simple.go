package font

import (
	"strings"
	"sync"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/cmap"
	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/fontfile"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

// A link is a source of text, in the order of the chain.
type link uint8

const (
	unresolved link = iota
	byToUnicode
	byNothing      // ToUnicode says that there is no text
	byName         // glyph name of the PDF's encoding
	byOverride     // the same, against a ToUnicode that is wrong
	byCodeUnicode  // the code is Unicode itself
	byBuiltin      // glyph name of the font program's own encoding
	byCmap         // glyph back through the cmap of a TrueType program
	byProgramName  // glyph name of the font program
	byCollection   // CID through the character collection
	byStandard     // standard encoding of a font that is not embedded
	byCodeGuess    // code taken as MacRoman or WinAnsi
	byType3Name    // code that the names of a Type 3 font carry, as WinAnsi
	byControl      // control code taken as a space
	byEmptyOutline // glyph without an outline taken as a space
	byPrivate      // private use: kept and unresolved
)

// A simpleFont is what is known of the 256 codes of a font while it is loaded.
type simpleFont struct {
	encoding simpleEncoding
	widths   simpleWidths
	to       [256]cmap.Text // of ToUnicode
	toString *cmap.ToUnicode
	texts    texts
	value    [256]int32
	link     [256]link
}

// loadSimple reads a simple font. If settle is not set it leaves the codes
// pending that only the font program can have text for.
func (l *loader) loadSimple(settle bool) {
	var s simpleFont
	s.texts.strings = l.f.strings
	l.readNames()
	l.readEncoding(&s.encoding)
	l.readWidths(&s.widths)
	s.encoding.zapf = !l.f.Type3 && zapfName(l.name)
	s.toString = l.readToUnicode()
	if s.toString != nil {
		s.toString.Simple(&s.to)
	}

	l.declared(&s)
	need := l.needsProgram(&s)
	lie := l.mendWidths(&s, nil, false)
	var prog *fontfile.Program
	pending := !settle && (need == perhaps || need == nothing && lie)
	if !pending && (need != nothing || lie) {
		if prog = l.program.loadNames(l.ctx, s.widths.none() || lie); prog == nil && l.f.Embedded {
			l.warnProgram()
		}
		if prog != nil {
			l.byProgram(&s, prog)
		} else if need != nothing {
			l.byStandard(&s)
		}
	}
	if !pending {
		l.guess(&s, prog)
	}
	l.leftover(&s, prog)

	l.describe(prog)
	if !pending && lie {
		l.mendWidths(&s, prog, true)
	}
	switch {
	case l.f.Type3:
	case s.widths.none():
		l.fillWidths(&s.widths, &s.encoding, prog)
	default:
		l.completeWidths(&s.widths, &s.encoding)
	}
	l.f.FontMatrix = [6]float64{0.001, 0, 0, 0.001, 0, 0}
	if l.f.Type3 {
		l.f.FontMatrix = l.matrix(l.dict["FontMatrix"])
	}
	table := l.glyphs(&s)
	if pending {
		for code, k := range s.link {
			if k == unresolved || lie && lies(table[code].Text, table[code].Width) {
				table[code].Flags |= Pending
			}
		}
		l.f.pending.Store(&pendingFont{doc: l.doc, dict: l.dict})
	}
	l.f.strings = s.texts.strings
	l.f.simple.Store(table)
	l.f.Monospace = l.monospaced(table)
}

// A pendingFont is a simple font whose program has not been asked yet.
type pendingFont struct {
	mu   sync.Mutex
	doc  *pdfobj.Document
	dict pdfobj.Dict
}

// glyphs makes the table of a simple font.
func (l *loader) glyphs(s *simpleFont) *[256]Glyph {
	table := new([256]Glyph)
	scale := l.f.FontMatrix[0]
	for code := range table {
		g := &table[code]
		g.Width = float32(s.widths.width[code] * scale)
		g.Text, g.Flags = s.texts.plain(s.value[code]), flagsOf(s.link[code])
		if g.Text < 0 && blank(s.texts.strings[^g.Text]) || g.Text > 0 && unicode.IsSpace(g.Text) {
			g.Flags |= Blank
		}
	}
	table[' '].Flags |= WordSpace
	return table
}

// readToUnicode returns the ToUnicode CMap of l.dict, or nil. A name in place
// of the stream, as /Identity-H, says nothing.
func (l *loader) readToUnicode() *cmap.ToUnicode {
	return readToUnicode(l, l.dict["ToUnicode"])
}

// zapfName reports whether a font is one of dingbats.
func zapfName(name string) bool {
	return strings.Contains(name, "Zapf") || strings.Contains(name, "Dingbat")
}

// declared gives each code the text that the font dictionary declares, by its
// ToUnicode CMap or by a glyph name.
func (l *loader) declared(s *simpleFont) {
	e := &s.encoding
	if s.toString != nil && l.falseDingbats(s) {
		l.warn(BadToUnicode, "dingbats made from the names of other glyphs")
		s.to = [256]cmap.Text{}
	}
	differ := 0 // codes with two texts that differ
	for code := range s.value {
		switch t := s.to[code]; t.Kind {
		case cmap.Nothing:
			s.value[code], s.link[code] = 0, byNothing
		case cmap.Good:
			s.value[code], s.link[code] = s.toValue(t), byToUnicode
			if n := e.names[code]; l.f.Type3 || len(n) == 1 && t.Value == int32(n[0]) {
				continue // the name changes nothing
			}
			value, named := e.text(&s.texts, code)
			if named && s.value[code] != value && !same(s.texts.string(s.value[code]), s.texts.string(value)) {
				s.link[code] = byOverride // for now
				differ++
			}
		default:
			value, named := e.text(&s.texts, code)
			s.value[code] = value // if not named, private use or 0
			if named {
				s.link[code] = byName
			}
		}
	}
	switch {
	case l.dingbats != 0:
		l.signs(s)
	case differ > 0:
		l.override(s)
	}
}

// signs puts the signs of a font of dingbats in the place of the letters that its
// glyph names are. A ToUnicode CMap that has another text than the letter is
// right.
func (l *loader) signs(s *simpleFont) {
	for code, k := range s.link {
		letter, named := s.encoding.text(&s.texts, code)
		switch {
		case !named || k == byNothing || k != byName && s.value[code] != letter:
			if k == byOverride {
				s.link[code] = byToUnicode
			}
		default:
			if r := l.dingbats.Named(letter); r != 0 {
				s.value[code], s.link[code] = r, byName
			}
		}
	}
}

// toValue returns the value of a text of the ToUnicode CMap.
func (s *simpleFont) toValue(t cmap.Text) int32 {
	if t.Value < 0 {
		return s.texts.value(s.toString.String(^t.Value))
	}
	return t.Value
}

// smallCapsShare is the share of a font's codes in which name and ToUnicode may
// differ in case before this is taken for small capitals that were typed in
// lower case, where ToUnicode is right. In the font by which it was found every
// letter differs; in fonts whose CMap is plainly wrong it was 4 of 47 codes.
const smallCapsShare = 0.2

// override decides for the codes marked byOverride. The glyph name is right,
// and the ToUnicode CMap wrong, in 60 of 61 codes looked at, but for names that
// stand for several codes and for small capitals. In Type 3 fonts names mean so
// little that they are not looked at.
func (l *loader) override(s *simpleFont) {
	shared, inCase := 0, 0
	for code := range s.value {
		if k := s.link[code]; k == byToUnicode || k == byOverride {
			if value, named := s.encoding.text(&s.texts, code); named {
				shared++
				if k == byOverride && strings.EqualFold(s.texts.string(value), s.texts.string(s.value[code])) {
					inCase++
				}
			}
		}
	}
	smallCaps := float64(inCase) > smallCapsShare*float64(shared)
	count := 0
	for code := range s.value {
		if s.link[code] != byOverride {
			continue
		}
		value, _ := s.encoding.text(&s.texts, code)
		name := s.texts.string(value)
		if blank(name) ||
			smallCaps && strings.EqualFold(name, s.texts.string(s.value[code])) ||
			s.encoding.used(s.encoding.name(code)) > 2 {
			s.link[code] = byToUnicode
			continue
		}
		s.value[code] = value
		count++
	}
	if count > 0 {
		l.warn(BadToUnicode, "contradicts the glyph names")
	}
}

// dingbatShare is the share of a ToUnicode CMap's values that must be what the
// list of Zapf Dingbats says for the glyph names if the CMap is to be dropped.
const dingbatShare = 0.5

// falseDingbats reports whether the ToUnicode CMap was made from glyph names
// (a1, a116) by the list of Zapf Dingbats although the font is another one. Old
// versions of Ghostscript did so for bitmap fonts of TeX.
func (l *loader) falseDingbats(s *simpleFont) bool {
	if !s.encoding.differences || zapfName(l.name) {
		return false
	}
	texts, dingbats := 0, 0
	for code, t := range s.to {
		if t.Kind != cmap.Good {
			continue
		}
		texts++
		if n := s.encoding.names[code]; len(n) > 1 && n[0] == 'a' && '0' <= n[1] && n[1] <= '9' {
			if v, _ := encoding.Text(n, true); v == s.texts.string(s.toValue(t)) {
				dingbats++
			}
		}
	}
	return dingbats > 0 && float64(dingbats) >= dingbatShare*float64(texts)
}

// A need says what a font program is wanted for.
type need uint8

const (
	nothing need = iota
	perhaps      // text of codes that may never be shown
	surely
)

// needsProgram reports whether only the font program, or a standard encoding in
// its place, can have the text of some codes, or the widths. Where ToUnicode or
// Differences have text the other codes are likely not shown at all: subsets
// list widths for whole ranges.
func (l *loader) needsProgram(s *simpleFont) need {
	if l.f.Type3 {
		return nothing
	}
	known, missing := false, false
	for code, k := range s.link {
		switch {
		case k != unresolved:
			known = true
		case (s.encoding.names[code] == "" || l.trueType) && s.shown(code):
			missing = true
		}
	}
	switch {
	case s.widths.none() && l.f.Embedded:
		return surely
	case missing && known && l.f.Embedded:
		return perhaps
	case missing:
		return surely
	}
	return nothing
}

// byProgram asks the font program for the codes that the dictionary has no text
// for. A glyph name in the PDF's encoding that no list knows replaces the
// program's own name, so there is nothing to ask for; in a TrueType font it is
// the code that selects the glyph then.
func (l *loader) byProgram(s *simpleFont, prog *fontfile.Program) {
	numbers := prog.Kind == fontfile.TrueType && s.controlsPaint(prog)
	for code, k := range s.link {
		if k != unresolved {
			continue
		}
		if prog.Kind != fontfile.TrueType {
			if s.encoding.names[code] != "" {
				continue
			}
			if name := prog.BuiltinName(byte(code)); name != "" {
				if v, ok := s.texts.named(name, s.encoding.zapf); ok {
					s.value[code], s.link[code] = v, byBuiltin
				}
			}
			continue
		}
		gid, ok := trueTypeGID(prog, &s.encoding, code)
		if !ok || gid == 0 {
			continue
		}
		// Without a name or a cmap of codes the glyph was found by taking the code
		// for its text.
		found := s.encoding.names[code] == "" && !prog.Cmap(3, 0) && !prog.Cmap(1, 0)
		if found && numbers {
			continue
		}
		if r, ok := prog.GIDToRune(gid); ok {
			s.value[code], s.link[code] = r, byCmap
			if found {
				s.link[code] = byCodeGuess
			}
		} else if v, ok := s.texts.named(prog.GlyphName(gid), s.encoding.zapf); ok {
			s.value[code], s.link[code] = v, byProgramName
		}
	}
}

// byStandard gives the codes of a font that is not embedded the texts of the
// encoding that a reader assumes for it.
func (l *loader) byStandard(s *simpleFont) {
	base := l.standardEncoding()
	if s.encoding.base == encoding.None {
		s.encoding.base = base // for the widths, too
	}
	for code, k := range s.link {
		if k != unresolved || s.encoding.names[code] != "" {
			continue
		}
		if r := l.dingbats.Rune(byte(code)); r != 0 {
			s.value[code], s.link[code] = r, byStandard
		} else if r := base.Rune(byte(code)); r != 0 {
			s.value[code], s.link[code] = r, byStandard
		} else if r := encoding.WinAnsi.Rune(byte(code)); r != 0 && l.trueType && base == encoding.Standard {
			s.value[code], s.link[code] = r, byCodeGuess
		}
	}
}

// standardEncoding returns the encoding of a font that has none: that of the
// standard font that it is, or Standard.
func (l *loader) standardEncoding() encoding.Encoding {
	switch {
	case l.isSymbol():
		return encoding.Symbol
	case zapfName(l.name):
		return encoding.ZapfDingbats
	}
	return encoding.Standard
}

// isSymbol reports whether the font is Symbol by one of its names.
func (l *loader) isSymbol() bool {
	name := stripTag(l.name)
	return name == "Symbol" || strings.HasPrefix(name, "Symbol,") || strings.HasPrefix(name, "Symbol-") ||
		strings.HasPrefix(name, "SymbolMT") || strings.HasPrefix(name, "StandardSym")
}

// leftover decides on the codes that no other link has text for: spaces by
// their control code or by an empty outline, and private use, which is kept.
func (l *loader) leftover(s *simpleFont, prog *fontfile.Program) {
	for code, k := range s.link {
		if k != unresolved {
			continue
		}
		t, private := s.to[code], s.value[code]
		if t.Kind == cmap.Private {
			private = s.toValue(t)
		}
		s.value[code] = noText
		switch {
		case t.Kind == cmap.Control && spaceControl(t.Value):
			s.value[code], s.link[code] = ' ', byControl
		case private != 0:
			s.value[code], s.link[code] = l.private(private)
		case l.paintsNothing(s, prog, code):
			s.value[code], s.link[code] = ' ', byEmptyOutline
			if !s.widths.has(code) {
				s.value[code] = 0
			}
		}
	}
}

// paintsNothing reports whether a code is known to paint nothing: it has an empty
// outline, or no glyph at all.
func (l *loader) paintsNothing(s *simpleFont, prog *fontfile.Program, code int) bool {
	name := s.encoding.names[code]
	switch {
	case l.f.Type3:
		return name == "" || name == ".notdef" || l.doc.Dict(l.dict["CharProcs"])[pdfobj.Name(name)] == nil
	case prog == nil:
		return name == ".notdef"
	}
	if prog.Kind == fontfile.Type1 && (name == "" || name == ".notdef") {
		if n := prog.BuiltinName(byte(code)); name != "" || n == "" || n == ".notdef" {
			return true // .notdef is always empty there
		}
	}
	gid, _ := simpleGID(prog, &s.encoding, code) // 0 if there is none: .notdef
	return prog.EmptyOutline(gid)
}

// spaceControl reports whether a control code is one that moves on: where no
// other source has text, it stands for a space.
func spaceControl(r int32) bool { return '\b' <= r && r <= '\r' && r != '\v' }

// private returns the text of a private-use character, if it has one: F000 to
// F0FF are the codes of symbol fonts, F6BE to F8FE are glyphs that Adobe put
// there.
func (l *loader) private(v int32) (int32, link) {
	if 0xF000 <= v && v <= 0xF0FF && l.dingbats != 0 {
		if r := l.dingbats.Rune(byte(v)); r != 0 {
			return r, byToUnicode
		}
	}
	if 0xF000 <= v && v <= 0xF0FF && (l.isSymbol() || zapfName(l.name)) {
		base := encoding.Symbol
		if zapfName(l.name) {
			base = encoding.ZapfDingbats
		}
		if r := base.Rune(byte(v)); r != 0 {
			return r, byToUnicode
		}
	}
	if s, ok := encoding.PrivateUse(v); ok {
		if r := []rune(s); len(r) == 1 {
			return r[0], byToUnicode
		}
	}
	return v, byPrivate
}

func (l *loader) warnProgram() {
	detail := "font program"
	if l.program.err != nil {
		detail += ": " + l.program.err.Error()
	}
	l.warn(BadProgram, detail)
}

// readToUnicode reads a ToUnicode CMap, nil if it is missing or empty.
func readToUnicode(l *loader, o any) *cmap.ToUnicode {
	stream := l.doc.Stream(o)
	if stream == nil {
		return nil
	}
	data, err := l.doc.DecodeHead(l.ctx, stream, limits.CMapBytes)
	pdfobj.Charge(l.ctx, limits.CMapCost*len(data))
	if err != nil {
		l.warn(BadToUnicode, err.Error())
	}
	t, err := cmap.ParseToUnicode(data)
	if err != nil {
		l.warn(BadToUnicode, err.Error())
	}
	if t.Empty() {
		return nil
	}
	return t
}

// Package font turns font dictionaries into decoders from the bytes of shown
// strings to text and advance (ISO 32000-2, 9.5 to 9.10).
//
// Text comes from the first source that has it. For simple fonts these are the
// ToUnicode CMap and the glyph names of the PDF's encoding, where a name that
// contradicts the CMap wins; then what the font program says; then the
// standard encodings; then guesses, which are flagged. For composite fonts they
// are the ToUnicode CMap, codes that are Unicode themselves, the font program,
// and the character collection, which comes before the program if a predefined
// CMap names it. The order was measured on a thousand fonts with
// two sources each. What has no text is flagged and never made up.
//
// A font program is decoded only if the file itself leaves something open.
package font

import (
	"context"
	"sync/atomic"

	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

// Flags tell how a glyph's text is known, and what it means to the text state.
// The highest three bits are its Source.
type Flags uint8

// Flags of a Glyph.
const (
	Unresolved Flags = 1 << iota // no text is known: U+FFFD, or a private-use character
	Guessed                      // the text is a guess of last resort
	Blank                        // the text is white space
	WordSpace                    // the one-byte code 32, to which word spacing applies
	Pending                      // Settle may find the text; only in what Table returns
)

// A Glyph is what a font says of one character code.
type Glyph struct {
	// Text is a character, or ^i for Font.String(i). It is 0 if the file
	// says that the glyph stands for nothing, its text being on another one.
	Text int32
	// Width is the horizontal displacement in text space for a font of size
	// 1: ems, except for Type 3 fonts, whose FontMatrix is applied. It may be
	// 0 or negative.
	Width float32
	Flags Flags
}

// A Font decodes the strings shown in one font. It is safe for concurrent use.
type Font struct {
	Name   string // PostScript name without its subset tag
	Family string // best guess, such as "Times"

	Bold, Italic, Monospace, Serif bool

	Embedded bool
	Type3    bool
	Vertical bool // vertical writing mode
	Misfit   bool // glyphs are not as wide as their Width says, but as Drawn does

	// Ascent, Descent, XHeight and CapHeight are in ems. Ascent is between
	// 0.3 and 1.5 and Descent between -0.8 and 0, whatever the file says;
	// XHeight and CapHeight are 0 if they are not known.
	Ascent, Descent, XHeight, CapHeight float64

	FontMatrix [6]float64 // glyph space to text space

	Warnings []Warning

	strings   []string // texts of more than one character, before settled
	simple    atomic.Pointer[[256]Glyph]
	pending   atomic.Pointer[pendingFont] // nil if simple is settled
	settled   atomic.Pointer[[]string]    // replaces strings, which it begins with
	composite *composite
}

// A Warning reports damage that was worked around.
type Warning struct {
	Kind   Kind
	Detail string // for people
}

// A Kind classifies a Warning.
type Kind uint8

// Kinds of warning.
const (
	BadDictionary Kind = iota + 1 // an entry is missing or of the wrong type
	BadToUnicode                  // the ToUnicode CMap is damaged or false; what is right of it is used
	BadEncoding                   // the encoding is damaged, or a CMap that is not known
	BadProgram                    // the font program cannot be read
	BadWidths                     // widths are missing or absurd
)

// Load reads a font dictionary. It never fails: what cannot be read leaves a
// font that says so in its Warnings. What it decodes counts against the budget
// of ctx; if ctx ends, the font is incomplete and should not be kept.
func Load(ctx context.Context, doc *pdfobj.Document, dict pdfobj.Dict) *Font {
	l := &loader{ctx: ctx, doc: doc, dict: dict, f: &Font{}}
	if dict == nil {
		l.warn(BadDictionary, "no font dictionary")
	}
	switch l.subtype() {
	case "Type0":
		l.loadComposite()
	case "Type3":
		l.f.Type3 = true
		l.loadSimple(false)
	default:
		l.loadSimple(false)
	}
	return l.f
}

// A loader holds what is needed while a font is set up.
type loader struct {
	ctx  context.Context
	doc  *pdfobj.Document
	f    *Font
	dict pdfobj.Dict // the font dictionary; of a composite font, that of its descendant
	desc pdfobj.Dict // the font descriptor, may be nil

	trueType bool // Subtype says so
	dingbats encoding.Dingbats

	name    string // BaseFont, cleaned, with its subset tag
	program *program
}

func (l *loader) warn(k Kind, detail string) {
	if len(l.f.Warnings) < maxWarnings {
		l.f.Warnings = append(l.f.Warnings, Warning{k, detail})
	}
}

// maxWarnings bounds the warnings of one font.
const maxWarnings = 16

// subtype returns the kind of font: Type0, Type1, MMType1, TrueType or Type3.
// If the dictionary does not say, it goes by what only one kind has.
func (l *loader) subtype() pdfobj.Name {
	switch s := l.doc.Name(l.dict["Subtype"]); s {
	case "Type0", "Type1", "MMType1", "TrueType", "Type3":
		return s
	}
	switch {
	case l.dict["DescendantFonts"] != nil:
		return "Type0"
	case l.dict["CharProcs"] != nil:
		return "Type3"
	case l.dict != nil:
		l.warn(BadDictionary, "unknown Subtype")
	}
	return "Type1"
}

// Simple returns the glyphs of the one-byte codes of a simple font. It is nil
// for a composite font.
func (f *Font) Simple() *[256]Glyph { return f.Settle(context.Background()) }

// Table is Simple for those who can wait: it does not decode a font program
// for codes that are likely never shown. If a glyph is Pending, Settle has to be
// called, and its table used in place of this one.
func (f *Font) Table() *[256]Glyph { return f.simple.Load() }

// Settle decodes the font program, unless that was done before, and returns the
// final glyphs of a simple font. If ctx ends before that, the table is the one
// that Table returns.
func (f *Font) Settle(ctx context.Context) *[256]Glyph {
	p := f.pending.Load()
	if p == nil {
		return f.simple.Load()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if f.pending.Load() == nil {
		return f.simple.Load()
	}
	l := &loader{ctx: ctx, doc: p.doc, dict: p.dict, f: &Font{Type3: f.Type3, strings: f.strings}}
	l.loadSimple(true)
	if ctx.Err() != nil {
		return f.simple.Load()
	}
	f.settled.Store(&l.f.strings)
	f.simple.Store(l.f.simple.Load())
	f.pending.Store(nil)
	return f.simple.Load()
}

// Next returns the first character code of s and its length in bytes, which is
// at least 1 unless s is empty.
func (f *Font) Next(s []byte) (code uint32, n int) {
	if f.composite != nil {
		return f.composite.cmap.Next(s)
	}
	if len(s) == 0 {
		return 0, 0
	}
	return uint32(s[0]), 1
}

// Glyph returns the glyph of a code of n bytes, as Next returns them. It takes
// no lock and allocates nothing for a code that was asked for before.
func (f *Font) Glyph(code uint32, n int) Glyph {
	if f.composite == nil {
		return f.Simple()[code&0xFF]
	}
	return f.composite.glyph(code, n)
}

// Drawn returns the advance, in ems, that a code of a font that is a Misfit would
// have if its displacement were that of its glyph.
func (f *Font) Drawn(code uint32) float32 { return f.composite.widths.width(int(code)) }

// VerticalAdvance returns the vertical displacement of VerticalMetrics alone,
// which is one for all codes of most fonts.
func (f *Font) VerticalAdvance(code uint32, n int) float32 {
	if c := f.composite; c != nil && len(c.widths.vertical) == 0 {
		return c.widths.dw2.w1
	}
	w1, _, _ := f.VerticalMetrics(code, n)
	return w1
}

// VerticalMetrics returns, for a code of a font in vertical writing mode, the
// vertical displacement and the position vector: from the origin for
// horizontal writing to that for vertical writing, in ems.
func (f *Font) VerticalMetrics(code uint32, n int) (w1, vx, vy float32) {
	if f.composite == nil {
		return defaultW1 / 1000, f.Glyph(code, n).Width / 2, defaultVY / 1000
	}
	return f.composite.verticalMetrics(code, n)
}

// String returns a text of more than one character.
func (f *Font) String(i int32) string {
	if int(i) < len(f.strings) {
		return f.strings[i]
	}
	if f.composite != nil {
		return f.composite.names.at(int(i) - len(f.strings))
	}
	if s := f.settled.Load(); s != nil && int(i) < len(*s) {
		return (*s)[i]
	}
	return ""
}

// Package interp runs the content streams of a page and records what they
// paint: glyphs, straight lines, filled rectangles and images, in painting
// order. It knows nothing of lines of text, columns or tables.
//
// Operators are one table (operators.go); a Machine holds the graphics state
// and carries each of them out. What is damaged costs only itself and leaves
// a Warning.
package interp

import (
	"github.com/pdftext-go/pdftext/internal/font"
	"github.com/pdftext-go/pdftext/internal/geom"
)

// A Page is what one page paints, in page space: points, the origin at the
// top left of the visible box, y down. The Machine that filled it owns it; it
// is valid until the Machine's next Run.
type Page struct {
	Glyphs   []Glyph
	Runs     []Run
	Strings  []string // texts of more than one rune
	Rules    []Rule
	Boxes    []Box
	Images   []Image
	Shapes   []Shape
	Links    []Link
	Marks    []Mark
	Warnings []Warning
}

// A Glyph is one shown character code.
type Glyph struct {
	X, Y    float32 // origin
	Advance float32 // the font's advance along Run.Dir; no character or word spacing
	Size    float32 // height of the em
	Text    int32   // a rune, 0 for none, or ^i for Page.Strings[i]
	Code    uint32
	Run     uint32 // index in Page.Runs
	Flags   Flags
}

// Flags tells how a glyph came about.
type Flags uint16

// Flags of a glyph. Their values are those of pdftext.GlyphFlags, which has
// some more that are set later. The bits from sourceShift on are the font.Source
// of the glyph's text.
const (
	ActualText Flags = 1 << 1 // its text is from an ActualText entry
	Unresolved Flags = 1 << 2 // no text is known
	Guessed    Flags = 1 << 3 // its text is a guess of last resort
	Vertical   Flags = 1 << 5 // set in vertical writing mode
	RunStart   Flags = 1 << 6 // first glyph of a show operator's string

	sourceShift = 13
	SourceMask  = 1<<sourceShift - 1 // what of the flags is not the source
)

// Source returns where the text of the glyph is from.
func (f Flags) Source() font.Source { return font.Source(f >> sourceShift) }

// A Run is what glyphs painted one after another share.
type Run struct {
	Font     *font.Font
	MCID     int32 // -1 outside marked content
	Dir, Up  geom.Point
	Clip     geom.Rect
	Fill     Color
	Stroke   Color
	Mode     uint8 // text rendering mode, 0 to 7
	Hidden   bool  // in optional content that is off
	Artifact bool
}

// A Color is an sRGB color with its opacity.
type Color struct{ R, G, B, A uint8 }

// A Rule is a straight line: a stroked segment or a thin filled rectangle.
type Rule struct {
	From, To geom.Point // ends of the middle line
	Width    float64
	Color    Color
	Index    int // glyphs painted before it
	Dashed   bool
	Filled   bool
}

// A Box is a filled upright rectangle.
type Box struct {
	Bounds geom.Rect
	Color  Color
	Index  int
	Opaque bool // hides what was painted before
}

// A Shape is what a filled area that is no upright rectangle lies in.
type Shape struct {
	Bounds geom.Rect
	Index  int
}

// An Image is the parallelogram an image is painted on: its corners as the
// image's own top left, top right, bottom right and bottom left.
type Image struct {
	Corners [4]geom.Point
	Index   int
	Clip    geom.Rect // bounds of the clipping path
	Opaque  bool      // hides what was painted before
}

// A Link is a place that leads elsewhere.
type Link struct {
	Corners Corners
	URI     string // or "" if it leads to a page
	Page    int    // counting from 1; 0 if not known
}

// A Mark is a place that an annotation marks.
type Mark struct {
	Corners Corners
	Kind    MarkKind
}

// A MarkKind says how text is marked.
type MarkKind uint8

// Kinds of mark.
const (
	Underline MarkKind = iota + 1
	Squiggly
	StrikeOut
	Highlight
)

// Corners are those of a quadrilateral: top left, top right, bottom right and
// bottom left as the text in it reads.
type Corners [4]geom.Point

// A Warning reports damage that was worked around.
type Warning struct {
	Kind   Kind
	Object int // number of the damaged object, or 0
	Offset int // in the decoded content stream, or -1
	Detail string
}

// A Kind classifies a Warning.
type Kind uint8

// Kinds of warning.
const (
	BadOperator   Kind = iota + 1 // wrong operands, Q without q, or an unknown operator
	BadStream                     // content cut short or corrupt
	BadFont                       // font missing or unreadable
	BadResource                   // a named resource is missing or of the wrong type
	BadImage                      // an inline image without an end
	LimitReached                  // work stopped at a limit
	BadAnnotation                 // a link or mark without a place, or a link that leads nowhere
)

// maxWarnings bounds the warnings of a page; a stream of garbage has one for
// every token.
const maxWarnings = 100

func (p *Page) reset() {
	*p = Page{
		Glyphs: p.Glyphs[:0], Runs: p.Runs[:0], Strings: p.Strings[:0], Rules: p.Rules[:0],
		Boxes: p.Boxes[:0], Images: p.Images[:0], Shapes: p.Shapes[:0], Links: p.Links[:0], Marks: p.Marks[:0], Warnings: p.Warnings[:0],
	}
}

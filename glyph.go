package pdftext

import (
	"fmt"
	"sync"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/baseline"
	"github.com/pdftext-go/pdftext/internal/cover"
	"github.com/pdftext-go/pdftext/internal/font"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/interp"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

// A Glyph is one shown character code, placed on the page. It is small and
// has no pointers, since a page's cost hangs on it: what many glyphs share
// stands once in Page.Runs, and the methods Text, Font, Quad and so on look
// it up there.
type Glyph struct {
	X, Y    float32    // origin: on the baseline, where the glyph starts
	Advance float32    // distance to the next glyph's origin, along Run.Dir
	Size    float32    // height of the em on the page, after all matrices
	Rune    rune       // the text if it is one rune, 0 if it is empty; negative: see Text
	Code    uint32     // character code in the content stream
	Run     uint32     // index in Page.Runs
	Index   int32      // place in painting order, or -1 for a glyph that is not painted
	Flags   GlyphFlags // how the glyph came about
}

// GlyphFlags tells how a glyph came about.
type GlyphFlags uint16

// Flags of a glyph.
const (
	Synthetic    GlyphFlags = 1 << iota // space that Lines put into a gap
	ActualText                          // the text is from an ActualText entry
	NoUnicode                           // no text is known: U+FFFD or a private-use rune
	Guessed                             // the text is a guess of last resort
	Overprinted                         // Dedup dropped a copy of this glyph
	Vertical                            // set in vertical writing mode, or so by its places; the origin is its top centre
	RunStart                            // first glyph of a string that one operator shows
	Covered                             // hidden by a fill or image that is painted later
	WhiteOnWhite                        // painted in white where the page is still white
)

// A Run is what glyphs painted one after another have in common.
type Run struct {
	Font     int32      // index in Page.Fonts
	MCID     int32      // marked-content identifier, or -1
	Dir      Point      // unit vector along which the text advances
	Up       Point      // from the baseline to the top of the em, in units of Glyph.Size
	Clip     Rect       // bounds of the clipping path in force
	Fill     Color      // color that fills the glyphs
	Stroke   Color      // color that strokes them
	Mode     RenderMode // text rendering mode
	Hidden   bool       // in optional content that is off
	Artifact bool       // in marked content tagged as an artifact
}

// Text returns the glyph's text: usually one rune, more for a ligature, none
// where the file says so.
func (g *Glyph) Text(p *Page) string {
	switch {
	case g.Rune > 0:
		return string(g.Rune)
	case g.Rune < 0:
		return p.Strings[^g.Rune]
	}
	return ""
}

// Font returns the font that the glyph is set in.
func (g *Glyph) Font(p *Page) *Font { return &p.Fonts[p.Runs[g.Run].Font] }

// Color returns the color a reader sees: that of the fill, or that of the
// stroke where the glyph is only stroked.
func (g *Glyph) Color(p *Page) Color {
	r := &p.Runs[g.Run]
	if r.Mode&3 == Stroke {
		return r.Stroke
	}
	return r.Fill
}

// End returns the origin that the glyph's advance leads to.
func (g *Glyph) End(p *Page) Point {
	d := p.Runs[g.Run].Dir
	return Point{float64(g.X) + d.X*float64(g.Advance), float64(g.Y) + d.Y*float64(g.Advance)}
}

// Quad returns the parallelogram of the glyph's advance and the ascent and
// descent of its font. In vertical writing it is the advance by one em around
// the origin.
func (g *Glyph) Quad(p *Page) Quad {
	r := runOf(p, g)
	size := float64(g.Size)
	o, a := Point{float64(g.X), float64(g.Y)}, Point{r.Dir.X * float64(g.Advance), r.Dir.Y * float64(g.Advance)}
	if g.Flags&Vertical != 0 {
		// The line of origins runs down the middle; an upright reader's left
		// is across it, to the right of Dir turned by a quarter.
		h := Point{r.Dir.Y * size / 2, -r.Dir.X * size / 2}
		return Quad{
			UL: Point{o.X - h.X, o.Y - h.Y}, UR: Point{o.X + h.X, o.Y + h.Y},
			LR: Point{o.X + h.X + a.X, o.Y + h.Y + a.Y}, LL: Point{o.X - h.X + a.X, o.Y - h.Y + a.Y},
		}
	}
	up, down := emAscent*size, -emDescent*size
	if f := fontOf(p, g); f != nil {
		up, down = f.Ascent*size, f.Descent*size
	}
	ul := Point{o.X + r.Up.X*up, o.Y + r.Up.Y*up}
	ll := Point{o.X + r.Up.X*down, o.Y + r.Up.Y*down}
	return Quad{UL: ul, UR: Point{ul.X + a.X, ul.Y + a.Y}, LR: Point{ll.X + a.X, ll.Y + a.Y}, LL: ll}
}

// Bounds returns the smallest rectangle that contains the glyph's Quad.
func (g *Glyph) Bounds(p *Page) Rect { return g.Quad(p).Bounds() }

// A Font describes the font of a glyph. Lengths are in ems.
type Font struct {
	Name               string // PostScript name without its subset tag
	Family             string // best guess, such as "Times"
	Bold, Italic       bool   // from the descriptor or the font program before the name
	Monospace, Serif   bool
	Embedded           bool
	Type3              bool
	Vertical           bool    // vertical writing mode
	Ascent, Descent    float64 // Descent is negative
	XHeight, CapHeight float64 // 0 if unknown
	Sources            Sources // where the texts of its glyphs are from
}

// Sources counts the glyphs of a font that a page paints by where their texts
// are from. All but Guessed are what the file says.
type Sources struct {
	ToUnicode  int // the font's ToUnicode CMap
	Encoding   int // glyph names and codes of the font's encoding
	Program    int // the embedded font program
	Collection int // the character collection of a font for Chinese, Japanese or Korean
	ActualText int // an ActualText entry of the content
	Guessed    int // a guess of last resort
	Unresolved int // no text is known
}

// Total returns the number of glyphs.
func (s *Sources) Total() int {
	return s.ToUnicode + s.Encoding + s.Program + s.Collection + s.ActualText + s.Guessed + s.Unresolved
}

// A RenderMode is a text rendering mode, numbered as in ISO 32000-2,
// Table 104. Modes that also add to the clipping path are 4 above these.
type RenderMode uint8

// Text rendering modes.
const (
	Fill RenderMode = iota
	Stroke
	FillStroke
	Invisible
)

// A Color is an sRGB color; A is its opacity.
type Color struct{ R, G, B, A uint8 }

// A Rule is a straight line: a stroked segment, a side of a stroked
// rectangle, or a filled rectangle so thin that it is seen as a line. Table
// borders, underlines and column separators are rules.
type Rule struct {
	X0, Y0, X1, Y1 float32 // ends of the middle line
	Width          float32 // thickness
	Color          Color
	Index          int32 // glyphs painted before it
	Dashed         bool  // joined from dashes or dots
	Filled         bool  // a thin filled rectangle, not a stroke
}

// Bounds returns the smallest rectangle that contains the rule.
func (r *Rule) Bounds() Rect {
	b := geom.Bound(geom.Point{X: float64(r.X0), Y: float64(r.Y0)}, geom.Point{X: float64(r.X1), Y: float64(r.Y1)})
	// The ends of a line are where its path ends; only its sides are moved out.
	w := float64(r.Width) / 2
	if b.Width() >= b.Height() {
		b.Y0, b.Y1 = b.Y0-w, b.Y1+w
	} else {
		b.X0, b.X1 = b.X0-w, b.X1+w
	}
	return Rect(b)
}

// A Box is a filled rectangle too thick to be a Rule, such as the background
// of a table cell or a highlight.
type Box struct {
	Bounds Rect
	Color  Color
	Index  int32 // glyphs painted before it
}

// An Image says where the page shows an image; it is not decoded.
type Image struct {
	Quad  Quad
	Index int32 // glyphs painted before it
}

// A Link is a place on the page that leads elsewhere. One that is broken over
// lines is a Link for each.
type Link struct {
	Quad Quad
	URI  string // as the file has it, whatever its scheme; "" if it leads to a page
	Page int    // counting from 1; 0 for a URI
}

// A Mark is a place on the page that an annotation marks.
type Mark struct {
	Quad Quad
	Kind MarkKind
}

// A MarkKind says how text is marked.
type MarkKind uint8

// Kinds of mark.
const (
	UnderlineMark MarkKind = iota + 1
	SquigglyMark
	StrikeoutMark
	HighlightMark
)

// A Point is a position or displacement in page space.
type Point struct{ X, Y float64 }

// A Rect is the set of points with X0 <= x <= X1 and Y0 <= y <= Y1. It is
// empty when X1 < X0 or Y1 < Y0.
type Rect struct{ X0, Y0, X1, Y1 float64 }

// Empty reports whether r contains no point.
func (r Rect) Empty() bool { return geom.Rect(r).Empty() }

// Contains reports whether p lies in r.
func (r Rect) Contains(p Point) bool { return geom.Rect(r).Contains(geom.Point(p)) }

// Intersect returns the largest rectangle contained in r and s.
func (r Rect) Intersect(s Rect) Rect { return Rect(geom.Rect(r).Intersect(geom.Rect(s))) }

// Union returns the smallest rectangle that contains r and s.
func (r Rect) Union(s Rect) Rect { return Rect(geom.Rect(r).Union(geom.Rect(s))) }

// A Quad is a rectangle that may be turned or slanted. Its corners are named
// as an upright reader of the text sees them.
type Quad struct{ UL, UR, LR, LL Point }

// Bounds returns the smallest rectangle that contains q.
func (q Quad) Bounds() Rect {
	return Rect{
		min(q.UL.X, q.UR.X, q.LR.X, q.LL.X), min(q.UL.Y, q.UR.Y, q.LR.Y, q.LL.Y),
		max(q.UL.X, q.UR.X, q.LR.X, q.LL.X), max(q.UL.Y, q.UR.Y, q.LR.Y, q.LL.Y),
	}
}

// String returns r as "x0,y0 x1,y1" with two digits.
func (r Rect) String() string { return fmt.Sprintf("%.2f,%.2f %.2f,%.2f", r.X0, r.Y0, r.X1, r.Y1) }

// Visibility: which glyphs a reader of the page sees.

// Clip returns the glyphs that show on the page: those in the visible box and
// in the clipping path's bounds, in optional content that is on, with a size
// and a place. A glyph is inside when the centre of its Quad is: one that the
// edge cuts stays as long as more than half of it shows, whatever side its
// origin is on, and glyphs without an area are judged by the same point.
//
// Invisible glyphs (text rendering mode 3) stay, since the text of scanned
// pages is set in them. A Clip or Bounds that is the zero Rect is taken for
// unknown and clips nothing.
//
// The argument is not changed; it is returned itself when all glyphs show.
func Clip(p *Page, glyphs []Glyph) []Glyph {
	k := newKeeper(p, &VisibleOptions{})
	return k.filter(glyphs)
}

// A view decides which glyphs show. It holds what the last glyph's run says.
type view struct {
	p      *Page
	run    uint32
	valid  bool // the fields below belong to run
	page   Rect // the visible box
	window Rect // where centres of visible glyphs lie
	dir    Point
	middle Point // from baseline to centre, in ems
}

func newView(p *Page) view {
	v := view{p: p, page: Rect(geom.Everything())}
	if p.Bounds != (Rect{}) {
		v.page = v.page.Intersect(p.Bounds)
	}
	return v
}

// shows reports whether Clip keeps g.
func (v *view) shows(g *Glyph) bool {
	if g.Run != v.run || !v.valid {
		v.enter(g.Run)
	}
	size, advance := float64(g.Size), float64(g.Advance)/2
	x := float64(g.X) + v.dir.X*advance
	y := float64(g.Y) + v.dir.Y*advance
	if g.Flags&Vertical == 0 {
		x += v.middle.X * size
		y += v.middle.Y * size
	}
	w := &v.window // finite, so that NaN and infinities lie outside
	return size > 0 && x >= w.X0 && x <= w.X1 && y >= w.Y0 && y <= w.Y1
}

// enter looks up what the glyphs of a run have in common.
func (v *view) enter(run uint32) {
	r := &v.p.Runs[run]
	f := &v.p.Fonts[r.Font]
	v.run, v.valid = run, true
	v.dir = r.Dir
	h := (f.Ascent + f.Descent) / 2
	v.middle = Point{r.Up.X * h, r.Up.Y * h}
	v.window = v.page
	if c := &r.Clip; *c != (Rect{}) {
		v.window = v.window.Intersect(*c)
	}
	if r.Hidden {
		v.window = Rect(geom.Nothing())
	}
}

// A Keep says whether Visible keeps glyphs of one kind that no reader of the
// page sees.
type Keep uint8

// Choices for a kind of unseen glyph.
const (
	AsUsual Keep = iota // as the field of VisibleOptions says
	Always
	Never
)

// VisibleOptions say what Visible keeps. Each field is about one kind of glyph
// that does not show. The zero value is what text is made from.
type VisibleOptions struct {
	Copies       Keep // overprinted copies of other glyphs; usually dropped
	Outside      Keep // outside of the visible box or the clipping path, or without a size; usually dropped
	Hidden       Keep // in optional content that is off; usually dropped
	Invisible    Keep // of text rendering mode 3 or fully transparent, as the text of scans is set; usually kept
	Covered      Keep // with the flag Covered; usually kept: they are the text under many a scan, and half a word that a box leaves is worse than all of it
	WhiteOnWhite Keep // with the flag WhiteOnWhite; usually kept
}

// Visible returns the glyphs that text is made from: those of the page without
// overprinted copies and without what is out of sight. A nil opt asks for the
// usual choice. Page.Glyphs is not changed.
func Visible(p *Page, opt *VisibleOptions) []Glyph {
	if opt == nil {
		opt = &VisibleOptions{}
	}
	glyphs := p.Glyphs
	if opt.Copies != Always {
		glyphs = Dedup(p, glyphs)
	}
	k := newKeeper(p, opt)
	return k.filter(glyphs)
}

// A sight is whether a glyph is kept, or why not.
type sight uint8

const (
	seen sight = iota
	outside
	hidden
	invisible
	covered
	whiteOnWhite
)

// A keeper applies VisibleOptions.
type keeper struct {
	view
	opt VisibleOptions
}

func newKeeper(p *Page, opt *VisibleOptions) keeper {
	return keeper{view: newView(p), opt: *opt}
}

// filter returns the glyphs that are kept: glyphs itself if all are.
func (k *keeper) filter(glyphs []Glyph) []Glyph {
	for i := range glyphs {
		if k.kind(&glyphs[i]) == seen {
			continue
		}
		out := append(make([]Glyph, 0, len(glyphs)-1), glyphs[:i]...)
		for j := i + 1; j < len(glyphs); j++ {
			if k.kind(&glyphs[j]) == seen {
				out = append(out, glyphs[j])
			}
		}
		return out
	}
	return glyphs
}

// kind returns seen if g is kept.
func (k *keeper) kind(g *Glyph) sight {
	shows := k.shows(g) // enters the run
	r := &k.p.Runs[g.Run]
	switch {
	case r.Hidden && k.opt.Hidden != Always:
		return hidden
	case !shows && !r.Hidden && k.opt.Outside != Always:
		return outside
	case k.opt.Invisible == Never && unpainted(r):
		return invisible
	case k.opt.Covered == Never && g.Flags&Covered != 0:
		return covered
	case k.opt.WhiteOnWhite == Never && g.Flags&WhiteOnWhite != 0:
		return whiteOnWhite
	}
	return seen
}

// unpainted reports whether the glyphs of a run leave no paint. The zero Color
// is taken for unknown.
func unpainted(r *Run) bool {
	fill, stroke := r.Fill.A > 0 || r.Fill == (Color{}), r.Stroke.A > 0 || r.Stroke == (Color{})
	switch r.Mode & 3 {
	case Fill:
		return !fill
	case Stroke:
		return !stroke
	case FillStroke:
		return !fill && !stroke
	}
	return true
}

// standInColumns makes vertical writing of ideographs that are set one below
// the other in a font of horizontal mode, where most of the page's are: they
// get the Vertical flag, the origin of that mode and runs that advance downward.
func (p *Page) standInColumns() {
	const firstIdeograph = 0x2E80
	// Most pages are told without a list of their ideographs.
	n, steps := 0, 0 // steps: glyphs that begin below the one before
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		switch {
		case g.Flags&Vertical != 0:
			n++
		case g.Rune >= firstIdeograph:
			n++
			if i > 0 && g.Y > p.Glyphs[i-1].Y {
				steps++
			}
		}
	}
	if n == 0 || 4*steps < n {
		return
	}
	at := make([]int32, 0, n)
	cells := make([]baseline.Cell, 0, n)
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		switch down := g.Flags&Vertical != 0; {
		case down && p.Runs[g.Run].Dir == Point{0, 1}:
			cells = append(cells, baseline.Cell{X: g.X, Top: g.Y, Advance: g.Advance, Size: g.Size})
		case !down && g.Rune >= firstIdeograph && g.Size > 0 && p.Runs[g.Run].Dir == Point{1, 0}:
			cells = append(cells, baseline.UprightCell(g.X, g.Y, g.Advance, g.Size))
		default:
			continue
		}
		at = append(at, int32(i))
	}
	turned := map[uint32]uint32{}
	for k, stands := range baseline.Stacks(nil, cells) {
		g := &p.Glyphs[at[k]]
		if !stands || !cells[k].Upright {
			continue
		}
		run, ok := turned[g.Run]
		if !ok {
			run = uint32(len(p.Runs))
			r := p.Runs[g.Run]
			r.Dir = Point{0, 1}
			p.Runs = append(p.Runs, r)
			turned[g.Run] = run
		}
		g.X, g.Y, g.Advance, g.Run = cells[k].X, cells[k].Top, cells[k].Advance, run
		g.Flags |= Vertical
	}
}

// sheets keeps rasters between pages.
var sheets = sync.Pool{New: func() any { return new(cover.Sheet) }}

// flagUnseen sets the flags Covered, of the glyphs that opaque boxes and images
// hide, and WhiteOnWhite, of white glyphs where nothing was painted before that
// has another color. It takes time proportional to the glyphs, to what is drawn
// and to the area that is covered.
func (p *Page) flagUnseen(in *interp.Page) {
	s := sheets.Get().(*cover.Sheet)
	defer sheets.Put(s)
	if layers := opaque(in); len(layers) > 0 {
		s.Reset(geom.Rect(p.Bounds))
		s.Above(layers, len(p.Glyphs), func(i int) {
			if g := &p.Glyphs[i]; p.ink(g, s) == 0 {
				g.Flags |= Covered
			}
		})
	}
	white := func(r *interp.Run) bool {
		return r.Mode&3 == uint8(Fill) && r.Fill.R&r.Fill.G&r.Fill.B == 255 && r.Fill.A > 0
	}
	for i := range in.Runs {
		if !white(&in.Runs[i]) {
			continue
		}
		s.Reset(geom.Rect(p.Bounds))
		s.Below(colored(in), len(p.Glyphs), func(i int) {
			if g := &p.Glyphs[i]; white(&in.Runs[g.Run]) && p.ink(g, s) == inkPoints {
				g.Flags |= WhiteOnWhite
			}
		})
		return
	}
}

// opaque returns what hides glyphs that were painted before.
func opaque(in *interp.Page) []cover.Layer {
	var out []cover.Layer
	for i := range in.Boxes {
		if b := &in.Boxes[i]; b.Opaque && b.Index > 0 {
			out = append(out, cover.Layer{Bounds: b.Bounds, Index: b.Index})
		}
	}
	for i := range in.Images {
		m := &in.Images[i]
		a, b := m.Corners[1].Sub(m.Corners[0]), m.Corners[3].Sub(m.Corners[0])
		if m.Opaque && m.Index > 0 && (a.X == 0 && b.Y == 0 || a.Y == 0 && b.X == 0) {
			out = append(out, cover.Layer{Bounds: geom.Bound(m.Corners[0], m.Corners[2]).Intersect(m.Clip), Index: m.Index})
		}
	}
	return out
}

// colored returns what white glyphs may stand on: all that is drawn but for
// white boxes.
func colored(in *interp.Page) []cover.Layer {
	var out []cover.Layer
	for i := range in.Boxes {
		if b := &in.Boxes[i]; b.Color.R&b.Color.G&b.Color.B != 255 {
			out = append(out, cover.Layer{Bounds: b.Bounds, Index: b.Index})
		}
	}
	for i := range in.Images {
		m := &in.Images[i]
		b := geom.Bound(m.Corners[0], m.Corners[2]).Union(geom.Bound(m.Corners[1], m.Corners[3]))
		out = append(out, cover.Layer{Bounds: b.Intersect(m.Clip), Index: m.Index})
	}
	for i := range in.Shapes {
		out = append(out, cover.Layer{Bounds: in.Shapes[i].Bounds, Index: in.Shapes[i].Index})
	}
	for i := range in.Rules {
		r := &in.Rules[i]
		b, w := geom.Bound(r.From, r.To), r.Width/2
		out = append(out, cover.Layer{Bounds: geom.Rect{X0: b.X0 - w, Y0: b.Y0 - w, X1: b.X1 + w, Y1: b.Y1 + w}, Index: r.Index})
	}
	return out
}

// inkPoints is the number of places at which a glyph is asked whether it shows:
// its middle and the corners around it.
const inkPoints = 5

// ink returns at how many of its places a glyph is not covered. It asks the
// middle first, and no other if that one shows.
func (p *Page) ink(g *Glyph, s *cover.Sheet) int {
	r := &p.Runs[g.Run]
	size, advance := float64(g.Size), float64(g.Advance)
	at := func(along, up float64) geom.Point {
		x, y := along*advance, up*size
		return geom.Point{X: float64(g.X) + r.Dir.X*x + r.Up.X*y, Y: float64(g.Y) + r.Dir.Y*x + r.Up.Y*y}
	}
	low, middle, high := 0.05, 0.3, 0.5 // of the em over the baseline
	if g.Flags&Vertical != 0 {
		low, middle, high = -0.25, 0, 0.25
	}
	if !s.Covers(at(0.5, middle)) {
		return inkPoints
	}
	n := 0
	for _, q := range [...]geom.Point{at(0.2, low), at(0.8, low), at(0.2, high), at(0.8, high)} {
		if !s.Covers(q) {
			n++
		}
	}
	return n
}

// Stats counts what became of a page's glyphs. Painted less the three kinds of
// removed glyph is what text is made from.
type Stats struct {
	Painted    int // glyphs the page paints
	Duplicates int // dropped by Dedup
	Clipped    int // then dropped as outside, or without a size
	Hidden     int // then dropped as in optional content that is off
	Covered    int // visible glyphs, as text is made from them, that are painted over
	Unresolved int // visible glyphs without known text
	Guessed    int // visible glyphs whose text is a guess
	Invisible  int // visible glyphs, as text is made from them, that leave no paint
	Shadows    int // of Duplicates: of strings that repeat another as a whole
	Unseen     int // of Duplicates: those that would not show anyway
	Verdict    Verdict
}

// A Verdict says what the text of a page is good for, so that a caller can send
// the page to an OCR engine instead. The other fields of Stats and the Sources of
// the page's fonts have the reasons.
type Verdict uint8

// Verdicts.
const (
	NothingShown Verdict = iota // neither text nor an image that could show some
	Readable                    // text
	Scanned                     // an image covers the page, and there is no text
	Sparse                      // an image covers the page, and has little text on it
	Garbled                     // for many of the glyphs no text is known
)

var verdictNames = [...]string{
	NothingShown: "empty", Readable: "text", Scanned: "scan", Sparse: "sparse", Garbled: "garbled",
}

// String returns the verdict's name: "empty", "text", "scan", "sparse" or
// "garbled".
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict_%d", uint8(v))
}

// MarshalText returns the verdict's name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Bounds of verdicts: the share of the page that images cover where it may be a
// scan; the number of glyphs that a stamp or a page number on a scan has; and the
// share of the glyphs without text from which a reader misses words.
const (
	scanCover    = 0.5
	sparseGlyphs = 50
	garbledShare = 0.1
)

// judge returns the verdict on a page that shows that many glyphs, blanks left
// out.
func (s *Stats) judge(p *Page, shown int) Verdict {
	scan := imageCover(p) >= scanCover
	switch {
	case shown == 0 && scan:
		return Scanned
	case shown == 0:
		return NothingShown
	case float64(s.Unresolved) > garbledShare*float64(shown):
		return Garbled
	case shown < sparseGlyphs && scan:
		return Sparse
	}
	return Readable
}

// imageCover returns the share of the page that its images cover. Images that
// overlap count more than once, up to the whole page: scans come in layers and in
// strips.
func imageCover(p *Page) float64 {
	area := func(r Rect) float64 { return max(0, r.X1-r.X0) * max(0, r.Y1-r.Y0) }
	page := area(p.Bounds)
	if page == 0 {
		return 0
	}
	sum := 0.0
	for i := range p.Images {
		sum += area(p.Images[i].Quad.Bounds().Intersect(p.Bounds))
	}
	return min(1, sum/page)
}

// Count tells what Visible does to the glyphs of the page, and what the text that
// is left is good for.
func Count(p *Page) Stats {
	_, s := countVisible(p)
	return s
}

// countVisible returns Visible(p, nil) and Count(p).
func countVisible(p *Page) ([]Glyph, Stats) {
	d := deduper{p: p, glyphs: p.Glyphs, view: newView(p)}
	glyphs := d.run()
	s := Stats{Painted: len(p.Glyphs), Duplicates: len(p.Glyphs) - len(glyphs), Shadows: d.shadowed, Unseen: d.unseen}
	shown := 0
	k := newKeeper(p, &VisibleOptions{})
	for i := range glyphs {
		g := &glyphs[i]
		switch k.kind(g) {
		case hidden:
			s.Hidden++
			continue
		case outside:
			s.Clipped++
			continue
		}
		if g.Flags&Covered != 0 {
			s.Covered++
		}
		if unpainted(&p.Runs[g.Run]) {
			s.Invisible++
		}
		switch {
		case g.Flags&NoUnicode != 0:
			s.Unresolved++
		case g.Flags&Guessed != 0:
			s.Guessed++
		}
		if g.Rune != 0 && !(g.Rune > 0 && unicode.IsSpace(g.Rune)) {
			shown++
		}
	}
	s.Verdict = s.judge(p, shown)
	if s.Hidden+s.Clipped > 0 {
		glyphs = k.filter(glyphs)
	}
	return glyphs, s
}

// pageSpace returns the matrix from a page's default user space to page space,
// and the visible box there (ISO 32000-2, 8.3.2.3 and Table 31).
func pageSpace(p *pdfobj.Page) (geom.Matrix, Rect) {
	x0, y0, x1, y1, u := p.CropBox[0], p.CropBox[1], p.CropBox[2], p.CropBox[3], p.UserUnit
	w, h := (x1-x0)*u, (y1-y0)*u
	switch p.Rotate {
	case 90:
		return geom.Matrix{B: u, C: u, E: -y0 * u, F: -x0 * u}, Rect{0, 0, h, w}
	case 180:
		return geom.Matrix{A: -u, D: u, E: x1 * u, F: -y0 * u}, Rect{0, 0, w, h}
	case 270:
		return geom.Matrix{B: -u, C: -u, E: y1 * u, F: x1 * u}, Rect{0, 0, h, w}
	}
	return geom.Matrix{A: u, D: -u, E: -x0 * u, F: y1 * u}, Rect{0, 0, w, h}
}

// newPage copies what an interpreter recorded, whose buffers are used again.
func newPage(in *interp.Page) *Page {
	p := &Page{
		Glyphs: make([]Glyph, len(in.Glyphs)), Runs: make([]Run, len(in.Runs)),
		Strings: append([]string(nil), in.Strings...), rules: &ruleIndex{}, // nil if there are none, whatever was read before
	}
	fonts := map[*font.Font]int32{}
	for i := range in.Runs {
		r := &in.Runs[i]
		f, ok := fonts[r.Font]
		if !ok {
			f = int32(len(p.Fonts))
			fonts[r.Font] = f
			p.Fonts = append(p.Fonts, newFont(r.Font))
			for _, w := range r.Font.Warnings {
				p.Warnings = append(p.Warnings, Warning{Kind: BadFont, Offset: -1, Detail: w.Detail})
			}
		}
		p.Runs[i] = Run{
			Font: f, MCID: r.MCID, Dir: Point(r.Dir), Up: Point(r.Up), Clip: Rect(r.Clip),
			Fill: Color(r.Fill), Stroke: Color(r.Stroke), Mode: RenderMode(r.Mode),
			Hidden: r.Hidden, Artifact: r.Artifact,
		}
	}
	p.copyGlyphs(in)
	if n := len(in.Rules); n > 0 {
		p.Rules = make([]Rule, n)
		for i := range in.Rules {
			r := &in.Rules[i]
			p.Rules[i] = Rule{
				X0: float32(r.From.X), Y0: float32(r.From.Y), X1: float32(r.To.X), Y1: float32(r.To.Y),
				Width: float32(r.Width), Color: Color(r.Color), Index: int32(r.Index), Dashed: r.Dashed, Filled: r.Filled,
			}
		}
	}
	if n := len(in.Boxes); n > 0 {
		p.Boxes = make([]Box, n)
		for i := range in.Boxes {
			b := &in.Boxes[i]
			p.Boxes[i] = Box{Bounds: Rect(b.Bounds), Color: Color(b.Color), Index: int32(b.Index)}
		}
	}
	for _, m := range in.Images {
		p.Images = append(p.Images, Image{Quad: quadOf(m.Corners), Index: int32(m.Index)})
	}
	for _, l := range in.Links {
		p.Links = append(p.Links, Link{Quad: quadOf(l.Corners), URI: l.URI, Page: l.Page})
	}
	for _, m := range in.Marks {
		p.Marks = append(p.Marks, Mark{Quad: quadOf(m.Corners), Kind: MarkKind(m.Kind)})
	}
	for _, w := range in.Warnings {
		p.Warnings = append(p.Warnings, Warning{Kind: pageWarnings[w.Kind], Object: w.Object, Offset: w.Offset, Detail: w.Detail})
	}
	p.standInColumns()
	p.warnUnresolved()
	return p
}

// quadOf names the corners of a quadrilateral.
func quadOf(c [4]geom.Point) Quad {
	return Quad{UL: Point(c[0]), UR: Point(c[1]), LR: Point(c[2]), LL: Point(c[3])}
}

// copyGlyphs copies the glyphs and counts the sources of their texts.
func (p *Page) copyGlyphs(in *interp.Page) {
	counts := make([][font.NumSources + 1]int, len(p.Fonts)) // the last is ActualText
	run := uint32(0)
	var count *[font.NumSources + 1]int
	for i := range in.Glyphs {
		g := &in.Glyphs[i]
		p.Glyphs[i] = Glyph{
			X: g.X, Y: g.Y, Advance: g.Advance, Size: g.Size, Rune: g.Text, Code: g.Code, Run: g.Run,
			Index: int32(i), Flags: GlyphFlags(g.Flags & interp.SourceMask),
		}
		if g.Run != run || count == nil {
			run = g.Run
			count = &counts[p.Runs[run].Font]
		}
		source := g.Flags.Source()
		if g.Flags&interp.ActualText != 0 {
			source = font.NumSources
		}
		count[source]++
	}
	for i := range counts {
		c := &counts[i]
		p.Fonts[i].Sources = Sources{
			ToUnicode: c[font.ByToUnicode], Encoding: c[font.ByEncoding], Program: c[font.ByProgram],
			Collection: c[font.ByCollection], ActualText: c[font.NumSources],
			Guessed: c[font.ByGuess], Unresolved: c[font.NoSource],
		}
	}
}

// warnUnresolved adds a warning for each font with glyphs whose text is not
// known.
func (p *Page) warnUnresolved() {
	for i := range p.Fonts {
		if s := &p.Fonts[i].Sources; s.Unresolved > 0 {
			p.Warnings = append(p.Warnings, Warning{
				Kind: MissingUnicode, Offset: -1,
				Detail: fmt.Sprintf("no text is known for %d of the %d glyphs in font %d of the page", s.Unresolved, s.Total(), i),
			})
		}
	}
}

func newFont(f *font.Font) Font {
	return Font{
		Name: f.Name, Family: f.Family, Bold: f.Bold, Italic: f.Italic, Monospace: f.Monospace, Serif: f.Serif,
		Embedded: f.Embedded, Type3: f.Type3, Vertical: f.Vertical,
		Ascent: f.Ascent, Descent: f.Descent, XHeight: f.XHeight, CapHeight: f.CapHeight,
	}
}

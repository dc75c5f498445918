package pdftext

import (
	"math"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/baseline"
	"github.com/pdftext-go/pdftext/internal/bidi"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/script"
)

// A Line is a stretch of glyphs on one baseline with no gap wider than a word
// gap. After Columns it is a whole line of a column's text.
type Line struct {
	Glyphs []Glyph // in logical order, one blank per word gap; may be a range of Lines' argument
	Origin Point   // where the baseline starts: left end of the line in its own frame
	Dir    Point   // unit vector along the baseline
	Bounds Rect    // of the glyphs' advances and the fonts' ascents and descents
	Size   float64 // of most of its glyphs
}

// Text returns the line's text, a blank between words.
func (l *Line) Text(p *Page) string {
	b := make([]byte, 0, len(l.Glyphs)+16)
	return string(appendGlyphs(b, p, l.Glyphs))
}

// appendGlyphs appends the glyphs' text. A letter and the mark behind it are
// one character if there is such a one.
func appendGlyphs(b []byte, p *Page, glyphs []Glyph) []byte {
	start := len(b) // what stands before it is not theirs to change
	for i := range glyphs {
		switch r := glyphs[i].Rune; {
		case r > 0 && r < 0x80:
			b = append(b, byte(r))
		case r >= 0x300 && r <= 0x36F && len(b) > start:
			last, n := utf8.DecodeLastRune(b)
			if c := script.Compose(last, r); c != 0 {
				b = utf8.AppendRune(b[:len(b)-n], c)
			} else {
				b = utf8.AppendRune(b, r)
			}
		case r != 0:
			b = append(b, glyphs[i].Text(p)...)
		}
	}
	return b
}

// Lines groups glyphs into lines and puts one blank into each gap between
// words: a painted one if there is one, else a glyph with the Synthetic flag.
// The order of the argument counts only between glyphs that stand at the same
// place.
//
// A line holds glyphs of one direction and writing mode whose baselines differ
// by less than a fifth of an em; it ends where a gap is wider than an em, so
// the cells of a table's row and the columns of a page are lines of their own.
// Raised and lowered glyphs are, too; Columns puts them back. Lines that run
// to the right come first, then those of each other direction; they are
// ordered from top to bottom, then from left to right, as their reader sees
// them. In a line with right-to-left letters glyphs are in logical order, and
// brackets there are mirrored.
//
// An accent that was painted over a letter as a character of its own, as TeX
// does, comes behind the letter as the combining mark that it is.
//
// White space glyphs are evidence of a gap and nothing more, since producers
// paint blanks over letters. Each other glyph is in exactly one line.
//
// Lines takes O(n log n) time for n glyphs.
func Lines(p *Page, glyphs []Glyph) []Line {
	l := liners.Get().(*liner)
	defer liners.Put(l)
	l.p, l.glyphs = p, accents(p, glyphs)
	defer func() { l.p, l.glyphs = nil, nil }()
	return l.run()
}

func (l *liner) run() []Line {
	l.cutter.Reset(l)
	marks := l.turn()
	for _, k := range l.frameOrder {
		l.cutter.Cut(marks[l.starts[k]:l.ends[k]])
	}
	return l.lines()
}

// An accent belongs to a letter painted next to it, of its size within
// accentSize, whose advance holds the accent's middle; the baselines are at
// most accentRise ems apart, since capitals raise it.
const (
	accentSize = 0.05
	accentRise = 0.6
)

// accents returns glyphs with each accent that is painted over a letter turned
// into the combining mark. Without one it is the argument itself.
func accents(p *Page, glyphs []Glyph) []Glyph {
	var out []Glyph
	for i := range glyphs {
		g := &glyphs[i]
		if g.Rune < 0xA8 && g.Rune != '`' && g.Rune != '^' && g.Rune != '~' {
			continue // most glyphs
		}
		mark := script.Combining(g.Rune)
		if mark == 0 || !(i+1 < len(glyphs) && under(p, g, &glyphs[i+1], mark) || i > 0 && under(p, g, &glyphs[i-1], mark)) {
			continue
		}
		if out == nil {
			out = slices.Clone(glyphs)
		}
		out[i].Rune = mark
	}
	if out == nil {
		return glyphs
	}
	return out
}

// under reports whether the accent g stands over the letter.
func under(p *Page, g, letter *Glyph, mark rune) bool {
	if letter.Rune <= 0 || script.Compose(letter.Rune, mark) == 0 ||
		math.Abs(float64(g.Size-letter.Size)) > accentSize*float64(g.Size) {
		return false
	}
	d := direction(p, g)
	at := geom.Point{X: float64(g.X - letter.X), Y: float64(g.Y - letter.Y)}
	u := at.Dot(geom.Point(d)) + float64(g.Advance)/2
	v := at.Cross(geom.Point(d))
	return u > 0 && u < float64(letter.Advance) && math.Abs(v) < accentRise*float64(g.Size)
}

// liners keeps the scratch memory of Lines between calls.
var liners = sync.Pool{New: func() any { return new(liner) }}

// A liner is one call of Lines.
type liner struct {
	p      *Page
	glyphs []Glyph
	framer
	classifier
	cutter     baseline.Cutter
	frameOrder []int
	starts     []int // by frame: its marks
	ends       []int

	marks, sorted []mark
}

// A mark is a glyph in its frame, the turned page that its line is level in.
type mark = baseline.Mark

// A framer sorts glyphs or lines into frames.
type framer = baseline.Frames

// turn places the glyphs into their frames and returns the marks by frame.
func (l *liner) turn() []mark {
	l.framer.Reset()
	l.marks = slices.Grow(l.marks[:0], len(l.glyphs))[:len(l.glyphs)]
	run, vertical := uint32(1<<32-1), false
	at := 0
	all := class(0)
	dir := Point{1, 0}
	for i := range l.glyphs {
		g := &l.glyphs[i]
		if v := g.Flags&Vertical != 0; g.Run != run || v != vertical {
			run, vertical = g.Run, v
			d := Point{1, 0}
			if int(run) < len(l.p.Runs) {
				d = l.p.Runs[run].Dir
			}
			at = l.Of(geom.Point(d), v)
			dir = Point(l.Unit)
		}
		c := l.classifier.glyph(l.p, g)
		all |= c
		m := &l.marks[i]
		m.Class, m.Glyph, m.Run, m.Blank = c, int32(i), run, int32(at)
		if dir.X == 1 && baseline.Usual(g.X, g.Y, g.Advance, g.Size) {
			m.U0, m.U1, m.V, m.Size = g.X, g.X+g.Advance, g.Y, g.Size
		} else {
			m.Place(g.X, g.Y, g.Advance, g.Size, geom.Point(dir), letterOf(l.p, g))
		}
		if at != 0 {
			l.All[at].N++
		}
	}
	l.All[0].N = len(l.glyphs)
	for i := range l.All[1:] {
		l.All[0].N -= l.All[i+1].N
	}
	if len(l.All) > 1 {
		l.cutter.StandUp(&l.framer, l.marks, func(glyph int32) (x, y, size float32, _ baseline.Letter) {
			g := &l.glyphs[glyph]
			return g.X, g.Y, g.Size, letterOf(l.p, g)
		})
	}
	if all&script.Mark != 0 {
		baseline.Seat(l.marks)
	}
	return l.byFrame()
}

// byFrame returns the marks frame by frame, and sets the order of the frames
// and where the marks of each are.
func (l *liner) byFrame() []mark {
	l.frameOrder = l.Order(l.frameOrder[:0])
	l.starts, l.ends = append(l.starts[:0], make([]int, len(l.All))...), append(l.ends[:0], make([]int, len(l.All))...)
	n := 0
	for _, k := range l.frameOrder {
		l.starts[k], l.ends[k] = n, n
		n += l.All[k].N
	}
	if len(l.All) == 1 {
		l.ends[0] = n
		return l.marks
	}
	l.sorted = slices.Grow(l.sorted[:0], len(l.marks))[:len(l.marks)]
	for i := range l.marks {
		k := l.marks[i].Blank
		l.sorted[l.ends[k]] = l.marks[i]
		l.ends[k]++
	}
	return l.sorted
}

// Painted, Same and Extent answer the cutter.

func (l *liner) Painted(glyph int32) int32 { return l.glyphs[glyph].Index }

func (l *liner) Same(a, b int32) bool { return l.glyphs[a].Rune == l.glyphs[b].Rune }

func (l *liner) Extent(blank int32) (u0, u1 float32) {
	g := &l.glyphs[blank]
	m := place(l.p, g, script.Space, direction(l.p, g), false)
	return m.U0, m.U1
}

// place returns the mark of a glyph of class c, in the frame of the unit vector
// dir; or as the letter that standUp has made of it.
func place(p *Page, g *Glyph, c class, dir Point, up bool) mark {
	m := mark{Class: c, Blank: -1}
	if up {
		m.PlaceUpright(g.X, g.Y, g.Size, letterOf(p, g))
	} else {
		m.Place(g.X, g.Y, g.Advance, g.Size, geom.Point(dir), letterOf(p, g))
	}
	return m
}

// letterOf returns what a glyph's advance is judged by.
func letterOf(p *Page, g *Glyph) baseline.Letter {
	f := fontOf(p, g)
	return baseline.Letter{Rune: g.Rune, Vertical: g.Flags&Vertical != 0, Monospace: f != nil && f.Monospace}
}

// lines makes the chunks into lines. Their glyphs are ranges of the argument,
// or else share one array.
func (l *liner) lines() []Line {
	chunks := l.cutter.Chunks
	if len(chunks) == 0 {
		return nil
	}
	out := make([]Line, len(chunks))
	n := 0 // glyphs of the lines that are no range of the argument
	for i := range chunks {
		c := &chunks[i]
		if c.Range = c.Range && l.asPainted(c); !c.Range {
			n += len(c.Inks) + int(c.Word1-c.Word0) - 1
		}
	}
	all := make([]Glyph, 0, n)
	for i := range chunks {
		c := &chunks[i]
		line := &out[i]
		if c.Range {
			from, to := c.Inks[0].Glyph, c.Inks[len(c.Inks)-1].Glyph+1
			line.Glyphs = l.glyphs[from:to:to]
		} else {
			from := len(all)
			all = l.compose(all, c)
			line.Glyphs = all[from:len(all):len(all)]
		}
		l.measure(line, c)
		if c.Class&script.RTL != 0 {
			logical(l.p, &l.classifier, line.Glyphs, true)
		}
	}
	return out
}

// asPainted reports whether a range of glyphs is a line as it stands.
func (l *liner) asPainted(c *baseline.Chunk) bool {
	if c.Class&script.RTL != 0 {
		return false
	}
	for _, w := range l.cutter.Words[c.Word0+1 : c.Word1] {
		if l.glyphs[w.Blank].Rune != ' ' {
			return false
		}
	}
	return true
}

// compose appends the glyphs of a chunk with a blank between its words.
func (l *liner) compose(dst []Glyph, c *baseline.Chunk) []Glyph {
	dir := l.direction(c)
	ink := int32(0)
	for i, w := range l.cutter.Words[c.Word0:c.Word1] {
		if i > 0 {
			dst = append(dst, l.blank(&c.Inks[ink-1], &c.Inks[ink], dir, w.Blank))
		}
		for ink < w.End {
			// Glyphs that follow one another are copied together.
			g := c.Inks[ink].Glyph
			n := int32(1)
			for ink+n < w.End && c.Inks[ink+n].Glyph == g+n {
				n++
			}
			dst = append(dst, l.glyphs[g:g+n]...)
			ink += n
		}
	}
	return dst
}

// direction returns the direction of a chunk.
func (l *liner) direction(c *baseline.Chunk) Point {
	if c.Class&baseline.Upright != 0 {
		return Point{1, 0}
	}
	return direction(l.p, &l.glyphs[c.Inks[0].Glyph])
}

// measure sets the geometry of a chunk's line. Its size is that of the
// majority, if there is one.
func (l *liner) measure(line *Line, c *baseline.Chunk) {
	first := &c.Inks[0]
	u0, u1, v0, v1 := first.U0, first.U1, first.V, first.V
	size, votes := first.Size, 0
	run, last := ^first.Run, first.Size
	var up, down float32
	for k := range c.Inks {
		m := &c.Inks[k]
		if m.Run != run || m.Size != last {
			run, last = m.Run, m.Size
			up, down = ascents(l.p, &l.glyphs[m.Glyph], m.Class)
			up, down = up*m.Size, down*m.Size
			v0, v1 = min(v0, m.V-up), max(v1, m.V-down)
		} else if m.V != first.V {
			v0, v1 = min(v0, m.V-up), max(v1, m.V-down)
		}
		u0, u1 = min(u0, m.U0), max(u1, m.U1)
		switch {
		case m.Size == size:
			votes++
		case votes == 0:
			size, votes = m.Size, 1
		default:
			votes--
		}
	}
	d := l.direction(c)
	line.Dir = d
	line.Size = float64(size)
	line.Bounds = turned(d, float64(u0), float64(v0), float64(u1), float64(v1))
	line.Origin = Point{float64(u0)*d.X - float64(c.V)*d.Y, float64(u0)*d.Y + float64(c.V)*d.X}
}

// blank returns the blank in the gap between two inks.
func (l *liner) blank(a, b *mark, dir Point, painted int32) Glyph {
	if painted >= 0 {
		g := l.glyphs[painted]
		plainBlank(&g)
		return g
	}
	return syntheticBlank(&l.glyphs[a.Glyph], &l.glyphs[b.Glyph], dir, b.U0-a.U1)
}

// plainBlank makes a painted blank one that text may hold: no control, no
// string of several.
func plainBlank(g *Glyph) {
	if g.Rune < ' ' || g.Rune >= 0x7f && g.Rune < 0xa0 || g.Rune == 0x2028 || g.Rune == 0x2029 || g.Rune == 0x200B {
		g.Rune = ' '
	}
}

// syntheticBlank returns a blank for the gap between two glyphs, which ends at
// the second one's origin.
func syntheticBlank(a, b *Glyph, dir Point, gap float32) Glyph {
	g := Glyph{X: b.X, Y: b.Y, Size: a.Size, Rune: ' ', Run: a.Run, Index: -1, Flags: Synthetic | a.Flags&Vertical}
	if gap > 0 {
		g.X, g.Y, g.Advance = b.X-gap*float32(dir.X), b.Y-gap*float32(dir.Y), gap
	}
	return g
}

// ascents returns how far a glyph reaches up and, negative, down from its
// baseline, in ems.
func ascents(p *Page, g *Glyph, c class) (up, down float32) {
	if g.Flags&Vertical != 0 && c&baseline.Upright == 0 {
		return 0.5, -0.5
	}
	up, down = emAscent, -emDescent
	if f := fontOf(p, g); f != nil {
		if a, d := float32(f.Ascent), float32(f.Descent); a > d && a <= 2 && d >= -2 {
			up, down = a, d
		}
	}
	return up, down
}

// The nominal box of a glyph, in ems. Fonts' own ascents and descents overlap
// between lines and differ within one.
const (
	emAscent  = 0.8
	emDescent = 0.2
)

// turned returns the bounds on the page of the box (u0, v0) to (u1, v1) of the
// frame with direction d.
func turned(d Point, u0, v0, u1, v1 float64) Rect {
	at := func(u, v float64) Point { return Point{u*d.X - v*d.Y, u*d.Y + v*d.X} }
	return Quad{at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)}.Bounds()
}

// unit returns p with length 1, snapped to the axes; (1, 0) if p has none.
func unit(p Point) Point { return Point(baseline.Unit(geom.Point(p))) }

// direction returns the unit vector along which a glyph's run advances.
func direction(p *Page, g *Glyph) Point {
	if int(g.Run) < len(p.Runs) {
		return unit(p.Runs[g.Run].Dir)
	}
	return Point{1, 0}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// runOf returns the run of a glyph, a plain one if the page has none.
func runOf(p *Page, g *Glyph) *Run {
	if int(g.Run) < len(p.Runs) {
		return &p.Runs[g.Run]
	}
	return &Run{MCID: -1, Dir: Point{1, 0}, Up: Point{0, -1}}
}

// fontOf returns the font of a glyph, nil if the page has none.
func fontOf(p *Page, g *Glyph) *Font {
	if int(g.Run) < len(p.Runs) {
		if f := int(p.Runs[g.Run].Font); f >= 0 && f < len(p.Fonts) {
			return &p.Fonts[f]
		}
	}
	return nil
}

// standsUp reports whether a line is one of letters that standUp has moved.
func standsUp(p *Page, l *Line) bool {
	if len(l.Glyphs) == 0 || l.Glyphs[0].Flags&Vertical == 0 || l.Dir != (Point{1, 0}) {
		return false
	}
	return direction(p, &l.Glyphs[0]) != l.Dir
}

// A class is the set of properties that layout asks of a glyph's text.
type class = script.Class

// A classifier tells the classes of glyphs. The zero value is ready.
type classifier struct {
	seen [256]struct { // by the rune's low byte
		r rune
		c class
	}
}

// glyph returns the class of the first rune of a glyph's text. script.RTL and script.LTR
// say what letters there are in all of it; neither is set if there are both,
// since such a glyph can stand in text of either direction.
func (k *classifier) glyph(p *Page, g *Glyph) class {
	if r := uint32(g.Rune); r-1 < uint32(len(script.ASCII))-1 {
		return script.ASCII[r]
	}
	return k.other(p, g)
}

// other is glyph for what is not ASCII.
func (k *classifier) other(p *Page, g *Glyph) class {
	switch {
	case g.Rune > 0:
		return k.rune(g.Rune)
	case g.Rune == 0:
		// The rest of an ActualText is ink. What a font maps to no text is a
		// blank as far as anybody can tell.
		if g.Flags&ActualText != 0 {
			return 0
		}
		return script.Space
	}
	i := int(^g.Rune)
	if i >= len(p.Strings) {
		return 0
	}
	first, all, blank := class(0), class(0), class(script.Space)
	for j, r := range p.Strings[i] {
		d := k.rune(r)
		if j == 0 {
			first = d
		}
		all |= d
		blank &= d
	}
	all &= script.RTL | script.LTR
	if all == script.RTL|script.LTR {
		all = 0
	}
	return first&^(script.RTL|script.LTR|script.Space) | all | blank
}

// rune returns the class of r. Rune 0 stands for empty text and has none.
func (k *classifier) rune(r rune) class {
	if uint32(r) < uint32(len(script.ASCII)) {
		return script.ASCII[r]
	}
	s := &k.seen[r&0xff]
	if s.r != r {
		s.r, s.c = r, script.Of(r)
	}
	return s.c
}

// logical puts a line's glyphs, given from left to right, into logical order.
// Combining marks stay behind the glyph before them. Brackets of right-to-left
// text are turned if painted, as they are when a file is read.
func logical(p *Page, k *classifier, glyphs []Glyph, painted bool) {
	classes := make([]class, len(glyphs))
	for i := range glyphs {
		classes[i] = k.glyph(p, &glyphs[i])
	}
	pieces := bidi.Logical(classes)
	if pieces == nil {
		return
	}
	visual := slices.Clone(glyphs)
	out := glyphs[:0]
	var brackets []int
	for _, s := range pieces {
		if r := visual[s.Lo].Rune; s.Level&1 == 1 && bidi.Mirrored(r) != r {
			brackets = append(brackets, len(out))
		}
		out = append(out, visual[s.Lo:s.Hi]...)
	}
	if !painted || len(brackets) == 0 {
		return
	}
	text := make([]rune, len(glyphs))
	for i := range glyphs {
		text[i] = glyphs[i].Rune
	}
	bidi.Turn(text, brackets)
	for _, i := range brackets {
		glyphs[i].Rune = text[i]
	}
}

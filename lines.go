package pdftext

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/pdftext-go/pdftext/internal/bidi"
	"github.com/pdftext-go/pdftext/internal/script"
	"github.com/pdftext-go/pdftext/internal/sweep"
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

// appendGlyphs appends the glyphs' text.
func appendGlyphs(b []byte, p *Page, glyphs []Glyph) []byte {
	for i := range glyphs {
		switch r := glyphs[i].Rune; {
		case r > 0 && r < 0x80:
			b = append(b, byte(r))
		case r != 0:
			b = append(b, glyphs[i].Text(p)...)
		}
	}
	return b
}

// Baselines and the chunks they are cut into. Lengths are in ems.
const (
	// baseStep and baseReach bound the steps between the baselines of one
	// line, and their extent: below, lines break where a producer rounds
	// positions, above, indices join the line before their size is known.
	baseStep  = 0.08
	baseReach = 0.2
	// chunkGap and chunkRatio end a line: no word gap is wider, and no word is
	// set in sizes that differ more. Both only say what is judged together:
	// Columns joins the pieces of a line again.
	chunkGap   = 1.0
	chunkRatio = 1.9
	// lookBack glyphs decide where the last one ends, since a broken advance
	// may reach over those that follow.
	lookBack = 3
)

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
// White space glyphs are evidence of a gap and nothing more, since producers
// paint blanks over letters. Each other glyph is in exactly one line.
//
// Lines takes O(n log n) time for n glyphs.
func Lines(p *Page, glyphs []Glyph) []Line {
	l := liners.Get().(*liner)
	defer liners.Put(l)
	l.p, l.glyphs = p, glyphs
	defer func() { l.p, l.glyphs = nil, nil }()
	return l.run()
}

func (l *liner) run() []Line {
	l.words, l.chunks, l.inks, l.n, l.asked = l.words[:0], l.chunks[:0], l.inks[:0], 0, 0
	marks := l.turn()
	for _, k := range l.frameOrder {
		f := &l.frames[k]
		l.baselines(marks[f.lo:f.hi])
	}
	return l.lines()
}

// liners keeps the scratch memory of Lines between calls.
var liners = sync.Pool{New: func() any { return new(liner) }}

// A liner is one call of Lines.
type liner struct {
	p      *Page
	glyphs []Glyph
	framer
	classifier
	frameOrder []int

	marks, sorted []mark
	runs          []span // stretches of marks that stand in order on one baseline
	keys, swap    []uint64
	parts         []uint64
	row           []mark
	inks          []mark // of the rows that had to be put together
	n             int    // glyphs of the lines that are no range of the argument
	words         []wordSpan
	chunks        []chunk
	gaps, ranked  []float32
	chains        []chain
	asked         int // chains that were asked whether they go on
}

// A span is a range of marks.
type span struct{ lo, hi int32 }

// A wordSpan ends a word: it reaches from the last one's end.
type wordSpan struct {
	end   int32 // in the inks of its chunk
	blank int32 // painted blank before it, as the index of its glyph, or -1
}

// A chunk becomes a Line.
type chunk struct {
	inks         []mark // in the order in which they stand, without white space
	word0, word1 int32
	v            float32
	class        class // of all its glyphs
	from, to     int32 // range of the glyphs, if the line is one; else from is -1
}

// turn places the glyphs into their frames and returns the marks by frame.
func (l *liner) turn() []mark {
	l.framer.reset()
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
			at = l.frame(d, v)
			dir = l.unit
		}
		c := l.classifier.glyph(l.p, g)
		all |= c
		m := &l.marks[i]
		if at == 0 && dir.X == 1 && usual(g) {
			m.u0, m.u1, m.v, m.size = g.X, g.X+g.Advance, g.Y, g.Size
			m.class, m.glyph, m.run, m.blank = c, int32(i), run, 0
			continue
		}
		m.set(l.p, g, c, dir)
		m.glyph, m.run, m.blank = int32(i), run, int32(at)
		if at != 0 {
			l.frames[at].n++
		}
	}
	l.frames[0].n = len(l.glyphs)
	for i := range l.frames[1:] {
		l.frames[0].n -= l.frames[i+1].n
	}
	if len(l.frames) > 1 {
		l.standUp()
	}
	if all&script.Mark != 0 {
		l.seat()
	}
	l.frameOrder = l.order(l.frameOrder)
	n := 0
	for _, k := range l.frameOrder {
		f := &l.frames[k]
		f.lo, f.hi = n, n
		n += f.n
	}
	marks := l.marks
	if len(l.frames) > 1 {
		l.sorted = slices.Grow(l.sorted[:0], len(l.marks))[:len(l.marks)]
		for i := range l.marks {
			f := &l.frames[l.marks[i].blank]
			l.sorted[f.hi] = l.marks[i]
			f.hi++
		}
		marks = l.sorted
	}
	l.frames[0].hi = l.frames[0].lo + l.frames[0].n
	return marks
}

// baselines divides the marks of one frame into baselines, and these into
// words. Marks that one operator shows stand in order already; only such runs
// are sorted.
func (l *liner) baselines(marks []mark) {
	if len(marks) == 0 {
		return
	}
	l.runs, l.keys = l.runs[:0], l.keys[:0]
	lo := 0
	for i := range marks {
		if i+1 == len(marks) || marks[i+1].v != marks[i].v || marks[i+1].u0 <= marks[i].u0 {
			l.keys = append(l.keys, sweep.Key(marks[i].v, len(l.runs)))
			l.runs = append(l.runs, span{int32(lo), int32(i + 1)})
			lo = i + 1
		}
	}
	l.swap = sweep.Sort(l.keys, l.swap)
	start := 0
	var first, last, size, level float32 // of the line's first level, and of this one
	for i := range l.keys {
		v := sweep.Coord(l.keys[i])
		// Size of the level: equal v.
		if i == 0 || v != last {
			size = 0
			for j := i; j < len(l.keys) && sweep.Coord(l.keys[j]) == v; j++ {
				size = max(size, marks[l.runs[sweep.Index(l.keys[j])].lo].size)
			}
			if i > 0 && (v-last > baseStep*min(size, level) || v-first > baseReach*max(size, level)) {
				l.baseline(marks, l.keys[start:i])
				start = i
			}
			if i == start {
				first = v
			}
			level, last = size, v
		}
	}
	l.baseline(marks, l.keys[start:])
}

// baseline gathers the runs of one baseline in order and cuts them into words.
func (l *liner) baseline(marks []mark, keys []uint64) {
	v := (sweep.Coord(keys[0]) + sweep.Coord(keys[len(keys)-1])) / 2
	if len(keys) == 1 {
		r := l.runs[sweep.Index(keys[0])]
		l.layered(marks[r.lo:r.hi], v) // in place
		return
	}
	l.parts = l.parts[:0]
	for _, k := range keys {
		i := sweep.Index(k)
		l.parts = append(l.parts, sweep.Key(marks[l.runs[i].lo].u0, i))
	}
	l.swap = sweep.Sort(l.parts, l.swap)
	start := len(l.inks)
	apart := true
	for _, k := range l.parts {
		r := l.runs[sweep.Index(k)]
		if n := len(l.inks); n > start && marks[r.lo].u0 <= l.inks[n-1].u0 {
			apart = false
		}
		l.inks = append(l.inks, marks[r.lo:r.hi]...)
	}
	row := l.inks[start:]
	if !apart {
		l.interleave(row)
	}
	l.layered(row, v)
}

// interleave sorts a row by left edge, then by painting order.
func (l *liner) interleave(row []mark) {
	l.parts = l.parts[:0]
	for i := range row {
		l.parts = append(l.parts, sweep.Key(row[i].u0, i))
	}
	l.swap = sweep.Sort(l.parts, l.swap)
	l.row = append(l.row[:0], row...)
	for i, k := range l.parts {
		row[i] = l.row[sweep.Index(k)]
	}
	for i := 0; i < len(row); {
		j := i + 1
		for j < len(row) && row[j].u0 == row[i].u0 {
			j++
		}
		if j > i+1 {
			l.byPainting(row[i:j])
		}
		i = j
	}
}

// byPainting sorts marks that start at one place by painting order.
func (l *liner) byPainting(row []mark) {
	slices.SortStableFunc(row, func(a, b mark) int {
		return int(l.glyphs[a.glyph].Index) - int(l.glyphs[b.glyph].Index)
	})
}

// layered takes the white space out of a row, in place, and cuts the rest into
// words. A row that carries two texts painted over each other is parted first.
func (l *liner) layered(row []mark, v float32) {
	blank := int32(-1)
	over, n := 0, 0
	plain := true // one chunk, for sure
	for i := range row {
		m := &row[i]
		if m.class&script.Space != 0 {
			blank = m.glyph
			continue
		}
		m.blank = blank
		blank = -1
		if n > 0 {
			prev := &row[n-1]
			if prev.u1 > m.u0 && covers(prev, m) {
				over++
			}
			plain = plain && m.size == prev.size && m.u0-prev.u1 <= chunkGap*m.size
		}
		if n != i {
			row[n] = *m
		}
		n++
	}
	switch row = row[:n:n]; {
	case n == 0:
	case over >= minOver:
		l.layers(row, v)
	case plain:
		l.chunk(row, row, v)
	default:
		l.cut(row, v)
	}
}

// cut divides inks, which stand on one baseline, into chunks and words.
func (l *liner) cut(inks []mark, v float32) {
	start := 0
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		big, small := max(a.size, b.size), min(a.size, b.size)
		end := a.u1
		if b.u0-end > chunkGap*big { // only then does it matter what reaches further
			for j := i - 2; j >= max(start, i-lookBack); j-- {
				end = max(end, inks[j].u1)
			}
		}
		if b.u0-end > chunkGap*big || big > chunkRatio*small {
			l.chunk(inks[start:i:i], inks, v)
			start = i
		}
	}
	l.chunk(inks[start:len(inks):len(inks)], inks, v)
}

// chunk divides inks, which are part of a row, into words.
func (l *liner) chunk(inks, row []mark, v float32) {
	c := chunk{inks: inks, word0: int32(len(l.words)), v: v}
	c.class = l.space(inks, row)
	c.word1 = int32(len(l.words))
	c.from = -1
	if l.contiguous(&c) {
		c.from, c.to = inks[0].glyph, inks[len(inks)-1].glyph+1
	} else {
		l.n += len(inks) + int(c.word1-c.word0) - 1
	}
	l.chunks = append(l.chunks, c)
}

// contiguous reports whether the glyphs of a chunk, with one painted blank in
// each word gap, are a range of the argument as they stand.
func (l *liner) contiguous(c *chunk) bool {
	if c.class&script.RTL != 0 {
		return false
	}
	next := c.inks[0].glyph
	ink := int32(0)
	for w := c.word0; w < c.word1; w++ {
		if w > c.word0 {
			if l.words[w].blank != next || l.glyphs[next].Rune != ' ' {
				return false
			}
			next++
		}
		for ; ink < l.words[w].end; ink++ {
			if c.inks[ink].glyph != next {
				return false
			}
			next++
		}
	}
	return true
}

// lines makes the chunks into lines. Their glyphs are ranges of the argument,
// or else share one array.
func (l *liner) lines() []Line {
	if len(l.chunks) == 0 {
		return nil
	}
	out := make([]Line, len(l.chunks))
	all := make([]Glyph, 0, l.n)
	for i := range l.chunks {
		c := &l.chunks[i]
		line := &out[i]
		if c.from >= 0 {
			line.Glyphs = l.glyphs[c.from:c.to:c.to]
		} else {
			from := len(all)
			dir := l.direction(c)
			ink := int32(0)
			for w := c.word0; w < c.word1; w++ {
				if w > c.word0 {
					all = append(all, l.blank(&c.inks[ink-1], &c.inks[ink], dir, l.words[w].blank))
				}
				for ink < l.words[w].end {
					// Glyphs that follow one another are copied together.
					g := c.inks[ink].glyph
					n := int32(1)
					for ink+n < l.words[w].end && c.inks[ink+n].glyph == g+n {
						n++
					}
					all = append(all, l.glyphs[g:g+n]...)
					ink += n
				}
			}
			line.Glyphs = all[from:len(all):len(all)]
		}
		l.measure(line, c)
		if c.class&script.RTL != 0 {
			logical(l.p, &l.classifier, line.Glyphs, true)
		}
	}
	return out
}

// direction returns the direction of a chunk.
func (l *liner) direction(c *chunk) Point {
	if c.class&isUpright != 0 {
		return Point{1, 0}
	}
	return direction(l.p, &l.glyphs[c.inks[0].glyph])
}

// measure sets the geometry of a chunk's line. Its size is that of the
// majority, if there is one.
func (l *liner) measure(line *Line, c *chunk) {
	first := &c.inks[0]
	u0, u1, v0, v1 := first.u0, first.u1, first.v, first.v
	size, votes := first.size, 0
	run, last := ^first.run, first.size
	var up, down float32
	for k := range c.inks {
		m := &c.inks[k]
		if m.run != run || m.size != last {
			run, last = m.run, m.size
			up, down = ascents(l.p, &l.glyphs[m.glyph], m.class)
			up, down = up*m.size, down*m.size
			v0, v1 = min(v0, m.v-up), max(v1, m.v-down)
		} else if m.v != first.v {
			v0, v1 = min(v0, m.v-up), max(v1, m.v-down)
		}
		u0, u1 = min(u0, m.u0), max(u1, m.u1)
		switch {
		case m.size == size:
			votes++
		case votes == 0:
			size, votes = m.size, 1
		default:
			votes--
		}
	}
	d := l.direction(c)
	line.Dir = d
	line.Size = float64(size)
	line.Bounds = turned(d, float64(u0), float64(v0), float64(u1), float64(v1))
	line.Origin = Point{float64(u0)*d.X - float64(c.v)*d.Y, float64(u0)*d.Y + float64(c.v)*d.X}
}

// blank returns the blank in the gap between two inks.
func (l *liner) blank(a, b *mark, dir Point, painted int32) Glyph {
	if painted >= 0 {
		g := l.glyphs[painted]
		plainBlank(&g)
		return g
	}
	return syntheticBlank(&l.glyphs[a.glyph], &l.glyphs[b.glyph], dir, b.u0-a.u1)
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
	if g.Flags&Vertical != 0 && c&isUpright == 0 {
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

// A class is the set of properties that layout asks of a glyph's text.
type class = script.Class

// isUpright marks a glyph of vertical writing mode that is set from left to
// right.
const isUpright class = 1 << 31

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

// A frame holds the glyphs of one direction and writing mode. They are turned
// so that text runs along +u and lines follow one another along +v; with y
// down and the direction (cos, sin) of the glyph's own run:
//
//	u =  x cos + y sin
//	v = -x sin + y cos
//
// Vertical writing has the direction (0, 1), hence v = -x: its columns, read
// from right to left, are lines that follow along +v.
type frame struct {
	id     frameID
	n      int // glyphs
	lo, hi int // range of its marks
}

// A frameID names a frame. Directions are told apart in directionSteps of the
// unit circle's coordinates.
type frameID struct {
	cos, sin int16
	vertical bool
}

// A mark is a glyph in its frame.
type mark struct {
	u0, u1, v float32
	size      float32
	class     class
	glyph     int32  // index of the glyph
	blank     int32  // painted blank between the mark before and this one, as the index of its glyph, or -1
	run       uint32 // of the glyph
}

// directionSteps divides the unit vector's coordinates. One degree is 0.017;
// the lines of one skewed scan differ by less.
const directionSteps = 100

// axisCos is the cosine of 2 degrees: what is nearer to an axis is set along it.
const axisCos = 0.9994

// Coordinates and sizes beyond these are lies that float32 sums must survive.
const (
	maxCoord = 1e6
	maxSize  = 1e5
	minSize  = 1e-3
)

// A framer sorts glyphs or lines into frames.
type framer struct {
	frames []frame         // frames[0] is the horizontal one
	ids    map[frameID]int // the others'

	// The last direction asked for.
	dir      Point
	vertical bool
	unit     Point
	at       int
}

func (f *framer) reset() {
	f.frames = append(f.frames[:0], frame{id: frameID{cos: directionSteps}})
	clear(f.ids)
	f.dir, f.unit, f.vertical, f.at = Point{1, 0}, Point{1, 0}, false, 0
}

// frame returns the index of the frame of a direction. The direction's unit
// vector is in f.unit then.
func (f *framer) frame(dir Point, vertical bool) int {
	if dir == f.dir && vertical == f.vertical {
		return f.at
	}
	d := unit(dir)
	f.dir, f.vertical, f.unit = dir, vertical, d
	id := frameID{int16(math.Round(d.X * directionSteps)), int16(math.Round(d.Y * directionSteps)), vertical}
	f.at = 0
	if id != f.frames[0].id {
		at, ok := f.ids[id]
		if !ok {
			if f.ids == nil {
				f.ids = map[frameID]int{}
			}
			at = len(f.frames)
			f.frames = append(f.frames, frame{id: id})
			f.ids[id] = at
		}
		f.at = at
	}
	return f.at
}

// unit returns p with length 1, snapped to the axes; (1, 0) if p has none.
func unit(p Point) Point {
	if p.X == 1 && p.Y == 0 {
		return p
	}
	return normal(p)
}

func normal(p Point) Point {
	n := math.Hypot(p.X, p.Y)
	if !(n > 0) || math.IsInf(n, 0) {
		return Point{1, 0}
	}
	p = Point{p.X / n, p.Y / n}
	switch {
	case math.Abs(p.X) > axisCos:
		return Point{math.Copysign(1, p.X), 0}
	case math.Abs(p.Y) > axisCos:
		return Point{0, math.Copysign(1, p.Y)}
	}
	return p
}

// order returns the frames' indices in reading order: the horizontal one,
// then those with the most glyphs.
func (f *framer) order(at []int) []int {
	at = at[:0]
	for i := range f.frames {
		at = append(at, i)
	}
	slices.SortFunc(at[1:], func(i, j int) int {
		a, b := &f.frames[i], &f.frames[j]
		return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(b.id.cos, a.id.cos), cmp.Compare(a.id.sin, b.id.sin),
			boolInt(a.id.vertical)-boolInt(b.id.vertical))
	})
	return at
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Advances below thinAdvance of the letter's usual width come from broken
// width arrays; plausibleAdvance of it is taken instead.
const (
	widest           = 0.8 // usual width of the widest letters
	thinAdvance      = 0.25
	plausibleAdvance = 0.8
	monoWidth        = 0.6
)

// fontOf returns the font of a glyph, nil if the page has none.
func fontOf(p *Page, g *Glyph) *Font {
	if int(g.Run) < len(p.Runs) {
		if f := int(p.Runs[g.Run].Font); f >= 0 && f < len(p.Fonts) {
			return &p.Fonts[f]
		}
	}
	return nil
}

// usual reports whether the numbers of a glyph are those of nearly all: with
// the direction (1, 0) it stands in its frame as it is.
func usual(g *Glyph) bool {
	return g.X > -maxCoord && g.X < maxCoord && g.Y > -maxCoord && g.Y < maxCoord &&
		g.Size >= minSize && g.Size < maxSize && g.Advance >= g.Size*(thinAdvance*widest) && g.Advance < maxCoord
}

// set places a glyph of class c in the frame of its direction, a unit vector.
// Numbers that no page has are bounded.
func (m *mark) set(p *Page, g *Glyph, c class, dir Point) {
	m.class, m.blank = c, -1
	if dir.X == 1 && usual(g) {
		m.u0, m.u1, m.v, m.size = g.X, g.X+g.Advance, g.Y, g.Size
		return
	}
	m.turn(p, g, dir)
}

func (m *mark) turn(p *Page, g *Glyph, dir Point) {
	x, y := sane(g.X), sane(g.Y)
	m.size = g.Size
	if !(m.size >= minSize) {
		m.size = minSize
	} else if m.size > maxSize {
		m.size = maxSize
	}
	if dir.Y == 0 && dir.X == 1 {
		m.u0, m.v = x, y
	} else {
		m.u0 = float32(float64(x)*dir.X + float64(y)*dir.Y)
		// The grid makes equal what rounding set apart.
		m.v = float32(math.Round((float64(y)*dir.X-float64(x)*dir.Y)*1024) / 1024)
	}
	w := sane(g.Advance)
	if w >= 0 && m.class&(script.Space|script.Mark) == 0 && g.Rune > 0 && g.Flags&Vertical == 0 {
		if n := usualWidth(g.Rune) * m.size; w < thinAdvance*n {
			w = plausibleAdvance * n
			if f := fontOf(p, g); f != nil && f.Monospace {
				w = monoWidth * m.size
			}
		}
	}
	m.u1 = m.u0 + w
	if w < 0 {
		m.u0, m.u1 = m.u1, m.u0
	}
}

// sane bounds a coordinate; NaN becomes 0.
func sane(x float32) float32 {
	if x > -maxCoord && x < maxCoord {
		return x
	}
	switch {
	case x >= maxCoord:
		return maxCoord
	case x <= -maxCoord:
		return -maxCoord
	}
	return 0
}

// usualWidth is about the advance of a letter in common faces, in ems.
func usualWidth(r rune) float32 {
	switch r {
	case 'i', 'l', 'j', 'I', '.', ',', ':', ';', '\'', '|', '!':
		return 0.22
	case 't', 'f', 'r', '-', '(', ')', '[', ']', '"':
		return 0.3
	case 'm', 'w', 'M', 'W', 'Q', '@', '%':
		return widest
	}
	if 'A' <= r && r <= 'Z' {
		return 0.64
	}
	return 0.5
}

// turned returns the bounds on the page of the box (u0, v0) to (u1, v1) of the
// frame with direction d.
func turned(d Point, u0, v0, u1, v1 float64) Rect {
	at := func(u, v float64) Point { return Point{u*d.X - v*d.Y, u*d.Y + v*d.X} }
	return Quad{at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)}.Bounds()
}

// Some producers set upright letters from left to right in a font of vertical
// writing mode, each at a position of its own. Such glyphs are taken for what
// they look like when, in ems, the median distance along x between neighbours
// at one height is below rowStep, and columns are either rare, fewer than half
// as many neighbours at one x, or looser than columnStep.
const (
	rowStep      = 0.8
	columnStep   = 1.05
	rowNeighbors = 4   // at least this many must be measured
	sameLine     = 0.1 // ems within which glyphs stand at one height or one x
	originHeight = 0.88
)

// standUp moves the glyphs of the vertical frame to the horizontal one if they
// are set along x.
func (l *liner) standUp() {
	at, ok := l.ids[frameID{sin: directionSteps, vertical: true}]
	if !ok {
		return
	}
	l.row = l.row[:0]
	for i := range l.marks {
		if int(l.marks[i].blank) == at {
			l.row = append(l.row, l.marks[i])
		}
	}
	if !l.upright(l.row) {
		return
	}
	for i := range l.marks {
		if m := &l.marks[i]; int(m.blank) == at {
			m.setUpright(&l.glyphs[i], m.class)
			m.blank = 0
		}
	}
	l.frames[0].n += l.frames[at].n
	l.frames[at].n = 0
}

// standsUp reports whether a line is one of letters that standUp has moved.
func standsUp(p *Page, l *Line) bool {
	if len(l.Glyphs) == 0 || l.Glyphs[0].Flags&Vertical == 0 || l.Dir != (Point{1, 0}) {
		return false
	}
	return direction(p, &l.Glyphs[0]) != l.Dir
}

// direction returns the unit vector along which a glyph's run advances.
func direction(p *Page, g *Glyph) Point {
	if int(g.Run) < len(p.Runs) {
		return unit(p.Runs[g.Run].Dir)
	}
	return Point{1, 0}
}

// upright reports whether a vertical frame's glyphs are set along x.
func (l *liner) upright(marks []mark) bool {
	rows := l.steps(marks, true)
	if len(rows) <= rowNeighbors || rows[len(rows)/2] >= rowStep {
		return false
	}
	n := len(rows)
	columns := l.steps(marks, false)
	return 2*len(columns) < n || columns[len(columns)/2] > columnStep
}

// steps returns the sorted distances, in ems, between neighbours at one height
// if along x, or else at one x.
func (l *liner) steps(marks []mark, alongX bool) []float32 {
	l.keys, l.parts = l.keys[:0], l.parts[:0]
	at := func(m *mark) (step, line float32) {
		if alongX {
			return -m.v, m.u0
		}
		return m.u0, m.v
	}
	for i := range marks {
		if marks[i].class&script.Space == 0 {
			step, _ := at(&marks[i])
			l.parts = append(l.parts, sweep.Key(step, i))
		}
	}
	l.swap = sweep.Sort(l.parts, l.swap)
	for j, k := range l.parts {
		_, line := at(&marks[sweep.Index(k)])
		l.keys = append(l.keys, sweep.Key(line, j))
	}
	l.swap = sweep.Sort(l.keys, l.swap)
	out := l.ranked[:0]
	for i := 1; i < len(l.keys); i++ {
		a := &marks[sweep.Index(l.parts[sweep.Index(l.keys[i-1])])]
		b := &marks[sweep.Index(l.parts[sweep.Index(l.keys[i])])]
		s0, l0 := at(a)
		s1, l1 := at(b)
		if l1-l0 < sameLine*a.size && s1 > s0 {
			out = append(out, (s1-s0)/a.size)
		}
	}
	l.ranked = out
	slices.Sort(out)
	return out
}

// setUpright places a glyph of vertical writing mode as the letter it looks
// like. Its width is a guess, around the middle where its origin is.
func (m *mark) setUpright(g *Glyph, c class) {
	m.class, m.blank = c|isUpright, -1
	m.size = min(max(sane(g.Size), minSize), maxSize)
	w := m.size / 2
	if g.Rune > 0 {
		w = usualWidth(g.Rune) * m.size
	}
	m.u0 = sane(g.X) - w/2
	m.u1 = m.u0 + w
	m.v = sane(g.Y) + originHeight*m.size
}

// A combining mark may be painted at any place around its letter, raised off
// the baseline and with its origin on either side. It belongs to the letter
// whose width holds its middle, give or take seatSide, and whose baseline is
// at most seatAbove below or seatBelow above its own; in ems of the letter.
const (
	seatSide  = 0.1
	seatAbove = 0.8
	seatBelow = 0.5
	// maxSeats bounds the letters that one mark looks at. A cell of an em has
	// two or three.
	maxSeats = 64
)

// seat moves the combining marks onto the baselines of their letters, where
// they stand behind them and ahead of the next.
func (l *liner) seat() {
	// Letters by cells of an em of the largest mark.
	em := float32(minSize)
	for i := range l.marks {
		if m := &l.marks[i]; m.class&script.Mark != 0 {
			em = max(em, m.size)
		}
	}
	cell := func(u, v float32, frame int32) uint64 {
		// Frames beyond the first 256 share cells.
		return uint64(uint8(frame))<<56 | uint64(uint32(int32(v/em))&0xfffff)<<36 | uint64(uint32(int32(u/em))&0xfffff)<<16
	}
	type seat struct {
		cell uint64
		mark int32
	}
	seats := make([]seat, 0, len(l.marks))
	for i := range l.marks {
		if m := &l.marks[i]; m.class&(script.Mark|script.Space) == 0 {
			seats = append(seats, seat{cell((m.u0+m.u1)/2, m.v, m.blank), int32(i)})
		}
	}
	slices.SortFunc(seats, func(a, b seat) int {
		switch {
		case a.cell < b.cell:
			return -1
		case a.cell > b.cell:
			return 1
		}
		return int(a.mark - b.mark)
	})
	for i := range l.marks {
		m := &l.marks[i]
		if m.class&script.Mark == 0 {
			continue
		}
		mid := (m.u0 + m.u1) / 2
		best, cost := int32(-1), float32(0)
		looks := 0
		for dv := -1; dv <= 1; dv++ {
			for du := -1; du <= 1; du++ {
				at := cell(mid+float32(du)*em, m.v+float32(dv)*em, m.blank)
				k, _ := slices.BinarySearchFunc(seats, at, func(s seat, c uint64) int {
					if s.cell < c {
						return -1
					}
					return 1
				})
				for ; k < len(seats) && seats[k].cell == at && looks < maxSeats; k++ {
					looks++
					b := &l.marks[seats[k].mark]
					up := (b.v - m.v) / b.size
					if b.blank != m.blank || mid < b.u0-seatSide*b.size || mid > b.u1+seatSide*b.size || up > seatAbove || up < -seatBelow {
						continue
					}
					d := (mid - (b.u0+b.u1)/2) / b.size
					if c := max(d, -d) + max(up, -up); best < 0 || c < cost {
						best, cost = seats[k].mark, c
					}
				}
			}
		}
		if best >= 0 {
			b := &l.marks[best]
			m.v = b.v
			m.u0 = b.u0 + (b.u1-b.u0)/4 // behind the letter whatever is painted first
			m.u1 = m.u0
		}
	}
}

// Two texts may be painted over each other on one baseline, such as a row of
// leader dots from margin to margin under a label. They are parted where
// minOver neighbours overlap. Lengths are in ems.
const (
	minOver = 3
	// overlap is the part of the narrower glyph that overlaps.
	overlap = 0.5
	// A chain goes on with a glyph that starts between chainBack and
	// chainAhead of its end.
	chainBack  = -0.25
	chainAhead = 1.1
	// Three equal glyphs make a row of leaders if their steps differ by less
	// than leaderStep.
	leaderStep = 0.03
	// otherSize is what a change of size costs a chain.
	otherSize = 0.02
	// At most this many glyphs, blanks, are painted between two of one string.
	stringBlanks = 3
	// maxChains bounds the open chains: real pages have two or three. A row
	// that has more is left as it is.
	maxChains = 64
)

// A chain is one of the texts: each glyph continues the one before.
type chain struct {
	inks []mark
}

// covers reports whether b is painted over a. Right-to-left letters and marks
// overlap by nature.
func covers(a, b *mark) bool {
	w := min(a.u1-a.u0, b.u1-b.u0)
	return w > 0 && a.u1-b.u0 > overlap*w && (a.class|b.class)&(script.RTL|script.Mark) == 0
}

// layers parts a row into texts and cuts each into words. What was painted in
// one go stays together: glyphs that follow one another in painting order and
// from left to right.
func (l *liner) layers(row []mark, v float32) {
	strings := l.strings(row)
	l.chains = l.chains[:0]
	for _, s := range strings {
		best, cost := -1, float32(chainAhead)
		for k := range l.chains {
			if d := l.continues(l.chains[k].inks, &s[0]); d <= cost && (best < 0 || d < cost) {
				best, cost = k, d
			}
		}
		if best >= 0 {
			l.chains[best].inks = append(l.chains[best].inks, s...)
			continue
		}
		if len(l.chains) == maxChains {
			l.cut(row, v)
			return
		}
		l.chains = append(l.chains, chain{inks: slices.Clone(s)})
	}

	// Chains that do not overlap are pieces of one text. They are in order of
	// their first glyphs.
	used := [maxChains]bool{}
	for i := range l.chains {
		if used[i] {
			continue
		}
		text := l.chains[i].inks
		for j := i + 1; j < len(l.chains); j++ {
			c := l.chains[j].inks
			if !used[j] && c[0].u0 >= text[len(text)-1].u1-0.1*c[0].size {
				text = append(text, c...)
				used[j] = true
			}
		}
		l.cut(text, v)
	}
}

// strings returns the marks of a row in the pieces that were painted in one
// go, by left edge.
func (l *liner) strings(row []mark) [][]mark {
	l.parts = l.parts[:0]
	for i := range row {
		l.parts = append(l.parts, uint64(uint32(l.glyphs[row[i].glyph].Index))<<32|uint64(i))
	}
	l.swap = sweep.Sort(l.parts, l.swap)
	painted := make([]mark, len(row))
	for i, k := range l.parts {
		painted[i] = row[sweep.Index(k)]
	}
	var out [][]mark
	l.parts = l.parts[:0]
	lo := 0
	for i := range painted {
		if i+1 < len(painted) {
			a, b := &painted[i], &painted[i+1]
			next := l.glyphs[b.glyph].Index - l.glyphs[a.glyph].Index
			gap := (b.u0 - a.u1) / max(a.size, b.size)
			if next > 0 && next <= stringBlanks && b.u0 > a.u0 && gap > chainBack && gap < chainAhead {
				continue
			}
		}
		l.parts = append(l.parts, sweep.Key(painted[lo].u0, len(out)))
		out = append(out, painted[lo:i+1])
		lo = i + 1
	}
	l.swap = sweep.Sort(l.parts, l.swap)
	sorted := make([][]mark, len(out))
	for i, k := range l.parts {
		sorted[i] = out[sweep.Index(k)]
	}
	return sorted
}

// continues returns the distance at which g continues a chain; more than
// chainAhead if it does not.
func (l *liner) continues(c []mark, g *mark) float32 {
	l.asked++
	e := &c[len(c)-1]
	gap := (g.u0 - e.u1) / max(g.size, e.size)
	if gap < chainBack || gap > chainAhead {
		return 2 * chainAhead
	}
	a, b := &l.glyphs[e.glyph], &l.glyphs[g.glyph]
	if n := len(c); n > 3 && a.Rune == b.Rune && l.glyphs[c[n-2].glyph].Rune == a.Rune {
		if step := (g.u0 - e.u0) - (e.u0 - c[n-2].u0); max(step, -step) < leaderStep*g.size {
			return 0
		}
	}
	d := max(gap, -gap)
	if g.size != e.size {
		d += otherSize
	}
	return d
}

// Word gaps. All are in ems of the larger of the two glyphs.
//
// On 133 real files with painted blanks 0.12 makes 0.2 % false and 0.2 %
// missing blanks; above 0.14 the missing ones double every 0.02, below 0.10
// the false ones grow. Letter-spaced text shifts the threshold, and a jump in
// the chunk's own gaps moves it.
const (
	wordGap = 0.12
	wideGap = 0.22 // beside Han, Kana or Hangul; more loses blanks between Hangul and digits, set 0.20 wide
	// wideUnpainted is asked for between such a letter and another one without
	// a blank where the chunk has blanks: word processors set 0.25 there, and
	// stretch it in justified lines.
	wideUnpainted = 0.35
	// paintedGap is enough where a blank is painted, overlapGap where it
	// stands between the centres of right-to-left letters, which overlap.
	paintedGap = 0.05
	overlapGap = -0.3

	// Letter-spaced: the median gap is between trackMin and trackMax, a tenth
	// of the gaps are at most half of it, and trackShare of them are at most
	// trackSpread of it. A row of single letters, "a b c d", looks the same
	// and is joined, unless blanks are painted.
	trackMin     = 0.04
	trackMax     = 0.9
	trackShare   = 0.55
	trackSpread  = 1.35
	trackSlack   = 0.02
	trackLetters = 0.7
	trackGaps    = 3
	trackFactor  = 1.15
	// Set tight, or a script whose advances overlap.
	tightMedian = -0.06
	tightNear   = 0.05
	tightGaps   = 6
	// A chunk too short to tell takes the letter gap of its baseline.
	lineGaps    = 6
	lineGapMax  = 0.6
	lineGapMin  = 0.15
	lineLow     = 0.6
	lineHigh    = 1.3
	shortFactor = 1.5
	shortSlack  = 0.1

	// The widest jump of the sorted gaps parts letters from words if it
	// starts below jumpFrom and ends above jumpTo; the threshold moves to its
	// middle, between jumpTo and jumpMax.
	jumpFrom  = 0.13
	jumpTo    = 0.08
	jumpMax   = 0.20
	jumpFloor = -0.2

	// Where most gaps hold a blank, each of them counts.
	blankShare = 0.7
)

// letterGap returns the gap between letters that a baseline shows as a whole,
// for its chunks that are too short; 0 if none.
func (l *liner) letterGap(inks []mark) float32 {
	if len(inks) <= lineGaps {
		return 0
	}
	n, wide := 0, 0
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		if a.class&b.class&script.Letter == 0 {
			continue
		}
		if gap := b.u0 - a.u1; gap < lineGapMax*max(a.size, b.size) {
			n++
			if gap > lineGapMin*max(a.size, b.size) {
				wide++
			}
		}
	}
	if n < lineGaps || 2*wide < n {
		return 0
	}
	g := l.ranked[:0]
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		if a.class&b.class&script.Letter == 0 {
			continue
		}
		if gap := (b.u0 - a.u1) / max(a.size, b.size); gap < lineGapMax {
			g = append(g, gap)
		}
	}
	l.ranked = g
	slices.Sort(g)
	n = len(g)
	if n < lineGaps {
		return 0
	}
	m := g[n/2]
	if m > lineGapMin && g[n/10] > lineLow*m && g[n*7/10] < lineHigh*m {
		return m
	}
	return 0
}

// space divides a chunk, which is part of a row, into words and returns the
// classes of its glyphs, all together.
func (l *liner) space(inks, row []mark) class {
	all := inks[0].class
	l.gaps = l.gaps[:0]
	letters := boolInt(all&script.Letter != 0)
	blanks := 0
	// Counts that settle the usual case, text that is not spaced and has no
	// gaps of doubtful width, without sorting.
	low, tight, doubtful := 0, 0, 0
	end := inks[0].u1
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		all |= b.class
		if b.class&script.Letter != 0 {
			letters++
		}
		if b.blank >= 0 {
			blanks++
		}
		gap := (b.u0 - end) / max(a.size, b.size)
		end = b.u1
		if b.class&script.Mark != 0 { // it stands over the letter before
			gap = min(gap, 0)
			end = max(end, a.u1)
		}
		l.gaps = append(l.gaps, gap)
		if gap <= trackMin {
			low++
			if gap < tightMedian {
				tight++
			}
		}
		if gap > jumpTo && gap < jumpFrom {
			doubtful++
		}
	}
	gaps := l.gaps
	n := len(gaps)
	base, limit := float32(0), float32(jumpTo) // no gap lies between this and wordGap
	if doubtful > 0 || 2*low <= n || 2*tight >= n {
		letterGap := float32(0)
		if n < trackGaps {
			letterGap = l.letterGap(row)
		}
		base, limit = l.threshold(gaps, float32(letters) >= trackLetters*float32(len(inks)) && all&script.Wide == 0, letterGap)
	}
	// The first glyph's blank stands before the chunk.
	always := n > 1 && float32(blanks) > blankShare*float32(n+1)
	if base < 0 && blanks > 0 {
		// The widths are not to be trusted where letters overlap, but the
		// blanks are.
		limit = max(limit, wordGap)
	}
	before := int32(-1) // blank before the word in hand
	for k, gap := range gaps {
		a, b := &inks[k], &inks[k+1]
		is := gap > limit
		if (a.class|b.class)&script.Wide != 0 {
			if blanks > 0 && b.blank < 0 && a.class&b.class&script.Wide == 0 {
				is = gap > wideUnpainted+base
			} else {
				is = gap > wideGap+base
			}
		}
		if b.blank >= 0 && !is {
			is = gap > paintedGap+base || always && gap > paintedGap
			if !is && (a.class|b.class)&script.RTL != 0 && gap > overlapGap {
				is = l.between(a, b)
			}
		}
		if is {
			l.words = append(l.words, wordSpan{int32(k + 1), before})
			before = b.blank
		}
	}
	l.words = append(l.words, wordSpan{int32(len(inks)), before})
	return all
}

// between reports whether the blank before b stands between the centres of a
// and b.
func (l *liner) between(a, b *mark) bool {
	g := &l.glyphs[b.blank]
	m := mark{}
	m.set(l.p, g, script.Space, direction(l.p, g))
	return m.u0 > (a.u0+a.u1)/2-0.02*b.size && m.u1 < (b.u0+b.u1)/2 && m.u1-m.u0 > 0.15*b.size
}

// threshold returns the gap between the letters of a chunk and the gap from
// which on its words part.
func (l *liner) threshold(gaps []float32, plain bool, letterGap float32) (base, limit float32) {
	g := append(l.ranked[:0], gaps...)
	l.ranked = g
	slices.Sort(g)
	n := len(g)
	if n == 0 {
		return 0, wordGap
	}
	switch med := g[n/2]; {
	case n >= trackGaps && med > trackMin && med < trackMax && plain && tracked(g, med):
		base = med
	case n >= trackGaps:
		if med < tightMedian && n >= tightGaps && near(g, med) {
			base = med
		}
	case letterGap > 0 && g[n-1] < letterGap*shortFactor+shortSlack:
		base = letterGap
	}
	limit = wordGap + base
	if base > 0 {
		limit = wordGap + base*trackFactor
	}
	if n >= trackGaps {
		best := float32(0)
		for i := 1; i < n; i++ {
			p, q := g[i-1], g[i]
			if p < base+jumpFrom && q > base+jumpTo && q-p > best && p > jumpFloor {
				best = q - p
				limit = min(max((p+q)/2, base+jumpTo), base+jumpMax)
			}
		}
	}
	return base, limit
}

// tracked reports whether the sorted gaps are those of letter-spaced text.
func tracked(g []float32, med float32) bool {
	n := len(g)
	low := 0
	for low < n && g[low] <= med*trackSpread+trackSlack {
		low++
	}
	return g[n/10] > med/2 && float32(low) >= trackShare*float32(n)
}

// near reports whether most of the gaps are about the median.
func near(g []float32, med float32) bool {
	k := 0
	for _, x := range g {
		if x > med-tightNear && x < med+tightNear {
			k++
		}
	}
	return float32(k) >= trackShare*float32(len(g))
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

package pdftext

import (
	"slices"
	"sync"

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
		m := &l.marks[i]
		m.set(l.p, g, l.classifier.glyph(l.p, g), dir)
		all |= m.class
		m.glyph = int32(i)
		if at != 0 {
			m.blank = int32(at)
			l.frames[at].n++
		} else {
			m.blank = 0
		}
	}
	l.frames[0].n = len(l.glyphs)
	for i := range l.frames[1:] {
		l.frames[0].n -= l.frames[i+1].n
	}
	if len(l.frames) > 1 {
		l.standUp()
	}
	if all&isMark != 0 {
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
	for i := range row {
		m := &row[i]
		if m.class&isSpace != 0 {
			blank = m.glyph
			continue
		}
		m.blank = blank
		blank = -1
		if n > 0 {
			if prev := &row[n-1]; prev.u1 > m.u0 && covers(prev, m) {
				over++
			}
		}
		if n != i {
			row[n] = *m
		}
		n++
	}
	if over < minOver {
		l.cut(row[:n], v)
	} else {
		l.layers(row[:n], v)
	}
}

// cut divides inks, which stand on one baseline, into chunks and words.
func (l *liner) cut(inks []mark, v float32) {
	if len(inks) == 0 {
		return
	}
	letterGap := l.letterGap(inks)
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
			l.chunk(inks[start:i:i], v, letterGap)
			start = i
		}
	}
	l.chunk(inks[start:len(inks):len(inks)], v, letterGap)
}

// chunk divides inks into words.
func (l *liner) chunk(inks []mark, v, letterGap float32) {
	c := chunk{inks: inks, word0: int32(len(l.words)), v: v}
	c.class = l.space(inks, letterGap)
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
	if c.class&isRTL != 0 {
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
			ink := int32(0)
			for w := c.word0; w < c.word1; w++ {
				if w > c.word0 {
					all = append(all, l.blank(&c.inks[ink-1], &c.inks[ink], l.words[w].blank))
				}
				for ; ink < l.words[w].end; ink++ {
					all = append(all, l.glyphs[c.inks[ink].glyph])
				}
			}
			line.Glyphs = all[from:len(all):len(all)]
		}
		l.measure(line, c)
		if c.class&isRTL != 0 {
			logical(l.p, &l.classifier, line.Glyphs, true)
		}
	}
	return out
}

// measure sets the geometry of a chunk's line.
func (l *liner) measure(line *Line, c *chunk) {
	var x extent
	for k := range c.inks {
		m := &c.inks[k]
		x.add(l.p, &l.glyphs[m.glyph], m)
	}
	dir := Point{1, 0}
	if c.class&isUpright == 0 {
		dir = direction(l.p, &line.Glyphs[0])
	}
	x.set(line, dir, c.v)
}

// blank returns the blank in the gap between two inks.
func (l *liner) blank(a, b *mark, painted int32) Glyph {
	if painted >= 0 {
		g := l.glyphs[painted]
		plainBlank(&g)
		return g
	}
	dir := Point{1, 0}
	if b.class&isUpright == 0 {
		dir = direction(l.p, &l.glyphs[b.glyph])
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

// An extent gathers the geometry of a line, glyph by glyph.
type extent struct {
	u0, u1, v0, v1 float32
	size           float32 // of the majority, if there is one
	votes          int
	run            uint32
	last           float32 // size of the last glyph
	up, down       float32 // from its baseline
	some           bool
}

func (x *extent) add(p *Page, g *Glyph, m *mark) {
	if !x.some || g.Run != x.run || m.size != x.last {
		x.run, x.last = g.Run, m.size
		up, down := ascents(p, g, m.class)
		x.up, x.down = up*m.size, down*m.size
	}
	if !x.some {
		x.some = true
		x.u0, x.u1, x.v0, x.v1 = m.u0, m.u1, m.v-x.up, m.v-x.down
	} else {
		x.u0, x.u1 = min(x.u0, m.u0), max(x.u1, m.u1)
		x.v0, x.v1 = min(x.v0, m.v-x.up), max(x.v1, m.v-x.down)
	}
	switch {
	case x.votes == 0:
		x.size, x.votes = m.size, 1
	case x.size == m.size:
		x.votes++
	default:
		x.votes--
	}
}

// set puts the extent into a line with direction d and baseline v.
func (x *extent) set(line *Line, d Point, v float32) {
	line.Dir = d
	line.Size = float64(x.size)
	line.Bounds = turned(d, float64(x.u0), float64(x.v0), float64(x.u1), float64(x.v1))
	line.Origin = Point{float64(x.u0)*d.X - float64(v)*d.Y, float64(x.u0)*d.Y + float64(v)*d.X}
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

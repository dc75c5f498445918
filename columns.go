package pdftext

import (
	"cmp"
	"iter"
	"math"
	"slices"
	"sync"

	"github.com/pdftext-go/pdftext/internal/baseline"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/listlabel"
	"github.com/pdftext-go/pdftext/internal/script"
	"github.com/pdftext-go/pdftext/internal/sweep"
	"github.com/pdftext-go/pdftext/internal/xycut"
)

// A Column is a region of the page that is read from top to bottom before the
// next one is begun. A heading that spans the page is a column of its own.
type Column struct {
	Bounds Rect
	Blocks []Block // top to bottom
}

// A Block is a group of lines set together, such as a paragraph; or, if
// Obstacle is not 0, the place of a table or figure.
type Block struct {
	Bounds   Rect
	Lines    []Line // top to bottom; of an obstacle those lines that stand in it
	Obstacle int    // place in ColumnOptions.Obstacles, counting from 1
	Role     Role   // what the block is, where Roles has told it
	Level    int    // of a Heading, from 1; depth of a ListItem in lists of lists, from 1
	Label    int    // glyphs of the first line that are the label of a list item, such as "3.", with the blanks behind it
	Joins    bool   // goes on with the paragraph that a column or page before has broken off

	label  listlabel.Label
	close  bool // without a gap before it
	celled int  // the lines of a table that stand in its cells; the others follow
	face
}

// ColumnOptions change how Columns reads a page. The zero value asks for the
// default.
type ColumnOptions struct {
	// GapMultiplier, if positive, is the least width of a gutter in median
	// advances of the page's glyphs; 3 is usual elsewhere. The default asks
	// for height instead of width, since columns stand as close as 0.6 em.
	GapMultiplier float64
	// Obstacles are tables and figures. None is divided; each comes out as a
	// Block with the words whose middle it contains.
	Obstacles []Obstacle
}

// An Obstacle is a table or figure that lines are not read across.
type Obstacle struct {
	Bounds Rect
	Dir    Point // along which its text runs; zero: from left to right

	glyphs int // that were taken out of the lines because they stand in it
}

// Columns divides the lines, as Lines returns them, into columns by recursive
// XY-cut and returns these in reading order: of two columns the left one
// first, or the right one on a page with more right-to-left letters than
// others. What is set along another direction follows, each direction by
// itself, those with the most glyphs first.
//
// In a column, lines are joined anew: what overlaps by a quarter of its height
// is one line, so raised and lowered glyphs return to theirs, and a row of a
// table, which no column parts, is one line with blanks between its cells.
// Each glyph that is not white space is in exactly one line, as before; blanks
// are added and dropped as needed. A line that stays as it was shares its
// Glyphs with the argument.
//
// Columns takes O(n log n) time for n glyphs, and a bounded number of steps
// more to look for gutters. What is left when these are used up is read as
// rows.
func Columns(p *Page, lines []Line, opt *ColumnOptions) []Column {
	r := readers.Get().(*reader)
	defer readers.Put(r)
	r.p, r.lines, r.opt = p, lines, ColumnOptions{}
	if opt != nil {
		r.opt = *opt
	}
	r.out = nil
	r.read()
	out := r.out
	r.release()
	return out
}

// sideBySide returns how many columns the line across the page that meets the
// most of them meets. A column reaches from the middle of its first line to
// that of its last, so that those below one another do not overlap.
func sideBySide(columns []Column) int {
	type end struct {
		y    float64
		step int // 1 where a column begins, -1 where it ends
	}
	var ends []end
	for i := range columns {
		top, bottom := math.Inf(1), math.Inf(-1)
		for j := range columns[i].Blocks {
			for _, l := range columns[i].Blocks[j].Lines {
				y := (l.Bounds.Y0 + l.Bounds.Y1) / 2
				top, bottom = min(top, y), max(bottom, y)
			}
		}
		if top <= bottom {
			ends = append(ends, end{top, 1}, end{bottom, -1})
		}
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Or(cmp.Compare(a.y, b.y), b.step-a.step) })
	most, n := 0, 0
	for _, e := range ends {
		n += e.step
		most = max(most, n)
	}
	return most
}

// readers keeps the scratch memory of Columns between calls.
var readers = sync.Pool{New: func() any { return new(reader) }}

// A reader is one call of Columns.
type reader struct {
	p     *Page
	lines []Line
	opt   ColumnOptions
	out   []Column
	framer
	classifier
	frameOrder []int
	frameOf    []int32 // by line
	inside     []int32 // by line: the obstacle that holds it, or -1
	byTop      []topEdge

	obstacleFrame []int32

	cutter xycut.Cutter
	atoms  []xycut.Atom
	words  []word      // parallel to atoms
	parts  []lineAtoms // by line
	visual []Glyph
	rules  []xycut.Rule
	keys   []uint64
	swap   []uint64
	ranked []float32
	items  []item
	ends   []ending
	found  []int32
	cells  []rowCell // of the row in hand
	arena  []Glyph   // room for the lines that are put together
}

// A word is what the atom with its index stands for.
type word struct {
	line       int32 // index of its line, or of its obstacle
	start, end int32 // its glyphs, in the line's from left to right
	blank      int32 // blank before it on the line, or -1
	first      class // of its first glyph
	class      class // of all its glyphs
	counts
}

// A lineAtoms tells what a line was split into.
type lineAtoms struct {
	lo, hi int32 // its atoms
	visual int32 // where its glyphs stand in reader.visual, or -1 if they are from left to right anyway
}

// release drops what points to the caller's memory.
func (r *reader) release() {
	r.p, r.lines, r.opt, r.out, r.arena = nil, nil, ColumnOptions{}, nil, nil
}

// source returns a line's glyphs from left to right.
func (r *reader) source(line int32) []Glyph {
	if at := r.parts[line].visual; at >= 0 {
		return r.visual[at : int(at)+len(r.lines[line].Glyphs)]
	}
	return r.lines[line].Glyphs
}

// glyphs returns a word's glyphs from left to right.
func (r *reader) glyphs(w *word) []Glyph { return r.source(w.line)[w.start:w.end] }

// read handles the frames one after another.
func (r *reader) read() {
	r.framer.Reset()
	r.frameOf, r.inside = r.frameOf[:0], r.inside[:0]
	r.divide()
	for i := range r.lines {
		l := &r.lines[i]
		at := r.Of(geom.Point(l.Dir), len(l.Glyphs) > 0 && l.Glyphs[0].Flags&Vertical != 0 && !standsUp(r.p, l))
		r.All[at].N += len(l.Glyphs)
		r.frameOf = append(r.frameOf, int32(at))
		r.inside = append(r.inside, r.obstacle(l))
	}
	r.obstacleFrame = r.obstacleFrame[:0]
	for _, o := range r.opt.Obstacles {
		at := r.Of(geom.Point(o.Dir), false)
		r.All[at].N += 1 + o.glyphs
		r.obstacleFrame = append(r.obstacleFrame, int32(at))
	}
	r.frameOrder = r.Order(r.frameOrder[:0])
	for _, k := range r.frameOrder {
		if r.All[k].N > 0 {
			r.frameColumns(k)
		}
	}
}

// obstacle returns the obstacle that contains the middle of a line, or -1.
func (r *reader) obstacle(l *Line) int32 {
	if len(r.opt.Obstacles) == 0 {
		return -1
	}
	return r.obstacleAt(Point{(l.Bounds.X0 + l.Bounds.X1) / 2, (l.Bounds.Y0 + l.Bounds.Y1) / 2})
}

// obstacleAt returns the first obstacle that contains a point, or -1. Only
// those that begin above it are looked at, from below, as far up as one may
// reach.
func (r *reader) obstacleAt(m Point) int32 {
	n, _ := slices.BinarySearchFunc(r.byTop, m.Y, func(o topEdge, y float64) int {
		if o.y0 <= y {
			return -1
		}
		return 1
	})
	at := int32(-1)
	for n--; n >= 0 && r.byTop[n].reach >= m.Y; n-- {
		if o := r.byTop[n].obstacle; r.opt.Obstacles[o].Bounds.Contains(m) && (at < 0 || o < at) {
			at = o
		}
	}
	return at
}

// A topEdge is an obstacle in the order of the top edges.
type topEdge struct {
	y0, reach float64 // reach is the lowest bottom of this one and those before
	obstacle  int32
}

// divide sorts the obstacles, and cuts the lines that cross their edges at a
// blank, so that each word is inside or outside by its middle.
func (r *reader) divide() {
	r.byTop = r.byTop[:0]
	if len(r.opt.Obstacles) == 0 {
		return
	}
	for i, o := range r.opt.Obstacles {
		r.byTop = append(r.byTop, topEdge{o.Bounds.Y0, o.Bounds.Y1, int32(i)})
	}
	slices.SortStableFunc(r.byTop, func(a, b topEdge) int { return cmp.Compare(a.y0, b.y0) })
	for i := range r.byTop[1:] {
		r.byTop[i+1].reach = max(r.byTop[i+1].reach, r.byTop[i].reach)
	}
	r.lines = cutLines(r.p, r.lines, func(word []Glyph) int32 { return r.obstacleAt(r.middle(word)) }, nil)
}

// middle returns the middle of a word.
func (r *reader) middle(word []Glyph) Point {
	b := boundsOf(r.p, word)
	return Point{(b.X0 + b.X1) / 2, (b.Y0 + b.Y1) / 2}
}

// boundsOf returns the smallest rectangle that contains the glyphs.
func boundsOf(p *Page, glyphs []Glyph) Rect {
	b := Rect(geom.Nothing())
	for i := range glyphs {
		b = b.Union(glyphs[i].Bounds(p))
	}
	return b
}

// words yields where each word of a line starts and ends: what stands between
// its blanks.
func words(p *Page, glyphs []Glyph) iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		for start := 0; start < len(glyphs); {
			end := start
			for end < len(glyphs) && !blank(p, &glyphs[end]) {
				end++
			}
			if end > start && !yield(start, end) {
				return
			}
			start = end + 1
		}
	}
}

// cutLines cuts lines at blanks, where the words before and after differ in
// their part. Parts for which drop is true are left out; nil drops none. If no
// line is cut or dropped, it returns lines.
func cutLines(p *Page, lines []Line, part func(word []Glyph) int32, drop func(part int32) bool) []Line {
	var out []Line
	changed := false
	change := func(i int) {
		if !changed {
			out = append(make([]Line, 0, len(lines)+8), lines[:i]...)
			changed = true
		}
	}
	for i := range lines {
		l := &lines[i]
		from, last := 0, int32(0) // the piece in hand
		n := 0                    // words
		for start, end := range words(p, l.Glyphs) {
			at := part(l.Glyphs[start:end])
			if n > 0 && at != last {
				change(i)
				if drop == nil || !drop(last) {
					out = append(out, piece(p, l, from, start))
				}
				from = start
			}
			last = at
			n++
		}
		switch {
		case n > 0 && drop != nil && drop(last):
			change(i)
		case from > 0:
			out = append(out, piece(p, l, from, len(l.Glyphs)))
		case changed:
			out = append(out, *l)
		}
	}
	if !changed {
		return lines
	}
	return out
}

// piece returns the part of a line from one glyph to another as a line,
// without the blanks at its end.
func piece(p *Page, l *Line, from, to int) Line {
	for to > from && blank(p, &l.Glyphs[to-1]) {
		to--
	}
	out := *l
	out.Glyphs = l.Glyphs[from:to:to]
	out.Bounds = boundsOf(p, out.Glyphs)
	// The baseline starts at the glyph that stands first along it.
	d := unit(l.Dir)
	u := math.Inf(1)
	for i := range out.Glyphs {
		g := &out.Glyphs[i]
		u = min(u, float64(g.X)*d.X+float64(g.Y)*d.Y)
	}
	v := l.Origin.Y*d.X - l.Origin.X*d.Y
	out.Origin = Point{u*d.X - v*d.Y, u*d.Y + v*d.X}
	return out
}

// within reports whether a line stands in an obstacle along its direction.
func (r *reader) within(line int) bool {
	at := r.inside[line]
	return at >= 0 && r.obstacleFrame[at] == r.frameOf[line]
}

// frameColumns reads the lines of one frame.
func (r *reader) frameColumns(k int) {
	r.atoms, r.words, r.visual = r.atoms[:0], r.words[:0], r.visual[:0]
	rtl, letters := 0, 0
	for i := range r.lines {
		if int(r.frameOf[i]) == k && !r.within(i) {
			r.split(int32(i))
		}
	}
	for i := range r.words {
		letters += int(r.words[i].letters)
		if r.words[i].class&script.RTL != 0 {
			rtl += int(r.words[i].letters)
		}
	}
	r.dropCaps()
	opt := xycut.Options{RightToLeft: 2*rtl > letters, Text: r}
	for i, o := range r.opt.Obstacles {
		if int(r.obstacleFrame[i]) != k {
			continue
		}
		d := unit(o.Dir)
		b := turned(Point{d.X, -d.Y}, o.Bounds.X0, o.Bounds.Y0, o.Bounds.X1, o.Bounds.Y1)
		r.atoms = append(r.atoms, xycut.Atom{
			X0: baseline.Sane(float32(b.X0)), X1: baseline.Sane(float32(b.X1)), Top: baseline.Sane(float32(b.Y0)), Bottom: baseline.Sane(float32(b.Y1)), Base: baseline.Sane(float32(b.Y1)), Opaque: true,
		})
		r.words = append(r.words, word{line: int32(i)})
	}
	if k == 0 {
		opt.Rules = r.horizontals()
	}
	if m := r.opt.GapMultiplier; m > 0 {
		opt.MinGutter = float32(m) * r.medianAdvance()
	}
	order, ends := r.cutter.Cut(r.atoms, opt)
	lo := int32(0)
	for _, hi := range ends {
		r.column(order[lo:hi])
		lo = hi
	}
}

// split makes the words of a line into atoms.
func (r *reader) split(at int32) {
	l := &r.lines[at]
	for len(r.parts) <= int(at) {
		r.parts = append(r.parts, lineAtoms{})
	}
	part := &r.parts[at]
	*part = lineAtoms{lo: int32(len(r.atoms)), visual: -1}
	glyphs := l.Glyphs
	if r.rightToLeft(glyphs) {
		part.visual = int32(len(r.visual))
		r.fromLeft(l)
		glyphs = r.source(at)
	}
	d := unit(l.Dir)
	up := standsUp(r.p, l)
	straight := d.X == 1 && !up
	base := float32(l.Origin.Y*d.X - l.Origin.X*d.Y)
	a, w := xycut.Atom{}, word{line: at, blank: -1}
	for i := range glyphs {
		g := &glyphs[i]
		c := r.classifier.glyph(r.p, g)
		if c&script.Space != 0 {
			blank := w.blank
			if a.N > 0 {
				blank = int32(i)
				w.end = int32(i)
				r.add(&a, &w, base)
			}
			a, w = xycut.Atom{}, word{line: at, blank: blank, start: int32(i + 1)}
			continue
		}
		u0, u1, size := g.X, g.X+g.Advance, g.Size
		if !straight || !baseline.Usual(g.X, g.Y, g.Advance, g.Size) {
			m := place(r.p, g, c, d, up)
			u0, u1, size = m.U0, m.U1, m.Size
		}
		if a.N == 0 {
			a.X0, a.X1, a.Size = u0, u1, size
			w.first = c
		} else {
			a.X0, a.X1, a.Size = min(a.X0, u0), max(a.X1, u1), max(a.Size, size)
		}
		a.N++
		w.class |= c
		w.letters += int32(c & script.Letter / script.Letter)
		w.digits += int32(c & script.Digit / script.Digit)
		if c&(script.Wide|script.Hangul) == script.Wide {
			w.han++
		}
	}
	if a.N > 0 {
		w.end = int32(len(glyphs))
		r.add(&a, &w, base)
	}
	part.hi = int32(len(r.atoms))
}

// add adds a word on a baseline.
func (r *reader) add(a *xycut.Atom, w *word, base float32) {
	w.counts.glyphs = a.N
	a.Top, a.Bottom, a.Base = base-emAscent*a.Size, base+emDescent*a.Size, base
	r.atoms = append(r.atoms, *a)
	r.words = append(r.words, *w)
}

// rightToLeft reports whether there is a right-to-left letter among glyphs.
func (r *reader) rightToLeft(glyphs []Glyph) bool {
	for i := range glyphs {
		// Below U+0590 there is none.
		if g := &glyphs[i]; uint32(g.Rune) >= 0x590 && r.classifier.glyph(r.p, g)&script.RTL != 0 {
			return true
		}
	}
	return false
}

// mark places a glyph in the frame of its line.
func (r *reader) mark(g *Glyph, l *Line) mark {
	return place(r.p, g, r.classifier.glyph(r.p, g), unit(l.Dir), standsUp(r.p, l))
}

// fromLeft appends a line's glyphs to r.visual in the order in which they
// stand. Brackets stay as Lines has turned them.
func (r *reader) fromLeft(l *Line) {
	r.keys = r.keys[:0]
	u := float32(0)
	for i := range l.Glyphs {
		g := &l.Glyphs[i]
		if m := r.mark(g, l); i == 0 || m.Class&script.Mark == 0 { // a mark stays with its letter
			u = m.U0
			if g.Index < 0 {
				u = (m.U0 + m.U1) / 2
			}
		}
		r.keys = append(r.keys, sweep.Key(u, i))
	}
	r.swap = sweep.Sort(r.keys, r.swap)
	for _, k := range r.keys {
		r.visual = append(r.visual, l.Glyphs[sweep.Index(k)])
	}
}

// medianAdvance returns the median advance of the frame's glyphs.
func (r *reader) medianAdvance() float32 {
	r.ranked = r.ranked[:0]
	for i := range r.words {
		for _, g := range r.glyphs(&r.words[i]) {
			r.ranked = append(r.ranked, baseline.Sane(g.Advance))
		}
	}
	if len(r.ranked) == 0 {
		return 0
	}
	slices.Sort(r.ranked)
	return r.ranked[len(r.ranked)/2]
}

// Pieces of a horizontal rule are joined when they differ by at most ruleStep
// in height and stand at most ruleGap apart; in points, since they are drawn,
// not set. Rules rise by at most flat.
const (
	ruleStep = 1.6
	ruleGap  = 3
	flat     = 1
)

// horizontals returns the page's horizontal rules, collinear pieces joined.
func (r *reader) horizontals() []xycut.Rule {
	r.keys = r.keys[:0]
	for i := range r.p.Rules {
		q := &r.p.Rules[i]
		if d := q.Y1 - q.Y0; d < flat && d > -flat {
			// In bands of ruleStep, from left to right.
			r.keys = append(r.keys, sweep.Key(min(q.X0, q.X1), i))
		}
	}
	if len(r.keys) == 0 {
		return nil
	}
	r.swap = sweep.Sort(r.keys, r.swap)
	byX := slices.Clone(r.keys)
	r.keys = r.keys[:0]
	for j, k := range byX {
		q := &r.p.Rules[sweep.Index(k)]
		r.keys = append(r.keys, sweep.Key(float32(int(baseline.Sane((q.Y0+q.Y1)/2)/ruleStep)), j))
	}
	r.swap = sweep.Sort(r.keys, r.swap)
	r.rules = r.rules[:0]
	for _, k := range r.keys {
		q := &r.p.Rules[sweep.Index(byX[sweep.Index(k)])]
		y, x0, x1 := (q.Y0+q.Y1)/2, min(q.X0, q.X1), max(q.X0, q.X1)
		if n := len(r.rules); n > 0 {
			if o := &r.rules[n-1]; y-o.Y < ruleStep && o.Y-y < ruleStep && x0 <= o.X1+ruleGap {
				o.X1 = max(o.X1, x1)
				continue
			}
		}
		r.rules = append(r.rules, xycut.Rule{Y: y, X0: x0, X1: x1})
	}
	slices.SortStableFunc(r.rules, func(a, b xycut.Rule) int {
		switch {
		case a.Y < b.Y:
			return -1
		case a.Y > b.Y:
			return 1
		}
		return 0
	})
	return r.rules
}

// Drop caps: at most capGlyphs letters, capSize times the usual size, with at
// least capLines baselines that start within capReach ems of their right side.
// At most maxCaps are looked for, since each looks at all words.
const (
	capGlyphs = 2
	capSize   = 1.8
	capLines  = 2
	capReach  = 1.2
	maxCaps   = 16
)

// dropCaps moves each drop cap to the first line beside it.
func (r *reader) dropCaps() {
	em := r.usualSize()
	caps := 0
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.N > capGlyphs || a.Size < capSize*em || r.words[i].first&script.Letter == 0 {
			continue
		}
		if caps++; caps > maxCaps {
			return
		}
		first, lines := -1, 0
		last := float32(0)
		r.keys = r.keys[:0]
		for j := range r.atoms {
			b := &r.atoms[j]
			if d := b.X0 - a.X1; b.Size < 0.7*a.Size && d >= -0.1*a.Size && d < capReach*em && b.Base > a.Base-0.85*a.Size && b.Base < a.Base+0.1*a.Size {
				r.keys = append(r.keys, sweep.Key(b.Base, j))
				if first < 0 || b.Base < r.atoms[first].Base || b.Base == r.atoms[first].Base && b.X0 < r.atoms[first].X0 {
					first = j
				}
			}
		}
		r.swap = sweep.Sort(r.keys, r.swap)
		for n, k := range r.keys {
			if y := sweep.Coord(k); n == 0 || y-last > 0.1*em {
				lines++
				last = y
			}
		}
		if lines < capLines {
			continue
		}
		b := &r.atoms[first]
		a.Base, a.Size, a.Top, a.Bottom = b.Base, b.Size, b.Top, b.Bottom
		if b.X0 > a.X1 && r.words[first].first&script.Lower != 0 {
			a.X1 = b.X0 // no blank
		}
	}
}

// usualSize returns the most frequent size of the atoms' glyphs.
func (r *reader) usualSize() float32 {
	if len(r.atoms) == 0 {
		return 1
	}
	uniform := true
	for i := range r.atoms {
		if r.atoms[i].Size != r.atoms[0].Size {
			uniform = false
			break
		}
	}
	if uniform {
		return r.atoms[0].Size
	}
	r.keys = r.keys[:0]
	for i := range r.atoms {
		r.keys = append(r.keys, sweep.Key(r.atoms[i].Size, i))
	}
	r.swap = sweep.Sort(r.keys, r.swap)
	best, most := float32(1), int32(0)
	n := int32(0)
	for i, k := range r.keys {
		if i > 0 && sweep.Coord(k) != sweep.Coord(r.keys[i-1]) {
			n = 0
		}
		if n += r.atoms[sweep.Index(k)].N; n > most {
			best, most = sweep.Coord(k), n
		}
	}
	return best
}

// The rows of a table and the lines of two columns have the same geometry.
// What tells them apart is that a column of text is full of words, and that
// its lines start in the middle of sentences.
const (
	// A row of text has at least proseWords words (1.5 cuts tables of
	// phrases, 4 loses narrow columns), fills proseFill of the column (0.85
	// loses ragged text) and is proseWidth ems wide; or it fills justifiedFill
	// of a justified column.
	proseWords    = 2.5
	proseFill     = 0.7
	proseWidth    = 4.5
	justifiedFill = 0.95
	// Letters make up proseLetters of it, digits less than proseDigits.
	proseLetters = 0.6
	proseDigits  = 0.4
	// hanPerWord is the number of Han and Kana characters that count as one.
	hanPerWord = 2.2
	// Text runs on where lowerRuns of the cells start in lower case; or in a
	// column with both edges straight and runsWidth ems wide; or where fewer
	// than casedRuns start with a letter that has a case, or a digit.
	lowerRuns = 0.25
	runsWidth = 8
	casedRuns = 0.3
	// Ragged columns of two words a line: strongLower of at least strongRows
	// cells start in lower case, strongLetters of the cells are strongCell
	// letters, and the column is strongWidth ems wide. In fewer rows it may
	// be a river.
	strongLower   = 0.45
	strongRows    = 8
	strongLetters = 0.75
	strongCell    = 0.7
	strongWidth   = 5
	strongProse   = 0.6
	// A list of contents: leaderShare of the cells end in leaderDots dots and
	// a number of at most leaderLabel digits or letters.
	leaderShare = 0.5
	leaderDots  = 4
	leaderLabel = 9
	leaderProse = 0.9
	// A row that holds fullWords words, fills proseFill of the column and is
	// made of fullLetters letters is text whatever stands around it.
	fullWords   = 4
	fullLetters = 0.7
)

// counts are what a word or a cell is made of.
type counts struct {
	glyphs, letters, digits int32
	han                     int32 // Han and Kana
	words                   float32
}

func (n *counts) add(m *counts) {
	n.glyphs += m.glyphs
	n.letters += m.letters
	n.digits += m.digits
	n.han += m.han
	if m.han > 0 {
		n.words += float32(m.han) / hanPerWord
	} else {
		n.words++
	}
}

// cell returns the counts of a row's atoms.
func (r *reader) cell(atoms []int32) counts {
	var n counts
	for _, i := range atoms {
		n.add(&r.words[i].counts)
	}
	return n
}

// Side judges one side of a gutter.
func (r *reader) Side(s *xycut.Side) xycut.Verdict {
	cells := float32(len(s.Cells))
	var ok, lower, cased, letters, leaders float32
	r.ranked = r.ranked[:0]
	for i := range s.Cells {
		c := &s.Cells[i]
		n := r.cell(c.Atoms)
		r.ranked = append(r.ranked, n.words)
		if float32(n.digits) < proseDigits*float32(n.glyphs) && float32(n.letters) >= proseLetters*float32(n.glyphs) {
			if n.words >= proseWords && c.Width >= proseFill*s.Full && c.Width >= proseWidth*s.Em ||
				s.Justified && c.Width >= justifiedFill*s.Full {
				ok++
			}
		}
		if float32(n.letters) >= strongCell*float32(n.glyphs) {
			letters++
		}
		switch first := r.words[c.Atoms[0]].first; {
		case first&script.Lower != 0:
			lower++
		case first&(script.Upper|script.Digit) != 0:
			cased++
		}
		if r.leads(c.Atoms) {
			leaders++
		}
	}
	slices.Sort(r.ranked)
	v := xycut.Verdict{Words: r.ranked[len(r.ranked)/2]}
	rows := float32(s.Rows)
	if leaders >= leaderShare*cells {
		v.Prose, v.Runs = max(ok/rows, leaderProse), true
		return v
	}
	v.Prose = ok / rows
	if s.Rows >= strongRows && lower >= strongLower*cells && letters >= strongLetters*cells && s.Full >= strongWidth*s.Em {
		v.Prose = max(v.Prose, strongProse)
	}
	v.Runs = s.Justified && s.Full >= runsWidth*s.Em || lower >= lowerRuns*cells || lower+cased < casedRuns*cells
	return v
}

// Full reports whether a row is a full line of text.
func (r *reader) Full(row []int32, width float32) bool {
	n := r.cell(row)
	x0, x1 := r.atoms[row[0]].X0, r.atoms[row[0]].X1
	for _, i := range row {
		x1 = max(x1, r.atoms[i].X1)
	}
	return n.words >= fullWords && x1-x0 >= proseFill*width && float32(n.letters) >= fullLetters*float32(n.glyphs)
}

// leads reports whether a cell ends in leaders and a number.
func (r *reader) leads(atoms []int32) bool {
	label, dots := 0, 0
	var dot rune
	for k := len(atoms) - 1; k >= 0; k-- {
		glyphs := r.glyphs(&r.words[atoms[k]])
		for i := len(glyphs) - 1; i >= 0; i-- {
			c := glyphs[i].Rune
			switch {
			case dots == 0 && labelRune(c):
				if label++; label > leaderLabel {
					return false
				}
			case dots == 0 && label > 0 && r.rune(max(c, 0))&script.Leader != 0 || dots > 0 && c == dot:
				dot = c
				dots++
			default:
				return dots >= leaderDots || dot == '…' && dots >= leaderDots/2
			}
		}
	}
	return false // leaders alone
}

// labelRune reports whether r may stand in a page number or the like.
func labelRune(r rune) bool {
	switch r {
	case 'i', 'v', 'x', 'l', 'c', '-':
		return true
	}
	return '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
}

package pdftext

import (
	"cmp"
	"math"
	"slices"

	"github.com/pdftext-go/pdftext/internal/baseline"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/listlabel"
	"github.com/pdftext-go/pdftext/internal/script"
	"github.com/pdftext-go/pdftext/internal/xycut"
)

// An item is a line of a column with the geometry that blocks are told by.
type item struct {
	line     Line
	x0, x1   float32
	base     float32
	size     float32
	obstacle int // counting from 1
	inside   []Line
	face
	label  listlabel.Label // that the line begins with, if it is one of a list
	marker int             // glyphs of the label and the blanks behind it
	text   float32         // where the text behind the label begins
	word   float32         // width of the first word
}

// column makes a leaf of the cut into a Column.
func (r *reader) column(leaf []int32) {
	order, ends := r.cutter.Lines(r.atoms, leaf)
	r.items = r.items[:0]
	lo := int32(0)
	for _, hi := range ends {
		row := order[lo:hi]
		lo = hi
		if r.atoms[row[0]].Opaque {
			r.items = append(r.items, r.obstacleItem(row[0]))
			continue
		}
		if len(row) > 2 {
			r.unstack(row)
		}
		it := r.join(row)
		it.face = faceOf(r.p, it.line.Glyphs)
		r.readLabel(&it)
		r.items = append(r.items, it)
	}
	r.lists()
	blocks := r.blocks()
	c := Column{Blocks: blocks, Bounds: blocks[0].Bounds}
	for i := range blocks[1:] {
		c.Bounds = c.Bounds.Union(blocks[i+1].Bounds)
	}
	r.out = append(r.out, c)
	clear(r.items)
}

// obstacleItem returns the item of an obstacle, with the lines that stand in it.
func (r *reader) obstacleItem(atom int32) item {
	k := r.words[atom].line
	it := item{obstacle: int(k) + 1, line: Line{Bounds: r.opt.Obstacles[k].Bounds}}
	for i, in := range r.inside {
		if in == k && r.within(i) {
			it.inside = append(it.inside, r.lines[i])
		}
	}
	return it
}

// Fractions and indices. Lengths are in ems of the atoms.
const (
	// stackLap is how far two atoms of a row lie over one another at least to
	// be read one after the other by height. Italics lean over by less.
	stackLap = 0.15
	// stackRise is the least distance of an atom from the row's baseline.
	stackRise = 0.12
	// stackGap is the widest gap in such a part.
	stackGap = 0.5
	// A part below begins a word if it starts stackBack left of the end of
	// the part above: a denominator, and no index.
	stackBack = 1.2
)

// unstack puts the parts of a row that stand over one another, such as the
// numerator and the denominator of a fraction, one after the other: what is on
// the row's baseline, then what is above, then what is below. The row is given
// from left to right. A chain of overlaps with more than one atom on the
// baseline stays as it is.
func (r *reader) unstack(row []int32) {
	main, wide := float32(0), float32(-1)
	stacked := false
	for lo := 0; lo < len(row); {
		hi := r.overlapping(row, lo)
		if a := &r.atoms[row[lo]]; hi-lo > 1 {
			stacked = true
		} else if a.X1-a.X0 > wide {
			main, wide = a.Base, a.X1-a.X0
		}
		lo = hi
	}
	if !stacked || wide < 0 {
		return
	}
	side := func(i int32) int {
		a := &r.atoms[i]
		switch d := a.Base - main; {
		case d < -stackRise*a.Size:
			return 1
		case d > stackRise*a.Size:
			return 2
		}
		return 0
	}
	for lo := 0; lo < len(row); {
		hi := r.overlapping(row, lo)
		// The words of a numerator do not reach over the gaps between them.
		for hi < len(row) && side(row[hi]) != 0 && side(row[hi-1]) != 0 && r.atoms[row[hi]].X0-r.atoms[row[hi-1]].X1 < stackGap*r.atoms[row[hi]].Size {
			hi = r.overlapping(row, hi)
		}
		n := 0
		for _, i := range row[lo:hi] {
			if side(i) == 0 {
				n++
			}
		}
		switch {
		case hi-lo > 1 && r.paintedTogether(row[lo:hi]):
			slices.SortStableFunc(row[lo:hi], func(i, j int32) int { return cmp.Compare(r.painted(i), r.painted(j)) })
		case n <= 1:
			slices.SortStableFunc(row[lo:hi], func(i, j int32) int { return cmp.Compare(side(i), side(j)) })
		}
		lo = hi
	}
}

// overlapping returns the end of the chain of atoms that overlap from row[lo] on.
func (r *reader) overlapping(row []int32, lo int) int {
	x1 := r.atoms[row[lo]].X1
	for hi := lo + 1; hi < len(row); hi++ {
		a := &r.atoms[row[hi]]
		if a.X0 > x1-stackLap*a.Size {
			return hi
		}
		x1 = max(x1, a.X1)
	}
	return len(row)
}

// painted returns the place of an atom in painting order.
func (r *reader) painted(i int32) int32 { return r.glyphs(&r.words[i])[0].Index }

// paintedTogether reports whether nothing else was painted between atoms.
func (r *reader) paintedTogether(atoms []int32) bool {
	lo, hi, n := int32(math.MaxInt32), int32(-1), int32(0)
	for _, i := range atoms {
		for _, g := range r.glyphs(&r.words[i]) {
			if g.Index >= 0 {
				lo, hi = min(lo, g.Index), max(hi, g.Index)
				n++
			}
		}
	}
	return n > 0 && hi-lo < n
}

// Raised labels of notes are at most labelSize of the text's size and at least
// labelRaise ems above its baseline.
const (
	labelSize  = 0.85
	labelRaise = 0.1
)

// join returns a row of atoms, ordered from left to right, as a line. What was
// a line already keeps its glyphs.
func (r *reader) join(row []int32) item {
	first := &r.words[row[0]]
	it := item{x0: r.atoms[row[0]].X0, x1: r.atoms[row[0]].X1}
	it.word = it.x1 - it.x0
	widest := row[0]
	n, all := 0, class(0)
	for _, i := range row {
		a, w := &r.atoms[i], &r.words[i]
		it.x1 = max(it.x1, a.X1)
		if a.X1-a.X0 > r.atoms[widest].X1-r.atoms[widest].X0 {
			widest = i
		}
		n += int(w.end-w.start) + 1
		all |= w.class
	}
	it.base, it.size = r.atoms[widest].Base, r.atoms[widest].Size
	if m, whole := r.stretch(row); whole && m == len(row) {
		it.line = r.lines[first.line]
		return it
	}

	src := &r.lines[r.words[widest].line]
	l := &it.line
	l.Size, l.Dir = src.Size, unit(src.Dir)
	l.Bounds = Rect(geom.Nothing())
	u, v := float64(it.x0), float64(it.base)
	l.Origin = Point{u*l.Dir.X - v*l.Dir.Y, u*l.Dir.Y + v*l.Dir.X}
	glyphs := r.room(n)
	end := r.atoms[row[0]].X0
	r.cells = r.cells[:0]
	for k := 0; k < len(row); {
		i := row[k]
		w := &r.words[i]
		m, whole := r.stretch(row[k:])
		apart := k == 0
		if k > 0 {
			if gap := r.atoms[i].X0 - end; r.blank(row, k, gap) {
				glyphs = append(glyphs, r.blankBefore(row[k-1], i, gap))
				apart = gap > baseline.ChunkGap*it.size
			}
		}
		if apart {
			r.cells = append(r.cells, rowCell{int32(len(glyphs)), w.line, whole})
		} else {
			r.cells[len(r.cells)-1].whole = false
		}
		last := &r.words[row[k+m-1]]
		piece := r.source(w.line)[w.start:last.end]
		at := len(glyphs)
		if len(piece) <= nestled && k > 0 && all&script.RTL == 0 && r.atoms[i].X1 <= end && r.atoms[i].Base != r.atoms[row[k-1]].Base {
			at = r.seatOf(&r.atoms[i], glyphs, l)
		}
		glyphs = slices.Insert(glyphs, at, piece...)
		if whole {
			l.Bounds = l.Bounds.Union(r.lines[w.line].Bounds)
		} else {
			l.Bounds = l.Bounds.Union(r.bounds(piece, i, row[k+m-1]))
		}
		for ; m > 0; m-- {
			end = max(end, r.atoms[row[k]].X1)
			k++
		}
	}
	r.arena = r.arena[:len(r.arena)+len(glyphs)]
	l.Glyphs = glyphs[:len(glyphs):len(glyphs)]
	if all&script.RTL != 0 {
		r.rightToLeftRow(l.Glyphs)
	}
	return it
}

// A rowCell is a part of a row that stands apart from the others.
type rowCell struct {
	start int32 // in the row's glyphs
	line  int32 // if it is a whole line
	whole bool
}

// rightToLeftRow puts the glyphs of a row, given from left to right, into
// logical order. The cells of a table's row are read one after another, each
// in its own direction: from the right if the row has more right-to-left
// letters than others.
func (r *reader) rightToLeftRow(glyphs []Glyph) {
	rtl, ltr := 0, 0
	for i := range glyphs {
		switch c := r.classifier.glyph(r.p, &glyphs[i]); {
		case c&script.RTL != 0:
			rtl++
		case c&script.LTR != 0:
			ltr++
		}
	}
	n := len(r.cells)
	for k, c := range r.cells {
		end := len(glyphs)
		if k+1 < n {
			end = int(r.cells[k+1].start) - 1 // less the blank
		}
		// Where strings lie over one another a line may have a blank that
		// stands at its end, which is not in the row.
		if c.whole && len(r.lines[c.line].Glyphs) == end-int(c.start) {
			copy(glyphs[c.start:end], r.lines[c.line].Glyphs)
		} else {
			logical(r.p, &r.classifier, glyphs[c.start:end], false)
		}
	}
	if n == 1 || rtl < ltr {
		return
	}
	out := make([]Glyph, 0, len(glyphs))
	end := len(glyphs)
	for k := n - 1; k >= 0; k-- {
		start := int(r.cells[k].start)
		out = append(out, glyphs[start:end]...)
		if k > 0 {
			end = start - 1
			out = append(out, glyphs[end])
		}
	}
	copy(glyphs, out)
}

// nestled is how many raised or lowered glyphs go into a word that they stand
// in, as the A does in TeX's logos. More of them are another text.
const nestled = 2

// seatOf returns the place of a raised or lowered atom among the glyphs of the
// last word of a line, by their left edges.
func (r *reader) seatOf(a *xycut.Atom, glyphs []Glyph, l *Line) int {
	at := len(glyphs)
	for at > 0 && len(glyphs)-at < baseline.MaxSeats && glyphs[at-1].Rune != ' ' {
		if m := r.mark(&glyphs[at-1], l); m.U0 <= a.X0 {
			break
		}
		at--
	}
	return at
}

// stretch returns the number of atoms at the start of row that follow one
// another on one line, and whether they are all of it.
func (r *reader) stretch(row []int32) (n int, whole bool) {
	part := &r.parts[r.words[row[0]].line]
	for n = 1; n < len(row) && row[n] == row[n-1]+1 && row[n] < part.hi; n++ {
	}
	return n, row[0] == part.lo && row[n-1] == part.hi-1
}

// arenaStep is how many glyphs of room are made at least.
const arenaStep = 512

// room returns an empty slice with room for n glyphs, at the end of the arena.
func (r *reader) room(n int) []Glyph {
	if cap(r.arena)-len(r.arena) < n {
		r.arena = make([]Glyph, 0, max(n, arenaStep))
	}
	return r.arena[len(r.arena):]
}

// blankBefore returns the blank between atoms i and j: that of their line if
// they follow one another on it.
func (r *reader) blankBefore(i, j int32, gap float32) Glyph {
	a, b := &r.words[i], &r.words[j]
	if a.line == b.line && i+1 == j && b.blank >= 0 {
		g := r.source(b.line)[b.blank]
		plainBlank(&g)
		return g
	}
	return syntheticBlank(&r.glyphs(a)[a.end-a.start-1], &r.glyphs(b)[0], unit(r.lines[b.line].Dir), gap)
}

// bounds returns the bounds of a piece of a line, from one atom to another.
func (r *reader) bounds(piece []Glyph, from, to int32) Rect {
	l := &r.lines[r.words[from].line]
	up, down := float32(0), float32(0)
	run, size := ^piece[0].Run, float32(0)
	for i := range piece {
		if g := &piece[i]; g.Run != run || g.Size != size {
			run, size = g.Run, g.Size
			a, d := ascents(r.p, g, 0)
			up, down = max(up, a*size), min(down, d*size)
		}
	}
	a, b := &r.atoms[from], &r.atoms[to]
	return turned(unit(l.Dir), float64(a.X0), float64(a.Base-up), float64(max(a.X1, b.X1)), float64(a.Base-down))
}

// blank reports whether a blank stands before row[k], which is gap right of
// what stands before.
func (r *reader) blank(row []int32, k int, gap float32) bool {
	i, prev := row[k], row[k-1]
	a, b := &r.atoms[i], &r.atoms[prev]
	w, v := &r.words[i], &r.words[prev]
	if w.line == v.line {
		return true
	}
	size := min(a.Size, b.Size)
	if d := a.Base - b.Base; d < 0.05*b.Size && d > -0.05*b.Size {
		size = max(a.Size, b.Size)
	}
	if gap < -stackBack*size && a.Base > b.Base+stackRise*size {
		return true
	}
	if k == 1 && b.Size < labelSize*a.Size && b.Base < a.Base-labelRaise*a.Size && gap > -0.05*size && label(r.glyphs(v)) {
		return true
	}
	limit := float32(baseline.WordGap)
	if last := r.classifier.glyph(r.p, &r.glyphs(v)[v.end-v.start-1]); (last|w.first)&script.Wide != 0 {
		limit = baseline.WideGap
	}
	return gap > limit*size
}

// label reports whether glyphs are the label of a note.
func label(glyphs []Glyph) bool {
	for i := range glyphs {
		switch r := glyphs[i].Rune; {
		case r >= '0' && r <= '9', r == '*', r == '†', r == '‡', r == '§':
		default:
			return false
		}
	}
	return true
}

// Where a paragraph ends. Lengths are in ems of the smaller line.
const (
	// blockLead is the factor on the column's usual step between baselines
	// from which on there is a gap, and blockSlack what is added to it.
	blockLead  = 1.2
	blockSlack = 0.1
	// blockRatio is the change of size that ends a block.
	blockRatio = 1.12
	// A line that starts indentMin to indentMax right of the one before, and
	// of the one after, begins a paragraph, unless it is centred like the one
	// before within centred.
	indentMin = 0.8
	indentMax = 4
	centred   = 0.3
	// A line that ends a sentence and leaves room for the next line's first
	// word, give or take wordRoom, ends a paragraph, in a column where all but
	// fullLines of the lines reach fullLine of its width.
	wordRoom  = 0.5
	fullLine  = 0.75
	fullLines = 0.75
	// A line before a bold one ends at most shortLine of the column's width
	// from its left edge, or ends a sentence.
	shortLine = 0.7
	// hanging is how far the lines of a list item start right of its label,
	// or a line behind it left of them.
	hanging = 0.5
)

// blocks groups the items of a column.
func (r *reader) blocks() []Block {
	items := r.items
	c := r.measure(items)
	c.ends = r.ends[:0]
	n := 1
	for i := range items {
		end := goesOn
		if i > 0 {
			end = c.end(items, i)
		}
		if end != goesOn || i == 0 {
			c.start = i
		}
		if end != goesOn {
			n++
		}
		c.ends = append(c.ends, end)
	}
	r.ends = c.ends
	out := make([]Block, 0, n)
	lines := make([]Line, 0, len(items))
	start := 0
	for i := 1; i <= len(items); i++ {
		if i < len(items) && c.ends[i] == goesOn {
			continue
		}
		first := &items[start]
		b := Block{Bounds: first.line.Bounds, Obstacle: first.obstacle, close: c.ends[start] == close, face: first.face}
		if b.Obstacle > 0 {
			b.Lines = first.inside
		} else {
			b.Label, b.label = first.marker, first.label
			from := len(lines)
			for k := start; k < i; k++ {
				lines = append(lines, items[k].line)
				b.Bounds = b.Bounds.Union(items[k].line.Bounds)
				b.face = b.face.join(items[k].face)
			}
			b.Lines = lines[from:len(lines):len(lines)]
		}
		out = append(out, b)
		start = i
	}
	return out
}

// An ending says whether a block ends before a line.
type ending uint8

const (
	goesOn ending = iota // the line belongs to the block
	close                // a block begins without more of a gap than between its lines
	apart                // a block begins after a gap
)

// A measuredColumn is what the ends of its blocks are told by.
type measuredColumn struct {
	lead   float32 // usual step between baselines, in ems; 0 if there is none
	x0, x1 float32
	full   bool // enough lines come near x1 to tell that it is their edge
	start  int  // first item of the block in hand
	ends   []ending
}

// measure returns the measures of a column.
func (r *reader) measure(items []item) measuredColumn {
	c := measuredColumn{lead: r.usualLead(items)}
	first := true
	s := r.ranked[:0]
	for i := range items {
		if it := &items[i]; it.obstacle == 0 {
			if first {
				c.x0, c.x1 = it.x0, it.x1
				first = false
			}
			c.x0, c.x1 = min(c.x0, it.x0), max(c.x1, it.x1)
			s = append(s, it.x1)
		}
	}
	r.ranked = s
	if len(s) >= 3 {
		slices.Sort(s)
		c.full = s[int(fullLines*float32(len(s)-1))]-c.x0 >= fullLine*(c.x1-c.x0)
	}
	return c
}

// end tells whether a block ends before items[i].
func (c *measuredColumn) end(items []item, i int) ending {
	a, b := &items[i-1], &items[i]
	if a.obstacle > 0 || b.obstacle > 0 {
		return apart
	}
	small, big := min(a.size, b.size), max(a.size, b.size)
	if big > blockRatio*small {
		return apart
	}
	if d := (b.base - a.base) / small; c.lead == 0 && d > 2 || c.lead > 0 && d > c.lead*blockLead+blockSlack {
		return apart
	}
	if b.marker > 0 {
		return close
	}
	first := &items[c.start]
	if a.letters && b.letters && a.endsBold != b.startsBold {
		// A heading in a line of its own. Bold words in a paragraph seldom
		// begin and end with a line.
		if first.bold && a.bold && c.allBold(items, i) || b.bold && (a.sentence || a.x1 < c.x0+shortLine*(c.x1-c.x0)) {
			return close
		}
	}
	if first.marker > 0 {
		switch {
		case b.x0 < first.x0-hanging*small, i-1 > c.start && a.x0 > first.x0+hanging*small && b.x0 < a.x0-hanging*small && b.x0 < first.text-hanging*small:
			return close
		case b.x0 > first.x0+hanging*small:
			return goesOn
		}
	}
	if c.full && a.sentence && b.upper && c.x1-a.x1 > b.word+wordRoom*small {
		return close
	}
	in := (b.x0 - a.x0) / small
	if in < indentMin || in > indentMax {
		return goesOn
	}
	if m := (b.x0 + b.x1) - (a.x0 + a.x1); m < 2*centred*small && m > -2*centred*small {
		return goesOn
	}
	if i+1 < len(items) && items[i+1].obstacle == 0 && (b.x0-items[i+1].x0)/small > indentMin {
		if a.mono == a.glyphs && b.mono == b.glyphs {
			return close // code is indented, too
		}
		return apart
	}
	return goesOn
}

// allBold reports whether the lines of the block before items[i] are bold.
func (c *measuredColumn) allBold(items []item, i int) bool {
	for k := c.start; k < i; k++ {
		if !items[k].bold {
			return false
		}
	}
	return true
}

// usualLead returns the median step between baselines, in ems; 0 if there is
// none.
func (r *reader) usualLead(items []item) float32 {
	s := r.ranked[:0]
	for i := 1; i < len(items); i++ {
		a, b := &items[i-1], &items[i]
		if a.obstacle > 0 || b.obstacle > 0 {
			continue
		}
		if d := (b.base - a.base) / min(a.size, b.size); d > 0.5 && d < 3 {
			s = append(s, d)
		}
	}
	r.ranked = s
	if len(s) == 0 {
		return 0
	}
	slices.Sort(s)
	return s[len(s)/2]
}

var _ xycut.Text = (*reader)(nil)

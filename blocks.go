package pdftext

import (
	"slices"

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
		r.items = append(r.items, r.join(row))
	}
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
	it := item{obstacle: int(k) + 1, line: Line{Bounds: r.opt.Obstacles[k]}}
	for i, in := range r.inside {
		if in == k && r.frameOf[i] == 0 {
			it.inside = append(it.inside, r.lines[i])
		}
	}
	return it
}

// Raised labels of notes are at most labelSize of the text's size and at least
// labelRaise ems above its baseline.
const (
	labelSize  = 0.85
	labelRaise = 0.1
)

// join returns a row of atoms, ordered from left to right, as a line.
func (r *reader) join(row []int32) item {
	first := &r.words[row[0]]
	it := item{x0: r.atoms[row[0]].X0, x1: r.atoms[row[0]].X1}
	widest := row[0]
	same := true
	n, all := 0, class(0)
	for k, i := range row {
		a, w := &r.atoms[i], &r.words[i]
		it.x0, it.x1 = min(it.x0, a.X0), max(it.x1, a.X1)
		if a.X1-a.X0 > r.atoms[widest].X1-r.atoms[widest].X0 {
			widest = i
		}
		same = same && w.line == first.line && (k == 0 || i == row[k-1]+1)
		n += len(w.glyphs) + 1
		all |= w.class
	}
	it.base, it.size = r.atoms[widest].Base, r.atoms[widest].Size
	whole := func(i int32) bool {
		return i >= 0 && i < int32(len(r.words)) && !r.atoms[i].Opaque && r.words[i].line == first.line
	}
	if same && !whole(row[0]-1) && !whole(row[len(row)-1]+1) {
		it.line = r.lines[first.line]
		return it
	}

	glyphs := make([]Glyph, 0, n)
	end := float32(0)
	for k, i := range row {
		a, w := &r.atoms[i], &r.words[i]
		if k > 0 {
			prev := row[k-1]
			gap := a.X0 - end
			if r.blank(row, k, gap) {
				g := w.blank
				if w.line != r.words[prev].line || g.Rune == 0 || prev != i-1 {
					pw := r.words[prev].glyphs
					g = syntheticBlank(&pw[len(pw)-1], &w.glyphs[0], unit(r.lines[w.line].Dir), gap)
				}
				plainBlank(&g)
				glyphs = append(glyphs, g)
			}
			end = max(end, a.X1)
		} else {
			end = a.X1
		}
		glyphs = append(glyphs, w.glyphs...)
	}
	it.line.Glyphs = glyphs
	r.measure(&it, row, widest)
	if all&isRTL != 0 {
		logical(r.p, &r.classifier, glyphs)
	}
	return it
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
	if k == 1 && b.Size < labelSize*a.Size && b.Base < a.Base-labelRaise*a.Size && gap > -0.05*size && label(v.glyphs) {
		return true
	}
	limit := float32(wordGap)
	if last := r.classifier.glyph(r.p, &v.glyphs[len(v.glyphs)-1]); (last|w.first)&isWide != 0 {
		limit = wideGap
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

// measure sets the geometry of a line that was put together.
func (r *reader) measure(it *item, row []int32, widest int32) {
	src := &r.lines[r.words[widest].line]
	var x extent
	for _, i := range row {
		w := &r.words[i]
		for j := range w.glyphs {
			m := r.mark(&w.glyphs[j], &r.lines[w.line])
			x.add(r.p, &w.glyphs[j], &m)
		}
	}
	x.set(&it.line, unit(src.Dir), it.base)
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
	// of the one after, begins a paragraph.
	indentMin = 0.8
	indentMax = 4
)

// blocks groups the items of a column.
func (r *reader) blocks() []Block {
	items := r.items
	lead := r.usualLead(items)
	n := 1
	for i := 1; i < len(items); i++ {
		if r.breaks(items, i, lead) {
			n++
		}
	}
	out := make([]Block, 0, n)
	lines := make([]Line, 0, len(items))
	start := 0
	for i := 1; i <= len(items); i++ {
		if i < len(items) && !r.breaks(items, i, lead) {
			continue
		}
		b := Block{Bounds: items[start].line.Bounds, Obstacle: items[start].obstacle}
		if b.Obstacle > 0 {
			b.Lines = items[start].inside
		} else {
			from := len(lines)
			for k := start; k < i; k++ {
				lines = append(lines, items[k].line)
				b.Bounds = b.Bounds.Union(items[k].line.Bounds)
			}
			b.Lines = lines[from:len(lines):len(lines)]
		}
		out = append(out, b)
		start = i
	}
	return out
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

// breaks reports whether a block ends before items[i].
func (r *reader) breaks(items []item, i int, lead float32) bool {
	a, b := &items[i-1], &items[i]
	if a.obstacle > 0 || b.obstacle > 0 {
		return true
	}
	small, big := min(a.size, b.size), max(a.size, b.size)
	if big > blockRatio*small {
		return true
	}
	if d := (b.base - a.base) / small; lead == 0 && d > 2 || lead > 0 && d > lead*blockLead+blockSlack {
		return true
	}
	in := (b.x0 - a.x0) / small
	if in < indentMin || in > indentMax {
		return false
	}
	return i+1 < len(items) && items[i+1].obstacle == 0 && (b.x0-items[i+1].x0)/small > indentMin
}

var _ xycut.Text = (*reader)(nil)

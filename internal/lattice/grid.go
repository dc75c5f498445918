package lattice

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/wordgrid"
)

const (
	lineReach = 3.0 // points between the rules of one grid line, pixels of a rough border
	// openSide is how far the rules must run on beyond the last crossing one
	// for their common end to be the table's open side, in points.
	openSide = 6.0
	// sameEnd is how far rules that end together may differ.
	sameEnd = 4.0
	// A grid smaller than this holds no text in two cells.
	minWidth, minHeight = 20.0, 8.0
	// thinBand is the height in ems below which a band without words is the
	// inside of a double rule; lower, and double rules make empty rows, higher,
	// and spacing rows go.
	thinBand = 0.6
	// maxCut is the share of words that vertical rules may cross, and cutWords
	// the number, before the rules are taken for a drawing or boxes on top of
	// one another; cutInset is how deep in points a rule must be in a word.
	maxCut, cutWords, cutInset = 0.1, 3, 1.5
	// edgeCover is the share of an edge between two fields that rules must cover
	// to part them.
	edgeCover = 0.6
	// edgeReach lengthens rules where they stop short of the crossing one, in
	// points.
	edgeReach = 2.0
	// fieldsPerItem bounds the fields of a grid as a multiple of its words and
	// rules: beyond, it is nearly empty, or a hatching.
	fieldsPerItem = 8
)

// A grid is a component's lines with the words between them.
type grid struct {
	xs, ys []float64
	v, h   [][]Segment // rules on each line of xs, ys: disjoint, ascending
	index  *index
	in     []int32 // words in it
	em     float64
	soft   bool
}

// newGrid returns the grid of a component. It returns false when there is no
// text in it, or when the rules are no table's.
func newGrid(c component, index *index) (*grid, bool) {
	g := &grid{index: index}
	g.xs, g.ys = linesOf(c)
	if len(g.xs) < 2 || len(g.ys) < 2 {
		return nil, false
	}
	box := geom.Rect{X0: g.xs[0], Y0: g.ys[0], X1: g.xs[len(g.xs)-1], Y1: g.ys[len(g.ys)-1]}
	if box.Width() < minWidth || box.Height() < minHeight {
		return nil, false
	}
	g.in = index.in(box.Inset(-1))
	if len(g.in) < 2 {
		return nil, false
	}
	g.em = medianSize(index.words, g.in)
	g.xs = dropThin(g.xs, g.em, g.centres(func(p geom.Point) float64 { return p.X }))
	g.ys = dropThin(g.ys, g.em, g.centres(func(p geom.Point) float64 { return p.Y }))
	if len(g.xs) < 2 || len(g.ys) < 2 || (len(g.xs)-1)*(len(g.ys)-1) > fieldsPerItem*(len(g.in)+len(c.h)+len(c.v)) {
		return nil, false
	}
	reach := max(lineReach, thinBand*g.em/2) + 1
	g.v, g.h = onLines(c.v, g.xs, reach), onLines(c.h, g.ys, reach)
	if g.cutsWords() {
		return nil, false
	}
	g.soft = isSoft(c)
	return g, true
}

// linesOf returns the positions of the vertical and horizontal grid lines.
func linesOf(c component) (xs, ys []float64) {
	for _, s := range c.v {
		xs = append(xs, s.At)
	}
	for _, s := range c.h {
		ys = append(ys, s.At)
	}
	xs = append(xs, openEnds(c.h, slices.Min(xs), slices.Max(xs), 2)...)
	n := 2
	if len(c.v) <= 2 && len(c.h) >= 2 {
		n = 1 // the one rule beside the stub of a table without a foot rule
	}
	top, bottom := slices.Min(ys), slices.Max(ys)
	for _, y := range openEnds(c.v, top, bottom, 2) {
		if y < top {
			ys = append(ys, y)
		}
	}
	for _, y := range openEnds(c.v, top, bottom, n) {
		if y > bottom {
			ys = append(ys, y)
		}
	}
	return cluster(xs, lineReach), cluster(ys, lineReach)
}

// openEnds returns the common ends of n or more rules that run out of the
// interval from lo to hi.
func openEnds(rules []Segment, lo, hi float64, n int) []float64 {
	first, last := rules[0].Lo, rules[0].Hi
	for _, s := range rules {
		first, last = min(first, s.Lo), max(last, s.Hi)
	}
	atFirst, atLast := 0, 0
	for _, s := range rules {
		if s.Lo-first < sameEnd {
			atFirst++
		}
		if last-s.Hi < sameEnd {
			atLast++
		}
	}
	var out []float64
	if lo-first > openSide && atFirst >= n {
		out = append(out, first)
	}
	if last-hi > openSide && atLast >= n {
		out = append(out, last)
	}
	return out
}

// isSoft reports whether the edges of coloured areas make the grid.
func isSoft(c component) bool {
	hard := func(s []Segment) (n int) {
		for _, r := range s {
			if !r.Soft {
				n++
			}
		}
		return n
	}
	h, v := hard(c.h), hard(c.v)
	return h == 0 || v == 0 && h < 2
}

func medianSize(words []Word, in []int32) float64 {
	sizes := make([]float64, len(in))
	for k, i := range in {
		sizes[k] = words[i].Size
	}
	return median(sizes)
}

// centres returns one coordinate of the words' centres, ascending.
func (g *grid) centres(coordinate func(geom.Point) float64) []float64 {
	out := make([]float64, len(g.in))
	for k, i := range g.in {
		out[k] = coordinate(g.index.words[i].centre())
	}
	slices.Sort(out)
	return out
}

// dropThin returns the lines without those that make thin bands between which
// no word has its centre. At the sides of the table the outer line stays,
// inside both become their middle.
func dropThin(lines []float64, em float64, centres []float64) []float64 {
	out := append(make([]float64, 0, len(lines)), lines[0])
	for i, p := range lines[1:] {
		last := out[len(out)-1]
		k, _ := slices.BinarySearch(centres, last)
		switch {
		case p-last >= thinBand*em || k < len(centres) && centres[k] < p:
			out = append(out, p)
		case i == len(lines)-2: // the last line
			out[len(out)-1] = p
		case len(out) > 1:
			out[len(out)-1] = (last + p) / 2
		}
	}
	return out
}

// onLines returns for each line the rules within reach of it, pieces that
// overlap made one.
func onLines(rules []Segment, lines []float64, reach float64) [][]Segment {
	out := make([][]Segment, len(lines))
	for _, s := range rules {
		i := nearest(lines, s.At)
		if d := s.At - lines[i]; d <= reach && d >= -reach {
			out[i] = append(out[i], s)
		}
	}
	for i, on := range out {
		slices.SortFunc(on, func(a, b Segment) int { return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi)) })
		n := 0
		for _, s := range on {
			s.Lo, s.Hi = s.Lo-edgeReach, s.Hi+edgeReach
			if n > 0 && s.Lo <= on[n-1].Hi {
				on[n-1].Hi = max(on[n-1].Hi, s.Hi)
			} else {
				on[n] = s
				n++
			}
		}
		out[i] = on[:n]
	}
	return out
}

// nearest returns the index of the line nearest to v.
func nearest(lines []float64, v float64) int {
	i, _ := slices.BinarySearch(lines, v)
	if i == len(lines) || i > 0 && v-lines[i-1] < lines[i]-v {
		i--
	}
	return i
}

// cutsWords reports whether vertical rules run through the words.
func (g *grid) cutsWords() bool {
	cut := 0
	for _, i := range g.in {
		w := &g.index.words[i]
		if w.Sideways {
			continue
		}
		y := w.centre().Y
		first, _ := slices.BinarySearch(g.xs, w.Box.X0+cutInset)
		for k := first; k < len(g.xs) && g.xs[k] < w.Box.X1-cutInset; k++ {
			if k-first == 8 || covers(g.v[k], y) {
				cut++
				break
			}
		}
	}
	return cut >= cutWords && float64(cut) > maxCut*float64(len(g.in))
}

// covers reports whether one of the disjoint rules reaches over v.
func covers(rules []Segment, v float64) bool {
	i, _ := slices.BinarySearchFunc(rules, v, func(s Segment, v float64) int { return cmp.Compare(s.Hi, v) })
	return i < len(rules) && rules[i].Lo < v
}

// edges returns for each interval between neighbouring stops whether the
// disjoint rules cover it.
func edges(rules []Segment, stops []float64) []bool {
	out := make([]bool, len(stops)-1)
	k := 0
	for i := range out {
		lo, hi := stops[i], stops[i+1]
		for k < len(rules) && rules[k].Hi <= lo {
			k++
		}
		covered := 0.0
		for j := k; j < len(rules) && rules[j].Lo < hi; j++ {
			covered += min(hi, rules[j].Hi) - max(lo, rules[j].Lo)
			k = j
		}
		out[i] = covered >= edgeCover*(hi-lo)
	}
	return out
}

// table joins fields without a rule between them to cells and puts the words
// into them.
func (g *grid) table() Table {
	nx, ny := len(g.xs)-1, len(g.ys)-1
	u := newUnions(nx * ny)
	for k := 1; k < nx; k++ {
		for r, ruled := range edges(g.v[k], g.ys) {
			if !ruled {
				u.unite(r*nx+k-1, r*nx+k)
			}
		}
	}
	for k := 1; k < ny; k++ {
		for c, ruled := range edges(g.h[k], g.xs) {
			if !ruled {
				u.unite((k-1)*nx+c, k*nx+c)
			}
		}
	}
	// Bounds and number of the fields of each group.
	type group struct{ r0, c0, r1, c1, n int32 }
	groups := make([]group, nx*ny)
	for i := range groups {
		r, c := int32(i/nx), int32(i%nx)
		q := &groups[u.find(i)]
		if q.n == 0 {
			*q = group{r, c, r, c, 0}
		}
		q.c0, q.r1, q.c1 = min(q.c0, c), max(q.r1, r), max(q.c1, c)
		q.n++
	}
	t := Table{Table: wordgrid.Table{Xs: g.xs, Ys: g.ys, Cells: make([]Cell, 0, nx*ny)}, Soft: g.soft, em: g.em}
	owner := make([]int32, nx*ny)
	for i := range owner {
		r, c := int32(i/nx), int32(i%nx)
		root := u.find(i)
		q := groups[root]
		cell := Cell{Row: int(r), Col: int(c), RowSpan: 1, ColSpan: 1}
		switch {
		case q.n == (q.r1-q.r0+1)*(q.c1-q.c0+1): // a rectangle
			if i != root {
				owner[i] = owner[root]
				continue
			}
			cell.RowSpan, cell.ColSpan = int(q.r1-q.r0)+1, int(q.c1-q.c0)+1
		case c > 0 && u.find(i-1) == root: // else one strip per row
			owner[i] = owner[i-1]
			t.Cells[owner[i]].ColSpan++
			continue
		}
		owner[i] = int32(len(t.Cells))
		t.Cells = append(t.Cells, cell)
	}
	// The words of a cell stand together in one array.
	field := make([]int32, len(g.in))
	ends := make([]int, len(t.Cells)+1)
	for k, w := range g.in {
		p := g.index.words[w].centre()
		field[k] = owner[band(g.ys, p.Y)*nx+band(g.xs, p.X)]
		ends[field[k]+1]++
	}
	for i := range t.Cells {
		ends[i+1] += ends[i]
	}
	all := make([]int32, len(g.in))
	for i := range t.Cells {
		t.Cells[i].Words = all[ends[i]:ends[i]:ends[i+1]]
	}
	for k, w := range g.in {
		c := &t.Cells[field[k]]
		c.Words = append(c.Words, w)
	}
	return t
}

// band returns the index of the interval between neighbouring lines that v
// lies in, the nearest one if it lies outside.
func band(lines []float64, v float64) int {
	i, found := slices.BinarySearch(lines, v)
	if !found {
		i--
	}
	return min(max(i, 0), len(lines)-2)
}

package corridor

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/wordgrid"
)

// A piece is a phrase of a row that lies in the columns lo to hi.
type piece struct {
	lo, hi int
	words  []int32
	to     int // line of the grid whose row the piece is moved to
}

// A line is a row of the grid in the making. Lines that are parts of one row
// have the same into.
type line struct {
	pieces []piece // from left to right, without overlap
	x0, x1 float64
	y0, y1 float64
	base   float64
	size   float64
	into   int // first line of its row
}

// A grid is a table in the making.
type grid struct {
	*finder
	lines   []line
	cuts    []float64 // where the columns are parted
	ends    []float64 // where the text of each column ends, but for the last,
	starts  []float64 // and where that of the next one starts
	n       int       // columns
	em      float64
	x0, x1  float64
	numeric []bool // columns of numbers
	head    int    // lines of the head
	ruled   []float64
	leaders int // rows with leaders
}

// at returns the piece of the line in the columns lo to hi, or nil.
func (l *line) at(lo, hi int) *piece {
	for k := range l.pieces {
		if p := &l.pieces[k]; p.lo == lo && p.hi == hi {
			return p
		}
	}
	return nil
}

// lone returns the only piece of a line, or nil.
func (l *line) lone() *piece {
	if len(l.pieces) == 1 {
		return &l.pieces[0]
	}
	return nil
}

// columnAt returns the column that x lies in; a cut belongs to the right one.
func columnAt(cuts []float64, x float64) int {
	i, found := slices.BinarySearch(cuts, x)
	if found {
		i++
	}
	return i
}

// columnBefore does the same; a cut belongs to the left one.
func columnBefore(cuts []float64, x float64) int {
	i, _ := slices.BinarySearch(cuts, x)
	return i
}

const (
	// A gap of cellGap ems with a cut in it parts two cells, alignedGap when
	// both or a number are in line with their columns within alignedEdge.
	cellGap     = 0.5
	alignedGap  = 0.2
	alignedEdge = 0.4
	numberGap2  = 0.25 // to the left of a word that is no number in a column of numbers
	// cellInset is how far in ems a cell may reach over a cut.
	cellInset = 0.3
	// numericShare makes a column one of numbers.
	numericShare = 0.6
)

// An alignment tells how the cells of one column stand; their medians and the
// least left edge.
type alignment struct {
	known               bool
	left, right, middle float64
	least               float64
	numbers             float64 // share
}

// fits reports whether the extent is in line with the column.
func (a *alignment) fits(x0, x1, em float64) bool {
	const e = alignedEdge
	return a.known && (distance(x0, a.left) <= e*em || distance(x1, a.right) <= e*em || distance((x0+x1)/2, a.middle) <= e*em)
}

// alignments returns how the cells of each column stand.
func (g *grid) alignments() []alignment {
	out := make([]alignment, g.n)
	lefts, rights, middles := make([][]float64, g.n), make([][]float64, g.n), make([][]float64, g.n)
	numbers := make([]int, g.n)
	for k := range g.lines {
		for _, p := range g.lines[k].pieces {
			if p.lo != p.hi {
				continue
			}
			x0, x1 := g.finder.x0(p.words), g.finder.x1(p.words)
			lefts[p.lo], rights[p.lo], middles[p.lo] = append(lefts[p.lo], x0), append(rights[p.lo], x1), append(middles[p.lo], (x0+x1)/2)
			if g.number(p.words) {
				numbers[p.lo]++
			}
		}
	}
	for c := range out {
		if n := len(lefts[c]); n >= 2 {
			out[c] = alignment{true, median(lefts[c]), median(rights[c]), median(middles[c]), lefts[c][0], float64(numbers[c]) / float64(n)}
		}
	}
	return out
}

// fill puts the segments of the rows into the columns. With alignments it also
// parts cells that stand closer than a gap.
func (g *grid) fill(rows []row, al []alignment) {
	g.lines = g.lines[:0]
	for i := range rows {
		r := &rows[i]
		l := line{x0: r.x0, x1: r.x1, y0: r.y0, y1: r.y1, base: r.base, size: r.size}
		for _, s := range r.segs {
			lo := 0
			for k := 1; k <= len(s.words); k++ {
				if k < len(s.words) {
					a, b := g.words[s.words[k-1]].Box.X1, g.words[s.words[k]].Box.X0
					c := columnBefore(g.cuts, a-1)
					if b-a < cellGap*g.em || c == len(g.cuts) || g.cuts[c] > b+1 {
						continue
					}
				}
				g.place(&l, s.words[lo:k], al)
				lo = k
			}
		}
		g.lines = append(g.lines, l)
	}
}

// place adds a phrase to a line, in parts if it holds aligned cells.
func (g *grid) place(l *line, phrase []int32, al []alignment) {
	for al != nil {
		k := g.alignedCut(phrase, al)
		if k == 0 {
			break
		}
		g.put(l, phrase[:k])
		phrase = phrase[k:]
	}
	g.put(l, phrase)
}

// alignedCut returns the word of a phrase over several columns at which it is
// to be parted, or 0.
func (g *grid) alignedCut(phrase []int32, al []alignment) int {
	inset := cellInset * g.em
	first, end := g.words[phrase[0]].Box.X0, g.finder.x1(phrase)
	lo, hi := g.reach(first+inset, end-inset)
	if hi <= lo || len(phrase) < 2 {
		return 0
	}
	to, last := &al[hi], 0
	before := 0.0 // end of the words before
	aligned := 0
	for k := 1; k < len(phrase); k++ {
		w := &g.words[phrase[k]]
		before = max(before, g.words[phrase[k-1]].Box.X1)
		gap := w.Box.X0 - g.words[phrase[k-1]].Box.X1
		if gap < alignedGap*g.em || !to.fits(w.Box.X0, end, g.em) {
			continue
		}
		number := to.numbers >= numericShare && g.number(phrase[k:])
		if to.numbers >= numericShare && !number && gap < numberGap2*g.em {
			continue
		}
		if number && w.Box.X0 >= to.least-2*g.em {
			last = k
			continue
		}
		if aligned == 0 && lo == hi-1 && al[lo].fits(first, before, g.em) {
			c := columnBefore(g.cuts, g.words[phrase[k-1]].Box.X1-0.6*g.em)
			if c < len(g.cuts) && g.cuts[c] <= w.Box.X0+0.6*g.em {
				aligned = k
			}
		}
	}
	return max(last, aligned*boolInt(last == 0))
}

// reach returns the first and the last column that the extent x0 to x1 lies
// in. What ends in a corridor has not reached the column behind it, and what
// starts there has left the one before.
func (g *grid) reach(x0, x1 float64) (lo, hi int) {
	lo, _ = slices.BinarySearch(g.ends, x0)
	hi, _ = slices.BinarySearch(g.starts, x1)
	if hi < lo { // within a corridor
		lo = columnAt(g.cuts, (x0+x1)/2)
		hi = lo
	}
	return lo, hi
}

// put adds a phrase to a line as one piece. A piece before it that overhangs
// gives way; one that still overlaps takes it in.
func (g *grid) put(l *line, phrase []int32) {
	inset := cellInset * g.em
	x0, x1 := g.words[phrase[0]].Box.X0, g.finder.x1(phrase)
	mine := columnAt(g.cuts, (x0+x1)/2)
	lo, hi := g.reach(x0+inset, x1-inset)
	if n := len(l.pieces); n > 0 {
		if p := &l.pieces[n-1]; p.lo < mine && mine <= p.hi && lo <= p.hi {
			p.hi = max(p.lo, min(lo, mine)-1)
		}
		for p := &l.pieces[n-1]; p.lo <= lo && lo <= p.hi && lo < hi; {
			lo++
		}
	}
	add := piece{lo: lo, hi: hi, words: phrase}
	for len(l.pieces) > 0 {
		p := &l.pieces[len(l.pieces)-1]
		if p.hi < add.lo {
			break
		}
		add.lo, add.hi = min(add.lo, p.lo), max(add.hi, p.hi)
		add.words = append(slices.Clone(p.words), add.words...)
		l.pieces = l.pieces[:len(l.pieces)-1]
	}
	l.pieces = append(l.pieces, add)
}

// table makes a table of a run with the given corridors, if it is one.
func (f *finder) table(run []row, cors []corridor, em float64) {
	cuts := middles(cors)
	rows := f.foot(run, cors, em)
	rows = f.attachHead(rows, cuts, em)
	for len(rows) > 2 && !hasClear(&rows[len(rows)-1], cuts) {
		rows = rows[:len(rows)-1]
	}
	if len(rows) < 2 {
		return
	}
	g := &grid{finder: f, cuts: cuts, n: len(cuts) + 1, em: em, x0: rows[0].x0, x1: rows[0].x1}
	for _, c := range cors {
		g.ends, g.starts = append(g.ends, c.lo), append(g.starts, c.hi)
	}
	for i := range rows {
		g.x0, g.x1 = min(g.x0, rows[i].x0), max(g.x1, rows[i].x1)
		if rows[i].leader {
			g.leaders++
		}
	}
	g.fill(rows, nil)
	g.fill(rows, g.alignments())
	g.dropAboveGap()
	g.trimHead()
	g.trimFoot()
	if len(g.lines) < 2 {
		return
	}
	for k := range g.lines {
		g.lines[k].into = k
	}
	g.findNumeric()
	g.findHead()
	g.centreSections()
	g.spanHead()
	g.merge()
	t, ok := g.assemble()
	if !ok {
		return
	}
	t.Confidence = g.confidence(t.Rows())
	if g.isChart() {
		t.Confidence = min(t.Confidence, chartConfidence)
	}
	if t.Confidence < f.least {
		return
	}
	for _, c := range t.Cells {
		for _, i := range c.Words {
			f.taken[i] = true
		}
	}
	f.out = append(f.out, t)
}

// hasClear reports whether a segment of the row keeps to a column, or none
// crosses a cut.
func hasClear(r *row, cuts []float64) bool {
	over := 0
	for _, s := range r.segs {
		if k := columnBefore(cuts, s.x0+1); k < len(cuts) && cuts[k] < s.x1-1 {
			over++
		}
	}
	return over == 0 || over < len(r.segs)
}

// findNumeric finds the columns of numbers from the lower two thirds of the
// lines.
func (g *grid) findNumeric() {
	all, numbers := make([]int, g.n), make([]int, g.n)
	for k := len(g.lines) / 3; k < len(g.lines); k++ {
		for _, p := range g.lines[k].pieces {
			if p.lo == p.hi {
				all[p.lo]++
				if g.number(p.words) {
					numbers[p.lo]++
				}
			}
		}
	}
	g.numeric = make([]bool, g.n)
	for c := range g.numeric {
		g.numeric[c] = all[c] > 0 && float64(numbers[c]) >= numericShare*float64(all[c])
	}
}

// A place is the corner of a cell.
type place struct{ row, col int }

// assemble makes the table of the lines.
func (g *grid) assemble() (Table, bool) {
	// Rows and columns without text go.
	row := make([]int, len(g.lines)) // of each line
	usedRow, usedCol := make([]bool, len(g.lines)), make([]bool, g.n+1)
	for k := range g.lines {
		for i := range g.lines[k].pieces {
			p := &g.lines[k].pieces[i]
			if k >= g.head || p.to < 0 {
				p.to = g.lines[k].into
			} else {
				p.to = g.lines[p.to].into
			}
			usedRow[p.to], usedCol[p.lo] = true, true
		}
	}
	rows, cols := 0, 0
	heads := 0
	for k := range row {
		row[k] = rows
		if usedRow[k] {
			rows++
			if k < g.head {
				heads = rows
			}
		}
	}
	col := make([]int, g.n+1)
	for c := range g.n {
		col[c] = cols
		if usedCol[c] {
			cols++
		}
	}
	col[g.n] = cols
	if rows < 2 || cols < 2 {
		return Table{}, false
	}
	at := make(map[place]int)
	var cells []Cell
	tops, bottoms := make([]float64, rows), make([]float64, rows)
	for r := range tops {
		tops[r], bottoms[r] = 1e9, -1e9
	}
	for k := range g.lines {
		l := &g.lines[k]
		for _, p := range l.pieces {
			r, c := row[p.to], col[p.lo]
			span := max(1, col[p.hi+1]-c)
			tops[r], bottoms[r] = min(tops[r], l.y0), max(bottoms[r], l.y1)
			if i, ok := at[place{r, c}]; ok {
				cells[i].ColSpan = max(cells[i].ColSpan, span)
				cells[i].Words = append(cells[i].Words, p.words...)
				continue
			}
			at[place{r, c}] = len(cells)
			cells = append(cells, Cell{Row: r, Col: c, RowSpan: 1, ColSpan: span, Words: slices.Clone(p.words)})
		}
	}
	slices.SortFunc(cells, func(a, b Cell) int { return cmp.Or(a.Row-b.Row, a.Col-b.Col) })
	t := Table{Table: wordgrid.Table{Xs: make([]float64, 0, cols+1), Ys: make([]float64, rows+1), Cells: make([]Cell, 0, rows*cols)}, Head: heads}
	// Spans end where the next cell starts; fields without text are cells.
	next := 0
	for r := range rows {
		for c := 0; c < cols; {
			if next == len(cells) || cells[next].Row > r || cells[next].Col > c {
				t.Cells = append(t.Cells, Cell{Row: r, Col: c, RowSpan: 1, ColSpan: 1})
				c++
				continue
			}
			q := cells[next]
			next++
			if next < len(cells) && cells[next].Row == r {
				q.ColSpan = min(q.ColSpan, cells[next].Col-q.Col)
			}
			q.ColSpan = min(q.ColSpan, cols-q.Col)
			t.Cells = append(t.Cells, q)
			c += q.ColSpan
		}
	}
	t.Xs = append(t.Xs, g.x0)
	for c := 1; c < g.n; c++ {
		if usedCol[c] && len(t.Xs) < cols && col[c] > 0 {
			t.Xs = append(t.Xs, max(g.cuts[c-1], t.Xs[len(t.Xs)-1]))
		}
	}
	t.Xs = append(t.Xs, max(g.x1, t.Xs[len(t.Xs)-1]))
	t.Ys[0] = tops[0]
	for r := 1; r < rows; r++ {
		t.Ys[r] = max(t.Ys[r-1], (bottoms[r-1]+tops[r])/2)
	}
	t.Ys[rows] = max(t.Ys[rows-1], bottoms[rows-1])
	return t, true
}

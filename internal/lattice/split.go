package lattice

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/geom"
)

// Rules do not draw all that the eye parts by white space. These steps cut
// cells where the text keeps apart, and take in a column of labels that stands
// beside the rules.

const (
	// spanGap is the gap in ems that parts a joined cell at a grid line, in
	// every line of its text that has words on both sides.
	spanGap = 0.8
	// crossing is how deep a line must be in a word to cross it, in points.
	crossing = 1.0
)

// splitSpans cuts cells over several grid columns whose text keeps to the
// columns: only the rules are missing there.
func (t *Table) splitSpans(words []Word) {
	out := make([]Cell, 0, len(t.Cells))
	for _, c := range t.Cells {
		if c.ColSpan < 2 || len(c.Words) == 0 {
			out = append(out, c)
			continue
		}
		cuts := t.spanCuts(&c, words)
		if len(cuts) == 0 {
			out = append(out, c)
			continue
		}
		parts := make([]Cell, len(cuts)+1)
		stops := make([]float64, len(cuts)) // positions of the cuts
		for k := range parts {
			parts[k] = Cell{Row: c.Row, Col: c.Col, RowSpan: c.RowSpan}
			if k > 0 {
				parts[k].Col = cuts[k-1]
				stops[k-1] = t.Xs[cuts[k-1]]
			}
			end := c.Col + c.ColSpan
			if k < len(cuts) {
				end = cuts[k]
			}
			parts[k].ColSpan = end - parts[k].Col
		}
		for _, i := range c.Words {
			k, found := slices.BinarySearch(stops, words[i].centre().X)
			if found {
				k++
			}
			parts[k].Words = append(parts[k].Words, i)
		}
		out = append(out, parts...)
	}
	t.Cells = out
	t.sort()
}

// spanCuts returns the grid columns that begin new cells in a joined one.
func (t *Table) spanCuts(c *Cell, words []Word) []int {
	bars := t.Xs[c.Col+1 : c.Col+c.ColSpan]
	// Of each bar, as differences to the bar before it: words that cross it,
	// lines with words on both sides, those of them with a wide gap.
	cross, lines, wide := make([]int, len(bars)+1), make([]int, len(bars)+1), make([]int, len(bars)+1)
	between := func(count []int, lo, hi float64) {
		a, _ := slices.BinarySearch(bars, lo)
		b, found := slices.BinarySearch(bars, hi)
		if found {
			b++
		}
		if a < b {
			count[a]++
			count[b]--
		}
	}
	for _, i := range c.Words {
		b := words[i].Box
		between(cross, b.X0+crossing, b.X1-crossing)
	}
	for _, r := range rowsOf(words, c.Words) {
		end := words[r.words[0]].Box.X1
		for _, i := range r.words[1:] {
			b := words[i].Box
			if b.X0 > end {
				between(lines, end-crossing, b.X0+crossing)
				if b.X0-end >= spanGap*t.em {
					between(wide, end-crossing, b.X0+crossing)
				}
			}
			end = max(end, b.X1)
		}
	}
	var cuts []int
	sure := false
	x, n, v := 0, 0, 0
	for k := range bars {
		x, n, v = x+cross[k], n+lines[k], v+wide[k]
		if x == 0 && v == n {
			cuts = append(cuts, c.Col+1+k)
			sure = sure || v > 0
		}
	}
	if !sure {
		return nil
	}
	return cuts
}

const (
	stubRows  = 3   // rows from which a grid can have a stub outside
	stubShare = 0.7 // of the rows that must have a label; less takes in captions
	stubTwice = 0.3 // of the rows that may have two lines of it
	stubGap   = 5.0 // ems from the widest label to the grid
	stubWidth = 30.0
	stubFar   = 20.0 // ems beyond which text beside the grid is not of its row
	// axisFill is the share of the grid that must hold text where all labels
	// are numbers: less, and they are the axis of a chart.
	axisFill = 0.6
)

// attachStub takes in a column of labels that stands left of the rules.
func (t *Table) attachStub(index *index) {
	n := t.Rows()
	if n < stubRows || t.fill() < minFill {
		return
	}
	words, left := index.words, t.Xs[0]
	near := index.in(geom.Rect{X0: left - 2*stubWidth*t.em, Y0: t.Ys[0] - 1, X1: left, Y1: t.Ys[n] + 1})
	near = slices.DeleteFunc(near, func(i int32) bool { return words[i].Sideways || words[i].Box.X1 > left+cutInset })
	labels := make([][]segment, n)
	rows, twice, numbers, all := 0, 0, 0, 0
	x0, x1 := left, 0.0
	for _, r := range rowsOf(words, near) {
		s := r.segments(words, nil)
		if len(s) == 0 || left-s[len(s)-1].x1 > stubFar*t.em {
			continue
		}
		last := s[len(s)-1]
		k := band(t.Ys, r.base-0.3*r.size)
		labels[k] = append(labels[k], last)
		all++
		if isNumber(words, last.words) {
			numbers++
		}
		switch len(labels[k]) {
		case 1:
			rows++
		case 2:
			twice++
		default:
			return
		}
		if x1 == 0 || last.x1 > x1 {
			x1 = last.x1
		}
		x0 = min(x0, last.x0)
	}
	if rows == 0 || float64(rows) < stubShare*float64(n) || float64(twice) > stubTwice*float64(n) ||
		left-x0 > stubWidth*t.em || left-x1 > stubGap*t.em {
		return
	}
	if numbers == all && t.fill() < axisFill {
		return
	}
	for i := range t.Cells {
		t.Cells[i].Col++
	}
	for k, label := range labels {
		c := Cell{Row: k, RowSpan: 1, ColSpan: 1}
		for _, s := range label {
			c.Words = append(c.Words, s.words...)
		}
		slices.Sort(c.Words)
		t.Cells = append(t.Cells, c)
	}
	t.Xs = append([]float64{x0 - 1}, t.Xs...)
	t.sort()
}

const (
	// columnGap is the narrowest corridor in ems that parts a ruled column in
	// two, when columnShare of its lines have text on both sides.
	columnGap   = 0.6
	columnShare = 0.5
	// aside in points lets text end where a corridor begins.
	aside = 0.5
)

// splitColumns cuts ruled columns that hold several columns of text.
func (t *Table) splitColumns(words []Word) {
	byColumn := make([][]int, t.Cols())
	for i, c := range t.Cells {
		if c.ColSpan == 1 && len(c.Words) > 0 {
			byColumn[c.Col] = append(byColumn[c.Col], i)
		}
	}
	cuts := make([][]float64, t.Cols())
	at := make([]int, t.Cols()+1) // new index of each column
	split := false
	for k := range cuts {
		cuts[k] = t.columnCuts(words, byColumn[k])
		if (at[k]+len(cuts[k])+t.Cols()-k)*t.Rows() > t.maxFields() {
			cuts[k] = nil
		}
		at[k+1] = at[k] + 1 + len(cuts[k])
		split = split || cuts[k] != nil
	}
	if !split {
		return
	}
	var out []Cell
	for _, c := range t.Cells {
		if k := c.Col; c.ColSpan == 1 && cuts[k] != nil {
			c.Col = at[k]
			out = appendParts(out, c, words, cuts[k])
			continue
		}
		c.Col, c.ColSpan = at[c.Col], at[c.Col+c.ColSpan]-at[c.Col]
		out = append(out, c)
	}
	var xs []float64
	for k := range cuts {
		xs = append(append(xs, t.Xs[k]), cuts[k]...)
	}
	t.Xs, t.Cells = append(xs, t.Xs[len(t.Xs)-1]), out
	t.sort()
}

// maxFields bounds the fields that cutting may bring the table to.
func (t *Table) maxFields() int {
	n := 64
	for i := range t.Cells {
		n += len(t.Cells[i].Words)
	}
	return fieldsPerItem * n
}

// wordy returns the number of the given cells that hold several words.
func (t *Table) wordy(cells []int) int {
	n := 0
	for _, i := range cells {
		if len(t.Cells[i].Words) > 1 {
			n++
		}
	}
	return n
}

// columnCuts returns where white space parts the cells of one column.
func (t *Table) columnCuts(words []Word, cells []int) []float64 {
	if t.wordy(cells) == 0 {
		return nil
	}
	var lines [][]segment
	var all []segment
	several := 0
	for _, i := range cells {
		for _, r := range rowsOf(words, t.Cells[i].Words) {
			s := r.segments(words, nil)
			if len(s) == 0 {
				continue
			}
			if len(s) > 1 {
				several++
			}
			lines, all = append(lines, s), append(all, s...)
		}
	}
	if several < 2 || float64(several) < columnShare*float64(len(lines)) {
		return nil
	}
	// Corridors that no segment crosses.
	slices.SortFunc(all, func(a, b segment) int { return cmp.Or(cmp.Compare(a.x0, b.x0), cmp.Compare(a.x1, b.x1)) })
	var starts, ends []float64
	end := all[0].x1
	for _, s := range all[1:] {
		if s.x0-end >= columnGap*t.em {
			starts, ends = append(starts, end), append(ends, s.x0)
		}
		end = max(end, s.x1)
	}
	// Lines with text on both sides of each, as differences.
	votes := make([]int, len(starts)+1)
	for _, s := range lines {
		first, _ := slices.BinarySearch(starts, s[0].x1-aside)
		last, _ := slices.BinarySearch(ends, s[len(s)-1].x0+aside)
		if first < last {
			votes[first]++
			votes[last]--
		}
	}
	var cuts []float64
	n := 0
	for k := range starts {
		n += votes[k]
		if n >= 2 && float64(n) >= columnShare*float64(len(lines)) {
			cuts = append(cuts, (starts[k]+ends[k])/2)
		}
	}
	return cuts
}

// appendParts appends the parts of a cell of one column that the cuts make, or
// the cell over all of the new columns where its text does not keep to them.
func appendParts(out []Cell, c Cell, words []Word, cuts []float64) []Cell {
	// Where a segment ends, by the part it starts in: segments that overlap
	// make their parts one cell.
	n := len(cuts) + 1
	reach := make([]int, n)
	for k := range reach {
		reach[k] = k
	}
	parts := make([][]int32, n)
	for _, r := range rowsOf(words, c.Words) {
		for _, s := range r.segments(words, cuts) {
			lo, _ := slices.BinarySearch(cuts, s.x0+aside)
			hi, _ := slices.BinarySearch(cuts, s.x1-aside)
			reach[lo] = max(reach[lo], hi)
			parts[lo] = append(parts[lo], s.words...)
		}
	}
	for _, i := range c.Words { // what is in no segment
		if w := &words[i]; w.Leader || w.Sideways {
			k, _ := slices.BinarySearch(cuts, w.centre().X)
			parts[k] = append(parts[k], i)
		}
	}
	for k := 0; k < n; {
		end := reach[k]
		for q := k + 1; q <= end; q++ {
			end = max(end, reach[q])
		}
		part := Cell{Row: c.Row, Col: c.Col + k, RowSpan: c.RowSpan, ColSpan: end - k + 1}
		for q := k; q <= end; q++ {
			part.Words = append(part.Words, parts[q]...)
		}
		slices.Sort(part.Words)
		out = append(out, part)
		k = end + 1
	}
	return out
}

const (
	numberColumn  = 0.7 // share of a cell's lines that makes it a column of numbers
	numberColumns = 0.4 // share of the cells of several lines that must be such
	fullRows      = 0.8 // share of the lines with text in two cells
	textRows      = 3   // lines from which cells without numbers are cut
	wrapped       = 0.5 // wraps from which a cell holds running text
)

// splitRows cuts rows of cells that hold several lines side by side.
func (t *Table) splitRows(words []Word) {
	bands := make([][]int, t.Rows())
	for i, c := range t.Cells {
		if c.RowSpan == 1 && len(c.Words) > 0 {
			bands[c.Row] = append(bands[c.Row], i)
		}
	}
	cuts := make([][]float64, len(bands))
	at := make([]int, len(bands)+1)
	split := false
	for k := range cuts {
		cuts[k] = t.rowCuts(words, bands[k])
		if (at[k]+len(cuts[k])+len(bands)-k)*t.Cols() > t.maxFields() {
			cuts[k] = nil
		}
		at[k+1] = at[k] + 1 + len(cuts[k])
		split = split || cuts[k] != nil
	}
	if !split {
		return
	}
	var out []Cell
	for _, c := range t.Cells {
		k := c.Row
		if c.RowSpan > 1 || cuts[k] == nil {
			c.Row, c.RowSpan = at[k], at[k+c.RowSpan]-at[k]
			out = append(out, c)
			continue
		}
		parts := make([]Cell, len(cuts[k])+1)
		for q := range parts {
			parts[q] = Cell{Row: at[k] + q, Col: c.Col, RowSpan: 1, ColSpan: c.ColSpan}
		}
		for _, i := range c.Words {
			q, _ := slices.BinarySearch(cuts[k], words[i].centre().Y)
			parts[q].Words = append(parts[q].Words, i)
		}
		out = append(out, parts...)
	}
	var ys []float64
	for k := range cuts {
		ys = append(append(ys, t.Ys[k]), cuts[k]...)
	}
	t.Ys, t.Cells = append(ys, t.Ys[len(t.Ys)-1]), out
	t.sort()
}

// rowCuts returns where one row of cells, given by their indices, is to be cut.
func (t *Table) rowCuts(words []Word, cells []int) []float64 {
	if t.wordy(cells) < 2 {
		return nil
	}
	var in []int32
	for _, i := range cells {
		in = append(in, t.Cells[i].Words...)
	}
	rows := rowsOf(words, in)
	if len(rows) < 2 {
		return nil
	}
	owner := make(map[int32]int, len(in)) // place of each word's cell in cells
	for k, i := range cells {
		for _, w := range t.Cells[i].Words {
			owner[w] = k
		}
	}
	// The lines of each cell, and of each row the cells with text and numbers.
	lines := make([][][]int32, len(cells))
	filled, numbers := make([]int, len(rows)), make([]int, len(rows))
	for k, r := range rows {
		parts := make(map[int][]int32)
		var order []int
		for _, w := range r.words {
			c := owner[w]
			if parts[c] == nil {
				order = append(order, c)
			}
			parts[c] = append(parts[c], w)
		}
		filled[k] = len(order)
		for _, c := range order {
			lines[c] = append(lines[c], parts[c])
			if isNumber(words, parts[c]) {
				numbers[k]++
			}
		}
	}
	several, numeric, wrapping := 0, 0, 0
	for k, i := range cells {
		if len(lines[k]) < 2 {
			continue
		}
		several++
		n := 0
		for _, l := range lines[k] {
			if isNumber(words, l) {
				n++
			}
		}
		c := &t.Cells[i]
		if float64(n) >= numberColumn*float64(len(lines[k])) {
			numeric++
		} else if wraps(words, lines[k], t.Xs[c.Col+c.ColSpan]-0.2*t.em) >= wrapped {
			wrapping++
		}
	}
	full := 0
	for _, n := range filled {
		if n >= 2 {
			full++
		}
	}
	byNumbers := numeric > 0 && float64(full) >= fullRows*float64(len(rows)) && float64(numeric) >= numberColumns*float64(several)
	byText := wrapping == 0 && len(rows) >= textRows && full == len(rows)
	if several < 2 || !byNumbers && !byText {
		return nil
	}
	// A line in one cell without a number goes on with the line before.
	var cuts []float64
	end := rows[0].y1
	for k, r := range rows[1:] {
		if filled[k+1] < 2 && len(cells) > 2 && numbers[k+1] == 0 {
			end = max(end, r.y1)
			continue
		}
		cut := (end + r.y0) / 2
		if n := len(cuts); n > 0 && cut <= cuts[n-1] {
			continue // boxes on top of one another
		}
		cuts = append(cuts, cut)
		end = r.y1
	}
	return cuts
}

// sort puts the cells in order.
func (t *Table) sort() {
	slices.SortFunc(t.Cells, func(a, b Cell) int {
		return cmp.Or(a.Row-b.Row, a.Col-b.Col)
	})
}

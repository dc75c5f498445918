package lattice

import "slices"

const (
	// A row of one cell over the whole width is a note at the foot or a title
	// at the head from this many words on.
	noteWords, titleWords = 6, 9
)

// trim drops empty rows, titles and notes at both ends of the table.
func (t *Table) trim(words []Word) {
	type content struct {
		plain bool // no cell spans rows
		cells int  // with text
		full  int  // words, if one cell spans all columns
	}
	rows := make([]content, t.Rows())
	for k := range rows {
		rows[k].plain = true
	}
	for _, c := range t.Cells {
		for r := c.Row; r < c.Row+c.RowSpan; r++ {
			rows[r].plain = rows[r].plain && c.RowSpan == 1
		}
		if len(c.Words) > 0 {
			rows[c.Row].cells++
			if c.ColSpan == t.Cols() {
				rows[c.Row].full = len(c.Words)
			}
		}
	}
	drop := func(r content, most int) bool { return r.plain && (r.cells == 0 || r.full >= most) }
	first, end := 0, len(rows)
	for end-first > 1 && drop(rows[end-1], noteWords) {
		end--
	}
	for end-first > 1 && drop(rows[first], titleWords) {
		first++
	}
	if end-first == len(rows) {
		return
	}
	t.Ys = t.Ys[first : end+1]
	t.Cells = slices.DeleteFunc(t.Cells, func(c Cell) bool { return c.Row < first || c.Row >= end })
	for i := range t.Cells {
		t.Cells[i].Row -= first
	}
}

const (
	// minFill is the share of the grid that cells with text must cover, and
	// softFill that of grids without lines. Drawings and charts stay below.
	minFill, softFill = 0.25, 0.6
	// A single row is a table from this many cells with text on.
	rowCells = 3
	// A cell is running text from so many lines, words a line and wraps on.
	proseLines, proseWords, proseWraps = 6, 3, 0.5
	// A table whose words and cells are running text in these shares is a frame
	// around columns or boxes of text.
	frameWords, frameCells = 0.6, 0.5
	// A cell of so many lines beside two others at most is a layout, too.
	longCell, fewCells = 8, 3
	// Forms set boxes of all sizes side by side: few fields of the grid are
	// cells of their own, below formFields in any case, below tableFields when
	// less than formFilled of the cells hold text. Of the tables of ICDAR 2013
	// none has less than 0.74; tables with most cells merged have 0.25.
	formFields, tableFields, formFilled = 0.24, 0.5, 0.5
)

// accept reports whether the grid is a table, and not a frame, a drawing or a
// layout.
func (t *Table) accept(words []Word) bool {
	columns := make([]bool, t.Cols())
	rows := make([]bool, t.Rows())
	filled, all, single := 0, 0, 0
	prose, proseCells, long := 0, 0, 0
	for _, c := range t.Cells {
		if c.RowSpan == 1 && c.ColSpan == 1 {
			single++
		}
		if len(c.Words) == 0 {
			continue
		}
		filled++
		all += len(c.Words)
		columns[c.Col], rows[c.Row] = true, true
		if len(c.Words) < proseLines {
			continue
		}
		lines := rowsOf(words, c.Words)
		if len(lines) >= longCell {
			long++
		}
		if isProse(words, lines, t.em) {
			prose += len(c.Words)
			proseCells++
		}
	}
	least := minFill
	if t.Soft {
		least = softFill
	}
	fields := float64(t.Rows() * t.Cols())
	switch {
	case float64(single) < formFields*fields:
		return false
	case float64(single) < tableFields*fields && float64(filled) < formFilled*float64(len(t.Cells)):
		return false
	case filled < 2 || count(columns) < 2:
		return false
	case t.fill() < least:
		return false
	case count(rows) == 1 && filled < rowCells:
		return false
	case float64(prose) >= frameWords*float64(all) && float64(proseCells) >= frameCells*float64(filled):
		return false
	case long > 0 && filled <= fewCells:
		return false
	}
	return true
}

// fill returns the share of the grid that cells with text cover.
func (t *Table) fill() float64 {
	area := 0
	for _, c := range t.Cells {
		if len(c.Words) > 0 {
			area += c.RowSpan * c.ColSpan
		}
	}
	return float64(area) / float64(t.Rows()*t.Cols())
}

func count(v []bool) int {
	n := 0
	for _, b := range v {
		if b {
			n++
		}
	}
	return n
}

// isProse reports whether the lines are running text.
func isProse(words []Word, rows []row, em float64) bool {
	if len(rows) < proseLines {
		return false
	}
	n, right := 0, 0.0
	lines := make([][]int32, len(rows))
	for k, r := range rows {
		lines[k] = r.words
		n += len(r.words)
		for _, i := range r.words {
			if x := words[i].Box.X1; k == 0 && i == r.words[0] || x > right {
				right = x
			}
		}
	}
	return n >= proseWords*len(rows) && wraps(words, lines, right-0.5*em) >= proseWraps
}

// confidence rates the table by how much of its outline is drawn and how much
// of it holds text.
func (t *Table) confidence(g *grid) float64 {
	// Grids of lines that passed the tests of accept are rarely wrong: what is
	// left to doubt are open sides, empty fields and the smallest sizes.
	outline := (cover(g.v[0], g.ys) + cover(g.v[len(g.v)-1], g.ys) + cover(g.h[0], g.xs) + cover(g.h[len(g.h)-1], g.xs)) / 4
	score := 0.6 + 0.15*outline + 0.25*min(1, t.fill())
	if t.Rows()*t.Cols() < 4 {
		score -= 0.1
	}
	if t.Soft {
		score -= 0.1
	}
	return min(max(score, 0), 1)
}

// cover returns the share of the intervals between stops that the rules cover.
func cover(rules []Segment, stops []float64) float64 {
	e := edges(rules, stops)
	return float64(count(e)) / float64(len(e))
}

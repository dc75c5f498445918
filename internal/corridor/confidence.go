package corridor

import "slices"

const (
	// What a list of contents and a chart are rated.
	contentsConfidence = 0.3
	chartConfidence    = 0.3
	// contentsRows of the rows of a list of contents have leaders, and a
	// column holds whole numbers that rise, in the shares below.
	contentsRows    = 0.5
	contentsNumbers = 0.6
	contentsRising  = 0.8
	// sameAlign in ems is how far cells in line may be apart.
	sameAlign = 0.3
)

// confidence rates the table. What tells tables from other text that stands in
// columns is, in this order: the share of numbers, few words to a cell, rules
// at both ends, more than two rows and columns, and how well the cells of a
// column are in line.
func (g *grid) confidence(rows int) float64 {
	body := g.lines[g.head:]
	numbers, all := make([]int, g.n), make([]int, g.n)
	lefts, rights, middles := make([][]float64, g.n), make([][]float64, g.n), make([][]float64, g.n)
	for k := range body {
		for _, p := range body[k].pieces {
			if p.lo != p.hi {
				continue
			}
			all[p.lo]++
			if g.number(p.words) {
				numbers[p.lo]++
			}
			x0, x1 := g.finder.x0(p.words), g.finder.x1(p.words)
			lefts[p.lo], rights[p.lo], middles[p.lo] = append(lefts[p.lo], x0), append(rights[p.lo], x1), append(middles[p.lo], (x0+x1)/2)
		}
	}
	number, columns, aligned, filled := 0.0, 0, 0.0, 0
	for c := range g.n {
		if all[c] == 0 {
			continue
		}
		filled++
		if c > 0 {
			number += float64(numbers[c]) / float64(all[c])
			columns++
		}
		aligned += max(inLine(lefts[c], g.em), inLine(rights[c], g.em), inLine(middles[c], g.em))
	}
	if columns > 0 {
		number /= float64(columns)
	}
	if filled > 0 {
		aligned /= float64(filled)
	}
	words, cells, marks, labels := 0, 0, 0, 0
	for k := range g.lines {
		cells += len(g.lines[k].pieces)
		for _, p := range g.lines[k].pieces {
			words += len(p.words)
			if p.lo == 0 && p.hi == 0 {
				labels++
				if len(p.words) == 1 && g.words[p.words[0]].Kind&Mark != 0 {
					marks++
				}
			}
		}
	}
	if g.n == 2 && labels > 0 && float64(marks) >= 0.6*float64(labels) && number < 0.5 {
		return 0 // a list
	}
	if g.isContents() || number < numberedNumbers && (g.n == 2 || float64(cells) < numberedFill*float64(len(g.lines)*g.n)) && g.isNumbered() {
		return contentsConfidence
	}
	first, last := &g.lines[0], &g.lines[len(g.lines)-1]
	rules := len(g.rulesOver(g.x0, g.x1, first.y0-1.5*g.em, last.y1+1.5*g.em, 0.8))
	perCell := float64(words) / float64(max(1, cells))
	score := 0.15 + 0.05*float64(min(rows, 6)) + 0.3*number + 0.05*float64(min(g.n-2, 3)) + 0.3*(aligned-0.5)
	switch rules {
	case 0:
	case 1:
		score += 0.08
	default:
		score += 0.2
	}
	if rows < 3 {
		if number >= 0.5 || rules >= 2 {
			score -= 0.12
		} else {
			score -= 0.25
		}
	}
	if perCell > 4 {
		score -= 0.05 * (perCell - 4)
	}
	if g.n == 2 && rules < 2 && number < 0.5 {
		score -= 0.12
	}
	if float64(cells) < 0.5*float64(len(g.lines)*g.n) {
		score -= 0.1
	}
	return min(max(score, 0), 1)
}

const (
	// Numbered lines are no table if less than numberedNumbers of the cells
	// beside the numbers are numbers, in one column or in several of which less
	// than numberedFill is filled: program text, whose indents make corridors.
	numberedNumbers = 0.3
	numberedFill    = 0.6
	numberedRows    = 5
	numberedShare   = 0.8 // of the lines that have a number, each one more than the last
)

// isNumbered reports whether the first column counts the lines.
func (g *grid) isNumbered() bool {
	n, last := 0, int32(-1)
	for k := range g.lines {
		p := &g.lines[k].pieces[0]
		v := g.words[p.words[0]].Value
		if p.lo == 0 && v >= 0 && (last < 0 || v == last+1) {
			n++
		}
		if p.lo == 0 && v >= 0 {
			last = v
		}
	}
	return n >= numberedRows && float64(n) >= numberedShare*float64(len(g.lines))
}

// inLine returns the share of the values that are near their median.
func inLine(v []float64, em float64) float64 {
	m, n := median(v), 0
	for _, x := range v {
		if distance(x, m) <= sameAlign*em {
			n++
		}
	}
	return float64(n) / float64(max(1, len(v)))
}

// isContents reports whether the grid is a list of contents: leaders, and page
// numbers that rise.
func (g *grid) isContents() bool {
	if float64(g.leaders) < contentsRows*float64(len(g.lines)) {
		return false
	}
	for c := 1; c < g.n; c++ {
		cells, whole, rising := 0, 0, 0
		last := int32(-1)
		for k := range g.lines {
			p := g.lines[k].at(c, c)
			if p == nil {
				continue
			}
			cells++
			v := g.words[p.words[0]].Value
			if len(p.words) > 1 || v < 0 {
				continue
			}
			whole++
			if last <= v {
				rising++
			}
			last = v
		}
		if whole > 1 && float64(whole) >= contentsNumbers*float64(cells) && float64(rising-1) >= contentsRising*float64(whole-1) {
			return true
		}
	}
	return false
}

const (
	// A chart has slanted lines in chartFields of chartGrid x chartGrid fields
	// of its box and less than chartFill of the grid filled, or chartTicks
	// vertical lines inside that are shorter than chartTick of its height.
	chartFields = 5
	chartGrid   = 6
	chartFill   = 0.6
	chartTicks  = 5
	chartTick   = 0.35
)

// isChart reports whether lines are drawn through the grid.
func (g *grid) isChart() bool {
	y0, y1 := g.lines[0].y0, g.lines[len(g.lines)-1].y1
	x0, x1 := g.x0-g.em, g.x1+g.em
	var fields [chartGrid * chartGrid]bool
	n := 0
	for _, p := range g.in.Slants {
		if p.X > x0 && p.X < x1 && p.Y > y0-g.em && p.Y < y1+g.em {
			k := int(chartGrid*(p.X-x0)/(x1-x0)) + chartGrid*int(chartGrid*(p.Y-y0+g.em)/(y1-y0+2*g.em))
			if k = min(max(k, 0), len(fields)-1); !fields[k] {
				fields[k] = true
				n++
			}
		}
	}
	cells := 0
	for k := range g.lines {
		cells += len(g.lines[k].pieces)
	}
	if n >= chartFields && float64(cells) < chartFill*float64(len(g.lines)*g.n) {
		return true
	}
	var ticks []int
	for _, v := range g.in.Uprights {
		if v.X0 > g.x0+g.em && v.X0 < g.x1-g.em && v.Y0 < y1 && v.Y1 > y0 && v.Height() < chartTick*(y1-y0) {
			if x := int(v.X0); !slices.Contains(ticks, x) {
				if ticks = append(ticks, x); len(ticks) >= chartTicks {
					return true
				}
			}
		}
	}
	return false
}

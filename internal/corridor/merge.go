package corridor

const (
	// halfLine in ems is the distance of baselines below which two lines with
	// text in different columns are one row: numbers centred beside a stub of
	// two lines.
	halfLine = 0.88
	// Bands between rules are rows when there are bandRules, each with at most
	// bandLines lines, bandMean on average.
	bandRules = 2
	bandLines = 8
	bandMean  = 3.2
	// Lines of a head's cell are at most headLeading ems apart, of a body's
	// cell bodyLeading.
	headLeading = 1.7
	bodyLeading = 1.6
	// wrapInset in ems is how much narrower than its column a cell may wrap.
	wrapInset = 0.2
	// indent in ems tells a line that goes on from the next label.
	indent = 0.5
)

// merge joins lines to rows.
func (g *grid) merge() {
	g.mergeHalfLines()
	g.mergeBands()
	g.mergeRecords()
	g.mergeHead()
	g.mergeWrapped()
}

// parted reports whether rules lie between two lines over half of the columns
// lo to hi.
func (g *grid) partedAt(a, b, lo, hi int) bool {
	x0, x1 := g.x0, g.x1
	if lo > 0 {
		x0 = g.cuts[lo-1]
	}
	if hi < g.n-1 {
		x1 = g.cuts[hi]
	}
	rules := g.between(g.lines[a].base-0.2*g.em, g.lines[b].base-0.35*g.em)
	return len(rules) > 0 && covered(rules, x0, x1) >= 0.5*(x1-x0)
}

// mergeHalfLines joins lines half a line apart with text in different columns.
func (g *grid) mergeHalfLines() {
	for k := g.head + 1; k < len(g.lines); k++ {
		a, b := &g.lines[k-1], &g.lines[k]
		if b.base-a.base < halfLine*max(a.size, b.size) && !overlap(a.pieces, b.pieces) && !g.partedAt(k-1, k, 0, g.n-1) {
			b.into = a.into
		}
	}
}

// overlap reports whether two lists of pieces share a column.
func overlap(a, b []piece) bool {
	i := 0
	for _, p := range b {
		for i < len(a) && a[i].hi < p.lo {
			i++
		}
		if i < len(a) && a[i].lo <= p.hi {
			return true
		}
	}
	return false
}

// mergeBands makes one row of the lines between two rules, where rules part
// all rows.
func (g *grid) mergeBands() {
	if len(g.ruled) < bandRules {
		return
	}
	var bands []span
	lo, most := 0, 0
	for _, y := range append(g.ruled[:len(g.ruled):len(g.ruled)], 1e9) {
		hi := lo
		for hi < len(g.lines) && g.lines[hi].base-0.3*g.em <= y {
			hi++
		}
		if hi > lo {
			bands = append(bands, span{lo, hi})
			most = max(most, hi-lo)
		}
		lo = hi
	}
	if len(bands) <= bandRules || most > bandLines || float64(len(g.lines)) > bandMean*float64(len(bands)) {
		return
	}
	for _, b := range bands {
		lo, numbers := max(b.lo, g.head), 0
		for k := lo; k < b.hi; k++ {
			for _, p := range g.lines[k].pieces {
				if p.lo > 0 && p.lo == p.hi && g.numeric[p.lo] {
					numbers++
					break
				}
			}
		}
		if numbers > 1 {
			continue
		}
		for k := lo + 1; k < b.hi; k++ {
			g.lines[k].into = lo
		}
	}
}

const (
	// recordLead is how much closer the lines of one record stand than records
	// do, and recordCells the share of the cells of the fullest line that its
	// first line has.
	recordLead  = 0.8
	recordCells = 0.6
)

// mergeRecords makes one row of each line with numbers and the lines of fewer
// cells that follow it, if white space parts each record from the one before.
func (g *grid) mergeRecords() {
	most := 0
	for k := g.head; k < len(g.lines); k++ {
		if g.figures(&g.lines[k]) > 0 {
			most = max(most, len(g.lines[k].pieces))
		}
	}
	starts := func(l *line) bool {
		return float64(len(l.pieces)) >= recordCells*float64(most) && g.figures(l) > 0
	}
	first, records, others := -1, 0, 0
	apart := 1e9
	for k := g.head; k < len(g.lines); k++ {
		l := &g.lines[k]
		switch {
		case starts(l):
			if first < 0 {
				first = k
			} else {
				apart = min(apart, l.base-g.lines[k-1].base)
			}
			records++
		case first < 0:
			return
		default:
			others++
		}
	}
	if records < 2 || 2*others < records {
		return
	}
	for k := first + 1; k < len(g.lines); k++ {
		if l := &g.lines[k]; !starts(l) && l.base-g.lines[k-1].base <= recordLead*apart {
			l.into = g.lines[k-1].into
		}
	}
}

// mergeHead joins the lines of the head's cells. Cells with nothing below them
// go to the last line of the head.
func (g *grid) mergeHead() {
	type group struct {
		lo, hi      int
		first, last int // lines
		pieces      []*piece
	}
	var groups []group
	byColumn := make([][]int, g.n) // groups that start at each column
	for k := range g.head {
		l := &g.lines[k]
		for i := range l.pieces {
			p := &l.pieces[i]
			joined := false
			for _, q := range byColumn[p.lo] {
				s := &groups[q]
				if s.hi == p.hi && s.last < k && l.base-g.lines[s.last].base <= headLeading*max(l.size, g.em) && !g.partedAt(s.last, k, p.lo, p.hi) {
					s.last, s.pieces, joined = k, append(s.pieces, p), true
					break
				}
			}
			if !joined {
				byColumn[p.lo] = append(byColumn[p.lo], len(groups))
				groups = append(groups, group{p.lo, p.hi, k, k, []*piece{p}})
			}
		}
	}
	// The last line that a group starts at, by column.
	lowest := make([]int, g.n)
	for _, s := range groups {
		for c := s.lo; c <= s.hi; c++ {
			lowest[c] = max(lowest[c], s.first)
		}
	}
	for _, s := range groups {
		to := g.head - 1
		for c := s.lo; c <= s.hi; c++ {
			if lowest[c] > s.last {
				to = s.last
			}
		}
		for _, p := range s.pieces {
			p.to = to
		}
	}
}

// goesOn reports whether a phrase starts as text does that goes on.
func (g *grid) goesOn(phrase []int32) bool { return g.words[phrase[0]].Kind&(Lower|Joint) != 0 }

// mergeWrapped joins lines of the body whose cells all go on from the cells
// above them.
func (g *grid) mergeWrapped() {
	ends := make([]float64, g.n) // where the text of each column ends
	above := make([]int, g.n)    // last line with text in each column alone, -1 if none
	for c := range above {
		above[c] = -1
	}
	for k := range g.lines {
		for _, p := range g.lines[k].pieces {
			if p.lo == p.hi {
				ends[p.lo] = max(ends[p.lo], g.finder.x1(p.words))
			}
		}
	}
	for k := g.head; k < len(g.lines); k++ {
		if k > g.head && g.continues(k, ends, above) {
			g.lines[k].into = g.lines[k-1].into
		}
		for _, p := range g.lines[k].pieces {
			if p.lo == p.hi {
				above[p.lo] = k
			}
		}
	}
}

// continues reports whether line k goes on with the row of the line before.
// above holds the last line before it with text in each column.
func (g *grid) continues(k int, ends []float64, above []int) bool {
	a, b := &g.lines[k-1], &g.lines[k]
	if b.base-a.base > bodyLeading*max(a.size, b.size) {
		return false
	}
	numbers := false
	for _, p := range b.pieces {
		for c := max(1, p.lo); c <= p.hi; c++ {
			numbers = numbers || g.numeric[c]
		}
	}
	if numbers {
		return g.stubAbove(k, ends)
	}
	for _, p := range b.pieces {
		if p.lo != p.hi || above[p.lo] < 0 || g.lines[above[p.lo]].into != a.into {
			return false
		}
	}
	if g.partedAt(k-1, k, 0, g.n-1) {
		return false
	}
	if len(b.pieces) >= g.n {
		return g.fullContinues(a, b, ends)
	}
	for _, p := range b.pieces {
		q := a.at(p.lo, p.lo)
		low := g.goesOn(p.words)
		wraps := q != nil && g.wraps(q.words, p.words, ends[p.lo]-wrapInset*g.em-0.5)
		if p.lo == 0 && len(b.pieces) == 1 && !low && (q == nil || !g.indented(q, &p) || g.words[q.words[0]].Kind&Bold != 0) {
			wraps = false
		}
		if !low && !wraps {
			return false
		}
	}
	return true
}

// indented reports whether q starts to the right of p.
func (g *grid) indented(p, q *piece) bool {
	return g.words[q.words[0]].Box.X0 > g.words[p.words[0]].Box.X0+indent*g.em
}

// fullContinues reports whether a line with text in all columns goes on with
// the one before: all start in lower case, none there does, and the stub is
// indented or a cell wraps.
func (g *grid) fullContinues(a, b *line, ends []float64) bool {
	wraps := false
	for i := range b.pieces {
		p := &b.pieces[i]
		if g.words[p.words[0]].Kind&Lower == 0 {
			return false
		}
		if q := a.at(p.lo, p.lo); q != nil {
			if g.words[q.words[0]].Kind&Lower != 0 {
				return false
			}
			wraps = wraps || g.wraps(q.words, p.words, ends[p.lo]-wrapInset*g.em-0.5) || p.lo == 0 && g.indented(q, p)
		}
	}
	return wraps && a.at(0, 0) != nil
}

// stubAbove reports whether line k, which has numbers, goes on with a label
// that is all there is on the line before.
func (g *grid) stubAbove(k int, ends []float64) bool {
	a, b := &g.lines[k-1], &g.lines[k]
	p, q := a.lone(), b.at(0, 0)
	if p == nil || p.lo != 0 || p.hi != 0 || q == nil || a.into != k-1 || len(p.words) < 3 {
		return false
	}
	return (g.words[q.words[0]].Kind&Lower != 0 || g.indented(p, q)) && g.wraps(p.words, q.words, max(ends[0], 1)-0.5) &&
		!g.partedAt(k-1, k, 0, g.n-1)
}

package corridor

import (
	"slices"
)

const (
	// Twins are two tables of the same columns side by side: the gutter
	// between them is twinGap ems wide and twinRatio times as wide as any
	// other; the columns start at the same distances within twinSame ems.
	twinGap   = 2.5
	twinRatio = 1.4
	twinSame  = 1.0
	twinRows  = 3 // that count from one table to the other, whatever the gutter
	// A run is a mixture when it has fewer columns than mixedColumns times the
	// segments of its usual row. It is cut above a row that is mixedStep times
	// the usual distance from the one before, or a single one, if that brings
	// mixedGain times as many fields.
	mixedColumns = 0.75
	mixedStep    = 1.3
	mixedGain    = 1.3
	mixedRows    = 5
	mixedTries   = 12 // places that are tried, the widest gaps first
	// The head of a next table is a single row titleStep times the usual
	// distance below.
	titleStep = 1.35
	centred   = 1.5 // ems
	// markShare of a column's cells are marks of a list, if the column beside
	// it has listWords words and listColumnWraps.
	markShare       = 0.8
	listColumnWraps = 0.4
	// In stacks of rules of stackMost of the rows, text that wraps is cells.
	stackMost = 0.8
)

// build makes tables of a run of rows.
func (f *finder) build(run []row, depth int) {
	run = f.rowsLeft(run)
	several, em := severals(run)
	if several < 2 || depth > maxDepth {
		return
	}
	rows, usual := body(run)
	cors := f.corridors(rows, em)
	switch {
	case len(cors) == 0:
		f.partAtDeadEnds(run, depth)
		return
	case depth == maxDepth:
	default:
		if x, ok := f.twins(run, cors, rows, em); ok {
			f.halves(run, x, depth)
			return
		}
		if at := f.mixture(run, several, len(cors), usual); at > 0 {
			f.build(run[:at], depth+1)
			f.build(run[at:], depth+1)
			return
		}
		if at := f.nextTable(run, cors, em); at > 0 {
			f.build(run[:at], depth+1)
			f.build(run[at:], depth+1)
			return
		}
	}
	if f.besideProse(run, cors, em, depth) {
		return
	}
	f.table(run, cors, em)
}

// severals returns how many rows have several segments, and their median size.
func severals(run []row) (n int, em float64) {
	sizes := make([]float64, 0, len(run))
	for i := range run {
		if run[i].multi() {
			sizes = append(sizes, run[i].size)
		}
	}
	return len(sizes), median(sizes)
}

// rowsLeft returns a run without the first rows, those that the table before
// has taken.
func (f *finder) rowsLeft(run []row) []row {
	for len(run) > 0 && slices.ContainsFunc(run[0].words, func(i int32) bool { return f.taken[i] }) {
		run = run[1:]
	}
	return run
}

// twins returns where two tables of the same columns stand side by side.
func (f *finder) twins(run []row, cors []corridor, rows []*row, em float64) (float64, bool) {
	n := len(cors)
	if n < 3 || n%2 == 0 {
		return 0, false
	}
	m := n / 2
	gap := cors[m]
	x0 := rows[0].x0
	for _, r := range rows {
		x0 = min(x0, r.x0)
	}
	counts := f.countsOn(run, gap.middle())
	if gap.width() < twinGap*em && !counts {
		return 0, false
	}
	for k := range m {
		a, b := cors[k], cors[m+1+k]
		if gap.width() < twinRatio*max(a.width(), b.width()) && !counts || distance(a.hi-x0, b.hi-gap.hi) > twinSame*em {
			return 0, false
		}
	}
	return gap.middle(), true
}

// countsOn reports whether the first column counts, and the first one right of
// x counts on where it ends.
func (f *finder) countsOn(rows []row, x float64) bool {
	last, next := int32(-1), int32(-1)
	for k := range rows {
		r := &rows[k]
		v := f.words[r.segs[0].words[0]].Value
		if v < 0 || k > 0 && v <= last {
			return false
		}
		last = v
		if next < 0 {
			for _, s := range r.segs {
				if s.x0 > x {
					next = f.words[s.words[0]].Value
					break
				}
			}
		}
	}
	return next == last+1 && len(rows) >= twinRows
}

func distance(a, b float64) float64 { return max(a-b, b-a) }

// halves looks for tables left and right of x.
func (f *finder) halves(run []row, x float64, depth int) {
	var left, right []int32
	for i := range run {
		for _, w := range run[i].words {
			if f.words[w].Box.Center().X < x {
				left = append(left, w)
			} else {
				right = append(right, w)
			}
		}
	}
	f.region(left, depth+1)
	f.region(right, depth+1)
}

// pitch returns the median distance of the run's baselines.
func pitch(run []row) float64 {
	steps := make([]float64, 0, len(run))
	for i := 1; i < len(run); i++ {
		steps = append(steps, run[i].base-run[i-1].base)
	}
	return median(steps)
}

// mixture returns the index of the row at which a run of rows of several
// structures is best cut, or 0.
func (f *finder) mixture(run []row, several, corridors, usual int) int {
	if float64(corridors+1) >= mixedColumns*float64(usual) || len(run) < mixedRows {
		return 0
	}
	gain := func(part []row) float64 {
		n, em := severals(part)
		if n < 2 {
			return 0
		}
		rows, _ := body(part)
		return float64(n * len(f.corridors(rows, em)))
	}
	step := pitch(run)
	var at []int
	for i := 2; i < len(run)-1; i++ {
		if run[i].base-run[i-1].base >= mixedStep*step || !run[i].multi() {
			at = append(at, i)
		}
	}
	slices.SortStableFunc(at, func(i, j int) int {
		a, b := run[i].base-run[i-1].base, run[j].base-run[j-1].base
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	best, most := 0, mixedGain*float64(several*corridors)
	for _, i := range at[:min(len(at), mixedTries)] {
		if v := gain(run[:i]) + gain(run[i:]); v > most || v == most && best == 0 {
			best, most = i, v
		}
	}
	return best
}

// nextTable returns the index of the row at which the next table starts, or 0:
// a title over columns, then a head without numbers, with numbers above and
// below.
func (f *finder) nextTable(run []row, cors []corridor, em float64) int {
	step := pitch(run)
	x0, x1 := extent(run)
	numbers := make([]int, len(run)+1) // rows with numbers before each
	figures := func(r *row) int {
		n := 0
		for _, s := range r.segs[1:] {
			if f.number(s.words) {
				n++
			}
		}
		return n
	}
	for i := range run {
		numbers[i+1] = numbers[i]
		if figures(&run[i]) > 0 {
			numbers[i+1]++
		}
	}
	for i := 2; i < len(run)-2; i++ {
		r := &run[i]
		if r.multi() || r.base-run[i-1].base < titleStep*step {
			continue
		}
		s := &r.segs[0]
		if !crosses(s, cors) && distance((s.x0+s.x1)/2, (x0+x1)/2) >= centred*em && !f.caption(s.words) {
			continue
		}
		next := i + 1
		for next < len(run) && !run[next].multi() {
			next++
		}
		if next < len(run) && figures(&run[next]) == 0 && numbers[i] >= 2 && numbers[len(run)]-numbers[next] >= 2 {
			return i
		}
	}
	return 0
}

// crosses reports whether a segment lies over the middle of a corridor.
func crosses(s *segment, cors []corridor) bool {
	return slices.ContainsFunc(cors, func(c corridor) bool { return s.x0 < c.middle() && c.middle() < s.x1 })
}

// extent returns the sides of the rows with several segments.
func extent(run []row) (x0, x1 float64) {
	first := true
	for i := range run {
		if !run[i].multi() {
			continue
		}
		if first {
			x0, x1, first = run[i].x0, run[i].x1, false
		}
		x0, x1 = min(x0, run[i].x0), max(x1, run[i].x1)
	}
	return x0, x1
}

// partAtDeadEnds divides a run without corridors where the free space that all
// rows share comes to an end.
func (f *finder) partAtDeadEnds(run []row, depth int) {
	if depth >= maxDepth {
		return
	}
	var free, next []corridor
	lo := 0
	var parts []span
	for i := range run {
		r := &run[i]
		if !r.multi() {
			continue
		}
		next = next[:0]
		if free == nil {
			next = gapsOf(r, next)
		} else {
			next = meet(next, free, r)
		}
		if len(next) == 0 && free != nil {
			parts = append(parts, span{lo, i})
			lo = i
			next = gapsOf(r, next)
		}
		free, next = next, free
	}
	if len(parts) == 0 {
		return
	}
	for _, p := range append(parts, span{lo, len(run)}) {
		f.build(run[p.lo:p.hi], depth+1)
	}
}

// gapsOf appends the gaps between the row's segments.
func gapsOf(r *row, out []corridor) []corridor {
	for k := 1; k < len(r.segs); k++ {
		out = append(out, corridor{r.segs[k-1].x1, r.segs[k].x0})
	}
	return out
}

// meet appends the parts of the intervals that the row leaves free as well.
func meet(out, free []corridor, r *row) []corridor {
	k := 0
	for _, c := range free {
		for k > 0 && r.segs[k-1].x1 > c.lo {
			k--
		}
		for k < len(r.segs) && r.segs[k].x1 <= c.lo {
			k++
		}
		lo := c.lo
		for q := k; q <= len(r.segs); q++ {
			hi := c.hi
			if q < len(r.segs) {
				hi = min(hi, r.segs[q].x0)
			}
			if hi-lo >= corridorWidth*r.size {
				out = append(out, corridor{lo, hi})
			}
			if q == len(r.segs) || r.segs[q].x1 >= c.hi {
				break
			}
			lo = max(lo, r.segs[q].x1)
		}
	}
	return out
}

// besideProse looks for columns that hold running text or a list. It then
// looks for tables in what is beside them and reports true.
func (f *finder) besideProse(run []row, cors []corridor, em float64, depth int) bool {
	cuts := middles(cors)
	n := len(cuts) + 1
	lines := make([][][]int32, n) // the parts of the rows in each column
	inStack := 0
	for i := range run {
		if run[i].stack != 0 {
			inStack++
		}
		for c, part := range f.columns(run[i].words, cuts) {
			if len(part) > 0 {
				lines[c] = append(lines[c], part)
			}
		}
	}
	prose := make([]bool, n)
	if float64(inStack) < stackMost*float64(len(run)) {
		for c := range lines {
			prose[c] = f.isProseColumn(lines[c], em)
		}
	}
	for c := range n - 1 {
		if f.isMarks(lines[c]) && f.isListText(lines[c+1], em) {
			prose[c], prose[c+1] = true, true
		}
	}
	if !slices.Contains(prose, true) {
		return false
	}
	for c := 0; c < n; {
		if prose[c] {
			c++
			continue
		}
		end := c + 1
		var in []int32
		for ; end < n && !prose[end]; end++ {
		}
		if end-c > 1 {
			for _, part := range lines[c:end] {
				for _, l := range part {
					in = append(in, l...)
				}
			}
			f.region(in, depth+1)
		}
		c = end
	}
	return true
}

// middles returns where the corridors are cut.
func middles(cors []corridor) []float64 {
	cuts := make([]float64, len(cors))
	for k, c := range cors {
		cuts[k] = c.middle()
	}
	return cuts
}

// columns returns the words, which stand in order, by column.
func (f *finder) columns(words []int32, cuts []float64) [][]int32 {
	out := make([][]int32, len(cuts)+1)
	for _, i := range words {
		c, found := slices.BinarySearch(cuts, f.words[i].Box.Center().X)
		if found {
			c++
		}
		out[c] = append(out[c], i)
	}
	return out
}

// isMarks reports whether the lines of a column are marks of a list.
func (f *finder) isMarks(lines [][]int32) bool {
	n := 0
	for _, l := range lines {
		if len(l) == 1 && f.words[l[0]].Kind&Mark != 0 {
			n++
		}
	}
	return len(lines) >= 2 && float64(n) >= markShare*float64(len(lines))
}

// isListText reports whether the lines beside the marks are text that wraps.
func (f *finder) isListText(lines [][]int32, em float64) bool {
	if len(lines) < 2 {
		return false
	}
	words, numbers, wrapped, x1 := 0, 0, 0, 0.0
	for k, l := range lines {
		words += len(l)
		if e := f.x1(l); k == 0 || e > x1 {
			x1 = e
		}
		for _, i := range l {
			if f.words[i].Kind&Number != 0 {
				numbers++
			}
		}
	}
	for k, l := range lines[1:] {
		if f.wraps(lines[k], l, x1-0.1*em-0.5) {
			wrapped++
		}
	}
	n := float64(len(lines))
	return float64(words) >= listWords*n && float64(wrapped) >= listColumnWraps*(n-1) && float64(numbers) < columnNumbers*float64(words)
}

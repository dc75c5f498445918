package corridor

import "slices"

const (
	// The head ends above the first line with numbers in headNumbers of the
	// columns of numbers; it has at most headLines lines. Without columns of
	// numbers it ends at the first rule over headRule of the width, if there
	// are at most headRows lines above, fewer than half of all.
	headNumbers = 0.5
	headLines   = 7
	headRule    = 0.6
	headRows    = 5
)

// findHead finds the lines that head the others, and the rules inside.
func (g *grid) findHead() {
	numeric := 0
	for _, is := range g.numeric {
		numeric += boolInt(is)
	}
	head := 0
	if numeric > 0 {
		for k := range g.lines {
			n := 0
			for _, p := range g.lines[k].pieces {
				if p.lo == p.hi && g.numeric[p.lo] && g.number(p.words) {
					n++
				}
			}
			if float64(n) >= max(1, headNumbers*float64(numeric)) || k >= headLines-1 {
				break
			}
			head = k + 1
		}
	}
	if head >= len(g.lines) {
		head = 0
	}
	// Section rows are below the head.
	for head > 1 && g.lines[head-1].lone() != nil && g.lines[head-1].at(0, 0) != nil &&
		slices.ContainsFunc(g.lines[:head-1], func(l line) bool { return len(l.pieces) >= 2 }) {
		head--
	}
	n := len(g.lines)
	first, last := &g.lines[0], &g.lines[n-1]
	for _, y := range g.rulesOver(g.x0, g.x1, first.y0-2*g.em, last.y1+2*g.em, headRule) {
		if y > first.base && y < last.y0+1 {
			g.ruled = append(g.ruled, y)
		}
	}
	if head == 0 && len(g.ruled) > 0 {
		k := 0
		for k < n && g.lines[k].base <= g.ruled[0]+0.2*g.em {
			k++
		}
		if k <= headRows && 2*k < n {
			head = k
		}
	}
	g.head = head
}

// centreSections makes lone cells that are centred over the data columns span
// these.
func (g *grid) centreSections() {
	if g.n < 3 {
		return
	}
	x0, x1, known := g.cuts[0], g.x1, [2]bool{}
	for k := range g.lines {
		if p := g.lines[k].at(1, 1); p != nil {
			if x := g.finder.x0(p.words); !known[0] || x < x0 {
				x0, known[0] = x, true
			}
		}
		if p := g.lines[k].at(g.n-1, g.n-1); p != nil {
			if x := g.finder.x1(p.words); !known[1] || x > x1 {
				x1, known[1] = x, true
			}
		}
	}
	for k := g.head; k < len(g.lines); k++ {
		p := g.lines[k].lone()
		if p == nil || p.lo == 0 {
			continue
		}
		if x := (g.finder.x0(p.words) + g.finder.x1(p.words)) / 2; distance(x, (x0+x1)/2) <= 2*g.em {
			p.lo, p.hi = 1, g.n-1
		}
	}
}

// spanHead gives the head's cells over several columns their spans: by a rule
// beneath them, else by centring over the columns that they share.
func (g *grid) spanHead() {
	for k := 0; k < min(g.head, len(g.lines)-1); k++ {
		g.spanByRule(k)
		g.spanByMiddle(k)
	}
}

// spanByRule spans what stands over a spanner rule to the columns whose text
// lies below that rule.
func (g *grid) spanByRule(k int) {
	l, next := &g.lines[k], &g.lines[k+1]
	reach, slack := spannerReach*g.em, 0.6*g.em
	spans := slices.Clone(l.pieces)
	for i := range spans {
		p := &spans[i]
		x0, x1 := g.finder.x0(p.words), g.finder.x1(p.words)
		var best *Rule
		rules := g.between(l.base-0.1*g.em, next.base-0.3*g.em)
		for q := range rules {
			r := &rules[q]
			if r.X0 <= x0+reach && r.X1 >= x1-reach && r.X1-r.X0 < 0.9*(g.x1-g.x0) && (best == nil || r.X1-r.X0 < best.X1-best.X0) {
				best = r
			}
		}
		if best == nil {
			continue
		}
		for _, below := range g.lines[k+1 : min(k+3, len(g.lines))] {
			for _, q := range below.pieces {
				if q.lo == q.hi && g.finder.x0(q.words) >= best.X0-slack && g.finder.x1(q.words) <= best.X1+slack {
					p.lo, p.hi = min(p.lo, q.lo), max(p.hi, q.lo)
				}
			}
		}
	}
	for i := 1; i < len(spans); i++ {
		if spans[i-1].hi >= spans[i].lo {
			return
		}
	}
	l.pieces = spans
}

const (
	// A cell of the head is at most tileOff ems off the middle of the columns
	// that it spans; a column without a cell costs tileGap ems.
	tileOff = 1.3
	tileGap = 0.6
	// maxTiles bounds the columns that are tiled, which takes their cube.
	maxTiles = 40
)

// spanByMiddle tiles the columns with the cells of a head line that has fewer
// cells than there are columns, so that each is near the middle of its own.
func (g *grid) spanByMiddle(k int) {
	l := &g.lines[k]
	if g.n > maxTiles {
		return
	}
	// Extents of the columns below, down to the first lines of the body.
	left, right, known := make([]float64, g.n), make([]float64, g.n), make([]bool, g.n)
	found := 0
	for _, q := range g.lines[k+1 : min(g.head+3, len(g.lines))] {
		for _, p := range q.pieces {
			if p.lo != p.hi {
				continue
			}
			x0, x1 := g.finder.x0(p.words), g.finder.x1(p.words)
			if !known[p.lo] {
				known[p.lo], left[p.lo], right[p.lo] = true, x0, x1
				found++
			}
			left[p.lo], right[p.lo] = min(left[p.lo], x0), max(right[p.lo], x1)
		}
	}
	if found < g.n-1 || len(l.pieces) == 0 {
		return
	}
	cells := l.pieces
	stub := cells[0].lo == 0 && cells[0].hi == 0
	if stub {
		cells = cells[1:]
	}
	var cols []int
	for c := range g.n {
		if known[c] && !(c == 0 && (stub || cells[0].lo > 0)) {
			cols = append(cols, c)
		}
	}
	m, n := len(cells), len(cols)
	if m < 1 || n <= m {
		return
	}
	if !slices.ContainsFunc(cells, func(p piece) bool { return p.hi > p.lo }) && float64(m) >= 0.75*float64(n) {
		return
	}
	tiles := g.tile(cells, cols, left, right)
	if tiles == nil {
		return
	}
	// A column that has its own head above is not spanned from below.
	own := make([]bool, g.n)
	for _, q := range g.lines[:k] {
		for _, p := range q.pieces {
			if p.lo == p.hi {
				own[p.lo] = true
			}
		}
	}
	for i, t := range tiles {
		for _, c := range cols[t.lo : t.hi+1] {
			if own[c] && (c < cells[i].lo || c > cells[i].hi) {
				return
			}
		}
	}
	for i, t := range tiles {
		cells[i].lo, cells[i].hi = cols[t.lo], cols[t.hi]
	}
}

// tile returns for each cell the run of columns that it spans, given by their
// places in cols, such that the cells are nearest to the middles of theirs; nil
// if there is no way.
func (g *grid) tile(cells []piece, cols []int, left, right []float64) []span {
	m, n := len(cells), len(cols)
	type state struct {
		cost float64
		from int // column that the cell's span starts at, or -1 if the column before has no cell
		ok   bool
	}
	// best[j][e]: the first j cells lie on the first e columns.
	best := make([][]state, m+1)
	for j := range best {
		best[j] = make([]state, n+1)
	}
	best[0][0] = state{0, -1, true}
	for e := 1; e <= n; e++ {
		best[0][e] = state{float64(e) * tileGap * g.em, -1, true}
	}
	for j := 1; j <= m; j++ {
		p := &cells[j-1]
		x := (g.finder.x0(p.words) + g.finder.x1(p.words)) / 2
		for e := 1; e <= n; e++ {
			b := &best[j][e]
			if q := best[j][e-1]; q.ok {
				*b = state{q.cost + tileGap*g.em, -1, true}
			}
			for from := range e {
				q := best[j-1][from]
				d := distance((left[cols[from]]+right[cols[e-1]])/2, x)
				if q.ok && d <= tileOff*g.em && (!b.ok || q.cost+d < b.cost) {
					*b = state{q.cost + d, from, true}
				}
			}
		}
	}
	if !best[m][n].ok {
		return nil
	}
	out := make([]span, m)
	for j, e := m, n; j > 0; {
		from := best[j][e].from
		if from < 0 {
			e--
			continue
		}
		out[j-1] = span{from, e - 1}
		j, e = j-1, from
	}
	return out
}

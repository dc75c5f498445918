package corridor

import "slices"

const (
	// Single rows below the last row of several segments are the table's when
	// they are footStep ems below the row before and a rule over footRule of
	// its width lies below them, at most footRoom ems from the last row.
	footStep = 1.7
	footRule = 0.8
	footRoom = 14.0
	// Single rows above the first are the head's when they are headGap ems
	// above, and head a column or several.
	headGap = 1.9
	// blockStep in ems is the distance of the lines of one block of text.
	blockStep = 1.45
	// A rule shorter than spannerShare of the table is a spanner: it ties a
	// head to the columns below.
	spannerShare = 0.93
	spannerReach = 1.5 // ems that the text may reach over it
)

// foot returns the rows without those below the table.
func (f *finder) foot(run []row, cors []corridor, em float64) []row {
	end := len(run)
	for end > 0 && !run[end-1].multi() {
		end--
	}
	rows := run[:end]
	x0, x1 := extent(rows)
	last := &rows[end-1]
	rules := f.rulesOver(x0, x1, last.base+0.1*em, last.base+footRoom*em, footRule)
	for k := end; k < len(run) && len(rules) > 0; k++ {
		r := &run[k]
		s := &r.segs[0]
		if r.base-run[k-1].base >= footStep*em || crosses(s, cors) || s.x1 > x1+em || rules[0] < r.base-0.3*em {
			break
		}
		rows = run[:k+1]
	}
	return rows
}

// spanner reports whether a short rule runs under the extent x0 to x1 at a
// height from y0 to y1.
func (f *finder) spanner(x0, x1, y0, y1, reach, width float64) bool {
	return slices.ContainsFunc(f.between(y0, y1), func(r Rule) bool {
		return r.X0 <= x0+reach && r.X1 >= x1-reach && r.X1-r.X0 < spannerShare*width
	})
}

// attachHead drops the single rows above the first row of several segments,
// but for those that head its columns.
func (f *finder) attachHead(rows []row, cuts []float64, em float64) []row {
	first := 0
	for first < len(rows) && !rows[first].multi() {
		first++
	}
	if first == len(rows) {
		return nil
	}
	x0, x1 := rows[first].x0, rows[first].x1
	for i := first; i < len(rows); i++ {
		x0, x1 = min(x0, rows[i].x0), max(x1, rows[i].x1)
	}
	keep := first
	for i := first - 1; i >= 0; i-- {
		r, next := &rows[i], &rows[i+1]
		s := &r.segs[0]
		if next.base-r.base > headGap*em {
			break
		}
		cross := columnBefore(cuts, s.x0+1e-6) < columnBefore(cuts, s.x1)
		stub := s.x0 < cuts[0]
		over := slices.ContainsFunc(next.segs, func(q segment) bool { return q.x0 < s.x1 && q.x1 > s.x0 })
		ruled := len(f.rulesOver(x0, x1, r.base-3*em, r.base-0.5*em, footRule)) > 0
		switch {
		case f.caption(s.words):
		case f.spanner(s.x0, s.x1, r.base-0.1*em, next.base-0.3*em, spannerReach*em, x1-x0),
			ruled && !stub && distance((s.x0+s.x1)/2, (cuts[0]+x1)/2) < centred*em,
			!cross && !stub && s.x1 <= x1+em && (ruled || over):
			keep = i
			continue
		}
		// The block goes on upwards as a title or text; what was kept of it
		// are its last lines.
		for keep < first && rows[keep].base-rows[keep-1].base < blockStep*em &&
			len(f.rulesOver(x0, x1, rows[keep-1].base, rows[keep].base-0.4*em, 0.5)) == 0 {
			keep++
		}
		break
	}
	return rows[keep:]
}

const (
	// Sparse lines gapAbove times the usual distance above the first dense one
	// are not the table's, if it has gapColumns columns.
	gapAbove   = 1.7
	gapColumns = 4
)

// dropAboveGap drops lines of few cells above a clear gap.
func (g *grid) dropAboveGap() {
	if g.n < gapColumns {
		return
	}
	dense := slices.IndexFunc(g.lines, func(l line) bool { return float64(len(l.pieces)) >= max(3, 0.5*float64(g.n)) })
	if dense < 1 {
		return
	}
	steps := make([]float64, 0, len(g.lines))
	for k := dense + 1; k < len(g.lines); k++ {
		steps = append(steps, g.lines[k].base-g.lines[k-1].base)
	}
	step := gapAbove * max(median(steps), g.em)
	for k := dense; k > 0; k-- {
		a, b := &g.lines[k-1], &g.lines[k]
		if b.base-a.base > step && len(g.rulesOver(g.x0, g.x1, a.base, b.y0+0.3*g.em, 0.7)) == 0 {
			g.lines = g.lines[k:]
			return
		}
	}
}

// isCaption reports whether a line begins as a caption does.
func (g *grid) isCaption(l *line) bool {
	p := &l.pieces[0]
	if g.words[p.words[0]].Kind&Caption != 0 && len(p.words) == 1 && len(l.pieces) > 1 {
		return g.words[l.pieces[1].words[0]].Kind&Digit != 0
	}
	return g.caption(p.words)
}

// trimHead drops titles: captions and what goes on with them, and single cells
// that start at the stub and run over, or are centred over the table, or stand
// in brackets.
func (g *grid) trimHead() {
	k := 0
	for len(g.lines)-k > 2 {
		l := &g.lines[k]
		p := l.lone()
		if p == nil {
			if !g.isCaption(l) {
				break
			}
			lefts := make([]float64, 0, len(l.pieces))
			for _, p := range l.pieces {
				lefts = append(lefts, g.finder.x0(p.words))
			}
			for k++; len(g.lines)-k > 2; k++ {
				p := g.lines[k].lone()
				if p == nil || g.lines[k].base-g.lines[k-1].base >= 1.5*g.em {
					break
				}
				if x := g.finder.x0(p.words); !slices.ContainsFunc(lefts, func(l float64) bool { return distance(l, x) < 0.6*g.em }) {
					break
				}
			}
			continue
		}
		next := &g.lines[k+1]
		x0, x1 := g.finder.x0(p.words), g.finder.x1(p.words)
		spanned := slices.ContainsFunc(g.between(l.base-0.1*g.em, next.base-0.3*g.em), func(r Rule) bool {
			return r.X0 > g.cuts[0]-g.em && r.X0 <= x0+g.em && r.X1 >= x1-g.em && r.X1-r.X0 < spannerShare*(g.x1-g.x0)
		})
		middle := g.n > 2 && distance((x0+x1)/2, (g.x0+g.x1)/2) < 2*g.em
		bracketed := g.n > 2 && g.words[p.words[0]].Kind&Bracket != 0 && g.words[p.words[len(p.words)-1]].Kind&Closing != 0
		title := g.caption(p.words) || p.lo == 0 && p.hi > 0 || middle && !spanned || bracketed && !spanned
		if !title && (p.lo != 0 || next.at(0, 0) != nil) {
			break
		}
		k++
	}
	g.lines = g.lines[k:]
}

const (
	// smallType is the size of notes, as a share of the table's.
	smallType = 0.92
	// A foot line that spans noteColumns columns with noteWords words, or two
	// columns with longNote, and holds no number is a note.
	noteColumns = 3
	noteWords   = 5
	longNote    = 8
)

// figures returns the number of a line's cells, but for the stub, that are
// numbers with a digit.
func (g *grid) figures(l *line) int {
	n := 0
	for _, p := range l.pieces {
		if p.lo > 0 && g.figure(p.words) {
			n++
		}
	}
	return n
}

// trimFoot drops notes, sources and what else follows a table.
func (g *grid) trimFoot() {
	sizes := make([]float64, len(g.lines))
	withNumbers, last := 0, 0
	for k := range g.lines {
		sizes[k] = g.lines[k].size
		if g.figures(&g.lines[k]) > 0 {
			withNumbers++
			last = k
		}
	}
	if 2*withNumbers >= len(g.lines) && withNumbers >= 2 {
		for k := last + 1; k < len(g.lines); k++ {
			l := &g.lines[k]
			if float64(len(l.pieces)) < max(2, 0.5*float64(g.n)) || g.words[l.pieces[0].words[0]].Kind&Note != 0 {
				g.lines = g.lines[:k]
				break
			}
		}
	}
	size := median(sizes)
	for len(g.lines) > 2 {
		l := &g.lines[len(g.lines)-1]
		numbers, words, wide := 0, 0, false
		for _, p := range l.pieces {
			if p.lo > 0 && g.number(p.words) {
				numbers++
			}
			words += len(p.words)
			wide = wide || p.hi-p.lo >= noteColumns-1 && len(p.words) >= noteWords || p.hi > p.lo && len(p.words) >= longNote
		}
		first := g.words[l.pieces[0].words[0]].Kind
		note := first&Source != 0 || first&Bullet != 0 || wide && len(l.pieces) <= 2 || first&Note != 0 &&
			(l.size <= smallType*size || len(l.pieces) <= 2 && g.n > 2 && words >= 3)
		if numbers > 0 || !note {
			break
		}
		g.lines = g.lines[:len(g.lines)-1]
	}
}

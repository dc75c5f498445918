package xycut

import (
	"cmp"
	"math"
	"slices"

	"github.com/pdftext-go/pdftext/internal/sweep"
)

// When an interval of a strip is a gutter. Lengths are in ems.
const (
	// minSide is the number of atoms that a side must have.
	minSide = 4
	// rowTolerance joins the baselines of one visual row, sameBase says that
	// two sides share a baseline.
	rowTolerance = 0.25
	sameBase     = 0.12
	// minRows rows make a column. Fewer are accepted beside a long column,
	// the last lines of a text: fewRows in all, with a gutter of fewWidth and
	// fewAlign of the edges in line; or wideRows beside a wide gutter.
	minRows  = 4
	leastRow = 2
	wideRows = 3
	fewRows  = 10
	fewWidth = 0.85
	fewAlign = 0.6
	// Where the page has a gutter elsewhere, leastRow rows beside each other
	// and knownRows in all suffice.
	knownRows  = 6
	knownScore = 1.5
	// At most overShare of a side's rows may reach into the strip: overfull
	// lines, and headings that hang out to the left.
	overShare = 0.15
	// A gutter is wide from wideWidth on, and from wideGaps word gaps of at
	// least wideGap. A narrow one needs minAlign of the edges in line within
	// alignWindow: a river in justified text has not. The left side's right
	// edges only count from alignRows rows on.
	wideWidth = 1.4
	wideGaps  = 2
	wideGap   = 0.35
	minAlign  = 0.5
	// Over tallRows rows there are no rivers, but lists with edges of their own.
	tallRows    = 12
	tallAlign   = 0.25
	alignWindow = 0.2
	alignRows   = 8
	// minProse is the share of prose rows that both sides must have. Higher
	// loses columns of ragged text: 0.65 breaks the narrowest.
	minProse = 0.5
	// Where tableShare of the left rows share their baseline with a right
	// row, as in a table, both sides must also run on over the line's end or
	// have longCell words in a cell.
	tableShare = 0.7
	longCell   = 5
	// Sides that keep their own line grid, less than ownShare in common, may
	// be formulas or lists: one side lessProse, the other moreProse, over
	// ownRows rows, or minRows beside a wide gutter.
	ownShare  = 0.6
	ownRows   = 8
	lessProse = 0.2
	moreProse = 0.4
	// Blocks farWidth apart that share at most farShare of their baselines
	// are apart whatever they say, if they have farRows rows.
	farWidth = 3
	farShare = 0.34
	farRows  = 3
	// ruledLines rules across the gutter, one to at most ruledRows rows, make
	// the rows those of a table; a rule must pass the gutter by ruledPass.
	ruledLines = 3
	ruledRows  = 8
	ruledPass  = 1
	// scoreWidth bounds what a gutter's width counts for, scorePower damps it:
	// a list beside the strip makes it wider, and lower.
	scoreWidth = 3
	scorePower = 0.125
	// A side reaches to the next strip that all but boundShare of its rows
	// leave free, at least boundMin away: the strips behind the labels and
	// numbers of a list are nearer.
	boundShare = 0.1
	boundMin   = 4.5
	// More than boundSorted ends of stretches are counted in at most boundBins
	// bins of boundBin.
	boundSorted = 32
	boundBin    = 0.05
	boundBins   = 1024
	// fullQuantile of the cells' widths is that of a full line.
	fullQuantile = 0.8
	// A side is justified when it is justFull wide, has justRows rows and
	// justLeft of its left and justRight of its right edges stand within
	// justWindow. In fewer rows the ends of two words may meet by chance.
	justFull   = 6
	justRows   = 5
	justLeft   = 0.6
	justRight  = 0.5
	justWindow = 0.5
)

// rows are the visual rows of a part, top to bottom.
type rows struct {
	atoms []int32 // row after row, each by left edge
	ends  []int32
}

func (r *rows) len() int { return len(r.ends) }

func (r *rows) row(k int) []int32 {
	lo := int32(0)
	if k > 0 {
		lo = r.ends[k-1]
	}
	return r.atoms[lo:r.ends[k]]
}

// rows groups a part, which is ordered by baseline: a row goes on while the
// next baseline is within tol.
func (c *Cutter) rows(r *rows, tol float32) {
	r.ends = r.ends[:0]
	start := 0
	mixed := false
	for k, i := range r.atoms {
		if k > start {
			step := c.atoms[i].Base - c.atoms[r.atoms[k-1]].Base
			if step > tol {
				c.closeRow(r, start, k, mixed)
				start, mixed = k, false
			} else if step > 0 {
				mixed = true
			}
		}
	}
	if start < len(r.atoms) {
		c.closeRow(r, start, len(r.atoms), mixed)
	}
}

func (c *Cutter) closeRow(r *rows, lo, hi int, mixed bool) {
	if mixed {
		c.byLeft(r.atoms[lo:hi])
	}
	r.ends = append(r.ends, int32(hi))
}

// byLeft orders atoms by left edge.
func (c *Cutter) byLeft(atoms []int32) {
	c.keys2 = c.keys2[:0]
	for _, i := range atoms {
		c.keys2 = append(c.keys2, sweep.Key(c.atoms[i].X0, int(i)))
	}
	c.swap = sweep.Sort(c.keys2, c.swap)
	for k, key := range c.keys2 {
		atoms[k] = int32(sweep.Index(key))
	}
}

// rightEdge and floor return the greatest X1 and Bottom of atoms.
func (c *Cutter) rightEdge(atoms []int32) float32 {
	x := float32(below)
	for _, i := range atoms {
		x = max(x, c.atoms[i].X1)
	}
	return x
}

func (c *Cutter) floor(atoms []int32) float32 {
	y := float32(below)
	for _, i := range atoms {
		y = max(y, c.atoms[i].Bottom)
	}
	return y
}

// An outcome is what an evaluation comes to.
type outcome uint8

const (
	rejected outcome = iota
	weaker           // not looked into, since it scores no more than asked for
	accepted
)

// evaluate decides whether the strip is a gutter between top and bottom that
// scores more than atLeast.
func (c *Cutter) evaluate(region []int32, s strip, top, bottom, atLeast float32, m *measures) (g gutter, o outcome) {
	if c.work > maxWork {
		return g, rejected
	}
	lo, _ := slices.BinarySearchFunc(region, top, func(i int32, y float32) int {
		if c.atoms[i].Base <= y {
			return -1
		}
		return 1
	})
	l, r := &c.side[0], &c.side[1]
	l.atoms, r.atoms = l.atoms[:0], r.atoms[:0]
	for _, i := range region[lo:] {
		a := &c.atoms[i]
		c.work++
		if a.Base >= bottom+m.size {
			break
		}
		if y := a.middle(); a.Opaque || y <= top || y >= bottom {
			continue
		}
		if a.X1 <= s.hi {
			l.atoms = append(l.atoms, i)
		} else if a.X0 >= s.lo {
			r.atoms = append(r.atoms, i)
		}
	}
	if len(l.atoms) < minSide || len(r.atoms) < minSide {
		return g, rejected
	}
	c.rows(l, rowTolerance*m.em)
	c.rows(r, rowTolerance*m.em)
	total := l.len() + r.len()
	if min(l.len(), r.len()) < leastRow || min(l.len(), r.len()) < wideRows && total < fewRows && !s.known {
		return g, rejected
	}

	// Only rows beside rows of the other side count.
	y0 := max(c.atoms[l.row(0)[0]].Top, c.atoms[r.row(0)[0]].Top)
	y1 := min(c.atoms[l.row(l.len() - 1)[0]].Bottom, c.atoms[r.row(r.len() - 1)[0]].Bottom)
	if y1-y0 < minInterval*m.pitch {
		return g, rejected
	}
	l0, l1 := c.beside(l, y0, y1, m)
	r0, r1 := c.beside(r, y0, y1, m)
	n := min(l1-l0, r1-r0)
	if n < leastRow {
		return g, rejected
	}
	edges := c.edges[:0]
	x0, x1 := float32(below), float32(above)
	over := 0 // rows that reach into the strip
	for k := l0; k < l1; k++ {
		x := c.rightEdge(l.row(k))
		edges = append(edges, sweep.Bits(x))
		if x > s.lo+touch*m.em {
			over++
		} else {
			x0 = max(x0, x)
		}
	}
	if float32(over) > overShare*float32(l1-l0) {
		return g, rejected
	}
	nl := len(edges)
	over = 0
	for k := r0; k < r1; k++ {
		x := c.atoms[r.row(k)[0]].X0
		edges = append(edges, sweep.Bits(x))
		if x < s.hi-touch*m.em {
			over++
		} else {
			x1 = min(x1, x)
		}
	}
	if float32(over) > overShare*float32(r1-r0) {
		return g, rejected
	}
	c.edges = edges
	width := (x1 - x0) / m.em
	wide := width >= max(wideGaps*max(m.gap, wideGap), wideWidth)
	few := n < minRows && !(wide && n >= wideRows)
	if s.known && total >= knownRows {
		few = false
	}
	if few && (total < fewRows || width < fewWidth) {
		return g, rejected
	}
	score := float32(n) * float32(math.Pow(float64(max(0, min(width, scoreWidth))), scorePower))
	if s.known {
		score *= knownScore
	}
	if 2*score <= atLeast {
		return g, weaker // however well it aligns
	}
	slices.Sort(edges[nl:])
	align := float32(sweep.Gather(edges[nl:], alignWindow*m.em)) / float32(r1-r0)
	if n >= alignRows {
		slices.Sort(edges[:nl])
		align = max(align, float32(sweep.Gather(edges[:nl], alignWindow*m.em))/float32(l1-l0))
	}
	need := float32(minAlign)
	if n >= tallRows {
		need = tallAlign
	}
	if few && align < fewAlign || !wide && align < need {
		return g, rejected
	}
	g.score = score * (1 + align)
	if g.score <= atLeast {
		return g, weaker
	}
	if c.ruled(x0, x1, y0, y1, n, m) {
		return g, rejected
	}
	g.x = (x0 + x1) / 2
	if x1 <= x0 {
		g.x = (s.lo + s.hi) / 2
	}
	g.top, g.bottom = top, bottom
	g.strip = strip{lo: x0, hi: x1}

	share := c.shared(l, l0, l1, r, r0, r1, m)
	apart := width >= farWidth && share <= farShare && n >= farRows
	own := share < ownShare && (wide && n >= minRows || n >= ownRows || s.known)
	v := c.read(l, l0, l1, true, s.lo, s.hi-s.lo, m)
	var w Verdict
	ok := false
	if runs := share < tableShare || v.Runs || v.Words >= longCell; apart || v.Prose >= minProse && runs || own && v.Prose >= lessProse {
		w = c.read(r, r0, r1, false, s.hi, s.hi-s.lo, m)
		runs = runs && (share < tableShare || w.Runs || w.Words >= longCell)
		ok = apart || min(v.Prose, w.Prose) >= minProse && runs ||
			own && min(v.Prose, w.Prose) >= lessProse && max(v.Prose, w.Prose) >= moreProse
	}
	if c.trace != nil {
		c.trace(s, top, bottom, n, width, align, share, v, w, ok)
	}
	if !ok {
		return g, rejected
	}
	return g, accepted
}

// beside returns the range of the rows with a baseline between y0 and y1, give
// or take half a pitch.
func (c *Cutter) beside(r *rows, y0, y1 float32, m *measures) (lo, hi int) {
	y0, y1 = y0-m.pitch/2, y1+m.pitch/2
	hi = r.len()
	for lo < hi && c.atoms[r.row(lo)[0]].Base < y0 {
		lo++
	}
	for hi > lo && c.atoms[r.row(hi - 1)[0]].Base > y1 {
		hi--
	}
	return lo, hi
}

// shared returns the share of left rows that have a right row on their
// baseline: 1 in tables, 0 to 0.6 in most columns.
func (c *Cutter) shared(l *rows, l0, l1 int, r *rows, r0, r1 int, m *measures) float32 {
	n, k := 0, r0
	for j := l0; j < l1; j++ {
		y := c.atoms[l.row(j)[0]].Base
		for k < r1 && c.atoms[r.row(k)[0]].Base < y-sameBase*m.em {
			k++
		}
		if k < r1 && c.atoms[r.row(k)[0]].Base <= y+sameBase*m.em {
			n++
		}
	}
	return float32(n) / float32(max(1, l1-l0))
}

// ruled reports whether rules across the gutter part the rows.
func (c *Cutter) ruled(x0, x1, y0, y1 float32, n int, m *measures) bool {
	k, _ := slices.BinarySearchFunc(c.opt.Rules, y0, func(r Rule, y float32) int { return cmp.Compare(r.Y, y) })
	lines := 0
	for ; k < len(c.opt.Rules) && c.opt.Rules[k].Y < y1; k++ {
		c.work++
		if r := c.opt.Rules[k]; r.X0 < x0-ruledPass*m.em && r.X1 > x1+ruledPass*m.em {
			lines++
		}
	}
	return lines >= ruledLines && n <= ruledRows*lines
}

// read lets the Text judge the column that touches the strip at x, which the
// next persistent strip bounds: never a jump in the row, since the gaps of
// stretched narrow columns are as wide as gutters.
func (c *Cutter) read(r *rows, lo, hi int, isLeft bool, x, w float32, m *measures) Verdict {
	limit := c.bound(r, lo, hi, isLeft, x, w, m)
	c.cells, c.cellAtoms = c.cells[:0], c.cellAtoms[:0]
	edges := c.edges[:0]
	for k := lo; k < hi; k++ {
		from := len(c.cellAtoms)
		x0, x1 := float32(above), float32(below)
		for _, i := range r.row(k) {
			a := &c.atoms[i]
			if (a.center() > limit) == isLeft {
				c.cellAtoms = append(c.cellAtoms, i)
				x0, x1 = min(x0, a.X0), max(x1, a.X1)
			}
		}
		if len(c.cellAtoms) > from {
			c.cells = append(c.cells, Cell{c.cellAtoms[from:len(c.cellAtoms):len(c.cellAtoms)], x1 - x0})
		}
	}
	n := len(c.cells)
	if n == 0 {
		return Verdict{}
	}
	for _, cell := range c.cells {
		edges = append(edges, sweep.Bits(cell.Width))
	}
	slices.Sort(edges)
	s := Side{Cells: c.cells, Rows: hi - lo, Em: m.em, Full: sweep.Float(edges[int(float32(n)*fullQuantile)])}
	if s.Full >= justFull*m.em && n >= justRows {
		edges = edges[:0]
		for _, cell := range c.cells {
			edges = append(edges, sweep.Bits(c.atoms[cell.Atoms[0]].X0))
		}
		slices.Sort(edges)
		s.Justified = float32(sweep.Gather(edges, justWindow*m.em)) >= justLeft*float32(n)
		edges = edges[:0]
		for _, cell := range c.cells {
			edges = append(edges, sweep.Bits(c.rightEdge(cell.Atoms)))
		}
		slices.Sort(edges)
		s.Justified = s.Justified && float32(sweep.Gather(edges, justWindow*m.em)) >= justRight*float32(n)
	}
	c.edges = edges
	return c.opt.Text.Side(&s)
}

// bound returns the far limit of the column that touches the strip at x.
func (c *Cutter) bound(r *rows, lo, hi int, isLeft bool, x, w float32, m *measures) float32 {
	ev := c.keys[:0] // ends of the stretches between which a strip fits
	for k := lo; k < hi; k++ {
		row := r.row(k)
		end := c.atoms[row[0]].X1
		ev = append(ev, sweep.Open(c.atoms[row[0]].X0))
		for _, i := range row[1:] {
			a := &c.atoms[i]
			if a.X0-end >= w {
				ev = append(ev, sweep.Close(end), sweep.Open(a.X0))
				end = a.X1
			} else {
				end = max(end, a.X1)
			}
		}
		ev = append(ev, sweep.Close(end))
	}
	c.keys = ev
	c.work += len(ev)
	limit := int(boundShare * float32(hi-lo))
	if len(ev) > boundSorted {
		c.binned(ev, limit, w, m)
	} else {
		slices.Sort(ev)
		c.free = sweep.Free(c.free[:0], ev, limit, w)
	}
	if isLeft {
		for k := len(c.free) - 1; k >= 0; k-- {
			if c.free[k].Hi <= x-boundMin*m.em {
				return c.free[k].Hi
			}
		}
		return below
	}
	for _, s := range c.free {
		if s.Lo >= x+boundMin*m.em {
			return s.Lo
		}
	}
	return above
}

// binned is sweep.Free by counting in bins, for the tables of many cells whose
// events take long to sort. A gap is found up to a bin narrower on each side.
func (c *Cutter) binned(ev []uint64, limit int, w float32, m *measures) {
	q := max(boundBin*m.em, (m.x1-m.x0)/boundBins)
	c.count = zeroed(c.count, int((m.x1-m.x0)/q)+3)
	for i := 0; i < len(ev); i += 2 {
		c.count[int((sweep.Coord(ev[i])-m.x0)/q)]++
		c.count[int((sweep.Coord(ev[i+1])-m.x0)/q)+1]--
	}
	c.free = c.free[:0]
	depth, from := int32(0), -1 // from is the first bin of an open gap
	for i, d := range c.count {
		was := depth > int32(limit)
		depth += d
		switch now := depth > int32(limit); {
		case was && !now:
			from = i
		case !was && now:
			if from >= 0 && float32(i-from)*q >= w-2*q {
				c.free = append(c.free, sweep.Span{Lo: m.x0 + float32(from)*q, Hi: m.x0 + float32(i)*q})
			}
			from = -1
		}
	}
}

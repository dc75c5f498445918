package xycut

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/sweep"
)

// What is done to the sides of an accepted gutter. Lengths are in ems unless
// a pitch is named.
const (
	// trimGap is the blank over both sides that ends a head or begins a tail.
	trimGap = 0.5
	// Of the rows of a head at most headFit start at a left edge that headRows
	// rows of their column and headEdge of them have, within headWindow, and it
	// holds at most headPart of the atoms: the authors' names over two
	// columns, not the first paragraph or a list.
	headFit    = 0.34
	headRows   = 3
	headEdge   = 0.15
	headPart   = 0.34
	headWindow = 0.3
	// A tail begins at most tailReach pitches below the end of the other
	// column, has tailRows rows and at most tailProse of them are prose. One
	// set in by tailInset on both sides, give or take tailCenter, is the
	// column's own.
	tailReach  = 4.5
	tailRows   = 2
	tailProse  = 0.34
	tailInset  = 1
	tailCenter = 0.5
	// Both sides are rows of a grid if gridBands of their blank bands, which
	// are gridBlank pitches high, coincide by gridMeet of a pitch, and
	// gridShare of their baselines are shared. Without the second condition
	// two headings at one height break a page. A single band needs oneShare.
	gridBands = 0.75
	gridBlank = 0.7
	gridMeet  = 0.5
	gridShare = 0.8
	oneShare  = 0.95
)

// fill puts a part's text into the rows of a side.
func (c *Cutter) fill(k int, part []int32, m *measures) *rows {
	r := &c.side[k]
	r.atoms = r.atoms[:0]
	for _, i := range part {
		if !c.atoms[i].Opaque {
			r.atoms = append(r.atoms, i)
		}
	}
	c.rows(r, rowTolerance*m.em)
	return r
}

// leftEdges returns the sorted left edges of the rows.
func (c *Cutter) leftEdges(dst []uint32, r *rows) []uint32 {
	for k := range r.len() {
		dst = append(dst, sweep.Bits(c.atoms[r.row(k)[0]].X0))
	}
	slices.Sort(dst)
	return dst
}

// head moves what stands at the top of both sides and is no column text to
// the part above: blocks of authors and addresses set on their own grid.
func (c *Cutter) head(m *measures) {
	l, r := c.fill(0, c.part[left], m), c.fill(1, c.part[right], m)
	if l.len() == 0 || r.len() == 0 {
		return
	}
	w := headWindow * m.em
	c.starts = c.leftEdges(c.starts[:0], l)
	c.stops = c.leftEdges(c.stops[:0], r)
	edges := [2][]uint32{c.starts, c.stops}
	c.keys = c.keys[:0]
	for k, s := range [2]*rows{l, r} {
		for j := range s.len() {
			c.keys = append(c.keys, sweep.Key(c.atoms[s.row(j)[0]].Top, 2*j+k))
		}
	}
	c.swap = sweep.Sort(c.keys, c.swap)
	y, at := float32(0), float32(below)
	n, fit := 0, 0
	for j, key := range c.keys {
		k, top := sweep.Index(key), sweep.Coord(key)
		row := c.side[k&1].row(k >> 1)
		if j == 0 {
			y = top
		}
		if n > 0 && top-y > trimGap*m.em {
			if float32(fit) > headFit*float32(n) {
				break
			}
			at = (y + top) / 2
			n, fit = 0, 0
		}
		n++
		x := c.atoms[row[0]].X0
		i0, i1 := between(edges[k&1], x-w, x+w)
		if i1-i0 >= headRows && float32(i1-i0) >= headEdge*float32(len(edges[k&1])) {
			fit++
		}
		y = max(y, c.floor(row))
	}
	if at == below {
		return
	}
	n = 0
	for _, part := range [2][]int32{c.part[left], c.part[right]} {
		for _, i := range part {
			if c.atoms[i].middle() < at {
				n++
			}
		}
	}
	if float32(n) > headPart*float32(len(c.part[left])+len(c.part[right])) {
		return
	}
	for k := left; k <= right; k++ {
		in, rest := c.split(c.part[k], at)
		c.part[up] = append(c.part[up], in...)
		c.part[k] = rest
	}
	c.sort(c.part[up])
}

// tail moves what stands below the end of the other column and is no running
// text to the part below: a table under balanced columns that fits in one.
func (c *Cutter) tail(m *measures) {
	long := left
	yl, yr := c.floor(c.part[left]), c.floor(c.part[right])
	if len(c.part[left]) == 0 || len(c.part[right]) == 0 {
		return
	}
	end := yr
	if yl <= yr {
		long, end = right, yl
	}
	r := c.fill(0, c.part[long], m)
	x0, x1 := float32(above), float32(below)
	for _, i := range r.atoms {
		x0, x1 = min(x0, c.atoms[i].X0), max(x1, c.atoms[i].X1)
	}
	if c.tailObstacle(long, r, end, x0, x1, m) {
		return
	}
	// The rows below the other column's end, and the bottom of those above.
	first := 0
	y := end
	for ; first < r.len(); first++ {
		row := r.row(first)
		if c.atoms[row[0]].Top > end-0.1*m.em {
			break
		}
	}
	if first > 0 {
		y = c.floor(r.row(first - 1))
	}
	for k := first; k+tailRows <= r.len(); k++ {
		row := r.row(k)
		top := c.atoms[row[0]].Top
		for _, i := range row {
			top = min(top, c.atoms[i].Top)
		}
		if top-end > tailReach*m.pitch {
			return
		}
		if top-y > trimGap*m.em && !(c.opt.Text.Full(row, x1-x0) && c.opt.Text.Full(r.row(k+1), x1-x0)) {
			if c.centered(r, k, x0, x1, m) {
				return
			}
			c.work += len(r.atoms)
			if v := c.read(r, k, r.len(), true, x1+1, minStrip*m.em, m); v.Prose <= tailProse {
				at := (y + top) / 2
				in, rest := c.split(c.part[long], at)
				c.part[long] = in
				c.part[down] = append(c.part[down], rest...)
				c.sort(c.part[down])
				return
			}
		}
		y = max(y, c.floor(row))
	}
}

// tailObstacle does the same for a table or figure that comes first below the
// other column's end: it takes along what stands under it, if little of that is
// prose.
func (c *Cutter) tailObstacle(long int, r *rows, end, x0, x1 float32, m *measures) bool {
	first := int32(-1)
	for _, i := range c.part[long] {
		if a := &c.atoms[i]; a.Opaque && a.Top > end-0.1*m.em && (first < 0 || a.Top < c.atoms[first].Top) {
			first = i
		}
	}
	if first < 0 || c.atoms[first].Top-end > tailReach*m.pitch {
		return false
	}
	o := &c.atoms[first]
	if d := (o.X0 + o.X1 - x0 - x1) / 2; o.X0 > x0+tailInset*m.em && d < tailCenter*m.em && d > -tailCenter*m.em {
		return false // the column's own
	}
	y := end
	for _, i := range c.part[long] {
		if a := &c.atoms[i]; i != first && a.middle() < o.Top {
			y = max(y, a.Bottom)
		}
	}
	if o.Top-y <= trimGap*m.em {
		return false
	}
	k := r.len()
	for k > 0 && c.atoms[r.row(k - 1)[0]].Top > o.Top {
		k--
	}
	if k < r.len() {
		c.work += len(r.atoms)
		if v := c.read(r, k, r.len(), true, x1+1, minStrip*m.em, m); v.Prose > tailProse {
			return false
		}
	}
	in, rest := c.split(c.part[long], (y+o.Top)/2)
	c.part[long] = in
	c.part[down] = append(c.part[down], rest...)
	c.sort(c.part[down])
	return true
}

// centered reports whether the rows from k on stand in the middle of the column
// from x0 to x1, and so in it.
func (c *Cutter) centered(r *rows, k int, x0, x1 float32, m *measures) bool {
	u0, u1 := float32(above), float32(below)
	from := int32(0)
	if k > 0 {
		from = r.ends[k-1]
	}
	for _, i := range r.atoms[from:] {
		u0, u1 = min(u0, c.atoms[i].X0), max(u1, c.atoms[i].X1)
	}
	d := (u0 + u1 - x0 - x1) / 2
	return u0 > x0+tailInset*m.em && d < tailCenter*m.em && d > -tailCenter*m.em
}

// grid returns the heights at which the blank bands of both sides fall
// together, if the sides are rows of a grid, such as pairs of stanzas, which
// are read row by row.
func (c *Cutter) grid(m *measures) []float32 {
	c.bands = c.bands[:0]
	if len(c.part[left]) == 0 || len(c.part[right]) == 0 {
		return nil
	}
	var top, bottom [2]float32
	c.white = c.white[:0]
	nl := 0
	for k := range 2 {
		part := c.part[left+k]
		c.keys = c.keys[:0]
		for _, i := range part {
			c.keys = append(c.keys, sweep.Key(c.atoms[i].Top, int(i)))
		}
		c.swap = sweep.Sort(c.keys, c.swap)
		y := c.atoms[sweep.Index(c.keys[0])].Bottom
		top[k] = sweep.Coord(c.keys[0])
		for _, key := range c.keys {
			a := &c.atoms[sweep.Index(key)]
			if a.Top-y > gridBlank*m.pitch {
				c.white = append(c.white, sweep.Span{Lo: y, Hi: a.Top})
			}
			y = max(y, a.Bottom)
		}
		bottom[k] = y
		if k == 0 {
			nl = len(c.white)
		}
	}
	t0, t1 := max(top[0], top[1]), min(bottom[0], bottom[1])
	inside := func(w sweep.Span) bool { return t0 < w.Lo && w.Lo < t1 }
	count := [2]int{}
	for k, w := range c.white {
		if inside(w) {
			if k < nl {
				count[0]++
			} else {
				count[1]++
			}
		}
	}
	for i, j := 0, nl; i < nl && j < len(c.white); {
		a, b := c.white[i], c.white[j]
		lo, hi := max(a.Lo, b.Lo), min(a.Hi, b.Hi)
		if inside(a) && inside(b) && hi-lo > gridMeet*m.pitch {
			c.bands = append(c.bands, (lo+hi)/2)
		}
		if a.Hi < b.Hi {
			i++
		} else {
			j++
		}
	}
	if len(c.bands) == 0 || float32(len(c.bands)) < gridBands*float32(max(count[0], count[1])) {
		return nil
	}
	l, r := c.fill(0, c.part[left], m), c.fill(1, c.part[right], m)
	if l.len() == 0 || r.len() == 0 {
		return nil
	}
	// The rows of the left side that stand beside the right one.
	lo, hi := 0, l.len()
	for lo < hi && c.atoms[l.row(lo)[0]].Base <= t0 {
		lo++
	}
	for hi > lo && c.atoms[l.row(hi - 1)[0]].Base >= t1 {
		hi--
	}
	if c.shared(l, lo, hi, r, 0, r.len(), m) < gridShare {
		return nil
	}
	if len(c.bands) == 1 {
		d := l.len() - r.len()
		if l.len() < minRows || d < -1 || d > 1 || c.shared(l, 0, l.len(), r, 0, r.len(), m) < oneShare {
			return nil
		}
	}
	return c.bands
}

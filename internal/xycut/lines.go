package xycut

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/sweep"
)

// How the rows of a leaf join to lines.
const (
	// seedTolerance, in ems, is how far the baselines of one seed differ.
	seedTolerance = 0.04
	// minOverlap is the part of the smaller box by which a row overlaps the
	// line it joins: indices and raised numbers do, neighbouring lines do not.
	minOverlap = 0.25
	// openLines is how many lines back a row looks.
	openLines = 4
	// coreSize is the share of a seed's main size from which an atom counts
	// for its box; a row wider by seedGrowth takes the line's box over.
	coreSize   = 0.8
	seedGrowth = 1.5
	boxGrowth  = 3
	// A row that overlaps the line's end by sideOverlap and abuts on it, less
	// than sideGap ems away, goes on with it: lines of skewed scans, and text
	// along a wave.
	sideOverlap = 0.6
	sideGap     = 0.6
	sideSize    = 0.8
	// Raised further than it overlaps: at most slotGlyphs of at most slotSize
	// go into the line below (or above, lowered) if they stand in a gap of it,
	// abut on its text to the left within slotGap, and are less than slotDrop
	// away; in ems of the line.
	slotGlyphs = 3
	slotSize   = 0.8
	slotGap    = 0.1
	slotDrop   = 0.5
)

// A line is what the rows of a leaf join to.
type line struct {
	top, bottom float32 // box of its widest row: indices cannot chain two lines
	width       float32
	left, right int32 // outermost atoms
}

// Lines groups the atoms of a leaf, which are ordered as Cut returns them, into
// lines from top to bottom. It returns the atoms' indices, those of a line by
// left edge, and where each line ends. An obstacle is a line of its own, before
// the lines that end beside it. The slices are valid until the next call.
func (c *Cutter) Lines(atoms []Atom, leaf []int32) (order, ends []int32) {
	c.atoms = atoms
	defer func() { c.atoms = nil }()
	r := &c.side[0]
	r.atoms = r.atoms[:0]
	for _, i := range leaf {
		if !atoms[i].Opaque {
			r.atoms = append(r.atoms, i)
		}
	}
	sizes := c.edges[:0]
	for _, i := range r.atoms {
		sizes = append(sizes, sweep.Bits(atoms[i].Size))
	}
	c.edges = sizes
	tol := float32(0)
	if len(sizes) > 0 {
		if slices.Min(sizes) != slices.Max(sizes) {
			slices.Sort(sizes)
		}
		tol = seedTolerance * sweep.Float(sizes[len(sizes)/2])
	}
	c.rows(r, tol)

	c.lines = c.lines[:0]
	c.keys = c.keys[:0] // (line, row), to be gathered by line
	for k := range r.len() {
		row := r.row(k)
		seed := c.seed(row)
		best, over := -1, float32(minOverlap)
		for j := len(c.lines) - 1; j >= max(0, len(c.lines)-openLines); j-- {
			l := &c.lines[j]
			o := (min(seed.bottom, l.bottom) - max(seed.top, l.top)) / min(seed.bottom-seed.top, l.bottom-l.top)
			if o > over || o == over && best < 0 {
				best, over = j, o
			}
		}
		if best < 0 {
			best = c.adjoins(seed)
		}
		if best < 0 {
			best = len(c.lines)
			c.lines = append(c.lines, seed)
		} else {
			l := &c.lines[best]
			left, right := l.left, l.right
			if atoms[seed.left].X0 < atoms[left].X0 {
				left = seed.left
			}
			if atoms[seed.right].X1 > atoms[right].X1 {
				right = seed.right
			}
			if seed.width > l.width*seedGrowth || seed.bottom-seed.top > boxGrowth*(l.bottom-l.top) {
				*l = seed
			}
			l.left, l.right = left, right
		}
		c.keys = append(c.keys, uint64(best)<<32|uint64(k))
	}
	slices.Sort(c.keys)
	c.slots(r)

	// Lines in order of their lower edge.
	c.keys3 = c.keys3[:0]
	for j := range c.lines {
		if c.lines[j].width < 0 {
			continue // in another line's slot
		}
		c.keys3 = append(c.keys3, sweep.Key(c.lines[j].bottom, j))
	}
	for _, i := range leaf {
		if atoms[i].Opaque {
			c.keys3 = append(c.keys3, sweep.Key(atoms[i].Top, len(c.lines)+int(i)))
		}
	}
	c.swap = sweep.Sort(c.keys3, c.swap)
	order, ends = c.lineOrder[:0], c.lineEnds[:0]
	for _, key := range c.keys3 {
		j := sweep.Index(key)
		if j >= len(c.lines) {
			order = append(order, int32(j-len(c.lines)))
			ends = append(ends, int32(len(order)))
			continue
		}
		from := len(order)
		lo, _ := slices.BinarySearch(c.keys, uint64(j)<<32)
		n := 0
		for k := lo; k < len(c.keys) && c.keys[k]>>32 == uint64(j); k++ {
			order = append(order, r.row(sweep.Index(c.keys[k]))...)
			n++
		}
		if n > 1 {
			c.byLeft(order[from:])
		}
		ends = append(ends, int32(len(order)))
	}
	c.lineOrder, c.lineEnds = order, ends
	return order, ends
}

// seed returns the line that a row starts.
func (c *Cutter) seed(row []int32) line {
	var widest *Atom
	l := line{top: above, bottom: below, left: row[0], right: row[0]}
	for _, i := range row {
		a := &c.atoms[i]
		l.width += a.X1 - a.X0
		if a.X1 > c.atoms[l.right].X1 {
			l.right = i
		}
		if widest == nil || a.X1-a.X0 > widest.X1-widest.X0 {
			widest = a
		}
	}
	for _, i := range row {
		if a := &c.atoms[i]; a.Size >= coreSize*widest.Size {
			l.top, l.bottom = min(l.top, a.Top), max(l.bottom, a.Bottom)
		}
	}
	return l
}

// adjoins returns the open line that a seed continues at one of its ends, or
// -1.
func (c *Cutter) adjoins(seed line) int {
	for j := len(c.lines) - 1; j >= max(0, len(c.lines)-openLines); j-- {
		l := &c.lines[j]
		if c.follows(l.right, seed.left) || c.follows(seed.right, l.left) {
			return j
		}
	}
	return -1
}

// follows reports whether atom j goes on where atom i ends.
func (c *Cutter) follows(i, j int32) bool {
	a, b := &c.atoms[i], &c.atoms[j]
	big, small := max(a.Size, b.Size), min(a.Size, b.Size)
	gap := b.X0 - a.X1
	over := min(a.Bottom, b.Bottom) - max(a.Top, b.Top)
	return small >= sideSize*big && gap > -sideGap/4*big && gap < sideGap*big && over >= sideOverlap*small
}

// slots moves what is raised or lowered beyond its line back into it. Only
// lines that follow one another are compared.
func (c *Cutter) slots(r *rows) {
	c.keys2 = c.keys2[:0] // (place in keys, new key)
	for k := 0; k < len(c.keys); k++ {
		j := int(c.keys[k] >> 32)
		if k > 0 && int(c.keys[k-1]>>32) == j || k+1 < len(c.keys) && int(c.keys[k+1]>>32) == j {
			continue // more than one row
		}
		row := r.row(sweep.Index(c.keys[k]))
		if len(row) > slotGlyphs {
			continue
		}
		for _, to := range [2]int{j + 1, j - 1} {
			if to >= 0 && to < len(c.lines) && c.lines[to].width > 0 && c.slot(r, row, to) {
				c.lines[j].width = -1
				c.keys2 = append(c.keys2, uint64(k), uint64(to)<<32|uint64(sweep.Index(c.keys[k])))
				break
			}
		}
	}
	for i := 0; i < len(c.keys2); i += 2 {
		c.keys[c.keys2[i]] = c.keys2[i+1]
	}
	if len(c.keys2) > 0 {
		slices.Sort(c.keys)
	}
}

// slot reports whether a row stands in a gap of a line.
func (c *Cutter) slot(r *rows, row []int32, to int) bool {
	n := int32(0)
	size := float32(0)
	for _, i := range row {
		n += c.atoms[i].N
		size = max(size, c.atoms[i].Size)
	}
	l := &c.lines[to]
	em := l.bottom - l.top
	a := &c.atoms[row[0]]
	x0, x1 := a.X0, c.rightEdge(row)
	if n > slotGlyphs || size > slotSize*em || a.Top-l.bottom > slotDrop*em || l.top-a.Bottom > slotDrop*em {
		return false
	}
	abuts := false
	lo, _ := slices.BinarySearch(c.keys, uint64(to)<<32)
	for k := lo; k < len(c.keys) && int(c.keys[k]>>32) == to; k++ {
		for _, i := range r.row(sweep.Index(c.keys[k])) {
			b := &c.atoms[i]
			c.work++
			if b.X0 < x1-slotGap*em && b.X1 > x0+slotGap*em {
				return false
			}
			if d := x0 - b.X1; d > -slotGap*em && d < slotGap*em {
				abuts = true
			}
		}
	}
	return abuts
}

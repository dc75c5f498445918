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
)

// A line is what the rows of a leaf join to.
type line struct {
	top, bottom float32 // box of its widest row: indices cannot chain two lines
	width       float32
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
		sizes = append(sizes, atoms[i].Size)
	}
	c.edges = sizes
	tol := float32(0)
	if len(sizes) > 0 {
		if slices.Min(sizes) != slices.Max(sizes) {
			slices.Sort(sizes)
		}
		tol = seedTolerance * sizes[len(sizes)/2]
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
			best = len(c.lines)
			c.lines = append(c.lines, seed)
		} else if l := &c.lines[best]; seed.width > l.width*seedGrowth || seed.bottom-seed.top > boxGrowth*(l.bottom-l.top) {
			*l = seed
		}
		c.keys = append(c.keys, uint64(best)<<32|uint64(k))
	}
	slices.Sort(c.keys)

	// Lines in order of their lower edge.
	c.keys3 = c.keys3[:0]
	for j := range c.lines {
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
	l := line{top: above, bottom: below}
	for _, i := range row {
		a := &c.atoms[i]
		l.width += a.X1 - a.X0
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

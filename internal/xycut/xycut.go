// Package xycut finds the columns of a page: it divides boxes by the empty
// strips between them, recursively, and returns them in reading order.
//
// An XY-cut that looks for wide gaps fails twice: the gutters of real pages
// are as narrow as 0.6 em, and the gaps between a table's columns are wider
// than that. So a strip is judged by its height, that is by the number of rows
// it stays empty over, and then by what stands on its sides, which a Text
// reads: a column of text is full of words, a column of a table is not.
//
// Rows run along x and follow one another along growing y.
package xycut

import (
	"cmp"
	"math"
	"slices"

	"github.com/pdftext-go/pdftext/internal/sweep"
)

// An Atom is a box that no cut divides: a word, or with Opaque set a table or
// figure as a whole.
type Atom struct {
	X0, X1      float32
	Top, Bottom float32 // of the nominal em box; never of the ink, which differs from letter to letter
	Base        float32 // baseline; equal for all words of a row
	Size        float32 // em
	N           int32   // glyphs
	Opaque      bool
}

func (a *Atom) center() float32 { return (a.X0 + a.X1) / 2 }
func (a *Atom) middle() float32 { return (a.Top + a.Bottom) / 2 }

// A Rule is a horizontal line drawn on the page.
type Rule struct{ Y, X0, X1 float32 }

// A Cell is what one row holds between a strip and the next one.
type Cell struct {
	Atoms []int32 // by left edge
	Width float32
}

// A Side is the column that touches a strip on one side.
type Side struct {
	Cells     []Cell
	Rows      int     // rows of the side, those without a cell included
	Em        float32 // usual size of the region
	Full      float32 // width of a full cell
	Justified bool    // both edges stand
}

// A Verdict is what a Text says of a Side.
type Verdict struct {
	Prose float32 // share of rows that look like a full line of running text
	Words float32 // median number of words
	Runs  bool    // text runs on over the line's end: cells start in the middle of a sentence
}

// A Text reads the atoms, for the tests that geometry cannot make.
type Text interface {
	Side(s *Side) Verdict
	// Full reports whether the row is a full line of running text in a column of the width.
	Full(row []int32, width float32) bool
}

// Options direct a cut.
type Options struct {
	RightToLeft bool    // of two columns the right one is read first
	MinGutter   float32 // least width of a gutter, if positive
	Rules       []Rule  // by Y
	Text        Text
}

const (
	// minAtoms and minWidth (ems) are what a region must have to be searched:
	// two columns of less cannot be told from a table.
	minAtoms = 12
	minWidth = 10
	// maxDepth bounds the recursion; real pages reach 5.
	maxDepth = 12
	// maxWork bounds the atoms looked at for one page, about 10 ms. What is
	// left then is read as rows.
	maxWork = 4_000_000
	// maxKnown bounds the gutters that are looked for again elsewhere.
	maxKnown = 8
	// Everything a page can hold lies between these.
	below, above = -1e9, 1e9
)

// A Cutter holds the scratch memory of cuts. The zero value is ready.
type Cutter struct {
	atoms []Atom
	opt   Options
	work  int // atoms looked at so far

	order []int32 // the atoms' permutation, which the recursion refines in place
	ends  []int32

	keys, keys2, swap []uint64
	segs              []segment
	starts, stops     []uint32
	white             []sweep.Span
	strips            []strip
	known             []strip // the gutters found so far
	ivals, softs      []sweep.Span
	bases             []float32 // of the region's rows
	window            []int32
	count, count2     []int32
	side              [2]rows
	bands             []float32

	lines               []line
	keys3               []uint64
	lineOrder, lineEnds []int32
	part                [5][]int32
	cells               []Cell
	cellAtoms           []int32
	free                []sweep.Span
	edges               []uint32 // lengths by their sweep.Bits

	trace func(s strip, top, bottom float32, n int, width, align, share float32, l, r Verdict, ok bool) // of each strip that was read, for tests
}

// Work returns the number of atoms that the last cut looked at.
func (c *Cutter) Work() int { return c.work }

// Cut divides the atoms. It returns their indices in reading order and where
// each leaf ends in it; inside a leaf atoms are ordered by baseline, then by
// left edge. Both slices are valid until the next call. It takes O(n log n)
// time and a bounded number of further looks at atoms.
func (c *Cutter) Cut(atoms []Atom, opt Options) (order, ends []int32) {
	c.atoms, c.opt, c.work = atoms, opt, 0
	c.order, c.ends, c.known = c.order[:0], c.ends[:0], c.known[:0]
	for i := range atoms {
		c.order = append(c.order, int32(i))
	}
	c.sort(c.order)
	c.cut(0, len(c.order), 0)
	c.atoms, c.opt = nil, Options{}
	return c.order, c.ends
}

// cut divides order[lo:hi].
func (c *Cutter) cut(lo, hi, depth int) {
	if lo == hi {
		return
	}
	region := c.order[lo:hi]
	if len(region) < minAtoms || depth >= maxDepth || c.work > maxWork {
		c.ends = append(c.ends, int32(hi))
		return
	}
	m := c.measure(region)
	best, ok := c.gutter(region, &m)
	if !ok {
		c.ends = append(c.ends, int32(hi))
		return
	}
	if len(c.known) < maxKnown {
		c.known = append(c.known, best.strip)
	}
	for k := range c.part {
		c.part[k] = c.part[k][:0]
	}
	for _, i := range region {
		a := &c.atoms[i]
		k := right
		switch y := a.middle(); {
		case y <= best.top:
			k = up
		case y >= best.bottom:
			k = down
		case a.center() < best.x:
			k = left
		}
		c.part[k] = append(c.part[k], i)
	}
	c.head(&m)
	c.tail(&m)
	bands := c.grid(&m)

	// Write the parts back in reading order.
	var few [8]int
	ends := few[:0]
	at := lo
	put := func(part []int32) {
		if len(part) > 0 {
			at += copy(c.order[at:], part)
			ends = append(ends, at)
		}
	}
	put(c.part[up])
	first, second := c.part[left], c.part[right]
	if c.opt.RightToLeft {
		first, second = second, first
	}
	if len(bands) == 0 {
		put(first)
		put(second)
	} else {
		for _, y := range append(bands, above) {
			for _, part := range [2]*[]int32{&first, &second} {
				in, rest := c.split(*part, y)
				put(in)
				*part = rest
			}
		}
	}
	put(c.part[down])
	for _, end := range ends {
		c.cut(lo, end, depth+1)
		lo = end
	}
}

// The parts of a region around a gutter.
const (
	up = iota
	left
	right
	down
	spare
)

// split moves the atoms above y to the front of the part and returns the two
// pieces, each in its old order.
func (c *Cutter) split(part []int32, y float32) (in, rest []int32) {
	low := c.part[spare][:0]
	n := 0
	for _, i := range part {
		if c.atoms[i].middle() < y {
			part[n] = i
			n++
		} else {
			low = append(low, i)
		}
	}
	copy(part[n:], low)
	c.part[spare] = low
	return part[:n], part[n:]
}

// sort orders a part by baseline and left edge.
func (c *Cutter) sort(part []int32) {
	if slices.IsSortedFunc(part, func(i, j int32) int {
		a, b := &c.atoms[i], &c.atoms[j]
		return cmp.Or(cmp.Compare(a.Base, b.Base), cmp.Compare(a.X0, b.X0))
	}) {
		return
	}
	c.keys, c.keys2 = c.keys[:0], c.keys2[:0]
	for _, i := range part {
		c.keys = append(c.keys, sweep.Key(c.atoms[i].X0, int(i)))
	}
	c.swap = sweep.Sort(c.keys, c.swap)
	for j, k := range c.keys {
		c.keys2 = append(c.keys2, sweep.Key(c.atoms[sweep.Index(k)].Base, j))
	}
	c.swap = sweep.Sort(c.keys2, c.swap)
	for j, k := range c.keys2 {
		part[j] = int32(sweep.Index(c.keys[sweep.Index(k)]))
	}
}

// measures are the usual lengths of a region.
type measures struct {
	em     float32 // most frequent size, by glyphs
	pitch  float32 // from baseline to baseline
	gap    float32 // between neighbouring words, in ems
	size   float32 // greatest
	x0, x1 float32 // extent
}

const (
	// Rows are taken to be set solid below minPitch and to belong to other
	// paragraphs above maxPitch; in ems.
	minPitch, maxPitch = 0.8, 2.5
	usualPitch         = 1.2
	// Gaps above maxWordGap ems are not between words.
	maxWordGap   = 3
	usualWordGap = 0.3
	// sizeBits of a size's mantissa are told apart, steps of 3 %.
	sizeBits = 5
	// maxSizes bounds the sizes that are counted for the most frequent one.
	maxSizes = 64
	// resolution is that of the histograms of lengths, in bins per em.
	resolution = 100
)

// measure looks at every atom once. Obstacles have no size and no gaps.
func (c *Cutter) measure(region []int32) measures {
	c.work += len(region)
	m := measures{x0: above, x1: below}
	var sizes [maxSizes]struct {
		bits uint32
		n    int32
		size float32
	}
	used := 0
	for _, i := range region {
		a := &c.atoms[i]
		m.x0, m.x1 = min(m.x0, a.X0), max(m.x1, a.X1)
		if a.Opaque {
			continue
		}
		m.size = max(m.size, a.Size)
		bits := math.Float32bits(a.Size) >> (23 - sizeBits)
		k := 0
		for k < used && sizes[k].bits != bits {
			k++
		}
		if k == used {
			if used == maxSizes {
				continue
			}
			sizes[k].bits, sizes[k].size = bits, a.Size
			used++
		}
		sizes[k].n += a.N
		sizes[k].size = min(sizes[k].size, a.Size) // the same whatever comes first
	}
	m.em = 1
	n := int32(-1)
	for _, s := range sizes[:used] {
		if s.n > n || s.n == n && s.size > m.em {
			m.em, n = s.size, s.n
		}
	}
	if !(m.em > 0) {
		m.em = 1
	}

	var pitches [(maxPitch - minPitch) * resolution]int32
	var gaps [maxWordGap * resolution]int32
	base, end := float32(below), float32(below)
	for _, i := range region {
		a := &c.atoms[i]
		if a.Opaque {
			continue
		}
		if a.Base == base {
			if g := (a.X0 - end) / m.em * resolution; g > 0 && g < float32(len(gaps)) {
				gaps[int(g)]++
			}
		} else if p := ((a.Base-base)/m.em - minPitch) * resolution; p > 0 && p < float32(len(pitches)) {
			pitches[int(p)]++
		}
		base, end = a.Base, a.X1
	}
	m.pitch, m.gap = usualPitch*m.em, usualWordGap
	if q := sweep.Quantile(pitches[:], 0.5); q >= 0 {
		m.pitch = (minPitch + (float32(q)+0.5)/resolution) * m.em
	}
	if q := sweep.Quantile(gaps[:], 0.5); q >= 0 {
		m.gap = (float32(q) + 0.5) / resolution
	}
	return m
}

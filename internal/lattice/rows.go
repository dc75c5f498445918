package lattice

import (
	"cmp"
	"slices"
)

const (
	// rowOverlap is the share of the lower of two boxes that must overlap for
	// words to be in one row. Less joins the lines of cells that are centred
	// half a line apart.
	rowOverlap = 0.5
	// lookBack is the number of rows that a word is compared with.
	lookBack = 4
	// segmentGap in ems parts a row into segments. Word gaps of stretched lines
	// reach 0.6; it may be anything from 0.7 to 1.2.
	segmentGap = 0.9
)

// A row is a visual line of words.
type row struct {
	words  []int32 // by left edge
	y0, y1 float64
	base   float64 // median baseline
	size   float64 // median size
}

// A segment is a part of a row without wide gaps.
type segment struct {
	words  []int32
	x0, x1 float64
}

// rowsOf returns the rows of the upright words, from top to bottom.
func rowsOf(words []Word, in []int32) []row {
	upright := make([]int32, 0, len(in))
	for _, i := range in {
		if !words[i].Sideways {
			upright = append(upright, i)
		}
	}
	if len(upright) == 0 {
		return nil
	}
	slices.SortFunc(upright, func(a, b int32) int {
		v, w := &words[a], &words[b]
		return cmp.Or(cmp.Compare(v.Base, w.Base), cmp.Compare(v.Box.X0, w.Box.X0), cmp.Compare(a, b))
	})
	rows := make([]row, 0, 1)
	rowOf := make([]int32, len(upright)) // of each word
	sizes := make([]int32, 0, 1)         // words of each row
	for k, i := range upright {
		w := &words[i]
		best := -1
		for k := max(0, len(rows)-lookBack); k < len(rows); k++ {
			r := &rows[k]
			if min(r.y1, w.Box.Y1)-max(r.y0, w.Box.Y0) >= rowOverlap*min(r.y1-r.y0, w.Box.Height()) {
				best = k
			}
		}
		if best < 0 {
			best = len(rows)
			rows, sizes = append(rows, row{y0: w.Box.Y0, y1: w.Box.Y1}), append(sizes, 0)
		}
		rowOf[k] = int32(best)
		sizes[best]++
	}
	if len(rows) == 1 {
		rows[0].words = upright
	} else {
		all := make([]int32, len(upright))
		for k, n := range sizes {
			rows[k].words, all = all[:0:n], all[n:]
		}
		for k, i := range upright {
			r := &rows[rowOf[k]]
			r.words = append(r.words, i)
		}
	}
	for k := range rows {
		rows[k].measure(words)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.base, b.base) })
	return rows
}

// measure orders the row's words and sets what follows from them.
func (r *row) measure(words []Word) {
	slices.SortFunc(r.words, func(a, b int32) int {
		return cmp.Or(cmp.Compare(words[a].Box.X0, words[b].Box.X0), cmp.Compare(a, b))
	})
	var few [16]float64 // most rows of a cell have fewer words
	values := few[:0]
	for _, i := range r.words {
		values = append(values, words[i].Base)
		r.y0, r.y1 = min(r.y0, words[i].Box.Y0), max(r.y1, words[i].Box.Y1)
	}
	r.base = median(values)
	for k, i := range r.words {
		values[k] = words[i].Size
	}
	r.size = median(values)
}

// segments cuts the row at wide gaps, at leaders, which go, and where a bar
// lies between the centres of two words; bars are ascending.
func (r *row) segments(words []Word, bars []float64) []segment {
	var out []segment
	closed := true
	for _, i := range r.words {
		w := &words[i]
		if w.Leader {
			closed = true
			continue
		}
		if !closed {
			s := &out[len(out)-1]
			before := &words[s.words[len(s.words)-1]]
			b, _ := slices.BinarySearch(bars, before.centre().X)
			barred := b < len(bars) && bars[b] < w.centre().X
			if w.Box.X0-s.x1 < segmentGap*max(min(w.Size, before.Size), 1) && !barred {
				s.words, s.x1 = append(s.words, i), max(s.x1, w.Box.X1)
				continue
			}
		}
		out = append(out, segment{[]int32{i}, w.Box.X0, w.Box.X1})
		closed = false
	}
	return out
}

// isNumber reports whether the words together are a number.
func isNumber(words []Word, in []int32) bool {
	for _, i := range in {
		if !words[i].Number {
			return false
		}
	}
	return len(in) > 0
}

// wraps returns the share of neighbouring lines where the first word of the
// lower one had no room behind the upper one: near 1 in running text. The text
// may reach to x1.
func wraps(words []Word, lines [][]int32, x1 float64) float64 {
	if len(lines) < 2 {
		return 0
	}
	n := 0
	for k, line := range lines[1:] {
		first := &words[line[0]]
		above := lines[k]
		last := &words[above[len(above)-1]]
		if last.Box.X1+0.3*first.Size+first.Box.Width() > x1-0.5 {
			n++
		}
	}
	return float64(n) / float64(len(lines)-1)
}

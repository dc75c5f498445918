package lattice

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/wordgrid"
)

// segmentGap in ems parts a row into segments. Word gaps of stretched lines
// reach 0.6; it may be anything from 0.7 to 1.2.
const segmentGap = 0.9

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
	upright := make([]wordgrid.Word, 0, len(in))
	for _, i := range in {
		if w := &words[i]; !w.Sideways {
			upright = append(upright, wordgrid.Word{Base: w.Base, Size: w.Size, Box: w.Box, Index: i})
		}
	}
	if len(upright) == 0 {
		return nil
	}
	found := wordgrid.Rows(upright)
	rows := make([]row, len(found))
	all := make([]int32, 0, len(upright))
	var few [16]float64 // most rows of a cell have fewer words
	for k, r := range found {
		values := few[:0]
		from := len(all)
		for _, w := range r.Words {
			all = append(all, w.Index)
			values = append(values, w.Base)
		}
		rows[k] = row{words: all[from:len(all):len(all)], y0: r.Y0, y1: r.Y1, base: median(values)}
		for i, w := range r.Words {
			values[i] = w.Size
		}
		rows[k].size = median(values)
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.base, b.base) })
	return rows
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

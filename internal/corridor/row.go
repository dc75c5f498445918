package corridor

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/wordgrid"
)

const (
	// segmentGap in ems parts a row into segments; anything from 0.7 to 1.2
	// does. numberGap is enough between two numbers.
	segmentGap = 0.9
	numberGap  = 0.5
	// In a justified line, whose word gaps are wider than justifiedGap in the
	// middle, a gap must be justifiedRatio times as wide.
	justifiedGap   = 0.3
	justifiedRatio = 2
)

// A row is a visual line of words.
type row struct {
	words  []int32   // by left edge
	segs   []segment // without the leaders
	x0, x1 float64
	y0, y1 float64
	base   float64 // median baseline
	size   float64 // median size
	leader bool    // has leaders
	stack  int     // stack of rules that it lies in, from 1, or 0
}

// A segment is a part of a row without wide gaps.
type segment struct {
	words  []int32
	x0, x1 float64
}

// multi reports whether the row has several segments.
func (r *row) multi() bool { return len(r.segs) > 1 }

// rowsOf returns the rows of the words, from top to bottom, those of leaders
// only left out.
func (f *finder) rowsOf(in []int32) []row {
	words := make([]wordgrid.Word, len(in))
	for k, i := range in {
		w := &f.words[i]
		words[k] = wordgrid.Word{Base: w.Base, Size: w.Size, Box: w.Box, Index: i}
	}
	found := wordgrid.Rows(words)
	rows := make([]row, 0, len(found))
	all := make([]int32, 0, len(in))
	var values []float64
	for _, q := range found {
		from := len(all)
		values = values[:0]
		for _, w := range q.Words {
			all = append(all, w.Index)
			values = append(values, w.Base)
		}
		r := row{words: all[from:len(all):len(all)], x0: q.X0, x1: q.X1, y0: q.Y0, y1: q.Y1, base: median(values)}
		for k, w := range q.Words {
			values[k] = w.Size
		}
		r.size = median(values)
		if f.segment(&r, values[:0]); len(r.segs) > 0 {
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.base, b.base) })
	return rows
}

const (
	// dotWords or more words of a dot each, at most dotGap ems apart, are
	// leaders; single ones stand for a number that is not known.
	dotWords = 3
	dotGap   = 2.0
)

// findLeaders marks the leaders of a row.
func (f *finder) findLeaders(r *row) {
	for k := 0; k < len(r.words); {
		w := &f.words[r.words[k]]
		if w.Kind&Leader != 0 {
			f.leader[r.words[k]], r.leader = true, true
		}
		n := k + 1
		if w.Kind&Dot != 0 {
			for n < len(r.words) && f.words[r.words[n]].Kind&Dot != 0 && f.words[r.words[n]].Box.X0-f.words[r.words[n-1]].Box.X1 <= dotGap*w.Size {
				n++
			}
		}
		if n-k >= dotWords {
			for _, i := range r.words[k:n] {
				f.leader[i] = true
			}
			r.leader = true
		}
		k = n
	}
}

// segment cuts the row at wide gaps and at leaders, which go.
func (f *finder) segment(r *row, gaps []float64) {
	words := f.words
	in := r.words
	if f.findLeaders(r); r.leader {
		in = slices.DeleteFunc(slices.Clone(r.words), func(i int32) bool { return f.leader[i] })
	}
	if len(in) == 0 {
		return
	}
	limit := f.gapLimit(in, gaps)
	lo, end, size := 0, words[in[0]].Box.X1, words[in[0]].Size
	leaders := r.words
	for k := 1; k < len(in); k++ {
		a, b := &words[in[k-1]], &words[in[k]]
		gap := (b.Box.X0 - end) / max(1, min(size, b.Size))
		apart := gap >= limit || gap >= numberGap && a.Kind&b.Kind&Number != 0
		if !apart && r.leader {
			// One between them?
			for len(leaders) > 0 && words[leaders[0]].Box.Center().X < end-1 {
				leaders = leaders[1:]
			}
			for q := 0; q < len(leaders) && words[leaders[q]].Box.Center().X <= b.Box.X0+1 && !apart; q++ {
				apart = f.leader[leaders[q]]
			}
		}
		if apart {
			r.segs = append(r.segs, segment{in[lo:k], words[in[lo]].Box.X0, end})
			lo, end = k, b.Box.X1
		}
		end, size = max(end, b.Box.X1), b.Size
	}
	r.segs = append(r.segs, segment{in[lo:], words[in[lo]].Box.X0, end})
}

// gapLimit returns the gap in ems that parts the segments of a row.
func (f *finder) gapLimit(in []int32, gaps []float64) float64 {
	if len(in) < 5 {
		return segmentGap
	}
	wide := 0
	for k := 1; k < len(in); k++ {
		a, b := &f.words[in[k-1]], &f.words[in[k]]
		gap := (b.Box.X0 - a.Box.X1) / max(1, min(a.Size, b.Size))
		if gap >= segmentGap {
			wide++
		}
		if gap < 1.5 {
			gaps = append(gaps, gap)
		}
	}
	if len(gaps) < 4 || 2*wide >= len(in)-1 {
		return segmentGap
	}
	if m := median(gaps); m > justifiedGap {
		return max(segmentGap, justifiedRatio*m)
	}
	return segmentGap
}

// x1 returns where a phrase ends.
func (f *finder) x1(phrase []int32) float64 {
	x := f.words[phrase[0]].Box.X1
	for _, i := range phrase[1:] {
		x = max(x, f.words[i].Box.X1)
	}
	return x
}

// x0 returns where a phrase starts.
func (f *finder) x0(phrase []int32) float64 {
	x := f.words[phrase[0]].Box.X0
	for _, i := range phrase[1:] {
		x = min(x, f.words[i].Box.X0)
	}
	return x
}

// numberWords bounds the words of one number: digits in groups, signs, a unit.
const numberWords = 5

// number reports whether a phrase is a number.
func (f *finder) number(phrase []int32) bool {
	if len(phrase) > numberWords {
		return false
	}
	for _, i := range phrase {
		if f.words[i].Kind&Number == 0 {
			return false
		}
	}
	return true
}

// figure reports whether a phrase is a number with a digit.
func (f *finder) figure(phrase []int32) bool {
	return f.number(phrase) && slices.ContainsFunc(phrase, func(i int32) bool { return f.words[i].Kind&Digit != 0 })
}

// caption reports whether a phrase begins as "Table 3" does.
func (f *finder) caption(phrase []int32) bool {
	if f.words[phrase[0]].Kind&Caption == 0 {
		return false
	}
	return f.words[phrase[0]].Kind&Digit != 0 || len(phrase) > 1 && f.words[phrase[1]].Kind&Digit != 0
}

// wraps reports whether the first word of the lower line had no room behind
// the upper one. The text may reach to x1.
func (f *finder) wraps(upper, lower []int32, x1 float64) bool {
	const blank = 0.3 // ems
	first := &f.words[lower[0]]
	return f.words[upper[len(upper)-1]].Box.X1+blank*first.Size+first.Box.Width() > x1
}

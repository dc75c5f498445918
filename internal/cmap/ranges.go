package cmap

import (
	"cmp"
	"container/heap"
	"slices"
)

// A Range gives a value to each of the codes Lo to Hi.
type Range struct {
	Lo, Hi uint32
	Value  int32
}

// Ranges are sorted and disjoint, and the value rises by one with each code of
// a range.
type Ranges []Range

// Find returns the value of code, by binary search.
func (rs Ranges) Find(code uint32) (int32, bool) {
	lo, hi := 0, len(rs)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if rs[mid].Hi < code {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(rs) || rs[lo].Lo > code {
		return 0, false
	}
	return rs[lo].Value + int32(code-rs[lo].Lo), true
}

// An Overlap tells which of two ranges keeps the codes that are in both.
type Overlap bool

// Rules of overlap.
const (
	FirstWins Overlap = false // as in the W array of a CIDFont
	LastWins  Overlap = true  // as in PostScript, where a later entry replaces an earlier one
)

// Disjoint returns rs sorted and without overlaps, in n log n; ranges that are
// so already are returned as they are. The order of rs is taken to be the order
// in which they were written. If step is set, the value of a range rises by one
// with each code, so that a part of a range begins with a higher value.
func Disjoint(rs []Range, who Overlap, step bool) []Range {
	sorted := true
	for i := 1; i < len(rs) && sorted; i++ {
		sorted = rs[i-1].Hi < rs[i].Lo
	}
	if sorted {
		return rs
	}

	// Walk along the codes. open holds the ranges that have begun, the one
	// that wins on top; those on top that have ended are dropped. Each turn
	// begins a range or ends one, so there are at most 2n turns.
	order := make([]int, len(rs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(rs[i].Lo, rs[j].Lo), i-j)
	})
	open := rangeHeap{last: who == LastWins}
	out := make([]Range, 0, len(rs))
	at, next := uint64(0), 0
	for {
		for len(open.index) > 0 && uint64(rs[open.index[0]].Hi) < at {
			heap.Pop(&open)
		}
		if len(open.index) == 0 {
			if next == len(order) {
				return out
			}
			at = max(at, uint64(rs[order[next]].Lo))
		}
		for next < len(order) && uint64(rs[order[next]].Lo) <= at {
			heap.Push(&open, order[next])
			next++
		}
		r := rs[open.index[0]]
		if uint64(r.Hi) < at {
			continue
		}
		end := uint64(r.Hi)
		if next < len(order) {
			end = min(end, uint64(rs[order[next]].Lo)-1)
		}
		if step {
			r.Value += int32(uint32(at) - r.Lo)
		}
		r.Lo, r.Hi = uint32(at), uint32(end)
		if last := len(out) - 1; last >= 0 && continues(out[last], r, step) {
			out[last].Hi = r.Hi
		} else {
			out = append(out, r)
		}
		at = end + 1
	}
}

// continues reports whether b goes on where a ends, with the values that a
// would have there.
func continues(a, b Range, step bool) bool {
	if uint64(a.Hi)+1 != uint64(b.Lo) {
		return false
	}
	if step {
		return b.Value >= 0 && a.Value >= 0 && int64(b.Value)-int64(a.Value) == int64(b.Lo-a.Lo)
	}
	return a.Value == b.Value
}

// A rangeHeap has the index of the range that wins on top.
type rangeHeap struct {
	index []int
	last  bool // the range written last wins
}

func (h *rangeHeap) Len() int           { return len(h.index) }
func (h *rangeHeap) Less(i, j int) bool { return (h.index[i] < h.index[j]) != h.last }
func (h *rangeHeap) Swap(i, j int)      { h.index[i], h.index[j] = h.index[j], h.index[i] }
func (h *rangeHeap) Push(x any)         { h.index = append(h.index, x.(int)) }
func (h *rangeHeap) Pop() any {
	last := h.index[len(h.index)-1]
	h.index = h.index[:len(h.index)-1]
	return last
}

// Package sweep holds the sorts and one-dimensional sweeps that the layout
// stages share. It knows coordinates and indices, nothing else.
package sweep

import (
	"math"
	"slices"
)

// Key packs a coordinate and an index so that keys order as (x, i) does. A
// slice of keys sorts several times faster than indices behind a comparison,
// and equal coordinates cannot make two runs differ. NaN orders last.
func Key(x float32, i int) uint64 {
	return uint64(Bits(x))<<32 | uint64(uint32(i))
}

// Bits maps a coordinate to an integer of the same order: integers sort twice
// as fast as floats, whose order has to care for NaN. NaN orders last.
func Bits(x float32) uint32 {
	b := math.Float32bits(x + 0) // -0 becomes +0
	return b ^ (uint32(int32(b)>>31) | 1<<31)
}

// Float is the inverse of Bits.
func Float(b uint32) float32 {
	return math.Float32frombits(b ^ (^uint32(int32(b)>>31) | 1<<31))
}

// Index returns the index in a key.
func Index(k uint64) int { return int(uint32(k)) }

// Coord returns the coordinate in a key.
func Coord(k uint64) float32 {
	return Float(uint32(k >> 32))
}

const (
	// radixMin is the number of keys from which three passes of counting beat
	// a comparison sort; measured between 800 and 1,500.
	radixMin  = 1000
	radixBits = 11 // 3 x 11 bits cover a coordinate; 2,048 counters stay in the cache
)

// Sort sorts the keys and returns scratch, grown if it had to. It takes O(n)
// for many keys and O(n log n) for few; keys that are in order cost one look.
func Sort(keys, scratch []uint64) []uint64 {
	if slices.IsSorted(keys) {
		return scratch
	}
	if len(keys) < radixMin {
		slices.Sort(keys)
		return scratch
	}
	scratch = slices.Grow(scratch[:0], len(keys))[:len(keys)]
	// Passes over the coordinate alone would keep the order in which equal
	// ones came; the index is sorted first unless it is in order already.
	from := 0
	for i := 1; i < len(keys); i++ {
		if uint32(keys[i]) < uint32(keys[i-1]) {
			from = 3
			break
		}
	}
	a, b := keys, scratch
	for pass := from; pass > 0; pass-- {
		countingPass(b, a, radixBits*uint(3-pass), 1<<32-1)
		a, b = b, a
	}
	for shift := uint(32); shift < 64; shift += radixBits {
		countingPass(b, a, shift, 1<<64-1)
		a, b = b, a
	}
	if &a[0] != &keys[0] {
		copy(keys, a)
	}
	return scratch
}

// countingPass moves src to dst ordered by the radixBits bits from shift on,
// of the bits in mask.
func countingPass(dst, src []uint64, shift uint, mask uint64) {
	var count [1 << radixBits]int
	for _, k := range src {
		count[k&mask>>shift&(1<<radixBits-1)]++
	}
	n := 0
	for d, c := range count {
		count[d] = n
		n += c
	}
	for _, k := range src {
		d := k & mask >> shift & (1<<radixBits - 1)
		dst[count[d]] = k
		count[d]++
	}
}

// A Span is a closed interval.
type Span struct{ Lo, Hi float32 }

// Open and Close return the sweep events of an interval's ends. Where one
// interval ends and another starts, the end comes first.
func Open(x float32) uint64  { return Key(x, 1) }
func Close(x float32) uint64 { return Key(x, 0) }

// Free sweeps the events of intervals, which must be sorted, and appends to
// dst the gaps of at least width that at most limit intervals cover. What lies
// before the first event and after the last is no gap.
func Free(dst []Span, events []uint64, limit int, width float32) []Span {
	depth := 0
	from, open := float32(0), false
	for _, e := range events {
		x := Coord(e)
		if depth <= limit && open && x-from >= width {
			dst = append(dst, Span{from, x})
		}
		was := depth
		if Index(e) == 1 {
			depth++
		} else {
			depth--
		}
		switch {
		case depth > limit:
			open = false
		case was > limit:
			from, open = x, true
		}
	}
	return dst
}

// Gather returns the largest number of the sorted values, given by their Bits,
// that one closed window of the given width holds.
func Gather(sorted []uint32, width float32) int {
	best, j := 0, 0
	for i, b := range sorted {
		x := Float(b)
		for x-Float(sorted[j]) > width {
			j++
		}
		best = max(best, i-j+1)
	}
	return best
}

// Quantile returns the value that a share q of a histogram's counts lies
// below, as the index of its bin; -1 if the histogram is empty.
func Quantile(count []int32, q float64) int {
	n := int32(0)
	for _, c := range count {
		n += c
	}
	if n == 0 {
		return -1
	}
	rank := min(int32(float64(n)*q), n-1)
	for i, c := range count {
		if rank < c {
			return i
		}
		rank -= c
	}
	return len(count) - 1
}

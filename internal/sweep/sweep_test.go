package sweep

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestKeyOrdersAsCoordinateAndIndex(t *testing.T) {
	xs := []float32{float32(math.Inf(-1)), -1e9, -2.5, -1e-20, 0, 1e-20, 2.5, 1e9, float32(math.Inf(1))}
	for i := 1; i < len(xs); i++ {
		assert.Less(t, Key(xs[i-1], 1<<30), Key(xs[i], 0), "%v before %v", xs[i-1], xs[i])
	}
	for _, x := range xs {
		assert.Less(t, Key(x, 3), Key(x, 4))
		assert.Equal(t, x, Coord(Key(x, 7)))
		assert.Equal(t, 7, Index(Key(x, 7)))
	}
	assert.Equal(t, Key(0, 1), Key(float32(math.Copysign(0, -1)), 1))
	assert.Greater(t, Key(float32(math.NaN()), 0), Key(float32(math.Inf(1)), 9))
}

func TestSortAgreesWithComparisonSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var scratch []uint64
	for _, n := range []int{0, 1, 2, 999, 1000, 1001, 20000} {
		for _, shuffled := range []bool{false, true} {
			keys := make([]uint64, n)
			for i := range keys {
				keys[i] = Key(float32(r.IntN(500)-250)/4, i)
			}
			if shuffled {
				r.Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
			}
			want := slices.Clone(keys)
			slices.Sort(want)
			scratch = Sort(keys, scratch)
			assert.True(t, slices.Equal(want, keys), "n=%d shuffled=%v", n, shuffled)
		}
	}
}

// free is the obvious version of Free: it asks for every elementary interval
// how many spans cover it.
func free(spans []Span, limit int, width float32) []Span {
	var xs []float32
	for _, s := range spans {
		xs = append(xs, s.Lo, s.Hi)
	}
	slices.Sort(xs)
	xs = slices.Compact(xs)
	var out []Span
	covered := true
	for i := 0; i+1 < len(xs); i++ {
		depth := 0
		for _, s := range spans {
			if s.Lo <= xs[i] && xs[i+1] <= s.Hi {
				depth++
			}
		}
		switch {
		case depth > limit:
			covered = true
		case covered:
			out = append(out, Span{xs[i], xs[i+1]})
			covered = false
		default:
			out[len(out)-1].Hi = xs[i+1]
		}
	}
	// A gap must have something dense on its left side and an end.
	return slices.DeleteFunc(out, func(s Span) bool { return s.Hi-s.Lo < width || s.Lo == xs[0] })
}

// joined merges gaps that a lone event parts, since Free reports a gap anew at
// every interval that starts or ends within the limit.
func joined(spans []Span) []Span {
	var out []Span
	for _, s := range spans {
		if n := len(out); n > 0 && out[n-1].Lo == s.Lo {
			out[n-1].Hi = s.Hi
			continue
		}
		out = append(out, s)
	}
	return out
}

func TestFreeAgreesWithCounting(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		n := 1 + r.IntN(12)
		var spans []Span
		var events []uint64
		for range n {
			lo := float32(r.IntN(60))
			s := Span{lo, lo + 1 + float32(r.IntN(15))}
			spans = append(spans, s)
			events = append(events, Open(s.Lo), Close(s.Hi))
		}
		slices.Sort(events)
		for _, limit := range []int{0, 1, 2} {
			want := free(spans, limit, 0)
			got := joined(Free(nil, events, limit, 0))
			got = slices.DeleteFunc(got, func(s Span) bool { return s.Hi == s.Lo })
			assert.Equal(t, len(want), len(got), "%v limit %d: want %v got %v", spans, limit, want, got)
			for i := range min(len(want), len(got)) {
				assert.Equal(t, want[i].Lo, got[i].Lo)
			}
		}
	}
}

func TestGather(t *testing.T) {
	assert.Equal(t, 0, Gather(nil, 1))
	assert.Equal(t, 3, Gather([]uint32{Bits(0), Bits(5), Bits(5.1), Bits(5.2), Bits(9)}, 0.25))
	assert.Equal(t, 2, Gather([]uint32{Bits(-1), Bits(0), Bits(1), Bits(2)}, 1))
}

func TestQuantile(t *testing.T) {
	assert.Equal(t, -1, Quantile([]int32{0, 0}, 0.5))
	assert.Equal(t, 1, Quantile([]int32{1, 3, 1}, 0.5))
	assert.Equal(t, 2, Quantile([]int32{1, 3, 1}, 0.99))
	assert.Equal(t, 0, Quantile([]int32{1, 3, 1}, 0))
}

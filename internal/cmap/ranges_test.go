package cmap

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// disjointOracle gives each code its value, one by one.
func disjointOracle(rs []Range, who Overlap, step bool) map[uint32]int32 {
	values := map[uint32]int32{}
	for _, r := range rs {
		for code := r.Lo; code <= r.Hi; code++ {
			if _, ok := values[code]; ok && who == FirstWins {
				continue
			}
			values[code] = r.Value
			if step {
				values[code] += int32(code - r.Lo)
			}
		}
	}
	return values
}

func checkDisjoint(t *testing.T, rs []Range, who Overlap, step bool) {
	t.Helper()
	want := disjointOracle(rs, who, step)
	got := Disjoint(slices.Clone(rs), who, step)
	seen := 0
	for i, r := range got {
		if i > 0 {
			assert.Less(t, got[i-1].Hi, r.Lo)
		}
		for code := r.Lo; code <= r.Hi; code++ {
			v := r.Value
			if step {
				v += int32(code - r.Lo)
			}
			w, ok := want[code]
			assert.True(t, ok && v == w, "code %d: got %d, want %d (%v)", code, v, w, rs)
			seen++
		}
	}
	assert.Equal(t, len(want), seen)
}

func TestDisjoint(t *testing.T) {
	for _, rs := range [][]Range{
		nil,
		{{5, 9, 1}},
		{{5, 9, 1}, {10, 12, 1}},
		{{5, 9, 1}, {7, 7, 100}},
		{{7, 7, 100}, {5, 9, 1}},
		{{0, 99, 0}, {10, 20, 500}, {15, 16, 900}, {0, 0, 7}},
		{{10, 20, 1}, {10, 20, 2}, {10, 20, 3}},
		{{30, 40, 1}, {20, 32, 2}, {10, 21, 3}},
	} {
		for _, who := range []Overlap{FirstWins, LastWins} {
			for _, step := range []bool{false, true} {
				checkDisjoint(t, rs, who, step)
			}
		}
	}
}

func TestDisjointRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		rs := make([]Range, rng.IntN(40))
		for i := range rs {
			lo := rng.Uint32N(100)
			rs[i] = Range{lo, lo + rng.Uint32N(1+rng.Uint32N(60)), int32(rng.Uint32N(1000))}
		}
		checkDisjoint(t, rs, Overlap(rng.IntN(2) == 0), rng.IntN(2) == 0)
	}
}

func TestDisjointAllCodes(t *testing.T) {
	all := Range{0, 1<<32 - 1, 0}
	rs := slices.Repeat([]Range{all}, 3000)
	assert.Equal(t, []Range{all}, Disjoint(rs, LastWins, false))
	got := Disjoint([]Range{all, {1<<32 - 1, 1<<32 - 1, 5}}, LastWins, false)
	assert.Equal(t, []Range{{0, 1<<32 - 2, 0}, {1<<32 - 1, 1<<32 - 1, 5}}, got)
}

func TestFind(t *testing.T) {
	rs := Ranges{{3, 5, 10}, {8, 8, 100}, {1 << 31, 1<<32 - 1, -1}}
	for _, c := range []struct {
		code uint32
		want int32
		ok   bool
	}{{2, 0, false}, {3, 10, true}, {5, 12, true}, {6, 0, false}, {8, 100, true}, {9, 0, false}, {1 << 31, -1, true}} {
		v, ok := rs.Find(c.code)
		assert.Equal(t, c.want, v)
		assert.Equal(t, c.ok, ok)
	}
}

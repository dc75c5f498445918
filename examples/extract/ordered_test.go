package main

import (
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestOrdered(t *testing.T) {
	var numbers []int
	for i := range 200 {
		numbers = append(numbers, 3*i)
	}
	for _, workers := range []int{0, 1, 2, 7} {
		var running, most atomic.Int32
		var got []int
		for n := range ordered(slices.Values(numbers), workers, func(n int) int {
			most.Store(max(most.Load(), running.Add(1)))
			time.Sleep(time.Duration(rand.IntN(200)) * time.Microsecond)
			running.Add(-1)
			return -n
		}) {
			got = append(got, -n)
		}
		assert.Equal(t, numbers, got)
		assert.LessOrEqual(t, int(most.Load()), max(workers, 1))
	}
}

func TestOrderedStopsEarly(t *testing.T) {
	for _, workers := range []int{1, 4} {
		var begun atomic.Int32
		for n := range ordered(ranges(nil).within(1_000_000), workers, func(n int) int { begun.Add(1); return n }) {
			if n == 10 {
				break
			}
		}
		at := begun.Load()
		assert.LessOrEqual(t, int(at), 10+4*workers, "reads ahead without bound")
		time.Sleep(10 * time.Millisecond)
		assert.Equal(t, at, begun.Load(), "still reading after the end")
	}
}

func TestOrderedOfNothing(t *testing.T) {
	assert.Empty(t, slices.Collect(ordered(ranges(nil).within(0), 3, func(n int) int { return n })))
}

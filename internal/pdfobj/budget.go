package pdfobj

import (
	"math"
	"sync/atomic"
)

// A budget counts down what may still be decoded. A nil one never ends.
type budget struct{ n atomic.Int64 }

func newBudget(n int64) *budget {
	b := new(budget)
	b.n.Store(n)
	return b
}

func (b *budget) left() int64 {
	if b == nil {
		return math.MaxInt64
	}
	return b.n.Load()
}

func (b *budget) charge(n int64) {
	if b != nil {
		b.n.Add(-n)
	}
}

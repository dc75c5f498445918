package pdfobj

import (
	"context"
	"math"
	"sync/atomic"
)

// A Budget counts down what Decode and DecodeHead may still yield in the
// contexts that it is part of, filters inside a chain counted; after that they
// return a *LimitError. A nil Budget never ends.
type Budget struct {
	field string
	limit int64
	n     atomic.Int64
}

// NewBudget returns a Budget of n bytes. Its errors name field.
func NewBudget(field string, n int64) *Budget {
	b := &Budget{field: field, limit: n}
	b.n.Store(n)
	return b
}

type budgetKey struct{}

// Context returns a context in which b is the budget, in place of any that ctx
// has.
func (b *Budget) Context(ctx context.Context) context.Context {
	return context.WithValue(ctx, budgetKey{}, b)
}

func budgetOf(ctx context.Context) *Budget {
	b, _ := ctx.Value(budgetKey{}).(*Budget)
	return b
}

// Charge takes n from the budget of ctx for work that is no decoding. It
// reports whether there was anything left.
func Charge(ctx context.Context, n int) bool {
	b := budgetOf(ctx)
	if b.left() <= 0 {
		return false
	}
	b.charge(int64(n))
	return true
}

func (b *Budget) left() int64 {
	if b == nil {
		return math.MaxInt64
	}
	return b.n.Load()
}

func (b *Budget) charge(n int64) {
	if b != nil {
		b.n.Add(-n)
	}
}

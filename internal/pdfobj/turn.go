package pdfobj

import "context"

// A turn is a lock that one goroutine has at a time, and that others stop
// waiting for when their context is done: who has it may be inflating a large
// object stream.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

// take waits for the turn. It returns false, without it, if ctx is done first.
func (t turn) take(ctx context.Context) bool {
	select {
	case t <- struct{}{}:
		return true
	default:
	}
	select {
	case t <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// end gives the turn up.
func (t turn) end() { <-t }

package main

import (
	"iter"
	"sync"
)

// parallelFrom is the number of pages from which on several are read at the
// same time: below it, starting workers costs more than they save.
const parallelFrom = 8

// ordered calls read for each number, with up to so many workers at the same
// time, and yields the results in the order of the numbers. It reads ahead by
// two results per worker, so that memory stays bounded. Ending the sequence
// early waits for the reads that have begun.
func ordered[T any](numbers iter.Seq[int], workers int, read func(n int) T) iter.Seq[T] {
	if workers <= 1 {
		return func(yield func(T) bool) {
			for n := range numbers {
				if !yield(read(n)) {
					return
				}
			}
		}
	}
	type job struct {
		number int
		result chan T
	}
	return func(yield func(T) bool) {
		var (
			wait  sync.WaitGroup
			work  = make(chan job)            // to the workers
			queue = make(chan job, 2*workers) // to the reader, in order
			quit  = make(chan struct{})
		)
		wait.Go(func() {
			defer close(work)
			defer close(queue)
			for n := range numbers {
				j := job{n, make(chan T, 1)}
				select {
				case queue <- j:
				case <-quit:
					return
				}
				work <- j
			}
		})
		for range workers {
			wait.Go(func() {
				for j := range work {
					j.result <- read(j.number)
				}
			})
		}
		defer wait.Wait()
		defer close(quit)
		for j := range queue {
			if !yield(<-j.result) {
				return
			}
		}
	}
}

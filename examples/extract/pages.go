package main

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ranges is a set of page numbers in order. The nil set means all pages.
type ranges []pageRange

// A pageRange holds the pages from first to last.
type pageRange struct{ first, last int }

// parseRanges reads page numbers and ranges separated by commas: "1-5,10",
// "7-" for all from 7 on, "-3" for the first three. Pages count from 1. Their
// order and repetitions do not matter.
func parseRanges(s string) (ranges, error) {
	var out ranges
	for part := range strings.SplitSeq(s, ",") {
		from, to, isRange := strings.Cut(strings.TrimSpace(part), "-")
		r := pageRange{1, math.MaxInt}
		var err error
		if from != "" {
			r.first, err = strconv.Atoi(from)
		}
		switch {
		case err != nil:
		case !isRange:
			r.last = r.first
		case to != "":
			r.last, err = strconv.Atoi(to)
		}
		if err != nil || from == "" && to == "" || r.first < 1 || r.last < r.first {
			return nil, fmt.Errorf("%q is no page or range of pages", part)
		}
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b pageRange) int { return cmp.Compare(a.first, b.first) })
	n := 0
	for _, r := range out[1:] {
		if last := &out[n]; r.first <= last.last {
			last.last = max(last.last, r.last)
		} else {
			n++
			out[n] = r
		}
	}
	return out[:n+1], nil
}

// within returns the pages of r that a document of count pages has, in order.
func (r ranges) within(count int) iter.Seq[int] {
	if r == nil {
		r = ranges{{1, count}}
	}
	return func(yield func(int) bool) {
		for _, p := range r {
			for n := p.first; n <= min(p.last, count); n++ {
				if !yield(n) {
					return
				}
			}
		}
	}
}

// contains reports whether page n is in r.
func (r ranges) contains(n int) bool {
	for _, p := range r {
		if p.first <= n && n <= p.last {
			return true
		}
	}
	return r == nil
}

// size returns how many pages within(count) yields.
func (r ranges) size(count int) int {
	if r == nil {
		return count
	}
	n := 0
	for _, p := range r {
		n += max(min(p.last, count)-p.first+1, 0)
	}
	return n
}

// beyond returns the first page asked for that a document of count pages does
// not have, or 0. A range without an end asks for what there is.
func (r ranges) beyond(count int) int {
	for _, p := range r {
		switch {
		case p.first > count:
			return p.first
		case p.last > count && p.last != math.MaxInt:
			return count + 1
		}
	}
	return 0
}

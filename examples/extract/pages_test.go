package main

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseRanges(t *testing.T) {
	tests := []struct {
		in   string
		want ranges
	}{
		{"3", ranges{{3, 3}}},
		{"1-5,10", ranges{{1, 5}, {10, 10}}},
		{"10, 1-5", ranges{{1, 5}, {10, 10}}},
		{"1-5,3-8,8", ranges{{1, 8}}},
		{"1-9,3-4", ranges{{1, 9}}},
		{"7-", ranges{{7, math.MaxInt}}},
		{"-3", ranges{{1, 3}}},
		{"2-2", ranges{{2, 2}}},
	}
	for _, tt := range tests {
		got, err := parseRanges(tt.in)
		assert.NoError(t, err, tt.in)
		assert.Equal(t, tt.want, got, tt.in)
	}
	for _, in := range []string{"", "0", "-", "5-1", "a", "1,,2", "1-2-3", "-0", "99999999999999999999"} {
		_, err := parseRanges(in)
		assert.Error(t, err, in)
	}
}

func TestPagesWithin(t *testing.T) {
	tests := []struct {
		in     string
		count  int
		want   []int
		beyond int
	}{
		{"2-3,5", 9, []int{2, 3, 5}, 0},
		{"2-", 4, []int{2, 3, 4}, 0},
		{"3-6", 4, []int{3, 4}, 5},
		{"9", 4, nil, 9},
		{"6-", 4, nil, 6},
		{"1-9223372036854775807", 2, []int{1, 2}, 0},
	}
	for _, tt := range tests {
		r, err := parseRanges(tt.in)
		assert.NoError(t, err)
		assert.Equal(t, tt.want, slices.Collect(r.within(tt.count)), tt.in)
		assert.Equal(t, len(tt.want), r.size(tt.count), tt.in)
		assert.Equal(t, tt.beyond, r.beyond(tt.count), tt.in)
	}
	assert.Equal(t, []int{1, 2, 3}, slices.Collect(ranges(nil).within(3)))
	assert.Equal(t, 3, ranges(nil).size(3))
	assert.Zero(t, ranges(nil).beyond(3))
	for n := range ranges(nil).within(3) {
		if n == 2 {
			break
		}
	}
}

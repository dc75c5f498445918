package baseline

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStacks(t *testing.T) {
	column := func(x, y, step float32, n int) []Cell {
		var out []Cell
		for i := range n {
			out = append(out, UprightCell(x, y+step*float32(i), 10, 10))
		}
		return out
	}
	all := func(n int, v bool) []bool {
		out := make([]bool, n)
		for i := range out {
			out[i] = v
		}
		return out
	}
	two := append(column(100, 50, 10, 5), column(85, 50, 10, 5)...)
	assert.Equal(t, all(10, true), Stacks(nil, two), "two columns")
	assert.Empty(t, Stacks(nil, column(100, 50, 12, 8)), "lines of one glyph")
	assert.Empty(t, Stacks(nil, column(100, 50, 10, 3)), "too few")
	var row []Cell
	for i := range 8 {
		row = append(row, UprightCell(10*float32(i), 50, 10, 10))
	}
	assert.Empty(t, Stacks(nil, row), "a line")
	assert.Empty(t, Stacks(nil, append(row, two[:5]...)), "more lines than stacks")
	// A bracket of vertical mode, half an em, between ideographs.
	mixed := column(100, 50, 10, 3)
	mixed = append(mixed, Cell{X: 105, Top: mixed[2].Top + 10, Advance: 5, Size: 10})
	mixed = append(mixed, column(100, 85, 10, 3)...)
	assert.Equal(t, all(7, true), Stacks(nil, mixed))
	assert.Equal(t, all(12, true), Stacks(nil, append(column(70, 50, 10, 2), two...)), "a short one beside them")
	assert.Equal(t, append(all(2, false), all(10, true)...), Stacks(nil, append(row[3:5:5], two...)), "two in a row above")
	assert.Empty(t, Stacks(nil, nil))
}

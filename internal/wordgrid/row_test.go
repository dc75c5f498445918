package wordgrid

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pdftext-go/pdftext/internal/geom"
)

func TestRows(t *testing.T) {
	word := func(i int32, x, base, size float64) Word {
		return Word{Base: base, Size: size, Box: geom.Rect{X0: x, Y0: base - size, X1: x + 20, Y1: base}, Index: i}
	}
	rows := Rows([]Word{
		word(7, 60, 100, 10), word(3, 20, 101, 10), // one row, a point apart
		word(4, 20, 120, 10),
		word(5, 90, 97, 8), // smaller and raised
		word(1, 60, 112, 10),
	})
	var got [][]int32
	for _, r := range rows {
		var in []int32
		for _, w := range r.Words {
			in = append(in, w.Index)
		}
		got = append(got, in)
	}
	assert.Equal(t, [][]int32{{3, 7, 5}, {1}, {4}}, got)
	r := rows[0]
	assert.Equal(t, [4]float64{20, 110, 89, 101}, [4]float64{r.X0, r.X1, r.Y0, r.Y1})
	assert.Empty(t, Rows(nil))
}

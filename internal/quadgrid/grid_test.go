package quadgrid

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pdftext-go/pdftext/internal/geom"
)

func rect(x0, y0, x1, y1 float64) Quad {
	return Quad{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}}
}

func TestAt(t *testing.T) {
	quads := []Quad{
		rect(0, 0, 100, 20),
		rect(50, 10, 200, 30),
		{{X: 300, Y: 100}, {X: 350, Y: 150}, {X: 300, Y: 200}, {X: 250, Y: 150}}, // turned by 45 degrees
		{{X: 400, Y: 0}, {X: 400, Y: 20}, {X: 500, Y: 20}, {X: 500, Y: 0}},       // the other way round
		{{X: math.NaN(), Y: 0}, {}, {}, {}},
		rect(7, 7, 7, 7),
	}
	g := New(len(quads), func(i int) Quad { return quads[i] })
	for _, test := range []struct {
		x, y float64
		want []int32
	}{
		{10, 5, []int32{0}}, {60, 15, []int32{0, 1}}, {150, 25, []int32{1}}, {150, 5, nil},
		{300, 150, []int32{2}}, {260, 110, nil}, {450, 10, []int32{3}}, {7, 7, []int32{0}},
		{-1, 5, nil}, {math.NaN(), 5, nil}, {1e300, 1e300, nil},
	} {
		assert.Equal(t, test.want, slices.Collect(g.At(geom.Point{X: test.x, Y: test.y})), "%v", test)
	}
	assert.Empty(t, slices.Collect(New(0, nil).At(geom.Point{})))
}

// Every answer is that of looking at all of them.
func TestAtAgainstAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	quads := make([]Quad, 200)
	for i := range quads {
		x, y, w, h, lean := r.Float64()*600, r.Float64()*800, r.Float64()*90, r.Float64()*30, r.Float64()*20-10
		quads[i] = Quad{{X: x + lean, Y: y}, {X: x + w + lean, Y: y + lean}, {X: x + w, Y: y + h + lean}, {X: x, Y: y + h}}
	}
	g := New(len(quads), func(i int) Quad { return quads[i] })
	for range 5_000 {
		p := geom.Point{X: r.Float64()*640 - 20, Y: r.Float64()*840 - 20}
		var want []int32
		for i := range quads {
			if quads[i].contains(p) {
				want = append(want, int32(i))
			}
		}
		assert.Equal(t, want, slices.Collect(g.At(p)))
	}
}

// A heap of them costs no more than a cell may hold.
func TestHeap(t *testing.T) {
	g := New(20_000, func(int) Quad { return rect(0, 0, 600, 800) })
	assert.Len(t, slices.Collect(g.At(geom.Point{X: 300, Y: 400})), cellQuads)
}

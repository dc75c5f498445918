package pdftext

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ruled draws the rules of a grid.
func (p *pen) ruled(xs, ys []float32) {
	for _, x := range xs {
		p.page.Rules = append(p.page.Rules, Rule{X0: x, Y0: ys[0], X1: x, Y1: ys[len(ys)-1], Width: 0.5, Color: black})
	}
	for _, y := range ys {
		p.page.Rules = append(p.page.Rules, Rule{X0: xs[0], Y0: y, X1: xs[len(xs)-1], Y1: y, Width: 0.5, Color: black})
	}
}

// filled draws coloured cells without rules.
func (p *pen) filled(xs, ys []float64, c Color) {
	for i := range xs[1:] {
		for k := range ys[1:] {
			p.page.Boxes = append(p.page.Boxes, Box{Bounds: Rect{xs[i], ys[k], xs[i+1], ys[k+1]}, Color: c})
		}
	}
}

func (p *pen) tables(opt *TableOptions) []Table {
	return Tables(&p.page, Lines(&p.page, p.page.Glyphs), opt)
}

// cells prints a table as rows of cells, with their spans.
func cells(p *Page, t *Table) string {
	var b strings.Builder
	for i := range t.Cells {
		c := &t.Cells[i]
		if i > 0 && c.Row != t.Cells[i-1].Row {
			b.WriteString("\n")
		}
		if c.RowSpan > 1 || c.ColSpan > 1 {
			fmt.Fprintf(&b, "%dx%d:", c.RowSpan, c.ColSpan)
		}
		b.WriteString(strings.ReplaceAll(c.Text(p), "\n", "/") + "|")
	}
	return b.String()
}

func TestTables(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(*pen)
		want string
	}{
		{"grid", func(p *pen) {
			p.ruled([]float32{50, 150, 250}, []float32{50, 70, 90})
			p.show(55, 64, "one cell")
			p.show(155, 64, "two")
			p.show(55, 84, "three")
			p.show(155, 84, "four five")
		}, "one cell|two|\nthree|four five|"},
		{"a string across cells", func(p *pen) {
			// Cells start every 50 points, ten letters from one another.
			p.ruled([]float32{48, 98, 148, 198}, []float32{50, 70, 90})
			p.show(50, 64, "alpha     beta      gamma")
			p.show(50, 84, "delta     epsilon   zeta eta")
		}, "alpha|beta|gamma|\ndelta|epsilon|zeta eta|"},
		{"wrapped cell", func(p *pen) {
			p.ruled([]float32{50, 150, 250}, []float32{50, 86, 106})
			p.show(55, 64, "a label that")
			p.show(55, 78, "goes on")
			p.show(155, 64, "value")
			p.show(55, 100, "c")
			p.show(155, 100, "d")
		}, "a label that/goes on|value|\nc|d|"},
		{"raised letters", func(p *pen) {
			p.ruled([]float32{50, 150, 250}, []float32{50, 70, 90})
			p.show(55, 64, "10")
			p.size = 6
			p.show(65, 60, "3")
			p.size = 10
			p.show(155, 64, "b")
			p.show(55, 84, "c")
			p.show(155, 84, "d")
		}, "103|b|\nc|d|"},
		{"merged cells", func(p *pen) {
			p.ruled([]float32{50, 150}, []float32{50, 70, 90, 110})
			p.ruled([]float32{150, 250}, []float32{50, 90, 110})
			p.show(55, 64, "a")
			p.show(55, 84, "b")
			p.show(155, 74, "both")
			p.show(55, 104, "c")
			p.show(155, 104, "d")
		}, "a|2x1:both|\nb|\nc|d|"},
		{"coloured cells", func(p *pen) {
			p.filled([]float64{50, 150, 250}, []float64{50, 70, 90}, Color{200, 200, 200, 255})
			p.show(55, 64, "a")
			p.show(155, 64, "b")
			p.show(55, 84, "c")
			p.show(155, 84, "d")
		}, "a|b|\nc|d|"},
		{"white areas", func(p *pen) {
			p.filled([]float64{50, 150, 250}, []float64{50, 70, 90}, Color{255, 255, 255, 255})
			p.show(55, 64, "a")
			p.show(155, 64, "b")
			p.show(55, 84, "c")
			p.show(155, 84, "d")
		}, ""},
		{"highlighted words", func(p *pen) {
			for i := range 6 {
				y := float64(50 + 20*i)
				p.page.Boxes = append(p.page.Boxes, Box{Bounds: Rect{50, y, 100, y + 14}, Color: Color{255, 255, 0, 255}})
				p.show(55, float32(y)+11, "marked and more text")
			}
		}, ""},
		{"white filled rules hide others", func(p *pen) {
			p.ruled([]float32{50, 150, 250}, []float32{50, 70, 90})
			for i := range p.page.Rules {
				p.page.Rules[i].Filled = true
				p.page.Rules[i].Color = Color{255, 255, 255, 255}
			}
			p.show(55, 64, "a")
			p.show(155, 84, "d")
			p.show(155, 64, "b")
		}, ""},
		{"underlined words", func(p *pen) {
			for i := range 5 {
				y := float32(50 + 20*i)
				p.show(50, y, "some underlined text")
				p.page.Rules = append(p.page.Rules, Rule{X0: 75, Y0: y + 1, X1: 125, Y1: y + 1, Width: 0.5, Color: black})
			}
		}, ""},
		{"column separator between text", func(p *pen) {
			p.page.Rules = append(p.page.Rules, Rule{X0: 300, Y0: 40, X1: 300, Y1: 700, Width: 0.5, Color: black}, Rule{X0: 50, Y0: 40, X1: 550, Y1: 40, Width: 0.5, Color: black})
			for i := range 30 {
				p.show(50, float32(60+12*i), "words of the left column and so on")
				p.show(320, float32(60+12*i), "words of the right column and on")
			}
		}, ""},
		{"outside the page", func(p *pen) {
			p.ruled([]float32{650, 750, 850}, []float32{50, 70, 90})
			p.page.Bounds.X1 = 600
			p.show(655, 64, "a")
			p.show(755, 64, "b")
			p.show(655, 84, "c")
		}, ""},
		{"sideways", func(p *pen) {
			// Reads upwards: rows run from left to right, columns from bottom to top.
			p.ruled([]float32{50, 70, 90}, []float32{100, 200, 300})
			p.run.Dir, p.run.Up = Point{0, -1}, Point{-1, 0}
			p.show(64, 295, "one")
			p.show(64, 195, "two")
			p.show(84, 295, "three")
			p.show(84, 195, "four")
		}, "one|two|\nthree|four|"},
		{"a sideways label", func(p *pen) {
			p.ruled([]float32{50, 70}, []float32{50, 110})
			p.ruled([]float32{70, 170, 270}, []float32{50, 80, 110})
			p.show(75, 70, "a")
			p.show(175, 70, "b")
			p.show(75, 100, "c")
			p.show(175, 100, "d")
			p.run.Dir, p.run.Up = Point{0, -1}, Point{-1, 0}
			p.show(64, 95, "side")
		}, "2x1:side|a|b|\nc|d|"},
		{"right to left", func(p *pen) {
			p.ruled([]float32{50, 150, 250}, []float32{50, 70, 90})
			p.show(55, 64, "םולש הנוי") // as it stands, from left to right
			p.show(155, 64, "בא")
			p.show(55, 84, "12")
			p.show(155, 84, "דג")
		}, "יונה שלום|אב|\n12|גד|"},
		{"no text", func(p *pen) { p.ruled([]float32{50, 150, 250}, []float32{50, 70, 90}) }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPen()
			c.draw(p)
			r := rand.New(rand.NewPCG(1, 1))
			for range 3 {
				var got []string
				for _, tab := range p.tables(nil) {
					got = append(got, cells(&p.page, &tab))
				}
				assert.Equal(t, c.want, strings.Join(got, "\n\n"))
				// How it is painted does not matter.
				r.Shuffle(len(p.page.Rules), func(i, j int) { p.page.Rules[i], p.page.Rules[j] = p.page.Rules[j], p.page.Rules[i] })
				r.Shuffle(len(p.page.Glyphs), func(i, j int) { p.page.Glyphs[i], p.page.Glyphs[j] = p.page.Glyphs[j], p.page.Glyphs[i] })
			}
		})
	}
}

// twoTables draws one table above another.
func twoTables() *pen {
	p := newPen()
	for _, y := range []float32{50, 300} {
		p.ruled([]float32{50, 150, 250}, []float32{y, y + 20, y + 40})
		p.show(55, y+14, fmt.Sprint("a", y))
		p.show(155, y+14, "b")
		p.show(55, y+34, "c")
		p.show(155, y+34, "d")
	}
	return p
}

func TestTablesGeometry(t *testing.T) {
	p := twoTables()
	got := p.tables(nil)
	require.Len(t, got, 2)
	assert.Equal(t, Lattice, got[0].Kind)
	assert.Equal(t, "lattice", got[0].Kind.String())
	assert.Equal(t, Rect{50, 50, 250, 90}, got[0].Bounds)
	assert.Equal(t, Rect{150, 320, 250, 340}, got[1].Cells[3].Bounds)
	require.Len(t, got[1].Cells[0].Lines, 1)
	assert.Equal(t, "a300", got[1].Cells[0].Lines[0].Text(&p.page))
	assert.Equal(t, 1.0, got[0].Confidence)
}

func TestTableOptions(t *testing.T) {
	p := twoTables()
	assert.Len(t, p.tables(&TableOptions{}), 2)
	assert.Len(t, p.tables(&TableOptions{Kind: Lattice}), 2)
	assert.Empty(t, p.tables(&TableOptions{Kind: Stream}))
	low := p.tables(&TableOptions{Within: Rect{0, 200, 600, 800}})
	require.Len(t, low, 1)
	assert.Equal(t, "a300|b|\nc|d|", cells(&p.page, &low[0]))
	p.filled([]float64{50, 150, 250}, []float64{500, 520, 540}, Color{200, 200, 200, 255})
	for _, y := range []float32{514, 534} {
		p.show(55, y, "e")
		p.show(155, y, "f")
	}
	assert.Len(t, p.tables(nil), 3)
	assert.Len(t, p.tables(&TableOptions{MinConfidence: 0.95}), 2, "grids of areas are less sure")
}

// A page may hold anything.
func TestTablesInvariants(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 9))
		p := scatter(r, r.IntN(200))
		for range r.IntN(60) {
			x, y, n := float32(100+r.IntN(20)*10), float32(100+r.IntN(20)*10), float32(r.IntN(200))
			rule := Rule{X0: x, Y0: y, X1: x + n, Y1: y, Color: black}
			if r.IntN(2) == 0 {
				rule.X1, rule.Y1 = x, y+n
			}
			if r.IntN(20) == 0 {
				rule.X0 = float32(math.NaN())
			}
			p.Rules = append(p.Rules, rule)
			if r.IntN(4) == 0 {
				p.Boxes = append(p.Boxes, Box{Bounds: Rect{float64(x), float64(y), float64(x + 30), float64(y + 20)}, Color: Color{9, 9, 9, 255}})
			}
		}
		lines := Lines(p, p.Glyphs)
		before := fmt.Sprint(lines)
		tables := Tables(p, lines, &TableOptions{MinConfidence: -1})
		require.Equal(t, before, fmt.Sprint(lines), "argument changed")
		require.Equal(t, fmt.Sprint(tables), fmt.Sprint(Tables(p, lines, &TableOptions{MinConfidence: -1})), "not deterministic")
		words := map[int32]int{}
		for i := range lines {
			for _, g := range lines[i].Glyphs {
				if g.Index >= 0 && !isBlank(p, &g) {
					words[g.Index]++
				}
			}
		}
		for _, tab := range tables {
			cover := make([]int, tab.Rows*tab.Cols)
			for _, c := range tab.Cells {
				for row := c.Row; row < c.Row+c.RowSpan; row++ {
					for col := c.Col; col < c.Col+c.ColSpan; col++ {
						cover[row*tab.Cols+col]++
					}
				}
				for _, l := range c.Lines {
					for _, g := range l.Glyphs {
						if g.Index >= 0 && !isBlank(p, &g) {
							words[g.Index]--
						}
					}
				}
			}
			for _, n := range cover {
				require.Equal(t, 1, n)
			}
		}
		for i, n := range words {
			require.GreaterOrEqual(t, n, 0, "glyph %d is in two cells", i)
		}
	}
}

func TestIsFigure(t *testing.T) {
	for _, s := range strings.Fields("0 12 1,234.5 (3) -7 −7 +2.5% <0.05 $ €5 USD12 £1.2m 3* 12a † – n/a N/A nil B (C) 2012/13 .5 10:30 1–4 12.) x %") {
		assert.True(t, isFigure(s), s)
	}
	for _, s := range strings.Fields("a The total A1bc 3rd 12abc n USD EUR( H2O x1") {
		assert.False(t, isFigure(s), s)
	}
}

func BenchmarkTables(b *testing.B) {
	p := newPen()
	p.size = 8
	var xs, ys []float32
	for i := range 11 {
		xs = append(xs, 20+float32(i)*55)
	}
	for i := range 41 {
		ys = append(ys, 40+float32(i)*18)
	}
	p.ruled(xs, ys)
	for _, x := range xs[:10] {
		for _, y := range ys[:40] {
			p.show(x+3, y+12, "cell 12.5")
		}
	}
	lines := Lines(&p.page, p.page.Glyphs)
	b.Run("kind=lattice/cells=400", func(b *testing.B) {
		if got := Tables(&p.page, lines, nil); len(got) != 1 || len(got[0].Cells) != 400 {
			b.Fatal(len(got))
		}
		b.ReportAllocs()
		for b.Loop() {
			Tables(&p.page, lines, nil)
		}
	})
	b.Run("kind=none", func(b *testing.B) {
		q := textPage(3000)
		lines := Lines(q, q.Glyphs)
		b.ReportAllocs()
		for b.Loop() {
			Tables(q, lines, nil)
		}
	})
}

// Words of letters take a shorter way to the same answer.
func TestLetterKind(t *testing.T) {
	for _, w := range append(append([]string{"word", "Tables", "TABLE", "Figures", "Sourced", "schedules", "boxes", "Note", "civil", "abcd", "tabs", "figa"}, captions...), sources...) {
		for _, w := range []string{w, strings.ToUpper(w), strings.ToUpper(w[:1]) + w[1:]} {
			plain := strings.Trim(strings.ToLower(w), "abcdefghijklmnopqrstuvwxyz") == ""
			if plain && len(w) > 3 {
				assert.Equal(t, wordKind(w), letterKind(w), w)
				assert.False(t, isFigure(w), w)
			}
		}
	}
}

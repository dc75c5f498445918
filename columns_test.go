package pdftext

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// read returns the page's text as Text does, without tables.
func read(p *Page, glyphs []Glyph, opt *ColumnOptions) string {
	return string(writeText(nil, p, Columns(p, Lines(p, glyphs), opt), nil, nil))
}

// words returns the words of a text in order.
func wordsOf(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestColumnsOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	text := prose(r, 600)
	// part sets the next rows of text and returns what it has set.
	rest := text
	part := func(p *pen, x, y, width float32, rows int) string {
		before := rest
		rest = p.column(x, y, width, rows, rest)
		return strings.Join(before[:len(before)-len(rest)], " ")
	}
	for _, tt := range []struct {
		name string
		set  func(p *pen) []string // pieces in reading order
	}{
		{"one column", func(p *pen) []string {
			return []string{part(p, 50, 100, 480, 20)}
		}},
		{"two columns, gutter of 0.8 em", func(p *pen) []string {
			return []string{part(p, 50, 100, 240, 30), part(p, 298, 100, 240, 30)}
		}},
		{"two columns, lines apart", func(p *pen) []string {
			return []string{part(p, 50, 100, 240, 30), part(p, 305, 104, 240, 28)}
		}},
		{"three columns under a heading", func(p *pen) []string {
			p.size = 18
			p.set(120, 60, "Heading over all columns")
			p.size = 9
			return []string{"Heading over all columns", part(p, 50, 100, 155, 40), part(p, 215, 100, 155, 40), part(p, 380, 100, 155, 40)}
		}},
		{"columns, text across, columns", func(p *pen) []string {
			return []string{
				part(p, 50, 60, 240, 12), part(p, 305, 60, 240, 12),
				part(p, 50, 230, 495, 4),
				part(p, 50, 300, 240, 12), part(p, 305, 300, 240, 12),
			}
		}},
		{"last lines in the second column", func(p *pen) []string {
			return []string{part(p, 50, 60, 240, 30), part(p, 305, 60, 240, 2)}
		}},
		{"note across the foot", func(p *pen) []string {
			a, b := part(p, 50, 60, 240, 30), part(p, 305, 60, 240, 30)
			p.size = 8
			return []string{a, b, part(p, 50, 460, 495, 2)}
		}},
		{"table rows stay together", func(p *pen) []string {
			var rows []string
			for i := range 15 {
				a, b, c := fmt.Sprintf("Item %c", 'A'+i), fmt.Sprint(100+7*i), fmt.Sprint(9000-13*i)
				y := 100 + 14*float32(i)
				p.set(50, y, a)
				p.set(200, y, b)
				p.set(350, y, c)
				rows = append(rows, a+" "+b+" "+c)
			}
			return rows
		}},
		{"list keeps its labels", func(p *pen) []string {
			var items []string
			for i := range 8 {
				y := 100 + 14*float32(i)
				p.show(50, y, fmt.Sprintf("%d.", i+1))
				p.set(75, y, "Short item of a list")
				items = append(items, fmt.Sprintf("%d. Short item of a list", i+1))
			}
			return items
		}},
		{"raised and lowered glyphs", func(p *pen) []string {
			p.set(50, 100, "where x")
			p.size = 6
			p.show(82.5, 95, "2")
			p.size = 10
			p.set(88, 100, "and H")
			p.size = 6
			p.show(110.5, 102, "2")
			p.size = 10
			p.set(113.5, 100, "O meet")
			return []string{"where x2 and H2O meet"}
		}},
		{"label of a note", func(p *pen) []string {
			p.size = 6
			p.show(50, 96, "3")
			p.size = 9
			p.set(53, 100, "See there.")
			return []string{"3 See there."}
		}},
		{"drop cap", func(p *pen) []string {
			p.size = 30
			p.show(50, 124, "W")
			p.size = 10
			p.set(66, 100, "hen the first line begins")
			p.set(66, 112, "beside it, so does the next")
			p.set(50, 136, "and this is below it")
			return []string{"When the first line begins", "beside it, so does the next", "and this is below it"}
		}},
		{"text in the margin comes last", func(p *pen) []string {
			p.turned(-90)
			p.set(20, 300, "in the margin")
			p.turned(0)
			return []string{part(p, 50, 100, 480, 10), "in the margin"}
		}},
	} {
		p := newPen()
		rest = text
		want := wordsOf(strings.Join(tt.set(p), " "))
		assert.Equal(t, want, wordsOf(read(&p.page, p.page.Glyphs, nil)), tt.name)
		assert.Equal(t, want, wordsOf(read(&p.page, shuffled(p.page.Glyphs, 3), nil)), tt.name+", shuffled")
	}
}

func TestColumnsRightToLeft(t *testing.T) {
	p := newPen()
	words := strings.Fields(strings.Repeat("שלום עולם ספר חדש מים אור ", 60))
	r := rand.New(rand.NewPCG(4, 4))
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	at := 0
	for _, right := range []float32{540, 280} {
		for row := range 15 {
			for x := right; x > right-220; at++ {
				p.rtl(x, 100+12*float32(row), words[at])
				x -= 5*float32(len([]rune(words[at]))) + 3
			}
		}
	}
	got := wordsOf(read(&p.page, p.page.Glyphs, nil))
	assert.Equal(t, strings.Join(words[:at], " "), got)
}

func TestColumnsObstacles(t *testing.T) {
	p := newPen()
	words := prose(rand.New(rand.NewPCG(2, 2)), 600)
	words = p.column(50, 60, 240, 12, words)
	words = p.column(305, 60, 240, 12, words)
	p.set(250, 250, "Chart label")
	words = p.column(50, 320, 240, 12, words)
	p.column(305, 320, 240, 12, words)
	p.page.Rules = nil
	lines := Lines(&p.page, p.page.Glyphs)
	columns := Columns(&p.page, lines, &ColumnOptions{Obstacles: []Obstacle{{Bounds: Rect{50, 210, 545, 300}}}})
	require.Equal(t, 5, len(columns))
	require.Equal(t, 1, len(columns[2].Blocks))
	b := columns[2].Blocks[0]
	assert.Equal(t, 1, b.Obstacle)
	assert.Equal(t, Rect{50, 210, 545, 300}, b.Bounds)
	assert.Equal(t, []string{"Chart label"}, lineTexts(&p.page, b.Lines))
	checkLines(t, &p.page, p.page.Glyphs, columnLines(columns))

	// In a column, the obstacle is a block between others.
	p = newPen()
	p.column(50, 60, 480, 5, prose(rand.New(rand.NewPCG(2, 2)), 60))
	p.column(50, 300, 480, 5, prose(rand.New(rand.NewPCG(2, 3)), 60))
	columns = Columns(&p.page, Lines(&p.page, p.page.Glyphs), &ColumnOptions{Obstacles: []Obstacle{{Bounds: Rect{50, 130, 530, 280}}}})
	require.Equal(t, 1, len(columns))
	var order []int
	for _, b := range columns[0].Blocks {
		order = append(order, b.Obstacle)
	}
	assert.Equal(t, []int{0, 1, 0}, order)
}

func TestColumnsGapMultiplier(t *testing.T) {
	p := newPen() // advances are 5, the gutter is 10
	words := prose(rand.New(rand.NewPCG(2, 2)), 600)
	words = p.column(50, 60, 240, 30, words)
	p.column(300, 60, 240, 30, words)
	lines := Lines(&p.page, p.page.Glyphs)
	for _, tt := range []struct {
		k    float64
		want int
	}{{0, 2}, {1.5, 2}, {4, 1}} {
		assert.Equal(t, tt.want, len(Columns(&p.page, lines, &ColumnOptions{GapMultiplier: tt.k})), "%v advances", tt.k)
	}
}

func TestColumnsRules(t *testing.T) {
	// A table whose cells are full of words, and wrapped: its rules tell.
	p := newPen()
	words := prose(rand.New(rand.NewPCG(2, 2)), 600)
	words = p.column(50, 100, 200, 18, words)
	p.column(270, 100, 200, 18, words)
	for i := range 6 {
		y := 100 + 36*float32(i) - 10
		p.page.Rules = append(p.page.Rules, Rule{X0: 45, Y0: y, X1: 475, Y1: y, Width: 0.5})
	}
	lines := Lines(&p.page, p.page.Glyphs)
	assert.Equal(t, 1, len(Columns(&p.page, lines, nil)))
	p.page.Rules = nil
	assert.Equal(t, 2, len(Columns(&p.page, lines, nil)))
}

func TestColumnsProperties(t *testing.T) {
	for seed := range uint64(4) {
		p := mixedPage(seed)
		lines := Lines(p, p.Glyphs)
		columns := Columns(p, lines, nil)
		checkLines(t, p, p.Glyphs, columnLines(columns))
		want := read(p, p.Glyphs, nil)
		assert.Equal(t, want, read(p, shuffled(p.Glyphs, seed), nil), "shuffled")
		for _, k := range []float32{0.25, 2, 8} {
			q := moved(p, k, 0, 0)
			assert.Equal(t, want, read(q, q.Glyphs, nil), "scaled by %v", k)
		}
		q := moved(p, 1, 64, 32)
		assert.Equal(t, want, read(q, q.Glyphs, nil), "moved")

		// Lines in another order are the same page.
		other := slices.Clone(lines)
		r := rand.New(rand.NewPCG(seed, 10))
		r.Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		assert.Equal(t, want, string(writeText(nil, p, Columns(p, other, nil), nil, nil)), "lines shuffled")

		for _, c := range columns {
			for _, b := range c.Blocks {
				assert.Equal(t, c.Bounds, c.Bounds.Union(b.Bounds))
				for _, l := range b.Lines {
					assert.Equal(t, b.Bounds, b.Bounds.Union(l.Bounds))
				}
			}
		}
	}
}

func TestColumnsAreSafeForConcurrentUse(t *testing.T) {
	p := mixedPage(1)
	want := read(p, p.Glyphs, nil)
	done := make(chan string)
	for range 4 {
		go func() {
			s := ""
			for range 5 {
				s = read(p, p.Glyphs, nil)
			}
			done <- s
		}()
	}
	for range 4 {
		assert.Equal(t, want, <-done)
	}
}

func TestBlocks(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(p *pen)
		want []string
	}{
		{"space between paragraphs", func(p *pen) {
			p.set(50, 100, "first line here")
			p.set(50, 112, "second line here")
			p.set(50, 130, "another paragraph")
			p.set(50, 142, "and its end")
		}, []string{"first line here second line here", "another paragraph and its end"}},
		{"indented first lines", func(p *pen) {
			p.set(60, 100, "indented begin of a text")
			p.set(50, 112, "that goes on to the end")
			p.set(60, 124, "indented begin of the next")
			p.set(50, 136, "that goes on as well")
		}, []string{"indented begin of a text that goes on to the end", "indented begin of the next that goes on as well"}},
		{"heading in larger type", func(p *pen) {
			p.size = 14
			p.set(50, 100, "Heading")
			p.size = 10
			p.set(50, 114, "text below it")
			p.set(50, 126, "and more")
		}, []string{"Heading", "text below it and more"}},
		{"hyphen", func(p *pen) {
			p.set(50, 100, "a paragraph of docu-")
			p.set(50, 112, "ments")
		}, []string{"a paragraph of documents"}},
	} {
		p := newPen()
		tt.set(p)
		columns := Columns(&p.page, Lines(&p.page, p.page.Glyphs), nil)
		require.Equal(t, 1, len(columns), tt.name)
		var got []string
		for i := range columns[0].Blocks {
			got = append(got, columns[0].Blocks[i].Text(&p.page))
		}
		assert.Equal(t, tt.want, got, tt.name)
	}
}

func BenchmarkColumns(b *testing.B) {
	p := benchPage()
	lines := Lines(p, p.Glyphs)
	b.ReportAllocs()
	for b.Loop() {
		Columns(p, lines, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Glyphs)), "ns/glyph")
}

// A line that crosses the edge of an obstacle is cut between two words.
func TestColumnsCutAtObstacles(t *testing.T) {
	p := newPen()
	p.set(50, 100, "outside inside after")
	lines := Lines(&p.page, p.page.Glyphs)
	require.Len(t, lines, 1)
	columns := Columns(&p.page, lines, &ColumnOptions{Obstacles: []Obstacle{{Bounds: Rect{87, 90, 125, 105}}}})
	checkLines(t, &p.page, p.page.Glyphs, columnLines(columns))
	var got []string
	for _, c := range columns {
		for _, b := range c.Blocks {
			got = append(got, fmt.Sprint(b.Obstacle, lineTexts(&p.page, b.Lines)))
		}
	}
	assert.Contains(t, got, "1 [inside]")
	assert.NotContains(t, strings.Join(got, " "), "outside inside")
}

// An obstacle set along another direction is read with the text of that
// direction.
func TestColumnsTurnedObstacle(t *testing.T) {
	p := newPen()
	p.set(50, 100, "upright text")
	p.run.Dir, p.run.Up = Point{0, -1}, Point{-1, 0}
	p.show(300, 600, "before the table")
	p.show(500, 600, "behind the table")
	columns := Columns(&p.page, Lines(&p.page, p.page.Glyphs), &ColumnOptions{Obstacles: []Obstacle{{Bounds: Rect{350, 400, 450, 620}, Dir: Point{0, -1}}}})
	var got []string
	for _, c := range columns {
		for _, b := range c.Blocks {
			got = append(got, fmt.Sprint(b.Obstacle, lineTexts(&p.page, b.Lines)))
		}
	}
	assert.Equal(t, []string{"0 [upright text]", "0 [before the table]", "1 []", "0 [behind the table]"}, got)
}

// A table under balanced columns that fits into the left one follows both.
func TestColumnsObstacleUnderColumns(t *testing.T) {
	p := newPen()
	words := prose(rand.New(rand.NewPCG(2, 2)), 600)
	words = p.column(50, 60, 240, 20, words)
	p.column(305, 60, 240, 20, words)
	columns := Columns(&p.page, Lines(&p.page, p.page.Glyphs), &ColumnOptions{Obstacles: []Obstacle{{Bounds: Rect{50, 320, 290, 400}}}})
	require.Len(t, columns, 3)
	assert.Equal(t, 1, columns[2].Blocks[0].Obstacle)
}

// The parts of a fraction are read one after the other.
func TestColumnsFraction(t *testing.T) {
	paint := []struct {
		x, y, size float32
		text       string
	}{
		{50, 100, 10, "so k ="}, {85, 96, 7, "(a - b)"}, {85, 104, 7, "(c - d)"}, {115, 100, 10, "and on"},
	}
	for _, order := range [][]int{{0, 1, 2, 3}, {2, 0, 3, 1}} {
		p := newPen()
		for _, i := range order {
			p.size = paint[i].size
			p.set(paint[i].x, paint[i].y, paint[i].text)
		}
		columns := Columns(&p.page, Lines(&p.page, p.page.Glyphs), nil)
		checkLines(t, &p.page, p.page.Glyphs, columnLines(columns))
		assert.Equal(t, []string{"so k = (a - b) (c - d) and on"}, lineTexts(&p.page, columnLines(columns)))
	}
}

package lattice

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A picture is a drawing in characters, 6 points wide and 12 high each: -, |
// and + are rules, the rest is text of 10 points.
type picture struct {
	h, v  []Segment
	words []Word
	texts []string
}

const unitX, unitY = 6.0, 12.0

func draw(s string) *picture {
	rows := strings.Split(strings.Trim(s, "\n"), "\n")
	at := func(r, c int) rune {
		if r < 0 || r >= len(rows) || c < 0 || c >= len(rows[r]) {
			return ' '
		}
		return rune(rows[r][c])
	}
	p := &picture{}
	for r, line := range rows {
		for c, ch := range line {
			x, y := unitX*float64(c), unitY*float64(r)
			is := func(dr, dc int, set string) bool { return strings.ContainsRune(set, at(r+dr, c+dc)) }
			if ch == '-' || ch == '+' {
				if ch == '-' || is(0, -1, "-+") {
					p.h = append(p.h, Segment{At: y, Lo: x - unitX/2, Hi: x})
				}
				if ch == '-' || is(0, 1, "-+") {
					p.h = append(p.h, Segment{At: y, Lo: x, Hi: x + unitX/2})
				}
			}
			if ch == '|' || ch == '+' {
				if ch == '|' || is(-1, 0, "|+") {
					p.v = append(p.v, Segment{At: x, Lo: y - unitY/2, Hi: y})
				}
				if ch == '|' || is(1, 0, "|+") {
					p.v = append(p.v, Segment{At: x, Lo: y, Hi: y + unitY/2})
				}
			}
		}
		for c := 0; c < len(line); {
			end := c
			for end < len(line) && !strings.ContainsRune("-|+ ", rune(line[end])) {
				end++
			}
			if end > c {
				p.add(line[c:end], unitX*(float64(c)-0.5), unitX*(float64(end)-0.5), unitY*float64(r))
			}
			c = max(end, c+1)
		}
	}
	return p
}

// add puts in a word centred at y.
func (p *picture) add(text string, x0, x1, y float64) {
	number := strings.ContainsFunc(text, unicode.IsDigit)
	leader := strings.Trim(text, ".") == ""
	p.words = append(p.words, Word{Box: geom.Rect{X0: x0, Y0: y - 4.5, X1: x1, Y1: y + 5}, Base: y + 3, Size: 10, Number: number, Leader: leader})
	p.texts = append(p.texts, text)
}

func (p *picture) soft() *picture {
	for i := range p.h {
		p.h[i].Soft = true
	}
	for i := range p.v {
		p.v[i].Soft = true
	}
	return p
}

// find returns the tables as text: cells between bars, with their spans.
func (p *picture) find(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, tab := range Find(p.h, p.v, p.words) {
		checkTable(t, &tab, len(p.words))
		var b strings.Builder
		for i, c := range tab.Cells {
			if i > 0 && c.Row != tab.Cells[i-1].Row {
				b.WriteString("\n")
			}
			if c.RowSpan > 1 || c.ColSpan > 1 {
				fmt.Fprintf(&b, "%dx%d:", c.RowSpan, c.ColSpan)
			}
			var words []string
			for _, w := range c.Words {
				words = append(words, p.texts[w])
			}
			b.WriteString(strings.Join(words, " ") + "|")
		}
		out = append(out, b.String())
	}
	return out
}

// checkTable checks that the cells cover the grid exactly.
func checkTable(t *testing.T, tab *Table, words int) {
	t.Helper()
	require.True(t, slices.IsSorted(tab.Xs) && slices.IsSorted(tab.Ys), "%v %v", tab.Xs, tab.Ys)
	require.True(t, tab.Rows() >= 1 && tab.Cols() >= 1)
	require.True(t, tab.Confidence >= 0 && tab.Confidence <= 1)
	cover := make([]int, tab.Rows()*tab.Cols())
	seen := map[int32]bool{}
	for i, c := range tab.Cells {
		require.True(t, c.Row >= 0 && c.Col >= 0 && c.RowSpan >= 1 && c.ColSpan >= 1 && c.Row+c.RowSpan <= tab.Rows() && c.Col+c.ColSpan <= tab.Cols(), "%+v", c)
		if i > 0 {
			a := tab.Cells[i-1]
			require.True(t, a.Row < c.Row || a.Row == c.Row && a.Col < c.Col, "order")
		}
		for r := range c.RowSpan {
			for q := range c.ColSpan {
				cover[(c.Row+r)*tab.Cols()+c.Col+q]++
			}
		}
		for _, w := range c.Words {
			require.False(t, seen[w] || w < 0 || int(w) >= words)
			seen[w] = true
		}
	}
	for i, n := range cover {
		require.Equal(t, 1, n, "field %d,%d", i/tab.Cols(), i%tab.Cols())
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct{ name, picture, want string }{
		{"full grid", `
+------+------+
| a    | b    |
+------+------+
| c    | d    |
+------+------+`, "a|b|\nc|d|"},
		{"spans", `
+------+-------------+
| a    | bc          |
|      +------+------+
|      | d    | e    |
+------+------+------+
| f    | g    | h    |
+------+------+------+`, "2x1:a|1x2:bc|\nd|e|\nf|g|h|"},
		{"empty cells stay", `
+------+------+------+
| a    |      | b    |
+------+------+------+
| c    |      | d    |
+------+------+------+`, "a||b|\nc||d|"},
		{"a group that is no rectangle falls into strips", `
+------+------+
| a    | b    |
|      +------+
| cccccccc    |
+------+------+
| e    | f    |
+------+------+`, "a|b|\n1x2:cccccccc|\ne|f|"},
		{"wrapped cell", `
+------+-----------+
| a    | one two   |
|      | three     |
+------+-----------+
| c    | d         |
+------+-----------+`, "a|one two three|\nc|d|"},
		{"edges covered by less than 60 %", `
+------+------+------+
| a    | b    | c    |
+------+------+------+
| d    | e    | f    |
+--    +---   +----- +
| g    | h    | i    |
+------+------+------+`, "a|b|c|\n2x1:d g|2x1:e h|f|\ni|"},
		{"one row", `
+------+------+------+
| a    | b    | c    |
+------+------+------+`, "a|b|c|"},
		{"one row of two cells is a box", `
+------+------+
| a    | b    |
+------+------+`, ""},
		{"one column is a box", `
+------+
| a    |
+------+
| b    |
+------+`, ""},
		{"frame", `
+------------------+
| some text in     |
| a frame          |
+------------------+`, ""},
		{"open sides", `
-------+------+-------
 a     | b    | c
-------+------+-------
 d     | e    | f
-------+------+-------`, "a|b|c|\nd|e|f|"},
		{"open foot", `
--------+-------
 a      | 1
--------+-------
 total  | 2
        |       `, "a|1|\ntotal|2|"},
		{"horizontal rules alone", `
---------------
 a      b
---------------
 c      d
---------------`, ""},
		{"nearly empty grid", `
+---+---+---+---+---+
| a | b |   |   |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+
|   |   |   |   |   |
+---+---+---+---+---+
|   |   |   |   | c |
+---+---+---+---+---+`, ""},
		{"chart with its axis", `
 400 +-----+-----+-----+
     |     |     |     |
 300 +-----+-----+-----+
     |     |     |     |
 200 +-----+-----+-----+
     |     |     |     |
 100 +-----+-----+-----+
     |     |     |     |
   0 +-----+-----+-----+
      jan    feb   mar`, ""},
		{"missing rules between columns", `
+------+-------+------+
| a    | b     | c    |
+------+-------+------+
| d      e       f    |
| g      h       i    |
+------+-------+------+
| k    | l     | m    |
+------+-------+------+`, "a|b|c|\nd g|e h|f i|\nk|l|m|"},
		{"text across the columns keeps them joined", `
+------+-------+------+
| a    | b     | c    |
+------+-------+------+
| a long heading here |
+------+-------+------+
| k    | l     | m    |
+------+-------+------+`, "a|b|c|\n1x3:a long heading here|\nk|l|m|"},
		{"stub beside the grid", `
       +------+------+
       | a    | b    |
       +------+------+
 one   | 1    | 2    |
       +------+------+
 two   | 3    | 4    |
       +------+------+
 three | 5    | 6    |
       +------+------+`, "|a|b|\none|1|2|\ntwo|3|4|\nthree|5|6|"},
		{"text columns in a ruled one", `
+------+-----------------+
| head | other           |
+------+-----------------+
| a    | 1      2     3  |
+------+-----------------+
| b    | 4      5     6  |
+------+-----------------+`, "head|other|||\na|1|2|3|\nb|4|5|6|"},
		{"rows of numbers in a ruled one", `
+-----------+------+------+
| head      | p    | q    |
+-----------+------+------+
| one       | 1    | 10   |
| two       | 2    | 20   |
| three     | 3    | 30   |
+-----------+------+------+`, "head|p|q|\none|1|10|\ntwo|2|20|\nthree|3|30|"},
		{"note at the foot", `
+-----------+-----------+
| a         | b         |
+-----------+-----------+
| c         | d         |
+-----------------------+
| Note: a b c d e f     |
+-----------------------+`, "a|b|\nc|d|"},
		{"one below the other", `
+---+---+
| a | b |
+---+---+
| c | d |
+---+---+
next
+---+---+
| e | f |
+---+---+
| g | h |
+---+---+`, "a|b|\nc|d|\n\ne|f|\ng|h|"},
		{"side by side", `
+---+---+   +---+---+
| a | b |   | e | f |
+---+---+   +---+---+
| c | d |   | g | h |
+---+---+   +---+---+`, "a|b|\nc|d|\n\ne|f|\ng|h|"},
		{"grid in a frame", `
+------------------------+
|  text before           |
|  +----+----+----+      |
|  | a  | b  | c  |      |
|  +----+----+----+      |
|  | d  | e  | f  |      |
|  +----+----+----+      |
|                        |
+------------------------+`, "a|b|c|\nd|e|f|"},
		{"frames around two columns of prose", `
+-----------------------+-------------------------+
| It was the best of    | Call me a reader. Some  |
| times, it was the     | years ago, never mind   |
| worst of times, and   | how long precisely, I   |
| it was the age of     | had little money in my  |
| wisdom, it was the    | purse and nothing much  |
| age of foolishness,   | to interest me on any   |
| it was the epoch of   | shore, so I thought I   |
+-----------------------+-------------------------+
| belief, it was the    | would sail about a bit  |
| epoch of incredulity, | and see the parts that  |
| it was the season of  | are wet. It is a way I  |
| Light, it was the     | have of driving off my  |
| season of Darkness,   | spleen, and regulating  |
| it was the spring of  | the circulation then.   |
+-----------------------+-------------------------+`, ""},
		{"form", `
+-------------+---------------+------+
| name        | first name    | sex  |
+--------+----+---------+-----+------+
| number | street       | city       |
+--------+--+-----------+-----+------+
| telephone | date and place of birth|
+-----------+-----------------+------+
| signed                      | seal |
+-----------------------------+------+`, ""},
		{"nothing", ``, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, strings.Join(draw(c.picture).find(t), "\n\n"))
		})
	}
}

const simple = `
+------+------+
| a    | b    |
+------+------+
| c    | d    |
+------+------+`

// Borders are painted in many ways that look the same.
func TestFindBorders(t *testing.T) {
	want := []string{"a|b|\nc|d|"}
	for _, c := range []struct {
		name   string
		change func(*picture)
	}{
		{"double rules", func(p *picture) {
			for _, s := range p.h {
				s.At += 2.5
				p.h = append(p.h, s)
			}
			for _, s := range p.v {
				s.At += 2.5
				p.v = append(p.v, s)
			}
		}},
		{"corner pieces", func(p *picture) {
			for _, s := range p.h {
				p.v = append(p.v, Segment{At: s.Lo, Lo: s.At, Hi: s.At + 0.5})
			}
		}},
		{"rounded positions", func(p *picture) {
			for i := range p.h {
				p.h[i].At += 0.4 * float64(i%3-1)
				p.h[i].Lo += 0.5
				p.h[i].Hi -= 0.5
			}
		}},
		{"ends short of the crossing rule", func(p *picture) {
			for i := range p.v {
				p.v[i].Lo = max(p.v[i].Lo, 2)
				p.v[i].Hi = min(p.v[i].Hi, 46)
			}
		}},
		{"shuffled", func(p *picture) {
			r := rand.New(rand.NewPCG(1, 2))
			r.Shuffle(len(p.h), func(i, j int) { p.h[i], p.h[j] = p.h[j], p.h[i] })
			r.Shuffle(len(p.v), func(i, j int) { p.v[i], p.v[j] = p.v[j], p.v[i] })
		}},
		{"moved off the page", func(p *picture) {
			for i := range p.h {
				p.h[i].At, p.h[i].Lo, p.h[i].Hi = p.h[i].At-5000, p.h[i].Lo-3000, p.h[i].Hi-3000
			}
			for i := range p.v {
				p.v[i].At, p.v[i].Lo, p.v[i].Hi = p.v[i].At-3000, p.v[i].Lo-5000, p.v[i].Hi-5000
			}
			for i := range p.words {
				w := &p.words[i]
				w.Base -= 5000
				w.Box = geom.Rect{X0: w.Box.X0 - 3000, Y0: w.Box.Y0 - 5000, X1: w.Box.X1 - 3000, Y1: w.Box.Y1 - 5000}
			}
		}},
		{"not finite", func(p *picture) {
			for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				p.h = append(p.h, Segment{At: v, Lo: 0, Hi: 10}, Segment{At: 0, Lo: v, Hi: 10}, Segment{At: 0, Lo: 0, Hi: v})
				p.words = append(p.words, Word{Box: geom.Rect{X0: v, X1: v}, Size: 10}, Word{Box: geom.Rect{X1: 5, Y1: 5}, Size: v})
				p.texts = append(p.texts, "x", "y")
			}
		}},
		{"coloured cells", func(p *picture) { p.soft() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := draw(simple)
			c.change(p)
			h := slices.Clone(p.h)
			assert.Equal(t, want, p.find(t))
			assert.True(t, c.name == "not finite" || slices.Equal(h, p.h), "argument changed")
		})
	}
}

// Coloured areas with little text are a drawing.
func TestFindSoft(t *testing.T) {
	const half = `
+------+------+------+
| a    | b    |      |
+------+------+------+
| c    |      |      |
+------+------+------+`
	assert.Len(t, draw(half).find(t), 1)
	assert.Empty(t, draw(half).soft().find(t))
}

// Rules through the words are a drawing on top of the text.
func TestFindCutWords(t *testing.T) {
	p := draw(simple)
	require.Len(t, p.find(t), 1)
	for i := range 4 {
		p.add("across", 20, 60, 12*float64(1+2*(i%2)))
	}
	assert.Empty(t, p.find(t))
}

func TestConfidence(t *testing.T) {
	confidence := func(s string) float64 {
		found := Find(draw(s).h, draw(s).v, draw(s).words)
		require.Len(t, found, 1)
		return found[0].Confidence
	}
	closed := confidence(simple)
	open := confidence("\n-------+------\n a     | b\n-------+------\n c     | d\n-------+------")
	assert.Equal(t, 1.0, closed)
	assert.Less(t, open, closed)
	assert.GreaterOrEqual(t, open, 0.5)
}

// touching is connect by comparing all pairs.
func touching(h, v []Segment) unions {
	u := newUnions(len(h) + len(v))
	for i, a := range h {
		for k, b := range v {
			if a.Lo-touch <= b.At && b.At <= a.Hi+touch && b.Lo-touch <= a.At && a.At <= b.Hi+touch {
				u.unite(i, len(h)+k)
			}
		}
	}
	return u
}

func checkConnect(t *testing.T, h, v []Segment) {
	t.Helper()
	slices.SortFunc(h, func(a, b Segment) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Lo, b.Lo)) })
	got, _ := connect(h, v)
	want := touching(h, v)
	for i := range want {
		require.Equal(t, want.find(i), got.find(i))
	}
}

func TestConnect(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 1))
		random := func(n int) (s []Segment) {
			for range n {
				lo := float64(r.IntN(100))
				s = append(s, Segment{At: float64(r.IntN(120)), Lo: lo, Hi: lo + float64(r.IntN(1+r.IntN(60)))})
			}
			return s
		}
		checkConnect(t, random(r.IntN(40)), random(r.IntN(40)))
	}
}

// A hatching of n rules has n * n / 4 crossings.
func TestConnectIsLinearithmic(t *testing.T) {
	for _, n := range []int{1e3, 1e4, 1e5} {
		for name, extent := range map[string]func(i int) (lo, hi float64){
			"all":    func(i int) (lo, hi float64) { return 0, 1e6 },
			"nested": func(i int) (lo, hi float64) { return float64(i), float64(n*10 - i) },
			"stairs": func(i int) (lo, hi float64) { return float64(i) * 5, float64(i)*5 + 500 },
		} {
			var h, v []Segment
			for i := range n / 2 {
				lo, hi := extent(i)
				h = append(h, Segment{At: float64(i) * 10, Lo: lo, Hi: hi})
				v = append(v, Segment{At: float64(i) * 10, Lo: lo, Hi: hi})
			}
			_, visits := connect(h, v)
			assert.LessOrEqual(t, float64(visits), 4*float64(n)*math.Log2(float64(n)), "%s, %d rules", name, n)
		}
	}
}

// Frames in one another, small grids in a row and hatchings each make one step
// quadratic that is done carelessly. The budget bounds what they cost.
func TestFindBounds(t *testing.T) {
	nested, row, hatching := &picture{}, &picture{}, &picture{}
	frame := func(p *picture, x0, y0, x1, y1 float64) {
		p.h = append(p.h, Segment{At: y0, Lo: x0, Hi: x1}, Segment{At: y1, Lo: x0, Hi: x1})
		p.v = append(p.v, Segment{At: x0, Lo: y0, Hi: y1}, Segment{At: x1, Lo: y0, Hi: y1})
	}
	const n = 3000
	for i := range n {
		d := 10 * float64(i)
		frame(nested, d, d, 1e5-d, 1e5-d)
		nested.v = append(nested.v, Segment{At: 5e4 + d/2, Lo: d, Hi: 1e5 - d})
		nested.add("a", 4e4, 4e4+5, 5e4+float64(i))
		frame(row, d, 0, d+6, 30)
		row.add("a", d+1, d+5, 10)
		frame(hatching, 0, 0, d, d)
		hatching.add("a", d, d+5, d)
	}
	for _, p := range []*picture{nested, row, hatching} {
		p.find(t)
		x := newIndex(p.words)
		start := x.left
		for range 1_000_000 {
			if x.left == 0 {
				break
			}
			x.in(geom.Rect{X0: 0, Y0: 0, X1: 1e5, Y1: 1e5})
		}
		assert.Zero(t, x.left)
		assert.LessOrEqual(t, start, scansPerWord*(n+64))
	}
}

func FuzzLattice(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x40\x01\x00\x00\x40\x00\x20\x00\x40\x01\x20\x00\x40\x00\x40\x00\x40\x01\x40\x00\x40\x02\x08\x08\x05\x02\x28\x08\x05\x03\x08\x28\x05\x02\x28\x28\x05"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p := &picture{}
		for ; len(b) >= 4 && len(p.h)+len(p.v)+len(p.words) < 400; b = b[4:] {
			at, lo, n := float64(b[1])*2, float64(b[2])*2, float64(b[3])
			switch b[0] & 3 {
			case 0:
				p.h = append(p.h, Segment{At: at, Lo: lo, Hi: lo + 2*n, Soft: b[0]&4 != 0})
			case 1:
				p.v = append(p.v, Segment{At: at, Lo: lo, Hi: lo + 2*n, Soft: b[0]&4 != 0})
			default:
				p.add("ab1."[b[0]>>2&3:], at, at+n/4, lo)
				w := &p.words[len(p.words)-1]
				w.Size = float64(b[3]&15 + 2)
				w.Sideways = b[0]&128 != 0
			}
		}
		checkConnect(t, Join(p.h), Join(p.v))
		first := p.find(t)
		require.Equal(t, first, p.find(t))
		seen := map[int32]bool{}
		for _, tab := range Find(p.h, p.v, p.words) {
			for _, c := range tab.Cells {
				for _, w := range c.Words {
					require.False(t, seen[w], "word in two tables")
					seen[w] = true
				}
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []int{10, 40, 100} {
		b.Run(fmt.Sprintf("cells=%d", n*n), func(b *testing.B) {
			p := &picture{}
			for i := range n + 1 {
				p.h = append(p.h, Segment{At: 20 * float64(i), Lo: 0, Hi: 40 * float64(n)})
				p.v = append(p.v, Segment{At: 40 * float64(i), Lo: 0, Hi: 20 * float64(n)})
			}
			for i := range n * n {
				x, y := 40*float64(i%n), 20*float64(i/n)
				p.add("a1", x+5, x+15, y+10)
			}
			if got := Find(p.h, p.v, p.words); len(got) != 1 || len(got[0].Cells) != n*n {
				b.Fatal(len(got))
			}
			b.ReportAllocs()
			for b.Loop() {
				Find(p.h, p.v, p.words)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*n), "ns/cell")
		})
	}
}

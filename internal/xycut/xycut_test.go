package xycut

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/sweep"
)

// A layout places atoms for tests: words of a size of 10 on baselines 12
// apart, as they would stand on a page.
type layout struct {
	atoms []Atom
	kind  []kind // of each atom
}

// A kind is what a test's Text takes an atom for.
type kind uint8

const (
	word kind = iota
	number
)

// fill sets n rows of words from x0 on, from one word's width to the next, up to
// x1. Each word is 20 wide and 3 apart.
func (l *layout) fill(x0, x1, y float32, n int) {
	for k := range n {
		for x := x0; x+20 <= x1; x += 23 {
			l.put(word, x, x+20, y+12*float32(k))
		}
	}
}

func (l *layout) put(k kind, x0, x1, y float32) {
	l.atoms = append(l.atoms, Atom{X0: x0, X1: x1, Top: y - 8, Bottom: y + 2, Base: y, Size: 10, N: 4})
	l.kind = append(l.kind, k)
}

// Side takes rows of three words for prose and says that words run on.
func (l *layout) Side(s *Side) Verdict {
	full, words := 0, []int{}
	for _, c := range s.Cells {
		n := 0
		for _, i := range c.Atoms {
			if l.kind[i] == word {
				n++
			}
		}
		words = append(words, n)
		if n >= 3 {
			full++
		}
	}
	slices.Sort(words)
	return Verdict{Prose: float32(full) / float32(s.Rows), Words: float32(words[len(words)/2]), Runs: full > 0}
}

func (l *layout) Full(row []int32, width float32) bool { return len(row) >= 4 }

// leaves cuts the layout and returns the box of each leaf. Verbose tests log
// every strip that comes as far as being read: most bugs show there.
func (l *layout) leaves(t *testing.T, opt Options) []string {
	opt.Text = l
	var c Cutter
	if testing.Verbose() {
		c.trace = func(s strip, top, bottom float32, n int, width, align, share float32, left, right Verdict, ok bool) {
			t.Logf("strip %.1f..%.1f, y %.0f..%.0f: %d rows, width %.2f, align %.2f, share %.2f, left %+v, right %+v: %v",
				s.lo, s.hi, top, bottom, n, width, align, share, left, right, ok)
		}
	}
	order, ends := c.Cut(l.atoms, opt)
	var out []string
	lo := int32(0)
	for _, hi := range ends {
		x0, y0, x1, y1 := float32(above), float32(above), float32(below), float32(below)
		for _, i := range order[lo:hi] {
			a := &l.atoms[i]
			x0, y0, x1, y1 = min(x0, a.X0), min(y0, a.Base), max(x1, a.X1), max(y1, a.Base)
		}
		out = append(out, fmt.Sprintf("%v,%v %v,%v", x0, y0, x1, y1))
		lo = hi
	}
	return out
}

func TestCut(t *testing.T) {
	// Columns of 6 words, 135 wide: 0..135, then from 145 on with a gutter of
	// 1 em.
	for _, tt := range []struct {
		name string
		set  func(l *layout)
		opt  Options
		want []string
	}{
		{"one column", func(l *layout) { l.fill(0, 280, 100, 20) }, Options{}, []string{"0,100 273,328"}},
		{"two columns", func(l *layout) {
			l.fill(0, 135, 100, 20)
			l.fill(145, 280, 100, 20)
		}, Options{}, []string{"0,100 135,328", "145,100 280,328"}},
		{"right column first", func(l *layout) {
			l.fill(0, 135, 100, 20)
			l.fill(145, 280, 100, 20)
		}, Options{RightToLeft: true}, []string{"145,100 280,328", "0,100 135,328"}},
		{"gutter of 0.7 em", func(l *layout) {
			l.fill(0, 135, 100, 20)
			l.fill(142, 277, 100, 20)
		}, Options{}, []string{"0,100 135,328", "142,100 277,328"}},
		{"gutter as wide as the word gaps", func(l *layout) {
			l.fill(0, 135, 100, 20)
			l.fill(138, 273, 100, 20)
		}, Options{}, []string{"0,100 273,328"}},
		{"narrower than asked for", func(l *layout) {
			l.fill(0, 135, 100, 20)
			l.fill(145, 280, 100, 20)
		}, Options{MinGutter: 20}, []string{"0,100 280,328"}},
		{"three columns", func(l *layout) {
			l.fill(0, 135, 100, 20)
			l.fill(145, 280, 100, 20)
			l.fill(290, 425, 100, 20)
		}, Options{}, []string{"0,100 135,328", "145,100 280,328", "290,100 425,328"}},
		{"heading across", func(l *layout) {
			l.fill(50, 230, 80, 1)
			l.fill(0, 135, 100, 20)
			l.fill(145, 280, 100, 20)
		}, Options{}, []string{"50,80 208,80", "0,100 135,328", "145,100 280,328"}},
		{"columns, figure's caption across, columns", func(l *layout) {
			l.fill(0, 135, 100, 10)
			l.fill(145, 280, 100, 10)
			l.fill(50, 230, 240, 1)
			l.fill(0, 135, 270, 10)
			l.fill(145, 280, 270, 10)
		}, Options{}, []string{"0,100 135,208", "145,100 280,208", "50,240 208,240", "0,270 135,378", "145,270 280,378"}},
		{"last lines in the second column", func(l *layout) {
			l.fill(0, 135, 100, 20)
			l.fill(147, 282, 100, 2)
		}, Options{}, []string{"0,100 135,328", "147,100 282,112"}},
		{"table of numbers", func(l *layout) {
			for k := range 20 {
				y := 100 + 12*float32(k)
				l.put(word, 0, 60, y)
				l.put(number, 100, 130, y)
				l.put(number, 200, 230, y)
			}
		}, Options{}, []string{"0,100 230,328"}},
		{"ruled rows", func(l *layout) {
			l.fill(0, 135, 100, 20)
			l.fill(145, 280, 100, 20)
		}, Options{Rules: []Rule{{105, 0, 280}, {177, 0, 280}, {249, 0, 280}}}, []string{"0,100 280,328"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var l layout
			tt.set(&l)
			assert.Equal(t, tt.want, l.leaves(t, tt.opt))

			// The atoms' order is of no account.
			r := rand.New(rand.NewPCG(1, 1))
			r.Shuffle(len(l.atoms), func(i, j int) {
				l.atoms[i], l.atoms[j] = l.atoms[j], l.atoms[i]
				l.kind[i], l.kind[j] = l.kind[j], l.kind[i]
			})
			assert.Equal(t, tt.want, l.leaves(t, tt.opt), "shuffled")
		})
	}
}

func TestCutReadsStanzaPairsRowByRow(t *testing.T) {
	var l layout
	for k := range 4 {
		y := 100 + 72*float32(k)
		l.fill(0, 135, y, 4)
		l.fill(147, 282, y, 4)
	}
	assert.Equal(t, []string{
		"0,100 135,136", "147,100 282,136", "0,172 135,208", "147,172 282,208",
		"0,244 135,280", "147,244 282,280", "0,316 135,352", "147,316 282,352",
	}, l.leaves(t, Options{}))
}

func TestCutKeepsObstaclesWhole(t *testing.T) {
	var l layout
	l.fill(0, 135, 100, 10)
	l.fill(145, 280, 100, 10)
	l.fill(0, 135, 320, 10)
	l.fill(145, 280, 320, 10)
	l.atoms = append(l.atoms, Atom{X0: 0, X1: 280, Top: 220, Bottom: 310, Base: 310, Opaque: true})
	l.kind = append(l.kind, number)
	assert.Equal(t, []string{
		"0,100 135,208", "145,100 280,208", "0,310 280,310", "0,320 135,428", "145,320 280,428",
	}, l.leaves(t, Options{}))
}

// linesOf returns the left edges of each line's atoms.
func linesOf(atoms []Atom) [][]float32 {
	var c Cutter
	cut, _ := c.Cut(atoms, Options{Text: &layout{}})
	order, ends := c.Lines(atoms, slices.Clone(cut))
	var out [][]float32
	lo := int32(0)
	for _, hi := range ends {
		var row []float32
		for _, i := range order[lo:hi] {
			row = append(row, atoms[i].X0)
		}
		out = append(out, row)
		lo = hi
	}
	return out
}

func TestLines(t *testing.T) {
	at := func(x0, x1, y, size float32) Atom {
		return Atom{X0: x0, X1: x1, Top: y - 0.8*size, Bottom: y + 0.2*size, Base: y, Size: size, N: 1}
	}
	for _, tt := range []struct {
		name  string
		atoms []Atom
		want  [][]float32
	}{
		{"neighbours at solid leading stay apart", []Atom{at(0, 50, 100, 10), at(0, 50, 110, 10)}, [][]float32{{0}, {0}}},
		{"index and exponent", []Atom{at(0, 50, 100, 10), at(50, 54, 96, 6), at(55, 80, 100, 10), at(80, 84, 102, 6)}, [][]float32{{0, 50, 55, 80}}},
		{"indices do not chain lines", []Atom{
			at(0, 50, 100, 10), at(50, 54, 103, 6), at(0, 50, 112, 10), at(50, 54, 108, 6),
		}, [][]float32{{0, 50}, {0, 50}}},
		{"label in larger type", []Atom{at(0, 50, 100, 12), at(60, 90, 101, 9)}, [][]float32{{0, 60}}},
		{"skewed", []Atom{
			at(0, 30, 100, 10), at(33, 60, 103, 10), at(63, 90, 106, 10), at(93, 120, 109, 10), at(0, 30, 112, 10), at(33, 60, 115, 10),
		}, [][]float32{{0, 33, 63, 93}, {0, 33}}},
		{"figure raised by an em", []Atom{at(0, 37, 92, 12), at(37, 41, 80, 8), at(45, 90, 92, 12)}, [][]float32{{0, 37, 45}}},
		{"small line above is none", []Atom{at(0, 37, 92, 12), at(15, 19, 80, 8)}, [][]float32{{15}, {0}}},
		{"obstacle", []Atom{at(0, 50, 100, 10), {X0: 60, X1: 90, Top: 90, Bottom: 140, Base: 140, Opaque: true}, at(0, 50, 112, 10)}, [][]float32{{60}, {0}, {0}}},
	} {
		assert.Equal(t, tt.want, linesOf(tt.atoms), tt.name)
	}
}

// intervals is the obvious version: every atom against every elementary piece.
func intervals(atoms []Atom, s strip, m *measures) []sweep.Span {
	ys := []float32{below, above}
	for _, a := range atoms {
		ys = append(ys, a.Top, a.Bottom)
	}
	slices.Sort(ys)
	ys = slices.Compact(ys)
	var out []sweep.Span
	open := false
	for i := 0; i+1 < len(ys); i++ {
		crossed := false
		for _, a := range atoms {
			if a.X0 < s.hi-touch*m.em && a.X1 > s.lo+touch*m.em && a.Top <= ys[i] && ys[i+1] <= a.Bottom {
				crossed = true
				break
			}
		}
		switch {
		case crossed:
			open = false
		case open:
			out[len(out)-1].Hi = ys[i+1]
		default:
			out = append(out, sweep.Span{Lo: ys[i], Hi: ys[i+1]})
			open = true
		}
	}
	return slices.DeleteFunc(out, func(f sweep.Span) bool { return f.Hi < above && f.Hi-f.Lo <= minInterval*m.pitch })
}

func TestIntervalsAgreeWithCounting(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		var l layout
		for k := range 12 {
			x := float32(0)
			for x < 200 {
				w := 5 + float32(r.IntN(40))
				if r.IntN(5) > 0 {
					l.put(word, x, x+w, 100+12*float32(k)+float32(r.IntN(3)))
				}
				x += w + 1 + float32(r.IntN(12))
			}
		}
		l.put(word, 300, 320, 400) // the last interval never ends at the page's end
		var c Cutter
		c.atoms = l.atoms
		c.order = c.order[:0]
		for i := range l.atoms {
			c.order = append(c.order, int32(i))
		}
		c.sort(c.order)
		m := c.measure(c.order)
		c.segments(c.order, &m)
		for range 20 {
			x := float32(r.IntN(220))
			s := strip{lo: x, hi: x + 0.5*m.em + float32(r.IntN(6))} // no narrower than segments allow
			assert.Equal(t, intervals(l.atoms, s, &m), c.intervals(s, &m), "strip %v", s)
		}
	}
}

func TestMeasure(t *testing.T) {
	var l layout
	l.fill(10, 135, 100, 20)
	l.atoms = append(l.atoms, Atom{X0: 10, X1: 40, Top: 80, Bottom: 92, Base: 90, Size: 12, N: 3})
	var c Cutter
	c.atoms = l.atoms
	for i := range l.atoms {
		c.order = append(c.order, int32(i))
	}
	c.sort(c.order)
	m := c.measure(c.order)
	assert.Equal(t, float32(10), m.em)
	assert.InDelta(t, 12, m.pitch, 0.2)
	assert.InDelta(t, 0.3, m.gap, 0.02)
	assert.Equal(t, float32(10), m.x0)
	assert.Equal(t, float32(12), m.size)
}

// check cuts atoms and asserts what must hold for any.
func check(t *testing.T, atoms []Atom, opt Options) *Cutter {
	t.Helper()
	var c Cutter
	opt.Text = &layout{kind: make([]kind, len(atoms))}
	order, ends := c.Cut(atoms, opt)
	seen := make([]bool, len(atoms))
	for _, i := range order {
		require.False(t, seen[i])
		seen[i] = true
	}
	require.Len(t, order, len(atoms))
	require.True(t, slices.IsSorted(ends))
	if len(atoms) > 0 {
		require.Equal(t, int32(len(atoms)), ends[len(ends)-1])
	}
	order, ends = slices.Clone(order), slices.Clone(ends)
	lo := int32(0)
	lined := 0
	for _, hi := range ends {
		leaf := order[lo:hi]
		got, lineEnds := c.Lines(atoms, leaf)
		a, b := slices.Clone(got), slices.Clone(leaf)
		slices.Sort(a)
		slices.Sort(b)
		require.Equal(t, b, a)
		require.Equal(t, int32(len(leaf)), lineEnds[len(lineEnds)-1])
		lined += len(got)
		lo = hi
	}
	require.Equal(t, len(atoms), lined)
	return &c
}

// shapes are pages that wear a quadratic step out, of about n atoms.
var shapes = map[string]func(n int) []Atom{
	"one row": func(n int) []Atom {
		var l layout
		for i := range n {
			l.put(word, float32(i)*23, float32(i)*23+20, 100)
		}
		return l.atoms
	},
	"one column": func(n int) []Atom {
		var l layout
		for i := range n {
			l.put(word, 0, 20, float32(i)*12)
		}
		return l.atoms
	},
	"grid": func(n int) []Atom {
		var l layout
		k := int(math.Sqrt(float64(n)))
		for i := range k {
			for j := range k {
				l.put(word, float32(j)*40, float32(j)*40+20, float32(i)*12)
			}
		}
		return l.atoms
	},
	"staircase": func(n int) []Atom {
		var l layout
		for i := range n {
			l.put(word, float32(i)*7, float32(i)*7+20, float32(i)*2)
		}
		return l.atoms
	},
	"all equal": func(n int) []Atom {
		var l layout
		for range n {
			l.put(word, 0, 20, 100)
		}
		return l.atoms
	},
	"columns": func(n int) []Atom {
		var l layout
		for x := range 8 {
			l.fill(float32(x)*150, float32(x)*150+135, 100, n/48)
		}
		return l.atoms
	},
	"sizes": func(n int) []Atom {
		var l layout
		for i := range n {
			s := 1 + float32(i%97)
			l.atoms = append(l.atoms, Atom{X0: float32(i % 500), X1: float32(i%500) + s, Top: float32(i/500) - s, Bottom: float32(i / 500), Base: float32(i / 500), Size: s, N: 1})
		}
		return l.atoms
	},
}

func TestWorkIsBounded(t *testing.T) {
	for name, shape := range shapes {
		for _, n := range []int{1000, 10_000, 100_000} {
			atoms := shape(n)
			c := check(t, atoms, Options{})
			// A strip's test may run over the bound by one look at its region;
			// measuring looks at each atom once a level.
			assert.LessOrEqual(t, c.Work(), maxWork+(maxDepth+4)*len(atoms), "%s of %d", name, n)
			t.Logf("%s of %d: %d looks, %.1f an atom", name, n, c.Work(), float64(c.Work())/float64(len(atoms)))
		}
	}
}

func TestCutScales(t *testing.T) {
	var l layout
	l.fill(0, 135, 100, 20)
	l.fill(145, 280, 100, 20)
	for _, k := range []float32{0.125, 0.25, 2, 16} {
		atoms := slices.Clone(l.atoms)
		for i := range atoms {
			a := &atoms[i]
			a.X0, a.X1, a.Top, a.Bottom, a.Base, a.Size = a.X0*k, a.X1*k, a.Top*k, a.Bottom*k, a.Base*k, a.Size*k
		}
		var c, d Cutter
		order, ends := c.Cut(l.atoms, Options{Text: &l})
		order2, ends2 := d.Cut(atoms, Options{Text: &l})
		assert.Equal(t, ends, ends2)
		assert.Equal(t, order, order2)
	}
}

func FuzzXYCut(f *testing.F) {
	f.Add([]byte{})
	f.Add(encode(shapes["grid"](100)))
	f.Add(encode(shapes["columns"](480)))
	f.Add(encode(shapes["staircase"](50)))
	f.Add(encode(shapes["sizes"](200)))
	f.Fuzz(func(t *testing.T, data []byte) {
		var atoms []Atom
		var rules []Rule
		for len(data) >= 8 && len(atoms) < 5000 {
			x, y := float32(binary.LittleEndian.Uint16(data)), float32(binary.LittleEndian.Uint16(data[2:]))
			w, s := float32(data[4]), float32(data[5])/4
			a := Atom{X0: x / 8, X1: x/8 + w, Top: y/8 - 0.8*s, Bottom: y/8 + 0.2*s, Base: y / 8, Size: s, N: int32(data[6])}
			switch data[7] {
			case 255:
				a.Opaque = true
			case 254:
				rules = append(rules, Rule{a.Base, a.X0, a.X1})
			}
			atoms = append(atoms, a)
			data = data[8:]
		}
		slices.SortFunc(rules, func(a, b Rule) int { return int(a.Y*8) - int(b.Y*8) })
		c := check(t, atoms, Options{Rules: rules, RightToLeft: len(atoms)%2 == 1})
		assert.LessOrEqual(t, c.Work(), maxWork+(maxDepth+4)*len(atoms))
	})
}

// encode is the inverse of what FuzzXYCut reads.
func encode(atoms []Atom) []byte {
	var b []byte
	for _, a := range atoms {
		b = binary.LittleEndian.AppendUint16(b, uint16(a.X0*8))
		b = binary.LittleEndian.AppendUint16(b, uint16(a.Base*8))
		b = append(b, byte(a.X1-a.X0), byte(a.Size*4), byte(a.N), 0)
	}
	return b
}

func BenchmarkCut(b *testing.B) {
	var l layout
	l.fill(0, 280, 100, 5)
	l.fill(0, 135, 170, 40)
	l.fill(145, 280, 170, 40)
	var c Cutter
	b.ReportAllocs()
	for b.Loop() {
		c.Cut(l.atoms, Options{Text: &l})
	}
	b.ReportMetric(float64(len(l.atoms)), "atoms")
}

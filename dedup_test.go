package pdftext

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// oracle is Dedup as its comment has it: every pair, in the order of the rule.
func oracle(p *Page, glyphs []Glyph) []Glyph {
	var order []int
	for _, want := range []bool{true, false} {
		for i := range glyphs {
			if v := newView(p); (v.shows(&glyphs[i]) && glyphs[i].Flags&Covered == 0) == want {
				order = append(order, i)
			}
		}
	}
	var kept []int
	gone, over := map[int]bool{}, map[int]bool{}
next:
	for _, i := range order {
		for _, k := range kept {
			if sameCharacter(p, &glyphs[i], &glyphs[k]) {
				gone[i] = true
				if v := newView(p); v.shows(&glyphs[i]) && glyphs[i].Flags&Covered == 0 && p.Runs[glyphs[i].Run].Mode&3 != Invisible {
					over[k] = true
				}
				continue next
			}
		}
		kept = append(kept, i)
	}
	var out []Glyph
	start := GlyphFlags(0)
	for i, g := range glyphs {
		start |= g.Flags & RunStart
		if gone[i] {
			continue
		}
		if over[i] {
			g.Flags |= Overprinted
		}
		g.Flags |= start
		start = 0
		out = append(out, g)
	}
	return out
}

// sameCharacter is the relation of Dedup's comment.
func sameCharacter(p *Page, a, b *Glyph) bool {
	u, v := p.Runs[a.Run].Dir, p.Runs[b.Run].Dir
	if !placed(a, u) || !placed(b, v) || isBlank(p, a) || isBlank(p, b) {
		return false
	}
	none := a.Flags&NoUnicode != 0
	if none != (b.Flags&NoUnicode != 0) || a.Flags&Vertical != b.Flags&Vertical {
		return false
	}
	if none && (a.Code != b.Code || p.Runs[a.Run].Font != p.Runs[b.Run].Font) || !none && a.Text(p) != b.Text(p) {
		return false
	}
	turn := math.Abs(math.Atan2(u.X*v.Y-u.Y*v.X, u.X*v.X+u.Y*v.Y))
	small, large := float64(min(a.Size, b.Size)), float64(max(a.Size, b.Size))
	if turn > turnTolerance*1.0001 || small < large*0.95 {
		return false
	}
	dx, dy := float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y)
	for _, d := range []Point{u, v} {
		if math.Abs(dx*d.X+dy*d.Y) > (0.1+roundOff)*small || math.Abs(dy*d.X-dx*d.Y) > (0.2+roundOff)*small {
			return false
		}
	}
	return true
}

func isBlank(p *Page, g *Glyph) bool {
	if g.Flags&NoUnicode != 0 {
		return false
	}
	for _, r := range g.Text(p) {
		if r > ' ' && !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// A pen builds pages for tests.
type pen struct {
	page Page
	run  Run
	size float32
}

func newPen() *pen {
	return &pen{
		page: Page{
			Bounds: Rect{0, 0, 600, 800},
			Fonts:  []Font{{Ascent: 0.75, Descent: -0.25}, {Ascent: 0.9, Descent: -0.2}},
		},
		run:  Run{MCID: -1, Dir: Point{1, 0}, Up: Point{0, -1}},
		size: 10,
	}
}

// show paints s at (x, y) with an advance of half an em a rune, as a run of
// its own unless nothing has changed.
func (p *pen) show(x, y float32, s string) {
	if n := len(p.page.Runs); n == 0 || p.page.Runs[n-1] != p.run {
		p.page.Runs = append(p.page.Runs, p.run)
	}
	flags := RunStart
	for _, r := range s {
		p.page.Glyphs = append(p.page.Glyphs, Glyph{
			X: x, Y: y, Advance: p.size / 2, Size: p.size, Rune: r, Code: uint32(r),
			Run: uint32(len(p.page.Runs) - 1), Index: int32(len(p.page.Glyphs)), Flags: flags,
		})
		x += float32(p.run.Dir.X) * p.size / 2
		y += float32(p.run.Dir.Y) * p.size / 2
		flags = 0
	}
}

func (p *pen) last() *Glyph { return &p.page.Glyphs[len(p.page.Glyphs)-1] }

func texts(p *Page, glyphs []Glyph) string {
	s := ""
	for i := range glyphs {
		s += glyphs[i].Text(p)
	}
	return s
}

func TestDedup(t *testing.T) {
	turned := func(degrees float64) Point {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		return Point{cos, -sin}
	}
	for _, c := range []struct {
		name string
		draw func(*pen)
		want string
		over int // survivors with the Overprinted flag
	}{
		{"fake bold", func(p *pen) { p.show(10, 10, "Bold words"); p.show(10.3, 10, "Bold words") }, "Bold words ", 9},
		{"triple strike", func(p *pen) { p.show(10, 10, "ab"); p.show(10.2, 10, "ab"); p.show(10.4, 10, "ab") }, "ab", 2},
		{"same spot", func(p *pen) { p.show(10, 10, "ab"); p.show(10, 10, "ab") }, "ab", 2},
		{"letter by letter", func(p *pen) { p.show(10, 10, "a"); p.show(10.3, 10, "a"); p.show(15, 10, "b"); p.show(15.3, 10, "b") }, "ab", 2},
		{"at both tolerances", func(p *pen) { p.show(500, 10, "ab"); p.show(501, 12, "ab") }, "ab", 2},
		{"too far along", func(p *pen) { p.show(10, 10, "a"); p.show(11.1, 10, "a") }, "aa", 0},
		{"too far across", func(p *pen) { p.show(10, 10, "a"); p.show(10, 12.1, "a") }, "aa", 0},
		{"double letter", func(p *pen) { p.show(10, 10, "fill") }, "fill", 0},
		{"narrow double letter", func(p *pen) { p.show(10, 10, "l"); p.show(12.2, 10, "l") }, "ll", 0},
		{"equal cells", func(p *pen) { p.show(10, 10, "0.5"); p.show(60, 10, "0.5"); p.show(10, 22, "0.5") }, "0.50.50.5", 0},
		{"other text", func(p *pen) { p.show(10, 10, "a"); p.show(10, 10, "b") }, "ab", 0},
		{"other font", func(p *pen) { p.show(10, 10, "a"); p.run.Font = 1; p.show(10.2, 10, "a") }, "a", 1},
		{"size within 5 %", func(p *pen) { p.show(10, 10, "a"); p.size = 10.5; p.show(10, 10, "a") }, "a", 1},
		{"other size", func(p *pen) { p.show(10, 10, "a"); p.size = 10.6; p.show(10, 10, "a") }, "aa", 0},
		{"other direction", func(p *pen) { p.show(10, 10, "a"); p.run.Dir = turned(90); p.show(10, 10, "a") }, "aa", 0},
		{"opposite direction", func(p *pen) { p.show(10, 10, "a"); p.run.Dir = turned(180); p.show(10, 10, "a") }, "aa", 0},
		{"direction off by a hair", func(p *pen) { p.show(10, 10, "a"); p.run.Dir = turned(1); p.show(10, 10, "a") }, "a", 1},
		{"vertical against horizontal", func(p *pen) {
			p.run.Dir = Point{0, 1}
			p.show(10, 10, "a")
			p.show(10, 10, "a")
			p.last().Flags |= Vertical
		}, "aa", 0},
		{"along a turned baseline", func(p *pen) {
			// 1.5 pt across the baseline is within tolerance, along it is not.
			p.run.Dir = turned(45)
			p.show(100, 100, "a")
			p.show(100+1.06, 100+1.06, "a") // across
			p.show(200, 200, "b")
			p.show(200+1.06, 200-1.06, "b") // along
		}, "abb", 1},
		{"space", func(p *pen) { p.show(10, 10, " "); p.show(10, 10, " ") }, "  ", 0},
		{"every white space", func(p *pen) {
			for _, r := range "\t\u0085\u00a0\u1680\u2003\u2028\u202f\u205f\u3000" {
				p.show(10, 10, string(r))
				p.show(10, 10, string(r))
			}
		}, "\t\t\u0085\u0085\u00a0\u00a0\u1680\u1680\u2003\u2003\u2028\u2028\u202f\u202f\u205f\u205f\u3000\u3000", 0},
		{"empty text", func(p *pen) { p.show(10, 10, "aa"); p.page.Glyphs[0].Rune = 0; p.page.Glyphs[1] = p.page.Glyphs[0] }, "", 0},
		{"ligatures in two strings", func(p *pen) {
			p.show(10, 10, "a")
			p.last().Rune = -1
			p.show(10.5, 10, "a")
			p.last().Rune = -2
			p.page.Strings = []string{"ffi", "ffi"}
		}, "ffi", 1},
		{"string of one rune", func(p *pen) {
			p.show(10, 10, "a")
			p.show(10.5, 10, "b")
			p.last().Rune = -1
			p.page.Strings = []string{"a"}
		}, "a", 1},
		{"blank string", func(p *pen) {
			for range 2 {
				p.show(10, 10, "a")
				p.last().Rune = -1
			}
			p.page.Strings = []string{"\u2003 "}
		}, "\u2003 \u2003 ", 0},
		{"no text, same code", func(p *pen) {
			for range 2 {
				p.show(10, 10, "\ufffd")
				p.last().Flags |= NoUnicode
			}
		}, "\ufffd", 1},
		{"no text, other code", func(p *pen) {
			for i := range 2 {
				p.show(10, 10, "\ufffd")
				p.last().Flags |= NoUnicode
				p.last().Code = uint32(i)
			}
		}, "\ufffd\ufffd", 0},
		{"no text, other font", func(p *pen) {
			for i := range 2 {
				p.run.Font = int32(i)
				p.show(10, 10, "\ufffd")
				p.last().Flags |= NoUnicode
			}
		}, "\ufffd\ufffd", 0},
		{"not transitive", func(p *pen) { p.show(10, 10, "a"); p.show(10.8, 10, "a"); p.show(11.6, 10, "a") }, "aa", 1},
		{"not transitive, middle first", func(p *pen) { p.show(10.8, 10, "a"); p.show(10, 10, "a"); p.show(11.6, 10, "a") }, "a", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPen()
			c.draw(p)
			before := slices.Clone(p.page.Glyphs)
			got := Dedup(&p.page, p.page.Glyphs)
			assert.Equal(t, c.want, texts(&p.page, got))
			over := 0
			for _, g := range got {
				if g.Flags&Overprinted != 0 {
					over++
				}
			}
			assert.Equal(t, c.over, over, "overprinted")
			assert.Equal(t, before, p.page.Glyphs, "argument changed")
			checkDedup(t, &p.page, p.page.Glyphs)
		})
	}
}

// Whole strings are shadows from further away than single letters.
func TestDedupShadows(t *testing.T) {
	for _, c := range []struct {
		name string
		draw func(*pen)
		want string
	}{
		{"shadow", func(p *pen) { p.show(10, 10, "Title text"); p.show(11.5, 11.5, "Title text") }, "Title text "},
		{"shadow of three passes", func(p *pen) { p.show(10, 10, "abc"); p.show(12, 12, "abc"); p.show(14, 14, "abc") }, "abcabc"},
		{"outline of two", func(p *pen) { p.show(10, 10, "abc"); p.show(11.5, 10, "abc"); p.show(13, 10, "abc") }, "abc"},
		{"shadow painted first", func(p *pen) { p.show(12, 11, "abc"); p.show(10, 10, "abc") }, "abc"},
		{"a line of strings", func(p *pen) {
			p.show(10, 10, "abc")
			p.show(25, 10, "def")
			p.show(12, 11, "abc")
			p.show(27, 11, "def")
		}, "abcdef"},
		{"sideways", func(p *pen) {
			p.run.Dir, p.run.Up = Point{0, -1}, Point{-1, 0}
			p.show(100, 300, "Title")
			p.show(102, 298, "Title")
		}, "Title"},
		{"too far along", func(p *pen) { p.show(10, 10, "abc"); p.show(13.7, 10, "abc") }, "abcabc"},
		{"too far across", func(p *pen) { p.show(10, 10, "abc"); p.show(11.5, 12.7, "abc") }, "abcabc"},
		{"two letters", func(p *pen) { p.show(10, 10, "ab"); p.show(11.5, 10, "ab") }, "abab"},
		{"leaders", func(p *pen) { p.show(10, 10, "....."); p.show(12.5, 10, ".....") }, ".........."},
		{"other text", func(p *pen) { p.show(10, 10, "abc"); p.show(11.5, 10, "abd") }, "abcabd"},
		{"longer text", func(p *pen) { p.show(10, 10, "abc"); p.show(11.5, 10, "abcd") }, "abcabcd"},
		{"other steps", func(p *pen) {
			p.show(10, 10, "abc")
			p.show(11.5, 10, "abc")
			p.last().X += 1
		}, "abcabc"},
		{"other size", func(p *pen) { p.show(10, 10, "abc"); p.size = 11; p.show(11.5, 10, "abc") }, "abcabc"},
		{"hidden original", func(p *pen) {
			p.run.Hidden = true
			p.show(10, 10, "abc")
			p.run.Hidden = false
			p.show(11.5, 10, "abc")
		}, "abc"},
		{"lines at a narrow leading", func(p *pen) { p.show(10, 10, "abc"); p.show(10, 16, "abc"); p.show(10, 22, "abc") }, "abcabcabc"},
		{"equal words in a row", func(p *pen) { p.show(10, 10, "had"); p.show(27, 10, "had"); p.show(44, 10, "had") }, "hadhadhad"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPen()
			c.draw(p)
			got := Dedup(&p.page, p.page.Glyphs)
			assert.Equal(t, c.want, texts(&p.page, got))
			for _, g := range got {
				assert.Equal(t, c.want != texts(&p.page, p.page.Glyphs) && c.name != "hidden original" && !isBlank(&p.page, &g) && (c.name != "shadow of three passes" || g.Index < 3), g.Flags&Overprinted != 0)
			}
			again := Dedup(&p.page, got)
			assert.True(t, &again[0] == &got[0] && len(again) == len(got), "idempotent")
			if c.name == "hidden original" {
				assert.EqualValues(t, 3, got[0].Index)
			}
		})
	}
}

// Where the first copy does not show and a later one does, the later stays.
func TestDedupPrefersVisible(t *testing.T) {
	p := newPen()
	p.run.Clip = Rect{300, 300, 310, 310}
	p.show(10, 10, "ab")
	p.run.Clip = Rect{}
	p.show(10.2, 10, "ab")
	p.show(10.4, 10, "ab")
	got := Dedup(&p.page, p.page.Glyphs)
	require.Len(t, got, 2)
	for i, g := range got {
		assert.EqualValues(t, 2+i, g.Index)
		assert.NotZero(t, g.Flags&Overprinted)
	}
	checkDedup(t, &p.page, p.page.Glyphs)
}

// A copy that leaves no paint, or is painted over, makes nothing bold.
func TestDedupOverprintedByWhatShows(t *testing.T) {
	for _, unseen := range []func(p *pen){
		func(p *pen) { p.run.Mode = Invisible },
		func(p *pen) { p.run.Fill = Color{1, 2, 3, 0} },
		func(p *pen) { p.run.Hidden = true },
	} {
		p := newPen()
		p.show(10, 10, "a")
		unseen(p)
		p.show(10, 10, "a")
		got := Dedup(&p.page, p.page.Glyphs)
		require.Len(t, got, 1)
		assert.Zero(t, got[0].Flags&Overprinted)
		assert.Equal(t, 1, Count(&p.page).Duplicates)
	}
	p := newPen()
	p.show(10, 10, "a")
	p.last().Flags |= Covered
	p.show(10, 10, "a")
	got := Dedup(&p.page, p.page.Glyphs)
	require.Len(t, got, 1)
	assert.EqualValues(t, 1, got[0].Index, "the one that shows stays")
	assert.Zero(t, got[0].Flags&Overprinted)
}

func TestDedupReturnsArgument(t *testing.T) {
	p := newPen()
	assert.Nil(t, Dedup(&p.page, nil))
	p.show(10, 10, "some text")
	p.show(10, 22, "some text")
	got := Dedup(&p.page, p.page.Glyphs)
	assert.True(t, &got[0] == &p.page.Glyphs[0] && len(got) == len(p.page.Glyphs))
}

// checkDedup checks Dedup against the oracle and its own promises.
func checkDedup(t *testing.T, p *Page, glyphs []Glyph) {
	t.Helper()
	before := slices.Clone(glyphs)
	got := Dedup(p, glyphs)
	if !sameGlyphs(glyphs, before) {
		t.Fatal("argument changed")
	}
	if want := oracle(p, glyphs); !sameGlyphs(got, want) {
		i := 0
		for i < min(len(got), len(want)) && sameGlyphs(got[i:i+1], want[i:i+1]) {
			i++
		}
		t.Fatalf("Dedup keeps %d of %d glyphs, the oracle %d; they differ from place %d on:\n got %v\nwant %v",
			len(got), len(glyphs), len(want), i, got[i:min(i+1, len(got))], want[i:min(i+1, len(want))])
	}
	again := Dedup(p, got)
	if len(again) != len(got) || len(got) > 0 && &again[0] != &got[0] {
		t.Fatal("not idempotent")
	}
	i := 0
	for _, g := range glyphs { // a subsequence
		if i < len(got) && sameGlyph(&g, &got[i]) {
			i++
		}
	}
	if i != len(got) {
		t.Fatal("not a subsequence")
	}
}

func sameGlyph(a, b *Glyph) bool {
	x, y := *a, *b
	x.Flags |= Overprinted | RunStart
	y.Flags |= Overprinted | RunStart
	return sameGlyphs([]Glyph{x}, []Glyph{y})
}

// sameGlyphs compares bits, so that NaN equals itself.
func sameGlyphs(a, b []Glyph) bool {
	return slices.EqualFunc(a, b, func(g, h Glyph) bool {
		for _, f := range [][2]*float32{{&g.X, &h.X}, {&g.Y, &h.Y}, {&g.Size, &h.Size}, {&g.Advance, &h.Advance}} {
			if math.Float32bits(*f[0]) != math.Float32bits(*f[1]) {
				return false
			}
			*f[0], *f[1] = 0, 0
		}
		return g == h
	})
}

// scatter paints n glyphs of few kinds so close together that every rule of
// Dedup is asked, some of them in strings.
func scatter(r *rand.Rand, n int) *Page {
	p := newPen()
	p.page.Strings = []string{"ffi", "ffi", "a", " "}
	spread := []float32{1, 5, 30, 300}[r.IntN(4)]
	dirs := []float64{0, 0, 0.01, 0.019, 0.03, math.Pi / 2, math.Pi, -math.Pi + 0.005, 0.7}[:1+r.IntN(9)]
	for len(p.page.Glyphs) < n {
		sin, cos := math.Sincos(dirs[r.IntN(len(dirs))])
		p.run.Dir, p.run.Up = Point{cos, sin}, Point{sin, -cos}
		p.run.Font = int32(r.IntN(2))
		p.run.Hidden = r.IntN(10) == 0
		p.size = []float32{10, 10, 10, 10.4, 10.9, 11.3, 40}[r.IntN(7)]
		x, y := 100+spread*r.Float32(), 100+spread*r.Float32()
		if r.IntN(2) == 0 { // on a raster, for equal places and the edges of tolerances
			x, y = float32(math.Round(float64(x)*2)/2), float32(math.Round(float64(y)))
		}
		s := []string{"a", "a", "b", "aa", "word", "ii l", " "}[r.IntN(7)]
		p.show(x, y, s)
		g := p.last()
		switch r.IntN(12) {
		case 0:
			g.Rune = -1 - int32(r.IntN(4))
		case 1:
			g.Flags |= NoUnicode
		case 2:
			g.Flags |= Vertical
		case 3:
			g.Rune = 0
		case 4:
			*g = p.page.Glyphs[r.IntN(len(p.page.Glyphs))]
		case 5:
			g.X = []float32{float32(math.NaN()), float32(math.Inf(1)), 1e30, -1e9, 1e7}[r.IntN(5)]
		case 6:
			g.Size = []float32{0, -1, float32(math.NaN()), 1e-9, 1e30}[r.IntN(5)]
		}
	}
	for i := range p.page.Glyphs { // no strings: no shadows, which the oracle does not know
		p.page.Glyphs[i].Flags &^= RunStart
	}
	return &p.page
}

func TestDedupEqualsOracle(t *testing.T) {
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 1))
		p := scatter(r, 1+r.IntN(120))
		checkDedup(t, p, p.Glyphs)
		if t.Failed() {
			t.Fatal("seed", seed)
		}
	}
}

// Glyphs that are no copies of each other don't change one another's fate.
func TestDedupIgnoresUnrelated(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := scatter(r, 60)
		with := make([]Glyph, 0, 200)
		for i, g := range p.Glyphs {
			h := g
			h.X, h.Index = h.X+1000, -1
			with = append(with, g, h)
			if i%3 == 0 {
				h = g
				h.Rune, h.Flags, h.Index = 'z', 0, -1
				with = append(with, h)
			}
		}
		var got []Glyph
		for _, g := range Dedup(p, with) {
			if g.Index >= 0 {
				got = append(got, g)
			}
		}
		if !sameGlyphs(got, Dedup(p, p.Glyphs)) {
			t.Fatal("seed", seed)
		}
	}
}

// The tolerances turn with the baseline.
func TestDedupTurned(t *testing.T) {
	kept := func(p *Page) []int32 {
		var out []int32
		for _, g := range Dedup(p, p.Glyphs) {
			out = append(out, g.Index)
		}
		return out
	}
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := newPen()
		p.page.Bounds = Rect{}
		for range 40 {
			// A raster of 0.07 em, whose multiples keep off the tolerances.
			p.show(300+0.7*float32(r.IntN(60)), 400+0.7*float32(r.IntN(40)), "ab"[r.IntN(2):])
		}
		want := kept(&p.page)
		for _, degrees := range []float64{1, 17, 45, 90, 133.7, 180, 270, 359} {
			sin, cos := math.Sincos(degrees * math.Pi / 180)
			q := p.page
			q.Glyphs, q.Runs = slices.Clone(q.Glyphs), slices.Clone(q.Runs)
			for i := range q.Glyphs {
				g := &q.Glyphs[i]
				x, y := float64(g.X), float64(g.Y)
				g.X, g.Y = float32(x*cos-y*sin), float32(x*sin+y*cos)
			}
			for i := range q.Runs {
				q.Runs[i].Dir, q.Runs[i].Up = Point{cos, sin}, Point{sin, -cos}
			}
			assert.Equal(t, want, kept(&q), "seed %d, %v degrees", seed, degrees)
		}
	}
}

// crowds are layouts that make a careless search compare all pairs.
var crowds = []struct {
	name  string
	place func(i, n int, r *rand.Rand) (x, y, size, angle float64)
}{
	{"equal", func(i, n int, r *rand.Rand) (x, y, size, angle float64) { return 100, 100, 10, 0 }},
	{"row", func(i, n int, r *rand.Rand) (x, y, size, angle float64) { return float64(i) * 0.9, 100, 10, 0 }},
	{"wide row", func(i, n int, r *rand.Rand) (x, y, size, angle float64) { return float64(i) * 5, 100, 10, 0 }},
	{"column", func(i, n int, r *rand.Rand) (x, y, size, angle float64) { return 100, float64(i) * 12, 10, 0 }},
	{"tight column", func(i, n int, r *rand.Rand) (x, y, size, angle float64) { return 100, float64(i) * 0.5, 10, 0 }},
	{"wobbling column", func(i, n int, r *rand.Rand) (x, y, size, angle float64) {
		return 100 + 0.9*r.Float64(), float64(i) * 2.1, 10, 0
	}},
	{"staircase", func(i, n int, r *rand.Rand) (x, y, size, angle float64) {
		return float64(i) * 0.9, float64(i) * 1.8, 10, 0
	}},
	{"falling staircase", func(i, n int, r *rand.Rand) (x, y, size, angle float64) {
		return float64(n-i) * 0.9, float64(i) * 1.8, 10, 0
	}},
	{"turned staircase", func(i, n int, r *rand.Rand) (x, y, size, angle float64) {
		return float64(i) * 1.1, float64(i) * 1.1, 10, 0.78
	}},
	{"random", func(i, n int, r *rand.Rand) (x, y, size, angle float64) {
		return 1000 * r.Float64(), 1000 * r.Float64(), 10, 0
	}},
	{"crowd", func(i, n int, r *rand.Rand) (x, y, size, angle float64) {
		return 10 * r.Float64(), 10 * r.Float64(), 10, 0
	}},
	{"sizes", func(i, n int, r *rand.Rand) (x, y, size, angle float64) {
		return 100, 100, math.Exp(9 * r.Float64()), 0
	}},
	{"directions", func(i, n int, r *rand.Rand) (x, y, size, angle float64) {
		return 100, 100, 10, 2 * math.Pi * r.Float64()
	}},
	{"everything", func(i, n int, r *rand.Rand) (x, y, size, angle float64) {
		return 100 + 20*r.Float64(), 100 + 20*r.Float64(), 5 + 20*r.Float64(), 2 * math.Pi * r.Float64()
	}},
}

func crowd(k, n int) *Page {
	r := rand.New(rand.NewPCG(uint64(n), uint64(k)))
	p := &Page{Fonts: []Font{{Ascent: 0.75, Descent: -0.25}}}
	for i := range n {
		x, y, size, angle := crowds[k].place(i, n, r)
		sin, cos := math.Sincos(angle)
		if run := (Run{Dir: Point{cos, sin}}); i == 0 || p.Runs[len(p.Runs)-1] != run {
			p.Runs = append(p.Runs, run)
		}
		p.Glyphs = append(p.Glyphs, Glyph{X: float32(x), Y: float32(y), Size: float32(size), Rune: '|', Run: uint32(len(p.Runs) - 1), Index: int32(i)})
	}
	return p
}

func TestDedupIsLinearithmic(t *testing.T) {
	for k, c := range crowds {
		for _, n := range []int{1e3, 1e4, 1e5} {
			p := crowd(k, n)
			d := deduper{p: p, glyphs: p.Glyphs, view: newView(p)}
			d.run()
			limit := 6 * float64(n) * math.Log2(float64(n))
			assert.LessOrEqual(t, float64(d.visits), limit, "%s, %d glyphs: %.1f visits a glyph", c.name, n, float64(d.visits)/float64(n))
			if n == 1e3 {
				checkDedup(t, p, p.Glyphs)
			}
			if testing.Verbose() {
				t.Logf("%-18s %6d glyphs, %.1f visits a glyph, %d dropped", c.name, n, float64(d.visits)/float64(n), d.dropped)
			}
		}
	}
}

// An ordinary page costs a visit per string, not per glyph.
func TestDedupScreensOrdinaryPages(t *testing.T) {
	p := textPage(3000)
	d := deduper{p: p, glyphs: p.Glyphs, view: newView(p)}
	d.run()
	assert.Less(t, d.visits, 300)
	assert.Empty(t, d.suspects)
	allocs := testing.AllocsPerRun(10, func() { Dedup(p, p.Glyphs) })
	assert.LessOrEqual(t, allocs, 4.0)
}

// textPage is a page of two columns with n glyphs.
func textPage(n int) *Page {
	r := rand.New(rand.NewPCG(1, 2))
	p := newPen()
	p.size = 9
	for c := 0; len(p.page.Glyphs) < n; c++ {
		line, column := c%60, c/60
		s := ""
		for len(s) < 50 {
			s += "etaoinshrdlucmfwypvbgk"[r.IntN(10):][:3+r.IntN(5)] + " "
		}
		p.show(20+float32(column)*280, 50+float32(line)*11, s)
	}
	p.page.Glyphs = p.page.Glyphs[:n]
	return &p.page
}

func FuzzDedup(f *testing.F) {
	f.Add([]byte("\x00\x10\x20\x00a\x00\x11\x20\x00a"))
	f.Add([]byte("\x00\x10\x20\x00a\x01\x10\x20\x00a\x02\x13\x23\x03b"))
	f.Fuzz(func(t *testing.T, b []byte) {
		p := newPen()
		p.page.Strings = []string{"ab", "ab", "c", "\u00a0"}
		for i := range 8 { // directions, hidden or not
			sin, cos := math.Sincos([]float64{0, 0, 0.018, math.Pi / 2, 3.14, -3.14, 0.6, 0.63}[i])
			p.page.Runs = append(p.page.Runs, Run{Dir: Point{cos, sin}, Up: Point{sin, -cos}, Hidden: i == 1, Font: int32(i & 1)})
		}
		for ; len(b) >= 5 && len(p.page.Glyphs) < 100; b = b[5:] {
			g := Glyph{
				Run: uint32(b[0] & 7), X: 100 + float32(b[1])/2, Y: 100 + float32(b[2])/2,
				Size: 10 * float32(math.Pow(1.04, float64(b[3]&15))), Rune: rune(b[4] & 3), Code: uint32(b[4] & 3), Index: int32(len(p.page.Glyphs)),
			}
			if b[3]&16 != 0 {
				g.Flags |= Vertical
			}
			if b[3]&32 != 0 {
				g.Flags |= NoUnicode
			}
			if b[4]&128 != 0 {
				g.Rune = ^g.Rune
			} else if g.Rune != 0 {
				g.Rune += 'a'
			}
			p.page.Glyphs = append(p.page.Glyphs, g)
		}
		checkDedup(t, &p.page, p.page.Glyphs)
	})
}

func BenchmarkDedup(b *testing.B) {
	run := func(b *testing.B, p *Page) {
		want := oracleCount(p)
		if got := len(Dedup(p, p.Glyphs)); want >= 0 && got != want {
			b.Fatalf("%d glyphs stay, want %d", got, want)
		}
		b.ReportAllocs()
		for b.Loop() {
			Dedup(p, p.Glyphs)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Glyphs)), "ns/glyph")
	}
	for _, n := range []int{500, 3000, 10000} {
		b.Run(fmt.Sprintf("glyphs=%d/input=text", n), func(b *testing.B) { run(b, textPage(n)) })
		b.Run(fmt.Sprintf("glyphs=%d/input=bold", n), func(b *testing.B) {
			p := textPage(n / 2)
			for _, g := range p.Glyphs[:n/2] {
				g.X += 0.3
				p.Glyphs = append(p.Glyphs, g)
			}
			run(b, p)
		})
	}
	for k, c := range crowds {
		b.Run("glyphs=100000/input="+c.name, func(b *testing.B) { run(b, crowd(k, 1e5)) })
	}
}

// oracleCount is the length of the right answer, or -1 where it takes long.
func oracleCount(p *Page) int {
	if len(p.Glyphs) > 4000 {
		return -1
	}
	return len(oracle(p, p.Glyphs))
}

func TestDedupIsDeterministic(t *testing.T) {
	p := scatter(rand.New(rand.NewPCG(7, 7)), 500)
	want := Dedup(p, p.Glyphs)
	for range 5 {
		assert.True(t, reflect.DeepEqual(fmt.Sprint(want), fmt.Sprint(Dedup(p, p.Glyphs))))
	}
}

package pdftext

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pdftext-go/pdftext/internal/baseline"
	"github.com/pdftext-go/pdftext/internal/script"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// set paints s without its blanks, which are a quarter of an em wide: a gap is
// all that tells words apart.
func (p *pen) set(x, y float32, s string) {
	for i, word := range strings.Split(s, " ") {
		if i > 0 {
			x += p.size / 4
		}
		p.show(x, y, word)
		x += p.size / 2 * float32(len([]rune(word)))
	}
}

// track paints s with an extra space between its glyphs, in ems.
func (p *pen) track(x, y, space float32, s string) {
	for _, r := range s {
		if r != ' ' {
			p.show(x, y, string(r))
			p.last().Flags = 0
		}
		x += p.size * (0.5 + space)
	}
}

// glyph paints one glyph of the given width in ems.
func (p *pen) glyph(x, y, width float32, s string) {
	r := []rune(s)
	p.show(x, y, string(r[0]))
	g := p.last()
	g.Advance = width * p.size
	if len(r) > 1 {
		p.page.Strings = append(p.page.Strings, s)
		g.Rune = ^int32(len(p.page.Strings) - 1)
	}
}

// rtl paints s from right to left, x being its right end.
func (p *pen) rtl(x, y float32, s string) {
	for _, r := range s {
		x -= p.size / 2
		if r != ' ' {
			p.show(x, y, string(r))
		}
	}
}

// turned sets the direction of what is painted next, in degrees clockwise.
func (p *pen) turned(degrees float64) {
	s, c := math.Sincos(degrees * math.Pi / 180)
	p.run.Dir = Point{math.Round(c*1e9) / 1e9, math.Round(s*1e9) / 1e9}
	p.run.Up = Point{p.run.Dir.Y, -p.run.Dir.X}
}

func lineTexts(p *Page, lines []Line) []string {
	var out []string
	for i := range lines {
		out = append(out, lines[i].Text(p))
	}
	return out
}

func TestLinesWords(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(p *pen)
		want []string
	}{
		{"painted blanks", func(p *pen) { p.show(10, 20, "two words") }, []string{"two words"}},
		{"gaps only", func(p *pen) { p.set(10, 20, "three words here") }, []string{"three words here"}},
		{"gap of 0.15 em", func(p *pen) {
			p.show(10, 20, "one")
			p.show(26.5, 20, "two")
		}, []string{"one two"}},
		{"kerned by 0.08 em", func(p *pen) {
			p.show(10, 20, "one")
			p.show(25.8, 20, "two")
		}, []string{"onetwo"}},
		{"several blanks count once", func(p *pen) { p.show(10, 20, "a   b") }, []string{"a", "b"}}, // 1.5 em
		{"blanks at the ends", func(p *pen) { p.show(10, 20, " ab ") }, []string{"ab"}},
		{"blanks over letters", func(p *pen) {
			p.show(10, 20, "0325")
			p.show(12, 20, " ")
			p.show(17, 20, " ")
			p.show(22, 20, " ")
		}, []string{"0325"}},
		{"no-break space", func(p *pen) { p.show(10, 20, "10\u00a0km") }, []string{"10\u00a0km"}},
		{"tab for a blank", func(p *pen) { p.show(10, 20, "a\tb") }, []string{"a b"}},
		{"letter-spaced", func(p *pen) { p.track(10, 20, 0.3, "TITLE") }, []string{"TITLE"}},
		{"letter-spaced words", func(p *pen) {
			p.track(10, 20, 0.3, "LONG")
			p.track(47, 20, 0.3, "TITLE")
		}, []string{"LONG TITLE"}},
		{"tracked tight", func(p *pen) {
			p.track(10, 20, -0.2, "tightly")
			p.track(10+7*3+2, 20, -0.2, "tracked")
		}, []string{"tightly tracked"}},
		{"digits are not letter-spaced", func(p *pen) { p.track(10, 20, 0.3, "12345") }, []string{"1 2 3 4 5"}},
		{"cells of a row", func(p *pen) {
			p.show(10, 20, "Name")
			p.show(100, 20, "12")
		}, []string{"Name", "12"}},
		{"index on a baseline of its own", func(p *pen) {
			p.show(10, 20, "x")
			p.size = 6
			p.show(15, 17, "2")
		}, []string{"2", "x"}},
		{"large beside small", func(p *pen) {
			p.show(10, 20, "ab")
			p.size = 24
			p.show(20, 20, "C")
		}, []string{"ab", "C"}},
		{"baselines that wobble", func(p *pen) {
			p.show(10, 20, "one")
			p.show(27, 20.5, "two")
			p.show(44, 19.8, "six")
		}, []string{"one two six"}},
		{"ideographs", func(p *pen) {
			for i, r := range []rune("中文字") {
				p.glyph(10+10*float32(i), 20, 1, string(r))
			}
		}, []string{"中文字"}},
		{"Hangul beside a number", func(p *pen) {
			p.show(10, 20, "2024")
			p.glyph(32, 20, 1, "년")
		}, []string{"2024년"}},
		{"combining mark within its letter's width", func(p *pen) {
			p.show(10, 20, "e")
			p.glyph(12, 20, 0, "\u0301")
			p.show(15, 20, "t")
		}, []string{"\u00e9t"}},
		{"combining marks off the baseline, origin on either side", func(p *pen) {
			p.show(10, 20, "ate")
			p.glyph(14, 17, 0.2, "\u0308")
			p.show(27.5, 20, "oo")
			p.glyph(33, 15, 0.3, "\u0301")
			p.glyph(34, 22, 0, "\u0323")
		}, []string{"\u00e4te o\u00f3\u0323"}},
		{"ligature", func(p *pen) {
			p.show(10, 20, "o")
			p.glyph(15, 20, 0.5, "ffi")
			p.show(20, 20, "ce")
		}, []string{"office"}},
		{"glyph without text in a word gap", func(p *pen) {
			p.show(10, 20, "a")
			p.show(15, 20, "x")
			p.last().Rune = 0
			p.show(20, 20, "b")
		}, []string{"a b"}},
		{"rest of an ActualText", func(p *pen) {
			p.show(10, 20, "a")
			p.show(15, 20, "x")
			p.last().Rune, p.last().Flags = 0, ActualText
			p.show(20, 20, "b")
		}, []string{"ab"}},
		{"advances that lie", func(p *pen) {
			x := float32(10)
			for _, r := range "two words" {
				if r != ' ' {
					p.glyph(x, 20, 0, string(r))
				}
				x += baseline.UsualWidth(r) * p.size
			}
		}, []string{"two words"}},
		{"leaders under a label", func(p *pen) {
			p.show(10, 20, "...................")
			p.show(11, 20, "Chapter")
			p.show(105, 20, "7")
		}, []string{"...................7", "Chapter"}},
	} {
		p := newPen()
		tt.set(p)
		got := lineTexts(&p.page, Lines(&p.page, p.page.Glyphs))
		slices.Sort(got)
		slices.Sort(tt.want)
		assert.Equal(t, tt.want, got, tt.name)
	}
}

func TestLinesOrder(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(p *pen)
		want []string
	}{
		{"top to bottom, left to right", func(p *pen) {
			p.show(10, 40, "d")
			p.show(100, 20, "b")
			p.show(10, 20, "a")
			p.show(200, 20, "c")
		}, []string{"a", "b", "c", "d"}},
		{"upwards, after the horizontal ones", func(p *pen) {
			p.turned(-90)
			p.show(40, 100, "second")
			p.show(20, 100, "first")
			p.turned(0)
			p.show(100, 200, "body")
		}, []string{"body", "first", "second"}},
		{"downwards", func(p *pen) {
			p.turned(90)
			p.show(20, 100, "second")
			p.show(40, 100, "first")
		}, []string{"first", "second"}},
		{"upside down", func(p *pen) {
			p.turned(180)
			p.show(100, 20, "second")
			p.show(100, 40, "first")
		}, []string{"first", "second"}},
		{"slanted, words on one slope", func(p *pen) {
			p.turned(30)
			d := p.run.Dir
			p.show(100, 100, "up")
			p.show(100+float32(d.X)*12.5, 100+float32(d.Y)*12.5, "hill")
		}, []string{"up hill"}},
		{"vertical writing, columns from the right", func(p *pen) {
			p.page.Fonts = append(p.page.Fonts, Font{Vertical: true})
			p.run.Dir, p.run.Up = Point{0, 1}, Point{1, 0}
			for i, column := range []string{"一二", "三四"} {
				for j, r := range []rune(column) {
					p.glyph(100-15*float32(i), 20+10*float32(j), 1, string(r))
					p.last().Flags |= Vertical
				}
			}
		}, []string{"一二", "三四"}},
		{"upright letters in a vertical font", func(p *pen) {
			p.run.Dir = Point{0, 1}
			x := float32(20)
			for _, r := range "SET SIDEWAYS" {
				w := baseline.UsualWidth(r) * p.size // the origin is in the middle
				if r != ' ' {
					p.glyph(x+w/2, 50, 1, string(r))
					p.last().Flags |= Vertical
				}
				x += w
			}
		}, []string{"SET SIDEWAYS"}},
		{"the direction with more glyphs first", func(p *pen) {
			p.turned(90)
			p.show(20, 100, "less")
			p.turned(-90)
			p.show(40, 100, "more")
			p.show(60, 100, "more")
		}, []string{"more", "more", "less"}},
	} {
		p := newPen()
		tt.set(p)
		assert.Equal(t, tt.want, lineTexts(&p.page, Lines(&p.page, p.page.Glyphs)), tt.name)
	}
}

func TestLinesRightToLeft(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(p *pen)
		want string
	}{
		{"words", func(p *pen) { p.rtl(100, 20, "שלום עולם") }, "שלום עולם"},
		{"number inside", func(p *pen) {
			p.rtl(100, 20, "בשנת")
			p.show(57.5, 20, "1948")
			p.rtl(55, 20, "הוקמה")
		}, "בשנת 1948 הוקמה"},
		{"Latin inside", func(p *pen) {
			p.rtl(100, 20, "קובץ")
			p.show(60, 20, "PDF")
			p.rtl(55, 20, "חדש")
		}, "קובץ PDF חדש"},
		{"Hebrew inside Latin", func(p *pen) {
			p.show(10, 20, "the word")
			p.rtl(75, 20, "שלום")
			p.show(80, 20, "means peace")
		}, "the word שלום means peace"},
		{"decimal number", func(p *pen) {
			p.rtl(100, 20, "מחיר")
			p.show(52.5, 20, "12.50")
		}, "מחיר 12.50"},
		{"brackets are mirrored", func(p *pen) { // painted as they look
			p.show(60, 20, "(")
			p.rtl(80, 20, "אבג")
			p.show(80, 20, ")")
			p.rtl(105, 20, "דהו")
		}, "דהו (אבג)"},
		{"brackets named by what is meant", func(p *pen) {
			p.show(60, 20, ")")
			p.rtl(80, 20, "אבג")
			p.show(80, 20, "(")
			p.rtl(105, 20, "דהו")
		}, "דהו (אבג)"},
		{"vowel points stay on their letters", func(p *pen) {
			p.show(95, 20, "ש")
			p.glyph(97, 20, 0, "\u05B8")
			p.show(90, 20, "ל")
		}, "ש\u05B8ל"},
		{"ligature keeps its letters' order", func(p *pen) {
			p.glyph(90, 20, 0.5, "لا")
			p.show(85, 20, "م")
		}, "لام"},
	} {
		p := newPen()
		tt.set(p)
		assert.Equal(t, []string{tt.want}, lineTexts(&p.page, Lines(&p.page, p.page.Glyphs)), tt.name)
	}
}

// Ideographs set one below the other in a font of horizontal mode are vertical
// writing, as pages of the Japanese gazette have it.
func TestStandInColumns(t *testing.T) {
	p := newPen()
	for i, column := range []string{"政令第一号", "道路交通法施行"} {
		for j, r := range []rune(column) {
			p.glyph(100-15*float32(i), 28.8+10*float32(j), 1, string(r))
		}
	}
	p.show(100, 10, "4")
	p.page.standInColumns()
	assert.Equal(t, []string{"4", "政令第一号", "道路交通法施行"}, lineTexts(&p.page, Lines(&p.page, p.page.Glyphs)))
	g := &p.page.Glyphs[0]
	assert.NotZero(t, g.Flags&Vertical)
	assert.Equal(t, Rect{100, 20, 110, 30}, g.Bounds(&p.page))

	p = newPen()
	for i, row := range []string{"合計一", "小計二", "平均三", "最大四", "最小五"} {
		for j, r := range []rune(row) {
			p.glyph(100+10*float32(j), 20+10*float32(i), 1, string(r))
		}
	}
	before := slices.Clone(p.page.Glyphs)
	p.page.standInColumns()
	assert.Equal(t, before, p.page.Glyphs, "lines without leading")
}

func TestLinesGeometry(t *testing.T) {
	p := newPen() // ascent 0.75, descent -0.25
	p.set(10, 20, "ab cd")
	lines := Lines(&p.page, p.page.Glyphs)
	require.Len(t, lines, 1)
	l := &lines[0]
	assert.Equal(t, Point{10, 20}, l.Origin)
	assert.Equal(t, Point{1, 0}, l.Dir)
	assert.Equal(t, Rect{10, 12.5, 32.5, 22.5}, l.Bounds)
	assert.Equal(t, 10.0, l.Size)
	blank := &l.Glyphs[2]
	assert.Equal(t, Synthetic, blank.Flags)
	assert.Equal(t, int32(-1), blank.Index)
	assert.Equal(t, []float32{20, 20, 2.5}, []float32{blank.X, blank.Y, blank.Advance})

	p = newPen()
	p.turned(-90)
	p.show(20, 100, "abc")
	l = &Lines(&p.page, p.page.Glyphs)[0]
	assert.Equal(t, Point{20, 100}, l.Origin)
	assert.Equal(t, Point{0, -1}, l.Dir)
	assert.Equal(t, Rect{12.5, 85, 22.5, 100}, l.Bounds)
}

func TestLinesTakeRangesOfTheArgument(t *testing.T) {
	p := newPen()
	p.show(10, 20, "as it stands")
	lines := Lines(&p.page, p.page.Glyphs)
	require.Len(t, lines, 1)
	assert.Same(t, &p.page.Glyphs[0], &lines[0].Glyphs[0])
	assert.Len(t, lines[0].Glyphs, cap(lines[0].Glyphs), "an append must not reach the argument")
}

// prose returns n words of a made language with sentences.
func prose(r *rand.Rand, n int) []string {
	const letters = "etaoinshrdlucmfwyp"
	words := make([]string, n)
	for i := range words {
		b := make([]byte, 2+r.IntN(7))
		for j := range b {
			b[j] = letters[min(r.IntN(len(letters)), r.IntN(len(letters)))]
		}
		words[i] = string(b)
	}
	for i := 0; i < n; i += 9 {
		words[i] = strings.ToUpper(words[i][:1]) + words[i][1:]
		if i > 0 {
			words[i-1] += "."
		}
	}
	return words
}

// column sets words justified from x on, width wide, and returns those that do
// not fit in the rows.
func (p *pen) column(x, y, width float32, rows int, words []string) []string {
	const lead = 1.2
	for range rows {
		n, w := 0, float32(0)
		for n < len(words) {
			add := p.size / 2 * float32(len(words[n]))
			if n > 0 {
				add += p.size / 4
			}
			if w+add > width {
				break
			}
			w += add
			n++
		}
		if n == 0 {
			break
		}
		gap := p.size / 4
		if n > 1 && n < len(words) {
			gap += (width - w) / float32(n-1)
		}
		at := x
		for _, word := range words[:n] {
			p.show(at, y, word)
			at += p.size/2*float32(len(word)) + gap
		}
		words = words[n:]
		y += lead * p.size
	}
	return words
}

// mixedPage has two columns under a heading, a table, notes, and text that
// runs upwards.
func mixedPage(seed uint64) *Page {
	r := rand.New(rand.NewPCG(seed, 8))
	p := newPen()
	p.size = 16
	p.set(100, 40, "A heading over both columns")
	p.size = 10
	words := prose(r, 400)
	words = p.column(50, 70, 240, 30, words)
	p.column(300, 70, 240, 25, words)
	for i := range 6 {
		y := 450 + 12*float32(i)
		p.set(50, y, "Label "+string(rune('A'+i)))
		p.show(200, y, fmt.Sprint(r.IntN(1000)))
		p.show(300, y, fmt.Sprint(r.IntN(1000)))
	}
	p.size = 6
	p.show(50, 597, "1")
	p.size = 8
	p.set(54, 600, "A note at the foot of the page")
	p.rtl(400, 650, "שורה אחת")
	p.turned(-90)
	p.set(580, 400, "set upwards in the margin")
	return &p.page
}

// moved returns the page scaled by k and moved.
func moved(p *Page, k, dx, dy float32) *Page {
	q := *p
	q.Glyphs = slices.Clone(p.Glyphs)
	for i := range q.Glyphs {
		g := &q.Glyphs[i]
		g.X, g.Y, g.Advance, g.Size = g.X*k+dx, g.Y*k+dy, g.Advance*k, g.Size*k
	}
	return &q
}

func shuffled(glyphs []Glyph, seed uint64) []Glyph {
	out := slices.Clone(glyphs)
	r := rand.New(rand.NewPCG(seed, 9))
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func TestLinesProperties(t *testing.T) {
	for seed := range uint64(5) {
		p := mixedPage(seed)
		want := lineTexts(p, Lines(p, p.Glyphs))
		assert.Equal(t, want, lineTexts(p, Lines(p, shuffled(p.Glyphs, seed))), "shuffled")
		for _, k := range []float32{0.25, 2, 8} {
			q := moved(p, k, 0, 0)
			assert.Equal(t, want, lineTexts(q, Lines(q, q.Glyphs)), "scaled by %v", k)
		}
		q := moved(p, 1, 64, -32)
		assert.Equal(t, want, lineTexts(q, Lines(q, q.Glyphs)), "moved")
		before := slices.Clone(p.Glyphs)
		checkLines(t, p, p.Glyphs, Lines(p, p.Glyphs))
		assert.Equal(t, before, p.Glyphs, "arguments stay")
	}
}

// checkLines asserts what holds for the lines of any glyphs: each glyph that
// is not white space is in one line, once, and blanks stand between words.
func checkLines(t *testing.T, p *Page, glyphs []Glyph, lines []Line) {
	t.Helper()
	var k classifier
	want, got := map[int32]int{}, map[int32]int{}
	blanks := map[int32]bool{}
	for i := range glyphs {
		if k.glyph(p, &glyphs[i])&script.Space == 0 {
			want[glyphs[i].Index]++
		} else {
			blanks[glyphs[i].Index] = true
		}
	}
	for i := range lines {
		l := &lines[i]
		require.NotEmpty(t, l.Glyphs)
		for j := range l.Glyphs {
			g := &l.Glyphs[j]
			if g.Index < 0 {
				require.Equal(t, Synthetic, g.Flags&Synthetic)
				require.Equal(t, ' ', g.Rune)
			}
			if g.Index < 0 || blanks[g.Index] {
				require.NotZero(t, j, "blank first on a line")
				require.NotEqual(t, len(l.Glyphs)-1, j, "blank last on a line")
				continue
			}
			got[g.Index]++
		}
		require.False(t, math.IsNaN(l.Bounds.X0+l.Bounds.Y0+l.Bounds.X1+l.Bounds.Y1))
		require.False(t, l.Bounds.Empty())
	}
	require.Equal(t, want, got)
}

// glyphsOf makes a page of any bytes: eight for a glyph.
func glyphsOf(data []byte) *Page {
	p := newPen()
	p.page.Strings = []string{"fi", "שלום", " ", "", "a\u0301"}
	runes := []rune{'a', 'B', ' ', '1', '.', 'ש', 'م', '中', '한', 0x0301, 0, -1, -2, -3, -4, -5, '(', 0xFFFD, '-', 0xAD, 0x1F600}
	for len(data) >= 8 && len(p.page.Glyphs) < 3000 {
		var n [3]uint16
		n[0], n[1], n[2] = binary.LittleEndian.Uint16(data), binary.LittleEndian.Uint16(data[2:]), binary.LittleEndian.Uint16(data[4:])
		switch data[7] >> 5 {
		case 1:
			p.turned(float64(data[7]&31) * 15)
		case 2:
			p.turned(0)
		}
		p.size = float32(n[2]&0xfff) / 64
		p.show(float32(n[0])/64, float32(n[1])/64, "x")
		g := p.last()
		g.Rune = runes[int(data[6])%len(runes)]
		g.Advance = float32(n[2]>>12) / 16 * p.size
		switch data[7] {
		case 255:
			g.X = float32(math.NaN())
		case 254:
			g.Y = float32(math.Inf(1))
		case 253:
			g.Advance = -g.Advance
		case 252:
			g.Size = float32(math.NaN())
		case 251:
			g.Flags |= Vertical
		case 250:
			g.Run = 99999
		case 249:
			p.run.Dir = Point{}
		}
		data = data[8:]
	}
	return &p.page
}

func bytesOf(p *Page) []byte {
	var b []byte
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		b = binary.LittleEndian.AppendUint16(b, uint16(g.X*64))
		b = binary.LittleEndian.AppendUint16(b, uint16(g.Y*64))
		b = binary.LittleEndian.AppendUint16(b, uint16(g.Size*64)|8<<12)
		b = append(b, byte(g.Rune), 64)
	}
	return b
}

func FuzzLines(f *testing.F) {
	f.Add([]byte{})
	f.Add(bytesOf(mixedPage(1)))
	f.Add(bytesOf(crowd(7, 300)))
	f.Add([]byte("\x00\x10\x00\x10\x80\x82\x05\x23\x00\x12\x00\x10\x80\x82\x07\x00\x00\x14\x00\x10\x80\x82\x00\xff"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := glyphsOf(data)
		lines := Lines(p, p.Glyphs)
		checkLines(t, p, p.Glyphs, lines)
		columns := Columns(p, lines, &ColumnOptions{Obstacles: []Obstacle{{Bounds: Rect{100, 100, 300, 200}}}})
		checkLines(t, p, p.Glyphs, columnLines(columns))
		writeText(nil, p, columns, nil, nil)
	})
}

// columnLines returns all lines of columns, in order.
func columnLines(columns []Column) []Line {
	var out []Line
	for _, c := range columns {
		for _, b := range c.Blocks {
			out = append(out, b.Lines...)
		}
	}
	return out
}

// TestLinesIsLinearithmic sorts a page ten times as large in little more than
// ten times as long, whatever it looks like. It counts what each chain of a
// layered row is asked, which is the only step that looks at glyphs more than
// once.
func TestLinesIsLinearithmic(t *testing.T) {
	shapes := map[string]func(i int) (x, y float32){
		"one row":    func(i int) (float32, float32) { return float32(i) * 5, 100 },
		"one column": func(i int) (float32, float32) { return 100, float32(i) * 12 },
		"grid":       func(i int) (float32, float32) { return float32(i%300) * 20, float32(i/300) * 12 },
		"staircase":  func(i int) (float32, float32) { return float32(i) * 3, float32(i) * 0.5 },
		"all equal":  func(i int) (float32, float32) { return 100, 100 },
		"overprint":  func(i int) (float32, float32) { return float32(i % 50), 100 },
	}
	const maxVisits = 64 // chains that are open at most
	for name, at := range shapes {
		for _, n := range []int{1000, 100_000} {
			p := newPen()
			for i := range n {
				x, y := at(i)
				p.show(x, y, string(rune('a'+i%26)))
			}
			l := liner{p: &p.page, glyphs: p.page.Glyphs}
			lines := l.run()
			assert.LessOrEqual(t, l.cutter.Visits, maxVisits*n, "%s of %d", name, n)
			total := 0
			for i := range lines {
				total += len(lines[i].Glyphs)
			}
			assert.GreaterOrEqual(t, total, n)
		}
	}
}

// densePage is a page of n glyphs in lines that are painted word by word, out
// of order.
func densePage(n int) *Page {
	p := newPen()
	p.size = 2
	r := rand.New(rand.NewPCG(4, 4))
	words := prose(r, n/5)
	for y := float32(10); len(p.page.Glyphs) < n; y += 2.4 {
		words = p.column(20, y, 560, 1, words)
	}
	r.Shuffle(len(p.page.Glyphs), func(i, j int) { p.page.Glyphs[i], p.page.Glyphs[j] = p.page.Glyphs[j], p.page.Glyphs[i] })
	return &p.page
}

// A page of 50,000 glyphs in any order is to take 40 ms at most.
func BenchmarkLinesDense(b *testing.B) {
	p := densePage(50_000)
	for b.Loop() {
		Lines(p, p.Glyphs)
	}
}

func BenchmarkLines(b *testing.B) {
	p := benchPage()
	b.ReportAllocs()
	for b.Loop() {
		Lines(p, p.Glyphs)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(p.Glyphs)), "ns/glyph")
}

// benchPage is a page of two columns with 3,000 glyphs and no painted blanks.
func benchPage() *Page {
	p := newPen()
	words := prose(rand.New(rand.NewPCG(3, 3)), 700)
	words = p.column(50, 70, 240, 45, words)
	p.column(305, 70, 240, 45, words)
	return &p.page
}

// Accents that are painted over letters become marks of them.
func TestLinesAccents(t *testing.T) {
	for _, tt := range []struct {
		name  string
		paint func(p *pen)
		want  string
	}{
		{"before the letter", func(p *pen) { p.show(10, 100, "J"); p.show(16, 100, "´"); p.show(15, 100, "an") }, "Ján"},
		{"behind the letter, raised", func(p *pen) { p.show(10, 100, "JA"); p.show(15.5, 98, "´"); p.show(20, 100, "N") }, "JÁN"},
		{"dotless i", func(p *pen) { p.show(10, 100, "na"); p.show(20, 100, "¨"); p.show(20, 100, "ıve") }, "naïve"},
		{"beside a letter", func(p *pen) { p.show(10, 100, "x´y") }, "x´y"},
		{"a letter that has no such form", func(p *pen) { p.show(10, 100, "´"); p.show(10, 100, "q") }, "´q"},
	} {
		p := newPen()
		tt.paint(p)
		glyphs := slices.Clone(p.page.Glyphs)
		lines := Lines(&p.page, p.page.Glyphs)
		var got []string
		for i := range lines {
			got = append(got, lines[i].Text(&p.page))
		}
		assert.Equal(t, tt.want, strings.Join(got, "|"), tt.name)
		assert.Equal(t, glyphs, p.page.Glyphs, "Lines changed its argument")
	}
}

package pdftext

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Fonts of a sheet, by index.
const (
	regular = iota
	bold
	italic
	mono
)

// A sheet is a page that a test sets lines of text on. Every character is
// half an em wide.
type sheet struct {
	*Page
	line Line
}

func newSheet() *sheet {
	return &sheet{Page: &Page{
		Bounds: Rect{0, 0, 600, 800},
		Fonts: []Font{
			regular: {Family: "Times"},
			bold:    {Family: "Times", Bold: true},
			italic:  {Family: "Times", Italic: true},
			mono:    {Family: "Courier", Monospace: true},
		},
	}}
}

var black = Color{A: 255}

// run adds a run of upright text and returns its index.
func (s *sheet) run(font int32, change ...func(*Run)) uint32 {
	r := Run{Font: font, MCID: -1, Dir: Point{1, 0}, Up: Point{0, -1}, Clip: Rect{0, 0, 600, 800}, Fill: black, Stroke: black}
	for _, c := range change {
		c(&r)
	}
	s.Runs = append(s.Runs, r)
	return uint32(len(s.Runs) - 1)
}

// set appends text to the line at the end of what it holds. The line begins
// at (100, 100); rise moves the glyphs up.
func (s *sheet) set(run uint32, size, rise float64, text string) {
	r := &s.Runs[run]
	at := Point{100, 100}
	if n := len(s.line.Glyphs); n > 0 {
		at.X = s.line.Glyphs[n-1].End(s.Page).X
	} else {
		s.line = Line{Origin: at, Dir: r.Dir, Size: size}
	}
	for _, c := range text {
		g := Glyph{
			X: float32(at.X + rise*r.Up.X), Y: float32(at.Y + rise*r.Up.Y), Size: float32(size),
			Advance: float32(size / 2), Rune: c, Run: run, Index: int32(len(s.Glyphs)),
		}
		s.Glyphs = append(s.Glyphs, g)
		s.line.Glyphs = append(s.line.Glyphs, g)
		at = Point{at.X + r.Dir.X*size/2, at.Y + r.Dir.Y*size/2}
	}
}

// rule draws a horizontal rule from the start of the i-th character of the
// line to that of the k-th, stretched by over at both ends, below the baseline.
func (s *sheet) rule(i, k int, over, below float64) {
	s.Rules = append(s.Rules, Rule{
		X0: float32(100 + 5*float64(i) - over), X1: float32(100 + 5*float64(k) + over),
		Y0: float32(100 + below), Y1: float32(100 + below), Width: 0.5, Color: black,
	})
}

// tags writes spans as "<b>text</b>", with the tags of their styles.
func tags(p *Page, spans []Span) string {
	var out strings.Builder
	for _, s := range spans {
		var names []string
		for name, on := range map[string]bool{
			"u": s.Style.Underline, "s": s.Style.Strikeout, "i": s.Style.Italic, "b": s.Style.Bold, "tt": s.Style.Monospace,
			"sup": s.Style.Script == Superscript, "sub": s.Style.Script == Subscript,
		} {
			if on {
				names = append(names, name)
			}
		}
		order := []string{"u", "s", "i", "b", "tt", "sup", "sub"}
		var open string
		for _, n := range order {
			for _, have := range names {
				if have == n {
					open += n + " "
				}
			}
		}
		fmt.Fprintf(&out, "[%s%s]", map[bool]string{true: open[:max(len(open)-1, 0)] + ":", false: ""}[open != ""], s.Text(p))
	}
	return out.String()
}

func TestSpans(t *testing.T) {
	tests := []struct {
		name string
		set  func(s *sheet)
		want string
	}{
		{"nothing", func(s *sheet) {}, ""},
		{"one style", func(s *sheet) {
			s.set(s.run(regular), 10, 0, "plain words")
		}, "[plain words]"},
		{"only blanks", func(s *sheet) {
			s.set(s.run(bold), 10, 0, "  ")
		}, "[b:  ]"},
		{"fonts", func(s *sheet) {
			r, b, i, m := s.run(regular), s.run(bold), s.run(italic), s.run(mono)
			s.set(r, 10, 0, "a ")
			s.set(b, 10, 0, "b ")
			s.set(i, 10, 0, "c")
			s.set(m, 10, 0, "d")
		}, "[a ][b:b ][i:c][tt:d]"},
		{"a blank in another font joins what it parts", func(s *sheet) {
			b := s.run(bold)
			s.set(b, 10, 0, "two")
			s.set(s.run(regular), 9, 0, " ")
			s.set(b, 10, 0, "words")
		}, "[b:two words]"},
		{"leading blank goes with what follows", func(s *sheet) {
			s.set(s.run(regular), 10, 0, " ")
			s.set(s.run(bold), 10, 0, "b")
		}, "[b: b]"},
		{"overprinted", func(s *sheet) {
			s.set(s.run(regular), 10, 0, "fake no")
			for i := range 4 {
				s.line.Glyphs[i].Flags |= Overprinted
			}
		}, "[b:fake ][no]"},
		{"filled and stroked in one color", func(s *sheet) {
			s.set(s.run(regular, func(r *Run) { r.Mode = FillStroke }), 10, 0, "fat")
		}, "[b:fat]"},
		{"also clipping", func(s *sheet) {
			s.set(s.run(regular, func(r *Run) { r.Mode = FillStroke + 4 }), 10, 0, "fat")
		}, "[b:fat]"},
		{"outlined in another color", func(s *sheet) {
			s.set(s.run(regular, func(r *Run) { r.Mode, r.Stroke = FillStroke, Color{R: 255, A: 255} }), 10, 0, "outline")
		}, "[outline]"},
		{"sheared", func(s *sheet) {
			s.set(s.run(regular, func(r *Run) { r.Up = Point{0.21, -1} }), 10, 0, "lean")
			s.set(s.run(regular, func(r *Run) { r.Up = Point{0.1, -1} }), 10, 0, "straight")
			s.set(s.run(regular, func(r *Run) { r.Up = Point{-0.3, -1} }), 10, 0, "back")
		}, "[i:lean][straightback]"},
		{"colors", func(s *sheet) {
			s.set(s.run(regular), 10, 0, "a")
			s.set(s.run(regular, func(r *Run) { r.Fill.R = 255 }), 10, 0, "b")
			s.set(s.run(regular, func(r *Run) { r.Stroke.R = 255 }), 10, 0, "c")
		}, "[a][b][c]"},
		{"sizes", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 10, 0, "a")
			s.set(r, 12, 0, "b")
		}, "[a][b]"},
		{"rounded sizes", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 9.949, 0, "a")
			s.set(r, 9.951, 0, "b")
			s.set(r, 9.949, 0, "c")
		}, "[abc]"},
		{"superscript and subscript", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 10, 0, "x")
			s.set(r, 6, 3.5, "2")
			s.set(r, 10, 0, "H")
			s.set(r, 7, -1, "2")
			s.set(r, 10, 0, "O")
		}, "[x][sup:2][H][sub:2][O]"},
		{"small and raised, but no script", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 10, 0, "A")
			s.set(r, 7, 0, "bc") // small capitals
			s.set(r, 7, 3, "\u2022")
			s.set(r, 10, 4, "d")
		}, "[A][bc\u2022][d]"},
		{"label of a note", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 6, 4, "12")
			s.set(r, 10, 0, " See there.")
			s.line.Size = 10
		}, "[sup:12 ][See there.]"},
		{"small text beside", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 6, 4, "Form")
			s.set(r, 10, 0, " 1040 ")
			s.set(r, 6, 4, "page 3")
			s.line.Size = 10
		}, "[Form ][1040 ][page 3]"},
		{"long small text behind", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 10, 0, "Dues")
			s.set(r, 6, -2, "(in crowns)")
		}, "[Dues][(in crowns)]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSheet()
			tt.set(s)
			spans := Spans(s.Page, s.line)
			assert.Equal(t, tt.want, tags(s.Page, spans))
			checkSpans(t, s.line, spans)
		})
	}
}

// checkSpans checks that the spans hold the glyphs of the line in order, and
// that no two neighbours are of one style.
func checkSpans(t *testing.T, line Line, spans []Span) {
	t.Helper()
	all := make([]Glyph, 0, len(line.Glyphs))
	for i, s := range spans {
		require.NotEmpty(t, s.Glyphs)
		all = append(all, s.Glyphs...)
		if i > 0 {
			assert.NotEqual(t, spans[i-1].Style, s.Style)
		}
	}
	assert.True(t, slices.Equal(line.Glyphs, all))
}

func TestRulesAlongText(t *testing.T) {
	// The characters of the line are 5 pt wide, at 100, 105, 110 and so on.
	const text = "one two three"
	tests := []struct {
		name string
		draw func(s *sheet)
		want string
	}{
		{"under all", func(s *sheet) { s.rule(0, 13, 0, 1.2) }, "[u:one two three]"},
		{"TeX", func(s *sheet) { s.rule(0, 13, 0, 3.4) }, "[u:one two three]"},
		{"under one word", func(s *sheet) { s.rule(4, 7, 0, 1.2) }, "[one ][u:two ][three]"},
		{"under half a word", func(s *sheet) { s.rule(8, 11, 0, 1.2) }, "[one two ][u:thr][ee]"},
		{"under each word", func(s *sheet) {
			s.rule(0, 3, 0, 1.2)
			s.rule(4, 7, 0, 1.2)
			s.rule(8, 13, 0, 1.2)
		}, "[u:one two three]"},
		{"in pieces", func(s *sheet) {
			for i := range 7 {
				s.rule(i, i+1, 0, 1.2)
			}
		}, "[u:one two ][three]"},
		{"in pieces at two heights", func(s *sheet) {
			s.rule(0, 4, 0, 1.2)
			s.rule(4, 13, 0, 1.7)
		}, "[u:one two three]"},
		{"double", func(s *sheet) {
			s.rule(0, 13, 0, 1.2)
			s.rule(0, 13, 0, 2.4)
		}, "[u:one two three]"},
		{"under a blank as well", func(s *sheet) { s.rule(8, 14, 0, 1.2) }, "[one two ][u:three]"},
		{"drawn backwards", func(s *sheet) { s.rule(7, 4, 0, 1.2) }, "[one ][u:two ][three]"},
		{"struck", func(s *sheet) { s.rule(4, 7, 0, -2.6) }, "[one ][s:two ][three]"},
		{"struck and underlined", func(s *sheet) {
			s.rule(4, 13, 0, -2.6)
			s.rule(0, 7, 0, 1.2)
		}, "[u:one ][u s:two ][s:three]"},
		{"separator", func(s *sheet) { s.rule(-1, 40, 0, 2) }, "[one two three]"},
		{"separator that starts with the text", func(s *sheet) { s.rule(0, 40, 0, 2) }, "[one two three]"},
		{"border of a cell", func(s *sheet) { s.rule(0, 13, 3, 2) }, "[one two three]"},
		{"too low", func(s *sheet) { s.rule(0, 13, 0, 4.5) }, "[one two three]"},
		{"over the text", func(s *sheet) { s.rule(0, 13, 0, -7.5) }, "[one two three]"},
		{"too thick", func(s *sheet) {
			s.rule(0, 13, 0, 1.2)
			s.Rules[0].Width = 2
		}, "[one two three]"},
		{"box", func(s *sheet) {
			s.rule(0, 13, 1, 3)
			s.rule(0, 13, 1, -10)
			for _, x := range []float32{99, 166} {
				s.Rules = append(s.Rules, Rule{X0: x, X1: x, Y0: 90, Y1: 103, Width: 0.5})
			}
		}, "[one two three]"},
		{"across", func(s *sheet) {
			s.Rules = append(s.Rules, Rule{X0: 120, X1: 120, Y0: 80, Y1: 120, Width: 0.5})
		}, "[one two three]"},
		{"elsewhere", func(s *sheet) {
			s.rule(20, 30, 0, 1.2)
			s.rule(0, 13, 0, 100)
		}, "[one two three]"},
		{"not finite", func(s *sheet) {
			s.rule(0, 13, math.NaN(), 1.2)
			s.rule(0, 13, math.Inf(1), 1.2)
		}, "[one two three]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSheet()
			s.set(s.run(regular), 10, 0, text)
			tt.draw(s)
			spans := Spans(s.Page, s.line)
			assert.Equal(t, tt.want, tags(s.Page, spans))
			checkSpans(t, s.line, spans)

			// The same, turned by every angle.
			for _, angle := range []float64{90, 180, 270, 30, 45, 200} {
				r := turn(s, angle)
				assert.Equal(t, tt.want, tags(r.Page, Spans(r.Page, r.line)), "turned by %v degrees", angle)
			}
			// And with the index that a Document makes room for.
			s.rules = &ruleIndex{}
			assert.Equal(t, spans, Spans(s.Page, s.line))
			assert.Equal(t, spans, Spans(s.Page, s.line))
		})
	}
}

// turn returns the sheet turned about the origin.
func turn(s *sheet, degrees float64) *sheet {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	turn := func(p Point) Point { return Point{cos*p.X - sin*p.Y, sin*p.X + cos*p.Y} }
	page := *s.Page
	page.Runs = append([]Run(nil), page.Runs...)
	for i := range page.Runs {
		r := &page.Runs[i]
		r.Dir, r.Up = turn(r.Dir), turn(r.Up)
	}
	page.Rules = append([]Rule(nil), page.Rules...)
	for i := range page.Rules {
		r := &page.Rules[i]
		a, b := turn(Point{float64(r.X0), float64(r.Y0)}), turn(Point{float64(r.X1), float64(r.Y1)})
		r.X0, r.Y0, r.X1, r.Y1 = float32(a.X), float32(a.Y), float32(b.X), float32(b.Y)
	}
	line := s.line
	line.Origin, line.Dir = turn(line.Origin), turn(line.Dir)
	line.Glyphs = append([]Glyph(nil), line.Glyphs...)
	for i := range line.Glyphs {
		g := &line.Glyphs[i]
		o := turn(Point{float64(g.X), float64(g.Y)})
		g.X, g.Y = float32(o.X), float32(o.Y)
	}
	return &sheet{&page, line}
}

func TestRulesAmongText(t *testing.T) {
	tests := []struct {
		name string
		set  func(s *sheet)
		want string
	}{
		{"header of a table", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 10, 0, "Year Boats Dues")
			for _, i := range []int{4, 10} { // the blanks are wide gaps
				g := &s.line.Glyphs[i]
				*g = Glyph{X: g.X, Y: g.Y, Advance: 20, Size: 10, Rune: ' ', Run: r, Index: -1, Flags: Synthetic}
				for k := i + 1; k < len(s.line.Glyphs); k++ {
					s.line.Glyphs[k].X += 15
				}
			}
			s.rule(0, 21, 0, 3)
		}, "[Year Boats Dues]"},
		{"exponent over an underline", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 10, 0, "mc")
			s.set(r, 6, 4, "2")
			s.Rules = []Rule{{X0: 100, X1: 113, Y0: 101.2, Y1: 101.2, Width: 0.5}}
		}, "[u:mc][u sup:2]"},
		{"fraction", func(s *sheet) {
			r := s.run(regular)
			s.set(r, 10, 5, "ab")
			s.line.Glyphs[1].X, s.line.Glyphs[1].Y = 100, 107
			s.rule(0, 1, 0.2, -3)
		}, "[ab]"},
		{"only blanks", func(s *sheet) {
			s.set(s.run(regular), 10, 0, "a    b")
			s.rule(1, 5, 0, 1)
		}, "[a    b]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSheet()
			tt.set(s)
			assert.Equal(t, tt.want, tags(s.Page, Spans(s.Page, s.line)))
		})
	}
}

func TestStyleOfSpan(t *testing.T) {
	s := newSheet()
	red := Color{R: 255, A: 255}
	s.set(s.run(mono, func(r *Run) { r.Fill, r.Stroke = red, red }), 10.04, 0, "a")
	s.set(s.run(bold, func(r *Run) { r.Mode, r.Stroke = Stroke, red }), 12.06, 0, "b")
	spans := Spans(s.Page, s.line)
	require.Len(t, spans, 2)
	assert.Equal(t, Style{Family: "Courier", Size: 10, Monospace: true, Color: red}, spans[0].Style)
	assert.Equal(t, Style{Family: "Times", Size: 12.1, Bold: true, Color: red}, spans[1].Style)
}

// TestRuleAlongRightToLeft has the glyphs in logical order: the first one
// stands at the right.
func TestRuleAlongRightToLeft(t *testing.T) {
	s := newSheet()
	s.set(s.run(regular), 10, 0, "abc def")
	s.rule(4, 7, 0, 1.2) // under what comes first
	for i, k := 0, len(s.line.Glyphs)-1; i < k; i, k = i+1, k-1 {
		s.line.Glyphs[i], s.line.Glyphs[k] = s.line.Glyphs[k], s.line.Glyphs[i]
	}
	s.line.Dir = Point{-1, 0}
	s.line.Origin = Point{135, 100}
	assert.Equal(t, "[u:fed ][cba]", tags(s.Page, Spans(s.Page, s.line)))
}

func TestSyntheticSpaceInUnderline(t *testing.T) {
	s := newSheet()
	s.set(s.run(regular), 10, 0, "ab cd")
	s.rule(0, 5, 0, 1)
	g := &s.line.Glyphs[2]
	g.Flags, g.Index = Synthetic, -1
	assert.Equal(t, "[u:ab cd]", tags(s.Page, Spans(s.Page, s.line)))
}

func TestSpansLeavesArgumentsAlone(t *testing.T) {
	s := newSheet()
	s.set(s.run(regular), 10, 0, "ab cd")
	s.rule(0, 2, 0, 1)
	before := append([]Glyph(nil), s.line.Glyphs...)
	spans := Spans(s.Page, s.line)
	assert.Equal(t, before, s.line.Glyphs)
	_ = append(spans[0].Glyphs, Glyph{})
	assert.Equal(t, before, s.line.Glyphs, "appending to a span writes into the line")
}

func TestSpansHoldWithoutRoom(t *testing.T) {
	// A page full of rules at one height, and lines of one glyph there.
	s := newSheet()
	s.set(s.run(regular), 10, 0, "a")
	for i := range 20000 {
		s.rule(2*i, 2*i+1, 0, 1)
	}
	s.rules = &ruleIndex{}
	for range 20000 {
		s.line.Glyphs[0].X += 10
		Spans(s.Page, s.line)
	}
}

// FuzzSpans makes a line and rules of bytes, and checks what holds for any.
func FuzzSpans(f *testing.F) {
	f.Add([]byte("plain"), []byte{0, 9, 30, 0})
	f.Add([]byte("\x00a\x01b\x02c\x03 \x84d"), []byte{0, 40, 25, 1, 10, 20, 35, 0})
	f.Add([]byte{255, 254, 128, 127, 32, 32}, []byte{255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, text, rules []byte) {
		if len(text) > 200 || len(rules) > 400 {
			return
		}
		s := newSheet()
		for _, font := range []int32{regular, bold, italic, mono} {
			s.run(font)
		}
		for i := 0; i+1 < len(text); i += 2 { // font, size and rise; character
			how := text[i]
			s.set(uint32(how&3), 6+float64(how>>2&7), float64(how>>5)-3, string(rune(text[i+1])))
		}
		for i := 0; i+3 < len(rules); i += 4 {
			s.rule(int(rules[i]), int(rules[i+1]), float64(rules[i+3]>>1), float64(rules[i+2])/4-10)
			if rules[i+3]&1 != 0 {
				r := &s.Rules[len(s.Rules)-1]
				r.X1, r.Y1 = r.X0, r.Y0+r.X1-r.X0
			}
		}
		spans := Spans(s.Page, s.line)
		checkSpans(t, s.line, spans)
		if len(s.Rules) > 0 {
			return
		}
		for _, span := range spans {
			assert.False(t, span.Style.Underline || span.Style.Strikeout)
		}
	})
}

func BenchmarkSpans(b *testing.B) {
	for _, rules := range []int{0, 1000} {
		b.Run(fmt.Sprintf("rules=%d", rules), func(b *testing.B) {
			s := newSheet()
			r, f := s.run(regular), s.run(bold)
			for range 4 {
				s.set(r, 10, 0, "some plain words ")
				s.set(f, 10, 0, "and bold")
			}
			for i := range rules {
				s.rule(0, 100, 0, float64(i))
			}
			s.rules = &ruleIndex{}
			b.ReportAllocs()
			for b.Loop() {
				Spans(s.Page, s.line)
			}
			b.ReportMetric(float64(len(s.line.Glyphs)*b.N)/b.Elapsed().Seconds(), "glyphs/s")
		})
	}
}

func TestLinkURI(t *testing.T) {
	for _, test := range []struct{ uri, want string }{
		{"http://example.org/a", "http://example.org/a"},
		{"HTTPS://example.org", "HTTPS://example.org"},
		{"mailto:a@example.org", "mailto:a@example.org"},
		{"ftp://example.org", "ftp://example.org"},
		{"http://example.org/a b\"c<d>\n", "http://example.org/a%20b%22c%3Cd%3E%0A"},
		{"http://example.org/\u00e9", "http://example.org/%C3%A9"},
		{"http://example.org/%20", "http://example.org/%20"},
		{"javascript:alert(1)", ""}, {"java\nscript:alert(1)", ""}, {" javascript:alert(1)", ""},
		{"data:text/html,x", ""}, {"file:///etc/passwd", ""}, {"vbscript:x", ""}, {"httpx://a", ""},
		{"www.example.org", ""}, {"page.html", ""}, {"http:", ""}, {":", ""}, {"", ""},
	} {
		assert.Equal(t, test.want, linkURI(test.uri), "%q", test.uri)
	}
}

// Links and marks count for the glyphs whose centre they cover, at any angle;
// the link on top counts.
func TestSpansOfAnnotations(t *testing.T) {
	over := func(x0, x1 float64) Quad {
		return Quad{Point{x0, 92}, Point{x1, 92}, Point{x1, 103}, Point{x0, 103}}
	}
	s := newSheet()
	s.set(s.run(regular), 10, 0, "aabbccdd")
	s.Fonts[regular].Ascent, s.Fonts[regular].Descent = 0.8, -0.2
	s.Links = []Link{
		{Quad: over(100, 110), URI: "http://a/"}, {Quad: over(110, 120), URI: "http://a/"},
		{Quad: over(117, 130), Page: 3}, {Quad: Quad{Point{0, 0}, Point{600, 0}, Point{600, 20}, Point{0, 20}}, URI: "http://above/"},
	}
	s.Marks = []Mark{{over(130, 135), HighlightMark}, {over(130, 135), UnderlineMark}, {over(135, 141), StrikeoutMark}}
	type span struct {
		text, uri                    string
		page                         int
		underline, strike, highlight bool
	}
	var got []span
	for _, sp := range Spans(s.Page, s.line) {
		g := span{sp.Text(s.Page), "", 0, sp.Style.Underline, sp.Style.Strikeout, sp.Style.Highlight}
		if sp.Link != nil {
			g.uri, g.page = sp.Link.URI, sp.Link.Page
		}
		got = append(got, g)
	}
	assert.Equal(t, []span{
		{"aab", "http://a/", 0, false, false, false},
		{"bcc", "", 3, false, false, false},
		{"d", "", 0, true, false, true},
		{"d", "", 0, false, true, false},
	}, got)
}

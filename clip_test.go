package pdftext

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pdftext-go/pdftext/internal/pdftest"
)

func TestClip(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	// A glyph of pen is 5 wide; its quad reaches from 7.5 above the baseline to
	// 2.5 below, so its centre is 2.5 right of the origin and 2.5 above it. The
	// page is 600 x 800.
	for _, c := range []struct {
		name string
		draw func(*pen)
		want string
	}{
		{"inside", func(p *pen) { p.show(10, 10, "a") }, "a"},
		{"right half outside", func(p *pen) { p.show(597.4, 10, "a") }, "a"},
		{"more than half right of the edge", func(p *pen) { p.show(597.6, 10, "a") }, ""},
		{"origin left of the edge, most inside", func(p *pen) { p.show(-2.4, 10, "a") }, "a"},
		{"most left of the edge", func(p *pen) { p.show(-2.6, 10, "a") }, ""},
		{"baseline below the edge, most inside", func(p *pen) { p.show(10, 802.4, "a") }, "a"},
		{"most below the edge", func(p *pen) { p.show(10, 802.6, "a") }, ""},
		{"most above the edge", func(p *pen) { p.show(10, 2.4, "a") }, ""},
		{"far away", func(p *pen) { p.show(1e30, 10, "a"); p.show(10, -1e30, "b") }, ""},
		{"quad decides when turned", func(p *pen) {
			// Reading upwards: the glyph lies left of its origin.
			p.run.Dir, p.run.Up = Point{0, -1}, Point{-1, 0}
			p.show(602.4, 100, "a")
			p.show(602.6, 100, "b")
		}, "a"},
		{"vertical writing", func(p *pen) {
			// The origin is the top centre.
			p.run.Dir = Point{0, 1}
			p.show(600, 100, "a")
			p.last().Flags |= Vertical
			p.show(100, 797.4, "b")
			p.last().Flags |= Vertical
			p.show(100, 797.6, "c")
			p.last().Flags |= Vertical
		}, "ab"},
		{"no advance", func(p *pen) {
			p.show(10, 10, "\u0301")
			p.last().Advance = 0
			p.show(601, 10, "\u0301")
			p.last().Advance = 0
		}, "\u0301"},
		{"backward advance", func(p *pen) {
			p.show(2.4, 10, "a")
			p.last().Advance = -5
			p.show(2.6, 10, "b")
			p.last().Advance = -5
		}, "b"},
		{"size", func(p *pen) {
			for _, size := range []float32{0, -10, nan} {
				p.show(10, 10, "a")
				p.last().Size = size
			}
			p.show(10, 10, "b")
		}, "b"},
		{"place", func(p *pen) {
			for _, v := range []float32{nan, inf, -inf} {
				p.show(v, 10, "a")
				p.show(10, v, "b")
				p.show(10, 10, "c")
				p.last().Advance = v
			}
		}, ""},
		{"clipping path", func(p *pen) {
			p.run.Clip = Rect{0, 0, 100, 100}
			p.show(97.4, 50, "a")
			p.show(97.6, 50, "b")
			p.run.Clip = Rect{200, 0, 100, 100} // empty
			p.show(50, 50, "c")
			p.run.Clip = Rect{0, 0, 10000, 100} // larger than the page
			p.show(700, 50, "d")
		}, "a"},
		{"optional content", func(p *pen) {
			p.show(10, 10, "a")
			p.run.Hidden = true
			p.show(20, 10, "b")
		}, "a"},
		{"render modes", func(p *pen) {
			for m := range RenderMode(8) {
				p.run.Mode = m
				p.show(10, 10, string('a'+rune(m)))
			}
		}, "abcdefgh"},
		{"artifacts and blanks", func(p *pen) { p.run.Artifact = true; p.show(10, 10, "a b") }, "a b"},
		{"unknown box", func(p *pen) { p.page.Bounds = Rect{}; p.show(1000, 1000, "a") }, "a"},
		{"empty box", func(p *pen) { p.page.Bounds = Rect{5, 5, 4, 4}; p.show(10, 10, "a") }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPen()
			c.draw(p)
			before := slices.Clone(p.page.Glyphs)
			got := Clip(&p.page, p.page.Glyphs)
			assert.Equal(t, c.want, texts(&p.page, got))
			assert.True(t, sameGlyphs(before, p.page.Glyphs), "argument changed")
		})
	}
}

// Clip keeps what has its quad's centre in the box, where quads have areas.
func TestClipAgreesWithQuad(t *testing.T) {
	for seed := range uint64(300) {
		p := scatter(rand.New(rand.NewPCG(seed, 4)), 60)
		p.Bounds = Rect{100, 100, 110, 110}
		kept := map[int32]bool{}
		for _, g := range Clip(p, p.Glyphs) {
			kept[g.Index] = true
		}
		for i := range p.Glyphs {
			g := &p.Glyphs[i]
			q := g.Quad(p)
			centre := Point{(q.UL.X + q.UR.X + q.LR.X + q.LL.X) / 4, (q.UL.Y + q.UR.Y + q.LR.Y + q.LL.Y) / 4}
			if box := p.Bounds; math.Abs(centre.X-box.X0) < 1e-6 || math.Abs(centre.X-box.X1) < 1e-6 || math.Abs(centre.Y-box.Y0) < 1e-6 || math.Abs(centre.Y-box.Y1) < 1e-6 {
				continue // on the edge, up to rounding
			}
			want := g.Size > 0 && !p.Runs[g.Run].Hidden && p.Bounds.Contains(centre)
			if g.Index == int32(i) { // scatter repeats some
				assert.Equal(t, want, kept[g.Index], "seed %d, glyph %d: %+v", seed, i, g)
			}
		}
	}
}

func TestClipProperties(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := scatter(r, 80)
		p.Bounds = Rect{95, 95, 100 + 20*r.Float64(), 100 + 20*r.Float64()}
		small := Clip(p, p.Glyphs)
		again := Clip(p, small)
		assert.True(t, len(again) == len(small) && (len(small) == 0 || &again[0] == &small[0]), "idempotent")
		p.Bounds = Rect{p.Bounds.X0 - r.Float64(), p.Bounds.Y0, p.Bounds.X1 + 5*r.Float64(), p.Bounds.Y1 + 5*r.Float64()}
		large := Clip(p, p.Glyphs)
		assert.True(t, isSubsequence(large, p.Glyphs), "subsequence")
		assert.True(t, isSubsequence(small, large), "monotone")
	}
}

func isSubsequence(sub, of []Glyph) bool {
	i := 0
	for _, g := range of {
		if i < len(sub) && sameGlyph(&g, &sub[i]) {
			i++
		}
	}
	return i == len(sub)
}

func TestClipReturnsArgument(t *testing.T) {
	p := textPage(500)
	got := Clip(p, p.Glyphs)
	assert.True(t, &got[0] == &p.Glyphs[0] && len(got) == 500)
	assert.Zero(t, testing.AllocsPerRun(10, func() { Clip(p, p.Glyphs) }))
	assert.Nil(t, Clip(p, nil))
}

func TestCount(t *testing.T) {
	p := newPen()
	p.show(10, 10, "abc")
	p.show(10.3, 10, "abc") // copies
	p.show(700, 10, "off")
	p.show(700.2, 10, "off") // copies, and outside
	p.run.Hidden = true
	p.show(10, 50, "hidden")
	p.show(700, 50, "both")
	p.run.Hidden = false
	p.show(10, 90, "\ufffd")
	p.last().Flags |= NoUnicode
	p.show(10, 100, "x")
	p.last().Size = 0
	want := Stats{Painted: 24, Duplicates: 6, Clipped: 4, Hidden: 10, Unresolved: 1, Unseen: 3, Verdict: Garbled}
	assert.Equal(t, want, Count(&p.page))
	visible := Clip(&p.page, Dedup(&p.page, p.page.Glyphs))
	assert.Len(t, visible, want.Painted-want.Duplicates-want.Clipped-want.Hidden)
	assert.Zero(t, Count(&Page{}))
}

func BenchmarkClip(b *testing.B) {
	p := textPage(3000)
	for _, c := range []struct {
		name string
		box  Rect
	}{{"all", Rect{0, 0, 600, 800}}, {"half", Rect{0, 0, 600, 300}}} {
		b.Run("glyphs=3000/keep="+c.name, func(b *testing.B) {
			q := *p
			q.Bounds = c.box
			b.ReportAllocs()
			for b.Loop() {
				Clip(&q, q.Glyphs)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(q.Glyphs)), "ns/glyph")
		})
	}
}

// Each page shows "under" at the top, painted on before or after.
func TestVisibleSeesWhatIsCovered(t *testing.T) {
	const text = "BT /F1 20 Tf 100 700 Td (under) Tj ET "
	for _, tt := range []struct {
		name, content string
		flag          GlyphFlags // of the word "under"
		want          string
	}{
		{"black box", "BT /F1 20 Tf 100 500 Td (another text) Tj ET " + text + "90 690 100 30 re f", Covered, "another text"},
		{"white box and the text again", text + "1 g 90 690 100 30 re f 0 g BT /F1 20 Tf 100 700 Td (under) Tj ET", Covered, "under"},
		{"two boxes, half of it each", "BT /F1 20 Tf 100 500 Td (another text) Tj ET " + text + "90 690 30 30 re 120 690 70 30 re f", Covered, "another text"},
		{"all of the page's text", text + "90 690 100 30 re f", Covered, ""},
		{"box before the text", "0.9 g 90 690 100 30 re f 0 g " + text, 0, "under"},
		{"box beside the text", text + "90 600 100 30 re f", 0, "under"},
		{"box over the feet of the letters", text + "90 690 100 11 re f", 0, "under"},
		{"box that is not filled", text + "90 690 100 30 re n", 0, "under"},
		{"transparent box", text + "/Half gs 90 690 100 30 re f", 0, "under"},
		{"box that multiplies", text + "/Multiply gs 90 690 100 30 re f", 0, "under"},
		{"box through a soft mask", text + "/Masked gs 90 690 100 30 re f", 0, "under"},
		{"mask taken off", "BT /F1 20 Tf 100 500 Td (another text) Tj ET /Masked gs /Plain gs " + text + "90 690 100 30 re f", Covered, "another text"},
		{"box of a transparent form", text + "/Half gs /Form Do", 0, "under"},
		{"box of a form", "BT /F1 20 Tf 100 500 Td (another text) Tj ET " + text + "/Form Do", Covered, "another text"},
		{"box clipped to a triangle", text + "90 690 m 190 690 l 190 720 l h W n 90 690 100 30 re f", 0, "under"},
		{"box clipped to a rectangle", "BT /F1 20 Tf 100 500 Td (another text) Tj ET " + text + "q 80 680 200 50 re W n 90 690 100 30 re f Q", Covered, "another text"},
		{"box clipped to another place", text + "80 600 200 50 re W n 90 690 100 30 re f", 0, "under"},
		{"image", "BT /F1 20 Tf 100 500 Td (another text) Tj ET " + text + "100 0 0 30 90 690 cm /Image Do", Covered, "another text"},
		{"picture of a scan over its text", text + "612 0 0 792 0 0 cm /Image Do", Covered, ""},
		{"stencil", text + "100 0 0 30 90 690 cm /Stencil Do", 0, "under"},
		{"image with a mask", text + "100 0 0 30 90 690 cm /Masked Do", 0, "under"},
		{"turned image", text + "80 60 -60 80 150 640 cm /Image Do", 0, "under"},
		{"pattern", text + "/Pattern cs /P0 scn 90 690 100 30 re f", 0, "under"},
		{"white on white", "1 g " + text, WhiteOnWhite, "under"},
		{"white on white and a black box below", "0 0 600 100 re f 1 g " + text, WhiteOnWhite, "under"},
		{"white on a box", "0 0.4 0 rg 90 690 100 30 re f 1 g " + text, 0, "under"},
		{"white on a circle", "90 690 m 90 750 200 750 200 690 c f 1 g " + text, 0, "under"},
		{"white on an image", "q 100 0 0 30 90 690 cm /Image Do Q 1 g " + text, 0, "under"},
		{"white on a thick line", "20 w 90 706 m 200 706 l S 1 g " + text, 0, "under"},
		{"white, invisible", "1 g 3 Tr " + text, 0, "under"},
		{"upwards", "BT /F1 20 Tf 100 500 Td (another text) Tj 0 1 -1 0 300 600 Tm (under) Tj ET 280 590 30 100 re f", Covered, "another text"},
	} {
		var b pdftest.Builder
		gray := " /Type /XObject /Subtype /Image /Width 1 /Height 1 "
		data := "/ColorSpace /DeviceGray /BitsPerComponent 8"
		mask := pdftest.Ref(b.Stream(gray+data, "\x80"))
		b.Resources = "/ExtGState << /Half << /ca 0.5 >> /Multiply << /BM /Multiply >> /Masked << /SMask << /S /Luminosity >> >> /Plain << /SMask /None >> >>" +
			" /XObject << /Image " + pdftest.Ref(b.Stream(gray+data, "\x00")) + " /Stencil " + pdftest.Ref(b.Stream(gray+"/ImageMask true", "\x00")) +
			" /Masked " + pdftest.Ref(b.Stream(gray+data+" /SMask "+mask, "\x00")) +
			" /Form " + pdftest.Ref(b.Stream("/Type /XObject /Subtype /Form /BBox [0 0 612 792]", "90 690 100 30 re f")) + " >>" +
			" /Pattern << /P0 << /PatternType 2 >> >>"
		b.Font("Helvetica")
		b.Page(tt.content, "")
		p := onlyPage(t, b.Bytes())
		flags := GlyphFlags(0)
		if i := slices.IndexFunc(p.Glyphs, func(g Glyph) bool { return g.Rune == 'u' }); assert.GreaterOrEqual(t, i, 0, tt.name) {
			for _, g := range p.Glyphs[i : i+5] {
				flags |= g.Flags & (Covered | WhiteOnWhite)
			}
		}
		assert.Equal(t, tt.flag, flags, tt.name)
		assert.Contains(t, Text(p), "under", tt.name)
		var shown []string
		for _, l := range Lines(p, Visible(p, &VisibleOptions{Covered: Never})) {
			shown = append(shown, l.Text(p))
		}
		assert.Equal(t, tt.want, strings.Join(shown, " "), tt.name)
		s := Count(p)
		assert.Equal(t, len(Visible(p, nil)), s.Painted-s.Duplicates-s.Clipped-s.Hidden, tt.name)
		assert.Equal(t, tt.flag&Covered != 0, s.Covered+s.Duplicates > 0, tt.name)
	}
}

func TestVisibleOptions(t *testing.T) {
	p := newPen()
	p.show(10, 10, "ab")
	p.show(10, 10, "ab")
	p.show(900, 10, "c")
	p.run.Hidden = true
	p.show(10, 30, "d")
	p.run.Hidden = false
	p.run.Mode = Invisible
	p.show(10, 50, "e")
	p.run.Mode = Fill
	p.show(10, 70, "f")
	p.last().Flags |= Covered
	p.show(10, 90, "g")
	p.last().Flags |= WhiteOnWhite
	p.show(900, 10, "h")
	p.last().Flags |= Covered
	p.last().Size = 0
	for _, tt := range []struct {
		opt  VisibleOptions
		want string
	}{
		{VisibleOptions{}, "abefg"},
		{VisibleOptions{Copies: Always}, "ababefg"},
		{VisibleOptions{Outside: Always}, "abcefgh"},
		{VisibleOptions{Hidden: Always}, "abdefg"},
		{VisibleOptions{Invisible: Never}, "abfg"},
		{VisibleOptions{Covered: Never}, "abeg"},
		{VisibleOptions{WhiteOnWhite: Never}, "abef"},
		{VisibleOptions{Always, Always, Always, Always, Always, Always}, "ababcdefgh"},
		{VisibleOptions{Never, Never, Never, Never, Never, Never}, "ab"},
	} {
		before := slices.Clone(p.page.Glyphs)
		assert.Equal(t, tt.want, texts(&p.page, Visible(&p.page, &tt.opt)), "%+v", tt.opt)
		assert.Equal(t, before, p.page.Glyphs, "the painted list is complete")
	}
}

package pdftext

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/pdftext-go/pdftext/internal/font"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/pdftest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSources counts the glyphs of each font of a page by where their texts are
// from.
func TestSources(t *testing.T) {
	var b pdftest.Builder
	b.Font("Helvetica")
	toUnicode := pdftest.Ref(b.Stream("", "beginbfchar <41> <0061> <42> <0009> <43> <E000> endbfchar"))
	b.Font("<< /Type /Font /Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 500 500 500] /Encoding << /Differences [66 /G1 /G2 /d] >> /ToUnicode " + toUnicode + " >>")
	b.Font("<< /Type /Font /Subtype /Type0 /BaseFont /Y /Encoding /Identity-H /DescendantFonts [<< /Subtype /CIDFontType0 " +
		"/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>] >>")
	b.Page("BT /F1 12 Tf 72 700 Td (abc) Tj /Span << /ActualText (x) >> BDC (de) Tj EMC"+
		" /F2 12 Tf (AABCD) Tj /F3 12 Tf <034B034CFFF0> Tj /F1 12 Tf (f) Tj ET", "")
	p := onlyPage(t, b.Bytes())
	assert.Len(t, p.Fonts, 3)
	assert.Equal(t, Sources{Encoding: 4, ActualText: 2}, p.Fonts[0].Sources)
	assert.Equal(t, Sources{ToUnicode: 2, Guessed: 1, Unresolved: 1, Encoding: 1}, p.Fonts[1].Sources)
	assert.Equal(t, Sources{Collection: 2, Unresolved: 1}, p.Fonts[2].Sources)
	assert.Equal(t, 5, p.Fonts[1].Sources.Total())
	for i := range p.Glyphs {
		assert.Zero(t, p.Glyphs[i].Flags&^(ActualText|NoUnicode|Guessed|RunStart))
	}
	stats := Count(p)
	assert.Equal(t, 2, stats.Unresolved)
	assert.Equal(t, 1, stats.Guessed)
}

func TestVerdict(t *testing.T) {
	image := func(x1, y1 float64) Image {
		return Image{Quad: Quad{UL: Point{0, 0}, UR: Point{x1, 0}, LL: Point{0, y1}, LR: Point{x1, y1}}}
	}
	scan := []Image{image(600, 800)}
	for _, c := range []struct {
		name   string
		text   string
		images []Image
		want   Verdict
	}{
		{"nothing", "", nil, NothingShown},
		{"blanks", "  \u3000", nil, NothingShown},
		{"a logo", "", []Image{image(100, 100)}, NothingShown},
		{"a scan", "", scan, Scanned},
		{"a scan with blanks", "   ", scan, Scanned},
		{"a scan in strips", "", []Image{image(600, 200), image(600, 250)}, Scanned},
		{"a scan with a stamp", "page 1", scan, Sparse},
		{"a scan with its text", strings.Repeat("text of the page ", 4), scan, Readable},
		{"a short text", "page 1", nil, Readable},
		{"a text with a bullet", "\ufffd text of a list", nil, Readable},
		{"garbage", "\ufffd\ufffd text", nil, Garbled},
	} {
		p := newPen()
		p.page.Bounds, p.page.Images = Rect{0, 0, 600, 800}, c.images
		for i, r := range []rune(c.text) {
			p.show(float32(10+8*(i%60)), float32(100+20*(i/60)), string(r))
			if r == '\ufffd' {
				p.last().Flags |= NoUnicode
			}
		}
		assert.Equal(t, c.want, Count(&p.page).Verdict, c.name)
	}
	assert.Equal(t, "garbled", Garbled.String())
	assert.Equal(t, "verdict_9", Verdict(9).String())
}

// TestFontsAreLoadedOnce reads pages that share fonts, also at once: each font is
// read a single time for the document.
func TestFontsAreLoadedOnce(t *testing.T) {
	var b pdftest.Builder
	b.Font("Helvetica")
	b.Font("<< /Type /Font /Subtype /Type0 /BaseFont /Y /Encoding /UniJIS-UTF16-H /DescendantFonts [<< /Subtype /CIDFontType0 >>] >>")
	const pages = 20
	for range pages {
		b.Page("BT /F1 12 Tf 72 700 Td (abc) Tj /F2 12 Tf <30423044> Tj ET", "")
	}
	doc := open(t, b.Bytes(), nil)
	var mu sync.Mutex
	loaded := map[*font.Font]int{}
	doc.source.Font = func(ctx context.Context, o pdfobj.Object) *font.Font {
		f := doc.font(ctx, o)
		mu.Lock()
		loaded[f]++
		mu.Unlock()
		return f
	}
	var wg sync.WaitGroup
	for n := range pages {
		wg.Go(func() {
			p, err := doc.Page(context.Background(), n+1)
			if assert.NoError(t, err) {
				assert.Equal(t, "abcあい", strings.TrimSpace(Text(p)))
			}
		})
	}
	wg.Wait()
	assert.Len(t, loaded, 2)
}

// BenchmarkPage reads a page of 10,000 glyphs of which none is like the one
// before it: Latin by a simple font, and Chinese by the kinds of composite font.
func BenchmarkPage(b *testing.B) {
	const n = 10_000
	latin, han, shiftJIS := make([]byte, 0, n), make([]byte, 0, 2*n), make([]byte, 0, 2*n)
	for i := range n {
		latin = append(latin, byte('A'+i*7%26))
		r := 0x4E00 + i*37%0x5000
		han = append(han, byte(r>>8), byte(r))
		shiftJIS = append(shiftJIS, byte(0x89+i*37%0x10), byte(0x80+i*11%0x70))
	}
	collected := "/DescendantFonts [<< /Subtype /CIDFontType0 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 6 >> /W [1 230 500 231 632 500] >>]"
	for _, c := range []struct {
		name, entries string
		codes         []byte
	}{
		{"latin", "/Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding", latin},
		{"UniJIS-UTF16-H", "/Subtype /Type0 /BaseFont /Y /Encoding /UniJIS-UTF16-H " + collected, han},
		{"90ms-RKSJ-H", "/Subtype /Type0 /BaseFont /Y /Encoding /90ms-RKSJ-H " + collected, shiftJIS},
		{"90ms-RKSJ-V", "/Subtype /Type0 /BaseFont /Y /Encoding /90ms-RKSJ-V " + collected, shiftJIS},
		{"ToUnicode", "/Subtype /Type0 /BaseFont /Y /Encoding /Identity-H /ToUnicode 4 0 R /DescendantFonts [<< /Subtype /CIDFontType2 /W [20000 30000 900] >>]", han},
	} {
		var file pdftest.Builder
		var lines strings.Builder
		for at := 0; at < len(c.codes); at += 100 {
			fmt.Fprintf(&lines, "<%x> Tj 0 -6 Td ", c.codes[at:at+100])
		}
		entries := strings.Replace(c.entries, "4 0 R", pdftest.Ref(file.Stream("", "beginbfrange <0000> <FFFF> <0000> endbfrange")), 1)
		file.Font("<< /Type /Font " + entries + " >>")
		file.Page("BT /F1 6 Tf 10 780 Td "+lines.String()+"ET", "")
		doc := open(b, file.Bytes(), nil)
		b.Run("glyphs=10000/"+c.name, func(b *testing.B) {
			b.ReportAllocs()
			count := 0
			for b.Loop() {
				p, err := doc.Page(context.Background(), 1)
				require.NoError(b, err)
				count = len(p.Glyphs)
			}
			assert.Equal(b, n, count)
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/glyph")
		})
	}
}

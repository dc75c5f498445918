package pdftext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/interp"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

func open(t testing.TB, file []byte, opt *Options) *Document {
	t.Helper()
	doc, err := NewReader(context.Background(), bytes.NewReader(file), int64(len(file)), opt)
	require.NoError(t, err)
	return doc
}

// fontRef adds a standard font to b and returns a reference to it.
func fontRef(b *pdftest.Builder, name string) string {
	return pdftest.Ref(b.Object("<< /Type /Font /Subtype /Type1 /BaseFont /" + name + " /Encoding /WinAnsiEncoding >>"))
}

// onlyPage returns page 1 of a file.
func onlyPage(t testing.TB, file []byte) *Page {
	t.Helper()
	p, err := open(t, file, nil).Page(context.Background(), 1)
	require.NoError(t, err)
	return p
}

func TestOpenErrors(t *testing.T) {
	ctx := context.Background()
	valid := pdftest.Page("BT /F1 12 Tf 72 700 Td (X) Tj ET")
	locked := (&pdftest.Builder{UserPassword: "user", OwnerPassword: "owner"})
	locked.Page("BT /F1 12 Tf (X) Tj ET", "")
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"empty":       {nil, ErrNotPDF},
		"text":        {[]byte("Dear reader, this is no PDF file."), ErrNotPDF},
		"header only": {[]byte("%PDF-1.7\n"), ErrCorrupt},
		"cut short":   {valid[:60], ErrCorrupt},
		"locked":      {locked.Bytes(), ErrPassword},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewReader(ctx, bytes.NewReader(c.file), int64(len(c.file)), nil)
			require.ErrorIs(t, err, c.want)
			var format *FormatError
			require.ErrorAs(t, err, &format)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
	for _, password := range []string{"user", "owner"} {
		doc := open(t, locked.Bytes(), &Options{Password: password})
		p, err := doc.Page(ctx, 1)
		require.NoError(t, err)
		assert.Equal(t, "X", strings.TrimSpace(Text(p)))
	}
}

func TestOpenFile(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	_, err := Open(ctx, filepath.Join(dir, "none.pdf"), nil)
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = Open(ctx, dir, nil)
	assert.ErrorIs(t, err, ErrNotPDF)
	name := filepath.Join(dir, "a.pdf")
	require.NoError(t, os.WriteFile(name, pdftest.Page("BT /F1 12 Tf 72 700 Td (X) Tj ET"), 0o600))
	doc, err := Open(ctx, name, nil)
	require.NoError(t, err)
	p, err := doc.Page(ctx, 1)
	require.NoError(t, err)
	require.NoError(t, doc.Close())
	assert.Equal(t, "X", strings.TrimSpace(Text(p)), "a page outlives its document")
}

func TestPages(t *testing.T) {
	ctx := context.Background()
	var b pdftest.Builder
	f := fontRef(&b, "Helvetica")
	b.Resources = "/Font << /F1 " + f + " >>"
	for i := range 3 {
		b.Page(fmt.Sprintf("BT /F1 12 Tf 72 700 Td (page %d) Tj ET", i+1), "")
	}
	doc := open(t, b.Bytes(), nil)
	n, err := doc.NumPages(ctx)
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	for _, n := range []int{-1, 0, 4} {
		_, err := doc.Page(ctx, n)
		assert.ErrorIs(t, err, ErrPageRange)
	}
	var got []string
	for p, err := range doc.Pages(ctx) {
		require.NoError(t, err)
		got = append(got, strings.TrimSpace(Text(p)))
	}
	assert.Equal(t, []string{"page 1", "page 2", "page 3"}, got)

	done, cancel := context.WithCancel(ctx)
	cancel()
	n = 0
	for _, err := range doc.Pages(done) {
		n++
		assert.ErrorIs(t, err, context.Canceled)
	}
	assert.Equal(t, 1, n)
}

// Page space has its origin at the top left of the visible box, with Rotate
// and UserUnit applied. The glyph is at (100, 150) of a box from (50, 70) to
// (250, 370).
func TestPageSpace(t *testing.T) {
	for _, c := range []struct {
		rotate     int
		unit       float64
		x, y, w, h float32
		dx, dy     float64
	}{
		{0, 1, 50, 220, 200, 300, 1, 0},
		{90, 1, 80, 50, 300, 200, 0, 1},
		{180, 1, 150, 80, 200, 300, -1, 0},
		{270, 1, 220, 150, 300, 200, 0, -1},
		{90, 2, 160, 100, 600, 400, 0, 1},
	} {
		var b pdftest.Builder
		b.Resources = "/Font << /F1 " + fontRef(&b, "Helvetica") + " >>"
		b.Page("BT /F1 10 Tf 100 150 Td (X) Tj ET",
			fmt.Sprintf("/MediaBox [0 0 900 900] /CropBox [50 70 250 370] /Rotate %d /UserUnit %g", c.rotate, c.unit))
		p := onlyPage(t, b.Bytes())
		g, r := p.Glyphs[0], p.Runs[0]
		assert.Equal(t, []float32{c.x, c.y}, []float32{g.X, g.Y}, "rotate %d", c.rotate)
		assert.Equal(t, Rect{0, 0, float64(c.w), float64(c.h)}, p.Bounds)
		assert.InDelta(t, c.dx, r.Dir.X, 1e-9)
		assert.InDelta(t, c.dy, r.Dir.Y, 1e-9)
		assert.InDelta(t, 10*c.unit, g.Size, 1e-6)
		assert.Equal(t, "X", strings.TrimSpace(Text(p)))
	}
}

func TestGlyphFlagsAgree(t *testing.T) {
	assert.EqualValues(t, ActualText, interp.ActualText)
	assert.EqualValues(t, NoUnicode, interp.Unresolved)
	assert.EqualValues(t, Guessed, interp.Guessed)
	assert.EqualValues(t, Vertical, interp.Vertical)
	assert.EqualValues(t, RunStart, interp.RunStart)
}

func TestWarningKinds(t *testing.T) {
	for k := pdfobj.BadHeader; k <= pdfobj.LimitHit; k++ {
		assert.NotZero(t, fileWarnings[k], k)
	}
	for k := interp.BadOperator; k <= interp.LimitReached; k++ {
		assert.NotZero(t, pageWarnings[k], k)
	}
	for k := BadOperator; k <= BadEncryption; k++ {
		assert.NotContains(t, k.String(), "warning_")
	}
	assert.Equal(t, "warning_200", WarningKind(200).String())
}

func TestLimits(t *testing.T) {
	ctx := context.Background()
	file := pdftest.Page("BT /F1 12 Tf 72 700 Td (ABC) Tj (DEF) Tj ET")
	var limit *LimitError
	_, err := open(t, file, &Options{Limits: Limits{Glyphs: 2}}).Page(ctx, 1)
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, LimitError{Page: 1, Field: "Glyphs", Limit: 2}, *limit)
	p, err := open(t, file, &Options{Limits: Limits{Glyphs: 4}}).Page(ctx, 1)
	require.NoError(t, err, "what came before the limit is returned")
	assert.Equal(t, "ABC", strings.TrimSpace(Text(p)))
	assert.Equal(t, LimitReached, p.Warnings[0].Kind)
}

// Glyphs without text are counted by font, and printed as U+FFFD.
func TestUnresolved(t *testing.T) {
	var b pdftest.Builder
	proc := pdftest.Ref(b.Stream("", "500 0 d0 0 0 5 5 re f"))
	b.Resources = "/Font << /F1 " + fontRef(&b, "Helvetica") + " /F2 " + pdftest.Ref(b.Object("<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9]"+
		" /FontMatrix [.1 0 0 .1 0 0] /FirstChar 65 /LastChar 66 /Widths [5 5] /CharProcs << /G17 "+proc+" /B "+proc+" >>"+
		" /Encoding << /Differences [65 /G17 /B] >> >>")) + " >>"
	b.Page("BT /F1 12 Tf 72 700 Td (AAA ) Tj /F2 12 Tf (AB) Tj ET", "")
	p := onlyPage(t, b.Bytes())
	assert.Equal(t, "AAA \uFFFDB", strings.TrimSpace(Text(p)))
	assert.Equal(t, 1, Count(p).Unresolved)
	var kinds []WarningKind
	for _, w := range p.Warnings {
		kinds = append(kinds, w.Kind)
	}
	assert.Contains(t, kinds, MissingUnicode)
}

// A panic below is an error of its own kind, not the end of the program.
func TestShield(t *testing.T) {
	doc := open(t, pdftest.Page("BT /F1 12 Tf (A) Tj ET"), nil)
	doc.source.Font = nil
	_, err := doc.Page(context.Background(), 1)
	var internal *InternalError
	require.ErrorAs(t, err, &internal)
	assert.ErrorIs(t, err, ErrInternal)
	assert.Contains(t, string(internal.Stack), "interp")
}

// A reader that fails gives its own error.
func TestReadError(t *testing.T) {
	broken := errors.New("disk on fire")
	_, err := NewReader(context.Background(), failing{broken}, 1000, nil)
	assert.ErrorIs(t, err, broken)
}

type failing struct{ err error }

func (f failing) ReadAt([]byte, int64) (int, error) { return 0, f.err }

var _ io.ReaderAt = failing{}

func TestConcurrentUse(t *testing.T) {
	ctx := context.Background()
	var b pdftest.Builder
	b.Compress, b.ObjectStreams = true, true
	b.Resources = "/Font << /F1 " + fontRef(&b, "Helvetica") + " /F2 " + fontRef(&b, "Times-Bold") + " >>"
	const pages = 40
	for i := range pages {
		b.Page(fmt.Sprintf("BT /F1 12 Tf 72 700 Td (page) Tj /F2 12 Tf ( %d) Tj ET", i+1), "")
	}
	doc := open(t, b.Bytes(), nil)
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range pages {
				n := (i*7+w*5)%pages + 1
				p, err := doc.Page(ctx, n)
				if assert.NoError(t, err) {
					assert.Equal(t, fmt.Sprintf("page %d", n), strings.TrimSpace(Text(p)))
				}
			}
		})
	}
	wg.Wait()
}

// Canceling ends a long page within a tenth of a second.
func TestCancelPage(t *testing.T) {
	file := pdftest.Page(strings.Repeat("BT /F1 12 Tf (some text) Tj ET q Q ", 200_000))
	doc := open(t, file, nil)
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(5*time.Millisecond, cancel)
	start := time.Now()
	_, err := doc.Page(ctx, 1)
	if err == nil {
		t.Skip("the page was read before it could be canceled")
	}
	assert.ErrorIs(t, err, context.Canceled)
	assert.Less(t, time.Since(start), time.Second)
}

// What a page says does not hang on how its content is written.
func TestSameText(t *testing.T) {
	const body = "BT /F1 11 Tf 72 700 Td 13 TL (The quick brown) Tj T* (fox jumps over) Tj T* [(the)-250(lazy)-250(dog)] TJ ET " +
		"BT /F1 18 Tf 72 740 Td (Heading) Tj ET"
	want := Text(onlyPage(t, pdftest.Page(body)))
	require.Equal(t, "Heading\n\nThe quick brown\nfox jumps over\nthe lazy dog", strings.TrimSpace(want))
	font := func(b *pdftest.Builder) string { return "/Font << /F1 " + fontRef(b, "Helvetica") + " >>" }

	for name, build := range map[string]func(b *pdftest.Builder){
		"in q and Q":       func(b *pdftest.Builder) { b.Page("q "+body+" Q", "") },
		"garbage after it": func(b *pdftest.Builder) { b.Page(body+" \x00\xff ) >> ]] endstream 5 foo", "") },
		"one code per string": func(b *pdftest.Builder) {
			b.Page(strings.NewReplacer("(The quick brown) Tj", "(T) Tj (h) Tj (e qu) Tj (i) Tj (ck brown) Tj").Replace(body), "")
		},
		"scaled":      func(b *pdftest.Builder) { b.Page("2 0 0 2 0 0 cm "+body, "/MediaBox [0 0 1224 1584]") },
		"moved":       func(b *pdftest.Builder) { b.Page("1 0 0 1 40 -30 cm "+body, "") },
		"turned page": func(b *pdftest.Builder) { b.Page("0 1 -1 0 792 0 cm "+body, "/MediaBox [0 0 792 612] /Rotate 90") },
		"in a form": func(b *pdftest.Builder) {
			n := b.Stream("/Subtype /Form /BBox [0 0 612 792] /Resources << "+b.Resources+" >>", body)
			b.Resources = "/XObject << /X " + pdftest.Ref(n) + " >>"
			b.Page("/X Do", "")
		},
		"in several streams": func(b *pdftest.Builder) {
			i := strings.Index(body, " 13 TL")
			b.Page("", "/Contents ["+pdftest.Ref(b.Stream("", body[:i]))+" "+pdftest.Ref(b.Stream("", body[i+1:]))+"]")
		},
		"compressed": func(b *pdftest.Builder) { b.Compress, b.ObjectStreams = true, true; b.Page(body, "") },
	} {
		t.Run(name, func(t *testing.T) {
			var b pdftest.Builder
			b.Resources = font(&b)
			build(&b)
			assert.Equal(t, want, Text(onlyPage(t, b.Bytes())))
		})
	}
}

// The raised and lowered letters of TeX's logos stand where they are painted.
func TestLogo(t *testing.T) {
	p := onlyPage(t, pdftest.Page("BT /F1 10 Tf 1 0 0 1 72 700 Tm (L) Tj /F1 7 Tf 1 0 0 1 73.96 702 Tm (A) Tj /F1 10 Tf 1 0 0 1 77.1 700 Tm (T) Tj "+
		"1 0 0 1 81.5 697.8 Tm (E) Tj 1 0 0 1 86.95 700 Tm (X and more) Tj ET"))
	assert.Equal(t, "LATEX and more", strings.TrimSpace(Text(p)))
}

// A Page may come from elsewhere: here, words that an OCR engine found.
func TestPageOfWords(t *testing.T) {
	p := &Page{
		Number: 1, Bounds: Rect{0, 0, 200, 100},
		Fonts: []Font{{Name: "OCR", Ascent: .8, Descent: -.2}},
		Runs:  []Run{{MCID: -1, Dir: Point{1, 0}, Up: Point{0, -1}, Clip: Rect{0, 0, 200, 100}}},
	}
	for _, w := range []struct {
		x, y float32
		text string
	}{{20, 40, "second"}, {60, 40, "line"}, {20, 20, "first"}, {50, 21, "line"}} {
		for i, r := range w.text {
			p.Glyphs = append(p.Glyphs, Glyph{X: w.x + 5*float32(i), Y: w.y, Advance: 5, Size: 10, Rune: r, Index: int32(len(p.Glyphs))})
		}
	}
	assert.Equal(t, "first line\nsecond line", strings.TrimSpace(Text(p)))
}

package interp

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/font"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

// source opens a file for a Machine.
func source(t testing.TB, file []byte) *Source {
	doc, err := pdfobj.Open(context.Background(), bytes.NewReader(file), int64(len(file)), pdfobj.Options{})
	require.NoError(t, err)
	return &Source{
		Doc: doc, Content: NewOptionalContent(doc),
		Font: func(ctx context.Context, o pdfobj.Object) *font.Font {
			return font.Load(ctx, doc, doc.Dict(o))
		},
		StreamBytes: 1 << 20, ContentBytes: 256 << 20, Operators: 100_000, Glyphs: 10_000, FormDepth: 8,
	}
}

// flipped is the page space of a Letter page.
func flipped() geom.Matrix { return geom.Matrix{A: 1, D: -1, F: 792} }

// runPage runs page 1 of a file.
func runPage(t testing.TB, file []byte) *Page {
	src := source(t, file)
	leaf, err := src.Doc.Page(context.Background(), 1)
	require.NoError(t, err)
	p, err := NewMachine().Run(context.Background(), src, leaf, flipped())
	require.NoError(t, err)
	return p
}

// content runs a content stream whose fonts F1 and F2 are Helvetica.
func content(t testing.TB, s string) *Page {
	return runPage(t, pdftest.Page(s, "Helvetica", "Helvetica"))
}

// text returns what g stands for.
func text(p *Page, g *Glyph) string {
	if g.Text < 0 {
		return p.Strings[^g.Text]
	}
	if g.Text == 0 {
		return ""
	}
	return string(rune(g.Text))
}

// glyphs writes a line for each glyph: text, origin in the standard's y up,
// advance and size.
func glyphs(p *Page) string {
	var b strings.Builder
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		fmt.Fprintf(&b, "%s %.6g,%.6g %.4g %.4g\n", text(p, g), g.X, 792-g.Y, g.Advance, g.Size)
	}
	return b.String()
}

// all returns the text of all glyphs.
func all(p *Page) string {
	var b strings.Builder
	for i := range p.Glyphs {
		b.WriteString(text(p, &p.Glyphs[i]))
	}
	return b.String()
}

// fontRef adds a standard font to b and returns a reference to it.
func fontRef(b *pdftest.Builder, name string) string {
	return pdftest.Ref(b.Object("<< /Type /Font /Subtype /Type1 /BaseFont /" + name + " /Encoding /WinAnsiEncoding >>"))
}

func kinds(p *Page) []Kind {
	var k []Kind
	for _, w := range p.Warnings {
		k = append(k, w.Kind)
	}
	return k
}

// TestShowDamaged checks that text counts for more than what stands before it.
func TestShowDamaged(t *testing.T) {
	for _, show := range []string{`(x) '`, `(x) "`, `0 (x) "`, `0 0 (x) "`, `(y) 0 (x) "`} {
		p := content(t, "BT /F1 9 Tf 9 9 Td "+show+" ET")
		assert.Equal(t, "x", all(p), show)
	}
}

func TestOperatorTable(t *testing.T) {
	m := NewMachine()
	for o := opNone + 1; o < opCount; o++ {
		assert.Equal(t, o, lookup([]byte(m.table[o].name)), m.table[o].name)
	}
	assert.Equal(t, opNone, lookup([]byte("Tjj")))
}

// In Helvetica, A is 667 wide, B 667, a 556 and the space 278.
func TestTextState(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"Tf Td Tj": {"BT /F1 10 Tf 72 700 Td (AB) Tj ET", "A 72,700 6.67 10\nB 78.67,700 6.67 10\n"},
		"Tm is absolute, Td relative to the line": {
			"BT /F1 10 Tf 1 0 0 1 10 20 Tm (A) Tj 0 -12 Td (A) Tj 5 0 Td (A) Tj ET",
			"A 10,20 6.67 10\nA 10,8 6.67 10\nA 15,8 6.67 10\n"},
		"TD sets the leading, T* uses it": {
			"BT /F1 10 Tf 10 100 Td (A) Tj 0 -14 TD (A) Tj T* (A) Tj ET",
			"A 10,100 6.67 10\nA 10,86 6.67 10\nA 10,72 6.67 10\n"},
		"TL": {"BT /F1 10 Tf 10 TL 10 100 Td T* (A) Tj ET", "A 10,90 6.67 10\n"},
		"Tc adds to every glyph, not to its advance": {
			"BT /F1 10 Tf 2 Tc 0 0 Td (AA) Tj ET", "A 0,0 6.67 10\nA 8.67,0 6.67 10\n"},
		"Tw adds to the blank only": {
			"BT /F1 10 Tf 5 Tw 0 0 Td (A A) Tj ET", "A 0,0 6.67 10\n  6.67,0 2.78 10\nA 14.45,0 6.67 10\n"},
		"Tz scales advances and spacing": {
			"BT /F1 10 Tf 50 Tz 2 Tc 0 0 Td (AA) Tj ET", "A 0,0 3.335 10\nA 4.335,0 3.335 10\n"},
		"Ts": {"BT /F1 10 Tf 3 Ts 0 50 Td (A) Tj ET", "A 0,53 6.67 10\n"},
		"TJ": {"BT /F1 10 Tf 0 0 Td [(A) -100 (A) 1000 (A)] TJ ET", "A 0,0 6.67 10\nA 7.67,0 6.67 10\nA 4.34,0 6.67 10\n"},
		"'":  {"BT /F1 10 Tf 12 TL 0 50 Td (A) ' ET", "A 0,38 6.67 10\n"},
		"\"": {"BT /F1 10 Tf 12 TL 0 50 Td 5 1 (A ) \" (A) Tj ET", "A 0,38 6.67 10\n  7.67,38 2.78 10\nA 16.45,38 6.67 10\n"},
		"cm and Tm multiply": {
			"2 0 0 2 10 10 cm BT /F1 10 Tf 1 0 0 1 5 5 Tm (A) Tj ET", "A 20,20 13.34 20\n"},
		"text matrix scales the font": {"BT /F1 1 Tf 12 0 0 12 5 5 Tm (A) Tj ET", "A 5,5 8.004 12\n"},
		"q and Q keep the text state": {
			"BT /F1 10 Tf ET q BT /F1 20 Tf ET Q BT 0 0 Td (A) Tj ET", "A 0,0 6.67 10\n"},
		"turned by a quarter": {"BT /F1 10 Tf 0 1 -1 0 100 100 Tm (AA) Tj ET", "A 100,100 6.67 10\nA 100,106.67 6.67 10\n"},
		"negative size":       {"BT /F1 -10 Tf 1 0 0 1 50 50 Tm (AA) Tj ET", "A 50,50 6.67 10\nA 43.33,50 6.67 10\n"},
		"slanted":             {"BT /F1 10 Tf 1 0 .3 1 0 0 Tm (A) Tj ET", "A 0,0 6.67 10\n"},
		"size 0":              {"BT /F1 0 Tf 7 8 Td (A) Tj ET", "A 7,8 0 0\n"},
		"operands before the needed ones": {
			"BT 9 9 /F1 10 Tf 1 2 72 700 Td (A) Tj ET", "A 72,700 6.67 10\n"},
		"no BT": {"/F1 10 Tf 1 0 0 1 5 5 Tm (A) Tj", "A 5,5 6.67 10\n"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, glyphs(content(t, c.in))) })
	}
}

func TestRun(t *testing.T) {
	p := content(t, "BT /F1 10 Tf 0 1 -1 0 100 100 Tm 1 0 0 rg 1 Tr (A) Tj (B) Tj .2 .5 0 RG (C) Tj ET")
	require.Len(t, p.Runs, 2, "one run for the strings that share all")
	r := p.Runs[1]
	assert.InDelta(t, -1, r.Dir.Y, 1e-9, "reads upwards")
	assert.InDelta(t, -1, r.Up.X, 1e-9)
	assert.Equal(t, Color{255, 0, 0, 255}, r.Fill)
	assert.Equal(t, Color{51, 128, 0, 255}, r.Stroke)
	assert.EqualValues(t, 1, r.Mode)
	assert.NotZero(t, p.Glyphs[1].Flags&RunStart)
}

func TestShear(t *testing.T) {
	r := content(t, "BT /F1 10 Tf 1 0 .3 1 0 0 Tm (A) Tj ET").Runs[0]
	assert.InDelta(t, .3, r.Up.X, 1e-9)
	assert.InDelta(t, -1, r.Up.Y, 1e-9)
}

func TestForms(t *testing.T) {
	var b pdftest.Builder
	f := fontRef(&b, "Helvetica")
	b.Resources = "/Font << /F1 " + f + " >> "
	inner := b.Stream("/Type /XObject /Subtype /Form /BBox [0 0 50 50] /Matrix [1 0 0 1 10 0]", "BT /F1 10 Tf (A) Tj ET Q Q")
	outer := b.Stream("/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Matrix [2 0 0 2 0 0] /Resources << /Font << /F1 "+f+
		" >> /XObject << /In "+pdftest.Ref(inner)+" >> >>", "q 1 0 0 1 0 5 cm /In Do Q /Self Do BT /F1 5 Tf (B) Tj ET")
	b.Resources += "/XObject << /Out " + pdftest.Ref(outer) + " >>"
	b.Page("q 1 0 0 1 100 100 cm /Out Do Q BT /F1 10 Tf (C) Tj ET", "")
	p := runPage(t, b.Bytes())
	assert.Equal(t, "A 120,110 13.34 20\nB 100,100 6.67 10\nC 0,0 7.22 10\n", glyphs(p))
	assert.Contains(t, kinds(p), BadOperator, "a form cannot pop its caller's states")
	// The inner box, 50 wide at twice the size, ends inside the outer one.
	clip := p.Runs[p.Glyphs[0].Run].Clip
	assert.InDelta(t, 120, clip.X0, 1e-9)
	assert.InDelta(t, 220, clip.X1, 1e-9)
	assert.InDelta(t, 792-110, clip.Y1, 1e-9)
}

func TestFormInItself(t *testing.T) {
	var b pdftest.Builder
	b.Resources = "/XObject << /X 4 0 R >>"
	n := b.Stream("/Subtype /Form /BBox [0 0 9 9]", "/X Do BT /F1 9 Tf (A) Tj ET")
	require.Equal(t, 4, n)
	b.Page("/X Do", "")
	p := runPage(t, b.Bytes())
	assert.Equal(t, "A", all(p))
	assert.Contains(t, kinds(p), LimitReached)
}

func TestClipBounds(t *testing.T) {
	p := content(t, "q 10 20 30 40 re W n 0 0 20 100 re W* n BT /F1 9 Tf (A) Tj ET Q BT /F1 9 Tf (B) Tj ET q 0 0 1 1 re W n 5 5 1 1 re W n BT /F1 9 Tf (C) Tj ET Q")
	assert.Equal(t, geom.Rect{X0: 10, Y0: 792 - 60, X1: 20, Y1: 792 - 20}, p.Runs[p.Glyphs[0].Run].Clip)
	assert.Equal(t, geom.Everything(), p.Runs[p.Glyphs[1].Run].Clip)
	assert.True(t, p.Runs[p.Glyphs[2].Run].Clip.Empty())
}

func TestInlineImage(t *testing.T) {
	p := content(t, "q 10 0 0 10 5 5 cm BI /W 2 /H 1 /BPC 8 /CS /G ID \x00(EI Q BT /F1 10 Tf (A) Tj ET BI /W 4 /H 4 /F /A85 /DP << /K 1 >> ID s8W-!~> EI BT (B) Tj ET")
	assert.Equal(t, "AB", all(p))
	assert.Len(t, p.Images, 2)
	assert.InDelta(t, 15, p.Images[0].Corners[1].X, 1e-9)
	assert.Empty(t, p.Warnings)
}

func TestMarkedContent(t *testing.T) {
	p := content(t, "/P <</MCID 3>> BDC BT /F1 9 Tf (A) Tj /Artifact BMC (B) Tj EMC (C) Tj ET EMC BT (D) Tj ET EMC")
	var got []string
	for i := range p.Glyphs {
		r := p.Runs[p.Glyphs[i].Run]
		got = append(got, fmt.Sprintf("%s %d %v", text(p, &p.Glyphs[i]), r.MCID, r.Artifact))
	}
	assert.Equal(t, []string{"A 3 false", "B 3 true", "C 3 false", "D -1 false"}, got)
	assert.Equal(t, []Kind{BadOperator}, kinds(p), "EMC without BMC")
}

func TestActualText(t *testing.T) {
	p := content(t, "BT /F1 9 Tf (x) Tj /Span <</ActualText <FEFF00660069> /X [1 /ActualText]>> BDC (\\001) Tj (\\002) Tj EMC "+
		"/Span <</ActualText ()>> BDC (-) Tj EMC (y) Tj ET")
	assert.Equal(t, "xfiy", all(p))
	assert.Len(t, p.Glyphs, 5)
	for _, i := range []int{1, 2, 3} {
		assert.Equal(t, ActualText, p.Glyphs[i].Flags&(ActualText|Unresolved))
	}
}

func TestOptionalContent(t *testing.T) {
	var b pdftest.Builder
	b.Catalog = "/OCProperties << /OCGs [4 0 R 5 0 R] /D << /OFF [5 0 R] >> >>"
	on, off := b.Object("<< /Type /OCG /Name (on) >>"), b.Object("<< /Type /OCG /Name (off) >>")
	require.Equal(t, []int{4, 5}, []int{on, off})
	form := b.Stream("/Subtype /Form /BBox [0 0 9 9] /OC 5 0 R", "BT /F1 9 Tf (F) Tj ET 0 0 5 5 re f")
	b.Resources = "/XObject << /X " + pdftest.Ref(form) + " >> /Properties << /On 4 0 R /Off 5 0 R " +
		"/AllOn << /Type /OCMD /OCGs [4 0 R 5 0 R] /P /AllOn >> /AnyOn << /Type /OCMD /OCGs [4 0 R 5 0 R] >> " +
		"/Not << /Type /OCMD /VE [/Not 5 0 R] >> >>"
	b.Page("BT /F1 9 Tf /OC /On BDC (a) Tj EMC /OC /Off BDC (b) Tj /P BMC (c) Tj EMC EMC "+
		"/OC /AllOn BDC (d) Tj EMC /OC /AnyOn BDC (e) Tj EMC /OC /Not BDC (f) Tj EMC (g) Tj ET /X Do", "")
	p := runPage(t, b.Bytes())
	seen := ""
	for i := range p.Glyphs {
		if !p.Runs[p.Glyphs[i].Run].Hidden {
			seen += text(p, &p.Glyphs[i])
		}
	}
	assert.Equal(t, "aefg", seen)
	assert.Equal(t, "abcdefgF", all(p), "what is hidden is recorded, too")
	assert.Empty(t, p.Boxes)
}

func TestLongArray(t *testing.T) {
	p := content(t, "BT /F1 9 Tf ["+strings.Repeat("(A) -10 ", 2000)+"] TJ (B) Tj ET")
	assert.Equal(t, strings.Repeat("A", 2000)+"B", all(p))
	assert.Empty(t, p.Warnings)
}

func TestOperatorInArray(t *testing.T) {
	assert.Equal(t, "ABC", all(content(t, "BT /F1 9 Tf [(A) 0 Tc -250 (B)] TJ [(C) TJ ET")))
}

func TestAnnotations(t *testing.T) {
	var b pdftest.Builder
	f := fontRef(&b, "Helvetica")
	form := func(s string) int {
		return b.Stream("/Subtype /Form /BBox [0 0 10 10] /Matrix [0 1 -1 0 0 0] /Resources << /Font << /F1 "+f+" >> >>", "BT /F1 5 Tf ("+s+") Tj ET")
	}
	annot := func(entries string) string {
		return pdftest.Ref(b.Object("<< /Type /Annot /Rect [120 120 100 100] " + entries + " >>"))
	}
	seen, on, off := pdftest.Ref(form("A")), pdftest.Ref(form("B")), pdftest.Ref(form("C"))
	b.Page("BT /F1 9 Tf (P) Tj ET q 9 0 0 9 0 0 cm", "/Annots ["+
		annot("/AP << /N "+seen+" >>")+" "+
		annot("/AS /On /AP << /N << /On "+on+" /Off "+off+" >> >>")+" "+
		annot("/F 2 /AP << /N "+off+" >>")+" "+annot("/F 32 /AP << /N "+off+" >>")+" "+
		annot("/Subtype /Popup /AP << /N "+off+" >>")+" "+annot("")+" null]")
	p := runPage(t, b.Bytes())
	// The box, turned by a quarter, is scaled by 2 into the rectangle; its
	// corner (0, 0) lands at the lower right.
	assert.Equal(t, "P 0,0 6.003 9\nA 120,100 6.67 10\nB 120,100 6.67 10\n", glyphs(p))
}

func TestBadOperators(t *testing.T) {
	p := content(t, "BT /F1 10 Tf Td (A) Tj /F9 10 Tf (B) Tj xyz 5 Tj Q 1 0 0 Tm (C) Tj 9 Tr ET /X Do /G gs")
	assert.Equal(t, "ABC", all(p), "each costs only itself")
	assert.Equal(t, []Kind{BadOperator, BadFont, BadOperator, BadOperator, BadOperator, BadOperator, BadOperator, BadResource, BadResource}, kinds(p))
}

func TestLimits(t *testing.T) {
	run := func(s string, change func(*Source)) (*Page, error) {
		src := source(t, pdftest.Page(s))
		change(src)
		leaf, err := src.Doc.Page(context.Background(), 1)
		require.NoError(t, err)
		return NewMachine().Run(context.Background(), src, leaf, flipped())
	}
	var limit *pdfobj.LimitError
	p, err := run("BT /F1 9 Tf "+strings.Repeat("(A) Tj ", 100), func(s *Source) { s.Glyphs = 10 })
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, "Glyphs", limit.Field)
	assert.Equal(t, strings.Repeat("A", 10), all(p), "what came before stays")
	_, err = run(strings.Repeat("q Q ", 100), func(s *Source) { s.Operators = 50 })
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, "Operators", limit.Field)
	_, err = run(strings.Repeat(" ", 2000), func(s *Source) { s.StreamBytes = 1000 })
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, "StreamBytes", limit.Field, "nothing came out")
	p, err = run("BT /F1 9 Tf (A) Tj "+strings.Repeat(" ", 2000), func(s *Source) { s.StreamBytes = 1000 })
	require.NoError(t, err)
	assert.Equal(t, "A", all(p))
	assert.Equal(t, []Kind{LimitReached}, kinds(p))
	p, err = run(strings.Repeat("1 ", 100_000)+"BT /F1 9 Tf (A) Tj", func(*Source) {})
	require.NoError(t, err)
	assert.Equal(t, "A", all(p))
}

// What is nested too deeply is counted, so that what closes it is matched.
func TestDeepNesting(t *testing.T) {
	n := 30_000
	p := content(t, "BT /F1 9 Tf 1 0 0 rg ET "+strings.Repeat("q ", n)+"0 g "+strings.Repeat("Q ", n)+"BT (A) Tj ET")
	assert.Equal(t, "A", all(p))
	assert.Equal(t, Color{255, 0, 0, 255}, p.Runs[0].Fill)
	assert.Equal(t, []Kind{LimitReached}, kinds(p))
	p = content(t, strings.Repeat("/P BMC ", n)+strings.Repeat("EMC ", n)+"/P <</MCID 7>> BDC BT /F1 9 Tf (A) Tj ET EMC")
	assert.EqualValues(t, 7, p.Runs[0].MCID)
	assert.Equal(t, []Kind{LimitReached}, kinds(p))
}

func TestFormDrawnOften(t *testing.T) {
	var b pdftest.Builder
	b.Resources = "/XObject << /X " + pdftest.Ref(4) + " >>"
	b.Stream("/Subtype /Form /BBox [0 0 9 9]", "BT /F1 9 Tf (A) Tj ET")
	b.Page(strings.Repeat("/X Do ", 5), "")
	assert.Equal(t, "AAAAA", all(runPage(t, b.Bytes())))
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	src := source(t, pdftest.Page(strings.Repeat("q Q ", 10_000)))
	leaf, err := src.Doc.Page(ctx, 1)
	require.NoError(t, err)
	cancel()
	_, err = NewMachine().Run(ctx, src, leaf, flipped())
	assert.ErrorIs(t, err, context.Canceled)
}

// A Machine that was used gives the same answer as a new one.
func TestReuse(t *testing.T) {
	m := NewMachine()
	for _, s := range []string{"BT /F1 9 Tf 3 Tc (AB) Tj q q /P BMC", "BT /F2 7 Tf (fi) Tj ET 0 0 9 9 re", "BT /F1 9 Tf (C) Tj ET 1 w 0 0 m 50 0 l S"} {
		src := source(t, pdftest.Page(s, "Helvetica", "Times-Roman"))
		leaf, err := src.Doc.Page(context.Background(), 1)
		require.NoError(t, err)
		p, err := m.Run(context.Background(), src, leaf, flipped())
		require.NoError(t, err)
		got := glyphs(p)
		rules := len(p.Rules)
		fresh, err := NewMachine().Run(context.Background(), src, leaf, flipped())
		require.NoError(t, err)
		assert.Equal(t, glyphs(fresh), got)
		assert.Equal(t, len(fresh.Rules), rules)
	}
}

// FuzzRun runs bytes as a page's content: nothing panics, every number is
// finite, all text valid, and a used machine agrees with a new one.
func FuzzRun(f *testing.F) {
	for _, s := range []string{
		"BT /F1 10 Tf 1 0 0 1 72 700 Tm [(AB) -100 <41>] TJ T* (x) ' 1 2 (y) \" ET",
		"q 1e30 0 0 1e30 0 0 cm 1e30 0 0 1e30 0 0 cm BT /F1 1e9 Tf (A) Tj ET Q Q",
		"0 0 m 100 0 l S 5 5 10 1 re f 0 0 50 50 re W n [3 2] 0 d 0 0 m 9 9 l s",
		"/X Do /OC /P BDC /Span <</ActualText (a)>> BDC BT /F2 9 Tf (A) Tj ET EMC BI /W 1 ID x EI",
		"1 0 0 0 0 0 cm BT /F1 9 Tf -50 Tz (A) Tj ET .1 g 1 0 0 RG 0 1 0 1 k /DeviceRGB cs 1 sc",
	} {
		f.Add([]byte(s))
	}
	var b pdftest.Builder
	b.Resources = "/XObject << /X 4 0 R >> /Properties << /P << /MCID 1 >> >>"
	b.Stream("/Subtype /Form /BBox [0 0 99 99] /Matrix [.5 0 0 .5 1 1]", "BT /F1 10 Tf (A) Tj ET /X Do")
	b.Page("", "")
	src := source(f, b.Bytes())
	src.Operators, src.Glyphs = 2_000, 2_000
	fonts := map[pdfobj.Object]*font.Font{} // all are objects of their own, or missing
	load := src.Font
	src.Font = func(ctx context.Context, o pdfobj.Object) *font.Font {
		if fonts[o] == nil {
			fonts[o] = load(ctx, o)
		}
		return fonts[o]
	}
	m := NewMachine()
	f.Fuzz(func(t *testing.T, data []byte) {
		leaf, err := src.Doc.Page(context.Background(), 1)
		require.NoError(t, err)
		m.start(context.Background(), src, flipped())
		m.resources = leaf.Resources
		m.buffer(0)
		m.runContent(data, 0)
		fresh := NewMachine()
		fresh.start(context.Background(), src, flipped())
		fresh.resources = leaf.Resources
		fresh.buffer(0)
		fresh.runContent(data, 0)
		if !slices.Equal(m.out.Glyphs, fresh.out.Glyphs) || !slices.Equal(m.out.Runs, fresh.out.Runs) || !slices.Equal(m.out.Rules, fresh.out.Rules) ||
			!slices.Equal(m.out.Strings, fresh.out.Strings) || !slices.Equal(m.out.Warnings, fresh.out.Warnings) {
			t.Fatal("a used machine paints something else")
		}
		for _, s := range m.out.Strings {
			require.True(t, utf8.ValidString(s), "%q", s)
		}
		for _, w := range m.out.Warnings {
			require.True(t, utf8.ValidString(w.Detail), "%q", w.Detail)
		}
		for i := range m.out.Glyphs {
			g := &m.out.Glyphs[i]
			if x := float64(g.X + g.Y + g.Advance + g.Size); math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("glyph %+v", *g)
			}
			text(&m.out, g)
		}
		for _, r := range m.out.Runs {
			if d := r.Dir.Len(); math.Abs(d-1) > 1e-6 || !(r.Up.Len() < 1e12) {
				t.Fatalf("run %+v", r)
			}
		}
		for _, r := range m.out.Rules {
			if !geom.Bound(r.From, r.To).Finite() || !(r.Width >= 0) {
				t.Fatalf("rule %+v", r)
			}
		}
		for _, x := range m.out.Boxes {
			if !x.Bounds.Finite() {
				t.Fatalf("box %+v", x)
			}
		}
	})
}

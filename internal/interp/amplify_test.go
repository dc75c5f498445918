package interp

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/font"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

// What the resources name is read once, however often content names it, and in
// however many paintings of a form. Each of these took 6 to 20 seconds for
// 100,000 repeats.
func TestResourcesAreReadOnce(t *testing.T) {
	inForm := func(unit, resources string) *pdftest.Builder {
		b := new(pdftest.Builder)
		b.Stream("/Subtype /Form /BBox [0 0 999 999] /Resources << "+resources+" >>", strings.Repeat(unit+" ", 100))
		b.Resources = "/XObject << /A 4 0 R >>"
		b.Page(strings.Repeat("/A Do ", 30), "")
		return b
	}
	run := func(b *pdftest.Builder) (p *Page, loads int) {
		src := source(t, b.Bytes())
		load := src.Font
		src.Font = func(ctx context.Context, o pdfobj.Object) *font.Font {
			loads++
			return load(ctx, o)
		}
		leaf, err := src.Doc.Page(context.Background(), 1)
		require.NoError(t, err)
		p, err = NewMachine().Run(context.Background(), src, leaf, flipped())
		require.NoError(t, err)
		return p, loads
	}
	p, _ := run(inForm("/S /P BDC EMC", "/Properties << /P << /ActualText ("+strings.Repeat("x", 1<<16)+") >> >>"))
	assert.Len(t, p.Strings, 1)
	assert.Empty(t, p.Warnings)
	_, loads := run(inForm("/G gs", "/ExtGState << /G << /Font [<< /Type /Font /Subtype /Type1 >> 9] >> >>"))
	assert.Equal(t, 1, loads)
	_, loads = run(inForm("/F 9 Tf", "/Font << /F << /Type /Font /Subtype /Type1 >> >>"))
	assert.Equal(t, 1, loads)

	// An expression of a million operands, and no more than are looked at.
	b := inForm("/OC /P BDC EMC", "/Properties << /P 5 0 R >>")
	b.Object("<< /Type /OCMD /VE [/And " + strings.Repeat("6 0 R ", 1000) + "] >>")
	b.Object("[/Or " + strings.Repeat("[/Not 99 0 R] ", 1000) + "]")
	b.Catalog = "/OCProperties << /D << /OFF [98 0 R] >> >>"
	p, _ = run(b)
	assert.Empty(t, p.Warnings)
}

// Of levels of ActualText in one another the outermost counts, whatever stands
// around and between.
func TestOutermostActualText(t *testing.T) {
	p := content(t, "/P BMC /S << /ActualText (out) >> BDC /P BMC /S << /ActualText (in) >> BDC BT /F1 9 Tf (AB) Tj ET EMC EMC BT (C) Tj ET EMC BT /F1 9 Tf (D) Tj ET EMC")
	assert.Equal(t, "outD", all(p))
	p = content(t, strings.Repeat("/P BMC ", 4000)+"/S << /ActualText (x) >> BDC BT /F1 9 Tf "+strings.Repeat("(A) Tj ", 5000)+"ET")
	assert.Equal(t, "x", all(p))
}

// Texts of single glyphs are bounded together: those behind the bound are left
// out, with a warning.
func TestPageText(t *testing.T) {
	n := limits.PageText >> 16
	p := content(t, strings.Repeat("/S << /ActualText ("+strings.Repeat("x", 1<<16)+") >> BDC BT /F1 9 Tf (A) Tj ET EMC ", n/16))
	assert.Empty(t, p.Warnings)
	var b pdftest.Builder
	b.Stream("", "1 beginbfchar <41> <"+strings.Repeat("0061", 200)+"> endbfchar")
	b.Font("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R >>")
	b.Page("BT /F1 9 Tf "+strings.Repeat("("+strings.Repeat("A", 1000)+") Tj ", limits.PageText/200_000+1), "")
	src := source(t, b.Bytes())
	src.Glyphs = 100_000
	leaf, err := src.Doc.Page(context.Background(), 1)
	require.NoError(t, err)
	p, err = NewMachine().Run(context.Background(), src, leaf, flipped())
	require.NoError(t, err)
	assert.Equal(t, []Kind{LimitReached}, kinds(p))
	assert.InDelta(t, limits.PageText, len(all(p)), 200)
}

// Forms without content count as several operators: ten million of them took
// eight seconds.
func TestFormCost(t *testing.T) {
	var b pdftest.Builder
	b.Resources = "/XObject << /X 4 0 R >>"
	b.Stream("/Subtype /Form /BBox [0 0 9 9]", "")
	b.Page(strings.Repeat("/X Do ", 1000), "")
	src := source(t, b.Bytes())
	src.Operators = 5000
	leaf, err := src.Doc.Page(context.Background(), 1)
	require.NoError(t, err)
	_, err = NewMachine().Run(context.Background(), src, leaf, flipped())
	var limit *pdfobj.LimitError
	require.ErrorAs(t, err, &limit)
	assert.Equal(t, "Operators", limit.Field)
}

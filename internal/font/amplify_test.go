package font

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

// Fonts that share a large array or CMap cost no more than the budget allows:
// 5,000 of them with one W array or ToUnicode CMap took longer than 20 seconds.
// What is behind it is left out with a warning.
func TestSharedByManyFonts(t *testing.T) {
	var b pdftest.Builder
	w := b.Object("[0 [" + strings.Repeat("500 ", 1000) + "]]")
	u := b.Stream("", "100 beginbfchar "+strings.Repeat("<41> <0061> ", 1000)+"endbfchar")
	wide := b.Object("<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /Subtype /CIDFontType0 /W " + pdftest.Ref(w) + " >>] >>")
	named := b.Object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode " + pdftest.Ref(u) + " >>")
	b.Page("", "")
	file := b.Bytes()
	doc, err := pdfobj.Open(context.Background(), bytes.NewReader(file), int64(len(file)), pdfobj.Options{})
	require.NoError(t, err)
	for num, cost := range map[int]int{wide: 1002 * limits.CIDWidthCost, named: (1 + limits.CMapCost) * 12_000} {
		ctx := pdfobj.NewBudget("FontBytes", int64(5*cost)).Context(context.Background())
		whole := 0
		for range 100 {
			damaged := false
			for _, w := range Load(ctx, doc, doc.Dict(pdfobj.Ref{Num: num})).Warnings {
				damaged = damaged || w.Kind == BadWidths && num == wide || w.Kind == BadToUnicode && num == named
			}
			if !damaged {
				whole++
			}
		}
		assert.InDelta(t, 5, whole, 1)
	}
}

// A Differences array of any length costs no more than one of 4,096 entries.
func TestLongDifferences(t *testing.T) {
	var b pdftest.Builder
	n := b.Object("<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /Differences [" + strings.Repeat("65 /b ", limits.Differences) + "65 /c] >> >>")
	b.Page("", "")
	file := b.Bytes()
	doc, err := pdfobj.Open(context.Background(), bytes.NewReader(file), int64(len(file)), pdfobj.Options{})
	require.NoError(t, err)
	f := Load(context.Background(), doc, doc.Dict(pdfobj.Ref{Num: n}))
	assert.Equal(t, 'b', rune(f.Table()[65].Text))
	assert.NotEmpty(t, f.Warnings)
}

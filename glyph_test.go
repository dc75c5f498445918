package pdftext

import (
	"testing"

	"github.com/pdftext-go/pdftext/internal/pdftest"
	"github.com/stretchr/testify/assert"
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

package font

import (
	"testing"

	"github.com/pdftext-go/pdftext/internal/pdftest"
	"github.com/stretchr/testify/assert"
)

// TestSource has fonts that have text for codes from one source each.
func TestSource(t *testing.T) {
	sourceOf := func(f *Font, s string) (sources []Source) {
		for b := []byte(s); len(b) > 0; {
			code, n := f.Next(b)
			b = b[n:]
			g := f.Glyph(code, n)
			assert.Equal(t, g.Flags.Source() == NoSource, g.Flags&Unresolved != 0)
			assert.Equal(t, g.Flags.Source() == ByGuess, g.Flags&Guessed != 0)
			sources = append(sources, g.Flags.Source())
		}
		return sources
	}
	f := load(t, func(b *pdftest.Builder) string {
		return "<< /Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 500 500 500 500 500 500] /Encoding << /Differences [67 /c /G1 /N /G2 /G3] >> /ToUnicode " +
			bf(b, "<41> <0061> <45> <0036> <46> <E000> <47> <0009>") + " /FontDescriptor " +
			descriptor(b, "", "FontFile", type1(map[int]string{66: "b", 68: "d"}, "")) + " >>"
	})
	assert.Equal(t, []Source{ByToUnicode, ByProgram, ByEncoding, NoSource, ByEncoding, NoSource, ByGuess}, sourceOf(f, "ABCDEFG"))
	assert.Equal(t, []Source{ByEncoding}, sourceOf(loadDict(t, "<< /Subtype /Type1 /BaseFont /Helvetica >>"), "A"))

	f = load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /UniJIS-UCS2-H /ToUnicode "+bf(b, "<3042> <3044>"), "/Subtype /CIDFontType0")
	})
	assert.Equal(t, []Source{ByToUnicode, ByEncoding}, sourceOf(f, "\x30\x42\x30\x44"))
	f = load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType0 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>")
	})
	assert.Equal(t, []Source{ByCollection, NoSource}, sourceOf(f, "\x03\x4B\xFF\xF0"))
}

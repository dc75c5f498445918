package font

import (
	"bytes"
	"context"
	"math"
	"testing"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

// FuzzLoad loads a font dictionary, which may refer to two streams, as 4 0 R
// and 5 0 R, and to itself as 6 0 R. Whatever they hold, all glyphs must have
// valid text and finite metrics, the same each time.
func FuzzLoad(f *testing.F) {
	program := trueType{
		cmaps:    map[[2]int]map[int]int{{1, 0}: {65: 1, 66: 2}, {3, 1}: {'x': 1}},
		advances: []int{500, 500, 250}, empty: []int{2}, names: []string{".notdef", "a", "f_i"},
	}.program()
	f.Add("<< /Subtype /TrueType /BaseFont /X /FirstChar 65 /Widths [500 0] /FontDescriptor << /FontFile2 4 0 R /Flags 4 >> /ToUnicode 5 0 R >>", []byte(program), []byte("beginbfchar <41> <00660069>"))
	f.Add("<< /Subtype /Type1 /BaseFont /Symbol /FontDescriptor << /FontFile 4 0 R >> /Encoding << /Differences [65 /a1 /f_i /uniF0B7] >> >>", []byte(type1(map[int]string{65: "a"}, "")), []byte{})
	f.Add("<< /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /Widths [1 1] /CharProcs << /a65 4 0 R >> /Encoding << /Differences [65 /a65 /BU] >> >>", []byte{}, []byte{})
	f.Add("<< /Subtype /Type0 /Encoding 4 0 R /ToUnicode 5 0 R /DescendantFonts [<< /CIDToGIDMap 5 0 R /W [1 [2 3] 4 5 6] /W2 [1 2 3 4 5] /DW2 [1 2] /FontDescriptor << /FontFile3 4 0 R >> >>] >>",
		[]byte("begincodespacerange <00> <80> <8100> <81FFFFFF> endcodespacerange begincidrange <00> <80> 0"), []byte("beginbfrange <00> <80> <0041>"))
	f.Add("<< /Subtype /Type0 /Encoding /Identity-V /DescendantFonts 6 0 R /FontDescriptor << /FontFile2 4 0 R >> >>", []byte(program), []byte{})
	f.Fuzz(func(t *testing.T, dict string, first, second []byte) {
		var b pdftest.Builder
		b.Stream("", string(first))
		b.Stream("", string(second))
		n := b.Object(dict)
		b.Page("", "")
		file := b.Bytes()
		doc, err := pdfobj.Open(context.Background(), bytes.NewReader(file), int64(len(file)), pdfobj.Options{})
		if err != nil {
			return // dict has broken the file
		}
		font := Load(context.Background(), doc, doc.Dict(pdfobj.Ref{Num: n}))
		for _, v := range append(font.FontMatrix[:], font.Ascent, font.Descent, font.XHeight, font.CapHeight) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("metrics %v", font)
			}
		}
		if font.Ascent < 0.3 || font.Ascent > 1.5 || font.Descent < -0.8 || font.Descent >= 0 {
			t.Fatalf("extents %v %v", font.Ascent, font.Descent)
		}
		if !utf8.ValidString(font.Name) || !utf8.ValidString(font.Family) {
			t.Fatalf("names %q %q", font.Name, font.Family)
		}
		for _, s := range []string{"\x00A\x00B", "AB\x81\x30\x81\x30", "\xFF\xFE\xD8\x00", "\x20"} {
			for b := []byte(s); len(b) > 0; {
				code, n := font.Next(b)
				if n < 1 || n > len(b) {
					t.Fatalf("length %d of %x", n, b)
				}
				b = b[n:]
				g := font.Glyph(code, n)
				w1, vx, vy := font.VerticalMetrics(code, n)
				for _, v := range []float32{g.Width, w1, vx, vy} {
					if v != v || v > math.MaxFloat32 || v < -math.MaxFloat32 {
						t.Fatalf("code %x: width %v", code, v)
					}
				}
				if g.Text < 0 && !utf8.ValidString(font.String(^g.Text)) || g.Text > 0 && !utf8.ValidRune(g.Text) {
					t.Fatalf("code %x: text %x", code, g.Text)
				}
				if again := font.Glyph(code, n); again != g {
					t.Fatalf("code %x: %v, then %v", code, g, again)
				}
			}
		}
	})
}

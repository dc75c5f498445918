package font

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdftest"
	"github.com/stretchr/testify/assert"
)

// type0 returns a Type0 font with the entries of itself and of its descendant.
func type0(b *pdftest.Builder, entries, descendant string) string {
	return "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+X-Identity-H " + entries + " /DescendantFonts [" +
		pdftest.Ref(b.Object("<< /Type /Font /BaseFont /ABCDEF+X "+descendant+" >>")) + "] >>"
}

func TestCompositeChain(t *testing.T) {
	glyphs := trueType{
		cmaps:    map[[2]int]map[int]int{{3, 1}: {'x': 1, 0x3B1: 2, 0xF0B7: 5}},
		advances: []int{500, 500, 500, 250, 500, 500}, empty: []int{3},
		names: []string{".notdef", "q", "r", "s", "f_f_i", "glyph5"},
	}.program()
	embedded := func(b *pdftest.Builder) string { return " /FontDescriptor " + descriptor(b, "", "FontFile2", glyphs) }
	for _, c := range []struct {
		name  string
		build func(b *pdftest.Builder) string
		in    string
		want  string
	}{
		{"ToUnicode", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H /ToUnicode "+bf(b, "<0001> <0061> <0002> <00660069> <0003> <>"), "/Subtype /CIDFontType2")
		}, "\x00\x01\x00\x02\x00\x03\x00\x04", "a{fi}[?]"},
		{"one-byte ToUnicode", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H /ToUnicode "+bf(b, "<01> <0061>"), "/Subtype /CIDFontType2")
		}, "\x00\x01", "a"},
		{"cmap reversed, names, empty outline", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H /ToUnicode /Identity-H", "/Subtype /CIDFontType2"+embedded(b))
		}, "\x00\x01\x00\x02\x00\x04\x00\x05\x00\x09", "xα{ffi}[?][?]"},
		{"ToUnicode is a control code", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H /ToUnicode "+bf(b, "<0001> <0003> <0005> <0003> <0006> <0009>"), "/Subtype /CIDFontType2"+embedded(b))
		}, "\x00\x01\x00\x05\x00\x06", "x[?]~ "},
		{"CIDToGIDMap", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType2 /CIDToGIDMap "+pdftest.Ref(b.Stream("", "\x00\x00\x00\x02\x00\x01"))+embedded(b))
		}, "\x00\x01\x00\x02\x00\x03", "αx[?]"},
		{"names of a CFF program by glyph", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType0 /FontDescriptor "+descriptor(b, "", "FontFile3", nameKeyedCFF()))
		}, "\x00\x01\x00\x02\x00\x03\x00\x04", "α{ffi}[?][?]"},
		{"names of a CFF program through a CIDToGIDMap", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType0 /CIDToGIDMap "+pdftest.Ref(b.Stream("", "\x00\x00\x00\x02\x00\x01"))+
				" /FontDescriptor "+descriptor(b, "", "FontFile3", nameKeyedCFF()))
		}, "\x00\x01\x00\x02", "{ffi}α"},
		{"CIDs are Unicode by their map", func(b *pdftest.Builder) string {
			gids := make([]byte, 2*128)
			gids[2*' '+1], gids[2*'A'+1], gids[2*'b'+1] = 3, 1, 2
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType2 /CIDToGIDMap "+pdftest.Ref(b.Stream("", string(gids)))+
				" /FontDescriptor "+descriptor(b, "", "FontFile2", trueType{advances: []int{500, 500, 500, 250}, empty: []int{3}}.program()))
		}, "\x00A\x00 \x00b\x00c", "~A~ ~b[?]"},
		{"CIDs of a map that are glyphs", func(b *pdftest.Builder) string {
			gids := make([]byte, 2*128)
			gids[2*3+1], gids[2*'A'+1], gids[2*'b'+1] = 3, 1, 2
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType2 /CIDToGIDMap "+pdftest.Ref(b.Stream("", string(gids)))+
				" /FontDescriptor "+descriptor(b, "", "FontFile2", trueType{advances: []int{500, 500, 500, 250}, empty: []int{3}}.program()))
		}, "\x00A\x00\x03\x00b", "[?]~ [?]"},
		{"codes are Unicode", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /UniJIS-UTF16-H", "/Subtype /CIDFontType0")
		}, "\x30\x42\xD8\x42\xDF\x9F\x00A\xD8\x42", "あ𠮟A[?]"},
		{"embedded CMap", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding "+pdftest.Ref(b.Stream("/Type /CMap", "begincodespacerange <00> <80> <8100> <81FF> endcodespacerange begincidchar <41> 1 <8141> 2 endcidchar")),
				"/Subtype /CIDFontType2"+embedded(b))
		}, "A\x81\x41\x42", "xα[?]"},
		{"UseCMap", func(b *pdftest.Builder) string {
			base := b.Stream("/Type /CMap", "begincodespacerange <00> <FF> endcodespacerange begincidchar <41> 1 endcidchar")
			return type0(b, "/Encoding "+pdftest.Ref(b.Stream("/UseCMap "+pdftest.Ref(base), "/Base usecmap begincidchar <42> 2 endcidchar")),
				"/Subtype /CIDFontType2"+embedded(b))
		}, "AB", "xα"},
		{"codes of a CMap made for the document", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding "+pdftest.Ref(b.Stream("", "begincodespacerange <0000> <FFFF> endcodespacerange begincidrange <0041> <0044> 3 <0020> <0020> 1 endcidrange")),
				"/Subtype /CIDFontType2")
		}, "\x00A\x00B\x00 \x00Z", "~A~B~ [?]"},
		{"Wingdings by letters and by its cmap", func(b *pdftest.Builder) string {
			program := trueType{
				cmaps:    map[[2]int]map[int]int{{3, 0}: {0xF06C: 1, 0xF06E: 2}},
				advances: []int{500, 500, 500, 500, 500},
			}.program()
			return "<< /Subtype /Type0 /Encoding /Identity-H /ToUnicode " + bf(b, "<0003> <006C> <0061> <0061> <0004> <F0A7>") +
				" /DescendantFonts [<< /Subtype /CIDFontType2 /BaseFont /ABCDEF+Wingdings /FontDescriptor " + descriptor(b, "", "FontFile2", program) + " >>] >>"
		}, "\x00\x01\x00\x02\x00\x03\x00a\x00\x04", "●■●[?]▪"},
		{"descendant missing", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type0 /Encoding /Identity-H /ToUnicode " + bf(b, "<0001> <0061>") + " >>"
		}, "\x00\x01\x00\x02\x00", "a[?][?]"},
		{"descendant not in an array", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type0 /Encoding /Identity-H /DescendantFonts << /Subtype /CIDFontType2 " + embedded(b) + " >> >>"
		}, "\x00\x01", "x"},
		{"encoding missing", func(b *pdftest.Builder) string {
			return type0(b, "/ToUnicode "+bf(b, "<0001> <0061>"), "/Subtype /CIDFontType2")
		}, "\x00\x01", "a"},
	} {
		f := load(t, c.build)
		assert.Nil(t, f.Simple(), c.name)
		assert.Equal(t, c.want, show(f, c.in), c.name)
		assert.Equal(t, c.want, show(f, c.in), "%s: from the cache", c.name)
	}
}

func TestCompositeName(t *testing.T) {
	f := load(t, func(b *pdftest.Builder) string { return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType2") })
	assert.Equal(t, "X", f.Name)
	f = loadDict(t, "<< /Subtype /Type0 /BaseFont /Foo-Bold-Identity-V /Encoding /Identity-V >>")
	assert.Equal(t, "Foo-Bold", f.Name)
	assert.True(t, f.Bold && f.Vertical)
}

func TestCIDWidths(t *testing.T) {
	f := load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /Identity-H",
			"/DW 900 /W [50 [510 520] 10 20 300 15 [999 (x) 888] (y) 5 [400] 65530 99999 250 3 2 1 [7] 30 -5 1 60 [1e300] 40 [100]]")
	})
	for _, c := range []struct {
		cid  uint32
		want float32
		why  string
	}{
		{50, 0.51, "list"}, {51, 0.52, "list"}, {52, 0.9, "DW"},
		{10, 0.3, "range, out of order"}, {20, 0.3, "range"}, {15, 0.3, "written first"},
		{5, 0.4, "behind a string"}, {65530, 0.25, "range beyond the last CID"}, {65535, 0.25, ""},
		{1, 0.9, "after it the array means something else"}, {60, 0.9, "absurd"}, {40, 0.1, "last"},
	} {
		assert.Equal(t, c.want, f.Glyph(c.cid, 2).Width, "CID %d: %s", c.cid, c.why)
	}
	assert.NotEmpty(t, f.Warnings)

	f = load(t, func(b *pdftest.Builder) string { return type0(b, "/Encoding /Identity-H", "") })
	assert.Equal(t, float32(1), f.Glyph(7, 2).Width)
	f = load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /Identity-H", "/W ["+strings.Repeat("0 65535 500 ", 4000)+"]")
	})
	assert.Equal(t, float32(0.5), f.Glyph(65535, 2).Width)
	assert.Len(t, f.composite.widths.horizontal, 1)
	f = load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /Identity-H", "/W [0 ["+strings.Repeat("500 400 ", limits.CIDWidths)+"]]")
	})
	assert.Equal(t, float32(0.4), f.Glyph(65535, 2).Width)
}

// TestWidthsByCode has a W that goes by the codes of its CMap, which gives them
// other CIDs. Readers move by what it has for the CIDs.
func TestWidthsByCode(t *testing.T) {
	font := func(w string) *Font {
		return load(t, func(b *pdftest.Builder) string {
			return type0(b, "/Encoding "+pdftest.Ref(b.Stream("", "begincodespacerange <0000> <FFFF> endcodespacerange "+
				"begincidrange <0041> <0047> 1 <0061> <0067> 8 endcidrange")), "/DW 1000 "+w)
		})
	}
	f := font("/W [14 [278] 65 [610 620 630 640 650 660 670] 97 103 550]")
	assert.True(t, f.Misfit)
	assert.Equal(t, float32(1), f.Glyph('A', 2).Width)
	assert.Equal(t, float32(0.61), f.Drawn('A'))
	assert.Equal(t, float32(0.278), f.Glyph('g', 2).Width)
	assert.Equal(t, float32(0.55), f.Drawn('g'))
	assert.Len(t, f.Warnings, 1)
	for _, w := range []string{"/W [1 [610 620 630 640 650 660 670] 8 14 550]", "/W [0 200 550]", "/W [65 [610]]", ""} {
		f = font(w)
		assert.False(t, f.Misfit, w)
		assert.Empty(t, f.Warnings, w)
	}
}

func TestVerticalMetrics(t *testing.T) {
	f := load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /Identity-V", "/DW 600 /W2 [7 [-500 250 772 -400 200 700] 20 30 -900 300 800] /W [2 [500]]")
	})
	check := func(cid uint32, w1, vx, vy float32) {
		t.Helper()
		a, b, c := f.VerticalMetrics(cid, 2)
		assert.Equal(t, a, f.VerticalAdvance(cid, 2))
		assert.Equal(t, [3]float32{w1, vx, vy}, [3]float32{a, b, c})
	}
	assert.True(t, f.Vertical)
	check(7, -0.5, 0.25, 0.772)
	check(8, -0.4, 0.2, 0.7)
	check(25, -0.9, 0.3, 0.8)
	check(1, -1, 0.3, 0.88)
	check(2, -1, 0.25, 0.88)
	f = load(t, func(b *pdftest.Builder) string { return type0(b, "/Encoding /Identity-V", "/DW2 [800 -1100]") })
	check(1, -1.1, 0.5, 0.8)
	f = load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding "+pdftest.Ref(b.Stream("/WMode 1", "begincodespacerange <00> <FF> endcodespacerange")), "")
	})
	assert.True(t, f.Vertical)
}

func TestCompositeFlags(t *testing.T) {
	f := load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding "+pdftest.Ref(b.Stream("", "begincodespacerange <00> <80> <8100> <81FF> endcodespacerange"))+
			" /ToUnicode "+bf(b, "<20> <0020> <8120> <3000>"), "")
	})
	assert.Equal(t, Blank|WordSpace|flagsOf(byToUnicode), f.Glyph(' ', 1).Flags)
	assert.Equal(t, Blank|flagsOf(byToUnicode), f.Glyph(0x8120, 2).Flags)
}

func TestPack(t *testing.T) {
	for _, g := range []Glyph{{'A', 0.5, flagsOf(byControl) | Blank}, {^5, -1.5, flagsOf(byName) | WordSpace}, {0x10FFFF, 0, Unresolved}, {^(1<<23 - 1), 1e9, flagsOf(byCollection)}} {
		v := pack(g)
		assert.NotZero(t, v)
		assert.Equal(t, g, unpack(v))
	}
	assert.Less(t, limits.CMapEntries+1<<16, 1<<23)
}

// longCodes has codes of four bytes on more pages than are kept.
func longCodes(t *testing.T) *Font {
	return load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /UniGB-UTF32-H", "/W [34 [700]]")
	})
}

func TestLongCodes(t *testing.T) {
	f := longCodes(t)
	for _, pass := range []string{"first", "cached"} {
		for code := uint32(0x20); code < 0x30000; code += 0x41 {
			if isPresentation(rune(code)) {
				continue // read as letters
			}
			if 0xD800 <= code && code < 0xE000 || privateUse(int32(code)) {
				continue
			}
			g := f.Glyph(code, 4)
			assert.Equal(t, int32(code), g.Text, pass)
		}
	}
	assert.Len(t, *f.composite.cache.long.Load(), maxLongPages)
	assert.Equal(t, float32(0.7), f.Glyph('A', 4).Width)
}

// TestConcurrent shares fonts between goroutines, which all must see the same.
func TestConcurrent(t *testing.T) {
	names := make([]string, 200)
	advances := make([]int, 200)
	for i := range names {
		names[i] = fmt.Sprintf("%c_%c", 'a'+i%26, 'a'+i/26)
	}
	composite := func() *Font {
		return load(t, func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H /ToUnicode "+bf(b, "<0001> <0061> <0002> <00660069>"),
				"/Subtype /CIDFontType2 /FontDescriptor "+descriptor(b, "", "FontFile2", trueType{advances: advances, names: names}.program()))
		})
	}
	var codes strings.Builder
	for i := range 200 {
		codes.WriteString("\x00" + string([]byte{byte(i)}))
	}
	pending := func() *Font {
		return load(t, func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 500 500] /ToUnicode " + bf(b, "<41> <00660069>") + " /FontDescriptor " +
				descriptor(b, "", "FontFile", type1(map[int]string{65: "a", 66: "f_l", 67: "c"}, "")) + " >>"
		})
	}
	for _, c := range []struct {
		name  string
		build func() *Font
		in    string
	}{
		{"composite", composite, codes.String()},
		{"long codes", func() *Font { return longCodes(t) }, "\x00\x00\x00A\x00\x00\x4E\x2D\x00\x02\x0B\x9F"},
		{"pending", pending, "ABCABC"},
	} {
		want := show(c.build(), c.in)
		f := c.build()
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				assert.Equal(t, want, show(f, c.in), c.name)
				if f.composite == nil {
					f.Settle(context.Background())
				}
			})
		}
		wg.Wait()
	}
}

func TestGlyphDoesNotAllocate(t *testing.T) {
	f := load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /Identity-H /ToUnicode "+bf(b, "<0001> <0061> <0002> <00660069>"), "/W [1 [500]]")
	})
	long := longCodes(t)
	s := []byte("\x00\x01\x00\x02\x00\x03")
	run := func() {
		for b := s; len(b) > 0; {
			code, n := f.Next(b)
			f.Glyph(code, n)
			f.VerticalMetrics(code, n)
			b = b[n:]
		}
		long.Glyph('A', 4)
	}
	run()
	assert.Zero(t, testing.AllocsPerRun(100, run))
}

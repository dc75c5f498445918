package font

import (
	"testing"

	"github.com/pdftext-go/pdftext/internal/pdftest"
	"github.com/stretchr/testify/assert"
)

func cffDescriptor(b *pdftest.Builder, ordering string) string {
	program := b.Stream("/Subtype /CIDFontType0C", cidKeyedCFF(ordering))
	return pdftest.Ref(b.Object("<< /Type /FontDescriptor /FontFile3 " + pdftest.Ref(program) + " >>"))
}

const japan1 = " /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>"

func TestCollectedText(t *testing.T) {
	xyz := trueType{
		cmaps:    map[[2]int]map[int]int{{3, 1}: {'x': 842, 'y': 843, 'z': 844}},
		advances: make([]int, 900),
	}.program()
	for _, c := range []struct {
		name    string
		build   func(b *pdftest.Builder) string
		in      string
		want    string
		decodes bool // the font program is needed
	}{
		{"legacy CMap, not embedded", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /90ms-RKSJ-H", "/Subtype /CIDFontType0"+japan1)
		}, "A\x82\xA0\xB1\x81\x40\x93\xFA", "Aあｱ\u3000日", false},
		{"legacy CMap without CIDSystemInfo", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /GBK-EUC-H", "/Subtype /CIDFontType2")
		}, "\xD6\xD0A", "中A", false},
		{"the CMap counts, not CIDSystemInfo", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /KSCms-UHC-H", "/Subtype /CIDFontType2"+japan1)
		}, "\xB0\xA1", "가", false},
		{"legacy CMap with a program", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /90ms-RKSJ-H", "/Subtype /CIDFontType2"+japan1+" /FontDescriptor "+descriptor(b, "", "FontFile2", xyz))
		}, "\x82\xA0", "あ", false},
		{"vertical", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /90ms-RKSJ-V", "/Subtype /CIDFontType0"+japan1)
		}, "\x81\x41\x81\xA8\x81\x69", "、→（", false},
		{"control codes", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /90ms-RKSJ-H", "/Subtype /CIDFontType0"+japan1)
		}, "\x0D\x85\x40", " [?]", false},
		{"several characters", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType0"+japan1)
		}, "\x20\x85\x1F\xFE", "{有限会社}{min}", false},
		{"Identity-H, not embedded", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType0"+japan1)
		}, "\x03\x4B\x0C\xD4\xFF\xFF", "あ日[?]", false},
		{"Identity-V, as CIDSystemInfo says", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-V", "/Subtype /CIDFontType2 /CIDSystemInfo << /Registry (Adobe) /Ordering (KR) /Supplement 9 >>")
		}, "\x00\xDD", "가", false},
		{"Identity-H with a program that tells text", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType2"+japan1+" /FontDescriptor "+descriptor(b, "", "FontFile2", xyz))
		}, "\x03\x4B\x00\x22", "yA", true},
		{"Identity-H with CFF", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType0"+japan1+" /FontDescriptor "+
				cffDescriptor(b, "Japan1"))
		}, "\x03\x4B\x03\x4C", "あぃ", false},
		{"Identity-H with CFF that says what its CIDs are", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H", "/Subtype /CIDFontType0 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) >> /FontDescriptor "+
				cffDescriptor(b, "Korea1"))
		}, "\x03\x4B", "²", true},
		{"embedded CMap", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding "+pdftest.Ref(b.Stream("/UseCMap /90ms-RKSJ-H", "/90ms-RKSJ-H usecmap begincidchar <82A0> 845 endcidchar")),
				"/Subtype /CIDFontType0"+japan1)
		}, "\x82\xA0\x82\xA4", "いう", false},
		{"ToUnicode first", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /90ms-RKSJ-H /ToUnicode "+bf(b, "<82A0> <0061>"), "/Subtype /CIDFontType0"+japan1)
		}, "\x82\xA0\x82\xA4", "aう", false},
		{"ToUnicode is a control code", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /Identity-H /ToUnicode "+bf(b, "<0001> <0000> <0002> <0021>"), "/Subtype /CIDFontType0"+japan1)
		}, "\x00\x01\x00\x02", " !", false},
		{"private-use codes of a CMap from Unicode", func(b *pdftest.Builder) string {
			return type0(b, "/Encoding /UniGB-UTF16-H", "/Subtype /CIDFontType0")
		}, "\xE7\x8D\x4E\x2D", "，中", false},
	} {
		f := load(t, c.build)
		assert.Equal(t, c.want, show(f, c.in), c.name)
		assert.Equal(t, c.decodes, f.composite.program.parsed != nil, "%s: program decoded", c.name)
	}
}

// TestCollectedWidths has W and W2 of CIDs under CMaps whose codes are others.
func TestCollectedWidths(t *testing.T) {
	f := load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /90ms-RKSJ-V", "/Subtype /CIDFontType0 /W [231 632 500 843 [900]] /DW2 [870 -1100] /W2 [7887 [-600 250 700]]"+japan1)
	})
	assert.True(t, f.Vertical)
	assert.Equal(t, float32(0.5), f.Glyph('A', 1).Width)
	assert.Equal(t, float32(0.9), f.Glyph(0x82A0, 2).Width)
	assert.Equal(t, float32(1), f.Glyph(0x82A2, 2).Width)
	check := func(code uint32, n int, w1, vx, vy float32) {
		t.Helper()
		a, b, c := f.VerticalMetrics(code, n)
		assert.Equal(t, a, f.VerticalAdvance(code, n))
		assert.Equal(t, [3]float32{w1, vx, vy}, [3]float32{a, b, c})
	}
	check(0x8141, 2, -0.6, 0.25, 0.7) // the vertical form has CID 7887
	check(0x82A0, 2, -1.1, 0.45, 0.87)
	check('A', 1, -1.1, 0.25, 0.87)

	// The text is the code, the width that of its CID.
	f = load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /UniJIS-UTF16-H", "/Subtype /CIDFontType0 /W [1 [278] 13706 [700]]")
	})
	assert.Equal(t, Glyph{' ', 0.278, Blank | flagsOf(byCodeUnicode)}, f.Glyph(' ', 2))
	assert.Equal(t, Glyph{'𠮷', 0.7, flagsOf(byCodeUnicode)}, f.Glyph(0xD842DFB7, 4))
}

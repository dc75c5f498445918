package font

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/pdftest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// open returns a file with the objects that build adds, and the dictionary of
// the last.
func open(t testing.TB, build func(b *pdftest.Builder) string) (*pdfobj.Document, pdfobj.Dict) {
	t.Helper()
	var b pdftest.Builder
	n := b.Object(build(&b))
	b.Page("", "")
	file := b.Bytes()
	doc, err := pdfobj.Open(context.Background(), bytes.NewReader(file), int64(len(file)), pdfobj.Options{})
	require.NoError(t, err)
	return doc, doc.Dict(pdfobj.Ref{Num: n})
}

// load reads the font dictionary that build returns.
func load(t testing.TB, build func(b *pdftest.Builder) string) *Font {
	t.Helper()
	doc, dict := open(t, build)
	return Load(context.Background(), doc, dict)
}

// loadDict reads a font dictionary that needs no other object.
func loadDict(t testing.TB, dict string) *Font {
	t.Helper()
	return load(t, func(*pdftest.Builder) string { return dict })
}

// show writes the texts of a shown string. What is unresolved is a question
// mark in brackets, or the private-use character; what is guessed has a tilde
// before it.
func show(f *Font, s string) string {
	var out strings.Builder
	for b := []byte(s); len(b) > 0; {
		code, n := f.Next(b)
		b = b[n:]
		g := f.Glyph(code, n)
		if g.Flags&Guessed != 0 {
			out.WriteByte('~')
		}
		switch {
		case g.Flags&Unresolved != 0 && g.Text == noText:
			out.WriteString("[?]")
		case g.Flags&Unresolved != 0:
			fmt.Fprintf(&out, "[%04X]", g.Text)
		case g.Text < 0:
			out.WriteString("{" + f.String(^g.Text) + "}")
		case g.Text > 0:
			out.WriteRune(g.Text)
		}
	}
	return out.String()
}

// bf returns a ToUnicode stream of bfchar entries.
func bf(b *pdftest.Builder, entries string) string {
	return pdftest.Ref(b.Stream("", "beginbfchar "+entries+" endbfchar"))
}

// descriptor returns a font descriptor with a font program.
func descriptor(b *pdftest.Builder, entries, key, program string) string {
	if key != "" {
		entries += " /" + key + " " + pdftest.Ref(b.Stream("", program))
	}
	return pdftest.Ref(b.Object("<< /Type /FontDescriptor " + entries + " >>"))
}

func TestStandardFont(t *testing.T) {
	f := loadDict(t, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-BoldOblique >>")
	assert.Equal(t, "Hello `world’[?]", show(f, "Hello \xC1world'\x80"))
	assert.Equal(t, float32(0.722), f.Simple()['H'].Width)
	assert.Equal(t, "Helvetica-BoldOblique", f.Name)
	assert.Equal(t, "Helvetica", f.Family)
	assert.True(t, f.Bold && f.Italic)
	assert.False(t, f.Monospace || f.Serif || f.Embedded || f.Type3 || f.Vertical)
	assert.InDeltaSlice(t, []float64{0.718, -0.207, 0.532, 0.718}, []float64{f.Ascent, f.Descent, f.XHeight, f.CapHeight}, 1e-9)
	assert.Equal(t, Blank|WordSpace|flagsOf(byStandard), f.Simple()[' '].Flags)
	assert.Empty(t, f.Warnings)
	code, n := f.Next(nil)
	assert.Zero(t, code)
	assert.Zero(t, n)
}

// TestChain has one case for each link of the chain for simple fonts.
func TestChain(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(b *pdftest.Builder) string
		in    string
		want  string
	}{
		{"names of Differences", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /alpha /f_i /uni20AC 70.0 /a.sc /G37 300 /B -1 /C /D] >> >>"
		}, "ABCFG\x00", "α{fi}€a[?]D"},
		{"base encoding under Differences", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [65 /alpha] >> >>"
		}, "AB\x80", "αB€"},
		{"MacRoman", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /Encoding /MacRomanEncoding >>"
		}, "A\x8A", "Aä"},
		{"hyphen at AD", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /Encoding /WinAnsiEncoding >>"
		}, "\xAD", "-"},
		{"ToUnicode", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /ToUnicode " + bf(b, "<41> <03B1> <42> <00660069> <43> <>") + " >>"
		}, "ABCD", "α{fi}D"},
		{"ToUnicode that is a name", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /ToUnicode /Identity-H >>"
		}, "A", "A"},
		{"empty ToUnicode", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /ToUnicode " + bf(b, "") + " >>"
		}, "A", "A"},
		{"name over a wrong ToUnicode", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /A /N /Lslash /D /E /F] >> /ToUnicode " +
				bf(b, "<41> <0041> <42> <006E> <43> <0036> <44> <0044> <45> <0045> <46> <0046>") + " >>"
		}, "ABCDEF", "ANŁDEF"},
		{"ligature equal to its letters", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /fi /minus /Omega] >> /ToUnicode " +
				bf(b, "<41> <00660069> <42> <002D> <43> <2126>") + " >>"
		}, "ABC", "{fi}-\u2126"},
		{"small capitals typed in lower case", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /C /H /A /P] >> /ToUnicode " +
				bf(b, "<41> <0063> <42> <0068> <43> <0061> <44> <0070>") + " >>"
		}, "ABCD", "chap"},
		{"name used for many codes", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /f /f /f] >> /ToUnicode " +
				bf(b, "<41> <0061> <42> <0062> <43> <0063>") + " >>"
		}, "ABC", "abc"},
		{"name that is a space", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /space] >> /ToUnicode " + bf(b, "<41> <0061>") + " >>"
		}, "A", "a"},
		{"control code", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /B /G1 /G2] >> /ToUnicode " +
				bf(b, "<41> <0002> <42> <0009> <43> <0002>") + " >>"
		}, "ABC", "B~ [?]"},
		{"private use", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /bullet /G1] >> /ToUnicode " +
				bf(b, "<41> <F0B7> <42> <F0B7>") + " >>"
		}, "AB", "•[F0B7]"},
		{"private use in Symbol", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /ABCDEF+SymbolMT /Encoding << /Differences [65 /G1] >> /ToUnicode " + bf(b, "<41> <F0B7>") + " >>"
		}, "A", "•"},
		{"U+FFFD", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /ToUnicode " + bf(b, "<41> <FFFD>") + " >>"
		}, "A", "A"},
		{"dingbats made from names", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /a1 /a2 /a3] >> /ToUnicode " +
				bf(b, "<41> <2701> <42> <2702> <43> <0063>") + " >>"
		}, "AB", "[?][?]"},
		{"real dingbats", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /ABCDEF+ZapfDingbats /Encoding << /Differences [65 /a1 /a2 /a3] >> >>"
		}, "AB", "✁✂"},
		{"Symbol", func(b *pdftest.Builder) string { return "<< /Subtype /Type1 /BaseFont /Symbol >>" }, "a\xB7", "α•"},
		{"ZapfDingbats", func(b *pdftest.Builder) string { return "<< /Subtype /Type1 /BaseFont /ZapfDingbats >>" }, "!", "✁"},
		{"TrueType without encoding", func(b *pdftest.Builder) string { return "<< /Subtype /TrueType /BaseFont /X >>" }, "'\xF1\x80", "’æ~€"},
		{"Type 1 encoding", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 500 500] /FontDescriptor " +
				descriptor(b, "", "FontFile", type1(map[int]string{65: "alpha", 66: "ff", 67: "H17075"}, "")) + " >>"
		}, "ABCD", "α{ff}[?]~"},
		{"Type 1 encoding under Differences", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 500 500] /Encoding << /Differences [65 /G1 /b] >> /FontDescriptor " +
				descriptor(b, "", "FontFile", type1(map[int]string{65: "alpha", 66: "beta", 67: "gamma"}, "")) + " >>"
		}, "ABC", "[?]bγ"},
		{"CFF encoding", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 500 500] /FontDescriptor " +
				descriptor(b, "", "FontFile3", nameKeyedCFF()) + " >>"
		}, "ABC", "α{ffi}[?]"},
		{"multiple master", func(b *pdftest.Builder) string {
			return "<< /Subtype /MMType1 /BaseFont /MinionMM_366_465_11 /FirstChar 65 /Widths [500 500 500] /Encoding << /Differences [66 /ae] >> /FontDescriptor " +
				descriptor(b, "", "FontFile3", nameKeyedCFF()) + " >>"
		}, "AB", "αæ"},
		{"MacExpert", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /Encoding /MacExpertEncoding >>"
		}, "\x31\x57", "1{fi}"},
		{"nonsymbolic TrueType by names", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /Encoding /WinAnsiEncoding /FirstChar 65 /Widths [500 500] /FontDescriptor " + descriptor(b, "/Flags 32", "FontFile2", trueType{
				cmaps: map[[2]int]map[int]int{{3, 1}: {'A': 1, 0x20AC: 2}, {1, 0}: {'A': 1}}, advances: []int{500, 500, 500},
			}.program()) + " >>"
		}, "A\x80", "A€"},
		{"symbolic TrueType whose encoding is believed", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /Encoding /MacRomanEncoding /FirstChar 65 /Widths [500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps: map[[2]int]map[int]int{{3, 0}: {0xF041: 1}}, advances: []int{500, 500},
			}.program()) + " >>"
		}, "A\x8A", "Aä"},
		{"program that cannot be read", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500] /FontDescriptor " + descriptor(b, "", "FontFile", "garbage") + " >>"
		}, "A", "A"},
		{"cmap reversed", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /FirstChar 1 /Widths [500 500 500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps:    map[[2]int]map[int]int{{1, 0}: {1: 1, 2: 2, 3: 3}, {3, 1}: {'x': 1, 0x3B1: 2}},
				advances: []int{500, 500, 500, 250}, empty: []int{3},
			}.program()) + " >>"
		}, "\x01\x02\x03\x04", "xα~ [?]"},
		{"cmap of characters alone", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /FirstChar 65 /Widths [500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps: map[[2]int]map[int]int{{3, 1}: {'A': 1}}, advances: []int{500, 500},
			}.program()) + " >>"
		}, "A", "~A"},
		{"cmap of numbers", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /FirstChar 4 /Widths [300 " + strings.Repeat("0 ", 60) + "500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps: map[[2]int]map[int]int{{3, 1}: {4: 2, 'A': 1}}, advances: []int{500, 500, 300},
			}.program()) + " >>"
		}, "A", "[?]"},
		{"post names", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /FirstChar 1 /Widths [500 500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps:    map[[2]int]map[int]int{{1, 0}: {1: 1, 2: 2}},
				advances: []int{500, 500, 500}, names: []string{".notdef", "alpha", "glyph2"},
			}.program()) + " >>"
		}, "\x01\x02", "α[?]"},
		{"(1,0) as MacRoman", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /FirstChar 65 /Widths [500 500 500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps:    map[[2]int]map[int]int{{1, 0}: {'A': 1, 'B': 2, 'C': 3, 0x8A: 2}},
				advances: []int{500, 500, 500, 500},
			}.program()) + " >>"
		}, "ABC", "~A~B~C"},
		{"(1,0) that is not natural", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /FirstChar 33 /Widths [500 500 500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps:    map[[2]int]map[int]int{{1, 0}: {'!': 1, '"': 2, '#': 3}},
				advances: []int{500, 500, 500, 500},
			}.program()) + " >>"
		}, "!\"#", "[?][?][?]"},
		{"(1,0) of numbers", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /FirstChar 4 /Widths [300 " + strings.Repeat("0 ", 60) + "500 500 500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps:    map[[2]int]map[int]int{{1, 0}: {4: 4, 'A': 1, 'B': 2, 'C': 3}},
				advances: []int{500, 500, 500, 500, 300},
			}.program()) + " >>"
		}, "ABC", "[?][?][?]"},
		{"(3,0) at F000 as WinAnsi", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /X /FirstChar 65 /Widths [500 500 500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps:    map[[2]int]map[int]int{{3, 0}: {0xF041: 1, 0xF042: 2, 0xF043: 3}},
				advances: []int{500, 500, 500, 500},
			}.program()) + " >>"
		}, "ABC", "~A~B~C"},
		{"Type 3 names of codes", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /Widths [1 1 1] /CharProcs << /a65 4 0 R /a66 4 0 R /BV 4 0 R >> /Encoding << /Differences [65 /a65 /a66 /BV] >> >>"
		}, "ABC", "~A~B~C"},
		{"Type 3 numbers of glyphs", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /Widths [1 1 1] /CharProcs << /g1 4 0 R /g2 4 0 R /g3 4 0 R >> /Encoding << /Differences [65 /g1 /g2 /g3] >> >>"
		}, "ABC", "[?][?][?]"},
		{"Type 3 keeps ToUnicode", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /Widths [1] /Encoding << /Differences [65 /f] >> /ToUnicode " + bf(b, "<41> <0420>") + " >>"
		}, "A", "Р"},
		{"Type 3 code without a glyph", func(b *pdftest.Builder) string {
			return "<< /Subtype /Type3 /FontMatrix [1 0 0 1 0 0] /FirstChar 64 /Widths [1 1] /CharProcs << /g1 4 0 R >> /Encoding << /Differences [65 /g1] >> >>"
		}, "@A", "~ [?]"},
		{"Wingdings by codes", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /Wingdings /Encoding /WinAnsiEncoding >>"
		}, "ln\xA7 \xFC", "●■▪ ✓"},
		{"Wingdings without an encoding", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /Wingdings-Regular >>"
		}, "ln\xA7\xFC", "●■▪✓"},
		{"Webdings by names", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /ABCDEF+Webdings /Encoding << /Differences [1 /a /c /G3] >> >>"
		}, "\x01\x02\x03", "✔⬜[?]"},
		{"Wingdings with ToUnicode", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /Wingdings /Encoding << /Differences [1 /l /n /v /G1] >> /ToUnicode " +
				bf(b, "<01> <006C> <02> <25FC> <03> <F076> <04> <F0A7>") + " >>"
		}, "\x01\x02\x03\x04", "●◼❖▪"},
		{"Wingdings by its symbol cmap", func(b *pdftest.Builder) string {
			return "<< /Subtype /TrueType /BaseFont /Wingdings /FirstChar 108 /Widths [500 500 500] /FontDescriptor " + descriptor(b, "/Flags 4", "FontFile2", trueType{
				cmaps:    map[[2]int]map[int]int{{3, 0}: {0xF06C: 1, 0xF06E: 2}},
				advances: []int{500, 500, 500},
			}.program()) + " >>"
		}, "lnm", "~●~■[?]"},
		{"no font at all", func(b *pdftest.Builder) string { return "[]" }, "A", "A"},
	} {
		f := load(t, c.build)
		assert.Equal(t, c.want, show(f, c.in), c.name)
	}
}

// TestSettle has a font whose program is asked only when a code is shown that
// its ToUnicode CMap lacks.
func TestSettle(t *testing.T) {
	doc, dict := open(t, func(b *pdftest.Builder) string {
		return "<< /Subtype /Type1 /BaseFont /X /FirstChar 65 /Widths [500 500 500] /ToUnicode " + bf(b, "<41> <00660069>") + " /FontDescriptor " +
			descriptor(b, "", "FontFile", type1(map[int]string{65: "a", 66: "f_l", 67: "c"}, "")) + " >>"
	})
	f := Load(context.Background(), doc, dict)
	table := f.Table()
	assert.Equal(t, flagsOf(byToUnicode), table['A'].Flags)
	assert.Equal(t, Pending|Unresolved, table['B'].Flags)
	assert.Equal(t, "fi", f.String(^table['A'].Text))

	ended, cancel := context.WithCancel(context.Background())
	cancel()
	assert.Same(t, table, f.Settle(ended))

	settled := f.Settle(context.Background())
	assert.NotSame(t, table, settled)
	assert.Same(t, settled, f.Table())
	assert.Same(t, settled, f.Simple())
	assert.Equal(t, "{fi}{fl}c", show(f, "ABC"))
	assert.Equal(t, "fi", f.String(^table['A'].Text), "texts of the first table stay valid")
	for code, g := range settled {
		assert.Zero(t, g.Flags&Pending, "code %d", code)
	}
}

func TestWidths(t *testing.T) {
	widths := func(dict string, build func(b *pdftest.Builder) string) *[256]Glyph {
		return load(t, func(b *pdftest.Builder) string {
			s := ""
			if build != nil {
				s = build(b)
			}
			return "<< /Encoding /WinAnsiEncoding " + dict + s + " >>"
		}).Simple()
	}
	w := widths("/BaseFont /X /Subtype /Type1 /FirstChar 65 /LastChar 66 /Widths [600 (x) 1e9 700.5] /FontDescriptor << /MissingWidth 333 >>", nil)
	assert.Equal(t, float32(0.6), w['A'].Width)
	assert.Equal(t, float32(0.333), w['B'].Width, "not a number")
	assert.Equal(t, float32(0.333), w['C'].Width, "absurd")
	assert.Equal(t, float32(0.7005), w['D'].Width, "behind LastChar")
	assert.Equal(t, float32(0.333), w['E'].Width)

	w = widths("/BaseFont /X /Subtype /Type1 /FirstChar -1 /Widths [1 600 700]", nil)
	assert.Equal(t, float32(0.6), w[0].Width)
	w = widths("/BaseFont /X /Subtype /Type1 /LastChar 66 /Widths [600 700]", nil)
	assert.Equal(t, float32(0.6), w['A'].Width, "no FirstChar")

	w = widths("/BaseFont /X /Subtype /Type1", nil)
	assert.Equal(t, float32(0.222), w['i'].Width, "substitute")
	w = widths("/BaseFont /X /Subtype /Type1 /FontDescriptor << /Flags 1 >>", nil)
	assert.Equal(t, float32(0.6), w['i'].Width, "fixed pitch")

	// A standard font completes what its Widths leave out.
	w = widths("/Subtype /Type1 /BaseFont /Times-Roman /FirstChar 65 /Widths [600 (x) 0]", nil)
	assert.Equal(t, float32(0.6), w['A'].Width)
	assert.Equal(t, float32(0.667), w['B'].Width, "not a number")
	assert.Equal(t, float32(0.667), w['C'].Width, "too narrow for a letter")
	assert.Equal(t, float32(0.25), w[','].Width, "before FirstChar")
	assert.Equal(t, float32(0.778), w['m'].Width, "behind LastChar")
	w = widths("/Subtype /Type1 /BaseFont /Times-Roman /FirstChar 65 /Widths [600] /FontDescriptor << /MissingWidth 333 >>", nil)
	assert.Equal(t, float32(0.333), w[','].Width, "MissingWidth")

	program := trueType{
		cmaps:    map[[2]int]map[int]int{{3, 1}: {'A': 1, 'B': 2}},
		advances: []int{500, 620, 630},
	}.program()
	embedded := func(b *pdftest.Builder) string { return "/FontDescriptor " + descriptor(b, "", "FontFile2", program) }
	w = widths("/BaseFont /X /Subtype /TrueType ", embedded)
	assert.Equal(t, float32(0.62), w['A'].Width, "advance of the program")
	assert.Equal(t, float32(0.722), w['C'].Width, "not in the program")

	f := load(t, func(b *pdftest.Builder) string {
		return "<< /Subtype /Type1 /BaseFont /Symbol /FontDescriptor " + descriptor(b, "", "FontFile", type1(map[int]string{113: "theta"}, "")) + " >>"
	})
	assert.Equal(t, float32(0.521), f.Simple()['q'].Width, "standard font with its own encoding")

	// One letter has a width that cannot be true, others are as they are.
	w = widths("/BaseFont /X /Subtype /TrueType /FirstChar 65 /Widths [0 555 100 50] ", embedded)
	assert.Equal(t, float32(0.62), w['A'].Width)
	assert.Equal(t, float32(0.555), w['B'].Width)
	w = widths("/BaseFont /X /Subtype /TrueType /FirstChar 65 /Widths [0 0 0] ", embedded)
	assert.Equal(t, float32(0), w['A'].Width, "all are 0 on purpose")
}

func TestType3Widths(t *testing.T) {
	f := loadDict(t, "<< /Subtype /Type3 /FontMatrix [0.01 0 0 -0.01 0 0] /FontBBox [0 -20 100 70] /FirstChar 65 /Widths [50 0 -10] /Encoding << /Differences [65 /A] >> >>")
	assert.True(t, f.Type3)
	assert.Equal(t, [6]float64{0.01, 0, 0, -0.01, 0, 0}, f.FontMatrix)
	assert.InDelta(t, 0.5, f.Simple()['A'].Width, 1e-6)
	assert.InDelta(t, -0.1, f.Simple()['C'].Width, 1e-6)
	for _, m := range []string{"", "/FontMatrix [1 0 0]", "/FontMatrix [0 0 0 0 0 0]", "/FontMatrix [1e30 0 0 1 0 0]"} {
		f = loadDict(t, "<< /Subtype /Type3 "+m+" /FirstChar 65 /Widths [50] >>")
		assert.Equal(t, 0.001, f.FontMatrix[0], m)
		assert.NotEmpty(t, f.Warnings, m)
	}
}

func TestStyle(t *testing.T) {
	for _, c := range []struct {
		name, entries string
		want          string // bold, italic, monospaced, serif
		family        string
	}{
		{"ABCDEF+Arial-BoldMT", "", "b", "Arial"},
		{"ABCDEF+GHIJKL+TimesNewRomanPS-ItalicMT", "", "is", "Times New Roman"},
		{"Times#20New#20Roman,BoldItalic", "", "bis", "Times New Roman"},
		{"CourierNew", "", "ms", "Courier New"},
		{"F12", "/Flags 262144", "b", "F12"},
		{"F12", "/FontWeight 700 /ItalicAngle -12", "bi", "F12"},
		{"F12", "/FontWeight 400 /Flags 65", "im", "F12"},
		{"F12", "/FontFamily (My Family)", "", "My Family"},
		{"ZapfHumanist601BT-Bold", "/FontWeight 400", "b", "ZapfHumanist601BT"},
		{"NimbusRomNo9L-Medi", "", "b", "NimbusRomNo9L"},
		{"NimbusRomNo9L-ReguItal", "", "i", "NimbusRomNo9L"},
		{"HelveticaNeueLTStd-BdIt", "", "bi", "HelveticaNeueLTStd"},
		{"HiraKakuPro-W6", "", "b", "HiraKakuPro"},
		{"HiraKakuPro-W3", "", "", "HiraKakuPro"},
		{"AvenirLTStd-Heavy", "", "b", "AvenirLTStd"},
		{"Blackadder", "", "", "Blackadder"},
		{"AcademicRegular", "", "", "AcademicRegular"},
		{"Copyright-Labor-and-Wait", "", "", "Copyright-Labor-and-Wait"},
		{"CMBX12", "", "b", "CMBX12"},
		{"CMTI10", "", "i", "CMTI10"},
		{"CMSY10", "/ItalicAngle -14.035", "", "CMSY10"},
		{"Minion-SemiboldItalic", "", "bi", "Minion"},
		{"#00F#00o#00o", "", "", "Foo"},
		{"#FE#FF#00F#00o#00o", "", "", "Foo"},
	} {
		f := loadDict(t, "<< /Subtype /Type1 /BaseFont /"+c.name+" /FirstChar 32 /Widths [300] /Encoding /WinAnsiEncoding /FontDescriptor << "+c.entries+" >> >>")
		got := ""
		for _, s := range []struct {
			set  bool
			name string
		}{{f.Bold, "b"}, {f.Italic, "i"}, {f.Monospace, "m"}, {f.Serif, "s"}} {
			if s.set {
				got += s.name
			}
		}
		assert.Equal(t, c.want, got, c.name+" "+c.entries)
		assert.Equal(t, c.family, f.Family, c.name)
	}
}

func TestStyleByProgram(t *testing.T) {
	f := load(t, func(b *pdftest.Builder) string {
		return "<< /Subtype /TrueType /BaseFont /CIDFont+F2 /Encoding /WinAnsiEncoding /FirstChar 65 /Widths [500] /FontDescriptor " +
			descriptor(b, "/Flags 32", "FontFile2", trueType{advances: []int{500}, bold: true}.program()) + " >>"
	})
	assert.True(t, f.Bold)
	assert.Equal(t, 0.9, f.Ascent)
	assert.Equal(t, -0.25, f.Descent)
	f = load(t, func(b *pdftest.Builder) string {
		return "<< /Subtype /Type1 /BaseFont /F2 /Encoding /WinAnsiEncoding /FirstChar 65 /Widths [500] /FontDescriptor " +
			descriptor(b, "", "FontFile", type1(nil, "/Weight (Bold) def /ItalicAngle -12 def /FamilyName (Test Family) def")) + " >>"
	})
	assert.True(t, f.Bold && f.Italic)
	assert.Equal(t, "Test Family", f.Family)
}

func TestMonospace(t *testing.T) {
	widths := strings.Repeat("600 ", 95)
	f := loadDict(t, "<< /Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /FirstChar 32 /Widths ["+widths+"] >>")
	assert.True(t, f.Monospace, "by its widths")
	f = loadDict(t, "<< /Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /FirstChar 105 /Widths [222 222 500 222 833 556] /FontDescriptor << /Flags 1 >> >>")
	assert.False(t, f.Monospace, "the flag is wrong")
}

func TestExtents(t *testing.T) {
	for _, c := range []struct {
		entries                             string
		ascent, descent, xHeight, capHeight float64
	}{
		{"", usualAscent, usualDescent, 0, 0},
		{"/Ascent 905 /Descent -212 /XHeight 519 /CapHeight 716", 0.905, -0.212, 0.519, 0.716},
		{"/Ascent 905 /Descent 212", 0.905, -0.212, 0, 0},
		{"/Ascent 10000 /Descent 0 /FontBBox [0 -300 1000 950] /XHeight 250", 0.95, -0.3, 0, 0},
		{"/Ascent 0 /Descent -9999 /FontBBox [0 9000 1000 -5000]", usualAscent, usualDescent, 0, 0},
		{"/Ascent /x /Descent [] /FontBBox (x) /CapHeight 1e300", usualAscent, usualDescent, 0, 0},
	} {
		f := loadDict(t, "<< /Subtype /Type1 /BaseFont /X /FirstChar 32 /Widths [300] /FontDescriptor << "+c.entries+" >> >>")
		assert.InDeltaSlice(t, []float64{c.ascent, c.descent, c.xHeight, c.capHeight},
			[]float64{f.Ascent, f.Descent, f.XHeight, f.CapHeight}, 1e-9, c.entries)
	}
}

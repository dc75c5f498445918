package fontfile

import (
	"fmt"
	"strings"
	"testing"
)

// benchFonts are of the sizes that subsets in PDF files have, and one CJK font
// that is not subset.
func benchFonts() map[string][]byte {
	var names []string
	var codes, sids, latin = []byte{0, 60}, []byte{0}, segs{}
	cff := simpleCFF()
	cff.chars = [][]byte{cs(14)}
	var glyphs strings.Builder
	for i := range 60 {
		names = append(names, fmt.Sprintf("glyph%d", i))
		codes = append(codes, byte(32+i))
		sids = append(sids, be(391+i)...)
		latin = append(latin, [4]int{33 + 2*i, 33 + 2*i, 1 + i, 0})
		chars := append(cs(21, 50, 1, 2), make([]byte, 200)...)
		cff.chars = append(cff.chars, chars)
		body := encrypt(append(append(make([]byte, 4), cs(13, 0, 500)...), make([]byte, 300)...), charStringKey)
		fmt.Fprintf(&glyphs, "/%s %d RD %s ND\n", names[i], len(body), body)
	}
	cff.strings, cff.charset, cff.encoding = names, sids, codes
	t1 := append([]byte(strings.Replace(clearText, "ENCODING", dupEncoding, 1)),
		encrypt([]byte("1234/CharStrings 60 dict dup begin\n"+glyphs.String()+"end"), eexecKey)...)
	cjk := segs{}
	for i := range 300 {
		cjk = append(cjk, [4]int{0x4E00 + 70*i, 0x4E00 + 70*i + 65, 1 + 66*i, 0})
	}
	return map[string][]byte{
		"TrueType": plain().with(tables{"cmap": cmapOf(sub{3, 1, format4(latin)}), "maxp": be(uint32(0), 61)}).font(trueTypeMagic),
		"CJK": plain().with(tables{"cmap": cmapOf(sub{3, 1, format4(cjk)}, sub{3, 10, format12(12, cjk)}), "maxp": be(uint32(0), 20_000),
			"hhea": be(make([]byte, 34), 20_000), "hmtx": make([]byte, 80_000), "loca": make([]byte, 40_002)}).font(trueTypeMagic),
		"CFF":   cff.bytes(),
		"Type1": t1,
	}
}

func BenchmarkParse(b *testing.B) {
	for name, data := range benchFonts() {
		b.Run("kind="+name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := Parse(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkGIDToRune(b *testing.B) {
	for _, name := range []string{"TrueType", "CJK"} {
		data := benchFonts()[name]
		b.Run("kind="+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := Parse(data)
				if err != nil {
					b.Fatal(err)
				}
				if r, ok := p.GIDToRune(1); !ok || r == 0 {
					b.Fatal("no character")
				}
			}
		})
	}
}

func BenchmarkCodeToGID(b *testing.B) {
	p, err := Parse(benchFonts()["CJK"])
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		p.CodeToGID(3, 1, 0x4E00+70*150)
		p.CodeToGID(3, 10, 0x4E00+70*150)
	}
}

package cmap

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// show writes a Text as its characters, with its kind if it is not Good.
func show(u *ToUnicode, t Text) string {
	s := ""
	switch {
	case t.Kind == Missing:
		return "-"
	case t.Value < 0:
		s = u.String(^t.Value)
	case t.Kind == Good:
		s = string(t.Value)
	default:
		s = fmt.Sprintf("%04X", t.Value)
	}
	return [...]string{Good: "", Nothing: "nothing", Control: "control ", Private: "private ", Invalid: "invalid "}[t.Kind] + s
}

func TestToUnicode(t *testing.T) {
	for _, c := range []struct {
		name, data string
		code       uint32
		n          int
		want       string
	}{
		{"bfchar", "beginbfchar <41> <0061> endbfchar", 0x41, 1, "a"},
		{"bfrange", "beginbfrange <20> <7E> <0020> endbfrange", 0x41, 1, "A"},
		{"bfrange array", "beginbfrange <0005> <0007> [<0061> <00660066> <0062>] endbfrange", 6, 2, "ff"},
		{"bfrange array too short", "beginbfrange <0005> <FFFF> [<0061>] endbfrange", 6, 2, "-"},
		{"bfrange array too long", "beginbfrange <05> <06> [<0061> <0062> <0063>] <08> <08> <0064> endbfrange", 8, 1, "d"},
		{"bfrange that carries", "beginbfrange <00F0> <0110> <0041> endbfrange", 0x100, 2, "Q"},
		{"bfrange of many characters", "beginbfrange <05> <07> <00660061> endbfrange", 7, 1, "fc"},
		{"bfrange reversed", "beginbfrange <FFFF> <0000> <0041> endbfrange", 0xFFFE, 2, "-"},
		{"bfrange in surrogates", "beginbfrange <05> <09> <D83DDE00> endbfrange", 7, 1, "😂"},
		{"all codes", "beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange", 2, 4, "C"},
		{"beyond Unicode", "beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange", 0x110000, 4, "-"},
		{"later wins", "beginbfchar <41> <0061> <41> <0062> endbfchar", 0x41, 1, "b"},
		{"inside a range", "beginbfrange <00> <FF> <0000> endbfrange beginbfchar <41> <0062> endbfchar", 0x42, 1, "B"},

		{"one-byte value", "beginbfrange <00> <7f> <00> endbfrange", 0x41, 1, "A"},
		{"odd digits", "beginbfchar <5> <41> <6> <041> <0007> <1F600>", 6, 1, "A"},
		{"five digits", "beginbfchar <5> <41> <6> <041> <0007> <1F600>", 7, 2, "😀"},
		{"UTF-32", "beginbfchar <05> <0001F600>", 5, 1, "😀"},
		{"white space in hex", "beginbfchar <0003\r> < 00 \n41 >", 3, 2, "A"},
		{"no white space", "beginbfrange<20><20><0020><28><29><0028>endbfrange", 0x29, 1, ")"},
		{"byte-order mark", "beginbfchar <05> <FEFF0041>", 5, 1, "A"},
		{"odd bytes", "beginbfchar <05> <0041004200>", 5, 1, "AB"},
		{"surrogate pair", "beginbfchar <2148> <D842DF9F>", 0x2148, 2, "𠮟"},
		{"word", "beginbfchar <05> <062D0628064A0628064A>", 5, 1, "حبيبي"},
		{"empty", "beginbfchar <05> <> <06> <0041>", 5, 1, "nothing"},
		{"after empty", "beginbfchar <05> <> <06> <0041>", 6, 1, "A"},
		{"empty code", "beginbfchar <> <0042> <ZZ> <> <06> <0041>", 6, 1, "A"},

		{"other length", "beginbfchar <0041> <0061>", 0x41, 1, "a"},
		{"other length, one byte", "beginbfchar <41> <0061>", 0x41, 2, "a"},
		{"own length first", "beginbfchar <0041> <0061> <41> <0062>", 0x41, 2, "a"},
		{"own length first, one byte", "beginbfchar <0041> <0061> <41> <0062>", 0x41, 1, "b"},

		{"cidrange", "begincidrange <0200> <02ff> 512 endcidrange", 0x0241, 2, "Ɂ"},
		{"cidchar", "begincidchar <20> 65 endcidchar", 0x20, 1, "A"},
		{"cidchar with hex", "begincidchar <20> <0041> endcidchar", 0x20, 1, "A"},
		{"notdefrange is no text", "beginnotdefrange <00> <1F> 1 endnotdefrange", 5, 1, "-"},

		{"no end", "beginbfchar <41> <0061> <42> <00", 0x41, 1, "a"},
		{"no end, another section", "beginbfchar <41> <0061> beginbfrange <42> <43> <0062> endbfrange", 0x43, 1, "c"},
		{"bracket missing", "beginbfrange <05> <06> [<0061> endbfrange beginbfchar <07> <0062>", 7, 1, "b"},
		{"text missing", "beginbfchar <05> endbfchar beginbfchar <06> <0061>", 6, 1, "a"},
		{"glyph name", "beginbfchar <05> /space <06> <0061>", 6, 1, "a"},
		{"deep arrays", "beginbfchar <06> <0061> endbfchar " + strings.Repeat("[", 100000), 6, 1, "a"},
		{"string that ends where the next begins", "beginbfchar <05> <0041 <06> <0042>", 6, 1, "B"},

		{"NUL", "beginbfchar <05> <0000>", 5, 1, "control 0000"},
		{"TAB", "beginbfchar <05> <0009>", 5, 1, "control 0009"},
		{"C1", "beginbfchar <05> <0085>", 5, 1, "control 0085"},
		{"NULs", "beginbfchar <05> <00000000>", 5, 1, "control 0000"},
		{"text and NUL", "beginbfchar <05> <00000041>", 5, 1, "A"},
		{"text and NUL behind", "beginbfchar <05> <0066006600000000>", 5, 1, "ff"},
		{"private use", "beginbfchar <05> <F0B7>", 5, 1, "private F0B7"},
		{"all private use", "beginbfchar <05> <F0B7F0B8>", 5, 1, "private \uF0B7\uF0B8"},
		{"private use with text", "beginbfchar <05> <F0B70041>", 5, 1, "\uF0B7A"},
		{"U+FFFD", "beginbfchar <05> <FFFD>", 5, 1, "invalid FFFD"},
		{"noncharacter", "beginbfchar <05> <FFFE>", 5, 1, "invalid FFFE"},
		{"half a pair", "beginbfchar <05> <D83D>", 5, 1, "invalid D83D"},
		{"pair turned round", "beginbfchar <05> <DE00D83D>", 5, 1, "invalid D83D"},

		{"pair on two codes", "beginbfchar <05> <D83D> <06> <DE00>", 5, 1, "nothing"},
		{"pair on two codes, second", "beginbfchar <05> <D83D> <06> <DE00>", 6, 1, "😀"},
		{"first half shared", "beginbfchar <05> <D83D> <06> <DE00> <07> <0041> <08> <DE01>", 8, 1, "😁"},
		{"pairs in order", "beginbfchar <05> <D83D> <06> <DE00> <07> <D83C> <08> <DF00>", 7, 1, "🌀"},
		{"pairs in order, second", "beginbfchar <05> <D83D> <06> <DE00> <07> <D83C> <08> <DF00>", 8, 1, "nothing"},
		{"only first halves", "beginbfchar <01> <D83D> <02> <0020> <03> <D83C> <04> <D83D>", 3, 1, "invalid D83C"},

		{"swapped", "beginbfchar <01> <4100> <02> <4200> <03> <4300> <04> <4400> <05> <AC20>", 4, 1, "D"},
		{"swapped, other", "beginbfchar <01> <4100> <02> <4200> <03> <4300> <04> <4400> <05> <AC20>", 5, 1, "€"},
		{"soft hyphen alone", "beginbfchar <05> <00AD> <06> <0041>", 5, 1, "-"},
		{"both hyphens", "beginbfchar <05> <00AD> <06> <002D>", 5, 1, "\u00AD"},
		{"both hyphens, one in a range", "beginbfchar <05> <00AD> endbfchar beginbfrange <20> <7E> <0020>", 5, 1, "\u00AD"},

		{"three are not swapped", "beginbfchar <01> <4100> <02> <4200> <03> <4300>", 3, 1, "䌀"},
		{"a third is not swapped", "beginbfchar <01> <4100> <02> <4200> <03> <4300> <04> <4400> <05> <4E2D> <06> <6587>", 4, 1, "䐀"},
	} {
		u, err := ParseToUnicode([]byte(c.data))
		require.NoError(t, err, c.name)
		assert.Equal(t, c.want, show(u, u.Text(c.code, c.n)), c.name)
		if c.n == 1 && c.code < 256 {
			var simple [256]Text
			u.Simple(&simple)
			assert.Equal(t, c.want, show(u, simple[c.code]), "%s, by Simple", c.name)
		}
	}
}

func TestToUnicodeEmpty(t *testing.T) {
	for _, data := range []string{"", "begincmap endcmap", "beginbfchar endbfchar", "beginbfchar <> <0041>", "\x00\x01\x00\x00garbage"} {
		u, err := ParseToUnicode([]byte(data))
		require.NoError(t, err)
		assert.True(t, u.Empty(), data)
		assert.Equal(t, Text{}, u.Text(0x41, 1))
	}
	u, err := ParseToUnicode([]byte("beginbfchar <41> <>"))
	require.NoError(t, err)
	assert.False(t, u.Empty())
}

// TestToUnicodeBounded has maps that are small and claim much.
func TestToUnicodeBounded(t *testing.T) {
	u, err := ParseToUnicode([]byte("beginbfchar <41> <" + strings.Repeat("0058", 30000) + ">"))
	assert.ErrorIs(t, err, ErrTooLong)
	assert.Equal(t, strings.Repeat("X", limits.CMapTextUnits), u.String(^u.Text(0x41, 1).Value))

	u, err = ParseToUnicode([]byte(strings.Repeat("beginbfrange <0000> <FFFF> <0041> endbfrange ", 3000)))
	require.NoError(t, err)
	assert.Len(t, u.ranges[1], 1)

	row := "<0000> <FFFF> <" + strings.Repeat("6587", limits.CMapTextUnits) + "> "
	u, err = ParseToUnicode([]byte("beginbfrange " + strings.Repeat(row, 1000)))
	assert.ErrorIs(t, err, ErrTooLong)
	assert.LessOrEqual(t, len(u.strings)*3*limits.CMapTextUnits, limits.CMapText)

	u, err = ParseToUnicode([]byte("beginbfchar " + strings.Repeat("<41> <0061> ", limits.CMapEntries+1)))
	assert.ErrorIs(t, err, ErrTooLong)
	assert.Equal(t, "a", show(u, u.Text(0x41, 1)))
}

func TestTextDoesNotAllocate(t *testing.T) {
	u, err := ParseToUnicode([]byte(ordinary(40)))
	require.NoError(t, err)
	var simple [256]Text
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		u.Text(0x41, 2)
		u.Text(0x41, 1)
		u.Simple(&simple)
	}))
}

// FuzzToUnicode checks that any map yields valid text, the same by Text and by
// Simple.
func FuzzToUnicode(f *testing.F) {
	f.Add([]byte(ordinary(5)))
	f.Add([]byte("beginbfchar <01> <4100> <02> <4200> <03> <4300> <04> <4400> <05> <AC20> <06> <>"))
	f.Add([]byte("beginbfchar <05> <D83D> <06> <DE00> <07> <D83C> <08> <DF00> beginbfrange <05> <09> [<D83DDE00>"))
	f.Add([]byte("beginbfrange <00000000> <FFFFFFFF> <0041> <00> <FF> <00660066> begincidrange <0200> <02ff> 512"))
	f.Fuzz(func(t *testing.T, data []byte) {
		u, err := ParseToUnicode(data)
		if err != nil && err != ErrTooLong {
			t.Fatal(err)
		}
		again, _ := ParseToUnicode(data)
		assert.Equal(t, u, again)
		var simple [256]Text
		u.Simple(&simple)
		for code := range uint32(256) {
			if got := u.Text(code, 1); got != simple[code] && !sameText(u, got, simple[code]) {
				t.Fatalf("code %x: %v, by Simple %v", code, got, simple[code])
			}
		}
		for _, code := range []uint32{0, 5, 0x41, 0x100, 0xFFFF, 0x10FFFF, 1 << 31, 1<<32 - 1} {
			for n := range 6 {
				switch x := u.Text(code, n); {
				case x.Value < 0:
					if s := u.String(^x.Value); !utf8.ValidString(s) || utf8.RuneCountInString(s) > limits.CMapTextUnits {
						t.Fatalf("text %q", s)
					}
				case x.Kind == Good || x.Kind == Private:
					if !utf8.ValidRune(x.Value) {
						t.Fatalf("rune %x", x.Value)
					}
				}
			}
		}
	})
}

func sameText(u *ToUnicode, a, b Text) bool { return show(u, a) == show(u, b) }

// ordinary returns a map as most producers write it.
func ordinary(n int) string {
	var b strings.Builder
	b.WriteString(`/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo
<< /Registry (Adobe)
/Ordering (UCS)
/Supplement 0
>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
`)
	fmt.Fprintf(&b, "%d beginbfchar\n", n)
	for i := range n {
		fmt.Fprintf(&b, "<%04X> <%04X>\n", 3+2*i, 0x20+3*i)
	}
	b.WriteString("endbfchar\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return b.String()
}

func BenchmarkParseToUnicode(b *testing.B) {
	for _, n := range []int{20, 1000} {
		data := []byte(ordinary(n))
		b.Run(fmt.Sprintf("entries=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ParseToUnicode(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package encoding

import (
	"testing"
	"unicode"
)

func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		encoding Encoding
		code     byte
		name     string
		r        rune
	}{
		{Standard, 0x27, "quoteright", '’'},
		{Standard, 0x60, "quoteleft", '‘'},
		{Standard, 0xA4, "fraction", '⁄'},
		{Standard, 0xAE, "fi", 'ﬁ'},
		{Standard, 0xFB, "germandbls", 'ß'},
		{Standard, 0x80, "", 0},
		{MacRoman, 0x27, "quotesingle", '\''},
		{MacRoman, 0x80, "Adieresis", 'Ä'},
		{MacRoman, 0xAD, "", 0},
		{MacRoman, 0xC6, "", 0},
		{MacRoman, 0xCA, "space", ' '},
		{MacRoman, 0xDB, "currency", '¤'},
		{MacRoman, 0xDE, "fi", 'ﬁ'},
		{MacRoman, 0xF5, "dotlessi", 'ı'},
		{MacRoman, 0xFF, "caron", 'ˇ'},
		{WinAnsi, 0x27, "quotesingle", '\''},
		{WinAnsi, 0x60, "grave", '`'},
		{WinAnsi, 0x7F, "bullet", '•'},
		{WinAnsi, 0x80, "Euro", '€'},
		{WinAnsi, 0x81, "bullet", '•'},
		{WinAnsi, 0x92, "quoteright", '’'},
		{WinAnsi, 0x95, "bullet", '•'},
		{WinAnsi, 0x9F, "Ydieresis", 'Ÿ'},
		{WinAnsi, 0xA0, "space", ' '},
		{WinAnsi, 0xAD, "hyphen", '-'},
		{WinAnsi, 0xB5, "mu", 'µ'},
		{WinAnsi, 0xFF, "ydieresis", 'ÿ'},
		{WinAnsi, 0x1F, "", 0},
		{MacExpert, 0x30, "zerooldstyle", '0'},
		{MacExpert, 0x61, "Asmall", 'a'},
		{MacExpert, 0x56, "ff", 'ﬀ'},
		{MacExpert, 0x2F, "fraction", '⁄'},
		{Symbol, 0x22, "universal", '∀'},
		{Symbol, 0x44, "Delta", 'Δ'},
		{Symbol, 0x57, "Omega", 'Ω'},
		{Symbol, 0x61, "alpha", 'α'},
		{Symbol, 0x6D, "mu", 'μ'},
		{Symbol, 0xA0, "Euro", '€'},
		{Symbol, 0xB7, "bullet", '•'},
		{Symbol, 0xD3, "copyrightserif", '©'},
		{Symbol, 0xE6, "parenlefttp", '⎛'},
		{ZapfDingbats, 0x21, "a1", '✁'},
		{ZapfDingbats, 0x33, "a19", '✓'},
		{ZapfDingbats, 0x6C, "a71", '●'},
		{PDFDoc, 0x09, "", '\t'},
		{PDFDoc, 0x18, "breve", '˘'},
		{PDFDoc, 0x80, "bullet", '•'},
		{PDFDoc, 0x92, "trademark", '™'},
		{PDFDoc, 0x9E, "zcaron", 'ž'},
		{PDFDoc, 0x9F, "", 0},
		{PDFDoc, 0xA0, "Euro", '€'},
		{PDFDoc, 0xAD, "", 0},
		{PDFDoc, 0xE9, "eacute", 'é'},
		{None, 0x41, "", 0},
		{PDFDoc + 1, 0x41, "", 0},
	} {
		if n, r := c.encoding.Name(c.code), c.encoding.Rune(c.code); n != c.name || r != c.r {
			t.Errorf("%v %#02x: %q %q, want %q %q", c.encoding, c.code, n, r, c.name, c.r)
		}
	}
}

func TestNamesResolve(t *testing.T) {
	differ := map[string]bool{"Delta": true, "Omega": true, "mu": true}
	want := map[Encoding]int{Standard: 149, MacRoman: 208, WinAnsi: 224, MacExpert: 165, Symbol: 189, ZapfDingbats: 202, PDFDoc: 229}
	for e := Standard; e <= PDFDoc; e++ {
		named := 0
		for c := range 256 {
			n := e.Name(byte(c))
			if n == "" {
				continue
			}
			named++
			text, q := Text(n, e == ZapfDingbats)
			if q != Exact {
				t.Errorf("%v %#02x: %q is unknown", e, c, n)
				continue
			}
			if r := []rune(text)[0]; r != e.Rune(byte(c)) && !(e == Symbol && differ[n]) {
				t.Errorf("%v %#02x: rune %q, text of %q %q", e, c, e.Rune(byte(c)), n, text)
			}
		}
		if named != want[e] {
			t.Errorf("%v: %d names, want %d", e, named, want[e])
		}
		if e != Symbol && e != ZapfDingbats && ByName(e.String()) != e {
			t.Errorf("%v: by name %v", e, ByName(e.String()))
		}
	}
}

func TestASCII(t *testing.T) {
	for _, e := range []Encoding{MacRoman, WinAnsi, PDFDoc} {
		for c := byte(0x20); c < 0x7F; c++ {
			if r := e.Rune(c); r != rune(c) {
				t.Errorf("%v %#02x: %q", e, c, r)
			}
		}
	}
}

func TestMacRomanTrueType(t *testing.T) {
	for code, want := range map[byte]rune{
		0x00: 0, 0x0D: 0, 0x41: 'A', 0x7F: 0, 0xAD: '≠', 0xB0: '∞', 0xC5: '≈', 0xCA: '\u00A0', 0xDB: '€', 0xF0: '\uF8FF',
	} {
		if r := MacRomanTrueType(code); r != want {
			t.Errorf("%#02x: %q, want %q", code, r, want)
		}
	}
	for c := range 256 {
		r := MacRoman.Rune(byte(c))
		if r != 0 && c != 0xCA && c != 0xDB && r != MacRomanTrueType(byte(c)) {
			t.Errorf("%#02x: %q, in MacRoman %q", c, MacRomanTrueType(byte(c)), r)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name string
		zapf bool
		text string
		q    Quality
	}{
		{"A", false, "A", Exact},
		{"AE", false, "Æ", Exact},
		{"AEacute", false, "Ǽ", Exact},
		{"zukatakana", false, "ズ", Exact}, // the last of the list
		{"space", false, " ", Exact},
		{"Euro", false, "€", Exact},
		{"ffi", false, "ﬃ", Exact},
		{"afii10017", false, "А", Exact},
		{"dalethatafpatah", false, "ד\u05B2", Exact},
		{"lamedholamdagesh", false, "ל\u05B9\u05BC", Exact},
		{"Delta", false, "∆", Exact},
		{"SF100000", false, "─", Exact},
		// Private-use entries say what they stand for.
		{"Asmall", false, "a", Exact},
		{"AEsmall", false, "æ", Exact},
		{"Acutesmall", false, "´", Exact},
		{"sevenoldstyle", false, "7", Exact},
		{"rsuperior", false, "r", Exact},
		{"rupiah", false, "Rp", Exact},
		{"dotlessj", false, "ȷ", Exact},
		{"braceleftmid", false, "⎨", Exact},
		{"maieklowleftthai", false, "\u0E48", Exact},
		// Code points.
		{"uni20AC", false, "€", Exact},
		{"uni20ac", false, "€", Exact},
		{"uni00660069", false, "fi", Exact},
		{"uniD83DDE00", false, "😀", Exact},
		{"u1F600", false, "😀", Exact},
		{"u0041", false, "A", Exact},
		{"uniF761", false, "a", Exact},
		{"uniE001", false, "\uE001", Private},
		{"uniD83D", false, "", Unknown},
		{"uni000A", false, "", Unknown},
		{"uniFFFF", false, "", Unknown},
		{"uni20A", false, "", Unknown},
		{"u110000", false, "", Unknown},
		{"uni", false, "", Unknown},
		// TeX.
		{"angbracketleft", false, "⟨", Exact},
		{"braceleftBigg", false, "{", Exact},
		{"summationdisplay", false, "∑", Exact},
		{"arrowhookleft", false, "↪", Exact},
		{"negationslash", false, "\u0338", Exact},
		{"greaterorequalslant", false, "⩾", Exact},
		{"notlessorslnteql", false, "⩽\u0338", Exact},
		{"intercal", false, "⊺", Exact},
		{"Th", false, "Th", Exact},
		// Zapf Dingbats.
		{"a65", true, "❆", Exact},
		{"a65", false, "", Unknown},
		// Suffixes and parts.
		{"a.sc", false, "a", Derived},
		{"uni0041.alt", false, "A", Derived},
		{"uniE001.alt", false, "\uE001", Private},
		{"f_f_i", false, "ffi", Derived},
		{"f_f_i.liga", false, "ffi", Derived},
		{"T_h", false, "Th", Derived},
		{"uni0066_uni0069", false, "fi", Derived},
		{"f_nonsense", false, "", Unknown},
		{"_", false, "", Unknown},
		{".notdef", false, "", Unknown},
		{".", false, "", Unknown},
		{"", false, "", Unknown},
		// Numbers are no code points, control codes no text.
		{"G45", false, "", Unknown},
		{"cid12", false, "", Unknown},
		{"H17075", false, "", Unknown},
		{"controlSTX", false, "", Unknown},
	} {
		if text, q := Text(c.name, c.zapf); text != c.text || q != c.q {
			t.Errorf("%q: %q %d, want %q %d", c.name, text, q, c.text, c.q)
		}
	}
}

// walk calls f for every name of a list, read without the index.
func walk(l *nameList, f func(name, text string)) {
	prev := ""
	for at := 0; at < len(l.entries); {
		shared, rest, text := int(l.entries[at]), int(l.entries[at+1]), int(l.entries[at+2])
		at += 3
		name := prev[:shared] + l.entries[at:at+rest]
		f(name, l.entries[at+rest:at+rest+text])
		at += rest + text
		prev = name
	}
}

func TestLists(t *testing.T) {
	for _, c := range []struct {
		list *nameList
		n    int
	}{{&adobeList, 4249}, {&texList, 375}, {&zapfList, 202}} {
		n, last := 0, ""
		walk(c.list, func(name, text string) {
			n++
			if name <= last {
				t.Errorf("%q after %q", name, last)
			}
			last = name
			if got, ok := c.list.lookup(name); !ok || got != text {
				t.Errorf("%q: %q %v, want %q", name, got, ok, text)
			}
			for _, miss := range []string{name + "\x00", name[:len(name)-1] + "\x7F", name + "z9"} {
				if got, ok := c.list.lookup(miss); ok {
					t.Errorf("%q: found %q", miss, got)
				}
			}
			for _, r := range text {
				if unicode.IsControl(r) || unicode.Is(unicode.Co, r) && name != "apple" {
					t.Errorf("%q: %U", name, r)
				}
			}
		})
		if n != c.n {
			t.Errorf("%d names, want %d", n, c.n)
		}
	}
}

func TestPrivateUse(t *testing.T) {
	for r, want := range map[rune]string{0xF6BE: "ȷ", 0xF761: "a", 0xF8FE: "⎭", 0xF8FF: "", 0xE000: "", 'A': "", 0xF700: "", 0x10F761: ""} {
		if got, ok := PrivateUse(r); got != want || ok != (want != "") {
			t.Errorf("%U: %q %v, want %q", r, got, ok, want)
		}
	}
}

func TestTextAllocates(t *testing.T) {
	for _, name := range []string{"A", "eacute", "angbracketleft", "a.sc", "G45"} {
		if n := testing.AllocsPerRun(100, func() { Text(name, true) }); n != 0 {
			t.Errorf("%q: %v allocations", name, n)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"A", "f_f_i.alt", "uni20AC", "u1F600", "a65", "uniD83DDE00", "..", "_._"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		text, q := Text(name, true)
		if (text == "") != (q == Unknown) {
			t.Fatalf("%q: %q %d", name, text, q)
		}
		for _, l := range []*nameList{&adobeList, &texList, &zapfList} {
			want := ""
			walk(l, func(n, text string) {
				if n == name {
					want = text
				}
			})
			if got, _ := l.lookup(name); got != want {
				t.Fatalf("%q: %q, want %q", name, got, want)
			}
		}
	})
}

func BenchmarkText(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Text("eacute", false)
		Text("summationdisplay", false)
		Text("G45", false)
	}
}

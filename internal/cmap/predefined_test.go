package cmap

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/unicode/norm"
)

// cidsOf splits s and returns the CIDs of its codes, "-" for those without.
func cidsOf(m *CMap, s string) string {
	var out []string
	for b := []byte(s); len(b) > 0; {
		code, n := m.Next(b)
		b = b[n:]
		if cid, ok := m.CID(code, n); ok {
			out = append(out, fmt.Sprint(cid))
		} else {
			out = append(out, "-")
		}
	}
	return strings.Join(out, " ")
}

// read splits s and returns its text: the codes themselves if they are Unicode,
// else what the collection has for their CIDs; "-" for codes without text.
func read(m *CMap, s string) string {
	c := CollectionOf(m.Ordering())
	var out strings.Builder
	for b := []byte(s); len(b) > 0; {
		code, n := m.Next(b)
		b = b[n:]
		text := ""
		r, ok := m.Rune(code, n)
		if cid, mapped := m.UprightCID(code, n); !ok {
			r = 0
			if mapped {
				r, text = c.Text(cid)
			}
		}
		switch {
		case r != 0:
			out.WriteRune(r)
		case text != "":
			out.WriteString(text)
		default:
			out.WriteByte('-')
		}
	}
	return out.String()
}

// table116 are the CMaps that ISO 32000-2, Table 116 names.
var table116 = strings.Fields(`
	GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H GBK-EUC-V GBKp-EUC-H GBKp-EUC-V
	GBK2K-H GBK2K-V UniGB-UCS2-H UniGB-UCS2-V UniGB-UTF16-H UniGB-UTF16-V
	B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H ETen-B5-V ETenms-B5-H ETenms-B5-V
	CNS-EUC-H CNS-EUC-V UniCNS-UCS2-H UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V
	83pv-RKSJ-H 90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H
	Add-RKSJ-H Add-RKSJ-V EUC-H EUC-V Ext-RKSJ-H Ext-RKSJ-V H V
	UniJIS-UCS2-H UniJIS-UCS2-V UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V
	UniJIS-UTF16-H UniJIS-UTF16-V
	KSC-EUC-H KSC-EUC-V KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H KSCms-UHC-HW-V
	KSCpc-EUC-H UniKS-UCS2-H UniKS-UCS2-V UniKS-UTF16-H UniKS-UTF16-V Identity-H Identity-V`)

func TestPredefinedNames(t *testing.T) {
	for _, name := range table116 {
		m := Predefined(name)
		require.NotNil(t, m, name)
		assert.Same(t, m, Predefined(name))
		assert.Equal(t, name, m.Name())
		assert.Equal(t, "Adobe", m.Registry())
		assert.Equal(t, strings.HasSuffix(name, "V"), m.Vertical(), name)
	}
	for _, set := range []string{"UniCNS", "UniGB", "UniJIS", "UniJIS2004", "UniKS", "UniHojo"} {
		for _, form := range []string{"UTF8", "UTF16", "UTF32"} {
			for _, mode := range []string{"H", "V"} {
				assert.NotNil(t, Predefined(set+"-"+form+"-"+mode))
			}
		}
	}
	for _, name := range []string{
		"", "Identity", "UniGB", "UniGB-H", "UniGB-UTF16", "UniGB-UTF7-H", "Unix-UTF16-H", "GBK-EUC", "GBK-EUC-H ",
		"90ms-RKSJ-UCS2", "Adobe-Japan1-UCS2", "Identity-UTF16-H", "A", "zzz",
	} {
		assert.Nil(t, Predefined(name), name)
	}
	assert.True(t, slices.IsSortedFunc(predefined[:], func(a, b predefinedCMap) int { return strings.Compare(a.name, b.name) }))
	assert.Same(t, Identity(false), Predefined("Identity-H"))
	assert.Same(t, Identity(true), Predefined("Identity-V"))
}

// TestPredefinedCIDs has CIDs that a person looked up in the text of Adobe's
// CMap files.
func TestPredefinedCIDs(t *testing.T) {
	for _, c := range []struct{ name, in, codes, cids, why string }{
		{"90ms-RKSJ-H", "A\x82\xA0\xB1\x93\xFA", "41 82A0 B1 93FA", "264 843 343 3284", "one and two bytes, half-width Latin and kana"},
		{"90msp-RKSJ-H", "A\x82\xA0", "41 82A0", "34 843", "proportional Latin"},
		{"90ms-RKSJ-V", "\x81\x41\x82\xA0\x82\x9F", "8141 82A0 829F", "7887 843 7918", "vertical forms where there are any, the rest by usecmap"},
		{"H", "\x24\x22\x46\x7C", "2422 467C", "843 3284", "JIS X 0208"},
		{"V", "\x21\x22\x24\x22", "2122 2422", "7887 843", ""},
		{"EUC-H", "A\xA4\xA2\x8E\xB1", "41 A4A2 8EB1", "264 843 343", "half-width kana in two bytes"},
		{"83pv-RKSJ-H", "A\x82\xA0\xFD", "41 82A0 FD", "34 843 152", "a single byte above the lead bytes"},
		{"GBK-EUC-H", "A\xD6\xD0\x81\x40", "41 D6D0 8140", "846 4559 10072", ""},
		{"GBKp-EUC-H", "A\xD6\xD0", "41 D6D0", "34 4559", ""},
		{"GBK2K-H", "A\xD6\xD0\x81\x39\xEE\x39", "41 D6D0 8139EE39", "34 4559 22529", "one, two and four bytes"},
		{"GB-EUC-V", "\xA1\xA2\xD6\xD0", "A1A2 D6D0", "575 4559", ""},
		{"ETen-B5-H", "A\xA4\xA4\xA4\x40", "41 A4A4 A440", "13681 661 595", ""},
		{"ETenms-B5-H", "A\xA4\x40", "41 A440", "34 595", "Latin of its own, the rest by usecmap"},
		{"ETenms-B5-V", "A\xA4\x40\xA1\x4B", "41 A440 A14B", "34 595 13646", "usecmap twice"},
		{"CNS-EUC-H", "A\xC4\xE3\x8E\xA2\xA1\xA1", "41 C4E3 8EA2A1A1", "13681 661 5996", "one, two and four bytes"},
		{"CNS-EUC-V", "A\xC4\xE3\xA1\xAC", "41 C4E3 A1AC", "13681 661 13646", "has no usecmap in Adobe's file"},
		{"KSCms-UHC-H", "A\xB0\xA1\x81\x41", "41 B0A1 8141", "34 1086 9333", ""},
		{"KSCms-UHC-HW-H", "A\xB0\xA1", "41 B0A1", "8127 1086", "half-width Latin"},
		{"KSC-EUC-V", "\xA1\xA2\xB0\xA1", "A1A2 B0A1", "8056 1086", ""},
		{"UniJIS-UTF16-H", "\x30\x42\xD8\x42\xDF\xB7", "3042 D842DFB7", "843 13706", "a surrogate pair, 𠮷"},
		{"UniJIS-UTF8-H", "あ𠮷A", "E38182 F0A0AEB7 41", "843 13706 34", "the same in another form"},
		{"UniJIS-UTF32-V", "\x00\x00\x30\x42\x00\x00\x30\x01", "00003042 00003001", "843 7887", ""},
		{"UniJIS-UCS2-HW-H", "\x00A\x30\x42\x00\\", "0041 3042 005C", "264 843 8719", "half-width Latin, the rest by usecmap"},
		{"UniJIS-UCS2-HW-V", "\x00A\x30\x01", "0041 3001", "264 7887", ""},
		{"UniGB-UCS2-H", "\x4E\x2D", "4E2D", "4559", ""},
		{"UniGB-UTF16-V", "\x4E\x2D\x30\x02", "4E2D 3002", "4559 574", ""},
		{"UniCNS-UTF16-H", "\x4E\x00\xD8\x40\xDC\x3E", "4E00 D840DC3E", "595 14929", "a surrogate pair"},
		{"UniKS-UTF16-H", "\xAC\x00", "AC00", "1086", ""},
		{"UniAKR-UTF16-H", "\xAC\x00", "AC00", "221", ""},
		{"UniHojo-UTF16-H", "\x4E\x02", "4E02", "267", ""},
		{"Hojo-EUC-H", "\x8F\xB0\xA1", "8FB0A1", "267", "three bytes"},
		{"Adobe-Japan1-2", "\x03\x4B", "034B", "843", "CIDs themselves"},
		{"UniJIS-UTF16-H", " p\\q", "2070 5C71", "9377 2177", "two bytes each, although they look like ASCII"},
	} {
		m := Predefined(c.name)
		require.NotNil(t, m, c.name)
		assert.Equal(t, c.codes, codes(m, c.in), "%s %s", c.name, c.why)
		assert.Equal(t, c.cids, cidsOf(m, c.in), "%s %s", c.name, c.why)
	}
	// Control codes are notdef: the space of the same width as the Latin.
	for name, want := range map[string]int{"90ms-RKSJ-H": 231, "90ms-RKSJ-V": 231, "90msp-RKSJ-H": 1, "GBK-EUC-H": 7716, "H": 0} {
		m := Predefined(name)
		cid, ok := m.CID(0x0A, m.shortest())
		assert.Equal(t, want, cid, name)
		assert.False(t, ok)
	}
}

// TestPredefinedText reads strings whose text is known.
func TestPredefinedText(t *testing.T) {
	for _, c := range []struct {
		name string
		enc  encoding.Encoding
		text string
	}{
		{"90ms-RKSJ-H", japanese.ShiftJIS, "日本語テスト、ABC 123。ｱｲｳ"},
		{"90msp-RKSJ-V", japanese.ShiftJIS, "「縦書き」→ページ…ー（１）"},
		{"EUC-H", japanese.EUCJP, "日本語の文字コード"},
		{"GBK-EUC-H", simplifiedchinese.GBK, "我们都是黑体字，中華"},
		{"GBK-EUC-V", simplifiedchinese.GBK, "“竖排”（中文），。：…—"},
		{"GBK2K-H", simplifiedchinese.GB18030, "山西省闻喜县㐀"},
		{"ETen-B5-H", traditionalchinese.Big5, "中華民國：臺北市╭╮"},
		{"ETen-B5-V", traditionalchinese.Big5, "「直書」，。（甲）"},
		{"HKscs-B5-H", traditionalchinese.Big5, "香港啫喱嘅"},
		{"KSCms-UHC-H", korean.EUCKR, "한글 뷁 大韓民國"},
		{"KSC-EUC-V", korean.EUCKR, "세로쓰기（가）"},
	} {
		in, err := c.enc.NewEncoder().String(c.text)
		require.NoError(t, err)
		assert.Equal(t, c.text, read(Predefined(c.name), in), c.name)
	}
	for _, c := range []struct{ name, in, want string }{
		{"UniGB-UCS2-H", "\x4E\x2D\xD8\x40", "中-"},
		{"UniJIS-UCS2-HW-V", "\x30\x42", "あ"},
		{"UniJIS2004-UTF16-H", "\xD8\x42\xDF\x9F\x00A", "𠮟A"},
		{"UniJIS-UTF16-V", "\xDC\x42\x30\x42\x30\x01", "-あ、"}, // lone second half: two bytes
		{"UniKS-UTF8-H", "A한", "A한"},
		{"UniAKR-UTF32-H", "\x00\x00\xD5\x5C", "한"},
		{"UniCNS-UTF32-V", "\x00\x02\x0B\x9F\x00\x11\x00\x00", "𠮟-"},
		{"UniGB-UTF16-H", "\x30\xF8\x30\xF9", "ヸヹ"}, // the CIDs say the reverse
		{"H", "\x21\x21\x46\x7C\x46", "\u3000日-"},   // ends within a code
		{"90ms-RKSJ-H", "\x82\x20\x82\xA0", "-あ"},   // no second byte
		{"KSCms-UHC-H", "\xFF\xB0\xA1", "-가"},       // no first byte
	} {
		assert.Equal(t, c.want, read(Predefined(c.name), c.in), c.name)
	}
	// An embedded copy is known by its name.
	m := parse(t, "/CMapName /UniJIS-UCS2-H def 1 begincodespacerange <0000> <FFFF> endcodespacerange")
	assert.Equal(t, "あ", read(m, "\x30\x42"))
	// So is one that nobody has published.
	assert.Equal(t, "가", read(Predefined("UniAKR-UTF16-V"), "\xAC\x00"))
	assert.Equal(t, "221", cidsOf(Predefined("UniAKR-UTF16-V"), "\xAC\x00"))
	// And one that is based on a predefined one.
	m = parse(t, "/90ms-RKSJ-H usecmap /CMapName /Mine def begincidchar <82A0> 845 endcidchar")
	assert.Equal(t, "いう", read(m, "\x82\xA0\x82\xA4"))
}

// TestVerticalText checks that the glyphs for vertical writing do not change
// what is written.
func TestVerticalText(t *testing.T) {
	v := Predefined("90ms-RKSJ-V")
	assert.Equal(t, "739 736", cidsOf(v, "\x81\xA8\x81\xAA"), "turned arrows have the CIDs of others")
	assert.Equal(t, "→↑", read(v, "\x81\xA8\x81\xAA"))
	for i := range predefined {
		p := &predefined[i]
		if !p.vertical || p.use == 0 {
			continue
		}
		v, h := Predefined(p.name), Predefined(predefined[p.use-1].name)
		for code := range uint32(1 << 16) {
			if want, ok := h.CID(code, 2); ok {
				if cid, _ := v.UprightCID(code, 2); cid != want {
					t.Fatalf("%s %X: %d, want %d", p.name, code, cid, want)
				}
			}
		}
	}
}

// TestLegacyText compares the CMaps of legacy encodings with golang.org/x/text,
// which has its tables from elsewhere. floor is the share of equal codes, after
// NFKC. What differs are the yen sign and the overline of Japanese ASCII, the
// wave dash, parallel bars and the minus sign, which Unicode has twice, and
// vendors' extensions and older forms of characters.
func TestLegacyText(t *testing.T) {
	for _, c := range []struct {
		name  string
		enc   encoding.Encoding
		high  bool // codes are without their high bits
		floor float64
	}{
		{"GBK-EUC-H", simplifiedchinese.GBK, false, 1},
		{"GBK-EUC-V", simplifiedchinese.GBK, false, 1},
		{"GBKp-EUC-H", simplifiedchinese.GBK, false, 1},
		{"GBK2K-H", simplifiedchinese.GB18030, false, 1},
		{"GB-EUC-H", simplifiedchinese.GBK, false, 1},
		{"GBpc-EUC-H", simplifiedchinese.GBK, false, 0.999},
		{"B5pc-H", traditionalchinese.Big5, false, 0.999},
		{"B5-H", traditionalchinese.Big5, false, 0.999},
		{"ETen-B5-H", traditionalchinese.Big5, false, 0.999},
		{"ETenms-B5-V", traditionalchinese.Big5, false, 0.999},
		{"HKscs-B5-H", traditionalchinese.Big5, false, 0.999},
		{"KSCms-UHC-H", korean.EUCKR, false, 0.999},
		{"KSCms-UHC-HW-V", korean.EUCKR, false, 0.999},
		{"KSC-EUC-H", korean.EUCKR, false, 0.998},
		{"KSC-H", korean.EUCKR, true, 0.999},
		{"KSCpc-EUC-H", korean.EUCKR, false, 0.90}, // other extensions than Windows has
		{"EUC-H", japanese.EUCJP, false, 0.999},
		{"Hojo-EUC-H", japanese.EUCJP, false, 1},
		{"H", japanese.EUCJP, true, 0.999},
		{"V", japanese.EUCJP, true, 0.999},
		{"RKSJ-H", japanese.ShiftJIS, false, 0.999},
		{"90ms-RKSJ-H", japanese.ShiftJIS, false, 0.999},
		{"90msp-RKSJ-V", japanese.ShiftJIS, false, 0.999},
		{"90pv-RKSJ-H", japanese.ShiftJIS, false, 0.99},
		{"Add-RKSJ-H", japanese.ShiftJIS, false, 0.98},
		{"Ext-RKSJ-H", japanese.ShiftJIS, false, 0.98},
		{"78-RKSJ-H", japanese.ShiftJIS, false, 0.98},
		{"83pv-RKSJ-H", japanese.ShiftJIS, false, 0.96},
	} {
		m := Predefined(c.name)
		decoder := c.enc.NewDecoder()
		equal, all := 0, 0
		for n := 1; n <= 3; n++ {
			first, last := uint32(0), uint32(1)<<(8*n)-1
			if n == 3 { // of EUC-JP; it has no others
				first, last = 0x8F0000, 0x8FFFFF
			}
			for code := first; code <= last; code++ {
				cid, ok := m.UprightCID(code, n)
				if !ok {
					continue
				}
				b := []byte{byte(code >> 16), byte(code >> 8), byte(code)}[3-n:]
				if c.high {
					b[0], b[1] = b[0]|0x80, b[1]|0x80
				}
				want, err := decoder.Bytes(b)
				if rs := []rune(string(want)); err != nil || len(rs) != 1 || rs[0] == '\uFFFD' {
					continue
				}
				r, s := CollectionOf(m.Ordering()).Text(cid)
				if r != 0 {
					s = string(r)
				}
				if all++; s != "" && norm.NFKC.String(s) == norm.NFKC.String(string(want)) {
					equal++
				}
			}
		}
		assert.Greater(t, all, 6000, c.name)
		assert.GreaterOrEqual(t, float64(equal), c.floor*float64(all), "%s: %d of %d", c.name, equal, all)
	}
}

// TestUnicodeForms checks that the forms of a CMap from Unicode map alike.
func TestUnicodeForms(t *testing.T) {
	for _, set := range []string{"UniCNS", "UniGB", "UniJIS", "UniJIS2004", "UniKS", "UniAKR", "UniHojo"} {
		maps := [3]*CMap{Predefined(set + "-UTF32-H"), Predefined(set + "-UTF16-H"), Predefined(set + "-UTF8-H")}
		mapped := 0
		for r := rune(' '); r <= 0x2FFFF; r++ { // control codes are notdef in some only
			if 0xD800 <= r && r < 0xE000 || r == utf8.RuneError {
				continue
			}
			utf16Code := []byte{byte(r >> 8), byte(r)}
			if r > 0xFFFF {
				utf16Code = binary.BigEndian.AppendUint16(nil, uint16(0xD800+(r-0x10000)>>10))
				utf16Code = binary.BigEndian.AppendUint16(utf16Code, uint16(0xDC00+(r-0x10000)&0x3FF))
			}
			var got [3]int
			for i, s := range [3][]byte{{0, byte(r >> 16), byte(r >> 8), byte(r)}, utf16Code, utf8.AppendRune(nil, r)} {
				code, n := maps[i].Next(s)
				cid, _ := maps[i].CID(code, n)
				same, _ := maps[i].Rune(code, n)
				if got[i] = cid; n != len(s) || same != r {
					t.Fatalf("%s %X: %d bytes, %X", maps[i].Name(), r, n, same)
				}
			}
			if got[0] != got[1] || got[0] != got[2] {
				t.Fatalf("%s %X: %d", set, r, got)
			}
			if got[0] > 0 {
				mapped++
			}
		}
		assert.Greater(t, mapped, 6000, set)
	}
}

func TestPredefinedDoesNotAllocate(t *testing.T) {
	for _, name := range []string{"90ms-RKSJ-V", "UniJIS2004-UTF16-V", "GBK2K-H"} {
		m, s := Predefined(name), []byte("A\x82\xA0\x81\x41\x30\x42\xD8\x42\xDF\xB7")
		c := CollectionOf(m.Ordering())
		c.Text(1)
		cidsOf(m, string(s))
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			Predefined(name)
			for b := s; len(b) > 0; {
				code, n := m.Next(b)
				cid, _ := m.CID(code, n)
				m.UprightCID(code, n)
				m.Rune(code, n)
				c.Text(cid)
				CollectionOf("Korea1")
				b = b[n:]
			}
		}), name)
	}
}

// TestPredefinedConcurrent has many goroutines ask first; run it with -race.
func TestPredefinedConcurrent(t *testing.T) {
	for i := range tables {
		tables[i] = table{}
	}
	for i := range collections {
		collections[i] = collectionTexts{}
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range predefined {
				m := Predefined(predefined[(j+i*24)%len(predefined)].name)
				m.CID(0x3042, 2)
			}
			for j := range 7 {
				Collection((i + j) % 7).Text(843)
			}
			assert.Equal(t, "843", cidsOf(Predefined("90ms-RKSJ-V"), "\x82\xA0"))
			assert.Equal(t, "あ", read(Predefined("90ms-RKSJ-V"), "\x82\xA0"))
		})
	}
	group.Wait()
}

// BenchmarkRead measures what the first use of a CMap costs a process.
func BenchmarkRead(b *testing.B) {
	for _, name := range []string{
		"H", "90ms-RKSJ-H", "GBK-EUC-H", "KSCms-UHC-H", "ETen-B5-H", "UniJIS-UTF16-H", "UniJIS-UCS2-H", "UniGB-UCS2-H", "UniCNS-UTF16-H", "UniKS-UTF16-H",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			m := Predefined(name)
			for b.Loop() {
				for id := m.table; id != 0; id = packedTables[id].parent {
					tables[id] = table{}
				}
				m.CID(0x3042, 2)
				m.table.load()
			}
		})
	}
	for _, name := range []string{"CNS1", "GB1", "Japan1", "KR", "Korea1"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			c := CollectionOf(name)
			for b.Loop() {
				collections[c] = collectionTexts{}
				tables[packedCollections[c].parent] = table{}
				c.Text(1)
			}
		})
	}
}

func BenchmarkCID(b *testing.B) {
	for _, name := range []string{"90ms-RKSJ-H", "GBK-EUC-V", "UniJIS2004-UTF16-V"} {
		b.Run(name, func(b *testing.B) {
			m := Predefined(name)
			for b.Loop() {
				m.CID(0x8B9E, 2)
			}
		})
	}
}

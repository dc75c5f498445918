package syntax

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// tokens writes the tokens of s in a line, numbers as n:value.
func tokens(s string) string {
	sc := New([]byte(s))
	var out []string
	for {
		t := sc.Next()
		switch t.Kind {
		case EOF:
			return strings.Join(out, " ")
		case Number:
			out = append(out, fmt.Sprintf("n:%g", t.Num))
		case Name:
			out = append(out, "/"+string(sc.Bytes(t)))
		case String:
			out = append(out, fmt.Sprintf("%q", sc.Bytes(t)))
		default:
			out = append(out, string(sc.Bytes(t)))
		}
	}
}

func TestNext(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"BT /F1 12 Tf ET", "BT /F1 n:12 Tf ET"},
		{"1 0 0 -1 .5 -.5 +3 4. cm", "n:1 n:0 n:0 n:-1 n:0.5 n:-0.5 n:3 n:4 cm"},
		{"[(a)-120(b)]TJ", `[ "a" n:-120 "b" ] TJ`},
		{"0Tc/F1 1Tf", "n:0 Tc /F1 n:1 Tf"},
		{"--5 12-34 1.2.3 4e-2 - .", "n:-5 n:1234 n:1.2 n:0.3 n:0.04 n:0 n:0"},
		{"123456789012345678901234567890", "n:1.2345678901234568e+29"},
		{"0.000000000000000000000000000000000000000001", "n:0"},
		{`(a\(b\)c) (a(b)c) (\101\0501\5) (x\
y) (p\q)`, `"a(b)c" "a(b)c" "A(1\x05" "xy" "pq"`},
		{"(a\rb\r\nc)", `"a\nb\nc"`},
		{"(open", `"open"`},
		{"(open\\", `"open"`},
		{"<48 65 6C6> <4x8> <>", `"Hel\x60" "H" ""`},
		{"<48", `"H"`},
		{"/A#20B /A#B /A#4 / /x", "/A B /A#B /A#4 / /x"},
		{"<</MCID 3/T[1 2]>> BDC", "<< /MCID n:3 /T [ n:1 n:2 ] >> BDC"},
		{"q % comment ) (\nQ", "q Q"},
		{") > Q", "Q"},
		{"T* ' \" b*", "T* ' \" b*"},
		{"{1 add}", "{ n:1 add }"},
	} {
		assert.Equal(t, strings.ReplaceAll(c.want, `\x60`, "`"), tokens(c.in), c.in)
	}
}

func TestSkipInlineImage(t *testing.T) {
	for _, c := range []struct {
		in     string
		length int
		want   string
	}{
		{"ID \x00\x01\xffEI\x02 EI\x80 EI Q q 1 0 0 1 0 0 cm", -1, "Q"},
		{"ID abcEI Q", -1, "Q"},
		{"ID a EI b EI\nQ", 7, "Q"}, // the length passes the first EI
		{"ID a EI\nQ", 100, "Q"},    // a wrong length is not believed
		{"ID \xff\xff", -1, ""},
		{"ID\nEI Q", 0, "Q"},
	} {
		s := New([]byte(c.in))
		s.Next()
		s.SkipInlineImage(c.length)
		assert.Equal(t, c.want, string(s.Bytes(s.Next())), "%q", c.in)
	}
}

func FuzzNext(f *testing.F) {
	for _, s := range []string{"BT (a\\)b) Tj <41> ET", "[/A#41 1.5e3 -.]", "<</A<</B(", "BI ID EI", "-|+-.5"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s := New(data)
		last := 0
		for n := 0; ; n++ {
			tok := s.Next()
			s.Bytes(tok)
			if tok.Num-tok.Num != 0 {
				t.Fatalf("number %v", tok.Num)
			}
			if tok.Kind == EOF {
				return
			}
			if s.Offset() <= last || s.Offset() > len(data) {
				t.Fatalf("no progress at %d", last)
			}
			last = s.Offset()
		}
	})
}

func BenchmarkNext(b *testing.B) {
	data := []byte(strings.Repeat("BT /F1 9.96 Tf 1 0 0 1 72.5 700.25 Tm [(Some)-333(text)-250(here)]TJ 0 -11.955 Td (line) Tj ET\n", 200))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		s := New(data)
		for s.Next().Kind != EOF {
			s.Forget()
		}
	}
}

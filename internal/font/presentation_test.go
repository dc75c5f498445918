package font

import (
	"testing"

	"github.com/pdftext-go/pdftext/internal/pdftest"
	"github.com/stretchr/testify/assert"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"ﬁ": "fi", "ﬃ": "ffi", "ﬅ": "st", "aﬂ": "afl",
		"\uFEFB": "\u0644\u0627", "\uFE8E": "\u0627", "\uFB56": "\u067E", // lam with alef, a final alef, peh
		"\uFE70": "\uFE70", // fathatan alone
		"fi":     "fi", "": "", "\uFB20": "\u05E2",
	} {
		assert.Equal(t, want, plain(in), "%U", []rune(in))
	}
}

func TestPresentationForms(t *testing.T) {
	f := load(t, func(b *pdftest.Builder) string {
		return "<< /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /fi /f_i /uniFB02 /G1 /G2] >> /ToUnicode " +
			bf(b, "<44> <0061FB02> <45> <FEFB>") + " >>"
	})
	assert.Equal(t, "{fi}{fi}{fl}{afl}{لا}", show(f, "ABCDE"))
	f = load(t, func(b *pdftest.Builder) string {
		return type0(b, "/Encoding /Identity-H /ToUnicode "+bf(b, "<0001> <FB01> <0002> <0061FB02> <0003> <FE8E> <0004> <00660069>"), "/Subtype /CIDFontType2")
	})
	for range 2 {
		assert.Equal(t, "{fi}{afl}\u0627{fi}", show(f, "\x00\x01\x00\x02\x00\x03\x00\x04"))
	}
}

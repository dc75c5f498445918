package pdfobj

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTextString(t *testing.T) {
	for in, want := range map[String]string{
		"":                               "",
		"plain \x80 \xa0 \xe4":           "plain \u2022 \u20ac \u00e4", // bullet and euro in PDFDocEncoding
		"\xfe\xff\x00A\xd8\x3d\xde\x00":  "A\U0001F600",
		"\xff\xfeA\x00B\x00":             "AB",
		"\xfe\xff\x00A\x00":              "A",
		"\xef\xbb\xbfd\xc3\xa9j\xc3\xa0": "d\u00e9j\u00e0",
		"\xfe\xff\x00\x1b\x00e\x00n\x00\x1b\x00A": "A",
		"a\r\nb\x00c": "a  bc",
	} {
		assert.Equal(t, want, in.Text(), "%q", string(in))
	}
}

package pdftest

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const hello = `# a comment of the template
{{header}}
{{object 1 0}}
<< /Type /Catalog /Pages 2 0 R >>
endobj
{{object 2 0}}
<< /Type /Pages /Count 0 /Kids [] >>
endobj
{{object 5 1}}
<< {{streamlen}} >>
stream
(two {{xref}} braces) Tj
#no comment
endstream
endobj
{{xref}}
{{trailer /Info 5 1 R}}
{{startxref}}
%%EOF
`

func TestExpand(t *testing.T) {
	pdf, err := Expand([]byte(hello))
	require.NoError(t, err)
	s := string(pdf)
	assert.True(t, strings.HasPrefix(s, "%PDF-1.7\n%"))
	assert.Contains(t, s, "<< /Length 36 >>\nstream\n(two {{xref}} braces) Tj\n#no comment\nendstream")
	assert.NotContains(t, s, "a comment of")
	assert.Contains(t, s, "xref\n0 3\n0000000000 65535 f \n")
	assert.Contains(t, s, "\n5 1\n")
	assert.Contains(t, s, "trailer\n<< /Size 6 /Root 1 0 R /Info 5 1 R >>")
	checkOffsets(t, pdf)
}

func TestExpandRefuses(t *testing.T) {
	for _, template := range []string{"{{header", "{{object one}}", "{{nothing}}", "{{streamlen}}\nendstream"} {
		_, err := Expand([]byte(template))
		assert.Error(t, err, template)
	}
}

// checkOffsets checks that startxref and every entry of the table point where
// they say.
func checkOffsets(t *testing.T, pdf []byte) {
	t.Helper()
	m := regexp.MustCompile(`startxref\n(\d+)`).FindSubmatch(pdf)
	require.NotNil(t, m)
	at, err := strconv.Atoi(string(m[1]))
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(pdf[at:], []byte("xref\n")))
	n := 0
	for _, e := range regexp.MustCompile(`(\d{10}) (\d{5}) n \n`).FindAllSubmatch(pdf, -1) {
		at, err := strconv.Atoi(string(e[1]))
		require.NoError(t, err)
		gen, err := strconv.Atoi(string(e[2]))
		require.NoError(t, err)
		require.Regexp(t, fmt.Sprintf(`^\d+ %d obj\n`, gen), string(pdf[at:min(at+20, len(pdf))]))
		n++
	}
	assert.Positive(t, n)
}

func TestBuilder(t *testing.T) {
	var b Builder
	assert.Equal(t, "F1", b.Font("Times-Bold"))
	assert.Equal(t, "F2", b.Font("<< /Type /Font /Subtype /Type3 >>"))
	x := b.Stream("/Type /XObject /Subtype /Form /BBox [0 0 1 1]", "q Q")
	b.Resources = "/XObject << /X0 " + Ref(x) + " >>"
	b.Page("BT /F1 12 Tf (a) Tj ET", "")
	b.Page("/X0 Do", "/Rotate 90 /MediaBox [0 0 10 20]")
	pdf := b.Bytes()
	checkOffsets(t, pdf)
	s := string(pdf)
	assert.Contains(t, s, "/Count 2")
	assert.Contains(t, s, "/BaseFont /Times-Bold /Encoding /WinAnsiEncoding")
	assert.Contains(t, s, "<< /Length 3 /Type /XObject /Subtype /Form /BBox [0 0 1 1] >>\nstream\nq Q\nendstream")
	assert.Equal(t, 1, strings.Count(s, "[0 0 612 792]"))
	assert.Equal(t, pdf, b.Bytes())
}

func TestBuilderForms(t *testing.T) {
	content := strings.Repeat("BT (plain words) Tj ET\n", 50)
	plain := Page(content)
	for _, b := range []Builder{{Compress: true}, {XRefStream: true}, {ObjectStreams: true}, {UserPassword: "u"}} {
		b.Page(content, "")
		pdf := b.Bytes()
		assert.NotEqual(t, plain, pdf)
		hidden := b.Compress || b.UserPassword != ""
		assert.Equal(t, !hidden, bytes.Contains(pdf, []byte("plain words")))
		assert.Equal(t, !b.XRefStream && !b.ObjectStreams, bytes.Contains(pdf, []byte("trailer")))
		assert.Equal(t, !b.ObjectStreams, bytes.Contains(pdf, []byte("/Count 1")))
	}
}

func TestDiff(t *testing.T) {
	tests := []struct{ want, got, diff string }{
		{"a\nb", "a\nb", ""},
		{"a\nb\nc", "a\nx\nc", "  a\n- b\n+ x\n  c\n"},
		{"1\n2\n3\n4\n5", "1\n2\n3\n4\n5\n6", "...\n  4\n  5\n+ 6\n"},
		{"a\nb\nc\nd", "b\nc\ne\nd", "- a\n  b\n  c\n+ e\n  d\n"},
		{"", "x", "-\n+ x\n"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.diff, Diff(tt.want, tt.got))
	}
}

func TestDiffOfLargeTexts(t *testing.T) {
	a, b := strings.Repeat("a\n", 5000), strings.Repeat("b\n", 5000)
	d := Diff(a, b)
	assert.Equal(t, 5000, strings.Count(d, "- a\n"))
	assert.Equal(t, 5000, strings.Count(d, "+ b\n"))
}

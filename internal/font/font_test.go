package font

import (
	"bytes"
	"context"
	"testing"

	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/pdftest"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// load reads the last font that build adds to a file.
func load(t testing.TB, build func(b *pdftest.Builder) string) *Font {
	t.Helper()
	var b pdftest.Builder
	n := b.Object(build(&b))
	b.Page("", "")
	file := b.Bytes()
	doc, err := pdfobj.Open(context.Background(), bytes.NewReader(file), int64(len(file)), pdfobj.Options{})
	require.NoError(t, err)
	return Load(context.Background(), doc, doc.Dict(pdfobj.Ref{Num: n}))
}

// loadDict reads a font dictionary that needs no other object.
func loadDict(t testing.TB, dict string) *Font {
	return load(t, func(*pdftest.Builder) string { return dict })
}

// text returns the text of the codes of a simple font.
func text(f *Font, codes string) string {
	s := ""
	for _, c := range []byte(codes) {
		switch g := f.Simple()[c]; {
		case g.Text < 0:
			s += f.String(^g.Text)
		case g.Text > 0:
			s += string(g.Text)
		}
	}
	return s
}

func TestStandardFont(t *testing.T) {
	f := loadDict(t, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-BoldOblique >>")
	assert.Equal(t, "Hello `world’", text(f, "Hello \xC1world'"))
	assert.Equal(t, float32(0.722), f.Simple()['H'].Width)
	assert.Equal(t, "Helvetica-BoldOblique", f.Name)
	assert.Equal(t, "Helvetica", f.Family)
	assert.True(t, f.Bold)
	assert.True(t, f.Italic)
	assert.False(t, f.Monospace)
	assert.False(t, f.Embedded)
	assert.Equal(t, Blank|WordSpace, f.Simple()[' '].Flags)
	assert.Empty(t, f.Warnings)
}

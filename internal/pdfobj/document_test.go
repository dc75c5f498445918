package pdfobj

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// build returns a PDF file with the objects, numbered from 1, a
// cross-reference table, and a trailer with the extra entries.
func build(extra string, objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, off := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", off)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, extra, xref)
	return b.Bytes()
}

// stream returns the text of a stream object.
func stream(dict string, data []byte) string {
	return fmt.Sprintf("<<%s/Length %d>>stream\n%s\nendstream", dict, len(data), data)
}

// onePage returns the objects of a file with one page that shows content.
func onePage(content string) []string {
	return []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]>>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		content,
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	}
}

func open(t testing.TB, file []byte) *Document {
	t.Helper()
	d, err := Open(context.Background(), bytes.NewReader(file), int64(len(file)), Options{})
	require.NoError(t, err)
	return d
}

// content returns the decoded contents of page n.
func content(t testing.TB, d *Document, n int) string {
	t.Helper()
	p, err := d.Page(context.Background(), n)
	require.NoError(t, err)
	var out []byte
	for _, s := range p.Contents {
		out, err = d.Decode(context.Background(), s, out)
		require.NoError(t, err)
		out = append(out, '\n')
	}
	return string(out)
}

func TestOpen(t *testing.T) {
	d := open(t, build("", onePage(stream("", []byte("BT ET")))...))
	n, err := d.NumPages(context.Background())
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, "BT ET\n", content(t, d, 1))
	p, err := d.Page(context.Background(), 1)
	require.NoError(t, err)
	require.Equal(t, [4]float64{0, 0, 200, 100}, p.CropBox)
	font := d.Dict(d.Dict(p.Resources["Font"])["F1"])
	require.Equal(t, Name("Helvetica"), d.Name(font["BaseFont"]))
	require.Empty(t, d.Warnings())
	_, err = d.Page(context.Background(), 2)
	require.True(t, errors.Is(err, ErrNoPage))
}

func TestOpenErrors(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       error
	}{
		{"empty", "", ErrNotPDF},
		{"text", "Hello, world\n", ErrNotPDF},
		{"header only", "%PDF-1.4\n", ErrCorrupt},
		{"unknown handler", string(build("/Encrypt<</Filter/Adobe.PubSec/V 4>>", onePage(stream("", nil))...)), ErrUnsupported},
	} {
		_, err := Open(context.Background(), bytes.NewReader([]byte(c.file)), int64(len(c.file)), Options{})
		require.True(t, errors.Is(err, c.want), "%s: %v", c.name, err)
	}
}

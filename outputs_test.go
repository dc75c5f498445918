package pdftext_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"iter"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"github.com/pdftext-go/pdftext"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

// eachPage calls test with every page of the documents in testdata.
func eachPage(t *testing.T, test func(t *testing.T, p *pdftext.Page)) {
	sources, err := filepath.Glob(filepath.Join("testdata", "src", "*.in"))
	require.NoError(t, err)
	for _, source := range sources {
		t.Run(strings.TrimSuffix(filepath.Base(source), ".in"), func(t *testing.T) {
			pdf := pdftest.File(t, source)
			doc, err := pdftext.NewReader(context.Background(), bytes.NewReader(pdf), int64(len(pdf)), nil)
			require.NoError(t, err)
			for p, err := range doc.Pages(context.Background()) {
				require.NoError(t, err)
				test(t, p)
			}
		})
	}
}

var (
	noteName = regexp.MustCompile(`\[\^[^\]]*\]`)
	tags     = regexp.MustCompile(`<[^>]*>`)
)

// letters returns the letters of text, whose order must be the same in every
// output. The rest is markup in one of them.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, text)
}

func plain(html string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "&quot;", `"`, "&#34;", `"`).Replace(tags.ReplaceAllString(html, ""))
}

// Whatever the output, a page is read in one order.
func TestOutputsAgree(t *testing.T) {
	eachPage(t, func(t *testing.T, p *pdftext.Page) {
		want := letters(pdftext.Text(p))
		l := pdftext.Analyze(p)
		md := string(pdftext.AppendMarkdown(nil, l, &pdftext.WriteOptions{RunningHeads: true}))
		page := string(pdftext.AppendHTML(nil, l, &pdftext.WriteOptions{RunningHeads: true}))
		assert.Equal(t, want, letters(plain(page)), "HTML")
		// What a CommonMark parser makes of our Markdown, without its tags.
		md = noteName.ReplaceAllString(md, "")
		var b bytes.Buffer
		require.NoError(t, goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe())).Convert([]byte(md), &b))
		assert.Equal(t, want, letters(plain(b.String())), "Markdown:\n%s", md)
		var lines []string
		for _, c := range l.Columns {
			for _, block := range c.Blocks {
				for i := range block.Lines {
					lines = append(lines, block.Lines[i].Text(p))
				}
			}
		}
		assert.Equal(t, want, letters(strings.Join(lines, "\n")), "lines")
	})
}

// HTML and hOCR are well formed.
func TestHTMLIsWellFormed(t *testing.T) {
	eachPage(t, func(t *testing.T, p *pdftext.Page) {
		l := pdftext.Analyze(p)
		for _, text := range []string{pdftext.HTML(l), string(pdftext.AppendHOCR(nil, l))} {
			d := xml.NewDecoder(strings.NewReader("<body>" + text + "</body>"))
			for {
				_, err := d.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				require.NoError(t, err, text)
			}
		}
	})
}

// An error of a page is returned when the other pages are written, and an
// error of the writer at once.
func TestWriteErrors(t *testing.T) {
	bad := errors.New("bad page")
	p := firstPage(t, pdftest.File(t, filepath.Join("testdata", "src", "hello.in")))
	var pages iter.Seq2[*pdftext.Layout, error] = func(yield func(*pdftext.Layout, error) bool) {
		_ = yield(nil, bad) && yield(pdftext.Analyze(p), nil)
	}
	for _, write := range []func(io.Writer, iter.Seq2[*pdftext.Layout, error], *pdftext.WriteOptions) error{pdftext.WriteMarkdown, pdftext.WriteHTML} {
		var b bytes.Buffer
		assert.ErrorIs(t, write(&b, pages, nil), bad)
		assert.Contains(t, b.String(), "Hello, world.")
		assert.ErrorIs(t, write(failing{}, pages, nil), io.ErrShortWrite)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

package pdftext_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

// The documents of testdata are written in other ways that look the same to
// a reader. What is read must be the same too.

// A template is a document of testdata taken apart.
type template struct {
	text    string
	page    string // entries of the page's dictionary but for MediaBox and Contents
	content string
}

var (
	pageObject    = regexp.MustCompile(`(?s)\{\{object 3 0\}\}\n<< (.*?) >>\nendobj\n`)
	contentObject = regexp.MustCompile(`(?s)\{\{object 4 0\}\}\n<< \{\{streamlen\}\} >>\nstream\n(.*?)\nendstream\nendobj\n`)
)

// templates returns the documents whose page has Letter size and one content
// stream, by name.
func templates(t *testing.T) map[string]template {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join("testdata", "src", "*.in"))
	require.NoError(t, err)
	out := map[string]template{}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		require.NoError(t, err)
		d := template{text: string(text)}
		page, content := pageObject.FindStringSubmatch(d.text), contentObject.FindStringSubmatch(d.text)
		const usual = " /MediaBox [0 0 612 792] /Contents 4 0 R"
		if page == nil || content == nil || !strings.Contains(page[1], usual) {
			continue
		}
		d.page, d.content = strings.Replace(page[1], usual, "", 1), content[1]
		if strings.Contains(d.page, "/Rotate") || strings.Contains(d.page, "/UserUnit") {
			continue
		}
		out[strings.TrimSuffix(filepath.Base(source), ".in")] = d
	}
	require.Greater(t, len(out), 10)
	return out
}

// with returns the document with other entries of its page, which name its
// content and size, and with these objects in place of the content.
func (d *template) with(t *testing.T, entries, objects string) []byte {
	t.Helper()
	text := pageObject.ReplaceAllLiteralString(d.text, "{{object 3 0}}\n<< "+d.page+" "+entries+" >>\nendobj\n")
	text = contentObject.ReplaceAllLiteralString(text, objects)
	pdf, err := pdftest.Expand([]byte(text))
	require.NoError(t, err)
	return pdf
}

func streamObject(number int, entries, data string) string {
	return fmt.Sprintf("{{object %d 0}}\n<< %s{{streamlen}} >>\nstream\n%s\nendstream\nendobj\n", number, entries, data)
}

const letter = "/MediaBox [0 0 612 792] /Contents 4 0 R"

// A variant writes a document in another way.
type variant struct {
	name  string
	write func(t *testing.T, d *template) []byte
}

// transformed is a variant with a matrix before the content.
func transformed(name, entries, matrix string) variant {
	return variant{name, func(t *testing.T, d *template) []byte {
		return d.with(t, entries+" /Contents 4 0 R", streamObject(4, "", matrix+" cm\n"+d.content))
	}}
}

var variants = []variant{
	transformed("moved", "/MediaBox [100 -50 712 742]", "1 0 0 1 100 -50"),
	transformed("cropped from a larger page", "/MediaBox [0 0 2000 2000] /CropBox [100 50 712 842]", "1 0 0 1 100 50"),
	transformed("three times as large", "/MediaBox [0 0 1836 2376]", "3 0 0 3 0 0"),
	transformed("a third as large", "/MediaBox [0 0 204 264]", "0.3333333 0 0 0.3333333 0 0"),
	transformed("in units of 2 points", "/MediaBox [0 0 306 396] /UserUnit 2", "0.5 0 0 0.5 0 0"),
	transformed("turned by 90 degrees and back", "/MediaBox [0 0 792 612] /Rotate 90", "0 1 -1 0 792 0"),
	transformed("turned by 180 degrees and back", "/MediaBox [0 0 612 792] /Rotate 180", "-1 0 0 -1 612 792"),
	transformed("turned by 270 degrees and back", "/MediaBox [0 0 792 612] /Rotate 270", "0 -1 1 0 0 612"),
	{"saved and restored", func(t *testing.T, d *template) []byte {
		if strings.Contains(d.content, "Q Q") {
			return nil // has more Q than q itself
		}
		return d.with(t, letter, streamObject(4, "", "q q\n"+d.content+"\nQ Q"))
	}},
	{"in a form", func(t *testing.T, d *template) []byte {
		resources := d.page[strings.Index(d.page, "/Resources"):]
		form := "/Type /XObject /Subtype /Form /BBox [0 0 612 792] " + resources + " "
		page := *d
		page.page = "/Type /Page /Parent 2 0 R /Resources << /XObject << /Wrap 40 0 R >> >>"
		return page.with(t, letter, streamObject(4, "", "/Wrap Do")+streamObject(40, form, d.content))
	}},
	{"in two streams", func(t *testing.T, d *template) []byte {
		if strings.Contains(d.content, "BI /") {
			return nil // an inline image must not be cut
		}
		lines := strings.SplitAfter(d.content, "\n")
		half := len(lines) / 2
		return d.with(t, "/MediaBox [0 0 612 792] /Contents [4 0 R 40 0 R]",
			streamObject(4, "", strings.Join(lines[:half], ""))+streamObject(40, "", strings.Join(lines[half:], "")))
	}},
	{"one code for each operator", func(t *testing.T, d *template) []byte {
		if strings.Contains(d.content, "BI /") {
			return nil
		}
		return d.with(t, letter, streamObject(4, "", shown.ReplaceAllStringFunc(d.content, func(s string) string {
			return oneCode.ReplaceAllString(s[1:len(s)-len(") Tj")], "($0) Tj ")
		})))
	}},
	{"with comments", func(t *testing.T, d *template) []byte {
		if strings.Contains(d.content, "BI /") {
			return nil
		}
		return d.with(t, letter, streamObject(4, "", "% (not shown) Tj\n"+strings.ReplaceAll(d.content, "\n", " % (nor this) Tj\n")))
	}},
}

var (
	shown   = regexp.MustCompile(`\((?:[^()\\]|\\.)+\) Tj`)
	oneCode = regexp.MustCompile(`\\[0-7]{3}|\\.|[^\\]`)
)

func TestVariantsReadTheSame(t *testing.T) {
	for name, d := range templates(t) {
		t.Run(name, func(t *testing.T) {
			want := reading(firstPage(t, d.with(t, letter, streamObject(4, "", d.content))))
			for _, v := range variants {
				pdf := v.write(t, &d)
				if pdf == nil {
					continue
				}
				if got := reading(firstPage(t, pdf)); got != want {
					t.Errorf("%s (- plain, + so):\n%s", v.name, pdftest.Diff(want, got))
				}
			}
		})
	}
}

// reading describes all that a reader would see but for places and sizes.
func reading(p *pdftext.Page) string {
	var b strings.Builder
	layout := pdftext.Analyze(p)
	fmt.Fprintf(&b, "%s\n%+v\n", pdftext.Text(p), layout.Stats)
	for _, t := range layout.Tables {
		fmt.Fprintf(&b, "%v %dx%d\n", t.Kind, t.Rows, t.Cols)
		for _, c := range t.Cells {
			fmt.Fprintf(&b, "%d %d %d %d %q\n", c.Row, c.Col, c.RowSpan, c.ColSpan, c.Text(p))
		}
	}
	for _, c := range layout.Columns {
		for _, block := range c.Blocks {
			for _, l := range block.Lines {
				for _, s := range pdftext.Spans(p, l) {
					s.Style.Size = 0
					fmt.Fprintf(&b, "%q %+v\n", s.Text(p), s.Style)
				}
			}
		}
	}
	return b.String()
}

func TestVariantsDiffer(t *testing.T) {
	d := templates(t)["hello"]
	for _, v := range variants {
		assert.NotEqual(t, string(d.with(t, letter, streamObject(4, "", d.content))), string(v.write(t, &d)), v.name)
	}
}

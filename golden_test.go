package pdftext_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

// stages lists what is compared with testdata/golden/NAME.STAGE for every
// document testdata/src/NAME.in. A difference shows which stage moved first.
var stages = []struct {
	name  string
	print func(w io.Writer, p *pdftext.Page)
}{
	{"glyphs", printGlyphs},
	{"lines", printLines},
	{"columns", printColumns},
	{"tables", printTables},
	{"spans", printSpans},
	{"text", func(w io.Writer, p *pdftext.Page) { io.WriteString(w, pdftext.Text(p)) }},
	{"grid", func(w io.Writer, p *pdftext.Page) { w.Write(pdftext.AppendGrid(nil, pdftext.Analyze(p))) }},
}

func TestGolden(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join("testdata", "src", "*.in"))
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".in")
		t.Run(name, func(t *testing.T) {
			pdf := pdftest.File(t, source)
			for _, stage := range stages {
				got := print(t, pdf, stage.print)
				pdftest.Golden(t, name+"."+stage.name, got)
				assert.Equal(t, string(got), string(print(t, pdf, stage.print)), "%s differs from run to run", stage.name)
			}
		})
	}
}

// outputs lists what is compared with testdata/golden/NAME.OUTPUT for the whole
// document.
var outputs = []struct {
	name  string
	write func(io.Writer, iter.Seq2[*pdftext.Layout, error], *pdftext.WriteOptions) error
}{
	{"markdown", pdftext.WriteMarkdown},
	{"html", pdftext.WriteHTML},
	{"hocr", pdftext.WriteHOCR},
}

func TestGoldenOutputs(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join("testdata", "src", "*.in"))
	require.NoError(t, err)
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".in")
		t.Run(name, func(t *testing.T) {
			pdf := pdftest.File(t, source)
			doc, err := pdftext.NewReader(context.Background(), bytes.NewReader(pdf), int64(len(pdf)), nil)
			require.NoError(t, err)
			for _, output := range outputs {
				var b bytes.Buffer
				require.NoError(t, output.write(&b, doc.Layouts(context.Background()), nil))
				pdftest.Golden(t, name+"."+output.name, b.Bytes())
			}
		})
	}
}

// print opens the file and prints a stage of its first page.
func print(t *testing.T, pdf []byte, stage func(io.Writer, *pdftext.Page)) []byte {
	t.Helper()
	p := firstPage(t, pdf)
	var b bytes.Buffer
	stage(&b, p)
	return b.Bytes()
}

func firstPage(t *testing.T, pdf []byte) *pdftext.Page {
	t.Helper()
	ctx := context.Background()
	doc, err := pdftext.NewReader(ctx, bytes.NewReader(pdf), int64(len(pdf)), nil)
	require.NoError(t, err)
	p, err := doc.Page(ctx, 1)
	require.NoError(t, err)
	return p
}

// printGlyphs prints the page, and its glyphs under the run they belong to.
func printGlyphs(w io.Writer, p *pdftext.Page) {
	fmt.Fprintf(w, "page %v rotate %d\n", p.Bounds, p.Rotate)
	for _, warning := range p.Warnings {
		fmt.Fprintf(w, "warning %v\n", warning.Kind)
	}
	for _, r := range p.Rules {
		fmt.Fprintf(w, "rule %.2f,%.2f %.2f,%.2f width %.2f\n", r.X0, r.Y0, r.X1, r.Y1, r.Width)
	}
	run := -1
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if int(g.Run) != run {
			run = int(g.Run)
			printRun(w, p, &p.Runs[run])
		}
		fmt.Fprintf(w, "glyph %q %.2f,%.2f advance %.2f size %.4g%s\n", g.Text(p), g.X, g.Y, g.Advance, g.Size, flags(g.Flags))
	}
	s := pdftext.Count(p)
	fmt.Fprintf(w, "painted %d duplicates %d clipped %d hidden %d unresolved %d\n",
		s.Painted, s.Duplicates, s.Clipped, s.Hidden, s.Unresolved)
}

func printRun(w io.Writer, p *pdftext.Page, r *pdftext.Run) {
	fmt.Fprintf(w, "run %s dir %s", p.Fonts[r.Font].Name, vector(r.Dir))
	if r.Up != (pdftext.Point{X: r.Dir.Y, Y: -r.Dir.X}) {
		fmt.Fprintf(w, " up %s", vector(r.Up))
	}
	if r.Mode != pdftext.Fill {
		fmt.Fprintf(w, " mode %d", r.Mode)
	}
	if black := (pdftext.Color{A: 255}); r.Fill != black {
		fmt.Fprintf(w, " fill #%02x%02x%02x", r.Fill.R, r.Fill.G, r.Fill.B)
	}
	if r.Clip.Intersect(p.Bounds) != p.Bounds {
		fmt.Fprintf(w, " clip %v", r.Clip)
	}
	if r.MCID >= 0 {
		fmt.Fprintf(w, " mcid %d", r.MCID)
	}
	if r.Hidden {
		fmt.Fprint(w, " hidden")
	}
	if r.Artifact {
		fmt.Fprint(w, " artifact")
	}
	fmt.Fprintln(w)
}

// vector prints a vector with two digits and without a negative zero.
func vector(v pdftext.Point) string {
	s := fmt.Sprintf("%.2f,%.2f", v.X, v.Y)
	return strings.ReplaceAll(s, "-0.00", "0.00")
}

func flags(f pdftext.GlyphFlags) string {
	names := []struct {
		flag pdftext.GlyphFlags
		name string
	}{
		{pdftext.ActualText, "actualtext"}, {pdftext.NoUnicode, "nounicode"}, {pdftext.Guessed, "guessed"},
		{pdftext.Overprinted, "overprinted"}, {pdftext.Vertical, "vertical"},
	}
	s := ""
	for _, n := range names {
		if f&n.flag != 0 {
			s += " " + n.name
		}
	}
	return s
}

func printLine(w io.Writer, p *pdftext.Page, l *pdftext.Line) {
	fmt.Fprintf(w, "line %s dir %s size %.4g %q\n", vector(l.Origin), vector(l.Dir), l.Size, l.Text(p))
}

func printLines(w io.Writer, p *pdftext.Page) {
	for _, l := range pdftext.Lines(p, pdftext.Visible(p, nil)) {
		printLine(w, p, &l)
	}
}

func printColumns(w io.Writer, p *pdftext.Page) {
	for _, c := range pdftext.Analyze(p).Columns {
		fmt.Fprintf(w, "column %v\n", c.Bounds)
		for _, b := range c.Blocks {
			fmt.Fprintf(w, "  block %v\n", b.Bounds)
			for _, l := range b.Lines {
				fmt.Fprint(w, "    ")
				printLine(w, p, &l)
			}
		}
	}
}

func printTables(w io.Writer, p *pdftext.Page) {
	for _, t := range pdftext.Analyze(p).Tables {
		fmt.Fprintf(w, "table %v %v rows %d cols %d\n", t.Kind, t.Bounds, t.Rows, t.Cols)
		for _, c := range t.Cells {
			fmt.Fprintf(w, "  cell r%d c%d %dx%d %q\n", c.Row, c.Col, c.RowSpan, c.ColSpan, c.Text(p))
		}
	}
}

func printSpans(w io.Writer, p *pdftext.Page) {
	for _, c := range pdftext.Analyze(p).Columns {
		for _, b := range c.Blocks {
			for _, l := range b.Lines {
				fmt.Fprintln(w, "line")
				for _, s := range pdftext.Spans(p, l) {
					printSpan(w, p, &s)
				}
			}
		}
	}
}

func printSpan(w io.Writer, p *pdftext.Page, s *pdftext.Span) {
	st := &s.Style
	fmt.Fprintf(w, "  span %q %s %g", s.Text(p), st.Family, st.Size)
	for _, flag := range []struct {
		on   bool
		name string
	}{
		{st.Bold, "bold"}, {st.Italic, "italic"}, {st.Monospace, "monospace"},
		{st.Underline, "underline"}, {st.Strikeout, "strikeout"},
		{st.Highlight, "highlight"},
		{st.Script == pdftext.Superscript, "superscript"}, {st.Script == pdftext.Subscript, "subscript"},
		{st.Color != pdftext.Color{A: 255}, fmt.Sprintf("#%02x%02x%02x", st.Color.R, st.Color.G, st.Color.B)},
	} {
		if flag.on {
			fmt.Fprint(w, " "+flag.name)
		}
	}
	if s.Link != nil {
		fmt.Fprintf(w, " link %q page %d", s.Link.URI, s.Link.Page)
	}
	fmt.Fprintln(w)
}

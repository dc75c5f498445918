package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/pdftest"
)

// program is the built command.
var program string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "extract")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "extract")
		if runtime.GOOS == "windows" {
			program += ".exe"
		}
		if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s", out)
			return 1
		}
		return m.Run()
	}())
}

// A result is how one run of the program ended.
type result struct {
	code        int
	out, errors string
}

// extract runs the program. Each of set is a variable for its environment,
// such as "NAME=value".
func extract(t *testing.T, stdin []byte, set []string, args ...string) result {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Env = append(os.Environ(), "PDFTEXT_PASSWORD=")
	cmd.Env = append(cmd.Env, set...)
	var out, errors bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errors
	err := cmd.Run()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	for line := range strings.Lines(errors.String()) {
		assert.True(t, strings.HasPrefix(line, "extract"), "not a message: %q", line)
	}
	return result{cmd.ProcessState.ExitCode(), out.String(), errors.String()}
}

// show is the content of a page that shows one line of text.
func show(text string) string { return "BT /F1 12 Tf 72 700 Td (" + text + ") Tj ET" }

// document returns a file whose pages say "Page 1.", "Page 2." and so on.
func document(pages int) []byte {
	var b pdftest.Builder
	for i := range pages {
		b.Page(show(fmt.Sprintf("Page %d.", i+1)), "")
	}
	return b.Bytes()
}

// file writes data to a temporary file and returns its name.
func file(t *testing.T, data []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "in.pdf")
	require.NoError(t, os.WriteFile(name, data, 0o600))
	return name
}

func TestText(t *testing.T) {
	r := extract(t, nil, nil, file(t, document(3)))
	assert.Equal(t, result{exitAll, "Page 1.\n\fPage 2.\n\fPage 3.\n", ""}, r)
}

func TestStandardInput(t *testing.T) {
	assert.Equal(t, result{exitAll, "Page 1.\n", ""}, extract(t, document(1), nil, "-"))
}

func TestFileForms(t *testing.T) {
	for _, b := range []pdftest.Builder{{Compress: true}, {XRefStream: true}, {ObjectStreams: true, Compress: true}} {
		b.Page(show("form"), "")
		assert.Equal(t, result{exitAll, "form\n", ""}, extract(t, b.Bytes(), nil, "-"))
	}
}

func TestPages(t *testing.T) {
	in := file(t, document(5))
	assert.Equal(t, result{exitAll, "Page 2.\n\fPage 4.\n\fPage 5.\n", ""}, extract(t, nil, nil, "-pages", "4-,2", in))
	r := extract(t, nil, nil, "-pages", "5-9", in)
	assert.Equal(t, exitSomePages, r.code)
	assert.Equal(t, "Page 5.\n", r.out)
	assert.Contains(t, r.errors, "page 6: no such page: there are 5")
	r = extract(t, nil, nil, "-pages", "7", "-format", "json", in)
	assert.Equal(t, exitSomePages, r.code)
	assert.Empty(t, pagesOf(t, r.out))
}

func TestManyPagesKeepTheirOrder(t *testing.T) {
	const n = 120
	in := file(t, document(n))
	var want []string
	for i := range n {
		want = append(want, fmt.Sprintf("Page %d.\n", i+1))
	}
	for _, workers := range []string{"0", "1", "4"} {
		r := extract(t, nil, nil, "-workers", workers, in)
		assert.Equal(t, result{exitAll, strings.Join(want, "\f"), ""}, r)
	}
}

func TestUsage(t *testing.T) {
	in := file(t, document(1))
	for _, args := range [][]string{
		{}, {""}, {in, in}, {"-format", "docx", in}, {"-format", "", in}, {"-pages", "0", in}, {"-pages", "3-1", in},
		{"-pages", "x", in}, {"-nonsense", in}, {"-timeout", "soon", in}, {"-timeout", "-1s", in}, {"-workers", "-1", in},
		{"-password-file", in + ".none", in}, {"-o", in, in},
	} {
		r := extract(t, nil, nil, args...)
		assert.Equal(t, exitUsage, r.code, args)
		assert.Empty(t, r.out, args)
		assert.NotEmpty(t, r.errors, args)
	}
	got, err := os.ReadFile(in)
	require.NoError(t, err)
	assert.Equal(t, document(1), got, "the input was changed")
}

func TestHelp(t *testing.T) {
	cmd := exec.Command(program, "-h")
	out, err := cmd.CombinedOutput()
	assert.NoError(t, err)
	for _, flag := range []string{"-format", "-pages", "-password-file", "-timeout", "-o", "-workers", "-quiet"} {
		assert.Contains(t, string(out), "\n  "+flag)
	}
}

func TestUnreadable(t *testing.T) {
	for _, data := range [][]byte{nil, []byte("plain text"), bytes.Repeat([]byte{0}, 5000), []byte("%PDF-1.7\n")} {
		r := extract(t, data, nil, "-")
		assert.Equal(t, exitUnreadable, r.code)
		assert.Empty(t, r.out)
		assert.Equal(t, 1, strings.Count(r.errors, "\n"), r.errors)
	}
	assert.Equal(t, exitUnreadable, extract(t, nil, nil, filepath.Join(t.TempDir(), "none.pdf")).code)
	assert.Equal(t, exitUnreadable, extract(t, nil, nil, t.TempDir()).code)
}

func TestPassword(t *testing.T) {
	b := pdftest.Builder{UserPassword: "open sesame", OwnerPassword: "owner"}
	b.Page(show("secret"), "")
	in := file(t, b.Bytes())
	locked := extract(t, nil, nil, in)
	assert.Equal(t, exitPassword, locked.code)
	assert.Empty(t, locked.out)
	assert.Equal(t, exitPassword, extract(t, nil, []string{"PDFTEXT_PASSWORD=wrong"}, in).code)
	opened := result{exitAll, "secret\n", ""}
	assert.Equal(t, opened, extract(t, nil, []string{"PDFTEXT_PASSWORD=open sesame"}, in))
	assert.Equal(t, opened, extract(t, nil, []string{"PDFTEXT_PASSWORD=owner"}, in))
	for _, text := range []string{"open sesame", "open sesame\n", "open sesame\r\nmore"} {
		name := filepath.Join(t.TempDir(), "password")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		assert.Equal(t, opened, extract(t, nil, []string{"PDFTEXT_PASSWORD=wrong"}, "-password-file", name, in))
	}
}

func TestOutputFile(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.txt")
	assert.Equal(t, result{exitAll, "", ""}, extract(t, document(2), nil, "-o", out, "-"))
	got, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Equal(t, "Page 1.\n\fPage 2.\n", string(got))
	// What cannot be opened leaves the output as it was.
	assert.Equal(t, exitUnreadable, extract(t, []byte("no"), nil, "-o", out, "-").code)
	got, err = os.ReadFile(out)
	require.NoError(t, err)
	assert.Equal(t, "Page 1.\n\fPage 2.\n", string(got))
}

func TestDeadline(t *testing.T) {
	// A page that takes minutes if nothing stops it: forms that show forms.
	var b pdftest.Builder
	inner := b.Stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9]", strings.Repeat("0 0 m 1 1 l S\n", 10000))
	for range 8 {
		inner = b.Stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X "+pdftest.Ref(inner)+" >> >>",
			strings.Repeat("/X Do\n", 50))
	}
	b.Resources = "/XObject << /X " + pdftest.Ref(inner) + " >>"
	for range 20 {
		b.Page("/X Do", "")
	}
	for _, workers := range []string{"1", "3"} {
		begin := time.Now()
		r := extract(t, b.Bytes(), nil, "-timeout", "100ms", "-workers", workers, "-format", "json", "-")
		assert.Equal(t, exitLimit, r.code)
		assert.Contains(t, r.errors, "deadline")
		assert.Less(t, time.Since(begin), 10*time.Second)
		assert.True(t, json.Valid([]byte(r.out)), "cut short, but whole")
	}
	assert.Equal(t, exitAll, extract(t, document(1), nil, "-timeout", "1m", "-").code)
}

func TestPageThatFails(t *testing.T) {
	var b pdftest.Builder
	b.Page(show("first"), "")
	b.Page("", "/Type /Pages /Kids 5")
	b.Page(show("last"), "")
	r := extract(t, b.Bytes(), nil, "-")
	assert.Contains(t, []int{exitAll, exitSomePages}, r.code)
	assert.Contains(t, r.out, "first\n")
	assert.Contains(t, r.out, "last\n")
	assert.NotEmpty(t, r.errors)
}

func TestDamageIsReported(t *testing.T) {
	pdf := pdftest.Page(show("before") + " Q 1 2 bogus")
	r := extract(t, pdf, nil, "-")
	assert.Equal(t, exitAll, r.code)
	assert.Equal(t, "before\n", r.out)
	assert.Contains(t, r.errors, "page 1: ")
	assert.Empty(t, extract(t, pdf, nil, "-quiet", "-").errors)
}

func TestLimits(t *testing.T) {
	// A form in itself is cut off, and the text before it is kept.
	var b pdftest.Builder
	self := b.Stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>", "/X Do")
	b.Stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 4 0 R >> >>", "/X Do")
	b.Resources = "/XObject << /X " + pdftest.Ref(self) + " >>"
	b.Page(show("before")+" /X Do", "")
	r := extract(t, b.Bytes(), nil, "-quiet", "-")
	assert.Equal(t, exitSomePages, r.code)
	assert.Equal(t, "before\n", r.out)
	assert.Contains(t, r.errors, "page 1: limit_reached: ")

	// A page that is a bomb leaves nothing.
	bomb := pdftest.Builder{Compress: true}
	bomb.Page(strings.Repeat(" ", 100<<20), "")
	r = extract(t, bomb.Bytes(), nil, "-")
	assert.Equal(t, exitLimit, r.code)
	assert.Empty(t, r.out)
}

// pagesOf returns the pages of the JSON that -format json wrote.
func pagesOf(t *testing.T, out string) []jsonPage {
	t.Helper()
	var doc struct {
		SchemaVersion int           `json:"schema_version"`
		PageCount     int           `json:"page_count"`
		Pages         []jsonPage    `json:"pages"`
		Warnings      []jsonWarning `json:"warnings"`
	}
	d := json.NewDecoder(strings.NewReader(out))
	d.DisallowUnknownFields()
	require.NoError(t, d.Decode(&doc))
	assert.Equal(t, schemaVersion, doc.SchemaVersion)
	assert.Positive(t, doc.PageCount)
	assert.NotNil(t, doc.Warnings)
	return doc.Pages
}

func TestJSON(t *testing.T) {
	pdf := pdftest.Page("BT /F1 12 Tf 72 700 Td (Plain and ) Tj /F2 12 Tf (bold \"<&>\"\\\\) Tj ET 1 0 0 rg 72 698 51 0.6 re f", "Helvetica", "Helvetica-Bold")
	r := extract(t, pdf, nil, "-format", "json", "-")
	assert.Equal(t, exitAll, r.code)
	pages := pagesOf(t, r.out)
	require.Len(t, pages, 1)
	p := pages[0]
	assert.Equal(t, 1, p.Number)
	assert.Equal(t, number(612), p.Width)
	assert.Equal(t, number(792), p.Height)
	assert.Equal(t, 1, p.Columns)
	assert.True(t, p.HasText)
	assert.Equal(t, jsonStats{Painted: 21, Verdict: "text"}, p.Stats)
	require.Len(t, p.Lines, 1)
	require.Len(t, p.Lines[0].Spans, 2)
	assert.Equal(t, jsonSpan{Text: "Plain and ", Underline: true, Size: 12, Font: "Helvetica", Color: "#000000"}, p.Lines[0].Spans[0])
	assert.Equal(t, jsonSpan{Text: `bold "<&>"\`, Bold: true, Size: 12, Font: "Helvetica", Color: "#000000"}, p.Lines[0].Spans[1])
	require.Len(t, p.Blocks, 1)
	assert.Equal(t, 1, p.Blocks[0].LineCount)
	for _, key := range []string{`"tables":[]`, `"warnings":[]`, `"rotation":0`, `"unresolved":0`} {
		assert.Contains(t, r.out, key)
	}
}

func TestJSONColumns(t *testing.T) {
	pdf := pdftest.File(t, filepath.Join("..", "..", "testdata", "src", "two-columns.in"))
	p := pagesOf(t, extract(t, pdf, nil, "-format", "json", "-").out)[0]
	assert.Equal(t, 2, p.Columns)
	require.Len(t, p.Blocks, 4) // heading, left, right, foot
	next := 0
	for i, b := range p.Blocks {
		assert.Equal(t, i, b.Column)
		assert.Equal(t, next, b.FirstLine)
		next += b.LineCount
	}
	assert.Len(t, p.Lines, next)
}

func TestJSONOfScan(t *testing.T) {
	r := extract(t, pdftest.Page("0 0 100 100 re f"), nil, "-format", "json", "-")
	p := pagesOf(t, r.out)[0]
	assert.False(t, p.HasText)
	assert.Zero(t, p.Columns)
	assert.Contains(t, r.out, `"lines":[]`)
}

func TestJSONTable(t *testing.T) {
	var c strings.Builder
	for i := range 4 { // a grid of 3 rows and 2 columns
		fmt.Fprintf(&c, "72 %d m 272 %d l S\n", 700-20*i, 700-20*i)
	}
	for i := range 3 {
		fmt.Fprintf(&c, "%d 700 m %d 640 l S\n", 72+100*i, 72+100*i)
	}
	for row := range 3 {
		for col := range 2 {
			fmt.Fprintf(&c, "BT /F1 10 Tf %d %d Td (r%dc%d) Tj ET\n", 80+100*col, 686-20*row, row, col)
		}
	}
	r := extract(t, pdftest.Page(c.String()), nil, "-format", "json", "-")
	tables := pagesOf(t, r.out)[0].Tables
	require.Len(t, tables, 1)
	assert.Equal(t, "lattice", tables[0].Kind)
	assert.Equal(t, []int{3, 2}, []int{tables[0].Rows, tables[0].Cols})
	require.Len(t, tables[0].Cells, 6)
	for i, cell := range tables[0].Cells {
		assert.Equal(t, fmt.Sprintf("r%dc%d", i/2, i%2), cell.Text)
		assert.Equal(t, []int{i / 2, i % 2, 1, 1}, []int{cell.Row, cell.Col, cell.RowSpan, cell.ColSpan})
	}
}

func TestNDJSON(t *testing.T) {
	r := extract(t, document(3), nil, "-format", "ndjson", "-")
	n := 0
	for line := range strings.Lines(r.out) {
		var p jsonPage
		require.NoError(t, json.Unmarshal([]byte(line), &p))
		n++
		assert.Equal(t, n, p.Number)
		assert.Equal(t, schemaVersion, p.SchemaVersion)
	}
	assert.Equal(t, 3, n)
}

func TestNumbers(t *testing.T) {
	for in, want := range map[number]string{1.0 / 3: "0.33", 72: "72", -0.001: "0", 1e9: "1000000000"} {
		got, err := json.Marshal(in)
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	}
}

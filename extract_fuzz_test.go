package pdftext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/pdftest"
	"github.com/pdftext-go/pdftext/internal/script"
)

// What one input of a fuzz target may take. The limits on work are low, so
// that an input which gets past them shows within a second.
const (
	fuzzTime   = 4 * time.Second // on a busy machine and instrumented; what is measured is some ms
	fuzzMemory = 512 << 20       // bytes allocated in all, not at once
	fuzzPages  = 3               // that are read of a document
	fuzzBytes  = 64 << 10        // larger inputs are not tried
)

var fuzzLimits = Limits{
	StreamBytes: 1 << 18, DocumentBytes: 1 << 20, Operators: 5_000, Glyphs: 1_000, FormDepth: 4, Objects: 1 << 12, Pages: 100,
}

// within fails the test if f takes more than a hostile input may.
func within(t *testing.T, f func()) {
	t.Helper()
	allocated := func() uint64 {
		s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	start, before := time.Now(), allocated()
	f()
	if d := time.Since(start); d > fuzzTime {
		t.Fatalf("%v", d)
	}
	if n := allocated() - before; n > fuzzMemory {
		t.Fatalf("%d bytes allocated", n)
	}
}

// FuzzDocument opens any bytes, and reads the first pages with every stage.
func FuzzDocument(f *testing.F) {
	for _, file := range fuzzFiles(f) {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if len(file) > fuzzBytes {
			return
		}
		within(t, func() { checkDocument(t, file) })
	})
}

// FuzzContent shows any content with any font. The document around them is
// sound, so that all of an input reaches the interpreter and the layout: F1 is
// Helvetica, F2 the font, and both the font and the content may name stream as
// 4 0 R and the form X that has the content as 5 0 R.
func FuzzContent(f *testing.F) {
	for _, file := range fuzzFiles(f) {
		if _, rest, ok := bytes.Cut(file, []byte("stream\n")); ok {
			content, _, _ := bytes.Cut(rest, []byte("\nendstream"))
			f.Add(content, "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /ToUnicode 4 0 R >>", []byte("1 beginbfchar <41> <00660069> endbfchar"), uint16(len(content)))
		}
	}
	f.Add([]byte("/P /P1 BDC BT /F2 9 Tf 9 9 Td (\x00A\x00B) Tj ET EMC q 2 0 0 2 0 0 cm /X Do Q 9 9 99 1 re f"),
		"<< /Type /Font /Subtype /Type0 /Encoding /Identity-V /DescendantFonts [<< /Subtype /CIDFontType0 /W [1 [500 600]] >>] /ToUnicode 4 0 R >>",
		[]byte("1 begincodespacerange <0000> <FFFF> endcodespacerange 1 beginbfrange <0000> <FFFF> <0041> endbfrange"), uint16(1))
	f.Add([]byte("BT /F2 9 Tf 9 TL 9 700 Td (ab) ' (ab) ' ET 0 690 m 99 690 l S"),
		"<< /Type /Font /Subtype /Type3 /FontMatrix [.01 0 0 .01 0 0] /FirstChar 97 /Widths [50 50] /Encoding << /Differences [97 /a /b] >> /CharProcs << /a 4 0 R /b 5 0 R >> >>",
		[]byte("50 0 d0 (x) Tj"), uint16(2))
	f.Fuzz(func(t *testing.T, content []byte, font string, stream []byte, how uint16) {
		if len(content)+len(font)+len(stream) > fuzzBytes {
			return
		}
		b := pdftest.Builder{Compress: how&1 != 0, XRefStream: how&2 != 0, ObjectStreams: how&4 != 0}
		if how&8 != 0 {
			b.OwnerPassword = "owner"
		}
		b.Stream("", string(stream))
		b.Stream("/Subtype /Form /BBox [0 0 300 300] /Matrix [1 0 .2 1 5 5]", string(content))
		b.Font("Helvetica")
		b.Font(font)
		b.Resources = "/XObject << /X 5 0 R >> /ExtGState << /G << /ca .5 /LW 2 /Font [7 0 R 9] >> >>" +
			" /Properties << /P1 << /MCID 3 /ActualText (abc) >> /P2 << /Type /OCG >> >>"
		entries := fmt.Sprintf("/Rotate %d", int(how>>4&3)*90)
		if how&64 != 0 {
			entries += " /UserUnit 2.5 /CropBox [50 50 400 700]"
		}
		b.Page(string(content), entries)
		file := b.Bytes()
		within(t, func() { checkDocument(t, file) })
	})
}

// fuzzFiles returns the documents of testdata, whole and damaged, and some in
// other dress.
func fuzzFiles(f *testing.F) [][]byte {
	sources, err := filepath.Glob(filepath.Join("testdata", "src", "*.in"))
	if err != nil || len(sources) == 0 {
		f.Fatalf("no documents: %v", err)
	}
	var files [][]byte
	for i, source := range sources {
		template, err := os.ReadFile(source)
		if err != nil {
			f.Fatal(err)
		}
		file, err := pdftest.Expand(template)
		if err != nil {
			f.Fatal(err)
		}
		files = append(files, file)
		if i%4 == 0 {
			files = append(files, file[:len(file)*3/4], bytes.ReplaceAll(file, []byte("endobj"), nil))
		}
	}
	for _, b := range []pdftest.Builder{{}, {Compress: true}, {XRefStream: true}, {Compress: true, ObjectStreams: true}, {UserPassword: "u"}, {OwnerPassword: "o"}} {
		b.Page("BT /F1 12 Tf 72 700 Td (Some words) Tj 0 -14 Td (and some more) Tj ET 72 698 60 1 re f", "")
		b.Page("BT /F1 12 Tf 72 700 Td [(A)-900(B)] TJ ET", "/Rotate 90")
		files = append(files, b.Bytes())
	}
	return files
}

// A reading is what a document gives that must be the same each time.
type reading struct {
	err      string
	pages    int
	warnings []Warning
	layouts  []*Layout
	texts    []string
	errs     []string
}

// checkDocument reads a document twice and checks all that it gives.
func checkDocument(t *testing.T, file []byte) {
	t.Helper()
	a := readDocument(t, file, func(p *Page) (*Layout, string) {
		checkFinite(t, p)
		layout, text := checkPage(t, p)
		checkFinite(t, layout)
		return layout, text
	})
	b := readDocument(t, file, func(p *Page) (*Layout, string) { return Analyze(p), Text(p) })
	for _, l := range slices.Concat(a.layouts, b.layouts) {
		l.Page.rules = nil // made when Spans first asks
	}
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("two runs differ: %s", difference(reflect.ValueOf(a), reflect.ValueOf(b), ""))
	}
}

// difference returns where two values of a type begin to differ.
func difference(a, b reflect.Value, path string) string {
	switch a.Kind() {
	case reflect.Pointer:
		if !a.IsNil() && !b.IsNil() {
			return difference(a.Elem(), b.Elem(), path)
		}
	case reflect.Slice:
		for i := range min(a.Len(), b.Len()) {
			if s := difference(a.Index(i), b.Index(i), fmt.Sprintf("%s[%d]", path, i)); s != "" {
				return s
			}
		}
		if a.Len() == b.Len() && a.IsNil() == b.IsNil() {
			return ""
		}
	case reflect.Struct:
		for i := range a.NumField() {
			if s := difference(a.Field(i), b.Field(i), path+"."+a.Type().Field(i).Name); s != "" {
				return s
			}
		}
		return ""
	default:
		if a.Equal(b) {
			return ""
		}
	}
	return fmt.Sprintf("%s: %#v, then %#v", path, a, b)
}

// readDocument reads a document, and its pages with analyze.
func readDocument(t *testing.T, file []byte, analyze func(*Page) (*Layout, string)) (r reading) {
	ctx := context.Background()
	doc, err := NewReader(ctx, bytes.NewReader(file), int64(len(file)), &Options{Limits: fuzzLimits})
	if err != nil {
		r.err = checkFault(t, err)
		return r
	}
	if r.pages, err = doc.NumPages(ctx); err != nil {
		r.err = checkFault(t, err)
	}
	for n := 1; n <= min(r.pages+1, fuzzPages); n++ {
		p, err := doc.Page(ctx, n)
		if err != nil {
			if n <= r.pages && errors.Is(err, ErrPageRange) {
				t.Fatalf("page %d of %d: %v", n, r.pages, err)
			}
			r.errs = append(r.errs, checkFault(t, err))
			continue
		}
		if p.Number != n || n > r.pages {
			t.Fatalf("page %d of %d is %d", n, r.pages, p.Number)
		}
		layout, text := analyze(p)
		r.layouts, r.texts = append(r.layouts, layout), append(r.texts, text)
		checkWarnings(t, p.Warnings)
	}
	r.warnings = doc.Warnings()
	checkWarnings(t, r.warnings)
	if err := doc.Close(); err != nil {
		t.Fatal(err)
	}
	return r
}

// checkFault checks that an error is one of those that callers can tell apart,
// and returns its text.
func checkFault(t *testing.T, err error) string {
	t.Helper()
	var internal *InternalError
	if errors.As(err, &internal) {
		t.Fatalf("%v\n%s", err, internal.Stack)
	}
	var limit *LimitError
	known := errors.As(err, &limit)
	for _, e := range []error{ErrNotPDF, ErrCorrupt, ErrPassword, ErrUnsupported, ErrPageRange} {
		known = known || errors.Is(err, e)
	}
	if s := err.Error(); !known || !isPlain(s, "") {
		t.Fatalf("untyped error %q", s)
	}
	return err.Error()
}

func checkWarnings(t *testing.T, warnings []Warning) {
	t.Helper()
	for _, w := range warnings {
		if int(w.Kind) >= len(warningNames) || w.Kind == 0 || !isPlain(w.Detail, "") || w.Offset < -1 {
			t.Fatalf("warning %+v", w)
		}
	}
}

// isPlain reports whether s is valid UTF-8 without controls but for those that
// are allowed.
func isPlain(s, allowed string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return r < ' ' && !strings.ContainsRune(allowed, r) }) < 0
}

// checkPage runs every stage on a page and checks what holds for any. Glyphs
// must have the indices that Page asks for. It returns what is found.
func checkPage(t *testing.T, p *Page) (*Layout, string) {
	t.Helper()
	visible := Visible(p, nil)
	for i := range visible {
		if i > 0 && visible[i].Index <= visible[i-1].Index {
			t.Fatalf("glyph %d is visible after %d", visible[i].Index, visible[i-1].Index)
		}
		if g := &p.Glyphs[visible[i].Index]; g.Code != visible[i].Code || g.Rune != visible[i].Rune {
			t.Fatalf("glyph %d has changed", visible[i].Index)
		}
	}
	if s := Count(p); s.Painted != len(p.Glyphs) || s.Painted-s.Duplicates-s.Clipped-s.Hidden != len(visible) ||
		min(s.Duplicates, s.Clipped, s.Hidden, s.Covered, s.Unresolved) < 0 {
		t.Fatalf("%+v for %d visible glyphs", s, len(visible))
	}
	lines := Lines(p, visible)
	checkHeld(t, p, visible, lines, "Lines")
	if text := joinedText(p, lines); !utf8.ValidString(text) {
		t.Fatalf("text %q", text)
	}
	checkHeld(t, p, visible, columnLines(Columns(p, lines, &ColumnOptions{GapMultiplier: 3})), "Columns")
	for i := range lines {
		checkSplit(t, &lines[i], Spans(p, lines[i]))
	}
	for _, o := range []TableOptions{{}, {MinConfidence: -1}} {
		checkTables(t, p, visible, Tables(p, lines, &o))
	}

	layout := Analyze(p)
	checkHeld(t, p, visible, columnLines(layout.Columns), "Analyze")
	checkTables(t, p, visible, layout.Tables)
	for i := range layout.Columns {
		for j := range layout.Columns[i].Blocks {
			b := &layout.Columns[i].Blocks[j]
			if b.Obstacle < 0 || b.Obstacle > len(layout.Tables) || b.Level < 0 || b.Label < 0 || b.Role.String() == "unknown" {
				t.Fatalf("block %+v", b)
			}
			if len(b.Lines) > 0 && b.Label > len(b.Lines[0].Glyphs) {
				t.Fatalf("a label of %d glyphs", b.Label)
			}
			if s := b.Text(p); !isPlain(s, "\n\t") {
				t.Fatalf("block %q", s)
			}
			for k := range b.Lines {
				checkSplit(t, &b.Lines[k], Spans(p, b.Lines[k]))
			}
		}
	}
	text := Text(p)
	if !isPlain(text, "\n\t") {
		t.Fatalf("text %q", text)
	}
	if blanks, feeds := longest(text); blanks > 1000 || feeds > 100 {
		t.Fatalf("%d blanks, %d line feeds on end", blanks, feeds)
	}
	if got := AppendText([]byte("keep"), p); string(got) != "keep"+text {
		t.Fatalf("%q, then %q", text, got)
	}
	return layout, text
}

// checkHeld checks that the lines of a stage hold each glyph that is not blank
// once, and blanks at most once.
func checkHeld(t *testing.T, p *Page, glyphs []Glyph, lines []Line, by string) {
	t.Helper()
	var k classifier
	held := make([]int8, len(p.Glyphs))
	for i := range lines {
		for j := range lines[i].Glyphs {
			switch g := &lines[i].Glyphs[j]; {
			case g.Index < 0:
				if g.Flags&Synthetic == 0 || g.Rune != ' ' {
					t.Fatalf("glyph %+v was not painted", *g)
				}
			case held[g.Index] > 0:
				t.Fatalf("glyph %d twice by %s", g.Index, by)
			default:
				held[g.Index]++
			}
		}
	}
	for i := range glyphs {
		g := &glyphs[i]
		if held[g.Index] == 0 && k.glyph(p, g)&script.Space == 0 {
			t.Fatalf("glyph %d is lost by %s", g.Index, by)
		}
		held[g.Index] = -1
	}
	for i, n := range held {
		if n > 0 {
			t.Fatalf("glyph %d is not visible", i)
		}
	}
}

// checkSplit checks that spans divide a line.
func checkSplit(t *testing.T, l *Line, spans []Span) {
	t.Helper()
	n := 0
	for i := range spans {
		s := &spans[i]
		if len(s.Glyphs) == 0 || n+len(s.Glyphs) > len(l.Glyphs) || s.Glyphs[0].Index != l.Glyphs[n].Index {
			t.Fatalf("span %d does not follow", i)
		}
		n += len(s.Glyphs)
		if v := s.Style.Size; v-v != 0 {
			t.Fatalf("span of size %v", v)
		}
	}
	if n != len(l.Glyphs) {
		t.Fatalf("spans have %d of %d glyphs", n, len(l.Glyphs))
	}
}

// checkTables checks that the cells of each table cover its grid without
// overlap, and that no glyph is in two.
func checkTables(t *testing.T, p *Page, visible []Glyph, tables []Table) {
	t.Helper()
	held := make([]bool, len(p.Glyphs))
	for i := range tables {
		table := &tables[i]
		if table.Rows < 1 || table.Cols < 1 || table.Rows*table.Cols > 1<<20 || !(table.Confidence >= 0 && table.Confidence <= 1) {
			t.Fatalf("table %d x %d, confidence %v", table.Rows, table.Cols, table.Confidence)
		}
		grid := make([]bool, table.Rows*table.Cols)
		left := len(grid)
		for j := range table.Cells {
			c := &table.Cells[j]
			if c.Row < 0 || c.Col < 0 || c.RowSpan < 1 || c.ColSpan < 1 || c.Row+c.RowSpan > table.Rows || c.Col+c.ColSpan > table.Cols {
				t.Fatalf("cell %+v of %d x %d", c, table.Rows, table.Cols)
			}
			for row := range c.RowSpan {
				for col := range c.ColSpan {
					at := (c.Row+row)*table.Cols + c.Col + col
					if grid[at] {
						t.Fatalf("field %d twice", at)
					}
					grid[at] = true
					left--
				}
			}
			if s := c.Text(p); !utf8.ValidString(s) {
				t.Fatalf("cell %q", s)
			}
			for k := range c.Lines {
				for _, g := range c.Lines[k].Glyphs {
					if g.Index >= 0 {
						if held[g.Index] {
							t.Fatalf("glyph %d in two cells", g.Index)
						}
						held[g.Index] = true
					}
				}
			}
		}
		if left != 0 {
			t.Fatalf("%d fields without a cell", left)
		}
	}
	n := 0
	for i := range visible {
		if held[visible[i].Index] {
			n++
			held[visible[i].Index] = false
		}
	}
	for i := range held {
		if held[i] {
			t.Fatalf("glyph %d of a cell is not visible", i)
		}
	}
}

func joinedText(p *Page, lines []Line) string {
	var b []byte
	for i := range lines {
		b = append(b, lines[i].Text(p)...)
	}
	return string(b)
}

// longest returns the most blanks and the most line feeds that follow one
// another.
func longest(s string) (blanks, feeds int) {
	b, f := 0, 0
	for i := range len(s) {
		switch s[i] {
		case ' ':
			b, f = b+1, 0
		case '\n':
			b, f = 0, f+1
		default:
			b, f = 0, 0
		}
		blanks, feeds = max(blanks, b), max(feeds, f)
	}
	return blanks, feeds
}

// checkFinite walks through all exported fields below v. No number is NaN or
// infinite, all strings are valid UTF-8.
func checkFinite(t *testing.T, v any) {
	t.Helper()
	walkFinite(t, reflect.ValueOf(v), "")
}

func walkFinite(t *testing.T, v reflect.Value, path string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			walkFinite(t, v.Elem(), path)
		}
	case reflect.Slice, reflect.Array:
		if g, ok := v.Interface().([]Glyph); ok { // most of all there is
			for i := range g {
				if x := g[i].X + g[i].Y + g[i].Advance + g[i].Size; x-x != 0 {
					t.Fatalf("%s[%d] is %+v", path, i, g[i])
				}
			}
			return
		}
		for i := range v.Len() {
			walkFinite(t, v.Index(i), path+"[]")
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				walkFinite(t, v.Field(i), f.Name)
			}
		}
	case reflect.Float32, reflect.Float64:
		if x := v.Float(); math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("%s is %v", path, x)
		}
	case reflect.String:
		if !utf8.ValidString(v.String()) {
			t.Fatalf("%s is %q", path, v.String())
		}
	}
}

// FuzzLayout runs every stage on a page made by hand of words, rules and boxes
// that the bytes place, repeat and spoil.
func FuzzLayout(f *testing.F) {
	f.Add([]byte{0, 10, 10, 40, 0, 0, 12, 10, 41, 1, 8, 30, 0, 4})                                 // a column of words
	f.Add([]byte{0, 10, 10, 40, 0, 0, 60, 10, 40, 0, 8, 0, 7, 9, 8, 120, 0, 2})                    // two columns
	f.Add([]byte{4, 5, 5, 90, 0, 8, 0, 10, 4, 5, 5, 5, 60, 0, 8, 30, 0, 4, 0, 8, 12, 19, 8, 0, 3}) // rules and words
	f.Add([]byte{1, 0, 0, 20, 20, 60, 0, 0, 20, 20, 60, 1, 3, 2, 0, 30, 30, 30, 0, 6, 1, 9})       // turned, doubled
	f.Add([]byte{0, 10, 10, 255, 3, 7, 3, 1, 0, 20, 10, 255, 4, 7, 9, 2, 6, 20, 20, 40, 30})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<12 {
			return
		}
		within(t, func() {
			p, spoiled := drawPage(data)
			q, _ := drawPage(data)
			a, text := checkPage(t, p)
			b, again := checkPage(t, q)
			if text != again || !spoiled && !reflect.DeepEqual(a, b) {
				t.Fatalf("two runs differ:\n%s\n%s", text, again)
			}
			for _, c := range a.Columns { // glyphs are as they were given
				walkFinite(t, reflect.ValueOf(c.Bounds), "Column.Bounds")
				for _, b := range c.Blocks {
					walkFinite(t, reflect.ValueOf(b.Bounds), "Block.Bounds")
					checkLineGeometry(t, b.Lines)
				}
			}
			for _, table := range a.Tables {
				walkFinite(t, reflect.ValueOf(table.Bounds), "Table.Bounds")
				for _, c := range table.Cells {
					walkFinite(t, reflect.ValueOf(c.Bounds), "Cell.Bounds")
					checkLineGeometry(t, c.Lines)
				}
			}
		})
	})
}

func checkLineGeometry(t *testing.T, lines []Line) {
	t.Helper()
	for _, l := range lines {
		l.Glyphs = nil
		checkFinite(t, l)
	}
}

// drawPage makes a page of bytes. Each step begins with a byte that says what
// to do; what follows is places in steps of 2.5 points, lengths and kinds. It
// reports whether some number is no number.
func drawPage(data []byte) (p *Page, spoiled bool) {
	const most = 600 // glyphs or rules
	pen := newPen()
	page := &pen.page
	page.Strings = []string{"fi", "שלום", " ", "", "a\u0301"}
	page.Fonts = append(page.Fonts, Font{Ascent: 0.8, Descent: -0.2, Bold: true}, Font{Vertical: true, Ascent: 0.88, Descent: -0.12}, Font{})
	words := []string{"word", "A", "12.5", "- ", "Table 1", "•", "שלום", "中文字", "한국", "...", "e\u0301", "l", "(a)", "1.", "non-", ""}
	next := func() byte {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return b
	}
	place := func() float32 { return float32(next()) * 2.5 }
	glyphs, rules, boxes := 0, 0, 0 // where the last step's begin
	for len(data) > 0 && len(page.Glyphs) < most && len(page.Rules)+len(page.Boxes) < most {
		op := next() % 10
		if op != 8 {
			glyphs, rules, boxes = len(page.Glyphs), len(page.Rules), len(page.Boxes)
		}
		switch op {
		case 0: // words
			x, y, n := place(), place(), int(next()%16)
			for range n + 1 {
				w := words[next()%16]
				pen.show(x, y, w)
				x += pen.size * (float32(utf8.RuneCountInString(w))/2 + 0.25)
			}
		case 1: // another direction
			sin, cos := math.Sincos(float64(next()) * math.Pi / 32)
			pen.run.Dir, pen.run.Up = Point{cos, sin}, Point{sin, -cos}
		case 2:
			pen.size = float32(next())/8 + 1
			pen.run.Font = int32(next() % 5)
		case 3:
			k := next()
			pen.run.Hidden, pen.run.Mode, pen.run.Artifact = k&1 != 0, RenderMode(k>>1&3), k&8 != 0
			if k&16 != 0 {
				pen.run.Clip = Rect{50, 50, 50 + float64(next()), 50 + float64(next())}
			}
		case 4, 5: // a rule, across or down
			r := Rule{X0: place(), Y0: place(), Width: 0.5, Index: int32(len(page.Glyphs))}
			r.X1, r.Y1 = r.X0, r.Y0
			if op == 4 {
				r.X1 += place()
			} else {
				r.Y1 += place()
			}
			page.Rules = append(page.Rules, r)
		case 6: // a box
			x, y := float64(place()), float64(place())
			page.Boxes = append(page.Boxes, Box{Bounds: Rect{x, y, x + float64(place()), y + float64(place())}, Color: Color{A: 255, R: next()}})
		case 7: // spoil a glyph
			if len(page.Glyphs) == 0 {
				continue
			}
			g := &page.Glyphs[int(next())%len(page.Glyphs)]
			v := [...]float32{0, -1, 1e-30, 1e9, 1e30, math.MaxFloat32, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}[next()%9]
			spoiled = spoiled || v-v != 0
			switch next() % 6 {
			case 0:
				g.X = v
			case 1:
				g.Y = v
			case 2:
				g.Advance = v
			case 3:
				g.Size = v
			case 4:
				g.Rune = []rune{0, -1, -2, -3, -4, -5, 0x301, 0xAD, 0xFFFD, 0x202E, 1, 0x200B}[next()%12]
			case 5:
				g.Flags ^= GlyphFlags(next())
			}
		case 8: // what the last step did, again and again
			dx, dy, n := float32(int8(next())), float32(int8(next())), int(next()%32)
			g, r, b := page.Glyphs[glyphs:], page.Rules[rules:], page.Boxes[boxes:]
			for i := 1; i <= n && len(page.Glyphs)+len(g) <= most && len(page.Rules)+len(page.Boxes) < most; i++ {
				x, y := dx*float32(i), dy*float32(i)
				for _, g := range g {
					g.X, g.Y, g.Index = g.X+x, g.Y+y, int32(len(page.Glyphs))
					page.Glyphs = append(page.Glyphs, g)
				}
				for _, r := range r {
					r.X0, r.X1, r.Y0, r.Y1 = r.X0+x, r.X1+x, r.Y0+y, r.Y1+y
					page.Rules = append(page.Rules, r)
				}
				for _, b := range b {
					b.Bounds.X0, b.Bounds.X1 = b.Bounds.X0+float64(x), b.Bounds.X1+float64(x)
					b.Bounds.Y0, b.Bounds.Y1 = b.Bounds.Y0+float64(y), b.Bounds.Y1+float64(y)
					page.Boxes = append(page.Boxes, b)
				}
			}
		case 9: // a copy of the last words, beside them
			dx, dy := float32(next())/64, float32(next())/64
			for _, g := range page.Glyphs[glyphs:] {
				g.X, g.Y, g.Index = g.X+dx, g.Y+dy, int32(len(page.Glyphs))
				page.Glyphs = append(page.Glyphs, g)
			}
		}
	}
	return page, spoiled
}

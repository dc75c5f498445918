package hostile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext"
	"github.com/pdftext-go/pdftext/internal/hostile"
)

// A result is what reading a file came to.
type result struct {
	Text     string         // of the pages that could be read
	Fails    hostile.Reason // of the file and its pages
	Warnings int
	Pages    int    // that could be read
	Fault    string // what breaks a promise for any file, such as an error without a type; else empty
}

// A reading says how far a file is read.
type reading struct {
	pages int // at most so many
	all   int // as many of them with every stage and a look at all that comes out
}

// read opens a file and reads its pages.
func (r reading) read(ctx context.Context, data []byte) (out result) {
	fail := func(err error) bool {
		reason, fault := reasonOf(ctx, err)
		out.Fails |= reason
		if fault != "" && out.Fault == "" {
			out.Fault = fault
		}
		return err != nil
	}
	doc, err := pdftext.NewReader(ctx, bytes.NewReader(data), int64(len(data)), nil)
	if fail(err) {
		return out
	}
	defer doc.Close()
	if _, err := doc.NumPages(ctx); fail(err) {
		return out
	}
	var text strings.Builder
	for n := 1; n <= r.pages; n++ {
		p, err := doc.Page(ctx, n)
		if errors.Is(err, pdftext.ErrPageRange) {
			break
		}
		if fail(err) {
			if ctx.Err() != nil {
				return out
			}
			continue
		}
		out.Pages++
		out.Warnings += len(p.Warnings)
		s := pdftext.Text(p)
		if fault := textFault(s); fault != "" && out.Fault == "" {
			out.Fault = fault
		}
		if n <= r.all && out.Fault == "" {
			out.Fault = stagesFault(p)
		}
		text.WriteString(s)
	}
	out.Warnings += len(doc.Warnings())
	out.Text = text.String()
	return out
}

// reasonOf sorts an error, and tells what is wrong with one that callers could
// not.
func reasonOf(ctx context.Context, err error) (hostile.Reason, string) {
	var internal *pdftext.InternalError
	var limit *pdftext.LimitError
	switch {
	case err == nil:
		return 0, ""
	case errors.As(err, &internal):
		return 0, fmt.Sprintf("a panic was kept in: %s", internal.Stack)
	case strings.ContainsAny(err.Error(), "\n\x00") || !utf8.ValidString(err.Error()) || len(err.Error()) > 200:
		return 0, fmt.Sprintf("message of an error: %q", err)
	case errors.Is(err, pdftext.ErrNotPDF):
		return hostile.NotPDF, ""
	case errors.Is(err, pdftext.ErrCorrupt):
		return hostile.Corrupt, ""
	case errors.Is(err, pdftext.ErrPassword):
		return hostile.Password, ""
	case errors.Is(err, pdftext.ErrUnsupported):
		return hostile.Unsupported, ""
	case errors.As(err, &limit):
		if limit.Field == "" || limit.Limit <= 0 {
			return hostile.Limit, fmt.Sprintf("a limit without a name or value: %#v", limit)
		}
		return hostile.Limit, ""
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return 0, ""
	}
	return 0, fmt.Sprintf("an error of no kind: %#v", err)
}

// meets reports whether a result is one that the file may have.
func meets(w hostile.Want, r result) bool {
	text := strings.TrimSpace(r.Text)
	return w.Anything ||
		w.Text != "" && text == w.Text ||
		w.Part != "" && strings.Contains(text, w.Part) ||
		w.Fails != 0 && r.Fails != 0 && r.Fails&^w.Fails == 0 ||
		w.Partial && text != "" && r.Warnings > 0 ||
		w.Partial && r.Fails == hostile.Limit
}

// Bounds on the text of one page, for any file.
const (
	maxText   = 8 << 20
	maxBlanks = 1000 // in a row
	maxBreaks = 100  // newlines in a row
)

// textFault tells what is wrong with the text of a page.
func textFault(s string) string {
	if len(s) > maxText {
		return fmt.Sprintf("%d bytes of text", len(s))
	}
	if !utf8.ValidString(s) {
		return "text is not UTF-8"
	}
	blanks, breaks := 0, 0
	for _, r := range s {
		switch {
		case r == '\n':
			breaks++
			blanks = 0
		case r == ' ' || r == '\u00A0' || r == '\u3000':
			blanks++
		case r < ' ' && r != '\t' || r == 0x7F:
			return fmt.Sprintf("control character %#x in the text", r)
		default:
			blanks, breaks = 0, 0
		}
		if blanks > maxBlanks || breaks > maxBreaks {
			return fmt.Sprintf("%d blanks, %d newlines in a row", blanks, breaks)
		}
	}
	return ""
}

// stagesFault runs every stage on a page and looks for numbers in their
// results that are none.
func stagesFault(p *pdftext.Page) string {
	glyphs := pdftext.Visible(p, nil)
	lines := pdftext.Lines(p, glyphs)
	layout := pdftext.Analyze(p)
	values := map[string]any{
		"Page": p, "Lines": lines, "Columns": layout.Columns, "Tables": layout.Tables,
		"Columns of the lines": pdftext.Columns(p, lines, nil),
	}
	if s := layout.Stats; s.Painted != len(p.Glyphs) || s.Painted-s.Duplicates-s.Clipped-s.Hidden != len(glyphs) {
		return fmt.Sprintf("Stats %+v of %d glyphs, %d of them visible", s, len(p.Glyphs), len(glyphs))
	}
	var spans [][]pdftext.Span
	for _, l := range lines {
		spans = append(spans, pdftext.Spans(p, l))
		if n, s := len(l.Glyphs), spans[len(spans)-1]; n > 0 && len(s) == 0 {
			return "a line without spans"
		}
	}
	values["Spans"] = spans
	for _, t := range layout.Tables {
		for i := range t.Cells {
			if fault := textFault(t.Cells[i].Text(p)); fault != "" {
				return "cell: " + fault
			}
		}
	}
	for name, v := range values {
		if path := unreal(reflect.ValueOf(v)); path != "" {
			return name + path + " is no number"
		}
	}
	return ""
}

// unreal returns the path to a NaN or infinity in v, or "".
func unreal(v reflect.Value) string {
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return " "
		}
	case reflect.Pointer:
		if !v.IsNil() {
			return unreal(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		if glyphs, ok := v.Interface().([]pdftext.Glyph); ok {
			for i := range glyphs {
				g := &glyphs[i]
				if sum := float64(g.X) + float64(g.Y) + float64(g.Advance) + float64(g.Size); math.IsNaN(sum) || math.IsInf(sum, 0) {
					return fmt.Sprintf("[%d] %+v", i, *g)
				}
			}
			return ""
		}
		switch v.Type().Elem().Kind() {
		case reflect.Uint8, reflect.String:
			return ""
		}
		for i := range v.Len() {
			if path := unreal(v.Index(i)); path != "" {
				return fmt.Sprintf("[%d]%s", i, path)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !v.Type().Field(i).IsExported() {
				continue
			}
			if path := unreal(v.Field(i)); path != "" {
				return "." + v.Type().Field(i).Name + path
			}
		}
	}
	return ""
}

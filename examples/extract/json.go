package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/pdftext-go/pdftext"
)

// schemaVersion grows when a key changes its meaning or goes away, not when
// one is added.
const schemaVersion = 1

// The types below are the JSON that -format json writes as
//
//	{"schema_version": 1, "page_count": n, "pages": [page, ...], "warnings": [warning, ...]}
//
// and -format ndjson as one page to a line, each with its schema_version.
// They say what the library's own types say. Lengths are in points, rounded
// to hundredths; the origin is the top left corner of the page and y grows
// down. Bounds are [x0, y0, x1, y1]. Keys that are false, zero or empty are
// left out where that is marked.

type jsonPage struct {
	SchemaVersion int           `json:"schema_version,omitempty"` // in ndjson only
	Number        int           `json:"number"`                   // counting from 1
	Label         string        `json:"label,omitempty"`          // as a viewer shows it
	Error         string        `json:"error,omitempty"`          // why the page, or the rest of it, is missing
	Width         number        `json:"width"`
	Height        number        `json:"height"`
	Rotation      int           `json:"rotation"`   // degrees, already applied
	Columns       int           `json:"columns"`    // the most that stand side by side; 0 without text
	HasText       bool          `json:"has_text"`   // false for a scan without a text layer
	Confidence    number        `json:"confidence"` // share of the glyphs whose text is known and no guess
	Stats         jsonStats     `json:"stats"`
	Lines         []jsonLine    `json:"lines"`  // in reading order
	Blocks        []jsonBlock   `json:"blocks"` // in reading order
	Tables        []jsonTable   `json:"tables"` // from top to bottom
	Warnings      []jsonWarning `json:"warnings"`
}

// jsonStats counts what became of the glyphs.
type jsonStats struct {
	Painted    int `json:"painted"`
	Duplicates int `json:"duplicates"` // copies that imitate bold or a shadow
	Clipped    int `json:"clipped"`    // outside of the page or of a clipping path
	Hidden     int `json:"hidden"`     // in layers that are switched off
	Covered    int `json:"covered"`    // painted over
	Unresolved int `json:"unresolved"` // shown, but without known text
	Guessed    int `json:"guessed"`    // shown, with a text that is a guess
	Invisible  int `json:"invisible"`  // text without paint, as that of scans
	Shadows    int `json:"shadows"`    // of the duplicates: strings that repeat another
	Unseen     int `json:"unseen"`     // of the duplicates: those that would not show

	// What the text is good for: "text", "empty", "scan" (an image and no text),
	// "sparse" (an image with little text on it) or "garbled".
	Verdict string `json:"verdict"`
}

type jsonLine struct {
	Bounds bounds     `json:"bounds"`
	Spans  []jsonSpan `json:"spans"` // their texts together are the line's
}

type jsonSpan struct {
	Text      string `json:"text"`
	Bold      bool   `json:"bold"`
	Italic    bool   `json:"italic"`
	Underline bool   `json:"underline"`
	Strike    bool   `json:"strike"`
	Monospace bool   `json:"monospace,omitempty"`
	Script    string `json:"script,omitempty"` // "super" or "sub"
	Size      number `json:"size"`
	Font      string `json:"font"`  // family
	Color     string `json:"color"` // "#rrggbb"
}

// A jsonBlock is a paragraph or another group of lines.
type jsonBlock struct {
	Bounds    bounds `json:"bounds"`
	Role      string `json:"role"`            // such as "paragraph" or "list_item"
	Level     int    `json:"level,omitempty"` // of a heading, from 1; depth of a list item
	Label     string `json:"label,omitempty"` // of a list item, such as "3."
	Table     int    `json:"table,omitempty"` // place of the table that the block is, counting from 1
	Joins     bool   `json:"joins,omitempty"` // goes on with the paragraph of the column before
	Column    int    `json:"column"`          // counting from 0, in reading order
	FirstLine int    `json:"first_line"`      // index in the page's lines
	LineCount int    `json:"line_count"`
}

type jsonTable struct {
	Kind       string     `json:"kind"`       // "lattice" for ruled tables, "stream" for others
	Confidence number     `json:"confidence"` // 0 to 1
	Bounds     bounds     `json:"bounds"`
	Rows       int        `json:"rows"`
	Cols       int        `json:"cols"`
	Cells      []jsonCell `json:"cells"` // by row, then by column
}

type jsonCell struct {
	Row     int    `json:"row"` // counting from 0
	Col     int    `json:"col"`
	RowSpan int    `json:"row_span"`
	ColSpan int    `json:"col_span"`
	Bounds  bounds `json:"bounds"`
	Text    string `json:"text"` // lines end with \n
}

// A jsonWarning reports damage that was worked around.
type jsonWarning struct {
	Kind   string `json:"kind"`             // such as "bad_font"
	Object int    `json:"object,omitempty"` // number of the damaged object
	Offset int    `json:"offset"`           // in the content stream, or -1
	Detail string `json:"detail"`           // for people
}

// A number is written with at most two digits after the point.
type number float64

// MarshalJSON implements json.Marshaler. What is not finite becomes 0.
func (n number) MarshalJSON() ([]byte, error) {
	x := math.Round(float64(n)*100) / 100
	if math.IsNaN(x) || math.IsInf(x, 0) {
		x = 0
	}
	return json.Marshal(x + 0) // no -0
}

type bounds [4]number

func boundsOf(r pdftext.Rect) bounds {
	return bounds{number(r.X0), number(r.Y0), number(r.X1), number(r.Y1)}
}

// beginJSON begins the object of -format json.
func beginJSON(b []byte, pages int) []byte {
	return fmt.Appendf(b, "{\"schema_version\":%d,\"page_count\":%d,\"pages\":[\n", schemaVersion, pages)
}

// endJSON ends it. The warnings are those about the file as a whole.
func endJSON(b []byte, damage []pdftext.Warning) []byte {
	b = append(b, "\n],\"warnings\":"...)
	b = appendValue(b, warningsOf(damage))
	return append(b, "}\n"...)
}

// appendPage appends the page as one JSON object.
func appendPage(b []byte, p *pdftext.Page, err error) []byte {
	return appendValue(b, pageOf(p, err))
}

// appendPageLine does the same for -format ndjson.
func appendPageLine(b []byte, p *pdftext.Page, err error) []byte {
	page := pageOf(p, err)
	page.SchemaVersion = schemaVersion
	return append(appendValue(b, page), '\n')
}

func appendValue(b []byte, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // the types above have no values that JSON cannot hold
	}
	return append(b, text...)
}

// pageOf describes the page. Of a page that could not be read it has the
// number and the error.
func pageOf(p *pdftext.Page, err error) *jsonPage {
	out := &jsonPage{
		Number: p.Number, Label: p.Label, Rotation: p.Rotate,
		Width: number(p.Bounds.X1 - p.Bounds.X0), Height: number(p.Bounds.Y1 - p.Bounds.Y0),
		Lines: []jsonLine{}, Blocks: []jsonBlock{}, Tables: []jsonTable{}, Warnings: warningsOf(p.Warnings),
	}
	if err != nil {
		out.Error = err.Error()
	}
	layout := pdftext.Analyze(p)
	s := &layout.Stats
	out.Stats = jsonStats{
		s.Painted, s.Duplicates, s.Clipped, s.Hidden, s.Covered, s.Unresolved, s.Guessed, s.Invisible, s.Shadows, s.Unseen,
		s.Verdict.String(),
	}
	for i, c := range layout.Columns {
		for _, b := range c.Blocks {
			out.Blocks = append(out.Blocks, jsonBlock{
				Bounds: boundsOf(b.Bounds), Role: b.Role.String(), Level: b.Level, Label: labelOf(p, &b), Table: b.Obstacle, Joins: b.Joins,
				Column: i, FirstLine: len(out.Lines), LineCount: len(b.Lines),
			})
			for _, l := range b.Lines {
				out.Lines = append(out.Lines, lineOf(p, l))
			}
		}
	}
	out.Columns, out.HasText, out.Confidence = layout.NumColumns, layout.HasText, number(layout.Confidence)
	for _, t := range layout.Tables {
		out.Tables = append(out.Tables, tableOf(p, &t))
	}
	return out
}

// labelOf returns the label of a list item.
func labelOf(p *pdftext.Page, b *pdftext.Block) string {
	if b.Label == 0 {
		return ""
	}
	var text strings.Builder
	for i := range b.Lines[0].Glyphs[:b.Label] {
		text.WriteString(b.Lines[0].Glyphs[i].Text(p))
	}
	return strings.TrimSpace(text.String())
}

func warningsOf(warnings []pdftext.Warning) []jsonWarning {
	out := make([]jsonWarning, len(warnings))
	for i, w := range warnings {
		out[i] = jsonWarning{w.Kind.String(), w.Object, w.Offset, w.Detail}
	}
	return out
}

func lineOf(p *pdftext.Page, l pdftext.Line) jsonLine {
	out := jsonLine{Bounds: boundsOf(l.Bounds)}
	for _, s := range pdftext.Spans(p, l) {
		out.Spans = append(out.Spans, jsonSpan{
			Text: s.Text(p), Bold: s.Style.Bold, Italic: s.Style.Italic,
			Underline: s.Style.Underline, Strike: s.Style.Strikeout, Monospace: s.Style.Monospace,
			Script: map[pdftext.Script]string{pdftext.Superscript: "super", pdftext.Subscript: "sub"}[s.Style.Script],
			Size:   number(s.Style.Size), Font: s.Style.Family,
			Color: fmt.Sprintf("#%02x%02x%02x", s.Style.Color.R, s.Style.Color.G, s.Style.Color.B),
		})
	}
	return out
}

func tableOf(p *pdftext.Page, t *pdftext.Table) jsonTable {
	out := jsonTable{
		Kind: t.Kind.String(), Confidence: number(t.Confidence), Bounds: boundsOf(t.Bounds),
		Rows: t.Rows, Cols: t.Cols, Cells: []jsonCell{},
	}
	for _, c := range t.Cells {
		out.Cells = append(out.Cells, jsonCell{c.Row, c.Col, c.RowSpan, c.ColSpan, boundsOf(c.Bounds), c.Text(p)})
	}
	return out
}

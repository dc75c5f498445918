package pdftext_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/pdftext-go/pdftext"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

// open opens one of the documents of testdata.
func open(name string) *pdftext.Document {
	template, err := os.ReadFile("testdata/src/" + name + ".in")
	if err != nil {
		log.Fatal(err)
	}
	pdf, err := pdftest.Expand(template)
	if err != nil {
		log.Fatal(err)
	}
	doc, err := pdftext.NewReader(context.Background(), bytes.NewReader(pdf), int64(len(pdf)), nil)
	if err != nil {
		log.Fatal(err)
	}
	return doc
}

func ExampleText() {
	doc := open("hello")
	for page, err := range doc.Pages(context.Background()) {
		if err != nil {
			log.Print(err) // the other pages can still be read
			continue
		}
		fmt.Println(pdftext.Text(page))
	}
	// Output:
	// Hello, world.
	// Two kinds of gap.
	// Next line by quote.
	// Word spacing by two.
}

// The stages one by one, as Analyze runs them.
func Example_pipeline() {
	page, err := open("fake-bold").Page(context.Background(), 1)
	if err != nil {
		log.Fatal(err)
	}
	glyphs := pdftext.Dedup(page, page.Glyphs)
	fmt.Println("copies:", len(page.Glyphs)-len(glyphs))
	glyphs = pdftext.Clip(page, glyphs)
	lines := pdftext.Lines(page, glyphs)
	for _, column := range pdftext.Columns(page, lines, nil) {
		for _, block := range column.Blocks {
			fmt.Println("first line of a block:", block.Lines[0].Text(page))
		}
	}
	// Output:
	// copies: 36
	// first line of a block: Double strike
	// first line of a block: Hill, llama, bookkeeper
}

func ExampleSpans() {
	page, err := open("styles").Page(context.Background(), 1)
	if err != nil {
		log.Fatal(err)
	}
	line := pdftext.Lines(page, pdftext.Visible(page, nil))[0]
	for _, span := range pdftext.Spans(page, line) {
		fmt.Printf("%q bold=%t italic=%t\n", span.Text(page), span.Style.Bold, span.Style.Italic)
	}
	// Output:
	// "Plain, " bold=false italic=false
	// "bold, " bold=true italic=false
	// "italic, " bold=false italic=true
	// "both, " bold=true italic=true
	// "fixed." bold=false italic=false
}

func ExampleTables() {
	page, err := open("table-ruled").Page(context.Background(), 1)
	if err != nil {
		log.Fatal(err)
	}
	for _, table := range pdftext.Tables(page, pdftext.Lines(page, pdftext.Visible(page, nil)), nil) {
		for _, cell := range table.Cells {
			fmt.Printf("row %d column %d: %q\n", cell.Row, cell.Col, cell.Text(page))
		}
	}
	// Output:
	// row 0 column 0: "Ship and length"
	// row 0 column 2: "Paid"
	// row 1 column 0: "Aurora"
	// row 1 column 1: "31 m"
	// row 1 column 2: "120"
	// row 2 column 0: "Kestrel"
	// row 2 column 1: ""
	// row 2 column 2: "95"
}

func ExampleWriteMarkdown() {
	doc := open("report")
	var b strings.Builder
	if err := pdftext.WriteMarkdown(&b, doc.Layouts(context.Background()), nil); err != nil {
		log.Fatal(err)
	}
	_, depths, _ := strings.Cut(b.String(), "## Depths\n\n")
	table, _, _ := strings.Cut(depths, "\n\n")
	fmt.Println(table)
	// Output:
	// | Harbour | Depth | Ground |
	// | --- | --- | --- |
	// | Vik | 7 \| 9 | sand |
	// | Ness | 12 | rock |
}

func ExampleDocument_Layouts() {
	for layout, err := range open("report").Layouts(context.Background()) {
		if err != nil {
			log.Fatal(err)
		}
		for _, column := range layout.Columns {
			for _, block := range column.Blocks {
				if block.Role == pdftext.Heading {
					fmt.Println(layout.Page.Number, block.Level, block.Text(layout.Page))
				}
			}
		}
	}
	// Output:
	// 1 1 Harbours
	// 1 2 Tools
	// 1 2 Method
	// 2 2 Depths
	// 3 2 Ends
}

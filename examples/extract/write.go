package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"runtime"

	"github.com/pdftext-go/pdftext"
)

// A format says how pages are written.
type format struct {
	begin   func(b []byte, pages int) []byte
	page    func(b []byte, p *pdftext.Page, err error) []byte
	between string
	end     func(b []byte, damage []pdftext.Warning) []byte

	// document writes the pages together instead, if it is not nil.
	document func(w io.Writer, pages iter.Seq2[*pdftext.Layout, error], opt *pdftext.WriteOptions) error
}

// formats lists the formats by the name that -format takes. A page that could
// not be read is given to page with nothing but its number.
var formats = map[string]format{
	"text": {
		begin:   func(b []byte, _ int) []byte { return b },
		page:    appendText,
		between: "\f",
		end:     func(b []byte, _ []pdftext.Warning) []byte { return b },
	},
	"markdown": {document: pdftext.WriteMarkdown},
	"html":     {document: pdftext.WriteHTML},
	"hocr":     {document: pdftext.WriteHOCR},
	"layout": {
		begin:   func(b []byte, _ int) []byte { return b },
		page:    appendGrid,
		between: "\f",
		end:     func(b []byte, _ []pdftext.Warning) []byte { return b },
	},
	"json": {begin: beginJSON, page: appendPage, between: ",\n", end: endJSON},
	"ndjson": {
		begin: func(b []byte, _ int) []byte { return b },
		page:  appendPageLine,
		end:   func(b []byte, _ []pdftext.Warning) []byte { return b },
	},
}

// appendText appends the page's text.
func appendText(b []byte, p *pdftext.Page, _ error) []byte {
	return endPage(pdftext.AppendText(b, p), len(b))
}

// appendGrid appends the page's text with each line where it stands.
func appendGrid(b []byte, p *pdftext.Page, _ error) []byte {
	return endPage(pdftext.AppendGrid(b, pdftext.Analyze(p)), len(b))
}

// endPage ends the page that begins at b[at:] with a line feed. A form feed in
// it would look like the end of the page.
func endPage(b []byte, at int) []byte {
	for i := at; i < len(b); i++ {
		if b[i] == '\f' {
			b[i] = ' '
		}
	}
	if len(b) > at && b[len(b)-1] != '\n' {
		b = append(b, '\n')
	}
	return b
}

// A rendered page is what a worker makes of one page.
type rendered struct {
	number   int
	out      []byte
	glyphs   int
	warnings []pdftext.Warning
	err      error
}

// write writes the pages of doc to w, each as soon as it and those before it
// are ready.
func (c *command) write(ctx context.Context, doc *pdftext.Document, count int, w io.Writer) (code int, err error) {
	out := bufio.NewWriter(w)
	total := c.pages.size(count)
	out.Write(c.format.begin(nil, count))
	done := 0
	c.log.progress(0, total)
	for r := range ordered(c.pages.within(count), c.parallel(total), func(n int) rendered { return c.render(ctx, doc, n) }) {
		if done > 0 {
			out.WriteString(c.format.between)
		}
		out.Write(r.out)
		// A reader at the other end of a pipe gets each page when it is done.
		if err := out.Flush(); err != nil {
			return 0, fmt.Errorf("writing: %w", err)
		}
		done++
		c.report(&r, &code)
		c.log.progress(done, total)
		if ctx.Err() != nil {
			break
		}
	}
	c.conclude(ctx, count, done, ctx.Err() != nil && done < total, total, &code)
	damage := doc.Warnings()
	out.Write(c.format.end(nil, damage))
	if err := out.Flush(); err != nil {
		return 0, fmt.Errorf("writing: %w", err)
	}
	if c.reportDamage("", damage) {
		code = max(code, exitSomePages)
	}
	return code, nil
}

// conclude reports that the work stopped after some pages of total, and pages
// asked for that are not among the count there are, and raises the exit code.
func (c *command) conclude(ctx context.Context, count, done int, stopped bool, total int, code *int) {
	if stopped {
		c.log.print("%s: stopped after %d of %d pages: %v", c.file, done, total, ctx.Err())
		*code = exitLimit
	}
	if n := c.pages.beyond(count); n > 0 {
		c.log.print("%s: page %d: no such page: there are %d", c.file, n, count)
		*code = max(*code, exitSomePages)
	}
}

// writeDocument writes the pages of doc to w as one text.
func (c *command) writeDocument(ctx context.Context, doc *pdftext.Document, count int, w io.Writer) (code int, err error) {
	out := bufio.NewWriter(w)
	number := 0
	pages := func(yield func(*pdftext.Layout, error) bool) {
		for l, err := range doc.Layouts(ctx) {
			number++
			if !c.pages.contains(number) {
				continue
			}
			r := rendered{number: number, err: err}
			if l != nil {
				r.glyphs, r.warnings = len(l.Page.Glyphs), l.Page.Warnings
			}
			c.report(&r, &code)
			if !yield(l, nil) {
				return
			}
		}
	}
	opt := &pdftext.WriteOptions{RunningHeads: c.runningHeads, Title: filepath.Base(c.file)}
	if err := errors.Join(c.format.document(out, pages, opt), out.Flush()); err != nil {
		return 0, fmt.Errorf("writing: %w", err)
	}
	c.conclude(ctx, count, number, ctx.Err() != nil, count, &code)
	if c.reportDamage("", doc.Warnings()) {
		code = max(code, exitSomePages)
	}
	return code, nil
}

// parallel returns how many pages to read at the same time.
func (c *command) parallel(pages int) int {
	n := c.workers
	if n == 0 {
		if pages < parallelFrom {
			return 1
		}
		n = runtime.GOMAXPROCS(0)
	}
	return min(n, pages)
}

// render reads one page. A page that is read in part is rendered as far as it
// goes.
func (c *command) render(ctx context.Context, doc *pdftext.Document, n int) rendered {
	p, err := doc.Page(ctx, n)
	if p == nil {
		p = &pdftext.Page{Number: n}
	}
	return rendered{n, c.format.page(nil, p, err), len(p.Glyphs), p.Warnings, err}
}

// report prints what went wrong with a page and raises the exit code.
func (c *command) report(r *rendered, code *int) {
	if r.err != nil {
		c.log.print("%s: page %d: %v", c.file, r.number, r.err)
		*code = max(*code, pageCode(r.err))
	}
	if c.reportDamage(fmt.Sprintf("page %d: ", r.number), r.warnings) {
		if r.glyphs == 0 {
			*code = exitLimit
		}
		*code = max(*code, exitSomePages)
	}
}

// pageCode returns the exit code that an error of one page stands for.
func pageCode(err error) int {
	if code := exitCode(err); code == exitLimit {
		return code
	}
	return exitSomePages
}

// reportDamage prints one message for the warnings about a page or the file.
// It reports whether something was cut off at a limit, which is more than
// damage that was worked around.
func (c *command) reportDamage(where string, warnings []pdftext.Warning) (cut bool) {
	if len(warnings) == 0 {
		return false
	}
	first := &warnings[0]
	for i := range warnings {
		if warnings[i].Kind == pdftext.LimitReached {
			first, cut = &warnings[i], true
			break
		}
	}
	if c.quiet && !cut {
		return false
	}
	more := ""
	if n := len(warnings) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	c.log.print("%s: %s%v: %s%s", c.file, where, first.Kind, first.Detail, more)
	return cut
}

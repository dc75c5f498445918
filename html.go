package pdftext

import (
	"io"
	"iter"
	"strconv"
	"unicode/utf8"
)

// HTML returns the page as a fragment of HTML: headings, paragraphs, lists,
// tables with their merged cells, code and notes, with runs nested as
// <u><i><b>text</b></i></u> and links to addresses around them (http, https,
// mailto and ftp).
func HTML(l *Layout) string { return string(AppendHTML(nil, l, nil)) }

// AppendHTML appends the page as a fragment of HTML to b.
func AppendHTML(b []byte, l *Layout, opt *WriteOptions) []byte {
	h := html{out: b}
	f := newFlow(&h, opt)
	f.add(l)
	f.flush()
	h.closeLists(0)
	return h.out
}

// WriteHTML writes pages, such as those of Document.Layouts, to w as one HTML
// document, as each is ready. Where a page begins there is an empty element
// with its number, which links within the document lead to. The errors of pages
// are skipped and the first of them returned at the end; an error of w ends the
// work.
func WriteHTML(w io.Writer, pages iter.Seq2[*Layout, error], opt *WriteOptions) error {
	h := html{anchors: true}
	f := newFlow(&h, opt)
	b := []byte("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>")
	b = append(appendHTMLText(b, opt.title()), "</title>\n</head>\n<body>\n"...)
	return writePages(w, pages, b, func(b []byte, l *Layout) []byte {
		h.out = b
		f.add(l)
		return h.out
	}, func(b []byte) []byte {
		h.out = b
		f.flush()
		h.closeLists(0)
		return append(h.out, "</body>\n</html>\n"...)
	})
}

// An html writes blocks as HTML.
type html struct {
	out     []byte
	anchors bool
	lists   []htmlList // that are open, each with an item that is open
}

type htmlList struct {
	ordered bool
	sign    byte
	number  int
}

// block implements flowSink.
func (h *html) block(f *flowBlock) {
	if f.role != ListItem || f.table != nil {
		h.closeLists(0)
	}
	switch {
	case f.table != nil:
		h.table(f)
	case f.role == Heading:
		level := strconv.Itoa(f.level)
		h.element(f, "h"+level, "", "h"+level)
	case f.role == Code:
		h.out = append(h.out, "<pre><code>"...)
		h.anchor(f)
		h.out = appendHTMLText(h.out, f.text)
		h.out = append(h.out, "</code></pre>\n"...)
	case f.role == ListItem:
		h.item(f)
	case f.role == Footnote:
		h.element(f, "aside", ` class="footnote"`, "aside")
	case f.role == Caption:
		h.element(f, "p", ` class="caption"`, "p")
	case f.role >= PageHeader:
		class := map[Role]string{PageHeader: "page-header", PageFooter: "page-footer", PageNumber: "page-number"}[f.role]
		h.element(f, "p", ` class="`+class+`"`, "p")
	default:
		h.element(f, "p", "", "p")
	}
}

// anchor marks where a page begins.
func (h *html) anchor(f *flowBlock) {
	if h.anchors && f.first {
		h.out = append(h.out, `<span id="page-`...)
		h.out = strconv.AppendInt(h.out, int64(f.page), 10)
		h.out = append(h.out, `"></span>`...)
	}
}

// element writes a block as one element.
func (h *html) element(f *flowBlock, open, attributes, end string) {
	h.out = append(h.out, '<')
	h.out = append(h.out, open...)
	h.out = append(h.out, attributes...)
	h.out = append(h.out, '>')
	h.anchor(f)
	if f.role == Footnote && len(f.label) > 0 {
		h.out = append(h.out, "<sup>"...)
		h.out = appendHTMLText(h.out, f.label)
		h.out = append(h.out, "</sup> "...)
	}
	h.inline(f)
	h.out = append(h.out, "</"...)
	h.out = append(h.out, end...)
	h.out = append(h.out, ">\n"...)
}

// item writes a list item and leaves it open for lists inside it.
func (h *html) item(f *flowBlock) {
	number, sign, ok := f.marker()
	level := min(max(f.level, 1), len(h.lists)+1)
	h.closeLists(level)
	if n := len(h.lists); n == level && (h.lists[n-1].sign != sign || sign != 0 && number != h.lists[n-1].number+1) {
		h.closeLists(level - 1)
	}
	if len(h.lists) == level {
		h.out = append(h.out, "</li>\n"...)
		h.lists[level-1].number = number
	} else {
		if n := len(h.out); n > 0 && h.out[n-1] != '\n' {
			h.out = append(h.out, '\n')
		}
		switch {
		case sign == 0:
			h.out = append(h.out, "<ul>\n"...)
		case number == 1:
			h.out = append(h.out, "<ol>\n"...)
		default:
			h.out = append(h.out, `<ol start="`...)
			h.out = strconv.AppendInt(h.out, int64(number), 10)
			h.out = append(h.out, "\">\n"...)
		}
		h.lists = append(h.lists, htmlList{ordered: sign != 0, sign: sign, number: number})
	}
	h.out = append(h.out, "<li>"...)
	h.anchor(f)
	if !ok {
		h.out = appendHTMLText(h.out, f.label)
		h.out = append(h.out, ' ')
	}
	h.inline(f)
}

// closeLists closes the lists below a level, with their items.
func (h *html) closeLists(level int) {
	for len(h.lists) > level {
		end := "</li>\n</ul>\n"
		if h.lists[len(h.lists)-1].ordered {
			end = "</li>\n</ol>\n"
		}
		h.out = append(h.out, end...)
		h.lists = h.lists[:len(h.lists)-1]
	}
}

// inline writes the text of a block with its styles and links.
func (h *html) inline(f *flowBlock) {
	pieces := f.pieces()
	end := 0 // of the link that is open
	for i, p := range pieces {
		if i >= end && h.openLink(p) {
			end = i + linked(pieces[i:])
		}
		var closing [8]string
		n := 0
		mark := func(on bool, tag string) {
			if on {
				h.out = append(h.out, '<')
				h.out = append(h.out, tag...)
				h.out = append(h.out, '>')
				closing[n] = tag
				n++
			}
		}
		mark(p.style.script == Superscript, "sup")
		mark(p.style.script == Subscript, "sub")
		mark(p.style.underline, "u")
		mark(p.style.strike, "s")
		mark(p.style.italic, "i")
		mark(p.style.bold, "b")
		mark(p.style.mono, "code")
		h.out = appendHTMLText(h.out, p.text)
		for n--; n >= 0; n-- {
			h.out = append(h.out, "</"...)
			h.out = append(h.out, closing[n]...)
			h.out = append(h.out, '>')
		}
		if i+1 == end {
			h.out = append(h.out, "</a>"...)
		}
	}
}

// openLink begins the link that p leads to, if it is one that can be written.
func (h *html) openLink(p textPiece) bool {
	switch {
	case p.style.uri != "":
		h.out = append(h.out, `<a href="`...)
		h.out = appendHTMLText(h.out, []byte(p.style.uri))
	case p.style.target > 0 && h.anchors:
		h.out = append(h.out, `<a href="#page-`...)
		h.out = strconv.AppendInt(h.out, int64(p.style.target), 10)
	default:
		return false
	}
	h.out = append(h.out, "\">"...)
	return true
}

// table writes a table with its merged cells.
func (h *html) table(f *flowBlock) {
	t := f.table
	h.out = append(h.out, "<table>\n"...)
	row := -1
	var text []byte
	for i := range t.Cells {
		c := &t.Cells[i]
		for row < c.Row {
			if row >= 0 {
				h.out = append(h.out, "</tr>\n"...)
			}
			h.out = append(h.out, "<tr>"...)
			row++
		}
		h.out = append(h.out, "<td"...)
		h.span(" colspan", c.ColSpan)
		h.span(" rowspan", c.RowSpan)
		h.out = append(h.out, '>')
		text = c.appendLine(text[:0], f.p)
		h.out = appendHTMLText(h.out, text)
		h.out = append(h.out, "</td>"...)
	}
	for ; row < t.Rows-1; row++ {
		h.out = append(h.out, "</tr>\n<tr>"...)
	}
	h.out = append(h.out, "</tr>\n</table>\n"...)
}

func (h *html) span(name string, n int) {
	if n > 1 {
		h.out = append(h.out, name...)
		h.out = append(h.out, `="`...)
		h.out = strconv.AppendInt(h.out, int64(n), 10)
		h.out = append(h.out, '"')
	}
}

// appendHTMLText appends text with the signs of HTML escaped. Characters that
// HTML forbids, controls and noncharacters, become U+FFFD.
func appendHTMLText(b []byte, text []byte) []byte {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		switch {
		case r == '<':
			b = append(b, "&lt;"...)
		case r == '>':
			b = append(b, "&gt;"...)
		case r == '&':
			b = append(b, "&amp;"...)
		case r == '"':
			b = append(b, "&#34;"...)
		case r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 || r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef:
			b = append(b, "\uFFFD"...)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return b
}

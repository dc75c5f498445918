package pdftext

import (
	"io"
	"iter"
	"math"
	"strconv"
)

// hocrScale is the number of hOCR's pixels in a point: those of a scan at 300
// dots per inch, as scan_res says. hOCR has whole pixels only.
const hocrScale = 300.0 / 72

// WriteHOCR writes pages, such as those of Document.Layouts, to w as one
// document of hOCR 1.2, as each is ready: columns as ocr_carea, blocks as
// ocr_par, lines as ocr_line and words as ocrx_word, each with its box in
// pixels at 300 dots per inch. The errors of pages are skipped and the first
// of them returned at the end; an error of w ends the work.
func WriteHOCR(w io.Writer, pages iter.Seq2[*Layout, error], opt *WriteOptions) error {
	b := []byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n<meta charset=\"utf-8\" />\n<title>")
	b = append(appendHTMLText(b, opt.title()), "</title>\n<meta name=\"ocr-system\" content=\"pdftext\" />\n"...)
	b = append(b, "<meta name=\"ocr-capabilities\" content=\"ocr_page ocr_carea ocr_par ocr_line ocrx_word\" />\n</head>\n<body>\n"...)
	return writePages(w, pages, b, AppendHOCR, func(b []byte) []byte { return append(b, "</body>\n</html>\n"...) })
}

// AppendHOCR appends the ocr_page element of a page to b.
func AppendHOCR(b []byte, l *Layout) []byte {
	h := hocr{out: b, page: l.Page}
	h.open("div", "ocr_page", l.Page.Bounds)
	h.out = append(h.out, "; ppageno "...)
	h.out = strconv.AppendInt(h.out, int64(l.Page.Number-1), 10)
	h.out = append(h.out, "; scan_res 300 300\">\n"...)
	for i := range l.Columns {
		c := &l.Columns[i]
		h.open("div", "ocr_carea", c.Bounds)
		h.out = append(h.out, "\">\n"...)
		for j := range c.Blocks {
			h.open("p", "ocr_par", c.Blocks[j].Bounds)
			h.out = append(h.out, "\">\n"...)
			for k := range c.Blocks[j].Lines {
				h.line(&c.Blocks[j].Lines[k])
			}
			h.out = append(h.out, "</p>\n"...)
		}
		h.out = append(h.out, "</div>\n"...)
	}
	return append(h.out, "</div>\n"...)
}

// An hocr writes one page.
type hocr struct {
	out  []byte
	page *Page
	text []byte
}

// open begins an element and its title, which the caller ends.
func (h *hocr) open(tag, class string, r Rect) {
	h.out = append(h.out, '<')
	h.out = append(h.out, tag...)
	h.out = append(h.out, " class=\""...)
	h.out = append(h.out, class...)
	const slack = 0.01 // of a pixel, for what rounding adds
	h.out = append(h.out, "\" title=\"bbox"...)
	for _, v := range [4]float64{math.Floor(r.X0*hocrScale + slack), math.Floor(r.Y0*hocrScale + slack), math.Ceil(r.X1*hocrScale - slack), math.Ceil(r.Y1*hocrScale - slack)} {
		h.out = append(h.out, ' ')
		h.out = strconv.AppendInt(h.out, pixel(v), 10)
	}
}

// pixel returns a coordinate that hOCR can hold: what lies off the page is put
// on its edge.
func pixel(v float64) int64 {
	const most = 1 << 30
	if !(v > 0) {
		return 0
	}
	return int64(min(v, most))
}

// line writes a line and its words.
func (h *hocr) line(l *Line) {
	h.open("span", "ocr_line", l.Bounds)
	if a := math.Round(math.Atan2(-l.Dir.Y, l.Dir.X) * 180 / math.Pi); a != 0 && !math.IsNaN(a) {
		h.out = append(h.out, "; textangle "...)
		h.out = strconv.AppendInt(h.out, int64(a+360)%360, 10)
	}
	h.out = append(h.out, "; x_size "...)
	h.out = strconv.AppendInt(h.out, pixel(math.Round(l.Size*hocrScale)), 10)
	h.out = append(h.out, "\">"...)
	n := 0
	for start, end := range words(h.page, l.Glyphs) {
		if n > 0 {
			h.out = append(h.out, ' ')
		}
		n++
		h.open("span", "ocrx_word", boundsOf(h.page, l.Glyphs[start:end]))
		h.out = append(h.out, "\">"...)
		h.text = appendGlyphs(h.text[:0], h.page, l.Glyphs[start:end])
		h.out = appendHTMLText(h.out, h.text)
		h.out = append(h.out, "</span>"...)
	}
	h.out = append(h.out, "</span>\n"...)
}

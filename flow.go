package pdftext

import (
	"bytes"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A flowSink takes the blocks of a document one after another, in reading
// order. Markdown and HTML are written by one each.
type flowSink interface {
	// block takes a block that is whole: a paragraph of two columns or pages
	// comes once.
	block(f *flowBlock)
}

// A flowBlock is a block with its lines joined.
type flowBlock struct {
	page  int // where it begins
	first bool
	role  Role
	level int
	label []byte  // of a list item or footnote
	close bool    // no gap before it
	left  float64 // edge of code
	text  []byte
	runs  []flowRun // of text, in order
	table *Table    // instead of text
	p     *Page     // that the table is on
}

// A flowRun is a part of a text set in one way, to the start of the next run.
type flowRun struct {
	start int
	style runStyle
}

// A runStyle is what the markup of a run tells.
type runStyle struct {
	bold, italic, underline, strike, mono bool
	script                                Script
	note                                  bool   // the mark of a footnote of its page
	uri                                   string // that it leads to, fit to be written; or ""
	target                                int    // page that it leads to, or 0
}

// A flow joins the lines of blocks to paragraphs and hands them on.
type flow struct {
	sink   flowSink
	opt    WriteOptions
	open   *flowBlock // a paragraph that the next column may go on with
	notes  []*flowBlock
	labels map[string]bool // of the footnotes of the page
	known  *vocabulary
	last   *Block // of the running text on the page, nil once it is read
	page   int    // number of the page begun last, once a block of it is out
	line   []byte // scratch
}

// newFlow returns a flow into a sink. Nil options are the defaults.
func newFlow(sink flowSink, opt *WriteOptions) *flow {
	f := &flow{sink: sink}
	if opt != nil {
		f.opt = *opt
	}
	return f
}

// writePages writes b, then what page appends for each page as it is ready, and
// then what end appends. The errors of pages are skipped and the first of them
// returned at the end; an error of w ends the work.
func writePages(w io.Writer, pages iter.Seq2[*Layout, error], b []byte, page func(b []byte, l *Layout) []byte, end func(b []byte) []byte) error {
	var first error
	for l, err := range pages {
		if err != nil && first == nil {
			first = err
		}
		if l == nil {
			continue
		}
		b = page(b, l)
		if _, err := w.Write(b); err != nil {
			return err
		}
		b = b[:0]
	}
	if _, err := w.Write(end(b)); err != nil {
		return err
	}
	return first
}

// add takes the blocks of a page.
func (f *flow) add(l *Layout) {
	f.known = nil
	if l.survey != nil {
		f.known = &l.survey.words
	}
	f.labels = nil
	for i := range l.Columns {
		for j := range l.Columns[i].Blocks {
			if b := &l.Columns[i].Blocks[j]; b.Role == Footnote {
				if f.labels == nil {
					f.labels = map[string]bool{}
				}
				f.labels[string(noteText(l.Page, b))] = true
			}
		}
	}
	f.last = lastText(l.Columns)
	for i := range l.Columns {
		blocks := l.Columns[i].Blocks
		for j := range blocks {
			f.block(l, &blocks[j])
		}
	}
}

// noteText returns the label of a footnote.
func noteText(p *Page, b *Block) []byte {
	return appendGlyphs(nil, p, b.Lines[0].Glyphs[:noteLabel(p, &b.Lines[0])])
}

// block takes one block of a page.
func (f *flow) block(l *Layout, b *Block) {
	p := l.Page
	if b.Role >= PageHeader && !f.opt.RunningHeads {
		return
	}
	if at := b.Obstacle - 1; at >= 0 && at < len(l.Tables) {
		f.flush()
		f.send(&flowBlock{page: p.Number, role: Paragraph, table: &l.Tables[at], p: p})
		if rest := b.Lines[b.celled:]; len(rest) > 0 {
			f.send(f.join(p, &Block{Lines: rest}, nil))
		}
		return
	}
	if len(b.Lines) == 0 {
		return
	}
	if b == f.last {
		f.last = nil
	}
	switch {
	case b.aside() && f.open != nil && !f.open.ended() && (f.last == nil || f.open.page != p.Number):
		// The paragraph may go on on the next page, but on a page all
		// outputs have one order.
		f.notes = append(f.notes, f.join(p, b, nil))
		return
	case b.Joins && f.open != nil, b.Role == Code && f.open != nil && f.open.role == Code && f.open.page == p.Number:
		f.join(p, b, f.open)
		return
	}
	f.flush()
	out := f.join(p, b, nil)
	if b.Role == Paragraph || b.Role == ListItem || b.Role == Code {
		f.open = out
		return
	}
	f.send(out)
}

// ended reports whether the text of a block ends a sentence.
func (b *flowBlock) ended() bool {
	r, _ := utf8.DecodeLastRune(b.text)
	return endsSentence(r)
}

// flush hands on the paragraph in hand and the footnotes that wait for it.
func (f *flow) flush() {
	if f.open != nil {
		f.send(f.open)
		f.open = nil
	}
	for _, n := range f.notes {
		f.send(n)
	}
	f.notes = f.notes[:0]
}

func (f *flow) send(b *flowBlock) {
	if b.table == nil && len(b.text) == 0 {
		return
	}
	b.first = b.page != f.page
	f.page = b.page
	f.sink.block(b)
}

// lineTail is how much of the text before a column's first line is looked at to
// join it on; no word is longer.
const lineTail = 199

// join appends the lines of a block to out, or to a new flowBlock if it is nil.
func (f *flow) join(p *Page, b *Block, out *flowBlock) *flowBlock {
	w := textWriter{p: p, paragraph: true, known: f.known, source: func(add func(*Line)) {
		for i := range b.Lines {
			add(&b.Lines[i])
		}
	}}
	if out == nil {
		out = &flowBlock{page: p.Number, role: b.Role, level: b.Level, close: b.close, left: b.Bounds.X0}
	} else if b.Role == Code && !b.close {
		out.text = append(out.text, '\n')
	}
	last := max(0, len(out.text)-lineTail) // start of the last line in out.text
	for i := range b.Lines {
		l := &b.Lines[i]
		skip := 0
		if i == 0 && len(out.text) == 0 {
			switch {
			case b.Role == ListItem:
				skip = b.Label
			case b.Role == Footnote:
				skip = noteLabel(p, l)
			}
			out.label = bytes.TrimRight(appendGlyphs(nil, p, l.Glyphs[:skip]), " ")
		}
		from := len(out.text)
		if b.Role == Code {
			if from > 0 {
				out.text = append(out.text, '\n')
			}
			out.text = indent(out.text, p, l, out.left)
			out.text = appendGlyphs(out.text, p, l.Glyphs)
			continue
		}
		f.line = appendGlyphs(f.line[:0], p, l.Glyphs[skip:])
		line := bytes.Trim(f.line, " ")
		if len(line) == 0 {
			continue
		}
		if from > 0 {
			if drop := w.junction(out.text[last:], line, false); drop >= 0 {
				out.text = out.text[:from-drop]
			} else {
				out.text = append(out.text, ' ')
			}
		}
		last = len(out.text)
		f.appendRuns(p, l, skip, out)
	}
	return out
}

// maxIndent bounds the blanks before a line of code.
const maxIndent = 80

// indent appends the blanks that a line of code is set in by.
func indent(b []byte, p *Page, l *Line, left float64) []byte {
	if len(l.Glyphs) == 0 || l.Glyphs[0].Advance <= 0 {
		return b
	}
	n := int((l.Bounds.X0-left)/float64(l.Glyphs[0].Advance) + 0.5)
	for range min(max(n, 0), maxIndent) {
		b = append(b, ' ')
	}
	return b
}

// appendRuns appends the text of a line with its styles.
func (f *flow) appendRuns(p *Page, l *Line, skip int, out *flowBlock) {
	at := 0
	start := len(out.text)
	for _, s := range Spans(p, *l) {
		glyphs := s.Glyphs
		if at += len(glyphs); at <= skip {
			continue
		}
		glyphs = glyphs[max(0, len(glyphs)-(at-skip)):]
		n := len(out.text)
		out.text = appendGlyphs(out.text, p, glyphs)
		if n == start {
			for len(out.text) > n && out.text[n] == ' ' { // no blank at the start of a line
				out.text = slices.Delete(out.text, n, n+1)
			}
		}
		if len(out.text) == n {
			continue
		}
		st := runStyle{
			bold: s.Style.Bold, italic: s.Style.Italic, underline: s.Style.Underline, strike: s.Style.Strikeout,
			mono: s.Style.Monospace, script: s.Style.Script,
		}
		if st.script == Superscript && f.labels != nil {
			st.note = f.labels[string(bytes.Trim(out.text[n:], " "))]
		}
		if s.Link != nil && !st.note {
			st.uri, st.target = linkURI(s.Link.URI), s.Link.Page
		}
		if k := len(out.runs); k == 0 || out.runs[k-1].style != st {
			out.runs = append(out.runs, flowRun{n, st})
		}
	}
	for len(out.text) > start && out.text[len(out.text)-1] == ' ' {
		out.text = out.text[:len(out.text)-1]
	}
	for k := len(out.runs); k > 0 && out.runs[k-1].start >= len(out.text); k-- {
		out.runs = out.runs[:k-1]
	}
}

// linkSchemes are those that links are written with. Others, such as
// javascript and file, may do more than show a page.
var linkSchemes = [...]string{"http", "https", "mailto", "ftp"}

// linkURI returns a URI as it is written in markup, or "" if its scheme is not
// one of linkSchemes. What no URI may hold is percent-encoded (RFC 3986, 2.1),
// and so are characters beyond ASCII (RFC 3987, 3.1).
func linkURI(uri string) string {
	scheme, rest, ok := strings.Cut(uri, ":")
	if !ok || rest == "" || !slices.Contains(linkSchemes[:], strings.ToLower(scheme)) {
		return ""
	}
	const hex = "0123456789ABCDEF"
	b := make([]byte, 0, len(uri))
	for _, c := range []byte(uri) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			b = append(b, '%', hex[c>>4], hex[c&15])
			continue
		}
		b = append(b, c)
	}
	return string(b)
}

// linked returns how many of the pieces, from the first on, are one link:
// those that lead where the first does and the blanks between them. It is 0 if
// the first is no link.
func linked(pieces []textPiece) int {
	to := pieces[0].style
	if to.uri == "" && to.target == 0 {
		return 0
	}
	n := 1
	for i := 1; i < len(pieces); i++ {
		st := pieces[i].style
		if st.uri == to.uri && st.target == to.target {
			n = i + 1
		} else if len(bytes.Trim(pieces[i].text, " ")) > 0 {
			break
		}
	}
	return n
}

// A textPiece is a run with its text.
type textPiece struct {
	style runStyle
	text  []byte
}

// pieces returns the runs of the block with their texts. What the whole block
// has is taken from a heading. White space at the ends of a run is one of its
// own, so that delimiters stand at letters.
func (b *flowBlock) pieces() []textPiece {
	var out []textPiece
	bold, italic := b.role == Heading, b.role == Heading
	for i := range b.runs {
		bold = bold && b.runs[i].style.bold
		italic = italic && b.runs[i].style.italic
	}
	add := func(st runStyle, text []byte) {
		if len(text) == 0 {
			return
		}
		if n := len(out); n > 0 && out[n-1].style == st {
			// Runs follow one another in b.text.
			out[n-1].text = out[n-1].text[:len(out[n-1].text)+len(text)]
			return
		}
		out = append(out, textPiece{st, text})
	}
	for i := range b.runs {
		end := len(b.text)
		if i+1 < len(b.runs) {
			end = b.runs[i+1].start
		}
		text := b.text[b.runs[i].start:max(end, b.runs[i].start)]
		st := b.runs[i].style
		st.bold, st.italic = st.bold && !bold, st.italic && !italic
		n := 0
		for n < len(text) && text[n] == ' ' {
			n++
		}
		m := len(text)
		for m > n && text[m-1] == ' ' {
			m--
		}
		add(runStyle{}, text[:n])
		add(st, text[n:m])
		add(runStyle{}, text[m:])
	}
	return out
}

// marker returns how a list item's label is written in markup: its number with
// the sign behind it, or 0 and 0 for a bullet. Other labels are part of the
// text.
func (b *flowBlock) marker() (number int, sign byte, ok bool) {
	s := b.label
	if len(s) == 0 {
		return 0, 0, false
	}
	if r, n := utf8.DecodeRune(s); n == len(s) && !unicode.IsLetter(r) && !unicode.IsDigit(r) || string(s) == "o" {
		return 0, 0, true
	}
	k := 0
	for k < len(s) && k < 9 && '0' <= s[k] && s[k] <= '9' {
		number = 10*number + int(s[k]-'0')
		k++
	}
	if k == 0 || k != len(s)-1 || s[k] != '.' && s[k] != ')' {
		return 0, 0, false
	}
	return number, s[k], true
}

package pdftext

import (
	"io"
	"iter"
	"strconv"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/commonmark"
)

// WriteOptions say what WriteMarkdown and WriteHTML write. The zero value and
// a nil pointer both mean the defaults.
type WriteOptions struct {
	RunningHeads bool   // keep page headers, footers and page numbers
	Title        string // of an HTML document; default "Untitled"
}

// title returns the title of a document.
func (o *WriteOptions) title() []byte {
	if o == nil || o.Title == "" {
		return []byte("Untitled")
	}
	return []byte(o.Title)
}

// Markdown returns the page as CommonMark with GitHub's tables: headings,
// paragraphs with their lines joined, lists, tables, code, and footnotes.
// Underlines, and emphasis that CommonMark cannot mark, are inline HTML. Links
// to addresses (http, https, mailto and ftp) are links, but not in tables. Page
// headers, footers and numbers are left out where their role is known; see
// Survey.
func Markdown(l *Layout) string { return string(AppendMarkdown(nil, l, nil)) }

// AppendMarkdown appends the page as CommonMark to b.
func AppendMarkdown(b []byte, l *Layout, opt *WriteOptions) []byte {
	m := markdown{out: b}
	f := newFlow(&m, opt)
	f.add(l)
	f.flush()
	m.finish()
	return m.out
}

// WriteMarkdown writes pages, such as those of Document.Layouts, to w as one
// CommonMark document, as each is ready. Paragraphs go on over pages. The
// errors of pages are skipped and the first of them returned at the end; an
// error of w ends the work.
func WriteMarkdown(w io.Writer, pages iter.Seq2[*Layout, error], opt *WriteOptions) error {
	m := markdown{}
	f := newFlow(&m, opt)
	return writePages(w, pages, nil, func(b []byte, l *Layout) []byte {
		m.out = b
		f.add(l)
		m.started = m.started || len(m.out) > 0
		return m.out
	}, func(b []byte) []byte {
		m.out = b
		f.flush()
		m.finish()
		return m.out
	})
}

// A markdown writes blocks as CommonMark.
type markdown struct {
	out     []byte
	started bool // what was written before out
	list    []markdownItem
	after   Role // role of the block before
	scratch []byte
}

// A markdownItem is the last item of a list that is open.
type markdownItem struct {
	width  int // of the label with its blank
	number int
	sign   byte
}

// finish ends the last line.
func (m *markdown) finish() {
	if n := len(m.out); n > 0 && m.out[n-1] != '\n' || n == 0 && m.started {
		m.out = append(m.out, '\n')
	}
}

// gap begins a new block.
func (m *markdown) gap(close bool) {
	if len(m.out) == 0 && !m.started {
		return
	}
	m.out = append(m.out, '\n')
	if !close {
		m.out = append(m.out, '\n')
	}
}

// block implements flowSink.
func (m *markdown) block(f *flowBlock) {
	after := m.after
	m.after = f.role
	if f.role != ListItem {
		m.list = m.list[:0]
	}
	switch {
	case f.table != nil:
		m.gap(false)
		m.table(f)
	case f.role == Heading:
		m.gap(false)
		for range f.level {
			m.out = append(m.out, '#')
		}
		m.out = append(m.out, ' ')
		m.inline(f, false)
	case f.role == Code:
		m.gap(false)
		fence := commonmark.Fence(f.text)
		m.repeat('`', fence)
		m.out = append(m.out, '\n')
		m.out = append(m.out, f.text...)
		m.out = append(m.out, '\n')
		m.repeat('`', fence)
	case f.role == ListItem:
		m.item(f, after == ListItem)
	case f.role == Footnote:
		m.gap(false)
		m.out = append(m.out, "[^"...)
		m.out = append(m.out, m.noteName(f.page, f.label)...)
		m.out = append(m.out, "]: "...)
		m.inline(f, true)
	default:
		m.gap(false)
		m.inline(f, true)
	}
}

func (m *markdown) repeat(c byte, n int) {
	for range n {
		m.out = append(m.out, c)
	}
}

// noteName returns the name of a footnote, which is good for one page.
func (m *markdown) noteName(page int, label []byte) string {
	name := "p" + strconv.Itoa(page) + "-"
	for _, r := range string(label) {
		switch {
		case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z':
			name += string(r)
		case r == '¹', r == '²', r == '³':
			name += string(map[rune]byte{'¹': '1', '²': '2', '³': '3'}[r])
		case r >= '⁴' && r <= '⁹':
			name += string('0' + r - '⁰')
		default:
			name += "x" + strconv.FormatInt(int64(r), 16)
		}
	}
	return name
}

// item writes a list item.
func (m *markdown) item(f *flowBlock, follows bool) {
	number, sign, ok := f.marker()
	level := min(max(f.level, 1), len(m.list)+1)
	var last *markdownItem
	if follows && level <= len(m.list) {
		last = &m.list[level-1]
	}
	m.list = m.list[:level-1]
	indent := 0
	for _, o := range m.list {
		indent += o.width
	}
	item := markdownItem{number: number, sign: sign}
	if last != nil && (last.sign != sign || sign != 0 && number != last.number+1) {
		// Another list; without a mark it would go on with the one before.
		m.gap(false)
		m.repeat(' ', indent)
		m.out = append(m.out, "<!-- -->"...)
		follows = false
	}
	m.gap(follows && f.close)
	m.repeat(' ', indent)
	at := len(m.out)
	if sign != 0 {
		m.out = strconv.AppendInt(m.out, int64(number), 10)
		m.out = append(m.out, sign, ' ')
	} else {
		m.out = append(m.out, "- "...)
	}
	item.width = len(m.out) - at
	m.list = append(m.list, item)
	if !ok {
		m.out = commonmark.AppendText(m.out, f.label, true)
		m.out = append(m.out, ' ')
	}
	m.inline(f, ok)
}

// inline writes the text of a block with its styles and links.
func (m *markdown) inline(f *flowBlock, start bool) {
	pieces := f.pieces()
	before := ' '
	if len(m.out) > 0 {
		before, _ = utf8.DecodeLastRune(m.out)
	}
	end := 0 // of the link that is open
	for i, p := range pieces {
		if i >= end && p.style.uri != "" {
			end = i + linked(pieces[i:])
			m.openLink(p)
			before = '['
		}
		after := rune(0)
		switch {
		case i+1 == end:
			after = ']'
		case i+1 < len(pieces) && i+1 > end && pieces[i+1].style.uri != "":
			after = '['
		case i+1 < len(pieces):
			after, _ = utf8.DecodeRune(pieces[i+1].text)
		}
		m.piece(f, p, before, after, start && i == 0 && end == 0)
		before, _ = utf8.DecodeLastRune(p.text)
		if i+1 == end {
			m.out = append(m.out, "]("...)
			m.out = commonmark.AppendDestination(m.out, p.style.uri)
			m.out = append(m.out, ')')
			before = ')'
		}
	}
}

// openLink begins a link whose first piece is p.
func (m *markdown) openLink(p textPiece) {
	if n := len(m.out); n > 0 && m.out[n-1] == '!' {
		m.out = append(m.out[:n-1], "\\!"...) // no image
	}
	m.out = append(m.out, '[')
	if len(p.text) > 0 && p.text[0] == '^' {
		m.out = append(m.out, '\\') // no footnote
	}
}

// piece writes one run. From outside to inside: note, script, underline,
// strike, italic, bold, code.
func (m *markdown) piece(f *flowBlock, p textPiece, before, after rune, start bool) {
	st := p.style
	if st.note {
		m.out = append(m.out, "[^"...)
		m.out = append(m.out, m.noteName(f.page, p.text)...)
		m.out = append(m.out, ']')
		return
	}
	first, _ := utf8.DecodeRune(p.text)
	last, _ := utf8.DecodeLastRune(p.text)
	var closing [6]string
	n := 0
	mark := func(open, end string) {
		m.out = append(m.out, open...)
		closing[n] = end
		n++
	}
	switch st.script {
	case Superscript:
		mark("<sup>", "</sup>")
	case Subscript:
		mark("<sub>", "</sub>")
	}
	if st.underline {
		mark("<u>", "</u>")
	}
	if n > 0 {
		before, after = '>', '<'
	}
	stars := commonmark.Emphasis(before, first, last, after)
	if st.strike {
		if stars {
			mark("~~", "~~")
		} else {
			mark("<del>", "</del>")
		}
	}
	switch {
	case st.italic && st.bold && stars:
		mark("***", "***")
	case st.italic && stars:
		mark("*", "*")
	case st.bold && stars:
		mark("**", "**")
	default:
		if st.italic {
			mark("<em>", "</em>")
		}
		if st.bold {
			mark("<strong>", "</strong>")
		}
	}
	if st.mono {
		m.out = commonmark.AppendCode(m.out, p.text)
	} else {
		m.out = commonmark.AppendText(m.out, p.text, start && n == 0)
	}
	for n--; n >= 0; n-- {
		m.out = append(m.out, closing[n]...)
	}
}

// maxFields bounds the fields of a table that is written as one. Merged cells
// make a few lines of a file a million fields.
const maxFields = 100_000

// table writes a table as GitHub does: its first row is the head, a merged
// cell stands in its first field.
func (m *markdown) table(f *flowBlock) {
	t := f.table
	if t.Rows*t.Cols > maxFields {
		m.scratch = t.appendText(m.scratch[:0], f.p)
		m.out = commonmark.AppendText(m.out, m.scratch, true)
		return
	}
	fields := make([]*Cell, t.Rows*t.Cols)
	for i := range t.Cells {
		c := &t.Cells[i]
		fields[c.Row*t.Cols+c.Col] = c
	}
	for row := range t.Rows {
		if row > 0 {
			m.out = append(m.out, '\n')
		}
		m.out = append(m.out, '|')
		for col := range t.Cols {
			m.out = append(m.out, ' ')
			if c := fields[row*t.Cols+col]; c != nil {
				m.scratch = c.appendLine(m.scratch[:0], f.p)
				m.out = commonmark.AppendText(m.out, m.scratch, false)
			}
			m.out = append(m.out, " |"...)
		}
		if row == 0 {
			m.out = append(m.out, "\n|"...)
			for range t.Cols {
				m.out = append(m.out, " --- |"...)
			}
		}
	}
}

// appendLine appends the text of the cell as one line.
func (c *Cell) appendLine(b []byte, p *Page) []byte {
	w := textWriter{p: p, out: b, paragraph: true, source: func(add func(*Line)) {
		for i := range c.Lines {
			add(&c.Lines[i])
		}
	}}
	for i := range c.Lines {
		w.line(&c.Lines[i])
	}
	return w.out
}

package pdftext

import (
	"bytes"
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/listlabel"
)

// A Survey gathers what only the pages of a document together tell: which
// lines are running heads, which size is that of the text, which level each
// kind of heading has, and which words are used. Its memory grows with the
// number of different lines at the edges of pages and of different words, and
// is bounded.
//
// Layouts takes a survey of a document; a Survey of its own is for pages that
// come from elsewhere. Add every page first, then ask for the layouts. Layout
// may be called by several goroutines at once, Add may not.
type Survey struct {
	pages, odd int
	use        usage
	short      map[headingFace]int // blocks as short as a heading
	repeated   map[edgeKey]tally   // lines at the edges by text
	fixed      map[edgeKey]int     // outermost lines by text and place
	counting   map[countKey]int    // outermost lines that count the pages
	words      vocabulary

	mu     sync.Mutex
	levels []headingLevel // nil until asked for
}

// NewSurvey returns a survey of no pages.
func NewSurvey() *Survey {
	return &Survey{
		use: *newUsage(), short: map[headingFace]int{},
		repeated: map[edgeKey]tally{}, fixed: map[edgeKey]int{}, counting: map[countKey]int{},
	}
}

// Running heads. Heights are shares of the page's.
const (
	// edgeBand is the part of the page at its top and bottom where running
	// heads stand.
	edgeBand = 0.12
	// A line whose text, digits left out, stands on runningShare of the pages,
	// or of the odd or even ones, and on leastPages, is a running head.
	runningShare = 0.5
	leastPages   = 2
	// So is one of the outerRows outermost that stands at one place on
	// fixedPages, as the title of a chapter does, or begins or ends with the
	// number of its page on as many.
	fixedPages = 3
	outerRows  = 2
	// maxEdgeKeys bounds the different lines that are counted.
	maxEdgeKeys = 200_000
	// maxWords bounds the different words that are kept.
	maxWords = 1_000_000
	// edgeStep is the grid, in points, on which places of lines are compared.
	edgeStep = 3
)

// An edgeKey stands for the text of a line, digits left out, and for where on
// the page it is if place is not 0.
type edgeKey struct {
	text   uint64
	place  int32
	bottom bool
}

// A countKey stands for lines at one height whose number is the page's number
// and offset together.
type countKey struct {
	offset int32
	place  int32
	bottom bool
	roman  bool
}

type tally struct{ all, odd int32 }

// An edgeLine is a line in the band at the top or bottom of a page.
type edgeLine struct {
	column, block, line int32
	depth               float64 // of its middle, from its edge of the page
	rank                int32   // rows between it and the edge of the page
	bottom              bool
	lone                bool // a page number and nothing else
	key                 uint64
	place               int32
	counts              [2]countKey // by its first and last word
	n                   int
}

// edgeLines returns the lines at the top and bottom of a page, those nearest
// to the edge first.
func edgeLines(l *Layout) []edgeLine {
	p := l.Page
	h := p.Bounds.Y1 - p.Bounds.Y0
	if h <= 0 {
		return nil
	}
	var out []edgeLine
	var text []byte
	for i := range l.Columns {
		for j := range l.Columns[i].Blocks {
			b := &l.Columns[i].Blocks[j]
			if b.Obstacle > 0 {
				continue
			}
			for k := range b.Lines {
				line := &b.Lines[k]
				y := (line.Bounds.Y0+line.Bounds.Y1)/2 - p.Bounds.Y0
				if y > edgeBand*h && y < (1-edgeBand)*h || line.Dir.X != 1 && line.Dir != (Point{}) {
					continue
				}
				e := edgeLine{column: int32(i), block: int32(j), line: int32(k), bottom: y > h/2, depth: y}
				if e.bottom {
					e.depth = h - y
				}
				text = appendGlyphs(text[:0], p, line.Glyphs)
				e.read(text, p.Number)
				e.place = int32(e.depth/edgeStep) + 1
				out = append(out, e)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b edgeLine) int {
		return cmp.Or(boolInt(a.bottom)-boolInt(b.bottom), cmp.Compare(a.depth, b.depth))
	})
	for i := 1; i < len(out); i++ {
		if e, before := &out[i], &out[i-1]; e.bottom == before.bottom {
			e.rank = before.rank
			if e.depth-before.depth > edgeStep {
				e.rank++
			}
		}
	}
	return out
}

// read reads the text of the line.
func (e *edgeLine) read(text []byte, page int) {
	h := uint64(hashStart)
	digits, blank := false, false
	letters, signs := 0, 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		i += n
		switch {
		case unicode.IsDigit(r):
			if digits {
				continue
			}
			digits = true
			r = '#'
		case unicode.IsSpace(r):
			if blank {
				continue
			}
			blank = true
			h = (h ^ ' ') * hashPrime
			continue
		default:
			digits = false
			if unicode.IsLetter(r) {
				letters++
			} else {
				signs++
			}
			r = unicode.ToLower(r)
		}
		blank = false
		h = (h ^ uint64(uint32(r))) * hashPrime
	}
	e.key = h
	words := fields(text)
	if len(words) == 0 {
		return
	}
	e.lone = pageNumber(words)
	for _, w := range [2][]byte{words[0], words[len(words)-1]} {
		if v, roman := numeral(w); v > 0 {
			e.counts[e.n] = countKey{offset: int32(v - page), bottom: e.bottom, roman: roman}
			e.n++
		}
	}
}

// fields divides text at blanks, without the dashes, brackets, bars and dots
// around its words.
func fields(text []byte) [][]byte {
	words := bytes.Fields(text)
	for i := range words {
		words[i] = bytes.Trim(words[i], "-–—()[]|.,·•<>«»~")
	}
	return slices.DeleteFunc(words, func(w []byte) bool { return len(w) == 0 })
}

// numeral returns the value of a word of digits or of a roman numeral in lower
// case; 0 if it is none.
func numeral(word []byte) (v int, roman bool) {
	const digits = 5
	if len(word) == 0 || len(word) > listlabel.MaxLen {
		return 0, false
	}
	if word[0] >= '0' && word[0] <= '9' {
		if len(word) > digits {
			return 0, false
		}
		for _, b := range word {
			if b < '0' || b > '9' {
				return 0, false
			}
			v = 10*v + int(b-'0')
		}
		return v, false
	}
	var runes [listlabel.MaxLen]rune
	for i, b := range word {
		if b < 'a' || b > 'z' {
			return 0, false
		}
		runes[i] = rune(b)
	}
	if v = listlabel.Roman(runes[:len(word)]); v > maxFrontMatter {
		return 0, false
	}
	return v, true
}

// maxFrontMatter is the last page that has a roman numeral. Above, there are
// words such as "mix" and "did".
const maxFrontMatter = 300

// pageWords may stand around the number of a page.
var pageWords = [...]string{"page", "p", "pg", "seite", "s", "página", "pagina", "pág", "стр", "of", "von", "de", "sur", "di", "из", "/"}

// pageSuffixes stand behind it, without a blank.
var pageSuffixes = [...]string{"쪽", "頁", "页", "ページ", "면"}

// pageNumber reports whether words are the number of a page and nothing else:
// "12", "- 12 -", "Page 12 of 40", "12/40", "xii".
func pageNumber(words [][]byte) bool {
	numbers := 0
	for _, w := range words {
		if slices.ContainsFunc(pageWords[:], func(s string) bool { return bytes.EqualFold(w, []byte(s)) }) {
			continue
		}
		for _, s := range pageSuffixes {
			if len(w) > len(s) {
				w = bytes.TrimSuffix(w, []byte(s))
			}
		}
		for len(w) > 0 {
			part := w
			if i := slices.Index(w, '/'); i >= 0 {
				part, w = w[:i], w[i+1:]
			} else {
				w = nil
			}
			v, roman := numeral(part)
			if v == 0 || roman && len(words) > 1 || len(part) > 4 && !roman {
				return false
			}
			numbers++
		}
	}
	return numbers == 1 || numbers == 2
}

// Add adds a page to the survey.
func (s *Survey) Add(l *Layout) {
	s.pages++
	odd := int32(l.Page.Number & 1)
	s.odd += int(odd)
	s.levels = nil
	s.use.add(l.Columns)
	s.use.count(l.Columns)
	for i := range l.Columns {
		for j := range l.Columns[i].Blocks {
			b := &l.Columns[i].Blocks[j]
			if b.Obstacle == 0 && len(b.Lines) <= headingLines && b.glyphs > 1 && b.glyphs <= headingGlyphs && b.letters {
				if f := faceOfHeading(b); len(s.short) < maxSizes || s.short[f] > 0 {
					s.short[f]++
				}
			}
			for k := range b.Lines {
				if s.words.n < maxWords {
					s.words.add(l.Page, &b.Lines[k])
				}
			}
		}
	}
	seen := map[edgeKey]bool{}
	for _, e := range edgeLines(l) {
		text := edgeKey{text: e.key, bottom: e.bottom}
		if seen[text] {
			continue
		}
		seen[text] = true
		if t, ok := s.repeated[text]; ok || len(s.repeated) < maxEdgeKeys {
			s.repeated[text] = tally{t.all + 1, t.odd + odd}
		}
		if e.rank >= outerRows {
			continue
		}
		text.place = e.place
		if len(s.fixed) < maxEdgeKeys || s.fixed[text] > 0 {
			s.fixed[text]++
		}
		for _, c := range e.counts[:e.n] {
			c.place = e.place
			if len(s.counting) < maxEdgeKeys || s.counting[c] > 0 {
				s.counting[c]++
			}
		}
	}
}

// running reports whether a line at the edge of a page is a running head.
func (s *Survey) running(e *edgeLine) bool {
	t := s.repeated[edgeKey{text: e.key, bottom: e.bottom}]
	often := func(n int32, of int) bool { return n >= leastPages && float32(n) >= runningShare*float32(of) }
	if often(t.all, s.pages) || often(t.odd, s.odd) || often(t.all-t.odd, s.pages-s.odd) {
		return true
	}
	if e.rank >= outerRows {
		return false
	}
	// The place is on a grid, so that neighbours of it count as well.
	n := 0
	for d := int32(-1); d <= 1; d++ {
		n += s.fixed[edgeKey{text: e.key, bottom: e.bottom, place: e.place + d}]
	}
	if n >= fixedPages {
		return true
	}
	for _, c := range e.counts[:e.n] {
		n := 0
		for d := int32(-1); d <= 1; d++ {
			c.place = e.place + d
			n += s.counting[c]
		}
		if n >= fixedPages {
			return true
		}
	}
	return e.rank == 0 && e.lone
}

// Layout returns l with the roles of its blocks as the document tells them.
// Running heads are blocks of their own; a paragraph goes on where a column
// breaks it off. The argument is not changed.
func (s *Survey) Layout(l *Layout) *Layout {
	out := *l
	out.Columns = s.partRunning(l)
	s.use.assign(l.Page, out.Columns, s.ranks())
	joinColumns(l.Page, out.Columns)
	out.survey = s
	return &out
}

// ranks returns the levels of the document's headings.
func (s *Survey) ranks() []headingLevel {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.levels == nil {
		u := newUsage()
		body := s.use.body()
		for f, n := range s.short {
			if float32(f.size) >= headingSize*10*body || s.use.headings[f] > 0 && f.bold {
				u.headings[f] = n
			}
		}
		s.levels = append([]headingLevel{}, u.levels()...)
	}
	return s.levels
}

// partRunning returns the columns of l with the running heads in blocks of
// their own.
func (s *Survey) partRunning(l *Layout) []Column {
	roles := map[[3]int32]Role{}
	for _, e := range edgeLines(l) {
		if !s.running(&e) {
			continue
		}
		role := PageHeader
		switch {
		case e.lone:
			role = PageNumber
		case e.bottom:
			role = PageFooter
		}
		roles[[3]int32{e.column, e.block, e.line}] = role
	}
	out := cloneBlocks(l.Columns)
	if len(roles) == 0 {
		return out
	}
	for i := range out {
		var blocks []Block
		for j := range out[i].Blocks {
			b := out[i].Blocks[j]
			from, last := 0, Paragraph
			for k := range b.Lines {
				role := roles[[3]int32{int32(i), int32(j), int32(k)}]
				if k > from && role != last {
					blocks = append(blocks, b.part(l.Page, from, k, last))
					from = k
				}
				last = role
			}
			if from == 0 && last == Paragraph {
				blocks = append(blocks, b)
			} else {
				blocks = append(blocks, b.part(l.Page, from, len(b.Lines), last))
			}
		}
		out[i].Blocks = blocks
	}
	return out
}

// part returns some lines of a block as a block.
func (b *Block) part(p *Page, from, to int, role Role) Block {
	out := Block{Lines: b.Lines[from:to:to], Role: role, close: from > 0 || b.close}
	if from == 0 {
		out.Label, out.label = b.Label, b.label
	}
	out.Bounds = out.Lines[0].Bounds
	for k := range out.Lines {
		out.Bounds = out.Bounds.Union(out.Lines[k].Bounds)
		out.face = out.face.join(faceOf(p, out.Lines[k].Glyphs))
	}
	return out
}

// keptGlyphs is how many glyphs' worth of layouts Layouts keeps between its
// two passes; about 20 MB. What is more is read twice.
const keptGlyphs = 150_000

// Layouts yields the layout of each page in order, with the roles that the
// document as a whole tells: running heads, headings with one level for one
// look, and paragraphs that go on over pages. A page that cannot be read yields
// its error and does not end the sequence; a done context does.
//
// Layouts takes a survey of all pages before it yields the first. A document
// of more than some fifty pages is read twice, so that memory does not grow
// with it.
func (d *Document) Layouts(ctx context.Context) iter.Seq2[*Layout, error] {
	return func(yield func(*Layout, error) bool) {
		type read struct {
			layout *Layout
			err    error
		}
		survey := NewSurvey()
		var kept []read
		glyphs := 0
		for p, err := range d.Pages(ctx) {
			r := read{err: err}
			if p != nil {
				r.layout = Analyze(p)
				survey.Add(r.layout)
				glyphs += len(p.Glyphs)
			}
			if glyphs <= keptGlyphs {
				kept = append(kept, r)
			} else {
				kept = nil
			}
		}
		if ctx.Err() != nil && len(kept) == 0 {
			yield(nil, ctx.Err())
			return
		}
		var last *Layout
		finish := func(r read) bool {
			if r.layout == nil {
				return yield(nil, r.err)
			}
			l := survey.Layout(r.layout)
			joinPages(last, l)
			last = l
			return yield(l, r.err)
		}
		if glyphs <= keptGlyphs {
			for _, r := range kept {
				if !finish(r) {
					return
				}
			}
			return
		}
		for p, err := range d.Pages(ctx) {
			r := read{err: err}
			if p != nil {
				r.layout = Analyze(p)
			}
			if !finish(r) {
				return
			}
		}
	}
}

// joinColumns marks the paragraphs that go on from the column before.
func joinColumns(p *Page, columns []Column) {
	for i := 1; i < len(columns); i++ {
		if b := firstText(columns[i].Blocks); b != nil {
			b.Joins = continues(p, lastText(columns[:i]), p, b)
		}
	}
}

// joinPages marks the paragraph of next that goes on from last.
func joinPages(last, next *Layout) {
	if last == nil || len(next.Columns) == 0 {
		return
	}
	for i := range next.Columns {
		if b := firstText(next.Columns[i].Blocks); b != nil {
			b.Joins = continues(last.Page, lastText(last.Columns), next.Page, b)
			return
		}
	}
}

// aside reports whether a block stands outside of the text that is read on
// from column to column.
func (b *Block) aside() bool { return b.Role >= PageHeader || b.Role == Footnote }

// firstText returns the first block of the running text, or nil.
func firstText(blocks []Block) *Block {
	for i := range blocks {
		if !blocks[i].aside() {
			return &blocks[i]
		}
	}
	return nil
}

// lastText returns the last block of the running text, or nil.
func lastText(columns []Column) *Block {
	for i := len(columns) - 1; i >= 0; i-- {
		for j := len(columns[i].Blocks) - 1; j >= 0; j-- {
			if b := &columns[i].Blocks[j]; !b.aside() {
				return b
			}
		}
	}
	return nil
}

// continues reports whether the paragraph b goes on with a: a has not ended
// its sentence, b does not begin one, and both are set alike.
func continues(pa *Page, a *Block, pb *Page, b *Block) bool {
	if a == nil || a.Obstacle > 0 || b.Obstacle > 0 || a.Role != Paragraph && a.Role != ListItem || b.Role != Paragraph || b.Label > 0 ||
		a.size > levelStep*b.size || b.size > levelStep*a.size || a.bold != b.bold || a.sentence {
		return false
	}
	first, last := firstRune(pb, b), lastRune(pa, a)
	return isHyphen(last) || unicode.IsLower(first) || wide(first) && wide(last) && unicode.IsLetter(first)
}

func firstRune(p *Page, b *Block) rune {
	for i := range b.Lines {
		for k := range b.Lines[i].Glyphs {
			if g := &b.Lines[i].Glyphs[k]; !blank(p, g) {
				r, _ := utf8.DecodeRuneInString(g.Text(p))
				return r
			}
		}
	}
	return 0
}

func lastRune(p *Page, b *Block) rune {
	for i := len(b.Lines) - 1; i >= 0; i-- {
		for k := len(b.Lines[i].Glyphs) - 1; k >= 0; k-- {
			if g := &b.Lines[i].Glyphs[k]; !blank(p, g) {
				r, _ := utf8.DecodeLastRuneInString(g.Text(p))
				return r
			}
		}
	}
	return 0
}

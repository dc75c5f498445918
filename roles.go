package pdftext

import (
	"slices"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/baseline"
	"github.com/pdftext-go/pdftext/internal/listlabel"
)

// A Role says what a block is to its reader.
type Role uint8

// Roles of blocks.
const (
	Paragraph  Role = iota
	Heading         // see Block.Level
	ListItem        // begins with a label: see Block.Label and Block.Level
	Caption         // of a figure or table
	Footnote        // begins with its label
	Code            // in a fixed pitch, where most of the page is not
	PageHeader      // stands at the top of many pages
	PageFooter      // stands at the foot of many pages
	PageNumber
)

var roleNames = [...]string{
	Paragraph: "paragraph", Heading: "heading", ListItem: "list_item", Caption: "caption", Footnote: "footnote",
	Code: "code", PageHeader: "page_header", PageFooter: "page_footer", PageNumber: "page_number",
}

// String returns the role's name, such as "list_item".
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return "unknown"
}

// A face is how the glyphs of a line or of a block are set.
type face struct {
	size                 float32 // of most glyphs
	glyphs               int32   // that are not blank
	bolds, italics, mono int32   // how many of them are
	letters              bool    // has one
	capitals             bool    // has letters, and none in lower case
	bold                 bool    // nearly all of it
	startsBold, endsBold bool
	sentence             bool // ends in a mark that ends a sentence
	upper                bool // its first letter is a capital, or it begins with a digit
}

// allOf is the share of the glyphs that must be bold for a line to be bold:
// colons and brackets often are not.
const allOf = 0.9

// faceOf looks at the glyphs of a line.
func faceOf(p *Page, glyphs []Glyph) face {
	var f face
	run, flags := ^uint32(0), GlyphFlags(0)
	bold, italic, mono := false, false, false
	var first, last rune
	lower, at := false, int32(0)
	for i := range glyphs {
		g := &glyphs[i]
		if r := g.Rune; r <= ' ' || r >= 0x7f {
			if blank(p, g) {
				continue
			}
		}
		if g.Run != run || g.Flags != flags {
			run, flags = g.Run, g.Flags
			r, t := runOf(p, g), fontOf(p, g)
			if t == nil {
				t = &Font{}
			}
			bold, italic, mono = isBold(t, r, g), t.Italic || sheared(r, g), t.Monospace
		}
		last = g.Rune
		if last < 0 {
			last = 'x'
		}
		if f.glyphs == 0 {
			first, f.startsBold = last, bold
		}
		f.glyphs++
		if bold {
			f.bolds++
		}
		if italic {
			f.italics++
		}
		if mono {
			f.mono++
		}
		if g.Size != f.size { // the majority, by one pass
			if at--; at < 0 {
				f.size, at = g.Size, 1
			}
		} else {
			at++
		}
		if !f.letters || !lower {
			switch {
			case 'a' <= last && last <= 'z':
				f.letters, lower = true, true
			case 'A' <= last && last <= 'Z':
				f.letters = true
			case last >= 0x80 && unicode.IsLetter(last):
				f.letters = true
				lower = lower || !unicode.IsUpper(last)
			}
		}
	}
	f.endsBold = bold
	f.bold = float32(f.bolds) >= allOf*float32(f.glyphs) && f.bolds > 0
	f.capitals = f.letters && !lower
	f.upper = unicode.IsUpper(first) || unicode.IsDigit(first)
	f.sentence = endsSentence(last)
	return f
}

// endsSentence reports whether r, the last one of a text, ends a sentence.
func endsSentence(r rune) bool {
	switch r {
	case '.', '!', '?', ':', ';', '\u3002', '\uff01', '\uff1f', '”', '"', '»', '…', '\u061f', '\u06d4':
		return true
	}
	return false
}

// join returns the face of what f and g, which follows it, are together.
func (f face) join(g face) face {
	if f.glyphs == 0 {
		return g
	}
	if g.glyphs == 0 {
		return f
	}
	out := f
	if g.glyphs > f.glyphs {
		out.size = g.size
	}
	out.glyphs += g.glyphs
	out.bolds += g.bolds
	out.italics += g.italics
	out.mono += g.mono
	out.letters = f.letters || g.letters
	out.capitals = (f.capitals || !f.letters) && (g.capitals || !g.letters) && out.letters
	out.bold = f.bold && g.bold
	out.endsBold, out.sentence = g.endsBold, g.sentence
	return out
}

// readLabel looks for a label at the start of a line.
func (r *reader) readLabel(it *item) {
	glyphs := it.line.Glyphs
	var text [listlabel.MaxLen]rune
	n := 0
	for i := range glyphs {
		g := &glyphs[i]
		switch {
		case g.Rune == ' ' || blank(r.p, g):
			if n == 0 {
				continue
			}
			it.label = listlabel.Of(text[:n])
			for i < len(glyphs) && blank(r.p, &glyphs[i]) {
				i++
			}
			if it.label.Kind == listlabel.None || i == len(glyphs) {
				it.label = listlabel.Label{}
				return
			}
			it.marker = i
			m := r.mark(&glyphs[i], &it.line)
			it.text = m.U0
			return
		case n == len(text) || g.Rune <= 0:
			return
		}
		text[n] = g.Rune
		n++
	}
}

// Labels of one list start at one place within listEdge ems. A label that is
// not a bullet needs another one of its list within listReach candidates.
const (
	listEdge  = 0.6
	listReach = 6
)

// lists keeps the labels of the items that are labels of lists: bullets, and
// what counts on from another one or has its text hanging. A number or dash
// that stands first on a line by chance has neither.
func (r *reader) lists() {
	items := r.items
	found := r.found[:0]
	for i := range items {
		if items[i].marker > 0 {
			found = append(found, int32(i))
		}
	}
	r.found = found
	if len(found) == 0 {
		return
	}
	listed := func(k int) bool {
		i := int(found[k])
		it := &items[i]
		if it.label.Kind == listlabel.Bullet {
			return true
		}
		for j := max(k-listReach, 0); j < min(k+listReach+1, len(found)); j++ {
			o := &items[found[j]]
			if d := o.x0 - it.x0; d > listEdge*it.size || d < -listEdge*it.size {
				continue
			}
			if j < k && it.label.Follows(o.label) || j > k && o.label.Follows(it.label) {
				return it.label.Kind != listlabel.Outline || it.label.Close != 0
			}
		}
		// Its text hangs.
		if it.label.Kind == listlabel.Outline || i+1 >= len(items) || items[i+1].obstacle > 0 {
			return false
		}
		next := &items[i+1]
		d := next.x0 - it.text
		return d < listEdge*it.size && d > -listEdge*it.size && next.base-it.base < 2*it.size && next.size < blockRatio*it.size && it.size < blockRatio*next.size
	}
	keep := make([]bool, len(found))
	for k := range found {
		keep[k] = listed(k)
	}
	for k, i := range found {
		if !keep[k] {
			items[i].marker = 0
		}
	}
}

// What blocks are told by. Sizes are shares of the page's or document's usual
// size.
const (
	// A heading is at least headingSize (see the rule book's 1.15) or is
	// bold, has at most headingLines lines and headingGlyphs characters.
	headingSize   = 1.15
	headingLines  = 3
	headingGlyphs = 160
	// A bold line is a heading from boldSize on. Smaller ones are labels.
	boldSize = 0.95
	// Footnotes are at most noteSize, and stand in the lower noteReach of the
	// page.
	noteSize  = 0.93
	noteReach = 0.5
	// A block is code if codeShare of it is set in a fixed pitch, and less
	// than codePage of the page.
	codeShare = 0.9
	codePage  = 0.5
	// levelStep is the least ratio of the sizes of two levels of headings.
	levelStep = 1.03
	maxLevel  = 6
)

// A usage is how much is set in which way, on a page or in a document.
type usage struct {
	sizes        map[int32]int32 // glyphs by size in tenths of a point
	glyphs, mono int
	bold         int
	headings     map[headingFace]int // blocks that may be headings
}

// A headingFace is what the level of a heading is told by.
type headingFace struct {
	size int32 // in tenths of a point
	bold bool
}

func newUsage() *usage {
	return &usage{sizes: map[int32]int32{}, headings: map[headingFace]int{}}
}

// maxSizes bounds the sizes that are told apart; hostile pages have one for
// each glyph.
const maxSizes = 4096

// add counts the text of columns.
func (u *usage) add(columns []Column) {
	for i := range columns {
		for j := range columns[i].Blocks {
			b := &columns[i].Blocks[j]
			u.glyphs += int(b.glyphs)
			u.mono += int(b.mono)
			u.bold += int(b.bolds)
			if s := tenths(b.size); len(u.sizes) < maxSizes || u.sizes[s] > 0 {
				u.sizes[s] += b.glyphs
			}
		}
	}
}

func tenths(size float32) int32 { return int32(baseline.Sane(size)*10 + 0.5) }

// body returns the size of most glyphs, 0 if there are none; of equals the
// smaller one.
func (u *usage) body() float32 {
	best, most := int32(0), int32(0)
	for s, n := range u.sizes {
		if n > most || n == most && s < best {
			best, most = s, n
		}
	}
	return float32(best) / 10
}

// Roles returns the columns with the Role of each block, as far as the page
// tells it: headings by their size and weight against the page's text, list
// items by their labels, captions, footnotes and code. Survey.Layout does the
// same with what the document tells, running heads included. The argument is
// not changed.
func Roles(p *Page, columns []Column) []Column {
	u := newUsage()
	u.add(columns)
	out := cloneBlocks(columns)
	u.assign(p, out, nil)
	return out
}

// cloneBlocks returns a copy of the columns with blocks of their own.
func cloneBlocks(columns []Column) []Column {
	out := slices.Clone(columns)
	for i := range out {
		out[i].Blocks = slices.Clone(out[i].Blocks)
	}
	return out
}

// assign sets the roles of the blocks of one page. Levels are looked up in
// levels, or told by the page alone if it is nil.
func (u *usage) assign(p *Page, columns []Column, levels []headingLevel) {
	body := u.body()
	if body == 0 {
		return
	}
	a := assigner{p: p, body: body, code: float32(u.mono) < codePage*float32(u.glyphs), bold: 2*u.bold > u.glyphs}
	a.last = true
	for i := len(columns) - 1; i >= 0; i-- {
		blocks := columns[i].Blocks
		for j := len(blocks) - 1; j >= 0; j-- {
			b := &blocks[j]
			if b.Role >= PageHeader {
				continue
			}
			b.Role, b.Level = a.role(columns, i, j), 0
			a.last = a.last && b.Role == Footnote
		}
		nest(blocks)
	}
	if levels == nil {
		page := newUsage()
		page.count(columns)
		levels = page.levels()
	}
	for i := range columns {
		for j := range columns[i].Blocks {
			if b := &columns[i].Blocks[j]; b.Role == Heading {
				b.Level = levelOf(levels, b)
			}
		}
	}
}

// count counts the headings.
func (u *usage) count(columns []Column) {
	for i := range columns {
		for j := range columns[i].Blocks {
			if b := &columns[i].Blocks[j]; b.Role == Heading {
				if f := faceOfHeading(b); len(u.headings) < maxSizes || u.headings[f] > 0 {
					u.headings[f]++
				}
			}
		}
	}
}

func faceOfHeading(b *Block) headingFace { return headingFace{tenths(b.size), b.bold} }

// A headingLevel is the level of the headings of one face.
type headingLevel struct {
	headingFace
	level int
}

// levels ranks the faces of headings: by size from level 1 on, bold before
// regular. Sizes that differ by less than levelStep are one level.
func (u *usage) levels() []headingLevel {
	out := make([]headingLevel, 0, len(u.headings))
	for f := range u.headings {
		out = append(out, headingLevel{f, 0})
	}
	slices.SortFunc(out, func(a, b headingLevel) int {
		switch {
		case a.size != b.size:
			return int(b.size - a.size)
		case a.bold && !b.bold:
			return -1
		case b.bold && !a.bold:
			return 1
		}
		return 0
	})
	top := 0 // first of its level
	for i := range out {
		if i > 0 && (out[i].bold != out[top].bold || float32(out[top].size) >= levelStep*float32(out[i].size)) {
			top = i
			out[i].level = out[i-1].level
		} else if i > 0 {
			out[i].level = out[top].level
			continue
		}
		out[i].level++
	}
	return out
}

// levelOf returns the level of a heading: that of its face, or of the next
// smaller one that has a level.
func levelOf(levels []headingLevel, b *Block) int {
	f := faceOfHeading(b)
	level := 1
	for _, l := range levels {
		level = l.level
		if l.size < f.size || l.headingFace == f {
			break
		}
	}
	return min(max(level, 1), maxLevel)
}

// An assigner tells the roles of one page's blocks.
type assigner struct {
	p    *Page
	body float32
	code bool // fixed pitch is told from the rest
	bold bool // most of the text is bold
	last bool // nothing but footnotes was read behind the block in hand
}

// role returns the role of a block.
func (a *assigner) role(columns []Column, i, j int) Role {
	b := &columns[i].Blocks[j]
	if b.Obstacle > 0 || len(b.Lines) == 0 {
		return Paragraph
	}
	switch {
	case a.code && float32(b.mono) >= codeShare*float32(b.glyphs):
		return Code
	case a.heading(columns, i, j):
		return Heading
	case a.note(b):
		return Footnote
	case a.caption(b):
		return Caption
	case b.Label > 0:
		return ListItem
	}
	return Paragraph
}

// heading reports whether a block is one.
func (a *assigner) heading(columns []Column, i, j int) bool {
	b := &columns[i].Blocks[j]
	if len(b.Lines) > headingLines || b.glyphs > headingGlyphs || !b.letters {
		return false
	}
	if d := b.Lines[0].Dir; d.X != 1 && d != (Point{}) {
		return false // turned text is a label
	}
	if b.Label > 0 && b.label.Kind <= listlabel.Dash {
		return false
	}
	if b.size >= headingSize*a.body {
		return b.glyphs > 1
	}
	if !b.bold || a.bold || b.size < boldSize*a.body || len(b.Lines) > 2 {
		return false
	}
	if b.sentence && !endsLikeHeading(a.p, &b.Lines[len(b.Lines)-1]) {
		return false
	}
	// It heads something that is not bold.
	next := nextBlock(columns, i, j)
	return next != nil && (next.Obstacle > 0 || !next.bold || next.size < b.size)
}

// endsLikeHeading reports whether a line that ends a sentence may be a
// heading: one that asks, or ends in a colon.
func endsLikeHeading(p *Page, l *Line) bool {
	for i := len(l.Glyphs) - 1; i >= 0; i-- {
		if g := &l.Glyphs[i]; !blank(p, g) {
			return g.Rune == '?' || g.Rune == ':' || g.Rune == '\uff1f' || g.Rune == '!'
		}
	}
	return false
}

// nextBlock returns the block that is read after one, or nil.
func nextBlock(columns []Column, i, j int) *Block {
	if j+1 < len(columns[i].Blocks) {
		return &columns[i].Blocks[j+1]
	}
	for i++; i < len(columns); i++ {
		if len(columns[i].Blocks) > 0 {
			return &columns[i].Blocks[0]
		}
	}
	return nil
}

// note reports whether a block is a footnote: smaller than the text, behind a
// label, and low on the page or with nothing but footnotes behind it.
func (a *assigner) note(b *Block) bool {
	if b.size > noteSize*a.body || !a.last && b.Bounds.Y0 < a.p.Bounds.Y0+noteReach*(a.p.Bounds.Y1-a.p.Bounds.Y0) {
		return false
	}
	return noteLabel(a.p, &b.Lines[0]) > 0
}

// maxNoteLabel is the most characters of a footnote's label.
const maxNoteLabel = 3

// noteLabel returns how many glyphs at the start of a line are the label of a
// footnote: digits or a letter that are raised, asterisks and daggers, or
// digits before a blank.
func noteLabel(p *Page, l *Line) int {
	n := 0
	plain := true // digits on the baseline
	for n < len(l.Glyphs) && n <= maxNoteLabel {
		g := &l.Glyphs[n]
		if blank(p, g) {
			break
		}
		switch r := g.Rune; {
		case r == '*' || r == '†' || r == '‡' || r == '§' || r == '¶' || unicode.Is(unicode.No, r):
			plain = false
		case scriptOf(p, l, g) == Superscript && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			plain = false
		case r < '0' || r > '9' || !plain:
			if plain {
				return 0 // text follows digits on the baseline at once
			}
			return n
		}
		n++
	}
	if n > maxNoteLabel || plain && (n == len(l.Glyphs) || n == 0) {
		return 0
	}
	return n
}

// captionWords begin captions, in lower case. A number follows.
var captionWords = [...]string{
	"fig", "figure", "figures", "table", "tab", "scheme", "chart", "plate", "exhibit", "listing", "algorithm",
	"abb", "abbildung", "tabelle", "tableau", "figura", "tabla", "tabela", "tabella", "рис", "рисунок", "таблица",
	"図", "表", "图", "그림", "표",
}

// caption reports whether a block begins with the word for a figure or table
// and a number.
func (a *assigner) caption(b *Block) bool {
	var word [16]rune
	n, digits := 0, false
	for i := range b.Lines[0].Glyphs {
		r := unicode.ToLower(b.Lines[0].Glyphs[i].Rune)
		switch {
		case unicode.IsDigit(r):
			digits = true
		case digits:
			// What runs on, "Figure 3 shows", is text.
			return captionWord(word[:n]) && (r == '.' || r == ':' || r == '|' || r == ' ' && b.size < a.body || r == ' ' && b.startsBold)
		case r == ' ' || r == '.' || r == '\u00a0':
			if n == 0 {
				return false
			}
		case n < len(word) && r > 0:
			word[n] = r
			n++
			if n > 1 && i > n+2 {
				return false
			}
		default:
			return false
		}
	}
	return digits && captionWord(word[:n])
}

func captionWord(word []rune) bool { return slices.Contains(captionWords[:], string(word)) }

// nest sets the levels of list items by how far they are indented, list by
// list. What is no item ends a list.
func nest(blocks []Block) {
	var edges [maxLevel]float64
	depth := 0
	for i := range blocks {
		b := &blocks[i]
		if b.Role != ListItem {
			depth = 0
			continue
		}
		x, em := b.Lines[0].Bounds.X0, float64(b.size)
		for depth > 0 && x < edges[depth-1]-listEdge*em {
			depth--
		}
		if depth == 0 || x > edges[depth-1]+listEdge*em && depth < maxLevel {
			edges[depth] = x
			depth++
		}
		b.Level = depth
	}
}

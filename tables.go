package pdftext

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/corridor"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/lattice"
	"github.com/pdftext-go/pdftext/internal/script"
	"github.com/pdftext-go/pdftext/internal/wordgrid"
	"github.com/pdftext-go/pdftext/internal/xycut"
)

// A TableKind says what a table was recognised by.
type TableKind uint8

// Kinds of tables.
const (
	Lattice TableKind = iota + 1 // by its rules
	Stream                       // by the white space between its columns
)

func (k TableKind) String() string {
	switch k {
	case Lattice:
		return "lattice"
	case Stream:
		return "stream"
	}
	return "unknown"
}

// A Table is a grid of cells on a page.
type Table struct {
	Kind       TableKind
	Confidence float64 // 0 to 1
	Bounds     Rect
	Rows, Cols int
	Cells      []Cell // by row, then by column; they cover the grid without overlap
}

// A Cell is a field of a table, or several that are merged.
type Cell struct {
	Row, Col         int // of its top left field, from 0
	RowSpan, ColSpan int // 1 or more
	Bounds           Rect
	Lines            []Line // top to bottom; none if the cell is empty
}

// Text returns the cell's lines with a line feed between them.
func (c *Cell) Text(p *Page) string {
	var b []byte
	for i := range c.Lines {
		if i > 0 {
			b = append(b, '\n')
		}
		b = appendGlyphs(b, p, c.Lines[i].Glyphs)
	}
	return string(b)
}

// eachGlyph calls f for each glyph of the cells, with its line.
func (t *Table) eachGlyph(f func(l *Line, g *Glyph)) {
	for i := range t.Cells {
		for j := range t.Cells[i].Lines {
			l := &t.Cells[i].Lines[j]
			for k := range l.Glyphs {
				f(l, &l.Glyphs[k])
			}
		}
	}
}

// reading returns the cells that hold text in reading order: row by row, from
// the right in a table with more right-to-left letters than others.
func (t *Table) reading(p *Page) []*Cell {
	var out []*Cell
	rtl, ltr := 0, 0
	var c classifier
	for i := range t.Cells {
		if len(t.Cells[i].Lines) > 0 {
			out = append(out, &t.Cells[i])
		}
		for _, l := range t.Cells[i].Lines {
			for k := range l.Glyphs {
				switch k := c.glyph(p, &l.Glyphs[k]); {
				case k&script.RTL != 0:
					rtl++
				case k&script.LTR != 0:
					ltr++
				}
			}
		}
	}
	if rtl > ltr {
		slices.SortStableFunc(out, func(a, b *Cell) int { return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(b.Col, a.Col)) })
	}
	return out
}

// lines returns the lines of the cells in reading order.
func (t *Table) lines(p *Page) []Line {
	var out []Line
	for _, c := range t.reading(p) {
		out = append(out, c.Lines...)
	}
	return out
}

// appendText appends the table's text to b: one line for each row, with tabs
// between the cells. The lines of a cell are joined by blanks. Rows and columns
// without text leave nothing.
func (t *Table) appendText(b []byte, p *Page) []byte {
	row := -1
	for i, c := range t.reading(p) {
		switch {
		case i == 0:
		case c.Row != row:
			b = append(b, '\n')
		default:
			b = append(b, '\t')
		}
		row = c.Row
		for k := range c.Lines {
			if k > 0 {
				b = append(b, ' ')
			}
			b = appendGlyphs(b, p, c.Lines[k].Glyphs)
		}
	}
	return b
}

// TableOptions say which tables Tables looks for. The zero value asks for all.
type TableOptions struct {
	Kind          TableKind // only tables of this kind; 0: of any
	Within        Rect      // only what lies in this part of the page; zero: all of it
	MinConfidence float64   // leave out what is less sure; 0: 0.5; negative: nothing
}

const defaultConfidence = 0.5

// Tables returns the tables that rules, the edges of coloured areas and white
// space make of the lines, from top to bottom; of two at one height the left
// one first. The lines are those that Lines returns.
//
//	+------+------+     Rules that touch make a grid. Fields without a rule
//	| a    | b    |     between them are one cell. Words go into the cell that
//	|      +---+--+     their centre lies in, so a line that crosses cells is
//	|      | c | d|     divided at its blanks; each word is in one cell at most.
//	+------+---+--+
//
//	 a      b    c      Words that are in no such grid are a table where strips
//	 ----  ---  --      between them stay empty over many rows. Rules, if there
//	 x      12   3      are any, bound it and part its rows.
//	 y       4   5
//
// Frames around running text, charts, lists, columns of text, and grids with
// next to no text are no tables. Titles, notes and sources are not part of
// one.
//
// A table that is set sideways has the rows and columns that its reader sees.
//
// Tables takes O(n log n) time for n glyphs, rules and boxes.
func Tables(p *Page, lines []Line, opt *TableOptions) []Table {
	var o TableOptions
	if opt != nil {
		o = *opt
	}
	f := tableFinder{p: p, clip: p.Bounds, opt: o}
	if f.clip == (Rect{}) {
		f.clip = Rect(geom.Everything())
	}
	if o.Within != (Rect{}) {
		f.clip = f.clip.Intersect(o.Within)
	}
	if o.MinConfidence == 0 {
		f.opt.MinConfidence = defaultConfidence
	}
	f.streaming = o.Kind != Lattice && inCells(lines)
	if f.rules(); len(lines) == 0 || (len(f.h) < 2 || len(f.v) == 0) && !f.streaming {
		return nil
	}
	f.reader = readers.Get().(*reader)
	defer readers.Put(f.reader)
	defer f.release()
	f.words(lines)
	f.find()
	slices.SortStableFunc(f.tables, func(a, b Table) int {
		return cmp.Or(cmp.Compare(a.Bounds.Y0, b.Bounds.Y0), cmp.Compare(a.Bounds.X0, b.Bounds.X0))
	})
	return f.tables
}

const (
	// A row of several lines is one of cells if a line is at most cellWidth
	// ems wide; the rows of two columns of text have wider ones, but for the
	// last lines of paragraphs. Two numbers may stand as close as cellGap.
	cellWidth = 12
	cellGap   = 0.5
	// cellRows of these, at most cellStep ems apart, may be a table.
	cellRows = 2
	cellStep = 20
)

// inCells reports whether some of the lines stand side by side as the cells of
// a table do. Most pages of text end here, after one look at each glyph.
func inCells(lines []Line) bool {
	found, last := 0, float32(0) // rows of cells, and the baseline of the last one
	var dir Point
	row := func(base, size float32) bool {
		switch d := base - last; {
		case found > 0 && d < size/2 && d > -size/2:
			return false
		case found > 0 && d > cellStep*size:
			found = 0
		}
		found, last = found+1, base
		return found >= cellRows
	}
	var base, size, width float32 // of the line before
	for i := range lines {
		l := &lines[i]
		d := unit(l.Dir)
		b, s := float32(l.Origin.Y*d.X-l.Origin.X*d.Y), float32(l.Size)
		w := float32(l.Bounds.X1 - l.Bounds.X0)
		if d.X == 0 {
			w = float32(l.Bounds.Y1 - l.Bounds.Y0)
		}
		if l.Dir != dir {
			dir, found = l.Dir, 0
		} else if b-base < max(s, size)/2 && min(w, width) <= cellWidth*min(s, size) && row(b, s) {
			return true
		}
		if d.X == 1 && numbersApart(l) && row(b, s) {
			return true
		}
		base, size, width = b, s, w
	}
	return false
}

// numbersApart reports whether two numbers of a line stand further apart than
// words do.
func numbersApart(l *Line) bool {
	for i := 1; i < len(l.Glyphs)-1; i++ {
		if l.Glyphs[i].Rune != ' ' {
			continue
		}
		a, b := &l.Glyphs[i-1], &l.Glyphs[i+1]
		if b.X-a.X-a.Advance >= cellGap*a.Size && a.Rune < '@' && b.Rune < '@' {
			return true
		}
	}
	return false
}

// A tableFinder is one call of Tables. Its reader holds the words: each atom
// is one, with the coordinates of its frame.
type tableFinder struct {
	p    *Page
	opt  TableOptions
	clip Rect
	*reader

	streaming bool // white space may make tables
	h, v      []lattice.Segment
	slants    []Point // middles of lines along no axis
	frameOf   []int32 // of each atom
	boxes     []Rect  // of each atom, in page space
	taken     []bool  // atoms that are in a table
	dirs      []Point // of each frame
	tables    []Table
}

// Rules and areas that count as lines of a table. In points, since they are
// drawn.
const (
	ruleSlant  = 1    // from one end to the other; more is not along an axis
	ruleLength = 0.5  // less is a dot
	white      = 0.97 // of all channels: filled lines of this colour hide others
	// Areas of at least areaSize on both sides that are not white give their
	// edges when another one stands beside them, of the same top and bottom
	// within areaEdge and at most areaGap apart. Highlights of words never do.
	areaSize  = 6
	areaWhite = 0.985
	areaEdge  = 1.2
	areaGap   = 1.6
	// maxAreas is the number of areas from which on they are a drawing.
	maxAreas = 3000
)

// rules gathers the page's horizontal and vertical lines.
func (f *tableFinder) rules() {
	h, v := 0, 0
	for i := range f.p.Rules {
		switch axis(&f.p.Rules[i]) {
		case 'h':
			h++
		case 'v':
			v++
		case 'x':
			f.slants = append(f.slants, Point{(float64(f.p.Rules[i].X0) + float64(f.p.Rules[i].X1)) / 2, (float64(f.p.Rules[i].Y0) + float64(f.p.Rules[i].Y1)) / 2})
		}
	}
	f.h, f.v = make([]lattice.Segment, 0, h), make([]lattice.Segment, 0, v)
	for i := range f.p.Rules {
		r := &f.p.Rules[i]
		switch axis(r) {
		case 'h':
			f.horizontal(float64(min(r.X0, r.X1)), float64(max(r.X0, r.X1)), (float64(r.Y0)+float64(r.Y1))/2, false)
		case 'v':
			f.vertical(float64(min(r.Y0, r.Y1)), float64(max(r.Y0, r.Y1)), (float64(r.X0)+float64(r.X1))/2, false)
		}
	}
	f.areas()
}

// axis returns 'h' or 'v' for a rule that runs along an axis and is seen, 'x'
// for one that runs along none, else 0.
func axis(r *Rule) byte {
	if r.Color.A == 0 || r.Filled && lighter(r.Color, white) {
		return 0
	}
	dx, dy := r.X1-r.X0, r.Y1-r.Y0
	dx, dy = max(dx, -dx), max(dy, -dy)
	switch {
	case dy <= ruleSlant && dx > ruleLength:
		return 'h'
	case dx <= ruleSlant && dy > ruleLength:
		return 'v'
	case dx > 2*ruleSlant && dy > 2*ruleSlant:
		return 'x'
	}
	return 0
}

// horizontal adds a line if it lies on the page, within half a border.
func (f *tableFinder) horizontal(x0, x1, y float64, soft bool) {
	if x0, x1 = max(x0, f.clip.X0), min(x1, f.clip.X1); x0 <= x1 && y >= f.clip.Y0-1 && y <= f.clip.Y1+1 {
		f.h = append(f.h, lattice.Segment{At: y, Lo: x0, Hi: x1, Soft: soft})
	}
}

func (f *tableFinder) vertical(y0, y1, x float64, soft bool) {
	if y0, y1 = max(y0, f.clip.Y0), min(y1, f.clip.Y1); y0 <= y1 && x >= f.clip.X0-1 && x <= f.clip.X1+1 {
		f.v = append(f.v, lattice.Segment{At: x, Lo: y0, Hi: y1, Soft: soft})
	}
}

func lighter(c Color, than float64) bool { return float64(min(c.R, c.G, c.B)) > than*255 }

// areas adds the edges of filled rectangles that stand side by side.
func (f *tableFinder) areas() {
	var boxes []Rect
	for i := range f.p.Boxes {
		b := &f.p.Boxes[i]
		r := geom.Rect(b.Bounds)
		if b.Color.A > 0 && !lighter(b.Color, areaWhite) && r.Finite() && r.Width() >= areaSize && r.Height() >= areaSize {
			boxes = append(boxes, b.Bounds)
		}
	}
	if len(boxes) < 2 || len(boxes) > maxAreas {
		return
	}
	// Boxes by left edge, top and bottom, in fields as large as the tolerances.
	type field [3]int
	fieldOf := func(x float64, b Rect) field {
		return field{int(math.Floor(x / areaGap)), int(math.Floor(b.Y0 / areaEdge)), int(math.Floor(b.Y1 / areaEdge))}
	}
	const most = 8 // boxes of one field that are looked at: those painted over each other differ little
	byLeft := make(map[field][]int)
	for i, b := range boxes {
		if at := fieldOf(b.X0, b); len(byLeft[at]) < most {
			byLeft[at] = append(byLeft[at], i)
		}
	}
	beside := make([]bool, len(boxes)) // another one
	for i, b := range boxes {
		at := fieldOf(b.X1, b)
		for k := range 27 { // the field and its neighbours
			for _, j := range byLeft[field{at[0] + k%3 - 1, at[1] + k/3%3 - 1, at[2] + k/9 - 1}] {
				c := boxes[j]
				if math.Abs(c.X0-b.X1) < areaGap && math.Abs(c.Y0-b.Y0) < areaEdge && math.Abs(c.Y1-b.Y1) < areaEdge {
					beside[i], beside[j] = true, true
				}
			}
		}
	}
	for i, b := range boxes {
		if beside[i] {
			f.horizontal(b.X0, b.X1, b.Y0, true)
			f.horizontal(b.X0, b.X1, b.Y1, true)
			f.vertical(b.Y0, b.Y1, b.X0, true)
			f.vertical(b.Y0, b.Y1, b.X1, true)
		}
	}
}

// wordAscent is the height of a word's box in ems: that of capitals and a
// little. The em's own height would reach into the row above.
const wordAscent = 0.75

// words makes atoms of the words of the lines.
func (f *tableFinder) words(lines []Line) {
	r := f.reader
	r.p, r.lines, r.opt = f.p, lines, ColumnOptions{}
	r.framer.Reset()
	r.atoms, r.words, r.visual = r.atoms[:0], r.words[:0], r.visual[:0]
	for i := range lines {
		l := &lines[i]
		vertical := len(l.Glyphs) > 0 && l.Glyphs[0].Flags&Vertical != 0
		at := r.Of(geom.Point(l.Dir), vertical)
		d := Point(r.Unit)
		for len(f.dirs) < len(r.All) {
			f.dirs = append(f.dirs, d)
		}
		up, down := float32(wordAscent), float32(emDescent)
		if vertical {
			up, down = 0.5, 0.5
		}
		r.split(int32(i))
		for k := len(f.frameOf); k < len(r.atoms); k++ {
			a := &r.atoms[k]
			f.frameOf = append(f.frameOf, int32(at))
			f.boxes = append(f.boxes, turned(d, float64(a.X0), float64(a.Base-up*a.Size), float64(a.X1), float64(a.Base+down*a.Size)))
			r.All[at].N++
		}
	}
	f.dirs[0] = Point{1, 0}
	f.taken = make([]bool, len(r.atoms))
}

// sidewaysWords is the number of words from which text along another axis can
// have a table of its own.
const sidewaysWords = 4

// find looks for tables in each frame that runs along an axis of the page.
func (f *tableFinder) find() {
	f.frameOrder = f.Order(f.frameOrder[:0])
	for _, k := range f.frameOrder {
		d := f.dirs[k]
		if f.All[k].Vertical || d.X != 0 && d.Y != 0 || k > 0 && f.All[k].N < sidewaysWords {
			continue
		}
		f.findFrame(int32(k))
	}
}

// findFrame looks for tables whose text runs along the direction of a frame.
func (f *tableFinder) findFrame(k int32) {
	d := f.dirs[k]
	back := Point{d.X, -d.Y}
	var h, v []lattice.Segment
	turn := func(b Rect, soft bool) {
		b = turned(back, b.X0, b.Y0, b.X1, b.Y1)
		if b.Y0 == b.Y1 {
			h = append(h, lattice.Segment{At: b.Y0, Lo: b.X0, Hi: b.X1, Soft: soft})
		} else {
			v = append(v, lattice.Segment{At: b.X0, Lo: b.Y0, Hi: b.Y1, Soft: soft})
		}
	}
	if k == 0 {
		h, v = f.h, f.v
	} else {
		for _, s := range f.h {
			turn(Rect{s.Lo, s.At, s.Hi, s.At}, s.Soft)
		}
		for _, s := range f.v {
			turn(Rect{s.At, s.Lo, s.At, s.Hi}, s.Soft)
		}
	}
	words := make([]lattice.Word, 0, len(f.atoms))
	atoms := make([]int32, 0, len(f.atoms)) // that the words are
	kinds := make([]corridor.Kind, 0, len(f.atoms))
	for i := range f.atoms {
		b := f.boxes[i]
		if c := geom.Rect(b).Center(); f.taken[i] || !f.clip.Contains(Point(c)) {
			continue
		}
		w := lattice.Word{
			Box: geom.Rect(turned(back, b.X0, b.Y0, b.X1, b.Y1)), Base: float64(f.atoms[i].Base), Size: float64(f.atoms[i].Size),
			Sideways: f.frameOf[i] != k,
		}
		kind := corridor.Kind(0)
		if !w.Sideways {
			kind = f.kind(f.glyphs(&f.reader.words[i]))
			w.Number, w.Leader = kind&corridor.Number != 0, kind&corridor.Leader != 0
		}
		words, atoms, kinds = append(words, w), append(atoms, int32(i)), append(kinds, kind)
	}
	found := lattice.Find(h, v, words)
	// The edges of coloured areas may be those of a table, or of stripes that
	// lie under one.
	var soft []lattice.Table
	var known []geom.Rect
	for i := range found {
		switch t := &found[i]; {
		case t.Soft:
			soft = append(soft, *t)
		case f.add(t, k, words, atoms):
			known = append(known, t.Bounds())
		}
	}
	for _, t := range f.streams(k, h, v, words, kinds, atoms, known, soft) {
		f.addGrid(Stream, &t.Table, k)
	}
	if f.opt.Kind == Stream {
		f.tables = slices.DeleteFunc(f.tables, func(t Table) bool { return t.Kind != Stream })
	}
}

const (
	// White space makes a better table than the edges of areas that it
	// overlaps by softOverlap of the smaller one, if it has softCells times as
	// many cells.
	softOverlap = 0.3
	softCells   = 1.25
)

// streams returns the tables that white space makes of the words that are in
// none, and adds those of the soft ones that are better.
func (f *tableFinder) streams(k int32, h, v []lattice.Segment, words []lattice.Word, kinds []corridor.Kind, atoms []int32, known []geom.Rect, soft []lattice.Table) []corridor.Table {
	in := corridor.Input{Tables: known}
	var rest []int32 // atoms that the words are
	if f.streaming {
		for i := range words {
			w := &words[i]
			if w.Sideways || f.taken[atoms[i]] {
				continue
			}
			value := int32(-1)
			if kinds[i]&corridor.Digit != 0 {
				value = f.value(f.glyphs(&f.reader.words[atoms[i]]))
			}
			in.Words = append(in.Words, corridor.Word{Box: w.Box, Base: w.Base, Size: w.Size, Kind: kinds[i], Value: value})
			rest = append(rest, atoms[i])
		}
	}
	var found []corridor.Table
	if len(in.Words) > 0 {
		for _, s := range lattice.Join(h) {
			if !s.Soft {
				in.Rules = append(in.Rules, corridor.Rule{X0: s.Lo, X1: s.Hi, Y: s.At})
			}
		}
		for _, s := range lattice.Join(v) {
			if !s.Soft {
				in.Uprights = append(in.Uprights, geom.Rect{X0: s.At, Y0: s.Lo, X1: s.At, Y1: s.Hi})
			}
		}
		for _, p := range f.slants {
			b := turned(Point{f.dirs[k].X, -f.dirs[k].Y}, p.X, p.Y, p.X, p.Y)
			in.Slants = append(in.Slants, geom.Point{X: b.X0, Y: b.Y0})
		}
		found = f.inColumns(k, &in, rest)
	}
	for i := range soft {
		t := &soft[i]
		filled, over := t.Filled(), 0
		overlaps := func(q corridor.Table) bool {
			a, b := t.Bounds(), q.Bounds()
			m := a.Intersect(b)
			return !m.Empty() && m.Width()*m.Height() >= softOverlap*min(a.Width()*a.Height(), b.Width()*b.Height())
		}
		for _, q := range found {
			if overlaps(q) {
				over += q.Filled()
			}
		}
		if over > 0 && float64(over) >= softCells*float64(filled) {
			continue
		}
		if f.add(t, k, words, atoms) {
			found = slices.DeleteFunc(found, overlaps)
		}
	}
	for i := range found {
		for c := range found[i].Cells {
			// Their words as atoms; what a soft table has taken is gone.
			in := found[i].Cells[c].Words
			n := 0
			for _, w := range in {
				if a := rest[w]; !f.taken[a] {
					in[n] = a
					n++
				}
			}
			found[i].Cells[c].Words = in[:n]
		}
	}
	return found
}

const (
	// ownColumn is the share of a table's words that stand in one column of
	// the page. Of the tables of ICDAR 2013, with or without their rules, all
	// but a few of running text have at least 0.93; what stands side by side
	// in two columns of text has about half.
	ownColumn = 0.9
	// ownWords is the share that a table has of the words of the columns that
	// it reaches over, and ownRatio how many of its own columns there are for
	// each of those, where they are nothing but wide gaps in the table.
	ownWords = 0.65
	ownRatio = 2
)

// inColumns returns the tables that white space makes of the words. Where one
// reaches over several columns of the page, it looks for tables in each of
// these instead. rest holds the atoms of frame k that the words are.
func (f *tableFinder) inColumns(k int32, in *corridor.Input, rest []int32) []corridor.Table {
	least := max(f.opt.MinConfidence, 0)
	found := corridor.Find(in, least)
	if len(found) == 0 {
		return nil
	}
	columns := f.columnsOf(k)
	size := make(map[int32]int) // words of each column
	for _, a := range rest {
		size[columns[a]]++
	}
	var again []int32 // words of those that reach over several
	found = slices.DeleteFunc(found, func(t corridor.Table) bool {
		words := make(map[int32]int)
		all, most := 0, 0
		for _, c := range t.Cells {
			for _, w := range c.Words {
				at := columns[rest[w]]
				words[at]++
				all++
				most = max(most, words[at])
			}
		}
		there := 0
		for at := range words {
			there += size[at]
		}
		if float64(most) >= ownColumn*float64(all) || float64(all) >= ownWords*float64(there) && t.Cols() >= ownRatio*len(words) {
			return false
		}
		for _, c := range t.Cells {
			again = append(again, c.Words...)
		}
		return true
	})
	if len(again) == 0 {
		return found
	}
	redo := make(map[int32]bool) // columns
	for _, w := range again {
		redo[columns[rest[w]]] = true
	}
	taken := make([]bool, len(rest))
	for i := range found {
		in.Tables = append(in.Tables, found[i].Bounds())
		for _, c := range found[i].Cells {
			for _, w := range c.Words {
				taken[w] = true
			}
		}
	}
	byColumn := make(map[int32][]int32)
	var order []int32
	for w := range in.Words {
		if at := columns[rest[w]]; redo[at] && !taken[w] {
			if byColumn[at] == nil {
				order = append(order, at)
			}
			byColumn[at] = append(byColumn[at], int32(w))
		}
	}
	for _, at := range order {
		part := *in
		part.Words = make([]corridor.Word, len(byColumn[at]))
		for i, w := range byColumn[at] {
			part.Words[i] = in.Words[w]
		}
		for _, t := range corridor.Find(&part, least) {
			for c := range t.Cells {
				for i, w := range t.Cells[c].Words {
					t.Cells[c].Words[i] = byColumn[at][w]
				}
			}
			found = append(found, t)
		}
	}
	return found
}

// columnsOf returns the column of the page that each atom of frame k stands in.
func (f *tableFinder) columnsOf(k int32) []int32 {
	r := readers.Get().(*reader)
	defer readers.Put(r)
	defer r.release()
	r.p, r.lines, r.opt = f.p, f.lines, ColumnOptions{}
	r.atoms, r.words, r.visual = r.atoms[:0], r.words[:0], r.visual[:0]
	var mine []int32 // atoms of the frame
	for i := range f.lines {
		if part := f.parts[i]; part.lo < part.hi && f.frameOf[part.lo] == k {
			r.split(int32(i))
			for a := part.lo; a < part.hi; a++ {
				mine = append(mine, a)
			}
		}
	}
	r.dropCaps()
	opt := xycut.Options{Text: r}
	if k == 0 {
		opt.Rules = r.horizontals()
	}
	out := make([]int32, len(f.atoms))
	order, ends := r.cutter.Cut(r.atoms, opt)
	lo := int32(0)
	for n, hi := range ends {
		for _, a := range order[lo:hi] {
			out[mine[a]] = int32(n)
		}
		lo = hi
	}
	return out
}

// add makes a Table of what is set along the direction of frame k for the
// most part. It reports whether it did.
func (f *tableFinder) add(t *lattice.Table, k int32, words []lattice.Word, atoms []int32) bool {
	all, sideways := 0, 0
	for _, c := range t.Cells {
		all += len(c.Words)
		for _, w := range c.Words {
			if words[w].Sideways {
				sideways++
			}
		}
	}
	if 2*sideways > all || t.Confidence < f.opt.MinConfidence {
		return false
	}
	for _, c := range t.Cells {
		for i, w := range c.Words {
			c.Words[i] = atoms[w]
		}
	}
	f.addGrid(Lattice, &t.Table, k)
	return true
}

// addGrid makes a Table of a grid whose cells hold atoms, set along the
// direction of frame k.
func (f *tableFinder) addGrid(kind TableKind, t *wordgrid.Table, k int32) {
	d := f.dirs[k]
	onPage := func(b geom.Rect) Rect { return turned(d, b.X0, b.Y0, b.X1, b.Y1) }
	out := Table{
		Kind: kind, Confidence: t.Confidence, Rows: t.Rows(), Cols: t.Cols(),
		Bounds: onPage(t.Bounds()), Cells: make([]Cell, len(t.Cells)),
	}
	for i := range t.Cells {
		c := &t.Cells[i]
		for _, a := range c.Words {
			f.taken[a] = true
		}
		out.Cells[i] = Cell{
			Row: c.Row, Col: c.Col, RowSpan: c.RowSpan, ColSpan: c.ColSpan,
			Bounds: onPage(t.CellBounds(c)), Lines: f.cellLines(c.Words, k),
		}
	}
	f.tables = append(f.tables, out)
}

// cellLines joins the words of a cell to lines: first those along the table's
// direction, then those of each other.
func (f *tableFinder) cellLines(atoms []int32, k int32) []Line {
	rank := func(i int32) int32 {
		if f.frameOf[i] == k {
			return -1
		}
		return f.frameOf[i]
	}
	slices.SortFunc(atoms, func(i, j int32) int {
		a, b := &f.atoms[i], &f.atoms[j]
		return cmp.Or(cmp.Compare(rank(i), rank(j)), cmp.Compare(a.Base, b.Base), cmp.Compare(a.X0, b.X0), cmp.Compare(i, j))
	})
	var lines []Line
	for lo := 0; lo < len(atoms); {
		hi := lo + 1
		for hi < len(atoms) && f.frameOf[atoms[hi]] == f.frameOf[atoms[lo]] {
			hi++
		}
		order, ends := f.cutter.Lines(f.atoms, atoms[lo:hi])
		from := int32(0)
		for _, end := range ends {
			it := f.join(order[from:end])
			lines = append(lines, it.line)
			from = end
		}
		lo = hi
	}
	return lines
}

// kind returns what a word tells about a table.
func (f *tableFinder) kind(glyphs []Glyph) corridor.Kind {
	const longest = 24 // no number in a table has more glyphs
	var b [4 * longest]byte
	text := b[:0]
	kind := corridor.Kind(0)
	dots, lower := 0, false
	letters := 0 // in ASCII
	for i := range glyphs {
		g := &glyphs[i]
		if r := g.Rune | 0x20; r >= 'a' && r <= 'z' {
			letters++
		}
		switch c := f.classifier.glyph(f.p, g); {
		case c&script.Digit != 0:
			kind |= corridor.Digit
		case c&script.Lower != 0:
			lower = true
			if i == 0 {
				kind |= corridor.Lower
			}
		}
		switch g.Rune {
		case '.', '·', '…', '_':
			dots++
		}
		if i < longest {
			text = appendGlyphs(text, f.p, glyphs[i:i+1])
		}
	}
	if len(text) == 0 {
		return kind
	}
	if !lower {
		kind |= corridor.Capitals
	}
	if dots == len(glyphs) {
		if kind |= corridor.Dot; dots >= 3 {
			kind |= corridor.Leader
		}
	}
	if fontOf(f.p, &glyphs[0]).Bold {
		kind |= corridor.Bold
	}
	switch text[0] {
	case '(', '[':
		kind |= corridor.Joint | corridor.Bracket
	case '&', '/':
		kind |= corridor.Joint
	}
	switch text[len(text)-1] {
	case ')', ']':
		kind |= corridor.Closing
	case '-':
		kind |= corridor.Hyphen
	}
	if len(glyphs) > longest {
		return kind
	}
	word := string(text)
	if letters == len(glyphs) && letters > len("nil") {
		return kind | letterKind(word) // most words
	}
	if isFigure(word) {
		kind |= corridor.Number
	}
	return kind | wordKind(word)
}

// Words that begin captions and notes, in the languages that the sample
// documents are set in.
var (
	captions = []string{"table", "tab.", "tabel", "tabelle", "tableau", "tabla", "figure", "fig.", "exhibit", "chart", "appendix", "schedule", "box", "annex"}
	sources  = []string{"source", "sources", "note", "notes", "nb", "n.b.", "quelle", "fuente", "legend", "remark", "remarks"}
)

// letterKind is wordKind for a word of ASCII letters that is no numeral.
func letterKind(word string) corridor.Kind {
	if len(word) > len("schedule") || strings.IndexByte("tfecabsnqlr", word[0]|0x20) < 0 {
		return 0
	}
	same := func(w string) bool { return len(w) == len(word) && strings.EqualFold(w, word) }
	kind := corridor.Kind(0)
	if slices.ContainsFunc(captions, same) {
		kind |= corridor.Caption
	}
	if slices.ContainsFunc(sources, same) {
		kind |= corridor.Note | corridor.Source
	}
	return kind
}

// wordKind tells what may begin with a word.
func wordKind(word string) corridor.Kind {
	kind := corridor.Kind(0)
	lower := strings.ToLower(word)
	trimmed := strings.TrimRight(lower, ":.")
	for _, c := range captions {
		if rest, ok := strings.CutPrefix(lower, c); ok && strings.Trim(rest, "0123456789.-:abc") == "" {
			kind |= corridor.Caption
		}
	}
	if slices.Contains(sources, trimmed) || slices.Contains(sources, lower) {
		kind |= corridor.Note | corridor.Source
	}
	if isMark(word) {
		kind |= corridor.Mark
	}
	if strings.ContainsAny(word[:1], "*") || strings.HasPrefix(word, "†") || strings.HasPrefix(word, "‡") ||
		len(strings.Trim(lower, "()*:")) == 1 && len(lower) <= 3 {
		kind |= corridor.Note
	}
	switch word {
	case "•", "●", "○", "▪", "■", "□", "◦", "‣", "➢", "»":
		kind |= corridor.Bullet | corridor.Mark
	}
	return kind
}

// isMark reports whether a word marks an item of a list: a sign, "1.", "(2)",
// "[3]", "a)", "iv.", "2.1".
func isMark(word string) bool {
	switch word {
	case "–", "—", "-", "*", "·", "o", ">":
		return true
	}
	open := strings.IndexAny(word, "([") == 0
	s := strings.TrimLeft(word, "([")
	body := strings.TrimRight(s, ".)]")
	closed := len(body) < len(s)
	if body == "" || len(word)-len(s) > 1 || len(s)-len(body) > 1 {
		return false
	}
	digits := strings.Trim(body, "0123456789") == ""
	switch {
	case digits && len(body) <= 3:
		return closed
	case strings.Trim(body, "0123456789.") == "": // 2.1
		return !open && isDigitByte(body[0])
	case len(body) == 1 && body[0]|32 >= 'a' && body[0]|32 <= 'z':
		return closed
	}
	return closed && len(body) <= 5 && strings.Trim(body, "ivxIVX") == ""
}

// value returns the whole number of up to four digits that the glyphs are, or -1.
func (f *tableFinder) value(glyphs []Glyph) int32 {
	const digits = 4
	if len(glyphs) > digits {
		return -1
	}
	v := int32(0)
	for i := range glyphs {
		c := glyphs[i].Rune
		if c < '0' || c > '9' {
			return -1
		}
		v = 10*v + c - '0'
	}
	return v
}

// isFigure reports whether a word is a number with its signs, units and note
// marks, or what stands for one in a table: a dash, "n/a", "nil", a currency
// or percent sign, the grade "A".
func isFigure(word string) bool {
	const signs = "([<>~≤≥±+-–—−$€£¥"
	s := strings.TrimLeft(word, signs)
	switch s {
	case "", ".", ":", "†", "‡", "#", "*", "x", "✓", "✗", "%", "‰", ")", "]", "n/a", "N/A", "n.a.", "n/a.", "nil", "pp", "bn":
		return true
	}
	if letter := strings.TrimRight(s, ")"); len(letter) == 1 && letter[0] >= 'A' && letter[0] <= 'Z' {
		return true
	}
	// A currency code before the digits.
	for k := 0; k < 3 && s[0] >= 'A' && s[0] <= 'Z'; k++ {
		if s = strings.TrimLeft(s[1:], "$€£"); s == "" {
			return false
		}
	}
	s = strings.TrimPrefix(s, ".")
	if s == "" || !isDigitByte(s[0]) {
		return false
	}
	s = strings.TrimLeft(s, "0123456789.,:’'/–-")
	for _, unit := range []string{"%", "‰", "pp", "bn", "M", "B", "K", "k", "m"} {
		if rest, ok := strings.CutPrefix(s, unit); ok {
			s = rest
			break
		}
	}
	s = strings.TrimLeft(s, ")]*†‡")
	return s == "" || len(s) == 1 && unicode.IsLower(rune(s[0]))
}

func isDigitByte(b byte) bool { return b >= '0' && b <= '9' }

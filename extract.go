// Package pdftext extracts text from PDF pages together with its layout:
// positioned glyphs, lines, columns, tables and styles.
//
// # Pipeline
//
// A Page records what one page of a file paints. Every stage after that is a
// plain function that takes the page and one slice and returns another:
//
//	doc, err := pdftext.Open(ctx, "report.pdf", nil)
//	page, err := doc.Page(ctx, 1)               // glyphs in painting order
//	glyphs := pdftext.Dedup(page, page.Glyphs)  // drop overprinted copies
//	glyphs = pdftext.Clip(page, glyphs)         // keep what is in sight
//	lines := pdftext.Lines(page, glyphs)        // group by overlap, find spaces
//	columns := pdftext.Columns(page, lines, nil) // XY-cut reading order
//	columns = pdftext.Roles(page, columns)      // headings, list items, notes
//	tables := pdftext.Tables(page, lines, nil)  // grids of rules and of white space
//	spans := pdftext.Spans(page, lines[0])      // runs of one style
//
// Analyze runs these stages, and Text prints their result. Document.Layouts
// adds what only all pages together tell, such as running heads, and
// WriteMarkdown, WriteHTML and WriteHOCR write it. A stage never
// changes its arguments, so a caller can leave out or replace any of them, or
// begin with a Page made elsewhere, such as from the output of an OCR engine.
//
// # Coordinates
//
// Positions are in page space: the origin is the top left corner of the
// visible box, x grows to the right and y grows down, and one unit is 1/72
// inch. The page's Rotate and UserUnit entries are applied.
//
// # Damaged and hostile files
//
// Damage that costs part of a page is reported in Page.Warnings and never as
// an error; damage to the file is in Document.Warnings. Work and memory are
// bounded by Limits. What goes beyond them is cut off with a warning, or a
// *LimitError where nothing is left. Every call that reads the file ends early
// when its context does.
//
// # Concurrency
//
// A Document may be used by several goroutines at once. A Page and all that
// is made from it is plain data, safe for concurrent reading.
package pdftext

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/pdftext-go/pdftext/internal/font"
	"github.com/pdftext-go/pdftext/internal/interp"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

// Reasons why a file or page cannot be read, for errors.Is. Most come wrapped
// in a *FormatError.
var (
	ErrNotPDF      = errors.New("pdftext: not a PDF file")
	ErrCorrupt     = errors.New("pdftext: file damaged beyond repair")
	ErrPassword    = errors.New("pdftext: password missing or wrong")
	ErrUnsupported = errors.New("pdftext: not supported")
	ErrPageRange   = errors.New("pdftext: no such page")
	ErrInternal    = errors.New("pdftext: internal error")
)

// A FormatError reports a file, or a page of it, that is not readable PDF.
type FormatError struct {
	Page   int    // counting from 1; 0 for the file as a whole
	Object int    // object number, or 0
	What   string // what was being read, such as "page tree"; never text of the document
	Err    error  // one of the reasons above
}

func (e *FormatError) Error() string {
	s := e.Err.Error() + ": " + e.What
	if e.Page != 0 {
		s += fmt.Sprintf(" (page %d)", e.Page)
	}
	if e.Object != 0 {
		s += fmt.Sprintf(" (object %d)", e.Object)
	}
	return s
}

// Unwrap returns the reason.
func (e *FormatError) Unwrap() error { return e.Err }

// A LimitError reports that reading stopped at one of the Limits with nothing
// to return.
type LimitError struct {
	Page  int    // counting from 1; 0 for the file as a whole
	Field string // name of the field of Limits, or of a bound that cannot be set
	Limit int64
}

func (e *LimitError) Error() string {
	if e.Page != 0 {
		return fmt.Sprintf("pdftext: page %d goes beyond the limit %s of %d", e.Page, e.Field, e.Limit)
	}
	return fmt.Sprintf("pdftext: file goes beyond the limit %s of %d", e.Field, e.Limit)
}

// An InternalError reports a fault of this package that was kept from ending
// the program. It is an ErrInternal.
type InternalError struct {
	Page  int
	Stack []byte // for a bug report; it holds no text of the document
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("%v (page %d)", ErrInternal, e.Page)
}

// Unwrap returns ErrInternal.
func (e *InternalError) Unwrap() error { return ErrInternal }

// Options say how to read a file. The zero value and a nil pointer both mean
// the defaults.
type Options struct {
	Password string // user or owner password; the empty one is always tried
	Limits   Limits
}

// Limits bounds the work done for one file. A zero field means its default,
// which ordinary files stay far below.
type Limits struct {
	StreamBytes   int64 // decoded size of one stream; default 64 MiB
	DocumentBytes int64 // decoded size of the streams read to find objects; default 256 MiB
	FontBytes     int64 // decoded size of the fonts of all pages; default 32 MiB and 32 times the file, at most 512 MiB
	ContentBytes  int64 // content run for one page, forms each time they are painted; default 256 MiB
	Operators     int   // content-stream operators of one page; default 10 million
	Glyphs        int   // glyphs of one page; default 1 million
	FormDepth     int   // form XObjects in one another; default 16
	Objects       int   // entries of the cross-reference table; default 8,388,607
	Pages         int   // pages; default 1 million
}

// A Document is an opened PDF file. What its pages share is read once.
type Document struct {
	obj    *pdfobj.Document
	file   io.Closer // opened by Open; nil for NewReader
	source interp.Source

	mu    sync.Mutex
	fonts map[int]*sharedFont // by object number
	idle  []*interp.Machine
}

// A sharedFont is a font that is loaded when it is first shown.
type sharedFont struct {
	turn chan struct{} // has an element while somebody loads it
	font atomic.Pointer[font.Font]
}

// Open opens the named file. It reads as much as it takes to find the pages;
// Close closes the file.
func Open(ctx context.Context, name string, opt *Options) (*Document, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	if info.IsDir() {
		f.Close()
		return nil, &FormatError{What: "directory", Err: ErrNotPDF}
	}
	d, err := NewReader(ctx, f, info.Size(), opt)
	if err != nil {
		f.Close()
		return nil, err
	}
	d.file = f
	return d, nil
}

// NewReader opens a file of the given size that is read through r, which must
// stay usable as long as the Document is. Only the parts that are needed are
// read, unless the file has to be repaired.
func NewReader(ctx context.Context, r io.ReaderAt, size int64, opt *Options) (d *Document, err error) {
	defer shield(0, &err)
	if opt == nil {
		opt = new(Options)
	}
	l := opt.Limits.withDefaults(size)
	obj, err := pdfobj.Open(ctx, r, size, pdfobj.Options{
		Password: opt.Password,
		Limits: pdfobj.Limits{
			StreamBytes: l.StreamBytes, DocumentBytes: l.DocumentBytes, Objects: l.Objects, Pages: l.Pages,
		},
	})
	if err != nil {
		return nil, public(err, 0)
	}
	d = &Document{obj: obj, fonts: map[int]*sharedFont{}}
	d.source = interp.Source{
		Doc: obj, Font: d.font, Content: interp.NewOptionalContent(obj.With(ctx)),
		FontBudget:  pdfobj.NewBudget("FontBytes", l.FontBytes),
		StreamBytes: l.StreamBytes, ContentBytes: l.ContentBytes, Operators: l.Operators, Glyphs: l.Glyphs, FormDepth: l.FormDepth,
	}
	if err := ctx.Err(); err != nil {
		return nil, err // the optional content may be read in part
	}
	return d, nil
}

func (l Limits) withDefaults(size int64) Limits {
	l.StreamBytes = orDefault(l.StreamBytes, limits.StreamBytes)
	l.DocumentBytes = orDefault(l.DocumentBytes, limits.DocumentBytes)
	l.FontBytes = orDefault(l.FontBytes, min(limits.FontBytes, limits.FontFloor+limits.FontShare*min(size, limits.FontBytes)))
	l.ContentBytes = orDefault(l.ContentBytes, limits.ContentBytes)
	l.Operators = orDefault(l.Operators, limits.Operators)
	l.Glyphs = orDefault(l.Glyphs, limits.Glyphs)
	l.FormDepth = orDefault(l.FormDepth, limits.FormDepth)
	l.Objects = orDefault(l.Objects, limits.Objects)
	l.Pages = orDefault(l.Pages, limits.Pages)
	return l
}

func orDefault[N int | int64](n, standard N) N {
	if n <= 0 {
		return standard
	}
	return n
}

// Close closes the file that Open opened. Pages read before stay valid.
func (d *Document) Close() error {
	d.mu.Lock()
	for _, m := range d.idle {
		machines.Put(m)
	}
	d.idle = nil
	d.mu.Unlock()
	if d.file == nil {
		return nil
	}
	return d.file.Close()
}

// NumPages returns the number of pages. It walks the whole page tree, since
// files lie about their count; the result is kept.
func (d *Document) NumPages(ctx context.Context) (n int, err error) {
	defer shield(0, &err)
	n, err = d.obj.NumPages(ctx)
	return n, public(err, 0)
}

// Warnings returns the damage to the file that was worked around so far.
func (d *Document) Warnings() []Warning {
	var out []Warning
	for _, w := range d.obj.Warnings() {
		out = append(out, Warning{Kind: fileWarnings[w.Kind], Object: w.Object, Offset: -1, Detail: w.Detail})
	}
	return out
}

// Page interprets the content of page n, counting from 1. Its error wraps
// ErrPageRange for a page that is not there. A damaged page is returned as far
// as it goes, with Page.Warnings.
func (d *Document) Page(ctx context.Context, n int) (p *Page, err error) {
	defer shield(n, &err)
	leaf, err := d.obj.Page(ctx, n)
	if err != nil {
		return nil, public(err, n)
	}
	m := d.machine()
	defer d.release(m)
	base, bounds := pageSpace(leaf)
	painted, err := m.Run(ctx, &d.source, leaf, base)
	if err != nil && (ctx.Err() != nil || len(painted.Glyphs) == 0) {
		return nil, public(err, n)
	}
	p = newPage(painted)
	p.Number, p.Rotate, p.Bounds = n, leaf.Rotate, bounds
	p.flagUnseen(painted)
	p.Label = d.obj.With(ctx).PageLabel(n)
	return p, nil
}

// machines keeps interpreters with their buffers between documents.
var machines = sync.Pool{New: func() any { return interp.NewMachine() }}

// maxIdle is how many interpreters a document keeps between its pages, where
// the garbage collector does not take them as it does those of machines. A
// document is read by that many goroutines at once without losing buffers.
const maxIdle = 8

// machine returns an interpreter for one page.
func (d *Document) machine() *interp.Machine {
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := len(d.idle); n > 0 {
		m := d.idle[n-1]
		d.idle = d.idle[:n-1]
		return m
	}
	return machines.Get().(*interp.Machine)
}

// release takes back an interpreter whose page was copied.
func (d *Document) release(m *interp.Machine) {
	m.Trim()
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.idle) < maxIdle {
		d.idle = append(d.idle, m)
		return
	}
	machines.Put(m)
}

// Pages yields the pages in order. A page that cannot be read yields its error
// and does not end the sequence; a done context does.
func (d *Document) Pages(ctx context.Context) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		for n := 1; ; n++ {
			p, err := d.Page(ctx, n)
			if errors.Is(err, ErrPageRange) {
				return
			}
			if !yield(p, err) || ctx.Err() != nil {
				return
			}
		}
	}
}

// font returns the font that o defines. A font that is an object of its own is
// loaded once for the document.
func (d *Document) font(ctx context.Context, o pdfobj.Object) *font.Font {
	ref, ok := o.(pdfobj.Ref)
	if !ok {
		return font.Load(ctx, d.obj, d.obj.Dict(o))
	}
	d.mu.Lock()
	s := d.fonts[ref.Num]
	if s == nil {
		s = &sharedFont{turn: make(chan struct{}, 1)}
		d.fonts[ref.Num] = s
	}
	d.mu.Unlock()
	if f := s.font.Load(); f != nil {
		return f
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return font.Load(ctx, d.obj, nil) // the page ends here
	}
	if f := s.font.Load(); f != nil {
		return f
	}
	d.obj.With(ctx).Resolve(o) // in an object stream it may take its time
	f := font.Load(ctx, d.obj, d.obj.Dict(o))
	if ctx.Err() == nil { // what was cut short is not kept
		s.font.Store(f)
	}
	return f
}

// shield keeps a panic from leaving the package. One that gets here is a bug,
// and tests fail on it.
func shield(page int, err *error) {
	if r := recover(); r != nil {
		*err = &InternalError{Page: page, Stack: fmt.Appendf(nil, "%v\n%s", r, debug.Stack())}
	}
}

// public returns err as one of this package's errors.
func public(err error, page int) error {
	var limit *pdfobj.LimitError
	var format *pdfobj.FormatError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &limit):
		return &LimitError{Page: page, Field: limit.Field, Limit: limit.Limit}
	case errors.Is(err, pdfobj.ErrNoPage):
		return &FormatError{Page: page, What: "page number", Err: ErrPageRange}
	case errors.As(err, &format):
		for _, r := range [...][2]error{
			{pdfobj.ErrNotPDF, ErrNotPDF}, {pdfobj.ErrPassword, ErrPassword},
			{pdfobj.ErrUnsupported, ErrUnsupported}, {pdfobj.ErrCorrupt, ErrCorrupt},
		} {
			if errors.Is(err, r[0]) {
				return &FormatError{Page: page, Object: format.Object, What: format.What, Err: r[1]}
			}
		}
	}
	return err
}

// A Page holds what one page of a document paints. It is plain data: a caller
// may build one, for example from the output of an OCR engine, and give it to
// the stages.
type Page struct {
	Number   int     // counting from 1
	Label    string  // as a viewer shows it, such as "iv"; may be empty
	Bounds   Rect    // visible box, from (0, 0)
	Rotate   int     // the page's Rotate entry, which is applied already
	Glyphs   []Glyph // in painting order; Glyphs[i].Index is i
	Runs     []Run   // what glyphs share
	Fonts    []Font
	Strings  []string // texts of more than one rune
	Rules    []Rule   // straight lines and thin rectangles, in painting order
	Boxes    []Box    // filled rectangles
	Images   []Image
	Links    []Link    // places that lead elsewhere
	Marks    []Mark    // places that annotations mark
	Warnings []Warning // damage that was worked around

	rules *ruleIndex // what Spans looks up; nil in a page made by a caller
}

// A Warning reports damage that was worked around.
type Warning struct {
	Kind   WarningKind
	Object int    // number of the damaged object, or 0
	Offset int    // byte offset in the decoded content stream, or -1
	Detail string // for people; its text is not part of the API
}

// A WarningKind classifies a Warning.
type WarningKind uint8

// Kinds of warning.
const (
	BadOperator    WarningKind = iota + 1 // wrong operands, Q without q, or no operator at all
	BadStream                             // stream data cut short, corrupt, or of a wrong length
	BadFont                               // a font is missing or in part unreadable
	BadResource                           // a named resource is missing or of the wrong type
	BadImage                              // an inline image without an end
	MissingUnicode                        // glyphs of a font whose text is not known
	LimitReached                          // work was cut off at a limit
	BadHeader                             // no header at the start of the file
	BadXRef                               // a cross-reference section is damaged or lies
	RebuiltXRef                           // objects were found by scanning the file
	BadObject                             // an object is unreadable
	BadPageTree                           // nodes of the page tree are unusable
	BadBox                                // a page box is absent or absurd
	BadEncryption                         // encryption that breaks the rules
	BadAnnotation                         // a link or mark without a place, or a link that leads nowhere
)

var warningNames = [...]string{
	BadOperator: "bad_operator", BadStream: "bad_stream", BadFont: "bad_font", BadResource: "bad_resource",
	BadImage: "bad_image", MissingUnicode: "missing_unicode", LimitReached: "limit_reached", BadHeader: "bad_header",
	BadXRef: "bad_xref", RebuiltXRef: "rebuilt_xref", BadObject: "bad_object", BadPageTree: "bad_page_tree",
	BadBox: "bad_box", BadEncryption: "bad_encryption", BadAnnotation: "bad_annotation",
}

// String returns the kind's name, such as "bad_font".
func (k WarningKind) String() string {
	if int(k) < len(warningNames) && k > 0 {
		return warningNames[k]
	}
	return fmt.Sprintf("warning_%d", uint8(k))
}

// fileWarnings and pageWarnings name the kinds of the packages below.
var fileWarnings = [...]WarningKind{
	pdfobj.BadHeader: BadHeader, pdfobj.BadXRef: BadXRef, pdfobj.RebuiltXRef: RebuiltXRef,
	pdfobj.BadObject: BadObject, pdfobj.BadStream: BadStream, pdfobj.BadPageTree: BadPageTree,
	pdfobj.BadBox: BadBox, pdfobj.BadEncryption: BadEncryption, pdfobj.LimitHit: LimitReached,
}

var pageWarnings = [...]WarningKind{
	interp.BadOperator: BadOperator, interp.BadStream: BadStream, interp.BadFont: BadFont,
	interp.BadResource: BadResource, interp.BadImage: BadImage, interp.LimitReached: LimitReached,
	interp.BadAnnotation: BadAnnotation,
}

// A Layout is what Analyze finds on a page.
type Layout struct {
	Page       *Page
	Stats      Stats
	NumColumns int      // the most columns of text that stand side by side
	HasText    bool     // false for a scan without a text layer
	Confidence float64  // share of the visible glyphs whose text is known and no guess; 0 without text
	Columns    []Column // in reading order
	Tables     []Table  // from top to bottom

	survey *Survey // that gave the roles; nil from Analyze
}

// Analyze runs every stage on p.
func Analyze(p *Page) *Layout {
	glyphs, stats := countVisible(p)
	columns, tables := arrange(p, glyphs)
	columns = Roles(p, columns)
	joinColumns(p, columns)
	l := &Layout{
		Page:       p,
		Stats:      stats,
		NumColumns: sideBySide(columns),
		Columns:    columns,
		Tables:     tables,
	}
	s := &l.Stats
	if n := s.Painted - s.Duplicates - s.Clipped - s.Hidden; n > 0 && len(columns) > 0 {
		l.HasText = true
		l.Confidence = 1 - float64(s.Unresolved+s.Guessed)/float64(n)
	}
	return l
}

// orderConfidence is the least confidence of a table that is read cell by cell
// where it stands. Formulas reach 0.65.
const orderConfidence = 0.7

// arrange returns the page's columns and tables. Tables are found first. Each
// that has rows and is sure enough stands as a whole in the column that it is
// read in: Block.Obstacle is its place among the tables, counting from 1, and
// the lines of the block are those of its cells, row by row.
func arrange(p *Page, glyphs []Glyph) ([]Column, []Table) {
	lines := Lines(p, glyphs)
	tables := Tables(p, lines, nil)
	if len(tables) == 0 {
		return Columns(p, lines, nil), nil
	}
	var opt ColumnOptions
	var which []int // table of each obstacle
	celled := make([]bool, len(p.Glyphs))
	for i := range tables {
		t := &tables[i]
		if t.Rows < 2 || t.Confidence < orderConfidence {
			// A row of boxes may head what stands below each, and what is
			// hardly a table is better read as text.
			continue
		}
		o := Obstacle{Bounds: t.Bounds}
		t.eachGlyph(func(l *Line, g *Glyph) {
			if o.glyphs == 0 {
				o.Dir = l.Dir
			}
			o.glyphs++
			if g.Index >= 0 {
				celled[g.Index] = true
			}
		})
		opt.Obstacles, which = append(opt.Obstacles, o), append(which, i)
	}
	rest := cutLines(p, lines, func(word []Glyph) int32 {
		if g := word[0].Index; g >= 0 && celled[g] {
			return 1
		}
		return 0
	}, func(part int32) bool { return part == 1 })
	columns := Columns(p, rest, &opt)
	for i := range columns {
		for j := range columns[i].Blocks {
			if b := &columns[i].Blocks[j]; b.Obstacle > 0 {
				at := which[b.Obstacle-1]
				cells := tables[at].lines(p)
				b.Lines, b.celled = append(cells, b.Lines...), len(cells)
				b.Obstacle = at + 1
			}
		}
	}
	return columns, tables
}

// Text returns the page's text in reading order: one line for each line of
// text, an empty line between blocks. A row of a table is one line, with a tab
// between its cells.
func Text(p *Page) string { return string(AppendText(nil, p)) }

// AppendText appends Text(p) to b.
func AppendText(b []byte, p *Page) []byte {
	columns, tables := arrange(p, Visible(p, nil))
	return writeText(b, p, columns, tables, nil)
}

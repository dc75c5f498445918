package interp

import (
	"context"
	"errors"
	"fmt"

	"github.com/pdftext-go/pdftext/internal/font"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/syntax"
)

// A Source is what the pages of one document share. It is safe for concurrent
// use if its Font function is.
type Source struct {
	Doc        *pdfobj.Document
	Font       func(ctx context.Context, o pdfobj.Object) *font.Font // never nil
	Content    *OptionalContent
	FontBudget *pdfobj.Budget // for the fonts of all pages together; nil is no bound

	// Limits.
	StreamBytes                  int64 // of the page's content streams together
	ContentBytes                 int64 // of content scanned, that of forms counted each time
	Operators, Glyphs, FormDepth int
}

// A Machine runs content streams. It is reused from page to page, so that its
// buffers are allocated once; it is not safe for concurrent use.
type Machine struct {
	// Configuration of the page, which does not change while it runs.
	ctx     context.Context
	fontCtx context.Context // ctx with the budget for fonts
	src     *Source
	doc     *pdfobj.Document // src.Doc bound to ctx
	table   *[opCount]operator
	base    geom.Matrix // default user space to page space

	frame                   // current state of the content under way
	stack          []state  // saved by q
	marked         []marked // marked content that is open
	path           path
	lost           lost
	drawn          map[int]int    // how often forms were painted, by object number
	formResources  map[int]int    // resourcesID of forms, by object number
	kept           map[int][]byte // content of forms painted more than once
	keptBytes      int
	scanner        *syntax.Scanner
	resourcesCount int

	// The run that glyphs are added to.
	run      Run
	runShape [6]float64 // what run.Dir and run.Up were made from
	runIndex int        // in out.Runs, or -1
	perEm    float64    // length on the page of one text space unit along the baseline
	size     float64    // height of the em

	// Caches of one page.
	fonts      map[fontKey]*font.Font
	stateFonts map[fontKey]*font.Font // of graphics state parameters, by their name
	properties map[fontKey]properties
	off        map[int]bool // whether content is off, by the object number of its group
	strings    map[stringKey]int32
	ems        map[*font.Font]float64 // of Type 3 fonts

	// What is left of the budgets.
	operatorsLeft int
	untilCheck    int   // operators until the next look at the context
	bytesLeft     int64 // of decoded content
	textLeft      int   // bytes of texts of more than one rune
	cut           error // a *pdfobj.LimitError where content was cut off
	stop          error // why the page ends early: a *pdfobj.LimitError or ctx.Err()

	// Buffers.
	args    []syntax.Token
	content [][]byte // one for each depth of forms
	scans   []*syntax.Scanner

	quads    []Corners // of one annotation
	uriBytes int       // of the addresses of links so far

	dashLength float64 // of the last rule's last dash
	dot        bool    // the last rule is a dot so far

	out Page
}

// A frame is the state that a form's content begins with a copy of, and that
// is as before when the form ends.
type frame struct {
	gs          state
	tm, tlm     geom.Matrix
	resources   pdfobj.Dict
	resourcesID int   // tells resource dictionaries apart
	depth       int   // of forms
	forms       []int // object numbers of the forms under way
	stackFloor  int   // saved states below belong to what the form is nested in
	markedFloor int   // likewise levels of marked content
}

// lost counts what was pushed beyond a limit, so that what pops it is matched.
type lost struct{ states, marks int }

// A fontKey names a font resource; resources tells the dictionaries of a page
// and its forms apart.
type fontKey struct {
	resources int
	name      pdfobj.Name
}

type stringKey struct {
	font  *font.Font
	index int32
}

// NewMachine returns a Machine ready to Run.
func NewMachine() *Machine {
	return &Machine{
		table: &operators,
		fonts: map[fontKey]*font.Font{}, stateFonts: map[fontKey]*font.Font{}, properties: map[fontKey]properties{}, off: map[int]bool{},
		strings: map[stringKey]int32{}, ems: map[*font.Font]float64{},
		drawn: map[int]int{}, formResources: map[int]int{}, kept: map[int][]byte{},
	}
}

// Run carries out the content of page p and returns what it paints. base maps
// the page's default user space to page space. The page returned is valid until
// the next Run.
//
// The error is ctx.Err(), or a *pdfobj.LimitError; what was painted up to
// there is returned with it.
func (m *Machine) Run(ctx context.Context, src *Source, p *pdfobj.Page, base geom.Matrix) (*Page, error) {
	m.start(ctx, src, base)
	m.resources = p.Resources
	m.runContent(m.pageContent(p), 0)
	m.paintAnnotations(p)
	m.dropDot()
	if m.stop == nil && ctx.Err() != nil {
		m.stop = ctx.Err() // objects may have been missed
	}
	if m.stop == nil && len(m.out.Glyphs) == 0 {
		m.stop = m.cut
	}
	m.ctx, m.fontCtx, m.src, m.doc, m.resources = nil, nil, nil, nil, nil
	return &m.out, m.stop
}

// start prepares m for a page.
func (m *Machine) start(ctx context.Context, src *Source, base geom.Matrix) {
	m.ctx, m.src, m.base = ctx, src, base
	m.doc = src.Doc.With(ctx)
	m.fontCtx = src.FontBudget.Context(ctx)
	m.frame = frame{gs: initialState(base), tm: geom.Identity(), tlm: geom.Identity(), forms: m.forms[:0]}
	m.stack, m.marked = m.stack[:0], m.marked[:0]
	m.path.reset()
	m.resourcesCount, m.stop, m.runIndex = 0, nil, -1
	m.operatorsLeft, m.untilCheck, m.bytesLeft, m.cut = src.Operators, checkEvery, src.ContentBytes, nil
	m.textLeft = limits.PageText
	m.lost, m.dot, m.uriBytes = lost{}, false, 0
	clear(m.drawn)
	clear(m.formResources)
	clear(m.kept)
	m.keptBytes = 0
	clear(m.fonts)
	clear(m.stateFonts)
	clear(m.properties)
	clear(m.off)
	clear(m.strings)
	clear(m.ems)
	m.out.reset()
}

// Buffers larger than these are not kept from page to page; they are what the
// densest page of an ordinary file needs.
const (
	keepContent = 16 << 20
	keepItems   = 1 << 17
)

// Trim forgets the page painted last, and drops buffers that an unusual page
// made large.
func (m *Machine) Trim() {
	for i, b := range m.content {
		if cap(b) > keepContent {
			m.content[i] = nil
		}
	}
	for _, s := range m.scans {
		s.Reset(nil)
	}
	if cap(m.args) > keepItems {
		m.args = nil
	}
	if cap(m.path.points) > keepItems {
		m.path = path{}
	}
	if cap(m.out.Glyphs) > keepItems || cap(m.out.Rules) > keepItems || cap(m.out.Boxes) > keepItems {
		m.out = Page{}
	}
	clear(m.out.Runs[:cap(m.out.Runs)])   // they point to fonts
	clear(m.out.Links[:cap(m.out.Links)]) // and these to addresses
	m.out.reset()
	m.run.Font, m.gs.font = nil, nil
	clear(m.stack[:cap(m.stack)])
	clear(m.fonts)
	clear(m.stateFonts)
	clear(m.properties)
	clear(m.strings)
	clear(m.ems)
	clear(m.kept)
}

// pageContent returns the page's content: its streams one after another with
// white space between, since they divide at tokens (ISO 32000-2, 7.8.2).
func (m *Machine) pageContent(p *pdfobj.Page) []byte {
	b := m.buffer(0)[:0]
	for _, s := range p.Contents {
		if m.stop != nil {
			break
		}
		b = append(m.decode(s, b), '\n')
		if most := m.src.StreamBytes; int64(len(b)) > most {
			b = b[:most]
			m.cutOff("StreamBytes", most)
			break
		}
	}
	m.content[0] = b
	return b
}

// decode appends the content of stream s to b, and takes it from the budget.
func (m *Machine) decode(s *pdfobj.Stream, b []byte) []byte {
	before := len(b)
	b, err := m.doc.Decode(m.ctx, s, b)
	var limit *pdfobj.LimitError
	switch {
	case err == nil:
	case m.ctx.Err() != nil:
		m.stop = m.ctx.Err()
	case errors.As(err, &limit):
		m.warn(LimitReached, s.Num, -1, err.Error())
		m.cut = limit
	default:
		m.warn(BadStream, s.Num, -1, err.Error())
	}
	m.spend(len(b) - before)
	return b
}

// spend takes n bytes of content from the budget.
func (m *Machine) spend(n int) {
	left := m.bytesLeft
	m.bytesLeft -= int64(n)
	if left > 0 && m.bytesLeft <= 0 {
		m.cutOff("ContentBytes", m.src.ContentBytes)
	}
}

// cutOff notes that content was cut off at a limit.
func (m *Machine) cutOff(field string, n int64) {
	m.cut = &pdfobj.LimitError{Field: field, Limit: n}
	m.warn(LimitReached, 0, -1, m.cut.Error())
}

// buffer returns the content buffer for a depth of forms.
func (m *Machine) buffer(depth int) []byte {
	for len(m.content) <= depth {
		m.content = append(m.content, nil)
		m.scans = append(m.scans, syntax.New(nil))
	}
	return m.content[depth]
}

const (
	// checkEvery is how many operators run between two looks at the context.
	checkEvery = 1024
	// checkBytes is how much content is scanned between two, where it has few
	// operators; that takes about 10 ms.
	checkBytes = 1 << 20
)

// runContent carries out the operators of content at a depth of forms.
func (m *Machine) runContent(content []byte, depth int) {
	outer := m.scanner
	defer func() { m.scanner = outer }()
	s := m.scans[depth]
	s.Reset(content)
	m.scanner = s
	args := m.args[:0]
	nested := 0 // arrays and dictionaries that are open
	check := checkBytes
	for m.stop == nil {
		t := s.Next()
		if s.Offset() > check {
			check = s.Offset() + checkBytes
			if m.stop = m.ctx.Err(); m.stop != nil {
				return
			}
		}
		inside := nested > 0 // so that an array's end is kept like its elements
		switch t.Kind {
		case syntax.EOF:
			return
		case syntax.Keyword:
			o := lookup(s.Bytes(t))
			if o == opNone && isConstant(s.Bytes(t)) {
				break // an operand
			}
			if nested > 0 && !endsArray(o) {
				m.warn(BadOperator, 0, int(t.Off), "an operator inside an array")
				continue
			}
			m.args = args // a form's content takes over the buffer
			m.execute(o, args, t)
			args, nested = m.args[:0], 0
			s.Forget()
			continue
		case syntax.ArrayOpen, syntax.DictOpen:
			nested++
		case syntax.ArrayClose, syntax.DictClose:
			nested--
		}
		switch {
		case len(args) < limits.Operands || inside && len(args) < limits.ArrayOperands:
			args = append(args, t)
		case !inside:
			m.warn(BadOperator, 0, int(t.Off), "more operands than any operator takes")
			args, nested = append(args[:0], t), 0
		case len(args) == limits.ArrayOperands:
			// The operator gets as much of its array as is kept.
			m.warn(LimitReached, 0, int(t.Off), "an array too long to keep")
			args = append(args, t)
		}
	}
}

// endsArray reports whether an operator met in an array that is open shows
// that its end is missing: it takes one, or it begins something else. Others
// are passed over, as in "[(a) 0 Tc (b)] TJ".
func endsArray(o op) bool {
	switch o {
	case opShowArray, opDash, opBeginMarkedDict, opBeginText, opEndText, opSave, opRestore, opDo:
		return true
	}
	return false
}

// isConstant reports whether word stands for a value rather than an operator.
func isConstant(word []byte) bool {
	switch string(word) {
	case "true", "false", "null":
		return true
	}
	return false
}

// formCost and fontCost are how many operators the painting of a form and the
// search for a font count as, for the time that they take at least.
const (
	formCost = 8
	fontCost = 64
)

// charge takes n operators from the budget. It reports whether the page goes on.
func (m *Machine) charge(n int) bool {
	m.operatorsLeft -= n
	m.untilCheck -= n
	if m.untilCheck <= 0 || m.operatorsLeft < 0 {
		m.untilCheck = checkEvery
		if m.stop == nil {
			m.stop = m.ctx.Err()
		}
		if m.stop == nil && m.operatorsLeft < 0 {
			m.limit("Operators", int64(m.src.Operators))
		}
	}
	return m.stop == nil
}

// execute carries out the operator o that word names.
func (m *Machine) execute(o op, args []syntax.Token, word syntax.Token) {
	if !m.charge(1) {
		return
	}
	entry := &m.table[o]
	switch {
	case o == opNone:
		if len(m.out.Warnings) < maxWarnings {
			m.warn(BadOperator, 0, int(word.Off), fmt.Sprintf("unknown operator %.16q", m.scanner.Bytes(word)))
		}
	case len(args) < entry.operands:
		if len(m.out.Warnings) < maxWarnings {
			m.warn(BadOperator, 0, int(word.Off), fmt.Sprintf("%s needs %d operands and has %d", entry.name, entry.operands, len(args)))
		}
	case entry.run != nil:
		entry.run(m, args)
	}
}

// limit ends the page at a limit.
func (m *Machine) limit(field string, n int64) {
	err := &pdfobj.LimitError{Field: field, Limit: n}
	m.warn(LimitReached, 0, -1, err.Error())
	m.stop = err
}

// warn records a warning.
func (m *Machine) warn(kind Kind, object, offset int, detail string) {
	if len(m.out.Warnings) < maxWarnings {
		m.out.Warnings = append(m.out.Warnings, Warning{Kind: kind, Object: object, Offset: offset, Detail: detail})
	}
}

// numbers copies the last len(dst) operands to dst. An operand that is no
// number counts as 0.
func numbers(dst []float64, args []syntax.Token) {
	args = args[len(args)-len(dst):]
	for i := range dst {
		dst[i] = args[i].Num
	}
}

// number returns the last operand.
func number(args []syntax.Token) float64 { return args[len(args)-1].Num }

// name returns the last operand if it is a name.
func (m *Machine) name(args []syntax.Token) (pdfobj.Name, bool) {
	if len(args) == 0 {
		return "", false
	}
	t := args[len(args)-1]
	if t.Kind != syntax.Name {
		return "", false
	}
	return pdfobj.Name(m.scanner.Bytes(t)), true
}

// resource returns the entry of a category of the current resources.
func (m *Machine) resource(category, name pdfobj.Name) pdfobj.Object {
	return m.doc.Dict(m.resources[category])[name]
}

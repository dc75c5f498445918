package interp

import (
	"math"
	"slices"

	"github.com/pdftext-go/pdftext/internal/font"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/syntax"
)

// beginText starts a text object (BT). Text operators outside of one are
// carried out as well: some writers leave it out.
func (m *Machine) beginText([]syntax.Token) { m.tm, m.tlm = geom.Identity(), geom.Identity() }

func (m *Machine) endText([]syntax.Token) {}

func (m *Machine) charSpace(args []syntax.Token) { m.gs.tc = number(args) }
func (m *Machine) wordSpace(args []syntax.Token) { m.gs.tw = number(args) }
func (m *Machine) scale(args []syntax.Token)     { m.gs.th = number(args) / 100 }
func (m *Machine) leading(args []syntax.Token)   { m.gs.tl = number(args) }
func (m *Machine) rise(args []syntax.Token)      { m.gs.trise = number(args) }

func (m *Machine) renderMode(args []syntax.Token) {
	n := number(args)
	if n != math.Trunc(n) || n < 0 || n > 7 {
		m.warn(BadOperator, 0, -1, "Tr is no text rendering mode")
		return
	}
	m.gs.tmode = uint8(n)
}

// selectFont sets font and size (Tf).
func (m *Machine) selectFont(args []syntax.Token) {
	m.gs.tfs = number(args)
	t := args[len(args)-2]
	if t.Kind != syntax.Name {
		m.warn(BadOperator, 0, int(t.Off), "Tf names no font")
		return
	}
	b := m.scanner.Bytes(t)
	f, ok := m.fonts[fontKey{m.resourcesID, pdfobj.Name(b)}]
	if !ok {
		name := pdfobj.Name(b)
		o := m.resource("Font", name)
		if o == nil {
			m.warn(BadFont, 0, int(t.Off), "a font named by Tf is missing")
		}
		f = m.loadFont(o)
		m.fonts[fontKey{m.resourcesID, name}] = f
	}
	m.gs.font = f
}

// loadFont returns a font, never nil.
func (m *Machine) loadFont(o pdfobj.Object) *font.Font {
	if m.stop == nil && m.ctx.Err() != nil { // fonts take long
		m.stop = m.ctx.Err()
	}
	m.charge(fontCost)
	if m.stop != nil {
		o = nil
	}
	return m.src.Font(m.fontCtx, o)
}

// move goes to the next line, offset from the start of this one (Td).
func (m *Machine) move(args []syntax.Token) {
	var v [2]float64
	numbers(v[:], args)
	m.moveBy(v[0], v[1])
}

func (m *Machine) moveBy(x, y float64) {
	t := &m.tlm
	t.E += x*t.A + y*t.C
	t.F += x*t.B + y*t.D
	m.tm = *t
}

// moveLeading is move, and sets the leading (TD).
func (m *Machine) moveLeading(args []syntax.Token) {
	m.gs.tl = -number(args)
	m.move(args)
}

func (m *Machine) nextLine([]syntax.Token) { m.moveBy(0, -m.gs.tl) }

func (m *Machine) textMatrix(args []syntax.Token) {
	t := matrix(args)
	if !t.Finite() {
		m.warn(BadOperator, 0, -1, "Tm leads out of the plane")
		return
	}
	m.tm, m.tlm = t, t
}

func (m *Machine) showText(args []syntax.Token) {
	t := args[len(args)-1]
	if t.Kind != syntax.String {
		m.warn(BadOperator, 0, int(t.Off), "a show operator without a string")
		return
	}
	if m.beginShow() {
		m.show(m.scanner.Bytes(t))
	}
}

func (m *Machine) showQuote(args []syntax.Token) {
	m.nextLine(nil)
	m.showText(args)
}

func (m *Machine) showDoubleQuote(args []syntax.Token) {
	// The text counts for more than the spacing before it.
	if n := len(args); n >= 3 {
		m.gs.tw, m.gs.tc = args[n-3].Num, args[n-2].Num
	} else {
		m.warn(BadOperator, 0, int(args[n-1].Off), "\" without its spacing")
	}
	m.showQuote(args)
}

// showArray shows strings with adjustments between them (TJ), which are in
// thousandths of text space and move backwards.
func (m *Machine) showArray(args []syntax.Token) {
	if !m.beginShow() {
		return
	}
	k := -m.gs.tfs / 1000
	for _, t := range args {
		switch t.Kind {
		case syntax.String:
			m.show(m.scanner.Bytes(t))
		case syntax.Number:
			if m.gs.font.Vertical {
				m.advance(0, t.Num*k)
			} else {
				m.advance(t.Num*k*m.gs.th, 0)
			}
		}
	}
}

// advance moves the text matrix by a displacement in text space.
func (m *Machine) advance(x, y float64) {
	t := &m.tm
	t.E += x*t.A + y*t.C
	t.F += x*t.B + y*t.D
}

// beginShow makes the run that the glyphs of a show operator belong to. It
// reports whether there is anything to show with: a text rendering matrix that
// has an inverse.
//
// The matrix is (ISO 32000-2, 9.4.4)
//
//	      | tfs*th  0      0 |
//	trm = | 0       tfs    0 | x tm x ctm
//	      | 0       trise  1 |
func (m *Machine) beginShow() bool {
	g := &m.gs
	if g.font == nil {
		m.warn(BadFont, 0, -1, "text without a font")
		g.font = m.loadFont(nil)
	}
	a := m.tm.A*g.ctm.A + m.tm.B*g.ctm.C
	b := m.tm.A*g.ctm.B + m.tm.B*g.ctm.D
	c := m.tm.C*g.ctm.A + m.tm.D*g.ctm.C
	d := m.tm.C*g.ctm.B + m.tm.D*g.ctm.D
	shape := [6]float64{a, b, c, d, g.tfs * g.th, g.tfs}
	if shape != m.runShape || m.runIndex < 0 || m.run.Font != g.font {
		if !m.shapeRun(shape) {
			m.runShape = [6]float64{}
			return false
		}
		m.runShape = shape
	}
	r := &m.run
	r.Clip, r.Mode = g.clip, g.tmode
	r.Fill, r.Stroke = g.fill.color(), g.stroke.color()
	m.markRun(r)
	if m.runIndex < 0 || m.out.Runs[m.runIndex] != *r {
		m.out.Runs = append(m.out.Runs, *r)
		m.runIndex = len(m.out.Runs) - 1
	}
	return true
}

// maxCoordinate bounds what counts as a place on a page, in points. Real pages
// end at 14,400; the bound keeps sums of squares finite in a float32.
const maxCoordinate = 1e7

// shapeRun computes the direction and size of text from the linear part of
// the text rendering matrix. Text of no height keeps size 0; only a matrix
// that leads out of the plane is refused.
func (m *Machine) shapeRun(shape [6]float64) bool {
	g, r := &m.gs, &m.run
	along := geom.Point{X: shape[0] * shape[4], Y: shape[1] * shape[4]}
	up := geom.Point{X: shape[2] * shape[5], Y: shape[3] * shape[5]}
	r.Font = g.font
	r.Dir, r.Up = geom.Point{X: 1}, geom.Point{Y: -1}
	m.size, m.perEm = 0, 0
	length := along.Len()
	height := 0.0
	if length > 0 {
		height = math.Abs(along.Cross(up)) / length
	}
	if !(length < maxCoordinate && height < maxCoordinate) {
		m.warn(BadOperator, 0, -1, "text too large for a page")
		return false
	}
	if length == 0 || height == 0 {
		return true
	}
	r.Dir, r.Up = along.Mul(1/length), up.Mul(1/height)
	m.perEm, m.size = length, height
	if g.font.Type3 {
		m.size *= m.type3Em(g.font)
	}
	if g.font.Vertical {
		n := up.Len()
		r.Dir, m.perEm = up.Mul(-1/n), n
	}
	return true
}

// Widths of a Type 3 font that are near these, in ems, are taken as they are;
// otherwise its em is what makes their mean the usual half.
const (
	usualWidth  = 0.5
	narrowWidth = 0.2
	wideWidth   = 1.25
	// absurdWidth is how many times the middle width one may be and count.
	absurdWidth = 100
)

// type3Em returns the height of the em of a Type 3 font in text space units. A
// font of TeX's bitmaps has glyph space units of pixels and is shown at size 1
// with letters 30 units wide; nothing but the widths tells its size.
func (m *Machine) type3Em(f *font.Font) float64 {
	if em, ok := m.ems[f]; ok {
		return em
	}
	var widths []float64
	for _, g := range f.Table() {
		if g.Width > 0 && g.Flags&font.Blank == 0 {
			widths = append(widths, float64(g.Width))
		}
	}
	slices.Sort(widths)
	em := 1.0
	if n := len(widths); n > 0 {
		sum := 0.0
		// One damaged width must not make the letters vanish.
		most := absurdWidth * widths[n/2]
		for n > 0 && widths[n-1] > most {
			n--
		}
		for _, w := range widths[:n] {
			sum += w
		}
		if w := sum / float64(n); w < narrowWidth || w > wideWidth {
			em = w / usualWidth
		}
	}
	m.ems[f] = em
	return em
}

// show paints one string in the run made by beginShow, and moves the text
// matrix behind it.
func (m *Machine) show(s []byte) {
	if m.stop != nil || len(s) == 0 {
		return
	}
	if len(m.out.Glyphs)+len(s) > m.src.Glyphs {
		m.limit("Glyphs", int64(m.src.Glyphs))
		return
	}
	g := &m.gs
	t, ctm := &m.tm, &g.ctm
	// The origin of the next glyph, and what one text space unit adds to it.
	o := ctm.Apply(geom.Point{X: t.E + g.trise*t.C, Y: t.F + g.trise*t.D})
	if !(math.Abs(o.X) < maxCoordinate && math.Abs(o.Y) < maxCoordinate) {
		m.warn(BadOperator, 0, -1, "text outside of any page")
		return
	}
	before := len(m.out.Glyphs)
	switch {
	case g.font.Vertical:
		m.showVertical(s, o)
	case g.font.Table() != nil:
		m.showSimple(s, o)
	default:
		m.showComposite(s, o)
	}
	if len(m.out.Glyphs) > before {
		m.out.Glyphs[before].Flags |= RunStart
		if len(m.marked) > 0 {
			m.replaceText(m.out.Glyphs[before:])
		}
	}
}

// showSimple paints the one-byte codes of a simple font.
func (m *Machine) showSimple(s []byte, o geom.Point) {
	g := &m.gs
	dx, dy := m.perUnit()
	table := g.font.Table()
	em, adv, size, run := g.tfs*g.th, m.perEm, float32(m.size), uint32(m.runIndex)
	tc, tw := g.tc*g.th, g.tw*g.th
	x := 0.0
	n := len(m.out.Glyphs)
	m.out.Glyphs = grow(m.out.Glyphs, len(s))
	out := m.out.Glyphs[n:]
	for i, c := range s {
		e := &table[c]
		if e.Flags&font.Pending != 0 {
			table = g.font.Settle(m.fontCtx)
			e = &table[c]
		}
		w := float64(e.Width)
		out[i] = Glyph{
			X: float32(o.X + x*dx), Y: float32(o.Y + x*dy), Advance: float32(w * adv), Size: size,
			Text: e.Text, Code: uint32(c), Run: run, Flags: flagsOf(e.Flags),
		}
		if e.Text < 0 {
			out[i].Text = m.text(g.font, e.Text)
		}
		x += w*em + tc
		if e.Flags&font.WordSpace != 0 {
			x += tw
		}
	}
	m.advance(x, 0)
}

// showComposite paints the codes of a composite font in horizontal writing.
func (m *Machine) showComposite(s []byte, o geom.Point) {
	g := &m.gs
	dx, dy := m.perUnit()
	em, adv, size, run := g.tfs*g.th, m.perEm, float32(m.size), uint32(m.runIndex)
	x := 0.0
	for len(s) > 0 {
		code, n := g.font.Next(s)
		s = s[n:]
		e := g.font.Glyph(code, n)
		w := float64(e.Width)
		drawn := w
		if g.font.Misfit {
			drawn = float64(g.font.Drawn(code))
		}
		if e.Text < 0 {
			e.Text = m.text(g.font, e.Text)
		}
		m.out.Glyphs = append(m.out.Glyphs, Glyph{
			X: float32(o.X + x*dx), Y: float32(o.Y + x*dy), Advance: float32(drawn * adv), Size: size,
			Text: e.Text, Code: code, Run: run, Flags: flagsOf(e.Flags),
		})
		x += w*em + g.tc*g.th
		if e.Flags&font.WordSpace != 0 {
			x += g.tw * g.th
		}
	}
	m.advance(x, 0)
}

// showVertical paints the codes of a font in vertical writing mode: the
// origin that the text matrix is at is the top centre of the glyph, and
// advances are along y (ISO 32000-2, 9.7.4.3).
func (m *Machine) showVertical(s []byte, o geom.Point) {
	g := &m.gs
	up := m.tm.Linear(geom.Point{Y: 1})
	up = g.ctm.Linear(up) // what one text space unit upwards is on the page
	size, run := float32(m.size), uint32(m.runIndex)
	y := 0.0
	simple := g.font.Table()
	for len(s) > 0 {
		code, n := uint32(s[0]), 1
		var e font.Glyph
		w1 := float32(-1)
		if simple != nil {
			if e = simple[s[0]]; e.Flags&font.Pending != 0 {
				simple = g.font.Settle(m.fontCtx)
				e = simple[s[0]]
			}
		} else {
			code, n = g.font.Next(s)
			e = g.font.Glyph(code, n)
			w1 = g.font.VerticalAdvance(code, n)
		}
		s = s[n:]
		if e.Text < 0 {
			e.Text = m.text(g.font, e.Text)
		}
		m.out.Glyphs = append(m.out.Glyphs, Glyph{
			X: float32(o.X + y*up.X), Y: float32(o.Y + y*up.Y), Advance: float32(-float64(w1) * m.perEm), Size: size,
			Text: e.Text, Code: code, Run: run, Flags: flagsOf(e.Flags) | Vertical,
		})
		y += float64(w1)*g.tfs - g.tc
		if e.Flags&font.WordSpace != 0 {
			y -= g.tw
		}
	}
	m.advance(0, y)
}

// perUnit returns what one unit of text space along the baseline is on the
// page.
func (m *Machine) perUnit() (dx, dy float64) {
	p := m.gs.ctm.Linear(geom.Point{X: m.tm.A, Y: m.tm.B})
	return p.X, p.Y
}

// flagsOf returns what the flags of a font's glyph are in a painted one.
func flagsOf(f font.Flags) Flags {
	return Flags(f&(font.Unresolved|font.Guessed))<<2 | Flags(f.Source())<<sourceShift
}

// grow returns s with n more elements, which are not set.
func grow(s []Glyph, n int) []Glyph {
	if len(s)+n <= cap(s) {
		return s[:len(s)+n]
	}
	t := make([]Glyph, len(s)+n, max(2*cap(s), len(s)+n, 1024))
	copy(t, s)
	return t
}

// text returns the place in the page's strings of a text that a font gives as
// one of its own strings.
func (m *Machine) text(f *font.Font, index int32) int32 {
	key := stringKey{f, index}
	t, ok := m.strings[key]
	if !ok {
		t = m.intern(f.String(^index))
		m.strings[key] = t
	}
	if !m.spendText(len(m.out.Strings[^t])) {
		return 0
	}
	return t
}

// spendText takes n bytes of text from the budget. It reports whether there
// were as many.
func (m *Machine) spendText(n int) bool {
	if n <= m.textLeft {
		m.textLeft -= n
		return true
	}
	if m.textLeft >= 0 {
		m.warn(LimitReached, 0, -1, "the texts of single glyphs are too long together")
		m.textLeft = -1
	}
	return false
}

// intern adds s to the page's strings.
func (m *Machine) intern(s string) int32 {
	m.out.Strings = append(m.out.Strings, s)
	return ^int32(len(m.out.Strings) - 1)
}

package pdftext

import (
	"math"
	"sync"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/collinear"
	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/quadgrid"
)

// A Style is what a reader sees of a font. It is comparable.
type Style struct {
	Family               string
	Size                 float64 // in points, to the nearest tenth
	Bold, Italic         bool
	Monospace            bool
	Underline, Strikeout bool
	Highlight            bool // marked by an annotation
	Script               Script
	Color                Color
}

// A Script tells whether text is raised or lowered.
type Script int8

// Positions relative to the baseline of the line.
const (
	Subscript   Script = -1
	Superscript Script = +1
)

// A Span is a run of glyphs of one line that share a style and a link.
type Span struct {
	Style  Style
	Glyphs []Glyph // part of the line's
	Link   *Link   // of the page, where the span leads; nil if nowhere
}

// Text returns the text of the span.
func (s *Span) Text(p *Page) string {
	return string(appendGlyphs(nil, p, s.Glyphs))
}

// A line with a word underlined and another one struck, and where the numbers
// below are measured:
//
//	                     strikeTop ......
//	a word under----     -----struck-----
//	       ~~~~~         strikeBottom ...
//	baseline ............................
//	       =====         underlineTop
//	                     underlineBottom
//
// All are in ems of the glyphs that the rule lies along.
const (
	// underlineTop and underlineBottom bound how far below the baseline an
	// underline may lie. Browsers and word processors draw it at 0.08 to 0.2,
	// TeX at 0.25 to 0.37. The borders of tight table cells begin at 0.3:
	// those are told apart by their ends.
	underlineTop    = -0.03
	underlineBottom = 0.38
	// strikeBottom and strikeTop do the same above the baseline. Half the
	// x-height is 0.22 to 0.27; capitals are struck as high as 0.35.
	strikeBottom = 0.12
	strikeTop    = 0.45
	// ruleWidth is the thickest rule that decorates text. Bold underlines
	// reach 0.13; bars between table rows start about there.
	ruleWidth = 0.16
	// nearOverhang and farOverhang bound how far a rule may stick out past
	// the text it decorates, at the better and at the worse of its ends: an
	// underlined blank at the end of a line sticks out by 0.25 to 0.6 at one
	// end, and the border of a table cell by its padding at both.
	nearOverhang = 0.15
	farOverhang  = 0.65
	// wordSpace is as much of a gap as counts as text, and bareRule how much
	// of a rule may lie along nothing: word spaces of justified lines reach
	// 1 em, gaps between the columns of a table header begin there.
	wordSpace = 1.0
	bareRule  = 1.0
)

// Bounds of the work on one line, far above what is drawn.
const (
	// maxRuleLevels is how many rules below one another are looked at.
	maxRuleLevels = 32
)

const (
	// slant is the tangent of the least shear that is seen as italic, about
	// 8 degrees. Synthetic italics lean by 12 to 20.
	slant = 0.14
	// sameSize is the share of a size by which glyphs of one span may differ:
	// matrices that are rounded make up to 0.5 percent.
	sameSize = 0.01
	// scriptSize is the largest size of a raised or lowered glyph, as a share
	// of the line's. Word processors use 0.58 to 0.67, TeX 0.7 to 0.8.
	scriptSize = 0.87
	// raised and lowered are the least distances of its baseline from the
	// line's, in ems of the line. TeX lowers by 0.15, word processors by 0.08
	// at least; small capitals and optical sizes stay on the baseline.
	raised  = 0.12
	lowered = 0.07
	// scriptLength is how many characters an index or exponent may have. What
	// is longer is a label beside the line's text.
	scriptLength = 8
)

// Spans divides a line into runs of one style and link. The spans hold the line's
// glyphs, all and in order. White space between two runs of the same style
// belongs to both; other white space belongs to the run before it.
//
// Bold is what the font says, or a glyph painted twice or filled and stroked
// in one color. Italic is what the font says, or a shear. Underlines and
// strike-throughs are rules drawn along the text, as far as the text they
// cover and no further: borders of tables and separators are not. They are
// not looked for in vertical writing. Annotations that underline, strike or
// highlight count for the glyphs whose centre they cover, and so do links.
//
// Spans takes time proportional to the line's glyphs and to the logarithm of
// the page's rules. The rules of a page that a Document returned are sorted
// once; those of any other page are sorted at each call.
func Spans(p *Page, line Line) []Span {
	glyphs := line.Glyphs
	if len(glyphs) == 0 {
		return nil
	}
	marks := decorations(p, &line)
	marks, links := annotated(p, &line, marks)
	var (
		spans []Span
		start int   // of the span being built
		last  = -1  // last glyph that is not blank
		style Style // of glyphs[last]
		link  *Link // likewise
	)
	for i := range glyphs {
		g := &glyphs[i]
		if blank(p, g) {
			continue
		}
		s := style
		if last < 0 || g.Run != glyphs[last].Run || g.Size != glyphs[last].Size || g.Y != glyphs[last].Y ||
			g.Flags != glyphs[last].Flags || marks != nil && marks[i] != marks[last] {
			s = styleOf(p, &line, g)
			if marks != nil {
				s.Underline, s.Strikeout = marks[i]&underlined != 0, marks[i]&struck != 0
				s.Highlight = marks[i]&highlighted != 0
			}
			if last >= 0 && math.Abs(float64(g.Size)-float64(glyphs[last].Size)) <= sameSize*float64(g.Size) {
				s.Size = style.Size
			}
		}
		to := link
		if links != nil {
			to = nil
			if k := links[i]; k >= 0 {
				to = &p.Links[k]
			}
		}
		if last >= 0 && (s != style || !sameTarget(to, link)) {
			// Blanks since the last glyph stay with it.
			spans = append(spans, Span{style, glyphs[start:i:i], link})
			start = i
			link = to
		} else if last < 0 {
			link = to
		}
		style, last = s, i
	}
	if last < 0 {
		style = styleOf(p, &line, &glyphs[0])
	}
	return settleScripts(p, glyphs, append(spans, Span{style, glyphs[start:len(glyphs):len(glyphs)], link}))
}

// settleScripts takes the Script from spans that only lie like one. An index
// or exponent is short, and stands close behind what it belongs to; the label
// of a note may stand first.
// The spans are those of the glyphs.
func settleScripts(p *Page, glyphs []Glyph, spans []Span) []Span {
	attached := false // to the span before, with no blank between
	out := spans[:0]
	end := 0 // of the span in glyphs
	for i := range spans {
		s := spans[i]
		n := len(s.Glyphs)
		end += n
		if s.Style.Script != 0 && (n > scriptLength+1 || !attached && (i > 0 || !unlettered(p, s.Glyphs))) {
			s.Style.Script = 0
		}
		attached = !blank(p, &s.Glyphs[n-1])
		if k := len(out) - 1; k >= 0 && out[k].Style == s.Style && sameTarget(out[k].Link, s.Link) {
			out[k].Glyphs = glyphs[end-n-len(out[k].Glyphs) : end : end]
			continue
		}
		out = append(out, s)
	}
	return out
}

// unlettered reports whether the glyphs have no letters.
func unlettered(p *Page, glyphs []Glyph) bool {
	for i := range glyphs {
		for _, r := range glyphs[i].Text(p) {
			if unicode.IsLetter(r) {
				return false
			}
		}
	}
	return true
}

// blank reports whether g shows nothing. What has no text is blank only if it
// is nothing but a gap.
func blank(p *Page, g *Glyph) bool {
	if g.Rune >= 0 {
		return g.Rune == 0 || unicode.IsSpace(g.Rune)
	}
	for _, r := range p.Strings[^g.Rune] {
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// styleOf returns the style of one glyph but for the rules along it.
func styleOf(p *Page, line *Line, g *Glyph) Style {
	r := &p.Runs[g.Run]
	f := &p.Fonts[r.Font]
	return Style{
		Family:    f.Family,
		Size:      math.Round(float64(g.Size)*10) / 10,
		Bold:      isBold(f, r, g),
		Italic:    f.Italic || sheared(r, g),
		Monospace: f.Monospace,
		Script:    scriptOf(p, line, g),
		Color:     g.Color(p),
	}
}

// isBold reports whether a glyph of a run is seen as bold: by its font, painted
// twice, or filled and stroked in one color.
func isBold(f *Font, r *Run, g *Glyph) bool {
	return f.Bold || g.Flags&Overprinted != 0 || r.Mode&3 == FillStroke && r.Fill == r.Stroke
}

// sheared reports whether the run leans forward.
func sheared(r *Run, g *Glyph) bool {
	if g.Flags&Vertical != 0 {
		return false
	}
	dir, up := geom.Point(r.Dir), geom.Point(r.Up)
	return dir.Dot(up) > slant*math.Abs(dir.Cross(up))
}

// scriptOf tells whether g is set smaller than the line and off its baseline.
func scriptOf(p *Page, line *Line, g *Glyph) Script {
	if g.Flags&Vertical != 0 || float64(g.Size) > scriptSize*line.Size || !scriptable(p, g) {
		return 0
	}
	up := geom.Point(p.Runs[g.Run].Up)
	rise := geom.Point{X: float64(g.X) - line.Origin.X, Y: float64(g.Y) - line.Origin.Y}.Dot(upright(p, g))
	if up.Len() == 0 {
		return 0
	}
	switch {
	case rise >= raised*line.Size:
		return Superscript
	case rise <= -lowered*line.Size:
		return Subscript
	}
	return 0
}

// scriptable reports whether g can be an index or exponent: a letter, a digit
// or a sign, but no bullet.
func scriptable(p *Page, g *Glyph) bool {
	r := g.Rune
	if r < 0 {
		for _, r = range p.Strings[^g.Rune] {
			break
		}
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Sm, r) || unicode.IsPunct(r) && r != '\u2022'
}

// upright returns the unit vector across the run of g that points up.
func upright(p *Page, g *Glyph) geom.Point {
	r := &p.Runs[g.Run]
	n := geom.Point{X: r.Dir.Y, Y: -r.Dir.X}
	if n.Dot(geom.Point(r.Up)) < 0 {
		n = n.Mul(-1)
	}
	return n
}

// What the rules along a glyph and the annotations over it make of it.
const (
	underlined uint8 = 1 << iota
	struck
	highlighted
)

// decorations returns the marks of each glyph of the line, or nil if there
// are none.
func decorations(p *Page, line *Line) []uint8 {
	family := p.rulesAlong(line)
	if family == nil {
		return nil
	}
	// The coordinates of the family: u along the text or against it, and v
	// across it.
	var first *Glyph
	size, u0, u1 := 0.0, math.Inf(1), math.Inf(-1)
	for i := range line.Glyphs {
		g := &line.Glyphs[i]
		if g.Index < 0 {
			continue
		}
		if first == nil {
			first = g
		}
		a, b := stretch(p, family, g)
		size, u0, u1 = max(size, float64(g.Size)), min(u0, a), max(u1, b)
	}
	if first == nil || first.Flags&Vertical != 0 {
		return nil
	}
	base := geom.Point(line.Origin).Dot(family.Normal)
	down := -upright(p, first).Dot(family.Normal)
	v0, v1 := base-strikeTop*size*down, base+underlineBottom*size*down
	levels := family.Levels(min(v0, v1), max(v0, v1))
	var marks []uint8
	for i := range levels[:min(len(levels), maxRuleLevels)] {
		rules := levels[i].Within(u0, u1)
		if len(rules) == 0 {
			continue
		}
		if marks == nil {
			marks = make([]uint8, len(line.Glyphs))
		}
		decorate(p, line, family, levels[i].V, down, rules, marks)
	}
	return marks
}

// rulesAlong returns the page's rules that are parallel to the line's text.
func (p *Page) rulesAlong(line *Line) *collinear.Family {
	if len(p.Rules) == 0 {
		return nil
	}
	for i := range line.Glyphs {
		if g := &line.Glyphs[i]; g.Index >= 0 {
			return p.ruleIndex().Family(geom.Point(p.Runs[g.Run].Dir))
		}
	}
	return nil
}

// stretch returns where g's advance begins and ends along the family.
func stretch(p *Page, family *collinear.Family, g *Glyph) (u0, u1 float64) {
	u0 = geom.Point{X: float64(g.X), Y: float64(g.Y)}.Dot(family.Dir)
	u1 = u0 + geom.Point(p.Runs[g.Run].Dir).Dot(family.Dir)*float64(g.Advance)
	return min(u0, u1), max(u0, u1)
}

// A covering collects the glyphs that one rule lies along.
type covering struct {
	u0, u1    float64 // their extent
	text      float64 // how much of it is text or word spaces
	size      float64 // of the largest that is not blank
	high, low float64 // how far below the baselines of the large ones the rule lies, in ems
}

// decorate marks the glyphs along which one of the rules lies, if it is an
// underline or a strike-through. The rules are of the level at v, and down is
// 1 or -1 where that grows down or up the page as the text's reader sees it.
func decorate(p *Page, line *Line, family *collinear.Family, v, down float64, rules []collinear.Interval, marks []uint8) {
	covered := make([]covering, len(rules))
	for k := range covered {
		covered[k] = covering{u0: math.Inf(1), u1: math.Inf(-1), high: math.Inf(1), low: math.Inf(-1)}
	}
	for i := range line.Glyphs {
		g := &line.Glyphs[i]
		a, b := stretch(p, family, g)
		if k := containing(rules, (a+b)/2); k >= 0 {
			c := &covered[k]
			c.u0, c.u1 = min(c.u0, a), max(c.u1, b)
			if blank(p, g) {
				c.text += min(b-a, wordSpace*float64(g.Size))
			} else {
				c.text += b - a
				c.size = max(c.size, float64(g.Size))
			}
		}
	}
	// Indices and exponents have baselines of their own, which don't matter.
	// Those of a fraction and its bar do.
	for i := range line.Glyphs {
		g := &line.Glyphs[i]
		a, b := stretch(p, family, g)
		if k := containing(rules, (a+b)/2); k >= 0 && !blank(p, g) {
			if c := &covered[k]; float64(g.Size) > scriptSize*c.size {
				base := geom.Point{X: float64(g.X), Y: float64(g.Y)}.Dot(family.Normal)
				drop := (v - base) * down / float64(g.Size)
				c.high, c.low = min(c.high, drop), max(c.low, drop)
			}
		}
	}
	for i := range line.Glyphs {
		a, b := stretch(p, family, &line.Glyphs[i])
		if k := containing(rules, (a+b)/2); k >= 0 {
			marks[i] |= decoration(&rules[k], &covered[k])
		}
	}
}

// containing returns the index of the rule that covers u, or -1.
func containing(rules []collinear.Interval, u float64) int {
	lo, hi := 0, len(rules)
	for lo < hi {
		mid := (lo + hi) / 2
		if rules[mid].U1 < u {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(rules) && rules[lo].U0 <= u {
		return lo
	}
	return -1
}

// decoration tells what a rule is to the glyphs it covers: an underline, a
// strike-through or neither.
func decoration(rule *collinear.Interval, c *covering) uint8 {
	if c.size == 0 || rule.Corners > 0 || rule.Width > ruleWidth*c.size || c.u1-c.u0-c.text > bareRule*c.size {
		return 0
	}
	left, right := (c.u0-rule.U0)/c.size, (rule.U1-c.u1)/c.size
	if min(left, right) > nearOverhang || max(left, right) > farOverhang {
		return 0
	}
	switch {
	case underlineTop <= c.high && c.low <= underlineBottom:
		return underlined
	case -strikeTop <= c.high && c.low <= -strikeBottom:
		return struck
	}
	return 0
}

// annotated adds what annotations say of each glyph of the line to marks, and
// returns that and the link over each glyph, -1 for none. Either is nil if
// there are none.
func annotated(p *Page, line *Line, marks []uint8) ([]uint8, []int32) {
	if len(p.Links) == 0 && len(p.Marks) == 0 {
		return marks, nil
	}
	index := p.annotationIndex()
	var links []int32
	for i := range line.Glyphs {
		g := &line.Glyphs[i]
		q := g.Quad(p)
		c := geom.Point{X: (q.UL.X + q.LR.X) / 2, Y: (q.UL.Y + q.LR.Y) / 2}
		for k := range index.links.At(c) {
			if links == nil {
				links = make([]int32, len(line.Glyphs))
				for j := range links {
					links[j] = -1
				}
			}
			links[i] = k // the last is on top
		}
		for k := range index.marks.At(c) {
			if marks == nil {
				marks = make([]uint8, len(line.Glyphs))
			}
			switch p.Marks[k].Kind {
			case UnderlineMark, SquigglyMark:
				marks[i] |= underlined
			case StrikeoutMark:
				marks[i] |= struck
			case HighlightMark:
				marks[i] |= highlighted
			}
		}
	}
	return marks, links
}

// sameTarget reports whether two links lead to the same place.
func sameTarget(a, b *Link) bool {
	return a == b || a != nil && b != nil && a.URI == b.URI && a.Page == b.Page
}

// An annotationIndex finds the links and marks over a point.
type annotationIndex struct{ links, marks *quadgrid.Grid }

// annotationIndex returns the page's links and marks by place.
func (p *Page) annotationIndex() annotationIndex {
	if p.rules == nil {
		return p.indexAnnotations()
	}
	p.rules.annotationsOnce.Do(func() { p.rules.annotations = p.indexAnnotations() })
	return p.rules.annotations
}

func (p *Page) indexAnnotations() annotationIndex {
	return annotationIndex{
		links: quadgrid.New(len(p.Links), func(i int) quadgrid.Quad { return p.Links[i].Quad.corners() }),
		marks: quadgrid.New(len(p.Marks), func(i int) quadgrid.Quad { return p.Marks[i].Quad.corners() }),
	}
}

// corners returns the corners of q in the order that they go round.
func (q *Quad) corners() [4]geom.Point {
	return [4]geom.Point{geom.Point(q.UL), geom.Point(q.UR), geom.Point(q.LR), geom.Point(q.LL)}
}

// A ruleIndex holds a page's rules by direction and line, and its annotations
// by place. Each is made when it is first asked for, by whichever goroutine
// that is.
type ruleIndex struct {
	once  sync.Once
	index *collinear.Index

	annotationsOnce sync.Once
	annotations     annotationIndex
}

// ruleIndex returns the page's rules by direction and line.
func (p *Page) ruleIndex() *collinear.Index {
	if p.rules == nil {
		return p.indexRules()
	}
	p.rules.once.Do(func() { p.rules.index = p.indexRules() })
	return p.rules.index
}

func (p *Page) indexRules() *collinear.Index {
	return collinear.New(len(p.Rules), func(i int) collinear.Segment {
		r := &p.Rules[i]
		return collinear.Segment{
			A:     geom.Point{X: float64(r.X0), Y: float64(r.Y0)},
			B:     geom.Point{X: float64(r.X1), Y: float64(r.Y1)},
			Width: float64(r.Width),
		}
	})
}

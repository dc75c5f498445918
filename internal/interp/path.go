package interp

import (
	"math"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/syntax"
)

// A path is the current path, in page space.
type path struct {
	points  []geom.Point
	figures []figure
	bounds  geom.Rect
	clip    bool // W or W* was given: the next painting operator clips
	full    bool // longer than limits.PathSegments; only bounds go on
}

// A figure is a subpath: points[first:] up to the next one's.
type figure struct {
	first  int
	closed bool
	curved bool
}

func (p *path) reset() {
	p.points, p.figures = p.points[:0], p.figures[:0]
	p.bounds, p.clip, p.full = geom.Nothing(), false, false
}

// figure returns the points of the i-th figure.
func (p *path) figure(i int) []geom.Point {
	end := len(p.points)
	if i+1 < len(p.figures) {
		end = p.figures[i+1].first
	}
	return p.points[p.figures[i].first:end]
}

func (m *Machine) point(x, y float64) geom.Point { return m.gs.ctm.Apply(geom.Point{X: x, Y: y}) }

func (p *path) begin(q geom.Point) {
	p.bounds = p.bounds.Include(q)
	if p.full = p.full || len(p.points) >= limits.PathSegments; p.full {
		return
	}
	// A figure of one point is replaced by the one that begins now.
	if n := len(p.figures); n > 0 && p.figures[n-1].first == len(p.points)-1 {
		p.points = p.points[:len(p.points)-1]
		p.figures = p.figures[:n-1]
	}
	p.figures = append(p.figures, figure{first: len(p.points)})
	p.points = append(p.points, q)
}

func (p *path) line(q geom.Point) {
	if len(p.figures) == 0 && !p.full {
		p.begin(q)
		return
	}
	p.bounds = p.bounds.Include(q)
	if p.full = p.full || len(p.points) >= limits.PathSegments; p.full {
		return
	}
	if f := p.figures[len(p.figures)-1]; f.closed {
		// After h the current point is the figure's first one.
		p.begin(p.points[f.first])
	}
	p.points = append(p.points, q)
}

func (m *Machine) moveTo(args []syntax.Token) {
	var v [2]float64
	numbers(v[:], args)
	m.path.begin(m.point(v[0], v[1]))
}

func (m *Machine) lineTo(args []syntax.Token) {
	var v [2]float64
	numbers(v[:], args)
	m.path.line(m.point(v[0], v[1]))
}

// curveTo adds the points that control a curve (c, v, y): they bound it, and
// no curve is a rule.
func (m *Machine) curveTo(args []syntax.Token) {
	p := &m.path
	for i := 0; i+1 < len(args); i += 2 {
		p.line(m.point(args[i].Num, args[i+1].Num))
	}
	if len(p.figures) > 0 {
		p.figures[len(p.figures)-1].curved = true
	}
}

func (m *Machine) closePath([]syntax.Token) {
	if p := &m.path; len(p.figures) > 0 {
		p.figures[len(p.figures)-1].closed = true
	}
}

func (m *Machine) rectangle(args []syntax.Token) {
	var v [4]float64
	numbers(v[:], args)
	x, y, w, h := v[0], v[1], v[2], v[3]
	p := &m.path
	p.begin(m.point(x, y))
	p.line(m.point(x+w, y))
	p.line(m.point(x+w, y+h))
	p.line(m.point(x, y+h))
	m.closePath(nil)
}

func (m *Machine) clip([]syntax.Token) { m.path.clip = true }

func (m *Machine) endPath([]syntax.Token) {
	p := &m.path
	if p.clip && !p.bounds.Empty() {
		m.gs.ragged = m.gs.ragged || !p.upright()
		m.gs.clip = m.gs.clip.Intersect(p.bounds)
		if m.gs.clip.Empty() {
			// One empty rectangle stands for all, so that runs compare equal.
			m.gs.clip = geom.Nothing()
		}
	}
	p.reset()
}

func (m *Machine) fill([]syntax.Token) {
	m.paintFill()
	m.endPath(nil)
}

func (m *Machine) stroke([]syntax.Token) {
	m.paintStroke()
	m.endPath(nil)
}

func (m *Machine) closeStroke([]syntax.Token) {
	m.closePath(nil)
	m.stroke(nil)
}

func (m *Machine) fillStroke([]syntax.Token) {
	m.paintFill()
	m.paintStroke()
	m.endPath(nil)
}

func (m *Machine) closeFillStroke([]syntax.Token) {
	m.closePath(nil)
	m.fillStroke(nil)
}

const (
	// ruleThickness is the largest short side, in points, of a filled
	// rectangle that is seen as a line. Borders of 2.25 pt are common; a
	// highlight or a cell background is higher than a line of text.
	ruleThickness = 3
	// slant is how far, in points, the ends of a line may be off the axis for
	// it to count as upright.
	slant = 0.05
	// slantedRule is the least length of a line at another angle. Shorter
	// ones are the polygons of drawings, which no text stands on.
	slantedRule = 8
)

// paintFill records the rectangles of the path: as rules where they are thin,
// else as boxes.
func (m *Machine) paintFill() {
	g := &m.gs
	if g.fill.opacity == 0 || m.hidden() {
		return
	}
	if m.path.full {
		m.addShape(m.path.bounds)
		return
	}
	other := false // something is filled that is no rectangle
	for i := range m.path.figures {
		f := &m.path.figures[i]
		if f.curved {
			other = true
			continue
		}
		pts := m.path.figure(i)
		if n := len(pts); n > 4 && pts[n-1] == pts[0] {
			pts = pts[:n-1]
		}
		switch len(pts) {
		case 2:
			m.addRule(Rule{From: pts[0], To: pts[1], Color: g.fill.color(), Filled: true})
		case 4:
			other = !m.fillQuad(pts) || other
		default:
			other = other || len(pts) > 2
		}
	}
	if other {
		m.addShape(m.path.bounds)
	}
}

// fillQuad records a filled figure of four corners if it is a rectangle, and
// reports whether it is.
func (m *Machine) fillQuad(q []geom.Point) bool {
	c := m.gs.fill.color()
	a, b := q[1].Sub(q[0]), q[3].Sub(q[0])
	if d := q[2].Sub(q[1]).Sub(b); math.Abs(d.X) > slant*2 || math.Abs(d.Y) > slant*2 {
		return false // no parallelogram
	}
	la, lb := a.Len(), b.Len()
	if la < lb {
		a, b, la, lb = b, a, lb, la
	}
	if lb <= ruleThickness {
		from := q[0].Add(b.Mul(0.5))
		m.addRule(Rule{From: from, To: from.Add(a), Width: lb, Color: c, Filled: true})
		return true
	}
	if (math.Abs(a.X) <= slant || math.Abs(a.Y) <= slant) && (math.Abs(b.X) <= slant || math.Abs(b.Y) <= slant) {
		r := geom.Bound(q[0], q[2]).Intersect(m.gs.clip)
		if !r.Empty() && m.room(len(m.out.Boxes)) {
			m.out.Boxes = append(m.out.Boxes, Box{Bounds: r, Color: c, Index: len(m.out.Glyphs), Opaque: m.gs.opaque()})
		}
		return true
	}
	return false
}

// paintStroke records the straight segments of the path.
func (m *Machine) paintStroke() {
	g := &m.gs
	if g.stroke.opacity == 0 || m.path.full || m.hidden() {
		return
	}
	width := math.Abs(g.width) * math.Sqrt(math.Abs(g.ctm.Det()))
	for i := range m.path.figures {
		f := &m.path.figures[i]
		pts := m.path.figure(i)
		if f.curved || len(pts) > maxStrokedSides {
			continue
		}
		r := Rule{Width: width, Color: g.stroke.color(), Dashed: g.dashed}
		for j := 1; j < len(pts); j++ {
			r.From, r.To = pts[j-1], pts[j]
			m.addRule(r)
		}
		if f.closed && len(pts) > 2 {
			r.From, r.To = pts[len(pts)-1], pts[0]
			m.addRule(r)
		}
	}
}

// maxStrokedSides is how many segments a stroked figure may have for its
// straight ones to count: frames and grids drawn in one go have dozens,
// outlines of maps and charts hundreds.
const maxStrokedSides = 200

// addRule records a straight line, clipped, with dashes joined to the one
// before where they continue it.
func (m *Machine) addRule(r Rule) {
	g := &m.gs
	d := r.To.Sub(r.From)
	length := d.Len()
	if !(length < maxCoordinate) || !(r.Width < maxCoordinate) {
		return
	}
	switch {
	case math.Abs(d.Y) <= slant:
		if d.X < 0 {
			r.From, r.To = r.To, r.From
		}
		y := (r.From.Y + r.To.Y) / 2
		if r.Width == 0 && length == 0 || y < g.clip.Y0-r.Width/2 || y > g.clip.Y1+r.Width/2 {
			return
		}
		r.From = geom.Point{X: math.Max(r.From.X, g.clip.X0), Y: y}
		r.To = geom.Point{X: math.Min(r.To.X, g.clip.X1), Y: y}
		if r.To.X < r.From.X {
			return
		}
	case math.Abs(d.X) <= slant:
		if d.Y < 0 {
			r.From, r.To = r.To, r.From
		}
		x := (r.From.X + r.To.X) / 2
		if x < g.clip.X0-r.Width/2 || x > g.clip.X1+r.Width/2 {
			return
		}
		r.From = geom.Point{X: x, Y: math.Max(r.From.Y, g.clip.Y0)}
		r.To = geom.Point{X: x, Y: math.Min(r.To.Y, g.clip.Y1)}
		if r.To.Y < r.From.Y {
			return
		}
	default:
		if length < slantedRule || geom.Bound(r.From, r.To).Intersect(g.clip).Empty() {
			return
		}
	}
	if !g.roundCap && !r.Filled && length == 0 {
		return
	}
	if m.joinDash(&r) || !m.room(len(m.out.Rules)) {
		return
	}
	m.dropDot()
	r.Index = len(m.out.Glyphs)
	m.out.Rules = append(m.out.Rules, r)
	m.dashLength = math.Max(length, r.Width)
	m.dot = m.dashLength < dotLength
}

// dotLength is the length, in points, below which a line is a dot or the side
// of a speck: it bounds no cell and no word. Heat maps drawn as lines have
// 80,000 of them.
const dotLength = 2

// dropDot takes back the last rule if it was a dot that no other one
// continued.
func (m *Machine) dropDot() {
	if n := len(m.out.Rules); m.dot && n > 0 {
		m.out.Rules = m.out.Rules[:n-1]
	}
	m.dot = false
}

// Dashes and dots drawn one by one are joined when they are at most dashLength
// long and the gap is not wider than dashGap times their length.
const (
	dashLength = 12.0
	dashGap    = 3.0
)

// joinDash extends the last rule by r where r is the next dash of the same
// line.
func (m *Machine) joinDash(r *Rule) bool {
	if len(m.out.Rules) == 0 {
		return false
	}
	last := &m.out.Rules[len(m.out.Rules)-1]
	if last.Color != r.Color || last.Filled != r.Filled || math.Abs(last.Width-r.Width) > slant || last.Index != len(m.out.Glyphs) {
		return false
	}
	length := math.Max(r.To.Sub(r.From).Len(), r.Width)
	if length > dashLength || math.Abs(length-m.dashLength) > 0.5*length {
		return false
	}
	across, along := r.From.Y-last.From.Y, r.From.X-last.To.X
	if r.From.Y != r.To.Y || last.From.Y != last.To.Y {
		if r.From.X != r.To.X || last.From.X != last.To.X {
			return false
		}
		across, along = r.From.X-last.From.X, r.From.Y-last.To.Y
	}
	if math.Abs(across) > slant || along < 0.1*length || along > dashGap*length {
		return false
	}
	last.To, last.Dashed = r.To, true
	m.dot = false
	return true
}

// room reports whether one more of n drawn things may be recorded.
func (m *Machine) room(n int) bool {
	if n < limits.Rules {
		return true
	}
	if n == limits.Rules {
		m.warn(LimitReached, 0, -1, "more lines, boxes or images than are recorded")
	}
	return false
}

package xycut

import (
	"cmp"
	"math"
	"slices"

	"github.com/pdftext-go/pdftext/internal/sweep"
)

// What a strip must be to be looked at. Lengths are in ems.
const (
	// minStrip is the width a strip must stay empty over, gapFactor that in
	// usual word gaps and maxStrip the most that is asked for. TeX sets
	// gutters of 0.67 em; height is the evidence, not width. A fixed 0.94
	// loses those, 0.4 gains nothing.
	minStrip  = 0.6
	gapFactor = 1.3
	maxStrip  = 0.95
	// segmentGap parts the segments of a row: no strip fits in less, so the
	// words between need not be looked at one by one.
	segmentGap = 0.4
	// bin is the step of the coverage histogram.
	bin = 0.2
	// A strip is a candidate where it is covered at most this share of the
	// histogram's third quartile.
	coverage = 0.75
	// maxStrips bounds the candidates, maxEdges those from shared left edges,
	// which minShared segments must have.
	maxStrips = 60
	maxEdges  = 25
	minShared = 4
	// margin is how near to the region's sides no strip is looked for.
	margin = 2
	// refineOut and refineIn (the latter in widths of a strip) bound the ends
	// and starts that a candidate is measured by; refineMin edges of each are
	// needed, refineShare of them count, and an empty strip of at least
	// refineWidth, or refineGap word gaps, between is taken, less a tenth.
	refineOut   = 0.7
	refineIn    = 0.3
	refineMin   = 3
	refineShare = 0.1
	refineWidth = 0.5
	refineGap   = 1
	refineUse   = 0.9
	// Of the left edges in line, one in refineSkip may stand before them.
	refineSkip = 8
	// touch is how far an atom may reach into a strip.
	touch = 0.02
	// softTolerance is how far the rows above and below a soft one may reach
	// into its height.
	softTolerance = 0.3
	// softGap is the least word gap between it and the text on the other side.
	softGap = 0.2
	// softPitch bounds the steps to the rows around a row with such a gap, in
	// pitches.
	softPitch = 1.4
	// softEdge is how near to its column's common edge that text must stand.
	softEdge = 0.15
	// softRows rows have that edge, at most softFar away from the strip.
	softRows = 4
	softFar  = 2
	// minInterval is the least height of the free part, whiteBand that of a
	// blank band which parts a region; both in pitches. maxWhites bounds the
	// bands at which one interval is tried in pieces.
	minInterval = 1.5
	whiteBand   = 1.2
	maxWhites   = 12
	// maxBins bounds the histogram for regions of absurd width.
	maxBins = 8192
)

// A segment is a stretch of words in a row between which no strip fits.
type segment struct {
	x0, x1, top, bottom float32
	from, to            int32 // its atoms in the region
}

// A strip is a vertical strip that may be a gutter.
type strip struct {
	lo, hi float32
	known  bool // a gutter elsewhere on the page
	// The common edges of the text beside it; below and above if unknown.
	end, start float32
}

// A gutter is a strip that is accepted between top and bottom.
type gutter struct {
	x           float32 // middle
	strip       strip   // as wide as it is free
	top, bottom float32
	score       float32
}

// gutter returns the best gutter of a region.
func (c *Cutter) gutter(region []int32, m *measures) (best gutter, ok bool) {
	if m.x1-m.x0 < minWidth*m.em {
		return best, false
	}
	c.segments(region, m)
	c.whites(m)
	c.candidates(m)
	for _, s := range c.strips {
		if c.work > maxWork {
			break
		}
		some := false // a stretch that is a gutter, or might be
		try := func(top, bottom float32) outcome {
			if c.rowsBetween(top, bottom, m) < wideRows && !s.known {
				return rejected // too few for any gutter
			}
			g, o := c.evaluate(region, s, top, bottom, best.score, m)
			if o == accepted {
				best, ok = g, true
			}
			some = some || o != rejected
			return o
		}
		tryAll := func(free []sweep.Span) {
			for _, f := range free {
				if try(f.Lo, f.Hi) == accepted {
					continue
				}
				// A table under the columns, or a heading over them, may
				// spoil the interval as a whole.
				c.bands = c.pieces(c.bands[:0], f)
				for k := 1; k < len(c.bands) && len(c.bands) > 2; k++ {
					try(c.bands[k-1], c.bands[k])
				}
			}
		}
		hard := c.intervals(s, m)
		tryAll(hard)
		if some {
			soft := c.softIntervals(region, s, m)
			tryAll(slices.DeleteFunc(soft, func(f sweep.Span) bool { return slices.Contains(hard, f) }))
		}
	}
	return best, ok
}

// rowsBetween returns about how many rows a stretch of y holds, at least as
// many as there are.
func (c *Cutter) rowsBetween(top, bottom float32, m *measures) int {
	i, _ := slices.BinarySearch(c.bases, top)
	j, _ := slices.BinarySearch(c.bases, bottom+m.size)
	return j - i
}

// intervals returns where a strip is free, as stretches of y between the
// segments that cross it. They are at least minInterval pitches high.
func (c *Cutter) intervals(s strip, m *measures) []sweep.Span {
	c.work += len(c.segs)
	c.ivals = c.ivals[:0]
	lo, hi := s.lo+touch*m.em, s.hi-touch*m.em
	y, high := float32(below), minInterval*m.pitch
	for i := range c.segs {
		if g := &c.segs[i]; g.x0 < hi && g.x1 > lo {
			if g.top > y+high {
				c.ivals = append(c.ivals, sweep.Span{Lo: y, Hi: g.top})
			}
			y = max(y, g.bottom)
		}
	}
	c.ivals = append(c.ivals, sweep.Span{Lo: y, Hi: above})
	return c.ivals
}

// softIntervals is intervals where a segment that reaches into the strip from
// one side, an overfull line or a heading that hangs out, does not end a
// stretch: unless it is the first or the last row, since the last line of a
// paragraph across may have a word gap there. It returns nothing if there is
// no such segment.
func (c *Cutter) softIntervals(region []int32, s strip, m *measures) []sweep.Span {
	c.work += len(c.segs)
	c.softs = c.softs[:0]
	lo, hi := s.lo+touch*m.em, s.hi-touch*m.em
	tol, high := softTolerance*m.em, minInterval*m.pitch
	some := false
	y := float32(below)     // where the stretch starts
	first := float32(above) // bottom of its first row
	near := softPitch * m.pitch
	before, was := float32(below), false // the row before: its top, and whether it was split
	softTop := float32(above)            // of the soft rows since the last free one
	softBottom := float32(below)
	end := func(at float32) {
		if at = min(at, softTop); at > y+high {
			c.softs = append(c.softs, sweep.Span{Lo: y, Hi: at})
		}
		y = max(y, softBottom)
		first, softTop, softBottom = above, above, below
	}
	for i := 0; i < len(c.segs); {
		// A row: segments that begin at about one height.
		top, bottom := c.segs[i].top, float32(above)
		soft, hard, low := false, false, float32(below)
		split := false // text on both sides
		for ; i < len(c.segs) && c.segs[i].top <= top+tol; i++ {
			g := &c.segs[i]
			bottom, low = min(bottom, g.bottom), max(low, g.bottom)
			switch {
			case g.x0 >= hi || g.x1 <= lo:
			case g.x1 <= s.hi && g.x0 < s.lo || g.x0 >= s.lo && g.x1 > s.hi:
				soft = true
			case c.parts(region, g, s, m):
				soft, split = true, true
			default:
				hard = true
			}
		}
		// A paragraph across has several lines, or stands by itself.
		alone := split && !was && top-before < near && (i == len(c.segs) || c.segs[i].top-top < near)
		hard = hard || split && !alone
		before, was = top, split
		switch {
		case !soft && !hard:
			if top >= softBottom-tol {
				softTop, softBottom = above, below
			}
			first = min(first, bottom)
		case !hard && first <= top+tol:
			some = true
			softTop, softBottom = min(softTop, top), max(softBottom, low)
		default:
			end(top)
			y = max(y, low)
		}
	}
	if softTop < above {
		end(above)
	}
	if !some {
		return nil
	}
	c.softs = append(c.softs, sweep.Span{Lo: y, Hi: above})
	return c.softs
}

// parts reports whether a segment across a strip parts at its common edges: a
// heading that hangs out to the left, after a line that ends where its column
// does.
func (c *Cutter) parts(region []int32, g *segment, s strip, m *measures) bool {
	part := region[g.from:g.to]
	near := softEdge * m.em
	edge := s.end
	if edge == below {
		edge = s.start
	}
	k, _ := slices.BinarySearchFunc(part, edge-near, func(i int32, x float32) int { return cmp.Compare(c.atoms[i].X0, x) })
	if k == 0 || k == len(part) { // k is the first atom right of the edge
		return false
	}
	a, b := &c.atoms[part[k-1]], &c.atoms[part[k]]
	c.work++
	return a.X1 <= s.hi && b.X0-a.X1 >= softGap*m.em && (a.X1 > s.end-near && a.X1 < s.end+near || b.X0 > s.start-near && b.X0 < s.start+near)
}

// pieces appends the ends of the pieces that the blank bands part an interval
// into, or nothing if there are too many.
func (c *Cutter) pieces(dst []float32, free sweep.Span) []float32 {
	k, _ := slices.BinarySearchFunc(c.white, free.Lo, func(w sweep.Span, y float32) int { return cmp.Compare(w.Lo, y) })
	dst = append(dst, free.Lo)
	for ; k < len(c.white) && c.white[k].Hi < free.Hi; k++ {
		if c.white[k].Lo > free.Lo {
			if len(dst) == maxWhites {
				return dst[:0]
			}
			dst = append(dst, (c.white[k].Lo+c.white[k].Hi)/2)
		}
	}
	return append(dst, free.Hi)
}

// segments joins the neighbouring words of each row and orders the segments by
// their top.
func (c *Cutter) segments(region []int32, m *measures) {
	c.segs, c.bases = c.segs[:0], c.bases[:0]
	gap := segmentGap * m.em
	for k, i := range region {
		a := &c.atoms[i]
		if n := len(c.bases); n == 0 || a.Base-c.bases[n-1] > rowTolerance*m.em {
			c.bases = append(c.bases, a.Base)
		}
		if n := len(c.segs); n > 0 && !a.Opaque {
			if s := &c.segs[n-1]; s.top == a.Top && s.bottom == a.Bottom && a.X0-s.x1 < gap && a.X0 >= s.x0 {
				s.x1 = max(s.x1, a.X1)
				s.to = int32(k + 1)
				continue
			}
		}
		c.segs = append(c.segs, segment{a.X0, a.X1, a.Top, a.Bottom, int32(k), int32(k + 1)})
	}
	c.keys = c.keys[:0]
	for i := range c.segs {
		c.keys = append(c.keys, sweep.Key(c.segs[i].top, i))
	}
	c.swap = sweep.Sort(c.keys, c.swap)
	n := len(c.segs)
	for _, k := range c.keys {
		c.segs = append(c.segs, c.segs[sweep.Index(k)])
	}
	copy(c.segs, c.segs[n:])
	c.segs = c.segs[:n]
}

// whites finds the blank bands over the whole width.
func (c *Cutter) whites(m *measures) {
	c.white = c.white[:0]
	y := float32(above)
	for i := range c.segs {
		s := &c.segs[i]
		if s.top-y > whiteBand*m.pitch {
			c.white = append(c.white, sweep.Span{Lo: y, Hi: s.top})
		}
		if i == 0 {
			y = s.bottom
		}
		y = max(y, s.bottom)
	}
}

// candidates finds the strips worth a look: where few segments cover the page,
// and left of where many begin.
func (c *Cutter) candidates(m *measures) {
	w := min(max(minStrip, gapFactor*m.gap), maxStrip) * m.em
	if c.opt.MinGutter > 0 {
		w = c.opt.MinGutter
	}
	q := bin * m.em
	if (m.x1-m.x0)/q > maxBins {
		q = (m.x1 - m.x0) / maxBins
	}
	bins := int((m.x1-m.x0)/q) + 2
	c.count = zeroed(c.count, bins+1)
	c.count2 = zeroed(c.count2, bins+1)
	c.starts, c.stops = c.starts[:0], c.stops[:0]
	for i := range c.segs {
		s := &c.segs[i]
		b := int((s.x0 - m.x0) / q)
		c.count[b]++
		c.count[min(bins, int((s.x1-m.x0)/q)+1)]--
		c.count2[b]++
		c.starts, c.stops = append(c.starts, sweep.Bits(s.x0)), append(c.stops, sweep.Bits(s.x1))
	}
	slices.Sort(c.starts)
	slices.Sort(c.stops)
	depth, top := int32(0), int32(0)
	for i, d := range c.count[:bins] {
		depth += d
		c.count[i] = depth
		top = max(top, depth)
	}
	cover := c.count[:bins]
	// Third quartile of the coverage, by counting.
	c.window = zeroed(c.window, int(top)+1)
	for _, n := range cover {
		c.window[n]++
	}
	most := float32(sweep.Quantile(c.window, 0.75)) * coverage

	// The window over each place holds the most that covers a strip there.
	k := max(1, int(w/q))
	c.window = c.window[:0]
	for j := 0; j+k < bins; j++ {
		c.window = append(c.window, slices.Max(cover[j:j+k]))
	}
	win := c.window
	c.keys = c.keys[:0]
	for j := 1; j+1 < len(win); j++ {
		if win[j] < win[j-1] && float32(win[j]) <= most {
			e := j
			for e+1 < len(win) && win[e+1] == win[j] {
				e++
			}
			if e+1 == len(win) || win[e+1] > win[j] {
				c.keys = append(c.keys, uint64(win[j])<<32|uint64((j+e)/2))
			}
			j = e
		}
	}
	c.keys2 = c.keys2[:0]
	for b, n := range c.count2 {
		if n >= minShared {
			c.keys2 = append(c.keys2, uint64(math.MaxInt32-n)<<32|uint64(b))
		}
	}
	slices.Sort(c.keys2)
	for _, e := range c.keys2[:min(len(c.keys2), maxEdges)] {
		j := int(uint32(e)) - k
		if j >= 0 && j < len(win) {
			c.keys = append(c.keys, uint64(win[j])<<32|uint64(j))
		}
	}
	slices.Sort(c.keys)
	c.keys = slices.Compact(c.keys)

	c.strips = c.strips[:0]
	// A gutter found elsewhere on the page goes on here, more likely than not.
	for _, k := range c.known {
		h := min(w, refineUse*(k.hi-k.lo)) / 2
		if mid := (k.lo + k.hi) / 2; mid-h > m.x0+margin*m.em && mid+h < m.x1-margin*m.em {
			c.strips = append(c.strips, strip{mid - h, mid + h, true, k.lo, k.hi})
		}
	}
	for _, key := range c.keys[:min(len(c.keys), maxStrips)] {
		lo := m.x0 + float32(uint32(key))*q
		s := c.refine(strip{lo: lo, hi: lo + w}, w, m)
		if s.lo <= m.x0+margin*m.em || s.hi >= m.x1-margin*m.em || slices.ContainsFunc(c.strips, func(t strip) bool { return t.lo == s.lo && t.hi == s.hi }) {
			continue
		}
		c.nearestEdges(&s, m)
		c.strips = append(c.strips, s)
	}
}

// refine moves a strip into the middle of the edges measured beside it: bins
// alone lose strips hardly wider than the least width.
func (c *Cutter) refine(s strip, w float32, m *measures) strip {
	mid := (s.lo + s.hi) / 2
	i0, i1 := between(c.stops, mid-refineOut*m.em, mid+refineIn*w)
	j0, j1 := between(c.starts, mid-refineIn*w, mid+refineOut*m.em)
	if i1-i0 < refineMin || j1-j0 < refineMin {
		return s
	}
	end := sweep.Float(c.stops[i0+int(float32(i1-i0-1)*(1-refineShare))])
	start := sweep.Float(c.starts[j0+int(float32(j1-j0-1)*refineShare)])
	// A column's left edges stand in line; a few others before them, of a
	// heading across, must not count.
	if n, first := densest(c.starts[j0:j1], alignWindow*m.em); 2*n >= j1-j0 {
		start = sweep.Float(c.starts[j0+first+n/refineSkip])
	}
	if start-end < max(refineWidth, refineGap*min(m.gap, minStrip))*m.em {
		return s
	}
	mid = (start + end) / 2
	h := min(w, refineUse*(start-end)) / 2
	s.lo, s.hi = mid-h, mid+h
	return s
}

// nearestEdges finds the edges in line that are nearest to a strip.
func (c *Cutter) nearestEdges(s *strip, m *measures) {
	s.end, s.start = below, above
	w := softEdge * m.em
	i, j := between(c.stops, s.lo-softFar*m.em, s.hi)
	if n, first := densest(c.stops[i:j], w); n >= softRows {
		s.end = sweep.Float(c.stops[i+first+n-1])
	}
	i, j = between(c.starts, s.lo, s.hi+softFar*m.em)
	if n, first := densest(c.starts[i:j], w); n >= softRows {
		s.start = sweep.Float(c.starts[i+first])
	}
}

// densest returns how many of the sorted values the fullest window of the
// width holds, and the index of the first of them.
func densest(sorted []uint32, width float32) (n, first int) {
	j := 0
	for i, b := range sorted {
		for sweep.Float(b)-sweep.Float(sorted[j]) > width {
			j++
		}
		if i-j+1 > n {
			n, first = i-j+1, j
		}
	}
	return n, first
}

// between returns the range of the sorted values in [lo, hi].
func between(sorted []uint32, lo, hi float32) (i, j int) {
	i, _ = slices.BinarySearch(sorted, sweep.Bits(lo))
	j, _ = slices.BinarySearch(sorted, sweep.Bits(hi)+1)
	return i, max(i, j)
}

// zeroed returns s with n zeros.
func zeroed(s []int32, n int) []int32 {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

package pdftext

import "slices"

// Producers imitate bold type, an outline or a shadow by painting a string
// again a few tenths of a point away. Each copy is a text operation of its own:
//
//	Total        first pass
//	 Total       second pass, perhaps from another subset of the font
//	|along <= 0.1 em, across <= 0.2 em, in the frame of the baseline
//
// The tolerances tell a copy from a repeated letter: the nearest ones, "ll" in
// a condensed face, stand 0.2 em apart.
const (
	alongTolerance  = 0.1       // ems along the baseline; more eats the "ii" of narrow faces
	acrossTolerance = 0.2       // ems across it; less keeps shadows, more eats stacked marks
	sizeTolerance   = 0.05      // of the larger size; an outline pass may be scaled a little
	turnTolerance   = 0.02      // radians between the baselines: one degree
	roundOff        = 1.0 / 512 // ems that float32 positions may add to a distance
)

// Dedup returns glyphs without overprinted copies. The order of glyphs is
// taken for the painting order.
//
// Two glyphs are copies of each other when they have the same text (where both
// have none: the same font and code), the same writing mode, directions within
// 0.02 radians, sizes within 5 % and origins at most 0.1 em apart along the
// baseline and 0.2 em across it, in the frames of both baselines and in ems of
// the smaller size. White space and glyphs of empty text have no copies.
//
// Copies of copies need not be copies, so the outcome is defined by an order:
// the glyphs that Clip would keep, then the others, each in painting order. A
// glyph is dropped when it is a copy of one kept before it in this order, the
// first of which then gets the Overprinted flag. If A and B are copies, B and C
// too, but not A and C, then B goes and A and C stay. Hence the first visible
// copy of a character stays, no two glyphs of the result are copies, and every
// dropped glyph has a copy in the result.
//
// After that, strings that repeat one before them as a whole, at one offset of
// up to 0.35 em along the baseline and 0.25 em across it, are dropped as its
// shadow. A string is what one operator shows, from one RunStart flag to the
// next; it must have three letters, two of them different. Where a dropped
// glyph has that flag, the next one that stays gets it.
//
// The argument is not changed; it is returned itself when nothing is dropped.
// Dedup takes O(n log n) time for n glyphs wherever they lie, and only a pass
// over them where no strings overlap.
func Dedup(p *Page, glyphs []Glyph) []Glyph {
	d := deduper{p: p, glyphs: glyphs, view: newView(p)}
	return d.run()
}

// A deduper is one call of Dedup.
type deduper struct {
	p      *Page
	glyphs []Glyph
	view   view

	suspects []suspect
	strings  map[string]uint64 // text keys of p.Strings
	order    []int32           // scratch: suspects of a cluster, in the order of Dedup's rule
	kept     []int32           // scratch: those that stay
	fates    []fate            // by glyph; nil until one is dropped
	dropped  int
	shadows  []shadow // in the order in which the screen meets them
	visits   int      // entries, pairs and cells looked at: what the time is made of
}

// A fate is what becomes of a glyph.
type fate uint8

const (
	stays fate = iota
	goes
	isOverprinted
)

func (d *deduper) run() []Glyph {
	d.screen()
	d.compare()
	d.dropShadows()
	if d.dropped == 0 {
		return d.glyphs
	}
	out := make([]Glyph, 0, len(d.glyphs)-d.dropped)
	var start GlyphFlags // a string begins with the next glyph that stays
	for i, f := range d.fates {
		g := &d.glyphs[i]
		start |= g.Flags & RunStart
		if f == goes {
			continue
		}
		out = append(out, *g)
		out[len(out)-1].Flags |= start
		start = 0
		if f == isOverprinted {
			out[len(out)-1].Flags |= Overprinted
		}
	}
	return out
}

// Screening. A fragment is a stretch of glyphs on one baseline, each further
// along than alongTolerance from the one before, or of another text and the
// next one further along: so no two of them are copies. The copies of its
// glyphs lie in fragments whose boxes meet its own.
type fragment struct {
	x0, y0, x1, y1 float32 // bounds of the origins, moved out by reach
	first, end     int32   // its glyphs, without blanks at both ends
	// Other boxes may meet it left of until and right of from.
	until, from float32
}

const (
	// flatness bounds the climb of a fragment in ems. More makes the boxes of
	// neighbouring lines meet, less parts words on a baseline that wobbles.
	flatness = 0.02
	// leap bounds the step from one glyph of a fragment to the next in ems.
	// More makes boxes reach over the columns of tables that are not painted
	// row by row.
	leap = 4
	// reach is the share of the tolerances that a fragment's box is moved out
	// by: half, and something for sizes and directions that differ.
	reach = 0.6
	// screenRow is the height of the rows that fragments are sorted into, in
	// mean sizes. Fragments are 0.3 em high and touch one or two; at normal
	// leading those of two lines never touch the same.
	screenRow = 0.5
	// maxScreenRows keeps the row's number within its 16 bits of a key.
	maxScreenRows = 1<<16 - 1
)

// screen makes suspects of the glyphs in fragments that overlap another.
func (d *deduper) screen() {
	fragments := d.fragments()
	d.visits += len(fragments)
	if len(fragments) < 2 {
		return
	}
	if !d.markOverlaps(fragments) {
		for i := range fragments {
			fragments[i].until = fragments[i].x1
		}
	}
	for i := range fragments {
		f := &fragments[i]
		if f.until < f.x0 && f.from > f.x1 {
			continue
		}
		// As far as the box reaches beyond an origin.
		reach := acrossTolerance * d.glyphs[f.first].Size
		d.suspect(f, f.until+reach, f.from-reach)
	}
}

// fragments cuts the glyphs into fragments. It leaves out those that have no
// place on a page.
func (d *deduper) fragments() []fragment {
	glyphs, n := d.glyphs, len(d.glyphs)
	out := make([]fragment, 0, n/16+4)
	for i := 0; i < n; {
		g := &glyphs[i]
		dir := d.p.Runs[g.Run].Dir
		ux, uy := float32(dir.X), float32(dir.Y)
		run, size, x0, y0 := g.Run, g.Size, g.X, g.Y
		shortest, longest := size*(alongTolerance+2*roundOff), size*leap
		flat := size * flatness
		x, y := x0, y0
		near := false // the last step was short
		j := i + 1
		for ; j < n; j++ {
			h := &glyphs[j]
			if h.Run != run || h.Size != size {
				break
			}
			step := (h.X-x)*ux + (h.Y-y)*uy
			climb := (h.Y-y0)*ux - (h.X-x0)*uy
			if !(step < longest && max(climb, -climb) <= flat) { // or NaN
				break
			}
			if step > shortest {
				near = false
			} else if near || !(step >= 0) || !differ(h, &glyphs[j-1]) {
				break
			} else {
				near = true
			}
			x, y = h.X, h.Y
		}
		first, end := i, j
		for end > first && isPlainBlank(&glyphs[end-1]) {
			end--
		}
		for end > first && isPlainBlank(&glyphs[first]) {
			first++
		}
		if end > first && placed(g, dir) {
			ux, uy = max(ux, -ux), max(uy, -uy)
			xReach := size * (flatness + reach*(alongTolerance*ux+acrossTolerance*uy))
			yReach := size * (flatness + reach*(alongTolerance*uy+acrossTolerance*ux))
			a, b := &glyphs[first], &glyphs[end-1]
			f := fragment{
				x0: min(a.X, b.X) - xReach, y0: min(a.Y, b.Y) - yReach,
				x1: max(a.X, b.X) + xReach, y1: max(a.Y, b.Y) + yReach,
				first: int32(first), end: int32(end),
			}
			f.until, f.from = f.x0-1, f.x1+1
			out = append(out, f)
		}
		i = j
	}
	return out
}

// differ reports whether neighbouring glyphs of one run have different texts,
// as far as that is cheap to tell: marks and what they stand on mostly.
func differ(g, h *Glyph) bool {
	if (g.Flags^h.Flags)&NoUnicode != 0 {
		return true
	}
	if g.Flags&NoUnicode != 0 {
		return g.Code != h.Code
	}
	return g.Rune >= 0 && h.Rune >= 0 && g.Rune != h.Rune
}

func isPlainBlank(g *Glyph) bool { return g.Rune == ' ' && g.Flags&NoUnicode == 0 }

// placed reports whether g has a place, a size and a direction to compare.
func placed(g *Glyph, dir Point) bool {
	const near, far = 1e-6, 1e12 // points; keep float32 arithmetic out of its extremes
	unit := dir.X*dir.X + dir.Y*dir.Y
	return g.Size > near && g.Size < far && g.X > -far && g.X < far && g.Y > -far && g.Y < far && unit > 0.98 && unit < 1.02
}

// markOverlaps sets until and from of the fragments whose boxes meet others,
// or come near them. It returns false when the fragments are too many or too
// tall to be told apart cheaply.
func (d *deduper) markOverlaps(fragments []fragment) bool {
	const indexBits, xBits = 24, 24
	if len(fragments) >= 1<<indexBits {
		return false
	}
	all := fragments[0]
	var heights float32
	for i := range fragments {
		f := &fragments[i]
		all.x0, all.x1 = min(all.x0, f.x0), max(all.x1, f.x1)
		all.y0, all.y1 = min(all.y0, f.y0), max(all.y1, f.y1)
		heights += d.glyphs[f.first].Size
	}
	row := max(screenRow*heights/float32(len(fragments)), (all.y1-all.y0)/maxScreenRows)
	perX := float32(1<<xBits-1) / (all.x1 - all.x0)

	entries := make([]uint64, 0, 2*len(fragments))
	most := 2*len(d.glyphs) + 64 // vertical text touches two rows a glyph
	for i := range fragments {
		f := &fragments[i]
		first, last := uint64((f.y0-all.y0)/row), uint64((f.y1-all.y0)/row)
		if last-first >= uint64(most-len(entries)) {
			return false
		}
		x := min(uint64((f.x0-all.x0)*perX), 1<<xBits-1)
		for r := first; r <= last; r++ {
			entries = append(entries, r<<(indexBits+xBits)|x<<indexBits|uint64(i))
		}
	}
	slices.Sort(entries)
	d.visits += len(entries)

	// In a row, by left edge: an entry meets one before it when it starts
	// before the furthest right edge of these, and one behind it when the next
	// one starts before its own.
	var row0, end uint64 // row and furthest right edge, as keys
	var furthest float32 // right edge
	var previous *fragment
	quantum := (all.x1 - all.x0) / (1 << (xBits - 1))
	for k, e := range entries {
		f := &fragments[e&(1<<indexBits-1)]
		r, x := e>>(indexBits+xBits), e>>indexBits&(1<<xBits-1)
		right := min(uint64((f.x1-all.x0)*perX), 1<<xBits-1)
		if k > 0 && r == row0 && x <= end {
			f.until = max(f.until, min(f.x1, furthest))
			if f.x0-quantum <= previous.x1 {
				previous.from = min(previous.from, f.x0-quantum)
			}
			end, furthest = max(end, right), max(furthest, f.x1)
		} else {
			row0, end, furthest = r, right, f.x1
		}
		previous = f
		// A shadow begins where its original does.
		for j := k - 1; j >= max(0, k-shadowEntries) && entries[j]>>(indexBits+xBits) == r; j-- {
			q := &fragments[entries[j]&(1<<indexBits-1)]
			a, b := &d.glyphs[q.first], &d.glyphs[f.first]
			if f.x0-q.x0 > shadowAlong*1.5*max(a.Size, b.Size) {
				break
			}
			if a.Rune == b.Rune && a.Flags&b.Flags&RunStart != 0 {
				d.shadows = append(d.shadows, shadow{min(q.first, f.first), max(q.first, f.first)})
			}
		}
	}
	return true
}

package pdftext

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/geom"
)

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
// the glyphs that Clip would keep and that nothing covers, then the others, each
// in painting order. A glyph is dropped when it is a copy of one kept before it
// in this order, the first of which then gets the Overprinted flag if the copy
// shows. If A and B are copies, B and C too, but not A and C, then B goes and A
// and C stay. Hence the first visible copy of a character stays, no two glyphs
// of the result are copies, and every dropped glyph has a copy in the result.
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
	shadowed int      // of these, in strings that repeat another
	unseen   int      // of these, what would not show
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

// A suspect is a glyph that is compared with others.
type suspect struct {
	text  uint64 // equal for glyphs of the same text
	glyph int32
}

// suspect appends the glyphs of a fragment to d.suspects that lie left of until
// or right of from and can have copies.
func (d *deduper) suspect(f *fragment, until, from float32) {
	if d.suspects == nil {
		d.suspects = make([]suspect, 0, len(d.glyphs))
	}
	for i := f.first; i < f.end; i++ {
		g := &d.glyphs[i]
		if g.X > until && g.X < from {
			continue
		}
		text, ok := d.text(g)
		if ok && placed(g, d.p.Runs[g.Run].Dir) {
			d.suspects = append(d.suspects, suspect{text: text, glyph: i})
		}
	}
}

// text returns a key that is the same for glyphs of the same text, and false
// when g is blank.
func (d *deduper) text(g *Glyph) (uint64, bool) {
	if g.Flags&NoUnicode != 0 {
		return 1<<63 | uint64(d.p.Runs[g.Run].Font)<<32 | uint64(g.Code), true
	}
	if g.Rune >= 0 {
		return uint64(g.Rune), g.Rune > ' ' && !unicode.IsSpace(g.Rune)
	}
	s := d.p.Strings[^g.Rune]
	if key, ok := d.strings[s]; ok {
		return key, key != 0
	}
	key := uint64(0)
	for _, r := range s {
		if r > ' ' && !unicode.IsSpace(r) {
			key = utf8.MaxRune + 1 + uint64(len(d.strings))
			break
		}
	}
	if r, n := utf8.DecodeRuneInString(s); key != 0 && n == len(s) && s == string(r) {
		key = uint64(r)
	}
	if d.strings == nil {
		d.strings = make(map[string]uint64)
	}
	d.strings[s] = key
	return key, key != 0
}

// Comparing. The suspects are sorted by text and y, then by x, and parted
// wherever no copy reaches across. The clusters that remain are mostly pairs.

const (
	// smallCluster is the size up to which all pairs are compared.
	smallCluster = 16
	// slack widens the tolerances where they only choose what to compare.
	slack = 1.05
)

// compare finds the copies among the suspects.
func (d *deduper) compare() {
	n := len(d.suspects)
	if n < 2 {
		return
	}
	k := d.newKeyer()
	keys := make([]uint64, n)
	for i := range keys {
		keys[i] = k.hash(d.suspects[i].text) | k.y(i)
	}
	slices.Sort(keys)
	d.parts(keys, k, k.reachY, func(part []uint64) {
		for i, key := range part {
			part[i] = k.x(int(key & k.index))
		}
		slices.Sort(part)
		d.parts(part, k, k.reachX, func(part []uint64) { d.cluster(part, k) })
	})
}

// A keyer packs a hash of a suspect's text, a place on one axis and its index
// into one key.
type keyer struct {
	d         *deduper
	origin    Point
	perPoint  float64
	index     uint64 // mask of the index
	places    uint64 // mask of the place, before it is shifted
	shift     int    // of the place
	hashShift int
}

func (d *deduper) newKeyer() *keyer {
	indexBits := bits.Len(uint(len(d.suspects)))
	placeBits := (64 - indexBits) / 2
	k := &keyer{d: d, index: 1<<indexBits - 1, places: 1<<placeBits - 1, shift: indexBits, hashShift: indexBits + placeBits}
	b := geom.Nothing()
	for _, s := range d.suspects {
		g := &d.glyphs[s.glyph]
		b = b.Include(geom.Point{X: float64(g.X), Y: float64(g.Y)})
	}
	k.origin = Point{b.X0, b.Y0}
	k.perPoint = float64(k.places) / (max(b.Width(), b.Height()) + 1)
	return k
}

func (k *keyer) hash(text uint64) uint64 {
	const golden = 0x9e3779b97f4a7c15 // Fibonacci hashing; collisions cost time only
	return text * golden >> k.hashShift << k.hashShift
}

// place returns the place v points from the origin, as part of a key.
func (k *keyer) place(v float64) uint64 {
	return min(uint64(max(v, 0)*k.perPoint), k.places) << k.shift
}

func (k *keyer) glyph(i int) (*Glyph, Point) {
	g := &k.d.glyphs[k.d.suspects[i].glyph]
	return g, k.d.p.Runs[g.Run].Dir
}

func (k *keyer) x(i int) uint64 {
	g, _ := k.glyph(i)
	return k.place(float64(g.X)-k.origin.X) | uint64(i)
}

func (k *keyer) y(i int) uint64 {
	g, _ := k.glyph(i)
	return k.place(float64(g.Y)-k.origin.Y) | uint64(i)
}

// reachX returns the place up to which suspect i can have copies.
func (k *keyer) reachX(i int) uint64 {
	g, dir := k.glyph(i)
	r := (alongTolerance+roundOff)*math.Abs(dir.X) + (acrossTolerance+roundOff)*math.Abs(dir.Y)
	return k.place(float64(g.X) - k.origin.X + slack*(r+turnTolerance*acrossTolerance)*float64(g.Size))
}

// reachY is reachX along the other axis.
func (k *keyer) reachY(i int) uint64 {
	g, dir := k.glyph(i)
	r := (alongTolerance+roundOff)*math.Abs(dir.Y) + (acrossTolerance+roundOff)*math.Abs(dir.X)
	return k.place(float64(g.Y) - k.origin.Y + slack*(r+turnTolerance*acrossTolerance)*float64(g.Size))
}

// parts calls do for each part of the sorted keys with two or more of them
// that no copy reaches out of.
func (d *deduper) parts(keys []uint64, k *keyer, reach func(i int) uint64, do func([]uint64)) {
	d.visits += len(keys)
	placeMask := k.places << k.shift
	for first := 0; first < len(keys); {
		hash := keys[first] >> k.hashShift
		end := reach(int(keys[first] & k.index))
		i := first + 1
		for ; i < len(keys) && keys[i]>>k.hashShift == hash && keys[i]&placeMask <= end; i++ {
			end = max(end, reach(int(keys[i]&k.index)))
		}
		if i-first > 1 {
			do(keys[first:i])
		}
		first = i
	}
}

// cluster decides the fate of the suspects in keys.
func (d *deduper) cluster(keys []uint64, k *keyer) {
	d.order = d.order[:0]
	for _, key := range keys {
		d.order = append(d.order, int32(key&k.index))
	}
	slices.Sort(d.order)
	d.kept = d.kept[:0]
	for _, s := range d.order { // what Clip drops goes to the end
		if !d.shows(&d.glyphs[d.suspects[s].glyph]) {
			d.kept = append(d.kept, s)
		}
	}
	if n := len(d.kept); n > 0 && n < len(d.order) {
		seen := d.order[:0]
		for _, s := range d.order {
			if d.shows(&d.glyphs[d.suspects[s].glyph]) {
				seen = append(seen, s)
			}
		}
		copy(d.order[len(seen):], d.kept)
	}
	if len(d.order) > smallCluster {
		d.largeCluster()
		return
	}
	d.kept = d.kept[:0]
next:
	for _, s := range d.order {
		for _, t := range d.kept {
			if d.copies(s, t) {
				d.dropCopy(s, t)
				continue next
			}
		}
		d.kept = append(d.kept, s)
	}
}

// shows reports whether a glyph is to be kept rather than a copy that does not.
func (d *deduper) shows(g *Glyph) bool { return g.Flags&Covered == 0 && d.view.shows(g) }

// dropCopy drops suspect s, a copy of the survivor t.
func (d *deduper) dropCopy(s, t int32) {
	if d.fates == nil {
		d.fates = make([]fate, len(d.glyphs))
	}
	d.drop(d.suspects[t].glyph, d.suspects[s].glyph)
}

// drop drops a copy of a glyph. Only a copy that shows makes the one that stays
// look bolder.
func (d *deduper) drop(keep, copy int32) {
	d.fates[copy] = goes
	d.dropped++
	if c := &d.glyphs[copy]; d.shows(c) && !unpainted(&d.p.Runs[c.Run]) {
		d.fates[keep] = isOverprinted
		return
	}
	d.unseen++
}

// copies reports whether suspects s and t are copies of each other.
func (d *deduper) copies(s, t int32) bool {
	d.visits++
	a, b := &d.glyphs[d.suspects[s].glyph], &d.glyphs[d.suspects[t].glyph]
	if d.suspects[s].text != d.suspects[t].text || (a.Flags^b.Flags)&Vertical != 0 {
		return false
	}
	small, large := float64(min(a.Size, b.Size)), float64(max(a.Size, b.Size))
	if large-small > sizeTolerance*large {
		return false
	}
	along, across := (alongTolerance+roundOff)*small, (acrossTolerance+roundOff)*small
	x, y := float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y)
	u, v := d.p.Runs[a.Run].Dir, d.p.Runs[b.Run].Dir
	if math.Abs(x*u.X+y*u.Y) > along || math.Abs(x*u.Y-y*u.X) > across {
		return false
	}
	if a.Run == b.Run || u == v {
		return true
	}
	return u.X*v.X+u.Y*v.Y > 0 && math.Abs(u.X*v.Y-u.Y*v.X) <= turnTolerance &&
		math.Abs(x*v.X+y*v.Y) <= along && math.Abs(x*v.Y-y*v.X) <= across
}

// A grid finds the copies among many survivors. It is a hash table of cells in
// position, size and direction, whose sides are twice the tolerances: the
// copies of a glyph lie in 2 x 2 x 2 x 2 cells at most, and no cell holds more
// than a few survivors.
type grid struct {
	seed   uint64
	mask   uint64
	heads  []int32 // by hash: last survivor there, as a place in deduper.kept, or -1
	before []int32 // by survivor: the one before it with its hash, or -1
	axes   [turns]Point
}

const (
	turns    = 157    // cells in a full circle, 2 turnTolerance each
	sizeStep = 0.1026 // of a cell in the logarithm of size: 2 log(1 / (1 - sizeTolerance))
)

// newGrid returns a grid for n glyphs. Its hash is seeded at random, so that no
// file can be made that has all glyphs in one place of the table; the outcome
// does not depend on it.
func newGrid(n int) *grid {
	g := &grid{seed: rand.Uint64(), mask: 1<<bits.Len(uint(n)) - 1}
	g.heads = make([]int32, g.mask+1)
	for i := range g.heads {
		g.heads[i] = -1
	}
	g.before = make([]int32, 0, n)
	for t := range g.axes {
		sin, cos := math.Sincos(((float64(t)+0.5)/turns - 0.5) * 2 * math.Pi)
		g.axes[t] = Point{cos, sin}
	}
	return g
}

// cells appends to dst the places of the cell that a glyph lies in or, when
// near is set, of each cell that can hold copies of it.
func (q *grid) cells(dst []uint64, g *Glyph, dir Point, near bool) []uint64 {
	reach, tolerance := 0.0, 0.0
	if near {
		reach, tolerance = 0.5, slack/2
	}
	turn := (math.Atan2(dir.Y, dir.X)/(2*math.Pi) + 0.5) * turns
	size := math.Log(float64(g.Size)) / sizeStep
	for t := math.Floor(turn - tolerance); t <= turn+tolerance; t++ {
		at := (int(t) + turns) % turns
		u := q.axes[at]
		x, y := float64(g.X)*u.X+float64(g.Y)*u.Y, float64(g.Y)*u.X-float64(g.X)*u.Y
		for z := math.Floor(size - tolerance); z <= size+tolerance; z++ {
			// The tolerances of the largest glyphs in the cell, and what its
			// frame adds to them, which differs from theirs by turnTolerance.
			em := math.Exp((z + 1) * sizeStep)
			along := x / (2 * em * (alongTolerance + roundOff + 2*turnTolerance*acrossTolerance))
			across := y / (2 * em * (acrossTolerance + roundOff + 2*turnTolerance*alongTolerance))
			x0, x1 := math.Floor(along-reach), math.Floor(along+reach)
			y0, y1 := math.Floor(across-reach), math.Floor(across+reach)
			h := mix(q.seed, uint64(at)<<32^uint64(int64(z)))
			for _, x := range [2]float64{x0, x1} {
				h := mix(h, math.Float64bits(x))
				dst = append(dst, mix(h, math.Float64bits(y0))&q.mask)
				if y0 != y1 {
					dst = append(dst, mix(h, math.Float64bits(y1))&q.mask)
				}
				if x0 == x1 {
					break
				}
			}
		}
	}
	return dst
}

// mix returns a hash of h and v.
func mix(h, v uint64) uint64 {
	const odd = 0xd6e8feb86659fd93
	hi, lo := bits.Mul64(h^v, odd)
	return hi ^ lo
}

// largeCluster decides the fate of the suspects in d.order, in time
// proportional to their number.
func (d *deduper) largeCluster() {
	q := newGrid(len(d.order))
	var few [36]uint64
	d.kept = d.kept[:0]
	for _, s := range d.order {
		g := &d.glyphs[d.suspects[s].glyph]
		dir := d.p.Runs[g.Run].Dir
		found := int32(-1)
		for _, c := range q.cells(few[:0], g, dir, true) {
			d.visits++
			for i := q.heads[c]; i >= 0; i = q.before[i] {
				if (found < 0 || i < found) && d.copies(s, d.kept[i]) {
					found = i
				}
			}
		}
		if found >= 0 {
			d.dropCopy(s, d.kept[found])
			continue
		}
		c := q.cells(few[:0], g, dir, false)[0]
		q.before = append(q.before, q.heads[c])
		q.heads[c] = int32(len(d.kept))
		d.kept = append(d.kept, s)
	}
}

// A shadow is a pair of glyphs that begin strings which may be the same.
type shadow struct{ a, b int32 }

const (
	// Offsets of a shadow, in ems. No two strings are legible so close.
	shadowAlong, shadowAcross = 0.35, 0.25
	// shadowJitter is how far a letter may be off its string's offset, in ems.
	shadowJitter = 0.02
	// A string of fewer letters may be a part of an ornament or a leader.
	shadowLetters = 3
	// shadowEntries is the number of strings before it on a line that one is
	// compared with.
	shadowEntries = 4
)

// dropShadows drops strings that repeat others as a whole.
func (d *deduper) dropShadows() {
	slices.SortFunc(d.shadows, func(s, t shadow) int { return cmp.Or(cmp.Compare(s.b, t.b), cmp.Compare(s.a, t.a)) })
	for _, s := range d.shadows {
		// The strings that follow may be shadowed as well.
		for i, j := s.a, s.b; i < s.b && int(j) < len(d.glyphs); {
			n := d.repeats(i, j)
			if n == 0 {
				break
			}
			if d.shows(&d.glyphs[j]) && !d.shows(&d.glyphs[i]) {
				d.dropString(j, i, n)
			} else {
				d.dropString(i, j, n)
			}
			i, j = i+n, j+n
		}
	}
}

// repeats returns the length of the strings that begin with glyphs i and j,
// or 0 if neither is the shadow of the other, or if it has glyphs that were
// dropped.
func (d *deduper) repeats(i, j int32) int32 {
	a, b := &d.glyphs[i], &d.glyphs[j]
	u, v := d.p.Runs[a.Run].Dir, d.p.Runs[b.Run].Dir
	small, large := float64(min(a.Size, b.Size)), float64(max(a.Size, b.Size))
	x, y := float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y)
	if !placed(a, u) || !placed(b, v) || u.X*v.X+u.Y*v.Y <= 0 || math.Abs(u.X*v.Y-u.Y*v.X) > turnTolerance ||
		large-small > sizeTolerance*large || math.Abs(x*u.X+y*u.Y) > shadowAlong*small || math.Abs(x*u.Y-y*u.X) > shadowAcross*small {
		return 0
	}
	n, letters, different := int32(0), 0, false
	var first uint64
	for ; ; n++ {
		aEnds, bEnds := d.stringEnds(i, n), d.stringEnds(j, n)
		if aEnds || bEnds {
			if aEnds != bEnds || letters < shadowLetters || !different {
				return 0
			}
			return n
		}
		d.visits++
		g, h := &d.glyphs[i+n], &d.glyphs[j+n]
		s, ok := d.text(g)
		t, _ := d.text(h)
		if s != t || g.Size != a.Size || h.Size != b.Size || (g.Flags^h.Flags)&Vertical != 0 ||
			!(math.Abs(float64(h.X)-float64(g.X)-x) <= shadowJitter*small && math.Abs(float64(h.Y)-float64(g.Y)-y) <= shadowJitter*small) ||
			d.fates != nil && (d.fates[i+n] == goes || d.fates[j+n] == goes) {
			return 0
		}
		if ok {
			if letters == 0 {
				first = s
			}
			letters++
			different = different || s != first
		}
	}
}

// stringEnds reports whether the string that begins with glyph i has no glyph
// at place n.
func (d *deduper) stringEnds(i, n int32) bool {
	k := int(i) + int(n)
	return k == len(d.glyphs) || n > 0 && (d.glyphs[k].Flags&RunStart != 0 || d.glyphs[k].Run != d.glyphs[i].Run)
}

// dropString drops the letters of a string, the shadow of another.
func (d *deduper) dropString(keep, drop, n int32) {
	if d.fates == nil {
		d.fates = make([]fate, len(d.glyphs))
	}
	for k := range n {
		if _, ok := d.text(&d.glyphs[drop+k]); ok {
			d.drop(keep+k, drop+k)
			d.shadowed++
		}
	}
}

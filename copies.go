package pdftext

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/geom"
)

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
		if !d.view.shows(&d.glyphs[d.suspects[s].glyph]) {
			d.kept = append(d.kept, s)
		}
	}
	if n := len(d.kept); n > 0 && n < len(d.order) {
		seen := d.order[:0]
		for _, s := range d.order {
			if d.view.shows(&d.glyphs[d.suspects[s].glyph]) {
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

// dropCopy drops suspect s, a copy of the survivor t.
func (d *deduper) dropCopy(s, t int32) {
	if d.fates == nil {
		d.fates = make([]fate, len(d.glyphs))
	}
	d.fates[d.suspects[s].glyph] = goes
	d.fates[d.suspects[t].glyph] = isOverprinted
	d.dropped++
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

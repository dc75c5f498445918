package pdftext

import (
	"cmp"
	"math"
	"slices"
)

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
			n := d.shadowed(i, j)
			if n == 0 {
				break
			}
			if d.view.shows(&d.glyphs[j]) && !d.view.shows(&d.glyphs[i]) {
				d.dropString(j, i, n)
			} else {
				d.dropString(i, j, n)
			}
			i, j = i+n, j+n
		}
	}
}

// shadowed returns the length of the strings that begin with glyphs i and j,
// or 0 if neither is the shadow of the other, or if it has glyphs that were
// dropped.
func (d *deduper) shadowed(i, j int32) int32 {
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
			d.fates[drop+k], d.fates[keep+k] = goes, isOverprinted
			d.dropped++
		}
	}
}

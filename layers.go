package pdftext

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/sweep"
)

// Two texts may be painted over each other on one baseline, such as a row of
// leader dots from margin to margin under a label. They are parted where
// minOver neighbours overlap. Lengths are in ems.
const (
	minOver = 3
	// overlap is the part of the narrower glyph that overlaps.
	overlap = 0.5
	// A chain goes on with a glyph that starts between chainBack and
	// chainAhead of its end.
	chainBack  = -0.25
	chainAhead = 1.1
	// Three equal glyphs make a row of leaders if their steps differ by less
	// than leaderStep.
	leaderStep = 0.03
	// otherSize is what a change of size costs a chain.
	otherSize = 0.02
	// At most this many glyphs, blanks, are painted between two of one string.
	stringBlanks = 3
	// maxChains bounds the open chains: real pages have two or three. A row
	// that has more is left as it is.
	maxChains = 64
)

// A chain is one of the texts: each glyph continues the one before.
type chain struct {
	inks []mark
}

// covers reports whether b is painted over a. Right-to-left letters and marks
// overlap by nature.
func covers(a, b *mark) bool {
	w := min(a.u1-a.u0, b.u1-b.u0)
	return w > 0 && a.u1-b.u0 > overlap*w && (a.class|b.class)&(isRTL|isMark) == 0
}

// layers parts a row into texts and cuts each into words. What was painted in
// one go stays together: glyphs that follow one another in painting order and
// from left to right.
func (l *liner) layers(row []mark, v float32) {
	strings := l.strings(row)
	l.chains = l.chains[:0]
	for _, s := range strings {
		best, cost := -1, float32(chainAhead)
		for k := range l.chains {
			if d := l.continues(l.chains[k].inks, &s[0]); d <= cost && (best < 0 || d < cost) {
				best, cost = k, d
			}
		}
		if best >= 0 {
			l.chains[best].inks = append(l.chains[best].inks, s...)
			continue
		}
		if len(l.chains) == maxChains {
			l.cut(row, v)
			return
		}
		l.chains = append(l.chains, chain{inks: slices.Clone(s)})
	}

	// Chains that do not overlap are pieces of one text. They are in order of
	// their first glyphs.
	used := [maxChains]bool{}
	for i := range l.chains {
		if used[i] {
			continue
		}
		text := l.chains[i].inks
		for j := i + 1; j < len(l.chains); j++ {
			c := l.chains[j].inks
			if !used[j] && c[0].u0 >= text[len(text)-1].u1-0.1*c[0].size {
				text = append(text, c...)
				used[j] = true
			}
		}
		l.cut(text, v)
	}
}

// strings returns the marks of a row in the pieces that were painted in one
// go, by left edge.
func (l *liner) strings(row []mark) [][]mark {
	l.parts = l.parts[:0]
	for i := range row {
		l.parts = append(l.parts, uint64(uint32(l.glyphs[row[i].glyph].Index))<<32|uint64(i))
	}
	l.swap = sweep.Sort(l.parts, l.swap)
	painted := make([]mark, len(row))
	for i, k := range l.parts {
		painted[i] = row[sweep.Index(k)]
	}
	var out [][]mark
	l.parts = l.parts[:0]
	lo := 0
	for i := range painted {
		if i+1 < len(painted) {
			a, b := &painted[i], &painted[i+1]
			next := l.glyphs[b.glyph].Index - l.glyphs[a.glyph].Index
			gap := (b.u0 - a.u1) / max(a.size, b.size)
			if next > 0 && next <= stringBlanks && b.u0 > a.u0 && gap > chainBack && gap < chainAhead {
				continue
			}
		}
		l.parts = append(l.parts, sweep.Key(painted[lo].u0, len(out)))
		out = append(out, painted[lo:i+1])
		lo = i + 1
	}
	l.swap = sweep.Sort(l.parts, l.swap)
	sorted := make([][]mark, len(out))
	for i, k := range l.parts {
		sorted[i] = out[sweep.Index(k)]
	}
	return sorted
}

// continues returns the distance at which g continues a chain; more than
// chainAhead if it does not.
func (l *liner) continues(c []mark, g *mark) float32 {
	l.asked++
	e := &c[len(c)-1]
	gap := (g.u0 - e.u1) / max(g.size, e.size)
	if gap < chainBack || gap > chainAhead {
		return 2 * chainAhead
	}
	a, b := &l.glyphs[e.glyph], &l.glyphs[g.glyph]
	if n := len(c); n > 3 && a.Rune == b.Rune && l.glyphs[c[n-2].glyph].Rune == a.Rune {
		if step := (g.u0 - e.u0) - (e.u0 - c[n-2].u0); max(step, -step) < leaderStep*g.size {
			return 0
		}
	}
	d := max(gap, -gap)
	if g.size != e.size {
		d += otherSize
	}
	return d
}

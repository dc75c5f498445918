package baseline

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/script"
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
	// Chains that overlap by at most pieceLap are pieces of one text.
	pieceLap = 0.1
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

// covers reports whether b is painted over a. Right-to-left letters and marks
// overlap by nature.
func covers(a, b *Mark) bool {
	w := min(a.U1-a.U0, b.U1-b.U0)
	return w > 0 && a.U1-b.U0 > overlap*w && (a.Class|b.Class)&(script.RTL|script.Mark) == 0
}

// layers parts a row into texts and cuts each into words. What was painted in
// one go stays together: glyphs that follow one another in painting order and
// from left to right.
func (c *Cutter) layers(row []Mark, v float32) {
	strings := c.strings(row)
	c.chains = c.chains[:0]
	for _, s := range strings {
		best, cost := -1, float32(chainAhead)
		for k := range c.chains {
			if d := c.continues(c.chains[k], &s[0]); d <= cost && (best < 0 || d < cost) {
				best, cost = k, d
			}
		}
		if best >= 0 {
			c.chains[best] = append(c.chains[best], s...)
			continue
		}
		if len(c.chains) == maxChains {
			c.cut(row, v)
			return
		}
		c.chains = append(c.chains, slices.Clone(s))
	}

	// Chains that do not overlap are pieces of one text. They are in order of
	// their first glyphs.
	used := [maxChains]bool{}
	for i := range c.chains {
		if used[i] {
			continue
		}
		text := c.chains[i]
		for j := i + 1; j < len(c.chains); j++ {
			next := c.chains[j]
			if !used[j] && next[0].U0 >= text[len(text)-1].U1-pieceLap*next[0].Size {
				text = append(text, next...)
				used[j] = true
			}
		}
		c.cut(text, v)
	}
}

// strings returns the marks of a row in the pieces that were painted in one
// go, by left edge.
func (c *Cutter) strings(row []Mark) [][]Mark {
	c.parts = c.parts[:0]
	for i := range row {
		c.parts = append(c.parts, uint64(uint32(c.source.Painted(row[i].Glyph)))<<32|uint64(i))
	}
	c.swap = sweep.Sort(c.parts, c.swap)
	painted := make([]Mark, len(row))
	for i, k := range c.parts {
		painted[i] = row[sweep.Index(k)]
	}
	var out [][]Mark
	c.parts = c.parts[:0]
	lo := 0
	for i := range painted {
		if i+1 < len(painted) {
			a, b := &painted[i], &painted[i+1]
			next := c.source.Painted(b.Glyph) - c.source.Painted(a.Glyph)
			gap := (b.U0 - a.U1) / max(a.Size, b.Size)
			if next > 0 && next <= stringBlanks && b.U0 > a.U0 && gap > chainBack && gap < chainAhead {
				continue
			}
		}
		c.parts = append(c.parts, sweep.Key(painted[lo].U0, len(out)))
		out = append(out, painted[lo:i+1])
		lo = i + 1
	}
	c.swap = sweep.Sort(c.parts, c.swap)
	sorted := make([][]Mark, len(out))
	for i, k := range c.parts {
		sorted[i] = out[sweep.Index(k)]
	}
	return sorted
}

// continues returns the distance at which g continues a chain, whose glyphs
// each continue the one before; more than chainAhead if it does not.
func (c *Cutter) continues(chain []Mark, g *Mark) float32 {
	c.Visits++
	e := &chain[len(chain)-1]
	gap := (g.U0 - e.U1) / max(g.Size, e.Size)
	if gap < chainBack || gap > chainAhead {
		return 2 * chainAhead
	}
	if n := len(chain); n > 3 && c.source.Same(e.Glyph, g.Glyph) && c.source.Same(chain[n-2].Glyph, e.Glyph) {
		if step := (g.U0 - e.U0) - (e.U0 - chain[n-2].U0); max(step, -step) < leaderStep*g.Size {
			return 0
		}
	}
	d := max(gap, -gap)
	if g.Size != e.Size {
		d += otherSize
	}
	return d
}

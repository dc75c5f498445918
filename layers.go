package pdftext

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

// layers parts a row into texts and cuts each into words.
func (l *liner) layers(row []mark, v float32) {
	l.chains = l.chains[:0]
	for i := range row {
		g := &row[i]
		best, cost := -1, float32(chainAhead)
		for k := range l.chains {
			if d := l.continues(l.chains[k].inks, g); d <= cost && (best < 0 || d < cost) {
				best, cost = k, d
			}
		}
		if best >= 0 {
			l.chains[best].inks = append(l.chains[best].inks, *g)
			continue
		}
		if len(l.chains) == maxChains {
			l.cut(row, v)
			return
		}
		l.chains = append(l.chains, chain{inks: []mark{*g}})
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
	if b.Index == a.Index+1 && b.Flags&RunStart == 0 {
		return 0 // one operator shows both
	}
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

package corridor

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/sweep"
)

const (
	// corridorCross is the share of the rows whose segments may cross a
	// corridor: spanning cells, and text that overhangs.
	corridorCross = 0.06
	// Corridors are at least so many ems wide, by the number of rows: fewer
	// rows are empty in one place by chance.
	corridorWidth  = 0.45 // from manyRows on
	corridorFew    = 0.7  // from fewRows on
	corridorTwo    = 1.0
	manyRows       = 5
	fewRows        = 3
	corridorVotes  = 2 // rows that must have text on both sides
	corridorInside = 0.6
	// Corridors of words may be slitWidth ems wide in slitRows rows, when
	// slitBoth of these have text on both sides, slitGap ems apart in the
	// middle, and slitEdge of those start or end at it within slitAlign ems.
	slitWidth = 0.12
	slitRows  = 4
	slitBoth  = 0.6
	slitGap   = 0.6
	slitAlign = 0.2
	slitEdge  = 0.7
	// maxColumns bounds the columns of a table.
	maxColumns = 256
)

// A corridor is an interval that next to no row crosses.
type corridor struct{ lo, hi float64 }

func (c corridor) width() float64  { return c.hi - c.lo }
func (c corridor) middle() float64 { return (c.lo + c.hi) / 2 }

// body returns the rows that show the columns: those with nearly as many
// segments as the rows with many have. usual is the number of segments of
// these.
func body(run []row) (rows []*row, usual int) {
	var counts []int
	for i := range run {
		if run[i].multi() {
			counts = append(counts, len(run[i].segs))
		}
	}
	if len(counts) == 0 {
		return nil, 0
	}
	slices.Sort(counts)
	usual = counts[min(len(counts)-1, len(counts)*3/4)]
	least := max(2, 0.6*float64(usual))
	for i := range run {
		if run[i].multi() && float64(len(run[i].segs)) >= least {
			rows = append(rows, &run[i])
		}
	}
	if len(rows) < 2 {
		rows = rows[:0]
		for i := range run {
			if run[i].multi() {
				rows = append(rows, &run[i])
			}
		}
	}
	return rows, usual
}

// corridors returns the corridors between the columns of the rows.
func (f *finder) corridors(rows []*row, em float64) []corridor {
	if len(rows) == 0 {
		return nil
	}
	var events []uint64
	for _, r := range rows {
		for _, s := range r.segs {
			events = append(events, sweep.Open(float32(s.x0)), sweep.Close(float32(s.x1)))
		}
	}
	scratch := sweep.Sort(events, nil)
	least := corridorTwo
	switch n := len(rows); {
	case n >= manyRows:
		least = corridorWidth
	case n >= fewRows:
		least = corridorFew
	}
	var out []corridor
	free := sweep.Free(nil, events, int(corridorCross*float64(len(rows))), float32(least*em))
	for k, s := range free {
		if k+1 < len(free) && free[k+1].Lo == s.Lo {
			continue // the next one reaches further
		}
		c := corridor{float64(s.Lo), float64(s.Hi)}
		votes := 0
		for _, r := range rows {
			if r.segs[0].x1 <= c.lo+corridorInside && r.segs[len(r.segs)-1].x0 >= c.hi-corridorInside {
				votes++
			}
		}
		if votes >= corridorVotes {
			if out = append(out, c); len(out) > maxColumns {
				return nil
			}
		}
	}
	return f.slits(out, rows, em, events[:0], scratch)
}

// slits adds narrow corridors that the words of the rows leave free. One long
// cell nearly closes the corridor beside it, but the cells of the next column
// still start, or those before still end, in one line.
func (f *finder) slits(out []corridor, rows []*row, em float64, events, scratch []uint64) []corridor {
	if len(rows) < slitRows {
		return out
	}
	for _, r := range rows {
		for _, i := range r.words {
			b := &f.words[i].Box
			events = append(events, sweep.Open(float32(b.X0)), sweep.Close(float32(b.X1)))
		}
	}
	sweep.Sort(events, scratch)
	known := out
	var gaps []float64
	for _, s := range sweep.Free(nil, events, 0, float32(slitWidth*em)) {
		c := corridor{float64(s.Lo), float64(s.Hi)}
		if slices.ContainsFunc(known, func(k corridor) bool { return k.lo-0.1*em <= c.hi && k.hi+0.1*em >= c.lo }) {
			continue
		}
		gaps = gaps[:0]
		starts, ends := 0, 0
		for _, r := range rows {
			at, _ := slices.BinarySearchFunc(r.words, c.hi-corridorInside, func(i int32, x float64) int {
				if f.words[i].Box.X0 < x {
					return -1
				}
				return 1
			})
			if at == 0 || at == len(r.words) {
				continue
			}
			x0, x1 := f.words[r.words[at-1]].Box.X1, f.words[r.words[at]].Box.X0
			gaps = append(gaps, x1-x0)
			if x1-c.hi <= slitAlign*em {
				starts++
			}
			if c.lo-x0 <= slitAlign*em {
				ends++
			}
		}
		n := float64(len(gaps))
		if n >= max(slitRows, slitBoth*float64(len(rows))) && median(gaps) >= slitGap*em && float64(max(starts, ends)) >= slitEdge*n {
			if out = append(out, c); len(out) > maxColumns {
				return nil
			}
		}
	}
	slices.SortFunc(out, func(a, b corridor) int {
		if a.lo < b.lo {
			return -1
		}
		return 1
	})
	return out
}

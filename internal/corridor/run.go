package corridor

const (
	// Rows of one table are at most runStep ems apart, or runStepRuled when
	// both have runSegments segments and a rule over runRule of their width
	// lies between, or runStepSame when runSame of their segments are in line
	// within runAlign ems.
	// The rows between two of recordSegments segments of which as many are in
	// line belong to the first one, if there are at most recordRows of them
	// and the second starts at most recordStep ems below.
	recordSegments = 4
	recordRows     = 12
	recordStep     = 16.0
	runStep        = 3.2
	runStepSame    = 8.0
	runSame        = 0.7
	runAlign       = 0.4
	runStepRuled   = 6.0
	runSegments    = 3
	runRule        = 0.8
	// Up to singles rows of one segment stand between others, above the first
	// or below the last, if they do not stick out by more than runAside ems
	// and are no text: wider than runWide with runWords words.
	singles  = 4
	runAside = 2.0
	runWide  = 0.75
	runWords = 7
	// headStep in ems is how far the rows above the first may be from it.
	headStep = 2.2
)

// A span is a range of rows.
type span struct{ lo, hi int }

// runs returns the stretches of rows that may be one table: at least two have
// several segments. Rows of one segment at the end of one run may be those at
// the start of the next.
func (f *finder) runs(rows []row) []span {
	multi := 0
	for i := range rows {
		if rows[i].multi() {
			multi++
		}
	}
	if multi < 2 {
		return nil
	}
	stacks := f.stacks(rows)
	for k := range stacks {
		near := rowsIn(rows, stacks[k].y0, stacks[k].y1+stackStep)
		if f.looks += near.hi - near.lo; f.looks > 2*maxLooks*(len(rows)+stackRules) {
			break
		}
		for i := near.lo; i < near.hi; i++ {
			if rows[i].stack == 0 && stacks[k].holds(&rows[i]) {
				rows[i].stack = k + 1
			}
		}
	}
	var out []span
	// The run in hand starts at lo, its rows of several segments at first;
	// there are none yet if first < 0. From tail on rows have one segment.
	lo, first, tail, several := 0, -1, 0, 0
	x0, x1 := 0.0, 0.0   // of the rows with several segments
	wide, until := -1, 0 // the last row that may start a record, and where the next one does
	flush := func(i int) {
		if several >= 2 {
			out = append(out, span{lo, i})
		}
		if first >= 0 {
			lo = max(tail, i-singles)
		}
		first, several = -1, 0
	}
	for i := range rows {
		r := &rows[i]
		if i > lo {
			prev := &rows[i-1]
			switch {
			case first < 0:
				if r.base-prev.base > headStep*r.size || f.tableBetween(prev, r) {
					lo = i
				}
			case i >= until && f.far(prev, r, &rows[tail-1]):
				if until = f.resumes(rows, i, wide); until == 0 {
					flush(i)
					lo = i
				}
			}
		}
		if first < 0 {
			lo = max(lo, i-singles)
		}
		if r.multi() {
			if first < 0 {
				first, x0, x1, wide, until = i, r.x0, r.x1, -1, 0
			}
			if len(r.segs) >= recordSegments {
				wide = i
			}
			several++
			tail = i + 1
			x0, x1 = min(x0, r.x0), max(x1, r.x1)
			continue
		}
		if first < 0 {
			continue
		}
		s := &r.segs[0]
		text := s.x1-s.x0 > runWide*(x1-x0) && len(s.words) >= runWords
		out := s.x0 < x0-runAside*r.size || s.x1 > x1+runAside*r.size
		if i >= until && (out || text || i-tail >= singles) && (r.stack == 0 || rows[tail-1].stack != r.stack) {
			if until = f.resumes(rows, i, wide); until == 0 {
				flush(i)
			}
		}
	}
	flush(len(rows))
	return out
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// far reports whether two neighbouring rows are too far apart for one table.
// last is the last one before b with several segments.
func (f *finder) far(a, b, last *row) bool {
	if f.tableBetween(a, b) {
		return true
	}
	em, gap := max(a.size, b.size), b.base-a.base
	switch {
	case gap <= runStep*em || a.stack != 0 && a.stack == b.stack:
		return false
	case gap <= runStepSame*em && b.multi() && sameColumns(last, b):
		return false
	case gap <= runStepRuled*em && len(a.segs) >= runSegments && len(b.segs) >= runSegments:
		return len(f.rulesOver(min(a.x0, b.x0), max(a.x1, b.x1), a.base, b.y0+0.3*em, runRule)) == 0
	}
	return true
}

// sameColumns reports whether most of the segments of two rows are in line.
func sameColumns(a, b *row) bool {
	if len(a.segs) < runSegments || len(b.segs) < runSegments {
		return false
	}
	em := max(a.size, b.size)
	same, k := 0, 0
	for _, s := range b.segs {
		for k < len(a.segs) && a.segs[k].x1 < s.x0-runAlign*em {
			k++
		}
		if k == len(a.segs) {
			break
		}
		t := &a.segs[k]
		if distance(s.x0, t.x0) <= runAlign*em || distance(s.x1, t.x1) <= runAlign*em || distance(s.x0+s.x1, t.x0+t.x1) <= 2*runAlign*em {
			same++
		}
	}
	return same >= runSegments && float64(same) >= runSame*float64(max(len(a.segs), len(b.segs)))
}

// resumes returns the row from i on in which the columns of row wide stand
// again, or 0: what lies between is text of a record, such as the description
// of an item.
func (f *finder) resumes(rows []row, i, wide int) int {
	if wide < 0 {
		return 0
	}
	a := &rows[wide]
	for k := i; k < min(len(rows), i+recordRows); k++ {
		r := &rows[k]
		if r.base-a.base > recordStep*a.size || f.tableBetween(&rows[k-1], r) {
			break
		}
		if len(r.segs) >= recordSegments && sameColumns(a, r) {
			return k
		}
	}
	return 0
}

// tableBetween reports whether a known table lies between two rows.
func (f *finder) tableBetween(a, b *row) bool {
	for _, t := range f.in.Tables {
		if t.Y0 > a.base-2 && t.Y1 < b.base+2 && t.X0 < max(a.x1, b.x1) && t.X1 > min(a.x0, b.x0) {
			return true
		}
	}
	return false
}

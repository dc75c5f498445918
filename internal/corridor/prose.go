package corridor

import "slices"

// Running text goes before tables are looked for. It is told by chains of
// segments, one under the other, that wrap and go on in lower case.

const (
	// The next line of a chain is at most chainStep ems below, with its left
	// edge within chainEdge ems of the last one's, of a size within chainSize
	// of its. The second may start up to chainIndent to the left of the first,
	// a later one up to chainHang to the right of the lines before.
	chainStep   = 1.75
	chainEdge   = 0.7
	chainSize   = 0.12
	chainIndent = 3.0
	chainHang   = 2.5
	chainAhead  = 5 // rows that are looked at
	// A rule chainRule times as long as the overlap of two lines parts them.
	chainRule = 0.7

	// A chain is running text from proseLines lines of proseWords words each
	// on, if proseWraps of them wrap to within proseMargin of its width,
	// proseLower start in lower case and fewer than proseNumbers of the words
	// are numbers. Where listMarks of the lines have marks, proseLowerList and
	// proseNumbersList do.
	proseLines       = 4
	proseWords       = 4
	proseWraps       = 0.6
	proseMargin      = 0.06
	proseLower       = 0.35
	proseNumbers     = 0.25
	listMarks        = 0.15
	proseLowerList   = 0.1
	proseNumbersList = 0.4
	// A list of listLines lines: marks on no more than listMarksMost,
	// listWords words a line, listWraps.
	listLines     = 5
	listMarksMost = 0.7
	listWords     = 3
	listWraps     = 0.3
)

// left returns where the text of a phrase starts, behind its list mark.
func (f *finder) left(phrase []int32) float64 {
	if len(phrase) > 2 && f.words[phrase[0]].Kind&Mark != 0 {
		return f.words[phrase[1]].Box.X0
	}
	return f.words[phrase[0]].Box.X0
}

// withoutProse returns the words that are not running text.
func (f *finder) withoutProse(words []int32) []int32 {
	if len(words) < minWords {
		return words
	}
	rows := f.rowsOf(words)
	used := make([][]bool, len(rows))
	for k := range rows {
		used[k] = make([]bool, len(rows[k].segs))
	}
	dead := make([]bool, len(f.words))
	found := false
	var chain []*segment
	for k := range rows {
		for s := range rows[k].segs {
			if used[k][s] {
				continue
			}
			chain = append(chain[:0], &rows[k].segs[s])
			for at, seg := k, s; ; {
				if at, seg = f.next(rows, used, chain, at, seg); at < 0 {
					break
				}
				used[at][seg] = true
				chain = append(chain, &rows[at].segs[seg])
			}
			if !f.isProse(chain) {
				continue
			}
			found = true
			for _, s := range chain {
				for _, i := range s.words {
					dead[i] = true
				}
			}
		}
	}
	if !found {
		return words
	}
	out := make([]int32, 0, len(words))
	for _, i := range words {
		if !dead[i] {
			out = append(out, i)
		}
	}
	return out
}

// next returns the row and segment that go on with a chain that ends in the
// given ones, or -1.
func (f *finder) next(rows []row, used [][]bool, chain []*segment, at, seg int) (int, int) {
	q := &rows[at].segs[seg]
	size, left := f.words[q.words[0]].Size, f.left(q.words)
	least := left // left edge of the last lines
	for _, s := range chain[max(0, len(chain)-4):] {
		least = min(least, f.left(s.words))
	}
	for j := at + 1; j < min(at+1+chainAhead, len(rows)); j++ {
		if rows[j].base-rows[at].base > chainStep*size || f.parted(q, rows[at].base, rows[j].base-0.3*size, size) {
			break
		}
		from, _ := slices.BinarySearchFunc(rows[j].segs, q.x0, func(s segment, x float64) int {
			if s.x1 <= x {
				return -1
			}
			return 1
		})
		for k := from; k < len(rows[j].segs); k++ {
			t := &rows[j].segs[k]
			if t.x0 > q.x1 {
				break
			}
			if used[j][k] || t.x1 <= q.x0 {
				continue
			}
			d := f.left(t.words) - left
			fits := d <= chainEdge*size && d >= -chainEdge*size || len(chain) == 1 && d < 0 && d >= -chainIndent*size
			if e := f.left(t.words) - least; len(chain) > 1 && e >= -chainEdge*size && e <= chainHang*size {
				fits = true
			}
			if s := f.words[t.words[0]].Size; fits && s-size <= chainSize*size && size-s <= chainSize*size {
				return j, k
			}
		}
	}
	return -1, -1
}

// parted reports whether a rule wider than a segment runs from y0 to y1.
func (f *finder) parted(q *segment, y0, y1, size float64) bool {
	for _, r := range f.between(y0, y1) {
		if min(r.X1, q.x1)-max(r.X0, q.x0) > chainRule*(q.x1-q.x0) && r.X1-r.X0 > q.x1-q.x0+0.5*size {
			return true
		}
	}
	return false
}

// isProse reports whether the segments of a chain are running text.
func (f *finder) isProse(chain []*segment) bool {
	if len(chain) < proseLines {
		return false
	}
	words, numbers, marks, lower, wrapped := 0, 0, 0, 0, 0
	x0, x1 := chain[0].x0, chain[0].x1
	for _, s := range chain {
		x1 = max(x1, s.x1)
		words += len(s.words)
		for _, i := range s.words {
			if f.words[i].Kind&Number != 0 {
				numbers++
			}
		}
		if f.left(s.words) != f.words[s.words[0]].Box.X0 {
			marks++
		}
	}
	for k, s := range chain[1:] {
		if f.words[s.words[0]].Kind&Lower != 0 {
			lower++
		}
		if f.wraps(chain[k].words, s.words, x1-proseMargin*(x1-x0)) {
			wrapped++
		}
	}
	n := float64(len(chain))
	least, most := proseLower, proseNumbers
	if float64(marks) >= listMarks*n {
		least, most = proseLowerList, proseNumbersList
	}
	wraps := float64(wrapped) / (n - 1)
	if float64(words) >= proseWords*n && wraps >= proseWraps && float64(lower) >= least*(n-1) && float64(numbers) < most*float64(words) {
		return true
	}
	return len(chain) >= listLines && float64(marks) >= listMarks*n && float64(marks) <= listMarksMost*n &&
		float64(words) >= listWords*n && wraps >= listWraps && float64(numbers) < proseNumbersList*float64(words)
}

const (
	// A column of a candidate is running text when columnEdges of its lines
	// start within columnEdge ems of one another, and one of these holds: at
	// least columnWords words a line, columnWraps, columnLower, columnNumbers;
	columnEdge    = 0.6
	columnEdges   = 0.6
	columnWords   = 3
	columnWraps   = 0.6
	columnLower   = 0.3
	columnNumbers = 0.4
	// in narrow columns of narrowLines lines these;
	narrowLines   = 5
	narrowWords   = 1.6
	narrowWraps   = 0.7
	narrowLower   = 0.45
	narrowNumbers = 0.3
	// in capitals these;
	capitalWords = 2
	// or with many words wideLines and these.
	wideLines   = 6
	wideWords   = 5
	wideWraps   = 0.8
	wideNumbers = 0.35
)

// isProseColumn reports whether lines, the parts of rows in one column, are
// running text.
func (f *finder) isProseColumn(lines [][]int32, em float64) bool {
	if len(lines) < 3 {
		return false
	}
	x1 := 0.0
	lefts := make([]float64, len(lines))
	text := make([][]int32, len(lines)) // without list marks
	words, numbers, lower, wrapped, capitals := 0, 0, 0, 0, true
	for k, l := range lines {
		if e := f.x1(l); k == 0 || e > x1 {
			x1 = e
		}
		if len(l) > 2 && f.words[l[0]].Kind&Mark != 0 {
			l = l[1:]
		}
		text[k] = l
		lefts[k] = f.words[l[0]].Box.X0
		words += len(l)
		for _, i := range l {
			if f.words[i].Kind&Number != 0 {
				numbers++
			}
			capitals = capitals && f.words[i].Kind&Capitals != 0
		}
	}
	edges := 0
	m := median(lefts)
	for _, x := range lefts {
		if x-m <= columnEdge*em && m-x <= columnEdge*em {
			edges++
		}
	}
	if float64(edges) < columnEdges*float64(len(lines)) {
		return false
	}
	for k, l := range text[1:] {
		if f.words[l[0]].Kind&Lower != 0 {
			lower++
		}
		if f.wraps(text[k], l, x1-0.1*em-0.5) {
			wrapped++
		}
	}
	n := float64(len(lines))
	perLine, wraps, lows, nums := float64(words)/n, float64(wrapped)/(n-1), float64(lower)/(n-1), float64(numbers)/float64(words)
	switch {
	case perLine >= columnWords && wraps >= columnWraps && lows >= columnLower && nums < columnNumbers:
	case n >= narrowLines && perLine >= narrowWords && wraps >= narrowWraps && lows >= narrowLower && nums < narrowNumbers:
	case capitals && perLine >= capitalWords && wraps >= columnWraps && nums < narrowNumbers:
	case n >= wideLines && perLine >= wideWords && wraps >= wideWraps && nums < wideNumbers:
	default:
		return false
	}
	return true
}

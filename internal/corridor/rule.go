package corridor

import (
	"cmp"
	"slices"
)

// between returns the rules with y0 <= Y <= y1.
func (f *finder) between(y0, y1 float64) []Rule {
	at := func(y float64) int {
		i, _ := slices.BinarySearchFunc(f.rules, y, func(r Rule, y float64) int { return cmp.Compare(r.Y, y) })
		return i
	}
	lo := at(y0)
	hi := lo
	for hi < len(f.rules) && f.rules[hi].Y <= y1 {
		hi++
	}
	return f.rules[lo:hi]
}

// ruleStep in points is how far apart the pieces of one line lie.
const ruleStep = 1.0

// rulesOver returns the heights from y0 to y1 at which rules cover at least a
// share of the interval from x0 to x1.
func (f *finder) rulesOver(x0, x1, y0, y1, share float64) []float64 {
	var out []float64
	rules := f.between(y0, y1)
	for i := 0; i < len(rules); {
		j := i + 1
		for j < len(rules) && rules[j].Y-rules[i].Y < ruleStep {
			j++
		}
		if covered(rules[i:j], x0, x1) >= share*(x1-x0) {
			out = append(out, rules[i].Y)
		}
		i = j
	}
	return out
}

// covered returns how much of an interval the rules cover.
func covered(rules []Rule, x0, x1 float64) float64 {
	if len(rules) == 1 {
		return min(x1, rules[0].X1) - max(x0, rules[0].X0)
	}
	byLeft := slices.Clone(rules)
	slices.SortFunc(byLeft, func(a, b Rule) int { return cmp.Compare(a.X0, b.X0) })
	sum, end := 0.0, x0
	for _, r := range byLeft {
		if lo, hi := max(r.X0, end), min(r.X1, x1); hi > lo {
			sum += hi - lo
			end = hi
		}
	}
	return sum
}

const (
	// A stack is at least stackRules rules of one extent, give or take
	// stackEnds points, at most stackStep ems apart. Bands between them hold
	// text in stackFilled of the cases and several segments in a row in
	// stackRows; a band of stackText rows without such a row ends the stack.
	stackRules  = 4
	stackEnds   = 3.0
	stackStep   = 15.0
	stackFilled = 0.8
	stackRows   = 0.6
	stackText   = 4
)

// A stack is a set of rules of one extent, one under the other: they part the
// rows of a table.
type stack struct{ x0, x1, y0, y1 float64 }

// holds reports whether the row lies in the stack.
func (s *stack) holds(r *row) bool {
	return s.y0 < r.base && r.base <= s.y1+0.2*r.size && r.x0 > s.x0-2*r.size && r.x1 < s.x1+2*r.size
}

// stacks returns the stacks of rules around the rows.
func (f *finder) stacks(rows []row) []stack {
	if len(f.rules) < stackRules || len(rows) == 0 {
		return nil
	}
	em := medianSize(rows)
	// Rules in groups of equal extent: first by left end, then by right end,
	// then by height.
	order := slices.Clone(f.rules)
	slices.SortStableFunc(order, func(a, b Rule) int {
		return cmp.Or(cmp.Compare(a.X0, b.X0), cmp.Compare(a.X1, b.X1), cmp.Compare(a.Y, b.Y))
	})
	var out []stack
	for i := 0; i < len(order); {
		j := i + 1
		for j < len(order) && order[j].X0-order[i].X0 < stackEnds {
			j++
		}
		group := order[i:j]
		slices.SortStableFunc(group, func(a, b Rule) int { return cmp.Or(cmp.Compare(a.X1, b.X1), cmp.Compare(a.Y, b.Y)) })
		for k := 0; k < len(group); {
			n := k + 1
			for n < len(group) && group[n].X1-group[k].X1 < stackEnds {
				n++
			}
			same := group[k:n]
			if len(same) >= stackRules {
				slices.SortStableFunc(same, func(a, b Rule) int { return cmp.Compare(a.Y, b.Y) })
				out = f.stacksOf(out, same, rows, em)
			}
			k = n
		}
		i = j
	}
	slices.SortFunc(out, func(a, b stack) int { return cmp.Or(cmp.Compare(a.y0, b.y0), cmp.Compare(a.x0, b.x0)) })
	return out
}

// stacksOf appends the stacks among rules of one extent.
func (f *finder) stacksOf(out []stack, rules []Rule, rows []row, em float64) []stack {
	x0, x1 := rules[0].X0, rules[0].X1
	lo := 0 // first rule of the stack in hand
	bands, filled, several := 0, 0, 0
	flush := func(hi int) {
		if bands+1 >= stackRules && float64(filled) >= stackFilled*float64(bands) && float64(several) >= stackRows*float64(bands) {
			out = append(out, stack{x0, x1, rules[lo].Y, rules[hi].Y})
		}
		bands, filled, several = 0, 0, 0
	}
	for k := 1; k < len(rules); k++ {
		a, b := rules[k-1].Y, rules[k].Y
		if b-a <= 4 { // a double rule
			continue
		}
		n, multi := 0, false
		at, _ := slices.BinarySearchFunc(rows, a, func(r row, y float64) int { return cmp.Compare(r.base, y) })
		for ; at < len(rows) && rows[at].base <= b+0.2*em; at++ {
			if r := &rows[at]; r.x0 < x1 && r.x1 > x0 {
				n++
				multi = multi || r.multi()
			}
		}
		if b-a > stackStep*em || n >= stackText && !multi {
			flush(k - 1)
			lo = k
			continue
		}
		bands++
		if n > 0 {
			filled++
		}
		if multi {
			several++
		}
	}
	flush(len(rules) - 1)
	return out
}

// rowsIn returns the range of rows whose baselines lie from y0 to y1.
func rowsIn(rows []row, y0, y1 float64) span {
	at := func(y float64) int {
		i, _ := slices.BinarySearchFunc(rows, y, func(r row, y float64) int { return cmp.Compare(r.base, y) })
		return i
	}
	lo := at(y0)
	return span{lo, max(lo, at(y1))}
}

func medianSize(rows []row) float64 {
	sizes := make([]float64, len(rows))
	for i := range rows {
		sizes[i] = rows[i].size
	}
	return median(sizes)
}

const (
	// Above a stack, up to stackHead rows of several segments each may belong
	// to its table, at most stackHeadGap ems apart.
	stackHead    = 3
	stackHeadGap = 2.2
	// A stack's table fills stackShare of its height.
	stackShare = 0.7
	// Text beside the stack, at most stackSide ems away, that keeps to the
	// table's baselines in stackSame of its rows, is a stub without rules.
	stackSide = 20.0
	stackSame = 0.8
)

// maxLooks bounds how often the rows of a page are looked at for stacks of
// rules, which may overlap. Pages have two or three at one height.
const maxLooks = 16

// stackTables finds the tables in stacks of rules, where text that wraps is
// cells and not prose. It returns the words that are left.
func (f *finder) stackTables(words []int32) []int32 {
	rows := f.rowsOf(words)
	stacks := f.stacks(rows)
	for _, s := range stacks {
		var in []int32
		first := -1
		near := rowsIn(rows, s.y0-stackStep, s.y1+stackStep)
		if f.looks += near.hi - near.lo; f.looks > maxLooks*(len(rows)+stackRules) {
			break
		}
		for k := near.lo; k < near.hi; k++ {
			r := &rows[k]
			for _, i := range r.words {
				w := &f.words[i]
				if x := w.Box.Center().X; !f.taken[i] && s.y0 < w.Base && w.Base <= s.y1+0.3*r.size && x >= s.x0-0.5*r.size && x <= s.x1+0.5*r.size {
					in = append(in, i)
					if first < 0 {
						first = k
					}
				}
			}
		}
		if len(in) < minWords {
			continue
		}
		in = f.stackHead(in, rows[:first], &s)
		found := len(f.out)
		f.region(in, 1)
		if len(f.out) == found {
			continue
		}
		t := &f.out[found]
		if b := t.Bounds(); len(f.out) == found+1 && b.Height() >= stackShare*(s.y1-s.y0) && !f.besideStack(t, in, rows, &s) {
			continue
		}
		for k := found; k < len(f.out); k++ {
			f.release(&f.out[k])
		}
		f.out = f.out[:found]
	}
	return f.without(words)
}

// release gives the words of a table back.
func (f *finder) release(t *Table) {
	for _, c := range t.Cells {
		for _, i := range c.Words {
			f.taken[i] = false
		}
	}
}

// stackHead appends the rows above the first rule that may be the head.
func (f *finder) stackHead(in []int32, above []row, s *stack) []int32 {
	last := s.y0
	for n, k := 0, len(above)-1; k >= 0 && n < stackHead; k-- {
		var part []int32
		for _, i := range above[k].words {
			if x := f.words[i].Box.Center().X; x >= s.x0-2*above[k].size && x <= s.x1+2*above[k].size && f.words[i].Base <= s.y0+0.2*above[k].size && !f.taken[i] {
				part = append(part, i)
			}
		}
		if len(part) == 0 {
			continue
		}
		r := f.rowsOf(part)
		if len(r) != 1 || last-r[0].base > stackHeadGap*r[0].size || !r[0].multi() || r[0].x0 < s.x0-2*r[0].size || r[0].x1 > s.x1+2*r[0].size {
			break
		}
		in = append(in, part...)
		last = r[0].base
		n++
	}
	return in
}

// besideStack reports whether text beside the stack keeps to the table's rows.
func (f *finder) besideStack(t *Table, in []int32, rows []row, s *stack) bool {
	inside := make(map[int32]bool, len(in))
	for _, i := range in {
		inside[i] = true
	}
	var bases []float64
	for _, c := range t.Cells {
		for _, i := range c.Words {
			bases = append(bases, f.words[i].Base)
		}
	}
	slices.Sort(bases)
	b := t.Bounds()
	n, same := 0, 0
	near := rowsIn(rows, b.Y0, b.Y1)
	for k := near.lo; k < near.hi; k++ {
		r := &rows[k]
		for _, i := range r.words {
			if x := f.words[i].Box.Center().X; !inside[i] && !f.taken[i] && x > s.x0-stackSide*r.size && x < s.x1+stackSide*r.size {
				n++
				at, _ := slices.BinarySearch(bases, f.words[i].Base-0.3*r.size)
				if at < len(bases) && bases[at] <= f.words[i].Base+0.3*r.size {
					same++
				}
				break
			}
		}
	}
	return float64(n) >= stackShare*float64(t.Rows()) && float64(same) >= stackSame*float64(n)
}

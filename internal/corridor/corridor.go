// Package corridor finds tables that no rules draw: their columns are parted
// by corridors, strips of the plane that stay empty over many rows.
//
//	words                rows, segments       runs            corridors       grid
//	 Item   Qty  Price    ▬▬▬▬   ▬▬▬  ▬▬▬▬▬                    ▬▬▬▬ ┊ ▬▬▬ ┊ ▬▬▬▬▬
//	 Bolt     8   1.20    ▬▬▬▬     ▬   ▬▬▬▬     rows that      ▬▬▬▬ ┊   ▬ ┊  ▬▬▬▬     cells, with the
//	 Long            ->   ▬▬▬▬             ->   belong     ->  ▬▬▬▬ ┊     ┊       ->  head's spans and
//	  bolt   12   3.00     ▬▬▬▬   ▬▬   ▬▬▬▬     together        ▬▬▬▬┊  ▬▬ ┊  ▬▬▬▬     wrapped lines
//
// Running text is taken out first, since the lines of two columns of it stand
// side by side as the cells of a table do; what tells them apart is that text
// wraps: the first word of a line had no room on the line before.
//
// Horizontal rules help where there are any: they bound a table, part its head
// from its body and one row from the next.
//
// Coordinates have y pointing down, and text is upright: the caller turns what
// is not. Lengths are in ems, of the row or of the table, except for tolerances
// of drawing, which are in points. Most thresholds were chosen on the tables of
// the ICDAR 2013 competition with and without their rules; between 0.7 and 1.2
// times its value none of them moved the result by more than a hundredth.
//
// It takes O(n log n) time for n words and rules, on any input.
package corridor

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/wordgrid"
)

// A Word is a word of text as far as tables are concerned.
type Word struct {
	Box   geom.Rect
	Base  float64 // y of the baseline
	Size  float64 // of the em
	Kind  Kind
	Value int32 // of a word that is a whole number of up to four digits, else -1
}

// A Kind is a set of properties of a word.
type Kind uint16

// Properties of a word.
const (
	Number   Kind = 1 << iota // a number or a part of one, such as a sign or unit, or what stands for one
	Digit                     // has a digit
	Dot                       // a dot
	Leader                    // dots or lines that lead from one column to another
	Lower                     // starts in lower case
	Joint                     // starts as a line does that goes on: ( & /
	Mark                      // marks an item of a list: a bullet, "1.", "(a)"
	Bullet                    // of these, the signs
	Capitals                  // has no lower-case letter
	Bold                      // is set in bold
	Caption                   // may begin a caption: "Table", "Figure"
	Note                      // may begin a note: "Source", "Note", "*"
	Source                    // of these, the words
	Bracket                   // starts with an opening bracket
	Closing                   // ends with a closing bracket
	Hyphen                    // ends with a hyphen
)

// A Rule is a horizontal rule.
type Rule struct{ X0, X1, Y float64 }

// An Input is a page, or a part of one.
type Input struct {
	Words    []Word
	Rules    []Rule
	Uprights []geom.Rect  // vertical rules, of no width
	Slants   []geom.Point // middles of lines along no axis, such as those of a chart
	Tables   []geom.Rect  // known ones: no other table reaches over them
}

// A Cell is a field of a table. Its words are ordered by row, then from left to
// right.
type Cell = wordgrid.Cell

// A Table is a grid of cells.
type Table struct {
	wordgrid.Table
	Head int // rows that head the others
}

// maxDepth is how often a candidate is divided: into the tables beside columns
// of text, those above and below one another, and twins.
const maxDepth = 4

// A finder is one call of Find.
type finder struct {
	in     *Input
	words  []Word
	rules  []Rule // by y
	taken  []bool // words that are in a table
	leader []bool // words that lead from one column to another
	out    []Table
	least  float64
	looks  int // rows looked at for stacks of rules
}

// Find returns the tables that white space makes of the words, from top to
// bottom, those that are less sure than least left out. A word is in one cell
// at most.
func Find(in *Input, least float64) []Table {
	f := &finder{in: in, words: in.Words, taken: make([]bool, len(in.Words)), leader: make([]bool, len(in.Words)), least: least}
	all := make([]int32, 0, len(f.words))
	for i := range f.words {
		w := &f.words[i]
		if w.Box.Finite() && !w.Box.Empty() && w.Base-w.Base == 0 && w.Size >= minSize && w.Size-w.Size == 0 {
			all = append(all, int32(i))
		}
	}
	if len(all) < minWords {
		return nil
	}
	f.rules = slices.Clone(in.Rules)
	slices.SortStableFunc(f.rules, func(a, b Rule) int { return cmp.Or(cmp.Compare(a.Y, b.Y), cmp.Compare(a.X0, b.X0)) })
	all = f.stackTables(all)
	f.region(f.withoutProse(all), 0)
	slices.SortStableFunc(f.out, func(a, b Table) int {
		return cmp.Or(cmp.Compare(a.Ys[0], b.Ys[0]), cmp.Compare(a.Xs[0], b.Xs[0]))
	})
	return f.out
}

const (
	minWords = 4 // of a table
	minSize  = 3 // of its text, in points: smaller is not there to be read
)

// region looks for tables among the given words.
func (f *finder) region(words []int32, depth int) {
	if len(words) < minWords || depth > maxDepth {
		return
	}
	rows := f.rowsOf(words)
	for _, r := range f.runs(rows) {
		f.build(rows[r.lo:r.hi], depth)
	}
}

// without returns the words that are in no table.
func (f *finder) without(words []int32) []int32 {
	return slices.DeleteFunc(slices.Clone(words), func(i int32) bool { return f.taken[i] })
}

// median returns the middle of the values, which it sorts; 0 if there are none.
func median(v []float64) float64 {
	if len(v) == 0 {
		return 0
	}
	slices.Sort(v)
	if n := len(v); n%2 == 0 {
		return (v[n/2-1] + v[n/2]) / 2
	}
	return v[len(v)/2]
}

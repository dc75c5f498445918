package wordgrid

import (
	"cmp"
	"slices"

	"github.com/pdftext-go/pdftext/internal/geom"
)

const (
	// rowOverlap is the share of the lower of two boxes that must overlap for
	// words to be in one row. Less joins the lines of cells that are centred
	// half a line apart.
	rowOverlap = 0.5
	// lookBack is the number of rows that a word is compared with.
	lookBack = 4
)

// A Word is a word of a row.
type Word struct {
	Base, Size float64 // y of the baseline; of the em
	Box        geom.Rect
	Index      int32 // what the caller knows it by

	row int32
}

// A Row is a visual line of words.
type Row struct {
	Words  []Word // by left edge
	X0, X1 float64
	Y0, Y1 float64

	n int // of words
}

// Rows returns the rows of the words, in the order of their first baselines.
// It orders words.
func Rows(words []Word) []Row {
	slices.SortFunc(words, func(v, w Word) int {
		return cmp.Or(cmp.Compare(v.Base, w.Base), cmp.Compare(v.Box.X0, w.Box.X0), cmp.Compare(v.Index, w.Index))
	})
	rows := make([]Row, 0, 1)
	for k := range words {
		w := &words[k]
		best := -1
		for k := max(0, len(rows)-lookBack); k < len(rows); k++ {
			r := &rows[k]
			if min(r.Y1, w.Box.Y1)-max(r.Y0, w.Box.Y0) >= rowOverlap*min(r.Y1-r.Y0, w.Box.Height()) {
				best = k
			}
		}
		if best < 0 {
			best = len(rows)
			rows = append(rows, Row{Y0: w.Box.Y0, Y1: w.Box.Y1})
		}
		w.row = int32(best)
		rows[best].n++
	}
	if len(rows) == 1 {
		rows[0].measure(words)
		return rows
	}
	of := make([]Word, len(words))
	for k := range rows {
		r := &rows[k]
		r.Words, of = of[:0:r.n], of[r.n:]
	}
	for k := range words {
		r := &rows[words[k].row]
		r.Words = append(r.Words, words[k])
	}
	for k := range rows {
		rows[k].measure(rows[k].Words)
	}
	return rows
}

// measure sets the words of the row, which it orders, and its extent.
func (r *Row) measure(words []Word) {
	slices.SortFunc(words, func(v, w Word) int {
		return cmp.Or(cmp.Compare(v.Box.X0, w.Box.X0), cmp.Compare(v.Index, w.Index))
	})
	r.Words = words
	r.X0, r.X1 = words[0].Box.X0, words[0].Box.X1
	for i := range words {
		b := &words[i].Box
		r.X1 = max(r.X1, b.X1)
		r.Y0, r.Y1 = min(r.Y0, b.Y0), max(r.Y1, b.Y1)
	}
}

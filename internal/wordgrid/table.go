// Package wordgrid has what tables are made of, whatever they are found by:
// rows of words, and grids of cells.
//
// Coordinates have y pointing down, and text is upright.
package wordgrid

import "github.com/pdftext-go/pdftext/internal/geom"

// A Cell is a field of a table, or several that are merged.
type Cell struct {
	Row, Col         int
	RowSpan, ColSpan int
	Words            []int32 // indexes of the words in it
}

// A Table is a grid of cells. The cells are ordered by row, then column, and
// cover the grid without overlap.
type Table struct {
	Xs, Ys     []float64 // grid lines, ascending: one more than columns, rows
	Cells      []Cell
	Confidence float64 // 0 to 1
}

// Bounds returns the table's outline.
func (t *Table) Bounds() geom.Rect {
	return geom.Rect{X0: t.Xs[0], Y0: t.Ys[0], X1: t.Xs[len(t.Xs)-1], Y1: t.Ys[len(t.Ys)-1]}
}

// CellBounds returns the outline of a cell.
func (t *Table) CellBounds(c *Cell) geom.Rect {
	return geom.Rect{X0: t.Xs[c.Col], Y0: t.Ys[c.Row], X1: t.Xs[c.Col+c.ColSpan], Y1: t.Ys[c.Row+c.RowSpan]}
}

// Rows returns the number of the grid's rows.
func (t *Table) Rows() int { return len(t.Ys) - 1 }

// Cols returns the number of the grid's columns.
func (t *Table) Cols() int { return len(t.Xs) - 1 }

// Filled returns the number of cells with text.
func (t *Table) Filled() int {
	n := 0
	for i := range t.Cells {
		if len(t.Cells[i].Words) > 0 {
			n++
		}
	}
	return n
}

package baseline

// Some producers set vertical writing in a font of horizontal mode, each glyph
// at a position of its own below the one before:
//
//	第    top of the em at y, middle at x
//	二    one advance further down
//	条
//
// Lengths are in ems.
const (
	// stackSide and stackStep are how far the middle of a glyph and its top may
	// be off the place where the one before leads. Lines at a leading of 1.2 do
	// not pass for a stack.
	stackSide = 0.1
	stackStep = 0.15
	// minStack glyphs make a stack. Fewer may be the letters of a narrow cell,
	// a line each.
	minStack = 4
	// emTop is the height of the top of an ideograph over its baseline.
	emTop = 0.88
)

// A Cell is an ideograph or another glyph, as it would stand in vertical
// writing.
type Cell struct {
	X, Top, Advance, Size float32 // middle and top of the em, and the way to the next one's top
	Upright               bool    // of horizontal mode; the others are of vertical mode
}

// UprightCell returns the cell of an ideograph of horizontal mode with its
// origin at (x, y).
func UprightCell(x, y, advance, size float32) Cell {
	return Cell{X: x + advance/2, Top: y - emTop*size, Advance: size, Size: size, Upright: true}
}

// Stacks appends to dst, for each of the cells in painting order, whether it
// stands in a stack. Where most of those of horizontal mode do, shorter pieces
// do too unless they stand in a row; else it is the page's lines that look so,
// and Stacks returns dst as it was.
func Stacks(dst []bool, cells []Cell) []bool {
	from := len(dst)
	upright, stacked := 0, 0
	for lo := 0; lo < len(cells); {
		hi := lo + 1
		for hi < len(cells) && follows(&cells[hi-1], &cells[hi]) {
			hi++
		}
		row := lo > 0 && level(&cells[lo-1], &cells[lo]) || hi < len(cells) && level(&cells[hi-1], &cells[hi])
		for i := lo; i < hi; i++ {
			dst = append(dst, hi-lo >= minStack || !row)
			if cells[i].Upright {
				upright++
				if hi-lo >= minStack {
					stacked++
				}
			}
		}
		lo = hi
	}
	if 2*stacked <= upright {
		return dst[:from]
	}
	return dst
}

// follows reports whether b stands below a as vertical writing has it.
func follows(a, b *Cell) bool {
	dx, dy := (b.X-a.X)/a.Size, (b.Top-a.Top-a.Advance)/a.Size
	return dx > -stackSide && dx < stackSide && dy > -stackStep && dy < stackStep && b.Size < 1.1*a.Size && a.Size < 1.1*b.Size
}

// level reports whether a and b stand at one height.
func level(a, b *Cell) bool {
	d := (b.Top - a.Top) / a.Size
	return d > -stackSide && d < stackSide
}

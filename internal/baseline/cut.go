package baseline

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/script"
	"github.com/pdftext-go/pdftext/internal/sweep"
)

// Baselines and the chunks they are cut into. Lengths are in ems.
const (
	// baseStep and baseReach bound the steps between the baselines of one
	// line, and their extent: below, lines break where a producer rounds
	// positions, above, indices join the line before their size is known.
	baseStep  = 0.08
	baseReach = 0.2
	// ChunkGap and chunkRatio end a line: no word gap is wider, and no word is
	// set in sizes that differ more. Both only say what is judged together:
	// Columns joins the pieces of a line again.
	ChunkGap   = 1.0
	chunkRatio = 1.9
	// lookBack glyphs decide where the last one ends, since a broken advance
	// may reach over those that follow.
	lookBack = 3
)

// A span is a range of marks.
type span struct{ lo, hi int32 }

// A Word is a stretch of the inks of a chunk, from the last word's end on.
type Word struct {
	End   int32 // in the inks of its chunk
	Blank int32 // painted blank before it, as the index of its glyph, or -1
}

// A Chunk is a stretch of inks, glyphs that are not white space, on one
// baseline without a wide gap.
type Chunk struct {
	Inks         []Mark // in the order in which they stand
	Word0, Word1 int32  // its words in Cutter.Words
	V            float32
	Class        script.Class // of all its glyphs
	Range        bool         // the glyphs, and one painted blank in each word gap, are numbered one after another
}

// A Source answers what the places of glyphs do not tell. It is asked seldom.
type Source interface {
	// Painted returns the place of a glyph in painting order.
	Painted(glyph int32) int32
	// Same reports whether two glyphs have the same text.
	Same(a, b int32) bool
	// Extent returns where a blank stands in its frame: its U0 and U1.
	Extent(blank int32) (u0, u1 float32)
}

// A Cutter cuts marks into chunks and words. The zero value is ready; it keeps
// its scratch memory for the next page.
type Cutter struct {
	Chunks []Chunk // in reading order
	Words  []Word
	Visits int // glyphs looked at, over and over, to part texts that overlap

	source       Source
	runs         []span // stretches of marks that stand in order on one baseline
	keys, swap   []uint64
	parts        []uint64
	row          []Mark
	inks         []Mark // of the rows that had to be put together
	gaps, ranked []float32
	chains       [][]Mark
}

// Reset forgets the chunks and words, and takes the source of the next.
func (c *Cutter) Reset(s Source) {
	c.Chunks, c.Words, c.inks, c.Visits, c.source = c.Chunks[:0], c.Words[:0], c.inks[:0], 0, s
}

// Cut divides the marks of one frame into baselines, and adds the chunks and
// words of these. It moves the marks about, and the chunks keep them. Marks
// that one operator shows stand in order already; only such runs are sorted.
// It takes O(n log n) time.
func (c *Cutter) Cut(marks []Mark) {
	if len(marks) == 0 {
		return
	}
	c.runs, c.keys = c.runs[:0], c.keys[:0]
	lo := 0
	for i := range marks {
		if i+1 == len(marks) || marks[i+1].V != marks[i].V || marks[i+1].U0 <= marks[i].U0 {
			c.keys = append(c.keys, sweep.Key(marks[i].V, len(c.runs)))
			c.runs = append(c.runs, span{int32(lo), int32(i + 1)})
			lo = i + 1
		}
	}
	c.swap = sweep.Sort(c.keys, c.swap)
	start := 0
	var first, last, size, level float32 // of the line's first level, and of this one
	for i := range c.keys {
		v := sweep.Coord(c.keys[i])
		// Size of the level: equal v.
		if i == 0 || v != last {
			size = 0
			for j := i; j < len(c.keys) && sweep.Coord(c.keys[j]) == v; j++ {
				size = max(size, marks[c.runs[sweep.Index(c.keys[j])].lo].Size)
			}
			if i > 0 && (v-last > baseStep*min(size, level) || v-first > baseReach*max(size, level)) {
				c.baseline(marks, c.keys[start:i])
				start = i
			}
			if i == start {
				first = v
			}
			level, last = size, v
		}
	}
	c.baseline(marks, c.keys[start:])
}

// baseline gathers the runs of one baseline in order and cuts them into words.
func (c *Cutter) baseline(marks []Mark, keys []uint64) {
	v := (sweep.Coord(keys[0]) + sweep.Coord(keys[len(keys)-1])) / 2
	if len(keys) == 1 {
		r := c.runs[sweep.Index(keys[0])]
		c.layered(marks[r.lo:r.hi], v) // in place
		return
	}
	c.parts = c.parts[:0]
	for _, k := range keys {
		i := sweep.Index(k)
		c.parts = append(c.parts, sweep.Key(marks[c.runs[i].lo].U0, i))
	}
	c.swap = sweep.Sort(c.parts, c.swap)
	start := len(c.inks)
	apart := true
	for _, k := range c.parts {
		r := c.runs[sweep.Index(k)]
		if n := len(c.inks); n > start && marks[r.lo].U0 <= c.inks[n-1].U0 {
			apart = false
		}
		c.inks = append(c.inks, marks[r.lo:r.hi]...)
	}
	row := c.inks[start:]
	if !apart {
		c.interleave(row)
	}
	c.layered(row, v)
}

// interleave sorts a row by left edge, then by painting order.
func (c *Cutter) interleave(row []Mark) {
	c.parts = c.parts[:0]
	for i := range row {
		c.parts = append(c.parts, sweep.Key(row[i].U0, i))
	}
	c.swap = sweep.Sort(c.parts, c.swap)
	c.row = append(c.row[:0], row...)
	for i, k := range c.parts {
		row[i] = c.row[sweep.Index(k)]
	}
	for i := 0; i < len(row); {
		j := i + 1
		for j < len(row) && row[j].U0 == row[i].U0 {
			j++
		}
		if j > i+1 {
			c.byPainting(row[i:j])
		}
		i = j
	}
}

// byPainting sorts marks that start at one place by painting order.
func (c *Cutter) byPainting(row []Mark) {
	slices.SortStableFunc(row, func(a, b Mark) int {
		return int(c.source.Painted(a.Glyph)) - int(c.source.Painted(b.Glyph))
	})
}

// layered takes the white space out of a row, in place, and cuts the rest into
// words. A row that carries two texts painted over each other is parted first.
func (c *Cutter) layered(row []Mark, v float32) {
	blank := int32(-1)
	over, n := 0, 0
	plain := true // one chunk, for sure
	for i := range row {
		m := &row[i]
		if m.Class&script.Space != 0 {
			blank = m.Glyph
			continue
		}
		m.Blank = blank
		blank = -1
		if n > 0 {
			prev := &row[n-1]
			if prev.U1 > m.U0 && covers(prev, m) {
				over++
			}
			plain = plain && m.Size == prev.Size && m.U0-prev.U1 <= ChunkGap*m.Size
		}
		if n != i {
			row[n] = *m
		}
		n++
	}
	switch row = row[:n:n]; {
	case n == 0:
	case over >= minOver:
		c.layers(row, v)
	case plain:
		c.chunk(row, row, v)
	default:
		c.cut(row, v)
	}
}

// cut divides inks, which stand on one baseline, into chunks and words.
func (c *Cutter) cut(inks []Mark, v float32) {
	start := 0
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		big, small := max(a.Size, b.Size), min(a.Size, b.Size)
		end := a.U1
		if b.U0-end > ChunkGap*big { // only then does it matter what reaches further
			for j := i - 2; j >= max(start, i-lookBack); j-- {
				end = max(end, inks[j].U1)
			}
		}
		if b.U0-end > ChunkGap*big || big > chunkRatio*small {
			c.chunk(inks[start:i:i], inks, v)
			start = i
		}
	}
	c.chunk(inks[start:len(inks):len(inks)], inks, v)
}

// chunk divides inks, which are part of a row, into words.
func (c *Cutter) chunk(inks, row []Mark, v float32) {
	k := Chunk{Inks: inks, Word0: int32(len(c.Words)), V: v}
	c.space(&k, row)
	k.Word1 = int32(len(c.Words))
	c.Chunks = append(c.Chunks, k)
}

package pdftext

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/baseline"
	"github.com/pdftext-go/pdftext/internal/script"
)

// What a page is set on when its text keeps its places.
const (
	// gridAdvance is the width of a column of the grid where no letter tells
	// it, in points, and gridLead the step between rows in ems.
	gridAdvance = 5
	gridLead    = 1.2
	// gridBlanks and gridRows bound the blanks and empty rows in one gap.
	gridBlanks = 500
	gridRows   = 50
	// gridStep is how far the baselines of one row lie apart at most, in ems.
	gridStep = 0.4
)

// AppendGrid appends the page's text to b with each line where it stands on
// the page: rows from top to bottom, with as many blanks between and before
// their parts as the gaps are wide. A letter of an average page takes one
// place of the grid, East Asian characters two. What is set along another
// direction follows, a line to a row. Parts that would overlap stay one blank
// apart.
func AppendGrid(b []byte, l *Layout) []byte {
	p := l.Page
	type part struct {
		line *Line
		y    float64
	}
	var parts []part
	var turnedLines []*Line
	var advances []float32
	for i := range l.Columns {
		for j := range l.Columns[i].Blocks {
			for k := range l.Columns[i].Blocks[j].Lines {
				line := &l.Columns[i].Blocks[j].Lines[k]
				if line.Dir.X != 1 && line.Dir != (Point{}) {
					turnedLines = append(turnedLines, line)
					continue
				}
				for _, word := range partsOf(p, line) {
					parts = append(parts, part{word, word.Origin.Y})
				}
				for _, g := range line.Glyphs {
					if g.Index >= 0 && g.Rune != ' ' && script.Of(max(g.Rune, 0))&(script.Wide|script.Hangul) == 0 {
						advances = append(advances, g.Advance)
					}
				}
			}
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.y, b.y) })
	cell := float64(gridAdvance)
	if n := len(advances); n > 0 {
		slices.Sort(advances)
		if m := float64(advances[n/2]); m > 0 {
			cell = m
		}
	}
	left := p.Bounds.X0
	first := true
	var last, size float64
	for lo := 0; lo < len(parts); {
		y, em := parts[lo].y, max(parts[lo].line.Size, 1)
		hi := lo + 1
		for hi < len(parts) && parts[hi].y-y <= gridStep*em {
			hi++
		}
		row := parts[lo:hi]
		lo = hi
		slices.SortStableFunc(row, func(a, b part) int { return cmp.Compare(a.line.Bounds.X0, b.line.Bounds.X0) })
		if !first {
			n := int((y-last)/(gridLead*max(em, size)) + 0.5)
			for range min(max(n, 1), gridRows) {
				b = append(b, '\n')
			}
		}
		first, last, size = false, y, em
		at := 0
		for i, part := range row {
			want := int((part.line.Bounds.X0-left)/cell + 0.5)
			if i > 0 {
				want = max(want, at+1)
			}
			for n := 0; at < want && n < gridBlanks; n++ {
				b = append(b, ' ')
				at++
			}
			from := len(b)
			b = appendGlyphs(b, p, part.line.Glyphs)
			at += places(b[from:])
		}
	}
	if !first {
		b = append(b, '\n')
	}
	for _, line := range turnedLines {
		b = append(b, '\n')
		b = appendGlyphs(b, p, line.Glyphs)
	}
	if len(turnedLines) > 0 {
		b = append(b, '\n')
	}
	return b
}

// partsOf divides a line where a gap is wider than an em.
func partsOf(p *Page, l *Line) []*Line {
	var out []*Line
	from := 0
	for i := range l.Glyphs {
		if g := &l.Glyphs[i]; g.Index < 0 && g.Rune == ' ' && float64(g.Advance) > baseline.ChunkGap*l.Size && i > from {
			part := piece(p, l, from, i)
			out = append(out, &part)
			from = i + 1
		}
	}
	if from == 0 {
		return []*Line{l}
	}
	if from < len(l.Glyphs) {
		part := piece(p, l, from, len(l.Glyphs))
		out = append(out, &part)
	}
	return out
}

// places returns how many places of the grid text takes.
func places(text []byte) (n int) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		switch c := script.Of(r); {
		case c&script.Mark != 0:
		case c&(script.Wide|script.Hangul) != 0:
			n += 2
		default:
			n++
		}
	}
	return n
}

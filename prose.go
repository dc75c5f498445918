package pdftext

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/xycut"
)

// The rows of a table and the lines of two columns have the same geometry.
// What tells them apart is that a column of text is full of words, and that
// its lines start in the middle of sentences.
const (
	// A row of text has at least proseWords words (1.5 cuts tables of
	// phrases, 4 loses narrow columns), fills proseFill of the column (0.85
	// loses ragged text) and is proseWidth ems wide; or it fills justifiedFill
	// of a justified column.
	proseWords    = 2.5
	proseFill     = 0.7
	proseWidth    = 4.5
	justifiedFill = 0.95
	// Letters make up proseLetters of it, digits less than proseDigits.
	proseLetters = 0.6
	proseDigits  = 0.4
	// hanPerWord is the number of Han and Kana characters that count as one.
	hanPerWord = 2.2
	// Text runs on where lowerRuns of the cells start in lower case; or in a
	// column with both edges straight and runsWidth ems wide; or where fewer
	// than casedRuns start with a letter that has a case, or a digit.
	lowerRuns = 0.25
	runsWidth = 8
	casedRuns = 0.3
	// Ragged columns of two words a line: strongLower of at least strongRows
	// cells start in lower case, strongLetters of the cells are strongCell
	// letters, and the column is strongWidth ems wide. In fewer rows it may
	// be a river.
	strongLower   = 0.45
	strongRows    = 8
	strongLetters = 0.75
	strongCell    = 0.7
	strongWidth   = 5
	strongProse   = 0.6
	// A list of contents: leaderShare of the cells end in leaderDots dots and
	// a number of at most leaderLabel digits or letters.
	leaderShare = 0.5
	leaderDots  = 4
	leaderLabel = 9
	leaderProse = 0.9
	// A row that holds fullWords words, fills proseFill of the column and is
	// made of fullLetters letters is text whatever stands around it.
	fullWords   = 4
	fullLetters = 0.7
)

// counts are what a word or a cell is made of.
type counts struct {
	glyphs, letters, digits int32
	han                     int32 // Han and Kana
	words                   float32
}

func (n *counts) add(m *counts) {
	n.glyphs += m.glyphs
	n.letters += m.letters
	n.digits += m.digits
	n.han += m.han
	if m.han > 0 {
		n.words += float32(m.han) / hanPerWord
	} else {
		n.words++
	}
}

// cell returns the counts of a row's atoms.
func (r *reader) cell(atoms []int32) counts {
	var n counts
	for _, i := range atoms {
		n.add(&r.words[i].counts)
	}
	return n
}

// Side judges one side of a gutter.
func (r *reader) Side(s *xycut.Side) xycut.Verdict {
	cells := float32(len(s.Cells))
	var ok, lower, cased, letters, leaders float32
	r.ranked = r.ranked[:0]
	for i := range s.Cells {
		c := &s.Cells[i]
		n := r.cell(c.Atoms)
		r.ranked = append(r.ranked, n.words)
		if float32(n.digits) < proseDigits*float32(n.glyphs) && float32(n.letters) >= proseLetters*float32(n.glyphs) {
			if n.words >= proseWords && c.Width >= proseFill*s.Full && c.Width >= proseWidth*s.Em ||
				s.Justified && c.Width >= justifiedFill*s.Full {
				ok++
			}
		}
		if float32(n.letters) >= strongCell*float32(n.glyphs) {
			letters++
		}
		switch first := r.words[c.Atoms[0]].first; {
		case first&isLower != 0:
			lower++
		case first&(isUpper|isDigit) != 0:
			cased++
		}
		if r.leads(c.Atoms) {
			leaders++
		}
	}
	slices.Sort(r.ranked)
	v := xycut.Verdict{Words: r.ranked[len(r.ranked)/2]}
	rows := float32(s.Rows)
	if leaders >= leaderShare*cells {
		v.Prose, v.Runs = max(ok/rows, leaderProse), true
		return v
	}
	v.Prose = ok / rows
	if s.Rows >= strongRows && lower >= strongLower*cells && letters >= strongLetters*cells && s.Full >= strongWidth*s.Em {
		v.Prose = max(v.Prose, strongProse)
	}
	v.Runs = s.Justified && s.Full >= runsWidth*s.Em || lower >= lowerRuns*cells || lower+cased < casedRuns*cells
	return v
}

// Full reports whether a row is a full line of text.
func (r *reader) Full(row []int32, width float32) bool {
	n := r.cell(row)
	x0, x1 := r.atoms[row[0]].X0, r.atoms[row[0]].X1
	for _, i := range row {
		x1 = max(x1, r.atoms[i].X1)
	}
	return n.words >= fullWords && x1-x0 >= proseFill*width && float32(n.letters) >= fullLetters*float32(n.glyphs)
}

// leads reports whether a cell ends in leaders and a number.
func (r *reader) leads(atoms []int32) bool {
	label, dots := 0, 0
	var dot rune
	for k := len(atoms) - 1; k >= 0; k-- {
		glyphs := r.glyphs(&r.words[atoms[k]])
		for i := len(glyphs) - 1; i >= 0; i-- {
			c := glyphs[i].Rune
			switch {
			case dots == 0 && labelRune(c):
				if label++; label > leaderLabel {
					return false
				}
			case dots == 0 && label > 0 && r.rune(max(c, 0))&isLeader != 0 || dots > 0 && c == dot:
				dot = c
				dots++
			default:
				return dots >= leaderDots || dot == '…' && dots >= leaderDots/2
			}
		}
	}
	return false // leaders alone
}

// labelRune reports whether r may stand in a page number or the like.
func labelRune(r rune) bool {
	switch r {
	case 'i', 'v', 'x', 'l', 'c', '-':
		return true
	}
	return '0' <= r && r <= '9' || 'A' <= r && r <= 'Z'
}

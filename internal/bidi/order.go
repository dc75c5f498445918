// Package bidi puts text that stands in visual order into logical order.
//
// What stands on a page is the outcome of rule L2 of the Unicode
// Bidirectional Algorithm (UAX #9), which reverses runs of glyphs by level. It
// is undone here: levels are found from the glyphs' classes in visual order,
// and the same runs are reversed again. Two levels above the base suffice for
// plain text, which has no explicit embeddings.
package bidi

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/script"
)

// unresolved is the level of a glyph that takes that of its neighbours.
const unresolved = -1

// A Piece is a glyph with the combining marks on it: glyphs Lo to Hi of a
// line.
type Piece struct {
	Lo, Hi int32
	Level  int8 // odd for right-to-left text
}

// Logical returns the pieces of a line in logical order, given the classes of
// its glyphs from left to right, or nil if no letter runs from right to left
// and the order stays. A glyph of several letters, such as a ligature, is one
// piece: its text is in logical order. It takes linear time.
func Logical(classes []script.Class) []Piece {
	n := len(classes)
	ltr, rtl := 0, 0
	for _, c := range classes {
		switch {
		case c&script.RTL != 0:
			rtl++
		case c&script.LTR != 0:
			ltr++
		}
	}
	if rtl == 0 {
		return nil
	}
	levels := make([]int8, n)
	base := int8(0)
	if rtl >= ltr {
		base = 1
	}
	resolve(classes, levels, base)

	pieces := make([]Piece, 0, n)
	for i := 0; i < n; {
		j := i + 1
		for classes[i]&script.Space == 0 && j < n && classes[j]&script.Mark != 0 {
			j++
		}
		pieces = append(pieces, Piece{int32(i), int32(j), levels[i]})
		i = j
	}
	for level := int8(2); level >= 1; level-- {
		for i := 0; i < len(pieces); i++ {
			j := i
			for j < len(pieces) && pieces[j].Level >= level {
				j++
			}
			slices.Reverse(pieces[i:j])
			i = max(i, j-1)
		}
	}
	return pieces
}

// Turn mirrors the brackets of text at the places given, which have odd
// levels. Most fonts name brackets by their shape, the mirror image of what is
// meant. Some name what is meant; where that is so the turned ones do not pair
// as well, and they stay.
func Turn(text []rune, at []int) {
	turn := func() {
		for _, i := range at {
			text[i] = Mirrored(text[i])
		}
	}
	before := paired(text)
	turn()
	if paired(text) < before {
		turn()
	}
}

// paired returns the number of brackets that enclose something, less those
// without a partner.
func paired(text []rune) int {
	var open []rune // the closing brackets that are waited for
	pairs, alone := 0, 0
	for _, r := range text {
		switch r {
		case '(', '[', '{', '«':
			open = append(open, Mirrored(r))
		case ')', ']', '}', '»':
			if n := len(open); n > 0 && open[n-1] == r {
				open = open[:n-1]
				pairs++
			} else {
				alone++
			}
		}
	}
	return pairs - alone - len(open)
}

// resolve finds the level of each glyph of a line.
func resolve(classes []script.Class, levels []int8, base int8) {
	n := len(classes)
	number := func(i int) bool {
		return i >= 0 && i < n && classes[i]&(script.Number|script.RTL|script.LTR) == script.Number
	}
	// Numbers take in the separators between them and the signs beside them.
	takes := make([]bool, n)
	for i, c := range classes {
		takes[i] = number(i) || c&script.Separator != 0 && number(i-1) && number(i+1) || c&script.Terminator != 0 && (number(i-1) || number(i+1))
	}
	inner := int8(0) // level of left-to-right text
	if base == 1 {
		inner = 2
	}
	// after[i] is the level of the nearest letter behind i.
	after := make([]int8, n)
	level := int8(unresolved)
	for i := n - 1; i >= 0; i-- {
		after[i] = level
		if l := letterLevel(classes[i], inner); l != unresolved {
			level = l
		}
	}
	before := int8(unresolved)
	for i, c := range classes {
		switch l := letterLevel(c, inner); {
		case l != unresolved:
			before = l
			levels[i] = l
		case takes[i] && base == 1:
			levels[i] = 2
		case takes[i]:
			levels[i] = 0
			if before == 1 && after[i] == 1 {
				levels[i] = 2
			}
		case before == after[i] && before != unresolved:
			levels[i] = before
		default:
			levels[i] = base
		}
	}
	// Marks are of the level of what they stand on.
	for i := 1; i < n; i++ {
		if classes[i]&script.Mark != 0 && classes[i-1]&script.Space == 0 {
			levels[i] = levels[i-1]
		}
	}
}

// letterLevel returns the level of a letter.
func letterLevel(c script.Class, inner int8) int8 {
	switch {
	case c&script.RTL != 0:
		return 1
	case c&script.LTR != 0:
		return inner
	}
	return unresolved
}

// Mirrored returns the counterpart of a bracket or quotation mark.
func Mirrored(r rune) rune {
	switch r {
	case '(':
		return ')'
	case ')':
		return '('
	case '[':
		return ']'
	case ']':
		return '['
	case '{':
		return '}'
	case '}':
		return '{'
	case '<':
		return '>'
	case '>':
		return '<'
	case '«':
		return '»'
	case '»':
		return '«'
	case '‹':
		return '›'
	case '›':
		return '‹'
	case '≤':
		return '≥'
	case '≥':
		return '≤'
	}
	return r
}

package pdftext

import "slices"

// What stands on a page is the outcome of rule L2 of the Unicode
// Bidirectional Algorithm (UAX #9), which reverses runs of glyphs by level. It
// is undone here: levels are found from the glyphs' classes in visual order,
// and the same runs are reversed again. Two levels above the base suffice for
// plain text, which has no explicit embeddings.

// unresolved is the level of a glyph that takes that of its neighbours.
const unresolved = -1

// logical puts a line's glyphs, given from left to right, into logical order.
// Combining marks stay behind the glyph before them. A glyph of several
// letters, such as a ligature, is one piece: its text is in logical order.
//
// Brackets are turned if painted, as they are when a file is read: most fonts
// name them by their shape, the mirror image of what is meant. Some name what is
// meant; where that is so the turned ones do not pair as well, and they stay.
func logical(p *Page, k *classifier, glyphs []Glyph, painted bool) {
	n := len(glyphs)
	classes := make([]class, n)
	ltr, rtl := 0, 0
	for i := range glyphs {
		classes[i] = k.glyph(p, &glyphs[i])
		switch {
		case classes[i]&isRTL != 0:
			rtl++
		case classes[i]&isLTR != 0:
			ltr++
		}
	}
	if rtl == 0 {
		return
	}
	levels := make([]int8, n)
	base := int8(0)
	if rtl >= ltr {
		base = 1
	}
	resolve(classes, levels, base)

	pieces := make([]span, 0, n) // a glyph and the marks on it
	for i := 0; i < n; {
		j := i + 1
		for classes[i]&isSpace == 0 && j < n && classes[j]&isMark != 0 {
			j++
		}
		pieces = append(pieces, span{int32(i), int32(j)})
		i = j
	}
	for level := int8(2); level >= 1; level-- {
		for i := 0; i < len(pieces); i++ {
			j := i
			for j < len(pieces) && levels[pieces[j].lo] >= level {
				j++
			}
			slices.Reverse(pieces[i:j])
			i = max(i, j-1)
		}
	}
	visual := slices.Clone(glyphs)
	out := glyphs[:0]
	for _, s := range pieces {
		out = append(out, visual[s.lo:s.hi]...)
	}
	if painted {
		turnBrackets(glyphs, pieces, levels)
	}
}

// turnBrackets mirrors the brackets of odd level, unless they pair better as
// they are. The pieces are in the order of glyphs.
func turnBrackets(glyphs []Glyph, pieces []span, levels []int8) {
	var at []int // of the brackets to turn
	n := 0
	for _, s := range pieces {
		if levels[s.lo]&1 == 1 && mirrored(glyphs[n].Rune) != glyphs[n].Rune {
			at = append(at, n)
		}
		n += int(s.hi - s.lo)
	}
	turn := func() {
		for _, i := range at {
			glyphs[i].Rune = mirrored(glyphs[i].Rune)
		}
	}
	if len(at) == 0 {
		return
	}
	before := paired(glyphs)
	turn()
	if paired(glyphs) < before {
		turn()
	}
}

// paired returns the number of brackets that enclose something, less those
// without a partner.
func paired(glyphs []Glyph) int {
	var open []rune // the closing brackets that are waited for
	pairs, alone := 0, 0
	for i := range glyphs {
		switch r := glyphs[i].Rune; r {
		case '(', '[', '{', '«':
			open = append(open, mirrored(r))
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
func resolve(classes []class, levels []int8, base int8) {
	n := len(classes)
	number := func(i int) bool { return i >= 0 && i < n && classes[i]&(isNumber|isRTL|isLTR) == isNumber }
	// Numbers take in the separators between them and the signs beside them.
	takes := make([]bool, n)
	for i, c := range classes {
		takes[i] = number(i) || c&isSeparator != 0 && number(i-1) && number(i+1) || c&isTerminator != 0 && (number(i-1) || number(i+1))
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
		if classes[i]&isMark != 0 && classes[i-1]&isSpace == 0 {
			levels[i] = levels[i-1]
		}
	}
}

// letterLevel returns the level of a letter.
func letterLevel(c class, inner int8) int8 {
	switch {
	case c&isRTL != 0:
		return 1
	case c&isLTR != 0:
		return inner
	}
	return unresolved
}

// mirrored returns the counterpart of a bracket or quotation mark.
func mirrored(r rune) rune {
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

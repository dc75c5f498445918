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
// Brackets of right-to-left text are mirrored, since fonts name them by shape.
func logical(p *Page, k *classifier, glyphs []Glyph) {
	n := len(glyphs)
	classes := classesOf(p, k, glyphs)
	levels, ok := mirror(classes, glyphs)
	if !ok {
		return
	}
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
}

func classesOf(p *Page, k *classifier, glyphs []Glyph) []class {
	classes := make([]class, len(glyphs))
	for i := range glyphs {
		classes[i] = k.glyph(p, &glyphs[i])
	}
	return classes
}

// mirror turns the brackets of a line's right-to-left text, and back when
// called again: brackets have no level of their own, so the levels stay. The
// glyphs stand from left to right. It reports whether there is such text.
func mirror(classes []class, glyphs []Glyph) (levels []int8, ok bool) {
	ltr, rtl := 0, 0
	for _, c := range classes {
		switch {
		case c&isRTL != 0:
			rtl++
		case c&isLTR != 0:
			ltr++
		}
	}
	if rtl == 0 {
		return nil, false
	}
	levels = make([]int8, len(classes))
	base := int8(0)
	if rtl >= ltr {
		base = 1
	}
	resolve(classes, levels, base)
	for i := range glyphs {
		if levels[i]&1 == 1 {
			glyphs[i].Rune = mirrored(glyphs[i].Rune)
		}
	}
	return levels, true
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

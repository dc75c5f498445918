package pdftext

import (
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// A class is the set of properties that layout asks of a glyph's text.
type class uint32

const (
	isSpace      class = 1 << iota // white space and controls
	isLetter                       // of any script, ideographs included
	isUpper                        // upper case
	isLower                        // lower case
	isDigit                        // decimal digit
	isWide                         // Han, Kana, Hangul and full-width forms: the glyphs are their own spacing
	isHangul                       // of these, those that words are made of
	isRTL                          // strong right-to-left letter
	isLTR                          // strong left-to-right letter
	isNumber                       // number of the bidirectional algorithm, European or Arabic
	isSeparator                    // joins two numbers: classes CS and ES
	isTerminator                   // goes with a number beside it: class ET
	isMark                         // combining mark
	isLeader                       // dot or line that leads to a page number
	isUpright                      // of vertical writing mode, but set from left to right
)

// A classifier tells the classes of glyphs. The zero value is ready.
type classifier struct {
	seen [256]struct { // by the rune's low byte
		r rune
		c class
	}
}

// glyph returns the class of the first rune of a glyph's text. isRTL and isLTR
// say what letters there are in all of it; neither is set if there are both,
// since such a glyph can stand in text of either direction.
func (k *classifier) glyph(p *Page, g *Glyph) class {
	if r := uint32(g.Rune); r-1 < uint32(len(asciiClass))-1 {
		return asciiClass[r]
	}
	return k.other(p, g)
}

// other is glyph for what is not ASCII.
func (k *classifier) other(p *Page, g *Glyph) class {
	switch {
	case g.Rune > 0:
		return k.rune(g.Rune)
	case g.Rune == 0:
		// The rest of an ActualText is ink. What a font maps to no text is a
		// blank as far as anybody can tell.
		if g.Flags&ActualText != 0 {
			return 0
		}
		return isSpace
	}
	i := int(^g.Rune)
	if i >= len(p.Strings) {
		return 0
	}
	first, all, blank := class(0), class(0), class(isSpace)
	for j, r := range p.Strings[i] {
		d := k.rune(r)
		if j == 0 {
			first = d
		}
		all |= d
		blank &= d
	}
	all &= isRTL | isLTR
	if all == isRTL|isLTR {
		all = 0
	}
	return first&^(isRTL|isLTR|isSpace) | all | blank
}

// rune returns the class of r. Rune 0 stands for empty text and has none.
func (k *classifier) rune(r rune) class {
	if uint32(r) < uint32(len(asciiClass)) {
		return asciiClass[r]
	}
	s := &k.seen[r&0xff]
	if s.r != r {
		s.r, s.c = r, unicodeClass(r)
	}
	return s.c
}

const (
	lower = isLetter | isLower | isLTR
	upper = isLetter | isUpper | isLTR
	digit = isDigit | isNumber
)

// asciiClass holds the classes of the ASCII characters.
var asciiClass = [128]class{
	1: isSpace, 2: isSpace, 3: isSpace, 4: isSpace, 5: isSpace, 6: isSpace, 7: isSpace,
	8: isSpace, 9: isSpace, 10: isSpace, 11: isSpace, 12: isSpace, 13: isSpace, 14: isSpace, 15: isSpace,
	16: isSpace, 17: isSpace, 18: isSpace, 19: isSpace, 20: isSpace, 21: isSpace, 22: isSpace, 23: isSpace,
	24: isSpace, 25: isSpace, 26: isSpace, 27: isSpace, 28: isSpace, 29: isSpace, 30: isSpace, 31: isSpace,
	' ': isSpace,
	'#': isTerminator, '$': isTerminator, '%': isTerminator,
	'+': isSeparator, ',': isSeparator, '-': isSeparator, '.': isSeparator | isLeader, '/': isSeparator, ':': isSeparator, '_': isLeader,
	'0': digit, '1': digit, '2': digit, '3': digit, '4': digit, '5': digit, '6': digit, '7': digit, '8': digit, '9': digit,
	'A': upper, 'B': upper, 'C': upper, 'D': upper, 'E': upper, 'F': upper, 'G': upper, 'H': upper, 'I': upper, 'J': upper, 'K': upper, 'L': upper, 'M': upper,
	'N': upper, 'O': upper, 'P': upper, 'Q': upper, 'R': upper, 'S': upper, 'T': upper, 'U': upper, 'V': upper, 'W': upper, 'X': upper, 'Y': upper, 'Z': upper,
	'a': lower, 'b': lower, 'c': lower, 'd': lower, 'e': lower, 'f': lower, 'g': lower, 'h': lower, 'i': lower, 'j': lower, 'k': lower, 'l': lower, 'm': lower,
	'n': lower, 'o': lower, 'p': lower, 'q': lower, 'r': lower, 's': lower, 't': lower, 'u': lower, 'v': lower, 'w': lower, 'x': lower, 'y': lower, 'z': lower,
}

func unicodeClass(r rune) class {
	c := class(0)
	switch {
	case unicode.IsSpace(r) || r == 0x200B || r < 0xA0:
		return isSpace
	case unicode.IsLetter(r):
		c = isLetter
		if unicode.IsUpper(r) {
			c |= isUpper
		} else if unicode.IsLower(r) {
			c |= isLower
		}
	case unicode.IsDigit(r):
		c = isDigit
	case unicode.Is(unicode.M, r):
		c = isMark
	case r == '…' || r == '·':
		c = isLeader
	}
	switch {
	case r >= 0xAC00 && r <= 0xD7AF, r >= 0x1100 && r <= 0x11FF:
		c |= isHangul | isWide
	case r >= 0x2E80 && r <= 0x9FFF, r >= 0xF900 && r <= 0xFAFF, r >= 0xFF00 && r <= 0xFFEF, r >= 0x20000 && r <= 0x3FFFF:
		c |= isWide
	}
	prop, _ := bidi.LookupRune(r)
	switch prop.Class() {
	case bidi.L:
		c |= isLTR
	case bidi.R, bidi.AL:
		c |= isRTL
	case bidi.EN, bidi.AN:
		c |= isNumber
	case bidi.CS, bidi.ES:
		c |= isSeparator
	case bidi.ET:
		c |= isTerminator
	}
	return c
}

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
)

// A classifier tells the classes of glyphs. The zero value is ready.
type classifier struct {
	seen [256]struct { // by the rune's low byte
		r rune
		c class
	}
}

// glyph returns the class of the first rune of a glyph's text, and with it
// isRTL if there is a right-to-left letter behind.
func (k *classifier) glyph(p *Page, g *Glyph) class {
	if g.Rune >= 0 {
		return k.rune(g.Rune)
	}
	i := int(^g.Rune)
	if i >= len(p.Strings) {
		return 0
	}
	c, first := class(0), true
	for _, r := range p.Strings[i] {
		if d := k.rune(r); first {
			c, first = d, false
		} else {
			c |= d & isRTL
			if d&isSpace == 0 {
				c &^= isSpace
			}
		}
	}
	return c
}

// rune returns the class of r. Rune 0 stands for empty text and has none.
func (k *classifier) rune(r rune) class {
	switch {
	case 'a' <= r && r <= 'z':
		return isLetter | isLower | isLTR
	case r == ' ':
		return isSpace
	case 'A' <= r && r <= 'Z':
		return isLetter | isUpper | isLTR
	case '0' <= r && r <= '9':
		return isDigit | isNumber
	case r < 0x80:
		return ascii(r)
	}
	s := &k.seen[r&0xff]
	if s.r != r {
		s.r, s.c = r, unicodeClass(r)
	}
	return s.c
}

// ascii returns the class of what is neither letter, digit nor blank.
func ascii(r rune) class {
	switch r {
	case 0:
		return 0
	case '.':
		return isSeparator | isLeader
	case '_':
		return isLeader
	case ',', ':', '/', '+', '-':
		return isSeparator
	case '#', '$', '%':
		return isTerminator
	}
	if r < ' ' {
		return isSpace
	}
	return 0
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

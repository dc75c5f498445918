// Package script tells the properties of characters that layout asks for:
// whether one is a letter, a digit or white space, of which direction, and
// whether words are made of it.
package script

import (
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// A Class is a set of properties of a character.
type Class uint32

// Properties of a character.
const (
	Space      Class = 1 << iota // white space and controls
	Letter                       // of any script, ideographs included
	Upper                        // upper case
	Lower                        // lower case
	Digit                        // decimal digit
	Wide                         // Han, Kana, Hangul and full-width forms: the glyphs are their own spacing
	Hangul                       // of these, those that words are made of
	RTL                          // strong right-to-left letter
	LTR                          // strong left-to-right letter
	Number                       // number of the bidirectional algorithm, European or Arabic
	Separator                    // joins two numbers: classes CS and ES
	Terminator                   // goes with a number beside it: class ET
	Mark                         // combining mark
	Leader                       // dot or line that leads to a page number
)

const (
	lower = Letter | Lower | LTR
	upper = Letter | Upper | LTR
	digit = Digit | Number
)

// ASCII holds the classes of the ASCII characters.
var ASCII = [128]Class{
	1: Space, 2: Space, 3: Space, 4: Space, 5: Space, 6: Space, 7: Space,
	8: Space, 9: Space, 10: Space, 11: Space, 12: Space, 13: Space, 14: Space, 15: Space,
	16: Space, 17: Space, 18: Space, 19: Space, 20: Space, 21: Space, 22: Space, 23: Space,
	24: Space, 25: Space, 26: Space, 27: Space, 28: Space, 29: Space, 30: Space, 31: Space,
	' ': Space,
	'#': Terminator, '$': Terminator, '%': Terminator,
	'+': Separator, ',': Separator, '-': Separator, '.': Separator | Leader, '/': Separator, ':': Separator, '_': Leader,
	'0': digit, '1': digit, '2': digit, '3': digit, '4': digit, '5': digit, '6': digit, '7': digit, '8': digit, '9': digit,
	'A': upper, 'B': upper, 'C': upper, 'D': upper, 'E': upper, 'F': upper, 'G': upper, 'H': upper, 'I': upper, 'J': upper, 'K': upper, 'L': upper, 'M': upper,
	'N': upper, 'O': upper, 'P': upper, 'Q': upper, 'R': upper, 'S': upper, 'T': upper, 'U': upper, 'V': upper, 'W': upper, 'X': upper, 'Y': upper, 'Z': upper,
	'a': lower, 'b': lower, 'c': lower, 'd': lower, 'e': lower, 'f': lower, 'g': lower, 'h': lower, 'i': lower, 'j': lower, 'k': lower, 'l': lower, 'm': lower,
	'n': lower, 'o': lower, 'p': lower, 'q': lower, 'r': lower, 's': lower, 't': lower, 'u': lower, 'v': lower, 'w': lower, 'x': lower, 'y': lower, 'z': lower,
}

// Of returns the class of a character that is not ASCII.
func Of(r rune) Class {
	c := Class(0)
	switch {
	case unicode.IsSpace(r) || r == 0x200B || r < 0xA0:
		return Space
	case unicode.IsLetter(r):
		c = Letter
		if unicode.IsUpper(r) {
			c |= Upper
		} else if unicode.IsLower(r) {
			c |= Lower
		}
	case unicode.IsDigit(r):
		c = Digit
	case unicode.Is(unicode.M, r):
		c = Mark
	case r == '…' || r == '·':
		c = Leader
	}
	switch {
	case r >= 0xAC00 && r <= 0xD7AF, r >= 0x1100 && r <= 0x11FF:
		c |= Hangul | Wide
	case r >= 0x2E80 && r <= 0x9FFF, r >= 0xF900 && r <= 0xFAFF, r >= 0xFF00 && r <= 0xFFEF, r >= 0x20000 && r <= 0x3FFFF:
		c |= Wide
	}
	prop, _ := bidi.LookupRune(r)
	switch prop.Class() {
	case bidi.L:
		c |= LTR
	case bidi.R, bidi.AL:
		c |= RTL
	case bidi.EN, bidi.AN:
		c |= Number
	case bidi.CS, bidi.ES:
		c |= Separator
	case bidi.ET:
		c |= Terminator
	}
	return c
}

package script

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Combining returns the combining mark that a spacing accent such as ´ or ˇ
// stands for, 0 if r is none. TeX's old fonts, and others, paint an accented
// letter as two.
func Combining(r rune) rune {
	switch r {
	case '`', 'ˋ':
		return '\u0300'
	case '´', 'ˊ':
		return '\u0301'
	case '^', 'ˆ':
		return '\u0302'
	case '~', '˜':
		return '\u0303'
	case '¯', 'ˉ':
		return '\u0304'
	case '˘':
		return '\u0306'
	case '˙':
		return '\u0307'
	case '¨':
		return '\u0308'
	case '˚', '°':
		return '\u030A'
	case '˝':
		return '\u030B'
	case 'ˇ':
		return '\u030C'
	case '¸':
		return '\u0327'
	case '˛':
		return '\u0328'
	}
	return 0
}

// Compose returns the letter that a base and a combining mark make together,
// 0 if there is none of one code point.
func Compose(base, mark rune) rune {
	if mark < 0x300 || mark > 0x36F {
		return 0
	}
	switch base { // they lose their dot to the accent
	case 'ı':
		base = 'i'
	case 'ȷ':
		base = 'j'
	}
	var b [2 * utf8.UTFMax]byte
	text := utf8.AppendRune(utf8.AppendRune(b[:0], base), mark)
	var c [2 * utf8.UTFMax]byte
	out := norm.NFC.Append(c[:0], text...)
	r, n := utf8.DecodeRune(out)
	if n != len(out) {
		return 0
	}
	return r
}

package encoding

//go:generate go run gendingbats.go -js package/dist/dingbats.js

import "strings"

// A Dingbats is one of Microsoft's fonts of signs. Their codes stand for signs
// whatever encoding and glyph names a file gives them: it calls the code of a
// bullet "l". The zero Dingbats is no such font.
type Dingbats uint8

// DingbatsOf returns the font of signs of a font name without a subset tag, such
// as "Wingdings-Regular" or "Wingdings 2".
func DingbatsOf(name string) Dingbats {
	family, rest, ok := strings.Cut(strings.ToLower(name), "dings")
	switch rest = strings.Trim(rest, " -_"); {
	case !ok:
	case family == "wing" && (rest == "" || rest == "regular"):
		return 1
	case family == "wing" && strings.HasPrefix(rest, "2"):
		return 2
	case family == "wing" && strings.HasPrefix(rest, "3"):
		return 3
	case family == "web" && (rest == "" || rest == "regular"):
		return 4
	}
	return 0
}

// Rune returns the character of a code, 0 if it has none.
func (d Dingbats) Rune(code byte) rune {
	if d == 0 || code < ' ' {
		return 0
	}
	return dingbatRunes[d-1][code-' ']
}

// Named returns the character of the sign that a file gives the name of a letter:
// that of the letter's code in WinAnsi. It is 0 if there is none.
func (d Dingbats) Named(letter rune) rune {
	if d == 0 || letter == 0 {
		return 0
	}
	for code := ' '; code <= 0xFF; code++ {
		if WinAnsi.Rune(byte(code)) == letter {
			return d.Rune(byte(code))
		}
	}
	return 0
}

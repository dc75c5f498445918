package font

import (
	"strconv"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/fontfile"
)

// naturalShare is the share of a font's codes whose guessed text must be a
// letter, a digit, a space, a period, a comma or a hyphen. Of 57 fonts with a
// (1,0) cmap alone and a ToUnicode CMap to check against, 0.7 accepts 11, all of
// them right, and refuses one that is right; 0.6 accepts one wrong font, 0.5
// eleven.
const naturalShare = 0.7

// natural reports whether what a guess says could be text.
func natural(guesses *[256]rune) bool {
	n, good := 0, 0
	for _, r := range guesses {
		if r == 0 {
			continue
		}
		n++
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == ' ' || r == '.' || r == ',' || r == '-' {
			good++
		}
	}
	return n > 0 && float64(good) >= naturalShare*float64(n)
}

// guess takes codes for text, where that is natural: by the character set of a
// TrueType program's cmap, or by the names of a Type 3 font. The glyphs of
// Type 1 and CFF programs have names; where no list knows them, every guess that
// was checked was wrong.
func (l *loader) guess(s *simpleFont, prog *fontfile.Program) {
	var guesses [256]rune
	k := byCodeGuess
	switch {
	case l.f.Type3:
		if !carriesCodes(&s.encoding) {
			return
		}
		k = byType3Name
		for code := range guesses {
			if s.encoding.names[code] != "" {
				guesses[code] = encoding.WinAnsi.Rune(byte(code))
			}
		}
	case prog == nil || prog.Kind != fontfile.TrueType:
		return
	case prog.Cmap(3, 0):
		for code := range guesses {
			if gid, ok := symbolGID(prog, code); ok && gid != 0 && s.shown(code) {
				guesses[code] = encoding.WinAnsi.Rune(byte(code))
			}
		}
	case prog.Cmap(1, 0):
		for code := range guesses {
			if gid, ok := prog.CodeToGID(1, 0, uint32(code)); ok && gid != 0 && s.shown(code) {
				guesses[code] = encoding.MacRomanTrueType(byte(code))
			}
		}
	default:
		return
	}
	if !natural(&guesses) {
		return
	}
	for code, r := range guesses {
		if r != 0 && s.link[code] == unresolved && s.to[code].Kind == 0 {
			s.value[code], s.link[code] = r, k
		}
	}
}

// shown reports whether the font has the code for use: with a width, if the
// dictionary gives widths.
func (s *simpleFont) shown(code int) bool { return s.widths.none() || s.widths.has(code) }

// Bounds for taking the names of a Type 3 font for codes: the share of the names
// that carry their code, and of the codes that are printable. Without the first
// 5 of 7 fonts accepted as natural were wrong, as the numbers of Skia's names
// (g3E4) count glyphs.
const (
	codeNames      = 0.8
	printableCodes = 0.9
)

// carriesCodes reports whether the names of Differences are made from the
// codes: a116 for 0x74, or CT, which is 2*36+29 = 101.
func carriesCodes(e *simpleEncoding) bool {
	names, carry, printable := 0, 0, 0
	for code, n := range e.names {
		if n == "" || n == ".notdef" {
			continue
		}
		names++
		if nameCode(n) == code {
			carry++
		}
		if 0x20 <= code && code <= 0x7E || 0xC0 <= code {
			printable++
		}
	}
	return names > 0 && float64(carry) >= codeNames*float64(names) &&
		float64(printable) >= printableCodes*float64(names)
}

// nameCode returns the code that a name of a Type 3 font carries, or -1.
func nameCode(name string) int {
	letters := 0
	for letters < len(name) && ('a' <= name[letters]|0x20 && name[letters]|0x20 <= 'z') {
		letters++
	}
	if 0 < letters && letters < len(name) {
		if n, err := strconv.ParseUint(name[letters:], 10, 8); err == nil {
			return int(n)
		}
	}
	if len(name) == 2 && 'A' <= name[0] && name[0] <= 'Z' {
		switch c := name[1]; {
		case '0' <= c && c <= '9':
			return int(name[0]-'A')*36 + int(c-'0')
		case 'A' <= c && c <= 'Z':
			return int(name[0]-'A')*36 + int(c-'A') + 10
		}
	}
	return -1
}

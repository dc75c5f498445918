package font

import (
	"unicode"

	"github.com/pdftext-go/pdftext/internal/cmap"
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
		if isNatural(r) {
			good++
		}
	}
	return n > 0 && float64(good) >= naturalShare*float64(n)
}

// isNatural reports whether r is what most of any text consists of.
func isNatural(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == ' ' || r == '.' || r == ',' || r == '-'
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
		if s.agrees() {
			var unnamed [256]rune
			for code := range unnamed {
				if s.encoding.names[code] == "" {
					unnamed[code] = encoding.WinAnsi.Rune(byte(code))
				}
			}
			s.take(&unnamed, k)
		}
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
	case l.dingbats != 0:
		for code := range guesses {
			if gid, ok := trueTypeGID(prog, &s.encoding, code); ok && gid != 0 && s.shown(code) {
				guesses[code] = l.dingbats.Rune(byte(code))
			}
		}
		s.take(&guesses, k)
		return
	case s.controlsPaint(prog):
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
	if natural(&guesses) {
		s.take(&guesses, k)
	}
}

// controlsPaint reports whether the font shows glyphs by control codes. Its codes
// are numbers then, of no character set. Those that TrueType fonts have for .null
// and a carriage return say nothing.
func (s *simpleFont) controlsPaint(prog *fontfile.Program) bool {
	for code := 1; code < ' '; code++ {
		switch code {
		case '\b', '\t', '\n', '\r', 0x1D:
			continue
		}
		if s.widths.has(code) {
			gid, ok := unicodeGID(prog, rune(code))
			if !ok {
				gid, ok = trueTypeGID(prog, &s.encoding, code)
			}
			if ok && gid != 0 {
				return true
			}
		}
	}
	return false
}

// take gives the codes without text what was guessed for them.
func (s *simpleFont) take(guesses *[256]rune, k link) {
	for code, r := range guesses {
		if r != 0 && s.link[code] == unresolved {
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

// Bounds for taking the codes of a Type 3 font for WinAnsi because those with a
// text are: their number, and the share that agrees.
const (
	agreeingCodes = 10
	agreeingShare = 0.95
)

// agrees reports whether the codes that have text are WinAnsi, nearly all. A
// code without a glyph name is then meant to be so, too.
func (s *simpleFont) agrees() bool {
	known, agree := 0, 0
	for code, k := range s.link {
		if k != byName && k != byToUnicode {
			continue
		}
		known++
		if s.value[code] == encoding.WinAnsi.Rune(byte(code)) {
			agree++
		}
	}
	return known >= agreeingCodes && float64(agree) >= agreeingShare*float64(known)
}

// carriesCodes reports whether the names of Differences are made from the
// codes: a116 for 0x74, or CT, which is 2*36+29 = 101.
func carriesCodes(e *simpleEncoding) bool {
	names, carry, printable := 0, 0, 0
	for code, n := range e.names {
		if n == "" || n == ".notdef" {
			continue
		}
		names++
		if carries(n, code) {
			carry++
		}
		if 0x20 <= code && code <= 0x7E || 0xC0 <= code {
			printable++
		}
	}
	return names > 0 && float64(carry) >= codeNames*float64(names) &&
		float64(printable) >= printableCodes*float64(names)
}

// carries reports whether a name of a Type 3 font is made from a code: letters
// and the decimal code, or a capital for each 36 and a digit to base 36.
func carries(name string, code int) bool {
	const base36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if len(name) == 2 && name[0] == byte('A'+code/36) && name[1] == base36[code%36] {
		return true
	}
	at := 0
	for at < len(name) && isLetter(name[at]) {
		at++
	}
	if at == 0 || len(name)-at < 1 || len(name)-at > 3 {
		return false
	}
	n := 0
	for ; at < len(name); at++ {
		if name[at] < '0' || '9' < name[at] {
			return false
		}
		n = 10*n + int(name[at]-'0')
	}
	return n == code
}

// maxGuessedCodes bounds the codes of a CMap that is looked at for a guess. One
// that maps more is not made for the text of one document.
const maxGuessedCodes = 2048

// guessComposite reports whether the codes of an embedded CMap can be taken for
// Unicode: it must pick its codes one by one, as Identity does not, and those
// must be natural.
func guessComposite(m *cmap.CMap) bool {
	n, good := 0, 0
	for length := 1; length <= 2; length++ {
		for _, r := range m.CIDRanges(length) {
			if n += int(r.Hi-r.Lo) + 1; n > maxGuessedCodes {
				return false
			}
			for code := r.Lo; code <= r.Hi; code++ {
				if isNatural(rune(code)) {
					good++
				}
			}
		}
	}
	return n > 0 && float64(good) >= naturalShare*float64(n)
}

// guessCIDs reports whether the CIDs of a CIDToGIDMap can be taken for Unicode,
// as some producers have it for whole fonts. Where they number the glyphs
// instead, those below 32 are in use, and 32 is an equals sign or a letter: here
// it must be a glyph that paints nothing.
func guessCIDs(prog *fontfile.Program, gids []byte) bool {
	gid := func(cid int) int { return int(gids[2*cid])<<8 | int(gids[2*cid+1]) }
	n := len(gids) / 2
	if n <= ' ' || gid(' ') == 0 || !prog.EmptyOutline(gid(' ')) {
		return false
	}
	for cid := 1; cid < ' '; cid++ {
		if gid(cid) != 0 {
			return false
		}
	}
	used, printable := 0, 0
	for cid := ' '; cid < rune(n); cid++ {
		if gid(int(cid)) != 0 {
			used++
			if unicode.IsPrint(cid) || unicode.IsSpace(cid) {
				printable++
			}
		}
	}
	return float64(printable) >= graphicShare*float64(used)
}

// graphicShare is the share of the CIDs in use that must be characters which are
// printed. Nearly all code points of some blocks are none.
const graphicShare = 0.9

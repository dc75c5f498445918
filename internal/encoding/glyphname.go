package encoding

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Quality says how a glyph name gave its text.
type Quality uint8

const (
	// Unknown: no list and no rule has the name; there is no text.
	Unknown Quality = iota
	// Exact: a list has the whole name, or the name spells code points.
	Exact
	// Derived: the text is that of the name without its suffix, or of its
	// parts. The glyph may be an alternate of what the text says.
	Derived
	// Private: the name spells a private-use code point. The text is that
	// code point; take it only when no other source knows better.
	Private
)

// Text returns what a glyph name says, and how it is known. The rules are those
// of the Adobe Glyph List Specification, section 2, with the order measured on
// real files: the glyph list, uniXXXX and uXXXXXX, names of TeX, Zapf Dingbats
// if zapf is set, and then the name up to its first period and its parts between
// underscores, all of which must be known. Of 23,424 codes of real fonts the
// glyph list alone had 23,305.
//
// The names of Zapf Dingbats (a65, a116) are also those of bitmap fonts made from
// TeX, which mean something else: zapf must be set for real Zapf Dingbats only.
//
// Names that count glyphs (g37, cid12, G2C) have no text: in files that also say
// it otherwise, none of 1,196 such numbers was the right code point.
//
// Text allocates only for names with parts and for names that spell code points.
func Text(name string, zapf bool) (string, Quality) {
	if t, q := whole(name, zapf); q != Unknown {
		return t, q
	}
	base, _, suffixed := strings.Cut(name, ".")
	if base == "" {
		return "", Unknown // .notdef, .null
	}
	if suffixed {
		if t, q := whole(base, zapf); q != Unknown {
			return t, max(q, Derived)
		}
	}
	if strings.Contains(base, "_") && len(base) <= maxName {
		return parts(base, zapf)
	}
	return "", Unknown
}

// maxName bounds the length of a name that is taken apart. ISO 32000-1, Annex C
// gives 127 bytes for any name.
const maxName = 127

// whole looks up a name as it is.
func whole(name string, zapf bool) (string, Quality) {
	if t, ok := adobeList.lookup(name); ok {
		return t, Exact
	}
	if t, q := codePoints(name); q != Unknown {
		return t, q
	}
	if t, ok := texList.lookup(name); ok {
		return t, Exact
	}
	if zapf {
		if t, ok := zapfList.lookup(name); ok {
			return t, Exact
		}
	}
	return "", Unknown
}

// parts joins the texts of a name's parts, as of f_f_i.
func parts(name string, zapf bool) (string, Quality) {
	var b strings.Builder
	quality := Derived
	for part := range strings.SplitSeq(name, "_") {
		t, q := whole(part, zapf)
		switch q {
		case Unknown:
			return "", Unknown
		case Private:
			quality = Private
		}
		b.WriteString(t)
	}
	return b.String(), quality
}

// codePoints reads uniXXXX, with any number of groups of four digits, and
// uXXXX to uXXXXXX. Lower-case digits pass as well, which the specification
// forbids and fonts have. Control codes, surrogates that stand alone and
// noncharacters are no text.
func codePoints(name string) (string, Quality) {
	if hex, ok := strings.CutPrefix(name, "uni"); ok && len(hex) >= 4 && len(hex)%4 == 0 && len(hex) <= maxName {
		var units [maxName / 4]uint16
		n := len(hex) / 4
		for i := range n {
			v, err := strconv.ParseUint(hex[4*i:4*i+4], 16, 16)
			if err != nil {
				return "", Unknown
			}
			units[i] = uint16(v)
		}
		return spelled(utf16.Decode(units[:n]))
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok && len(hex) >= 4 && len(hex) <= 6 {
		v, err := strconv.ParseUint(hex, 16, 32)
		if err != nil {
			return "", Unknown
		}
		return spelled([]rune{rune(v)})
	}
	return "", Unknown
}

// spelled turns code points into text and replaces those of Adobe's private use.
func spelled(runes []rune) (string, Quality) {
	quality := Exact
	b := make([]byte, 0, 16)
	for _, r := range runes {
		switch {
		case !utf8.ValidRune(r), r == utf8.RuneError, r&0xFFFE == 0xFFFE, unicode.IsControl(r):
			return "", Unknown
		case unicode.Is(unicode.Co, r):
			if t, ok := PrivateUse(r); ok {
				b = append(b, t...)
				continue
			}
			quality = Private
		}
		b = utf8.AppendRune(b, r)
	}
	return string(b), quality
}

// PrivateUse returns the text of a code point of Adobe's corporate private use
// (F6BE to F8FE): small capitals, old-style figures, pieces of brackets. Apple's
// logo (F8FF) has none.
func PrivateUse(r rune) (string, bool) {
	lo, hi := 0, len(privateUse)
	for lo < hi {
		if m := int(uint(lo+hi) / 2); rune(privateUse[m].code) < r {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(privateUse) && rune(privateUse[lo].code) == r && r != appleLogo {
		return privateUse[lo].text, true
	}
	return "", false
}

const appleLogo = 0xF8FF

// A nameList is a sorted list of glyph names and their texts in one string:
//
//	block of 16:  shared, rest, text lengths   rest of the name   text in UTF-8
//	              0, 1, 1                      A                  A
//	              1, 1, 2                       E                 Æ
//	              2, 5, 2                        acute            Ǽ
//
// A name starts with what it shares with the one before it; the first of a block
// shares nothing. The index has the offset of every block.
type nameList struct {
	entries string
	index   []uint16
}

var (
	adobeList = nameList{adobeNames, adobeIndex[:]}
	texList   = nameList{texNames, texIndex[:]}
	zapfList  = nameList{zapfNames, zapfIndex[:]}
)

// lookup finds a name's text: a binary search over the blocks' first names, then
// a walk through one block.
func (l *nameList) lookup(name string) (string, bool) {
	lo, hi := 0, len(l.index)
	for lo < hi {
		if m := int(uint(lo+hi) / 2); l.first(m) <= name {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo == 0 {
		return "", false
	}
	at, end := int(l.index[lo-1]), len(l.entries)
	if lo < len(l.index) {
		end = int(l.index[lo])
	}
	// matched is how much of the name the entry before this one shares with it.
	// In sorted order an entry can only be the name if it shares as much.
	matched := 0
	for at < end {
		shared, rest, text := int(l.entries[at]), int(l.entries[at+1]), int(l.entries[at+2])
		at += 3
		if shared < matched {
			return "", false
		}
		if shared == matched {
			s := l.entries[at : at+rest]
			n := 0
			for n < rest && matched+n < len(name) && s[n] == name[matched+n] {
				n++
			}
			matched += n
			if n == rest && matched == len(name) {
				return l.entries[at+rest : at+rest+text], true
			}
		}
		at += rest + text
	}
	return "", false
}

// first returns the first name of a block.
func (l *nameList) first(block int) string {
	at := int(l.index[block])
	return l.entries[at+3 : at+3+int(l.entries[at+1])]
}

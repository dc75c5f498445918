package cmap

import (
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// A ToUnicode maps character codes to text.
type ToUnicode struct {
	ranges  [maxCodeLength]Ranges // by code length - 1; values as in Text
	strings []string
}

// A Text is what a ToUnicode CMap says of one code.
type Text struct {
	Value int32 // the character, or ^i for ToUnicode.String(i)
	Kind  Kind
}

// A Kind says what the text of a code is worth. Whatever comes after Nothing
// is no text to show if any other source knows better.
type Kind uint8

// Kinds of text.
const (
	Missing Kind = iota // the code has no entry
	Good                // text
	Nothing             // explicitly empty: the text is on a neighbouring glyph
	Control             // a control code, NUL among them
	Private             // private use: means something to its maker only
	Invalid             // U+FFFD, a noncharacter or half of a surrogate pair
)

// kindOf classifies a character.
func kindOf(r rune) Kind {
	switch {
	case r < ' ' || 0x7F <= r && r < 0xA0:
		return Control
	case r < 0xD800:
		return Good
	case r < 0xE000 || r == unicode.ReplacementChar || r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF || r > unicode.MaxRune:
		return Invalid
	case r <= 0xF8FF || r >= 0xF0000:
		return Private
	}
	return Good
}

// Text returns what the map says of a code of n bytes. If it has no entry of
// that length the entry of the same value in any length counts: simple fonts
// come with two-byte codes, and composite ones with one-byte codes.
func (t *ToUnicode) Text(code uint32, n int) Text {
	if 1 <= n && n <= maxCodeLength {
		if v, ok := t.ranges[n-1].Find(code); ok {
			return t.text(v)
		}
	}
	for i := range t.ranges {
		if i != n-1 && len(t.ranges[i]) > 0 {
			if v, ok := t.ranges[i].Find(code); ok {
				return t.text(v)
			}
		}
	}
	return Text{}
}

// Simple fills texts for the one-byte codes of a simple font, all at once.
func (t *ToUnicode) Simple(texts *[256]Text) {
	// One-byte entries last, since they replace the others.
	for i := len(t.ranges) - 1; i >= 0; i-- {
		for _, r := range t.ranges[i] {
			if r.Lo > 255 {
				break
			}
			for code := r.Lo; code <= min(r.Hi, 255); code++ {
				texts[code] = t.text(r.Value + int32(code-r.Lo))
			}
		}
	}
}

// text returns the Text of a value.
func (t *ToUnicode) text(v int32) Text {
	if v >= 0 {
		return Text{v, kindOf(v)}
	}
	s := t.strings[^v]
	if s == "" {
		return Text{v, Nothing}
	}
	for _, r := range s {
		if kindOf(r) != Private {
			return Text{v, Good}
		}
	}
	return Text{v, Private}
}

// String returns the text of a Text whose Value is ^i.
func (t *ToUnicode) String(i int32) string { return t.strings[i] }

// Strings returns the texts that String returns, by index. They must not be
// changed.
func (t *ToUnicode) Strings() []string { return t.strings[:len(t.strings):len(t.strings)] }

// Empty reports whether the map has no entry at all.
func (t *ToUnicode) Empty() bool {
	for _, r := range t.ranges {
		if len(r) > 0 {
			return false
		}
	}
	return true
}

// ParseToUnicode reads a ToUnicode CMap and repairs what can be repaired from
// the map alone: values whose bytes are swapped, and surrogate pairs that are
// torn apart. What cannot be read is passed over. An error means that entries
// are missing from the map, which can be used nevertheless.
func ParseToUnicode(data []byte) (*ToUnicode, error) {
	t := &ToUnicode{}
	p := texts{t: t, size: len(data)}
	err := scan(data, nil, &p)
	if err == nil {
		err = p.err
	}
	for i, r := range p.ranges {
		r = Disjoint(r, LastWins, true)
		if p.surrogates {
			t.joinSurrogates(r)
		}
		if p.latin >= minSwapped && float64(p.latin) >= swappedShare*float64(p.count) {
			swapBytes(r)
		}
		t.ranges[i] = r
	}
	t.hardenHyphens()
	return t, err
}

// texts takes the entries of a ToUnicode CMap.
type texts struct {
	t      *ToUnicode
	ranges [maxCodeLength][]Range
	count  int
	bytes  int   // of text in t.strings
	err    error // text was cut

	surrogates bool   // some value is half of a pair
	latin      int    // values that are printable ASCII with its bytes swapped
	buf        []rune // scratch of decode
	size       int    // of the whole CMap
}

func (p *texts) add(sec section, lo, hi hexString, r *reader) bool {
	if sec == codespaces || sec == notdefChar || sec == notdefRange {
		return true // numbers that follow are passed over
	}
	a, b, ok := bounds(lo, hi)
	before := r.pos
	k := r.next()
	switch k {
	case hex:
		return !ok || p.put(int(lo.n), a, b, r)
	case number: // an entry of cidchar or cidrange
		return !ok || r.token.Num < 0 || r.token.Num > unicode.MaxRune || p.putRune(int(lo.n), a, b, rune(r.token.Num))
	case arrayOpen:
		for ; ; a++ {
			at := r.pos
			k := r.next()
			switch {
			case k == hex && ok && a <= b:
				if !p.put(int(lo.n), a, a, r) {
					return false
				}
			case k == keyword: // the closing bracket is missing
				r.pos = at
				return true
			case k == arrayClose || k == end:
				return true
			}
			ok = ok && a < b
		}
	}
	r.pos = before
	return true
}

// put adds the codes lo to hi of n bytes with the text r.hex. Where that has
// more than one character the last of them rises with the code.
func (p *texts) put(n int, lo, hi uint32, r *reader) bool {
	h := r.hex
	if 1 <= h.n && h.n <= 2 {
		return p.putRune(n, lo, hi, rune(h.code))
	}
	s := p.decode(h, r.data[h.off:h.end])
	if len(s) == 1 {
		return p.putRune(n, lo, hi, s[0])
	}
	if len(s) == 0 {
		hi = lo
	}
	// ISO 32000-2, 9.10.3 lets only the last byte change within a range.
	for code := lo; ; code++ {
		if !p.putString(n, code, string(s)) {
			return false
		}
		if code == hi || code-lo == 255 {
			return true
		}
		s[len(s)-1]++
	}
}

// putRune adds the codes lo to hi of n bytes with the characters from r on.
func (p *texts) putRune(n int, lo, hi uint32, r rune) bool {
	if p.count++; p.count > limits.CMapEntries {
		return false
	}
	if r&0xFF == 0 && 0x20 <= r>>8 && r>>8 <= 0x7E {
		p.latin++
	}
	p.surrogates = p.surrogates || 0xD800 <= r && r < 0xE000
	hi = uint32(min(uint64(hi), uint64(lo)+uint64(unicode.MaxRune-r)))
	if p.ranges[n-1] == nil {
		// An entry of a bfchar takes about 14 bytes of the CMap.
		p.ranges[n-1] = make([]Range, 0, min(p.size/14+1, 1024))
	}
	p.ranges[n-1] = append(p.ranges[n-1], Range{lo, hi, r})
	return true
}

// putString adds one code of n bytes.
func (p *texts) putString(n int, code uint32, s string) bool {
	if p.count++; p.count > limits.CMapEntries {
		return false
	}
	if p.bytes += len(s); p.bytes > limits.CMapText {
		return false
	}
	p.ranges[n-1] = append(p.ranges[n-1], Range{code, code, ^int32(len(p.t.strings))})
	p.t.strings = append(p.t.strings, s)
	return true
}

// decode returns the characters of h, whose text should be UTF-16BE, without
// those that are no text, unless there are no others; then it returns one.
// Three bytes, and four that are no UTF-16 but UTF-32, are one character.
func (p *texts) decode(h hexString, hexDigits []byte) []rune {
	s := p.buf[:0]
	if h.n == 3 && 0xFFFF < h.code && h.code <= unicode.MaxRune || h.n == 4 && supplementary(h.code) {
		return append(s, rune(h.code))
	}
	// A missing first digit is 0; a last byte without its pair is no text.
	digits := 0
	for _, c := range hexDigits {
		if hexValue[c] > 0 {
			digits ^= 1
		}
	}
	var unit, bad rune
	units := 0
	for _, c := range hexDigits {
		v := hexValue[c]
		if v == 0 {
			continue
		}
		unit = unit<<4 | rune(v-1)
		if digits++; digits%4 != 0 {
			continue
		}
		if units++; units > limits.CMapTextUnits {
			p.err = ErrTooLong
			break
		}
		r := unit
		unit = 0
		last := len(s) - 1
		if last >= 0 && utf16.IsSurrogate(s[last]) {
			if pair := utf16.DecodeRune(s[last], r); pair != utf8.RuneError {
				s[last] = pair
				continue
			}
		}
		s = append(s, r)
	}
	p.buf = s
	kept := s[:0]
	for i, r := range s {
		switch k := kindOf(r); {
		case k == Control || k == Invalid:
			bad = r
		case r == byteOrderMark && i == 0 && len(s) > 1:
		default:
			kept = append(kept, r)
		}
	}
	if len(kept) == 0 && units > 0 {
		return append(kept, bad)
	}
	return kept
}

const byteOrderMark = '\uFEFF'

// supplementary reports whether four bytes are UTF-32. As UTF-16 they would be
// a control code followed by some character.
func supplementary(v uint32) bool {
	switch v >> 16 {
	case 1, 2, 3, 0xE, 0xF, 0x10: // the planes that hold characters
		return true
	}
	return false
}

// A map is taken to have the bytes of its values swapped if minSwapped of them
// at least, and swappedShare of all, are printable ASCII when swapped back. No
// other map of 770 looked at is so; the one that is is by OCRmyPDF.
const (
	minSwapped   = 4
	swappedShare = 0.8
)

// swapBytes swaps the bytes of all values.
func swapBytes(rs []Range) {
	for i := range rs {
		if v := rs[i].Value; 0 <= v && v <= 0xFFFF {
			rs[i].Value = v&0xFF<<8 | v>>8
		}
	}
}

// hardenHyphens makes the soft hyphen a hyphen in maps that have no other. A soft
// hyphen that is painted is a hyphen to the reader; producers that look for the
// character of a glyph find two, and some take the second. A map that has both
// tells them apart.
func (t *ToUnicode) hardenHyphens() {
	const soft = 0xAD
	var at *Range
	for _, rs := range t.ranges {
		for i := range rs {
			switch r := &rs[i]; {
			case r.Value < 0:
			case r.Value <= '-' && '-'-r.Value <= int32(min(r.Hi-r.Lo, soft)):
				return
			case r.Value == soft && r.Lo == r.Hi:
				at = r
			}
		}
	}
	if at != nil {
		at.Value = '-'
	}
}

// joinSurrogates repairs maps that give each glyph of a pair one half of its
// character. If all first halves are the same, they become empty and the second
// ones whole. Else each first half is joined with the code that follows it, if
// that is a second half, and the latter becomes empty.
func (t *ToUnicode) joinSurrogates(rs []Range) {
	half := func(r Range, base rune) bool {
		return r.Lo == r.Hi && base <= r.Value && r.Value < base+0x400
	}
	empty := func() int32 {
		t.strings = append(t.strings, "")
		return ^int32(len(t.strings) - 1)
	}
	first, firsts, seconds := rune(0), 0, 0
	for _, r := range rs {
		switch {
		case half(r, 0xD800) && r.Value != first:
			first = r.Value
			firsts++
		case half(r, 0xDC00):
			seconds++
		}
	}
	if seconds == 0 {
		return
	}
	for i := range rs {
		switch r := &rs[i]; {
		case firsts == 1 && half(*r, 0xDC00):
			r.Value = utf16.DecodeRune(first, r.Value)
		case firsts == 1 && half(*r, 0xD800):
			r.Value = empty()
		case i > 0 && half(*r, 0xDC00) && half(rs[i-1], 0xD800):
			rs[i-1].Value = utf16.DecodeRune(rs[i-1].Value, r.Value)
			r.Value = empty()
		}
	}
}

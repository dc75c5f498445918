package cmap

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A form says how the codes of a CMap are Unicode.
type form uint8

const (
	noForm    form = iota
	ucs2           // two bytes, no surrogates
	utf16Form      // two or four bytes
	utf32          // four bytes
	utf8Form       // one to four bytes
)

var (
	identityH = CMap{name: "Identity-H", registry: "Adobe", ordering: "Identity", identity: true, fixed: 2}
	identityV = CMap{name: "Identity-V", registry: "Adobe", ordering: "Identity", identity: true, fixed: 2, vertical: true}
)

// Identity returns Identity-H or Identity-V: two-byte codes that are CIDs.
func Identity(vertical bool) *CMap {
	if vertical {
		return &identityV
	}
	return &identityH
}

// Predefined returns the predefined CMap of that name (ISO 32000-2, Table
// 116), or nil if there is none.
//
// It knows Identity and, by rule, all CMaps whose codes are Unicode: the names
// that begin with "Uni", in the forms UCS2, UTF16, UTF32 and UTF8. Those tell
// text, but of the CIDs only the 95 of ASCII, so that most widths are the
// font's default. The others (GBK-EUC-H, 90ms-RKSJ-H, KSCms-UHC-H, ...) need
// their tables, which are to be embedded and looked up here; until then a font
// that names one is read as unresolved.
func Predefined(name string) *CMap {
	switch name {
	case "Identity-H":
		return &identityH
	case "Identity-V":
		return &identityV
	}
	f, ordering, vertical := unicodeForm(name)
	if f == noForm {
		return nil
	}
	m := &CMap{name: name, registry: "Adobe", ordering: ordering, vertical: vertical, form: f}
	m.spaces = formSpaces[f]
	m.seal()
	return m
}

// formSpaces are the codespaces of the Unicode forms.
var formSpaces = [...][]codespace{
	ucs2: {{hi: [4]byte{0xFF, 0xFF}, n: 2}},
	utf16Form: {
		{hi: [4]byte{0xD7, 0xFF}, n: 2},
		{lo: [4]byte{0xE0}, hi: [4]byte{0xFF, 0xFF}, n: 2},
		{lo: [4]byte{0xD8, 0, 0xDC, 0}, hi: [4]byte{0xDB, 0xFF, 0xDF, 0xFF}, n: 4},
	},
	utf32: {{hi: [4]byte{0, 0x10, 0xFF, 0xFF}, n: 4}},
	utf8Form: {
		{hi: [4]byte{0x7F}, n: 1},
		{lo: [4]byte{0xC2, 0x80}, hi: [4]byte{0xDF, 0xBF}, n: 2},
		{lo: [4]byte{0xE0, 0x80, 0x80}, hi: [4]byte{0xEF, 0xBF, 0xBF}, n: 3},
		{lo: [4]byte{0xF0, 0x80, 0x80, 0x80}, hi: [4]byte{0xF4, 0xBF, 0xBF, 0xBF}, n: 4},
	},
}

// collections are the orderings of the character collections by how the names
// of their Unicode CMaps begin, the longer of two beginnings first.
var collections = [...]struct{ prefix, ordering string }{
	{"UniAKR", "KR"},
	{"UniCNS", "CNS1"},
	{"UniGB", "GB1"},
	{"UniHojo", "Japan2"},
	{"UniJIS", "Japan1"}, // also UniJIS2004, UniJISX0213, UniJISPro
	{"UniKS", "Korea1"},
}

// unicodeForm takes apart a name such as "UniJIS2004-UTF16-V" or
// "UniJIS-UCS2-HW-H".
func unicodeForm(name string) (f form, ordering string, vertical bool) {
	for _, c := range collections {
		if !strings.HasPrefix(name, c.prefix) {
			continue
		}
		set, rest, _ := strings.Cut(name, "-")
		if strings.ContainsAny(set, "/ ") {
			break
		}
		rest, vertical = strings.CutSuffix(rest, "-V")
		if !vertical {
			var horizontal bool
			if rest, horizontal = strings.CutSuffix(rest, "-H"); !horizontal {
				break
			}
		}
		switch rest {
		case "UCS2", "UCS2-HW":
			f = ucs2
		case "UTF16":
			f = utf16Form
		case "UTF32":
			f = utf32
		case "UTF8":
			f = utf8Form
		}
		return f, c.ordering, vertical
	}
	return noForm, "", false
}

// rune returns the character that a code of n bytes is.
func (f form) rune(code uint32, n int) (rune, bool) {
	r := rune(-1)
	switch {
	case f == utf8Form:
		b := [4]byte{byte(code >> 24), byte(code >> 16), byte(code >> 8), byte(code)}
		var size int
		if r, size = utf8.DecodeRune(b[4-n:]); size != n || r == utf8.RuneError {
			return 0, false
		}
	case n == 2:
		r = rune(code)
	case n == 4 && f == utf16Form:
		if r = utf16.DecodeRune(rune(code>>16), rune(code&0xFFFF)); r == utf8.RuneError {
			return 0, false
		}
	case n == 4 && code <= utf8.MaxRune:
		r = rune(code)
	}
	return r, utf8.ValidRune(r)
}

// asciiCID returns the CID of an ASCII character. In all of Adobe's Chinese,
// Japanese and Korean collections space to tilde are the CIDs 1 to 95, but for
// the three characters whose places in Japan1 the yen sign and others have;
// the half-width forms of UniJIS-UCS2-HW begin at 231.
func (m *CMap) asciiCID(code uint32, n int) (int, bool) {
	r, ok := m.form.rune(code, n)
	if !ok || r < ' ' || r > '~' || m.ordering == "Japan2" {
		return 0, false
	}
	cid := int(r) - ' ' + 1
	if m.ordering != "Japan1" {
		return cid, true
	}
	half := strings.Contains(m.name, "-HW-")
	switch {
	case half && r == '\\':
		return 8719, true
	case half:
		return cid + 230, true
	case r == '\\':
		return 97, true
	case r == '|':
		return 99, true
	case r == '~':
		return 100, true
	}
	return cid, true
}

// Collected returns the character of a CID in one of Adobe's collections, which
// is known by its ordering.
//
// Like Predefined it waits for the tables of the collections and knows what all
// of them have in common: ASCII.
func Collected(ordering string, cid int) (rune, bool) {
	switch ordering {
	case "Japan1", "GB1", "CNS1", "Korea1", "KR":
	default:
		return 0, false
	}
	if cid < 1 || cid > 95 || ordering == "Japan1" && cid == yenCID {
		return 0, false
	}
	return rune(cid) + ' ' - 1, true
}

// yenCID has the yen sign in Japan1, where the others have the backslash.
const yenCID = 61

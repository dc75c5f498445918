package cmap

import (
	"slices"
	"strings"
	"sync"
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

// A predefinedCMap is one of predefined, which is sorted by name.
type predefinedCMap struct {
	name, ordering string

	vertical bool
	spaces   uint8   // index in predefinedSpaces
	notdef   uint16  // the CID of the control codes 0 to 31, 0 if there is none
	use      uint8   // 1 more than the index of the CMap that it is based on, or 0
	table    tableID // what it maps itself
}

// cached are the CMaps that predefined describes, made when they are first
// asked for. Their tables are read later, when a CID is.
var cached [len(predefined)]struct {
	once sync.Once
	m    *CMap
}

// Predefined returns the predefined CMap of that name, or nil if there is none.
// It knows those of ISO 32000-2, Table 116, all others that Adobe has published
// for its Chinese, Japanese and Korean collections, and by rule any whose name
// says that its codes are Unicode.
func Predefined(name string) *CMap {
	switch name {
	case "Identity-H":
		return &identityH
	case "Identity-V":
		return &identityV
	}
	i, ok := slices.BinarySearchFunc(predefined[:], name, func(p predefinedCMap, name string) int {
		return strings.Compare(p.name, name)
	})
	if !ok {
		return byRule(name)
	}
	c := &cached[i]
	c.once.Do(func() {
		p := &predefined[i]
		m := &CMap{name: p.name, registry: "Adobe", ordering: p.ordering, vertical: p.vertical, table: p.table, predefined: true}
		m.form, _, _ = unicodeForm(name)
		if p.use > 0 {
			m.base = Predefined(predefined[p.use-1].name)
		}
		m.spaces = predefinedSpaces[p.spaces]
		m.seal()
		if p.notdef > 0 {
			n := m.shortest()
			m.notdef[n-1] = []Range{{Hi: ' ' - 1, Value: int32(p.notdef)}}
		}
		c.m = m
	})
	return c.m
}

// byRule returns the CMap whose name says that its codes are Unicode, though it
// is none of those published: with the CIDs of one that is.
func byRule(name string) *CMap {
	f, ordering, vertical := unicodeForm(name)
	if f == noForm {
		return nil
	}
	m := &CMap{name: name, registry: "Adobe", ordering: ordering, vertical: vertical, form: f, predefined: true}
	m.spaces = formSpaces[f]
	m.seal()
	m.table = packedCollections[CollectionOf(ordering)].parent
	return m
}

// shortest returns the length of the shortest codes.
func (m *CMap) shortest() int {
	if m.fixed > 0 {
		return m.fixed
	}
	return m.spaces[0].n
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
		{lo: [4]byte{0xC0, 0x80}, hi: [4]byte{0xDF, 0xBF}, n: 2},
		{lo: [4]byte{0xE0, 0x80, 0x80}, hi: [4]byte{0xEF, 0xBF, 0xBF}, n: 3},
		{lo: [4]byte{0xF0, 0x80, 0x80, 0x80}, hi: [4]byte{0xF7, 0xBF, 0xBF, 0xBF}, n: 4},
	},
}

// unicodeSets are the orderings of the character collections by how the names
// of their Unicode CMaps begin, the longer of two beginnings first.
var unicodeSets = [...]struct{ prefix, ordering string }{
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
	for _, c := range unicodeSets {
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
	case n == 2 && f != utf32:
		r = rune(code)
	case n == 4 && f == utf16Form:
		if r = utf16.DecodeRune(rune(code>>16), rune(code&0xFFFF)); r == utf8.RuneError {
			return 0, false
		}
	case n == 4 && f == utf32 && code <= utf8.MaxRune:
		r = rune(code)
	}
	return r, utf8.ValidRune(r)
}

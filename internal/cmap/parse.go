package cmap

import (
	"errors"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// ErrTooLong is returned, with what was read until then, for a CMap with more
// entries or text than package limits allows.
var ErrTooLong = errors.New("cmap: too many entries")

// A section is what a pair of operators begin... and end... encloses.
type section uint8

const (
	noSection section = iota
	codespaces
	cidChar
	cidRange
	notdefChar
	notdefRange
	bfChar
	bfRange
)

// sectionOf returns the section that a keyword begins.
func sectionOf(keyword []byte) section {
	switch string(keyword) {
	case "begincodespacerange":
		return codespaces
	case "begincidchar":
		return cidChar
	case "begincidrange":
		return cidRange
	case "beginnotdefchar":
		return notdefChar
	case "beginnotdefrange":
		return notdefRange
	case "beginbfchar":
		return bfChar
	case "beginbfrange":
		return bfRange
	}
	return noSection
}

// ranged reports whether the entries of s begin with two codes.
func (s section) ranged() bool { return s != cidChar && s != notdefChar && s != bfChar }

// A header is what a CMap says of itself.
type header struct {
	name, registry, ordering string

	wmode    int
	hasWMode bool
	use      string // operand of usecmap
}

// An entries takes the entries of the sections one by one. Their codes are
// read already, what they map to is next in r. It returns false when there is
// no more room.
type entries interface {
	add(sec section, lo, hi hexString, r *reader) bool
}

// scan reads a CMap to its end. It knows no PostScript: it looks for the
// sections and, unless h is nil, for the names that have a meaning here with
// what follows them.
func scan(data []byte, h *header, to entries) (err error) {
	r := reader{data: data}
	var key, last []byte // the name just before, and the latest name
	for {
		k := r.next()
		previous := key
		key = nil
		if h == nil && k != keyword && k != end {
			continue
		}
		switch k {
		case end:
			return err
		case name:
			key = r.bytes()
			last = key
			if string(previous) == "CMapName" {
				h.name = string(key)
			}
		case text:
			switch string(previous) {
			case "Registry":
				h.registry = string(r.bytes())
			case "Ordering":
				h.ordering = string(r.bytes())
			}
		case number:
			if string(previous) == "WMode" {
				h.wmode, h.hasWMode = int(r.token.Num), true
			}
		case keyword:
			word := r.bytes()
			if string(word) == "usecmap" && h != nil {
				h.use = string(last)
			}
			for sec := sectionOf(word); sec != noSection && err == nil; {
				sec, err = scanSection(&r, sec, to)
			}
		}
	}
}

// scanSection reads the entries of one section. It ends at any keyword; if
// that is the beginning of another section, whose end is then missing, it is
// returned.
func scanSection(r *reader, sec section, to entries) (section, error) {
	for {
		k := r.next()
		lo := r.hex
		if k == hex && sec.ranged() {
			before := r.pos
			if k = r.next(); k != hex && k != keyword {
				r.pos = before // a code without its pair
				continue
			}
		}
		switch k {
		case end:
			return noSection, nil
		case keyword:
			return sectionOf(r.bytes()), nil
		case hex:
			if !to.add(sec, lo, r.hex, r) {
				return noSection, ErrTooLong
			}
		}
	}
}

// bounds returns the codes of a range, false if it has none. If the second
// bound is the lower one it may stand for the last bytes only; else the range
// is cut to its first code.
func bounds(lo, hi hexString) (uint32, uint32, bool) {
	a, b := lo.code, hi.code
	if b < a && hi.n < lo.n {
		b |= a &^ (1<<(8*hi.n) - 1)
	}
	return a, max(a, b), 1 <= lo.n && lo.n <= maxCodeLength
}

// Parse reads a CMap that maps codes to CIDs. use returns the CMap of a name
// for usecmap, and may be nil. Entries of bfchar and bfrange, which some
// producers write here, count as CIDs unless there is a proper entry.
//
// What cannot be read is passed over. An error means that entries are missing
// from the CMap, which can be used nevertheless.
func Parse(data []byte, use func(name string) *CMap) (*CMap, error) {
	m := &CMap{}
	c := cids{m: m}
	var h header
	err := scan(data, &h, &c)
	m.name, m.registry, m.ordering, m.vertical = h.name, h.registry, h.ordering, h.wmode == 1
	if h.use != "" && use != nil {
		m.base = use(h.use)
	}
	if b := m.base; b != nil {
		if !h.hasWMode {
			m.vertical = b.vertical
		}
		if m.registry == "" && m.ordering == "" {
			m.registry, m.ordering = b.registry, b.ordering
		}
	}
	for i := range m.cid {
		m.cid[i] = Disjoint(append(c.bf[i], c.cid[i]...), LastWins, true)
		m.notdef[i] = Disjoint(c.notdef[i], LastWins, false)
	}
	// An embedded copy of a Unicode CMap still tells text by its codes.
	m.form, _, _ = unicodeForm(m.name)
	m.seal()
	return m, err
}

// cids takes the entries of a CMap for Parse, by code length - 1.
type cids struct {
	m               *CMap
	cid, notdef, bf [maxCodeLength][]Range
	count           int
}

// maxCID is the highest CID (ISO 32000-2, Annex C).
const maxCID = 65535

func (c *cids) add(sec section, lo, hi hexString, r *reader) bool {
	if sec == codespaces {
		c.m.addSpace(lo, hi)
		return true
	}
	a, b, ok := bounds(lo, hi)
	before := r.pos
	k := r.next()
	switch k {
	case hex:
		return !ok || c.put(sec, int(lo.n), a, b, float64(r.hex.code))
	case number:
		return !ok || c.put(sec, int(lo.n), a, b, r.token.Num)
	case arrayOpen:
		for ; ; a++ {
			k := r.next()
			switch {
			case k == hex && ok && a <= b:
				if !c.put(sec, int(lo.n), a, a, float64(r.hex.code)) {
					return false
				}
			case k == number && ok && a <= b:
				if !c.put(sec, int(lo.n), a, a, r.token.Num) {
					return false
				}
			case k == arrayClose || k == end:
				return true
			}
			ok = ok && a < b
		}
	}
	r.pos = before
	return true
}

// put adds the codes lo to hi of n bytes, as far as their CIDs can exist.
func (c *cids) put(sec section, n int, lo, hi uint32, cid float64) bool {
	if cid < 0 || cid > maxCID {
		return true
	}
	if c.count++; c.count > limits.CMapEntries {
		return false
	}
	e := Range{lo, hi, int32(cid)}
	to := &c.cid[n-1]
	switch sec {
	case notdefChar, notdefRange:
		c.notdef[n-1] = append(c.notdef[n-1], e)
		return true
	case bfChar, bfRange:
		to = &c.bf[n-1]
	}
	e.Hi = uint32(min(uint64(hi), uint64(lo)+uint64(maxCID-e.Value)))
	*to = append(*to, e)
	return true
}

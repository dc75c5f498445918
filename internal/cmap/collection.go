package cmap

import "sync"

// A Collection is one of Adobe's character collections for Chinese, Japanese
// and Korean: what its CIDs mean. The zero Collection knows no CID.
type Collection uint8

// A packedCollection is written as what differs from the inverse of a CMap from
// Unicode.
type packedCollection struct {
	ordering string
	packedTable
}

// collectionTexts are the texts of a collection.
type collectionTexts struct {
	once    sync.Once
	values  []int32 // by CID: its character, ^i for strings[i], or 0
	strings []string
}

// collections are the texts by Collection. Each is read when it is first asked
// for, in 0.5 ms or so with the table of its CMap, and kept: up to 120 KB.
var collections [len(packedCollections)]collectionTexts

// CollectionOf returns the collection of an ordering, such as "Japan1": CNS1,
// GB1, Japan1, Japan2, KR or Korea1. It is 0 for any other.
func CollectionOf(ordering string) Collection {
	for i := 1; i < len(packedCollections); i++ {
		if packedCollections[i].ordering == ordering {
			return Collection(i)
		}
	}
	return 0
}

// Text returns the text of a CID: r if it is one character, else s, which is
// empty if the CID has no text or does not exist. The text is what a reader
// would type: the upright character for a vertical form, the unified ideograph
// for a variant or a radical.
func (c Collection) Text(cid int) (r rune, s string) {
	if int(c) >= len(collections) {
		return 0, ""
	}
	t := &collections[c]
	t.once.Do(func() { t.read(&packedCollections[c]) })
	if cid < 0 || cid >= len(t.values) {
		return 0, ""
	}
	v := t.values[cid]
	if v < 0 {
		return 0, t.strings[^v]
	}
	return v, ""
}

// read reads t, which has the form that the generator describes at collect.
func (t *collectionTexts) read(p *packedCollection) {
	if p.size == 0 {
		return
	}
	raw := varints{raw: p.inflate()}
	t.values = make([]int32, raw.next())
	// From the end, so that of several characters the lowest stays.
	rs := p.parent.load().ranges[0]
	for i := len(rs) - 1; i >= 0; i-- {
		r := rs[i]
		for code := r.Hi; ; code-- {
			if cid := int(r.Value + int32(code-r.Lo)); cid < len(t.values) {
				t.values[cid] = int32(code)
			}
			if code == r.Lo {
				break
			}
		}
	}
	cid, expected := 0, int32(0)
	for range raw.next() {
		cid += int(raw.next())
		last := cid + int(raw.next())
		expected += raw.signed()
		for ; cid <= last && cid < len(t.values); cid++ {
			t.values[cid] = expected
			expected++
		}
	}
	cid = 0
	count := int(raw.next())
	t.strings = make([]string, 0, count)
	start, rest := raw.at, string(raw.raw[raw.at:])
	for range count {
		cid += int(raw.next())
		size := int(raw.next())
		at := raw.at - start
		raw.bytes(size)
		if cid < len(t.values) {
			t.values[cid] = 0
			if size > 0 {
				t.values[cid] = ^int32(len(t.strings))
				t.strings = append(t.strings, rest[at:at+size])
			}
		}
		cid++
	}
}

package cmap

import (
	"compress/flate"
	_ "embed" // tables.bin
	"io"
	"math"
	"strings"
	"sync"
)

// packed holds the tables of the predefined CMaps and collections, each one
// deflated by itself so that none has to be read for another.
//
//go:embed tables.bin
var packed string

// A packedTable is a part of packed.
type packedTable struct {
	off, end uint32
	size     uint32  // when inflated
	parent   tableID // where to look for codes that the table does not have
}

// inflate returns the bytes of t. The data is ours, so that nothing can be wrong
// with it; if it were, what is missing would be zeros.
func (t *packedTable) inflate() []byte {
	raw := make([]byte, t.size)
	_, _ = io.ReadFull(flate.NewReader(strings.NewReader(packed[t.off:t.end])), raw)
	return raw
}

// A tableID names one of the tables that map codes to CIDs; the zero none.
// CMaps that map alike share one, all those whose codes are the same characters
// in different forms among them.
type tableID uint8

// A table maps codes to CIDs.
type table struct {
	once   sync.Once
	ranges [maxCodeLength]Ranges // by code length - 1; characters are in the first
}

// tables are the tables by tableID. Each is read when it is first asked for,
// in 0.01 to 0.4 ms, and kept: all of them take 1.2 MB.
var tables [len(packedTables)]table

// unmapped is the Value of codes that have no CID although the parent of their
// table has one for them. Adding the length of any range leaves it negative.
const unmapped = math.MinInt32

// packedNone is unmapped as tables.bin has it.
const packedNone = 0xFFFF

// find returns the CID of a code that has n bytes, or of a character, for which
// n is 1.
func (id tableID) find(code uint32, n int) (int32, bool) {
	for ; id != 0; id = packedTables[id].parent {
		if v, ok := id.load().ranges[n-1].Find(code); ok {
			return max(v, 0), v >= 0
		}
	}
	return 0, false
}

// load returns the table of id, which is not 0. It has the form that the
// generator describes at encode.
func (id tableID) load() *table {
	t := &tables[id]
	t.once.Do(func() {
		raw := varints{raw: packedTables[id].inflate()}
		for n := range t.ranges {
			count := int(raw.next())
			rs := make(Ranges, count)
			next := uint32(0)
			for i := range rs {
				rs[i].Lo = raw.next() // the gap, until its length is known
			}
			for i := range rs {
				r := &rs[i]
				r.Lo += next
				r.Hi = r.Lo + raw.next()
				next = r.Hi + 1
			}
			high, low := raw.bytes(count), raw.bytes(count)
			expected := uint16(0)
			for i := range rs {
				r := &rs[i]
				cid := expected + uint16(high[i])<<8 + uint16(low[i])
				if cid == packedNone {
					r.Value = unmapped
					continue
				}
				r.Value = int32(cid)
				expected = cid + uint16(r.Hi-r.Lo) + 1
			}
			t.ranges[n] = rs
		}
	})
	return t
}

// varints are numbers as binary.AppendUvarint writes them, with bytes in between.
type varints struct {
	raw []byte
	at  int
}

// next takes a number.
func (v *varints) next() uint32 {
	x := uint32(0)
	for shift := 0; v.at < len(v.raw); shift += 7 {
		b := v.raw[v.at]
		v.at++
		x |= uint32(b&0x7F) << shift
		if b < 0x80 {
			break
		}
	}
	return x
}

// signed takes a number that binary.AppendVarint wrote.
func (v *varints) signed() int32 {
	x := v.next()
	return int32(x>>1) ^ -int32(x&1)
}

// bytes takes n bytes.
func (v *varints) bytes(n int) []byte {
	v.at += n
	return v.raw[v.at-n : v.at]
}

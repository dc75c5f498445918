package pdfobj

import (
	"bytes"
	"context"
	"errors"
	"math"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// Kinds of entries of the cross-reference table; 0 is none.
const (
	freeEntry uint8 = iota + 1
	fileEntry
	compressedEntry
)

// An entry says where an object is.
type entry struct {
	off   int64 // in the file; for a compressed object the number of its object stream
	index int32 // place in the object stream
	kind  uint8
}

// A table maps object numbers to entries. Numbers are dense in real files;
// stray high ones of hostile files go to a map.
type table struct {
	dense  []entry
	sparse map[int]entry
	bound  int // numbers below it are dense
	left   int // entries that may still be added
}

const (
	// denseBytes are the bytes of a file for each number below which the table
	// is dense; real files have 60 and more for each object.
	denseBytes = 16
	// leastBytes are the bytes of a file for each entry that is taken from
	// it, whatever it claims: deflate packs many entries into one byte.
	leastBytes = 2
)

func newTable(fileSize int64, objects int) *table {
	return &table{
		bound: int(min(int64(objects), fileSize/denseBytes+1024)),
		left:  int(min(int64(objects), fileSize/leastBytes+1024)),
	}
}

func (t *table) lookup(num int) entry {
	if num <= 0 { // object 0 is the head of the free list
		return entry{}
	}
	if num < len(t.dense) {
		return t.dense[num]
	}
	return t.sparse[num]
}

// add sets the entry of num unless there is one, or always when replace is
// set. It returns false when the table is full.
func (t *table) add(num int, e entry, replace bool) bool {
	if num <= 0 || num > math.MaxInt32 {
		return true
	}
	if num < t.bound && num >= len(t.dense) {
		t.reserve(max(num+1, 2*len(t.dense), 64))
	}
	old := t.lookup(num)
	if old.kind != 0 && !replace {
		return true
	}
	if old.kind == 0 {
		if t.left <= 0 {
			return false
		}
		t.left--
	}
	if num < len(t.dense) {
		t.dense[num] = e
		return true
	}
	if t.sparse == nil {
		t.sparse = make(map[int]entry)
	}
	t.sparse[num] = e
	return true
}

// reserve makes room for the numbers below n, as far as they are dense.
func (t *table) reserve(n int) {
	if n = min(n, t.bound); n > len(t.dense) {
		grown := make([]entry, n)
		copy(grown, t.dense)
		t.dense = grown
	}
}

// numbers calls f for each number that has an entry in the file or in an
// object stream, dense ones in order first.
func (t *table) numbers(f func(num int, e entry)) {
	for num, e := range t.dense {
		if e.kind >= fileEntry {
			f(num, e)
		}
	}
	for _, num := range sortedKeys(t.sparse) {
		if e := t.sparse[num]; e.kind >= fileEntry {
			f(num, e)
		}
	}
}

var errXRef = errors.New("damaged cross-reference section")

// tailSize is how much of the end of the file is searched for startxref.
// ISO 32000-1, Annex H says 1,024; some files have long junk behind.
const tailSize = 4 << 10

// readXRef follows the chain of cross-reference sections, newest first. An
// error says that the newest one is unusable; damage further down only sets
// tableLies.
func (d *Document) readXRef(ctx context.Context, header int64) error {
	start, ok := d.startXRef()
	if !ok {
		return errXRef
	}
	if header > 0 && !d.isXRef(start) {
		d.src.rebase(header)
		if !d.isXRef(start) {
			return errXRef
		}
	}
	d.trailer = Dict{}
	seen := make(map[int64]bool)
	for off := start; !seen[off]; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(seen) >= limits.XRefSections {
			d.tableLies = true
			d.warn(0, LimitHit, "too many cross-reference sections")
			return nil
		}
		seen[off] = true
		trailer, err := d.readSection(ctx, off, seen)
		if err != nil {
			if len(seen) == 1 || ctx.Err() != nil {
				return err
			}
			d.tableLies = true
			d.warn(0, BadXRef, "a previous cross-reference section is damaged")
			return nil
		}
		for _, k := range [...]Name{"Root", "Encrypt", "ID", "Info", "Size"} {
			if v, ok := trailer[k]; ok && d.trailer[k] == nil {
				d.trailer[k] = v
			}
		}
		prev, ok := trailer["Prev"]
		if !ok {
			return nil
		}
		n, ok := number(prev)
		if r, isRef := prev.(Ref); isRef { // seen in files: "/Prev 116 0 R"
			n, ok = float64(r.Num), true
		}
		if !ok || n < 0 {
			return nil
		}
		off = int64(n)
	}
	d.warn(0, BadXRef, "cross-reference sections form a loop")
	return nil
}

func (d *Document) startXRef() (int64, bool) {
	from := max(0, d.src.size-tailSize)
	b := d.src.view(from, tailSize)
	i := bytes.LastIndex(b, []byte("startxref"))
	if i < 0 {
		return 0, false
	}
	p := &d.parser
	p.reset(b[i+len("startxref"):])
	p.space()
	n, ok := p.digits()
	return int64(n), ok
}

// isXRef reports whether something like a cross-reference section is at off.
func (d *Document) isXRef(off int64) bool {
	p := &d.parser
	p.reset(d.src.view(off, 64))
	p.space()
	if bytes.HasPrefix(p.buf[p.pos:], []byte("xref")) {
		return true
	}
	_, _, ok := p.header()
	return ok
}

// readSection reads the section at off and returns its trailer dictionary.
func (d *Document) readSection(ctx context.Context, off int64, seen map[int64]bool) (Dict, error) {
	p := &d.parser
	p.reset(d.src.view(off, 64))
	p.space()
	if !bytes.HasPrefix(p.buf[p.pos:], []byte("xref")) {
		return d.readXRefStream(ctx, off)
	}
	free, after, err := d.readXRefTable(ctx, off+int64(p.pos)+int64(len("xref")))
	if err != nil {
		return nil, err
	}
	trailer := d.dictAt(after, d.src.size)
	if trailer == nil {
		return nil, errXRef
	}
	// In a hybrid file the stream holds the objects that the table hides as
	// free (ISO 32000-2, 7.5.8.4), so the free ones are entered last.
	if n, ok := number(trailer["XRefStm"]); ok && !seen[int64(n)] {
		seen[int64(n)] = true
		if _, err := d.readXRefStream(ctx, int64(n)); err != nil {
			if ctx.Err() != nil {
				return nil, err
			}
			d.tableLies = true
			d.warn(0, BadXRef, "the cross-reference stream of a hybrid file is damaged")
		}
	}
	for _, num := range free {
		d.table.add(int(num), entry{kind: freeEntry}, false)
	}
	return trailer, nil
}

// A cursor reads a stretch of a source front to back.
type cursor struct {
	src *source
	off int64
	parser
}

// tableWindow is how much of a table is looked at in one go.
const tableWindow = windowSize

// fill makes at least n bytes follow p.pos unless the file ends before.
func (c *cursor) fill(n int) {
	if len(c.buf)-c.pos < n && !c.src.atEnd(c.off, len(c.buf)) {
		c.off += int64(c.pos)
		c.buf, c.pos = c.src.view(c.off, tableWindow), 0
	}
}

// entrySize is the length of an entry in a table that keeps to the standard
// (ISO 32000-2, 7.5.4).
const entrySize = 20

// entry returns the offset in an entry of the standard form for an object that
// is in use, without moving on.
func (c *cursor) entry() (off int64, ok bool) {
	if len(c.buf)-c.pos < entrySize {
		return 0, false
	}
	b := c.buf[c.pos : c.pos+entrySize : c.pos+entrySize]
	if b[10] != ' ' || b[16] != ' ' || b[17] != 'n' || class[b[18]] != white || class[b[19]] != white {
		return 0, false
	}
	for _, d := range b[:10] {
		if d-'0' > 9 {
			return 0, false
		}
		off = off*10 + int64(d-'0')
	}
	for _, d := range b[11:16] {
		if d-'0' > 9 {
			return 0, false
		}
	}
	return off, off > 0
}

// readXRefTable reads the subsections from off on. It returns the numbers of
// the free entries, which the caller adds, and the offset behind the keyword
// trailer.
func (d *Document) readXRefTable(ctx context.Context, off int64) (free []int32, after int64, err error) {
	c := cursor{src: d.src, off: off}
	c.buf = d.src.view(off, tableWindow)
	for {
		c.fill(64)
		c.space()
		c.fill(64)
		if bytes.HasPrefix(c.buf[c.pos:], []byte("trailer")) {
			return free, c.off + int64(c.pos+len("trailer")), nil
		}
		first, ok1 := c.digits()
		c.space()
		count, ok2 := c.digits()
		if !ok1 || !ok2 {
			return nil, 0, errXRef
		}
		d.table.reserve(first + min(count, int(d.src.size/entrySize)))
		for i := 0; i < count; i++ {
			if i%4096 == 0 && ctx.Err() != nil {
				return nil, 0, ctx.Err()
			}
			c.fill(64)
			c.space()
			if pos, ok := c.entry(); ok && i > 0 {
				c.pos += entrySize
				if !d.table.add(first+i, entry{off: pos, kind: fileEntry}, false) {
					d.warn(0, LimitHit, "too many objects")
					return nil, 0, &LimitError{"Objects", int64(d.limits.Objects)}
				}
				continue
			}
			start := c.pos
			pos, ok1 := c.digits()
			c.space()
			gen, ok2 := c.digits()
			c.space()
			kind := c.at(0)
			if !ok1 || !ok2 || kind != 'n' && kind != 'f' {
				// The count is too high: what follows is the next header or
				// the trailer, and says so itself.
				c.pos = start
				d.tableLies = true
				d.warn(0, BadXRef, "a cross-reference subsection has fewer entries than it says")
				break
			}
			c.pos++
			if i == 0 && first == 1 && kind == 'f' && pos == 0 && gen == 65535 {
				// The entry of object 0 under the number 1: a known slip of
				// several generators.
				first = 0
				d.warn(0, BadXRef, "a cross-reference table starts at 1 in place of 0")
			}
			switch {
			case kind == 'n' && pos > 0:
				if !d.table.add(first+i, entry{off: int64(pos), kind: fileEntry}, false) {
					d.warn(0, LimitHit, "too many objects")
					return nil, 0, &LimitError{"Objects", int64(d.limits.Objects)}
				}
			case len(free) < d.table.bound:
				free = append(free, int32(min(first+i, math.MaxInt32)))
			}
		}
	}
}

// longestTrailer bounds a trailer dictionary; they have some 200 bytes.
const longestTrailer = 64 << 10

// dictAt parses the dictionary at off, with plain strings. It is nil if there
// is none before the offset next.
func (d *Document) dictAt(off, next int64) Dict {
	for window := objectWindow; ; window *= 4 {
		b := d.src.view(off, window)
		b = b[:min(int64(len(b)), int64(window), next-off)]
		p := &d.parser
		p.reset(b)
		p.space()
		if p.at(0) != '<' {
			return nil
		}
		v, _ := p.value(0)
		if len(b) == window && p.short() && window < longestTrailer {
			continue
		}
		dict, _ := v.(Dict)
		return dict
	}
}

// readXRefStream reads the cross-reference stream at off (ISO 32000-2, 7.5.8).
func (d *Document) readXRefStream(ctx context.Context, off int64) (Dict, error) {
	_, v, _, ok := d.readAt(off, nil)
	s, isStream := v.(*Stream)
	if !ok || !isStream {
		return nil, errXRef
	}
	if err := d.addXRefStream(ctx, s); err != nil {
		return nil, err
	}
	return s.Dict, nil
}

func (d *Document) addXRefStream(ctx context.Context, s *Stream) error {
	w, _ := s.Dict["W"].(Array)
	if len(w) < 3 {
		return errXRef
	}
	var width [3]int
	row := 0
	for i := range w {
		n, ok := number(w[i])
		if !ok || n < 0 || n > 8 {
			return errXRef
		}
		if i < 3 {
			width[i] = int(n)
		}
		row += int(n)
		if i > 16 {
			return errXRef
		}
	}
	if row == 0 {
		return errXRef
	}
	data, err := d.decodeStructure(ctx, s, d.limits.StreamBytes)
	if err != nil && ctx.Err() != nil {
		return err
	}
	if err != nil {
		d.tableLies = true
		d.warn(s.Num, BadXRef, "a cross-reference stream is damaged")
	}
	index, _ := s.Dict["Index"].(Array)
	if len(index)%2 != 0 {
		d.tableLies = true
		d.warn(s.Num, BadXRef, "a cross-reference stream has half an index")
	}
	if len(index) < 2 {
		index = Array{int64(0), int64(math.MaxInt32)}
	}
	for ; len(index) >= 2 && len(data) >= row; index = index[2:] {
		first, ok1 := number(index[0])
		count, ok2 := number(index[1])
		if !ok1 || !ok2 || first < 0 || count < 0 || first > math.MaxInt32 {
			return errXRef
		}
		for num := int(first); count > 0 && len(data) >= row; num, count, data = num+1, count-1, data[row:] {
			kind := int64(1)
			if width[0] > 0 {
				kind = bigEndian(data[:width[0]])
			}
			a := bigEndian(data[width[0] : width[0]+width[1]])
			b := bigEndian(data[width[0]+width[1] : width[0]+width[1]+width[2]])
			e := entry{kind: freeEntry}
			switch {
			case kind == 1 && a > 0 && a < d.src.size:
				e = entry{off: a, kind: fileEntry}
			case kind == 2 && a > 0 && a <= math.MaxInt32:
				e = entry{off: a, index: int32(min(max(b, 0), math.MaxInt32)), kind: compressedEntry}
			case kind != 0:
				continue // ISO 32000-2, Table 18: references to null
			}
			if !d.table.add(num, e, false) {
				d.warn(0, LimitHit, "too many objects")
				return &LimitError{"Objects", int64(d.limits.Objects)}
			}
		}
	}
	return nil
}

// bigEndian returns the value of up to 8 bytes; one that does not fit reads as
// negative.
func bigEndian(b []byte) int64 {
	var v uint64
	for _, c := range b {
		v = v<<8 | uint64(c)
	}
	return int64(v)
}

package pdfobj

import (
	"bytes"
	"math"
	"slices"

	"github.com/pdftext-go/pdftext/internal/limits"
)

const (
	// objectWindow is what is looked at for an object first. Nine of ten
	// objects are shorter.
	objectWindow = 1 << 10
	// longObjects bounds the bytes looked at for objects that are longer than
	// the first window, each counted once, beside longShare times the size of
	// the file. Objects do not overlap, but strings and arrays that never end
	// make them.
	longObjects = 16 << 20
	longShare   = 8
	// keywordRoom is what must follow an object in the window, so that the
	// keyword after it is seen whole.
	keywordRoom = 32
)

// load returns object num, after references to references. It has to be the caller's turn.
func (d *Document) load(num int) Object {
	if v, ok := d.cache.lookup(num); ok {
		return v
	}
	if slices.Contains(d.loading, num) || len(d.loading) >= limits.Indirections {
		d.warn(num, BadObject, "object needs itself to be read")
		return nil
	}
	d.loading = append(d.loading, num)
	v, weight := d.read(num)
	if r, ok := v.(Ref); ok {
		v = d.load(r.Num)
	}
	d.loading = d.loading[:len(d.loading)-1]
	if d.ctx.Err() != nil {
		return nil // what was cut short is not kept
	}
	d.cacheMu.Lock()
	d.cache.store(num, v, weight)
	d.cacheMu.Unlock()
	return v
}

// read reads object num where the cross-reference table says it is, and
// failing that, where a scan of the file finds it. Weight is about the memory
// it takes.
func (d *Document) read(num int) (v Object, weight int) {
	e := d.table.lookup(num)
	if v, weight, ok := d.readEntry(num, e); ok {
		return v, weight
	}
	if e.kind == 0 && !d.tableLies {
		return nil, 0 // ISO 32000-2, 7.3.10: not an error
	}
	if e.kind == freeEntry && !d.tableLies {
		return nil, 0
	}
	s := d.scan()
	if s == nil {
		return nil, 0
	}
	if f := s.table.lookup(num); f != e {
		if v, weight, ok := d.readEntry(num, f); ok {
			d.warn(num, BadXRef, "object is not where the cross-reference table says")
			return v, weight
		}
	}
	if e.kind != 0 {
		d.warn(num, BadObject, "object not found")
	}
	return nil, 0
}

func (d *Document) readEntry(num int, e entry) (v Object, weight int, ok bool) {
	switch e.kind {
	case fileEntry:
		n, v, end, ok := d.readAt(e.off, d.key)
		if !ok || n != num {
			return nil, 0, false
		}
		return v, int(min(end-e.off, math.MaxInt32)), true
	case compressedEntry:
		return d.readCompressed(num, int(e.off), int(e.index))
	}
	return nil, 0, false
}

// readAt reads the indirect object "num gen obj ..." at off. End is the offset
// behind it; for a stream that is where its data start.
func (d *Document) readAt(off int64, key *fileKey) (num int, v Object, end int64, ok bool) {
	for window := objectWindow; ; window *= 4 {
		if !d.charge(off, window) {
			return 0, nil, 0, false
		}
		b := d.src.view(off, window)
		b = b[:min(len(b), window)]
		p := &d.parser
		p.reset(b)
		num, gen, ok := p.header()
		if ok {
			if key != nil {
				p.key = key.object(num, gen)
			}
			v, _ = p.value(0)
		}
		if ok && p.short() && !d.src.atEnd(off, len(b)) {
			continue
		}
		if !ok {
			return 0, nil, 0, false
		}
		if p.damaged {
			d.warn(num, BadObject, "syntax error in object")
		}
		p.space()
		end = off + int64(p.pos)
		if dict, isDict := v.(Dict); isDict && bytes.HasPrefix(b[p.pos:], []byte("stream")) {
			end += int64(len("stream")) + int64(dataStart(b[p.pos+len("stream"):]))
			v = &Stream{Dict: dict, Num: num, gen: gen, start: end}
		}
		return num, v, end, true
	}
}

// charge counts a look at n bytes for the object at off. It returns false when
// too many objects are long.
func (d *Document) charge(off int64, n int) bool {
	if n <= objectWindow {
		return true
	}
	seen := d.longSeen[off]
	if n <= seen {
		return true
	}
	if d.longBytes += int64(n - seen); d.longBytes > longObjects+longShare*d.src.size {
		d.warn(0, LimitHit, "too many objects that are very long")
		return false
	}
	if d.longSeen == nil {
		d.longSeen = make(map[int64]int)
	}
	d.longSeen[off] = n
	return true
}

// short reports whether the object may go on behind the window.
func (p *parser) short() bool { return p.cut || p.pos+keywordRoom > len(p.buf) }

// dataStart returns how many bytes lie between the keyword stream and its
// data. ISO 32000-2, 7.3.8.1 asks for LF or CR LF; a lone CR and blanks before
// the end of the line are met in files.
func dataStart(b []byte) int {
	i := 0
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	switch {
	case i+1 < len(b) && b[i] == '\r' && b[i+1] == '\n':
		return i + 2
	case i < len(b) && (b[i] == '\r' || b[i] == '\n'):
		return i + 1
	}
	return 0 // no end of line: the blanks may be data
}

// reset makes p read b, with plain strings.
func (p *parser) reset(b []byte) {
	p.buf, p.pos, p.key, p.damaged, p.cut, p.junk = b, 0, nil, false, false, false
	clear(p.stack)
	p.stack = p.stack[:0]
	const keep = 64 << 10
	if cap(p.text) > keep {
		p.text = nil
	}
	if cap(p.stack) > keep {
		p.stack = nil
	}
}

// header parses "num gen obj".
func (p *parser) header() (num, gen int, ok bool) {
	p.space()
	num, ok = p.digits()
	if !ok {
		return 0, 0, false
	}
	p.space()
	if gen, ok = p.digits(); !ok {
		// A damaged generation does not matter: it is 0 in nearly all files.
		for p.pos < len(p.buf) && (p.buf[p.pos] == '-' || p.buf[p.pos]-'0' <= 9) {
			p.pos++
			ok = true
		}
		if !ok {
			return 0, 0, false
		}
		p.damaged = true
	}
	p.space()
	if !bytes.HasPrefix(p.buf[p.pos:], []byte("obj")) {
		return 0, 0, false
	}
	p.pos += len("obj")
	return num, gen, true
}

// digits parses an unsigned integer of at most ten digits.
func (p *parser) digits() (n int, ok bool) {
	start := p.pos
	for p.pos < len(p.buf) && p.buf[p.pos]-'0' <= 9 && p.pos-start < 11 {
		n = n*10 + int(p.buf[p.pos]-'0')
		p.pos++
	}
	return n, p.pos > start && p.pos-start <= 10
}

// distrust makes objects that the cross-reference table lacks be searched for
// in the file, because object num, which is needed, is not in it. With num 0
// there is some other reason. It returns false if that changes nothing.
func (d *Document) distrust(num int) bool {
	if !d.turn.take(d.ctx) {
		return false
	}
	defer d.turn.end()
	if d.tableLies || num != 0 && d.table.lookup(num).kind > freeEntry {
		return false
	}
	d.tableLies = true
	d.warn(num, BadXRef, "an object that is needed is not in the cross-reference table")
	d.cacheMu.Lock()
	defer d.cacheMu.Unlock()
	for _, m := range [...]map[int]Object{d.cache.young, d.cache.old} {
		for num, v := range m {
			if v == nil {
				delete(m, num)
			}
		}
	}
	return true
}

// A cache keeps objects by number. It drops the older half when it is full.
type cache struct {
	young, old map[int]Object
	weight     int
}

const (
	// cacheWeight bounds each half of the cache, in bytes of the file.
	// Objects take about eight times the memory of their text.
	cacheWeight = 4 << 20
	// objectWeight is what an object weighs beside its text.
	objectWeight = 64
)

func (c *cache) lookup(num int) (Object, bool) {
	v, ok := c.young[num]
	if !ok {
		v, ok = c.old[num]
	}
	return v, ok
}

func (c *cache) store(num int, v Object, weight int) {
	if c.young == nil || c.weight > cacheWeight {
		c.old, c.young, c.weight = c.young, make(map[int]Object), 0
	}
	c.young[num] = v
	c.weight += weight + objectWeight
}

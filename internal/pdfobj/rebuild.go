package pdfobj

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// A scan is what a search of the whole file for "num gen obj" finds.
type scan struct {
	table    *table
	trailers []Dict  // in file order, those of cross-reference streams included
	streams  []place // object streams
	catalogs []int
	roots    []int // page tree nodes without a parent
	pages    bool  // whether there are objects of type Page
	expanded bool  // whether the members of object streams are in table
}

// A place is where an object was found.
type place struct {
	off int64
	num int32
}

// scan searches the file once. It is nil if d.ctx is done before the end. It
// has to be the caller's turn.
func (d *Document) scan() *scan {
	if d.scanned == nil {
		s := &scan{table: newTable(d.src.size, d.limits.Objects)}
		d.scanFile(d.ctx, s)
		if d.ctx.Err() != nil {
			return nil
		}
		d.warn(0, RebuiltXRef, "the file was searched for objects")
		d.scanned = s
	}
	if s := d.scanned; !s.expanded {
		s.expanded = true
		d.expand(s)
		if d.ctx.Err() != nil {
			s.expanded = false // again with the next call
			return nil
		}
	}
	return d.scanned
}

// rebuild opens a file without its cross-reference table.
func (d *Document) rebuild(ctx context.Context, password string) error {
	d.cacheMu.Lock()
	d.cache = cache{}
	d.cacheMu.Unlock()
	d.key, d.loading, d.streams = nil, nil, objectStreams{}
	d.warn(0, RebuiltXRef, "the file was searched for objects")
	s := &scan{table: newTable(d.src.size, d.limits.Objects)}
	d.scanned, d.table, d.tableLies = s, s.table, false
	s.expanded = true // not before the key is known
	d.scanFile(ctx, s)
	if err := ctx.Err(); err != nil {
		return err
	}
	d.trailer = Dict{}
	for i := len(s.trailers) - 1; i >= 0; i-- {
		for _, k := range [...]Name{"Encrypt", "ID", "Info"} {
			if v := s.trailers[i][k]; v != nil && d.trailer[k] == nil {
				d.trailer[k] = v
			}
		}
	}
	if err := d.unlock(ctx, password); err != nil {
		return err
	}
	d.expand(s)
	if err := ctx.Err(); err != nil {
		return err
	}
	return d.rebuildCatalog(s)
}

// rebuildCatalog takes the newest catalog that has pages: of the trailers, or
// by type, or else makes one.
func (d *Document) rebuildCatalog(s *scan) error {
	try := func(o Object) bool {
		c, ok := d.resolve(o).(Dict)
		if !ok {
			return false
		}
		if _, ok := d.resolve(c["Pages"]).(Dict); !ok {
			return false
		}
		d.catalog = c
		d.trailer["Root"] = o
		return true
	}
	for i := len(s.trailers) - 1; i >= 0; i-- {
		if try(s.trailers[i]["Root"]) {
			return nil
		}
	}
	d.findTypes(s)
	for i := len(s.catalogs) - 1; i >= 0; i-- {
		if try(Ref{Num: s.catalogs[i]}) {
			return nil
		}
	}
	if len(s.roots) > 0 {
		d.catalog = Dict{"Type": Name("Catalog"), "Pages": Ref{Num: s.roots[len(s.roots)-1]}}
	} else if s.pages {
		d.catalog = Dict{"Type": Name("Catalog")}
	} else {
		return &FormatError{0, "no catalog and no pages", ErrCorrupt}
	}
	d.warn(0, BadPageTree, "the file has no catalog")
	return nil
}

// findTypes notes catalogs, roots of page trees and pages among all objects.
func (d *Document) findTypes(s *scan) {
	s.table.numbers(func(num int, _ entry) {
		dict, ok := d.load(num).(Dict)
		if !ok {
			return
		}
		switch dict["Type"] {
		case Name("Catalog"):
			s.catalogs = append(s.catalogs, num)
		case Name("Pages"):
			if dict["Parent"] == nil {
				s.roots = append(s.roots, num)
			}
		case Name("Page"):
			s.pages = true
		}
	})
}

// scanChunk is how much of the file a scan looks at in one go, scanOverlap
// what of it is looked at twice, so that no "num gen obj" is cut in two.
const (
	scanChunk   = 1 << 20
	scanOverlap = 64
)

// scanFile notes the last place of each object number, and all trailers. What
// lies in a stream whose length is right is passed over: it may be a PDF file
// of its own. When ctx ends, so does the scan.
func (d *Document) scanFile(ctx context.Context, s *scan) {
	places := d.findObjects(ctx)
	inside := int64(0) // end of the last stream
	for i, at := range places {
		if i%4096 == 0 && ctx.Err() != nil {
			return
		}
		if at.off < inside {
			continue
		}
		next := d.src.size
		if i+1 < len(places) {
			next = places[i+1].off
		}
		if at.num < 0 { // the word trailer
			if t := d.dictAt(at.off, next); t != nil {
				s.trailers = append(s.trailers, t)
			}
			continue
		}
		if !s.table.add(int(at.num), entry{off: at.off, kind: fileEntry}, true) {
			d.warn(0, LimitHit, "too many objects")
			return
		}
		stream := d.peekStream(at.off, next)
		if stream == nil {
			continue
		}
		if n, ok := stream.Dict["Length"].(int64); ok && n > 0 && stream.start+n <= d.src.size && stream.start+n > next {
			b := d.src.view(stream.start+n, endRoom+len("endstream"))
			if bytes.HasPrefix(bytes.TrimLeft(b[:min(len(b), endRoom+len("endstream"))], "\r\n \t\x00"), []byte("endstream")) {
				inside = stream.start + n
			}
		}
		switch stream.Dict["Type"] {
		case Name("XRef"):
			s.trailers = append(s.trailers, stream.Dict)
		case Name("ObjStm"):
			s.streams = append(s.streams, at)
		}
	}
}

// peekStream parses the object at off if it is a stream, without leaving the
// bytes before next, so that a scan stays linear.
func (d *Document) peekStream(off, next int64) *Stream {
	// Dictionaries of streams are short; longer ones are not needed here.
	const longest = 16 << 10
	n := int(min(next-off, longest))
	b := d.src.view(off, n)
	b = b[:min(n, len(b))]
	if !bytes.Contains(b, []byte("stream")) {
		return nil
	}
	p := &d.parser
	p.reset(b)
	num, gen, ok := p.header()
	if !ok {
		return nil
	}
	v, _ := p.value(0)
	dict, ok := v.(Dict)
	p.space()
	if !ok || !bytes.HasPrefix(b[p.pos:], []byte("stream")) {
		return nil
	}
	p.pos += len("stream")
	return &Stream{Dict: dict, Num: num, gen: gen, start: off + int64(p.pos+dataStart(b[p.pos:]))}
}

// findObjects returns where "num gen obj" stands, in order, and after each
// word trailer with the number -1.
func (d *Document) findObjects(ctx context.Context) []place {
	var places, found []place
	for off := int64(0); off < d.src.size && ctx.Err() == nil; {
		b := d.src.view(off, scanChunk)
		b = b[:min(len(b), scanChunk)]
		last := d.src.atEnd(off, len(b))
		for i := 0; ; {
			j := bytes.IndexByte(b[i:], 'j')
			if j < 0 {
				break
			}
			i += j + 1
			if i < 3 || b[i-2] != 'b' || b[i-3] != 'o' {
				continue
			}
			if start, num, ok := headerBefore(b, i-3); ok && (start > 0 || off == 0) {
				found = append(found, place{off + int64(start), int32(num)})
			}
		}
		for i := 0; ; {
			j := bytes.Index(b[i:], []byte("trailer"))
			if j < 0 {
				break
			}
			i += j + len("trailer")
			found = append(found, place{off + int64(i), -1})
		}
		slices.SortFunc(found, func(a, b place) int { return cmp.Compare(a.off, b.off) })
		for _, at := range found {
			if len(places) == 0 || at.off > places[len(places)-1].off {
				places = append(places, at)
			}
		}
		found = found[:0]
		if last || len(b) <= scanOverlap {
			break
		}
		off += int64(len(b) - scanOverlap)
	}
	return places
}

// headerBefore parses "num gen" backwards from the word obj at k.
func headerBefore(b []byte, k int) (start, num int, ok bool) {
	i := k
	space := func() int {
		n := 0
		for i > 0 && class[b[i-1]] == white && n < 8 {
			i--
			n++
		}
		return n
	}
	digits := func() (v, n int) {
		scale := 1
		for i > 0 && b[i-1]-'0' <= 9 && n < 10 {
			i--
			v += int(b[i]-'0') * scale
			scale *= 10
			n++
		}
		return v, n
	}
	space()
	_, n := digits()
	for i > 0 && b[i-1] == '-' && n <= 5 { // a damaged generation
		i--
		n++
	}
	if n == 0 || n > 5 {
		return 0, 0, false
	}
	if space() == 0 {
		return 0, 0, false
	}
	num, n = digits()
	if n == 0 || num > limits.Objects {
		return 0, 0, false
	}
	return i, num, true
}

// expand enters the members of object streams into the table. A later object
// stream counts more than an earlier one; against objects in the file, the
// place of the stream decides.
func (d *Document) expand(s *scan) {
	for _, at := range s.streams {
		if e := s.table.lookup(int(at.num)); e.kind != fileEntry || e.off != at.off {
			continue
		}
		var o *objectStream
		if d.table == s.table {
			o = d.objectStream(int(at.num))
		} else if _, v, _, ok := d.readAt(at.off, d.key); ok {
			if stream, ok := v.(*Stream); ok {
				o = d.openObjectStream(stream)
			}
		}
		if o == nil {
			continue
		}
		for i, m := range o.members {
			old := s.table.lookup(int(m.num))
			if int(m.num) == int(at.num) || old.kind == fileEntry && old.off > at.off {
				continue
			}
			if !s.table.add(int(m.num), entry{off: int64(at.num), index: int32(i), kind: compressedEntry}, true) {
				d.warn(0, LimitHit, "too many objects")
				return
			}
		}
	}
}

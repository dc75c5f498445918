package pdfobj

import (
	"math"
)

// An objectStream is a decoded object stream (ISO 32000-2, 7.5.7).
type objectStream struct {
	data    []byte
	members []member
	byNum   map[int]int32 // made when the cross-reference table's index is wrong
}

type member struct {
	num int32
	off int32 // in data
}

const (
	// objectStreamBytes bounds the decoded object streams that are kept.
	objectStreamBytes = 16 << 20
	// objectStreamCount bounds their number, so that finding one stays cheap.
	objectStreamCount = 64
)

// objectStreams keeps the object streams used last, newest at the end.
type objectStreams struct {
	list  []keptStream
	bytes int
}

type keptStream struct {
	num int
	s   *objectStream
}

func (o *objectStreams) lookup(num int) (*objectStream, bool) {
	for i := len(o.list) - 1; i >= 0; i-- {
		if o.list[i].num == num {
			k := o.list[i]
			if i < len(o.list)-1 {
				copy(o.list[i:], o.list[i+1:])
				o.list[len(o.list)-1] = k
			}
			return k.s, true
		}
	}
	return nil, false
}

func (o *objectStreams) store(num int, s *objectStream) {
	o.list = append(o.list, keptStream{num, s})
	o.bytes += s.size()
	for len(o.list) > objectStreamCount || o.bytes > objectStreamBytes && len(o.list) > 1 {
		o.bytes -= o.list[0].s.size()
		o.list[0] = keptStream{}
		o.list = o.list[1:]
	}
}

func (s *objectStream) size() int {
	if s == nil {
		return 0
	}
	return cap(s.data) + 8*len(s.members)
}

// objectStream returns object stream num, or nil. It has to be the caller's turn.
func (d *Document) objectStream(num int) *objectStream {
	if s, ok := d.streams.lookup(num); ok {
		return s
	}
	// An object stream cannot lie in an object stream; asking for one that
	// says so would go in circles.
	var s *objectStream
	if e := d.table.lookup(num); e.kind == fileEntry || d.tableLies {
		if stream, ok := d.load(num).(*Stream); ok {
			s = d.openObjectStream(stream)
		}
	}
	if d.ctx.Err() != nil {
		return nil // what was cut short is not kept
	}
	if s == nil {
		d.warn(num, BadObject, "object stream is unreadable")
	}
	d.streams.store(num, s)
	return s
}

func (d *Document) openObjectStream(stream *Stream) *objectStream {
	first, ok := number(d.resolve(stream.Dict["First"]))
	if !ok || first < 0 || first > math.MaxInt32 {
		return nil
	}
	data, err := d.decodeStructure(d.ctx, stream, usualStream)
	s := d.members(stream, data, int(first))
	if len(data) == usualStream && err != nil {
		// A large stream, or a bomb behind some objects: what counts ends soon
		// after the last object's start.
		end := first
		for _, m := range s.members {
			end = max(end, float64(m.off))
		}
		data, err = d.decodeStructure(d.ctx, stream, int64(end)+lastObject)
		if int64(len(data)) == int64(end)+lastObject {
			err = nil
		}
		s = d.members(stream, data, int(first))
	}
	if err != nil {
		d.warn(stream.Num, BadStream, "object stream: "+err.Error())
	}
	for i := range s.members {
		if m := &s.members[i]; int(m.off) > len(data) {
			*m = member{0, int32(len(data))} // keeps its place, since places count
		}
	}
	return s
}

const (
	// usualStream is more than object streams decode to, which hold some
	// hundred objects.
	usualStream = 2 << 20
	// lastObject is how far the last object of a larger one is read.
	lastObject = 4 << 20
)

// members reads the numbers and offsets at the start of an object stream.
func (d *Document) members(stream *Stream, data []byte, first int) *objectStream {
	s := &objectStream{data: data}
	p := parser{buf: data[:min(first, len(data))]}
	n, ok := number(d.resolve(stream.Dict["N"]))
	if !ok || n < 0 || n > float64(len(p.buf)) {
		n = float64(len(p.buf))
	}
	for range int(n) {
		p.space()
		num, ok1 := p.digits()
		p.space()
		off, ok2 := p.digits()
		if !ok1 || !ok2 {
			break
		}
		if num > math.MaxInt32 || first+off > math.MaxInt32 {
			num, off = 0, 0
		}
		s.members = append(s.members, member{int32(num), int32(first + off)})
	}
	return s
}

// readCompressed reads object num from an object stream, where it is expected
// at index. Strings in it are not encrypted on their own.
func (d *Document) readCompressed(num, stream, index int) (v Object, weight int, ok bool) {
	s := d.objectStream(stream)
	if s == nil {
		return nil, 0, false
	}
	if index >= len(s.members) || int(s.members[index].num) != num {
		if s.byNum == nil {
			s.byNum = make(map[int]int32, len(s.members))
			for i, m := range s.members {
				s.byNum[int(m.num)] = int32(i)
			}
		}
		i, ok := s.byNum[num]
		if !ok {
			return nil, 0, false
		}
		index = int(i)
	}
	m := s.members[index]
	p := &d.parser
	p.reset(s.data[m.off:])
	v, _ = p.value(0)
	if !d.charge(-int64(num), p.pos) {
		return nil, 0, false
	}
	if p.damaged {
		d.warn(num, BadObject, "syntax error in object")
	}
	return v, p.pos, true
}

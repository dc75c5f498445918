package pdfobj

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// A plan says how a stream is read: its extent, how it is decrypted, and its
// filters. It is made once and without the lock of the document afterwards.
type plan struct {
	length   int64 // of the raw data
	cipher   streamCipher
	filters  []filter
	unknown  string // filter that is not supported; those before it are in filters
	repaired bool
}

// planFor returns how to read s. It has to be the caller's turn.
func (d *Document) planFor(s *Stream) *plan {
	if p := s.plan.Load(); p != nil {
		return p
	}
	p := new(plan)
	p.length, p.repaired = d.extent(s)
	p.filters, p.unknown = d.filtersOf(s.Dict)
	p.cipher = d.cipherFor(s)
	if d.ctx.Err() != nil {
		return p // what was cut short is not kept
	}
	if p.repaired {
		d.warn(s.Num, BadStream, "the stream's length is wrong")
	}
	s.plan.Store(p)
	return p
}

// planOf is planFor for callers whose turn it is not. It returns nil if d.ctx
// is done.
func (d *Document) planOf(s *Stream) *plan {
	if p := s.plan.Load(); p != nil {
		return p
	}
	if !d.turn.take(d.ctx) {
		return nil
	}
	defer d.turn.end()
	p := d.planFor(s)
	if d.ctx.Err() != nil {
		return nil
	}
	return p
}

// endRoom is how far behind the data the keyword endstream may stand for the
// length to be believed: the end of the line, and blanks.
const endRoom = 8

// extent returns the length of the raw data of s: /Length if endstream or
// endobj follows, otherwise up to the next endstream.
func (d *Document) extent(s *Stream) (length int64, repaired bool) {
	if n, ok := number(d.resolve(s.Dict["Length"])); ok && n >= 0 && s.start+int64(n) <= d.src.size {
		length = int64(n)
		b := d.src.view(s.start+length, endRoom+len("endstream"))
		i := 0
		for i < len(b) && i < endRoom && class[b[i]] == white {
			i++
		}
		b = b[i:]
		if bytes.HasPrefix(b, []byte("endstream")) || bytes.HasPrefix(b, []byte("endobj")) {
			return length, false
		}
	}
	end := d.findEnd(s.start)
	n := end - s.start
	if d.key == nil { // in ciphertext, what looks like an end of line is data
		tail := d.src.view(max(s.start, end-2), int(min(2, n)))
		switch {
		case n >= 2 && len(tail) >= 2 && tail[0] == '\r' && tail[1] == '\n':
			n -= 2
		case n >= 1 && len(tail) >= 1 && (tail[min(1, n-1)] == '\n' || tail[min(1, n-1)] == '\r'):
			n--
		}
	}
	return n, true
}

// findEnd returns where the next endstream from off on is, or else the next
// endobj, or else the end of the file. The last answer is kept, so that streams
// that all lack an end cost one search together.
func (d *Document) findEnd(off int64) int64 {
	if d.endFrom <= off && off < d.endAt {
		return d.endAt
	}
	end := d.src.search(d.ctx, off, []byte("endstream"))
	if end < 0 {
		end = d.src.search(d.ctx, off, []byte("endobj"))
	}
	if end < 0 {
		end = d.src.size
	}
	if d.ctx.Err() == nil {
		d.endFrom, d.endAt = off, end
	}
	return end
}

// search returns the offset of the next occurrence of word from off on, or -1,
// which it also is when ctx ends the search.
func (s *source) search(ctx context.Context, off int64, word []byte) int64 {
	for window := windowSize; off < s.size && ctx.Err() == nil; window = min(4*window, 1<<20) {
		b := s.view(off, window)
		b = b[:min(len(b), window)] // all of a file read at once would not look at ctx
		if i := bytes.Index(b, word); i >= 0 {
			return off + int64(i)
		}
		if s.atEnd(off, len(b)) || len(b) < len(word) {
			return -1
		}
		off += int64(len(b) - len(word) + 1)
	}
	return -1
}

// Decode appends the decoded bytes of s to dst. Where the data are damaged it
// returns what comes before together with a *DamageError, and where a limit is
// hit, with a *LimitError. For a filter that only images have the error is
// ErrUnsupported. It may be called concurrently.
func (d *Document) Decode(ctx context.Context, s *Stream, dst []byte) ([]byte, error) {
	d = d.With(ctx)
	p := d.planOf(s)
	if p == nil {
		return dst, ctx.Err()
	}
	return d.decode(ctx, s, p, dst, d.limits.StreamBytes)
}

// DecodeHead returns the first n decoded bytes of s, or fewer if it is
// shorter. Its cost follows n and not the size of s.
func (d *Document) DecodeHead(ctx context.Context, s *Stream, n int) ([]byte, error) {
	d = d.With(ctx)
	p := d.planOf(s)
	if p == nil {
		return nil, ctx.Err()
	}
	limit := min(int64(max(0, n)), d.limits.StreamBytes)
	// All filters but RunLength and Flate shrink data by less than 4, and
	// those two do not grow them much. If that is not enough, take more.
	for raw := 4*limit + 4096; ; raw *= 16 {
		short := *p
		short.length = min(p.length, raw)
		out, _, err := d.decodeBounded(ctx, s, &short, nil, limit, raw)
		var limited *LimitError
		if errors.As(err, &limited) && int64(len(out)) >= limit {
			return out, nil
		}
		if int64(len(out)) >= limit || short.length == p.length && !errors.As(err, &limited) || raw > d.limits.StreamBytes {
			return out, err
		}
		if ctx.Err() != nil || errors.Is(err, ErrUnsupported) {
			return out, err
		}
	}
}

// decodeStructure decodes a cross-reference or object stream, at most most
// bytes of it. It has to be the caller's turn.
func (d *Document) decodeStructure(ctx context.Context, s *Stream, most int64) ([]byte, error) {
	left := d.limits.DocumentBytes + structureShare*d.src.size - d.structureBytes
	if left <= 0 {
		return nil, &LimitError{"DocumentBytes", d.limits.DocumentBytes}
	}
	out, err := d.decode(ctx, s, d.planFor(s), nil, min(left, d.limits.StreamBytes, most))
	if ctx.Err() == nil { // who gives up pays nothing for those who come after
		d.structureBytes += int64(len(out))
	}
	return out, err
}

// structureShare is how many bytes of object streams are decoded for each byte
// of the file, beyond DocumentBytes: they deflate to a fifth, and may be read
// more than once.
const structureShare = 32

func (d *Document) decode(ctx context.Context, s *Stream, p *plan, dst []byte, limit int64) ([]byte, error) {
	if len(p.filters) > 1 && limit > chainStep {
		// The last filter may hit the limit with less than all of what those
		// before it would yield.
		out, more, err := d.decodeBounded(ctx, s, p, dst, limit, chainStep)
		if !more {
			return out, err
		}
		dst = out[:len(dst)]
	}
	dst, _, err := d.decodeBounded(ctx, s, p, dst, limit, limit)
	return dst, err
}

const (
	// chainStep is what each filter of a chain but the last may yield at
	// first. Real chains undo ASCII85 before they inflate.
	chainStep = 8 << 20
	// rawShare and rawRoom bound the raw data that are read for a limited
	// output: the filters that lengthen data, hexadecimal digits before all,
	// do so by less together. Beyond that there can be only padding.
	rawShare = 4
	rawRoom  = 64 << 10
)

// buffers are the scratch of one Decode call.
type buffers struct {
	raw     []byte
	between [2][]byte
}

var bufferPool = sync.Pool{New: func() any { return new(buffers) }}

// keepBuffer is the size above which a buffer is not kept for the next call.
const keepBuffer = 4 << 20

func (b *buffers) release() {
	for _, p := range [...]*[]byte{&b.raw, &b.between[0], &b.between[1]} {
		if cap(*p) > keepBuffer {
			*p = nil
		}
	}
	bufferPool.Put(b)
}

// decodeBounded appends at most limit bytes to dst, and lets each filter but
// the last yield at most between bytes. More says that with a larger bound
// between, more might come out.
func (d *Document) decodeBounded(ctx context.Context, s *Stream, p *plan, dst []byte, limit, between int64) (out []byte, more bool, err error) {
	if err := ctx.Err(); err != nil {
		return dst, false, err
	}
	budget := budgetOf(ctx)
	field, cap64 := "StreamBytes", d.limits.StreamBytes
	if n := budget.left(); n < limit {
		limit, field, cap64 = n, budget.field, budget.limit
		if n <= 0 {
			return dst, false, &LimitError{field, cap64}
		}
	}
	limited := &LimitError{field, cap64}
	if p.unknown != "" {
		return dst, false, &FormatError{s.Num, fmt.Sprintf("filter %.32q", p.unknown), ErrUnsupported}
	}

	scratch := bufferPool.Get().(*buffers)
	defer scratch.release()
	length := min(p.length, rawShare*limit+rawRoom)
	raw := d.src.readAt(ctx, scratch.raw, s.start, length)
	if err := ctx.Err(); err != nil {
		return dst, false, err
	}
	if d.src.whole == nil && cap(raw) > cap(scratch.raw) {
		scratch.raw = raw
	}
	src := raw
	if p.cipher.method != plainText {
		// Decryption is done in place, so the file's own bytes are copied.
		if d.src.whole != nil {
			scratch.raw = append(scratch.raw[:0], raw...)
			src = scratch.raw
		}
		src = p.cipher.decrypt(ctx, src)
		if err := ctx.Err(); err != nil {
			return dst, false, err
		}
	}
	if len(p.filters) == 0 {
		var err error
		if int64(len(src)) > limit {
			src, err = src[:limit], limited
		}
		budget.charge(int64(len(src)))
		return append(dst, src...), false, err
	}

	var damage error
	for i := range p.filters {
		f := &p.filters[i]
		var err error
		if i == len(p.filters)-1 {
			base := len(dst)
			dst, err = f.decode(ctx, dst, src, int(limit))
			budget.charge(int64(len(dst) - base))
			more = more && err != errLimit
		} else {
			out := &scratch.between[i%2]
			*out, err = f.decode(ctx, (*out)[:0], src, int(min(between, max(limit, budget.left()))))
			src = *out
			more = more || err == errLimit
			budget.charge(int64(len(src)))
		}
		switch {
		case err == nil:
		case errors.Is(err, errLimit):
			damage = limited
		case ctx.Err() != nil:
			return dst, false, ctx.Err()
		case damage == nil:
			damage = &DamageError{s.Num, f.kind.String(), err}
		}
	}
	if length < p.length && damage != nil {
		damage = limited
	}
	if more {
		return dst, true, damage
	}
	if damage != nil {
		if _, ok := damage.(*DamageError); ok && limit == d.limits.StreamBytes {
			d.warn(s.Num, BadStream, damage.(*DamageError).What+": "+damage.(*DamageError).Err.Error())
		}
		return dst, false, damage
	}
	return dst, false, nil
}

// filtersOf returns the filters of a stream dictionary with their parameters,
// and the name of the first that is not supported. It has to be the caller's turn.
func (d *Document) filtersOf(dict Dict) (filters []filter, unknown string) {
	var names, parms Array
	switch v := d.resolve(dict["Filter"]).(type) {
	case Name:
		names = Array{v}
	case Array:
		names = v
	}
	v := dict["DecodeParms"]
	if v == nil {
		v = dict["DP"]
	}
	last := len(names) - 1
	switch v := d.resolve(v).(type) {
	case Array:
		parms = v
	case Dict:
		// One dictionary beside an array of filters is meant for the one that
		// takes parameters, which is the last in practice.
		if last >= 0 {
			parms = make(Array, len(names))
			parms[last] = v
		}
	}
	for i, o := range names {
		name, _ := d.resolve(o).(Name)
		if i >= limits.Filters {
			return filters, "chain too long"
		}
		var parm Dict
		if i < len(parms) {
			parm, _ = d.resolve(parms[i]).(Dict)
		}
		kind, ok := filterNames(name)
		if !ok {
			if name == "Crypt" || name == "" {
				continue
			}
			return filters, string(name)
		}
		f := filter{kind: kind}
		if parm != nil && (kind == flateFilter || kind == lzwFilter) {
			f.predictor = d.predictorOf(parm)
			f.lateChange = false
			if n, ok := number(d.resolve(parm["EarlyChange"])); ok && n == 0 {
				f.lateChange = true
			}
		}
		filters = append(filters, f)
	}
	return filters, ""
}

func (d *Document) predictorOf(parm Dict) predictor {
	entry := func(key Name, standard int) int {
		n, ok := number(d.resolve(parm[key]))
		if !ok || n < 1 || n > 1<<30 {
			return standard
		}
		return int(n)
	}
	return predictor{
		kind:    entry("Predictor", 1),
		colors:  entry("Colors", 1),
		bits:    entry("BitsPerComponent", 8),
		columns: entry("Columns", 1),
	}
}

// Package inflate decodes DEFLATE data (RFC 1951) that are in memory as a
// whole. Without the window and the states of a stream decoder it takes about
// half the time of compress/flate, whose judgement of damaged data it shares.
package inflate

import (
	"context"
	"errors"
	"math"
)

// What stopped a decoding short of the end of the data.
var (
	// ErrTruncated says that src ends before the last block does.
	ErrTruncated = errors.New("inflate: data end early")
	// ErrCorrupt says that src cannot be continued: a reserved block type, a
	// code that is incomplete or over-subscribed, a symbol without meaning, a
	// distance before the beginning.
	ErrCorrupt = errors.New("inflate: invalid data")
	// ErrLimit says that there is more output than was allowed.
	ErrLimit = errors.New("inflate: output limit")
)

// A Decoder is the scratch of a decoding, 12 kB, to be used again. The zero
// value is ready. It holds no reference to the data between calls, and serves
// one call at a time.
type Decoder struct {
	// The input: src[in:] and, before it, the low nacc bits of acc. Bits of acc
	// above those are zero or what src[in:] begins with, so that a refill may
	// set them again.
	src  []byte
	in   int
	acc  uint64
	nacc uint

	// The output: buf[:pos], of which this call made buf[base:pos]. buf ends
	// at end at the latest, however large the array is.
	buf            []byte
	base, pos, end int
	look           int // where pos is when the context is next asked

	fixed  bool // literal and distance hold the fixed codes
	sorted [maxLiterals]uint16
	// Lengths of the literal code, and of the distance code behind it.
	lengths  [maxLiterals + maxDistances]uint8
	order    [orderTable]uint32
	literal  [literalTable]uint32
	distance [distanceTable]uint32
}

const (
	// lookInterval is how many bytes of output are made between two looks at
	// the context, some milliseconds' worth.
	lookInterval = 1 << 20
	// blockCost is how many bytes of output take as long as the tables of one
	// block, so that data of nothing but empty blocks are interrupted as well.
	blockCost = 4 << 10
)

// Inflate appends at most limit bytes of what src decodes to to dst, and
// returns how many bytes of src that took: bytes behind the last block are
// none of them. On an error, ErrTruncated, ErrCorrupt or ErrLimit, out ends
// where decoding did. Output of just limit bytes is no ErrLimit. The time is
// proportional to src and to the output, whichever ends first.
func (d *Decoder) Inflate(dst, src []byte, limit int) (out []byte, n int, err error) {
	return d.InflateContext(context.Background(), dst, src, limit)
}

// InflateContext is Inflate that stops with the error of ctx, some
// milliseconds after it is done.
func (d *Decoder) InflateContext(ctx context.Context, dst, src []byte, limit int) (out []byte, n int, err error) {
	d.src, d.in, d.acc, d.nacc = src, 0, 0, 0
	d.base, d.pos = len(dst), len(dst)
	d.end = math.MaxInt
	if limit = max(0, limit); limit < math.MaxInt-len(dst) {
		d.end = len(dst) + limit
	}
	d.look = d.pos + lookInterval
	d.buf = dst[:min(cap(dst), d.end)]
	// Text deflates to a third or less; start there to seldom grow.
	d.room(min(limit, 3*len(src)+512))

	for final := false; !final && err == nil; {
		final, err = d.block(ctx)
	}
	out, n = d.buf[:d.pos], d.in-int(d.nacc>>3)
	d.src, d.buf = nil, nil
	return out, n, err
}

// block decodes one block, and tells whether it is the last.
func (d *Decoder) block(ctx context.Context) (final bool, err error) {
	d.look -= blockCost
	if err := d.interrupted(ctx); err != nil {
		return false, err
	}
	d.refill()
	if d.nacc < 3 {
		return false, ErrTruncated
	}
	final = d.acc&1 != 0
	kind := d.acc >> 1 & 3
	d.acc >>= 3
	d.nacc -= 3
	switch kind {
	case 0:
		return final, d.stored()
	case 1:
		if !d.fixed {
			d.fixedCodes()
		}
	case 2:
		if err := d.dynamicCodes(); err != nil {
			return final, err
		}
	default:
		return final, ErrCorrupt
	}
	return final, d.symbols(ctx)
}

// stored copies the data of a block without compression (RFC 1951, 3.2.4).
func (d *Decoder) stored() error {
	d.in -= int(d.nacc >> 3) // whole bytes in acc; the rest of one is skipped
	d.acc, d.nacc = 0, 0
	if len(d.src)-d.in < 4 {
		d.in = len(d.src)
		return ErrTruncated
	}
	h := d.src[d.in : d.in+4]
	n := int(h[0]) | int(h[1])<<8
	d.in += 4
	if n^(int(h[2])|int(h[3])<<8) != 0xffff {
		return ErrCorrupt
	}
	data := d.src[d.in:min(d.in+n, len(d.src))]
	d.room(len(data))
	copied := copy(d.buf[d.pos:], data)
	d.pos += copied
	d.in += copied
	switch {
	case copied < len(data):
		return ErrLimit
	case copied < n:
		return ErrTruncated
	}
	return nil
}

// refill takes bytes of src into acc until it has 56 bits or src ends.
func (d *Decoder) refill() {
	for d.nacc < 56 && d.in < len(d.src) {
		d.acc |= uint64(d.src[d.in]) << d.nacc
		d.in++
		d.nacc += 8
	}
}

// interrupted asks ctx if it is time to.
func (d *Decoder) interrupted(ctx context.Context) error {
	if d.pos < d.look {
		return nil
	}
	d.look = d.pos + lookInterval
	return ctx.Err()
}

// room grows buf for n more bytes, or as far as end allows.
func (d *Decoder) room(n int) {
	if len(d.buf)-d.pos >= n || len(d.buf) >= d.end {
		return
	}
	buf := Grow(d.buf[:d.pos], n, d.end)
	d.buf = buf[:min(cap(buf), d.end)]
}

package pdfobj

import (
	"bytes"
	"compress/flate"
	"context"
	"io"
	"sync"
)

// An inflater is the state of one FlateDecode, kept between calls: it is 44 kB.
type inflater struct {
	src bytes.Reader
	r   io.Reader // also a flate.Resetter
}

var inflaters = sync.Pool{New: func() any {
	f := new(inflater)
	f.r = flate.NewReader(&f.src)
	return f
}}

// inflate appends at most limit bytes of the zlib stream src (ISO 32000-2,
// 7.4.4) to dst. The checksum is never verified: a wrong one is no reason to
// lose data that are there. Without a valid header src is tried as zlib with
// a damaged header and as raw deflate, and what yields more is taken.
func inflate(ctx context.Context, dst, src []byte, limit int) ([]byte, error) {
	// Some writers put an end of line between stream and data twice.
	body := bytes.TrimLeft(src, "\r\n")
	if len(body) == 0 {
		return dst, nil
	}
	if len(body) >= 2 && body[0]&0x0f == 8 && (int(body[0])<<8|int(body[1]))%31 == 0 {
		skip := 2
		if body[1]&0x20 != 0 { // preset dictionary: not allowed in PDF
			skip = 6
		}
		return inflateRaw(ctx, dst, body[min(skip, len(body)):], limit)
	}
	base := len(dst)
	out, err := inflateRaw(ctx, dst, src, limit)
	if err == nil || len(src) < 2 {
		return out, err
	}
	headless := len(out) - base
	out, err2 := inflateRaw(ctx, out, src[2:], limit)
	if err2 != nil && len(out)-base-headless <= headless {
		return out[:base+headless], err
	}
	n := copy(out[base:], out[base+headless:])
	return out[:base+n], err2
}

// inflateRaw appends at most limit bytes of the deflate stream src to dst.
func inflateRaw(ctx context.Context, dst, src []byte, limit int) ([]byte, error) {
	f := inflaters.Get().(*inflater)
	defer func() {
		f.src.Reset(nil)
		inflaters.Put(f)
	}()
	f.src.Reset(src)
	if err := f.r.(flate.Resetter).Reset(&f.src, nil); err != nil {
		return dst, err
	}
	end := len(dst) + limit
	look := len(dst) + ctxInterval
	// Text deflates to a third or less; start there to seldom grow.
	dst = grow(dst, max(1, min(limit+1, 3*len(src)+512)))
	for {
		if len(dst) == cap(dst) {
			dst = grow(dst, max(512, len(dst)/2))
		}
		// One byte beyond the limit tells whether there is more.
		n, err := f.r.Read(dst[len(dst):min(cap(dst), end+1)])
		dst = dst[:len(dst)+n]
		if len(dst) > end {
			return dst[:end], errLimit
		}
		switch {
		case err == io.EOF:
			return dst, nil
		case err == io.ErrUnexpectedEOF:
			return dst, errTruncated
		case err != nil:
			return dst, errInvalid
		}
		if len(dst) > look {
			look = len(dst) + ctxInterval
			if ctx.Err() != nil {
				return dst, ctx.Err()
			}
		}
	}
}

package pdfobj

import (
	"bytes"
	"context"
	"sync"

	"github.com/pdftext-go/pdftext/internal/inflate"
)

// inflaters are kept between calls: one is 12 kB.
var inflaters = sync.Pool{New: func() any { return new(inflate.Decoder) }}

// decodeFlate appends at most limit bytes of the zlib stream src (ISO 32000-2,
// 7.4.4) to dst. The checksum is never verified: a wrong one is no reason to
// lose data that are there. Without a valid header src is tried as zlib with
// a damaged header and as raw deflate, and what yields more is taken.
func decodeFlate(ctx context.Context, dst, src []byte, limit int) ([]byte, error) {
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
	d := inflaters.Get().(*inflate.Decoder)
	defer inflaters.Put(d)
	dst, _, err := d.InflateContext(ctx, dst, src, limit)
	switch err {
	case inflate.ErrTruncated:
		err = errTruncated
	case inflate.ErrCorrupt:
		err = errInvalid
	case inflate.ErrLimit:
		err = errLimit
	}
	return dst, err
}

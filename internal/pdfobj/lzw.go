package pdfobj

import (
	"context"

	"github.com/pdftext-go/pdftext/internal/inflate"
)

// Codes of LZWDecode (ISO 32000-2, 7.4.4.2).
const (
	lzwClear = 256
	lzwEnd   = 257
	lzwFirst = 258
	lzwCodes = 4096
)

// decodeLZW appends at most limit decoded bytes of src to dst. With early, code
// lengths grow one code early, which is the standard's default. A full table
// without a clear code goes on with codes of 12 bits.
//
// The table holds no strings: that of a code is the string of the code before
// it plus one byte, so it stands in the output already.
func decodeLZW(ctx context.Context, dst, src []byte, early bool, limit int) ([]byte, error) {
	var start [lzwCodes]int32  // where in dst the string of a code begins
	var length [lzwCodes]int32 // and how long it is
	base := len(dst)
	end := base + limit
	look := ctxInterval // in bytes read and made
	offset := 0
	if early {
		offset = 1
	}
	next, width := lzwFirst, 9
	previous := -1 // code before, or -1 after a clear code
	prevStart := 0
	var bits uint32
	have, i := 0, 0
	for {
		for have < width {
			if i >= len(src) {
				if previous >= 0 || base == len(dst) {
					// Whether the data end with the end code or not makes no
					// difference to what is in them.
					return dst, nil
				}
				return dst, errTruncated
			}
			bits = bits<<8 | uint32(src[i])
			i++
			have += 8
		}
		code := int(bits >> (have - width) & (1<<width - 1))
		have -= width
		if code == lzwEnd {
			return dst, nil
		}
		if i+len(dst)-base > look {
			look = i + len(dst) - base + ctxInterval
			if ctx.Err() != nil {
				return dst, ctx.Err()
			}
		}
		if code == lzwClear {
			next, width, previous = lzwFirst, 9, -1
			continue
		}
		if cap(dst)-len(dst) < lzwCodes { // no code has a longer string
			dst = inflate.Grow(dst, lzwCodes, end+lzwCodes)
		}
		here := len(dst)
		switch {
		case code < 256:
			dst = append(dst, byte(code))
		case code < next:
			s, n := int(start[code]), int(length[code])
			dst = append(dst, dst[base+s:base+s+n]...)
		case code == next && previous >= 0:
			// The string before plus its own first byte.
			dst = append(dst, dst[prevStart:here]...)
			dst = append(dst, dst[prevStart])
		default:
			return dst, errInvalid
		}
		if len(dst) > end {
			return dst[:end], errLimit
		}
		if previous >= 0 && next < lzwCodes {
			// The new code: the previous string and the first byte of this one
			// lie side by side in dst.
			start[next], length[next] = int32(prevStart-base), int32(here-prevStart+1)
			next++
		}
		if next+offset >= 1<<width && width < 12 {
			width++
		}
		previous, prevStart = code, here
	}
}

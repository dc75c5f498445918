package pdfobj

import (
	"bytes"
	"context"
	"errors"

	"github.com/pdftext-go/pdftext/internal/inflate"
)

// A filterKind is a filter of ISO 32000-2, 7.4 that yields text or data. Those
// of images are not decoded.
type filterKind uint8

const (
	flateFilter filterKind = iota + 1
	lzwFilter
	ascii85Filter
	asciiHexFilter
	runLengthFilter
)

// filterNames maps the names of filters and their abbreviations (ISO 32000-2,
// Table 92, which files use outside inline images as well).
func filterNames(name Name) (filterKind, bool) {
	switch name {
	case "FlateDecode", "Fl":
		return flateFilter, true
	case "LZWDecode", "LZW":
		return lzwFilter, true
	case "ASCII85Decode", "A85":
		return ascii85Filter, true
	case "ASCIIHexDecode", "AHx":
		return asciiHexFilter, true
	case "RunLengthDecode", "RL":
		return runLengthFilter, true
	}
	return 0, false
}

func (k filterKind) String() string {
	switch k {
	case flateFilter:
		return "FlateDecode"
	case lzwFilter:
		return "LZWDecode"
	case ascii85Filter:
		return "ASCII85Decode"
	case asciiHexFilter:
		return "ASCIIHexDecode"
	case runLengthFilter:
		return "RunLengthDecode"
	}
	return "unknown filter"
}

// A filter is one step of decoding.
type filter struct {
	kind       filterKind
	lateChange bool // LZW with /EarlyChange 0
	predictor  predictor
}

var (
	// errLimit says that a filter has more to yield than it was allowed.
	errLimit     = errors.New("output limit")
	errTruncated = errors.New("data end early")
	errInvalid   = errors.New("invalid data")
)

// ctxInterval is how many bytes are read or made between two looks at the
// context; what is slowest makes 50 MB a second. It is a multiple of a block of
// AES.
const ctxInterval = 64 << 10

// decode appends at most limit decoded bytes of src to dst. It appends what
// comes before damage.
func (f *filter) decode(ctx context.Context, dst, src []byte, limit int) ([]byte, error) {
	base := len(dst)
	if f.predictor.kind > 1 {
		limit = f.predictor.encodedLen(limit)
	}
	var err error
	switch f.kind {
	case flateFilter:
		dst, err = decodeFlate(ctx, dst, src, limit)
	case lzwFilter:
		dst, err = decodeLZW(ctx, dst, src, !f.lateChange, limit)
	case ascii85Filter:
		dst, err = decodeASCII85(ctx, dst, src, limit)
	case asciiHexFilter:
		dst, err = decodeASCIIHex(ctx, dst, src, limit)
	case runLengthFilter:
		dst, err = decodeRunLength(ctx, dst, src, limit)
	}
	if f.predictor.kind > 1 {
		n, perr := f.predictor.undo(ctx, dst[base:])
		dst = dst[:base+n]
		if err == nil || perr != nil && ctx.Err() != nil {
			err = perr
		}
	}
	return dst, err
}

// decodeASCIIHex decodes ISO 32000-2, 7.4.2. Bytes that are no digits are
// skipped: NUL and control characters are met between them.
func decodeASCIIHex(ctx context.Context, dst, src []byte, limit int) ([]byte, error) {
	end := len(dst) + limit
	dst = inflate.Grow(dst, len(src)/2+1, end)
	high := -1
	for i, c := range src {
		if c == '>' {
			break
		}
		if i%ctxInterval == ctxInterval-1 && ctx.Err() != nil {
			return dst, ctx.Err()
		}
		v := hexDigit(c)
		switch {
		case v < 0:
		case high < 0:
			high = v
		default:
			if len(dst) >= end {
				return dst, errLimit
			}
			dst = append(dst, byte(high<<4|v))
			high = -1
		}
	}
	if high >= 0 {
		if len(dst) >= end {
			return dst, errLimit
		}
		dst = append(dst, byte(high<<4))
	}
	return dst, nil // a missing > is as good as one: nothing can be lost
}

// decodeASCII85 decodes ISO 32000-2, 7.4.3. A missing or broken end marker does
// not matter; bytes outside the alphabet are skipped.
func decodeASCII85(ctx context.Context, dst, src []byte, limit int) ([]byte, error) {
	src = bytes.TrimPrefix(bytes.TrimLeft(src, "\x00\t\n\f\r "), []byte("<~"))
	end := len(dst) + limit
	dst = inflate.Grow(dst, len(src)/5*4+8, end+4)
	var group uint32
	n := 0
	var err error
	for i := 0; i < len(src) && src[i] != '~'; i++ {
		c := src[i]
		if i%ctxInterval == ctxInterval-1 && ctx.Err() != nil {
			return dst, ctx.Err()
		}
		switch {
		case c-'!' < 85:
			group = group*85 + uint32(c-'!')
			if n++; n < 5 {
				continue
			}
			n = 0
		case c == 'z' && n == 0:
			group = 0
		case class[c] == white:
			continue
		default:
			err = errInvalid
			continue
		}
		dst = append(dst, byte(group>>24), byte(group>>16), byte(group>>8), byte(group))
		group = 0
		if len(dst) > end {
			return dst[:end], errLimit
		}
	}
	if n > 1 {
		for i := n; i < 5; i++ {
			group = group*85 + 84
		}
		for i := 0; i < n-1; i++ {
			dst = append(dst, byte(group>>(24-8*i)))
		}
	}
	if len(dst) > end {
		return dst[:end], errLimit
	}
	return dst, err
}

// decodeRunLength decodes ISO 32000-2, 7.4.5.
func decodeRunLength(ctx context.Context, dst, src []byte, limit int) ([]byte, error) {
	end := len(dst) + limit
	look := ctxInterval / 2 // in bytes of src; two make up to 128
	for i := 0; i < len(src); {
		if i >= look {
			look = i + ctxInterval/2
			if ctx.Err() != nil {
				return dst, ctx.Err()
			}
		}
		n := int(src[i])
		i++
		dst = inflate.Grow(dst, 128, end+128) // as much as one code yields
		switch {
		case n == 128:
			return dst, nil
		case n < 128:
			m := min(n+1, len(src)-i)
			dst = append(dst, src[i:i+m]...)
			i += m
			if m <= n {
				return dst[:min(len(dst), end)], errTruncated
			}
		default:
			if i >= len(src) {
				return dst, errTruncated
			}
			for range 257 - n {
				dst = append(dst, src[i])
			}
			i++
		}
		if len(dst) > end {
			return dst[:end], errLimit
		}
	}
	return dst, nil
}

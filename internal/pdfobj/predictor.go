package pdfobj

import "context"

// A predictor is what FlateDecode and LZWDecode undo after decompression
// (ISO 32000-2, 7.4.4.4). The zero value does nothing.
type predictor struct {
	kind    int // 2 is TIFF, 10 and above is PNG
	colors  int
	bits    int // per component
	columns int
}

const (
	tiffPredictor = 2
	pngPredictor  = 10
	lastPredictor = 15
	// maxRow bounds the bytes of a row. PDF pages and fonts have none; tables
	// have 4 to 8 columns, images some ten thousand.
	maxRow = 1 << 26
)

// rowBytes returns the length of a row and of a pixel in bytes, or 0 if the
// parameters are absurd.
func (p *predictor) rowBytes() (row, pixel int) {
	switch p.bits {
	case 1, 2, 4, 8, 16:
	default:
		return 0, 0
	}
	if p.colors > 64 || p.columns > maxRow {
		return 0, 0
	}
	bits := p.colors * p.bits
	row = (bits*p.columns + 7) / 8
	if row > maxRow {
		return 0, 0
	}
	return row, max(1, bits/8)
}

// encodedLen returns how many bytes must be decompressed for n bytes.
func (p *predictor) encodedLen(n int) int {
	row, _ := p.rowBytes()
	if row == 0 || p.kind < pngPredictor || p.kind > lastPredictor {
		return n
	}
	return n + (n+row-1)/row
}

// undo turns b into the original data, in place, and returns their length. The
// last row may be cut off. It looks at ctx between rows.
func (p *predictor) undo(ctx context.Context, b []byte) (int, error) {
	row, pixel := p.rowBytes()
	switch {
	case row == 0:
		return len(b), errInvalid
	case p.kind > lastPredictor: // not known: the data are as likely plain
		return len(b), errInvalid
	case p.kind >= pngPredictor:
		n := undoPNG(ctx, b, row, pixel)
		return n, ctx.Err()
	case p.kind == tiffPredictor:
		look := ctxInterval
		for i := 0; i < len(b); i += row {
			if i >= look {
				look = i + ctxInterval
				if ctx.Err() != nil {
					return i, ctx.Err()
				}
			}
			p.undoTIFF(b[i:min(i+row, len(b))])
		}
		return len(b), nil
	}
	return len(b), errInvalid
}

// undoPNG undoes the filters of PNG, clause 9. Rows move towards the start of b
// as their tags are dropped, so a row and the one above never overlap its
// source. Unknown tags count as none.
func undoPNG(ctx context.Context, b []byte, row, pixel int) int {
	n := 0
	var up []byte // the row above; nil is all zero
	look := ctxInterval
	for i := 0; i < len(b); i += row + 1 {
		if i >= look {
			look = i + ctxInterval
			if ctx.Err() != nil {
				break
			}
		}
		src := b[i+1 : min(i+1+row, len(b))]
		if len(src) == 0 {
			break
		}
		cur := b[n : n+len(src)]
		switch b[i] {
		case 1:
			copy(cur, src)
			for j := pixel; j < len(cur); j++ {
				cur[j] += cur[j-pixel]
			}
		case 2:
			copy(cur, src)
			for j := range min(len(cur), len(up)) {
				cur[j] += up[j]
			}
		case 3:
			copy(cur, src)
			for j := range cur {
				sum := 0
				if j >= pixel {
					sum = int(cur[j-pixel])
				}
				if up != nil {
					sum += int(up[j])
				}
				cur[j] += byte(sum / 2)
			}
		case 4:
			copy(cur, src)
			for j := range cur {
				var a, b, c int
				if j >= pixel {
					a = int(cur[j-pixel])
				}
				if up != nil {
					b = int(up[j])
					if j >= pixel {
						c = int(up[j-pixel])
					}
				}
				cur[j] += paeth(a, b, c)
			}
		default:
			copy(cur, src)
		}
		up = cur
		n += len(cur)
	}
	return n
}

func paeth(a, b, c int) byte {
	pa, pb, pc := b-c, a-c, a+b-2*c
	pa, pb, pc = max(pa, -pa), max(pb, -pb), max(pc, -pc)
	switch {
	case pa <= pb && pa <= pc:
		return byte(a)
	case pb <= pc:
		return byte(b)
	}
	return byte(c)
}

// undoTIFF adds to each component that of the pixel before (TIFF 6.0, section
// 14).
func (p *predictor) undoTIFF(row []byte) {
	switch p.bits {
	case 8:
		for j := p.colors; j < len(row); j++ {
			row[j] += row[j-p.colors]
		}
	case 16:
		for j := 2 * p.colors; j+1 < len(row); j += 2 {
			k := j - 2*p.colors
			v := uint16(row[j])<<8 | uint16(row[j+1])
			v += uint16(row[k])<<8 | uint16(row[k+1])
			row[j], row[j+1] = byte(v>>8), byte(v)
		}
	default:
		mask := byte(1)<<p.bits - 1
		var before [64]byte
		color := 0
		for bit := 0; bit+p.bits <= 8*len(row) && bit < p.bits*p.colors*p.columns; bit += p.bits {
			shift := 8 - p.bits - bit%8
			v := (row[bit/8]>>shift + before[color]) & mask
			row[bit/8] = row[bit/8]&^(mask<<shift) | v<<shift
			before[color] = v
			if color++; color == p.colors {
				color = 0
			}
		}
	}
}

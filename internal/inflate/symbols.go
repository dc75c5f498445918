package inflate

import (
	"context"
	"encoding/binary"
)

const (
	// fastIn is how many bytes of input a turn of the fast loop may look at:
	// two refills, the first of which takes 7 at most.
	fastIn = 16
	// fastOut is how many bytes of output a turn may touch: two literals and
	// a match, and what its copying writes too much.
	fastOut = 2 + 258 + 16
	// longMatch is the length from which a call to copy pays.
	longMatch = 48
)

// symbols decodes the symbols of a block up to its end (RFC 1951, 3.2.3).
// There are two loops: a fast one while neither data nor room can run out in a
// turn, and around it one of a symbol a turn that looks out for everything.
func (d *Decoder) symbols(ctx context.Context) error {
	literal, distance := &d.literal, &d.distance
	for {
		if err := d.interrupted(ctx); err != nil {
			return err
		}
		src, in, acc, nacc := d.src, d.in, d.acc, d.nacc
		buf, pos, base := d.buf, d.pos, d.base
		lastIn, lastPos := len(src)-fastIn, min(len(buf)-fastOut, d.look-1)
		for in <= lastIn && pos <= lastPos {
			acc |= binary.LittleEndian.Uint64(src[in:]) << (nacc & 63)
			in += int((63 - nacc) >> 3)
			nacc |= 56
			e := literal[acc&(1<<literalBits-1)]
			if e&isLiteral != 0 {
				acc >>= e & bitsMask
				nacc -= uint(e & bitsMask)
				buf[pos] = byte(e >> baseShift)
				pos++
				e = literal[acc&(1<<literalBits-1)]
				if e&isLiteral != 0 {
					acc >>= e & bitsMask
					nacc -= uint(e & bitsMask)
					buf[pos] = byte(e >> baseShift)
					pos++
					e = literal[acc&(1<<literalBits-1)]
					if e&isLiteral != 0 {
						acc >>= e & bitsMask
						nacc -= uint(e & bitsMask)
						buf[pos] = byte(e >> baseShift)
						pos++
						continue
					}
				}
				// A length and a distance take up to 48 bits.
				acc |= binary.LittleEndian.Uint64(src[in:]) << (nacc & 63)
				in += int((63 - nacc) >> 3)
				nacc |= 56
			}
			if e&isOther != 0 {
				if e&isSecond != 0 {
					acc >>= literalBits
					nacc -= literalBits
					e = literal[(e>>baseShift+uint32(acc)&(1<<(e>>codeShift&codeMask)-1))&(literalTable-1)]
					if e&isLiteral != 0 {
						acc >>= e & bitsMask
						nacc -= uint(e & bitsMask)
						buf[pos] = byte(e >> baseShift)
						pos++
						continue
					}
				}
				if e&isOther != 0 {
					acc >>= e & bitsMask
					nacc -= uint(e & bitsMask)
					d.in, d.acc, d.nacc, d.pos = in, acc, nacc, pos
					if e&isEnd != 0 {
						return nil
					}
					return ErrCorrupt
				}
			}
			length := int(e>>baseShift + uint32(acc)&(1<<(e&bitsMask)-1)>>(e>>codeShift&codeMask))
			acc >>= e & bitsMask
			nacc -= uint(e & bitsMask)

			e = distance[acc&(1<<distanceBits-1)]
			if e&isOther != 0 {
				if e&isSecond != 0 {
					acc >>= distanceBits
					nacc -= distanceBits
					e = distance[(e>>baseShift+uint32(acc)&(1<<(e>>codeShift&codeMask)-1))&(distanceTable-1)]
				}
				if e&isOther != 0 {
					d.in, d.acc, d.nacc, d.pos = in, acc, nacc, pos
					return ErrCorrupt
				}
			}
			back := int(e>>baseShift + uint32(acc)&(1<<(e&bitsMask)-1)>>(e>>codeShift&codeMask))
			acc >>= e & bitsMask
			nacc -= uint(e & bitsMask)
			from := pos - back
			if from < base {
				d.in, d.acc, d.nacc, d.pos = in, acc, nacc, pos
				return ErrCorrupt
			}

			to := pos
			pos += length
			switch {
			case back >= 8:
				if length >= longMatch && back >= length {
					copy(buf[to:pos], buf[from:])
					break
				}
				binary.LittleEndian.PutUint64(buf[to:], binary.LittleEndian.Uint64(buf[from:]))
				for to += 8; to < pos; to += 8 {
					from += 8
					binary.LittleEndian.PutUint64(buf[to:], binary.LittleEndian.Uint64(buf[from:]))
				}
			case back == 1:
				run := uint64(buf[from]) * 0x0101010101010101
				for ; to < pos; to += 8 {
					binary.LittleEndian.PutUint64(buf[to:], run)
				}
			default:
				// Of 8 bytes, the first back ones are right.
				for ; to < pos; to += back {
					binary.LittleEndian.PutUint64(buf[to:], binary.LittleEndian.Uint64(buf[from:]))
					from += back
				}
			}
		}
		d.in, d.acc, d.nacc, d.pos = in, acc, nacc, pos
		if done, err := d.symbol(); done || err != nil {
			return err
		}
	}
}

// symbol decodes one literal or match, or the end of the block, for which it is
// true. Bits behind the end of the data read as zeros: whether a code was there
// is told by its length.
func (d *Decoder) symbol() (end bool, err error) {
	d.refill() // 56 bits; at most 48 are needed
	acc, left := d.acc, d.nacc
	e := d.literal[acc&(1<<literalBits-1)]
	if e&isSecond != 0 {
		if left < literalBits {
			return false, ErrTruncated
		}
		acc >>= literalBits
		left -= literalBits
		e = d.literal[(e>>baseShift+uint32(acc)&(1<<(e>>codeShift&codeMask)-1))&(literalTable-1)]
	}
	take := uint(e & bitsMask)
	if take > left {
		return false, ErrTruncated
	}
	extra := int(uint32(acc) & (1<<take - 1) >> (e >> codeShift & codeMask))
	acc >>= take
	left -= take
	switch {
	case e&isLiteral != 0:
		d.acc, d.nacc = acc, left
		if d.room(1); d.pos >= len(d.buf) {
			return false, ErrLimit
		}
		d.buf[d.pos] = byte(e >> baseShift)
		d.pos++
		return false, nil
	case e&isEnd != 0:
		d.acc, d.nacc = acc, left
		return true, nil
	case e&isOther != 0:
		return false, ErrCorrupt
	}
	length := int(e>>baseShift) + extra

	e = d.distance[acc&(1<<distanceBits-1)]
	if e&isSecond != 0 {
		if left < distanceBits {
			return false, ErrTruncated
		}
		acc >>= distanceBits
		left -= distanceBits
		e = d.distance[(e>>baseShift+uint32(acc)&(1<<(e>>codeShift&codeMask)-1))&(distanceTable-1)]
	}
	take = uint(e & bitsMask)
	if take > left {
		return false, ErrTruncated
	}
	if e&isOther != 0 {
		return false, ErrCorrupt
	}
	back := int(e>>baseShift) + int(uint32(acc)&(1<<take-1)>>(e>>codeShift&codeMask))
	d.acc, d.nacc = acc>>take, left-take
	if back > d.pos-d.base {
		return false, ErrCorrupt
	}
	d.room(length)
	to := d.buf[d.pos:min(d.pos+length, len(d.buf))]
	from := d.buf[d.pos-back:]
	for i := range to {
		to[i] = from[i]
	}
	d.pos += len(to)
	if len(to) < length {
		return false, ErrLimit
	}
	return false, nil
}

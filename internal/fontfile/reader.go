package fontfile

import "encoding/binary"

// A table is a piece of a font program. Its methods read big-endian numbers and
// return 0 outside of it, which in all formats here is a number without meaning
// or the glyph .notdef.
type table []byte

func (t table) u8(at int) int {
	if at < 0 || at >= len(t) {
		return 0
	}
	return int(t[at])
}

func (t table) u16(at int) int {
	if at < 0 || at > len(t)-2 {
		return 0
	}
	return int(binary.BigEndian.Uint16(t[at:]))
}

func (t table) i16(at int) int { return int(int16(t.u16(at))) }

func (t table) u32(at int) uint32 {
	if at < 0 || at > len(t)-4 {
		return 0
	}
	return binary.BigEndian.Uint32(t[at:])
}

// uint reads a number of 1 to 4 bytes.
func (t table) uint(at, size int) int {
	if at < 0 || at > len(t)-size {
		return 0
	}
	v := 0
	for _, c := range t[at : at+size] {
		v = v<<8 | int(c)
	}
	return v
}

// from returns the table without what is before at.
func (t table) from(at int) table {
	if at < 0 || at >= len(t) {
		return nil
	}
	return t[at:]
}

// slice returns up to n bytes from at.
func (t table) slice(at, n int) table {
	t = t.from(at)
	return t[:max(0, min(n, len(t)))]
}

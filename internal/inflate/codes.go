package inflate

import "math/bits"

// Sizes of the codes (RFC 1951, 3.2.7), those of the fixed ones included.
const (
	maxLiterals  = 288
	maxDistances = 32
	maxLength    = 15
)

// A table is looked up with the next bits of the data. Codes longer than that
// have a second table, which the entry of their beginning tells. Sizes are
// rounded up, for a mask to take the place of a bounds check.
//
// They suffice: codes come by length, so in a second table of k bits none is
// shorter than j, the bits of the second table before, or 1. Then the table has
// at least 2^j + k-j codes, and of its 2^k entries 2^k - 2^j - (k-j) more than
// codes. Over all of them that sums up to 2^K - 2 - (K-1), K being what 15 bits
// leave. With an entry for every symbol it is 1024 + 288 + 26 for literals and
// 256 + 32 + 120 for distances.
const (
	literalBits   = 10
	literalTable  = 2048
	distanceBits  = 8
	distanceTable = 512
	orderBits     = 7
	orderTable    = 1 << orderBits
)

// An entry of a table has, from the lowest bit,
//
//	8 bits  the bits to take: the code (or what of it the second table saw)
//	        and the extra bits behind it
//	4 bits  the code alone; for a second table, the number of its bits
//	16..30  the literal, or the least length or distance, or the symbol, or
//	        the index of the second table
//
// and flags.
const (
	isLiteral = 1 << 31
	isOther   = 1 << 15 // neither a literal nor a length nor a distance:
	isSecond  = 1 << 14 // a second table, or
	isEnd     = 1 << 13 // the end of the block; a symbol without meaning if neither

	bitsMask  = 63 // of the lowest 8; more than 28 are never taken
	codeShift = 8
	codeMask  = 15
	baseShift = 16
)

// lengthEntries are the entries of the symbols from 256 on, without their
// codes (RFC 1951, 3.2.5).
var lengthEntries = [maxLiterals - 256]uint32{
	isOther | isEnd,
	3 << 16, 4 << 16, 5 << 16, 6 << 16, 7 << 16, 8 << 16, 9 << 16, 10 << 16,
	11<<16 | 1, 13<<16 | 1, 15<<16 | 1, 17<<16 | 1,
	19<<16 | 2, 23<<16 | 2, 27<<16 | 2, 31<<16 | 2,
	35<<16 | 3, 43<<16 | 3, 51<<16 | 3, 59<<16 | 3,
	67<<16 | 4, 83<<16 | 4, 99<<16 | 4, 115<<16 | 4,
	131<<16 | 5, 163<<16 | 5, 195<<16 | 5, 227<<16 | 5,
	258 << 16, isOther, isOther,
}

var distanceEntries = [maxDistances]uint32{
	1 << 16, 2 << 16, 3 << 16, 4 << 16, 5<<16 | 1, 7<<16 | 1, 9<<16 | 2, 13<<16 | 2,
	17<<16 | 3, 25<<16 | 3, 33<<16 | 4, 49<<16 | 4, 65<<16 | 5, 97<<16 | 5, 129<<16 | 6, 193<<16 | 6,
	257<<16 | 7, 385<<16 | 7, 513<<16 | 8, 769<<16 | 8, 1025<<16 | 9, 1537<<16 | 9, 2049<<16 | 10, 3073<<16 | 10,
	4097<<16 | 11, 6145<<16 | 11, 8193<<16 | 12, 12289<<16 | 12, 16385<<16 | 13, 24577<<16 | 13, isOther, isOther,
}

// orderEntries are those of the code of code lengths; 16 to 18 repeat.
var orderEntries = [...]uint32{
	0, 1 << 16, 2 << 16, 3 << 16, 4 << 16, 5 << 16, 6 << 16, 7 << 16, 8 << 16, 9 << 16,
	10 << 16, 11 << 16, 12 << 16, 13 << 16, 14 << 16, 15 << 16, 16<<16 | 2, 17<<16 | 3, 18<<16 | 7,
}

// lengthOrder is the order in which the lengths of that code are given.
const lengthOrder = "\x10\x11\x12\x00\x08\x07\x09\x06\x0a\x05\x0b\x04\x0c\x03\x0d\x02\x0e\x01\x0f"

// fixedCodes sets the tables of RFC 1951, 3.2.6.
func (d *Decoder) fixedCodes() {
	for i := range d.lengths {
		switch {
		case i < 144:
			d.lengths[i] = 8
		case i < 256:
			d.lengths[i] = 9
		case i < 280:
			d.lengths[i] = 7
		case i < maxLiterals:
			d.lengths[i] = 8
		default:
			d.lengths[i] = 5
		}
	}
	d.fixed = d.build(d.literal[:], literalBits, d.lengths[:maxLiterals], 256, lengthEntries[:]) &&
		d.build(d.distance[:], distanceBits, d.lengths[maxLiterals:], 0, distanceEntries[:])
}

// dynamicCodes reads the codes of a block (RFC 1951, 3.2.7) and sets the
// tables.
func (d *Decoder) dynamicCodes() error {
	d.fixed = false
	d.refill()
	if d.nacc < 14 {
		return ErrTruncated
	}
	literals := int(d.acc&31) + 257
	distances := int(d.acc>>5&31) + 1
	orders := int(d.acc>>10&15) + 4
	// The two last literals and distances stand for nothing, and compress/flate
	// and zlib allow no code to name them.
	if literals > maxLiterals-2 || distances > maxDistances-2 {
		return ErrCorrupt
	}
	d.acc >>= 14
	d.nacc -= 14

	var lengths [len(lengthOrder)]uint8
	for i := range orders {
		if d.nacc < 3 {
			if d.refill(); d.nacc < 3 {
				return ErrTruncated
			}
		}
		lengths[lengthOrder[i]] = uint8(d.acc & 7)
		d.acc >>= 3
		d.nacc -= 3
	}
	if !d.build(d.order[:], orderBits, lengths[:], 0, orderEntries[:]) {
		return ErrCorrupt
	}
	if err := d.readLengths(literals + distances); err != nil {
		return err
	}
	if !d.build(d.literal[:], literalBits, d.lengths[:literals], 256, lengthEntries[:]) ||
		!d.build(d.distance[:], distanceBits, d.lengths[literals:literals+distances], 0, distanceEntries[:]) {
		return ErrCorrupt
	}
	return nil
}

// readLengths reads n lengths by the code of code lengths.
func (d *Decoder) readLengths(n int) error {
	acc, nacc := d.acc, d.nacc
	for i := 0; i < n; {
		if nacc < orderBits+7 { // the code and extra bits
			d.acc, d.nacc = acc, nacc
			d.refill()
			acc, nacc = d.acc, d.nacc
		}
		e := d.order[acc&(orderTable-1)]
		code := e >> codeShift & codeMask
		if code == 0 {
			return ErrCorrupt
		}
		take := uint(e & bitsMask)
		if take > nacc {
			// A repetition of nothing is found out before its count is read.
			if uint(code) <= nacc && e>>baseShift == 16 && i == 0 {
				return ErrCorrupt
			}
			return ErrTruncated
		}
		extra := int(acc & (1<<take - 1) >> code)
		acc >>= take
		nacc -= take
		value := uint8(0)
		count := extra + 3
		switch symbol := e >> baseShift; symbol {
		case 16:
			if i == 0 {
				return ErrCorrupt
			}
			value = d.lengths[i-1]
		case 17:
		case 18:
			count = extra + 11
		default:
			d.lengths[i] = uint8(symbol)
			i++
			continue
		}
		if count > n-i {
			return ErrCorrupt
		}
		for j := range d.lengths[i : i+count] {
			d.lengths[i+j] = value
		}
		i += count
	}
	d.acc, d.nacc = acc, nacc
	return nil
}

// build sets table for the canonical code (RFC 1951, 3.2.2) with the given
// lengths, one per symbol. Symbols below literals stand for themselves, the
// others have their entries. It is false for a code that is over-subscribed or
// incomplete. As in zlib, one code of one bit is allowed, since distances may
// need no more, and so is no code at all; what no code begins with then has an
// entry of no bits. The cost is that of the table, about a microsecond.
func (d *Decoder) build(table []uint32, tableBits uint, lengths []uint8, literals int, entries []uint32) bool {
	var count [maxLength + 1]int
	for _, n := range lengths {
		count[n&maxLength]++
	}
	longest := uint(maxLength)
	for longest > 0 && count[longest] == 0 {
		longest--
	}
	if longest == 0 {
		for i := range table[:1<<tableBits] {
			table[i] = isOther
		}
		return true
	}
	codes := 0
	var next [maxLength + 1]int // in sorted, by length
	for n := uint(1); n <= longest; n++ {
		codes = codes<<1 + count[n]
		next[n] = 0
		if n > 1 {
			next[n] = next[n-1] + count[n-1]
		}
	}
	single := longest == 1 && codes == 1
	if codes != 1<<longest && !single {
		return false
	}
	sorted := &d.sorted
	for symbol, n := range lengths {
		if n != 0 {
			sorted[next[n&maxLength]] = uint16(symbol)
			next[n&maxLength]++
		}
	}
	entry := func(symbol uint16, n uint) uint32 {
		e := uint32(n)<<codeShift + uint32(n)
		if int(symbol) < literals {
			return e + isLiteral + uint32(symbol)<<baseShift
		}
		return e + entries[int(symbol)-literals]
	}
	if single {
		e := entry(sorted[0], 1)
		for i := 0; i < 1<<tableBits; i += 2 {
			table[i], table[i+1] = e, isOther
		}
		return true
	}

	// Codes are counted up bit by bit in reverse, as they are looked up. The
	// part of the table that is filled doubles with each bit of length: where
	// that repeats an entry, the code ended before the bit; where it repeats
	// what is no entry yet, a longer code follows.
	n := uint(1)
	for count[n] == 0 {
		n++
	}
	code := uint32(0)
	i := 0
	for ; n <= tableBits; n++ {
		for range count[n] {
			table[code] = entry(sorted[i], n)
			i++
			code = nextCode(code, n)
		}
		if n < tableBits {
			copy(table[1<<n:2<<n], table[:1<<n])
		}
	}

	// Second tables are as large as the longest code in them needs.
	free := 1 << tableBits
	for start, size := -1, 0; n <= longest; n++ {
		for left := count[n]; left > 0; left-- {
			if high := code >> tableBits; start < 0 || high == 0 {
				second := n - tableBits
				for fill := left; fill < 1<<second && tableBits+second < longest; {
					second++
					fill = fill<<1 + count[tableBits+second]
				}
				start, size = free, 1<<second
				free += size
				table[code&(1<<tableBits-1)] = isOther | isSecond |
					uint32(start)<<baseShift | uint32(second)<<codeShift | uint32(tableBits)
			}
			e := entry(sorted[i], n-tableBits)
			i++
			for at := int(code >> tableBits); at < size; at += 1 << (n - tableBits) {
				table[start+at] = e
			}
			code = nextCode(code, n)
		}
	}
	return true
}

// nextCode returns the code after one of n bits, both in reverse: the ones at
// its end, which are on top, become zero, and the zero before them one.
func nextCode(code uint32, n uint) uint32 {
	zeros := code ^ (1<<n - 1)
	if zeros == 0 {
		return 0 // the last one
	}
	top := uint32(1) << (bits.Len32(zeros) - 1)
	return code&(top-1) | top
}

package inflate

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// text resembles the content stream of a page of text.
func text(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	var b bytes.Buffer
	words := strings.Fields("the of and in to distance measured vertical glyph where each then between stream object page number")
	for b.Len() < n {
		fmt.Fprintf(&b, "BT\n/F%d %d Tf %.2f %.2f Td\n[", r.IntN(4), 8+r.IntN(4), 72+r.Float64(), r.Float64()*700)
		for range 4 + r.IntN(6) {
			fmt.Fprintf(&b, "(%s)%d", words[r.IntN(len(words))], r.IntN(400)-300)
		}
		b.WriteString("]TJ\nET\n")
	}
	return b.Bytes()[:n]
}

// vector resembles the content stream of a drawing.
func vector(n int) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	var b bytes.Buffer
	x, y := 300.0, 300.0
	for b.Len() < n {
		fmt.Fprintf(&b, "%.2f %.2f m\n", x, y)
		for range 1 + r.IntN(3) {
			x += float64(r.IntN(5)) / 4
			y += float64(r.IntN(5)-2) / 4
			fmt.Fprintf(&b, "%.2f %.2f l\n", x, y)
		}
		b.WriteString("S\n")
		if r.IntN(20) == 0 {
			x, y = r.Float64()*600, r.Float64()*800
		}
	}
	return b.Bytes()[:n]
}

func noise(n int) []byte {
	r := rand.New(rand.NewPCG(5, 6))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func deflate(t testing.TB, level int, plain []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, level)
	require.NoError(t, err)
	_, err = w.Write(plain)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// A bitWriter writes hand-made data, lowest bit first; codes of Huffman codes
// are to be given with their first bit lowest.
type bitWriter struct {
	b []byte
	n uint
}

func (w *bitWriter) bits(v uint64, n uint) *bitWriter {
	for i := range n {
		if w.n%8 == 0 {
			w.b = append(w.b, 0)
		}
		w.b[len(w.b)-1] |= byte(v>>i&1) << (w.n % 8)
		w.n++
	}
	return w
}

// code writes a code with its first bit highest, as RFC 1951 prints them.
func (w *bitWriter) code(v uint64, n uint) *bitWriter {
	for i := range n {
		w.bits(v>>(n-1-i)&1, 1)
	}
	return w
}

// dynamic begins a last block with dynamic codes of the given lengths, each
// written out: the code of code lengths has 16 codes of 4 bits.
func (w *bitWriter) dynamic(literals, distances []uint8) *bitWriter {
	w.bits(1, 1).bits(2, 2)
	w.bits(uint64(len(literals)-257), 5).bits(uint64(len(distances)-1), 5).bits(19-4, 4)
	for i := range len(lengthOrder) {
		if lengthOrder[i] < 16 {
			w.bits(4, 3)
		} else {
			w.bits(0, 3)
		}
	}
	for _, n := range append(append([]uint8(nil), literals...), distances...) {
		w.code(uint64(n), 4)
	}
	return w
}

// lengthsOf returns n lengths with those of set in them.
func lengthsOf(n int, set map[int]uint8) []uint8 {
	b := make([]uint8, n)
	for i, v := range set {
		b[i] = v
	}
	return b
}

// reference decodes by compress/flate, up to one byte more than limit, and
// tells how many bytes of src it took.
func reference(src []byte, limit int) (out []byte, n int, err error) {
	r := bytes.NewReader(src)
	f := flate.NewReader(r)
	out, err = io.ReadAll(io.LimitReader(f, int64(limit)+1))
	n = len(src) - r.Len()
	switch {
	case len(out) > limit:
		return out[:limit], n, ErrLimit
	case errors.Is(err, io.ErrUnexpectedEOF):
		return out, n, ErrTruncated
	case err != nil:
		return out, n, ErrCorrupt
	}
	return out, n, nil
}

// same compares a decoding with that of compress/flate. compress/flate asks
// for as many bits as the end of the block takes before it looks at a symbol:
// at the end of the data it gives up some symbols earlier, and what they are
// then decides. All else is the same.
func same(t *testing.T, d *Decoder, dst, src []byte, limit int) {
	t.Helper()
	want, used, werr := reference(src, limit)
	head := append([]byte(nil), dst...)
	out, n, err := d.Inflate(dst, src, limit)
	require.True(t, bytes.HasPrefix(out, head), "dst is kept")
	out = out[len(head):]
	require.LessOrEqual(t, len(out), limit)
	require.GreaterOrEqual(t, n, 0)
	require.LessOrEqual(t, n, len(src))
	if werr == ErrTruncated {
		require.Error(t, err)
		require.True(t, bytes.HasPrefix(out, want), "prefix: %d bytes, want %d", len(out), len(want))
		require.Less(t, len(out)-len(want), 16*258)
		return
	}
	require.Equal(t, werr, err)
	require.True(t, bytes.Equal(want, out), "%d bytes, want %d", len(out), len(want))
	if err == nil {
		require.Equal(t, used, n)
	}
}

func TestRoundTrip(t *testing.T) {
	d := new(Decoder)
	plains := map[string][]byte{
		"empty": nil, "one": {'x'}, "text": text(300_000), "vector": vector(300_000), "noise": noise(200_000),
		"zeros": make([]byte, 1<<20), "period": bytes.Repeat([]byte("abcde"), 50_000),
		"far": bytes.Repeat(noise(32_768), 3), "mixed": append(append(text(70_000), noise(70_000)...), text(70_000)...),
	}
	for period := 2; period < 20; period++ {
		plains[fmt.Sprint("period ", period)] = bytes.Repeat(noise(period), 1000/period)
	}
	for name, plain := range plains {
		for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
			t.Run(fmt.Sprintf("%s/%d", name, level), func(t *testing.T) {
				src := deflate(t, level, plain)
				out, n, err := d.Inflate([]byte("head"), append(src[:len(src):len(src)], "tail"...), len(plain))
				require.NoError(t, err)
				assert.Equal(t, len(src), n)
				assert.True(t, bytes.Equal(plain, out[4:]))
				assert.Equal(t, "head", string(out[:4]))
				for _, limit := range []int{0, 1, len(plain) / 2, len(plain) - 1} {
					if limit < 0 || limit >= len(plain) {
						continue
					}
					out, _, err := d.Inflate(nil, src, limit)
					assert.Equal(t, ErrLimit, err)
					assert.True(t, bytes.Equal(plain[:limit], out))
				}
			})
		}
	}
}

// Flushed writers make blocks of all kinds, empty ones in between.
func TestManyBlocks(t *testing.T) {
	for level := flate.HuffmanOnly; level <= flate.BestCompression; level++ {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, level)
		require.NoError(t, err)
		plain := append(text(30_000), noise(5_000)...)
		for i := 0; i < len(plain); i += 777 {
			_, err = w.Write(plain[i:min(i+777, len(plain))])
			require.NoError(t, err)
			require.NoError(t, w.Flush())
		}
		require.NoError(t, w.Close())
		out, n, err := new(Decoder).Inflate(nil, b.Bytes(), 1<<20)
		require.NoError(t, err)
		assert.Equal(t, b.Len(), n)
		assert.True(t, bytes.Equal(plain, out))
	}
}

// Data cut at every byte, and with every byte changed.
func TestDamage(t *testing.T) {
	d := new(Decoder)
	streams := [][]byte{
		deflate(t, 9, text(1500)), deflate(t, 1, vector(1500)), deflate(t, flate.HuffmanOnly, text(300)),
		deflate(t, 0, text(200)), deflate(t, 6, []byte("aaaaaaaaaaaabaaaaaaaaaaaab")), deflate(t, 9, noise(300)),
	}
	for i, src := range streams {
		for cut := range src {
			same(t, d, nil, src[:cut], 1<<20)
			out, _, err := d.Inflate(nil, src[:cut], 1<<20)
			require.Equal(t, ErrTruncated, err, "stream %d cut at %d", i, cut)
			whole, _, _ := reference(src, 1<<20)
			require.True(t, bytes.HasPrefix(whole, out))
			for _, flip := range []byte{0x01, 0x10, 0x80, 0xff} {
				bad := bytes.Clone(src)
				bad[cut] ^= flip
				same(t, d, []byte("head"), bad, 1<<20)
				same(t, d, nil, bad, 100)
			}
		}
	}
}

// Codes are judged as compress/flate does: RFC 1951 says less than is needed.
func TestCodes(t *testing.T) {
	all := map[int]uint8{} // 256 literals of 9 bits and the end of 1: complete
	for i := range 256 {
		all[i] = 9
	}
	all[256] = 1
	over := map[int]uint8{0: 1, 1: 1, 256: 1}
	short := map[int]uint8{0: 2, 1: 2, 256: 2}
	ladder := map[int]uint8{256: 15} // lengths 1 to 15, and 15 again
	for i := 1; i <= 15; i++ {
		ladder[i] = uint8(i)
	}
	one := lengthsOf(1, map[int]uint8{0: 1})
	for _, c := range []struct {
		name string
		src  []byte
		out  string
		err  error
	}{
		{"nothing", nil, "", ErrTruncated},
		{"reserved block", []byte{0x07}, "", ErrCorrupt},
		{"fixed, empty", new(bitWriter).bits(1, 1).bits(1, 2).code(0, 7).b, "", nil},
		{"fixed, a and end", new(bitWriter).bits(1, 1).bits(1, 2).code(0x30+'a', 8).code(0, 7).b, "a", nil},
		{"fixed, symbol 286", new(bitWriter).bits(1, 1).bits(1, 2).code(0xc6, 8).bits(0, 20).b, "", ErrCorrupt},
		{"fixed, symbol 286 cut", new(bitWriter).bits(1, 1).bits(1, 2).code(0xc6>>3, 5).b, "", ErrTruncated},
		{"fixed, distance 30", new(bitWriter).bits(1, 1).bits(1, 2).code(0x30+'a', 8).code(1, 7).code(30, 5).bits(0, 30).b, "a", ErrCorrupt},
		{"fixed, match", new(bitWriter).bits(1, 1).bits(1, 2).code(0x30+'a', 8).code(1, 7).code(0, 5).code(0, 7).b, "aaaa", nil},
		{"fixed, too far", new(bitWriter).bits(1, 1).bits(1, 2).code(0x30+'a', 8).code(1, 7).code(1, 5).code(0, 7).b, "a", ErrCorrupt},
		{"258 as 227+31", new(bitWriter).bits(1, 1).bits(1, 2).code(0x30+'a', 8).code(0xc4, 8).bits(31, 5).code(0, 5).code(0, 7).b, strings.Repeat("a", 259), nil},
		{"complete", new(bitWriter).dynamic(lengthsOf(257, all), one).code(0x100+'a', 9).code(0, 1).b, "a", nil},
		{"15 bits", new(bitWriter).dynamic(lengthsOf(257, ladder), one).code(0, 1).code(0x7ffe, 15).code(0x7fff, 15).b, "\x01\x0f", nil},
		{"over-subscribed", new(bitWriter).dynamic(lengthsOf(257, over), one).bits(0, 99).b, "", ErrCorrupt},
		{"incomplete", new(bitWriter).dynamic(lengthsOf(257, short), one).bits(0, 99).b, "", ErrCorrupt},
		{"one code of two bits", new(bitWriter).dynamic(lengthsOf(257, map[int]uint8{256: 2}), one).bits(0, 99).b, "", ErrCorrupt},
		{"end alone", new(bitWriter).dynamic(lengthsOf(257, map[int]uint8{256: 1}), one).code(0, 1).b, "", nil},
		{"end alone, other bit", new(bitWriter).dynamic(lengthsOf(257, map[int]uint8{256: 1}), one).bits(0xff, 8).b, "", ErrCorrupt},
		{"no literals", new(bitWriter).dynamic(lengthsOf(257, nil), one).bits(0, 99).b, "", ErrCorrupt},
		{"no end", new(bitWriter).dynamic(lengthsOf(257, map[int]uint8{'a': 1, 'b': 1}), one).b, "aaaaaa", ErrTruncated},
		{"no distances, none used", new(bitWriter).dynamic(lengthsOf(257, map[int]uint8{'a': 1, 256: 1}), lengthsOf(1, nil)).code(0, 1).code(1, 1).b, "a", nil},
		{"no distances, one used", new(bitWriter).dynamic(lengthsOf(258, map[int]uint8{'a': 1, 256: 2, 257: 2}), lengthsOf(1, nil)).code(0, 1).code(3, 2).b, "a", ErrCorrupt},
		{"one distance", new(bitWriter).dynamic(lengthsOf(258, map[int]uint8{'a': 1, 256: 2, 257: 2}), one).code(0, 1).code(3, 2).code(0, 1).code(2, 2).b, "aaaa", nil},
		{"one distance, other bit", new(bitWriter).dynamic(lengthsOf(258, map[int]uint8{'a': 1, 256: 2, 257: 2}), one).code(0, 1).code(3, 2).bits(0xff, 8).b, "a", ErrCorrupt},
		{"one distance of two bits", new(bitWriter).dynamic(lengthsOf(257, all), lengthsOf(1, map[int]uint8{0: 2})).bits(0, 99).b, "", ErrCorrupt},
		{"287 literals", new(bitWriter).bits(1, 1).bits(2, 2).bits(30, 5).bits(0, 5).bits(0, 4).bits(0, 200).b, "", ErrCorrupt},
		{"31 distances", new(bitWriter).bits(1, 1).bits(2, 2).bits(0, 5).bits(30, 5).bits(0, 4).bits(0, 200).b, "", ErrCorrupt},
		{"no code of lengths", new(bitWriter).bits(1, 1).bits(2, 2).bits(0, 5).bits(0, 5).bits(0, 4).bits(0, 200).b, "", ErrCorrupt},
		{"repeat of nothing", new(bitWriter).bits(1, 1).bits(2, 2).bits(0, 14).bits(1, 3).bits(0, 9).code(0, 1).bits(0, 99).b, "", ErrCorrupt},
		{"zeros too many", new(bitWriter).bits(1, 1).bits(2, 2).bits(0, 14).bits(0, 6).bits(1, 3).bits(0, 3).code(0, 1).bits(127, 7).code(0, 1).bits(127, 7).bits(0, 99).b, "", ErrCorrupt},
		{"stored", []byte{1, 2, 0, 0xfd, 0xff, 'h', 'i'}, "hi", nil},
		{"stored, cut", []byte{1, 2, 0, 0xfd, 0xff, 'h'}, "h", ErrTruncated},
		{"stored, no complement", []byte{1, 2, 0, 0xfd, 0xfe, 'h', 'i'}, "", ErrCorrupt},
		{"stored, no length", []byte{1, 2, 0, 0xfd}, "", ErrTruncated},
		{"stored, empty", []byte{0, 0, 0, 0xff, 0xff, 1, 0, 0, 0xff, 0xff}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			// With more behind, the fast loop runs.
			for _, tail := range []int{0, 64} {
				if c.err == ErrTruncated && tail > 0 {
					continue
				}
				src := append(bytes.Clone(c.src), make([]byte, tail)...)
				for _, room := range []int{0, 4096} {
					out, n, err := new(Decoder).Inflate(make([]byte, 0, room), src, 4096)
					assert.Equal(t, c.err, err)
					assert.Equal(t, c.out, string(out))
					if err == nil {
						assert.Equal(t, len(c.src), n)
					}
				}
				same(t, new(Decoder), nil, src, 4096)
			}
		})
	}
}

// Random complete codes, with second tables and all, before random bits.
func TestRandomCodes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	code := func(symbols, most int) []uint8 {
		depths := []uint8{1, 1}
		for len(depths) < most {
			i := r.IntN(len(depths))
			if r.IntN(3) == 0 {
				i = len(depths) - 1 // deep ones
			}
			if depths[i] == maxLength {
				break
			}
			depths[i]++
			depths = append(depths, depths[i])
		}
		lengths := append(depths, make([]uint8, symbols-len(depths))...)
		r.Shuffle(symbols, func(i, j int) { lengths[i], lengths[j] = lengths[j], lengths[i] })
		return lengths
	}
	d := new(Decoder)
	for range 1000 {
		w := new(bitWriter).dynamic(code(286, 2+r.IntN(284)), code(30, 2+r.IntN(28)))
		for range r.IntN(4000) {
			w.bits(r.Uint64(), 32)
		}
		same(t, d, nil, w.b, 1<<20)
		same(t, d, make([]byte, 5, 4096), w.b, r.IntN(2000))
	}
}

// A large buffer does not lift the limit, nor is it written behind it.
func TestLimitInLargeBuffer(t *testing.T) {
	d := new(Decoder)
	plain := text(100_000)
	for _, level := range []int{flate.HuffmanOnly, flate.NoCompression, 1, 9} {
		src := deflate(t, level, plain)
		for _, limit := range []int{0, 1, 7, 300, 2048, 70_000, len(plain) - 1, len(plain), len(plain) + 1} {
			buf := bytes.Repeat([]byte{0xee}, 1<<20)
			out, _, err := d.Inflate(buf[:10], src, limit)
			if limit < len(plain) {
				assert.Equal(t, ErrLimit, err)
			} else {
				assert.NoError(t, err)
			}
			require.Len(t, out, 10+min(limit, len(plain)))
			assert.Same(t, &buf[0], &out[0])
			assert.True(t, bytes.Equal(plain[:len(out)-10], out[10:]))
			assert.Equal(t, 1<<20-10-limit, bytes.Count(buf[10+limit:], []byte{0xee}))
		}
	}
	_, _, err := d.Inflate(make([]byte, 0, 100), deflate(t, 9, plain), -1)
	assert.Equal(t, ErrLimit, err)
	out, _, err := d.Inflate([]byte("head"), deflate(t, 9, plain), int(^uint(0)>>1))
	assert.NoError(t, err)
	assert.Len(t, out, 4+len(plain))
}

// Output of just the limit has room for a byte more, so that appending one
// copies nothing.
func TestRoomBehindLimit(t *testing.T) {
	src := deflate(t, 9, make([]byte, 3<<20))
	for _, limit := range []int{1, 300, 70_000, 1 << 20, 2 << 20, 3 << 20} {
		out, _, err := new(Decoder).Inflate(nil, src, limit)
		if limit < 3<<20 {
			assert.Equal(t, ErrLimit, err)
		}
		assert.Len(t, out, limit)
		assert.Greater(t, cap(out), limit)
	}
}

// A distance must not reach what stood in dst before.
func TestNoHistory(t *testing.T) {
	src := new(bitWriter).bits(1, 1).bits(1, 2).code(0x30+'a', 8).code(1, 7).code(1, 5).code(0, 7).b
	for _, tail := range []int{0, 64} {
		out, _, err := new(Decoder).Inflate(append(make([]byte, 0, 4096), "before"...), append(bytes.Clone(src), make([]byte, tail)...), 1024)
		assert.Equal(t, ErrCorrupt, err)
		assert.Equal(t, "beforea", string(out))
	}
}

// counting is a context that is done after so many looks.
type counting struct {
	context.Context
	left int
}

func (c *counting) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestInterrupt(t *testing.T) {
	bomb := deflate(t, 9, make([]byte, 64<<20))
	ctx := &counting{context.Background(), 3}
	out, _, err := new(Decoder).InflateContext(ctx, nil, bomb, 1<<30)
	assert.Equal(t, context.Canceled, err)
	assert.InDelta(t, 4<<20, len(out), 200_000)

	// Empty blocks make no output, but take time.
	empty := bytes.Repeat([]byte{0, 0, 0, 0xff, 0xff}, 1<<20)
	ctx = &counting{context.Background(), 3}
	_, n, err := new(Decoder).InflateContext(ctx, nil, empty, 1<<30)
	assert.Equal(t, context.Canceled, err)
	assert.Less(t, n, 10_000)
}

func TestAllocations(t *testing.T) {
	d := new(Decoder)
	src := deflate(t, 6, text(20_000))
	buf := make([]byte, 0, 100_000)
	assert.Zero(t, testing.AllocsPerRun(20, func() {
		if _, _, err := d.Inflate(buf, src, 1<<20); err != nil {
			t.Error(err)
		}
	}))
}

// The codes with the largest second tables: a chain down to 15 bits in the
// first one, and nothing but codes of 15 bits in the others.
func TestLargestTables(t *testing.T) {
	worst := func(symbols, bits int) []uint8 {
		var lengths []uint8
		second := maxLength - bits
		for k := 1; k <= second; k++ {
			lengths = append(lengths, uint8(bits+k))
		}
		lengths = append(lengths, maxLength)
		tables := 1
		for ; len(lengths)+1<<second+bits <= symbols; tables++ {
			for range 1 << second {
				lengths = append(lengths, maxLength)
			}
		}
		for rest := 1<<bits - tables; rest > 0; { // of the first table
			for n := 1; n <= bits; n++ {
				if size := 1 << (bits - n); size <= rest {
					lengths = append(lengths, uint8(n))
					rest -= size
					break
				}
			}
		}
		require.LessOrEqual(t, len(lengths), symbols)
		return lengths
	}
	d := new(Decoder)
	assert.True(t, d.build(d.literal[:], literalBits, worst(maxLiterals, literalBits), 256, lengthEntries[:]))
	assert.True(t, d.build(d.distance[:], distanceBits, worst(maxDistances, distanceBits), 0, distanceEntries[:]))
}

// Run it with -fuzzminimizetime 10x: to make interesting data smaller takes all
// the time otherwise.
func FuzzInflate(f *testing.F) {
	for _, level := range []int{flate.HuffmanOnly, 0, 1, 6, 9} {
		f.Add(deflate(f, level, text(600)), uint16(1000))
		f.Add(deflate(f, level, vector(2000)), uint16(1999))
		f.Add(deflate(f, level, []byte("abababababababababa")), uint16(30))
		f.Add(deflate(f, level, noise(50)), uint16(30))
	}
	f.Add(append(deflate(f, 9, make([]byte, 70_000)), "tail"...), uint16(0xffff))
	f.Add(new(bitWriter).dynamic(lengthsOf(258, map[int]uint8{'a': 1, 256: 2, 257: 2}), lengthsOf(1, map[int]uint8{0: 1})).code(0, 1).code(3, 2).code(0, 1).code(2, 2).b, uint16(9))
	ladder := map[int]uint8{256: 15}
	for i := 1; i <= 15; i++ {
		ladder[i] = uint8(i)
	}
	f.Add(new(bitWriter).dynamic(lengthsOf(257, ladder), lengthsOf(30, map[int]uint8{0: 1, 29: 1})).code(0, 1).code(0x7ffe, 15).code(0x7fff, 15).b, uint16(9))
	f.Fuzz(func(t *testing.T, src []byte, limit uint16) {
		d := new(Decoder)
		same(t, d, nil, src, 1<<17)
		same(t, d, make([]byte, 3, 1<<17), src, int(limit)) // with what the first left behind
	})
}

func BenchmarkInflate(b *testing.B) {
	for _, c := range []struct {
		name  string
		plain []byte
	}{{"small2K", text(2 << 10)}, {"text20K", text(20 << 10)}, {"vector1M", vector(1 << 20)}} {
		src := deflate(b, 6, c.plain)
		b.Run(c.name+"/own", func(b *testing.B) {
			d := new(Decoder)
			buf := make([]byte, 0, len(c.plain)+512)
			b.SetBytes(int64(len(c.plain)))
			for b.Loop() {
				if _, _, err := d.Inflate(buf, src, 1<<30); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/std", func(b *testing.B) {
			in := bytes.NewReader(src)
			r := flate.NewReader(in)
			buf := make([]byte, len(c.plain))
			b.SetBytes(int64(len(c.plain)))
			for b.Loop() {
				in.Reset(src)
				if err := r.(flate.Resetter).Reset(in, nil); err != nil {
					b.Fatal(err)
				}
				if _, err := io.ReadFull(r, buf); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

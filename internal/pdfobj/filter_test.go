package pdfobj

import (
	"bytes"
	"compress/lzw"
	"compress/zlib"
	"context"
	"encoding/ascii85"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// text is content of the usual kind: long enough for several deflate blocks.
var text = func() string {
	var b strings.Builder
	for i := range 300 {
		fmt.Fprintf(&b, "BT /F1 12 Tf 72 %d Td (Line %d of the page) Tj ET\n", 700-i, i*i)
	}
	return b.String()
}()

func deflate(s string) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	w.Write([]byte(s))
	w.Close()
	return b.Bytes()
}

func ascii85Of(b []byte) []byte {
	out := make([]byte, ascii85.MaxEncodedLen(len(b)))
	return out[:ascii85.Encode(out, b)]
}

func runLengthOf(s string) []byte {
	var b []byte
	for ; len(s) > 0; s = s[min(len(s), 100):] {
		b = append(b, byte(min(len(s), 100)-1))
		b = append(b, s[:min(len(s), 100)]...)
	}
	return append(b, 128)
}

// lzwOf packs s with codes whose lengths grow one code early or not, in the
// plain way: a table of strings, cleared before it is full.
func lzwOf(s string, early bool) []byte {
	var out []byte
	var acc uint32
	bits := 0
	width := 9
	put := func(code int) {
		acc = acc<<width | uint32(code)
		for bits += width; bits >= 8; bits -= 8 {
			out = append(out, byte(acc>>(bits-8)))
		}
	}
	table := map[string]int{}
	next := 0
	reset := func() {
		put(256)
		clear(table)
		for i := range 256 {
			table[string([]byte{byte(i)})] = i
		}
		next, width = 258, 9
	}
	reset()
	offset := 0
	if early {
		offset = 1
	}
	w := ""
	for i := 0; i < len(s); i++ {
		x := w + s[i:i+1]
		if _, ok := table[x]; ok {
			w = x
			continue
		}
		put(table[w])
		table[x] = next
		next++
		if next+offset > 1<<width {
			width++
		}
		if next >= 4094 {
			reset()
		}
		w = s[i : i+1]
	}
	put(table[w])
	next++
	if next+offset > 1<<width && width < 12 {
		width++
	}
	put(257)
	return append(out, byte(acc<<(8-bits)))
}

// pngOf filters rows of n bytes, row i with filter i mod 5.
func pngOf(s string, n, pixel int) string {
	var b []byte
	up := make([]byte, n)
	for i := 0; len(s) > 0; i++ {
		row := []byte(s[:min(n, len(s))])
		s = s[len(row):]
		b = append(b, byte(i%5))
		for j := range row {
			var a, c byte
			if j >= pixel {
				a, c = row[j-pixel], up[j-pixel]
			}
			switch i % 5 {
			case 0:
				b = append(b, row[j])
			case 1:
				b = append(b, row[j]-a)
			case 2:
				b = append(b, row[j]-up[j])
			case 3:
				b = append(b, row[j]-byte((int(a)+int(up[j]))/2))
			case 4:
				b = append(b, row[j]-paeth(int(a), int(up[j]), int(c)))
			}
		}
		copy(up, row)
	}
	return string(b)
}

func tiffOf(s string, n, colors int) string {
	b := []byte(s)
	for i := 0; i < len(b); i += n {
		row := b[i:min(i+n, len(b))]
		for j := len(row) - 1; j >= colors; j-- {
			row[j] -= row[j-colors]
		}
	}
	return string(b)
}

// decodeOne opens a file whose page has one content stream with these entries.
func decodeOne(t testing.TB, entries string, data []byte, more ...string) ([]byte, *Document, error) {
	t.Helper()
	d := open(t, build("", append(onePage(stream(entries, data)), more...)...))
	p, err := d.Page(context.Background(), 1)
	require.NoError(t, err)
	require.Len(t, p.Contents, 1)
	out, err := d.Decode(context.Background(), p.Contents[0], nil)
	return out, d, err
}

func TestFilters(t *testing.T) {
	flat := deflate(text)
	raw := flat[2 : len(flat)-4]
	var tiffText = text[:len(text)/8*8]
	for _, c := range []struct {
		name, entries string
		data          []byte
		want          string
		more          []string
	}{
		{"none", "", []byte(text), text, nil},
		{"Flate", "/Filter/FlateDecode", flat, text, nil},
		{"array", "/Filter[/FlateDecode]", flat, text, nil},
		{"abbreviation", "/Filter/Fl", flat, text, nil},
		{"indirect", "/Filter 6 0 R", flat, text, []string{"[7 0 R]", "/FlateDecode"}},
		{"bad adler", "/Filter/Fl", append(bytes.Clone(flat[:len(flat)-4]), 1, 2, 3, 4), text, nil},
		{"no adler", "/Filter/Fl", flat[:len(flat)-4], text, nil},
		{"raw deflate", "/Filter/Fl", raw, text, nil},
		{"bad zlib header", "/Filter/Fl", append([]byte{0x12, 0x34}, raw...), text, nil},
		{"end of line before the header", "/Filter/Fl", append([]byte("\r\n"), flat...), text, nil},
		{"junk behind", "/Filter/Fl", append(bytes.Clone(flat), "junk\r\n"...), text, nil},
		{"empty", "/Filter/Fl", nil, "", nil},
		{"LZW", "/Filter/LZWDecode", lzwOf(text, true), text, nil},
		{"LZW late", "/Filter/LZW/DecodeParms<</EarlyChange 0>>", lzwOf(text, false), text, nil},
		{"LZW predictor", "/Filter/LZW/DecodeParms<</Predictor 15/Columns 7>>", lzwOf(pngOf(text, 7, 1), true), text, nil},
		{"A85", "/Filter/ASCII85Decode", append(ascii85Of([]byte(text)), "~>"...), text, nil},
		{"A85 no end", "/Filter/A85", ascii85Of([]byte(text)), text, nil},
		{"A85 broken end", "/Filter/A85", append(ascii85Of([]byte(text)), "~\n>"...), text, nil},
		{"A85 zeros", "/Filter/A85", []byte("<~z!!~>"), "\x00\x00\x00\x00\x00", nil},
		{"AHx", "/Filter/AHx", []byte(hex.EncodeToString([]byte(text)) + ">"), text, nil},
		{"AHx NUL", "/Filter/AHx", []byte("4\x008 \n6\x0039>41"), "Hc\x90", nil},
		{"RunLength", "/Filter/RL", runLengthOf(text), text, nil},
		{"RunLength repeat", "/Filter/RunLengthDecode", []byte{254, 'a', 1, 'b', 'c', 128, 'x'}, "aaabc", nil},
		{"chain", "/Filter[/A85/Fl]", ascii85Of(flat), text, nil},
		{"chain of three", "/Filter[/AHx/A85/Fl]", []byte(hex.EncodeToString(ascii85Of(flat)) + ">"), text, nil},
		{"PNG", "/Filter/Fl/DecodeParms<</Predictor 12/Columns 5>>", deflate(pngOf(text, 5, 1)), text, nil},
		{"PNG colors", "/Filter/Fl/DecodeParms<</Predictor 15/Columns 5/Colors 3>>", deflate(pngOf(text, 15, 3)), text, nil},
		{"PNG 16 bits", "/Filter/Fl/DecodeParms<</Predictor 15/Columns 5/BitsPerComponent 16>>", deflate(pngOf(text, 10, 2)), text, nil},
		{"TIFF", "/Filter/Fl/DecodeParms<</Predictor 2/Columns 8>>", deflate(tiffOf(tiffText, 8, 1)), tiffText, nil},
		{"TIFF colors", "/Filter/Fl/DecodeParms<</Predictor 2/Columns 2/Colors 4>>", deflate(tiffOf(tiffText, 8, 4)), tiffText, nil},
		{"parms in array", "/Filter[/A85/Fl]/DecodeParms[null<</Predictor 12/Columns 5>>]", ascii85Of(deflate(pngOf(text, 5, 1))), text, nil},
		{"parms indirect array", "/Filter[/Fl]/DecodeParms 6 0 R", deflate(pngOf(text, 5, 1)), text, []string{"[7 0 R]", "<</Predictor 12/Columns 8 0 R>>", "5"}},
		{"DP", "/Filter[/Fl]/DP<</Predictor 12/Columns 5>>", deflate(pngOf(text, 5, 1)), text, nil},
		{"parms dict beside array", "/Filter[/Fl]/DecodeParms<</Predictor 12/Columns 5>>", deflate(pngOf(text, 5, 1)), text, nil},
		{"parms array beside name", "/Filter/Fl/DecodeParms[<</Predictor 12/Columns 5>>]", deflate(pngOf(text, 5, 1)), text, nil},
		{"parms array too long", "/Filter[/Fl]/DecodeParms[<</Predictor 12/Columns 5>>null null]", deflate(pngOf(text, 5, 1)), text, nil},
		{"Columns real", "/Filter/Fl/DecodeParms<</Predictor 12/Columns 5.0>>", deflate(pngOf(text, 5, 1)), text, nil},
		{"Crypt identity", "/Filter[/Crypt/Fl]/DecodeParms[<</Name/Identity>>null]", flat, text, nil},
		{"Filter refers to itself", "/Filter 6 0 R", []byte(text), text, []string{"6 0 R"}},
		{"Filter is its own stream", "/Filter 4 0 R", []byte(text), text, nil},
		{"DecodeParms is its own stream", "/Filter/Fl/DecodeParms 4 0 R", flat, text, nil},
	} {
		out, _, err := decodeOne(t, c.entries, c.data, c.more...)
		require.NoError(t, err, c.name)
		require.Equal(t, c.want, string(out), c.name)
	}
}

// TestFiltersDamaged checks that what comes before damage is kept, and that the
// damage is told.
func TestFiltersDamaged(t *testing.T) {
	flat := deflate(text)
	broken := bytes.Clone(flat)
	copy(broken[len(broken)/2:], bytes.Repeat([]byte{0xff}, 40))
	predicted := deflate(pngOf(text, 5, 1))
	for _, c := range []struct {
		name, entries string
		data          []byte
		least         int
	}{
		{"Flate truncated", "/Filter/Fl", flat[:len(flat)/2], len(text) / 4},
		{"Flate corrupt", "/Filter/Fl", broken, len(text) / 4},
		{"predictor truncated", "/Filter/Fl/DecodeParms<</Predictor 12/Columns 5>>", predicted[:len(predicted)/2], len(text) / 4},
		{"RunLength truncated", "/Filter/RL", runLengthOf(text)[:500], 490},
		{"A85 odd bytes", "/Filter/A85", append(ascii85Of([]byte(text)), "\x80~>"...), len(text)},
		{"LZW", "/Filter/LZW", append(lzwOf(text[:5], true)[:6], 0xff, 0xff, 0xff, 0xff), 4},
	} {
		out, d, err := decodeOne(t, c.entries, c.data)
		var damage *DamageError
		require.True(t, errors.As(err, &damage), "%s: %v", c.name, err)
		require.Equal(t, 4, damage.Object, c.name)
		require.GreaterOrEqual(t, len(out), c.least, c.name)
		n := min(len(out), c.least)
		require.Equal(t, text[:n], string(out[:n]), c.name)
		require.Equal(t, BadStream, d.Warnings()[0].Kind, c.name)
	}
}

func TestFiltersUnsupported(t *testing.T) {
	for _, f := range []string{"/DCTDecode", "/DCT", "/JPXDecode", "/CCITTFaxDecode", "/JBIG2Decode", "/Nonsense", "[/Fl/DCTDecode]"} {
		out, _, err := decodeOne(t, "/Filter"+f, []byte("x"))
		require.True(t, errors.Is(err, ErrUnsupported), f)
		require.Empty(t, out)
	}
}

// TestLZWOracle compares with compress/lzw, whose TIFF-less MSB form is LZW
// with late changes and 8-bit literals.
func TestLZWOracle(t *testing.T) {
	var b bytes.Buffer
	w := lzw.NewWriter(&b, lzw.MSB, 8)
	w.Write([]byte(strings.Repeat(text, 5)))
	w.Close()
	out, err := decodeLZW(context.Background(), nil, b.Bytes(), false, 1<<20)
	require.NoError(t, err)
	require.Equal(t, strings.Repeat(text, 5), string(out))
}

func TestStreamLength(t *testing.T) {
	for _, c := range []struct{ name, object string }{
		{"right", "<</Length 12>>stream\nq BT ET Q q Q\nendstream"},
		{"too short", "<</Length 3>>stream\nq BT ET Q q Q\nendstream"},
		{"too long", "<</Length 100>>stream\nq BT ET Q q Q\nendstream"},
		{"beyond the file", "<</Length 1000000>>stream\nq BT ET Q q Q\nendstream"},
		{"huge", "<</Length 99999999999999999999999>>stream\nq BT ET Q q Q\nendstream"},
		{"negative", "<</Length -1>>stream\nq BT ET Q q Q\nendstream"},
		{"missing", "<<>>stream\nq BT ET Q q Q\nendstream"},
		{"name", "<</Length/X>>stream\nq BT ET Q q Q\nendstream"},
		{"reference to nothing", "<</Length 99 0 R>>stream\nq BT ET Q q Q\nendstream"},
		{"reference to itself", "<</Length 4 0 R>>stream\nq BT ET Q q Q\nendstream"},
		{"CR LF", "<</Length 3>>stream\r\nq BT ET Q q Q\r\nendstream"},
		{"CR", "<</Length 3>>stream\rq BT ET Q q Q\rendstream"},
		{"blanks", "<</Length 3>>stream  \nq BT ET Q q Q\nendstream"},
		{"no endstream", "<</Length 3>>stream\nq BT ET Q q Q"},
	} {
		c.object = strings.Replace(c.object, "/Length 12", fmt.Sprintf("/Length %d", len("q BT ET Q q Q")), 1)
		d := open(t, build("", onePage(c.object)...))
		require.Equal(t, "q BT ET Q q Q\n", content(t, d, 1), c.name)
		require.Equal(t, c.name != "right", len(d.Warnings()) > 0, c.name)
	}
}

func TestDecodeLimits(t *testing.T) {
	ctx := context.Background()
	big := deflate(strings.Repeat("0 0 m\n", 100_000))
	file := build("", onePage(stream("/Filter/Fl", big))...)
	d, err := Open(ctx, bytes.NewReader(file), int64(len(file)), Options{Limits: Limits{StreamBytes: 1000}})
	require.NoError(t, err)
	s := d.Stream(Ref{4, 0})
	prefix := []byte("before ")
	out, err := d.Decode(ctx, s, prefix)
	var limit *LimitError
	require.True(t, errors.As(err, &limit))
	require.Equal(t, "StreamBytes", limit.Field)
	require.Equal(t, "before 0 0 m\n", string(out[:13]))
	require.Len(t, out, len(prefix)+1000)

	d = open(t, file)
	s = d.Stream(Ref{4, 0})
	limited := NewBudget("FontBytes", 700_000).Context(ctx)
	out, err = d.Decode(limited, s, nil)
	require.NoError(t, err)
	require.Len(t, out, 600_000)
	out, err = d.Decode(limited, s, nil)
	require.True(t, errors.As(err, &limit))
	require.Equal(t, "FontBytes", limit.Field)
	require.Len(t, out, 100_000)

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = d.Decode(cancelled, s, nil)
	require.True(t, errors.Is(err, context.Canceled))
}

// TestChainBounds has chains in which a filter yields more than is needed at
// first, and more than the limit in the end.
func TestChainBounds(t *testing.T) {
	// Each pair of bytes makes 128: 1 MB is enough for 64.
	runs := strings.Repeat("\x81 ", 10<<20)
	var limit *LimitError
	out, _, err := decodeOne(t, "/Filter[/FlateDecode/RunLengthDecode]", deflate(runs))
	require.True(t, errors.As(err, &limit))
	require.Len(t, out, limits.StreamBytes)
	// Here all of what the first yields is needed.
	long := strings.Repeat(" ", 2*chainStep)
	out, _, err = decodeOne(t, "/Filter[/FlateDecode/FlateDecode]", deflate(string(stored(long))))
	require.NoError(t, err)
	require.Equal(t, long, string(out))
}

// stored returns s as a zlib stream without compression.
func stored(s string) []byte {
	var b bytes.Buffer
	w, _ := zlib.NewWriterLevel(&b, zlib.NoCompression)
	w.Write([]byte(s))
	w.Close()
	return b.Bytes()
}

func TestDecodeHead(t *testing.T) {
	long := strings.Repeat(text, 50)
	for _, c := range []struct {
		entries string
		data    []byte
	}{
		{"", []byte(long)},
		{"/Filter/Fl", deflate(long)},
		{"/Filter/LZW", lzwOf(long, true)},
		{"/Filter[/A85/Fl]", ascii85Of(deflate(long))},
		{"/Filter/Fl/DecodeParms<</Predictor 15/Columns 9>>", deflate(pngOf(long, 9, 1))},
		{"/Filter[/Fl/RL]", deflate(string(runLengthOf(long)))},
	} {
		d := open(t, build("", onePage(stream(c.entries, c.data))...))
		for _, n := range []int{0, 1, 100, 20_000, len(long), len(long) + 10} {
			out, err := d.DecodeHead(context.Background(), d.Stream(Ref{4, 0}), n)
			require.NoError(t, err, c.entries)
			require.Equal(t, long[:min(n, len(long))], string(out), "%s %d", c.entries, n)
		}
	}
}

func FuzzFilter(f *testing.F) {
	f.Add(uint8(0), deflate(text))
	f.Add(uint8(1), lzwOf(text, true))
	f.Add(uint8(2), ascii85Of([]byte(text)))
	f.Add(uint8(3), []byte("48656c6c6f>"))
	f.Add(uint8(4), runLengthOf(text))
	f.Add(uint8(5), deflate(pngOf(text, 5, 1)))
	f.Add(uint8(6), deflate(tiffOf(text, 8, 1)))
	f.Fuzz(func(t *testing.T, k uint8, data []byte) {
		filters := [...]filter{
			{kind: flateFilter}, {kind: lzwFilter}, {kind: ascii85Filter}, {kind: asciiHexFilter}, {kind: runLengthFilter},
			{kind: flateFilter, predictor: predictor{15, 1, 8, 5}}, {kind: flateFilter, predictor: predictor{2, 3, 4, 7}},
			{kind: lzwFilter, lateChange: true, predictor: predictor{12, 3, 16, 3}},
		}
		fl := filters[int(k)%len(filters)]
		const limit = 1 << 16
		out, _ := fl.decode(context.Background(), nil, data, limit)
		require.LessOrEqual(t, len(out), limit)
		// Half the limit yields a prefix, and a buffer in use is kept.
		half, _ := fl.decode(context.Background(), []byte("keep"), data, limit/2)
		require.Equal(t, "keep", string(half[:4]))
		require.True(t, bytes.HasPrefix(out, half[4:]), "%d %d", len(out), len(half))
	})
}

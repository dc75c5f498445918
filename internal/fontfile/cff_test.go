package fontfile

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// cidCFF is CID-keyed, with the CIDs 0, 5, 6, 7, 900.
func cidCFF() cffSpec {
	return cffSpec{
		top:     [][]byte{op(opROS&0xFF|escapedOperator, 391, 392, 6)},
		strings: []string{"Adobe", "Japan1"},
		charset: be(uint8(2), 5, 2, 900, 0),
		chars:   [][]byte{cs(14), cs(14), cs(14), cs(14), cs(14)},
	}
}

func TestCFF(t *testing.T) {
	p := parse(t, simpleCFF().bytes())
	require.Empty(t, p.Damage)
	require.Equal(t, CFF, p.Kind)
	require.Equal(t, []string{"Test", "Test Bold", "ABCDEF+Test-Bold"}, []string{p.Family, p.FullName, p.PostScriptName})
	require.Equal(t, 4, p.NumGlyphs)
	require.Equal(t, 700, p.Weight)
	require.True(t, p.Bold && p.Italic && p.FixedPitch)
	require.Equal(t, -12.0, p.ItalicAngle)
	require.False(t, p.CIDKeyed)
	for gid, want := range []string{"", "A", "bee", "space", ""} {
		require.Equal(t, want, p.GlyphName(gid))
	}
	for code, want := range map[byte]string{'A': "A", 'B': "bee", ' ': "space", 'C': ""} {
		require.Equal(t, want, p.BuiltinName(code))
	}
	for gid, want := range []float64{0.5, 0.65, 0.5, 0.25} {
		w, ok := p.Advance(gid)
		require.True(t, ok)
		require.InDelta(t, want, w, 1e-6)
	}
	for gid, want := range []bool{true, false, false, true, false} {
		require.Equal(t, want, p.EmptyOutline(gid), gid)
	}
	gid, ok := p.NameToGID("space")
	require.True(t, ok)
	require.Equal(t, 3, gid)
	_, ok = p.Advance(4)
	require.False(t, ok)
	_, ok = p.GIDToCID(1)
	require.False(t, ok)
}

func TestCFFCharsets(t *testing.T) {
	for _, c := range []struct {
		what   string
		number int
		table  []byte
		want   []string
		damage []string
	}{
		{"ISOAdobe", charsetISOAdobe, nil, []string{"", "space", "exclam", "quotedbl"}, nil},
		{"Expert", charsetExpert, nil, []string{"", "space", "exclamsmall", "Hungarumlautsmall"}, nil},
		{"ExpertSubset", charsetExpertSubset, nil, []string{"", "space", "dollaroldstyle", "dollarsuperior"}, nil},
		{"0", 0, be(uint8(0), 36, 35, 34), []string{"", "C", "B", "A"}, nil},
		{"1", 0, be(uint8(1), 34, uint8(1), 391, uint8(0)), []string{"", "A", "B", "bee"}, nil},
		{"2", 0, be(uint8(2), 34, 9), []string{"", "A", "B", "C"}, nil},
		{"unknown format", 0, be(uint8(9), 34, 9), []string{"", "", "", ""}, []string{"the charset is cut"}},
		{"behind the end", 1 << 20, nil, []string{"", "", "", ""}, []string{"the charset is cut"}},
		{"unknown string", 0, be(uint8(0), 34, 999, 35), []string{"", "A", "", "B"}, nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := simpleCFF()
			s.charset, s.charsetNumber = c.table, c.number
			p := parse(t, s.bytes())
			for gid, want := range c.want {
				require.Equal(t, want, p.GlyphName(gid))
			}
			require.Equal(t, c.damage, p.Damage)
		})
	}
}

func TestCFFEncodings(t *testing.T) {
	for _, c := range []struct {
		what   string
		number int
		table  []byte
		want   map[byte]string
		damage []string
	}{
		{"Standard", encodingStandard, nil, map[byte]string{0x27: "quoteright", 'A': "A"}, nil},
		{"Expert", encodingExpert, nil, map[byte]string{0x61: "Asmall", 0x30: "zerooldstyle", 0: ""}, nil},
		{"0", 0, be(uint8(0), uint8(2), uint8(200), uint8(100)), map[byte]string{200: "A", 100: "bee", 65: ""}, nil},
		{"1", 0, be(uint8(1), uint8(1), uint8(70), uint8(2)), map[byte]string{70: "A", 71: "bee", 72: "space", 73: ""}, nil},
		{"1 past 255", 0, be(uint8(1), uint8(1), uint8(255), uint8(2)), map[byte]string{255: "A", 0: ""}, nil},
		{"supplement", 0, be(uint8(0x80), uint8(1), uint8(70), uint8(2), uint8(71), 35, uint8(72), 391), map[byte]string{70: "A", 71: "B", 72: "bee"}, nil},
		{"unknown format", 0, be(uint8(5)), map[byte]string{65: ""}, []string{"the encoding has an unknown format"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := simpleCFF()
			s.encoding, s.encodingNum = c.table, c.number
			p := parse(t, s.bytes())
			for code, want := range c.want {
				require.Equal(t, want, p.BuiltinName(code), code)
			}
			require.Equal(t, c.damage, p.Damage)
		})
	}
}

func TestCIDKeyed(t *testing.T) {
	p := parse(t, cidCFF().bytes())
	require.True(t, p.CIDKeyed)
	require.Equal(t, "Adobe", p.Registry)
	require.Equal(t, "Japan1", p.Ordering)
	require.Empty(t, p.GlyphName(1))
	require.Empty(t, p.BuiltinName(1))
	for gid, cid := range []int{0, 5, 6, 7, 900} {
		got, ok := p.GIDToCID(gid)
		require.True(t, ok)
		require.Equal(t, cid, got)
		got, ok = p.CIDToGID(cid)
		require.True(t, ok)
		require.Equal(t, gid, got)
	}
	for _, cid := range []int{1, 8, 899, 901, 1 << 20, -1} {
		_, ok := p.CIDToGID(cid)
		require.False(t, ok, cid)
	}
	_, ok := p.GIDToCID(5)
	require.False(t, ok)

	// Without a charset CIDs are gids.
	s := cidCFF()
	s.charset = nil
	p = parse(t, s.bytes())
	cid, ok := p.GIDToCID(4)
	require.True(t, ok)
	require.Equal(t, 4, cid)
}

func TestCharStrings(t *testing.T) {
	for _, c := range []struct {
		what  string
		chars []byte
		known bool
		width float64 // 0 for the default
		empty bool
	}{
		{"endchar", cs(14), true, 0, true},
		{"width endchar", cs(14, -20), true, 580, true},
		{"seac", cs(14, 0, 0, 65, 66), true, 0, false},
		{"width seac", cs(14, -20, 0, 0, 65, 66), true, 580, false},
		{"hstem", cs(1, 10, 20), true, 0, false},
		{"width hstem", cs(1, 300, 10, 20), true, 900, false},
		{"width hstemhm", cs(18, -600, 10, 20), true, 0, false},
		{"hintmask", cs(19, 10, 20, 30, 40), true, 0, false},
		{"width hintmask", cs(19, 1131, 10, 20), true, 1731, false},
		{"width vmoveto", cs(4, 20, 30), true, 620, false},
		{"rmoveto", cs(21, 20, 30), true, 0, false},
		{"fixed point", append([]byte{255, 0, 20, 0x80, 0}, cs(22, 1)...), true, 620.5, false},
		{"call first", cs(10, 20), false, 0, false},
		{"cut", cs(14, 20)[:1], false, 0, false},
		{"nothing", nil, false, 0, false},
	} {
		got := scanCharString(c.chars)
		width := 0.0
		if got.hasWidth {
			width = 600 + got.width
		}
		require.Equal(t, c.known, got.known, c.what)
		require.Equal(t, c.width, width, c.what)
		require.Equal(t, c.empty, got.empty, c.what)
	}
}

func TestReadReal(t *testing.T) {
	for _, c := range []struct {
		nibbles []byte
		want    float64
	}{
		{[]byte{0xE2, 0xA2, 0x5F}, -2.25},
		{[]byte{0x0A, 0x14, 0x05, 0x41, 0xC3, 0xFF}, 0.140541e-3},
		{[]byte{0x1B, 0x99, 0x9F}, 0}, // 1E999
		{[]byte{0xAA, 0xFF}, 0},
		{[]byte{0x12}, 0},
	} {
		v, _ := readReal(c.nibbles, 0)
		require.InDelta(t, c.want, v, 1e-12)
	}
}

func TestCFFDamage(t *testing.T) {
	whole := simpleCFF().bytes()

	// Garbage before the header.
	p := parse(t, append([]byte("junk junk"), whole...))
	require.Equal(t, []string{"garbage before the header"}, p.Damage)
	require.Equal(t, "bee", p.GlyphName(2))
	_, err := Parse(append(make([]byte, cffSearch), whole...))
	require.ErrorIs(t, err, ErrFormat)

	// A damaged header.
	for i := range cffHeader {
		broken := bytes.Clone(whole)
		broken[i] = 0xEE
		p = parse(t, broken)
		require.Equal(t, []string{"the header is damaged"}, p.Damage)
		require.Equal(t, "bee", p.GlyphName(2))
	}

	// Cut before CharStrings: what stands in front is read.
	s := simpleCFF()
	s.encoding = nil
	data := s.bytes()
	p = parse(t, data[:len(data)-40])
	require.Equal(t, []string{"no CharStrings"}, p.Damage)
	require.Equal(t, 700, p.Weight)
	require.Equal(t, "A", p.BuiltinName('A'))
	require.Zero(t, p.NumGlyphs)

	// Negative numbers as offsets and SIDs.
	s = simpleCFF()
	s.top = [][]byte{op(opFullName, -5), op(opWeight, -1)}
	s.charset, s.charsetNumber = nil, -7
	p = parse(t, s.bytes())
	require.Empty(t, p.FullName)
	require.Equal(t, "exclam", p.GlyphName(2))

	// More operands than the stack has, and operators without any.
	s = simpleCFF()
	s.top = [][]byte{op(opFullName, make([]int, 100)...), op(opWeight), op(opItalicAngle&0xFF | escapedOperator), op(opFontMatrix&0xFF | escapedOperator)}
	require.Equal(t, 4, parse(t, s.bytes()).NumGlyphs)

	// Every cut gives an error or a program.
	for n := range whole {
		if p, err := Parse(whole[:n]); err != nil {
			require.ErrorIs(t, err, ErrFormat)
		} else {
			exercise(t, p)
		}
	}
}

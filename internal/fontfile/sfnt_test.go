package fontfile

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func parse(t testing.TB, data []byte) *Program {
	t.Helper()
	p, err := Parse(data)
	require.NoError(t, err)
	return p
}

func TestSFNT(t *testing.T) {
	for _, magic := range []string{trueTypeMagic, "true", "\x00\x00\x00\x00", "ABCD"} {
		p := parse(t, plain().font(magic))
		require.Empty(t, p.Damage)
		require.Equal(t, TrueType, p.Kind)
		require.Equal(t, []string{"Family", "Family Regular", "Family-Regular"}, []string{p.Family, p.FullName, p.PostScriptName})
		require.Equal(t, 5, p.NumGlyphs)
		require.Equal(t, 0.8, p.Ascent)
		require.Equal(t, -0.2, p.Descent)
		require.False(t, p.Bold || p.Italic || p.FixedPitch || p.CIDKeyed)

		for gid, want := range []string{"", "A", "bee", "space", "C"} {
			if gid == 0 {
				want = ".notdef"
			}
			require.Equal(t, want, p.GlyphName(gid), gid)
		}
		require.Empty(t, p.GlyphName(5))
		require.Empty(t, p.GlyphName(-1))
		gid, ok := p.NameToGID("bee")
		require.True(t, ok)
		require.Equal(t, 2, gid)
		_, ok = p.NameToGID("cee")
		require.False(t, ok)

		for gid, want := range []float64{0.5, 0.6, 0.7, 0.25, 0.25} {
			w, ok := p.Advance(gid)
			require.True(t, ok)
			require.Equal(t, want, w)
		}
		_, ok = p.Advance(5)
		require.False(t, ok)
		for gid, want := range []bool{false, false, false, true, false, false} {
			require.Equal(t, want, p.EmptyOutline(gid), gid)
		}
		for gid, want := range []rune{0, 'A', 'B', ' ', 'C', 0} {
			r, ok := p.GIDToRune(gid)
			require.Equal(t, want, r)
			require.Equal(t, want != 0, ok)
		}
		require.Empty(t, p.BuiltinName('A'))
		_, ok = p.GIDToCID(1)
		require.False(t, ok)
		_, ok = p.CIDToGID(1)
		require.False(t, ok)
	}
}

func TestSFNTStyle(t *testing.T) {
	name := func(style string) []byte {
		return nameOf(rec{3, 1, 0x409, 1, "X"}, rec{3, 1, 0x409, 2, style})
	}
	post := func(angle, fixed uint32) []byte {
		return be(uint32(0x30000), angle, 0, 0, fixed)
	}
	for _, c := range []struct {
		what         string
		tables       tables
		weight       int
		bold, italic bool
		angle        float64
		fixed        bool
	}{
		{"plain", nil, 0, false, false, 0, false},
		{"macStyle bold", tables{"head": headTable(1000, macBold)}, 0, true, false, 0, false},
		{"macStyle italic", tables{"head": headTable(1000, macItalic)}, 0, false, true, 0, false},
		{"macStyle bold against OS/2", tables{"head": headTable(1000, macBold), "OS/2": os2Table(300, 0)}, 300, false, false, 0, false},
		{"OS/2 weight", tables{"OS/2": os2Table(600, 0)}, 600, true, false, 0, false},
		{"OS/2 weight of one digit", tables{"OS/2": os2Table(7, 0)}, 700, true, false, 0, false},
		{"OS/2 absurd weight", tables{"OS/2": os2Table(5000, 0)}, 0, false, false, 0, false},
		{"fsSelection", tables{"OS/2": os2Table(400, fsBold|fsItalic)}, 400, true, true, 0, false},
		{"fsSelection oblique", tables{"OS/2": os2Table(400, fsOblique)}, 400, false, true, 0, false},
		{"post angle", tables{"post": post(0xFFF40000, 1)}, 0, false, true, -12, true},
		{"post absurd angle", tables{"post": post(0x7FF40000, 0)}, 0, false, false, 0, false},
		{"name", tables{"name": name("Bold Oblique")}, 0, true, true, 0, false},
	} {
		p := parse(t, plain().with(c.tables).font(trueTypeMagic))
		got := fmt.Sprint(p.Weight, p.Bold, p.Italic, p.ItalicAngle, p.FixedPitch)
		require.Equal(t, fmt.Sprint(c.weight, c.bold, c.italic, c.angle, c.fixed), got, c.what)
	}
}

func TestSFNTNames(t *testing.T) {
	for _, c := range []struct {
		recs []rec
		want string
	}{
		{[]rec{{1, 0, 0, 1, "Na\x95me"}}, "Naïme"},
		{[]rec{{3, 1, 0x804, 1, "微软雅黑"}}, "微软雅黑"},
		{[]rec{{1, 0, 0, 1, "Mac"}, {3, 1, 0x804, 1, "微软雅黑"}}, "Mac"},
		{[]rec{{0, 3, 0, 1, "Unicode"}, {1, 0, 0, 1, "Mac"}}, "Unicode"},
		{[]rec{{1, 1, 11, 1, "\x82\xA0"}}, ""}, // Japanese of the Macintosh
		{[]rec{{3, 1, 0x409, 1, "丂愂"}}, "丂愂"},
		{[]rec{{3, 1, 0x409, 1, "一愀稀"}}, "Naz"}, // bytes swapped
		{[]rec{{3, 1, 0x409, 1, "A\x00B\n"}}, "AB"},
		{[]rec{{3, 1, 0x409, 1, ""}, {1, 0, 0, 1, "Mac"}}, "Mac"},
	} {
		p := parse(t, plain().with(tables{"name": nameOf(c.recs...)}).font(trueTypeMagic))
		require.Equal(t, c.want, p.Family)
	}
}

func TestSFNTHeights(t *testing.T) {
	p := parse(t, plain().with(tables{"hhea": make([]byte, 36), "OS/2": os2Table(400, 0)}).font(trueTypeMagic))
	require.Equal(t, 0.75, p.Ascent)
	require.Equal(t, -0.25, p.Descent)
}

func TestSFNTPostStandard(t *testing.T) {
	p := parse(t, plain().with(tables{"post": be(uint32(postStandard), make([]byte, 28))}).font(trueTypeMagic))
	require.Equal(t, "nonmarkingreturn", p.GlyphName(2))
	require.Equal(t, "exclam", p.GlyphName(4))
	require.Empty(t, p.GlyphName(258))
}

func TestSFNTLongLoca(t *testing.T) {
	head := headTable(1000, 0)
	head[51] = 1
	p := parse(t, plain().with(tables{"head": head,
		"loca": be(uint32(0), uint32(0), uint32(70000), uint32(70000), uint32(70001), uint32(70002))}).font(trueTypeMagic))
	for gid, want := range []bool{true, false, true, false, false, false} {
		require.Equal(t, want, p.EmptyOutline(gid), gid)
	}
}

func TestCollection(t *testing.T) {
	inner := plain().font(trueTypeMagic)
	const at = 16
	head := be("ttcf", uint32(0x10000), uint32(1), uint32(at))
	// Offsets of tables count from the start of the file.
	for i := range int(inner[5]) {
		entry := inner[12+16*i+8:]
		copy(entry, be(table(entry).u32(0)+at))
	}
	p := parse(t, append(head, inner...))
	require.Equal(t, "Family", p.Family)
	require.Empty(t, p.Damage)
}

func TestOpenTypeCFF(t *testing.T) {
	p := parse(t, plain().with(tables{"CFF ": simpleCFF().bytes(), "loca": nil}).font("OTTO"))
	require.Empty(t, p.Damage)
	require.Equal(t, OpenTypeCFF, p.Kind)
	require.Equal(t, "Family", p.Family)
	require.Equal(t, "bee", p.GlyphName(2))
	require.Equal(t, "bee", p.BuiltinName(66))
	require.Equal(t, 4, p.NumGlyphs)
	require.True(t, p.Bold)
	require.Equal(t, 700, p.Weight)
	r, ok := p.GIDToRune(1)
	require.True(t, ok)
	require.Equal(t, 'A', r)
	w, _ := p.Advance(2)
	require.Equal(t, 0.7, w) // hmtx, not the charstring
	require.True(t, p.EmptyOutline(3))

	p = parse(t, plain().with(tables{"CFF ": []byte("junk")}).font("OTTO"))
	require.Equal(t, []string{"CFF: no header"}, p.Damage)
	require.Equal(t, "bee", p.GlyphName(2))
}

func TestSFNTDamage(t *testing.T) {
	whole := plain()
	font := whole.font(trueTypeMagic)

	// A table that claims too much is clipped.
	cut := parse(t, font[:len(font)-6])
	require.Equal(t, []string{"the table post is cut"}, cut.Damage)
	require.Equal(t, "A", cut.GlyphName(1))

	// No maxp: the glyphs are counted by loca.
	p := parse(t, whole.with(tables{"maxp": nil}).font(trueTypeMagic))
	require.Equal(t, 5, p.NumGlyphs)

	// An em of 0 would divide by it.
	p = parse(t, whole.with(tables{"head": headTable(0, 0)}).font(trueTypeMagic))
	require.Equal(t, []string{"the table head has no size of the em"}, p.Damage)
	w, _ := p.Advance(1)
	require.Equal(t, 0.6, w)

	// More advances are claimed than there are.
	p = parse(t, whole.with(tables{"hhea": be(make([]byte, 34), 60000)}).font(trueTypeMagic))
	w, _ = p.Advance(4)
	require.Equal(t, 0.25, w)

	// The first of two tables of one name wins.
	twice := whole.with(tables{"namf": nameOf(rec{3, 1, 0x409, 1, "Wrong"})}).font(trueTypeMagic)
	for i := range int(twice[5]) {
		if entry := twice[12+16*i:]; string(entry[:4]) == "namf" {
			entry[3] = 'e'
		}
	}
	require.Equal(t, "Family", parse(t, twice).Family)

	for _, data := range [][]byte{nil, {}, {0}, {0, 1, 0, 0}, []byte("OTTO"), []byte("ttcf"), []byte("ttcf\x00\x01\x00\x00\x00\x00\x00\x01\xFF\xFF\xFF\xFF"), make([]byte, 100), font[:40]} {
		p, err := Parse(data)
		require.Nil(t, p)
		require.ErrorIs(t, err, ErrFormat)
		var f *FormatError
		require.True(t, errors.As(err, &f))
		require.NotEmpty(t, f.Error())
	}
}

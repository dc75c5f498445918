package fontfile

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"
)

// withCmap returns the plain font with other cmaps and 300 glyphs.
func withCmap(t testing.TB, subs ...sub) *Program {
	return parse(t, plain().with(tables{"cmap": cmapOf(subs...), "maxp": be(uint32(0x10000), 300)}).font(trueTypeMagic))
}

func TestCmapFormats(t *testing.T) {
	zero := make([]byte, 256)
	zero[65] = 9
	// Format 2: 41 is a single byte, 81 is the first of two, whose second is 40 or 41.
	keys := make([]int, 256)
	keys[0x81] = 8
	single := make([]int, 256) // glyphs of single bytes
	single[0x41] = 7
	format2 := be(2, 0, 0, keys,
		0, 256, 0, 10, // idRangeOffset to behind the next subheader
		0x40, 2, 3, 2+512,
		single, 10, 0)

	for _, c := range []struct {
		what  string
		table []byte
		want  map[uint32]int // code to glyph, 0 for none
	}{
		{"0", be(0, 262, 0, zero), map[uint32]int{65: 9, 64: 0, 256 + 65: 0}},
		{"2", format2, map[uint32]int{0x41: 7, 0x40: 0, 0x81: 0, 0x8140: 13, 0x8141: 0, 0x8142: 0, 0x4141: 0, 0x18140: 0}},
		{"4", format4(segs{{65, 70, 10, 0}, {97, 99, 40, 1}, {0xF020, 0xF021, 60, 0}}),
			map[uint32]int{64: 0, 65: 10, 70: 15, 71: 0, 97: 40, 98: 39, 99: 38, 100: 0, 0xF021: 61, 0xFFFF: 0, 0x10041: 0}},
		{"4 unsorted", format4Unsorted(segs{{97, 99, 40, 1}, {65, 70, 10, 0}, {0xFFFF, 0xFFFF, 0, 0}}),
			map[uint32]int{65: 10, 70: 15, 71: 0, 97: 40, 99: 38}},
		{"4 overlapping", format4Unsorted(segs{{65, 70, 10, 0}, {68, 99, 40, 0}}), map[uint32]int{65: 10, 70: 15, 71: 43}},
		{"6", be(6, 0, 0, 100, 3, 5, 0, 7), map[uint32]int{99: 0, 100: 5, 101: 0, 102: 7, 103: 0}},
		{"10", be(10, 0, uint32(0), uint32(0), uint32(0x1F600), uint32(2), 5, 6), map[uint32]int{0x1F5FF: 0, 0x1F600: 5, 0x1F601: 6, 0x1F602: 0}},
		{"12", format12(12, segs{{65, 70, 10, 0}, {0x1F600, 0x1F610, 100, 0}}), map[uint32]int{64: 0, 66: 11, 71: 0, 0x1F601: 101, 0x1F611: 0}},
		{"13", format12(13, segs{{65, 70, 10, 0}}), map[uint32]int{65: 10, 70: 10, 71: 0}},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := withCmap(t, sub{3, 10, c.table})
			require.Empty(t, p.Damage)
			require.True(t, p.Cmap(3, 10))
			require.False(t, p.Cmap(3, 1))
			for code, want := range c.want {
				gid, ok := p.CodeToGID(3, 10, code)
				require.Equal(t, want, gid, "%#x", code)
				require.Equal(t, want != 0, ok)
			}
			_, ok := p.CodeToGID(3, 1, 65)
			require.False(t, ok)
		})
	}
}

func TestGIDToRune(t *testing.T) {
	one := func(pairs ...int) []byte {
		var s segs
		for i := 0; i < len(pairs); i += 2 {
			s = append(s, [4]int{pairs[i], pairs[i], pairs[i+1], 0})
		}
		return format4(s)
	}
	for _, c := range []struct {
		what string
		subs []sub
		want map[int]rune
	}{
		{"control codes and private use are skipped", []sub{{3, 1, one(9, 1, 0x20, 1, 0xF041, 2, 0x85, 3)}}, map[int]rune{1: ' ', 2: 0, 3: 0}},
		{"no compatibility character", []sub{{3, 1, one(0xA0, 1, 0x2126, 2, 0x3A9, 2, 0xB5, 3, 0x3BC, 3)}}, map[int]rune{1: 0xA0, 2: 'Ω', 3: 'μ'}},
		{"no radical", []sub{{3, 1, one(0x2F91, 1, 0x897F, 1, 0x2EC3, 1)}}, map[int]rune{1: '西'}},
		{"no soft hyphen", []sub{{3, 1, one(0xAD, 1, 0x2010, 1)}}, map[int]rune{1: '‐'}},
		{"the smallest", []sub{{3, 1, one(0x2206, 1, 0x394, 1, 0x2D, 2, 0xAD, 2)}}, map[int]rune{1: 'Δ', 2: '-'}},
		{"the best cmap first", []sub{{3, 1, one(65, 1, 66, 2, 67, 3)}, {0, 3, one(68, 2)}, {3, 10, format12(12, segs{{69, 69, 1, 0}})}},
			map[int]rune{1: 'E', 2: 'D', 3: 'C'}},
		{"one subtable for two platforms", []sub{{0, 3, nil}, {3, 1, one(65, 1)}}, map[int]rune{1: 'A'}},
		{"not the symbol or Macintosh cmap", []sub{{3, 0, one(65, 1)}, {1, 0, one(65, 1)}}, map[int]rune{1: 0}},
		{"format 6", []sub{{0, 3, be(6, 0, 0, 65, 2, 2, 1)}}, map[int]rune{1: 'B', 2: 'A'}},
		{"format 6 without codes", []sub{{0, 3, be(6, 0, 0, 0, 0)}}, map[int]rune{0: 0}},
		{"format 10", []sub{{0, 4, be(10, 0, uint32(0), uint32(0), uint32(0x1F600), uint32(2), 5, 6)}}, map[int]rune{5: 0x1F600, 6: 0x1F601}},
		{"format 13", []sub{{0, 6, format12(13, segs{{65, 70, 10, 0}})}}, map[int]rune{10: 'A', 11: 0}},
		{"beyond the glyphs", []sub{{3, 1, one(65, 299, 66, 300)}}, map[int]rune{299: 'A', 300: 0, -1: 0}},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := withCmap(t, c.subs...)
			for gid, want := range c.want {
				r, ok := p.GIDToRune(gid)
				require.Equal(t, string(want), string(r), gid)
				require.Equal(t, want != 0, ok)
			}
		})
	}
}

func TestCmapDamage(t *testing.T) {
	// A subtable behind the end, and one of an unknown format, beside a good one.
	b := cmapOf(sub{3, 1, format4(segs{{65, 65, 1, 0}})}, sub{3, 10, be(99)}, sub{0, 5, be(14)}, sub{1, 0, nil})
	copy(b[4+8*3+4:], be(uint32(1<<30)))
	p := parse(t, plain().with(tables{"cmap": b}).font(trueTypeMagic))
	require.Equal(t, []string{"a subtable of cmap has an unknown format", "a subtable of cmap starts behind its end"}, p.Damage)
	require.True(t, p.Cmap(3, 1))
	require.False(t, p.Cmap(3, 10) || p.Cmap(0, 5) || p.Cmap(1, 0))

	// Groups that claim all codes and counts that claim all groups are bounded.
	huge := format12(12, segs{{0, -1, 0, 0}, {0, -1, 0, 0}, {32, -1, 1, 0}})
	copy(huge[12:], be(uint32(1<<32-1)))
	p = withCmap(t, sub{3, 10, huge})
	r, ok := p.GIDToRune(65)
	require.True(t, ok)
	require.Equal(t, 'A', r)

	// An unsorted table is searched as far as is cheap.
	var long segs
	for i := range 2 * maxUnsorted {
		long = append(long, [4]int{3000 - i, 3000 - i, 1, 0})
	}
	p = withCmap(t, sub{3, 1, format4Unsorted(long)})
	require.Equal(t, []string{"a subtable of cmap is out of order and long"}, p.Damage)
	_, ok = p.CodeToGID(3, 1, 3000)
	require.True(t, ok)
}

func TestCompatibility(t *testing.T) {
	for r := rune(0); r <= 0x10FFFF; r++ {
		if r >= 0xD800 && r < 0xE000 {
			continue
		}
		want := r == softHyphen || r >= 0x2E80 && r <= 0x2FDF || norm.NFKC.String(string(r)) != string(r)
		if isCompatibility(r) != want {
			t.Errorf("%U: %v", r, !want)
		}
	}
}

func TestConcurrent(t *testing.T) {
	font := parse(t, plain().font(trueTypeMagic))
	cid := parse(t, cidCFF().bytes())
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for gid := range 5 {
				font.GIDToRune(gid)
				font.GlyphName(gid)
				font.NameToGID("A")
				cid.CIDToGID(gid)
			}
		})
	}
	wg.Wait()
}

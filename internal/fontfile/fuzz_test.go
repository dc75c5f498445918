package fontfile

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// exercise asks a program everything and returns the answers.
func exercise(t testing.TB, p *Program) string {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintln(&b, p.Kind, p.Family, p.FullName, p.PostScriptName, p.Weight, p.Bold, p.Italic, p.FixedPitch, p.ItalicAngle,
		p.Ascent, p.Descent, p.CIDKeyed, p.Registry, p.Ordering, p.NumGlyphs, p.Damage)
	if p.NumGlyphs < 0 || p.NumGlyphs > limits.FontGlyphs || p.Weight < 0 || p.Weight > 1000 || len(p.Damage) > maxDamage {
		t.Fatal(b.String())
	}
	if v := p.Ascent + p.Descent + p.ItalicAngle; math.IsNaN(v) || math.IsInf(v, 0) {
		t.Fatal(b.String())
	}
	for _, s := range []string{p.Family, p.FullName, p.PostScriptName, p.Registry, p.Ordering} {
		if !utf8.ValidString(s) {
			t.Fatalf("name %q", s)
		}
	}
	for code := range 256 {
		fmt.Fprint(&b, p.BuiltinName(byte(code)), " ")
	}
	gids := []int{-1, p.NumGlyphs - 1, p.NumGlyphs, 0xFFFF, 1 << 20, math.MaxInt, math.MinInt}
	for gid := range min(p.NumGlyphs, 300) {
		gids = append(gids, gid)
	}
	for _, gid := range gids {
		w, ok := p.Advance(gid)
		if math.IsNaN(w) || math.IsInf(w, 0) {
			t.Fatalf("glyph %d: advance %v", gid, w)
		}
		cid, hasCID := p.GIDToCID(gid)
		r, hasRune := p.GIDToRune(gid)
		if hasRune && (!isText(r) || !mapsTo(p, r, gid)) {
			t.Fatalf("glyph %d: %U", gid, r)
		}
		fmt.Fprintln(&b, gid, w, ok, p.EmptyOutline(gid), p.GlyphName(gid), cid, hasCID, r)
	}
	for _, cid := range gids {
		gid, ok := p.CIDToGID(cid)
		if back, _ := p.GIDToCID(gid); ok && cid != 0 && back != cid {
			t.Fatalf("CID %d: glyph %d with CID %d", cid, gid, back)
		}
	}
	for i := range p.cmaps {
		c := &p.cmaps[i]
		for _, code := range []uint32{0, 0x20, 0x41, 0xFF, 0x3042, 0x8140, 0xF041, 0xFFFF, 0x1F600, math.MaxUint32} {
			got, ok := p.CodeToGID(c.platform, c.encoding, code)
			fmt.Fprint(&b, got, ok, " ")
			if want := slowLookup(c, code); !c.unsorted && c.lookup(code) != want {
				t.Fatalf("code %#x: glyph %d, want %d", code, c.lookup(code), want)
			}
		}
	}
	return b.String()
}

// mapsTo reports whether a Unicode cmap has the glyph for a character. Where
// segments overlap both answers are good.
func mapsTo(p *Program, r rune, gid int) bool {
	for i := range p.cmaps {
		if c := &p.cmaps[i]; unicodeRank(c) != otherRank && (c.unsorted || c.lookup(uint32(r)) == gid) {
			return true
		}
	}
	return false
}

// slowLookup looks at every segment.
func slowLookup(c *cmapTable, code uint32) int {
	if c.format != 4 && c.format < 12 {
		return c.lookup(code)
	}
	for i := range c.segments {
		if s := c.segment(i); s.first <= code && code <= s.last {
			return s.glyph(c.bytes, code)
		}
	}
	return 0
}

// check parses data twice, the second time from a copy that is then wiped: the
// answers must be the same, and no part of data be kept.
func check(t *testing.T, data []byte) {
	p, err := Parse(data)
	if err != nil {
		return
	}
	duplicate := bytes.Clone(data)
	q, err := Parse(duplicate)
	if err != nil {
		t.Fatal(err)
	}
	clear(duplicate)
	if a, b := exercise(t, p), exercise(t, q); a != b {
		t.Fatalf("two answers:\n%s\n%s", a, b)
	}
}

func sfntSeeds() [][]byte {
	return [][]byte{
		plain().font(trueTypeMagic),
		plain().with(tables{"OS/2": os2Table(700, 1), "cmap": cmapOf(
			sub{1, 0, be(0, 262, 0, make([]byte, 256))}, sub{3, 1, format4(segs{{97, 99, 40, 1}})}, sub{3, 10, format12(12, segs{{0x1F600, 0x1F610, 1, 0}})},
			sub{0, 3, be(6, 0, 0, 100, 3, 5, 0, 7)}, sub{0, 4, be(10, 0, uint32(0), uint32(0), uint32(0x1F600), uint32(2), 5, 6)},
			sub{0, 6, format12(13, segs{{65, 70, 4, 0}})}, sub{3, 2, be(2, 0, 0, make([]int, 256), 0, 256, 0, 2, make([]int, 256))},
		)}).font(trueTypeMagic),
		plain().with(tables{"CFF ": simpleCFF().bytes()}).font("OTTO"),
	}
}

func FuzzSFNT(f *testing.F) {
	for _, s := range sfntSeeds() {
		f.Add(s)
	}
	f.Fuzz(check)
}

func FuzzCFF(f *testing.F) {
	f.Add(simpleCFF().bytes())
	f.Add(cidCFF().bytes())
	f.Fuzz(check)
}

func FuzzType1(f *testing.F) {
	f.Add(type1(dupEncoding, defaultLenIV))
	f.Add(type1("StandardEncoding", -1))
	// Unencrypted, so that mutations reach CharStrings.
	f.Add(append([]byte("%!PS\n/FontName /X def /Encoding [/A/B] def "), eexecPlain(-1)...))
	f.Fuzz(check)
}

// TestMutants damages fonts at random: bytes replaced, ranges cut out or doubled.
func TestMutants(t *testing.T) {
	seeds := append(sfntSeeds(), simpleCFF().bytes(), cidCFF().bytes(), type1(dupEncoding, defaultLenIV),
		append([]byte("%!PS\n/FontName /X def "), eexecPlain(-1)...))
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 400
	if testing.Short() {
		rounds = 40
	}
	for _, seed := range seeds {
		for range rounds {
			data := bytes.Clone(seed)
			for range 1 + r.IntN(8) {
				at := r.IntN(len(data))
				end := min(len(data), at+r.IntN(16))
				switch r.IntN(4) {
				case 0:
					data[at] = byte(r.Uint32())
				case 1:
					data[at] = []byte{0, 1, 0x7F, 0x80, 0xFF}[r.IntN(5)]
				case 2:
					data = append(data[:at], data[end:]...)
				case 3:
					data = append(data[:end:end], data[at:]...)
				}
				if len(data) == 0 {
					break
				}
			}
			check(t, data)
		}
	}
}

// TestBounded builds the largest claims that fit in a megabyte. Each must be read
// in proportion to its size; the limit is a thousand times what that takes.
func TestBounded(t *testing.T) {
	const size = 1 << 20
	groups := segs{}
	for range 80_000 {
		groups = append(groups, [4]int{0, -1, 1, 0})
	}
	manySubs := make([]sub, 64)
	for i := range manySubs {
		manySubs[i] = sub{3, 1, nil}
	}
	manySubs[63] = sub{3, 1, format12(12, groups)}
	full := make(segs, 8000)
	for i := range full {
		full[i] = [4]int{0, 0xFFFF, 1, 0}
	}
	cff := simpleCFF()
	cff.charset = nil
	cff.chars = make([][]byte, 20_000)
	for what, data := range map[string][]byte{
		"format 12":         plain().with(tables{"cmap": cmapOf(sub{3, 10, format12(12, groups)}), "maxp": be(uint32(0), 0xFFFF)}).font(trueTypeMagic),
		"format 4":          plain().with(tables{"cmap": cmapOf(sub{3, 1, format4Unsorted(full)}), "maxp": be(uint32(0), 0xFFFF)}).font(trueTypeMagic),
		"shared subtable":   plain().with(tables{"cmap": cmapOf(manySubs...), "maxp": be(uint32(0), 0xFFFF)}).font(trueTypeMagic),
		"post":              plain().with(tables{"post": be(uint32(postNamed), make([]byte, 28), 0xFFFF, bytes.Repeat([]byte{0xFF}, size))}).font(trueTypeMagic),
		"name":              plain().with(tables{"name": be(0, 0xFFFF, 0, bytes.Repeat(be(3, 1, 0x409, 1, 0xFFFF, 0), size/12))}).font(trueTypeMagic),
		"tables":            append(be(trueTypeMagic, 0xFFFF, 0, 0, 0), bytes.Repeat(be("cmap", uint32(0), uint32(0), uint32(1<<31)), size/16)...),
		"empty charstrings": cff.bytes(),
		"open strings":      append([]byte("%!PS\n/FontName /X def "), bytes.Repeat([]byte("("), size)...),
		"encodings":         append([]byte("%!PS\n/FontName /X def "), bytes.Repeat([]byte("/Encoding "), size/10)...),
		"eexec":             append([]byte("%!PS\n/FontName /X def "), bytes.Repeat([]byte("eexec "), size/6)...),
		"charstrings":       append([]byte("%!PS\n/FontName /X def "), bytes.Repeat([]byte("/CharStrings "), size/13)...),
		"glyphs":            append([]byte("%!PS\n/FontName /X def /CharStrings 1 "), bytes.Repeat([]byte("/a 0 RD "), size/8)...),
		"percent":           bytes.Repeat([]byte("%!"), size/2),
	} {
		start := time.Now()
		if p, err := Parse(data); err == nil {
			exercise(t, p)
		}
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s: %v", what, d)
		}
	}
}

package cmap

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func parse(t *testing.T, data string) *CMap {
	t.Helper()
	m, err := Parse([]byte(data), Predefined)
	require.NoError(t, err)
	return m
}

// codes splits s and writes each code in hexadecimal with its length.
func codes(m *CMap, s string) string {
	var out []string
	for b := []byte(s); len(b) > 0; {
		code, n := m.Next(b)
		out = append(out, fmt.Sprintf("%0*X", 2*n, code))
		b = b[n:]
	}
	return strings.Join(out, " ")
}

const mixed = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Japan1) def /Supplement 1 def end def
/CMapName /90ms-like-H def /WMode 0 def
3 begincodespacerange <00> <80> <8140> <9FFC> <E0A0B0> <E0FFFF> endcodespacerange
1 beginnotdefrange <00> <1F> 231 endnotdefrange
3 begincidrange <20> <7E> 231 <8140> <817E> 633 <E0A0B0> <E0A0B2> 9000 endcidrange
2 begincidchar <8143> 7 <80> 97 endcidchar
endcmap`

func TestNext(t *testing.T) {
	m := parse(t, mixed)
	for _, c := range []struct{ in, want, why string }{
		{"A\x81\x40\xE0\xA0\xB0B", "41 8140 E0A0B0 42", "codes of each length"},
		{"\xFFA", "FF 41", "no codespace begins so: as long as the shortest"},
		{"\x81\x20A", "8120 41", "second byte outside: as long as the codespace that begins so"},
		{"\xE0\xA0\x20A", "E0A020 41", "the longest partial match counts"},
		{"\xE0\x20\x20A", "E02020 41", ""},
		{"A\x81", "41 81", "ends within a code"},
		{"\xE0\xA0", "E0A0", ""},
		{"", "", ""},
	} {
		assert.Equal(t, c.want, codes(m, c.in), c.why)
	}
	assert.Equal(t, "0041 0042 43", codes(Identity(false), "\x00A\x00BC"))
}

// TestNextOverlap has codespaces of two lengths that begin alike, as those of
// GB 18030 do.
func TestNextOverlap(t *testing.T) {
	m := parse(t, `begincodespacerange <00> <80> <8140> <FEFE> <81308130> <FE39FE39> endcodespacerange`)
	assert.Equal(t, "41 8140 81308130 8150 42", codes(m, "A\x81\x40\x81\x30\x81\x30\x81\x50B"))
	// The third byte is wrong: three bytes match the long codespace in part.
	assert.Equal(t, "81302020 42", codes(m, "\x81\x30\x20\x20B"))
}

func TestCID(t *testing.T) {
	m := parse(t, mixed)
	assert.Equal(t, "90ms-like-H", m.Name())
	assert.Equal(t, "Adobe", m.Registry())
	assert.Equal(t, "Japan1", m.Ordering())
	for _, c := range []struct {
		code uint32
		n    int
		cid  int
		ok   bool
	}{
		{0x20, 1, 231, true}, {0x7E, 1, 325, true}, {0x7F, 1, 0, false}, {0x80, 1, 97, true},
		{0x8140, 2, 633, true}, {0x8143, 2, 7, true}, {0x8144, 2, 637, true},
		{0xE0A0B2, 3, 9002, true}, {0x20, 2, 0, false}, {0x1F, 1, 231, false}, {0x20, 5, 0, false},
	} {
		cid, ok := m.CID(c.code, c.n)
		assert.Equal(t, c.cid, cid, "%X", c.code)
		assert.Equal(t, c.ok, ok, "%X", c.code)
	}
}

func TestParseDamaged(t *testing.T) {
	for _, c := range []struct {
		name, data string
		code       uint32
		n, cid     int
	}{
		{"bfrange in place of cidrange", "1 beginbfrange <00> <FF> <0000> endbfrange", 0x41, 1, 0x41},
		{"bfrange with an array", "beginbfrange <41> <43> [<0005> <0009> <0007> <0001>] endbfrange", 0x42, 1, 9},
		{"cidrange beside bfrange", "begincidchar <41> 7 endcidchar beginbfchar <41> <0005> endbfchar", 0x41, 1, 7},
		{"no end", "begincidchar <41> 7", 0x41, 1, 7},
		{"no end, another section", "begincidrange <0041> <0042> 7 begincidchar <0043> 3 endcidchar", 0x43, 2, 3},
		{"entry without a number", "begincidchar <40> <41> 7 endcidchar", 0x40, 1, 0x41},
		{"range without a second code", "begincidrange <41> 7 <42> <43> 9 endcidrange", 0x43, 1, 10},
		{"bounds swapped", "begincidrange <45> <41> 7 endcidrange", 0x45, 1, 7},
		{"short second bound", "begincidrange <0141> <45> 7 endcidrange", 0x0143, 2, 9},
		{"odd digits", "begincidchar <5> 7 endcidchar", 5, 1, 7},
		{"later wins", "begincidrange <00> <FF> 0 endcidrange begincidchar <41> 7 endcidchar", 0x41, 1, 7},
		{"all codes", "begincidrange <00000000> <FFFFFFFF> 0 endcidrange", 0x41, 4, 0x41},
		{"comment and string in between", "begincidchar % <41> 5\n (x) <41> 7 endcidchar", 0x41, 1, 7},
	} {
		m, err := Parse([]byte(c.data), nil)
		require.NoError(t, err, c.name)
		cid, _ := m.CID(c.code, c.n)
		assert.Equal(t, c.cid, cid, c.name)
		_, n := m.Next([]byte{0, 0, 0, 0})
		assert.Equal(t, c.n, n, "%s: code length without codespace", c.name)
	}
}

func TestUseCMap(t *testing.T) {
	base := parse(t, mixed)
	m, err := Parse([]byte(`/Base usecmap /CMapName /Mine def /WMode 1 def 1 begincidchar <8140> 1 endcidchar`),
		func(name string) *CMap {
			assert.Equal(t, "Base", name)
			return base
		})
	require.NoError(t, err)
	assert.True(t, m.Vertical())
	assert.Equal(t, "Japan1", m.Ordering())
	assert.Equal(t, "41 8140", codes(m, "A\x81\x40"))
	cid, _ := m.CID(0x8140, 2)
	assert.Equal(t, 1, cid)
	cid, _ = m.CID(0x8141, 2)
	assert.Equal(t, 634, cid)
	cid, ok := m.CID(0x1F, 1)
	assert.Equal(t, 231, cid)
	assert.False(t, ok)

	// A base that is not known counts as absent.
	m, err = Parse([]byte("/Gone usecmap begincidchar <41> 7 endcidchar"), Predefined)
	require.NoError(t, err)
	cid, _ = m.CID(0x41, 1)
	assert.Equal(t, 7, cid)
}

func TestCodespaceDamaged(t *testing.T) {
	assert.Equal(t, "0041", codes(parse(t, "begincodespacerange <FFFF> <0000> endcodespacerange"), "\x00A"))
	long := "begincodespacerange <" + strings.Repeat("00", 20) + "> <" + strings.Repeat("FF", 20) + "> endcodespacerange"
	assert.Equal(t, "0041", codes(parse(t, long), "\x00A"))
	m := parse(t, "begincodespacerange "+strings.Repeat("<0000> <FFFF> ", 20000)+"endcodespacerange")
	assert.Len(t, m.spaces, 1)
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, "<%04X> <%04X> ", i, i)
	}
	assert.Len(t, parse(t, "begincodespacerange "+many.String()).spaces, limits.Codespaces)
}

func TestTooLong(t *testing.T) {
	data := "begincidrange " + strings.Repeat("<0000> <FFFF> 0 ", limits.CMapEntries+1)
	m, err := Parse([]byte(data), nil)
	assert.ErrorIs(t, err, ErrTooLong)
	cid, ok := m.CID(0x41, 2)
	assert.Equal(t, 0x41, cid)
	assert.True(t, ok)
}

func TestNextDoesNotAllocate(t *testing.T) {
	m, s := parse(t, mixed), []byte("A\x81\x40\xE0\xA0\xB0\xE0B")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		for b := s; len(b) > 0; {
			code, n := m.Next(b)
			m.CID(code, n)
			b = b[n:]
		}
	}))
}

// FuzzCMap checks that any CMap can be used, and its Next against the words of
// ISO 32000-2, 9.7.6.3.
func FuzzCMap(f *testing.F) {
	f.Add([]byte(mixed), []byte("A\x81\x40\xE0\xA0\xB0\xFF"))
	f.Add([]byte("/UniJIS-UTF16-H usecmap begincidrange <00000000> <FFFFFFFF> 0 endcidrange"), []byte("\xD8\x42\xDF\x9F"))
	f.Add([]byte("begincodespacerange <00> <80> <8140> <FEFE> <81308130> <FE39FE39>"), []byte("A\x81\x30\x20\x20"))
	f.Add([]byte(`(\`), []byte{0}) // a string that ends within an escape
	f.Add([]byte("1 beginbfrange <0000> <FFFF> [<0041> 5 <"), []byte{0, 1, 2})
	f.Fuzz(func(t *testing.T, data, s []byte) {
		m, err := Parse(data, Predefined)
		if err != nil && err != ErrTooLong {
			t.Fatal(err)
		}
		again, _ := Parse(data, Predefined)
		assert.Equal(t, m, again)
		for len(s) > 0 {
			code, n := m.Next(s)
			if n < 1 || n > len(s) || n > maxCodeLength {
				t.Fatalf("length %d of %x", n, s)
			}
			if len(m.spaces) > 0 {
				if want := min(lengthOracle(m, s), len(s)); n != want {
					t.Fatalf("length %d of %x, want %d", n, s, want)
				}
			}
			if cid, _ := m.CID(code, n); cid < 0 || cid > maxCID {
				t.Fatalf("CID %d", cid)
			}
			if r, ok := m.Rune(code, n); ok && !utf8.ValidRune(r) {
				t.Fatalf("rune %x", r)
			}
			s = s[n:]
		}
	})
}

// lengthOracle follows 9.7.6.3 word by word.
func lengthOracle(m *CMap, s []byte) int {
	matches := func(c codespace, n int) bool {
		for i := range n {
			if s[i] < c.lo[i] || s[i] > c.hi[i] {
				return false
			}
		}
		return true
	}
	shortest := slices.MinFunc(m.spaces, func(a, b codespace) int { return a.n - b.n }).n
	for n := 1; n <= maxCodeLength && n <= len(s); n++ {
		for _, c := range m.spaces {
			if c.n == n && matches(c, n) {
				return n
			}
		}
	}
	for n := min(maxCodeLength, len(s)); n > 0; n-- {
		best := 0
		for _, c := range m.spaces {
			if c.n >= n && matches(c, n) && (best == 0 || c.n < best) {
				best = c.n
			}
		}
		if best > 0 {
			return best
		}
	}
	return shortest
}

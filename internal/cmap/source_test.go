package cmap

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var cmapFiles = flag.String("cmaps", "", "directory of the CMap files that tables.bin was made from")

// TestSource compares the predefined CMaps with the files that they were made
// from, code by code, as Parse reads them.
func TestSource(t *testing.T) {
	if *cmapFiles == "" {
		t.Skip("needs -cmaps")
	}
	files := map[string][]byte{}
	require.NoError(t, filepath.WalkDir(*cmapFiles, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		files[d.Name()] = b
		return err
	}))
	var parse func(name string) *CMap
	parse = func(name string) *CMap {
		m, err := Parse(files[name], parse)
		require.NoError(t, err, name)
		return m
	}
	seen, codes := 0, 0
	for name, data := range files {
		want := parse(name)
		if CollectionOf(want.Ordering()) == 0 || bytes.Contains(data, []byte("beginbf")) {
			continue
		}
		seen++
		got := Predefined(name)
		require.NotNil(t, got, name)
		assert.Equal(t, want.Name(), got.Name())
		assert.Equal(t, want.Registry(), got.Registry(), name)
		assert.Equal(t, want.Ordering(), got.Ordering(), name)
		assert.Equal(t, want.Vertical(), got.Vertical(), name)
		assert.Equal(t, want.spaces, got.spaces, name)
		for n := 1; n <= maxCodeLength; n++ {
			// Every code of up to two bytes; of longer ones those that have a CID,
			// with their neighbours, and some of the others.
			check := func(code uint32) bool {
				cid, ok := want.CID(code, n)
				cid2, ok2 := got.CID(code, n)
				if cid != cid2 || ok != ok2 {
					t.Errorf("%s: %X (%d bytes): CID %d %t, want %d %t", name, code, n, cid2, ok2, cid, ok)
				}
				codes++
				return cid == cid2 && ok == ok2
			}
			if n <= 2 {
				for code := uint32(0); code < 1<<(8*n) && check(code); code++ {
				}
				continue
			}
			for m := want; m != nil; m = m.base {
				for _, r := range m.cid[n-1] {
					for code := max(r.Lo, 1) - 1; code <= r.Hi+1 && check(code); code++ {
					}
				}
			}
			for code := uint64(0); code < 1<<(8*n) && check(uint32(code)); code += 1 + code/997 {
			}
		}
	}
	assert.Equal(t, len(predefined), seen)
	t.Log(seen, "CMaps", codes, "codes")
}

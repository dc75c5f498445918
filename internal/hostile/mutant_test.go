package hostile_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/hostile"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

var (
	mutants = flag.Int("mutants", 2000, "damaged files that TestMutants reads; more for a campaign")
	seed    = flag.Uint64("seed", 1, "of the damage that TestMutants does")
)

const (
	// maxBase bounds the files that are damaged: a large one with a byte
	// changed tells little for its time.
	maxBase = 20 << 10
	// mutantTime bounds reading one damaged file twice, in wall time, on a
	// machine that does other work too.
	mutantTime = hang / 3
)

// bases returns the good documents of this repository and the small hostile
// files that take no more than usual.
func bases(t *testing.T) (files []hostile.File) {
	t.Helper()
	sources, err := filepath.Glob(filepath.Join("..", "..", "testdata", "src", "*.in"))
	require.NoError(t, err)
	require.NotEmpty(t, sources)
	for _, s := range sources {
		files = append(files, hostile.File{Class: "testdata", Name: filepath.Base(s), Data: pdftest.File(t, s)})
	}
	for _, b := range []pdftest.Builder{{Compress: true}, {ObjectStreams: true, Compress: true}, {UserPassword: "", OwnerPassword: "o"}} {
		for range 3 {
			b.Page("BT /F1 12 Tf 72 700 Td 14 TL (Some words) Tj T* (and more of them) Tj ET 72 600 200 1 re f", "")
		}
		files = append(files, hostile.File{Class: "built", Name: "three pages", Data: b.Bytes()})
	}
	for _, class := range hostile.Classes() {
		for _, f := range hostile.Files(class) {
			if len(f.Data) <= maxBase && f.Want.Time <= 40 {
				files = append(files, f)
			}
		}
	}
	return files
}

// TestMutants reads damaged files twice each: no panic, no hang, no error of
// no kind, no garbage, and the same both times.
func TestMutants(t *testing.T) {
	plainOnly(t)
	n := *mutants
	if testing.Short() {
		n = min(n, 200)
	}
	files := bases(t)
	var next atomic.Int64
	var group sync.WaitGroup
	var read, failed, texts atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				base := files[i%len(files)]
				data := hostile.Mutate(base.Data, *seed, uint64(i/len(files)+i))
				keep := func() {
					name := filepath.Join(os.TempDir(), "pdftext-mutant.pdf")
					if os.WriteFile(name, data, 0o600) == nil {
						t.Errorf("mutant %d of %s/%s, kept as %s", i, base.Class, base.Name, name)
					}
				}
				twice := func() result { return reading{pages: 100, all: 3}.read(context.Background(), data) }
				start := time.Now()
				timer := time.AfterFunc(hang, func() { keep(); panic("no end of a mutant") })
				a, b := twice(), twice()
				timer.Stop()
				if !assert.Empty(t, a.Fault) || !assert.Equal(t, a, b, "differs from run to run") ||
					!assert.Less(t, time.Since(start), mutantTime) {
					keep()
					return
				}
				read.Add(1)
				if a.Fails != 0 {
					failed.Add(1)
				}
				if a.Text != "" {
					texts.Add(1)
				}
			}
		})
	}
	group.Wait()
	t.Logf("%d mutants of %d files: text in %d, an error in %d", read.Load(), len(files), texts.Load(), failed.Load())
}

// The same seed makes the same mutants, and most differ from their file.
func TestMutateIsTheSame(t *testing.T) {
	file := hostile.Named("normal", "page").Data
	before := sha256.Sum256(file)
	same := 0
	for i := range uint64(200) {
		m := hostile.Mutate(file, 1, i)
		assert.Equal(t, m, hostile.Mutate(file, 1, i))
		if bytes.Equal(m, file) {
			same++
		}
	}
	assert.Less(t, same, 20)
	assert.Equal(t, before, sha256.Sum256(file), "the file itself stays")
}

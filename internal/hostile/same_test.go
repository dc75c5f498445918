package hostile_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext"
	"github.com/pdftext-go/pdftext/internal/hostile"
)

const (
	sameRuns  = 20
	samePages = 12 // of each file at most
)

// digest reads a file with so many goroutines and returns the sum of all that
// comes of its pages, in their order.
func digest(t testing.TB, data []byte, workers int) [sha256.Size]byte {
	ctx := context.Background()
	doc, err := pdftext.NewReader(ctx, bytes.NewReader(data), int64(len(data)), nil)
	if err != nil {
		return sha256.Sum256([]byte(err.Error()))
	}
	defer doc.Close()
	var parts [samePages][]byte
	next := make(chan int)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for n := range next {
				var b bytes.Buffer
				p, err := doc.Page(ctx, n+1)
				if err != nil {
					fmt.Fprintln(&b, err)
				} else {
					l := pdftext.Analyze(p)
					fmt.Fprintln(&b, p.Glyphs, p.Runs, p.Fonts, p.Strings, p.Rules, p.Boxes, p.Images, p.Warnings)
					fmt.Fprintln(&b, l.Columns, l.Tables, l.Stats, pdftext.Text(p))
				}
				parts[n] = b.Bytes()
			}
		})
	}
	for n := range samePages {
		next <- n
	}
	close(next)
	group.Wait()
	return sha256.Sum256(bytes.Join(parts[:], nil))
}

// someFiles returns the small good files, and one hostile one in five.
func someFiles(t *testing.T) (files []hostile.File) {
	for i, f := range bases(t) {
		if f.Class == "testdata" || f.Class == "built" || f.Class == "normal" || i%5 == 0 {
			files = append(files, f)
		}
	}
	require.NotEmpty(t, files)
	return files
}

// TestSameBytes reads files again and again with more and fewer processors
// and goroutines.
func TestSameBytes(t *testing.T) {
	plainOnly(t)
	runs := sameRuns
	if testing.Short() {
		runs = 1
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	files := someFiles(t)
	want := map[int][sha256.Size]byte{}
	for _, processors := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(processors)
		for _, workers := range []int{1, 4} {
			for range runs {
				for i, f := range files {
					got := digest(t, f.Data, workers)
					if _, ok := want[i]; !ok {
						want[i] = got
					}
					if got != want[i] {
						t.Errorf("%s/%s differs with %d processors and %d workers", f.Class, f.Name, processors, workers)
						return
					}
				}
			}
		}
	}
	t.Logf("%d files", len(files))
}

// TestTogether reads one Document, and each file on its own, by 16 goroutines
// at once. It is for the race detector.
func TestTogether(t *testing.T) {
	const goroutines = 16
	files := someFiles(t)
	want := make([][sha256.Size]byte, len(files))
	for i, f := range files {
		want[i] = digest(t, f.Data, 1)
	}
	for i, f := range files {
		assert.Equal(t, want[i], digest(t, f.Data, goroutines), "%s/%s", f.Class, f.Name)
	}
	var group sync.WaitGroup
	for g := range goroutines {
		group.Go(func() {
			for k := range files {
				i := (k + g*7) % len(files)
				if digest(t, files[i].Data, 1) != want[i] {
					t.Errorf("%s/%s differs beside others", files[i].Class, files[i].Name)
				}
			}
		})
	}
	group.Wait()
}

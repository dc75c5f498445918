package hostile_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext"
)

const (
	extractions = 10_000
	// heapDrift bounds what the heap grows by over all of them.
	heapDrift = 5 << 20
)

// TestLeaks reads files by name again and again, hostile and canceled ones
// among them, and looks for what stays behind.
func TestLeaks(t *testing.T) {
	plainOnly(t)
	n := extractions
	if testing.Short() {
		n = 500
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	dir := t.TempDir()
	var names []string
	for _, f := range bases(t) {
		if len(f.Data) > 4<<10 || f.Want.Time > 20 {
			continue
		}
		name := filepath.Join(dir, f.Class+"-"+f.Name+".pdf")
		require.NoError(t, os.WriteFile(name, f.Data, 0o600))
		names = append(names, name)
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapInuse)
	}
	one := func(i int) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if i%10 == 9 {
			time.AfterFunc(time.Duration(i%200)*time.Microsecond, cancel)
		}
		doc, err := pdftext.Open(ctx, names[i%len(names)], nil)
		if err != nil {
			return
		}
		for p, err := range doc.Pages(ctx) {
			if err == nil {
				pdftext.Text(p)
			}
			if p != nil && p.Number >= 5 {
				break
			}
		}
		assert.NoError(t, doc.Close())
	}
	for i := range len(names) {
		one(i) // pools and tables fill up
	}
	goroutines, files, before := runtime.NumGoroutine(), descriptors(), heap()
	for i := range n {
		one(i)
	}
	after := heap()
	t.Logf("%d extractions of %d files: heap %+d KiB", n, len(names), (after-before)>>10)
	settle(t, goroutines)
	assert.Equal(t, files, descriptors(), "descriptors")
	assert.LessOrEqual(t, after-before, int64(heapDrift))
}

// settle waits until there are no more goroutines than there were.
func settle(t *testing.T, were int) {
	t.Helper()
	for deadline := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > were && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	assert.LessOrEqual(t, runtime.NumGoroutine(), were, "goroutines")
}

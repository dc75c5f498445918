package hostile_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext"
	"github.com/pdftext-go/pdftext/internal/hostile"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

const (
	// cancelTime is how long a call still works after its context is done, for
	// 99 of 100. It is processor time: how long others make it wait says
	// nothing of the library.
	cancelTime = 100 * time.Millisecond
	// cancelPoints is how often it is tried with a quick file; a slow one gets
	// as many tries as take cancelBudget, but cancelLeast.
	cancelPoints = 200
	cancelLeast  = 6
	cancelBudget = time.Second / 2
)

// readAll makes all calls that take a context.
func readAll(ctx context.Context, data []byte) error {
	doc, err := pdftext.NewReader(ctx, bytes.NewReader(data), int64(len(data)), nil)
	if err != nil {
		return err
	}
	defer doc.Close()
	for n := 1; n <= 20; n++ {
		if _, err := doc.Page(ctx, n); err != nil {
			return err
		}
	}
	_, err = doc.NumPages(ctx)
	return err
}

// TestCancel ends reading at random points of files that take long in
// different places.
func TestCancel(t *testing.T) {
	plainOnly(t)
	points := cancelPoints
	if testing.Short() {
		points = cancelLeast
	}
	var long pdftest.Builder
	long.ObjectStreams = true
	for i := range 2_000 {
		long.Page(fmt.Sprintf("BT /F1 12 Tf 72 700 Td (Page %d) Tj ET", i), "")
	}
	packed := pdftest.Builder{Compress: true}
	packed.Page(strings.Repeat("0.1 w 10 20 m 30 40 l ", 1<<20), "")
	files := map[string][]byte{
		"normal":       hostile.Named("normal", "page").Data,
		"many pages":   long.Bytes(),
		"large stream": packed.Bytes(),
		"rebuilt":      long.Bytes()[:len(long.Bytes())-2000],
	}
	for _, name := range [][2]string{
		{"layout", "strewn"}, {"layout", "grid_of_1500"}, {"layout", "every_angle"}, {"layout", "rules_strewn"}, {"layout", "clips"}, {"layout", "path_of_a_million"},
		{"filter", "bomb_behind_text"}, {"filter", "bomb_of_codes"}, {"filter", "one_stream_400_times"}, {"form", "drawn_100000_times"}, {"xrefstream", "bomb"}, {"objstm", "bomb"},
		{"notpdf", "flood_distinct_streams"}, {"length", "endobj_absent"}, {"pagetree", "empty_pages"}, {"font", "many"}, {"cmap", "pairs"}, {"fontfile", "bomb"}, {"encrypt", "aes_of_a_bomb"},
	} {
		files[name[0]+"/"+name[1]] = hostile.Named(name[0], name[1]).Data
	}
	goroutines := runtime.NumGoroutine()
	r := rand.New(rand.NewPCG(1, 2))
	var late []time.Duration
	ended := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		data := files[name]
		start := time.Now()
		whole := inTime(t, name, func() error { return readAll(t.Context(), data) })
		takes := time.Since(start)
		tries := min(points, max(cancelLeast, int(2*cancelBudget/(takes+1))))
		most, mostWall := time.Duration(0), time.Duration(0)
		for range tries {
			type moment struct {
				wall time.Time
				cpu  time.Duration
			}
			ctx, cancel := context.WithCancel(t.Context())
			at := make(chan moment, 1)
			timer := time.AfterFunc(time.Duration(r.Int64N(int64(takes)+1)), func() {
				at <- moment{time.Now(), processTime()}
				cancel()
			})
			err := inTime(t, name, func() error { return readAll(ctx, data) })
			if !timer.Stop() {
				m := <-at
				d := processTime() - m.cpu
				late = append(late, d)
				most, mostWall = max(most, d), max(mostWall, time.Since(m.wall))
			}
			switch {
			case err == nil, whole != nil && err.Error() == whole.Error():
				// It ended before it was told to, or by itself.
			case assert.ErrorIs(t, err, context.Canceled, name):
				ended++
			}
			cancel()
		}
		t.Logf("%-32s takes %v, works on for %v, %v on the clock, of %d", name, takes.Round(time.Millisecond),
			most.Round(100*time.Microsecond), mostWall.Round(100*time.Microsecond), tries)
	}
	slices.Sort(late)
	p99 := late[len(late)*99/100]
	t.Logf("%d canceled, %d of them with its error; 99 of 100 work on for %v, all for %v", len(late), ended, p99, late[len(late)-1])
	assert.Greater(t, ended, len(late)/4, "many of them ended early")
	assert.LessOrEqual(t, p99, cancelTime)
	settle(t, goroutines)
}

// A context that is done before the call ends it.
func TestCanceledBefore(t *testing.T) {
	data := hostile.Named("normal", "page").Data
	ctx, cancel := context.WithCancel(t.Context())
	doc, err := pdftext.NewReader(ctx, bytes.NewReader(data), int64(len(data)), nil)
	cancel()
	require.NoError(t, err)
	_, err = doc.Page(ctx, 1)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = pdftext.NewReader(ctx, bytes.NewReader(data), int64(len(data)), nil)
	assert.ErrorIs(t, err, context.Canceled)
}

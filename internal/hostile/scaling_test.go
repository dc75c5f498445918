package hostile_test

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext"
	"github.com/pdftext-go/pdftext/internal/pdftest"
)

const (
	// scaleRatio bounds how much longer four times as much takes. 4 is linear,
	// n log n is 4.6 here, and n squared is 16.
	scaleRatio = 6
	// scaleRuns is how often each time is taken, for the least of them, and
	// scaleTries how often that is done again where the bound is broken.
	scaleRuns, scaleTries = 3, 3
	// scaleFloor is a time for the larger case that is never too long, since
	// fixed costs and the cache are most of it.
	scaleFloor = 20 * time.Millisecond
)

// scales are files that grow with n, each in what one stage looks through.
var scales = []struct {
	name string
	n    int // of the smaller case; the larger has four times as much
	make func(n int) []byte
}{
	{"glyphs on a spot", 25_000, func(n int) []byte {
		return compressed("BT /F1 12 Tf " + strings.Repeat("1 0 0 1 72 700 Tm (X) Tj ", n) + "ET")
	}},
	{"staircase", 15_000, func(n int) []byte {
		return compressed("BT /F1 8 Tf " + each(n, func(i int) string {
			return fmt.Sprintf("1 0 0 1 %.3f %.4f Tm (X) Tj ", float64(i%600), 780*float64(i)/float64(n))
		}) + "ET")
	}},
	{"rules", 10_000, func(n int) []byte {
		return compressed("BT /F1 12 Tf 72 700 Td (X) Tj ET " + each(n, func(i int) string {
			return fmt.Sprintf("%.2f %.2f 10 0.2 re f\n", float64(i*7919%60000)/100, float64(i*104729%78000)/100)
		}))
	}},
	{"grid", 400, func(n int) []byte { // lines each way: the crossings grow with the square, the input does not
		return compressed("BT /F1 12 Tf 72 700 Td (X) Tj ET " + each(n, func(i int) string {
			x, y := 600*float64(i)/float64(n), 780*float64(i)/float64(n)
			return fmt.Sprintf("0 %.3f m 612 %.3f l S %.3f 0 m %.3f 792 l S\n", y, y, x, x)
		}))
	}},
	{"saved states", 250_000, func(n int) []byte {
		return compressed(strings.Repeat("q ", n) + "BT /F1 12 Tf 72 700 Td (X) Tj ET")
	}},
	{"fonts", 1_000, func(n int) []byte {
		b := pdftest.Builder{Compress: true}
		for i := range n {
			b.Font(fmt.Sprintf("<< /Type /Font /Subtype /Type1 /BaseFont /F%d >>", i))
		}
		b.Page(each(n, func(i int) string { return fmt.Sprintf("BT /F%d 12 Tf 72 %d Td (X) Tj ET ", i+1, 1+i%700) }), "")
		return b.Bytes()
	}},
	{"objects without end", 5_000, func(n int) []byte {
		file := pdftest.Page("BT /F1 12 Tf 72 700 Td (X) Tj ET")
		cut := bytes.LastIndex(file, []byte("xref\n0"))
		return append(file[:cut:cut], each(n, func(i int) string { return fmt.Sprintf("%d 0 obj [1 2\n", 100+i) })...)
	}},
	{"kids", 10_000, func(n int) []byte {
		var b pdftest.Builder
		b.Page("BT /F1 12 Tf 72 700 Td (X) Tj ET", "")
		return bytes.Replace(b.Bytes(), []byte("/Kids [ "), []byte("/Kids [ "+each(n, func(i int) string { return fmt.Sprintf("%d 0 R ", 100+i) })), 1)
	}},
	{"ranges of a CMap", 10_000, func(n int) []byte {
		return withCMap(each(n, func(i int) string {
			return fmt.Sprintf("1 beginbfrange <%04X> <%04X> <%04X> endbfrange\n", i*7919%40000, i*7919%40000, 0x20+i%0x5000)
		}))
	}},
	{"elements of TJ", 50_000, func(n int) []byte {
		return compressed("BT /F1 12 Tf 0.01 0 0 0.01 72 700 Tm [" + strings.Repeat("(X) -300 ", n) + "] TJ ET")
	}},
	{"forms", 10_000, func(n int) []byte {
		b := pdftest.Builder{Compress: true}
		form := b.Stream("/Type /XObject /Subtype /Form /BBox [0 0 612 792]", "BT /F1 12 Tf 72 700 Td (X) Tj ET")
		b.Resources = "/XObject << /X " + pdftest.Ref(form) + " >>"
		b.Page(strings.Repeat("/X Do ", n), "")
		return b.Bytes()
	}},
	{"spans", 10_000, func(n int) []byte { // a style of its own for each glyph of a line, and a rule under it
		b := pdftest.Builder{Compress: true}
		b.Font("Helvetica")
		b.Font("Times-Bold")
		b.Page(each(n, func(i int) string {
			x := 600 * float64(i) / float64(n)
			return fmt.Sprintf("BT /F%d 0.05 Tf 1 0 0 1 %.4f 700 Tm (X) Tj ET %.4f 699.99 0.03 0.002 re f ", 1+i%2, x, x)
		}), "")
		return b.Bytes()
	}},
	{"lines", 4_000, func(n int) []byte {
		return compressed(fmt.Sprintf("BT /F1 %.4f Tf ", 1200/float64(n)) + each(n, func(i int) string {
			return fmt.Sprintf("1 0 0 1 %d %.3f Tm (some words of a line) Tj ", 40+300*(i%2), 780*float64(i/2)/float64(n/2))
		}) + "ET")
	}},
	{"words of a table", 8_000, func(n int) []byte {
		return compressed(fmt.Sprintf("BT /F1 %.4f Tf ", 5000/float64(n)) + each(n, func(i int) string {
			return fmt.Sprintf("1 0 0 1 %d %.4f Tm (word) Tj ", 40+60*(i%8), 780*float64(i/8)/float64(n/8))
		}) + "ET")
	}},
}

func compressed(content string) []byte {
	b := pdftest.Builder{Compress: true}
	b.Page(content, "")
	return b.Bytes()
}

func withCMap(ranges string) []byte {
	b := pdftest.Builder{Compress: true}
	tou := b.Stream("", "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"+ranges)
	cid := b.Object("<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>")
	b.Font("<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [" + pdftest.Ref(cid) + "] /ToUnicode " + pdftest.Ref(tou) + " >>")
	b.Page("BT /F1 12 Tf 72 700 Td <"+each(1000, func(i int) string { return fmt.Sprintf("%04X", i*40) })+"> Tj ET", "")
	return b.Bytes()
}

func each(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

// stages are timed one by one, each on what the ones before it return.
var stages = []string{"read", "Dedup", "Lines", "Columns", "Tables", "Spans", "Text"}

// times returns the least processor time that each stage takes. The garbage
// collector, which works when it likes, rests meanwhile.
func times(t *testing.T, data []byte) map[string]time.Duration {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	least := map[string]time.Duration{}
	for range scaleRuns {
		runtime.GC()
		last := processTime()
		took := func(stage string) {
			d := processTime() - last
			if old, ok := least[stage]; !ok || d < old {
				least[stage] = d
			}
			last = processTime()
		}
		doc, err := pdftext.NewReader(t.Context(), bytes.NewReader(data), int64(len(data)), nil)
		require.NoError(t, err)
		// The page that shows something may stand behind thousands that do not.
		n, err := doc.NumPages(t.Context())
		require.NoError(t, err)
		p, err := doc.Page(t.Context(), n)
		require.NoError(t, err)
		require.NoError(t, doc.Close())
		took("read")
		glyphs := pdftext.Clip(p, pdftext.Dedup(p, p.Glyphs))
		took("Dedup")
		lines := pdftext.Lines(p, glyphs)
		took("Lines")
		pdftext.Columns(p, lines, nil)
		took("Columns")
		pdftext.Tables(p, lines, nil)
		took("Tables")
		for _, l := range lines {
			pdftext.Spans(p, l)
		}
		took("Spans")
		pdftext.Text(p)
		took("Text")
	}
	return least
}

// TestScale bounds how the time of each stage grows with the file. It takes
// the least of some runs, and tries again before it fails: a busy machine may
// slow down one run, a square would slow down all.
func TestScale(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("measures time")
	}
	for _, s := range scales {
		t.Run(s.name, func(t *testing.T) {
			small, large := s.make(s.n), s.make(4*s.n)
			var slow []string
			for range scaleTries {
				slow = nil
				a, b := times(t, small), times(t, large)
				for _, stage := range stages {
					ratio := float64(b[stage]) / float64(max(a[stage], time.Microsecond))
					if b[stage] > scaleFloor {
						t.Logf("%-8s %8v %8v  x %.1f", stage, a[stage].Round(10*time.Microsecond), b[stage].Round(10*time.Microsecond), ratio)
						if ratio > scaleRatio {
							slow = append(slow, fmt.Sprintf("%s: %v for n, %v for 4n", stage, a[stage], b[stage]))
						}
					}
				}
				if slow == nil {
					return
				}
			}
			t.Errorf("not linear: %s", strings.Join(slow, "; "))
		})
	}
}

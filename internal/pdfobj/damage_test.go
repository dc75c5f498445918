package pdfobj

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// readAll reads everything of a file that a caller can ask for, and returns
// the contents of its pages.
func readAll(t testing.TB, file []byte, l Limits) string {
	t.Helper()
	ctx := NewBudget("FontBytes", 1<<20).Context(context.Background())
	d, err := Open(ctx, bytes.NewReader(file), int64(len(file)), Options{Password: "user", Limits: l})
	if err != nil {
		checkError(t, err)
		return ""
	}
	n, err := d.NumPages(ctx)
	checkError(t, err)
	var out []byte
	for i := 1; i <= min(n, 50); i++ {
		p, err := d.Page(ctx, i)
		checkError(t, err)
		if err != nil {
			continue
		}
		require.Less(t, p.CropBox[0], p.CropBox[2])
		require.Less(t, p.CropBox[1], p.CropBox[3])
		require.Equal(t, 0, p.Rotate%90)
		for _, s := range p.Contents {
			out, err = d.Decode(ctx, s, out)
			checkError(t, err)
		}
		d.PageLabel(i)
		walkObjects(d, p.Resources, 0)
	}
	walkObjects(d, d.Trailer(), 0)
	d.Warnings()
	return string(out)
}

func walkObjects(d *Document, o Object, depth int) {
	if depth > 8 {
		return
	}
	switch v := d.Resolve(o).(type) {
	case Dict:
		for _, e := range v {
			walkObjects(d, e, depth+1)
		}
	case Array:
		for _, e := range v[:min(len(v), 20)] {
			walkObjects(d, e, depth+1)
		}
	case *Stream:
		d.DecodeHead(context.Background(), v, 100)
	}
}

// checkError checks that an error is one of those that callers can tell apart.
func checkError(t testing.TB, err error) {
	t.Helper()
	var limit *LimitError
	var damage *DamageError
	if err != nil && reason(err) == nil && !errors.As(err, &limit) && !errors.As(err, &damage) {
		t.Fatalf("untyped error %v", err)
	}
}

func samples() [][]byte {
	o := onePage(stream("/Filter/FlateDecode", deflate("BT (X) Tj ET")))
	l := newLock(4, 4, 128, aes128Method, "user", "owner", true)
	return [][]byte{
		build("", o...),
		withXRefStream(map[int]string{4: o[3]}, map[int]string{1: o[0], 2: o[1], 3: o[2], 5: o[4]}, ""),
		l.file(l.dict(aesV2), false),
	}
}

// TestTruncated cuts files off at every byte, TestMutated changes every byte:
// nothing panics, and every error has a type.
func TestTruncated(t *testing.T) {
	for _, file := range samples() {
		for n := range file {
			readAll(t, file[:n], Limits{})
		}
	}
}

func TestMutated(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	lost := 0
	for k, file := range samples() {
		for i := range file {
			b := bytes.Clone(file)
			b[i] ^= byte(1 + r.IntN(255))
			if out := readAll(t, b, Limits{}); k == 0 && !strings.Contains(out, "(X) Tj") {
				lost++
			}
		}
	}
	// Of 700 bytes, those that count are the contents, the path to them and
	// their filter.
	require.Less(t, lost, 120)
}

// slack is what a busy machine may add to a run.
const slack = time.Second

// TestLinear checks that files made of the words that readers search for take
// time in proportion: for sixteen times the size, not 256 times as much.
func TestLinear(t *testing.T) {
	for _, word := range []string{
		"obj\n", "1 0 obj\n", "stream\n", "endstream\n", "trailer\n", "startxref\n", "xref\n", "(", "[", "<<", "<", "%\n",
		"1 0 obj<</Length 9>>stream\n", "1 0 obj(\n", "1 0 obj[", "1 0 obj<</A ", "1 0 obj<</Type/ObjStm/N 9/First 9>>stream\n",
		"trailer<</Root 1 0 R>>", "trailer(", "xref\n0 1\n0000000000 65535 f \n", "/", "1 ", "1 0 R ",
	} {
		for _, end := range []string{"", "\nstartxref\n9\n%%EOF"} {
			run := func(size int) time.Duration {
				file := []byte("%PDF-1.7\n" + strings.Repeat(word, size/len(word)) + end)
				start := time.Now()
				readAll(t, file, Limits{})
				return time.Since(start)
			}
			short, long := run(100_000), run(1_600_000)
			require.Less(t, long, 60*short+slack, "%q", word)
		}
	}
	// Distinct numbers, so that each object is kept and looked at.
	for _, body := range []string{"(", "<<", "<</Type/Page/Parent 1 0 R/X(", "<</Length 99999>>stream\n", "<</Type/ObjStm/N 1/First 4>>stream\n"} {
		run := func(n int) time.Duration {
			var b bytes.Buffer
			b.WriteString("%PDF-1.7\n")
			for i := range n {
				fmt.Fprintf(&b, "%d 0 obj%s\n", i+1, body)
			}
			start := time.Now()
			readAll(t, b.Bytes(), Limits{})
			return time.Since(start)
		}
		short, long := run(2_000), run(32_000)
		require.Less(t, long, 60*short+slack, "%q", body)
	}
}

func FuzzOpen(f *testing.F) {
	for _, file := range samples() {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		l := Limits{StreamBytes: 1 << 16, DocumentBytes: 1 << 18, Objects: 1 << 12, Pages: 100}
		a, b := readAll(t, file, l), readAll(t, file, l)
		require.Equal(t, a, b, "two runs differ")
	})
}

package pdfobj

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWithDone checks that what a context cut short is read whole with the
// next one, and leaves no warning.
func TestWithDone(t *testing.T) {
	data := "4 0 5 20 " + strings.Repeat(" ", 11) + "<</Answer 42>>      (member)"
	file := build("", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[6 0 R 7 0 R]/Count 2>>",
		stream("/Type/ObjStm/N 2/First 20", []byte(data)))
	d := open(t, file)
	d.distrust(0) // what the table lacks is searched for
	done, cancel := context.WithCancel(context.Background())
	cancel()
	require.Nil(t, d.With(done).Resolve(Ref{4, 0}))
	_, err := d.Page(done, 1)
	require.ErrorIs(t, err, context.Canceled)
	_, err = d.NumPages(done)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "", d.With(done).PageLabel(1))
	require.Len(t, d.Warnings(), 1)
	require.Equal(t, Dict{"Answer": int64(42)}, d.Resolve(Ref{4, 0}))
	require.Equal(t, String("member"), d.Resolve(Ref{5, 0}))
}

// TestTurn checks that nobody waits longer for another than its context lasts.
func TestTurn(t *testing.T) {
	d := open(t, build("", onePage(stream("", []byte("q")))...))
	require.True(t, d.turn.take(context.Background()))
	short, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	require.Nil(t, d.With(short).Resolve(Ref{999, 0}))
	_, err := d.Decode(short, &Stream{Dict: Dict{}}, nil)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	d.turn.end()
	require.NotNil(t, d.Resolve(Ref{2, 0}))
}

// TestMissingEntry checks that a page whose objects the cross-reference table
// leaves out is found in the file.
func TestMissingEntry(t *testing.T) {
	good := string(build("", onePage(stream("", []byte("BT (x) Tj ET")))...))
	for _, damage := range []string{"00000 f", "abcde n"} {
		for num := 3; num <= 4; num++ {
			lines := strings.SplitAfter(good, "\n")
			for i, l := range lines {
				if strings.HasPrefix(l, "xref") {
					lines[i+2+num] = strings.Replace(lines[i+2+num], "00000 n", damage, 1)
				}
			}
			d := open(t, []byte(strings.Join(lines, "")))
			require.Contains(t, content(t, d, 1), "(x) Tj", "object %d", num)
			require.NotEmpty(t, d.Warnings())
		}
	}
}

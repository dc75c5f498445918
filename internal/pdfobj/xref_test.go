package pdfobj

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A row is an entry of a cross-reference stream.
type row struct{ kind, a, b int }

// withXRefStream returns the file of objects with a cross-reference stream in
// place of a table. The members go into object stream 20.
func withXRefStream(objects map[int]string, members map[int]string, extra string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	rows := map[int]row{0: {0, 0, 65535}}
	write := func(num int, body string) {
		rows[num] = row{1, b.Len(), 0}
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", num, body)
	}
	for _, num := range sortedKeys(objects) {
		write(num, objects[num])
	}
	if len(members) > 0 {
		var head, body strings.Builder
		for i, num := range sortedKeys(members) {
			fmt.Fprintf(&head, "%d %d ", num, body.Len())
			body.WriteString(members[num] + " ")
			rows[num] = row{2, 20, i}
		}
		dict := fmt.Sprintf("/Type/ObjStm/N %d/First %d/Filter/FlateDecode", len(members), head.Len())
		write(20, stream(dict, deflate(head.String()+body.String())))
	}
	at := b.Len()
	rows[21] = row{1, at, 0}
	var data bytes.Buffer
	index := ""
	for _, num := range sortedKeys(rows) {
		r := rows[num]
		index += fmt.Sprintf("%d 1 ", num)
		data.Write([]byte{byte(r.kind), byte(r.a >> 16), byte(r.a >> 8), byte(r.a), byte(r.b)})
	}
	dict := fmt.Sprintf("/Type/XRef/Size 22/Root 1 0 R/W[1 3 1]/Index[%s]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 5>>%s", index, extra)
	fmt.Fprintf(&b, "21 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", stream(dict, deflate(pngOf(data.String(), 5, 1))), at)
	return b.Bytes()
}

func TestXRefForms(t *testing.T) {
	plain := build("", onePage(stream("", []byte("BT ET")))...)
	o := onePage(stream("", []byte("BT ET")))
	compressed := withXRefStream(map[int]string{4: o[3]}, map[int]string{1: o[0], 2: o[1], 3: o[2], 5: o[4]}, "")
	replace := func(old, new string) []byte {
		require.Contains(t, string(plain), old)
		return bytes.Replace(plain, []byte(old), []byte(new), 1)
	}
	startxref := fmt.Sprintf("startxref\n%d\n", bytes.LastIndex(plain, []byte("xref\n0")))
	update := func(section string) []byte {
		return fmt.Appendf(bytes.Clone(plain), "%s\nstartxref\n%d\n%%%%EOF\n", section, len(plain))
	}
	at := bytes.LastIndex(plain, []byte("xref\n0"))
	for _, c := range []struct {
		name string
		file []byte
		kind Kind // of the first warning; 0 is none
	}{
		{"table", plain, 0},
		{"compressed objects", compressed, 0},
		{"entries of 19 bytes", bytes.ReplaceAll(plain, []byte(" n \n"), []byte(" n\n")), 0},
		{"CR", bytes.ReplaceAll(plain, []byte(" n \n"), []byte(" n\r\n")), 0},
		{"trailer on the same line", bytes.Replace(plain, []byte("trailer\n"), []byte("trailer "), 1), 0},
		{"junk before the header", append([]byte("junk\r\n\r\n"), plain...), BadHeader},
		{"junk behind", append(bytes.Clone(plain), strings.Repeat("\x00", 2000)...), 0},
		{"starts at 1", replace("xref\n0 6\n", "xref\n1 6\n"), BadXRef},
		{"too many entries", replace("xref\n0 6\n", "xref\n0 9\n"), BadXRef},
		{"huge count", replace("xref\n0 6\n", "xref\n0 4000000000\n"), BadXRef},
		{"no startxref", replace("startxref", "startxxxx"), RebuiltXRef},
		{"startxref beyond", replace(startxref, "startxref\n99999\n"), RebuiltXRef},
		{"startxref zero", replace(startxref, "startxref\n0\n"), RebuiltXRef},
		{"no trailer", replace("trailer", "trayler"), RebuiltXRef},
		{"no root", replace("/Root 1 0 R", ""), RebuiltXRef},
		{"root is a page", replace("/Root 1 0 R", "/Root 3 0 R"), RebuiltXRef},
		{"garbage in the table", replace("0000000000 65535 f", "000x000000 65535 f"), BadXRef},
		{"truncated", plain[:at+20], RebuiltXRef},
		{"compressed, truncated", compressed[:bytes.LastIndex(compressed, []byte("startxref"))], RebuiltXRef},
		{"compressed, no cross-reference stream", compressed[:bytes.LastIndex(compressed, []byte("21 0 obj"))], RebuiltXRef},
		{"prev loop", update(fmt.Sprintf("xref\n0 0\ntrailer <</Root 1 0 R/Prev %d>>", len(plain))), BadXRef},
		{"prev", update(fmt.Sprintf("xref\n0 0\ntrailer <</Root 1 0 R/Prev %d>>", at)), 0},
		{"prev broken", update("xref\n0 0\ntrailer <</Root 1 0 R/Prev 5>>"), BadXRef},
		{"damaged generation", replace("4 0 obj", "4 - obj"), BadObject},
		{"offsets off by ten", bytes.Replace(plain, []byte("%PDF-1.7\n"), []byte("%PDF-1.7\n%23456789\n"), 1), RebuiltXRef},
	} {
		d := open(t, c.file)
		require.Equal(t, "BT ET\n", content(t, d, 1), c.name)
		n, err := d.NumPages(context.Background())
		require.NoError(t, err)
		require.Equal(t, 1, n, c.name)
		w := d.Warnings()
		require.Equal(t, c.kind != 0, len(w) > 0, "%s: %v", c.name, w)
		if len(w) > 0 {
			require.Equal(t, c.kind, w[0].Kind, "%s: %v", c.name, w)
		}
	}
}

// TestXRefUpdate checks that the newest section counts, that free entries hide
// older ones, and that the stream of a hybrid file shows what its table hides.
func TestXRefUpdate(t *testing.T) {
	plain := build("", onePage(stream("", []byte("old")))...)
	at := bytes.LastIndex(plain, []byte("xref\n0"))
	b := bytes.NewBuffer(bytes.Clone(plain))
	off4 := b.Len()
	fmt.Fprintf(b, "4 0 obj\n%s\nendobj\n", stream("", []byte("new")))
	xref := b.Len()
	fmt.Fprintf(b, "xref\n4 2\n%010d 00000 n \n0000000000 00001 f \ntrailer\n<</Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n", off4, at, xref)
	d := open(t, b.Bytes())
	require.Equal(t, "new\n", content(t, d, 1))
	require.Nil(t, d.Resolve(Ref{5, 0}))
	require.Empty(t, d.Warnings())

	b = bytes.NewBuffer(bytes.Clone(plain))
	off7 := b.Len()
	fmt.Fprintf(b, "7 0 obj\n%s\nendobj\n", stream("/Type/ObjStm/N 1/First 4", []byte("6 0 (hidden)")))
	stm := b.Len()
	data := []byte{2, 0, 7, 0, 1, byte(off7 >> 8), byte(off7), 0}
	fmt.Fprintf(b, "8 0 obj\n%s\nendobj\n", stream("/Type/XRef/Size 8/W[1 2 1]/Index[6 2]", data))
	xref = b.Len()
	fmt.Fprintf(b, "xref\n6 1\n0000000000 65535 f \ntrailer\n<</Root 1 0 R/Prev %d/XRefStm %d>>\nstartxref\n%d\n%%%%EOF\n", at, stm, xref)
	d = open(t, b.Bytes())
	require.Equal(t, String("hidden"), d.Resolve(Ref{6, 0}))
	require.Empty(t, d.Warnings())
}

// TestOneBadOffset checks that a wrong entry costs a scan and nothing else.
func TestOneBadOffset(t *testing.T) {
	plain := build("", onePage(stream("", []byte("BT ET")))...)
	off := fmt.Sprintf("%010d", bytes.Index(plain, []byte("5 0 obj")))
	for _, wrong := range []string{"0000000009", "0000000001", "9999999999"} {
		d := open(t, bytes.Replace(plain, []byte(off), []byte(wrong), 1))
		require.Equal(t, "BT ET\n", content(t, d, 1))
		require.Equal(t, Name("Helvetica"), d.Dict(Ref{5, 0})["BaseFont"])
		require.NotEmpty(t, d.Warnings())
	}
}

func TestRebuild(t *testing.T) {
	// An embedded file holds a PDF file of its own, with the same numbers.
	inner := build("", onePage(stream("", []byte("inner")))...)
	objects := append(onePage(stream("", []byte("outer"))), stream("/Type/EmbeddedFile", inner))
	file := build("", objects...)
	file = file[:bytes.LastIndex(file, []byte("xref\n0"))]
	d := open(t, file)
	require.Equal(t, "outer\n", content(t, d, 1))

	// Of two objects of one number the later counts.
	file = append(file, "4 0 obj\n"+stream("", []byte("later"))+"\nendobj\n"...)
	require.Equal(t, "later\n", content(t, open(t, file), 1))

	// Without a catalog the root of the page tree will do, and without that
	// the pages.
	o := onePage(stream("", []byte("BT ET")))
	o[0] = "null"
	file = build("", o...)
	require.Equal(t, "BT ET\n", content(t, open(t, file), 1))
	o[1] = "null"
	d = open(t, build("", o...))
	require.Equal(t, "BT ET\n", content(t, d, 1))
	kinds := map[Kind]bool{}
	for _, w := range d.Warnings() {
		kinds[w.Kind] = true
	}
	require.True(t, kinds[RebuiltXRef] && kinds[BadPageTree] && kinds[BadBox], "%v", d.Warnings())
}

// TestLarge reads a file through windows, not as a whole.
func TestLarge(t *testing.T) {
	objects := onePage(stream("", []byte(text)))
	for i := range 3000 {
		objects = append(objects, fmt.Sprintf("<</N %d/Pad(%s)>>", i, strings.Repeat("x", 1000)))
	}
	objects = append(objects, "("+strings.Repeat("y", 300_000)+")", "6 0 R")
	file := build("", objects...)
	require.Greater(t, len(file), 4*wholeFile)
	r := &countingReader{file: file}
	d, err := Open(context.Background(), r, int64(len(file)), Options{})
	require.NoError(t, err)
	require.Equal(t, text+"\n", content(t, d, 1))
	require.Less(t, r.read, len(file)/8)
	for i := range 3000 {
		n, ok := d.Int(d.Dict(Ref{6 + i, 0})["N"])
		require.True(t, ok)
		require.Equal(t, i, n)
	}
	s, ok := d.String(Ref{3006, 0})
	require.True(t, ok)
	require.Len(t, s, 300_000)
	require.Equal(t, d.Dict(Ref{6, 0}), d.Dict(Ref{3007, 0}))
	require.Empty(t, d.Warnings())

	// The same without its table, and cut off.
	d, err = Open(context.Background(), &countingReader{file: file[:len(file)-100_000]}, int64(len(file)-100_000), Options{})
	require.NoError(t, err)
	require.Equal(t, text+"\n", content(t, d, 1))
}

type countingReader struct {
	file []byte
	read int
}

func (r *countingReader) ReadAt(p []byte, off int64) (int, error) {
	n, err := bytes.NewReader(r.file).ReadAt(p, off)
	r.read += n
	return n, err
}

type failingReader struct{}

func (failingReader) ReadAt([]byte, int64) (int, error) { return 0, errReader }

var errReader = errors.New("disk on fire")

func TestReader(t *testing.T) {
	_, err := Open(context.Background(), failingReader{}, 1000, Options{})
	require.True(t, errors.Is(err, errReader))
	// A reader that has less than promised is a truncated file.
	plain := build("", onePage(stream("", []byte("BT ET")))...)
	d, err := Open(context.Background(), bytes.NewReader(plain), int64(len(plain)+1000), Options{})
	require.NoError(t, err)
	require.Equal(t, "BT ET\n", content(t, d, 1))
	d, err = Open(context.Background(), bytes.NewReader(plain), wholeFile+1000, Options{})
	require.NoError(t, err)
	require.Equal(t, "BT ET\n", content(t, d, 1))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Open(ctx, bytes.NewReader(plain), int64(len(plain)), Options{})
	require.True(t, errors.Is(err, context.Canceled))
}

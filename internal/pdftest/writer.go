package pdftest

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// An offset says where an object starts in the file.
type offset struct{ at, gen int }

// bundleSize is how many objects go into one object stream; qpdf uses 100.
const bundleSize = 100

// A writer lays objects out as a file. objects[i] has number i+1.
type writer struct {
	objects   []object
	trailer   string
	lock      *lock // nil for no encryption
	tableless bool  // cross-reference stream
	bundle    bool  // object streams
}

func (w *writer) file() []byte {
	var out bytes.Buffer
	out.WriteString(header + "\n")
	trailer := fmt.Sprintf("/Root %s %s", Ref(catalogNumber), pad(w.trailer))
	if w.lock != nil {
		trailer += fmt.Sprintf("/Encrypt << %s >> /ID [<%x> <%x>] ", w.lock.entries(), fileID, fileID)
	}
	places := map[int]offset{}
	inside := map[int][2]int{} // number -> object stream, index in it
	var loose []int
	for i, o := range w.objects {
		if w.bundle && !o.isStream {
			loose = append(loose, i+1)
			continue
		}
		places[i+1] = offset{at: out.Len()}
		w.write(&out, i+1, o)
	}
	next := len(w.objects) + 1
	for chunk := range slices.Chunk(loose, bundleSize) {
		var index, body strings.Builder
		for k, n := range chunk {
			fmt.Fprintf(&index, "%d %d ", n, body.Len())
			body.WriteString(w.objects[n-1].body + "\n")
			inside[n] = [2]int{next, k}
		}
		entries := fmt.Sprintf("/Type /ObjStm /N %d /First %d /Filter /FlateDecode", len(chunk), index.Len())
		places[next] = offset{at: out.Len()}
		w.write(&out, next, object{entries, deflate([]byte(index.String() + body.String())), true})
		next++
	}
	xref := out.Len()
	if w.tableless {
		places[next] = offset{at: xref}
		writeXRefStream(&out, next, places, inside, trailer)
	} else {
		writeTable(&out, places)
		fmt.Fprintf(&out, "trailer\n<< /Size %d %s>>\n", size(places), trailer)
	}
	fmt.Fprintf(&out, "startxref\n%d\n%%%%EOF\n", xref)
	return out.Bytes()
}

// write writes one indirect object.
func (w *writer) write(out *bytes.Buffer, n int, o object) {
	fmt.Fprintf(out, "%d 0 obj\n", n)
	if o.isStream {
		data := o.data
		if w.lock != nil {
			data = w.lock.encrypt(n, data)
		}
		fmt.Fprintf(out, "<< /Length %d %s>>\nstream\n", len(data), pad(strings.TrimSpace(o.body)))
		out.Write(data)
		out.WriteString("\nendstream")
	} else {
		out.WriteString(o.body)
	}
	out.WriteString("\nendobj\n")
}

// size is the trailer's /Size: one more than the highest number.
func size(objects map[int]offset) int {
	n := 0
	for num := range objects {
		n = max(n, num)
	}
	return n + 1
}

// writeTable writes a cross-reference table with one subsection for each run
// of numbers (ISO 32000-2, 7.5.4).
func writeTable(out *bytes.Buffer, objects map[int]offset) {
	out.WriteString("xref\n")
	numbers := append([]int{0}, slices.Sorted(maps.Keys(objects))...)
	for i := 0; i < len(numbers); {
		k := i + 1
		for k < len(numbers) && numbers[k] == numbers[k-1]+1 {
			k++
		}
		fmt.Fprintf(out, "%d %d\n", numbers[i], k-i)
		for _, n := range numbers[i:k] {
			if n == 0 {
				out.WriteString("0000000000 65535 f \n")
				continue
			}
			fmt.Fprintf(out, "%010d %05d n \n", objects[n].at, objects[n].gen)
		}
		i = k
	}
}

// writeXRefStream writes a cross-reference stream with fields of 1, 4 and 2
// bytes (ISO 32000-2, 7.5.8).
func writeXRefStream(out *bytes.Buffer, number int, places map[int]offset, inside map[int][2]int, trailer string) {
	var data []byte
	field := func(kind, a, b int) {
		data = append(data, byte(kind), byte(a>>24), byte(a>>16), byte(a>>8), byte(a), byte(b>>8), byte(b))
	}
	field(0, 0, 65535)
	for n := 1; n <= number; n++ {
		if in, ok := inside[n]; ok {
			field(2, in[0], in[1])
		} else {
			field(1, places[n].at, places[n].gen)
		}
	}
	data = deflate(data)
	fmt.Fprintf(out, "%d 0 obj\n<< /Type /XRef /Size %d /W [1 4 2] /Filter /FlateDecode /Length %d %s>>\nstream\n",
		number, number+1, len(data), trailer)
	out.Write(data)
	out.WriteString("\nendstream\nendobj\n")
}

package hostile

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"maps"
	"slices"
	"strings"
)

const (
	// header is the version and a comment of bytes over 127.
	header = "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"
	// hello shows the word that files promise.
	hello = "BT /F1 12 Tf 72 700 Td (X) Tj ET\n"
	// helvetica is the font of most files.
	helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
)

// objects are the bodies of indirect objects by number. An empty body leaves
// the object out.
type objects map[int]string

// A sheet is a file of one page. Every field that is set takes the place of
// what a good file has there.
type sheet struct {
	content   string // of object 5, the content stream
	deflate   bool   // compresses the content
	contents  string // the page's Contents entry
	font      string // object 4, the font F1
	resources string
	box       string // the page's MediaBox entry, with its key
	page      string // more entries of the page
	catalog   string // more entries of the catalog
	trailer   string // more entries of the trailer
	objects   objects
}

// Numbers of the objects that every sheet has.
const (
	catalogNumber = 1 + iota
	pagesNumber
	pageNumber
	fontNumber
	contentNumber
	free = 10 // the first number that attacks use for long series
)

const pageBody = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>"

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// all returns the objects of the sheet.
func (s sheet) all() objects {
	content := orElse(s.content, hello)
	body := stream("", content)
	if s.deflate {
		body = flate("", content)
	}
	o := objects{
		catalogNumber: "<< /Type /Catalog /Pages 2 0 R " + s.catalog + " >>",
		pagesNumber:   "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		pageNumber: "<< /Type /Page /Parent 2 0 R " + orElse(s.box, "/MediaBox [0 0 612 792]") + " /Resources " +
			orElse(s.resources, "<< /Font << /F1 4 0 R >> >>") + " /Contents " + orElse(s.contents, "5 0 R") + " " + s.page + " >>",
		fontNumber:    orElse(s.font, helvetica),
		contentNumber: body,
	}
	maps.Copy(o, s.objects)
	return o
}

// file writes the sheet with a cross-reference table.
func (s sheet) file() string { return tabled(s.all(), s.trailer) }

// body writes the objects in order of their numbers and says where each
// starts.
func body(o objects) (string, map[int]int) {
	var b strings.Builder
	b.WriteString(header)
	at := map[int]int{}
	for _, n := range slices.Sorted(maps.Keys(o)) {
		if o[n] == "" {
			continue
		}
		at[n] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", n, o[n])
	}
	return b.String(), at
}

// table writes a cross-reference table with a subsection for each run of
// numbers, and returns the size that belongs into the trailer.
func table(at map[int]int) (string, int) {
	var b strings.Builder
	b.WriteString("xref\n0 1\n0000000000 65535 f \n")
	numbers := slices.Sorted(maps.Keys(at))
	last := 0
	for i := 0; i < len(numbers); {
		k := i + 1
		for k < len(numbers) && numbers[k] == numbers[k-1]+1 {
			k++
		}
		fmt.Fprintf(&b, "%d %d\n", numbers[i], k-i)
		for _, n := range numbers[i:k] {
			fmt.Fprintf(&b, "%010d 00000 n \n", at[n])
			last = n
		}
		i = k
	}
	return b.String(), last + 1
}

// tabled writes a file with a cross-reference table.
func tabled(o objects, trailer string) string {
	b, at := body(o)
	return closed(b, at, trailer)
}

// closed puts table and trailer behind a body.
func closed(b string, at map[int]int, trailer string) string {
	t, size := table(at)
	return fmt.Sprintf("%s%strailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", b, t, size, trailer, len(b))
}

// stream writes a stream object with its right length.
func stream(entries, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data)
}

// flate writes a stream object of compressed data.
func flate(entries, data string) string {
	return stream("/Filter /FlateDecode "+entries, deflated(data))
}

// deflated returns data in zlib format.
func deflated(data string) string {
	var b bytes.Buffer
	z, _ := zlib.NewWriterLevel(&b, zlib.BestCompression) // the level is a known one
	z.Write([]byte(data))                                 // a bytes.Buffer never fails
	z.Close()
	return b.String()
}

// bombChunk is what bomb compresses once and repeats.
const bombChunk = 1 << 20

// bomb returns in zlib format the head and then so many bytes of the repeated
// unit. What it returns has a thousandth of that size and is made in the time
// it takes to compress 1 MiB: a flushed deflate block ends on a byte and, made
// without a past, may follow anything.
func bomb(head, unit string, size int) string {
	var b bytes.Buffer
	z, _ := zlib.NewWriterLevel(&b, zlib.BestCompression)
	z.Write([]byte(head))
	z.Flush()
	front := b.Len()
	chunk := strings.Repeat(unit, max(1, bombChunk/len(unit)))
	var c bytes.Buffer
	y, _ := zlib.NewWriterLevel(&c, zlib.BestCompression)
	y.Write([]byte(chunk))
	y.Flush()
	block := c.Bytes()[2:] // behind the header of the format
	out := bytes.Clone(b.Bytes()[:front])
	sum := adler(1, head)
	for n := 0; n < size; n += len(chunk) {
		out = append(out, block...)
	}
	sum = adlerRepeated(sum, chunk, (size+len(chunk)-1)/len(chunk))
	out = append(out, 1, 0, 0, 0xFF, 0xFF) // an empty last block
	return string(append(out, byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum)))
}

// adlerMod is the modulus of the Adler-32 checksum (RFC 1950).
const adlerMod = 65521

func adler(sum uint32, s string) uint32 {
	a, b := sum&0xFFFF, sum>>16
	for i := range len(s) {
		a = (a + uint32(s[i])) % adlerMod
		b = (b + a) % adlerMod
	}
	return b<<16 | a
}

// adlerRepeated adds s to the checksum n times.
func adlerRepeated(sum uint32, s string, n int) uint32 {
	one := adler(0, s) // its sums for a start of 0
	a, b := uint64(sum&0xFFFF), uint64(sum>>16)
	for range n {
		b = (b + a*uint64(len(s)%adlerMod) + uint64(one>>16)) % adlerMod
		a = (a + uint64(one&0xFFFF)) % adlerMod
	}
	return uint32(b<<16 | a)
}

// repeat is strings.Repeat of a text that fmt makes for each index.
func repeat(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i))
	}
	return b.String()
}

// chain returns n objects from the first number on, each made with the number
// of the next one, and last under the number behind them.
func chain(first, n int, each string, last string) objects {
	o := objects{first + n: last}
	for i := range n {
		o[first+i] = strings.ReplaceAll(each, "NEXT", fmt.Sprintf("%d 0 R", first+i+1))
	}
	return o
}

// with returns o with more objects in it.
func (o objects) with(more objects) objects {
	out := maps.Clone(o)
	maps.Copy(out, more)
	return out
}

// noise returns n bytes without a pattern, from a seed.
func noise(seed uint64, n int) string {
	r := newRandom(seed)
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.next() >> 56)
	}
	return string(b)
}

// A random is a generator of numbers that is the same in every version of Go
// (SplitMix64).
type random struct{ state uint64 }

func newRandom(seed uint64) *random { return &random{seed * 0x9E3779B97F4A7C15} }

func (r *random) next() uint64 {
	r.state += 0x9E3779B97F4A7C15
	z := r.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// below returns a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

// unit returns a number from 0 to 1.
func (r *random) unit() float64 { return float64(r.next()>>11) / (1 << 53) }

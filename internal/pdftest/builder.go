package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
)

// A Builder makes a PDF file out of pages and objects given as PDF syntax.
// The zero value is ready for use. The bytes it makes are the same every time.
type Builder struct {
	// Compress puts every stream through FlateDecode.
	Compress bool
	// XRefStream writes a cross-reference stream in place of the table.
	XRefStream bool
	// ObjectStreams puts objects that are no streams into object streams of
	// a hundred. It implies XRefStream.
	ObjectStreams bool
	// UserPassword and OwnerPassword encrypt the file with 128 bit RC4
	// (ISO 32000-2, 7.6.4, revision 3) unless both are empty. Strings outside
	// of streams are not encrypted: with ObjectStreams there are none.
	UserPassword, OwnerPassword string
	// Catalog, Resources and Trailer are entries put into the document
	// catalog, the resources that all pages share and the trailer, such as
	// "/XObject << /X0 5 0 R >>".
	Catalog, Resources, Trailer string

	objects []object // objects[i] has number firstFree+i
	pages   []page
	fonts   []string
}

// The catalog, page tree and shared resources have fixed numbers, so that
// they can be written last.
const (
	catalogNumber = 1 + iota
	pagesNumber
	resourcesNumber
	firstFree
)

type object struct {
	body     string // without stream data; for a stream its dictionary's entries
	data     []byte
	isStream bool
}

type page struct {
	number  int
	entries string
}

// Page returns a file of one Letter page with the given content stream. Each
// font is the name of a standard font, such as "Helvetica", or a whole font
// dictionary; the content calls them F1, F2 and so on. With no font given, F1
// is Helvetica.
func Page(content string, fonts ...string) []byte {
	var b Builder
	for _, f := range fonts {
		b.Font(f)
	}
	b.Page(content, "")
	return b.Bytes()
}

// Font adds a font to the resources of all pages and returns its resource
// name: F1 for the first, F2 for the second and so on. The font is the name
// of a standard font, which gets WinAnsiEncoding unless it is Symbol or
// ZapfDingbats, or a dictionary.
func (b *Builder) Font(font string) string {
	if !strings.HasPrefix(font, "<<") {
		encoding := " /Encoding /WinAnsiEncoding"
		if font == "Symbol" || font == "ZapfDingbats" {
			encoding = ""
		}
		font = "<< /Type /Font /Subtype /Type1 /BaseFont /" + font + encoding + " >>"
	}
	b.fonts = append(b.fonts, Ref(b.Object(font)))
	return fmt.Sprintf("F%d", len(b.fonts))
}

// Object adds an object and returns its number.
func (b *Builder) Object(body string) int {
	b.objects = append(b.objects, object{body: body})
	return firstFree + len(b.objects) - 1
}

// Stream adds a stream and returns its number. The entries go into its
// dictionary beside /Length; a stream that names a /Filter of its own is not
// compressed.
func (b *Builder) Stream(entries, data string) int {
	b.objects = append(b.objects, object{body: entries, data: []byte(data), isStream: true})
	return firstFree + len(b.objects) - 1
}

// Page adds a page with the given content stream and returns the number of
// its object. The entries go into the page's dictionary; a MediaBox or
// Resources entry among them takes the place of Letter size and of the
// shared resources, and a Contents entry that of the content.
func (b *Builder) Page(content, entries string) int {
	var e strings.Builder
	fmt.Fprintf(&e, "/Type /Page /Parent %s", Ref(pagesNumber))
	if !strings.Contains(entries, "/MediaBox") {
		e.WriteString(" /MediaBox [0 0 612 792]")
	}
	if !strings.Contains(entries, "/Resources") {
		fmt.Fprintf(&e, " /Resources %s", Ref(resourcesNumber))
	}
	if !strings.Contains(entries, "/Contents") {
		fmt.Fprintf(&e, " /Contents %s", Ref(b.Stream("", content)))
	}
	if entries != "" {
		e.WriteString(" " + entries)
	}
	n := b.Object("<< " + e.String() + " >>")
	b.pages = append(b.pages, page{n, entries})
	return n
}

// Ref returns a reference to the object of the given number.
func Ref(number int) string { return fmt.Sprintf("%d 0 R", number) }

// Bytes returns the file. The Builder can be added to afterwards.
func (b *Builder) Bytes() []byte {
	fonts := b.fonts
	objects := b.objects
	if len(fonts) == 0 {
		var std Builder
		std.Font("Helvetica")
		fonts = []string{Ref(firstFree + len(objects))}
		objects = append(objects[:len(objects):len(objects)], std.objects...)
	}
	var kids, res strings.Builder
	for _, p := range b.pages {
		kids.WriteString(Ref(p.number) + " ")
	}
	for i, f := range fonts {
		fmt.Fprintf(&res, "/F%d %s ", i+1, f)
	}
	head := []object{
		{body: fmt.Sprintf("<< /Type /Catalog /Pages %s %s>>", Ref(pagesNumber), pad(b.Catalog))},
		{body: fmt.Sprintf("<< /Type /Pages /Count %d /Kids [ %s] >>", len(b.pages), kids.String())},
		{body: fmt.Sprintf("<< /Font << %s>> %s>>", res.String(), pad(b.Resources))},
	}
	w := writer{trailer: b.Trailer, tableless: b.XRefStream || b.ObjectStreams, bundle: b.ObjectStreams}
	if b.UserPassword != "" || b.OwnerPassword != "" {
		w.lock = newLock(b.UserPassword, b.OwnerPassword)
	}
	for _, o := range append(head, objects...) {
		if o.isStream && b.Compress && !strings.Contains(o.body, "/Filter") {
			o.data, o.body = deflate(o.data), o.body+" /Filter /FlateDecode"
		}
		w.objects = append(w.objects, o)
	}
	return w.file()
}

// deflate returns data in zlib format.
func deflate(data []byte) []byte {
	var buf bytes.Buffer
	z := zlib.NewWriter(&buf)
	z.Write(data) // a bytes.Buffer never fails
	z.Close()
	return buf.Bytes()
}

// Package pdfobj reads the objects of PDF files: lazily, within bounds, and
// for many goroutines at a time. Damage costs what it touches; what was worked
// around is in the warnings. It is the only importer of pdfcpu, which finds
// the keys of encrypted files.
package pdfobj

import (
	"bytes"
	"context"
	"io"
	"math"
	"slices"
	"sync"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// Options say how to open a file.
type Options struct {
	Password string // of the user or the owner; the empty one is always tried
	Limits   Limits
}

// Limits bound the work for one file. A zero field stands for its default in
// package limits.
type Limits struct {
	StreamBytes   int64 // decoded size of one stream
	DocumentBytes int64 // decoded size of object streams together
	Objects       int   // entries of the cross-reference table
	Pages         int   // leaves of the page tree
}

func (l Limits) withDefaults() Limits {
	if l.StreamBytes <= 0 {
		l.StreamBytes = limits.StreamBytes
	}
	if l.DocumentBytes <= 0 {
		l.DocumentBytes = limits.DocumentBytes
	}
	if l.Objects <= 0 {
		l.Objects = limits.Objects
	}
	if l.Pages <= 0 {
		l.Pages = limits.Pages
	}
	return l
}

// A Document gives out the objects of a file. Its methods may be called
// concurrently.
type Document struct {
	*file
	// ctx bounds the work of calls that take no context: to read an object, a
	// large object stream may have to be inflated or the whole file searched.
	ctx context.Context
}

// With returns d with its work bound to ctx: after that is done, what is not
// read yet resolves to nil. The two share all they keep, and nothing that ctx
// cut short is kept.
func (d *Document) With(ctx context.Context) *Document { return &Document{d.file, ctx} }

// A file is what all Documents of one file share.
type file struct {
	limits  Limits
	trailer Dict
	catalog Dict

	// turn guards what reading an object changes.
	turn           turn
	src            *source
	parser         parser
	table          *table
	tableLies      bool // objects may exist that the table does not have
	scanned        *scan
	key            *fileKey
	loading        []int // objects being read, against loops
	streams        objectStreams
	structureBytes int64         // decoded of object and cross-reference streams
	longBytes      int64         // looked at for objects that are long
	longSeen       map[int64]int // of those for each, by offset
	endFrom, endAt int64         // last search for endstream: none from endFrom to endAt

	cacheMu sync.RWMutex
	cache   cache // written when it is the caller's turn as well

	warnMu   sync.Mutex
	warnings []Warning
	warned   map[warningKey]bool

	pages        pageIndex
	labels       labels
	destinations destinations
}

// Open reads as much of a file as is needed to find its catalog. The reader
// must stay usable while the Document is. The error is ErrNotPDF, ErrPassword,
// ErrUnsupported or ErrCorrupt, one of ctx, or one of r.
func Open(ctx context.Context, r io.ReaderAt, size int64, opt Options) (*Document, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if size <= 0 {
		return nil, &FormatError{0, "empty file", ErrNotPDF}
	}
	src, err := newSource(r, size)
	if err != nil {
		return nil, err
	}
	d := &Document{&file{limits: opt.Limits.withDefaults(), src: src, turn: newTurn(), pages: pageIndex{turn: newTurn()}, labels: labels{turn: newTurn()}, destinations: destinations{turn: newTurn()}}, ctx}
	d.parser.names = &names{m: make(map[string]Object)}
	d.table = newTable(src.size, d.limits.Objects)
	d.turn.take(ctx)
	defer d.turn.end()

	header, isPDF := d.findHeader()
	err = d.readXRef(ctx, header)
	if err == nil {
		err = d.findCatalog(ctx, opt.Password)
	}
	if err == nil {
		return d.With(context.Background()), nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if reason(err) == ErrPassword || reason(err) == ErrUnsupported {
		return nil, err
	}
	if !isPDF && !d.mayBePDF() {
		return nil, &FormatError{0, "header", ErrNotPDF}
	}
	if err := d.rebuild(ctx, opt.Password); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err() // objects may have been missed
		}
		if !isPDF && reason(err) == ErrCorrupt {
			return nil, &FormatError{0, "header", ErrNotPDF}
		}
		return nil, err
	}
	return d.With(context.Background()), nil
}

// headSize is how much of the start of a file is searched for %PDF-. ISO
// 32000-1, Annex H says 1,024.
const headSize = 1 << 10

// findHeader returns where %PDF- stands, 0 if it is missing.
func (d *Document) findHeader() (off int64, ok bool) {
	b := d.src.view(0, headSize)
	i := bytes.Index(b[:min(len(b), headSize)], []byte("%PDF-"))
	if i != 0 {
		d.warn(0, BadHeader, "the file does not start with %PDF-")
	}
	return int64(max(i, 0)), i >= 0
}

// mayBePDF reports whether a file without a header is worth a scan.
func (d *Document) mayBePDF() bool {
	head := d.src.view(0, tailSize)
	if bytes.Contains(head[:min(len(head), tailSize)], []byte(" obj")) {
		return true
	}
	return bytes.Contains(d.src.view(max(0, d.src.size-tailSize), tailSize), []byte("startxref"))
}

// findCatalog decrypts the file and looks for a catalog with pages.
func (d *Document) findCatalog(ctx context.Context, password string) error {
	if err := d.unlock(ctx, password); err != nil {
		return err
	}
	catalog, ok := d.resolve(d.trailer["Root"]).(Dict)
	if !ok {
		return &FormatError{0, "catalog", ErrCorrupt}
	}
	if _, ok := d.resolve(catalog["Pages"]).(Dict); !ok {
		return &FormatError{0, "page tree", ErrCorrupt}
	}
	d.catalog = catalog
	return nil
}

// Trailer returns the trailer dictionary; where a file has several, what
// counts of each.
func (d *Document) Trailer() Dict { return d.trailer }

// Catalog returns the document catalog (ISO 32000-2, 7.7.2).
func (d *Document) Catalog() Dict { return d.catalog }

// Resolve returns the object that o refers to, or o itself if it is no
// reference. It is nil for null and for what is missing or unreadable.
func (d *Document) Resolve(o Object) Object {
	r, ok := o.(Ref)
	if !ok {
		return o
	}
	d.cacheMu.RLock()
	v, ok := d.cache.lookup(r.Num)
	d.cacheMu.RUnlock()
	if ok {
		return v
	}
	if !d.turn.take(d.ctx) {
		return nil
	}
	defer d.turn.end()
	return d.load(r.Num)
}

// resolve is Resolve for callers whose turn it is.
func (d *Document) resolve(o Object) Object {
	if r, ok := o.(Ref); ok {
		return d.load(r.Num)
	}
	return o
}

// Dict returns o as a dictionary, that of a stream if it is one, or nil.
func (d *Document) Dict(o Object) Dict {
	switch v := d.Resolve(o).(type) {
	case Dict:
		return v
	case *Stream:
		return v.Dict
	}
	return nil
}

// Array returns o as an array, or nil.
func (d *Document) Array(o Object) Array {
	a, _ := d.Resolve(o).(Array)
	return a
}

// Stream returns o as a stream, or nil.
func (d *Document) Stream(o Object) *Stream {
	s, _ := d.Resolve(o).(*Stream)
	return s
}

// Name returns o as a name, or "".
func (d *Document) Name(o Object) Name {
	n, _ := d.Resolve(o).(Name)
	return n
}

// String returns o as a string.
func (d *Document) String(o Object) (String, bool) {
	s, ok := d.Resolve(o).(String)
	return s, ok
}

// Number returns o, an integer or a real, as a finite number.
func (d *Document) Number(o Object) (float64, bool) { return number(d.Resolve(o)) }

// Int returns o as an integer; a real is cut off.
func (d *Document) Int(o Object) (int, bool) {
	n, ok := number(d.Resolve(o))
	if !ok || n < math.MinInt32 || n > math.MaxInt32 {
		return 0, false
	}
	return int(n), true
}

// Bool returns o as a boolean.
func (d *Document) Bool(o Object) (bool, bool) {
	b, ok := d.Resolve(o).(bool)
	return b, ok
}

func number(o Object) (float64, bool) {
	switch v := o.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

func sortedKeys[V any](m map[int]V) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

package pdfobj

import (
	"context"
	"math"
	"slices"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// A Page is a leaf of the page tree with what it inherits (ISO 32000-2,
// 7.7.3).
type Page struct {
	Number    int // counting from 1
	Ref       Ref // zero if the page stands in its parent directly
	Dict      Dict
	Resources Dict       // nil if there are none
	MediaBox  [4]float64 // left, bottom, right, top
	CropBox   [4]float64 // inside MediaBox
	Rotate    int        // clockwise: 0, 90, 180 or 270
	UserUnit  float64    // points of 1/72 inch for each unit of user space
	Contents  []*Stream  // to be read with white space between
}

// A pageIndex is the part of the page tree that was walked, front to back. It
// grows as pages are asked for.
type pageIndex struct {
	turn   turn
	leaves []leaf
	path   []node // open nodes, from the root on
	begun  bool
	done   bool

	distrusted bool         // the walk was begun again without the cross-reference table
	damaged    bool         // some node was unusable
	readable   bool         // some leaf is readable
	seen       map[int]bool // inner nodes visited; true for those on path
	revisits   int          // how often one was visited again
}

// A leaf is a page. One without inherited attributes is unreadable: it only
// keeps the numbers of the pages behind it right.
type leaf struct {
	ref       Ref
	dict      Dict // only for a page that has no number
	inherited *attributes
}

// A node is an inner node of the tree whose kids are being visited.
type node struct {
	num       int // object number, 0 if none
	kids      Array
	flat      bool // /Count says that each kid is a page
	inherited *attributes
}

// attributes are the entries that pages inherit, unresolved. They are shared
// by siblings.
type attributes struct{ resources, mediaBox, cropBox, rotate Object }

// below returns the attributes for the kids of dict.
func (a *attributes) below(dict Dict) *attributes {
	next := attributes{dict["Resources"], dict["MediaBox"], dict["CropBox"], dict["Rotate"]}
	if next == (attributes{}) {
		return a
	}
	return a.with(dict)
}

// with returns a with the entries of dict put over it.
func (a *attributes) with(dict Dict) *attributes {
	b := *a
	for _, e := range [...]struct {
		key Name
		to  *Object
	}{{"Resources", &b.resources}, {"MediaBox", &b.mediaBox}, {"CropBox", &b.cropBox}, {"Rotate", &b.rotate}} {
		if v := dict[e.key]; v != nil {
			*e.to = v
		}
	}
	return &b
}

// maxRevisits bounds how often inner nodes may be met again that are not
// their own ancestors. A tree has none; files merged by careless tools have a
// few, and forty levels of two equal kids would make 2^40 pages.
const maxRevisits = 64

// NumPages returns the number of pages. It walks the whole page tree and does
// not believe its /Count. An error that is not of ctx comes with the number of
// pages that are there all the same: a *LimitError if there are more, ErrCorrupt
// if there are none for damage.
func (d *Document) NumPages(ctx context.Context) (int, error) {
	if !d.pages.turn.take(ctx) {
		return 0, ctx.Err()
	}
	defer d.pages.turn.end()
	err := d.With(ctx).walk(math.MaxInt)
	if err == nil && len(d.pages.leaves) == 0 && d.pages.damaged {
		err = &FormatError{0, "page tree", ErrCorrupt}
	}
	return len(d.pages.leaves), err
}

// Page returns page n, counting from 1. It walks the page tree only as far as
// that. The error is ErrNoPage, ErrCorrupt for a page that is unreadable, a
// *LimitError or that of ctx.
func (d *Document) Page(ctx context.Context, n int) (*Page, error) {
	if n < 1 {
		return nil, &FormatError{0, "page", ErrNoPage}
	}
	d = d.With(ctx)
	l, err := d.leaf(n)
	if err != nil {
		return nil, err
	}
	if l.inherited == nil {
		return nil, &FormatError{l.ref.Num, "page", ErrCorrupt}
	}
	p := d.pageOf(n, l)
	return p, ctx.Err()
}

func (d *Document) leaf(n int) (leaf, error) {
	if !d.pages.turn.take(d.ctx) {
		return leaf{}, d.ctx.Err()
	}
	defer d.pages.turn.end()
	if err := d.walk(n); err != nil && n > len(d.pages.leaves) {
		return leaf{}, err
	}
	if n > len(d.pages.leaves) {
		return leaf{}, &FormatError{0, "page", ErrNoPage}
	}
	return d.pages.leaves[n-1], nil
}

// walk visits the tree until n leaves are known. It has to be the caller's turn.
func (d *Document) walk(n int) error {
	x := &d.pages
	for !x.done && (len(x.leaves) < n || !x.readable) {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		if len(x.leaves) >= d.limits.Pages {
			return &LimitError{"Pages", int64(d.limits.Pages)}
		}
		switch {
		case !x.begun:
			x.seen = make(map[int]bool)
			x.begun = x.open(d, d.catalog["Pages"], &attributes{}, false)
		case len(x.path) > 0:
			top := &x.path[len(x.path)-1]
			if len(top.kids) == 0 {
				x.seen[top.num] = false
				x.path = x.path[:len(x.path)-1]
				continue
			}
			kid, inherited, flat := top.kids[0], top.inherited, top.flat
			top.kids = top.kids[1:]
			if !x.open(d, kid, inherited, flat) {
				top.kids = append(Array{kid}, top.kids...) // for the next caller
			}
		case x.readable || !x.damaged:
			x.done = true
		case !x.distrusted:
			d.distrust(0)
			x.distrusted, x.begun = d.ctx.Err() == nil, false
			x.leaves = nil
		default:
			if err := d.collectPages(); err != nil {
				return err
			}
		}
	}
	return nil
}

// open enters a node of the tree, or adds it as a leaf. It returns false if
// d.ctx was done before the node was read.
func (x *pageIndex) open(d *Document, o Object, inherited *attributes, flat bool) bool {
	ref, _ := o.(Ref)
	bad := func(what string) {
		x.damaged = true
		d.warn(ref.Num, BadPageTree, what)
	}
	dict, ok := d.search(o).(Dict)
	kids, isNode := d.Resolve(dict["Kids"]).(Array)
	isNode = isNode && d.Name(dict["Type"]) != "Page"
	count, _ := d.Int(dict["Count"])
	isPage := !isNode && d.isPage(dict)
	if d.ctx.Err() != nil {
		return false
	}
	switch {
	case !ok:
		bad("a node of the page tree is missing")
		if flat {
			x.leaves = append(x.leaves, leaf{ref: ref})
		}
		return true
	case isNode:
		onPath, visited := x.seen[ref.Num]
		if ref.Num == 0 {
			onPath, visited = false, false
		}
		if onPath || len(x.path) >= limits.PageTreeDepth {
			bad("the page tree has a loop or is too deep")
			return true
		}
		if visited {
			if x.revisits++; x.revisits > maxRevisits {
				bad("the page tree is no tree")
				return true
			}
		}
		x.seen[ref.Num] = true
		x.path = append(x.path, node{ref.Num, kids, count == len(kids), inherited.below(dict)})
		return true
	case !isPage:
		bad("a node of the page tree is not a page")
		return true
	}
	l := leaf{ref: ref, inherited: inherited}
	if ref == (Ref{}) {
		l.dict = dict
	}
	x.leaves, x.readable = append(x.leaves, l), true
	return true
}

// isPage reports whether a dictionary in the place of a page is one: by its
// type, or if that is missing or wrong, by what it has.
func (d *Document) isPage(dict Dict) bool {
	switch d.Name(dict["Type"]) {
	case "Page":
		return true
	case "Pages", "Catalog":
		return false
	}
	return dict["Contents"] != nil || dict["MediaBox"] != nil || dict["Resources"] != nil || dict["Parent"] != nil
}

// collectPages makes up for an unusable page tree: it takes all objects of type
// Page in the order of their numbers.
func (d *Document) collectPages() error {
	var nums []int
	if !d.turn.take(d.ctx) {
		return d.ctx.Err()
	}
	if s := d.scan(); s != nil {
		s.table.numbers(func(num int, _ entry) { nums = append(nums, num) })
	}
	d.turn.end()
	slices.Sort(nums)
	var leaves []leaf
	var err error
	for _, num := range nums {
		ref := Ref{Num: num}
		dict, ok := d.Resolve(ref).(Dict)
		if !ok || d.Name(dict["Type"]) != "Page" {
			continue
		}
		if len(leaves) >= d.limits.Pages {
			err = &LimitError{"Pages", int64(d.limits.Pages)}
			break
		}
		leaves = append(leaves, leaf{ref: ref, inherited: d.ancestors(dict)})
	}
	if d.ctx.Err() != nil {
		return d.ctx.Err() // what was cut short is not kept
	}
	d.pages.done = true
	if len(leaves) > 0 { // otherwise those that are unreadable still count
		d.warn(0, BadPageTree, "the page tree has no pages; all page objects were taken")
		d.pages.leaves, d.pages.readable = leaves, true
	}
	return err
}

// ancestors returns what a page inherits, by its chain of parents.
func (d *Document) ancestors(dict Dict) *attributes {
	var chain []Dict
	for len(chain) < limits.Indirections {
		parent, ok := d.Resolve(dict["Parent"]).(Dict)
		if !ok {
			break
		}
		chain = append(chain, parent)
		dict = parent
	}
	a := &attributes{}
	for _, dict := range slices.Backward(chain) {
		a = a.with(dict)
	}
	return a
}

// letter is the box of a page that has no usable one, as in other readers.
var letter = [4]float64{0, 0, 612, 792}

const (
	// farOut bounds box coordinates; the largest sheet of ISO 32000-1, Annex
	// C is 14,400 units wide.
	farOut = 1e6
	// maxUserUnit is the largest that Acrobat takes.
	maxUserUnit = 75_000
	// maxContents bounds the streams of a page.
	maxContents = 100_000
)

func (d *Document) pageOf(n int, l leaf) *Page {
	dict := l.dict
	if dict == nil {
		dict, _ = d.Resolve(l.ref).(Dict)
	}
	a := l.inherited.with(dict)
	p := &Page{Number: n, Ref: l.ref, Dict: dict, UserUnit: 1, Resources: d.Dict(d.search(a.resources))}
	var ok bool
	if p.MediaBox, ok = d.box(a.mediaBox); !ok {
		p.MediaBox = letter
		d.warn(l.ref.Num, BadBox, "the page has no usable MediaBox")
	}
	p.CropBox = p.MediaBox
	if a.cropBox != nil {
		if crop, ok := d.box(a.cropBox); ok {
			crop = intersect(crop, p.MediaBox)
			if crop[0] < crop[2] && crop[1] < crop[3] {
				p.CropBox = crop
			} else {
				d.warn(l.ref.Num, BadBox, "the page's CropBox lies outside its MediaBox")
			}
		} else {
			d.warn(l.ref.Num, BadBox, "the page's CropBox is not usable")
		}
	}
	if r, ok := d.Int(a.rotate); ok {
		p.Rotate = ((r/90*90)%360 + 360) % 360
	}
	if u, ok := d.Number(dict["UserUnit"]); ok && u > 0 && u <= maxUserUnit {
		p.UserUnit = u
	}
	p.Contents = d.contents(dict["Contents"], l.ref.Num)
	return p
}

// search is Resolve for what a page cannot do without: if the cross-reference
// table has no entry for the object, the file is searched for it.
func (d *Document) search(o Object) Object {
	v := d.Resolve(o)
	if r, ok := o.(Ref); ok && v == nil && d.distrust(r.Num) {
		return d.Resolve(o)
	}
	return v
}

// box returns a rectangle with its corners in order.
func (d *Document) box(o Object) (b [4]float64, ok bool) {
	a := d.Array(o)
	if len(a) < 4 {
		return b, false
	}
	for i := range b {
		if b[i], ok = d.Number(a[i]); !ok || math.Abs(b[i]) > farOut {
			return b, false
		}
	}
	b = [4]float64{min(b[0], b[2]), min(b[1], b[3]), max(b[0], b[2]), max(b[1], b[3])}
	return b, b[0] < b[2] && b[1] < b[3]
}

func intersect(a, b [4]float64) [4]float64 {
	return [4]float64{max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])}
}

// contents returns the content streams of a page. An array inside the array is
// taken as its elements.
func (d *Document) contents(o Object, page int) []*Stream {
	var streams []*Stream
	switch v := d.search(o).(type) {
	case nil:
		if o != nil {
			d.warn(page, BadObject, "the page's contents are missing")
		}
	case *Stream:
		streams = append(streams, v)
	case Array:
		if len(v) > maxContents {
			v = v[:maxContents]
			d.warn(page, LimitHit, "too many content streams")
		}
		for _, o := range v {
			switch v := d.search(o).(type) {
			case *Stream:
				streams = append(streams, v)
			case Array:
				for _, o := range v[:min(len(v), maxContents)] {
					if s, ok := d.Resolve(o).(*Stream); ok && len(streams) < maxContents {
						streams = append(streams, s)
					}
				}
			default:
				d.warn(page, BadObject, "a content stream of the page is missing")
			}
		}
	}
	return streams
}

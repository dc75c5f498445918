package pdfobj

import "github.com/pdftext-go/pdftext/internal/limits"

// destinations are what tells the page that an internal link leads to. They
// are read when the first such link is met.
type destinations struct {
	turn    turn
	read    bool
	named   map[string]Object // unresolved, by name
	numbers map[int]int       // of pages, by object number
}

// maxDestinations bounds the named destinations of a document. The indexes of
// long manuals have 50,000.
const maxDestinations = 500_000

// DestinationPage returns the number, counting from 1, of the page that a
// destination shows: an array, or the name of one (ISO 32000-2, 12.3.2). It is
// 0 if there is none. The first call walks the whole page tree and the tree of
// names; the others take constant time.
func (d *Document) DestinationPage(o Object) int {
	x := &d.destinations
	if !x.turn.take(d.ctx) {
		return 0
	}
	defer x.turn.end()
	if !x.read {
		d.readDestinations()
	}
	switch v := d.Resolve(o).(type) {
	case Name:
		o = x.named[string(v)]
	case String:
		o = x.named[string(v)]
	}
	if dict := d.Dict(o); dict != nil {
		o = dict["D"]
	}
	array := d.Array(o)
	if len(array) == 0 {
		return 0
	}
	if ref, ok := array[0].(Ref); ok {
		return x.numbers[ref.Num]
	}
	// Counting from 0, as destinations in other files do.
	if n, ok := d.Int(array[0]); ok && n >= 0 && n < len(x.numbers) {
		return n + 1
	}
	return 0
}

func (d *Document) readDestinations() {
	x := &d.destinations
	x.named, x.numbers = make(map[string]Object), make(map[int]int)
	if _, err := d.NumPages(d.ctx); err != nil && d.ctx.Err() != nil {
		return
	}
	if d.pages.turn.take(d.ctx) {
		for i := range d.pages.leaves {
			num := d.pages.leaves[i].ref.Num
			if num != 0 && x.numbers[num] == 0 {
				x.numbers[num] = i + 1
			}
		}
		d.pages.turn.end()
	}
	for name, o := range d.Dict(d.catalog["Dests"]) { // of PDF 1.1
		x.named[string(name)] = o
	}
	d.destinationTree(d.Dict(d.catalog["Names"])["Dests"], 0, make(map[int]bool))
	x.read = d.ctx.Err() == nil
}

// destinationTree collects the names of a name tree (ISO 32000-2, 7.9.6).
// The first of two equal names counts.
func (d *Document) destinationTree(o Object, depth int, seen map[int]bool) {
	if r, ok := o.(Ref); ok {
		if seen[r.Num] {
			return
		}
		seen[r.Num] = true
	}
	named := d.destinations.named
	dict := d.Dict(o)
	if dict == nil || depth > limits.Nesting {
		return
	}
	names := d.Array(dict["Names"])
	for i := 0; i+1 < len(names) && len(named) < maxDestinations; i += 2 {
		if s, ok := d.String(names[i]); ok && named[string(s)] == nil {
			named[string(s)] = names[i+1]
		}
	}
	for _, kid := range d.Array(dict["Kids"]) {
		if len(named) >= maxDestinations {
			return
		}
		d.destinationTree(kid, depth+1, seen)
	}
}

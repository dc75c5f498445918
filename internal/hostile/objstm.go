package hostile

import (
	"fmt"
	"maps"
	"strings"
)

// bundledBodies are the objects that the files of this class keep in object
// stream 7.
var bundledBodies = []string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", pageBody, helvetica}

// A bundled file keeps its catalog, page tree, page and font in an object
// stream. Fields that are set take the place of what is right.
type bundled struct {
	n, first, prolog, entries string
	stream                    string // all of object 7; "none" leaves it out
	inside                    map[int][2]int
	more                      objects
	moreInside                map[int][2]int
}

// prologOf returns the numbers and offsets of the bundled objects, and the
// objects.
func prologOf() (prolog, bodies string) {
	for i, body := range bundledBodies {
		prolog += fmt.Sprintf("%d %d ", i+1, len(bodies))
		bodies += body + " "
	}
	return prolog, bodies
}

func (f bundled) file() string {
	prolog, bodies := prologOf()
	prolog = orElse(f.prolog, prolog)
	s := orElse(f.stream, flate(fmt.Sprintf("/Type /ObjStm /N %s /First %s %s", orElse(f.n, fmt.Sprint(len(bundledBodies))),
		orElse(f.first, fmt.Sprint(len(prolog))), f.entries), prolog+bodies))
	o := objects{contentNumber: stream("", hello), 7: s}
	if s == "none" {
		delete(o, 7)
	}
	inside := map[int][2]int{1: {7, 0}, 2: {7, 1}, 3: {7, 2}, 4: {7, 3}}
	maps.Copy(inside, f.inside)
	maps.Copy(inside, f.moreInside)
	return crossStream{number: 8, inside: inside}.file(o.with(f.more))
}

// objectStream are object streams with wrong counts, in one another, and
// bombs.
func objectStream(c *class) {
	// What stands nowhere but in a stream that is not there is lost.
	gone := fails(Corrupt)
	add := func(name string, want Want, f bundled) { c.add(name, want, f.file()) }
	add("in_itself", gone, bundled{stream: "none", inside: map[int][2]int{7: {7, 4}}})
	add("in_one_another", gone, bundled{stream: "none", inside: map[int][2]int{7: {9, 0}, 9: {7, 0}}})
	for name, n := range ordered("huge", "999999999", "million", "999999", "self", "7 0 R") {
		add("count_"+name, exact, bundled{n: n})
	}
	for name, n := range ordered("negative", "-4", "absent", "null") {
		add("count_"+name, exact.or(gone), bundled{n: n})
	}
	for name, first := range ordered("huge", "2147483647", "2e63", "9223372036854775807", "negative", "-1") {
		add("first_"+name, exact.or(gone), bundled{first: first})
	}
	add("index_past_end", has("X"), bundled{inside: map[int][2]int{4: {7, 60000}}})
	add("offsets_past_end", exact.or(gone), bundled{prolog: "1 0 2 999999 3 99999999 4 9223372036854775807 "})
	add("offsets_backward", exact.or(gone), bundled{prolog: "1 200 2 100 3 50 4 0 "})
	add("prolog_words", exact.or(gone), bundled{prolog: "one zwei trois 4 "})
	add("extends_itself", exact, bundled{entries: "/Extends 7 0 R"})

	prolog, bodies := prologOf()
	entries := fmt.Sprintf("/Type /ObjStm /N 4 /First %d /Filter /FlateDecode", len(prolog))
	lost := exact.or(gone).or(fails(Limit)).or(partial).within(100, 160)
	add("bomb", lost, bundled{stream: stream(entries, bomb("", " ", 300<<20))})
	add("bomb_behind_objects", lost, bundled{stream: stream(entries, bomb(prolog+bodies, " ", 300<<20))})
	cut := deflated(prolog + bodies)
	add("deflate_cut", anything, bundled{stream: stream(entries, cut[:len(cut)/2])})

	const tiny = 20_000
	head := repeat(tiny, func(i int) string { return fmt.Sprintf("%d %d ", free+i, 4*i) })
	inside := map[int][2]int{}
	for i := range tiny {
		inside[free+i] = [2]int{9, i}
	}
	add("twenty_thousand_objects", exact.within(60, 96), bundled{moreInside: inside, more: objects{
		9: flate(fmt.Sprintf("/Type /ObjStm /N %d /First %d", tiny, len(head)), head+strings.Repeat("<<>>", tiny)),
	}})
	// One large object under many numbers: parsed once or not at all.
	const aliases = 12_000
	alias := prolog + repeat(aliases, func(i int) string { return fmt.Sprintf("%d %d ", 100+i, len(bodies)) })
	inside = map[int][2]int{}
	for i := range aliases {
		inside[100+i] = [2]int{7, len(bundledBodies) + i}
	}
	add("one_array_for_all", exact.within(60, 96), bundled{moreInside: inside, stream: flate(
		fmt.Sprintf("/Type /ObjStm /N %d /First %d", aliases+4, len(alias)), alias+bodies+"["+strings.Repeat("1 ", 60_000)+"]")})
}

// Package hostile makes PDF files that attack a reader, and damages good
// ones. The files stand in classes by what they attack, one Go file for each
// class, and each carries what it may cost and what has to come of it. Only
// tests import the package, and nothing in it knows the reader that is tested.
package hostile

// A File is one attack.
type File struct {
	Class, Name string
	Data        []byte
	Want        Want
}

// A Want says what has to come of a file: any one of its alternatives.
type Want struct {
	// Text is what the text of all pages together is, but for space around it.
	Text string
	// Part is in the text of some page.
	Part string
	// Fails lists reasons for which the file or its pages may fail.
	Fails Reason
	// Partial allows any text, if a warning tells that more is lost.
	Partial bool
	// Anything promises no answer, only the bounds.
	Anything bool

	// Time bounds the processor time, in multiples of what the normal page
	// takes.
	Time int
	// Memory bounds the resident memory above that of an idle process, in MiB.
	Memory int
}

// A Reason is a set of kinds of error.
type Reason uint8

// Kinds of error, as the root package names them.
const (
	NotPDF Reason = 1 << iota
	Corrupt
	Password
	Unsupported
	Limit
)

// Bounds of a file that attacks nothing in particular.
const (
	usualTime   = 20
	usualMemory = 64
)

// exact wants the one word that most of the files show.
var exact = Want{Text: "X"}

// anything wants the bounds kept and no more.
var anything = Want{Anything: true}

// partial wants some of the text and a warning.
var partial = Want{Partial: true}

func has(part string) Want { return Want{Part: part} }
func fails(r Reason) Want  { return Want{Fails: r} }
func (w Want) or(v Want) Want {
	if v.Text != "" {
		w.Text = v.Text
	}
	if v.Part != "" {
		w.Part = v.Part
	}
	w.Fails |= v.Fails
	w.Partial = w.Partial || v.Partial
	w.Anything = w.Anything || v.Anything
	return w
}

// within sets the bounds on time and memory.
func (w Want) within(time, memory int) Want {
	w.Time, w.Memory = time, memory
	return w
}

// A class gathers the files of one kind.
type class struct {
	name  string
	files []File
}

func (c *class) add(name string, want Want, data string) {
	if want.Time == 0 {
		want.Time, want.Memory = usualTime, usualMemory
	}
	c.files = append(c.files, File{Class: c.name, Name: name, Data: []byte(data), Want: want})
}

// classes lists the classes in the order of what a reader meets first.
var classes = []struct {
	name string
	make func(*class)
}{
	{"normal", normal},
	{"notpdf", notPDF},
	{"truncated", truncated},
	{"xref", xref},
	{"xrefstream", xrefStream},
	{"objstm", objectStream},
	{"object", object},
	{"length", length},
	{"filter", filter},
	{"encrypt", encrypt},
	{"pagetree", pageTree},
	{"page", page},
	{"content", content},
	{"form", form},
	{"font", font},
	{"cmap", cmap},
	{"fontfile", fontFile},
	{"type3", type3},
	{"layout", layout},
	{"struct", structure},
	{"output", output},
}

// Classes returns the names of all classes.
func Classes() []string {
	var names []string
	for _, c := range classes {
		names = append(names, c.name)
	}
	return names
}

// Files returns the files of a class, the same bytes every time. It takes up
// to a second for the classes with bombs.
func Files(name string) []File {
	for _, c := range classes {
		if c.name == name {
			k := class{name: name}
			c.make(&k)
			return k.files
		}
	}
	return nil
}

// Named returns one file, and stops the test that misspells it.
func Named(class, name string) File {
	for _, f := range Files(class) {
		if f.Name == name {
			return f
		}
	}
	panic("hostile: no file " + class + "/" + name)
}

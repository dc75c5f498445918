package pdfobj

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Reasons why a file or a part of it cannot be read, for errors.Is.
var (
	ErrNotPDF      = errors.New("not a PDF file")
	ErrPassword    = errors.New("password missing or wrong")
	ErrUnsupported = errors.New("not supported")
	ErrCorrupt     = errors.New("damaged beyond repair")
	ErrNoPage      = errors.New("no such page")
)

// A FormatError says what in a file cannot be read.
type FormatError struct {
	Object int    // number of the object, or 0
	What   string // such as "cross-reference table"; never text of the document
	Err    error  // one of the reasons above, or what a lower layer returned
}

func (e *FormatError) Error() string {
	if e.Object != 0 {
		return fmt.Sprintf("object %d: %s: %v", e.Object, e.What, e.Err)
	}
	return fmt.Sprintf("%s: %v", e.What, e.Err)
}

// Unwrap returns the reason.
func (e *FormatError) Unwrap() error { return e.Err }

// reason returns the one of the reasons above that err is for, or nil.
func reason(err error) error {
	for _, r := range [...]error{ErrNotPDF, ErrPassword, ErrUnsupported, ErrCorrupt, ErrNoPage} {
		if errors.Is(err, r) {
			return r
		}
	}
	return nil
}

// A LimitError says that a bound on the work for a file was hit.
type LimitError struct {
	Field string // field of Limits
	Limit int64
}

func (e *LimitError) Error() string { return fmt.Sprintf("limit %s of %d exceeded", e.Field, e.Limit) }

// A DamageError says that a stream's data ends in damage. What was decoded
// before it is returned beside the error.
type DamageError struct {
	Object int    // number of the stream's object, or 0
	What   string // such as "FlateDecode"
	Err    error
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("object %d: %s: %v", e.Object, e.What, e.Err)
}

// Unwrap returns the cause.
func (e *DamageError) Unwrap() error { return e.Err }

// A Warning reports damage that was worked around.
type Warning struct {
	Object int // number of the object, or 0
	Kind   Kind
	Detail string // for people
}

// A Kind classifies a Warning.
type Kind uint8

// Kinds of damage.
const (
	BadHeader     Kind = iota + 1 // no %PDF- at the start of the file
	BadXRef                       // a cross-reference section is damaged or lies
	RebuiltXRef                   // the objects were found by scanning the file
	BadObject                     // an object is unreadable or cut off; it reads as null or in part
	BadStream                     // a stream's extent had to be searched for, or its data are damaged
	BadPageTree                   // nodes of the page tree are unusable
	BadBox                        // a page box is absent or absurd
	BadEncryption                 // the encryption dictionary or encrypted data break the rules
	LimitHit                      // a limit of this package cut something off
)

// maxWarnings bounds the list; damage is worth counting, not hoarding.
const maxWarnings = 1000

// warn records a warning, once per object and kind.
func (d *Document) warn(object int, kind Kind, detail string) {
	if d.ctx.Err() != nil {
		return // what was cut short looks damaged
	}
	k := warningKey{object, kind}
	d.warnMu.Lock()
	defer d.warnMu.Unlock()
	if d.warned[k] || len(d.warnings) >= maxWarnings {
		return
	}
	if d.warned == nil {
		d.warned = make(map[warningKey]bool)
	}
	d.warned[k] = true
	d.warnings = append(d.warnings, Warning{object, kind, detail})
}

type warningKey struct {
	object int
	kind   Kind
}

// Warnings returns the damage met so far, sorted by object and kind, so that
// the order does not hang on which goroutine met it first.
func (d *Document) Warnings() []Warning {
	d.warnMu.Lock()
	w := slices.Clone(d.warnings)
	d.warnMu.Unlock()
	slices.SortFunc(w, func(a, b Warning) int {
		return cmp.Or(cmp.Compare(a.Object, b.Object), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Detail, b.Detail))
	})
	return w
}

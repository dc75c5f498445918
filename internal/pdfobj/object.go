package pdfobj

import "sync/atomic"

// An Object is one of nil, bool, int64, float64, Name, String, Array, Dict,
// *Stream and Ref. Objects are shared by all callers of a Document: nobody
// may change one.
type Object any

// A Name is a name without its slash, with #xx sequences decoded.
type Name string

// A String holds the bytes of a string, unescaped and decrypted.
type String string

// A Ref refers to an indirect object.
type Ref struct{ Num, Gen int }

// An Array holds objects; its elements may be references.
type Array []Object

// A Dict maps names to objects; its values may be references. An entry whose
// value is null does not stand in it (ISO 32000-2, 7.3.7). Of two entries with
// one key the later counts, as in all readers that were tried.
type Dict map[Name]Object

// A Stream is a dictionary and a sequence of bytes in the file, which
// Document.Decode reads.
type Stream struct {
	Dict Dict
	Num  int // object number, 0 if none

	gen   int
	start int64                // offset of the first raw byte
	plan  atomic.Pointer[plan] // extent and filters, once they are known
}

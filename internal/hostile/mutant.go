package hostile

import (
	"bytes"
	"strings"
)

// Mutate returns a damaged copy of a file. The same file, seed and number give
// the same copy; the kinds of damage take turns by the number.
func Mutate(file []byte, seed, number uint64) []byte {
	r := newRandom(seed ^ number*0xD1B54A32D192ED03)
	out := bytes.Clone(file)
	kind := damages[number%uint64(len(damages))]
	for range kind.times {
		if len(out) == 0 {
			return out
		}
		do := kind.do
		if do == nil {
			do = damages[r.below(len(damages)-1)].do
		}
		out = do(r, out)
	}
	return out
}

// damages are the kinds of damage. The last mixes the others.
var damages = []struct {
	times int
	do    func(r *random, b []byte) []byte
}{
	{1, cutAnywhere},
	{1, cutNearEnd},
	{1, flipBit},
	{48, flipBit},
	{1, setByte},
	{24, setByte},
	{1, removeStretch},
	{1, doubleStretch},
	{1, swapStretches},
	{1, blankStretch},
	{1, changeNumber},
	{4, changeNumber},
	{2, changeWord},
	{2, insertWord},
	{3, crossReferences},
	{3, nil},
}

// wildNumbers take the place of numbers in a file.
var wildNumbers = strings.Fields("0 -1 1 2 255 256 65535 65536 2147483647 -2147483648 4294967295 9223372036854775807 99999999999999999999 1e38 .5 nan")

// words have a meaning in a file or a content stream.
var words = []string{"<<", ">>", "[", "]", "(", ")", "<", ">", "{", "}", "%", " obj", "endobj", "stream\n", "endstream", "xref", "trailer", "startxref", " 0 R", "null", "true",
	"/Length", "/Kids", "/Parent", "/Filter", "/FlateDecode", "/DecodeParms", "/Type", "/Contents", "/Resources", "/ToUnicode", "/Encoding", "/Encrypt", "/Prev", "/W", "/Root",
	" BT ", " ET ", " q ", " Q ", " cm ", " Do ", " Tj ", " TJ ", " Tf ", " BI ", " ID ", " EI ", " BDC ", " EMC ", " re ", " f ", "%%EOF", "\x00", "\xff", "\r", "beginbfchar", "endbfrange"}

func cutAnywhere(r *random, b []byte) []byte { return b[:r.below(len(b))] }

func cutNearEnd(r *random, b []byte) []byte { return b[:len(b)-r.below(min(len(b), 2000))] }

func flipBit(r *random, b []byte) []byte {
	b[r.below(len(b))] ^= 1 << r.below(8)
	return b
}

// setByte prefers bytes that delimit tokens.
func setByte(r *random, b []byte) []byte {
	const delimiters = "\x00 \n\r/<>[](){}%\xff"
	b[r.below(len(b))] = (delimiters + string([]byte{byte(r.next())}))[r.below(len(delimiters)+1)]
	return b
}

// stretch returns the bounds of a part of b, of any order of size.
func stretch(r *random, b []byte) (from, to int) {
	from = r.below(len(b))
	return from, min(len(b), from+1<<r.below(13))
}

func removeStretch(r *random, b []byte) []byte {
	from, to := stretch(r, b)
	return append(b[:from], b[to:]...)
}

func doubleStretch(r *random, b []byte) []byte {
	from, to := stretch(r, b)
	return insert(b, from, bytes.Repeat(b[from:to], 1+r.below(8)))
}

func swapStretches(r *random, b []byte) []byte {
	from, to := stretch(r, b)
	at := r.below(len(b) - (to - from) + 1)
	part := bytes.Clone(b[from:to])
	copy(b[from:to], b[at:])
	copy(b[at:], part)
	return b
}

func blankStretch(r *random, b []byte) []byte {
	from, to := stretch(r, b)
	clear(b[from:to])
	return b
}

// changeNumber puts a wild number in the place of one, in half of the cases
// without moving what follows.
func changeNumber(r *random, b []byte) []byte {
	from, to := find(r, b, func(c byte) bool { return c >= '0' && c <= '9' })
	if from == to {
		return b
	}
	wild := wildNumbers[r.below(len(wildNumbers))]
	if r.below(2) == 0 {
		for i := from; i < to; i++ {
			b[i] = ' '
		}
		copy(b[from:to], wild)
		return b
	}
	return insert(append(b[:from], b[to:]...), from, []byte(wild))
}

// find returns a run of bytes of a kind, the first behind some place.
func find(r *random, b []byte, kind func(byte) bool) (from, to int) {
	from = r.below(len(b))
	for from < len(b) && !kind(b[from]) {
		from++
	}
	to = from
	for to < len(b) && kind(b[to]) {
		to++
	}
	return from, to
}

func changeWord(r *random, b []byte) []byte {
	word := []byte(words[r.below(len(words))])
	from := r.below(len(b))
	at := bytes.Index(b[from:], word)
	if at < 0 {
		return b
	}
	from += at
	return insert(append(b[:from], b[from+len(word):]...), from, []byte(words[r.below(len(words))]))
}

func insertWord(r *random, b []byte) []byte {
	word := words[r.below(len(words))]
	if r.below(3) == 0 {
		word = strings.Repeat(word, 1+r.below(200))
	}
	return insert(b, r.below(len(b)+1), []byte(word))
}

// crossReferences makes one reference point where another does.
func crossReferences(r *random, b []byte) []byte {
	reference := []byte(" 0 R")
	number := func() (from, to int) {
		start := r.below(len(b))
		i := bytes.Index(b[start:], reference)
		if i < 0 {
			return 0, 0
		}
		to = start + i
		for from = to; from > 0 && b[from-1] >= '0' && b[from-1] <= '9'; from-- {
		}
		return from, to
	}
	from, to := number()
	other, end := number()
	if from == to || other == end {
		return b
	}
	with := bytes.Clone(b[other:end])
	return insert(append(b[:from], b[to:]...), from, with)
}

// insert puts more into b.
func insert(b []byte, at int, more []byte) []byte {
	out := make([]byte, 0, len(b)+len(more))
	out = append(out, b[:at]...)
	out = append(out, more...)
	return append(out, b[at:]...)
}

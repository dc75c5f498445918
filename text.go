package pdftext

import (
	"bytes"
	"github.com/pdftext-go/pdftext/internal/script"
	"unicode"
	"unicode/utf8"
)

// A hyphen at the end of a line is undone between letters when the next line
// starts in lower case, with two exceptions: where the hyphenated form stands
// elsewhere in the text and the joined one does not, and behind a prefix that
// usually keeps its hyphen, unless the joined word stands elsewhere. On 264
// line ends of real files whose answer is known this is right 263 times; to
// ask for the joined word always is right 224 times, and joins none of the
// words that stand once.
//
// Chinese and Japanese lines join without a blank, Korean ones with one.

// hyphenPrefixes usually keep their hyphen.
var hyphenPrefixes = [...]string{"all", "anti", "cross", "half", "non", "self", "well"}

const softHyphen = '\u00AD'

func isHyphen(r rune) bool { return r == '-' || r == '\u2010' || r == softHyphen }

// Text returns the block as a paragraph: its lines joined by blanks, hyphens
// at their ends undone where they only break a word.
func (b *Block) Text(p *Page) string {
	w := textWriter{p: p, paragraph: true}
	w.source = func(add func(*Line)) {
		for i := range b.Lines {
			add(&b.Lines[i])
		}
	}
	for i := range b.Lines {
		w.line(&b.Lines[i])
	}
	return string(w.out)
}

// writeText appends the text of columns to b: each line of text on a line of
// its own, an empty line between blocks. The parts of a word that a hyphen
// breaks are joined on the line where it starts. Words known from elsewhere
// in the document may be given, or nil. A block that stands for one of the
// tables is written row by row.
func writeText(b []byte, p *Page, columns []Column, tables []Table, known *vocabulary) []byte {
	w := textWriter{p: p, out: b, known: known}
	w.source = func(add func(*Line)) {
		for i := range columns {
			for j := range columns[i].Blocks {
				for k := range columns[i].Blocks[j].Lines {
					add(&columns[i].Blocks[j].Lines[k])
				}
			}
		}
	}
	for i := range columns {
		for j := range columns[i].Blocks {
			block := &columns[i].Blocks[j]
			w.block(block.close)
			lines := block.Lines
			if at := block.Obstacle - 1; at >= 0 && at < len(tables) {
				w.flush()
				w.out = tables[at].appendText(w.out, p)
				w.started = w.started || block.celled > 0
				w.breaks = 1
				w.last = len(w.out) // nothing joins on to it
				lines = lines[block.celled:]
			}
			for k := range lines {
				w.line(&lines[k])
			}
		}
	}
	return w.out
}

// A textWriter writes lines one after another.
type textWriter struct {
	p         *Page
	out       []byte
	paragraph bool              // lines are joined by blanks
	known     *vocabulary       // of the document
	own       *vocabulary       // of source, made when first asked for
	source    func(func(*Line)) // all lines that are written
	started   bool              // something has been written
	breaks    int               // line feeds to write before the next line
	last      int               // start of the last line's text in out
}

// block begins a new block, on the next line or after an empty one.
func (w *textWriter) block(close bool) {
	switch {
	case !w.started:
	case close:
		w.breaks = max(w.breaks, 1)
	default:
		w.breaks = 2
	}
}

// flush writes the line feeds that are due.
func (w *textWriter) flush() {
	for ; w.breaks > 0; w.breaks-- {
		w.out = append(w.out, '\n')
	}
}

// line writes a line.
func (w *textWriter) line(l *Line) {
	end := len(w.out)
	if w.paragraph {
		if w.breaks > 0 {
			w.out = append(w.out, ' ')
			w.breaks = 0
		}
	} else {
		w.flush()
	}
	from := len(w.out)
	w.out = appendGlyphs(w.out, w.p, l.Glyphs)
	text := w.out[from:]
	if len(text) == 0 {
		w.out = w.out[:end]
		w.breaks = from - end
		return
	}
	if w.started {
		if drop := w.junction(w.out[w.last:end], text, from-end > 1); drop >= 0 {
			from = end - drop
			w.out = w.out[:from+copy(w.out[from:], text)]
		}
	}
	w.started = true
	w.breaks = 1
	w.last = from
}

// junction decides how the text of two lines joins. It returns how many bytes
// of the first one's end go; -1 if the lines stay apart. What follows in another
// block may be a page number or a heading.
func (w *textWriter) junction(a, b []byte, blocks bool) (drop int) {
	last, n := utf8.DecodeLastRune(a)
	first, _ := utf8.DecodeRune(b)
	if !isHyphen(last) {
		if w.paragraph && wide(last) && wide(first) && !hangul(last) && !hangul(first) {
			return 0
		}
		if hangul(last) && hangul(first) && w.oneWord(a, b) {
			return 0
		}
		return -1
	}
	left := lastWord(a[:len(a)-n])
	right := firstWord(b)
	if len(left) == 0 || len(right) == 0 {
		return -1
	}
	end := lastLetter(left)
	if last == softHyphen || unicode.IsLetter(end) && unicode.IsLower(first) && w.undoes(left, right) {
		return n
	}
	if !blocks && (unicode.IsLetter(end) || unicode.IsDigit(end)) {
		return 0
	}
	return -1
}

// lastLetter returns the last rune of a word that is no combining mark.
func lastLetter(word []byte) rune {
	for len(word) > 0 {
		r, n := utf8.DecodeLastRune(word)
		if !unicode.Is(unicode.M, r) {
			return r
		}
		word = word[:len(word)-n]
	}
	return 0
}

// undoes reports whether a hyphen between two halves only breaks a word.
func (w *textWriter) undoes(left, right []byte) bool {
	joined := hashWord(hashWord(hashStart, left), right)
	if w.knows(joined) {
		return true
	}
	for _, p := range hyphenPrefixes {
		if len(p) == len(left) && bytes.EqualFold(left, []byte(p)) {
			return false
		}
	}
	return !w.knows(hashWord(hashWord(hashWord(hashStart, left), []byte{'-'}), right))
}

// oneWord reports whether a Korean line breaks inside a word: the halves
// together stand elsewhere between blanks, and not both do by themselves.
func (w *textWriter) oneWord(a, b []byte) bool {
	left := a[bytes.LastIndexByte(a, ' ')+1:]
	right := b
	if i := bytes.IndexByte(b, ' '); i >= 0 {
		right = b[:i]
	}
	return w.knows(hashWord(hashWord(tokenStart, left), right)) &&
		!(w.knows(hashWord(tokenStart, left)) && w.knows(hashWord(tokenStart, right)))
}

// knows reports whether a word stands in the text or in the document.
func (w *textWriter) knows(hash uint64) bool {
	if w.own == nil {
		w.own = new(vocabulary)
		w.source(func(l *Line) { w.own.add(w.p, l) })
	}
	return w.own.has(hash) || w.known != nil && w.known.has(hash)
}

// wordRune reports whether r is part of a word.
func wordRune(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '\'', r == '’':
		return true
	case r < 0x80:
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

func lastWord(b []byte) []byte {
	i := len(b)
	for i > 0 {
		r, n := utf8.DecodeLastRune(b[:i])
		if !wordRune(r) {
			break
		}
		i -= n
	}
	return b[i:]
}

func firstWord(b []byte) []byte {
	i := 0
	for i < len(b) {
		r, n := utf8.DecodeRune(b[i:])
		if !wordRune(r) {
			break
		}
		i += n
	}
	return b[:i]
}

func wide(r rune) bool   { return r >= 0x80 && script.Of(r)&script.Wide != 0 }
func hangul(r rune) bool { return r >= 0x1100 && script.Of(r)&script.Hangul != 0 }

// A vocabulary is the set of the words of a text: single words and hyphenated
// ones in lower case, and the tokens between blanks that a line does not begin
// or end with. It holds hashes; two words that share one are not told apart.
type vocabulary struct {
	table []uint64 // open addressing, 0 is free; at most half full
	n     int
	text  []byte
}

// FNV-1a, 64 bits. Tokens start elsewhere, so that they are apart from words.
const (
	hashStart  = 14695981039346656037
	hashPrime  = 1099511628211
	tokenStart = hashStart ^ 0x5bd1e995
)

// hashWord continues a hash with the lower-case runes of a word.
func hashWord(h uint64, word []byte) uint64 {
	for i := 0; i < len(word); {
		r, n := rune(word[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRune(word[i:])
			r = unicode.ToLower(r)
		} else if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		h = (h ^ uint64(uint32(r))) * hashPrime
		i += n
	}
	return h
}

// add adds the words of a line.
func (v *vocabulary) add(p *Page, l *Line) {
	v.text = appendGlyphs(v.text[:0], p, l.Glyphs)
	b := v.text
	for i := 0; i < len(b); {
		word := firstWord(b[i:])
		if len(word) == 0 {
			_, n := utf8.DecodeRune(b[i:])
			i += n
			continue
		}
		i += len(word)
		h := hashWord(hashStart, word)
		for i < len(b) { // the rest of a hyphenated word
			r, n := utf8.DecodeRune(b[i:])
			if r != '-' && r != '\u2010' {
				break
			}
			next := firstWord(b[i+n:])
			if len(next) == 0 {
				break
			}
			h = hashWord(hashWord(h, []byte{'-'}), next)
			i += n + len(next)
		}
		v.put(h)
	}
	first, last := bytes.IndexByte(b, ' '), bytes.LastIndexByte(b, ' ')
	for first < last {
		next := first + 1 + bytes.IndexByte(b[first+1:], ' ')
		if next > first+1 {
			v.put(hashWord(tokenStart, b[first+1:next]))
		}
		first = next
	}
}

func (v *vocabulary) put(h uint64) {
	h = max(h, 1)
	if 2*v.n >= len(v.table) {
		old := v.table
		v.table = make([]uint64, max(1024, 2*len(old)))
		v.n = 0
		for _, o := range old {
			if o != 0 {
				v.put(o)
			}
		}
	}
	mask := uint64(len(v.table) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		switch v.table[i] {
		case h:
			return
		case 0:
			v.table[i] = h
			v.n++
			return
		}
	}
}

func (v *vocabulary) has(h uint64) bool {
	if len(v.table) == 0 {
		return false
	}
	h = max(h, 1)
	mask := uint64(len(v.table) - 1)
	for i := h & mask; v.table[i] != 0; i = (i + 1) & mask {
		if v.table[i] == h {
			return true
		}
	}
	return false
}

// Package listlabel reads the labels that list items, notes and numbered
// headings begin with: bullets, numbers and letters with their punctuation.
package listlabel

// A Label is what stands before the first blank of a line.
type Label struct {
	Kind  Kind
	Open  byte  // '(' or '[' before it, or 0
	Close byte  // '.', ')', ']' or ':' behind it, or 0
	Rune  rune  // of a bullet
	Value int   // of a number; of a letter, counting from 1; the last part of an outline number
	Roman int   // value as a roman numeral, if it can be one
	Depth int   // parts of an outline number such as 2.1.3; 1 otherwise
	Upper bool  // of a letter or roman numeral
	Outer int64 // the parts of an outline number but the last, packed
}

// Kind classifies labels.
type Kind uint8

// Kinds of label.
const (
	None    Kind = iota
	Bullet       // never anything else: • ▪ ➢
	Dash         // a bullet, or a sign of the text: - – * o, or U+FFFD
	Number       // 3. (3) 3)
	Letter       // c) C. (iv)
	Outline      // 2.1.3, 2.1.
)

// MaxLen is the most runes that a label has: "(xxxviii)".
const MaxLen = 12

// bullets are the signs that stand at the start of nothing but items.
const bullets = "•‣◦⁃∙▪▫■□●○◆◇◾◽▸▹►▶➢➤➔❖✓✔✗✘☐☑☒⚫⬤\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf0a8"

// Of returns the label that text, the runes up to the first blank of a line,
// is. What is no label has the kind None.
func Of(text []rune) Label {
	if len(text) == 0 || len(text) > MaxLen {
		return Label{}
	}
	l := Label{Depth: 1}
	if len(text) == 1 {
		r := text[0]
		switch r {
		case '-', '–', '—', '*', '·', '+', '>', '~', 'o', '\uFFFD':
			l.Kind, l.Rune = Dash, r
			return l
		}
		for _, b := range bullets {
			if r == b {
				l.Kind, l.Rune = Bullet, r
				return l
			}
		}
	}
	if text[0] == '(' || text[0] == '[' {
		l.Open = byte(text[0])
		text = text[1:]
	}
	if n := len(text); n > 0 {
		switch text[n-1] {
		case '.', ')', ']', ':':
			l.Close = byte(text[n-1])
			text = text[:n-1]
		}
	}
	if len(text) == 0 || l.Open == '(' && l.Close != ')' || l.Open == '[' && l.Close != ']' || l.Open == 0 && l.Close == ']' {
		return Label{}
	}
	switch {
	case '0' <= text[0] && text[0] <= '9':
		return number(l, text)
	case l.Close == 0 || l.Close == ':':
		return Label{} // a word
	}
	return letter(l, text)
}

// number reads digits, in parts that dots divide.
func number(l Label, text []rune) Label {
	const digits = 3 // 1998. is a year
	n, parts := 0, 0
	v := 0
	for i, r := range text {
		switch {
		case '0' <= r && r <= '9':
			if n++; n > digits {
				return Label{}
			}
			v = 10*v + int(r-'0')
		case r == '.' && n > 0 && i+1 < len(text) && parts < 5:
			l.Outer = l.Outer*1000 + int64(v) + 1
			parts++
			n, v = 0, 0
		default:
			return Label{}
		}
	}
	l.Value = v
	if l.Kind = Number; parts > 0 {
		l.Kind, l.Depth = Outline, parts+1
	} else if l.Close == 0 && l.Open == 0 {
		l.Kind = Outline // 1 Introduction; never an item
	}
	return l
}

// letter reads one letter or a roman numeral.
func letter(l Label, text []rune) Label {
	upper := 'A' <= text[0] && text[0] <= 'Z'
	l.Kind, l.Upper, l.Roman = Letter, upper, Roman(text)
	switch r := text[0]; {
	case len(text) > 1:
		if l.Roman == 0 {
			return Label{}
		}
	case upper:
		l.Value = int(r-'A') + 1
	case 'a' <= r && r <= 'z':
		l.Value = int(r-'a') + 1
	default:
		return Label{}
	}
	return l
}

// numerals are the digits of roman numerals, from large to small.
var numerals = [...]struct {
	text  string
	value int
}{
	{"m", 1000}, {"cm", 900}, {"d", 500}, {"cd", 400}, {"c", 100}, {"xc", 90}, {"l", 50}, {"xl", 40},
	{"x", 10}, {"ix", 9}, {"v", 5}, {"iv", 4}, {"i", 1},
}

// maxRoman is the largest numeral: mmmcmxcix.
const maxRoman = 3999

// Roman returns the value of a roman numeral in one case, as it is usually
// written; 0 if text is none.
func Roman(text []rune) int {
	if len(text) == 0 || len(text) > MaxLen {
		return 0
	}
	lift := rune(0)
	if 'A' <= text[0] && text[0] <= 'Z' {
		lift = 'a' - 'A'
	}
	at, v := 0, 0
	for _, d := range numerals {
		for v+d.value <= maxRoman && starts(text[at:], d.text, lift) {
			at += len(d.text)
			v += d.value
		}
	}
	if at < len(text) || romanLen(v) != at {
		return 0
	}
	return v
}

// starts reports whether text starts with digits, set in capitals that are
// lift below.
func starts(text []rune, digits string, lift rune) bool {
	if len(text) < len(digits) {
		return false
	}
	for i, r := range digits {
		if text[i]+lift != r {
			return false
		}
	}
	return true
}

// romanLen returns how many letters v is written with. A numeral with a digit
// too often, such as iiii or dd, has another number.
func romanLen(v int) (n int) {
	for _, d := range numerals {
		for ; v >= d.value; v -= d.value {
			n += len(d.text)
		}
	}
	return n
}

// Alike reports whether two labels are set in one way, so that they may belong
// to one list.
func (l Label) Alike(m Label) bool {
	if l.Kind != m.Kind || l.Open != m.Open || l.Close != m.Close {
		return false
	}
	switch l.Kind {
	case Bullet, Dash:
		return l.Rune == m.Rune
	case Letter:
		return l.Upper == m.Upper
	case Outline:
		return l.Depth == m.Depth
	}
	return l.Kind == Number
}

// Follows reports whether l is the next one after m in a list.
func (l Label) Follows(m Label) bool {
	if !l.Alike(m) {
		return false
	}
	switch l.Kind {
	case Bullet, Dash:
		return true
	case Letter:
		return l.Value > 0 && m.Value > 0 && l.Value == m.Value+1 || l.Roman > 0 && m.Roman > 0 && l.Roman == m.Roman+1
	}
	return l.Value == m.Value+1 && l.Outer == m.Outer
}

// First reports whether l may be the first label of a list.
func (l Label) First() bool {
	switch l.Kind {
	case Bullet, Dash:
		return true
	case Number, Outline:
		return l.Value == 1
	case Letter:
		return l.Value == 1 || l.Roman == 1
	}
	return false
}

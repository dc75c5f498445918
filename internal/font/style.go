package font

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/fontfile"
	"github.com/pdftext-go/pdftext/internal/stdmetrics"
)

// Flags of a font descriptor (ISO 32000-2, Table 121).
const (
	flagFixedPitch = 1 << 0
	flagSerif      = 1 << 1
	flagItalic     = 1 << 6
	flagForceBold  = 1 << 18
)

// boldWeight is the weight from which a face is bold. In 1,123 fonts no regular
// face says 600.
const boldWeight = 600

// readNames reads the descriptor and the names of the font, and finds its
// program.
func (l *loader) readNames() {
	l.desc = l.doc.Dict(l.dict["FontDescriptor"])
	l.program = findProgram(l.doc, l.desc)
	l.f.Embedded = l.program.stream != nil || l.f.Type3
	l.trueType = l.doc.Name(l.dict["Subtype"]) == "TrueType"
	for _, o := range []any{l.dict["BaseFont"], l.desc["FontName"], l.dict["Name"]} {
		if l.name = cleanName(string(l.doc.Name(o))); l.name != "" {
			break
		}
	}
	l.f.Name = stripTag(l.name)
	if !l.f.Type3 {
		l.dingbats = encoding.DingbatsOf(l.f.Name)
	}
	if s, ok := l.doc.String(l.desc["FontFamily"]); ok {
		l.f.Family = cleanName(string(s))
	}
}

// cleanName removes what font names should not hold: NULs and other controls;
// some are UTF-16.
func cleanName(s string) string {
	if len(s) >= 2 && (s[0] == 0xFE && s[1] == 0xFF || len(s)%2 == 0 && s[0] == 0 && s[1] != 0) {
		units := make([]uint16, 0, len(s)/2)
		for i := 0; i+1 < len(s); i += 2 {
			units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
		}
		s = strings.TrimPrefix(string(utf16.Decode(units)), "\uFEFF")
	}
	s = strings.ToValidUTF8(s, "")
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s))
}

// stripTag removes the tags of subsets, six capitals and a plus sign (ISO
// 32000-2, 9.9.2). Some fonts have been through two producers.
func stripTag(name string) string {
next:
	for len(name) > 7 && name[6] == '+' {
		for _, c := range []byte(name[:6]) {
			if c < 'A' || c > 'Z' {
				break next
			}
		}
		name = name[7:]
	}
	return name
}

// describe finds out about the look of the font: from the descriptor, the
// program and the name. A source that says bold or italic is nearly always
// right, and one that does not means little, as writers of subsets clear flags:
// any one that says so is enough. prog is the program if it was loaded already;
// if nothing else is telling, the head of it is read.
func (l *loader) describe(prog *fontfile.Program) {
	f := l.f
	flags, _ := l.doc.Int(l.desc["Flags"])
	weight, hasWeight := l.doc.Number(l.desc["FontWeight"])
	angle, _ := l.doc.Number(l.desc["ItalicAngle"])
	metrics, standard := stdmetrics.Lookup(l.name)

	f.Bold = weight >= boldWeight || flags&flagForceBold != 0 || boldName(f.Name)
	f.Italic = angle != 0 || flags&flagItalic != 0 || italicName(f.Name)
	f.Monospace = flags&flagFixedPitch != 0
	f.Serif = (flags&flagSerif != 0 || containsAny(f.Name, serifWords[:])) && !containsAny(f.Name, sansWords[:])
	if standard {
		f.Bold = f.Bold || metrics.Bold
		f.Italic = f.Italic || metrics.Italic
		f.Monospace, f.Serif = metrics.Fixed, metrics.Serif
	}
	if prog == nil && !standard && !(f.Bold && f.Italic) && !hasWeight && !tellingName(f.Name) {
		prog = l.program.head(l.ctx)
	}
	if prog != nil {
		f.Bold = f.Bold || prog.Bold || prog.Weight >= boldWeight || boldName(prog.FullName)
		f.Italic = f.Italic || prog.Italic || prog.ItalicAngle != 0 || italicName(prog.FullName)
		f.Monospace = f.Monospace || prog.FixedPitch
		if f.Family == "" && unnamed(f.Name) {
			f.Family = cleanName(prog.Family)
		}
	}
	if symbolFont(f.Name) {
		// TeX's symbols have an angle, and do not lean.
		f.Italic = false
	}
	if f.Family == "" {
		f.Family = familyOf(f.Name)
	}
	l.measure(prog, metrics)
}

// symbolFont reports whether a font holds signs that ItalicAngle calls slanted
// although they are not.
func symbolFont(name string) bool {
	return hasAnyPrefix(name, "CMSY", "CMBSY", "StandardSymL-Slant")
}

// Style words in any case, and those that are parts of other words (Academic,
// Blackadder), which count only from a capital to the end of a word.
var (
	boldWords      = [...]string{"bold"}
	boldWholeWords = [...]string{"Black", "Heavy", "Demi"}
	italicWords    = [...]string{"italic", "oblique", "slanted", "kursiv"}
	regularWords   = [...]string{"regular", "roman", "book", "medium", "light", "thin", "normal"}
	boldShort      = [...]string{"Bd", "Blk", "Hv"}
	italicEndings  = [...]string{"It", "Ital", "Obl"}
	serifWords     = [...]string{"times", "serif", "garamond", "georgia"}
	sansWords      = [...]string{"sans", "helvetica", "arial", "gothic", "grotesk", "cmss"}
)

// containsAny reports whether name has one of the words in any case.
func containsAny(name string, words []string) bool {
	lower := strings.ToLower(name)
	for _, w := range words {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return false
}

// boldName reports whether a font name says bold.
func boldName(name string) bool {
	if containsAny(name, boldWords[:]) {
		return true
	}
	for _, w := range boldWholeWords {
		if i := strings.Index(name, w); i >= 0 && (i+len(w) == len(name) || name[i+len(w)] < 'a' || name[i+len(w)] > 'z') {
			return true
		}
	}
	if hasAnyPrefix(name, "CMBX", "CMMIB", "CMBSY", "SFBX", "SFSX") {
		return true
	}
	if strings.HasPrefix(name, "Nimbus") && strings.Contains(name, "-Medi") {
		return true
	}
	for _, w := range boldShort {
		if styleAbbreviation(name, w) {
			return true
		}
	}
	// Japanese faces: W6 to W9.
	if i := strings.LastIndex(name, "-W"); i > 0 && i+3 == len(name) {
		return '6' <= name[i+2] && name[i+2] <= '9'
	}
	return false
}

// italicName reports whether a font name says italic. It is not CMMI, which is
// for formulas.
func italicName(name string) bool {
	if containsAny(name, italicWords[:]) {
		return true
	}
	if hasAnyPrefix(name, "CMTI", "CMSL", "CMBXTI") {
		return true
	}
	for _, w := range italicEndings {
		if strings.HasSuffix(name, w) && wordBefore(name[:len(name)-len(w)]) {
			return true
		}
	}
	return false
}

// styleAbbreviation reports whether name has the abbreviation w at the end of a
// word, or before another abbreviation, as in TradeGothic-BdIt.
func styleAbbreviation(name, w string) bool {
	for at := 0; ; {
		i := strings.Index(name[at:], w)
		if i < 0 {
			return false
		}
		at += i + len(w)
		if !wordBefore(name[:at-len(w)]) {
			continue
		}
		rest := name[at:]
		if rest == "" || !isLetter(rest[0]) || hasAnyPrefix(rest, "It", "Cn", "Obl", "Ex", "PS", "MT") {
			return true
		}
	}
}

// wordBefore reports whether what precedes an abbreviation lets it begin: a
// small letter or anything that is no letter.
func wordBefore(s string) bool {
	return s != "" && (s[len(s)-1] < 'A' || s[len(s)-1] > 'Z')
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// tellingName reports whether a name says which face of its family a font is,
// so that the program need not be asked.
func tellingName(name string) bool {
	return containsAny(name, regularWords[:]) || containsAny(name, italicWords[:]) || boldName(name) ||
		hasAnyPrefix(name, "CM", "SFRM", "SFBX", "SFTI", "SFTT", "MSAM", "MSBM")
}

// unnamed reports whether a font name is a number (F12, CIDFont+F2, TT3): it has
// no word in it.
func unnamed(name string) bool {
	letters := 0
	for _, r := range strings.TrimPrefix(name, "CIDFont+") {
		if !unicode.IsLetter(r) {
			letters = 0
		} else if letters++; letters == 4 || r >= 0x80 {
			return false
		}
	}
	return true
}

// familyOf returns a font name without the words of its face.
func familyOf(name string) string {
	if i := strings.IndexByte(name, ','); i > 0 {
		name = name[:i]
	}
	if i := strings.LastIndexByte(name, '-'); i > 0 && tellingStyle(name[i+1:]) {
		name = name[:i]
	}
	for cut := true; cut; {
		cut = false
		for _, suffix := range [...]string{"PSMT", "PS", "MT", " Bold", " Italic", " Regular"} {
			if s, ok := strings.CutSuffix(name, suffix); ok && s != "" {
				name, cut = s, true
			}
		}
	}
	switch name { // the names most often run together
	case "TimesNewRoman":
		return "Times New Roman"
	case "CourierNew":
		return "Courier New"
	case "ArialNarrow":
		return "Arial Narrow"
	}
	return name
}

// tellingStyle reports whether what follows the hyphen of a name is a style.
func tellingStyle(s string) bool {
	return tellingName("x-"+s) || italicName("x-"+s) || hasAnyPrefix(s, "Cond", "Cn", "Ext", "Semi", "Extra", "Lt", "Rg", "Md", "Medi", "Regu") ||
		len(s) == 2 && s[0] == 'W' && '0' <= s[1] && s[1] <= '9'
}

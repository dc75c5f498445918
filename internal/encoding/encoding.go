// Package encoding holds the encodings of simple fonts and the lists that turn
// glyph names into text (ISO 32000-2, 9.6.5 and Annex D). All of it is constant
// data: the package does no work before it is asked and allocates nothing for
// what the tables hold.
package encoding

//go:generate go run gen.go -pdfbox /usr/share/java/pdfbox2.jar -pdfjs package/build/pdf.worker.mjs

// An Encoding is one of the predefined encodings of simple fonts.
type Encoding uint8

// The predefined encodings. Symbol and ZapfDingbats are built into the two
// fonts of these names; PDFDoc is for text strings and no font uses it rightly,
// but some say that they do.
const (
	None Encoding = iota
	Standard
	MacRoman
	WinAnsi
	MacExpert
	Symbol
	ZapfDingbats
	PDFDoc
)

// ByName returns the encoding of a name that a PDF file gives it, as
// WinAnsiEncoding, or None.
func ByName(name string) Encoding {
	switch name {
	case "StandardEncoding":
		return Standard
	case "MacRomanEncoding":
		return MacRoman
	case "WinAnsiEncoding":
		return WinAnsi
	case "MacExpertEncoding":
		return MacExpert
	case "SymbolEncoding", "SymbolSetEncoding":
		return Symbol
	case "ZapfDingbatsEncoding":
		return ZapfDingbats
	case "PDFDocEncoding":
		return PDFDoc
	}
	return None
}

// String returns the name that a PDF file gives the encoding.
func (e Encoding) String() string {
	switch e {
	case Standard:
		return "StandardEncoding"
	case MacRoman:
		return "MacRomanEncoding"
	case WinAnsi:
		return "WinAnsiEncoding"
	case MacExpert:
		return "MacExpertEncoding"
	case Symbol:
		return "SymbolEncoding"
	case ZapfDingbats:
		return "ZapfDingbatsEncoding"
	case PDFDoc:
		return "PDFDocEncoding"
	}
	return "None"
}

// Name returns the glyph name of a code, "" if the code has none.
func (e Encoding) Name(code byte) string {
	if e == None || int(e) > len(nameNumbers) {
		return ""
	}
	n := nameNumbers[e-1][code]
	return codeNames[nameStart[n]:nameStart[n+1]]
}

// Rune returns the text of a code, 0 if it has none. It is the first code point
// of Text for the code's name, but in Symbol, where Delta, Omega and mu are
// Greek letters, and in PDFDoc, where tab, line feed and carriage return have a
// text and no name.
func (e Encoding) Rune(code byte) rune {
	if e == None || int(e) > len(codeRunes) {
		return 0
	}
	return rune(codeRunes[e-1][code])
}

// MacRomanTrueType returns the text of a code of the Mac OS Roman character set,
// 0 for a control code. TrueType's (1,0) cmaps use it; it has fifteen codes
// that MacRoman leaves out, and the euro sign at DB.
func MacRomanTrueType(code byte) rune { return rune(macRomanRunes[code]) }

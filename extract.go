// Package pdftext extracts text from PDF pages together with its layout:
// positioned glyphs, lines, columns, tables and styles.
package pdftext

// A Page holds what one page of a document paints. It is plain data: a caller
// may build one, for example from the output of an OCR engine, and give it to
// the stages.
type Page struct {
	Number   int     // counting from 1
	Label    string  // as a viewer shows it, such as "iv"; may be empty
	Bounds   Rect    // visible box, from (0, 0), after Rotate and UserUnit
	Rotate   int     // the page's Rotate entry, already applied: 0, 90, 180 or 270
	Glyphs   []Glyph // in painting order; Glyphs[i].Index == i
	Runs     []Run   // what glyphs share
	Fonts    []Font
	Strings  []string // texts of more than one rune
	Rules    []Rule   // straight lines and thin rectangles, in painting order
	Boxes    []Box    // filled rectangles
	Images   []Image
	Warnings []Warning // damage that was worked around
}

// A Warning reports damage that was worked around.
type Warning struct {
	Kind   WarningKind
	Object int    // number of the object that is damaged, or 0
	Offset int    // byte offset in the page's content stream, or -1
	Detail string // for people; its text is not part of the API
}

// A WarningKind classifies a Warning.
type WarningKind uint8

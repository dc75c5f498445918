package font

// A Source tells which part of a file the text of a glyph is from.
type Source uint8

// Sources of text, in the order in which the chain asks them, but for guesses.
const (
	NoSource     Source = iota // no text is known
	ByToUnicode                // the ToUnicode CMap, or what it says is empty
	ByEncoding                 // the encoding: its glyph names, or codes that are characters
	ByProgram                  // the embedded font program
	ByCollection               // the character collection of the CIDs
	ByGuess                    // a guess of last resort
	NumSources
)

// sources are the sources of the links.
var sources = [...]Source{
	byToUnicode: ByToUnicode, byNothing: ByToUnicode,
	byName: ByEncoding, byOverride: ByEncoding, byCodeUnicode: ByEncoding, byStandard: ByEncoding,
	byBuiltin: ByProgram, byCmap: ByProgram, byProgramName: ByProgram,
	byCollection: ByCollection,
	byCodeGuess:  ByGuess, byType3Name: ByGuess, byControl: ByGuess, byEmptyOutline: ByGuess,
	byPrivate: NoSource,
}

// sourceShift is where the flags of a glyph keep its source.
const sourceShift = 5

// Source returns the source of the glyph's text.
func (f Flags) Source() Source { return Source(f >> sourceShift) }

// flagsOf returns the flags of a text by the link that it is from.
func flagsOf(k link) Flags {
	source := sources[k]
	flags := Flags(source) << sourceShift
	switch source {
	case NoSource:
		flags |= Unresolved
	case ByGuess:
		flags |= Guessed
	}
	return flags
}

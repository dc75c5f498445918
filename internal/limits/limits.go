// Package limits names every bound on the work done for one file, with the
// reason for its value. Bounds that callers can set have their default here.
package limits

// Defaults of the bounds that callers can set (pdftext.Limits).
const (
	// StreamBytes bounds the decoded size of one stream. The largest page
	// content seen in real files decodes to about 40 MB of vector drawing.
	StreamBytes = 64 << 20
	// DocumentBytes bounds what the cross-reference and object streams of a
	// file yield together, so that an array of bombs is bounded as well.
	DocumentBytes = 256 << 20
	// FontBytes bounds what the fonts of a document decode to, programs and
	// CMaps together. A document of thousands of pages and hundreds of whole
	// fonts stays below.
	FontBytes = 512 << 20
	// ContentBytes bounds the content scanned for one page, that of forms
	// counted each time they are painted. It takes a second to scan.
	ContentBytes = 256 << 20
	// Operators bounds the content-stream operators run for one page, those
	// of forms counted each time they are drawn. What takes longer than other
	// operators counts as several: a form as 9, a font that is looked up as 65.
	Operators = 10_000_000
	// Glyphs bounds the glyphs of one page. Dense spreadsheets have 50,000.
	Glyphs = 1_000_000
	// FormDepth bounds the nesting of form XObjects. PDFium stops at 40,
	// real files stay below 8.
	FormDepth = 16
	// Objects bounds the entries of the cross-reference table.
	// ISO 32000-1, Annex C gives 8,388,607.
	Objects = 8_388_607
	// Pages bounds the leaves of the page tree.
	Pages = 1_000_000
)

// Bounds that callers cannot set.
const (
	// Nesting bounds arrays and dictionaries in one another.
	Nesting = 64
	// Indirections bounds a chain of references to references.
	Indirections = 32
	// PageTreeDepth bounds the levels of the page tree. Balanced trees of a
	// million pages have 10, PDFium stops at 1,024; the walk does not recurse,
	// so this only bounds its list of open nodes.
	PageTreeDepth = 10_000
	// Filters bounds the filters of one stream; qpdf allows 25.
	Filters = 16
	// XRefSections bounds the chain of /Prev entries.
	XRefSections = 1_000
	// Operands bounds the operand stack; ISO 32000-1, Annex C asks for none,
	// DeviceN colours have at most 32 and arrays are counted apart.
	Operands = 512
	// ArrayOperands bounds the elements of the arrays among the operands. A
	// TJ array longer than this is read as far.
	ArrayOperands = 1 << 20
	// Annotations bounds the annotations painted on a page; engineering
	// drawings with comments have some thousands.
	Annotations = 20_000
	// Rules bounds the straight lines, boxes and images recorded for a page;
	// the densest maps and tables seen have 60,000.
	Rules = 200_000
	// GraphicsStates bounds nested q operators. ISO 32000-1 names 28;
	// generators nest some hundreds.
	GraphicsStates = 4_096
	// MarkedContents bounds nested BMC and BDC operators.
	MarkedContents = 4_096
	// PageText bounds the bytes of texts that single codes of a page stand
	// for: the ActualText entries, and what ToUnicode has for ligatures,
	// counted each time. A dense page of clusters of an Indic script has 500 KB.
	PageText = 8 << 20
	// CMapEntries bounds the ranges of one CMap.
	CMapEntries = 200_000
	// PathSegments bounds one path; what is longer cannot be a rule.
	PathSegments = 100_000
)

// Bounds of CMaps.
const (
	// CMapBytes bounds the text of one CMap. 65,536 lines of bfchar take
	// 900 KB; what is behind the bound is not decoded.
	CMapBytes = 2 << 20
	// Codespaces bounds the codespace ranges of one CMap, since each may
	// have to be looked at for every code. Predefined ones have at most 6.
	Codespaces = 100
	// CMapTextUnits bounds the text of one code in UTF-16 units, since a
	// page may show it a million times. Real files put a word on a glyph.
	CMapTextUnits = 256
	// CMapText bounds the bytes of all texts of more than one character
	// in one ToUnicode CMap, since a range makes 256 of one.
	CMapText = 4 << 20
	// CMapBases bounds a chain of CMaps that use one another; the
	// predefined ones go 2 deep.
	CMapBases = 8
)

// Bounds of font programs.
const (
	// FontGlyphs bounds the glyphs of one program; gids have 16 bits.
	FontGlyphs = 1 << 16
	// FontTables bounds the table directory of an sfnt; real ones have 10 to 40.
	FontTables = 256
	// FontCmaps bounds the subtables of cmap; real ones have at most 10.
	FontCmaps = 64
	// FontCmapCodes bounds the codes of one subtable that are walked through
	// to turn it round: a format 12 of 16 bytes can claim 4,294,967,296. The
	// fullest real ones have some 70,000.
	FontCmapCodes = 200_000
	// FontTableBytes bounds the tables that are kept. The cmap of a font with
	// all of Unicode has 1.5 MB, and post with a name for each glyph 1.3 MB.
	FontTableBytes = 4 << 20
)

// Bounds of fonts.
const (
	// FontFloor and FontShare bound what the fonts of a document decode to
	// below FontBytes: FontShare bytes for each byte of the file. CMaps
	// deflate to a tenth, whole fonts to a half.
	FontFloor = 32 << 20
	FontShare = 32
	// CMapCost is what a byte of a CMap counts beside itself, since parsing
	// takes longer than decoding.
	CMapCost = 3
	// CIDWidthCost is what an entry of a W or W2 array counts of FontBytes:
	// many fonts can share one.
	CIDWidthCost = 64
	// Differences bounds the entries of a Differences array that are looked
	// at; there are 256 codes.
	Differences = 4_096
	// FontProgramBytes bounds the decoded size of a font program. Whole CJK
	// fonts have 20 MB; what is behind the bound is not read.
	FontProgramBytes = 32 << 20
	// CIDWidths bounds the entries of a W or W2 array, twice as many as
	// there are CIDs.
	CIDWidths = 131_072
)

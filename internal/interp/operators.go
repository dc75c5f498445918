package interp

import "github.com/pdftext-go/pdftext/internal/syntax"

// An operator is a content-stream operator (ISO 32000-2, Annex A).
type operator struct {
	name     string
	operands int // how many it needs; the last ones are taken if there are more
	run      func(m *Machine, args []syntax.Token)
}

// op is an index in operators.
type op uint8

const (
	opNone op = iota
	opCloseFillStroke
	opFillStroke
	opCloseFillStrokeEO
	opFillStrokeEO
	opBeginMarkedDict
	opBeginImage
	opBeginMarked
	opBeginText
	opCompatBegin
	opCurve
	opConcat
	opStrokeSpace
	opFillSpace
	opDash
	opGlyphWidth
	opGlyphWidthBox
	opDo
	opMarkedPointDict
	opEndImage
	opEndMarked
	opEndText
	opCompatEnd
	opFill
	opFillOld
	opFillEO
	opStrokeGray
	opFillGray
	opExtState
	opClose
	opFlatness
	opImageData
	opLineJoin
	opLineCap
	opStrokeCMYK
	opFillCMYK
	opLineTo
	opMoveTo
	opMiter
	opMarkedPoint
	opEndPath
	opSave
	opRestore
	opRect
	opStrokeRGB
	opFillRGB
	opIntent
	opCloseStroke
	opStroke
	opStrokeColor
	opFillColor
	opStrokeColorN
	opFillColorN
	opShading
	opNextLine
	opCharSpace
	opMove
	opMoveLeading
	opFont
	opShow
	opShowArray
	opLeading
	opTextMatrix
	opRenderMode
	opRise
	opWordSpace
	opScale
	opCurveV
	opLineWidth
	opClip
	opClipEO
	opCurveY
	opQuote
	opDoubleQuote
	opCount
)

// operators follows the order of ISO 32000-2, Annex A. An operator with a nil
// run is known and has no effect on what is recorded.
var operators = [opCount]operator{
	opCloseFillStroke:   {"b", 0, (*Machine).closeFillStroke},
	opFillStroke:        {"B", 0, (*Machine).fillStroke},
	opCloseFillStrokeEO: {"b*", 0, (*Machine).closeFillStroke},
	opFillStrokeEO:      {"B*", 0, (*Machine).fillStroke},
	opBeginMarkedDict:   {"BDC", 2, (*Machine).beginMarkedDict},
	opBeginImage:        {"BI", 0, (*Machine).inlineImage},
	opBeginMarked:       {"BMC", 1, (*Machine).beginMarked},
	opBeginText:         {"BT", 0, (*Machine).beginText},
	opCompatBegin:       {"BX", 0, nil},
	opCurve:             {"c", 6, (*Machine).curveTo},
	opConcat:            {"cm", 6, (*Machine).concat},
	opStrokeSpace:       {"CS", 1, (*Machine).strokeSpace},
	opFillSpace:         {"cs", 1, (*Machine).fillSpace},
	opDash:              {"d", 2, (*Machine).dash},
	opGlyphWidth:        {"d0", 2, nil},
	opGlyphWidthBox:     {"d1", 6, nil},
	opDo:                {"Do", 1, (*Machine).paintXObject},
	opMarkedPointDict:   {"DP", 2, nil},
	opEndImage:          {"EI", 0, nil},
	opEndMarked:         {"EMC", 0, (*Machine).endMarked},
	opEndText:           {"ET", 0, (*Machine).endText},
	opCompatEnd:         {"EX", 0, nil},
	opFill:              {"f", 0, (*Machine).fill},
	opFillOld:           {"F", 0, (*Machine).fill},
	opFillEO:            {"f*", 0, (*Machine).fill},
	opStrokeGray:        {"G", 1, (*Machine).strokeGray},
	opFillGray:          {"g", 1, (*Machine).fillGray},
	opExtState:          {"gs", 1, (*Machine).extState},
	opClose:             {"h", 0, (*Machine).closePath},
	opFlatness:          {"i", 1, nil},
	opImageData:         {"ID", 0, nil},
	opLineJoin:          {"j", 1, nil},
	opLineCap:           {"J", 1, (*Machine).lineCap},
	opStrokeCMYK:        {"K", 4, (*Machine).strokeCMYK},
	opFillCMYK:          {"k", 4, (*Machine).fillCMYK},
	opLineTo:            {"l", 2, (*Machine).lineTo},
	opMoveTo:            {"m", 2, (*Machine).moveTo},
	opMiter:             {"M", 1, nil},
	opMarkedPoint:       {"MP", 1, nil},
	opEndPath:           {"n", 0, (*Machine).endPath},
	opSave:              {"q", 0, (*Machine).save},
	opRestore:           {"Q", 0, (*Machine).restore},
	opRect:              {"re", 4, (*Machine).rectangle},
	opStrokeRGB:         {"RG", 3, (*Machine).strokeRGB},
	opFillRGB:           {"rg", 3, (*Machine).fillRGB},
	opIntent:            {"ri", 1, nil},
	opCloseStroke:       {"s", 0, (*Machine).closeStroke},
	opStroke:            {"S", 0, (*Machine).stroke},
	opStrokeColor:       {"SC", 0, (*Machine).strokeColor},
	opFillColor:         {"sc", 0, (*Machine).fillColor},
	opStrokeColorN:      {"SCN", 0, (*Machine).strokeColor},
	opFillColorN:        {"scn", 0, (*Machine).fillColor},
	opShading:           {"sh", 1, (*Machine).shade},
	opNextLine:          {"T*", 0, (*Machine).nextLine},
	opCharSpace:         {"Tc", 1, (*Machine).charSpace},
	opMove:              {"Td", 2, (*Machine).move},
	opMoveLeading:       {"TD", 2, (*Machine).moveLeading},
	opFont:              {"Tf", 2, (*Machine).selectFont},
	opShow:              {"Tj", 1, (*Machine).showText},
	opShowArray:         {"TJ", 0, (*Machine).showArray},
	opLeading:           {"TL", 1, (*Machine).leading},
	opTextMatrix:        {"Tm", 6, (*Machine).textMatrix},
	opRenderMode:        {"Tr", 1, (*Machine).renderMode},
	opRise:              {"Ts", 1, (*Machine).rise},
	opWordSpace:         {"Tw", 1, (*Machine).wordSpace},
	opScale:             {"Tz", 1, (*Machine).scale},
	opCurveV:            {"v", 4, (*Machine).curveTo},
	opLineWidth:         {"w", 1, (*Machine).lineWidth},
	opClip:              {"W", 0, (*Machine).clip},
	opClipEO:            {"W*", 0, (*Machine).clip},
	opCurveY:            {"y", 4, (*Machine).curveTo},
	opQuote:             {"'", 1, (*Machine).showQuote},
	opDoubleQuote:       {"\"", 1, (*Machine).showDoubleQuote},
}

// lookup returns the operator called name, or opNone. A switch takes a third
// of the time of a map.
func lookup(name []byte) op {
	switch string(name) {
	case "Tj":
		return opShow
	case "TJ":
		return opShowArray
	case "Td":
		return opMove
	case "Tf":
		return opFont
	case "Tm":
		return opTextMatrix
	case "TD":
		return opMoveLeading
	case "T*":
		return opNextLine
	case "Tc":
		return opCharSpace
	case "Tw":
		return opWordSpace
	case "Tz":
		return opScale
	case "TL":
		return opLeading
	case "Tr":
		return opRenderMode
	case "Ts":
		return opRise
	case "BT":
		return opBeginText
	case "ET":
		return opEndText
	case "'":
		return opQuote
	case "\"":
		return opDoubleQuote
	case "q":
		return opSave
	case "Q":
		return opRestore
	case "cm":
		return opConcat
	case "m":
		return opMoveTo
	case "l":
		return opLineTo
	case "c":
		return opCurve
	case "v":
		return opCurveV
	case "y":
		return opCurveY
	case "h":
		return opClose
	case "re":
		return opRect
	case "f":
		return opFill
	case "F":
		return opFillOld
	case "f*":
		return opFillEO
	case "S":
		return opStroke
	case "s":
		return opCloseStroke
	case "B":
		return opFillStroke
	case "B*":
		return opFillStrokeEO
	case "b":
		return opCloseFillStroke
	case "b*":
		return opCloseFillStrokeEO
	case "n":
		return opEndPath
	case "W":
		return opClip
	case "W*":
		return opClipEO
	case "w":
		return opLineWidth
	case "J":
		return opLineCap
	case "j":
		return opLineJoin
	case "M":
		return opMiter
	case "d":
		return opDash
	case "ri":
		return opIntent
	case "i":
		return opFlatness
	case "gs":
		return opExtState
	case "g":
		return opFillGray
	case "G":
		return opStrokeGray
	case "rg":
		return opFillRGB
	case "RG":
		return opStrokeRGB
	case "k":
		return opFillCMYK
	case "K":
		return opStrokeCMYK
	case "cs":
		return opFillSpace
	case "CS":
		return opStrokeSpace
	case "sc":
		return opFillColor
	case "scn":
		return opFillColorN
	case "SC":
		return opStrokeColor
	case "SCN":
		return opStrokeColorN
	case "sh":
		return opShading
	case "Do":
		return opDo
	case "BI":
		return opBeginImage
	case "ID":
		return opImageData
	case "EI":
		return opEndImage
	case "BDC":
		return opBeginMarkedDict
	case "BMC":
		return opBeginMarked
	case "EMC":
		return opEndMarked
	case "MP":
		return opMarkedPoint
	case "DP":
		return opMarkedPointDict
	case "BX":
		return opCompatBegin
	case "EX":
		return opCompatEnd
	case "d0":
		return opGlyphWidth
	case "d1":
		return opGlyphWidthBox
	}
	return opNone
}

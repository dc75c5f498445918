package font

import (
	"github.com/pdftext-go/pdftext/internal/encoding"
	"github.com/pdftext-go/pdftext/internal/fontfile"
)

// simpleGID returns the glyph that a code of a simple font selects in the font
// program.
func simpleGID(prog *fontfile.Program, e *simpleEncoding, code int) (int, bool) {
	if prog.Kind == fontfile.TrueType {
		return trueTypeGID(prog, e, code)
	}
	name := e.name(code)
	if name == "" {
		name = prog.BuiltinName(byte(code))
	}
	if name == "" {
		return 0, false
	}
	return prog.NameToGID(name)
}

// trueTypeGID returns the glyph that a code of a simple font selects in a
// TrueType program (ISO 32000-2, 9.6.5.4): by its glyph name, if it has one, by
// way of Unicode and of the program's own names, and else by the code. A program
// without any cmap is indexed by the code.
func trueTypeGID(prog *fontfile.Program, e *simpleEncoding, code int) (int, bool) {
	if name := e.name(code); name != "" {
		if s, _ := encoding.Text(name, e.zapf); s != "" {
			if gid, ok := unicodeGID(prog, []rune(s)[0]); ok {
				return gid, true
			}
		}
		if gid, ok := prog.NameToGID(name); ok && gid != 0 {
			return gid, true
		}
	}
	if gid, ok := symbolGID(prog, code); ok {
		return gid, true
	}
	if gid, ok := prog.CodeToGID(1, 0, uint32(code)); ok && gid != 0 {
		return gid, true
	}
	if r := encoding.WinAnsi.Rune(byte(code)); r != 0 {
		if gid, ok := unicodeGID(prog, r); ok {
			return gid, true
		}
	}
	any := prog.Cmap(3, 0) || prog.Cmap(1, 0)
	for _, id := range unicodeCmaps {
		any = any || prog.Cmap(id.platform, id.encoding)
	}
	return code, !any && code < prog.NumGlyphs
}

// symbolGID returns the glyph that a (3,0) cmap has for a code; its codes are
// those of the font plus one of several bases.
func symbolGID(prog *fontfile.Program, code int) (int, bool) {
	if !prog.Cmap(3, 0) {
		return 0, false
	}
	for _, base := range [...]uint32{0xF000, 0, 0xF100, 0xF200} {
		if gid, ok := prog.CodeToGID(3, 0, base+uint32(code)); ok && gid != 0 {
			return gid, true
		}
	}
	return 0, false
}

// symbolCode returns the code that a (3,0) cmap has for a glyph.
func symbolCode(prog *fontfile.Program, gid int) (byte, bool) {
	for code := ' '; code <= 0xFF; code++ {
		if g, ok := symbolGID(prog, int(code)); ok && g == gid {
			return byte(code), true
		}
	}
	return 0, false
}

// unicodeGID returns the glyph of a character.
func unicodeGID(prog *fontfile.Program, r rune) (int, bool) {
	for _, id := range unicodeCmaps {
		if gid, ok := prog.CodeToGID(id.platform, id.encoding, uint32(r)); ok && gid != 0 {
			return gid, true
		}
	}
	return 0, false
}

// unicodeCmaps are the cmaps by Unicode, the best first.
var unicodeCmaps = [...]struct{ platform, encoding int }{
	{3, 10}, {0, 4}, {0, 6}, {3, 1}, {0, 3}, {0, 2}, {0, 1}, {0, 0},
}

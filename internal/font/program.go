package font

import (
	"context"
	"errors"
	"sync"

	"github.com/pdftext-go/pdftext/internal/fontfile"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

// A program is an embedded font program that is decoded when it is needed.
type program struct {
	doc    *pdfobj.Document
	stream *pdfobj.Stream // nil if the font is not embedded
	type1  bool           // the descriptor says FontFile

	once   sync.Once
	parsed *fontfile.Program
	err    error
}

// errNoProgram is the error of a font that is not embedded.
var errNoProgram = errors.New("not embedded")

// findProgram returns the font program that a descriptor names. An empty
// stream, which some producers leave, is none.
func findProgram(doc *pdfobj.Document, desc pdfobj.Dict) *program {
	p := &program{doc: doc}
	for _, key := range [...]pdfobj.Name{"FontFile2", "FontFile3", "FontFile"} {
		s := doc.Stream(desc[key])
		if s == nil {
			continue
		}
		if n, ok := doc.Int(s.Dict["Length"]); ok && n == 0 {
			continue
		}
		p.stream, p.type1 = s, key == "FontFile"
		break
	}
	return p
}

// load returns the parsed program, or nil if there is none or it is beyond
// repair. Only the first call decodes it.
func (p *program) load(ctx context.Context) *fontfile.Program {
	p.once.Do(func() {
		if p.stream == nil {
			p.err = errNoProgram
			return
		}
		limit := limits.FontProgramBytes
		if raw, ok := p.doc.Int(p.stream.Dict["Length"]); ok && raw > 0 {
			limit = min(limit, minProgram+inflation*raw)
		}
		data, err := p.doc.DecodeHead(ctx, p.stream, limit)
		if len(data) == 0 {
			p.err = err
			return
		}
		p.parsed, p.err = fontfile.Parse(data)
	})
	return p.parsed
}

// Font programs deflate to a half, or to a tenth at best. One that claims to be
// inflation times as long as its stream, and longer than minProgram, is padding.
const (
	inflation  = 32
	minProgram = 1 << 20
)

// loadNames is load for those who ask for the program's own encoding, and for
// advances if widths is set. The encoding of a Type 1 program is in its clear
// text, so that the rest need not be decrypted.
func (p *program) loadNames(ctx context.Context, widths bool) *fontfile.Program {
	if p.type1 && !widths {
		n, _ := p.doc.Int(p.stream.Dict["Length1"])
		data, _ := p.doc.DecodeHead(ctx, p.stream, max(clearText, min(n, maxClearText)))
		if head, err := fontfile.Parse(data); err == nil && head.Kind == fontfile.Type1 {
			for code := range 256 {
				if head.BuiltinName(byte(code)) != "" {
					return head
				}
			}
		}
	}
	return p.load(ctx)
}

// The clear text of a Type 1 program is Length1 bytes long: 1,500 in subsets of
// TeX's fonts, up to 10,000 with a full encoding.
const (
	clearText    = 2 << 10
	maxClearText = 64 << 10
)

// head returns the program as far as its first bytes tell: what a font says of
// its style stands there.
func (p *program) head(ctx context.Context) *fontfile.Program {
	if p.stream == nil {
		return nil
	}
	data, _ := p.doc.DecodeHead(ctx, p.stream, programHead)
	if len(data) == 0 {
		return nil
	}
	parsed, err := fontfile.Parse(data)
	if err != nil {
		return nil
	}
	return parsed
}

// programHead is how much of a font program head decodes. The clear text of a
// Type 1 program, the Top DICT of a CFF program and the head and OS/2 tables
// that most writers put first are within it.
const programHead = 2 << 10

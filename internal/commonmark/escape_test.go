package commonmark

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

var parser = goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser()

// read returns the kind of the only block of a document and its text; the kind
// is "several" if there are more.
func read(t *testing.T, source []byte) (kind, content string) {
	t.Helper()
	doc := parser.Parse(text.NewReader(source))
	if doc.ChildCount() > 1 {
		return "several", ""
	}
	if doc.FirstChild() == nil {
		return "", ""
	}
	var b strings.Builder
	err := ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(unescape(n.Segment.Value(source)))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte('\n')
			}
		case *ast.AutoLink:
			b.Write(n.Label(source))
		case *ast.Document, *ast.Paragraph, *ast.CodeSpan:
		default:
			b.WriteString("<" + n.Kind().String() + ">")
		}
		return ast.WalkContinue, nil
	})
	assert.NoError(t, err)
	return doc.FirstChild().Kind().String(), b.String()
}

// unescape undoes backslash escapes, which goldmark leaves to its renderer.
func unescape(b []byte) []byte {
	var out []byte
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) && bytes.IndexByte([]byte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"), b[i+1]) >= 0 {
			i++
		}
		out = append(out, b[i])
	}
	return out
}

func TestAppendText(t *testing.T) {
	for _, s := range []string{
		"plain text", "# no heading", "#hash", "1. no item", "12) no item", "1.5 metres", "- no item", "-5 degrees", "+ no", "* no", "--- no rule", "- - -",
		"> no quote", "=== no underline", "a *b* c", "a_b_c _d_", "**x**", "`code`", "[link](url)", "![image](url)", "<b>", "a < b > c", "AT&T &amp; &#35; &",
		"back\\slash \\* ", "| a | b |", "~~gone~~", "~", "    four blanks", "\ttab", ":-- no table", "http://example.com/a_b", "[^1]: no note", "[x] no task",
		"2024", "1986\\. A great year", "Ünïcödé_ _x", "<!-- no -->", "a  b", "$x_1$",
	} {
		b := AppendText(nil, []byte(s), true)
		kind, content := read(t, b)
		assert.Equal(t, "Paragraph", kind, "%q as %q", s, b)
		assert.Equal(t, strings.TrimSpace(strings.ReplaceAll(s, "\t", "")), strings.TrimSpace(content), "%q as %q", s, b)
	}
}

func TestAppendCode(t *testing.T) {
	for _, s := range []string{"x", "a`b", "``", "`", " x ", "a ``` b ` c"} {
		_, content := read(t, AppendCode(nil, []byte(s)))
		assert.Equal(t, s, content)
	}
	assert.Empty(t, AppendCode(nil, nil))
}

func TestEmphasis(t *testing.T) {
	for _, c := range []struct {
		before, inside, after string
		want                  bool
	}{
		{" ", "word", " ", true}, {"a", "word", "b", true}, {"a", "(x)", " ", false}, {" ", "(x)", " ", true}, {"", "«x»", "", true}, {"a", "x.", "b", false}, {" ", "x.", ",", true},
	} {
		first, _ := utf8.DecodeRuneInString(c.inside)
		last, _ := utf8.DecodeLastRuneInString(c.inside)
		rune0 := func(s string) rune {
			for _, r := range s {
				return r
			}
			return 0
		}
		assert.Equal(t, c.want, Emphasis(rune0(c.before), first, last, rune0(c.after)), "%+v", c)
		doc := parser.Parse(text.NewReader([]byte("x" + c.before + "**" + c.inside + "**" + c.after)))
		strong := false
		_ = ast.Walk(doc, func(n ast.Node, _ bool) (ast.WalkStatus, error) {
			strong = strong || n.Kind() == ast.KindEmphasis
			return ast.WalkContinue, nil
		})
		if c.want && c.before != "" {
			assert.True(t, strong, "%+v", c)
		}
	}
}

func FuzzAppendText(f *testing.F) {
	for _, s := range []string{"plain", "# x", "1. *a* [b](c) <d> &e; `f` ~g~ _h_ |i|", "- -", "\\", "a\tb", "![", "<a", "&lt", "::", "[^1]: x", "~~~"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.Map(func(r rune) rune {
			if r < ' ' || r == 0xfffd || r >= 0x7f && r < 0xa1 || r == 0x2028 || r == 0x2029 {
				return -1
			}
			return r
		}, s)
		s = strings.Trim(s, " ")
		if len(s) > 200 || s == "" {
			return
		}
		b := AppendText(nil, []byte(s), true)
		kind, content := read(t, b)
		// Addresses become links, which is fine.
		if kind != "Paragraph" || content != s && !strings.Contains(s, "www.") && !strings.Contains(s, ":") && !strings.Contains(s, "@") {
			t.Fatalf("%q as %q reads %s %q", s, b, kind, content)
		}
	})
}

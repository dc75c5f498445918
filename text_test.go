package pdftext

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// joined writes lines of text, an empty one for the end of a block, as
// writeText does.
func joined(known *vocabulary, lines ...string) string {
	p := newPen()
	c := Column{Blocks: []Block{{}}}
	for _, s := range lines {
		if s == "" {
			c.Blocks = append(c.Blocks, Block{})
			continue
		}
		from := len(p.page.Glyphs)
		p.show(0, 0, s)
		b := &c.Blocks[len(c.Blocks)-1]
		b.Lines = append(b.Lines, Line{Glyphs: p.page.Glyphs[from:len(p.page.Glyphs):len(p.page.Glyphs)]})
	}
	return string(writeText(nil, &p.page, []Column{c}, nil, known))
}

func TestWriteTextJoinsWords(t *testing.T) {
	for _, tt := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"lines stay lines", []string{"one", "two"}, "one\ntwo"},
		{"blocks", []string{"one", "", "two"}, "one\n\ntwo"},
		{"hyphen that breaks a word", []string{"the docu-", "ment ends"}, "the document ends"},
		{"over the end of a block", []string{"the docu-", "", "ment ends"}, "the document ends"},
		{"capital keeps it", []string{"the Smith-", "Jones case"}, "the Smith-Jones case"},
		{"number keeps it", []string{"Section 38-3-", "110 says"}, "Section 38-3-110 says"},
		{"nothing follows", []string{"a Trace Monkey activ-"}, "a Trace Monkey activ-"},
		{"page number in between", []string{"the docu-", "", "12"}, "the docu-\n\n12"},
		{"prefix keeps it", []string{"a well-", "known fact"}, "a well-known fact"},
		{"unless the joined word is there", []string{"a non-", "sense word", "this is nonsense"}, "a nonsense word\nthis is nonsense"},
		{"the hyphenated word is there", []string{"an astro-", "ph paper", "in astro-ph today"}, "an astro-ph paper\nin astro-ph today"},
		{"soft hyphen", []string{"a W\u00AD", "Ort"}, "a WOrt"},
		{"hyphen of its own", []string{"a docu\u2010", "ment"}, "a document"},
		{"dash is no hyphen", []string{"this -", "and that"}, "this -\nand that"},
		{"suspended hyphen inside", []string{"Berg- und", "Talbahn"}, "Berg- und\nTalbahn"},
		{"letter with a mark", []string{"cafe\u0301-", "teria"}, "caf\u00e9teria"},
		{"Korean word broken", []string{"우리는 한국", "어를 한다", "그는 한국어를 안다"}, "우리는 한국어를 한다\n그는 한국어를 안다"},
		{"Korean words", []string{"우리는 매일", "학교에 간다"}, "우리는 매일\n학교에 간다"},
	} {
		assert.Equal(t, tt.want, joined(nil, tt.lines...), tt.name)
	}
}

func TestWriteTextKnowsTheDocument(t *testing.T) {
	lines := []string{"a non-", "sense word"}
	assert.Equal(t, "a non-sense word", joined(nil, lines...))
	p := newPen()
	p.show(0, 0, "what Nonsense this is")
	known := new(vocabulary)
	known.add(&p.page, &Line{Glyphs: p.page.Glyphs})
	assert.Equal(t, "a nonsense word", joined(known, lines...))
}

func TestBlockText(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		want  string
	}{
		{nil, ""},
		{[]string{"one"}, "one"},
		{[]string{"one", "two", "three"}, "one two three"},
		{[]string{"docu-", "ment", "ends"}, "document ends"},
		{[]string{"中文的", "文字"}, "中文的文字"},
		{[]string{"中文", "and Latin"}, "中文 and Latin"},
		{[]string{"우리는", "학교에"}, "우리는 학교에"},
	} {
		p := newPen()
		var b Block
		for _, s := range tt.lines {
			from := len(p.page.Glyphs)
			p.show(0, 0, s)
			b.Lines = append(b.Lines, Line{Glyphs: p.page.Glyphs[from:]})
		}
		for i := range b.Lines {
			b.Lines[i].Glyphs = b.Lines[i].Glyphs[:len([]rune(tt.lines[i]))]
		}
		assert.Equal(t, tt.want, b.Text(&p.page))
	}
}

func TestVocabulary(t *testing.T) {
	v := new(vocabulary)
	p := newPen()
	for i := range 5000 { // grows, and all stay
		from := len(p.page.Glyphs)
		p.show(0, 0, "w"+string(rune('a'+i%26))+string(rune('a'+i/26%26))+string(rune('a'+i/676)))
		v.add(&p.page, &Line{Glyphs: p.page.Glyphs[from:]})
	}
	assert.True(t, v.has(hashWord(hashStart, []byte("waaa"))))
	assert.True(t, v.has(hashWord(hashStart, []byte("WAAA"))))
	assert.False(t, v.has(hashWord(hashStart, []byte("aaaw"))))
	assert.LessOrEqual(t, 2*v.n, len(v.table)+2)
}

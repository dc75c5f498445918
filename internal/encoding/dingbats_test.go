package encoding

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

func TestDingbats(t *testing.T) {
	for name, want := range map[string]Dingbats{
		"Wingdings": 1, "Wingdings-Regular": 1, "Wingdings 2": 2, "Wingdings2": 2, "Wingdings3": 3, "Webdings": 4,
		"ZapfDingbats": 0, "Wing": 0, "": 0, "WingdingsOutline": 0,
	} {
		assert.Equal(t, want, DingbatsOf(name), name)
	}
	d := DingbatsOf("Wingdings")
	for code, want := range map[byte]rune{'l': '●', 'n': '■', 0xA8: '□', 0xD8: '➢', 0xA7: '▪', 'v': '❖', 'J': '☺', 0xFC: '✓', ' ': ' ', 0x1F: 0} {
		assert.Equal(t, want, d.Rune(code), "%#x", code)
	}
	assert.Equal(t, '▪', d.Named('§'))
	assert.Equal(t, '●', d.Named('l'))
	assert.Zero(t, d.Named('α'))
	assert.Equal(t, '✔', DingbatsOf("Webdings").Rune('a'))
	assert.Zero(t, Dingbats(0).Rune('l'))
	for d := range dingbatRunes {
		for _, r := range dingbatRunes[d] {
			assert.True(t, r == 0 || r == ' ' || !unicode.IsControl(r) && !unicode.Is(unicode.Co, r), "%U", r)
		}
	}
}

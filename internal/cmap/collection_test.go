package cmap

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func textOf(c Collection, cid int) string {
	r, s := c.Text(cid)
	if r != 0 {
		return string(r)
	}
	return s
}

// TestCollectionText has texts that a person checked against the glyphs in
// Adobe's technical notes.
func TestCollectionText(t *testing.T) {
	for _, c := range []struct {
		ordering string
		cid      int
		want     string
		why      string
	}{
		{"Japan1", 1, " ", ""}, {"Japan1", 34, "A", ""}, {"Japan1", 843, "あ", ""}, {"Japan1", 3284, "日", ""},
		{"Japan1", 61, "¥", "the yen sign stays one"}, {"Japan1", 93, "|", ""}, {"Japan1", 95, "~", ""}, {"Japan1", 97, "\\", ""},
		{"Japan1", 231, " ", "the space of half-width Latin"}, {"Japan1", 264, "A", "half-width"}, {"Japan1", 323, "|", "half-width"},
		{"Japan1", 343, "ｱ", ""}, {"Japan1", 633, "\u3000", ""}, {"Japan1", 133, "˚", "a spacing mark"},
		{"Japan1", 7887, "、", "vertical form"}, {"Japan1", 8169, "｝", "vertical form of Unicode's own"},
		{"Japan1", 13706, "𠮷", "beyond the BMP"}, {"Japan1", 1133, "逢", "variant"}, {"Japan1", 7734, "巽", "compatibility ideograph"},
		{"Japan1", 8190, "min", "several characters"}, {"Japan1", 8325, "有限会社", ""}, {"Japan1", 15695, "キ゚", "a mark that is not alone"},
		{"GB1", 4559, "中", ""}, {"GB1", 7716, " ", ""}, {"GB1", 601, "_", "vertical wavy low line"}, {"GB1", 847, "B", "half-width"},
		{"CNS1", 595, "一", ""}, {"CNS1", 122, "—", "vertical dash"}, {"CNS1", 13753, "〃", "known from Big5 only"}, {"CNS1", 124, "", "the file has U+FFFD"},
		{"Korea1", 1086, "가", ""}, {"Korea1", 8127, "A", "half-width"}, {"Korea1", 8059, "‐", "a soft hyphen is painted"}, {"Korea1", 8297, "1⃞", ""},
		{"KR", 221, "가", ""}, {"KR", 11704, "🄀", "the file has NUL"},
		{"Japan2", 267, "丂", ""},
		{"Japan1", 0, "", ""}, {"Japan1", -1, "", ""}, {"Japan1", 23060, "", ""}, {"GB1", 1 << 30, "", ""},
		{"Identity", 843, "", ""}, {"", 843, "", ""},
	} {
		assert.Equal(t, c.want, textOf(CollectionOf(c.ordering), c.cid), "%s %d %s", c.ordering, c.cid, c.why)
	}
	_, s := Collection(200).Text(1)
	assert.Empty(t, s)
}

// TestCollectionClean checks what no text of a collection may contain.
func TestCollectionClean(t *testing.T) {
	for _, c := range []struct {
		ordering     string
		cids, silent int // how many there are, and how many of those without text
	}{
		{"CNS1", 19179, 217}, {"GB1", 30284, 1}, {"Japan1", 23060, 6}, {"Japan2", 6068, 1}, {"KR", 22897, 1}, {"Korea1", 18352, 277},
	} {
		silent := 0
		cids := CollectionOf(c.ordering)
		for cid := range c.cids {
			s := textOf(cids, cid)
			if s == "" {
				silent++
			}
			assert.True(t, utf8.ValidString(s))
			for i, r := range s {
				if kindOf(r) != Good || unicode.Is(unicode.Variation_Selector, r) || 0xFE10 <= r && r <= 0xFE19 || 0x2F00 <= r && r <= 0x2FDF {
					t.Errorf("%s %d: %q", c.ordering, cid, s)
				}
				if i == 0 && len(s) == utf8.RuneLen(r) && 0x0300 <= r && r <= 0x030C {
					t.Errorf("%s %d: %q is a lone mark", c.ordering, cid, s)
				}
			}
		}
		assert.LessOrEqual(t, silent, c.silent, c.ordering)
		assert.NotEmpty(t, textOf(cids, c.cids-1), c.ordering)
		assert.Empty(t, textOf(cids, c.cids), c.ordering)
	}
}

package pdftext

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/bidi"
)

// visual returns a line's runes from left to right, by the Unicode
// Bidirectional Algorithm itself.
func visual(t *testing.T, s string, rtl bool) []rune {
	t.Helper()
	var p bidi.Paragraph
	dir := bidi.DefaultDirection(bidi.LeftToRight)
	if rtl {
		dir = bidi.DefaultDirection(bidi.RightToLeft)
	}
	_, err := p.SetString(s, dir)
	require.NoError(t, err)
	order, err := p.Order()
	require.NoError(t, err)
	// The runs come in logical order. In the lines of these tests no number
	// stands beside text of the other direction, so all runs are of one level.
	var runs []string
	for i := range order.NumRuns() {
		run := order.Run(i)
		text := run.String()
		if run.Direction() == bidi.RightToLeft {
			text = bidi.ReverseString(text) // mirrors brackets
		}
		runs = append(runs, text)
	}
	if rtl {
		slices.Reverse(runs)
	}
	return []rune(strings.Join(runs, ""))
}

// TestLogicalUndoesTheAlgorithm lays lines out by the Unicode Bidirectional
// Algorithm and reads them back.
func TestLogicalUndoesTheAlgorithm(t *testing.T) {
	hebrew := []string{"שלום", "עולם", "ספר", "חדש", "מים", "אור"}
	latin := []string{"word", "PDF", "page", "text"}
	r := rand.New(rand.NewPCG(11, 12))
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	for range 2000 {
		base, other := hebrew, latin
		rtl := r.IntN(2) == 0
		if !rtl {
			base, other = latin, hebrew
		}
		// Words of the base direction, with one stretch of the other and one
		// number among them.
		var words []string
		n := 0
		add := func(s string) { words, n = append(words, s), n+len([]rune(s)) }
		for range 4 + r.IntN(3) {
			add(pick(base))
		}
		if r.IntN(2) == 0 {
			words[2] += " " + pick(other)
			if r.IntN(2) == 0 {
				words[2] += " " + pick(other)
			}
		}
		if r.IntN(2) == 0 {
			number := []string{"1948", "12.50", "3,000", "07/1998"}[r.IntN(4)]
			words[1] += " " + number
		}
		if r.IntN(2) == 0 {
			words[3] = "(" + words[3] + ")"
		}
		want := strings.Join(words, " ")

		p := newPen()
		for i, c := range visual(t, want, rtl) {
			p.show(10+5*float32(i), 20, string(c))
		}
		got := lineTexts(&p.page, Lines(&p.page, p.page.Glyphs))
		assert.Equal(t, []string{want}, got, "rtl %v, visual %q", rtl, string(visual(t, want, rtl)))
		if t.Failed() {
			return
		}
		// Columns takes lines apart and puts them together again.
		lines := Lines(&p.page, p.page.Glyphs)
		p.show(10, 60, "x")
		again := columnLines(Columns(&p.page, append(lines, Lines(&p.page, p.page.Glyphs[len(p.page.Glyphs)-1:])...), nil))
		assert.Equal(t, want, again[0].Text(&p.page))
	}
}

package baseline

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/pdftext-go/pdftext/internal/script"
)

// A drawing is text set glyph by glyph, half an em wide each. It is its own
// Source.
type drawing struct {
	marks []Mark
	text  []rune
}

func (d *drawing) Painted(glyph int32) int32 { return glyph }
func (d *drawing) Same(a, b int32) bool      { return d.text[a] == d.text[b] }
func (d *drawing) Extent(blank int32) (u0, u1 float32) {
	return d.marks[blank].U0, d.marks[blank].U1
}

func class(r rune) script.Class {
	if r < 0x80 {
		return script.ASCII[r]
	}
	return script.Of(r)
}

// show draws s from (x, y) on, with step between the starts of its glyphs; a
// '~' is a gap of a glyph's width.
func (d *drawing) show(x, y, size, step float32, s string) *drawing {
	for _, r := range s {
		if r != '~' {
			m := Mark{Class: class(r), Glyph: int32(len(d.text))}
			m.Place(x, y, size/2, size, geom.Point{X: 1}, Letter{Rune: r})
			d.marks, d.text = append(d.marks, m), append(d.text, r)
		}
		x += step
	}
	return d
}

// read returns the chunks, a blank between words; a chunk that is a range of
// the glyphs has a '=' before it.
func (d *drawing) read(c *Cutter) []string {
	var out []string
	for _, k := range c.Chunks {
		var b strings.Builder
		if k.Range {
			b.WriteByte('=')
		}
		ink := int32(0)
		for i, w := range c.Words[k.Word0:k.Word1] {
			if i > 0 {
				b.WriteByte(' ')
			}
			for ; ink < w.End; ink++ {
				b.WriteRune(d.text[k.Inks[ink].Glyph])
			}
		}
		out = append(out, b.String())
	}
	return out
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		name string
		draw func(d *drawing)
		want []string
	}{
		{"nothing", func(*drawing) {}, nil},
		{"white space only", func(d *drawing) { d.show(0, 0, 10, 5, "   ") }, nil},
		{"painted blank", func(d *drawing) { d.show(0, 0, 10, 5, "two words") }, []string{"=two words"}},
		{"gap", func(d *drawing) { d.show(0, 0, 10, 5, "two~words") }, []string{"two words"}},
		{"one word", func(d *drawing) { d.show(0, 0, 10, 5, "word") }, []string{"=word"}},
		{"wide gap", func(d *drawing) { d.show(0, 0, 10, 5, "two~~~cells") }, []string{"=two", "=cells"}},
		{"painted from the right", func(d *drawing) {
			d.show(15, 0, 10, 5, "def").show(0, 0, 10, 5, "abc")
		}, []string{"abcdef"}},
		{"interleaved", func(d *drawing) {
			d.show(0, 0, 10, 10, "ace").show(5, 0, 10, 10, "bdf")
		}, []string{"abcdef"}},
		{"two baselines, the lower first", func(d *drawing) {
			d.show(0, 12, 10, 5, "below").show(0, 0, 10, 5, "above")
		}, []string{"=above", "=below"}},
		{"a baseline that climbs by a tenth of an em", func(d *drawing) {
			d.show(0, 0, 10, 5, "on").show(10, 0.5, 10, 5, "ly").show(20, 1, 10, 5, "one")
		}, []string{"=onlyone"}},
		{"sizes that no word has", func(d *drawing) {
			d.show(0, 0, 10, 5, "small").show(25, 0, 20, 10, "LARGE")
		}, []string{"=small", "=LARGE"}},
		{"letter-spaced", func(d *drawing) { d.show(0, 0, 10, 7, "SPACED").show(46, 0, 10, 7, "WIDE") }, []string{"SPACED WIDE"}},
		{"leaders under a label", func(d *drawing) {
			d.show(0, 0, 10, 5, "............").show(1, 0, 10, 5, "Chapter")
		}, []string{"=............", "=Chapter"}},
	} {
		d := new(drawing)
		tt.draw(d)
		c := new(Cutter)
		c.Reset(d)
		c.Cut(append([]Mark(nil), d.marks...))
		assert.Equal(t, tt.want, d.read(c), tt.name)
		for _, k := range c.Chunks {
			assert.LessOrEqual(t, int(c.Words[k.Word1-1].End), len(k.Inks), tt.name)
		}
	}
}

func TestSeat(t *testing.T) {
	d := new(drawing).show(0, 0, 10, 5, "ae")
	accent := Mark{Class: class('\u0301'), Glyph: 2, U0: 7, U1: 8, V: -4, Size: 10} // over the e
	marks := append(append([]Mark(nil), d.marks...), accent)
	Seat(marks)
	assert.Zero(t, marks[2].V)
	assert.Greater(t, marks[2].U0, marks[1].U0)
	assert.LessOrEqual(t, marks[2].U1, marks[1].U1)

	marks[2] = accent
	marks[2].V = -20 // of a line above
	Seat(marks)
	assert.Equal(t, float32(-20), marks[2].V)
}

func TestFrames(t *testing.T) {
	var f Frames
	f.Reset()
	assert.Equal(t, 0, f.Of(geom.Point{X: 1}, false))
	assert.Equal(t, 0, f.Of(geom.Point{X: 3, Y: 0.001}, false), "snapped to the axis")
	assert.Equal(t, 0, f.Of(geom.Point{}, false), "no direction")
	up := f.Of(geom.Point{Y: -1}, false)
	columns := f.Of(geom.Point{Y: 1}, true)
	assert.Equal(t, geom.Point{Y: 1}, f.Unit)
	assert.Equal(t, up, f.Of(geom.Point{Y: -2}, false))
	assert.Len(t, f.All, 3)
	f.All[columns].N = 2
	f.All[up].N = 1
	assert.Equal(t, []int{0, columns, up}, f.Order(nil))
}

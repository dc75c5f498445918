package pdfobj

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/pdftest"
)

func TestDestinationPage(t *testing.T) {
	var b pdftest.Builder
	first := b.Page("", "")
	second := b.Page("", "")
	dest := b.Object("<< /D [" + pdftest.Ref(second) + " /XYZ 0 0 0] >>")
	lone := b.Object("<< /Type /Font >>")
	pdf := b.Bytes()
	doc, err := Open(context.Background(), bytes.NewReader(pdf), int64(len(pdf)), Options{})
	require.NoError(t, err)
	page := func(num int) Array { return Array{Ref{Num: num}, Name("Fit")} }
	// A tree that holds itself, and entries of wrong types.
	doc.catalog["Names"] = Dict{"Dests": Dict{
		"Names": Array{String("two"), Ref{Num: dest}, String("two"), page(first), String("odd"), int64(7), int64(3), page(first), String("end")},
		"Kids":  Array{Dict{"Names": Array{String("deep"), page(second)}}, int64(5), Ref{Num: dest}},
	}}
	doc.catalog["Dests"] = Dict{"old": page(first)}
	for _, test := range []struct {
		name string
		dest Object
		want int
	}{
		{"array", page(second), 2},
		{"reference", Ref{Num: dest}, 2},
		{"name in the tree", String("two"), 2},
		{"name below", String("deep"), 2},
		{"name of PDF 1.1", Name("old"), 1},
		{"page number", Array{int64(1)}, 2},
		{"page number beyond", Array{int64(2)}, 0},
		{"no page", page(lone), 0},
		{"no destination", String("odd"), 0},
		{"no name", String("none"), 0},
		{"nothing", nil, 0},
		{"empty", Array{}, 0},
	} {
		assert.Equal(t, test.want, doc.DestinationPage(test.dest), test.name)
	}
}

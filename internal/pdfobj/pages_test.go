package pdfobj

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// tree returns a file whose objects from 2 on are given; object 2 is the root
// of the page tree.
func tree(objects ...string) []byte {
	return build("", append([]string{"<</Type/Catalog/Pages 2 0 R>>"}, objects...)...)
}

func TestPageTree(t *testing.T) {
	const leaf = "<</Type/Page/MediaBox[0 0 10 10]>>"
	for _, c := range []struct {
		name  string
		file  []byte
		pages string // object numbers; x for one that is unreadable
		clean bool
	}{
		{"flat", tree("<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>", leaf, leaf), "3 4", true},
		{"deep", tree("<</Type/Pages/Kids[3 0 R 6 0 R]>>", "<</Type/Pages/Kids[4 0 R 5 0 R]>>", leaf, leaf, leaf), "4 5 6", true},
		{"no types", tree("<</Kids[3 0 R 5 0 R]>>", "<</Kids[4 0 R]>>", "<</MediaBox[0 0 10 10]>>", "<</Rotate 90/MediaBox[0 0 10 10]>>"), "4 5", true},
		{"wrong count", tree("<</Type/Pages/Count 99999999999/Kids[3 0 R]>>", leaf), "3", true},
		{"negative count", tree("<</Type/Pages/Count -1/Kids[3 0 R]>>", leaf), "3", true},
		{"page twice", tree("<</Type/Pages/Kids[3 0 R 3 0 R]>>", leaf), "3 3", true},
		{"direct kid", tree("<</Type/Pages/Kids[" + leaf + "]>>"), "0", true},
		{"node is its kid", tree("<</Type/Pages/Kids[3 0 R 2 0 R]>>", leaf), "3", false},
		{"kid is an ancestor", tree("<</Type/Pages/Kids[3 0 R 4 0 R]>>", "<</Type/Pages/Kids[2 0 R]>>", leaf), "4", false},
		{"kid missing", tree("<</Type/Pages/Kids[9 0 R 3 0 R]>>", leaf), "3", false},
		{"kid missing in a flat node", tree("<</Type/Pages/Count 2/Kids[9 0 R 3 0 R]>>", leaf), "x 3", false},
		{"all kids missing", tree("<</Type/Pages/Count 1/Kids[9 0 R]>>", leaf, leaf), "3 4", false},
		{"kids of a tree without pages", tree("<</Type/Pages/Count 1/Kids[9 0 R]>>"), "x", false},
		{"kid is the catalog", tree("<</Type/Pages/Kids[1 0 R 3 0 R]>>", leaf), "3", false},
		{"kid is a number", tree("<</Type/Pages/Kids[7 3 0 R]>>", leaf), "3", false},
		{"root is a page", tree(leaf), "2", true},
		{"kids are missing", tree("<</Type/Pages>>", leaf, "<</Type/Font>>", leaf), "3 5", false},
		{"empty", tree("<</Type/Pages/Kids[]/Count 0>>"), "", true},
	} {
		d := open(t, c.file)
		n, err := d.NumPages(context.Background())
		require.NoError(t, err, c.name)
		var pages []string
		for i := 1; i <= n; i++ {
			p, err := d.Page(context.Background(), i)
			if err != nil {
				require.True(t, errors.Is(err, ErrCorrupt))
				pages = append(pages, "x")
				continue
			}
			require.Equal(t, i, p.Number)
			pages = append(pages, fmt.Sprint(p.Ref.Num))
		}
		require.Equal(t, c.pages, strings.Join(pages, " "), c.name)
		require.Equal(t, c.clean, len(d.Warnings()) == 0, "%s: %v", c.name, d.Warnings())
		_, err = d.Page(context.Background(), n+1)
		require.True(t, errors.Is(err, ErrNoPage))
		_, err = d.Page(context.Background(), 0)
		require.True(t, errors.Is(err, ErrNoPage))
	}
}

// TestPageTreeBounds has trees with more paths than a computer can walk.
func TestPageTreeBounds(t *testing.T) {
	var objects []string
	const levels = 60
	for i := range levels {
		objects = append(objects, fmt.Sprintf("<</Type/Pages/Kids[%d 0 R %d 0 R]>>", i+3, i+3))
	}
	d := open(t, tree(append(objects, "<</Type/Page>>")...))
	n, err := d.NumPages(context.Background())
	require.NoError(t, err)
	require.GreaterOrEqual(t, n, 1)
	require.Less(t, n, 1000)

	objects = nil
	for i := range 5000 {
		objects = append(objects, fmt.Sprintf("<</Type/Pages/Kids[%d 0 R]>>", i+3))
	}
	d = open(t, tree(append(objects, "<</Type/Page>>")...))
	n, err = d.NumPages(context.Background())
	require.NoError(t, err)
	require.Equal(t, 1, n, "a deep tree has one page")
	n, err = open(t, tree(append(objects, "<</Type/Page>>", "<</Type/Page>>")...)).NumPages(context.Background())
	require.NoError(t, err)
	require.Equal(t, 1, n, "a page that is not in the tree does not count")

	file := tree("<</Type/Pages/Kids["+strings.Repeat("3 0 R ", 100)+"]>>", "<</Type/Page>>")
	d, err = Open(context.Background(), bytes.NewReader(file), int64(len(file)), Options{Limits: Limits{Pages: 10}})
	require.NoError(t, err)
	n, err = d.NumPages(context.Background())
	var limit *LimitError
	require.True(t, errors.As(err, &limit))
	require.Equal(t, "Pages", limit.Field)
	require.Equal(t, 10, n)
	_, err = d.Page(context.Background(), 10)
	require.NoError(t, err)
	_, err = d.Page(context.Background(), 11)
	require.True(t, errors.As(err, &limit))

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = open(t, file).NumPages(ctx)
	require.True(t, errors.Is(err, context.Canceled))
}

func TestNoPages(t *testing.T) {
	d := open(t, tree("<</Type/Pages/Kids[9 0 R 8 0 R]>>"))
	_, err := d.NumPages(context.Background())
	require.True(t, errors.Is(err, ErrCorrupt))
}

func TestInheritance(t *testing.T) {
	d := open(t, tree(
		"<</Type/Pages/Kids[3 0 R 6 0 R]/MediaBox[0 0 100 200]/Rotate 90/Resources<</A 1>>>>",
		"<</Type/Pages/Kids[4 0 R 5 0 R]/CropBox 7 0 R/Resources 8 0 R>>",
		"<</Type/Page>>",
		"<</Type/Page/MediaBox[50 60 10 20]/Rotate -90/UserUnit 2.5>>",
		"<</Type/Page/Resources<</C 3>>/CropBox[-5 -5 300 100]>>",
		"[10 10 40 50]",
		"<</B 2>>",
	))
	page := func(n int) *Page {
		p, err := d.Page(context.Background(), n)
		require.NoError(t, err)
		return p
	}
	p := page(1)
	require.Equal(t, [4]float64{0, 0, 100, 200}, p.MediaBox)
	require.Equal(t, [4]float64{10, 10, 40, 50}, p.CropBox)
	require.Equal(t, 90, p.Rotate)
	require.Equal(t, 1.0, p.UserUnit)
	require.Equal(t, Dict{"B": int64(2)}, p.Resources)
	p = page(2)
	require.Equal(t, [4]float64{10, 20, 50, 60}, p.MediaBox)
	require.Equal(t, [4]float64{10, 20, 40, 50}, p.CropBox)
	require.Equal(t, 270, p.Rotate)
	require.Equal(t, 2.5, p.UserUnit)
	p = page(3)
	require.Equal(t, [4]float64{0, 0, 100, 100}, p.CropBox)
	require.Equal(t, Dict{"C": int64(3)}, p.Resources)
	require.Empty(t, d.Warnings())
}

func TestBoxes(t *testing.T) {
	for _, c := range []struct {
		entries     string
		media, crop [4]float64
		clean       bool
	}{
		{"", letter, letter, false},
		{"/MediaBox[0 0 0 0]", letter, letter, false},
		{"/MediaBox[0 0 100]", letter, letter, false},
		{"/MediaBox[]", letter, letter, false},
		{"/MediaBox[0 0 (a) 100]", letter, letter, false},
		{"/MediaBox[0 0 1e9 100]", letter, letter, false},
		{"/MediaBox[0 0 99999999 100]", letter, letter, false},
		{"/MediaBox 2 0 R", letter, letter, false},
		{"/MediaBox[0 0 100.5 50 7]", [4]float64{0, 0, 100.5, 50}, [4]float64{0, 0, 100.5, 50}, true},
		{"/MediaBox[0 0 10 10]/CropBox[20 20 30 30]", [4]float64{0, 0, 10, 10}, [4]float64{0, 0, 10, 10}, false},
		{"/MediaBox[0 0 10 10]/CropBox/X", [4]float64{0, 0, 10, 10}, [4]float64{0, 0, 10, 10}, false},
		{"/MediaBox[0 0 10 10]/Rotate 45/UserUnit -1", [4]float64{0, 0, 10, 10}, [4]float64{0, 0, 10, 10}, true},
	} {
		d := open(t, tree("<</Type/Pages/Kids[3 0 R]>>", "<</Type/Page"+c.entries+">>"))
		p, err := d.Page(context.Background(), 1)
		require.NoError(t, err)
		require.Equal(t, c.media, p.MediaBox, c.entries)
		require.Equal(t, c.crop, p.CropBox, c.entries)
		require.Equal(t, 0, p.Rotate)
		require.Equal(t, 1.0, p.UserUnit)
		require.Equal(t, c.clean, len(d.Warnings()) == 0, "%s: %v", c.entries, d.Warnings())
	}
}

func TestContents(t *testing.T) {
	for _, c := range []struct{ entries, want string }{
		{"", ""},
		{"/Contents 4 0 R", "a\n"},
		{"/Contents[4 0 R 5 0 R]", "a\nb\n"},
		{"/Contents 6 0 R", "a\nb\n"},
		{"/Contents[4 0 R 9 0 R null 5 0 R 2 0 R]", "a\nb\n"},
		{"/Contents[4 0 R[5 0 R 4 0 R]]", "a\nb\na\n"},
		{"/Contents[7 0 R 4 0 R]", "a\n"}, // 7 holds itself
		{"/Contents/X", ""},
	} {
		d := open(t, tree("<</Type/Pages/Kids[3 0 R]/MediaBox[0 0 9 9]>>", "<</Type/Page"+c.entries+">>",
			stream("", []byte("a")), stream("", []byte("b")), "[4 0 R 5 0 R]", "[7 0 R]"))
		require.Equal(t, c.want, content(t, d, 1), c.entries)
	}
}

// TestLazyPages checks that page 1 of a long file is found without the rest.
func TestLazyPages(t *testing.T) {
	objects := []string{""}
	var kids strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&kids, "%d 0 R ", i+3)
		objects = append(objects, "<</Type/Page/Parent 2 0 R/Pad("+strings.Repeat("x", 200)+")>>")
	}
	objects[0] = "<</Type/Pages/MediaBox[0 0 9 9]/Kids[" + kids.String() + "]>>"
	file := tree(objects...)
	r := &countingReader{file: file}
	d, err := Open(context.Background(), r, int64(len(file)), Options{})
	require.NoError(t, err)
	_, err = d.Page(context.Background(), 1)
	require.NoError(t, err)
	require.Len(t, d.pages.leaves, 1)
	require.Less(t, r.read, len(file)/2)
	p, err := d.Page(context.Background(), 4000)
	require.NoError(t, err)
	require.Equal(t, Ref{4002, 0}, p.Ref)
	require.Len(t, d.pages.leaves, 4000)
	n, err := d.NumPages(context.Background())
	require.NoError(t, err)
	require.Equal(t, 5000, n)
}

func TestPageLabels(t *testing.T) {
	file := build("",
		"<</Type/Catalog/Pages 2 0 R/PageLabels 3 0 R>>", "<</Type/Pages/Kids[]>>",
		"<</Kids[4 0 R 5 0 R 3 0 R]>>",
		"<</Nums[0<</S/r>>3<</S/D/P(A-)/St 8>>]>>",
		"<</Nums[5<</S/A/St 26>>7<</P<feff00e4>>>8<</S/R/St 1994>>9<</S/a/St 1000000000>>]>>")
	d := open(t, file)
	var got []string
	for n := 0; n <= 11; n++ {
		got = append(got, d.PageLabel(n))
	}
	require.Equal(t, []string{"", "i", "ii", "iii", "A-8", "A-9", "Z", "AA", "\u00e4", "MCMXCIV", "1000000000", "1000000001"}, got)
	require.Equal(t, "", open(t, tree("<</Type/Pages/Kids[]>>")).PageLabel(1))
}

func TestAccessors(t *testing.T) {
	d := open(t, tree("<</Type/Pages/Kids[]>>", "(s)", "/N", "17", "2.5", "true", "[1]", "<</A 1>>", stream("/B 2", nil), "11 0 R", "3 0 R"))
	s, ok := d.String(Ref{3, 0})
	require.True(t, ok)
	require.Equal(t, String("s"), s)
	require.Equal(t, Name("N"), d.Name(Ref{4, 0}))
	i, ok := d.Int(Ref{5, 0})
	require.True(t, ok)
	require.Equal(t, 17, i)
	i, ok = d.Int(Ref{6, 0})
	require.True(t, ok)
	require.Equal(t, 2, i)
	f, ok := d.Number(Ref{6, 0})
	require.True(t, ok)
	require.Equal(t, 2.5, f)
	b, ok := d.Bool(Ref{7, 0})
	require.True(t, ok && b)
	require.Equal(t, Array{int64(1)}, d.Array(Ref{8, 0}))
	require.Equal(t, Dict{"A": int64(1)}, d.Dict(Ref{9, 0}))
	require.Equal(t, int64(2), d.Dict(Ref{10, 0})["B"])
	require.Equal(t, 10, d.Stream(Ref{10, 0}).Num)
	require.Equal(t, String("s"), d.Resolve(Ref{12, 0}), "a reference to a reference")
	require.Empty(t, d.Warnings())
	require.Nil(t, d.Resolve(Ref{11, 0}), "a reference to itself")
	require.Len(t, d.Warnings(), 1)
	require.Nil(t, d.Resolve(Ref{11, 0}))
	require.Len(t, d.Warnings(), 1, "a warning is recorded once")
	for _, o := range []Object{nil, Ref{99, 0}, Ref{-1, 0}, Ref{0, 0}, Ref{math.MaxInt, 0}} {
		require.Nil(t, d.Resolve(o))
		_, ok = d.Int(o)
		require.False(t, ok)
	}
}

// TestConcurrent is for the race detector.
func TestConcurrent(t *testing.T) {
	objects := []string{"<</Type/Pages/MediaBox[0 0 9 9]/Kids["}
	members := map[int]string{}
	plain := map[int]string{}
	kids := ""
	for i := range 40 {
		kids += fmt.Sprintf("%d 0 R ", 100+i)
		members[100+i] = fmt.Sprintf("<</Type/Page/Parent 2 0 R/Contents %d 0 R/Resources<</N %d>>>>", 30+i, i)
		plain[30+i] = stream("/Filter/Fl", deflate(fmt.Sprintf("page %d %s", i, text)))
	}
	plain[1] = "<</Type/Catalog/Pages 2 0 R>>"
	plain[2] = objects[0] + kids + "]>>"
	file := withXRefStream(plain, members, "")
	d := open(t, file)
	var group sync.WaitGroup
	for g := range 8 {
		group.Go(func() {
			for i := range 40 {
				n := (i*7+g*5)%40 + 1
				p, err := d.Page(context.Background(), n)
				if err != nil || d.Dict(p.Dict["Resources"])["N"] != int64(n-1) {
					t.Errorf("page %d: %v", n, err)
					return
				}
				out, err := d.Decode(context.Background(), p.Contents[0], nil)
				if err != nil || string(out) != fmt.Sprintf("page %d %s", n-1, text) {
					t.Errorf("page %d: %v", n, err)
				}
				d.Resolve(Ref{500 + n, 0})
				d.Warnings()
				d.PageLabel(n)
				if head, err := d.DecodeHead(context.Background(), p.Contents[0], 4); string(head) != "page" {
					t.Errorf("head of page %d: %v", n, err)
				}
			}
			if n, err := d.NumPages(context.Background()); n != 40 {
				t.Errorf("%d pages: %v", n, err)
			}
		})
	}
	group.Wait()
	require.Empty(t, d.Warnings())
}

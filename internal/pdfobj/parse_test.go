package pdfobj

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/limits"
)

func parse(s string) (Object, *parser) {
	p := &parser{buf: []byte(s), names: &names{m: make(map[string]Object)}}
	v, _ := p.value(0)
	return v, p
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Object
	}{
		{"null", nil},
		{"true", true},
		{"false ", false},
		{"0", int64(0)},
		{"-17", int64(-17)},
		{"+17", int64(17)},
		{"3.25", 3.25},
		{"-.5", -.5},
		{"4.", 4.0},
		{"00012", int64(12)},
		{"100000000000000000000", 1e20}, // does not fit into 64 bits
		{"0.00000000000000000001", 1e-20},
		{"." + strings.Repeat("0", 400) + "1", 0.0},
		{"1 0 R", Ref{1, 0}},
		{"1 0 RG", int64(1)},
		{"12 65535 R", Ref{12, 65535}},
		{"/Name", Name("Name")},
		{"/A#20B", Name("A B")},
		{"/A#2", Name("A#2")},
		{"/A#zzB#41", Name("A#zzBA")},
		{"/", Name("")},
		{"(plain)", String("plain")},
		{"(a(b)c)", String("a(b)c")},
		{`(\n\r\t\b\f\(\)\\\q)`, String("\n\r\t\b\f()\\q")},
		{`(\101\53\0053)`, String("A+\x053")},
		{"(a\\\nb\\\r\nc)", String("abc")},
		{"(a\rb\r\nc\nd)", String("a\nb\nc\nd")},
		{"<48656C6C6F>", String("Hello")},
		{"<48 65\n6c6>", String("Hel`")},
		{"<>", String("")},
		{"[1 2.5/N(s)<41>]", Array{int64(1), 2.5, Name("N"), String("s"), String("A")}},
		{"[[][[]]]", Array{Array{}, Array{Array{}}}},
		{"[1 0 R 2 0 R]", Array{Ref{1, 0}, Ref{2, 0}}},
		{"[1 2 3 0 R 4]", Array{int64(1), int64(2), Ref{3, 0}, int64(4)}},
		{"<</A 1/B[2]/C<</D(e)>>>>", Dict{"A": int64(1), "B": Array{int64(2)}, "C": Dict{"D": String("e")}}},
		{"<</A/B/C/D>>", Dict{"A": Name("B"), "C": Name("D")}},
		{"<</A null/B 1>>", Dict{"B": int64(1)}},
		{"<</A 1/A 2>>", Dict{"A": int64(2)}},
		{"%c\n<<%c >>\n/A%c\n1>>", Dict{"A": int64(1)}},
	} {
		v, p := parse(c.in)
		require.Equal(t, c.want, v, c.in)
		require.False(t, p.damaged, c.in)
	}
}

func TestParseDamaged(t *testing.T) {
	for _, c := range []struct {
		in   string
		want Object
	}{
		{"--5", int64(-5)},
		{"1.2.3", 1.2},
		{"1e-05", 1e-05},
		{"2.5E+2", 250.0},
		{"12-34", int64(12)},
		{"[1 2 endobj", Array{int64(1), int64(2)}},
		{"<</A 1 endobj", Dict{"A": int64(1)}},
		{"<</A[1 2>>", Dict{"A": Array{int64(1), int64(2)}}},
		{"<</A 1]/B 2>>", Dict{"A": int64(1), "B": int64(2)}},
		{"<</A 1 2 3/B 2>>", Dict{"A": int64(1), "B": int64(2)}},
		{"<</A foo/B 2>>", Dict{"B": int64(2)}},
		{"<</A 1 foo/B 2>>", Dict{"A": int64(1), "B": int64(2)}},
		{"[1 foo 2]", Array{int64(1), int64(2)}},
		{"[1 > 2]", Array{int64(1), int64(2)}},
		{"(open endobj", String("open ")},
		{"<48 endobj", String("H")},
		{"(a\\", String("a")},
		{"<4x8>", String("H")},
		{"[1 2", Array{int64(1), int64(2)}},
		{"<</A", Dict{}},
	} {
		v, p := parse(c.in)
		require.Equal(t, c.want, v, c.in)
		require.True(t, p.damaged, c.in)
	}
}

func TestParseNesting(t *testing.T) {
	const deep = 200_000
	for _, c := range []struct{ open, close string }{{"[", "]"}, {"<</A ", ">>"}, {"[<</A", ">>]"}} {
		v, p := parse("[" + strings.Repeat(c.open, deep) + strings.Repeat(c.close, deep) + " 7]")
		require.True(t, p.damaged)
		a := v.(Array)
		require.Equal(t, int64(7), a[len(a)-1], "what follows the deep part is kept")
		_, p = parse(strings.Repeat(c.open, deep))
		require.True(t, p.damaged)
	}
	v, p := parse(strings.Repeat("[", limits.Nesting) + strings.Repeat("]", limits.Nesting))
	require.False(t, p.damaged)
	require.NotNil(t, v)
}

// TestParseOracle compares with pdfcpu's parser on random objects.
func TestParseOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		s := randomObject(r, 0)
		v, p := parse(s + " endobj")
		require.False(t, p.damaged, s)
		line := s + " endobj"
		w, err := model.ParseObjectContext(context.Background(), &line, 0)
		require.NoError(t, err, s)
		require.Equal(t, fromPdfcpu(t, w), v, s)
	}
}

func randomObject(r *rand.Rand, depth int) string {
	n := 9
	if depth > 4 {
		n = 7
	}
	switch r.IntN(n) {
	case 0:
		return fmt.Sprint(r.IntN(100000) - 50000)
	case 1:
		return fmt.Sprintf("%d.%02d", r.IntN(1000), r.IntN(100))
	case 2:
		return fmt.Sprintf("/N%d#4%d", r.IntN(10), r.IntN(10))
	case 3:
		return fmt.Sprintf("(a\\)%d(b)\\\\)", r.IntN(10))
	case 4:
		return fmt.Sprintf("<%04x>", r.IntN(1<<16))
	case 5:
		return fmt.Sprintf("%d 0 R", 1+r.IntN(1000))
	case 6:
		return [...]string{"true", "false"}[r.IntN(2)]
	case 7:
		var b strings.Builder
		for range r.IntN(5) {
			b.WriteString(randomObject(r, depth+1) + " ")
		}
		return "[" + b.String() + "]"
	}
	var b strings.Builder
	for i := range r.IntN(5) {
		fmt.Fprintf(&b, "/K%d %s", i, randomObject(r, depth+1))
	}
	return "<<" + b.String() + ">>"
}

func fromPdfcpu(t *testing.T, o types.Object) Object {
	switch v := o.(type) {
	case types.Boolean:
		return v.Value()
	case types.Integer:
		return int64(v.Value())
	case types.Float:
		return v.Value()
	case types.Name:
		return Name(v.Value())
	case types.StringLiteral:
		b, err := types.Unescape(v.Value())
		require.NoError(t, err)
		return String(b)
	case types.HexLiteral:
		b, err := v.Bytes()
		require.NoError(t, err)
		return String(b)
	case types.IndirectRef:
		return Ref{v.ObjectNumber.Value(), v.GenerationNumber.Value()}
	case types.Array:
		a := make(Array, len(v))
		for i := range v {
			a[i] = fromPdfcpu(t, v[i])
		}
		return a
	case types.Dict:
		d := make(Dict, len(v))
		for k, e := range v {
			d[Name(k)] = fromPdfcpu(t, e)
		}
		return d
	}
	require.Fail(t, fmt.Sprintf("%T", o))
	return nil
}

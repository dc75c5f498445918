package interp

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// drawn writes the rules and boxes of a page in the standard's y up.
func drawn(p *Page) string {
	var b strings.Builder
	for _, r := range p.Rules {
		fmt.Fprintf(&b, "rule %.4g,%.4g %.4g,%.4g w %.3g", r.From.X, 792-r.From.Y, r.To.X, 792-r.To.Y, r.Width)
		if r.Dashed {
			b.WriteString(" dashed")
		}
		if r.Filled {
			b.WriteString(" filled")
		}
		b.WriteByte('\n')
	}
	for _, x := range p.Boxes {
		fmt.Fprintf(&b, "box %.4g,%.4g %.4g,%.4g\n", x.Bounds.X0, 792-x.Bounds.Y1, x.Bounds.X1, 792-x.Bounds.Y0)
	}
	return b.String()
}

func TestPaths(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"stroked segment":    {"2 w 10 20 m 110 20 l S", "rule 10,20 110,20 w 2\n"},
		"from right to left": {"1 w 110 20 m 10 20 l S", "rule 10,20 110,20 w 1\n"},
		"width is scaled":    {"2 0 0 2 0 0 cm 1 w 10 10 m 60 10 l S", "rule 20,20 120,20 w 2\n"},
		"vertical, downwards": {
			"1 w 10 20 m 10 120 l S", "rule 10,120 10,20 w 1\n"},
		"open and closed figures": {
			"1 w 0 0 m 50 0 l 50 50 l S 0 0 m 50 0 l 50 50 l s",
			"rule 0,0 50,0 w 1\nrule 50,50 50,0 w 1\nrule 0,0 50,0 w 1\nrule 50,50 50,0 w 1\nrule 50,50 0,0 w 1\n"},
		"stroked rectangle has four sides": {
			"1 w 10 10 100 50 re S",
			"rule 10,10 110,10 w 1\nrule 110,60 110,10 w 1\nrule 10,60 110,60 w 1\nrule 10,60 10,10 w 1\n"},
		"thin filled rectangle":  {"10 20 100 1 re f", "rule 10,20.5 110,20.5 w 1 filled\n"},
		"as four lines":          {"10 20 m 110 20 l 110 21 l 10 21 l 10 20 l f", "rule 10,20.5 110,20.5 w 1 filled\n"},
		"upright thin rectangle": {"10 20 1 100 re f*", "rule 10.5,120 10.5,20 w 1 filled\n"},
		"rectangle":              {"10 20 100 50 re f", "box 10,20 110,70\n"},
		"negative size":          {"110 70 -100 -50 re f", "box 10,20 110,70\n"},
		"several in one path":    {"0 0 9 9 re 20 0 9 9 re f", "box 0,0 9,9\nbox 20,0 29,9\n"},
		"filled and stroked":     {"1 w 0 0 50 50 re B", "rule 0,0 50,0 w 1\nrule 50,50 50,0 w 1\nrule 0,50 50,50 w 1\nrule 0,50 0,0 w 1\nbox 0,0 50,50\n"},
		"n paints nothing":       {"0 0 50 50 re n", ""},
		"curves are no rules":    {"0 0 m 50 0 50 50 100 50 c S 0 0 m 1 1 2 2 v 3 3 4 4 y f", ""},
		"triangle":               {"0 0 m 50 0 l 25 50 l f", ""},
		"dash pattern":           {"1 w [3 2] 0 d 0 0 m 100 0 l S [] 0 d 0 9 m 100 9 l S", "rule 0,0 100,0 w 1 dashed\nrule 0,9 100,9 w 1\n"},
		"dashes one by one":      {"1 w 0 0 m 3 0 l S 5 0 m 8 0 l S 10 0 m 13 0 l S", "rule 0,0 13,0 w 1 dashed\n"},
		"dots":                   {"1 w 1 J 0 0 m 0 0 l S 2 0 m 2 0 l S 4 0 m 4 0 l S", "rule 0,0 4,0 w 1 dashed\n"},
		"dots as squares":        {"0 0 1 1 re f 3 0 1 1 re f 6 0 1 1 re f", "rule 0,0.5 7,0.5 w 1 dashed filled\n"},
		"specks":                 {"1 w 0 0 m 1 0 l S 0 9 m 1.5 9 l S 0 20 m 9 20 l S 5 5 1 1 re f", "rule 0,20 9,20 w 1\n"},
		"lines apart":            {"1 w 0 0 m 30 0 l S 32 0 m 62 0 l S", "rule 0,0 30,0 w 1\nrule 32,0 62,0 w 1\n"},
		"clipped":                {"20 0 30 50 re W n 1 w 0 10 m 100 10 l S 0 60 m 100 60 l S 0 0 100 40 re f", "rule 20,10 50,10 w 1\nbox 20,0 50,40\n"},
		"slanted":                {"1 w 0 0 m 100 50 l S 0 0 m 2 2 l S", "rule 0,0 100,50 w 1\n"},
		"transparent":            {"/G gs 0 0 50 50 re f", "box 0,0 50,50\n"},
		"after h a new figure":   {"1 w 0 0 m 50 0 l h 0 30 l S", "rule 0,0 50,0 w 1\nrule 0,30 0,0 w 1\n"},
		"line without a start":   {"1 w 0 0 l 50 0 l S", "rule 0,0 50,0 w 1\n"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, drawn(content(t, c.in))) })
	}
}

func TestColors(t *testing.T) {
	for in, want := range map[string]Color{
		"0.5 g":                       {128, 128, 128, 255},
		"1 0 0 rg":                    {255, 0, 0, 255},
		"0 1 1 0 k":                   {255, 0, 0, 255},
		"0 0 0 1 k":                   {0, 0, 0, 255},
		"/DeviceRGB cs 0 0 1 sc":      {0, 0, 255, 255},
		"/DeviceRGB cs":               {0, 0, 0, 255},
		"/DeviceCMYK cs 1 0 0 0 scn":  {0, 255, 255, 255},
		"1 0 0 rg /Pattern cs /P scn": {128, 128, 128, 255},
		"q 1 0 0 rg Q":                {0, 0, 0, 255},
	} {
		p := content(t, in+" BT /F1 9 Tf (A) Tj ET")
		assert.Equal(t, want, p.Runs[0].Fill, in)
	}
}

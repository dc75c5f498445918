package corridor

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/pdftext-go/pdftext/internal/geom"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unitX and unitY are the size of a character of a picture, whose text has an
// em of 10 points: one blank is a word gap, two part segments.
const unitX, unitY = 5.0, 12.0

// draw makes words of a picture in characters. A line of "=" is rules below
// the text of the line before.
func draw(s string) (*Input, []string) {
	in := &Input{}
	var texts []string
	y := 0.0
	for _, l := range strings.Split(strings.Trim(s, "\n"), "\n") {
		if strings.Trim(l, " =") != "" || l == "" {
			y += unitY
		}
		for c := 0; c < len(l); {
			end := c
			for end < len(l) && l[end] != ' ' {
				end++
			}
			if end > c {
				x0, x1 := unitX*float64(c), unitX*float64(end)
				if l[c] == '=' {
					in.Rules = append(in.Rules, Rule{x0, x1, y + 3})
				} else {
					in.Words = append(in.Words, word(l[c:end], x0, x1, y))
					texts = append(texts, l[c:end])
				}
			}
			c = end + 1
		}
	}
	return in, texts
}

func word(text string, x0, x1, y float64) Word {
	w := Word{Box: geom.Rect{X0: x0, Y0: y - 7.5, X1: x1, Y1: y + 2}, Base: y, Size: 10, Value: -1}
	first := rune(text[0])
	if strings.ContainsFunc(text, unicode.IsDigit) {
		w.Kind |= Digit
	}
	if strings.Trim(text, "0123456789.,%-()") == "" {
		w.Kind |= Number
	}
	if unicode.IsLower(first) {
		w.Kind |= Lower
	}
	if !strings.ContainsFunc(text, unicode.IsLower) {
		w.Kind |= Capitals
	}
	if first == '(' || first == '&' {
		w.Kind |= Joint
	}
	if strings.HasSuffix(text, ".") && len(text) == 2 {
		w.Kind |= Mark
	}
	if len(text) > 3 && strings.Trim(text, "._") == "" {
		w.Kind |= Leader
	}
	switch text {
	case "Table":
		w.Kind |= Caption
	case "Source:", "Note:":
		w.Kind |= Note | Source
	}
	if len(text) <= 4 {
		fmt.Sscan(text, &w.Value)
	}
	return w
}

// find returns the tables of a picture as rows of cells.
func find(t *testing.T, in *Input, texts []string) string {
	t.Helper()
	var out []string
	for _, tab := range Find(in, 0.5) {
		checkTable(t, &tab, len(in.Words))
		var b strings.Builder
		for i, c := range tab.Cells {
			if i > 0 && c.Row != tab.Cells[i-1].Row {
				b.WriteString("\n")
			}
			if c.RowSpan > 1 || c.ColSpan > 1 {
				fmt.Fprintf(&b, "%dx%d:", c.RowSpan, c.ColSpan)
			}
			var words []string
			for _, w := range c.Words {
				words = append(words, texts[w])
			}
			b.WriteString(strings.Join(words, " ") + "|")
		}
		out = append(out, b.String())
	}
	return strings.Join(out, "\n\n")
}

// checkTable checks that the cells cover the grid exactly.
func checkTable(t *testing.T, tab *Table, words int) {
	t.Helper()
	require.True(t, slices.IsSorted(tab.Xs) && slices.IsSorted(tab.Ys), "%v %v", tab.Xs, tab.Ys)
	require.True(t, tab.Rows() >= 2 && tab.Cols() >= 2)
	require.True(t, tab.Confidence >= 0 && tab.Confidence <= 1)
	cover := make([]int, tab.Rows()*tab.Cols())
	seen := map[int32]bool{}
	for i, c := range tab.Cells {
		require.True(t, c.Row >= 0 && c.Col >= 0 && c.RowSpan >= 1 && c.ColSpan >= 1 && c.Row+c.RowSpan <= tab.Rows() && c.Col+c.ColSpan <= tab.Cols(), "%+v", c)
		if i > 0 {
			a := tab.Cells[i-1]
			require.True(t, a.Row < c.Row || a.Row == c.Row && a.Col < c.Col, "order")
		}
		for r := range c.RowSpan {
			for q := range c.ColSpan {
				cover[(c.Row+r)*tab.Cols()+c.Col+q]++
			}
		}
		for _, w := range c.Words {
			require.False(t, seen[w] || w < 0 || int(w) >= words)
			seen[w] = true
		}
	}
	for i, n := range cover {
		require.Equal(t, 1, n, "field %d,%d", i/tab.Cols(), i%tab.Cols())
	}
}

func TestFind(t *testing.T) {
	for _, c := range []struct{ name, picture, want string }{
		{"numbers", `
Item      Qty   Price
Bolt        8    1.20
Nut        12    0.35
Washer    100    0.05
`, "Item|Qty|Price|\nBolt|8|1.20|\nNut|12|0.35|\nWasher|100|0.05|"},
		{"empty cells", `
Region      2010   2011   2012
North        10            12
South        20     21     22
West                31     32
East         40     41
`, "Region|2010|2011|2012|\nNorth|10||12|\nSouth|20|21|22|\nWest||31|32|\nEast|40|41||"},
		{"caption and source stay out", `
Table 1 Output of the four regions of the land

Region      2010   2011
North        10     11
South        20     21
West         30     31
Source: the office
`, "Region|2010|2011|\nNorth|10|11|\nSouth|20|21|\nWest|30|31|"},
		{"a head over several columns", `
              Men             Women
            ==========     ==========
Region      2010  2011     2010  2011
North        10    11       12    13
South        20    21       22    23
West         30    31       32    33
`, "|1x2:Men|1x2:Women|\nRegion|2010|2011|2010|2011|\nNorth|10|11|12|13|\nSouth|20|21|22|23|\nWest|30|31|32|33|"},
		{"a label that wraps", `
Cost                       2010    2011
Salaries                     10      11
Rent of the rooms that the
  office uses                20      21
Travel                       30      31
Other costs                  40      41
`, "Cost|2010|2011|\nSalaries|10|11|\nRent of the rooms that the office uses|20|21|\nTravel|30|31|\nOther costs|40|41|"},
		{"a section", `
Region      2010   2011
North        10     11
Coast
South        20     21
West         30     31
`, "Region|2010|2011|\nNorth|10|11|\nCoast|||\nSouth|20|21|\nWest|30|31|"},
		{"two columns of text", `
the first column of a page has   and the second one has lines as
lines that are full of words     well that stand beside them and
and go on with the next one so   wrap in the same way so that the
that each of them begins in the  gap between them is a gutter and
middle of a sentence and ends    not a column of a table however
anywhere that it has to since    long it may be in the end since
the words are too long for it    nothing here is a cell at all
`, ""},
		{"a list", `
1.   Cut the wood to the length that the drawing asks for
2.   Sand it until it is smooth and then wipe off the dust
3.   Paint it twice and let it dry for a day in between the
     coats so that the paint gets hard
`, ""},
		{"contents", `
Introduction ............. 1
Method ................... 4
Results .................. 9
Discussion .............. 17
Literature .............. 23
`, ""},
		{"two tables side by side", `
Day   Sun   Rain           Day   Sun   Rain
 1     10    100            11    20    200
 2     11    101            12    21    201
 3     12    102            13    22    202
 4     13    103            14    23    203
`, "Day|Sun|Rain|\n1|10|100|\n2|11|101|\n3|12|102|\n4|13|103|\n\nDay|Sun|Rain|\n11|20|200|\n12|21|201|\n13|22|202|\n14|23|203|"},
		{"two lines of a justified text", `
The   words   of   this   line   are   far   apart   to
fill  the  width  and  so  are  those  of  the  next
`, ""},
		{"numbered lines of a program", `
11   for i := range rows {
12        if rows[i] == nil {
13             continue
14        }
15        n += len(rows[i])
16   }
17   return n
`, ""},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, texts := draw(c.picture)
			assert.Equal(t, c.want, find(t, in, texts))
			// The order of the words does not matter.
			r := rand.New(rand.NewPCG(1, 1))
			r.Shuffle(len(texts), func(i, j int) {
				in.Words[i], in.Words[j] = in.Words[j], in.Words[i]
				texts[i], texts[j] = texts[j], texts[i]
			})
			assert.Equal(t, c.want, find(t, in, texts))
		})
	}
}

// A page may hold anything.
func TestFindInvariants(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		in := &Input{}
		for range r.IntN(300) {
			x, y := float64(r.IntN(40)*15), float64(r.IntN(30)*12)
			if r.IntN(4) == 0 {
				x, y = x+15*r.Float64(), y+6*r.Float64()
			}
			text := []string{"12", "word", "Word", "Table", "Note:", "1.", ".....", "(x)"}[r.IntN(8)]
			w := word(text, x, x+unitX*float64(1+r.IntN(8)), y)
			w.Size = 6 + 6*r.Float64()
			in.Words = append(in.Words, w)
		}
		for range r.IntN(20) {
			x := float64(r.IntN(10) * 30)
			in.Rules = append(in.Rules, Rule{x, x + float64(r.IntN(20)*30), float64(r.IntN(30)*12 - 4)})
		}
		first := Find(in, 0)
		seen := map[int32]bool{}
		for i := range first {
			checkTable(t, &first[i], len(in.Words))
			for _, c := range first[i].Cells {
				for _, w := range c.Words {
					require.False(t, seen[w], "seed %d: word %d is in two tables", seed, w)
					seen[w] = true
				}
			}
		}
		require.Equal(t, first, Find(in, 0), "not deterministic")
	}
}

// grown returns pages of n words that make much work of some step.
func grown(n int) map[string]*Input {
	table, text, row, scattered := &Input{}, &Input{}, &Input{}, &Input{}
	r := rand.New(rand.NewPCG(7, 7))
	for i := range n {
		x, y := float64(i%10)*40, float64(i/10)*12
		table.Words = append(table.Words, word("12", x, x+10, y))
		text.Words = append(text.Words, word("words", float64(i%16)*28+float64(i%16/8)*40, float64(i%16)*28+float64(i%16/8)*40+25, float64(i/16)*12))
		row.Words = append(row.Words, word("12", float64(i/2)*20, float64(i/2)*20+9, float64(i%2)*12))
		x, y = r.Float64()*600, r.Float64()*float64(n)/2
		scattered.Words = append(scattered.Words, word([]string{"12", "word", "Word"}[i%3], x, x+15, y))
	}
	ruled := &Input{Words: table.Words}
	for i := range 2 * n {
		ruled.Rules = append(ruled.Rules, Rule{float64(i%7) * 40, 400 - float64(i%5), float64(i) * 12 / 20})
	}
	return map[string]*Input{"table": table, "text": text, "row": row, "scattered": scattered, "ruled": ruled}
}

// Eight times as many words take about eight times as long: five times that leaves
// room for n log n and for other work of the machine, and is far below 64.
func TestFindGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	best := func(in *Input) time.Duration {
		least := time.Hour
		for range 3 {
			start := time.Now()
			Find(in, 0.5)
			least = min(least, time.Since(start))
		}
		return least
	}
	few, many := grown(2500), grown(20000)
	for name := range few {
		a, b := best(few[name]), best(many[name])
		t.Logf("%s: %v, %v", name, a, b)
		assert.Less(t, b, 40*a+200*time.Millisecond, name)
	}
}

package pdftext

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// pages lays out pages of lines given by their height on a page of 800 points.
func layOut(pages []map[float64]string) []*Layout {
	var out []*Layout
	for i, lines := range pages {
		p := newPen()
		p.page.Number = i + 1
		p.page.Bounds = Rect{0, 0, 600, 800}
		for y, s := range lines {
			p.show(60, float32(y), s)
		}
		out = append(out, Analyze(&p.page))
	}
	return out
}

// survey returns the texts of the blocks that are running heads, page by page.
func running(layouts []*Layout) []string {
	s := NewSurvey()
	for _, l := range layouts {
		s.Add(l)
	}
	var out []string
	for _, l := range layouts {
		var heads []string
		for _, c := range s.Layout(l).Columns {
			for i := range c.Blocks {
				if b := &c.Blocks[i]; b.Role >= PageHeader {
					heads = append(heads, b.Role.String()+" "+b.Text(l.Page))
				}
			}
		}
		out = append(out, strings.Join(heads, "; "))
	}
	return out
}

func TestRunningHeads(t *testing.T) {
	const body = "A line of the text in the middle of the page."
	for _, tt := range []struct {
		name  string
		pages []map[float64]string
		want  []string
	}{
		{"the same on each page", []map[float64]string{
			{30: "Annual Report 2019", 400: body}, {30: "Annual Report 2020", 400: body}, {30: "Annual Report 2021", 400: body},
		}, []string{"page_header Annual Report 2019", "page_header Annual Report 2020", "page_header Annual Report 2021"}},
		{"odd and even", []map[float64]string{
			{400: body}, {30: "Left", 400: body}, {30: "Right", 400: body}, {30: "Left", 400: body}, {30: "Right", 400: body},
		}, []string{"", "page_header Left", "page_header Right", "page_header Left", "page_header Right"}},
		{"page numbers", []map[float64]string{
			{400: body, 780: "- 7 -"}, {400: body, 780: "- 8 -"},
		}, []string{"page_number - 7 -", "page_number - 8 -"}},
		{"on one page", []map[float64]string{{400: body, 780: "12 / 40"}}, []string{"page_number 12 / 40"}},
		{"a number that is no page's", []map[float64]string{{400: body, 700: "12,500", 780: "27,300"}}, []string{""}},
		{"roman", []map[float64]string{{400: body, 780: "xii"}, {400: body, 780: "xiii"}}, []string{"page_number xii", "page_number xiii"}},
		{"a word", []map[float64]string{{400: body, 780: "mix"}, {400: body, 780: "civil"}}, []string{"", ""}},
		{"titles that change with the chapter", []map[float64]string{
			{30: "12 Storms", 400: body}, {30: "13 Tides of the north", 400: body}, {30: "14 Currents", 400: body}, {30: "15 Ice", 400: body},
		}, []string{"page_header 12 Storms", "page_header 13 Tides of the north", "page_header 14 Currents", "page_header 15 Ice"}},
		{"first lines that differ", []map[float64]string{
			{30: "The boat left early.", 400: body}, {30: "Nobody had seen it.", 400: body}, {30: "It came back late.", 400: body},
		}, []string{"", "", ""}},
		{"a line in the middle of every page", []map[float64]string{{400: body}, {400: body}, {400: body}}, []string{"", "", ""}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, tt.want, running(layOut(tt.pages)))
		})
	}
}

// A line over which the text begins at once is taken out of its block.
func TestRunningHeadInBlock(t *testing.T) {
	var pages []map[float64]string
	for i := range 3 {
		pages = append(pages, map[float64]string{60: "The Title", 72: fmt.Sprintf("First line %c of the page goes here", 'a'+i), 84: fmt.Sprintf("and a second one that ends in %c.", 'k'+i)})
	}
	layouts := layOut(pages)
	assert.Equal(t, []string{"page_header The Title", "page_header The Title", "page_header The Title"}, running(layouts))
	assert.Equal(t, 1, len(layouts[0].Columns[0].Blocks), "Layout changed its argument")
}

func TestJoinPages(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"The keeper of the", "light left early.", true},
		{"The keeper left.", "light was seen.", false},
		{"The keeper of the", "Light left early.", false},
		{"The keeper of light-", "houses left.", true},
	} {
		layouts := layOut([]map[float64]string{{400: tt.a}, {100: tt.b}})
		joinPages(layouts[0], layouts[1])
		assert.Equal(t, tt.want, layouts[1].Columns[0].Blocks[0].Joins, "%q %q", tt.a, tt.b)
	}
}

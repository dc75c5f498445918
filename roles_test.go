package pdftext

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A roleLine is a line to be laid out; the font is bold if bold is set.
type roleLine struct {
	x, y, size float32
	bold       bool
	text       string
}

func rolesOf(lines []roleLine) []string {
	p := newPen()
	p.page.Bounds = Rect{0, 0, 600, 800}
	p.page.Fonts[1] = p.page.Fonts[0]
	p.page.Fonts[1].Bold = true
	for _, l := range lines {
		p.run.Font = 0
		if l.bold {
			p.run.Font = 1
		}
		p.size = l.size
		p.show(l.x, l.y, l.text)
	}
	var out []string
	for _, c := range Analyze(&p.page).Columns {
		for i := range c.Blocks {
			out = append(out, c.Blocks[i].Role.String()+": "+c.Blocks[i].Text(&p.page))
		}
	}
	return out
}

func TestRoles(t *testing.T) {
	body := func(y float32) []roleLine {
		return []roleLine{
			{60, y, 10, false, "The keepers of the lights were asked to write down what they saw,"},
			{60, y + 12, 10, false, "at noon and at midnight, in the books that were given to them."},
		}
	}
	with := func(lines ...roleLine) []roleLine { return append(lines, body(300)...) }
	const text = "paragraph: The keepers of the lights were asked to write down what they saw, at noon and at midnight, in the books that were given to them."
	for _, tt := range []struct {
		name  string
		lines []roleLine
		want  []string
	}{
		{"large", with(roleLine{60, 100, 16, false, "Lights"}), []string{"heading: Lights", text}},
		{"hardly larger", with(roleLine{60, 100, 11, false, "Lights"}), []string{"paragraph: Lights", text}},
		{"bold", with(roleLine{60, 280, 10, true, "Lights"}), []string{"heading: Lights", text}},
		{"bold sentence", with(roleLine{60, 100, 10, true, "The lights went out."}), []string{"paragraph: The lights went out.", text}},
		{"bold question", with(roleLine{60, 100, 10, true, "Who keeps the lights?"}), []string{"heading: Who keeps the lights?", text}},
		{"bold with nothing under it", append(body(100), roleLine{60, 300, 10, true, "Lights"}), []string{text, "paragraph: Lights"}},
		{"a number alone", with(roleLine{60, 100, 20, false, "42"}), []string{"paragraph: 42", text}},
		{"bullets", with(roleLine{60, 100, 10, false, "• one"}, roleLine{60, 112, 10, false, "• two"}),
			[]string{"list_item: • one", "list_item: • two", text}},
		{"a dash that is a dash", with(roleLine{60, 100, 10, false, "– said the keeper, and left the house"}), []string{"paragraph: – said the keeper, and left the house", text}},
		{"numbers in order", with(roleLine{60, 100, 10, false, "6. six"}, roleLine{60, 112, 10, false, "7. seven"}),
			[]string{"list_item: 6. six", "list_item: 7. seven", text}},
		{"a year at the start of a line", with(roleLine{60, 100, 10, false, "They came back in the year of"}, roleLine{60, 112, 10, false, "19. Nobody knew why they had"}),
			[]string{"paragraph: They came back in the year of 19. Nobody knew why they had", text}},
		{"text that hangs", with(roleLine{60, 100, 10, false, "a)  once the boat had left"}, roleLine{80, 112, 10, false, "the harbour"}),
			[]string{"list_item: a) once the boat had left the harbour", text}},
		{"caption", with(roleLine{60, 100, 9, false, "Figure 3. The lights in winter."}), []string{"caption: Figure 3. The lights in winter.", text}},
		{"no caption", with(roleLine{60, 100, 10, false, "Figure 3 shows the lights."}), []string{"paragraph: Figure 3 shows the lights.", text}},
		{"footnote", append(body(100), roleLine{60, 700, 8, false, "* Not all of them."}), []string{text, "footnote: * Not all of them."}},
		{"small print", append(body(100), roleLine{60, 700, 8, false, "Not all of them."}), []string{text, "paragraph: Not all of them."}},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, rolesOf(tt.lines)) })
	}
}

func TestHeadingLevels(t *testing.T) {
	u := newUsage()
	for _, f := range []headingFace{{240, false}, {160, true}, {158, true}, {120, true}, {120, false}} {
		u.headings[f] = 1
	}
	var got []int
	for _, l := range u.levels() {
		got = append(got, l.level)
	}
	assert.Equal(t, []int{1, 2, 2, 3, 4}, got)
	b := Block{face: face{size: 14, bold: true}}
	assert.Equal(t, 3, levelOf(u.levels(), &b), "between two sizes")
}

package listlabel

import "testing"

func TestOf(t *testing.T) {
	for _, c := range []struct {
		text  string
		kind  Kind
		value int
		roman int
		depth int
	}{
		{"•", Bullet, 0, 0, 1},
		{"-", Dash, 0, 0, 1},
		{"o", Dash, 0, 0, 1},
		{"3.", Number, 3, 0, 1},
		{"(12)", Number, 12, 0, 1},
		{"[7]", Number, 7, 0, 1},
		{"7)", Number, 7, 0, 1},
		{"1998.", None, 0, 0, 0},
		{"2.1", Outline, 1, 0, 2},
		{"2.1.13.", Outline, 13, 0, 3},
		{"1", Outline, 1, 0, 1},
		{"3.14159", None, 0, 0, 0},
		{"a)", Letter, 1, 0, 1},
		{"C.", Letter, 3, 100, 1},
		{"(iv)", Letter, 0, 4, 1},
		{"i.", Letter, 9, 1, 1},
		{"XIX.", Letter, 0, 19, 1},
		{"iiii.", None, 0, 0, 0},
		{"vx)", None, 0, 0, 0},
		{"a", None, 0, 0, 0},
		{"Mr.", None, 0, 0, 0},
		{"e.g.", None, 0, 0, 0},
		{"(see", None, 0, 0, 0},
		{"(", None, 0, 0, 0},
		{"1.x", None, 0, 0, 0},
		{"", None, 0, 0, 0},
	} {
		l := Of([]rune(c.text))
		if l.Kind != c.kind || l.Value != c.value || l.Roman != c.roman || l.Depth != c.depth {
			t.Errorf("%q: %+v", c.text, l)
		}
	}
}

func TestFollows(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"1.", "2.", true}, {"1.", "2)", false}, {"1.", "3.", false}, {"9.", "10.", true},
		{"a)", "b)", true}, {"h.", "i.", true}, {"i.", "ii.", true}, {"iv.", "v.", true}, {"A.", "b.", false},
		{"2.1", "2.2", true}, {"2.9", "3.1", false}, {"2.1", "3.2", false}, {"•", "•", true}, {"•", "▪", false},
	} {
		if got := Of([]rune(c.b)).Follows(Of([]rune(c.a))); got != c.want {
			t.Errorf("%s after %s: %v", c.b, c.a, got)
		}
	}
}

func TestRoman(t *testing.T) {
	for s, want := range map[string]int{"i": 1, "iii": 3, "iv": 4, "ix": 9, "xiv": 14, "XL": 40, "xcix": 99, "MCM": 1900, "iix": 0, "ivi": 0, "Iv": 0, "dd": 0, "abc": 0} {
		if got := Roman([]rune(s)); got != want {
			t.Errorf("%s: %d, want %d", s, got, want)
		}
	}
}

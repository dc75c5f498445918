package script

import "testing"

func TestCompose(t *testing.T) {
	for _, c := range []struct{ base, accent, want rune }{
		{'a', '´', 'á'}, {'c', 'ˇ', 'č'}, {'ı', '¨', 'ï'}, {'A', '˚', 'Å'}, {'O', '˝', 'Ő'}, {'c', '¸', 'ç'}, {'n', '~', 'ñ'}, {'x', '´', 0}, {'a', 'b', 0}, {'ȷ', '^', 'ĵ'},
	} {
		if got := Compose(c.base, Combining(c.accent)); got != c.want {
			t.Errorf("%c with %c: %c", c.base, c.accent, got)
		}
	}
}

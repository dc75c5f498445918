package pdftest

import "strings"

const (
	// diffContext is how many equal lines are shown around a difference.
	diffContext = 2
	// diffCells bounds the table of the comparison: what is between the
	// common head and tail of two larger texts is shown as replaced whole.
	diffCells = 4 << 20
)

// Diff compares two texts line by line. Lines only in want are marked with
// "-", lines only in got with "+", and "..." stands for equal lines left out.
// It returns "" for equal texts.
func Diff(want, got string) string {
	if want == got {
		return ""
	}
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var lines []string
	for _, l := range a[:head] {
		lines = append(lines, "  "+l)
	}
	lines = append(lines, compare(a[head:len(a)-tail], b[head:len(b)-tail])...)
	for _, l := range a[len(a)-tail:] {
		lines = append(lines, "  "+l)
	}
	return fold(lines)
}

// compare returns the lines of a and b along a longest common subsequence.
func compare(a, b []string) []string {
	w := len(b) + 1
	var lcs []int32 // lcs[i*w+j] is that of a[i:] and b[j:]
	if (len(a)+1)*w <= diffCells {
		lcs = make([]int32, (len(a)+1)*w)
		for i := len(a) - 1; i >= 0; i-- {
			for j := len(b) - 1; j >= 0; j-- {
				if a[i] == b[j] {
					lcs[i*w+j] = lcs[(i+1)*w+j+1] + 1
				} else {
					lcs[i*w+j] = max(lcs[(i+1)*w+j], lcs[i*w+j+1])
				}
			}
		}
	}
	var out []string
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case lcs != nil && i < len(a) && j < len(b) && a[i] == b[j]:
			out = append(out, "  "+a[i])
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || lcs == nil || lcs[(i+1)*w+j] >= lcs[i*w+j+1]):
			out = append(out, "- "+a[i])
			i++
		default:
			out = append(out, "+ "+b[j])
			j++
		}
	}
	return out
}

// fold leaves out equal lines far from any difference.
func fold(lines []string) string {
	near := make([]bool, len(lines))
	for i, l := range lines {
		if l[0] == ' ' {
			continue
		}
		for k := max(0, i-diffContext); k <= min(len(lines)-1, i+diffContext); k++ {
			near[k] = true
		}
	}
	var out strings.Builder
	for i, l := range lines {
		switch {
		case near[i]:
			out.WriteString(strings.TrimRight(l, " ") + "\n")
		case i == 0 || near[i-1]:
			out.WriteString("...\n")
		}
	}
	return out.String()
}

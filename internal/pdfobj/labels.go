package pdfobj

import (
	"slices"
	"strconv"
	"strings"

	"github.com/pdftext-go/pdftext/internal/limits"
)

// labels are the ranges of page labels (ISO 32000-2, 12.4.2), sorted by page.
type labels struct {
	turn   turn
	read   bool
	ranges []labelRange
}

type labelRange struct {
	page   int // first page, counting from 0
	style  Name
	prefix string
	start  int
}

// maxLabelRanges bounds the number tree of page labels.
const maxLabelRanges = 100_000

// PageLabel returns the label of page n, counting from 1, or "" if it has
// none.
func (d *Document) PageLabel(n int) string {
	ranges := d.labelRanges()
	i, _ := slices.BinarySearchFunc(ranges, n, func(r labelRange, n int) int { return r.page - n })
	if i == 0 || n < 1 {
		return ""
	}
	r := ranges[i-1]
	k := r.start + n - 1 - r.page
	switch r.style {
	case "D":
		return r.prefix + strconv.Itoa(k)
	case "R":
		return r.prefix + roman(k)
	case "r":
		return r.prefix + strings.ToLower(roman(k))
	case "A":
		return r.prefix + letters(k)
	case "a":
		return r.prefix + strings.ToLower(letters(k))
	}
	return r.prefix
}

// labelRanges reads the ranges when they are first asked for.
func (d *Document) labelRanges() []labelRange {
	x := &d.labels
	if !x.turn.take(d.ctx) {
		return nil
	}
	defer x.turn.end()
	if !x.read {
		x.ranges = nil
		d.labelTree(d.catalog["PageLabels"], 0, make(map[int]bool))
		slices.SortStableFunc(x.ranges, func(a, b labelRange) int { return a.page - b.page })
		x.read = d.ctx.Err() == nil
	}
	return x.ranges
}

// labelTree collects the ranges of a number tree (ISO 32000-2, 7.9.7).
func (d *Document) labelTree(o Object, depth int, seen map[int]bool) {
	if r, ok := o.(Ref); ok {
		if seen[r.Num] {
			return
		}
		seen[r.Num] = true
	}
	dict := d.Dict(o)
	if dict == nil || depth > limits.Nesting {
		return
	}
	nums := d.Array(dict["Nums"])
	for i := 0; i+1 < len(nums) && len(d.labels.ranges) < maxLabelRanges; i += 2 {
		page, ok := d.Int(nums[i])
		label := d.Dict(nums[i+1])
		if !ok || page < 0 || label == nil {
			continue
		}
		r := labelRange{page: page, style: d.Name(label["S"]), start: 1}
		if s, ok := d.String(label["P"]); ok {
			r.prefix = s.Text()
		}
		if n, ok := d.Int(label["St"]); ok && n > 0 {
			r.start = n
		}
		d.labels.ranges = append(d.labels.ranges, r)
	}
	for _, kid := range d.Array(dict["Kids"]) {
		if len(d.labels.ranges) >= maxLabelRanges {
			return
		}
		d.labelTree(kid, depth+1, seen)
	}
}

// maxLetters bounds labels that grow with the page number.
const maxLetters = 64

func roman(n int) string {
	if n > 1000*maxLetters {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, d := range [...]struct {
		value int
		text  string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"},
		{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for ; n >= d.value; n -= d.value {
			b.WriteString(d.text)
		}
	}
	return b.String()
}

// letters counts A to Z, AA to ZZ (the same letter twice), and so on.
func letters(n int) string {
	times := (n-1)/26 + 1
	if n < 1 || times > maxLetters {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('A'+(n-1)%26)), times)
}

package hostile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A crossStream writes a file with a cross-reference stream. Fields that are
// set take the place of what is right.
type crossStream struct {
	number  int            // its own, 6 unless given
	inside  map[int][2]int // object stream and index of compressed objects
	widths  []int          // 1, 4 and 2 unless given
	w       string         // the W entry
	entries string         // more entries
	index   string         // the Index entry
	size    string
	data    *string // the table itself
	bomb    string  // compressed data in place of the table
}

func (x crossStream) file(o objects) string {
	if x.number == 0 {
		x.number = 6
	}
	if x.widths == nil {
		x.widths = []int{1, 4, 2}
	}
	b, at := body(o)
	numbers := slices.AppendSeq([]int{x.number}, maps.Keys(at))
	count := slices.Max(slices.AppendSeq(numbers, maps.Keys(x.inside))) + 1
	var rows []byte
	for n := range count {
		fields := [3]int{0, 0, 0}
		if in, ok := x.inside[n]; ok {
			fields = [3]int{2, in[0], in[1]}
		} else if n == x.number {
			fields = [3]int{1, len(b), 0}
		} else if offset, ok := at[n]; ok {
			fields = [3]int{1, offset, 0}
		}
		for i, v := range fields {
			rows = append(rows, bigEndian(v, x.widths[i])...)
		}
	}
	table := string(rows)
	if x.data != nil {
		table = *x.data
	}
	packed := x.bomb
	if packed == "" {
		packed = deflated(table)
	}
	entries := fmt.Sprintf("/Type /XRef /Size %s /W %s /Root 1 0 R /Filter /FlateDecode", orElse(x.size, fmt.Sprint(count)),
		orElse(x.w, strings.ReplaceAll(fmt.Sprint(x.widths), ",", "")))
	if x.index != "" {
		entries += " /Index " + x.index
	}
	return fmt.Sprintf("%s%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", b, x.number, stream(entries+" "+x.entries, packed), len(b))
}

// bigEndian returns the last n bytes of v.
func bigEndian(v, n int) string {
	b := make([]byte, n)
	for i := n - 1; i >= 0 && v > 0; i-- {
		b[i] = byte(v)
		v >>= 8
	}
	return string(b)
}

// xrefStream are cross-reference streams with wrong widths, counts and
// predictors.
func xrefStream(c *class) {
	o := sheet{}.all()
	b, at := body(o)
	add := func(name string, want Want, x crossStream) { c.add(name, want, x.file(o)) }
	add("right", exact, crossStream{})
	zeros := strings.Repeat("\x00", 48)
	none := ""
	for _, w := range []struct {
		name, w string
		data    *string
	}{
		{"wraps", "[9223372036854775807 9223372036854775807 6]", nil},
		{"wraps_and_divides", "[9223372036854775807 9223372036854775807 6]", &zeros},
		{"wraps_to_one", "[1 9223372036854775807 -9223372036854775807]", &zeros},
		{"wraps_below_zero", "[9223372036854775807 2 0]", &none},
		{"sums_to_2e63", "[4611686018427387904 4611686018427387904 1]", nil},
		{"huge", "[1 1000000000 1]", nil},
		{"zero", "[0 0 0]", nil},
		{"negative", "[1 -4 2]", nil},
		{"names", "[/a (b) 2]", nil},
		{"two", "[1 4]", nil},
		{"empty", "[]", nil},
	} {
		add("widths_"+w.name, exact, crossStream{w: w.w, data: w.data})
	}
	add("widths_of_16_bytes", exact, crossStream{widths: []int{16, 16, 16}})
	for name, index := range ordered("ten_million", "[0 10000000]", "negative", "[-4 8]", "odd", "[0 3 5]", "names", "[/a /b]",
		"repeated", "["+strings.Repeat("0 200000 ", 49)+"]") {
		add("index_"+name, exact.within(40, 64), crossStream{index: index, size: "10000000"})
	}
	add("size_2e31", exact.within(40, 64), crossStream{size: "2147483647"})
	for name, parms := range ordered("columns_2e34", "/Predictor 12 /Columns 17179869184", "columns_2e60", "/Predictor 12 /Columns 1152921504606846976",
		"columns_1e9", "/Predictor 12 /Columns 1000000000", "colors_1e9", "/Predictor 2 /Colors 1000000000 /Columns 1") {
		add("predictor_"+name, exact, crossStream{entries: "/DecodeParms << " + parms + " >>"})
	}
	add("bomb", exact.or(fails(Limit)).within(100, 160), crossStream{bomb: bomb("", "\x00", 400<<20)})
	add("prev_self", exact, crossStream{entries: fmt.Sprintf("/Prev %d", len(b))})
	add("encrypted_with_itself", anything, crossStream{entries: "/Encrypt 6 0 R"})

	rows := func(first string, row func(n int) string) *string {
		s := first
		for n := 1; n <= 6; n++ {
			s += row(n)
		}
		return &s
	}
	free := strings.Repeat("\x00", 7)
	where := func(n int) int {
		if n == 6 {
			return len(b)
		}
		return at[n]
	}
	add("offsets_past_end", exact, crossStream{data: rows(free, func(int) string { return "\x01\x7f\xff\xff\xff\x00\x00" })})
	add("types_unknown", exact, crossStream{data: rows(free, func(n int) string { return "\x07" + bigEndian(where(n), 4) + "\x00\x00" })})
	add("offsets_negative", exact, crossStream{w: "[1 8 0]", data: rows("\x01\xff\xff\xff\xff\xff\xff\xff\xff", func(int) string { return "\x01\xff\xff\xff\xff\xff\xff\xff\xff" })})
	right := func(n int) string { return "\x01" + bigEndian(where(n), 4) + "\x00\x00" }
	add("object_0_compressed", exact, crossStream{data: rows("\x02\x00\x00\x00\x01\x00\x00", right)})
	add("object_0_in_use", exact, crossStream{data: rows("\x01"+bigEndian(at[contentNumber], 4)+"\x00\x00", right)})
}

package hostile

import (
	"fmt"
	"strings"
)

// xref are files whose cross-reference table or trailer lies.
func xref(c *class) {
	b, at := body(sheet{}.all())
	t, size := table(at)
	trailer := func(size, extra string) string {
		return "trailer\n<< /Size " + size + " /Root 1 0 R " + extra + " >>\n"
	}
	good := func(extra string) string { return trailer(fmt.Sprint(size), extra) }
	end := func(section string, start int) string {
		return fmt.Sprintf("%s%sstartxref\n%d\n%%%%EOF\n", b, section, start)
	}
	here := func(section string) string { return end(section, len(b)) }

	c.add("prev_self", exact, here(t+good(fmt.Sprintf("/Prev %d", len(b)))))
	second := len(b) + 400
	first := t + good(fmt.Sprintf("/Prev %d", second))
	c.add("prev_mutual", exact, end(first+strings.Repeat(" ", 400-len(first))+"xref\n0 0\n"+good(fmt.Sprintf("/Prev %d", len(b))), second))
	const sections = 3500
	var long strings.Builder
	last := 0
	for i := range sections {
		start := len(b) + long.Len()
		if i == 0 {
			long.WriteString(t + good(""))
		} else {
			long.WriteString("xref\n0 0\n" + good(fmt.Sprintf("/Prev %d", last)))
		}
		last = start
	}
	c.add("prev_chain", exact.or(fails(Limit)).within(60, 64), end(long.String(), last))
	for name, prev := range ordered("negative", "-77", "huge", "9223372036854775807", "fraction", "12.5", "name", "/x", "past_end", "99999999") {
		c.add("prev_"+name, exact, here(t+good("/Prev "+prev)))
	}
	c.add("hybrid_self", exact, here(t+good(fmt.Sprintf("/XRefStm %d", len(b)))))
	for name, size := range ordered("2e31", "2147483647", "9e18", "9223372036854775807", "zero", "0", "negative", "-5", "string", "(6)") {
		c.add("size_"+name, exact, here(t+trailer(size, "")))
	}
	// The head of the free list stands under number 1, so that every number
	// is one too high.
	shifted := "xref\n1 6\n0000000000 65535 f \n"
	for n := 1; n <= 5; n++ {
		shifted += fmt.Sprintf("%010d 00000 n \n", at[n])
	}
	for name, size := range ordered("right", "6", "huge", "2000000000", "forty", "40") {
		c.add("shifted_size_"+name, exact, here(shifted+trailer(size, "")))
	}
	for name, line := range ordered("count_huge", "1 99999999", "count_2e63", "1 9223372036854775807", "start_huge", "2147483640 5",
		"negative", "-3 5", "count_small", "1 2", "words", "one five") {
		c.add("subsection_"+name, exact, here(strings.Replace(t, "\n1 5\n", "\n"+line+"\n", 1)+good("")))
	}
	for name, offset := range ordered("wrong", "0000000013", "past_end", "9999999999", "one_object", fmt.Sprintf("%010d", at[pageNumber]), "letters", "00000000xx") {
		c.add("offsets_"+name, exact, here("xref\n0 6\n0000000000 65535 f \n"+strings.Repeat(offset+" 00000 n \n", 5)+good("")))
	}
	c.add("absent", exact, b)
	c.add("startxref_absent", exact, b+t+good(""))
	c.add("startxref_past_end", exact, end(t+good(""), 99999999))
	c.add("startxref_negative", exact, end(t+good(""), -1))
	c.add("startxref_in_object", exact, end(t+good(""), at[pageNumber]+9))
	c.add("trailer_open", exact, here(t+"trailer\n<< /Size 6 /Root 1 0 R "))
	for name, root := range ordered("absent", "", "number", "/Root 17", "page", "/Root 3 0 R", "missing", "/Root 77 0 R", "array", "/Root [1 0 R]") {
		c.add("root_"+name, exact, here(t+"trailer\n<< /Size 6 "+root+" >>\n"))
	}
	c.add("junk_before", exact, strings.Repeat("junk line\n", 200)+sheet{}.file())

	entries := func(numbers string, more string) string {
		s := "xref\n0 6\n0000000000 65535 f \n"
		for n := 1; n <= 5; n++ {
			s += fmt.Sprintf("%010d 00000 n \n", at[n])
		}
		return s + numbers + more
	}
	c.add("free_cycle", exact, here(entries("6 3\n", "0000000007 00001 f \n0000000008 00001 f \n0000000006 00001 f \n")+trailer("9", "")))
	const frees = 12_000
	c.add("free_list", exact.within(40, 64), here(entries(fmt.Sprintf("6 %d\n", frees), repeat(frees, func(i int) string {
		return fmt.Sprintf("%010d 00001 f \n", i+5)
	}))+trailer(fmt.Sprint(frees+6), "")))

	// Thousands of numbers stand for one large object: a reader that loads
	// each has a gigabyte.
	const copies = 9_000
	for name, large := range ordered("stream", stream("", strings.Repeat("A", 100_000)), "array", "["+strings.Repeat("1 ", 45_000)+"]") {
		lb, lat := body(sheet{objects: objects{6: large}}.all())
		section := "xref\n0 6\n0000000000 65535 f \n"
		for n := 1; n <= 5; n++ {
			section += fmt.Sprintf("%010d 00000 n \n", lat[n])
		}
		section += fmt.Sprintf("6 %d\n", copies) + strings.Repeat(fmt.Sprintf("%010d 00000 n \n", lat[6]), copies)
		c.add("one_"+name+"_for_all", exact.within(60, 64), fmt.Sprintf("%s%s%sstartxref\n%d\n%%%%EOF\n", lb, section, trailer(fmt.Sprint(copies+6), ""), len(lb)))
	}
}

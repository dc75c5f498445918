package hostile

import (
	"fmt"
	"strings"
)

// pageTree are page trees with cycles, lies about their count, and more nodes
// than they have bytes.
func pageTree(c *class) {
	add := func(name string, want Want, o objects) { c.add(name, want, sheet{objects: o}.file()) }
	root := func(kids, count string) string { return "<< /Type /Pages /Kids " + kids + " /Count " + count + " >>" }
	again := strings.Repeat
	add("kid_is_its_parent", exact, objects{2: root("[2 0 R 3 0 R]", "2")})
	add("kid_leads_back", exact, objects{2: root("[6 0 R 3 0 R]", "2"), 6: "<< /Type /Pages /Parent 2 0 R /Kids [2 0 R] /Count 1 >>"})
	add("kid_is_the_catalog", exact, objects{2: root("[1 0 R 3 0 R]", "2")})
	add("both_kids_the_same_40_times", has("X").within(60, 96), chain(free, 40, "<< /Type /Pages /Parent 2 0 R /Kids [NEXT NEXT] /Count 99 >>", pageBody).
		with(objects{2: root("[10 0 R 10 0 R]", "1099511627776")}))
	// The page that no kid names is found as well when the tree is given up.
	add("five_thousand_levels", has("X").or(fails(Limit)).within(60, 64), chain(free, 5_000, "<</Type/Pages/Kids[NEXT]/Count 1>>", pageBody).
		with(objects{2: root("[10 0 R]", "1")}))
	add("one_page_40000_times", has("X").within(200, 128), objects{2: root("["+again("3 0 R ", 40_000)+"]", "40000")})
	add("null_kids", has("X").within(60, 64), objects{2: root("["+again("null ", 40_000)+"3 0 R]", "40001")})
	add("missing_kids", has("X").within(60, 64), objects{2: root("["+repeat(20_000, func(i int) string { return fmt.Sprintf("%d 0 R ", 100_000+i) })+"3 0 R]", "20001")})
	for name, count := range ordered("huge", "2147483647", "9e18", "9223372036854775807", "negative", "-7", "zero", "0", "string", "(1)", "own_object", "2 0 R", "five", "5") {
		add("count_"+name, exact, objects{2: root("[3 0 R]", count)})
	}
	add("kids_one_reference", exact.or(fails(Corrupt)), objects{2: root("3 0 R", "1")})
	add("kids_direct", exact, objects{2: root("["+pageBody+"]", "1"), 3: "null"})
	add("kids_absent", anything, objects{2: "<< /Type /Pages /Count 1 >>"})
	add("types_absent", exact, objects{2: "<< /Kids [3 0 R] /Count 1 >>", 3: strings.Replace(pageBody, "/Type /Page ", "", 1)})
	add("root_is_a_page", exact.or(fails(Corrupt)), objects{1: "<< /Type /Catalog /Pages 3 0 R >>"})
	add("root_is_null", exact.or(fails(Corrupt)), objects{1: "<< /Type /Catalog /Pages null >>"})
	add("parent_is_itself", has("X"), objects{3: "<< /Type /Page /Parent 3 0 R /Contents 5 0 R >>"})
	const pages = 3_500
	empty := objects{2: root("["+repeat(pages, func(i int) string { return fmt.Sprintf("%d 0 R ", free+i) })+"]", fmt.Sprint(pages)), 3: "null"}
	for i := range pages {
		empty[free+i] = "<</Type/Page/Parent 2 0 R>>"
	}
	add("empty_pages", anything.within(200, 64), empty)
}

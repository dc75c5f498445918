package hostile

import (
	"fmt"
	"strings"
)

// object are objects that nest, loop, or are too many or too large.
func object(c *class) {
	add := func(name string, want Want, used bool, body string) {
		s := sheet{objects: objects{6: body}}
		if used {
			s.catalog = "/Foo 6 0 R"
		}
		c.add(name, want, s.file())
	}
	again := strings.Repeat
	add("arrays_deep", exact, false, again("[", 140_000)+again("]", 140_000))
	add("arrays_open", exact, false, again("[", 280_000))
	add("dictionaries_deep", exact, false, again("<</A", 50_000)+" 1"+again(">>", 50_000))
	add("dictionaries_deep_and_used", exact, true, again("<</A", 5_000)+" 1"+again(">>", 5_000))
	add("arrays_just_too_deep", exact, false, again("[", 120)+again("]", 120))
	add("reference_to_itself", exact, true, "6 0 R")
	add("reference_beyond", exact, true, "<< /A 99999999999 0 R /B 2147483648 0 R /C 1 99999999999 R /D 3 65535 R >>")
	add("names_odd", exact, true, "<< /#00 1 /#ZZ 2 / 3 /#4 4 /A#20B 5 >>")
	add("string_open", exact, false, "("+again("\\(", 50_000))
	add("hexadecimal_open", exact, false, "<"+again("41", 50_000))
	large := exact.within(40, 64)
	add("keys", large, false, "<<"+repeat(25_000, func(i int) string { return fmt.Sprintf("/K%d 1", i) })+">>")
	add("keys_repeated", large, false, "<<"+again("/K 1", 60_000)+">>")
	add("numbers", large, false, "["+again("1 ", 140_000)+"]")
	add("dictionaries", large, false, "["+again("<<>>", 70_000)+"]")
	add("comments", large, false, "["+again("%a\n", 80_000)+"]")
	add("nulls", large, false, "["+again("null ", 50_000)+"]")
	add("numbers_too_large", exact, false, "[99999999999999999999999 -99999999999999999999999 1e999 0."+again("0", 60)+"1 +5 --5]")
	add("keyword_at_buffer_end", exact, false, "["+again(" ", 1024-len("6 0 obj\n[] endobjAxref"))+"] endobjAxref")

	const tiny = 12_000
	many := objects{}
	for i := range tiny {
		many[free+i] = "1"
	}
	c.add("tiny_objects", exact.within(60, 64), sheet{objects: many}.file())
	for name, to := range ordered("itself", "6 0 R", "one_another", "7 0 R") {
		o := objects{6: to, 7: "6 0 R"}
		c.add("contents_refer_to_"+name, anything, sheet{contents: "6 0 R", objects: o}.file())
		c.add("resources_refer_to_"+name, anything, sheet{resources: "6 0 R", objects: o}.file())
	}
	c.add("contents_far_away", anything, sheet{contents: "10 0 R", objects: chain(free, 5_000, "NEXT", stream("", hello))}.file())
	// Nothing says where the pages are, but a scan finds them.
	c.add("pages_refer_to_itself", exact.or(fails(Corrupt)), sheet{objects: objects{2: "2 0 R"}}.file())
	c.add("catalog_refers_to_itself", exact.or(fails(Corrupt)), sheet{objects: objects{1: "1 0 R"}}.file())
	b, _ := body(sheet{}.all())
	c.add("numbers_given_again", anything.within(60, 64), b+again("3 0 obj\n<< /Type /Page >>\nendobj\n", 5_000)+"trailer << /Root 1 0 R /Size 6 >>\n")
	c.add("dictionary_to_the_end", large, b+"9 0 obj\n<<"+again("/A ", 90_000))
}

package hostile

import "strings"

// page are pages with absurd boxes and attributes, and contents that are no
// streams.
func page(c *class) {
	again := strings.Repeat
	for name, box := range ordered("giant", "[0 0 1e300 1e300]", "too_large", "[0 0 99999999999999999999 99999999999999999999]", "reversed", "[612 792 0 0]",
		"zero", "[0 0 0 0]", "negative", "[-1e9 -1e9 1e9 1e9]", "short", "[0 0 612]", "long", "[0 0 612 792 "+again("1 ", 50_000)+"]",
		"names", "[/a /b /c /d]", "page", "3 0 R", "empty", "[]", "one", "[0]", "nested", "[[0 0] [612 792]]", "null", "null",
		"loop", "[6 0 R 6 0 R 6 0 R 6 0 R]", "not_numbers", "[nan inf -inf nan]") {
		c.add("media_box_"+name, exact, sheet{box: "/MediaBox " + box, objects: objects{6: "6 0 R"}}.file())
	}
	for name, entry := range ordered("rotate_45", "/Rotate 45", "rotate_huge", "/Rotate 9223372036854775807", "rotate_negative", "/Rotate -90", "rotate_name", "/Rotate /a",
		"unit_1e30", "/UserUnit 1e30", "unit_zero", "/UserUnit 0", "unit_negative", "/UserUnit -1", "crop_box_not_numbers", "/CropBox [nan nan nan nan]",
		"annotations_are_the_page", "/Annots 3 0 R", "annotations_repeat_the_page", "/Annots ["+again("3 0 R ", 30_000)+"]", "group_is_the_page", "/Group 3 0 R") {
		c.add(name, exact.within(40, 64), sheet{page: entry}.file())
	}
	c.add("crop_box_outside", anything, sheet{page: "/CropBox [9000 9000 9100 9100]"}.file())
	for name, contents := range ordered("null", "null", "missing", "99 0 R", "number", "12", "dictionary", "<< >>", "page", "3 0 R", "empty", "[]", "nested", "[[[[5 0 R]]]]") {
		c.add("contents_"+name, anything, sheet{contents: contents}.file())
	}
	c.add("contents_in_themselves", exact, sheet{contents: "6 0 R", objects: objects{6: "[6 0 R 5 0 R]"}}.file())
	c.add("contents_40000_times", has("X").within(800, 256), sheet{contents: "[" + again("5 0 R ", 40_000) + "]"}.file())
	c.add("contents_split_a_token", anything, sheet{content: "BT /F1 12 Tf 72 700 Td (X) T", contents: "[5 0 R 6 0 R]", objects: objects{6: stream("", "j ET")}}.file())
	c.add("contents_one_bad", exact, sheet{contents: "[6 0 R 5 0 R]", objects: objects{6: stream("/Filter /FlateDecode", "\xff\xff\xffnotflate")}}.file())
	c.add("two_bad_pages", has("X"), sheet{objects: objects{2: "<< /Type /Pages /Kids [10 0 R 3 0 R 11 0 R] /Count 3 >>",
		10: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources 12 0 R /Contents 12 0 R >>", 11: "(not a page)", 12: "[[["}}.file())
}

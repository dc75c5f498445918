package hostile

import (
	"fmt"
	"maps"
	"strings"
)

// form are forms that draw one another, and resources that lead in circles.
func form(c *class) {
	const kind = "/Type /XObject /Subtype /Form /BBox [0 0 612 792] "
	const fontX = "/Font << /F1 4 0 R >> "
	leaf := stream(kind+"/Resources << "+fontX+">>", hello)
	// draws is a form that may draw the object n under the name X.
	draws := func(n, content, entries string) string {
		return stream(kind+"/Resources << "+fontX+"/XObject << /X "+n+" >> >> "+entries, content)
	}
	first := "<< " + fontX + "/XObject << /X 10 0 R >> >>"
	add := func(name string, want Want, content string, o objects) {
		c.add(name, want, sheet{content: content, resources: first, objects: o, deflate: len(content) > 10_000}.file())
	}
	again := strings.Repeat
	add("draws_itself", exact, "/X Do "+hello, objects{10: draws("10 0 R", "/X Do", "")})
	add("draw_one_another", exact, "/X Do "+hello, objects{10: draws("11 0 R", "/X Do", ""), 11: draws("10 0 R", "/X Do", "")})
	add("shows_text_and_draws_itself", exact, "/X Do", objects{10: draws("10 0 R", hello+"/X Do", "")})
	fan := func(each, levels int, last string) objects {
		o := objects{free + levels: last}
		for i := range levels {
			o[free+i] = draws(fmt.Sprintf("%d 0 R", free+i+1), again("/X Do ", each), "")
		}
		return o
	}
	add("ten_to_the_thirty", fails(Limit).or(has("X")).or(partial).within(400, 128), "/X Do", fan(10, 30, leaf))
	add("two_to_the_forty_empty", fails(Limit).or(has("X")).within(400, 64), "/X Do "+hello, fan(2, 40, stream("/Type /XObject /Subtype /Form /BBox [0 0 1 1]", "")))
	add("chain", anything.within(60, 64), "/X Do", fan(1, 1_400, leaf))
	add("drawn_100000_times", has("X").within(800, 256), again("/X Do ", 100_000), objects{10: leaf})
	add("bomb_drawn_5000_times", fails(Limit).or(partial).within(800, 160), again("/X Do ", 5_000),
		objects{10: stream(kind+"/Filter /FlateDecode", bomb("", " ", 4<<20))})
	add("matrix_overflows", has("X"), "/X Do "+hello, objects{10: draws("10 0 R", hello, "/Matrix [1e308 1e308 1e308 1e308 1e308 1e308]")})
	add("matrix_short", has("X"), "/X Do", objects{10: draws("10 0 R", hello, "/Matrix [1 0]")})
	add("resources_are_the_form", anything, "/X Do", objects{10: stream(kind+"/Resources 10 0 R", hello)})
	add("resources_of_the_page", exact, "/X Do", objects{10: stream(kind, hello)})
	add("box_empty", anything, "/X Do", objects{10: stream("/Type /XObject /Subtype /Form /BBox [0 0 0 0] /Resources << "+fontX+">>", hello)})

	with := func(name, content, resources string, o objects) {
		c.add(name, exact.within(40, 64), sheet{content: content + hello, resources: "<< " + fontX + resources + " >>", objects: o}.file())
	}
	with("object_is_the_page", "/X Do ", "/XObject << /X 3 0 R >>", nil)
	with("object_is_the_content", "/X Do ", "/XObject << /X 5 0 R >>", nil)
	with("pattern_of_itself", "/Pattern cs /P scn 0 0 612 792 re f ", "/Pattern << /P 10 0 R >>", objects{10: stream(
		"/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 0.0001 /YStep 0.0001 /Resources << /Pattern << /P 10 0 R >> >>", "/Pattern cs /P scn 0 0 9 9 re f")})
	with("mask_of_itself", "/G gs /X Do ", "/ExtGState << /G 11 0 R >> /XObject << /X 10 0 R >>", objects{
		10: stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >> /Resources << /ExtGState << /G 11 0 R >> /XObject << /X 10 0 R >> >>", "/G gs /X Do"),
		11: "<< /Type /ExtGState /SMask << /S /Luminosity /G 10 0 R >> >>"})
	with("color_space_of_itself", "/C cs /C scn ", "/ColorSpace << /C 10 0 R >>", objects{10: "[/Indexed 10 0 R 1 (aa)]"})
	with("color_space_deep", "/C cs ", "/ColorSpace << /C 10 0 R >>", chain(free, 3_000, "[/Indexed NEXT 1 (aa)]", "/DeviceRGB"))
	const shading = "/Shading << /S << /ShadingType 1 /ColorSpace /DeviceGray /Function 10 0 R >> >>"
	const stitch = "<< /FunctionType 3 /Domain [0 1] /Functions [NEXT NEXT] /Bounds [0.5] /Encode [0 1 0 1] >>"
	with("functions_of_two_to_the_sixty", "/S sh ", shading, chain(free, 60, stitch, "<< /FunctionType 2 /Domain [0 1] /N 1 >>"))
	with("function_of_itself", "/S sh ", shading, objects{10: strings.ReplaceAll(stitch, "NEXT", "10 0 R")})
	unused := chain(free, 60, "", stream("/Type /XObject /Subtype /Form /BBox [0 0 1 1]", ""))
	for i := range 60 {
		maps.Copy(unused, objects{free + i: stream(kind+fmt.Sprintf("/Resources << /XObject << /A %[1]d 0 R /B %[1]d 0 R >> >>", free+i+1), "q Q")})
	}
	with("resources_of_two_to_the_sixty", "", "/XObject << /A 10 0 R /B 10 0 R >>", unused)
}

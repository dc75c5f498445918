package hostile

import (
	"fmt"
	"strings"
)

// content are content streams that nest, loop, or have absurd operands.
func content(c *class) {
	add := func(name string, want Want, content string) {
		if want.Time == 0 {
			want = want.within(60, 64)
		}
		c.add(name, want, sheet{content: content, deflate: true}.file())
	}
	again := strings.Repeat
	const y = "BT /F1 12 Tf 72 600 Td (Y) Tj ET"
	add("states_deep", exact.within(300, 128), again("q ", 500_000)+hello)
	add("states_underflow", exact, again("Q ", 100_000)+hello)
	c.add("states_from_a_bomb", fails(Limit).or(partial).within(300, 160), sheet{objects: objects{contentNumber: stream("/Filter /FlateDecode", bomb("", "q ", 40<<20))}}.file())
	add("arrays_open", anything, again("[", 200_000)+hello)
	add("arrays_deep", exact, again("[", 100_000)+again("]", 100_000)+" TJ "+hello)
	add("dictionaries_deep", anything, "/P "+again("<< /A ", 100_000)+" BDC "+hello)
	add("strings_deep", anything, again("(", 300_000)+hello)
	add("strings_deep_and_closed", exact, hello+again("(", 150_000)+again(")", 150_000)+" pop ")
	add("hexadecimal_open", exact, hello+"<"+again("41", 100_000))
	add("operands", exact, again("1 ", 300_000)+hello)
	add("digits", exact, again("7", 200_000)+" w "+hello)
	add("decimals", exact, "0."+again("0", 200_000)+"1 w "+hello)
	add("numbers_odd", exact, "--5 +-3 1-2-3 .-. 1e400 -. 5.5.5 0x10 #5 1E5 nan inf NaN Infinity -Infinity w "+hello)
	add("name_long", exact, "/"+again("A", 200_000)+" gs "+hello)
	add("name_odd", anything, "/#00#ZZ#1 gs /## gs /#"+hello)
	add("comment_open", exact, hello+"%"+again("A", 200_000))
	add("operator_long", exact, again("A", 200_000)+" "+hello)
	add("noise", anything, noise(8, 100_000)+"\n"+hello)
	add("zeros", exact, again("\x00", 200_000)+hello)
	add("carriage_returns", exact, strings.ReplaceAll(hello, "\n", "\r"))

	add("image_open", exact, hello+"BI /W 10 /H 10 /CS /G /BPC 8 ID "+again("A", 100_000))
	add("images_open", has("X"), hello+again("BI /W 1 ID A\n", 20_000))
	add("image_end_forged", has("X"), hello+"BI /W 100 /H 100 /CS /RGB /BPC 8 ID "+again("EI\x80 EIX", 20_000)+" EI Q")
	add("image_length_huge", has("X"), hello+"BI /W 10 /H 10 /L 99999999999 ID AAA EI "+y)
	add("image_huge", has("Y"), hello+"BI /W 2147483647 /H 2147483647 /CS /CMYK /BPC 16 ID AAA EI "+y)
	add("image_bomb", has("X"), hello+"BI /W 10 /H 10 /F [/Fl /Fl /Fl] ID "+deflated(deflated(bomb("", "\x00", 64<<20)))+"\nEI "+y)
	add("image_entries_deep", has("X"), hello+"BI /A "+again("<<", 50_000)+" ID x EI ")
	add("image_of_other_format", has("X"), hello+"BI /W 9 /H 9 /F /DCT ID \xff\xd8\xff EI ")
	add("images_begun", has("X"), hello+again("BI ", 60_000))

	add("text_objects_nested", exact, again("BT ", 50_000)+"/F1 12 Tf 72 700 Td (X) Tj "+again("ET ", 50_000))
	add("text_object_open", exact, "BT /F1 12 Tf 72 700 Td (X) Tj")
	add("text_outside", exact, "/F1 12 Tf 1 0 0 1 72 700 Tm (X) Tj")
	add("font_not_set", anything, "BT 72 700 Td (X) Tj ET")
	add("operands_of_show_wrong", has("X"), "BT /F1 12 Tf 72 700 Td << /A 1 >> Tj 5 Tj [(X)] Tj null TJ true TJ (a) Td [ << >> [ ] null true /N ] TJ ' \" T* (X) Tj ET")
	add("operands_of_font_wrong", has("X"), "BT (F1) (12) Tf /F1 Tf 12 Tf /F1 /F1 Tf /F1 12 Tf 72 700 Td (X) Tj ET")
	add("array_shown", has("X").within(300, 128), "BT /F1 12 Tf 72 700 Td ["+again("(X) -1e9 ", 100_000)+"] TJ ET")
	add("marked_deep", exact.within(200, 128), again("/P << /MCID 0 >> BDC ", 100_000)+hello)
	add("marked_underflow", exact, again("EMC ", 100_000)+hello)
	add("actual_text_long", anything.within(300, 160), repeat(600, func(i int) string {
		return fmt.Sprintf("/Span << /ActualText (%s) >> BDC BT /F1 12 Tf 72 %d Td (X) Tj ET EMC\n", again("Z", 20_000), 700-i)
	}))
	add("actual_text_half_a_surrogate", anything, "/Span << /ActualText <FEFFD800> >> BDC BT /F1 12 Tf 72 700 Td (X) Tj ET EMC "+hello)
	add("objects_missing", exact, again("/Nope Do ", 50_000)+hello)
	add("states_missing", exact, again("/Nope gs ", 50_000)+hello)
	add("brackets_escaped", anything, "BT /F1 12 Tf 72 700 Td ("+again("\\(", 100_000)+") Tj ET")
	add("escapes_odd", has("X"), "BT /F1 12 Tf 72 700 Td (\\777\\9\\8\\x\\\n\\\r\n\\130) Tj ET")

	for name, matrix := range ordered("overflows", again("1e38 0 0 1e38 0 0 cm ", 50), "zero", "0 0 0 0 0 0 cm ", "not_numbers", "nan nan nan nan nan nan cm ",
		"long_numbers", again("9", 400)+" 0 0 "+again("9", 400)+" 0 0 cm ", "tiny", again("1e-38 0 0 1e-38 0 0 cm ", 20)) {
		add("matrix_"+name, anything, matrix+hello)
	}
	add("text_matrix_overflows", has("X"), "BT /F1 12 Tf 1e308 1e308 1e308 1e308 1e308 1e308 Tm (X) Tj 1e308 1e308 Td (X) Tj ET "+hello)
	add("size_1e38", has("X"), "BT /F1 1e38 Tf 72 700 Td (XXXX) Tj ET "+hello)
	add("size_zero", anything, "BT /F1 0 Tf 72 700 Td (X) Tj ET")
	add("size_negative", exact, "BT /F1 -12 Tf 72 700 Td (X) Tj ET")
	add("spacing_1e38", anything, "BT /F1 12 Tf 1e38 Tc 1e38 Tw 1e38 Tz 1e38 TL 1e38 Ts 72 700 Td (X X X) Tj T* (X) ' ET")
	add("rendering_mode_99", anything, "BT /F1 12 Tf 99 Tr -3 Tr 72 700 Td (X) Tj ET")
	add("place_1e11", anything, "BT /F1 12 Tf 99999999999 99999999999 Td (X) Tj ET")
	add("places_far_apart", anything, "BT /F1 12 Tf 1 0 0 1 -1e15 -1e15 Tm (X) Tj 1 0 0 1 1e15 1e15 Tm (X) Tj ET")
}

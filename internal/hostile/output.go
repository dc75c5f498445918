package hostile

import "fmt"

// output are texts that are dangerous to print: controls, halves of
// characters, markup.
func output(c *class) {
	add := func(name string, want Want, units ...string) {
		table, codes := "100 beginbfchar ", ""
		for i, u := range units {
			table += fmt.Sprintf("<%04X> <%s> ", i+1, u)
			codes += fmt.Sprintf("%04X", i+1)
		}
		c.add(name, want, composite{toUnicode: cmapStream(table + "endbfchar"), content: "BT /F1 12 Tf 72 700 Td <" + codes + "> Tj ET"}.file())
	}
	each := func(runes string) (units []string) {
		for _, r := range runes {
			units = append(units, fmt.Sprintf("%04X", r))
		}
		return units
	}
	controls := ""
	for r := rune(0); r < 0x20; r++ {
		controls += string(r)
	}
	add("controls", anything, each(controls+"\x7f\u0080\u0085\u009f")...)
	add("directions", has("X"), "202E", "202D", "2066", "2069", "0058")
	add("no_characters", has("X"), "FFFE", "FFFF", "FDD0", "D83FDFFE", "0058")
	add("half_surrogates", has("X"), "D800", "DFFF", "DC00D800", "0058")
	add("half_units", has("X"), "00", "58", "0058")
	add("selectors", has("X"), "DB40DC41", "FE0F", "200B", "FEFF", "0058")
	add("markup", anything, each("[X](javascript:alert(1)) <script> | `` # - *")...)
	add("terminal", anything, "001B005B00320041", "0007", "0008", "0058")
}

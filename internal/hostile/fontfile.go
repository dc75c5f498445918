package hostile

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// A sfntTable is a table of a font program. An offset or a length that is not
// negative stands in the directory in place of the right one.
type sfntTable struct {
	tag            string
	data           string
	offset, length int64
}

func table4(tag, data string) sfntTable { return sfntTable{tag, data, -1, -1} }

// u16 and u32 return numbers as a font program writes them; too large ones
// keep their low bits.
func u16(v ...int) string {
	var b []byte
	for _, n := range v {
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	}
	return string(b)
}

func u32(v ...int64) string {
	var b []byte
	for _, n := range v {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}

// sfnt writes a TrueType program that claims count tables, or as many as there
// are if count is negative.
func sfnt(count int, tables ...sfntTable) string {
	if count < 0 {
		count = len(tables)
	}
	directory, data := "\x00\x01\x00\x00"+u16(count, 0, 0, 0), ""
	start := int64(12 + 16*len(tables))
	for _, t := range tables {
		offset, length := start+int64(len(data)), int64(len(t.data))
		if t.offset >= 0 {
			offset = t.offset
		}
		if t.length >= 0 {
			length = t.length
		}
		directory += t.tag + u32(0, offset, length)
		data += t.data + strings.Repeat("\x00", -len(t.data)&3)
	}
	return directory + data
}

// The tables of a font of three glyphs whose glyph 1 is an X.
var (
	headTable = table4("head", u32(0x10000, 0, 0, 0x5F0F3CF5)+u16(0, 1000)+u32(0, 0, 0, 0)+u16(0, 0, 1000, 1000, 0, 8, 2, 1, 0))
	maxpTable = table4("maxp", u32(0x10000)+u16(3)+strings.Repeat("\x00", 26))
	hheaTable = table4("hhea", u32(0x10000)+u16(800, -200, 0, 1000)+strings.Repeat("\x00", 22)+u16(1))
	hmtxTable = table4("hmtx", u16(500, 0, 0, 0))
	cmapTable = table4("cmap", cmapHead(1)+u16(4, 32, 0, 4, 4, 1, 0, 'X', 0xFFFF, 0, 'X', 0xFFFF, 1-'X', 1, 0, 0))
)

// cmapHead begins a cmap table with one subtable for Windows.
func cmapHead(encoding int) string { return u16(0, 1, 3, encoding) + u32(12) }

// cff writes a font set with the given top dictionary, or a right one, whose
// glyph 1 is an X.
func cff(top string, glyphs, subroutines []string) string {
	number := func(n int) string { return "\x1d" + u32(int64(n)) }
	if glyphs == nil {
		glyphs = []string{"\x0e", "\x0e"}
	}
	charset := "\x00" + u16(57)
	offset := func(from int) string {
		return number(from) + "\x0f" + number(from+len(charset)) + "\x11" + number(0) + number(from+len(charset)) + "\x12"
	}
	head, name, names, subrs := "\x01\x00\x04\x02", cffIndex("AA"), cffIndex(), cffIndex(subroutines...)
	if top == "" {
		top = offset(len(head) + len(name) + len(cffIndex(offset(0))) + len(names) + len(subrs))
	}
	return head + name + cffIndex(top) + names + subrs + charset + cffIndex(glyphs...)
}

func cffIndex(items ...string) string {
	if len(items) == 0 {
		return "\x00\x00"
	}
	end, size := 1, 1
	offsets := []int{end}
	for _, item := range items {
		end += len(item)
		offsets = append(offsets, end)
	}
	for end >= 1<<(8*size) {
		size++
	}
	s := u16(len(items)) + string([]byte{byte(size)})
	for _, o := range offsets {
		s += bigEndian(o, size)
	}
	return s + strings.Join(items, "")
}

// eexec encrypts the private part of a Type 1 program (Adobe Type 1 Font
// Format, 7.3).
func eexec(s string) string {
	out := make([]byte, 0, len(s)+4)
	r := uint16(55665)
	for _, c := range []byte("\x00\x00\x00\x00" + s) {
		e := c ^ byte(r>>8)
		r = (uint16(e)+r)*52845 + 22719
		out = append(out, e)
	}
	return string(out)
}

// fontFile are font programs of all three formats whose tables lie.
func fontFile(c *class) {
	again := strings.Repeat
	const simple = "/FirstChar 88 /LastChar 88 /Widths [500] /FontDescriptor 7 0 R "
	trueType := func(name string, want Want, program string) {
		file := objects{8: flate(fmt.Sprintf("/Length1 %d", len(program)), program)}
		c.add("truetype_"+name, want, sheet{font: "<< /Type /Font /Subtype /TrueType /BaseFont /AA " + simple + ">>",
			objects: file.with(objects{7: descriptor + "/FontFile2 8 0 R >>"})}.file())
		c.add("cid_truetype_"+name, anything, composite{widths: "/CIDToGIDMap /Identity", descriptor: "/FontFile2 8 0 R", objects: file,
			content: "BT /F1 12 Tf 72 700 Td <0001> Tj ET"}.file())
	}
	subtable := func(encoding int, data string) string {
		return sfnt(-1, headTable, maxpTable, table4("cmap", cmapHead(encoding)+data))
	}
	trueType("right", exact, sfnt(-1, headTable, maxpTable, hheaTable, hmtxTable, cmapTable))
	trueType("of_65535_tables", anything, sfnt(65535, headTable))
	trueType("of_no_tables", anything, sfnt(0, headTable))
	trueType("offsets_wild", anything, sfnt(-1, sfntTable{"head", headTable.data, 0xFFFFFFF0, 0xFFFFFFFF},
		sfntTable{"cmap", cmapTable.data, 0x7FFFFFFF, 0x7FFFFFFF}, sfntTable{"maxp", maxpTable.data, 4, 0xFFFFFFFE}))
	trueType("groups_2e32", anything, subtable(10, u16(12, 0)+u32(0xFFFFFFFF, 0, 0xFFFFFFFF, 0, 0xFFFFFFFF, 0)))
	trueType("group_of_2e32", anything, subtable(10, u16(12, 0)+u32(28, 0, 1, 0, 0xFFFFFFFF, 0)))
	trueType("segments_past_end", anything, subtable(1, u16(4, 0xFFFF, 0, 0xFFFE, 4, 1, 0)+again("\xff\xff", 40)))
	trueType("segments", anything, subtable(1, u16(4, 0, 0, 16000, 4, 1, 0)+again("\xff\xff", 8_000)+"\x00\x00"+again("\x00\x00", 8_000)+again("\x00\x01", 8_000)+again("\x00\x00", 8_000)))
	trueType("subtables_65535", anything, sfnt(-1, headTable, maxpTable, table4("cmap", u16(0, 65535)+again(u16(3, 1)+u32(4), 2_000))))
	trueType("glyphs_65535", anything, sfnt(-1, headTable, table4("maxp", u32(0x10000)+u16(65535)), table4("hhea", hheaTable.data[:34]+"\xff\xff"),
		table4("hmtx", "\x00\x00\x00\x00"), cmapTable, table4("loca", "\x00\x00\x00\x00"), table4("glyf", "\x00\x00\x00\x00")))
	parts := u16(-1, 0, 0, 10, 10, 0x0022, 1, 0, 0x0002, 1, 0)
	trueType("glyph_of_itself", anything, sfnt(-1, headTable, maxpTable, hheaTable, hmtxTable, cmapTable,
		table4("loca", u32(0, 0, int64(len(parts)), int64(len(parts)))), table4("glyf", parts)))
	trueType("names_wild", anything, sfnt(-1, headTable, maxpTable, table4("post", u32(0x20000, 0, 0, 0, 0, 0, 0, 0)+u16(65535)+again("\xff\xff", 500))))
	trueType("noise", anything, sfnt(-1, table4("cmap", noise(3, 60_000)), table4("head", noise(4, 54)), table4("post", noise(5, 20_000))))

	program := func(name, key, entries, data string) {
		c.add(name, exact, sheet{font: "<< /Type /Font /Subtype /Type1 /BaseFont /AA " + simple + "/Encoding << /Differences [88 /X] >> >>",
			objects: objects{7: descriptor + "/" + key + " 8 0 R >>", 8: flate(entries, data)}}.file())
	}
	number := func(n int64) string { return "\x1d" + u32(n) }
	tens := make([]string, 61)
	for i := range 60 {
		tens[i] = again(string([]byte{byte(33 + i), 0x1d}), 10) + "\x0b"
	}
	tens[60] = "\x0b"
	for name, data := range ordered("right", cff("", nil, nil),
		"subroutine_calls_itself", cff("", []string{"\x0e", "\x20\x1d\x0e"}, []string{"\x20\x1d\x0e"}),
		"subroutines_tenfold", cff("", []string{"\x0e", again("\x20\x1d", 10) + "\x0e"}, tens),
		"index_of_65535", "\x01\x00\x04\x02\xff\xff\x04"+again("\xff", 400),
		"offsets_of_0_bytes", "\x01\x00\x04\x02\x00\x01\x00"+again("\xff", 40),
		"offsets_of_255_bytes", "\x01\x00\x04\x02\x00\x01\xff"+again("\xff", 400),
		"offsets_wild", cff(number(2147483647)+"\x0f"+number(-1)+"\x11"+number(2147483647)+number(2147483647)+"\x12", nil, nil),
		"real_open", cff("\x1e"+again("\x12", 200), nil, nil),
		"operands", cff(again("\x8b", 60_000)+"\x0f", nil, nil),
		"cid_wild", cff(number(391)+number(391)+number(0)+"\x0c\x1e"+number(4)+"\x0c\x24"+number(4)+"\x0c\x25"+number(20)+"\x11", nil, nil),
		"header_past_end", "\x01\x00\xff\x04"+again("\x00", 50),
		"noise", noise(6, 50_000)) {
		program("cff_"+name, "FontFile3", "/Subtype /Type1C", data)
	}
	const clear = "%!PS-AdobeFont-1.0: AA\n/FontName /AA def /Encoding StandardEncoding def /FontMatrix [0.001 0 0 0.001 0 0] def currentfile eexec\n"
	for _, t := range []struct{ name, clear, private string }{
		{"noise", clear, noise(7, 20_000)},
		{"subroutines_2e31", clear, eexec("/Private 1 dict dup begin /lenIV 4 def /Subrs 2147483647 array dup 0 2147483647 RD xx")},
		{"skip_2e31", clear, eexec("/lenIV 2147483647 def /Subrs 1 array dup 0 5 RD abcde NP /CharStrings 1 dict dup begin /X 5 RD abcde ND end")},
		{"glyphs_negative", clear, eexec("/lenIV -1 def /CharStrings -5 dict dup begin /X -5 RD abcde ND end")},
		{"procedures_deep", "%!PS\n" + again("{", 100_000), ""},
		{"arrays_deep", "%!PS\n/FontMatrix " + again("[", 100_000), ""},
		{"encoding_of_2e31", "%!PS\n/Encoding 2147483647 array 0 1 2147483647 {1 index exch /.notdef put} for dup 2147483647 /a put readonly def\ncurrentfile eexec\n", eexec("/Private")},
	} {
		program("type1_"+t.name, "FontFile", fmt.Sprintf("/Length1 %d /Length2 %d /Length3 532", len(t.clear), len(t.private)),
			t.clear+t.private+again("0", 512)+"\ncleartomark\n")
	}
	program("type1_lengths_wild", "FontFile", "/Length1 2147483647 /Length2 -5 /Length3 9223372036854775807", clear)
	fill := exact.within(100, 160)
	c.add("bomb", fill, sheet{font: "<< /Type /Font /Subtype /TrueType /BaseFont /AA /FontDescriptor 7 0 R >>", objects: objects{
		7: "<< /Type /FontDescriptor /FontName /AA /Flags 32 /FontFile2 8 0 R >>", 8: stream("/Filter /FlateDecode /Length1 300000000", bomb("", "\x00", 300<<20))}}.file())
	c.add("glyph_map_is_a_bomb", fill, composite{widths: "/CIDToGIDMap 9 0 R", toUnicode: cmapStream(mapsToX),
		objects: objects{9: stream("/Filter /FlateDecode", bomb("", "\x00", 300<<20))}}.file())
}

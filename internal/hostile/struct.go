package hostile

import (
	"fmt"
	"strings"
)

// structure are trees that text does not need, with loops and with more paths
// than can be walked.
func structure(c *class) {
	idle := exact.within(60, 64)
	add := func(name, catalog string, o objects) { c.add(name, idle, sheet{catalog: catalog, objects: o}.file()) }
	const levels, deep = 60, 2_500
	again := strings.Repeat
	entry := func(next string) string { return "<< /Title (a) /Parent 10 0 R " + next + " >>" }
	top := objects{10: "<< /Type /Outlines /First 11 0 R /Last 11 0 R /Count 1 >>"}
	const outlines = "/Outlines 10 0 R"
	add("outline_next_is_itself", outlines, top.with(objects{11: entry("/Next 11 0 R /Prev 11 0 R")}))
	add("outline_first_is_itself", outlines, top.with(objects{11: entry("/First 11 0 R /Last 11 0 R /Count 1")}))
	add("outline_is_the_catalog", "/Outlines 1 0 R", nil)
	add("outline_deep", outlines, top.with(chain(11, deep, entry("/First NEXT /Last NEXT /Count 1"), entry(""))))
	add("outline_wide", outlines, top.with(chain(11, deep, entry("/Next NEXT"), entry(""))))
	add("outline_of_many_paths", outlines, top.with(chain(11, levels, entry("/First NEXT /Last NEXT /Next NEXT /Count 2"), entry(""))))

	add("destinations_of_many_paths", "/Dests 10 0 R", chain(free, levels, "<< /a << /D [3 0 R /Fit] >> /b NEXT /c NEXT >>", "[3 0 R /Fit]"))
	add("destinations_are_the_catalog", "/Dests 1 0 R", nil)
	add("names_of_itself", "/Names << /Dests 10 0 R /EmbeddedFiles 10 0 R /JavaScript 10 0 R >>", objects{10: "<< /Kids [10 0 R] /Limits [(a) (b)] >>"})
	add("names_of_many_paths", "/Names << /Dests 10 0 R >>", chain(free, levels, "<< /Kids [NEXT NEXT] /Limits [(a) (b)] >>", "<< /Names [(a) [3 0 R /Fit]] /Limits [(a) (a)] >>"))

	const tagged = "/StructTreeRoot 10 0 R /MarkInfo << /Marked true >>"
	elem := func(kids string) string { return "<< /Type /StructElem /S /Sect /P 10 0 R /K " + kids + " >>" }
	root := objects{10: "<< /Type /StructTreeRoot /K 11 0 R /ParentTree 10 0 R >>"}
	add("elements_of_itself", tagged, root.with(objects{11: elem("[11 0 R 11 0 R]")}))
	add("elements_of_many_paths", tagged, root.with(chain(11, levels, elem("[NEXT NEXT]"), elem("0"))))
	add("elements_deep", tagged, root.with(chain(11, deep, elem("NEXT"), elem("0"))))
	add("roles_in_a_circle", tagged, objects{10: "<< /Type /StructTreeRoot /RoleMap << /A /B /B /A >> /K 11 0 R >>", 11: elem("0")})
	add("parent_keys_huge", tagged, objects{10: "<< /Type /StructTreeRoot /ParentTree << /Nums [2147483647 11 0 R -1 11 0 R] >> /ParentTreeNextKey 9223372036854775807 >>", 11: elem("0")})
	c.add("marked_content_huge", idle, sheet{catalog: tagged, content: "/P << /MCID 9223372036854775807 >> BDC " + hello + "EMC",
		objects: root.with(objects{11: elem("[2147483647 -1 9223372036854775807]")})}.file())

	add("field_of_itself", "/AcroForm << /Fields [10 0 R] >>", objects{10: "<< /T (a) /FT /Tx /Kids [10 0 R] /Parent 10 0 R >>"})
	add("fields_of_many_paths", "/AcroForm << /Fields [10 0 R] >>", chain(free, levels, "<< /T (a) /FT /Tx /Kids [NEXT NEXT] >>", "<< /T (z) /FT /Tx /Type /Annot /Subtype /Widget /Rect [0 0 1 1] >>"))
	idle = exact.within(5, 32)
	packed := func(entries, unit string) objects {
		return objects{10: stream(entries+" /Filter /FlateDecode", bomb("", unit, 200<<20))}
	}
	add("form_data_is_a_bomb", "/AcroForm << /Fields [] /XFA 10 0 R >>", packed("", "<a>"))
	add("metadata_is_a_bomb", "/Metadata 10 0 R", packed("/Type /Metadata /Subtype /XML", "<a>"))
	add("attachment_is_a_bomb", "/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 10 0 R >> >>] >> >>", packed("/Type /EmbeddedFile", "\x00"))
	idle = exact.within(60, 64)
	add("metadata_deep", "/Metadata 10 0 R", objects{10: flate("/Type /Metadata /Subtype /XML", "<x:xmpmeta xmlns:x='adobe:ns:meta/'>"+again("<a>", 200_000))})
	add("metadata_entities", "/Metadata 10 0 R", objects{10: stream("/Type /Metadata /Subtype /XML", "<!DOCTYPE a [<!ENTITY b \"bbbbbbbbbb\">"+repeat(12, func(i int) string {
		of := "&b;"
		if i > 0 {
			of = fmt.Sprintf("&c%d;", i-1)
		}
		return fmt.Sprintf("<!ENTITY c%d \"%s\">", i, again(of, 10))
	})+"]><a>&c11;</a>")})

	add("layer_order_of_itself", "/OCProperties << /OCGs [10 0 R] /D << /Order 11 0 R /ON 11 0 R >> >>", objects{10: "<< /Type /OCG /Name (a) >>", 11: "[11 0 R [11 0 R]]"})
	layer := func(name string, o objects) {
		c.add(name, anything, sheet{catalog: "/OCProperties << /OCGs [10 0 R] /D << >> >>", content: "/OC /M BDC " + hello + "EMC",
			resources: "<< /Font << /F1 4 0 R >> /Properties << /M 11 0 R >> >>", objects: objects{10: "<< /Type /OCG /Name (a) >>"}.with(o)}.file())
	}
	layer("layers_of_itself", objects{11: "<< /Type /OCMD /OCGs 11 0 R /VE [/And 12 0 R] >>", 12: "[/Not 12 0 R]"})
	layer("layers_of_many_paths", chain(12, levels, "[/And NEXT NEXT]", "[/Not 10 0 R]").with(objects{11: "<< /Type /OCMD /VE 12 0 R >>"}))
	add("labels_of_itself", "/PageLabels 10 0 R", objects{10: "<< /Kids [10 0 R] /Nums [0 10 0 R] >>"})
	add("label_of_two_million_letters", "/PageLabels << /Nums [0 << /S /R /St 2147483647 >>] >>", nil)
	add("threads_of_itself", "/Threads [10 0 R]", objects{10: "<< /Type /Thread /F 11 0 R >>", 11: "<< /Type /Bead /T 10 0 R /N 11 0 R /V 11 0 R /P 3 0 R /R [0 0 1 1] >>"})
	const action = "<< /Type /Action /S /Named /N /NextPage /Next "
	add("action_of_itself", "/OpenAction 10 0 R", objects{10: action + "10 0 R >>"})
	add("actions_of_many_paths", "/OpenAction 10 0 R", chain(free, levels, action+"[NEXT NEXT] >>", action+"null >>"))
	c.add("annotation_draws_itself", idle, sheet{page: "/Annots [10 0 R]", objects: objects{
		10: "<< /Type /Annot /Subtype /FreeText /Rect [0 0 100 100] /AP << /N 11 0 R >> /Parent 10 0 R /Popup 10 0 R /IRT 10 0 R >>",
		11: stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 11 0 R >> >>", "/X Do")}}.file())
	const notes = 4_000
	many := objects{}
	for i := range notes {
		many[free+i] = "<</Subtype/Text/Rect[0 0 1 1]>>"
	}
	c.add("annotations", exact.within(100, 64), sheet{page: "/Annots [" + repeat(notes, func(i int) string { return fmt.Sprintf("%d 0 R ", free+i) }) + "]", objects: many}.file())
	add("entries_in_a_circle", "/PieceInfo 10 0 R /AA 10 0 R /Lang 10 0 R /ViewerPreferences 10 0 R", objects{10: "<< /A 10 0 R >>"})
	add("entries_null", "/Outlines null /Names null /Metadata null /AcroForm null /StructTreeRoot null /OCProperties null /PageLabels null /OpenAction null", nil)
	add("entries_of_wrong_types", "/Outlines 5 /Names (a) /Metadata [1] /AcroForm 4 0 R /StructTreeRoot /a /OCProperties [] /PageLabels 3 0 R /OpenAction << >> /Version 9 /Extensions 7", nil)
}

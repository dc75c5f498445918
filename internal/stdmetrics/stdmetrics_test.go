package stdmetrics

import (
	"math"
	"testing"
)

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"Helvetica":                           "Helvetica",
		"Helvetica-BoldOblique":               "Helvetica-BoldOblique",
		"Arial":                               "Helvetica",
		"ArialMT":                             "Helvetica",
		"Arial-BoldMT":                        "Helvetica-Bold",
		"Arial,Bold":                          "Helvetica-Bold",
		"Arial,BoldItalic":                    "Helvetica-BoldOblique",
		"Arial-ItalicMT":                      "Helvetica-Oblique",
		"Arial-BoldItalicMT":                  "Helvetica-BoldOblique",
		"ArialCE,Bold":                        "Helvetica-Bold",
		"ArialNarrow":                         "Helvetica-Narrow",
		"ArialNarrow-Bold":                    "Helvetica-Narrow-Bold",
		"Arial Narrow,Italic":                 "Helvetica-Narrow-Oblique",
		"Times-Roman":                         "Times-Roman",
		"Times-Italic":                        "Times-Italic",
		"TimesNewRoman":                       "Times-Roman",
		"TimesNewRoman,BoldItalic":            "Times-BoldItalic",
		"TimesNewRomanPSMT":                   "Times-Roman",
		"TimesNewRomanPS-BoldMT":              "Times-Bold",
		"TimesNewRomanPS-BoldItalicMT":        "Times-BoldItalic",
		"Times New Roman,Bold":                "Times-Bold",
		"Courier":                             "Courier",
		"CourierNew":                          "Courier",
		"CourierNewPSMT":                      "Courier",
		"CourierNewPS-BoldItalicMT":           "Courier-BoldOblique",
		"Courier New,Italic":                  "Courier-Oblique",
		"CourierStd-Bold":                     "Courier-Bold",
		"Symbol":                              "Symbol",
		"SymbolMT":                            "Symbol",
		"Symbol,Bold":                         "Symbol",
		"ZapfDingbats":                        "ZapfDingbats",
		"ITCZapfDingbats":                     "ZapfDingbats",
		"ABCDEF+Arial-BoldMT":                 "Helvetica-Bold",
		"ABCDEF+GHIJKL+Times-Bold":            "Times-Bold",
		"A\x00r\x00i\x00a\x00l\x00":           "Helvetica",
		"Arial-Black":                         "",
		"ArialUnicodeMS":                      "",
		"ArialRoundedMTBold":                  "",
		"HelveticaNeue":                       "",
		"Helvetica-Light":                     "",
		"HelveticaNeue-Bold":                  "",
		"TimesTen-Roman":                      "",
		"SymbolNeu":                           "",
		"Verdana":                             "",
		"Bold":                                "",
		"":                                    "",
		"ABCDE+Arial":                         "",
		"Ärial":                               "",
		"Arial" + string(make([]byte, 1<<16)): "Helvetica",
		"ArialBoldBoldBoldBoldBoldBoldBoldBoldBoldBoldBoldBoldBold": "",
	} {
		m, ok := Lookup(name)
		switch {
		case ok != (want != ""):
			t.Errorf("%.40q: %v, want %q", name, ok, want)
		case ok && m.Name != want:
			t.Errorf("%.40q: %q, want %q", name, m.Name, want)
		}
	}
}

func TestStandard(t *testing.T) {
	for i := range standard {
		m := &standard[i]
		if got, ok := Lookup(m.Name); !ok || got != m {
			t.Errorf("%s: not found by its name", m.Name)
		}
		if m.Ascent < 600 || m.Ascent > 1010 || m.Descent > -140 || m.Descent < -300 {
			t.Errorf("%s: ascent %v, descent %v", m.Name, m.Ascent, m.Descent)
		}
		if m.widths != nil && len(m.widths) != len(m.start)-1 {
			t.Errorf("%s: %d widths, %d names", m.Name, len(m.widths), len(m.start)-1)
		}
		for j := 0; j+1 < len(m.start); j++ {
			name := m.names[m.start[j]:m.start[j+1]]
			if w, ok := m.Width(name); !ok || w < 0 || w > 1500 {
				t.Errorf("%s: %s: %v %v", m.Name, name, w, ok)
			}
		}
	}
}

func TestWidth(t *testing.T) {
	for _, c := range []struct {
		font, glyph string
		width       float32
	}{
		{"Helvetica", "A", 667},
		{"Helvetica", "space", 278},
		{"Helvetica", "zero", 556},
		{"Helvetica", "zdotaccent", 500},
		{"Helvetica", "at", 1015},
		{"Helvetica-Bold", "A", 722},
		{"Helvetica-Oblique", "Euro", 556},
		{"Helvetica-Narrow", "zero", 455.92},
		{"Times-Roman", "A", 722},
		{"Times-Roman", "space", 250},
		{"Times-Bold", "a", 500},
		{"Times-Italic", "A", 611},
		{"Times-BoldItalic", "W", 889},
		{"Courier", "A", 600},
		{"Courier-BoldOblique", "fi", 600},
		{"Symbol", "alpha", 631},
		{"Symbol", "apple", 790},
		{"ZapfDingbats", "a1", 974},
		{"ZapfDingbats", "space", 278},
	} {
		m, ok := Lookup(c.font)
		if !ok {
			t.Fatal(c.font)
		}
		if w, ok := m.Width(c.glyph); !ok || math.Abs(float64(w-c.width)) > 1e-3 {
			t.Errorf("%s: %s: %v %v, want %v", c.font, c.glyph, w, ok, c.width)
		}
		for _, miss := range []string{"", "nonsense", "\xFF", "Aa"} {
			if w, ok := m.Width(miss); ok {
				t.Errorf("%s: %q: %v", c.font, miss, w)
			}
		}
	}
}

func TestSubstitute(t *testing.T) {
	for _, c := range []struct {
		fixed, serif, bold, italic bool
		name                       string
	}{
		{false, false, false, false, "Helvetica"},
		{false, false, true, true, "Helvetica-BoldOblique"},
		{false, true, false, true, "Times-Italic"},
		{true, true, true, false, "Courier-Bold"},
	} {
		if m := Substitute(c.fixed, c.serif, c.bold, c.italic); m.Name != c.name || m.Bold != c.bold || m.Italic != c.italic {
			t.Errorf("%+v: %s", c, m.Name)
		}
	}
}

func TestAllocations(t *testing.T) {
	m, _ := Lookup("Helvetica")
	if n := testing.AllocsPerRun(100, func() {
		Lookup("ABCDEF+TimesNewRomanPS-BoldItalicMT")
		m.Width("eacute")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

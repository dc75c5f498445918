package fontfile

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestType1(t *testing.T) {
	binary := type1(dupEncoding, defaultLenIV)
	at := bytes.Index(binary, []byte("eexec\n")) + len("eexec\n")
	hexed := append(bytes.Clone(binary[:at]), hex.EncodeToString(binary[at:])...)
	spaced := append(bytes.Clone(binary[:at]), hex.EncodeToString(binary[at:at+40])...)
	spaced = append(spaced, "\r\n"+hex.EncodeToString(binary[at+40:])+"\n0000\ncleartomark"...)
	segment := func(kind byte, b []byte) []byte {
		return append([]byte{0x80, kind, byte(len(b)), byte(len(b) >> 8), 0, 0}, b...)
	}
	pfb := bytes.Join([][]byte{segment(1, binary[:at]), segment(2, binary[at:at+99]), segment(2, binary[at+99:]), {0x80, 3}}, nil)

	for what, data := range map[string][]byte{
		"binary": binary, "hexadecimal": hexed, "hexadecimal lines": spaced, "PFB": pfb,
		"lenIV 0": type1(dupEncoding, 0), "lenIV -1": type1(dupEncoding, -1),
		"garbage before": append([]byte("\r\n \x00junk"), binary...),
		"no magic":       bytes.Replace(binary, []byte("%!PS-AdobeFont"), []byte("% PS AdobeFont"), 1),
	} {
		t.Run(what, func(t *testing.T) {
			p := parse(t, data)
			require.Empty(t, p.Damage)
			require.Equal(t, Type1, p.Kind)
			require.Equal(t, []string{"Test", "Test (Demi) Italic", "Test-DemiItalic"}, []string{p.Family, p.FullName, p.PostScriptName})
			require.Equal(t, 600, p.Weight)
			require.True(t, p.Bold && p.Italic && p.FixedPitch)
			require.Equal(t, -12.5, p.ItalicAngle)
			require.Equal(t, 3, p.NumGlyphs)
			for gid, want := range []string{".notdef", "A", "bee", ""} {
				require.Equal(t, want, p.GlyphName(gid))
			}
			for code, want := range map[byte]string{'A': "A", 'B': "bee", 'C': "C", 'D': "", 0: ""} {
				require.Equal(t, want, p.BuiltinName(code), code)
			}
			for gid, want := range []float64{0.25, 0.5, 0.35} {
				w, ok := p.Advance(gid)
				require.True(t, ok)
				require.InDelta(t, want, w, 1e-6)
			}
			require.True(t, p.EmptyOutline(0))
			require.False(t, p.EmptyOutline(1) || p.EmptyOutline(2) || p.EmptyOutline(3))
		})
	}
}

func TestType1Encodings(t *testing.T) {
	for encoding, want := range map[string]map[byte]string{
		"StandardEncoding":                         {0x27: "quoteright", 0: ""},
		"[/.notdef /A/B /C]":                       {0: "", 1: "A", 2: "B", 3: "C", 4: ""},
		"256 array readonly":                       {65: ""},
		"256 array dup 65 /A put dup 66":           {65: "A", 66: ""},
		"256 array dup 1#1 /A put dup #5 /A put":   {1: "", 5: ""},
		"256 array dup 37#1 /A put dup 2#10/B put": {2: "B", 1: ""},
	} {
		p := parse(t, type1(encoding, defaultLenIV))
		for code, name := range want {
			require.Equal(t, name, p.BuiltinName(code), encoding)
		}
	}

	// An encoding in the encrypted part, and a font that is not encrypted.
	clear := []byte("%!PS\n/FontName /X def\n")
	private := append([]byte("1234/Encoding 256 array dup 65/A put readonly def\n"), eexecPlain(4)[4:]...)
	p := parse(t, append(append(clear, "eexec "...), encrypt(private, eexecKey)...))
	require.Equal(t, "A", p.BuiltinName(65))
	p = parse(t, append(clear, private...))
	require.Equal(t, "A", p.BuiltinName(65))
	require.Equal(t, 3, p.NumGlyphs)
}

func TestType1Damage(t *testing.T) {
	whole := type1(dupEncoding, defaultLenIV)
	for n := range whole {
		if p, err := Parse(whole[:n]); err != nil {
			require.ErrorIs(t, err, ErrFormat)
		} else {
			exercise(t, p)
		}
	}
	p := parse(t, whole[:len(whole)-58])
	require.Equal(t, []string{"CharStrings is cut"}, p.Damage)
	require.Equal(t, 2, p.NumGlyphs)
	p = parse(t, whole[:bytes.Index(whole, []byte("eexec"))])
	require.Equal(t, []string{"no CharStrings"}, p.Damage)
	require.Equal(t, "bee", p.BuiltinName('B'))

	// Strings that do not end, and lengths that are no numbers.
	for _, text := range []string{"%!PS\n/FontName /X /FullName (abc", "%!PS\n/FontName /X /FullName (\\", "%!PS\n/FontName /X ((((",
		"%!PS\n/FontName /X /CharStrings 5 /a 99999999999 RD ", "%!PS\n/FontName /X /CharStrings 5 /a -1 RD /b 1 RD"} {
		p := parse(t, []byte(text))
		require.Equal(t, "X", p.PostScriptName)
		require.Empty(t, p.FullName)
		require.Zero(t, p.NumGlyphs)
	}
}

func TestDecrypt(t *testing.T) {
	// The first bytes of the private part in Adobe Type 1 Font Format, 7.2:
	// decryption is the inverse of encryption for any key.
	plain := []byte("dup /Private 8 dict dup begin")
	for _, key := range []uint16{eexecKey, charStringKey, 0} {
		got := make([]byte, len(plain))
		decrypt(got, encrypt(plain, key), key)
		require.Equal(t, plain, got)
	}
}

func TestWeightByName(t *testing.T) {
	for name, want := range map[string]int{
		"Bold": 700, "bold": 700, "Semi-Bold": 600, "Demi Bold": 600, "Demi": 600, "Medium": 500, "Regular": 400, "Ultra Light": 200,
		"Black": 900, "Extra Bold": 800, "All": 0, "": 0, "Boldest": 0, "Bol": 0, "001.001": 0,
	} {
		require.Equal(t, want, weightByName(name), fmt.Sprintf("%q", name))
	}
}

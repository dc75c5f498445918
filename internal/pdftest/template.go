// Package pdftest builds small PDF files for tests, from text templates or
// with a Builder, and compares results with golden files. Only tests import
// it.
package pdftest

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// header is what {{header}} stands for: the version, then a comment of bytes
// over 127 that marks the file as binary (ISO 32000-2, 7.5.2).
const header = "%PDF-1.7\n%\xE2\xE3\xCF\xD3"

// Expand turns a template into a PDF file. A template is a PDF file in which
// everything that depends on byte counts is left out:
//
//	{{header}}         the header line and the binary comment
//	{{object 3 0}}     "3 0 obj", and notes where the object starts
//	{{streamlen}}      "/Length n" for the stream that follows
//	{{xref}}           the cross-reference table of the objects so far
//	{{trailer}}        the trailer with /Root 1 0 R and /Size; what follows
//	                   the word is put into its dictionary as it stands
//	{{startxref}}      the startxref line with the offset of {{xref}}
//
// The data of a stream is what stands between the line "stream" and the line
// "endstream". Inside of it no directive is looked for. Lines that start with
// "#" outside of streams are comments of the template and left out.
//
// Expand does not check the file: templates for damaged files leave things
// out or write them by hand.
func Expand(template []byte) ([]byte, error) {
	var (
		out     bytes.Buffer
		objects = map[int]offset{}
		lines   = strings.Split(string(template), "\n")
		xref    = -1
		stream  = false
	)
	for i, line := range lines {
		at := strings.TrimRight(line, "\r")
		switch {
		case stream && at == "endstream":
			stream = false
		case !stream && at == "stream":
			stream = true
		case stream:
		case strings.HasPrefix(line, "#"):
			continue
		default:
			for {
				before, rest, ok := strings.Cut(line, "{{")
				if !ok {
					break
				}
				directive, after, ok := strings.Cut(rest, "}}")
				if !ok {
					return nil, fmt.Errorf("pdftest: line %d: {{ without }}", i+1)
				}
				out.WriteString(before)
				name, args, _ := strings.Cut(directive, " ")
				switch name {
				case "header":
					out.WriteString(header)
				case "object":
					var num, gen int
					if _, err := fmt.Sscan(args, &num, &gen); err != nil {
						return nil, fmt.Errorf("pdftest: line %d: object: %w", i+1, err)
					}
					objects[num] = offset{out.Len(), gen}
					fmt.Fprintf(&out, "%d %d obj", num, gen)
				case "streamlen":
					n, ok := streamLength(lines[i+1:])
					if !ok {
						return nil, fmt.Errorf("pdftest: line %d: no stream follows", i+1)
					}
					out.WriteString("/Length " + strconv.Itoa(n))
				case "xref":
					xref = out.Len()
					writeTable(&out, objects)
				case "trailer":
					fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R %s>>", size(objects), pad(args))
				case "startxref":
					fmt.Fprintf(&out, "startxref\n%d", max(xref, 0))
				default:
					return nil, fmt.Errorf("pdftest: line %d: no directive %q", i+1, name)
				}
				line = after
			}
		}
		out.WriteString(line)
		if i < len(lines)-1 {
			out.WriteByte('\n')
		}
	}
	return out.Bytes(), nil
}

// File expands the template in the named file and fails the test if it
// cannot.
func File(t testing.TB, name string) []byte {
	t.Helper()
	template, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	pdf, err := Expand(template)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return pdf
}

// streamLength returns the length of the first stream in lines. The line end
// before endstream does not belong to the data (ISO 32000-2, 7.3.8.1).
func streamLength(lines []string) (n int, ok bool) {
	start := -1
	for i, line := range lines {
		switch strings.TrimRight(line, "\r") {
		case "stream":
			if start < 0 {
				start = i + 1
			}
		case "endstream":
			if start < 0 {
				return 0, false
			}
			for _, l := range lines[start:i] {
				n += len(l) + 1
			}
			return max(n-1, 0), true
		}
	}
	return 0, false
}

// pad returns entries with a blank after them, unless there are none.
func pad(entries string) string {
	if entries == "" {
		return ""
	}
	return entries + " "
}

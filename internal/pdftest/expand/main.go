// Command expand writes the PDF file that a template stands for.
//
//	go run ./internal/pdftest/expand testdata/src/hello.in > hello.pdf
package main

import (
	"fmt"
	"os"

	"github.com/pdftext-go/pdftext/internal/pdftest"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: expand TEMPLATE > FILE.pdf")
		os.Exit(2)
	}
	template, err := os.ReadFile(os.Args[1])
	if err == nil {
		var pdf []byte
		if pdf, err = pdftest.Expand(template); err == nil {
			_, err = os.Stdout.Write(pdf)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "expand:", err)
		os.Exit(1)
	}
}

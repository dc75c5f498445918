module github.com/pdftext-go/pdftext

go 1.26.8

require (
	github.com/pdfcpu/pdfcpu v0.15.0 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
	golang.org/x/text v0.44.0 // indirect
)

module github.com/pdftext-go/pdftext

go 1.26

require github.com/stretchr/testify v1.12.1

require (
	github.com/pdfcpu/pdfcpu v0.15.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/text v0.44.0 // indirect
)

module github.com/pdftext-go/pdftext

go 1.26.0

require (
	github.com/pdfcpu/pdfcpu v0.15.0
	github.com/stretchr/testify v1.12.1
	github.com/yuin/goldmark v1.7.13
	golang.org/x/text v0.44.0
)

require (
	github.com/hhrutter/tiff v1.0.6 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/crypto v0.54.0 // indirect
	golang.org/x/image v0.44.0 // indirect
)

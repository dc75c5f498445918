package interp

import "github.com/pdftext-go/pdftext/internal/pdfobj"

// OptionalContent tells which optional content of a document is off in its
// default configuration (ISO 32000-2, 8.11.4). It does not change and may be
// shared; a nil *OptionalContent hides nothing.
type OptionalContent struct {
	off map[int]bool // object numbers of groups
}

// NewOptionalContent reads the document's default configuration. It returns
// nil when no group is off.
func NewOptionalContent(doc *pdfobj.Document) *OptionalContent {
	props := doc.Dict(doc.Catalog()["OCProperties"])
	if props == nil {
		return nil
	}
	config := doc.Dict(props["D"])
	off := map[int]bool{}
	if doc.Name(config["BaseState"]) == "OFF" {
		for _, o := range doc.Array(props["OCGs"]) {
			if r, ok := o.(pdfobj.Ref); ok {
				off[r.Num] = true
			}
		}
	}
	for _, o := range doc.Array(config["ON"]) {
		if r, ok := o.(pdfobj.Ref); ok {
			delete(off, r.Num)
		}
	}
	for _, o := range doc.Array(config["OFF"]) {
		if r, ok := o.(pdfobj.Ref); ok {
			off[r.Num] = true
		}
	}
	if len(off) == 0 {
		return nil
	}
	return &OptionalContent{off}
}

// expressionDepth bounds the nesting of visibility expressions; poppler allows
// 50.
const expressionDepth = 16

// visibilitySteps bounds the operands of an expression that are looked at.
const visibilitySteps = 10_000

// Hidden reports whether a group or membership dictionary o is off.
func (c *OptionalContent) Hidden(doc *pdfobj.Document, o pdfobj.Object) bool {
	if c == nil || o == nil {
		return false
	}
	if r, ok := o.(pdfobj.Ref); ok && c.off[r.Num] {
		return true
	}
	d := doc.Dict(o)
	if doc.Name(d["Type"]) != "OCMD" {
		return false
	}
	if ve := doc.Array(d["VE"]); len(ve) > 0 {
		budget := visibilitySteps
		return !c.visible(doc, ve, expressionDepth, &budget)
	}
	groups := doc.Array(d["OCGs"])
	if groups == nil && d["OCGs"] != nil {
		groups = pdfobj.Array{d["OCGs"]}
	}
	on, all := 0, 0
	for _, g := range groups {
		if r, ok := g.(pdfobj.Ref); ok {
			all++
			if !c.off[r.Num] {
				on++
			}
		}
	}
	if all == 0 {
		return false
	}
	switch doc.Name(d["P"]) {
	case "AllOn":
		return on < all
	case "AnyOff":
		return on == all
	case "AllOff":
		return on > 0
	}
	return on == 0 // AnyOn
}

// visible evaluates a visibility expression (ISO 32000-2, 8.11.2.2).
func (c *OptionalContent) visible(doc *pdfobj.Document, ve pdfobj.Array, depth int, budget *int) bool {
	if depth == 0 || len(ve) == 0 {
		return true
	}
	operand := func(o pdfobj.Object) bool {
		if *budget--; *budget < 0 {
			return true
		}
		if r, ok := o.(pdfobj.Ref); ok && c.off[r.Num] {
			return false
		}
		if a := doc.Array(o); a != nil {
			return c.visible(doc, a, depth-1, budget)
		}
		return true
	}
	switch doc.Name(ve[0]) {
	case "Not":
		return len(ve) < 2 || !operand(ve[1])
	case "Or":
		for _, o := range ve[1:] {
			if operand(o) {
				return true
			}
		}
		return len(ve) == 1
	}
	for _, o := range ve[1:min(len(ve), visibilitySteps)] { // And
		if !operand(o) {
			return false
		}
	}
	return true
}

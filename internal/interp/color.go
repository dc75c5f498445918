package interp

import (
	"math"

	"github.com/pdftext-go/pdftext/internal/pdfobj"
	"github.com/pdftext-go/pdftext/internal/syntax"
)

// A paint is the current color of fills or strokes.
type paint struct {
	rgb     [3]uint8
	opacity uint8
	space   space
}

func (p paint) color() Color { return Color{p.rgb[0], p.rgb[1], p.rgb[2], p.opacity} }

func black() paint { return paint{opacity: 255, space: deviceGray} }

// A space is a color space, as far as it takes to tell what a reader sees.
// Those with a profile are read as the device space with as many components.
type space uint8

const (
	deviceGray space = iota
	deviceRGB
	deviceCMYK
	lab
	tint    // Separation and DeviceN, by the amount of ink
	indexed // the table is not read: a middle gray
	pattern
)

func (m *Machine) fillGray(a []syntax.Token)   { m.gs.fill.setDevice(deviceGray, a) }
func (m *Machine) strokeGray(a []syntax.Token) { m.gs.stroke.setDevice(deviceGray, a) }
func (m *Machine) fillRGB(a []syntax.Token)    { m.gs.fill.setDevice(deviceRGB, a) }
func (m *Machine) strokeRGB(a []syntax.Token)  { m.gs.stroke.setDevice(deviceRGB, a) }
func (m *Machine) fillCMYK(a []syntax.Token)   { m.gs.fill.setDevice(deviceCMYK, a) }
func (m *Machine) strokeCMYK(a []syntax.Token) { m.gs.stroke.setDevice(deviceCMYK, a) }

func (m *Machine) fillSpace(a []syntax.Token)   { m.selectSpace(&m.gs.fill, a) }
func (m *Machine) strokeSpace(a []syntax.Token) { m.selectSpace(&m.gs.stroke, a) }

func (m *Machine) fillColor(a []syntax.Token)   { m.gs.fill.set(a) }
func (m *Machine) strokeColor(a []syntax.Token) { m.gs.stroke.set(a) }

func (p *paint) setDevice(s space, args []syntax.Token) {
	p.space = s
	p.set(args)
}

// selectSpace sets the color space, and with it the initial color.
func (m *Machine) selectSpace(p *paint, args []syntax.Token) {
	name, _ := m.name(args)
	p.space = m.space(name, 0)
	p.rgb = [3]uint8{}
	if p.space == indexed || p.space == pattern {
		p.rgb = [3]uint8{128, 128, 128}
	}
}

// space returns the color space with a name or definition.
func (m *Machine) space(o pdfobj.Object, depth int) space {
	doc := m.doc
	name := doc.Name(o)
	array := doc.Array(o)
	if len(array) > 0 {
		name = doc.Name(array[0])
	}
	switch name {
	case "DeviceGray", "G", "CalGray":
		return deviceGray
	case "DeviceRGB", "RGB", "CalRGB":
		return deviceRGB
	case "DeviceCMYK", "CMYK":
		return deviceCMYK
	case "Lab":
		return lab
	case "Indexed", "I":
		return indexed
	case "Pattern":
		return pattern
	case "Separation", "DeviceN":
		return tint
	case "ICCBased":
		if len(array) > 1 {
			n, _ := doc.Int(doc.Dict(array[1])["N"])
			switch n {
			case 3:
				return deviceRGB
			case 4:
				return deviceCMYK
			}
		}
		return deviceGray
	}
	if depth == 0 && len(array) == 0 {
		if def := m.resource("ColorSpace", name); def != nil {
			return m.space(def, 1)
		}
	}
	return deviceGray
}

// set sets the color from its components.
func (p *paint) set(args []syntax.Token) {
	var v [4]float64
	n := 0
	for _, t := range args {
		if t.Kind == syntax.Number && n < len(v) {
			v[n] = t.Num
			n++
		}
	}
	switch {
	case p.space == deviceGray && n >= 1:
		p.gray(v[0])
	case p.space == deviceRGB && n >= 3:
		p.rgb = [3]uint8{channel(v[0]), channel(v[1]), channel(v[2])}
	case p.space == deviceCMYK && n >= 4:
		// The plain conversion of ISO 32000-2, 10.4.2.4.
		for i := range p.rgb {
			p.rgb[i] = channel(1 - math.Min(1, v[i]+v[3]))
		}
	case p.space == lab && n >= 1:
		p.gray(v[0] / 100)
	case p.space == tint && n >= 1:
		ink := 0.0
		for _, x := range v[:n] {
			ink = math.Max(ink, x)
		}
		p.gray(1 - ink)
	}
}

func (p *paint) gray(g float64) {
	c := channel(g)
	p.rgb = [3]uint8{c, c, c}
}

func channel(x float64) uint8 { return uint8(math.Max(0, math.Min(1, x))*255 + 0.5) }

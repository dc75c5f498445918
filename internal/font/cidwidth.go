package font

import (
	"math"

	"github.com/pdftext-go/pdftext/internal/cmap"
	"github.com/pdftext-go/pdftext/internal/limits"
	"github.com/pdftext-go/pdftext/internal/pdfobj"
)

// Metrics of a CIDFont that does not state them (ISO 32000-2, Tables 115 and
// 116), in thousandths of an em.
const (
	defaultDW = 1000
	defaultVY = 880
	defaultW1 = -1000
)

// A cidWidths has the metrics of a CIDFont. W and W2 need not be in the order of
// CIDs, and may say two things of one CID: they are sorted once, and what was
// written first counts.
type cidWidths struct {
	horizontal cmap.Ranges // values are the bits of a float32, in ems
	dw         float32     // in ems

	vertical []cmap.Range // values are indices in metrics
	metrics  []verticalMetrics
	dw2      verticalMetrics // without vx, which follows the width
}

// verticalMetrics are in ems.
type verticalMetrics struct{ w1, vx, vy float32 }

// readCIDWidths reads DW, W, DW2 and W2 of a CIDFont.
func (l *loader) readCIDWidths(w *cidWidths) {
	w.dw = defaultDW / 1000.0
	if v, ok := l.doc.Number(l.dict["DW"]); ok {
		w.dw = float32(sane(v, defaultDW) / 1000)
	}
	var ranges []cmap.Range
	bad := l.eachCID(l.doc.Array(l.dict["W"]), 1, func(lo, hi uint32, v [3]float64) {
		e := cmap.Range{Lo: lo, Hi: hi, Value: int32(math.Float32bits(float32(v[0] / 1000)))}
		if last := len(ranges) - 1; last >= 0 && ranges[last].Hi+1 == lo && ranges[last].Value == e.Value {
			ranges[last].Hi = hi
			return
		}
		ranges = append(ranges, e)
	})
	w.horizontal = cmap.Disjoint(ranges, cmap.FirstWins, false)

	w.dw2 = verticalMetrics{w1: defaultW1 / 1000.0, vy: defaultVY / 1000.0}
	if l.f.Vertical {
		if a := l.doc.Array(l.dict["DW2"]); len(a) == 2 {
			vy, ok1 := l.doc.Number(a[0])
			w1, ok2 := l.doc.Number(a[1])
			if ok1 && ok2 {
				w.dw2 = verticalMetrics{w1: float32(sane(w1, defaultW1) / 1000), vy: float32(sane(vy, defaultVY) / 1000)}
			}
		}
		bad = l.eachCID(l.doc.Array(l.dict["W2"]), 3, func(lo, hi uint32, v [3]float64) {
			w.vertical = append(w.vertical, cmap.Range{Lo: lo, Hi: hi, Value: int32(len(w.metrics))})
			w.metrics = append(w.metrics, verticalMetrics{float32(v[0] / 1000), float32(v[1] / 1000), float32(v[2] / 1000)})
		}) || bad
		w.vertical = cmap.Disjoint(w.vertical, cmap.FirstWins, false)
	}
	if bad {
		l.warn(BadWidths, "W or W2")
	}
}

// eachCID calls yield for the entries of a W or W2 array, whose CIDs have n
// numbers each: "c [w ...]", or "first last w". It passes over what is neither
// and reports whether there was such.
func (l *loader) eachCID(array pdfobj.Array, n int, yield func(lo, hi uint32, v [3]float64)) (bad bool) {
	count := 0
	if !pdfobj.Charge(l.ctx, limits.CIDWidthCost*len(array)) {
		return true
	}
	for i := 0; i < len(array); {
		first, ok := l.doc.Number(array[i])
		i++
		if !ok {
			bad = true
			continue
		}
		if i == len(array) {
			return true
		}
		if list, ok := l.doc.Resolve(array[i]).(pdfobj.Array); ok {
			i++
			if !pdfobj.Charge(l.ctx, limits.CIDWidthCost*len(list)) {
				return true
			}
			for j := 0; j+n <= len(list); j += n {
				v, ok := l.numbers(list[j : j+n])
				cid := first + float64(j/n)
				if !ok || cid < 0 || cid > maxCID {
					bad = true
					continue
				}
				if count++; count > limits.CIDWidths {
					return true
				}
				yield(uint32(cid), uint32(cid), v)
			}
			continue
		}
		last, ok := l.doc.Number(array[i])
		if !ok || i+1+n > len(array) {
			bad = true
			continue
		}
		v, ok := l.numbers(array[i+1 : i+1+n])
		if !ok {
			// Perhaps "first" was one number too many.
			bad = true
			continue
		}
		i += 1 + n
		if first < 0 || first > maxCID || last < first {
			bad = true
			continue
		}
		if count++; count > limits.CIDWidths {
			return true
		}
		yield(uint32(first), uint32(min(last, maxCID)), v)
	}
	return bad
}

// numbers reads up to three widths.
func (l *loader) numbers(a pdfobj.Array) (v [3]float64, ok bool) {
	for i, o := range a {
		n, ok := l.doc.Number(o)
		if n = sane(n, math.NaN()); !ok || n != n {
			return v, false
		}
		v[i] = n
	}
	return v, true
}

// width returns the horizontal displacement of a CID in ems.
func (w *cidWidths) width(cid int) float32 {
	if r := find(w.horizontal, uint32(cid)); r != nil {
		return math.Float32frombits(uint32(r.Value))
	}
	return w.dw
}

// Bounds for taking W to be keyed by character codes: the codes of the CMap, the
// share of them that W must have, and the most of their CIDs that it may have. In
// the font by which this was found it has all codes and 3 in 10 of the CIDs, by
// chance; a W that is right has most CIDs.
const (
	keyedCodes      = 8
	keyedCodeShare  = 0.9
	chanceCIDsShare = 0.5
)

// keyedByCode reports whether W has the codes of an embedded CMap where it should
// have their CIDs. Some producers number the glyphs of a subset in the CMap and
// forget that W goes by those numbers. Their content is set by the widths that a
// reader takes from W, with corrections, so that the letters stand right; but how
// wide they are is what W has for their codes.
func (w *cidWidths) keyedByCode(m *cmap.CMap) bool {
	n, codes, cids := 0, 0, 0
	for length := 1; length <= 4; length++ {
		for _, r := range m.CIDRanges(length) {
			if n += int(r.Hi-r.Lo) + 1; n > maxGuessedCodes {
				return false
			}
			for code := r.Lo; code <= r.Hi; code++ {
				if find(w.horizontal, code) != nil {
					codes++
				}
				if find(w.horizontal, uint32(r.Value)+code-r.Lo) != nil {
					cids++
				}
			}
		}
	}
	return n >= keyedCodes && float64(codes) >= keyedCodeShare*float64(n) && float64(cids) <= chanceCIDsShare*float64(n)
}

// mixed reports whether some width is that of a letter.
func (w *cidWidths) mixed() bool {
	for _, r := range w.horizontal {
		if math.Float32frombits(uint32(r.Value)) >= maxLie {
			return true
		}
	}
	return len(w.horizontal) > 0 && w.dw >= maxLie
}

// find returns the range that has code, or nil.
func find(rs []cmap.Range, code uint32) *cmap.Range {
	lo, hi := 0, len(rs)
	for lo < hi {
		if mid := int(uint(lo+hi) / 2); rs[mid].Hi < code {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(rs) && rs[lo].Lo <= code {
		return &rs[lo]
	}
	return nil
}

// verticalMetrics returns the vertical displacement of a code and its position
// vector, in ems.
func (c *composite) verticalMetrics(code uint32, n int) (w1, vx, vy float32) {
	w := &c.widths
	if len(w.vertical) == 0 && len(w.horizontal) == 0 {
		return w.dw2.w1, w.dw / 2, w.dw2.vy
	}
	cid, _ := c.cmap.CID(code, n)
	if r := find(w.vertical, uint32(cid)); r != nil {
		m := w.metrics[r.Value]
		return m.w1, m.vx, m.vy
	}
	return w.dw2.w1, w.width(cid) / 2, w.dw2.vy
}

// monospaced reports whether the widths of W are those of a monospaced font:
// one, or that and its half, as in a font of Chinese or Japanese. known is false
// if they are too few to tell.
func (w *cidWidths) monospaced() (mono, known bool) {
	var one, two float32 // narrower, wider
	cids := 0
	for _, r := range w.horizontal {
		v := math.Float32frombits(uint32(r.Value))
		cids += int(r.Hi-r.Lo) + 1
		switch {
		case v <= 0 || v == one || v == two:
		case one == 0:
			one = v
		case two == 0:
			one, two = min(one, v), max(one, v)
		default:
			return false, true
		}
	}
	if cids < monospacedCIDs {
		return false, false
	}
	return two == 0 && one < 0.9 || two != 0 && two > 1.98*one && two < 2.02*one, true
}

// monospacedCIDs is how many CIDs W must have to tell. Fonts of fewer glyphs may
// be figures only.
const monospacedCIDs = 16

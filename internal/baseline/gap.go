package baseline

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/script"
)

// Word gaps. All are in ems of the larger of the two glyphs.
//
// On 133 real files with painted blanks 0.12 makes 0.2 % false and 0.2 %
// missing blanks; above 0.14 the missing ones double every 0.02, below 0.10
// the false ones grow. Letter-spaced text shifts the threshold, and a jump in
// the chunk's own gaps moves it.
const (
	WordGap = 0.12
	WideGap = 0.22 // beside Han, Kana or Hangul; more loses blanks between Hangul and digits, set 0.20 wide
	// wideUnpainted is asked for between such a letter and another one without
	// a blank where the chunk has blanks: word processors set 0.25 there, and
	// stretch it in justified lines.
	wideUnpainted = 0.35
	// paintedGap is enough where a blank is painted, overlapGap where it
	// stands between the centres of right-to-left letters, which overlap.
	paintedGap = 0.05
	overlapGap = -0.3

	// Letter-spaced: the median gap is between trackMin and trackMax, a tenth
	// of the gaps are at most half of it, and trackShare of them are at most
	// trackSpread of it. A row of single letters, "a b c d", looks the same
	// and is joined, unless blanks are painted.
	trackMin     = 0.04
	trackMax     = 0.9
	trackShare   = 0.55
	trackSpread  = 1.35
	trackSlack   = 0.02
	trackLetters = 0.7
	trackGaps    = 3
	trackFactor  = 1.15
	// Set tight, or a script whose advances overlap.
	tightMedian = -0.06
	tightNear   = 0.05
	tightGaps   = 6
	// A chunk too short to tell takes the letter gap of its baseline.
	lineGaps    = 6
	lineGapMax  = 0.6
	lineGapMin  = 0.15
	lineLow     = 0.6
	lineHigh    = 1.3
	shortFactor = 1.5
	shortSlack  = 0.1

	// The widest jump of the sorted gaps parts letters from words if it
	// starts below jumpFrom and ends above jumpTo; the threshold moves to its
	// middle, between jumpTo and jumpMax.
	jumpFrom  = 0.13
	jumpTo    = 0.08
	jumpMax   = 0.20
	jumpFloor = -0.2

	// Where most gaps hold a blank, each of them counts.
	blankShare = 0.7
)

// letterGap returns the gap between letters that a baseline shows as a whole,
// for its chunks that are too short; 0 if none.
func (c *Cutter) letterGap(inks []Mark) float32 {
	if len(inks) <= lineGaps {
		return 0
	}
	n, wide := 0, 0
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		if a.Class&b.Class&script.Letter == 0 {
			continue
		}
		if gap := b.U0 - a.U1; gap < lineGapMax*max(a.Size, b.Size) {
			n++
			if gap > lineGapMin*max(a.Size, b.Size) {
				wide++
			}
		}
	}
	if n < lineGaps || 2*wide < n {
		return 0
	}
	g := c.ranked[:0]
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		if a.Class&b.Class&script.Letter == 0 {
			continue
		}
		if gap := (b.U0 - a.U1) / max(a.Size, b.Size); gap < lineGapMax {
			g = append(g, gap)
		}
	}
	c.ranked = g
	slices.Sort(g)
	n = len(g)
	if n < lineGaps {
		return 0
	}
	m := g[n/2]
	if m > lineGapMin && g[n/10] > lineLow*m && g[n*7/10] < lineHigh*m {
		return m
	}
	return 0
}

// space divides a chunk, which is part of a row, into words and sets its
// class and whether it is a range.
func (c *Cutter) space(k *Chunk, row []Mark) {
	inks := k.Inks
	all := inks[0].Class
	c.gaps = c.gaps[:0]
	letters := int(all & script.Letter / script.Letter)
	blanks := 0
	// Counts that settle the usual case, text that is not spaced and has no
	// gaps of doubtful width, without sorting.
	low, tight, doubtful := 0, 0, 0
	end := inks[0].U1
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		all |= b.Class
		if b.Class&script.Letter != 0 {
			letters++
		}
		if b.Blank >= 0 {
			blanks++
		}
		gap := (b.U0 - end) / max(a.Size, b.Size)
		end = b.U1
		if b.Class&script.Mark != 0 { // it stands over the letter before
			gap = min(gap, 0)
			end = max(end, a.U1)
		}
		c.gaps = append(c.gaps, gap)
		if gap <= trackMin {
			low++
			if gap < tightMedian {
				tight++
			}
		}
		if gap > jumpTo && gap < jumpFrom {
			doubtful++
		}
	}
	gaps := c.gaps
	n := len(gaps)
	base, limit := float32(0), float32(jumpTo) // no gap lies between this and WordGap
	if doubtful > 0 || 2*low <= n || 2*tight >= n {
		letterGap := float32(0)
		if n < trackGaps {
			letterGap = c.letterGap(row)
		}
		base, limit = c.threshold(gaps, float32(letters) >= trackLetters*float32(len(inks)) && all&script.Wide == 0, letterGap)
	}
	// The first glyph's blank stands before the chunk.
	always := n > 1 && float32(blanks) > blankShare*float32(n+1)
	if base < 0 && blanks > 0 {
		// The widths are not to be trusted where letters overlap, but the
		// blanks are.
		limit = max(limit, WordGap)
	}
	before := int32(-1) // blank before the word in hand
	inOrder := true
	for i, gap := range gaps {
		a, b := &inks[i], &inks[i+1]
		is := gap > limit
		if (a.Class|b.Class)&script.Wide != 0 {
			if blanks > 0 && b.Blank < 0 && a.Class&b.Class&script.Wide == 0 {
				is = gap > wideUnpainted+base
			} else {
				is = gap > WideGap+base
			}
		}
		if b.Blank >= 0 && !is {
			is = gap > paintedGap+base || always && gap > paintedGap
			if !is && (a.Class|b.Class)&script.RTL != 0 && gap > overlapGap {
				is = c.between(a, b)
			}
		}
		if is {
			c.Words = append(c.Words, Word{int32(i + 1), before})
			before = b.Blank
			inOrder = inOrder && b.Blank == a.Glyph+1 && b.Glyph == b.Blank+1
		} else {
			inOrder = inOrder && b.Glyph == a.Glyph+1
		}
	}
	c.Words = append(c.Words, Word{int32(len(inks)), before})
	k.Class, k.Range = all, inOrder
}

// between reports whether the blank before b stands between the centres of a
// and b.
func (c *Cutter) between(a, b *Mark) bool {
	u0, u1 := c.source.Extent(b.Blank)
	return u0 > (a.U0+a.U1)/2-0.02*b.Size && u1 < (b.U0+b.U1)/2 && u1-u0 > 0.15*b.Size
}

// threshold returns the gap between the letters of a chunk and the gap from
// which on its words part.
func (c *Cutter) threshold(gaps []float32, plain bool, letterGap float32) (base, limit float32) {
	g := append(c.ranked[:0], gaps...)
	c.ranked = g
	slices.Sort(g)
	n := len(g)
	if n == 0 {
		return 0, WordGap
	}
	switch med := g[n/2]; {
	case n >= trackGaps && med > trackMin && med < trackMax && plain && tracked(g, med):
		base = med
	case n >= trackGaps:
		if med < tightMedian && n >= tightGaps && near(g, med) {
			base = med
		}
	case letterGap > 0 && g[n-1] < letterGap*shortFactor+shortSlack:
		base = letterGap
	}
	limit = WordGap + base
	if base > 0 {
		limit = WordGap + base*trackFactor
	}
	if n >= trackGaps {
		best := float32(0)
		for i := 1; i < n; i++ {
			p, q := g[i-1], g[i]
			if p < base+jumpFrom && q > base+jumpTo && q-p > best && p > jumpFloor {
				best = q - p
				limit = min(max((p+q)/2, base+jumpTo), base+jumpMax)
			}
		}
	}
	return base, limit
}

// tracked reports whether the sorted gaps are those of letter-spaced text.
func tracked(g []float32, med float32) bool {
	n := len(g)
	low := 0
	for low < n && g[low] <= med*trackSpread+trackSlack {
		low++
	}
	return g[n/10] > med/2 && float32(low) >= trackShare*float32(n)
}

// near reports whether most of the gaps are about the median.
func near(g []float32, med float32) bool {
	k := 0
	for _, x := range g {
		if x > med-tightNear && x < med+tightNear {
			k++
		}
	}
	return float32(k) >= trackShare*float32(len(g))
}

package pdftext

import "slices"

// Word gaps. All are in ems of the larger of the two glyphs.
//
// On 133 real files with painted blanks 0.12 makes 0.2 % false and 0.2 %
// missing blanks; above 0.14 the missing ones double every 0.02, below 0.10
// the false ones grow. Letter-spaced text shifts the threshold, and a jump in
// the chunk's own gaps moves it.
const (
	wordGap = 0.12
	wideGap = 0.22 // beside Han, Kana or Hangul; more loses blanks between Hangul and digits, set 0.20 wide
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
func (l *liner) letterGap(inks []mark) float32 {
	if len(inks) <= lineGaps {
		return 0
	}
	n, wide := 0, 0
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		if a.class&b.class&isLetter == 0 {
			continue
		}
		if gap := b.u0 - a.u1; gap < lineGapMax*max(a.size, b.size) {
			n++
			if gap > lineGapMin*max(a.size, b.size) {
				wide++
			}
		}
	}
	if n < lineGaps || 2*wide < n {
		return 0
	}
	g := l.ranked[:0]
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		if a.class&b.class&isLetter == 0 {
			continue
		}
		if gap := (b.u0 - a.u1) / max(a.size, b.size); gap < lineGapMax {
			g = append(g, gap)
		}
	}
	l.ranked = g
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

// space divides a chunk into words and returns the classes of
// its glyphs, all together.
func (l *liner) space(inks []mark, letterGap float32) class {
	all := inks[0].class
	l.gaps = l.gaps[:0]
	letters := boolInt(all&isLetter != 0)
	blanks := 0
	// Counts that settle the usual case, text that is not spaced and has no
	// gaps of doubtful width, without sorting.
	low, tight, doubtful := 0, 0, 0
	end := inks[0].u1
	for i := 1; i < len(inks); i++ {
		a, b := &inks[i-1], &inks[i]
		all |= b.class
		if b.class&isLetter != 0 {
			letters++
		}
		if b.blank >= 0 {
			blanks++
		}
		gap := (b.u0 - end) / max(a.size, b.size)
		end = b.u1
		if b.class&isMark != 0 { // it stands over the letter before
			gap = min(gap, 0)
			end = max(end, a.u1)
		}
		l.gaps = append(l.gaps, gap)
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
	gaps := l.gaps
	n := len(gaps)
	base, limit := float32(0), float32(jumpTo) // no gap lies between this and wordGap
	if doubtful > 0 || 2*low <= n || 2*tight >= n {
		base, limit = l.threshold(gaps, float32(letters) >= trackLetters*float32(len(inks)) && all&isWide == 0, letterGap)
	}
	// The first glyph's blank stands before the chunk.
	always := n > 1 && float32(blanks) > blankShare*float32(n+1)
	if base < 0 && blanks > 0 {
		// The widths are not to be trusted where letters overlap, but the
		// blanks are.
		limit = max(limit, wordGap)
	}
	before := int32(-1) // blank before the word in hand
	for k, gap := range gaps {
		a, b := &inks[k], &inks[k+1]
		is := gap > limit
		if (a.class|b.class)&isWide != 0 {
			if blanks > 0 && b.blank < 0 && a.class&b.class&isWide == 0 {
				is = gap > wideUnpainted+base
			} else {
				is = gap > wideGap+base
			}
		}
		if b.blank >= 0 && !is {
			is = gap > paintedGap+base || always && gap > paintedGap
			if !is && (a.class|b.class)&isRTL != 0 && gap > overlapGap {
				is = l.between(a, b)
			}
		}
		if is {
			l.words = append(l.words, wordSpan{int32(k + 1), before})
			before = b.blank
		}
	}
	l.words = append(l.words, wordSpan{int32(len(inks)), before})
	return all
}

// between reports whether the blank before b stands between the centres of a
// and b.
func (l *liner) between(a, b *mark) bool {
	g := &l.glyphs[b.blank]
	m := mark{}
	m.set(l.p, g, isSpace, direction(l.p, g))
	return m.u0 > (a.u0+a.u1)/2-0.02*b.size && m.u1 < (b.u0+b.u1)/2 && m.u1-m.u0 > 0.15*b.size
}

// threshold returns the gap between the letters of a chunk and the gap from
// which on its words part.
func (l *liner) threshold(gaps []float32, plain bool, letterGap float32) (base, limit float32) {
	g := append(l.ranked[:0], gaps...)
	l.ranked = g
	slices.Sort(g)
	n := len(g)
	if n == 0 {
		return 0, wordGap
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
	limit = wordGap + base
	if base > 0 {
		limit = wordGap + base*trackFactor
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

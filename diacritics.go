package pdftext

import "slices"

// A combining mark may be painted at any place around its letter, raised off
// the baseline and with its origin on either side. It belongs to the letter
// whose width holds its middle, give or take seatSide, and whose baseline is
// at most seatAbove below or seatBelow above its own; in ems of the letter.
const (
	seatSide  = 0.1
	seatAbove = 0.8
	seatBelow = 0.5
	// maxSeats bounds the letters that one mark looks at. A cell of an em has
	// two or three.
	maxSeats = 64
)

// seat moves the combining marks onto the baselines of their letters, where
// they stand behind them and ahead of the next.
func (l *liner) seat() {
	// Letters by cells of an em of the largest mark.
	em := float32(minSize)
	for i := range l.marks {
		if m := &l.marks[i]; m.class&isMark != 0 {
			em = max(em, m.size)
		}
	}
	cell := func(u, v float32, frame int32) uint64 {
		// Frames beyond the first 256 share cells.
		return uint64(uint8(frame))<<56 | uint64(uint32(int32(v/em))&0xfffff)<<36 | uint64(uint32(int32(u/em))&0xfffff)<<16
	}
	type seat struct {
		cell uint64
		mark int32
	}
	seats := make([]seat, 0, len(l.marks))
	for i := range l.marks {
		if m := &l.marks[i]; m.class&(isMark|isSpace) == 0 {
			seats = append(seats, seat{cell((m.u0+m.u1)/2, m.v, m.blank), int32(i)})
		}
	}
	slices.SortFunc(seats, func(a, b seat) int {
		switch {
		case a.cell < b.cell:
			return -1
		case a.cell > b.cell:
			return 1
		}
		return int(a.mark - b.mark)
	})
	for i := range l.marks {
		m := &l.marks[i]
		if m.class&isMark == 0 {
			continue
		}
		mid := (m.u0 + m.u1) / 2
		best, cost := int32(-1), float32(0)
		looks := 0
		for dv := -1; dv <= 1; dv++ {
			for du := -1; du <= 1; du++ {
				at := cell(mid+float32(du)*em, m.v+float32(dv)*em, m.blank)
				k, _ := slices.BinarySearchFunc(seats, at, func(s seat, c uint64) int {
					if s.cell < c {
						return -1
					}
					return 1
				})
				for ; k < len(seats) && seats[k].cell == at && looks < maxSeats; k++ {
					looks++
					b := &l.marks[seats[k].mark]
					up := (b.v - m.v) / b.size
					if b.blank != m.blank || mid < b.u0-seatSide*b.size || mid > b.u1+seatSide*b.size || up > seatAbove || up < -seatBelow {
						continue
					}
					d := (mid - (b.u0+b.u1)/2) / b.size
					if c := max(d, -d) + max(up, -up); best < 0 || c < cost {
						best, cost = seats[k].mark, c
					}
				}
			}
		}
		if best >= 0 {
			b := &l.marks[best]
			m.v = b.v
			m.u0 = b.u0 + (b.u1-b.u0)/4 // behind the letter whatever is painted first
			m.u1 = m.u0
		}
	}
}

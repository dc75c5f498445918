package baseline

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/script"
)

// A combining mark may be painted at any place around its letter, raised off
// the baseline and with its origin on either side. It belongs to the letter
// whose width holds its middle, give or take seatSide, and whose baseline is
// at most seatAbove below or seatBelow above its own; in ems of the letter.
const (
	seatSide  = 0.1
	seatAbove = 0.8
	seatBelow = 0.5
	// MaxSeats bounds the letters that one mark looks at. A cell of an em has
	// two or three.
	MaxSeats = 64
)

// Seat moves the combining marks among the glyphs onto the baselines of their
// letters, where they stand behind them and ahead of the next. The Blank of
// each names its frame. It takes O(n log n) time.
func Seat(marks []Mark) {
	// Letters by cells of an em of the largest mark.
	em := float32(minSize)
	for i := range marks {
		if m := &marks[i]; m.Class&script.Mark != 0 {
			em = max(em, m.Size)
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
	seats := make([]seat, 0, len(marks))
	for i := range marks {
		if m := &marks[i]; m.Class&(script.Mark|script.Space) == 0 {
			seats = append(seats, seat{cell((m.U0+m.U1)/2, m.V, m.Blank), int32(i)})
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
	for i := range marks {
		m := &marks[i]
		if m.Class&script.Mark == 0 {
			continue
		}
		mid := (m.U0 + m.U1) / 2
		best, cost := int32(-1), float32(0)
		looks := 0
		for dv := -1; dv <= 1; dv++ {
			for du := -1; du <= 1; du++ {
				at := cell(mid+float32(du)*em, m.V+float32(dv)*em, m.Blank)
				k, _ := slices.BinarySearchFunc(seats, at, func(s seat, c uint64) int {
					if s.cell < c {
						return -1
					}
					return 1
				})
				for ; k < len(seats) && seats[k].cell == at && looks < MaxSeats; k++ {
					looks++
					b := &marks[seats[k].mark]
					up := (b.V - m.V) / b.Size
					if b.Blank != m.Blank || mid < b.U0-seatSide*b.Size || mid > b.U1+seatSide*b.Size || up > seatAbove || up < -seatBelow {
						continue
					}
					d := (mid - (b.U0+b.U1)/2) / b.Size
					if c := max(d, -d) + max(up, -up); best < 0 || c < cost {
						best, cost = seats[k].mark, c
					}
				}
			}
		}
		if best >= 0 {
			b := &marks[best]
			m.V = b.V
			m.U0 = b.U0 + (b.U1-b.U0)/4 // behind the letter whatever is painted first
			m.U1 = m.U0
		}
	}
}

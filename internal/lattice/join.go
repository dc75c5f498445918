package lattice

import (
	"slices"

	"github.com/pdftext-go/pdftext/internal/sweep"
)

// Tolerances of drawing, in points. Producers cut borders into one piece per
// cell, round their positions to device pixels and leave out corners.
const (
	snapStep  = 0.8 // rules whose positions follow one another as close are on one line
	snapReach = 2.0 // and no further apart than this in all: double rules stay two
	joinGap   = 3.0 // pieces of a line nearer than this are one
	minLength = 6.0 // what is shorter after joining is a tick or a corner piece
)

// Join returns the lines that the segments are pieces of. Segments without
// finite coordinates are left out.
func Join(segments []Segment) []Segment {
	keys := make([]uint64, 0, len(segments))
	for i := range segments {
		s := &segments[i]
		if d := s.At - s.At + s.Lo - s.Lo + s.Hi - s.Hi; d == 0 && s.Lo <= s.Hi {
			keys = append(keys, sweep.Key(float32(s.At), i))
		}
	}
	scratch := sweep.Sort(keys, nil)
	at := func(k int) float64 { return segments[sweep.Index(keys[k])].At }
	var out []Segment
	for i := 0; i < len(keys); {
		j := i + 1
		for j < len(keys) && at(j)-at(j-1) <= snapStep && at(j)-at(i) <= snapReach {
			j++
		}
		line := keys[i:j]
		for k, key := range line {
			i := sweep.Index(key)
			line[k] = sweep.Key(float32(segments[i].Lo), i)
		}
		scratch = sweep.Sort(line, scratch)
		for k := 0; k < len(line); {
			piece := segments[sweep.Index(line[k])]
			// The longest pieces say where the line is: corner pieces don't.
			weight := piece.Hi - piece.Lo + 1
			sum := piece.At * weight
			for k++; k < len(line); k++ {
				q := &segments[sweep.Index(line[k])]
				if q.Lo > piece.Hi+joinGap {
					break
				}
				w := q.Hi - q.Lo + 1
				sum, weight = sum+q.At*w, weight+w
				piece.Hi = max(piece.Hi, q.Hi)
				piece.Lo = min(piece.Lo, q.Lo) // keys are rounded
				piece.Soft = piece.Soft && q.Soft
			}
			piece.At = sum / weight
			if piece.Hi-piece.Lo >= minLength {
				out = append(out, piece)
			}
		}
		i = j
	}
	return out
}

// cluster returns the means of the groups of values that follow one another
// within reach.
func cluster(v []float64, reach float64) []float64 {
	slices.Sort(v)
	var out []float64
	for i := 0; i < len(v); {
		j, sum := i+1, v[i]
		for ; j < len(v) && v[j]-v[j-1] <= reach; j++ {
			sum += v[j]
		}
		out = append(out, sum/float64(j-i))
		i = j
	}
	return out
}

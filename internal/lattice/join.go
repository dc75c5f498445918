package lattice

import (
	"cmp"
	"slices"
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
	s := slices.DeleteFunc(slices.Clone(segments), func(s Segment) bool {
		d := s.At - s.At + s.Lo - s.Lo + s.Hi - s.Hi
		return d != 0 || s.Hi < s.Lo
	})
	slices.SortFunc(s, func(a, b Segment) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi))
	})
	var out []Segment
	for i := 0; i < len(s); {
		j := i + 1
		for j < len(s) && s[j].At-s[j-1].At <= snapStep && s[j].At-s[i].At <= snapReach {
			j++
		}
		line := s[i:j]
		slices.SortFunc(line, func(a, b Segment) int {
			return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.At, b.At))
		})
		for k := 0; k < len(line); {
			piece := line[k]
			// The longest pieces say where the line is: corner pieces don't.
			weight := piece.Hi - piece.Lo + 1
			sum := piece.At * weight
			for k++; k < len(line) && line[k].Lo <= piece.Hi+joinGap; k++ {
				q := line[k]
				w := q.Hi - q.Lo + 1
				sum, weight = sum+q.At*w, weight+w
				piece.Hi = max(piece.Hi, q.Hi)
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

package inflate

// Buffers from wideStep to lastStep quadruple when they grow, others double:
// touching new memory is what decoding much data costs most.
const (
	wideStep = 1 << 20
	lastStep = 16 << 20
)

// Grow returns b with room for n more bytes, or for as many as it may have when
// it must not become longer than end. Unlike append it leaves the new room to
// the system, which has zeroed it already: a large buffer costs only what is
// written. One that comes near the end gets all of it at once, so that the last
// steps do not need twice the memory. The array may be larger than end, and is
// by a byte: who appends a blank to output of just the limit must not have all
// of it copied for that.
func Grow(b []byte, n, end int) []byte {
	if cap(b)-len(b) >= min(n, end-len(b)) {
		return b
	}
	size := 2 * cap(b)
	if wideStep <= cap(b) && cap(b) <= lastStep {
		size = 4 * cap(b)
	}
	if size > lastStep && size > end/2 {
		size = end + 1
	}
	out := make([]byte, len(b), max(len(b)+min(n, end-len(b))+1, size))
	copy(out, b)
	return out
}

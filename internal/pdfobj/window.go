package pdfobj

import (
	"context"
	"io"
)

const (
	// wholeFile is the size up to which a file is read at once; above it,
	// windows cost less than the copy.
	wholeFile = 256 << 10
	// windowSize is what one ReadAt brings in around an object. Objects that
	// are used together mostly lie together.
	windowSize = 32 << 10
	// windowCount is how many places of the file are kept: the object streams,
	// page objects, resources and fonts of a file are written in as many runs.
	windowCount = 8
	// readStep is what of a stream is read between two looks at the context.
	readStep = 4 << 20
)

// A source gives windows of a file. Offsets count from the byte that the
// file's own offsets count from, which junk before %PDF- may have moved. It is
// not safe for concurrent use, except for readAt.
type source struct {
	r       io.ReaderAt
	size    int64 // from shift on
	shift   int64 // where in r offset 0 is
	whole   []byte
	windows [windowCount]window
	clock   uint32
}

type window struct {
	off  int64
	data []byte
	used uint32
}

func newSource(r io.ReaderAt, size int64) (*source, error) {
	s := &source{r: r, size: size}
	if size <= wholeFile {
		s.whole = make([]byte, size)
		n, err := readFull(r, s.whole, 0)
		if n == 0 && err != nil && err != io.EOF {
			return nil, err
		}
		// A reader that has less than it promised is a truncated file.
		s.whole = s.whole[:n]
		s.size = int64(n)
	}
	return s, nil
}

// rebase makes offsets count from the byte at which %PDF- stands.
func (s *source) rebase(shift int64) {
	if s.whole != nil {
		s.whole = s.whole[shift:]
	}
	s.shift += shift
	s.size -= shift
	for i := range s.windows {
		s.windows[i] = window{data: s.windows[i].data[:0]}
	}
}

// view returns the bytes from off on: at least n of them unless the file ends
// before, maybe more. They are valid until the next call.
func (s *source) view(off int64, n int) []byte {
	if off < 0 || off >= s.size {
		return nil
	}
	if s.whole != nil {
		return s.whole[off:]
	}
	n = int(min(int64(n), s.size-off))
	s.clock++
	oldest := &s.windows[0]
	for i := range s.windows {
		w := &s.windows[i]
		if w.off <= off && off+int64(n) <= w.off+int64(len(w.data)) {
			w.used = s.clock
			return w.data[off-w.off:]
		}
		if w.used < oldest.used {
			oldest = w
		}
	}
	// Start a little early: neighbours are looked up in either direction.
	start := max(0, off-windowSize/8)
	length := int(min(max(int64(n)+off-start, windowSize), s.size-start))
	if cap(oldest.data) < length || cap(oldest.data) > 4*windowSize && length <= windowSize {
		oldest.data = make([]byte, length)
	}
	got, _ := readFull(s.r, oldest.data[:length], start+s.shift)
	oldest.off, oldest.data, oldest.used = start, oldest.data[:got], s.clock
	if int64(got) <= off-start {
		return nil
	}
	return oldest.data[off-start:]
}

// atEnd reports whether a view of n bytes from off ends where the file ends.
func (s *source) atEnd(off int64, n int) bool { return off+int64(n) >= s.size }

// readAt returns n bytes from off on, fewer where the file ends. They lie in
// buf if it is large enough, or are the file's own: the caller must not write
// to them. When ctx is done they are fewer as well. It is safe for concurrent
// use.
func (s *source) readAt(ctx context.Context, buf []byte, off int64, n int64) []byte {
	if off < 0 || off >= s.size || n <= 0 {
		return nil
	}
	n = min(n, s.size-off)
	if s.whole != nil {
		return s.whole[off : off+n : off+n]
	}
	if int64(cap(buf)) < n {
		buf = make([]byte, n)
	}
	got := 0
	for got < int(n) && ctx.Err() == nil {
		part := buf[got:min(got+readStep, int(n))]
		m, _ := readFull(s.r, part, off+s.shift+int64(got))
		got += m
		if m < len(part) {
			break
		}
	}
	return buf[:got]
}

// readFull fills b from off on. It takes what a reader gives together with an
// error, and does not insist on a reader that gives nothing.
func readFull(r io.ReaderAt, b []byte, off int64) (int, error) {
	n := 0
	for n < len(b) {
		m, err := r.ReadAt(b[n:], off+int64(n))
		n += max(0, m)
		if err != nil || m <= 0 {
			return n, err
		}
	}
	return n, nil
}

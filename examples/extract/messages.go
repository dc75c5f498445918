package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"
)

const (
	// maxLine bounds the characters of a message: a hostile file can put
	// anything into the names that messages quote.
	maxLine = 300
	// progressFrom is the number of pages from which on progress is shown,
	// and progressEvery the time between two updates.
	progressFrom  = 50
	progressEvery = 200 * time.Millisecond
)

// messages writes messages about one file to w, one to a line.
type messages struct {
	w       io.Writer
	name    string
	printed int
	counter time.Time // when progress was last shown; zero if never
}

// print writes one message, unless there have been too many.
func (m *messages) print(format string, args ...any) {
	m.printed++
	if m.printed <= maxMessages {
		m.clear()
		fmt.Fprintf(m.w, "extract: %s\n", oneLine(fmt.Sprintf(format, args...)))
	}
}

// close says how many messages were left out.
func (m *messages) close() {
	m.clear()
	if m.printed > maxMessages {
		fmt.Fprintf(m.w, "extract: %s: %d more messages\n", oneLine(m.name), m.printed-maxMessages)
	}
}

// progress shows how far the work has got, if a person sees it and it takes
// long enough to care.
func (m *messages) progress(done, of int) {
	if of < progressFrom || !terminal(m.w) {
		return
	}
	now := time.Now()
	switch {
	case done == 0:
		m.counter = now
	case now.Sub(m.counter) >= progressEvery:
		m.counter = now
		fmt.Fprintf(m.w, "\r%d of %d pages", done, of)
	}
}

// clear removes the progress line.
func (m *messages) clear() {
	if !m.counter.IsZero() {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}

// terminal reports whether w is a terminal, as far as can be told without
// asking the system for more than the kind of file.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	s, err := f.Stat()
	return err == nil && s.Mode()&os.ModeCharDevice != 0
}

// oneLine makes a message safe to print: no line breaks, nothing that drives a
// terminal, no more than maxLine characters.
func oneLine(s string) string {
	n := 0
	s = strings.Map(func(r rune) rune {
		switch n++; {
		case n > maxLine:
			return -1
		case r == '\n' || r == '\t':
			return ' '
		case !unicode.IsPrint(r):
			return unicode.ReplacementChar
		}
		return r
	}, s)
	if n > maxLine {
		s += "..."
	}
	return s
}

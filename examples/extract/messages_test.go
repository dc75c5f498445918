package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOneLine(t *testing.T) {
	assert.Equal(t, "page 3: \u00FCber", oneLine("page 3: \u00FCber"))
	assert.Equal(t, "a b c", oneLine("a\nb\tc"))
	assert.Equal(t, "\uFFFD[31mred\uFFFD", oneLine("\x1b[31mred\x07"))
	assert.Equal(t, "\uFFFD", oneLine("\xff"))
	long := oneLine(strings.Repeat("x", 10000))
	assert.Equal(t, strings.Repeat("x", maxLine)+"...", long)
}

func TestMessagesAreBounded(t *testing.T) {
	var b bytes.Buffer
	m := messages{w: &b, name: "f"}
	for range 1000 {
		m.print("again")
	}
	m.close()
	assert.Equal(t, maxMessages+1, strings.Count(b.String(), "\n"))
	assert.True(t, strings.HasSuffix(b.String(), "extract: f: 900 more messages\n"))
}

func TestProgressIsForTerminals(t *testing.T) {
	var b bytes.Buffer
	m := messages{w: &b}
	for i := range 1000 {
		m.progress(i, 1000)
	}
	m.close()
	assert.Empty(t, b.String())
}

package pdfobj

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// looks is a context that is done after so many looks at it.
type looks struct {
	context.Context
	left int
}

func (l *looks) Err() error {
	if l.left--; l.left < 0 {
		return context.Canceled
	}
	return nil
}

// Each filter looks at the context every 64 KB of what it reads or makes, also
// where nothing comes out.
func TestFiltersInterrupted(t *testing.T) {
	const size = 1 << 20
	png := bytes.Repeat([]byte{4, 1, 2, 3, 4, 5, 6, 7}, size/8)
	for _, c := range []struct {
		name string
		f    filter
		src  []byte
	}{
		{"hexadecimal", filter{kind: asciiHexFilter}, bytes.Repeat([]byte("41"), size/2)},
		{"hexadecimal, blanks", filter{kind: asciiHexFilter}, bytes.Repeat([]byte(" "), size)},
		{"ASCII85", filter{kind: ascii85Filter}, bytes.Repeat([]byte("z"), size)},
		{"ASCII85, blanks", filter{kind: ascii85Filter}, append([]byte("!"), bytes.Repeat([]byte(" "), size)...)},
		{"run length", filter{kind: runLengthFilter}, bytes.Repeat([]byte{129, 'a'}, size/2)},
		{"LZW, clear codes", filter{kind: lzwFilter}, bytes.Repeat([]byte{0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01, 0x00}, size/9)},
		{"LZW", filter{kind: lzwFilter}, lzwOf(strings.Repeat("a", size), true)},
		{"PNG", filter{kind: runLengthFilter, predictor: predictor{15, 1, 8, 7}}, runLengthOf(string(png))},
		{"TIFF", filter{kind: runLengthFilter, predictor: predictor{2, 1, 8, 7}}, runLengthOf(string(png))},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := &looks{context.Background(), 1 << 30}
			_, err := c.f.decode(all, nil, c.src, 64<<20)
			require.NotErrorIs(t, err, context.Canceled)
			n := 1<<30 - all.left
			require.GreaterOrEqual(t, n, 10)
			for _, after := range []int{0, 3, n - 1} {
				_, err := c.f.decode(&looks{context.Background(), after}, nil, c.src, 64<<20)
				require.ErrorIs(t, err, context.Canceled, "after %d of %d looks", after, n)
			}
		})
	}
}

// Decryption is the same in parts, and stops between them.
func TestDecryptInterrupted(t *testing.T) {
	for _, m := range []cryptMethod{rc4Method, aes128Method, aes256Method} {
		b := make([]byte, 1<<20)
		c := streamCipher{m, make([]byte, map[cryptMethod]int{rc4Method: 16, aes128Method: 16, aes256Method: 32}[m])}
		all := &looks{context.Background(), 1 << 30}
		out := c.decrypt(all, bytes.Clone(b))
		if m != rc4Method {
			block, err := aes.NewCipher(c.key)
			require.NoError(t, err)
			want := bytes.Clone(b[aes.BlockSize:])
			cipher.NewCBCDecrypter(block, b[:aes.BlockSize]).CryptBlocks(want, want)
			require.True(t, bytes.HasPrefix(want, out))
			require.GreaterOrEqual(t, len(out), len(want)-aes.BlockSize)
		}
		require.GreaterOrEqual(t, 1<<30-all.left, 16)
		few := &looks{context.Background(), 2}
		c.decrypt(few, bytes.Clone(b))
		require.Equal(t, -1, few.left, "it has not asked again")
	}
}

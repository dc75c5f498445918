package hostile_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext"
	"github.com/pdftext-go/pdftext/internal/hostile"
)

// aloneVariable names the file that the test binary reads and prints.
const aloneVariable = "PDFTEXT_HOSTILE_FILE"

func alone() {
	doc, err := pdftext.Open(context.Background(), os.Getenv(aloneVariable), nil)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	defer doc.Close()
	for p, err := range doc.Pages(context.Background()) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(pdftext.Text(p))
	}
}

// The library needs no home directory, no environment and no place to write,
// and leaves nothing where it could. The encrypted file is the one that pdfcpu
// has a part in.
func TestAlone(t *testing.T) {
	for _, f := range []hostile.File{hostile.Named("normal", "hello"), hostile.Named("encrypt", "aes_128")} {
		home, work, temp := t.TempDir(), t.TempDir(), t.TempDir()
		name := filepath.Join(t.TempDir(), "a.pdf")
		require.NoError(t, os.WriteFile(name, f.Data, 0o400))
		require.NoError(t, os.Chmod(work, 0o500))
		for _, env := range [][]string{
			nil,
			{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + home, "TMPDIR=" + temp},
			{"HOME=/nonexistent", "TMPDIR=/nonexistent"},
		} {
			binary, err := filepath.Abs(os.Args[0])
			require.NoError(t, err)
			cmd := exec.Command(binary)
			cmd.Dir = work
			cmd.Env = append([]string{aloneVariable + "=" + name}, env...)
			out, err := cmd.CombinedOutput()
			require.NoError(t, err, "%s", out)
			assert.Equal(t, "X", strings.TrimSpace(string(out)), "%v", env)
		}
		for _, dir := range []string{home, work, temp} {
			entries, err := os.ReadDir(dir)
			require.NoError(t, err)
			assert.Empty(t, entries)
		}
	}
}

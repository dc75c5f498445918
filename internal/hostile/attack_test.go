package hostile_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/hostile"
)

const (
	// maxStack is the stack a goroutine may have in these tests: recursion
	// that follows the depth of a file overflows it.
	maxStack = 16 << 20
	// memoryCap bounds the memory of the process that reads the files.
	memoryCap = 512 << 20
	// maxPages is more than any file here has.
	maxPages = 1_000_000
	// slack is how much slower or larger than what the files allow a run may
	// be, for busy and slow machines.
	slackTime   = 2
	slackMemory = 32
	// floor is the least time the normal page is taken for, since a clock of
	// the processor ticks in hundredths of a second.
	floor = 50 * time.Millisecond
	// mostTime bounds the processor time of any file.
	mostTime = 3 * time.Second
)

// childVariable tells the test binary to read a class of files, to answer
// one line for each, and to end.
const childVariable = "PDFTEXT_HOSTILE_CLASS"

func TestMain(m *testing.M) {
	debug.SetMaxStack(maxStack)
	if class, ok := os.LookupEnv(childVariable); ok {
		child(class)
		return
	}
	if os.Getenv(aloneVariable) != "" {
		alone()
		return
	}
	os.Exit(m.Run())
}

// TestAttacks reads every file in this process with every stage.
func TestAttacks(t *testing.T) {
	plainOnly(t)
	for _, class := range hostile.Classes() {
		t.Run(class, func(t *testing.T) {
			for _, f := range hostile.Files(class) {
				if testing.Short() && f.Want.Time > 60 {
					continue // the plain run reads these
				}
				start := time.Now()
				r := inTime(t, f.Name, func() result { return reading{pages: maxPages, all: 20}.read(context.Background(), f.Data) })
				assert.Empty(t, r.Fault, f.Name)
				if !meets(f.Want, r) {
					t.Errorf("%s: want %+v, got %q, reasons %b, %d warnings", f.Name, f.Want, head(r.Text), r.Fails, r.Warnings)
				}
				if d := time.Since(start); d > time.Second {
					t.Logf("%s took %v", f.Name, d)
				}
			}
		})
	}
}

// plainOnly leaves a test to the run without the race detector, which takes ten
// times as long over it and finds nothing: it reads one file after another.
func plainOnly(t *testing.T) {
	t.Helper()
	if raceEnabled {
		t.Skip("run without -race")
	}
}

// inTime fails the test at once if f does not return: the file is named, and
// the goroutines show where it hangs.
func inTime[T any](t testing.TB, name string, f func() T) T {
	t.Helper()
	timer := time.AfterFunc(hang, func() {
		debug.SetTraceback("all")
		panic("no end of " + name)
	})
	defer timer.Stop()
	return f()
}

func head(s string) string { return s[:min(len(s), 60)] }

// A report is what the child says of one file.
type report struct {
	Name   string
	Result result
	CPU    time.Duration
	Memory int // MiB above what the idle process has
}

// child reads the files of a class, each as a program would: the text of all
// pages.
func child(class string) {
	if err := capMemory(memoryCap); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	files := hostile.Files(class)
	out := json.NewEncoder(os.Stdout)
	for _, f := range files {
		fmt.Fprintln(os.Stderr, f.Name) // the last line names the file that kills the process
		debug.FreeOSMemory()
		idle := resident(true)
		start := processTime()
		r := reading{pages: maxPages}.read(context.Background(), f.Data)
		report := report{Name: f.Name, Result: r, CPU: processTime() - start, Memory: resident(false) - idle}
		report.Result.Text = ""
		if !meets(f.Want, r) {
			report.Result.Fault = fmt.Sprintf("want %+v, got %q, reasons %b, %d warnings", f.Want, head(r.Text), r.Fails, r.Warnings)
		}
		if err := out.Encode(report); err != nil {
			os.Exit(1)
		}
	}
}

// TestAttacksInChild reads every file in a process of little memory, and
// bounds the time and memory of each.
func TestAttacksInChild(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("measures time and memory")
	}
	if capMemory(0) != nil {
		t.Skip("no bound on memory here")
	}
	unit := time.Duration(0)
	for _, r := range children(t, "normal") {
		unit = max(floor, r.CPU)
	}
	for _, class := range hostile.Classes() {
		t.Run(class, func(t *testing.T) {
			reports := children(t, class)
			for i, f := range hostile.Files(class) {
				if i >= len(reports) {
					break // the process died, which is reported
				}
				r := reports[i]
				require.Equal(t, f.Name, r.Name)
				assert.Empty(t, r.Result.Fault, f.Name)
				bound := min(time.Duration(f.Want.Time)*unit, mostTime*unit/floor)
				assert.LessOrEqual(t, r.CPU, slackTime*bound, "%s: processor time", f.Name)
				assert.LessOrEqual(t, r.Memory, f.Want.Memory+slackMemory, "%s: MiB of memory", f.Name)
				if testing.Verbose() && (r.CPU > time.Second || r.Memory > 128) {
					t.Logf("%s: %v, %d MiB", f.Name, r.CPU, r.Memory)
				}
			}
		})
	}
}

// children runs this binary on a class and returns what it says.
func children(t *testing.T, class string) (reports []report) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*hang)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+class)
	var log strings.Builder
	cmd.Stderr = &log
	pipe, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		var r report
		require.NoError(t, json.Unmarshal(lines.Bytes(), &r))
		reports = append(reports, r)
	}
	if err := cmd.Wait(); err != nil {
		var exit *exec.ExitError
		require.ErrorAs(t, errors.Join(err, ctx.Err()), &exit)
		t.Errorf("class %s: %v after %d files: %s", class, err, len(reports), log.String()[max(0, log.Len()-4000):])
	}
	return reports
}

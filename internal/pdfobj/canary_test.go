package pdfobj

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/stretchr/testify/require"

	"github.com/pdftext-go/pdftext/internal/hostile"
)

var canary = flag.Bool("canary", false, "try whether pdfcpu still fails on the files that it is shielded from")

// canaryTime is when bare pdfcpu counts as hanging.
const canaryTime = 4 * time.Second

// canaryVariable names the file that the test binary gives to bare pdfcpu.
const canaryVariable = "PDFTEXT_CANARY"

// canaries are files that pdfcpu v0.15.0 was seen to fail on: by a stack
// overflow, which nothing can recover from, a panic, or without an end. They
// are why this package reads files by itself.
var canaries = []struct{ class, name, fails string }{
	{"filter", "filter_is_the_stream", "overflows the stack"},
	{"filter", "filters_are_one_another", "overflows the stack"},
	{"filter", "filters_and_lengths_are_one_another", "overflows the stack"},
	{"filter", "parms_are_the_stream", "overflows the stack"},
	{"filter", "parms_hold_the_stream", "overflows the stack"},
	{"xref", "shifted_size_huge", "hangs and takes all memory"},
	{"xref", "shifted_size_forty", "panics"},
	{"xref", "offsets_one_object", "panics"},
	{"xref", "offsets_past_end", "panics"},
	{"xref", "subsection_start_huge", "panics"},
	{"xref", "root_page", "panics"},
	{"xref", "root_missing", "panics"},
	{"xref", "one_stream_for_all", "takes a gigabyte"},
	{"xref", "one_array_for_all", "takes a gigabyte"},
	{"xref", "prev_chain", "takes seconds"},
	{"objstm", "in_itself", "panics"},
	{"objstm", "in_one_another", "panics"},
	{"objstm", "bomb_behind_objects", "takes 300 MB"},
	{"xrefstream", "widths_wraps_and_divides", "panics"},
	{"xrefstream", "widths_wraps_below_zero", "panics"},
	{"xrefstream", "object_0_compressed", "panics"},
	{"xrefstream", "offsets_past_end", "panics"},
	{"xrefstream", "offsets_negative", "panics"},
	{"xrefstream", "types_unknown", "panics"},
	{"xrefstream", "bomb", "takes a gigabyte"},
	{"object", "keyword_at_buffer_end", "panics"},
	{"pagetree", "root_is_null", "panics"},
	{"page", "media_box_empty", "panics"},
	{"page", "media_box_one", "panics"},
	{"page", "media_box_short", "panics"},
	{"notpdf", "flood_stream", "hangs"},
	{"length", "endobj_absent", "hangs"},
	{"length", "overlapping", "takes 500 MB"},
}

// TestCanary gives each of the files to pdfcpu alone, in a process of its own,
// and reports where it has become better, so that a guard of ours may go. It
// never fails for what pdfcpu does. Run it with -canary -v.
func TestCanary(t *testing.T) {
	if name := os.Getenv(canaryVariable); name != "" {
		bare(name)
		return
	}
	if !*canary {
		t.Skip("only with -canary")
	}
	fixed := 0
	for _, c := range canaries {
		name := c.class + "/" + c.name
		ctx, cancel := context.WithTimeout(t.Context(), canaryTime)
		cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^TestCanary$")
		cmd.Env = append(os.Environ(), canaryVariable+"="+name, "GOMEMLIMIT=300MiB")
		out, err := cmd.CombinedOutput()
		how := verdict(string(out), err, ctx.Err())
		cancel()
		if strings.HasPrefix(how, "ends") {
			fixed++
			t.Logf("FIXED? %-44s %s; it was: %s", name, how, c.fails)
		} else {
			t.Logf("still  %-44s %s", name, how)
		}
	}
	t.Logf("%d of %d files no longer break pdfcpu", fixed, len(canaries))
}

// verdict says how the process that ran bare pdfcpu came to its end.
func verdict(out string, err, timeout error) string {
	switch {
	case strings.Contains(out, "stack overflow") || strings.Contains(out, "stack exceeds"):
		return "overflows the stack"
	case timeout != nil:
		return "has no end"
	case strings.Contains(out, "out of memory"):
		return "runs out of memory"
	case strings.Contains(out, "panic:") || strings.Contains(out, "recovered:"):
		return "panics"
	case err != nil:
		return fmt.Sprintf("dies: %v", err)
	}
	_, answer, _ := strings.Cut(out, "answer: ")
	answer, _, _ = strings.Cut(answer, "\n")
	return "ends: " + answer
}

// bare reads a file as pdfcpu's own commands do, page by page.
func bare(name string) {
	debug.SetMaxStack(64 << 20)
	defer func() {
		if r := recover(); r != nil {
			fmt.Printf("recovered: %v\n", r)
		}
	}()
	class, file, _ := strings.Cut(name, "/")
	data := hostile.Named(class, file).Data
	start := time.Now()
	peak := func() string {
		status, _ := os.ReadFile("/proc/self/status")
		_, rest, _ := strings.Cut(string(status), "VmHWM:")
		kib := 0
		_, _ = fmt.Sscan(rest, &kib) // 0 where there is no such file
		if kib > 256<<10 {
			return fmt.Sprintf(", out of memory bounds: %d MiB", kib>>10)
		}
		return ""
	}
	conf := &model.Configuration{Reader15: true, ValidationMode: model.ValidationRelaxed, Offline: true,
		Limits: model.DefaultResourceLimits(), Eol: "\n", Cmd: model.VALIDATE}
	ctx, err := pdfcpu.ReadWithContext(context.Background(), bytes.NewReader(data), conf)
	if err != nil {
		fmt.Printf("answer: an error after %v%s\n", time.Since(start).Round(time.Millisecond), peak())
		return
	}
	err = ctx.EnsurePageCount()
	for n := 1; err == nil && n <= min(ctx.PageCount, 3); n++ {
		_, _, _, err = ctx.PageDict(n, false)
	}
	fmt.Printf("answer: pages %d, error %t, after %v%s\n", ctx.PageCount, err != nil, time.Since(start).Round(time.Millisecond), peak())
}

// TestCanariesExist keeps the list true to the generator.
func TestCanariesExist(t *testing.T) {
	names := map[string]bool{}
	for _, c := range canaries {
		if !names[c.class] {
			names[c.class] = true
			for _, f := range hostile.Files(c.class) {
				names[c.class+"/"+f.Name] = true
			}
		}
		require.True(t, names[c.class+"/"+c.name], "%s/%s", c.class, c.name)
	}
}

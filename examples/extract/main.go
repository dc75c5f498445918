// Command extract writes the text of a PDF file, or its layout as JSON.
//
//	extract [flags] FILE
//
// FILE may be - for standard input. Text goes to standard output as UTF-8
// with a form feed between pages, messages to standard error, one to a line.
// A page that cannot be read leaves its place empty. The flags are described
// by extract -h, and the JSON by the types of json.go.
//
// A password is taken from the file that -password-file names or from the
// variable PDFTEXT_PASSWORD, never from the command line, where other users
// can see it.
//
// The exit code is 0 if all pages were read, 1 if some were not or were cut
// off at a limit, 2 for wrong usage, 3 if the file cannot be opened or is of an
// unsupported kind, 4 if the password is missing or wrong, and 5 if a limit
// left nothing of a page or the deadline stopped the work. What was read until
// then is written. Damage that was worked around costs a message, not the 0.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/pdftext-go/pdftext"
)

// Exit codes.
const (
	exitAll        = 0
	exitSomePages  = 1
	exitUsage      = 2
	exitUnreadable = 3
	exitPassword   = 4
	exitLimit      = 5
)

const (
	// maxInput bounds what is read from standard input, which is held in
	// memory.
	maxInput = 1 << 30
	// maxPassword bounds a password file. PDF passwords have at most 127 bytes.
	maxPassword = 4096
	// grace is how long after the deadline the program waits for the library
	// to stop by itself.
	grace = 2 * time.Second
	// maxMessages bounds the messages about one file; the rest are counted.
	maxMessages = 100
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// A command is one call of the program.
type command struct {
	file         string
	format       format
	pages        ranges
	passwordFile string
	timeout      time.Duration
	output       string
	workers      int
	quiet        bool
	runningHeads bool

	stdin  io.Reader
	stdout io.Writer
	log    *messages
}

// A usageError says that the command line makes no sense.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c := &command{stdin: stdin, stdout: stdout, log: &messages{w: stderr}}
	switch err := c.parse(args, stderr); {
	case errors.Is(err, flag.ErrHelp):
		return exitAll
	case err != nil:
		fmt.Fprintf(stderr, "extract: %s\n", oneLine(err.Error()))
		fmt.Fprintln(stderr, "extract -h tells how to use it")
		return exitUsage
	}
	ctx := context.Background()
	if c.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
		// The library stops soon after ctx is done. This is for the case that
		// it hangs, or that reading standard input does.
		watchdog := time.AfterFunc(c.timeout+grace, func() {
			fmt.Fprintln(stderr, "extract: stopped: deadline exceeded")
			os.Exit(exitLimit)
		})
		defer watchdog.Stop()
	}
	code, err := c.extract(ctx)
	if err != nil {
		c.log.print("%s: %v", c.file, err)
		code = exitCode(err)
	}
	c.log.close()
	return code
}

// parse reads the command line.
func (c *command) parse(args []string, stderr io.Writer) error {
	flags := flag.NewFlagSet("extract", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	name := flags.String("format", "text", "what to write: text, layout (text at its places), markdown, html, hocr, json (one object) or ndjson (one object per page and line)")
	flags.BoolVar(&c.runningHeads, "running-heads", false, "keep page headers, footers and page numbers in markdown and html")
	flags.Func("pages", "the `pages` to read, such as 1-5,10 or 7- (default all)", func(s string) (err error) {
		c.pages, err = parseRanges(s)
		return err
	})
	flags.StringVar(&c.passwordFile, "password-file", "", "read the password from the first line of `file`")
	flags.DurationVar(&c.timeout, "timeout", 0, "stop after this `duration`, such as 30s (default never)")
	flags.StringVar(&c.output, "o", "", "write to `file` instead of standard output")
	flags.IntVar(&c.workers, "workers", 0, "pages read at the same time (default one per processor)")
	flags.BoolVar(&c.quiet, "quiet", false, "no messages about damage that was worked around")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		flags.SetOutput(stderr)
		fmt.Fprintln(stderr, "usage: extract [flags] FILE\n\nFILE is a PDF file, or - for standard input.")
		flags.PrintDefaults()
		return err
	case err != nil:
		return usageError{err.Error()}
	}
	f, ok := formats[*name]
	switch {
	case !ok:
		return usageError{fmt.Sprintf("unknown format %q", *name)}
	case flags.NArg() != 1:
		return usageError{fmt.Sprintf("want one file, have %d", flags.NArg())}
	case flags.Arg(0) == "":
		return usageError{"the name of the file is empty"}
	case c.timeout < 0:
		return usageError{"the timeout is negative"}
	case c.workers < 0:
		return usageError{"the number of workers is negative"}
	}
	c.format, c.file = f, flags.Arg(0)
	c.log.name = c.file
	return nil
}

// extract opens the file and writes its pages. It returns the exit code, or
// the error that kept it from reading any page.
func (c *command) extract(ctx context.Context) (int, error) {
	password, err := c.password()
	if err != nil {
		return 0, err
	}
	doc, err := c.open(ctx, &pdftext.Options{Password: password})
	if err != nil {
		return 0, err
	}
	defer doc.Close()
	count, err := doc.NumPages(ctx)
	if err != nil {
		return 0, err
	}
	out, err := c.create()
	if err != nil {
		return 0, err
	}
	var code int
	if c.format.document != nil {
		code, err = c.writeDocument(ctx, doc, count, out)
	} else {
		code, err = c.write(ctx, doc, count, out)
	}
	if closer, ok := out.(io.Closer); ok && c.output != "" {
		err = errors.Join(err, closer.Close())
	}
	return code, err
}

// password returns the password for the file, "" if there is none.
func (c *command) password() (string, error) {
	if c.passwordFile == "" {
		return os.Getenv("PDFTEXT_PASSWORD"), nil
	}
	f, err := os.Open(c.passwordFile)
	if err != nil {
		return "", usageError{err.Error()}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxPassword))
	if err != nil {
		return "", usageError{err.Error()}
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSuffix(line, "\r"), nil
}

// errTooLarge reports an input that is not read whole.
var errTooLarge = fmt.Errorf("more than %d bytes of input", maxInput)

// open opens the named file or standard input.
func (c *command) open(ctx context.Context, opt *pdftext.Options) (*pdftext.Document, error) {
	if c.file != "-" {
		return pdftext.Open(ctx, c.file, opt)
	}
	data, err := io.ReadAll(io.LimitReader(c.stdin, maxInput+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxInput:
		return nil, errTooLarge
	}
	return pdftext.NewReader(ctx, bytes.NewReader(data), int64(len(data)), opt)
}

// create opens the output. An existing file is not emptied before the input
// has been opened, and never if it is the input.
func (c *command) create() (io.Writer, error) {
	if c.output == "" {
		return c.stdout, nil
	}
	if a, err := os.Stat(c.output); err == nil {
		if b, err := os.Stat(c.file); err == nil && os.SameFile(a, b) {
			return nil, usageError{"the output would overwrite the input"}
		}
	}
	return os.Create(c.output)
}

// exitCode returns the exit code for an error that ended the work.
func exitCode(err error) int {
	var usage usageError
	var limit *pdftext.LimitError
	switch {
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, pdftext.ErrPassword):
		return exitPassword
	case errors.As(err, &limit), errors.Is(err, errTooLarge), errors.Is(err, context.DeadlineExceeded):
		return exitLimit
	}
	return exitUnreadable
}

// Package archtest holds the rules about who may import what, as a test.
package archtest

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/pdftext-go/pdftext"

// Modules that packages of ours may use, as the policy names them.
const (
	pdfcpu = "github.com/pdfcpu/pdfcpu"
	xtext  = "golang.org/x/text"
)

// policy says, for every package that is compiled into a program, which
// packages of this module and which other modules it may import. The root is
// ".". Two halves meet in the root only: geom, sweep, baseline, cover, xycut,
// lattice, corridor and collinear know nothing of PDF, and the others nothing of layout. pdfcpu
// is named by one package, so that it can be replaced.
var policy = map[string][]string{
	".": {"internal/limits", "internal/geom", "internal/font", "internal/interp", "internal/pdfobj",
		"internal/sweep", "internal/xycut", "internal/lattice", "internal/corridor", "internal/wordgrid", "internal/collinear",
		"internal/bidi", "internal/script", "internal/listlabel", "internal/commonmark", "internal/baseline", "internal/cover", "internal/quadgrid"},
	"internal/geom":       {},
	"internal/listlabel":  {},
	"internal/commonmark": {},
	"internal/limits":     {},
	"internal/inflate":    {},
	"internal/pdfobj":     {"internal/encoding", "internal/inflate", "internal/limits", pdfcpu, xtext},
	"internal/syntax":     {"internal/limits"},
	"internal/cmap":       {"internal/limits", "internal/syntax"},
	"internal/encoding":   {},
	"internal/stdmetrics": {},
	"internal/fontfile":   {"internal/limits", "internal/encoding"},
	"internal/font": {"internal/limits", "internal/cmap", "internal/encoding", "internal/fontfile",
		"internal/pdfobj", "internal/stdmetrics", xtext},
	"internal/interp":    {"internal/limits", "internal/geom", "internal/font", "internal/pdfobj", "internal/syntax"},
	"internal/script":    {xtext},
	"internal/bidi":      {"internal/script"},
	"internal/baseline":  {"internal/geom", "internal/script", "internal/sweep"},
	"internal/cover":     {"internal/geom"},
	"internal/sweep":     {},
	"internal/xycut":     {"internal/geom", "internal/sweep"},
	"internal/wordgrid":  {"internal/geom"},
	"internal/lattice":   {"internal/geom", "internal/sweep", "internal/wordgrid"},
	"internal/corridor":  {"internal/geom", "internal/sweep", "internal/wordgrid"},
	"internal/collinear": {"internal/geom"},
	"internal/quadgrid":  {"internal/geom"},
}

// planned lists packages whose rule stands before they do.
var planned = []string{}

// testOnly lists the packages that no program may contain.
var testOnly = []string{"internal/pdftest", "internal/pdftest/expand", "internal/hostile", "internal/archtest"}

// testModules may be imported by test files and by the packages of testOnly.
// goldmark reads our Markdown back.
var testModules = []string{"github.com/stretchr/testify", "github.com/yuin/goldmark"}

// forbidden lists packages of the standard library that a library package
// must not import: they reach files, the network, the environment or a log.
// What stands below one of them is forbidden as well.
var forbidden = []string{"C", "log", "net", "os", "plugin", "syscall", "unsafe"}

// exceptions lists the files that may import a forbidden package.
var exceptions = map[string]string{
	"extract.go": "os", // Open reads the named file
}

// A file is one Go file of the module.
type file struct {
	path    string // relative to the root, with slashes
	pkg     string // its directory: "." for the root
	test    bool   // a test file, or in a package for tests
	ignored bool   // left out of every build, such as a generator
	ast     *ast.File
}

// files parses all Go files of the module, but for those of examples and
// other modules.
func files(t *testing.T) []file {
	t.Helper()
	root := filepath.Join("..", "..")
	var out []file
	require.NoError(t, filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			name := d.Name()
			if rel != "." && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || rel == "examples") {
				return filepath.SkipDir
			}
			return nil
		}
		if path.Ext(rel) != ".go" {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := path.Dir(rel)
		out = append(out, file{
			path: rel, pkg: pkg, ast: parsed, ignored: ignored(parsed),
			test: strings.HasSuffix(rel, "_test.go") || slices.Contains(testOnly, pkg),
		})
		return nil
	}))
	require.NotEmpty(t, out)
	return out
}

// ignored reports whether a build constraint leaves the file out of every
// build.
func ignored(f *ast.File) bool {
	for _, group := range f.Comments {
		if group.Pos() > f.Package {
			break
		}
		for _, c := range group.List {
			expr, err := constraint.Parse(c.Text)
			if err == nil && !expr.Eval(func(tag string) bool { return tag != "ignore" }) {
				return true
			}
		}
	}
	return false
}

// imports returns the import paths of f.
func (f *file) imports() []string {
	var out []string
	for _, spec := range f.ast.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err == nil {
			out = append(out, p)
		}
	}
	return out
}

// under reports whether the import path p is root or below it.
func under(p, root string) bool { return p == root || strings.HasPrefix(p, root+"/") }

// local returns the import path p as the policy names it, if it is of this
// module.
func local(p string) (string, bool) {
	if p == module {
		return ".", true
	}
	return strings.CutPrefix(p, module+"/")
}

// violations checks one file and says what is wrong with it.
func violations(f *file) []string {
	var out []string
	complain := func(format string, args ...any) {
		out = append(out, f.path+": "+fmt.Sprintf(format, args...))
	}
	allowed, known := policy[f.pkg]
	if !known && !slices.Contains(testOnly, f.pkg) {
		complain("package %s is not in the policy", f.pkg)
	}
	for _, p := range f.imports() {
		switch l, ours := local(p); {
		case under(p, pdfcpu) && f.pkg != "internal/pdfobj":
			complain("only internal/pdfobj may import %s", p)
		case f.ignored:
			// A generator is no part of the library.
		case f.test:
			if f.pkg == "internal/pdftest" && l == "." {
				complain("pdftest must not import the root")
			}
			if !ours && strings.Contains(strings.Split(p, "/")[0], ".") &&
				!slices.ContainsFunc(append([]string{pdfcpu, xtext}, testModules...), func(m string) bool { return under(p, m) }) {
				complain("unknown module of %s", p)
			}
		case ours:
			if !slices.Contains(allowed, l) {
				complain("%s may not import %s", f.pkg, l)
			}
		case strings.Contains(strings.Split(p, "/")[0], "."):
			if !slices.ContainsFunc(allowed, func(m string) bool { return under(p, m) }) {
				complain("%s may not import %s", f.pkg, p)
			}
		case exceptions[f.path] == p:
		case slices.ContainsFunc(forbidden, func(m string) bool { return under(p, m) }):
			complain("a library must not import %s", p)
		}
	}
	if f.test || f.ignored {
		return out
	}
	for _, d := range f.ast.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
			complain("no init functions")
		}
	}
	return out
}

func TestImports(t *testing.T) {
	for _, f := range files(t) {
		for _, v := range violations(&f) {
			t.Error(v)
		}
	}
}

// TestPolicyIsCurrent fails for rows of packages that are gone, and for
// planned ones that have come.
func TestPolicyIsCurrent(t *testing.T) {
	present := map[string]bool{}
	for _, f := range files(t) {
		present[f.pkg] = true
	}
	for pkg := range policy {
		assert.Equal(t, !slices.Contains(planned, pkg), present[pkg], "%s: in the policy or planned, against what there is", pkg)
	}
}

// TestPolicyHasNoCycle checks the table itself: geometry stays apart from
// PDF, and nothing below imports what is above.
func TestPolicyHasNoCycle(t *testing.T) {
	const visiting, done = 1, 2
	state := map[string]int{}
	var visit func(string)
	visit = func(pkg string) {
		require.NotEqual(t, visiting, state[pkg], "cycle through %s", pkg)
		if state[pkg] == done {
			return
		}
		state[pkg] = visiting
		for _, to := range policy[pkg] {
			if _, ours := policy[to]; ours {
				visit(to)
			}
		}
		state[pkg] = done
	}
	for pkg := range policy {
		visit(pkg)
	}
	geometry := []string{"internal/geom", "internal/sweep", "internal/xycut", "internal/lattice", "internal/corridor", "internal/wordgrid", "internal/collinear", "internal/quadgrid"}
	for _, pkg := range geometry {
		for _, to := range policy[pkg] {
			assert.Contains(t, geometry, to, "%s is geometry", pkg)
		}
	}
}

func TestViolationsAreFound(t *testing.T) {
	tests := []struct{ path, src, want string }{
		{"internal/geom/a.go", `import "github.com/pdftext-go/pdftext/internal/pdfobj"`, "internal/geom may not import internal/pdfobj"},
		{"internal/font/a.go", `import "github.com/pdfcpu/pdfcpu/pkg/api"`, "only internal/pdfobj may import"},
		{"internal/font/a_test.go", `import "github.com/pdfcpu/pdfcpu/pkg/api"`, "only internal/pdfobj may import"},
		{"internal/font/a.go", `import "github.com/pdftext-go/pdftext"`, "internal/font may not import ."},
		{"internal/font/a.go", `import "example.org/x"`, "internal/font may not import example.org/x"},
		{"internal/font/a_test.go", `import "example.org/x"`, "unknown module"},
		{"internal/font/a.go", `import "github.com/stretchr/testify/assert"`, "may not import github.com/stretchr/testify/assert"},
		{"internal/font/a.go", `import "github.com/pdftext-go/pdftext/internal/pdftest"`, "may not import internal/pdftest"},
		{"internal/pdftest/a.go", `import "github.com/pdftext-go/pdftext"`, "pdftest must not import the root"},
		{"internal/pdfobj/a.go", `import "net/http"`, "must not import net/http"},
		{"internal/pdfobj/a.go", `import "log/slog"`, "must not import log/slog"},
		{"glyph.go", `import "os"`, "must not import os"},
		{"extract.go", `import "os/exec"`, "must not import os/exec"},
		{"internal/other/a.go", ``, "is not in the policy"},
		{"internal/geom/a.go", `func init() {}`, "no init functions"},
		// And what is allowed.
		{"extract.go", `import "os"`, ""},
		{"internal/pdfobj/a.go", `import "github.com/pdfcpu/pdfcpu/pkg/api"`, ""},
		{"internal/font/a.go", `import "golang.org/x/text/encoding/charmap"`, ""},
		{"internal/geom/a_test.go", `import "github.com/stretchr/testify/assert"`, ""},
		{"internal/geom/a.go", `type t int; func (t) init() {}`, ""},
	}
	for _, tt := range tests {
		parsed, err := parser.ParseFile(token.NewFileSet(), tt.path, "package p\n"+tt.src, 0)
		require.NoError(t, err)
		pkg := path.Dir(tt.path)
		f := file{path: tt.path, pkg: pkg, ast: parsed,
			test: strings.HasSuffix(tt.path, "_test.go") || slices.Contains(testOnly, pkg)}
		got := strings.Join(violations(&f), "\n")
		if tt.want == "" {
			assert.Empty(t, got, tt.path+" "+tt.src)
		} else {
			assert.Contains(t, got, tt.want, tt.path+" "+tt.src)
		}
	}
}

func TestGeneratorsAreIgnored(t *testing.T) {
	for src, want := range map[string]bool{
		"//go:build ignore\n\npackage main":     true,
		"//go:build !ignore\n\npackage main":    false,
		"//go:build linux\n\npackage main":      false,
		"// Package main is one.\npackage main": false,
	} {
		parsed, err := parser.ParseFile(token.NewFileSet(), "gen.go", src, parser.ParseComments)
		require.NoError(t, err)
		assert.Equal(t, want, ignored(parsed), src)
	}
}

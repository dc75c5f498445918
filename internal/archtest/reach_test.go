package archtest

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A listed package is what `go list -deps -json` says of one that is built
// into every program with the library.
type listedPackage struct {
	ImportPath, Dir string
	Standard        bool
	GoFiles         []string
	Imports         []string
}

// linked returns the root package and all that it reaches.
func linked(t *testing.T) (out []listedPackage) {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,Standard,GoFiles,Imports", ".")
	cmd.Dir = filepath.Join("..", "..")
	stdout, err := cmd.Output()
	require.NoError(t, err)
	for d := json.NewDecoder(strings.NewReader(string(stdout))); ; {
		var p listedPackage
		if err := d.Decode(&p); err == io.EOF {
			break
		} else {
			require.NoError(t, err)
		}
		out = append(out, p)
	}
	require.NotEmpty(t, out)
	return out
}

// dependencies lists what other modules may bring in, with what for. A package
// that is not below one of these needs a reason here first.
var dependencies = map[string]string{
	"github.com/pdfcpu/pdfcpu":      "finds the key of an encrypted file; reads nothing else",
	"github.com/hhrutter/tiff":      "of pdfcpu: filters and images, not called",
	"golang.org/x/image":            "of pdfcpu: images, not called",
	"golang.org/x/crypto/ocsp":      "of pdfcpu: signatures, not called",
	"go.yaml.in/yaml/v3":            "of pdfcpu: its configuration, not called",
	"golang.org/x/text/unicode":     "classes of characters, normal forms",
	"golang.org/x/text/transform":   "of unicode/norm",
	"golang.org/x/text/internal":    "of the packages for passwords",
	"golang.org/x/text/language":    "of the packages for passwords",
	"golang.org/x/text/cases":       "of the packages for passwords",
	"golang.org/x/text/runes":       "of the packages for passwords",
	"golang.org/x/text/width":       "of the packages for passwords",
	"golang.org/x/text/secure":      "prepares passwords of revision 6, for pdfcpu",
	"golang.org/x/text/encoding":    "legacy encodings",
	"github.com/pdftext-go/pdftext": "this module",
}

// reaches lists the packages that import one with access to files, the
// network, the environment, a log or other processes, and why that does no
// harm: what is not called opens nothing.
var reaches = map[string]struct {
	imports []string
	because string
}{
	"github.com/pdftext-go/pdftext":                  {[]string{"os"}, "Open opens the file that it is given"},
	"github.com/pdfcpu/pdfcpu/internal/fileutil":     {[]string{"os"}, "writes files of commands that are not called"},
	"github.com/pdfcpu/pdfcpu/pkg/log":               {[]string{"log", "os"}, "loggers are nil until a program sets them"},
	"github.com/pdfcpu/pdfcpu/pkg/font":              {[]string{"os"}, "user fonts, read when a font is installed or written"},
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model":      {[]string{"os"}, "NewDefaultConfiguration makes a directory; a literal Configuration is used instead"},
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/primitives": {[]string{"net", "net/http", "os"}, "images of forms that are made from JSON"},
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/sign":       {[]string{"net", "net/http"}, "revoked certificates, asked for when signatures are checked"},
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu":            {[]string{"os"}, "attachments and images that commands write"},
}

// watched are the packages that reaches speaks of, and all below them.
var watched = []string{"C", "log", "net", "os", "plugin", "syscall", "unsafe"}

// harmless lists those below watched that only hold types or text.
var harmless = []string{"net/url", "net/netip", "net/textproto"}

// absent must not be linked at all.
var absent = []string{"os/exec", "os/user", "os/signal", "plugin", "log/slog", "testing", "database/sql", "net/http/httptest", "net/smtp", "net/rpc", "expvar"}

// unsafeOf lists the modules whose use of package unsafe is known.
var unsafeOf = []string{"golang.org/x/"}

func TestLinkedPackages(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range linked(t) {
		assert.NotContains(t, absent, p.ImportPath, "linked into every program")
		if p.Standard {
			continue
		}
		known := false
		for root := range dependencies {
			known = known || under(p.ImportPath, root)
		}
		assert.True(t, known, "%s is linked, but dependencies does not say why", p.ImportPath)
		var got []string
		for _, i := range p.Imports {
			if slices.ContainsFunc(watched, func(w string) bool { return under(i, w) }) && !slices.Contains(harmless, i) &&
				!(i == "unsafe" && slices.ContainsFunc(unsafeOf, func(m string) bool { return strings.HasPrefix(p.ImportPath, m) })) {
				got = append(got, i)
			}
		}
		slices.Sort(got)
		assert.Equal(t, reaches[p.ImportPath].imports, got, "%s: what it reaches", p.ImportPath)
		seen[p.ImportPath] = true
	}
	for p := range reaches {
		assert.True(t, seen[p], "%s is not linked any more", p)
	}
}

// fatal are functions that end the process or look around outside of it.
var fatal = map[string][]string{
	"os": {"Exit", "Getenv", "LookupEnv", "Environ", "ExpandEnv", "Setenv", "UserHomeDir", "UserConfigDir", "UserCacheDir", "TempDir", "MkdirTemp", "CreateTemp",
		"Create", "WriteFile", "Mkdir", "MkdirAll", "Remove", "RemoveAll", "Rename", "Getwd", "Chdir", "Hostname", "StartProcess"},
	"log":  {"Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln", "Print", "Printf", "Println", "SetOutput"},
	"net":  {"Dial", "DialTimeout", "Listen", "LookupHost", "LookupIP"},
	"http": {"Get", "Post", "Head", "PostForm"},
}

// calls returns the names of the functions in fatal that stand in n, as
// "os.Exit".
func calls(n ast.Node) (out []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Obj == nil && slices.Contains(fatal[x.Name], s.Sel.Name) {
				out = append(out, x.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return out
}

// TestNothingHappensUnasked reads the source of all packages that are linked.
// None of ours calls a function of fatal anywhere, and none of the others
// does while a program starts: in an init function or in the value of a
// package's variable.
func TestNothingHappensUnasked(t *testing.T) {
	inits := 0
	for _, p := range linked(t) {
		if p.Standard {
			continue
		}
		_, ours := local(p.ImportPath)
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, 0)
			require.NoError(t, err)
			if ours {
				assert.Empty(t, calls(f), "%s/%s", p.ImportPath, name)
			}
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Recv == nil && d.Name.Name == "init" {
						inits++
						assert.Empty(t, calls(d), "%s/%s: init", p.ImportPath, name)
					}
				case *ast.GenDecl:
					for _, s := range d.Specs {
						v, ok := s.(*ast.ValueSpec)
						if !ok {
							continue
						}
						for _, value := range v.Values {
							if _, later := value.(*ast.FuncLit); !later {
								assert.Empty(t, calls(value), "%s/%s: %v", p.ImportPath, name, v.Names)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d init functions", inits)
}

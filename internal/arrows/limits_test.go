package arrows_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/constant"
	"go/doc"
	"go/importer"
	"go/parser"
	"go/printer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"demoscope/internal/golden"
)

// limitRooms are the packages that read what others have written, or keep or draw what was
// read: their constants named max... or Max... are in docs/limits.md.
const limitRooms = "formats/... -formats/internal/decodertest bsp assets assets/audio assets/model assets/picture " +
	"internal/bounded internal/pakfile internal/zipfile internal/atomicfile internal/m3u internal/serve " +
	"internal/settings player/... -player/world/internal/worldtest -player/world/internal/facts " +
	"-player/world/internal/fields render/... cmd/demoscope"

var limitName = regexp.MustCompile(`^[mM]ax[A-Z]`)

// TestLimits compares docs/limits.md with the constants: each limit has a doc comment, whose
// first sentence is in the table.
func TestLimits(t *testing.T) {
	l := newLoader(t)
	var page strings.Builder
	page.WriteString(`# Limits

Every limit on what Demoscope reads, keeps and draws is a constant named ` + "`max…`" + `. This page lists the
constants with the first sentence of their comments; the code has the rest. [SECURITY.md](../SECURITY.md) says what
they are for. KiB, MiB and GiB are bytes.
`)
	n := 0
	for _, p := range packages(t, "linux/amd64") {
		if !fitsAny(p.room(), limitRooms) {
			continue
		}
		rows := l.limits(p.room())
		if len(rows) == 0 {
			continue
		}
		n += len(rows)
		fmt.Fprintf(&page, "\n## %s\n\n| constant | value | meaning |\n| --- | --- | --- |\n%s", p.room(),
			strings.Join(rows, ""))
	}
	if n < 100 {
		t.Errorf("found only %d limits", n)
	}
	golden.Document(t, filepath.Join("..", "..", "docs", "limits.md"), page.String())
}

// limits returns the rows of a package's table.
func (l *loader) limits(room string) (rows []string) {
	l.t.Helper()
	scope := l.load(room).Scope()
	for _, file := range l.files[room] {
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.GenDecl)
			if !ok || decl.Tok != token.CONST {
				continue
			}
			shared := "" // by the constants above, whose comment may name several
			for _, spec := range decl.Specs {
				spec := spec.(*ast.ValueSpec)
				if spec.Doc != nil {
					shared = firstComment(spec.Doc)
				}
				for i, name := range spec.Names {
					c, ok := scope.Lookup(name.Name).(*types.Const)
					if !ok || !limitName.MatchString(name.Name) {
						continue
					}
					comment := firstComment(spec.Doc, spec.Comment, decl.Doc)
					if comment == "" && strings.Contains(shared, name.Name) {
						comment = shared
					}
					if comment == "" {
						l.t.Errorf("%s.%s has no doc comment", room, name.Name)
					}
					var expr ast.Expr
					if i < len(spec.Values) {
						expr = spec.Values[i]
					}
					if !strings.Contains(comment, "byte") {
						expr = nil
					}
					for _, verb := range []string{" is ", " bounds ", " limits "} {
						if rest, found := strings.CutPrefix(comment, name.Name+verb); found {
							comment = strings.TrimPrefix(verb[1:], "is ") + rest
						}
					}
					rows = append(rows, fmt.Sprintf("| `%s` | %s | %s |\n", name.Name, quantity(c, l.source(expr)),
						strings.NewReplacer("|", `\|`, "<", `\<`, "*", `\*`, "[", "", "]", "").Replace(comment)))
				}
			}
		}
	}
	return rows
}

// firstComment returns the first sentence of the first comment that has text.
func firstComment(comments ...*ast.CommentGroup) string {
	for _, c := range comments {
		if text := new(doc.Package).Synopsis(c.Text()); text != "" {
			return text
		}
	}
	return ""
}

// source returns the text of an expression.
func (l *loader) source(expr ast.Expr) string {
	if expr == nil {
		return ""
	}
	var b bytes.Buffer
	if err := printer.Fprint(&b, l.fset, expr); err != nil {
		l.t.Fatal(err)
	}
	return b.String()
}

// quantity returns the value of a constant for people, in KiB, MiB or GiB if source has a shift,
// as 64 << 20 has.
func quantity(c *types.Const, source string) string {
	v := constant.ToInt(c.Val())
	n, exact := constant.Int64Val(v)
	switch {
	case !exact || v.Kind() != constant.Int:
		return c.Val().String()
	case c.Type().String() == "time.Duration":
		text := time.Duration(n).String()
		for _, zero := range []string{"m0s", "h0m"} {
			if strings.HasSuffix(text, zero) {
				text = text[:len(text)-2]
			}
		}
		return text
	case strings.Contains(source, "<<"):
		for i, unit := range []string{"GiB", "MiB", "KiB"} {
			if size := int64(1) << (30 - 10*i); n%size == 0 {
				return fmt.Sprintf("%d %s", n/size, unit)
			}
		}
	}
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func TestQuantity(t *testing.T) {
	for _, test := range []struct {
		value  int64
		source string
		want   string
	}{
		{1 << 30, "1 << 30", "1 GiB"}, {3 << 9, "3 << 9", "1,536"}, {65535, "65535", "65,535"}, {64, "64", "64"},
		{1234567, "1234567", "1,234,567"},
	} {
		c := types.NewConst(token.NoPos, nil, "max", types.Typ[types.UntypedInt], constant.MakeInt64(test.value))
		if got := quantity(c, test.source); got != test.want {
			t.Errorf("%s is %q, want %q", test.source, got, test.want)
		}
	}
	duration := types.NewNamed(types.NewTypeName(token.NoPos, types.NewPackage("time", "time"), "Duration", nil),
		types.Typ[types.Int64], nil)
	for value, want := range map[time.Duration]string{30 * time.Second: "30s", 2 * time.Minute: "2m",
		10 * time.Minute: "10m", 90 * time.Minute: "1h30m", 20 * time.Hour: "20h", 250 * time.Millisecond: "250ms"} {
		c := types.NewConst(token.NoPos, nil, "max", duration, constant.MakeInt64(int64(value)))
		if got := quantity(c, ""); got != want {
			t.Errorf("%v is %q, want %q", value, got, want)
		}
	}
}

// loader type-checks our packages as far as constants need it.
type loader struct {
	t     *testing.T
	fset  *token.FileSet
	std   types.Importer
	known map[string]*types.Package
	files map[string][]*ast.File
}

func newLoader(t *testing.T) *loader {
	fset := token.NewFileSet()
	return &loader{t: t, fset: fset, std: importer.ForCompiler(fset, "source", nil),
		known: map[string]*types.Package{}, files: map[string][]*ast.File{}}
}

// load returns one of our packages with the values of its constants, without bodies of
// functions. Errors are left out: what a constant uses of a package that [loader.Import]
// does not read makes its value unknown.
func (l *loader) load(room string) *types.Package {
	l.t.Helper()
	if p := l.known[room]; p != nil {
		return p
	}
	folder := filepath.Join("..", "..", filepath.FromSlash(room))
	entries, err := os.ReadDir(folder)
	if err != nil {
		l.t.Fatal(err)
	}
	var files []*ast.File
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		if fits, err := build.Default.MatchFile(folder, e.Name()); err != nil || !fits {
			continue
		}
		file, err := parser.ParseFile(l.fset, filepath.Join(folder, e.Name()), nil,
			parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			l.t.Fatal(err)
		}
		files = append(files, file)
	}
	config := types.Config{IgnoreFuncBodies: true, Importer: l, Error: func(error) {}}
	p, _ := config.Check(module+"/"+room, l.fset, files, nil)
	l.known[room], l.files[room] = p, files
	return p
}

// Import implements [types.Importer]. Of other modules and most of the standard library
// it returns empty packages, because no limit is made of them.
func (l *loader) Import(path string) (*types.Package, error) {
	if room, ours := strings.CutPrefix(path, module+"/"); ours {
		return l.load(room), nil
	}
	switch path {
	case "math", "time", "unsafe":
		return l.std.Import(path)
	}
	p := types.NewPackage(path, path[strings.LastIndexByte(path, '/')+1:])
	p.MarkComplete()
	return p, nil
}

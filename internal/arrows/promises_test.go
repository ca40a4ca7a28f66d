package arrows_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What a demo says is never obeyed, and files are written in one place. That can be seen
// from what the packages import and call.

// promises are the packages, or the functions of them, that none but some of ours may
// use. A function stands behind the last dot.
var promises = []struct {
	what string
	may  string
}{
	// Nothing is run.
	{"os/exec", "render/film"}, // ffmpeg, by the viewer's wish
	{"plugin", ""},
	{"os.StartProcess", ""},
	{"syscall.Exec", ""},
	{"syscall.ForkExec", ""},
	{"syscall.StartProcess", ""},
	// Nothing is fetched or sent.
	// serve only answers, and link undoes what addresses escape
	{"net", "player/live formats/netchan formats/qtv internal/serve render/link"},

	// Nothing is written but through the package that does not lose what was there.
	{"os.Create", ""},
	{"os.CreateTemp", ""},
	{"os.WriteFile", ""},
	{"os.OpenFile", "internal/atomicfile internal/bounded"}, // bounded only reads
	{"os.Rename", "internal/atomicfile"},
	{"os.Remove", "internal/atomicfile"},
	{"os.RemoveAll", ""},
	{"os.Mkdir", ""},
	{"os.MkdirAll", "internal/atomicfile"},
	{"os.MkdirTemp", ""},
	{"os.Link", ""},
	{"os.Symlink", ""},
	{"os.Truncate", ""},
	{"os.Chmod", ""},
	{"os.Chown", ""},
	{"os.Lchown", ""},
	{"os.Chtimes", ""},
	{"os.CopyFS", ""},
	{"io/ioutil", ""},
	{"database/sql", "player/library"}, // into a file of the cache folder
}

// TestPromises goes through all files of the program.
func TestPromises(t *testing.T) {
	files, calls := 0, 0
	eachFile(t, func(room, path string) {
		if fitsAny(room, strings.Join(helpers, " ")) {
			return
		}
		files++
		for _, used := range uses(t, path) {
			for _, p := range promises {
				if used != p.what && (strings.Contains(p.what, ".") || !within(used, p.what)) {
					continue
				}
				calls++
				if !fitsAny(room, p.may) {
					t.Errorf("%s uses %s", path, used)
				}
			}
		}
	})
	if files < 200 || calls < 4 {
		t.Errorf("%d files with %d calls were found", files, calls)
	}
}

// eachFile calls do with each Go file of the module but for tests, and the package that has it.
func eachFile(t *testing.T, do func(room, path string)) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root {
			_, nested := os.Stat(filepath.Join(path, "go.mod")) // a module of its own
			if nested == nil || strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" {
				return filepath.SkipDir
			}
		}
		if d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		folder, err := filepath.Rel(root, filepath.Dir(path))
		if err == nil {
			do(filepath.ToSlash(folder), path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// uses returns the packages that a file imports, and what it names of them.
func uses(t *testing.T, path string) (list []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{} // import paths by the name in the file
	for _, i := range file.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		name := imported[strings.LastIndexByte(imported, '/')+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		if name == "." {
			t.Errorf("%s imports %s with a dot", path, imported)
		}
		names[name] = imported
		list = append(list, imported)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && names[x.Name] != "" {
				list = append(list, names[x.Name]+"."+s.Sel.Name)
			}
		}
		return true
	})
	slices.Sort(list)
	return slices.Compact(list)
}

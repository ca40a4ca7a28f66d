package arrows_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Sizes that nothing has to exceed.
const (
	maxMethods = 60 // of a type
	maxFields  = 25 // of a struct
	maxFiles   = 35 // of a package, without tests
	maxImports = 20 // of a package: packages of our own
)

// larger are the sizes that are larger, as they are now. A number here only goes down: who makes one smaller lowers it,
// and who reaches the limit deletes the row.
var larger = map[string]int{
	"fields of cmd/demoscope.cli":                 30,
	"fields of cmd/demoscope.playCmd":             27,
	"fields of formats/internal/container.Reader": 27,
	"fields of formats/message.EntityDelta":       30,
	"fields of formats/message.Quake2PlayerInfo":  27,
	"fields of formats/netchan.Client":            37,
	"fields of player/dataset.EventBody":          26,
	"fields of player/library.Row":                29,
	"fields of player/pattern.Pass":               26,
	"fields of player/report.Info":                30,
	"fields of player/timeline.Timeline":          28,
	"fields of player/world.Player":               68,
	"fields of player/world.State":                26,
	"fields of render/camera.Camera":              27,
	"fields of render/studio.TimedemoResult":      31,
	"files of cmd/demoscope":                      56,
	"files of player/world":                       36,
	"imports of cmd/demoscope":                    41,
	"imports of render/app":                       39,
	"imports of render/studio":                    31,
}

// Nothing becomes larger than the limits, or than it is.
func TestWalls(t *testing.T) {
	found := sizes(t)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		limit, known := larger[name]
		switch {
		case !known:
			t.Errorf("%s: %d are too many", name, found[name])
		case found[name] > limit:
			t.Errorf("%s: %d are more than %d", name, found[name], limit)
		case found[name] < limit:
			t.Errorf("%s: %d are fewer than %d: lower the number", name, found[name], limit)
		}
	}
	for name := range larger {
		if _, ok := found[name]; !ok {
			t.Errorf("%s: it is no longer too large: delete the row", name)
		}
	}
}

// sizes returns the sizes that exceed a limit, by what they are of.
func sizes(t *testing.T) map[string]int {
	t.Helper()
	count := map[string]int{}
	imported := map[string]bool{}
	eachFile(t, func(room, path string) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		count["files of "+room]++
		for _, i := range file.Imports {
			pair := room + " " + strings.Trim(i.Path.Value, `"`)
			if strings.Contains(pair, " "+module+"/") && !imported[pair] {
				imported[pair] = true
				count["imports of "+room]++
			}
		}
		for _, decl := range file.Decls {
			countIn(count, room, decl)
		}
	})
	limits := map[string]int{"methods": maxMethods, "fields": maxFields, "files": maxFiles, "imports": maxImports}
	maps.DeleteFunc(count, func(name string, n int) bool {
		kind, _, _ := strings.Cut(name, " ")
		return n <= limits[kind]
	})
	return count
}

// countIn adds the methods and fields of a declaration.
func countIn(count map[string]int, room string, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil && len(d.Recv.List) == 1 {
			count[fmt.Sprintf("methods of %s.%s", room, receiver(d.Recv.List[0].Type))]++
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if t, ok := spec.(*ast.TypeSpec); ok {
				if s, ok := t.Type.(*ast.StructType); ok {
					for _, f := range s.Fields.List {
						count[fmt.Sprintf("fields of %s.%s", room, t.Name.Name)] += max(1, len(f.Names))
					}
				}
			}
		}
	}
}

// receiver returns the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}

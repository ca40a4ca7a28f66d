package formats

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats/message"
)

// messageNames returns the types of package message with a Name method, and the
// names that the source of each may return.
func messageNames(t testing.TB) map[string][]string {
	t.Helper()
	list, err := filepath.Glob("message/*.go")
	if err != nil {
		t.Fatal(err)
	}
	types := map[string][]string{}
	for _, path := range list {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil || f.Name.Name != "Name" {
				continue
			}
			star, ok := f.Recv.List[0].Type.(*ast.StarExpr)
			if !ok {
				t.Fatalf("%v is no pointer", f.Recv.List[0].Type)
			}
			name := star.X.(*ast.Ident).Name
			types[name] = []string{}
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					s, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Fatal(err)
					}
					types[name] = append(types[name], s)
				}
				return true
			})
		}
	}
	// The names of casts stand in a table beside the method.
	types["MultiViewCast"] = []string{
		"unicast", "multicast_all", "multicast_phs", "multicast_pvs", "unicast_r", "multicast_all_r", "multicast_phs_r",
		"multicast_pvs_r",
	}
	types["FTEUnused"] = nil
	for id := range 256 {
		if name := (&message.FTEUnused{ID: uint8(id)}).Name(); name != "" {
			types["FTEUnused"] = append(types["FTEUnused"], name)
		}
	}
	return types
}

// TestEveryMessageHasARow: each type of message is made by some format under
// each of its names. One that has no row in the table of its protocol cannot
// be read, written, dumped or compiled.
func TestEveryMessageHasARow(t *testing.T) {
	types := messageNames(t)
	if len(types) < 80 {
		t.Fatalf("only %d types were found", len(types))
	}
	for name, names := range types {
		if len(names) == 0 {
			t.Errorf("%s: no name was found", name)
		}
		for _, n := range names {
			found := false
			for i := range table {
				if m := table[i].Message(n); m != nil && fmt.Sprintf("%T", m) == "*message."+name {
					found = true
					if m.Name() != n {
						t.Errorf("%s: the new message %q says that it is %q", table[i].Name, n, m.Name())
					}
				}
			}
			if !found {
				t.Errorf("no format makes a message.%s with the name %q", name, n)
			}
		}
	}
}

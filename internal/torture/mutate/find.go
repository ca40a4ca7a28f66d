package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// pkg is a package, as go list prints it.
type pkg struct {
	Dir, ImportPath, Name string
	GoFiles               []string
	TestGoFiles           []string
	XTestGoFiles          []string
	Only                  string // which of its tests, a regular expression; empty for all
	Module                struct{ Path, Dir string }
}

func list(patterns []string) (packages []pkg, err error) {
	out, err := output("go", append([]string{"list", "-json"}, patterns...)...)
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(strings.NewReader(out)); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
}

// lines are line numbers by file.
type lines map[string]map[int]bool

// changedSince returns the lines that differ from those of a commit.
func changedSince(commit string) (lines, error) {
	root, err := output("git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	diff, err := output("git", "diff", "-U0", "--no-color", commit, "--", "*.go", ":!*_test.go", ":!internal/torture")
	if err != nil {
		return nil, err
	}
	l := lines{}
	var file string
	for line := range strings.Lines(diff) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "+++ b/"); ok {
			file = filepath.Join(strings.TrimSpace(root), name)
		} else if f := strings.Fields(line); len(f) > 2 && f[0] == "@@" {
			at, count, more := strings.Cut(strings.TrimPrefix(f[2], "+"), ",")
			first, _ := strconv.Atoi(at)
			n, _ := strconv.Atoi(count)
			if !more {
				n = 1
			}
			for k := range n {
				if l[file] == nil {
					l[file] = map[int]bool{}
				}
				l[file][first+k] = true
			}
		}
	}
	return l, nil
}

func (l lines) packages() (dirs []string) {
	for f := range l {
		dirs = append(dirs, filepath.Dir(f))
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// A mutation replaces the bytes from from to to of a file.
type mutation struct {
	number   int // of the package, from 1
	file     string
	line     int
	from, to int
	text     string
	kind     string
	what     string
	fn       *ast.FuncDecl // nil outside functions
}

// A source is a parsed file.
type source struct {
	path string
	text []byte
	fset *token.FileSet
	file *ast.File
}

func parse(path string) (*source, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	s := &source{path: path, text: text, fset: token.NewFileSet()}
	s.file, err = parser.ParseFile(s.fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
	return s, err
}

func (s *source) offset(p token.Pos) int { return s.fset.PositionFor(p, false).Offset }

func (s *source) of(n ast.Node) string { return string(s.text[s.offset(n.Pos()):s.offset(n.End())]) }

// choose draws the mutations of each package. All kinds that occur are equally likely.
func choose(packages []pkg, changed lines) ([][]*mutation, error) {
	type place struct {
		pkg int
		m   *mutation
	}
	byKind := make([]map[string][]place, 1) // of all packages together
	if *since == "" {
		byKind = make([]map[string][]place, len(packages))
	}
	for i, p := range packages {
		group := i % len(byKind)
		for _, name := range p.GoFiles {
			s, err := parse(filepath.Join(p.Dir, name))
			if err != nil {
				return nil, err
			}
			if ast.IsGenerated(s.file) {
				continue
			}
			for _, m := range s.find() {
				if *since != "" && !changed[s.path][m.line] {
					continue
				}
				if byKind[group] == nil {
					byKind[group] = map[string][]place{}
				}
				byKind[group][m.kind] = append(byKind[group][m.kind], place{i, m})
			}
		}
	}
	chosen := make([][]*mutation, len(packages))
	random := rand.New(rand.NewPCG(*seed, 0))
	for _, kinds := range byKind {
		names := slices.Sorted(maps.Keys(kinds))
		for _, name := range names {
			places := kinds[name]
			random.Shuffle(len(places), func(i, k int) { places[i], places[k] = places[k], places[i] })
		}
		// A third more, for those that do not compile.
		for n, left := *number*4/3, true; n > 0 && left; {
			left = false
			for _, name := range names {
				if places := kinds[name]; len(places) > 0 && n > 0 {
					chosen[places[0].pkg] = append(chosen[places[0].pkg], places[0].m)
					kinds[name], left = places[1:], true
					n--
				}
			}
		}
	}
	for _, list := range chosen {
		for i, m := range list {
			m.number = i + 1
		}
	}
	return chosen, nil
}

// find returns all mutations of a file.
func (s *source) find() (list []*mutation) {
	for _, d := range s.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil && (d.Recv != nil || d.Name.Name != "init") {
				f := finder{source: s, fn: d}
				ast.Inspect(d.Body, f.visit)
				list = append(list, f.list...)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				v, ok := spec.(*ast.ValueSpec)
				if !ok {
					continue
				}
				for _, x := range v.Values {
					f := finder{source: s}
					ast.Inspect(x, f.visit)
					list = append(list, f.list...)
				}
			}
		}
	}
	return list
}

type finder struct {
	*source
	fn   *ast.FuncDecl
	list []*mutation
}

// put adds a mutation that replaces the bytes from from to to.
func (f *finder) put(kind string, at ast.Node, from, to token.Pos, text, what string) {
	one := strings.Join(strings.Fields(what), " ")
	if len(one) > 100 {
		one = one[:97] + "..."
	}
	f.list = append(f.list, &mutation{file: f.path, line: f.fset.PositionFor(at.Pos(), false).Line,
		from: f.offset(from), to: f.offset(to), text: text, kind: kind, what: one, fn: f.fn})
}

// replace adds a mutation of a whole node.
func (f *finder) replace(kind string, n ast.Node, text string) {
	f.put(kind, n, n.Pos(), n.End(), text, f.of(n)+" -> "+text)
}

// swap adds a mutation that swaps two neighbors.
func (f *finder) swap(kind string, a, b ast.Expr) {
	if f.of(a) == f.of(b) {
		return
	}
	between := f.text[f.offset(a.End()):f.offset(b.Pos())]
	if bytes.Contains(between, []byte("//")) {
		return
	}
	f.put(kind, a, a.Pos(), b.End(), f.of(b)+string(between)+f.of(a), "swapped "+f.of(a)+" and "+f.of(b))
}

var operators = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.QUO, token.QUO: token.MUL,
}

// unmutated are calls whose loss ends in a deadlock or a race, which tests without the race detector can't notice.
var unmutated = []string{"Lock", "Unlock", "RLock", "RUnlock", "Add", "Done", "Wait", "panic", "Helper", "close"}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.UnaryExpr:
		if n.Op == token.SUB || n.Op == token.NOT {
			f.replace("sign", n, f.of(n.X))
		}
	case *ast.BasicLit:
		f.constant(n)
	case *ast.CallExpr:
		if name := f.of(n.Fun); name == "min" || name == "max" { // of the arguments in any order
			break
		}
		for i := 1; i < len(n.Args) && !n.Ellipsis.IsValid(); i++ {
			f.swap("arguments", n.Args[i-1], n.Args[i])
		}
	case *ast.CompositeLit:
		f.elements(n.Elts)
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			var right []string
			for _, x := range n.Rhs {
				right = append(right, f.of(x))
			}
			none := strings.TrimSuffix(strings.Repeat("_, ", len(n.Lhs)), ", ")
			f.put("assignment", n, n.Pos(), n.End(), none+" = "+strings.Join(right, ", "), "removed "+f.of(n))
		}
	case *ast.IncDecStmt:
		to := map[token.Token]string{token.INC: "--", token.DEC: "++"}[n.Tok]
		f.put("assignment", n, n.TokPos, n.End(), to, f.of(n)+" -> "+f.of(n.X)+to)
	case *ast.ForStmt:
		if n.Post != nil { // loops without an end only cost time
			f.loop(n)
			return false
		}
	case *ast.ExprStmt:
		f.remove(n)
	case *ast.DeferStmt:
		f.remove(n)
	case *ast.ReturnStmt:
		f.result(n)
	}
	return true
}

// binary adds the mutations of an operation with two operands.
func (f *finder) binary(n *ast.BinaryExpr) {
	if n.Op == token.LAND || n.Op == token.LOR {
		f.replace("condition", n, f.of(n.X))
		f.replace("condition", n, f.of(n.Y))
		return
	}
	to, ok := operators[n.Op]
	if !ok || f.of(n.Y) == "nil" {
		return
	}
	kind := "comparison"
	if n.Op == token.ADD || n.Op == token.SUB || n.Op == token.MUL || n.Op == token.QUO {
		kind = "arithmetic"
	}
	f.put(kind, n, n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), to.String(),
		f.of(n)+" -> "+f.of(n.X)+" "+to.String()+" "+f.of(n.Y))
}

// constant adds the mutation of a number.
func (f *finder) constant(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		f.replace("constant", n, "("+n.Value+"+1)")
	case token.FLOAT:
		f.replace("constant", n, "("+n.Value+"*1.25+0.125)")
	}
}

// result adds the mutation that returns no error.
func (f *finder) result(n *ast.ReturnStmt) {
	if k := len(n.Results) - 1; k >= 0 && f.of(n.Results[k]) == "err" {
		f.put("error", n, n.Results[k].Pos(), n.Results[k].End(), "nil", f.of(n)+": nil for err")
	}
}

// elements adds the mutations that swap neighbors in a composite literal.
func (f *finder) elements(list []ast.Expr) {
	for i := 1; i < len(list); i++ {
		a, first := list[i-1].(*ast.KeyValueExpr)
		b, second := list[i].(*ast.KeyValueExpr)
		if first && second {
			f.swap("fields", a.Value, b.Value)
		} else if !first && !second {
			f.swap("fields", list[i-1], list[i])
		}
	}
}

// loop adds the mutations of a loop, except those of its step.
func (f *finder) loop(n *ast.ForStmt) {
	for _, part := range []ast.Node{n.Init, n.Cond, n.Body} {
		if part != nil && part != ast.Stmt(nil) && part != ast.Expr(nil) {
			ast.Inspect(part, f.visit)
		}
	}
}

// remove adds the mutation that leaves out a call.
func (f *finder) remove(n ast.Stmt) {
	var call *ast.CallExpr
	switch n := n.(type) {
	case *ast.ExprStmt:
		call, _ = n.X.(*ast.CallExpr)
	case *ast.DeferStmt:
		call = n.Call
	}
	if call == nil {
		return
	}
	name := f.of(call.Fun)
	if slices.Contains(unmutated, name[strings.LastIndexByte(name, '.')+1:]) {
		return
	}
	f.put("call", n, n.Pos(), n.End(), "", "removed "+f.of(n))
}

package arrows_test

import (
	"go/ast"
	"go/build"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// SECURITY.md has a table of all limits. Here it is compared with the constants.

// limitRooms are the packages that read what others have written, or keep or draw what was
// read: their constants named max... or Max... are limits.
const limitRooms = "formats/... -formats/internal/decodertest bsp assets assets/audio assets/model assets/picture " +
	"internal/bounded internal/zipfile internal/atomicfile internal/m3u internal/serve " +
	"internal/settings player/... -player/world/internal/worldtest -player/world/internal/facts " +
	"-player/world/internal/fields render/... cmd/demoscope"

// noLimits are the constants named like limits that bound nothing of a file's cost.
var noLimits = map[string]string{
	"player/bookmarks.maxFOV":           "a range",
	"player/director.MaxCuts":           "a rule for what is shown",
	"player/director.maxPrice":          "a weight",
	"cmd/demoscope.maxReportHighlights": "a flag's range",
	"render/matchpage.MaxVital":         "the edge of a plot",
	"cmd/demoscope.maxFOV":              "a flag's range",
	"cmd/demoscope.maxRate":             "a flag's range",
	"cmd/demoscope.maxFPS":              "a flag's range",
	"render.MaxBlur":                    "a flag's range",
	"render/film.maxRatio":              "a flag's range",
	"render/film.maxSideGIF":            "a size of the form",
	"cmd/demoscope.maxSides":            "the width of a column",
	"player/library.maxSuggestions":     "layout",
	"formats/text.maxFraction":          "a value of the wire",
	"player.MaxSpeed":                   "a setting of the viewer's",
	"player/report.maxNames":            "the width of a column",
	"player/world/id1.maxTakenAtOnce":   "an assumption on the game",
	"render.MaxGap":                     "a flag's range",
	"render.MaxViews":                   "a setting of the viewer's",
	"render/camera.maxBehindPitch":      "a setting of the viewer's",
	"render/camera.maxDistance":         "a setting of the viewer's",
	"render/camera.maxFlight":           "how a hand-over is felt",
	"render/camera.maxFlySpeed":         "a setting of the viewer's",
	"render/camera.maxHeight":           "a setting of the viewer's",
	"render/camera.maxPitch":            "a setting of the viewer's",
	"render/camera.maxTurn":             "a setting of the viewer's",
	"render.maxScrub":                   "how a wheel or mouse is felt",
	"render/hud.maxCount":               "how ticks are weighed",
	"render/hud.maxGap":                 "layout",
	"render/hud.MaxHomeColumns":         "layout",
	"render/hud.maxHomeButtons":         "layout",
	"render/hud.maxHomeChips":           "layout",
	"render/hud.maxItems":               "layout",
	"render/hud.maxRank":                "how ticks are weighed",
	"render/hud.maxSides":               "layout",
	"render.maxCopyLines":               "layout",
	"player/report.maxLineNames":        "layout",
	"render/hud.maxSlots":               "layout",
	"render/hud.maxZoom":                "layout",
	"render/scene.maxFOV":               "a setting of the viewer's",
	"render/scene.maxLightGain":         "a colour",
	"render/scene.maxParts":             "what a body is made of",
	"render/scene.maxRoles":             "a figure's own form",
	"render/scene.maxSolidPoints":       "a marker's own form",
	"player/world/quake3.maxColumns":    "the widest table of a game",
	"formats/dm3.maxAreaBytes":          "a size of the wire",
	"formats/quakeworld.maxClients":     "a size of the wire",
	"formats/quakeworld.maxLightStyles": "a size of the wire",
	"formats/quakeworld.maxNails":       "a size of the wire",
	"formats/quakeworld.maxStats":       "a size of the wire",
	"formats/quake2.maxStats":           "a size of the wire",
	"formats/quake2.maxStatsWide":       "a size of the wire",
}

// row is a line of the table: `package.constant`, value, what it bounds, the reason, and
// what happens beyond it.
var row = regexp.MustCompile(
	"^\\| `([a-z0-9/]+)\\.([A-Za-z0-9]+)` \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\| ([^|]+) \\|$")

// TestLimits: the table of limits has every limit with its value.
func TestLimits(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	l := newLoader(t)
	listed := map[string]bool{}
	for n, line := range strings.Split(string(text), "\n") {
		cells := row.FindStringSubmatch(line)
		if cells == nil {
			if strings.HasPrefix(line, "| `") {
				t.Errorf("line %d is no row of five cells: %s", n+1, line)
			}
			continue
		}
		name := cells[1] + "." + cells[2]
		if listed[name] {
			t.Errorf("line %d: %s stands twice", n+1, name)
		}
		listed[name] = true
		if !fitsAny(cells[1], limitRooms) || noLimits[name] != "" {
			t.Errorf("line %d: %s is no limit of what reads files", n+1, name)
			continue
		}
		p := l.load(cells[1])
		c, ok := p.Scope().Lookup(cells[2]).(*types.Const)
		if !ok {
			t.Errorf("line %d: there is no constant %s", n+1, name)
			continue
		}
		want := quantity(cells[3], c.Type().String() == "time.Duration")
		if want == nil || !constant.Compare(constant.ToFloat(c.Val()), token.EQL, want) {
			t.Errorf("line %d: %s is %v, not %s", n+1, name, c.Val(), cells[3])
		}
	}
	if len(listed) < 100 {
		t.Errorf("the table has only %d limits", len(listed))
	}

	unused := map[string]bool{}
	for name := range noLimits {
		unused[name] = true
	}
	for _, p := range packages(t, "linux/amd64") {
		if !fitsAny(p.room(), limitRooms) {
			continue
		}
		scope := l.load(p.room()).Scope()
		for _, n := range scope.Names() {
			if _, ok := scope.Lookup(n).(*types.Const); !ok || !limitName.MatchString(n) {
				continue
			}
			name := p.room() + "." + n
			delete(unused, name)
			if !listed[name] && noLimits[name] == "" {
				t.Errorf("%s is not in the table of SECURITY.md, nor in noLimits", name)
			}
		}
	}
	for name := range unused {
		t.Errorf("noLimits has %s, which does not exist", name)
	}
}

var limitName = regexp.MustCompile(`^[mM]ax[A-Z]`)

// units are what a value of the table may end in besides the plain names of things.
var units = map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}

// quantity returns the number that a cell of the table has, nil if it has none: a number,
// perhaps with commas, perhaps a unit. Times of type [time.Duration] are in nanoseconds.
func quantity(cell string, duration bool) constant.Value {
	number, unit, _ := strings.Cut(cell, " ")
	v := constant.MakeFromLiteral(strings.ReplaceAll(number, ",", ""), token.FLOAT, 0)
	if v.Kind() == constant.Unknown {
		return nil
	}
	factor := int64(1)
	if f, ok := units[unit]; ok {
		factor = f
	}
	if duration {
		var ok bool
		if factor, ok = map[string]int64{"s": 1e9, "h": 3600e9}[unit]; !ok {
			return nil
		}
	}
	return constant.BinaryOp(v, token.MUL, constant.ToFloat(constant.MakeInt64(factor)))
}

func TestQuantity(t *testing.T) {
	for _, test := range []struct {
		cell     string
		duration bool
		want     string // "" for none
	}{
		{"1 GiB", false, "1073741824"}, {"65,535 files", false, "65535"}, {"0.25 s", false, "0.25"},
		{"2 s", true, "2000000000"}, {"1 h", true, "3600000000000"}, {"64", false, "64"}, {"many", false, ""},
		{"2 days", true, ""},
	} {
		got := quantity(test.cell, test.duration)
		if (got == nil) != (test.want == "") || got != nil && !constant.Compare(got, token.EQL,
			constant.MakeFromLiteral(test.want, token.FLOAT, 0)) {
			t.Errorf("%q is %v, not %s", test.cell, got, test.want)
		}
	}
}

// loader type-checks our packages as far as constants need it.
type loader struct {
	t     *testing.T
	fset  *token.FileSet
	std   types.Importer
	known map[string]*types.Package
}

func newLoader(t *testing.T) *loader {
	fset := token.NewFileSet()
	return &loader{t: t, fset: fset, std: importer.ForCompiler(fset, "source", nil), known: map[string]*types.Package{}}
}

// load returns one of our packages with the values of its constants, without bodies of
// functions. Errors are left out: what a constant uses of a package that [loader.Import]
// does not read makes its value unknown, and the comparison fails.
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
		file, err := parser.ParseFile(l.fset, filepath.Join(folder, e.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			l.t.Fatal(err)
		}
		files = append(files, file)
	}
	config := types.Config{IgnoreFuncBodies: true, Importer: l, Error: func(error) {}}
	p, _ := config.Check(module+"/"+room, l.fset, files, nil)
	l.known[room] = p
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

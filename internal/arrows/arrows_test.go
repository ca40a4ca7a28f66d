// Package arrows_test holds which package may import which: arrows run one way,
// from cmd down to the bytes. See docs/design.md.
package arrows_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// module is the import path of the repository's root.
const module = "demoscope"

// rooms are the packages, by path below the module, and what of the module each
// may import besides the standard library and other people's modules. A path
// that ends in /... stands for a package and all below it; what comes after a
// minus is taken away again. A package's own row holds, or else the longest that
// fits.
//
// A package that fits no row fails the test: whoever adds one says here what it
// may know. Rows of packages that do not exist yet say where they belong.
var rooms = []struct {
	path string
	may  string
}{
	// What the wire says. Nothing here knows a world, a map or a window.
	{"formats/wire", ""},
	{"formats/message", "formats/wire"},
	{"formats/internal/...", "formats/message formats/wire formats/internal/..."},
	{"formats/internal/decodertest", coders + " internal/corpus"},
	{"formats/quake2", coders},
	{"formats/quakeworld", coders},
	{"formats/dem", coders + " formats/quakeworld"},
	{"formats/qwd", coders + " formats/quakeworld"},
	{"formats/qwz", coders + " formats/quakeworld"},
	{"formats/qwz/qwztest", ""},
	{"formats/mvd", coders + " formats/quakeworld"},
	{"formats/dm2", coders + " formats/quake2"},
	{"formats/mvd2", coders + " formats/quake2"},
	{"formats/dm3", coders},
	{"formats/netchan", coders + " formats/quakeworld"},
	{"formats/qtv", "formats/wire internal/md4"},
	{"formats/dzip", ""},
	{"formats/text", "formats/message formats/wire"},
	{"formats", "formats/... internal/bounded internal/filename internal/pakfile internal/zipfile"},

	// What lies in files beside demos.
	{"bsp", "bsp/... internal/md4"},
	{"bsp/...", ""},
	{"assets", "assets/... internal/bounded internal/fault internal/loader internal/pakfile internal/zipfile"},
	{"assets/figure", "assets/model"},
	{"assets/audio", "internal/fault"},
	{"assets/model", "internal/directions"},
	{"assets/tone", "assets/audio"},
	{"assets/...", ""},

	// What weapons are called and do.
	{"player/weapon", "assets/figure"},

	// What is true at one moment. The rules of one game cannot see another's,
	// and what they share cannot see any of them.
	{"player/world", "formats/message formats/wire formats/quake2 player/weapon player/world/internal/..."},
	{"player/world/...", below},
	{"player/world/internal/...", ""},
	{"player/world/quake", below},
	{"player/world/quakeworld", below + " formats/quakeworld"},
	{"player/world/quake2", below + " formats/quake2 internal/directions"},
	{"player/world/quake3", below + " internal/directions"},
	{"player/world/rules", "player/world player/world/... formats/..."},

	// What is true of a whole demo, and the clock.
	{"player/scan", "formats/message player/world player/world/rules"},
	// the levels that it is measured with
	{"player/survey", "player/weapon player/world assets/figure bsp"},
	{"player/timeline", driving + " assets/figure internal/yield player/survey"}, // which names what a model shows
	{"player/rebuilt", "formats/message player/scan player/survey player/timeline internal/yield internal/cache " +
		"internal/fault internal/settings bsp"},
	{"player/pictures", "internal/cache internal/fault internal/settings"},
	{"player/charset", "player/world"},
	{"player/match", words + " player/weapon player/world player/timeline"},
	{"player/report", driving + " " + words + " player/timeline player/match internal/binenc"},
	{"player/bookmarks", "internal/bounded internal/atomicfile internal/settings"},
	{"player/recent", "internal/bounded internal/atomicfile internal/settings"},
	{"player/pattern", driving + " " + words + " player/timeline player/match player/report bsp internal/binenc"},
	{"player/dataset", driving + " " + words + " player/timeline player/match player/report player/pattern " +
		"internal/atomicfile internal/bounded"}, // divided tables
	{"player/director", driving + " player/timeline bsp"},
	{"player/cut", driving + " player/world/quake3 player/timeline formats formats/..."}, // how a game says scores
	{"player/live",
		driving +
			" formats formats/mvd formats/netchan formats/qtv internal/atomicfile internal/bounded internal/settings"},
	{"player/lobby", "formats/netchan formats/qtv player/charset player/world"}, // what servers say, without sockets
	{"player/library", driving + " " + words + " internal/filename player/timeline player/match player/report " +
		"player/pattern " +
		"player/dataset player/survey formats internal/atomicfile internal/bounded internal/binenc internal/settings"},
	{"player", driving + " player/timeline formats assets bsp"},
	// what a moment means, without drawing
	{"player/story", "player player/timeline player/weapon player/world player/world/equipment assets/figure"},

	// What is seen and heard. It knows the world and its index, not the rules
	// and not the wire.
	{"render/draw", ""},
	{"render/control", ""},
	{"render/anchor", "player/story player/weapon render/draw"},
	{"render/setting", ""},
	{"render/config", "internal/atomicfile internal/bounded internal/settings render/setting"},
	{"render/material", "assets assets/model assets/picture assets/shader bsp render/draw"},
	{"render/scene", picture + " player/story render/anchor render/material render/raster"}, // which pixels are covered
	{"render/camera", picture + " render/scene player/director"},
	{"render/hud", picture + " player/story render/anchor player/match player/bookmarks player/world/layout"},
	{"render/sound", picture + " player/charset"}, // names of teams
	{"render/raster", "render/draw"},
	{"render/film", "internal/fault internal/atomicfile internal/settings"}, // it knows pictures, not demos
	{"render/link", "internal/bounded"},
	{"render/levelmap", "bsp internal/fault internal/loader player/rebuilt player/world render/scene"},
	{"render/matchpage", "render/draw render/hud"}, // it knows what is to be shown, not whence
	{"render/export", "assets/model bsp render/anchor render/draw render/scene"},
	{"render/thumbnail", picture + " formats player/library player/pattern player/pictures player/rebuilt " +
		"render/camera render/levelmap render/raster render/scene render/setting"},
	{"render/...", picture + " render/scene"},
	// A session, without Ebitengine; what is made without a window; the window.
	{"render/app", session + " -render/studio -render/window"},
	{"render/studio", session + " -render/window"},
	{"render/window", "assets/icon internal/fault internal/gamepads render/app render/control render/draw render/hud " +
		"render/raster render/setting render/sound"},

	{"cmd/demoscope",
		"formats/qtv internal/bounded internal/atomicfile internal/fault internal/filename internal/humanize " +
			"internal/m3u internal/serve internal/settings assets/... bsp/... formats formats/message formats/text " +
			"player/... -player/world/... " +
			"player/world player/world/rules render/app render/studio render/window render/camera " +
			"render/config render/film render/link " +
			"render/scene render/setting " +
			"render/sound"},

	// What rooms beside each other need alike.
	{"internal/bounded", ""},
	{"internal/cache", "internal/atomicfile internal/bounded internal/settings"},
	{"internal/atomicfile", "internal/bounded"},
	{"internal/yield", ""},
	{"internal/filename", ""},
	{"internal/humanize", ""},
	{"internal/gamepads", ""},
	{"internal/fault", ""},
	{"internal/loader", ""},
	{"internal/m3u", "internal/bounded internal/filename"},
	{"internal/serve", "internal/fault internal/filename"},
	{"internal/serve/pack", ""},
	{"internal/pakfile", ""},
	{"internal/settings", ""},
	{"internal/zipfile", "internal/bounded"},
	{"internal/directions", ""},
	{"internal/md4", ""},
	{"internal/binenc", ""},

	// For tests alone: see helpers.
	{"internal/arrows", ""},
	{"internal/corpus", ""},
	{"internal/failing", ""},
	{"internal/loopback", ""},
	{"internal/wait", ""},
	{"internal/sums", "internal/corpus"},
	{"internal/golden", "internal/corpus internal/made internal/sums render/draw"},
	{"render/internal/rendertest", "assets bsp formats internal/corpus player player/world"},
	{"internal/made", coders + " formats formats/dm3 formats/quake2"},
	{"player/world/internal/worldtest", "formats/message internal/sums player/world player/world/internal/..."},
	{"player/world/internal/facts",
		"formats formats/message internal/corpus player/world player/world/rules player/world/internal/worldtest"},
}

const (
	coders = "formats/message formats/wire formats/internal/..."
	games  = "player/world/quake player/world/quakeworld player/world/quake2 player/world/quake3"
	below  = "player/world player/world/... -player/world/quake -player/world/quakeworld -player/world/quake2 " +
		"-player/world/quake3 -player/world/rules player/weapon formats/message formats/wire"
	driving = "internal/fault formats/message player/weapon player/world player/world/equipment player/world/rules " +
		"player/scan"
	words   = "internal/humanize player/charset"
	picture = "internal/fault assets assets/... bsp player player/scan player/timeline player/weapon " +
		"player/world player/world/equipment render/draw render/setting"
	session = picture + " player/... -player/world/... player/world render/... formats formats/message " +
		"internal/atomicfile internal/bounded internal/humanize internal/loader internal/settings"
)

// libraries are the modules of others that not everybody may import, and the
// packages that may. For who else would come to depend on them through these,
// the arrows above hold.
var libraries = []struct {
	path string
	may  string
}{
	{"github.com/hajimehoshi/ebiten", "render/window"},
	{"github.com/ebitengine", "render/window"},
	{"github.com/go-gl/mathgl", "assets/figure assets/model bsp bsp/... player player/... render/... " +
		"internal/directions"},
	{"github.com/pelletier/go-toml", "assets/figure player/library render/app render/config"},
	{"modernc.org", "player/library"},
	{"github.com/fsnotify", "player/library"},
	{"github.com/alecthomas/kong", "cmd/demoscope"},
	{"golang.org/x/term", "cmd/demoscope"},
	{"github.com/gofrs/flock", "internal/atomicfile"},
	{"github.com/ncruces/zenity", "cmd/demoscope"},
	{"golang.org/x/sys", "internal/settings assets cmd/demoscope render/raster render/film"},
}

// onlyTests are the modules of others that none but tests may import.
var onlyTests = []string{
	"testing", "github.com/google/go-cmp", "github.com/rogpeppe/go-internal", "pgregory.net/rapid",
}

// helpers are the packages that are nothing but help for tests.
var helpers = []string{
	"internal/corpus", "internal/failing", "internal/golden", "internal/loopback", "internal/made", "internal/sums",
	"internal/wait",
	"formats/internal/decodertest", "formats/qwz/qwztest", "render/internal/rendertest",
	"player/world/internal/worldtest", "player/world/internal/facts", "player/world/internal/fields",
}

// layers are from the lowest to the highest; a test may import whatever stands
// as high as its package, or lower. Maps and assets stand beside all of them and
// their tests import nothing but themselves.
var layers = []string{"formats/...", "player/...", "render/...", "cmd/..."}

// pkg is what go list says of a package.
type pkg struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	Deps                               []string
}

// room is the package's path below the module.
func (p *pkg) room() string { return strings.TrimPrefix(p.ImportPath, module+"/") }

// platforms are those whose files are looked at: they have files of their own.
var platforms = []string{"linux/amd64", "windows/amd64", "darwin/arm64", "js/wasm"}

func TestArrows(t *testing.T) {
	for _, platform := range platforms {
		t.Run(platform, func(t *testing.T) {
			list := packages(t, platform)
			if len(list) < 20 {
				t.Fatalf("go list knows only %d packages", len(list))
			}
			for i := range list {
				check(t, &list[i])
			}
		})
	}
}

func check(t *testing.T, p *pkg) {
	row := -1
	for i := range rooms {
		switch path := rooms[i].path; {
		case !fits(p.room(), path):
		case row < 0, path == p.room(), rooms[row].path != p.room() && len(path) > len(rooms[row].path):
			row = i
		}
	}
	if row < 0 {
		t.Errorf("%s is in no row: say in rooms what it may import", p.room())
		return
	}
	tools := strings.Join(helpers, " ")
	helper := fitsAny(p.room(), tools)
	for _, path := range p.Imports {
		room, ours := strings.CutPrefix(path, module+"/")
		if ours && !fitsAny(room, rooms[row].may) {
			t.Errorf("%s must not import %s", p.room(), room)
		}
		if ours && !helper && fitsAny(room, tools) {
			t.Errorf("%s imports %s, which is for tests", p.room(), room)
		}
		for _, lib := range libraries {
			if within(path, lib.path) && !fitsAny(p.room(), lib.may) {
				t.Errorf("%s must not import %s", p.room(), path)
			}
		}
		for _, only := range onlyTests {
			if within(path, only) && !helper {
				t.Errorf("%s imports %s, which is for tests", p.room(), path)
			}
		}
	}
	for _, path := range slices.Concat(p.TestImports, p.XTestImports) {
		room, ours := strings.CutPrefix(path, module+"/")
		if ours && path != p.ImportPath && !fitsAny(room, rooms[row].may) && !fitsAny(room, tools) &&
			!lower(p.room(), room) {
			t.Errorf("tests of %s must not import %s", p.room(), room)
		}
		if within(path, "github.com/hajimehoshi/ebiten") && p.room() != "render/window" {
			t.Errorf("tests of %s must not import %s", p.room(), path)
		}
	}
	// Whatever way it would come in.
	for _, path := range p.Deps {
		if within(path, "github.com/hajimehoshi/ebiten") && !fitsAny(p.room(), "render/window cmd/demoscope") {
			t.Errorf("%s depends on %s", p.room(), path)
			break
		}
	}
}

// lower reports whether other stands as high as room or lower.
func lower(room, other string) bool {
	height := func(path string) int {
		return slices.IndexFunc(layers, func(s string) bool { return fits(path, s) })
	}
	a, b := height(room), height(other)
	return b >= 0 && b <= a
}

// fits reports whether a path fits a pattern: formats/... fits formats and all
// below it.
func fits(path, pattern string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return within(path, prefix)
	}
	return path == pattern
}

// fitsAny reports whether a path fits patterns and none of those with a minus
// that come after.
func fitsAny(path, patterns string) bool {
	found := false
	for _, pattern := range strings.Fields(patterns) {
		if not, ok := strings.CutPrefix(pattern, "-"); ok {
			found = found && !fits(path, not)
		} else {
			found = found || fits(path, pattern)
		}
	}
	return found
}

// within reports whether path is parent or below it.
func within(path, parent string) bool {
	return path == parent || strings.HasPrefix(path, parent+"/")
}

// packages returns all packages of the module as they are on a platform.
func packages(t *testing.T, platform string) []pkg {
	t.Helper()
	root := filepath.Join("..", "..")
	// What go list reads is not known to the cache of test results: the folders
	// that are read here are.
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != root && strings.HasPrefix(d.Name(), ".") {
			return filepath.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	system, machine, _ := strings.Cut(platform, "/")
	command := exec.Command("go", "list", "-json=ImportPath,Imports,TestImports,XTestImports,Deps", "./...")
	command.Dir = root
	// With its profile the program has packages of its own, under other names.
	command.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+machine, "CGO_ENABLED=0", "GOFLAGS=-pgo=off")
	var problems bytes.Buffer
	command.Stderr = &problems
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &problems)
	}
	var list []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// TestPatterns: the words of the tables mean what they should.
func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		path, patterns string
		want           bool
	}{
		{"formats", "formats", true}, {"formats/dem", "formats", false}, {"formats/dem", "formats/...", true},
		{"formats", "formats/...", true},
		{"formatsx", "formats/...", false}, {"player/world/quake", "player/... -player/world/...", false},
		{"player/world/rules", "player/... -player/world/... player/world/rules", true}, {"bsp", "", false},
		{"player/world/quake2", below, false}, {"player/world/quake", below, false}, {"player/world/prints", below,
			true}, {"player/world", below, true},
		{"player/world/rules", below, false},
	} {
		if got := fitsAny(test.path, test.patterns); got != test.want {
			t.Errorf("%s fits %q: %v", test.path, test.patterns, got)
		}
	}
	for _, game := range strings.Fields(games) {
		if !slices.ContainsFunc(rooms, func(r struct{ path, may string }) bool { return r.path == game }) ||
			fitsAny(game, below) {
			t.Errorf("the rules of %s can be seen by another game's", game)
		}
	}
	if lower("formats/dem", "player/world") || !lower("player", "formats/dem") || lower("bsp", "formats") ||
		lower("render/hud", "cmd/demoscope") {
		t.Error("which layer is lower")
	}
}

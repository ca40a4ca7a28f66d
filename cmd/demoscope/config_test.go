//go:build !js

package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"demoscope/render/app"
	"demoscope/render/config"
	"demoscope/render/setting"
)

// drive is what paths begin with that are absolute: "C:" on Windows.
var drive = filepath.VolumeName(os.TempDir())

// TestSettingFlags: play has a flag for each setting, with the usual value, and takes all that it
// may be.
func TestSettingFlags(t *testing.T) {
	var c cli
	parser, err := newParser(&c)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, node := range parser.Model.Children {
		if node.Name == "play" {
			for _, f := range node.Flags {
				names = append(names, f.Name)
				if s := setting.Find(f.Name); s != nil && (f.Help != s.Help && f.Name != "camera" &&
					f.Name != "director" && f.Name != "basedir" || f.Default != s.Usual.String() &&
					s.Usual.String() != "auto") {
					t.Errorf("--%s: usual %q, help %q", f.Name, f.Default, f.Help)
				}
			}
		}
	}
	// What the tags leave to the settings is put into all of them.
	if err := kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		if v, ok := node.(*kong.Value); ok {
			if strings.Contains(v.Help+v.Default+v.Enum, "${") {
				t.Errorf("--%s: help %q, usual %q, choices %q", v.Name, v.Help, v.Default, v.Enum)
			}
			if v.Name == "gap" && !strings.Contains(v.Help, "up to 600 seconds") {
				t.Errorf("--gap: %q", v.Help)
			}
		}
		return next(nil)
	}); err != nil {
		t.Error(err)
	}
	for _, s := range setting.Table() {
		if !slices.Contains(names, s.Name) {
			t.Errorf("play has no --%s", s.Name)
		}
		if s.Kind != setting.Choice && s.Kind != setting.Set || s.Name == "director" {
			continue
		}
		for _, word := range s.Choices {
			if _, err := parser.Parse([]string{"play", "--" + s.Name, word}); err != nil {
				t.Errorf("--%s %s: %v", s.Name, word, err)
			}
		}
	}
}

// A flag is given by the command line alone, and not by the file of settings.
func TestGiven(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if err := config.Change(config.Path(), "size", setting.Value{"800x600"}); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]bool{"play": false, "play --size 640x480": true, "play --mode wire": false,
		"--size=640x480 a.mvd": true} {
		var c cli
		parser, err := newParser(&c, kong.Resolvers(new(settingsResolver)))
		if err != nil {
			t.Fatal(err)
		}
		ctx, err := parser.Parse(strings.Fields(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if got := given(ctx, "size"); got != want || c.Play.Size.Width != map[bool]int{false: 800, true: 640}[want] {
			t.Errorf("%s: --size is given: %v, with a size of %+v", line, got, c.Play.Size)
		}
	}
}

// TestEverySettingIsKept: whatever is written into the file begins the next time. A place, which the window
// writes itself, has a comma in it.
func TestEverySettingIsKept(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	other := map[setting.Kind]setting.Value{setting.Place: {"40,-50"}, setting.Size: {"800x600"},
		setting.Folders: {drive + "/games/a,b", drive + "/games/c"}}
	for _, s := range setting.Table() {
		value := other[s.Kind]
		switch s.Kind {
		case setting.Switch:
			value = setting.Value{map[string]string{"true": "false", "false": "true"}[s.Usual.String()]}
		case setting.Number:
			value = setting.Value{strconv.Itoa(s.Least + 1)}
		case setting.Choice:
			value = setting.Value{s.Choices[len(s.Choices)-1]}
		case setting.Set:
			value = setting.Value(slices.Clone(s.Choices[:2]))
		}
		values := []setting.Value{value}
		if s.Kind == setting.Set || s.Kind == setting.Folders {
			values = append(values, setting.Value{})
		}
		for _, value := range values {
			keepSetting(t, s.Name, value)
		}
	}
}

// keepSetting writes a setting into the file, and checks that play begins with it.
func keepSetting(t *testing.T, name string, value setting.Value) {
	t.Helper()
	if err := config.Change(config.Path(), name, value); err != nil {
		t.Fatalf("%s %q: %v", name, value, err)
	}
	defer func() {
		if err := config.Change(config.Path(), name, nil); err != nil {
			t.Fatal(err)
		}
	}()
	var c cli
	parser, err := newParser(&c, kong.Resolvers(new(settingsResolver)))
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := parser.Parse([]string{"play"})
	if err != nil {
		t.Errorf("%s %q: %v", name, value, err)
		return
	}
	values, err := choices(ctx)
	if got, has := values[name]; err != nil || has && !slices.Equal(got, value) {
		t.Errorf("%s is %q and not %q: %v", name, got, value, err)
	}
}

// TestKeptSettings: what the file says holds for play where the line says nothing.
func TestKeptSettings(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	for name, value := range map[string]setting.Value{
		"mode": {"wire"}, "picture-in-picture": {"false"}, "library-columns": {"map", "file"}, "volume": {"30"},
		"size":     {"800x600"},
		"director": {"false"}, "camera": {"orbit"}, "renderer": {"cpu"}, "basedir": {drive + "/games/a,b",
			drive + "/games/c"},
	} {
		if err := config.Change(config.Path(), name, value); err != nil {
			t.Fatal(err)
		}
	}
	parse := func(args ...string) (*cli, *kong.Context) {
		var c cli
		parser, err := newParser(&c, kong.Resolvers(new(settingsResolver)))
		if err != nil {
			t.Fatal(err)
		}
		ctx, err := parser.Parse(args)
		if err != nil {
			t.Fatal(err)
		}
		return &c, ctx
	}
	c, ctx := parse("--mode", "shaded")
	values, err := choices(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"mode": "shaded", "picture-in-picture": "false", "screen-effects": "true",
		"library-columns": "map,file",
		"volume":          "30"} {
		if got := values.Of(name).String(); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	p := &c.Play
	if p.Size != (size{800, 600}) || *p.Director || p.Camera.How.String() != "orbit" ||
		p.Renderer.Renderer != app.CPU ||
		!slices.Equal(p.BaseDir, []string{drive + "/games/a,b", drive + "/games/c"}) {
		t.Errorf("%+v", p)
	}
	for _, c := range [][2]string{{"--chat", "true"}, {"--no-chat", "false"}, {"--mute", "auto"}} {
		_, ctx := parse("play", c[0])
		if values, err := choices(ctx); err != nil || values.Of("chat").String() != c[1] {
			t.Errorf("%s: chat is %v, %v", c[0], values.Of("chat"), err)
		}
	}
	c, ctx = parse("shot", "--at", "1", "-o", "x.png")
	if values, err = choices(ctx); err != nil || values.Of("mode").String() != "game" || len(c.Shot.BaseDir) != 2 {
		t.Errorf("%v, %v, %q", values, err, c.Shot.BaseDir)
	}
	if c, _ = parse("shot", "--at", "1", "-o", "x.png", "--basedir", "/d"); !slices.Equal(c.Shot.BaseDir,
		[]string{"/d"}) {
		t.Error(c.Shot.BaseDir)
	}
}

// TestWrongLinesInTheWindow: a window names the ignored lines of the settings and keys files, without their folder.
func TestWrongLinesInTheWindow(t *testing.T) {
	ownHome(t)
	for path, text := range map[string]string{config.Path(): "mode = \"zzz\"\nfoo = 1\n",
		app.KeyFile(): "x = 1\n"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777),
			os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	var c playCmd
	_, c.wrong = config.Read(config.Path())
	var o app.Options
	c.readKeys(&streams{err: io.Discard}, &o)
	if !strings.HasPrefix(o.Notice, `Some settings are ignored: settings.toml:1: `) ||
		!strings.Contains(o.Notice, "; settings.toml:2: ") ||
		!strings.Contains(o.Notice, "; Some key bindings are ignored: keys.toml:1: ") {
		t.Errorf("it says %q", o.Notice)
	}
}

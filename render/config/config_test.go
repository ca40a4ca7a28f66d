package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"demoscope/render/setting"
)

// drive is what paths begin with that are absolute: "C:" on Windows.
var drive = filepath.VolumeName(os.TempDir())

// written returns the path of a file of settings.
func written(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "settings.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRead: lines hold each by itself; wrong ones are named with their line.
func TestRead(t *testing.T) {
	path := written(t, `# mine
mode = "wire"
volume = 40
basedir = [
	"`+drive+`/games/quake", # the first
	"`+drive+`/games/quake3",
]
picture-in-picture = "maybe"
volume = 50
speling = 1
screen-effects = 3.5
x-ray = tru
fullscreen = true
[later]
mode = "lit"
`)
	f, err := Read(path)
	for name, want := range map[string]string{
		"mode": "wire", "volume": "40", "basedir": drive + "/games/quake," + drive + "/games/quake3",
		"picture-in-picture": "true",
		"screen-effects":     "true", "x-ray": "false", "fullscreen": "true",
	} {
		if got := f.Of(name).String(); got != want {
			t.Errorf("%s is %q, not %q", name, got, want)
		}
	}
	if f.Lines["mode"] != 2 || f.Lines["basedir"] != 4 || f.Lines["fullscreen"] != 13 || len(f.Lines) != 4 {
		t.Error(f.Lines)
	}
	want := []string{
		`:8: picture-in-picture must be true or false, not "maybe"`,
		`:9: volume stands in line 3 already`,
		`:10: there is no setting "speling"`,
		`:11: a setting is a text, true or false, a whole number, or a list of texts`,
		`:12: toml: `,
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != len(want) {
		t.Fatal(err)
	}
	for i, line := range lines {
		if !strings.HasPrefix(line, path+want[i]) {
			t.Errorf("%q, want %q", line, want[i])
		}
	}
}

// TestReadNothing: a file that is not there says nothing, one that is none or too large is an
// error, and many mistakes are some lines.
func TestReadNothing(t *testing.T) {
	for _, path := range []string{"", filepath.Join(t.TempDir(), "none")} {
		if f, err := Read(path); err != nil || len(f.Values) > 0 {
			t.Error(f, err)
		}
	}
	for _, path := range []string{t.TempDir(), written(t, strings.Repeat("#", MaxFile+1))} {
		if f, err := Read(path); err == nil || len(f.Values) > 0 {
			t.Error(f, err)
		}
	}
	_, err := Read(written(t, strings.Repeat("x\n", 100)))
	if lines := strings.Split(err.Error(), "\n"); len(lines) != 11 ||
		!strings.HasSuffix(lines[10], ": 90 more lines are wrong") {
		t.Error(err)
	}
	if _, err := Read(written(t, strings.Repeat("y", 10000)+" = 1")); len(err.Error()) > 500 {
		t.Error("a mistake of", len(err.Error()), "bytes")
	}
}

// TestChange: what is set stands in the place of the old, or behind the last setting; all else
// stays, to the byte.
func TestChange(t *testing.T) {
	const before = "# mine\nmode = \"lit\"   # as it is\nfuture = [1,\n 2]\n\n[later]\nmode = \"x\"\n"
	for _, test := range []struct {
		name  string
		value setting.Value
		want  string
	}{
		{"mode", setting.Value{"wire"}, "# mine\nmode = 'wire'\nfuture = [1,\n 2]\n\n[later]\nmode = \"x\"\n"},
		{"mode", nil, "# mine\nfuture = [1,\n 2]\n\n[later]\nmode = \"x\"\n"},
		{"volume", setting.Value{"30"},
			"# mine\nmode = \"lit\"   # as it is\nfuture = [1,\n 2]\nvolume = 30\n\n[later]\nmode = \"x\"\n"},
		{"picture-in-picture", setting.Value{"off"},
			"# mine\nmode = \"lit\"   # as it is\nfuture = [1,\n 2]\npicture-in-picture = false\n\n" +
				"[later]\nmode = \"x\"\n"},
		{"basedir", setting.Value{drive + "/a", drive + "/b c"},
			"# mine\nmode = \"lit\"   # as it is\nfuture = [1,\n 2]\nbasedir = ['" + drive + "/a', '" + drive +
				"/b c']\n\n[later]\nmode = \"x\"\n"},
		{"screen-effects", nil, before},
	} {
		path := written(t, before)
		if err := Change(path, test.name, test.value); err != nil {
			t.Error(err)
		}
		if got, _ := os.ReadFile(path); string(got) != test.want {
			t.Errorf("%s to %q:\n%s", test.name, test.value, got)
		}
	}
	path := filepath.Join(t.TempDir(), "new", "settings.toml")
	if err := Change(path, "size", setting.Value{"800x600"}); err != nil {
		t.Fatal(err)
	}
	if f, err := Read(path); err != nil || f.Of("size").String() != "800x600" {
		t.Error(f, err)
	}
	for _, wrong := range []struct {
		name  string
		value setting.Value
	}{{"mode", setting.Value{"blue"}}, {"none", setting.Value{"1"}}} {
		if err := Change(path, wrong.name, wrong.value); err == nil {
			t.Errorf("%+v is set", wrong)
		}
	}
	if err := Change(written(t, "a = 1"), "volume", setting.Value{"1"}); err != nil {
		t.Error(err)
	}
}

// TestChangeKeepsLineEnds: a file that an editor of Windows wrote has its line ends in the new lines, too,
// also where the last has none.
func TestChangeKeepsLineEnds(t *testing.T) {
	for _, test := range []struct{ before, name, value, want string }{
		{"# mine\r\nmode = 'lit'\r\n", "mode", "wire", "# mine\r\nmode = 'wire'\r\n"},
		{"mode = 'lit'\r\nmute = true", "volume", "30", "mode = 'lit'\r\nmute = true\r\nvolume = 30\r\n"},
		{"mode = 'lit'\nmute = true", "volume", "30", "mode = 'lit'\nmute = true\nvolume = 30\n"},
		{"", "volume", "30", "volume = 30\n"},
	} {
		path := written(t, test.before)
		if err := Change(path, test.name, setting.Value{test.value}); err != nil {
			t.Error(err)
		}
		if got, _ := os.ReadFile(path); string(got) != test.want {
			t.Errorf("%q became %q, want %q", test.before, got, test.want)
		}
		if f, err := Read(path); err != nil || f.Of(test.name).String() != test.value {
			t.Errorf("%q: %v, %v", test.before, f, err)
		}
	}
}

// TestChangeTogether: of several at once none is lost.
func TestChangeTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.toml")
	values := map[string]string{"mode": "wire", "volume": "10", "picture-in-picture": "false", "size": "333x222",
		"camera": "orbit",
		"clock":  "match"}
	var all sync.WaitGroup
	for name, value := range values {
		all.Go(func() {
			if err := Change(path, name, setting.Value{value}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	f, err := Read(path)
	if err != nil {
		t.Error(err)
	}
	for name, want := range values {
		if got := f.Of(name).String(); got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
}

// FuzzChange: whatever a file has, a change is read back, and nothing that was right is lost.
func FuzzChange(f *testing.F) {
	f.Add("mode = \"lit\"\n[x]\nvolume = 1\n")
	f.Add("\ufeffhide = [\n\"grid\",\n")
	f.Add("mode = '''\nlit'''\n\"volume\" = 3")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1000 {
			return
		}
		path := written(t, text)
		before, _ := Read(path)
		if err := Change(path, "volume", setting.Value{"30"}); err != nil {
			t.Skip(err)
		}
		after, _ := Read(path)
		if after.Of("volume").String() != "30" {
			data, _ := os.ReadFile(path)
			t.Fatalf("volume is lost:\n%s", data)
		}
		for name, value := range before.Values {
			if name != "volume" && !slices.Equal(after.Of(name), value) {
				t.Errorf("%s was %q and is %q", name, value, after.Of(name))
			}
		}
	})
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/internal/corpus"
)

// tree returns the files in a folder, with their contents.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestDemosChooseNoPath: whatever a demo says that its map or its game folder is called,
// and whatever it tells a client to do, no file is found out of the game folders, and none
// is made or changed. What lies in those folders is found.
func TestDemosChooseNoPath(t *testing.T) {
	root := t.TempDir()
	in := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	level := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.bsp"))
	for _, file := range []string{
		"secret.bsp", "maps/secret.bsp", "base/secret.bsp", "base/maps/secret.bsp", "base/secret/maps/secret.bsp",
		"secret/maps/secret.bsp", "work/secret.bsp", "work/maps/secret.bsp",
		"base/.hidden/maps/secret.bsp", "base/id1/maps/inside.bsp", "base/qw/maps/inside.bsp", "base/ctf/maps/ctf.bsp",
	} {
		must(errors.Join(os.MkdirAll(filepath.Dir(in(file)), 0o755), os.WriteFile(in(file), level, 0o644)))
	}
	if runtime.GOOS != "windows" {
		must(os.Symlink("../secret", in("base/link")))
	}
	must(os.MkdirAll(in("demos/one"), 0o755))
	t.Chdir(in("work"))
	t.Setenv("DEMOSCOPE_PATH", "")
	t.Setenv("HOME", in("home"))
	t.Setenv("XDG_DATA_HOME", "")
	t.Setenv("XDG_CONFIG_HOME", "")

	dumps := map[string]string{}
	for _, sample := range []string{"demoscope1_p15.dem", "demoscope1.mvd", "demoscope1.dm2"} {
		text, said := printed(nil, "dump", "--json", "--to", "1", sampleName+sample)
		if said != "" {
			t.Fatal(said)
		}
		dumps[sample] = text
	}
	quote := func(name string) string {
		quoted, err := json.Marshal(name)
		must(err)
		return strings.Trim(string(quoted), `"`)
	}
	compile := func(sample, old, name string) string {
		t.Helper()
		text := strings.ReplaceAll(dumps[sample], old, quote(name))
		if text == dumps[sample] && old != name {
			t.Fatalf("%s has no %s", sample, old)
		}
		demo := in("demos/one/x" + filepath.Ext(sample))
		var said bytes.Buffer
		if status := run([]string{"compile", "-", "-o", demo}, &streams{in: strings.NewReader(text), out: io.Discard,
			err: &said}); status != exitOK {
			t.Fatalf("%q: %s", name, &said)
		}
		return demo
	}
	found := func(demo string) string {
		var out bytes.Buffer
		run([]string{"paths", "--basedir", in("base"), "--demo", demo}, &streams{out: &out, err: io.Discard})
		for line := range strings.Lines(out.String()) {
			if strings.Contains(line, ".bsp: ") {
				return line
			}
		}
		return ""
	}
	for _, sample := range []string{"demoscope1_p15.dem", "demoscope1.mvd", "demoscope1.dm2"} {
		for _, name := range []string{
			"../secret.bsp", "../../secret.bsp", "maps/../../secret.bsp", "maps/../../maps/secret.bsp",
			"./maps/../../secret.bsp", "../../../../../../../../" + in("secret.bsp"),
			in("secret.bsp"), "/" + in("secret.bsp"), "file://" + in("secret.bsp"), "secret.bsp", "work/secret.bsp",
			"../work/secret.bsp",
			`..\secret.bsp`, `maps\..\..\secret.bsp`, `C:\secret.bsp`, "C:secret.bsp", "c:/secret.bsp",
			`\\server\share\secret.bsp`, "//server/share/secret.bsp",
			"maps/../secret.bsp\x01", "maps/secret.bsp:stream", "CON", "maps/con.bsp", "nul", "maps/LPT1.bsp",
			"aux.bsp", ".../secret.bsp", "maps//../..//secret.bsp",
			"~/secret.bsp", "$HOME/secret.bsp", "%USERPROFILE%/secret.bsp", "*", "maps/*.bsp", "link/maps/secret.bsp",
			"../link/maps/secret.bsp", "maps/" + strings.Repeat("a", 3000) + ".bsp",
			".hidden/maps/secret.bsp", "../.hidden/maps/secret.bsp", "-o", "--help", "|cat", "maps/`id`.bsp",
			"maps/$(id).bsp",
		} {
			demo := compile(sample, "maps/demoscope1.bsp", name)
			if line := found(demo); line != "" {
				t.Errorf("%s finds the map %q: %s", sample, name, line)
			}
		}
		// Names in other letters are the same file, as in the engines.
		for _, name := range []string{"maps/inside.bsp", "Maps/INSIDE.bsp"} {
			if line := found(compile(sample, "maps/demoscope1.bsp", name)); !strings.Contains(line,
				filepath.Join("maps", "inside.bsp")) && sample != "demoscope1.dm2" {
				t.Errorf("%s does not find %q: %q", sample, name, line)
			}
		}
	}
	dumps["demoscope1.mvd"] = strings.NewReplacer("maps/demoscope1.bsp", "maps/secret.bsp", `"game":"qw"`,
		`"game":"GAMEDIR"`, `\\*gamedir\\qw`, `\\*gamedir\\GAMEDIR`).Replace(dumps["demoscope1.mvd"])
	for _, name := range []string{
		"..", ".", "../secret", "../../secret", in("secret"), "/" + in("secret"), `..\secret`, `C:\secret`, "C:",
		"secret/../../secret", "link", "link/", "LINK", ".hidden", "id1/../../secret", "CON", "nul", "",
		"\x01", strings.Repeat("a", 300), "~", "$HOME", "*", "secret/maps/..", "./secret",
	} {
		demo := compile("demoscope1.mvd", "GAMEDIR", name)
		if line := found(demo); line != "" {
			t.Errorf("with the game folder %q a map is found: %s", name, line)
		}
	}
	dumps["demoscope1.mvd"] = strings.ReplaceAll(dumps["demoscope1.mvd"], "maps/secret.bsp", "maps/ctf.bsp")
	if line := found(compile("demoscope1.mvd", "GAMEDIR", "ctf")); !strings.Contains(line, filepath.Join("ctf", "maps",
		"ctf.bsp")) {
		t.Errorf("the game folder ctf is not found: %q", line)
	}

	// Nothing is made or changed by what only reads, whatever a demo tells a client to do.
	for sample, before := range map[string]string{"demoscope1_p15.dem": `{"message":"serverinfo"`,
		"demoscope1.mvd": `{"message":"serverdata"`} {
		orders := `{"message":"stufftext","text":"exec secret;writeconfig x.cfg;record x;screenshot;quit;!touch ` +
			`x;$(touch x)` + "`touch x`" + `\n"}`
		text := strings.Replace(dumps[sample], before, orders+"\n"+before, 1)
		if text == dumps[sample] {
			t.Fatalf("%s has no %s", sample, before)
		}
		dumps[sample] = text
	}
	demos := []string{compile("demoscope1_p15.dem", "maps/demoscope1.bsp", "../secret.bsp"),
		compile("demoscope1.mvd", "GAMEDIR", "../secret")}
	before := tree(t, root)
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	for _, name := range []string{"XDG_CACHE_HOME", "LOCALAPPDATA"} { // where info saves what it has read
		t.Setenv(name, t.TempDir())
	}
	for _, demo := range demos {
		for _, args := range [][]string{
			{"info", demo}, {"info", filepath.Dir(demo)}, {"state", "--at", "50%", demo}, {"dump", demo},
			{"timedemo", "--headless", demo}, {"paths", "--basedir", in("base"), "--demo", demo}, {"keys"},
		} {
			run(args, &streams{out: io.Discard, err: io.Discard})
		}
	}
	if d := cmp.Diff(before, tree(t, root)); d != "" {
		t.Errorf("files were made or changed: %s", d)
	}
}

//go:build !js

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"demoscope/formats/qwz/qwztest"
	"demoscope/internal/corpus"
)

// TestPackedDemosAreAlike: what a command says and writes of a demo it says and writes of the same one
// packed, and in an archive beside another, but for its name.
func TestPackedDemosAreAlike(t *testing.T) {
	packedAlike(t, "a.dm2", "a.dm2.gz", "a.dm2", [][]string{
		{"copy", "plain/a.dm2", "sample:demoscope1.dm2"}, {"gzip", "packed/a.dm2.gz", "sample:demoscope1.dm2"},
		{"zip", "archive/a.zip", "b.dem=sample:demoscope1_p15.dem", "a.dm2=sample:demoscope1.dm2"},
	}, []string{
		"info", "info --json", "state --at 20", "events", "tracks --rate 1", "export-stats", "dump --from 10 --to 10.2",
		"find kill", "highlights --list",
		"split --list", "split -o OUT", "cut --from 10 --to 20 -o OUT/o.dm2",
		"shot --at 20 --renderer cpu --size 160x90 -o OUT/o.png", "film --from 10 --to 10.2 --size 64x36 -o OUT/o.gif",
		"sound --from 10 --to 11 -o OUT/o.wav", "scene --at 20 -o OUT/o.glb", "scene --at 20 -o OUT/o.svg",
		"rebuild -o OUT/o.glb", "report -o OUT/o.html",
	})
}

// packedAlike makes files and compares what commands say of plain/PLAIN, packed/PACKED and archive/a.zip/MEMBER.
func packedAlike(t *testing.T, plain, packed, member string, files [][]string, commands []string) {
	t.Helper()
	root := t.TempDir()
	t.Chdir(root)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(root, "cache"))
	for _, made := range files {
		if err := makeFile(made); err != nil {
			t.Fatal(err)
		}
		written := time.Date(2024, 6, 16, 17, 19, 0, 0, time.UTC) // which a report says
		if err := os.Chtimes(made[1], written, written); err != nil {
			t.Fatal(err)
		}
	}
	plain, packed, member = "plain/"+plain, "packed/"+packed, "a.zip/"+member
	names := strings.NewReplacer("archive/"+member, "FILE", plain, "FILE", packed, "FILE", member, "NAME",
		filepath.Base(packed), "NAME", filepath.Base(plain), "NAME", `"member":"NAME",`, "", "archive/", "", "plain/",
		"", "packed/", "")
	alike(t, names, []string{plain, packed, "archive/" + member}, commands)
}

// TestCorpusQizmoDemosAreAlike is [TestPackedDemosAreAlike] of a demo that Qizmo packed.
func TestCorpusQizmoDemosAreAlike(t *testing.T) {
	real := corpus.Dir(t)
	t.Setenv("DEMOSCOPE_PATH", filepath.Join(real, "game"))
	file := filepath.Join(real, "qwz", "demo20.qwz")
	packedAlike(t, "a.qwd", "a.qwz", "a.qwz", [][]string{
		{"copy", "plain/a.qwd", filepath.Join(real, "qwd", "qwz_demo20.qwd")}, {"copy", "packed/a.qwz", file},
		{"zip", "archive/a.zip", "b.dem=sample:demoscope1_p15.dem", "a.qwz=" + file},
	}, []string{
		"info --fresh", "info", "info --json", "state --at 20", "events", "tracks --rate 1", "export-stats",
		"dump --from 10 --to 10.2", "find kill", "split --list", "cut --from 10 --to 20 -o OUT/o.qwd",
		"shot --rebuild --at 1:20 --renderer cpu --size 160x90 -o OUT/o.png",
		"film --rebuild --from 50 --to 50.2 --size 64x36 -o OUT/o.gif",
	})
}

// alike runs commands on files with the same demo, and compares what they say and write. What differs are the names,
// when the file was written, which an archive has not to say, how the demo is packed, and links, which lead to no demo
// in an archive.
func alike(t *testing.T, names *strings.Replacer, files, commands []string) {
	t.Helper()
	differs, gap := regexp.MustCompile(`,?"(modified|member)":"[^"]*"|,"packing":\[[^]]*\]|, packed as [^,\n]*|`+
		`  File written .*\n|<a href="http://localhost:[^>]*>|</a>|<p>(Times are|Click a time) .*`),
		regexp.MustCompile(`  +`)
	for _, c := range commands {
		var first string
		for _, file := range files {
			const out = "out"
			if err := os.RemoveAll(out); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(out, 0o755); err != nil {
				t.Fatal(err)
			}
			var said bytes.Buffer
			args := append(strings.Fields(strings.ReplaceAll(c, "OUT", "out")), file)
			if status := run(args, &streams{in: new(bytes.Buffer), out: &said, err: &said}); status != exitOK {
				t.Errorf("%v: %d: %s", args, status, &said)
			}
			entries, err := os.ReadDir(out)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				data, err := os.ReadFile(filepath.Join(out, e.Name()))
				if err != nil {
					t.Fatal(err)
				}
				said.WriteString("\nwrote " + e.Name() + "\n")
				said.Write(data)
			}
			if strings.Contains(c, "OUT") != (len(entries) > 0) {
				t.Errorf("%v: %d files were written", args, len(entries))
			}
			got := gap.ReplaceAllString(differs.ReplaceAllString(names.Replace(said.String()), ""), " ")
			if first == "" {
				first = got
			} else if got != first {
				at := 0
				for at < min(len(got), len(first)) && got[at] == first[at] {
					at++
				}
				t.Errorf("%v: it differs at byte %d of %d and %d:\n%.200q\n%.200q", args, at, len(first), len(got),
					first[max(0, at-40):], got[max(0, at-40):])
			}
		}
	}
}

// TestQizmoTable says where Qizmo's table was looked for, and uses no other file.
func TestQizmoTable(t *testing.T) {
	root := t.TempDir()
	packed, _ := qwztest.Demo()
	write := func(path string, data []byte) string {
		t.Helper()
		path = filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	demo := write("quake/qw/demos/a.qwz", packed)
	t.Setenv("DEMOSCOPE_PATH", filepath.Join(root, "games"))
	expect := func(wants ...string) {
		t.Helper()
		for _, command := range []string{"info", "events", "dump", "shot --at 0 -o " + filepath.Join(root, "a.png")} {
			var said bytes.Buffer
			args := append(strings.Fields(command), demo)
			status := run(args, &streams{in: new(bytes.Buffer), out: &said, err: &said})
			for _, want := range wants {
				if !strings.Contains(said.String(), want) {
					t.Errorf("%s: %s lacks %q", command, &said, want)
				}
			}
			if status != exitFailed || strings.Count(said.String(), "\n") != 1 {
				t.Errorf("%s: %d: %s", command, status, &said)
			}
		}
	}
	expect(demo+": packed with Qizmo: qizmo/compress.dat not found; looked in "+filepath.Dir(demo),
		", "+filepath.Join(root, "quake"), "no game folder at "+filepath.Join(root, "games"), "nQuake and ezQuake")
	table := write("quake/Qizmo/compress.dat", qwztest.Table())
	expect(table + ": not Qizmo's table: its checksum differs")
	table = write("games/qizmo/compress.dat", []byte("short"))
	expect(table + ": not Qizmo's table: its size is not 262144 bytes")
}

// TestCorpusQizmoTable finds the table in all places, and says where a damaged file is damaged.
func TestCorpusQizmoTable(t *testing.T) {
	real, root := corpus.Dir(t), t.TempDir()
	t.Chdir(root)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(root, "cache"))
	data := corpus.Read(t, filepath.Join(real, "game", "qizmo", "compress.dat"))
	demo := corpus.Read(t, filepath.Join(real, "qwz", "demo01.qwz"))
	for _, c := range []struct{ table, demo, flag string }{
		{"a/compress.dat", "a/x.qwz", ""}, {"b/qizmo/compress.dat", "b/x.qwz", ""},
		{"c/QIZMO/Compress.dat", "c/qw/demos/x", ""}, {"d/qizmo/compress.dat", "x.qwz", "--basedir=d"},
		{"e/qizmo/compress.dat", "x.qwz", "--basedir=e/qizmo"},
	} {
		for path, content := range map[string][]byte{c.table: data, c.demo: demo} {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		args := []string{"info", c.demo}
		if c.flag != "" {
			args = []string{"shot", "--renderer", "cpu", "--at", "1", "--size", "16x16", "-o", "x.png", c.flag,
				c.demo}
		}
		var said bytes.Buffer
		if status := run(args, &streams{in: new(bytes.Buffer), out: &said, err: &said}); status != exitOK {
			t.Errorf("%s for %s: %d: %s", c.table, c.demo, status, &said)
		}
		if c.flag == "" && !strings.Contains(said.String(), ", packed as Qizmo, game folder qw\n") {
			t.Errorf("%s", &said)
		}
	}
	t.Setenv("DEMOSCOPE_PATH", filepath.Join(real, "game"))
	var said bytes.Buffer
	run([]string{"info", filepath.Join(real, "qwz", "demo36.qwz")},
		&streams{in: new(bytes.Buffer), out: &said, err: &said})
	got := runs(t, exitFailed, "unpack", "-o", "out", filepath.Join(real, "qwz", "demo36.qwz"))
	if !strings.Contains(got, "demo36.qwz is damaged: qwz: packet at byte 15674") {
		t.Error(got)
	}
	if want := "  Damaged at 19:59, byte 15674"; !strings.Contains(said.String(), want) {
		t.Errorf("%s lacks %q", &said, want)
	}
}

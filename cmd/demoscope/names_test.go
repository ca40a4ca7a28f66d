//go:build !js

package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// labels returns what a table calls demos.
func labels(list []found) (names []string) {
	for i := range list {
		names = append(names, filepath.ToSlash(list[i].label))
	}
	return names
}

// TestNaturalOrder: demos of folders and archives are in the order in which people count, and what macOS writes beside
// files is not there.
func TestNaturalOrder(t *testing.T) {
	dir := t.TempDir()
	names := []string{"m10.dem", "M2.dem", "m1.dem", "b/x10.mvd", "b/x9.mvd", "__MACOSX/._m1.dem", "__MACOSX/b/y.dem",
		"._m1.dem"}
	for _, name := range names {
		path := filepath.Join(dir, "demos", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	packed := filepath.Join(dir, "uni.zip")
	writeZip(t, packed, []byte("x"), names...)
	pak := filepath.Join(dir, "uni.pak")
	made := []string{"pak", pak}
	for _, name := range names {
		made = append(made, name+"="+filepath.Join(dir, "demos", name))
	}
	if err := makeFile(made); err != nil {
		t.Fatal(err)
	}
	want := []string{"b/x9.mvd", "b/x10.mvd", "m1.dem", "M2.dem", "m10.dem"}
	for path, prefix := range map[string]string{filepath.Join(dir, "demos"): "", packed: "uni.zip/", pak: "uni.pak/"} {
		var all []string
		for _, name := range want {
			all = append(all, prefix+name)
		}
		list, none := findDemos([]string{path})
		if got := labels(list); !slices.Equal(got, all) || len(none) > 0 {
			t.Errorf("%s: %q, %v, want %q", path, got, none, all)
		}
	}
}

// TestNamesOutOfFolders: files of archives whose names could lead out of a folder are no demos, and named once, in
// folders, too.
func TestNamesOutOfFolders(t *testing.T) {
	dir := t.TempDir()
	one, several := filepath.Join(dir, "one.zip"), filepath.Join(dir, "several.zip")
	writeZip(t, one, []byte("x"), "a.dem", "../b.dem")
	writeZip(t, several, []byte("x"), "/c.dem", "a.dem", "x/../../b.dem", "b.dem", `..\d.dem`)
	skipped := []string{
		one + `: skipped "../b.dem", whose name could lead out of a folder`,
		several + `: skipped 3 files whose names could lead out of a folder, the first "/c.dem"`,
	}
	for _, args := range [][]string{{one, several}, {dir}} {
		list, none := findDemos(args)
		if got, want := labels(list), []string{"one.zip", "several.zip/a.dem", "several.zip/b.dem"}; !slices.Equal(got,
			want) || len(none) != 2 || none[0].Error() != skipped[0] || none[1].Error() != skipped[1] {
			t.Errorf("%q: %q, %v", args, got, none)
		}
	}
}

// TestInnerArchives: the demos in archives in an archive are found wherever demos are, by what the files are.
func TestInnerArchives(t *testing.T) {
	folder := withLibrary(t)
	root := filepath.Join(folder, "new")
	t.Chdir(folder)
	const demo = "sample:demoscope1.mvd2"
	for _, made := range [][]string{
		{"zip", "runs.zip", "1.mvd2=" + demo, "2.dem=sample:demoscope1_p15.dem"},
		{"pak", "runs.pak", "3.mvd2=" + demo, "maps/x.bsp=" + demo, "r.dz=runs.zip"},
		{"zip", "new/all.zip", "a.mvd2=" + demo, "b.mvd2=" + demo, "Runs.ZIP=runs.zip", "data.pak=runs.pak"},
		{"copy", "new/lies.dem", "runs.zip"},
		{"zip", "new/one.zip", "runs.dz=runs.zip"},
		{"gzip", "packed/runs.dz.gz", "runs.zip"},
		{"gzip", "download", "packed/runs.dz.gz"},
	} {
		if err := makeFile(made); err != nil {
			t.Fatal(err)
		}
	}
	all := []string{"all.zip/a.mvd2", "all.zip/b.mvd2", "all.zip/data.pak/3.mvd2", "all.zip/data.pak/r.dz/1.mvd2",
		"all.zip/data.pak/r.dz/2.dem", "all.zip/Runs.ZIP/1.mvd2", "all.zip/Runs.ZIP/2.dem"}
	lies := []string{"lies.dem/1.mvd2", "lies.dem/2.dem"}
	one := []string{"one.zip/runs.dz/1.mvd2", "one.zip/runs.dz/2.dem"}
	for path, want := range map[string][]string{
		"new": slices.Concat(all, lies, one), "new/all.zip": all, "new/lies.dem": lies, "new/one.zip": one,
		"new/all.zip/data.pak": all[2:5], "new/all.zip/data.pak/r.dz": all[3:5], "new/all.zip/Runs.ZIP": all[5:],
		"new/all.zip/Runs.ZIP/2.dem": all[6:],
		"packed":                     {"runs.dz.gz/1.mvd2", "runs.dz.gz/2.dem"},
		"packed/runs.dz.gz":          {"runs.dz.gz/1.mvd2", "runs.dz.gz/2.dem"},
		"packed/runs.dz.gz/2.dem":    {"runs.dz.gz/2.dem"},
		"download":                   {"download/1.mvd2", "download/2.dem"},
		"download/2.dem":             {"download/2.dem"},
	} {
		list, none := findDemos([]string{path})
		if got := labels(list); !slices.Equal(got, want) || len(none) > 0 {
			t.Errorf("%s: %q, %v", path, got, none)
		}
		for i := range list {
			if d, err := list[i].open(&streams{}); err != nil || d.Format.Name == "mvd2" != strings.HasSuffix(d.Member,
				".mvd2") {
				t.Errorf("%s: %v", list[i].path, err)
			}
		}
	}
	// A path has one form, with however many slashes it is typed, and one that leads nowhere has no demos.
	for path, want := range map[string]string{
		"new//all.zip/./Runs.ZIP//2.dem": "new/all.zip/Runs.ZIP/2.dem",
		"new/one.zip/runs.dz/":           "new/one.zip/runs.dz/1.mvd2",
	} {
		list, none := findDemos([]string{path})
		if len(none) > 0 || len(list) == 0 || list[0].path != filepath.FromSlash(want) && list[0].path != want {
			t.Errorf("%s: %+v, %v", path, list, none)
		}
	}
	for _, path := range []string{"new/all.zip/Runs.ZIP/nope.dem", "new/all.zip/data.pak/r.dz/nope",
		"new/one.zip/runs.dz/2.dem/x", "new/all.zip/nope/1.mvd2"} {
		runs(t, exitFailed, "info", path)
		runs(t, exitFailed, "events", path)
	}
	count := func(text, word string, want int) {
		t.Helper()
		if n := strings.Count(text, word); n != want {
			t.Errorf("%d of %d: %s", n, want, text)
		}
	}
	n := len(all) + len(lies) + len(one)
	count(runs(t, exitOK, "info", "--json", "new"), `"format"`, n)
	count(runs(t, exitOK, "export-stats", "new/all.zip"), `"map"`, n-6)
	count(runs(t, exitOK, "unpack", "-o", "out", "new"), "\n", n)
	count(runs(t, exitOK, "find", "kill", "new/one.zip/runs.dz"), "runs.dz/1.mvd2", 2)
	runs(t, exitOK, "add", root)
	count(runs(t, exitOK, "library", "--json"), "all.zip", len(all))
	f, err := os.Open(filepath.Join(root, "all.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if got := demosIn(f, info.Size()); len(got) != len(all) {
		t.Errorf("serve: %q", got)
	}
}

// TestNamesOfSamples: a file in a folder may have a name like one of a built-in demo, and is the one that is read.
func TestNamesOfSamples(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such names")
	}
	t.Chdir(t.TempDir())
	name := sampleNames()[0]
	if err := os.WriteFile(name, sampleData(t, "demoscope1.dm2"), 0o644); err != nil {
		t.Fatal(err)
	}
	list, _ := findDemos([]string{"."})
	if len(list) != 1 {
		t.Fatalf("%q", labels(list))
	}
	if d, err := list[0].open(&streams{}); err != nil || d.Format.Name != "dm2" {
		t.Errorf("%v, %v", d, err)
	}
}

// TestNamesOfJSON: what JSON says of a name that is not UTF-8 opens the file, and so in an archive.
func TestNamesOfJSON(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	name := filepath.Join(dir, "d\xe9mos", "\xff\xfe.mvd")
	if err := os.Mkdir(filepath.Dir(name), 0o755); err != nil {
		t.Skip(err)
	}
	if err := os.WriteFile(name, sampleData(t, "demoscope1.mvd"), 0o644); err != nil {
		t.Skip(err) // such names need not exist
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range []string{"\xff.mvd", "b.mvd"} {
		m, err := w.CreateHeader(&zip.FileHeader{Name: name, NonUTF8: true})
		if err == nil {
			_, err = m.Write(sampleData(t, "demoscope1.mvd"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	packed := filepath.Join(filepath.Dir(name), "a.zip")
	if err := errors.Join(w.Close(), os.WriteFile(packed, b.Bytes(), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{name, packed + "/\xff.mvd"} {
		var out, said bytes.Buffer
		if status := run([]string{"info", "--json", path}, &streams{out: &out, err: &said}); status != exitOK {
			t.Fatalf("%q: %s", path, &said)
		}
		var info struct{ File string }
		if err := json.Unmarshal(out.Bytes(), &info); err != nil || !strings.Contains(info.File, "\ufffd") {
			t.Fatalf("%q: %v", info.File, err)
		}
		for _, command := range []string{"info", "dump"} {
			if status := run([]string{command, info.File}, &streams{out: &out, err: &said}); status != exitOK {
				t.Errorf("%s: %s", command, &said)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(name), "\xfe\xfe.mvd"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := openDemo(filepath.Join(filepath.Dir(name), "\ufffd\ufffd.mvd")); err == nil {
		t.Error("one of two files is opened")
	}
}

// TestDashes: a name that begins with a dash stands behind "--", also behind other files.
func TestDashes(t *testing.T) {
	dir := withLibrary(t)
	t.Chdir(dir)
	for name, sample := range map[string]string{"-b.dm2": "demoscope1.dm2", "--json": "demoscope1.qwd"} {
		if err := os.WriteFile(name, sampleData(t, sample), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"info", "demoscope1.mvd", "--", "-b.dm2"}, {"info", "--", "demoscope1.mvd", "-b.dm2"},
		{"info", "--sort", "size", "demoscope1.mvd", "demoscope1.dm2", "--", "-b.dm2", "--json"},
		{"find", "kill", "demoscope1.mvd", "--", "-b.dm2"},
	} {
		var out, said bytes.Buffer
		if status := run(args, &streams{out: &out, err: &said}); status != exitOK || !strings.Contains(out.String(),
			"-b.dm2") || !strings.Contains(out.String(), "demoscope1.mvd") {
			t.Errorf("%q: status %d\n%s%s", args, status, &out, &said)
		}
	}
	var said bytes.Buffer
	if status := run([]string{"info", "demoscope1.mvd", "--json", "--", "-b.dm2"}, &streams{out: &said,
		err: &said}); status != exitUsage {
		t.Error(&said)
	}
}

// TestCutGzip: a gzip that ends early says which part of the demo is missing, and a wrong checksum is said.
func TestCutGzip(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", dir)
	for _, sample := range []string{"demoscope1_p15.dem", "demoscope1.qwd", "demoscope1.mvd", "demoscope1.dm2",
		"demoscope1.mvd2", "demoscope1.dm_71"} {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(sampleData(t, sample))
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		wrong := bytes.Clone(b.Bytes())
		wrong[len(wrong)-8]++
		for name, data := range map[string][]byte{"cut": b.Bytes()[:b.Len()/2], "crc": wrong} {
			path := filepath.Join(dir, name+"-"+sample+".gz")
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			var out, said bytes.Buffer
			if status := run([]string{"info", path}, &streams{out: &out, err: &said}); status != exitOK {
				t.Fatal(&said)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			length, _, _ := strings.Cut(strings.TrimSpace(lines[2]), ",")
			want := map[string]string{"cut": "  Note: the gzip ends early: what follows " + length + " is missing",
				"crc": "wrong checksum: some are damaged"}[name]
			if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasSuffix(line, want) }) ||
				strings.Contains(out.String(), "Damaged at") {
				t.Errorf("%s, %s: %s", sample, name, &out)
			}
		}
	}
}

// TestListedArchive: rows of a list that name demos in an archive open it once, and have its date; what is none is
// said.
func TestListedArchive(t *testing.T) {
	dir := t.TempDir()
	packed := filepath.Join(dir, "a.zip")
	writeZip(t, packed, sampleData(t, "demoscope1.dm2"), "x1.dm2", "x2.dm2", "x3.dm2")
	rows := "a.zip/x2.dm2\na.zip/X1.dm2\na.zip/none.dm2\na.zip/x3.dm2\n"
	list := filepath.Join(dir, "l.m3u8")
	if err := os.WriteFile(list, []byte(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	demos, none := findDemos([]string{list})
	want := []string{"a.zip/x2.dm2", "a.zip/X1.dm2", "a.zip/none.dm2", "a.zip/x3.dm2"}
	if got := labels(demos); !slices.Equal(got, want) || len(none) > 0 {
		t.Fatalf("%q, %v", got, none)
	}
	for i := range demos {
		d := &demos[i]
		if i == 2 {
			if _, err := d.open(&streams{}); err == nil || !strings.Contains(err.Error(), "no file none.dm2") {
				t.Error(err)
			}
			continue
		}
		if d.modified.IsZero() || d.size == 0 || d.in != demos[0].in {
			t.Errorf("%+v", d)
		}
		if demo, err := d.open(&streams{}); err != nil || !strings.EqualFold(demo.Member, d.member) {
			t.Error(demo, err)
		}
	}
	if demos[0].in.left != 0 || demos[0].in.a != nil {
		t.Errorf("the archive is not closed: %+v", demos[0].in)
	}
}

// TestListedSystem: a row of a list is no file of the system, by whatever way it leads there.
func TestListedSystem(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have other folders")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	if err := errors.Join(os.WriteFile("a.dem", []byte("x"), 0o644), os.Symlink("/proc/self/cwd", "here"),
		os.Symlink("a.dem", "good.dem"), os.Symlink("here/a.dem", "bad.dem"), os.Symlink("loop", "loop")); err != nil {
		t.Fatal(err)
	}
	for row, refused := range map[string]bool{
		"a.dem": false, "good.dem": false, "none.dem": false, "/dev/fd/1": true, "/dev/stdout": true, "/dev/null": true,
		"/proc/self/cwd/a.dem": true, "here/a.dem": true, "bad.dem": true, "./here/../here/a.dem": true, "/": true,
		".": true, "loop": true,
	} {
		if err := os.WriteFile("l.m3u8", []byte(row+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		list, _ := findDemos([]string{"l.m3u8"})
		if len(list) != 1 {
			t.Fatalf("%s: %q", row, labels(list))
		}
		if err := list[0].err; (err != nil) != refused {
			t.Errorf("%s: %v", row, err)
		}
	}
}

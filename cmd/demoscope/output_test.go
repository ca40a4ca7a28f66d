//go:build !js

package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"demoscope/assets"
)

// fullDisk takes some bytes, and then fails as a file on a full disk does.
type fullDisk struct {
	left   int
	err    error // nil for that of a full disk
	failed int   // writes
}

func (f *fullDisk) Write(data []byte) (int, error) {
	n := min(f.left, len(data))
	f.left -= n
	if n < len(data) {
		f.failed++
		if f.err != nil {
			return n, f.err
		}
		return n, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
	}
	return n, nil
}

// printing are command lines that print something, by command. Those of play, shot, film
// and serve need no window, and wait for nobody.
var printing = map[string][]string{
	"play":  {"play --help"},
	"shot":  {"shot --help"},
	"film":  {"film --help"},
	"scene": {"scene --help"},
	"highlights": {"highlights --help", "highlights --list sample:demoscope1.mvd",
		"highlights --json sample:demoscope1.mvd"},
	"report":  {"report --highlights 0 -o - sample:demoscope1.mvd"},
	"record":  {"record --help"},
	"serve":   {"serve --help"},
	"servers": {"servers --help"},
	"sound":   {"sound --own --to 1 -o - sample:demoscope1.mvd"},
	"info": {"info sample:demoscope1.mvd", "info --json sample:demoscope1.mvd", "info sample:",
		"info --json sample:", "info --sort name sample:"},
	"find": {"find run sample:demoscope1.mvd", "find --json kill sample:demoscope1.mvd",
		"find --best kill sample:", "find run"},
	"library": {"library", "library --json", "library --sort best run"},
	"add":     {"add --list"},
	"events": {
		"events sample:demoscope1.mvd", "events --format csv sample:", "events --format parquet sample:demoscope1.dm2",
	},
	"tracks": {
		"tracks sample:demoscope1.mvd", "tracks --format csv --rate 1 sample:",
		"tracks --format parquet sample:demoscope1.dm2",
	},
	"export-stats": {"export-stats sample:demoscope1.mvd"},
	"state":        {"state --at 5 sample:demoscope1.mvd"},
	"dump":         {"dump sample:demoscope1.mvd", "dump --json sample:demoscope1.mvd"},
	"cut":          {"cut --from 5 --to 7 -o - sample:demoscope1.mvd"},
	"unpack":       {"unpack --help"},
	"split":        {"split --list sample:demoscope1.mvd"},
	"convert":      {"convert --to 999 -o - sample:demoscope1_p15.dem"},
	"merge":        {"merge -o - sample:demoscope1.qwd PART"},
	"compile":      {"compile -o - DUMP"},
	"rebuild":      {"rebuild sample:demoscope1.dm2", "rebuild -o - sample:demoscope1.dm2"},
	"timedemo":     {"timedemo --headless --json sample:demoscope1.dm2"},
	"paths":        {"paths", "paths --demo sample:demoscope1.mvd"},
	"keys":         {"keys"},
	"config":       {"config", "config --json", "config mode"},
	"register":     {"register --remove"},
	"help":         {"help", "help info"},
	"version":      {"version", "--version"},
	"completion":   {"completion bash", "completion fish"},
	"man":          {"man", "--help"},
}

// withLibrary makes a library with two of our recordings, and returns its folder.
func withLibrary(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME", "LOCALAPPDATA"} {
		t.Setenv(name, dir)
	}
	for _, name := range []string{"demoscope1.mvd", "demoscope1.dm2"} {
		data, err := assets.ReadSample(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var said bytes.Buffer
	if status := run([]string{"add", dir}, &streams{out: &said, err: &said}); status != exitOK {
		t.Fatal(&said)
	}
	return dir
}

// TestFullDisk: no command ends with 0 if what it prints is lost, whether it is all of
// it or the last byte; each says so once, and goes on writing to no end.
func TestFullDisk(t *testing.T) {
	library := withLibrary(t)
	dumped := filepath.Join(library, "dump.json")
	var text, said bytes.Buffer
	if status := run([]string{"dump", "--json", "sample:demoscope1.dm2"}, &streams{out: &text, err: &said}); status !=
		exitOK {
		t.Fatal(&said)
	}
	if err := os.WriteFile(dumped, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(library, "part.qwd")
	if status := run([]string{"cut", "--from", "5", "-o", part, "sample:demoscope1.qwd"},
		&streams{out: &text, err: &said}); status != exitOK {
		t.Fatal(&said)
	}
	for _, name := range commandNames() {
		if len(printing[name]) == 0 {
			t.Errorf("no command line is tried for %s", name)
		}
		for _, line := range printing[name] {
			args := strings.Fields(strings.NewReplacer("DUMP", dumped, "PART", part).Replace(line))
			var all bytes.Buffer
			said.Reset()
			if status := run(args, &streams{out: &all, err: &said}); status != exitOK || all.Len() == 0 {
				t.Errorf("%s: status %d, %d bytes, %s", line, status, all.Len(), &said)
				continue
			}
			places := []int{0, all.Len() / 2, all.Len() - 1}
			switch name {
			case "timedemo":
				places = []int{100} // it takes a second each time, and prints what it measured
			case "rebuild", "report", "sound":
				places = []int{all.Len() / 2}
			}
			for _, left := range places {
				said.Reset()
				disk := &fullDisk{left: left}
				status := run(args, &streams{out: disk, err: &said})
				if got := said.String(); status != exitFailed ||
					got != "demoscope: can't write standard output: "+syscall.ENOSPC.Error()+"\n" {
					t.Errorf("%s after %d of %d bytes: status %d, %q", line, left, all.Len(), status, got)
				}
				if disk.failed != 1 {
					t.Errorf("%s: tried to write %d times on a full disk", line, disk.failed)
				}
			}
			said.Reset()
			if status := run(args, &streams{out: &fullDisk{err: syscall.EPIPE}, err: &said}); status != exitFailed ||
				said.Len() > 0 {
				t.Errorf("%s into a pipe that nobody reads: status %d, %q", line, status, &said)
			}
			if runtime.GOOS == "linux" {
				full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				if status := run(args, &streams{out: full, err: full}); status != exitFailed {
					t.Errorf("%s: status %d with both streams full", line, status)
				}
				full.Close()
			}
		}
	}
	// What is said is lost, too.
	for _, line := range []string{"info none.dem", "--nonsense", "help dance"} {
		disk := &fullDisk{}
		if status := run(strings.Fields(line), &streams{out: io.Discard, err: disk}); status == exitOK ||
			disk.failed != 1 {
			t.Errorf("%s: status %d, %d writes", line, status, disk.failed)
		}
	}
	base := t.TempDir()
	if err := makeFile([]string{"copy", filepath.Join(base, "id1", "pak0.pak"), "sample:demoscope1.dm2"}); err != nil {
		t.Fatal(err)
	}
	warns := []string{"paths", "--for", "quake", "--basedir", base}
	said.Reset()
	if status := run(warns, &streams{out: io.Discard, err: &said}); status != exitOK || said.Len() == 0 {
		t.Errorf("%q: status %d, %s", warns, status, &said)
	}
	if status := run(warns, &streams{out: io.Discard, err: &fullDisk{}}); status != exitFailed {
		t.Errorf("a warning is lost: status %d", status)
	}
}

// TestOutputIsNotTheInput: no command writes over what it reads, by whatever name.
func TestOutputIsNotTheInput(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	demo, err := source("sample:demoscope1.dm2")
	if err != nil {
		t.Fatal(err)
	}
	var text, said bytes.Buffer
	if status := run([]string{"dump", "--json", "sample:demoscope1.dm2"}, &streams{out: &text, err: &said}); status !=
		exitOK {
		t.Fatal(&said)
	}
	for name, data := range map[string][]byte{"x.txt": text.Bytes(), "demo.png": demo, "y.dm2": nil} {
		if err := os.WriteFile(in(name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := makeFile([]string{"pak", in("pak.png"), "a.dm2=sample:demoscope1.dm2"}); err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Link(in("x.txt"), in("hard.txt")))
	must(os.Link(in("demo.png"), in("hard.png")))
	if runtime.GOOS == "windows" {
		must(os.Link(in("x.txt"), in("soft.txt")))
	} else {
		must(os.Symlink("x.txt", in("soft.txt")))
	}
	before := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	must(err)
	for _, e := range entries {
		before[e.Name()], err = os.ReadFile(in(e.Name()))
		must(err)
	}
	for _, c := range []struct {
		args  []string
		stdin string
		said  string
	}{
		{[]string{"compile", in("x.txt"), "-o", in("x.txt")}, "", "can't overwrite"},
		{[]string{"compile", in("x.txt"), "-o", in("hard.txt")}, "", "can't overwrite"},
		{[]string{"compile", in("soft.txt"), "-o", in("x.txt")}, "", "can't overwrite"},
		{[]string{"compile", in("x.txt"), "-o", in("soft.txt")}, "", "can't overwrite"},
		{[]string{"compile", "-", "-o", in("hard.txt")}, in("x.txt"), "can't overwrite"},
		{[]string{"shot", "--at", "5", "-o", in("demo.png"), in("demo.png")}, "", "can't overwrite"},
		{[]string{"shot", "--at", "5", "-o", in("hard.png"), in("demo.png")}, "", "can't overwrite"},
		{[]string{"shot", "--at", "5", "-o", in("hard.png"), "-"}, in("demo.png"), "can't overwrite"},
		{[]string{"shot", "--at", "5", "-o", in("pak.png"), in("pak.png") + "/a.dm2"}, "", "can't overwrite"},
		{[]string{"shot", "--at", "5", "-o", in("pak.png/b.png"), in("pak.png") + "/a.dm2"}, "", "can't write "},
		{[]string{"shot", "--at", "5", "-o", in("none/b.png"), in("demo.png")}, "",
			"folder not found"},
		{[]string{"timedemo", "--log", in("demo.png"), in("demo.png")}, "", "can't overwrite"},
		{[]string{"compile", in("x.txt"), "-o", dir}, "", "it is a folder"},
		{[]string{"compile", in("x.txt"), "-o", in("none/x.dm2")}, "", "folder not found"},
		{[]string{"compile", in("x.txt"), "-o", in("y.dm2/x.dm2")}, "", "can't write "},
	} {
		s := &streams{out: io.Discard, err: &said}
		if c.stdin != "" {
			f, err := os.Open(c.stdin)
			must(err)
			defer f.Close()
			s.in = f
		}
		said.Reset()
		if status := run(c.args, s); status != exitFailed || !strings.Contains(said.String(), c.said) ||
			strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%q: status %d, %s", c.args, status, &said)
		}
	}
	entries, err = os.ReadDir(dir)
	if must(err); len(entries) != len(before) {
		t.Errorf("there are %v", entries)
	}
	for name, data := range before {
		if now, err := os.ReadFile(in(name)); err != nil || !bytes.Equal(now, data) {
			t.Errorf("%s has changed: %v", name, err)
		}
	}
}

// TestWriteError: each is one line that says what is wrong.
func TestWriteError(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{fs.ErrNotExist, "can't write x: its folder accepts no new files"}, // as in /proc
		{&fs.PathError{Op: "open", Path: "/tmp/x", Err: syscall.EACCES}, "can't write x: permission denied"},
		{&fs.PathError{Op: "write", Path: "/tmp/.tmp", Err: syscall.ENOSPC}, "can't write x: " +
			syscall.ENOSPC.Error()},
		{&os.LinkError{Op: "rename", Old: "a", New: "b", Err: syscall.EBUSY}, "can't write x: " +
			syscall.EBUSY.Error()},
		{errors.New("odd"), "can't write x: odd"},
	} {
		if got := writeError("x", c.err).Error(); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}

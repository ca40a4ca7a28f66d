package atomicfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"demoscope/internal/atomicfile"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func expect(t *testing.T, path, want string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil || string(data) != want {
		t.Errorf("%s has %q, %v, want %q", filepath.Base(path), data, err, want)
	}
}

func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	must(t, atomicfile.Write(path, []byte("first"), 0o644))
	expect(t, path, "first")
	must(t, atomicfile.Write(path, []byte("2"), 0o644))
	expect(t, path, "2")
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has other permissions")
	}
	dir := t.TempDir()
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o755, 0o666} {
		path := filepath.Join(dir, mode.String())
		must(t, os.WriteFile(path, []byte("old"), 0o600))
		must(t, os.Chmod(path, mode))
		must(t, atomicfile.Write(path, []byte("new"), 0o644))
		if info, err := os.Stat(path); err != nil || info.Mode() != mode {
			t.Errorf("%v became %v, %v", mode, info.Mode(), err)
		}
	}
	// What the umask takes away: a file that os.WriteFile makes shows it.
	plain, ours := filepath.Join(dir, "plain"), filepath.Join(dir, "ours")
	must(t, os.WriteFile(plain, nil, 0o666))
	must(t, atomicfile.Write(ours, nil, 0o666))
	a, err1 := os.Stat(plain)
	b, err2 := os.Stat(ours)
	if must(t, errors.Join(err1, err2)); a.Mode() != b.Mode() {
		t.Errorf("a new file has %v, not %v", b.Mode(), a.Mode())
	}
}

// TestWriteProtected: a rename would be allowed, but nobody protects a file for that.
func TestWriteProtected(t *testing.T) {
	if runtime.GOOS != "windows" && os.Geteuid() == 0 {
		if inSetpriv(t) {
			return
		}
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	must(t, os.WriteFile(path, []byte("old"), 0o444))
	for _, err := range []error{atomicfile.Check(path), atomicfile.Write(path, []byte("new"), 0o644)} {
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("write-protected: %v", err)
		}
	}
	expect(t, path, "old")
	if runtime.GOOS == "windows" {
		return // folders have no such permissions there
	}
	must(t, os.Chmod(path, 0o644))
	must(t, os.Chmod(dir, 0o555))
	defer os.Chmod(dir, 0o755)
	if err := atomicfile.Write(path, []byte("new"), 0o644); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("in a folder that cannot be written: %v", err)
	}
	expect(t, path, "old")
}

// inSetpriv runs the test again as somebody else, because nothing is forbidden to root.
func inSetpriv(t *testing.T) bool {
	t.Helper()
	if _, err := exec.LookPath("setpriv"); err != nil {
		t.Skip("nothing is forbidden to root, and there is no setpriv to be somebody else")
	}
	// What go test built may lie where nobody else can read.
	program, err := os.ReadFile(os.Args[0])
	must(t, err)
	dir, err := os.MkdirTemp("/tmp", "atomicfile")
	must(t, err)
	defer os.RemoveAll(dir)
	must(t, os.Chmod(dir, 0o777))
	name := filepath.Join(dir, "test")
	must(t, os.WriteFile(name, program, 0o755))
	run := exec.Command("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", name, "-test.v", "-test.run",
		"^"+t.Name()+"$")
	run.Dir, run.Env = dir, append(os.Environ(), "HOME="+dir, "TMPDIR="+dir)
	out, err := run.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as another user: %v\n%s", err, out)
	}
	return true
}

func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making links is not allowed to everybody there")
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	must(t, os.Mkdir(in("folder"), 0o755))
	must(t, os.WriteFile(in("folder/file"), []byte("old"), 0o600))
	must(t, os.Symlink("folder/file", in("near")))
	must(t, os.Symlink(in("near"), in("far")))
	must(t, os.Symlink("folder/none", in("dangling")))
	must(t, os.Symlink("nowhere/none", in("lost")))
	must(t, os.Symlink("circle", in("circle")))
	must(t, os.Symlink("folder", in("same")))

	must(t, atomicfile.Write(in("far"), []byte("new"), 0o644))
	expect(t, in("folder/file"), "new")
	must(t, atomicfile.Write(in("dangling"), []byte("made"), 0o644))
	expect(t, in("folder/none"), "made")
	must(t, atomicfile.Write(in("same/file"), []byte("newer"), 0o644))
	expect(t, in("folder/file"), "newer")
	for _, link := range []string{"near", "far", "dangling", "same"} {
		if info, err := os.Lstat(in(link)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v, %v", link, info.Mode(), err)
		}
	}
	if err := atomicfile.Write(in("lost"), nil, 0o644); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a link into no folder: %v", err)
	}
	if err := atomicfile.Write(in("circle"), nil, 0o644); err == nil {
		t.Error("a circle of links was written")
	}
}

func TestCheck(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	must(t, os.WriteFile(in("input"), []byte("in"), 0o644))
	must(t, os.WriteFile(in("other"), []byte("other"), 0o644))
	must(t, os.Link(in("input"), in("hard")))
	must(t, os.Mkdir(in("folder"), 0o755))
	if runtime.GOOS != "windows" {
		must(t, os.Symlink("hard", in("soft")))
	} else {
		must(t, os.Link(in("input"), in("soft")))
	}
	input, err := os.Stat(in("input"))
	must(t, err)
	for name, want := range map[string]error{
		"input": atomicfile.ErrInput, "hard": atomicfile.ErrInput, "soft": atomicfile.ErrInput,
		"folder/../input": atomicfile.ErrInput,
		"other":           nil, "new": nil, "folder/new": nil,
		"folder": atomicfile.ErrFolder, "none/new": fs.ErrNotExist,
	} {
		if err := atomicfile.Check(in(name), nil, input); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if err := atomicfile.Check(in("input/new"), input); err == nil {
		t.Error("a file is a folder")
	}
	terminal, err := os.Stat(os.DevNull) // what is no file may be read and written
	must(t, err)
	if err := atomicfile.Check(os.DevNull, terminal); err != nil {
		t.Errorf("a device: %v", err)
	}
	if err := atomicfile.Check(in("input")); err != nil {
		t.Errorf("without inputs: %v", err)
	}
	for name := range map[string]bool{"folder": true, "none/new": true, "input/new": true} {
		if atomicfile.Write(in(name), []byte("x"), 0o644) == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// TestLeftovers: what a crash left is removed, what is being written and what is not
// ours stays.
func TestLeftovers(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	stay := []string{".demoscope-0000000000000002.tmp2", ".demoscope-x.tmp", "a.tmp"}
	const left, folder = ".demoscope-0000000000000000.tmp", ".demoscope-0000000000000001.tmp"
	for _, name := range append([]string{left}, stay...) {
		must(t, os.WriteFile(in(name), []byte("x"), 0o644))
	}
	must(t, os.Mkdir(in(folder), 0o755))
	old := time.Now().Add(-2 * time.Hour) // for systems without locks
	must(t, os.Chtimes(in(left), old, old))
	must(t, atomicfile.Write(in("file"), []byte("y"), 0o644))
	want := append([]string{folder, "file"}, stay...)
	slices.Sort(want)
	entries, err := os.ReadDir(dir)
	must(t, err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
}

// TestConcurrentWrites: several processes that write one file leave one of theirs,
// whole, and nothing else.
func TestConcurrentWrites(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	done := make(chan error)
	texts := []string{strings.Repeat("a", 100_000), strings.Repeat("b", 50_000), strings.Repeat("c", 10)}
	for _, text := range texts {
		go func() {
			var err error
			for range 20 {
				err = errors.Join(err, atomicfile.Write(path, []byte(text), 0o644))
			}
			done <- err
		}()
	}
	for range texts {
		if err := <-done; err != nil && runtime.GOOS != "windows" { // where a file in use cannot be replaced
			t.Error(err)
		}
	}
	data, err := os.ReadFile(path)
	if must(t, err); !slices.Contains(texts, string(data)) {
		t.Errorf("%d bytes", len(data))
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

// What is written bit by bit replaces a file as a whole, or not at all.
func TestWriteFrom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	part := errors.New("half of it")
	for _, c := range []struct {
		texts []string
		err   error
		want  string
	}{{[]string{"one ", "two"}, nil, "one two"}, {[]string{"three"}, part, "one two"}, {nil, nil, ""}} {
		err := atomicfile.WriteFrom(path, 0o600, func(w io.Writer) error {
			for _, text := range c.texts {
				if _, err := io.WriteString(w, text); err != nil {
					return err
				}
			}
			return c.err
		})
		if got, readErr := os.ReadFile(path); !errors.Is(err, c.err) || readErr != nil || string(got) != c.want {
			t.Errorf("%q: %v, %q", c.texts, err, got)
		}
		if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
			t.Errorf("%d files are left", len(files))
		}
	}
}

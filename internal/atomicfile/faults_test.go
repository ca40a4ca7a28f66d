package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// faulty is the real file system on which some operations fail.
type faulty struct {
	osFileSystem
	count int
	log   []string
	// fails says whether the operation n, from 1, fails.
	fails func(n int, what string) bool
	short bool // a failing Write writes half
	locks []func()
}

// errFull is what a full disk says.
var errFull = &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}

func (f *faulty) do(what string) error {
	f.count++
	f.log = append(f.log, what)
	if f.fails != nil && f.fails(f.count, what) {
		return errFull
	}
	return nil
}

func (f *faulty) Stat(name string) (fs.FileInfo, error) {
	if err := f.do("stat"); err != nil {
		return nil, err
	}
	return f.osFileSystem.Stat(name)
}

func (f *faulty) Lstat(name string) (fs.FileInfo, error) {
	if err := f.do("lstat"); err != nil {
		return nil, err
	}
	return f.osFileSystem.Lstat(name)
}

func (f *faulty) Readlink(name string) (string, error) {
	if err := f.do("readlink"); err != nil {
		return "", err
	}
	return f.osFileSystem.Readlink(name)
}

func (f *faulty) EvalSymlinks(name string) (string, error) {
	if err := f.do("evalsymlinks"); err != nil {
		return "", err
	}
	return f.osFileSystem.EvalSymlinks(name)
}

func (f *faulty) Names(folder string) ([]string, error) {
	if err := f.do("names"); err != nil {
		return nil, err
	}
	return f.osFileSystem.Names(folder)
}

func (f *faulty) OpenFile(name string, flag int, perm fs.FileMode) (file, error) {
	if err := f.do("open"); err != nil {
		return nil, err
	}
	opened, err := f.osFileSystem.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return &faultyFile{opened, f}, nil
}

func (f *faulty) Rename(from, to string) error {
	if err := f.do("rename"); err != nil {
		return err
	}
	return f.osFileSystem.Rename(from, to)
}

func (f *faulty) Remove(name string) error {
	if err := f.do("remove"); err != nil {
		return err
	}
	return f.osFileSystem.Remove(name)
}

func (f *faulty) SyncFolder(name string) error {
	if err := f.do("syncfolder"); err != nil {
		return err
	}
	return f.osFileSystem.SyncFolder(name)
}

func (f *faulty) Lock(name string) (func(), error) {
	if err := f.do("lock"); err != nil {
		return nil, err
	}
	unlock, err := f.osFileSystem.Lock(name)
	if unlock != nil {
		f.locks = append(f.locks, unlock)
	}
	return unlock, err
}

type faultyFile struct {
	file
	system *faulty
}

func (f *faultyFile) Write(data []byte) (int, error) {
	if err := f.system.do("write"); err != nil {
		if f.system.short {
			n, _ := f.file.Write(data[:len(data)/2])
			return n, err
		}
		return 0, err
	}
	return f.file.Write(data)
}

func (f *faultyFile) Stat() (fs.FileInfo, error) {
	if err := f.system.do("fstat"); err != nil {
		return nil, err
	}
	return f.file.Stat()
}

func (f *faultyFile) Chmod(mode fs.FileMode) error {
	if err := f.system.do("chmod"); err != nil {
		return err
	}
	return f.file.Chmod(mode)
}

func (f *faultyFile) Chown(uid, gid int) error {
	if err := f.system.do("chown"); err != nil {
		return err
	}
	return f.file.Chown(uid, gid)
}

func (f *faultyFile) Sync() error {
	if err := f.system.do("sync"); err != nil {
		return err
	}
	return f.file.Sync()
}

// Close closes the file in any case, as systems do.
func (f *faultyFile) Close() error {
	err := f.system.do("close")
	return errors.Join(err, f.file.Close())
}

// names returns what is in a folder.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestFaultsAtEveryOperation: whichever operation fails, alone or with all that come
// after it (but for those that give something back, as on a full disk), the error is
// told and the old content is there, or there is no error and the new one is; and no
// other file.
func TestFaultsAtEveryOperation(t *testing.T) {
	const older, newer = "the old content", "the new content, which is longer"
	for _, scenario := range []struct {
		name string
		set  func(t *testing.T, dir string) (path string)
		old  string   // empty if there is no file
		keep []string // names in the folder besides the file's
	}{
		{"new file", func(t *testing.T, dir string) string { return filepath.Join(dir, "file") }, "", nil},
		{"old file", func(t *testing.T, dir string) string {
			must(t, os.WriteFile(filepath.Join(dir, "file"), []byte(older), 0o640))
			return filepath.Join(dir, "file")
		}, older, nil},
		{"link", func(t *testing.T, dir string) string {
			must(t, os.WriteFile(filepath.Join(dir, "file"), []byte(older), 0o640))
			must(t, os.Symlink("file", filepath.Join(dir, "link")))
			return filepath.Join(dir, "link")
		}, older, []string{"link"}},
	} {
		if runtime.GOOS == "windows" && scenario.name == "link" {
			continue // making one is not allowed to everybody
		}
		for _, kind := range []string{"one", "short", "rest"} {
			operations, told := 0, 0
			for n := 1; operations == 0 || n <= operations; n++ {
				dir := t.TempDir()
				path := scenario.set(t, dir)
				system := &faulty{short: kind == "short", fails: func(i int, what string) bool {
					if kind == "rest" {
						return i >= n && what != "remove" && what != "close"
					}
					return i == n
				}}
				err := writer{system}.write(path, []byte(newer), 0o644)
				what := fmt.Sprintf("%s, %s fails at %d of %v", scenario.name, kind, n, system.log)
				if operations == 0 {
					clean := &faulty{}
					must(t, writer{clean}.write(filepath.Join(t.TempDir(), "x"), nil, 0o644))
					operations = clean.count + 4 // a file that is there, or a link, takes a few more
				}
				want := newer
				if err != nil {
					told++
					want = scenario.old
					if !errors.Is(err, syscall.ENOSPC) {
						t.Errorf("%s: the error is %v", what, err)
					}
				}
				wantNames := slices.Clone(scenario.keep)
				if want != "" {
					wantNames = append([]string{"file"}, wantNames...)
					if got := content(t, filepath.Join(dir, "file")); got != want {
						t.Errorf("%s: error %v, content %q", what, err, got)
					}
				}
				if got := names(t, dir); !slices.Equal(got, wantNames) {
					t.Errorf("%s: error %v, there are %q, want %q", what, err, got, wantNames)
				}
			}
			// Open, write, sync, close and rename must each have failed once.
			if told < 5 {
				t.Errorf("%s, %s: only %d operations failed", scenario.name, kind, told)
			}
		}
	}
}

// TestKilled: what a crash leaves at any moment is the old file and a temporary one,
// which the next Write removes.
func TestKilled(t *testing.T) {
	for n := 1; ; n++ {
		dir := t.TempDir()
		path := filepath.Join(dir, "file")
		must(t, os.WriteFile(path, []byte("old"), 0o644))
		done := false
		func() {
			type killed struct{}
			defer func() {
				if e := recover(); e != nil && e != (killed{}) {
					panic(e)
				}
			}()
			system := &faulty{fails: func(i int, what string) bool {
				if i == n {
					panic(killed{})
				}
				return false
			}}
			defer func() { // as the system does for a process that is gone
				for _, unlock := range system.locks {
					unlock()
				}
			}()
			must(t, writer{system}.write(path, []byte("new"), 0o644))
			done = true
		}()
		if got := content(t, path); got != "old" && got != "new" {
			t.Errorf("killed at %d: %q", n, got)
		}
		if runtime.GOOS != "windows" { // where a file that is open stays
			must(t, Write(path, []byte("newer"), 0o644))
			if got := names(t, dir); content(t, path) != "newer" || !slices.Equal(got, []string{"file"}) {
				t.Errorf("killed at %d: afterwards there are %q", n, got)
			}
		}
		if done {
			if n < 10 {
				t.Errorf("only %d operations", n)
			}
			return
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestTemporaryName: what is made is what is removed, and a name of 255 bytes for the
// file itself does not matter.
func TestTemporaryName(t *testing.T) {
	name := temporaryName()
	if !temporary.MatchString(name) || name == temporaryName() {
		t.Errorf("%s", name)
	}
	for _, other := range []string{".demoscope-.tmp", "demoscope-0123456789abcdef.tmp",
		".demoscope-0123456789abcdef.tmp2", ".demoscope-0123456789abcdeg.tmp"} {
		if temporary.MatchString(other) {
			t.Errorf("%s would be removed", other)
		}
	}
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 255))
	if runtime.GOOS != "windows" {
		must(t, Write(path, []byte("a"), 0o644))
	}
}

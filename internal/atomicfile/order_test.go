package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// ordered notes the last steps of a write, and the permissions of what is made.
type ordered struct {
	faulty
	made []fs.FileMode
}

func (o *ordered) OpenFile(name string, flag int, perm fs.FileMode) (file, error) {
	if flag&os.O_CREATE != 0 {
		o.made = append(o.made, perm)
	}
	return o.faulty.OpenFile(name, flag, perm)
}

func (o *ordered) Lock(name string) (func(), error) {
	unlock, err := o.faulty.Lock(name)
	if unlock == nil {
		return nil, err
	}
	return func() { o.log = append(o.log, "unlock"); unlock() }, err
}

// TestOrder: the content is on the disk before it gets its name, and the lock is kept
// until it has it. Until the new file has the permissions of the old one, nobody else may
// read it.
func TestOrder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no locks")
	}
	path := filepath.Join(t.TempDir(), "file")
	for _, want := range []fs.FileMode{0o644, 0o600} { // a new file, then one that is there
		system := &ordered{}
		if err := (writer{system}).write(path, []byte("a"), 0o644); err != nil {
			t.Fatal(err)
		}
		last := []string{"write", "sync", "close", "rename", "syncfolder", "unlock"}
		if got := system.log[max(0, len(system.log)-len(last)):]; !slices.Equal(got, last) {
			t.Errorf("%q, want %q", got, last)
		}
		if !slices.Equal(system.made, []fs.FileMode{want}) {
			t.Errorf("made with %v, want %v", system.made, want)
		}
	}
}

// TestSetAside: folders that are made are for their owner alone, and ten damaged files of
// a name are kept, each under a name of its own.
func TestSetAside(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := MkdirAll(dir); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if info, err := os.Stat(d); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", d, info.Mode(), err)
		}
	}
	path := filepath.Join(dir, "x")
	want := []string{"x.bad", "x.bad10", "x.bad2", "x.bad3", "x.bad4", "x.bad5", "x.bad6", "x.bad7", "x.bad8", "x.bad9"}
	for range want {
		must(t, os.WriteFile(path, []byte("a"), 0o600))
		must(t, SetAside(path))
	}
	must(t, os.WriteFile(path, []byte("a"), 0o600))
	if err := SetAside(path); err == nil {
		t.Error("an 11th is set aside")
	}
	if got := names(t, dir); !slices.Equal(got, append([]string{"x"}, want...)) {
		t.Errorf("there are %q", got)
	}
}

// TestSetAsideKeepsLinks: a link of that name is not replaced, also if it leads nowhere, as
// to a disk that is not there now.
func TestSetAsideKeepsLinks(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	must(t, os.WriteFile(path, []byte("a"), 0o600))
	must(t, os.Symlink("nowhere", path+".bad"))
	must(t, SetAside(path))
	if to, err := os.Readlink(path + ".bad"); err != nil || to != "nowhere" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if got, want := names(t, dir), []string{"x.bad", "x.bad2"}; !slices.Equal(got, want) {
		t.Errorf("there are %q", got)
	}
}

// cleaned is a file system in which another process takes the first temporary file for one
// that was left by a crash, and removes it before it can be locked.
type cleaned struct {
	osFileSystem
	locks int
}

func (c *cleaned) Lock(name string) (func(), error) {
	unlock, err := c.osFileSystem.Lock(name)
	if c.locks++; c.locks == 1 {
		err = errors.Join(err, os.Remove(name))
	}
	return unlock, err
}

// TestRemovedBeforeItsLock: who locks a file that has no name any more takes another one.
func TestRemovedBeforeItsLock(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("an open file keeps its name there")
	}
	dir := t.TempDir()
	path, system := filepath.Join(dir, "x"), new(cleaned)
	must(t, writer{system}.write(path, []byte("new"), 0o600))
	if data, err := os.ReadFile(path); err != nil || string(data) != "new" || system.locks != 2 {
		t.Errorf("%q, %v, after %d locks", data, err, system.locks)
	}
	if got, want := names(t, dir), []string{"x"}; !slices.Equal(got, want) {
		t.Errorf("there are %q", got)
	}
}

// unlocked is a file system without locks.
type unlocked struct{ osFileSystem }

func (unlocked) Lock(string) (func(), error) { return nil, errors.ErrUnsupported }

// TestLeftoversWithoutLocks: where there are no locks, a file that nobody has written to for
// long is one of a crash, also if its time lies ahead because the clock was set back.
func TestLeftoversWithoutLocks(t *testing.T) {
	dir := t.TempDir()
	for name, age := range map[string]time.Duration{
		".demoscope-0000000000000001.tmp": 2 * time.Hour,
		".demoscope-0000000000000002.tmp": -2 * time.Hour,
		".demoscope-0000000000000003.tmp": time.Minute,
		".demoscope-0000000000000004.tmp": -time.Minute,
	} {
		path, at := filepath.Join(dir, name), time.Now().Add(-age)
		must(t, os.WriteFile(path, nil, 0o600))
		must(t, os.Chtimes(path, at, at))
	}
	must(t, writer{unlocked{}}.write(filepath.Join(dir, "file"), []byte("a"), 0o644))
	want := []string{".demoscope-0000000000000003.tmp", ".demoscope-0000000000000004.tmp", "file"}
	if got := names(t, dir); !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
}

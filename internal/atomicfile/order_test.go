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

package cache

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func folder(t *testing.T) *Folder {
	return &Folder{Dir: filepath.Join(t.TempDir(), "things"), Ext: ".thing", Kind: "a thing", File: 10,
		Files: 3, Bytes: 20}
}

// write writes a file as if that had been so many hours ago.
func write(t *testing.T, f *Folder, name, data string, hours int) {
	t.Helper()
	if err := f.Write(name, []byte(data)); err != nil {
		t.Fatal(err)
	}
	when := time.Now().Add(-time.Duration(hours) * time.Hour)
	if err := os.Chtimes(filepath.Join(f.Dir, name), when, when); err != nil {
		t.Fatal(err)
	}
}

func names(f *Folder) (list []string) {
	for _, e := range f.List("") {
		list = append(list, e.Name)
	}
	return list
}

// What was written longest ago goes first: beyond three files, or beyond twenty bytes.
func TestOldestGoes(t *testing.T) {
	f := folder(t)
	write(t, f, "a.thing", "1", 9)
	write(t, f, "b.thing", "22", 7)
	write(t, f, "c.thing", "333", 8)
	write(t, f, "d.thing", "4444", 0)
	if got, want := names(f), []string{"d.thing", "b.thing", "c.thing"}; !slices.Equal(got, want) {
		t.Errorf("%q are left, want %q", got, want)
	}
	write(t, f, "e.thing", "1234567890", 0)
	if got, want := names(f), []string{"e.thing", "d.thing", "b.thing"}; !slices.Equal(got, want) {
		t.Errorf("%q are left, want %q", got, want)
	}
	write(t, f, "f.thing", "1234567890", 0)
	if got, want := names(f), []string{"f.thing", "e.thing"}; !slices.Equal(got, want) {
		t.Errorf("%q are left, want %q: 24 bytes are too many", got, want)
	}
	if data, err := f.Read("e.thing"); string(data) != "1234567890" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
}

// Files of others in the folder stay, are not listed, and do not count.
func TestOthersStay(t *testing.T) {
	f := folder(t)
	write(t, f, "a.thing", "1", 0)
	other := filepath.Join(f.Dir, "note.txt")
	if err := os.WriteFile(other, make([]byte, 100), 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, f, "b.thing", "2", 0)
	if got := names(f); len(got) != 2 {
		t.Errorf("%q", got)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
}

func TestRefused(t *testing.T) {
	f := folder(t)
	if err := f.Write("a.thing", make([]byte, 11)); err == nil ||
		err.Error() != "a thing takes 11 bytes, more than 10" {
		t.Error(err)
	}
	write(t, f, "a.thing", "1", 0)
	if err := os.WriteFile(filepath.Join(f.Dir, "large.thing"), make([]byte, 11), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Read("large.thing"); err == nil {
		t.Error("a file of 11 bytes is read")
	}
	if err := os.Mkdir(filepath.Join(f.Dir, "b.thing"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := f.Write("b.thing", nil); err == nil {
		t.Error("a folder is replaced")
	}
	target := filepath.Join(t.TempDir(), "elsewhere")
	if os.Symlink(target, filepath.Join(f.Dir, "c.thing")) == nil {
		if err := f.Write("c.thing", []byte("1")); err == nil {
			t.Error("a link is written through")
		}
		if _, err := os.Lstat(target); err == nil {
			t.Error("it leads somewhere now")
		}
	}
	none := &Folder{Ext: ".thing", File: 10, Files: 3, Bytes: 20}
	if err := none.Write("a.thing", []byte("1")); err != nil || !none.Disabled() || none.List("") != nil {
		t.Error(err)
	}
}

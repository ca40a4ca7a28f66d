package bookmarks_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/player/bookmarks"
)

func TestBookmarksAreKeptByContent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	b, err := bookmarks.Open(dir, []byte("demo"))
	if err != nil {
		t.Fatal(err)
	}
	b.Toggle(12.5, "rail")
	b.Toggle(3, "start")
	b.SetIn(3)
	b.SetOut(9)
	b.Loop = true
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	again, err := bookmarks.Open(dir, []byte("demo"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, again, cmpopts.IgnoreUnexported(bookmarks.Bookmarks{})); diff != "" {
		t.Error(diff)
	}
	if again.Marks[0].Name != "start" {
		t.Errorf("marks are not in order of time: %v", again.Marks)
	}
	other, err := bookmarks.Open(dir, []byte("another demo"))
	if err != nil || len(other.Marks) != 0 {
		t.Errorf("another demo has %v, %v", other.Marks, err)
	}
}

func TestABrokenFileIsNotOverwritten(t *testing.T) {
	dir := t.TempDir()
	b, _ := bookmarks.Open(dir, []byte("demo"))
	b.Toggle(1, "")
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	if len(files) != 1 {
		t.Fatalf("files: %v", files)
	}
	if err := os.WriteFile(files[0], []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := bookmarks.Open(dir, []byte("demo"))
	if err == nil {
		t.Error("a broken file gave no error")
	}
	if b.Save() == nil {
		t.Error("a broken file was overwritten")
	}
}

func TestJumping(t *testing.T) {
	b, _ := bookmarks.Open(t.TempDir(), nil)
	for _, c := range []float64{30, 10, 20} {
		if !b.Toggle(c, "") {
			t.Errorf("no mark was set at %v", c)
		}
	}
	if m, ok := b.Next(10); !ok || m.Clock != 20 {
		t.Errorf("after 10 comes %v, %v", m, ok)
	}
	if m, ok := b.Previous(10.1); ok {
		t.Errorf("before 10 comes %v", m)
	}
	if b.Toggle(20.1, "") {
		t.Error("a second mark was set beside the first")
	}
	if _, ok := b.Next(30); ok || len(b.Marks) != 2 {
		t.Errorf("marks: %v", b.Marks)
	}
}

func TestClipEndsStayInOrder(t *testing.T) {
	b, _ := bookmarks.Open(t.TempDir(), nil)
	b.SetOut(5)
	b.SetIn(7)
	if _, _, ok := b.Clip(); ok {
		t.Error("a clip ends before it begins")
	}
	b.SetOut(9)
	if in, out, ok := b.Clip(); !ok || in != 7 || out != 9 {
		t.Errorf("clip %v to %v, %v", in, out, ok)
	}
}

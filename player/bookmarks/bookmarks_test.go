package bookmarks_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/player/bookmarks"
)

// fileOfDemo is the name of the file for a demo of the four bytes "demo": their
// SHA-256, as sha256sum prints it.
const fileOfDemo = "2a97516c354b68848cdbd8f54a226a0a55b21ed138e207ad6c5cbb9c00aa5aea.json"

func open(t *testing.T, dir, demo string) *bookmarks.Bookmarks {
	t.Helper()
	b, err := bookmarks.Open(dir, sha256.Sum256([]byte(demo)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// files returns what is in a folder besides the lock, by name.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != ".lock" {
			names = append(names, e.Name())
		}
	}
	return names
}

// full is a file with everything in it.
const full = `{
	"marks": [
		{
			"clock": 3,
			"name": "start"
		},
		{
			"clock": 12.5,
			"name": "rail"
		}
	],
	"in": 3,
	"out": 9,
	"loop": true
}
`

func TestBookmarksAreKeptByContent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	b := open(t, dir, "demo")
	b.Toggle(12.5, "rail")
	b.Toggle(3, "start")
	b.SetIn(3)
	b.SetOut(9)
	b.Loop = true
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	if got := files(t, dir); !slices.Equal(got, []string{fileOfDemo}) {
		t.Errorf("files %v", got)
	}
	if got := read(t, filepath.Join(dir, fileOfDemo)); got != full {
		t.Errorf("the file is\n%s", got)
	}
	if other := open(t, dir, "another demo"); len(other.Marks) != 0 || other.In != nil || other.Out != nil {
		t.Errorf("another demo has %+v", other)
	}
}

func TestBookmarksAreReadInOrder(t *testing.T) {
	dir := t.TempDir()
	text := `{"marks":[{"clock":9,"name":"b"},{"clock":2,"name":"a"},{"clock":9,"name":"c"}],"out":7.25}`
	if err := os.WriteFile(filepath.Join(dir, fileOfDemo), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out := 7.25
	want := &bookmarks.Bookmarks{Marks: []bookmarks.Mark{{Clock: 2, Name: "a"}, {Clock: 9, Name: "b"},
		{Clock: 9, Name: "c"}}, Out: &out}
	if diff := cmp.Diff(want, open(t, dir, "demo"), cmpopts.IgnoreUnexported(bookmarks.Bookmarks{})); diff != "" {
		t.Error(diff)
	}
}

// The file that is there is replaced, never written into: whoever has it open,
// or what a crash leaves, has the old one whole.
func TestSaveReplacesTheFile(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, fileOfDemo), filepath.Join(t.TempDir(), "old")
	b := open(t, dir, "demo")
	b.Toggle(1, "first")
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	old := read(t, path)
	if err := os.Link(path, other); err != nil {
		t.Fatal(err)
	}
	b.Toggle(2, "second")
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, other); got != old {
		t.Errorf("the old file was written into: %s", got)
	}
	if got := open(t, dir, "demo"); len(got.Marks) != 2 || got.Marks[1].Name != "second" {
		t.Errorf("saved: %+v", got.Marks)
	}
	if got := files(t, dir); !slices.Equal(got, []string{fileOfDemo}) {
		t.Errorf("beside the file there are %v", got)
	}
}

// A folder stands where the file has to go: Save tells, and leaves nothing.
func TestSaveThatFails(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir, "demo")
	b.Toggle(1, "")
	if err := os.Mkdir(filepath.Join(dir, fileOfDemo), 0o755); err != nil {
		t.Fatal(err)
	}
	if b.Save() == nil {
		t.Error("no error")
	}
	if got := files(t, dir); !slices.Equal(got, []string{fileOfDemo}) {
		t.Errorf("there are %v", got)
	}
	if _, err := bookmarks.Open(dir, sha256.Sum256([]byte("demo"))); err == nil {
		t.Error("a folder was read as a file")
	}
}

// clocks returns when the marks are.
func clocks(b *bookmarks.Bookmarks) (list []float64) {
	for _, m := range b.Marks {
		list = append(list, m.Clock)
	}
	return list
}

func TestToggle(t *testing.T) {
	b := open(t, t.TempDir(), "")
	for _, c := range []float64{30, 10, 20, 20.25} {
		if !b.Toggle(c, "") {
			t.Errorf("no mark was set at %v", c)
		}
	}
	if got := clocks(b); !slices.Equal(got, []float64{10, 20, 20.25, 30}) {
		t.Errorf("marks at %v", got)
	}
	if b.Toggle(9.76, "") {
		t.Error("a second mark was set just before the first")
	}
	if b.Toggle(30.24, "") {
		t.Error("a second mark was set just after the first")
	}
	if got := clocks(b); !slices.Equal(got, []float64{20, 20.25}) {
		t.Errorf("left are the marks at %v", got)
	}
	if b.At(19.75) != nil || b.At(20.5) != nil {
		t.Error("a mark a quarter of a second away is another")
	}
	if m := b.At(20.4); m == nil || m.Clock != 20.25 {
		t.Errorf("at 20.4 s is %v", m)
	}
}

func TestJumping(t *testing.T) {
	b := open(t, t.TempDir(), "")
	for _, c := range []float64{10, 20, 30} {
		b.Toggle(c, "")
	}
	none := -1.0
	for _, test := range []struct{ at, next, previous float64 }{
		{0, 10, none}, {9.7, 10, none}, {9.8, 20, none}, {10, 20, none}, {10.2, 20, none}, {10.3, 20, 10},
		{20, 30, 10}, {29.9, none, 20}, {30.2, none, 20}, {30.3, none, 30}, {99, none, 30},
	} {
		if m, ok := b.Next(test.at); ok != (test.next != none) || ok && m.Clock != test.next {
			t.Errorf("after %v comes %v, %v, want %v", test.at, m, ok, test.next)
		}
		if m, ok := b.Previous(test.at); ok != (test.previous != none) || ok && m.Clock != test.previous {
			t.Errorf("before %v comes %v, %v, want %v", test.at, m, ok, test.previous)
		}
	}
}

func TestClipEndsStayInOrder(t *testing.T) {
	b := open(t, t.TempDir(), "")
	clip := func(want string) {
		t.Helper()
		in, out, ok := b.Clip()
		got := "none"
		if ok {
			got = "one"
		}
		if got != want || ok && !(in < out) || !ok && b.Loop {
			t.Errorf("%s: %v to %v, %v, loop %v", want, in, out, ok, b.Loop)
		}
	}
	b.SetOut(5)
	clip("none")
	b.SetIn(7) // behind the end, which goes
	clip("none")
	b.SetOut(9)
	clip("one")
	if in, out, _ := b.Clip(); in != 7 || out != 9 {
		t.Errorf("clip %v to %v", in, out)
	}
	b.Loop = true
	b.SetIn(8)
	b.SetOut(8.5)
	clip("one")
	if !b.Loop {
		t.Error("the loop ended although the clip is whole")
	}
	b.SetIn(8.5) // at the end
	clip("none")
	b.SetOut(10)
	b.Loop = true
	b.SetOut(8.5) // at the beginning
	clip("none")
	if b.In != nil || b.Out == nil || *b.Out != 8.5 {
		t.Errorf("in %v, out %v", b.In, b.Out)
	}
	b.SetIn(1)
	b.Loop = true
	b.SetOut(0.5) // before the beginning
	clip("none")
}

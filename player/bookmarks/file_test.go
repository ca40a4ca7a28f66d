package bookmarks_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/player/bookmarks"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func save(t *testing.T, b *bookmarks.Bookmarks) {
	t.Helper()
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
}

// names returns the marks as "time name".
func names(b *bookmarks.Bookmarks) (list []string) {
	for _, m := range b.Marks {
		list = append(list, strings.TrimSpace(fmt.Sprint(m.Clock, " ", m.Name)))
	}
	return list
}

// TestTwoWindows: what one window has saved, the other does not undo.
func TestTwoWindows(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, fileOfDemo),
		`{"marks":[{"clock":1,"name":"a"},{"clock":2,"name":"b"},{"clock":3,"name":"c"}]}`)
	first, second := open(t, dir, "demo"), open(t, dir, "demo")
	first.Toggle(10, "first")
	first.Toggle(2, "") // removes b
	first.SetIn(1)
	save(t, first)
	second.Toggle(20, "second")
	second.At(3).Name = "renamed"
	save(t, second)
	want := []string{"1 a", "3 renamed", "10 first", "20 second"}
	if got := names(second); !slices.Equal(got, want) || second.In == nil || *second.In != 1 {
		t.Errorf("the second window has %q, clip from %v", got, second.In)
	}
	if got := names(open(t, dir, "demo")); !slices.Equal(got, want) {
		t.Errorf("the file has %q", got)
	}
	// The first one learns of it with its next change.
	first.SetOut(5)
	first.Loop = true
	save(t, first)
	if got := names(first); !slices.Equal(got, want) {
		t.Errorf("the first window has %q", got)
	}
	// The clip is the one that was changed last, and whole.
	second.SetIn(7)
	second.SetOut(8)
	save(t, second)
	if in, out, ok := open(t, dir, "demo").Clip(); in != 7 || out != 8 || !ok || second.Loop {
		t.Errorf("clip from %v to %v, %v, loop %v", in, out, ok, second.Loop)
	}
	// Both set and remove the same.
	first.Toggle(50, "")
	second.Toggle(50, "")
	first.Toggle(1, "")
	second.Toggle(1, "")
	save(t, first)
	save(t, second)
	if got, want := names(second), []string{"3 renamed", "10 first", "20 second", "50"}; !slices.Equal(got, want) {
		t.Errorf("both did the same: %q", got)
	}
	// Somebody deletes the file: nothing that a window shows is lost.
	if err := os.Remove(filepath.Join(dir, fileOfDemo)); err != nil {
		t.Fatal(err)
	}
	second.Toggle(60, "")
	save(t, second)
	if got, want := names(open(t, dir, "demo")), []string{"3 renamed", "10 first", "20 second", "50",
		"60"}; !slices.Equal(got, want) {
		t.Errorf("after the file was deleted: %q", got)
	}
}

// TestTwoProcesses: two windows set a hundred bookmarks each at the same time.
func TestTwoProcesses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	var windows []*exec.Cmd
	var said [2]strings.Builder
	for i := range 2 {
		c := exec.Command(os.Args[0], "-test.run", "^TestHelperSetsBookmarks$", "-test.v")
		c.Env = append(os.Environ(), "BOOKMARKS_DIR="+dir, "BOOKMARKS_FIRST="+strconv.Itoa(i))
		c.Stdout, c.Stderr = &said[i], &said[i]
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		windows = append(windows, c)
	}
	for i, c := range windows {
		if err := c.Wait(); err != nil || !strings.Contains(said[i].String(), "--- PASS") {
			t.Errorf("window %d: %v\n%s", i, err, said[i].String())
		}
	}
	b := open(t, dir, "demo")
	for i := range 200 {
		if i >= len(b.Marks) || b.Marks[i].Clock != float64(i) {
			t.Fatalf("of 200 bookmarks there are %d: %v", len(b.Marks), clocks(b))
		}
	}
	if got := files(t, dir); len(b.Marks) != 200 || !slices.Equal(got, []string{fileOfDemo}) {
		t.Errorf("%d bookmarks, files %q", len(b.Marks), got)
	}
}

// TestHelperSetsBookmarks is a process of TestTwoProcesses: it sets the bookmarks at
// every second second.
func TestHelperSetsBookmarks(t *testing.T) {
	dir := os.Getenv("BOOKMARKS_DIR")
	if dir == "" {
		return
	}
	first, err := strconv.Atoi(os.Getenv("BOOKMARKS_FIRST"))
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, dir, "demo")
	for i := range 100 {
		b.Toggle(float64(2*i+first), "")
		// On a busy machine a lock may take longer than a viewer would wait.
		for errors.Is(b.Save(), atomicfile.ErrLocked) {
			t.Log("waiting")
		}
		time.Sleep(time.Millisecond) // the other process has its turn
	}
}

// TestALockThatIsKept: a window that hangs does not make another one hang, which saves
// all the same, and says so.
func TestALockThatIsKept(t *testing.T) {
	dir := t.TempDir()
	unlock, err := atomicfile.Lock(filepath.Join(dir, ".lock"), 0)
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, dir, "demo")
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		for i := range 10 {
			b.Toggle(float64(i), "")
			if err := b.Save(); !errors.Is(err, bookmarks.ErrNotLocked) || !errors.Is(err, atomicfile.ErrLocked) {
				t.Errorf("error %v", err)
			}
		}
		// The first one waits, and the others know.
		if took := time.Since(began); took != time.Second {
			t.Errorf("it waited for %v", took)
		}
	})
	unlock()
	b.Toggle(20, "")
	save(t, b)
	if got := open(t, dir, "demo"); len(got.Marks) != 11 {
		t.Errorf("saved: %v", clocks(got))
	}
}

// TestNoLock: where there are no locks, or another user has made the file, bookmarks are
// kept without one.
func TestNoLock(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".lock"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".lock", "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	b := open(t, dir, "demo")
	b.Toggle(1, "")
	if runtime.GOOS == "linux" { // which can lock a folder
		unlock, err := atomicfile.Lock(filepath.Join(t.TempDir(), "no", "folder"), time.Hour)
		if err == nil || unlock != nil || errors.Is(err, atomicfile.ErrLocked) {
			t.Errorf("a lock in no folder: %v", err)
		}
	}
	if err := b.Save(); err != nil && !errors.Is(err, bookmarks.ErrNotLocked) {
		t.Error(err)
	}
	if got := open(t, dir, "demo"); len(got.Marks) != 1 {
		t.Errorf("saved: %v", clocks(got))
	}
	// The lock vanishes.
	if err := os.RemoveAll(filepath.Join(dir, ".lock")); err != nil {
		t.Fatal(err)
	}
	b.Toggle(2, "")
	save(t, b)
	// The whole folder vanishes.
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	b.Toggle(3, "")
	save(t, b)
	if got := clocks(open(t, dir, "demo")); !slices.Equal(got, []float64{1, 2, 3}) {
		t.Errorf("saved: %v", got)
	}
}

// TestDamagedFilesAreKept: what is no file of bookmarks is told when it is opened, and
// kept under another name when there is something to save.
func TestDamagedFilesAreKept(t *testing.T) {
	long := strings.Repeat("x", 1001)
	for name, text := range map[string]string{
		"half written": `{"marks":[{"clock":1,"name":"a"}],`,
		"empty":        "",
		"zeros":        strings.Repeat("\x00", 100),
		"a list":       `[1]`,
		"a number":     `3`,
		"marks":        `{"marks":{"clock":1}}`,
		"a clock":      `{"marks":[{"clock":"1","name":"a"}]}`,
		"a large time": `{"marks":[{"clock":1e999}]}`,
		"a name":       `{"marks":[{"clock":1,"name":7}]}`,
		"a long name":  `{"marks":[{"clock":1,"name":"` + long + `"}]}`,
		"in":           `{"in":true}`,
		"loop":         `{"loop":"yes"}`,
		"deep":         strings.Repeat(`{"a":`, 20000),
		"too many":     `{"marks":[` + strings.Repeat(`{},`, bookmarks.MaxMarks) + `{}]}`,
		"too large":    `{"x":"` + strings.Repeat("x", bookmarks.MaxFile) + `"}`,
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, fileOfDemo)
		write(t, path, text)
		b, err := bookmarks.Open(dir, sha256.Sum256([]byte("demo")))
		var damaged *bookmarks.DamagedError
		if !errors.As(err, &damaged) || damaged.Path != path || !strings.Contains(err.Error(), fileOfDemo+".bad") ||
			len(err.Error()) > 500 {
			t.Errorf("%s: error %.600v", name, err)
			continue
		}
		if len(b.Marks) > 0 || b.In != nil || b.Loop || read(t, path) != text {
			t.Errorf("%s: gave %+v", name, b)
		}
		b.Toggle(2, "new")
		save(t, b)
		if read(t, path+".bad") != text || !slices.Equal(names(open(t, dir, "demo")), []string{"2 new"}) {
			t.Errorf("%s: afterwards there are %q", name, files(t, dir))
		}
		// It happens again, and again.
		for i := 2; i < 20; i++ {
			write(t, path, text)
			b.Toggle(float64(i+100), "")
			err := b.Save()
			if i <= 10 && err != nil || i > 10 && err == nil {
				t.Errorf("%s, for the %dth time: %v", name, i, err)
			}
		}
		if got := files(t, dir); len(got) != 11 || read(t, path+".bad") != text || read(t, path) != text {
			t.Errorf("%s, again and again: there are %q", name, got)
		}
	}
}

// TestOddClips: a file that somebody has edited.
func TestOddClips(t *testing.T) {
	for text, want := range map[string]string{
		`{"in":5,"out":3,"loop":true}`: "5 none false",
		`{"in":5,"out":5,"loop":true}`: "5 none false",
		`{"loop":true}`:                "none none false",
		`{"out":3,"loop":true}`:        "none 3 false",
		`{"in":1,"out":3,"loop":true}`: "1 3 true",
		`{"in":null,"marks":null}`:     "none none false",
		`null`:                         "none none false",
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, fileOfDemo), text)
		b := open(t, dir, "demo")
		show := func(v *float64) any {
			if v == nil {
				return "none"
			}
			return *v
		}
		if got := fmt.Sprint(show(b.In), " ", show(b.Out), " ", b.Loop); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestLaterVersions: what a later version of the program has written stays.
func TestLaterVersions(t *testing.T) {
	const later = `{
	"marks": [
		{
			"clock": 1,
			"name": "a",
			"color": "red",
			"tags": [
				1,
				{
					"x": null
				}
			]
		},
		{
			"clock": 2,
			"name": "b"
		}
	],
	"out": 3,
	"camera": {
		"fov": 1.50
	},
	"version": 7
}
`
	dir := t.TempDir()
	path := filepath.Join(dir, fileOfDemo)
	write(t, path, later)
	b := open(t, dir, "demo")
	b.Toggle(2, "")
	b.Toggle(2, "b")
	save(t, b)
	if got := read(t, path); got != later {
		t.Errorf("without a change it became\n%s", got)
	}
	b.At(1).Name = "new"
	save(t, b)
	if got, want := read(t, path), strings.Replace(later, `"a"`, `"new"`, 1); got != want {
		t.Errorf("with a new name it became\n%s", got)
	}
	b.Toggle(1, "")
	b.Toggle(2, "")
	save(t, b)
	if got, want := read(t, path),
		"{\n\t\"out\": 3,\n\t\"camera\": {\n\t\t\"fov\": 1.50\n\t},\n\t\"version\": 7\n}\n"; got != want {
		t.Errorf("without bookmarks it became\n%s", got)
	}
}

// TestTooMany: a file that could not be read again is not written.
func TestTooMany(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir, "demo")
	for i := range bookmarks.MaxMarks {
		b.Marks = append(b.Marks, bookmarks.Mark{Clock: float64(i)})
	}
	save(t, b)
	b.Toggle(1e6, "")
	if err := b.Save(); !errors.Is(err, bookmarks.ErrTooMany) {
		t.Errorf("one more: %v", err)
	}
	if got := open(t, dir, "demo"); len(got.Marks) != bookmarks.MaxMarks {
		t.Errorf("the file has %d", len(got.Marks))
	}
	b = open(t, t.TempDir(), "demo")
	for i := range 1200 {
		b.Toggle(float64(i), strings.Repeat("n", 999))
	}
	if err := b.Save(); !errors.Is(err, bookmarks.ErrTooMany) {
		t.Errorf("larger than the largest file: %v", err)
	}
}

// TestNoFolder: without a folder for settings, or with one that is none, bookmarks work
// and are not kept.
func TestNoFolder(t *testing.T) {
	b, err := bookmarks.Open("", sha256.Sum256([]byte("demo")))
	if err != nil {
		t.Fatal(err)
	}
	b.Toggle(1, "")
	if err := b.Save(); !errors.Is(err, bookmarks.ErrNoFile) || len(b.Marks) != 1 {
		t.Errorf("without a folder: %v, %v", err, b.Marks)
	}
	b = bookmarks.Unsaved()
	b.Toggle(1, "")
	if err := b.Save(); err != nil || len(b.Marks) != 1 {
		t.Errorf("where none is expected: %v, %v", err, b.Marks)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "x")
	for _, folder := range []string{"file", "file/below"} {
		b, err := bookmarks.Open(filepath.Join(dir, folder), sha256.Sum256([]byte("demo")))
		var damaged *bookmarks.DamagedError
		if errors.As(err, &damaged) {
			t.Errorf("%s: a file that is not there is damaged: %v", folder, err)
		}
		b.Toggle(1, "")
		// What is wrong is said of the folder, and not of a system call.
		if err := b.Save(); err == nil || !strings.HasPrefix(err.Error(), filepath.Join(dir, folder)+": ") ||
			len(b.Marks) != 1 {
			t.Errorf("%s: %v, %v", folder, err, b.Marks)
		}
	}
	if got := files(t, dir); !slices.Equal(got, []string{"file"}) || read(t, filepath.Join(dir, "file")) != "x" {
		t.Errorf("there are %q", got)
	}
}

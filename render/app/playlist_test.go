package app

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"demoscope/internal/bounded"
)

// newPlaylistRig shows the first of some files, paused at 10 s.
func newPlaylistRig(t *testing.T, paths ...string) *rig {
	r := newRig(t)
	r.opener.open = func(_ context.Context, path string) (Demo, error) { return openSample(t, path) }
	r.files = playlist{paths: paths}
	t.Cleanup(func() { r.Demo.Player.Close() })
	return r
}

// expectFile compares which file is shown, and what is said.
func (r *rig) expectFile(what string, index int, title, says string) {
	r.t.Helper()
	if got := r.see().Says; r.files.shown != index || r.window.title != title || got != says {
		r.t.Errorf("%s: file %d, title %q, it says %q, want %d, %q, %q", what, r.files.shown, r.window.title, got,
			index, title, says)
	}
}

// At the end of a file the next one begins, at the same speed; one that cannot be
// opened is left out, and it is said why.
func TestFilesPlayOneAfterAnother(t *testing.T) {
	r := newPlaylistRig(t, "demoscope1.mvd", "nothing.dem", "demoscope1.dm2")
	r.seek(60)
	r.press("]")
	r.press("Space")
	r.pass(0.25) // 60.2 s is the end
	if r.opener.result == nil {
		t.Fatalf("nothing is opened at %v s", r.Demo.Player.Clock())
	}
	r.opening()
	r.expectFile("after the end", 2, "demoscope1.dm2 - Demoscope",
		"there is no nothing.dem File 3 of 3: demoscope1.dm2")
	if p := r.Demo.Player; p.Speed() != 1.5 || p.Paused() || p.Clock() > 1 {
		t.Errorf("at %v s, speed %v, paused %v", p.Clock(), p.Speed(), p.Paused())
	}

	// The last one holds at its end.
	r.Demo.Player.Timeline().Wait()
	d, _ := r.Demo.Player.Duration()
	r.seek(d - 0.1)
	r.run(64)
	if r.opener.result != nil || !r.Demo.Player.Ended() {
		t.Error("something comes after the last file")
	}
	r.pass(3)
	r.expectFile("at the end of the last", 2, "demoscope1.dm2 - Demoscope",
		"there is no nothing.dem End. Space: play again")
}

// Between two files the window waits, and says what comes; whatever the viewer does ends the wait.
func TestGapBetweenFiles(t *testing.T) {
	r := newPlaylistRig(t, "demoscope1.mvd", "demoscope1.dm2")
	r.files.gap, r.files.titles = 2, map[string]string{"demoscope1.dm2": "the duel"}
	r.seek(60)
	r.press("Space")
	r.pass(0.25) // 60.2 s is the end
	r.expectFile("at the end", 0, "", "Next in 2 s: the duel")
	r.pass(1.25)
	r.expectFile("later", 0, "", "Next in 1 s: the duel")
	r.press("Left")
	r.pass(1)
	if r.opener.result != nil || r.Demo.Player.Clock() > 57 {
		t.Errorf("a seek does not end the wait: at %v s", r.Demo.Player.Clock())
	}
	r.seek(60)
	r.pass(0.25)
	r.pass(1.9)
	if r.opener.result != nil {
		t.Error("it does not wait")
	}
	r.pass(0.2)
	r.opening()
	r.expectFile("after the wait", 1, "demoscope1.dm2 - Demoscope", "File 2 of 2: demoscope1.dm2")
	if r.quit || r.Demo.Player.Paused() {
		t.Error("it ends, or is paused")
	}
}

// TestQuitAfter: the program ends at the end of the last file, or of its part, and at no other.
func TestQuitAfter(t *testing.T) {
	r := newPlaylistRig(t, "demoscope1.mvd", "nothing.dem")
	r.files.quitAfter = true
	r.seek(60)
	r.press("Space")
	r.pass(0.25)
	if r.quit {
		t.Fatal("it ends before the last file")
	}
	r.passUntil(0, "the last file", func() bool { return r.opener.result == nil })
	if !r.quit {
		t.Error("behind a last file that cannot be opened it does not end")
	}

	r = newPlaylistRig(t, "demoscope1.mvd")
	r.files.quitAfter, r.files.gap = true, 1
	r.press("End")
	r.run(10)
	r.press("Space")
	r.press("Space")
	r.Demo.Player.SetPart(0, 30)
	r.seek(29.9)
	r.run(10)
	if r.quit || r.Demo.Player.Clock() != 29.9 {
		t.Fatal("a pause ends it")
	}
	r.press("Space")
	r.run(16)
	r.expectFile("at the end of the part", 0, "", "Closing in 1 s")
	if r.pass(1); !r.quit {
		t.Error("the end of the part does not end it")
	}
}

// A seek to the end is no end of playing, and what is paused or played in a loop stays.
func TestFilesThatStay(t *testing.T) {
	r := newPlaylistRig(t, "demoscope1.mvd", "demoscope1.dm2")
	r.press("Space")
	r.press("End")
	r.run(10)
	if r.opener.result != nil {
		t.Error("a seek to the end opens the next file")
	}
	r.seek(59)
	r.press("Shift+[")
	r.press("End")
	r.press("Shift+]")
	r.press("Shift+\\")
	r.seek(60)
	r.run(64)
	if p := r.Demo.Player; r.opener.result != nil || p.Paused() || p.Clock() < 59 || p.Clock() > 60.3 {
		t.Errorf("with a loop at %v s", p.Clock())
	}
	r.Demo.Player.SetPaused(true)
	r.seek(60.2)
	r.run(10)
	if r.opener.result != nil {
		t.Error("a pause opens the next file")
	}
}

// Keys go to the next file and to the one before, over those that cannot be opened.
func TestNextAndPreviousFile(t *testing.T) {
	r := newPlaylistRig(t, "demoscope1.mvd", "nothing.dem", "demoscope1.dm2", "never.dem")
	r.Demo.Player.SetSpeed(-2)
	r.press("Shift+P")
	r.expectFile("before the first", 0, "", "First file")
	r.press("Shift+N")
	r.opening()
	r.expectFile("next", 2, "demoscope1.dm2 - Demoscope", "there is no nothing.dem File 3 of 4: demoscope1.dm2")
	if p := r.Demo.Player; p.Speed() != 2 || !p.Paused() {
		t.Errorf("speed %v, paused %v", p.Speed(), p.Paused())
	}
	r.pass(16)
	r.press("Shift+N")
	r.passUntil(0, "the last file", func() bool { return r.opener.result == nil })
	r.pass(3)
	r.expectFile("after the last that can be opened", 2, "demoscope1.dm2 - Demoscope", "there is no never.dem")
	r.press("Shift+P")
	r.opening()
	r.expectFile("previous", 0, "demoscope1.mvd - Demoscope", "there is no nothing.dem File 1 of 4: demoscope1.mvd")

	// Files that are dropped together are played one after another, too.
	r.opener.open = func(_ context.Context, path string) (Demo, error) {
		return openSample(t, path[len("/somewhere/"):])
	}
	r.window.dropped = droppedFS{fstest.MapFS{"demoscope1.mvd2": {}, "demoscope1.qwd": {}}}
	r.pass(0)
	r.opening()
	r.expectFile("dropped", 0, "demoscope1.mvd2 - Demoscope", "File 1 of 2: demoscope1.mvd2")
	if want := []string{"/somewhere/demoscope1.mvd2", "/somewhere/demoscope1.qwd"}; !slices.Equal(r.files.paths,
		want) || r.Demo.Player.Paused() {
		t.Errorf("the files are %q, paused %v", r.files.paths, r.Demo.Player.Paused())
	}
}

// A list that is dropped is played as a playlist, with its titles, and what is wrong in it is said.
func TestDroppedList(t *testing.T) {
	r := newPlaylistRig(t, "demoscope1.mvd")
	r.opener.open = func(_ context.Context, path string) (Demo, error) { return openSample(t, filepath.Base(path)) }
	r.opener.list = func(path string) (files []string, titles map[string]string, listed bool, err error) {
		switch filepath.Base(path) {
		case "two.m3u8":
			return []string{"/d/demoscope1.dm2", "/d/demoscope1.qwd"},
				map[string]string{"/d/demoscope1.qwd": "The final"}, true, nil
		case "one.m3u":
			return []string{"/d/demoscope1.mvd2"}, nil, true, errors.New("one.m3u: line 3: addresses are not opened")
		case "none.m3u":
			return nil, nil, true, errors.New("none.m3u: there is no demo in this list")
		}
		return nil, nil, false, nil
	}
	drop := func(names ...string) {
		t.Helper()
		files := fstest.MapFS{}
		for _, name := range names {
			files[name] = &fstest.MapFile{}
		}
		r.window.dropped = droppedFS{files}
		r.pass(0)
		r.until("the list", func() bool { return r.opener.reading == nil })
		r.opening()
	}
	drop("two.m3u8")
	r.expectFile("a list", 0, "demoscope1.dm2 - Demoscope", "File 1 of 2: demoscope1.dm2")
	if want := []string{"/d/demoscope1.dm2", "/d/demoscope1.qwd"}; !slices.Equal(r.files.paths, want) ||
		r.files.titles[want[1]] != "The final" {
		t.Errorf("the files are %q, the titles %v", r.files.paths, r.files.titles)
	}
	r.press("Shift+N")
	r.opening()
	r.expectFile("its next", 1, "demoscope1.qwd - Demoscope", "File 2 of 2: demoscope1.qwd")
	// A demo and a list, which is not all right, in the order of their names.
	drop("demoscope1.mvd", "one.m3u")
	if want := []string{"/somewhere/demoscope1.mvd", "/d/demoscope1.mvd2"}; !slices.Equal(r.files.paths, want) ||
		r.Demo.Title != "demoscope1.mvd" {
		t.Errorf("the files are %q, %s is shown", r.files.paths, r.Demo.Title)
	}
	if got, want := r.Demo.Notices.warning.text, "one.m3u: line 3: addresses are not opened"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	drop("none.m3u")
	if got := r.see().Says; r.Demo.Title != "demoscope1.mvd" ||
		!strings.Contains(got, "there is no demo in this list") {
		t.Errorf("%s, it says %q", r.Demo.Title, got)
	}
}

func TestOnlyOneFile(t *testing.T) {
	for _, r := range []*rig{newRig(t), newPlaylistRig(t, "demoscope1.mvd")} {
		r.press("Shift+N")
		r.expectFile("next", 0, "", "Only one file")
		r.press("Shift+P")
		r.expectFile("previous", 0, "", "Only one file")
	}
}

// Of many files that cannot be opened the first ones are named, and an error may be as
// long as it likes.
func TestManyFilesThatCannotBeOpened(t *testing.T) {
	r := newRig(t)
	r.opener.open = func(_ context.Context, path string) (Demo, error) {
		if path == "/somewhere/f0" {
			return Demo{}, errors.New(strings.Repeat("ü", 1<<20))
		}
		return Demo{}, errors.New(path + ": permission denied")
	}
	files := fstest.MapFS{}
	for i := range 100 {
		files[fmt.Sprint("f", i)] = &fstest.MapFile{}
	}
	r.window.dropped = droppedFS{files}
	r.pass(0)
	r.opening()
	want := strings.Repeat("ü", 100) +
		"…; /somewhere/f1: permission denied; /somewhere/f10: permission denied; can't open 97 more files"
	if got := r.see().Says; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if r.window.title != "" || r.Demo.Player.Clock() != 10 {
		t.Error("another demo is shown")
	}
}

func TestShorten(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "",
		strings.Repeat("a", maxNotice):       strings.Repeat("a", maxNotice),
		strings.Repeat("a", maxNotice+1):     strings.Repeat("a", maxNotice) + "…",
		"a" + strings.Repeat("ä", maxNotice): "a" + strings.Repeat("ä", maxNotice/2-1) + "…",
		strings.Repeat("\x80", 2*maxNotice):  strings.Repeat("\x80", maxNotice-4) + "…",
	} {
		if got := bounded.Shorten(text, maxNotice); got != want {
			t.Errorf("%d bytes become %d, want %d", len(text), len(got), len(want))
		}
	}
}

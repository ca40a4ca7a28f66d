package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/render/hud"
	"demoscope/render/setting"
)

// gameFolder returns a new folder with Quake II's data.
func gameFolder(t *testing.T) string {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "baseq2"), 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestGameFolders: a folder with game data that is dropped on the window or typed in the settings is kept as a game
// folder, and the demo is opened again there, where it was.
func TestGameFolders(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.leaveHome()
	r.home.below.placeholder = false
	r.App.files.paths = []string{""}
	var kept, used []string
	r.settings.write = func(name string, v setting.Value) error { kept = append(kept, name+"="+v.String()); return nil }
	r.settings.gameFolders = func(folders []string) { used = folders }
	opens, open := 0, r.opener.open
	r.opener.open = func(ctx context.Context, path string) (Demo, error) { opens++; return open(ctx, path) }
	one, other := gameFolder(t), gameFolder(t)
	expect := func(what, says string, count int, folders ...string) {
		t.Helper()
		if !strings.Contains(r.see().Says, says) {
			t.Errorf("%s: it says %q, want %q", what, r.see().Says, says)
		}
		r.until("the demo", func() bool { return r.opener.result == nil })
		if !slices.Equal(used, folders) || !slices.Equal(r.settings.values.Of("basedir"), folders) || opens != count ||
			r.Demo.Player.Clock() < 10 {
			t.Errorf("%s: %q used, %q kept, opened %d times, at %v s", what, used, r.settings.values.Of("basedir"),
				opens, r.Demo.Player.Clock())
		}
	}

	r.window.dropped = droppedFolder(filepath.Join(one, "baseq2"))
	r.pass(0)
	if r.home.shown {
		t.Error("it leaves the demo")
	}
	expect("dropped", "Game folder added: "+one+" (Quake II)", 1, one)
	r.window.dropped = droppedFolder(one)
	r.pass(0)
	expect("dropped again", "Already a game folder: "+one, 1, one)

	r.press("F4")
	r.write("game folders")
	r.press("Enter")
	r.write(t.TempDir())
	r.press("Enter")
	expect("no game data", "No game data (id1, baseq2, baseq3, .pak, .pk3) in ", 1, one)
	r.press("Shift+Backspace")
	r.finder.query.Set(other)
	r.press("Enter")
	expect("typed", "Game folder added: "+other+" (Quake II)", 1, one, other)
	if row := r.finder.row(r.finder.Selected); row == nil || row.setting.Name != "basedir" {
		t.Errorf("behind it the selected row is %+v", row)
	}
	r.press("Enter")
	b := hud.NewFinderBox(r.Size)
	r.click(hud.Rect{X: b.Rows.X + 50, Y: b.Rows.Y, W: 20, H: b.Row})
	expect("removed", "Game folder removed: "+one, 1, other)
	r.press("Esc")
	if r.press("Esc"); r.finder.open {
		t.Error("the second Esc leaves it open")
	}
	expect("closed", "", 2, other)
	if want := []string{"basedir=" + one, "basedir=" + one + "," + other, "basedir=" + other}; !slices.Equal(
		kept, want) {
		t.Errorf("kept are %q, want %q", kept, want)
	}
}

// TestTypedSettings: the size of the window is typed, and a wrong one is refused.
func TestTypedSettings(t *testing.T) {
	r := newRig(t)
	r.press("F4")
	r.write("window size")
	r.press("Right")
	r.write("large")
	r.press("Enter")
	if got := r.see().Says; !strings.Contains(got, `invalid size "large"`) {
		t.Errorf("it says %q", got)
	}
	r.finder.query.Set("800x600")
	r.press("Enter")
	if got := r.settings.values.Of("size").String(); got != "800x600" {
		t.Errorf("the size is %q; it says %q", got, r.see().Says)
	}
}

// TestDroppedFolderIsNotAddedAgain: when the library has added a folder that was dropped, the folder doesn't become a
// game folder again, because the viewer may have removed it since. One chosen in a dialog does become a game folder.
func TestDroppedFolderIsNotAddedAgain(t *testing.T) {
	for _, chosen := range []bool{false, true} {
		r := newHomeRig(t, folderSource{})
		r.settings.write = func(string, setting.Value) error { return nil }
		folder := gameFolder(t)
		(&addedFolders{folders: []string{folder}, chosen: chosen}).report(r.App)
		if got := slices.Contains(r.settings.values.Of("basedir"), folder); got != chosen {
			t.Errorf("chosen %v: a game folder is %v", chosen, got)
		}
		if said := r.see().Says; strings.Contains(said, "Added ") {
			t.Errorf("chosen %v: it says %q", chosen, said)
		}
	}
}

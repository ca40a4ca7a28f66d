package app

import (
	"context"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"demoscope/formats"
	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/library"
	"demoscope/player/recent"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// folderSource finds demos as files in folders.
type folderSource struct{}

func (folderSource) Walk(folder string, entered func(string), found func(library.File) bool,
	failed func(string, error)) {
	entered(folder)
	list, err := os.ReadDir(folder)
	if err != nil {
		failed(folder, err)
	}
	for _, e := range list {
		if info, err := e.Info(); err == nil && !found(library.File{Path: filepath.Join(folder, e.Name()),
			Size: info.Size(), Modified: info.ModTime()}) {
			return
		}
	}
}

func (folderSource) Demos(string) ([]library.Member, error) { return []library.Member{{}}, nil }

func (folderSource) Open(path, _ string) (*formats.Demo, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return formats.Open(path, data)
}

// newHomeRig shows the home of an empty library, over demoscope1.mvd.
func newHomeRig(t testing.TB, source library.Source) *rig {
	r := newRig(t)
	l, err := library.Open(library.Options{Source: source, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.home.end() })
	with := &Home{Library: l, Begin: true, Recent: recent.Open(filepath.Join(t.TempDir(), "recent.json"))}
	r.home.init(&Options{Home: with, Settings: setting.Values{orderSetting: {"date"}}}, r.App, func() {})
	r.opener.open = func(_ context.Context, path string) (Demo, error) {
		if path == "" { // the sample
			return openSample(t.(*testing.T), "demoscope1.mvd")
		}
		o, err := openSample(t.(*testing.T), filepath.Base(path))
		o.Path, o.Key = path, func() string { return keyOfFile[filepath.Base(path)] }
		return o, err
	}
	r.beginHome()
	r.pass(0)
	return r
}

// keyOfFile are the hashes of our own recordings, as sha256sum prints them.
var keyOfFile = map[string]string{
	"demoscope1.mvd": "e88632fd7c94fa324885ca92a5a6199dd4826b38c1d3f7d7754b32dd0c1d2964",
	"demoscope1.dm2": "84f3023c1790caf6fdf2ad9de77b47b0d6b0fbd8e70ba8eec3c56b285fc3bb3c",
}

// until lets time pass until something is so.
func (r *rig) until(what string, so func() bool) {
	r.t.Helper()
	r.passUntil(0.05, what, so)
}

// sampleFolder is a folder with two of our own recordings, the first of which is the newer one.
func sampleFolder(t testing.TB) string {
	dir := t.TempDir()
	for i, name := range []string{"demoscope1.mvd", "demoscope1.dm2"} {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, sample(t, name), 0o600); err != nil {
			t.Fatal(err)
		}
		day := time.Date(2024, 6, 20-i, 12, 0, 0, 0, time.UTC)
		if err := os.Chtimes(file, day, day); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// dropFolder drops a folder on the window and waits until what is in it is known.
func (r *rig) dropFolder(dir string, demos int) {
	r.t.Helper()
	r.window.dropped = droppedFolder(dir)
	r.pass(0)
	r.until("the demos of the folder", func() bool { return r.home.table.count() == demos })
}

// rows returns a column of the visible rows.
func (r *rig) rows(column int) (list []string) {
	for i := range r.home.hudIn.Rows {
		list = append(list, r.home.hudIn.Rows[i].Cells[column])
	}
	return list
}

func (r *rig) expectRows(what string, column int, want ...string) {
	r.t.Helper()
	if got := r.rows(column); !slices.Equal(got, want) {
		r.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// TestNoteHasTheLength: what was watched lately has a demo's length once that is known, and none before.
func TestNoteHasTheLength(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.home.below.placeholder = false
	r.Demo.key, r.Demo.path = func() string { return keyOfFile["demoscope1.mvd"] }, "/demos/demoscope1.mvd"
	length := func() float64 {
		t.Helper()
		r.home.savePosition(r.Demo)
		r.home.saves.Wait()
		list := r.home.config.recent()
		if len(list) != 1 {
			t.Fatalf("%+v", list)
		}
		return list[0].Length
	}
	r.until("the end of the index", func() bool { _, whole := r.Demo.Player.Duration(); return whole })
	if got := length(); got < 59 || got > 61 {
		t.Errorf("the length of the sample, a minute, is %v", got)
	}
	g, data := formats.Grow("demoscope1.mvd", formats.GrowOptions{}), sample(t, "demoscope1.mvd")
	defer g.Release()
	if _, err := g.Write(data[:len(data)/2]); err != nil {
		t.Fatal(err)
	}
	demo, err := g.Demo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	known, reading := r.Demo.Player.Player, player.New(demo, player.Options{})
	defer reading.Close()
	r.Demo.Player.Player = reading
	defer func() { r.Demo.Player.Player = known }()
	wait.For(t, "half of the demo", func() bool { read, whole := reading.Duration(); return read > 20 && !whole })
	if got := length(); got != 0 {
		t.Errorf("the length of a demo that is still being read is %v", got)
	}
}

// Esc goes back into a demo that was not opened in the home, and only from there out.
func TestEscGoesBackIntoTheDemo(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.home.below.placeholder = false // somebody has chosen the demo below
	r.pass(0)
	if !strings.HasSuffix(r.home.hudIn.Keys, "Esc: back") {
		t.Errorf("the keys are %q", r.home.hudIn.Keys)
	}
	r.press("Esc")
	if r.home.shown || r.quit || r.see().Says != "" {
		t.Fatalf("home %v, it says %q", r.home.shown, r.see().Says)
	}
	r.press("Esc")
	if r.home.shown || r.quit || r.see().Says != "Press Esc again to quit" {
		t.Errorf("home %v, it says %q", r.home.shown, r.see().Says)
	}
}

// From an empty home to the third result, the next one and back.
func TestHomeToTheThirdResult(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	if !r.home.shown || !r.Demo.Player.Paused() || !strings.Contains(r.home.hudIn.Empty, "demoscope add FOLDER") {
		t.Fatalf("shown %v, it says %q", r.home.shown, r.home.hudIn.Empty)
	}
	r.press("Shift+Esc")
	if !r.home.shown {
		t.Fatal("it leads to a demo that nobody has chosen")
	}
	dir := sampleFolder(t)
	r.dropFolder(dir, 2)
	r.write("kill")
	r.until("the kills", func() bool {
		return r.home.table.moments && !r.home.momentSearch.running() && r.home.table.count() > 10
	})
	r.pass(0)
	if got := r.rows(0)[:4]; !slices.Equal(got, []string{"0:01", "0:03", "0:09", "0:10"}) {
		t.Fatalf("the kills are at %q", got)
	}
	count := r.home.table.count()
	r.press("Down")
	r.press("Down")
	r.press("Enter")
	r.opening()
	// The recording's third kill is at 9.144 s, the next one at 10.411 s.
	if c := r.Demo.Player.Clock(); r.home.shown || r.Demo.path != filepath.Join(dir, "demoscope1.mvd") ||
		c < 4.144 || c > 4.3 {
		t.Fatalf("home %v, %s at %v s, want 4.144", r.home.shown, r.Demo.path, c)
	}
	if got, want := r.see().Says, fmt.Sprintf("3 of %d: kill, ", count); !strings.HasPrefix(got, want) {
		t.Errorf("it says %q, want %q", got, want)
	}
	if r.Demo.Player.Paused() {
		t.Error("it is paused")
	}
	if r.Demo.Player.Following() != r.files.results[r.files.shown].slot || r.Demo.Directing.On {
		t.Errorf("it follows %d, the kill is by %d", r.Demo.Player.Following(), r.files.results[r.files.shown].slot)
	}
	r.Demo.Player.SetPaused(true)
	r.press("Shift+N")
	if c := r.Demo.Player.Clock(); round4(c) != 5.411 || r.opener.result != nil {
		t.Errorf("the next result is at %v s, want 5.411", c)
	}
	// The result behind the last one of this file is in the other one.
	last := 0
	for r.files.paths[last] == r.Demo.path {
		last++
	}
	r.press("Esc")
	if !r.home.shown || r.home.line.query.String() != "kill" || r.home.table.found.cursor.at != 3 {
		t.Fatalf("home %v, %q, row %d", r.home.shown, r.home.line.query.String(), r.home.table.found.cursor.at)
	}
	r.press("Shift+Esc")
	if c := r.Demo.Player.Clock(); r.home.shown || round4(c) != 5.411 || !r.Demo.Player.Paused() {
		t.Errorf("home %v, back at %v s, want 5.411, paused", r.home.shown, c)
	}
	r.press("Shift+Esc")
	for r.home.table.found.cursor.at < last-1 {
		r.press("Down")
	}
	r.press("Enter")
	if r.opener.result != nil || r.home.shown {
		t.Error("a result in the demo that is open opens it again")
	}
	r.press("Shift+N")
	r.opening()
	if filepath.Base(r.Demo.path) != "demoscope1.dm2" {
		t.Errorf("the result behind is in %s", r.Demo.path)
	}
	r.press("Shift+P")
	r.opening()
	if filepath.Base(r.Demo.path) != "demoscope1.mvd" {
		t.Errorf("the result before is in %s", r.Demo.path)
	}
	// Esc leads home, and from there out: first what was typed goes.
	r.press("Esc")
	r.press("Esc")
	if r.quit || r.home.line.query.String() != "" || !r.home.shown {
		t.Fatalf("quit %v, %q", r.quit, r.home.line.query.String())
	}
	r.press("Esc")
	if r.quit || r.home.hudIn.Message != "Press Esc again to quit" {
		t.Errorf("it says %q", r.home.hudIn.Message)
	}
	r.press("Esc")
	if !r.quit {
		t.Error("Esc does not quit")
	}
}

// From a demo of the table one goes to the one behind it and back, as they are sorted, and finds it selected
// at home. None begins by itself.
func TestDemosOfTheTableFollowEachOther(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	dir := sampleFolder(t) // the newest first: .mvd, .dm2
	broken := filepath.Join(dir, "broken.mvd")
	if err := os.WriteFile(broken, []byte("no demo"), 0o600); err != nil {
		t.Fatal(err)
	}
	day := time.Date(2024, 6, 19, 18, 0, 0, 0, time.UTC) // between the two
	if err := os.Chtimes(broken, day, day); err != nil {
		t.Fatal(err)
	}
	r.dropFolder(dir, 3)
	r.press("Enter")
	r.opening()
	if got, want := r.see().Says, "File 1 of 2: demoscope1.mvd"; got != want ||
		filepath.Base(r.Demo.path) != "demoscope1.mvd" {
		t.Fatalf("%s is shown, it says %q, want %q", r.Demo.path, got, want)
	}
	r.press("Shift+P")
	if got, want := r.see().Says, "First file"; got != want {
		t.Errorf("before the first it says %q, want %q", got, want)
	}
	r.Demo.Player.Timeline().Wait()
	end, _ := r.Demo.Player.Duration()
	r.seek(end - 0.1)
	r.run(64)
	if r.opener.result != nil || !r.Demo.Player.Ended() {
		t.Error("the next demo begins by itself")
	}
	r.press("Shift+N")
	r.opening()
	if got, want := r.see().Says, "File 2 of 2: demoscope1.dm2"; got != want ||
		filepath.Base(r.Demo.path) != "demoscope1.dm2" {
		t.Fatalf("%s is shown, it says %q, want %q", r.Demo.path, got, want)
	}
	r.press("Esc")
	if row := r.home.table.row(); !r.home.shown || filepath.Base(row.Places[0].Name()) != "demoscope1.dm2" {
		t.Errorf("home %v, the selected demo is %s", r.home.shown, row.Places[0].Name())
	}
	// It stays when a demo is found that comes before it.
	r.home.table.showDemos(append([]*library.Row{{ID: 99, Places: []library.Place{{Path: "new"}}}},
		r.home.table.rows...))
	if row := r.home.table.row(); filepath.Base(row.Places[0].Name()) != "demoscope1.dm2" {
		t.Errorf("after another one was found the selected demo is %s", row.Places[0].Name())
	}
}

// TestRowResumes: a demo of the table goes on where the viewer left it, as its card says.
func TestRowResumes(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	r.press("Enter")
	r.opening()
	r.Demo.Player.SetPaused(true)
	r.seek(20)
	r.press("Esc")
	r.press("Enter")
	r.opening()
	if c, got := r.Demo.Player.Clock(), r.see().Says; c < 20 || c > 21 || got != "Resumed at 0:20" {
		t.Errorf("it is at %v s and says %q", c, got)
	}
}

// A demo of the table that is gone is not replaced by the one behind it.
func TestGoneDemoOfTheTable(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	dir := sampleFolder(t)
	r.dropFolder(dir, 2)
	open := r.opener.open
	r.opener.open = func(ctx context.Context, path string) (Demo, error) {
		if filepath.Base(path) == "demoscope1.mvd" {
			return Demo{}, os.ErrNotExist
		}
		return open(ctx, path)
	}
	r.press("Enter")
	r.opening()
	r.pass(3)
	if !r.home.shown || r.home.hudIn.Message != "file does not exist" {
		t.Errorf("home %v, it says %q, %s is open", r.home.shown, r.home.hudIn.Message, r.Demo.path)
	}
}

// droppedFolder is a folder that was dropped.
type droppedFolder string

func (d droppedFolder) Open(string) (fs.File, error) { return nil, fs.ErrNotExist }

func (d droppedFolder) ReadDir(string) ([]fs.DirEntry, error) {
	info, err := os.Stat(string(d))
	return []fs.DirEntry{folderEntry{fs.FileInfoToDirEntry(info), string(d)}}, err
}

type folderEntry struct {
	fs.DirEntry
	path string
}

func (e folderEntry) AbsPath() string { return e.path }

// The table is filtered as one types and sorted by columns, by keys and mouse alike.
func TestHomeTable(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	r.pass(0)
	r.expectRows("by date", 0, "(2024-06-20)", "(2024-06-19)")
	r.expectRows("games", 1, "QuakeWorld", "Quake II")
	r.click(r.home.layout.Columns[0])
	r.expectRows("the other way round", 0, "(2024-06-19)", "(2024-06-20)")
	var kept []string
	r.settings.write = func(name string, v setting.Value) error {
		kept = append(kept, name+" "+v.String())
		return nil
	}
	r.press("F6") // game
	r.expectRows("by game", 1, "Quake II", "QuakeWorld")
	if want := []string{"library-sort game"}; !slices.Equal(kept, want) {
		t.Errorf("kept are %q, want %q", kept, want)
	}
	t2 := table{}
	for _, c := range []struct {
		order      string
		by         library.Column
		descending bool
	}{{"date-reversed", library.ByDate, false}, {"date", library.ByDate, true}, {"length", library.ByLength, true},
		{"map-reversed", library.ByMap, true}} {
		if t2.setOrder(c.order); t2.by != c.by || t2.descending != c.descending || t2.order() != c.order {
			t.Errorf("%s sorts by %v, %v, and is kept as %s", c.order, t2.by, t2.descending, t2.order())
		}
	}
	r.press("Shift+F6")
	r.expectRows("games the other way round", 1, "QuakeWorld", "Quake II")
	r.write("game:quake2")
	r.expectRows("Quake II", 1, "Quake II")
	r.write(" length>x")
	if got := r.home.hudIn.Problem; got == "" {
		t.Error("nothing is said of a game that there is not")
	}
	r.expectRows("with a mistake", 1, "Quake II")
	r.press("Esc") // the suggestions
	r.press("Esc")
	r.expectRows("without a filter", 1, "QuakeWorld", "Quake II")
	r.write("gam")
	if len(r.home.hudIn.Suggestions) == 0 || r.home.hudIn.Suggestions[0].Text != "game:" {
		t.Fatalf("the suggestions are %v", r.home.hudIn.Suggestions)
	}
	r.press("Tab")
	if got := r.home.line.query.String(); got != "game:" {
		t.Errorf("Tab completes %q", got)
	}
	r.press("Esc")
	r.press("Esc")

	// A double click plays, a single one selects.
	row := hud.Rect{X: r.home.layout.Rows.X, Y: r.home.layout.Rows.Y + r.home.layout.Row, W: 300, H: r.home.layout.Row}
	r.click(row)
	r.run(64)
	r.click(row)
	if r.home.table.demos.at != 1 || r.opener.result != nil {
		t.Fatalf("row %d, opening %v", r.home.table.demos.at, r.opener.result != nil)
	}
	r.click(row)
	r.opening()
	if filepath.Base(r.Demo.path) != "demoscope1.dm2" || r.home.shown || r.Demo.Player.Clock() > 1 {
		t.Errorf("%s at %v s", r.Demo.path, r.Demo.Player.Clock())
	}
	r.Demo.Player.SetPaused(true)
	r.seek(20)
	r.Demo.Player.Timeline().Wait()
	r.press("Shift+Esc")
	// It was watched, and goes on where it was left.
	r.until("the page", func() bool { return r.home.pager.now != nil && r.home.pager.now.done })
	if c := r.home.hudIn.Chips; len(c) != 2 || c[0].Title != "demoscope1.dm2" ||
		!strings.HasPrefix(c[0].Line, "0:20 of ") {
		t.Fatalf("watched lately: %+v", c)
	}
	r.click(r.home.layout.Chips[1]) // the sample
	r.opening()
	if r.Demo.path != "" {
		t.Errorf("the sample is %q", r.Demo.path)
	}
	r.press("Shift+Esc")
	r.click(r.home.layout.Chips[0])
	r.opening()
	if c := r.Demo.Player.Clock(); filepath.Base(r.Demo.path) != "demoscope1.dm2" || c < 20 || c > 20.2 {
		t.Errorf("%s at %v s, want 20", r.Demo.path, c)
	}
}

// F7 shows the demos of the moments alone, also where only looking into them tells which they are, and stays at
// the demo of the moment.
func TestDemosOfMoments(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	r.write("kill distance<300 weapon:hyper") // of Quake II alone
	r.until("the kills", func() bool { return !r.home.momentSearch.running() && r.home.table.count() == 1 })
	r.press("F7")
	r.expectRows("the demos", 1, "Quake II")
	if got, want := r.home.hudIn.Status, "1 of 2 demos · (date): file's date"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	r.press("F7")
	if !r.home.table.moments || r.home.table.count() != 1 {
		t.Error("the moments do not come back")
	}
	// The selected demo is that of the moment.
	r.home.line.query.Set("kill distance>0")
	r.home.queryChanged()
	r.until("all kills", func() bool { return !r.home.momentSearch.running() && r.home.table.count() > 10 })
	r.press("End")
	r.press("F7")
	r.expectRows("the demos", 1, "QuakeWorld", "Quake II")
	if got := r.home.table.row().File(); got != "demoscope1.dm2" {
		t.Errorf("it goes to %s", got)
	}
	r.home.line.query.Set("kill distance>100000")
	r.home.queryChanged()
	r.until("the end", func() bool {
		return r.home.hudIn.Empty == "No certain match. 1 uncertain (the demos lack the data)"
	})
	r.home.line.query.Set("midair nobodyhere")
	r.home.queryChanged()
	r.pass(0)
	if got, want := r.home.hudIn.Empty, `No demo contains "nobodyhere"`; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// Ctrl+A, Ctrl+U and Ctrl+Backspace edit what is typed, and the table follows.
func TestQueryIsEditedAsAWhole(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	withControl := func(key control.Key) {
		r.input.down[control.KeyControl], r.input.down[key], r.input.pressed[key] = true, true, true
		r.pass(1. / 64)
		delete(r.input.down, control.KeyControl)
		delete(r.input.down, key)
		delete(r.input.pressed, key)
	}
	expect := func(what, query string, rows int) {
		t.Helper()
		if got := r.home.line.query.String(); got != query || r.home.table.count() != rows {
			t.Errorf("%s: %q with %d rows, want %q with %d", what, got, r.home.table.count(), query, rows)
		}
	}
	r.write("quake2 nothing")
	expect("typed", "quake2 nothing", 0)
	withControl(control.KeyBackspace)
	expect("without the last word", "quake2 ", 1)
	withControl(control.KeyA)
	expect("selected", "quake2 ", 1)
	r.write("q")
	expect("typed over it", "q", 2)
	withControl(control.KeyU)
	expect("empty", "", 2)
}

// A list that is dropped on the home is played, a folder beside it is added.
func TestHomeListDropped(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	dir := sampleFolder(t)
	r.opener.list = func(path string) (files []string, titles map[string]string, listed bool, err error) {
		if filepath.Base(path) != "both.m3u8" {
			return nil, nil, false, nil
		}
		return []string{filepath.Join(dir, "demoscope1.dm2"), filepath.Join(dir, "demoscope1.mvd")}, nil, true, nil
	}
	r.window.dropped = droppedFS{fstest.MapFS{"both.m3u8": {}}}
	r.pass(0)
	r.until("the first of the list", func() bool { return !r.home.shown })
	if len(r.files.paths) != 2 || filepath.Base(r.Demo.path) != "demoscope1.dm2" {
		t.Errorf("%s of %q", r.Demo.path, r.files.paths)
	}
	r.Demo.Player.SetPaused(true)
	// A folder that is dropped while a demo is watched leads home, and is added.
	r.window.dropped = droppedFolder(dir)
	r.pass(0)
	r.until("the demos of the folder", func() bool { return r.home.table.count() == 2 })
	if !r.home.shown {
		t.Error("a folder does not lead home")
	}
}

// A folder that is chosen in a dialog when the window has been closed is not added behind that.
func TestFolderChosenTooLate(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	file, dir := filepath.Join(t.TempDir(), "folders.toml"), t.TempDir()
	l, err := library.Open(library.Options{Folders: file, Source: folderSource{}})
	if err != nil {
		t.Fatal(err)
	}
	chosen := make(chan string)
	r.home.library.Close()
	r.home.library.Library = l
	r.home.config.Choose = func() (string, error) { return <-chosen, nil }
	r.press("F8")
	asked := r.home.library.adding
	if asked == nil {
		t.Fatal("no folder is asked for")
	}
	r.home.end()
	chosen <- dir
	if got := <-asked; got.err == nil {
		t.Errorf("%v was added", got)
	}
	if data, err := os.ReadFile(file); !os.IsNotExist(err) {
		t.Errorf("%s was written, %v", data, err)
	}
}

// Without demos the keys lead to the sample, messages about the library stay in it, and one line says what is wrong.
func TestEmptyLibrary(t *testing.T) {
	for _, keys := range [][]string{{"Enter"}, {"Down", "Enter"}, {"Up", "Down", "Enter"}, {"Right", "Enter"}} {
		r := newHomeRig(t, folderSource{})
		for _, key := range keys {
			r.press(key)
		}
		if r.opening(); r.Demo.path != "" || r.home.shown {
			t.Errorf("%q: the library is shown: %v", keys, r.home.shown)
		}
		r.press("Shift+Esc")
		r.press("F8")
		if got := r.home.hudIn.Message; got != noDialog {
			t.Errorf("F8 says %q", got)
		}
		r.press("Shift+Esc")
		if got := r.see().Says; strings.Contains(got, noDialog) || r.Input.Warnings > 0 {
			t.Errorf("back in the demo it says %q, and has %d warnings", got, r.Input.Warnings)
		}
	}
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	r.write("un kills")
	r.write(">=4")
	if in := &r.home.hudIn; !strings.HasPrefix(in.Problem, "Numbers need a pattern") || in.Empty != "" {
		t.Errorf("it says %q and %q", in.Problem, in.Empty)
	}
	h := &home{library: r.home.library, table: table{moments: true, list: r.home.table.list},
		momentSearch: momentSearch{current: &search{}}}
	if got := h.status(); strings.Contains(got, "moment") {
		t.Errorf("while it searches, the status is %q", got)
	}
}

// Files that are no demos are counted apart, dates of files are explained, and what no demo has is named.
func TestHomeSaysWhatIsWrong(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	dir := sampleFolder(t)
	if err := os.WriteFile(filepath.Join(dir, "junk.dem"), []byte("no demo"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.dropFolder(dir, 3)
	r.until("the end of the scan", func() bool { return !r.home.library.Status().Scanning })
	r.run(2)
	if got, want := r.home.hudIn.Status,
		"2 demos · 1 file unreadable (type unreadable:yes) · (date): file's date"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	// It is the newest, and comes last all the same.
	r.expectRows("files", 7, "demoscope1.mvd", "demoscope1.dm2", "junk.dem")
	if got, want := r.rows(4)[2], "Unreadable: not a Quake demo"; got != want {
		t.Errorf("the reason is %q, want %q", got, want)
	}
	// The page of such a file says what is wrong with it.
	for r.home.table.row().File() != "junk.dem" {
		r.press("Down")
	}
	if p := r.home.hudIn.Page; p.Title != "junk.dem" || p.Pending != "Not a Quake demo" || p.Picture.Wanted {
		t.Errorf("its page is %+v", p)
	}
	r.write("unreadable:yes")
	r.pass(0)
	if got, want := r.home.hudIn.Status, "0 of 2 demos · 1 file unreadable"; !strings.HasPrefix(got, want) ||
		strings.Contains(got, "type") || r.home.table.count() != 1 {
		t.Errorf("it says %q of %d rows, want %q", got, r.home.table.count(), want)
	}
	if len(r.home.hudIn.Rows) == 0 {
		t.Error("no row is shown")
	}
	for _, row := range r.home.hudIn.Rows {
		if !slices.ContainsFunc(row.Cells[:], func(cell string) bool {
			return strings.HasPrefix(cell, "Unreadable: not a Quake demo")
		}) {
			t.Errorf("the row is %q", row.Cells)
		}
	}
	for range "unreadable:yes" {
		r.press("Backspace")
	}
	r.write("quake2")
	r.pass(0)
	if got, want := r.home.hudIn.Status, "1 of 2 demos · (date): file's date"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	r.press("Esc")
	r.press("Esc")
	r.write("Vespre")
	r.pass(0)
	if got, want := r.home.hudIn.Empty, `No demo contains "vespre" (did you mean vesper?)`; got != want ||
		len(r.home.hudIn.Rows) != 0 {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// Columns are chosen with keys and mouse, and kept; one stays.
func TestHomeColumns(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	var kept []string
	r.settings.write = func(name string, v setting.Value) error {
		kept = append(kept, name+"="+v.String())
		return nil
	}
	heads := func() string {
		var names []string
		for _, c := range r.home.hudIn.Columns {
			names = append(names, c.Name)
		}
		return strings.Join(names, " ")
	}
	usual := "date game map mode players result length file best moment"
	if got := heads(); got != usual {
		t.Fatalf("the columns are %q", got)
	}
	r.press("F9")
	if m := r.home.hudIn.Menu; m == nil || len(m.Rows) != 14 || !m.Rows[0].On || m.Rows[9].On ||
		m.Rows[9].Name != "recorder" {
		t.Fatalf("the menu is %+v", r.home.hudIn.Menu)
	}
	r.press("Enter") // date
	r.press("Down")
	r.press("Enter") // game
	r.press("End")
	r.press("Enter") // folder
	r.press("F9")
	r.pass(0)
	if got, want := heads(), "map mode players result length file best moment folder"; got != want ||
		r.home.hudIn.Menu != nil {
		t.Errorf("the columns are %q, want %q", got, want)
	}
	folder := filepath.Dir(r.home.table.rows[0].Places[0].Path)
	r.expectRows("folders", 7, folder, folder)
	if want := "library-columns=map,mode,players,result,length,file,best,folder"; len(kept) != 3 || kept[2] != want {
		t.Errorf("kept are %q, want %q", kept, want)
	}
	// The other button of the mouse on the head, and then a row of the menu.
	r.press("Esc")
	head := r.home.layout.Columns[2]
	r.rightClick(head)
	if r.home.hudIn.Menu == nil {
		t.Fatal("the other button opens no menu")
	}
	row, ok := r.home.layout.MenuRow(r.home.hudIn.Menu, 11)
	if !ok {
		t.Fatal("the menu has no row 11")
	}
	r.click(row) // size
	if got, want := heads(), "map mode players result length file best moment size folder"; got != want {
		t.Errorf("the columns are %q, want %q", got, want)
	}
	r.click(r.home.layout.Query)
	if r.home.hudIn.Menu != nil {
		t.Error("a click beside the menu leaves it open")
	}
	// Sorting by a column that is hidden goes on, and F6 goes on from the first.
	if i, _ := r.home.table.sorted(); i != -1 {
		t.Errorf("column %d sorts, the date is hidden", i)
	}
	r.press("F6")
	if got := r.home.table.by; got != library.ByMap {
		t.Errorf("%v sorts", got)
	}
	r.home.table.setColumns(setting.Value{"file"})
	r.press("F9")
	for range 7 {
		r.press("Down")
	}
	r.press("Enter")
	r.press("Esc")
	if got := heads(); got != "file" {
		t.Errorf("the last column is gone: %q", got)
	}
	// A letter while the menu is open is no part of a query.
	if r.home.line.query.String() != "" {
		t.Errorf("it was typed: %q", r.home.line.query.String())
	}
}

// The columns are those of the setting, and of the library.
func TestColumnsAreSettings(t *testing.T) {
	var names []string
	for i := range demoColumns {
		name := demoColumns[i].by.String()
		if by, ok := library.ColumnNamed(name); !ok || by != demoColumns[i].by {
			t.Errorf("the library has no column %s", name)
		}
		names = append(names, name)
	}
	s := setting.Find("library-columns")
	if !slices.Equal(names, s.Choices) {
		t.Errorf("the columns are %q, those of the setting %q", names, s.Choices)
	}
	for _, order := range setting.Find("library-sort").Choices {
		if _, ok := library.ColumnNamed(strings.TrimSuffix(order, "-reversed")); !ok {
			t.Errorf("the library sorts by no %s", order)
		}
	}
	if want := []string{"date", "game", "map", "mode", "players", "result", "length", "file", "best"}; !slices.Equal(
		s.Usual, want) {
		t.Errorf("usual are %q", s.Usual)
	}
}

// The page on a demo is made in the background; its moments are played by a click.
func TestHomePage(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	// Its demo is the first row, which may not be the first that was read.
	r.until("the page", func() bool {
		now := r.home.pager.now
		return now != nil && now.done && filepath.Base(now.row.Places[0].Path) == "demoscope1.mvd"
	})
	r.pass(0)
	p := r.home.hudIn.Page
	if p == nil || len(p.Plot.Lines) != 4 || len(p.Players) != 4 || len(p.Highlights) == 0 {
		t.Fatalf("the page is %+v", p)
	}
	// The map comes behind the rest, and the page stays where one is in it.
	r.press("Tab")
	r.press("Down")
	r.until("the map", func() bool { return r.home.pager.now.complete() })
	r.pass(0)
	if m := &r.home.hudIn.Page.Map; len(m.Cells) < 50 || len(m.Lines) < 20 || len(m.Deaths) == 0 || m.Aspect < 0.2 ||
		m.Aspect > 5 || r.home.pager.now.at != 1 {
		t.Errorf("%d cells, %d lines, %d deaths, aspect %v; at %d", len(m.Cells), len(m.Lines), len(m.Deaths), m.Aspect,
			r.home.pager.now.at)
	}
	// A demo that is found now comes before it, and the page is still of the one that is read.
	rows, read := slices.Clone(r.home.table.rows), r.home.table.row()
	r.home.table.showDemos(append([]*library.Row{{ID: 99, Places: []library.Place{{Path: "new"}}}}, rows...))
	if r.home.table.row() != read {
		t.Errorf("the page is of %s, not of %s", r.home.table.row().File(), read.File())
	}
	r.home.table.showDemos(rows)
	r.press("Up")
	l := &r.home.layout
	r.click(hud.Rect{X: l.Parts.Rows.X, Y: l.Parts.Rows.Y, W: l.Parts.Rows.W, H: l.Parts.Row})
	r.opening()
	want := max(0, r.home.pager.now.clocks[0]-5)
	if c := r.Demo.Player.Clock(); r.home.shown || c < want || c > want+0.1 {
		t.Errorf("home %v, at %v s, want %v", r.home.shown, c, want)
	}
	r.press("Esc")
	// In a small window it takes the place of the table.
	r.Size = hud.Screen{Width: 640, Height: 360, Scale: 1}
	r.pass(0)
	if r.home.hudIn.Page != nil && !r.home.hudIn.Only {
		t.Error("it stands beside the table of a small window")
	}
	r.home.focus = focusTable
	r.pass(0)
	if r.home.hudIn.Page != nil {
		t.Error("it covers the table before it is asked for")
	}
	r.press("Tab")
	r.pass(0)
	if r.home.hudIn.Page == nil || !r.home.hudIn.Only {
		t.Error("Tab does not show it")
	}
}

// A demo that cannot be opened leaves the home as it is.
func TestHomeStaysIfNothingOpens(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	dir := sampleFolder(t)
	r.dropFolder(dir, 2)
	r.opener.open = func(context.Context, string) (Demo, error) { return Demo{}, os.ErrNotExist }
	r.press("Enter")
	r.opening()
	r.pass(3)
	if !r.home.shown || r.home.hudIn.Message != "file does not exist" {
		t.Errorf("home %v, it says %q", r.home.shown, r.home.hudIn.Message)
	}
}

// madeSource has as many demos of Quake as one likes, of two players each.
type madeSource int

func (n madeSource) Walk(folder string, entered func(string), found func(library.File) bool, _ func(string, error)) {
	entered(folder)
	for i := range int(n) {
		if !found(library.File{Path: filepath.Join(folder, fmt.Sprintf("duel_p%d_vs_q%d[dm%d]202%d%02d%02d.dem", i%97,
			i%89, i%6+1, i%5, i%12+1, i%28+1)), Size: 1, Modified: time.Unix(int64(i)*5000, 0)}) {
			return
		}
	}
}

func (madeSource) Demos(string) ([]library.Member, error) { return []library.Member{{}}, nil }

func (madeSource) Open(path, _ string) (*formats.Demo, error) {
	return formats.Open(path, madeDemo(filepath.Base(path)))
}

// madeDemo is a demo of Quake of two frames, with a name in it.
func madeDemo(name string) []byte {
	block := func(dst, message []byte) []byte {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(message)))
		return append(append(dst, make([]byte, 12)...), message...)
	}
	first := []byte{11, 15, 0, 0, 0, 2, 1} // serverinfo: protocol, players, deathmatch
	first = append(first, name+"\x00maps/dm4.bsp\x00\x00\x00"...)
	for i, player := range []string{"left of " + name[:8], "right"} {
		first = append(first, 13, byte(i))
		first = append(append(first, player...), 0, 14, byte(i), byte(i+1), 0)
	}
	first = append(first, 25, 1)
	second := append([]byte{7}, binary.LittleEndian.AppendUint32(nil, math.Float32bits(7.5))...)
	return block(block([]byte("-1\n"), first), second)
}

// madeHome is a home over made demos.
func madeHome(t testing.TB, demos int) *rig {
	r := newHomeRig(t, madeSource(demos))
	dir := t.TempDir() // an empty one would count as the place of a disk that is away
	if err := os.WriteFile(filepath.Join(dir, "made"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.home.library.Add(dir); err != nil {
		t.Fatal(err)
	}
	if err := r.home.library.Scan(t.Context()); err != nil {
		t.Fatal(err)
	}
	r.until("made demos", func() bool { return len(r.home.table.rows) == demos && !r.home.table.selecting.running })
	r.home.table.list.Prepare()
	r.run(64)
	r.until("the page", func() bool { return !r.home.pager.making && r.home.pager.now.complete() })
	r.pass(0)
	return r
}

// A frame of the home allocates nothing while nothing changes.
func TestHomeFrameAllocatesNothing(t *testing.T) {
	r := madeHome(t, 300)
	if got := r.rows(0); len(got) < 20 {
		t.Fatalf("the rows are %q", got)
	}
	in := r.reader.read(0)
	if n := allocations(100, 0, func() { r.stepHome(in, 0.01) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// BenchmarkHome measures the home of 100,000 demos: a frame, one in which the table scrolls, and a letter
// that is typed with the picture behind it; and how much memory there is in use.
func BenchmarkHome(b *testing.B) {
	r := madeHome(b, 100_000)
	b.Run("frame", func(b *testing.B) { benchmarkFrame(b, r) })
	b.Run("scroll", func(b *testing.B) { benchmarkScroll(b, r) })
	b.Run("sort", func(b *testing.B) { benchmarkSort(b, r) })
	b.Run("keystroke", func(b *testing.B) { benchmarkKeystroke(b, r) })
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.Logf("%d MB in use", m.HeapAlloc>>20)
}

// benchmarkScroll scrolls through all of the table.
func benchmarkScroll(b *testing.B, r *rig) {
	in := r.reader.read(0)
	b.ReportAllocs()
	var frames []float64 // ms
	n := 0
	for b.Loop() {
		began := time.Now()
		r.home.table.scrollTo(n*37%r.home.table.count(), r.home.layout.Visible())
		r.stepHome(in, 0.01)
		frames = append(frames, float64(time.Since(began).Microseconds())/1000)
		n++
	}
	slices.Sort(frames)
	b.ReportMetric(frames[len(frames)*99/100], "frame-p99-ms")
}

// benchmarkSort sorts by one column after another.
func benchmarkSort(b *testing.B, r *rig) {
	in := r.reader.read(0)
	var frames, sorted []float64 // ms: of the frame with the click, and until the rows are there
	n := 0
	for b.Loop() {
		began := time.Now()
		r.home.table.sortBy(n % len(r.home.table.columns()))
		r.stepHome(in, 0.01)
		frames = append(frames, float64(time.Since(began).Microseconds())/1000)
		for r.home.table.selecting.running {
			runtime.Gosched()
			r.home.takeResults(0)
		}
		sorted = append(sorted, float64(time.Since(began).Microseconds())/1000)
		n++
	}
	slices.Sort(frames)
	slices.Sort(sorted)
	b.ReportMetric(frames[len(frames)*99/100], "frame-p99-ms")
	b.ReportMetric(sorted[len(sorted)*99/100], "rows-p99-ms")
}

func benchmarkFrame(b *testing.B, r *rig) {
	in := r.reader.read(0)
	b.ReportAllocs()
	for b.Loop() {
		r.stepHome(in, 0.01)
	}
}

func benchmarkKeystroke(b *testing.B, r *rig) {
	in := r.reader.read(0)
	texts := []string{"d", "dm", "dm4", "dm4 p", "dm4 p1", "dm4 p12"}
	b.ReportAllocs()
	var frames, letters []float64 // ms: of the frame with the letter, and until its rows are there
	n := 0
	for b.Loop() {
		began := time.Now()
		r.home.line.query.Set(texts[n%len(texts)])
		r.home.queryChanged()
		r.stepHome(in, 0.01)
		frames = append(frames, float64(time.Since(began).Microseconds())/1000)
		for r.home.table.selecting.running || r.home.line.suggestions.asking {
			runtime.Gosched()
			r.home.takeResults(0)
		}
		letters = append(letters, float64(time.Since(began).Microseconds())/1000)
		n++
	}
	slices.Sort(frames)
	slices.Sort(letters)
	b.ReportMetric(frames[len(frames)*99/100], "frame-p99-ms")
	b.ReportMetric(letters[len(letters)*99/100], "rows-p99-ms")
	b.ReportMetric(letters[len(letters)/2], "rows-p50-ms")
}

// What is known of a demo that is left before all of it was read is no end of it.
func TestChips(t *testing.T) {
	h := &home{table: table{chips: map[recent.Entry]hud.HomeChip{}}}
	for _, c := range []struct {
		clock, length float64
		line          string
		part          float32
		ended         bool
	}{
		{20, 80, "0:20 of 1:20", 0.25, false},
		{78, 80, "watched to the end", 1, true},
		{20, 0, "left at 0:20", 0, false},
		{0, 0, "left at 0:00", 0, false},
	} {
		e := recent.Entry{Key: "k", Title: "a", Clock: c.clock, Length: c.length}
		if got := h.table.chipOf(&e); got.Line != c.line || got.Part != c.part || ended(&e) != c.ended {
			t.Errorf("at %v of %v: %+v, ended %v", c.clock, c.length, got, ended(&e))
		}
	}
}

// Moments that may be such are counted where the demos do not tell enough.
func TestUnjudgedMoments(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	r.dropFolder(sampleFolder(t), 2)
	ask := func(query string) {
		t.Helper()
		r.home.line.query.Set(query)
		r.home.queryChanged()
		r.until("the end", func() bool { return !r.home.momentSearch.running() && r.home.table.pending == nil })
		r.run(3)
	}
	ask("kill height>0") // of one death the demos do not tell the place
	if got, want := r.home.hudIn.Status,
		"5 moments in 1 demo · 1 uncertain (the demos lack the data) · (date): file's date"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	ask("kill height>100000")
	if got, want := r.home.hudIn.Empty,
		"No certain match. 1 uncertain (the demos lack the data)"; got != want ||
		r.home.table.count() != 0 {
		t.Errorf("it says %q, want %q", got, want)
	}
	ask("kill speed>100000")
	if got, want := r.home.hudIn.Empty, "No matching moment."; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// Where copies of a demo are is said, each in a line, as far as two go.
func TestCopyLines(t *testing.T) {
	places := []library.Place{{Path: "/a.dem"}, {Path: "/z.zip", Member: "b.dem"}, {Path: "/c.dem"}}
	for n, want := range []string{"", "copy: /a.dem", "copy: /a.dem|copy: /z.zip/b.dem",
		"copy: /a.dem|2 more copies"} {
		if got := strings.Join(copyLines(places[:n]), "|"); got != want {
			t.Errorf("%d copies: %q, want %q", n, got, want)
		}
	}
}

// In a table that fills the first row stays selected, whichever demo that is, until the viewer chooses one:
// then that one does.
func TestFirstRowStaysSelected(t *testing.T) {
	r := newHomeRig(t, folderSource{})
	table := &r.home.table
	row := func(id int64, name string) *library.Row {
		return &library.Row{ID: id, Places: []library.Place{{Path: name}}}
	}
	a, b, c, d := row(1, "a"), row(2, "b"), row(3, "c"), row(4, "d")
	selected := func(want *library.Row) {
		t.Helper()
		if got := table.row(); got != want {
			t.Errorf("%s is selected, want %s", got.File(), want.File())
		}
	}
	table.showDemos([]*library.Row{c})
	table.showDemos([]*library.Row{b, c})
	selected(b)
	table.goTo(1, 10)
	table.showDemos([]*library.Row{a, b, c})
	selected(c)
	table.goTo(0, 10)
	table.showDemos([]*library.Row{d, a, b, c})
	selected(a)
	// The first row stays, too, once it has been scrolled out of sight.
	r = newHomeRig(t, folderSource{})
	table = &r.home.table
	table.showDemos([]*library.Row{a, b, c})
	table.scroll(1, 2)
	table.showDemos([]*library.Row{d, a, b, c})
	selected(a)
	// Who goes to another row by what is played sees it where the one before was.
	at := cursor{at: 3, top: 1}
	if at.choose(7); at != (cursor{at: 7, top: 5, chosen: true}) {
		t.Errorf("%+v", at)
	}
}

package app

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/world"
	"demoscope/render/levelmap"
)

// firstGame is a game as [window.Run] makes it, with maps that take a while.
func firstGame(t *testing.T, maps levelmap.Load) *rig {
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}, folder: t.TempDir()}
	o := Options{Demo: Demo{Player: newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd")), Maps: maps},
		Width: 640, Height: 360}
	o.LoadFirst()
	r.App = New(&o, r.window, r.input)
	return r
}

func TestFirstPictureHasItsMap(t *testing.T) {
	m, _ := sampleMap(t)(nil)
	loads, updating := 0, make(chan bool)
	r := firstGame(t, func(*world.Level) (*bsp.Map, string) {
		<-updating
		loads++
		return m, ""
	})
	called := 0
	close(updating)
	r.onFirstPicture = func() { called++ }
	for range 3 {
		if err := r.Update(); err != nil {
			t.Fatal(err)
		}
		if r.Demo.Maps.Geometry == nil || r.Active.Scene.Geometry() != r.Demo.Maps.Geometry || called != 1 {
			t.Fatalf("a picture without its map; the first was told %d times", called)
		}
	}
	if loads != 1 {
		t.Errorf("the map is loaded %d times", loads)
	}
}

// A map that does not come keeps nobody waiting for longer than a moment.
func TestFirstPictureWithoutItsMap(t *testing.T) {
	never := make(chan struct{})
	defer close(never)
	r := firstGame(t, func(*world.Level) (*bsp.Map, string) { <-never; return nil, "" })
	if err := r.Update(); err != nil || r.HUD == nil || !r.redraw.draw {
		t.Errorf("there is no picture: %v", err)
	}
}

// Bookmarks are opened beside; only who uses them waits.
func TestBookmarksComeLater(t *testing.T) {
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}, folder: t.TempDir()}
	b := r.savedMarks()
	b.Toggle(3, "before")
	if err := b.Save(); err != nil {
		t.Fatal(err)
	}
	p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
	p.Seek(10)
	ready := make(chan struct{})
	r.App = New(&Options{Demo: Demo{Player: p,
		Bookmarks: func() (*bookmarks.Bookmarks, error) { <-ready; return r.openMarks() }},
		Width: 1280, Height: 720}, r.window, r.input)
	r.press("Right")
	if r.Input.Clock != 15 || len(r.Input.Bookmarks) != 0 {
		t.Errorf("at %v s there are %d bookmarks", r.Input.Clock, len(r.Input.Bookmarks))
	}
	time.AfterFunc(20*time.Millisecond, func() { close(ready) })
	r.press("B")
	if got := r.see().Marks; got != "3before 15" {
		t.Errorf("the bookmarks are %q", got)
	}
}

// BenchmarkOpen opens demos as a person does, from the file to the finished buffers of the first
// picture, with the map of the level if it is there; the window alone is missing. What the index does
// on another core meanwhile is not in the time.
func BenchmarkOpen(b *testing.B) {
	dir := corpus.Dir(b)
	for _, c := range []struct{ file, game string }{
		{"dem/qfm_demo1.dem", "gplmaps"}, {"qwd/qwz_demo24.qwd", "gplmaps"}, {"mvd/rec_lqdm11_dmm4.mvd", "lq"},
		{"dm2/lq2dm11_yq2_serverrecord.dm2", "q2"}, {"dm3/udt_p68_cpma_ctfs_ojfc09.dm_68", "oa"},
		{"dm3/oa_ctf2_player.dm_71", "oa"},
	} {
		b.Run(filepath.Base(c.file), func(b *testing.B) {
			found := false
			for b.Loop() {
				path := filepath.Join(dir, c.file)
				data, err := os.ReadFile(path)
				if err != nil {
					b.Fatal(err)
				}
				demo, err := formats.Open(path, data)
				if err != nil {
					b.Fatal(err)
				}
				search, err := assets.Open(assets.Options{Game: assets.Game(demo.Game), DemoPath: path,
					BaseDirs: []string{filepath.Join(dir, "game", c.game)}, NoInstalled: true,
					Getenv: func(string) string { return "" }})
				if err != nil {
					b.Fatal(err)
				}
				p := player.New(demo, player.Options{})
				o := Options{Demo: Demo{Player: p,
					Bookmarks: func() (*bookmarks.Bookmarks, error) { return bookmarks.Open(b.TempDir(), demo.Sum()) },
					Maps: func(level *world.Level) (*bsp.Map, string) {
						data, _, err := search.ReadFile(level.Map)
						if err != nil {
							return nil, err.Error()
						}
						m, _ := bsp.Load(data)
						return m, ""
					}},
					Width: 1280, Height: 720}
				o.LoadFirst()
				g := New(&o, &testDesktop{}, newTestDevices())
				g.Demo.Maps.Await(p.Moment().World, firstPatience)
				g.frame(0)
				found = g.Demo.Maps.Map() != nil
				b.StopTimer()
				g.Demo.Marks.Take(&g.Demo.Notices, true)
				p.Close()
				p.Timeline().Wait()
				search.Close()
				b.StartTimer()
			}
			if !found {
				b.Log("without its map, which is missing")
			}
		})
	}
}

// Which of several files it is is said from the beginning.
func TestFirstOfSeveralFiles(t *testing.T) {
	r := firstGame(t, sampleMap(t))
	r.files = playlist{paths: []string{"nothing.dem", "demoscope1.mvd", "demoscope1.dm2"}, shown: 1}
	r.Demo.Title = "demoscope1.mvd"
	if err := r.Update(); err != nil {
		t.Fatal(err)
	}
	if got := r.see().Says; got != "Press H for help File 2 of 3: demoscope1.mvd; Shift+N: next" {
		t.Errorf("it says %q", got)
	}
}

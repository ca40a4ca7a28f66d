package app

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/bsp"
	"demoscope/player/bookmarks"
	"demoscope/player/world"
	"demoscope/render/levelmap"
	"demoscope/render/scene"
)

// newLiveRig shows the first of the files of a folder as the program does, paused.
func newLiveRig(t *testing.T, live *liveGame) *rig {
	t.Helper()
	demo, err := live.open(t.Context(), live.files[0])
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Demo: demo, Open: live.open, Playlist: Playlist{Files: live.files}, Width: 640, Height: 360}
	r := &rig{t: t, input: newTestDevices(), window: &testDesktop{}}
	r.App = New(&o, r.window, r.input)
	t.Cleanup(func() { r.Demo.end() })
	r.Demo.Player.SetPaused(true)
	r.pass(0)
	return r
}

// loaded waits until a map, or the lack of one, is known.
func (r *rig) loaded() {
	r.t.Helper()
	r.passUntil(1./64, "a map", func() bool { return r.Demo.Maps.Current != nil })
}

// messages returns what the window says.
func (r *rig) messages() string {
	var list []string
	for _, m := range r.Input.Messages {
		list = append(list, m.Text)
	}
	return strings.Join(list, " | ")
}

// A demo is read whole before it is shown: what becomes of its file meanwhile changes
// nothing, and its bookmarks stay its own.
func TestFileThatChangesWhileItPlays(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"vanishes":    os.Remove,
		"shrinks":     func(path string) error { return os.Truncate(path, 100) },
		"is empty":    func(path string) error { return os.Truncate(path, 0) },
		"grows":       func(path string) error { return os.WriteFile(path, make([]byte, 4<<20), 0o644) },
		"is replaced": func(path string) error { return os.WriteFile(path, sample(t, "demoscope1.dm2"), 0o644) },
		"is a folder": func(path string) error { os.Remove(path); return os.Mkdir(path, 0o755) },
	} {
		live := newLiveGame(t)
		slices.Reverse(live.files) // dm_71 comes first
		live.files = slices.DeleteFunc(live.files, func(f string) bool { return filepath.Base(f) != "demoscope1.mvd" })
		r := newLiveRig(t, live)
		r.loaded()
		if err := change(live.files[0]); err != nil {
			t.Fatal(err)
		}
		r.Demo.Player.Timeline().Wait()
		end, complete := r.Demo.Player.Duration()
		if !complete || !near(end, 60.223, 1e-3) {
			t.Errorf("%s: %v s, complete %v", name, end, complete)
		}
		for _, at := range []float64{60, 0, 30, 20} {
			r.Demo.Player.Seek(at)
			for r.pass(1. / 64); r.Demo.Player.Behind(); {
				r.pass(1. / 64)
			}
			if w := r.Demo.Player.Moment().World; !near(r.Demo.Player.Clock(), at, 1e-9) || at > 0 &&
				!world.AnyoneVisible(w.Players) {
				t.Errorf("%s: at %v s, wanted %v, nobody there", name, r.Demo.Player.Clock(), at)
			}
		}
		r.press("B")
		if got := r.messages(); got != "Bookmark set" {
			t.Errorf("%s: it says %q", name, got)
		}
		again, err := bookmarks.Open(filepath.Join(live.dir, "marks"), sha256.Sum256(sample(t, "demoscope1.mvd")))
		if err != nil || len(again.Marks) != 1 || !near(again.Marks[0].Clock, 20, 1e-9) {
			t.Errorf("%s: the bookmarks are %+v, %v", name, again, err)
		}
	}
}

// The next file of the list, or a map, may be gone, cut or another thing when it is
// wanted: it is passed over with a word, and what comes after it plays.
func TestFilesThatAreGoneWhenTheyAreWanted(t *testing.T) {
	live := newLiveGame(t)
	live.files = slices.DeleteFunc(live.files, func(f string) bool {
		return strings.HasPrefix(filepath.Base(f), "damaged_")
	})
	live.files = live.files[:len(sampleDemos)]
	r := newLiveRig(t, live)
	r.loaded()
	if err := os.Remove(live.files[1]); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(live.files[2], 0); err != nil {
		t.Fatal(err)
	}
	// Without it the built-in one would be found.
	if err := os.WriteFile(filepath.Join(live.dir, "maps", "demoscope1.bsp"), []byte("no map"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.press("Shift+N")
	r.opening()
	r.loaded()
	r.Demo.Player.SetPaused(true)
	r.pass(0)
	got := r.messages()
	for _, want := range []string{filepath.Base(live.files[1]), "no such file", filepath.Base(live.files[2]),
		"File 4 of 7: demoscope1.mvd", "Map demoscope1 not found"} {
		if !strings.Contains(got, want) {
			t.Errorf("it does not say %q but %q", want, got)
		}
	}
	if r.window.title != "demoscope1.mvd - Demoscope" || r.Demo.Maps.Map() != nil {
		t.Errorf("the title is %q", r.window.title)
	}
	// Without its map the level is a grid, and the demo plays.
	r.Demo.Player.SetPaused(false)
	was := r.Demo.Player.Clock()
	r.run(64)
	if now := r.Demo.Player.Clock(); now < was+0.9 {
		t.Errorf("it plays from %v to %v", was, now)
	}
}

// A map with nothing in some of its parts, as [bsp.Load] lets it through, is drawn as far
// as there is anything.
func TestMapsOfNothing(t *testing.T) {
	whole, _ := sampleMap(t)(nil)
	without := func(drop func(*bsp.Map)) *bsp.Map {
		m := *whole
		drop(&m)
		return &m
	}
	for name, m := range map[string]*bsp.Map{
		"no faces": without(func(m *bsp.Map) {
			m.Faces, m.LeafFaces = nil, nil
			m.Models, m.Leaves, m.Nodes = slices.Clone(m.Models), slices.Clone(m.Leaves), slices.Clone(m.Nodes)
			for i := range m.Nodes {
				m.Nodes[i].FirstFace, m.Nodes[i].NumFaces = 0, 0
			}
			for i := range m.Models {
				m.Models[i].FirstFace, m.Models[i].NumFaces = 0, 0
			}
			for i := range m.Leaves {
				m.Leaves[i].FirstFace, m.Leaves[i].NumFaces = 0, 0
			}
		}),
		"one leaf": without(func(m *bsp.Map) {
			m.Nodes, m.Leaves, m.Faces, m.LeafFaces = nil, []bsp.Leaf{{Parent: -1}}, nil, nil
			m.Models = []bsp.Model{{HeadNode: -1}}
		}),
		"no entities, no visibility": without(func(m *bsp.Map) { m.Entities, m.Visibility = nil, bsp.Visibility{} }),
	} {
		r := newRig(t)
		level := r.Demo.Player.Moment().World.Level()
		r.Demo.Maps.Current = nil
		key := world.MapKey{Name: level.Map, Checksum: level.Checksum}
		r.Demo.Maps.Cache.Keep(key, &levelmap.Loaded{Key: key, Map: m, Geometry: scene.Prepare(m)})
		for _, key := range []string{"V", "V", "V", "V", "X", "G", "C", "F", "N"} {
			r.press(key)
			r.seek(10 + r.Demo.Player.Clock())
			r.check(name, key)
		}
	}
}

package app

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/control"
)

// liveGame is a folder with demos and their map, and how the program opens them.
type liveGame struct {
	dir   string
	files []string
}

// newLiveGame writes our own recordings, whole and damaged, beside their maps. With a
// folder of real files, the smallest demo of each format comes with them.
func newLiveGame(t *testing.T) *liveGame {
	t.Helper()
	g := &liveGame{dir: t.TempDir()}
	write := func(name string, data []byte) {
		path := filepath.Join(g.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, ".bsp") {
			g.files = append(g.files, path)
		}
	}
	write("maps/demoscope1.bsp", sample(t, "demoscope1.bsp"))
	r := rand.New(rand.NewPCG(10, 2))
	for _, name := range sampleDemos {
		data := sample(t, name)
		write(name, data)
		write("damaged_"+name, damaged(r, data))
	}
	if dir, ok := corpus.Lookup(); ok {
		for _, format := range []string{"dem", "mvd", "mvd2", "dm2", "dm3"} {
			if data, name := smallest(t, filepath.Join(dir, format)); data != nil {
				write("real_"+name, data)
			}
		}
	}
	return g
}

// smallest returns the smallest file in a folder.
func smallest(t *testing.T, dir string) (data []byte, name string) {
	for _, path := range corpus.Files(t, dir, func(string) bool { return true }) {
		if d := corpus.Read(t, path); data == nil || len(d) < len(data) {
			data, name = d, filepath.Base(path)
		}
	}
	return data, name
}

// open opens a demo with everything that the program has for it, none of it shared with
// another one but the files.
func (g *liveGame) open(_ context.Context, path string) (Demo, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Demo{}, err
	}
	demo, err := formats.Open(path, data)
	if err != nil {
		return Demo{}, err
	}
	search, err := assets.Open(assets.Options{Game: assets.Game(demo.Game), DemoPath: path, NoInstalled: true,
		Getenv: func(string) string { return "" }})
	if err != nil {
		return Demo{}, err
	}
	p := player.New(demo, player.Options{})
	return Demo{Player: p, Title: filepath.Base(path),
		Bookmarks: func() (*bookmarks.Bookmarks, error) {
			return bookmarks.Open(filepath.Join(g.dir, "marks"), demo.Sum())
		}, Maps: func(level *world.Level) (*bsp.Map, string) {
			data, src, err := search.ReadFile(level.Map)
			if err != nil {
				return nil, err.Error()
			}
			m, err := bsp.Load(data)
			if err != nil {
				return nil, fmt.Sprint(src, ": ", err)
			}
			return m, ""
		}, Close: func() { p.Close(); search.Close() }}, nil
}

// Two windows play, index, load maps, draw, open other demos before the last one is
// ready, save bookmarks of the same demos and close, while others read the index: with the
// race detector this says whether any two of these touch the same memory.
func TestEverythingAtOnce(t *testing.T) {
	before := runtime.NumGoroutine()
	live := newLiveGame(t)
	var windows sync.WaitGroup
	shown := make([]map[string]bool, 2)
	for i := range shown {
		windows.Go(func() { shown[i] = live.watch(t, uint64(i)) })
	}
	windows.Wait()
	for i, files := range shown {
		if len(files) < len(sampleDemos) {
			t.Errorf("window %d has shown only %d demos", i, len(files))
		}
	}
	wait.For(t, "the end of all goroutines", func() bool { return runtime.NumGoroutine() <= before })
}

// watch is a window with a viewer in a hurry. It returns the files that it has shown.
func (g *liveGame) watch(t *testing.T, seed uint64) (shown map[string]bool) {
	r := rand.New(rand.NewPCG(seed, 10))
	demo, err := g.open(t.Context(), g.files[0])
	if err != nil {
		t.Error(err)
		return nil
	}
	o := Options{Demo: demo, Open: g.open, Playlist: Playlist{Files: g.files}, Width: 640, Height: 360}
	w := &rig{t: t, input: newTestDevices(), window: &testDesktop{}}
	w.App = New(&o, w.window, w.input)
	var readers sync.WaitGroup
	shown = map[string]bool{}
	for i := range g.files {
		s := w.Demo
		shown[s.Title] = true
		readers.Go(func() { readIndex(t, s.Player.Timeline()) })
		for range 12 {
			w.doAnything(r)
		}
		if i%3 == 0 { // wait until the map is there
			w.passUntil(1./64, "the map", func() bool { return s.Maps.Current != nil })
		}
		// The next one, and sometimes another one before that is ready.
		w.startOpening(openRequest{paths: g.files, index: (i + 1) % len(g.files), step: 1})
		if i%4 == 1 {
			w.pass(1. / 64)
			w.startOpening(openRequest{paths: g.files, index: (i + 2) % len(g.files), step: 1})
		}
		wait.For(t, "the demo", func() bool { w.doAnything(r); return w.opener.result == nil })
	}
	w.opener.cancel()
	w.Demo.end()
	readers.Wait()
	return shown
}

// doAnything lets a frame pass in which the viewer does something.
func (r *rig) doAnything(random *rand.Rand) {
	p := r.Demo.Player
	switch random.IntN(6) {
	case 0:
		end, _ := p.Duration()
		p.Seek(random.Float64() * (end + 1))
	case 1:
		r.Demo.Marks.toggle(p.Clock(), &r.Demo.Notices)
	case 2:
		p.SetSpeed(20 * (random.Float64() - 0.5))
		p.SetPaused(false)
	case 3:
		p.FollowNext(1)
	default:
		keys := [...]control.Key{control.KeyK, control.KeyG, control.KeyF3, control.KeyTab, control.KeyV, control.KeyC,
			control.KeyPeriod, control.KeyComma, control.KeyPageDown, control.KeyT}
		r.input.pressed[keys[random.IntN(len(keys))]] = true
	}
	r.pass(1. / 64)
}

// readIndex reads an index until it is complete or has been closed, as anybody may from
// any goroutine.
func readIndex(t *testing.T, index *timeline.Timeline) {
	rounds := 0
	wait.For(t, "the index", func() bool {
		clock, complete := index.Duration()
		letters := 0
		for _, e := range index.Events() {
			letters += len(e.Text)
		}
		for i := range index.Levels() {
			if w := index.Walked(i); w != nil && len(w.Points) != len(w.Counts) {
				panic("walked ground without counts")
			}
		}
		index.NextFrame(clock / 2)
		index.PrevFrame(clock / 2)
		if k, ok := index.Before(clock / 2); ok {
			letters += len(k.World.Level().Map) + len(k.World.Entities)
		}
		index.Damage()
		index.Progress()
		index.Memory()
		rounds++
		return complete || rounds == 200
	})
}

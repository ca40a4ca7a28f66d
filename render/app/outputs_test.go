package app

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/golden"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/levelmap"
	"demoscope/render/setting"
)

// outputMoments returns at how many moments the pictures of a demo of some bytes are compared.
func outputMoments(size int64) int {
	return int(max(10, min(50, 50_000_000/max(1, size))))
}

// TestOutputs compares the hashes of what is drawn of each demo with testdata/pictures.txt, so that a change of
// the structure shows every change of a picture. See [golden.Outputs].
func TestOutputs(t *testing.T) {
	o := golden.NewOutputs(t, "pictures")
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"} {
		t.Setenv(name, t.TempDir())
	}
	maps := realMaps(t)
	golden.Each(golden.OutputDemos(t), func(d *golden.Demo) {
		data, err := os.ReadFile(d.File)
		if err != nil {
			t.Error(err)
			return
		}
		demo, err := formats.Open(filepath.Base(d.File), data)
		if err != nil {
			return
		}
		p := player.New(demo, player.Options{Budget: 1 << 40})
		defer p.Close()
		find := maps
		if d.Own {
			find = gameMap(t, d.File)
		}
		g := New(&Options{Demo: Demo{Player: p, Maps: find}, Width: MinWidth, Height: MinHeight}, &testDesktop{},
			newTestDevices())
		drawn := &drawnMoments{game: g, size: image.Pt(1280, 720)}
		if dir := golden.DumpDir(t); dir != "" {
			drawn.folder = filepath.Join(dir, filepath.FromSlash(d.Name))
		}
		if err := drawn.add(outputMoments(d.Size)); err != nil {
			t.Errorf("%s: %v", d.Name, err)
		}
		o.Add(d.Name, "scene.txt", drawn.scene.Bytes())
		o.Add(d.Name, "hud.txt", drawn.hud.Bytes())
	})
	o.Compare()
}

// realMaps returns what finds the maps in the folder of real files.
func realMaps(t *testing.T) levelmap.Load {
	files := map[string][]byte{}
	if dir, ok := corpus.Lookup(); ok {
		for _, f := range corpus.Maps(t, filepath.Join(dir, "game")) {
			files["maps/"+strings.ToLower(f.Name)] = f.Data
		}
	}
	var mu sync.Mutex
	loaded := map[string]*bsp.Map{}
	return func(level *world.Level) (*bsp.Map, string) {
		mu.Lock()
		defer mu.Unlock()
		name := strings.ToLower(level.Map)
		m, ok := loaded[name]
		if data := files[name]; !ok && data != nil {
			m, _ = bsp.Load(data)
		}
		loaded[name] = m
		return m, ""
	}
}

// drawnMoments has the hashes of what a game draws at moments of a demo: a line for each.
type drawnMoments struct {
	game       *App
	size       image.Point // pixels
	folder     string      // for a picture of each moment; empty for none
	level      int
	scene, hud bytes.Buffer
}

// add adds moments at equal distances. They differ in the followed player and in what is shown.
func (d *drawnMoments) add(moments int) error {
	g := d.game
	p := &g.Demo.Player
	p.Timeline().Wait()
	p.SetPaused(true)
	length, _ := p.Duration()
	g.Demo.Marks.Take(&g.Demo.Notices, true)
	g.Input.NoBar = true
	d.level = -1
	for i := range moments {
		clock := length * (float64(i) + 0.5) / float64(moments)
		analyst := i%3 != 0
		g.Viewing.Apply(setting.Values{"display": {map[bool]string{true: "analyst", false: "watch"}[analyst]}})
		all := i%7 == 3
		g.Viewing.Set(shotOverlays, all)
		g.Viewing.scores = i%5 == 4
		if i%4 == 3 {
			p.FollowNext(1)
		}
		if err := d.at(clock); err != nil {
			return err
		}
	}
	return nil
}

// at adds a moment, in viewer's seconds.
func (d *drawnMoments) at(clock float64) error {
	g := d.game
	s, p := g.Demo, &g.Demo.Player
	p.Seek(clock)
	for p.Update(0); p.Behind(); {
		p.Update(0)
	}
	m := p.Moment()
	if m.World == nil {
		return nil
	}
	if level := p.Timeline().LevelAt(clock); level != d.level {
		d.level = level
		s.LoadMap(m.World)
	}
	g.Size = hud.Screen{Width: float32(d.size.X), Height: float32(d.size.Y), Scale: 1, Percent: g.Viewing.UIScale}
	g.Arrange(0)
	g.BuildScene(m, 0)
	g.UpdateMessages()
	g.BuildHUD(m, nil)
	scene := g.Active.Scene
	fmt.Fprintf(&d.scene, "%.3f world %s overlay %s\n", clock, hashOf(&scene.World), hashOf(&scene.Overlay))
	fmt.Fprintf(&d.hud, "%.3f %s\n", clock, hashOf(g.HUD.Buffer()))
	if d.folder == "" {
		return nil
	}
	g.CPU = NewSoftware()
	picture := g.DrawCPU(d.size, g, true).Image()
	g.CPU = nil
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return err
	}
	if err := os.MkdirAll(d.folder, 0o777); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(d.folder, fmt.Sprintf("%08.3f.png", clock)), b.Bytes(), 0o666)
}

// hashOf returns how many triangles a buffer has, and a hash of its corners: places to an eighth of a pixel,
// colors to a 64th.
func hashOf(b *draw.Buffer) string {
	h := sha256.New()
	var row [8]int32
	var scratch []byte
	round := func(v float32, parts float64) int32 {
		return int32(max(-1e9, min(1e9, math.Round(float64(v)*parts))))
	}
	for _, i := range b.Indices {
		v := &b.Vertices[i]
		row = [8]int32{round(v.X, 8), round(v.Y, 8), round(v.U, 8), round(v.V, 8), round(v.R, 64), round(v.G, 64),
			round(v.B, 64), round(v.A, 64)}
		scratch, _ = binary.Append(scratch[:0], binary.LittleEndian, row[:])
		h.Write(scratch)
	}
	return fmt.Sprintf("%d %x", len(b.Indices)/3, h.Sum(nil)[:8])
}

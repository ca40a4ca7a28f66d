package app

import (
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"demoscope/assets"
	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/golden"
	"demoscope/player"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// TestOrder checks painter's order by depth: of the pixels outside the weapon in hand at most 0.3 % show something that
// is behind what was drawn before. It looks at some moments of each small demo in the render mode game.
func TestOrder(t *testing.T) {
	const (
		moments   = 2
		smallDemo = 300_000 // bytes: what is larger takes long to read
		mostWrong = 0.003
	)
	maps := realMaps(t)
	bases := []string{t.TempDir()}
	if dir, ok := corpus.Lookup(); ok {
		bases = append(bases, filepath.Join(dir, "game", "lq"))
	}
	var mu sync.Mutex
	wrong, all := 0, 0
	golden.Each(golden.OutputDemos(t), func(d *golden.Demo) {
		if d.Size > smallDemo {
			return
		}
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
		search, err := assets.Open(assets.Options{Game: assets.Quake, BaseDirs: bases, NoInstalled: true})
		if err != nil {
			t.Error(err)
			return
		}
		defer search.Close()
		models := assets.NewModels(search, nil).LoadAtOnce()
		pic := NewPicture(&Options{Demo: Demo{Player: p, Maps: find, Models: models},
			Width: 320, Height: 180})
		pic.Viewing.Mode = scene.Game
		p.Timeline().Wait()
		length, _ := p.Duration()
		for i := range moments {
			p.Seek(length * (float64(i) + 0.5) / moments)
			for p.Update(0); p.Behind(); {
				p.Update(0)
			}
			m := p.Moment()
			if m.World == nil {
				continue
			}
			pic.Demo.LoadMap(m.World)
			pic.Size = hud.Screen{Width: 320, Height: 180, Scale: 1}
			pic.BuildScene(m, 0)
			s := pic.Active.Scene
			w, a := outOfOrder(&s.World, 320, 180, s.Hand)
			if w > a/50 {
				t.Logf("%s, moment %d: %d of %d pixels are in wrong order", d.Name, i, w, a)
			}
			mu.Lock()
			wrong, all = wrong+w, all+a
			mu.Unlock()
		}
	})
	if all < 320*180 {
		t.Fatalf("only %d pixels have a depth", all)
	}
	if share := float64(wrong) / float64(all); share > mostWrong {
		t.Errorf("%.2f %% of the pixels are in wrong order", 100*share)
	}
	t.Logf("%d of %d pixels are in wrong order", wrong, all)
}

// outOfOrder returns how many pixels outside a box have a depth, and at how many another opaque triangle was nearer
// than the last one.
func outOfOrder(b *draw.Buffer, width, height int, hand anchor.Body) (wrong, all int) {
	if b.Textures == nil {
		return 0, 0
	}
	nearest, last := make([]float64, width*height), make([]float64, width*height)
	for i := 0; i+2 < len(b.Indices); i += 3 {
		var c [3]*draw.Vertex
		for k := range c {
			c[k] = &b.Vertices[b.Indices[i+k]]
		}
		near := func(k int) float64 { return float64(c[k].Custom[2]) } // 1 by the depth
		opaque, known := c[0].A >= 1, c[0].Custom[3] != 0
		if known {
			switch b.Textures.List[int(math.Abs(float64(c[0].Custom[3])))-1].Kind {
			case draw.Fence, draw.Blend:
				opaque = false
			case draw.Sky, draw.Dome:
				known = false
			}
		}
		if !opaque {
			continue
		}
		area := cross(c[0], c[1], float64(c[2].X), float64(c[2].Y))
		if area == 0 {
			continue
		}
		left, right := min(c[0].X, c[1].X, c[2].X), max(c[0].X, c[1].X, c[2].X)
		top, bottom := min(c[0].Y, c[1].Y, c[2].Y), max(c[0].Y, c[1].Y, c[2].Y)
		for y := max(0, int(top)); y <= min(height-1, int(bottom)); y++ {
			for x := max(0, int(left)); x <= min(width-1, int(right)); x++ {
				px, py := float64(x)+0.5, float64(y)+0.5
				w0, w1 := cross(c[1], c[2], px, py)/area, cross(c[2], c[0], px, py)/area
				w2 := 1 - w0 - w1
				if min(w0, w1, w2) < -1e-9 {
					continue
				}
				if at := y*width + x; known {
					last[at] = w0*near(0) + w1*near(1) + w2*near(2)
					nearest[at] = max(nearest[at], last[at])
				} else {
					last[at] = 0
				}
			}
		}
	}
	for at := range last {
		x, y := float32(at%width), float32(at/width)
		if last[at] <= 0 || x >= hand.X && x < hand.X+hand.W && y >= hand.Y && y < hand.Y+hand.H {
			continue
		}
		all++
		if depth := 1 / last[at]; depth > 1.01/nearest[at]+2 { // what touches may be in any order
			wrong++
		}
	}
	return wrong, all
}

// cross returns twice the area of the triangle between two corners and a place.
func cross(a, b *draw.Vertex, x, y float64) float64 {
	return (float64(b.X)-float64(a.X))*(y-float64(a.Y)) - (float64(b.Y)-float64(a.Y))*(x-float64(a.X))
}

// TestOutOfOrder: a farther triangle that is drawn last is found, and one that is drawn first is not.
func TestOutOfOrder(t *testing.T) {
	b := draw.Buffer{Textures: &draw.Textures{List: []draw.Texture{{}, {Kind: draw.Fence}}}}
	square := func(number int32, depth float32) {
		first := uint32(len(b.Vertices))
		for _, p := range [4][2]float32{{0, 0}, {20, 0}, {20, 10}, {0, 10}} {
			v := draw.Vertex{X: p[0], Y: p[1], R: 1, G: 1, B: 1, A: 1}
			v.Textured(number, true, depth, 0, 0, 0, 0)
			b.Vertices = append(b.Vertices, v)
		}
		b.Fan(first, 4)
	}
	square(0, 100)
	square(0, 50)
	if wrong, all := outOfOrder(&b, 20, 10, anchor.Body{}); wrong != 0 || all != 200 {
		t.Errorf("far to near: %d of %d", wrong, all)
	}
	square(1, 20) // with holes
	square(0, 52)
	if wrong, all := outOfOrder(&b, 20, 10, anchor.Body{}); wrong != 0 || all != 200 {
		t.Errorf("what touches: %d of %d", wrong, all)
	}
	square(0, 70)
	if wrong, all := outOfOrder(&b, 20, 10, anchor.Body{X: 10, W: 10, H: 10}); wrong != 100 || all != 100 {
		t.Errorf("the far one last: %d of %d", wrong, all)
	}
}

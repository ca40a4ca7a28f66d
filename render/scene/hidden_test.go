package scene

import (
	"bytes"
	"image/color"
	"testing"

	"demoscope/assets"
	"demoscope/render/raster"
)

// What nearer faces cover is left out, and the rows that the world covers need no background: the picture is
// the same to the bit.
func TestHiddenFacesAreNotMissed(t *testing.T) {
	maps := benchMaps
	if testing.Short() {
		maps = benchMaps[:4]
	}
	for _, name := range maps {
		t.Run(name, func(t *testing.T) {
			g := Prepare(loadMap(t, name))
			g.Paint(assets.OwnPalette(assets.Quake), nil, false)
			all, some := New(), New()
			all.SetGeometry(g)
			some.SetGeometry(g)
			o := DefaultOptions()
			p, q := raster.New(640, 360), raster.New(640, 360)
			faces, kept, covered := 0, 0, 0
			for i, c := range insideCameras(g, 32) {
				o.Mode = Mode(i % int(Wire))
				v := View{640, 360, 1 + float32(i%3)/2}
				draw := func(s *Scene, p *raster.Picture) {
					o.SkipHidden = s == some
					s.Build(nil, c, v, &o)
					background(p, s)
					p.Draw(&s.World, nil)
				}
				draw(all, p)
				draw(some, q)
				if !bytes.Equal(p.Pix(), q.Pix()) {
					t.Fatalf("the picture of %+v differs", c)
				}
				covered += 360 - some.Bare().To + some.Bare().From
				faces, kept = faces+len(all.level.order), kept+len(some.level.order)
			}
			if kept >= faces {
				t.Errorf("of %d faces none is left out", faces)
			}
			if covered == 0 {
				t.Error("all rows are bare")
			}
			t.Logf("%d of %d faces are drawn, %d of %d rows are covered", kept, faces, covered, 32*360)
		})
	}
}

// background fills a picture for a scene, of which the covered rows are as no picture is.
func background(p *raster.Picture, s *Scene) {
	p.Fill(color.RGBA{255, 0, 255, 255})
	p.FillBare(color.RGBA{10, 12, 16, 255}, s.Bare())
}

// So it is with everything that happens: explosions light faces, the nearest first, and who is hidden takes
// no light away.
func TestHiddenFacesOfMoments(t *testing.T) {
	p := openPlayer(t, "demoscope1.mvd", 0)
	p.Timeline().Wait()
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	all, some := New(), New()
	all.SetGeometry(g)
	some.SetGeometry(g)
	o := DefaultOptions()
	o.FirstPerson = true
	a, b := raster.New(640, 360), raster.New(640, 360)
	lit := 0
	for k := range 240 {
		p.Follow(k % 4)
		p.Seek(0.25*float64(k) + 0.0166667) // with 19.7667, when a grenade bursts in the water
		p.Update(0)
		m := p.Moment()
		o.Follow = m.Eye.Slot
		draw := func(s *Scene, r *raster.Picture) {
			o.SkipHidden = s == some
			s.Build(m, Camera{m.Eye.Origin, m.Eye.Angles, 90, 0}, View{640, 360, 1}, &o)
			background(r, s)
			r.Draw(&s.World, nil)
		}
		draw(all, a)
		draw(some, b)
		if !bytes.Equal(a.Pix(), b.Pix()) {
			t.Fatalf("the picture at %v s through the eyes of %d differs", m.Clock, m.Eye.Slot)
		}
		lit += min(1, len(all.level.lights.list))
	}
	if lit < 40 {
		t.Errorf("only %d pictures have lights", lit)
	}
}

package scene

import (
	"bytes"
	"image/color"
	"testing"

	"demoscope/render/raster"
)

// What nearer faces cover is left out, and the picture is the same to the bit.
func TestHiddenFacesAreNotMissed(t *testing.T) {
	maps := benchMaps
	if testing.Short() {
		maps = benchMaps[:4]
	}
	for _, name := range maps {
		t.Run(name, func(t *testing.T) {
			g := Prepare(loadMap(t, name))
			all, some := New(), New()
			all.SetGeometry(g)
			some.SetGeometry(g)
			o := DefaultOptions()
			p, q := raster.New(640, 360), raster.New(640, 360)
			faces, kept := 0, 0
			for i, c := range insideCameras(g, 32) {
				o.Mode = Mode(i % int(Wire))
				v := View{640, 360, 1 + float32(i%3)/2}
				draw := func(s *Scene, p *raster.Picture) {
					o.SkipHidden = s == some
					s.Build(nil, c, v, &o)
					p.Fill(color.RGBA{10, 12, 16, 255})
					p.Draw(&s.World, nil)
				}
				draw(all, p)
				draw(some, q)
				if !bytes.Equal(p.Pix(), q.Pix()) {
					t.Fatalf("the picture of %+v differs", c)
				}
				faces, kept = faces+len(all.order), kept+len(some.order)
			}
			if kept >= faces {
				t.Errorf("of %d faces none is left out", faces)
			}
			t.Logf("%d of %d faces are drawn", kept, faces)
		})
	}
}

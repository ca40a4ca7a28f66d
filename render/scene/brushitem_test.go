package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/internal/corpus"
)

// TestBrushModels: LibreQuake's boxes are maps in its PAK. What each has was read from its
// lumps by hand: the triangles of the world's faces, and the far corner of the box around it.
func TestBrushModels(t *testing.T) {
	search, err := assets.Open(assets.Options{Game: assets.Quake, BaseDirs: []string{corpus.Dir(t) + "/game/lq"},
		NoInstalled: true})
	if err != nil {
		t.Fatal(err)
	}
	defer search.Close()
	list := assets.NewModels(search, BrushModel).LoadAtOnce()
	for _, c := range []struct {
		name      string
		triangles int
		far       mgl32.Vec3
		// of the first surface: a color of the palette, 0 where the texels are too many-colored to say
		skin uint8
	}{
		{"maps/b_explob.bsp", 28, mgl32.Vec3{32, 32, 64}, 98},
		{"maps/b_bh100.bsp", 205, mgl32.Vec3{32, 32, 32}, 173},
		{"maps/b_rock0.bsp", 116, mgl32.Vec3{16, 16, 32}, 120},
		{"maps/b_shell1.bsp", 206, mgl32.Vec3{32, 32, 24}, 0},
	} {
		g, err, _ := list.Model(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if g == nil || len(g.Triangles) != c.triangles || len(g.Poses) != 1 {
			t.Errorf("%s: %+v", c.name, g)
			continue
		}
		if p := &g.Poses[0]; p.Mins.Len() > 0.01 || p.Maxs.Sub(c.far).Len() > 0.01 {
			t.Errorf("%s lies between %v and %v", c.name, p.Mins, p.Maxs)
		}
		for i := range g.Surfaces {
			if skins := g.Surfaces[i].Skins; len(skins) != 1 || skins[0].Width != 1 || len(skins[0].At(0)) != 1 {
				t.Errorf("%s, surface %d: skins %v", c.name, i, skins)
			}
		}
		if got := g.Surfaces[0].Skins[0].At(0)[0]; c.skin > 0 && got != c.skin {
			t.Errorf("%s has the color %d", c.name, got)
		}
	}
}

package draw

import "testing"

// TestTextureAt: smaller versions lie right of a texture, one below the other.
func TestTextureAt(t *testing.T) {
	x := Texture{X: 100, Y: 50, Width: 64, Height: 32, Levels: 5}
	for level, want := range [][4]int{{100, 50, 64, 32}, {164, 50, 32, 16}, {164, 66, 16, 8}, {164, 74, 8, 4},
		{164, 78, 4, 2}} {
		left, top, width, height := x.At(level)
		if got := [4]int{left, top, width, height}; got != want {
			t.Errorf("version %d is at %v, not %v", level, got, want)
		}
	}
}

// TestTexturedCorners: what a corner has by its depth goes evenly over the picture.
func TestTexturedCorners(t *testing.T) {
	v := Vertex{X: 1, Y: 2, R: 2.5, A: 1}
	v.Textured(6, true, 4, 20, 12, 100, 40)
	if v != (Vertex{X: 1, Y: 2, U: 25, V: 10, R: 2.5, A: 1, Custom: [4]float32{5, 3, 0.25, 7}}) {
		t.Errorf("a face in the light has %+v", v)
	}
	if v.Textured(0, false, 2, 20, 12, 0, 0); v.Custom != [4]float32{10, 6, 0.5, -1} {
		t.Errorf("a bright face has %+v", v)
	}
	if v.OfSky(3, [3]float32{1, 2, 3}); v.Custom != [4]float32{1, 2, 3, -4} {
		t.Errorf("a sky has %+v", v)
	}
	if v.OfBox(3, 0.5, 20, 10); v.Custom != [4]float32{20, 10, 0.5, -4} {
		t.Errorf("a side of a sky has %+v", v)
	}
}

// TestBrightenTextured: the light of a textured face may be more than full.
func TestBrightenTextured(t *testing.T) {
	var b Buffer
	v := Vertex{R: 2, G: 1, B: 0.5, A: 1}
	v.Textured(0, true, 1, 0, 0, 0, 0)
	b.Vertices = append(b.Vertices, v)
	b.Brighten(1.5)
	if v := b.Vertices[0]; v.R != 3 || v.G != 1.5 || v.B != 0.75 || v.A != 1 {
		t.Errorf("the light is %+v", v)
	}
	b.Textures, b.Time, b.Lift = &Textures{}, 3, Lift{1, 1}
	if b.Reset(); b.Textures != nil || b.Time != 0 || b.Lift != (Lift{}) {
		t.Errorf("after a reset there is %+v", b)
	}
}

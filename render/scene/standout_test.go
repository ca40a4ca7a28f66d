package scene

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	models "demoscope/assets/model"
	"demoscope/bsp"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// TestTheDeadAreDim: of red 0.4 go to its gray, 0.3, and of that 0.4 to the color of the
// dead, 0x6b7078. Their outlines are dim, and no light makes their triangles bright.
func TestTheDeadAreDim(t *testing.T) {
	if got := deaden(draw.RGB(0xff0000)); !sameColor(got, draw.Color{R: 0.5998, G: 0.2477, B: 0.2602, A: 1}) {
		t.Errorf("red of the dead is %+v", got)
	}
	m := momentOf(vec{150, 0, 0})
	m.World.Game, m.World.Players[0].Shirt, m.World.Players[0].Pants = world.QuakeWorld, 4, 13
	brightest := func(dead bool) float32 {
		m.World.Players[0].Dead = dead
		s := New()
		s.Build(m, Camera{FOV: 90}, View{320, 240, 1}, &Options{Follow: -1, Switches: setting.NameTags})
		top := float32(0)
		for i := range s.pieces.list {
			if c := s.pieces.list[i].color; s.pieces.list[i].shape == shapeLine {
				top = max(top, c.R, c.G, c.B)
			}
		}
		return top
	}
	if alive, dead := brightest(false), brightest(true); alive < 0.8 || dead > 0.44 {
		t.Errorf("the brightest line of the living is %v, of the dead %v", alive, dead)
	}
}

// TestBrackets: 56 units at 800 are 22 of 480 lines, less than a tenth: four corners of two
// lines each, of 6 vertices or 8. At 100 units a body is large; the dead have none.
func TestBrackets(t *testing.T) {
	for _, c := range []struct {
		away float32
		dead bool
		want bool
	}{{800, false, true}, {385, false, true}, {365, false, false}, {100, false, false}, {800, true, false},
		{2900, false, true}, {3100, false, false}} {
		m := momentOf(vec{c.away, 0, 0})
		m.World.Players[0].Dead = c.dead
		s := New()
		s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, nil)
		n := len(s.Overlay.Vertices)
		if got := n > 0; got != c.want || got && n != 8*8 && n != 8*6 {
			t.Errorf("at %v, dead %v: %d vertices over the picture", c.away, c.dead, n)
		}
	}
	// They fade with the distance to 0.45, not to nothing.
	for away, want := range map[float32]float32{600: 0.8, 1500: 0.5, 2900: 0.45} {
		s := New()
		s.Build(momentOf(vec{away, 0, 0}), Camera{FOV: 90}, View{640, 480, 1}, nil)
		top := float32(0)
		for _, v := range s.Overlay.Vertices {
			top = max(top, v.A)
		}
		if abs(top-want) > 0.005 {
			t.Errorf("at %v units brackets are %v opaque, want %v", away, top, want)
		}
	}
	// Their color is the name's, and white and red for who has just been hit.
	m := momentOf(vec{600, 0, 0})
	m.Clock = 10
	m.World.Players[0].Hurt = world.Timestamp{Clock: 10, Known: true}
	s := New()
	s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, nil)
	if v := s.Overlay.Vertices[1]; abs(v.R-v.A*244./255) > 0.01 || abs(v.R-v.B) > 0.01 {
		t.Errorf("the bracket of who is hit is %+v", v)
	}
}

// wallAt is a wall from x = 40 to x = 60, solid behind a plane that cuts it.
func wallAt(cut bsp.Plane) *Geometry {
	return Prepare(&bsp.Map{
		Version: bsp.VersionQuake,
		Models:  []bsp.Model{{HeadNode: 0}},
		Planes:  []bsp.Plane{{Normal: mgl32.Vec3{1, 0, 0}, Dist: 40}, {Normal: mgl32.Vec3{1, 0, 0}, Dist: 60}, cut},
		Nodes: []bsp.Node{
			{Plane: 0, Children: [2]int32{1, ^1}, Parent: -1}, {Plane: 1, Children: [2]int32{^1, 2}},
			{Plane: 2, Children: [2]int32{^1, ^0}, Parent: 1},
		},
		Leaves: []bsp.Leaf{{Contents: bsp.ContentsSolid, Cluster: -1, Parent: 2}, {Parent: -1}},
	})
}

// TestHalfHiddenHaveBrackets: head, middle and both sides of a body are looked at. Who is half
// hidden has brackets up to a fifth of the picture's height, 96 of 480 lines: at 187 units and
// more; who is not seen at all has none.
func TestHalfHiddenHaveBrackets(t *testing.T) {
	up, left := mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 1, 0}
	for _, c := range []struct {
		name  string
		cut   bsp.Plane
		parts int
	}{
		{"no wall", bsp.Plane{Normal: up, Type: 2, Dist: -100}, 4},
		{"a low wall", bsp.Plane{Normal: up, Type: 2, Dist: 8}, 1},
		{"a wall", bsp.Plane{Normal: up, Type: 2, Dist: 100}, 0},
		{"right of it", bsp.Plane{Normal: left, Type: 1, Dist: -2}, 3},
		{"left of it", bsp.Plane{Normal: left.Mul(-1), Type: 3, Dist: -2}, 3},
	} {
		s := New()
		s.SetGeometry(wallAt(c.cut))
		s.begin(nil, Camera{FOV: 90}, View{640, 480, 1}, &Options{Follow: -1})
		if n := s.frame.seenParts(mgl32.Vec3{100, 0, 0}, false); n != c.parts ||
			s.frame.behindWall(mgl32.Vec3{100, 0, 0}) != (c.parts == 0) {
			t.Errorf("%s: %d parts are seen, want %d", c.name, n, c.parts)
		}
		// there the low wall hides the head, too
		for away, want := range map[float32]bool{180: false, 195: c.parts == 3} {
			s.Build(momentOf(vec{away, 0, 0}), Camera{FOV: 90}, View{640, 480, 1}, &Options{Follow: -1})
			if got := len(s.Overlay.Vertices) > 0; got != want {
				t.Errorf("%s at %v units: brackets %v", c.name, away, got)
			}
		}
	}
}

// TestHitsAreSigns: for 0.3 s after a hit that the demo shows, in all games; the dead have none.
func TestHitsAreSigns(t *testing.T) {
	for _, c := range []struct {
		name string
		hurt world.Timestamp
		dead bool
		want float32
	}{
		{"nothing", world.Timestamp{}, false, 0},
		{"now", world.Timestamp{Clock: 10, Known: true}, false, 1},
		{"a while ago", world.Timestamp{Clock: 9.85, Known: true}, false, 0.5},
		{"in the frame that comes", world.Timestamp{Clock: 10.05, Known: true}, false, 1},
		{"long ago", world.Timestamp{Clock: 9.6, Known: true}, false, 0},
		{"the dead", world.Timestamp{Clock: 10, Known: true}, true, 0},
	} {
		m := momentOf(vec{200, 0, 0})
		m.World.Game, m.Clock = world.Quake3, 10
		m.World.Players[0].Hurt, m.World.Players[0].Dead = c.hurt, c.dead
		if got := New().sight.hitOf(m, 0); abs(got-c.want) > 1e-3 {
			t.Errorf("%s: %v of the sign is left, want %v", c.name, got, c.want)
		}
	}
	// First white, then red, and gone.
	if !sameColor(hitColor(1), colorWhite) || !sameColor(hitColor(0.2), colorRed) {
		t.Errorf("hits are %+v, then %+v", hitColor(1), hitColor(0.2))
	}
}

// TestOwnBodyIsClear: the body of the followed player is solid unless the camera is closer than 60 units.
func TestOwnBodyIsClear(t *testing.T) {
	for _, c := range []struct {
		name   string
		at     vec
		follow int
		want   bool
	}{
		{"chase camera", vec{100, 0, 0}, 0, false},
		{"close", vec{55, 0, 0}, 0, true},
		{"close to another player", vec{55, 0, 0}, 1, false},
		{"close in the eye's third person", vec{55, 0, 0}, -1, true},
	} {
		m := momentOf(c.at, vec{500, 0, 0})
		if c.follow < 0 {
			m.Eye.Known, m.Eye.Slot = true, 0
		}
		s := New()
		s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, &Options{Follow: c.follow})
		if got := s.frame.tooClose(m, 0); got != c.want {
			t.Errorf("%s: see-through is %v", c.name, got)
		}
	}
}

// TestCoversLiving: the eye looks along x; 320 pixels are a tangent of 1. Things in front of a living
// player's body, or at most 24 units behind it, cover the player.
func TestCoversLiving(t *testing.T) {
	for _, c := range []struct {
		what  string
		at    vec
		reach float32
		dead  bool
		want  bool
	}{
		{"before him", vec{200, 0, 0}, 32, false, true},
		{"at him", vec{310, 0, 0}, 32, false, true},
		{"behind him", vec{330, 0, 0}, 32, false, false},
		{"beside him", vec{200, 50, 0}, 32, false, false},
		{"beside him, but larger", vec{200, 50, 0}, 45, false, true},
		{"above him", vec{200, 0, 60}, 32, false, false},
		{"behind the camera", vec{-200, 0, 0}, 32, false, false},
		{"before the dead", vec{200, 0, 0}, 32, true, false},
	} {
		m := momentOf(vec{300, 0, 0})
		m.World.Players[0].Dead = c.dead
		s := New()
		s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, nil)
		if got := s.sight.coversLiving(m, c.at, c.reach); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
	// The fire of an explosion is opaque by up to 0.9 at first, times 0.4.
	most := func(at vec) (alpha float32) {
		m := momentOf(vec{300, 0, 0})
		m.Clock = 10
		m.World.Effects.List = []world.Effect{{Kind: world.EffectExplosion, Origin: at, Clock: 9.99, Life: 1}}
		s := New()
		s.Build(m, Camera{FOV: 90}, View{640, 480, 1}, &Options{Follow: -1, Switches: setting.NameTags})
		for i := range s.pieces.list {
			if p := &s.pieces.list[i]; p.shape == shapeGlow {
				alpha = max(alpha, p.color.A)
			}
		}
		return alpha
	}
	if open, covering := most(vec{300, 200, 0}), most(vec{250, 0, 0}); open < 0.8 ||
		covering > 0.41 || covering < 0.3 {
		t.Errorf("an explosion is opaque by %v, before a body by %v", open, covering)
	}
}

// TestLift: black of who lives has 0.55 of the color that lifts it, what is as bright as 0.34 none;
// pieces of the dead are 0.65 meat.
func TestLift(t *testing.T) {
	b := &posed{model: &models.Model{}, paint: paint{lift: draw.RGB(0xffffff)}}
	for in, want := range map[float32]float32{0: 0.55, 0.17: 0.17 + 0.83*0.275, 0.34: 0.34, 1: 1} {
		b.paint.accent = draw.Color{R: in, G: in, B: in, A: 1}
		if c, _ := colorOf(b, &part{}, 0); !sameColor(c, draw.Color{R: want, G: want, B: want, A: 1}) {
			t.Errorf("%v is %+v, want %v", in, c, want)
		}
	}
	b.paint = paint{dead: true, meat: true, accent: draw.RGB(0xff0000)}
	// Red of the dead is 0.5998 0.2477 0.2602: see TestTheDeadAreDim. Meat is 0x7c2420.
	if c, _ := colorOf(b, &part{}, 0); !sameColor(c, draw.Color{R: 0.5260, G: 0.1785, B: 0.1726, A: 1}) {
		t.Errorf("a piece is %+v", c)
	}
}

package scene

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// momentOf returns a moment with players at places.
func momentOf(places ...vec) *player.Moment {
	w := rules.New("dem")
	m := &player.Moment{World: w}
	for i, at := range places {
		w.Players = append(w.Players, world.Player{Slot: i, InUse: true, Visible: true, Name: fmt.Sprintf("Somebody %d",
			i), Shirt: 4, Pants: 13})
		m.Poses = append(m.Poses, world.Pose{Origin: at})
	}
	m.Eye.Slot = world.Nobody
	return m
}

// TestPlayersAreHiddenByWalls puts a player at many places and compares with a
// depth buffer: the pixel of its middle changes if nothing is before it, and
// only then.
func TestPlayersAreHiddenByWalls(t *testing.T) {
	for _, name := range []string{"demoscope1.bsp", "q2/demoscope1.bsp", "q3/demoscope1.bsp"} {
		t.Run(name, func(t *testing.T) {
			s, plain := New(), New()
			g := Prepare(loadMap(t, name))
			s.SetGeometry(g)
			plain.SetGeometry(g)
			r := rand.New(rand.NewPCG(9, 10))
			v := View{160, 120, 1}
			seen, hidden := 0, 0
			for _, pose := range poses {
				o := Options{Mode: Shaded, Follow: -1}
				plain.Build(nil, pose.camera, v, &o)
				before := plain.picture(160, 120)
				d := newDepths(160, 120)
				for _, k := range plain.level.order {
					if k >= 0 && g.faces[k].kind == bsp.KindSolid || k >= 0 && g.faces[k].kind == bsp.KindSky {
						d.addFace(plain, &g.faces[k])
					}
				}
				for range 400 {
					at := vec{r.Float32()*2000 - 1000, r.Float32()*2000 - 1000, r.Float32()*300 + 30}
					if g.leaves[g.leafAt(at)].solid || g.leaves[g.leafAt(at)].cluster < 0 {
						continue
					}
					x, y, w, ok := pose.camera.project(v, at)
					if !ok || x < 4 || y < 4 || x > 156 || y > 116 || w > 900 {
						continue
					}
					px, py := int(x), int(y)
					wall := d.nearest[py*160+px]
					if abs(wall-w) < 60 || edgeNear(d, px, py) {
						continue // a body is wider than a point
					}
					s.Build(momentOf(at), pose.camera, v, &o)
					after := s.picture(160, 120)
					changed := after.at(px, py).Sub(before.at(px, py)).Len() > 0.01
					if changed != (w < wall) {
						t.Errorf("%s: player at %v, %v deep behind a wall at %v: drawn is %v", pose.name, at, w,
							wall, changed)
					}
					if changed {
						seen++
					} else {
						hidden++
					}
				}
			}
			t.Logf("%d seen, %d hidden", seen, hidden)
			if seen < 15 || hidden < 15 {
				t.Error("not enough of either")
			}
		})
	}
}

// edgeNear reports whether the depth changes much within two pixels.
func edgeNear(d *depths, x, y int) bool {
	at := d.nearest[y*d.w+x]
	for j := y - 2; j <= y+2; j++ {
		for i := x - 2; i <= x+2; i++ {
			if abs(d.nearest[j*d.w+i]-at) > 0.2*at {
				return true
			}
		}
	}
	return false
}

// TestPicturesDoNotDependOnHistory builds a picture in a fresh scene and in
// one that has shown much else.
func TestPicturesDoNotDependOnHistory(t *testing.T) {
	p := openPlayer(t, "demoscope1.mvd", 30)
	mo := p.Moment()
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	other := Prepare(loadMap(t, "q3/demoscope1.bsp"))
	used := New()
	for mode := range modes {
		for _, pose := range poses {
			o := Options{Mode: mode, Follow: -1, Switches: setting.XRay}
			fresh := New()
			fresh.SetGeometry(g)
			fresh.Build(mo, pose.camera, View{640, 480, 1}, &o)
			used.SetGeometry(other)
			used.Build(nil, pose.camera, View{320, 200, 2}, nil)
			used.SetGeometry(g)
			used.Build(mo, poses[0].camera, View{640, 480, 1}, nil)
			used.Build(mo, pose.camera, View{640, 480, 1}, &o)
			for i, pair := range [][2]*draw.Buffer{{&fresh.World, &used.World}, {&fresh.Overlay, &used.Overlay}} {
				if !bytes.Equal(raw(pair[0].Vertices), raw(pair[1].Vertices)) || !bytes.Equal(raw(pair[0].Indices),
					raw(pair[1].Indices)) {
					t.Errorf("%s in %v: buffer %d differs", pose.name, mode, i)
				}
			}
			if len(fresh.World.Vertices) == 0 {
				t.Errorf("%s in %v: nothing drawn", pose.name, mode)
			}
		}
	}
}

func raw[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// TestNoSeams: no line may be drawn between two faces of one plane and kind.
func TestNoSeams(t *testing.T) {
	for _, name := range benchMaps {
		t.Run(name, func(t *testing.T) {
			m := loadMap(t, name)
			faces := make(map[uint32][]uint32) // of each edge
			for i := range m.Faces {
				f := &m.Faces[i]
				if f.Plane < 0 || !f.Kind.Drawn() {
					continue
				}
				for _, e := range m.FaceEdges[f.FirstEdge : f.FirstEdge+f.NumEdges] {
					faces[e] = append(faces[e], uint32(i))
				}
			}
			edges, seams := 0, 0
			for _, list := range faces {
				edges++
				if len(list) != 2 {
					continue
				}
				a, b := &m.Faces[list[0]], &m.Faces[list[1]]
				turn := vec(m.Planes[a.Plane].Normal).Dot(vec(m.Planes[b.Plane].Normal))
				if a.Kind == b.Kind && a.Back == b.Back && turn > 0.99999 && oppositeDirections(m, a, b) {
					seams++
				}
			}
			t.Logf("%d edges of flat faces", edges)
			if seams > 0 {
				t.Errorf("%d of %d edges lie between two faces of one plane", seams, edges)
			}
		})
	}
}

// oppositeDirections reports whether two faces lie on both sides of an edge that
// they share, rather than one on the other.
func oppositeDirections(m *bsp.Map, a, b *bsp.Face) bool {
	ca := m.FaceVertices[a.FirstVertex : a.FirstVertex+a.NumVertices]
	cb := m.FaceVertices[b.FirstVertex : b.FirstVertex+b.NumVertices]
	if a.Triangles || b.Triangles {
		return false
	}
	for i, v := range ca {
		w := ca[(i+1)%len(ca)]
		for k, x := range cb {
			if x == w && cb[(k+1)%len(cb)] == v {
				return true
			}
		}
	}
	return false
}

// TestDoorsStandWhereTheirEntitiesAre moves a brush model and looks for its
// corners.
func TestDoorsStandWhereTheirEntitiesAre(t *testing.T) {
	m := loadMap(t, "demoscope1.bsp")
	s := New()
	s.SetGeometry(Prepare(m))
	p := openPlayer(t, "demoscope1.mvd", 10)
	w := p.Moment().World
	doors := 0
	for i := range w.Entities {
		e := w.Entities[i]
		n := s.movers.inline(w, &e)
		if n == 0 {
			continue
		}
		md := &s.frame.g.models[n]
		for _, move := range []vec{{}, {0, 0, 64}, {32, 16, 8}} {
			e.Origin = move
			for _, yaw := range []float32{0, 90} {
				e.Angles = vec{0, yaw, 0}
				mo := &player.Moment{World: rules.New("dem"), Entities: []world.Entity{e}}
				*mo.World.Level() = *w.Level()
				middle := md.mins.Add(md.maxs).Mul(0.5)
				if yaw == 90 {
					middle = vec{-middle[1], middle[0], middle[2]}
				}
				middle = middle.Add(move)
				// Out of the map, where everything is seen.
				c := Camera{Origin: middle.Add(vec{-2500, 10, 3}), FOV: 90}
				s.Build(mo, c, View{640, 480, 1}, &Options{Mode: Wire, Switches: setting.Items})
				if len(s.Overlay.Vertices) == 0 {
					t.Fatalf("model %d at %v turned by %v: no line of it", n, move, yaw)
				}
				var sum vec
				for _, v := range s.Overlay.Vertices {
					sum = sum.Add(vec{v.X, v.Y, 0})
				}
				sum = sum.Mul(1 / float32(len(s.Overlay.Vertices)))
				x, y, depth, _ := c.project(View{640, 480, 1}, middle)
				// Its lines lie around the middle of its box.
				size := md.maxs.Sub(md.mins).Len() * s.frame.focal / depth
				if abs(sum[0]-x) > 0.5*size+1 || abs(sum[1]-y) > 0.5*size+1 {
					t.Errorf("model %d at %v turned by %v: lines around %v, its box around %v %v", n, move,
						yaw, sum, x, y)
				}
			}
		}
		doors++
	}
	if doors < 4 {
		t.Errorf("only %d brush models in the demo", doors)
	}
}

// TestStrangeNumbers: places that are none, and far more things than a game
// has, neither panic nor end up in the buffers.
func TestStrangeNumbers(t *testing.T) {
	s := New()
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, g := range []*Geometry{nil, Prepare(loadMap(t, "demoscope1.bsp"))} {
		s.SetGeometry(g)
		m := momentOf(vec{nan, 0, 0}, vec{0, inf, 0}, vec{0, 0, 1e30})
		w := m.World
		w.Level().Models = []string{"", "maps/x.bsp", "progs/ogre.mdl", "*1", "*99999", "*x"}
		for i := range 20000 {
			e := world.Entity{Number: int32(i), Origin: vec{float32(i%7) * 50, nan, 0}}
			if i%3 == 0 {
				e.Origin[1] = float32(i % 100)
			}
			e.Model[0] = uint16(i % 8)
			e.Angles = vec{0, inf, 0}
			if i%2 == 0 {
				e.Angles = vec{float32(i), 30, 0}
			}
			m.Entities = append(m.Entities, e)
		}
		for k := range world.EffectKindCount {
			w.Effects.List = append(w.Effects.List, world.Effect{Kind: k, Life: 1, Origin: vec{nan}, End: vec{inf},
				Count: math.MaxInt32},
				world.Effect{Kind: k, Life: 1, End: vec{1e6, -1e6, 1e6}, Count: math.MinInt32})
		}
		w.Nails = append(w.Nails, world.Nail{Origin: vec{nan, nan, nan}})
		for mode := range modes {
			s.Build(m, poses[0].camera, View{640, 480, 1}, &Options{Mode: mode, Switches: setting.XRay})
			for _, b := range []*draw.Buffer{&s.World, &s.Overlay} {
				for _, v := range b.Vertices {
					if !(abs(v.X) < 1e5 && abs(v.Y) < 1e5) {
						t.Fatalf("%v: a vertex at %v %v", mode, v.X, v.Y)
					}
				}
			}
		}
	}
}

// TestBoundsOfAPicture: no demo makes one picture take long, whatever it sends.
func TestBoundsOfAPicture(t *testing.T) {
	s := New()
	e := world.Entity{Origin: vec{200, 0, 0}}
	e.Model[0] = 2
	for _, c := range []struct{ sent, want int }{{4095, 4095}, {4096, 4096}, {4097, 4096}, {9000, 4096}} {
		m := momentWith("dem", []string{"progs/g_rock.mdl"})
		for i := range c.sent {
			e.Number = int32(i + 1)
			m.Entities = append(m.Entities, e)
		}
		s.Build(m, Camera{}, View{640, 480, 1}, &Options{Follow: -1})
		if n := len(s.things.list); n != c.want {
			t.Errorf("of %d things %d are in the picture, want %d", c.sent, n, c.want)
		}
	}

	for _, c := range []struct {
		sent int32
		want int
	}{{-5, 0}, {23, 23}, {24, 24}, {25, 24}, {1024, 24}, {math.MaxInt32, 24}} {
		m := momentWith("dem", nil)
		m.World.Effects.List = []world.Effect{{Kind: world.EffectParticles, Life: 1, Origin: vec{200, 0, 0},
			Count: c.sent, Colors: 8}}
		s.Build(m, Camera{}, View{640, 480, 1}, &Options{Follow: -1})
		dots := 0
		for _, p := range s.pieces.list {
			if p.shape == shapeDot {
				dots++
			}
		}
		if dots != c.want {
			t.Errorf("of %d particles %d are drawn, want %d", c.sent, dots, c.want)
		}
	}

	s.pieces.begin()
	s.frame.number++
	for range 131072 + 3 {
		s.pieces.addToLeaf(0, piece{})
	}
	if n := len(s.pieces.list); n != 131072 {
		t.Errorf("%d pieces, want 131072 at most", n)
	}

	// Nothing is begun when the work of a picture is done.
	s.SetGeometry(Prepare(loadMap(t, "demoscope1.bsp")))
	s.Build(nil, Camera{Origin: vec{-3000, 0, 3000}}, View{640, 480, 1}, &Options{Mode: Shaded, Follow: -1})
	place := func(before int) (steps, pieces int) {
		s.pieces.begin()
		s.frame.number++ // no leaf has a piece yet
		s.pieces.work = before
		order := len(s.level.order)
		s.movers.place(&Mover{Model: 1})
		if len(s.level.order) != order {
			t.Errorf("after %d steps: %d faces are left in the list", before, len(s.level.order)-order)
		}
		return s.pieces.work - before, len(s.pieces.points)
	}
	n, corners := place(0)
	if n < 1 || corners < 3 {
		t.Fatalf("a brush model takes %d steps and has %d corners", n, corners)
	}
	if _, c := place(4194304 - n); c != corners {
		t.Errorf("the last model that there is room for has %d corners, want %d", c, corners)
	}
	if _, c := place(4194304); c != 0 {
		t.Errorf("one that there is no room for has %d corners", c)
	}
}

// Brush models that share a head node share its faces, and a demo that shows the whole
// world a thousand times over makes a picture with all that one may have, not more.
func TestSharedHeadNode(t *testing.T) {
	m := loadMap(t, "demoscope1.bsp")
	alone := Prepare(m)
	same := *m
	for range 2000 {
		same.Models = append(same.Models, bsp.Model{Mins: m.Models[0].Mins, Maxs: m.Models[0].Maxs,
			HeadNode: m.Models[0].HeadNode})
	}
	g := Prepare(&same)
	if len(g.faces) != len(alone.faces) || len(g.corners) != len(alone.corners) || len(g.nodes) != len(alone.nodes) ||
		len(g.models) != len(alone.models)+2000 {
		t.Fatalf("%d faces, %d corners and %d nodes, not %d, %d and %d; %d models", len(g.faces), len(g.corners),
			len(g.nodes),
			len(alone.faces), len(alone.corners), len(alone.nodes), len(g.models))
	}
	for mode := range modes {
		s := New()
		s.SetGeometry(g)
		moment := momentWith("dem", []string{"*9"})
		for i := range int32(2000) {
			e := world.Entity{Number: i + 1, Origin: vec{float32(i % 7), float32(i % 11), 0},
				Angles: vec{float32(i), 3, 0}}
			e.Model[0] = 2
			moment.Entities = append(moment.Entities, e)
		}
		s.Build(moment, Camera{Origin: vec{-3000, 0, 3000}, Angles: vec{45, 0, 0}}, View{640, 480, 1},
			&Options{Mode: mode, Follow: -1})
		const once = 1 << 16 // steps that are not broken off: one model
		if w := s.pieces.work; w < maxWork/2 || w > maxWork+once {
			t.Errorf("%v: %d steps, want some %d", mode, w, maxWork)
		}
		if n := len(s.pieces.points); n > maxThingPoints+once {
			t.Errorf("%v: %d corners", mode, n)
		}
		if n := len(s.World.Vertices) + len(s.Overlay.Vertices); n > 1<<22 {
			t.Errorf("%v: %d vertices", mode, n)
		}
	}
}

// TestWhichBrushModelsAreInThePicture: not those that are invisible or nowhere,
// and a turned one wherever its box may have come to.
func TestWhichBrushModelsAreInThePicture(t *testing.T) {
	s := New()
	s.SetGeometry(Prepare(loadMap(t, "demoscope1.bsp")))
	nan := float32(math.NaN())
	for _, c := range []struct {
		name       string
		mins, maxs vec
		entity     world.Entity
		want       bool
	}{
		{"before the camera", vec{300, -8, -8}, vec{316, 8, 8}, world.Entity{}, true},
		{"behind it", vec{-316, -8, -8}, vec{-300, 8, 8}, world.Entity{}, false},
		{"invisible", vec{300, -8, -8}, vec{316, 8, 8}, world.Entity{Alpha: 1}, false},
		{"nearly invisible", vec{300, -8, -8}, vec{316, 8, 8}, world.Entity{Alpha: 2}, true},
		{"nowhere", vec{300, -8, -8}, vec{316, 8, 8}, world.Entity{Origin: vec{nan, 0, 0}}, false},
		{"turned to nowhere", vec{300, -8, -8}, vec{316, 8, 8}, world.Entity{Angles: vec{0, nan, 0}}, false},
		{"moved before it", vec{-316, -8, -8}, vec{-300, 8, 8}, world.Entity{Origin: vec{600, 0, 0}}, true},
		{"moved behind it", vec{300, -8, -8}, vec{316, 8, 8}, world.Entity{Origin: vec{-600, 0, 0}}, false},
		{"turned before it", vec{-500, -8, -8}, vec{8, 8, 8}, world.Entity{Origin: vec{-100, 0, 0},
			Angles: vec{0, 180, 0}}, true},
		{"turned before it by its other end", vec{-8, -8, -8}, vec{500, 8, 8}, world.Entity{Origin: vec{-100, 0, 0},
			Angles: vec{0, 20, 0}}, true},
		{"turned before it from the side", vec{-8, -500, -8}, vec{8, 8, 8}, world.Entity{Origin: vec{-100, 0, 0},
			Angles: vec{0, 90, 0}}, true},
		{"turned before it from below", vec{-8, -8, -500}, vec{8, 8, 8}, world.Entity{Origin: vec{-100, 0, 0},
			Angles: vec{90, 0, 0}}, true},
		{"too short to be turned before it", vec{-80, -8, -8}, vec{8, 8, 8}, world.Entity{Origin: vec{-300, 0, 0},
			Angles: vec{0, 180, 0}}, false},
	} {
		// Out of the map, where everything is seen.
		far := vec{0, 0, 6000}
		s.Build(nil, Camera{Origin: far}, View{640, 480, 1}, &Options{Follow: -1})
		s.pieces.begin()
		s.frame.g.models[1].mins, s.frame.g.models[1].maxs = c.mins, c.maxs
		c.entity.Origin = vec(c.entity.Origin).Add(far)
		s.movers.add(&player.Moment{World: new(world.World)}, &c.entity, Mover{Model: 1})
		if got := len(s.movers.list) == 1; got != c.want {
			t.Errorf("%s: in the picture is %v", c.name, got)
		}
	}
}

// TestWallsHoldNothing: what lies in a wall or out of the level is not drawn,
// even where everything is visible.
func TestWallsHoldNothing(t *testing.T) {
	s := New()
	g := Prepare(loadMap(t, "demoscope1.bsp"))
	s.SetGeometry(g)
	out := vec{0, 0, 6000}
	if !g.leaves[g.leafAt(out)].solid {
		t.Fatal("the level has no outside")
	}
	s.Build(nil, Camera{Origin: out}, View{640, 480, 1}, &Options{Mode: Shaded, Follow: -1})
	for i, c := range insideCameras(g, 20) {
		inside := c.Origin.Add(vec{0.3, 0.2, 0.4}) // on no plane
		if g.leaves[g.leafAt(inside)].solid {
			continue
		}
		for at, want := range map[vec]int{inside: 1, out: 0, c.Origin.Add(vec{0, 0, 9000}): 0} {
			s.pieces.begin()
			s.frame.number++
			s.pieces.putDot(at, 4, 0.5, colorYellow)
			if n := len(s.pieces.list); n != want {
				t.Errorf("place %d: a dot at %v is %d pieces, want %d", i, at, n, want)
			}
		}
	}
}

// TestNamesAndEffectsCanBeHidden: a player stays without a name, an explosion does not.
func TestNamesAndEffectsCanBeHidden(t *testing.T) {
	m := momentOf(vec{200, 0, 0})
	m.Clock = 10
	build := func(o Options) (labels, vertices int) {
		s := New()
		s.Build(m, Camera{}, View{640, 480, 1}, &o)
		return len(s.Labels), len(s.World.Vertices)
	}
	_, alone := build(Options{Follow: -1})
	m.World.Effects.List = append(m.World.Effects.List, world.Effect{Kind: world.EffectExplosion, Clock: 9.9, Life: 0.5,
		Origin: vec{200, 60, 0}})
	names, all := build(Options{Follow: -1})
	if names != 1 || all <= alone {
		t.Fatalf("%d names, %d corners, %d without the explosion", names, all, alone)
	}
	if names, vertices := build(Options{Follow: -1, Switches: setting.NameTags}); names != 0 || vertices != all {
		t.Errorf("without names there are %d, and %d corners, not %d", names, vertices, all)
	}
	if names, vertices := build(Options{Follow: -1, Switches: setting.Effects}); names != 1 || vertices != alone {
		t.Errorf("without effects there are %d names, and %d corners, not %d", names, vertices, alone)
	}
}

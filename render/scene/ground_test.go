package scene

import (
	"math"
	"testing"
)

// walkedAt is ground on which players stood at places, once each.
func walkedAt(places ...vec) *Walked {
	w := &Walked{Points: places}
	for range places {
		w.Counts, w.Stood = append(w.Counts, 1), append(w.Stood, true)
	}
	return w
}

// square is level ground of so many cells each way.
func square(x, y, cells int, z float32) (list []vec) {
	for i := range cells {
		for k := range cells {
			list = append(list, vec{float32(x+i)*32 + 7, float32(y+k)*32 + 20, z})
		}
	}
	return list
}

// TestGround: level cells make patches of at most four by four; stairs join; beside a drop is
// an edge with a face, and a wall is guessed where nobody was beyond a long edge.
func TestGround(t *testing.T) {
	var g ground
	g.update(walkedAt(square(0, 0, 4, 10)...), 1)
	if len(g.patches) != 1 || g.patches[0].corners != [4]vec{{0, 0, 10}, {128, 0, 10}, {128, 128, 10}, {0, 128, 10}} {
		t.Fatalf("four by four cells are %+v", g.patches)
	}
	want := []rim{
		{vec{0, 0, 10}, vec{128, 0, 10}, vec{0, -1, 0}, 10, 0.1}, {vec{128, 0, 10}, vec{128, 128, 10}, vec{1, 0, 0}, 10, 0.1},
		{vec{128, 128, 10}, vec{0, 128, 10}, vec{0, 1, 0}, 10, 0.1}, {vec{0, 128, 10}, vec{0, 0, 10}, vec{-1, 0, 0}, 10, 0.1},
	}
	for i := range want {
		if g.rims[i] != want[i] {
			t.Errorf("edge %d is %+v, want %+v", i, g.rims[i], want[i])
		}
	}

	// Somebody jumped over the lower side: no wall there. Who was in the air made no ground.
	w := walkedAt(square(0, 0, 4, 10)...)
	for i := range 4 {
		w.Points, w.Counts, w.Stood = append(w.Points, vec{float32(i)*32 + 5, -9, 40}), append(w.Counts, 1), append(w.Stood, false)
	}
	g.update(w, 2)
	if len(g.patches) != 1 || g.rims[0].wall != 0 || g.rims[1].wall != 0.1 {
		t.Errorf("beside a jump are %d patches, walls %v and %v", len(g.patches), g.rims[0].wall, g.rims[1].wall)
	}

	// A stair of 16 units joins, a ledge of 60 has a face as high as it is.
	g = ground{}
	g.update(walkedAt(append(append(square(0, 0, 4, 0), square(4, 0, 4, 16)...), square(8, 0, 4, 76)...)...), 1)
	faces := 0
	for _, r := range g.rims {
		if r.a[0] == 128 && r.b[0] == 128 {
			t.Errorf("there is an edge on a stair: %+v", r)
		}
		if r.a[0] == 256 && r.out == (vec{-1, 0, 0}) {
			if faces++; r.drop != 60 || r.wall != 0 {
				t.Errorf("the face of a ledge is %+v", r)
			}
		}
	}
	if faces != 1 {
		t.Errorf("a ledge has %d faces", faces)
	}
	low, high := g.patches[0].light, g.patches[len(g.patches)-1].light
	for _, p := range g.patches {
		if p.middle[2] == 0 {
			low = p.light
		} else if p.middle[2] == 76 {
			high = p.light
		}
	}
	if !(high > 1.9*low) {
		t.Errorf("the lowest ground has light %v, the highest %v", low, high)
	}

	// A cell by itself is not drawn, a hole of one cell is closed.
	list := square(0, 0, 3, 10)
	list = append(append(list[:4], list[5:]...), vec{5000, 0, 300})
	g = ground{}
	g.update(walkedAt(list...), 1)
	if len(g.patches) != 1 || len(g.rims) != 4 {
		t.Errorf("a square with a hole is %d patches with %d edges", len(g.patches), len(g.rims))
	}
}

// TestGroundJoins: neighbours up to 20 units apart are one surface.
func TestGroundJoins(t *testing.T) {
	for step, want := range map[float32]bool{20: true, 21: false} {
		var g ground
		g.update(walkedAt(append(square(0, 0, 4, 0), square(4, 0, 4, step)...)...), 1)
		joined := true
		for _, r := range g.rims {
			joined = joined && !(r.a[0] == 128 && r.b[0] == 128)
		}
		if joined != want {
			t.Errorf("a step of %v units joins: %v", step, joined)
		}
	}
}

// TestGuessedWalls: none where anybody was beyond the edge, up to two cells higher.
func TestGuessedWalls(t *testing.T) {
	for z, want := range map[float32]float32{74: 0, 110: 0.1, -40: 0, -90: 0.1} {
		w := walkedAt(square(0, 0, 4, 10)...)
		w.Points, w.Counts, w.Stood = append(w.Points, vec{40, -9, z}), append(w.Counts, 1), append(w.Stood, false)
		var g ground
		g.update(w, 1)
		wall := float32(0)
		for _, r := range g.rims {
			if r.out == (vec{0, -1, 0}) {
				wall = max(wall, r.wall)
			}
		}
		if wall != want || len(g.patches) != 1 {
			t.Errorf("beside somebody at height %v the wall is %v, want %v", z, wall, want)
		}
	}
}

// TestGroundIsRenewed when it has grown by an eighth, or a little and 60 pictures have passed.
func TestGroundIsRenewed(t *testing.T) {
	var g ground
	all := walkedAt(square(0, 0, 5, 10)...)
	until := func(n int) *Walked {
		return &Walked{Points: all.Points[:n], Counts: all.Counts[:n], Stood: all.Stood[:n]}
	}
	for _, c := range []struct {
		cells int
		frame uint32
		want  int
	}{{16, 1, 16}, {17, 60, 16}, {17, 61, 17}, {18, 62, 17}, {19, 63, 19}, {25, 64, 25}, {10, 65, 10}} {
		if g.update(until(c.cells), c.frame); g.cells != c.want {
			t.Errorf("of %d cells, in picture %d, %d are known, want %d", c.cells, c.frame, g.cells, c.want)
		}
	}
}

// TestGroundOfAnything: places that are none make no ground; what is longer than the rest of a
// list is left out, and where nobody knows who stood all stood.
func TestGroundOfAnything(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	list := square(0, 0, 4, 10)
	for name, w := range map[string]*Walked{
		"no places":   walkedAt(append(list, vec{nan, nan, nan}, vec{inf, 0, 10}, vec{inf, 32, 10}, vec{0, -inf, inf}, vec{1e30, 1e30, 0}, vec{1e30, 1e30, 15})...),
		"counts":      {Points: append(list, vec{500, 0, 10}, vec{532, 0, 10}), Counts: make([]uint32, 16)},
		"nobody says": {Points: list, Counts: make([]uint32, 16), Stood: []bool{false}},
	} {
		var g ground
		g.update(w, 1)
		if len(g.patches) != 1 || len(g.rims) != 4 {
			t.Errorf("%s: %d patches, %d edges", name, len(g.patches), len(g.rims))
		}
	}
}

// TestGroundInThePicture: patches of which a corner is in the picture are drawn, up to 5000 units
// away; a patch that ends 427 units away comes before what is nearer than that, by 4 units.
func TestGroundInThePicture(t *testing.T) {
	sorted := func(places []vec) *Scene {
		s := New()
		s.begin(Camera{Origin: vec{0, 0, 60}, FOV: 90}, View{320, 240, 1}, &Options{Follow: -1})
		s.ground.update(walkedAt(places...), 1)
		s.sortGround()
		return s
	}
	for _, c := range []struct {
		x, y, cells, want int
	}{{5, 8, 3, 1}, {5, 11, 3, 0}, {-8, 0, 4, 0}, {148, 0, 4, 1}, {160, 0, 4, 0}} {
		if s := sorted(square(c.x, c.y, c.cells, -24)); len(s.ground.order) != c.want {
			t.Errorf("ground at %d, %d: %d patches are drawn, want %d", c.x*32, c.y*32, len(s.ground.order), c.want)
		}
	}
	s := sorted(square(8, 0, 4, -24)) // its middle 337 units away, the corners 90.5 from there
	s.addGround(428)
	if s.ground.next != 0 {
		t.Error("ground is placed behind what is farther away")
	}
	if s.addGround(424); s.ground.next != 1 {
		t.Error("ground is not placed behind what is nearer")
	}
}

// TestGroundFromBelow: it is half as light as from above.
func TestGroundFromBelow(t *testing.T) {
	w := walkedAt(square(-20, -20, 40, 0)...)
	light := func(z, pitch float32) float32 {
		s := New()
		s.Build(nil, Camera{Origin: vec{16, 16, z}, Angles: vec{pitch, 0, 0}, FOV: 90}, View{320, 200, 1}, &Options{Walked: w, Follow: -1, NoGrid: true})
		return float32(s.picture(320, 200).image().RGBAAt(160, 100).G)
	}
	if above, below := light(200, 90), light(-200, -90); above < 60 || abs(below/above-0.5) > 0.08 {
		t.Errorf("from above the ground is %v light, from below %v", above, below)
	}
}

// TestGroundIsOneHue: without a map the ground is blueish grey, and dimmer than bodies; only
// if asked for it has the colours of how often it was walked on.
func TestGroundIsOneHue(t *testing.T) {
	w := walkedAt(square(-20, -20, 40, -24)...)
	s := New()
	c := Camera{Origin: vec{0, 0, 60}, Angles: vec{50, 0, 0}, FOV: 90}
	s.Build(nil, c, View{320, 200, 1}, &Options{Walked: w, Follow: -1})
	cv := s.picture(320, 200)
	for _, at := range [][2]int{{160, 100}, {60, 150}, {250, 180}} {
		p := cv.image().RGBAAt(at[0], at[1])
		if !(p.B >= p.G && p.G >= p.R && p.B-p.R < 40 && p.B > 30 && p.B < 130) {
			t.Errorf("at %v the ground is %v", at, p)
		}
	}
	s.Build(nil, c, View{320, 200, 1}, &Options{Walked: w, Follow: -1, Heat: true})
	if len(s.ground.order) != 0 {
		t.Error("the level is drawn below the heat")
	}
}

// TestGroundHides: what is below ground that is between is drawn before it, but for the
// living: nobody knows whether the ground is whole there.
func TestGroundHides(t *testing.T) {
	s := New()
	w := walkedAt(square(2, -4, 8, -24)...)
	for _, dead := range []bool{true, false} {
		m := momentOf(vec{600, 0, -200})
		m.World.Players[0].Dead = dead
		s.Build(m, Camera{Origin: vec{-100, 0, 60}, Angles: vec{20, 0, 0}, FOV: 90}, View{320, 200, 1}, &Options{Walked: w, Follow: -1})
		if n := len(s.things.pieces); n == 0 || (s.things.pieces[n-1].shape == shapeGround) != dead {
			t.Errorf("dead %v: of %d pieces the nearest ground is not where it should be", dead, n)
		}
	}
	for _, c := range []struct {
		at   vec
		want bool
	}{{vec{600, 0, -200}, true}, {vec{600, 0, -20}, false}, {vec{600, 900, -200}, false}, {vec{-80, 0, -60}, false}, {vec{400, 0, -400}, false}, {vec{2000, 0, -60}, false}} {
		if got := s.groundHides(c.at); got != c.want {
			t.Errorf("the ground hides %v: %v", c.at, got)
		}
	}
	// A beam that begins before the camera and ends far away is before all of it.
	s.items = append(s.items[:0], effectItem{kind: itemBolt, from: vec{-90, 0, 55}, to: vec{2000, 0, 0}})
	if d := s.nearestOf(&thing{depth: 1000 * 1000, kind: thingEffect}); abs(d-11.18) > 0.01 {
		t.Errorf("the nearer end of a beam is %v units away", d)
	}
}

// BenchmarkNoMap is a picture of a moment without a map: the level guessed from walked ground,
// and the ground's cells in colours.
func BenchmarkNoMap(b *testing.B) {
	for _, d := range []struct {
		demo  string
		clock float64
	}{{"demoscope1.mvd", 30}, {"mvd/4on4_-s-_vs_pol[dm2]20241118-2135.mvd", 300}} {
		p := openPlayer(b, d.demo, d.clock)
		waitForIndex(p)
		walked := p.Timeline().Walked(0)
		mo := p.Moment()
		for _, heat := range []bool{false, true} {
			name := "level/"
			if heat {
				name = "cells/"
			}
			b.Run(name+d.demo, func(b *testing.B) {
				s := New()
				o := DefaultOptions()
				o.FirstPerson, o.Walked, o.Heat = true, walked, heat
				buildTurning(b, s, mo, &o)
				b.ReportMetric(float64(len(walked.Points)), "cells")
			})
		}
	}
}

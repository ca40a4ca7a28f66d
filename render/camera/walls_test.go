package camera

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/scene"
)

// sampleMap loads the map of our own recordings.
func sampleMap(t testing.TB) *bsp.Map {
	t.Helper()
	m, err := bsp.Load(corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.bsp")))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// solid reports whether a place is in a wall or outside of the level.
func solid(m *bsp.Map, p mgl32.Vec3) bool { return m.Leaves[m.LeafAt(p)].Cluster < 0 }

// places makes up places in the level that are as far from walls as a player's eyes.
type places struct {
	m   *bsp.Map
	rng *rand.Rand
}

func (p *places) next() mgl32.Vec3 {
	for {
		if at := p.any(); p.m.Reach(at, at, wallDistance) == 1 {
			return at
		}
	}
}

// any returns a place that may be in a wall.
func (p *places) any() (at mgl32.Vec3) {
	w := &p.m.Models[0]
	for i := range at {
		at[i] = w.Mins[i] + p.rng.Float32()*(w.Maxs[i]-w.Mins[i])
	}
	return at
}

// roomy reports whether there is room for players, and for cameras.
func roomy(m *bsp.Map) bool {
	p := places{m, rand.New(rand.NewPCG(1, 2))}
	if m.Models[0].Maxs.Sub(m.Models[0].Mins).Len() < 500 {
		return false
	}
	for range 1000 {
		if at := p.any(); m.Reach(at, at, wallDistance) == 1 {
			return true
		}
	}
	return false
}

func (p *places) angle(limit float32) float32 { return (2*p.rng.Float32() - 1) * limit }

// eye returns the eye of somebody who looks anywhere.
func (p *places) eye() player.Eye {
	return player.Eye{Origin: p.next(), Angles: mgl32.Vec3{p.angle(89), p.angle(180), 0}, Known: true}
}

// turned returns a camera that behaves in some way, turned by the mouse and the wheel.
func (p *places) turned(eye *player.Eye) Camera {
	c := New()
	switch n := p.rng.IntN(5); n {
	case 3:
		c.Staged = ChaseStage
	case 4:
		eye.ThirdPerson = true
	default:
		c.Set([]Mode{Chase, Orbit, Overhead}[n])
	}
	c.TurnBy(p.angle(2000), p.angle(1000))
	c.Scroll(p.angle(6))
	return c
}

// cuts returns what of a picture of 16:9 is in a wall, nothing if it is right: the place where it
// begins, and the corners of the near plane.
func cuts(m *bsp.Map, c scene.Camera) string {
	forward, right, up := c.Vectors()
	from := c.Origin
	if c.Near > 0 {
		from = from.Add(forward.Mul(c.Near))
	}
	if solid(m, from) {
		return "the camera"
	}
	for _, x := range []float32{-4. / 3, 4. / 3} {
		for _, y := range []float32{-3. / 4, 3. / 4} {
			corner := from.Add(forward).Add(right.Mul(x)).Add(up.Mul(y))
			if c.Near == 0 && (solid(m, corner) || !m.Sees(from, corner)) {
				return "a corner of the near plane"
			}
		}
	}
	return ""
}

// At ten thousand made-up places of the sample's map no way puts the camera or a corner of its
// near plane into a wall, and what is watched is in sight.
func TestNeverInAWall(t *testing.T) {
	m := sampleMap(t)
	neverInAWall(t, m, 10000)
}

func TestNeverInAWallOfRealMaps(t *testing.T) {
	dir := corpus.Dir(t)
	for _, folder := range []string{"gplmaps", "lq", "q2", "oa"} {
		for _, f := range corpus.Maps(t, filepath.Join(dir, "game", folder)) {
			m, err := bsp.Load(f.Data)
			if err != nil {
				continue
			}
			if !roomy(m) {
				continue // a box of ammunition
			}
			t.Run(f.Name, func(t *testing.T) { neverInAWall(t, m, 2000) })
		}
	}
}

func neverInAWall(t *testing.T, m *bsp.Map, count int) {
	p := places{m, rand.New(rand.NewPCG(1, 2))}
	pushed, hidden, head := 0, 0, 0
	for range count {
		eye := p.eye()
		c := p.turned(&eye)
		v := c.View(eye, m)
		if what := cuts(m, v); what != "" {
			t.Fatalf("%v, staged %v, dead %v, of an eye at %v by %v: %s is in a wall: %+v", c.Mode, c.Staged,
				eye.ThirdPerson, eye.Origin, eye.Angles, what, v)
		}
		if v.Near == 0 && !m.Sees(eye.Origin, v.Origin) {
			hidden++ // around an edge above the eye
		}
		if pl := c.place(eye, m); pl.free < pl.arm {
			pushed++
			if pl.free < 1 {
				head++
			}
		}
	}
	if pushed < count/20 || pushed > count*99/100 || hidden > count/20 || head > count/20 {
		t.Errorf("of %d cameras %d are pushed by walls, %d all the way, %d do not see the eye", count, pushed,
			head, hidden)
	}
}

// While players walk around in the sample's map and the viewer goes from one to the other and
// from way to way, the camera is in no wall at any frame, and jumps only where it cuts.
func TestHandOversInTheLevel(t *testing.T) {
	m := sampleMap(t)
	p := places{m, rand.New(rand.NewPCG(3, 4))}
	const frame, players = 1. / 60, 4
	var eyes, to [players]player.Eye
	for i := range eyes {
		eyes[i] = p.eye()
		eyes[i].Slot, to[i] = i, eyes[i]
	}
	c, slot := New(), 0
	flights, cutsSeen := 0, 0
	var last scene.Camera
	flying, left, broken := false, float32(0), 0
	for n := range 20000 {
		for i := range eyes {
			d := to[i].Origin.Sub(eyes[i].Origin)
			if d.Len() < 10 {
				if next := p.next(); m.Reach(eyes[i].Origin, next, wallDistance) == 1 {
					to[i].Origin = next
				}
				continue
			}
			eyes[i].Origin = eyes[i].Origin.Add(d.Normalize().Mul(400 * frame))
			eyes[i].Angles[1] = wrap(eyes[i].Angles[1] + 2)
		}
		handed := n%40 == 0
		if handed {
			if p.rng.IntN(2) == 0 {
				slot = p.rng.IntN(players)
			} else {
				c.Next()
			}
		}
		v := c.Move(eyes[slot], m, frame)
		if v.Near > 0 { // it follows the ceilings slowly, and no wall is drawn before it
			last, flying = v, false
			continue
		}
		if what := cuts(m, v); what != "" {
			t.Fatalf("frame %d, %v: %s is in a wall: %+v", n, c.Mode, what, v)
		}
		now := c.last.flight.left > 0
		step := v.Origin.Sub(last.Origin).Len()
		switch {
		case handed && now:
			flights++
			if step > 12 {
				t.Fatalf("frame %d: a flight begins with a jump of %v", n, step)
			}
		case handed:
			cutsSeen++
		case flying && !now && left > 2*frame:
			broken++
		case (now || flying) && step > 45:
			// units a frame: 1750 a second in the middle of the longest flight, and the player runs
			t.Errorf("frame %d: in a flight the camera jumps by %v", n, step)
		}
		last, flying, left = v, now, c.last.flight.left
	}
	if flights < 30 || cutsSeen < 30 || broken > flights/4 {
		t.Errorf("%d flights, %d cuts, and %d flights that a wall ended", flights, cutsSeen, broken)
	}
}

// The camera waits for nobody: without an eye it shows the level, and with world.Nobody, too.
func TestNobodyToWatch(t *testing.T) {
	c := New()
	for _, h := range []Mode{Eyes, Chase, Orbit, Overhead} {
		c.Set(h)
		if v := c.Move(player.Eye{Slot: world.Nobody}, nil, 0.1); v.Origin != (mgl32.Vec3{-256, -256, 192}) {
			t.Errorf("%v: from %v", h, v.Origin)
		}
	}
}

// An arm that a wall has shortened grows slowly again, and is shortened at once.
func TestArmEases(t *testing.T) {
	m := wall() // solid where x is less than 30
	c := New()
	c.Set(Chase)
	eye := player.Eye{Origin: mgl32.Vec3{400, 0, 50}, Known: true}
	at := func(x float32, dt float64) float32 {
		eye.Origin[0] = x
		return x - c.Move(eye, m, dt).Origin[0]
	}
	for _, step := range []struct {
		x, want float32
		dt      float64
	}{
		{400, 120, 0},    // whole
		{86, 50, 0.01},   // 6 before the wall, at once
		{400, 50, 0},     // no time has passed
		{400, 94, 0.25},  // 70 units are missing, of which a part of 1/e is left
		{400, 119, 0.99}, // nearly whole again
	} {
		if got := at(step.x, step.dt); got < step.want-1 || got > step.want+1 {
			t.Errorf("at x %v, %v s later, the camera is %v behind, want %v", step.x, step.dt, got, step.want)
		}
	}
	c.Cut()
	if got := at(500, 0); got != 120 {
		t.Errorf("after a seek it is %v behind", got)
	}
}

// Around a player the camera turns 12 degrees a second, always looks at the eye, and waits three
// seconds after the mouse has turned it.
func TestOrbitTurns(t *testing.T) {
	c := New()
	c.Set(Orbit)
	eye := player.Eye{Origin: mgl32.Vec3{10, 20, 30}, Angles: mgl32.Vec3{0, 77, 0}, Known: true}
	yaw := func(dt float64) float32 {
		v := c.Move(eye, nil, dt)
		forward, _, _ := v.Vectors()
		if d := eye.Origin.Sub(v.Origin); !vecNear(d, forward.Mul(180), 0.01) {
			t.Fatalf("the camera at %v by %v does not look at the eye", v.Origin, v.Angles)
		}
		return v.Angles[1]
	}
	if a, b := yaw(0), yaw(1); a != 0 || b != 12 {
		t.Errorf("from %v to %v in a second", a, b)
	}
	c.Calm = true
	if got := yaw(1); got != 12 {
		t.Errorf("a calm camera has turned to %v", got)
	}
	c.Calm = false
	c.TurnBy(-100, 0)
	for range 30 {
		yaw(0.1)
	}
	if got := yaw(0); got < 22.9 || got > 24.3 {
		t.Errorf("after the mouse it has turned to %v, want 23", got)
	}
	if got := yaw(0.5); got < 28 || got > 31 {
		t.Errorf("later it has turned to %v", got)
	}
}

// From above the picture begins below a ceiling, north is up, and a room without one is whole.
func TestAbove(t *testing.T) {
	ceiling := wall() // solid where z is more than 70
	ceiling.Planes[0] = bsp.Plane{Normal: [3]float32{0, 0, -1}, Dist: -70, Type: bsp.PlaneOblique}
	eye := player.Eye{Origin: mgl32.Vec3{1, 2, 30}, Angles: mgl32.Vec3{20, 30, 0}, Known: true}
	c := New()
	c.Set(Overhead)
	for _, want := range []struct {
		m    *bsp.Map
		near float32
	}{{nil, 2}, {ceiling, 606}} { // 34 of 640 are free below the ceiling
		if v := c.View(eye, want.m); !vecNear(v.Origin, mgl32.Vec3{1, 2, 670}, 0.01) ||
			v.Angles != (mgl32.Vec3{90, 90, 0}) || v.Near < want.near-0.01 || v.Near > want.near+0.01 {
			t.Errorf("from above: %+v, want a picture from %v on", v, want.near)
		}
	}
}

// A hand-over is a flight if the way is short and free, and else a cut; from eyes to eyes, and to
// a plan and back, it is always a cut.
func TestFlightsAndCuts(t *testing.T) {
	m := wall()
	eye := func(slot int, x, y float32) player.Eye {
		return player.Eye{Origin: mgl32.Vec3{x, y, 50}, Slot: slot, Known: true}
	}
	for _, c := range []struct {
		name     string
		from, to Mode
		next     player.Eye
		flies    bool
	}{
		{"from the eyes to behind", Eyes, Chase, eye(1, 400, 0), true},
		{"from behind to the eyes", Chase, Eyes, eye(1, 400, 0), true},
		{"to who is near", Chase, Chase, eye(2, 600, 300), true},
		{"around who is near", Orbit, Orbit, eye(2, 600, 300), true},
		{"above who is near", Overhead, Overhead, eye(2, 600, 300), true},
		{"to who is far", Chase, Chase, eye(2, 400, 900), false},
		{"behind a wall", Chase, Chase, eye(2, -200, 0), false},
		{"to other eyes", Eyes, Eyes, eye(2, 500, 0), false},
		{"to a plan", Chase, Overhead, eye(1, 400, 0), false},
		{"from a plan", Overhead, Chase, eye(1, 400, 0), false},
		{"nobody new", Chase, Chase, eye(1, 400, 0), false},
	} {
		calm := New()
		calm.Calm = true
		calm.Set(c.from)
		calm.Move(eye(1, 400, 0), m, 0.1)
		calm.Set(c.to)
		if calm.Move(c.next, m, 0); calm.last.flight.left > 0 {
			t.Errorf("%s: a calm camera flies", c.name)
		}
		cam := New()
		cam.Set(c.from)
		first := cam.Move(eye(1, 400, 0), m, 0.1)
		cam.Set(c.to)
		now := cam.Move(c.next, m, 0)
		if flies := cam.last.flight.left > 0; flies != c.flies || flies && now.Origin != first.Origin {
			t.Errorf("%s: flies %v, from %v to %v", c.name, flies, first.Origin, now.Origin)
		}
		if c.flies && cam.InHead() {
			t.Errorf("%s: the flight is in the head", c.name)
		}
		for range 60 {
			now = cam.Move(c.next, m, 1./60)
		}
		want := cam.View(c.next, m)
		if c.to == Orbit {
			continue // it goes on turning
		}
		if now != want || cam.InHead() != (c.to == Eyes) {
			t.Errorf("%s: a second later from %+v, want %+v", c.name, now, want)
		}
	}
}

// Half-way a flight is in the middle, and is the shorter turn.
func TestFlightIsEased(t *testing.T) {
	f := flight{from: scene.Camera{Origin: mgl32.Vec3{0, 0, 0}, Angles: mgl32.Vec3{10, 170, 0}, FOV: 90},
		left: 1, duration: 1}
	to := scene.Camera{Origin: mgl32.Vec3{100, 200, 0}, Angles: mgl32.Vec3{-10, -170, 0}, FOV: 110}
	for _, want := range []struct{ dt, x float32 }{{0.25, 15.625}, {0.25, 50}, {0.25, 84.375}, {0.25, 100}} {
		c := f.advance(to, nil, want.dt)
		if c.Origin[0] != want.x || c.Origin[1] != 2*want.x {
			t.Errorf("it is at %v, want x %v", c.Origin, want.x)
		}
		if want.x == 50 && (c.Angles != mgl32.Vec3{0, -180, 0} && c.Angles != mgl32.Vec3{0, 180, 0} || c.FOV != 100) {
			t.Errorf("half-way it looks by %v with %v", c.Angles, c.FOV)
		}
	}
}

func BenchmarkMove(b *testing.B) {
	m := sampleMap(b)
	c := New()
	c.Set(Chase)
	p := places{m, rand.New(rand.NewPCG(7, 8))}
	eye := p.eye()
	b.ReportAllocs()
	for b.Loop() {
		eye.Angles[1]++
		c.Move(eye, m, 1./60)
	}
}

// Where a wall would push an orbit into the body it turns away from it, at once if it begins there;
// after the mouse it stays, and where there is no room anywhere, too.
func TestOrbitLeavesWalls(t *testing.T) {
	m := wall() // solid where x is less than 30
	eye := player.Eye{Origin: mgl32.Vec3{60, 0, 50}, Known: true}
	c := New()
	c.Set(Orbit) // looks along x, with its back to the wall
	if v := c.Move(eye, m, 0); v.Origin.Sub(eye.Origin).Len() < 117 {
		t.Errorf("it begins at %v", v.Origin)
	}
	eye.Origin[0] = 400
	c = New()
	c.Set(Orbit)
	c.Move(eye, m, 0)
	eye.Origin[0] = 60 // the player has run backwards to the wall
	last, most := c.Move(eye, m, 1./64), float32(0)
	for range 32 {
		v := c.Move(eye, m, 1./64)
		most = max(most, wrap(v.Angles[1]-last.Angles[1]))
		last = v
	}
	if d := last.Origin.Sub(eye.Origin).Len(); d < 90 || most > 4 {
		t.Errorf("half a second later it is %v units away, and has turned by %v degrees in a frame", d, most)
	}
	c = New()
	c.Set(Orbit)
	c.OrbitTurn[1] = 90
	c.Move(eye, m, 0)
	c.OrbitTurn[1] = -10
	c.TurnBy(-100, 0) // by 11 degrees
	if v := c.Move(eye, m, 1./64); v.Angles[1] < 0.9 || v.Angles[1] > 1.1 {
		t.Errorf("the mouse turns it to %v", v.Angles)
	}
	shaft := wall()
	shaft.Planes[0] = bsp.Plane{Normal: [3]float32{0, 0, 1}, Dist: 1000, Type: bsp.PlaneOblique} // solid below
	c = New()
	c.Set(Orbit)
	if v := c.Move(eye, shaft, 0); v.Angles[1] != 0 {
		t.Errorf("without room it turns to %v", v.Angles)
	}
}

package survey

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// walker goes through made-up worlds, 50 times a second.
type walker struct {
	s     *Survey
	clock float64
	at    mgl32.Vec3 // of the feet
}

func newWalker() *walker { return &walker{s: newSurvey()} }

const walkFrame = 0.02

// frame shows the player where he is.
func (k *walker) frame() {
	k.clock += walkFrame
	w := seen(k.clock, k.at.Add(mgl32.Vec3{0, 0, 24}))
	k.s.Frame(w)
}

// to walks to a place in a straight line at 320 units a second.
func (k *walker) to(x, y, z float32) {
	goal := mgl32.Vec3{x, y, z}
	d := goal.Sub(k.at)
	steps := int(d.Len()/(320*walkFrame)) + 1
	from := k.at
	for i := 1; i <= steps; i++ {
		k.at = from.Add(d.Mul(float32(i) / float32(steps)))
		k.frame()
	}
}

// build ends the walk and returns the level.
func (k *walker) build() *Level {
	k.s.End()
	return k.s.Build()
}

// cells returns the columns of a kind of floor, by their lowest corner and height.
func cells(l *Level, kind Kind) map[mgl32.Vec3]bool {
	list := map[mgl32.Vec3]bool{}
	for i := range l.Faces {
		if f := &l.Faces[i]; f.Kind == kind {
			f.columns(func(x, y int32, z float32) { list[mgl32.Vec3{float32(x * 8), float32(y * 8), z}] = true })
		}
	}
	return list
}

// Who walks along a line leaves a floor as wide as his feet, 24 units, at the height of them,
// and 12 units beyond both ends. Around it a floor is presumed, and walls around that.
func TestStraightWalk(t *testing.T) {
	k := newWalker()
	k.at = mgl32.Vec3{4, 4, 64}
	k.frame()
	k.to(204, 4, 64)
	l := k.build()
	want := map[mgl32.Vec3]bool{}
	for x := float32(-8); x <= 208; x += 8 {
		for y := float32(-8); y <= 8; y += 8 {
			want[mgl32.Vec3{x, y, 64}] = true
		}
	}
	got := cells(l, Floor)
	for c := range want {
		if !got[c] {
			t.Errorf("no floor at %v", c)
		}
	}
	for c := range got {
		if !want[c] {
			t.Errorf("a floor at %v", c)
		}
	}
	ghosts := cells(l, PresumedFloor)
	if !ghosts[mgl32.Vec3{96, 56, 64}] || ghosts[mgl32.Vec3{96, 64, 64}] {
		t.Error("the presumed floor does not go on for 32 units, and to the end of that block of 32")
	}
	walls := 0
	for i := range l.Faces {
		switch f := &l.Faces[i]; f.Kind {
		case PresumedWall:
			walls++
		case Wall, Skirt, Riser:
			t.Errorf("%v %v", f.Kind, f.Corners)
		}
	}
	if walls == 0 {
		t.Error("no presumed walls")
	}
	if l.Box != [2]mgl32.Vec3{{-64, -64, 64}, {256, 64, 192}} {
		t.Errorf("box %v", l.Box)
	}
}

// All corners are clockwise as seen from the front, and the normals have the length 1.
func TestFacesFaceTheRoom(t *testing.T) {
	k := newWalker()
	k.stairs()
	k.wall()
	kinds := map[Kind]bool{}
	for _, f := range k.build().Faces {
		kinds[f.Kind] = true
		n := f.Corners[1].Sub(f.Corners[0]).Cross(f.Corners[2].Sub(f.Corners[1]))
		if n.Dot(f.Normal) >= 0 || math.Abs(float64(f.Normal.Len())-1) > 1e-6 {
			t.Fatalf("%v %v has the normal %v", f.Kind, f.Corners, f.Normal)
		}
	}
	for _, kind := range []Kind{Floor, Riser, Wall, PresumedFloor, PresumedWall} {
		if !kinds[kind] {
			t.Errorf("no %v", kind)
		}
	}
}

// stairs goes up three steps, 64 units deep and 16 high, toward higher x from x 0 on: feet
// rise when the front of the body, 16 units ahead, is at a step.
func (k *walker) stairs() {
	k.at = mgl32.Vec3{-60, 4, 0}
	k.frame()
	for n := range 2 {
		for step := range 3 {
			z := float32(16 * step)
			k.at[2] = z
			k.to(float32(step*64+47), 4, z)
		}
		k.at[2] = 48
		k.to(300, 4, 48)
		if n == 0 {
			for step := 2; step >= 0; step-- {
				k.to(float32(step*64+48), 4, float32(16*step+16))
				k.at[2] = float32(16 * step)
			}
			k.to(-60, 4, 0)
		}
	}
}

// Steps are floors at their heights, with a riser between.
func TestStairs(t *testing.T) {
	k := newWalker()
	k.stairs()
	l := k.build()
	floors := cells(l, Floor)
	for _, c := range []mgl32.Vec3{{-40, 0, 0}, {48, 0, 0}, {80, 0, 16}, {144, 0, 32}, {240, 0, 48}} {
		if !floors[c] {
			t.Errorf("no floor at %v", c)
		}
	}
	heights := map[float32]bool{}
	for c := range floors {
		heights[c[2]] = true
	}
	if len(heights) != 4 {
		t.Errorf("floors at %v, want 0, 16, 32, 48", heights)
	}
	risers := 0
	for _, f := range l.Faces {
		if f.Kind == Riser && f.Normal == (mgl32.Vec3{-1, 0, 0}) {
			risers++
			if high := f.Corners[0][2]; math.Mod(float64(high), 16) != 0 {
				t.Errorf("a riser %v", f.Corners)
			}
		}
	}
	if risers == 0 {
		t.Error("no risers")
	}
}

// wall runs against a wall at x 400 and along it, several times.
func (k *walker) wall() {
	k.at = mgl32.Vec3{300, -200, 0}
	k.s.End()
	k.frame()
	for range 12 {
		k.to(384, -120, 0)
		k.to(384, 200, 0)
		k.to(300, 200, 0)
		k.to(300, -200, 0)
	}
}

// Who runs against something and goes on along it has touched a wall, half a body's width away
// on the side to which he ran. Nothing stands on the side from which he came.
func TestWall(t *testing.T) {
	k := newWalker()
	k.wall()
	l := k.build()
	found := false
	for _, f := range l.Faces {
		if f.Kind != Wall {
			continue
		}
		low, high := f.Corners[0], f.Corners[0]
		for _, c := range f.Corners {
			for i := range c {
				low[i], high[i] = min(low[i], c[i]), max(high[i], c[i])
			}
		}
		switch {
		case f.Normal == (mgl32.Vec3{-1, 0, 0}) && low[0] == 400 && high[0] == 400:
			found = found || low[1] <= -96 && high[1] >= 192 && low[2] == 0 && high[2] == 56
		case f.Normal == (mgl32.Vec3{0, -1, 0}) && low[1] == 216, f.Normal == (mgl32.Vec3{0, 1, 0}) && low[1] == -216,
			f.Normal == (mgl32.Vec3{1, 0, 0}) && low[0] == 284:
			// He turns as sharply at the other corners of his way.
		default:
			t.Errorf("a wall %v", f.Corners)
		}
	}
	if !found {
		t.Error("no wall at x 400 from y -96 to 192, from the floor to 56")
	}
}

// Who runs up a ramp, and does not swim, leaves a slope: where the middle of his feet is, below
// the corner of his body that rests on it.
func TestRamp(t *testing.T) {
	k := newWalker()
	k.at = mgl32.Vec3{-100, 4, 0}
	k.frame()
	k.to(-16, 4, 0)
	for range 3 { // it rises 1 in 4 from x 0 to 400
		k.to(384, 4, 100)
		k.to(500, 4, 100)
		k.to(384, 4, 100)
		k.to(-16, 4, 0)
	}
	l := k.build()
	slopes := 0
	for _, f := range l.Faces {
		if f.Kind != Slope {
			continue
		}
		slopes++
		for _, c := range f.Corners {
			if off := c[2] - c[0]/4; off < -3 || off > 3 {
				t.Errorf("a corner at %v, %v units off the ramp", c, off)
			}
		}
		if n := f.Normal; n[0] > -0.2 || n[0] < -0.28 || n[1] != 0 {
			t.Errorf("a normal %v", n)
		}
	}
	if slopes == 0 {
		t.Error("no slope")
	}
	swims := newWalker()
	swims.at = mgl32.Vec3{0, 4, 0}
	for range 100 {
		swims.frame()
		swims.at = swims.at.Add(mgl32.Vec3{4, 0, 1}) // 200 units a second
	}
	if l := swims.build(); len(l.Faces) != 0 {
		t.Errorf("who swims leaves %d faces", len(l.Faces))
	}
}

// A wall that somebody went through is none: there is an opening.
func TestOpening(t *testing.T) {
	k := newWalker()
	k.wall()
	k.at = mgl32.Vec3{300, 4, 0}
	k.s.End()
	k.frame()
	k.to(500, 4, 0)
	l := k.build()
	left, right := false, false
	for _, f := range l.Faces {
		if f.Kind != Wall && f.Kind != PresumedWall || f.Corners[0][0] != 400 || f.Normal[0] == 0 {
			continue
		}
		low, high := f.Corners[0][1], f.Corners[0][1]
		for _, c := range f.Corners {
			low, high = min(low, c[1]), max(high, c[1])
		}
		if low < 16 && high > -8 && f.Corners[0][2] < 56 {
			t.Errorf("a wall across the opening: %v", f.Corners)
		}
		left, right = left || f.Kind == Wall && high <= -8, right || f.Kind == Wall && low >= 16
	}
	if !left || !right {
		t.Error("no wall beside the opening")
	}
}

// Who runs over an edge at x 100 hangs over by half his body before he falls: the floor ends no
// more than that beyond the edge, with a skirt, and none is presumed beyond.
func TestLedge(t *testing.T) {
	k := newWalker()
	for range 3 {
		k.s.End()
		k.at = mgl32.Vec3{0, 4, 128}
		k.frame()
		k.to(116, 4, 128) // the rear of the body leaves the edge
		for i := 1; i <= 30; i++ {
			s := float32(i) * walkFrame
			k.at = mgl32.Vec3{116 + 320*s, 4, max(0, 128-400*s*s)}
			k.frame()
		}
		k.to(500, 4, 0)
	}
	// Another one comes from below and stands under the edge.
	k.s.End()
	k.at = mgl32.Vec3{300, 4, 0}
	k.frame()
	k.to(118, 4, 0)
	l := k.build()
	last := float32(0)
	for c := range cells(l, Floor) {
		if c[2] == 128 {
			last = max(last, c[0]+8)
		}
	}
	if last < 96 || last > 128 {
		t.Errorf("the floor ends at %v, the edge is at 100", last)
	}
	for c := range cells(l, PresumedFloor) {
		if c[2] == 128 && c[0] >= 128 && c[1] == 0 {
			t.Errorf("a presumed floor in the air at %v", c)
		}
	}
	skirt := false
	for _, f := range l.Faces {
		skirt = skirt || f.Kind == Skirt && f.Normal == (mgl32.Vec3{1, 0, 0}) && f.Corners[0][0] == last
	}
	if !skirt {
		t.Error("no skirt at the edge")
	}
}

// Nothing leads through a teleporter, a gap in time or death, and who jumps stands nowhere.
func TestNothingJoins(t *testing.T) {
	for _, c := range []struct {
		name string
		hop  func(k *walker)
	}{
		{"teleport", func(k *walker) { k.at[0] = 1000 }},
		{"gap", func(k *walker) { k.clock += 1; k.at[0] = 200 }},
		{"no interpolation", func(k *walker) {
			k.at[0], k.clock = 130, k.clock+walkFrame
			w := seen(k.clock, k.at.Add(mgl32.Vec3{0, 0, 24}))
			w.Players[0].NoLerp = true
			k.s.Frame(w)
		}},
		{"death", func(k *walker) {
			k.clock += walkFrame
			w := seen(k.clock, k.at.Add(mgl32.Vec3{0, 0, 24}))
			w.Players[0].Dead = true
			k.s.Frame(w)
			k.at[0] = 130
		}},
	} {
		k := newWalker()
		k.at = mgl32.Vec3{4, 4, 0}
		k.frame()
		k.to(100, 4, 0)
		c.hop(k)
		from := k.at[0]
		k.frame()
		k.to(from+100, 4, 0)
		floors := cells(k.build(), Floor)
		if !floors[mgl32.Vec3{96, 0, 0}] || !floors[mgl32.Vec3{float32(int(from+40) / 8 * 8), 0, 0}] {
			t.Errorf("%s: no floor on one side: %v", c.name, len(floors))
		}
		k.s.End()
		if c.name != "no interpolation" && c.name != "death" && k.s.freeAt(15, 0, layerOf(20)) {
			t.Errorf("%s: the space between is free", c.name)
		}
	}
	k := newWalker()
	k.at = mgl32.Vec3{4, 4, 0}
	k.frame()
	for i := range 33 { // a jump: 270 units a second up, gravity 800
		s := float32(i+1) * walkFrame
		k.at = mgl32.Vec3{4 + 320*s, 4, 270*s - 400*s*s}
		k.frame()
	}
	if n := len(cells(k.build(), Floor)); n != 0 {
		t.Errorf("who jumps has left %d cells of floor", n)
	}
}

// Who is exactly where he was tells no more than once: there may only be no news of him.
func TestNoNews(t *testing.T) {
	k := newWalker()
	k.at = mgl32.Vec3{4, 4, 100}
	for range 100 {
		k.frame()
	}
	if n := len(cells(k.build(), Floor)); n != 0 {
		t.Errorf("%d cells", n)
	}
}

// The same paths make the same level, and a clone stays as it was.
func TestDeterministic(t *testing.T) {
	make := func() (*walker, *Level) {
		k := newWalker()
		k.stairs()
		c := k.s.Clone()
		k.wall()
		return k, c.Build()
	}
	a, first := make()
	b, second := make()
	if !slices.EqualFunc(first.Faces, second.Faces, same) {
		t.Error("two clones differ")
	}
	x, y := a.build(), b.build()
	if !slices.EqualFunc(x.Faces, y.Faces, same) {
		t.Error("two levels differ")
	}
	if slices.EqualFunc(x.Faces, first.Faces, same) {
		t.Error("the clone has what came later")
	}
}

func same(a, b Face) bool {
	return a.Kind == b.Kind && a.Normal == b.Normal && slices.Equal(a.Corners, b.Corners)
}

// No part of a floor is drawn twice.
func TestFloorsDoNotOverlap(t *testing.T) {
	k := newWalker()
	k.stairs()
	// Floors at the height of the first step on both sides of it, which meet it along x alone.
	for _, y := range []float32{-60, 68} {
		k.at = mgl32.Vec3{0, y, 0}
		for x := float32(0); x < 200; x += 20 {
			k.to(x, y, 0)
			k.to(x, y+30, 0)
			k.to(x, y, 0)
		}
	}
	l := k.build()
	drawn := map[mgl32.Vec3]int{}
	for i := range l.Faces {
		f := &l.Faces[i]
		if f.Kind != Floor {
			continue
		}
		for y := float32(-120); y < 160; y += 8 {
			for x := float32(-120); x < 360; x += 8 {
				// Not the middle of a column, through which ends of floors may go.
				if at := (mgl32.Vec3{x + 4.3, y + 4.7, f.Corners[0][2]}); within(f.Corners, at[0], at[1]) {
					drawn[at]++
				}
			}
		}
	}
	for at, n := range drawn {
		if n > 1 {
			t.Errorf("the floor at %v is drawn %d times", at, n)
		}
	}
	if len(drawn) < 300 {
		t.Errorf("%d columns of floor are drawn", len(drawn))
	}
}

// Two surveys of one map know together what each knows; those of another game are refused.
func TestMerge(t *testing.T) {
	a, b := newWalker(), newWalker()
	a.stairs()
	b.wall()
	a.s.End()
	b.s.End()
	sum := newSurvey()
	if !sum.Merge(a.s) || !sum.Merge(b.s) || New(world.Quake3, NewBudget(1<<20)).Merge(a.s) ||
		!New(world.Quake, NewBudget(1<<20)).Merge(a.s) {
		t.Error("which surveys are merged")
	}
	floors := cells(sum.Build(), Floor)
	for _, s := range []*Survey{a.s, b.s} {
		for c := range cells(s.Build(), Floor) {
			if !floors[c] {
				t.Errorf("no floor at %v", c)
			}
		}
	}
	twice := newSurvey()
	twice.Merge(a.s)
	twice.Merge(a.s)
	if n, m := len(cells(twice.Build(), Floor)), len(cells(a.s.Build(), Floor)); n != m {
		t.Errorf("%d cells, and %d of the same survey twice", m, n)
	}
	if w := twice.Walked(); len(w.Points) != len(a.s.Walked().Points) || w.Counts[0] != 2*a.s.Walked().Counts[0] {
		t.Error("walked ground does not add up")
	}
}

package timeline

import (
	"math"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// The limits where none are given.
func TestDefaultLimits(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	demo, err := formats.Open("demoscope1.mvd", data)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		size    int64
		given   Options
		spacing int64
		memory  int64
	}{
		{1000, Options{}, 131072, 33554432},
		{100 << 20, Options{}, 131072, 104857600},
		{100 << 20, Options{Spacing: 5, Memory: 6}, 5, 6},
		{0, Options{Spacing: -1, Memory: -1}, 131072, 33554432},
	} {
		x := Start(demo.Format.Name, demo.Decoder(), test.size, test.given)
		x.Stop()
		if x.options.Spacing != test.spacing || x.options.Memory != test.memory {
			t.Errorf("a demo of %d bytes: %+v", test.size, x.options)
		}
		if p := x.Progress(); !(p >= 0 && p <= 1) {
			t.Errorf("a demo of %d bytes: progress %v", test.size, p)
		}
	}
}

// The kinds of events that are kept are those that a viewer may jump to.
func TestKeptEvents(t *testing.T) {
	want := []world.EventKind{
		world.EventChat, world.EventKill, world.EventItem, world.EventLevel, world.EventIntermission, world.EventPause,
		world.EventSecret, world.EventMonster, world.EventCapture, world.EventMatchStart, world.EventMatchEnd, world.EventMark,
	}
	a := newGathering()
	a.list = nil
	for k := range world.EventKind(64) {
		a.w.Events = []world.Event{{Kind: k, Player: 1, Other: world.Nobody, Value: 5, Text: []byte("x")}}
		a.g.packet(a.w)
	}
	var got []world.EventKind
	for _, e := range a.g.take(nil, true) {
		got = append(got, e.Kind)
		if e.Player != 1 || e.Value != 5 || e.PlayerName != "Bob" || e.Mine || e.Of(0) || !e.Of(1) {
			t.Errorf("%+v", e)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("kept are %v, not %v", got, want)
	}
}

// Cells are 32 units wide, also on the other side of zero; a player counts when
// coming and not while standing.
func TestWalkerCells(t *testing.T) {
	k, g := new(walker), &ground{most: 1 << 40}
	for _, step := range []struct {
		slot int
		x    float32
	}{{0, 0}, {0, 31.9}, {0, 32}, {0, 0}, {1, 5}, {1, 6}, {0, -1}, {0, -32}, {0, -33}, {2, float32(math.NaN())}, {2, 1 << 20}, {2, -1 << 20}} {
		k.step(step.slot, [3]float32{step.x, 10, 24}, g)
	}
	got := k.published()
	points := []mgl32.Vec3{{0, 10, 0}, {32, 10, 0}, {-1, 10, 0}, {-33, 10, 0}}
	counts := []uint32{3, 1, 1, 1}
	if !slices.Equal(got.Points, points) || !slices.Equal(got.Counts, counts) {
		t.Errorf("points %v, counts %v, want %v, %v", got.Points, got.Counts, points, counts)
	}
	k.step(0, [3]float32{500, 0, 0}, g)
	if len(got.Points) != 4 {
		t.Error("what was copied has changed")
	}
	for x := range maxCells + 10 {
		k.step(0, [3]float32{float32(x%1000) * CellSize, float32(x/1000) * CellSize, 0}, g)
	}
	if n := len(k.sum.Points); n != 262144 {
		t.Errorf("%d cells, want 262144 at most", n)
	}
}

// Who runs on level ground or on a slope stands on it, at the height of his feet; who jumps
// over a gap does not, nor does one of whom there is no news.
func TestWhoStands(t *testing.T) {
	for _, c := range []struct {
		name    string
		height  func(seconds float32) float32 // of the feet
		stood   []bool                        // of the cells that are reached, 32 units each
		height1 float32                       // of the second cell
	}{
		{"level", func(float32) float32 { return 8 }, []bool{false, true, true, true, true}, 8},
		{"a slope", func(s float32) float32 { return 24 * s }, []bool{false, true, true, true, true}, 3.6},
		{"a jump", func(s float32) float32 { return 270*s - 400*s*s }, []bool{false, false, false, false, false}, 24.1},
	} {
		k, g := new(walker), &ground{most: 1 << 40}
		for i := range 11 { // 320 units a second, each 50 ms
			s := 0.05 * float32(i)
			at := [3]float32{16 * float32(i), 0, 24 + c.height(s)}
			k.step(0, at, g)
			k.stand(0, at, float64(s))
		}
		got := k.published()
		if n := min(5, len(got.Stood)); !slices.Equal(got.Stood[:n], c.stood[:n]) {
			t.Errorf("%s: stood in %v, want %v", c.name, got.Stood, c.stood)
		}
		k.stand(0, [3]float32{160, 0, 24 + c.height(0.5)}, 0.7)
		if n := len(got.Points); n < 5 || got.Points[1][2] < c.height1-4 || got.Points[1][2] > c.height1+4 {
			t.Errorf("%s: %v", c.name, got.Points)
		}
	}
	// Whoever is twice at one height in a cell of stairs stands there.
	k, g := new(walker), &ground{most: 1 << 40}
	for i := range 6 {
		at := [3]float32{float32(i), 0, 24 + 16*float32(i/2)}
		k.step(0, at, g)
		k.stand(0, at, 0.1*float64(i))
	}
	if got := k.published(); !slices.Equal(got.Stood, []bool{true, false}) || got.Points[0] != (mgl32.Vec3{0, 0, 16}) {
		t.Errorf("on stairs: %+v", got)
	}
	k = new(walker)
	for i := range 8 {
		at := [3]float32{5, 5, 100}
		k.step(0, at, g)
		k.stand(0, at, 0.1*float64(i))
	}
	if got := k.published().Stood; !slices.Equal(got, []bool{false}) {
		t.Errorf("of whom there is no news: %v", got)
	}
}

// Only those who play walk, and the recorder where nobody has its slot.
func TestWhoWalks(t *testing.T) {
	at := func(x float32) world.Pose { return world.Pose{Origin: [3]float32{x, 0, 24}} }
	w := new(world.World)
	w.Recorder = world.Nobody
	w.Players = []world.Player{{Visible: true, Pose: at(0)}, {Pose: at(100)}, {Visible: true, Spectator: true, Pose: at(200)}}
	w.View.Known, w.View.Origin = true, [3]float32{300, 0, 24}
	k, g := new(walker), &ground{most: 1 << 40}
	k.frame(w, g)
	if got := k.published().Points; !slices.Equal(got, []mgl32.Vec3{{0, 0, 0}, {300, 0, 0}}) {
		t.Errorf("walked %v", got)
	}
	w.Recorder = 0
	k = new(walker)
	k.frame(w, g)
	if got := k.published().Points; !slices.Equal(got, []mgl32.Vec3{{0, 0, 0}}) {
		t.Errorf("with a recorder who plays, walked %v", got)
	}
}

// A cursor that goes back does not take the packet that comes next for a part of
// the frame where it is, although it has applied that packet before.
func TestReturnForgetsTheTime(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	demo, err := formats.Open("demoscope1.mvd", data)
	if err != nil {
		t.Fatal(err)
	}
	c := NewCursor(demo.Format.Name, demo.Decoder())
	checked := 0
	for c.Next() == nil && checked < 50 {
		if c.World.Block < 500 || c.more() {
			continue
		}
		mark, w, frame := c.Mark(), c.World.Clone(), c.World.FrameClock
		if c.Next() != nil {
			break
		}
		if c.World.FrameClock == frame {
			continue
		}
		after := c.World.FrameClock
		c.Return(mark, w)
		if !c.Reach(frame, nil) || c.World.FrameClock != frame {
			t.Fatalf("the frame of %v s, where the cursor is, was sought, and that of %v s is there", frame, c.World.FrameClock)
		}
		if c.Past(frame+1e-6) || !c.Past(frame) {
			t.Fatalf("at %v s: past it %v, past a moment later %v", frame, c.Past(frame), c.Past(frame+1e-6))
		}
		if !c.Reach(after, nil) || c.World.FrameClock != after {
			t.Fatalf("the frame of %v s was sought, and that of %v s is there", after, c.World.FrameClock)
		}
		checked++
	}
	if checked != 50 {
		t.Errorf("%d frames were looked at", checked)
	}
}

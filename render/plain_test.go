package render

import (
	"math"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/hajimehoshi/ebiten/v2"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
	"demoscope/render/scene"
)

// The screen takes draw's vertices as they lie in memory.
func TestVertexIsEbitengines(t *testing.T) {
	var d draw.Vertex
	var e ebiten.Vertex
	if unsafe.Sizeof(d) != unsafe.Sizeof(e) {
		t.Fatalf("%d bytes, Ebitengine has %d", unsafe.Sizeof(d), unsafe.Sizeof(e))
	}
	for _, f := range []struct {
		name      string
		ours, its uintptr
	}{
		{"X", unsafe.Offsetof(d.X), unsafe.Offsetof(e.DstX)},
		{"Y", unsafe.Offsetof(d.Y), unsafe.Offsetof(e.DstY)},
		{"U", unsafe.Offsetof(d.U), unsafe.Offsetof(e.SrcX)},
		{"V", unsafe.Offsetof(d.V), unsafe.Offsetof(e.SrcY)},
		{"R", unsafe.Offsetof(d.R), unsafe.Offsetof(e.ColorR)},
		{"G", unsafe.Offsetof(d.G), unsafe.Offsetof(e.ColorG)},
		{"B", unsafe.Offsetof(d.B), unsafe.Offsetof(e.ColorB)},
		{"A", unsafe.Offsetof(d.A), unsafe.Offsetof(e.ColorA)},
		{"Custom", unsafe.Offsetof(d.Custom), unsafe.Offsetof(e.Custom0)},
	} {
		if f.ours != f.its {
			t.Errorf("%s at %d, Ebitengine has it at %d", f.name, f.ours, f.its)
		}
	}
	v := vertices([]draw.Vertex{{}, {X: 1, V: 2, A: 3}})
	if len(v) != 2 || v[1].DstX != 1 || v[1].SrcY != 2 || v[1].ColorA != 3 {
		t.Errorf("got %+v", v)
	}
}

func TestBindingsAreOneTable(t *testing.T) {
	seen := map[Chord]Command{}
	bound := map[Command]bool{}
	for _, g := range Bindings {
		for _, b := range g.Bindings {
			bound[b.Command] = true
			if len(b.Chords) == 0 {
				t.Errorf("%s: command %d has no key", g.Title, b.Command)
			}
			if b.Label == "" && !b.Joined {
				t.Errorf("%s: a binding of %v says nothing", g.Title, b.Chords)
			}
			for _, c := range b.Chords {
				c.Arg = 0
				if other, twice := seen[c]; twice {
					t.Errorf("%v with Shift %v gives commands %d and %d", c.Key, c.Shift, other, b.Command)
				}
				seen[c] = b.Command
			}
		}
	}
	for c := CommandNone + 1; c < commandCount; c++ {
		if c != commandFirstHeld && !bound[c] || c == MoveForward && !bound[c] {
			t.Errorf("command %d has no key", c)
		}
	}
	lines := 0
	for _, g := range helpGroups(Bindings) {
		for _, l := range g.Lines {
			if strings.TrimSpace(l.Keys) == "" {
				t.Errorf("help names no key for %q", l.Label)
			}
			lines++
		}
	}
	if lines < 30 {
		t.Errorf("the help page has %d lines", lines)
	}
}

func TestChords(t *testing.T) {
	for _, c := range []struct {
		chord Chord
		shift bool
		want  bool
	}{
		{Chord{Key: ebiten.KeyArrowLeft}, false, true},
		{Chord{Key: ebiten.KeyArrowLeft}, true, false},
		{Chord{Key: ebiten.KeyArrowLeft, Shift: true}, true, true},
		{Chord{Key: ebiten.KeyArrowLeft, Shift: true}, false, false},
		{Chord{Key: ebiten.KeyV}, true, true},
	} {
		if got := newReader(Bindings).matches(c.chord, c.shift); got != c.want {
			t.Errorf("%+v with Shift %v: %v", c.chord, c.shift, got)
		}
	}
}

func TestHeldKeysRepeat(t *testing.T) {
	n, held := 0, 0.0
	for range 60 { // one second
		held = repeatTime(held, 1./60, func() { n++ })
	}
	every := repeatEvery
	want := 1 + int((1-repeatAfter)/every)
	if n < want-1 || n > want+1 {
		t.Errorf("%d repeats in a second, want about %d", n, want)
	}
}

func TestSpeeds(t *testing.T) {
	for _, c := range []struct {
		speed     float64
		direction int
		want      float64
	}{
		{1, 1, 1.5}, {1, -1, 0.75}, {20, 1, 20}, {0.05, -1, 0.05}, {-1, 1, -1.5}, {-1, -1, -0.75}, {1.2, 1, 1.5}, {1.2, -1, 1},
	} {
		if got := nextSpeed(c.speed, c.direction); got != c.want {
			t.Errorf("from %v in direction %d to %v, want %v", c.speed, c.direction, got, c.want)
		}
	}
}

func TestNextLevel(t *testing.T) {
	levels := []timeline.Level{{Start: 0}, {Start: 100}, {Start: -1}, {Start: 200}}
	for _, c := range []struct {
		now       float64
		direction int
		want      float64
		ok        bool
	}{{50, 1, 100, true}, {150, 1, 200, true}, {250, 1, 0, false}, {150, -1, 100, true}, {101, -1, 0, true}, {1, -1, 0, false}} {
		if got, ok := levelFrom(levels, c.now, c.direction); got != c.want || ok != c.ok {
			t.Errorf("level from %v in direction %d: %v %v, want %v %v", c.now, c.direction, got, ok, c.want, c.ok)
		}
	}
}

func TestFlying(t *testing.T) {
	c := newCamera()
	c.takeOff(scene.Camera{Origin: [3]float32{1, 2, 3}, Angles: [3]float32{10, 90, 30}})
	if c.how != HowFly || c.origin != [3]float32{1, 2, 3} || c.angles != [3]float32{10, 90, 0} {
		t.Fatalf("took off to %+v", c)
	}
	c.angles[0] = 0
	var held [commandCount]bool
	held[MoveForward] = true
	for range 120 {
		c.fly(&held, 1./60)
	}
	// Two seconds along y at 400 units a second, less the start.
	if d := c.origin[1] - 2; d < 740 || d > 800 || math.Abs(float64(c.origin[0]-1)) > 1 || c.origin[2] != 3 {
		t.Errorf("flew to %v", c.origin)
	}
	held[MoveForward] = false
	for range 120 {
		c.fly(&held, 1./60)
	}
	if c.velocity != [3]float32{} {
		t.Errorf("still flies at %v", c.velocity)
	}
	// The same way however many frames it takes.
	a, b := newCamera(), newCamera()
	held[MoveUp] = true
	for range 200 {
		a.fly(&held, 1./200)
	}
	for range 50 {
		b.fly(&held, 1./50)
	}
	if d := a.origin[2] - b.origin[2]; d > 8 || d < -8 {
		t.Errorf("at 200 fps to %v, at 50 to %v", a.origin[2], b.origin[2])
	}
	c.turnBy(100, -1e6)
	if c.angles[0] != -89 || math.Abs(float64(c.angles[1]-(90-100*degreesAPoint))) > 1e-3 {
		t.Errorf("turned to %v", c.angles)
	}
	c.land()
	if c.how != HowEye {
		t.Errorf("landed as %v", c.how)
	}
}

func TestEyeAndChase(t *testing.T) {
	eye := player.Eye{Origin: [3]float32{100, 0, 50}, Angles: [3]float32{0, 0, 0}, FOV: 110, Known: true}
	c := newCamera()
	if v := c.view(eye, nil); v.Origin != eye.Origin || v.FOV != 110 {
		t.Errorf("eye's view %+v", v)
	}
	c.how = HowChase
	v := c.view(eye, nil)
	if v.Origin[0] > 100-minChaseDistance || v.Origin[2] < 50 {
		t.Errorf("chase view at %v is not behind", v.Origin)
	}
	c.fov = 75
	if v := c.view(eye, nil); v.FOV != 75 {
		t.Errorf("field of view %v", v.FOV)
	}
	c = newCamera()
	if v := c.view(player.Eye{}, nil); v.Angles == ([3]float32{}) {
		t.Error("with nobody to look through the view is the origin's")
	}
	m := &bsp.Map{Entities: []bsp.Entity{
		{{Key: "classname", Value: "info_player_start"}, {Key: "origin", Value: "1 2 3"}, {Key: "angle", Value: "90"}},
		{{Key: "classname", Value: "info_intermission"}, {Key: "origin", Value: "4 5 6"}, {Key: "mangle", Value: "20 30 0"}},
	}}
	if v := overview(m); v.Origin != [3]float32{4, 5, 6} || v.Angles != [3]float32{20, 30, 0} {
		t.Errorf("overview %+v", v)
	}
}

func TestTimedemoStatistics(t *testing.T) {
	var frames []frameTime
	for i := range 200 {
		frames = append(frames, frameTime{Block: i, Total: 10 * time.Millisecond, Build: 4 * time.Millisecond})
	}
	frames[50].Total = 100 * time.Millisecond
	frames[120].Total = 60 * time.Millisecond
	frames[120].Build = 50 * time.Millisecond
	r := summarize(frames)
	near := func(name string, got, want float64) {
		if math.Abs(got-want) > 1e-6*max(1, want) {
			t.Errorf("%s %v, want %v", name, got, want)
		}
	}
	near("frames", float64(r.Frames), 200)
	near("seconds", r.Seconds, 2.14)
	near("fps", r.FPS, 200/2.14)
	near("1% low", r.Low1, 2/0.16)
	near("0.1% low", r.Low01, 10)
	near("median", r.MedianMS, 10)
	near("max", r.MaxMS, 100)
	near("p99", r.P99MS, 60)
	near("build mean", r.BuildMeanMS, (199*4+50)/200.)
	near("build max", r.BuildMaxMS, 50)
	near("driver median", r.DriverMedianMS, 6)
	near("driver max", r.DriverMaxMS, 96)
	if len(r.Worst) != worstShown || r.Worst[0].Block != 50 || r.Worst[1].Block != 120 {
		t.Errorf("worst %+v", r.Worst)
	}
	if text := r.String(); !strings.Contains(text, "200 frames") || !strings.Contains(text, "block 50") {
		t.Errorf("text %q", text)
	}
	var log strings.Builder
	if err := r.WriteLog(&log); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 201 || lines[0] != "block,clock,ms,build_ms" || lines[121] != "120,0.000000,60.000000,50.000000" {
		t.Errorf("log of %d lines, %q", len(lines), lines[121])
	}
	if r := summarize(nil); r.Frames != 0 || r.FPS != 0 {
		t.Errorf("of nothing %+v", r)
	}
}

func TestMapsAreLoadedOnceAndKept(t *testing.T) {
	loads := 0
	l := newLevels(func(level *world.Level) (*bsp.Map, string) {
		loads++
		return nil, "no " + level.Map
	})
	w := rules.New("dem")
	l.update(w, true)
	if l.current == nil || l.current.notice != "no " || loads != 1 {
		t.Fatalf("current %+v after %d loads", l.current, loads)
	}
	if l.update(w, true) || loads != 1 {
		t.Errorf("%d loads of one level", loads)
	}
}

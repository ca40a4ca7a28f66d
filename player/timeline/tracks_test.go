package timeline

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// A player runs 320 units a second along x, in frames of 0.05 s, goes through a teleporter at
// 1 s, is not seen from 2 s to 3 s, and stands from then on.
func run(k *tracker, seconds float64) {
	w := rules.New("mvd")
	w.Players = []world.Player{{Visible: true}, {Visible: true, Spectator: true}}
	for i := 0; float64(i)*0.05 <= seconds; i++ {
		w.FrameClock = float64(i) * 0.05
		p := &w.Players[0]
		p.Pose.Origin[0] = 320 * float32(min(w.FrameClock, 3))
		if w.FrameClock >= 1 {
			p.Pose.Origin[1] = 5000
		}
		p.Visible = w.FrameClock < 2 || w.FrameClock >= 3
		k.frame(w)
	}
}

// TestLookSteps: an angle becomes the nearest step, whatever its turn.
func TestLookSteps(t *testing.T) {
	for degrees := float32(-1000); degrees < 1000; degrees += 0.375 {
		off := math.Remainder(float64(degrees)-float64(lookSteps(degrees))*lookStep, 360)
		if math.Abs(off) > lookStep/2 {
			t.Errorf("%v degrees are %d steps", degrees, lookSteps(degrees))
		}
	}
	for _, none := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := lookSteps(float32(none)); got != 0 {
			t.Errorf("%v degrees are %d steps", none, got)
		}
	}
}

func TestTracks(t *testing.T) {
	k := tracker{every: trackEvery, most: 1 << 20}
	run(&k, 4)
	x := &Timeline{tracks: k.published()}
	all := x.Track(0, 0, 100)
	if len(all) != 61 || len(x.Track(1, 0, 100)) != 0 || x.Track(-1, 0, 1) != nil || x.Track(7, 0, 1) != nil {
		t.Fatalf("%d samples, want 61", len(all))
	}
	for i, want := range map[int]Sample{
		0:  {Clock: 0, Speed: -1, Origin: mgl32.Vec3{}, Begins: true},
		10: {Clock: 0.5, Speed: 320, Origin: mgl32.Vec3{160, 0, 0}, Begins: false},
		20: {Clock: 1, Speed: -1, Origin: mgl32.Vec3{320, 5000, 0}, Begins: true},
		21: {Clock: 1.05, Speed: 320, Origin: mgl32.Vec3{336, 5000, 0}, Begins: false},
		40: {Clock: 3, Speed: -1, Origin: mgl32.Vec3{960, 5000, 0}, Begins: true},
		60: {Clock: 4, Speed: 0, Origin: mgl32.Vec3{960, 5000, 0}, Begins: false},
	} {
		got := all[i]
		if math.Abs(float64(got.Speed-want.Speed)) < 0.1 {
			got.Speed = want.Speed
		}
		if got.Origin.Sub(want.Origin).Len() < 0.01 {
			got.Origin = want.Origin
		}
		if got != want {
			t.Errorf("sample %d is %+v, want %+v", i, all[i], want)
		}
	}
	if part := x.Track(0, 0.5, 1); len(part) != 11 || part[0].Clock != 0.5 || part[10].Clock != 1 {
		t.Errorf("from 0.5 s to 1 s: %v", part)
	}
}

// With memory for 20 samples every second one is left out until they fit.
func TestTracksAreThinned(t *testing.T) {
	k := tracker{every: trackEvery, most: 20 * sampleBytes}
	run(&k, 4)
	list := k.published()[0]
	if len(list) < 8 || int64(len(list)) > 20 || k.bytes > k.most {
		t.Fatalf("%d samples, %d bytes", len(list), k.bytes)
	}
}

// Thinning keeps every second sample, and of those between, that nothing leads to the next one.
func TestThinKeepsBeginnings(t *testing.T) {
	const samples = 9
	for begins := range samples {
		list := make([]Sample, samples)
		for i := range list {
			list[i] = Sample{Clock: float32(i), Begins: i == begins}
		}
		k := tracker{every: 1, list: [][]Sample{list}, begin: []bool{false}, last: []float64{samples - 1}}
		if !k.thin() {
			t.Error("nothing is left out")
		}
		for i, s := range k.list[0] {
			if s.Clock != float32(2*i) || s.Begins != (i == (begins+1)/2) {
				t.Errorf("sample %d, where %d begins: %+v", i, begins, s)
			}
		}
		if k.begin[0] || k.last[0] != 8 || k.every != 2 || len(k.list[0]) != 5 {
			t.Errorf("%+v", k)
		}
	}
	k := tracker{every: 1, list: [][]Sample{{{}, {Clock: 1, Begins: true}}}, begin: []bool{false}, last: []float64{1}}
	if k.thin() || !k.begin[0] || k.last[0] != 0 {
		t.Errorf("behind the last one: %+v", k)
	}
}

// Where players look takes no memory of its own, and is told to 1.41 degrees.
func TestTracksTellLooks(t *testing.T) {
	if sampleBytes != 24 {
		t.Errorf("a sample takes %d bytes, want 24", sampleBytes)
	}
	k := tracker{every: trackEvery, most: 1 << 20}
	w := rules.New("mvd")
	w.Match.Teams = true
	w.Players = []world.Player{{Visible: true, Team: "red"}}
	for i, look := range []mgl32.Vec3{{0, 90, 0}, {-45, -90, 0}} {
		w.FrameClock = float64(i)
		w.Players[0].Pose.Angles, w.Players[0].Dead = look, i == 1
		k.frame(w)
	}
	for i, want := range []Sample{{Yaw: 64}, {Pitch: -32, Yaw: -64, Dead: true}} {
		if got := k.list[0][i]; got.Pitch != want.Pitch || got.Yaw != want.Yaw || got.Dead != want.Dead {
			t.Errorf("sample %d is %+v, want %+v", i, got, want)
		}
	}
	if pitch, yaw := k.list[0][1].Look(); pitch != -45 || yaw != -90 {
		t.Errorf("looks at %v, %v", pitch, yaw)
	}
	if k.teams[0] != "red" {
		t.Errorf("the team is %q", k.teams[0])
	}
}

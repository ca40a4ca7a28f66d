package app

import (
	"errors"
	"testing"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/internal/wait"
	"demoscope/player"
	"demoscope/player/director"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/camera"
	"demoscope/render/setting"
)

// directed waits until the director's plan of the whole level is there.
func (r *rig) directed() {
	r.t.Helper()
	d := &r.Demo.Directing
	r.passUntil(0, "the plan", func() bool { return d.Plan != nil && d.Plan.Whole && d.making == nil })
	r.pass(0)
}

// withDirector lets the director choose in a rig, as the window's options say.
func withDirector(r *rig, wish Director) *rig {
	r.Demo.Directing.initial = wish
	return r
}

// The killers of the sample's match, whom the server's log names, are watched from 0.5 s before
// their kills, forwards and backwards: slots 1 Vesper, 2 Quarry, 3 Lumen.
func TestDirectorWatchesKillers(t *testing.T) {
	r := withDirector(newRig(t), DirectorAuto)
	r.directed()
	kills := []struct {
		clock  float64
		killer int
	}{{1.36, 1}, {9.14, 3}, {19.83, 2}, {34.61, 2}, {48.22, 2}, {53.3, 1}}
	for _, k := range kills {
		for _, before := range []float64{0.5, 0.14, 0} {
			r.seek(k.clock - before)
			if s := r.see(); s.Follow != k.killer || s.View != "director" {
				t.Errorf("%.2f s before the kill at %.2f s: %d is watched, want %d, by the %s", before, k.clock,
					s.Follow, k.killer, s.View)
			}
		}
	}
	for i := len(kills) - 1; i >= 0; i-- {
		if r.seek(kills[i].clock - 0.3); r.see().Follow != kills[i].killer {
			t.Errorf("backwards at %v: %d is watched", kills[i].clock, r.see().Follow)
		}
	}
	// What plays cuts, too: from Vesper to Lumen at some time before 8.64 s.
	r.seek(6)
	r.Demo.Player.SetPaused(false)
	was := r.see().Follow
	r.run(3 * 64)
	if s := r.see(); was != 1 || s.Follow != 3 || s.Says != "" {
		t.Errorf("from 6 s to 9 s: %d, then %d; says %q", was, s.Follow, s.Says)
	}
}

// Where a plan says so, the picture is taken from behind and above the player, without a change
// of how the viewer watches; the viewer's own view from behind stays as it is.
func TestDirectorFromBehind(t *testing.T) {
	r := withDirector(newRig(t), DirectorAuto)
	r.directed()
	r.Demo.Directing.Plan.Cuts = []director.Cut{{Slot: 1}, {Clock: 20, Slot: 1, Camera: director.Behind},
		{Clock: 30, Slot: 2}}
	for clock, want := range map[float64]string{10: "director", 21: "director, chase camera",
		31: "director"} {
		if r.seek(clock); r.see().View != want {
			t.Errorf("at %v s: %s", clock, r.see().View)
		}
	}
	r.seek(21)
	eye, view := r.Demo.Player.Moment().Eye, r.Active.View
	if d := view.Origin.Sub(eye.Origin); d.Len() < 30 || d.Len() > 225 || d[2] < 10 || r.Active.Options.FirstPerson ||
		r.Active.Camera.Mode != camera.Eyes {
		t.Errorf("the camera is %v from the eyes", d)
	}
	r.press("C")
	if r.see().View != "director, chase camera" || r.Active.Camera.Mode != camera.Chase {
		t.Errorf("after C: %s", r.see().View)
	}
	r.Active.Camera.Set(camera.Eyes)
	r.press("N")
	if r.see().View != "player's view" {
		t.Errorf("after N: %s", r.see().View)
	}
}

// The viewer's choice ends the director's, and Shift+C gives it back. How one watches stays.
func TestDirectorIsGivenTheChoice(t *testing.T) {
	for _, c := range []struct {
		does  string
		do    func(*rig)
		watch int
		view  string
	}{
		{"next player", func(r *rig) { r.press("N") }, 0, "player's view"},
		{"previous player", func(r *rig) { r.press("P") }, 2, "player's view"},
		{"recorder, whom the demo has not", func(r *rig) { r.press("R") }, 3, "director"},
		{"from behind", func(r *rig) { r.press("C") }, 3, "director, chase camera"},
		{"flying", func(r *rig) { r.press("G") }, 3, "free camera"},
		{"Shift+C", func(r *rig) { r.press("Shift+C") }, 3, "player's view"},
	} {
		r := withDirector(newRig(t), DirectorAuto)
		r.directed()
		r.seek(8.9)
		if s := r.see(); s.Follow != 3 {
			t.Fatalf("%d is watched at 8.9 s", s.Follow)
		}
		c.do(r)
		r.pass(0)
		if s := r.see(); s.Follow != c.watch || s.View != c.view {
			t.Errorf("%s: %d is watched by the %s, want %d by the %s", c.does, s.Follow, s.View, c.watch, c.view)
		}
	}
	r := newRig(t)
	r.press("N")
	r.press("Shift+C")
	if says := r.see().Says; says != "Director: on" {
		t.Errorf("says %q", says)
	}
	r.directed()
	r.seek(8.9)
	if s := r.see(); s.Follow != 3 {
		t.Errorf("after Shift+C %d is watched", s.Follow)
	}
	r.press("Shift+C")
	if says := r.see().Says; says != "Director: off" {
		t.Errorf("says %q", says)
	}
	r.seek(20)
	if s := r.see(); s.Follow != 3 {
		t.Errorf("after a second Shift+C %d is watched", s.Follow)
	}
}

// Unless the viewer says so, the director chooses only where nobody's view was recorded: in
// servers' recordings, but neither in players' own nor where a spectator follows somebody.
func TestDirectorByItself(t *testing.T) {
	for name, on := range map[string]bool{
		"demoscope1.mvd": true, "demoscope1.mvd2": true,
		"demoscope1.qwd": false, "demoscope1_p15.dem": false, "demoscope1_p666.dem": false, "demoscope1.dm2": false,
		"demoscope1.dm_71": false,
	} {
		r := withDirector(newRigOf(t, name, sample(t, name)), DirectorAuto)
		r.run(3)
		if d := &r.Demo.Directing; d.On != on || d.initial != DirectorOff {
			t.Errorf("%s: the director is on: %v, want %v", name, d.On, on)
		}
		forced := withDirector(newRigOf(t, name, sample(t, name)), DirectorOn)
		if forced.run(3); !forced.Demo.Directing.On {
			t.Errorf("%s: the director is not on although it was asked for", name)
		}
		off := withDirector(newRigOf(t, name, sample(t, name)), DirectorOff)
		if off.run(3); off.Demo.Directing.On {
			t.Errorf("%s: the director is on although it must not be", name)
		}
	}
}

// The director allocates nothing while its plan holds.
func TestDirectorAllocatesNothing(t *testing.T) {
	r := withDirector(newRig(t), DirectorAuto)
	r.directed()
	r.Demo.Player.SetPaused(false)
	r.run(64)
	if n := allocations(256, 0, func() {
		r.Demo.Player.Update(1. / 64)
		r.direct()
	}); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// While the index still grows, the director chooses with what it knows, and what was shown stays.
func TestDirectorWhileTheIndexGrows(t *testing.T) {
	name := "demoscope1.mvd"
	demo, err := formats.Open(name, sample(t, name))
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	t.Cleanup(p.Close)
	g := New(&Options{Demo: Demo{Player: p, Maps: sampleMap(t), Director: DirectorAuto},
		Width: 640, Height: 360},
		&testDesktop{}, newTestDevices())
	r := &rig{App: g, t: t, input: newTestDevices(), window: &testDesktop{}}
	r.run(20)
	p.SetPaused(true)
	r.directed()
	r.seek(19.7)
	if s := r.see(); s.Follow != 2 {
		t.Errorf("at 19.7 s %d is watched", s.Follow)
	}
}

// Another level, and another map, need another plan; what was shown counts from the level's begin.
func TestDirectorPlansAnew(t *testing.T) {
	r := withDirector(newRig(t), DirectorAuto)
	r.directed()
	d := &r.Demo.Directing
	d.Plan, d.shownUntil = &director.Plan{Level: 7, Whole: true, Cuts: []director.Cut{{Slot: 0}}}, 1000
	r.pass(0)
	r.directed()
	if d.Plan.Level != 0 || d.shownUntil != 10 {
		t.Errorf("the plan is of level %d, shown are %v s", d.Plan.Level, d.shownUntil)
	}
	key := planInput{key: r.Demo.Maps.Current.Key}
	d.input = planInput{key: world.MapKey{Name: "maps/other.bsp", Checksum: 1}}
	r.pass(0)
	r.directed()
	if d.input != key {
		t.Errorf("the plan is made with %v, the map is %v", d.input, key)
	}
	// The last of the level is planned however short it is.
	d.Plan.Whole = false
	if r.pass(0); d.making == nil && !d.Plan.Whole {
		t.Error("the plan stays as it was before the last of the demo had been read")
	}
	r.directed()
	// What was shown before a seek back was shown.
	r.seek(40)
	if r.seek(5); d.shownUntil != 40 {
		t.Errorf("shown are %v s, want 40", d.shownUntil)
	}
}

// What the viewer does before the director has begun is a choice, too; and what the program has
// just said to the viewer is not lost to a cut.
func TestDirectorWaitsForTheViewer(t *testing.T) {
	r := withDirector(newRig(t), DirectorAuto)
	r.follow(2)
	for range 5 {
		r.pass(0)
	}
	if s := r.see(); s.Follow != 2 || r.Demo.Directing.On {
		t.Errorf("%d is watched, the director is on: %v", s.Follow, r.Demo.Directing.On)
	}
	r = withDirector(newRig(t), DirectorAuto)
	r.directed()
	r.Demo.Directing.Plan.Cuts = []director.Cut{{Slot: 1}, {Clock: 20, Slot: 2}}
	r.seek(10)
	r.Demo.Notices.say("Volume 50 %")
	r.seek(21)
	if s := r.see(); s.Follow != 2 || s.Says != "Volume 50 %" {
		t.Errorf("%d is watched, says %q", s.Follow, s.Says)
	}
}

// A view is recorded by who plays, and by a spectator who follows somebody, as Quake II tells.
func TestViewRecorded(t *testing.T) {
	w := rules.New("dm2")
	w.Players = []world.Player{{Slot: 0}, {Slot: 1}}
	w.Level().Texts.Numbering.PlayerSkins, w.Level().Texts.Numbering.General = 1312, 1568
	for _, c := range []struct {
		name                    string
		recorder                int
		spectator, view, chases bool
		want                    bool
	}{
		{"a player", 0, false, true, false, true}, {"a spectator", 0, true, true, false, false},
		{"who follows", 0, true, true, true, true},
		{"a server", world.Nobody, false, false, false, false}, {"a server with a view", world.Nobody, false, true,
			false, true}, {"nobody's slot", 9, false, true, false, true},
	} {
		w.Recorder, w.Players[0].Spectator, w.View.Known, w.Stats = c.recorder, c.spectator, c.view, world.Stats{}
		if c.chases {
			w.Stats.Values[world.Quake2StatChase], w.Stats.Known = 1313, 1<<world.Quake2StatChase
		}
		if got := viewRecorded(w); got != c.want {
			t.Errorf("%s: a view is recorded: %v", c.name, got)
		}
	}
}

// A mistake in the plan costs the director, not the demo, and is reported.
func TestDirectorsMistake(t *testing.T) {
	r := newRig(t)
	d := &r.Demo.Directing
	reported := make(chan error, 1)
	d.initial, d.report = DirectorAuto, func(err error) { reported <- err }
	r.Demo.Maps.Current.Map = &bsp.Map{} // without a tree
	defer delete(preparedMaps, r.Demo.Maps.Current.Key)
	wait.For(t, "the director's end", func() bool {
		r.Demo.Player.Update(0)
		r.direct()
		return d.initial == DirectorOff && !d.On
	})
	if err := <-reported; !errors.As(err, new(*fault.Error)) {
		t.Errorf("reported is %v", err)
	}
}

// A picture without a camera and a player of its own shows the killer's eyes 0.14 s before a kill.
func TestShotIsDirected(t *testing.T) {
	for at, want := range map[float64]int{19.83 - 0.14: 2, 53.3 - 0.14: 1, 9.14 - 0.14: 3} {
		for _, wish := range []Director{DirectorAuto, DirectorOff} {
			p := newPlayer(t, "demoscope1.mvd", sample(t, "demoscope1.mvd"))
			g := New(&Options{Demo: Demo{Player: p, Maps: sampleMap(t), Director: wish},
				Width: 320, Height: 200, Renderer: CPU}, &testDesktop{}, newTestDevices())
			g.ShootCPU(&ShotOptions{Player: p, At: at, Width: 320, Height: 200, Renderer: CPU, Director: wish})
			if got := followed(p.Moment()); wish == DirectorAuto && got != want || wish == DirectorOff && got != 0 {
				t.Errorf("at %.2f s, director %v: %d is watched, want %d", at, wish, got, want)
			}
		}
	}
}

// Until there is a plan, and where nothing happens, everybody is shown from above, and nobody is
// watched; the viewer's own way from behind stays.
func TestDirectorShowsEverybody(t *testing.T) {
	r := withDirector(newRig(t), DirectorAuto)
	r.pass(0)
	overviews := func(when string) {
		t.Helper()
		if s, v := r.see(), r.Active.View; s.View != "director, overview" || r.Input.Watched != world.Nobody ||
			v.Angles[0] != 90 || v.Near < 2 || !r.Active.Options.On(setting.XRay) || r.Active.Options.FirstPerson {
			t.Errorf("%s: %s from %+v, %d is watched", when, s.View, v, r.Input.Watched)
		}
	}
	if r.Demo.Directing.Plan == nil {
		overviews("without a plan")
	}
	r.directed()
	r.Demo.Directing.Plan.Cuts = []director.Cut{{Slot: 1}}
	r.Demo.Directing.Plan.Quiet = []director.Quiet{{Begin: 20, End: 26}}
	for clock, want := range map[float64]string{19.9: "director", 26: "director"} {
		if r.seek(clock); r.see().View != want {
			t.Errorf("at %v s: %s", clock, r.see().View)
		}
	}
	r.seek(20)
	overviews("at 20 s")
	r.seek(25.9)
	r.pass(20) // paused: what was said is gone
	overviews("at 25.9 s")
	for i, p := range r.Active.Camera.LivingEyes { // all are in the picture
		x, y := p[0]-r.Active.View.Origin[0], p[1]-r.Active.View.Origin[1]
		if high := r.Active.View.Origin[2] - p[2]; abs(x) > high || abs(y) > 0.75*high {
			t.Errorf("player %d is at %v, %v from the middle, %v below the camera", i, x, y, high)
		}
	}
	if len(r.Active.Camera.LivingEyes) != 4 {
		t.Errorf("%d live", len(r.Active.Camera.LivingEyes))
	}
	if says := r.see().Says; says != "" {
		t.Errorf("in an overview it says %q", says)
	}
	r.Demo.Player.SetPaused(false)
	r.run(32)
	if s := r.see(); s.View != "director" || s.Says != "" {
		t.Errorf("behind it: %s, says %q", s.View, s.Says)
	}
	r.press("C")
	if s := r.see(); s.View != "director, chase camera" {
		t.Errorf("after C: %s", s.View)
	}
}

package app

import (
	"fmt"
	"slices"
	"testing"

	"demoscope/player/director"
	"demoscope/render/anchor"
	"demoscope/render/camera"
	"demoscope/render/control"
	"demoscope/render/hud"
	"demoscope/render/setting"
)

// withViews shows so many views at 40 s, when Quarry has 7 frags, Vesper 4 and Lumen 3.
func withViews(t testing.TB, n int) *rig {
	t.Helper()
	r := newRig(t)
	r.seek(40)
	r.Viewing.Views = n
	r.pass(0)
	return r
}

// The panes fill the window in every shape, and have whole pixels.
func TestGrid(t *testing.T) {
	for _, c := range []struct {
		w, h float32
		n    int
		want []hud.Rect
	}{
		{1280, 674, 2, []hud.Rect{{W: 639, H: 674}, {X: 641, W: 639, H: 674}}},
		{720, 1280, 2, []hud.Rect{{W: 720, H: 639}, {Y: 641, W: 720, H: 639}}},
		{1280, 674, 3, []hud.Rect{{W: 852, H: 674}, {X: 854, W: 426, H: 336}, {X: 854, Y: 338, W: 426, H: 336}}},
		{720, 1280, 3, []hud.Rect{{W: 720, H: 852}, {Y: 854, W: 359, H: 426}, {X: 361, Y: 854, W: 359, H: 426}}},
		{641, 325, 4, []hud.Rect{{W: 319, H: 161}, {X: 321, W: 320, H: 161}, {Y: 163, W: 319, H: 162},
			{X: 321, Y: 163, W: 320, H: 162}}},
		{720, 1280, 4, []hud.Rect{{W: 359, H: 639}, {X: 361, W: 359, H: 639}, {Y: 641, W: 359, H: 639},
			{X: 361, Y: 641, W: 359, H: 639}}},
		{640, 360, 1, []hud.Rect{{W: 640, H: 360}}},
	} {
		got := grid(hud.Rect{W: c.w, H: c.h}, c.n, 2)
		for i, want := range c.want {
			if got[i] != want {
				t.Errorf("%v by %v, %d panes: pane %d is %+v, want %+v", c.w, c.h, c.n, i, got[i], want)
			}
		}
	}
}

// Panes lie above the bar, and beside the list where there is room.
func TestPanesLeaveRoom(t *testing.T) {
	r := withViews(t, 4)
	if a, b := r.Panes[0].area, r.Panes[3].area; a != (hud.Rect{W: 639, H: 336}) ||
		b != (hud.Rect{X: 641, Y: 338, W: 639, H: 336}) {
		t.Errorf("%+v, %+v", a, b)
	}
	r.press("F3")
	if x, want := r.Panes[1].area.X+r.Panes[1].area.W, hud.NewPanel(r.Size).Rect.X; x != want || want < 600 {
		t.Errorf("beside the list they reach to %v, it begins at %v", x, want)
	}
	r.press("F3")
	r.press("O")
	r.press("O") // clean
	if b := r.Panes[3].area; b.Y+b.H != 720 {
		t.Errorf("without the bar: %+v", b)
	}
}

// New views show who is shown nowhere, first the mates of whom the first one watches, then who has
// the most frags, as long as there is somebody.
func TestViewsShowTheBest(t *testing.T) {
	for n, want := range []string{2: "0* 2", 3: "0* 2 1", 4: "0* 2 1 3"} {
		if n < 2 {
			continue
		}
		if got := withViews(t, n).see().Views; got != want {
			t.Errorf("%d views show %q, want %q", n, got, want)
		}
	}
	r := newRig(t)
	w := r.Demo.Player.Moment().World
	w.Match.Teams = true
	for slot, team := range []string{"red", "blue", "blue", "red"} {
		w.Players[slot].Team = team
	}
	r.Viewing.Views = 3
	r.pass(0)
	if got := r.see().Views; got != "0* 3 1" { // Lumen plays with Ranger, and Vesper leads
		t.Errorf("with teams: %q", got)
	}
}

// Where the demo has one player, there is no copy of his view, and that is said once.
func TestViewsOfOne(t *testing.T) {
	r := newRigOf(t, "demoscope1_p15.dem", sample(t, "demoscope1_p15.dem"))
	was := r.see()
	r.press("Shift+.")
	r.changed("one player", was, func(s *seen) { s.Says = "No other player to follow now" })
	r = newRigOf(t, "demoscope1_p15.dem", sample(t, "demoscope1_p15.dem"))
	r.Viewing.Views = 4 // as --views says
	r.Demo.Player.SetPaused(false)
	said, after := 0, 0
	for i := range 64 * 6 {
		before := r.Demo.Notices.note.left
		if r.pass(1. / 64); r.Demo.Notices.note.text == nobodyElse && r.Demo.Notices.note.left > before {
			said, after = said+1, i
		}
	}
	if after < 60 {
		t.Errorf("said after %d frames of 1/64 s, although somebody may come", after)
	}
	if said != 1 || r.see().Views != "" {
		t.Errorf("four views of one player: said %d times, views %q", said, r.see().Views)
	}
}

// Each view has its own player, eye, way and picture of the same moment.
func TestViewsAreTheirOwn(t *testing.T) {
	r := withViews(t, 4)
	m := r.Demo.Player.Moment()
	for i, slot := range []int{0, 2, 1, 3} {
		p := r.Panes[i]
		of := r.momentOf(p)
		want := m.Poses[slot].Origin
		if d := p.View.Origin.Sub(want); of.World != m.World || of.Clock != 40 || d.Vec2().Len() > 1 || d[2] < 15 ||
			d[2] > 30 || p.Options.Follow != slot || !p.Options.FirstPerson {
			t.Errorf("pane %d sees from %v, %v from its player", i, p.View.Origin, d)
		}
		if p.hudIn.Watched != slot || len(p.Scene.World.Indices) == 0 || len(p.hud.Buffer().Indices) == 0 ||
			!p.hudIn.Crosshair {
			t.Errorf("pane %d: watched %d, %d corners", i, p.hudIn.Watched, len(p.Scene.World.Indices))
		}
	}
	r.press("Shift+Tab")
	r.press("C")
	r.press("Shift+Tab")
	for i, how := range []camera.Mode{camera.Eyes, camera.Chase, camera.Eyes, camera.Eyes} {
		if got := r.Panes[i].Camera.Mode; got != how {
			t.Errorf("pane %d is watched %v, want %v", i, got, how)
		}
	}
	if r.Panes[1].Options.FirstPerson || !r.Panes[0].Options.FirstPerson {
		t.Error("the way of one view changes another")
	}
}

// A click on a view makes it the active one, and nothing else; keys and mouse act on that alone.
func TestClickActivates(t *testing.T) {
	r := withViews(t, 4)
	at := func(i int) hud.Rect {
		a := r.Panes[i].area
		return hud.Rect{X: a.X + a.W/2, Y: a.Y + a.H - 60, W: 4, H: 4}
	}
	was := r.see()
	r.click(at(3))
	r.changed("a click on the last", was, func(s *seen) { s.Views, s.Follow, s.Says = "0 2 1 3*", 3, "View of Lumen" })
	was = r.see()
	r.press("N") // all four are shown
	r.changed("the next player", was, func(s *seen) { s.Says = "No other player to follow now" })
	r.press("Shift+,")
	r.click(at(1))
	if got := r.see().Views; got != "0 2* 1" {
		t.Fatalf("after the last is closed: %q", got)
	}
	was = r.see()
	r.press("N")
	r.changed("the next player", was, func(s *seen) { s.Views, s.Follow = "0 3* 1", 3 })
	was = r.see()
	r.hover(at(2))
	r.hit(control.MouseRight)
	r.lift(control.MouseRight)
	r.changed("the right button on another", was, func(s *seen) {
		s.Views, s.Follow, s.Says = "0 3 1*", 1, "View of Vesper"
	})
	r.press("C")
	r.turn(2)
	if a, b := r.Panes[1].Camera.Distance, r.Panes[2].Camera.Distance; a != 120 || b >= 120 {
		t.Errorf("the wheel: %v and %v units", a, b)
	}
	r.press("G") // flying, with the pointer captured
	r.press("Shift+Tab")
	if s := r.see(); s.Captured || s.Views != "0* 3 1" {
		t.Errorf("the pointer stays captured: %+v", s)
	}
}

// A name in the active view can be clicked where it is drawn.
func TestNamesInAView(t *testing.T) {
	r := withViews(t, 4)
	r.Viewing.Set(setting.KillPreview, false) // somebody else kills Quarry in a moment
	r.seek(53.1)                              // Lumen hits Quarry, who looks the other way
	r.click(r.Panes[3].area)
	if got := r.see().Views; got != "0 2 1 3*" {
		t.Fatal(got)
	}
	p := r.Active
	i := slices.IndexFunc(p.Scene.Labels, func(l anchor.Label) bool { return l.Player-1 == 2 && !l.Unseen })
	if i < 0 {
		t.Fatal("Lumen does not see Quarry")
	}
	l := p.Scene.Labels[i]
	at := hud.Rect{X: p.area.X + l.X, Y: p.area.Y + l.Y - 12}
	if got := r.HUD.PlayerAt(at.X, at.Y); got != 2 {
		t.Errorf("at %+v is %d", at, got)
	}
	if got := r.HUD.PlayerAt(l.X, l.Y-12); got == 2 && p.area.X > 0 {
		t.Error("the name is taken for one at the same place in the window")
	}
	r.hover(at)
	if !r.window.hand {
		t.Error("the pointer shows no hand")
	}
}

// A seek changes neither who is in which view nor how.
func TestViewsAfterASeek(t *testing.T) {
	r := withViews(t, 3)
	for _, clock := range []float64{5, 55, 20, 40} {
		r.seek(clock)
		if got := r.see().Views; got != "0* 2 1" {
			t.Errorf("at %v s: %q", clock, got)
		}
		for i, p := range r.Panes {
			if of := r.momentOf(p); of.Clock != clock || p.shownAt != clock {
				t.Errorf("pane %d at %v s, not %v", i, p.shownAt, clock)
			}
		}
	}
}

// Who leaves makes room for who is shown nowhere, and where nobody is, his view goes.
func TestViewOfWhoLeaves(t *testing.T) {
	r := withViews(t, 2) // Ranger and Quarry
	leave := func(slot int) {
		p := &r.Demo.Player.Moment().World.Players[slot]
		p.InUse, p.Visible = false, false
		r.pass(0)
	}
	for _, c := range []struct {
		slot int
		want string
	}{{2, "0* 1"}, {1, "0* 3"}, {3, ""}} {
		if leave(c.slot); r.see().Views != c.want {
			t.Errorf("without %d: %q, want %q", c.slot, r.see().Views, c.want)
		}
	}
	r.seek(41)
	if got := r.see().Views; got != "0* 2" {
		t.Errorf("with all again: %q", got)
	}
}

// Who is out of sight for two seconds is replaced by who is shown nowhere; where that is nobody, his
// view stays as it was and says so.
func TestViewOfWhoIsOutOfSight(t *testing.T) {
	for _, c := range []struct {
		views       int
		want, words string
	}{{3, "0* 3 1", ""}, {4, "0* -1 1 3", "out of sight"}} {
		r := withViews(t, c.views)
		r.Demo.Player.SetPaused(false)
		r.pass(0)
		view := r.Panes[1].View
		for range 3 * 64 {
			r.Demo.Player.Moment().World.Players[2].Visible = false
			r.Arrange(1. / 64)
			r.prepare(r.Demo.Player.Moment(), 1./64)
			r.build(r.Demo.Player.Moment(), &r.reader.in)
		}
		if got := r.see().Views; got != c.want {
			t.Errorf("%d views: %q, want %q", c.views, got, c.want)
		}
		if c.words != "" && (r.Panes[1].hudIn.View != c.words || r.Panes[1].View != view) {
			t.Errorf("%d views: %q, from %+v", c.views, r.Panes[1].hudIn.View, r.Panes[1].View)
		}
	}
}

// The views stay when another demo is opened, with its players.
func TestViewsOfAnotherDemo(t *testing.T) {
	r := withViews(t, 2)
	r.press("Shift+Tab")
	r.press("C")
	next := newPlayer(t, "demoscope1.qwd", sample(t, "demoscope1.qwd"))
	next.Seek(45)
	r.showDemo(&Demo{Player: next, Maps: sampleMap(t)})
	r.pass(0)
	r.pass(0)
	if got := r.see().Views; got != "2 0*" && got != "0* 2" {
		t.Errorf("%q", got)
	}
	if r.Active.Camera.Mode != camera.Chase {
		t.Errorf("watched %v", r.Active.Camera.Mode)
	}
}

// The director chooses for the view in which he is on, and never shows there who is in another; what
// the viewer does in another view leaves him alone.
func TestDirectorBesideViews(t *testing.T) {
	r := withDirector(newRig(t), DirectorAuto)
	r.directed()
	r.Demo.Directing.Plan.Cuts = []director.Cut{{Slot: 0}, {Clock: 20, Slot: 2}, {Clock: 30, Slot: 3}}
	r.Demo.Directing.Plan.Quiet = nil
	r.seek(10)
	r.Viewing.Views = 3
	r.pass(0)
	for _, c := range []struct {
		clock float64
		want  string
	}{{10, "0* 1 2"}, {21, "0* 1 2"}, {31, "3* 1 2"}} {
		if r.seek(c.clock); r.see().Views != c.want {
			t.Errorf("at %v s: %q, want %q", c.clock, r.see().Views, c.want)
		}
	}
	r.press("Shift+Tab")
	r.press("N")
	if got := r.see(); got.Views != "3 2* 1" && got.Views != "3 0* 2" || !r.Demo.Directing.On {
		t.Errorf("%q, the director is on: %v", got.Views, r.Demo.Directing.On)
	}
	if !r.isDirected(r.Panes[0]) || r.isDirected(r.Active) {
		t.Error("he has changed his view")
	}
	r.press("Shift+C")
	if !r.isDirected(r.Active) || r.isDirected(r.Panes[0]) {
		t.Error("he does not come to the active view")
	}
	r.press("N")
	if r.Demo.Directing.On {
		t.Error("the viewer's choice does not end him")
	}
}

// With the view in which the director is on he goes, and two views never show one player.
func TestViewsThatGo(t *testing.T) {
	r := withDirector(newRig(t), DirectorAuto)
	r.directed()
	r.seek(10)
	r.Viewing.Views = 2
	r.pass(0)
	directed := r.App.directed
	r.press("Shift+Tab")
	if r.Active == directed || len(r.Panes) != 2 || !r.Demo.Directing.On {
		t.Fatal("there are no two views with him in the other one")
	}
	r.drop(directed)
	if r.App.directed != r.Active || r.Demo.Directing.On {
		t.Error("he directs no view")
	}
	r = withViews(t, 2)
	m := r.Demo.Player.Moment()
	other := r.Panes[1]
	if other.slot == followed(m) {
		t.Fatal("two views of one player")
	}
	other.slot = followed(m)
	if r.replaceLost(m); other.slot == followed(m) {
		t.Error("the other view goes on with who is watched in the active one")
	}
}

// Four views allocate nothing, and no small picture of an opponent is built beside them.
func TestViewsAllocateNothing(t *testing.T) {
	r := withViews(t, 4)
	in := &r.reader.in
	r.run(16)
	if n := allocations(50, 0, func() { r.step(in, 1./60) }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
	if r.Input.Inset.Shown {
		t.Error("there is an inset")
	}
}

// TestViewsWithoutRoomForOverlays: it is said once that an overlay has no room among four views, and again
// only when it is switched on anew.
func TestViewsWithoutRoomForOverlays(t *testing.T) {
	r := withViews(t, 4)
	r.Viewing.Display = hud.Analyst
	r.Size = hud.Screen{Width: 747, Height: 420, Scale: 1}
	r.press("F7") // the speed, which takes their place
	const words = "No room for the key display in 4 views; a single view has room"
	for range 2 {
		r.press("F8")
		r.pass(0)
		if got := r.see().Says; got != words {
			t.Fatalf("after F8 the window says %q, want %q", got, words)
		}
		for range 60 {
			r.pass(0.1)
		}
		if got := r.see().Says; got != "" {
			t.Errorf("6 s later the window says %q", got)
		}
		r.press("F8")
		r.pass(0)
		if got := r.see().Says; got != "Key display: off" {
			t.Errorf("after F8 again the window says %q", got)
		}
	}
}

// TestDuelWithoutRoomIsSaid: that the duel has no room beside overlays is said once when their messages are
// gone, and again only with other overlays.
func TestDuelWithoutRoomIsSaid(t *testing.T) {
	r := withViews(t, 1)
	r.Viewing.Display = hud.Analyst
	r.seek(16.5)
	r.Size = hud.Screen{Width: 747, Height: 420, Scale: 1}
	r.press("F5")
	said := func() (list []string) {
		for range 150 {
			r.pass(0.1)
			if s := r.see().Says; s != "" && !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
		return list
	}
	said()
	for range 2 {
		r.press("F7")
		if got := said(); !slices.Equal(got, []string{"Speedometer: on"}) { // nothing of the matchup panel
			t.Errorf("with the speed the window says %q", got)
		}
		if got := said(); got != nil {
			t.Errorf("15 s later the window says %q", got)
		}
		r.press("F7")
		said()
	}
}

// BenchmarkViews measures a frame of one view and of four: step, scene and HUD, without drawing.
func BenchmarkViews(b *testing.B) {
	for _, n := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := withViews(b, n)
			r.Demo.Player.SetPaused(false)
			in := &r.reader.in
			r.run(16)
			b.ReportAllocs()
			for b.Loop() {
				if r.Demo.Player.Clock() > 55 {
					r.Demo.Player.Seek(40)
				}
				r.step(in, 1./60)
			}
		})
	}
}

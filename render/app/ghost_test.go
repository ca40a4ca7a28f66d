package app

import (
	"errors"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/player"
)

// opensGhost returns what opens a recording of ours as a ghost, whose seeks never take more than
// one frame.
func opensGhost(t testing.TB, name string) func() (*player.Ghost, error) {
	data := sample(t, name)
	return func() (*player.Ghost, error) {
		demo, err := formats.Open(name, data)
		if err != nil {
			return nil, err
		}
		return player.NewGhost(demo, player.Options{Budget: 1 << 40}), nil
	}
}

// haunt gives the window a ghost that has been read.
func (r *rig) haunt(name string) {
	r.t.Helper()
	r.Ghost = newGhost(&Ghost{Open: opensGhost(r.t, name)}, nil)
	r.t.Cleanup(r.Ghost.End)
	r.Viewing.ghost = true
	r.Ghost.wait(&r.Demo.Notices)
	r.pass(0)
}

// TestGhostInTheWindow: of two recordings of one run, the watched player came 1.07 s later to
// where he is 32.5 s after the beginning, and is 239 units behind.
func TestGhostInTheWindow(t *testing.T) {
	r := newRigOf(t, "demoscope1_p15.dem", sample(t, "demoscope1_p15.dem"))
	r.haunt("demoscope1_p666.dem")
	r.seek(32.5)
	h, o := &r.Input.Ghost, &r.Active.Options.Ghost
	if !r.Input.Beside || h.State != player.GhostShown || h.Name != "Ranger" || !near(h.Late, 1.07, 0.01) ||
		!near(float64(h.Distance), 239, 1) || !near(float64(h.Speed), 295, 5) {
		t.Errorf("the HUD has %+v", *h)
	}
	if o.Moment == nil {
		t.Fatal("the scene has no ghost")
	}
	if o.Slot != 0 || o.All || !near(o.Moment.Clock, 32.28, 0.02) {
		t.Fatalf("the scene has player %d at %v s, all %v", o.Slot, o.Moment.Clock, o.All)
	}
	first, last := float64(o.Track[0].Clock), float64(o.Track[len(o.Track)-1].Clock)
	if !near(first, o.Moment.Clock-3, 0.1) || !near(last, o.Moment.Clock+3, 0.1) {
		t.Errorf("its way is from %v to %v, at %v", first, last, o.Moment.Clock)
	}
	r.press("Shift+H")
	if h.By != player.ByPlace || !near(h.Late, 1.07, 0.05) || h.Distance > 64 {
		t.Errorf("by place: %+v", *h)
	}
	r.press("F12")
	if r.Input.Beside || o.Moment != nil {
		t.Error("it is not hidden")
	}
}

// TestGhostStays when another demo is shown: what it has to do with that is found anew.
func TestGhostStays(t *testing.T) {
	r := newRigOf(t, "demoscope1_p15.dem", sample(t, "demoscope1_p15.dem"))
	r.haunt("demoscope1_p666.dem")
	for _, next := range []struct {
		name  string
		state player.GhostState
	}{{"demoscope1.dm2", player.GhostOtherGame}, {"demoscope1.qwd", player.GhostShown}} {
		p := newPlayer(t, next.name, sample(t, next.name))
		p.Seek(10)
		r.showDemo(&Demo{Player: p, Maps: sampleMap(t)})
		r.pass(0)
		if got := r.Input.Ghost.State; got != next.state {
			t.Errorf("beside %s: %v, want %v", next.name, got, next.state)
		}
	}
}

// TestGhostThatCannotBeOpened: it is said, and the demo plays on.
func TestGhostThatCannotBeOpened(t *testing.T) {
	var reported []error
	for name, c := range map[string]struct {
		open func() (*player.Ghost, error)
		says string
		told int // to the log
	}{
		"missing": {func() (*player.Ghost, error) { return nil, errors.New("x.dem: there is no such file") },
			"Can't open the ghost: x.dem: there is no such file", 0},
		"no demo": {func() (*player.Ghost, error) {
			_, err := formats.Open("x.dem", []byte("no demo at all"))
			return nil, err
		}, "Can't open the ghost: ", 0},
		"a mistake": {func() (*player.Ghost, error) {
			panic("at the disco")
		}, "Can't open the ghost: opening the ghost met a mistake in this program (at the disco)", 1},
	} {
		reported = nil
		r := newRig(t)
		r.Demo.Player.SetPaused(false)
		r.Ghost = newGhost(&Ghost{Open: c.open}, func(err error) { reported = append(reported, err) })
		r.Viewing.ghost = true
		r.passUntil(0, "the lack of a ghost", func() bool { return !r.Ghost.known() })
		was := r.Demo.Player.Clock()
		r.pass(1. / 64)
		if says := r.see().Says; !strings.HasPrefix(says, c.says) || len(reported) != c.told {
			t.Errorf("%s: it says %q, and to the log %v", name, says, reported)
		}
		if r.Input.Beside || r.Demo.Player.Clock() != was+1./64 {
			t.Errorf("%s: the demo does not play on", name)
		}
	}
}

// TestMistakeWithAGhost: what breaks while it is shown ends the ghost and nothing else.
func TestMistakeWithAGhost(t *testing.T) {
	r := newRig(t)
	r.haunt("demoscope1.mvd")
	var reported error
	r.Ghost.report = func(err error) { reported = err }
	r.Ghost.update = func() { panic("a mistake") }
	r.Demo.Notices.warn("This is damaged")
	r.pass(0)
	if mistake := new(fault.Error); !errors.As(reported, &mistake) || mistake.Doing != "showing the ghost" {
		t.Errorf("reported is %v", reported)
	}
	if says := r.see().Says; !strings.HasPrefix(says,
		"This is damaged; Can't open the ghost: showing the ghost met a mistake") || r.Ghost.known() || r.Input.Beside {
		t.Errorf("it says %q", says)
	}
	r.pass(1. / 64)
}

// TestGhostIsClosed before it is open, too.
func TestGhostIsClosed(t *testing.T) {
	begin, closed := make(chan bool), make(chan *player.Ghost, 1)
	open := opensGhost(t, "demoscope1.mvd")
	g := newGhost(&Ghost{Open: func() (*player.Ghost, error) {
		<-begin
		ghost, err := open()
		closed <- ghost
		return ghost, err
	}}, nil)
	g.End()
	close(begin)
	ghost := <-closed
	ghost.Timeline().Wait()
	if g.known() {
		t.Error("it is still there")
	}
}

func TestGhostInTheWindowDoesNotAllocate(t *testing.T) {
	r := newRigOf(t, "demoscope1_p15.dem", sample(t, "demoscope1_p15.dem"))
	r.haunt("demoscope1_p666.dem")
	r.seek(32.5)
	step := func() {
		r.Demo.Player.SetPaused(false)
		r.Demo.Player.Update(1. / 64)
		r.Ghost.show(r.Demo, true, player.ByStart)
		r.Active.Options.Ghost = r.Ghost.sceneGhost()
		r.Input.Beside, r.Input.Ghost = r.Ghost.hudGhost(player.ByStart)
	}
	for range 64 {
		step()
	}
	if n := allocations(128, 0, step); n > 0 || r.Input.Ghost.State != player.GhostShown {
		t.Errorf("%v allocations a frame, %+v", n, r.Input.Ghost)
	}
}

package player_test

import (
	"math"
	"testing"

	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

var p15 = sample("demoscope1_p15.dem")

// opened returns a player of one of our recordings, with its index complete.
func opened(t *testing.T, path string) *player.Player {
	t.Helper()
	p := player.New(open(t, path), player.Options{Budget: 1 << 40})
	t.Cleanup(p.Close)
	p.Timeline().Wait()
	return p
}

func TestClockRunsAtItsSpeed(t *testing.T) {
	p := opened(t, p15)
	p.Seek(10)
	p.Update(0)
	p.SetSpeed(2)
	p.Update(0.5)
	if p.Clock() != 11 {
		t.Errorf("half a second at speed 2 from 10 s ends at %v", p.Clock())
	}
	p.SetPaused(true)
	p.Update(3)
	if p.Clock() != 11 || p.Speed() != 2 {
		t.Errorf("paused: clock %v, speed %v", p.Clock(), p.Speed())
	}
	p.SetPaused(false)
	p.SetSpeed(-4)
	p.Update(0.25)
	if p.Clock() != 10 {
		t.Errorf("a quarter of a second at speed -4 from 11 s ends at %v", p.Clock())
	}
	for _, s := range []struct{ set, want float64 }{
		{100, 20}, {-100, -20}, {20, 20}, {0.001, 0.05}, {-0.001, -0.05}, {0.05, 0.05}, {0.0625, 0.0625}, {-3, -3},
	} {
		if p.SetSpeed(s.set); p.Speed() != s.want {
			t.Errorf("speed %v became %v, want %v", s.set, p.Speed(), s.want)
		}
	}
	if p.SetSpeed(math.NaN()); math.IsNaN(p.Speed()) {
		t.Error("a speed that is no number was taken")
	}
}

func TestClockStaysInTheDemo(t *testing.T) {
	p := opened(t, p15)
	d, complete := p.Duration()
	if !complete || d < 55 || d > 56 {
		t.Fatalf("duration %v, complete %v", d, complete)
	}
	p.Seek(1e9)
	p.Update(0)
	if p.Clock() != d || !p.Ended() {
		t.Errorf("behind the end: clock %v of %v, ended %v", p.Clock(), d, p.Ended())
	}
	last := p.Moment().World.Block
	p.Update(5)
	if p.Clock() != d || p.Moment().World.Block != last {
		t.Errorf("the end does not hold: clock %v, block %d, was %d", p.Clock(), p.Moment().World.Block, last)
	}
	p.Seek(-3)
	p.Update(0)
	if p.Clock() != 0 || p.Ended() || p.Moment().World.Block > 3 {
		t.Errorf("before the beginning: clock %v, ended %v, block %d", p.Clock(), p.Ended(), p.Moment().World.Block)
	}
}

// TestStepsAreFrames steps through a part of a demo, forwards and back again,
// and must meet each of its frames once.
func TestStepsAreFrames(t *testing.T) {
	p := opened(t, p15)
	p.Seek(20)
	p.Update(0)
	var there []int
	for range 40 {
		p.Step(1)
		p.Update(0)
		there = append(there, p.Moment().World.Block)
	}
	for i := 1; i < len(there); i++ {
		if there[i] != there[i-1]+1 {
			t.Fatalf("a step goes from block %d to %d", there[i-1], there[i])
		}
	}
	for i := len(there) - 2; i >= 0; i-- {
		p.Step(-1)
		p.Update(0)
		if got := p.Moment().World.Block; got != there[i] {
			t.Fatalf("a step back goes to block %d, want %d", got, there[i])
		}
	}
	if !p.Paused() {
		t.Error("a step does not pause")
	}
}

func TestSeekKeepsWhatIsNotTime(t *testing.T) {
	p := opened(t, sample("demoscope1.mvd"))
	p.Follow(2)
	p.SetSpeed(0.25)
	p.SetPaused(true)
	for _, c := range []float64{50, 3, 30} {
		p.Seek(c)
		p.Update(0)
		if p.Following() != 2 || p.Speed() != 0.25 || !p.Paused() || p.Moment().Eye.Slot != 2 {
			t.Errorf("at %v s: following %d, eye of %d, speed %v, paused %v", c, p.Following(), p.Moment().Eye.Slot,
				p.Speed(), p.Paused())
		}
	}
}

func TestFollowNextGoesRound(t *testing.T) {
	p := opened(t, sample("demoscope1.mvd"))
	p.Seek(20)
	p.Update(0)
	p.Follow(0)
	seen := map[int]bool{}
	for range 4 {
		seen[p.Following()] = true
		p.FollowNext(1)
		p.Update(0)
	}
	if len(seen) != 4 || p.Following() != 0 {
		t.Errorf("four steps met %v and end at %d", seen, p.Following())
	}
	p.FollowNext(-1)
	if p.Following() != 3 {
		t.Errorf("before 0 comes %d", p.Following())
	}
}

// TestMovesAreSmooth looks at moving players between two frames: they must be
// between their two places, in the right order.
func TestMovesAreSmooth(t *testing.T) {
	p := opened(t, sample("demoscope1.mvd"))
	p.SetPaused(true)
	checked := 0
	for c := 1.0; c < 50; c += 0.37 {
		p.Seek(c)
		p.Update(0)
		w := p.Moment().Next
		if w.FrameClock <= w.PrevFrameClock {
			continue
		}
		f := (c - w.PrevFrameClock) / (w.FrameClock - w.PrevFrameClock)
		if f < 0 || f > 1 {
			t.Fatalf("at %v s the frames are of %v and %v s", c, w.PrevFrameClock, w.FrameClock)
		}
		for i := range w.Players {
			pl := &w.Players[i]
			if !pl.Visible || !pl.WasVisible || pl.NoLerp {
				continue
			}
			from, to, at := pl.Was.Origin[0], pl.Pose.Origin[0], p.Moment().Poses[i].Origin[0]
			if d := to - from; d > 60 || d < -60 || d == 0 {
				continue
			}
			if want := from + (to-from)*float32(f); math.Abs(float64(at-want)) > 0.01 {
				t.Errorf("at %v s player %d is at x %v between %v and %v (%.2f)", c, i, at, from, to, f)
			}
			checked++
		}
	}
	if checked < 50 {
		t.Errorf("only %d moves were looked at", checked)
	}
}

func TestAnglesTurnTheShortWay(t *testing.T) {
	for _, c := range []struct{ a, b, f, want float32 }{
		{350, 10, 0.5, 360}, {10, 350, 0.5, 0}, {-170, 170, 0.5, -180}, {0, 90, 0.25, 22.5}, {5, 725, 0.5, 5},
	} {
		got := world.LerpAngles([3]float32{c.a}, [3]float32{c.b}, c.f)[0]
		if got != c.want {
			t.Errorf("%v to %v at %v is %v, want %v", c.a, c.b, c.f, got, c.want)
		}
	}
}

func TestShortMemoryMakesFewerKeyframes(t *testing.T) {
	demo := open(t, p15)
	index := func(o timeline.Options) (int64, int) {
		x := timeline.Start(demo.Format.Name, demo.Decoder(), int64(len(demo.Data())), o)
		x.Wait()
		return x.Memory()
	}
	_, many := index(timeline.Options{Spacing: 4 << 10})
	bytes, few := index(timeline.Options{Spacing: 4 << 10, Memory: 200 << 10})
	if few >= many || few == 0 {
		t.Errorf("%d keyframes with little memory, %d with much", few, many)
	}
	if bytes > 200<<10 {
		t.Errorf("the keyframes hold %d bytes, more than was allowed", bytes)
	}
}

func TestIndexAnswersForWholeDemo(t *testing.T) {
	p := opened(t, p15)
	x := p.Timeline()
	if x.Progress() != 1 {
		t.Errorf("progress %v", x.Progress())
	}
	levels := x.Levels()
	d, _ := x.Duration()
	if len(levels) != 1 || levels[0].Map != "maps/demoscope1.bsp" || levels[0].End != d {
		t.Errorf("levels %+v", levels)
	}
	x.WaitSurveys()
	if w := x.Walked(0); w == nil || len(w.Points) < 50 || len(w.Points) != len(w.Counts) {
		t.Errorf("walked ground: %+v", w)
	}
}

// TestSeekAheadOfTheIndexTakesSeveralUpdates seeks far ahead with a budget that
// is too small: the window must not freeze, and the seek must end.
func TestSeekAheadOfTheIndexTakesSeveralUpdates(t *testing.T) {
	p := player.New(open(t, p15), player.Options{Budget: 1})
	defer p.Close()
	p.SetPaused(true)
	p.Timeline().Stop()
	p.Seek(50)
	updates := 0
	for p.Update(0); p.Behind() && updates < 1000; p.Update(0) {
		updates++
	}
	if w := p.Moment().Next; w.FrameClock < 50 || w.PrevFrameClock > 50 {
		t.Errorf("after %d updates the frame is of %v s", updates, w.FrameClock)
	}
}

// TestNewestSeekWins drags over a demo with many seeks before each picture: only
// the last is done, so that seeks never queue.
func TestNewestSeekWins(t *testing.T) {
	p := opened(t, p15)
	p.SetPaused(true)
	for i := range 60 {
		var last float64
		for k := range 25 {
			last = float64((i*37+k*11)%55) + 0.5
			p.Seek(last)
		}
		p.Update(1.0 / 60)
		w := p.Moment().Next
		if p.Behind() || p.Clock() != last || w.FrameClock < last || w.PrevFrameClock > last {
			t.Fatalf("seek %v: clock %v, frames of %v and %v s, behind %v", last, p.Clock(), w.PrevFrameClock,
				w.FrameClock, p.Behind())
		}
	}
}

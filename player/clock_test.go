package player

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// playing returns a player of one of our own recordings, of its first bytes only
// if there is a limit.
func playing(t *testing.T, name string, bytes int, o Options) *Player {
	t.Helper()
	data := corpus.Read(t, filepath.Join(corpus.Sample, name))
	if bytes > 0 {
		data = data[:bytes]
	}
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	p := New(demo, o)
	t.Cleanup(p.Close)
	return p
}

const plenty = time.Hour

func TestDefaults(t *testing.T) {
	p := playing(t, "demoscope1.mvd", 0, Options{})
	if p.options.Budget != 8*time.Millisecond || p.Speed() != 1 || p.Paused() || p.Clock() != 0 ||
		p.Following() != world.Nobody {
		t.Errorf("budget %v, speed %v, paused %v, at %v s, following %d", p.options.Budget, p.Speed(), p.Paused(),
			p.Clock(), p.Following())
	}
	p.Timeline().Wait()
	p.Update(100)
	if d, complete := p.Duration(); !complete || math.Abs(d-60.223) > 1e-6 || p.Clock() != d || p.Paused() {
		t.Errorf("100 s later at %v of %v s, complete %v, paused %v", p.Clock(), d, complete, p.Paused())
	}
}

func TestSeekBy(t *testing.T) {
	p := playing(t, "demoscope1.mvd", 0, Options{Budget: plenty})
	p.Timeline().Wait()
	p.SetPaused(true)
	p.Seek(30)
	p.SeekBy(5)
	p.SeekBy(-12.5)
	p.Update(0)
	if p.Clock() != 22.5 || p.Moment().Clock != 22.5 || p.Moment().Next.FrameClock < 22.5 {
		t.Errorf("at %v s, drawn %v s", p.Clock(), p.Moment().Clock)
	}
	p.SeekBy(-100)
	p.Update(0)
	if p.Clock() != 0 {
		t.Errorf("before the beginning: %v s", p.Clock())
	}
	p.Seek(math.NaN())
	p.SeekBy(math.Inf(1))
	p.Update(0)
	if math.Abs(p.Clock()-60.223) > 1e-6 || !p.Ended() {
		t.Errorf("beyond the end: %v s, ended %v", p.Clock(), p.Ended())
	}
}

// Several frames in one step are as many as in single ones, with an index and,
// forwards, without.
func TestStepSeveral(t *testing.T) {
	p := playing(t, "demoscope1_p15.dem", 0, Options{Budget: plenty})
	p.Timeline().Wait()
	p.Seek(20)
	p.Update(0)
	at := p.Moment().Next.Block
	for _, test := range []struct{ frames, block int }{{3, at + 2}, {-2, at}, {0, at}, {10, at + 10}, {-11, at - 1}} {
		p.SetPaused(false)
		p.Step(test.frames)
		p.Update(0)
		// At 20 s the first frame that is not before is drawn already, and the
		// first step goes to it.
		if got := p.Moment().World.Block; !p.Paused() || got != test.block {
			t.Errorf("%d frames: block %d, want %d; paused %v", test.frames, got, test.block, p.Paused())
		}
	}
	q := playing(t, "demoscope1_p15.dem", 0, Options{Budget: plenty})
	q.Timeline().Stop()
	q.Seek(54)
	q.Update(0)
	q.Step(1)
	q.Update(0)
	at = q.Moment().World.Block
	q.Step(1)
	q.Update(0)
	if got := q.Moment().World.Block; got != at+1 || !q.Paused() {
		t.Errorf("without an index a step goes from block %d to %d", at, got)
	}
}

// Without an index, as on the first seconds of a long demo.
func TestWithoutIndex(t *testing.T) {
	p := playing(t, "demoscope1.qwd", 0, Options{Budget: plenty})
	p.Timeline().Stop()
	p.SetPaused(true)
	p.Seek(1e9)
	p.Update(0)
	if math.Abs(p.Clock()-60) > 0.01 || p.Moment().World.Block != 3656 {
		t.Errorf("at %v s, block %d", p.Clock(), p.Moment().World.Block)
	}
	p.Seek(10)
	p.Update(0)
	if w := p.Moment().World; w.FrameClock < 10 || w.PrevFrameClock > 10 {
		t.Errorf("back at 10 s the frames are of %v and %v s", w.PrevFrameClock, w.FrameClock)
	}
}

// The clock waits while a seek is under way.
func TestClockWaitsForASeek(t *testing.T) {
	p := playing(t, "demoscope1.qwd", 0, Options{Budget: 1})
	p.Timeline().Stop()
	p.Seek(50)
	p.Update(0)
	for n := 0; ; n++ {
		p.Update(0.5)
		if !p.Behind() {
			if n < 3 {
				t.Errorf("a budget of a nanosecond sufficed in %d updates", n)
			}
			break
		}
		if p.Clock() != 50 {
			t.Fatalf("after %d updates the clock is at %v s", n+1, p.Clock())
		}
	}
	p.Update(0.5)
	if p.Clock() != 50.5 {
		t.Errorf("then it is at %v s", p.Clock())
	}
}

// A long way forwards goes by a keyframe, a short one does not.
func TestSeekForwardsByKeyframe(t *testing.T) {
	p := playing(t, "demoscope1.qwd", 0, Options{Budget: plenty, Index: timeline.Options{Spacing: 8 << 10}})
	p.Timeline().Wait()
	p.SetPaused(true)
	messages := 0
	p.cursor.Observe = func(message.Message) { messages++ }
	p.Seek(55)
	p.Update(0)
	if messages == 0 || messages > 2800 { // of 15086: those of 10 seconds, and from a keyframe on
		t.Errorf("for 55 s, %d messages were decoded", messages)
	}
	before := p.cursor.World.Clone().Block
	p.Seek(56)
	messages = 0
	p.Update(0)
	if between := p.Moment().World.Block - before; messages < between {
		t.Errorf("%d blocks on, only %d messages were decoded", between, messages)
	}
}

func TestFollowShowsAtOnce(t *testing.T) {
	p := playing(t, "demoscope1.qwd", 0, Options{Budget: plenty})
	p.Timeline().Wait()
	p.SetPaused(true)
	p.Seek(20)
	p.Update(0)
	if eye := p.Moment().Eye; eye.Slot != 0 || p.Following() != world.Nobody {
		t.Fatalf("the recorder is %d, following %d", eye.Slot, p.Following())
	}
	p.Follow(2)
	p.Update(0)
	if eye := p.Moment().Eye; eye.Slot != 2 || p.Following() != 2 {
		t.Errorf("eye of %d, following %d", eye.Slot, p.Following())
	}
	// From the recorder it goes on from the recorder's slot.
	for direction, want := range map[int]int{1: 1, -1: 3} {
		p.Follow(world.Nobody)
		p.Update(0)
		p.FollowNext(direction)
		if p.Following() != want {
			t.Errorf("%+d from the recorder is %d, want %d", direction, p.Following(), want)
		}
	}
	p.Follow(world.Nobody)
	p.moment.Eye.Slot = 2 // as of a recording of the player in slot 2
	if p.FollowNext(1); p.Following() != 3 {
		t.Errorf("after the recorder in slot 2 comes %d, want 3", p.Following())
	}
	// Neither spectators nor those that cannot be seen.
	players := p.cursor.World.Players
	players[1].Spectator, players[2].Visible = true, false
	p.Follow(0)
	if p.FollowNext(1); p.Following() != 3 {
		t.Errorf("after 0 comes %d, want 3", p.Following())
	}
	for i := range players {
		players[i].Visible = false
	}
	if p.FollowNext(1); p.Following() != 3 {
		t.Errorf("with nobody to see, %d is followed", p.Following())
	}
}

// Damage is known from the index.
func TestDamageIsTold(t *testing.T) {
	whole := playing(t, "demoscope1.qwd", 0, Options{Budget: plenty})
	whole.Timeline().Wait()
	if gaps, _ := whole.Timeline().Gaps(); len(gaps) != 0 {
		t.Errorf("a whole demo: %+v", gaps)
	}
	p := playing(t, "demoscope1.qwd", 200000, Options{Budget: plenty})
	p.Timeline().Wait()
	gaps, losses := p.Timeline().Gaps()
	if len(gaps) != 1 || gaps[0].Damage.Offset != 199981 || !gaps[0].Last || math.Abs(gaps[0].Start-29.73) > 0.05 ||
		losses.Count != 1 {
		t.Errorf("cut: %+v, %+v", gaps, losses)
	}
}

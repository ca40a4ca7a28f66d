package sound

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/wait"
	"demoscope/player"
)

// TestStream plays, pauses, seeks, and changes speed and direction: it is heard when it should
// be, silent when it should be, costs nothing then, and never steps.
func TestStream(t *testing.T) {
	demo, p := opened(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	score := NewScore(p.NewSoundCursor(), NewBank(gameOf(demo), nil, true))
	s := NewStream()
	now := time.Unix(1000, 0)
	w := Request{Score: score, Clock: 10, Speed: 1, Volume: 1, Ahead: 0.05, Ear: *here()}
	score.SeekTo(Frame(10), 1)
	w.Ear.Origin = score.cursor.Moment(10, 0).Eye.Origin
	var out [2 * 800]float32 // a sixtieth of a second
	last := [2]float32{}
	run := func(name string, seconds float64, heard bool) {
		t.Helper()
		loudest, mixed := float32(0), s.Mixed
		for range int(seconds * 60) {
			w.At = now
			s.Read(out[:], &w, now)
			now = now.Add(time.Second / 60)
			if !w.Paused {
				w.Clock += w.Speed / 60
			}
			for i, v := range out {
				if d := v - last[i%2]; d > 0.4 || d < -0.4 {
					t.Fatalf("%s: a step of %.3f", name, d)
				}
				last[i%2] = v
				loudest = max(loudest, v, -v)
			}
		}
		if (loudest > 0.005) != heard {
			t.Errorf("%s: the loudest is %.4f", name, loudest)
		}
		if !heard && s.Mixed != mixed {
			t.Errorf("%s: %d blocks are mixed for nothing", name, s.Mixed-mixed)
		}
	}
	run("playing", 5, true)
	if lag := math.Abs(float64(s.frame)/Rate - w.Clock - 0.05); lag > 0.03 {
		t.Errorf("it is %.3f s apart from what is shown", lag)
	}
	w.Paused = true
	run("pausing", 0.1, true)
	run("paused", 1, false)
	w.Paused = false
	run("playing again", 2, true)
	w.Clock = 40
	run("after a seek", 3, true)
	w.Clock = 5
	run("after a seek back", 3, true)
	w.Speed = 2
	run("twice as fast", 3, true)
	w.Speed = 0.5
	run("half as fast", 4, true)
	w.Tape, w.Speed = true, 3
	run("as a tape", 2, true)
	w.Speed = 10
	run("ten times as fast", 1, true)
	w.Speed = -2
	run("backwards", 3, true)
	w.Tape, w.Speed = false, 1
	run("forwards again", 2, true)
	w.Volume = 0
	run("muting", 0.1, true)
	run("muted", 1, false)
	w.Volume = 1
	run("heard again", 2, true)
	w.Score = nil
	run("closing", 0.1, true)
	run("closed", 1, false)
}

// TestStutterIsNotHeard: pictures that come late, and a clock that then has lost time, make no
// silence and no step; what is mixed stays near what is shown.
func TestStutterIsNotHeard(t *testing.T) {
	demo, p := opened(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	bank := NewBank(gameOf(demo), nil, true)
	score := NewScore(p.NewSoundCursor(), bank)
	s, now := NewStream(), time.Unix(1000, 0)
	w := Request{Score: score, Clock: 10, Speed: 1, Volume: 1, Ahead: 0.05, Ear: *here()}
	var out [2 * 480]float32
	last, farthest := float32(0), 0.0
	late := []int{20, 20, 30, 250, 20, 20, 120, 20, 400, 20, 20, 20, 90, 90, 90, 20, 20, 700, 20, 20, 300}
	for range 50 {
		late = append(late, 20)
	}
	for _, frame := range late {
		w.At = now
		for ms := 0; ms < frame; ms += 10 {
			s.Read(out[:], &w, now)
			now = now.Add(10 * time.Millisecond)
			for i := 0; i < len(out); i += 2 {
				if d := out[i] - last; d > 0.4 || d < -0.4 {
					t.Fatalf("a step of %.3f", d)
				}
				last = out[i]
			}
		}
		if !s.playing {
			t.Error("it has stopped")
		}
		w.Clock += min(0.1, float64(frame)/1000) // the player's clock takes no longer steps
		farthest = max(farthest, math.Abs(float64(s.frame)/Rate-w.Clock-0.05))
	}
	if farthest > 0.5 {
		t.Errorf("it was %.3f s apart from what is shown", farthest)
	}
	if lag := math.Abs(float64(s.frame)/Rate - w.Clock - 0.05); lag > 0.05 {
		t.Errorf("it stays %.3f s apart", lag)
	}
	if s.Seeks != 1 {
		t.Errorf("%d seeks", s.Seeks)
	}
}

// BenchmarkStream is a hundredth of a second of a stream that plays.
func BenchmarkStream(b *testing.B) {
	demo, p := opened(b, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	score := NewScore(p.NewSoundCursor(), NewBank(gameOf(demo), nil, true))
	s, now := NewStream(), time.Unix(1000, 0)
	w := Request{Score: score, Clock: 1, Speed: 1, Volume: 1, Ear: *here(), At: now}
	var out [2 * Block]float32
	b.ReportAllocs()
	for b.Loop() {
		if now = now.Add(10 * time.Millisecond); now.Sub(w.At) > 50*time.Second {
			w.At = now
		}
		s.Read(out[:], &w, now)
	}
}

// TestStreamLive: at the end of a demo that grows what comes is heard, half a second behind it, and so it is
// after nothing came for a while.
func TestStreamLive(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	g := formats.Grow("game.mvd", formats.GrowOptions{Live: true})
	at := len(data) / 20
	if _, err := g.Write(data[:at]); err != nil {
		t.Fatal(err)
	}
	demo, err := g.Demo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{})
	t.Cleanup(p.Close)
	grow := func(until float64) {
		t.Helper()
		wait.For(t, "the index", func() bool {
			if d, _ := p.Duration(); d >= until {
				return true
			}
			if p.Timeline().Progress() == 1 { // all that was written is indexed
				n := min(512, len(data)-at)
				if _, err := g.Write(data[at : at+n]); err != nil {
					t.Fatal(err)
				}
				at += n
			}
			return false
		})
	}
	score := NewScore(p.NewSoundCursor(), NewBank(gameOf(demo), nil, true))
	s := NewStream()
	now := time.Unix(1000, 0)
	grow(6)
	w := Request{Score: score, Clock: 5.5, Speed: 1, Volume: 1, Ahead: 0.05, Ear: *here()}
	var out [2 * 800]float32
	run := func(name string, seconds float64, comes, heard bool) {
		t.Helper()
		loudest := float32(0)
		for range int(seconds * 60) {
			if comes {
				w.Clock += 1. / 60
				grow(w.Clock + player.LiveDelay)
			}
			if m := score.cursor.Moment(w.Clock, 0); m.Eye.Known {
				w.Ear.Origin = m.Eye.Origin
			}
			w.At = now
			s.Read(out[:], &w, now)
			now = now.Add(time.Second / 60)
			for _, v := range out {
				loudest = max(loudest, v, -v)
			}
		}
		if (loudest > 0.005) != heard {
			t.Errorf("%s: the loudest is %.4f", name, loudest)
		}
	}
	run("live", 5, true, true)
	run("and on", 5, true, true)
	run("nothing comes", 1, false, true) // what has begun fades
	run("it comes again", 5, true, true)
}

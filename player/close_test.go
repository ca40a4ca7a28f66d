package player_test

import (
	"math"
	"sync"
	"testing"
	"testing/synctest"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/world"
)

// TestCloseBeside: a player is closed by several goroutines while its own plays and listens; it still goes to every
// moment of all its recordings.
func TestCloseBeside(t *testing.T) {
	sees := func(float64) bool { return true }
	base, other := made{slot: 0, from: 20, to: 40, health: 70, seesOther: sees, level: "a"}.demo(t),
		made{slot: 1, from: 20, to: 40, health: 30, seesOther: sees, level: "a"}.demo(t)
	list, err := player.Together(base, []*formats.Demo{other})
	if err != nil {
		t.Fatal(err)
	}
	for round := range 9 {
		p := player.New(base, player.Options{Others: list, Index: timeline.Options{Spacing: 1 << 10}})
		p.SetPaused(true)
		var closing sync.WaitGroup
		steps, begin := 0, make(chan struct{})
		step := func() {
			if steps == round {
				close(begin)
			}
			steps++
		}
		for range 2 {
			closing.Go(func() { <-begin; p.Close() })
		}
		cursor, heard := p.NewSoundCursor(), &noted{}
		moments := func() {
			for _, clock := range []float64{19, 3, 12} {
				step()
				p.Seek(clock)
				step()
				for p.Update(0); p.Behind(); {
					p.Update(0)
				}
				step()
				cursor.Reach(clock, heard)
				w := p.Moment().World
				own, _ := w.StatsOf(0).Get(world.StatHealth)
				others, _ := w.StatsOf(1).Get(world.StatHealth)
				if math.Abs(w.FrameClock-clock) > 0.1 || own != 70 || others != 30 {
					t.Fatalf("round %d: at %v s it shows %v s, with healths %d and %d", round, clock, w.FrameClock,
						own, others)
				}
			}
		}
		moments()
		closing.Wait()
		moments()
	}
}

// TestCloseEndsWaiting: nobody waits for the index of a demo that still grows once its player is closed.
func TestCloseEndsWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		data := corpus.Read(t, sample("demoscope1.mvd"))
		_, demo := growing(t, "", formats.GrowOptions{}, data, len(data)/2)
		p := player.New(demo, player.Options{})
		waited := make(chan struct{})
		go func() {
			p.Timeline().Wait()
			p.Timeline().WaitSurveys()
			close(waited)
		}()
		synctest.Wait()
		select {
		case <-waited:
			t.Fatal("the index of a demo that grows is whole")
		default:
		}
		go p.Close()
		<-waited
		if _, complete := p.Duration(); complete {
			t.Error("half of a demo is taken for a whole one")
		}
	})
}

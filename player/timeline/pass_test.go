package timeline

import (
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
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
		{1000, Options{}, 131072, 33554447},
		{100 << 20, Options{}, 131072, 35192832},
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
		world.EventSecret, world.EventMonster, world.EventCapture, world.EventMatchStart, world.EventMatchEnd,
		world.EventMark,
		world.EventFlagLost, world.EventFlagReturned,
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

// A cursor that goes back does not take the packet that comes next for a part of
// the frame where it is, although it has applied that packet before.
func TestReturnForgetsTheTime(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	demo, err := formats.Open("demoscope1.mvd", data)
	if err != nil {
		t.Fatal(err)
	}
	c := scan.NewCursor(demo.Format.Name, demo.Decoder())
	checked := 0
	for c.Next() == nil && checked < 50 {
		if c.World.Block < 500 || c.More() {
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
			t.Fatalf("the frame of %v s, where the cursor is, was sought, and that of %v s is there", frame,
				c.World.FrameClock)
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

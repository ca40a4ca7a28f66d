package timeline_test

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/timeline"
)

// gate is a decoder that waits before a packet.
type gate struct {
	message.Decoder
	before           int
	reached, proceed chan struct{}
}

func (g *gate) NextPacket() (*message.Packet, error) {
	if g.before--; g.before == 0 {
		close(g.reached)
		<-g.proceed
	}
	return g.Decoder.NextPacket()
}

// What has been read is there to use while the pass goes on.
func TestIndexGrows(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	demo, err := formats.Open("demoscope1.mvd", data)
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{Decoder: demo.Decoder(), before: 2000, reached: make(chan struct{}), proceed: make(chan struct{})}
	x := timeline.Start(demo.Format.Name, g, int64(len(data)), timeline.Options{Spacing: 1000})
	<-g.reached
	d, complete := x.Duration()
	if complete || d < 15 || d > 30 { // 4212 blocks are 60 s
		t.Errorf("%v s are read, complete %v", d, complete)
	}
	if p := x.Progress(); p < 0.3 || p > 0.7 {
		t.Errorf("progress %v", p)
	}
	if l := x.Levels(); len(l) != 1 || l[0].Map != "maps/demoscope1.bsp" || l[0].End != d {
		t.Errorf("levels %+v", l)
	}
	if e := x.Events(); len(e) < 5 || e[len(e)-1].Clock > d {
		t.Errorf("%d events", len(e))
	}
	if _, n := x.Memory(); n < 20 {
		t.Errorf("%d keyframes", n)
	}
	if next, ok := x.NextFrame(10); !ok || next < 10 || next > 10.1 {
		t.Errorf("after 10 s comes %v, %v", next, ok)
	}
	close(g.proceed)
	x.Wait()
	if d, complete := x.Duration(); !complete || d < 60 {
		t.Errorf("in the end %v s, complete %v", d, complete)
	}
}

// A pass that is stopped has not read all, and keeps what it has.
func TestStopKeepsWhatWasRead(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	demo, err := formats.Open("demoscope1.mvd", data)
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{Decoder: demo.Decoder(), before: 2000, reached: make(chan struct{}), proceed: make(chan struct{})}
	x := timeline.Start(demo.Format.Name, g, int64(len(data)), timeline.Options{})
	<-g.reached
	stopped := make(chan struct{})
	go func() {
		x.Stop()
		close(stopped)
	}()
	timeline.AwaitStop(x)
	close(g.proceed)
	<-stopped
	if d, complete := x.Duration(); complete || d < 15 || d > 40 {
		t.Errorf("stopped after %v s, complete %v", d, complete)
	}
	if x.Progress() > 0.9 {
		t.Errorf("progress %v", x.Progress())
	}
}

// What follows a frame and is no frame itself is beyond it: the block that names
// the second level.
func TestPastAfterAFrame(t *testing.T) {
	demo := twoLevels(t)
	c := scan.NewCursor(demo.Format.Name, demo.Decoder())
	c.Reach(1.875, nil)
	if c.World.Block != 16 || c.Past(1.875) {
		t.Errorf("in block %d, past %v", c.World.Block, c.Past(1.875))
	}
	if c.Next(); c.World.Block != 17 || !c.Past(1.875) || c.Past(1.88) {
		t.Errorf("in block %d, past its frame %v, past 1.88 s %v", c.World.Block, c.Past(1.875), c.Past(1.88))
	}
	c.Rewind()
	if c.Past(0) {
		t.Error("before the first packet, the beginning is past")
	}
	if c.Reach(0, nil); c.World.Block != 1 {
		t.Errorf("from the beginning to 0 s is block %d", c.World.Block)
	}
}

package timeline_test

import (
	"errors"
	"io"
	"math"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/scan"
	"demoscope/player/timeline"
)

// steps is a decoder of a .dem written by hand: a packet with a frame at each time, and a
// damage of some bytes before the packets with the numbers in lost.
type steps struct {
	times []float32
	lost  map[int][]int64 // bytes of each damage
	given int             // damages before the next packet
	at    int             // of the next packet
	next  int             // message of the packet
	p     message.Packet
}

var errTest = errors.New("broken for the test")

func (s *steps) NextPacket() (*message.Packet, error) {
	if list := s.lost[s.at]; s.given < len(list) {
		s.given++
		return nil, &message.Damage{Format: "dem", Message: "container", Offset: int64(s.at), Block: s.at,
			Skipped: list[s.given-1], Err: errTest}
	}
	if s.at == len(s.times) {
		return nil, io.EOF
	}
	s.at++
	s.given, s.next = 0, 0
	s.p = message.Packet{Block: s.at - 1}
	return &s.p, nil
}

func (s *steps) NextMessage() (message.Message, error) {
	s.next++
	switch {
	case s.next == 1 && s.at == 1:
		return &message.ServerInfo{Protocol: 15, MaxClients: 1}, nil
	case s.next == 2 && s.at > 0:
		return &message.Time{Time: s.times[s.at-1]}, nil
	case s.next == 3:
		return &message.ClientData{}, nil
	case s.next > 3:
		return nil, io.EOF
	}
	return &message.Nop{}, nil
}

func (s *steps) Mark() message.Mark {
	return message.Mark{Offset: int64(s.at), Block: s.at, State: [6]uint32{uint32(s.given)}}
}

func (s *steps) Return(m message.Mark) {
	s.at, s.given = m.Block, int(m.State[0])
}

// run returns the finished index of a hand-written demo.
func run(s *steps) *timeline.Timeline {
	x := timeline.Start("dem", s, int64(len(s.times)), timeline.Options{})
	x.Wait()
	return x
}

// Each place has its bytes, its time and how long it takes to be certain again. Damages
// between the same two frames are one place.
func TestGaps(t *testing.T) {
	x := run(&steps{
		// The first time is taken for that of a new level: 0.1 s.
		times: []float32{10, 10.25, 10.5, 12, 12.25, 12.5, 12.75},
		lost:  map[int][]int64{3: {400, 12}, 5: {1}, 7: {30}},
	})
	gaps, losses := x.Gaps()
	want := []scan.Gap{
		{Losses: scan.Losses{Count: 2, Skipped: 412, Lost: 1.25}, Start: 0.5, End: 2, Until: 2},
		{Losses: scan.Losses{Count: 1, Skipped: 1}, Start: 2.25, End: 2.5, Until: 2.5},
		{Losses: scan.Losses{Count: 1, Skipped: 30}, Start: 2.75, End: 2.75, Last: true, Until: 2.75,
			Lasting: true},
	}
	if len(gaps) != len(want) {
		t.Fatalf("%+v", gaps)
	}
	offset := gaps[0].Start - 0.5
	for i, w := range want {
		g := gaps[i]
		if g.Count != w.Count || g.Skipped != w.Skipped || g.Last != w.Last || g.Lasting != w.Lasting ||
			!near(g.Start, w.Start+offset) || !near(g.End, w.End+offset) || !near(g.Until, w.Until+offset) ||
			!near(g.Lost, w.Lost) {
			t.Errorf("gap %d is %+v, want %+v", i, g, w)
		}
	}
	if losses.Count != 4 || losses.Skipped != 443 || !near(losses.Lost, 1.25) {
		t.Errorf("%+v", losses)
	}
	if d := x.Damage(); d == nil || d.Offset != 3 || d.Skipped != 400 {
		t.Errorf("the first damage is %+v", d)
	}
}

// Damage everywhere is counted and kept in little memory: here are a million damages.
func TestGapsAreBounded(t *testing.T) {
	const n, each = 20_000, 50
	s := &steps{lost: map[int][]int64{}}
	for i := range n {
		s.times = append(s.times, float32(i)/64)
		if i > 0 {
			s.lost[i] = slices.Repeat([]int64{1}, each)
		}
	}
	x := run(s)
	gaps, losses := x.Gaps()
	if len(gaps) > 256 || len(gaps) < 100 || losses.Count != (n-1)*each || losses.Skipped != (n-1)*each {
		t.Errorf("%d gaps, %+v", len(gaps), losses)
	}
	count, last := 0, math.Inf(-1)
	for _, g := range gaps {
		count += g.Count
		if g.Start < last || g.End < g.Start || g.Until < g.End || g.Last || g.Lasting {
			t.Fatalf("%+v after %v s", g, last)
		}
		last = g.Start
	}
	if count != losses.Count {
		t.Errorf("%d damages in the gaps, %d in all", count, losses.Count)
	}
}

// broken is a decoder with a mistake in it.
type broken struct{ steps }

func (b *broken) NextMessage() (message.Message, error) {
	if b.at == 4 {
		panic("a mistake of the test")
	}
	return b.steps.NextMessage()
}

// A panic of the pass ends the index with what was read, and is an error.
func TestPanicEndsTheIndex(t *testing.T) {
	x := timeline.Start("dem", &broken{steps{times: []float32{1, 1.25, 1.5, 1.75, 2}}}, 5, timeline.Options{})
	x.Wait()
	const want = "indexing the demo met a mistake in this program (a mistake of the test); please report it, " +
		"with the file"
	if err := x.Err(); err == nil || err.Error() != want {
		t.Errorf("the error is %v", err)
	}
	if d, complete := x.Duration(); !complete || !near(d, 0.5) {
		t.Errorf("%v s, complete %v", d, complete)
	}
	if fine := run(&steps{times: []float32{1, 2}}); fine.Err() != nil {
		t.Errorf("without a panic: %v", fine.Err())
	}
}

// What lies between two packets is told once, whenever it is met: a cursor that looks
// ahead, or goes back, has the same world.
func TestLossIsMetOnce(t *testing.T) {
	demo := func() *steps {
		return &steps{times: []float32{1, 1.25, 1.5, 1.75, 2}, lost: map[int][]int64{2: {5}, 5: {7}}}
	}
	c := scan.NewCursor("dem", demo())
	c.Next()
	c.Next()
	if mark := c.Mark(); c.Ended() || c.World.Uncertain.Places() || c.Mark() != mark {
		t.Errorf("after looking ahead: %+v at %+v, not %+v", c.World.Uncertain, c.Mark(), mark)
	}
	mark, kept := c.Mark(), c.World.Clone()
	c.Next()
	if !c.World.Uncertain.Texts || c.World.Uncertain.Since != kept.FrameClock {
		t.Errorf("behind the damage: %+v", c.World.Uncertain)
	}
	behind := c.World.Hash()
	for c.Next() == nil {
	}
	d := scan.NewCursor("dem", demo())
	d.Return(mark, kept)
	if d.Next(); d.World.Hash() != behind {
		t.Errorf("back before the damage: %+v", d.World.Uncertain)
	}
}

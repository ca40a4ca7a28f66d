package timeline_test

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/timeline"
)

// Where times are differences, what a stretch of zeros takes away is told by the bytes:
// it is near what the demo lacks, and said to be an estimate. Where times are absolute,
// they tell it.
func TestCorpusLostSeconds(t *testing.T) {
	runs, wrong := 0, 0
	for _, format := range []string{"mvd2", "mvd"} {
		for _, path := range corpus.Demos(t, format) {
			name := filepath.Base(path)
			whole, err := formats.Open(name, corpus.Read(t, path))
			if err != nil {
				t.Fatal(err)
			}
			if len(whole.Data) > 3<<20 {
				continue
			}
			index := func(d *formats.Demo) (*timeline.Timeline, float64) {
				x := timeline.Start(d.Name, d.Decoder(), int64(len(d.Data)), timeline.Options{})
				x.Wait()
				seconds, _ := x.Duration()
				return x, seconds
			}
			x, is := index(whole)
			if losses := lossesOf(x); losses.Guessed || losses.Lost != 0 {
				t.Errorf("%s, whole: %+v", name, losses)
			}
			for _, percent := range []int{1, 10, 30} {
				data := append([]byte(nil), whole.Data...)
				size := len(data) * percent / 100
				at := len(data) * 45 / 100
				clear(data[at : at+size])
				part, err := formats.Open(name, data)
				if err != nil {
					t.Fatal(err)
				}
				x, left := index(part)
				losses, lacks := lossesOf(x), is-left
				runs++
				off := losses.Lost - lacks
				if off > 1+lacks/3 || off < -1-lacks/3 {
					wrong++
				}
				t.Logf("%s, %d %%: %.1f s lacking, %.1f s said, estimate %v", name, percent, lacks, losses.Lost,
					losses.Guessed)
				if !losses.Guessed || losses.Lost < lacks/3-1 || losses.Lost > 3*lacks+3 {
					t.Errorf("%s, %d %%: %.1f s are lacking: %+v", name, percent, lacks, losses)
				}
			}
		}
	}
	if wrong*10 > runs {
		t.Errorf("%d of %d estimates are off by more than a third", wrong, runs)
	}
}

// constant is a decoder of an .mvd of a packet of 100 bytes each tenth of a second, with
// one damage of 1,000 bytes, which says no time.
type constant struct {
	at   int
	said bool
	next int
	p    message.Packet
}

func (c *constant) NextPacket() (*message.Packet, error) {
	if c.at == 100 && !c.said {
		c.said = true
		return nil, &message.Damage{Format: "mvd", Message: "container", Block: c.at, Skipped: 950, Missing: 50,
			Err: errTest}
	}
	return c.steps()
}

func (c *constant) steps() (*message.Packet, error) {
	s := steps{times: make([]float32, 300), at: c.at, given: 1}
	p, err := s.NextPacket()
	if err != nil {
		return nil, err
	}
	c.p = *p
	c.p.Kind, c.p.Size, c.p.Time = message.PacketServer, 100, float64(c.at)/10
	c.at, c.next = c.at+1, 0
	return &c.p, nil
}

func (c *constant) NextMessage() (message.Message, error) {
	s := steps{at: c.at, next: c.next, times: make([]float32, 300)}
	for i := range s.times {
		s.times[i] = float32(i) / 10
	}
	m, err := s.NextMessage()
	c.next = s.next
	return m, err
}

func (c *constant) Mark() message.Mark { return message.Mark{Offset: int64(c.at), Block: c.at} }

func (c *constant) Return(m message.Mark) { c.at, c.said = m.Block, m.Block > 100 }

// 950 bytes of a demo that has a thousand bytes a second are 0.95 seconds. What a record
// claims and the file does not have is no time: the claim may be the damage.
func TestLostByTheBytes(t *testing.T) {
	c := timeline.NewCursor("dem", new(constant))
	c.Gaps = new(timeline.Gaps)
	timeline.Untimed(c)
	for c.Next() == nil {
	}
	losses := c.Gaps.Losses()
	if losses.Count != 1 || !losses.Guessed || losses.Lost < 0.94 || losses.Lost > 0.96 {
		t.Errorf("%+v", losses)
	}
	if got, want := losses.Text(), "950 bytes unreadable, 50 bytes missing, about 0.9 s lost"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	list := c.Gaps.List(c.World.Clock)
	if len(list) != 1 || list[0].Losses != losses {
		t.Errorf("%+v", list)
	}
}

func lossesOf(x *timeline.Timeline) timeline.Losses {
	_, losses := x.Gaps()
	return losses
}

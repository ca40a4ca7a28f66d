package scan_test

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
)

// A recording that spreads a frame over looked packets: all of them belong to
// the frame, and a seek to where the cursor is does not go back.
func TestReachTakesAllOfAFrame(t *testing.T) {
	demo, err := formats.Open("demoscope1.mvd", corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd")))
	if err != nil {
		t.Fatal(err)
	}
	c := scan.NewCursor(demo.Format.Name, demo.Decoder())
	looked := 0
	for clock := 1.0; clock < 59; clock += 0.31 {
		c.Reach(clock, nil)
		at, frame := c.World.Block, c.World.FrameClock
		if c.Past(frame) {
			t.Errorf("at %v s in block %d the cursor is past its own frame", frame, at)
		}
		if c.Reach(frame, nil); c.World.Block != at {
			t.Errorf("a seek to the frame of %v s goes from block %d to %d", frame, at, c.World.Block)
		}
		time := c.World.Time
		if c.Next() != nil {
			t.Fatal("the end")
		}
		if c.World.Time == time {
			t.Errorf("at %v s the frame goes on after block %d", frame, at)
		}
		looked++
	}
	if looked < 100 {
		t.Errorf("only %d frames were looked at", looked)
	}
}

// Of two damages the first is kept, and all packets are applied.
func TestFirstDamageIsKept(t *testing.T) {
	data := append([]byte(nil), corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1_p15.dem"))...)
	whole, err := formats.Open("x.dem", data)
	if err != nil {
		t.Fatal(err)
	}
	const header = 16 // the size and the angles of a packet
	var first int64
	for d := whole.Decoder(); ; {
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		if p.Block == 700 || p.Block == 1300 {
			data[p.Offset+header] = 0x63 // no message has this id
			if first == 0 {
				first = p.Offset + header
			}
		}
	}
	c := scan.NewCursor(whole.Format.Name, whole.Decoder())
	for c.Next() == nil {
	}
	if c.Damage == nil || c.Damage.Offset != first || c.World.Block != 1395 {
		t.Errorf("damage %v, want at byte %d; the last block is %d", c.Damage, first, c.World.Block)
	}
}

// A packet is the client's own if it has nothing but its moves and sequence numbers.
func TestOwn(t *testing.T) {
	demo, err := formats.Open("demoscope1.qwd", corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.qwd")))
	if err != nil {
		t.Fatal(err)
	}
	c := scan.NewCursor(demo.Format.Name, demo.Decoder())
	own, others := false, false
	c.Observe = func(m message.Message) {
		switch m.(type) {
		case *message.QWClientBlock, *message.QWSequence:
			own = true
		default:
			others = true
		}
	}
	var count [2]int
	for c.Next() == nil {
		want, n := own && !others, 0
		if want {
			n = 1
		}
		if count[n]++; c.Own() != want {
			t.Errorf("block %d: own is %v", c.World.Block, c.Own())
		}
		own, others = false, false
	}
	if count[0] < 100 || count[1] < 100 {
		t.Errorf("%d packets of the server, %d of the client", count[0], count[1])
	}
}

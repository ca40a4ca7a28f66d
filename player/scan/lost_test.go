package scan_test

import (
	"errors"
	"io"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/scan"
)

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
			Err: errors.New("broken for the test")}
	}
	if c.at == 300 {
		return nil, io.EOF
	}
	c.p = message.Packet{Block: c.at, Kind: message.PacketServer, Offset: 100 * int64(c.at),
		Size: 100, Time: float64(c.at) / 10}
	c.at, c.next = c.at+1, 0
	return &c.p, nil
}

func (c *constant) NextMessage() (message.Message, error) {
	c.next++
	switch {
	case c.next == 1 && c.at == 1:
		return &message.ServerInfo{Protocol: 15, MaxClients: 1}, nil
	case c.next == 2:
		return &message.Time{Time: float32(c.at-1) / 10}, nil
	case c.next == 3:
		return &message.ClientData{}, nil
	case c.next > 3:
		return nil, io.EOF
	}
	return &message.Nop{}, nil
}

func (c *constant) Mark() message.Mark { return message.Mark{Offset: int64(c.at), Block: c.at} }

func (c *constant) Return(m message.Mark) { c.at, c.said = m.Block, m.Block > 100 }

// 950 bytes of a demo that has a thousand bytes a second are 0.95 seconds. What a record
// claims and the file does not have is no time: the claim may be the damage.
func TestLostByTheBytes(t *testing.T) {
	c := scan.NewCursor("dem", new(constant))
	c.Gaps = new(scan.Gaps)
	scan.Untimed(c)
	for c.Next() == nil {
	}
	losses := c.Gaps.Losses()
	if losses.Count != 1 || !losses.Estimated || losses.Lost < 0.94 || losses.Lost > 0.96 {
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

// What is lost is said in words, without what is too little.
func TestLossesInWords(t *testing.T) {
	for _, c := range []struct {
		losses scan.Losses
		want   string
	}{
		{scan.Losses{Count: 1, Skipped: 412, Lost: 1.2}, "412 bytes unreadable, 1.2 s lost"},
		{scan.Losses{Skipped: 1}, "1 byte unreadable"},
		{scan.Losses{Missing: 1, Lost: 0.06}, "1 byte missing, 0.1 s lost"},
		{scan.Losses{Skipped: 5, Missing: 40, Lost: 0.04}, "5 bytes unreadable, 40 bytes missing"},
		{scan.Losses{Lost: 2}, "2.0 s lost"},
		{scan.Losses{Lost: 0.05}, "0.1 s lost"},
		{scan.Losses{Count: 3}, ""},
		{scan.Losses{Count: 1, Beginning: true, Skipped: 78}, "the beginning missing, 78 bytes unreadable"},
		{scan.Losses{Count: 1, Packets: true, Lost: 15}, "packets missing, 15.0 s lost"},
		{scan.Losses{Count: 1, Beginning: true}.Plus(scan.Losses{Packets: true}),
			"the beginning missing, packets missing"},
	} {
		if got := c.losses.Text(); got != c.want {
			t.Errorf("%+v: %q, not %q", c.losses, got, c.want)
		}
		if got := string(c.losses.Append([]byte("ab"))); got != "ab"+c.want {
			t.Errorf("%+v behind other text: %q", c.losses, got)
		}
	}
}

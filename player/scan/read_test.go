package scan_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/scan"
)

// counts is a listener that counts packets, and how the world was read.
type counts struct {
	needs                          scan.Needs
	packets, deferred, plain, gaps int
}

func (l *counts) Needs() scan.Needs { return l.needs }

func (l *counts) Packet(c *scan.Cursor) {
	l.packets++
	if c.World.Defer {
		l.deferred++
	}
	if c.World.Since > c.World.Clock {
		l.plain++
	}
	if c.Gaps != nil {
		l.gaps++
	}
}

// messages counts messages, too, and stops after so many packets, if that is not 0.
type messages struct {
	counts
	messages, most int
}

func (l *messages) Message(*scan.Cursor, message.Message) { l.messages++ }

func (l *messages) Stop() bool { return l.most != 0 && l.packets == l.most }

// Read works out what any listener needs, and nothing else. The demo has 300 packets of 3 messages and 100 bytes.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		first, second         scan.Needs
		deferred, plain, gaps int
	}{
		{0, 0, 300, 300, 0}, {scan.Entities, 0, 0, 300, 0}, {0, scan.Entities, 0, 300, 0},
		{scan.Fleeting, 0, 300, 0, 0},
		{scan.Lost, scan.Fleeting, 300, 0, 300}, {scan.Entities | scan.Lost, scan.Fleeting, 0, 0, 300},
	} {
		a, b := &counts{needs: c.first}, &messages{counts: counts{needs: c.second}}
		cursor := scan.Read("dem", new(constant), a, b)
		want := counts{c.first, 300, c.deferred, c.plain, c.gaps}
		if *a != want || b.packets != 300 || b.messages != 900 || (cursor.Gaps != nil) != (c.gaps > 0) {
			t.Errorf("%d and %d: %+v, %+v, want %+v", c.first, c.second, a, b, want)
		}
	}
	a, b := new(counts), &messages{most: 7}
	if scan.Read("dem", new(constant), a, b); a.packets != 7 || b.packets != 7 || b.messages != 21 {
		t.Errorf("stopped after 7 packets: %+v, %+v", a, b)
	}
}

// The offset of a cursor is the end of the last packet.
func TestOffset(t *testing.T) {
	c := scan.NewCursor("dem", new(constant))
	for range 3 {
		if err := c.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if got := c.Offset(); got != 300 {
		t.Errorf("after 3 packets of 100 bytes: %d", got)
	}
}

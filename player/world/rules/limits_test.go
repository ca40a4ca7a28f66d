package rules_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// Whatever a packet repeats, a world keeps what engines keep of it, and a little more.
func TestWorldIsBounded(t *testing.T) {
	many := func(n int, m ...message.Message) (list []message.Message) {
		for range n {
			list = append(list, m...)
		}
		return list
	}
	for _, c := range []struct {
		what, format string
		messages     []message.Message
		count        func(w *world.World) int
		want         int
	}{
		{"events", "dem", many(20000, printAt(0, "x\n")), func(w *world.World) int { return len(w.Events) }, 4096},
		{"a line without an end", "dem", many(3, printAt(0, strings.Repeat("x", 700))), func(w *world.World) int {
			return len(w.Notices.Line(0).Text)
		}, 1024},
		{"the middle", "mvd", many(1, &message.CenterPrint{Text: bytes.Repeat([]byte("x"), 50000)}),
			func(w *world.World) int { return len(w.Notices.Center) }, 4096},
		{"nails", "mvd", many(20, &message.QWNails{Nails: make([]message.QWNail, 32)}), func(w *world.World) int {
			return len(w.Nails)
		}, 256},
		{"statics", "dem", many(5000, &message.SpawnStatic{EntityDelta: change(0, 1, 1)}), func(w *world.World) int {
			return len(w.Statics)
		}, 4096},
		{"static sounds", "dem", many(5000, &message.SpawnStaticSound{Volume: 255}), func(w *world.World) int {
			return len(w.Effects.Static)
		}, 4096},
		{"effects", "dem", many(5000, &message.TempEntity{Type: 10}), func(w *world.World) int {
			return len(w.Effects.List)
		}, 256},
		{"sounds", "dem", many(5000, &message.Sound{Volume: 255}), func(w *world.World) int {
			return len(w.Effects.Sounds)
		}, 128},
		{"baselines", "dem", baselines(40000), (*world.World).Baselines, 32768},
	} {
		var s *script
		if c.format == "dem" {
			s = newQuake(t, "A", "B")
		} else {
			s = newQuakeWorld(t, c.format, "A", "B")
		}
		s.packet(s.frame(1)...)
		s.packet(c.messages...)
		if got := c.count(s.World); got != c.want {
			t.Errorf("%s: %d, not %d", c.what, got, c.want)
		}
	}
}

func baselines(n int32) (list []message.Message) {
	for i := range n {
		list = append(list, &message.SpawnBaseline{EntityDelta: change(i, 1, -1)})
	}
	return list
}

// A table of results that never ends fills no memory.
func TestTablesAreBounded(t *testing.T) {
	s := newQuakeWorld(t, "mvd", "A", "B")
	s.packet(printAt(2, "The match has begun!\n"))
	table := []message.Message{printAt(2, "The match is over\n"), printAt(2, "Player statistics:\n")}
	for i := range 600 {
		table = append(table, printAt(2, fmt.Sprintf("\x87 n%d:\n  3 (-1) 44.4%%\nArmr&mhs: ga:1 ya:1 ra:2 mh:3\n", i)))
	}
	table = append(table, printAt(2, "Team scores:\n"))
	for i := range 600 {
		table = append(table, printAt(2, fmt.Sprintf("[t%d]: 5\n", i)))
	}
	s.packet(table...)
	r := &s.Results()[0]
	if len(r.Players) != 256 || len(r.Teams) != 16 || len(r.Pickups) != 1024 {
		t.Errorf("%d players, %d teams, %d items", len(r.Players), len(r.Teams), len(r.Pickups))
	}
}

// A packet without a time changes the entities in place: many of them take no memory
// each, and add 2,048 at most.
func TestAmendedInPlace(t *testing.T) {
	s := newQuake(t, "A")
	s.packet(s.frame(1)...)
	var list []message.Message
	for i := range int32(3000) {
		list = append(list, update(3000-i, 1, 0))
	}
	s.untimed(list...)
	if n := len(s.Entities); n != 2048 {
		t.Fatalf("%d entities", n)
	}
	for i := range s.Entities[1:] {
		if s.Entities[i].Number >= s.Entities[i+1].Number {
			t.Fatalf("%d before %d", s.Entities[i].Number, s.Entities[i+1].Number)
		}
	}
	kept := s.Clone()
	first := s.Entities[0]
	s.untimed(update(first.Number, 9, 0)) // copies the list, which the copy has
	if kept.Entities[0] != first || s.Entities[0].Model[0] != 9 {
		t.Errorf("%+v, the copy's %+v", s.Entities[0], kept.Entities[0])
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for i := range int32(500) {
		s.untimed(update(first.Number, 10+i%5, 0))
	}
	if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > 1<<20 {
		t.Errorf("500 packets took %d bytes", after.TotalAlloc-before.TotalAlloc)
	}
}

// untimed applies a packet of Quake without a time.
func (s *script) untimed(list ...message.Message) {
	s.Begin(&message.Packet{Block: s.Block + 1})
	for _, m := range list {
		s.Apply(m)
	}
	s.End()
}

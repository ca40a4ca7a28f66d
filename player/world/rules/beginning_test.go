package rules_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// A demo without its beginning, which says who recorded it, shows the recorder and what the recorder saw: in Quake the
// player who looks along the angles of the packets, in QuakeWorld the one whose commands the server does not send.
func TestRecorderWithoutBeginning(t *testing.T) {
	begin := func(format string, protocol message.Message) *world.World {
		w := newWorld(t, format)
		w.Assume(protocol)
		return w
	}
	for _, c := range []struct {
		what, format string
		w            *world.World
		packet       *message.Packet
		list         []message.Message
		slot         int
		eye          float32 // the height of the eye
	}{
		{"the first player of Quake", "dem", begin("dem", &message.ServerInfo{Protocol: 15}),
			&message.Packet{Angles: [3]float32{0, 90, 0}}, []message.Message{&message.Time{Time: 7},
				&message.ClientData{Health: 100, ViewHeight: 22},
				&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 1, Mask: message.FieldOriginZ,
					Origin: [3]wire.Coord{0, 0, 80}}},
				&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 118}}}, 0, 32},
		{"another player of Quake", "dem", begin("dem", &message.ServerInfo{Protocol: 15}),
			&message.Packet{Angles: [3]float32{0, 90, 0}}, []message.Message{&message.Time{Time: 7},
				&message.ClientData{Health: 100, ViewHeight: 22},
				&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 1}},
				&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 2,
					Mask:   message.FieldOriginZ | message.FieldYaw,
					Origin: [3]wire.Coord{0, 0, 80}, Angles: [3]wire.Angle{0, 64, 0}}}}, 1, 32},
		{"QuakeWorld", "qwd", begin("qwd", &message.QWServerData{Protocol: 28}), &message.Packet{Time: 5},
			[]message.Message{&message.QWPlayerInfo{Player: 2, Bits: message.QWPlayerMsec | message.QWPlayerCommand},
				&message.QWPlayerInfo{Player: 4, Origin: [3]wire.Coord{0, 0, 80}}}, 4, 32},
		{"Quake II", "dm2", begin("dm2", &message.Quake2ServerData{Protocol: 34, IsDemo: 1}), &message.Packet{},
			[]message.Message{&message.Quake2Frame{Sequence: 100, Delta: -1}, &message.Quake2PlayerInfo{
				Mask:   message.PlayerOrigin | message.PlayerViewOffset,
				Origin: [3]wire.Coord{0, 0, 80}, ViewOffset: [3]int8{0, 0, 88}}, &message.PacketEntities{}}, 0, 32},
	} {
		w := c.w
		for range 2 {
			c.packet.Block, c.packet.Targets = w.Block+1, everybody
			w.Begin(c.packet)
			for _, m := range c.list {
				w.Apply(m)
			}
			w.End()
		}
		if w.Recorder != c.slot || len(w.Players) <= c.slot || !w.Players[c.slot].Visible || !w.View.Known ||
			w.View.Origin[2] != c.eye || !w.Players[c.slot].InUse {
			t.Fatalf("%s: recorder %d, view %v, players %+v", c.what, w.Recorder, w.View.Origin, w.Players)
		}
		// Frags are unknown until they are told, also if there are none.
		if p := &w.Players[c.slot]; w.HasFrags(p) {
			t.Errorf("%s: %d frags, though none are told", c.what, p.Frags)
		}
		switch c.format {
		case "dm2":
			feed(w, &message.Quake2Frame{Sequence: 101, Delta: -1}, &message.Quake2PlayerInfo{
				Mask: message.PlayerOrigin, StatBits: 1 << 14, Stats: []int16{0}}, &message.PacketEntities{})
		default:
			feed(w, &message.UpdateFrags{Player: uint8(c.slot)})
		}
		if p := &w.Players[c.slot]; !w.HasFrags(p) || p.Frags != 0 {
			t.Errorf("%s: %d frags, not told", c.what, p.Frags)
		}
	}
}

// Other players of Quake II are entities with the model that a skin chooses, since nothing tells how many there are.
func TestQuake2PlayersWithoutBeginning(t *testing.T) {
	w := newWorld(t, "dm2")
	w.Assume(&message.Quake2ServerData{Protocol: 34, IsDemo: 1})
	feed(w, &message.Quake2Frame{Sequence: 100, Delta: -1}, &message.Quake2PlayerInfo{Mask: message.PlayerOrigin},
		&message.PacketEntities{Entities: []message.EntityDelta{
			{Number: 5, Mask: message.FieldModel, Model: 255}, {Number: 6, Mask: message.FieldModel, Model: 9}}})
	if len(w.Players) != 5 || !w.Players[4].InUse || !w.Players[4].Visible {
		t.Errorf("%+v", w.Players)
	}
}

// The slot of Quake II's recorder is that of the entity that moves as the recorder does.
func TestQuake2RecorderWithoutBeginning(t *testing.T) {
	w := newWorld(t, "dm2")
	w.Assume(&message.Quake2ServerData{Protocol: 34, IsDemo: 1})
	place := func(number int32, x, y wire.Coord) message.EntityDelta {
		return message.EntityDelta{Number: number, Mask: message.FieldOriginX | message.FieldOriginY,
			Origin: [3]wire.Coord{x, y, 0}}
	}
	step := func(n int32, x wire.Coord, others ...message.EntityDelta) {
		feed(w, &message.Quake2Frame{Sequence: n, Delta: n - 1}, &message.Quake2PlayerInfo{
			Mask: message.PlayerOrigin, StatBits: 1 << 1, Stats: []int16{77},
			Origin: [3]wire.Coord{x, 80 + x, 80}}, &message.PacketEntities{Entities: append(others, place(7, x, 80+x))})
	}
	step(100, 8, place(3, 8, 88))
	step(101, 8, place(3, 8, 88)) // it stands, and an item is in the same place
	if w.Recorder != 0 {
		t.Errorf("recorder %d before a move", w.Recorder)
	}
	for n := range int32(3) {
		step(102+n, wire.Coord(16+8*n), place(3, 8, 88))
		if w.Recorder != 6 || w.View.Entity != 7 || !w.Players[6].Visible || !w.Players[6].EyeKnown ||
			w.Players[0].EyeKnown || w.Players[0].Visible || w.Stats.Values[1] != 77 ||
			w.View.Origin[0] != float32(2+n) {
			t.Errorf("frame %d: recorder %d, view %v, players %+v", n, w.Recorder, w.View, w.Players)
		}
	}
}

// A server's recording without its beginning shows the players, whose names and models it does not tell until they
// change, but not those of whom it tells that they have no model.
func TestPlayersWithoutBeginning(t *testing.T) {
	w := newWorld(t, "mvd")
	w.Assume(&message.QWServerData{Protocol: 28})
	hidden := &message.MVDPlayerInfo{Player: 1, Bits: message.MVDPlayerModel}
	for _, list := range [][]message.Message{{&message.MVDPlayerInfo{Player: 3}, hidden},
		{&message.MVDPlayerInfo{Player: 3}, &message.MVDPlayerInfo{Player: 1}}} {
		feed(w, list...)
	}
	if w.LevelCount != 0 || len(w.Players) != 4 {
		t.Fatalf("mvd: level %d, %d players", w.LevelCount, len(w.Players))
	}
	if p := &w.Players[3]; !p.InUse || !p.Visible || p.NoModel {
		t.Errorf("mvd: %+v", p)
	}
	if p := &w.Players[1]; !p.InUse || !p.NoModel {
		t.Errorf("mvd: without a model: %+v", p)
	}

	w = newWorld(t, "mvd2")
	w.Assume(&message.MultiViewData{Protocol: 37, Version: 2010})
	feed(w, &message.MultiViewFrame{
		Players: []message.Quake2PlayerInfo{{Number: 2, Mask: message.PlayerOrigin},
			{Number: 4, Mask: message.PlayerOrigin}},
		Entities: []message.EntityDelta{{Number: 3, Mask: message.FieldOriginX}},
	})
	if len(w.Players) != 5 {
		t.Fatalf("mvd2: %d players", len(w.Players))
	}
	if p := &w.Players[2]; !p.InUse || !p.Visible || p.NoModel {
		t.Errorf("mvd2: %+v", p)
	}
	if p := &w.Players[4]; !p.NoModel {
		t.Errorf("mvd2: without an entity: %+v", p)
	}
}

package rules_test

import (
	"math"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// places says which of entities and players are uncertain: "ep", "e", "p" or "".
func places(w *world.World) string {
	s := ""
	if w.Uncertain.Entities {
		s += "e"
	}
	if w.Uncertain.Players {
		s += "p"
	}
	return s
}

func expectPlaces(t *testing.T, what string, w *world.World, want string) {
	t.Helper()
	if got := places(w); got != want {
		t.Errorf("%s: uncertain are %q, not %q", what, got, want)
	}
}

// Quake's packets name all entities, each as a change of its baseline: the next frame is
// certain, unless baselines may be missing. Texts are not sent again in a level.
func TestUncertainQuake(t *testing.T) {
	s := newQuake(t, "A")
	s.packet(s.frame(1)...)
	at := s.FrameClock
	expectPlaces(t, "at first", s.World, "")
	s.Lost()
	expectPlaces(t, "after a loss", s.World, "ep")
	if s.Uncertain.Since != at || !s.Uncertain.Texts {
		t.Errorf("%+v, since %v", s.Uncertain, at)
	}
	s.packet(s.frame(2)...)
	expectPlaces(t, "the next frame", s.World, "")
	if !s.Uncertain.Texts {
		t.Error("texts are certain again")
	}
	s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 8})
	if s.Uncertain != (world.Uncertain{}) {
		t.Errorf("a new level: %+v", s.Uncertain)
	}
	s.Lost() // baselines
	s.packet(s.frame(3)...)
	s.packet(s.frame(4)...)
	expectPlaces(t, "after a loss before the level's first frame", s.World, "ep")
	s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 8})
	s.packet(s.frame(5)...)
	expectPlaces(t, "the level after that", s.World, "")
}

// What of a spectator's recording is lost may have moved his eye to another player. It is
// his again who alone looks where the packet does, and until then the players are uncertain.
// A recording whose eye has never moved keeps it.
func TestUncertainEye(t *testing.T) {
	// Yaws are sent as 256ths of a turn.
	frame := func(s *script, yaw float32, more ...message.Message) {
		s.Begin(&message.Packet{Block: s.Block + 1, Angles: [3]float32{0, yaw, 0}})
		s.Apply(&message.Time{Time: float32(s.time)})
		s.time += 1.0 / 16
		s.Apply(&message.ClientData{Health: 0})
		for i, turned := range []wire.Angle{32, 64, 64} { // 45, 90 and 90 degrees
			s.Apply(&message.UpdateEntity{EntityDelta: message.EntityDelta{
				Number: int32(i) + 1, Mask: message.FieldModel | message.FieldYaw, Model: 2,
				Angles: [3]wire.Angle{1: turned},
			}})
		}
		for _, m := range more {
			s.Apply(m)
		}
		s.End()
	}
	expect := func(s *script, what, want string, dead int) {
		t.Helper()
		expectPlaces(t, what, s.World, want)
		for i := range 3 {
			if s.Players[i].Dead != (i == dead) {
				t.Errorf("%s: the one without health is %d: %v", what, i, s.Players[i].Dead)
			}
		}
	}
	s := newQuake(t, "A", "B", "C")
	s.packet(&message.SetView{Entity: 2})
	s.sequence++
	frame(s, 90)
	s.Lost()
	frame(s, 45)
	expect(s, "an eye that has never moved", "", 1)
	frame(s, 90, &message.SetView{Entity: 3})
	s.Lost()
	frame(s, 10)
	expect(s, "nobody looks there", "p", 2)
	frame(s, 90)
	expect(s, "two look there", "p", 2)
	frame(s, 45)
	expect(s, "one does", "", 0)
	s.Lost()
	frame(s, 10)
	expect(s, "a second loss", "p", 0)
	frame(s, 10, &message.SetView{Entity: 2})
	frame(s, 10)
	expect(s, "the eye is said", "", 1)
	s.Lost()
	s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 8})
	expectPlaces(t, "a new level", s.World, "")
}

// What is behind a loss may belong to another level: the demo's clock shows it.
func TestUncertainOtherLevel(t *testing.T) {
	s := newQuake(t, "A")
	s.time = 500
	s.packet(s.frame(1)...)
	s.packet(s.frame(2)...)
	s.Lost()
	s.time = 3
	s.packet(s.frame(3)...)
	s.packet(s.frame(4)...)
	s.packet(s.frame(5)...)
	expectPlaces(t, "the clock is another", s.World, "ep")
	s.Lost()
	s.packet(s.frame(6)...)
	s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 8}, s.something())
	expectPlaces(t, "another level", s.World, "")
}

// A client's recording is certain again with a full frame, or with a change of one that
// came well before the loss. The last one before it may be the beginning of the damage.
func TestUncertainQuakeWorldClient(t *testing.T) {
	player := &message.QWPlayerInfo{Player: 0}
	s := newQuakeWorld(t, "qwd", "A")
	s.full(100, change(1, 1, -1))
	s.full(101, change(1, 2, -1))
	s.full(102, change(1, 3, -1))
	s.Lost()
	s.from(105, 104, change(2, 2, -1))
	expectPlaces(t, "a change of a lost frame", s.World, "ep")
	s.expectEntities("is of the newest", state{1, 3, 0}, state{2, 2, 0})
	s.packet(player)
	expectPlaces(t, "players come whole", s.World, "e")
	s.from(107, 105)
	expectPlaces(t, "nothing new since the guess", s.World, "e")
	s.from(108, 102)
	expectPlaces(t, "a change of the last one before the loss", s.World, "e")
	s.from(109, 101)
	expectPlaces(t, "a change of one before that", s.World, "")
	s.from(110, 109, change(1, 9, -1))
	expectPlaces(t, "and of that", s.World, "")
	s.from(111, 108)
	expectPlaces(t, "one that is uncertain stays so", s.World, "e")
	s.full(112)
	expectPlaces(t, "a full frame", s.World, "")
	// A recording that begins with changes has lost nothing.
	s = newQuakeWorld(t, "qwd", "A")
	s.from(100, 98, change(1, 1, -1))
	s.from(101, 99, change(2, 2, -1))
	s.expectEntities("changes at the beginning are of nothing", state{2, 2, 0})
	expectPlaces(t, "at the beginning", s.World, "")
}

// In a server's recording entities are certain with the next full set, and players once
// each has said all of its place.
func TestUncertainQuakeWorldServer(t *testing.T) {
	const place, turn = message.MVDPlayerOriginX * 7, message.MVDPlayerPitch * 3
	info := func(slot uint8, bits uint16) message.Message {
		return &message.MVDPlayerInfo{Player: slot, Bits: bits, Origin: coords(1, 2, 3)}
	}
	set := func(delta bool) message.Message {
		return &message.PacketEntities{Delta: delta, Entities: []message.EntityDelta{change(9, 1, -1)}}
	}
	s := newQuakeWorld(t, "mvd", "A", "B")
	s.packet(info(0, place|turn), info(1, place|turn), set(false))
	expectPlaces(t, "at first", s.World, "")
	s.Lost()
	s.packet(info(0, place), info(1, place|turn), set(true))
	expectPlaces(t, "a change of a set", s.World, "ep")
	s.packet(info(0, 0), info(1, 0), set(false))
	expectPlaces(t, "a full set", s.World, "p")
	s.packet(info(0, turn), info(1, 0))
	expectPlaces(t, "all have said their places", s.World, "")
	s.Lost()
	s.packet(info(0, place|turn), set(false))
	expectPlaces(t, "who is not there is not in a wrong place", s.World, "")
	s.packet(info(0, 0), info(1, 0))
	expectPlaces(t, "but is when it comes back", s.World, "p")
	kept := newWorld(t, "mvd")
	kept.CopyFrom(s.World)
	kept.Begin(&message.Packet{Block: s.Block + 1, Time: s.time, Targets: everybody})
	kept.Apply(info(0, 0))
	kept.Apply(info(1, place|turn))
	kept.End()
	expectPlaces(t, "a copy goes on", kept, "")
}

// In Quake II's recordings a whole frame makes the world certain again. What has moved
// before a loss and is not named behind it is gone.
func TestUncertainQuake2(t *testing.T) {
	moved := func(number int32, x wire.Coord) message.EntityDelta {
		return message.EntityDelta{Number: number, Mask: message.FieldModel | message.FieldOriginX, Model: 1,
			Origin: [3]wire.Coord{x}}
	}
	animated := message.EntityDelta{Number: 50, Mask: message.FieldModel | message.FieldFrame, Model: 1}
	still := animated
	animated.Frame = 1
	w := q2Client(t)
	feed(w, q2Frame(1, -1, nil, q2Model(10, 1), q2Model(20, 1), moved(30, 8), moved(40, 8), still)...)
	feed(w, q2Frame(2, 1, nil, moved(30, 80), moved(40, 80), animated)...)
	expectPlaces(t, "at first", w, "")
	w.Lost()
	feed(w, q2Frame(5, 4, nil, moved(40, 160))...)
	expectPlaces(t, "a change of a lost frame", w, "ep")
	if got := q2Models(w); len(got) != 3 || got[10] != 1 || got[20] != 1 || got[40] != 1 {
		t.Errorf("behind the loss there are %v", got)
	}
	feed(w, q2Frame(6, 5, nil)...)
	expectPlaces(t, "a change of that", w, "ep")
	feed(w, q2Frame(7, 1, nil)...)
	expectPlaces(t, "a change of one before the loss", w, "")
	feed(w, q2Frame(8, 6, nil)...)
	expectPlaces(t, "a change of the guess", w, "ep")
	feed(w, q2Frame(9, -1, nil)...)
	expectPlaces(t, "a whole frame", w, "")
	feed(w, q2Frame(30, 29, nil)...)
	expectPlaces(t, "a frame is missing and nothing has said so", w, "ep")
}

// Damage may give two frames the same number. The second does not change the first,
// since that may be the newest of a copy.
func TestQuake2SameNumberTwice(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(1, -1, nil, q2Model(10, 1))...)
	feed(w, q2Frame(2, 1, nil, q2Model(20, 1))...)
	kept := w.Clone()
	player := &message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{800}}
	go1 := func(w *world.World) {
		feed(w, q2Frame(1, -1, player)...)
		feed(w, q2Frame(3, 1, &message.Quake2PlayerInfo{}, q2Model(30, 1))...)
	}
	go1(w)
	again := newWorld23(t, "dm2")
	again.CopyFrom(kept)
	go1(again)
	if w.Hash() != again.Hash() || w.View.Origin[0] != 100 {
		t.Errorf("straight on: %v at %v; from a copy: %v at %v", q2Models(w), w.View.Origin, q2Models(again),
			again.View.Origin)
	}
}

// A multi-view recording has no whole frames but in its serverdata. A player is certain
// once a message has said where it is, not by how far it has moved.
func TestUncertainMultiView(t *testing.T) {
	const all = message.PlayerOrigin | message.PlayerViewAngles
	w := mvd2Begin(t, []message.Quake2PlayerInfo{{Number: 0, Mask: all}, {Number: 1, Mask: all}}, q2Model(50, 1))
	expectPlaces(t, "at first", w, "")
	w.Lost()
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, Mask: all},
		{Number: 1, Mask: all, Difference: message.PlayerOriginX}}))
	expectPlaces(t, "one has said a difference", w, "ep")
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 1, Mask: message.PlayerOriginX}}))
	expectPlaces(t, "all have said their places", w, "e")
	w.Lost()
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, Mask: all}, {Number: 1,
		Quake2PlayerRare: message.Quake2PlayerRare{Remove: true}}}))
	expectPlaces(t, "who has left is in no wrong place", w, "e")
	feed(w, mvd2Data(nil))
	expectPlaces(t, "another level", w, "")
}

// Events and missiles do not outlast a loss: nothing would ever end them.
func TestUncertainQuake3(t *testing.T) {
	const missile, event = 3, 13 + 20
	q := q3Begin(t, 68)
	q.packet(1, &q3At(1000, 0).entity(70, message.EntityStateType, 2).entity(71, message.EntityStateType,
		missile).entity(72, message.EntityStateType, event).m)
	q.packet(2, &q3At(1050, 1).m)
	expectPlaces(t, "at first", q.World, "")
	q.Lost()
	q.packet(9, &q3At(1400, 1).entity(73, message.EntityStateType, missile).m)
	expectPlaces(t, "a change of a lost snapshot", q.World, "ep")
	if q.Entity(70) == nil || q.Entity(71) != nil || q.Entity(72) != nil || q.Entity(73) == nil {
		t.Errorf("behind the loss there are %+v", q.Entities)
	}
	q.packet(10, &q3At(1450, 9).m)
	expectPlaces(t, "a change of one before the loss", q.World, "")
	q.packet(11, &q3At(1500, 2).m)
	expectPlaces(t, "a change of the guess", q.World, "ep")
	q.packet(12, &q3At(1550, 0).m)
	expectPlaces(t, "a whole snapshot", q.World, "")
}

// A level of which only the beginning could be read has its map and names, and is
// uncertain to its end, because baselines and players may be missing.
func TestUncertainPartialLevel(t *testing.T) {
	q := q3Begin(t, 68, `0 \mapname\q3dm1`)
	q.packet(2, &q3At(1000, 0).m)
	expectPlaces(t, "at first", q.World, "")
	q.Begin(&message.Packet{Sequence: 3, Block: q.Block + 1})
	q.Damaged(q3GameState(68, `0 \mapname\q3dm7`, `544 n\Sarge\t\0`))
	q.End()
	if q.Level().Map != "maps/q3dm7.bsp" || q.LevelCount != 2 || q.Players[0].Name != "Sarge" || !q.Uncertain.Texts {
		t.Errorf("level %d on %q with %+v, %+v", q.LevelCount, q.Level().Map, q.Players, q.Uncertain)
	}
	for i := range int32(3) {
		q.packet(4+i, &q3At(2000+50*i, 0).m)
		expectPlaces(t, "a whole snapshot of a level without all baselines, which players have none of", q.World, "e")
	}

	w := newWorld23(t, "mvd2")
	w.Begin(&message.Packet{Block: 0})
	w.Damaged(mvd2Data(nil))
	w.End()
	if w.Level().Map == "" || w.LevelCount != 1 || !w.Uncertain.Texts {
		t.Errorf("level %d on %q, %+v", w.LevelCount, w.Level().Map, w.Uncertain)
	}
	const all = message.PlayerOrigin | message.PlayerViewAngles
	feed(w, mvd2Frame([]message.Quake2PlayerInfo{{Number: 0, Mask: all}}))
	expectPlaces(t, "a frame of a level of which no frame is whole", w, "ep")
	feed(w, mvd2Data(nil))
	expectPlaces(t, "the level after that", w, "")
}

// A time that is damage does not move the viewer's clock, and neither does the way back.
// What the next time confirms was no damage.
func TestClockDamage(t *testing.T) {
	for _, c := range []struct {
		what    string
		times   []float64
		clock   float64 // after the last
		confirm bool    // only with ConfirmTime
	}{
		{"one time too late", []float64{100, 100.1, 130, 100.2}, 0.201, true},
		{"and it goes on", []float64{100, 100.1, 130, 100.2, 100.3, 101}, 1.001, true},
		{"far too late", []float64{100, 100.1, 1e30, 100.2, 101}, 1.001, false},
		{"a little too early", []float64{100, 100.5, 80, 100.6, 101}, 1.001, false},
		{"negative", []float64{100, 100.5, -1e9, 100.6, 101}, 1.001, false},
		{"several", []float64{100, 100.5, 7, 1e9, 100.9, 101.5}, 1.5, false},
		{"a gap", []float64{100, 100.1, 110.1, 110.2}, 10.2, false},
		{"a cut", []float64{100, 100.1, 200, 200.1}, 0.3, false},
		{"a cut back", []float64{100, 100.1, 20, 20.1}, 0.3, false},
	} {
		for _, format := range []string{"dem", "qwd"} {
			for _, confirm := range []bool{false, true} {
				if c.confirm && !confirm {
					continue
				}
				s := newTimeless(t, format)
				s.ConfirmTime = confirm
				last := -1.0
				for _, time := range c.times {
					s.at(time, s.something())
					if s.Clock <= last {
						t.Errorf("%s: %s: the clock went from %v to %v", format, c.what, last, s.Clock)
					}
					last = s.Clock
				}
				if math.Abs(s.Clock-c.clock) > 0.002 {
					t.Errorf("%s, confirm %v: %s: the clock is at %v, not %v", format, confirm, c.what, s.Clock,
						c.clock)
				}
			}
		}
	}
}

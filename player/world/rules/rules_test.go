package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// The game of each format, and the level that a message of it begins.
func TestNew(t *testing.T) {
	for format, c := range map[string]struct {
		game  world.Game
		name  string
		begin message.Message
	}{
		"dem":  {world.Quake, "quake", &message.ServerInfo{Protocol: 15, MaxClients: 1}},
		"qwd":  {world.QuakeWorld, "quakeworld", &message.QWServerData{Protocol: 28}},
		"mvd":  {world.QuakeWorld, "quakeworld", &message.QWServerData{Protocol: 28}},
		"dm2":  {world.Quake2, "quake2", &message.Quake2ServerData{Protocol: 34, IsDemo: 1}},
		"mvd2": {world.Quake2, "quake2", &message.MultiViewData{Protocol: 37, Version: 2010}},
		"dm3":  {world.Quake3, "quake3", &message.GameState{Protocol: 68}},
		"none": {world.Quake, "quake", &message.ServerInfo{Protocol: 15, MaxClients: 1}},
	} {
		w := rules.New(format)
		if w.Game != c.game || w.Game.String() != c.name || w.Block != -1 || w.LevelCount != 0 ||
			w.Recorder != world.Nobody || w.Timed() || w.Began() {
			t.Errorf("%s: %+v", format, w.State)
		}
		w.Begin(&message.Packet{})
		w.Apply(c.begin)
		w.End()
		if w.LevelCount != 1 || w.Level().Protocol == 0 {
			t.Errorf("%s: level %d, protocol %d", format, w.LevelCount, w.Level().Protocol)
		}
		if _, ok := w.Base(); ok {
			t.Errorf("%s: a packet without a frame has a base", format)
		}
	}
	// Only a client's recording has a recorder.
	for format, recorder := range map[string]int{"qwd": 3, "mvd": world.Nobody} {
		w := rules.New(format)
		w.Begin(&message.Packet{})
		w.Apply(&message.QWServerData{Protocol: 28, Client: 3})
		w.End()
		if w.Recorder != recorder {
			t.Errorf("%s: recorder %d", format, w.Recorder)
		}
	}
}

// Every format has rules of its own: one without follows Quake's, and shows
// nothing.
func TestEveryFormatHasRules(t *testing.T) {
	list, err := os.ReadDir(filepath.Join("..", "..", "..", "formats"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, d := range list {
		f := formats.Lookup(d.Name())
		if f == nil {
			continue
		}
		found++
		if game, ok := rules.Game(d.Name()); !ok || game.String() != f.Game {
			t.Errorf("%s: the game is %v, %v, in the table of formats %s", d.Name(), game, ok, f.Game)
		}
	}
	if found < 6 {
		t.Errorf("only %d formats were found", found)
	}
}

// What an entity shows and where it was sent, in the games that say so plainly.
func TestSentPose(t *testing.T) {
	s := newQuake(t, "A")
	s.packet(&message.UpdateEntity{EntityDelta: message.EntityDelta{
		Number: 9, Mask: message.FieldModel | message.FieldOrigin | message.FieldAngles, Model: 3,
		Origin: coords(1, 2, 3), Angles: [3]wire.Angle{64, 0, 0},
	}})
	e := s.Entity(9)
	if e == nil {
		t.Fatal("there is no entity 9")
	}
	if got := s.ModelOf(e); got != "progs/armor.mdl" {
		t.Errorf("it shows %q", got)
	}
	pose, ok := s.SentPose(9)
	if want := (world.Pose{Origin: [3]float32{1, 2, 3}, Angles: [3]float32{90, 0, 0}}); pose != want || !ok {
		t.Errorf("%+v, %v, not %+v", pose, ok, want)
	}
	if pose, ok := s.SentPose(10); ok || pose != (world.Pose{}) {
		t.Errorf("nothing is at %+v", pose)
	}
}

// A copy that keeps more frames is larger: by the lists and players in them.
func TestMemoryOfFrames(t *testing.T) {
	entities := func(n int) (list []message.EntityDelta) {
		for i := range n {
			list = append(list, message.EntityDelta{Number: int32(i + 1), Mask: message.FieldModel, Model: 1})
		}
		return list
	}
	for format, frame := range map[string]func(s *script, number int32){
		"qwd": func(s *script, number int32) {
			s.sequence = number - 1
			s.packet(&message.PacketEntities{Entities: entities(100)})
		},
		"dm2": func(s *script, number int32) {
			s.packet(&message.Quake2Frame{Sequence: number, Delta: -1}, &message.Quake2PlayerInfo{},
				&message.PacketEntities{Entities: entities(100)})
		},
		"dm3": func(s *script, number int32) {
			m := &message.Snapshot{ServerTime: number * 50}
			for i := range uint16(100) {
				m.Entities = append(m.Entities, message.SnapshotEntity{Number: i, Kind: message.SnapshotDelta})
			}
			s.sequence = number
			s.Begin(&message.Packet{Block: s.Block + 1, Sequence: number})
			s.Apply(m)
			s.End()
		},
	} {
		s := &script{World: newWorld(t, format), t: t}
		switch format {
		case "qwd":
			s.packet(&message.QWServerData{Protocol: 28})
		case "dm2":
			s.packet(&message.Quake2ServerData{Protocol: 34, IsDemo: 1})
		case "dm3":
			s.packet(&message.GameState{Protocol: 68})
		}
		for n := int32(10); n < 14; n++ {
			frame(s, n)
		}
		c := s.Clone()
		before := c.Memory(nil)
		c.AddBase(s.World, 11)
		grown := c.Memory(nil) - before
		// An entity is 80 bytes, a raw one of Quake III more than that.
		if grown < 100*80 {
			t.Errorf("%s: %d bytes for a frame of 100 entities", format, grown)
		}
		c.AddBase(s.World, 11)
		c.AddBase(s.World, 5)
		if more := c.Memory(nil) - before; more != grown {
			t.Errorf("%s: %d bytes for the same frame again, or one that is not there", format, more-grown)
		}
		if len(c.Entities) != 100 {
			t.Errorf("%s: %d entities", format, len(c.Entities))
		}
	}
}

package rules_test

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
	"demoscope/player/world/rules"
)

// newWorld returns the world of a demo of a format before its first packet.
func newWorld(t testing.TB, format string) *world.World {
	t.Helper()
	return worldtest.Watch(t, rules.New(format))
}

// script drives a Quake or QuakeWorld world by messages written by hand.
type script struct {
	*world.World
	t        testing.TB
	time     float64
	sequence int32
}

// newQuake returns a deathmatch of Quake with players of these names, seen by the
// first; coordinates are eighths of a unit, angles 256ths of a circle.
func newQuake(t testing.TB, names ...string) *script {
	t.Helper()
	s := &script{World: newWorld(t, "dem"), t: t}
	list := []message.Message{&message.ServerInfo{
		Protocol: 15, MaxClients: 8, Multi: 1, MapName: []byte("the Slipgate Complex"),
		Models: texts("maps/e1m1.bsp", "progs/player.mdl", "progs/armor.mdl"), Sounds: texts("weapons/r_exp3.wav"),
	}}
	for i, name := range names {
		list = append(list, &message.UpdateName{Player: uint8(i), Text: []byte(name)})
	}
	s.packet(list...)
	return s
}

// newQuakeWorld returns a QuakeWorld game ("qwd" or "mvd") with players of
// these names; a client's recording is that of slot 0.
func newQuakeWorld(t testing.TB, format string, names ...string) *script {
	t.Helper()
	s := &script{World: newWorld(t, format), t: t}
	s.packet(&message.QWServerData{
		Protocol: 28, GameDir: []byte("qw"), MapName: []byte("Claustrophobopolis"),
		PlayerUnits: wire.Units{Angle: wire.AngleShort},
	})
	for i, name := range names {
		s.packet(&message.QWUpdateUserInfo{Player: uint8(i), User: int32(100 + i), Text: []byte(`\name\` + name)})
	}
	return s
}

func texts(list ...string) (b [][]byte) {
	for _, s := range list {
		b = append(b, []byte(s))
	}
	return b
}

const everybody = 0xffffffff

// packet applies one packet for everybody at the script's time, which is then
// a sixteenth of a second later.
func (s *script) packet(list ...message.Message) { s.packetTo(everybody, list...) }

// packetTo applies one packet for the players of some slots, a bit each.
func (s *script) packetTo(targets uint32, list ...message.Message) {
	s.sequence++
	s.Begin(&message.Packet{Block: s.Block + 1, Time: s.time, Sequence: s.sequence, Targets: targets})
	if s.Game == world.Quake && s.sequence > 1 {
		s.Apply(&message.Time{Time: float32(s.time)})
	}
	for _, m := range list {
		s.Apply(m)
	}
	s.End()
	worldtest.CheckEvents(s.t, s.World)
	worldtest.See(s.World)
	s.time += 1.0 / 16
}

// only returns the last packet's events of some kinds.
func (s *script) only(kinds ...world.EventKind) (list []world.Event) {
	for _, e := range s.Events {
		for _, k := range kinds {
			if e.Kind == k {
				list = append(list, e)
			}
		}
	}
	return list
}

// printed applies a line that everybody is told, of the level of deaths where
// the game has levels.
func (s *script) printed(line string) {
	m := &message.Print{Text: []byte(line + "\n")}
	if s.Game == world.QuakeWorld {
		m.Level = 1
	}
	s.packet(m)
}

// printAt is a print of a level.
func printAt(level uint8, text string) *message.Print {
	return &message.Print{Level: level, Text: []byte(text)}
}

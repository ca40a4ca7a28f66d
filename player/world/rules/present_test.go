package rules_test

import (
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// TestPresentAtEnd: in all games a change of the map is no leaving. Who was there when the last level with
// somebody ended is there at the end, whatever was said of the next one before its first frame; who left
// before that, or is not among those who came to the last one, is not.
func TestPresentAtEnd(t *testing.T) {
	texts := func(first uint16, names []string, text func(string) string) (list []message.Message) {
		for i, name := range names {
			list = append(list, &message.ConfigString{Index: first + uint16(i), Text: []byte(text(name))})
		}
		return list
	}
	called := func(each func(slot uint8, name string) message.Message) func([]string) []message.Message {
		return func(names []string) (list []message.Message) {
			for i, name := range names {
				list = append(list, each(uint8(i), name))
			}
			return list
		}
	}
	userInfo := func(slot uint8, name string) message.Message {
		text := ""
		if name != "" {
			text = `\name\` + name
		}
		return &message.QWUpdateUserInfo{Player: slot, User: int32(100 + slot), Text: []byte(text)}
	}
	skins := func(names []string) []message.Message {
		return texts(1312, names, func(name string) string {
			if name != "" {
				name += `\male/grunt`
			}
			return name
		})
	}
	for format, c := range map[string]struct {
		level   message.Message
		players func(names []string) []message.Message // by slot, empty for who has left
		frame   []message.Message
	}{
		"dem": {&message.ServerInfo{Protocol: 15, MaxClients: 8, Multi: 1},
			called(func(slot uint8, name string) message.Message {
				return &message.UpdateName{Player: slot, Text: []byte(name)}
			}), []message.Message{&message.Time{Time: 1}, &message.UpdateEntity{EntityDelta: message.EntityDelta{
				Number: 9}}}},
		"qwd": {&message.QWServerData{Protocol: 28}, called(userInfo), []message.Message{&message.PacketEntities{}}},
		"mvd": {&message.QWServerData{Protocol: 28}, called(userInfo), []message.Message{&message.PacketEntities{}}},
		"dm2": {&message.Quake2ServerData{Protocol: 34, IsDemo: 1}, skins,
			[]message.Message{&message.Quake2Frame{Sequence: 1, Delta: -1}, &message.Quake2PlayerInfo{},
				&message.PacketEntities{}}},
		"dm3": {&message.GameState{Protocol: 68, ClientNum: 0}, called(func(slot uint8, name string) message.Message {
			if name == "" {
				return &message.ServerCommand{Sequence: 9, Text: []byte("cs 545 \"\"\n")}
			}
			return &message.ServerCommand{Sequence: 2 + int32(slot), Text: []byte("cs " + []string{"544", "545"}[slot] +
				` "n\` + name + `\t\0"` + "\n")}
		}), []message.Message{&message.Snapshot{ServerTime: 50}}},
	} {
		w := newWorld(t, format)
		var last *world.Present
		packet := func(list ...message.Message) {
			w.Begin(&message.Packet{Block: w.Block + 1, Time: float64(w.Block + 2), Sequence: int32(w.Block + 2),
				Targets: everybody})
			for _, m := range list {
				w.Apply(m)
			}
			w.End()
			if w.Ended != nil {
				last = w.Ended
			}
		}
		expect := func(what string, level int, want ...string) {
			t.Helper()
			end := w.PresentAtEnd(last)
			var got []string
			for i := range end.Players {
				got = append(got, end.Players[i].Name)
			}
			if !slices.Equal(got, want) || end.Level != level {
				t.Errorf("%s: %s: %q of level %d, not %q of level %d", format, what, got, end.Level, want, level)
			}
		}
		two := []string{"Ann", "Bob"}
		packet(c.level)
		packet(c.players(two)...)
		expect("before the first frame", 1, two...)
		packet(c.frame...)
		expect("in a level", 1, two...)
		packet(c.level)
		expect("the level has changed", 1, two...)
		packet(c.players(two[:1])...)
		expect("some are told, and no frame", 1, two...)
		packet(c.level)
		expect("once more", 1, two...)
		packet(c.players(two)...)
		packet(c.frame...)
		packet(c.players([]string{"Ann", ""})...)
		expect("Bob has left", 3, "Ann")
		packet(c.level)
		expect("Ann is left", 3, "Ann")
		packet(c.players(two[:1])...)
		packet(c.frame...)
		expect("she has come", 4, "Ann")
		packet(c.level)
		packet(c.frame...)
		expect("nobody has come", 4, "Ann")
	}
}

package pattern

import (
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
)

// The players are those who were there when the last level with players ended: a demo may end before the next
// one has any. What is only named of that one is a level, and no match.
func TestPlayersOfADemoThatEndsInAChange(t *testing.T) {
	e := formats.Lookup("mvd").Encoder("made")
	m := maker{t: t, e: e}
	level := func(name string) {
		m.packet(message.Packet{Type: 6, Milliseconds: 100}, &message.QWServerData{Protocol: 28, GameDir: []byte("qw")},
			&message.QWList{Names: bytesOf("maps/" + name + ".bsp")})
	}
	level("dm4")
	m.packet(message.Packet{Type: 6}, &message.QWUpdateUserInfo{User: 1, Text: []byte(`\name\Ann\team\red`)},
		&message.QWUpdateUserInfo{Player: 3, User: 2, Text: []byte(`\name\Bob`)})
	for range 10 {
		m.packet(message.Packet{Type: 6, Milliseconds: 100}, &message.PacketEntities{})
	}
	level("dm6")
	m.packet(message.Packet{Type: 6, Milliseconds: 100}, &message.Print{Level: 3, Text: []byte("Ann: hi\n")})
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open("made.mvd", data)
	if err != nil {
		t.Fatal(err)
	}
	f := Read(demo.Name, demo.Decoder(), Options{})
	if len(f.Players) != 2 || f.Players[0].Name != "Ann" || f.Players[0].Team != "red" || f.Players[1].Slot != 3 {
		t.Errorf("the players are %+v", f.Players)
	}
	if len(f.Levels) != 2 || f.Levels[0].Empty || !f.Levels[1].Empty || f.Levels[1].Map != "maps/dm6.bsp" ||
		f.Levels[0].End != f.Levels[1].Start {
		t.Errorf("the levels are %+v", f.Levels)
	}
	if len(f.Matches) != 1 || f.Matches[0].Level != 0 {
		t.Errorf("the matches are %+v", f.Matches)
	}
}

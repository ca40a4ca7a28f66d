package dataset

import (
	"encoding/json"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/golden"
	"demoscope/player/match"
	"demoscope/player/pattern"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

// A server's recording of a night has several matches, each with its own date, mode, limits and players:
// slots get others.
func TestMatchesHaveTheirOwnSettings(t *testing.T) {
	e := formats.Lookup("mvd").Encoder("night")
	packet := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, &message.Packet{Type: 6, Milliseconds: 100}, list); err != nil {
			t.Fatal(err)
		}
	}
	match := func(info, date, slot0, slot1 string) {
		packet(&message.QWServerData{Protocol: 28, GameDir: []byte("qw"), MapName: []byte("The Bad Place")},
			&message.QWList{Names: [][]byte{[]byte("maps/dm4.bsp")}},
			&message.StuffText{Text: []byte("fullserverinfo \"" + info + "\"\n")},
			&message.QWUpdateUserInfo{Player: 0, User: 1, Text: []byte(slot0)}, &message.QWUpdateUserInfo{Player: 1,
				User: 2, Text: []byte(slot1)},
			&message.QWUpdatePing{Player: 0, Ping: 25})
		packet(&message.Print{Level: 2, Text: []byte("matchdate: " + date + "\nThe match has begun!\n")})
		packet(&message.UpdateFrags{Player: 0, Frags: 3})
		packet(&message.QWServerInfo{Key: []byte("timelimit"), Value: []byte("15")}, // for the next one
			&message.Print{Level: 2, Text: []byte("The match is over\n")})
	}
	match(`\deathmatch\3\timelimit\10\fraglimit\30\hostname\First\teamplay\2\mode\2on2`, "2026-11-27 18:12:13 UTC",
		"\\name\\\xc1nn\\team\\red\\topcolor\\4\\bottomcolor\\3", `\name\Bob\team\blue`)
	match(`\deathmatch\1\timelimit\20\mode\1on1`, "2026-11-27 18:33:33 UTC",
		`\name\Cy\team\red\topcolor\11\bottomcolor\12`, `\name\Bob\team\blue`)
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open("night.mvd", data)
	if err != nil {
		t.Fatal(err)
	}
	list := StatisticsOf(pattern.Read(demo.Name, demo.Decoder(), pattern.Options{}), Demo{File: "night.mvd"})
	if len(list) != 2 {
		t.Fatalf("%d matches", len(list))
	}
	data, err = json.MarshalIndent(list, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Lines(t, "night", strings.Split(string(data), "\n"), golden.Equal)
}

// TestQuadIsOfWhoHadIt: of two who had one slot after each other each has the kills of his own quad.
func TestQuadIsOfWhoHadIt(t *testing.T) {
	f := &pattern.Facts{
		Levels: []pattern.Level{{End: 100}}, Matches: []pattern.Match{{End: 100}},
		Powers: []pattern.Power{{Player: 1, Name: "Ann", What: equipment.Quad, From: 10, To: 40},
			{Player: 1, Name: "Bob", What: equipment.Quad, From: 60, To: 90}},
	}
	for _, k := range []struct {
		clock float64
		by    string
	}{{11, "Ann"}, {12, "Ann"}, {13, "Ann"}, {61, "Bob"}} {
		f.Kills = append(f.Kills, pattern.Death{Event: len(f.Events)})
		f.Events = append(f.Events, timeline.Event{Kind: world.EventKill, Clock: k.clock, Player: 1, PlayerName: k.by,
			Other: 2, OtherName: "Cy", Weapon: weapon.Shotgun})
	}
	ann, bob := world.Score{Slot: 1, Name: "Ann"}, world.Score{Slot: 1, Name: "Bob"}
	r := &world.Result{Players: []world.Score{bob}, Left: []world.Score{ann}}
	m := match.Of(world.Quake, r)
	if n := quadRun(f, m.Is(&m.Left[0]), 0, 100); n != 3 {
		t.Errorf("Ann, who left: %d with a quad", n)
	}
	if n := quadRun(f, m.Is(&m.Players[0]), 0, 100); n != 1 {
		t.Errorf("Bob: %d with a quad", n)
	}
}

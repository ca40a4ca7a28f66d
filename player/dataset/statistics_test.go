package dataset

import (
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/player/pattern"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
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
	match(`\deathmatch\3\timelimit\10\teamplay\2\mode\2on2`, "2026-11-27 18:12:13 UTC",
		`\name\Ann\team\red\topcolor\4\bottomcolor\3`, `\name\Bob\team\blue`)
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
	for i, want := range []struct {
		date, mode, name              string
		timeLimit, deathmatch, colors int
	}{
		{"2026-11-27 18:12:13 +0000", "2on2", "Ann", 10, 3, 4<<4 | 3}, {"2026-11-27 18:33:33 +0000", "1on1", "Cy", 20,
			1, 11<<4 | 12},
	} {
		s := list[i]
		p := &s.Players[0]
		if s.Date != want.date || s.Mode != want.mode || s.TL == nil || *s.TL != want.timeLimit || s.DM == nil ||
			*s.DM != want.deathmatch {
			t.Errorf("match %d: %s, %s, tl %d, dm %d, want %+v", i+1, s.Date, s.Mode, *s.TL, *s.DM, want)
		}
		if p.Name != want.name || p.TopColor == nil || p.BottomColor == nil ||
			*p.TopColor<<4|*p.BottomColor != want.colors || p.Ping != 25 {
			t.Errorf("match %d: %+v, want %+v", i+1, p, want)
		}
	}
}

// TestShortNamesOfItems: the pentagram is Quake's alone.
func TestShortNamesOfItems(t *testing.T) {
	for item, short := range map[string]string{"Pentagram of Protection": "p", "Invulnerability": "invuln",
		"Kamikaze": "kamikaze"} {
		f := &pattern.Facts{Events: []timeline.Event{{Kind: world.EventItem, Clock: 1, Player: 0, PlayerName: "Ann",
			Other: world.Nobody, Item: item}}}
		score := world.Score{Name: "Ann"}
		p := playerOf(f, nil, &world.Result{Players: []world.Score{score}}, &score, 0, 2, false)
		if got := p.Items[short]; len(p.Items) != 1 || got == nil || got.Took != 1 {
			t.Errorf("%s: %+v", item, p.Items)
		}
	}
}

// TestQuadIsOfWhoHadIt: of two who had one slot after each other each has the kills of his own quad.
func TestQuadIsOfWhoHadIt(t *testing.T) {
	f := &pattern.Facts{
		Levels: []pattern.Level{{End: 100}}, Matches: []pattern.Match{{End: 100}},
		Powers: []pattern.Power{{Player: 1, Name: "Ann", What: world.Quad, From: 10, To: 40},
			{Player: 1, Name: "Bob", What: world.Quad, From: 60, To: 90}},
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
	if p := playerOf(f, nil, r, &ann, 0, 100, false); p.Spree.Quad != 3 || p.Stats.Kills != 3 {
		t.Errorf("Ann, who left: %d with a quad, of %d", p.Spree.Quad, p.Stats.Kills)
	}
	if p := playerOf(f, nil, r, &bob, 0, 100, false); p.Spree.Quad != 1 || p.Stats.Kills != 1 {
		t.Errorf("Bob: %d with a quad, of %d", p.Spree.Quad, p.Stats.Kills)
	}
}

// TestRunsOfKills: a run is of kills; the spree of KTX's statistics counts one's own death that ends it with them.
func TestRunsOfKills(t *testing.T) {
	f := &pattern.Facts{}
	kill := func(by, of int) {
		names := [...]string{"Ann", "Bob"}
		f.Kills = append(f.Kills, pattern.Death{Event: len(f.Events)})
		f.Events = append(f.Events, timeline.Event{Kind: world.EventKill, Clock: 1, Player: by, PlayerName: names[by],
			Other: of, OtherName: names[of]})
	}
	ann, bob := world.Score{Name: "Ann"}, world.Score{Slot: 1, Name: "Bob"}
	r := &world.Result{Players: []world.Score{ann, bob}}
	of := func(s *world.Score) [2]int {
		p := playerOf(f, nil, r, s, 0, 2, false)
		return [2]int{p.Run, p.Spree.Max}
	}
	kill(1, 1)
	if got := of(&bob); got != [2]int{0, 1} {
		t.Errorf("a death of one's own: %v", got)
	}
	for range 2 {
		kill(0, 1)
	}
	kill(0, 0)
	kill(0, 1)
	if got := of(&ann); got != [2]int{2, 3} {
		t.Errorf("two kills before a death of one's own: %v", got)
	}
}

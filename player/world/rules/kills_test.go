package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// team is a QuakeWorld game of two teams: Ann, Bob and Di are red, Cy and Ed blue.
func team(t *testing.T, format string) *script {
	s := newQuakeWorld(t, format)
	s.packet(&message.StuffText{Text: []byte("fullserverinfo \"\\teamplay\\2\\\"\n")})
	for i, p := range []string{"Ann/red", "Bob/red", "Cy/blue", "Di/red", "Ed/blue"} {
		name, team, _ := strings.Cut(p, "/")
		s.packet(&message.QWUpdateUserInfo{Player: uint8(i), User: int32(i + 1),
			Text: []byte(`\name\` + name + `\team\` + team)})
		s.packet(&message.UpdateFrags{Player: uint8(i), Frags: 10})
	}
	s.alive()
	s.time += 10
	s.alive()
	return s
}

// alive applies a packet in which all five are in view and those of the slots are dead.
func (s *script) alive(dead ...uint8) {
	var list []message.Message
	for i := range uint8(5) {
		is := slices.Contains(dead, i)
		qwd := &message.QWPlayerInfo{Player: i, Bits: 0}
		mvd := &message.MVDPlayerInfo{Player: i}
		if is {
			qwd.Bits, mvd.Bits = message.QWPlayerDead, message.MVDPlayerDead
		}
		if s.mvd() {
			list = append(list, mvd)
		} else {
			list = append(list, qwd)
		}
	}
	s.packet(list...)
}

// mvd reports whether the script is of a server's recording.
func (s *script) mvd() bool { return s.Recorder < 0 }

// wait applies packets in which nothing happens for about half a second, and lists what is
// named.
func (s *script) wait(dead ...uint8) (named []string) {
	for range 8 {
		s.alive(dead...)
		for _, e := range s.only(world.EventNamed) {
			named = append(named, fmt.Sprintf("%d>%d %v", e.Player, e.Other, e.TeamKill))
		}
	}
	return named
}

// An obituary that names one of two team mates is completed by the death, or by the lost
// frag, beside it.
func TestTeamMatesAreNamed(t *testing.T) {
	frags := func(slot uint8, v int16) message.Message { return &message.UpdateFrags{Player: slot, Frags: v} }
	for _, test := range []struct {
		name string
		do   func(s *script)
		dead []uint8
		want []string
	}{
		{"the victim", func(s *script) { s.printed("Ann loses another friend"); s.alive(1) }, []uint8{1},
			[]string{"0>1 true"}},
		{"the death comes first", func(s *script) { s.alive(3); s.alive(3); s.printed("Ann mows down a teammate") },
			[]uint8{3}, []string{"0>3 true"}},
		{"an enemy dies, too", func(s *script) { s.printed("Ann checks her glasses"); s.alive(1, 2) }, []uint8{1, 2},
			[]string{"0>1 true"}},
		{"only an enemy dies", func(s *script) { s.printed("Ann checks her glasses"); s.alive(2) }, []uint8{2}, nil},
		{"nobody dies", func(s *script) { s.printed("Ann checks her glasses"); s.alive() }, nil, nil},
		{"the killer dies", func(s *script) { s.printed("Ann checks her glasses"); s.alive(0) }, []uint8{0}, nil},
		{"a mate with an obituary", func(s *script) {
			s.printed("Ann loses another friend")
			s.printed("Bob rides Cy's rocket")
			s.alive(1, 3)
		}, []uint8{1, 3}, []string{"0>3 true"}},
		{"two at once", func(s *script) {
			s.packet(printAt(1, "Ann loses another friend\nAnn mows down a teammate\n"))
			s.alive(1, 3)
		}, []uint8{1, 3}, []string{"0>1 true", "0>3 true"}},
		{"two die, one is told", func(s *script) { s.printed("Ann loses another friend"); s.alive(1, 3) },
			[]uint8{1, 3}, nil},
		{"a body", func(s *script) {
			s.alive(1)
			s.time += 5
			s.printed("Ann loses another friend")
			s.alive(1)
		}, []uint8{1}, nil},
		{"the killer", func(s *script) { s.printed("Bob was telefragged by his teammate"); s.packet(frags(3, 9)) }, nil,
			[]string{"3>1 true"}},
		{"a frag won", func(s *script) { s.printed("Bob was telefragged by his teammate"); s.packet(frags(3, 11)) },
			nil, nil},
		{"an enemy's frag", func(s *script) { s.printed("Bob was telefragged by his teammate"); s.packet(frags(2, 9)) },
			nil, nil},
		{"two frags lost", func(s *script) { s.printed("Bob was telefragged by his teammate"); s.packet(frags(3, 8)) },
			nil, nil},
		{"a suicide's frag", func(s *script) {
			s.printed("Bob was telefragged by his teammate")
			s.printed("Di becomes bored with life")
			s.packet(frags(3, 9))
		}, nil, nil},
		{"the frag of another team kill", func(s *script) {
			s.printed("Bob was telefragged by his teammate")
			s.printed("Di mows down a teammate")
			s.packet(frags(3, 9))
		}, nil, nil},
	} {
		for _, format := range []string{"qwd", "mvd"} {
			s := team(t, format)
			test.do(s)
			if got := s.wait(test.dead...); !slices.Equal(got, test.want) {
				t.Errorf("%s: %s: %q, not %q", format, test.name, got, test.want)
				continue
			}
			kills, deaths := 0, 0
			for i := range s.Players {
				kills += int(s.Players[i].TeamKills)
				deaths += int(s.Players[i].Deaths)
			}
			if len(test.want) == 1 && strings.HasPrefix(test.name, "the ") && (kills != 1 || deaths != 1) {
				t.Errorf("%s: %s: %d team kills and %d deaths", format, test.name, kills, deaths)
			}
		}
	}
}

// The same in Quake, where a death shows in the frame of the player's model, and the
// color of the trousers is the team.
func TestQuakeTeamMatesAreNamed(t *testing.T) {
	for _, test := range []struct {
		frame int32
		pants uint8
		want  int
	}{{50, 4, 1}, {40, 4, 0}, {103, 4, 0}, {50, 13, 0}} {
		s := newQuake(t, "Ann", "Bob")
		s.packet(&message.UpdateColors{Player: 0, Colors: 4}, &message.UpdateColors{Player: 1, Colors: test.pants})
		body := func(number int32, frame int32) message.Message {
			return &message.UpdateEntity{EntityDelta: message.EntityDelta{
				Number: number, Mask: message.FieldModel | message.FieldFrame, Model: 2, Frame: frame,
			}}
		}
		for range 2 {
			s.packet(&message.ClientData{Health: 100}, body(1, 12), body(2, 12))
		}
		s.packet(&message.ClientData{Health: 100}, body(1, 12), body(2, test.frame),
			printAt(0, "Ann loses another friend\n"))
		named := 0
		for range 8 {
			s.packet(&message.ClientData{Health: 100}, body(1, 12), body(2, test.frame))
			for _, e := range s.only(world.EventNamed) {
				if e.Player != 0 || e.Other != 1 {
					t.Errorf("frame %d: %+v", test.frame, e)
				}
				named++
			}
		}
		if named != test.want {
			t.Errorf("frame %d, trousers %d: %d named, not %d", test.frame, test.pants, named, test.want)
		}
	}
}

// A kill of a player of the same team is a team kill where the server plays with teams.
func TestKillsWithinATeam(t *testing.T) {
	for _, test := range []struct {
		info string
		line string
		want bool
	}{
		{`\teamplay\2`, "Ann rides Bob's rocket", true},
		{`\teamplay\2`, "Ann rides Cy's rocket", false},
		{`\teamplay\2`, "Ann becomes bored with life", false},
		{`\teamplay\2`, "Ann burst into flames", false},
		{`\teamplay\0`, "Ann rides Bob's rocket", false},
		{``, "Ann rides Bob's rocket", false},
		{`\teamplay\2`, "Fay rides Gus's rocket", false}, // in no team
	} {
		s := newQuakeWorld(t, "mvd")
		s.packet(&message.StuffText{Text: []byte("fullserverinfo \"" + test.info + "\"\n")})
		for i, p := range []string{`Ann\team\red`, `Bob\team\red`, `Cy\team\blue`, `Fay`, `Gus`} {
			s.packet(&message.QWUpdateUserInfo{Player: uint8(i), User: 1, Text: []byte(`\name\` + p)})
		}
		s.printed(test.line)
		if k := s.only(world.EventKill); len(k) != 1 || k[0].TeamKill != test.want {
			t.Errorf("%s: %q: %+v", test.info, test.line, k)
		}
	}
}

// Who play together against monsters are mates in every game, whatever they wear. Only the world's and their
// own deaths are none.
func TestMatesAgainstMonsters(t *testing.T) {
	quake := func(multi uint8) *script {
		s := &script{World: newWorld(t, "dem"), t: t}
		s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 8, Multi: multi}, &message.UpdateName{Player: 0,
			Text: []byte("Ann")},
			&message.UpdateName{Player: 1, Text: []byte("Bob")}, &message.UpdateColors{Player: 1, Colors: 13})
		return s
	}
	quakeWorld := func(monsters int32) *script {
		s := newQuakeWorld(t, "mvd", "Ann", "Bob")
		s.packetTo(1, &message.UpdateStat{Index: world.StatTotalMonsters, Value: monsters})
		return s
	}
	for _, test := range []struct {
		game string
		s    *script
		want bool
	}{{"coop", quake(0), true}, {"deathmatch", quake(1), false}, {"QuakeWorld's coop", quakeWorld(9), true},
		{"QuakeWorld", quakeWorld(0), false}} {
		s := test.s
		s.printed("Ann rides Bob's rocket")
		if k := s.only(world.EventKill); len(k) != 1 || k[0].Player != 1 || k[0].Other != 0 ||
			k[0].TeamKill != test.want {
			t.Errorf("%s: %+v", test.game, k)
		}
		if bob := &s.Players[1]; test.want != (bob.TeamKills == 1) || test.want != (bob.Kills == 0) {
			t.Errorf("%s: Bob has %d kills, %d of mates", test.game, bob.Kills, bob.TeamKills)
		}
		for _, line := range []string{"Bob becomes bored with life", "Bob burst into flames"} {
			s.printed(line)
			if k := s.only(world.EventKill); len(k) != 1 || k[0].TeamKill {
				t.Errorf("%s: %q: %+v", test.game, line, k)
			}
		}
	}
}

// A line that is left open at one level goes on at the same.
func TestLevelsOfLines(t *testing.T) {
	for _, format := range []string{"qwd", "mvd"} {
		for _, test := range []struct {
			prints []message.Message
			want   []string
		}{
			{[]message.Message{printAt(1, "B"), printAt(1, " suicides\n")}, []string{"B suicides"}},
			{[]message.Message{printAt(1, "B"), printAt(2, " suicides\n")}, nil},
			{[]message.Message{printAt(2, "B gains admin status!"), printAt(1, "A suicides\n")},
				[]string{"A suicides"}},
			{[]message.Message{printAt(2, "B gains admin status!"), printAt(2, "A suicides\n")}, nil},
			{[]message.Message{printAt(1, "B"), printAt(2, "A is ready\n"), printAt(1, " suicides\n")},
				[]string{"B suicides"}},
			{[]message.Message{printAt(1, "B"), printAt(0, "You got the Nailgun\n"), printAt(3, "A: hi\n"),
				printAt(1, " suicides\n")}, []string{"B suicides"}},
			{[]message.Message{printAt(1, "A electrocutes himself.\n "), printAt(1, "B"), printAt(1, " suicides\n")},
				[]string{"A electrocutes himself.", "B suicides"}},
		} {
			s := newQuakeWorld(t, format, "A", "B")
			s.packet(test.prints...)
			var got []string
			for _, e := range s.only(world.EventKill) {
				got = append(got, string(e.Text))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%s: %q, not %q", format, got, test.want)
			}
		}
	}
	// A name that begins with a space is no indented line.
	s := newQuakeWorld(t, "qwd", " A", "A")
	if s.printed(" A suicides"); s.Events[len(s.Events)-1].Other != 0 {
		t.Errorf("%+v", s.Events)
	}
}

// In Rocket Arena the other one of the fight kills.
func TestArenaKills(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "A", "B", "C")
	for _, test := range []struct {
		lines  string
		killer int
		victim int
	}{
		{"A vs. B\nThe winner A has been defeated\n", 1, 0},
		{"B vs. C\nThe challenger C has failed\n", 1, 2},
		{"The challenger C has failed\n", nobody, 2}, // the fight began before the demo
		{"A vs. B\nThe challenger C has failed\n", nobody, 2},
	} {
		s.packet(printAt(2, test.lines))
		if k := s.only(world.EventKill); len(k) != 1 || k[0].Player != test.killer || k[0].Other != test.victim ||
			k[0].TeamKill {
			t.Errorf("%q: %+v", test.lines, k)
		}
	}
}

// A spectator takes nothing: the stats and the lines are those of the player that it
// follows.
func TestSpectatorsTakeNothing(t *testing.T) {
	const launcher, axe = 32, 4096
	for _, spectator := range []bool{false, true} {
		s := &script{World: newWorld(t, "qwd"), t: t}
		client := uint8(1)
		if spectator {
			client |= 0x80
		}
		s.packet(&message.QWServerData{Protocol: 28, Client: client})
		s.packet(&message.QWUpdateUserInfo{Player: 1, User: 7,
			Text: []byte(map[bool]string{false: `\name\A`, true: `\name\A\*spectator\1`}[spectator])})
		stat := func(index uint8, v int32) message.Message { return &message.UpdateStat{Index: index, Value: v} }
		s.packet(stat(world.StatItems, axe), stat(world.StatHealth, 100))
		s.packet(stat(world.StatItems, axe|launcher))
		taken := s.taken()
		s.time += 5
		s.packet(printAt(0, "You got the Nailgun\n"))
		taken = append(taken, s.taken()...)
		want := []string{"1 Rocket Launcher", "1 Nailgun"}
		if spectator {
			want = nil
		}
		if !slices.Equal(taken, want) {
			t.Errorf("spectator %v: %q, not %q", spectator, taken, want)
		}
	}
}

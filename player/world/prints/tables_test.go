package prints

import (
	"fmt"
	"strings"
	"testing"

	"demoscope/player/world"
)

// rowText spells a row: NAME@slot/TEAM score deaths teamkills, with a dash for what is
// not told.
func rowText(r Row) string {
	s := &r.Score
	number := func(bit world.ScoreFields, v int32) string {
		if s.Told&bit == 0 {
			return "-"
		}
		return fmt.Sprint(v)
	}
	switch r.Kind {
	case PlayerRow:
		return fmt.Sprintf("%q@%d/%q %s %s %s", s.Name, s.Slot, s.Team, number(world.ToldScore, s.Score),
			number(world.ToldDeaths, s.Deaths), number(world.ToldTeamKills, s.TeamKills))
	case TeamRow:
		return fmt.Sprintf("team %q %s", s.Name, number(world.ToldScore, s.Score))
	case NumberRow:
		if s.Told == world.ToldPowerupTime {
			return fmt.Sprintf("powerups %d s", s.PowerupTime)
		}
		if s.Told&(world.ToldDamageGiven|world.ToldDamageTaken) != 0 {
			return fmt.Sprintf("damage %s taken %s", number(world.ToldDamageGiven, s.DamageGiven),
				number(world.ToldDamageTaken, s.DamageTaken))
		}
		return fmt.Sprintf("deaths %s teamkills %s", number(world.ToldDeaths, s.Deaths), number(world.ToldTeamKills,
			s.TeamKills))
	case AimRow:
		return fmt.Sprint(r.Aims)
	case ItemRow:
		return fmt.Sprint(r.Items)
	case FlagRow:
		return "flags"
	}
	return ""
}

// The tables of the games, with the bytes that they send: the other color, brackets,
// gold digits and bullets.
func TestTables(t *testing.T) {
	const ktxHead = "\xd0\xec\xe1\xf9\xe5\xf2 " +
		"\xf3\xf4\xe1\xf4\xe9\xf3\xf4\xe9\xe3\xf3:\n\x9d\x9e\x9e\x9f\n\xc6\xf2\xe1\xe7\xf3 (\xf2\xe1\xee\xeb) \x8f " +
		"\xe5\xe6\xe6\n"
	for _, test := range []struct{ name, text, want string }{
		{"KTX, alone", ktxHead + "\x87 / bro:\n  6 (-6) 33.3%\n" +
			"\xd7\xf0: \xec\xe765.0% (13/20) \xf2\xec14.3%\n\xd2\xcc \xf3\xeb\xe9\xec\xec: \xe1\xe4:75.2 " +
			"\xe4\xe8:1\n\xc1\xf2\xed\xf2\xa6\xed\xe8\xf3: \xe7\xe1:0 \xf9\xe1:1 \xf2\xe1:2 \xed\xe8:0\n" +
			"\x9d\x9e\x9f\n\n\x87 : A:b(1):\n  -2 (-35) 0.0%\n\xd3\xf0: 3 (4)\n\x90dm4\x91 \xf4\xef\xf0 " +
			"\xf3\xe3\xef\xf2\xe5\xf2\xf3:\n      Frags: / bro \x906\x91\n     Deaths: / bro \x9012\x91\n",
			`"/ bro"@0/"" 6 12 -; [{ lg 0 0 650} { rl 0 0 143}]; ` +
				`[{ga 0} {ya 1} {ra 2} {mh 0}]; ": A:b(1)"@1/"" -2 33 -`},
		{"KTX, damage", ktxHead + "\x87 Bo:\n  6 (-6) 33.3%\n  Damage: Tkn:2324 Gvn:1903 Tm:0 Self:134 ToDie:290\n" +
			"  \xc4\xe1\xed\xe1\xe7\xe5: \xd4\xeb\xee:1 \xc7\xf6\xee:20\n  Damage: none\n" +
			"    Time: Control:0 (0%)\n    Time: Quad:14 Pent:3\n    Time: Quad:0\n",
			`"Bo"@2/"" 6 12 -; damage 1903 taken 2324; damage 20 taken 1; powerups 17 s; powerups 0 s`},
		{"KTX, aims", ktxHead + "\x87 Bo:\n  6 (-6) 33.3%\n" +
			"Wp: lg44.9% (31/69) \xf2\xec60.0% ssg0.5% axe% .5% sg12 x1.2.3%\n",
			`"Bo"@2/"" 6 12 -; [{ lg 0 0 449} { rl 0 0 600} { ssg 0 0 5}]`},
		{"KTX, teams, one who left", ktxHead + "Team \x90=SF=\x91:\n\x87 Bo:\n  1 (-10) 0 8.3%\nPowerups: Q:1 P:0 " +
			"R:2\n\x87 \x83gone:\n  -6 (-25) 5 0.0%\n" +
			"\x90=SF=\x91 vs \x90red\x91 match statistics:\n\x90=SF=\x91: Wp: rl6\nArmr&mhs: ga:0 ya:7\n      RL: " +
			"Took:12\n" +
			"\x9e\x9f\n\xd4\xe5\xe1\xed scores\n\x90=SF=\x91: 5 + (-6) = -1 \x8f -25.0%\n\x90red\x91: 20 \x8f " +
			"100.0%\n\n\x83 - disconnected player\n",
			`"Bo"@2/"=SF=" 1 11 0; [{q 1} {p 0} {r 2}]; "gone"@-1/"=SF=" -6 19 5; team "=SF=" -1; team "red" 20`},
		{"KTX, capture the flag", ktxHead +
			"Team \x90red\x91:\n\x87 Bo:\n  12 (2) 0 8.3%\n     CTF: pickups:3 caps:1 returns:0\n",
			`"Bo"@2/"red" 12 10 0; flags`},
		{"KTX, instagib", ktxHead + "\n\x87 PLAYER: \x83gone \x87\n \x90SCORES\x91\n  \xc5\xe6\xe6: 3.0\n  " +
			"\xd0\xef\xe9\xee\xf4\xf3: -4\n  Frags: 9\n  Teamkills: 2\n  Deaths: 7\n",
			`"gone"@-1/"" -4 - -; deaths - teamkills 2; deaths 7 teamkills -`},
		{"Kombat Teams", "\xd4\xe5\xe1\xed \xf3\xe3\xef\xf2\xe5\xf3: \xe6\xf2\xe1\xe7\xf3\n----\n\x90red\x91: 239 " +
			"\x8f 36.4%\nblue: 18 frags\n\n" + ktxHead +
			"\x90red\x91 Bo: 53 (0) 0 \x8f 50%\n\x90red\x91 \x10x\x11 y: -3 (-72) 4 \x8f 0%\n\x90 e\x91 gone: 7 (7) " +
			"\x8f 100%\n\x90X: 3 (1) \x8f 5%\n" +
			"\ndm3 \xf4\xef\xf0 \xf3\xe3\xef\xf2\xe5\xf2\xf3:\nFrags      : Bo \x9084\x91\n",
			`team "red" 239; team "blue" 18; "Bo"@2/"red" 53 53 0; "\x10x\x11 y"@3/"red" -3 69 4; "gone"@-1/" e" 7 ` +
				`0 -; "\x90X"@5/"" 3 2 -`},
		{"Kombat Teams, old", "Team scores:\n!!!: 20\n2: 13\n[!!!] Bo  20 (2)\n[2] \x10x\x11 y  13 (-9)\n",
			`team "!!!" 20; team "2" 13; "Bo"@2/"!!!" 20 18 -; "\x10x\x11 y"@3/"2" 13 22 -`},
		{"a name like a team's player", ktxHead + "\x90blue\x91 Bo: 5 (2) \x8f 50%\n", `"\x90blue\x91 Bo"@6/"" 5 3 -`},
		{"not a table", "The match is over                (5)\nBo was telefragged\nBo: gg (3) 2\nRate set to 30000 " +
			"(x)\n(1) 2 (3\n()\n: (1)\n", ``},
	} {
		players := []world.Player{{Name: "/ bro"}, {Name: ": A:b(1)"}, {Name: "Bo", Team: "red"},
			{Name: "\x10x\x11 y", Team: "2"}, {Name: "z", Team: " e"}, {Name: "\x90X"}, {Name: "\x90blue\x91 Bo"}}
		for i := range players {
			players[i].InUse = true
		}
		var table Table
		var rows []string
		for _, line := range strings.Split(test.text, "\n") {
			if row := rowText(table.Line(players, []byte(line))); row != "" {
				rows = append(rows, row)
			}
		}
		if got := strings.Join(rows, "; "); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// Whatever comes as a line, a table is only read.
func FuzzTable(f *testing.F) {
	for _, s := range []string{"\x87 a:", "Team [x]:", "[a] b: 1 (2) 3", "Team scores", "a: 1 + (2) = 3",
		"Player statistics", "\x87 PLAYER: ", "Armr&mhs: ga:1", " 1 (2)", "[] : 1 (1)"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		players := []world.Player{{Name: "a", Team: "x", InUse: true}, {Name: "b", InUse: true}}
		var table Table
		for _, line := range strings.Split(string(text), "\n") {
			table.Line(players, []byte(line))
			plain := Plain(nil, []byte(line))
			TeamResult(plain)
			LeftGame(players, []byte(line), plain)
			FlagMoves([]byte(line), plain)
			Winner(plain)
			OwnTable(plain)
			Match(world.QuakeWorld, false, players, []byte(line))
			Match(world.Quake2, true, players, []byte(line))
			Match(world.Quake3, false, players, []byte(line))
		}
	})
}

func TestTeamResult(t *testing.T) {
	for line, want := range map[string]string{
		"BLUE team won the level with 368 points!": "BLUE 368", "RED team lost with -3 points.": "RED -3",
		"Red team lost the level with 0 points": "Red 0",
		"BLUE team won the level with points!":  "", "BLUE team won the level": "", " team lost with 3 points": "",
		"a team lost with 3 marbles": "",
	} {
		got := ""
		if team, score, ok := TeamResult([]byte(line)); ok {
			got = fmt.Sprint(team, " ", score)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}

func TestLeftGame(t *testing.T) {
	players := []world.Player{{Name: "Ann", InUse: true}, {Name: "B\xef", Slot: 1, InUse: true}}
	for line, want := range map[string]string{
		"Ann left the game with 6 frags": "Ann 0 6", "B\xef left the game with -1 frags": "B\xef 1 -1",
		"gone \xec\xe5\xe6\xf4 the game with 1 frag": "gone -1 1",
		"Spectator Ann left the game":                "", "Ann left the game with frags": "",
		" left the game with 2 frags": "", "Zed left the game with 9 frags entered the game": "",
	} {
		got := ""
		if s, ok := LeftGame(players, []byte(line), Plain(nil, []byte(line))); ok {
			got = fmt.Sprint(s.Name, " ", s.Slot, " ", s.Score)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
}

func TestWinner(t *testing.T) {
	for line, want := range map[string]string{
		"claire wins, 17 to 7.": "claire 17 7", "a wins, b wins, 1 to -2.": "", "Tie game, 3 to 3.": " 3 3",
		"claire wins by forfeit!": "", " wins, 1 to 0.": "", "x wins, one to two.": "", "x wins, 1 to two.": "",
	} {
		got := ""
		if name, scores, ok := Winner([]byte(line)); ok {
			got = fmt.Sprintf("%s %d %d", name, scores[0], scores[1])
		}
		if got != want {
			t.Errorf("%q is %q, want %q", line, got, want)
		}
	}
	const told = world.ToldKills | world.ToldDeaths | world.ToldSuicides | world.ToldTeamKills
	for line, want := range map[string]world.Score{
		"Player |     4    2   1   3    0  1294  1031      0      0": {Kills: 4, Deaths: 2, Suicides: 1, TeamKills: 3,
			DamageGiven: 1294, DamageTaken: 1031, Told: told | world.ToldDamageGiven | world.ToldDamageTaken},
		"Player | 4 2 1 3": {Kills: 4, Deaths: 2, Suicides: 1, TeamKills: 3, Told: told},
	} {
		if s, ok := OwnTable([]byte(line)); !ok || s != want {
			t.Errorf("%q: %+v, %v", line, s, ok)
		}
	}
	for _, line := range []string{"Player |", "Player | 1 2 3", "Player | 1 2 x 4", "Team | 1 2 3 4"} {
		if n, ok := OwnTable([]byte(line)); ok {
			t.Errorf("%q: %v", line, n)
		}
	}
}

func TestFlagMoves(t *testing.T) {
	const none = -1
	for line, want := range map[string]struct {
		flag  int
		state world.FlagState
		name  string
	}{
		"Ann got the RED flag!": {0, world.FlagTaken, "Ann"}, "Ann captured the \xc2\xcc\xd5\xc5 flag!": {
			1, world.FlagHome, "Ann"},
		"Ann returned the BLUE flag!": {1, world.FlagHome, "Ann"}, "Ann lost the RED flag!": {
			0, world.FlagDropped, "Ann"},
		"The RED flag has been returned to base!": {0, world.FlagHome, ""}, "The BLUE flag has returned": {
			1, world.FlagHome, ""},
		"Ann got the flag!": {none, 0, ""}, "Ann got the RED armor!": {none, 0, ""}, " got the RED flag!": {none, 0,
			""}, "The RED flag has gone": {none, 0, ""},
	} {
		flag, state, name, ok := FlagMoves([]byte(line), Plain(nil, []byte(line)))
		if ok != (want.flag != none) || ok && (flag != want.flag || state != want.state || string(name) != want.name) {
			t.Errorf("%q: %d %d %q %v", line, flag, state, name, ok)
		}
	}
}

// KTX puts a sign before the name of who left, and the team behind that of who is back.
func TestWhoLeftAndIsBack(t *testing.T) {
	for name, want := range map[string]string{"\x83 Ann": "Ann", "\x83  ": " ", "\x83 ": "", "\x83Ann": "",
		"Ann": "", "": ""} {
		if got, ok := GhostName(name); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %q, %v", name, got, ok)
		}
	}
	players := []world.Player{{Name: "Ann", InUse: true}, {Name: "Bo [b]", InUse: true}}
	for line, want := range map[string]int{
		"Ann rejoins the game with 3 frags": 0, "Ann \x90red\x91 rejoins the game with 3 frags": 0,
		"Bo [b] rejoins the game with 3 frags":              1,
		"Bo [b] \x90blue\x91 rejoins the game with 0 frags": 1, "Cy \x90red\x91 rejoins the game with 3 frags": -1,
	} {
		if slot, ok := Rejoins(players, []byte(line), Plain(nil, []byte(line))); !ok || slot != want {
			t.Errorf("%q: %d %v", line, slot, ok)
		}
	}
	if _, ok := Rejoins(players, []byte("Ann entered the game"), []byte("Ann entered the game")); ok {
		t.Error("a line of another kind")
	}
}

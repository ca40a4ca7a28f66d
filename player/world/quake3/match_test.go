package quake3

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/worldtest"
)

// at applies a packet with commands and a whole snapshot: its time in milliseconds, the
// recorder's slot, score and kind of movement.
func (q *q3) at(ms, slot, score, kind int32, commands ...string) {
	q.t.Helper()
	var list []message.Message
	for _, text := range commands {
		list = append(list, q.say(text))
	}
	s := snapshotAt(ms, 0).player(message.PlayerStateClientNum, slot, message.PlayerStatePMType, kind,
		message.PlayerStatePersistant, score)
	q.packet(q.sequence+1, append(list, &s.Snapshot)...)
}

// happened returns the events of the last packet about the match.
func (q *q3) happened() (list []string) {
	for _, e := range q.w.Events {
		switch e.Kind {
		case world.EventMatchStart:
			list = append(list, "start")
		case world.EventMatchEnd:
			list = append(list, "end")
		case world.EventPause:
			list = append(list, "pause")
		}
	}
	return list
}

func (q *q3) expectPhase(what string, want world.Phase, events ...string) {
	q.t.Helper()
	if got := q.w.Match.Phase; got != want {
		q.t.Errorf("%s: phase %d, not %d", what, got, want)
	}
	if d := cmp.Diff(events, q.happened()); d != "" {
		q.t.Errorf("%s: %s", what, d)
	}
}

func (q *q3) expectResults(what string, want ...world.Result) {
	q.t.Helper()
	for i := range want {
		want[i].Map, want[i].Level = q.w.Level().Map, q.w.LevelCount
	}
	near := cmp.Comparer(func(a, b float64) bool { return a-b < 0.001 && b-a < 0.001 })
	empty := cmp.FilterPath(func(p cmp.Path) bool { return true }, cmp.Comparer(func(a, b []string) bool {
		if len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	}))
	scores := cmp.Transformer("scores", func(list []world.Score) map[int]world.Score {
		m := map[int]world.Score{}
		for i, s := range list {
			m[i] = s
		}
		return m
	})
	teams := cmp.Transformer("teams", func(list []world.TeamScore) map[int]world.TeamScore {
		m := map[int]world.TeamScore{}
		for i, s := range list {
			m[i] = s
		}
		return m
	})
	if d := cmp.Diff(want, q.w.Results(), near, empty, scores, teams); d != "" {
		q.t.Errorf("%s: %s", what, d)
	}
}

const (
	toldScore    = world.ToldScore
	countedScore = world.CountedScore
)

// A game for all of Quake III from the warm-up to the restart after the result.
func TestMatchOfAll(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\0\timelimit\15\mapname\q3dm6`, "5 -1", "21 1000", "6 0", "7 0",
		`544 n\Ann\t\0`, `545 n\Bob\t\0`, `546 n\Cy\t\0`, `547 n\Dee\t\3`, `548 n\Eve\t\3`)
	q.at(5000, 0, 3, 0)
	q.expectPhase("warm-up", world.PhaseWarmUp)
	if q.w.Match.Start != 0 {
		t.Errorf("a clock in the warm-up: %v", q.w.Match.Start)
	}
	q.expectResults("warm-up")
	q.at(6000, 0, 4, 0, "cs 5 16000")
	q.expectPhase("countdown", world.PhaseCountdown)
	if q.w.Match.Start != 16 {
		t.Errorf("start %v", q.w.Match.Start)
	}
	// The restart comes in any order of its commands, in one packet.
	q.at(16400, 0, 0, 0, "cs 21 16000", `cs 5 ""`, "map_restart", `cs 6 0`)
	q.expectPhase("beginning", world.PhaseRunning, "start")
	if q.w.Match.Start != 16 || q.w.Players[1].Frags != 0 {
		t.Errorf("start %v, %d frags", q.w.Match.Start, q.w.Players[1].Frags)
	}
	q.expectResults("beginning", world.Result{Start: 11.4, End: world.Unknown, Spectators: []string{"Dee", "Eve"},
		Players: []world.Score{
			{Slot: 0, Name: "Ann", Told: toldScore}, {Slot: 1, Name: "Bob", Told: countedScore},
			{Slot: 2, Name: "Cy", Told: countedScore},
		}})
	q.at(60000, 0, 2, 0, "scores 5 0 0  1 7 40 5 0 0  0 2 30 5 0 0  2 -1 30 5 0 0  3 7 0 5 0 0  4 2 0 5 0 0")
	// Cy and a spectator leave, another comes to play and goes back to watching, which is no part in the match.
	q.at(61000, 0, 2, 0, `cs 546 ""`, `cs 547 ""`, `cs 548 "n\Eve\t\0"`)
	q.at(62000, 0, 2, 0, `cs 548 "n\Eve\t\3"`)
	cy := world.Score{Slot: 2, Name: "Cy", Score: -1, Told: toldScore, Gone: 55}
	dee := world.Score{Slot: 3, Name: "Dee", Team: "spectator", Spectator: true, Gone: 55}
	left := []world.Score{cy, dee}
	q.expectResults("incomplete", world.Result{Start: 11.4, End: world.Unknown, Spectators: []string{"Eve"}, Left: left,
		Players: []world.Score{
			{Slot: 0, Name: "Ann", Score: 2, Told: toldScore}, {Slot: 1, Name: "Bob", Score: 7, Told: toldScore},
		}})
	// The limit is hit, in the last second somebody scores, then the result is shown.
	q.at(70000, 0, 2, 0, "cs 22 1")
	q.expectPhase("end", world.PhaseOver, "end")
	end := world.Result{Start: 11.4, End: 65, Last: 66, Complete: true, Spectators: []string{"Eve"}, Left: left,
		Players: []world.Score{
			{Slot: 0, Name: "Ann", Score: 3, Told: toldScore}, {Slot: 1, Name: "Bob", Score: 8, Told: toldScore},
		}}
	q.at(71000, 0, 3, 5, "scores 3 0 0  1 8 40 5 0 0  0 3 30 5 0 0  4 8 0 5 0 0")
	q.expectPhase("result", world.PhaseOver)
	q.expectResults("result", end)
	// Bob leaves, and the last list lacks him; a spectator takes his slot.
	q.at(72000, 0, 3, 5, `cs 545 ""`)
	q.at(73000, 0, 3, 5, `cs 545 "n\Fay\t\0"`, "scores 2 0 0  0 3 30 5 0 0  1 0 30 5 0 0")
	q.expectResults("one leaves", end)
	// The restarted game's first snapshot comes before the command that says so.
	q.at(80000, 0, 0, 5)
	q.at(80050, 0, 0, 0)
	q.expectResults("restart", end)
	q.at(80400, 0, 0, 0, "cs 21 80000", "map_restart", "cs 6 0", "cs 7 -9999")
	q.expectPhase("next match", world.PhaseRunning, "start")
	q.expectResults("next match", end, world.Result{Start: 75.4, End: world.Unknown, Spectators: []string{"Eve"},
		Players: []world.Score{
			{Slot: 0, Name: "Ann", Told: toldScore}, {Slot: 1, Name: "Fay", Told: countedScore},
		}})
}

// A recording that begins in the intermission has the result of a match that it has not.
func TestMatchBeforeRecording(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\1`, "21 1000", "6 9", "7 4", "22 1", `544 n\Ann\t\0`, `545 n\Bob\t\0`)
	q.at(900000, 0, 4, 5)
	want := world.Result{Start: world.Unknown, End: world.Unknown, Complete: true, Players: []world.Score{
		{Slot: 0, Name: "Ann", Score: 4, Told: toldScore}, {Slot: 1, Name: "Bob", Score: 9, Told: toldScore},
	}}
	q.expectResults("intermission", want)
	// One that begins in the match has no beginning.
	q = newQ3(t, 68, `0 \g_gametype\1`, "21 1000", "6 9", "7 4", `544 n\Ann\t\0`, `545 n\Bob\t\0`)
	q.at(900000, 0, 4, 0)
	q.at(910000, 0, 4, 5)
	want.End = 10
	q.expectResults("in the match", want)
	// One of a warm-up that is left for the next map has none.
	q = newQ3(t, 68, `0 \g_gametype\1`, "21 1000", "5 -1", "6 9", "7 4", `544 n\Ann\t\0`, `545 n\Bob\t\0`)
	q.at(900000, 0, 4, 0)
	q.at(910000, 0, 4, 5)
	q.expectPhase("warm-up", world.PhaseOver)
	q.expectResults("warm-up")
}

// Teams: their scores, those of the players, and flags with those who carry them.
func TestMatchOfTeams(t *testing.T) {
	for _, test := range []struct {
		protocol     int32
		kind         string
		flags, start string
	}{{43, "4", "15", "13"}, {68, "4", "23", "21"}, {71, "9", "23", "21"}, {73, "5", "658", "13"},
		{91, "5", "658", "13"}} {
		q := newQ3(t, test.protocol, `0 \g_gametype\`+test.kind, test.start+" 1000", "6 1", "7 0", test.flags+" 00")
		first := q.in.PlayerConfig()
		info := func(slot int, text string) string { return "cs " + strconv.Itoa(first+slot) + " \"" + text + "\"" }
		q.at(2000, 0, 0, 0, info(0, `n\Ann\t\1`), info(1, `n\Bob\t\2`))
		home := world.Flag{State: world.FlagHome, Carrier: world.Nobody}
		check := func(what string, red, blue world.Flag) {
			t.Helper()
			if q.w.Match.Flags != [2]world.Flag{red, blue} {
				t.Errorf("protocol %d: %s: %+v", test.protocol, what, q.w.Match.Flags)
			}
		}
		check("at home", home, home)
		q.at(3000, 0, 0, 0, "cs "+test.flags+" 10")
		check("taken unseen", world.Flag{State: world.FlagTaken, Carrier: world.Nobody}, home)
		// Bob carries it: bit 7 of the powerups, in protocol 91 bit 1.
		bit := int32(1 << 7)
		if test.protocol == 91 {
			bit = 1 << 1
		}
		s := snapshotAt(4000, 0).entity(1, delta, message.EntityStateType, etPlayer, message.EntityStatePowerups, bit)
		q.packet(q.sequence+1, &s.Snapshot)
		check("seen", world.Flag{State: world.FlagTaken, Carrier: 1}, home)
		q.at(5000, 0, 0, 0)
		check("out of sight", world.Flag{State: world.FlagTaken, Carrier: 1}, home)
		q.at(6000, 0, 0, 0, "cs "+test.flags+" 20", `print "Ann^7 got the BLUE flag!"`, "cs "+test.flags+" 21")
		check("told", world.Flag{State: world.FlagDropped, Carrier: world.Nobody}, world.Flag{State: world.FlagTaken,
			Carrier: 0})
		q.at(7000, 0, 0, 0, "cs "+test.flags+" 00", "cs 6 2")
		check("captured", home, home)
		if r := q.w.Results(); len(r) != 1 || !r[0].OfTeams || r[0].Complete {
			t.Errorf("protocol %d: while it is played: %+v", test.protocol, r)
		}
		q.at(8000, 0, 0, 5)
		q.expectResults("teams", world.Result{Start: world.Unknown, End: 6, Complete: true, OfTeams: true,
			Teams: []world.TeamScore{{Name: "red", Score: 2}, {Name: "blue"}},
			Players: []world.Score{{Slot: 0, Name: "Ann", Team: "red", Told: toldScore},
				{Slot: 1, Name: "Bob", Team: "blue"}}})
	}
	// OpenArena's mods have its elimination with flags.
	if q := newQ3(t, 71, `0 \g_gametype\9`, `1 \fs_game\oax`, "23 01"); q.w.Match.Flags[1].State != world.FlagTaken {
		t.Errorf("elimination with flags: %+v", q.w.Match.Flags)
	}
	// No flags in other games.
	for _, kind := range []string{"0", "1", "3"} {
		q := newQ3(t, 68, `0 \g_gametype\`+kind, "23 00")
		q.at(2000, 0, 0, 0, "cs 23 01")
		if q.w.Match.Flags != [2]world.Flag{} {
			t.Errorf("game type %s: %+v", kind, q.w.Match.Flags)
		}
	}
}

// A flag that was carried and lies somewhere was lost by who had it, and one that is home again from where it
// lay is back: lines say by whom, and of one that comes from who carried it whether it was captured. Rounds
// say of flags that are home that they have returned.
func TestFlagsLostAndReturned(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\4`, "21 1000", "23 00", `544 n\Ann\t\1`, `545 n\Bob\t\2`)
	ms := int32(1000)
	after := func(commands string, want ...string) {
		t.Helper()
		ms += 1000
		q.at(ms, 0, 0, 0, strings.Split(commands, "; ")...)
		worldtest.ExpectEvents(t, q.w, commands, want...)
	}
	after(`print "The RED flag has returned!"; print "The BLUE flag has returned!"`)
	after(`print "Ann^7 got the BLUE flag!"; cs 23 01`, "Ann takes Blue Flag")
	after("cs 23 02", "Ann loses Blue Flag")
	after(`print "Bob^7 returned the BLUE flag!"; cs 23 00`, "Bob returns Blue Flag")
	after(`print "Bob^7 got the RED flag!"; cs 23 10`, "Bob takes Red Flag")
	after("cs 23 20", "Bob loses Red Flag")
	after(`cs 23 00; print "The RED flag has returned!"`, "- returns Red Flag")
	after(`cs 23 00; print "The RED flag has returned!"`)
	after("cs 23 11") // taken unseen
	after("cs 23 22", "- loses Red Flag", "- loses Blue Flag")
	after(`cs 23 00; print "Ann returned the RED flag!"`, "Ann returns Red Flag", "- returns Blue Flag")
	after(`print "Ann^7 got the BLUE flag!"; cs 23 01`, "Ann takes Blue Flag")
	after(`print "Ann^7 captured the BLUE flag!"; cs 23 00`, "Ann captures Blue Flag0")
	after(`print "Bob^7 got the RED flag!"; cs 23 10`, "Bob takes Red Flag")
	after(`cs 23 00; print "The RED flag has returned!"`, "- returns Red Flag") // its carrier fell out of the map
	after("cs 23 20")                                                           // what was between is not told
	q = newQ3(t, 71, `0 \g_gametype\5`, "21 1000", "23 0", `544 n\Ann\t\1`)
	after(`print "Ann^7 got the flag!"; cs 23 2`, "Ann takes Neutral Flag")
	after("cs 23 4", "Ann loses Neutral Flag")
	after(`cs 23 0; print "The flag has returned!"`, "- returns Neutral Flag")
}

// With one flag its state says which team carries it, and a line or the powerup who does.
func TestWhiteFlag(t *testing.T) {
	q := newQ3(t, 71, `0 \g_gametype\5`, "21 1000", "23 0", `544 n\Ann\t\1`, `545 n\Bob\t\2`, `546 n\Cy\t\2`)
	check := func(what string, state world.FlagState, side, carrier int) {
		t.Helper()
		if f := q.w.Match.White; f != (world.WhiteFlag{Flag: world.Flag{State: state, Carrier: carrier}, Side: side}) ||
			q.w.Match.FlagsKnown() {
			t.Errorf("%s: %+v", what, q.w.Match)
		}
	}
	check("at home", world.FlagHome, 0, world.Nobody)
	q.at(2000, 0, 0, 0, `print "Ann^7 got the flag!"`, "cs 23 2")
	check("told", world.FlagTaken, 0, 0)
	q.at(3000, 0, 0, 0, "cs 23 4")
	check("dropped", world.FlagDropped, 0, world.Nobody)
	q.at(4000, 0, 0, 0, "cs 23 3")
	check("taken unseen", world.FlagTaken, 1, world.Nobody)
	s := snapshotAt(5000, 0).entity(2, delta, message.EntityStateType, etPlayer, message.EntityStatePowerups,
		int32(1<<9))
	q.packet(q.sequence+1, &s.Snapshot)
	check("seen", world.FlagTaken, 1, 2)
	q.at(6000, 0, 0, 0, `print "Cy^7 captured the flag!"`, "cs 23 0")
	check("captured", world.FlagHome, 0, world.Nobody)
	for _, e := range q.w.Events {
		if e.Kind == world.EventCapture && e.Player != 2 {
			t.Errorf("%+v", e)
		}
	}
	if !slices.ContainsFunc(q.w.Events, func(e world.Event) bool { return e.Kind == world.EventCapture }) {
		t.Error("no capture")
	}
	if q = newQ3(t, 71, `0 \g_gametype\4`, "23 00"); q.w.Match.White != (world.WhiteFlag{}) {
		t.Errorf("two flags: %+v", q.w.Match.White)
	}
}

// In overload the obelisks of red and blue tell how whole they are, and in other games such things nothing.
func TestObelisks(t *testing.T) {
	for kind, known := range map[string]bool{"6": true, "7": false, "4": false} {
		q := newQ3(t, 71, `0 \g_gametype\`+kind, "21 1000")
		s := snapshotAt(2000, 0).entity(153, delta, message.EntityStateType, etTeam, message.EntityStateModelIndex, 1,
			message.EntityStateModelIndex2, 211).
			entity(155, delta, message.EntityStateType, etTeam, message.EntityStateModelIndex, 2,
				message.EntityStateModelIndex2, 255).
			entity(157, delta, message.EntityStateType, etTeam, message.EntityStateModelIndex, 0,
				message.EntityStateModelIndex2, 7)
		q.packet(q.sequence+1, &s.Snapshot)
		want := [2]world.Obelisk{}
		if known {
			want = [2]world.Obelisk{{Known: true, Health: 211}, {Known: true, Health: 255}}
		}
		if got := q.w.Match.Obelisks; got != want {
			t.Errorf("game type %s: %+v", kind, got)
		}
	}
}

// A number of the game type is another game in another mod; OpenArena's last man standing has no teams.
func TestGameTypes(t *testing.T) {
	for _, test := range []struct {
		protocol                int32
		server, system, meaning string
		teams                   bool
	}{
		{68, `0`, ``, "ffa", false}, {68, `1\gamename\baseq3`, ``, "duel", false}, {68, `2`, ``, "", false},
		{68, `3`, ``, "team", true},
		{43, `4`, ``, "ctf", true}, {68, `8`, ``, "", true},
		{71, `0\gamename\baseoa`, `\fs_game\`, "ffa", false}, {71, `5\gamename\baseoa`, ``, "oneflag", true},
		{71, `6`, ``, "overload", true},
		{71, `7`, `\fs_game\baseoa`, "harvester", true}, {71, `8`, ``, "elimination", true},
		{71, `9`, ``, "ctfelim", true},
		{71, `10`, ``, "lastman", false}, {71, `11`, ``, "doubledom", true}, {71, `12`, ``, "domination", true},
		{71, `13`, ``, "possession", false}, {71, `14`, ``, "", true},
		{90, `2`, ``, "race", false}, {91, `11`, ``, "attack", true}, {91, `12`, ``, "redrover", false},
		{68, `9`, `\fs_game\q3ut4`, "jump", false}, {68, `1`, `\fs_game\q3ut4`, "lastman", false},
		{68, `10\gamename\baseoa`, ``, "lastman", false}, {71, `8`, `\fs_game\oax`, "elimination", true},
		{71, `9`, `\fs_game\oax`, "ctfelim", true}, {71, `10`, `\fs_game\oax`, "lastman", false},
		{68, `10\gamename\baseoa`, `\fs_game\oax`, "lastman", false},
		{71, `4`, `\fs_game\excessiveplus`, "ctf", true}, {71, `6`, `\fs_game\excessiveplus`, "", true},
		{71, `9`, `\fs_game\excessiveplus`, "", true},
		{68, `5`, `\fs_game\missionpack`, "oneflag", true}, {68, `8`, `\fs_game\missionpack`, "", true},
		{68, `5\gamename\cpma`, `\fs_game\cpma`, "arena", true}, {68, `7`, `\fs_game\cpma`, "ctf", true},
		{68, `9`, `\fs_game\cpma`, "", true},
		{91, `4`, ``, "arena", true}, {91, `5`, ``, "ctf", true}, {90, `9`, ``, "freeze", true},
		{68, `4`, `\fs_game\q3ut4`, "", true}, {68, `10`, `\fs_game\osp`, "", true},
	} {
		q := newQ3(t, test.protocol, `0 \g_gametype\`+test.server, `1 `+test.system)
		if got := q.w.Level().GameType; got != test.meaning || q.w.Match.Teams != test.teams {
			t.Errorf("%d %s %s: %q teams %v", test.protocol, test.server, test.system, got, q.w.Match.Teams)
		}
	}
	// CPMA's own number of the type stands above that of the server's info.
	q := newQ3(t, 68, `0 \gamename\cpma\g_gametype\1`, `672 \t\4\ts\0\tw\-1`)
	if got := q.w.Level().GameType; got != "ctf" || !q.w.Match.Teams {
		t.Errorf("CPMA's 4: %q teams %v", got, q.w.Match.Teams)
	}
	if q.at(2000, 1, 0, 0, `cs 672 "\t\0\ts\0\tw\-1"`); q.w.Level().GameType != "ffa" || q.w.Match.Teams {
		t.Errorf("CPMA's 0: %q teams %v", q.w.Level().GameType, q.w.Match.Teams)
	}
	if q.at(3000, 1, 0, 0, `cs 672 "\t\3\ts\0\tw\-1"`,
		`cs 0 "\gamename\cpma\g_gametype\1\timelimit\5"`); q.w.Level().GameType != "team" || !q.w.Match.Teams {
		t.Errorf("CPMA's 3, and the server's info again: %q teams %v", q.w.Level().GameType, q.w.Match.Teams)
	}
}

// Quake Live: phases by the server's info, time-outs, overtime, and names of the best.
func TestMatchLive(t *testing.T) {
	q := newQ3(t, 91, `0 \g_gametype\1\timelimit\1\g_overtime\120\g_gameState\PRE_GAME`, `5 \time\-1`, "13 0",
		"6 0", "7 -9999",
		`529 n\Ann\t\0`, `530 n\^1Bob\t\0\cn\^2AB`, `531 n\Cy\t\3`)
	q.at(1000, 2, 0, 2)
	q.expectPhase("warm-up", world.PhaseWarmUp)
	q.at(2000, 2, 0, 2, `cs 0 "\g_gametype\1\timelimit\1\g_overtime\120\g_gameState\COUNT_DOWN"`, `cs 5 "\time\12000"`)
	q.expectPhase("countdown", world.PhaseCountdown)
	q.at(3000, 2, 0, 2, `cs 0 "\g_gametype\1\timelimit\1\g_overtime\120\g_gameState\PRE_GAME"`)
	q.expectPhase("countdown, by its end alone", world.PhaseCountdown)
	if q.w.Match.Start != 12 {
		t.Errorf("start %v", q.w.Match.Start)
	}
	q.at(12400, 2, 0, 2, "cs 13 12000", `cs 5 "\time\0"`, "map_restart", `cs 659 ""`, "cs 7 0", "cs 659 Ann",
		`cs 660 "^2AB ^1Bob"`,
		`cs 0 "\g_gametype\1\timelimit\1\g_overtime\120\g_gameState\IN_PROGRESS"`)
	q.expectPhase("beginning", world.PhaseRunning, "start")
	q.at(20000, 2, 0, 2, "cs 6 1", "cs 659 \"^2AB ^1Bob\"", "cs 660 Ann")
	if q.w.Players[1].Frags != 1 || q.w.Players[0].Frags != 0 {
		t.Errorf("%d and %d frags", q.w.Players[0].Frags, q.w.Players[1].Frags)
	}
	// A time-out moves the start; the match goes on.
	q.at(30000, 2, 0, 2, "cs 669 30000", "cs 670 80000")
	q.expectPhase("time-out", world.PhaseRunning, "pause")
	q.at(80000, 2, 0, 2, `cs 669 ""`, "cs 13 62000")
	q.expectPhase("time-in", world.PhaseRunning, "pause")
	if q.w.Match.Start != 62 || q.w.Match.Limit != 0 {
		t.Errorf("%+v", q.w.Match)
	}
	q.at(122000, 2, 0, 2, `pcp "Overtime! 2 minutes added"`, `cp "Overtime! 2 minutes added"`)
	q.expectPhase("overtime", world.PhaseOvertime)
	if q.w.Match.Limit != 180 {
		t.Errorf("limit %v", q.w.Match.Limit)
	}
	q.at(160000, 2, 0, 5, "cs 14 qtrue", "scores_duel 2  1 5 40 12 6 4 30  0 4 30 12 4 6 30")
	q.expectPhase("end", world.PhaseOver, "end")
	kd := toldScore | world.ToldKills | world.ToldDeaths | world.ToldAccuracy
	q.expectResults("end", world.Result{Start: 11.4, End: 159, Complete: true, Spectators: []string{"Cy"},
		Players: []world.Score{
			{Slot: 0, Name: "Ann", Score: 4, Kills: 4, Deaths: 6, Accuracy: 30, Told: kd,
				Counted: world.Counts{Kills: 4,
					Deaths: 6}},
			{Slot: 1, Name: "^1Bob", Score: 5, Kills: 6, Deaths: 4, Accuracy: 30, Told: kd,
				Counted: world.Counts{Kills: 6,
					Deaths: 4}},
		}})
}

// Who goes to look on leaves as the player who he was then, also if he leaves the server after that.
func TestWhoLooksOnAfterPlaying(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\0`, "21 1000", `544 n\Ann\t\0`, `545 n\Bob\t\0`, `546 n\Cy\t\0`)
	q.at(1000, 0, 0, 0)
	q.at(5000, 0, 2, 0, "scores 3 0 0  1 7 40 5 0 0  0 2 30 5 0 0  2 -1 30 5 0 0")
	q.at(6000, 0, 2, 0, `cs 545 "n\Bob\t\3"`)
	bob := world.Score{Slot: 1, Name: "Bob", Score: 7, Told: toldScore, Gone: 4, LooksOn: true}
	want := world.Result{Start: world.Unknown, End: world.Unknown, Spectators: []string{"Bob"}, Left: []world.Score{
		bob}, Players: []world.Score{
		{Slot: 0, Name: "Ann", Score: 2, Told: toldScore}, {Slot: 2, Name: "Cy", Score: -1, Told: toldScore},
	}}
	q.expectResults("one looks on", want)
	q.at(8000, 0, 2, 0, `cs 545 ""`)
	want.Spectators = nil
	q.expectResults("he has left", want)
	q.at(9000, 0, 2, 0, `cs 545 "n\Bob\t\0"`)
	if r := q.w.Results()[0].Returns; len(r) != 1 || !r[0].LooksOn || r[0].Score != 7 || r[0].Left != 4 ||
		r[0].Back != 7 {
		t.Errorf("who is back: %+v", r)
	}
	q.at(10000, 0, 2, 0, `cs 546 ""`)
	if left := q.w.Results()[0].Left; len(left) != 1 || left[0].Name != "Cy" || left[0].LooksOn {
		t.Errorf("who left: %+v", left)
	}
}

// A duel that somebody gives up: the score of who is gone is the last that was real.
func TestMatchForfeit(t *testing.T) {
	q := newQ3(t, 91, `0 \g_gametype\1`, "13 1000", "6 5", "7 2", "659 Ann", "660 Bob", `529 n\Ann\t\0`,
		`530 n\Bob\t\0`)
	q.at(2000, 0, 5, 0)
	q.at(3000, 0, 5, 0, "cs 7 -999", `cs 530 ""`, `print "Game has been forfeited."`)
	q.at(4000, 0, 5, 5, "cs 14 1")
	q.expectResults("gone", world.Result{Start: world.Unknown, End: 1, Last: 2, Complete: true,
		Players: []world.Score{{Slot: 0, Name: "Ann", Score: 5, Told: toldScore},
			{Slot: 1, Name: "Bob", Score: 2, Told: toldScore}}})
	// CPMA goes back to the warm-up.
	for _, test := range []struct {
		text     string
		complete bool
	}{{`cs 710 "\sb\5\sr\-9999"`, true}, {`print "^7Bob forfeits."`, true}, {"print nothing", false}} {
		q = newQ3(t, 68, `0 \gamename\cpma\g_gametype\1`, `672 \ts\1000\tw\0\sb\5\sr\2`, `544 n\Ann\t\0`,
			`545 n\Bob\t\0`)
		q.at(2000, 0, 5, 0)
		q.at(3000, 0, 5, 0, test.text, `cs 672 "\ts\1000\tw\-1\sb\5\sr\2"`)
		q.expectPhase(test.text, world.PhaseWarmUp, "end")
		if r := q.w.Results(); len(r) != 1 || r[0].Complete != test.complete || len(r[0].Players) != 2 ||
			r[0].Players[1].Score != 2 {
			t.Errorf("%s: %+v", test.text, r)
		}
	}
}

// A recording that begins between two of CPMA's rounds begins in a match: only its first round has a warm-up before it.
func TestMatchRoundsWithoutBeginning(t *testing.T) {
	for _, kind := range []string{"5", "6", "7"} { // clan arena, freeze tag, capture strike
		q := newQ3(t, 68, `0 \gamename\cpma\timelimit\0`, `672 \t\`+kind+`\ts\15000\tw\45000\tl\2\sb\0\sr\3`,
			`544 n\Ann\t\1`, `545 n\Bob\t\2`)
		q.at(41000, 0, 3, 0)
		q.expectPhase("between rounds", world.PhaseRunning)
		q.at(45050, 0, 3, 0, `cs 672 "\t\`+kind+`\ts\45000\tw\0\tl\2\sb\0\sr\3"`)
		q.expectPhase("second round", world.PhaseRunning)
		if r := q.w.Results(); len(r) != 1 || r[0].Start != world.Unknown {
			t.Errorf("type %s: %+v", kind, r)
		}
	}
}

// CPMA's rounds are one match, whose table is printed after the end.
func TestMatchRounds(t *testing.T) {
	q := newQ3(t, 68, `0 \gamename\cpma\timelimit\0`, `672 \t\7\ts\0\tw\15000\tl\2\sb\0\sr\0\pb\0`, "23 00",
		`544 n\Ann of the longest name\t\1`, `545 n\^xFF00aaBob\t\2`, `546 n\Cy\t\2`)
	q.at(5000, 0, 0, 0)
	q.expectPhase("countdown", world.PhaseCountdown)
	q.at(15050, 0, 0, 0, `cs 672 "\t\7\ts\15000\tw\0\tl\2\sb\0\sr\0"`)
	q.expectPhase("first round", world.PhaseRunning, "start")
	if !q.w.Match.Teams || q.w.Match.Flags[1].State != world.FlagHome {
		t.Errorf("%+v", q.w.Match)
	}
	q.at(40000, 0, 3, 0, `cs 672 "\t\7\ts\15000\tw\45000\tl\2\sb\0\sr\3"`)
	q.expectPhase("between rounds", world.PhaseRunning)
	q.at(45050, 0, 3, 0, `cs 672 "\t\7\ts\45000\tw\0\tl\2\sb\0\sr\3"`,
		"xscores 3  0 9 abbibabyaaaa 1 0 0 0  1 4 abbibabyaaaa 1 0 0 0  2 0 abbibabyaaaa 1 0 0 0")
	q.expectPhase("second round", world.PhaseRunning)
	if q.w.Match.Start != 15 || q.w.Match.Limit >= 0 {
		t.Errorf("%+v", q.w.Match)
	}
	// A table that somebody asks for in between is no result.
	q.at(50000, 0, 9, 0, "print \"Player          Kll Dth Sui  Score\nCy               99  99  99     99\n\"")
	q.at(60000, 0, 9, 0, `cs 546 ""`, `cp "^3Overtime!"`)
	q.expectPhase("overtime", world.PhaseOvertime)
	q.at(61000, 0, 12, 5, `cs 710 "\sb\3\sr\6"`)
	q.expectPhase("end", world.PhaseOver, "end")
	q.at(61100, 0, 12, 5, "xscores 2  0 12 abbibabyaaaa 1 0 0 0  1 4 abbibabyaaaa 1 0 0 0",
		`cs 672 "\t\7\ts\45000\tw\-1\tl\2\sb\3\sr\6"`)
	q.at(62000, 0, 12, 5,
		"print \"\nTEAM Player          Kll Dth Sui TK ^3FC NET^7 Eff  ^3Score\n\"", `print "^7-----------------"`,
		`print "^1RED  ^7Ann of the long   10   6   2   1^3  2  -4^7  63^3     72^7"`,
		`print "^4BLUE ^3Bob                5   7   0   0^3  2  -9^7  41^3     40^7"`,
		`print "^4BLUE ^3Ann of the long    1   1   1   1^3  1   1^7  1^3     1^7"`, // is red
		`print "^4BLUE ^5Totals            15  13   2   1^3  4 -13^7  52^3    112^7"`,
		`print "^4BLUE ^3Bob                x   7   0   0^3  2  -9^7  41^3     40^7"`,
		`print "^1RED^7 wins 7 to 3"`)
	all := toldScore | world.ToldKills | world.ToldDeaths | world.DeathsByOthers | world.ToldSuicides |
		world.ToldTeamKills
	want := world.Result{Start: 10.05, End: 56, Complete: true, OfTeams: true, Teams: []world.TeamScore{
		{Name: "red", Score: 7}, {Name: "blue", Score: 3}},
		Players: []world.Score{
			{Slot: 0, Name: "Ann of the longest name", Team: "red", Score: 12, Kills: 10, Deaths: 6, Suicides: 2,
				TeamKills: 1, Told: all, Counted: world.Counts{Kills: 10, Deaths: 8, Suicides: 2, TeamKills: 1}},
			{Slot: 1, Name: "^xFF00aaBob", Team: "blue", Score: 4, Kills: 5, Deaths: 7, Told: all,
				Counted: world.Counts{Kills: 5, Deaths: 7}},
		}, Left: []world.Score{{Slot: 2, Name: "Cy", Team: "blue", Told: toldScore, Age: 10, Gone: 45}}}
	q.expectResults("end", want)
	q.at(63000, 0, 12, 5, `print "^4BLUE^7 wins 8 to 6"`)
	want.Teams = []world.TeamScore{{Name: "red", Score: 6}, {Name: "blue", Score: 8}}
	q.expectResults("blue wins", want)
	// The next warm-up, and the next match.
	q.at(70000, 0, 0, 0, `cs 672 "\t\7\ts\0\tw\-1\tl\2\sb\0\sr\0"`)
	q.expectPhase("warm-up", world.PhaseWarmUp)
	q.expectResults("warm-up", want)
	q.at(90050, 0, 0, 0, `cs 672 "\t\7\ts\90000\tw\0\tl\2\sb\0\sr\0"`)
	q.expectPhase("next", world.PhaseRunning, "start")
	if r := q.w.Results(); len(r) != 2 || r[1].Complete || r[1].Start < 84.9 || r[1].Start > 85.1 {
		t.Errorf("%+v", r)
	}
}

// The tables of OSP: their scores count where no list came at the end.
func TestMatchTable(t *testing.T) {
	for _, test := range []struct {
		what, list string
		want       [2]int32
	}{{"no list", "", [2]int32{14, 3}}, {"list", "scores 2 0 0  0 12 40 5 0 0  1 4 40 5 0 0", [2]int32{12, 4}}} {
		q := newQ3(t, 48, `0 \g_gametype\1\gamename\osp`, "21 1000", "6 12", "7 3", `544 n\^0cK^3-^7fatal^01^7ty\t\0`,
			`545 n\^2c58^3|^2PELE ^3[^2PK^3]^7\t\0`)
		q.at(2000, 0, 12, 0)
		q.at(3000, 0, 12, 0, "cs 22 1")
		q.at(4000, 0, 12, 5, test.list)
		q.at(5000, 0, 12, 5,
			"print \"\nPlayer          Kll Dth Sui Time FPH Eff    ^2DG    ^1DR^3  Score\n^7--------\n\"",
			`print "^3cK-fatal1ty    ^3  14   3   0   15  55  82^2  5340^1  4120^3     14^7`+"\n\"",
			`print "^7c58|PELE [PK]  ^3   3  14   1   15  11  17^2  4120^1  5340^3      3^7`+"\n\"")
		all := toldScore | world.ToldKills | world.ToldDeaths | world.DeathsByOthers | world.ToldSuicides |
			world.ToldDamageGiven | world.ToldDamageTaken
		q.expectResults(test.what, world.Result{Start: world.Unknown, End: 1, Last: 2, Complete: true,
			Players: []world.Score{
				{Slot: 0, Name: "^0cK^3-^7fatal^01^7ty", Score: test.want[0], Kills: 14, Deaths: 3, Told: all,
					DamageGiven: 5340, DamageTaken: 4120, Counted: world.Counts{Kills: 14, Deaths: 3}},
				{Slot: 1, Name: "^2c58^3|^2PELE ^3[^2PK^3]^7", Score: test.want[1], Kills: 3, Deaths: 14, Suicides: 1,
					DamageGiven: 4120, DamageTaken: 5340, Told: all,
					Counted: world.Counts{Kills: 3, Deaths: 15, Suicides: 1}},
			}})
	}
}

// A list between the end of the match and its intermission is the last word, whatever is printed behind the
// intermission.
func TestListBeforeIntermission(t *testing.T) {
	q := newQ3(t, 48, `0 \g_gametype\1\gamename\osp`, "21 1000", "6 12", "7 3", `544 n\Ann\t\0`, `545 n\Bob\t\0`)
	q.at(2000, 0, 12, 0)
	q.at(3000, 0, 12, 0, "cs 22 1")
	q.at(3500, 0, 12, 0, "scores 2 0 0  0 12 40 5 0 0  1 4 40 5 0 0")
	q.at(4000, 0, 12, 5)
	q.at(5000, 0, 12, 5, "print \"\nPlayer          Kll Dth Sui Time FPH Eff    ^2DG    ^1DR^3  Score\n^7--------\n\"",
		`print "^3Ann    ^3  14   3   0   15  55  82^2  5340^1  4120^3     14^7`+"\n\"",
		`print "^7Bob    ^3   3  14   1   15  11  17^2  4120^1  5340^3      3^7`+"\n\"")
	for _, s := range q.w.Results()[0].Players {
		if want := map[string]int32{"Ann": 12, "Bob": 4}[s.Name]; s.Score != want || s.Told&world.ToldKills == 0 {
			t.Errorf("%+v, want the list's %d and the table's kills", s, want)
		}
	}
}

// A match whose clock begins with the recording or later begins when the game says so, in the moment of the event. One
// whose clock began before the recording has no beginning.
func TestMatchBeginsWithRecording(t *testing.T) {
	for began, want := range map[string]float64{"5000": 1, "4999": world.Unknown, "5500": 1} {
		q := newQ3(t, 68, `0 \g_gametype\0\timelimit\15`, "5 -1", "21 1000", `544 n\Ann\t\0`)
		q.at(5000, 0, 0, 0)
		q.at(6000, 0, 0, 0, "cs 21 "+began, `cs 5 ""`, "map_restart")
		q.expectPhase(began, world.PhaseRunning, "start")
		if r := q.w.Results(); len(r) != 1 || r[0].Start != want {
			t.Errorf("of a clock that begins at %s ms: %+v, want %v", began, r, want)
		}
	}
}

// The clock: overtime of minutes, sudden death without, CPMA's time-outs, and matches that
// begin with a level.
func TestMatchClock(t *testing.T) {
	q := newQ3(t, 68, `0 \g_gametype\1\timelimit\10`, "21 1000", "6 0", "7 0")
	q.at(600000, 0, 0, 0, `print "^3Overtime! ^52^7 minutes added"`)
	q.expectPhase("overtime", world.PhaseOvertime)
	if q.w.Match.Limit != 720 {
		t.Errorf("limit %v", q.w.Match.Limit)
	}
	q.at(720000, 0, 0, 0, `print "^3Overtime! ^53^7 minutes added"`, `print "Overtime mode: 3"`)
	if q.w.Match.Limit != 900 {
		t.Errorf("limit %v", q.w.Match.Limit)
	}
	// The level of the limit is passed: sudden death.
	q = newQ3(t, 68, `0 \g_gametype\1\timelimit\10`, "21 1000", "6 0", "7 0")
	q.at(601500, 0, 0, 0)
	q.expectPhase("limit", world.PhaseRunning)
	q.at(604000, 0, 0, 0)
	q.expectPhase("sudden death", world.PhaseOvertime)
	q.at(605000, 0, 1, 0, "cs 6 1")
	q.expectPhase("sudden death goes on", world.PhaseOvertime)
	// A match that began with the server.
	q = newQ3(t, 68, `0 \g_gametype\0\timelimit\2`, "21 0", "6 0", "7 0")
	q.at(30000, 0, 0, 0)
	seconds, limit, ok := q.w.Match.Clock(q.w.Level(), 30)
	if seconds < 29.99 || seconds > 30.01 || limit != 120 || !ok {
		t.Errorf("%v of %v, %v", seconds, limit, ok)
	}
	// CPMA's limit and time-outs.
	q = newQ3(t, 68, `0 \gamename\cpma\g_gametype\1\timelimit\1`, `672 \t\1\ts\10000\tw\0\td\0\te\0\tl\15\sb\0\sr\0`)
	q.at(11000, 0, 0, 0)
	if q.w.Match.Limit != 900 || q.w.Match.Start != 10 {
		t.Errorf("%+v", q.w.Match)
	}
	q.at(20000, 0, 0, 0, `cs 672 "\t\1\ts\10000\tw\0\td\0\te\10000\tl\15\sb\0\sr\0"`)
	q.expectPhase("time-out", world.PhaseRunning, "pause")
	q.at(50000, 0, 0, 0, `cs 672 "\t\1\ts\10000\tw\0\td\30000\te\0\tl\15\sb\0\sr\0"`)
	q.expectPhase("time-in", world.PhaseRunning, "pause")
	if q.w.Match.Start != 40 || q.w.Paused {
		t.Errorf("%+v", q.w.Match)
	}
	// A second level, whose match begins with it.
	q = newQ3(t, 68, `0 \g_gametype\0`, "21 1000", `544 n\Ann\t\0`)
	q.at(50000, 0, 0, 0)
	q.at(60000, 0, 7, 0)
	q.packet(q.sequence+1, gameStateOf(68, `0 \g_gametype\0`, "21 61000", `544 n\Ann\t\0`))
	q.at(63000, 0, 0, 0)
	if r := q.w.Results(); len(r) != 2 || r[0].Start != world.Unknown || r[1].Start != q.w.Clock || r[1].Level != 2 ||
		r[0].Players[0].Score != 7 || r[1].Players[0].Score != 0 {
		t.Errorf("%+v", r)
	}
	// A restart in the match: the piece keeps its scores.
	q.at(70000, 0, 5, 0)
	q.at(80400, 0, 0, 0, "cs 21 80000", "map_restart")
	if r := q.w.Results(); len(r) != 3 || r[1].Complete || r[1].Players[0].Score != 5 || r[2].Players[0].Score != 0 {
		t.Errorf("%+v", r)
	}
}

// Who leaves a match and comes back begins at 0, but where the game may know him again.
func TestMatchReturn(t *testing.T) {
	for mod, want := range map[string]int{"baseq3": 1, "cpma": 0} {
		q := newQ3(t, 68, `0 \g_gametype\0\gamename\`+mod, "21 1000", "6 4", "7 2", `544 n\Ann\t\0`, `545 n\Bob\t\0`)
		if mod == "cpma" {
			q = newQ3(t, 68, `0 \g_gametype\0\gamename\cpma`, `672 \ts\1000\tw\0\sb\4\sr\2`, `544 n\Ann\t\0`,
				`545 n\Bob\t\0`)
		}
		q.at(2000, 0, 4, 0, "scores 2 0 0  0 4 40 5 0 0  1 2 40 5 0 0")
		q.at(3000, 0, 4, 0, `cs 545 ""`)
		q.at(4000, 0, 4, 0, `cs 545 "n\Bob\t\0"`)
		q.at(5000, 0, 4, 0)
		r := q.w.Results()
		if len(r) != 1 || len(r[0].Returns) != want {
			t.Fatalf("%s: %+v", mod, r)
		}
		if want > 0 && (r[0].Returns[0].Name != "Bob" || r[0].Returns[0].Score != 2 || !r[0].Returns[0].HasScore ||
			r[0].Returns[0].Back <= r[0].Returns[0].Left) {
			t.Errorf("%s: %+v", mod, r[0].Returns)
		}
	}
	// Who only looks on has not come back, nor one who is there and takes his name, nor who had only looked on.
	for what, command := range map[string]string{"looks on": `cs 545 "n\Bob\t\3"`, "is called so": `cs 544 "n\Bob\t\0"`,
		"looked on before": `cs 546 "n\Eve\t\0"`} {
		q := newQ3(t, 68, `0 \g_gametype\0\gamename\baseq3`, "21 1000", "6 4", "7 2", `544 n\Ann\t\0`, `545 n\Bob\t\0`,
			`546 n\Eve\t\3`)
		q.at(2000, 0, 4, 0, "scores 2 0 0  0 4 40 5 0 0  1 2 40 5 0 0")
		q.at(3000, 0, 4, 0, `cs 545 ""`, `cs 546 ""`)
		q.at(4000, 0, 4, 0, command)
		q.at(5000, 0, 4, 0)
		if r := q.w.Results(); len(r) != 1 || len(r[0].Returns) != 0 {
			t.Errorf("who %s: %+v", what, r)
		}
	}
}

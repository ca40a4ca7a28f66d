package quakeworld

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/internal/worldtest"
)

// fullInfo tells what the server's info says.
func fullInfo(text string) *message.StuffText {
	return &message.StuffText{Text: []byte("fullserverinfo \"" + text + "\"\n")}
}

// lines are printed for everybody.
func lines(text string) *message.Print { return &message.Print{Level: printMatch, Text: []byte(text)} }

// user is a slot on the scoreboard.
func user(slot uint8, id int32, text string) *message.QWUpdateUserInfo {
	return &message.QWUpdateUserInfo{Player: slot, User: id, Text: []byte(text)}
}

// KTX shows who left a match in a slot of its own, and empties that by an empty name when he is back: both as a real
// server has sent them.
func TestWhoLeftStaysOnTheScoreboard(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.all(fullInfo(`\teamplay\2\mode\2on2`), user(0, 1, `\name\Ann\team\blue`), lines("The match has begun!\n"))
	w.all(&message.Print{Level: printDeath,
		Text: []byte("Ann rides Bo b's rocket\nCy rides Bo b's rocket\nBo b suicides\n")},
		&message.UpdateFrags{Player: 1, Frags: 3})
	w.all(lines("Bo b left the game with 3 frags\n"), user(1, 2, ""),
		user(5, 0, "\\name\\\x83 Bo b\\team\\red\\topcolor\\4\\bottomcolor\\4"), &message.UpdateFrags{
			Player: 5, Frags: 3})
	p := &w.Players[5]
	if !p.InUse || p.Name != "Bo b" || p.Frags != 3 || p.Kills != 1 || p.Deaths != 1 || p.Suicides != 1 ||
		p.TeamKills != 1 {
		t.Errorf("who left is %+v", p)
	}
	names := func() (names []string) {
		for _, s := range w.Results()[0].Players {
			names = append(names, s.Name)
		}
		return names
	}
	if n := names(); !slices.Equal(n, []string{"Ann", "Cy", "Bo b"}) {
		t.Errorf("the match is of %q", n)
	}
	for _, s := range w.Sides(nil) {
		if want := map[string]int32{"red": 3, "blue": 0}[s.Name]; s.Score != want {
			t.Errorf("%s has %d, not %d: the frags of who left count", s.Name, s.Score, want)
		}
	}

	w.all(user(5, 0, `\name\`), &message.UpdateFrags{Player: 5}, user(1, 9, `\name\Bo b\team\red`),
		lines("Bo b \x90red\x91 rejoins the game with 3 frags\n"))
	if w.Players[5].InUse {
		t.Errorf("a slot without a name is %+v", w.Players[5])
	}
	if p := w.Players[1]; p.Kills != 1 || p.Deaths != 1 {
		t.Errorf("who is back is %+v", p)
	}
	if n := names(); !slices.Equal(n, []string{"Ann", "Bo b", "Cy"}) {
		t.Errorf("the match is of %q", n)
	}
	w.all(&message.QWSetInfo{Player: 1, Key: []byte("name"), Value: []byte("Bob")})
	if r := w.Results()[0]; len(r.Left) != 0 {
		t.Errorf("who is back under another name has left: %+v", r.Left)
	}
}

// In clan arena rounds count, whatever frags they have: the table after each round says how many.
func TestRoundsAreTheScore(t *testing.T) {
	colors := map[string]int{"red": 4, "blue": 13}
	for _, mode := range []string{"ca-ca-df", "wipeout-wo-df"} {
		w := newQWWorld(t, "mvd")
		sides := func(first string, a int32, second string, b int32) {
			t.Helper()
			got := w.Sides(nil)
			if len(got) != 2 || got[0].Name != first || got[0].Score != a || got[1].Name != second ||
				got[1].Score != b ||
				got[0].Color != colors[first] || got[1].Color != colors[second] {
				t.Errorf("%s: sides %+v, want %s %d, %s %d", mode, got, first, a, second, b)
			}
		}
		w.all(fullInfo(`\teamplay\4\deathmatch\5\mode\`+mode), user(0, 1, `\name\Ann\team\blue\bottomcolor\13`),
			user(1, 2, `\name\Bo b\team\red\bottomcolor\4`),
			user(2, 3, `\name\Cy\team\blue\bottomcolor\13`))
		w.all(lines("The match has begun!\n"))
		w.all(&message.UpdateFrags{Player: 1, Frags: 7})
		sides("blue", 0, "red", 0)
		const head = "team   wins need status\n\xad\xad\xad\xad\xad\xad \xad\xad\xad\xad \xad\xad\xad\xad " +
			"\xad\xad\xad\xad\xad\xad\xad\xad\xad\xad\xad\xad\n"
		w.all(lines("\nÔåáí blue èáó ÷ïî ôèå òïõîä\n"),
			lines(head+"red       0    2 \nblue      1    1 round winner\n\n"))
		sides("blue", 1, "red", 0)
		w.all(lines(head+"red       0    2 \nblue      2    0 round winner\n\n"), lines("The match is over\n"))
		if r := w.Results()[0]; !r.Complete || !slices.Equal(r.Teams, []world.TeamScore{{Name: "blue", Score: 2},
			{Name: "red", Score: 0}}) {
			t.Errorf("%s: the result is %+v", mode, r)
		}

		// A recording that begins in the match does not know the score before the first round is over.
		late := newQWWorld(t, "mvd")
		late.all(fullInfo(`\teamplay\4\status\0 min left\mode\`+mode), user(0, 1, `\name\Ann\team\blue`),
			&message.UpdateFrags{Player: 1, Frags: 7})
		if got := late.Sides(nil); len(got) != 0 {
			t.Errorf("%s: a score that nobody has told is %+v", mode, got)
		}

		for range 20 {
			w.all() // a match that begins within a second is the same one
		}
		w.all(fullInfo(`\teamplay\2\mode\2on2`), lines("The match has begun!\n"))
		sides("red", 7, "blue", 0)
	}
}

// What everybody gets when a match or berzerk begins, and in clan arena all the time, nobody has taken.
func TestGivenItemsAreNotTaken(t *testing.T) {
	stats := func(armor, items int32) []message.Message {
		return []message.Message{&message.UpdateStat{Index: world.StatHealth, Value: 100},
			&message.UpdateStat{Index: world.StatArmor, Value: armor}, &message.UpdateStat{Index: world.StatItems,
				Value: items}}
	}
	const axe, red, quad = 1 << 12, 1 << 15, 1 << 22
	w := newQWWorld(t, "mvd")
	w.all(fullInfo(`\mode\1on1-midair`))
	w.packet(1<<0, stats(0, axe)...)
	w.all(lines("The match has begun!\n"))
	w.time -= 0.1 // the same moment
	w.packet(1<<0, stats(200, axe|red)...)
	worldtest.ExpectEvents(t, w.World, "at the beginning of a match")
	w.packet(1<<0, stats(100, axe|red)...)
	w.packet(1<<0, stats(200, axe|red)...)
	worldtest.ExpectEvents(t, w.World, "in the match", "Ann takes Red Armor")
	w.all(lines("BERZERK!!!!\n"))
	w.time -= 0.1
	w.packet(1<<0, stats(200, axe|red|quad)...)
	worldtest.ExpectEvents(t, w.World, "what berzerk gives")
	w.packet(1<<0, stats(200, axe|red)...)
	w.packet(1<<0, stats(200, axe|red|quad)...)
	worldtest.ExpectEvents(t, w.World, "after that", "Ann takes Quad Damage")

	w = newQWWorld(t, "mvd")
	w.all(fullInfo(`\mode\ca-ca-df`), lines("The match has begun!\n"))
	w.packet(1<<0, stats(0, axe)...)
	w.packet(1<<0, stats(200, axe|red|quad)...)
	worldtest.ExpectEvents(t, w.World, "in clan arena")
}

// The date of a demo is the first that it tells, on whichever level it ends.
func TestDateStaysOverLevels(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.all(lines("matchdate: 2026-11-27 18:12:13 UTC\n"))
	w.all(&message.QWServerData{Protocol: 28})
	if w.Date != "2026-11-27T18:12:13Z" {
		t.Errorf("the date is %q", w.Date)
	}
	w.all(lines("matchdate: 2026-11-27 18:33:33 UTC\n"))
	if w.Date != "2026-11-27T18:12:13Z" || w.LastDate != "2026-11-27T18:33:33Z" {
		t.Errorf("the date is %q, and the last one %q", w.Date, w.LastDate)
	}
}

// FTE begins a server's recording with its date, before the level.
func TestDateOfFTE(t *testing.T) {
	w := &qwWorld{World: newWorld(t, "mvd"), t: t}
	w.all(&message.StuffText{Text: []byte("//recorddate later\n")},
		&message.StuffText{Text: []byte("//recorddate 2026-11-28T19:45:59Z\n")}, &message.QWServerData{Protocol: 28})
	if w.Date != "2026-11-28T19:45:59Z" {
		t.Errorf("the date is %q", w.Date)
	}
}

// Who has died in a round of clan arena is dead until the next one begins. The server lets him be, without a
// body, where somebody is who lives, and tells that one's numbers as his: neither place nor numbers are his.
func TestWhoIsOut(t *testing.T) {
	for _, test := range []struct {
		mode string
		out  bool
	}{{"ca-ca-df", true}, {"wipeout-wo-df", true}, {"2on2", false}} {
		w := newQWWorld(t, "mvd")
		w.all(fullInfo(`\teamplay\4\mode\`+test.mode), lines("The match has begun!\n"))
		body := func(model uint8) {
			w.Begin(&message.Packet{Time: w.Time + 0.1, Targets: 1})
			w.Apply(&message.UpdateStat{Index: world.StatHealth, Value: 52})
			w.Apply(&message.MVDPlayerInfo{Player: 0, Bits: message.MVDPlayerModel, Model: model})
			w.End()
		}
		is := func(when string, out bool) {
			t.Helper()
			p := &w.Players[0]
			c := equipment.ConditionOf(w.World, p)
			if p.Dead != out || p.Out != out || p.Visible == out || c.HealthKnown == out ||
				(w.StatsOf(0) == nil) != out || (c.Health == 52) == out {
				t.Errorf("%s, %s: dead %v, out %v, visible %v, %+v", test.mode, when, p.Dead, p.Out, p.Visible, c)
			}
		}
		body(5)
		is("who lives", false)
		body(0)
		is("who is out", test.out)
		if p := &w.Players[0]; p.NoLerp != test.out {
			t.Errorf("%s: what he looks from has jumped: %v", test.mode, p.NoLerp)
		}
		body(0)
		if p := &w.Players[0]; p.NoLerp {
			t.Errorf("%s: what he looks from jumps on", test.mode)
		}
		body(5)
		is("who lives again", false)

		w = newQWWorld(t, "qwd")
		w.all(fullInfo(`\teamplay\4\mode\`+test.mode), lines("The match has begun!\n"))
		w.all(&message.QWUpdateUserInfo{Player: 3, User: 9, Text: []byte(`\name\eve\*spectator\1`)})
		w.all(&message.QWPlayerInfo{Player: 2, Bits: message.QWPlayerModel, Model: 0}, &message.QWPlayerInfo{Player: 3,
			Bits: message.QWPlayerModel, Model: 0})
		if p := &w.Players[2]; p.Dead != test.out || p.Visible == test.out {
			t.Errorf("%s: for a client who is out is dead: %v, visible: %v", test.mode, p.Dead, p.Visible)
		}
		if p := &w.Players[3]; p.Dead || p.Out || !p.Visible {
			t.Errorf("%s: a spectator is dead: %v, visible: %v", test.mode, p.Dead, p.Visible)
		}
	}
}

// Bob is back while the scoreboard still has what stands for who left, in a slot before or behind his new
// one: he has his deaths again, and has not left when that slot is emptied, or was emptied before the line.
func TestWhoIsBackBesideHisGhost(t *testing.T) {
	for _, test := range []struct {
		ghost, back uint8
		early       bool // the slot is emptied before the line
	}{{3, 7, false}, {7, 3, false}, {3, 7, true}, {7, 3, true}} {
		w := newQWWorld(t, "mvd")
		w.all(fullInfo(`\teamplay\2\mode\2on2`), user(0, 1, `\name\Ann\team\blue`), user(1, 2, `\name\Bob\team\red`),
			lines("The match has begun!\n"))
		w.all(&message.Print{Level: printDeath,
			Text: []byte("Bob rides Ann's rocket\nBob suicides\nAnn rides Bob's rocket\n")}, &message.UpdateFrags{
			Player: 1, Frags: 2})
		w.all(lines("Bob left the game with 2 frags\n"), user(1, 2, ""),
			user(test.ghost, 0, "\\name\\\x83 Bob\\team\\red"), &message.UpdateFrags{Player: test.ghost, Frags: 2})
		steps := []message.Message{lines("Bob \x90red\x91 rejoins the game with 2 frags\n"),
			user(test.ghost, 0, `\name\`)}
		if test.early {
			steps[0], steps[1] = steps[1], steps[0]
		}
		w.all(user(test.back, 9, `\name\Bob\team\red`))
		w.all(steps...)
		if p := &w.Players[test.back]; p.Kills != 1 || p.Deaths != 2 || p.Suicides != 1 {
			t.Errorf("%+v: who is back has %+v", test, p.Counts())
		}
		if p := &w.Players[test.ghost]; p.InUse {
			t.Errorf("%+v: who left still stands there, with %+v", test, p.Counts())
		}
		// nobody is taken for back by his name
		w.all(&message.QWSetInfo{Player: test.back, Key: []byte("name"), Value: []byte("Robert")})
		if r := w.Results()[0]; len(r.Left) != 0 || len(r.Players) != 3 {
			t.Errorf("%+v: who left: %+v, who is there: %+v", test, r.Left, r.Players)
		}
	}
}

// What a server says of a slot that stands for who left, bit by bit, leaves him the name and the deaths that
// he had, after the match, too.
func TestGhostIsToldAnew(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.all(fullInfo(`\teamplay\2\mode\2on2`), user(0, 1, `\name\Ann\team\blue`), user(1, 2, `\name\Bob\team\red`),
		lines("The match has begun!\n"))
	w.all(&message.Print{Level: printDeath, Text: []byte("Bob rides Ann's rocket\n")})
	w.all(lines("Bob left the game with 2 frags\n"), user(1, 2, ""), user(3, 0, "\\name\\\x83 Bob\\team\\red"))
	for _, m := range []message.Message{
		&message.QWSetInfo{Player: 3, Key: []byte("topcolor"), Value: []byte("4")}, lines("The match is over\n"),
		&message.QWSetInfo{Player: 3, Key: []byte("topcolor"), Value: []byte("5")},
		user(3, 0, "\\name\\\x83 Bob\\team\\red\\topcolor\\6"),
	} {
		w.all(m)
		if p := &w.Players[3]; p.Name != "Bob" || p.Deaths != 1 || !p.InUse {
			t.Errorf("after %T: %q has %+v", m, p.Name, p.Counts())
		}
	}
	w.all(&message.QWSetInfo{Player: 3, Key: []byte("name")})
	if w.Players[3].InUse {
		t.Error("a slot without a name is in use")
	}
}

// A part that begins while a point of hoonymode is awaited tells where its match was, and nothing of the point before.
func TestPointBehindThePartsBeginning(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.all(fullInfo(`\timelimit\1\mode\hoonymode\status\Countdown\*ds_match\67.100 0.000 2`))
	w.time += 2
	w.all(&message.StuffText{Text: []byte("//ktx matchstart\n")})
	w.time += 5
	w.all()
	if since, _, ok := w.Match.Clock(w.Level(), w.Time); !ok || math.Abs(since-5) > 0.2 {
		t.Errorf("five seconds after the point began %.2f s have run, %v", since, ok)
	}
}

// In hoonymode and blitz each round has as much time as the server's limit says: KTX's note that it begins
// starts the clock anew.
func TestRoundsHaveTheirOwnClock(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.all(fullInfo(`\timelimit\1\mode\blitz2v2`), lines("The match has begun!\n"))
	begins := &message.StuffText{Text: []byte("//ktx matchstart\n")}
	first := w.Time
	w.all(begins) // of the match, which has begun already
	clock := func(want float64) {
		t.Helper()
		since, limit, ok := w.Match.Clock(w.Level(), w.Time)
		if !ok || since < want-0.01 || since > want+0.01 || limit != 60 {
			t.Errorf("%.2f s of %.2f, %v, want %.2f of 60", since, limit, ok, want)
		}
	}
	w.time += 59.9
	w.all(lines("The point is over\n"))
	clock(w.Time - first)
	w.time += 6.9
	w.all(begins)
	clock(0)
	w.time += 29.9
	w.all()
	clock(30)
	if n := len(w.Results()); n != 1 {
		t.Errorf("%d matches", n)
	}
}

// What KTX prints of aims has hits by splash damage, as players know it; its statistics add shots, direct hits, and
// what was not printed.
func TestAimsAreTold(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.all(fullInfo(`\teamplay\0\mode\ffa`), lines("The match has begun!\n"))
	// While it is played there are notes, which count a part of a match, too.
	wps := func(text string) { w.all(&message.StuffText{Text: []byte("//wps " + text + "\n")}) }
	ann := slices.IndexFunc(w.Players, func(p world.Player) bool { return p.Name == "Ann" })
	for _, text := range []string{"%d rl 3 1", "%d lg 0 0", "%d rl 4 1", "%d rl 5", "%d x 5 1", "%d sg 5 -1"} {
		wps(fmt.Sprintf(text, ann))
	}
	wps("99 rl 5 1")
	if got, want := w.Results()[0].Aims, (world.WeaponAim{Name: "Ann", Weapon: "rl", Attacks: 4, Hits: 1,
		Printed: -1}); len(got) != 1 || got[0] != want {
		t.Errorf("notes: %v, not %v", got, want)
	}
	w.all(lines("The match is over\n"), lines("Player statistics:\nFrags (rank) \x8f efficiency\n"+
		"\x87 Ann:\n  6 (5) 33.3%\nWp: rl30.8% (12/39) sg25.0% (84)\n\x87 Cy:\n  1 (0) 33.3%\n"))
	w.all(&message.MVDHiddenDemoInfo{Data: []byte(`{"players":[{"name":"Ann","stats":{"frags":1},` +
		`"weapons":{"rl":{"acc":{"attacks":39,"hits":1,"virtual":13}}}},` +
		`{"name":"Cy","weapons":{"rl":{"acc":{"attacks":4,"hits":1,"virtual":3}},` +
		`"lg":{"acc":{"attacks":5,"hits":2}}}}]}`)})
	want := []world.WeaponAim{
		{Name: "Ann", Weapon: "rl", Attacks: 39, Hits: 1, Printed: 308}, {Name: "Ann", Weapon: "sg", Printed: 250},
		{Name: "Cy", Weapon: "rl", Attacks: 4, Hits: 1, Printed: 750},
		{Name: "Cy", Weapon: "lg", Attacks: 5, Hits: 2, Printed: -1},
	}
	if got := w.Results()[0].Aims; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}

// TestEveryStatistic: all numbers of KTX's statistics, each another one, belong to their players, weapons and items.
func TestEveryStatistic(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.all(lines("The match has begun!\n"))
	n := 0
	next := func() int { n++; return n }
	weapons := []string{"axe", "sg", "ssg", "ng", "sng", "gl", "rl", "lg"}
	var players []string
	var want []world.WeaponAim
	for slot, name := range []string{"Ann", "Bob", "Cy"} {
		w.all(&message.QWUpdateUserInfo{Player: uint8(slot), User: int32(slot + 1), Text: []byte(`\name\` + name)})
		var aims, items []string
		for _, weapon := range weapons {
			a := world.WeaponAim{Name: name, Weapon: weapon, Attacks: int32(next()), Hits: int32(next()), Printed: -1}
			aims = append(aims, fmt.Sprintf(`%q:{"acc":{"attacks":%d,"hits":%d}}`, weapon, a.Attacks, a.Hits))
			want = append(want, a)
		}
		for _, item := range []string{"ga", "ya", "ra", "health_100", "q", "p", "r"} {
			items = append(items, fmt.Sprintf(`%q:{"took":%d,"time":%d}`, item, next(), next()))
		}
		players = append(players, fmt.Sprintf(`{"name":%q,"stats":{"frags":%d,"kills":%d,"suicides":%d,"tk":%d,`+
			`"deaths":%d},"dmg":{"given":%d,"taken":%d},"weapons":{%s},"items":{%s}}`, name, 70+slot, 90+slot, 12+slot,
			8-slot, next(), next(), next(), strings.Join(aims, ","), strings.Join(items, ",")))
	}
	w.all(&message.MVDHiddenDemoInfo{Data: []byte(`{"players":[` + strings.Join(players, ",") + `]}`)})
	if got := w.Results()[0].Aims; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	for i, p := range w.Results()[0].Players { // items and damage are in the states
		if p.Score != int32(70+i) || p.Kills != int32(90+i) || p.Suicides != int32(12+i) || p.TeamKills != int32(8-i) {
			t.Errorf("%+v", p)
		}
	}
}

// KTX reports damage in the table and in its statistics, of which the table wins, and powerups in the statistics alone.
func TestDamageIsTold(t *testing.T) {
	w := newQWWorld(t, "mvd")
	w.all(fullInfo(`\teamplay\0\mode\ffa`), lines("The match has begun!\n"))
	w.all(lines("The match is over\n"), lines("Player statistics:\nFrags (rank) \x8f efficiency\n"+
		"\x87 Ann:\n  6 (5) 33.3%\n  Damage: Tkn:100 Gvn:200 Tm:0\n\x87 Cy:\n  1 (0) 33.3%\n"))
	const player = `{"name":"%s","stats":{"frags":1},"dmg":{"taken":7,"given":8},"items":{"q":{"took":2,"time":50},` +
		`"r":{"took":1,"time":4},"ra":{"took":3,"time":99}}}`
	w.all(&message.MVDHiddenDemoInfo{Data: []byte(`{"players":[` + strings.ReplaceAll(player, "%s", "Ann") + "," +
		strings.ReplaceAll(player, "%s", "Cy") + `,{"name":"Bo b"}]}`)})
	const all = world.ToldDamageGiven | world.ToldDamageTaken | world.ToldPowerupTime
	for i, want := range [...][3]int32{{200, 100, 54}, {8, 7, 54}} {
		s := &w.Results()[0].Players[i]
		if got := [...]int32{s.DamageGiven, s.DamageTaken, s.PowerupTime}; got != want || s.Told&all != all {
			t.Errorf("%s: %v, not %v", s.Name, got, want)
		}
	}
}

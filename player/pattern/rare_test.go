package pattern

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

const (
	recordAll, recordStats = 6, 5
	stateHealth            = 0
	stateArmor             = 4
	stateItems             = 15
)

// stats writes numbers of a player's status bar: pairs of index and value.
func (m *maker) stats(slot int, pairs ...int32) {
	m.t.Helper()
	var list []message.Message
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, &message.UpdateStat{Long: true, Index: uint8(pairs[i]), Value: pairs[i+1]})
	}
	m.packet(message.Packet{Type: recordStats | uint8(slot)<<3}, list...)
}

// line writes a line that everybody is told.
func (m *maker) line(text string) {
	m.t.Helper()
	m.packet(message.Packet{Type: recordAll}, &message.Print{Level: 1, Text: []byte(text + "\n")})
}

// at reports whether a frame is the one at a time.
func at(time, when float64) bool { return math.Abs(time-when) < 0.01 }

// Ann has the quad from 2 to 8 s, and kills twice with it, once before and once after; Bob has the
// pentagram for a second and kills nobody, then again and kills one.
func TestPowers(t *testing.T) {
	const quad, pent = 1 << 22, 1 << 20
	s := scene{seconds: 20, at: standing, events: []happening{
		{time: 1, killer: 0, victim: 1, how: "rocket"}, {time: 3, killer: 0, victim: 2, how: "rocket"},
		{time: 7.9, killer: 0, victim: 3, how: "rocket"},
		{time: 5, killer: 2, victim: 3, how: "rocket"}, {time: 9, killer: 0, victim: 1, how: "rocket"},
		{time: 15, killer: 1, victim: 2, how: "rail"},
	}}
	s.beside = func(m *maker, time float64) {
		switch {
		case at(time, 0):
			for slot := range cast {
				m.stats(slot, stateHealth, 100, stateItems, 1)
			}
		case at(time, 2):
			m.stats(0, stateItems, quad|1)
		case at(time, 8), at(time, 11):
			m.stats(0, stateItems, 1)
			m.stats(1, stateItems, 1)
		case at(time, 10), at(time, 14):
			m.stats(1, stateItems, pent|1)
		}
	}
	f := s.make(t, "mvd")
	for _, c := range []struct{ query, want string }{
		{"quad", "Ann>Cy,Di kills 2 time 6"}, {"quad kills>=3", ""}, {"quad player:bob", ""},
		{"pent", "Bob>Cy kills 1 time 6"},
		{"pent kills>=0", "Bob> kills 0 time 1; Bob>Cy kills 1 time 6"}, {"quad victim:di", "Ann>Di kills 1 time 6"},
	} {
		if got := ask(t, f, c.query, Kills, Time); got != c.want {
			t.Errorf("%s: %q, not %q", c.query, got, c.want)
		}
	}
}

// Telefrags and discharges are told by their lines; a discharge kills who let it off, too.
func TestTelefragsAndDischarges(t *testing.T) {
	s := scene{seconds: 6, at: standing}
	s.beside = func(m *maker, time float64) {
		switch {
		case at(time, 1):
			m.line("Bob was telefragged by Ann")
		case at(time, 3):
			m.line("Bob accepts Cy's discharge")
			m.line("Di drains Cy's batteries")
			m.line("Cy discharges into the water.")
		case at(time, 5):
			m.line("Ann accepts Bob's shaft")
		}
	}
	s.make(t, "mvd")
}

// Ann fires at her feet at 2 s and rises 300 units; Bob is thrown up in the same way, but by nothing
// of his own; Cy runs up and leaps 500 units at 900 units a second; Di does at once, as if something had pushed her.
func TestJumps(t *testing.T) {
	s := scene{seconds: 8}
	s.at = func(slot int, time float64) (place [3]float64, stands bool) {
		place, stands = standing(slot, time)
		fly := func(since, up, along float64) {
			if since > 0 && since < up/400 {
				place[0] += along * since
				place[2] += up*since - 400*since*since
				stands = false
			} else if since >= up/400 {
				place[0] += along * up / 400
			}
		}
		switch slot {
		case 0, 1:
			fly(time-2, 690, 200)
		case 2: // 450 units a second more in each second
			place[1] = -2000
			if run := min(time, 4) - 2; run > 0 {
				place[0] += 225 * run * run
			}
			fly(time-4, 222, 900)
		case 3:
			place[1] = 2000
			fly(time-4, 222, 900)
		}
		return place, stands
	}
	s.pitch = func(slot int, time float64) float64 {
		if slot == 0 && time > 1 && time < 3 {
			return 80
		}
		return 0
	}
	s.beside = func(m *maker, time float64) {
		if at(time, 2) {
			m.packet(message.Packet{Type: recordAll},
				&message.Sound{Bits: 0, Volume: 255, Channel: 1, Entity: 1, Sound: 1, Origin: [3]wire.Coord{
					0, 0, 24 * 8}},
				&message.TempEntity{Type: 3, Origin: [3]wire.Coord{0, 0, 0}}, &message.TempEntity{Type: 3,
					Origin: [3]wire.Coord{300 * 8, 0, 0}})
		}
	}
	f := s.make(t, "mvd")
	for query, want := range map[string]string{"rocketjump": "Ann>", "rocketjump weapon:rail": "",
		"rocketjump weapon:rl": "Ann> unjudged weapon", "rocketjump -weapon:gl": "Ann> unjudged weapon",
		"rocketjump -weapon:rail": "Ann>", "rocketjump victim:bob": "", "rocketjump -victim:bob": "Ann>",
		"trickjump weapon:rl": "", "trickjump -weapon:rl": "Cy>"} {
		if got := ask(t, f, query); got != want {
			t.Errorf("%s: %q, not %q", query, got, want)
		}
	}
}

// fires writes that who is in a slot makes a sound: 1 is that of the rocket launcher, 2 that of the shotgun.
func (m *maker) fires(slot, sound int) {
	m.t.Helper()
	m.packet(message.Packet{Type: recordAll}, &message.Sound{Volume: 255, Channel: 1, Entity: int32(slot + 1),
		Sound: int32(sound)})
}

// bursts writes that a rocket bursts at a place.
func (m *maker) bursts(x, y, z float64) {
	m.t.Helper()
	m.packet(message.Packet{Type: recordAll}, &message.TempEntity{Type: 3, Origin: eighths([3]float64{x, y, z})})
}

// Whose rocket it was. All look at their feet, and are thrown up by 600 units a second at 2 s, where a rocket bursts
// below each: that of whom fired a launcher then.
func TestWhoseRocket(t *testing.T) {
	for _, c := range []struct {
		what string // in the order of the document
		happ func(m *maker, time float64)
	}{
		{"nobody is heard to fire", func(m *maker, time float64) {
			if at(time, 2) {
				m.bursts(0, 0, 4)
			}
		}},
		{"Ann fires at her feet", func(m *maker, time float64) {
			if at(time, 2) {
				m.fires(0, 1)
				m.bursts(0, 0, 4)
			}
		}},
		{"Ann fires her shotgun, and the rocket is another's", func(m *maker, time float64) {
			if at(time, 2) {
				m.fires(0, 2)
				m.bursts(0, 0, 4)
			}
		}},
		{"Ann fires, and her rocket throws up Bob", func(m *maker, time float64) {
			if at(time, 1.7) {
				m.fires(0, 1)
			}
			if at(time, 2) {
				m.bursts(300, 0, 4)
			}
		}},
		{"Ann fired half a second ago at something else", func(m *maker, time float64) {
			if at(time, 1.5) {
				m.fires(0, 1)
			}
			if at(time, 2) {
				m.bursts(0, 0, 4)
			}
		}},
		{"Ann and Bob fire at their feet", func(m *maker, time float64) {
			if at(time, 2) {
				m.fires(0, 1)
				m.fires(1, 1)
				m.bursts(10, 0, 4)
				m.bursts(290, 0, 4)
			}
		}},
		{"it bursts too far away to throw her", func(m *maker, time float64) {
			if at(time, 2) {
				m.fires(0, 1)
				m.bursts(0, 170, 4)
			}
		}},
	} {
		s := scene{seconds: 5, beside: c.happ, pitch: func(int, float64) float64 { return 89 }}
		s.at = func(slot int, time float64) (place [3]float64, stands bool) {
			place, stands = standing(slot, time)
			if since := time - 2; since > 0 && since < 1.5 {
				place[2] += 600*since - 400*since*since
				stands = false
			}
			return place, stands
		}
		s.make(t, "mvd")
	}
}

// Ann takes two of three red armors, and both megahealths.
func TestControl(t *testing.T) {
	const red, mega = 1 << 15, 1 << 16
	s := scene{seconds: 12, at: standing}
	s.beside = func(m *maker, time float64) {
		switch {
		case at(time, 0):
			m.stats(0, stateHealth, 50, stateItems, 1, stateArmor, 0)
			m.stats(1, stateHealth, 50, stateItems, 1, stateArmor, 0)
		case at(time, 2):
			m.stats(0, stateItems, red, stateArmor, 200)
		case at(time, 4):
			m.stats(1, stateItems, red, stateArmor, 200)
		case at(time, 6):
			m.stats(0, stateArmor, 100)
		case at(time, 7):
			m.stats(0, stateArmor, 200)
		case at(time, 8):
			m.stats(0, stateItems, red|mega, stateHealth, 150)
		case at(time, 10):
			m.stats(0, stateHealth, 250)
		}
	}
	f := s.make(t, "mvd")
	for query, want := range map[string]string{
		"control count>=1":          "Ann> share 66.67 count 2; Ann> share 100 count 2",
		"control count>=1 item:ra":  "Ann> share 66.67 count 2",
		"control":                   "",
		"control count>=1 share>=0": "Ann> share 66.67 count 2; Bob> share 33.33 count 1; Ann> share 100 count 2",
	} {
		if got := ask(t, f, query, Share, Count); got != want {
			t.Errorf("%s: %q, not %q", query, got, want)
		}
	}
}

// What others take is told by a player's recording of Quake III if all were in sight, of powerups always; by one of
// Quake never.
func TestControlOutOfSight(t *testing.T) {
	for _, c := range []struct {
		game  world.Game
		sight float32
		item  string
		want  string
	}{
		{world.Quake3, 0.97, "Red Armor", "Ann> share 75"}, {world.Quake3, 0.6, "Red Armor",
			"Ann> share 75 unjudged share"}, {world.Quake3, 0.6, "Quad Damage", "Ann> share 75"},
		{world.Quake, 1, "Red Armor", "Ann> share 75 unjudged share"}, {world.QuakeWorld, 1, "Quad Damage",
			"Ann> share 75 unjudged share"},
	} {
		f := Facts{Game: c.game, Levels: []Level{{Map: "maps/dm6.bsp", End: 100, Sight: c.sight}},
			Matches: []Match{{End: 100}}}
		for i, name := range []string{"Ann", "Bob", "Ann", "Ann", "Ann", "Bob", "Ann", "Ann"} {
			f.Events = append(f.Events, timeline.Event{Kind: world.EventItem, Clock: float64(10 * i),
				Player: int(name[0] - 'A'), PlayerName: name, Other: world.Nobody, Item: c.item})
		}
		if got := ask(t, &f, "control", Share); got != c.want {
			t.Errorf("%v, %v in sight, %s: %q, not %q", c.game, c.sight, c.item, got, c.want)
		}
	}
}

// The game with one flag: Bob takes the white one at home at 2 s and captures it at 5 s. The string says who carries it
// by the team, 2 for the red.
func TestWhiteFlagRun(t *testing.T) {
	s := scene{
		seconds: 9, gameType: `5\gamename\missionpack`, teams: "1122",
		commands: map[float64]string{0: `cs 23 "0"`, 2: `cs 23 "2"`, 5: `cs 23 "0"`},
		at:       standing,
	}
	s.powerups = func(slot int, time float64) int32 {
		if slot == 1 && time >= 2 && time < 5 {
			return 1 << 9
		}
		return 0
	}
	f := s.make(t, "dm3")
	if len(f.Carries) != 1 {
		t.Fatalf("%+v", f.Carries)
	}
	f.Carries[0].Captured = true // the sound of the capture, which this demo has not
	for query, want := range map[string]string{"flag": "Bob> time 3", "flag item:red": "",
		"flag from:base": "Bob> time 3", "flag item:neutral": "Bob> time 3"} {
		if got := ask(t, f, query, Time); got != want {
			t.Errorf("%s: %q, not %q", query, got, want)
		}
	}
}

// Capture the flag of Quake III: Bob, of the red team, takes the blue flag at home at 2 s, drops it at 5 s, Di takes
// it there at 6 s and captures it at 8 s. The blue team was ahead by 6 and loses; the match ends at
// 10 s, and at 9 s Cy kills Bob.
func TestFlagsAndEnds(t *testing.T) {
	s := scene{
		seconds: 14, gameType: "4", teams: "1121", // Ann, Bob and Di are red
		commands: map[float64]string{
			0: `cs 23 "00"`, 2: `cs 23 "01"`, 5: `cs 23 "02"`, 6: `cs 23 "01"`, 8: `cs 23 "00"`,
			0.5: `cs 7 "6"`, 8.5: `cs 6 "10"`, 10: `cs 22 "1"`,
		},
		events: []happening{{time: 9, killer: 2, victim: 1, how: "rail"}},
	}
	s.at = func(slot int, time float64) (place [3]float64, stands bool) {
		place, stands = standing(slot, time)
		if slot == 1 || slot == 3 { // at 200 units a second
			place[1] = 200 * time
		}
		return place, stands
	}
	s.powerups = func(slot int, time float64) int32 {
		const blue = 1 << 8
		if slot == 1 && time >= 2 && time < 5 || slot == 3 && time >= 6 && time < 8 {
			return blue
		}
		return 0
	}
	f := s.make(t, "dm3")
	if len(f.Carries) != 2 || f.Carries[0].Name != "Bob" || !f.Carries[0].Base || !f.Carries[0].Dropped ||
		f.Carries[0].Captured {
		t.Fatalf("%+v", f.Carries)
	}
	f.Carries[1].Captured = true // the sound of the capture, which this demo has not
	for _, c := range []struct{ query, want string }{
		{"flag", "Di> time 2 way 400 speed 200"}, {"flag from:base", ""},
		{"flag from:field", "Di> time 2 way 400 speed 200"}, {"flag time<2", ""},
		{"flag item:blue", "Di> time 2 way 400 speed 200"}, {"flag item:red", ""},
	} {
		if got := ask(t, f, c.query, Time, Way, Speed); got != c.want {
			t.Errorf("%s: %q, not %q", c.query, got, c.want)
		}
	}
	for _, c := range []struct{ query, want string }{
		{"lastsecond", "Cy>Bob left 1"}, {"lastsecond left<0.9", ""}, {"kill", "Cy>Bob left 1"},
	} {
		if got := ask(t, f, c.query, Left); got != c.want {
			t.Errorf("%s: %q, not %q", c.query, got, c.want)
		}
	}
	// Nor has it the event, which is that of its end at 8 s, two seconds before the match's.
	at := slices.IndexFunc(f.Events, func(e timeline.Event) bool { return e.Clock > f.Carries[1].To })
	f.Events = slices.Insert(f.Events, at, timeline.Event{Kind: world.EventCapture, Clock: f.Carries[1].To, Player: 3,
		Other: world.Nobody, PlayerName: "Di"})
	for i := range f.Kills {
		f.Kills[i].Event++ // all are behind it
	}
	for _, c := range []struct{ query, want string }{
		{"capture", "Di> left 2"}, {"capture player:bob", ""}, {"lastsecond left>=2", "Di> left 2"},
	} {
		if got := ask(t, f, c.query, Left); got != c.want {
			t.Errorf("%s: %q, not %q", c.query, got, c.want)
		}
	}
	for item, said := range map[string][2]string{"": {"flag", "captures the flag"},
		"Red Flag": {"flag", "captures the flag"}, "Skulls": {"skulls", "captures skulls"}} {
		f.Events[at].Item = item
		last, words := said[0], said[1]
		for query, want := range map[string]string{"lastsecond left>=2": last, "capture": item} {
			q, err := Parse(query)
			if err != nil {
				t.Fatal(err)
			}
			hits := q.Match(f)
			if len(hits) != 1 || hits[0].Item != want {
				t.Fatalf("%s of %q: %+v, not one of %q", query, item, hits, want)
			}
			if got := hits[0].Headline(world.Quake3); query == "capture" && got != words {
				t.Errorf("%q is said as %q", item, got)
			}
		}
	}
	// A flag that is lost, as Bob's was at 5 s, and one that is returned, by somebody or not, are of no query
	// without a pattern.
	f.Events[at].Kind, f.Events[at].Item = world.EventFlagLost, "Red Flag"
	flags := func(lost, returned, kind string) {
		t.Helper()
		for query, want := range map[string]string{"flaglost": lost, "flagreturned": returned,
			"flagreturned player:bob": "", "capture": ""} {
			if got := ask(t, f, query, Left); got != want {
				t.Errorf("%s of %v: %q, not %q", query, f.Events[at].Kind, got, want)
			}
		}
		everything, err := Parse("")
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range everything.Match(f) {
			if h.Kind == FlagLost || h.Kind == FlagReturned {
				t.Errorf("%v is in a query without a pattern", h.Kind)
			}
		}
		q, err := Parse(kind)
		if err != nil {
			t.Fatal(err)
		}
		hits := q.Match(f)
		if h := &hits[len(hits)-1]; h.Item != "Red Flag" || h.Headline(world.Quake3) != map[string]string{
			"flaglost": "loses the flag", "flagreturned": "returns the flag"}[kind] || h.Score() != 0 {
			t.Errorf("%s: %+v", kind, h)
		}
	}
	flags("Bob> left 5; Di> left 2", "", "flaglost")
	f.Events[at].Kind = world.EventFlagReturned
	flags("Bob> left 5", "Di> left 2", "flagreturned")
	f.Events[at].Player, f.Events[at].PlayerName = world.Nobody, ""
	flags("Bob> left 5", "> left 2", "flagreturned")
	if got := ask(t, f, "comeback", Behind); got != "red> behind 6" {
		t.Errorf("comeback: %q", got)
	}
	if got := ask(t, f, "comeback behind>=7"); got != "" {
		t.Errorf("a comeback from 7: %q", got)
	}
}

// A duel of which no line says that it ends, but its intermission does: Bob is behind by 3 at 2 s and wins by 9 to 8.
// After that nothing is won: Ann's 20 frags of the next level's beginning are none.
func TestComebackUntilIntermission(t *testing.T) {
	s := scene{seconds: 10, at: standing}
	s.beside = func(m *maker, time float64) {
		frags := func(slot, n int) {
			m.packet(message.Packet{Type: recordAll}, &message.UpdateFrags{Player: uint8(slot), Frags: int16(n)})
		}
		switch {
		case at(time, 0):
			for slot := 2; slot < len(cast); slot++ {
				m.packet(message.Packet{Type: recordAll}, &message.QWSetInfo{Player: uint8(slot),
					Key: []byte("*spectator"), Value: []byte("1")})
			}
			frags(0, 30)
			frags(1, 5)
		case at(time, 1): // what came before was no match
			frags(0, 5)
			m.line("The match has begun!")
		case at(time, 2):
			frags(0, 8)
		case at(time, 4):
			frags(1, 9)
		case at(time, 6):
			m.packet(message.Packet{Type: recordAll}, &message.Intermission{})
		case at(time, 8):
			frags(0, 20)
		}
	}
	s.make(t, "mvd")
}

// TestAway: who is a room away a frame later was teleported; who is thrown at 2000 units a second was not.
func TestAway(t *testing.T) {
	var b body
	b.count++
	*b.at(0) = step{clock: 5, origin: mgl32.Vec3{100, 0, 24}}
	for _, c := range []struct {
		x     float32
		clock float64
		want  bool
	}{{800, 5.014, true}, {-600, 5.042, true}, {128, 5.014, false}, {300, 5.1, false}, {228, 5, false},
		{229, 5, true}} {
		if got := b.away(mgl32.Vec3{c.x, 0, 24}, c.clock); got != c.want {
			t.Errorf("from 100 to %v in %.3f s is a teleport: %v", c.x, c.clock-5, got)
		}
	}
}

// Bob is killed 59 s after the match has begun, and it is over at 59.5 s. That is in the last seconds of it
// unless the server tells that it ended before the time was up: that time was left, that who killed has
// reached the fraglimit, or that nothing but kills ends matches.
func TestLastSecondOfTime(t *testing.T) {
	const hit = "Ann>Bob left 0.5"
	for _, c := range []struct {
		what, info, want string
		frags            int16 // of Ann, told just after the end
	}{
		{"nothing is told", "", hit, 20},
		{"the time is up", `\timelimit\1`, hit, 3},
		{"time is left", `\timelimit\2`, "", 3},
		{"the time is up with many frags", `\timelimit\1\fraglimit\20`, hit, 20},
		{"the fraglimit is reached", `\fraglimit\20`, "", 20},
		{"a frag is missing", `\fraglimit\20`, hit, 19},
		{"there is no time limit", `\timelimit\0`, "", 3},
		{"rounds end with a kill", `\mode\hoonymode`, "", 3},
		{"rounds end with the last of a team", `\teamplay\4\mode\ca-ca-df`, "", 3},
		{"so does wipeout", `\teamplay\4\mode\wipeout-wo-df`, "", 3},
		{"rounds, but the time is up", `\timelimit\1\teamplay\4\mode\ca-ca-df`, hit, 3},
	} {
		s := scene{seconds: 61, at: standing, events: []happening{{time: 59, killer: 0, victim: 1, how: "rocket"}}}
		s.beside = func(m *maker, time float64) {
			all := message.Packet{Type: recordAll}
			switch {
			case at(time, 0):
				m.packet(all, &message.StuffText{Text: []byte(`fullserverinfo "` + c.info + "\"\n")},
					&message.Print{Level: 2, Text: []byte("The match has begun!\n")})
			case at(time, 59.5):
				m.packet(all, &message.Print{Level: 2, Text: []byte("The match is over\n")})
			case at(time, 59.7):
				m.packet(all, &message.UpdateFrags{Player: 0, Frags: c.frags})
			}
		}
		if got := ask(t, s.make(t, "mvd"), "lastsecond", Left); got != c.want {
			t.Errorf("%s: %q, not %q", c.what, got, c.want)
		}
	}
}

// Quake II's server tells no limits, but the line that ends a match why it does: who has enough frags or
// captures ends it before the time is up.
func TestLastSecondByTheLine(t *testing.T) {
	for _, line := range []string{"Timelimit hit.", "Fraglimit hit.", "Capturelimit hit.", "Match ended."} {
		s := scene{seconds: 8, at: standing, events: []happening{{time: 5, killer: 0, victim: 1, how: "rail"},
			{time: 5.5, how: "line", line: line}}}
		s.make(t, "dm2")
	}
}

// The intermission alone tells that a level of Quake was ended early: not a mod's words, where a mod has said
// that a match begins, or what other games' levels end with.
func TestEarlyEndOfALevel(t *testing.T) {
	level, start := world.Event{Kind: world.EventLevel}, world.Event{Kind: world.EventMatchStart}
	end, over := world.Event{Kind: world.EventIntermission}, world.Event{Kind: world.EventMatchEnd}
	for i, c := range []struct {
		format string
		time   float64 // the level's own
		events []world.Event
		early  bool
	}{
		{"dem", 84.6, []world.Event{end}, true}, {"dem", 60.5, []world.Event{end}, false},
		{"dem", 0.5, []world.Event{end}, true},
		{"dem", 84.6, []world.Event{over}, false}, {"dem", 84.6, []world.Event{start, end}, false},
		{"dem", 84.6, []world.Event{start, level, end}, true},
		{"mvd", 84.6, []world.Event{end}, false}, {"dm2", 84.6, []world.Event{end}, false},
		{"dm3", 84.6, []world.Event{end}, false},
	} {
		w := rules.New(c.format)
		w.Time, w.Clock, w.Events = c.time, 200, c.events
		var p Pass
		if p.trackEnds(w); len(p.early.ends) > 0 != c.early {
			t.Errorf("%d: %s, %+v at %v s: early at %v", i, c.format, c.events, c.time, p.early.ends)
		}
	}
}

// Quake's own game tells no limits, but a time limit is in minutes of the level: whatever ends it at another
// time is none.
func TestLastSecondOfALevel(t *testing.T) {
	const hit = "Ann>Bob left 0.55"
	for _, c := range []struct {
		end  float64 // the level's own time of the intermission, 0.55 s after the kill
		line string  // half a minute before
		want string
	}{{60.1, "", hit}, {120.15, "", hit}, {60.9, "", hit}, {59.9, "", ""}, {61.1, "", ""}, {84.6, "", ""}, {14, "", ""},
		{84.6, "Match started\n", hit}} {
		kill := c.end - 0.55
		if got := ask(t, madeQuake(t, func(m *maker) {
			frame := func(time float64, list ...message.Message) {
				m.packet(message.Packet{}, &message.Time{Time: float32(time)}, &message.ClientData{Health: 100})
				m.packet(message.Packet{}, list...)
			}
			// Less than a second lies between two frames that play on without a cut.
			for time := 0.5; time < kill-0.01; time += 0.5 {
				if frame(time); c.line != "" && time == 10 {
					frame(time+0.1, &message.Print{Text: []byte(c.line)})
				}
			}
			frame(kill, &message.Print{Text: []byte("Bob rides Ann's rocket\n")})
			frame(c.end, &message.Intermission{})
			frame(c.end + 0.5)
		}), "lastsecond", Left); got != c.want {
			t.Errorf("intermission at %v after %q: %q, not %q", c.end, c.line, got, c.want)
		}
	}
}

// A streak is of one player: who comes into the slot of another begins his own, and who only changes his name goes on.
func TestStreakEndsWithThePlayer(t *testing.T) {
	for _, test := range []struct {
		what, names string // who killed, by his name then
		results     []world.Result
		want        string
	}{
		{"one leaves, another comes", "Ann Ann Bob Bob Bob", []world.Result{{Players: []world.Score{{Name: "Bob"}},
			Left: []world.Score{{Name: "Ann"}}}}, "Ann 2, Bob 3"},
		{"another name", "Ann Ann Annie Annie Annie", []world.Result{{Players: []world.Score{{Name: "Annie"}}}},
			"Ann 5"},
		{"no result", "Ann Ann Annie", nil, "Ann 3"},
	} {
		f := &Facts{Levels: []Level{{End: 100}}, Matches: []Match{{End: 100}}, Results: test.results}
		for i, name := range strings.Fields(test.names) {
			f.Kills = append(f.Kills, Death{Event: i})
			f.Events = append(f.Events, timeline.Event{Kind: world.EventKill, Clock: float64(10 * i), Player: 1,
				PlayerName: name, Other: 2, OtherName: "Cy", Weapon: weapon.Shotgun})
		}
		q, err := Parse("streak kills>=2")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range q.Match(f) {
			got = append(got, fmt.Sprint(h.Name, " ", len(h.Deaths)))
		}
		if list := strings.Join(got, ", "); list != test.want {
			t.Errorf("%s: %s, want %s", test.what, list, test.want)
		}
	}
}

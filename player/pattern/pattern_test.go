package pattern

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/match"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// allFormats are those of which demos are made here: one of each game.
var allFormats = []string{"dem", "mvd", "dm2", "dm3"}

// ask answers a query with a line for each hit: when, who, whom, and what is asked for besides.
func ask(t *testing.T, f *Facts, query string, measures ...Measure) string {
	t.Helper()
	q, err := Parse(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	var lines []string
	for _, h := range q.Match(f) {
		line := fmt.Sprintf("%s>%s", h.Name, strings.Join(h.Victims, ","))
		for _, m := range measures {
			v, known := h.Get(m)
			if !known {
				line += fmt.Sprintf(" %s ?", m)
				continue
			}
			line += fmt.Sprintf(" %s %.4g", m, v)
		}
		if !h.Judged() {
			line += " unjudged " + strings.Join(h.Unjudged, ",")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

// standing is a hall in which everybody stands in his place.
func standing(slot int, _ float64) (place [3]float64, stands bool) {
	return [3]float64{float64(slot) * 300, 0, 24}, true
}

// Runs in every game: by the longest gap, within a time, through deaths, by weapon, with victims.
func TestRuns(t *testing.T) {
	s := scene{seconds: 40, at: standing, events: []happening{
		{time: 2, killer: 0, victim: 1, how: "rocket"},
		{time: 4, killer: 0, victim: 2, how: "rail"},
		{time: 9, killer: 0, victim: 3, how: "rocket"}, // 5 s after
		{time: 14.2, killer: 0, victim: 1, how: "rocket"},
		{time: 15, killer: 2, victim: 0, how: "rocket"}, // Ann dies
		{time: 16, killer: 0, victim: 2, how: "rocket"},
		{time: 17, killer: 0, victim: 3, how: "rocket"},
		{time: 30, killer: 1, victim: 1, how: "rocket"}, // his own, or as Quake has it
	}}
	for _, f := range s.makeAll(t) {
		format := f.Format
		for _, c := range []struct{ query, want string }{
			{"run", "Ann>Bob,Cy,Di kills 3"},
			{"run kills>=2 gap<=5.2", "Ann>Bob,Cy,Di,Bob kills 4; Ann>Cy,Di kills 2"},
			{"run kills>=2 gap<=5.2 through:deaths", "Ann>Bob,Cy,Di,Bob,Cy,Di kills 6"},
			{"run kills>=2 within 2s", "Ann>Bob,Cy kills 2; Ann>Cy,Di kills 2"},
			{"run kills>=3 within 7s", "Ann>Bob,Cy,Di kills 3"},
			{"run kills>=3 within 6.9s", ""},
			{"run kills>=3 within 7s through:deaths", "Ann>Bob,Cy,Di kills 3; Ann>Di,Bob,Cy,Di kills 4"},
			{"run kills>=2 weapon:rail", ""},
			{"run kills>=2 weapon:rl gap<=8s", "Ann>Bob,Di,Bob kills 3; Ann>Cy,Di kills 2"},
			{"run kills>=2 victim:bob gap<=20", "Ann>Bob,Bob kills 2"},
			{"run player:bob", ""},
			{"run -player:ann", ""},
			{"run map:dm6", "Ann>Bob,Cy,Di kills 3"},
			{"run map:dm*", "Ann>Bob,Cy,Di kills 3"},
			{"run -map:dm6", ""},
			{"run map:dm", ""},
			{"streak", ""},
			{"streak kills>=4", "Ann>Bob,Cy,Di,Bob kills 4"},
		} {
			if got := ask(t, f, c.query, Kills); got != c.want {
				t.Errorf("%s: %s: %q, not %q", format, c.query, got, c.want)
			}
		}
	}
}

// In the air: Bob jumps at 2 s, and is struck at his highest; Cy stands; Di is beside the burst
// in her jump; Bob falls off a ledge 200 units high; and is struck just when he has jumped.
func TestMidair(t *testing.T) {
	s := scene{seconds: 12, events: []happening{
		{time: 2.5, killer: 0, victim: 1, how: "rocket"},
		{time: 3, killer: 0, victim: 2, how: "rocket"},
		{time: 4.4, killer: 0, victim: 3, how: "splash"},
		{time: 6.5, killer: 0, victim: 1, how: "rocket"},
		{time: 8.1, killer: 0, victim: 3, how: "rocket"},
	}}
	s.at = func(slot int, time float64) (place [3]float64, stands bool) {
		place, stands = standing(slot, time)
		h, flies := 0.0, false
		switch {
		case slot == 1 && time < 4:
			h, flies = jumpHeight(time - 2)
		case slot == 1 && time >= 5 && time <= 6:
			h = 200 // on a ledge
		case slot == 1 && time > 6 && time < 6.7:
			h, flies = 200-400*(time-6)*(time-6), true
		case slot == 3 && time < 6:
			h, flies = jumpHeight(time - 4)
		case slot == 3:
			h, flies = jumpHeight(time - 8)
		}
		place[2] += h
		return place, stands && !flies
	}
	for _, f := range s.makeAll(t) {
		format := f.Format
		want := map[string]string{
			// Quake's recorder tells nothing of how others were hit.
			"dem": "Ann>Bob unjudged blow; Ann>Di unjudged blow; Ann>Bob unjudged blow",
			"mvd": "Ann>Bob; Ann>Bob", "dm2": "Ann>Bob; Ann>Bob", "dm3": "Ann>Bob; Ann>Bob",
		}[format]
		if got := ask(t, f, "midair"); got != want {
			t.Errorf("%s: %q, not %q", format, got, want)
		}
	}
}

// Who stands on a lift is no higher above the floor than on it, although players have walked far below: a time in the
// air of 0 and a height agree.
func TestHeightOfWhoStands(t *testing.T) {
	s := scene{seconds: 8, events: []happening{{time: 5, killer: 0, victim: 1, how: "rail"}}}
	s.at = func(slot int, time float64) (place [3]float64, stands bool) {
		place, stands = standing(slot, time)
		if slot == 1 && time > 2 {
			place[2] += 200 * min(time-2, 1)
		}
		return place, stands
	}
	s.makeAll(t)
}

// Direct hits are told by Quake II, III and hidden messages, and by nothing in Quake.
func TestDirect(t *testing.T) {
	s := scene{seconds: 5, at: standing, events: []happening{
		{time: 1, killer: 0, victim: 1, how: "rocket"}, {time: 2, killer: 0, victim: 2, how: "splash"},
		{time: 3, killer: 2, victim: 3, how: "rail"},
	}}
	s.makeAll(t)
}

// Two with one shot are kills of one weapon in one frame, not one by one.
func TestMulti(t *testing.T) {
	s := scene{seconds: 8, at: standing, events: []happening{
		{time: 1, killer: 0, victim: 1, how: "rail"}, {time: 1, killer: 0, victim: 2, how: "rail"},
		{time: 3, killer: 0, victim: 1, how: "rail"}, {time: 3.5, killer: 0, victim: 2, how: "rail"},
		{time: 5, killer: 1, victim: 0, how: "splash"}, {time: 5, killer: 1, victim: 2, how: "rocket"},
		{time: 5, killer: 1, victim: 3, how: "splash"},
		{time: 7, killer: 2, victim: 0, how: "rail"}, {time: 7, killer: 3, victim: 1, how: "rail"},
	}}
	for _, f := range s.makeAll(t) {
		format := f.Format
		for _, c := range []struct{ query, want string }{
			{"multi", "Ann>Bob,Cy kills 2; Bob>Ann,Cy,Di kills 3"}, {"multi weapon:rail", "Ann>Bob,Cy kills 2"},
			{"multi kills>=3", "Bob>Ann,Cy,Di kills 3"},
		} {
			if got := ask(t, f, c.query, Kills); got != c.want {
				t.Errorf("%s: %s: %q, not %q", format, c.query, got, c.want)
			}
		}
	}
}

// One bolt of Quake's lightning kills two. Two rockets that burst 13 ms after each other are two shots, in Quake III
// one whose snapshot was lost; so are those of a rocket and lightning in one frame, and of two bolts.
func TestMultiOfOneShot(t *testing.T) {
	for _, c := range []struct {
		game world.Game
		want string
	}{
		{world.Quake, "Ann>Bob,Cy"}, {world.QuakeWorld, "Ann>Bob,Cy"}, {world.Quake2, "Ann>Bob,Cy"},
		{world.Quake3, "Ann>Bob,Cy; Ann>Bob,Di"},
	} {
		f := Facts{Game: c.game, Levels: []Level{{Map: "maps/dm6.bsp", End: 100}}, Matches: []Match{{End: 100}}}
		for _, k := range []struct {
			clock  float64
			victim int
			weapon string
		}{
			{10, 1, "thunderbolt"}, {10, 2, "thunderbolt"}, {20, 1, "rocket launcher"}, {20.013, 3, "rocket launcher"},
			{30, 1, "rocket launcher"}, {30, 2, "thunderbolt"}, {40, 1, "thunderbolt"}, {40.1, 2, "thunderbolt"},
		} {
			f.Kills = append(f.Kills, Death{Event: len(f.Events)})
			f.Events = append(f.Events, timeline.Event{Kind: world.EventKill, Clock: k.clock, PlayerName: "Ann",
				Other: k.victim, OtherName: cast[k.victim], Weapon: weapon.Named(k.weapon)})
		}
		if got := ask(t, &f, "multi"); got != c.want {
			t.Errorf("%v: %q, not %q", c.game, got, c.want)
		}
	}
}

// Flicks: Ann turns by 80 degrees in a tenth of a second before her first shot, the same in a whole
// second before the second, and by 80 degrees and back before the third.
func TestFlick(t *testing.T) {
	s := scene{seconds: 10, at: standing, events: []happening{
		{time: 2, killer: 0, victim: 1, how: "rail"}, {time: 5, killer: 0, victim: 2, how: "rail"},
		{time: 8, killer: 0, victim: 3, how: "rail"},
		{time: 2.6, killer: 0, victim: 3, how: "rocket"},
	}}
	s.yaw = func(slot int, time float64) float64 {
		ramp := func(from, to float64) float64 { return 80 * max(0, min(1, (time-from)/(to-from))) }
		switch {
		case slot != 0:
			return 0
		case time < 3:
			return ramp(1.9, 2)
		case time < 6:
			return 80 - ramp(4, 5)
		case time < 7.95:
			return ramp(7.85, 7.9)
		}
		return 80 - ramp(7.95, 8)
	}
	for _, f := range s.makeAll(t) {
		if got := ask(t, f, "flick turn<20", Turn); got != "Ann>Cy turn 16" {
			t.Errorf("%s: the slow turn: %q", f.Format, got)
		}
	}
}

// Chat is found by what was said, in any case; who said it is no part of it.
func TestChat(t *testing.T) {
	s := scene{seconds: 3, at: standing, events: []happening{{time: 1, killer: 2, how: "chat"}}}
	for _, f := range s.makeAll(t) {
		format := f.Format
		for query, want := range map[string]int{`chat "gg"`: 1, `"GG"`: 1, `chat "cy"`: 0,
			`chat "g*" "gg" player:cy`: 1, `chat "g"`: 0, `chat player:ann`: 0, `chat "gh"`: 0} {
			q, err := Parse(query)
			if err != nil {
				t.Fatal(err)
			}
			if got := q.Match(f); len(got) != want {
				t.Errorf("%s: %s: %d hits, not %d", format, query, len(got), want)
			}
		}
	}
}

// TestSays: words are found as words.
func TestSays(t *testing.T) {
	for _, c := range []struct {
		said, sought string
		want         bool
	}{
		{"gg", "gg", true}, {"gg, all", "gg", true}, {"well, gg!", "gg", true}, {"laggar", "gg", false},
		{"ggs", "gg", false}, {"egg gg", "gg", true},
		{"ggs", "gg*", true}, {"egg", "gg*", false}, {"egg", "*gg", true}, {"laggar", "*gg*", true},
		{"laggar", "*gg", false}, {"anything", "*", true},
		{"a nice game", "nice game", true}, {"a nice gamer", "nice game", false}, {"hehe :)", ":)", true},
		{"hehe:)", ":)", true}, {"ugg ääggää gg", "gg", true},
		{"ääggää", "gg", false}, {"", "gg", false},
	} {
		if got := says(c.said, c.sought); got != c.want {
			t.Errorf("%q is in %q: %v", c.sought, c.said, got)
		}
	}
}

// What a server prints at the level of chat nobody said; who watches through a proxy did.
func TestServerChat(t *testing.T) {
	s := scene{seconds: 3, at: standing}
	s.beside = func(m *maker, time float64) {
		if at(time, 1) {
			for _, line := range []string{"Ann suggests map gg\n", "Observer (solproxy:10) gg joined.\n",
				"[[QuakeTV]Eva]: gg all\n", "(Ann): gg\n"} {
				m.packet(message.Packet{Type: recordAll}, &message.Print{Level: 3, Text: []byte(line)})
			}
		}
	}
	s.make(t, "mvd")
	if q, err := Parse("chat gg"); err == nil {
		t.Errorf("a word that is no filter: %+v", q)
	}
}

// How fast one turned is told by pictures of the last tenth of a second alone: where they are further apart
// it is not known, and no 0.
func TestTurnBetweenPicturesFarApart(t *testing.T) {
	for _, test := range []struct {
		apart, angle, speed float64 // seconds, degrees, degrees a second
		known               bool
	}{{0.05, 40, 200, true}, {0.1, 40, 200, true}, {0.15, 30, -1, true}, {0.25, 0, -1, false}} {
		b := body{count: 20}
		for i := range b.count { // he turns by 200 degrees a second
			clock := float64(i) * test.apart
			b.ring[i] = step{clock: clock, look: mgl32.Vec3{0, float32(200 * clock), 0}}
		}
		angle, speed, known := b.turned(19 * test.apart)
		if known != test.known || math.Abs(angle-test.angle) > 0.1 || math.Abs(speed-test.speed) > 0.5 {
			t.Errorf("%v s apart: %.1f degrees at %.1f a second, %v; want %v at %v, %v", test.apart, angle, speed,
				known, test.angle, test.speed, test.known)
		}
	}
}

// TestFirstScores: the score over time of who has scored nothing begins with his first point.
func TestFirstScores(t *testing.T) {
	s := scene{seconds: 4, at: standing, events: []happening{{1, 1, 2, "rocket", ""}, {2, 1, 3, "rocket", ""},
		{3, 3, 1, "rocket", ""}}}
	s.make(t, "dm3")
	// However many have come and gone without one, there is room for him.
	p := &Pass{facts: &Facts{}}
	for i := range maxScored {
		p.noteScore(1, i, fmt.Sprint("guest ", i), 0)
	}
	if p.noteScore(2, 3, "Ann", 5); len(p.facts.Scores) != 1 ||
		p.facts.Scores[0] != (match.Change{Clock: 2, Slot: 3, Name: "Ann", Score: 5}) {
		t.Errorf("behind %d guests: %+v", maxScored, p.facts.Scores)
	}
}

package hud

import (
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// TestObituaryIsKill: an obituary is drawn as a kill, once it has happened, and not as a printed line too. Before the
// event is known it is a printed line.
func TestObituaryIsKill(t *testing.T) {
	const line = "Ranger rides Vesper's rocket"
	in := fakeInput(screens[3])
	in.World = quakeWorld(2, &message.Print{Text: []byte(line + "\n")}, &message.Print{Text: []byte("one\n")})
	in.World.Notices.Line(1).Event = world.EventKill
	in.NameColors = []draw.Color{colorText, colorBlue}
	at := in.World.Clock
	kill := timeline.Event{Kind: world.EventKill, Clock: at, Player: 1, Other: 0, PlayerName: "Vesper",
		OtherName: "Ranger", Weapon: weapon.RocketLauncher}
	suicide, team, trap := kill, kill, kill
	suicide.Player, team.TeamKill, trap.Player, trap.Weapon = 0, true, world.Nobody, weapon.Trap
	for _, c := range []struct {
		name   string
		later  float64
		events []timeline.Event
		want   string
	}{
		{"a kill", 0, []timeline.Event{kill}, "Vesper → rocket → Ranger one"},
		{"a suicide", 0, []timeline.Event{suicide}, "Ranger one"},
		{"a trap", 0, []timeline.Event{trap}, "Ranger map trap one"},
		{"a team kill", 0, []timeline.Event{team}, "Vesper → rocket → Ranger team kill one"},
		{"before it", -0.01, []timeline.Event{kill}, "one"},
		{"not read yet", 0, nil, line + " one"},
	} {
		in.Clock, in.World.Clock, in.Events = at+c.later, at+c.later, c.events
		got := strings.Join(written(in, drawNotices, NewLayout(in.Screen).Notices), " ")
		if squeeze(got) != squeeze(c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestWatchFeed: in watch there are at most three kills, whatever is printed, and one line of chat below them.
func TestWatchFeed(t *testing.T) {
	in := fakeInput(screens[3])
	in.Display, in.Events = Watch, nil
	in.World = quakeWorld(2, &message.Print{Text: []byte("Ranger joined the server\n")},
		&message.Print{Text: []byte("\x01Vesper: old\n")}, &message.Print{Text: []byte("\x01Vesper: new\n")},
		&message.Print{Text: []byte("3 minutes left\n")})
	at := in.World.Clock
	for i := range 5 {
		in.Events = append(in.Events, timeline.Event{Kind: world.EventKill, Clock: at + 0.1*float64(i), Player: 1,
			PlayerName: "Vesper", OtherName: string(rune('A' + i)), Weapon: weapon.Railgun})
	}
	in.Events = append(in.Events, timeline.Event{Kind: world.EventKill, Idle: true, Clock: at + 0.5,
		PlayerName: "Idle"})
	feed := func(after float64) string {
		in.Clock = at + after
		return squeeze(strings.Join(written(in, drawNotices, NewLayout(in.Screen).Notices), ""))
	}
	for after, want := range map[float64]string{
		0: "Vesper→rail→A Vesper: new", 1: "Vesper→rail→C Vesper→rail→D Vesper→rail→E Vesper: new",
		4.6: "Vesper: new", 5.1: "",
	} {
		if got := feed(after); got != squeeze(want) {
			t.Errorf("after %v s: %q, want %q", after, got, want)
		}
	}
	in.Chat = false
	if got := feed(4.6); got != "" {
		t.Errorf("without chat: %q", got)
	}
}

// TestFeedColors: names have the colors of the picture, without those of their letters unless players choose these.
func TestFeedColors(t *testing.T) {
	in := fakeInput(screens[3])
	in.World = quakeWorld(3)
	in.NameColors = []draw.Color{colorRed, colorBlue}
	e := timeline.Event{Kind: world.EventKill, Player: 1, PlayerName: "Vesper", OtherName: "Ranger", Weapon: weapon.Axe}
	for _, c := range []struct {
		game  world.Game
		teams bool
		flat  bool
	}{
		{world.QuakeWorld, false, true}, {world.Quake2, false, true}, {world.Quake3, true, true},
		{world.Quake3, false, false},
	} {
		in.World.Game, in.World.Match.Teams = c.game, c.teams
		var got []draw.Color
		for _, p := range in.appendFeed(nil, &e) {
			if p.set != charsetOwn && p.flat == c.flat {
				got = append(got, p.color)
			}
		}
		if want := []draw.Color{colorBlue, colorRed}; !slices.Equal(got, want) {
			t.Errorf("game %d, teams %v: %v, want %v", c.game, c.teams, got, want)
		}
	}
}

// TestFlagsInFeed: in watch, what happens to a flag is a line of the feed with the flag in its color.
func TestFlagsInFeed(t *testing.T) {
	in := fakeInput(screens[3])
	in.World = quakeWorld(2)
	for _, c := range []struct {
		e     timeline.Event
		want  string
		color draw.Color
	}{
		{timeline.Event{Kind: world.EventItem, Item: "Red Flag"}, "Vesper →  taken", colorRed},
		{timeline.Event{Kind: world.EventFlagLost, Item: "Blue Flag"}, "Vesper →  dropped", colorBlue},
		{timeline.Event{Kind: world.EventFlagReturned, Item: "Red Flag", Player: world.Nobody}, " returned", colorRed},
		{timeline.Event{Kind: world.EventCapture, Item: "Neutral Flag"}, "Vesper →  captured", colorText},
		{timeline.Event{Kind: world.EventCapture, Player: world.Nobody, Value: 2}, "blue →  captured", colorText},
		{timeline.Event{Kind: world.EventItem, Item: "Red Armor"}, "", draw.Color{}},
	} {
		if c.e.Clock = in.Clock; c.e.Player == 0 {
			c.e.Player, c.e.PlayerName = 1, "Vesper"
		}
		in.Display, in.Events, in.Levels = Watch, []timeline.Event{c.e}, nil
		h := New(1)
		h.feed.collect(in)
		got, color := "", draw.Color{}
		for range h.feed.lately {
			for _, p := range in.appendFeed(nil, &c.e) {
				if got += p.text; p.icon == iconFlag {
					color = p.color
				}
			}
		}
		if squeeze(got) != squeeze(c.want) || color != c.color {
			t.Errorf("%+v: %q with a flag of %v, want %q and %v", c.e, got, color, c.want, c.color)
		}
		if in.Display = Analyst; c.e.Kind != world.EventCapture && in.feeds(&c.e) {
			t.Errorf("%+v is a line of analyst too", c.e)
		}
	}
}

// TestKillsOfQuake3: kills stand between the printed lines by their time, for four seconds, not before they
// happen and not into the next level.
func TestKillsOfQuake3(t *testing.T) {
	kill := func(clock float64, player, other int) timeline.Event {
		return timeline.Event{Kind: world.EventKill, Clock: clock, Player: player, Other: other, PlayerName: "^1Ann",
			OtherName: "^4Bo", Weapon: weapon.Railgun}
	}
	in := quake3Input(screens[3])
	in.Levels = []timeline.Level{{Start: 0, End: 90}, {Start: 90, End: 200}}
	in.Events = []timeline.Event{kill(50, 1, 2), kill(61, 2, 2), {Kind: world.EventItem, Clock: 62, PlayerName: "x",
		Item: "y"}, kill(63, 1, 2), kill(89, 1, 2), kill(91, world.Nobody, 2)}
	for clock, want := range map[float64]string{
		49:   "",
		50:   "Ann → rail → Bo",
		53.9: "Ann → rail → Bo",
		54.1: "",
		63:   "Bo Ann → rail → Bo",
		90.5: "",
		91.5: "Bo",
	} {
		in.Clock = clock
		got := strings.Join(written(in, drawNotices, NewLayout(in.Screen).Notices), " ")
		if squeeze(got) != squeeze(want) {
			t.Errorf("at %v s: %q, want %q", clock, got, want)
		}
	}
	// The names have their own colors.
	h := New(1)
	in.Clock = 50
	h.decide(in)
	h.feed.drawNotices(in, NewLayout(in.Screen).Notices)
	if a, b := colorOfText(t, h, "Ann"), colorOfText(t, h, "Bo"); a != "ff5a52" || b != "5f8dff" {
		t.Errorf("names in %s and %s", a, b)
	}
	// A printed line stands where its time says.
	in.Clock = 63
	apply(in.World, &message.ServerCommand{Sequence: 1, Text: []byte("print \"Timelimit hit.\n\"")})
	if in.World.Notices.Len() != 1 {
		t.Fatalf("%d lines are printed", in.World.Notices.Len())
	}
	in.World.Notices.Line(0).Clock = 62
	got := squeeze(strings.Join(written(in, drawNotices, NewLayout(in.Screen).Notices), " "))
	if want := squeeze("Bo Timelimit hit. Ann → rail → Bo"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestManyKills: however many kills there are in a moment, the work is bounded and the newest are shown.
func TestManyKills(t *testing.T) {
	in := quake3Input(screens[3])
	in.Events = nil
	for i := range 1000 {
		in.Events = append(in.Events, timeline.Event{Kind: world.EventKill, Clock: 64 + float64(i)*0.001, Player: 1,
			Other: 2, PlayerName: "a", OtherName: string(rune('A' + i%26))})
	}
	in.Clock = 65
	h := New(1)
	h.decide(in)
	if h.feed.collect(in); len(h.feed.lately) != 16 || h.feed.lately[0].event != 999 || h.feed.lately[15].event != 984 {
		t.Errorf("%d lines, from %+v", len(h.feed.lately), h.feed.lately[0])
	}
	list := written(in, drawNotices, NewLayout(in.Screen).Notices)
	rows := strings.Count(strings.Join(list, ""), "→")
	if last := list[len(list)-1]; rows != 4 || last != string(rune('A'+999%26)) {
		t.Errorf("%d lines, the last victim %q: %q", rows, last, list)
	}
}

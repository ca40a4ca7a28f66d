package timeline

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// gathering drives a world and gathers its events.
type gathering struct {
	w    *world.World
	g    gatherer
	list []Event
	time float32
}

func newGathering() *gathering {
	a := &gathering{w: rules.New("dem"), g: newGatherer(1 << 40)}
	a.step(0, &message.ServerInfo{Protocol: 15, MaxClients: 4, Multi: 1, MapName: []byte("A Test")},
		&message.UpdateName{Player: 0, Text: []byte("Ann")}, &message.UpdateName{Player: 1, Text: []byte("Bob")},
		&message.UpdateName{Player: 2, Text: []byte("Cy")}, &message.UpdateEntity{})
	return a
}

// step applies a packet some seconds later.
func (a *gathering) step(seconds float32, list ...message.Message) {
	a.time += seconds
	a.w.Begin(&message.Packet{Block: a.w.Block + 1})
	a.w.Apply(&message.Time{Time: a.time})
	for _, m := range list {
		a.w.Apply(m)
	}
	a.w.End()
	a.g.packet(a.w)
	a.list = a.g.take(a.list, false)
}

func print1(text string) message.Message { return &message.Print{Text: []byte(text)} }

func health(v int16) message.Message { return &message.ClientData{Health: v, ViewHeight: 22} }

// kills lists the deaths taken so far.
func (a *gathering) kills(all bool) string {
	a.list = a.g.take(a.list, all)
	s := ""
	for _, e := range a.list {
		if e.Kind == world.EventKill {
			s += fmt.Sprintf("%s>%s,%s,%v;", e.PlayerName, e.OtherName, e.Weapon, e.Mine)
		}
	}
	return s
}

func TestEventFields(t *testing.T) {
	a := newGathering()
	a.step(1, print1("Bob rides Cy's rocket\n"), print1("\x01Ann: hi\n"), print1("You got the Thunderbolt\n"))
	a.step(1, &message.UpdateName{Player: 2, Text: []byte("Di")})
	want := []Event{
		{Kind: world.EventLevel, Player: -1, Other: -1, Text: "A Test"},
		{Clock: 1, Block: 1, Kind: world.EventKill, Player: 2, Other: 1, PlayerName: "Cy", OtherName: "Bob",
			Weapon: weapon.RocketLauncher, Text: "Bob rides Cy's rocket"},
		{Clock: 1, Block: 1, Kind: world.EventChat, Player: 0, Other: -1, PlayerName: "Ann", Text: "Ann: hi",
			Mine: true},
		{Clock: 1, Block: 1, Kind: world.EventItem, Player: 0, Other: -1, PlayerName: "Ann", Item: "Thunderbolt",
			Mine: true},
	}
	if len(a.list) != len(want) {
		t.Fatalf("%+v", a.list)
	}
	for i := range want {
		want[i].Clock = a.list[i].Clock
		if a.list[i] != want[i] {
			t.Errorf("%+v, not %+v", a.list[i], want[i])
		}
	}
	e := &want[1]
	if !e.Of(1) || !e.Of(2) || e.Of(0) || e.Of(world.Nobody) || want[0].Of(world.Nobody) {
		t.Error("whose event it is")
	}
}

// The recorder's death is one event, whether its line comes before, with or
// after the health of 0, or never.
func TestRecordersDeath(t *testing.T) {
	line := print1("Ann rides Bob's rocket\n")
	for _, test := range []struct {
		name  string
		steps func(a *gathering)
		want  string
	}{
		{"line with it", func(a *gathering) { a.step(1, line, health(0)) }, "Bob>Ann,rocket launcher,true;"},
		{"line before", func(a *gathering) { a.step(1, line); a.step(0.1, health(-3)) },
			"Bob>Ann,rocket launcher,true;"},
		{"line after", func(a *gathering) { a.step(1, health(0)); a.step(0.1, line) }, "Bob>Ann,rocket launcher,true;"},
		{"no line", func(a *gathering) { a.step(1, health(0)); a.step(1, health(0)); a.step(1, health(0)) },
			">Ann,,true;"},
		{"no line, and the end", func(a *gathering) { a.step(1, health(0)) }, ">Ann,,true;"},
		{"line of another", func(a *gathering) { a.step(1, health(0)); a.step(0.1, print1("Bob rides Cy's rocket\n")) },
			">Ann,,true;Cy>Bob,rocket launcher,false;"},
		{"line much later", func(a *gathering) { a.step(1, health(0)); a.step(2, health(100)); a.step(0.1, line) },
			">Ann,,true;Bob>Ann,rocket launcher,true;"},
		{"a team mate who is not told", func(a *gathering) {
			a.step(1, print1("Bob mows down a teammate\n"), health(0))
		}, "Bob>Ann,,true;"},
		{"twice", func(a *gathering) { a.step(1, line, health(0)); a.step(2, health(100)); a.step(2, health(0), line) },
			"Bob>Ann,rocket launcher,true;Bob>Ann,rocket launcher,true;"},
		{"dead from the start", func(a *gathering) { a.step(1, health(0)); a.step(1, health(0)) }, ""},
		{"the result is shown", func(a *gathering) { a.step(1, &message.Intermission{}, health(0)) }, ""},
	} {
		a := newGathering()
		if test.name != "dead from the start" {
			a.step(1, health(100))
		} else {
			a.step(1, health(0))
		}
		test.steps(a)
		if got := a.kills(true); got != test.want {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
	}
}

// What is not certain is not published, nor what comes behind it.
func TestTentativeDeath(t *testing.T) {
	a := newGathering()
	a.step(1, health(100))
	a.step(1, health(0))
	a.step(0.5, print1("Bob rides Cy's rocket\n"), health(0))
	if got := a.kills(false); got != "" {
		t.Errorf("published %q", got)
	}
	a.step(0.6, health(0))
	if got := a.kills(false); got != ">Ann,,true;Cy>Bob,rocket launcher,false;" {
		t.Errorf("then %q", got)
	}
	// The level behind a death that is taken back is one place earlier.
	g := gatherer{list: []Event{{}, {Kind: world.EventLevel}}, tentative: 0, begins: 1, count: 2}
	if g.drop(); g.tentative != -1 || g.begins != 0 || g.count != 1 || len(g.list) != 1 {
		t.Errorf("%+v", g)
	}
}

// A demo that is nothing but events does not fill the memory.
func TestEventLimits(t *testing.T) {
	a := newGathering()
	long := strings.Repeat("y", 4*maxEventText)
	lines := make([]message.Message, 1000)
	for i := range lines {
		lines[i] = print1("\x01Ann: " + long + "\n")
	}
	for range maxEvents/len(lines) + 3 {
		a.step(0.1, lines...)
	}
	if len(a.list) != 65536 {
		t.Fatalf("%d events", len(a.list))
	}
	if n := len(a.list[65535].Text); n != 256 {
		t.Errorf("a text of %d bytes", n)
	}
	a.step(1, health(100))
	a.step(1, health(0))
	if a.list = a.g.take(a.list, true); len(a.list) != 65536 {
		t.Errorf("%d events", len(a.list))
	}
}

// A death that was taken back, because its line came, takes none of the places
// that there are for events.
func TestEventsTakenBackAreNotCounted(t *testing.T) {
	a := newGathering() // an event: the level
	for range 100 {
		a.step(10, health(100))
		a.step(1, health(0))
		a.step(0.5, print1("Ann rides Bob's rocket\n"), health(0))
	}
	if a.g.count != 101 {
		t.Errorf("%d events are counted, want the level and 100 deaths", a.g.count)
	}
	lines := make([]message.Message, 1000)
	for i := range lines {
		lines[i] = print1("\x01Ann: hi\n")
	}
	for range 67 {
		a.step(0.1, lines...)
	}
	if n := len(a.g.take(a.list, true)); n != 65536 {
		t.Errorf("%d events, want all 65536 that there is place for", n)
	}
}

// A packet in which nothing happens that is kept costs no memory.
func TestGatherAllocates(t *testing.T) {
	a := newGathering()
	a.step(1, health(100))
	a.step(1, health(90), print1("nothing\n"))
	if n := testing.AllocsPerRun(100, func() { a.g.packet(a.w) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The recorder's health has a number of its own in Quake II, is not looked at in
// Quake III, and begins anew with a level and another recorder.
func TestHealthOfTheRecorder(t *testing.T) {
	type step struct {
		health   int32
		recorder int
		level    int
	}
	for _, test := range []struct {
		name   string
		game   world.Game
		number int // of the stat
		steps  []step
		deaths int
	}{
		{"Quake", world.Quake, 0, []step{{100, 0, 1}, {0, 0, 1}}, 1},
		{"QuakeWorld", world.QuakeWorld, 0, []step{{100, 0, 1}, {-5, 0, 1}}, 1},
		{"Quake II", world.Quake2, 1, []step{{100, 0, 1}, {0, 0, 1}}, 1},
		{"Quake II, another stat", world.Quake2, 0, []step{{100, 0, 1}, {0, 0, 1}}, 0},
		{"Quake III", world.Quake3, 0, []step{{100, 0, 1}, {0, 0, 1}}, 0},
		{"a new level", world.Quake, 0, []step{{100, 0, 1}, {0, 0, 2}}, 0},
		{"another recorder", world.QuakeWorld, 0, []step{{100, 0, 1}, {0, 1, 1}}, 0},
		{"nobody recorded it", world.QuakeWorld, 0, []step{{100, world.Nobody, 1}, {0, world.Nobody, 1}}, 0},
	} {
		w := new(world.World)
		w.Game, w.Players = test.game, make([]world.Player, 2)
		g := newGatherer(1 << 40)
		g.packet(w)
		for i, s := range slices.Insert(test.steps, 0, test.steps[0]) {
			w.Clock, w.Recorder, w.LevelCount = float64(10+i), s.recorder, s.level
			w.Stats.Set(test.number, s.health)
			g.packet(w)
		}
		list := g.take(nil, true)
		if len(list) != test.deaths || len(list) == 1 && (list[0].Kind != world.EventKill || list[0].Other != 0 ||
			list[0].Player != world.Nobody || !list[0].Mine) {
			t.Errorf("%s: %+v, want %d deaths", test.name, list, test.deaths)
		}
	}
}

// A kill of a team mate that names one of the two is completed in its place, and not
// published before it can be no more; so is nothing behind it.
func TestNamedLater(t *testing.T) {
	a := newGathering()
	a.list = nil
	packet := func(seconds float64, list ...world.Event) {
		a.w.Clock += seconds
		a.w.Events = list
		a.g.packet(a.w)
		a.list = a.g.take(a.list, false)
	}
	kill := func(player, other int) world.Event {
		return world.Event{Kind: world.EventKill, Player: player, Other: other, TeamKill: true}
	}
	named := func(player, other int) world.Event {
		return world.Event{Kind: world.EventNamed, Player: player, Other: other, TeamKill: true}
	}
	expect := func(what, want string) {
		t.Helper()
		got := ""
		for _, e := range a.list {
			got += fmt.Sprintf("%s>%s,%v,%v;", e.PlayerName, e.OtherName, e.Mine, e.TeamKill)
		}
		if got != want {
			t.Errorf("%s: %q, not %q", what, got, want)
		}
	}
	packet(5, kill(1, world.Nobody), world.Event{Kind: world.EventKill, Player: 2, Other: 1})
	packet(0.2)
	expect("it may be named", "")
	packet(0.1, named(1, 2))
	packet(0.2) // the victim's health may be told until now
	expect("named", "Bob>Cy,false,true;Cy>Bob,false,false;")
	packet(5, kill(world.Nobody, 1))
	packet(0.3, named(0, 1))
	packet(0.2)
	expect("the recorder is named", "Bob>Cy,false,true;Cy>Bob,false,false;Ann>Bob,true,true;")
	a.list = nil
	packet(5, kill(1, world.Nobody))
	packet(1.1)
	expect("never named", "Bob>,false,true;")
	a.list = nil
	packet(5, named(1, 2))
	expect("of nothing", "")
	// The newest that fits.
	packet(5, kill(1, world.Nobody), kill(2, world.Nobody))
	packet(0.1, named(1, 0))
	packet(0.1, named(2, 1))
	packet(0.2)
	expect("two", "Bob>Ann,true,true;Cy>Bob,false,true;")
}

// The recorder's death of a team mate's hand is one event, when its health is known too.
func TestNamedRecorder(t *testing.T) {
	a := newGathering()
	a.step(1, health(100))
	a.step(1, print1("Bob mows down a teammate\n"), health(100))
	a.step(0.1, health(0))
	a.w.Events = []world.Event{{Kind: world.EventNamed, Player: 1, Other: 0, TeamKill: true}}
	a.w.Clock += 0.2
	a.g.packet(a.w)
	a.step(2, health(100))
	if got := a.kills(true); got != "Bob>Ann,,true;" {
		t.Errorf("%q", got)
	}
}

// A spectator does not die: the health is that of the player that it follows.
func TestSpectatorsDoNotDie(t *testing.T) {
	for _, test := range []struct {
		name   string
		game   world.Game
		player world.Player
		chase  int32 // Quake II
		deaths int
	}{
		{"a player", world.QuakeWorld, world.Player{}, 0, 1}, {"a spectator", world.QuakeWorld,
			world.Player{Spectator: true}, 0, 0},
		{"who is out of the round", world.QuakeWorld, world.Player{Out: true}, 0, 0},
		{"a player of Quake II", world.Quake2, world.Player{}, 0, 1}, {"a spectator of Quake II", world.Quake2,
			world.Player{Spectator: true}, 0, 0},
		{"a chase camera", world.Quake2, world.Player{}, 1313, 0}, {"a mod's own stat", world.Quake2,
			world.Player{}, 1568, 1},
	} {
		w, stat := rules.New("qwd"), world.StatHealth
		if test.game == world.Quake2 {
			w, stat = rules.New("dm2"), world.Quake2StatHealth
			w.Begin(&message.Packet{})
			w.Apply(&message.Quake2ServerData{Protocol: 34, IsDemo: 1})
			w.End()
			w.Stats.Set(world.Quake2StatChase, test.chase)
		}
		test.player.Name, test.player.InUse = "Ann", true
		w.Recorder, w.Players, w.Events = 0, []world.Player{test.player}, nil
		g := newGatherer(1 << 40)
		for i, v := range []int32{100, 100, 0, 0} {
			w.Clock = float64(10 + i)
			w.Stats.Set(stat, v)
			g.packet(w)
		}
		if list := g.take(nil, true); len(list) != test.deaths {
			t.Errorf("%s: %+v", test.name, list)
		}
	}
}

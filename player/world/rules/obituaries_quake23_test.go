package rules_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// q2Print returns the world after a line for everybody, and the events of it
// but for the print itself.
func q2Print(t *testing.T, level uint8, text string) (*world.World, []world.Event) {
	t.Helper()
	w := q2Client(t)
	feed(w, q2String(1315, `Ann was`), q2String(1316, "Bob Ray"), q2String(1317, "was railed by"))
	feed(w, &message.Print{Level: level, Text: []byte(text)})
	var list []world.Event
	for _, e := range w.Events {
		if e.Kind != world.EventPrint && e.Kind != world.EventChat {
			e.Text = nil
			list = append(list, e)
		}
	}
	return w, list
}

// The lines in which Quake II, its capture-the-flag and its mission packs tell
// of deaths: Ann is slot 0, Bob slot 1, Cy slot 2, Bob Ray slot 4.
func TestQuake2DeathLines(t *testing.T) {
	const theWorld = -2 // killed the victim, which loses a frag
	_, rows := corpus.Table(t, "testdata/quake2-obituaries.csv")
	for _, row := range rows {
		line, weaponName := row[0], row[3]
		victim, err := strconv.Atoi(row[1])
		killer, wrong := strconv.Atoi(row[2])
		if err != nil || wrong != nil {
			t.Fatalf("row %q", row)
		}
		w, list := q2Print(t, 1, line+"\n")
		want := []world.Event{{Kind: world.EventKill, Player: max(killer, world.Nobody), Other: victim,
			Weapon: weapon.Named(weaponName)}}
		for word, blow := range map[string]world.HitType{
			" popped ": world.HitDirect, " ate ": world.HitDirect, " caught Bob's hand": world.HitDirect,
			"'s shrapnel": world.HitSplash, " dodged ": world.HitSplash, " didn't see ": world.HitSplash,
		} {
			if strings.Contains(line, word) {
				want[0].HitType = blow
			}
		}
		if d := cmp.Diff(want, list); d != "" {
			t.Errorf("%q: %s", line, d)
			continue
		}
		if w.Events[len(w.Events)-1].Text == nil || string(w.Events[len(w.Events)-1].Text) != line {
			t.Errorf("%q: the event's text is %q", line, w.Events[len(w.Events)-1].Text)
		}
		for i, p := range w.Players {
			var frags, kills, deaths, suicides int32
			if i == victim {
				deaths = 1
			}
			switch {
			case killer == victim && i == victim:
				frags, suicides = -1, 1
			case killer == theWorld && i == victim:
				frags = -1
			case killer == i:
				frags, kills = 1, 1
			}
			if p.Frags != frags || p.Kills != kills || p.Deaths != deaths || p.Suicides != suicides ||
				p.TeamKills != 0 {
				t.Errorf("%q: player %d has %d frags, %d kills, %d deaths, %d suicides", line, i, p.Frags, p.Kills,
					p.Deaths, p.Suicides)
			}
		}
	}
}

// Lines that tell of no death.
func TestQuake2NoDeathLines(t *testing.T) {
	for _, test := range []struct {
		level uint8
		line  string
	}{
		{3, "Ann was railed by Bob\n"}, {3, "Cy: Ann was railed by Bob\n"},
		{1, "Cy: Ann was railed by Bob\n"}, {1, " Ann was railed by Bob\n"}, {1, "Zed was railed by Bob\n"},
		{1, "ann was railed by Bob\n"},
		{1, "Annwas railed by Bob\n"}, {1, "Ann  was railed by Bob\n"}, {1, "Ann was railed byBob\n"},
		{1, "Ann was railed by\n"},
		{1, "Ann was railed by \n"}, {1, "Ann ate Bob\n"}, {1, "Ann ate Bob's\n"}, {1, "Ann ate 's rocket\n"},
		{1, "Ann ate's rocket\n"},
		{1, "Ann died!\n"}, {1, "Ann died..\n"}, {1, "Ann died again\n"}, {1, "Ann blew up the bridge\n"}, {1, "Ann\n"},
		{1, "Ann \n"}, {1, "\n"}, {1, ""},
		{1, "A died\n"}, {1, "An died\n"}, {1, "Anna died\n"}, {1, "Ann entered the game\n"}, {1, "Ann Died\n"},
		{1, "Ann's died\n"},
	} {
		w, list := q2Print(t, test.level, test.line)
		if len(list) != 0 {
			t.Errorf("%q: %+v", test.line, list)
		}
		for i, p := range w.Players {
			if p.Frags != 0 || p.Kills != 0 || p.Deaths != 0 {
				t.Errorf("%q: player %d %+v", test.line, i, p)
			}
		}
	}
}

// Where a player's own stats tell its frags, deaths do not.
func TestQuake2FragsOfStats(t *testing.T) {
	w := q2Client(t)
	feed(w, q2Frame(1, -1, &message.Quake2PlayerInfo{StatBits: 1 << 14, Stats: []int16{7}})...)
	feed(w, &message.Print{Level: 1, Text: []byte("Bob was railed by Ann\n")},
		&message.Print{Level: 1, Text: []byte("Ann cratered\n")},
		&message.Print{Level: 1, Text: []byte("Ann was railed by Bob\n")})
	if p := w.Players[0]; p.Frags != 7 || p.Kills != 1 || p.Deaths != 2 {
		t.Errorf("%+v", p)
	}
	if p := w.Players[1]; p.Frags != 1 || p.Kills != 1 || p.Deaths != 1 {
		t.Errorf("%+v", p)
	}
}

// What lines for everybody tell of the match.
func TestQuake2MatchLines(t *testing.T) {
	kind := func(k world.EventKind) []world.Event {
		return []world.Event{{Kind: k, Player: world.Nobody, Other: world.Nobody}}
	}
	item := func(k world.EventKind, player int, item string) []world.Event {
		return []world.Event{{Kind: k, Player: player, Other: world.Nobody, Item: item}}
	}
	byScore := kind(world.EventMatchEnd)
	byScore[0].ByScore = true
	for _, test := range []struct {
		line string
		want []world.Event
	}{
		{"Fight!", kind(world.EventMatchStart)},
		{"MATCH HAS STARTED!", kind(world.EventMatchStart)},
		{"The MATCH HAS STARTED", kind(world.EventMatchStart)},
		{"Timelimit hit.", kind(world.EventMatchEnd)},
		{"Fraglimit hit.", byScore},
		{"Capturelimit hit.", byScore},
		{"Match ended.", kind(world.EventMatchEnd)},
		{"MATCH COMPLETED", kind(world.EventMatchEnd)},
		{"Bob got the RED flag!", item(world.EventItem, 1, "Red Flag")},
		{"Bob got the BLUE flag!", item(world.EventItem, 1, "Blue Flag")},
		{"Bob captured the RED flag!", item(world.EventCapture, 1, "Red Flag")},
		{"Bob Ray captured the BLUE flag!", item(world.EventCapture, 4, "Blue Flag")},
		{"Bob returned the BLUE flag!", item(world.EventFlagReturned, 1, "Blue Flag")},
		{"Bob lost the RED flag!", item(world.EventFlagLost, 1, "Red Flag")},
		{"The BLUE flag has returned!", item(world.EventFlagReturned, world.Nobody, "Blue Flag")},
		{"Zed lost the RED flag!", nil},
		{"The GREEN flag has returned!", nil}, {"The RED flag has gone!", nil}, {"The RED flag", nil},
		{"The RED banner has returned!", nil},
		{"Bob got the GREEN flag!", nil},
		{"Bob got the RED flag", nil},
		{"Zed got the RED flag!", nil},
		{"Zed captured the RED flag!", nil},
		{" got the RED flag!", nil},
		{"Fight", nil}, {"Fight!!", nil}, {"fight!", nil}, {"Match has started", nil}, {"Timelimit", nil},
		{"The Timelimit hit.", nil},
	} {
		_, list := q2Print(t, 2, test.line+"\n")
		if d := cmp.Diff(test.want, list); d != "" {
			t.Errorf("%q: %s", test.line, d)
		}
	}
	// What a player says is nothing of that.
	for _, line := range []string{"Fight!", "Timelimit hit.", "Bob got the RED flag!", "MATCH HAS STARTED"} {
		if _, list := q2Print(t, 3, line+"\n"); len(list) != 0 {
			t.Errorf("%q said: %+v", line, list)
		}
	}
	w := q2Client(t)
	feed(w, &message.CenterPrint{Text: []byte("Fight!")})
	if len(eventsOf(w, world.EventMatchStart)) != 1 || string(w.Notices.Center) != "Fight!" {
		t.Errorf("%+v", w.Events)
	}
	feed(w, &message.CenterPrint{Text: []byte("Fight on")})
	if len(w.Events) != 0 {
		t.Errorf("%+v", w.Events)
	}
}

// A time-out of OpenTDM pauses the demo, once, until the fight goes on.
func TestQuake2TimeOuts(t *testing.T) {
	w := q2Client(t)
	steps := []struct {
		level  uint8
		text   string
		paused bool
		event  []world.Event
	}{
		{3, "Bob called a timeout.\n", false, nil},
		{3, "Bob (Home) called a time out.\n", true,
			[]world.Event{{Kind: world.EventPause, Player: 1, Other: world.Nobody, Value: 1}}},
		{3, "Ann called a time out.\n", true, nil},
		{2, "Fight!\n", false, []world.Event{{Kind: world.EventPause, Player: world.Nobody, Other: world.Nobody}}},
		{2, "Fight!\n", false, nil},
		{3, "Zed called a time out.\n", true, []world.Event{{Kind: world.EventPause, Player: world.Nobody,
			Other: world.Nobody, Value: 1}}},
	}
	for _, step := range steps {
		feed(w, &message.Print{Level: step.level, Text: []byte(step.text)})
		list := eventsOf(w, world.EventPause)
		for i := range list {
			list[i].Text = nil
		}
		if d := cmp.Diff(step.event, list); d != "" || w.Paused != step.paused {
			t.Errorf("%q: %v %s", step.text, w.Paused, d)
		}
	}
}

// Who says a line, and how it is kept for the screen.
func TestQuake2Chat(t *testing.T) {
	for _, test := range []struct {
		text   string
		player int
	}{
		{"Bob: hi\n", 1}, {"(Bob): here\n", 1}, {"Ann: Bob: hi\n", 0}, {"Bob Ray: hi\n", 4}, {"Ann was: hi\n", 3},
		{"Zed: hi\n", world.Nobody}, {"Bobby: hi\n", world.Nobody}, {"hi Bob: hi\n", world.Nobody},
	} {
		w, list := q2Print(t, 3, test.text)
		if len(list) != 0 {
			t.Errorf("%q: %+v", test.text, list)
		}
		want := []world.Event{{Kind: world.EventChat, Player: test.player, Other: world.Nobody, Level: 3,
			Text: []byte(test.text)}}
		if d := cmp.Diff(want, eventsOf(w, world.EventChat)); d != "" {
			t.Errorf("%q: %s", test.text, d)
		}
		l := w.Notices.Line(0)
		if w.Notices.Len() != 1 || !l.Chat || l.Level != 3 || string(l.Text)+"\n" != test.text ||
			l.Targets != world.Everybody {
			t.Errorf("%q: %+v", test.text, l)
		}
	}
	for level := uint8(0); level < 3; level++ {
		w, _ := q2Print(t, level, "Bob: hi\n")
		want := []world.Event{{Kind: world.EventPrint, Player: world.Nobody, Other: world.Nobody, Level: level,
			Text: []byte("Bob: hi\n")}}
		if d := cmp.Diff(want, w.Events); d != "" || w.Notices.Line(0).Chat || w.Notices.Line(0).Level != level {
			t.Errorf("level %d: %s", level, d)
		}
	}
}

// Items that Quake II's pickup stat names: trifles are none.
func TestQuake2ItemNames(t *testing.T) {
	for _, test := range []struct {
		name   string
		weight bool
	}{
		{"Combat Armor", true}, {"Body Armor", true}, {"Jacket Armor", true}, {"Power Shield", true},
		{"Power Screen", true},
		{"Shotgun", true}, {"Super Shotgun", true}, {"Machinegun", true}, {"Chaingun", true},
		{"Grenade Launcher", true},
		{"Rocket Launcher", true}, {"HyperBlaster", true}, {"Railgun", true}, {"BFG10K", true}, {"Quad Damage", true},
		{"Invulnerability", true}, {"Silencer", true}, {"Rebreather", true}, {"Environment Suit", true},
		{"Ammo Pack", true},
		{"Bandolier", true}, {"Adrenaline", true}, {"Ancient Head", true}, {"Red Flag", true},
		{"Disruptor Shield", true},
		{"Armor Shard", false}, {"Health", false}, {"Shells", false}, {"Bullets", false}, {"Cells", false},
		{"Rockets", false},
		{"Slugs", false}, {"Grenades", false}, {"Magslug", false}, {"Trap", false}, {"Flechettes", false},
		{"Mines", false},
		{"Tesla", false}, {"Prox", false}, {"Rounds", false}, {"", false},
	} {
		w := q2Client(t)
		feed(w, q2String(1060, test.name))
		took := func(n int32, index int16) []world.Event {
			feed(w, q2Frame(n, n-1, &message.Quake2PlayerInfo{StatBits: 1 << 8, Stats: []int16{index}})...)
			return eventsOf(w, world.EventItem)
		}
		if list := took(1, 1060); len(list) != 0 {
			t.Errorf("%q: before the recording %+v", test.name, list)
		}
		took(2, 0)
		var want []world.Event
		if test.weight {
			want = []world.Event{{Kind: world.EventItem, Player: 0, Other: world.Nobody, Item: test.name}}
		}
		if d := cmp.Diff(want, took(3, 1060)); d != "" {
			t.Errorf("%q: %s", test.name, d)
		}
		if list := took(4, 1060); len(list) != 0 {
			t.Errorf("%q: still shown: %+v", test.name, list)
		}
		if list := took(5, 1061); len(list) != 0 {
			t.Errorf("%q: a text that is not there: %+v", test.name, list)
		}
	}
	// The megahealth is known by its sound, of a player.
	w := q2Client(t)
	feed(w, q2String(289, "items/m_health.wav"), q2String(290, "items/l_health.wav"))
	feed(w, q2Frame(1, -1, nil)...)
	for _, test := range []struct {
		entity, sound int32
		want          []world.Event
	}{
		{1, 1, []world.Event{{Kind: world.EventItem, Player: 0, Other: world.Nobody, Item: "Megahealth"}}},
		{3, 1, []world.Event{{Kind: world.EventItem, Player: 2, Other: world.Nobody, Item: "Megahealth"}}},
		{4, 1, nil}, {0, 1, nil}, {1, 2, nil}, {1, 3, nil},
	} {
		feed(w, &message.Sound{Entity: test.entity, Sound: test.sound})
		if d := cmp.Diff(test.want, eventsOf(w, world.EventItem)); d != "" {
			t.Errorf("sound %d of entity %d: %s", test.sound, test.entity, d)
		}
	}
}

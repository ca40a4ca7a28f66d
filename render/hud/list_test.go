package hud

import (
	"strings"
	"testing"

	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/setting"
)

// listInput is a moment with a list of events, one each ten seconds.
func listInput(s Screen) *Input {
	in := &Input{Screen: s, Moment: Moment{World: quakeWorld(4)}, Timeline: Timeline{Duration: 1000, Complete: true},
		Followed: Followed{Watched: 1}}
	in.Filter = AllClasses
	for i := range 100 {
		e := timeline.Event{Clock: float64(i) * 10, Kind: world.EventKill, Player: i % 4, Other: (i + 1) % 4,
			PlayerName: "Ranger", OtherName: bronze("Vesper"), Weapon: weapon.Axe}
		switch {
		case i%10 == 3:
			e = timeline.Event{Clock: e.Clock, Kind: world.EventChat, Text: "Lumen: " + bronze("QUAD") + " soon"}
		case i%10 == 5:
			e = timeline.Event{Clock: e.Clock, Kind: world.EventItem, PlayerName: "Quarry", Item: "Quad Damage"}
		}
		in.Events = append(in.Events, e)
	}
	in.Bookmarks = []bookmarks.Mark{{Clock: 55, Name: "The Quad fight"}, {Clock: 995}}
	in.List = NewEventList()
	return in
}

func (in *Input) updateList() *Panel {
	p := NewPanel(in.Screen)
	in.List.update(in, &p)
	return &p
}

func TestListFilters(t *testing.T) {
	in := listInput(screens[3])
	l := in.List
	for _, c := range []struct {
		name  string
		shown ClassSet
		query string
		want  int
	}{
		{"all", AllClasses, "", 102},
		{"chat", Classes(ClassChat), "", 10},
		{"kills of all kinds", Classes(ClassKill, ClassMine, ClassDeath), "", 80},
		{"nothing", 0, "", 0},
		{"bookmarks", Classes(ClassBookmark), "", 2},
		{"a word in colors, capitals, items, chat and names of bookmarks", AllClasses, "quad", 21},
		{"a word over two parts of a line", AllClasses, "Ranger KILLED vesper", 80},
		{"a word and a class", Classes(ClassItem), "qua", 10},
		{"no such word", AllClasses, "cacodemon", 0},
	} {
		in.Filter = c.shown
		l.Query.Set(c.query)
		in.updateList()
		if l.Len() != c.want {
			t.Errorf("%s: %d rows, want %d", c.name, l.Len(), c.want)
		}
		last := -1.0
		for i := range l.rows {
			if l.rows[i].clock < last {
				t.Fatalf("%s: rows are not in order of time", c.name)
			}
			last = l.rows[i].clock
		}
	}
	in.Filter = AllClasses
	l.Query.Set("")
	in.updateList()
	if event, mark := l.Row(6); event != -1 || mark != 0 {
		t.Errorf("row 6 is event %d, mark %d; want the first bookmark", event, mark)
	}
	if event, mark := l.Row(7); event != 6 || mark != -1 {
		t.Errorf("row 7 is event %d, mark %d", event, mark)
	}
	if event, mark := l.Row(500); event != -1 || mark != -1 {
		t.Errorf("row 500 is event %d, mark %d", event, mark)
	}
}

func TestListTellsNothingAhead(t *testing.T) {
	in := listInput(screens[3])
	in.Clock, in.Bookmarks = 100, nil
	in.Set(setting.Spoilers, false)
	in.updateList()
	if in.List.Len() != 11 {
		t.Errorf("at 100 s %d rows, want 11", in.List.Len())
	}
	in.Clock = 95
	in.updateList()
	if in.List.Len() != 10 {
		t.Errorf("back at 95 s %d rows, want 10", in.List.Len())
	}
}

func TestListFollowsTheMoment(t *testing.T) {
	in := listInput(screens[3])
	l := in.List
	p := in.updateList()
	visible := func() bool { return float32(l.now) >= l.top && float32(l.now) <= l.top+float32(p.Visible())-1 }
	for _, clock := range []float64{0, 50, 500, 994, 1000, 300, 299, 0} {
		in.Clock = clock
		in.updateList()
		if want := clock; l.rows[max(0, l.now)].clock > want || !visible() {
			t.Errorf("at %v row %d from %v is not in sight", clock, l.now, l.top)
		}
	}
	// Backwards, frame by frame.
	for clock := 1000.0; clock > 0; clock -= 0.7 {
		in.Clock = clock
		in.updateList()
		if !visible() {
			t.Fatalf("backwards at %v row %d is not in sight from %v", clock, l.now, l.top)
		}
	}
	// Who scrolls away stays there, until the moment is in sight again.
	in.Clock = 0
	in.updateList()
	l.Scroll(p, 60)
	in.Clock = 10
	in.updateList()
	if l.top != 60 {
		t.Errorf("scrolled to 60, it is at %v", l.top)
	}
	l.Page(p, -1)
	if want := 60 - float32(p.Visible()-1); l.top != want {
		t.Errorf("a page up is at %v, want %v", l.top, want)
	}
	l.Scroll(p, -1000)
	if l.top != 0 || !l.follow {
		t.Errorf("at the top: %v, follows %v", l.top, l.follow)
	}
	l.Scroll(p, 1e6)
	if want := float32(l.Len() - p.Visible()); l.top != want || l.follow {
		t.Errorf("at the end: %v, want %v", l.top, want)
	}
	l.FollowNow()
	in.updateList()
	if !visible() {
		t.Error("asked to follow it does not")
	}
}

func TestScrollBar(t *testing.T) {
	for _, s := range screens {
		in := listInput(s)
		l, p := in.List, in.updateList()
		track := p.Scroll
		for _, part := range []float32{0, 0.25, 0.5, 0.99, 1} {
			l.ScrollTo(p, track.Y+part*track.H)
			th := l.thumb(p)
			if th.Y < track.Y-0.5 || th.Y+th.H > track.Y+track.H+0.5 {
				t.Errorf("%v: at %v the thumb is %v in %v", s, part, th, track)
			}
			if middle := th.Y + th.H/2; part*track.H > th.H/2 && (1-part)*track.H > th.H/2 &&
				(middle < track.Y+part*track.H-p.Row || middle > track.Y+part*track.H+p.Row) {
				t.Errorf("%v: pulled to %v the thumb's middle is %v", s, part, (middle-track.Y)/track.H)
			}
		}
		if l.top != float32(l.Len()-p.Visible()) {
			t.Errorf("%v: pulled to the end the top is %v", s, l.top)
		}
		in.Filter = Classes(ClassBookmark)
		in.updateList()
		if th := l.thumb(p); th.H != 0 || l.top != 0 {
			t.Errorf("%v: two rows have a thumb %v", s, th)
		}
		l.ScrollTo(p, track.Y)
	}
}

func TestPanelPartsAreApartAndInside(t *testing.T) {
	for _, s := range append([]Screen{{480, 300, 1, 0, false}}, screens...) {
		p := NewPanel(s)
		l := NewLayout(s)
		if p.Rect.Overlaps(l.Bar) || !(Rect{0, 0, s.Width, s.Height}).Contains(p.Rect) {
			t.Errorf("%v: panel %v", s, p.Rect)
		}
		parts := map[string]Rect{"title": p.Title, "spoilers": p.Spoilers, "close": p.Close, "query": p.Query,
			"rows": p.Rows, "scroll": p.Scroll}
		for i, r := range p.Chips {
			parts["chip "+Class(i).String()] = r
		}
		for name, r := range parts {
			if r.W <= 0 || r.H <= 0 || !p.Rect.Contains(r) {
				t.Errorf("%v: %s %v is not in %v", s, name, r, p.Rect)
			}
			for other, q := range parts {
				if name < other && r.Overlaps(q) {
					t.Errorf("%v: %s %v and %s %v overlap", s, name, r, other, q)
				}
			}
		}
		if p.Visible() < 5 {
			t.Errorf("%v: only %d rows are seen", s, p.Visible())
		}
		in := &Input{Screen: s, Browsing: Browsing{List: NewEventList()}}
		for _, score := range []bool{false, true} {
			rest, narrow := in.layout(score, 0)
			if narrow {
				continue
			}
			for name, r := range areas(rest) {
				if name != "Bar" && r.Overlaps(p.Rect) {
					t.Errorf("%v: %s %v is under the panel", s, name, r)
				}
			}
			if rest.Bar != l.Bar {
				t.Errorf("%v: beside the panel the bar is %v", s, rest.Bar)
			}
		}
	}
}

func TestPanelHits(t *testing.T) {
	in := listInput(screens[3])
	p := in.updateList()
	l := in.List
	l.Scroll(p, 20)
	middle := func(r Rect) (x, y float32) { return r.X + r.W/2, r.Y + r.H/2 }
	hit := func(r Rect, want ListPart, index int) {
		t.Helper()
		x, y := middle(r)
		if part, i := p.Hit(l, x, y); part != want || i != index {
			t.Errorf("at %v part %d %d, want %d %d", r, part, i, want, index)
		}
	}
	hit(p.Close, ListClose, -1)
	hit(p.Spoilers, ListSpoilers, -1)
	hit(p.Query, ListQuery, -1)
	hit(p.Scroll, ListScroll, -1)
	hit(p.Title, ListGround, -1)
	for i, r := range p.Chips {
		hit(r, ListChip, i)
	}
	for i := range p.Visible() {
		hit(Rect{p.Rows.X, p.Rows.Y + float32(i)*p.Row, p.Rows.W, p.Row}, ListRow, 20+i)
	}
	if part, _ := p.Hit(l, p.Rect.X-1, p.Rect.Y+50); part != ListNone {
		t.Errorf("beside the panel is part %d", part)
	}
	in.Filter = Classes(ClassBookmark)
	in.updateList()
	hit(Rect{p.Rows.X, p.Rows.Y + 5*p.Row, p.Rows.W, p.Row}, ListGround, -1)
}

func TestTyped(t *testing.T) {
	var l Typed
	l.Add([]rune("a\tbé\x1b日"))
	if l.String() != "abé日" {
		t.Errorf("typed %q", l.String())
	}
	l.Erase()
	l.Erase()
	if l.String() != "ab" {
		t.Errorf("after erasing %q", l.String())
	}
	l.Erase()
	l.Erase()
	l.Erase()
	if l.String() != "" {
		t.Errorf("after erasing all %q", l.String())
	}
	l.Add([]rune(strings.Repeat("é", 500)))
	if len(l.Bytes()) > maxTyped || !strings.HasSuffix(l.String(), "é") {
		t.Errorf("%d bytes were kept", len(l.Bytes()))
	}
}

// What kills in a level has the words that the line of a kill has: see TestKillFalls.
func TestDeathsOfALevel(t *testing.T) {
	for _, c := range []struct {
		game   world.Game
		weapon string
		fall   float32
		want   string
	}{
		{world.Quake3, "trap", 700, "Bo fell out of the map"}, {world.Quake, "trap", 700, "Bo fell to death"},
		{world.Quake3, "trap", 0, "Bo died in a map trap"},
		{world.QuakeWorld, "void", 0, "Bo fell out of the map"}, {world.Quake3, "falling", 0, "Bo fell to death"},
		{world.Quake2, "unknown", 0, "Bo died"},
		{world.Quake, "", 700, "Bo fell to death"}, {world.Quake, "lava", 700, "Bo died in lava"},
		{world.Quake, "slime", 0, "Bo died in slime"},
		{world.QuakeWorld, "water", 0, "Bo drowned"}, {world.QuakeWorld, "squish", 0, "Bo was crushed"},
		{world.Quake2, "crusher", 0, "Bo was crushed"},
		{world.Quake2, "laser", 0, "Bo was killed by a laser"}, {world.Quake, "telefrag", 0, "Bo was telefragged"},
		{world.Quake, "explosion", 0, "Bo died in an explosion"},
		{world.Quake, "rocket launcher", 0, "Bo was killed, rocket launcher"}, {world.QuakeWorld, "stomp", 0,
			"Bo was stomped"},
	} {
		e := timeline.Event{Kind: world.EventKill, Player: world.Nobody, Other: 2, OtherName: "Bo",
			Weapon: weapon.Named(c.weapon),
			Fall:   c.fall}
		if got := EventText(c.game, &e, func(s string) string { return s }); got != c.want {
			t.Errorf("%s, %v: %q, want %q", c.weapon, c.fall, got, c.want)
		}
	}
	// A team mate who is not named: what the level kills with is said of who died, and not of the mate.
	for name, want := range map[string]string{"falling": "Bo fell to death, by a team-mate",
		"rocket launcher": "Bo was killed by a team-mate, rocket launcher", "": "Bo was killed by a team-mate"} {
		e := timeline.Event{Kind: world.EventKill, Player: world.Nobody, Other: 2, OtherName: "Bo",
			Weapon:   weapon.Named(name),
			TeamKill: true}
		if got := EventText(world.QuakeWorld, &e, func(s string) string { return s }); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for game, want := range map[world.Game]string{world.Quake3: "Ann killed Bo, who died in a map trap",
		world.Quake2: "Ann killed Bo, trap"} {
		e := timeline.Event{Kind: world.EventKill, Player: 1, Other: 2, PlayerName: "Ann", OtherName: "Bo",
			Weapon: weapon.Trap}
		if got := EventText(game, &e, func(s string) string { return s }); got != want {
			t.Errorf("%v: %q, want %q", game, got, want)
		}
	}
}

// What the list says of every kind of event names what matters.
func TestEventTexts(t *testing.T) {
	for _, c := range []struct {
		event timeline.Event
		want  string
	}{
		{timeline.Event{Kind: world.EventKill, Player: 1, Other: 2, PlayerName: "Ann", OtherName: "Bo",
			Weapon: weapon.Axe},
			"Ann killed Bo, axe"},
		{timeline.Event{Kind: world.EventKill, Player: 2, Other: 2, PlayerName: "Bo", OtherName: "Bo"},
			"Bo killed themselves"},
		{timeline.Event{Kind: world.EventKill, Player: 2, Other: 2, PlayerName: "Bo", OtherName: "Bo",
			Weapon: weapon.RocketLauncher}, "Bo died by their own rocket launcher"},
		{timeline.Event{Kind: world.EventKill, Player: 2, Other: 2, PlayerName: "Bo", OtherName: "Bo",
			Weapon: weapon.Suicide}, "Bo committed suicide"},
		{timeline.Event{Kind: world.EventKill, Player: world.Nobody, Other: 2, OtherName: "Bo"}, "Bo died"},
		{timeline.Event{Kind: world.EventKill, Player: 2, Other: 2, PlayerName: "Bo", OtherName: "Bo",
			Weapon: weapon.Discharge}, "Bo died of a discharge"},
		{timeline.Event{Kind: world.EventKill, Player: 1, Other: 2, PlayerName: "Ann", OtherName: "Bo",
			Weapon: weapon.Discharge}, "Ann killed Bo, discharge"},
		{timeline.Event{Kind: world.EventKill, Player: 1, Other: 2, PlayerName: "Ann", OtherName: "Bo",
			Weapon: weapon.Telefrag}, "Ann killed Bo, telefrag"},
		{timeline.Event{Kind: world.EventKill, Player: 1, Other: 2, PlayerName: "Ann", OtherName: "Bo",
			Weapon: weapon.Void},
			"Ann killed Bo, who fell out of the map"},
		{timeline.Event{Kind: world.EventKill, Player: 1, Other: world.Nobody, PlayerName: "Ann"},
			"Ann killed somebody"},
		{timeline.Event{Kind: world.EventChat, Text: "Ann: gg"}, "Ann: gg"},
		{timeline.Event{Kind: world.EventItem, Player: 1, PlayerName: "Ann", Item: "Red Armor"}, "Ann took Red Armor"},
		{timeline.Event{Kind: world.EventItem, Player: world.Nobody, Item: "Red Flag"}, "somebody took Red Flag"},
		{timeline.Event{Kind: world.EventCapture, PlayerName: "Ann"}, "Ann captured the flag"},
		{timeline.Event{Kind: world.EventCapture, PlayerName: "Ann", Value: 2}, "Ann captured the flag"},
		{timeline.Event{Kind: world.EventCapture, PlayerName: "Ann", Item: "Red Flag"}, "Ann captured the flag"},
		{timeline.Event{Kind: world.EventCapture, PlayerName: "Ann", Item: "Skulls", Value: 2},
			"Ann brought in skulls"},
		{timeline.Event{Kind: world.EventCapture, Player: world.Nobody, Value: 1}, "the red team captured the flag"},
		{timeline.Event{Kind: world.EventCapture, Player: world.Nobody, Value: 2}, "the blue team captured the flag"},
		{timeline.Event{Kind: world.EventCapture, Player: world.Nobody}, "somebody captured the flag"},
		{timeline.Event{Kind: world.EventFlagLost, PlayerName: "Ann", Item: "Red Flag"}, "Ann lost Red Flag"},
		{timeline.Event{Kind: world.EventFlagLost, Player: world.Nobody, Item: "Red Flag"}, "somebody lost Red Flag"},
		{timeline.Event{Kind: world.EventFlagReturned, PlayerName: "Ann", Item: "Blue Flag"}, "Ann returned Blue Flag"},
		{timeline.Event{Kind: world.EventFlagReturned, Player: world.Nobody, Item: "Blue Flag"}, "Blue Flag is back"},
		{timeline.Event{Kind: world.EventPause, Value: 1}, "game paused"},
		{timeline.Event{Kind: world.EventPause}, "game resumed"},
		{timeline.Event{Kind: world.EventMatchStart}, "match begins"},
		{timeline.Event{Kind: world.EventMatchEnd}, "match ends"},
		{timeline.Event{Kind: world.EventLevel, Text: "Castle"}, "level Castle"},
		{timeline.Event{Kind: world.EventMark, Text: "3"}, "mark 3"},
		{timeline.Event{Kind: world.EventSecret}, "secret found"},
		{timeline.Event{Kind: world.EventIntermission}, "intermission"},
		{timeline.Event{Kind: world.EventIntermission, Text: "1:23.456, 3 of 9 kills"},
			"level completed in 1:23.456, 3 of 9 kills"},
		{timeline.Event{Kind: world.EventMonster, Player: 1, PlayerName: "Ann", Item: "Ogre"}, "Ann killed Ogre"},
		{timeline.Event{Kind: world.EventMonster, Player: world.Nobody, Item: "Ogre"}, "killed Ogre"},
		{timeline.Event{Kind: world.EventMonster, Player: world.Nobody}, "killed a monster"},
		{timeline.Event{Kind: world.EventKill, Player: 1, Other: 2, PlayerName: "Ann", OtherName: "Bo", TeamKill: true,
			Weapon: weapon.Axe}, "Ann team-killed Bo, axe"},
		{timeline.Event{Kind: world.EventKill, Player: 1, Other: world.Nobody, PlayerName: "Ann", TeamKill: true},
			"Ann team-killed a team-mate"},
		{timeline.Event{Kind: world.EventKill, Player: world.Nobody, Other: 2, OtherName: "Bo", TeamKill: true},
			"Bo was killed by a team-mate"},
	} {
		got := ""
		for _, p := range appendEvent(nil, charsetQuake, world.Quake, &c.event) {
			got += p.text
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

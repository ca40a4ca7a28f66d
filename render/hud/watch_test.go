package hud

import (
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/story"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// watchInput is a moment of a fight as [Watch] shows it, just after the followed player has killed somebody.
func watchInput(s Screen) *Input {
	in := fakeInput(s)
	in.Display, in.Messages = Watch, nil
	in.World = quakeWorld(4)
	in.Clock = in.World.Clock
	in.Events = []timeline.Event{
		{Clock: in.Clock - 0.5, Kind: world.EventKill, Player: 0, Other: 2, PlayerName: "Ranger", OtherName: "Quarry",
			Weapon: weapon.RocketLauncher},
		{Clock: in.Clock + 0.5, Kind: world.EventKill, Player: 1, Other: 0, PlayerName: "Vesper", OtherName: "Ranger",
			Weapon: weapon.Thunderbolt},
	}
	in.NameColors = []draw.Color{colorYellow, colorBlue, colorGreen, colorViolet}
	in.Hand = anchor.Body{X: 0.6 * s.Width, Y: 0.7 * s.Height, W: 0.2 * s.Width, H: 0.3 * s.Height}
	in.Matchup.Sides = [2]anchor.Label{{Text: "Ranger", Player: 1}, {Text: "Vesper", Player: 2}}
	at := func(x, y float32, l anchor.Label) {
		body := anchor.Body{X: x*s.Width - 0.02*s.Width, Y: y * s.Height, W: 0.04 * s.Width, H: 0.12 * s.Height}
		in.Bodies = append(in.Bodies, body)
		l.X, l.Y, l.Depth, l.Body = x*s.Width, y*s.Height-4, 300, len(in.Bodies)
		l.Color = in.NameColors[l.Player-1]
		in.Labels = append(in.Labels, l)
	}
	at(0.35, 0.45, anchor.Label{Text: "Vesper", Player: 2, Status: story.Status{Weapon: weapon.LightningGun,
		Threat: true, Hurt: 1}})
	at(0.6, 0.4, anchor.Label{Text: "Lumen", Player: 4, Status: story.Status{Weapon: weapon.Railgun, HealthKnown: true,
		Health: 60, ArmorKnown: true, Armor: 100}})
	in.Levels[0].Start = in.Clock - 1
	return in
}

// TestWatchSaysNothingTwice: in a fight the name plate, the tags and the kill line say all, without words about
// the fight, numbers at others, or anything that has not happened yet.
func TestWatchSaysNothingTwice(t *testing.T) {
	in := watchInput(screens[3])
	h := New(1)
	h.Build(in)
	got := words(h)
	for _, once := range []string{`"Lumen"`, `"87"`, `"142"`, `"23"`} {
		if strings.Count(got, once) != 1 {
			t.Errorf("%s stands %d times in %s", once, strings.Count(got, once), got)
		}
	}
	if !strings.Contains(got, `"→" "Quarry" ", rocket"`) {
		t.Errorf("the kill is told as %s", got)
	}
	for _, never := range []string{"hit", "aims", "kill", "lightning", `"60"`, "recorder", "near "} {
		if strings.Contains(got, never) {
			t.Errorf("%q is in %s", never, got)
		}
	}
	build := func() { h.Build(in) }
	if n := testing.AllocsPerRun(5, build); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestSignsArePrinted: the font has the signs of the watch display.
func TestSignsArePrinted(t *testing.T) {
	for _, sign := range []string{killedSign, killedBySign, diedSign, "≈"} {
		if !Prints(strings.TrimSpace(sign)) {
			t.Errorf("the font lacks %q", sign)
		}
	}
}

// TestKillLine says what has happened to the followed player, for two seconds.
func TestKillLine(t *testing.T) {
	for _, c := range []struct {
		e    timeline.Event
		ago  float64
		want string
	}{
		{timeline.Event{Player: 0, Other: 1, OtherName: "Lumen", Weapon: weapon.RocketLauncher}, 1,
			"→ Lumen, rocket"},
		{timeline.Event{Player: 1, PlayerName: "Quarry", Weapon: weapon.Railgun}, 1, "← Quarry, rail"},
		{timeline.Event{Player: 0, Weapon: weapon.RocketLauncher}, 1, "× own rocket"},
		{timeline.Event{Player: world.Nobody, Weapon: weapon.Falling}, 1, "× fell to death"},
		{timeline.Event{Player: world.Nobody}, 1, "× died"},
		{timeline.Event{Player: 1, PlayerName: "Quarry"}, 1, "← Quarry"},
		{timeline.Event{Player: 1, PlayerName: "Quarry"}, 2.1, ""},
		{timeline.Event{Player: 1, PlayerName: "Quarry"}, -0.1, ""},
		{timeline.Event{Player: 1, Other: 2}, 1, ""},
	} {
		in := watchInput(screens[3])
		c.e.Kind, c.e.Clock = world.EventKill, in.Clock-c.ago
		in.Events = []timeline.Event{c.e}
		in.Levels = nil
		in.World.Players[0].Dead = c.e.Other == 0
		h := New(1)
		h.decide(in)
		got := ""
		if e, _ := in.lastKill(); e != nil {
			h.killPieces(in, e, 1)
			for _, p := range h.pieces {
				got += p.text
			}
		}
		if got != c.want || (got != "") != h.page.hasKillLine(in) {
			t.Errorf("%+v: %q, want %q", c.e, got, c.want)
		}
		in.World.Players[0].Dead = false
		if e, _ := in.lastKill(); e != nil && e.Other == 0 {
			t.Errorf("%+v is told of a player who has respawned", c.e)
		}
	}
}

// The kill line tells only of what the picture showed: nothing from before the player was followed, and an old kill
// not longer than 1.2 s while the player fights somebody else.
func TestKillLineOfWhatWasShown(t *testing.T) {
	for name, c := range map[string]struct {
		since, ago float64
		foe        int // slot of the opponent, 0 for none
		want       bool
	}{
		"followed before":          {1.5, 1, 0, true},
		"followed after":           {0.5, 1, 0, false},
		"fights another":           {5, 1.3, 2, false},
		"has begun to":             {5, 1.1, 2, true},
		"fights the same":          {5, 1.3, 1, true},
		"fights nobody for longer": {5, 1.9, 0, true},
	} {
		in := watchInput(screens[3])
		in.Clock, in.Levels, in.Matchup = 20, nil, anchor.Matchup{}
		in.Events = []timeline.Event{{Kind: world.EventKill, Clock: in.Clock - c.ago, Player: 0, Other: 1}}
		in.FollowedSince = in.Clock - c.since
		if c.foe > 0 {
			in.Matchup.Sides[1] = anchor.Label{Text: "foe", Player: c.foe + 1}
		}
		if e, _ := in.lastKill(); (e != nil) != c.want {
			t.Errorf("%s: the line is shown: %v", name, e != nil)
		}
	}
}

// TestNameTags: the opponent has a larger bar and a line of armor, and the carrier of a flag has it at the name.
// The kill line does not move while the weapon before the eye swings, and ends left of it.
func TestKillLineStandsStill(t *testing.T) {
	in := watchInput(screens[3])
	h := New(1)
	var first Rect
	for i, x := range []float32{0.54, 0.6, 0.72} {
		in.Hand.X = x * in.Screen.Width
		h.decide(in)
		r := killLineArea(h, in)
		if i == 0 {
			first = r
		}
		if r != first || r.W <= 0 || r.X+r.W > 0.54*in.Screen.Width {
			t.Errorf("with the weapon at %v the line is at %v, before at %v", in.Hand.X, r, first)
		}
	}
}

// A kill that the state contains already has its line in the feed together with the kill line, though the clock of
// the picture is a packet behind.
func TestFeedKnowsWhatThePictureShows(t *testing.T) {
	in := watchInput(screens[3])
	in.Events = in.Events[:1]
	in.Events[0].Clock = in.World.Clock
	in.Clock = in.World.Clock - 0.02
	h := New(1)
	h.decide(in)
	h.feed.collect(in)
	if e, _ := in.lastKill(); e == nil || len(h.feed.lately) != 1 {
		t.Errorf("the kill line has it: %v, the feed has %d lines", e != nil, len(h.feed.lately))
	}
}

func TestNameTags(t *testing.T) {
	in := watchInput(screens[3])
	h := New(1)
	h.decide(in)
	foe := in.Labels[len(in.Labels)-1]
	l := foe
	foe.Target, l.Target = true, false
	other, large := h.newTag(in, &l, false), h.newTag(in, &foe, false)
	if !other.bar || large.look.bar <= other.look.bar || large.health <= other.health {
		t.Errorf("bars of %v x %v for the opponent and %v x %v for others", large.look.bar, large.health,
			other.look.bar, other.health)
	}
	if other.hasArmorBar() || !large.hasArmorBar() {
		t.Errorf("armor of the opponent: %v, of others: %v", large.hasArmorBar(), other.hasArmorBar())
	}
	l.Carried = equipment.Quad
	if c := h.newTag(in, &l, false); c.right != other.right {
		t.Errorf("the tag of a player with quad reaches to %v, without it to %v", c.right, other.right)
	}
	l.Carried = equipment.Quad | equipment.FlagBlue
	if c := h.newTag(in, &l, false); c.Carried != equipment.FlagBlue || c.right <= other.right {
		t.Errorf("the tag of a carrier has %v and reaches to %v, without it to %v", c.Carried, c.right, other.right)
	}
}

// A player in the crosshair has the opponent's tag, even before a shot; one whom the level hides does not.
func TestOpponentsTag(t *testing.T) {
	for _, c := range []struct {
		label anchor.Label
		want  bool
	}{
		{anchor.Label{Text: "Lumen", Player: 2}, false},
		{anchor.Label{Text: "Lumen", Player: 2, Status: story.Status{Target: true}}, true},
		{anchor.Label{Text: "Lumen", Player: 2, Unseen: true, Status: story.Status{Target: true}}, false},
		{anchor.Label{Text: "Quarry", Player: 3}, true},
	} {
		in := &Input{}
		in.Matchup.Sides[1] = anchor.Label{Text: "Quarry", Player: 3}
		if got := in.opponent(&c.label); got != c.want {
			t.Errorf("%+v is the opponent: %v", c.label, got)
		}
	}
}

// TestTagsLeaveBodies: no name tag lies on a body, the weapon before the eye, or another tag; who has no room has none.
func TestTagsLeaveBodies(t *testing.T) {
	for n := range 12 {
		in := watchInput(screens[3])
		for i := range n {
			l := in.Labels[i%2]
			l.X, l.Y = l.X+float32(13*i), l.Y+float32(7*i)
			in.Bodies = append(in.Bodies, anchor.Body{X: l.X - 20, Y: l.Y, W: 40, H: 90})
			l.Body = len(in.Bodies)
			in.Labels = append(in.Labels, l)
		}
		h := New(1)
		h.decide(in)
		h.drawLabels(in, h.page.namesArea(in))
		list := slices.Clone(h.targets)
		for i, a := range list {
			r := a.area
			for k := range in.Bodies {
				b := &in.Bodies[k]
				if body := (Rect{b.X, b.Y, b.W, b.H}); body.Overlaps(r) {
					t.Errorf("%d more: the tag at %v is on the body at %v", n, r, body)
				}
			}
			if hand := (Rect{in.Hand.X, in.Hand.Y, in.Hand.W, in.Hand.H}); hand.Overlaps(r) {
				t.Errorf("%d more: the tag at %v is on the weapon", n, r)
			}
			for _, b := range list[:i] {
				if b.area.Overlaps(r) {
					t.Errorf("%d more: the tags at %v and %v are on one another", n, r, b.area)
				}
			}
		}
		if len(list) == 0 {
			t.Errorf("%d more: no tag is drawn", n)
		}
	}
}

// TestTextsOfServersAreShort: of a long text that a server prints in the middle only the first paragraph is
// shown, above the middle third.
func TestTextsOfServersAreShort(t *testing.T) {
	in := watchInput(screens[3])
	in.World = quakeWorld(4, &message.CenterPrint{
		Text: []byte("Countdown: 9\n\nDeathmatch 1\nMode Team\nTimelimit 20")})
	h := New(1)
	h.decide(in)
	area := centerArea(h, in)
	h.messages.drawCenter(in, area)
	if got := words(h); got != `"Countdown: 9"` || area.Y+area.H > in.Screen.Height/3 {
		t.Errorf("%s in %v", got, area)
	}
}

// TestNamePlateOfSpectators: a spectator with a free camera has a name, but no health and no weapons, and a player
// whose health the demo does not contain has a question mark.
func TestNamePlateOfSpectators(t *testing.T) {
	in := watchInput(screens[3])
	in.World.Players[0].Spectator = true
	plate := func() string {
		h := New(1)
		h.decide(in)
		h.status.drawNamePlate(in, namePlateArea(h, in))
		return words(h)
	}
	if got := plate(); got != `"Ranger"` {
		t.Errorf("of a spectator: %s", got)
	}
	in.Watched = 1
	if got := plate(); got != `"?" "Vesper"` {
		t.Errorf("of a player without stats: %s", got)
	}
	h := New(1)
	h.decide(in)
	without := h.status.plateItems(in, 0, 0, 20, false)
	in.World.Game, in.World.Players[1].Effects = world.QuakeWorld, 32 // the blue flag
	if with := h.status.plateItems(in, 0, 0, 20, false); with <= without {
		t.Errorf("the flag of a player without stats takes %v, without it %v", with, without)
	}
}

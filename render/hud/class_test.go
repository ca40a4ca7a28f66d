package hud

import (
	"testing"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

func TestClasses(t *testing.T) {
	nobody := Viewer{Slot: world.Nobody}
	watched := Viewer{Slot: 3}
	recorder := Viewer{Slot: 3, Recorder: true}
	kill := func(player, other int, mine bool) timeline.Event {
		return timeline.Event{Kind: world.EventKill, Player: player, Other: other, Mine: mine}
	}
	for _, c := range []struct {
		name   string
		event  timeline.Event
		viewer Viewer
		want   Class
	}{
		{"by others", kill(1, 2, false), watched, ClassKill},
		{"by the player", kill(3, 2, false), watched, ClassMine},
		{"of the player", kill(2, 3, false), watched, ClassDeath},
		{"by own hand", kill(3, 3, false), watched, ClassDeath},
		{"by nobody", kill(world.Nobody, 3, true), recorder, ClassDeath},
		{"with nobody watched", kill(3, 2, true), nobody, ClassKill},
		{"world kills with nobody watched", kill(world.Nobody, world.Nobody, false), nobody, ClassKill},
		{"the recorder's in a slot that another had then", kill(3, 2, false), recorder, ClassKill},
		{"the recorder's in a slot that it had then", kill(5, 2, true), recorder, ClassMine},
		{"chat", timeline.Event{Kind: world.EventChat}, watched, ClassChat},
		{"item", timeline.Event{Kind: world.EventItem, Item: "Quad Damage"}, watched, ClassItem},
		{"flag", timeline.Event{Kind: world.EventItem, Item: "Red Flag"}, watched, ClassFlag},
		{"secret", timeline.Event{Kind: world.EventSecret}, watched, ClassItem},
		{"monster", timeline.Event{Kind: world.EventMonster, Player: 3}, watched, ClassKill},
		{"capture", timeline.Event{Kind: world.EventCapture}, watched, ClassFlag},
		{"flag lost", timeline.Event{Kind: world.EventFlagLost}, watched, ClassFlag},
		{"flag returned", timeline.Event{Kind: world.EventFlagReturned}, nobody, ClassFlag},
		{"pause", timeline.Event{Kind: world.EventPause}, watched, ClassMatch},
		{"level", timeline.Event{Kind: world.EventLevel}, watched, ClassLevel},
		{"mark", timeline.Event{Kind: world.EventMark}, watched, ClassDemoMark},
		{"sound", timeline.Event{Kind: world.EventSound}, watched, ClassNone},
	} {
		if got := c.viewer.Class(&c.event); got != c.want {
			t.Errorf("%s is %v, want %v", c.name, got, c.want)
		}
	}
}

func TestClassSets(t *testing.T) {
	s := Classes(ClassChat, ClassBookmark)
	for c := range ClassCount {
		if s.Has(c) != (c == ClassChat || c == ClassBookmark) {
			t.Errorf("%v in %b: %v", c, s, s.Has(c))
		}
		if !AllClasses.Has(c) {
			t.Errorf("%v is not among all", c)
		}
	}
	if every := Classes(ClassKill, ClassMine, ClassDeath, ClassChat, ClassItem, ClassFlag, ClassMatch, ClassLevel,
		ClassDemoMark, ClassBookmark); AllClasses != every {
		t.Errorf("all classes are %b, want %b", AllClasses, every)
	}
	names := map[string]bool{}
	for c := range ClassCount {
		if names[c.String()] || c.String() == "" {
			t.Errorf("two classes are called %q", c)
		}
		names[c.String()] = true
	}
}

package hud

import (
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// TestAnalystSwitches: each element of the analyst display goes with its switch, and no other does.
func TestAnalystSwitches(t *testing.T) {
	shown := func(off setting.Switches) (names []string) {
		in := fakeInput(screens[3])
		in.Messages = nil
		in.Attacker = anchor.Label{Text: "Grunt", Color: draw.RGB(0xffffff), X: 300, Y: 300}
		in.Set(off, false)
		h := New(1)
		h.decide(in)
		for i := range elements {
			if e := &elements[i]; e.display == Analyst && e.shown(h, in) {
				names = append(names, e.name)
			}
		}
		return names
	}
	all := strings.Join(shown(0), ", ")
	for _, c := range []struct {
		bit  setting.Switches
		gone string
	}{
		{setting.StatusBar, "status ground, vitals, weapons, ammo, items, match"}, {setting.HitSigns, "attacker"},
	} {
		left := shown(c.bit)
		for name := range strings.SplitSeq(all, ", ") {
			off := strings.Contains(", "+c.gone+", ", ", "+name+", ")
			if has := strings.Contains(", "+strings.Join(left, ", ")+", ", ", "+name+", "); has == off {
				t.Errorf("without %s: %s shown: %v", c.gone, name, has)
			}
		}
	}
}

// TestAnalystWords: words and numbers of the analyst display go with their switches.
func TestAnalystWords(t *testing.T) {
	for name, c := range map[string]struct {
		bit  setting.Switches
		word string
	}{
		"state of the player": {setting.PlayerStates, `"falling"`},
		"state of ammunition": {setting.PlayerStates, `"low"`},
		"damage":              {setting.DamageNumbers, `"96 damage"`},
		"hit":                 {setting.HitSigns, `"is hit"`},
		"level":               {setting.InfoPanel, `"e1m1"`},
	} {
		text := func(on bool) string {
			in := fakeInput(screens[3])
			in.Messages = nil
			in.Falls = true
			apply(in.World, &message.ClientData{Items: 32, Health: 87, Ammo: 3, Rockets: 3, ActiveWeapon: 32})
			in.Labels = []anchor.Label{{X: 640, Y: 300, Text: "Grunt", Scale: 1, Depth: 300, Player: 2,
				Color: draw.RGB(0xffffff), Status: story.Status{Hurt: 1}}}
			if c.bit == setting.DamageNumbers {
				in.Kill.Known, in.Kill.In, in.Kill.Alpha, in.Kill.Means, in.Kill.Damage = true, 0.3, 1, "shotgun", 96
				in.Kill.Sides[0].Text, in.Kill.Sides[1].Text = "Vesper", "Quarry"
			}
			in.Set(c.bit, on)
			h := New(1)
			h.Build(in)
			return words(h)
		}
		if got := text(true); !strings.Contains(got, c.word) {
			t.Errorf("%s: no %s in %s", name, c.word, got)
		}
		if got := text(false); strings.Contains(got, c.word) {
			t.Errorf("%s: %s is shown, but switched off", name, c.word)
		}
	}
}

// TestCountdownOnce: what the match is in is not said beside a text in the middle that says it.
func TestCountdownOnce(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "Welcome": true, bronze("Countdown") + ": 3": false, "match COUNTDOWN\n\n3": false,
	} {
		in := watchInput(screens[3])
		in.World.Match.Phase = world.PhaseCountdown
		apply(in.World, &message.CenterPrint{Text: []byte(text)})
		in.World.Notices.CenterClock = in.Clock
		h := New(1)
		h.Build(in)
		if got := strings.Contains(words(h), `"countdown"`); got != want {
			t.Errorf("beside %q: %v", text, got)
		}
	}
}

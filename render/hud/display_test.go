package hud

import (
	"strings"
	"testing"

	"golang.org/x/image/font/opentype"

	"demoscope/formats/message"
	"demoscope/player/story"
	"demoscope/player/timeline"
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
			in.Labels = []anchor.Label{{X: 640, Y: 300, Text: "Grunt", Depth: 300, Player: 2,
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

// TestLettersAreLarge: on every page, in the library and in watch, no letter is smaller than 13 pixels, those of the
// feed and of names not than 14 and those of health and ammunition not than 28, in a small window, too.
func TestLettersAreLarge(t *testing.T) {
	for _, s := range []Screen{{1280, 720, 1, 0, false}, {640, 360, 1, 0, false}} {
		least := func(h *HUD, f textFont, pixels float64) bool {
			face, err := opentype.NewFace(outlines()[f], &opentype.FaceOptions{Size: pixels, DPI: 72})
			if err != nil {
				t.Fatal(err)
			}
			want, _ := face.GlyphAdvance('m')
			got, _ := h.canvas.Atlas.faces[f].face.GlyphAdvance('m')
			return got >= want
		}
		drawn, lines := map[textFont]string{}, 0
		look := func(page string, in *Input) {
			h := New(s.Unit())
			h.Build(in)
			for _, l := range describe(h) {
				for f, name := range fontNames {
					if strings.HasPrefix(l, "text ") && strings.Contains(l, " "+name+" ") {
						drawn[textFont(f)], lines = page, lines+1
					}
				}
			}
			for f, page := range drawn {
				if !least(h, f, 13) {
					t.Errorf("%v: the font %s of page %s has less than 13 pixels", s, fontNames[f], page)
				}
			}
			for f, pixels := range map[textFont]float64{fontText: 14, fontStrong: 14, fontTitle: 14, fontNumber: 28} {
				if !least(h, f, pixels) {
					t.Errorf("%v: the font %s has less than %v pixels", s, fontNames[f], pixels)
				}
			}
		}
		for page, input := range pages {
			look(page, input(s))
		}
		in := watchInput(s)
		look("watch", in)
		if lines < 500 || drawn[fontNumber] == "" {
			t.Errorf("%v: only %d texts were found", s, lines)
		}
	}
}

// TestCompactScreens: a small window has fewer elements than a usual one: two lines of the feed, one weapon.
func TestCompactScreens(t *testing.T) {
	count := func(s Screen) (feed, weapons int) {
		in := watchInput(s)
		in.Events = nil
		for i := range 5 {
			in.Events = append(in.Events, timeline.Event{Clock: in.Clock - 0.1*float64(5-i), Kind: world.EventKill,
				Player: 1, Other: 2, PlayerName: "Vesper", OtherName: "Quarry"})
		}
		h := New(s.Unit())
		h.Build(in)
		h.feed.collect(in)
		_, all := h.status.namePlate(in, h.page.layout.Vitals, false)
		if weapons = 1; all {
			weapons = len(h.status.Weapons())
		}
		return len(h.feed.lately), weapons
	}
	if feed, weapons := count(Screen{640, 360, 1, 0, false}); feed != 2 || weapons != 1 {
		t.Errorf("a small window has %d lines and %d weapons", feed, weapons)
	}
	if feed, weapons := count(Screen{1280, 720, 1, 0, false}); feed != 3 || weapons < 2 {
		t.Errorf("a usual window has %d lines and %d weapons", feed, weapons)
	}
}

// TestSpectatorHasNoPlate: the plate is that of a player, and not of a spectator who flies freely.
func TestSpectatorHasNoPlate(t *testing.T) {
	in := watchInput(screens[3])
	for _, flies := range []bool{false, true} {
		in.World.Players[in.Watched].Spectator = flies
		h := New(1)
		h.decide(in)
		if got := h.page.hasNamePlate(in); got == flies {
			t.Errorf("spectator %v: plate %v", flies, got)
		}
	}
}

// TestNamelessPlayerHasPlate: a demo without its beginning does not tell the followed player's name, but the health.
func TestNamelessPlayerHasPlate(t *testing.T) {
	in := watchInput(screens[3])
	in.World.Players[in.Watched].Name = ""
	h := New(1)
	h.Build(in)
	if got := in.followedName(); got != "unknown" || !h.page.hasNamePlate(in) {
		t.Errorf("%q, plate %v", got, h.page.hasNamePlate(in))
	}
	in.World.Players[in.Watched].InUse = false
	if h.page.hasNamePlate(in) {
		t.Error("a plate for nobody")
	}
}

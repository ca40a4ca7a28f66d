package hud

import (
	"fmt"
	"testing"

	"demoscope/formats/message"
	"demoscope/internal/golden"
	"demoscope/player/scan"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/setting"
)

// quake3Input is a moment of a match of Quake III.
func quake3Input(s Screen) *Input {
	in := fakeInput(s)
	w := rules.New("dm3")
	w.Recorder = 0
	for i, name := range []string{"^1Ranger", "Ves^4per"} {
		w.Players = append(w.Players, world.Player{Slot: i, InUse: true, Name: name, Frags: int32(7 - i), Ping: 40,
			Weapon: 5})
	}
	w.Level().Map = "maps/q3dm17.bsp"
	w.Level().Quake3Stats = world.Quake3Stats{Weapons: 2, Armor: 3}
	w.Match.FragsCount = true
	w.Stats.Known = ^uint64(0)
	w.Stats.Values[0], w.Stats.Values[3] = 125, 45 // health, armor
	w.Stats.Values[2] = 1<<1 | 1<<2 | 1<<5 | 1<<7  // gauntlet, machine gun, rocket launcher, rail gun
	w.Stats.Values[32+2], w.Stats.Values[32+5] = 66, 9
	w.Stats.Values[48+1] = 90_000 // quad, until 90 s
	in.World, in.Clock, in.Time, in.Watched = w, 65, 70.5, 0
	in.Messages = nil
	return in
}

// damagedInput is a moment behind damage: there are gaps that end soon, that last, and
// that are close together.
func damagedInput(s Screen) *Input {
	in := fakeInput(s)
	damage := message.Damage{Offset: 39021}
	in.Gaps = []scan.Gap{
		{Damage: damage, Losses: scan.Losses{Count: 1, Skipped: 412, Lost: 1.2}, Start: 65.4, End: 66.6, Until: 90},
		{Damage: damage, Losses: scan.Losses{Count: 2, Skipped: 1}, Start: 150, End: 150, Until: 150},
		{Damage: damage, Losses: scan.Losses{Count: 1, Skipped: 1}, Start: 150.2, End: 150.2, Until: 150.2},
		{Start: 200, End: 200, Until: 210},
		{Damage: damage, Losses: scan.Losses{Count: 7, Skipped: 9}, Start: 250, End: 251, Until: in.Duration,
			Lasting: true},
	}
	in.Messages = []Message{
		{Text: "Damaged here: 412 bytes unreadable, 1.2 s lost. Things may be out of place until 1:30.",
			Kind: MessageWarning}}
	return in
}

// TestPagesAreDrawnAsLookedAt compares every page with a description that was
// checked against its picture, see golden.
func TestPagesAreDrawnAsLookedAt(t *testing.T) {
	small, large := Screen{640, 360, 1, 0, false}, Screen{1280, 720, 1, 0, false}
	more := map[string]func(s Screen) *Input{
		"quake3": quake3Input,
		"finder": finderInput,
		"sheet":  sheetInput,
		"intermission": func(s Screen) *Input {
			in := fakeInput(s)
			in.World = quakeWorld(4)
			in.World.Single = necropolis
			in.World.Intermission = true
			in.Messages, in.Labels = nil, nil
			return in
		},
		"teams": func(s Screen) *Input {
			in := teamInput(s)
			in.Scores, in.World.Match.Phase, in.World.Paused = true, world.PhaseOvertime, true
			return in
		},
		"solo": func(s Screen) *Input {
			in := fakeInput(s)
			in.World = quakeWorld(1, &message.Intermission{})
			in.World.Single = necropolis
			in.Messages, in.Labels = nil, nil
			return in
		},
		"four teams": func(s Screen) *Input {
			in := teamInput(s)
			in.Sides = append(in.Sides, world.Side{Name: "green", Slot: world.Nobody, Color: 3, Score: -4},
				world.Side{Name: "a long name of a team", Slot: world.Nobody, Color: 12, Score: -100})
			in.World.Match.Phase = world.PhaseWarmUp
			return in
		},
		"pointer on the track": func(s Screen) *Input {
			in := fakeInput(s)
			b := NewBar(NewLayout(s), false)
			in.MouseKnown, in.MouseX, in.MouseY = true, b.XAt(100, in.Duration)+1, s.Height-20
			in.Clip.Loop, in.Paused, in.PlaybackRate, in.Progress, in.Complete = false, true, 1, 0.5, false
			return in
		},
		"damage": damagedInput,
		"damage under the pointer": func(s Screen) *Input {
			in := damagedInput(s)
			in.Messages = []Message{{Text: "Positions may be wrong", Kind: MessageSign}}
			b := NewBar(NewLayout(s), false)
			in.MouseKnown, in.MouseX, in.MouseY = true, b.XAt(66, in.Duration), s.Height-20
			return in
		},
		"match clock": func(s Screen) *Input {
			in := fakeInput(s)
			in.World.Match = world.Match{}
			in.Clocks, in.Ended = ClockMatch, true
			return in
		},
		"server clock": func(s Screen) *Input {
			in := fakeInput(s)
			in.Clocks = ClockServer
			in.MouseKnown, in.MouseX, in.MouseY = true, NewBar(NewLayout(s), false).Elapsed.X+5, s.Height-20
			return in
		},
		"nobody watched": func(s Screen) *Input {
			in := fakeInput(s)
			in.Watched, in.Crosshair, in.View = world.Nobody, false, "flying"
			in.World = quakeWorld(0, &message.CenterPrint{Text: []byte("welcome")})
			in.Messages = []Message{{Text: "Bookmark set"}, {Text: "No map", Kind: MessageWarning}}
			return in
		},
		"filtered list": func(s Screen) *Input {
			in := fakeInput(s)
			in.choose("list")
			in.Filter = Classes(ClassItem, ClassMatch, ClassBookmark)
			in.Set(setting.Spoilers, false)
			p := NewPanel(s)
			in.MouseKnown, in.MouseX, in.MouseY = true, p.Rows.X+20, p.Rows.Y+p.Row*1.5
			return in
		},
		"empty list": func(s Screen) *Input {
			in := fakeInput(s)
			in.choose("list")
			in.List.Query.Set("cacodemon")
			in.List.Asking = true
			return in
		},
		"inventory": func(s Screen) *Input {
			m := &message.Inventory{}
			m.Items[1], m.Items[2], m.Items[3] = 150, 1, 20
			stats := duelStats(2)
			stats[12] = 2
			in := quake2Input(s, quake2World(duelBar, "", stats, m))
			in.Messages = nil
			return in
		},
		"quake2": func(s Screen) *Input {
			stats := duelStats(0)
			stats[4], stats[5], stats[7], stats[8], stats[9], stats[10] = 1, 50, 3, texts2+3, 3, 29
			in := quake2Input(s, quake2World(duelBar, "", stats))
			in.Messages = nil
			in.Events = []timeline.Event{{Clock: 50, Kind: world.EventMark, Text: "3"}}
			return in
		},
	}
	for name, input := range pages {
		more[name] = input
	}
	for name, input := range more {
		sizes := []Screen{large}
		if name == "playing" || name == "fight" || name == "list" || name == "scores" || name == "help" ||
			name == "quake2" || name == "match" || name == "match and list" || name == "finale" || name == "teams" ||
			name == "four teams" || name == "damage" || name == "overlays" || name == "ghost" || name == "sheet" ||
			name == "watch" {
			sizes = append(sizes, small)
		}
		for _, s := range sizes {
			name := fmt.Sprintf("%s %vx%v", name, s.Width, s.Height)
			t.Run(name, func(t *testing.T) {
				h, in := New(s.Unit()), input(s)
				h.Build(in)
				golden.Save(t, name, picture(h, s))
				golden.Lines(t, "pages/"+name, describe(h), sameLine)
			})
		}
	}
}

// TestIconsAreDrawnAsLookedAt compares all icons with a picture of them.
func TestIconsAreDrawnAsLookedAt(t *testing.T) {
	const columns, cell = 8, 36
	h := New(1)
	for i := range iconCount {
		h.canvas.drawIcon(i, float32(i%columns*cell+2), float32(i/columns*cell+2), cell-4, colorText)
	}
	s := Screen{columns * cell, float32((int(iconCount) + columns - 1) / columns * cell), 1, 0, false}
	golden.Picture(t, "icons", picture(h, s))
}

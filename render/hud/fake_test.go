package hud

import (
	"fmt"

	"demoscope/assets"
	"demoscope/formats/message"
	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
)

// bronze sets the high bit of every byte, as Quake colors text.
func bronze(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] |= 0x80
	}
	return string(b)
}

// quakeWorld is a world driven by messages: a level with players, prints and
// stats.
func quakeWorld(players int, messages ...message.Message) *world.World {
	w := rules.New("dem")
	list := []message.Message{
		&message.ServerInfo{
			Protocol: 15, MaxClients: 16, Multi: 1, MapName: []byte("The Slipgate Complex"),
			Models: [][]byte{[]byte("maps/e1m1.bsp"), []byte("progs/player.mdl")},
		},
		&message.Time{Time: 62.5},
		&message.ClientData{
			Items:  1<<12 | 1 | 2 | 4 | 32 | 1<<10 | 1<<14 | 1<<17 | 1<<22 | 1<<28,
			Health: 87, Armor: 142, Ammo: 23, Shells: 100, Nails: 200, Rockets: 23, Cells: 0, ActiveWeapon: 32,
		},
	}
	for i := range players {
		name := []string{"Ranger", bronze("Vesper"), "\x10Quarry\x11", "Lumen the very long-named one",
			"\x12\x13\x14"}[i%5]
		list = append(list,
			&message.UpdateName{Player: uint8(i), Text: []byte(name)},
			&message.UpdateFrags{Player: uint8(i), Frags: int16(13 - 3*i)},
			&message.UpdateColors{Player: uint8(i), Colors: uint8(i<<4 | (13-i)&15)})
	}
	apply(w, append(list, messages...)...)
	return w
}

func apply(w *world.World, list ...message.Message) {
	w.Begin(&message.Packet{Block: w.Block + 1})
	for _, m := range list {
		w.Apply(m)
	}
	w.End()
}

// prints are texts as games print them.
func prints() []message.Message {
	return []message.Message{
		&message.Print{Text: []byte("Ranger was shot by a Messenger\n")},
		&message.Print{Text: []byte("\x01Vesper: where is the " + bronze("quad") + "?\n")},
		&message.Print{Text: []byte("You got the " + bronze("Rocket Launcher") + "\n")},
		&message.Print{Text: []byte("Quarry was gibbed by Lumen the very long-named one's grenade and this line " +
			"wraps since it is longer than any line that the game itself would print here\n")},
		&message.CenterPrint{Text: []byte(bronze("A secret area!") + "\n\nThe door has opened\nsomewhere")},
	}
}

// fakeInput is a moment with everything on the screen.
func fakeInput(s Screen) *Input {
	palette := assets.OwnPalette(assets.Quake)
	in := &Input{
		Shown:  Shown{Chat: true},
		Screen: s, Moment: Moment{World: quakeWorld(4, prints()...), Clock: 1, Time: 62.5},
		Timeline: Timeline{Duration: 754.3, Complete: true, Progress: 1}, Playback: Playback{PlaybackRate: 0.25},
		Followed: Followed{Watched: 0, Crosshair: true}, Texts: Texts{View: "recorder's view", Mode: "hidden line",
			Messages: []Message{{"Map maps/e1m1.bsp was not found in /home/somebody/quake/id1, " +
				"/usr/share/games/quake/id1. Shown on a grid.", MessageWarning}},
			Version: "Demoscope 0.1"}, Palette: palette,
	}
	in.Clock = in.World.Clock
	in.Browsing = Browsing{
		Filter:    AllClasses,
		Bookmarks: []bookmarks.Mark{{Clock: 100, Name: "the rail through the door"}, {Clock: 500}},
		Clip:      Clip{In: 90, Out: 140, HasIn: true, HasOut: true, Loop: true},
	}
	in.Levels = []timeline.Level{{Map: "maps/e1m1.bsp", Start: 0, End: 300}, {Map: "maps/e1m2.bsp", Title: "Castle",
		Start: 300, End: 754}}
	for i := range 60 {
		e := timeline.Event{Clock: 5 + float64(i*i)*0.2, Kind: world.EventKill, Player: i % 4, Other: (i + 1) % 4,
			PlayerName: "Ranger", OtherName: bronze("Vesper"), Weapon: weapon.RocketLauncher}
		switch i {
		case 20:
			e.Kind = world.EventSecret
		case 22, 23, 31:
			e.Kind, e.Text = world.EventChat, "Ranger: where is the "+bronze("quad")+"?"
		case 24, 37:
			e.Kind, e.Item = world.EventItem, "Quad Damage"
		case 25, 26, 27, 28:
			e.Kind, e.Item = world.EventItem, "Nailgun"
		case 40:
			e.Kind = world.EventMatchEnd
		}
		in.Events = append(in.Events, e)
	}
	for g := range 3 {
		group := HelpGroup{Title: fmt.Sprintf("Group %d", g)}
		for i := range 9 {
			group.Lines = append(group.Lines, HelpLine{"Shift+Right", fmt.Sprintf("what the key %d does", i)})
		}
		in.Help = append(in.Help, group)
	}
	for i := range 11 {
		in.Legend = append(in.Legend, LegendLine{fmt.Sprintf("marker %d", i), func(b *draw.Buffer, x, y, size float32) {
			b.Circle(x, y, size/2, draw.RGB(0x40a0ff))
		}})
	}
	return in
}

// finderInput is the finder with what fits "sky", and more than there is room for.
func finderInput(s Screen) *Input {
	in := fakeInput(s)
	query := new(Typed)
	query.Set("sky")
	in.Finder = &Finder{Title: "What to do", Query: query, Rows: []FinderRow{
		{Label: "Lines of the sky", State: "on", Keys: "Shift+Y", Group: "Picture"},
		{Label: "What is left out: sky", State: "off", On: true, Group: "Settings: Picture"},
	}}
	for range 30 {
		in.Finder.Rows = append(in.Finder.Rows,
			FinderRow{Label: "A command with a long label that does not fit its column at all",
				Keys: "Shift+F10 Shift+F11", Group: "Playing"})
	}
	in.Finder.Selected = 1
	return in
}

func drawNotices(h *HUD, in *Input, r Rect) { h.feed.drawNotices(in, r) }
func drawScore(h *HUD, in *Input, r Rect)   { h.score.drawScore(in, r) }
func drawChips(h *HUD, in *Input, r Rect)   { h.server.drawChips(in, &h.page, r) }

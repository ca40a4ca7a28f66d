package hud

import (
	"testing"

	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
)

// TestLanesAndRanks: what lies in which row of the bar, and what covers what
// there: the higher rank.
func TestLanesAndRanks(t *testing.T) {
	for _, c := range []struct {
		class Class
		event timeline.Event
		lane  lane
		rank  uint8
	}{
		{ClassKill, timeline.Event{Kind: world.EventKill}, laneKills, 1},
		{ClassDeath, timeline.Event{Kind: world.EventKill}, laneKills, 4},
		{ClassMine, timeline.Event{Kind: world.EventKill}, laneKills, 5},
		{ClassChat, timeline.Event{Kind: world.EventChat}, laneSpeech, 1},
		{ClassItem, timeline.Event{Kind: world.EventItem, Item: "Nailgun"}, laneItems, 1},
		{ClassItem, timeline.Event{Kind: world.EventItem, Item: "Red Armor"}, laneItems, 2},
		{ClassItem, timeline.Event{Kind: world.EventItem, Item: "Quad Damage"}, laneItems, 3},
		{ClassItem, timeline.Event{Kind: world.EventSecret}, laneItems, 4},
		{ClassFlag, timeline.Event{Kind: world.EventItem, Item: "Red Flag"}, laneItems, 4},
		{ClassFlag, timeline.Event{Kind: world.EventCapture}, laneItems, 5},
		{ClassLevel, timeline.Event{Kind: world.EventLevel}, laneWhole, 3},
		{ClassMatch, timeline.Event{Kind: world.EventMatchStart}, laneWhole, 4},
		{ClassDemoMark, timeline.Event{Kind: world.EventMark}, laneWhole, 5},
	} {
		if l, rank := laneOf(c.class, &c.event); l != c.lane || rank != c.rank {
			t.Errorf("%v %+v: lane %d, rank %d; want lane %d, rank %d", c.class, c.event, l, rank, c.lane, c.rank)
		}
	}
}

// TestWhatCoversWhatOnTheBar draws events of one moment for the player in slot
// 1 and looks at the color of the tick.
func TestWhatCoversWhatOnTheBar(t *testing.T) {
	kill := func(player, other int) timeline.Event {
		return timeline.Event{Clock: 50, Kind: world.EventKill, Player: player, Other: other}
	}
	other, mine, death := kill(2, 3), kill(1, 2), kill(2, 1)
	item := timeline.Event{Clock: 50, Kind: world.EventItem, Item: "Nailgun"}
	secret := timeline.Event{Clock: 50, Kind: world.EventSecret}
	flag := timeline.Event{Clock: 50, Kind: world.EventItem, Item: "Blue Flag"}
	level := timeline.Event{Clock: 50, Kind: world.EventLevel}
	match := timeline.Event{Clock: 50, Kind: world.EventMatchEnd}
	mark := timeline.Event{Clock: 50, Kind: world.EventMark}
	for _, c := range []struct {
		name   string
		events []timeline.Event
		color  draw.Color
		height float32
	}{
		{"a kill by others", []timeline.Event{other}, draw.RGB(0xa7b0bd), 6},
		{"three by others", []timeline.Event{other, other, other}, draw.RGB(0xa7b0bd), 10},
		{"ten by others", []timeline.Event{other, other, other, other, other, other, other, other, other, other},
			draw.RGB(0xa7b0bd), 14},
		{"a death among kills", []timeline.Event{other, death, other}, draw.RGB(inkBad), 10},
		{"a kill of mine", []timeline.Event{mine}, draw.RGB(inkAccent), 6},
		{"a kill of mine and a death", []timeline.Event{mine, death}, draw.RGB(inkAccent), 8},
		{"a death and a kill of mine", []timeline.Event{death, mine}, draw.RGB(inkAccent), 8},
		{"a flag and an item", []timeline.Event{flag, item}, draw.RGB(inkYellow), 4},
		{"an item and a secret", []timeline.Event{item, secret}, draw.RGB(inkGreen), 4},
		{"a level and a match", []timeline.Event{level, match}, draw.RGB(0x8d97a5), 36},
		{"a match and a demo mark", []timeline.Event{match, mark}, draw.RGB(inkViolet), 36},
		{"a level", []timeline.Event{level}, draw.RGB(inkText), 36},
	} {
		in := eventsInput(screens[3], 100, c.events...)
		in.Watched = 1
		k, _ := ticksOf(in)
		var b draw.Buffer
		k.draw(&b, 1, 600, 4)
		if len(b.Vertices) != 4 {
			t.Errorf("%s: %d vertices, want one tick", c.name, len(b.Vertices))
			continue
		}
		v, w := b.Vertices[0], b.Vertices[2]
		if d := max(v.R-c.color.R, c.color.R-v.R, v.G-c.color.G, c.color.G-v.G, v.B-c.color.B,
			c.color.B-v.B); d > 1e-3 {
			t.Errorf("%s: color %v %v %v, want %+v", c.name, v.R, v.G, v.B, c.color)
		}
		if w.Y-v.Y != c.height {
			t.Errorf("%s: %v high, want %v", c.name, w.Y-v.Y, c.height)
		}
	}
}

// TestTints are the colors of glyphs, among them a dark one, which is lifted:
// of 0x00f the luminance is 0.1, so that 0.35 of the missing 0.9 of white are mixed in.
func TestTints(t *testing.T) {
	for tint, want := range map[glyphTint]uint32{
		tintBronze: 0xd59a5b, tintGolden: 0xe8c45a, tintGreen: 0x8fd070,
		tintColor: 0x8b93a0, tintColor + 1: 0xff5a52, tintColor + 2: 0x6fdc6a, tintColor + 3: 0xf4de5c,
		tintColor + 4: 0x5f8dff, tintColor + 5: 0x5fdcec, tintColor + 6: 0xe876e8, tintColor + 7: 0xf2f4f6,
		tintRGB + 0xf00: 0xff3737, tintRGB + 0x0f0: 0x00ff00, tintRGB + 0xfa0: 0xffaa00, tintRGB + 0x00f: 0x6363ff,
		tintRGB: 0x737373, tintRGB + 0x600: 0x9f6060,
		tintNone: 0x123456,
	} {
		got, want := tint.ink(draw.RGB(0x123456).Alpha(0.5)), draw.RGB(want).Alpha(0.5)
		if d := max(got.R-want.R, want.R-got.R, got.G-want.G, want.G-got.G, got.B-want.B, want.B-got.B); d > 0.003 ||
			got.A != 0.5 {
			t.Errorf("tint %x is %+v, want %+v", int(tint), got, want)
		}
	}
}

// TestQuakesGlyphs are all bytes of Quake's charset by the pictures in the
// games' conchars: what a space stands for draws nothing. Of both halves the
// first line is of 0x00 to 0x1f.
func TestQuakesGlyphs(t *testing.T) {
	const text = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"
	for _, half := range []struct {
		first byte
		low   string // 0x00 to 0x1f; _ is nothing
		tints string // n none, g golden, a the half's own, 1 to 4 the lights
		last  string
	}{
		{0x00, "_____•_____█_►••[]0123456789•───", "nnnnnnnnnnnnnnnnggggggggggggnaaa", "◄"},
		{0x80, "───●_•●●●●_█_►••[]0123456789•───",
			"aaaana2134nanaaaggggggggggggaaaa", "_"},
	} {
		low := []rune(half.low)
		for i := range 0x20 {
			c := half.first + byte(i)
			r, tint := quakeGlyph(c, tintBronze)
			want := low[i]
			if want == '_' {
				want = 0
			}
			if r != want {
				t.Errorf("byte %#02x draws %q, want %q", c, r, want)
			}
			wantTint := map[byte]glyphTint{'n': tintNone, 'g': tintGolden, 'a': tintBronze, '1': tintColor + 1,
				'2': tintColor + 2, '3': tintColor + 3, '4': tintColor + 4}[half.tints[i]]
			if r != 0 && tint != wantTint {
				t.Errorf("byte %#02x has tint %d, want %d", c, tint, wantTint)
			}
		}
		for i, want := range text {
			r, tint := quakeGlyph(half.first+0x20+byte(i), tintBronze)
			if r != want {
				t.Errorf("byte %#02x draws %q, want %q", half.first+0x20+byte(i), r, want)
			}
			if bronze := half.first != 0 && want != ' '; (tint == tintBronze) != bronze {
				t.Errorf("byte %#02x has tint %d", half.first+0x20+byte(i), tint)
			}
		}
		want := []rune(half.last)[0]
		if want == '_' {
			want = 0
		}
		if r, _ := quakeGlyph(half.first+0x7f, tintBronze); r != want {
			t.Errorf("byte %#02x draws %q, want %q", half.first+0x7f, r, want)
		}
	}
}

// TestPicturesOfQuake2Layouts are the pictures that layouts of the game, its
// mission packs and Capture the Flag use, with icon and color.
func TestPicturesOfQuake2Layouts(t *testing.T) {
	for name, want := range map[string]quake2Picture{
		"i_health": {icon: iconHealth, color: draw.RGB(inkDim)}, "i_jacketarmor": {icon: iconArmor,
			color: draw.RGB(inkGreen)},
		"i_combatarmor": {icon: iconArmor, color: draw.RGB(inkYellow)}, "i_bodyarmor": {icon: iconArmor,
			color: draw.RGB(inkRed)},
		"i_powershield": {icon: iconArmor, color: draw.RGB(inkBlue)}, "i_help": {icon: iconWarning,
			color: draw.RGB(inkText)},
		"i_pack": {icon: iconBullets, color: draw.RGB(inkText)}, "i_airstrike": {icon: iconWarning,
			color: draw.RGB(inkText)},
		"w_blaster": {icon: iconBlaster, color: draw.RGB(inkText)}, "w_shotgun": {icon: iconShotgun,
			color: draw.RGB(inkText)},
		"w_sshotgun": {icon: iconSuperShotgun, color: draw.RGB(inkText)}, "w_machinegun": {icon: iconMachinegun,
			color: draw.RGB(inkText)},
		"w_chaingun": {icon: iconChaingun, color: draw.RGB(inkText)}, "w_glauncher": {icon: iconGrenadeLauncher,
			color: draw.RGB(inkText)},
		"w_rlauncher": {icon: iconRocketLauncher, color: draw.RGB(inkText)}, "w_hyperblaster": {icon: iconPlasma,
			color: draw.RGB(inkText)},
		"w_railgun": {icon: iconRailgun, color: draw.RGB(inkText)}, "w_bfg": {icon: iconBFG, color: draw.RGB(inkText)},
		"w_grapple":   {icon: iconGrapple, color: draw.RGB(inkText)},
		"p_bandolier": {icon: iconBullets, color: draw.RGB(inkText)}, "p_adrenaline": {icon: iconRegeneration,
			color: draw.RGB(inkGreen)},
		"k_redkey": {icon: iconKey, color: draw.RGB(inkRed)}, "k_bluekey": {icon: iconKey, color: draw.RGB(inkBlue)},
		"k_datacd": {icon: iconKey, color: draw.RGB(inkYellow)},
		"i_ctf1":   {icon: iconFlag, color: draw.RGB(inkRed)}, "i_ctf2d": {icon: iconFlag, color: draw.RGB(inkBlue)},
		"ctfsb1": {icon: iconFlag, color: draw.RGB(inkRed)}, "ctfsb2": {icon: iconFlag, color: draw.RGB(inkBlue)},
		"sbfctf1": {icon: iconFlag, color: draw.RGB(inkRed)}, "sbfctf2": {icon: iconFlag, color: draw.RGB(inkBlue)},
		"tech1": {icon: iconRune, color: draw.RGB(inkBlue)}, "tech2": {icon: iconRune, color: draw.RGB(inkViolet)},
		"tech3": {icon: iconRune, color: draw.RGB(inkYellow)}, "tech4": {icon: iconRune, color: draw.RGB(inkGreen)},
		"a_cells": {icon: iconCells, color: draw.RGB(inkText)}, "p_quad": {icon: iconQuad, color: draw.RGB(inkBlue)},
		"a_mod": {},
	} {
		if got, ground := pictureOf(name); ground || got.icon != want.icon || got.color != want.color {
			t.Errorf("%s is icon %d in %+v, want %d in %+v", name, got.icon, got.color, want.icon, want.color)
		}
	}
	for _, name := range []string{"help", "inventory", "field_3", "i_fixme", "i_ctfj", "/pics/help.pcx"} {
		if _, ground := pictureOf(name); !ground {
			t.Errorf("%s is no ground", name)
		}
	}
	for name, want := range map[string]uint32{"tag1": inkAccent, "tag2": inkBad} {
		if got, ok := tagOf(name); !ok || got != draw.RGB(want).Alpha(0.16) {
			t.Errorf("%s is %+v", name, got)
		}
	}
	if _, ok := tagOf("tag3"); ok {
		t.Error("tag3 is a tag")
	}
}

// TestChatAndCharsets: the color of a line of chat, and how texts are read, by
// game.
func TestChatAndCharsets(t *testing.T) {
	for _, c := range []struct {
		format   string
		protocol int
		set      charset
		chat     glyphTint
	}{
		{"dem", 15, charsetQuake, tintBronze}, {"qwd", 28, charsetQuakeWorld, tintBronze},
		{"mvd", 28, charsetQuakeWorld, tintBronze},
		{"dm2", 34, charsetQuake2, tintGreen}, {"mvd2", 2010, charsetQuake2, tintGreen},
		{"dm3", 68, charsetQuake3, tintNone}, {"dm3", 90, charsetQuake3, tintNone},
		{"dm3", 91, charsetQuakeLive, tintNone},
	} {
		w := rules.New(c.format)
		w.Level().Protocol = c.protocol
		if set := charsetOf(w); set != c.set || chatTint(set) != c.chat {
			t.Errorf("%s of protocol %d: charset %d, chat in tint %d", c.format, c.protocol, set, chatTint(set))
		}
	}
	for folder, want := range map[string]charset{"cpma": charsetCPMA, "CPMA": charsetCPMA, "osp": charsetOSP,
		"missionpack": charsetQuake3, "": charsetQuake3} {
		w := rules.New("dm3")
		w.Level().Protocol, w.Level().GameDir = 68, folder
		if set := charsetOf(w); set != want {
			t.Errorf("folder %q: charset %d, not %d", folder, set, want)
		}
	}
	if charsetOf(nil) != charsetOwn {
		t.Error("without a world texts are not our own")
	}
}

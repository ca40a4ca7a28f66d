package hud

import (
	"fmt"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/rules"
	"demoscope/render/draw"
)

// Colors as the HUD must show them, by what they are for.
const (
	inkText   = 0xe8ecf1
	inkAccent = 0xf2a93b
	inkBad    = 0xff5b4f
	inkDim    = 0x8d97a5
	inkGreen  = 0x5fbf63
	inkYellow = 0xe9c343
	inkRed    = 0xe2584a
	inkBlue   = 0x5b9bf0
	inkViolet = 0xb58cf2
	inkSilver = 0xc3ccd6
	inkGold   = 0xe8c04a
)

func TestColors(t *testing.T) {
	for name, c := range map[string]struct {
		got  draw.Color
		want uint32
	}{
		"text": {colorText, inkText}, "dim": {colorDim, 0x8d97a5}, "faint": {colorFaint, 0x566070},
		"accent": {colorAccent, inkAccent},
		"edge":   {colorEdge, 0x2a313b}, "good": {colorGood, 0x6fcf73}, "bad": {colorDanger, inkBad},
		"green":  {colorGreen, inkGreen},
		"yellow": {colorYellow, inkYellow}, "red": {colorRed, inkRed}, "blue": {colorBlue, inkBlue},
		"violet":   {colorViolet, inkViolet},
		"no armor": {armorColors[equipment.ArmorNone], 0x566070}, "green armor": {armorColors[equipment.ArmorGreen],
			inkGreen},
		"yellow armor": {armorColors[equipment.ArmorYellow], inkYellow},
		"red armor":    {armorColors[equipment.ArmorRed], inkRed},
		"power armor":  {armorColors[equipment.ArmorPower], 0x6fd3d8},
	} {
		if c.got != draw.RGB(c.want) {
			t.Errorf("%s is %+v, want %06x", name, c.got, c.want)
		}
	}
	if colorPanel != (draw.Color{R: 0.035, G: 0.045, B: 0.06, A: 0.86}) ||
		colorTip != (draw.Color{R: 0.05, G: 0.062, B: 0.08, A: 0.97}) {
		t.Errorf("panels are %+v and %+v", colorPanel, colorTip)
	}
}

// Quake's items by the bits of STAT_ITEMS in the engine's source.
func TestItemsOfQuake(t *testing.T) {
	read := func(items uint32, armor uint16, more ...func(m *message.ClientData)) *status {
		m := &message.ClientData{Items: items, Health: 100}
		m.Armor = armor
		for _, f := range more {
			f(m)
		}
		var s status
		s.Read(quakeWorld(1, m), 0, 0)
		return &s
	}
	for bit, want := range map[int]string{
		0: "SG", 1: "SSG", 2: "NG", 3: "SNG", 4: "GL", 5: "RL", 6: "LG", 12: "Axe",
	} {
		s := read(1<<bit, 0)
		for _, w := range s.Weapons() {
			if w.Owned != (w.Tag == want) {
				t.Errorf("bit %d: %s is owned: %v", bit, w.Tag, w.Owned)
			}
		}
	}
	for active, want := range map[uint8]string{0: "Axe", 1: "SG", 2: "SSG", 4: "NG", 8: "SNG", 16: "GL", 32: "RL",
		64: "LG"} {
		s := read(0x7f|1<<12, 0, func(m *message.ClientData) { m.ActiveWeapon = active })
		for _, w := range s.Weapons() {
			if w.Active != (w.Tag == want) {
				t.Errorf("weapon %d: %s is in hand: %v", active, w.Tag, w.Active)
			}
		}
	}
	for _, w := range read(0, 0).Weapons() {
		if w.Active {
			t.Errorf("with nothing at all %s is in hand", w.Tag)
		}
	}
	order := ""
	for _, w := range read(0, 0).Weapons() {
		order += fmt.Sprint(w.Tag, " ", w.Icon, "|")
	}
	if want := fmt.Sprintf("Axe %d|SG %d|SSG %d|NG %d|SNG %d|GL %d|RL %d|LG %d|", iconAxe, iconShotgun,
		iconSuperShotgun, iconNailgun,
		iconSuperNailgun, iconGrenadeLauncher, iconRocketLauncher, iconLightning); order != want {
		t.Errorf("weapons %s, want %s", order, want)
	}
	for bit, want := range map[int]equipment.ArmorKind{13: equipment.ArmorGreen, 14: equipment.ArmorYellow,
		15: equipment.ArmorRed} {
		if s := read(1<<bit, 50); s.Kind != want || s.Armor != 50 {
			t.Errorf("bit %d: armor %d of kind %d, want kind %d", bit, s.Armor, s.Kind, want)
		}
		if s := read(1<<bit, 0); s.Kind != equipment.ArmorNone {
			t.Errorf("bit %d: used up armor is of kind %d", bit, s.Kind)
		}
	}
	for i, want := range []icon{iconShells, iconNails, iconRockets, iconCells} {
		s := read(1<<(8+i), 0, func(m *message.ClientData) { m.Shells, m.Nails, m.Rockets, m.Cells = 11, 22, 33, 44 })
		if s.Ammo.Icon != want || s.Ammo.Count != int32(11*(i+1)) || s.Ammos()[i].Icon != want || !s.Ammos()[i].Active {
			t.Errorf("ammunition %d: %+v of %+v", i, s.Ammo, s.Ammos())
		}
	}
	for bit, want := range map[int]statusItem{
		16: {Icon: iconMegahealth, Color: draw.RGB(inkBlue)}, 17: {Icon: iconKey, Color: draw.RGB(inkSilver)},
		18: {Icon: iconKey, Color: draw.RGB(inkGold)},
		19: {Icon: iconRing, Color: draw.RGB(inkYellow)}, 20: {Icon: iconPentagram, Color: draw.RGB(inkViolet)},
		21: {Icon: iconSuit, Color: draw.RGB(inkGreen)},
		22: {Icon: iconQuad, Color: draw.RGB(inkBlue)}, 28: {Icon: iconRune, Color: draw.RGB(inkViolet)},
		31: {Icon: iconRune, Color: draw.RGB(inkViolet)},
	} {
		if got := read(1<<bit, 0).Items(); len(got) != 1 || got[0] != want {
			t.Errorf("bit %d: %+v, want %+v", bit, got, want)
		}
	}
	if got := read(1<<7|1<<23|1<<27, 0).Items(); len(got) != 0 {
		t.Errorf("bits of no item show %+v", got)
	}
	if got := read(0xffc0947f, 0).Items(); len(got) != 0 { // a quad was taken from who has none
		t.Errorf("items below 0 show %+v", got)
	}
	// Where flags are, the bits of the keys are those that are carried: the gold one the
	// red flag, the silver one the blue flag.
	for bit, want := range map[int]statusItem{17: {Icon: iconFlag, Color: draw.RGB(inkBlue)},
		18: {Icon: iconFlag, Color: draw.RGB(inkRed)}} {
		w := quakeWorld(2, &message.ClientData{Items: 1 << bit, Health: 100})
		w.Match.Flags[0].State = world.FlagHome
		var s status
		if s.Read(w, 0, 0); len(s.Items()) != 1 || s.Items()[0] != want {
			t.Errorf("bit %d with flags: %+v, want %+v", bit, s.Items(), want)
		}
	}
	// From the lowest icon up.
	if got := read(1<<16|1<<17|1<<22|1<<28, 0).Items(); len(got) != 4 || got[0].Icon != iconQuad ||
		got[1].Icon != iconMegahealth || got[3].Icon != iconRune {
		t.Errorf("items in the order %+v", got)
	}
	// A mod's weapon whose ammunition is none of the four kinds.
	if s := read(0, 0, func(m *message.ClientData) { m.ActiveWeapon, m.Ammo = 128, 7 }); s.Ammo.Count != 7 ||
		s.Ammo.Icon != iconNone {
		t.Errorf("a mod's ammunition is %+v", s.Ammo)
	}
}

// quake2Stats is a world of Quake II whose recorder has some stats.
func quake2Stats(images []string, stats map[int]int32) *world.World {
	w := rules.New("dm2")
	w.Recorder = 0
	w.Players = append(w.Players, world.Player{InUse: true, WeaponModel: 1})
	w.Level().Texts.Images = append([]string{""}, images...)
	w.Stats.Known = ^uint64(0)
	for i, v := range stats {
		w.Stats.Values[i] = v
	}
	return w
}

// Quake II's numbers: STAT_HEALTH is 1, STAT_AMMO_ICON 2, STAT_AMMO 3,
// STAT_ARMOR_ICON 4, STAT_ARMOR 5, STAT_PICKUP_ICON 7, STAT_PICKUP_STRING 8,
// STAT_TIMER_ICON 9, STAT_TIMER 10 in the game's source.
func TestStatusOfQuake2(t *testing.T) {
	var s status
	for image, want := range map[string]equipment.ArmorKind{
		"i_jacketarmor": equipment.ArmorGreen, "i_combatarmor": equipment.ArmorYellow,
		"i_bodyarmor":   equipment.ArmorRed,
		"i_powershield": equipment.ArmorPower, "i_powerscreen": equipment.ArmorPower,
	} {
		s.Read(quake2Stats([]string{image}, map[int]int32{1: 77, 4: 1, 5: 31}), 0, 0)
		if !s.Known || s.Health != 77 || s.Armor != 31 || s.Kind != want {
			t.Errorf("%s: %+v, want kind %d", image, s, want)
		}
	}
	s.Read(quake2Stats([]string{"i_bodyarmor"}, map[int]int32{4: 1}), 0, 0)
	if s.Kind != equipment.ArmorNone {
		t.Errorf("no armor is of kind %d", s.Kind)
	}
	for image, want := range map[string]icon{
		"a_shells": iconShells, "a_bullets": iconBullets, "a_grenades": iconGrenades, "a_rockets": iconRockets,
		"a_cells": iconCells, "a_slugs": iconSlugs,
	} {
		s.Read(quake2Stats([]string{image}, map[int]int32{2: 1, 3: 19}), 0, 0)
		if s.Ammo.Icon != want || s.Ammo.Count != 19 {
			t.Errorf("%s: %+v, want icon %d", image, s.Ammo, want)
		}
	}
	for image, want := range map[string]statusItem{
		"p_quad": {iconQuad, draw.RGB(inkBlue), 12, 0}, "p_invulnerability": {iconPentagram, draw.RGB(inkViolet), 12,
			0},
		"p_envirosuit": {iconSuit, draw.RGB(inkGreen), 12, 0}, "p_rebreather": {iconBreather, draw.RGB(inkBlue), 12, 0},
		"p_else": {iconClock, draw.RGB(inkText), 12, 0},
	} {
		s.Read(quake2Stats([]string{image}, map[int]int32{9: 1, 10: 12}), 0, 0)
		if got := s.Items(); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %+v, want %+v", image, got, want)
		}
	}
	for model, want := range map[string]struct {
		tag  string
		icon icon
	}{
		"v_blast": {"Blaster", iconBlaster}, "v_shotg": {"SG", iconShotgun}, "v_shotg2": {"SSG", iconSuperShotgun},
		"v_machn": {"MG", iconMachinegun},
		"v_chain": {"CG", iconChaingun}, "v_handgr": {"HG", iconGrenades}, "v_launch": {"GL", iconGrenadeLauncher},
		"v_rocket": {"RL", iconRocketLauncher},
		"v_hyperb": {"HB", iconPlasma}, "v_rail": {"RG", iconRailgun}, "v_bfg": {"BFG", iconBFG},
		"grapple": {"Hook", iconGrapple},
	} {
		w := quake2Stats(nil, nil)
		w.Level().Models = []string{"", "models/weapons/" + model + "/tris.md2"}
		s.Read(w, 0, 0)
		if got := s.Weapons(); len(got) != 1 || got[0] != (weaponSlot{want.icon, want.tag, iconNone, true, true, -1}) {
			t.Errorf("%s: %+v, want %+v", model, got, want)
		}
	}
}

// Quake III's numbers: health 0, weapons 2, armor 3 in bg_public.h, 3 and 4 with the
// mission pack's code; ammunition from 32 and powerups from 48 on, as the world lays
// them out.
func TestStatusOfQuake3(t *testing.T) {
	base, mission := world.Quake3Stats{Weapons: 2, Armor: 3}, world.Quake3Stats{Weapons: 3, Armor: 4}
	stats := base
	read := func(protocol int, values map[int]int32, weapon uint8) *status {
		w := rules.New("dm3")
		w.Recorder = 0
		w.Players = append(w.Players, world.Player{InUse: true, Weapon: weapon})
		w.Level().Protocol, w.Level().Quake3Stats = protocol, stats
		w.Stats.Known = ^uint64(0)
		for i, v := range values {
			w.Stats.Values[i] = v
		}
		var s status
		s.Read(w, 0, 100)
		return &s
	}
	for armor, want := range map[int32]equipment.ArmorKind{0: equipment.ArmorNone, 1: equipment.ArmorYellow,
		100: equipment.ArmorYellow,
		101: equipment.ArmorRed} {
		if s := read(68, map[int]int32{0: 99, 3: armor}, 1); s.Kind != want || s.Armor != armor || s.Health != 99 {
			t.Errorf("armor %d: %+v, want kind %d", armor, s, want)
		}
	}
	weapons := []struct {
		tag        string
		icon, ammo icon
	}{
		{"Gaunt", iconAxe, iconNone}, {"MG", iconMachinegun, iconBullets}, {"SG", iconShotgun, iconShells},
		{"GL", iconGrenadeLauncher, iconGrenades},
		{"RL", iconRocketLauncher, iconRockets}, {"LG", iconLightning, iconCells}, {"RG", iconRailgun, iconSlugs},
		{"PG", iconPlasma, iconCells},
		{"BFG", iconBFG, iconCells}, {"Hook", iconGrapple, iconNone}, {"NG", iconNailgun, iconNails},
		{"PM", iconMine, iconMine},
		{"CG", iconChaingun, iconBullets}, {"HMG", iconMachinegun, iconBullets},
	}
	for i, want := range weapons {
		number := i + 1
		s := read(68, map[int]int32{2: 1 << number, 32 + number: int32(50 + i)}, uint8(number))
		for _, w := range s.Weapons() {
			if w.Owned != (w.Tag == want.tag) || w.Active != w.Owned {
				t.Errorf("weapon %d: %+v", number, w)
			}
			if w.Owned && (w.Icon != want.icon || want.ammo != iconNone && w.Count != int32(50+i)) {
				t.Errorf("weapon %d is %+v, want %+v", number, w, want)
			}
		}
		if want.ammo == iconNone {
			if s.Ammo.Count >= 0 {
				t.Errorf("%s needs %+v", want.tag, s.Ammo)
			}
		} else if s.Ammo.Icon != want.ammo || s.Ammo.Count != int32(50+i) {
			t.Errorf("%s needs %+v, want icon %d", want.tag, s.Ammo, want.ammo)
		}
		if n := len(s.Weapons()); number < 10 && n != 9 || number >= 10 && n != 10 {
			t.Errorf("with weapon %d %d are shown", number, n)
		}
	}
	for number, want := range map[int]statusItem{
		1: {iconQuad, draw.RGB(inkBlue), 20, 0}, 2: {iconSuit, draw.RGB(inkYellow), 20, 0},
		3: {iconHaste, draw.RGB(inkYellow), 20, 0}, 4: {iconRing, draw.RGB(inkText), 20, 0},
		5: {iconRegeneration, draw.RGB(inkGreen), 20, 0}, 6: {iconFlight, draw.RGB(inkViolet), 20, 0},
	} {
		if got := read(68, map[int]int32{48 + number: 120_000}, 1).Items(); len(got) != 1 || got[0] != want {
			t.Errorf("powerup %d: %+v, want %+v", number, got, want)
		}
		if got := read(68, map[int]int32{48 + number: 99_999}, 1).Items(); len(got) != 0 {
			t.Errorf("powerup %d that has ended: %+v", number, got)
		}
	}
	for number, want := range map[int]uint32{7: inkRed, 8: inkBlue, 9: inkText} {
		if got := read(68, map[int]int32{48 + number: 1<<31 - 1}, 1).Items(); len(got) != 1 ||
			got[0] != (statusItem{iconFlag, draw.RGB(want), 0, 0}) {
			t.Errorf("flag %d: %+v", number, got)
		}
	}
	// Games with the mission pack's code have a rune before the weapons.
	for _, layout := range []world.Quake3Stats{base, mission} {
		stats = layout
		s := read(71, map[int]int32{2: 1 << 7, 3: 1 << 5, 4: 60}, 1)
		owned := ""
		for _, w := range s.Weapons() {
			if w.Owned {
				owned += w.Tag
			}
		}
		if want := map[bool]string{false: "RG", true: "RL"}[layout == mission]; owned != want ||
			(s.Armor == 60) != (layout == mission) {
			t.Errorf("%+v: %q is owned, armor %d", layout, owned, s.Armor)
		}
	}
	// CPMA tells the kind of armor.
	stats = world.Quake3Stats{Weapons: 2, Armor: 3, ArmorKind: 9}
	for kind, want := range map[int32]equipment.ArmorKind{0: equipment.ArmorGreen, 1: equipment.ArmorYellow,
		2: equipment.ArmorRed} {
		if s := read(68, map[int]int32{3: 40, 9: kind}, 1); s.Kind != want {
			t.Errorf("kind %d of armor is %d, not %d", kind, s.Kind, want)
		}
	}
	if s := read(68, map[int]int32{9: 2}, 1); s.Kind != equipment.ArmorNone {
		t.Errorf("no armor is of kind %d", s.Kind)
	}
	// Powerups by number in each game: bg_public.h, and in protocol 91 the flags first.
	quad, red, rune, invulnerable := iconQuad, iconFlag, iconRune, iconPentagram
	for _, c := range []struct {
		protocol int
		stats    world.Quake3Stats
		want     map[int]icon
	}{
		{68, base, map[int]icon{1: quad, 7: red, 9: iconFlag, 10: iconNone, 14: iconNone}},
		{71, mission, map[int]icon{1: quad, 7: red, 9: iconFlag, 10: rune, 13: rune, 14: invulnerable}},
		{73, mission, map[int]icon{1: quad, 7: red, 10: invulnerable, 11: rune, 14: rune}},
		{90, mission, map[int]icon{1: quad, 7: red, 10: invulnerable, 11: rune, 14: rune}},
		{91, mission, map[int]icon{1: red, 3: iconFlag, 4: quad, 9: iconFlight, 10: invulnerable, 11: rune, 14: rune}},
	} {
		for number, want := range c.want {
			stats = c.stats
			got := iconNone
			if items := read(c.protocol, map[int]int32{48 + number: 120_000}, 1).Items(); len(items) == 1 {
				got = items[0].Icon
			}
			if got != want {
				t.Errorf("protocol %d: powerup %d is icon %d, not %d", c.protocol, number, got, want)
			}
		}
	}
	// Of a team mate only what the team is told is known.
	w := rules.New("dm3")
	w.Level().Quake3Stats = base
	w.Players = append(w.Players, world.Player{InUse: true}, world.Player{Slot: 1, InUse: true, Weapon: 5,
		Stats: new(world.Stats)})
	w.Players[1].Stats.Set(0, 66)
	w.Players[1].Stats.Set(3, 77)
	var s status
	s.Read(w, 1, 100)
	if s.Health != 66 || s.Armor != 77 || len(s.Items()) != 0 {
		t.Errorf("a team mate: %+v", s)
	}
	if got := s.Weapons(); len(got) != 1 || got[0] != (weaponSlot{iconRocketLauncher, "RL", iconNone, true,
		true, -1}) ||
		s.Ammo.Count != -1 {
		t.Errorf("a team mate's weapons: %+v", got)
	}
}

// A spectator who flies freely in Quake III has the stats of a player that was just
// spawned, but the game draws no status bar.
func TestSpectatorOfQuake3HasNoStatus(t *testing.T) {
	w := rules.New("dm3")
	w.Recorder = 0
	w.Level().Quake3Stats = world.Quake3Stats{Weapons: 2, Armor: 3}
	w.Players = append(w.Players, world.Player{InUse: true, Spectator: true})
	w.Stats.Known = ^uint64(0)
	w.Stats.Values[0] = 125
	h, in := New(1), fakeInput(screens[3])
	in.World, in.Watched = w, 0
	for _, watched := range []int{0, world.Nobody} {
		in.Watched = watched
		if h.Build(in); h.status.Known {
			t.Errorf("a spectator, slot %d: %+v", watched, h.status.status)
		}
	}
	in.Watched = 0
	w.Players[0].Spectator = false
	if h.Build(in); !h.status.Known || h.status.Health != 125 {
		t.Errorf("a player: %+v", h.status.status)
	}
}

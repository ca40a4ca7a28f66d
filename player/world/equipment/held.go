// Package equipment derives what a player holds, carries and wears from a world.
package equipment

import "demoscope/player/world"

// HeldModel returns the game path of a model of the weapon that a living player holds, or "" if the
// weapon is unknown. The model may be the one in the player's own view, or one that the level does
// not list. It only shows which weapon it is.
//
// In Quake and QuakeWorld the weapon of a player without known stats is a guess from the player's
// last action: see [world.Player].Weapon. A player without an action since the last spawn is assumed to
// hold the shotgun, with which players spawn. Most QuakeWorld players put a better weapon away
// after use, so that opponents cannot take it from their bodies.
func HeldModel(w *world.World, p *world.Player) string {
	if p.Dead {
		return ""
	}
	switch w.Game {
	case world.Quake, world.QuakeWorld:
		return heldInQuake(w, p)
	case world.Quake2:
		return heldInQuake2(w, p)
	}
	if int(p.Weapon) < len(quake3Weapons) {
		return quake3Weapons[p.Weapon]
	}
	return ""
}

// quakeWeapons are the view models of Quake's weapons by the key that selects them.
var quakeWeapons = [...]string{
	1: "progs/v_axe.mdl", quakeShotgun: "progs/v_shot.mdl", 3: "progs/v_shot2.mdl", 4: "progs/v_nail.mdl",
	5: "progs/v_nail2.mdl",
	6: "progs/v_rock.mdl", 7: "progs/v_rock2.mdl", 8: "progs/v_light.mdl",
}

const (
	quakeAxe     = 1
	quakeShotgun = 2
	// putAway is how many seconds QuakeWorld players are assumed to hold a weapon after using it.
	// In 6500 s of client recordings two thirds of the guesses are right with it, and half without
	// it.
	putAway = 1
)

func heldInQuake(w *world.World, p *world.Player) string {
	if index, told := heldStat(w, p); told {
		return w.Level().Model(index)
	}
	if n := activeWeapon(w.StatsOf(p.Slot)); n > 0 {
		return quakeWeapons[n]
	}
	if !showsWeapon(w, p) {
		return quakeWeapons[quakeShotgun]
	}
	return quakeWeapons[p.Weapon]
}

// heldStat returns the model of a player's weapon from the player's stats, and whether the demo has
// it. It is 0 if the stats say that there is no weapon, as in cutscenes.
func heldStat(w *world.World, p *world.Player) (index uint16, told bool) {
	s := w.StatsOf(p.Slot)
	if s == nil {
		return 0, false
	}
	value, known := s.Get(world.StatWeapon)
	if value == 0 {
		active, told := s.Get(world.StatActiveWeapon)
		items, listed := s.Get(world.StatItems)
		known = known && told && active == 0 && listed && items == 0
	}
	return uint16(value), known && value >= 0 && value <= lastModelIndex
}

// activeWeapon returns the index in quakeWeapons of the weapon that the stats say is in use, or 0
// if they do not say. Servers send this stat for bots, but not the weapon model.
func activeWeapon(s *world.Stats) int {
	const axe, guns = 1 << 12, 7 // the axe's bit, and the number of guns, whose bits start at 0
	if s == nil {
		return 0
	}
	active, _ := s.Get(world.StatActiveWeapon)
	if active == axe {
		return quakeAxe
	}
	for i := range guns {
		if active == 1<<i {
			return quakeShotgun + i
		}
	}
	return 0
}

// showsWeapon reports whether a player of Quake or QuakeWorld is assumed to still hold the weapon
// of the last action.
func showsWeapon(w *world.World, p *world.Player) bool {
	switch {
	case int(p.Weapon) >= len(quakeWeapons) || p.Weapon == 0:
		return false
	case w.Game == world.QuakeWorld && p.Weapon != quakeAxe:
		return w.State.FrameClock-p.WeaponClock <= putAway
	}
	return true
}

// HeldKnown reports whether [HeldModel] is more than a guess for a living player: the demo
// reports the weapon, or the player has just used it.
func HeldKnown(w *world.World, p *world.Player) bool {
	if w.Game != world.Quake && w.Game != world.QuakeWorld {
		return HeldModel(w, p) != ""
	}
	_, told := heldStat(w, p)
	return !p.Dead && (told || activeWeapon(w.StatsOf(p.Slot)) > 0 || showsWeapon(w, p))
}

// lastModelIndex is the largest model index that a message can have.
const lastModelIndex = 1<<16 - 1

// ownModel is the index that stands for the model of the player's own skin in Quake II. As the
// second model of an entity it stands for the weapon encoded in the skin number.
const ownModel = 255

func heldInQuake2(w *world.World, p *world.Player) string {
	l := w.Level()
	if p.EyeKnown && p.WeaponModel != 0 {
		return l.Model(p.WeaponModel)
	}
	e := w.Entity(int32(p.Slot) + 1)
	if e == nil || e.Model[0] != ownModel {
		return ""
	}
	if e.Model[1] != ownModel {
		return l.Model(e.Model[1])
	}
	// Models whose names begin with a number sign are players' weapons, numbered from 1. The weapon
	// number is in the second byte of the skin number, and in the third byte in the re-release.
	shift := 8
	if l.Texts.Numbering.Names > 0 {
		shift = 16
	}
	number := e.Skin >> shift & 0xff
	if number == 0 {
		return ""
	}
	for _, name := range l.Models {
		if len(name) > 0 && name[0] == '#' {
			if number--; number == 0 {
				return name
			}
		}
	}
	return ""
}

// quake3Weapons are the models of Quake III's weapons by number. Quake Live's heavy machine gun
// uses the model of the machine gun.
var quake3Weapons = [...]string{
	1: "models/weapons2/gauntlet/gauntlet.md3", 2: "models/weapons2/machinegun/machinegun.md3",
	3: "models/weapons2/shotgun/shotgun.md3",
	4: "models/weapons2/grenadel/grenadel.md3", 5: "models/weapons2/rocketl/rocketl.md3",
	6: "models/weapons2/lightning/lightning.md3",
	7: "models/weapons2/railgun/railgun.md3", 8: "models/weapons2/plasma/plasma.md3", 9: "models/weapons2/bfg/bfg.md3",
	10: "models/weapons2/grapple/grapple.md3", 11: "models/weapons/nailgun/nailgun.md3",
	12: "models/weapons/proxmine/proxmine.md3",
	13: "models/weapons/vulcan/vulcan.md3", 14: "models/weapons2/machinegun/machinegun.md3",
}

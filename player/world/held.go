package world

// HeldModel returns the game path of a model that shows the weapon which a living player
// holds, "" if that is not known. It may be the one in the player's own view, or one that
// the level has not: a picture of the weapon.
//
// In Quake and QuakeWorld the weapon of a player whose stats the demo lacks is a guess from
// the player's last deed: see [Player].Weapon. A player without a deed since the last
// spawn holds what players spawn with, the shotgun; and most players of QuakeWorld put a
// better weapon away as soon as they have used it, so that it is not taken from their
// bodies.
func (w *World) HeldModel(p *Player) string {
	if p.Dead {
		return ""
	}
	switch w.Game {
	case Quake, QuakeWorld:
		return w.heldInQuake(p)
	case Quake2:
		return w.heldInQuake2(p)
	}
	if int(p.Weapon) < len(quake3Weapons) {
		return quake3Weapons[p.Weapon]
	}
	return ""
}

// quakeWeapons are the models in view of Quake's weapons by the key that chooses them.
var quakeWeapons = [...]string{
	1: "progs/v_axe.mdl", quakeShotgun: "progs/v_shot.mdl", 3: "progs/v_shot2.mdl", 4: "progs/v_nail.mdl",
	5: "progs/v_nail2.mdl",
	6: "progs/v_rock.mdl", 7: "progs/v_rock2.mdl", 8: "progs/v_light.mdl",
}

const (
	quakeAxe     = 1
	quakeShotgun = 2
	// putAway is how long players of QuakeWorld hold a weapon after its use, in seconds.
	// With it two thirds of what 6500 s of clients' recordings show are guessed right, and
	// half of it without.
	putAway = 1
)

func (w *World) heldInQuake(p *Player) string {
	if index, told := w.heldStat(p); told {
		return w.Level().Model(index)
	}
	if n := activeWeapon(w.statsOf(p)); n > 0 {
		return quakeWeapons[n]
	}
	if !w.showsWeapon(p) {
		return quakeWeapons[quakeShotgun]
	}
	return quakeWeapons[p.Weapon]
}

// heldStat returns the model of the weapon in a player's hand by his stats, if the demo has them: 0 where
// they say that there is none, as in cutscenes.
func (w *World) heldStat(p *Player) (index uint16, told bool) {
	s := w.statsOf(p)
	if s == nil {
		return 0, false
	}
	value, known := s.Get(StatWeapon)
	if value == 0 {
		active, told := s.Get(StatActiveWeapon)
		items, listed := s.Get(StatItems)
		known = known && told && active == 0 && listed && items == 0
	}
	return uint16(value), known && value >= 0 && value <= lastModelIndex
}

// activeWeapon returns the index in quakeWeapons of the weapon that a player's stats say is in use, 0 if they don't.
// Servers have no model of it for bots.
func activeWeapon(s *Stats) int {
	const axe, guns = 1 << 12, 7 // bits of the stat: the axe, and from bit 0 on the guns
	if s == nil {
		return 0
	}
	active, _ := s.Get(StatActiveWeapon)
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

// showsWeapon reports whether a player of Quake or QuakeWorld still holds the weapon of his last
// deed, as far as that is guessed.
func (w *World) showsWeapon(p *Player) bool {
	switch {
	case int(p.Weapon) >= len(quakeWeapons) || p.Weapon == 0:
		return false
	case w.Game == QuakeWorld && p.Weapon != quakeAxe:
		return w.State.FrameClock-p.WeaponClock <= putAway
	}
	return true
}

// HeldKnown reports whether the weapon in the hand of a living player is told by the demo, or by
// what the player has just done: [World.HeldModel] is more than a guess.
func (w *World) HeldKnown(p *Player) bool {
	if w.Game != Quake && w.Game != QuakeWorld {
		return w.HeldModel(p) != ""
	}
	_, told := w.heldStat(p)
	return !p.Dead && (told || activeWeapon(w.statsOf(p)) > 0 || w.showsWeapon(p))
}

// lastModelIndex is the largest that a message can have.
const lastModelIndex = 1<<16 - 1

// ownModel is the index that stands for the model of the player's own skin in Quake II: as
// the second one of an entity for the weapon that the skin's number names.
const ownModel = 255

func (w *World) heldInQuake2(p *Player) string {
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
	// The models that begin with a number sign are those of players' weapons, from 1 on.
	// In the re-release another byte has the number.
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

// quake3Weapons are models of Quake III's weapons by number. Quake Live's heavy machine gun
// looks like the other.
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

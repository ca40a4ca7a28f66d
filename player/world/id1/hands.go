package id1

import (
	"demoscope/player/world"
)

// If a demo lacks a player's stats, the weapon in hand follows from the sounds of shots, which are exact, and from the
// frames of the player's model, which several weapons share. A weapon change shows only when the weapon is used, except
// for the axe, which has its own frames.

// The weapons by number, see [world.Player].
const (
	axe = 1 + iota
	shotgun
	superShotgun
	nailgun
	superNailgun
	grenadeLauncher
	rocketLauncher
	thunderbolt
)

// shot returns the weapon whose shot has the given sound, or 0.
func shot(sound string) uint8 {
	switch sound {
	case "weapons/ax1.wav":
		return axe
	case "weapons/guncock.wav":
		return shotgun
	case "weapons/shotgn2.wav":
		return superShotgun
	case "weapons/rocket1i.wav":
		return nailgun
	case "weapons/spike2.wav":
		return superNailgun
	case "weapons/grenade.wav":
		return grenadeLauncher
	case "weapons/sgun1.wav":
		return rocketLauncher
	case "weapons/lstart.wav", "weapons/lhit.wav":
		return thunderbolt
	}
	return 0
}

// tempPlayersLightning is the temporary entity of a player's Thunderbolt beam.
const tempPlayersLightning = 6

// used notes that the player with an entity number has used a weapon. 0 means none.
func used(w world.Edit, entity int32, weapon uint8) {
	if slot := int(entity) - 1; weapon != 0 && slot >= 0 && slot < len(w.Players) {
		hold(w, &w.Players[slot], weapon)
		w.Players[slot].FiresAt(w.Clock)
	}
}

// bodyModel is the player model, whose frames [Hold] knows.
const bodyModel = "progs/player.mdl"

// hand is what a frame of the player model shows about the weapon.
type hand uint8

const (
	handUnknown hand = iota
	handGun          // any weapon except the axe
	handAxe
	handShotgun
	handNailgun
	handLauncher
	handThunderbolt
)

// hands has the meaning of each frame of the player model.
var hands = func() (list [143]hand) {
	for _, r := range [...]struct {
		first, last int
		hand        hand
	}{
		{0, 5, handAxe}, {6, 16, handGun}, {17, 34, handAxe}, {35, 40, handGun}, {103, 104, handNailgun},
		{105, 106, handThunderbolt}, {107, 112, handLauncher}, {113, 118, handShotgun}, {119, 142, handAxe},
	} {
		for i := r.first; i <= r.last; i++ {
			list[i] = r.hand
		}
	}
	return list
}()

// Hold sets a player's weapon from the player's frame, and clears it at death. The shots of the packet must have been
// applied before.
func Hold(w world.Edit, p *world.Player) {
	if p.Dead {
		p.Weapon, p.WeaponClock = 0, 0
		return
	}
	if p.FrameClock != w.State.FrameClock {
		return // an unchanged frame shows nothing new
	}
	if int(p.Frame) >= len(hands) || p.Model != 0 && w.Level().Model(p.Model) != bodyModel {
		return
	}
	switch is := p.Weapon; hands[p.Frame] {
	case handGun:
		if is == axe {
			p.Weapon = 0
		}
	case handAxe:
		hold(w, p, axe)
	case handShotgun:
		hold(w, p, sharedFrameWeapon(is, shotgun, superShotgun))
	case handNailgun:
		hold(w, p, sharedFrameWeapon(is, superNailgun, nailgun))
	case handLauncher:
		hold(w, p, sharedFrameWeapon(is, rocketLauncher, grenadeLauncher))
	case handThunderbolt:
		hold(w, p, thunderbolt)
	}
}

// hold notes that a player holds a weapon now.
func hold(w world.Edit, p *world.Player, weapon uint8) { p.Weapon, p.WeaponClock = weapon, w.Clock }

// sharedFrameWeapon returns which of two weapons is in use: the last known one, otherwise the first, which is more
// common.
func sharedFrameWeapon(is, often, other uint8) uint8 {
	if is == other {
		return other
	}
	return often
}

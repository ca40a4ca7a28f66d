package id1

import (
	"demoscope/player/world"
)

// What a player holds whose stats a demo lacks is known by the player's deeds: the sounds of
// shots, which are exact, and the frames of the player's model, which several weapons share.
// A choice of another weapon tells nothing before it is used, except for the axe, whose
// frames are its own.

// The weapons by their numbers: see [world.Player].
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

// shot returns the weapon that a sound on a player's entity is the shot of, 0 for none.
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

// tempPlayersLightning is the temporary entity that is the beam of a player's Thunderbolt.
const tempPlayersLightning = 6

// used notes that the player whose entity has a number has used a weapon, 0 for none.
func used(w world.Edit, entity int32, weapon uint8) {
	if slot := int(entity) - 1; weapon != 0 && slot >= 0 && slot < len(w.Players) {
		hold(w, &w.Players[slot], weapon)
		w.FiresNow(&w.Players[slot])
	}
}

// bodyModel is the model of players, whose frames [Hold] knows.
const bodyModel = "progs/player.mdl"

// hand is what a frame of the player's model tells.
type hand uint8

const (
	handUnknown hand = iota
	handGun          // anything but the axe
	handAxe
	handShotgun
	handNailgun
	handLauncher
	handThunderbolt
)

// hands are the frames of the player's model that tell something, from first to last.
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

// Hold sets what a player holds by the frame that the player shows, and forgets it at
// death. The shots of the packet are told before.
func Hold(w world.Edit, p *world.Player) {
	if p.Dead {
		p.Weapon, p.WeaponClock = 0, 0
		return
	}
	if p.FrameClock != w.State.FrameClock {
		return // a frame that has not changed tells nothing new
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
		hold(w, p, either(is, shotgun, superShotgun))
	case handNailgun:
		hold(w, p, either(is, superNailgun, nailgun))
	case handLauncher:
		hold(w, p, either(is, rocketLauncher, grenadeLauncher))
	case handThunderbolt:
		hold(w, p, thunderbolt)
	}
}

// hold notes that a player holds a weapon now.
func hold(w world.Edit, p *world.Player, weapon uint8) { p.Weapon, p.WeaponClock = weapon, w.Clock }

// either returns which of two weapons is in use: the one that was told last, or the first,
// which is seen more often.
func either(is, often, other uint8) uint8 {
	if is == other {
		return other
	}
	return often
}

package quake3

import (
	"demoscope/player/world"
)

// The sounds that go on while something is there, by the weapon that is held, while it fires
// and while it does not, and by the missile that flies.
var (
	firingHums = [...]string{
		wpGauntlet: "sound/weapons/melee/fstrun.wav", wpLightning: "sound/weapons/lightning/lg_hum.wav", wpGrapple: "sound/weapons/melee/fstrun.wav",
		wpChaingun: "sound/weapons/vulcan/wvulfire.wav",
	}
	holdingHums = [...]string{
		wpLightning: "sound/weapons/melee/fsthum.wav", wpRail: "sound/weapons/railgun/rg_hum.wav", wpBFG: "sound/weapons/bfg/bfg_hum.wav",
		wpGrapple: "sound/weapons/melee/fsthum.wav",
	}
	missileHums = [...]string{
		wpRocket: "sound/weapons/rocket/rockfly.wav", wpPlasma: "sound/weapons/plasma/lasfly.wav", wpBFG: "sound/weapons/rocket/rockfly.wav",
	}
)

// speakerVolume is how loud the loop of a map's speaker is, and hummingVolume that of all others.
const speakerVolume, hummingVolume = 90. / 127, 1

// HumOf implements [world.Hummer].
func (q *rules) HumOf(l *world.Level, e *world.Entity) (path string, volume float32) {
	volume = hummingVolume
	switch {
	case e.Sound != 0:
		if e.Type == etSpeaker {
			volume = speakerVolume
		}
		return l.Sound(e.Sound), volume
	case e.Type == etMissile:
		path = named(missileHums[:], e.Weapon)
	}
	return path, volume
}

// WeaponHumOf implements [world.Hummer].
func (q *rules) WeaponHumOf(p *world.Player) string {
	if p.Dead {
		return ""
	}
	if p.Effects&efFiring != 0 {
		if path := named(firingHums[:], p.Weapon); path != "" {
			return path
		}
	}
	return named(holdingHums[:], p.Weapon)
}

// named returns an element of a list, empty for none.
func named(list []string, index uint8) string {
	if int(index) < len(list) {
		return list[index]
	}
	return ""
}

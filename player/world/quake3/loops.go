package quake3

import (
	"demoscope/formats/message"
	"demoscope/player/world"
)

// Looping sounds: of the weapon in hand while it fires, of the weapon in hand while it doesn't, and of missiles in
// flight.
var (
	firingLoops = [...]string{
		wpGauntlet: "sound/weapons/melee/fstrun.wav", wpLightning: "sound/weapons/lightning/lg_hum.wav",
		wpGrapple:  "sound/weapons/melee/fstrun.wav",
		wpChaingun: "sound/weapons/vulcan/wvulfire.wav",
	}
	holdingLoops = [...]string{
		wpLightning: "sound/weapons/melee/fsthum.wav", wpRail: "sound/weapons/railgun/rg_hum.wav",
		wpBFG:     "sound/weapons/bfg/bfg_hum.wav",
		wpGrapple: "sound/weapons/melee/fsthum.wav",
	}
	missileLoops = [...]string{
		wpRocket: "sound/weapons/rocket/rockfly.wav", wpPlasma: "sound/weapons/plasma/lasfly.wav",
		wpBFG: "sound/weapons/rocket/rockfly.wav",
	}
)

// speakerVolume is the volume of a map speaker's loop, loopVolume that of all other loops, from 0 to 1.
const speakerVolume, loopVolume = 90. / 127, 1

// LoopSoundOf implements [world.LoopSounder].
func (q *rules) LoopSoundOf(l *world.Level, e *world.Entity) (path string, volume float32) {
	volume = loopVolume
	switch {
	case e.Sound != 0:
		if e.Type == etSpeaker {
			volume = speakerVolume
		}
		return l.Sound(e.Sound), volume
	case e.Type == etMissile:
		path = named(missileLoops[:], e.Weapon)
	}
	return path, volume
}

// WeaponLoopSoundOf implements [world.LoopSounder].
func (q *rules) WeaponLoopSoundOf(p *world.Player) string {
	if p.Dead {
		return ""
	}
	if p.Effects&efFiring != 0 {
		if path := named(firingLoops[:], p.Weapon); path != "" {
			return path
		}
	}
	return named(holdingLoops[:], p.Weapon)
}

// speakers plays the sounds that the map's speakers play at random, between two times of the server's clock in
// milliseconds. Each speaker repeats its sound at an interval with a random deviation. The moments depend only on the
// speaker and the time, so that seeking doesn't change them.
func (s *snapshots) speakers(w world.Edit, n *snapshot, was, now int32) {
	const tenth, shortest, longest = 100, 100, 1000
	if now <= was || now-was > longest || n.kinds&isSpeaker == 0 || !w.Fleeting() {
		return
	}
	for _, e := range n.entities {
		if e.kinds&isSpeaker == 0 {
			continue
		}
		state := &s.states[e.slot]
		if state[message.EntityStateClientNum] == 0 {
			continue
		}
		every := int64(max(shortest, tenth*(state[message.EntityStateFrame]&0xffff)))
		spread := min(every, tenth*int64(state[message.EntityStateClientNum]&0xff))
		for k := (int64(was)-spread)/every - 1; k <= (int64(now)+spread)/every+1; k++ {
			at := k*every + spread*(int64(mixed(uint32(e.number), uint32(k)))-1<<15)>>15
			if at > int64(was) && at <= int64(now) {
				w.StartSound(world.SoundStart{
					Origin: state.place(), Entity: int32(e.number), Sound: uint16(state[message.EntityStateEventParm]),
					Volume: 1, Attenuation: 1, Flags: world.SoundFollows,
				}, 0)
			}
		}
	}
}

// mixed returns a pseudorandom 16-bit number for two numbers.
func mixed(a, b uint32) uint32 {
	h := a*0x9e3779b1 ^ b*0x85ebca6b
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 13
	return h >> 16
}

// named returns an element of a list, or "" if the index is out of range.
func named(list []string, index uint8) string {
	if int(index) < len(list) {
		return list[index]
	}
	return ""
}

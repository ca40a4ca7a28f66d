package id1

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Sounds that clients play on their own: indices into ClientSounds.
const (
	_ uint8 = iota
	soundTalk
	soundTink
	soundRicochet // first of three
	soundRicochet2
	soundRicochet3
	soundExplosion
	soundWizard
	soundKnight
)

// ClientSounds are the sounds that clients play on their own, see [world.Level].
var ClientSounds = []string{
	soundTalk:      "misc/talk.wav",
	soundTink:      "weapons/tink1.wav",
	soundRicochet:  "weapons/ric1.wav",
	soundRicochet2: "weapons/ric2.wav",
	soundRicochet3: "weapons/ric3.wav",
	soundExplosion: "weapons/r_exp3.wav",
	soundWizard:    "wizard/hit.wav",
	soundKnight:    "hknight/hit.wav",
}

// tempSounds are the sounds of temporary entities. QuakeWorld's from 12 on are converted to Quake's or are silent.
var tempSounds = [...]uint8{
	tempExplosion: soundExplosion, 4: soundExplosion, 7: soundWizard, 8: soundKnight, tempExplosion2: soundExplosion,
}

// tempSound plays the sound of a temporary entity at its position.
func tempSound(w world.Edit, kind uint8, at mgl32.Vec3) {
	var own uint8
	switch {
	case kind < tempGunshot: // a spike hits a wall: the client makes two random choices
		own = soundTink
		if w.Pick(int32(kind), 5) == 0 {
			own = [...]uint8{soundRicochet3, soundRicochet, soundRicochet2, soundRicochet3}[w.Pick(int32(kind)+2, 4)]
		}
	case int(kind) < len(tempSounds):
		own = tempSounds[kind]
	}
	if own != 0 {
		w.StartSound(world.SoundStart{Origin: at, Entity: tempOwner, Own: own, Volume: 1, Attenuation: 1}, 0)
	}
}

// tempOwner is the entity of sounds without one.
const tempOwner = -1

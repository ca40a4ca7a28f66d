package sound

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Ear is the position from which the mix is heard.
type Ear struct {
	// Origin is in Quake units. Right is the unit vector to the right.
	Origin, Right mgl32.Vec3
	// Entity is the number of the entity whose own sounds are heard from inside, 0 for none. In Quake III, where 0 is
	// a player, [NoEntity] stands for none.
	Entity int32
	// Slot is the listening player, [world.Nobody] for a camera.
	Slot int
}

// NoEntity is the number of no entity.
const NoEntity = -1 << 31

// fullDistance is the distance in Quake units up to which Quake II and III play sounds at full volume.
const fullDistance = 80

// quake3Volume is the volume at which Quake III plays each sound, because it adds several. makeUp raises it again in
// the mix, so that the player's own shots are equally loud in all games.
const quake3Volume, makeUp = 127. / 255, 255. / 127

// Gain returns the volume of a sound on the left and the right, as in each game's client, for a volume from 0 to 1
// and an attenuation. own is set for sounds of the listener's own entity, and flat for sounds without a position. A
// sound at an invalid position (see [world.Drawable]) is silent.
func Gain(game world.Game, ear *Ear, at mgl32.Vec3, volume, attenuation float32, own, flat bool) (left, right float32) {
	if game == world.Quake3 {
		volume *= quake3Volume
	}
	if own || flat {
		return volume, volume
	}
	if !world.Drawable(at) {
		return 0, 0
	}
	to := at.Sub(ear.Origin)
	distance := to.Len()
	side := float32(0)
	if distance > 0 {
		side = to.Dot(ear.Right) / distance
	}
	switch game {
	case world.Quake, world.QuakeWorld:
		left, right = 1-side, 1+side
	case world.Quake2:
		left, right = 0.5*(1-side), 0.5*(1+side)
		if attenuation == 0 {
			left, right = 1, 1
		}
	case world.Quake3:
		left, right = 0.5*(1-side), 0.5*(1+side)
	}
	loud := volume * remains(game, distance, attenuation)
	return min(1, max(0, left*loud)), min(1, max(0, right*loud))
}

// remains returns the part of a sound's volume that is left at a distance in Quake units, from 0 to 1.
func remains(game world.Game, distance, attenuation float32) float32 {
	weaker := float32(0)
	beyond := max(0, distance-fullDistance)
	switch game {
	case world.Quake, world.QuakeWorld:
		weaker = distance * attenuation / 1000
	case world.Quake2:
		per := attenuation * 0.0005
		if attenuation == 3 {
			per = attenuation * 0.001
		}
		weaker = beyond * per
	case world.Quake3:
		weaker = beyond * 0.0008
	}
	return max(0, 1-weaker)
}

package sound

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Ear is from where the mix is heard.
type Ear struct {
	// Origin is in Quake units, and Right points to the right, of length 1.
	Origin, Right mgl32.Vec3
	// Entity is the number of the entity whose own sounds are heard from inside, 0 for
	// none; in Quake III, where 0 is a player, [NoEntity].
	Entity int32
	// Slot is the player whose ears these are, [world.Nobody] if it is a camera's.
	Slot int
}

// NoEntity is the number of no entity.
const NoEntity = -1 << 31

// Of Quake II's and III's sounds the first units of the way weaken nothing.
const fullDistance = 80

// quake3Volume is how loud Quake III plays each sound, of which several are added, and
// makeUp what the mix makes of it, so that the player's own shots are as loud in all games.
const quake3Volume, makeUp = 127. / 255, 255. / 127

// Gain returns how loud a sound at a place, with a volume from 0 to 1 and an attenuation, is
// on the left and on the right, as each game's client has it: see facts of the formats. own is
// set for what the listener's own entity plays, and flat for what has no place. What should be at a place that
// is no place (see [world.Drawable]) is not heard.
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

// remains returns how much of a sound's loudness is left at a distance in units, from 0 to 1.
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

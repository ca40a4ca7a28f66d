package world

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Eye is a point of view, in Quake units and degrees.
type Eye struct {
	Origin mgl32.Vec3
	Angles mgl32.Vec3 // pitch, yaw, roll
	Punch  mgl32.Vec3 // of recoil and damage, not part of Angles
	FOV    float32    // horizontal at 4:3; 0 if it is not known
}

// DeadRoll is the roll of a dead player's view in Quake and QuakeWorld, in degrees.
const DeadRoll = 80

// eyes is where the games' clients put the eye of a player.
var eyes = [...]struct {
	// Heights above the player's origin, in units.
	standing, ducked, dead, gibbed float32
	// pitch is how many times the pitch of the player's entity is that of the view:
	// Quake and Quake II send a third of it, and Quake's models pitch the other
	// way.
	pitch float32
	// deadRoll replaces the roll of a dead player's view, if it is not 0.
	deadRoll float32
}{
	Quake:      {standing: 22, ducked: 22, dead: -8, gibbed: 8, pitch: -3, deadRoll: DeadRoll},
	QuakeWorld: {standing: 22, ducked: 22, dead: -16, gibbed: 8, pitch: 1, deadRoll: DeadRoll},
	Quake2:     {standing: 22, ducked: -2, dead: -2, gibbed: 8, pitch: 3},
	Quake3:     {standing: 26, ducked: 12, dead: -16, gibbed: -16, pitch: 1},
}

// SharesView reports whether the eye of the player in a slot is [State].View: for
// [Nobody] it always is, and where View is known for the recorder, and for everybody
// in an intermission.
func (w *World) SharesView(slot int) bool {
	return slot == Nobody || w.View.Known && (slot == w.Recorder || w.Intermission)
}

// AnyoneVisible reports whether the moment has a player at a place.
func (w *World) AnyoneVisible() bool {
	return slices.ContainsFunc(w.Players, func(p Player) bool { return p.Visible })
}

// EyeOf returns the eye of a visible player in a pose, which may lie between two
// frames. It is not for those who share [State].View: see [World.SharesView].
func (w *World) EyeOf(p *Player, pose *Pose) Eye {
	at := &eyes[w.Game]
	e := Eye{Origin: pose.Origin, Angles: w.Game.ViewAngles(p, pose), Punch: p.Punch, FOV: p.FOV}
	switch {
	case p.EyeKnown:
		e.Origin = e.Origin.Add(p.ViewOffset)
		return e
	case p.Gibbed:
		e.Origin[2] += at.gibbed
	case p.Dead:
		e.Origin[2] += at.dead
	case p.Ducked:
		e.Origin[2] += at.ducked
	default:
		e.Origin[2] += w.Game.standing(p)
	}
	if p.Dead && at.deadRoll != 0 {
		e.Angles[2] = at.deadRoll
	}
	return e
}

// standing returns the height of the eye of a player that lives and does not duck,
// in units. ZQuake's extension of QuakeWorld has it as a stat.
func (g Game) standing(p *Player) float32 {
	if g == QuakeWorld && p.Stats != nil {
		if height, known := p.Stats.Get(StatViewHeight); known {
			return float32(height)
		}
	}
	return eyes[g].standing
}

// ViewAngles returns where a player in a pose looks, in degrees: the angles of the
// pose, which may be those of the player's entity.
func (g Game) ViewAngles(p *Player, pose *Pose) mgl32.Vec3 {
	angles := pose.Angles
	if !p.EyeKnown {
		angles[0] *= eyes[g].pitch
	}
	return angles
}

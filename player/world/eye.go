package world

import "github.com/go-gl/mathgl/mgl32"

// Eye is a point of view, in Quake units and degrees.
type Eye struct {
	Origin mgl32.Vec3
	Angles mgl32.Vec3 // pitch, yaw, roll
	Punch  mgl32.Vec3 // by recoil and damage, not included in Angles
	FOV    float32    // horizontal at 4:3, 0 if unknown
}

// DeadRoll is the roll of a dead player's view in Quake and QuakeWorld, in degrees.
const DeadRoll = 80

// eyes describes where the games' clients place the eye of a player.
var eyes = [...]struct {
	// Heights above the player's origin, in units.
	standing, ducked, dead, gibbed float32
	// pitch is the ratio of the view's pitch to that of the player's entity. Quake and Quake II
	// send a third of the pitch, and Quake's models pitch the other way.
	pitch float32
	// deadRoll replaces the roll of a dead player's view unless it is 0.
	deadRoll float32
}{
	Quake:      {standing: 22, ducked: 22, dead: -8, gibbed: 8, pitch: -3, deadRoll: DeadRoll},
	QuakeWorld: {standing: 22, ducked: 22, dead: -16, gibbed: 8, pitch: 1, deadRoll: DeadRoll},
	Quake2:     {standing: 22, ducked: -2, dead: -2, gibbed: 8, pitch: 3},
	Quake3:     {standing: 26, ducked: 12, dead: -16, gibbed: -16, pitch: 1},
}

// SharesView reports whether the eye of the player in a slot is [State].View. This is always true
// for [Nobody]. If View is known, it is also true for the recorder, and for all players during an
// intermission.
func (s *State) SharesView(slot int) bool {
	return slot == Nobody || s.View.Known && (slot == s.Recorder || s.Intermission)
}

// AnyoneVisible reports whether any of the players is visible.
func AnyoneVisible(players []Player) bool {
	for i := range players {
		if players[i].Visible {
			return true
		}
	}
	return false
}

// EyeOf returns the eye of a visible player in a pose, which may be interpolated between two
// frames. It does not apply to players whose eye is [State].View: see [State.SharesView].
func (g Game) EyeOf(p *Player, pose *Pose) Eye {
	at := &eyes[g]
	e := Eye{Origin: pose.Origin, Angles: g.ViewAngles(p, pose), Punch: p.Punch, FOV: p.FOV}
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
		e.Origin[2] += g.standing(p)
	}
	if p.Dead && at.deadRoll != 0 {
		e.Angles[2] = at.deadRoll
	}
	return e
}

// standing returns the eye height of a living player who does not duck, in units. A QuakeWorld
// extension of ZQuake has it as a stat.
func (g Game) standing(p *Player) float32 {
	if g == QuakeWorld && p.Stats != nil {
		if height, known := p.Stats.Get(StatViewHeight); known {
			return float32(height)
		}
	}
	return eyes[g].standing
}

// ViewAngles returns the view direction of a player in a pose, in degrees. The angles of the pose
// may be those of the player's entity.
func (g Game) ViewAngles(p *Player, pose *Pose) mgl32.Vec3 {
	angles := pose.Angles
	if !p.EyeKnown {
		angles[0] *= eyes[g].pitch
	}
	return angles
}

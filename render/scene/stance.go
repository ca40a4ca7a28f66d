package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	models "demoscope/assets/model"
	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/world"
)

// stance is the pose of a player: the animations of legs and torso, as in Quake III, and their directions.
type stance struct {
	legs, torso motion
	// In degrees. Yaws are in world space. Pitch and roll are relative to the part below.
	legsYaw, yaw, torsoPitch, headPitch, torsoRoll float32
}

// motion is an animation in [models.Animations] and the number of its steps that have passed.
type motion struct {
	animation int
	step      float32
}

// poses returns the poses that a motion is between. Beyond its end, an animation holds its last pose or loops,
// depending on the animation.
func (o motion) poses(list []models.Animation) (from, to int, t float32) {
	if o.animation >= len(list) {
		return 0, 0, 0
	}
	a := &list[o.animation]
	whole := float32(math.Floor(float64(o.step)))
	from, _ = a.Pose(int(whole))
	to, _ = a.Pose(int(whole) + 1)
	return from, to, o.step - whole
}

// running returns a motion that has been running for a number of seconds.
func running(list []models.Animation, animation int, seconds float64) motion {
	if animation >= len(list) {
		return motion{animation: animation}
	}
	const hour = 3600 // a float32 can count steps of 0.1 s for some hours
	return motion{animation, float32(math.Mod(max(0, seconds), hour) * float64(list[animation].Rate))}
}

// Least speeds in units per second at which a player walks, runs, and rises or falls in the air. Stairs and slopes are
// less steep.
const (
	walkSpeed = 30
	runSpeed  = 160
	fallSpeed = 160
)

// action describes what a game's player does in a range of frames, with the corresponding animation.
type action struct {
	first, last int // frames
	both        bool
	animation   int
}

// quakeActions are the frames of Quake's player, except for running and standing.
var quakeActions = []action{
	{0, 5, false, models.TorsoStand2}, {17, 28, false, models.TorsoStand2},
	{41, 49, true, models.BothDeath1}, {50, 60, true, models.BothDeath1}, {61, 69, true, models.BothDeath2},
	{70, 84, true, models.BothDeath3},
	{85, 93, true, models.BothDeath2}, {94, 102, true, models.BothDeath3},
	{103, 104, false, models.TorsoAttack}, {105, 106, false, models.TorsoAttack}, {107, 112, false, models.TorsoAttack},
	{113, 118, false, models.TorsoAttack},
	{119, 124, false, models.TorsoAttack2}, {125, 130, false, models.TorsoAttack2},
	{131, 136, false, models.TorsoAttack2}, {137, 142, false, models.TorsoAttack2},
}

// quake2Actions are the frames of Quake II's player, except for running and standing.
var quake2Actions = []action{
	{46, 53, false, models.TorsoAttack},
	{72, 83, false, models.TorsoGesture}, {84, 94, false, models.TorsoGesture}, {95, 111, false, models.TorsoGesture},
	{112, 122, false, models.TorsoGesture}, {123, 134, false, models.TorsoGesture},
	{160, 168, false, models.TorsoAttack}, {173, 177, true, models.BothDeath2},
	{178, 183, true, models.BothDeath1}, {184, 189, true, models.BothDeath2}, {190, 197, true, models.BothDeath3},
}

// Quake III has no pain animation: the torso leans to a side, as in its client. flinchRoll is the angle in degrees, and
// flinchTime the duration in seconds.
const (
	flinchRoll = 20
	flinchTime = 0.4
)

// Jumping and crouching frames of Quake II's player.
const (
	firstJump2, lastJump2     = 66, 71
	firstCrouch2, lastCrouch2 = 135, 177
)

// actionsOf returns the actions of a game's player in Quake or Quake II.
func actionsOf(g world.Game) []action {
	if g == world.Quake2 {
		return quake2Actions
	}
	return quakeActions
}

// actionOf returns the action of a frame, or nil for running and standing.
func actionOf(actions []action, frame int) *action {
	for i := range actions {
		if d := &actions[i]; frame >= d.first && frame <= d.last {
			return d
		}
	}
	return nil
}

// frameTime is the duration of a player's frame in Quake and Quake II, in seconds.
const frameTime = 0.1

// stanceOf returns the stance of a player at a moment, for a model with the given animations.
func stanceOf(g *Geometry, m *player.Moment, slot int, list []models.Animation) stance {
	w := m.World
	p, pose := &w.Players[slot], &m.Poses[slot]
	st := stance{yaw: pose.Angles[1], legsYaw: pose.Angles[1]}
	if w.Game == world.Quake3 {
		stanceOf3(m, p, list, &st)
	} else {
		stanceByFrame(g, m, slot, list, &st)
	}
	if st.legs.animation <= models.BothDead3 {
		return st // falling players are not turned
	}
	st.turn(m.Velocity(slot), st.legs.animation)
	pitch := max(-89, min(89, halfTurn(w.Game.ViewAngles(p, pose)[0])))
	st.torsoPitch = torsoShare * pitch
	st.headPitch = pitch - st.torsoPitch
	return st
}

// torsoShare is the torso's share of looking up or down. The head does the rest.
const torsoShare = 0.75

// stanceByFrame sets the motions of legs and torso from a frame and from the player's movement.
func stanceByFrame(g *Geometry, m *player.Moment, slot int, list []models.Animation, st *stance) {
	p := &m.World.Players[slot]
	frame := int(p.Frame)
	since := m.Clock - p.FrameClock
	blend := float32(max(0, min(1, since/frameTime)))
	st.torso = running(list, models.TorsoStand, m.Clock)
	if hurt, ok := story.PainTime(m, p); ok {
		st.torsoRoll = flinchRoll * float32(max(0, 1-hurt/flinchTime))
		if frame&1 == 1 {
			st.torsoRoll *= 0.8
		}
	} else if d := actionOf(actionsOf(m.World.Game), frame); d != nil {
		st.torso = motion{d.animation, 0}
		if d.animation < len(list) && d.animation != models.TorsoStand2 {
			// The same fraction of the animation as of the frame range.
			part := (float32(frame-d.first) + blend) / float32(d.last-d.first+1)
			st.torso.step = part * float32(max(0, list[d.animation].Count-1))
		}
		if d.both {
			st.legs = st.torso
			return
		}
	}
	if p.Dead {
		st.legs, st.torso = motion{models.BothDead1, 0}, motion{models.BothDead1, 0}
		return
	}
	st.legs = legsOf(g, m, slot, list)
}

// legsOf returns the motion of the legs of a living player by the player's movement.
func legsOf(g *Geometry, m *player.Moment, slot int, list []models.Animation) motion {
	p := &m.World.Players[slot]
	frame, quake2 := int(p.Frame), m.World.Game == world.Quake2
	ducked := p.Ducked || quake2 && frame >= firstCrouch2 && frame <= lastCrouch2
	jumps := quake2 && frame >= firstJump2 && frame <= lastJump2
	v := m.Velocity(slot)
	speed := float32(math.Hypot(float64(v[0]), float64(v[1])))
	sin, cos := math.Sincos(float64(m.Poses[slot].Angles[1]) * math.Pi / 180)
	onward := v[0]*float32(cos) + v[1]*float32(sin)
	legs := models.LegsRun
	switch {
	case g.inWater(m.Poses[slot].Origin) && speed+abs(v[2]) > walkSpeed:
		legs = models.LegsSwim
	case jumps, abs(v[2]) > fallSpeed:
		return motion{models.LegsJump, jumpStep(v[2])}
	case ducked && speed > walkSpeed:
		legs = models.LegsWalkCrouched
	case ducked:
		legs = models.LegsIdleCrouched
	case speed <= walkSpeed:
		legs = models.LegsIdle
	case onward < -0.5*speed:
		legs = models.LegsBack
	case speed < runSpeed:
		legs = models.LegsWalk
	}
	return running(list, legs, m.Clock)
}

// jumpStep returns the step of a jump at a vertical speed: pushing off, rising, and coming down.
func jumpStep(up float32) float32 { return max(0, min(2, 1-up/270)) }

// stanceOf3 sets the motions of a Quake III player, whose animations are in the demo.
func stanceOf3(m *player.Moment, p *world.Player, list []models.Animation, st *stance) {
	const toggle = 128 // restarts the animation
	legs, torso := int(p.Frame&^toggle), int(p.WeaponFrame&^toggle)
	if legs >= len(list) {
		legs = models.LegsIdle
	}
	if torso >= len(list) || torso > models.TorsoStand2 && torso < models.TorsoGetFlag {
		torso = models.TorsoStand
	}
	if p.Dead && legs > models.BothDead3 {
		legs, torso = models.BothDead1, models.BothDead1
	}
	st.legs = running(list, legs, m.Clock-p.FrameClock)
	st.torso = running(list, torso, m.Clock-p.WeaponFrameClock)
	if legs <= models.BothDead3 {
		st.torso = motion{legs, st.legs.step}
	}
}

// turn turns the legs to the direction of movement, and the torso a quarter of that, as Quake III does. The legs of a
// player who walks backward point forward.
func (o *stance) turn(v mgl32.Vec3, legs int) {
	if v[0]*v[0]+v[1]*v[1] < walkSpeed*walkSpeed {
		return
	}
	off := halfTurn(degreesOf(v) - o.yaw)
	if legs == models.LegsBack || abs(off) > 100 {
		off = halfTurn(off + 180)
	}
	off = max(-45, min(45, off))
	o.legsYaw = o.yaw + off
	o.yaw += off / 4
}

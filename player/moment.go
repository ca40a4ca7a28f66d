package player

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// Moment is what is drawn: the world at a time between two frames. The moment of a [Player] is valid until its next
// [Player.Update].
type Moment struct {
	// World has everything that is not interpolated: level, stats, names, notices, effects and deaths. It is the world
	// of the older of the two frames, as known at the moment. After [Moment.Show] it is that of the newer frame. It
	// must not be changed.
	World *world.World
	// Next is the world of the newer frame, the target of interpolation. If it is nil, World is that of the newer
	// frame.
	Next *world.World
	// Clock is the time of the viewer's clock and Time that of the demo's own clock, in seconds.
	Clock, Time float64
	// Lerp is the position of this moment between the two frames, from 0 to 1.
	Lerp float32
	// Entities are World.Entities at this moment, without visible players. Previous are the states of the same
	// entities in the older frame, by the same index. The angles of Entities, Poses and Eye are [world.Drawable].
	Entities []world.Entity
	Previous []PreviousState
	// Poses are the poses of World.Players at this moment, by index. A pose is valid if the player is Visible.
	Poses []world.Pose
	// Eye is the view of the followed player, or of the recorder.
	Eye Eye

	// held is set if the frames are too far apart to interpolate. The moment then shows the older frame.
	held bool
	// combined is set if the worlds combine several recordings. These have lost different frames, so movement is
	// interpolated between the two frames in Next, not between those of World and Next.
	combined bool
}

// PreviousState is the state of an entity in the older frame.
type PreviousState struct {
	Frame uint16 // of its model
	// Known is false if there is nothing to interpolate from: the entity is new, has jumped or has changed its model,
	// or the frames are too far apart.
	Known bool
}

// Eye is a point of view, in Quake units and degrees.
type Eye struct {
	Origin mgl32.Vec3
	Angles mgl32.Vec3 // pitch, yaw, roll
	// Kick is the part of the view angles that the game's client adds and that a viewer may not want: recoil, damage,
	// and the roll while strafing. It is not included in Angles.
	Kick mgl32.Vec3
	FOV  float32 // horizontal at 4:3; 0 if unknown
	// Slot is the player whose eye it is, who is not drawn in first person. It is [world.Nobody] if it is no player's
	// eye.
	Slot int
	// Entity is the number of the entity whose eye it is, 0 for none.
	Entity int32
	// ThirdPerson is set for dead players, unless the recorded view shows them from their own eyes. In Quake III, whose
	// client shows them from behind, the yaw then points toward the killer.
	ThirdPerson bool
	// Known is false if there is no eye, or its position is not [world.Drawable]. The other fields then have no
	// meaning.
	Known bool
}

// Show sets m to the moment at clock, in seconds of the viewer's clock, between the two frames in w. It clamps clock to
// these frames. If they are more than [world.MaxInterpolation] apart, everything stays as in the first frame, because
// what happened between them is lost. The eye is that of the player in the slot follow, or of the recorder for
// [world.Nobody]. A [Player] calls [Moment.ShowBetween] itself.
func (m *Moment) Show(w *world.World, clock float64, follow int) { m.ShowBetween(w, w, clock, follow) }

// ShowBetween is [Moment.Show] with two worlds: known is the world of the last frame until clock, and w that of the
// next frame. Movement is interpolated from known to w, and everything else is that of known. They may be the same.
func (m *Moment) ShowBetween(known, w *world.World, clock float64, follow int) {
	m.show(known, w, false, clock, follow)
}

// show is [Moment.ShowBetween]. combined sets the field of that name.
func (m *Moment) show(known, w *world.World, combined bool, clock float64, follow int) {
	span := w.FrameClock - w.PrevFrameClock
	f := float32(1)
	if span > 0 {
		f = float32(max(0, min(1, (clock-w.PrevFrameClock)/span)))
	}
	m.held = span > world.MaxInterpolation && f < 1
	if m.held {
		f = 0
	}
	limit := world.JumpLimit(span)

	m.World, m.Next, m.Lerp, m.combined = known, w, f, combined
	m.Clock = clock
	m.Time = w.Time - (w.Clock - clock)
	if known == w || combined {
		m.entities(w, f, limit)
		m.poses(w, f, limit)
		m.lastPoses(w)
	} else {
		m.knownEntities(limit)
		m.knownPoses(limit)
	}
	m.straighten()
	m.eye(limit, follow)
}

// newer returns Next, or World if Next is nil.
func (m *Moment) newer() *world.World {
	if m.Next == nil {
		return m.World
	}
	return m.Next
}

// straighten replaces angles of Entities and Poses that are not finite by 0.
func (m *Moment) straighten() {
	for i := range m.Entities {
		e := &m.Entities[i]
		e.Angles = world.OnlyDrawable(e.Angles)
	}
	for i := range m.Poses {
		p := &m.Poses[i]
		p.Angles = world.OnlyDrawable(p.Angles)
	}
}

// Watch returns the same moment with the eye of the player in another slot, or of the recorder for [world.Nobody]. It
// shares all lists with m and is valid as long as m.
func (m *Moment) Watch(slot int) Moment {
	o := *m
	if o.World == nil {
		return o
	}
	o.eye(world.JumpLimit(o.newer().FrameClock-o.newer().PrevFrameClock), slot)
	return o
}

// entities fills Entities with those of w, interpolated by f from 0, the previous frame, to 1, the current one. Both
// lists of w are sorted by number.
func (m *Moment) entities(w *world.World, f, limit float32) {
	m.Entities, m.Previous = m.Entities[:0], m.Previous[:0]
	if m.held {
		for i := range w.PrevEntities {
			if e := &w.PrevEntities[i]; w.WasPlayerOf(e) < 0 {
				m.Entities, m.Previous = append(m.Entities, *e), append(m.Previous, PreviousState{})
			}
		}
		return
	}
	prev := w.PrevEntities
	for i := range w.Entities {
		e := &w.Entities[i]
		for len(prev) > 0 && prev[0].Number < e.Number {
			prev = prev[1:]
		}
		if w.PlayerOf(e) >= 0 {
			continue
		}
		m.Entities, m.Previous = append(m.Entities, *e), append(m.Previous, PreviousState{})
		if len(prev) == 0 || prev[0].Number != e.Number {
			continue
		}
		p := &prev[0]
		if e.Flags&world.FlagNoLerp != 0 || p.Model[0] != e.Model[0] || world.Jumped(p.Origin, e.Origin, limit) {
			continue
		}
		last := len(m.Entities) - 1
		m.Previous[last] = PreviousState{p.Frame, true}
		if f == 1 {
			continue
		}
		d := &m.Entities[last]
		d.Origin = world.Lerp(p.Origin, e.Origin, f)
		d.Angles = world.LerpAngles(p.Angles, e.Angles, f)
	}
}

// knownEntities fills Entities with those of World, interpolated toward the newer frame.
func (m *Moment) knownEntities(limit float32) {
	m.Entities, m.Previous = m.Entities[:0], m.Previous[:0]
	next := m.newer().Entities
	for i := range m.World.Entities {
		e := &m.World.Entities[i]
		for len(next) > 0 && next[0].Number < e.Number {
			next = next[1:]
		}
		if m.World.PlayerOf(e) >= 0 {
			continue
		}
		m.Entities, m.Previous = append(m.Entities, *e), append(m.Previous, PreviousState{})
		if len(next) == 0 || next[0].Number != e.Number {
			continue
		}
		n := &next[0]
		if n.Flags&world.FlagNoLerp != 0 || n.Model[0] != e.Model[0] || world.Jumped(e.Origin, n.Origin, limit) {
			continue
		}
		last := len(m.Entities) - 1
		d := &m.Entities[last]
		m.Previous[last] = PreviousState{e.Frame, true}
		d.Frame = n.Frame
		d.Origin = world.Lerp(e.Origin, n.Origin, m.Lerp)
		d.Angles = world.LerpAngles(e.Angles, n.Angles, m.Lerp)
	}
}

// poses fills Poses like entities.
func (m *Moment) poses(w *world.World, f, limit float32) {
	m.Poses = m.Poses[:0]
	for i := range w.Players {
		p := &w.Players[i]
		pose := p.Pose
		if was := p.WasVisible || p.Out; m.held && was {
			pose = p.Was
		} else if was && (p.Visible || p.Out) && !p.NoLerp && f != 1 &&
			!world.Jumped(p.Was.Origin, p.Pose.Origin, limit) {
			pose.Origin = world.Lerp(p.Was.Origin, p.Pose.Origin, f)
			pose.Angles = world.LerpAngles(p.Was.Angles, p.Pose.Angles, f)
		}
		m.Poses = append(m.Poses, pose)
	}
}

// lastPoses sets Poses to those of World.Players: players who are gone in w stay where they were.
func (m *Moment) lastPoses(w *world.World) {
	known := m.World.Players
	if m.World == w {
		return
	}
	m.Poses = m.Poses[:min(len(m.Poses), len(known))]
	for i := range known {
		if p := &known[i]; i >= len(m.Poses) {
			m.Poses = append(m.Poses, p.Pose)
		} else if n := &w.Players[i]; p.Visible && !n.Visible && !n.Out {
			m.Poses[i] = p.Pose
		}
	}
}

// knownPoses fills Poses like knownEntities.
func (m *Moment) knownPoses(limit float32) {
	m.Poses = m.Poses[:0]
	for i := range m.World.Players {
		pose := m.World.Players[i].Pose
		if n := m.playerNext(i, limit); n != nil {
			from := pose
			pose = n.Pose
			pose.Origin = world.Lerp(from.Origin, pose.Origin, m.Lerp)
			pose.Angles = world.LerpAngles(from.Angles, pose.Angles, m.Lerp)
		}
		m.Poses = append(m.Poses, pose)
	}
}

// playerNext returns the player in a slot in the newer frame, or nil if interpolation is not possible because the
// player appears, leaves or jumps.
func (m *Moment) playerNext(slot int, limit float32) *world.Player {
	next := m.newer()
	if slot >= len(next.Players) {
		return nil
	}
	p, n := &m.World.Players[slot], &next.Players[slot]
	if !p.Visible && !p.Out || !n.Visible && !n.Out || n.NoLerp || world.Jumped(p.Pose.Origin, n.Pose.Origin, limit) {
		return nil
	}
	return n
}

// eye sets Eye.
func (m *Moment) eye(limit float32, follow int) {
	if m.viewMoves(limit, follow) {
		m.look(m.newer(), m.Lerp, limit, follow)
	} else {
		m.look(m.World, 1, limit, follow)
	}
	e := &m.Eye
	if e.Angles = world.OnlyDrawable(e.Angles); !world.Drawable(e.Origin) {
		e.Known = false
	}
	if e.Known {
		m.kick(m.World)
		e.Kick = world.OnlyDrawable(e.Kick)
	}
	m.deadEye(m.World)
}

// viewMoves reports whether Eye is interpolated toward the newer frame. It is not if only the older frame is known and
// has no such view, or a different one, or if the view jumps.
func (m *Moment) viewMoves(limit float32, follow int) bool {
	w, next := m.World, m.newer()
	if w == next {
		return true
	}
	from, to := w.ViewOf(follow), next.ViewOf(follow)
	return from != nil && to != nil && from.Known && to.Known && w.Recorder == next.Recorder &&
		(m.combined || !to.Jumped() && !world.Jumped(from.Origin, to.Origin, limit))
}

// look sets Eye from the world, with the punch as Kick.
func (m *Moment) look(w *world.World, f, limit float32, follow int) {
	if v := w.ViewOf(follow); v != nil {
		m.Eye = Eye{Origin: v.Origin, Angles: v.At(m.Clock), FOV: v.FOV, Slot: w.Recorder, Entity: v.Entity,
			Known: v.Known}
		if m.held && v.WasKnown() || f != 1 && !v.Jumped() && !world.Jumped(v.WasOrigin, v.Origin, limit) {
			m.Eye.Origin = world.Lerp(v.WasOrigin, v.Origin, f)
		}
		if follow >= 0 && follow < len(w.Players) {
			m.Eye.Slot = follow
		}
		if v.Known {
			m.Eye.Kick = v.Kick(m.Clock)
			return
		}
		follow = firstVisible(w)
	}
	if follow < 0 || follow >= len(w.Players) || !w.Players[follow].Visible && !w.Players[follow].Out {
		m.Eye.Known = false
		return
	}
	e := w.Game.EyeOf(&w.Players[follow], &m.Poses[follow])
	m.Eye = Eye{Origin: e.Origin, Angles: e.Angles, Kick: e.Punch, FOV: e.FOV, Slot: follow, Entity: int32(follow) + 1,
		Known: true}
	if w.Game == world.Quake3 {
		m.Eye.Entity = int32(follow)
	}
}

// deadEye shows a dead player from behind, upright. In Quake III the view turns as in the game's client, while the
// player's own angles stay those of the moment of death.
func (m *Moment) deadEye(w *world.World) {
	e := &m.Eye
	switch {
	case !e.Known || w.Intermission || e.Slot < 0 || e.Slot >= len(w.Players) || !w.Players[e.Slot].Dead:
		return
	case w.View.Fixed && w.ViewOf(e.Slot) != nil:
		return
	}
	e.ThirdPerson = true
	if w.Game != world.Quake3 {
		e.Angles[0], e.Angles[2] = 0, 0
	}
	stats := w.StatsOf(e.Slot)
	if w.Game != world.Quake3 || w.ViewOf(e.Slot) == nil || stats == nil {
		return // other players' stats lack it
	}
	if index := w.Level().Quake3Stats.DeadYaw; index > 0 {
		if yaw, known := stats.Get(index); known {
			e.Angles[1] = float32(yaw)
		}
	}
}

// kick adds the view's tilt from the player's own speed to the eye's Kick.
func (m *Moment) kick(w *world.World) {
	slot := m.Eye.Slot
	if slot < 0 || slot >= len(m.Poses) || w.View.Fixed || w.Intermission || w.Players[slot].Dead {
		return
	}
	velocity := m.Velocity(slot)
	sin, cos := math.Sincos(float64(m.Eye.Angles[1]) * math.Pi / 180)
	sideways := velocity[0]*float32(sin) - velocity[1]*float32(cos) // to the right
	onward := velocity[0]*float32(cos) + velocity[1]*float32(sin)
	switch w.Game {
	case world.Quake, world.QuakeWorld:
		m.Eye.Kick[2] += rollAngle * max(-1, min(1, sideways/rollSpeed))
	case world.Quake3:
		m.Eye.Kick[0] += onward * runPitch
		m.Eye.Kick[2] += sideways * runRoll
	}
}

// How speed tilts the view by default in the games' clients. Quake II's servers include it in the punch.
const (
	rollAngle = 2     // degrees, Quake's maximum at rollSpeed
	rollSpeed = 200   // units per second
	runPitch  = 0.002 // degrees per unit per second, Quake III's
	runRoll   = 0.005
)

// Velocity returns the velocity of the player in a slot in units per second. If the demo doesn't have it, it is
// computed from the two frames. It is zero if it is unknown or there is no such player. Components that are not
// [world.Drawable] are zero, too.
func (m *Moment) Velocity(slot int) mgl32.Vec3 {
	if slot < 0 || slot >= len(m.Poses) {
		return mgl32.Vec3{}
	}
	w := m.newer()
	span := w.FrameClock - w.PrevFrameClock
	switch {
	case m.Poses[slot].VelocityKnown:
		return world.OnlyDrawable(m.Poses[slot].Velocity)
	case slot >= len(w.Players):
		return mgl32.Vec3{}
	}
	p := &w.Players[slot]
	if m.held || !p.Visible || !p.WasVisible || p.NoLerp || span <= 0 || world.Jumped(p.Was.Origin, p.Pose.Origin,
		world.JumpLimit(span)) {
		return mgl32.Vec3{}
	}
	return world.OnlyDrawable(p.Pose.Origin.Sub(p.Was.Origin).Mul(float32(1 / span)))
}

// Guns returns the view weapon of the player in a slot in the two frames of the moment.
func (m *Moment) Guns(slot int) (was, now world.Gun) {
	p, next := &m.World.Players[slot], m.newer()
	if next == m.World {
		was, now = p.WasGun, p.Gun
	} else {
		was, now = p.Gun, p.Gun
		if slot < len(next.Players) && next.Players[slot].Gun.Known {
			p, now = &next.Players[slot], next.Players[slot].Gun
		}
	}
	if !was.Known || p.NoLerp {
		was = now
	}
	return was, now
}

// firstVisible returns the slot of the first visible player who is not a spectator, or [world.Nobody].
func firstVisible(w *world.World) int {
	for i := range w.Players {
		if w.Players[i].Visible && !w.Players[i].Spectator {
			return i
		}
	}
	return world.Nobody
}

package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Who aims at whom: in degrees beside the body, whose half width is in units.
const (
	threatAngle = 3
	targetAngle = 6
	bodyHalf    = 20
)

// hurtShown is for how many seconds a hit is shown at a player's name.
const hurtShown = 1

// tellHealth adds to the label of a living player, of whom the stats may be missing, what was
// told of his health in passing, and whether he was hit.
func tellHealth(l *draw.Label, m *player.Moment, p *world.Player) {
	if p.Hurt.Within(m.Clock, hurtShown) {
		l.Hurt = float32(min(1, 1-(m.Clock-p.Hurt.Clock)/hurtShown))
	}
	if since, shows := hurtSince(m, p); shows { // he staggers
		l.Hurt = max(l.Hurt, float32(min(1, 1-since/hurtShown)))
	}
	if l.HealthKnown {
		return
	}
	told, age, known := p.ToldHealth(m.Clock)
	if !known {
		return
	}
	l.HealthAbout, l.Health, l.HealthMost, l.HealthAge = true, int(told.Least), int(told.Most), float32(age)
	if told.Most == world.NoMost {
		l.HealthMost = -1
	}
}

// fight is who is watched, and where he looks, while others are told whether they aim at him.
type fight struct {
	m       *player.Moment
	watched *world.Player // nil if nobody is, or nobody who lives
	eye     mgl32.Vec3
	look    mgl32.Vec3 // where the watched looks, a unit long; zero if that is not known

	target int // index into the labels, of the foe nearest to the middle of the view
	beside float32
}

// fightOf returns the fight of the player who is followed.
func (s *Scene) fightOf(m *player.Moment) fight {
	f := fight{m: m, target: -1, beside: targetAngle}
	w, slot := m.World, s.opt.Follow
	if slot < 0 || slot >= len(w.Players) || slot >= len(m.Poses) || w.Intermission {
		return f
	}
	p := &w.Players[slot]
	eye, ok := f.eyeOf(slot)
	if p.Dead || p.Spectator || !ok {
		return f
	}
	f.watched, f.eye = p, eye.Origin
	f.look, _, _ = vectors(eye.Angles)
	return f
}

// eyeOf returns the eye of a player; ok is false if nobody knows where it is.
func (f *fight) eyeOf(slot int) (e world.Eye, ok bool) {
	w, m := f.m.World, f.m
	p := &w.Players[slot]
	switch {
	case m.Eye.Known && !m.Eye.ThirdPerson && m.Eye.Slot == slot:
		e.Origin, e.Angles = m.Eye.Origin, m.Eye.Angles
	case p.Visible:
		e = w.EyeOf(p, &m.Poses[slot])
	default:
		return e, false
	}
	return e, sane(e.Origin) && sane(e.Angles)
}

// tell adds to the label of a living player who is seen, in a slot, what he is in the fight.
func (f *fight) tell(s *Scene, l *draw.Label, slot int) {
	p := &f.m.World.Players[slot]
	if f.watched == nil || slot == f.watched.Slot || p.Spectator {
		return
	}
	if l.Mate = f.m.World.Mates(f.watched, p); l.Mate {
		return
	}
	eye, ok := f.eyeOf(slot)
	if !ok {
		return
	}
	look, _, _ := vectors(eye.Angles)
	clear := s.Clear(f.eye, eye.Origin)
	l.Threat = aside(eye.Origin, look, f.eye) <= threatAngle && clear
	if beside := aside(f.eye, f.look, eye.Origin); beside < f.beside && clear {
		f.target, f.beside = len(s.Labels), beside
	}
}

// mark marks the label of whom the watched aims at: where there is a duel it is nobody else's.
func (f *fight) mark(s *Scene) {
	if foe := s.Duel.Sides[1].Player; s.duelSure && foe > 0 {
		f.target = -1
		for i := range s.Labels {
			if l := &s.Labels[i]; l.Player == foe && !l.Unseen {
				f.target = i
			}
		}
	}
	if f.target >= 0 && f.target < len(s.Labels) {
		s.Labels[f.target].Target = true
	}
}

// eyeAbove is how far an eye is above the middle of a body that stands, about, in units.
const eyeAbove = 20

// aside returns how many degrees a look from a place passes beside a body with an eye.
func aside(from, look, eye mgl32.Vec3) float32 {
	d := eye.Sub(mgl32.Vec3{0, 0, eyeAbove}).Sub(from)
	far := d.Len()
	if far < bodyHalf {
		return 0
	}
	// The nearest height of the body is what is aimed at.
	level := look.Mul(d.Dot(look)).Sub(d)
	d[2] += max(-bodyHalf, min(bodyHalf+eyeAbove, level[2]))
	far = d.Len()
	angle := math.Acos(float64(max(-1, min(1, d.Dot(look)/far)))) - math.Atan(bodyHalf/float64(far))
	return float32(max(0, angle) * 180 / math.Pi)
}

// Clear reports whether the level leaves the way between two places free. Doors do not stop it.
func (s *Scene) Clear(a, b mgl32.Vec3) bool {
	const near = 4 // units
	return sane(a) && sane(b) && s.g.until(a, b).Sub(b).Len() < near
}

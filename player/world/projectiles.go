package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Projectile is a projectile that flies, and whose it is.
type Projectile struct {
	Entity int32
	// Owner is the slot of the player who fired it and 1 more, 0 if nobody is known to have.
	Owner int32
	Seen  float64    // the viewer's seconds when it was there last
	At    mgl32.Vec3 // where it was then, in units

	launched float64 // the viewer's seconds when it was seen first
}

// Aim is where a player's eye is, in units, and where he looks, in degrees.
type Aim struct {
	Slot        int
	Eye, Angles mgl32.Vec3
}

const (
	// maxProjectiles bounds the projectiles that are known; the oldest go first. Some fifty are in
	// a crowded moment.
	maxProjectiles = 128
	// flightKept is for how many seconds an unseen projectile stays the same: servers give its
	// number to another after half a second at the soonest.
	flightKept = 0.45
	// liesFor is for how many seconds it is known whose a projectile is that lies still: longer than a grenade does.
	liesFor = 3
	// ownedFor is for how many seconds it is known whose a projectile is that flies on. With the life of its trail it
	// is less than [Fleeting]: a world that a seek has made knows no earlier projectiles.
	ownedFor = 7
	// maxAims bounds the players who are asked for one shot.
	maxAims = 64
	// A projectile is a player's who looks along its place: so many units before his eye at
	// most, with what it has flown in the frame, behind it, and beside his line of sight.
	aimReach, aimBehind, aimBeside = 60, 16, 40
	// flightSpeed is that of the usual rocket, in units a second, and longestLaunch the longest
	// frame in which one is looked for, in seconds.
	flightSpeed, longestLaunch = 1000, 0.1
	// aimFired is how many seconds ago a player fired at the most whose a shot is that is
	// before several.
	aimFired = 0.15
)

// fired reports whether players fire what leaves a trail of the kind.
func (k TrailKind) fired() bool {
	switch k {
	case TrailRocket, TrailGrenade, TrailNail, TrailBlaster, TrailIonRipper, TrailPlasma, TrailBFG, TrailTracker:
		return true
	}
	return false
}

// OwnerOf returns the slot of the player who fired a projectile, [Nobody] if that is not
// known. The demos do not tell it: it is who looked along the place where it began, if
// nobody else did.
func (e *Effects) OwnerOf(entity int32) int { return int(e.owner(entity)) - 1 }

func (e *Effects) owner(entity int32) int32 {
	for i := range e.Projectiles {
		if e.Projectiles[i].Entity == entity {
			return e.Projectiles[i].Owner
		}
	}
	return 0
}

// Flies notes where a projectile is at a viewer's time, and reports whether it is known; otherwise
// it is to be launched. Was is what Flies returned for it before, and only saves time.
func (e *Effects) Flies(was int, entity int32, at mgl32.Vec3, clock float64) (index int, known bool) {
	if uint(was) >= uint(len(e.Projectiles)) || e.Projectiles[was].Entity != entity {
		was = -1
		for i := range e.Projectiles {
			if e.Projectiles[i].Entity == entity {
				was = i
				break
			}
		}
		if was < 0 {
			return 0, false
		}
	}
	f := &e.Projectiles[was]
	since := clock - f.Seen
	limit := trailJump + trailSpeed*float32(since)
	if d := at.Sub(f.At); !(since >= 0 && since <= flightKept && abs32(d[0]) < limit && abs32(d[1]) < limit &&
		abs32(d[2]) < limit) {
		return was, false
	}
	f.Seen, f.At = clock, at
	return was, true
}

// launch adds a projectile, in the place of one with its number.
func (e *Effects) launch(f Projectile) {
	n := 0
	for i := range e.Projectiles {
		if o := &e.Projectiles[i]; o.Entity != f.Entity && f.Seen-o.Seen <= flightKept {
			e.Projectiles[n] = *o
			n++
		}
	}
	if e.Projectiles = e.Projectiles[:n]; n >= maxProjectiles {
		e.Projectiles = e.Projectiles[:copy(e.Projectiles, e.Projectiles[1:])]
	}
	f.launched = f.Seen
	e.Projectiles = append(e.Projectiles, f)
}

// disown forgets whose the projectiles are that have flown for too long.
func (e *Effects) disown(clock float64) {
	for i := range e.Projectiles {
		p := &e.Projectiles[i]
		if p.Owner == 0 || clock-p.launched <= ownedFor {
			continue
		}
		p.Owner = 0
		for k := range e.Trails {
			if t := &e.Trails[k]; t.Entity == p.Entity {
				t.Owner = 0
			}
		}
	}
}

// Launch adds a projectile that is at a place now and was first at another, from which it is
// told who of those with aims has fired it.
func (w Edit) Launch(entity int32, at, first mgl32.Vec3, aims []Aim) {
	w.Effects.launch(Projectile{Entity: entity, Owner: w.shooter(first, aimReach, aims), Seen: w.Clock, At: at})
}

// flight notes where a projectile of the current frame is, and launches it if it is new.
func (w *World) flight(e *Entity, span float64) {
	if _, known := w.Effects.Flies(-1, e.Number, e.Origin, w.FrameClock); known {
		return
	}
	var list [maxAims]Aim
	reach := aimReach + flightSpeed*float32(min(span, longestLaunch))
	w.Effects.launch(Projectile{Entity: e.Number, Owner: w.shooter(e.Origin, reach, w.aims(list[:0])),
		Seen: w.FrameClock, At: e.Origin})
}

// aims lists where the players look.
func (w *World) aims(list []Aim) []Aim {
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || p.Dead || p.Spectator || len(list) == cap(list) {
			continue
		}
		eye := w.EyeOf(p, &p.Pose)
		if w.SharesView(i) {
			eye.Angles = w.View.Angles
		}
		list = append(list, Aim{i, eye.Origin, eye.Angles})
	}
	return list
}

// shooter returns 1 more than the slot of the only player who looks along a place; of several
// the only one who has just fired; 0 if there is none.
func (w *World) shooter(at mgl32.Vec3, reach float32, aims []Aim) int32 {
	found, fired := int32(0), int32(0)
	several, severalFired := false, false
	for i := range aims {
		a := &aims[i]
		d, look := at.Sub(a.Eye), lookOf(a.Angles)
		along := d.Dot(look)
		off := d.Sub(look.Mul(along))
		if !(along > -aimBehind && along < reach && off.Dot(off) < aimBeside*aimBeside) {
			continue
		}
		several, found = several || found != 0, int32(a.Slot)+1
		if a.Slot < len(w.Players) && w.Players[a.Slot].Fired.Within(w.Clock, aimFired) {
			severalFired, fired = severalFired || fired != 0, found
		}
	}
	switch {
	case found != 0 && !several:
		return found
	case fired != 0 && !severalFired:
		return fired
	}
	return 0
}

// lookOf returns the direction of angles in degrees, of which the pitch looks down.
func lookOf(angles mgl32.Vec3) mgl32.Vec3 {
	const radians = math.Pi / 180
	sp, cp := math.Sincos(float64(angles[0]) * radians)
	sy, cy := math.Sincos(float64(angles[1]) * radians)
	return mgl32.Vec3{float32(cp * cy), float32(cp * sy), float32(-sp)}
}

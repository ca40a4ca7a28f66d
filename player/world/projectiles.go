package world

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Projectile is a projectile in flight, and its owner.
type Projectile struct {
	Entity int32
	// Owner is the slot of the player who fired it plus 1, or 0 if unknown.
	Owner int32
	Seen  float64    // when it was last seen, in seconds of the viewer's clock
	At    mgl32.Vec3 // where it was last seen, in units

	launched float64 // when it was first seen, in seconds of the viewer's clock
}

// Aim is the eye of a player, in units, and the view direction, in degrees.
type Aim struct {
	Slot        int
	Eye, Angles mgl32.Vec3
}

const (
	// maxProjectiles bounds the stored projectiles. The oldest are dropped first. Crowded moments
	// have about fifty.
	maxProjectiles = 128
	// flightKept is how many seconds a projectile may be unseen and still be the same one. Servers
	// reuse its number after half a second at the earliest.
	flightKept = 0.45
	// liesFor is how many seconds the owner of a projectile is remembered while it lies still. It
	// is longer than a grenade lasts.
	liesFor = 3
	// ownedFor is how many seconds the owner of a flying projectile is remembered. Together with
	// the life of its trail it is less than [Fleeting], because a world reached by seeking does not
	// know older projectiles.
	ownedFor = 7
	// maxAims bounds the players that are considered for one shot.
	maxAims = 64
	// aimReach, aimBehind and aimBeside bound, in units, where a projectile may appear relative to
	// the player who fired it: in front of the eye (plus the distance flown in the frame), behind
	// it, and beside the line of sight.
	aimReach, aimBehind, aimBeside = 60, 16, 40
	// flightSpeed is the usual speed of a rocket, in units per second. longestLaunch caps the
	// duration of the frame for the distance flown in it, in seconds.
	flightSpeed, longestLaunch = 1000, 0.1
	// aimFired is how many seconds ago a player may have fired at most to be chosen among several.
	aimFired = 0.15
)

// fired reports whether trails of the kind belong to projectiles fired by players.
func (k TrailKind) fired() bool {
	switch k {
	case TrailRocket, TrailGrenade, TrailNail, TrailBlaster, TrailIonRipper, TrailPlasma, TrailBFG, TrailTracker:
		return true
	}
	return false
}

// OwnerOf returns the slot of the player who fired a projectile, or [Nobody] if unknown. Demos do
// not store it: it is the only player who looked toward the place where the projectile first
// appeared.
func (e *Effects) OwnerOf(entity int32) int { return int(e.owner(entity)) - 1 }

func (e *Effects) owner(entity int32) int32 {
	for i := range e.Projectiles {
		if e.Projectiles[i].Entity == entity {
			return e.Projectiles[i].Owner
		}
	}
	return 0
}

// Flies updates the place of a projectile at a time of the viewer's clock, and reports whether it
// is known. If not, the caller should launch it. was is the previous result for the projectile. It
// only saves time.
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

// launch adds a projectile. It replaces one with the same number.
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

// disown forgets the owners of projectiles that have flown too long.
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

// Launch adds a projectile that is now at one place and first appeared at another. Its owner is
// derived from the first place and aims.
func (w Edit) Launch(entity int32, at, first mgl32.Vec3, aims []Aim) {
	owner := shooter(w.Players, w.Clock, first, aimReach, aims)
	w.Effects.launch(Projectile{Entity: entity, Owner: owner, Seen: w.Clock, At: at})
}

// flight updates the place of a projectile of the current frame, and launches it if it is new.
func (w *World) flight(e *Entity, span float64) {
	if _, known := w.Effects.Flies(-1, e.Number, e.Origin, w.FrameClock); known {
		return
	}
	var list [maxAims]Aim
	reach := aimReach + flightSpeed*float32(min(span, longestLaunch))
	owner := shooter(w.Players, w.Clock, e.Origin, reach, w.aims(list[:0]))
	w.Effects.launch(Projectile{Entity: e.Number, Owner: owner, Seen: w.FrameClock, At: e.Origin})
}

// aims appends the aims of the players to list.
func (w *World) aims(list []Aim) []Aim {
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || p.Dead || p.Spectator || len(list) == cap(list) {
			continue
		}
		eye := w.Game.EyeOf(p, &p.Pose)
		if w.SharesView(i) {
			eye.Angles = w.View.Angles
		}
		list = append(list, Aim{i, eye.Origin, eye.Angles})
	}
	return list
}

// shooter returns 1 plus the slot of the only player who looks toward a place. If there are
// several, it is the only one of them who has just fired before clock, a time of the viewer's
// clock. Otherwise shooter returns 0.
func shooter(players []Player, clock float64, at mgl32.Vec3, reach float32, aims []Aim) int32 {
	found, fired := int32(0), int32(0)
	several, severalFired := false, false
	for i := range aims {
		a := &aims[i]
		d := at.Sub(a.Eye)
		if d.Dot(d) > (reach+aimBeside)*(reach+aimBeside) {
			continue // too far, wherever the player looks
		}
		look := lookOf(a.Angles)
		along := d.Dot(look)
		off := d.Sub(look.Mul(along))
		if !(along > -aimBehind && along < reach && off.Dot(off) < aimBeside*aimBeside) {
			continue
		}
		several, found = several || found != 0, int32(a.Slot)+1
		if a.Slot < len(players) && players[a.Slot].Fired.Within(clock, aimFired) {
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

// lookOf returns the unit vector for angles in degrees, where a positive pitch looks down.
func lookOf(angles mgl32.Vec3) mgl32.Vec3 {
	const radians = math.Pi / 180
	sp, cp := math.Sincos(float64(angles[0]) * radians)
	sy, cy := math.Sincos(float64(angles[1]) * radians)
	return mgl32.Vec3{float32(cp * cy), float32(cp * sy), float32(-sp)}
}

package world

import (
	"math"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// TrailKind is the kind of trail that a projectile leaves behind.
type TrailKind uint8

// The kinds of trails.
const (
	NoTrail        TrailKind = iota
	TrailRocket              // fire and smoke
	TrailGrenade             // smoke
	TrailGib                 // blood
	TrailGreenGib            // green blood
	TrailTracer              // green, of a scrag
	TrailTracer2             // orange, of a hell knight
	TrailTracer3             // purple, of a vore
	TrailNail                // a short line; the games draw none
	TrailBlaster             // yellow
	TrailIonRipper           // orange
	TrailRedFlag             // of the flag carrier
	TrailBlueFlag
	TrailTracker // dark
	TrailTag     // yellow, of the player who is "it"
	TrailPlasma  // blue
	TrailBFG     // green

	// TrailKindCount is the number of kinds, including NoTrail.
	TrailKindCount
)

// Trail is a straight or ballistic part of the path of a projectile, up to where the projectile is,
// has turned or has ended. Places are in Quake units. A trail stays visible for a while behind the
// projectile.
type Trail struct {
	Kind   TrailKind
	Entity int32
	// Owner is the slot of the player who fired the projectile plus 1, or 0 if unknown.
	Owner int32
	// Clock and Until are the times at Origin and at End, in seconds of the viewer's clock.
	Clock, Until float64
	Origin, End  mgl32.Vec3
	// Gravity bends the path, in units per second squared. It is 0 for a straight path.
	Gravity float32
}

// At returns the place on the trail at a time of the viewer's clock. Before and after the trail it
// returns the nearer end.
func (t *Trail) At(clock float64) mgl32.Vec3 {
	span := t.Until - t.Clock
	if !(span > 0) || clock >= t.Until {
		return t.End
	}
	passed := max(0, clock-t.Clock)
	at := t.Origin.Add(t.End.Sub(t.Origin).Mul(float32(passed / span)))
	at[2] += t.Gravity / 2 * float32(passed*(span-passed))
	return at
}

// TrailLife is how many seconds a trail is kept after its end at least: as long as the slowest
// smoke is visible.
const TrailLife = 2.0

const (
	// maxTrails bounds the stored trails. The oldest are dropped first. Crowded moments have about
	// fifty.
	maxTrails = 128
	// trailTurn is the largest distance, in units, of a projectile from the line of its trail.
	trailTurn = 1
	// trailJump and trailSpeed bound the movement of a projectile in a frame: trailJump in units,
	// plus trailSpeed in units per second.
	trailJump, trailSpeed = 64, 2400
)

// Trailer is implemented by rules whose entities leave trails from frame to frame.
type Trailer interface {
	Rules
	// TrailOf returns the trail of an entity whose model has the given name.
	TrailOf(model string, e *Entity) TrailKind
	// TrailEffects returns the bits of Effects of which every entity with a trail has at least one.
	// It returns 0 if trails depend only on the model.
	TrailEffects() uint32
}

// trailModels caches the trails of a level's models. It is not part of the state.
type trailModels struct {
	list  *string // address of the level's list of models
	count int
	kinds []TrailKind
	any   bool // at least one model leaves a trail
}

// update sets t to the trails of a level's models.
func (t *trailModels) update(r Trailer, models []string) {
	list := unsafe.SliceData(models)
	if list == t.list && len(models) == t.count {
		return
	}
	t.list, t.count, t.kinds, t.any = list, len(models), t.kinds[:0], false
	for _, name := range models {
		kind := r.TrailOf(name, nil)
		t.kinds, t.any = append(t.kinds, kind), t.any || kind != NoTrail
	}
}

// trailHints are the last indices of the entities' trails, by the low bits of the entity number,
// because most trails continue. They only save time and are not part of the state.
type trailHints [256]uint8

// trailsOfFrame extends the trails of the projectiles of the current frame.
func (w *World) trailsOfFrame() {
	r := w.trailer
	span := w.FrameClock - w.PrevFrameClock
	if r == nil || !(span > 0 && span <= MaxInterpolation) {
		return
	}
	effects := r.TrailEffects()
	if effects == 0 {
		w.trailModels.update(r, w.Level().Models)
		if !w.trailModels.any {
			return
		}
	}
	kinds := w.trailModels.kinds
	w.settleEntities()
	f := trailFrame{World: w, limit: float32(trailJump + trailSpeed*span)}
	prev := w.PrevEntities
	for i := range w.Entities {
		e := &w.Entities[i]
		kind := NoTrail
		if effects == 0 {
			if int(e.Model[0]) < len(kinds) {
				kind = kinds[e.Model[0]]
			}
		} else if e.Effects&effects != 0 {
			kind = r.TrailOf("", e)
		}
		if kind == NoTrail {
			continue
		}
		if kind.fired() {
			w.flight(e, span)
		}
		for len(prev) > 0 && prev[0].Number < e.Number {
			prev = prev[1:]
		}
		if len(prev) == 0 || prev[0].Number != e.Number || prev[0].Model[0] != e.Model[0] || e.Flags&FlagNoLerp != 0 {
			continue
		}
		f.extend(kind, &prev[0], e)
	}
}

// trailFrame extends trails in one frame.
type trailFrame struct {
	*World
	limit float32 // maximum distance of a movement along an axis, in units
	at    int     // index of the last extended trail
}

// extend extends the trail of an entity that moved from its state in the previous frame, unless it jumped.
func (f *trailFrame) extend(kind TrailKind, from, e *Entity) {
	d := e.Origin.Sub(from.Origin)
	if d == (mgl32.Vec3{}) || !(abs32(d[0]) < f.limit && abs32(d[1]) < f.limit && abs32(d[2]) < f.limit) {
		return
	}
	hint := &f.trailHints[e.Number&int32(len(f.trailHints)-1)]
	if i := int(*hint); i < len(f.Effects.Trails) && f.Effects.Trails[i].follow(kind, e.Number, from.Origin, e.Origin,
		f.PrevFrameClock, f.FrameClock) {
		f.at = i
		return
	}
	f.at = f.Effects.trail(f.at, kind, e.Number, from.Origin, e.Origin, f.PrevFrameClock, f.FrameClock)
	*hint = uint8(f.at) // less than maxTrails
}

func abs32(f float32) float32 { return max(f, -f) }

// trail extends the trail of an entity that moved from one place to another if the movement
// continues in a line. Otherwise it begins a new trail. It searches from index at and returns the
// index of the trail, since trails are mostly in the order of their entities.
func (e *Effects) trail(at int, kind TrailKind, entity int32, from, to mgl32.Vec3, clock, until float64) int {
	for range e.Trails {
		if at >= len(e.Trails) {
			at = 0
		}
		if e.Trails[at].follow(kind, entity, from, to, clock, until) {
			return at
		}
		at++
	}
	e.addTrail(Trail{Kind: kind, Entity: entity, Clock: clock, Until: until, Origin: from, End: to})
	return len(e.Trails) - 1
}

// follow reports whether t is the trail of the entity and the movement continues in a line. If so
// it extends the trail, unless another packet of the same frame has already done so.
func (t *Trail) follow(kind TrailKind, entity int32, from, to mgl32.Vec3, clock, until float64) bool {
	switch {
	case t.Entity != entity || t.Kind != kind:
		return false
	case t.Until == until && t.End == to:
		return true
	case t.Until == clock && t.End == from && t.Gravity == 0 && inLine(t.Origin, from, to):
		t.End, t.Until = to, until
		return true
	}
	return false
}

// inLine reports whether b is near the line from a to c, and between them.
func inLine(a, b, c mgl32.Vec3) bool {
	delta, part := c.Sub(a), b.Sub(a)
	l := delta.Dot(delta)
	along := part.Dot(delta)
	if !(along > 0 && along < l) {
		return false
	}
	off := part.Sub(delta.Mul(along / l))
	return off.Dot(off) < trailTurn*trailTurn
}

// addTrail adds a trail.
func (e *Effects) addTrail(t Trail) {
	if t.Kind.fired() {
		t.Owner = e.owner(t.Entity)
	}
	if len(e.Trails) >= maxTrails {
		e.Trails = e.Trails[:copy(e.Trails, e.Trails[1:])]
	}
	e.Trails = append(e.Trails, t)
}

// trailLook is how often ended trails are looked for, in seconds. Packets may come a thousand times
// a second.
const trailLook = 0.25

// trailsMayEnd reports whether it is time to look for ended trails. The times do not depend on
// earlier trails.
func (e *Effects) trailsMayEnd(clock float64) bool { return clock >= e.lookTrails }

// expireTrails drops trails that ended long ago, and projectiles that are gone.
func (e *Effects) expireTrails(clock float64) {
	e.lookTrails = trailLook * (math.Floor(clock/trailLook) + 1)
	e.Projectiles = slices.DeleteFunc(e.Projectiles, func(p Projectile) bool { return clock-p.Seen > liesFor })
	e.disown(clock)
	n := 0
	for i := range e.Trails {
		if clock-e.Trails[i].Until <= TrailLife {
			if n != i {
				e.Trails[n] = e.Trails[i]
			}
			n++
		}
	}
	e.Trails = e.Trails[:n]
}

// Trail extends the trail of an entity whose path is known up to t.Until: the trail that began at
// the same place and time, or a new one. It returns the index of the trail. was is the previous
// result for the entity. It only saves time.
func (e *Effects) Trail(was int, t Trail) (index int) {
	list := e.Trails
	if uint(was) < uint(len(list)) && list[was].continues(&t) {
		list[was].End, list[was].Until = t.End, t.Until
		return was
	}
	for i := len(list) - 1; i >= 0; i-- {
		if o := &list[i]; o.Entity == t.Entity && o.Kind == t.Kind {
			if o.continues(&t) {
				o.End, o.Until = t.End, t.Until
				return i
			}
			break
		}
	}
	e.addTrail(t)
	return len(e.Trails) - 1
}

// ProjectileRef is a projectile that continues on its path, with the indices of the projectile and
// its trail in their lists.
type ProjectileRef struct {
	Entity int32
	// Origin and Began are those of its trail.
	Origin mgl32.Vec3
	Began  float64
	// Projectile and Trail are the last known indices.
	Projectile, Trail int
}

// Advance combines [Effects.Flies] and [Effects.Trail] for a projectile that the caller knows has
// not moved too far. It does nothing and returns false if f is no longer known or was not seen for
// too long.
func (e *Effects) Advance(f *ProjectileRef, x, y, z float32, clock float64) bool {
	// Entries before them are removed, so the index is the same or lower.
	f.Projectile = min(f.Projectile, len(e.Projectiles)-1)
	for f.Projectile >= 0 && e.Projectiles[f.Projectile].Entity != f.Entity {
		f.Projectile--
	}
	f.Trail = min(f.Trail, len(e.Trails)-1)
	for f.Trail >= 0 && !f.leaves(&e.Trails[f.Trail]) {
		f.Trail--
	}
	if f.Projectile < 0 || f.Trail < 0 {
		return false
	}
	p, t := &e.Projectiles[f.Projectile], &e.Trails[f.Trail]
	if since := clock - p.Seen; !(since >= 0 && since <= flightKept) {
		return false
	}
	// Write the fields one by one: the processor stalls on reading several of them at once after
	// they were written separately.
	p.At[0], p.At[1], p.At[2], p.Seen = x, y, z, clock
	t.End[0], t.End[1], t.End[2], t.Until = x, y, z, clock
	return true
}

// leaves reports whether t is the trail of f.
func (f *ProjectileRef) leaves(t *Trail) bool {
	return t.Entity == f.Entity && t.Clock == f.Began && t.Origin == f.Origin
}

// continues reports whether t is of the same entity and flight as o.
func (o *Trail) continues(t *Trail) bool {
	return o.Entity == t.Entity && o.Kind == t.Kind && o.Origin == t.Origin && o.Gravity == t.Gravity &&
		o.Clock > t.Clock-trailSameClock && o.Clock < t.Clock+trailSameClock
}

// trailSameClock is the largest difference between the beginnings of the same trail, in seconds.
const trailSameClock = 0.02

package world

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Timestamp is when a player was last hit, or last fired.
type Timestamp struct {
	Clock float64 // seconds of the viewer's clock
	Known bool
}

// maxAhead is how far a [Timestamp] may be ahead of the drawn moment, in seconds. The drawn moment
// is between two frames, and the world is at the newer one.
const maxAhead = 0.15

// Within reports whether d is known and at most the given number of seconds before clock, a time of
// the viewer's clock.
func (d *Timestamp) Within(clock, seconds float64) bool {
	return d.Known && clock-d.Clock <= seconds && d.Clock-clock <= maxAhead
}

// HealthEstimate is the health of a player inferred from a pain sound, for players without known
// stats. In Quake III it is exact. In Quake II and Quake Live only its quarter of 100 is known.
type HealthEstimate struct {
	Clock float64 // seconds of the viewer's clock
	// Least and Most are the bounds of the health at that time. Most is [NoUpperBound] if there is
	// no upper bound.
	Least, Most int16
	Known       bool
}

// NoUpperBound is the value of [HealthEstimate].Most if there is no upper bound.
const NoUpperBound = math.MaxInt16

// estimateLifetime is how many seconds the inferred health remains a good estimate: nine of ten
// recorders were within 25 points of it then. A hurt player makes at most one pain sound in 0.7
// seconds. Most players who survive longer have been healed or are dead.
const estimateLifetime = 8

// EstimatedHealth returns the health of a player inferred shortly before clock, a time of the
// viewer's clock, and how many seconds ago that was. known is false if there is none.
func (p *Player) EstimatedHealth(clock float64) (estimate HealthEstimate, age float64, known bool) {
	age = clock - p.HealthEstimate.Clock
	if !p.HealthEstimate.Known || p.Dead || age > estimateLifetime || age < -maxAhead {
		return HealthEstimate{}, 0, false
	}
	return p.HealthEstimate, max(0, age), true
}

// HurtAt records that the player is hit at a time of the viewer's clock.
func (p *Player) HurtAt(clock float64) {
	p.countHit(clock)
	p.Hurt = Timestamp{clock, true}
}

// hitInterval is how many seconds after a counted hit the next one counts as another hit.
// hitTimeout is after how many seconds it belongs to another fight.
const hitInterval, hitTimeout = 0.19, estimateLifetime

// countHit counts a hit at a time of the viewer's clock. The fatal hit is not counted. countHit
// does not check whether the player is alive, since rules that settle late do not know that yet.
func (p *Player) countHit(clock float64) {
	if died := clock - float64(p.Died); p.Died != 0 && died >= -clockPrecision && died < hitInterval {
		return
	}
	since := clock - p.Hurt.Clock
	again := p.Hits > 0 && since >= 0 && since <= hitTimeout
	if counted := clock - float64(p.HitCounted); again && counted < hitInterval {
		return
	}
	if !again {
		p.Hits = 0
	}
	if p.HitCounted = float32(clock); p.Hits < math.MaxUint8 {
		p.Hits++
	}
}

// clockPrecision is the precision, in seconds, of the float32 times of hits in a demo of some
// hours.
const clockPrecision = 0.002

// HitsSeen returns how often a player was recently seen to be hit, and how many seconds ago the
// last hit was, given a time of the viewer's clock. Successive hits are at most 8 seconds apart.
// Hits within a fifth of a second count as one. The count is 0 if there were none.
func (p *Player) HitsSeen(clock float64) (count int, age float64) {
	age = clock - p.Hurt.Clock
	if p.Hits == 0 || age > hitTimeout || age < -maxAhead {
		return 0, 0
	}
	return int(p.Hits), max(0, age)
}

// LivesFor returns an upper bound of how many seconds a player has lived, from the last reported
// death, given a time of the viewer's clock. ok is false if no death was reported.
func (p *Player) LivesFor(clock float64) (age float64, ok bool) {
	age = clock - float64(p.Died)
	return max(0, age), p.Died != 0 && age >= -maxAhead
}

// diesNow records that the player's death is reported now.
func (p *Player) diesNow(clock float64) {
	p.Hits, p.HitCounted, p.Died = 0, 0, float32(clock)
	p.ForgetHealth()
}

// StrikeNow records that the player in a slot hits p now. It ignores invalid slots and p's own
// slot.
func (w Edit) StrikeNow(slot int, p *Player) {
	if slot >= 0 && slot < len(w.Players) && slot != p.Slot {
		p.Struck, p.StruckBy = Timestamp{w.Clock, true}, slot+1
	}
}

// FiresAt records that the player fires at a time of the viewer's clock.
func (p *Player) FiresAt(clock float64) { p.Fired = Timestamp{clock, true} }

// EstimateHealth sets the bounds of the player's health at a time of the viewer's clock.
func (p *Player) EstimateHealth(clock float64, least, most int16) {
	p.HealthEstimate = HealthEstimate{clock, least, most, true}
}

// Heal adds points to the inferred health. Healing does not raise it above most.
func (p *Player) Heal(points, most int16) {
	if t := &p.HealthEstimate; t.Known && t.Most != NoUpperBound {
		t.Least = max(t.Least, min(most, t.Least+points))
		t.Most = max(t.Most, min(most, t.Most+points))
	}
}

// ForgetHealth marks the player's inferred health as unknown.
func (p *Player) ForgetHealth() { p.HealthEstimate = HealthEstimate{} }

// painSounds are Quake II's pain sounds, which its servers choose by the remaining health.
var painSounds = [...]struct {
	prefix      string
	least, most int16
}{
	{"*pain25_", 1, 24}, {"*pain50_", 25, 49}, {"*pain75_", 50, 74}, {"*pain100_", 75, NoUpperBound},
}

// hearPain records what a player's sound reveals about the player's health.
func (w Edit) hearPain(s *SoundStart) {
	if w.Game == Quake3 || s.Entity <= 0 || int(s.Entity) > len(w.Players) || s.Own != 0 {
		return
	}
	p, path := &w.Players[s.Entity-1], w.Level().Sound(s.Sound)
	if w.Game != Quake2 {
		if strings.HasPrefix(path, "player/pain") {
			p.HurtAt(w.Clock)
		}
		return
	}
	for i := range painSounds {
		if c := &painSounds[i]; strings.HasPrefix(path, c.prefix) {
			p.HurtAt(w.Clock)
			p.EstimateHealth(w.Clock, c.least, c.most)
			return
		}
	}
	if strings.HasPrefix(path, "*death") || strings.HasPrefix(path, "items/") &&
		strings.HasSuffix(path, "_health.wav") {
		p.ForgetHealth()
	}
}

// bloodAside and bloodUp are the largest horizontal and vertical distances of blood from the middle
// of a body, in units. Servers scatter it a little.
const bloodAside, bloodUp = 28, 40

// bleeder returns the only living player near blood at a place, or nil if there is none or more
// than one.
func bleeder(players []Player, at mgl32.Vec3) (who *Player) {
	for i := range players {
		p := &players[i]
		if !p.Visible || p.Dead || p.Spectator {
			continue
		}
		d := at.Sub(p.Pose.Origin)
		if max(d[0], -d[0]) > bloodAside || max(d[1], -d[1]) > bloodAside || max(d[2], -d[2]) > bloodUp {
			continue
		}
		if who != nil {
			return nil
		}
		who = p
	}
	return who
}

// quakeBlood is the first color of blood particles in Quake.
const quakeBlood = 72

// recordCombat records who fires or is hit according to an effect.
func (w Edit) recordCombat(f *Effect) {
	switch {
	case f.Kind == EffectMuzzleFlash || f.Kind == EffectLightning && f.Entity > 0:
		if slot := w.slotOfNumber(f.Entity); slot != Nobody {
			w.Players[slot].FiresAt(w.Clock)
			if f.Kind == EffectLightning && (w.Game == Quake || w.Game == QuakeWorld) {
				if p := struck(w.Players, slot, f.Origin, f.End); p != nil {
					p.HurtAt(w.Clock)
					w.StrikeNow(slot, p)
				}
			}
		}
	case w.Game == Quake3: // its events say who is hit
	case f.Kind == EffectBlood, f.Kind == EffectParticles && w.Game == Quake && f.Color == quakeBlood:
		if p := bleeder(w.Players, f.Origin); p != nil {
			p.HurtAt(w.Clock)
		}
	}
}

// aimShots adds the view directions of the shooters to the shots of this packet. In Quake III
// players are set later, and hits name their shooters.
func (w *World) aimShots() {
	if w.Game == Quake3 {
		return
	}
	for i := len(w.Effects.List) - 1; i >= 0 && w.Effects.List[i].Clock == w.Clock; i-- {
		f := &w.Effects.List[i]
		if f.Kind != EffectMuzzleFlash || f.Shot > ShotPellets {
			continue
		}
		slot := w.slotOfNumber(f.Entity)
		if slot == Nobody || !w.Players[slot].Visible {
			continue
		}
		eye := w.Game.EyeOf(&w.Players[slot], &w.Players[slot].Pose)
		if w.SharesView(slot) {
			eye.Origin, eye.Angles = w.View.Origin, w.View.Angles
		}
		if look := lookOf(eye.Angles); look.Dot(look) > 0.5 { // not for invalid angles
			f.End, f.Velocity = eye.Origin, look
		}
	}
}

// struckHalf is half the width of the part of a body that lightning surely hits, and struckLow and
// struckHigh are its lower and upper end, in units. The full box has a half-width of 16 and ends at
// -24 and 32.
const struckHalf, struckLow, struckHigh = 14, -22, 30

// struck returns the player hit by the lightning of the player in a slot, or nil if there is none.
// In Quake the beam ends at a wall and hurts the first body on its way.
func struck(players []Player, slot int, from, to mgl32.Vec3) (who *Player) {
	first := float32(1)
	for i := range players {
		p := &players[i]
		if i == slot || !p.Visible || p.Dead || p.Spectator {
			continue
		}
		if part, ok := passes(from, to, p.Pose.Origin); ok && part <= first {
			first, who = part, p
		}
	}
	return who
}

// passes reports whether a line segment goes through the body of a player at a place, and at which
// fraction of its length it enters it.
func passes(from, to, at mgl32.Vec3) (float32, bool) {
	low, high := at.Add(mgl32.Vec3{-struckHalf, -struckHalf, struckLow}),
		at.Add(mgl32.Vec3{struckHalf, struckHalf, struckHigh})
	in, out := float32(0), float32(1)
	for k := range at {
		delta := to[k] - from[k]
		if delta == 0 {
			if from[k] < low[k] || from[k] > high[k] {
				return 0, false
			}
			continue
		}
		a, b := (low[k]-from[k])/delta, (high[k]-from[k])/delta
		in, out = max(in, min(a, b)), min(out, max(a, b))
	}
	return in, in <= out
}

// hitter returns the slot of the only living player, other than the victim, whose body is at place,
// or [Nobody] if there is none or more than one. Damage that is not from a missile comes from the
// middle of the attacker's body. The distance allows for movement since the last frame.
func hitter(players []Player, victim *Player, place mgl32.Vec3) int {
	const moved = 48 // units
	who := Nobody
	for i := range players {
		p := &players[i]
		if i == victim.Slot || !p.Visible || p.Dead || p.Spectator || place.Sub(p.Pose.Origin).Len() > moved {
			continue
		}
		if who != Nobody {
			return Nobody
		}
		who = i
	}
	return who
}

// shotBefore and shotAside limit who may have fired a missile, of which only the direction is
// known. The shooter must be the only player who fired in the last shotBefore seconds before the
// hit, and be within shotAside degrees of the direction.
const shotBefore, shotAside = 0.7, 20

// Attacker returns the slot of the player who last hit p, if reported or if only one player is
// possible at clock, a time of the viewer's clock. Otherwise it returns [Nobody].
func (w *World) Attacker(p *Player, clock float64) int {
	if p.Hit.By > 0 && p.Hit.By <= len(w.Players) {
		return p.Hit.By - 1
	}
	if !p.Hit.Directed || w.Game == QuakeWorld { // there a missile is gone before its hit is reported
		return Nobody
	}
	who := Nobody
	for i := range w.Players {
		o := &w.Players[i]
		if o.Slot == p.Slot || !o.Fired.Within(clock, clock-p.Hit.Clock+shotBefore) {
			continue
		}
		if who != Nobody {
			return Nobody
		}
		who = i
	}
	if who == Nobody {
		return who
	}
	o := &w.Players[who]
	if !o.Visible || o.Dead || o.Spectator {
		return Nobody
	}
	a, b := p.Hit.From.Sub(p.Pose.Origin), o.Pose.Origin.Sub(p.Pose.Origin)
	if cos := a.Dot(b) / (a.Len() * b.Len()); !(float64(cos) > math.Cos(shotAside*math.Pi/180)) {
		return Nobody
	}
	return who
}

package world

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Deed is when a player was hit, or fired, last.
type Deed struct {
	Clock float64 // viewer's seconds
	Known bool
}

// deedAhead is how far a deed may lie ahead of the moment that is drawn, in seconds: the
// world is at the newer of the two frames between which that is.
const deedAhead = 0.15

// Within reports whether the deed was done in the seconds before a viewer's time.
func (d *Deed) Within(clock, seconds float64) bool {
	return d.Known && clock-d.Clock <= seconds && d.Clock-clock <= deedAhead
}

// ToldHealth is the health of a player that a cry of pain told, of those whose stats a demo
// lacks. In Quake III it is exact; Quake II and Quake Live tell in which quarter of 100 it is.
type ToldHealth struct {
	Clock float64 // viewer's seconds
	// Least and Most are the bounds of the health at that time. Most is [NoMost] for none.
	Least, Most int16
	Known       bool
}

// NoMost says that a health that was told has no upper bound.
const NoMost = math.MaxInt16

// toldKept is for how many seconds health that was told is still a good guess: nine of ten
// recorders were within 25 points of it then. Whoever is hurt cries at most once in 0.7
// seconds, and most who have lived for longer are healed or dead.
const toldKept = 8

// ToldHealth returns the health of a player that was told a short while before a viewer's
// time, and how many seconds ago that was; known is false if there is none.
func (p *Player) ToldHealth(clock float64) (told ToldHealth, age float64, known bool) {
	age = clock - p.Told.Clock
	if !p.Told.Known || p.Dead || age > toldKept || age < -deedAhead {
		return ToldHealth{}, 0, false
	}
	return p.Told, max(0, age), true
}

// HurtAt says that a player is hit at a viewer's time.
func (p *Player) HurtAt(clock float64) {
	p.wound(clock)
	p.Hurt = Deed{clock, true}
}

// woundApart is how many seconds after a hit that counts the next one is another, and woundKept after how many
// it belongs to another fight.
const woundApart, woundKept = 0.19, toldKept

// wound counts a hit at a viewer's time, but that of the death, and says that it was. Whether who is hit lives is
// no matter: rules that settle late do not know it yet.
func (p *Player) wound(clock float64) {
	if died := clock - float64(p.Died); p.Died != 0 && died >= -woundClock && died < woundApart {
		return
	}
	since := clock - p.Hurt.Clock
	again := p.Hits > 0 && since >= 0 && since <= woundKept
	if counted := clock - float64(p.HitCounted); again && counted < woundApart {
		return
	}
	if !again {
		p.Hits = 0
	}
	if p.HitCounted = float32(clock); p.Hits < math.MaxUint8 {
		p.Hits++
	}
}

// woundClock is how exact the times of wounds are, in seconds, of a demo of some hours.
const woundClock = 0.002

// HitsSeen returns how often a player was seen to be hit lately, no two times more than 8 seconds apart, and how many
// seconds ago that was last, at a viewer's time; 0 times if he was not. What comes within a fifth of a second is
// one hit.
func (p *Player) HitsSeen(clock float64) (count int, age float64) {
	age = clock - p.Hurt.Clock
	if p.Hits == 0 || age > woundKept || age < -deedAhead {
		return 0, 0
	}
	return int(p.Hits), max(0, age)
}

// LivesFor returns for how many seconds a player has lived at most, at a viewer's time, by the last death that was
// told; ok is false if none was.
func (p *Player) LivesFor(clock float64) (age float64, ok bool) {
	age = clock - float64(p.Died)
	return max(0, age), p.Died != 0 && age >= -deedAhead
}

// diesNow says that the death of a player is told now.
func (p *Player) diesNow(clock float64) {
	p.Hits, p.HitCounted, p.Died = 0, 0, float32(clock)
	p.ForgetHealth()
}

// StrikeNow says that the player in a slot hits another one now. Of no slot, and of the
// player's own, it says nothing.
func (w Edit) StrikeNow(slot int, p *Player) {
	if slot >= 0 && slot < len(w.Players) && slot != p.Slot {
		p.Struck, p.StruckBy = Deed{w.Clock, true}, slot+1
	}
}

// FiresAt says that a player fires at a viewer's time.
func (p *Player) FiresAt(clock float64) { p.Fired = Deed{clock, true} }

// TellHealth says between which bounds a player's health is at a viewer's time.
func (p *Player) TellHealth(clock float64, least, most int16) {
	p.Told = ToldHealth{clock, least, most, true}
}

// Heal adds to the health that was told, up to the most that it leads to.
func (p *Player) Heal(points, most int16) {
	if t := &p.Told; t.Known && t.Most != NoMost {
		t.Least = max(t.Least, min(most, t.Least+points))
		t.Most = max(t.Most, min(most, t.Most+points))
	}
}

// ForgetHealth says that a player's health is not known any more.
func (p *Player) ForgetHealth() { p.Told = ToldHealth{} }

// cries are Quake II's sounds of pain, which its servers choose by the health that is left.
var cries = [...]struct {
	prefix      string
	least, most int16
}{
	{"*pain25_", 1, 24}, {"*pain50_", 25, 49}, {"*pain75_", 50, 74}, {"*pain100_", 75, NoMost},
}

// cry notes what a sound of a player tells of his health.
func (w *World) cry(s *SoundStart) {
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
	for i := range cries {
		if c := &cries[i]; strings.HasPrefix(path, c.prefix) {
			p.HurtAt(w.Clock)
			p.TellHealth(w.Clock, c.least, c.most)
			return
		}
	}
	if strings.HasPrefix(path, "*death") || strings.HasPrefix(path, "items/") &&
		strings.HasSuffix(path, "_health.wav") {
		p.ForgetHealth()
	}
}

// bled are how far from the middle of a body its blood is, in units: sideways, and up and
// down. Servers scatter it a little.
const bledAside, bledUp = 28, 40

// bleed notes that blood was seen at a place: of the only living player who is there.
func (w *World) bleed(at mgl32.Vec3) {
	var who *Player
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || p.Dead || p.Spectator {
			continue
		}
		d := at.Sub(p.Pose.Origin)
		if max(d[0], -d[0]) > bledAside || max(d[1], -d[1]) > bledAside || max(d[2], -d[2]) > bledUp {
			continue
		}
		if who != nil {
			return
		}
		who = p
	}
	if who != nil {
		who.HurtAt(w.Clock)
	}
}

// quakeBlood are the first colors of particles that are blood in Quake.
const quakeBlood = 72

// deeds notes who fires or bleeds by an effect.
func (w *World) deeds(f *Effect) {
	switch {
	case f.Kind == EffectMuzzleFlash || f.Kind == EffectLightning && f.Entity > 0:
		if slot := w.slotOfNumber(f.Entity); slot != Nobody {
			w.Players[slot].FiresAt(w.Clock)
			if f.Kind == EffectLightning && (w.Game == Quake || w.Game == QuakeWorld) {
				w.strike(slot, f.Origin, f.End)
			}
		}
	case w.Game == Quake3: // whose events say who is hit
	case f.Kind == EffectBlood, f.Kind == EffectParticles && w.Game == Quake && f.Color == quakeBlood:
		w.bleed(f.Origin)
	}
}

// aimShots notes at the shots of this packet where their shooters look. In Quake III whose
// players are found later, hits say whose they are.
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
		eye := w.EyeOf(&w.Players[slot], &w.Players[slot].Pose)
		if w.SharesView(slot) {
			eye.Origin, eye.Angles = w.View.Origin, w.View.Angles
		}
		if look := lookOf(eye.Angles); look.Dot(look) > 0.5 { // not if they are no numbers
			f.End, f.Velocity = eye.Origin, look
		}
	}
}

// struckHalf is half the width of the part of a body that lightning hits for certain, and
// struckLow and struckHigh are its ends, in units: its box is 16, 24 and 32.
const struckHalf, struckLow, struckHigh = 14, -22, 30

// strike notes whom a player's lightning hits: in Quake it ends at a wall, and hurts the first
// body on its way.
func (w *World) strike(slot int, from, to mgl32.Vec3) {
	first, who := float32(1), (*Player)(nil)
	for i := range w.Players {
		p := &w.Players[i]
		if i == slot || !p.Visible || p.Dead || p.Spectator {
			continue
		}
		if part, ok := passes(from, to, p.Pose.Origin); ok && part <= first {
			first, who = part, p
		}
	}
	if who != nil {
		who.HurtAt(w.Clock)
		Edit{w}.StrikeNow(slot, who)
	}
}

// passes reports whether a line goes through the body of a player at a place, and after which
// part of its length it does.
func passes(from, to, at mgl32.Vec3) (float32, bool) {
	low, high := at.Add(mgl32.Vec3{-struckHalf, -struckHalf, struckLow}),
		at.Add(mgl32.Vec3{struckHalf, struckHalf, struckHigh})
	in, out := float32(0), float32(1)
	for k := range at {
		way := to[k] - from[k]
		if way == 0 {
			if from[k] < low[k] || from[k] > high[k] {
				return 0, false
			}
			continue
		}
		a, b := (low[k]-from[k])/way, (high[k]-from[k])/way
		in, out = max(in, min(a, b)), min(out, max(a, b))
	}
	return in, in <= out
}

// hitter returns the slot of the only living player, beside the one who is hit, whose body a
// place is the middle of, [Nobody] if there is none or more than one: damage comes from there
// unless a missile did it. Players have moved since the frame that the world has of them.
func (w *World) hitter(victim *Player, place mgl32.Vec3) int {
	const moved = 48 // units
	who := Nobody
	for i := range w.Players {
		p := &w.Players[i]
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

// Of a missile only the direction is told: its shooter is the only one who has fired in the
// seconds before the hit, and stands within so many degrees of that direction.
const shotBefore, shotAside = 0.7, 20

// Attacker returns the slot of the player who hit another one last, as far as that is told or
// only one comes into question at a viewer's time; else [Nobody].
func (w *World) Attacker(p *Player, clock float64) int {
	if p.Hit.By > 0 && p.Hit.By <= len(w.Players) {
		return p.Hit.By - 1
	}
	if !p.Hit.Directed || w.Game == QuakeWorld { // where missiles that hit are gone before it is told
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

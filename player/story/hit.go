package story

import (
	"demoscope/player"
	"demoscope/player/world"
)

// hurtShown is how long a hit is shown on a player, in seconds.
const hurtShown = 1

// HurtAge returns how many seconds ago a player was hit, by any sign in the demo. ok is false if that was more
// than hurtShown seconds ago, or never.
func HurtAge(m *player.Moment, p *world.Player) (seconds float64, ok bool) {
	seconds, ok = PainTime(m, p)
	if p.Hurt.Within(m.Clock, hurtShown) {
		if age := max(0, m.Clock-p.Hurt.Clock); !ok || age < seconds {
			seconds, ok = age, true
		}
	}
	return seconds, ok
}

// pain is a range of pain frames of a player model.
type pain struct{ first, last uint16 }

// quakePain are the pain frames of Quake, with the axe and with a gun in hand. quake2Pain are those of Quake
// II.
var (
	quakePain  = []pain{{29, 34}, {35, 40}}
	quake2Pain = []pain{{54, 57}, {58, 61}, {62, 65}, {169, 172}}
)

// frameTime is how long the servers of Quake and Quake II show a player's frame, in seconds.
const frameTime = 0.1

// PainTime returns for how many seconds a living player has been in pain frames. ok is false if the player is
// not. Quake III has no such frames.
func PainTime(m *player.Moment, p *world.Player) (seconds float64, ok bool) {
	list := quakePain
	switch m.World.Game {
	case world.Quake3:
		return 0, false
	case world.Quake2:
		list = quake2Pain
	}
	for _, r := range list {
		if !p.Dead && p.Frame >= r.first && p.Frame <= r.last {
			return float64(int(p.Frame)-int(r.first))*frameTime + max(0, m.Clock-p.FrameClock), true
		}
	}
	return 0, false
}

// HasHealth reports whether the health is known or estimated.
func (t *Status) HasHealth() bool { return t.HealthKnown || t.HealthAbout }

// HasArmor reports whether the armor is known. If it is 0, the health must be known, too.
func (t *Status) HasArmor() bool { return t.ArmorKnown && (t.Armor > 0 || t.HealthKnown) }

// HealthBounds returns the range of the health. full is the upper bound of an estimate that has none.
func (t *Status) HealthBounds(full int) (least, most int) {
	switch {
	case t.HealthKnown || !t.HealthAbout:
		return t.Health, t.Health
	case t.HealthMost < t.Health:
		return t.Health, full
	}
	return t.Health, t.HealthMost
}

// estimate sets the health of a player whose stats the demo lacks: from the last pain sound or, shortly before
// the last hit of a kill, from the health left at that time.
func (t *Status) estimate(p *world.Player, clock float64) {
	if t.HealthKnown {
		return
	}
	if health, age, known := p.EstimatedHealth(clock); known {
		t.HealthAbout, t.Health, t.HealthMost, t.HealthAge = true, int(health.Least), int(health.Most), float32(age)
		if health.Most == world.NoUpperBound {
			t.HealthMost = -1
		}
	}
	if t.last > 0 && !(t.HealthAbout && t.HealthAge < lastAhead) {
		t.HealthAbout, t.Health, t.HealthMost, t.HealthAge = true, int(t.last), int(t.last), 0
	}
}

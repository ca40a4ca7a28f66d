// Package story interprets a moment of a fight: killer and victim, opponents, hits, and threats to the followed player.
// It computes plain values from the state of the world and the events around it, and draws nothing. A [View] supplies
// what the picture shows and what the level hides.
package story

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/figure"
	"demoscope/player"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
)

// View answers what a picture shows of a moment, and what the level hides. Positions are in Quake units.
type View interface {
	// Clear reports whether the level does not block the line between two positions. Doors do not block it.
	Clear(a, b mgl32.Vec3) bool
	// Glimpses is like Clear for a line from a position to any part of a body at another.
	Glimpses(from, at mgl32.Vec3) bool
	// Hollow reports whether there is no ground close below a body at a position.
	Hollow(at mgl32.Vec3) bool
	// Hides reports whether the level hides all of a body at a position from the camera.
	Hides(at mgl32.Vec3) bool
	// Shows reports whether a position is within the bounds of the picture, even if hidden.
	Shows(at mgl32.Vec3) bool
	// Sees reports whether a position is in the picture and not hidden by the level.
	Sees(at mgl32.Vec3) bool
	// Body returns how the picture shows the player in a slot.
	Body(slot int) Body
	// Bolt returns the slot of the player hit by the lightning of a shooter, or [world.Nobody].
	Bolt(shooter int) int
}

// Body is how the picture shows a player.
type Body struct {
	Depth float32 // distance in front of the camera, in units
	Seen  bool    // in the picture, and not hidden by the level
	Tiny  bool    // in the picture, but almost too small to see
}

// Options select what [Moment.Fill] computes.
type Options struct {
	// Follow is the slot of the followed player, or [world.Nobody].
	Follow int
	// FirstPerson is set if the picture is the view of the moment's eye.
	FirstPerson bool
	// NoKills skips kills. Threats and Opponent enable the search for these.
	NoKills, Threats, Opponent bool
	// Events are the events around the moment: see [EventsAt].
	Events []timeline.Event
}

// Moment is the interpretation of a moment. [Moment.Fill] reuses its memory.
type Moment struct {
	// Kill is the kill that the picture is about. Matchup is the fight of the followed player.
	Kill    Kill
	Matchup Matchup
	// Opponent is the slot of a player who fights the followed player from outside of the picture, or
	// [world.Nobody].
	Opponent int
	// Threats are players near the followed player and outside of the picture, the most important first.
	Threats []Threat
	// Players are the players by slot.
	Players []Status
	// Follow is the slot of the followed player, or [world.Nobody].
	Follow int

	// focused is set shortly before a kill of or by the followed player. killer and victim are its players.
	focused        bool
	killer, victim int
	soon           bool // a kill is about to happen

	eyes   bool // see [Options.FirstPerson]
	events []timeline.Event
	m      *player.Moment
	view   View
	models map[string]weapon.Kind // weapons by model name
}

// Status is the known state of a player at a moment.
type Status struct {
	// Health and Armor are in the games' points, valid if HealthKnown and ArmorKnown are set.
	Health, Armor           int
	HealthKnown, ArmorKnown bool
	ArmorKind               equipment.ArmorKind
	// HealthAbout is set if Health is an estimate from data HealthAge seconds old. At that time, the health was
	// from Health to HealthMost, or without an upper bound if HealthMost is less than Health.
	HealthAbout bool
	HealthMost  int
	HealthAge   float32
	// Hurt is how recent the last hit is: 1 for now, 0 for a second ago or longer.
	Hurt float32
	// Weapon is the weapon in hand, or that of a kill about to happen.
	Weapon  weapon.Kind
	Carried equipment.Carried
	// Mate is set for a team-mate of the followed player, and Threat for an opponent in sight who aims at the
	// followed player. Fires is set for an opponent who fires that way or has hit. Target is set for the target
	// of the followed player.
	Mate, Threat, Fires, Target bool
	// Signs are the signs at the player's name, from kills of or by the player within the last second.
	Signs Signs
	// KilledByFollowed is set for a dead player killed by the followed player within the last second.
	KilledByFollowed bool
	// Soon is set for the killer and the victim of a kill about to happen. KillsWith is the killer's weapon.
	Soon      bool
	KillsWith weapon.Kind

	last int16 // health of a victim before the last hit, 0 if unknown
}

// None returns a moment in which nothing happens.
func None() Moment { return Moment{Opponent: world.Nobody, Follow: world.Nobody} }

// Fill computes the interpretation of a moment. It keeps references to its arguments until the next call.
func (s *Moment) Fill(m *player.Moment, view View, o *Options) {
	s.reset(m, view, o)
	if m == nil || m.World == nil {
		return
	}
	s.findKills(o)
	f := s.fight()
	s.describe(&f)
	s.findKill()
	s.findMatchup(&f)
	if o.Opponent && f.followed != nil {
		s.Opponent = s.opponent(&f)
		s.matchOpponent(&f)
	}
	s.aim(&f)
	if o.Threats && f.followed != nil {
		s.findThreats(&f)
	}
}

// reset empties a moment.
func (s *Moment) reset(m *player.Moment, view View, o *Options) {
	*s = Moment{Opponent: world.Nobody, Follow: o.Follow, Threats: s.Threats[:0], Players: s.Players[:0],
		models: s.models,
		eyes:   o.FirstPerson, events: o.Events, m: m, view: view}
	if m == nil || m.World == nil {
		return
	}
	s.Players = slices.Grow(s.Players, len(m.World.Players))[:len(m.World.Players)]
	clear(s.Players)
}

// Player returns the status of the player in a slot, zero for a slot without a player.
func (s *Moment) Player(slot int) Status {
	if slot < 0 || slot >= len(s.Players) {
		return Status{}
	}
	return s.Players[slot]
}

// Soon reports whether the player in a slot is involved in a kill about to happen.
func (s *Moment) Soon(slot int) bool {
	return slot >= 0 && slot < len(s.Players) && s.Players[slot].Soon
}

// KillSoon reports whether any kill is about to happen.
func (s *Moment) KillSoon() bool { return s.soon }

// describe sets the status of each player.
func (s *Moment) describe(f *fight) {
	w := s.m.World
	for i := range w.Players {
		p, t := &w.Players[i], &s.Players[i]
		if p.Name == "" {
			continue
		}
		c := equipment.ConditionOf(w, p)
		t.Health, t.HealthKnown = max(0, c.Health), c.HealthKnown
		t.Armor, t.ArmorKnown, t.ArmorKind = c.Armor, c.ArmorKnown, c.ArmorKind
		t.Weapon, t.Carried = s.shownWeapon(p), equipment.Carries(w, p)
		if age, ok := HurtAge(s.m, p); ok {
			t.Hurt = float32(max(0, min(1, 1-age/hurtShown)))
		}
		t.estimate(p, s.m.Clock)
		if f.followed == nil || i == f.followed.Slot || p.Spectator {
			continue
		}
		if t.Mate = w.Mates(f.followed, p); t.Mate {
			continue
		}
		t.Fires = i == f.attacker
		eye, ok := f.eyeOf(i)
		if !ok {
			continue
		}
		away := aside(eye.Origin, lookOf(eye.Angles), f.eye)
		t.Fires = t.Fires || p.Fired.Within(s.m.Clock, threatFires) && away <= opponentAside
		t.Threat = away <= threatAngle && !p.Dead && s.view.Body(i).Seen && s.view.Clear(f.eye, eye.Origin)
	}
}

// shownWeapon returns the weapon shown for a player: that of a kill about to happen, or the weapon in hand if
// it is certain.
func (s *Moment) shownWeapon(p *world.Player) weapon.Kind {
	if by := s.KillsWith(p); by != weapon.None {
		return by
	}
	if !equipment.HeldKnown(s.m.World, p) {
		return weapon.None
	}
	return s.Held(s.m.World, p)
}

// KillsWith returns the weapon with which a player is about to kill, or [weapon.None]. The player may change to
// it, or away from it, at the last moment.
func (s *Moment) KillsWith(p *world.Player) weapon.Kind {
	if p.Dead {
		return weapon.None
	}
	return s.Player(p.Slot).KillsWith
}

// maxModels limits the remembered model names: a level has at most 8192.
const maxModels = 1 << 14

// Held returns the weapon in a player's hand, if known. The world may be that of another demo.
func (s *Moment) Held(w *world.World, p *world.Player) weapon.Kind {
	if p.Dead {
		return weapon.None
	}
	name := equipment.HeldModel(w, p)
	held, ok := s.models[name]
	if !ok {
		if s.models == nil || len(s.models) >= maxModels {
			s.models = make(map[string]weapon.Kind)
		}
		held = weapon.OfFigure(figure.Of(name))
		s.models[name] = held
	}
	return held
}

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
)

// View is what a picture shows of a moment, and what the level hides. Places are in Quake units.
type View interface {
	// Clear reports whether the level leaves the line between two places free. Doors do not block it.
	Clear(a, b mgl32.Vec3) bool
	// Glimpses is Clear for the line from a place to any part of a body at another.
	Glimpses(from, at mgl32.Vec3) bool
	// Hollow reports whether there is no ground close below a body at a place.
	Hollow(at mgl32.Vec3) bool
	// Hides reports whether the level hides all of a body at a place from the camera.
	Hides(at mgl32.Vec3) bool
	// Shows reports whether a place is within the bounds of the picture, hidden or not.
	Shows(at mgl32.Vec3) bool
	// Sees reports whether a place is in the picture and the level does not hide it.
	Sees(at mgl32.Vec3) bool
	// Body returns how the player in a slot is seen.
	Body(slot int) Body
	// Bolt returns the slot of the player that the lightning of a shooter hits, [world.Nobody] for none.
	Bolt(shooter int) int
}

// Body is how a player is seen in the picture.
type Body struct {
	Depth float32 // distance in front of the camera, in units
	Seen  bool    // in the picture, and the level does not hide it
	Tiny  bool    // in the picture, but so small that little is seen of it
}

// Options say what is wanted of a moment.
type Options struct {
	// Follow is the slot of the followed player, [world.Nobody] for none.
	Follow int
	// FirstPerson is set if the picture is the view of the moment's eye.
	FirstPerson bool
	// NoKills leaves out kills, and Threats and Opponent look for these.
	NoKills, Threats, Opponent bool
	// Events are the events around the moment: see [EventsAt].
	Events []timeline.Event
}

// Moment is what a moment means. Its memory is reused from one to the next.
type Moment struct {
	// Kill is the kill that the picture is about, and Matchup the fight of the followed player.
	Kill    Kill
	Matchup Matchup
	// Opponent is the slot of a player who fights the followed player from outside the picture, [world.Nobody] for
	// none.
	Opponent int
	// Threats are slots of players near the followed player who are outside the picture, the most important first.
	Threats []Threat
	// Players are the players by slot.
	Players []Status
	// Follow is the slot of the followed player, [world.Nobody] for none.
	Follow int

	// focused is set shortly before a kill of or by the followed player, between killer and victim.
	focused        bool
	killer, victim int
	soon           bool // a kill is about to come

	eyes   bool // as [Options.FirstPerson]
	events []timeline.Event
	m      *player.Moment
	view   View
	models map[string]weapon.Kind // weapons by the names of their models
}

// Status is what is known of a player at a moment.
type Status struct {
	// Health and Armor are in the games' points, valid if HealthKnown and ArmorKnown are set.
	Health, Armor           int
	HealthKnown, ArmorKnown bool
	ArmorKind               world.ArmorKind
	// HealthAbout is set if Health is estimated from what the demo said HealthAge seconds ago. It was at most
	// HealthMost then, or without a bound if that is below Health.
	HealthAbout bool
	HealthMost  int
	HealthAge   float32
	// Hurt is how recent the last hit is: 1 for now, 0 for a second ago or longer.
	Hurt float32
	// Weapon is the weapon in hand, or that of a kill which is about to come.
	Weapon  weapon.Kind
	Carried world.Carried
	// Mate is set for a team-mate of the followed player, Threat for an opponent in sight who aims at the followed
	// player, Fires for one who fires that way or has hit, and Target for the one that the followed player aims at.
	Mate, Threat, Fires, Target bool
	// Signs are those at the player's name, of the kills of or by the player within the last second.
	Signs Signs
	// Felled is set for a dead player killed by the followed player within the last second.
	Felled bool
	// Soon is set for the killer and the victim of a kill that is about to come. KillsWith is the killer's weapon.
	Soon      bool
	KillsWith weapon.Kind

	last int16 // health that is left of a victim before the last hit, 0 if that is not known
}

// None returns the moment in which nothing happens.
func None() Moment { return Moment{Opponent: world.Nobody, Follow: world.Nobody} }

// Fill fills in what a moment means. It keeps references to its arguments until the next call.
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

// Player returns what the moment means for the player in a slot, nothing for one that is not there.
func (s *Moment) Player(slot int) Status {
	if slot < 0 || slot >= len(s.Players) {
		return Status{}
	}
	return s.Players[slot]
}

// Soon reports whether the player in a slot has part in a kill that is about to come.
func (s *Moment) Soon(slot int) bool {
	return slot >= 0 && slot < len(s.Players) && s.Players[slot].Soon
}

// KillSoon reports whether any kill is about to come.
func (s *Moment) KillSoon() bool { return s.soon }

// describe fills in what is known of each player.
func (s *Moment) describe(f *fight) {
	w := s.m.World
	for i := range w.Players {
		p, t := &w.Players[i], &s.Players[i]
		if p.Name == "" {
			continue
		}
		c := w.Condition(p)
		t.Health, t.HealthKnown = max(0, c.Health), c.HealthKnown
		t.Armor, t.ArmorKnown, t.ArmorKind = c.Armor, c.ArmorKnown, c.ArmorKind
		t.Weapon, t.Carried = s.shownWeapon(p), w.Carries(p)
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

// shownWeapon returns the weapon that is shown for a player: the one in hand if that is known for sure, or the one of a
// kill that is about to come.
func (s *Moment) shownWeapon(p *world.Player) weapon.Kind {
	if by := s.KillsWith(p); by != weapon.None {
		return by
	}
	if !s.m.World.HeldKnown(p) {
		return weapon.None
	}
	return s.Held(s.m.World, p)
}

// KillsWith returns the weapon with which a player is about to kill, which may come into the hand, or leave it, at the
// last moment; [weapon.None] for none.
func (s *Moment) KillsWith(p *world.Player) weapon.Kind {
	if p.Dead {
		return weapon.None
	}
	return s.Player(p.Slot).KillsWith
}

// maxModels bounds the names of models that are remembered: a level has at most 8192.
const maxModels = 1 << 14

// Held returns the weapon in a player's hand, if it is known. The world may be that of another demo.
func (s *Moment) Held(w *world.World, p *world.Player) weapon.Kind {
	if p.Dead {
		return weapon.None
	}
	name := w.HeldModel(p)
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

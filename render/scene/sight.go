package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/world"
)

// sight has the players in the picture and determines what the level hides. It implements [story.View] for the moment.
type sight struct {
	frame   *frame
	visible *visibility
	things  *things

	figures []figure
	struck  uint64    // slots of players hit by lightning, one bit each
	bolts   [64]uint8 // by the shooter's slot: 1 + the slot of the player hit by the lightning
}

func (s *sight) begin() {
	s.figures = s.figures[:0]
	s.struck, s.bolts = 0, [64]uint8{}
}

// addAll collects the players in the picture.
func (s *sight) addAll(m *player.Moment) {
	for i := range m.World.Players {
		if !s.frame.drawsPlayer(m, i) {
			continue
		}
		at := mgl32.Vec3(m.Poses[i].Origin)
		inPicture, visible := s.visible.player(at)
		if !inPicture {
			continue
		}
		f := figure{slot: i, hidden: !visible}
		f.x, f.y, f.w, _ = s.frame.project(at.Add(mgl32.Vec3{0, 0, 4}))
		s.figures = append(s.figures, f)
		if visible {
			s.things.add(thingPlayer, i, at)
		}
	}
}

// figure is a visible player.
type figure struct {
	slot    int
	x, y, w float32 // center of the body in pixels, and its depth
	hidden  bool    // in an invisible leaf
	unseen  bool    // hidden, or the level hides head, middle and sides
	body    int     // 1 + the index of its box, 0 for none
}

// A player's box in units around the origin: 32 wide, 56 high.
const (
	playerLow  = -24
	playerHigh = 32
)

// strike records that the lightning of a shooter hits the player in a slot.
func (s *sight) strike(shooter, slot int) {
	if slot < len(s.bolts) && shooter >= 0 && shooter < len(s.bolts) {
		s.struck |= 1 << slot
		s.bolts[shooter] = uint8(slot + 1)
	}
}

// Clear reports whether the level does not block the line between two points. Doors don't count.
func (s *sight) Clear(a, b mgl32.Vec3) bool { return s.frame.g.Clear(a, b) }

// Glimpses reports whether the line from a point to any part of a body is clear.
func (s *sight) Glimpses(from, at mgl32.Vec3) bool { return s.frame.g.Glimpses(from, at) }

// Hollow reports whether there is no ground close below a body.
func (s *sight) Hollow(at mgl32.Vec3) bool { return s.frame.g.hollow(at) }

// Hides reports whether the level hides all of a body from the camera.
func (s *sight) Hides(at mgl32.Vec3) bool { return s.frame.behindWall(at) }

// Shows reports whether a point is within the bounds of the picture, hidden or not.
func (s *sight) Shows(at mgl32.Vec3) bool { return s.frame.shows(at) }

// Sees reports whether a point is in the picture and not hidden by the level.
func (s *sight) Sees(at mgl32.Vec3) bool { return s.Shows(at) && s.Clear(s.frame.origin, at) }

// tinyFoe is the height of a body, as a part of the picture's, below which it is hard to see: 30 of 720 lines.
const tinyFoe = 1. / 24

// Body returns how the player in a slot appears in the picture.
func (s *sight) Body(slot int) (b story.Body) {
	if i := s.figureOf(slot); i >= 0 {
		f := &s.figures[i]
		b.Depth, b.Seen = f.w, !f.unseen
		b.Tiny = (playerHigh-playerLow)*s.frame.focal < tinyFoe*s.frame.height*f.w
	}
	return b
}

// Bolt returns the slot of the player hit by the lightning of a shooter, or [world.Nobody] for none.
func (s *sight) Bolt(shooter int) int {
	if shooter < 0 || shooter >= len(s.bolts) {
		return world.Nobody
	}
	return int(s.bolts[shooter]) - 1
}

// figureOf returns the index of the figure of the player in a slot, or -1 for none.
func (s *sight) figureOf(slot int) int {
	return slices.IndexFunc(s.figures, func(f figure) bool { return f.slot == slot })
}

// occluderAlpha is the opacity of explosions and the followed player's shots in front of living players, and up to
// occluderDepth units behind them.
const occluderAlpha, occluderDepth = 0.4, 24

// occluderAlphaAtKill replaces occluderAlpha while a kill involving a player in the picture is about to happen.
const occluderAlphaAtKill = 0.22

// coversLiving reports whether something with a radius of reach units is in front of a living player.
func (s *sight) coversLiving(m *player.Moment, at mgl32.Vec3, reach float32) bool {
	return s.covers(at, reach, occluderDepth, func(slot int) bool { return !m.World.Players[slot].Dead })
}

// covers reports whether something with a radius of reach units overlaps one of some players in the picture and is at
// most behind units farther away.
func (s *sight) covers(at mgl32.Vec3, reach, behind float32, some func(slot int) bool) bool {
	x, y, w, ok := s.frame.project(at)
	if !ok {
		return false
	}
	for i := range s.figures {
		f := &s.figures[i]
		if f.hidden || f.w < s.frame.near || w > f.w+behind || !some(f.slot) {
			continue
		}
		wide, high := (bodyWide/f.w+reach/w)*s.frame.focal, ((playerHigh-playerLow)/2/f.w+reach/w)*s.frame.focal
		if abs(x-f.x) < wide && abs(y-f.y) < high {
			return true
		}
	}
	return false
}

// killCoverAlpha is the opacity of things, blood and shots over a player in the picture who is about to kill or be
// killed. killCoverReach is the radius of things, in units.
const killCoverAlpha, killCoverReach = 0.3, 28

// coversKill reports whether something with a radius of reach units is, in the picture, over or just behind a player
// who is about to kill or be killed.
func (s *sight) coversKill(at mgl32.Vec3, reach float32) bool {
	return s.frame.story.KillSoon() && s.covers(at, reach, 4*occluderDepth, s.frame.story.Soon)
}

// occluderAlpha returns the opacity for things in front of living players: less while a player in the picture is about
// to kill or be killed.
func (s *sight) occluderAlpha() float32 {
	for i := range s.figures {
		if f := &s.figures[i]; !f.hidden && s.frame.story.Soon(f.slot) {
			return occluderAlphaAtKill
		}
	}
	return occluderAlpha
}

const (
	// Blood within thinNear units of a living player has the transparency thinClear and thinSize times the size of
	// other blood.
	thinClear, thinSize, thinNear = 0.6, 0.7, 56
	// thinMost is its maximum number of particles.
	thinMost = 16
	// bloodFirst is the first of Quake's blood colors.
	bloodFirst = 72
)

// thins reports whether an effect is blood at the body of a living player.
func (s *sight) thins(m *player.Moment, e *world.Effect, at mgl32.Vec3) bool {
	if e.Kind != world.EffectBlood && (e.Kind != world.EffectParticles || e.Color != bloodFirst) {
		return false
	}
	for i := range s.figures {
		slot := s.figures[i].slot
		if d := at.Sub(m.Poses[slot].Origin); !m.World.Players[slot].Dead && d.Dot(d) < thinNear*thinNear {
			return true
		}
	}
	return false
}

// hitTime is how long a player's brackets show that the player was hit, in seconds.
const hitTime = 0.3

// hitOf returns the remaining strength of the sign that a player has just been hit, 1 to 0. Hits show in pain frames
// and in other data of the demo.
func (s *sight) hitOf(m *player.Moment, slot int) float32 {
	p := &m.World.Players[slot]
	switch {
	case p.Dead:
		return 0
	case s.struck>>slot&1 != 0:
		return 1
	}
	age, ok := story.HurtAge(m, p)
	if !ok {
		return 0
	}
	return float32(max(0, 1-age/hitTime))
}

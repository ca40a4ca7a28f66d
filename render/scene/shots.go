package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Trails, tracers, rails and projectiles have the color of the shooter's name, which is the team's in team games. Those
// of the followed player are nearly white.

// ownShot is the color of the followed player's shots.
var ownShot = draw.RGB(0xeef4ff)

const (
	// shotHue is the share of the shooter's color in a trail, and tracerHue that in a tracer or rail.
	shotHue, tracerHue = 0.75, 0.6
)

// shot returns the color of a player's shots; false if the slot is not that of a player.
func (cs *colors) shot(m *player.Moment, slot int) (draw.Color, bool) {
	switch {
	case slot < 0 || slot >= len(m.World.Players):
		return draw.Color{}, false
	case cs.frame.watches(m, slot):
		return ownShot, true
	}
	return bright(bright(cs.name(m.World, &m.World.Players[slot]))), true
}

// watches reports whether the player in a slot is the followed player.
func (f *frame) watches(m *player.Moment, slot int) bool {
	return slot == f.opt.Follow || f.opt.FirstPerson && m.Eye.Known && m.Eye.Slot == slot
}

// dyeShot mixes a share of the shooter's color into c. A shooter's color without A is unknown.
func dyeShot(c, shooter draw.Color, hue float32) draw.Color {
	if shooter.A == 0 {
		return c
	}
	a := c.A
	c = c.Mix(shooter, hue)
	c.A = a
	return c
}

// The head of a rocket is a cone that shows its direction. It is headLong units long and headWide wide, and at least
// headLeast points long.
const (
	headLong, headWide, headLeast = 16, 5, 7
	headLargest                   = 4 // times as large, where it is far away
)

// headed are the kinds of trails whose projectiles have a head.
func headed(k world.TrailKind) bool { return k == world.TrailRocket }

var shotHead = prism(6, 0, headWide, 0, 0, headLong)

// trailEnd returns the trail that a projectile is making, nil for none.
func trailEnd(m *player.Moment, entity int32) *world.Trail {
	list := m.World.Effects.Trails
	for i := len(list) - 1; i >= 0; i-- {
		if t := &list[i]; t.Entity == entity {
			return t
		}
	}
	return nil
}

// putHead places the head of a rocket at the front of its body.
func (ms *markers) putHead(m *player.Moment, mk *marker) {
	t := trailEnd(m, mk.entity)
	if t == nil || !headed(t.Kind) || m.Clock-t.Until > sinceTrail {
		return
	}
	way := t.End.Sub(t.Origin)
	away := mk.origin.Sub(ms.frame.origin).Len()
	if l := way.Len(); !(l > 1) || away < nearestHead {
		return
	}
	f := normalize(way)
	size := max(1, min(headLargest, headLeast*ms.frame.scale*away/(headLong*ms.frame.focal)))
	x, y := across(f)
	at := place{origin: mk.sent.Add(f.Mul(headAhead)), x: x.Mul(size), y: y.Mul(size), z: f.Mul(size), width: 1.2,
		minFade: 0.9}
	if x.Cross(y).Dot(f) < 0 {
		at.y = at.y.Mul(-1)
	}
	color := draw.RGB(0xffe2a0)
	if mk.owner.A > 0 {
		color = mk.owner
	}
	at.line, at.solidFill = color.Mix(colorWhite, 0.6), color
	ms.pieces.putSolid(shotHead, &at)
}

// Of a rocket that flies straight away from the camera nothing is seen but its end, which would be
// taken for a thing that hangs there: it is drawn as the fire that it is, of awayFire units, from the cosine
// awayLeast of its way on, up to awayFar units off.
const awayFire, awayLeast, awayFar = 11, 0.9, 900

// fliesAway draws a rocket that flies away from the camera as its fire; false if it is none.
func (ms *markers) fliesAway(m *player.Moment, mk *marker) bool {
	t := trailEnd(m, mk.entity)
	if t == nil || !headed(t.Kind) || m.Clock-t.Until > sinceTrail {
		return false
	}
	way, off := t.End.Sub(t.Origin), mk.origin.Sub(ms.frame.origin)
	if !(way.Len() > 1) || off.Len() > awayFar || normalize(way).Dot(normalize(off)) < awayLeast {
		return false
	}
	ms.pieces.putGlow(mk.origin, awayFire, colorFire.Alpha(0.8))
	ms.pieces.putGlow(mk.origin, awayFire/2, colorWhite)
	return true
}

const (
	headAhead   = 4   // from the middle of the rocket, units
	nearestHead = 48  // units: nearer it would hide what is behind it
	sinceTrail  = 0.3 // how old a trail may be whose projectile still flies, in seconds
)

// Another player's missile shows its shooter's name within shotNameReach, in units, of the followed player.
// maxShotNames is the number of such names.
const (
	shotNameReach = 600
	maxShotNames  = 6
)

// labelShots adds the shooters' names to the rockets and grenades near the followed player.
func (sg *signs) labelShots(m *player.Moment) {
	if m == nil || m.World == nil || !sg.frame.opt.On(setting.Items) || sg.frame.story.Kill.Holds() { // which has a name
		return
	}
	watched, at := sg.frame.watchedAt(m)
	if watched == nil {
		return
	}
	count := 0
	for i := range sg.markers.list {
		mk := &sg.markers.list[i]
		if mk.class.kind != kindProjectile || mk.shooter < 0 || mk.shooter >= len(m.World.Players) ||
			sg.frame.watches(m, mk.shooter) || sg.frame.story.Kill.SideOf(mk.shooter) >= 0 ||
			m.World.Mates(watched, &m.World.Players[mk.shooter]) || mk.origin.Sub(at).Len() > shotNameReach {
			continue
		}
		t := trailEnd(m, mk.entity)
		if t == nil || t.Kind != world.TrailRocket && t.Kind != world.TrailGrenade ||
			sg.frame.g.until(sg.frame.sees(mk.origin), mk.origin).Sub(mk.origin).Len() > markerRadius {
			continue
		}
		x, y, w := sg.frame.transform(mk.origin)
		name := m.World.Players[mk.shooter].Name
		if w < sg.frame.near || name == "" {
			continue
		}
		x, y = sg.frame.centerX+x/w, sg.frame.centerY+y/w
		if x < 0 || y < 0 || x > sg.frame.width || y > sg.frame.height {
			continue
		}
		shot := weapon.RocketLauncher
		if t.Kind == world.TrailGrenade {
			shot = weapon.GrenadeLauncher
		}
		sg.out.Labels = append(sg.out.Labels, anchor.Label{X: x, Y: y - 8*sg.frame.scale, Text: name, Color: mk.owner,
			Depth: w, Shot: true, Player: mk.shooter + 1, Status: story.Status{Weapon: shot}})
		if count++; count == maxShotNames {
			return
		}
	}
}

// watchedAt returns the followed player and their origin, or nil if the player is not visible.
func (f *frame) watchedAt(m *player.Moment) (*world.Player, mgl32.Vec3) {
	slot := f.opt.Follow
	if m.Eye.Known && m.Eye.Slot >= 0 {
		slot = m.Eye.Slot
	}
	if slot < 0 || slot >= len(m.Poses) || slot >= len(m.World.Players) || !m.World.Players[slot].Visible ||
		!sane(m.Poses[slot].Origin) {
		return nil, mgl32.Vec3{}
	}
	return &m.World.Players[slot], m.Poses[slot].Origin
}

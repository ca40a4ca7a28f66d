package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/story"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/material"
	"demoscope/render/setting"
)

// frame holds the input of one picture. Only the story changes while the picture is built.
type frame struct {
	frustum
	camera Camera
	opt    Options
	g      *Geometry
	number uint32        // counts pictures
	line   float32       // width of edges in pixels
	story  *story.Moment // the interpretation of the moment
	// textures are the textures of faces; nil if none are drawn.
	textures *material.Level
	// skins are the skins of bodies, nil if none are drawn. ownSkins are those of a scene that doesn't share any.
	skins    *material.Skins
	ownSkins material.Skins
	// whole is set if the whole level is wanted, not just what a camera sees of it.
	whole bool
}

// begin starts another picture of the same level.
func (f *frame) begin(c Camera, v View, o *Options) {
	f.number++
	f.whole = false
	f.opt = DefaultOptions()
	if o != nil {
		f.opt = *o
	}
	if f.opt.Palette == nil {
		f.opt.Palette = assets.OwnPalette(assets.Quake)
	}
	f.beginTextures()
	f.camera = c
	f.set(c, v)
	f.line = lineWidth * f.scale
}

// beginTextures sets the textures and skins in [Game], which otherwise draws like [Lit].
func (f *frame) beginTextures() {
	f.textures, f.skins = nil, nil
	if f.opt.Mode != Game {
		return
	}
	f.opt.Mode, f.textures = Lit, f.g.paint.level.Load()
	if f.opt.Models == nil {
		return
	}
	if f.skins = f.opt.Skins; f.skins == nil {
		f.skins = &f.ownSkins
	}
	f.skins.Begin(f.textures, f.opt.TrueLight)
}

// open makes everything in the level visible, for a [Capture].
func (f *frame) open() {
	const everywhere = 1e30 // farther away than any place, in units
	f.whole, f.skins = true, nil
	for i := range f.planes {
		f.planes[i] = plane{dist: -everywhere}
	}
}

// isFollowed reports whether the player in a slot is the followed player.
func (f *frame) isFollowed(m *player.Moment, slot int) bool {
	return slot == f.opt.Follow || f.opt.FirstPerson && m.Eye.Known && m.Eye.Slot == slot
}

// followedAt returns the followed player and their origin, or nil if the player is not visible.
func (f *frame) followedAt(m *player.Moment) (*world.Player, mgl32.Vec3) {
	slot := f.opt.Follow
	if m.Eye.Known && m.Eye.Slot >= 0 {
		slot = m.Eye.Slot
	}
	if !stands(m, slot) {
		return nil, mgl32.Vec3{}
	}
	return &m.World.Players[slot], m.Poses[slot].Origin
}

// shown reports whether an entity is not invisible, and its position can be drawn.
func shown(e *world.Entity) bool { return e.Alpha != 1 && sane(e.Origin) && sane(e.Angles) }

// stands reports whether the player in a slot is somewhere in the level.
func stands(m *player.Moment, slot int) bool {
	return slot >= 0 && slot < len(m.Poses) && slot < len(m.World.Players) && m.World.Players[slot].Visible &&
		sane(m.Poses[slot].Origin)
}

// isEye reports whether the picture shows the view of an entity.
func (f *frame) isEye(m *player.Moment, entity int32) bool {
	eye := m.Eye.Entity
	if m.World.Game == world.Quake3 { // its effects have the slot of their player
		eye = int32(m.Eye.Slot)
	}
	return f.opt.FirstPerson && m.Eye.Known && entity == eye
}

// ofQuake reports whether a world is one of Quake or QuakeWorld.
func ofQuake(w *world.World) bool { return w.Game == world.Quake || w.Game == world.QuakeWorld }

// idle returns the clock of movement without meaning, in viewer's seconds. It stands still with
// [setting.ReducedMotion].
func (f *frame) idle(m *player.Moment) float64 {
	if f.opt.On(setting.ReducedMotion) {
		return 0
	}
	return m.Clock
}

// dim returns the opacity of shots, beams and their trails by the player in a slot.
func (f *frame) dim(slot int, bolt bool) float32 {
	if f.story.Focused(slot, bolt) {
		return killDim
	}
	return 1
}

// killDim is the opacity of shots that have no part in a kill of or by the followed player.
const killDim = 0.28

// safe returns a color adapted to [Options.SafeColors].
func (f *frame) safe(c draw.Color) draw.Color {
	if f.opt.SafeColors {
		return c.Safe()
	}
	return c
}

// hidesUnseen reports whether players behind walls have no name: on a wall it would seem to belong to a player in front
// of it.
func (f *frame) hidesUnseen() bool {
	return (f.opt.FirstPerson || f.opt.NoSigns) && !f.opt.On(setting.XRay) && !f.overhead()
}

// drawsPlayer reports whether a player is drawn.
func (f *frame) drawsPlayer(m *player.Moment, i int) bool {
	return f.hasBody(m, i) && !(f.opt.FirstPerson && m.Eye.Known && m.Eye.Slot == i && !m.Eye.ThirdPerson)
}

// hasBody reports whether a player can be drawn and the camera is outside of the body.
func (f *frame) hasBody(m *player.Moment, i int) bool {
	p := &m.World.Players[i]
	return stands(m, i) && !p.Spectator && !p.NoModel && sane(m.Poses[i].Angles) &&
		!f.insidePlayer(m.Poses[i].Origin, p)
}

// insidePlayer reports whether the camera is in the body of a player, or so close that nothing else could be seen.
func (f *frame) insidePlayer(at mgl32.Vec3, p *world.Player) bool {
	if f.whole {
		return false
	}
	const above, below = 8, 4 // units
	reach, low, high := float32(16+10), float32(playerLow-below), float32(playerHigh+above)
	if p.Dead {
		reach, high = 26+10, playerLow+10+above
	}
	d := f.frustum.origin.Sub(at)
	return abs(d[0]) < reach && abs(d[1]) < reach && d[2] > low && d[2] < high
}

// drawsGhost reports whether a player of the ghost demo is drawn.
func (f *frame) drawsGhost(i int) bool {
	return (i == f.opt.Ghost.Slot || f.opt.Ghost.All) && f.hasBody(f.opt.Ghost.Moment, i)
}

// tooClose reports whether the camera is so close to the followed player that the body would hide the picture.
func (f *frame) tooClose(m *player.Moment, slot int) bool {
	return (slot == f.opt.Follow || m.Eye.Known && m.Eye.Slot == slot) &&
		m.Poses[slot].Origin.Sub(f.frustum.origin).Len() < ownNear
}

// ownClear is the transparency of the followed player's own body while the camera is closer than ownNear units.
const ownClear, ownNear = 0.86, 60

// corpseClear returns the transparency of a corpse with a radius of half units. It increases toward the camera, because
// a close corpse would fill the picture.
func (f *frame) corpseClear(at mgl32.Vec3, half float32) float32 {
	if f.whole {
		return 0
	}
	gap := at.Sub(f.frustum.origin).Len() - half
	return ownClear * max(0, min(1, 1-gap/corpseNear))
}

// corpseNear is the distance to the camera below which a corpse is transparent, and playerHalf half the width of a
// body, in units.
const corpseNear, playerHalf = 40, 16

// A plunge is a fall at plungeSpeed units per second or faster, more than any jump reaches, with no ground within
// plungeRoom units.
const plungeSpeed, plungeRoom = 400, 160

// falls reports whether the followed player plunges. Without a map the ground is unknown.
func (f *frame) falls(m *player.Moment) bool {
	p, at := f.followedAt(m)
	return p != nil && !p.Dead && !p.Spectator && f.plunges(m, p.Slot, at, plungeSpeed)
}

// plunges reports whether the player in a slot falls at least at a speed in units per second, with no ground close
// below.
func (f *frame) plunges(m *player.Moment, slot int, at mgl32.Vec3, speed float32) bool {
	return m.Velocity(slot)[2] <= -speed && f.g.hollow(at)
}

// liquidTint returns the tint of Quake's view in the liquid that the camera is in.
func (f *frame) liquidTint() draw.Color {
	if f.g.hasMap() && sane(f.origin) {
		contents := f.g.leaves[f.g.leafAt(f.origin)].contents
		for i := range liquids {
			if contents&liquids[i].contents != 0 {
				return liquids[i].tint
			}
		}
	}
	return draw.Color{}
}

// liquids are the tints of Quake's view in liquids. A is the strength.
var liquids = [...]struct {
	contents bsp.Contents
	tint     draw.Color
}{
	{bsp.ContentsLava, draw.RGB(0xff5000).Alpha(150. / 255)},
	{bsp.ContentsSlime, draw.RGB(0x001905).Alpha(150. / 255)},
	{bsp.ContentsWater, draw.RGB(0x825032).Alpha(128. / 255)},
}

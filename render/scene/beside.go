package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
)

const (
	// quake3Grapple is the type of Quake III's hook, and quake2Flies Quake II's effect of what
	// lies dead for long.
	quake3Grapple = 11
	quake2Flies   = 0x4000

	flyCount = 28
	// Flies are between flyNear and flyFar units from what they fly around.
	flyNear, flyFar = 12, 26
	flyLow          = -20 // where the middle of what lies is, in units
)

var flyColor = draw.RGB(0x77705f)

// putBeside places what belongs to an entity beside its model: the cable of a hook, flies.
func (ms *markers) putBeside(m *player.Moment, e *world.Entity) {
	switch m.World.Game {
	case world.Quake3:
		if owner := int(e.Colormap) - 1; e.Type == quake3Grapple && owner >= 0 && owner < len(m.Poses) &&
			m.World.Players[owner].Visible {
			if from := ms.bodies.handOf(m, owner); sane(from) {
				ms.sparks.cable(&effect{origin: from, end: e.Origin})
			}
		}
	case world.Quake2:
		if e.Effects&quake2Flies != 0 {
			ms.sparks.flies(e.Origin, ms.frame.idle(m))
		}
	}
}

// handOf returns where a player's cable begins: at his weapon, or below the eye that the
// picture is seen from.
func (bs *bodies) handOf(m *player.Moment, slot int) mgl32.Vec3 {
	if bs.frame.opt.FirstPerson && m.Eye.Known && m.Eye.Slot == slot {
		f := &bs.frame.frustum
		return f.origin.Add(f.forward.Mul(12)).Add(f.right.Mul(5)).Sub(f.up.Mul(6))
	}
	if muzzle, ok := bs.gunOf(m, slot); ok {
		return muzzle.Origin
	}
	return mgl32.Vec3(m.Poses[slot].Origin).Add(mgl32.Vec3{0, 0, 8})
}

// flies places flies around a place, each on a way of its own.
func (sp *sparks) flies(at mgl32.Vec3, clock float64) {
	for i := range flyCount {
		n := float64(i)
		sinA, cosA := math.Sincos(2.4*n + clock*(1.1+0.07*n))
		sinB, cosB := math.Sincos(1.7*n + clock*0.9)
		far := flyNear + (flyFar-flyNear)*(0.5+0.5*math.Sin(n+1.3*clock))
		sp.pieces.putDot(at.Add(mgl32.Vec3{float32(far * cosA * cosB), float32(far * sinA * cosB),
			flyLow + float32(far*0.6*(1+sinB))}), 1.2, 0.6, flyColor)
	}
}

package survey

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// maxImpacts bounds the places of a survey where shots ended: 12 MB.
const maxImpacts = 1 << 20

// ends are the effects of shots that ended at something solid. Explosions are not: they are
// also in the air, and at players.
var ends = [world.EffectKindCount]bool{
	world.EffectGunshot: true, world.EffectSpike: true, world.EffectSuperSpike: true, world.EffectWizSpike: true,
	world.EffectKnightSpike: true, world.EffectSparks: true,
}

// axial is how near to 1 a direction's part along an axis must be.
const axial = 0.99

// hits looks for shots that ended since the frame before.
func (s *Survey) hits(w *world.World) {
	for i := range w.Effects.List {
		e := &w.Effects.List[i]
		if e.Clock <= w.PrevFrameClock || e.Clock > w.FrameClock || !ends[e.Kind] || !inside(e.Origin) {
			continue
		}
		if e.Velocity == (mgl32.Vec3{}) {
			s.hit(0, 1, e.Origin)
			s.hit(1, 1, e.Origin)
			continue
		}
		away := e.Velocity.Normalize()
		for axis := range 2 {
			switch {
			case away[axis] > axial:
				s.hit(axis, -1, e.Origin)
			case away[axis] < -axial:
				s.hit(axis, 1, e.Origin)
			}
		}
	}
}

func (s *Survey) hit(axis int, side int8, at mgl32.Vec3) {
	p := piece{axis: axis, side: side, plane: planeOf(at[axis]), along: cellOf(at[1-axis]), low: cellOf(at[2])}
	s.impacts.add(p.key(), 1, maxImpacts, s.budget)
}

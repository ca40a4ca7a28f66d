package survey

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// maxImpacts limits the impacts of a survey: 12 MB.
const maxImpacts = 1 << 20

// ends are the effects of shots that hit something solid. Explosions are not included, because they also happen
// in the air and at players.
var ends = [world.EffectKindCount]bool{
	world.EffectGunshot: true, world.EffectSpike: true, world.EffectSuperSpike: true, world.EffectWizSpike: true,
	world.EffectKnightSpike: true, world.EffectSparks: true,
}

// axial is the minimum component of a direction along an axis to count as parallel to it.
const axial = 0.99

// hits records the impacts of shots since the previous frame.
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

const (
	// impactWide and impactHigh are the size in cells of an area whose impacts are counted together.
	// fewestImpacts is the minimum number of impacts of a wall in one.
	impactWide, impactHigh, fewestImpacts = 4, 8, 4
)

// wallImpacts adds the walls that shots hit.
func (b wallBuilder) wallImpacts() {
	type spread struct {
		piece
		n                          uint32
		along0, along1, low0, low1 int32
	}
	var fields []spread
	where := map[piece]int{}
	for _, c := range b.s.impacts.sorted() {
		p := pieceOf(c.key)
		key := piece{axis: p.axis, side: p.side, plane: floorDiv(p.plane+planeParts/2, planeParts),
			along: floorDiv(p.along, impactWide), low: floorDiv(p.low, impactHigh)}
		i, known := where[key]
		if !known {
			i = len(fields)
			where[key] = i
			fields = append(fields, spread{key, 0, p.along, p.along, p.low, p.low})
		}
		o := &fields[i]
		o.n += c.n & (visit - 1)
		o.along0, o.along1, o.low0, o.low1 = min(o.along0, p.along), max(o.along1, p.along), min(o.low0, p.low),
			max(o.low1, p.low)
	}
	for i := range fields {
		o := &fields[i]
		if o.n < fewestImpacts || o.along0 == o.along1 || o.low0 == o.low1 {
			continue
		}
		p := o.piece
		p.plane *= planeParts
		free := [2]int{}
		for side := range free {
			p.side = int8(2*side - 1)
			for p.along = o.along0; p.along <= o.along1; p.along++ {
				for p.low = o.low0; p.low <= o.low1; p.low++ {
					if b.s.freeBeyond(p) {
						free[side]++
					}
				}
			}
		}
		switch {
		case free[0] > 0 && free[1] == 0:
			p.side = 1
		case free[1] > 0 && free[0] == 0:
			p.side = -1
		default:
			continue
		}
		for p.along = o.along0; p.along <= o.along1; p.along++ {
			for p.low = o.low0; p.low <= o.low1; p.low++ {
				b.walls.add(p, Wall)
			}
		}
		b.walls.attest(p, true)
	}
}

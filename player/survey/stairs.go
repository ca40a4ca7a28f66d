package survey

// Players on stairs stand on each step only for a moment, so columns between two steps are often unknown.
// Consecutive steps are drawn as one flight: treads that meet, with risers between them.

const (
	// stepHigh is the maximum height of a step, in units: the games let players walk up that far.
	stepHigh = 18
	// treadGap is the maximum number of missing columns between two treads: the width of a body.
	treadGap = 4
)

// fillStairs extends treads to the next higher step. The gap between two treads belongs to the lower one: a
// body on stairs rests on the upper tread before its middle is above it, so the upper tread is known.
func (f *field) fillStairs() {
	known := len(f.spots)
	for i := range known {
		p := f.spots[i]
		if p.gone || p.kind != Floor {
			continue
		}
		for _, d := range around {
			f.fillStair(&p, d)
		}
	}
}

// fillStair fills the gap between a tread and the next higher one in direction d.
func (f *field) fillStair(p *spot, d [2]int32) {
	for n := int32(1); n <= treadGap+1; n++ {
		x, y := p.x+n*d[0], p.y+n*d[1]
		if f.walled(x-d[0], y-d[1], d, p.z) {
			return
		}
		// A tread that is levelHeight to stepHigh higher.
		q := f.near(x, y, p.z+0.5*(stepHigh+levelHeight), 0.5*(stepHigh-levelHeight))
		if q < 0 {
			if f.near(x, y, p.z, body) >= 0 || !f.mayBe(x, y, p.z) {
				return
			}
			continue
		}
		if f.spots[q].kind != Floor {
			return
		}
		for k := int32(1); k < n && len(f.spots) < maxSpots; k++ {
			f.add(spot{x: p.x + k*d[0], y: p.y + k*d[1], z: p.z, kind: Floor, sure: fewestWeak, patch: p.patch})
		}
		return
	}
}

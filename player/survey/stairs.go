package survey

// Who goes up stairs stands on each step for a moment only, so that columns between two of them are often not known.
// Steps that follow one another are drawn as one flight: treads that meet, with risers between.

const (
	// stepHigh is how high the steps of stairs are at most, in units: what the games let anybody walk up.
	stepHigh = 18
	// treadGap is how many columns may be missing between two treads: a body is no wider.
	treadGap = 4
)

// flights lets treads go on to the next step: what is missing between two of them belongs to the lower one, because
// a body that goes up or down rests on the upper one before it is above it, so that this is known.
func (f *field) flights() {
	known := len(f.spots)
	for i := range known {
		p := f.spots[i]
		if p.gone || p.kind != Floor {
			continue
		}
		for _, d := range around {
			f.flight(&p, d)
		}
	}
}

// flight fills the gap between a tread and the next one upwards in a direction.
func (f *field) flight(p *spot, d [2]int32) {
	for n := int32(1); n <= treadGap+1; n++ {
		x, y := p.x+n*d[0], p.y+n*d[1]
		if f.walled(x-d[0], y-d[1], d, p.z) {
			return
		}
		// One that is higher by levelHeight to stepHigh.
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

package survey

// Below an edge where players can fall, there usually is a wall down to the lower floor. Without one, a viewer
// would look below the floor into nothing. It is presumed unless something passed through it.

// dropDeep is the minimum depth of a floor behind its edge, in columns, with nothing known below it. A narrower
// floor may be a bridge.
const dropDeep = 8

// dropTo returns the height down to which a wall is presumed below an edge of a floor. Without a wall, it is
// the height of the floor.
func (f *field) dropTo(p *spot, d [2]int32) float32 {
	low := f.below(p.x+d[0], p.y+d[1], p.z)
	if low <= p.z-floorGap {
		return p.z
	}
	for n := range int32(dropDeep) {
		x, y := p.x-n*d[0], p.y-n*d[1]
		if f.near(x, y, p.z, body) < 0 || f.below(x, y, p.z) > p.z-floorGap {
			return p.z
		}
	}
	// The wall faces away from the solid under the floor.
	q := sideOf(p, d, p.z-cell)
	q.side = -q.side
	for ; float32(q.low+1)*cell > low+cell; q.low-- {
		if f.s.freeBeyond(q) {
			return p.z
		}
	}
	return low
}

// below returns the height of the highest known floor or liquid in a column that is at least body and less than
// floorGap units below z. If there is none, it returns z - floorGap.
func (f *field) below(x, y int32, z float32) float32 {
	best := z - floorGap
	for i := f.first(x, y); i != 0; i = f.spots[i-1].next {
		if p := &f.spots[i-1]; !p.gone && p.z <= z-body && p.z > best {
			best = p.z
		}
	}
	for _, surface := range f.poured[[2]int32{x, y}] {
		if surface <= z-body && surface > best {
			best = surface
		}
	}
	return best
}

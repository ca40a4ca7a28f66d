package survey

// Below the end of a floor where one falls mostly stands a wall, down to what one falls on: else one would look below
// the floor into nothing. It is presumed unless somebody or something was there.

// dropDeep is how many columns a floor goes on behind its end, at least, with nothing known below them: what is
// narrower may be a bridge.
const dropDeep = 8

// dropTo returns the height down to which a wall is presumed below the end of a floor, that of the
// floor if there is none.
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
	// The wall faces the fall: what is solid is below the floor.
	q := sideOf(p, d, p.z-cell)
	q.side = -q.side
	for ; float32(q.low+1)*cell > low+cell; q.low-- {
		if f.s.freeBeyond(q) {
			return p.z
		}
	}
	return low
}

// below returns the height of the highest known floor or liquid in a column, at least a body and at most floorGap below
// a height. Without one, it returns a height that is still lower.
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

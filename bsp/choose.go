package bsp

import "slices"

// chooseSplit returns the plane that cuts the fewest faces and divides the others most evenly. It has a face on it, or
// faces on both sides.
func (b *mapBuilder) chooseSplit(list []*buildFace) Plane {
	if len(list) == 1 {
		return list[0].nodePlane()
	}
	step := max(1, len(list)/buildSample)
	b.sample = b.sample[:0]
	for i := 0; i < len(list); i += step {
		b.sample = append(b.sample, int32(i))
	}
	best, bestCost := list[0].nodePlane(), -1
	if len(list) <= buildFew {
		for _, f := range list {
			p := f.nodePlane()
			if cost := b.cost(list, &p); bestCost < 0 || cost < bestCost {
				best, bestCost = p, cost
			}
		}
		if bestCost < cutPrice {
			return best // it cuts none
		}
	}
	for axis := range 3 {
		if at, cost, ok := b.chooseAlong(list, axis); ok && (bestCost < 0 || cost < bestCost) {
			best, bestCost = Plane{Normal: axisNormal(axis), Dist: at, Type: PlaneType(axis)}, cost
		}
	}
	tried := 0
	for _, i := range b.sample {
		if list[i].plane.Type < PlaneOblique {
			continue
		}
		if tried++; tried > buildOblique {
			break
		}
		p := list[i].nodePlane()
		if cost := b.cost(list, &p); bestCost < 0 || cost < bestCost {
			best, bestCost = p, cost
		}
	}
	return best
}

// cost returns the cost of a plane through a face; less is better.
func (b *mapBuilder) cost(list []*buildFace, p *Plane) int {
	front, back, cuts := 0, 0, 0
	for _, i := range b.sample {
		switch low, high := list[i].span(p); {
		case low >= -onBuilt && high <= onBuilt:
		case low >= -onBuilt:
			front++
		case high <= onBuilt:
			back++
		default:
			cuts++
		}
	}
	return cutPrice*cuts + max(front-back, back-front)
}

// chooseAlong returns the best position of a plane across an axis; ok is false if there is none.
func (b *mapBuilder) chooseAlong(list []*buildFace, axis int) (at float32, cost int, ok bool) {
	b.lows, b.highs, b.flats = b.lows[:0], b.highs[:0], b.flats[:0]
	for _, i := range b.sample {
		low, high := list[i].mins[axis], list[i].maxs[axis]
		b.lows, b.highs = append(b.lows, low), append(b.highs, high)
		if high-low <= onBuilt {
			b.flats = append(b.flats, (low+high)/2)
		}
	}
	slices.Sort(b.lows)
	slices.Sort(b.highs)
	slices.Sort(b.flats)
	n := len(b.lows)
	for _, places := range [2][]float32{b.lows, b.highs} {
		// The positions are sorted, so the counts never decrease.
		below, within, first, last := 0, 0, 0, 0
		for i, c := range places {
			if i > 0 && c == places[i-1] {
				continue
			}
			below, within = passed(b.lows, below, c-onBuilt), reached(b.highs, within, c+onBuilt)
			first, last = passed(b.flats, first, c-onBuilt), reached(b.flats, last, c+onBuilt)
			front, back := n-below, within
			// Faces in between count on both sides.
			on := last - first
			cuts := n - front - back + on
			front, back = front-on, back-on
			if on == 0 && (front == 0 || back == 0) {
				continue
			}
			if k := cutPrice*max(0, cuts) + max(front-back, back-front); !ok || k < cost {
				at, cost, ok = c, k, true
			}
		}
	}
	return at, cost, ok
}

// passed returns the number of elements of a sorted list below c, and reached the number of those not above it. n is
// the result for a lower c.
func passed(list []float32, n int, c float32) int {
	for n < len(list) && list[n] < c {
		n++
	}
	return n
}

func reached(list []float32, n int, c float32) int {
	for n < len(list) && list[n] <= c {
		n++
	}
	return n
}

package bsp

import (
	"slices"
	"sort"
)

// choose returns the plane that cuts the fewest faces and divides the others most evenly. It
// has a face on it, or faces on both sides.
func (b *mapBuilder) choose(list []*buildFace) Plane {
	if len(list) == 1 {
		return list[0].nodePlane()
	}
	step := max(1, len(list)/buildSample)
	b.sample = b.sample[:0]
	for i := 0; i < len(list); i += step {
		b.sample = append(b.sample, int32(i))
	}
	best, bestCost := list[0].nodePlane(), -1
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

// cost returns what a plane through a face costs: less is better.
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

// chooseAlong returns the best place for a plane across an axis; ok is false if there is none.
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
	try := func(c float32) {
		front := n - sort.Search(n, func(i int) bool { return b.lows[i] >= c-onBuilt })
		back := sort.Search(n, func(i int) bool { return b.highs[i] > c+onBuilt })
		// Those between are counted on both sides.
		first := sort.Search(len(b.flats), func(i int) bool { return b.flats[i] >= c-onBuilt })
		last := sort.Search(len(b.flats), func(i int) bool { return b.flats[i] > c+onBuilt })
		on := last - first
		cuts := n - front - back + on
		front, back = front-on, back-on
		if on == 0 && (front == 0 || back == 0) {
			return
		}
		if k := cutPrice*max(0, cuts) + max(front-back, back-front); !ok || k < cost {
			at, cost, ok = c, k, true
		}
	}
	for i, c := range b.lows {
		if i == 0 || c != b.lows[i-1] {
			try(c)
		}
	}
	for i, c := range b.highs {
		if i == 0 || c != b.highs[i-1] {
			try(c)
		}
	}
	return at, cost, ok
}

package survey

import (
	"cmp"
	"slices"

	"demoscope/player/world"
)

// These are the support thresholds for contacts to be walls. Support is how often players touched a plane
// within supportReach cells of a contact, counted in cells and visits. Most walls in the games are on multiples
// of 8 units (aligned), while players who stop by themselves stop anywhere.
const (
	supportReach                                                   = 32
	supportVeryHigh, supportHigh, supportMedium, supportLow uint32 = 64, 24, 12, 7
	supportAlignedHigh, supportAlignedMedium                uint32 = 32, 16
	alignedPlane                                                   = 8 * planeParts
)

// certain reports whether a contact is certainly a wall, and whether it likely is one.
func (s *Survey) certain(c counted, support uint32) (certain, likely bool) {
	p := pieceOf(c.key)
	frames, visits := c.n&(visit-1), c.n/visit
	aligned := p.plane%alignedPlane == 0
	if s.game == world.Quake3 {
		// The positions of other players are whole numbers, those of the recorder are not.
		if p.plane%planeParts != 0 {
			return support >= supportMedium, support >= supportLow
		}
		return !aligned && frames >= 2 && support >= supportHigh, frames >= 2 && support >= supportMedium
	}
	switch {
	case aligned:
		certain = support >= supportAlignedHigh || frames >= 2 && support >= supportAlignedMedium ||
			frames >= 4 && visits >= 2 && support >= supportMedium
	default:
		certain = support >= supportVeryHigh || frames >= 4 && support >= supportHigh ||
			visits >= 2 && frames >= 2 && support >= supportMedium
	}
	return certain, support >= supportLow || frames >= 2
}

// supportOf returns the support of each contact.
func supportOf(list []counted) []uint32 {
	support := make([]uint32, len(list))
	first, end := 0, 0
	sum := uint32(0)
	const along = 1<<cellBits - 1
	for i := range list {
		plane, at := list[i].key>>planeShift, list[i].key>>alongShift&along
		for end < len(list) && (list[end].key>>planeShift < plane || list[end].key>>planeShift == plane &&
			list[end].key>>alongShift&along <= at+supportReach) {
			sum += list[end].n / visit
			end++
		}
		for list[first].key>>planeShift != plane || list[first].key>>alongShift&along+supportReach < at {
			sum -= list[first].n / visit
			first++
		}
		support[i] = sum
	}
	return support
}

// snapped merges contacts whose planes are nearly equal, and returns them in ascending order of keys.
func (f *field) snapped(list []counted) []counted {
	type plane struct {
		key  uint64 // axis, side and plane
		n    uint32
		goal int32
	}
	const shift = planeShift
	var planes []plane
	for _, c := range list {
		if len(planes) == 0 || planes[len(planes)-1].key != c.key>>shift {
			planes = append(planes, plane{key: c.key >> shift})
		}
		planes[len(planes)-1].n += c.n & (visit - 1)
	}
	same := uint64(samePlane)
	if f.s.game == world.Quake3 {
		same = samePlaneWhole
	}
	order := make([]int, len(planes))
	for i := range order {
		order[i] = i
		planes[i].goal = -1
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(planes[b].n, planes[a].n) })
	for _, i := range order {
		if planes[i].goal >= 0 {
			continue
		}
		planes[i].goal = int32(i)
		for n := i + 1; n < len(planes) && planes[n].key-planes[i].key <= same; n++ {
			if planes[n].goal < 0 {
				planes[n].goal = int32(i)
			}
		}
		for n := i - 1; n >= 0 && planes[i].key-planes[n].key <= same; n-- {
			if planes[n].goal < 0 {
				planes[n].goal = int32(i)
			}
		}
	}
	at := 0
	for i := range list {
		for planes[at].key != list[i].key>>shift {
			at++
		}
		list[i].key = planes[planes[at].goal].key<<shift | list[i].key&(1<<shift-1)
	}
	slices.SortFunc(list, func(a, b counted) int { return cmp.Compare(a.key, b.key) })
	n := 0
	for i := range list {
		if n > 0 && list[n-1].key == list[i].key {
			list[n-1].n = added(list[n-1].n, list[i].n)
			continue
		}
		list[n] = list[i]
		n++
	}
	return list[:n]
}

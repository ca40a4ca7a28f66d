package survey

import (
	"cmp"
	"math"
	"slices"
)

const (
	// slopeReach is the distance, in columns, of the points used to fit a plane. fewestSlope is their minimum
	// number, and slopeOff their maximum mean distance from the plane in units.
	slopeReach, fewestSlope = 3, 5
	slopeOff                = 1.0
	// leastGrade and mostGrade limit the grade of a slope. sameGrade and samePlaneOff are the maximum
	// differences between neighbors of one slope: in grade, and in height in units.
	leastGrade, mostGrade, sameGrade, samePlaneOff = 0.06, 1, 0.15, 2.5
	// halfBody is half the width of a body, in units. A body on a slope rests on its uphill corner.
	halfBody = 16
)

// slopePoint is the height of feet that moved evenly up or down in a column.
type slopePoint struct {
	x, y  int32
	z     float32
	n     int
	fit   plane
	sound bool // fit is a slope
	given bool // it belongs to a slope
}

// plane is a plane, as its height in the middle of a column and its grade along x and y.
type plane struct {
	x, y  int32
	z     float32
	grade [2]float32
}

// at returns the height of a plane in the middle of a column.
func (p *plane) at(x, y int32) float32 {
	return p.z + p.grade[0]*float32(x-p.x)*cell + p.grade[1]*float32(y-p.y)*cell
}

// slopePoints are the points on slopes, by column.
type slopePoints struct {
	list     []slopePoint
	byColumn map[[2]int32][]int32 // indices in list
}

// near returns the index of the point in a column within reach of a height, or -1.
func (s *slopePoints) near(x, y int32, z, reach float32) int32 {
	for _, i := range s.byColumn[[2]int32{x, y}] {
		if d := s.list[i].z - z; d <= reach && -d <= reach {
			return i
		}
	}
	return -1
}

// around returns the points that may be on one slope with p.
func (s *slopePoints) around(p *slopePoint) []slopePoint {
	var list []slopePoint
	for y := p.y - slopeReach; y <= p.y+slopeReach; y++ {
		for x := p.x - slopeReach; x <= p.x+slopeReach; x++ {
			far := max(x-p.x, p.x-x, y-p.y, p.y-y)
			if n := s.near(x, y, p.z, float32(far)*cell+2); n >= 0 {
				list = append(list, s.list[n])
			}
		}
	}
	return list
}

// slopes adds the sloping floors.
func (f *field) slopes() {
	points := slopePoints{list: f.slopePoints()}
	points.byColumn = make(map[[2]int32][]int32, len(points.list))
	for i, p := range points.list {
		c := [2]int32{p.x, p.y}
		points.byColumn[c] = append(points.byColumn[c], int32(i))
	}
	var sound []int32
	for i := range points.list {
		p := &points.list[i]
		if p.fit, p.sound = fitPlane(p, points.around(p)); p.sound {
			sound = append(sound, int32(i))
		}
	}
	slices.SortStableFunc(sound, func(a, b int32) int { return cmp.Compare(points.list[b].n, points.list[a].n) })
	for _, seed := range sound {
		if !points.list[seed].given {
			f.growSlope(&points, seed)
		}
	}
}

// growSlope adds the columns of a slope around a point, while the points beside it are on its plane.
func (f *field) growSlope(points *slopePoints, seed int32) {
	fit := points.list[seed].fit
	points.list[seed].given = true
	for stack := []int32{seed}; len(stack) > 0; {
		p := points.list[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		for y := p.y - 1; y <= p.y+1; y++ {
			for x := p.x - 1; x <= p.x+1; x++ {
				f.addSlope(x, y, &fit, seed)
				n := points.near(x, y, p.z, 2*cell)
				if n < 0 {
					continue
				}
				if q := &points.list[n]; !q.given && q.sound && fit.continues(&q.fit) {
					q.given = true
					stack = append(stack, n)
				}
			}
		}
	}
}

// continues reports whether two planes are that of one slope.
func (p *plane) continues(q *plane) bool {
	d := p.at(q.x, q.y) - q.z
	g, h := q.grade[0]-p.grade[0], q.grade[1]-p.grade[1]
	return d <= samePlaneOff && -d <= samePlaneOff && max(g, -g, h, -h) <= sameGrade
}

// addSlope adds a column of a slope, unless it has a floor or something passed below it.
func (f *field) addSlope(x, y int32, fit *plane, patch int32) {
	z := fit.at(x, y)
	if len(f.spots) >= maxSpots || f.near(x, y, z, body/2) >= 0 || f.s.freeAt(x, y, floorLayer(z+cell/2)) ||
		f.openBelow(x, y, z) {
		return
	}
	f.add(spot{x: x, y: y, z: z, kind: Slope, sure: fewestWeak, patch: patch, grade: fit.grade})
}

// slopePoints returns the columns in which players moved evenly up or down but nobody stood, in the order of
// their chunks. Heights within a cell of each other are averaged.
func (f *field) slopePoints() (points []slopePoint) {
	s := f.s
	order := s.chunkOrder()
	var list []slopePoint
	for _, n := range order {
		c := &s.chunks[n]
		for k, head := range c.head {
			x, y := c.at[0]<<3|int32(k&7), c.at[1]<<3|int32(k>>3)
			list = list[:0]
			for i := head; i != 0; i = s.prints[i-1].next {
				if p := &s.prints[i-1]; p.slope > 0 && p.strong == 0 && p.weak == 0 && f.near(x, y, p.z, cell) < 0 {
					list = append(list, slopePoint{x: x, y: y, z: p.z, n: int(p.slope)})
				}
			}
			slices.SortFunc(list, func(a, b slopePoint) int { return cmp.Compare(a.z, b.z) })
			for i := 0; i < len(list); {
				sum, n := list[i].z*float32(list[i].n), list[i].n
				e := i + 1
				for e < len(list) && list[e].z-list[i].z <= cell {
					sum, n = sum+list[e].z*float32(list[e].n), n+list[e].n
					e++
				}
				if len(points) < maxSpots {
					points = append(points, slopePoint{x: x, y: y, z: sum / float32(n), n: n})
				}
				i = e
			}
		}
	}
	return points
}

// fitPlane returns the plane fitted to the points around p, moved down from the feet to the floor.
func fitPlane(p *slopePoint, around []slopePoint) (plane, bool) {
	if len(around) < fewestSlope {
		return plane{}, false
	}
	// Paths are often a line. Assume no rise across it.
	const little = 0.5
	var n, sx, sy, sz, sxx, sxy, syy, sxz, syz float64
	for i := range around {
		q := &around[i]
		x, y, z := float64(q.x-p.x), float64(q.y-p.y), float64(q.z-p.z)
		n, sx, sy, sz = n+1, sx+x, sy+y, sz+z
		sxx, sxy, syy, sxz, syz = sxx+x*x, sxy+x*y, syy+y*y, sxz+x*z, syz+y*z
	}
	mx, my, mz := sx/n, sy/n, sz/n
	vxx, vxy, vyy := sxx/n-mx*mx+little, sxy/n-mx*my, syy/n-my*my+little
	vxz, vyz := sxz/n-mx*mz, syz/n-my*mz
	det := vxx*vyy - vxy*vxy
	if !(det > 1e-6) {
		return plane{}, false
	}
	gx, gy := (vxz*vyy-vyz*vxy)/det, (vyz*vxx-vxz*vxy)/det
	z := mz - gx*mx - gy*my
	off := 0.0
	for i := range around {
		q := &around[i]
		off += math.Abs(z + gx*float64(q.x-p.x) + gy*float64(q.y-p.y) - float64(q.z-p.z))
	}
	gx, gy = gx/cell, gy/cell
	steep := math.Hypot(gx, gy)
	if off/n > slopeOff || steep < leastGrade || steep > mostGrade {
		return plane{}, false
	}
	z -= halfBody * (math.Abs(gx) + math.Abs(gy))
	return plane{p.x, p.y, p.z + float32(z), [2]float32{float32(gx), float32(gy)}}, true
}

package survey

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
)

// Plan is the outline of a level as seen from above: the edges of the floor on which players can walk, at walls
// and at drops.
type Plan struct {
	// Lines are sorted by the heights of their first points, lowest first.
	Lines []PlanLine
	// Box is the bounding box of the lines, as the lowest and highest corner, in units. It is zero without
	// lines.
	Box [2]mgl32.Vec3
}

// PlanLine is a line along the edge of a floor. The floor is on its left, as seen from above with x to the
// right and y up. The last point of a closed line equals the first.
type PlanLine struct {
	// Points are in units. The height of a point is the lowest height of the floor up to the next point.
	Points []mgl32.Vec3
}

// planStep is the maximum height difference, in units, between columns of one floor in a plan: steps and slopes
// are not edges.
const planStep = 24

// PlanOf returns the plan of a map, real or made by [Level.Map]. It shows the floor that players can reach from
// the positions of starts and items, or all floor if the map lacks these. Brush models and presumed faces are
// left out. Lines are straightened within 12 units of the edges. Parts of maps far larger than any real one are
// left out.
func PlanOf(m *bsp.Map) *Plan {
	t := NewRealMap(m)
	list := t.walked()
	if len(list) == 0 {
		for c, floors := range t.floors {
			for i := range floors {
				list = append(list, place{c[0], c[1], floors[i].z})
			}
		}
	}
	return planOf(list)
}

// Plan returns the plan of the known floors. It is much faster than [Level.Map], but does not close small holes
// in floors.
func (s *Survey) Plan() *Plan {
	f := s.floors(nil)
	list := make([]place, 0, len(f.spots))
	for i := range f.spots {
		if p := &f.spots[i]; !p.gone {
			list = append(list, place{p.x, p.y, p.z})
		}
	}
	return planOf(list)
}

// planOf returns the plan of floors. It sorts the list.
func planOf(list []place) *Plan {
	slices.SortFunc(list, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.z, b.z), cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x))
	})
	ends := endsOf(list)
	p := &Plan{}
	for _, begins := range [2]bool{true, false} { // start with the lines that have a beginning
		for i := range ends.list {
			if !ends.used[i] && (!begins || ends.begins(int32(i))) {
				p.add(ends.follow(int32(i)))
			}
		}
	}
	slices.SortStableFunc(p.Lines, func(a, b PlanLine) int { return cmp.Compare(a.Points[0][2], b.Points[0][2]) })
	return p
}

// end is a side of a column at which its floor ends.
type end struct {
	from, to corner // with the floor on the left
	z        float32
}

// planEnds are the ends of a level, by the corner at which they begin.
type planEnds struct {
	list []end
	used []bool
	at   map[corner][]int32
	into map[corner][]int32 // by the corner at which they end
}

// begins reports whether no other end leads to end i.
func (e *planEnds) begins(i int32) bool {
	s := &e.list[i]
	return !slices.ContainsFunc(e.into[s.from], func(n int32) bool {
		d := e.list[n].z - s.z
		return d <= planStep && -d <= planStep
	})
}

// endsOf returns the ends of floors.
func endsOf(list []place) *planEnds {
	floors := make(drawn, len(list))
	for _, p := range list {
		floors[[2]int32{p.x, p.y}] = append(floors[[2]int32{p.x, p.y}], p.z)
	}
	e := &planEnds{at: map[corner][]int32{}, into: map[corner][]int32{}}
	for _, p := range list {
		for _, d := range around {
			if floors.has(p.x+d[0], p.y+d[1], p.z, planStep) {
				continue
			}
			from, to := sideCorners(p.x, p.y, d)
			e.at[from], e.into[to] = append(e.at[from], int32(len(e.list))), append(e.into[to], int32(len(e.list)))
			e.list = append(e.list, end{from, to, p.z})
		}
	}
	e.used = make([]bool, len(e.list))
	return e
}

// follow returns the line that begins with end i, as a rim whose tops are the heights of the floor.
func (e *planEnds) follow(i int32) rim {
	b := rim{pair: [2]uint64{beyondOpen, beyondFloors}, ahead: true, line: []corner{e.list[i].from}}
	for i >= 0 {
		s := &e.list[i]
		e.used[i] = true
		b.line, b.tops = append(b.line, s.to), append(b.tops, s.z)
		next, best := int32(-1), int32(2)
		for _, n := range e.at[s.to] {
			o := &e.list[n]
			if e.used[n] || o.z-s.z > planStep || s.z-o.z > planStep {
				continue
			}
			// Where two lines touch, each keeps to its floor: a left turn is preferred to going straight on.
			turn := (s.to[1]-s.from[1])*(o.to[0]-o.from[0]) - (s.to[0]-s.from[0])*(o.to[1]-o.from[1])
			if turn < best {
				next, best = n, turn
			}
		}
		i = next
	}
	if b.closed() {
		b.beginAtCorner()
	}
	return b
}

// beginAtCorner rotates a closed rim to begin at a turn.
func (b *rim) beginAtCorner() {
	n := len(b.tops)
	for i := range n {
		p, q, r := b.line[(i+n-1)%n], b.line[i], b.line[i+1]
		if q[0]-p[0] == r[0]-q[0] && q[1]-p[1] == r[1]-q[1] {
			continue
		}
		line := append(slices.Clone(b.line[i:n]), b.line[:i+1]...)
		b.line, b.tops = line, append(slices.Clone(b.tops[i:]), b.tops[:i]...)
		return
	}
}

// add straightens a line and adds it.
func (p *Plan) add(b rim) {
	b.straighten()
	points := make([]mgl32.Vec3, len(b.line))
	for i, c := range b.line {
		points[i] = c.place(b.tops[min(i, len(b.tops)-1)])
	}
	if len(p.Lines) == 0 {
		p.Box = [2]mgl32.Vec3{points[0], points[0]}
	}
	for _, v := range points {
		for k, x := range v {
			p.Box[0][k], p.Box[1][k] = min(p.Box[0][k], x), max(p.Box[1][k], x)
		}
	}
	p.Lines = append(p.Lines, PlanLine{points})
}

// drawn maps a column to the heights of its floors.
type drawn map[[2]int32][]float32

func (d drawn) has(x, y int32, z, reach float32) bool {
	for _, h := range d[[2]int32{x, y}] {
		if h-z <= reach && z-h <= reach {
			return true
		}
	}
	return false
}

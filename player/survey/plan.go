package survey

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
)

// Plan is the outline of a level as seen from above: where the floor that can be walked on ends, at
// a wall or because one falls there.
type Plan struct {
	// Lines are in the order of the heights at which they begin, the lowest first.
	Lines []PlanLine
	// Box is around all lines: its lowest and its highest corner, in units; zero without lines.
	Box [2]mgl32.Vec3
}

// PlanLine is a line along the end of a floor. The floor is on its left, as seen from above with x
// to the right and y up. One that is closed ends where it begins.
type PlanLine struct {
	// Points are in units. The height of each is the lowest of the floor from there to the next.
	Points []mgl32.Vec3
}

// planStep is by how many units the heights of two columns differ at most that are one floor in a
// plan: steps and slopes are no ends.
const planStep = 24

// PlanOf returns the plan of a map, real or made by [Level.Map]: of the floor that can be reached
// from where players start and things lie, or of all floor if the map does not say where that is.
// Brush models and what is only presumed are left out. Lines are straight where they stay within
// 12 units of the ends of the floor. Of a map that is far larger than any real one a part is left out.
func PlanOf(m *bsp.Map) *Plan {
	t := NewTruth(m)
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

// Plan returns the plan of the known floors. It takes a fraction of the time of [Level.Map], and has small holes in
// floors that the map closes.
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

// planOf returns the plan of floors, which it sorts.
func planOf(list []place) *Plan {
	slices.SortFunc(list, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.z, b.z), cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x))
	})
	ends := endsOf(list)
	p := &Plan{}
	for _, begins := range [2]bool{true, false} { // what has a beginning is followed from there
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

// planEnds are those of a level, by the corner at which they begin.
type planEnds struct {
	list []end
	used []bool
	at   map[corner][]int32
	into map[corner][]int32 // by the corner at which they end
}

// begins reports whether no end leads to one.
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

// follow returns the line that begins with an end, as a rim whose tops are the heights of the floor.
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
			// Where two lines touch, each keeps to its floor: left comes before straight on.
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

// beginAtCorner lets a closed rim begin where it turns.
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

// add adds a line, straightened.
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

// drawn are the heights of floors by column.
type drawn map[[2]int32][]float32

func (d drawn) has(x, y int32, z, reach float32) bool {
	for _, h := range d[[2]int32{x, y}] {
		if h-z <= reach && z-h <= reach {
			return true
		}
	}
	return false
}

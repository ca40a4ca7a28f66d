package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	models "demoscope/assets/model"
	"demoscope/render/draw"
)

// solid is a convex body in units around its origin, with x forward and z up.
type solid struct {
	points []mgl32.Vec3
	faces  [][]uint8 // corners of each face, clockwise as seen from outside
	edges  []solidEdge
}

// solidEdge joins the corners v and w, between the faces f and g.
type solidEdge struct{ v, w, f, g uint8 }

// maxSolidPoints bounds the corners of a solid.
const maxSolidPoints = 24

// finish finds the edges: each is between two faces.
func (b solid) finish() *solid {
	for f, loop := range b.faces {
		for k, v := range loop {
			w := loop[(k+1)%len(loop)]
			found := false
			for i := range b.edges {
				e := &b.edges[i]
				if e.v == w && e.w == v {
					e.g = uint8(f)
					found = true
				}
			}
			if !found {
				b.edges = append(b.edges, solidEdge{v, w, uint8(f), uint8(f)})
			}
		}
	}
	return &b
}

// prism returns a body with n sides and radius r0 at height z0 and r1 at z1. A radius of 0 makes a point. turn is the
// direction of the first corner in degrees.
func prism(n int, turn float64, r0, z0, r1, z1 float32) *solid {
	var b solid
	ring := func(r, z float32) []uint8 {
		var at []uint8
		count := n
		if r == 0 {
			count = 1
		}
		for i := range count {
			sin, cos := math.Sincos((turn + 360*float64(i)/float64(n)) * math.Pi / 180)
			at = append(at, uint8(len(b.points)))
			b.points = append(b.points, mgl32.Vec3{r * float32(cos), r * float32(sin), z})
		}
		return at
	}
	low, high := ring(r0, z0), ring(r1, z1)
	for i := range n {
		k := (i + 1) % n
		switch {
		case len(low) == 1:
			b.faces = append(b.faces, []uint8{low[0], high[i], high[k]})
		case len(high) == 1:
			b.faces = append(b.faces, []uint8{low[i], high[0], low[k]})
		default:
			b.faces = append(b.faces, []uint8{low[i], high[i], high[k], low[k]})
		}
	}
	if len(low) > 1 {
		b.faces = append(b.faces, append([]uint8(nil), low...))
	}
	if len(high) > 1 {
		top := make([]uint8, n)
		for i := range top {
			top[i] = high[n-1-i]
		}
		b.faces = append(b.faces, top)
	}
	return b.finish()
}

// box returns a box.
func box(mins, maxs mgl32.Vec3) *solid {
	b := prism(4, 45, 1, mins[2], 1, maxs[2])
	for i := range b.points {
		p := &b.points[i]
		for k := range 2 {
			if p[k] < 0 {
				p[k] = mins[k]
			} else {
				p[k] = maxs[k]
			}
		}
	}
	return b
}

// diamond returns a body with a lower and an upper tip and n corners between them.
func diamond(n int, radius, low, high float32) *solid {
	var b solid
	b.points = append(b.points, mgl32.Vec3{0, 0, low}, mgl32.Vec3{0, 0, high})
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		b.points = append(b.points, mgl32.Vec3{radius * float32(cos), radius * float32(sin), 0})
	}
	for i := range n {
		p, q := uint8(2+i), uint8(2+(i+1)%n)
		b.faces = append(b.faces, []uint8{p, 1, q}, []uint8{0, p, q})
	}
	return b.finish()
}

// moved returns the body moved and scaled along the axes.
func (b *solid) moved(by, stretch mgl32.Vec3) *solid {
	c := *b
	c.points = make([]mgl32.Vec3, len(b.points))
	for i, p := range b.points {
		for k := range p {
			p[k] = p[k]*stretch[k] + by[k]
		}
		c.points[i] = p
	}
	return &c
}

// place is the position of a body, its axes, whose length is its size, and its colors.
type place struct {
	origin         mgl32.Vec3
	x, y, z        mgl32.Vec3
	solidFill      draw.Color
	line           draw.Color
	width, minFade float32
}

// placeAt returns a place with angles in degrees and a size.
func placeAt(origin, angles mgl32.Vec3, size float32) place {
	p := place{origin: origin, x: mgl32.Vec3{size, 0, 0}, y: mgl32.Vec3{0, size, 0}, z: mgl32.Vec3{0, 0, size},
		width: 1, minFade: 0.45}
	if angles != (mgl32.Vec3{}) {
		f, r, u := vectors(angles)
		p.x, p.y, p.z = f.Mul(size), r.Mul(-size), u.Mul(size)
	}
	return p
}

// point transforms a point of the body to world space. It is written out on plain arrays because it runs for every
// corner of every body and door.
func (p *place) point(v mgl32.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{
		p.origin[0] + p.x[0]*v[0] + p.y[0]*v[1] + p.z[0]*v[2],
		p.origin[1] + p.x[1]*v[0] + p.y[1]*v[1] + p.z[1]*v[2],
		p.origin[2] + p.x[2]*v[0] + p.y[2]*v[1] + p.z[2]*v[2],
	}
}

// putSolid places the faces of a body that face the camera, shaded, then their edges.
func (ps *pieces) putSolid(b *solid, at *place) {
	if ps.capture != nil {
		ps.addSolid(b, at)
		return
	}
	var points [maxSolidPoints]mgl32.Vec3
	for i, p := range b.points {
		points[i] = at.point(p)
	}
	var facing [32]bool
	var loop [maxSolidPoints]mgl32.Vec3
	for i, f := range b.faces {
		v0 := points[f[0]]
		n := points[f[2]].Sub(v0).Cross(points[f[1]].Sub(v0))
		facing[i] = n.Dot(ps.frame.origin.Sub(v0)) > 0
		if !facing[i] || at.solidFill.A == 0 {
			continue
		}
		for k, c := range f {
			loop[k] = points[c]
		}
		shade := 0.6 + 0.4*normalize(n).Dot(sun)
		ps.put(piece{shape: shapeFill, color: at.solidFill.Dim(shade)}, loop[:len(f)]...)
	}
	for _, e := range b.edges {
		if facing[e.f] || facing[e.g] {
			ps.putLine(points[e.v], points[e.w], at.width, at.minFade, at.line)
		}
	}
}

// putStack places solids that are stacked on one another, from bottom to top.
func (ps *pieces) putStack(at *place, bodies ...*solid) {
	if ps.frame.origin[2] > at.origin[2] {
		for _, b := range bodies {
			ps.putSolid(b, at)
		}
		return
	}
	for i := len(bodies) - 1; i >= 0; i-- {
		ps.putSolid(bodies[i], at)
	}
}

// putArrow places an arrow that points forward, at a height in units, from start to start+length.
func (ps *pieces) putArrow(at *place, height, start, length float32) {
	p := func(x, y float32) mgl32.Vec3 {
		v := at.point(mgl32.Vec3{x, y, 0})
		v[2] += height * at.z[2]
		return v
	}
	tip := p(start+length, 0)
	ps.putLine(p(start-6, 0), tip, 1.6, 0.5, at.line)
	ps.putLine(tip, p(start+length-7, 5), 1.6, 0.5, at.line)
	ps.putLine(tip, p(start+length-7, -5), 1.6, 0.5, at.line)
}

// addSolid captures a body without a model as a part of the last body.
func (ps *pieces) addSolid(b *solid, at *place) {
	m := ps.solids[b]
	if m == nil {
		d := models.Draft{Surfaces: []models.DraftSurface{{Name: "accent", Vertices: len(b.points)}},
			Poses: []models.DraftPose{{Points: b.points}}}
		for _, f := range b.faces {
			for i := 2; i < len(f); i++ {
				d.Surfaces[0].Triangles = append(d.Surfaces[0].Triangles, [3]int{int(f[0]), int(f[i-1]), int(f[i])})
			}
		}
		var err error
		if m, err = models.New(&d); err != nil {
			panic("solids: " + err.Error()) // all solids are in this package
		}
		if ps.solids == nil {
			ps.solids = make(map[*solid]*models.Model)
		}
		ps.solids[b] = m
	}
	tag := models.Tag{Origin: at.origin, Axis: mgl32.Mat3FromCols(at.x, at.y, at.z)}
	look := paint{accent: at.solidFill, clear: 1 - min(1, at.solidFill.A)}
	ps.capture.addParts([]posed{{model: m, at: tag, paint: look}})
}

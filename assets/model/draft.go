package model

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Draft is the input of [New].
type Draft struct {
	Surfaces []DraftSurface
	Tags     []string
	Poses    []DraftPose // at least one
	// Frames are the poses for an entity's frame numbers; nil if frame n is pose n.
	Frames []int
}

// DraftSurface is a surface of a draft, such as a convex body.
type DraftSurface struct {
	Name string
	// Vertices is the number of points of each pose that belong to the surface, after those of the previous surfaces.
	Vertices int
	// Triangles have vertices of the surface, counted from 0, clockwise as seen from outside.
	Triangles [][3]int
}

// DraftPose is a pose of a draft.
type DraftPose struct {
	Name   string
	Points []mgl32.Vec3 // units; of all surfaces, within 2^20 of the origin
	Tags   []Tag        // one for each of [Draft.Tags]
}

var (
	errNoPoses   = errors.New("no poses")
	errTwoTags   = errors.New("duplicate tag name")
	errNoPlace   = fmt.Errorf("no place within %d units", maxCoord)
	errWrongAxis = errors.New("invalid axis")
)

// New makes a model in memory, with the same limits as for files. It stores coordinates as 16 bits, exact to 1/65,000
// of the largest one. Normals are means of the triangles around a vertex; there are no skins. New keeps no reference to
// d. The error says which part of the draft is invalid.
func New(d *Draft) (*Model, error) {
	m := &Model{Format: Drafted, Tags: append([]string(nil), d.Tags...), TexCoords: make([]mgl32.Vec2, 1)}
	if err := m.draftSurfaces(d.Surfaces); err != nil {
		return nil, err
	}
	switch vertexPoses := int64(m.NumVertices) * int64(len(d.Poses)); {
	case len(d.Poses) == 0:
		return nil, fmt.Errorf("model: %w", errNoPoses)
	case len(d.Poses) > maxPoses:
		return nil, fmt.Errorf("model: %d poses, more than %d", len(d.Poses), maxPoses)
	case vertexPoses > maxVertexPoses:
		return nil, fmt.Errorf("model: %d vertices in all %d poses, more than %d", vertexPoses,
			len(d.Poses), maxVertexPoses)
	case len(d.Tags) > maxTags:
		return nil, fmt.Errorf("model: %d tags, more than %d", len(d.Tags), maxTags)
	}
	for i, name := range m.Tags {
		if m.tagIndex(name) != i {
			return nil, fmt.Errorf("model: %q: %w", name, errTwoTags)
		}
	}
	largest := float32(0)
	for i := range d.Poses {
		p := &d.Poses[i]
		if err := m.checkPose(p); err != nil {
			return nil, fmt.Errorf("model: pose %d, %s: %w", i, p.Name, err)
		}
		for _, v := range p.Points {
			largest = max(largest, abs(v[0]), abs(v[1]), abs(v[2]))
		}
	}
	// All poses have the same scale, so that static parts are stored identically.
	scale := max(largest, 1) / math.MaxInt16
	m.vertices = make([]vertex, 0, m.NumVertices*len(d.Poses))
	for i := range d.Poses {
		p := &d.Poses[i]
		m.Poses = append(m.Poses, Pose{Name: p.Name, scale: mgl32.Vec3{scale, scale, scale}})
		m.draftVertices(p.Points, scale)
		m.tags = append(m.tags, p.Tags...)
	}
	if err := m.draftFrames(d.Frames); err != nil {
		return nil, err
	}
	m.bound()
	m.findEdges()
	return m, nil
}

// draftFrames adds the frames.
func (m *Model) draftFrames(list []int) error {
	if list == nil {
		m.oneByOne()
		return nil
	}
	if len(list) == 0 || len(list) > maxPoses {
		return fmt.Errorf("model: %d frames, more than %d", len(list), maxPoses)
	}
	for i, pose := range list {
		if pose < 0 || pose >= len(m.Poses) {
			return fmt.Errorf("model: frame %d shows pose %d of %d", i, pose, len(m.Poses))
		}
		m.Frames = append(m.Frames, Frame{First: pose, Count: 1})
	}
	return nil
}

// draftSurfaces adds the surfaces with their triangles.
func (m *Model) draftSurfaces(list []DraftSurface) error {
	if len(list) > maxSurfaces {
		return fmt.Errorf("model: %d surfaces, more than %d", len(list), maxSurfaces)
	}
	for i := range list {
		s := &list[i]
		switch {
		case s.Vertices < 0 || s.Vertices > maxVertices-m.NumVertices:
			return fmt.Errorf("model: surface %d: %d vertices, more than %d in all surfaces", i, s.Vertices,
				maxVertices)
		case len(s.Triangles) > maxTriangles-len(m.Triangles):
			return fmt.Errorf("model: surface %d: %d triangles, more than %d in all surfaces", i,
				len(s.Triangles), maxTriangles)
		}
		m.Surfaces = append(m.Surfaces, Surface{
			Name: s.Name, FirstVertex: m.NumVertices, NumVertices: s.Vertices, FirstTriangle: len(m.Triangles),
			NumTriangles: len(s.Triangles),
		})
		for k, corners := range s.Triangles {
			var t Triangle
			for c, v := range corners {
				if v < 0 || v >= s.Vertices {
					return fmt.Errorf("model: surface %d: triangle %d has vertex %d of %d", i, k, v, s.Vertices)
				}
				t.V[c] = uint32(m.NumVertices + v)
			}
			m.Triangles = append(m.Triangles, t)
		}
		m.NumVertices += s.Vertices
	}
	return nil
}

// checkPose checks that a pose has the right numbers of points and tags, with valid coordinates.
func (m *Model) checkPose(p *DraftPose) error {
	if len(p.Points) != m.NumVertices || len(p.Tags) != len(m.Tags) {
		return fmt.Errorf("%d points and %d tags, not %d and %d", len(p.Points), len(p.Tags), m.NumVertices,
			len(m.Tags))
	}
	place := func(v mgl32.Vec3) bool {
		return abs(v[0]) <= maxCoord && abs(v[1]) <= maxCoord && abs(v[2]) <= maxCoord
	}
	for i, v := range p.Points {
		if !place(v) {
			return fmt.Errorf("point %d at %v: %w", i, v, errNoPlace)
		}
	}
	for i := range p.Tags {
		t := &p.Tags[i]
		if !place(t.Origin) {
			return fmt.Errorf("tag %s at %v: %w", m.Tags[i], t.Origin, errNoPlace)
		}
		for k := range 3 {
			if v := t.Axis.Col(k); !place(v) {
				return fmt.Errorf("tag %s, axis %v: %w", m.Tags[i], v, errWrongAxis)
			}
		}
	}
	return nil
}

// draftVertices appends the vertices of a pose, as multiples of scale, with normals.
func (m *Model) draftVertices(points []mgl32.Vec3, scale float32) {
	sums := make([]mgl32.Vec3, len(points))
	for i := range m.Triangles {
		v := &m.Triangles[i].V
		n := front(points[v[0]], points[v[1]], points[v[2]])
		for _, k := range v {
			sums[k] = sums[k].Add(n)
		}
	}
	whole := func(f float32) int16 { return int16(math.Round(float64(f / scale))) }
	for i, p := range points {
		m.vertices = append(m.vertices, vertex{whole(p[0]), whole(p[1]), whole(p[2]), packNormal(unit(sums[i]))})
	}
}

// packNormal returns a direction as azimuth and zenith, as in an MD3.
func packNormal(n mgl32.Vec3) uint16 {
	steps := func(radians float64) uint16 { return uint16(int(math.Round(radians*128/math.Pi)) & 0xff) }
	return steps(math.Atan2(float64(n[1]), float64(n[0])))<<8 | steps(math.Acos(float64(max(-1, min(1, n[2])))))
}

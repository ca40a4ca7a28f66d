package bsp

import (
	"bytes"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// VersionBuilt is the version of a map made by [Build] instead of read from a file.
const VersionBuilt Version = "built"

// Polygon is a piece of surface for [Build].
type Polygon struct {
	// Corners are the corners of a convex polygon, in units, clockwise as seen from the front.
	Corners []mgl32.Vec3
	// Light is the brightness of each corner, for [Lighting].Colors; nil means 255 for all.
	Light []uint8
	Kind  Kind
	// BothSides adds a back face.
	BothSides bool
	// Texture is an index into the textures given to [Build], -1 for none.
	Texture int32
}

// Build makes a map from polygons. It cuts faces where a plane of the tree passes through them, so that the faces of
// the nodes are in order from back to front as seen from any point, as in compiled maps. No leaf is solid: the faces
// themselves block the line of sight, see [Map.Until]. Everything is visible from everywhere, and only corners have
// light.
//
// Build leaves out polygons with less than three corners, without an area, with a corner that is not finite or outside
// of all maps, and polygons that are not flat. The same polygons in the same order make the same map. It takes about 5
// µs a polygon; buildCuts and buildDepth bound the time.
func Build(polygons []Polygon, textures []Texture) *Map {
	b := mapBuilder{m: &Map{Version: VersionBuilt, Textures: textures, Lighting: Lighting{Channels: 1}},
		weld: newWelder(4 * len(polygons))}
	list, faces := make([]*buildFace, 0, len(polygons)), make([]buildFace, len(polygons))
	for i := range polygons {
		if faces[i].set(&polygons[i], len(textures)) {
			list = append(list, &faces[i])
		}
	}
	b.budget = buildCuts * (len(list) + 64)
	b.reserve(len(list))
	head := b.around(list)
	m := b.m
	m.Vertices = b.weld.points
	m.Models = []Model{{HeadNode: head, NumFaces: uint32(len(m.Faces))}}
	for i := range m.Faces {
		f := &m.Faces[i]
		f.Mins, f.Maxs = faceBounds(m.Vertices, m.FaceVertices[f.FirstVertex:f.FirstVertex+f.NumVertices])
		if i == 0 {
			m.Models[0].Mins, m.Models[0].Maxs = f.Mins, f.Maxs
		}
		m.Models[0].Mins, m.Models[0].Maxs = union(m.Models[0].Mins, m.Models[0].Maxs, f.Mins, f.Maxs)
	}
	if err := m.linkTrees(true); err != nil {
		panic("bsp: the tree of a built map: " + err.Error()) // buildDepth is far below its limit
	}
	m.buildEdges(nil)
	return m
}

// reserve makes room for what the polygons usually become.
func (b *mapBuilder) reserve(polygons int) {
	faces := polygons * 7 / 4
	m := b.m
	m.Nodes, m.Planes, m.Leaves = make([]Node, 0, polygons), make([]Plane, 0, polygons), make([]Leaf, 0, polygons)
	m.Faces, m.FaceVertices, m.Lighting.Colors = make([]Face, 0, faces), make([]uint32, 0, 4*faces),
		make([][4]uint8, 0, 4*faces)
}

// union returns the bounding box of two boxes.
func union(mins, maxs, low, high mgl32.Vec3) (mgl32.Vec3, mgl32.Vec3) {
	for k := range mins {
		mins[k], maxs[k] = min(mins[k], low[k]), max(maxs[k], high[k])
	}
	return mins, maxs
}

// Bounds on the time for building: the maximum number of cuts per polygon, and the maximum depth of the tree. Beyond
// them faces stay with the node that would cut them, and may be drawn too early or too late. Levels of some thousand
// rectangles on a grid add a third and are 20 deep.
const (
	buildCuts  = 3
	buildDepth = 96
	// buildSample is the number of faces considered when choosing a splitting plane, and buildOblique the number of
	// oblique planes to try.
	buildSample  = 64
	buildOblique = 6
	// buildFew is the maximum number of faces that are split by the plane of one of them, if that cuts none.
	buildFew = 4
	// cutPrice is the cost of a cut in faces of imbalance between the two sides.
	cutPrice = 6
)

// onBuilt is the maximum distance in units from a plane at which a corner counts as on it.
const onBuilt = 1.0 / 32

// mapBuilder makes the tree and the faces of a map.
type mapBuilder struct {
	m      *Map
	weld   *welder
	budget int          // remaining cuts
	behind []*buildFace // faces behind the planes of the nodes from the root to the current one
	// Scratch space for chooseSplit: the lowest and highest coordinates of faces along an axis, sorted.
	lows, highs, flats []float32
	sample             []int32
}

// buildFace is a polygon on its way down the tree.
type buildFace struct {
	corners    []mgl32.Vec3
	light      []uint8 // parallel to corners
	plane      Plane   // with the face's normal, whatever the type
	mins, maxs mgl32.Vec3
	kind       Kind
	both       bool
	texture    int32
}

// set initializes f from a polygon, and reports whether that is valid.
func (f *buildFace) set(p *Polygon, textures int) bool {
	if len(p.Corners) < 3 {
		return false
	}
	var sum mgl32.Vec3
	for i, v := range p.Corners {
		if !validCoords(v) {
			return false
		}
		if i >= 2 {
			sum = sum.Add(frontNormal(p.Corners[0], p.Corners[i-1], v))
		}
	}
	normal := unit(sum)
	if normal == (mgl32.Vec3{}) {
		return false
	}
	light := p.Light
	if len(light) != len(p.Corners) {
		light = bytes.Repeat([]byte{255}, len(p.Corners))
	}
	*f = buildFace{corners: p.Corners, light: light, kind: p.Kind, both: p.BothSides, texture: -1}
	if p.Texture >= 0 && int(p.Texture) < textures {
		f.texture = p.Texture
	}
	f.plane = Plane{Normal: normal, Type: PlaneOblique}
	for k := range normal {
		if abs := float32(math.Abs(float64(normal[k]))); abs > 1-1e-6 {
			f.plane.Type, f.plane.Normal = PlaneType(k), mgl32.Vec3{}
			f.plane.Normal[k] = normal[k] / abs
		}
	}
	for _, v := range f.corners {
		f.plane.Dist += f.plane.Normal.Dot(v) / float32(len(f.corners))
	}
	for _, v := range f.corners {
		if d := f.plane.Normal.Dot(v) - f.plane.Dist; !(d < planeTolerance && d > -planeTolerance) {
			return false
		}
	}
	f.box()
	return true
}

func (f *buildFace) box() {
	f.mins, f.maxs = f.corners[0], f.corners[0]
	for _, v := range f.corners[1:] {
		f.mins, f.maxs = union(f.mins, f.maxs, v, v)
	}
}

// nodePlane returns the plane of the face for a node: facing along the positive axis if it is axial.
func (f *buildFace) nodePlane() Plane {
	p := f.plane
	if p.Type < PlaneOblique && p.Normal[p.Type] < 0 {
		p.Normal, p.Dist = p.Normal.Mul(-1), -p.Dist
		p.Normal[(p.Type+1)%3], p.Normal[(p.Type+2)%3] = 0, 0 // not -0
	}
	return p
}

// span returns how far a face extends in front of a plane, and behind it as a negative number.
func (f *buildFace) span(p *Plane) (low, high float32) {
	if p.Type < PlaneOblique {
		return f.mins[p.Type] - p.Dist, f.maxs[p.Type] - p.Dist
	}
	low, high = math.MaxFloat32, -math.MaxFloat32
	for _, v := range f.corners {
		d := p.distance(v)
		low, high = min(low, d), max(high, d)
	}
	return low, high
}

// aroundLevel is the margin around the faces in units. The tree ends there to keep the boxes of inner nodes small.
const aroundLevel = 64

// around builds the tree: six planes around all faces, then the faces.
func (b *mapBuilder) around(list []*buildFace) int32 {
	mins, maxs := mgl32.Vec3{-maxCoord, -maxCoord, -maxCoord}, mgl32.Vec3{maxCoord, maxCoord, maxCoord}
	if len(list) == 0 {
		return b.leaf(mins, maxs)
	}
	low, high := list[0].mins, list[0].maxs
	for i := range list {
		low, high = union(low, high, list[i].mins, list[i].maxs)
	}
	head := int32(len(b.m.Nodes))
	for k := range 6 {
		axis, outer := k/2, k%2
		at := low[axis] - aroundLevel
		if outer == 1 {
			at = high[axis] + aroundLevel
		}
		n := b.node(Plane{Normal: axisNormal(axis), Dist: at, Type: PlaneType(axis)}, mins, maxs)
		outMins, outMaxs := mins, maxs
		if outer == 1 {
			outMins[axis], maxs[axis] = at, at
		} else {
			outMaxs[axis], mins[axis] = at, at
		}
		leaf := b.leaf(outMins, outMaxs)
		next := n + 1 // the plane of the next side, or the tree after the last one
		if outer == 1 {
			b.m.Nodes[n].Children = [2]int32{leaf, next}
		} else {
			b.m.Nodes[n].Children = [2]int32{next, leaf}
		}
	}
	b.tree(list, mins, maxs, 0)
	return head
}

func axisNormal(axis int) (n mgl32.Vec3) {
	n[axis] = 1
	return n
}

// node adds a node with a box. Faces added until the next node belong to it.
func (b *mapBuilder) node(p Plane, mins, maxs mgl32.Vec3) int32 {
	b.m.Planes = append(b.m.Planes, p)
	b.m.Nodes = append(b.m.Nodes, Node{Plane: uint32(len(b.m.Planes) - 1), Mins: mins, Maxs: maxs,
		FirstFace: uint32(len(b.m.Faces))})
	return int32(len(b.m.Nodes) - 1)
}

// leaf adds a leaf with a box, and returns it as the child of a node.
func (b *mapBuilder) leaf(mins, maxs mgl32.Vec3) int32 {
	b.m.Leaves = append(b.m.Leaves, Leaf{Parent: -1, Mins: mins, Maxs: maxs})
	return ^int32(len(b.m.Leaves) - 1)
}

// tree adds the nodes for the faces in a box, and returns the first as the child of a node.
func (b *mapBuilder) tree(list []*buildFace, mins, maxs mgl32.Vec3, depth int) int32 {
	if len(list) == 0 {
		return b.leaf(mins, maxs)
	}
	n := b.node(b.chooseSplit(list), mins, maxs)
	p := b.m.Planes[b.m.Nodes[n].Plane]
	// Faces in front reuse the list, which has room for all of them and is not needed any more.
	base := len(b.behind)
	front := list[:0]
	for i := range list {
		f := list[i]
		low, high := f.span(&p)
		switch {
		case low >= -onBuilt && high <= onBuilt, depth >= buildDepth:
			b.add(n, f)
		case low >= -onBuilt:
			front = append(front, f)
		case high <= onBuilt:
			b.behind = append(b.behind, f)
		case b.budget <= 0:
			b.add(n, f)
		default:
			b.budget--
			before, behind := f.split(&p)
			if len(before.corners) >= 3 {
				front = append(front, before)
			}
			if len(behind.corners) >= 3 {
				b.behind = append(b.behind, behind)
			}
		}
	}
	frontMins, backMaxs := mins, maxs
	if p.Type < PlaneOblique {
		frontMins[p.Type], backMaxs[p.Type] = p.Dist, p.Dist
	}
	first := b.tree(front, frontMins, maxs, depth+1) // keeps the faces behind
	second := b.tree(b.behind[base:], mins, backMaxs, depth+1)
	b.behind = b.behind[:base]
	b.m.Nodes[n].Children = [2]int32{first, second}
	return n
}

// split cuts a face along a plane that passes through it.
func (f *buildFace) split(p *Plane) (front, back *buildFace) {
	parts := [2]buildFace{*f, *f}
	front, back = &parts[0], &parts[1]
	size := len(f.corners) + 2
	front.corners, back.corners = make([]mgl32.Vec3, 0, size), make([]mgl32.Vec3, 0, size)
	front.light, back.light = make([]uint8, 0, size), make([]uint8, 0, size)
	for k, v := range f.corners {
		next := (k + 1) % len(f.corners)
		w := f.corners[next]
		dv, dw := p.distance(v), p.distance(w)
		if dv >= -onBuilt {
			front.add(v, f.light[k])
		}
		if dv <= onBuilt {
			back.add(v, f.light[k])
		}
		if dv > onBuilt && dw < -onBuilt || dv < -onBuilt && dw > onBuilt {
			part := dv / (dv - dw)
			c := v.Add(w.Sub(v).Mul(part))
			if p.Type < PlaneOblique {
				c[p.Type] = p.Dist
			}
			light := uint8(float32(f.light[k]) + (float32(f.light[next])-float32(f.light[k]))*part)
			front.add(c, light)
			back.add(c, light)
		}
	}
	for i := range parts {
		if len(parts[i].corners) > 0 {
			parts[i].box()
		}
	}
	return front, back
}

func (f *buildFace) add(v mgl32.Vec3, light uint8) {
	f.corners, f.light = append(f.corners, v), append(f.light, light)
}

// add adds a face to the newest node, n.
func (b *mapBuilder) add(n int32, f *buildFace) {
	m := b.m
	nd := &m.Nodes[n]
	plane, p := nd.Plane, &m.Planes[nd.Plane]
	cos := p.Normal.Dot(f.plane.Normal)
	if low, high := f.span(p); low < -onBuilt || high > onBuilt || cos < cosCoplanar && cos > -cosCoplanar {
		m.Planes = append(m.Planes, f.plane) // the face stays with the node because it could not be cut
		plane, cos = uint32(len(m.Planes)-1), 1
	}
	face := Face{Plane: int32(plane), Back: cos < 0, Kind: f.kind, Texture: f.texture, Light: FaceLight{Offset: -1,
		Styles: [4]uint8{NoStyle, NoStyle, NoStyle, NoStyle}}}
	for range 2 {
		face.FirstVertex = uint32(len(m.FaceVertices))
		last := int64(-1)
		for k := range f.corners {
			if face.Back != (cos < 0) {
				k = len(f.corners) - 1 - k
			}
			if v := b.weld.add(f.corners[k]); int64(v) != last {
				m.FaceVertices = append(m.FaceVertices, v)
				m.Lighting.Colors = append(m.Lighting.Colors, [4]uint8{f.light[k], f.light[k], f.light[k], 255})
				last = int64(v)
			}
		}
		face.NumVertices = uint32(len(m.FaceVertices)) - face.FirstVertex
		if face.NumVertices > 1 && m.FaceVertices[face.FirstVertex] == m.FaceVertices[len(m.FaceVertices)-1] {
			m.FaceVertices, face.NumVertices = m.FaceVertices[:len(m.FaceVertices)-1], face.NumVertices-1
			m.Lighting.Colors = m.Lighting.Colors[:len(m.FaceVertices)]
		}
		if face.NumVertices < 3 { // too thin after welding
			m.FaceVertices, m.Lighting.Colors = m.FaceVertices[:face.FirstVertex], m.Lighting.Colors[:face.FirstVertex]
			return
		}
		m.Faces = append(m.Faces, face)
		m.Nodes[n].NumFaces++
		if !f.both {
			return
		}
		face.Back = !face.Back
	}
}

//go:build !js

package export

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/unlit"
	"github.com/qmuntal/gltf/modeler"

	models "demoscope/assets/model"
	"demoscope/bsp"
	"demoscope/render/draw"
	"demoscope/render/scene"
)

// UnitsPerMeter is the number of Quake units per meter of glTF: a player's box, 56 units high, is then 1.75 m high.
// As a power of two, it does not round positions.
const UnitsPerMeter = 32

const (
	// maxKeys is the maximum number of keys of all parts, brush models and the camera together: enough for sixteen
	// players with three models each for twenty minutes. A key takes about 100 bytes.
	maxKeys = 1 << 21
	// maxFileBytes is the maximum size of the output in bytes. A match of four players takes a fifth of it in ten
	// minutes.
	maxFileBytes = 1 << 29
)

// ErrTooLarge is wrapped by the error for an animation that is too large. ErrEmpty is the error if there is nothing
// to write.
var (
	ErrTooLarge = errors.New("a shorter part, or a smaller --fps, would do")
	ErrEmpty    = errors.New("nothing to draw at this time: no level and no players")
)

// Animation collects moments of one level and writes them as a glTF file. Its nodes are the level, its brush models,
// the bodies and the camera. Moving nodes have channels, and a node that is not visible all the time has a scale of 0
// meanwhile. glTF's x is Quake's x, its y Quake's z, and its z Quake's -y: Blender, whose z is up, shows Quake's own
// axes.
type Animation struct {
	rate   float64
	plain  func(name string) string
	frames int // number of frames added
	keys   int
	doc    *gltf.Document
	groups map[string]int

	tracks []*track // in the order in which they first appeared
	byID   map[any]*track
	camera track
	lens   scene.Camera // at the first moment
	aspect float32

	materials map[string]int
	positions map[poseKey]int // accessors
	lowest    map[*models.Model]int
}

// New returns an empty animation with rate moments per second. Names of players, which are in the charset of their
// game, are converted by plain.
func New(rate float64, plain func(name string) string) *Animation {
	doc := gltf.NewDocument()
	doc.Asset.Generator = "Demoscope"
	doc.Scenes[0].Name = "Demoscope"
	return &Animation{
		rate: rate, plain: plain, doc: doc, groups: map[string]int{}, byID: map[any]*track{},
		materials: map[string]int{},
		positions: map[poseKey]int{}, lowest: map[*models.Model]int{},
	}
}

// track is a node and its positions over time.
type track struct {
	group, name string
	mesh        int // in the document, -1 for that of model
	model       *models.Model
	colors      []draw.Color // of the model's triangles
	keys        []key
}

// key is the position of a node at a moment, in meters.
type key struct {
	frame    int
	at       [3]float32
	turn     [4]float32 // a quaternion: x, y, z, w
	scale    [3]float32
	from, to int // poses
	t        float32
}

type partID struct {
	body  scene.BodyID
	part  int
	model *models.Model
	look  scene.Finish
}

type moverID struct {
	number int32
	static bool
	model  int
}

// poseKey identifies the positions of a pose, or of an interpolation by t from it to another. They are relative to
// the pose base, or absolute if base is the pose itself or -1.
type poseKey struct {
	model      *models.Model
	base, pose int
	to         int
	t          float32
	drawn      string // the drawn triangles, if not all
}

// Add adds the next moment: what s captured of it, and its camera, with the aspect ratio of the picture. The error
// wraps [ErrTooLarge].
func (a *Animation) Add(s *scene.Scene, k *scene.Capture, c scene.Camera, aspect float32) error {
	if a.frames == 0 {
		a.lens, a.aspect = c, aspect
		a.level(s)
	}
	f, r, u := c.Vectors()
	a.put(&a.camera, key{at: place(c.Origin), turn: quaternion(mgl32.Mat3FromCols(turned(r), turned(u),
		turned(f.Mul(-1)))), scale: [3]float32{1, 1, 1}})
	for i := range k.Movers {
		m := &k.Movers[i]
		id := moverID{m.Number, m.Static, m.Model}
		t := a.byID[id]
		if t == nil {
			t = &track{group: "Doors and lifts", name: "*" + strconv.Itoa(m.Model), mesh: a.brushModel(s, m.Model)}
			a.byID[id] = t
			a.tracks = append(a.tracks, t)
		}
		f, r, u := (scene.Camera{Angles: m.Angles}).Vectors()
		a.put(t, keyOf(models.Tag{Origin: m.Origin, Axis: mgl32.Mat3FromCols(f, r.Mul(-1), u)}))
	}
	for i := range k.Bodies {
		b := &k.Bodies[i]
		for n := range b.Parts {
			p := &b.Parts[n]
			id := partID{b.ID, n, p.Model, p.Finish}
			t := a.byID[id]
			if t == nil {
				t = &track{group: "Things", name: clean(a.plain(b.String())), mesh: -1, model: p.Model,
					colors: s.Colors(p)}
				if b.ID.Kind == scene.PlayerBody {
					t.group = "Players"
				}
				if len(b.Parts) > 1 {
					t.name += " " + strconv.Itoa(n+1)
				}
				a.byID[id] = t
				a.tracks = append(a.tracks, t)
			}
			where := keyOf(p.At)
			where.from, where.to, where.t = pose(p.Model, p.From), pose(p.Model, p.To), max(0, min(1, p.T))
			if where.from == where.to || where.t == 0 {
				where.to, where.t = where.from, 0
			}
			if where.t == 1 {
				where.from, where.t = where.to, 0
			}
			a.lowest[p.Model] = min(a.first(p.Model), where.from, where.to)
			a.put(t, where)
		}
	}
	a.frames++
	return a.check()
}

// first returns the lowest pose of a model that was used.
func (a *Animation) first(m *models.Model) int {
	if n, ok := a.lowest[m]; ok {
		return n
	}
	return math.MaxInt
}

func (a *Animation) put(t *track, k key) {
	k.frame = a.frames
	if n := len(t.keys); n > 0 {
		if last := &t.keys[n-1]; last.turn[0]*k.turn[0]+last.turn[1]*k.turn[1]+last.turn[2]*k.turn[2]+
			last.turn[3]*k.turn[3] < 0 {
			for i := range k.turn {
				k.turn[i] = -k.turn[i] // the shorter way around
			}
		}
		if t.keys[n-1].frame == k.frame {
			return // two with the same name at the same moment
		}
	}
	t.keys = append(t.keys, k)
	a.keys++
}

func (a *Animation) check() error {
	if a.keys > maxKeys {
		return fmt.Errorf("more than %d places of things: %w", maxKeys, ErrTooLarge)
	}
	if len(a.doc.Buffers) > 0 && a.doc.Buffers[0].ByteLength > maxFileBytes {
		return fmt.Errorf("more than %d MB: %w", maxFileBytes>>20, ErrTooLarge)
	}
	return nil
}

// Moments returns the number of moments added.
func (a *Animation) Moments() int { return a.frames }

// pose returns the index of a pose, 0 if the model lacks it.
func pose(m *models.Model, n int) int {
	if n < 0 || n >= len(m.Poses) {
		return 0
	}
	return n
}

// turned converts a direction from Quake's axes to glTF's.
func turned(v mgl32.Vec3) mgl32.Vec3 { return mgl32.Vec3{v[0], v[2], -v[1]} }

// place converts a position from Quake's axes to glTF's, in meters.
func place(v mgl32.Vec3) [3]float32 {
	v = turned(v)
	return [3]float32{v[0]/UnitsPerMeter + 0, v[1]/UnitsPerMeter + 0, v[2]/UnitsPerMeter + 0} // + 0 turns -0 into 0
}

// keyOf returns the key for a position with axes of any length.
func keyOf(t models.Tag) key {
	// The model's space is turned, too: its x is forward, its y up, its z right.
	x, y, z := turned(t.Axis.Col(0)), turned(t.Axis.Col(2)), turned(t.Axis.Col(1).Mul(-1))
	k := key{at: place(t.Origin), scale: [3]float32{length(x), length(y), length(z)}}
	if x.Cross(y).Dot(z) < 0 {
		k.scale[2] = -k.scale[2]
	}
	k.turn = quaternion(mgl32.Mat3FromCols(x.Mul(1/k.scale[0]), y.Mul(1/k.scale[1]), z.Mul(1/k.scale[2])))
	return k
}

// length returns the length of an axis, 1 if it is invalid. It removes small rounding errors, so that constant sizes
// stay constant.
func length(v mgl32.Vec3) float32 {
	l := v.Len()
	if !(l > 1e-6) || !(l < 1e6) {
		return 1
	}
	if math.Abs(float64(l)-1) < 1e-4 {
		return 1
	}
	return l
}

// quaternion returns the rotation of unit axes.
func quaternion(m mgl32.Mat3) [4]float32 {
	q := mgl32.Mat4ToQuat(m.Mat4())
	l := q.Len()
	if !(l > 1e-6) || math.IsInf(float64(l), 0) {
		return [4]float32{0, 0, 0, 1}
	}
	q = q.Scale(1 / l)
	return [4]float32{q.V[0] + 0, q.V[1] + 0, q.V[2] + 0, q.W + 0}
}

// clean returns a name that any program can display.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "?")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '?'
		}
		return r
	}, s)
}

// The materials.
const (
	opaque      = "opaque"
	translucent = "translucent"
	lines       = "lines"
)

// material returns a material that shows colors unlit.
func (a *Animation) material(name string) *int {
	n, ok := a.materials[name]
	if !ok {
		n = len(a.doc.Materials)
		zero, one := 0.0, 1.0
		m := &gltf.Material{Name: name, Extensions: gltf.Extensions{unlit.ExtensionName: unlit.Unlit{}}}
		m.PBRMetallicRoughness = &gltf.PBRMetallicRoughness{MetallicFactor: &zero, RoughnessFactor: &one}
		if name == translucent {
			m.AlphaMode = gltf.AlphaBlend // single-sided, like all: a liquid has a face for each side
		}
		a.doc.Materials = append(a.doc.Materials, m)
		a.doc.ExtensionsUsed = []string{unlit.ExtensionName}
		a.materials[name] = n
	}
	return &n
}

// linear converts a color to linear light, as glTF requires at vertices.
func linear(c draw.Color) [4]uint16 {
	of := func(v float32) uint16 {
		x := float64(max(0, min(1, v)))
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		return uint16(math.Round(65535 * x))
	}
	return [4]uint16{of(c.R), of(c.G), of(c.B), uint16(math.Round(65535 * float64(max(0, min(1, c.A)))))}
}

// soup holds the data of a primitive.
type soup struct {
	points  [][3]float32
	colors  [][4]uint16
	indices []uint32
}

func (p *soup) add(at mgl32.Vec3, c draw.Color) uint32 {
	p.points, p.colors = append(p.points, place(at)), append(p.colors, linear(c))
	return uint32(len(p.points) - 1)
}

// primitive adds the collected data to a mesh.
func (a *Animation) primitive(m *gltf.Mesh, p *soup, material string, mode gltf.PrimitiveMode) {
	if len(p.indices) == 0 {
		return
	}
	m.Primitives = append(m.Primitives, &gltf.Primitive{
		Attributes: gltf.PrimitiveAttributes{gltf.POSITION: modeler.WritePosition(a.doc, p.points),
			gltf.COLOR_0: modeler.WriteColor(a.doc, p.colors)},
		Indices: gltf.Index(modeler.WriteIndices(a.doc, p.indices)), Material: a.material(material), Mode: mode,
	})
}

// mesh adds a mesh and returns its index, -1 if it is empty.
func (a *Animation) mesh(m *gltf.Mesh) int {
	if len(m.Primitives) == 0 {
		return -1
	}
	a.doc.Meshes = append(a.doc.Meshes, m)
	return len(a.doc.Meshes) - 1
}

// level adds the world.
func (a *Animation) level(s *scene.Scene) {
	for _, part := range [...]struct {
		name string
		has  func(bsp.Kind) bool
	}{
		{"Walls", func(k bsp.Kind) bool { return k != bsp.KindSky && !liquid(k) }},
		{"Liquids", liquid},
		{"Sky", func(k bsp.Kind) bool { return k == bsp.KindSky }},
	} {
		m := &gltf.Mesh{Name: part.name}
		a.faces(m, s, 0, part.has)
		if n := a.mesh(m); n >= 0 {
			a.child("Level", &gltf.Node{Name: part.name, Mesh: &n})
		}
	}
	m := &gltf.Mesh{Name: "Edges"}
	a.edges(m, s, 0)
	if n := a.mesh(m); n >= 0 {
		a.child("Level", &gltf.Node{Name: "Edges", Mesh: &n})
	}
}

func liquid(k bsp.Kind) bool {
	return k == bsp.KindWater || k == bsp.KindSlime || k == bsp.KindLava || k == bsp.KindTeleport
}

// faces adds the faces of a model of the map: opaque ones and translucent ones separately.
func (a *Animation) faces(m *gltf.Mesh, s *scene.Scene, model int, has func(bsp.Kind) bool) {
	var walls, panes soup
	s.Faces(model, func(f *scene.Face) {
		if !has(f.Kind) {
			return
		}
		to := &walls
		for _, c := range f.Colors {
			if c.A < 1 {
				to = &panes
			}
		}
		first := uint32(len(to.points))
		for i, c := range f.Corners {
			to.add(c, f.Colors[i])
		}
		for i := uint32(2); i < uint32(len(f.Corners)); i++ {
			to.indices = append(to.indices, first, first+i-1, first+i)
		}
	})
	a.primitive(m, &walls, opaque, gltf.PrimitiveTriangles)
	a.primitive(m, &panes, translucent, gltf.PrimitiveTriangles)
}

func (a *Animation) edges(m *gltf.Mesh, s *scene.Scene, model int) {
	var list soup
	s.Edges(model, func(p, q mgl32.Vec3, color draw.Color) {
		list.indices = append(list.indices, list.add(p, color), list.add(q, color))
	})
	a.primitive(m, &list, lines, gltf.PrimitiveLines)
}

// brushModel adds a brush model of the map.
func (a *Animation) brushModel(s *scene.Scene, model int) int {
	id := "*" + strconv.Itoa(model)
	for i, m := range a.doc.Meshes {
		if m.Name == id {
			return i
		}
	}
	m := &gltf.Mesh{Name: id}
	a.faces(m, s, model, func(bsp.Kind) bool { return true })
	a.edges(m, s, model)
	return a.mesh(m)
}

// child adds a node to a group of nodes.
func (a *Animation) child(group string, n *gltf.Node) int {
	g, ok := a.groups[group]
	if !ok {
		g = len(a.doc.Nodes)
		a.doc.Nodes = append(a.doc.Nodes, &gltf.Node{Name: group})
		a.doc.Scenes[0].Nodes = append(a.doc.Scenes[0].Nodes, g)
		a.groups[group] = g
	}
	a.doc.Nodes = append(a.doc.Nodes, n)
	at := len(a.doc.Nodes) - 1
	a.doc.Nodes[g].Children = append(a.doc.Nodes[g].Children, at)
	return at
}

// Write writes the animation as a .glb file. Nothing can be added after it. The error is [ErrEmpty], wraps
// [ErrTooLarge], or comes from out.
func (a *Animation) Write(out io.Writer) error {
	anim := &channels{a: a, list: &gltf.Animation{Name: "Demoscope"}, times: map[string]int{}}
	for _, t := range a.tracks {
		var poses []int
		if t.mesh < 0 {
			if t.model == nil {
				continue // a brush model without faces
			}
			t.mesh, poses = a.modelMesh(t)
			if t.mesh < 0 {
				continue
			}
		}
		mesh := t.mesh
		n := &gltf.Node{Name: t.name, Mesh: &mesh}
		anim.add(a.child(t.group, n), n, t, poses)
		if err := a.check(); err != nil {
			return err
		}
	}
	if len(a.doc.Meshes) == 0 {
		return ErrEmpty
	}
	a.addCamera(anim)
	if len(anim.list.Channels) > 0 {
		a.doc.Animations = []*gltf.Animation{anim.list}
	}
	if err := a.check(); err != nil {
		return err
	}
	e := gltf.NewEncoder(out)
	e.AsBinary = true
	return e.Encode(a.doc)
}

func (a *Animation) addCamera(anim *channels) {
	fov := a.lens.FOV
	if !(fov > 0) {
		fov = 90
	}
	aspect, near := float64(a.aspect), float64(max(1, a.lens.Near))/UnitsPerMeter
	half := math.Tan(float64(max(1, min(170, fov))) * math.Pi / 360)
	far := 4096.0 // meters: four times the size of the largest map
	a.doc.Cameras = []*gltf.Camera{{Name: "Camera", Perspective: &gltf.Perspective{
		// The field of view is horizontal, for a 4:3 picture.
		AspectRatio: &aspect, Yfov: 2 * math.Atan(0.75*half), Znear: near, Zfar: &far,
	}}}
	n := &gltf.Node{Name: "Camera", Camera: gltf.Index(0)}
	a.doc.Nodes = append(a.doc.Nodes, n)
	a.doc.Scenes[0].Nodes = append(a.doc.Scenes[0].Nodes, len(a.doc.Nodes)-1)
	anim.add(len(a.doc.Nodes)-1, n, &a.camera, nil)
}

// modelMesh adds the mesh of a part with the poses that are used. It returns its index, -1 if nothing of it is
// visible, and the poses that are its morph targets.
func (a *Animation) modelMesh(t *track) (mesh int, poses []int) {
	base := a.lowest[t.model]
	for i := range t.keys {
		for _, n := range [...]int{t.keys[i].from, t.keys[i].to} {
			if n != base && !slices.Contains(poses, n) {
				poses = append(poses, n)
			}
		}
	}
	slices.Sort(poses)
	stance := poseKey{model: t.model, base: base, pose: base}
	if k, ok := t.still(); ok {
		stance, poses = poseKey{model: t.model, base: -1, pose: k.from, to: k.to, t: k.t}, nil
	}
	m := &gltf.Mesh{Name: t.name}
	for _, glassy := range [...]bool{false, true} {
		var drawn []int
		var colors [][4]uint16
		for n, c := range t.colors {
			if c.A > 0 && (c.A < 1) == glassy {
				drawn = append(drawn, n)
				l := linear(c)
				colors = append(colors, l, l, l)
			}
		}
		if len(drawn) == 0 {
			continue
		}
		material := opaque
		if glassy {
			material = translucent
		}
		p := &gltf.Primitive{
			Attributes: gltf.PrimitiveAttributes{gltf.POSITION: a.posed(stance, drawn),
				gltf.COLOR_0: modeler.WriteColor(a.doc, colors)},
			Material: a.material(material), Mode: gltf.PrimitiveTriangles,
		}
		for _, n := range poses {
			p.Targets = append(p.Targets, gltf.PrimitiveAttributes{
				gltf.POSITION: a.posed(poseKey{model: t.model, base: base, pose: n}, drawn)})
		}
		m.Primitives = append(m.Primitives, p)
	}
	return a.mesh(m), poses
}

// still returns the key of a part that has the same pose all the time; ok is false for others.
func (t *track) still() (k *key, ok bool) {
	k = &t.keys[0]
	for i := range t.keys {
		if o := &t.keys[i]; o.from != k.from || o.to != k.to || o.t != k.t {
			return nil, false
		}
	}
	return k, true
}

// posed returns an accessor to the corner positions of triangles in a pose, or to their offsets from the pose base.
func (a *Animation) posed(id poseKey, drawn []int) int {
	m := id.model
	if len(drawn) < len(m.Triangles) {
		id.drawn = fmt.Sprint(drawn)
	}
	if n, ok := a.positions[id]; ok {
		return n
	}
	points := m.Lerp(nil, id.pose, id.to, id.t) // the pose itself if t is 0
	var from []mgl32.Vec3
	if id.base >= 0 && id.pose != id.base {
		from = m.Lerp(nil, id.base, id.base, 0)
	}
	list := make([][3]float32, 0, 3*len(drawn))
	for _, n := range drawn {
		v := m.Triangles[n].V
		for _, i := range [...]uint32{v[0], v[2], v[1]} { // glTF's order is reversed
			p := points[i]
			if from != nil {
				p = p.Sub(from[i])
			}
			list = append(list, place(p))
		}
	}
	n := modeler.WritePosition(a.doc, list)
	a.positions[id] = n
	return n
}

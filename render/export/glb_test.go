//go:build !js

package export

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	models "demoscope/assets/model"
	"demoscope/bsp"
	"demoscope/render/draw"
	"demoscope/render/scene"
)

func same(s string) string { return s }

// room returns a level of one floor, 64 units wide and 128 long, 64 units below the origin, that is seen from
// both sides.
func room() *scene.Scene {
	s := scene.New()
	s.SetGeometry(scene.Prepare(bsp.Build([]bsp.Polygon{{
		Corners: []mgl32.Vec3{{0, 0, -64}, {0, 128, -64}, {64, 128, -64}, {64, 0, -64}}, BothSides: true, Texture: -1,
	}}, nil)))
	return s
}

// read writes an animation and reads it again.
func read(t *testing.T, a *Animation) (*gltf.Document, []byte) {
	t.Helper()
	var file bytes.Buffer
	if err := a.Write(&file); err != nil {
		t.Fatal(err)
	}
	data := bytes.Clone(file.Bytes())
	doc := new(gltf.Document)
	if err := gltf.NewDecoder(&file).Decode(doc); err != nil {
		t.Fatal(err)
	}
	return doc, data
}

func node(t *testing.T, doc *gltf.Document, name string) (int, *gltf.Node) {
	t.Helper()
	for i, n := range doc.Nodes {
		if n.Name == name {
			return i, n
		}
	}
	t.Fatalf("there is no node %q", name)
	return 0, nil
}

func near(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-5 {
			return false
		}
	}
	return true
}

// TestMoment: places are meters with y up, and the camera looks along -z of its node.
func TestMoment(t *testing.T) {
	make := func() *Animation {
		s, c := room(), scene.Camera{Origin: mgl32.Vec3{32, -64, 96}, Angles: mgl32.Vec3{0, 0, 0}, FOV: 90}
		a := New(1, same)
		if err := a.Add(s, s.Capture(nil, c, scene.View{Width: 1280, Height: 720, Scale: 1}, nil), c,
			16./9); err != nil {
			t.Fatal(err)
		}
		return a
	}
	doc, data := read(t, make())
	if _, again := read(t, make()); !bytes.Equal(data, again) {
		t.Error("the same moment is another file")
	}
	_, walls := node(t, doc, "Walls")
	p := doc.Meshes[*walls.Mesh].Primitives[0]
	if n := doc.Accessors[*p.Indices].Count; n != 12 {
		t.Errorf("the floor has %d corners of triangles, want 12: two triangles on either side", n)
	}
	// The sides are an eighth of a unit above and below -64 units: they would lie in one another.
	at := doc.Accessors[p.Attributes[gltf.POSITION]]
	if !near(at.Min, []float64{0, -2.00390625, -4}) || !near(at.Max, []float64{2, -1.99609375, 0}) {
		t.Errorf("the floor is from %v to %v", at.Min, at.Max)
	}
	points, err := modeler.ReadPosition(doc, at, nil)
	if err != nil {
		t.Fatal(err)
	}
	indices, err := modeler.ReadIndices(doc, doc.Accessors[*p.Indices], nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(indices); i += 3 { // counterclockwise as seen from the front: the upper side from above
		a, b, c := mgl32.Vec3(points[indices[i]]), mgl32.Vec3(points[indices[i+1]]), mgl32.Vec3(points[indices[i+2]])
		if up := b.Sub(a).Cross(c.Sub(a))[1] > 0; up != (a[1] > -2) {
			t.Errorf("triangle %d at a height of %v is seen from above: %v", i/3, a[1], up)
		}
	}
	// Quake's x is to be where the camera's -z is: a quarter turn to the right about y.
	_, camera := node(t, doc, "Camera")
	h := math.Sqrt(0.5)
	if !near(camera.Translation[:], []float64{1, 3, 2}) || !near(camera.Rotation[:], []float64{0, -h, 0, h}) {
		t.Errorf("the camera is at %v, turned by %v", camera.Translation, camera.Rotation)
	}
	// 90 degrees across 4:3 are twice the arc of 3/4 upright.
	lens := doc.Cameras[0].Perspective
	if math.Abs(lens.Yfov-1.2870022) > 1e-6 || math.Abs(*lens.AspectRatio-1.7777778) > 1e-6 || lens.Znear != 1./32 {
		t.Errorf("the lens: %v, %v, %v", lens.Yfov, *lens.AspectRatio, lens.Znear)
	}
	if len(doc.Animations) != 0 {
		t.Error("one moment is animated")
	}
}

// triangle returns a model of one triangle, which rises by 32 units from its pose 0 to its pose 1.
func triangle(t *testing.T) *models.Model {
	t.Helper()
	m, err := models.New(&models.Draft{
		Surfaces: []models.DraftSurface{{Name: "accent", Vertices: 3, Triangles: [][3]int{{0, 1, 2}}}},
		Poses: []models.DraftPose{{Points: []mgl32.Vec3{{0, 0, 0}, {32, 0, 0}, {0, 32, 0}}},
			{Points: []mgl32.Vec3{{0, 0, 32}, {32, 0, 32}, {0, 32, 32}}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestAnimation: what moves has channels with places in meters, at its seconds; what is gone has no size; a
// pose is as much there as it is in the picture.
func TestAnimation(t *testing.T) {
	s, m, c := room(), triangle(t), scene.Camera{FOV: 90}
	a := New(10, same)
	for i := range 4 {
		k := s.Capture(nil, c, scene.View{Width: 640, Height: 480, Scale: 1}, nil)
		if i < 3 {
			at := models.Tag{Origin: mgl32.Vec3{0, float32(32 * i), 0}, Axis: mgl32.Ident3()}
			k.Bodies = []scene.Body{{ID: scene.BodyID{Number: 3}, Name: "a", Parts: []scene.Part{
				{Model: m, From: 0, To: 1, T: float32(i) / 2, At: at}}}}
		}
		if err := a.Add(s, k, c, 4./3); err != nil {
			t.Fatal(err)
		}
	}
	doc, _ := read(t, a)
	number, body := node(t, doc, "a")
	p := doc.Meshes[*body.Mesh].Primitives[0]
	if len(p.Targets) != 1 || doc.Accessors[p.Attributes[gltf.POSITION]].Count != 3 {
		t.Fatalf("the triangle: %+v", p)
	}
	rise, err := modeler.ReadPosition(doc, doc.Accessors[p.Targets[0][gltf.POSITION]], nil)
	if err != nil || math.Abs(float64(rise[0][1])-1) > 1e-3 || rise[0][0] != 0 || rise[0][2] != 0 {
		t.Errorf("it rises by %v meters (%v)", rise, err)
	}
	got := map[gltf.TRSProperty][2]any{}
	for _, ch := range doc.Animations[0].Channels {
		if *ch.Target.Node != number {
			t.Errorf("node %d moves, too", *ch.Target.Node)
			continue
		}
		sampler := doc.Animations[0].Samplers[ch.Sampler]
		in, err1 := modeler.ReadAccessor(doc, doc.Accessors[sampler.Input], nil)
		out, err2 := modeler.ReadAccessor(doc, doc.Accessors[sampler.Output], nil)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		got[ch.Target.Path] = [2]any{in, out}
	}
	for path, want := range map[gltf.TRSProperty][2]any{
		gltf.TRSTranslation: {[]float32{0, 0.1, 0.2}, [][3]float32{{0, 0, 0}, {0, 0, -1}, {0, 0, -2}}},
		gltf.TRSWeights:     {[]float32{0, 0.1, 0.2}, []uint8{0, 128, 255}},
		gltf.TRSScale:       {[]float32{0, 0.3}, [][3]float32{{1, 1, 1}, {0, 0, 0}}},
	} {
		if !equal(got[path][0], want[0]) || !equal(got[path][1], want[1]) {
			t.Errorf("channel %v: %v, want %v", path, got[path], want)
		}
	}
	if len(got) != 3 {
		t.Errorf("%d channels: %v", len(got), got)
	}
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case []float32:
		b, ok := b.([]float32)
		return ok && bytes.Equal(bits(a), bits(b))
	case [][3]float32:
		b, ok := b.([][3]float32)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if a[i] != b[i] {
				return false
			}
		}
		return true
	case []uint8:
		b, ok := b.([]uint8)
		return ok && bytes.Equal(a, b)
	}
	return false
}

func bits(list []float32) (out []byte) {
	for _, f := range list {
		u := math.Float32bits(f)
		out = append(out, byte(u), byte(u>>8), byte(u>>16), byte(u>>24))
	}
	return out
}

// TestJump: who goes through a teleporter stays until the moment at which he is somewhere else.
func TestJump(t *testing.T) {
	s, m, c := room(), triangle(t), scene.Camera{FOV: 90}
	a := New(10, same)
	for _, x := range []float32{0, 32, 3232, 3264} {
		k := s.Capture(nil, c, scene.View{Width: 640, Height: 480, Scale: 1}, nil)
		k.Bodies = []scene.Body{{Name: "a", Parts: []scene.Part{
			{Model: m, At: models.Tag{Origin: mgl32.Vec3{x, 0, 0}, Axis: mgl32.Ident3()}}}}}
		if err := a.Add(s, k, c, 4./3); err != nil {
			t.Fatal(err)
		}
	}
	doc, _ := read(t, a)
	sampler := doc.Animations[0].Samplers[0]
	in, _ := modeler.ReadAccessor(doc, doc.Accessors[sampler.Input], nil)
	out, _ := modeler.ReadAccessor(doc, doc.Accessors[sampler.Output], nil)
	if !equal(in, []float32{0, 0.1, math.Nextafter32(0.2, 0), 0.2, 0.3}) ||
		!equal(out, [][3]float32{{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {101, 0, 0}, {102, 0, 0}}) {
		t.Errorf("at %v: %v", in, out)
	}
}

// A body jumps if it moves farther than 64 units and 2500 units per second between two moments, along any axis.
func TestJumps(t *testing.T) {
	for _, c := range []struct{ rate, units float64 }{{10, 64 + 250}, {100, 64 + 25}} {
		for axis := range 3 {
			for _, sign := range []float64{-1, 1} {
				a, b := key{at: [3]float32{50, 50, 50}}, key{at: [3]float32{50, 50, 50}}
				b.at[axis] += float32(sign * c.units / UnitsPerMeter)
				if jumps(&a, &b, c.rate) {
					t.Errorf("rate %v, axis %d: %v units are a jump", c.rate, axis, sign*c.units)
				}
				b.at[axis] += float32(sign / UnitsPerMeter)
				if !jumps(&a, &b, c.rate) {
					t.Errorf("rate %v, axis %d: %v units are no jump", c.rate, axis, sign*(c.units+1))
				}
			}
		}
	}
}

// TestEmpty: where nothing is known, nothing is written.
func TestEmpty(t *testing.T) {
	s := scene.New()
	a := New(1, same)
	if err := a.Add(s, &scene.Capture{}, scene.Camera{}, 1); err != nil {
		t.Fatal(err)
	}
	if err := a.Write(&bytes.Buffer{}); !errors.Is(err, ErrEmpty) {
		t.Errorf("the error is %v", err)
	}
}

// TestLinear: colors at vertices are amounts of light: half as bright on a screen is a fifth of it.
func TestLinear(t *testing.T) {
	if got := linear(draw.Color{R: 0, G: 0.5, B: 1, A: 0.5}); got != [4]uint16{0, 14027, 65535, 32768} {
		t.Errorf("%v", got)
	}
}

package model

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"
)

func load(t testing.TB, data []byte) *Model {
	t.Helper()
	m, err := Load(data)
	if err != nil {
		t.Fatal(err)
	}
	checkModel(t, m)
	return m
}

func differ(t *testing.T, what string, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmp.Comparer(func(a, b float32) bool { return abs(a-b) < 1e-5 || a == b })); d != "" {
		t.Errorf("%s: %s", what, d)
	}
}

type vec3s = []mgl32.Vec3

func TestMDL(t *testing.T) {
	for _, data := range []bin{smallMDL(), append(smallMDL(), "QMEX"...)} {
		m := load(t, data)
		if m.Format != MDL || m.Flags != Rotate|Tracer3 || !m.RandomStart || m.NumVertices != 4 || m.Tags != nil {
			t.Errorf("%s, flags %d, random start %v, %d vertices", m.Format, m.Flags, m.RandomStart, m.NumVertices)
		}
		// Vertices 1 and 2 are on the seam: at the back they are 2 of 4 pixels further.
		differ(t, "texture coordinates", m.TexCoords, []mgl32.Vec2{
			{0.125, 0.25}, {0.375, 0.75}, {0.125, 0.75}, {0.875, 0.25}, {0.875, 0.75}, {0.625, 0.75},
		})
		differ(t, "triangles", m.Triangles, []Triangle{
			{[3]uint32{0, 1, 2}, [3]uint32{0, 1, 2}}, {[3]uint32{1, 3, 2}, [3]uint32{4, 3, 5}},
		})
		differ(t, "surfaces", m.Surfaces, []Surface{{NumVertices: 4, NumTriangles: 2, Skins: []Image{
			{Width: 4, Height: 2, Pixels: [][]byte{{1, 2, 3, 4, 5, 6, 7, 8}}},
			{Width: 4, Height: 2, Ends: []float32{0.25, 1}, Pixels: [][]byte{{11, 12, 13, 14, 15, 16, 17, 18},
				{21, 22, 23, 24, 25, 26, 27, 28}}},
		}}})
		differ(t, "frames", m.Frames, []Frame{{First: 0, Count: 1}, {First: 1, Count: 2, Ends: []float32{0.1, 0.3}}})
		differ(t, "places", m.Lerp(nil, 0, 0, 0), vec3s{{-10, 0, 10}, {0, 0, 10}, {-10, 20, 10}, {0, 20, 10}})
		differ(t, "places between", m.Lerp(nil, 0, 2, 0.25), vec3s{{-10, 0, 20}, {0, 0, 20}, {-10, 20, 20},
			{0, 20, 20}})
		differ(t, "box", [2]mgl32.Vec3{m.Poses[2].Mins, m.Poses[2].Maxs}, [2]mgl32.Vec3{{-10, 0, 50}, {0, 20, 50}})
		// 5 is up, 161 the last one; there is no 162 and no 255.
		differ(t, "normals", m.LerpNormals(nil, 0, 0, 0), vec3s{{0, 0, 1}, {-0.688191, -0.587785, -0.425325}, {0, 0, 1},
			{0, 0, 1}})
		var names []string
		for i := range m.Poses {
			names = append(names, m.Poses[i].Name)
		}
		differ(t, "names", names, []string{"sixteen bytes do", "g1", "g2"})
		// Seconds, the pose of frame 1 then, and the first pixel of skin 1.
		for _, c := range []struct {
			at    float64
			pose  int
			pixel byte
		}{{0, 1, 11}, {0.05, 1, 11}, {0.11, 2, 11}, {0.26, 2, 21}, {0.35, 1, 21}, {0.45, 2, 21}, {1.1, 2, 11},
			{-0.05, 2, 21}} {
			if got := m.Pose(1, c.at); got != c.pose {
				t.Errorf("at %v: pose %d, not %d", c.at, got, c.pose)
			}
			if got := m.Surfaces[0].Skins[1].At(c.at)[0]; got != c.pixel {
				t.Errorf("at %v: pixel %d, not %d", c.at, got, c.pixel)
			}
		}
		if a, b, c := m.Pose(0, 3), m.Pose(2, 0), m.Pose(-1, 0); a != 0 || b != 0 || c != 0 {
			t.Errorf("frames 0, 2, -1 are poses %d, %d, %d", a, b, c)
		}
	}
}

func TestMD2(t *testing.T) {
	m := load(t, smallMD2())
	if m.Format != MD2 || m.Flags != 0 || m.NumVertices != 3 || len(m.Poses) != 2 || m.Poses[1].Name != "stand02" {
		t.Errorf("%s, %d vertices, poses %+v", m.Format, m.NumVertices, m.Poses)
	}
	differ(t, "surfaces", m.Surfaces,
		[]Surface{{NumVertices: 3, NumTriangles: 1, Skins: []Image{{Name: "players/male/grunt.pcx"}}}})
	differ(t, "texture coordinates", m.TexCoords, []mgl32.Vec2{{0.5 / 64, 0.5 / 32}, {63.5 / 64, 0.5 / 32},
		{-0.5 / 64, 31.5 / 32}})
	differ(t, "triangles", m.Triangles, []Triangle{{[3]uint32{0, 1, 2}, [3]uint32{2, 1, 0}}})
	differ(t, "places", m.Lerp(nil, 1, 1, 0), vec3s{{100, 0, -8}, {120, 0, -8}, {100, -10, 0}})
	differ(t, "places between", m.Lerp(nil, 0, 1, 0.5), vec3s{{50, 0, -4}, {65, 0, -4}, {50, 0, 127.5}})
	differ(t, "box", [2]mgl32.Vec3{m.Poses[1].Mins, m.Poses[1].Maxs}, [2]mgl32.Vec3{{100, -10, -8}, {120, 0, 0}})
	differ(t, "normals", m.LerpNormals(nil, 0, 1, 0.5), vec3s{{-0.2628655, 0, 0.9253255}, {0, 0, 1}, {0, 0, 1}})
	// A skin's name may fill its 64 bytes.
	long := "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	if got := load(t, smallMD2().with(68, []byte(long))).Surfaces[0].Skins[0].Name; got != long {
		t.Errorf("%q", got)
	}
}

func TestMD3(t *testing.T) {
	m := load(t, smallMD3())
	differ(t, "surfaces", m.Surfaces, []Surface{
		{Name: "h_head", NumVertices: 3, NumTriangles: 1, Skins: []Image{{Name: `E:\oa\head.tga`}}},
		{Name: "h_none", FirstVertex: 3, FirstTriangle: 1},
	})
	differ(t, "texture coordinates", m.TexCoords, []mgl32.Vec2{{0, 0}, {1, 0}, {0.5, 0}}) // what is no number is 0
	differ(t, "triangles", m.Triangles, []Triangle{{[3]uint32{0, 2, 1}, [3]uint32{0, 2, 1}}})
	differ(t, "places", m.Lerp(nil, 0, 0, 0), vec3s{{0, 0, 0}, {1, 0, 0}, {0, -1, 0}})
	differ(t, "places between", m.Lerp(nil, 1, 0, 0.25), vec3s{{0, 0, 1.5}, {1.75, 0, 1.5}, {0, -1, 1.5}})
	// Azimuth and zenith, in 256ths of a turn: 64 and 64 is left, 0 and 0 up, 0 and 128 down.
	differ(t, "normals", m.LerpNormals(nil, 0, 0, 0), vec3s{{0, 1, 0}, {0, 0, 1}, {0, 0, -1}})
	differ(t, "normals in the second frame", m.LerpNormals(nil, 1, 1, 0), vec3s{{0, 1, 0}, {-1, 0, 0}, {0, -1, 0}})
	differ(t, "tags", m.Tags, []string{"tag_head", "tag_weapon"})
	differ(t, "weapon", m.Tag("tag_weapon", 0, 1, 0.5), Tag{mgl32.Vec3{3, 0, 1}, mgl32.Ident3()})
	// Forward turns from x, of length 2, to y, of length 2; half way it has length 1.
	half := float32(math.Sqrt2 / 2)
	differ(t, "head", m.Tag("TAG_HEAD", 0, 1, 0.5), Tag{mgl32.Vec3{2, 0, 1}, mgl32.Mat3{half, half, 0, -half, half,
		0, 0, 0, 1}})
	differ(t, "no tag", m.Tag("tag_none", 0, 1, 0.5), Unit)
	// A coarser model of a player of one frame, without tags.
	if m.HasTag("tag_torso") || !m.HasTag("tag_head") {
		t.Errorf("tags %v", m.Tags)
	}
}

// TestTags: the algebra of tags, in numbers that can be done in the head.
func TestTags(t *testing.T) {
	quarter := mgl32.Mat3{0, 1, 0, -1, 0, 0, 0, 0, 1} // forward is y, left is -x
	legs := Tag{mgl32.Vec3{100, 200, 24}, quarter}
	torso := legs.Mul(Tag{mgl32.Vec3{0, 0, 10}, mgl32.Ident3()}).Mul(Tag{Axis: quarter})
	differ(t, "torso", torso, Tag{mgl32.Vec3{100, 200, 34}, mgl32.Mat3{-1, 0, 0, 0, -1, 0, 0, 0, 1}})
	gun := torso.Mul(Tag{mgl32.Vec3{5, -2, 1}, mgl32.Ident3()})
	differ(t, "gun", gun.Origin, mgl32.Vec3{95, 202, 35})
	differ(t, "muzzle", gun.Apply(mgl32.Vec3{10, 0, 0}), mgl32.Vec3{85, 202, 35})
	differ(t, "muzzle by the matrix", mgl32.TransformCoordinate(mgl32.Vec3{10, 0, 0}, gun.Mat4()),
		mgl32.Vec3{85, 202, 35})
	// What has no direction stays without one.
	differ(t, "nothing", Tag{}.Lerp(Tag{}, 0.5), Tag{})
}

func TestLerpAllocates(t *testing.T) {
	for _, data := range []bin{smallMDL(), smallMD2(), smallMD3()} {
		m := load(t, data)
		points, normals := m.Lerp(nil, 0, 0, 0), m.LerpNormals(nil, 0, 0, 0)
		facing := m.Facing(nil, points, mgl32.Vec3{9, 9, 9})
		outline := make([]int32, 0, len(m.Edges))
		if n := testing.AllocsPerRun(100, func() {
			points, normals = m.Lerp(points, 0, 1, 0.3), m.LerpNormals(normals, 1, 0, 0.3)
			facing = m.Facing(facing, points, mgl32.Vec3{1, 2, 3})
			outline = m.Outline(outline[:0], facing, CosCrease)
			m.Tag("tag_weapon", 0, 1, 0.5)
		}); n != 0 {
			t.Errorf("%s: %v allocations", m.Format, n)
		}
	}
}

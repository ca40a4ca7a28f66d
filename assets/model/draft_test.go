package model

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// wedge returns a draft of a corner of a cube and a triangle apart from it, in two poses.
func wedge() *Draft {
	first := []mgl32.Vec3{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {0, 0, 8}, {20, 0, 0}, {20, 4, 0}, {20, 0, 4}}
	second := append([]mgl32.Vec3(nil), first...)
	second[3] = mgl32.Vec3{0, 0, -100}
	return &Draft{
		Surfaces: []DraftSurface{
			{"body", 4, [][3]int{{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}},
			{"rim", 3, [][3]int{{0, 1, 2}}},
		},
		Tags: []string{"tag_weapon"},
		Poses: []DraftPose{
			{"stand", first, []Tag{{mgl32.Vec3{1, 2, 3}, mgl32.Ident3()}}},
			{"fall", second, []Tag{{mgl32.Vec3{3, 2, 3}, mgl32.Rotate3DZ(math.Pi / 2)}}},
		},
	}
}

func TestNewMakesAModelAsFilesDo(t *testing.T) {
	m, err := New(wedge())
	if err != nil {
		t.Fatal(err)
	}
	checkModel(t, m)
	if m.Format != Drafted || len(m.Frames) != 2 || m.Poses[1].Name != "fall" ||
		m.Poses[1].Mins != (mgl32.Vec3{0, 0, -100}) {
		t.Errorf("%s, %d frames, last pose %+v", m.Format, len(m.Frames), m.Poses[1])
	}
	// The corner has six edges, the triangle three rims.
	rims := 0
	for i := range m.Edges {
		if m.Edges[i].Rim() {
			rims++
		}
	}
	if len(m.Edges) != 9 || rims != 3 {
		t.Errorf("%d edges, %d of them rims", len(m.Edges), rims)
	}
	half := m.Lerp(nil, 0, 1, 0.5)
	for i, want := range []mgl32.Vec3{{0, 0, 0}, {8, 0, 0}, {0, 8, 0}, {0, 0, -46}, {20, 0, 0}} {
		if half[i].Sub(want).Len() > 100./32767 {
			t.Errorf("point %d is at %v, not %v", i, half[i], want)
		}
	}
	// The triangle's corners run clockwise as seen from behind, where its normal points.
	if n := m.LerpNormals(nil, 0, 0, 0)[5]; n.Sub(mgl32.Vec3{-1, 0, 0}).Len() > 0.03 {
		t.Errorf("the triangle's normal is %v", n)
	}
	if tag := m.Tag("TAG_weapon", 0, 1, 0.5); tag.Origin != (mgl32.Vec3{2, 2, 3}) ||
		abs(tag.Axis[0]-tag.Axis[1]) > 1e-6 {
		t.Errorf("the tag is at %v", tag)
	}
	d := wedge()
	d.Frames = []int{1, 1, 0}
	m, err = New(d)
	if err != nil || len(m.Frames) != 3 || m.Pose(1, 0) != 1 || m.Pose(2, 0) != 0 {
		t.Errorf("%v; frames %v", err, m.Frames)
	}
	d = wedge()
	m, err = New(d)
	if d.Poses[0].Points[1][0], d.Tags[0] = 99, "other"; err != nil || m.Lerp(nil, 0, 0, 0)[1][0] > 9 ||
		!m.HasTag("tag_weapon") {
		t.Errorf("the model keeps what it was made of; %v", err)
	}
}

func TestNewRefusesWhatFilesMayNotHave(t *testing.T) {
	nan := float32(math.NaN())
	for want, change := range map[string]func(d *Draft){
		"no poses":                         func(d *Draft) { d.Poses = nil },
		"8193 poses, more than":            func(d *Draft) { d.Poses = make([]DraftPose, maxPoses+1) },
		"triangle 0 has vertex 3 of 3":     func(d *Draft) { d.Surfaces[1].Triangles[0][2] = 3 },
		"triangle 0 has vertex -1 of 3":    func(d *Draft) { d.Surfaces[1].Triangles[0][2] = -1 },
		"-1 vertices":                      func(d *Draft) { d.Surfaces[0].Vertices = -1 },
		"131073 vertices":                  func(d *Draft) { d.Surfaces[0].Vertices = maxVertices + 1 },
		"6 points and 1 tags, not 7 and 1": func(d *Draft) { d.Poses[1].Points = d.Poses[1].Points[1:] },
		"7 points and 0 tags, not 7 and 1": func(d *Draft) { d.Poses[1].Tags = nil },
		"257 surfaces":                     func(d *Draft) { d.Surfaces = make([]DraftSurface, maxSurfaces+1) },
		"262144 in all surfaces": func(d *Draft) {
			d.Surfaces[0].Triangles = make([][3]int, maxTriangles+1)
		},
		"65 tags":                            func(d *Draft) { d.Tags = make([]string, maxTags+1) },
		"frame 1 shows pose 2 of 2":          func(d *Draft) { d.Frames = []int{0, 2} },
		"0 frames":                           func(d *Draft) { d.Frames = []int{} },
		"8193 frames":                        func(d *Draft) { d.Frames = make([]int, maxPoses+1) },
		"duplicate tag name":                 func(d *Draft) { d.Tags = append(d.Tags, "TAG_WEAPON") },
		"pose 1, fall: point 2 at":           func(d *Draft) { d.Poses[1].Points[2][1] = nan },
		"no place within 1048576 units":      func(d *Draft) { d.Poses[0].Points[0][0] = -2 * maxCoord },
		"pose 0, stand: tag tag_weapon at":   func(d *Draft) { d.Poses[0].Tags[0].Origin[2] = nan },
		"pose 0, stand: tag tag_weapon, axi": func(d *Draft) { d.Poses[0].Tags[0].Axis[4] = nan },
		"vertices in all": func(d *Draft) {
			d.Surfaces[0].Vertices, d.Poses = maxVertices-3, make([]DraftPose, 129)
		},
	} {
		d := wedge()
		change(d)
		if _, err := New(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, which does not say %q", err, want)
		}
	}
}

package model

import (
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/internal/corpus"

	"github.com/go-gl/mathgl/mgl32"
)

// facts are what other decoders read of a model: a file of the folder models/expect.
type facts struct {
	File   string
	Format string
	Header struct {
		SkinWidth  int `json:"skin_width"`
		SkinHeight int `json:"skin_height"`
		Skins      int
		Vertices   int
		Triangles  int
		SyncType   int `json:"sync_type"`
		Flags      uint32
	}
	Skins     json.RawMessage
	TexCoords rows
	Triangles rows
	UV        struct {
		Triangles []struct {
			I  int
			UV [3]mgl32.Vec2
		}
	}
	Frames   []json.RawMessage       // MDL: a name, or a group
	Names    names                   `json:"frame_names"`
	TagNames []string                `json:"tag_names"`
	Origins  map[string][]mgl32.Vec3 `json:"tag_origins_all_frames"`
	Surfaces []struct {
		Name           string
		Shaders        [][]any
		Vertices       int
		Triangles      int
		FirstTriangles [][]uint32   `json:"first5_triangles"`
		LastTriangles  [][]uint32   `json:"last5_triangles"`
		FirstST        []mgl32.Vec2 `json:"st_first5"`
		LastST         []mgl32.Vec2 `json:"st_last5"`
		SHA1           string       `json:"all_packed_vertices_sha1"`
	}
	SHA1    string `json:"all_packed_vertices_sha1"`
	Samples []struct {
		Frame, Sub int
		Name       string
		surfaceSample
		Tags []struct {
			Name   string
			Origin mgl32.Vec3
			Axis   [3]mgl32.Vec3
		}
		Surfaces []surfaceSample
	}
}

// names is a list of names, or one name and how often it comes.
type names []string

func (n *names) UnmarshalJSON(data []byte) error {
	var same struct {
		All   string
		Count int
	}
	if err := json.Unmarshal(data, &same); err != nil {
		return json.Unmarshal(data, (*[]string)(n))
	}
	*n = slices.Repeat([]string{same.All}, same.Count)
	return nil
}

type rows struct {
	First [][]int `json:"first5"`
	Last  [][]int `json:"last5"`
}

type surfaceSample struct {
	Box      *[2]mgl32.Vec3 `json:"bbox"`
	Vertices []struct {
		I      int
		Packed [3]int16
		Normal uint16
		Low    uint16 `json:"normal_low_byte"`
		High   uint16 `json:"normal_high_byte"`
		Pos    mgl32.Vec3
	}
}

// near reports whether two vectors are the same up to the seven digits of the facts.
func near(a, b mgl32.Vec3) bool {
	for i := range a {
		if !(abs(a[i]-b[i]) <= 1e-4*max(1, abs(b[i]))) {
			return false
		}
	}
	return true
}

// sameEnds is near for times.
func sameEnds(a, b []float32) bool {
	return slices.EqualFunc(a, b, func(a, b float32) bool { return abs(a-b) < 1e-6 })
}

// packed returns the vertices of a range of a pose as they are in the file.
func (m *Model) packed(pose, first, n int) []byte {
	var b []byte
	for _, v := range m.pose(pose)[first : first+n] {
		if m.Format != MD3 {
			b = append(b, byte(v.x), byte(v.y), byte(v.z), byte(v.normal))
			continue
		}
		for _, w := range []uint16{uint16(v.x), uint16(v.y), uint16(v.z), v.normal} {
			b = binary.LittleEndian.AppendUint16(b, w)
		}
	}
	return b
}

// sum is the SHA-1 of a range of vertices in all poses.
func (m *Model) sum(first, n int) string {
	h := sha1.New()
	for i := range m.Poses {
		h.Write(m.packed(i, first, n))
	}
	return hex.EncodeToString(h.Sum(nil))
}

func loadFile(t testing.TB, path string) *Model {
	t.Helper()
	m, err := Load(corpus.Read(t, path))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return m
}

func models(t testing.TB) string { return filepath.Join(corpus.Dir(t), "models") }

// TestFacts compares real models with what other decoders read, to the last vertex.
func TestFacts(t *testing.T) {
	files := corpus.Files(t, filepath.Join(models(t), "expect"), func(name string) bool {
		return strings.HasPrefix(name, "md2_") || strings.HasPrefix(name, "md3_") || strings.HasPrefix(name, "mdl_")
	})
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".json"), func(t *testing.T) {
			var f facts
			var shape struct{ Texcoords rows }
			corpus.ReadJSON(t, path, &shape)
			corpus.ReadJSON(t, path, &f)
			f.TexCoords = shape.Texcoords
			m := loadFile(t, filepath.Join(models(t), f.File))
			if string(m.Format) != strings.ToUpper(f.Format) || m.Flags != Flags(f.Header.Flags) ||
				m.RandomStart != (f.Header.SyncType == 1) {
				t.Errorf("format %s, flags %d, random start %v", m.Format, m.Flags, m.RandomStart)
			}
			if m.Format == MD3 {
				compareSurfaces(t, m, &f)
			} else {
				if m.NumVertices != f.Header.Vertices || len(m.Triangles) != f.Header.Triangles ||
					m.sum(0, m.NumVertices) != f.SHA1 {
					t.Errorf("%d vertices, %d triangles, sum %s", m.NumVertices, len(m.Triangles),
						m.sum(0, m.NumVertices))
				}
				compareTriangles(t, m, &f)
				compareSkins(t, m, &f)
			}
			compareFrames(t, m, &f)
			if len(f.Samples) == 0 {
				t.Error("no samples")
			}
			for i := range f.Samples {
				compareSample(t, m, &f, i)
			}
			checkModel(t, m)
		})
	}
	if len(files) != 47 {
		t.Errorf("%d files, not 47", len(files))
	}
}

// compareSurfaces: MD3.
func compareSurfaces(t *testing.T, m *Model, f *facts) {
	if len(m.Surfaces) != len(f.Surfaces) {
		t.Fatalf("%d surfaces, not %d", len(m.Surfaces), len(f.Surfaces))
	}
	for i, want := range f.Surfaces {
		s := &m.Surfaces[i]
		if s.Name != want.Name || s.NumVertices != want.Vertices || s.NumTriangles != want.Triangles {
			t.Errorf("surface %d: %+v", i, s)
		}
		if got := m.sum(s.FirstVertex, s.NumVertices); got != want.SHA1 {
			t.Errorf("surface %d: sum %s, not %s", i, got, want.SHA1)
		}
		if len(s.Skins) != len(want.Shaders) {
			t.Errorf("surface %d: shaders %v", i, s.Skins)
		} else {
			for k, shader := range want.Shaders {
				if s.Skins[k].Name != shader[0] || s.Skins[k].At(0) != nil {
					t.Errorf("surface %d: shader %+v, not %v", i, s.Skins[k], shader)
				}
			}
		}
		corner := func(k int, want []uint32) {
			got := m.Triangles[s.FirstTriangle+k]
			for c := range got.V {
				if got.V[c] != uint32(s.FirstVertex)+want[c] || got.UV[c] != got.V[c] {
					t.Errorf("surface %d, triangle %d: %v, not %v", i, k, got, want)
				}
			}
		}
		place := func(k int, want mgl32.Vec2) {
			if got := m.TexCoords[s.FirstVertex+k]; !near(got.Vec3(0), want.Vec3(0)) {
				t.Errorf("surface %d, vertex %d: %v, not %v", i, k, got, want)
			}
		}
		for k, v := range want.FirstTriangles {
			corner(k, v)
		}
		for k, v := range want.LastTriangles {
			corner(s.NumTriangles-len(want.LastTriangles)+k, v)
		}
		for k, v := range want.FirstST {
			place(k, v)
		}
		for k, v := range want.LastST {
			place(s.NumVertices-len(want.LastST)+k, v)
		}
	}
}

// compareTriangles: MDL and MD2.
func compareTriangles(t *testing.T, m *Model, f *facts) {
	compare := func(i int, want []int) {
		got := m.Triangles[i]
		v := want
		if m.Format == MDL {
			v = want[1:] // behind "faces front"
		}
		for k := range got.V {
			if int(got.V[k]) != v[k] || m.Format == MD2 && int(got.UV[k]) != v[3+k] {
				t.Errorf("triangle %d: %v, not %v", i, got, want)
			}
		}
	}
	coordinates := func(i int, want []int) {
		st := want[len(want)-2:] // an MDL has "on seam" before it
		u, v := (float32(st[0])+0.5)/float32(f.Header.SkinWidth), (float32(st[1])+0.5)/float32(f.Header.SkinHeight)
		if got := m.TexCoords[i]; !near(got.Vec3(0), mgl32.Vec3{u, v}) {
			t.Errorf("texture coordinate %d: %v, not %v, %v", i, got, u, v)
		}
	}
	for i, want := range f.Triangles.First {
		compare(i, want)
	}
	for i, want := range f.Triangles.Last {
		compare(len(m.Triangles)-len(f.Triangles.Last)+i, want)
	}
	for i, want := range f.TexCoords.First {
		coordinates(i, want)
	}
	n := len(m.TexCoords)
	if m.Format == MDL {
		n = m.NumVertices // those of the back follow
		if len(f.UV.Triangles) == 0 {
			t.Error("no texture coordinates of corners")
		}
	}
	for i, want := range f.TexCoords.Last {
		coordinates(n-len(f.TexCoords.Last)+i, want)
	}
	for _, want := range f.UV.Triangles {
		for k, uv := range want.UV {
			if got := m.TexCoords[m.Triangles[want.I].UV[k]]; !near(got.Vec3(0), uv.Vec3(0)) {
				t.Errorf("triangle %d, corner %d: %v, not %v", want.I, k, got, uv)
			}
		}
	}
}

func compareSkins(t *testing.T, m *Model, f *facts) {
	skins := m.Surfaces[0].Skins
	if m.Format == MD2 {
		var names []string
		if err := json.Unmarshal(f.Skins, &names); err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(skins, names, func(i Image, name string) bool { return i.Name == name }) {
			t.Errorf("skins %v, not %v", skins, names)
		}
		return
	}
	var want []struct {
		Type      string
		Intervals []float32
		SHA1      any `json:"pixels_sha1"` // a text, or a list of them
	}
	if err := json.Unmarshal(f.Skins, &want); err != nil {
		t.Fatal(err)
	}
	if len(skins) != len(want) {
		t.Fatalf("%d skins, not %d", len(skins), len(want))
	}
	for i := range want {
		sums, ok := want[i].SHA1.([]any)
		if !ok {
			sums = []any{want[i].SHA1}
		}
		s := &skins[i]
		if s.Width != f.Header.SkinWidth || s.Height != f.Header.SkinHeight || len(s.Pixels) != len(sums) ||
			!sameEnds(s.Ends, want[i].Intervals) {
			t.Errorf("skin %d: %d x %d, %d pictures, %v", i, s.Width, s.Height, len(s.Pixels), s.Ends)
			continue
		}
		for k, sum := range sums {
			if got := sha1.Sum(s.Pixels[k]); hex.EncodeToString(got[:]) != sum {
				t.Errorf("skin %d, picture %d: %x", i, k, got)
			}
		}
	}
}

func compareFrames(t *testing.T, m *Model, f *facts) {
	if m.Format != MDL {
		if len(m.Frames) != len(f.Names) || len(m.Poses) != len(f.Names) {
			t.Fatalf("%d frames, %d poses, not %d", len(m.Frames), len(m.Poses), len(f.Names))
		}
		for i, name := range f.Names {
			if p := m.Pose(i, 0.3); p != i || m.Poses[p].Name != name {
				t.Errorf("frame %d: pose %d, %q", i, p, m.Poses[p].Name)
			}
		}
		if !slices.Equal(m.Tags, f.TagNames) {
			t.Errorf("tags %q, not %q", m.Tags, f.TagNames)
		}
		for name, origins := range f.Origins {
			for i, want := range origins {
				if got := m.Tag(name, i, i, 0); !near(got.Origin, want) {
					t.Errorf("%s in frame %d: %v, not %v", name, i, got.Origin, want)
				}
			}
		}
		return
	}
	if len(m.Frames) != len(f.Frames) {
		t.Fatalf("%d frames, not %d", len(m.Frames), len(f.Frames))
	}
	for i, raw := range f.Frames {
		var want struct {
			Group     []string
			Intervals []float32
		}
		var alone string
		if json.Unmarshal(raw, &alone) == nil {
			want.Group = []string{alone}
		} else if err := json.Unmarshal(raw, &want); err != nil {
			t.Fatal(err)
		}
		frame := &m.Frames[i]
		if frame.Count != len(want.Group) || !sameEnds(frame.Ends, want.Intervals) {
			t.Errorf("frame %d: %+v, not %+v", i, frame, want)
			continue
		}
		for k, name := range want.Group {
			if got := m.Poses[frame.First+k].Name; got != name {
				t.Errorf("frame %d, pose %d: %q, not %q", i, k, got, name)
			}
			if k > 0 {
				if got, at := m.Pose(i, float64(want.Intervals[k-1])+0.01), frame.First+k; got != at {
					t.Errorf("frame %d: pose %d, not %d, after %v seconds", i, got, at, want.Intervals[k-1]+0.01)
				}
			}
		}
	}
}

// compareSample compares one pose.
func compareSample(t *testing.T, m *Model, f *facts, i int) {
	want := &f.Samples[i]
	pose := m.Frames[want.Frame].First + want.Sub
	if got := m.Poses[pose].Name; got != want.Name {
		t.Errorf("frame %d: %q, not %q", want.Frame, got, want.Name)
	}
	points, normals := m.Lerp(nil, pose, pose, 0), m.LerpNormals(nil, pose, pose, 0)
	compare := func(first int, s *surfaceSample) {
		for _, v := range s.Vertices {
			stored := m.pose(pose)[first+v.I]
			normal := v.Normal
			if m.Format == MD3 {
				normal = v.High<<8 | v.Low
			}
			if stored != (vertex{v.Packed[0], v.Packed[1], v.Packed[2], normal}) || !near(points[first+v.I], v.Pos) {
				t.Errorf("frame %d, vertex %d: %+v at %v, not %+v", want.Frame, first+v.I, stored, points[first+v.I], v)
			}
			if l := normals[first+v.I].Len(); abs(l-1) > 1e-5 {
				t.Errorf("frame %d, vertex %d: normal %v", want.Frame, first+v.I, normals[first+v.I])
			}
		}
	}
	if m.Format != MD3 {
		compare(0, &want.surfaceSample)
		if box := want.Box; !near(m.Poses[pose].Mins, box[0]) || !near(m.Poses[pose].Maxs, box[1]) {
			t.Errorf("frame %d: box %v to %v, not %v", want.Frame, m.Poses[pose].Mins, m.Poses[pose].Maxs, *box)
		}
		return
	}
	var box [2]mgl32.Vec3
	found := false
	for k := range want.Surfaces {
		s := &want.Surfaces[k]
		compare(m.Surfaces[k].FirstVertex, s)
		if s.Box == nil {
			continue
		}
		if !found {
			box, found = *s.Box, true
		}
		for c := range 3 {
			box[0][c], box[1][c] = min(box[0][c], s.Box[0][c]), max(box[1][c], s.Box[1][c])
		}
	}
	if !near(m.Poses[pose].Mins, box[0]) || !near(m.Poses[pose].Maxs, box[1]) {
		t.Errorf("frame %d: box %v to %v, not %v", want.Frame, m.Poses[pose].Mins, m.Poses[pose].Maxs, box)
	}
	for k, tag := range want.Tags {
		got := m.tags[pose*len(m.Tags)+k]
		for c, axis := range tag.Axis {
			if !near(got.Axis.Col(c), axis) {
				t.Errorf("frame %d, %s: axis %v, not %v", want.Frame, tag.Name, got.Axis, tag.Axis)
			}
		}
		if m.Tags[k] != tag.Name || !near(got.Origin, tag.Origin) {
			t.Errorf("frame %d: %s at %v, not %+v", want.Frame, m.Tags[k], got.Origin, tag)
		}
	}
}

// TestPAKFacts compares all models of LibreQuake with what another decoder read.
func TestPAKFacts(t *testing.T) {
	var facts []struct {
		Name, Pak           string
		Ident               string
		Flags               uint32
		Sync                int
		Skins, Skin         []int
		Vertices, Triangles int
		Frames              int
		Intervals           map[string][]float32 `json:"group_intervals"`
		SHA1                string               `json:"sha1_vertices"`
	}
	corpus.ReadJSON(t, filepath.Join(models(t), "expect", "pak_models.json"), &facts)
	files := map[string][]byte{}
	for _, f := range corpus.GameFiles(t, filepath.Join(corpus.Dir(t), "game", "lq"), ".mdl") {
		files[f.Name] = f.Data
	}
	n := 0
	for _, want := range facts {
		if want.Ident == "IDSP" {
			continue // a sprite
		}
		n++
		m, err := Load(files[want.Name])
		if err != nil {
			t.Errorf("%s: %v", want.Name, err)
			continue
		}
		skins := m.Surfaces[0].Skins
		if m.Flags != Flags(want.Flags) || m.RandomStart != (want.Sync == 1) || m.NumVertices != want.Vertices ||
			len(m.Triangles) != want.Triangles ||
			len(m.Frames) != want.Frames || m.sum(0, m.NumVertices) != want.SHA1 || len(skins) != len(want.Skins) {
			t.Errorf("%s is not %+v", want.Name, want)
		}
		for i, n := range want.Skins {
			if len(skins[i].Pixels) != n || skins[i].Width != want.Skin[0] || skins[i].Height != want.Skin[1] {
				t.Errorf("%s: skin %d", want.Name, i)
			}
		}
		for frame, ends := range want.Intervals {
			var i int
			if _, err := fmt.Sscan(frame, &i); err != nil || !sameEnds(m.Frames[i].Ends, ends) {
				t.Errorf("%s: frame %s: %v", want.Name, frame, m.Frames[i].Ends)
			}
		}
		checkModel(t, m)
	}
	t.Logf("%d models", n)
	if n != 63 || len(files) != 63 {
		t.Errorf("%d models of %d files, not 63", n, len(files))
	}
}

// TestLerpFacts: places and tags between two frames, computed by others.
func TestLerpFacts(t *testing.T) {
	type tagFacts struct {
		Origin mgl32.Vec3
		Axis   mgl32.Mat3
	}
	var facts map[string][]struct {
		Frame0, Frame1 int
		Frac           float32
		Vertices       map[string]mgl32.Vec3
		Torso          *tagFacts `json:"tag_torso"`
		Tags           map[string]tagFacts
	}
	corpus.ReadJSON(t, filepath.Join(models(t), "expect", "lerp.json"), &facts)
	places, tags := 0, 0
	for file, list := range facts {
		m := loadFile(t, filepath.Join(models(t), file))
		for _, want := range list {
			from, to := m.Pose(want.Frame0, 0), m.Pose(want.Frame1, 0)
			points := m.Lerp(nil, from, to, want.Frac)
			for i, place := range want.Vertices {
				var n int
				if _, err := fmt.Sscan(i, &n); err != nil || !near(points[n], place) {
					t.Errorf("%s, %d to %d, vertex %s: %v, not %v", file, from, to, i, points[n], place)
				}
				places++
			}
			if want.Torso != nil {
				if want.Tags == nil {
					want.Tags = map[string]tagFacts{}
				}
				want.Tags["tag_torso"] = *want.Torso
			}
			for name, tag := range want.Tags {
				got := m.Tag(name, from, to, want.Frac)
				for c := range 3 {
					if !near(got.Axis.Col(c), tag.Axis.Col(c)) || !near(got.Origin, tag.Origin) {
						t.Errorf("%s, %d to %d, %s: %v, not %v", file, from, to, name, got, tag)
					}
				}
				tags++
			}
		}
	}
	if places < 30 || tags < 7 {
		t.Errorf("only %d places and %d tags", places, tags)
	}
}

// TestPoseFacts puts players of Quake III together as the package says, and compares with
// what others computed.
func TestPoseFacts(t *testing.T) {
	type placeFacts struct {
		Origin mgl32.Vec3
		Axis   [3]mgl32.Vec3
	}
	var facts map[string]struct {
		Legs                int `json:"legs_frame"`
		Body                int `json:"torso_frame"`
		Torso, Head, Weapon placeFacts
		Vertex              mgl32.Vec3 `json:"first_head_vertex_world"`
	}
	corpus.ReadJSON(t, filepath.Join(models(t), "expect", "pose.json"), &facts)
	if len(facts) < 2 {
		t.Errorf("only %d players", len(facts))
	}
	for player, want := range facts {
		part := func(name string) *Model {
			return loadFile(t, filepath.Join(models(t), "md3", "models", "players", player, name+".md3"))
		}
		lower, upper, head := part("lower"), part("upper"), part("head")
		torso := Unit.Mul(lower.Tag("tag_torso", want.Legs, want.Legs, 0)).Mul(Unit)
		top := torso.Mul(upper.Tag("tag_head", want.Body, want.Body, 0)).Mul(Unit)
		for what, pair := range map[string]struct {
			got  Tag
			want placeFacts
		}{
			"torso": {torso, want.Torso}, "head": {top, want.Head},
			"weapon": {torso.Mul(upper.Tag("tag_weapon", want.Body, want.Body, 0)), want.Weapon},
		} {
			for c := range 3 {
				if !near(pair.got.Axis.Col(c), pair.want.Axis[c]) || !near(pair.got.Origin, pair.want.Origin) {
					t.Errorf("%s, %s: %v, not %v", player, what, pair.got, pair.want)
				}
			}
		}
		vertex := head.Lerp(nil, 0, 0, 0)[0]
		if got := top.Apply(vertex); !near(got, want.Vertex) {
			t.Errorf("%s: first vertex of the head at %v, not %v", player, got, want.Vertex)
		}
		if got := mgl32.TransformCoordinate(vertex, top.Mat4()); !near(got, want.Vertex) {
			t.Errorf("%s: first vertex of the head by the matrix at %v, not %v", player, got, want.Vertex)
		}
	}
}

// TestAnimationFacts: ten players' animation.cfg.
func TestAnimationFacts(t *testing.T) {
	var facts map[string]struct {
		Meta struct {
			Sex, Footsteps        string
			HeadOffset            mgl32.Vec3
			FixedTorso, FixedLegs bool
		}
		Animations map[string]struct {
			N, First, Count, Loop int
			FPS                   float32
			Milliseconds          int `json:"frame_lerp_ms"`
			Reversed              bool
		}
	}
	corpus.ReadJSON(t, filepath.Join(models(t), "expect", "animation_cfg.json"), &facts)
	if len(facts) != 10 {
		t.Errorf("%d players, not 10", len(facts))
	}
	for player, want := range facts {
		a, err := ParseAnimations(corpus.Read(t, filepath.Join(models(t), "md3", "models", "players", player,
			"animation.cfg")))
		if err != nil {
			t.Errorf("%s: %v", player, err)
			continue
		}
		if string(a.Sex) != want.Meta.Sex || a.Footsteps != want.Meta.Footsteps ||
			a.HeadOffset != want.Meta.HeadOffset ||
			a.FixedTorso != want.Meta.FixedTorso || a.FixedLegs != want.Meta.FixedLegs {
			t.Errorf("%s: %+v, not %+v", player, a, want.Meta)
		}
		if len(want.Animations) < 25 || len(a.List) != NumAnimations {
			t.Errorf("%s: %d animations, %d of which are known", player, len(a.List), len(want.Animations))
		}
		for name, w := range want.Animations {
			got := &a.List[w.N]
			if got.First != w.First || got.Count != w.Count || got.Loop != w.Loop || got.Rate != w.FPS ||
				got.Milliseconds() != w.Milliseconds || got.Backward != w.Reversed {
				t.Errorf("%s, %s: %+v, not %+v", player, name, got, w)
			}
		}
	}
}

// TestSkinFacts: real skin files.
func TestSkinFacts(t *testing.T) {
	var facts map[string]map[string]string
	corpus.ReadJSON(t, filepath.Join(models(t), "expect", "skins.json"), &facts)
	if len(facts) < 9 {
		t.Errorf("only %d skins", len(facts))
	}
	for file, want := range facts {
		skin, err := ParseSkin(corpus.Read(t, filepath.Join(models(t), "md3", "models", "players",
			filepath.FromSlash(file))))
		if err != nil || len(skin) != len(want) {
			t.Errorf("%s: %v, %v", file, skin, err)
			continue
		}
		for surface, shader := range want {
			for _, name := range []string{surface, strings.ToUpper(surface), surface + "_1"} {
				if got, ok := skin.Shader(name); !ok || got != shader {
					t.Errorf("%s: %s has %q, not %q", file, name, got, shader)
				}
			}
		}
	}
}

// openArena is where Debian's packages of OpenArena put their files.
const openArena = "/usr/share/games/openarena"

// TestOpenArenaModels loads every model, skin and list of animations of Debian's OpenArena
// packages.
func TestOpenArenaModels(t *testing.T) {
	if _, err := os.Stat(openArena); err != nil {
		t.Skip("Debian's openarena-081-maps and openarena-088-data are not installed: no ", openArena)
	}
	counts := map[string]int{}
	for _, f := range corpus.GameFiles(t, openArena, ".md3", ".skin", ".cfg") {
		var err error
		kind := filepath.Ext(f.Name)
		switch {
		case kind == ".md3":
			var m *Model
			if m, err = Load(f.Data); err == nil {
				checkModel(t, m)
				counts["vertices"] += len(m.vertices)
			}
		case kind == ".skin":
			_, err = ParseSkin(f.Data)
		case strings.HasSuffix(f.Name, "/animation.cfg"):
			_, err = ParseAnimations(f.Data)
		default:
			continue
		}
		if err != nil {
			t.Errorf("%s: %s: %v", f.In, f.Name, err)
		}
		counts[f.In+" "+kind]++
		counts[kind]++
	}
	t.Log(counts)
	// As many as openarena-088-data alone has.
	if counts[".md3"] < 32 || counts[".skin"] < 12 {
		t.Errorf("%d models and %d skins", counts[".md3"], counts[".skin"])
	}
}

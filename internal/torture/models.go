package torture

import (
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"demoscope/assets/model"

	"github.com/go-gl/mathgl/mgl32"
)

// numbersOf returns numbers as models have them: int for 32 bits, int16, byte and float32
// as they are, texts as their bytes.
func numbersOf(values ...any) (b []byte) {
	for _, v := range values {
		switch v := v.(type) {
		case int:
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		case int16:
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		case float32:
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		case byte:
			b = append(b, v)
		case string:
			b = append(b, v...)
		case []byte:
			b = append(b, v...)
		}
	}
	return b
}

// field is a text in so many bytes.
func field(s string, n int) string { return s + strings.Repeat("\x00", n-len(s)) }

// A pyramid of four corners and four triangles, in poses in which it grows.
const modelPoses, modelCorners = 5, 4

var modelTriangles = [4][3]int{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}

// corner returns where a corner is in a pose.
func corner(pose, i int) [3]int {
	at := [modelCorners][3]int{{0, 0, 40}, {30, 0, 0}, {0, 30, 0}, {-30, -30, 0}}[i]
	for k := range at {
		at[k] = at[k]*(pose+2) + 100
	}
	return at
}

// packedPose is a pose of an MDL or MD2.
func packedPose(pose int) (b []byte) {
	for i := range modelCorners {
		for _, c := range corner(pose, i) {
			b = append(b, byte(c/2))
		}
		b = append(b, byte(7*i))
	}
	return b
}

// An MDL with a skin that is a group, a seam, and a frame that is a group.
func pyramidMDL() []byte {
	b := numbersOf("IDPO", 6, float32(0.5), float32(0.5), float32(0.5), float32(-30), float32(-30), float32(-10),
		float32(60), 0, 0, 0,
		2, 4, 4, modelCorners, len(modelTriangles), 3, 1, 8, float32(1))
	b = numbersOf(b, 0, field("skin", 16), 1, 2, float32(0.1), float32(0.2), field("first", 16), field("second", 16))
	for i := range modelCorners {
		b = numbersOf(b, 0x20*(i&1), i, i/2)
	}
	for i, v := range modelTriangles {
		b = numbersOf(b, i&1, v[0], v[1], v[2])
	}
	pose := func(b []byte, i int) []byte {
		return numbersOf(b, 0, 0, field(fmt.Sprint("pose", i), 16), packedPose(i))
	}
	b = pose(numbersOf(b, 0), 0)
	b = numbersOf(b, 1, modelPoses-2, 0, 0)
	for i := range modelPoses - 2 {
		b = numbersOf(b, float32(i+1)*0.1)
	}
	for i := 1; i < modelPoses-1; i++ {
		b = pose(b, i)
	}
	return pose(numbersOf(b, 0), modelPoses-1)
}

func pyramidMD2() []byte {
	const skin, st, triangle, frame = 64, 4, 12, 40 + 4*modelCorners
	skins := 68
	texCoords := skins + 2*skin
	triangles := texCoords + modelCorners*st
	frames := triangles + len(modelTriangles)*triangle
	end := frames + modelPoses*frame
	b := numbersOf("IDP2", 8, 64, 64, frame, 2, modelCorners, modelCorners, len(modelTriangles), 1, modelPoses, skins,
		texCoords, triangles, frames, end, end+4)
	b = numbersOf(b, field("players/male/grunt.pcx", skin), field("players/male/other.pcx", skin))
	for i := range modelCorners {
		b = numbersOf(b, int16(16*i), int16(60-16*i))
	}
	for _, v := range modelTriangles {
		b = numbersOf(b, int16(v[0]), int16(v[1]), int16(v[2]), int16(v[0]), int16(v[1]), int16(v[2]))
	}
	for i := range modelPoses {
		b = numbersOf(b, float32(0.5), float32(0.5), float32(0.5), float32(-30), float32(-30), float32(-10),
			field(fmt.Sprint("stand", i), 16), packedPose(i))
	}
	return numbersOf(b, 0)
}

// pyramidTags are of all three parts of a player.
var pyramidTags = []string{"tag_torso", "tag_head", "tag_weapon"}

// An MD3 with three tags and two surfaces.
func pyramidMD3() []byte {
	const header, frame, tag, surface, shader, st, vertex = 108, 56, 112, 108, 68, 8, 8
	tags := header + modelPoses*frame
	surfaces := tags + modelPoses*len(pyramidTags)*tag
	triangles := surface + shader
	texCoords := triangles + 12*len(modelTriangles)
	vertices := texCoords + st*modelCorners
	end := vertices + vertex*modelCorners*modelPoses
	b := numbersOf("IDP3", 15, field("models/pyramid.md3", 64), 0, modelPoses, len(pyramidTags), 2, 0, header, tags,
		surfaces, surfaces+2*end)
	for i := range modelPoses {
		b = numbersOf(b, make([]byte, 40), field(fmt.Sprint("frame", i), 16))
	}
	for i := range modelPoses {
		for k, name := range pyramidTags {
			b = numbersOf(b, field(name, 64), float32(i), float32(k), float32(10))
			for c := range 9 {
				b = numbersOf(b, float32(map[bool]float32{true: 1}[c%4 == 0]))
			}
		}
	}
	for _, name := range []string{"h_head", "u_torso"} {
		b = numbersOf(b, "IDP3", field(name, 64), 0, modelPoses, 1, modelCorners, len(modelTriangles), triangles,
			surface, texCoords, vertices, end)
		b = numbersOf(b, field("models/x.tga", 64), 0)
		for _, v := range modelTriangles {
			b = numbersOf(b, v[0], v[1], v[2])
		}
		for i := range modelCorners {
			b = numbersOf(b, float32(i)/4, float32(1))
		}
		for pose := range modelPoses {
			for i := range modelCorners {
				at := corner(pose, i)
				b = numbersOf(b, int16(at[0]), int16(at[1]), int16(at[2]), int16(i*300))
			}
		}
	}
	return b
}

// skinText and animationText are files of a player of Quake III.
const skinText = "l_legs,models/players/sarge/band.tga\r\ntag_torso,\r\n\"l_other\",\"nodraw\"\n"

var animationText = "// animation config file\nsex\tm\nheadoffset 0 1.5 -2\nfootsteps boot\n" +
	strings.Repeat("10\t-8\t8\t15 // run\n0 30 0 25\n", 14)

// builtModels are models of our own, and the texts that belong to them.
func builtModels() []*Source {
	return []*Source{
		{Kind: KindModel, Format: "mdl", Name: "pyramid.mdl", Data: pyramidMDL()},
		{Kind: KindModel, Format: "md2", Name: "pyramid.md2", Data: pyramidMD2()},
		{Kind: KindModel, Format: "md3", Name: "pyramid.md3", Data: pyramidMD3()},
		{Kind: KindModel, Format: "skin", Name: "lower_default.skin", Data: []byte(skinText)},
		{Kind: KindModel, Format: "cfg", Name: "animation.cfg", Data: []byte(animationText)},
	}
}

// modelName reports whether a file is named like a model or what belongs to one.
func modelName(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".mdl", ".md2", ".md3", ".skin":
		return true
	}
	return filepath.Base(path) == "animation.cfg"
}

// modelOf changes a model: half of the changes of numbers meet its headers, which are
// where counts and offsets are.
func (m *maker) modelOf(data, other []byte) []byte {
	var places []int
	for at := 0; at < min(len(data), 128); at += 4 {
		places = append(places, at)
	}
	for at := 128; at+4 <= len(data); at += 4 { // and those of surfaces and groups, wherever they are
		if n := binary.LittleEndian.Uint32(data[at:]); n > 0 && n < 1<<12 && len(places) < 512 {
			places = append(places, at)
		}
	}
	return m.bytes(data, places, other)
}

// model loads a model and poses it, or one of the texts.
func (b *bench) model(in *Input) (Outcome, error) {
	var err error
	switch filepath.Ext(in.Name) {
	case ".skin":
		var skin model.Skin
		if skin, err = model.ParseSkin(in.Data); err == nil {
			skin.Shader("l_legs_1")
		}
	case ".cfg":
		var a *model.Animations
		if a, err = model.ParseAnimations(in.Data); err == nil {
			for i := range a.List {
				a.List[i].Pose(b.IntN(1000))
			}
		}
	default:
		var m *model.Model
		if m, err = model.Load(in.Data); err == nil {
			if err := b.pose(m); err != nil {
				return Found, err
			}
		}
	}
	if err == nil {
		return Whole, nil
	}
	if bad := plain(err.Error(), false); bad != nil {
		return Found, bad
	}
	return Refused, nil
}

// pose draws some moments of a model, as far as that goes without a picture.
func (b *bench) pose(m *model.Model) error {
	var points, normals []mgl32.Vec3
	var facing []bool
	for range 4 {
		from, to := m.Pose(b.IntN(len(m.Frames)+2)-1, b.Float64()*100), m.Pose(b.IntN(len(m.Frames)+2)-1, b.Float64())
		t := b.Float32()
		points, normals = m.Lerp(points, from, to, t), m.LerpNormals(normals, from, to, t)
		for i, p := range slices.Concat(points, normals) {
			if f := float64(p.Len()); math.IsNaN(f) || math.IsInf(f, 0) {
				return fmt.Errorf("a model has a vertex or normal %d at %v", i, p)
			}
		}
		facing = m.Facing(facing, points, mgl32.Vec3{100, 50, 20})
		m.Outline(nil, facing, model.CosCrease)
		for _, name := range append([]string{"tag_none"}, m.Tags...) {
			tag := model.Unit.Mul(m.Tag(name, from, to, t))
			if f := float64(tag.Mat4().Det()); math.IsNaN(f) || math.IsInf(f, 0) {
				return fmt.Errorf("a model has a tag %v", tag)
			}
		}
		for i := range m.Surfaces {
			for k := range m.Surfaces[i].Skins {
				s := &m.Surfaces[i].Skins[k]
				if p := s.At(b.Float64() * 100); len(p) != s.Width*s.Height {
					return fmt.Errorf("a skin of %d x %d has %d pixels", s.Width, s.Height, len(p))
				}
			}
		}
	}
	return nil
}

package model

import (
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Tag is a place and three axes: the location of a model, or the place to attach another one, relative to the model
// with the tag.
type Tag struct {
	Origin mgl32.Vec3 // units
	// Axis has forward, left and up as its columns. Their length in files may differ from 1; that of [Model.Tag] is 1.
	Axis mgl32.Mat3
}

// Unit is the identity tag.
var Unit = Tag{Axis: mgl32.Ident3()}

// Mul returns child, which is relative to t, relative to t's own reference. A zero Origin of child rotates in place.
func (t Tag) Mul(child Tag) Tag {
	return Tag{t.Apply(child.Origin), t.Axis.Mul3(child.Axis)}
}

// Apply transforms a point of a model located at t.
func (t Tag) Apply(p mgl32.Vec3) mgl32.Vec3 { return t.Axis.Mul3x1(p).Add(t.Origin) }

// Mat4 returns Apply as a matrix.
func (t Tag) Mat4() mgl32.Mat4 {
	m := t.Axis.Mat4()
	m.SetCol(3, t.Origin.Vec4(1))
	return m
}

// Lerp returns the tag between a (t = 0) and b (t = 1) as in Quake III: place and axes are interpolated linearly, then
// each axis gets length 1, or 0 if it has no direction.
func (a Tag) Lerp(b Tag, t float32) Tag {
	out := Tag{Origin: a.Origin.Mul(1 - t).Add(b.Origin.Mul(t))}
	for i := range 3 {
		out.Axis.SetCol(i, unit(a.Axis.Col(i).Mul(1-t).Add(b.Axis.Col(i).Mul(t))))
	}
	return out
}

// Tag returns a tag between two poses, like [Tag.Lerp]. A missing tag is [Unit], as in the game; a missing pose is pose
// 0.
func (m *Model) Tag(name string, from, to int, t float32) Tag {
	i := m.tagIndex(name)
	if i < 0 {
		return Unit
	}
	at := func(pose int) Tag { return m.tags[m.valid(pose)*len(m.Tags)+i] }
	return at(from).Lerp(at(to), t)
}

// HasTag reports whether the model has a tag.
func (m *Model) HasTag(name string) bool { return m.tagIndex(name) >= 0 }

// tagIndex returns the index of a tag, -1 if there is none. It ignores case.
func (m *Model) tagIndex(name string) int {
	return slices.IndexFunc(m.Tags, func(s string) bool { return strings.EqualFold(s, name) })
}

// unit returns v with length 1, or 0 if v is too short to have a direction.
func unit(v mgl32.Vec3) mgl32.Vec3 {
	l := v.Len()
	if !(l > 1e-12) {
		return mgl32.Vec3{}
	}
	return v.Mul(1 / l)
}

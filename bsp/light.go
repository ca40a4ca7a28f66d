package bsp

import (
	"encoding/binary"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
)

// Lighting holds the lightmaps of all faces; [FaceLight] has their locations.
type Lighting struct {
	// Samples are luxels of Channels bytes each: 1 (gray, Quake) or 3 (red,
	// green, blue).
	Samples  []byte
	Channels int
	// Corners holds the lightmap coordinates of each entry of [Map.FaceVertices], in luxels (0.5 is the middle of the
	// first).
	Corners []mgl32.Vec2
	// Colors holds the vertex color (red, green, blue, alpha) of each entry of [Map.FaceVertices]. It is only set in
	// Quake III and in maps made by [Build].
	Colors [][4]uint8
}

// NoStyle marks the end of the lightstyles of a face.
const NoStyle = 255

// FaceLight is the lightmap of a face: one rectangle of luxels for each
// lightstyle up to the first NoStyle, one after the other.
type FaceLight struct {
	// Offset is the index in bytes into [Lighting.Samples], -1 if the face has no lightmap.
	Offset        int32
	Styles        [4]uint8 // lightstyles, ended by NoStyle if there are less than four
	Width, Height uint16   // luxels
}

// Layers returns the number of the face's lightstyles.
func (l *FaceLight) Layers() (n int) {
	for n < len(l.Styles) && l.Styles[n] != NoStyle {
		n++
	}
	return n
}

// litVersion is the only version of .lit files that engines agree on.
const litVersion = 1

// AttachLit replaces the gray light of a Quake map by the colored light of its .lit file ("QLIT", the version, then
// red, green and blue for each luxel). Call it before sharing the map. An error, a *[FormatError] whose Offset is in
// the .lit file, leaves the map unchanged.
func (m *Map) AttachLit(data []byte) error {
	const header = 8
	fail := func(at int, format string, args ...any) error {
		return &FormatError{m.Version, "lit", int64(at), fmt.Errorf(format, args...)}
	}
	if m.Lighting.Channels != 1 {
		return fail(0, "the map already has colored light")
	}
	if len(data) < header || string(data[:4]) != "QLIT" {
		return fail(0, "not a .lit file")
	}
	if v := binary.LittleEndian.Uint32(data[4:]); v != litVersion {
		return fail(4, "version %d, not %d", v, litVersion)
	}
	if got, want := len(data)-header, 3*len(m.Lighting.Samples); got != want {
		return fail(header, "%d bytes of light for a map that has %d", got, want)
	}
	m.Lighting.Samples = append([]byte(nil), data[header:]...)
	m.Lighting.Channels = 3
	for i := range m.Faces {
		if f := &m.Faces[i]; f.Light.Offset >= 0 {
			f.Light.Offset *= 3
		}
	}
	return nil
}

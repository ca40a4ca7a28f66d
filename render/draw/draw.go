// Package draw provides vertex and index buffers that can be drawn directly, and the few shapes that everything is
// drawn with. It needs no window: package window draws the buffers on the screen.
package draw

import "image/color"

// Vertex is a corner of a triangle. Its memory layout is that of an Ebitengine vertex, so that a slice of one can be
// used as a slice of the other.
type Vertex struct {
	X, Y       float32    // pixels on the screen, from the upper-left corner
	U, V       float32    // pixels in the atlas
	R, G, B, A float32    // 0 to 1, premultiplied by A
	Custom     [4]float32 // of a textured face, otherwise 0; see [Vertex.Textured]
}

// WhiteU and WhiteV are a position in the atlas, in pixels, that is surrounded by opaque white pixels, for triangles
// without a texture.
const (
	WhiteU = 2
	WhiteV = 2
)

// Color is a color with its opacity, all from 0 to 1. Red, green and blue are not premultiplied: the shapes do that.
type Color struct{ R, G, B, A float32 }

// RGB returns an opaque color from 0xrrggbb.
func RGB(hex uint32) Color {
	return Color{float32(hex>>16&255) / 255, float32(hex>>8&255) / 255, float32(hex&255) / 255, 1}
}

// Alpha returns the color with its opacity multiplied by a.
func (c Color) Alpha(a float32) Color {
	c.A *= a
	return c
}

// Dim returns the color with red, green and blue multiplied by f.
func (c Color) Dim(f float32) Color {
	return Color{c.R * f, c.G * f, c.B * f, c.A}
}

// Opaque returns the color in bytes, without its alpha.
func (c Color) Opaque() color.RGBA {
	return color.RGBA{uint8(c.R*255 + 0.5), uint8(c.G*255 + 0.5), uint8(c.B*255 + 0.5), 255}
}

// Mix returns the color t of the way to d (0 is c, 1 is d).
func (c Color) Mix(d Color, t float32) Color {
	return Color{c.R + (d.R-c.R)*t, c.G + (d.G-c.G)*t, c.B + (d.B-c.B)*t, c.A + (d.A-c.A)*t}
}

// Buffer is a list of triangles in drawing order. Its memory is reused from frame to frame.
type Buffer struct {
	Vertices []Vertex
	Indices  []uint32 // three per triangle
	// Textures are those of textured faces, nil if there are none. Time, in seconds, moves skies and liquids. Lift
	// brightens dark light. Fog covers textured faces.
	Textures *Textures
	Time     float32
	Lift     Lift
	Fog      Fog
}

// Reset empties the buffer and keeps its memory.
func (b *Buffer) Reset() {
	b.Vertices = b.Vertices[:0]
	b.Indices = b.Indices[:0]
	b.Textures, b.Time, b.Lift, b.Fog = nil, 0, Lift{}, Fog{}
}

// vertex returns a corner without a texture.
func vertex(x, y float32, c Color) Vertex {
	return Vertex{X: x, Y: y, U: WhiteU, V: WhiteV, R: c.R * c.A, G: c.G * c.A, B: c.B * c.A, A: c.A}
}

// Vertex appends a corner without a texture and returns its index for [Buffer.Index].
func (b *Buffer) Vertex(x, y float32, c Color) uint32 {
	b.Vertices = append(b.Vertices, vertex(x, y, c))
	return uint32(len(b.Vertices) - 1)
}

// Index appends a triangle of three corners that are in the buffer.
func (b *Buffer) Index(i, j, k uint32) {
	b.Indices = append(b.Indices, i, j, k)
}

package draw

import (
	"image"
	"math"
)

// Textures are the textures and the light of a level in one image, from which a [Buffer] draws faces.
//
// The image begins with a table for shaders: four pixels per texture, row by row. Their bytes are X, Y, Width and
// Height as 16-bit little-endian numbers, [TextureKind], Levels, Glows, and the shape of a dome: its height, and its
// scales as 16-bit numbers. Textures and rectangles of luxels follow in any order.
//
// The image stays the same while a level is shown, and textures are added to it: new Textures with all of them
// replace the previous ones. Added are the rectangles of the image that were drawn since it was created, in order.
type Textures struct {
	Image *image.RGBA
	List  []Texture
	Added []image.Rectangle
}

// Texture is a texture in the image: Width by Height texels at X, Y, repeated over a face. To its right are its
// smaller versions, each half as wide and high as the previous one, stacked vertically. Levels is the number of
// versions.
//
// In a [Fence], the opacity of a texel is that of the face. In other kinds, it says how much light counts: a texel
// with 0 is equally bright everywhere, and Glows is set if there is such a texel.
type Texture struct {
	X, Y, Width, Height int
	Levels              int
	Kind                TextureKind
	Dome                DomeShape // for the kind [Dome]
	Glows               bool
}

// At returns the position of a version of the texture in the image, and its size.
func (t *Texture) At(level int) (x, y, width, height int) {
	if level == 0 {
		return t.X, t.Y, t.Width, t.Height
	}
	return t.X + t.Width, t.Y + t.Height - t.Height>>(level-1), t.Width >> level, t.Height >> level
}

// TextureKind says how a texture covers a face.
type TextureKind uint8

// Kinds of textures.
const (
	Plain TextureKind = iota
	Fence             // with holes
	Warp              // a liquid that moves in waves
	// Sky has two layers side by side that move over the whole sky. The left one is nearer, and the right one shows
	// through where it is transparent. [Vertex].Custom holds the direction from the eye to the corner instead of
	// texels.
	Sky
	// Blend is as opaque as its texels, whose colors are premultiplied.
	Blend
	// Dome is a sky on a flat dome; see [DomeShape.OnDome]. It has opacity like Blend. [Vertex].Custom holds the
	// direction from the eye to the corner instead of texels, and U and V the movement of the texture, in its widths
	// and heights.
	Dome
)

// Textured makes v the corner of a textured face at a depth, at texel u, v of the texture with index number. The
// corner's red, green and blue are factors of the light at luxel s, t of the image and may exceed 1. An opacity of 0
// adds light to the background, except from texels that glow. A face that is not lit has the brightness of its
// colors, which may differ between corners.
func (v *Vertex) Textured(number int32, lit bool, depth, u, v0, s, t float32) {
	near := 1 / depth
	v.U, v.V = s*near, t*near
	v.Custom = [4]float32{u * near, v0 * near, near, float32(number + 1)}
	if !lit {
		v.Custom[3] = -v.Custom[3]
	}
}

// DomeShape is the shape of a textured dome. Height is that of its top above the eye, in steps of 16 Quake units.
// Scale is how often the texture repeats along its two axes, in 256ths.
type DomeShape struct {
	Height uint8
	Scale  [2]uint16
}

// DomeRadius is the radius of the sphere that a dome is part of, in Quake units.
const DomeRadius = 4096

// OnDome returns the position on a texture of the kind [Dome] in a direction, in widths and heights of the texture.
func (d *DomeShape) OnDome(x, y, z float64) (s, t float64) {
	height := 16 * float64(d.Height)
	length := max(1e-6, math.Sqrt(float64(x*x)+float64(y*y)+float64(z*z)))
	x, y, z = x/length, y/length, z/length
	down := z * DomeRadius
	far := (math.Sqrt(float64(down*down)+height*(2*DomeRadius+height)) - down) / (DomeRadius + height)
	s, t = math.Acos(max(-1, min(1, x*far))), math.Acos(max(-1, min(1, y*far)))
	return s * float64(d.Scale[0]) / 256, t * float64(d.Scale[1]) / 256
}

// OfSky makes v the corner of a sky. direction is from the eye, with a length for which its depth is 1.
func (v *Vertex) OfSky(number int32, direction [3]float32) {
	v.Custom = [4]float32{direction[0], direction[1], direction[2], float32(-number - 1)}
}

// OfBox makes v the corner of a side of a skybox around the eye, at texel u/depth, v/depth.
func (v *Vertex) OfBox(number int32, depth, u, v0 float32) {
	v.Custom = [4]float32{u, v0, depth, float32(-number - 1)}
}

// The movement of a [Warp]: texel u, v is drawn at u + WarpTexels*sin(2π*v/WarpLength + Time) and
// v + WarpTexels*sin(2π*u/WarpLength + Time).
const WarpTexels, WarpLength = 8, 128

// The movement of a [Sky]: in a direction x, y, z whose length is 1 if z is multiplied by SkyFlat, its layers have
// texel x*SkyTexels, y*SkyTexels, and move by SkyFar and SkyNear texels per second.
const SkyFlat, SkyTexels, SkyFar, SkyNear = 3, 378, 8, 16

// Lift is a curve of light that brightens dark places. Light x becomes Least + (FullLight-Least)*(x/FullLight)^Power,
// so [FullLight] is unchanged. The zero value does not change light.
type Lift struct{ Least, Power float32 }

// At returns the lifted light.
func (l Lift) At(light float32) float32 {
	if l.Power == 0 {
		return light
	}
	return l.Least + (FullLight-l.Least)*float32(math.Pow(float64(light/FullLight), float64(l.Power)))
}

// Fog is a fog that becomes denser with depth. The zero value is none. Skyboxes and domes have no fog.
type Fog struct {
	Color [3]float32 // 0 to 1
	// Density is the inverse of the depth in Quake units at which 1/e is left of a face.
	Density float32
	Most    float32 // largest share of the fog, 0 to 1
	Sky     float32 // share of the fog in front of a [Sky]
}

// At returns the share of the fog in front of a point at a depth, 0 to 1.
func (f *Fog) At(depth float32) float32 {
	far := float64(depth) * float64(f.Density)
	return min(f.Most, float32(1-math.Exp(-float64(far*far))))
}

// FullLight is the maximum light of a textured face. A face with light 1 has the colors of its texture.
const FullLight = 2

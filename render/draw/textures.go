package draw

import (
	"image"
	"math"
)

// Textures are the textures and the light of a level in one image, of which a [Buffer] draws faces.
//
// The image begins with a table for shaders: four pixels for each texture, row by row. Their bytes are X, Y, Width and
// Height as 16-bit little-endian numbers, [TextureKind], Levels, Glows, and the shape of a dome: its height, and its
// scales as 16-bit numbers. Then follow textures and
// rectangles of luxels in any order.
//
// While a level is shown the image stays the same, and textures are added to it: Textures with all of them take the
// place of those before. Added are the rectangles of the image that were drawn since it was made, in order.
type Textures struct {
	Image *image.RGBA
	List  []Texture
	Added []image.Rectangle
}

// Texture is a texture in the image: Width by Height texels at X, Y, repeated over a face. Right of it are its smaller
// versions, each half as wide and high as the one before, one below the other. Levels is how many versions there are.
//
// The opacity of a texel is that of the face there in a [Fence]. Of others it says how much light counts: one with 0 is
// equally bright everywhere, and Glows is set if there is such a texel.
type Texture struct {
	X, Y, Width, Height int
	Levels              int
	Kind                TextureKind
	Dome                DomeShape // of the kind [Dome]
	Glows               bool
}

// At returns where a version of the texture is in the image, and its size.
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
	Warp              // a liquid, which moves like waves
	// Sky has two layers side by side, which move over the whole sky. The left one is nearer, and the right one is seen
	// through it where it is transparent. [Vertex].Custom has the direction to the corner from the eye instead of
	// texels.
	Sky
	// Blend is as opaque as its texels, whose colors are multiplied with their opacity.
	Blend
	// Dome is a sky that is seen on a flat dome: see [OnDome]. It is opaque as Blend is. [Vertex].Custom has the
	// direction to the corner from the eye instead of texels, and U and V how far the texture is moved, in its widths
	// and heights.
	Dome
)

// Textured makes a corner that of a textured face at a depth, at texel u, v of the texture with a number. The corner's
// red, green and blue are factors of the light at luxel s, t of the image, above 1 too; an opacity of 0 adds light to
// what is there, without that of texels that glow. A face that is not lit is as bright as its colors say; those of its
// corners may differ.
func (v *Vertex) Textured(number int32, lit bool, depth, u, v0, s, t float32) {
	near := 1 / depth
	v.U, v.V = s*near, t*near
	v.Custom = [4]float32{u * near, v0 * near, near, float32(number + 1)}
	if !lit {
		v.Custom[3] = -v.Custom[3]
	}
}

// DomeShape is a dome with a texture. Height is that of its top above the eye, in 16 units. Scale is how often the
// texture is repeated in it along its two axes, in 256ths.
type DomeShape struct {
	Height uint8
	Scale  [2]uint16
}

// DomeRadius is that of the sphere that a dome is part of, in units.
const DomeRadius = 4096

// OnDome returns where on a texture of the kind [Dome] a direction is, in widths and heights of the texture.
func (d *DomeShape) OnDome(x, y, z float64) (s, t float64) {
	height := 16 * float64(d.Height)
	length := max(1e-6, math.Sqrt(float64(x*x)+float64(y*y)+float64(z*z)))
	x, y, z = x/length, y/length, z/length
	down := z * DomeRadius
	far := (math.Sqrt(float64(down*down)+height*(2*DomeRadius+height)) - down) / (DomeRadius + height)
	s, t = math.Acos(max(-1, min(1, x*far))), math.Acos(max(-1, min(1, y*far)))
	return s * float64(d.Scale[0]) / 256, t * float64(d.Scale[1]) / 256
}

// OfSky makes a corner that of a sky, in a direction from the eye that is as long as its depth is 1.
func (v *Vertex) OfSky(number int32, direction [3]float32) {
	v.Custom = [4]float32{direction[0], direction[1], direction[2], float32(-number - 1)}
}

// OfBox makes a corner that of a side of a sky that is a box around the eye, at texel u/depth, v/depth.
func (v *Vertex) OfBox(number int32, depth, u, v0 float32) {
	v.Custom = [4]float32{u, v0, depth, float32(-number - 1)}
}

// How a [Warp] moves: texel u is drawn where u + WarpTexels*sin(2π*v/WarpLength + Time) is.
const WarpTexels, WarpLength = 8, 128

// How a [Sky] moves: in a direction x, y, z that is as long as 1 when z is counted SkyFlat times, its layers have texel
// x*SkyTexels, y*SkyTexels, and move by SkyFar and SkyNear texels a second.
const SkyFlat, SkyTexels, SkyFar, SkyNear = 3, 378, 8, 16

// Lift is a curve of light that brightens dark places. [FullLight] stays as it is.
// Light x becomes Least + (FullLight-Least)*(x/FullLight)^Power. The zero value leaves light as it is.
type Lift struct{ Least, Power float32 }

// At returns the lifted light.
func (l Lift) At(light float32) float32 {
	if l.Power == 0 {
		return light
	}
	return l.Least + (FullLight-l.Least)*float32(math.Pow(float64(light/FullLight), float64(l.Power)))
}

// FullLight is the most light that a textured face can have. A face with light 1 has the colors of its texture.
const FullLight = 2

// Package material makes of the textures and the light of a map what its faces are drawn with: one image that holds
// both, and for each face where in it each of its places is.
package material

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/bsp"
	"demoscope/render/draw"
)

// Level is what the faces of a map are drawn with. It never changes and may be shared between goroutines.
type Level struct {
	draw.Textures
	// Surfaces are those of the faces of the map.
	Surfaces []Surface
	// Lift makes what is dark in the level bright enough to be seen.
	Lift   draw.Lift
	chains []chain // by texture
}

// Surface says how a face is drawn.
type Surface struct {
	// Texture is the number of its texture, -1 for none: then the face is drawn without one.
	Texture int32
	// U, V, S and T are the texel and the luxel, as [draw.Vertex.Textured] has them, at a place p in units:
	// xyz·p + w.
	U, V, S, T mgl32.Vec4
	// Lit says that the map has light for the face. Otherwise the face is as bright as its texture.
	Lit bool
	// Rows is how many luxels the light of a light style is below that of the one before.
	Rows float32
	// Opacity is that of the face, 1 for opaque.
	Opacity float32
}

// frameRate is how many frames of an animated texture are shown in a second.
const frameRate = 5

// chain is the animation that a texture is part of: the numbers of its frames.
type chain struct {
	frames, others []int32 // others are shown for entities in another state
}

// Frame returns which texture is shown at a time in seconds instead of one, if other for an entity in another state.
func (l *Level) Frame(texture int32, time float64, other bool) int32 {
	c := &l.chains[texture]
	frames := c.frames
	if other && len(c.others) > 0 || len(frames) == 0 {
		frames = c.others
	}
	if len(frames) == 0 {
		return texture
	}
	const longest = 1 << 30 // beyond every demo
	if !(time >= 0 && time < longest) {
		time = 0
	}
	return frames[int(time*frameRate+1e-6)%len(frames)]
}

// New makes what the faces of a map of Quake or Quake II are drawn with, in the colors of a palette. It returns nil for
// a map without textures.
func New(m *bsp.Map, p *assets.Palette) *Level {
	b := builder{m: m, palette: p, level: &Level{}}
	b.listTextures()
	if len(b.sources) == 0 {
		return nil
	}
	b.layOut()
	b.draw()
	b.findSurfaces()
	b.findChains()
	b.lift()
	return b.level
}

// LightScale is the light of a face whose luxels are white, where its light style is as bright as usual.
const LightScale = 2.0 * 264 / 256

// scaled returns an axis with its texels counted in another size, and moved by whole widths so that numbers are
// small near a place.
func scaled(axis mgl32.Vec4, by float32, near mgl32.Vec3, width int) mgl32.Vec4 {
	axis = axis.Mul(by)
	at := float64(axis.Vec3().Dot(near) + axis[3])
	if width > 0 {
		axis[3] -= float32(math.Floor(at/float64(width))) * float32(width)
	}
	return axis
}

// Package material makes of the textures and the light of a map what its faces are drawn with: one image that holds
// both, and for each face where in it each of its places is.
package material

import (
	"image"
	"maps"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets"
	"demoscope/assets/shader"
	"demoscope/bsp"
	"demoscope/render/draw"
)

// Level is what the faces of a map are drawn with. It never changes and may be shared between goroutines.
type Level struct {
	draw.Textures
	// Surfaces are those of the faces of the map, one for each face, or in Quake III as first says.
	Surfaces []Surface
	// Lift makes what is dark in the level bright enough to be seen. True says that the level is as dark as in the
	// game: without a lift, and with the colors that its textures have there.
	Lift draw.Lift
	True bool
	// LightScale is the light of a face whose luxels are white, where its light style is as bright as usual.
	LightScale float32
	// Missing are the names of textures of the map that are not at hand: their faces are drawn without one.
	Missing []string
	chains  []chain // by texture
	stages  []*shader.Stage

	// first is where the surfaces of a piece begin, and pieces is the first piece of a face: faces of triangles have
	// one for each. Both have one number more than there are. They are nil where each face has one surface.
	first, pieces []uint32
	twoSided      []bool // by face; nil if none is
}

// findMissing lists what is missing: the textures of drawn faces of which none is textured.
func (l *Level) findMissing(m *bsp.Map) {
	at := make(map[int32]bool) // whether a texture is at hand
	for i := range m.Faces {
		if f := &m.Faces[i]; f.Kind.Drawn() && f.Kind != bsp.KindSky && f.Texture >= 0 && f.NumVertices > 0 {
			at[f.Texture] = at[f.Texture] || len(l.Of(uint32(i), 0)) > 0
		}
	}
	names := make(map[string]bool)
	for texture, found := range at {
		if name := m.Textures[texture].Name; !found && name != "" {
			names[name] = true
		}
	}
	l.Missing = slices.Sorted(maps.Keys(names))
}

// Of returns the surfaces that are drawn one over the other for a face, or for one of the triangles of a face that has
// them; none for what is drawn without a texture.
func (l *Level) Of(face, triangle uint32) []Surface {
	if l.first == nil {
		if l.Surfaces[face].Texture < 0 {
			return nil
		}
		return l.Surfaces[face : face+1]
	}
	piece := l.pieces[face] + triangle
	if piece >= l.pieces[face+1] {
		return nil
	}
	return l.Surfaces[l.first[piece]:l.first[piece+1]]
}

// TwoSided reports whether a face is seen from behind, too.
func (l *Level) TwoSided(face uint32) bool { return l.twoSided != nil && l.twoSided[face] }

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
	// Opacity is that of the face, 1 for opaque. Adds says that the face adds its color to what is there.
	Opacity float32
	Adds    bool
	// Box says that the face shows a sky that is a box around the eye. Texture is then the first of six textures for
	// its sides: see [Sides].
	Box bool
	// Stage is the number of what moves and colors the face over time, and 1 more; 0 for nothing. See [Level.Moments].
	Stage uint32
}

// Side is a side of a sky that is a box: the axis that it is on, and those along which its texels go to the right and
// up.
type Side struct{ Axis, Right, Up mgl32.Vec3 }

// Sides are the sides of a sky, in the order of the names rt, lf, bk, ft, up and dn of their files.
var Sides = [6]Side{
	{mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, -1, 0}, mgl32.Vec3{0, 0, 1}},
	{mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, 1}},
	{mgl32.Vec3{0, 1, 0}, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 0, 1}},
	{mgl32.Vec3{0, -1, 0}, mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{0, 0, 1}},
	{mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, -1, 0}, mgl32.Vec3{-1, 0, 0}},
	{mgl32.Vec3{0, 0, -1}, mgl32.Vec3{0, -1, 0}, mgl32.Vec3{1, 0, 0}},
}

var sideNames = [len(Sides)]string{"rt", "lf", "bk", "ft", "up", "dn"}

// Moment is how a surface is drawn at a time.
type Moment struct {
	// Moved moves its place on the texture, in widths and heights of the texture.
	Moved shader.Affine
	// Color is multiplied with its color, and Opacity with its opacity.
	Color   [3]float32
	Opacity float32
}

// Moments appends the moments of all stages of the level at a time in seconds.
func (l *Level) Moments(to []Moment, time float64) []Moment {
	for _, s := range l.stages {
		m := Moment{s.Moved(time), s.Color.At(time), s.Opacity.At(time)[0]}
		to = append(to, m)
	}
	return to
}

// frameRate is how many frames of an animated texture of Quake are shown in a second.
const frameRate = 5

// chain is the animation that a texture is part of: the numbers of its frames, and how many are shown in a second.
type chain struct {
	frames, others []int32 // others are shown for entities in another state
	rate           float64
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
	return frames[int(math.Mod(time*c.rate+1e-6, float64(len(frames))))]
}

// Files are what surfaces are drawn with that is not in maps, as [assets.Textures] has it.
type Files interface {
	Shader(name string) *shader.Shader // nil if no script has it
	Image(name string) (*image.NRGBA, error)
}

// Luxel returns the light at a place on a face, each channel 0 to 1: the mean of the four luxels around it. Style
// counts the light styles of the face.
func (l *Level) Luxel(s *Surface, p mgl32.Vec3, style int) (light mgl32.Vec3) {
	x := s.S.Vec3().Dot(p) + s.S[3] - 0.5
	y := s.T.Vec3().Dot(p) + s.T[3] - 0.5 + float32(style)*s.Rows
	size := l.Image.Rect.Size()
	if !(x >= 0 && y >= 0 && x < float32(size.X-1) && y < float32(size.Y-1)) {
		return light
	}
	left, top := int(x), int(y)
	fx, fy := x-float32(left), y-float32(top)
	for k, part := range [4]float32{(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy} {
		luxel := l.Image.Pix[l.Image.PixOffset(left+k&1, top+k>>1):]
		light = light.Add(mgl32.Vec3{float32(luxel[0]), float32(luxel[1]), float32(luxel[2])}.Mul(part / 255))
	}
	return light
}

// New makes what the faces of a map are drawn with: in Quake and Quake II in the colors of a palette, and with files,
// which may be nil, the skies of Quake II and all of Quake III. It returns nil for a map without textures. With
// trueLight it is as dark as in the game.
func New(m *bsp.Map, p *assets.Palette, files Files, trueLight bool) *Level {
	if m.Version.Game() == bsp.Quake3 {
		return newQuake3(m, files, trueLight)
	}
	b := quake{builder: builder{m: m, level: &Level{LightScale: lightScale, True: trueLight}}, palette: p, sky: -1}
	b.listTextures(files)
	if len(b.sources) == 0 {
		return nil
	}
	b.layOut(b.lightRooms())
	b.draw()
	b.drawLight()
	b.findSurfaces()
	b.findChains()
	b.liftFaces()
	b.level.findMissing(m)
	return b.level
}

// lightScale is the LightScale of Quake and Quake II.
const lightScale = 2.0 * 264 / 256

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

// Package material prepares the textures and light of a map for drawing its faces: one image that holds both, and for
// each face the mapping from its points to places in the image.
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

// Level holds what the faces of a map are drawn with. It never changes and may be shared between goroutines.
type Level struct {
	draw.Textures
	// Surfaces are the surfaces of the map's faces: one for each face, or in Quake III as described at first.
	Surfaces []Surface
	// Lift brightens the dark parts of the level. True means that the level is as dark as in the game: without a lift,
	// and with the original colors of its textures.
	Lift draw.Lift
	True bool
	// Fog is the fog of the whole level.
	Fog draw.Fog
	// SkyTurn is how the skybox turns: around an axis, SkyTurn[3] degrees a second.
	SkyTurn mgl32.Vec4
	// LightScale is the light of a face with white luxels while its light style has normal brightness.
	LightScale float32
	// Missing are the names of textures of the map that were not found. Their faces are drawn without a texture.
	Missing []string
	// Volumes are the fogs of a map of Quake III.
	Volumes []Volume
	chains  []chain // by texture
	stages  []*shader.Stage

	// first holds the index of each piece's first surface, and pieces the first piece of each face: faces that consist
	// of triangles have one piece per triangle. Both end with one extra element. They are nil if each face has one
	// surface.
	first, pieces []uint32
	shaders       []*shader.Shader // by face, nil for none; nil if no face has any
}

// findMissing lists the missing textures: textures of drawn faces none of which has a surface.
func (l *Level) findMissing(m *bsp.Map) {
	at := make(map[int32]bool) // whether a texture was found
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

// Of returns the surfaces of a face, or of one of its triangles if it has any, in drawing order. It returns none for
// faces that are drawn without a texture.
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

// TwoSided reports whether a face is visible from behind, too.
func (l *Level) TwoSided(face uint32) bool {
	if l.shaders == nil || l.shaders[face] == nil {
		return false
	}
	return l.shaders[face].TwoSided || l.shaders[face].Turns()
}

// Raised reports whether a face is drawn over those in its plane.
func (l *Level) Raised(face uint32) bool {
	return l.shaders != nil && l.shaders[face] != nil && l.shaders[face].Raised
}

// Deforms returns how a face is deformed.
func (l *Level) Deforms(face uint32) []shader.Deform {
	if l.shaders == nil || l.shaders[face] == nil {
		return nil
	}
	return l.shaders[face].Deforms
}

// Surface describes how a face is drawn.
type Surface struct {
	// Texture is the number of its texture, or -1 if the face is drawn without one.
	Texture int32
	// U, V, S and T map a point p in Quake units to the texel and the luxel as in [draw.Vertex.Textured]: xyz·p + w.
	U, V, S, T mgl32.Vec4
	// Mirror is the normal of a face whose texture is what a mirror would show, and 0 for others: see [Reflection].
	Mirror mgl32.Vec3
	// Lit is set if the map has light for the face. Otherwise the face is as bright as its texture.
	Lit bool
	// Dark is the part of its light that is missing: 1 for black, and -1 for twice the light.
	Dark float32
	// Rows is the distance in luxels between the light of two consecutive light styles, which are below one another.
	Rows float32
	// Opacity is the opacity of the face, 1 for opaque. Adds is set if the face's color is added to what is behind it.
	Opacity float32
	Adds    bool
	// Once is set if the texture is not repeated: outside it nothing is drawn.
	Once bool
	// Box is set if the face shows a skybox. Texture is then the first of six textures for its sides: see [Sides].
	Box bool
	// Stage is 1 plus the index of the moment that moves and colors the face over time, or 0 for none. See
	// [Level.Moments].
	Stage uint32
}

// Reflection returns the place in a picture of the surroundings that the eye sees at a point of a mirror, in widths and
// heights of the picture.
func Reflection(eye, p, normal mgl32.Vec3) (s, t float32) {
	to := eye.Sub(p)
	if length := to.Len(); length > 0 {
		to = to.Mul(1 / length)
	}
	way := normal.Mul(2 * normal.Dot(to)).Sub(to)
	return 0.5 + way[1]/2, 0.5 - way[2]/2
}

// Volume is a fog that fills a part of a level: behind its surface, or everywhere if it has none.
type Volume struct {
	Color   [3]float32
	Depth   float32   // in units at which it is opaque; 0 for no fog
	Most    float32   // largest share, 0 to 1
	Surface bsp.Plane // the Normal is 0 for none
}

// At returns the share of the fog in front of a point at a depth, as seen from an eye.
func (v *Volume) At(eye, p mgl32.Vec3, depth float32) float32 {
	if v.Depth <= 0 {
		return 0
	}
	part := float32(1) // of the way to the point that is in the fog
	if v.Surface.Normal != (mgl32.Vec3{}) {
		from, to := v.Surface.Dist-v.Surface.Normal.Dot(eye), v.Surface.Dist-v.Surface.Normal.Dot(p)
		switch {
		case from < 0 && to < 1, from >= 0 && to < 0:
			return 0
		case from < 0:
			part = to / (to - from)
		}
	}
	return min(v.Most, float32(math.Sqrt(float64(min(1, max(0, depth)*part/v.Depth)))))
}

// Side is a side of a skybox: the axis that it is on, and the axes along which its texels go right and up.
type Side struct{ Axis, Right, Up mgl32.Vec3 }

// Sides are the sides of a skybox, in the order of their file suffixes rt, lf, bk, ft, up and dn.
var Sides = [6]Side{
	{mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, -1, 0}, mgl32.Vec3{0, 0, 1}},
	{mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, 1}},
	{mgl32.Vec3{0, 1, 0}, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 0, 1}},
	{mgl32.Vec3{0, -1, 0}, mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{0, 0, 1}},
	{mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, -1, 0}, mgl32.Vec3{-1, 0, 0}},
	{mgl32.Vec3{0, 0, -1}, mgl32.Vec3{0, -1, 0}, mgl32.Vec3{1, 0, 0}},
}

// SkySides returns the sides of the skybox at a time in seconds.
func (l *Level) SkySides(time float64) [len(Sides)]Side {
	sides := Sides
	if l.SkyTurn.Vec3().LenSqr() == 0 || l.SkyTurn[3] == 0 {
		return sides
	}
	angle := math.Mod(time*float64(l.SkyTurn[3]), 360)
	turn := mgl32.HomogRotate3D(mgl32.DegToRad(float32(angle)), l.SkyTurn.Vec3().Normalize()).Mat3()
	for i := range sides {
		s := &sides[i]
		s.Axis, s.Right, s.Up = turn.Mul3x1(s.Axis), turn.Mul3x1(s.Right), turn.Mul3x1(s.Up)
	}
	return sides
}

var sideNames = [len(Sides)]string{"rt", "lf", "bk", "ft", "up", "dn"}

// Moment describes how a surface is drawn at a time.
type Moment struct {
	// Moved transforms texture coordinates, in widths and heights of the texture.
	Moved shader.Affine
	Swirl shader.Swirl
	// Color and Opacity are factors for the surface's color and opacity.
	Color   [3]float32
	Opacity float32
}

// Moments appends the moments of all stages of the level at a time in seconds to a list.
func (l *Level) Moments(to []Moment, time float64) []Moment {
	for _, s := range l.stages {
		m := Moment{s.Moved(time), s.Swirl(time), s.Color.At(time), s.Opacity.At(time)[0]}
		to = append(to, m)
	}
	return to
}

// Frame rates of animated textures, in frames per second: in Quake, and of the level in Quake II.
const quakeRate, quake2Rate = 5, 2

// chain is the animation that a texture belongs to: the texture numbers of its frames, and its rate in frames per
// second.
type chain struct {
	frames, alternate []int32 // alternate is for entities in their alternate state
	rate              float64
	stepped           bool // entities choose the frame
}

// NoFrame stands for the frame of faces that belong to no entity.
const NoFrame = -1

// Frame returns the texture that is shown instead of texture at a time in seconds. frame is the frame of the entity
// with the face, or NoFrame: in Quake, entities with a frame above 0 are in their alternate state; in Quake II they
// choose the frame of the texture.
func (l *Level) Frame(texture int32, time float64, frame int32) int32 {
	c := &l.chains[texture]
	frames := c.frames
	if frame > 0 && len(c.alternate) > 0 || len(frames) == 0 {
		frames = c.alternate
	}
	if len(frames) == 0 {
		return texture
	}
	if c.stepped && frame >= 0 {
		return frames[int(frame)%len(frames)]
	}
	const longest = 1 << 30 // longer than any demo
	if !(time >= 0 && time < longest) {
		time = 0
	}
	return frames[int(math.Mod(time*c.rate+1e-6, float64(len(frames))))]
}

// Files provides the shaders and images that are not in maps, like [assets.Textures].
type Files interface {
	Shader(name string) *shader.Shader // nil if no script has it
	Image(name string) (*image.NRGBA, error)
}

// Luxel returns the light at a point of a face, interpolated from the four nearest luxels. Each channel is in 0 to 1.
// style is the index of the face's light style.
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

// New prepares a map for drawing. Quake and Quake II use the palette. Files provides the skies of Quake II and
// everything for Quake III; it may be nil. If trueLight is set, the level is as dark as in the game. New returns nil
// for a map without textures.
func New(m *bsp.Map, p *assets.Palette, files Files, trueLight bool) *Level {
	if m.Version.Game() == bsp.Quake3 {
		return newQuake3(m, files, trueLight)
	}
	scale := float32(quakeScale)
	if m.Version.Game() == bsp.Quake2 {
		scale = quake2Scale
	}
	b := quake{builder: builder{m: m, level: &Level{LightScale: scale, True: trueLight}}, palette: p, sky: -1}
	b.listTextures(files)
	if len(b.sources) == 0 {
		return nil
	}
	b.layOut(b.lightRects())
	b.draw()
	b.drawLight()
	b.findSurfaces()
	b.findChains()
	b.liftFaces()
	b.findFog()
	b.level.findMissing(m)
	return b.level
}

// The LightScale in Quake, whose normal light style is 264 of 256, and in Quake II.
const quakeScale, quake2Scale = 2.0 * 264 / 256, 2

// scaled returns a texture axis scaled by a factor and shifted by multiples of width, so that values near a point are
// small.
func scaled(axis mgl32.Vec4, by float32, near mgl32.Vec3, width int) mgl32.Vec4 {
	axis = axis.Mul(by)
	at := float64(axis.Vec3().Dot(near) + axis[3])
	if width > 0 {
		axis[3] -= float32(math.Floor(at/float64(width))) * float32(width)
	}
	return axis
}

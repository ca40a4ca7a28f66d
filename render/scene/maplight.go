package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/draw"
	"demoscope/render/material"
)

// sun is the direction to the light that shades faces. It is not along an axis, so that the sides of a box differ.
var sun = normalize(mgl32.Vec3{0.35, 0.6, 1})

// shadeOf returns the brightness of a face by its normal.
func shadeOf(normal mgl32.Vec3) uint8 {
	return uint8(255 * (0.62 + 0.38*normal.Dot(sun)))
}

// unlit is the brightness of faces that have no lightmap or are fullbright.
const unlit = 200

// lightReader computes the brightness of a map at the corners of its faces.
type lightReader struct {
	m    *bsp.Map
	list []uint8
}

// face returns the brightness at each corner of a face, valid until the next call. If the face has its own lightmap,
// half of the result is the mean of that: corners are darker than the area between them.
func (r *lightReader) face(f *bsp.Face) []uint8 {
	r.list = r.list[:0]
	lit := &r.m.Lighting
	dark := uint8(0)
	if r.m.Version != bsp.VersionBuilt && (len(lit.Samples) == 0 || f.Kind >= bsp.KindWindow) {
		dark = unlit
	}
	hasMap := dark == 0 && f.Light.Offset >= 0 && f.Light.Styles[0] != bsp.NoStyle
	for i := f.FirstVertex; i < f.FirstVertex+f.NumVertices; i++ {
		l := dark
		switch {
		case hasMap:
			l = r.sample(&f.Light, lit.Corners[i])
		case dark == 0 && lit.Colors != nil:
			c := lit.Colors[i]
			l = uint8((int(c[0]) + int(c[1]) + int(c[2])) / 3)
		}
		r.list = append(r.list, l)
	}
	if hasMap && r.m.Version.Game() != bsp.Quake3 {
		middle := r.middle(&f.Light)
		for i, l := range r.list {
			r.list[i] = uint8((int(l) + middle) / 2)
		}
	}
	return r.list
}

// layers returns the light styles of a face and the mean brightness of each. ok is false if the face has constant
// light.
func (r *lightReader) layers(f *bsp.Face) (l styledLight, ok bool) {
	lit := &r.m.Lighting
	if len(lit.Samples) == 0 || f.Kind >= bsp.KindWindow || f.Light.Offset < 0 || r.m.Version.Game() == bsp.Quake3 {
		return l, false
	}
	layer := f.Light
	size := int32(layer.Width) * int32(layer.Height) * int32(lit.Channels)
	for k, style := range f.Light.Styles {
		if style == bsp.NoStyle {
			break
		}
		ok = ok || style != 0
		l.styles[k], l.count = style, k+1
	}
	if !ok {
		return l, false
	}
	for k := range l.means[:l.count] {
		l.means[k] = uint8(r.middle(&layer))
		layer.Offset += size // the lump contains it: see [bsp.FaceLight]
	}
	return l, true
}

// maxMiddleSamples bounds the number of bytes of a lightmap that are read for its mean. Lightmaps of real faces are
// smaller, but many faces may refer to the same large one.
const maxMiddleSamples = 1 << 10

// middle returns the mean brightness of a lightmap that belongs to one face.
func (r *lightReader) middle(l *bsp.FaceLight) int {
	n := int(l.Width) * int(l.Height) * r.m.Lighting.Channels
	samples := r.m.Lighting.Samples[l.Offset:][:n]
	step := r.m.Lighting.Channels * (1 + n/maxMiddleSamples) // whole luxels, so that all channels count
	sum, count := 0, 0
	for i := 0; i < n; i += step {
		for _, b := range samples[i:][:r.m.Lighting.Channels] {
			sum += int(b)
			count++
		}
	}
	return sum / max(1, count)
}

// sample returns the mean of the luxels around a point of a lightmap.
func (r *lightReader) sample(l *bsp.FaceLight, at [2]float32) uint8 {
	lit := &r.m.Lighting
	x, y := int(at[0]), int(at[1])
	sum, n := 0, 0
	for j := max(0, min(int(l.Height)-1, y-1)); j <= min(int(l.Height)-1, y+1); j++ {
		for i := max(0, min(int(l.Width)-1, x-1)); i <= min(int(l.Width)-1, x+1); i++ {
			luxel := lit.Samples[int(l.Offset)+(j*int(l.Width)+i)*lit.Channels:][:lit.Channels]
			for _, b := range luxel {
				sum += int(b)
				n++
			}
		}
	}
	return uint8(sum / max(1, n))
}

// mean returns the mean brightness of corners.
func mean(lights []uint8) uint8 {
	sum := 0
	for _, b := range lights {
		sum += int(b)
	}
	return uint8(sum / max(1, len(lights)))
}

// blendLight gives the corners of faces in the same plane equal light where they meet. Half of it is the mean of each
// face, which would cause patches.
func (b *builder) blendLight() {
	type key struct {
		vertex uint32
		plane  int32
		back   bool
		kind   bsp.Kind
		style  uint8
	}
	type sum struct{ total, count int32 }
	keyOf := func(p *polygon, k int) key {
		f := &b.m.Faces[p.source]
		return key{p.corners[k], f.Plane, f.Back, f.Kind, f.Light.Styles[0]}
	}
	sums := make(map[key]sum, 2*len(b.polygons))
	for i := range b.polygons {
		p := &b.polygons[i]
		for k, l := range p.lights {
			s := sums[keyOf(p, k)]
			sums[keyOf(p, k)] = sum{s.total + int32(l), s.count + 1}
		}
	}
	for i := range b.polygons {
		p := &b.polygons[i]
		for k := range p.lights {
			s := sums[keyOf(p, k)]
			p.lights[k] = uint8(s.total / s.count)
		}
	}
}

// The light of a map is normalized once, when it is prepared: the brightness of the games' maps differs by a factor of
// ten. A face's factor rises from leastLight without light toward mostLight, ever more slowly, so that no light makes a
// face white. At the median light of the map's floors it is usualLight, which gives a floor 45 % of full brightness.
const (
	leastLight = 0.34
	usualLight = 0.8
	mostLight  = 1.34
)

// builtLight and builtGain are for reconstructed maps, whose light is the certainty of a face.
const builtLight, builtGain = 0.55, 0.65

// A face is a floor from a slope with the sine floorSlope on, and a wall up to wallSlope.
const floorSlope, wallSlope = 0.7, 0.3

// darkestFloor is the least median light of floors: a map in which fewer than half of the floors have any light stays
// dark.
const darkestFloor = 4

// lightKnee is the light at which a face is halfway between leastLight and mostLight, divided by the light of the
// median floor.
const lightKnee = (mostLight-leastLight)/(usualLight-leastLight) - 1

// fitLight sets the knee of the light curve by the areas of the world's floors, or of all faces in a map without
// floors.
func (g *Geometry) fitLight() {
	var floors, all [256]float32 // area by light
	for i := range g.faces {
		f := &g.faces[i]
		if f.kind != bsp.KindSolid {
			continue
		}
		light := f.light
		if f.styled != 0 {
			light = g.styled[f.styled-1].usual(light)
		}
		area := g.areaOf(f)
		all[light] += area
		if f.plane.normal[2] >= floorSlope {
			floors[light] += area
		}
	}
	middle, ok := medianLight(&floors)
	if !ok {
		middle, _ = medianLight(&all)
	}
	g.knee = lightKnee * max(darkestFloor, middle)
}

// areaOf returns the area of a face in square units.
func (g *Geometry) areaOf(f *face) float32 {
	corners := g.cornersOf(f)
	var sum mgl32.Vec3
	for i := 2; i < len(corners); i++ {
		v := g.vertices[corners[0]]
		sum = sum.Add(g.vertices[corners[i-1]].Sub(v).Cross(g.vertices[corners[i]].Sub(v)))
	}
	return sum.Len() / 2
}

// medianLight returns the light at which half of the area is darker. ok is false if there is no area.
func medianLight(area *[256]float32) (light float32, ok bool) {
	total := float32(0)
	for _, a := range area {
		total += a
	}
	if !(total > 0) {
		return 0, false
	}
	sum := float32(0)
	for i, a := range area {
		if sum += a; sum >= total/2 {
			return float32(i), true
		}
	}
	return 255, true
}

// usual returns the light of a face while its styles have normal brightness.
func (l *styledLight) usual(first uint8) uint8 {
	sum := int(first)
	for k := 1; k < l.count; k++ {
		sum += int(l.means[k])
	}
	return uint8(min(255, sum))
}

// lightOf returns the factor for a face's color by the light of the map.
func (g *Geometry) lightOf(light float32) float32 {
	if g.built {
		return builtLight + builtGain*min(255, light)/255
	}
	return leastLight + (mostLight-leastLight)*light/(light+g.knee)
}

// Light on bodies in [Game]: more than the light of the floor below, so that bodies are brighter than the level, within
// bounds so that they are neither invisible nor white. Without a floor it is airLight.
const (
	bodyGain                       = 1.3
	leastBody, mostBody, darkLeast = 0.95, 1.7, 0.3
	airLight                       = 1
	// bodyWhite is the share of lifted light on bodies that is white: their own colors identify players.
	bodyWhite = 0.8
	// floorReach is the largest distance of a body from its floor, in units.
	floorReach = 2048
)

// lightOn returns the light that falls on a body at a point: that of the floor below it. In lifted light, the dead are
// no brighter than the level.
func (t *textured) lightOn(at mgl32.Vec3, dead bool, work *int) mgl32.Vec3 {
	light := mgl32.Vec3{airLight, airLight, airLight}
	if !sane(at) {
		return light
	}
	g := t.frame.g
	if f, floor := g.floorBelow(g.models[0].root, at, at[2]-floorReach, work); f != nil {
		light = t.lightOf(f, floor)
	}
	if dead && !t.frame.opt.TrueLight {
		return light
	}
	least := float32(darkLeast)
	if !t.frame.opt.TrueLight {
		least = leastBody
	}
	light = light.Mul(bodyGain)
	if most := max(light[0], light[1], light[2]); !t.frame.opt.TrueLight {
		light = light.Mul(1 - bodyWhite).Add(mgl32.Vec3{most, most, most}.Mul(bodyWhite))
	}
	// The added light is white, so that colors stay distinguishable in dim light of one color.
	if most := max(light[0], light[1], light[2]); most < least {
		more := least - most
		light = light.Add(mgl32.Vec3{more, more, more})
	} else if most > mostBody {
		light = light.Mul(mostBody / most)
	}
	return light
}

// lightOf returns the light of a face at a point on it, as the face is drawn.
func (t *textured) lightOf(f *face, at mgl32.Vec3) (light mgl32.Vec3) {
	s := litOf(t.of(f))
	if s == nil {
		scale, more := float32(1), float32(0)
		if f.styled != 0 {
			scale, more = t.styles.light(&t.frame.g.styled[f.styled-1])
		}
		l := t.frame.g.lightOf(float32(f.light)*scale + more)
		return mgl32.Vec3{l, l, l}
	}
	for k, style := range t.frame.g.source.Faces[f.source].Light.Styles {
		value := float32(1)
		if style != bsp.NoStyle {
			value = t.styles[style]
		} else if k > 0 {
			break
		}
		light = light.Add(t.frame.textures.Luxel(s, at, k).Mul(value * t.frame.textures.LightScale))
	}
	if most := min(draw.FullLight, max(light[0], light[1], light[2])); most > 0 {
		light = light.Mul(t.frame.textures.Lift.At(most) / most)
	}
	return light
}

// litOf returns the first of a face's surfaces that has light from the map, or nil for none.
func litOf(list []material.Surface) *material.Surface {
	for i := range list {
		if list[i].Lit {
			return &list[i]
		}
	}
	return nil
}

// floorBelow returns the first face of the world straight below a point and the point on it, searching below a node and
// above a height; nil if there is none. work counts the steps.
func (g *Geometry) floorBelow(n int32, from mgl32.Vec3, low float32, work *int) (*face, mgl32.Vec3) {
	for n >= 0 {
		*work++
		nd := &g.nodes[n]
		to := mgl32.Vec3{from[0], from[1], low}
		above, below := nd.distance(&from), nd.distance(&to)
		side := 0
		if above < 0 {
			side = 1
		}
		if (above < 0) == (below < 0) {
			n = nd.children[side]
			continue
		}
		at := from
		at[2] += (low - from[2]) * (above / (above - below))
		if f, floor := g.floorBelow(nd.children[side], from, at[2], work); f != nil {
			return f, floor
		}
		*work += int(nd.num)
		for i := nd.first; i < nd.first+nd.num; i++ {
			if f := &g.faces[i]; f.kind == bsp.KindSolid && f.plane.normal[2] > floorLeast && g.isAbove(f, at) {
				return f, at
			}
		}
		n, from = nd.children[1-side], at
	}
	return nil, from
}

// floorLeast is the sine of the slope from which a face can be the floor below a body.
const floorLeast = 0.1

// isAbove reports whether a point is above or below a face that looks up.
func (g *Geometry) isAbove(f *face, at mgl32.Vec3) bool {
	const near = 0.1 // a point on a side may be slightly outside, square units
	corners := g.cornersOf(f)
	a := g.vertices[corners[len(corners)-1]]
	left, right := false, false
	for _, c := range corners {
		b := g.vertices[c]
		d := (b[0]-a[0])*(at[1]-a[1]) - (b[1]-a[1])*(at[0]-a[0])
		left, right = left || d > near, right || d < -near
		a = b
	}
	return !left || !right
}

// styledLight is the light of a face that is not constant: its light styles and the mean brightness of each. The
// corners have the light of the first style.
type styledLight struct {
	styles [4]uint8
	means  [4]uint8
	count  int
}

const (
	// styleRate is the number of letters of a light style per second.
	styleRate = 10
	// maxStyle is the number of letters of a light style that count, as in the engines.
	maxStyle = 64
)

// styleValues is the brightness of each light style at a moment, 1 for normal.
type styleValues [bsp.NoStyle + 1]float32

// set sets the values at a moment, which may be nil, or their means if steady is set.
func (v *styleValues) set(m *player.Moment, steady bool) {
	if m == nil || m.World == nil {
		for i := range v {
			v[i] = 1
		}
		return
	}
	for i, pattern := range m.World.LightStyles() {
		v[i] = styleValue(pattern, m.Time, steady)
	}
}

// styleValue returns the brightness of a light style at a time in seconds, or its mean if steady is set. A style
// without letters is normal.
func styleValue(pattern string, time float64, steady bool) float32 {
	pattern = pattern[:min(len(pattern), maxStyle)]
	n := len(pattern)
	if n == 0 {
		return 1
	}
	if steady {
		sum := float32(0)
		for i := range n {
			sum += letterValue(pattern[i])
		}
		return sum / float32(n)
	}
	const longest = 1 << 40 // longer than any demo; also excludes NaN
	if !(time >= 0 && time < longest) {
		time = 0
	}
	// A time that is a whole number of letters may be slightly less as a float.
	return letterValue(pattern[int(time*styleRate+1e-6)%n])
}

// letterValue returns the brightness of a letter of a light style: 0 for a, 1 for m.
func letterValue(c byte) float32 { return float32(max('a', min('z', c))-'a') / ('m' - 'a') }

// light returns the factor for the light of a face's corners, and the light to add.
func (v *styleValues) light(l *styledLight) (scale, more float32) {
	for k := 1; k < l.count; k++ {
		more += float32(l.means[k]) * v[l.styles[k]]
	}
	return v[l.styles[0]], more
}

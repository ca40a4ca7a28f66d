package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/render/draw"
	"demoscope/render/material"
)

// sun is the direction to the light that shades faces. It is along no axis, so that
// the sides of a box differ.
var sun = normalize(mgl32.Vec3{0.35, 0.6, 1})

// shadeOf returns the brightness of a face by its direction.
func shadeOf(normal mgl32.Vec3) uint8 {
	return uint8(255 * (0.62 + 0.38*normal.Dot(sun)))
}

// unlit is the brightness of faces that have no lightmap, or glow by themselves.
const unlit = 200

// lightReader finds how bright a map is at the corners of its faces.
type lightReader struct {
	m    *bsp.Map
	list []uint8
}

// face returns the brightness at each corner of a face, valid until the next
// call. Where a face has a lightmap to itself half of it is the mean of that:
// corners are darker than what lies between them.
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

// layers returns the light styles of a face, and how bright it is by each in the mean. Only
// a face that is not always equally bright has any.
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
		layer.Offset += size // which the lump has: see [bsp.FaceLight]
	}
	return l, true
}

// maxMiddleSamples bounds how many bytes of a lightmap are looked at for their mean.
// Lightmaps of real faces are smaller; many faces may claim the same large one.
const maxMiddleSamples = 1 << 10

// middle returns the mean brightness of a lightmap that belongs to one face.
func (r *lightReader) middle(l *bsp.FaceLight) int {
	n := int(l.Width) * int(l.Height) * r.m.Lighting.Channels
	samples := r.m.Lighting.Samples[l.Offset:][:n]
	step := r.m.Lighting.Channels * (1 + n/maxMiddleSamples) // whole luxels, lest one color stands for all
	sum, count := 0, 0
	for i := 0; i < n; i += step {
		for _, b := range samples[i:][:r.m.Lighting.Channels] {
			sum += int(b)
			count++
		}
	}
	return sum / max(1, count)
}

// sample returns the mean of the luxels around a place of a lightmap.
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

// blendLight gives the corners of faces in one plane the same light where they meet:
// half of it is a mean of each face, which would make patches.
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

// The light of a map is fitted to it once, when it is prepared: maps of the games differ by a factor of ten in
// how bright they are. A face's factor rises from leastLight without any light toward mostLight, ever more
// slowly, so that no light makes a face white. At the median light of the map's floors it is usualLight, with
// which a floor has 45 % of full brightness.
const (
	leastLight = 0.34
	usualLight = 0.8
	mostLight  = 1.34
)

// builtLight and builtGain are those of reconstructed maps, whose light says how certain a face is.
const builtLight, builtGain = 0.55, 0.65

// floorSlope and wallSlope are the sines of the slopes from which on a face is a floor, and up to which it is a
// wall.
const floorSlope, wallSlope = 0.7, 0.3

// darkestFloor bounds the median light of floors from below: a map in which fewer than half of the floors have
// any light stays dark.
const darkestFloor = 4

// lightKnee is the ratio of the light at which a face is halfway between leastLight and mostLight to that of
// the median floor.
const lightKnee = (mostLight-leastLight)/(usualLight-leastLight) - 1

// fitLight finds the knee of the curve of light by the areas of the world's floors, or of all faces in a map
// without floors.
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

// medianLight returns the light at which half of the area is darker; false if there is no area.
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

// usual returns the light of a face while its styles are as bright as normal.
func (l *styledLight) usual(first uint8) uint8 {
	sum := int(first)
	for k := 1; k < l.count; k++ {
		sum += int(l.means[k])
	}
	return uint8(min(255, sum))
}

// lightOf returns the factor of a face's color for the light of the map.
func (g *Geometry) lightOf(light float32) float32 {
	if g.built {
		return builtLight + builtGain*min(255, light)/255
	}
	return leastLight + (mostLight-leastLight)*light/(light+g.knee)
}

// What light bodies have in [Game]: more than the floor that they stand on, so that they are brighter than the level,
// and neither so little that they are not seen nor so much that they are white. Without a floor it is airLight.
const (
	bodyGain                       = 1.3
	leastBody, mostBody, darkLeast = 0.62, 1.7, 0.3
	airLight                       = 1
	// bodyWhite is how much of lifted light on bodies is white: their own colors tell who they are.
	bodyWhite = 0.8
	// floorReach is how far below a body its floor is at most, in units.
	floorReach = 2048
)

// lightOn returns the light that falls on a body at a place: that of the floor below it.
func (t *textured) lightOn(at mgl32.Vec3, work *int) mgl32.Vec3 {
	light := mgl32.Vec3{airLight, airLight, airLight}
	if !sane(at) {
		return light
	}
	g := t.frame.g
	if f, floor := g.floorBelow(g.models[0].root, at, at[2]-floorReach, work); f != nil {
		light = t.lightOf(f, floor)
	}
	least := float32(darkLeast)
	if !t.frame.opt.TrueLight {
		least = leastBody
	}
	light = light.Mul(bodyGain)
	if most := max(light[0], light[1], light[2]); !t.frame.opt.TrueLight {
		light = light.Mul(1 - bodyWhite).Add(mgl32.Vec3{most, most, most}.Mul(bodyWhite))
	}
	// What is added is white, so that colors stay distinguishable in dim light of one color.
	if most := max(light[0], light[1], light[2]); most < least {
		more := least - most
		light = light.Add(mgl32.Vec3{more, more, more})
	} else if most > mostBody {
		light = light.Mul(mostBody / most)
	}
	return light
}

// lightOf returns the light of a face at a place on it, as the face is drawn.
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

// litOf returns the first of the surfaces of a face that the map lights, nil for none.
func litOf(list []material.Surface) *material.Surface {
	for i := range list {
		if list[i].Lit {
			return &list[i]
		}
	}
	return nil
}

// floorBelow returns the face of the world that is met first straight down from a place below a node, and where; nil if
// there is none above a height. Work counts the steps.
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

// floorLeast is the sine of the slope from which on a face is looked at as the floor below a body.
const floorLeast = 0.1

// isAbove reports whether a place is above or below a face, which looks up.
func (g *Geometry) isAbove(f *face, at mgl32.Vec3) bool {
	const near = 0.1 // a place on a side may be a little beyond it, square units
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

// styledLight is the light of a face that is not always equally bright: its light styles,
// and how bright each makes it in the mean. The corners have the light of the first.
type styledLight struct {
	styles [4]uint8
	means  [4]uint8
	count  int
}

const (
	// styleRate is how many letters of a light style pass in a second.
	styleRate = 10
	// maxStyle is how many letters of a light style count, as in the engines.
	maxStyle = 64
)

// styleValues is how bright each light style is at a moment, 1 for normal.
type styleValues [bsp.NoStyle + 1]float32

// set finds the values of a moment, which may be nil, or with steady their means.
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

// styleValue returns how bright a light style is at a time in seconds, or with steady in
// the mean. One without letters is normal.
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
	const longest = 1 << 40 // beyond every demo, and no number is NaN that is below
	if !(time >= 0 && time < longest) {
		time = 0
	}
	// A time that is a whole number of letters may be a little less as a float.
	return letterValue(pattern[int(time*styleRate+1e-6)%n])
}

// letterValue returns the brightness of a letter of a light style: 0 for a, 1 for m.
func letterValue(c byte) float32 { return float32(max('a', min('z', c))-'a') / ('m' - 'a') }

// light returns by what to multiply the light of a face's corners, and what to add to it.
func (v *styleValues) light(l *styledLight) (scale, more float32) {
	for k := 1; k < l.count; k++ {
		more += float32(l.means[k]) * v[l.styles[k]]
	}
	return v[l.styles[0]], more
}

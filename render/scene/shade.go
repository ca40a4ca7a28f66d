package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
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

package scene

import (
	"demoscope/bsp"
)

// sun is where the light comes from that shades faces by their direction: no
// axis, so that the sides of a box differ.
var sun = normalize(vec{0.35, 0.6, 1})

// shadeOf returns the brightness of a face by its direction.
func shadeOf(normal vec) uint8 {
	return uint8(255 * (0.62 + 0.38*dot(normal, sun)))
}

// meanLight returns for each face of a map the mean brightness of its
// lightmap, as far as it is lit at all; faces without light are dark where
// others have it, and bright in a map without any.
func meanLight(m *bsp.Map) []uint8 {
	light := make([]uint8, len(m.Faces))
	lit := &m.Lighting
	for i := range m.Faces {
		f := &m.Faces[i]
		switch {
		case len(lit.Samples) == 0 || f.Kind >= bsp.KindWindow:
			light[i] = 200
		case lit.Colors != nil:
			light[i] = meanColors(lit.Colors[f.FirstVertex : f.FirstVertex+f.NumVertices])
		case f.Light.Offset >= 0 && f.Light.Styles[0] != bsp.NoStyle:
			n := int(f.Light.Width) * int(f.Light.Height) * lit.Channels
			light[i] = meanSamples(lit.Samples[f.Light.Offset:][:n])
		}
	}
	return light
}

func meanSamples(s []byte) uint8 {
	sum := 0
	for _, b := range s {
		sum += int(b)
	}
	return uint8(sum / max(1, len(s)))
}

func meanColors(colors [][4]uint8) uint8 {
	sum := 0
	for _, c := range colors {
		sum += int(c[0]) + int(c[1]) + int(c[2])
	}
	return uint8(sum / max(1, 3*len(colors)))
}

package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
)

// LegendItem is a line of the legend: a kind of marker with its name.
type LegendItem struct {
	Kind Kind
	Name string
}

// Legend returns all kinds of markers in the order of the help page.
func Legend() []LegendItem {
	list := make([]LegendItem, 0, kinds)
	for k := range kinds {
		list = append(list, LegendItem{k, k.String()})
	}
	return list
}

// LegendIcon draws the marker of a kind as it looks in the level, centred at a
// point and size pixels high.
func LegendIcon(b *draw.Buffer, k Kind, x, y, size float32) {
	s := New()
	s.begin(Camera{Origin: mgl32.Vec3{-90, -30, 34}, Angles: mgl32.Vec3{20, 18, 0}, FOV: 40}, View{Width: size, Height: size, Scale: 1}, nil)
	s.visible.update(s.g, s.frustum.origin)
	at := placeAt(mgl32.Vec3{0, 0, 0}, mgl32.Vec3{0, 200, 0}, 1)
	switch k {
	case kindPlayer, kindMonster:
		at = placeAt(mgl32.Vec3{0, 0, -5}, mgl32.Vec3{0, 200, 0}, 0.7)
	case kindHealth:
		at = placeAt(mgl32.Vec3{}, mgl32.Vec3{0, 198, 0}, 1.4)
	case kindWeapon, kindProjectile:
		at = placeAt(mgl32.Vec3{}, mgl32.Vec3{0, 120, 0}, 1.2)
	case kindFlag:
		at = placeAt(mgl32.Vec3{0, 0, -8}, mgl32.Vec3{0, 70, 0}, 0.8)
	default:
		at = placeAt(mgl32.Vec3{}, mgl32.Vec3{0, 200, 0}, 1.4)
	}
	at.line, at.solidFill, at.minFade = kindColors[k], kindColors[k].Dim(0.5), 1
	s.putMarker(k, &at)
	s.emitLeaf(0)

	first := uint32(len(b.Vertices))
	for _, v := range s.World.Vertices {
		v.X += x - size/2
		v.Y += y - size/2
		b.Vertices = append(b.Vertices, v)
	}
	for _, i := range s.World.Indices {
		b.Indices = append(b.Indices, first+i)
	}
}

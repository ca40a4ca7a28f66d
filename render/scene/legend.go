package scene

import "demoscope/render/draw"

// LegendItem says what a marker looks like.
type LegendItem struct {
	Kind  Kind
	Name  string
	Color draw.Color
}

// Legend returns all kinds of markers in the order in which a help page lists
// them.
func Legend() []LegendItem {
	list := make([]LegendItem, 0, kinds)
	for k := range kinds {
		list = append(list, LegendItem{k, k.String(), kindColors[k]})
	}
	return list
}

// LegendIcon draws the marker of a kind as it looks in the level, centred at a
// point and size pixels high.
func LegendIcon(b *draw.Buffer, k Kind, x, y, size float32) {
	s := New()
	s.begin(Camera{Origin: vec{-90, -30, 34}, Angles: vec{20, 18, 0}, FOV: 40}, View{Width: size, Height: size, Scale: 1}, nil)
	s.visible.update(s.g, s.lens.origin)
	at := placeAt(vec{0, 0, 0}, vec{0, 200, 0}, 1)
	switch k {
	case KindPlayer, KindMonster:
		at = placeAt(vec{0, 0, -5}, vec{0, 200, 0}, 0.7)
	case KindHealth:
		at = placeAt(vec{}, vec{0, 198, 0}, 1.4)
	case KindWeapon, KindProjectile:
		at = placeAt(vec{}, vec{0, 120, 0}, 1.2)
	case KindFlag:
		at = placeAt(vec{0, 0, -8}, vec{0, 70, 0}, 0.8)
	default:
		at = placeAt(vec{}, vec{0, 200, 0}, 1.4)
	}
	at.line, at.solidFill, at.least = kindColors[k], kindColors[k].Dim(0.5), 1
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

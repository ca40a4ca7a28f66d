package survey

import "demoscope/bsp"

// mapTextures name the faces of a map by their [Kind], whose number is the index.
func mapTextures() []bsp.Texture {
	list := make([]bsp.Texture, KindCount)
	for k := range KindCount {
		list[k] = bsp.Texture{Name: k.String(), Kind: k.mapKind()}
	}
	return list
}

// mapKind returns as what a map has faces of the kind.
func (k Kind) mapKind() bsp.Kind {
	if k.Presumed() {
		return bsp.KindPresumed
	}
	return bsp.KindSolid
}

// The light of corners. What is high in the level has more of it, so that floors above one
// another differ. Walls that are presumed go out from foot to top: nobody knows how high they are.
const (
	lowLight, highLight = 85, 145
	presumedTop         = 20
)

// Map returns the level as a map. Floors are seen from below, too: they are the ceilings of
// what is there. Walls are not seen from behind, where a camera that flies looks in.
func (l *Level) Map() *bsp.Map {
	list := make([]bsp.Polygon, len(l.Faces))
	low, size := l.Box[0][2], max(1, l.Box[1][2]-l.Box[0][2])
	for i := range l.Faces {
		f := &l.Faces[i]
		p := &list[i]
		*p = bsp.Polygon{Corners: f.Corners, Kind: f.Kind.mapKind(), Texture: int32(f.Kind)}
		switch f.Kind {
		case Floor, Slope, PresumedFloor:
			p.BothSides = true
		}
		foot := f.Corners[0][2]
		for _, v := range f.Corners {
			foot = min(foot, v[2])
		}
		p.Light = make([]uint8, len(f.Corners))
		for k, v := range f.Corners {
			light := lowLight + (highLight-lowLight)*(v[2]-low)/size
			if f.Kind == PresumedWall && v[2] > foot {
				light = presumedTop
			}
			p.Light[k] = uint8(max(0, min(255, light)))
		}
	}
	return bsp.Build(list, mapTextures())
}

package survey

import (
	"slices"

	"demoscope/bsp"
)

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
	switch k {
	case PresumedFloor, PresumedWall:
		return bsp.KindPresumed
	case Water:
		return bsp.KindWater
	case Slime:
		return bsp.KindSlime
	case Lava:
		return bsp.KindLava
	}
	return bsp.KindSolid
}

// The light of corners. What is high in the level has more of it, so that floors above one
// another differ. Floors are brightest, what stands on them less, and what is seen from below
// least: so one tells at a glance what can be walked on. Walls that are presumed thin out above
// thinFrom units, but over thinLeast at least: nobody knows how high they are. Their color is dark already,
// so that they have all the light.
const (
	lowLight, highLight = 100, 165
	thinFrom, thinLeast = 96, 32
)

// shares are how much of the light of its height faces of a kind have, in percent.
var shares = [KindCount]int{Floor: 100, Slope: 100, Riser: 60, Skirt: 45, Wall: 92, PresumedFloor: 135,
	PresumedWall: 100, LikelyWall: 92, Water: 100, Slime: 100, Lava: 100}

// belowShare is how much of the light of a floor it has from below, in percent.
const belowShare = 50

// Map returns the level as a map. Floors are seen from below, too: they are the ceilings of
// what is there. Walls are not seen from behind, where a camera that flies looks in.
func (l *Level) Map() *bsp.Map {
	list := make([]bsp.Polygon, 0, 2*len(l.Faces))
	low, size := l.Box[0][2], max(1, l.Box[1][2]-l.Box[0][2])
	for i := range l.Faces {
		f := &l.Faces[i]
		p := bsp.Polygon{Corners: f.Corners, Kind: f.Kind.mapKind(), Texture: int32(f.Kind), BothSides: f.Kind >= Water}
		p.Light = make([]uint8, len(f.Corners))
		for k, v := range f.Corners {
			light := (lowLight + (highLight-lowLight)*(v[2]-low)/size) * float32(shares[f.Kind]) / 100
			p.Light[k] = uint8(max(0, min(255, light)))
		}
		if f.Kind == PresumedWall {
			list = thinned(list, p)
			continue
		}
		list = append(list, p)
		switch f.Kind {
		case Floor, Slope, PresumedFloor:
			below := p
			below.Corners, below.Light = slices.Clone(p.Corners), slices.Clone(p.Light)
			slices.Reverse(below.Corners)
			slices.Reverse(below.Light)
			for k, light := range below.Light {
				below.Light[k] = uint8(int(light) * belowShare / 100)
			}
			list = append(list, below)
		}
	}
	return bsp.Build(list, mapTextures())
}

// thinned appends a presumed wall, which has an upright rectangle, in two parts if it is high: the
// light of the upper one ends at its top.
func thinned(list []bsp.Polygon, p bsp.Polygon) []bsp.Polygon {
	foot, top := p.Corners[0][2], p.Corners[0][2]
	for _, v := range p.Corners {
		foot, top = min(foot, v[2]), max(top, v[2])
	}
	if top-foot <= dropPart {
		return append(list, p)
	}
	middle := min(foot+thinFrom, top-thinLeast)
	upper := p
	p.Corners, upper.Corners = slices.Clone(p.Corners), slices.Clone(p.Corners)
	upper.Light = slices.Clone(p.Light)
	for k, v := range p.Corners {
		if v[2] > middle {
			p.Corners[k][2], upper.Light[k] = middle, 0
		} else {
			upper.Corners[k][2] = middle
		}
	}
	return append(list, p, upper)
}

package survey

import (
	"slices"

	"demoscope/bsp"
)

// mapTextures returns one texture for each [Kind], which is its index.
func mapTextures() []bsp.Texture {
	list := make([]bsp.Texture, KindCount)
	for k := range KindCount {
		list[k] = bsp.Texture{Name: k.String(), Kind: k.mapKind()}
	}
	return list
}

// mapKind returns the kind of the faces in a map.
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

// These constants control the light of corners. Higher parts of a level are brighter, so that floors above each
// other differ. Floors are brightest, upright faces are darker, and floors seen from below are darkest, so that
// a viewer sees at a glance where players can walk. Presumed walls fade out from thinFrom units above their
// foot, over at least the upper thinLeast units, because their height is unknown. Their color is dark already,
// so they get all the light.
const (
	lowLight, highLight = 100, 165
	thinFrom, thinLeast = 96, 32
)

// shares are the percentages of the light at their height that faces of each kind get.
var shares = [KindCount]int{Floor: 100, Slope: 100, Riser: 60, Skirt: 45, Wall: 92, PresumedFloor: 135,
	PresumedWall: 100, LikelyWall: 92, Water: 100, Slime: 100, Lava: 100}

// belowShare is the percentage of a floor's light on its underside.
const belowShare = 50

// Map returns the level as a map. Floors are also visible from below, as ceilings of the rooms there. Walls are
// invisible from behind, so that a free camera outside can look in.
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

// thinned appends a presumed wall, which must be an upright rectangle. A high wall is split in two, and the
// light of the upper part fades to 0 at the top.
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

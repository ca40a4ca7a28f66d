package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
)

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
	corners := g.corners[f.firstCorner : f.firstCorner+f.numCorners]
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

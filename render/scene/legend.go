package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
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

// legendFigures are the figures that stand for the kinds in the legend, and how they are
// turned there, in degrees.
var legendFigures = [kinds]struct {
	figure string
	yaw    float32
}{
	kindPlayer: {"human", 200}, kindMonster: {"ogre", 200}, kindWeapon: {"rocket_launcher", 120},
	kindArmor: {"armor", 200}, kindHealth: {"health", 198},
	kindAmmo: {"shells", 215}, kindPowerup: {"quad", 200}, kindKey: {"key_gold", 200}, kindFlag: {"flag", 200},
	kindProjectile: {"rocket", 130},
	kindBackpack:   {"backpack", 215}, kindCorpse: {"gib_ribs", 200},
}

// legendSize is how large a figure of the legend is, in units.
const legendSize = 40

// LegendIcon draws what stands for a kind as it looks in the level, centered at a point and
// size pixels high.
func LegendIcon(b *draw.Buffer, k Kind, x, y, size float32) {
	s := New()
	s.begin(nil, Camera{Origin: mgl32.Vec3{-90, -30, 34}, Angles: mgl32.Vec3{20, 18, 0}, FOV: 40},
		View{Width: size, Height: size, Scale: 1}, nil)
	s.visible.update(s.frame.origin)
	if f := figures.Get(legendFigures[k].figure); f != nil {
		pose := f.Animations["stand"].First
		p := &f.Poses[pose]
		extent := p.Maxs.Sub(p.Mins)
		at := bodyOf(mgl32.Vec3{}, mgl32.Vec3{0, legendFigures[k].yaw, 0}, legendSize/max(extent[0], extent[1],
			extent[2]))
		at.Origin = at.Apply(p.Mins.Add(p.Maxs).Mul(-0.5)) // its middle is in the middle
		look := paint{accent: draw.RGB(f.Accent), shirt: kindColors[k], trousers: kindColors[k].Dim(0.7)}
		s.bodies.poser.put([]posed{{model: f.Model, from: pose, to: pose, at: at, paint: look}})
	} else {
		at := placeAt(mgl32.Vec3{}, mgl32.Vec3{0, 200, 0}, 1.4)
		at.line, at.solidFill, at.minFade = kindColors[k], kindColors[k].Dim(0.5), 1
		s.pieces.putMarker(k, &at)
	}
	s.pieces.emitLeaf(0)

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

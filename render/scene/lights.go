package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// What burns or shines for a moment lights the faces around it: explosions, muzzles, lightning,
// rockets that fly, and players with a powerup. On each face it is a pool, brightest where the face
// is nearest to the light.

const (
	// maxLights bounds the lights, of which those count that are largest in the picture, and
	// maxPools the pools of each, of which those count that are nearest to the camera: nearly all lights have fewer.
	maxLights, maxPools = 4, 128
	// poolMost is how opaque a pool is where it is brightest.
	poolMost = 0.4
	// poolOff is how far before a face it is looked whether anything is between it and the light,
	// in units.
	poolOff = 3
)

// closeLight is how bright a light is at the camera, as a part of its brightness at its radius and beyond.
const closeLight = 0.35

// poolSides is how many sides a pool has where no face ends it.
const poolSides = 20

var poolCorners = func() (list [poolSides][2]float32) {
	for i := range list {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / poolSides)
		list[i] = [2]float32{float32(cos), float32(sin)}
	}
	return list
}()

// light is a light of a moment.
type light struct {
	at     mgl32.Vec3
	radius float32    // units
	color  draw.Color // A is how bright it is, 0 to 1
	rank   float32
	pools  int
}

// pool is where a light shines on a face: the corners around it, in the world, of lights.corners.
type pool struct {
	face         int32
	light        int
	away         float32 // of the light from the face's plane, units
	middle       mgl32.Vec3
	first, count int
}

// lights are those of a picture. on has for each face of the level which of them reach it, one bit
// each, and lit the faces that any does; once the pools are found, on has those that have one.
type lights struct {
	list    []light
	on      []uint8
	lit     []int32
	pools   []pool // in the order of the faces, the nearest first
	corners []mgl32.Vec3

	polygon [2][]mgl32.Vec3
	sides   []plane // of a face, those that end a pool: front is the face's side
}

func (l *lights) reset(g *Geometry) {
	l.on = make([]uint8, len(g.faces))
	l.list, l.lit = l.list[:0], l.lit[:0]
}

func (l *lights) begin() {
	for _, f := range l.lit {
		l.on[f] = 0
	}
	l.list, l.lit = l.list[:0], l.lit[:0]
}

// glow is how the light of a kind of effect looks: how far it reaches at first, in units, how bright
// it is, and for which part of the effect's life.
type glow struct {
	radius, bright, part float32
	color                draw.Color
}

// glows of effects: radii are those of the games' lights, about.
var effectGlows = [world.EffectKindCount]glow{
	world.EffectExplosion:    {300, 1, 0.5, colorFire},
	world.EffectTarExplosion: {260, 0.8, 0.8, colorPurple},
	world.EffectBFG:          {300, 1, 0.9, colorGreen},
	world.EffectPlasma:       {140, 0.6, 0.5, colorCyan},
	world.EffectNuke:         {700, 1, 0.9, colorWhite},
	world.EffectTeleport:     {160, 0.4, 0.6, colorWhite},
	world.EffectMuzzleFlash:  {150, 0.4, 1, colorYellow},
	world.EffectLightning:    {170, 0.6, 1, draw.RGB(0xa8d4ff)},
	world.EffectRail:         {120, 0.4, 0.4, colorWhite},
}

const (
	// rocketLight is how far a flying rocket lights its surroundings, and carriedLight a player
	// with a powerup, in units, and how brightly.
	rocketLight, rocketBright   = 130, 0.45
	carriedLight, carriedBright = 150, 0.4
)

// addLights collects the lights of a moment and finds which faces they reach.
func (s *Scene) addLights(m *player.Moment) {
	if m == nil || m.World == nil || !s.frame.opt.On(setting.Effects) || s.frame.opt.On(setting.ReducedMotion) || !s.frame.g.hasMap() ||
		s.frame.opt.Mode != Lit &&
			s.frame.opt.Mode != Shaded {
		return
	}
	for i := range m.World.Effects.List {
		e := &m.World.Effects.List[i]
		k := &effectGlows[min(int(e.Kind), len(effectGlows)-1)]
		if k.radius == 0 || int(e.Kind) >= len(effectGlows) || !s.showsEffect(m, e) || !(e.Life > 0) {
			continue
		}
		part := float32((m.Clock-e.Clock)/e.Life) / k.part
		if part >= 1 {
			continue
		}
		at := mgl32.Vec3(e.Origin)
		if e.Kind.Beam() {
			at = mgl32.Vec3(e.End) // where it hits; the gun is dark beside that
		}
		s.addLight(at, k.radius*(1-0.4*part), k.color, k.bright*(1-part*part))
	}
	for i := range s.items {
		if it := &s.items[i]; it.kind == itemBolt {
			k := &effectGlows[world.EffectLightning]
			s.addLight(it.to, k.radius, k.color, k.bright)
		}
	}
	for i := range s.markers.list {
		if mk := &s.markers.list[i]; mk.class.kind == kindProjectile && s.frame.opt.On(setting.Items) {
			if t := trailEnd(m, mk.entity); t != nil && t.Kind == world.TrailRocket && m.Clock-t.Until <= sinceTrail {
				s.addLight(mk.origin, rocketLight, colorFire, rocketBright)
			}
		}
	}
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if p.Dead || p.Spectator || !p.Visible || i >= len(m.Poses) || !sane(m.Poses[i].Origin) {
			continue
		}
		if color, ok := glowOf(m.World.Carries(p)); ok {
			s.addLight(m.Poses[i].Origin, carriedLight, color, carriedBright)
		}
	}
	for i := range s.lights.list {
		s.lightFaces(s.frame.g.models[0].root, i)
	}
}

// addLight collects a light, if it is one of those that count.
func (s *Scene) addLight(at mgl32.Vec3, radius float32, color draw.Color, bright float32) {
	if !sane(at) || bright <= 0 || !s.visible.near(at, radius) {
		return
	}
	away := at.Sub(s.frame.origin).Len()
	bright *= max(closeLight, min(1, away/radius)) // what is close would color the whole picture
	l := light{at: at, radius: radius, color: color.Alpha(bright), rank: bright * radius / max(radius, away)}
	list := s.lights.list
	if len(list) < maxLights {
		s.lights.list = append(list, l)
		return
	}
	least := slices.MinFunc(list, func(a, b light) int { return cmp.Compare(a.rank, b.rank) })
	if least.rank >= l.rank {
		return
	}
	for i := range list {
		if list[i].rank == least.rank {
			list[i] = l
			return
		}
	}
}

// lightFaces marks the faces below a node that a light may reach.
func (s *Scene) lightFaces(n int32, which int) {
	l := &s.lights.list[which]
	for n >= 0 {
		if !s.visible.node(n) {
			return
		}
		nd := &s.frame.g.nodes[n]
		d := nd.distance(&l.at)
		switch {
		case d > l.radius:
			n = nd.children[0]
			continue
		case d < -l.radius:
			n = nd.children[1]
			continue
		}
		for f := nd.first; f < nd.first+nd.num; f++ {
			if fc := &s.frame.g.faces[f]; (fc.kind == bsp.KindSolid || fc.kind == bsp.KindPresumed) &&
				fc.plane.normal.Dot(l.at) > fc.plane.dist {
				if s.lights.on[f] == 0 {
					s.lights.lit = append(s.lights.lit, int32(f))
				}
				s.lights.on[f] |= 1 << which
			}
		}
		s.lightFaces(nd.children[0], which)
		n = nd.children[1]
	}
}

// findPools finds the pools on the faces in the order, beginning with the nearest, so that hidden faces never use up
// the pools of nearer ones.
func (s *Scene) findPools() {
	l := &s.lights
	l.pools, l.corners = l.pools[:0], l.corners[:0]
	if len(l.lit) == 0 {
		return
	}
	for i := len(s.order) - 1; i >= 0; i-- {
		k := s.order[i]
		if k < 0 || l.on[k] == 0 {
			continue
		}
		for which := range l.list {
			if bit := uint8(1) << which; l.on[k]&bit != 0 && !s.findPool(k, which) {
				l.on[k] &^= bit
			}
		}
	}
}

// findPool finds the pool of a light on a face; false if there is none.
func (s *Scene) findPool(face int32, which int) bool {
	f, l := &s.frame.g.faces[face], &s.lights.list[which]
	if l.pools >= maxPools {
		return false
	}
	away := f.plane.normal.Dot(l.at) - f.plane.dist
	radius := l.radius*l.radius - away*away
	if !(away > 0 && radius > 0) {
		return false
	}
	radius = float32(math.Sqrt(float64(radius)))
	foot := l.at.Sub(f.plane.normal.Mul(away))
	list, inside := s.poolOn(f, foot, radius)
	if len(list) < 3 {
		return false
	}
	middle := foot
	if !inside {
		middle = mgl32.Vec3{}
		for _, v := range list {
			middle = middle.Add(v)
		}
		middle = middle.Mul(1 / float32(len(list)))
	}
	before := middle.Add(f.plane.normal.Mul(poolOff))
	if s.frame.g.until(l.at, before).Sub(before).Len() > poolOff {
		return false
	}
	l.pools++
	p := &s.lights
	p.pools = append(p.pools, pool{face, which, away, middle, len(p.corners), len(list)})
	p.corners = append(p.corners, list...)
	return true
}

// lightFace draws the pools on a face that has some. Faces come in their order, the farthest first.
func (s *Scene) lightFace(face int32) {
	l := &s.lights
	n := len(l.pools)
	for n > 0 && l.pools[n-1].face != face { // of what is not drawn
		n--
	}
	first := n
	for first > 0 && l.pools[first-1].face == face {
		first--
	}
	for i := first; i < n; i++ {
		s.drawPool(&l.pools[i])
	}
	l.pools = l.pools[:first]
}

// drawPool draws a pool.
func (s *Scene) drawPool(p *pool) {
	l := &s.lights.list[p.light]
	list, middle, away := s.lights.corners[p.first:p.first+p.count], p.middle, p.away
	bright := func(v mgl32.Vec3) float32 {
		far := v.Sub(l.at).Len()
		return max(0, 1-far/l.radius) * (0.5 + 0.5*away/max(far, 1))
	}
	s.canvas.polygon[0] = s.canvas.polygon[0][:0]
	cut := false
	add := func(v mgl32.Vec3) {
		c := corner{light: bright(v)}
		c.x, c.y, c.w = s.frame.transform(v)
		cut = cut || c.w < s.frame.near
		s.canvas.polygon[0] = append(s.canvas.polygon[0], c)
	}
	if add(middle); cut {
		s.canvas.polygon[0], cut = s.canvas.polygon[0][:0], true
	}
	fan := !cut // around the middle
	for _, v := range list {
		add(v)
	}
	if cut && fan { // a cut polygon does not have the middle as a corner
		s.canvas.polygon[0] = append(s.canvas.polygon[0][:0], s.canvas.polygon[0][1:]...)
		fan = false
	}
	polygon := s.canvas.polygon[0]
	if cut {
		polygon = s.canvas.clip()
	}
	if len(polygon) < 3 {
		return
	}
	b := &s.World
	first := uint32(len(b.Vertices))
	for i := range polygon {
		c := &polygon[i]
		x, y := s.frame.screen(c)
		b.Vertex(x, y, l.color.Alpha(poolMost*c.light*fade(c.w)))
	}
	if b.Fan(first, uint32(len(polygon))); fan {
		b.Index(first, first+uint32(len(polygon))-1, first+1)
	}
}

// poolOn returns the part of a disc around a place on a face's plane that is on the face, and whether
// the place is.
func (s *Scene) poolOn(f *face, foot mgl32.Vec3, radius float32) (list []mgl32.Vec3, inside bool) {
	p := &s.lights
	p.sides = p.sides[:0]
	corners := s.frame.g.corners[f.firstCorner : f.firstCorner+f.numCorners]
	var middle mgl32.Vec3
	for _, c := range corners {
		middle = middle.Add(s.frame.g.vertices[c])
	}
	middle = middle.Mul(1 / float32(len(corners)))
	inside = true
	last := s.frame.g.vertices[corners[len(corners)-1]]
	for _, c := range corners {
		at := s.frame.g.vertices[c]
		in := f.plane.normal.Cross(at.Sub(last)) // points to one side of the edge, in the plane
		last = at
		length := in.Len()
		if !(length > 1e-3) {
			continue
		}
		in = in.Mul(1 / length)
		dist := in.Dot(at)
		if in.Dot(middle) < dist {
			in, dist = in.Mul(-1), -dist
		}
		d := in.Dot(foot) - dist
		switch {
		case d <= -radius:
			return nil, false // most faces end here
		case d >= radius:
			continue
		}
		inside = inside && d >= 0
		p.sides = append(p.sides, plane{normal: in, dist: dist})
	}
	x, y := across(f.plane.normal)
	p.polygon[0] = p.polygon[0][:0]
	for _, c := range poolCorners {
		p.polygon[0] = append(p.polygon[0], foot.Add(x.Mul(radius*c[0])).Add(y.Mul(radius*c[1])))
	}
	for i := range p.sides {
		if p.clip(p.sides[i].normal, p.sides[i].dist); len(p.polygon[0]) < 3 {
			return nil, false
		}
	}
	if len(p.sides) > 0 {
		p.brighten(foot)
	}
	return p.polygon[0], inside
}

// brighten adds to each side of the polygon the place that is nearest to a foot: the side of a face
// is bright there, and that of its neighbor as well.
func (l *lights) brighten(foot mgl32.Vec3) {
	const end = 0.05 // of a side: nearer to a corner it is the corner
	in, out := l.polygon[0], l.polygon[1][:0]
	last := in[len(in)-1]
	for _, v := range in {
		way := v.Sub(last)
		if part := foot.Sub(last).Dot(way) / way.Dot(way); part > end && part < 1-end {
			out = append(out, last.Add(way.Mul(part)))
		}
		out = append(out, v)
		last = v
	}
	l.polygon[0], l.polygon[1] = out, in
}

// clip leaves of the polygon what is on one side of a plane.
func (l *lights) clip(normal mgl32.Vec3, dist float32) {
	in, out := l.polygon[0], l.polygon[1][:0]
	last := in[len(in)-1]
	dLast := normal.Dot(last) - dist
	for _, v := range in {
		d := normal.Dot(v) - dist
		if (d >= 0) != (dLast >= 0) {
			out = append(out, last.Add(v.Sub(last).Mul(dLast/(dLast-d))))
		}
		if d >= 0 {
			out = append(out, v)
		}
		last, dLast = v, d
	}
	l.polygon[0], l.polygon[1] = out, in
}

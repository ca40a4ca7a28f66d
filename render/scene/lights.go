package scene

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// Transient lights: explosions, muzzle flashes, lightning, flying rockets and players with a powerup light the faces
// around them. The light on each face is a pool, brightest where the face is nearest to the light.

const (
	// maxLights bounds the lights; those that are largest in the picture count.
	maxLights = 4
	// maxPools bounds the pools of each light; those nearest to the camera count. Nearly all lights have fewer.
	maxPools = 128
	// poolMost is the opacity of a pool where it is brightest.
	poolMost = 0.4
	// poolOff is the distance from a face, in units, of the point that must be visible from the light.
	poolOff = 3
)

// closeLight is the brightness of a light at the camera, as a part of its brightness at a distance of its radius or
// more.
const closeLight = 0.35

// poolSides is the number of sides of a pool that no face cuts off.
const poolSides = 20

var poolCorners = func() (list [poolSides][2]float32) {
	for i := range list {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / poolSides)
		list[i] = [2]float32{float32(cos), float32(sin)}
	}
	return list
}()

// light is a light at a moment.
type light struct {
	at     mgl32.Vec3
	radius float32    // units
	color  draw.Color // A is the brightness, 0 to 1
	rank   float32
	pools  int
}

// pool is the light of a light on a face. Its corners are a range of lights.corners, in the space of the world.
type pool struct {
	face         int32
	light        int
	away         float32 // distance of the light from the face's plane, units
	middle       mgl32.Vec3
	first, count int
}

// lights are the lights of a picture. on has, for each face of the level, one bit for each light that reaches it, and
// lit has the faces that any light reaches. Once the pools are found, on only has lights with a pool.
type lights struct {
	frame   *frame
	visible *visibility
	canvas  *canvas
	list    []light
	on      []uint8
	lit     []int32
	pools   []pool // in the order of the faces, nearest first
	corners []mgl32.Vec3

	polygon, spare []mgl32.Vec3 // part of a pool, and scratch for clipping
	sides          []plane      // sides of a face that cut off a pool; the face is in front
}

func (ls *lights) reset(g *Geometry) {
	ls.on = make([]uint8, len(g.faces))
	ls.list, ls.lit = ls.list[:0], ls.lit[:0]
}

func (ls *lights) begin() {
	for _, f := range ls.lit {
		ls.on[f] = 0
	}
	ls.list, ls.lit = ls.list[:0], ls.lit[:0]
}

// glow describes the light of a kind of effect: its initial radius in units, its brightness, and the part of the
// effect's life that it lasts.
type glow struct {
	radius, bright, part float32
	color                draw.Color
}

// effectGlows are the glows of effects. Radii are about those of the games' lights.
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
	// rocketLight is the radius of the light of a flying rocket, and carriedLight that of a player with a powerup, in
	// units. rocketBright and carriedBright are their brightnesses.
	rocketLight, rocketBright   = 130, 0.45
	carriedLight, carriedBright = 150, 0.4
)

// find collects the lights of a moment and the faces that they reach.
func (ls *lights) find(m *player.Moment, items []effectItem, markers []marker) {
	o := &ls.frame.opt
	if !o.On(setting.Effects) || o.On(setting.ReducedMotion) || !ls.frame.g.hasMap() || o.Mode > Shaded {
		return
	}
	for i := range m.World.Effects.List {
		if e := &m.World.Effects.List[i]; showsEffect(m, e) && e.Life > 0 {
			ls.addEffect(m, e)
		}
	}
	for i := range items {
		if it := &items[i]; it.kind == itemBolt {
			k := &effectGlows[world.EffectLightning]
			ls.add(it.to, k.radius, k.color, k.bright)
		}
	}
	for i := range markers {
		if mk := &markers[i]; mk.class.kind == kindProjectile {
			if t := flying(m, mk.entity); t != nil && t.Kind == world.TrailRocket {
				ls.add(mk.origin, rocketLight, colorFire, rocketBright)
			}
		}
	}
	for i := range m.World.Players {
		p := &m.World.Players[i]
		if p.Dead || p.Spectator || !stands(m, i) {
			continue
		}
		if color, ok := glowOf(equipment.Carries(m.World, p)); ok {
			ls.add(m.Poses[i].Origin, carriedLight, color, carriedBright)
		}
	}
	for i := range ls.list {
		ls.mark(ls.frame.g.models[0].root, i)
	}
}

// addEffect collects the light of a visible effect.
func (ls *lights) addEffect(m *player.Moment, e *world.Effect) {
	k := &effectGlows[e.Kind]
	if k.radius == 0 {
		return
	}
	part := float32((m.Clock-e.Clock)/e.Life) / k.part
	if part >= 1 {
		return
	}
	at := mgl32.Vec3(e.Origin)
	if e.Kind.Beam() {
		at = mgl32.Vec3(e.End) // the point that it hits; the light of the gun doesn't matter next to that
	}
	ls.add(at, k.radius*(1-0.4*part), k.color, k.bright*(1-part*part))
}

// add collects a light unless it is too small to count.
func (ls *lights) add(at mgl32.Vec3, radius float32, color draw.Color, bright float32) {
	if !sane(at) || bright <= 0 || !ls.visible.near(at, radius) {
		return
	}
	away := at.Sub(ls.frame.origin).Len()
	bright *= max(closeLight, min(1, away/radius)) // a close light would color the whole picture
	l := light{at: at, radius: radius, color: color.Alpha(bright), rank: bright * radius / max(radius, away)}
	list := ls.list
	if len(list) < maxLights {
		ls.list = append(list, l)
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

// mark marks the faces below a node that a light may reach.
func (ls *lights) mark(n int32, which int) {
	l := &ls.list[which]
	for n >= 0 {
		if !ls.visible.node(n) {
			return
		}
		nd := &ls.frame.g.nodes[n]
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
			if fc := &ls.frame.g.faces[f]; (fc.kind == bsp.KindSolid || fc.kind == bsp.KindPresumed) &&
				fc.plane.normal.Dot(l.at) > fc.plane.dist {
				if ls.on[f] == 0 {
					ls.lit = append(ls.lit, int32(f))
				}
				ls.on[f] |= 1 << which
			}
		}
		ls.mark(nd.children[0], which)
		n = nd.children[1]
	}
}

// findPools finds the pools on the faces in the order, nearest first, so that hidden faces never use up the pools of
// nearer ones.
func (ls *lights) findPools(order []int32) {
	ls.pools, ls.corners = ls.pools[:0], ls.corners[:0]
	if len(ls.lit) == 0 {
		return
	}
	for i := len(order) - 1; i >= 0; i-- {
		k := order[i]
		if k < 0 || ls.on[k] == 0 {
			continue
		}
		for which := range ls.list {
			if bit := uint8(1) << which; ls.on[k]&bit != 0 && !ls.findPool(k, which) {
				ls.on[k] &^= bit
			}
		}
	}
}

// findPool finds the pool of a light on a face. It returns false if there is none.
func (ls *lights) findPool(face int32, which int) bool {
	f, l := &ls.frame.g.faces[face], &ls.list[which]
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
	list, inside := ls.poolOn(f, foot, radius)
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
	if ls.frame.g.until(l.at, before).Sub(before).Len() > poolOff {
		return false
	}
	l.pools++
	ls.pools = append(ls.pools, pool{face, which, away, middle, len(ls.corners), len(list)})
	ls.corners = append(ls.corners, list...)
	return true
}

// draw draws the pools on a face. Calls come in the order of the faces, farthest first.
func (ls *lights) draw(face int32) {
	n := len(ls.pools)
	for n > 0 && ls.pools[n-1].face != face { // pools of faces that are not drawn
		n--
	}
	first := n
	for first > 0 && ls.pools[first-1].face == face {
		first--
	}
	for i := first; i < n; i++ {
		ls.drawPool(&ls.pools[i])
	}
	ls.pools = ls.pools[:first]
}

// drawPool draws a pool.
func (ls *lights) drawPool(p *pool) {
	l := &ls.list[p.light]
	list, middle, away := ls.corners[p.first:p.first+p.count], p.middle, p.away
	bright := func(v mgl32.Vec3) float32 {
		far := v.Sub(l.at).Len()
		return max(0, 1-far/l.radius) * (0.5 + 0.5*away/max(far, 1))
	}
	ls.canvas.polygon = ls.canvas.polygon[:0]
	cut := false
	add := func(v mgl32.Vec3) {
		c := corner{light: bright(v)}
		c.x, c.y, c.w = ls.frame.transform(v)
		cut = cut || c.w < ls.frame.near
		ls.canvas.polygon = append(ls.canvas.polygon, c)
	}
	if add(middle); cut {
		ls.canvas.polygon, cut = ls.canvas.polygon[:0], true
	}
	fan := !cut // around the center
	for _, v := range list {
		add(v)
	}
	if cut && fan { // a cut polygon does not have the center as a corner
		ls.canvas.polygon = append(ls.canvas.polygon[:0], ls.canvas.polygon[1:]...)
		fan = false
	}
	polygon := ls.canvas.polygon
	if cut {
		polygon = ls.canvas.clip()
	}
	if len(polygon) < 3 {
		return
	}
	b := ls.canvas.world
	first := uint32(len(b.Vertices))
	for i := range polygon {
		c := &polygon[i]
		x, y := ls.frame.screen(c)
		b.Vertex(x, y, l.color.Alpha(poolMost*c.light*fade(c.w)))
	}
	if b.Fan(first, uint32(len(polygon))); fan {
		b.Index(first, first+uint32(len(polygon))-1, first+1)
	}
}

// poolOn returns the part of a disc around foot, a point on a face's plane, that is on the face, and whether foot is.
func (ls *lights) poolOn(f *face, foot mgl32.Vec3, radius float32) (list []mgl32.Vec3, inside bool) {
	ls.sides = ls.sides[:0]
	corners := ls.frame.g.cornersOf(f)
	var middle mgl32.Vec3
	for _, c := range corners {
		middle = middle.Add(ls.frame.g.vertices[c])
	}
	middle = middle.Mul(1 / float32(len(corners)))
	inside = true
	last := ls.frame.g.vertices[corners[len(corners)-1]]
	for _, c := range corners {
		at := ls.frame.g.vertices[c]
		in := f.plane.normal.Cross(at.Sub(last)) // points to one side of the edge, within the plane
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
		ls.sides = append(ls.sides, plane{normal: in, dist: dist})
	}
	x, y := across(f.plane.normal)
	ls.polygon = ls.polygon[:0]
	for _, c := range poolCorners {
		ls.polygon = append(ls.polygon, foot.Add(x.Mul(radius*c[0])).Add(y.Mul(radius*c[1])))
	}
	for i := range ls.sides {
		if ls.clip(ls.sides[i].normal, ls.sides[i].dist); len(ls.polygon) < 3 {
			return nil, false
		}
	}
	if len(ls.sides) > 0 {
		ls.brighten(foot)
	}
	return ls.polygon, inside
}

// brighten adds the point nearest to foot to each side of the polygon: the side of a face is bright there, and so is
// that of its neighbor.
func (ls *lights) brighten(foot mgl32.Vec3) {
	const end = 0.05 // part of a side: closer to a corner, the corner itself is used
	in, out := ls.polygon, ls.spare[:0]
	last := in[len(in)-1]
	for _, v := range in {
		delta := v.Sub(last)
		if part := foot.Sub(last).Dot(delta) / delta.Dot(delta); part > end && part < 1-end {
			out = append(out, last.Add(delta.Mul(part)))
		}
		out = append(out, v)
		last = v
	}
	ls.polygon, ls.spare = out, in
}

// clip keeps the part of the polygon on one side of a plane.
func (ls *lights) clip(normal mgl32.Vec3, dist float32) {
	in, out := ls.polygon, ls.spare[:0]
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
	ls.polygon, ls.spare = out, in
}

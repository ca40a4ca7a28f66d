package scene

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	models "demoscope/assets/model"
	"demoscope/player/world/equipment"
	"demoscope/render/draw"
	"demoscope/render/material"
)

// posed is a model in a pose at a place. A body consists of one or several of them.
type posed struct {
	model    *models.Model
	from, to int     // pose indices
	t        float32 // fraction between the two, 0 to 1
	at       models.Tag
	paint    paint
}

// paint describes the colors of a model.
type paint struct {
	// triangleColors has the color of each triangle of a game's model. Without one, a surface has the color of the role
	// that its name stands for (package figure), or the accent color for any other name.
	triangleColors          *triangleColors
	shirt, trousers, accent draw.Color
	// outfit has the skins of a game's model in [Game], nil for none. Surfaces without a skin use triangleColors.
	outfit *outfit
	// rows are the palette rows of a player's shirt and trousers in Quake.
	rows [2]uint8
	// dye is mixed into triangleColors; its A is the share.
	dye draw.Color
	// outline is the color of the outline, or the body's own if its A is 0. rim is its width in points, 0 for twice the
	// width of other lines.
	outline draw.Color
	rim     float32
	// flag is the color of the carried flag. Its A is 0 for none.
	flag draw.Color
	// tint is mixed into all colors; its A is the share.
	tint draw.Color
	// clear is the transparency of the body, 0 to 1. At 1 only the outline is drawn.
	clear float32
	// glows is set if no light falls on the model.
	glows bool
	// lift is mixed into the dark colors of living players, so that they stand out from a dark wall. An A of 0 means no
	// lift.
	lift draw.Color
	// standsOut makes the outline brighter and wider than that of things.
	standsOut bool
	// dead is set for dead bodies, which are dim and flat. wide is set for bodies with a wide rim, which are part of an
	// upcoming kill.
	dead, wide bool
	// meat is set for gibs, which are red: otherwise they would look like rocks.
	meat bool
	// bare omits triangles without a picture if other triangles have one: in Quake III's missiles these are glow and
	// flames, which a shader script makes from a flat square.
	bare bool
	// glow is the color of the shell around a player with a powerup, and shellSkin the path of its texture, if any.
	// shell is how far a shell is outside the body, in units.
	glow      draw.Color
	shellSkin string
	shell     float32
}

// facet is a triangle or a line of a body.
type facet struct {
	key   uint16 // by depth; higher is nearer
	model uint16
	index int32 // of a triangle, or ^index of an edge
}

// poser draws bodies. It reuses its memory.
type poser struct {
	frame    *frame
	pieces   *pieces
	textured *textured

	points []mgl32.Vec3 // of all models of the body, in world space
	// normals are the normals of smooth models, and shades the brightness of their vertices. Both are parallel to
	// points.
	normals []mgl32.Vec3
	shades  []float32
	light   mgl32.Vec3 // light that falls on the body
	facing  []bool
	edges   []int32
	depths  []float32 // of the triangles of all models
	// facets are sorted by their keys. spare is scratch for sorting.
	facets, spare []facet
	parts         []part
	human         [maxParts]posed
	turn          mgl32.Vec2 // sine and cosine of the angle by which the textures of shells are turned
}

// part is the range of a model in a poser's lists.
type part struct {
	points, triangles int // start of each range
	creases           bool
	smooth            bool                 // shaded by vertex normals
	light             draw.Color           // factor for skins, with their opacity
	width             float32              // of lines, in pixels
	surfaces          [maxRoles]draw.Color // colors of the first surfaces
}

const (
	// maxParts is the number of models of a body: legs, torso, head, weapon, barrel, flag, and a shell for each.
	maxParts = 12
	// maxRoles is the number of colored surfaces of a fallback figure. The largest has 26.
	maxRoles = 32
)

// The width of lines on bodies: bodyLine points where a unit is larger than wholeLine pixels, decreasing to thinLine
// of that on small bodies. Creases are omitted below creaseScale pixels per unit.
const (
	bodyLine    = 1.2
	wholeLine   = 3
	thinLine    = 0.5
	creaseScale = 0.7
)

// put places models that make up one body: their triangles and lines from farthest to nearest. Beyond maxWork nothing
// is placed.
func (po *poser) put(list []posed) {
	if len(list) == 0 || len(list) > maxParts {
		return
	}
	if po.pieces.capture != nil {
		po.pieces.capture.addParts(list)
		return
	}
	po.findLight(list)
	po.poseParts(list)
	po.listFacets(list)
	po.sortFacets()
	po.pieces.openGroup()
	for i := range po.facets {
		if po.pieces.overBudget() {
			break
		}
		f := &po.facets[i]
		if f.index >= 0 {
			po.triangle(&list[f.model], &po.parts[f.model], int(f.index))
		} else {
			po.edge(&list[f.model], &po.parts[f.model], int(^f.index))
		}
	}
	po.pieces.closeGroup()
}

// one places a model that is a body of its own.
func (po *poser) one(b posed) {
	po.human[0] = b
	po.put(po.human[:1])
}

// findLight sets the light that falls on a body if it has skins.
func (po *poser) findLight(list []posed) {
	for i := range list {
		if list[i].paint.outfit != nil {
			// For objects on the floor, the floor must be below them, too.
			at := list[0].at.Origin.Add(mgl32.Vec3{0, 0, 8})
			po.light = po.textured.lightOn(at, list[0].paint.dead, &po.pieces.work)
			return
		}
	}
}

// skinLight returns the factor for the skins of a body in a light, with their opacity as A.
func (k *paint) skinLight(light mgl32.Vec3) draw.Color {
	if k.glows {
		light = mgl32.Vec3{1, 1, 1}
	}
	if k.dead {
		light = light.Mul(deadLight)
	}
	if t := k.tint; t.A > 0 {
		for i, c := range [3]float32{t.R, t.G, t.B} {
			light[i] *= 1 - t.A + t.A*c*tintGain
		}
	}
	return draw.Color{R: light[0], G: light[1], B: light[2], A: 1 - k.clear}
}

// deadLight is the share of light on corpses, which must stand out less than living players. tintGain is a factor for a
// tint, so that it does not darken a skin.
const deadLight, tintGain = 0.8, 1.7

// poseParts sets the vertex positions of models and determines which triangles face the camera.
func (po *poser) poseParts(list []posed) {
	po.points, po.facing, po.depths, po.parts = po.points[:0], po.facing[:0], po.depths[:0], po.parts[:0]
	for i := range list {
		b := &list[i]
		m := b.model
		po.pieces.work += m.NumVertices + 2*len(m.Triangles)
		if po.pieces.overBudget() {
			po.parts = append(po.parts, part{points: -1})
			continue
		}
		o := part{points: len(po.points), triangles: len(po.depths)}
		// Appended in place after those of the previous models.
		po.points = slices.Grow(po.points, m.NumVertices)
		points := m.Lerp(po.points[o.points:], b.from, b.to, b.t)
		po.points = po.points[:o.points+m.NumVertices]
		at := place{origin: b.at.Origin, x: b.at.Axis.Col(0), y: b.at.Axis.Col(1), z: b.at.Axis.Col(2)}
		for k := range points {
			points[k] = at.point(points[k])
		}
		po.facing = slices.Grow(po.facing, len(m.Triangles))
		m.Facing(po.facing[o.triangles:], points, po.frame.origin)
		po.facing = po.facing[:o.triangles+len(m.Triangles)]
		if k := b.paint.outfit; b.paint.bare && k != nil && k.some {
			for n := range m.Triangles {
				po.facing[o.triangles+n] = po.facing[o.triangles+n] && k.of(m, n) != nil
			}
		} else if b.paint.bare && b.paint.triangleColors != nil {
			for k := range m.Triangles {
				po.facing[o.triangles+k] = po.facing[o.triangles+k] && (*b.paint.triangleColors)[k] != noPicture
			}
		}
		for k := range m.Triangles {
			v := &m.Triangles[k].V
			po.depths = append(po.depths, po.frame.depth(points[v[0]], points[v[1]], points[v[2]]))
		}
		if m.Format == models.Drafted {
			o.paintRoles(b)
			po.evenDepths(m, o)
		}
		scale := po.frame.focal / max(nearPlane, b.at.Origin.Sub(po.frame.origin).Len()) * at.z.Len()
		o.creases = scale >= creaseScale*po.frame.scale
		o.light = b.paint.skinLight(po.light)
		if o.smooth = o.creases && m.Format != models.Drafted && len(m.Welded) == m.NumVertices; o.smooth {
			po.shadeVertices(b, &o)
			for k := range points {
				points[k] = points[k].Add(normalize(po.normals[o.points+int(m.Welded[k])]).Mul(b.paint.shell))
			}
		}
		o.width = bodyLine * po.frame.scale * max(thinLine, min(1, scale/(wholeLine*po.frame.scale)))
		po.parts = append(po.parts, o)
	}
}

// shadeVertices sets the brightness of a model's vertices by the mean normals of their triangles.
func (po *poser) shadeVertices(b *posed, o *part) {
	m := b.model
	end := o.points + m.NumVertices
	po.normals = slices.Grow(po.normals[:0], end)[:end]
	po.shades = slices.Grow(po.shades, max(0, end-len(po.shades)))[:end]
	points, normals, shades := po.points[o.points:end], po.normals[o.points:end], po.shades[o.points:end]
	clear(normals)
	for i := range m.Triangles {
		v := &m.Triangles[i].V
		n := points[v[2]].Sub(points[v[0]]).Cross(points[v[1]].Sub(points[v[0]]))
		for _, k := range v {
			normals[m.Welded[k]] = normals[m.Welded[k]].Add(n)
		}
	}
	for k := range shades {
		if first := int(m.Welded[k]); first < k {
			shades[k] = shades[first]
			continue
		}
		shades[k] = b.paint.shade(po.frame.opt.Mode, normals[k])
	}
}

// evenDepths gives all triangles of each surface the same depth: the surfaces of fallback figures are convex bodies, so
// one is entirely behind another.
func (po *poser) evenDepths(m *models.Model, o part) {
	for i := range m.Surfaces {
		f := &m.Surfaces[i]
		depths := po.depths[o.triangles+f.FirstTriangle:][:f.NumTriangles]
		mean := float32(0)
		for _, d := range depths {
			mean += d / float32(len(depths))
		}
		for k := range depths {
			depths[k] = mean
		}
	}
}

// listFacets lists the triangles that face the camera, and the lines. A line comes after both triangles that it belongs
// to.
func (po *poser) listFacets(list []posed) {
	po.facets = po.facets[:0]
	low, high := float32(0), float32(0)
	for i, d := range po.depths {
		if i == 0 {
			low, high = d, d
		}
		low, high = min(low, d), max(high, d)
	}
	scale := float32(0)
	if high > low {
		scale = 65535 / (high - low)
	}
	if !(scale <= 65535) {
		scale = 0 // a body at no distance, or at positions that are not numbers
	}
	key := func(d float32) uint16 { return uint16(max(0, min(65535, (high-d)*scale))) }
	if po.frame.opt.Mode != Wire || !po.frame.g.hasMap() {
		for i := range list {
			o := &po.parts[i]
			if o.points < 0 {
				continue
			}
			for k := range list[i].model.Triangles {
				if po.facing[o.triangles+k] {
					po.facets = append(po.facets, facet{key(po.depths[o.triangles+k]), uint16(i), int32(k)})
				}
			}
		}
	}
	for i := range list {
		look := &list[i].paint
		if po.parts[i].points < 0 || (look.outfit != nil || look.shell > 0) && look.outline.A == 0 {
			continue // surfaces with skins need no lines
		}
		po.listLines(i, &list[i], key)
	}
}

// listLines lists the lines of part i of a body.
func (po *poser) listLines(i int, b *posed, key func(depth float32) uint16) {
	o, m := &po.parts[i], b.model
	depths, facing := po.depths[o.triangles:][:len(m.Triangles)], po.facing[o.triangles:][:len(m.Triangles)]
	crease := float32(-2) // below all: omits rims and creases
	if o.creases && b.paint.outfit == nil {
		crease = models.CosCrease
	}
	po.edges = m.Outline(po.edges[:0], facing, crease)
	for _, n := range po.edges {
		e := &m.Edges[n]
		a, b := e.Triangles[0], e.Triangles[1]
		var d float32
		switch {
		case b < 0 || facing[a] && !facing[b]:
			d = depths[a]
		case !facing[a]:
			d = depths[b]
		default:
			d = min(depths[a], depths[b])
		}
		po.facets = append(po.facets, facet{key(d), uint16(i), ^n})
	}
}

// sortFacets sorts the facets by their keys and keeps the order of those with equal keys: triangles before lines. It
// sorts by the low byte, then by the high byte.
func (po *poser) sortFacets() {
	if cap(po.spare) < len(po.facets) {
		po.spare = make([]facet, len(po.facets), 2*len(po.facets))
	}
	from, to := po.facets, po.spare[:len(po.facets)]
	for shift := 0; shift < 16; shift += 8 {
		var at [256]int32
		for i := range from {
			at[from[i].key>>shift&0xff]++
		}
		sum := int32(0)
		for i, n := range at {
			at[i] = sum
			sum += n
		}
		for i := range from {
			k := &at[from[i].key>>shift&0xff]
			to[*k] = from[i]
			*k++
		}
		from, to = to, from
	}
	po.facets, po.spare = from, to
}

// triangle places a triangle of a body.
func (po *poser) triangle(b *posed, o *part, n int) {
	if b.paint.clear >= 1 {
		return
	}
	v := &b.model.Triangles[n].V
	points := po.points[o.points:]
	p, q, r := points[v[0]], points[v[1]], points[v[2]]
	if skin := b.paint.outfit.of(b.model, n); skin != nil {
		po.skinTriangle(b, o, n, skin, p, q, r)
		return
	}
	if o.smooth {
		if color, glows := colorOf(b, o, n); !glows {
			shades := po.shades[o.points:]
			lights := [3]cornerLight{{light: shades[v[0]]}, {light: shades[v[1]]}, {light: shades[v[2]]}}
			po.pieces.putSmooth(color.Alpha(1-b.paint.clear), 0, false, lights, p, q, r)
			return
		}
	}
	po.pieces.put(piece{shape: shapeFill, color: po.litColor(b, o, n, p, q, r).Alpha(1 - b.paint.clear)}, p, q, r)
}

// skinTriangle places a triangle of a body with a skin and the given corners.
func (po *poser) skinTriangle(b *posed, o *part, n int, skin *material.Skin, p, q, r mgl32.Vec3) {
	t := &b.model.Triangles[n]
	var lights [3]cornerLight
	even := float32(1)
	if !o.smooth && !b.paint.glows {
		even = b.paint.shade(po.frame.opt.Mode, r.Sub(p).Cross(q.Sub(p)))
	}
	for k, uv := range t.UV {
		place := b.model.TexCoords[uv]
		if skin.Mirrors {
			place = po.mirrored(b, o, int(t.V[k]), r.Sub(p).Cross(q.Sub(p)))
		}
		if b.paint.shell > 0 {
			x, y := place[0]-0.5, place[1]-0.5
			place = mgl32.Vec2{0.5 + x*po.turn[1] - y*po.turn[0], 0.5 + x*po.turn[0] + y*po.turn[1]}
		}
		l := cornerLight{light: even, u: place[0] * skin.Width, v: place[1] * skin.Height}
		if o.smooth && !b.paint.glows {
			l.light = po.shades[o.points+int(t.V[k])]
		}
		lights[k] = l
	}
	light := o.light
	if skin.Adds { // it glows
		light.R, light.G, light.B = 1, 1, 1
	}
	po.pieces.putSmooth(light, skin.Texture+1, skin.Adds, lights, p, q, r)
}

// mirrored returns the texture coordinates of a vertex in an environment map, by the direction that is reflected to the
// camera, as in the game. Without smooth shading, its normal is that of its triangle.
func (po *poser) mirrored(b *posed, o *part, vertex int, normal mgl32.Vec3) mgl32.Vec2 {
	if o.smooth {
		normal = po.normals[o.points+int(b.model.Welded[vertex])]
	}
	to := po.frame.origin.Sub(po.points[o.points+vertex])
	if long := normal.Len() * to.Len(); long > 0 {
		normal, to = normal.Mul(1/normal.Len()), to.Mul(1/to.Len())
	}
	seen := normal.Mul(2 * normal.Dot(to)).Sub(to)
	left, up := b.at.Axis.Col(1), b.at.Axis.Col(2)
	return mgl32.Vec2{0.5 + seen.Dot(left)/(2*max(1e-6, left.Len())), 0.5 - seen.Dot(up)/(2*max(1e-6, up.Len()))}
}

// litColor returns the color of a triangle of a body with the given corners, in the light that falls on it.
func (po *poser) litColor(b *posed, o *part, n int, p, q, r mgl32.Vec3) draw.Color {
	color, glows := colorOf(b, o, n)
	if glows {
		return color
	}
	return color.Dim(b.paint.shade(po.frame.opt.Mode, r.Sub(p).Cross(q.Sub(p))))
}

// edge places a line of a body, in the color of the visible triangle.
func (po *poser) edge(b *posed, o *part, n int) {
	e := &b.model.Edges[n]
	facing := po.facing[o.triangles:][:len(b.model.Triangles)]
	seen, crease := e.Triangles[0], false
	if e.Triangles[1] >= 0 {
		crease = facing[seen] && facing[e.Triangles[1]]
		if !facing[seen] {
			seen = e.Triangles[1]
		}
	}
	color, _ := colorOf(b, o, int(seen))
	width := o.width
	switch {
	case b.paint.dead && crease:
		return
	case b.paint.dead && b.paint.meat:
		color = meatLine
	case b.paint.dead:
		color = deadLine
	case crease:
		color, width = po.frame.opt.Mode.creaseColor(color), 0.75*width
	case b.paint.outline.A > 0:
		if color, width = b.paint.outline, 2*width; b.paint.rim > 0 {
			width = b.paint.rim * po.frame.scale * max(thinLine, o.width/(bodyLine*po.frame.scale))
		}
	case b.paint.standsOut && po.frame.opt.Mode != Wire:
		color = po.frame.opt.Mode.creaseColor(color) // a body without a rim
	default:
		color = silhouetteColor(color)
	}
	points := po.points[o.points:]
	po.pieces.put(piece{shape: shapeLine, width: width, minFade: 0.75, color: color.Alpha(1 - 0.6*b.paint.clear)},
		points[e.V[0]], points[e.V[1]])
}

// silhouetteColor returns the color of a body's outline, which is never dark.
func silhouetteColor(c draw.Color) draw.Color {
	c = mixed(c, colorWhite, 0.35)
	if m := max(c.R, c.G, c.B); m < 0.75 {
		c = c.Dim(0.75 / max(m, 0.1))
	}
	return c
}

// creaseColor returns the color of the lines within a body: darker than its faces in modes with light, otherwise
// brighter.
func (m Mode) creaseColor(c draw.Color) draw.Color {
	if m == Lit || m == Shaded {
		return c.Dim(0.22)
	}
	return silhouetteColor(c).Alpha(0.55)
}

// bodyShade returns the brightness of a body's triangle by its normal, which may have any length.
func (m Mode) bodyShade(normal mgl32.Vec3) float32 {
	l := normal.Len()
	if !(l > 0) {
		return 0.5
	}
	d := normal.Dot(sun) / l
	switch m {
	case HiddenLine, Wire:
		return 0.16 + 0.05*d
	case Shaded:
		return 0.56 + 0.26*d
	}
	return 0.68 + 0.32*d
}

// skinShade is bodyShade of a skin. It varies less, because shades are painted on skins.
func skinShade(normal mgl32.Vec3) float32 {
	l := normal.Len()
	if !(l > 0) {
		return 0.8
	}
	return 0.85 + 0.25*normal.Dot(sun)/l
}

// shade returns the brightness of a triangle by its normal, which may have any length.
func (k *paint) shade(m Mode, normal mgl32.Vec3) float32 {
	if k.outfit != nil {
		return skinShade(normal)
	}
	shade := m.bodyShade(normal)
	if k.dead {
		shade += deadFlat * (m.bodyShade(mgl32.Vec3{}) - shade)
	}
	return shade
}

// roleColors are the colors of a figure's surfaces by name, except for those set by the paint.
var roleColors = map[string]draw.Color{
	"skin": draw.RGB(0xc89878), "metal": draw.RGB(0x9aa4b0), "dark": draw.RGB(0x565b64), "light": draw.RGB(0xe6dfcc),
	"glow": draw.RGB(0xffe48a),
}

// paintRoles sets the colors of a figure's surfaces.
func (o *part) paintRoles(b *posed) {
	for i := range min(maxRoles, len(b.model.Surfaces)) {
		c := &o.surfaces[i]
		switch name := b.model.Surfaces[i].Name; name {
		case "shirt":
			*c = b.paint.shirt
		case "trousers":
			*c = b.paint.trousers
		default:
			role, ok := roleColors[name]
			if *c = role; !ok {
				*c = b.paint.accent
			}
			if name == "glow" {
				c.A = 2 // marks surfaces without light: see colorOf
			}
		}
	}
}

// colorOf returns the color of a triangle without light, and whether it glows.
func colorOf(b *posed, o *part, n int) (c draw.Color, glows bool) {
	switch {
	case b.paint.triangleColors != nil:
		c = dyed(b.paint.triangleColors.at(n, b.paint.shirt, b.paint.trousers), b.paint.dye)
	case b.model.Format != models.Drafted:
		c = b.paint.accent
	default:
		c = b.paint.accent
		for i := range min(maxRoles, len(b.model.Surfaces)) {
			if f := &b.model.Surfaces[i]; n < f.FirstTriangle+f.NumTriangles {
				c = o.surfaces[i]
				break
			}
		}
	}
	if k := b.paint.lift; k.A > 0 {
		if l := luminance(c); l < liftLeast {
			c = mixed(c, k, (liftLeast-l)/liftLeast*liftShare)
		}
	}
	glows = (c.A > 1 || b.paint.glows) && !b.paint.dead
	c.A = 1
	if b.paint.dead {
		if c = deaden(c); b.paint.meat {
			c = c.Mix(meatColor, meatShare)
		}
	}
	if t := b.paint.tint; t.A > 0 {
		c = c.Mix(draw.Color{R: t.R, G: t.G, B: t.B, A: 1}, t.A)
	}
	return c, glows
}

// bodyOf returns the place and axes of a body with angles in degrees, scaled by size.
func bodyOf(origin, angles mgl32.Vec3, size float32) models.Tag {
	p := placeAt(origin, angles, size)
	return models.Tag{Origin: origin, Axis: mgl32.Mat3FromCols(p.x, p.y, p.z)}
}

// deaden returns the color of a part of a dead body.
func deaden(c draw.Color) draw.Color {
	gray := luminance(c)
	return c.Mix(draw.Color{R: gray, G: gray, B: gray, A: c.A}, 0.4).Mix(draw.Color{R: deadColor.R, G: deadColor.G,
		B: deadColor.B, A: c.A}, deadShare)
}

// Living players stand out from the level, and dead ones do not: corpses are dim and flat. Small or half-hidden living
// bodies have brackets at their corners in the color of the name.

// The appearance of corpses, heads and gibs: the share of the color of the dead, how little light changes them, and the
// color of their outlines.
const (
	deadShare = 0.4
	deadFlat  = 0.7
)

var (
	deadColor = draw.RGB(0x6b7078)
	deadLine  = draw.RGB(0x5a636f).Alpha(0.7)
	meatColor = draw.RGB(0x7c2420)
	meatLine  = draw.RGB(0x9c4038).Alpha(0.8)
)

// meatShare is the share of the meat color in the color of gibs.
const meatShare = 0.65

// The living have no color darker than liftLeast. Darker colors are mixed with the color of the name, black with a
// share of liftShare.
const liftLeast, liftShare = 0.34, 0.55

// silhouette fills a body with a single bright color if its parts are too small to be recognized.
func (k *paint) silhouette(color draw.Color) {
	k.tint, k.glows = color.Alpha(tinyFill), true
}

// carry adds the flag that a player carries.
func (k *paint) carry(carried equipment.Carried) {
	switch {
	case carried&equipment.FlagRed != 0:
		k.flag = colorRed
	case carried&equipment.FlagBlue != 0:
		k.flag = colorBlue
	case carried&equipment.FlagWhite != 0:
		k.flag = colorWhite
	}
}

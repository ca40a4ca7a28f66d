package material

import (
	"image"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/render/draw"
)

// lightField is the light of a face with more than three corners that is lit at its corners: a grid of luxels over the
// face's bounding box, along the box's two longest axes.
type lightField struct {
	face       uint32
	rect       image.Rectangle
	axes       [2]int
	mins, size [2]float32
}

// eachPiece calls each with the pieces of a textured face: the face itself or its triangles. The corners of a piece are
// a range of the map's face vertices.
func (b *quake3) eachPiece(face int, each func(first, count uint32)) {
	f := &b.m.Faces[face]
	if f.Texture < 0 || !f.Kind.Drawn() || len(b.looks[f.Texture]) == 0 {
		return
	}
	if !f.Triangles {
		each(f.FirstVertex, f.NumVertices)
		return
	}
	for k := uint32(0); k+3 <= f.NumVertices; k += 3 {
		each(f.FirstVertex+k, 3)
	}
}

// lightOfPass returns the source of light of a pass on a face: luxels if the face has them.
func lightOfPass(p *pass, f *bsp.Face) lightOf {
	switch {
	case p.light == byLuxels && f.Light.Offset >= 0:
		return byMap
	case p.light == byLuxels && p.dims == dimmedByCorners:
		return byCorners
	case p.light == byLuxels:
		return byNothing
	case p.light == byMap && f.Light.Offset < 0:
		return byCorners
	}
	return p.light
}

// lightRects returns the rectangles of luxels and their total area in pixels: lightmaps, and the light of faces that
// are lit at their corners.
func (b *quake3) lightRects() (rects []rect, area int) {
	take := func(width, height int) *image.Rectangle {
		r := new(image.Rectangle)
		if area+width*height <= maxLuxels {
			area += width * height
			rects = append(rects, rect{width, height, func(x, y int) { *r = image.Rect(x, y, x+width, y+height) }})
		}
		return r
	}
	b.field = make(map[uint32]int)
	for i := range b.m.Faces {
		f := &b.m.Faces[i]
		var corners bool
		b.eachPiece(i, func(first, count uint32) {
			for k := range b.looks[f.Texture] {
				switch lightOfPass(&b.looks[f.Texture][k], f) {
				case byMap:
					if b.pages[f.Light.Offset] == nil {
						b.pages[f.Light.Offset] = take(int(f.Light.Width), int(f.Light.Height))
					}
				case byCorners:
					corners = true
				}
			}
			if !corners {
				return
			}
			if count == 3 {
				if key := b.colorsOf(first); b.cells[key] == nil {
					b.cells[key] = take(2, 2)
				}
				return
			}
			if _, ok := b.field[uint32(i)]; !ok {
				b.field[uint32(i)] = len(b.fields)
				b.fields = append(b.fields, b.newField(uint32(i)))
				r := take(cellLuxels, cellLuxels)
				n := len(b.fields) - 1
				set := rects[len(rects)-1].set
				rects[len(rects)-1].set = func(x, y int) { set(x, y); b.fields[n].rect = *r }
			}
		})
	}
	return rects, area
}

// colorsOf returns the colors of three corners, starting at first.
func (b *quake3) colorsOf(first uint32) (key [3][4]uint8) {
	copy(key[:], b.m.Lighting.Colors[first:first+3])
	for i := range key {
		key[i][3] = 0
	}
	return key
}

// newField returns the light field of a face, without its place in the image.
func (b *quake3) newField(face uint32) lightField {
	f := &b.m.Faces[face]
	l := lightField{face: face}
	var size [3]float32
	for k := range size {
		size[k] = f.Maxs[k] - f.Mins[k]
	}
	least := 0
	for k := range size {
		if size[k] < size[least] {
			least = k
		}
	}
	l.axes = [2]int{(least + 1) % 3, (least + 2) % 3}
	for k, axis := range l.axes {
		l.mins[k], l.size[k] = f.Mins[axis], max(1, size[axis])
	}
	return l
}

// drawLight draws the luxels.
func (b *quake3) drawLight() {
	img := b.level.Image
	set := func(x, y int, red, green, blue float64) {
		c := bright(red, green, blue)
		b.pale(c[:])
		copy(img.Pix[img.PixOffset(x, y):], c[:])
	}
	for at, r := range b.pages {
		samples := b.m.Lighting.Samples[at:]
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				set(x, y, float64(samples[0]), float64(samples[1]), float64(samples[2]))
				samples = samples[3:]
			}
		}
	}
	for key, r := range b.cells {
		if r.Empty() {
			continue
		}
		for i, c := range key {
			set(r.Min.X+i&1, r.Min.Y+i>>1, float64(c[0]), float64(c[1]), float64(c[2]))
		}
		// Light changes linearly over a triangle, so the fourth luxel follows from the other three.
		var last [3]float64
		for k := range last {
			last[k] = float64(int(key[1][k]) + int(key[2][k]) - int(key[0][k]))
		}
		set(r.Min.X+1, r.Min.Y+1, last[0], last[1], last[2])
	}
	for i := range b.fields {
		b.drawField(&b.fields[i], set)
	}
}

// drawField draws the luxels of a field. Corners count more the nearer they are.
func (b *quake3) drawField(l *lightField, set func(x, y int, r, g, b float64)) {
	f := &b.m.Faces[l.face]
	for y := l.rect.Min.Y; y < l.rect.Max.Y; y++ {
		for x := l.rect.Min.X; x < l.rect.Max.X; x++ {
			at := [2]float32{float32(x-l.rect.Min.X) / (cellLuxels - 1), float32(y-l.rect.Min.Y) / (cellLuxels - 1)}
			var sum [3]float64
			weights := 0.0
			for k := f.FirstVertex; k < f.FirstVertex+f.NumVertices; k++ {
				p := b.m.Vertices[b.m.FaceVertices[k]]
				away := 1e-4
				for n, axis := range l.axes {
					d := float64((p[axis]-l.mins[n])/l.size[n] - at[n])
					away += d * d
				}
				weights += 1 / away
				for n := range sum {
					sum[n] += float64(b.m.Lighting.Colors[k][n]) / away
				}
			}
			set(x, y, sum[0]/weights, sum[1]/weights, sum[2]/weights)
		}
	}
}

// bright returns a luxel as bright as the game draws it, with the same hue.
func bright(r, g, b float64) [4]uint8 {
	r, g, b = max(0, r)*overbright, max(0, g)*overbright, max(0, b)*overbright
	if most := max(r, g, b); most > 255 {
		r, g, b = r*255/most, g*255/most, b*255/most
	}
	return [4]uint8{uint8(r + 0.5), uint8(g + 0.5), uint8(b + 0.5), 255}
}

// findSurfaces sets the surfaces of all faces.
func (b *quake3) findSurfaces() {
	means := b.meanBrightnesses()
	l := b.level
	l.pieces, l.first = make([]uint32, 1, len(b.m.Faces)+1), make([]uint32, 1, len(b.m.Faces)+1)
	for i := range b.m.Faces {
		f := &b.m.Faces[i]
		b.eachPiece(i, func(first, count uint32) {
			if area, corners := b.largest(first, count); area > 0 {
				for k := range b.looks[f.Texture] {
					if s, ok := b.surface(uint32(i), &b.looks[f.Texture][k], corners); ok {
						b.weigh(&s, area, means[s.Texture], corners)
						l.Surfaces = append(l.Surfaces, s)
					}
				}
			}
			l.first = append(l.first, uint32(len(l.Surfaces)))
		})
		l.pieces = append(l.pieces, uint32(len(l.first)-1))
	}
	if !l.True {
		b.liftLight()
	}
}

// largest returns the area and the corners of the largest triangle of a piece that includes its first corner.
func (b *quake3) largest(first, count uint32) (area float64, corners [3]uint32) {
	at := func(k uint32) mgl32.Vec3 { return b.m.Vertices[b.m.FaceVertices[k]] }
	for k := first + 2; k < first+count; k++ {
		p := at(first)
		if a := float64(at(k-1).Sub(p).Cross(at(k).Sub(p)).Len()) / 2; a > area {
			area, corners = a, [3]uint32{first, k - 1, k}
		}
	}
	return area, corners
}

// dark returns the part of a piece's light that is missing.
func (b *quake3) dark(d dimming, corners [3]uint32) float32 {
	if d == dimmedByNothing {
		return 0
	}
	sum := 0
	for _, c := range corners {
		for _, channel := range b.m.Lighting.Colors[c][:3] {
			sum += min(255, overbright*int(channel))
		}
	}
	color := float32(sum) / (9 * 255)
	if d == dimmedByInverse {
		return color
	}
	return 1 - color
}

// opacity returns the mean opacity of corners.
func (b *quake3) opacity(corners [3]uint32) float32 {
	sum := 0
	for _, c := range corners {
		sum += int(b.m.Lighting.Colors[c][3])
	}
	return float32(sum) / (3 * 255)
}

// surface returns the surface of a pass on a piece, mapped by three of its corners.
func (b *quake3) surface(face uint32, p *pass, corners [3]uint32) (s Surface, ok bool) {
	t := &b.level.List[p.texture]
	if !b.placed(p.texture, 1) || p.box && !b.placed(p.texture, int32(len(sideNames))) {
		return s, false
	}
	s = Surface{Texture: p.texture, Opacity: p.opacity, Adds: p.adds, Once: p.once, Box: p.box, Stage: p.stage}
	if s.Box || t.Kind == draw.Dome {
		return s, true
	}
	var places [3]mgl32.Vec3
	var u, v, ls, lt [3]float32
	for i, c := range corners {
		places[i] = b.m.Vertices[b.m.FaceVertices[c]]
		u[i], v[i] = b.m.TexCoords[c][0]*float32(t.Width), b.m.TexCoords[c][1]*float32(t.Height)
		ls[i], lt[i] = b.m.Lighting.Corners[c][0], b.m.Lighting.Corners[c][1]
	}
	if s.U, ok = fitted(places, u); !ok {
		return s, false
	}
	s.V, _ = fitted(places, v)
	if p.mirror {
		s.Mirror = places[1].Sub(places[0]).Cross(places[2].Sub(places[0])).Normalize()
	}
	if s.Stage == 0 && !s.Once {
		s.U, s.V = scaled(s.U, 1, places[0], t.Width), scaled(s.V, 1, places[0], t.Height)
	}
	f := &b.m.Faces[face]
	light := lightOfPass(p, f)
	if s.Dark = p.dark; light != byCorners {
		s.Dark = 1 - (1-s.Dark)*(1-b.dark(p.dims, corners))
	}
	if p.fades {
		s.Opacity *= b.opacity(corners)
	}
	var r image.Rectangle
	switch n, isField := b.field[face]; light {
	case byNothing:
		return s, true
	case byMap:
		r = *b.pages[f.Light.Offset]
	case byCorners:
		if isField {
			l := &b.fields[n]
			r = l.rect
			for i, p := range places {
				ls[i] = 0.5 + (p[l.axes[0]]-l.mins[0])/l.size[0]*(cellLuxels-1)
				lt[i] = 0.5 + (p[l.axes[1]]-l.mins[1])/l.size[1]*(cellLuxels-1)
			}
			break
		}
		r = *b.cells[b.colorsOf(corners[0])]
		ls, lt = [3]float32{0.5, 1.5, 0.5}, [3]float32{0.5, 0.5, 1.5}
	}
	if r.Empty() {
		return s, true // there was no room for its light
	}
	s.Lit = true
	s.S, _ = fitted(places, ls)
	s.T, _ = fitted(places, lt)
	s.S[3] += float32(r.Min.X)
	s.T[3] += float32(r.Min.Y)
	return s, true
}

// fitted returns the affine function of points on a plane that has given values at three points. It is constant
// perpendicular to the plane. ok is false if the points are on a line.
func fitted(p [3]mgl32.Vec3, v [3]float32) (f mgl32.Vec4, ok bool) {
	e1, e2 := wide(p[1].Sub(p[0])), wide(p[2].Sub(p[0]))
	d1, d2 := float64(v[1]-v[0]), float64(v[2]-v[0])
	a, b, c := dot(e1, e1), dot(e1, e2), dot(e2, e2)
	det := float64(a*c) - float64(b*b)
	if !(det > 1e-7*a*c) {
		return f, false
	}
	x, y := (float64(c*d1)-float64(b*d2))/det, (float64(a*d2)-float64(b*d1))/det
	more := float64(v[0])
	for k := range 3 {
		g := float64(e1[k]*x) + float64(e2[k]*y)
		f[k] = float32(g)
		more -= float64(g * float64(p[0][k]))
	}
	f[3] = float32(more)
	return f, true
}

func wide(v mgl32.Vec3) [3]float64 { return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])} }

func dot(a, b [3]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2])
}

// weigh adds the light of a surface with an area to the statistics. It takes the light halfway between each of three
// corners and their center.
func (b *quake3) weigh(s *Surface, area, mean float64, corners [3]uint32) {
	if !s.Lit || s.Adds || s.Opacity < 1 || b.level.List[s.Texture].Kind != draw.Plain {
		return
	}
	var places [3]mgl32.Vec3
	for i, c := range corners {
		places[i] = b.m.Vertices[b.m.FaceVertices[c]]
	}
	middle := places[0].Add(places[1]).Add(places[2]).Mul(1.0 / 3)
	img := b.level.Image
	for _, p := range places {
		p = p.Add(middle).Mul(0.5)
		x := int(math.Floor(float64(s.S.Vec3().Dot(p) + s.S[3])))
		y := int(math.Floor(float64(s.T.Vec3().Dot(p) + s.T[3])))
		x, y = max(0, min(img.Rect.Dx()-1, x)), max(0, min(img.Rect.Dy()-1, y))
		c := img.Pix[img.PixOffset(x, y):]
		b.shares.add(mean, max(c[0], c[1], c[2]), area/3)
	}
}

package raster

import "demoscope/render/draw"

// look is the appearance of a corner.
type look struct {
	color  [4]float64 // each channel from 0 to 1, 0 for NaN
	u, v   float64    // in the atlas, 0 for NaN
	custom [3]float64 // for a textured face, from [draw.Vertex]
	traits traits
}

// traits are properties that a triangle has if one of its corners has them.
type traits uint8

const (
	textured   traits = 1 << iota
	seeThrough        // not opaque
	tooBright         // brighter in a channel than its opacity, so not premultiplied
)

// prepared is a corner of the buffer, prepared for drawing triangles.
type prepared struct {
	corner
	look   look
	beyond bool // out of range, so it cannot be drawn
}

func (p *prepared) set(v *draw.Vertex) {
	x, xOK := snap(v.X)
	y, yOK := snap(v.Y)
	if p.beyond = !xOK || !yOK; p.beyond {
		return
	}
	l := &p.look
	*l = look{color: [4]float64{unit(v.R), unit(v.G), unit(v.B), unit(v.A)}, u: coordinate(v.U), v: coordinate(v.V)}
	if v.Custom[3] != 0 {
		l.color = [4]float64{factor(v.R), factor(v.G), factor(v.B), unit(v.A)}
		for i := range l.custom {
			l.custom[i] = coordinate(v.Custom[i])
		}
	}
	c := &l.color
	if v.U != draw.WhiteU || v.V != draw.WhiteV {
		l.traits |= textured
	}
	if c[3] != 1 {
		l.traits |= seeThrough
	}
	if c[0] > c[3] || c[1] > c[3] || c[2] > c[3] {
		l.traits |= tooBright
	}
	p.corner = corner{x, y, l}
}

// snap returns a coordinate on the grid, and whether it can be drawn.
func snap(f float32) (int64, bool) {
	if !(f >= -maxCoordinate && f <= maxCoordinate) { // also false for NaN
		return 0, false
	}
	const base = maxCoordinate * subpixel // makes it positive, because a conversion truncates toward zero
	return int64(float64(float64(f)*subpixel)+(base+0.5)) - base, true
}

// unit returns a channel clamped to 0 to 1, 0 for NaN.
func unit(f float32) float64 {
	switch {
	case f >= 1:
		return 1
	case f > 0:
		return float64(f)
	}
	return 0
}

// coordinate returns a position in the atlas, 0 for NaN.
func coordinate(f float32) float64 {
	if !(f >= -maxCoordinate && f <= maxCoordinate) {
		return 0
	}
	return float64(f)
}

// cornersKept is the number of corners that stay prepared. Those of a shape are close together, and each is in two or
// three triangles.
const cornersKept = 32

// corners caches the most recently drawn corners of a buffer.
type corners struct {
	vertices []draw.Vertex
	kept     [cornersKept]struct {
		index uint32 // index of the vertex plus 1; 0 for none
		prepared
	}
	own [3]prepared // for a triangle whose corners share a cache entry
}

func (c *corners) reset(vertices []draw.Vertex) {
	c.vertices = vertices
	for i := range c.kept {
		c.kept[i].index = 0
	}
}

// get returns three corners of the buffer. They are valid until the next call.
func (c *corners) get(i0, i1, i2 uint32) (of [3]*prepared) {
	of = [3]*prepared{c.one(i0), c.one(i1), c.one(i2)}
	if of[0] == of[1] && i0 != i1 || of[0] == of[2] && i0 != i2 || of[1] == of[2] && i1 != i2 {
		for k, i := range [3]uint32{i0, i1, i2} {
			of[k] = &c.own[k]
			of[k].set(&c.vertices[i])
		}
	}
	return of
}

func (c *corners) one(i uint32) *prepared {
	k := &c.kept[i%cornersKept]
	if k.index != i+1 {
		k.set(&c.vertices[i])
		k.index = i + 1
	}
	return &k.prepared
}

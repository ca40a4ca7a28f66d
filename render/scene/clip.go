package scene

import "demoscope/render/draw"

// corner is a point in view space: see [frustum.transform].
type corner struct {
	x, y, w float32
	light   float32 // factor of the color
}

// clipPlane is a plane in view space: points with ax+by+cw >= d are inside.
type clipPlane struct{ a, b, c, d float32 }

// clipPlanes returns the planes that polygons and lines are clipped by: the near
// plane and the sides of the picture, enlarged by margin pixels.
func (f *frustum) clipPlanes(margin float32) [5]clipPlane {
	w, h := f.centerX+margin, f.centerY+margin
	return [5]clipPlane{{0, 0, 1, f.near}, {1, 0, w, 0}, {-1, 0, w, 0}, {0, 1, h, 0}, {0, -1, h, 0}}
}

func (p *clipPlane) distance(c *corner) float32 { return p.a*c.x + p.b*c.y + p.c*c.w - p.d }

// canvas draws what is seen through a frame into the buffers of a picture.
type canvas struct {
	frame          *frame
	haze           haze
	world, overlay *draw.Buffer
	polygon        [2][]corner // the one that is drawn, and the room to clip it in
}

// clip clips the polygon in s.polygon[0] and returns the rest.
func (cv *canvas) clip() []corner {
	planes := cv.frame.clipPlanes(2)
	for i := range planes {
		if len(cv.polygon[0]) == 0 {
			break
		}
		cv.clipBy(&planes[i])
	}
	return cv.polygon[0]
}

// clipBy clips the polygon in s.polygon[0], which has corners, by one plane.
func (cv *canvas) clipBy(p *clipPlane) {
	in, out := cv.polygon[0], cv.polygon[1][:0]
	last := &in[len(in)-1]
	dLast := p.distance(last)
	for k := range in {
		c := &in[k]
		d := p.distance(c)
		if (d >= 0) != (dLast >= 0) {
			out = append(out, between(last, c, dLast, d))
		}
		if d >= 0 {
			out = append(out, *c)
		}
		last, dLast = c, d
	}
	cv.polygon[0], cv.polygon[1] = out, in
}

// between returns the point between p and q where the distance is 0.
func between(p, q *corner, dp, dq float32) corner {
	// Always from the inside to the outside, so that neighbors get the same
	// point.
	if dp < dq {
		p, q, dp, dq = q, p, dq, dp
	}
	t := dp / (dp - dq)
	return corner{p.x + (q.x-p.x)*t, p.y + (q.y-p.y)*t, p.w + (q.w-p.w)*t, p.light + (q.light-p.light)*t}
}

// clipLine clips a line by [frustum.clipPlanes]; ok is false if nothing is left.
func (f *frustum) clipLine(p, q corner, margin float32) (a, b corner, ok bool) {
	planes := f.clipPlanes(margin)
	for i := range planes {
		c := &planes[i]
		dp, dq := c.distance(&p), c.distance(&q)
		switch {
		case dp < 0 && dq < 0:
			return p, q, false
		case dp < 0:
			p = between(&p, &q, dp, dq)
		case dq < 0:
			q = between(&p, &q, dp, dq)
		}
	}
	return p, q, true
}

// screen returns a corner's place in the picture, in pixels.
func (f *frustum) screen(c *corner) (x, y float32) {
	w := max(c.w, nearPlane/2)
	return f.centerX + c.x/w, f.centerY + c.y/w
}

// fan writes a clipped polygon, with each corner colored by its depth: that of a face of the
// world, or of what is in it. If it thins out, it is as opaque as it has light.
func (cv *canvas) fan(buf *draw.Buffer, polygon []corner, color draw.Color, world, thins bool) {
	if len(polygon) < 3 {
		return
	}
	first := uint32(len(buf.Vertices))
	for i := range polygon {
		c := &polygon[i]
		x, y := cv.frame.screen(c)
		cl := color.Dim(c.light)
		if thins {
			cl.A = mist(c.light)
		}
		if world {
			cl = cv.faceFog(cl, c.x, c.y, c.w)
		} else {
			cl = fog(cl, Background, c.w)
		}
		buf.Vertex(x, y, cl)
	}
	buf.Fan(first, uint32(len(polygon)))
}

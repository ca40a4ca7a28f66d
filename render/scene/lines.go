package scene

import (
	"demoscope/bsp"
	"demoscope/render/draw"
)

// fillFace draws a face of the world.
func (s *Scene) fillFace(f *face) {
	if f.kind == bsp.KindSky {
		s.fillSky(f)
		return
	}
	if f.mist && s.frame.plan() {
		return // from above it would be a smear across the floors
	}
	corners := s.frame.g.corners[f.firstCorner : f.firstCorner+f.numCorners]
	lights := s.frame.g.lights[f.firstCorner : f.firstCorner+f.numCorners]
	color := s.faceColor(f)
	// What is only presumed fades where its light does, in all modes.
	lit := s.frame.opt.Mode == Lit && f.kind == bsp.KindSolid || f.kind == bsp.KindPresumed
	scale, more := float32(1), float32(0)
	if lit && f.styled != 0 {
		scale, more = s.styles.light(&s.frame.g.styled[f.styled-1])
	}
	any, all := s.outside(corners)
	if all&^outGuard != 0 {
		return
	}
	if any&(outNear|outGuard) == 0 {
		buf := &s.World
		first := uint32(len(buf.Vertices))
		for i, c := range corners {
			p := &s.points[c]
			cl := color
			if lit {
				light := s.frame.g.lightOf(float32(lights[i])*scale + more)
				cl = color.Dim(light)
				if f.mist {
					cl.A = mist(light)
				}
			}
			switch {
			case s.canvas.haze.on:
				cl = s.pointFog(cl, p)
			case !s.frame.g.built:
				cl = fog(cl, Background, p.w)
			}
			buf.Vertex(p.screenX, p.screenY, cl)
		}
		buf.Fan(first, uint32(len(corners)))
		s.drawLattice(f)
		return
	}
	s.canvas.polygon[0] = s.canvas.polygon[0][:0]
	for i, c := range corners {
		p := &s.points[c]
		light := float32(1)
		if lit {
			light = s.frame.g.lightOf(float32(lights[i])*scale + more)
		}
		s.canvas.polygon[0] = append(s.canvas.polygon[0], corner{p.x, p.y, p.w, light})
	}
	s.canvas.fan(&s.World, s.canvas.clip(), color, true, f.mist)
	s.drawLattice(f)
}

// drawEdge draws an edge of the world.
func (s *Scene) drawEdge(e *edge) {
	if e.kind == bsp.KindPresumed && s.frame.g.upright(e) {
		return
	}
	p, q := s.point(e.v[0]), s.point(e.v[1])
	if p.outside&q.outside&^outGuard != 0 {
		return
	}
	color := edgeColor(e)
	if s.frame.g.built && (s.frame.opt.Mode == Lit || s.frame.opt.Mode == Shaded) {
		if e.kind == bsp.KindPresumed {
			color = color.Alpha(presumedEdge)
		} else {
			color = color.Alpha(builtEdge)
		}
	}
	from, to := color, color
	if s.canvas.haze.on {
		s.hazePoint(p)
		if s.hazePoint(q); max(p.seen, q.seen) < hazeNothing {
			return
		}
		from, to = color.Alpha(p.seen), color.Alpha(q.seen)
	}
	if p.outside|q.outside == 0 {
		s.World.LineGradient(p.screenX, p.screenY, q.screenX, q.screenY, s.frame.line,
			s.canvas.faded(from, p.w, 0), s.canvas.faded(to, q.w, 0))
		return
	}
	s.canvas.line(&s.World, corner{p.x, p.y, p.w, 1}, corner{q.x, q.y, q.w, 1}, s.frame.line, from, to)
}

// edgeColor returns the color of an edge of the world that is near.
func edgeColor(e *edge) draw.Color {
	if int(e.kind) < len(edgeColors) {
		return edgeColors[e.kind]
	}
	return edgeColors[bsp.KindSolid]
}

// line draws a line, clipped and faded by its depth.
func (cv *canvas) line(buf *draw.Buffer, p, q corner, width float32, c0, c1 draw.Color) {
	a, b, ok := cv.frame.clipLine(p, q, width+1)
	if !ok {
		return
	}
	x0, y0 := cv.frame.screen(&a)
	x1, y1 := cv.frame.screen(&b)
	buf.LineGradient(x0, y0, x1, y1, width, cv.faded(c0, a.w, 0), cv.faded(c1, b.w, 0))
}

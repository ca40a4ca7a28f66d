package scene

import (
	"demoscope/bsp"
	"demoscope/render/draw"
)

// fillFace draws a face of the world.
func (lv *level) fillFace(f *face) {
	if f.kind == bsp.KindSky {
		lv.fillSky(f)
		return
	}
	if f.mist && lv.frame.plan() {
		return // from above it would be a smear across the floors
	}
	corners := lv.frame.g.corners[f.firstCorner : f.firstCorner+f.numCorners]
	lights := lv.frame.g.lights[f.firstCorner : f.firstCorner+f.numCorners]
	color := lv.tints.faceColor(f)
	// What is only presumed fades where its light does, in all modes.
	lit := lv.frame.opt.Mode == Lit && f.kind == bsp.KindSolid || f.kind == bsp.KindPresumed
	scale, more := float32(1), float32(0)
	if lit && f.styled != 0 {
		scale, more = lv.tints.styles.light(&lv.frame.g.styled[f.styled-1])
	}
	any, all := lv.outside(corners)
	if all&^outGuard != 0 {
		return
	}
	if any&(outNear|outGuard) == 0 {
		buf := lv.canvas.world
		first := uint32(len(buf.Vertices))
		for i, c := range corners {
			p := &lv.points[c]
			cl := color
			if lit {
				light := lv.frame.g.lightOf(float32(lights[i])*scale + more)
				cl = color.Dim(light)
				if f.mist {
					cl.A = mist(light)
				}
			}
			switch {
			case lv.canvas.haze.on:
				cl = lv.pointFog(cl, p)
			case !lv.frame.g.built:
				cl = fog(cl, Background, p.w)
			}
			buf.Vertex(p.screenX, p.screenY, cl)
		}
		buf.Fan(first, uint32(len(corners)))
		lv.drawLattice(f)
		return
	}
	lv.canvas.polygon[0] = lv.canvas.polygon[0][:0]
	for i, c := range corners {
		p := &lv.points[c]
		light := float32(1)
		if lit {
			light = lv.frame.g.lightOf(float32(lights[i])*scale + more)
		}
		lv.canvas.polygon[0] = append(lv.canvas.polygon[0], corner{p.x, p.y, p.w, light})
	}
	lv.canvas.fan(lv.canvas.world, lv.canvas.clip(), color, true, f.mist)
	lv.drawLattice(f)
}

// drawEdge draws an edge of the world.
func (lv *level) drawEdge(e *edge) {
	if e.kind == bsp.KindPresumed && lv.frame.g.upright(e) {
		return
	}
	p, q := lv.point(e.v[0]), lv.point(e.v[1])
	if p.outside&q.outside&^outGuard != 0 {
		return
	}
	color := edgeColor(e)
	if lv.frame.g.built && (lv.frame.opt.Mode == Lit || lv.frame.opt.Mode == Shaded) {
		if e.kind == bsp.KindPresumed {
			color = color.Alpha(presumedEdge)
		} else {
			color = color.Alpha(builtEdge)
		}
	}
	from, to := color, color
	if lv.canvas.haze.on {
		lv.hazePoint(p)
		if lv.hazePoint(q); max(p.seen, q.seen) < hazeNothing {
			return
		}
		from, to = color.Alpha(p.seen), color.Alpha(q.seen)
	}
	if p.outside|q.outside == 0 {
		lv.canvas.world.LineGradient(p.screenX, p.screenY, q.screenX, q.screenY, lv.frame.line,
			lv.canvas.faded(from, p.w, 0), lv.canvas.faded(to, q.w, 0))
		return
	}
	lv.canvas.line(lv.canvas.world, corner{p.x, p.y, p.w, 1}, corner{q.x, q.y, q.w, 1}, lv.frame.line, from, to)
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

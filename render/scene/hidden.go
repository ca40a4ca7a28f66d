package scene

import (
	"math"

	"demoscope/bsp"
	"demoscope/render/raster"
)

// hidden leaves out the faces of the world that nearer ones cover.
type hidden struct {
	cover   raster.Cover
	bare    raster.Bare // what it does not cover, if it was made for this picture
	polygon [][2]float32
}

// hideMargin is how far, in pixels, what is drawn with a face may reach beyond it, besides half a line.
const hideMargin = 2

// Bare returns the rows of the picture that need a background: no opaque face of the world is drawn over all
// of their pixels. It is that of no picture where this is not known.
func (s *Scene) Bare() raster.Bare { return s.hidden.bare }

// hide takes faces out of the order, back to front, all pixels of which nearer faces draw over. The
// picture is the same without them. An edge of such a face lies behind the nearer ones too.
func (s *Scene) hide() {
	h := &s.hidden
	h.bare = raster.Bare{}
	if !s.frame.opt.SkipHidden || s.frame.opt.Mode == Wire || s.frame.g.built {
		return
	}
	h.cover.Reset(int(math.Ceil(float64(s.frame.width))), int(math.Ceil(float64(s.frame.height))))
	n := len(s.order) // those from here on are kept
	for i := len(s.order) - 1; i >= 0; i-- {
		k := s.order[i]
		if k >= 0 && s.hides(&s.frame.g.faces[k]) {
			continue
		}
		n--
		s.order[n] = k
	}
	s.order = s.order[:copy(s.order, s.order[n:])]
	h.bare = h.cover.Bare()
}

// hides reports whether a face is covered. If not, it covers what is behind it.
func (s *Scene) hides(f *face) bool {
	h := &s.hidden
	corners := s.frame.g.corners[f.firstCorner : f.firstCorner+f.numCorners]
	any, all := s.outside(corners)
	if all&^outGuard != 0 {
		return false
	}
	h.polygon = h.polygon[:0]
	if any&(outNear|outGuard) == 0 {
		for _, c := range corners {
			p := &s.points[c]
			h.polygon = append(h.polygon, [2]float32{p.screenX, p.screenY})
		}
	} else {
		s.canvas.polygon[0] = s.canvas.polygon[0][:0]
		for _, c := range corners {
			p := &s.points[c]
			s.canvas.polygon[0] = append(s.canvas.polygon[0], corner{p.x, p.y, p.w, 1})
		}
		for polygon := s.canvas.clip(); len(h.polygon) < len(polygon); {
			x, y := s.frame.screen(&polygon[len(h.polygon)])
			h.polygon = append(h.polygon, [2]float32{x, y})
		}
	}
	if len(h.polygon) < 3 {
		return false
	}
	left, top := h.polygon[0][0], h.polygon[0][1]
	right, bottom := left, top
	for _, p := range h.polygon[1:] {
		left, right = min(left, p[0]), max(right, p[0])
		top, bottom = min(top, p[1]), max(bottom, p[1])
	}
	margin := s.frame.line/2 + hideMargin
	if h.cover.Hides(left-margin, top-margin, right+margin, bottom+margin) {
		return true
	}
	if f.kind == bsp.KindSolid && !f.mist && s.faceColor(f).A >= 1 {
		h.cover.AddFan(h.polygon)
	}
	return false
}

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
func (s *Scene) Bare() raster.Bare { return s.level.hidden.bare }

// hide takes faces out of the order, back to front, all pixels of which nearer faces draw over. The
// picture is the same without them. An edge of such a face lies behind the nearer ones too.
func (lv *level) hide() {
	h := &lv.hidden
	h.bare = raster.Bare{}
	if !lv.frame.opt.SkipHidden || lv.frame.opt.Mode == Wire || lv.frame.g.built {
		return
	}
	h.cover.Reset(int(math.Ceil(float64(lv.frame.width))), int(math.Ceil(float64(lv.frame.height))))
	n := len(lv.order) // those from here on are kept
	for i := len(lv.order) - 1; i >= 0; i-- {
		k := lv.order[i]
		if k >= 0 && lv.hides(&lv.frame.g.faces[k]) {
			continue
		}
		n--
		lv.order[n] = k
	}
	lv.order = lv.order[:copy(lv.order, lv.order[n:])]
	h.bare = h.cover.Bare()
}

// hides reports whether a face is covered. If not, it covers what is behind it.
func (lv *level) hides(f *face) bool {
	h := &lv.hidden
	corners := lv.frame.g.corners[f.firstCorner : f.firstCorner+f.numCorners]
	any, all := lv.outside(corners)
	if all&^outGuard != 0 {
		return false
	}
	h.polygon = h.polygon[:0]
	if any&(outNear|outGuard) == 0 {
		for _, c := range corners {
			p := &lv.points[c]
			h.polygon = append(h.polygon, [2]float32{p.screenX, p.screenY})
		}
	} else {
		lv.canvas.polygon[0] = lv.canvas.polygon[0][:0]
		for _, c := range corners {
			p := &lv.points[c]
			lv.canvas.polygon[0] = append(lv.canvas.polygon[0], corner{p.x, p.y, p.w, 1})
		}
		for polygon := lv.canvas.clip(); len(h.polygon) < len(polygon); {
			x, y := lv.frame.screen(&polygon[len(h.polygon)])
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
	margin := lv.frame.line/2 + hideMargin
	if h.cover.Hides(left-margin, top-margin, right+margin, bottom+margin) {
		return true
	}
	if f.kind == bsp.KindSolid && !f.mist && lv.tints.faceColor(f).A >= 1 {
		h.cover.AddFan(h.polygon)
	}
	return false
}

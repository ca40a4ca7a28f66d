package hud

import "slices"

// This file is for windows that are too small for everything: what matters less is left out where it would lie over
// what matters more, or outside.

// small reports whether the layout may have no room for all that it places.
func (s Screen) small() bool {
	u := s.Unit()
	return s.Width < leastWidth*u || s.Height < leastHeight*u || s.Touch && s.Height < designHeight*u
}

// anywhere are the elements in the picture itself. Other elements are not left out because of them.
var anywhere = []string{"frames", "names", "pointers", "attacker", "crosshair", "status ground", "tip", "pointed"}

// importance are the elements that matter most, the first first. The others follow as they are drawn.
var importance = []string{
	"bar", "finder", "help", "sheet", "scores", "server scores", "events", "naming", "messages", "vitals",
	"ammo", "name plate", "score", "kill", "kill line", "duels", "finale", "info", "weapons", "notices",
}

// ranked are the indices of the elements that may be left out, those that matter most first.
func ranked() (list []int) {
	index := func(name string) int {
		return slices.IndexFunc(elements[:], func(e element) bool { return e.name == name })
	}
	for _, name := range importance {
		list = append(list, index(name))
	}
	for i := range elements {
		if !slices.Contains(list, i) && !slices.Contains(anywhere, elements[i].name) {
			list = append(list, i)
		}
	}
	return list
}

// room is which elements of a small window are left out.
type room struct {
	order []int  // of the elements, by importance
	out   uint64 // a bit for each element
	taken []Rect
}

// leavesOut reports whether an element is left out.
func (r *room) leavesOut(i int) bool { return r.out&(1<<i) != 0 }

// fitIn finds out which elements are left out, by drawing each: where it lies depends on what it says.
func (h *HUD) fitIn(in *Input) {
	r := &h.room
	r.out = 0
	if !in.Screen.small() || in.Extent != Whole {
		return
	}
	if r.order == nil {
		r.order = ranked()
	}
	r.taken = r.taken[:0]
	slack := 1 + round(in.Screen.Unit()) // the shade
	for _, i := range r.order {
		e := &elements[i]
		if !e.shown(h, in) {
			continue
		}
		h.out.Reset()
		h.canvas.Shade = e.shade
		e.draw(h, in, e.area(h, in))
		a, any := h.drawn(0)
		if !any {
			continue
		}
		if a.X < -slack || a.Y < -slack || a.X+a.W > in.Screen.Width+slack || a.Y+a.H > in.Screen.Height+slack {
			r.out |= 1 << i
		}
		for _, t := range r.taken {
			if w, k := min(a.X+a.W, t.X+t.W)-max(a.X, t.X), min(a.Y+a.H, t.Y+t.H)-max(a.Y, t.Y); min(w, k) > slack {
				r.out |= 1 << i
			}
		}
		if !r.leavesOut(i) {
			r.taken = append(r.taken, a)
		}
	}
	h.out.Reset()
	h.board.boardArea, h.board.boardRows, h.targets = Rect{}, h.board.boardRows[:0], h.targets[:0]
	h.kill.headline, h.kill.killPointer = Rect{}, [2]Rect{}
	h.canvas.panels = h.canvas.panels[:0]
}

// drawn returns what the buffer covers from a vertex on, without what cannot be seen.
func (c *canvas) drawn(first int) (r Rect, any bool) {
	var x0, y0, x1, y1 float32
	for i := first; i < len(c.Out.Vertices); i++ {
		v := &c.Out.Vertices[i]
		switch {
		case v.A == 0:
		case !any:
			x0, y0, x1, y1, any = v.X, v.Y, v.X, v.Y, true
		default:
			x0, y0, x1, y1 = min(x0, v.X), min(y0, v.Y), max(x1, v.X), max(y1, v.Y)
		}
	}
	return Rect{x0, y0, x1 - x0, y1 - y0}, any
}

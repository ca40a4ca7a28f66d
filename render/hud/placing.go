package hud

import (
	"demoscope/render/anchor"
)

const (
	// plateNear is how many boxes are looked at for a free place beside a plate, and plateReach
	// how far away they are at most, in points.
	plateNear, plateReach = 10, 160
	// plateAside is how much farther a way to the side counts than one up, and plateBelow
	// one down.
	plateAside, plateBelow = 1.5, 4
	// headPart is how much of a body is the head, from above.
	headPart = 0.3
	// A plate is small at bodies that are lower than smallPlate of the picture's height: 45 of
	// 720 lines.
	smallPlate = 1. / 16
)

// plates are the plates in the picture that have been placed.
type plates struct {
	order []int  // indices of [Input.Labels], those that are before others first
	boxes []Rect // of those that have been drawn
	// panels is the range of boxes on which nobody could read a name, because something is written there.
	panels [2]int
	space  float32
	// bodies are what no plate may lie on: own has one whose plate is being placed.
	bodies []anchor.Body
	own    int  // its index, -1 for none
	strict bool // the followed player's body counts, too
}

// begin sorts names by distance, with the names at missiles behind those at players, and the names of hidden players
// last.
func (p *plates) begin(in *Input, space float32) {
	p.order, p.boxes, p.panels, p.bodies, p.space = p.order[:0], p.boxes[:0], [2]int{}, in.Bodies, space
	for i := range in.Labels {
		p.order = append(p.order, i)
		for k := i; k > 0 && in.before(&in.Labels[i], &in.Labels[p.order[k-1]]); k-- {
			p.order[k], p.order[k-1] = p.order[k-1], i
		}
	}
}

// keep keeps plates away from a box.
func (p *plates) keep(b Rect) {
	if b.W > 0 && b.H > 0 {
		p.boxes = append(p.boxes, b)
	}
}

// before reports whether a name has its place before another one: first those of a kill.
func (in *Input) before(a, b *anchor.Label) bool {
	ka, kb := in.killOf(a.Player-1) >= 0 && !a.Shot, in.killOf(b.Player-1) >= 0 && !b.Shot
	switch {
	case ka != kb:
		return ka
	case a.Unseen != b.Unseen:
		return b.Unseen
	case a.Shot != b.Shot:
		return b.Shot
	}
	return a.Depth < b.Depth
}

// place moves a plate to the nearest place where it covers no other one and no body, and keeps
// it. Where there is none it may cover bodies below their heads, and where that does not help
// either, other plates; false if it would lie on a panel.
func (p *plates) place(box *Rect, own int, area Rect, u float32) bool {
	p.own = own
	for _, part := range [...]float32{1, headPart} {
		if at, ok := p.free(*box, area, part, u); ok {
			*box = at
			p.keepName(*box, u)
			return true
		}
	}
	if p.hidden(box) {
		return false
	}
	p.keepName(*box, u)
	return true
}

// hidden reports whether a box lies on a panel, where nobody could read it.
func (p *plates) hidden(box *Rect) bool {
	for i := range p.boxes[p.panels[0]:p.panels[1]] {
		if overlap(box, &p.boxes[p.panels[0]+i]) {
			return true
		}
	}
	return false
}

// keepName keeps plates away from a name: those beside it more than those above and below it.
func (p *plates) keepName(b Rect, u float32) {
	p.keep(Rect{b.X - plateBeside*u, b.Y, b.W + 2*plateBeside*u, b.H})
}

// free returns the place nearest to a box's own where it covers nothing, of bodies not that
// upper part; ok is false if there is none.
func (p *plates) free(first Rect, area Rect, part, u float32) (at Rect, ok bool) {
	if inside(&first, area) && !p.covers(&first, part) {
		return first, true
	}
	var near [plateNear]Rect
	n := p.nearest(&near, &first, part, plateReach*u)
	best := float32(0)
	for i := -1; i < 2*n; i++ {
		box := first
		box.Y = max(area.Y, box.Y)
		if i >= 0 {
			if b := &near[i/2]; i%2 == 0 {
				box.Y = b.Y - box.H - p.space
			} else {
				box.Y = b.Y + b.H + p.space
			}
		}
		for k := -1; k < 2*n; k++ {
			box.X = max(area.X, min(first.X, area.X+area.W-first.W))
			if k >= 0 {
				if b := &near[k/2]; k%2 == 0 {
					box.X = b.X - box.W - p.space
				} else {
					box.X = b.X + b.W + p.space
				}
			}
			dx, dy := plateAside*(box.X-first.X), box.Y-first.Y
			if dy > 0 {
				dy *= plateBelow
			}
			if far := dx*dx + dy*dy; (!ok || far < best) && inside(&box, area) && !p.covers(&box, part) {
				at, best, ok = box, far, true
			}
		}
	}
	return at, ok
}

// inside reports whether a box is in an area.
func inside(b *Rect, area Rect) bool {
	return b.X >= area.X && b.Y >= area.Y && b.X+b.W <= area.X+area.W && b.Y+b.H <= area.Y+area.H
}

// covers reports whether a box is on another plate, or on that upper part of a body.
func (p *plates) covers(box *Rect, part float32) bool {
	if p.onPanel(box) {
		return true
	}
	if part <= 0 {
		return false
	}
	for i := range p.bodies {
		if b := p.body(i, part); overlap(box, &b) {
			return true
		}
	}
	return false
}

// onPanel reports whether a box lies on one that is kept free, or on another name.
func (p *plates) onPanel(box *Rect) bool {
	for i := range p.boxes {
		if overlap(box, &p.boxes[i]) {
			return true
		}
	}
	return false
}

// body returns the upper part of a body. That of the followed player is empty, since plates may cover it, unless the
// plate is the player's own.
func (p *plates) body(i int, part float32) Rect {
	b := &p.bodies[i]
	if b.Watched && i != p.own && !p.strict {
		return Rect{}
	}
	return Rect{b.X, b.Y, b.W, b.H * part}
}

// overlap reports whether two boxes have a part in common.
func overlap(a, b *Rect) bool {
	return a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H
}

// nearest fills in the plates and bodies that are nearest to a box, not farther than reach,
// and returns how many those are.
func (p *plates) nearest(list *[plateNear]Rect, box *Rect, part, reach float32) (n int) {
	var away [plateNear]float32
	for i := range len(p.boxes) + len(p.bodies) {
		var b Rect
		if i < len(p.boxes) {
			b = p.boxes[i]
		} else {
			b = p.body(i-len(p.boxes), part)
		}
		far := max(b.X-box.X-box.W, box.X-b.X-b.W, b.Y-box.Y-box.H, box.Y-b.Y-b.H)
		if b.W <= 0 || far > reach {
			continue
		}
		k := n
		if n < plateNear {
			n++
		} else if k--; away[k] <= far {
			continue
		}
		for ; k > 0 && away[k-1] > far; k-- {
			away[k], list[k] = away[k-1], list[k-1]
		}
		away[k], list[k] = far, b
	}
	return n
}

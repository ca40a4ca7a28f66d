package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/draw"
)

const (
	// mostPointers is how many players outside of the picture are pointed at: more would hide
	// what is in it.
	mostPointers = 3
	// pointerNear is up to which distance they are, in units, half of it for team mates, and
	// pointerShoots for who has fired towards the watched in the last seconds, which are
	// pointerFires. Who has hit the watched, or fights him, is pointed at wherever he is.
	pointerNear, pointerShoots, pointerFires = 700, 1200, 0.7
	// pointerUnseen is how opaque a pointer is to whom the level hides.
	pointerUnseen = 0.6
)

// addPointers points at players who are near, but not in the picture, and at those who fire at the
// watched.
func (s *Scene) addPointers(m *player.Moment) {
	if !s.opt.Pointers || m == nil || m.World == nil {
		return
	}
	f := s.fightOf(m)
	if f.watched == nil {
		return
	}
	attacker := world.Nobody
	if f.watched.Hit.Left(m.Clock) > 0 {
		attacker = m.World.Attacker(f.watched, m.Clock)
	}
	var worst [mostPointers]float32 // rising
	for i := range m.World.Players {
		if !s.beyond(m, &f, i) {
			continue
		}
		p, at := &m.World.Players[i], m.Poses[i].Origin
		mate := m.World.Mates(f.watched, p)
		hit := i == attacker
		fires := !mate && (hit || p.Fired.Within(m.Clock, pointerFires) && f.towards(i))
		far := at.Sub(f.eye).Len()
		reach := float32(pointerNear)
		switch {
		case mate:
			reach /= 2
		case fires:
			reach = pointerShoots
		}
		if far > reach && !hit && i != s.Opponent {
			continue
		}
		rank, alpha := far, float32(1)
		switch {
		case mate:
			rank += 16 * pointerNear
		case fires:
			rank -= 4 * pointerNear
		case !s.Clear(f.eye, at):
			rank, alpha = rank+pointerNear, pointerUnseen
		}
		k := len(s.Pointers)
		for k > 0 && worst[k-1] > rank {
			k--
		}
		if k == mostPointers {
			continue
		}
		if len(s.Pointers) < mostPointers {
			s.Pointers = append(s.Pointers, draw.Pointer{})
		}
		copy(s.Pointers[k+1:], s.Pointers[k:])
		copy(worst[k+1:], worst[k:])
		worst[k] = rank
		s.Pointers[k] = draw.Pointer{
			Text: p.Name, Player: p.Slot + 1, Color: bright(bright(s.nameColor(m.World, p))).Alpha(alpha),
			Weapon:   uint8(s.told(m.World, p)),
			Distance: far, Fires: fires, Mate: mate,
		}
		s.Pointers[k].Side, s.Pointers[k].Place = s.edgeOf(at)
	}
}

// towards reports whether the player in a slot looks about where the watched is.
func (f *fight) towards(i int) bool {
	eye, ok := f.eyeOf(i)
	if !ok {
		return false
	}
	look, _, _ := vectors(eye.Angles)
	return aside(eye.Origin, look, f.eye) <= opponentAside
}

// shows reports whether a place is within the bounds of the picture.
func (s *Scene) shows(at mgl32.Vec3) bool {
	x, y, w := s.frustum.transform(at)
	return w >= s.frustum.near && abs(x/w) <= s.frustum.centerX && abs(y/w) <= s.frustum.centerY
}

// edgeOf returns the side of the picture beyond which a place is, and where along that side
// the way to it begins, 0 to 1. What is above or below what the picture shows is there; all
// else is to the left or right, the lower the farther one has to turn.
func (s *Scene) edgeOf(at mgl32.Vec3) (draw.Side, float32) {
	f := &s.frustum
	d := at.Sub(f.origin)
	right, up, ahead := d.Dot(f.right), d.Dot(f.up), d.Dot(f.forward)
	turn := math.Atan2(float64(right), float64(ahead))
	half := math.Atan2(float64(f.centerX), float64(f.focal))
	if abs := math.Abs(turn); abs > half {
		side := draw.SideRight
		if turn < 0 {
			side = draw.SideLeft
		}
		return side, float32(0.5 * (1 + (abs-half)/(math.Pi-half)))
	}
	side := draw.SideBottom
	if up > 0 {
		side = draw.SideTop
	}
	return side, float32(0.5 * (1 + math.Tan(turn)/math.Tan(half)))
}

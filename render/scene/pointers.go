package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/render/anchor"
)

// pointerUnseen is how opaque a pointer is to a player hidden by the level.
const pointerUnseen = 0.6

// addPointers points at the players near the followed one who are outside the picture.
func (sg *signs) addPointers(m *player.Moment) {
	for i := range sg.frame.story.Threats {
		t := &sg.frame.story.Threats[i]
		p := &m.World.Players[t.Slot]
		alpha := float32(1)
		if t.Hidden {
			alpha = pointerUnseen
		}
		o := anchor.Pointer{Text: p.Name, Player: t.Slot + 1, Color: sg.colors.ink(m.World, p).Alpha(alpha),
			Distance: t.Distance, Status: sg.frame.story.Players[t.Slot]}
		o.Side, o.Place = sg.frame.edgeOf(m.Poses[t.Slot].Origin)
		sg.out.Pointers = append(sg.out.Pointers, o)
	}
}

// shows reports whether a place is within the bounds of the picture.
func (f *frustum) shows(at mgl32.Vec3) bool {
	x, y, w := f.transform(at)
	return w >= f.near && abs(x/w) <= f.centerX && abs(y/w) <= f.centerY
}

// edgeOf returns the side of the picture beyond which a place is, and where along that side
// the way to it begins, 0 to 1. What is above or below what the picture shows is there; all
// else is to the left or right, the lower the farther one has to turn.
func (f *frustum) edgeOf(at mgl32.Vec3) (anchor.Side, float32) {
	d := at.Sub(f.origin)
	right, up, ahead := d.Dot(f.right), d.Dot(f.up), d.Dot(f.forward)
	turn := math.Atan2(float64(right), float64(ahead))
	half := math.Atan2(float64(f.centerX), float64(f.focal))
	if abs := math.Abs(turn); abs > half {
		side := anchor.SideRight
		if turn < 0 {
			side = anchor.SideLeft
		}
		return side, float32(0.5 * (1 + (abs-half)/(math.Pi-half)))
	}
	side := anchor.SideBottom
	if up > 0 {
		side = anchor.SideTop
	}
	return side, float32(0.5 * (1 + math.Tan(turn)/math.Tan(half)))
}

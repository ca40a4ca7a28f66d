package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/render/draw"
)

// Ring is a sound that is shown where it is heard from.
type Ring struct {
	Origin mgl32.Vec3
	// Age is how many seconds ago it began, and Level how loud it is, from 0 to 1.
	Age, Level float32
	Color      draw.Color
}

const (
	// ringLife is for how many seconds a ring is seen; it grows from ringFirst units to ringLast,
	// and has at least ringLeast points, or nobody would see a far one, and at most ringMost, or a
	// near one would be around half of the picture.
	ringLife            = 0.9
	ringFirst, ringLast = 10, 44
	ringLeast, ringMost = 5, 60
	// ringWidth is that of its line in points, when it begins.
	ringWidth = 3.5
	// ringBehind is how opaque it is behind a wall.
	ringBehind = 0.4
	// ringNear is how near the camera none is drawn, in units: it would be around the picture.
	ringNear = 48
)

// addRings draws a ring around each place where a sound began a moment ago.
func (sg *signs) addRings() {
	for i := range sg.frame.opt.Rings {
		r := &sg.frame.opt.Rings[i]
		if r.Age < 0 || r.Age >= ringLife || !sane(r.Origin) || r.Origin.Sub(sg.frame.origin).Len() < ringNear {
			continue
		}
		x, y, w := sg.frame.transform(r.Origin)
		if w < sg.frame.near {
			continue
		}
		t := r.Age / ringLife
		grown := 1 - (1-t)*(1-t) // fast at first
		radius := max((ringFirst+(ringLast-ringFirst)*grown)*sg.frame.focal/w, ringLeast*sg.frame.scale*(0.7+0.6*grown))
		radius = min(radius, ringMost*sg.frame.scale*(0.4+0.6*grown))
		width := max(1, ringWidth*(1-0.6*t)) * sg.frame.scale
		alpha := (1 - t) * (0.25 + 0.75*r.Level)
		if !sg.frame.g.Clear(sg.frame.origin, r.Origin) {
			alpha *= ringBehind
		}
		px, py := x/w+sg.frame.centerX, y/w+sg.frame.centerY
		if px < -radius || py < -radius || px > sg.frame.width+radius || py > sg.frame.height+radius {
			continue
		}
		sg.canvas.overlay.Ring(px, py, radius-width/2-1, radius+width/2+1, Background.Alpha(0.5*alpha))
		sg.canvas.overlay.Ring(px, py, radius-width/2, radius+width/2, r.Color.Alpha(alpha))
	}
}

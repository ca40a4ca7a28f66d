package scene

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// Signs beside the head of a player: on the right a balloon of who talks or is away, on the
// left bars of who lags. They are as large as a head, within bounds in points.
const (
	signUnits           = 11
	signLeast, signMost = 9, 16
	// signBeside is how far from the middle of the body they are, in units, and signHeight
	// their upper side above the player's origin.
	signBeside, signHeight = 11, 36
)

var (
	signPaper = draw.RGB(0xd8d3c2)
	signInk   = draw.RGB(0x20242c)
)

// signs draw and write over the picture what explains the fight.
type signs struct {
	frame   *frame
	canvas  *canvas
	colors  *colors
	sight   *sight
	markers *markers
	out     *anchor.Places
}

// addSigns adds the signs of the players who are seen.
func (sg *signs) addSigns(m *player.Moment) {
	if m == nil || m.World == nil {
		return
	}
	for i := range sg.sight.figures {
		f := &sg.sight.figures[i]
		p := &m.World.Players[f.slot]
		signs := m.World.Carries(p) & (world.Talking | world.Away | world.Lagging)
		if signs == 0 || f.hidden || p.Dead || sg.frame.behindWall(m.Poses[f.slot].Origin) {
			continue
		}
		x, y, w := sg.frame.transform(mgl32.Vec3(m.Poses[f.slot].Origin).Add(mgl32.Vec3{0, 0, signHeight}))
		if w < sg.frame.near || w > nameFar {
			continue
		}
		x, y = sg.frame.centerX+x/w, sg.frame.centerY+y/w
		unit := sg.frame.focal / w
		size := max(signLeast*sg.frame.scale, min(signUnits*unit, signMost*sg.frame.scale))
		alpha := max(0.4, fade(w))
		if signs&(world.Talking|world.Away) != 0 {
			sg.canvas.balloon(x+signBeside*unit, y, size, signs&world.Talking != 0, alpha)
		}
		if signs&world.Lagging != 0 {
			sg.canvas.bars(x-signBeside*unit-size, y, size, alpha)
		}
	}
}

// balloon draws a balloon whose upper left corner is at a point: with three dots for who
// talks, and a Z for who is away.
func (cv *canvas) balloon(x, y, size float32, talks bool, alpha float32) {
	o := cv.overlay
	paper, ink := signPaper.Alpha(alpha), signInk.Alpha(alpha)
	width, height, line := 1.25*size, 0.8*size, max(1, size/9)
	// The tail, from the side of the mouth.
	o.Triangle(x+0.2*width, y+height, x+0.5*width, y+height, x-0.05*width, y+1.35*height, paper)
	o.Rect(x, y, width, height, paper)
	o.Frame(x-line, y-line, width+2*line, height+2*line, line, ink)
	if !talks {
		left, right, top, low := x+0.36*width, x+0.64*width, y+0.22*height, y+0.78*height
		o.Line(left, top, right, top, line, ink)
		o.Line(right, top, left, low, line, ink)
		o.Line(left, low, right, low, line, ink)
		return
	}
	for i := range 3 {
		o.Circle(x+width*(0.25+0.25*float32(i)), y+height/2, 0.085*size, ink)
	}
}

// bars draws a connection of which most is gone: rising bars of which only the first is
// full, with a cross on them.
func (cv *canvas) bars(x, y, size, alpha float32) {
	o := cv.overlay
	line := max(1, size/9)
	o.Rect(x-2*line, y-line, size+4*line, size+2*line, signInk.Alpha(0.6*alpha))
	for i := range 3 {
		height := size * float32(i+1) / 3
		color := colorOrange
		if i > 0 {
			color = colorGray.Dim(0.6)
		}
		o.Rect(x+size*(0.04+0.34*float32(i)), y+size-height, 0.24*size, height, color.Alpha(alpha))
	}
	o.Line(x, y, x+0.45*size, y+0.45*size, 1.2*line, colorRed.Alpha(alpha))
	o.Line(x+0.45*size, y, x, y+0.45*size, 1.2*line, colorRed.Alpha(alpha))
}

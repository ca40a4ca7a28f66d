package scene

import (
	"demoscope/bsp"
	"demoscope/render/draw"
)

// Background is the color where nothing is drawn, into which faces fade in the
// distance.
var Background = draw.RGB(0x0a0c10)

// lineWidth is the width of edges in points.
const lineWidth = 1.1

// edgeColors are the colors of near edges, by kind.
var edgeColors = [...]draw.Color{
	bsp.KindSolid:    draw.RGB(0xa9bccb),
	bsp.KindWindow:   draw.RGB(0x7fd0e0),
	bsp.KindWater:    draw.RGB(0x4a8df0),
	bsp.KindSlime:    draw.RGB(0x74c442),
	bsp.KindLava:     draw.RGB(0xff7b2e),
	bsp.KindTeleport: draw.RGB(0xb679ff),
	bsp.KindSky:      draw.RGB(0x46546c),
	bsp.KindPresumed: draw.RGB(0x64748a),
	bsp.KindNoDraw:   draw.RGB(0x46546c),
}

// faceTints are the colors of faces in full light, by kind.
var faceTints = [...]draw.Color{
	bsp.KindSolid:    draw.RGB(0x8b96a6),
	bsp.KindWindow:   {R: 0.45, G: 0.75, B: 0.82, A: 0.25},
	bsp.KindWater:    {R: 0.16, G: 0.36, B: 0.75, A: 0.55},
	bsp.KindSlime:    {R: 0.30, G: 0.55, B: 0.15, A: 0.65},
	bsp.KindLava:     {R: 0.95, G: 0.36, B: 0.08, A: 0.85},
	bsp.KindTeleport: {R: 0.45, G: 0.22, B: 0.75, A: 0.80},
	bsp.KindSky:      draw.RGB(0x2a3850),
	bsp.KindPresumed: draw.RGB(0x75746f),
	bsp.KindNoDraw:   draw.RGB(0x000000),
}

// moverColor and moverTint are the colors of brush models: doors, lifts, boxes.
var (
	moverColor = draw.RGB(0xe8b45a)
	moverTint  = draw.RGB(0xb08a52)
)

// How fast lines and faces fade in the distance, in units of depth: at fadeDepth a
// quarter of the fading part of a line is left, and at fogDepth a face is halfway to
// the background. A line never gets fainter than faintestFar, and in the modes of lines, where nothing else is seen,
// than faintestLine. A level that was rebuilt has a [haze] instead.
const (
	fadeDepth    = 700
	faintestFar  = 0.16
	faintestLine = 0.3
	fogDepth     = 2400
)

// Presumed walls are equally bright on all sides and have no vertical edges, because their corners are unknown.
const presumedShade = 170

// leastBuiltShade is the least shade of the other faces of a reconstructed level: in its haze light comes from all
// sides, and a ceiling must not look like a hole.
const leastBuiltShade = 150

// builtEdge is how opaque the edges of a level that was rebuilt are where faces are filled: they are where the demo
// says nothing more as often as where something ends.
const builtEdge = 0.5

// presumedEdge is how opaque edges of what is only presumed are where faces are filled: they lie as paths
// did, and would tear the floor to shreds that goes on there.
const presumedEdge = 0.18

// fade returns how bright a line is at a depth.
func fade(w float32) float32 {
	t := fadeDepth / (fadeDepth + max(w, 0))
	return min(1, faintestFar+(1-faintestFar)*t*t*1.15)
}

// faded returns the color of a line at a depth: more transparent over bright faces,
// otherwise darker, so that lines that cover one another do not add up.
func (cv *canvas) faded(c draw.Color, w, minFade float32) draw.Color {
	f := max(minFade, fade(w))
	if cv.frame.opt.Mode == Lit || cv.frame.opt.Mode == Shaded {
		return c.Alpha(f)
	}
	a := c.A
	f = faintestLine + (1-faintestLine)*f
	c = cv.haze.level.Mix(c, f*(2-f)) // dark faces need less to be seen on
	c.A = a
	return c
}

// fog returns the color of a face at a depth.
func fog(color, far draw.Color, w float32) draw.Color {
	t := max(w, 0) / (fogDepth + max(w, 0))
	a := color.A
	color = color.Mix(far, t)
	color.A = a
	return color
}

// brightness returns the factor of a face's color for its shade.
func (m Mode) brightness(shade uint8) float32 {
	switch m {
	case Shaded:
		return 0.12 + 0.42*float32(shade)/255
	case Lit:
		return 0.37 + 0.63*float32(shade)/255
	}
	return 0.05 + 0.17*float32(shade)/255
}

// thickMist is the light from which on what is upright and only presumed is opaque.
const thickMist = 60

// mist returns how opaque something upright and only presumed is, by the factor of its light.
func mist(factor float32) float32 {
	return min(1, max(0, (factor-builtLight)/(builtGain*thickMist/255)))
}

// faceColor returns the color of a near face; in Lit mode without the map's light.
func (t *tints) faceColor(f *face) draw.Color {
	c := t.faceTint(f)
	switch f.kind {
	case bsp.KindSolid, bsp.KindPresumed:
		return c.Dim(t.frame.opt.Mode.brightness(f.shade))
	case bsp.KindSky:
		if t.frame.opt.Mode == HiddenLine {
			return Background
		}
		return c.Dim(0.5)
	}
	if t.frame.opt.Mode == HiddenLine {
		return c.Dim(0.6)
	}
	return c
}

package hud

import (
	"math"
	"strconv"

	"demoscope/player/timeline"
	"demoscope/player/world"
)

// Speed is how fast the followed player is and was.
type Speed struct {
	// Now is the speed over ground in units a second, negative if it is not known.
	Now float32
	// Track is where the player was in the last [SpeedSeconds], from the index: it is the
	// same however this moment was reached.
	Track []timeline.Sample
}

// SpeedSeconds is how much of the past the graph of the speed shows.
const SpeedSeconds = 5

const (
	// speedStep is how the scale of the graph grows, and its least end, in units a second.
	speedStep, leastScale = 200, 400
	// endOfScale is the most that the graph shows.
	endOfScale = 4000
)

// runSpeed is how fast players of a game run by their own feet, in units a second.
func runSpeed(g world.Game) float32 {
	if g == world.Quake2 {
		return 300
	}
	return 320
}

// drawSpeed draws the followed player's speed, and a graph of the last seconds with a line at running speed.
func (g *tagger) drawSpeed(in *Input, r Rect) {
	s := &in.Speed
	c := &g.canvas
	u := c.Unit()
	if s.Now < 0 && len(s.Track) == 0 {
		return
	}
	c.panel(r, colorPanel)
	pad := round(infoPad * u)
	inner := r.inset(pad)
	if s.Now >= 0 {
		text := strconv.AppendInt(g.scratch[:0], int64(math.Round(float64(min(s.Now, endOfScale)))), 10)
		w := drawText(c, fontTime, inner.X, inner.Y, text, charsetOwn, colorText)
		drawText(c, fontSmall, inner.X+w+round(5*u), inner.Y+c.Atlas.ascent(fontTime)-c.Atlas.ascent(fontSmall),
			"units/s", charsetOwn, colorDim)
	}
	high := float32(leastScale)
	for i := range s.Track {
		high = max(high, float32(math.Ceil(float64(min(s.Track[i].Speed, endOfScale)/speedStep)))*speedStep)
	}
	text := strconv.AppendInt(g.scratch[:0], int64(high), 10)
	drawTextRight(c, fontSmall, inner.X+inner.W, inner.Y, text, charsetOwn, colorFaint)
	top := inner.Y + c.Atlas.lineHeight(fontTime) + round(2*u)
	graph := Rect{inner.X, top, inner.W, inner.Y + inner.H - top}
	y := func(speed float32) float32 { return graph.Y + graph.H*(1-min(speed, high)/high) }
	thin := max(1, round(u))
	c.Out.Rect(graph.X, round(y(runSpeed(in.World.Game))), graph.W, thin, colorEdge)
	c.Out.Rect(graph.X, graph.Y+graph.H-thin, graph.W, thin, colorFaint)
	from := in.Clock - SpeedSeconds
	x := func(clock float32) float32 {
		return graph.X + graph.W*max(0, min(1, float32(float64(clock)-from)/SpeedSeconds))
	}
	for i := 1; i < len(s.Track); i++ {
		a, b := &s.Track[i-1], &s.Track[i]
		if b.Begins || a.Speed < 0 || b.Speed < 0 {
			continue
		}
		c.Out.Line(x(a.Clock), y(a.Speed), x(b.Clock), y(b.Speed), max(1, 1.5*u), colorText)
	}
}

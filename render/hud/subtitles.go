package hud

import (
	"math"

	"demoscope/render/draw"
)

// Subtitle describes a sound in words.
type Subtitle struct {
	Words string
	// Slot is the player who makes the sound, [world.Nobody] for no name.
	Slot  int
	Count int // how often it began
	Color draw.Color
	// Level is the volume and Fresh the newness, both from 0 to 1.
	Level, Fresh float32
	// Turn is the direction of the sound to the right of the view, from -180 to 180 degrees, if Placed is set.
	Turn   float32
	Placed bool
}

const (
	// subtitleRows is the maximum number of subtitles.
	subtitleRows = 5
	// Sizes of their area in units. subtitlePart is its maximum width as a part of the screen's.
	subtitleWidth, subtitleHeight = 250, 90
	subtitlePart                  = 0.28
	subtitleArrow                 = 13 // width of the arrow's place
	subtitlePad                   = 4
	// subtitleDim is the opacity of the quietest subtitle.
	subtitleDim = 0.45
	// subtitleJump is the time between two pictures, in seconds, above which the rows start anew from the bottom.
	subtitleJump = 1.0
)

// subtitles assigns subtitles to rows, from the bottom up, so that none moves while it is shown.
type subtitles struct {
	*tagger
	rows  [subtitleRows]subtitleKey
	clock float64
	// taken are the areas of the rows that are drawn.
	taken []Rect
}

// subtitleKey identifies a subtitle. A row without words is free.
type subtitleKey struct {
	words string
	slot  int
}

// settle gives each subtitle a row: its previous one, or the lowest free one.
func (s *subtitles) settle(in *Input) {
	if math.Abs(in.Clock-s.clock) > subtitleJump {
		s.rows = [subtitleRows]subtitleKey{}
	}
	s.clock = in.Clock
	for i := range s.rows {
		if k := &s.rows[i]; k.words != "" && subtitleOf(in.Subtitles, *k) == nil {
			*k = subtitleKey{}
		}
	}
	for i := range in.Subtitles {
		key := subtitleKey{in.Subtitles[i].Words, in.Subtitles[i].Slot}
		free := -1
		for row := subtitleRows - 1; row >= 0; row-- {
			if s.rows[row] == key {
				free = -1
				break
			}
			if s.rows[row].words == "" {
				free = row
			}
		}
		if free >= 0 {
			s.rows[free] = key
		}
	}
}

// subtitleOf returns the subtitle with a key, nil if there is none.
func subtitleOf(list []Subtitle, k subtitleKey) *Subtitle {
	for i := range list {
		if list[i].Words == k.words && list[i].Slot == k.slot {
			return &list[i]
		}
	}
	return nil
}

// arrange computes the areas of subtitles, before the elements that keep off them are drawn.
func (s *subtitles) arrange(in *Input, page *page) {
	s.taken = s.taken[:0]
	r := page.layout.Beside[overlaySubtitles]
	if r.W <= 0 || !page.playing(in) {
		return
	}
	s.settle(in)
	for row := range s.rows {
		if l := subtitleOf(in.Subtitles, s.rows[row]); l != nil && s.rows[row].words != "" {
			box := subtitleBox(r, row)
			box.W = min(r.W, s.subtitle(in, l, box, false))
			s.taken = append(s.taken, box)
		}
	}
}

// subtitleBox returns the area of a row.
func subtitleBox(r Rect, row int) Rect {
	height := r.H / subtitleRows
	return Rect{r.X, r.Y + r.H - float32(row+1)*height, r.W, height}
}

// draw draws the subtitles, each with an arrow in the direction of its sound, where up is ahead.
func (s *subtitles) draw(in *Input, r Rect) {
	for row := range s.rows {
		if l := subtitleOf(in.Subtitles, s.rows[row]); l != nil && s.rows[row].words != "" {
			s.subtitle(in, l, subtitleBox(r, row), true)
		}
	}
}

// subtitle draws a subtitle in a box, or only measures it if show is false, and returns its width.
func (g *tagger) subtitle(in *Input, l *Subtitle, box Rect, show bool) float32 {
	c := &g.canvas
	u := c.Unit()
	const between = 5
	f := fontText
	times := ""
	if l.Count > 1 {
		times = timesWords[min(l.Count, len(timesWords)-1)]
	}
	name, set := "", charsetOwn
	if p := playerAt(in.World, l.Slot); p != nil {
		if name, set = p.Name, in.charset(); in.Crosshair && l.Slot == in.Watched {
			name, set = youWord, charsetOwn
		}
	}
	begin := (2*subtitlePad + subtitleArrow) * u
	words, count := textWidth(c.Atlas, f, l.Words, charsetOwn), float32(0)
	if times != "" {
		count = between*u + textWidth(c.Atlas, f, times, charsetOwn)
	}
	// The name gets the remaining room.
	room := box.W - begin - words - count - (between+subtitlePad)*u
	shown := g.scratch[:0]
	width := begin + words + count + subtitlePad*u
	if name != "" && room > 3*between*u {
		shown = clip(c.Atlas, f, shown, name, set, room)
		width += between*u + textWidth(c.Atlas, f, shown, set)
	}
	if !show {
		return width
	}
	alpha := (subtitleDim + (1-subtitleDim)*l.Level) * l.Fresh
	g.Out.Rect(box.X, box.Y, min(width, box.W), box.H, colorPanel.Alpha(0.6*l.Fresh))
	ink := l.Color.Alpha(alpha)
	x, middle := box.X+(subtitlePad+subtitleArrow/2)*u, box.Y+box.H/2
	if l.Placed {
		g.needle(x, middle, l.Turn, ink)
	} else {
		g.Out.Circle(x, middle, 2.2*u, ink)
	}
	y := middle - c.Atlas.lineHeight(f)/2
	x = box.X + begin
	x += drawText(c, f, x, y, l.Words, charsetOwn, ink)
	if len(shown) > 0 {
		x += between * u
		x += drawText(c, f, x, y, shown, set, colorText.Alpha(alpha))
	}
	if times != "" {
		drawText(c, f, x+between*u, y, times, charsetOwn, colorDim.Alpha(alpha))
	}
	return width
}

// needle draws an arrow around a point, degrees to the right of up.
func (g *tagger) needle(x, y, degrees float32, color draw.Color) {
	u := g.canvas.Unit()
	sin64, cos64 := math.Sincos(float64(degrees) * math.Pi / 180)
	sin, cos := float32(sin64), float32(cos64)
	at := func(aside, ahead float32) (float32, float32) {
		return x + (aside*cos+ahead*sin)*u, y + (aside*sin-ahead*cos)*u
	}
	tipX, tipY := at(0, 7)
	leftX, leftY := at(-5, -6)
	rightX, rightY := at(5, -6)
	notchX, notchY := at(0, -3)
	g.Out.Triangle(tipX, tipY, leftX, leftY, notchX, notchY, color)
	g.Out.Triangle(tipX, tipY, notchX, notchY, rightX, rightY, color)
}

// roomForSubtitles takes the area of the subtitles from the right end of the area of the program's messages.
func (l *Layout) roomForSubtitles() {
	px := func(v float32) float32 { return round(v * l.Unit) }
	gap := px(sideGap)
	width := min(px(subtitleWidth), round(subtitlePart*l.Bar.W))
	if l.Banner.W < width+gap+px(leastMiddle) || l.Banner.H <= 0 {
		return
	}
	bottom := l.Banner.Y + l.Banner.H
	height := min(px(subtitleHeight), bottom-l.Center.Y)
	l.Beside[overlaySubtitles] = Rect{l.Banner.X + l.Banner.W - width, bottom - height, width, height}
	l.Banner.W -= width + gap
}

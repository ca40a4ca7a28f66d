package hud

import (
	"math"

	"demoscope/render/draw"
)

// Subtitle says in words what is heard.
type Subtitle struct {
	Words string
	// Slot is the player who makes the sound, [world.Nobody] if nobody is to be named.
	Slot  int
	Count int // how often it began
	Color draw.Color
	// Level is how loud it is, and Fresh how new: both from 0 to 1.
	Level, Fresh float32
	// Turn is how far one would have to turn to the right to face it, from -180 to 180 degrees,
	// if Placed is set.
	Turn   float32
	Placed bool
}

const (
	// subtitleRows is how many there are at most.
	subtitleRows = 5
	// Sizes of their area in units, of which subtitlePart is the most of the screen's width.
	subtitleWidth, subtitleHeight = 250, 90
	subtitlePart                  = 0.28
	subtitleArrow                 = 13 // the width of the arrow's place
	subtitlePad                   = 4
	// subtitleDim is how opaque the quietest one is.
	subtitleDim = 0.45
	// subtitleJump is how many seconds lie between two moments of which the second has
	// its subtitles from the bottom on.
	subtitleJump = 1.0
)

// subtitles has which one is in which row, from the bottom up, so that none moves as long as it
// is there.
type subtitles struct {
	*tagger
	rows  [subtitleRows]subtitleKey
	clock float64
	// taken are the boxes of the rows that are drawn.
	taken []Rect
}

// subtitleKey is what stays the same of a subtitle; without words a row is free.
type subtitleKey struct {
	words string
	slot  int
}

// settle gives each subtitle a row: its own, or the lowest that is free.
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

// subtitleOf returns the subtitle of a key, nil if there is none.
func subtitleOf(list []Subtitle, k subtitleKey) *Subtitle {
	for i := range list {
		if list[i].Words == k.words && list[i].Slot == k.slot {
			return &list[i]
		}
	}
	return nil
}

// arrange decides which subtitle is where, before anything that keeps away from them is
// drawn.
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

// subtitleBox returns where a row is.
func subtitleBox(r Rect, row int) Rect {
	height := r.H / subtitleRows
	return Rect{r.X, r.Y + r.H - float32(row+1)*height, r.W, height}
}

// draw draws what is heard in words, each with an arrow to where it is: up is ahead.
func (s *subtitles) draw(in *Input, r Rect) {
	for row := range s.rows {
		if l := subtitleOf(in.Subtitles, s.rows[row]); l != nil && s.rows[row].words != "" {
			s.subtitle(in, l, subtitleBox(r, row), true)
		}
	}
}

// subtitle draws a subtitle in a box, or only measures it, and returns how wide it is.
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
	// The name has what is left.
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

// needle draws an arrow around a place that points as far to the right of up as degrees say.
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

// roomForSubtitles takes the area of the subtitles from the right end of that of the program's
// messages.
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

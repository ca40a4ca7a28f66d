package hud

import (
	"bytes"
	"strings"

	"demoscope/player/world"
)

const (
	// centerKept is how long a center print is shown, in seconds.
	centerKept = 2.5
	// maxCenterLines is the maximum number of lines of a center print, more than fit on any screen.
	maxCenterLines = 64
)

// notices returns the texts of the game that the followed player sees.
func (in *Input) notices() *world.Notices { return in.World.NoticesOf(in.Watched) }

// drawPrint draws a printed line, wrapped, with its repeat count, and returns the top of the next line.
func (c *canvas) drawPrint(in *Input, line *feedLine, r Rect, alpha float32) float32 {
	l := in.notices().Line(line.print)
	set := in.charset()
	f := fontText
	height := c.Atlas.lineHeight(f)
	d := reader{charset: set, flat: in.flatNames()}
	ink := colorDim // the server's own lines
	if l.Chat {
		d.tint, ink = chatTint(set), colorText
	}
	y, w := r.Y, float32(0)
	text := bytes.TrimRight(l.Text, " \r")
	for len(text) > 0 {
		k := fitText(c.Atlas, f, text, set, r.W, true)
		if k == 0 {
			break
		}
		c.lineGround(Rect{r.X, y, textWidth(c.Atlas, f, text[:k], set), height}, alpha)
		w = textOn(c, f, r.X, y, text[:k], &d, ink.Alpha(alpha))
		text = text[k:]
		y += height
	}
	if line.times < 2 {
		return y
	}
	word := timesWords[min(line.times, len(timesWords)-1)]
	if x := r.X + w + round(8*c.Unit()); x+textWidth(c.Atlas, f, word, charsetOwn) <= r.X+r.W {
		c.lineGround(Rect{x, y - height, textWidth(c.Atlas, f, word, charsetOwn), height}, alpha)
		drawText(c, f, x, y-height, word, charsetOwn, colorDim.Alpha(alpha))
	}
	return y
}

// lineGround darkens the picture behind a line of text, whose colors would be unreadable on a bright wall.
func (c *canvas) lineGround(r Rect, alpha float32) {
	c.Out.Rect(r.X, r.Y, r.W, r.H, colorPanel.Alpha(0.45*alpha))
}

// chatTint returns the color that a game uses for chat.
func chatTint(set charset) glyphTint {
	switch set {
	case charsetQuake, charsetQuakeWorld:
		return tintBronze
	case charsetQuake2:
		return tintGreen
	}
	return tintNone
}

// lineCount returns the number of lines of a text when wrapped.
func lineCount(a *Atlas, f textFont, text []byte, set charset, width float32) (lines int) {
	for len(text) > 0 {
		k := fitText(a, f, text, set, width, true)
		if k == 0 {
			break
		}
		text = text[k:]
		lines++
	}
	return lines
}

// hasCenter reports whether there is a centered text that has not expired.
func (in *Input) hasCenter() bool {
	n := in.notices()
	if in.Display != Analyst && in.fighting() { // keep the middle of the picture empty
		return false
	}
	return len(n.Center) > 0 && world.For(n.CenterTargets, in.Watched) && in.Clock-n.CenterClock <= centerKept &&
		!in.greets()
}

// messages draws the centered text and the program's own messages.
type messages struct {
	*tagger
	lines [][]byte
	notes []Message
	// titled is set if the last Build drew a [MessageTitle].
	titled bool
}

// layoutCenter wraps the centered text into messages.lines and returns its area and font. The area is empty if there is
// no text.
func (ms *messages) layoutCenter(in *Input, r Rect) (box Rect, f textFont) {
	ms.lines = ms.lines[:0]
	if !in.hasCenter() {
		return Rect{}, f
	}
	a := ms.canvas.Atlas
	fonts := [...]textFont{fontStrong, fontSmall}
	if in.fighting() || in.Display == Watch {
		fonts[0] = fontText
	}
	for _, font := range fonts {
		f = font
		ms.lines = centerLines(ms.lines[:0], a, f, in.notices().Center, in.charset(), r.W)
		if float32(len(ms.lines))*a.lineHeight(f) <= r.H {
			break
		}
	}
	if in.Display == Watch {
		ms.lines = firstParagraph(ms.lines)
	}
	height := a.lineHeight(f)
	total := height * float32(len(ms.lines))
	// At a third of the height, as in the games, or higher if the text is long.
	y := max(r.Y, min(r.Y+r.H*0.35, r.Y+r.H-total))
	if in.fighting() || in.Display == Watch {
		y = r.Y
	}
	ms.lines = ms.lines[:min(len(ms.lines), max(0, int((r.Y+r.H-y)/height)))]
	width := float32(0)
	for _, l := range ms.lines {
		width = max(width, textWidth(a, f, l, in.charset()))
	}
	return Rect{r.X + (r.W-width)/2, y, width, height * float32(len(ms.lines))}, f
}

// drawCenter draws the centered text.
func (ms *messages) drawCenter(in *Input, r Rect) {
	box, f := ms.layoutCenter(in, r)
	c, set := &ms.canvas, in.charset()
	d := reader{charset: set}
	for i, l := range ms.lines {
		w := textWidth(c.Atlas, f, l, set)
		textOn(c, f, r.X+(r.W-w)/2, box.Y+float32(i)*c.Atlas.lineHeight(f), l, &d, colorText)
	}
}

// shortCenter is the maximum number of lines of a centered text that [Watch] shows in full. Of a longer one it shows
// only the first paragraph.
const shortCenter = 4

// firstParagraph returns the lines of a short text, or the first paragraph of a longer one.
func firstParagraph(lines [][]byte) [][]byte {
	if len(lines) <= shortCenter {
		return lines
	}
	for i, l := range lines[:shortCenter] {
		if i > 0 && len(bytes.TrimSpace(l)) == 0 {
			return lines[:i]
		}
	}
	return lines[:shortCenter]
}

// centerLines splits and wraps a text into lines. Empty lines are kept.
func centerLines(lines [][]byte, a *Atlas, f textFont, text []byte, set charset, width float32) [][]byte {
	for len(lines) < maxCenterLines {
		line, rest, more := bytes.Cut(text, []byte{'\n'})
		if len(line) == 0 {
			lines = append(lines, line)
		}
		for len(line) > 0 && len(lines) < maxCenterLines {
			k := fitText(a, f, line, set, width, true)
			if k == 0 {
				break
			}
			lines = append(lines, line[:k])
			line = line[k:]
		}
		if !more {
			break
		}
		text = rest
	}
	for len(lines) > 0 && len(lines[len(lines)-1]) == 0 {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// Message is one of the program's own messages.
type Message struct {
	Text string
	Kind MessageKind
}

// MessageKind says how a message looks.
type MessageKind uint8

// The kinds of messages.
const (
	MessageNote MessageKind = iota
	MessageWarning
	MessageSign  // describes the picture for a long time; small
	MessageTitle // says what a film shows; large
)

// drawAllMessages draws the program's own messages.
func (ms *messages) drawAllMessages(in *Input, page *page, r Rect) {
	ms.drawMessages(in, page, in.Messages, r)
}

// drawNotes draws the messages that may cover a page: replies to key presses, but no warnings.
func (ms *messages) drawNotes(in *Input, page *page, r Rect) {
	ms.notes = ms.notes[:0]
	for _, m := range in.Messages {
		if m.Kind == MessageNote {
			ms.notes = append(ms.notes, m)
		}
	}
	ms.drawMessages(in, page, ms.notes, r)
}

// drawMessages draws messages, with the last at the bottom.
func (ms *messages) drawMessages(in *Input, page *page, list []Message, r Rect) {
	c := &ms.canvas
	u := c.Unit()
	pad := round(8 * u)
	side := round(16 * u)
	bottom := r.Y + r.H
	for i := len(list) - 1; i >= 0; i-- {
		m := &list[i]
		indent, most := pad, ms.messageBox(in, page, m.Kind, ms.matchupIsLow(in, page))
		icon, color, edge, f := iconNone, colorText, colorEdge, fontSmall
		switch m.Kind {
		case MessageTitle:
			f = ms.titleFont(m.Text, min(r.W, most)-2*pad, r.H-pad)
		case MessageSign:
			color, edge = colorDim, colorDim
		case MessageWarning:
			icon = iconWarning
			indent = pad + side + round(6*u)
		}
		height := c.Atlas.lineHeight(f)
		width := min(r.W, most) - indent - pad
		if width < messageSlim*u { // beside panels that take most of a small picture
			return
		}
		ms.tip = append(ms.tip[:0], m.Text...)
		lines, widest := lineCount(c.Atlas, f, ms.tip, charsetOwn, width), float32(0)
		for text := ms.tip; len(text) > 0; {
			k := fitText(c.Atlas, f, text, charsetOwn, width, true)
			if k == 0 {
				break
			}
			widest = max(widest, textWidth(c.Atlas, f, text[:k], charsetOwn))
			text = text[k:]
		}
		box := Rect{X: r.X, W: indent + widest + pad, H: height*float32(lines) + pad}
		if box.H > bottom-r.Y {
			// Cut the end, so that the beginning stays readable.
			lines = int((bottom - r.Y - pad) / height)
			box.H = height*float32(lines) + pad
		}
		if lines <= 0 {
			return
		}
		box.Y = bottom - box.H
		ms.titled = ms.titled || m.Kind == MessageTitle
		c.panel(box, colorTip)
		c.Out.Rect(box.X, box.Y, max(2, round(2*u)), box.H, edge)
		if icon != iconNone {
			c.drawIcon(icon, box.X+pad, round(box.Y+(height+pad-side)/2), side, colorText)
		}
		y := box.Y + pad/2
		for text := ms.tip; len(text) > 0 && lines > 0; lines-- {
			k := fitText(c.Atlas, f, text, charsetOwn, width, true)
			if k == 0 {
				break
			}
			shown := text[:k]
			if lines == 1 && k < len(text) { // the rest does not fit
				ms.scratch = clip(c.Atlas, f, ms.scratch, asString(text), charsetOwn, widest)
				shown = ms.scratch
			}
			drawText(c, f, box.X+indent, y, shown, charsetOwn, color)
			text = text[k:]
			y += height
		}
		bottom = box.Y - round(4*u)
	}
}

// titleFont returns the largest font in which a title fits, wrapped, into width and height in pixels, or the smallest
// one.
func (ms *messages) titleFont(text string, width, height float32) (f textFont) {
	for _, f = range [...]textFont{fontTitle, fontStrong, fontText, fontSmall} {
		ms.tip = append(ms.tip[:0], text...)
		if float32(lineCount(ms.Atlas, f, ms.tip, charsetOwn, width))*ms.Atlas.lineHeight(f) <= height {
			break
		}
	}
	return f
}

// charsetOf returns the charset of texts in a demo.
func charsetOf(w *world.World) charset {
	if w == nil {
		return charsetOwn
	}
	switch w.Game {
	case world.QuakeWorld:
		return charsetQuakeWorld
	case world.Quake2:
		return charsetQuake2
	case world.Quake3:
		switch l := w.Level(); {
		case l.Protocol >= protocolUTF8:
			return charsetQuakeLive
		case strings.EqualFold(l.GameDir, "cpma"):
			return charsetCPMA
		case strings.EqualFold(l.GameDir, "osp"):
			return charsetOSP
		}
		return charsetQuake3
	}
	return charsetQuake
}

// protocolUTF8 is the first protocol of Quake Live with UTF-8 texts.
const protocolUTF8 = 91

const (
	// finaleRate is how many characters of a finale the games type per second.
	finaleRate = 8
	// finaleHeader is above the text at the end of an episode.
	finaleHeader = "CONGRATULATIONS!"
)

// finale reports whether the text at the end of an episode is shown. It hides everything else, as in the games.
func finale(in *Input) bool {
	if in.World == nil || in.Display == Clean {
		return false
	}
	n := in.notices()
	return n.Finale && len(n.Center) > 0 && world.For(n.CenterTargets, in.Watched)
}

// drawFinale draws the part of the text at the end of an episode that has been typed.
func (ms *messages) drawFinale(in *Input, r Rect) {
	c := &ms.canvas
	n := in.notices()
	set := in.charset()
	gap := round(18 * c.Unit())
	head := float32(0)
	if n.Congratulations {
		head = c.Atlas.lineHeight(fontTitle) + gap
	}
	f := fontStrong
	for _, font := range [...]textFont{fontStrong, fontSmall} {
		f = font
		ms.lines = centerLines(ms.lines[:0], c.Atlas, f, n.Center, set, r.W)
		if head+float32(len(ms.lines))*c.Atlas.lineHeight(f) <= r.H {
			break
		}
	}
	height := c.Atlas.lineHeight(f)
	y := max(r.Y, round(r.Y+(r.H-head-height*float32(len(ms.lines)))*0.35))
	if n.Congratulations {
		drawTextMiddle(c, fontTitle, r.X+r.W/2, y, finaleHeader, charsetOwn, colorText)
		y += head
	}
	left := int(max(0, in.Clock-n.CenterClock) * finaleRate)
	d := reader{charset: set}
	for _, l := range ms.lines {
		if left <= 0 || y+height > r.Y+r.H {
			return
		}
		// Centered by the whole line, so that it does not move while it is typed.
		x := r.X + (r.W-textWidth(c.Atlas, f, l, set))/2
		l = l[:min(left, len(l))]
		left -= len(l)
		textOn(c, f, x, y, l, &d, colorText)
		y += height
	}
}

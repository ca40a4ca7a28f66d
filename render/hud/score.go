package hud

import (
	"bytes"
	"math"
	"strconv"

	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// score is the content of the upper-left corner: the clock, the sides and the phase of the match.
type score struct {
	clock gameClock
	sides []world.Side // the best ones
	// In a match without teams, sides are the leader and the followed player, or the second if the followed player
	// leads, and ranks are their ranks. Otherwise ranks are 0.
	ranks [2]int
	phase string // empty while the match runs
	// monsters and secrets are counted in single player.
	monsters, secrets total
	paused            bool
}

// total is how many of something were found, and out of how many. If of is 0, there is no total.
type total struct{ found, of int32 }

const (
	// maxSides is the number of sides that the score has room for.
	maxSides = 4
	// sidesAColumn is the number of sides in a column.
	sidesAColumn = 2
)

// Sizes of the score in units.
const (
	scoreHeight = 46
	sideWidth   = 190 // maximum width of a side's column
	flagWidth   = 80  // additional width for the state of its flag
	scoreGap    = 6
	leastSides  = 60 // narrower sides are not drawn
)

// phaseWords are the names of the phases of a match.
var phaseWords = [...]string{
	world.PhaseWarmUp:    "warm-up",
	world.PhaseCountdown: "countdown",
	world.PhaseRunning:   "",
	world.PhaseOvertime:  "overtime",
	world.PhaseOver:      "match over",
}

// gamePaused says that the recorded game is paused, which does not depend on playback.
const gamePaused = "game paused"

// scoreline draws the score.
type scoreline struct {
	*tagger
	score
	leaders []world.Side
}

// readScore reads the current score.
func (sc *scoreline) readScore(in *Input) {
	s, w := &sc.score, in.World
	*s = score{}
	if w == nil {
		return
	}
	s.clock = in.clock()
	s.sides = in.Sides[:min(len(in.Sides), maxSides)]
	if len(s.sides) == 0 {
		sc.leaders = s.rank(sc.leaders[:0], w, in.Watched)
		s.sides = sc.leaders
	}
	if p := w.Match.Phase; int(p) < len(phaseWords) {
		s.phase = phaseWords[p]
	}
	if in.hasCenter() && says(in.notices().Center, s.phase) {
		s.phase = "" // the centered text says it
	}
	s.paused = w.Paused
	if one := &w.Single; one.Known {
		if one.Counted&world.CountedMonsters != 0 {
			s.monsters = total{one.Kills, one.Monsters}
		}
		if one.Counted&world.CountedSecrets != 0 {
			s.secrets = total{one.Secrets, one.TotalSecrets}
		}
	}
}

// rank appends the leader of a match without teams, and the followed player or the second, with their ranks. It
// appends nothing if a demo does not contain the frags of all players.
func (s *score) rank(dst []world.Side, w *world.World, watched int) []world.Side {
	switch {
	case singlePlayer(w) || w.Game == world.Quake2:
		return dst
	case w.Game == world.Quake3:
		return s.rankQuake3(dst, w, watched)
	}
	first, second := -1, -1
	for i := range w.Players {
		switch p := &w.Players[i]; {
		case !p.Plays():
		case first < 0 || p.Frags > w.Players[first].Frags:
			first, second = i, first
		case second < 0 || p.Frags > w.Players[second].Frags:
			second = i
		}
	}
	if second < 0 {
		return dst
	}
	if p := playerAt(w, watched); p != nil && p.Plays() && watched != first {
		second = watched
	}
	for n, slot := range [...]int{first, second} {
		p := &w.Players[slot]
		s.ranks[n] = 1
		for i := range w.Players {
			if q := &w.Players[i]; q.Plays() && q.Frags > p.Frags {
				s.ranks[n]++
			}
		}
		dst = append(dst, world.Side{Name: p.Name, Slot: slot, Color: int(p.Pants), Score: p.Frags})
	}
	return dst
}

// unknownName is shown for a player with a known score and an unknown name.
const unknownName = "unknown"

// rankQuake3 is rank for Quake III, whose servers send the two best scores, but seldom whose they are; see
// [world.World.Holders].
func (s *score) rankQuake3(dst []world.Side, w *world.World, watched int) []world.Side {
	m := &w.Match
	if !m.Known || m.Teams || m.Scores[0] == world.NoScore {
		return dst
	}
	first := world.Side{Name: unknownName, Slot: world.Nobody, Color: -1, Score: m.Scores[0]}
	second := world.Side{Name: unknownName, Slot: world.Nobody, Color: -1, Score: m.Scores[1]}
	holders := w.Holders()
	for i, side := range [...]*world.Side{&first, &second} {
		if p := playerAt(w, holders[i]); p != nil {
			side.Name, side.Slot = p.Name, p.Slot
		}
	}
	s.ranks = [2]int{1, 2}
	if m.Scores[1] == m.Scores[0] {
		s.ranks[1] = 1
	}
	if p := playerAt(w, watched); p != nil && p.Plays() && w.HasFrags(p) {
		own := world.Side{Name: p.Name, Slot: watched, Color: -1, Score: p.Frags}
		switch {
		case p.Slot == first.Slot || p.Slot == second.Slot:
		case p.Frags == m.Scores[0]:
			first = own
		case p.Frags == m.Scores[1]:
			second = own
		default:
			second, s.ranks[1] = own, w.Place(p)
		}
	}
	// If several players have the second score, or two have the best one, any of them will do.
	if m.Scores[0] == m.Scores[1] {
		findHolder(w, &first, second.Slot)
	}
	findHolder(w, &second, first.Slot)
	if dst = append(dst, first); second.Score != world.NoScore {
		dst = append(dst, second)
	}
	return dst
}

// findHolder names a player with the score of a side that has no player, except the player in slot other.
func findHolder(w *world.World, side *world.Side, other int) {
	for i := 0; i < len(w.Players) && side.Slot == world.Nobody; i++ {
		if p := &w.Players[i]; p.Plays() && i != other && p.Frags == side.Score && w.HasFrags(p) {
			side.Name, side.Slot = p.Name, i
		}
	}
}

// any reports whether there is anything to show.
func (s *score) any() bool {
	return s.clock.counts != "" || len(s.sides) > 0 || s.phase != "" || s.paused || s.monsters.of > 0 ||
		s.secrets.of > 0
}

// drawScore draws the clock, the sides beside it, and the phase of the match after them.
func (sc *scoreline) drawScore(in *Input, r Rect) {
	c, s := &sc.canvas, &sc.score
	u := c.Unit()
	gap := round(scoreGap * u)
	tags := sc.tagsWidth()
	x := r.X
	if s.clock.counts != "" {
		x += sc.drawClock(Rect{x, r.Y, r.W, r.H}) + gap
	}
	if n := len(s.sides); n > 0 && r.X+r.W-x >= leastSides*u {
		columns := (n + sidesAColumn - 1) / sidesAColumn
		width := float32(sideWidth)
		if m := &in.World.Match; m.FlagsKnown() || m.White.State != world.FlagUnknown || m.Obelisks[0].Known {
			width += flagWidth
		}
		room := r.X + r.W - x
		if tags > 0 && room-tags-gap >= leastSides*u {
			room -= tags + gap
		}
		box := Rect{X: x, Y: r.Y, W: round(min(float32(columns)*width*u, room)), H: r.H}
		if n == 1 {
			box.H = round(r.H / 2)
		}
		c.panel(box, colorPanel)
		cell := Rect{W: round(box.W / float32(columns)), H: round(r.H / sidesAColumn)}
		for i := range s.sides {
			cell.X, cell.Y = box.X+float32(i/sidesAColumn)*cell.W, box.Y+float32(i%sidesAColumn)*cell.H
			sc.drawSide(in, &s.sides[i], s.rankOf(i), cell)
			sc.target(cell, s.sides[i].Slot)
		}
		x += box.W + gap
	}
	if s.monsters.of > 0 || s.secrets.of > 0 {
		x += sc.drawTotals(Rect{x, r.Y, r.W, r.H}) + gap
	}
	sc.drawTags(x, r)
}

// drawTotals draws a panel with the monsters and secrets of single player, and returns its width.
func (sc *scoreline) drawTotals(r Rect) (width float32) {
	c, s := &sc.canvas, &sc.score
	pad := round(8 * c.Unit())
	height := c.Atlas.lineHeight(fontText)
	for _, show := range [...]bool{false, true} {
		lines := [...]struct {
			name string
			total
		}{{"monsters ", s.monsters}, {"secrets ", s.secrets}}
		if show {
			c.panel(Rect{r.X, r.Y, width, r.H}, colorPanel)
		}
		y := round(r.Y + (r.H-2*height)/2)
		for _, l := range lines {
			if l.of == 0 {
				continue
			}
			text := l.append(append(sc.scratch[:0], l.name...))
			width = max(width, textWidth(c.Atlas, fontText, text, charsetOwn)+2*pad)
			if show {
				drawText(c, fontText, r.X+pad, y, text, charsetOwn, colorText)
			}
			y += height
		}
	}
	return width
}

// drawClock draws a panel with the clock and its label, and returns its width.
func (sc *scoreline) drawClock(r Rect) float32 {
	c, s := &sc.canvas, &sc.score
	pad := round(8 * c.Unit())
	sc.tip = s.clock.appendTime(sc.tip[:0])
	counts := s.clock.appendCounts(sc.scratch[:0])
	w := max(textWidth(c.Atlas, fontTitle, sc.tip, charsetOwn), textWidth(c.Atlas, fontSmall, counts, charsetOwn))
	box := Rect{r.X, r.Y, min(w+2*pad, r.W), r.H}
	c.panel(box, colorPanel)
	high := c.Atlas.lineHeight(fontTitle)
	y := round(r.Y + (r.H-high-c.Atlas.lineHeight(fontSmall))/2)
	drawTextMiddle(c, fontTitle, box.X+box.W/2, y, sc.tip, charsetOwn, colorText)
	drawTextMiddle(c, fontSmall, box.X+box.W/2, y+high, counts, charsetOwn, colorDim)
	return box.W
}

// rankOf returns the rank of side i, 0 if it has none.
func (s *score) rankOf(i int) int {
	if i >= len(s.ranks) {
		return 0
	}
	return s.ranks[i]
}

// drawSide draws a side: its color, its rank unless that is 0, its name, its flag and its score.
func (sc *scoreline) drawSide(in *Input, s *world.Side, rank int, r Rect) {
	c := &sc.canvas
	u := c.Unit()
	pad := round(8 * u)
	if p := playerAt(in.World, in.Watched); p != nil && s.Has(p) { // the followed player's side
		c.Out.Frame(r.X, r.Y, r.W, r.H, max(1, round(u)), colorText.Alpha(0.8))
	}
	x, right := r.X+pad, r.X+r.W-pad
	if color, ok := in.sideColor(s); ok {
		c.Out.Rect(r.X, r.Y, max(2, round(4*u)), r.H, color)
	}
	y := round(r.Y + (r.H-c.Atlas.lineHeight(fontStrong))/2)
	text := appendScore(c.scratch[:0], s.Score)
	right -= max(drawTextRight(c, fontStrong, right, y, text, charsetOwn, colorText), round(18*u)) + round(8*u)
	if f := flagOf(&in.World.Match, s); f != nil && f.State != world.FlagUnknown {
		color, _ := in.sideColor(s)
		right = sc.drawFlag(in, f, color, x, right, r)
	} else if f := whiteFlagOf(&in.World.Match, s); f != nil {
		right = sc.drawFlag(in, f, colorText, x, right, r)
	} else if o := obeliskOf(&in.World.Match, s); o.Known {
		color, _ := in.sideColor(s)
		right = sc.drawHeld(iconHealth, color, obeliskWords[o.Percent()], charsetOwn, x, right, r)
	}
	set := in.charset()
	if rank > 0 {
		text := append(strconv.AppendInt(c.scratch[:0], int64(rank), 10), '.')
		x += drawText(c, fontStrong, x, y, text, charsetOwn, colorDim) + round(5*u)
	}
	c.tip = clip(c.Atlas, fontStrong, c.tip, s.Name, set, right-x)
	ink := colorText
	if rank > 0 && s.Slot < 0 {
		ink = colorDim // no name
	}
	drawName(in, c, fontStrong, x, y, c.tip, ink)
}

// drawFlag draws a flag and its state, unless it is at home, to the left of right. It returns the new right end.
func (sc *scoreline) drawFlag(in *Input, f *world.Flag, color draw.Color, left, right float32, r Rect) float32 {
	set := charsetOwn
	word := ""
	switch f.State {
	case world.FlagTaken:
		word = "taken"
		if p := playerAt(in.World, f.Carrier); p != nil && p.Name != "" {
			word, set = p.Name, in.charset()
		}
	case world.FlagDropped:
		word = "dropped"
	}
	return sc.drawHeld(iconFlag, color, word, set, left, right, r)
}

// drawHeld draws an item that a side holds, and an optional word, to the left of right. It returns the new right end.
func (sc *scoreline) drawHeld(held icon, color draw.Color, word string, set charset, left, right float32,
	r Rect) float32 {
	c := &sc.canvas
	u := c.Unit()
	side := round(16 * u)
	if word != "" {
		c.tip = clip(c.Atlas, fontSmall, c.tip, word, set, max(0, (right-left)*0.5-side))
		right -= drawTextRight(c, fontSmall, right, round(r.Y+(r.H-c.Atlas.lineHeight(fontSmall))/2), c.tip, set,
			colorText) + round(3*u)
	}
	c.drawIcon(held, right-side, round(r.Y+(r.H-side)/2), side, color)
	return right - side - round(6*u)
}

// append appends the total as 12/30.
func (t total) append(b []byte) []byte {
	b = strconv.AppendInt(b, int64(t.found), 10)
	b = append(b, '/')
	return strconv.AppendInt(b, int64(t.of), 10)
}

// tagsWidth returns the width that drawTags needs.
func (sc *scoreline) tagsWidth() (w float32) {
	c, s := &sc.canvas, &sc.score
	for _, text := range [...]string{s.phase, s.pausedWord()} {
		if text != "" {
			w = max(w, textWidth(c.Atlas, fontStrong, text, charsetOwn)+round(16*c.Unit()))
		}
	}
	return w
}

func (s *score) pausedWord() string {
	if s.paused {
		return gamePaused
	}
	return ""
}

// drawTags draws the phase of the match and whether the game is paused, each in a box.
func (sc *scoreline) drawTags(x float32, r Rect) {
	c, s := &sc.canvas, &sc.score
	u := c.Unit()
	box := Rect{X: x, Y: r.Y, H: round(r.H/2) - max(1, round(u))}
	for _, text := range [...]string{s.phase, s.pausedWord()} {
		if text == "" {
			continue
		}
		box.W = textWidth(c.Atlas, fontStrong, text, charsetOwn) + round(16*u)
		if box.X+box.W > r.X+r.W {
			continue
		}
		c.Out.Rect(box.X, box.Y, box.W, box.H, colorPanel)
		drawText(c, fontStrong, box.X+round(8*u), round(box.Y+(box.H-c.Atlas.lineHeight(fontStrong))/2), text,
			charsetOwn, colorText)
		box.Y = r.Y + r.H - box.H
	}
}

// appendScore appends a score, "-" for a rank that no player has.
func appendScore(b []byte, n int32) []byte {
	if n == world.NoScore {
		return append(b, '-')
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// sideColor returns the color of a side; ok is false if it has none.
func (in *Input) sideColor(s *world.Side) (color draw.Color, ok bool) {
	switch {
	case s.Slot >= 0 && s.Slot < len(in.NameColors):
		return in.NameColors[s.Slot], true
	case s.Color < 0:
		return colorText, false
	}
	if color, ok = anchor.TeamColor(s.Color); ok {
		return color, true
	}
	if in.Palette == nil {
		return colorText, false
	}
	// As names are: dark colors would be unreadable on the dark panel.
	return rgba(in.Palette.PlayerColor(s.Color)).Mix(draw.RGB(0xf4f4f4), 0.51), true
}

// whiteFlagOf returns the white flag if the side has it, or if nobody has it; otherwise nil.
func whiteFlagOf(m *world.Match, s *world.Side) *world.Flag {
	f := &m.White
	if f.State == world.FlagUnknown || f.State == world.FlagTaken && teamOf(s) != f.Side {
		return nil
	}
	return &f.Flag
}

// flagOf returns the flag of a side, nil if it has none.
func flagOf(m *world.Match, s *world.Side) *world.Flag {
	if n := teamOf(s); n >= 0 {
		return &m.Flags[n]
	}
	return nil
}

// obeliskWords describe an obelisk, by its health in percent.
var obeliskWords = func() (words [101]string) {
	for i := range words {
		words[i] = "obelisk " + strconv.Itoa(i) + "%"
	}
	return words
}()

// obeliskOf returns the obelisk of a side.
func obeliskOf(m *world.Match, s *world.Side) (o world.Obelisk) {
	if n := teamOf(s); n >= 0 {
		o = m.Obelisks[n]
	}
	return o
}

// teamOf returns 0 for the red team, 1 for the blue, and -1 for all other sides.
func teamOf(s *world.Side) int {
	switch {
	case s.Slot != world.Nobody:
		return -1
	case s.Color == anchor.PantsRed:
		return 0
	case s.Color == anchor.PantsBlue:
		return 1
	}
	return -1
}

// ClockKind is the kind of clock beside the score. The bar always shows the position in the demo.
type ClockKind uint8

// The clocks.
const (
	// ClockGame is the clock of the game: the time left in a match, or the time since its start if it has no limit.
	// In single player and in Quake it is the level's time.
	ClockGame   ClockKind = iota
	ClockServer           // the demo's own clock
	ClockMatch            // time since the start of the match, if known
	ClockCount
)

// String returns the name of the clock.
func (k ClockKind) String() string {
	switch k {
	case ClockServer:
		return "server time"
	case ClockMatch:
		return "match time"
	}
	return "game"
}

// gameClock is a time with a label.
type gameClock struct {
	seconds float64 // negative if unknown
	counts  string  // the label; empty if there is no clock
	limit   float64 // seconds that counts refers to; 0 for none
	about   bool    // seconds are accurate to 30 seconds
}

const clockUnknown = -1

// clock returns the clock to show.
func (in *Input) clock() gameClock {
	if in.World == nil {
		return gameClock{}
	}
	since, limit, begun := in.World.Match.Clock(in.World.Level(), in.Time)
	if !begun && in.MatchStart != 0 {
		since, limit = in.World.Match.ClockSince(in.World.Level(), in.MatchStart, in.Time)
		begun = true
	}
	switch in.Clocks {
	case ClockServer:
		return gameClock{seconds: in.Time, counts: "server time"}
	case ClockMatch:
		if !begun {
			since = clockUnknown
		}
		return gameClock{seconds: since, counts: "match time"}
	}
	if c := in.expectedClock(since, limit, begun); c.counts != "" || !in.NoBar {
		return c
	}
	return gameClock{seconds: in.Clock, counts: "demo time"} // there is no bar to show it
}

// expectedClock returns [ClockGame] from the results of [world.Match.Clock]. A countdown shows the second that
// has begun, as in the games.
func (in *Input) expectedClock(since, limit float64, begun bool) gameClock {
	w := in.World
	m := &w.Match
	alone := singlePlayer(w)
	switch {
	case m.Phase == world.PhaseCountdown && m.Start > in.Time:
		return gameClock{seconds: math.Ceil(m.Start - in.Time), counts: "to the start"}
	case alone && w.Intermission:
		return gameClock{seconds: w.IntermissionTime, counts: "level time"}
	case m.Phase == world.PhaseWarmUp, m.Phase == world.PhaseCountdown, m.Phase == world.PhaseOver, w.Intermission:
		return gameClock{}
	case begun && limit > 0 && since <= limit:
		return gameClock{seconds: math.Ceil(limit - since), counts: "left of", limit: limit}
	case begun && limit > 0:
		return gameClock{seconds: since - limit, counts: "over", limit: limit}
	case begun && w.Match.Unlimited(w.Level()):
		return gameClock{seconds: since, counts: "played, no limit"}
	case begun:
		return gameClock{seconds: since, counts: "match time"}
	case m.End > 0:
		return gameClock{seconds: math.Ceil(max(0, m.End-in.Time)), counts: "left"}
	case m.Latest > 0:
		const half = 30 // of the minute in which the match ends
		return gameClock{seconds: math.Ceil(max(0, m.Latest-half-in.Time)), counts: "left", about: true}
	case alone, w.Game == world.Quake: // Quake's servers send the level's time
		return gameClock{seconds: in.Time, counts: "level time"}
	}
	return gameClock{}
}

// singlePlayer reports whether the players fight monsters, alone or in cooperative mode.
func singlePlayer(w *world.World) bool {
	return w.Single.Known || w.Game == world.Quake2 && w.Level().MaxClients == 1
}

// appendTime appends the clock's time, "-:--" if unknown.
func (c *gameClock) appendTime(b []byte) []byte {
	if c.seconds < 0 {
		return append(b, "-:--"...)
	}
	if c.about {
		b = append(b, '~')
	}
	return appendClock(b, c.seconds, false)
}

// appendCounts appends the clock's label.
func (c *gameClock) appendCounts(b []byte) []byte {
	b = append(b, c.counts...)
	if c.limit > 0 {
		b = appendClock(append(b, ' '), c.limit, false)
	}
	return b
}

// drawPosition draws the position in the demo at the left of the track, and the length of the demo at its right, with
// "+" while it is unknown.
func (tb *timeBar) drawPosition(in *Input, b *Bar, hot bool) {
	c := &tb.canvas
	color, side := colorText, colorDim
	if hot {
		color, side = colorAccent, colorAccent
	}
	high := c.Atlas.lineHeight(fontTime)
	y := round(b.Rect.Y + (b.Rect.H-high)/2)
	text := appendClock(c.scratch[:0], in.Clock, in.Paused)
	if in.Warnings > 0 { // the warning sign takes the room of some decimals
		room := b.Elapsed.W - b.Warn.W
		for bytes.IndexByte(text, '.') > 0 && textWidth(c.Atlas, fontTime, text, charsetOwn) > room {
			text = bytes.TrimSuffix(text[:len(text)-1], []byte("."))
		}
	}
	if b.Elapsed.W > 0 {
		drawTextRight(c, fontTime, b.Elapsed.X+b.Elapsed.W, y, text, charsetOwn, color)
	}
	if b.Total.W <= 0 {
		return
	}
	if in.Growing {
		tb.drawLive(in, b, side)
		return
	}
	text = appendClock(c.scratch[:0], in.Duration, false)
	if !in.Complete {
		text = append(text, '+')
	}
	drawText(c, fontTime, b.Total.X, y, text, charsetOwn, side)
}

// drawLive draws how far the picture is behind a live game.
func (tb *timeBar) drawLive(in *Input, b *Bar, color draw.Color) {
	c := &tb.canvas
	high := c.Atlas.lineHeight(fontTime)
	y := round(b.Rect.Y + (b.Rect.H-high-c.Atlas.lineHeight(fontSmall))/2)
	if !in.Live {
		text := appendClock(append(c.scratch[:0], '-'), in.Lag, false)
		drawText(c, fontTime, b.Total.X, y, text, charsetOwn, color)
		drawText(c, fontSmall, b.Total.X, y+high, "to live", charsetOwn, colorDim)
		return
	}
	drawText(c, fontTime, b.Total.X, y, "LIVE", charsetOwn, colorGood)
	text := c.scratch[:0]
	switch {
	case in.Waits:
		text = append(text, "waiting"...)
	case in.Lag > farBehind:
		text = append(text, "catching up"...)
	default:
		text = appendBehind(text, in.Lag)
	}
	drawText(c, fontSmall, b.Total.X, y+high, text, charsetOwn, colorDim)
}

// farBehind is the lag in seconds above which it is not shown. Such a lag occurs only while a lot of received data is
// read at once, as at the start of a long file, and would be visible for a single frame.
const farBehind = 10

// appendBehind appends how far a live game is shown behind the received data, rounded so that it does not flicker.
func appendBehind(to []byte, lag float64) []byte {
	to = strconv.AppendFloat(to, max(1, math.Round(lag*2))/2, 'f', 1, 64)
	return append(to, " s behind"...)
}

package hud

import (
	"bytes"
	"cmp"
	"math"
	"strings"

	"demoscope/player/bookmarks"
	"demoscope/player/story"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/draw"
)

const (
	// feedKept and chatKept are how long a line of the feed and a line of chat below the kills are shown, in seconds.
	// feedFade is how long either fades out.
	feedKept = 4.0
	chatKept = 5.0
	feedFade = 0.4
	// compactFeed is the maximum number of lines on a small screen.
	compactFeed = 2
	// maxFeed is the maximum number of lines in [Analyst], more than fit. watchKills is the maximum number of kills
	// and flag events in [Watch].
	maxFeed    = 16
	watchKills = 3
)

// feed draws prints and events in the upper-left corner.
type feed struct {
	*tagger
	lately []feedLine
}

// feedLine is a line of the feed: a kill, a flag event or a printed line.
type feedLine struct {
	clock float64
	event int // index in [Input.Events], -1 for a printed line
	print int // index for [world.Notices.Line], -1 for an event
	times int // how often the line was printed in a row
}

// timesWords show how often a line was printed in a row.
var timesWords = [...]string{2: "×2", 3: "×3", 4: "×4", 5: "×5", 6: "×6", 7: "×7",
	8: "×8", 9: "×9", 10: "×10+"}

// collect collects the newest lines, newest first. In [Watch] these are kills and flag events only; a line of chat is
// shown separately.
func (fd *feed) collect(in *Input) {
	fd.lately = fd.lately[:0]
	since := in.Clock - feedKept
	if l := levelAt(in.Levels, in.Clock); l != nil {
		since = max(since, math.Nextafter(l.Start, -1)) // includes events at the very start of the level
	}
	events := in.Events[:countUntil(in.Events, in.now())]
	most := maxFeed
	if in.Display != Analyst {
		most = watchKills
	}
	if in.Screen.compact() {
		most = compactFeed
	}
	next := len(events) - 1
	kills := func(until float64) {
		for ; next >= 0 && len(fd.lately) < most && events[next].Clock > until; next-- {
			if e := &events[next]; in.feeds(e) {
				fd.lately = append(fd.lately, feedLine{e.Clock, next, -1, 1})
			}
		}
	}
	if in.Display != Analyst {
		kills(since)
		return
	}
	n := in.notices()
	for i := 0; i < n.Len() && len(fd.lately) < most; i++ {
		l := n.Line(i)
		if in.Clock-l.Clock > feedKept {
			break
		}
		if !in.reads(l) || l.Chat && !in.Chat || reportsRecording(n, i) {
			continue
		}
		kills(max(since, l.Clock))
		if l.Event != world.EventKill || len(in.Events) == 0 || in.Events[len(in.Events)-1].Clock < l.Clock {
			fd.feedPrint(n, feedLine{l.Clock, -1, i, 1})
		}
	}
	kills(since)
}

// feeds reports whether an event has a line in the feed. Flag events other than captures are printed by the game in
// [Analyst].
func (in *Input) feeds(e *timeline.Event) bool {
	switch e.Kind {
	case world.EventKill:
		return !e.Idle
	case world.EventCapture:
		return true
	}
	return in.Display != Analyst && flagWord(e) != ""
}

// flagWord returns the word for a flag event, empty for other events.
func flagWord(e *timeline.Event) string {
	switch {
	case e.TakesFlag():
		return "taken"
	case e.Kind == world.EventFlagLost:
		return "dropped"
	case e.Kind == world.EventFlagReturned:
		return "returned"
	case e.Kind == world.EventCapture && timeline.Captured(e.Item) == timeline.FlagCapture:
		return "captured"
	}
	return ""
}

// flagColor returns the color of a flag item.
func flagColor(item string) draw.Color {
	switch {
	case strings.HasPrefix(item, "Red"):
		return colorRed
	case strings.HasPrefix(item, "Blue"):
		return colorBlue
	}
	return colorText
}

// appendFlag appends a flag event: the player, if known, the flag and a word.
func (in *Input) appendFlag(line []piece, e *timeline.Event, word string) []piece {
	switch {
	case e.PlayerName != "":
		line = append(line, in.namePiece(e.Player, e.PlayerName), feedArrow)
	case e.Kind == world.EventCapture && e.Value == 1:
		line = append(line, piece{text: "red", set: charsetOwn, color: colorRed}, feedArrow)
	case e.Kind == world.EventCapture && e.Value == 2:
		line = append(line, piece{text: "blue", set: charsetOwn, color: colorBlue}, feedArrow)
	}
	return append(line, piece{icon: iconFlag, color: flagColor(e.Item)}, feedSpace,
		piece{text: word, set: charsetOwn, color: colorText})
}

// reads reports whether a printed line was shown to the followed player and is not noise.
func (in *Input) reads(l *world.Notice) bool {
	return world.For(l.Targets, in.Watched) && (l.Targets == world.Everybody || !isBot(in.World, in.Watched)) &&
		!isNoise(in, l)
}

// isBot reports whether the player in a slot is a QuakeWorld bot. Nobody reads the lines that are printed only to a
// bot; some are its debug output.
func isBot(w *world.World, slot int) bool {
	p := playerAt(w, slot)
	return p != nil && w.Game == world.QuakeWorld && p.InfoValue("*bot") != ""
}

// feedPrint appends a printed line to the feed, or counts it if it equals the next newer one.
func (fd *feed) feedPrint(n *world.Notices, l feedLine) {
	if k := len(fd.lately) - 1; k >= 0 && fd.lately[k].print >= 0 {
		newer, older := n.Line(fd.lately[k].print), n.Line(l.print)
		if newer.Chat == older.Chat && bytes.Equal(newer.Text, older.Text) {
			fd.lately[k].times++
			return
		}
	}
	fd.lately = append(fd.lately, l)
}

// newestChat returns the index for [world.Notices.Line] of the newest line of chat that is still shown, -1 for none.
func (in *Input) newestChat() int {
	n := in.notices()
	for i := range n.Len() {
		l := n.Line(i)
		if in.Clock-l.Clock > chatKept {
			break
		}
		if l.Chat && in.reads(l) && bytes.ContainsAny(l.Text, ":\xba") { // the server's own chat has no name
			return i
		}
	}
	return -1
}

// drawNotices draws the newest lines, with the newest at the bottom.
func (fd *feed) drawNotices(in *Input, r Rect) {
	a, f := fd.canvas.Atlas, fontText
	height := a.lineHeight(f)
	rows := int(r.H / height)
	set := in.charset()
	fd.collect(in)

	// As many lines as fit when wrapped, from the newest back.
	first, used := 0, 0
	for ; first < len(fd.lately); first++ {
		k := 1
		if l := &fd.lately[first]; l.print >= 0 {
			k = lineCount(a, f, bytes.TrimRight(in.notices().Line(l.print).Text, " \r"), set, r.W)
		}
		if used+k > rows {
			break
		}
		used += k
	}
	y := r.Y
	for i := first - 1; i >= 0; i-- {
		l := &fd.lately[i]
		line := Rect{r.X, y, r.W, height}
		if alpha := fading(in.Clock-l.clock, feedKept); l.print < 0 {
			fd.drawFeedEvent(in, &in.Events[l.event], line, alpha)
			y += height
		} else {
			y = fd.drawPrint(in, l, line, alpha)
		}
	}
	if in.Display != Analyst && in.Chat && used < rows {
		if i := in.newestChat(); i >= 0 {
			fd.drawChat(in, in.notices().Line(i), Rect{r.X, y, r.W, height})
		}
	}
}

// fading returns the opacity of a line of the given age that is shown for kept seconds.
func fading(age, kept float64) float32 { return fraction((kept - age) / feedFade) }

// drawChat draws one line of chat, truncated to fit.
func (fd *feed) drawChat(in *Input, l *world.Notice, r Rect) {
	set := in.charset()
	text := asString(bytes.TrimRight(l.Text, " \r"))
	fd.pieces = append(fd.pieces[:0], piece{text: text, set: set, color: colorText, tint: chatTint(set),
		flat: in.flatNames()})
	fd.drawFeedPieces(r, fading(in.Clock-l.Clock, chatKept))
}

// drawFeedPieces draws the collected line on a panel and returns the panel's area.
func (fd *feed) drawFeedPieces(r Rect, alpha float32) (ground Rect) {
	pad := round(5 * fd.canvas.Unit())
	ground = Rect{r.X, r.Y, min(fd.piecesWidth(fontText)+2*pad, r.W), r.H}
	fd.Out.Rect(ground.X, ground.Y, ground.W, ground.H, colorPanel.Alpha(0.55*alpha))
	for i := range fd.pieces {
		fd.pieces[i].color = fd.pieces[i].color.Alpha(alpha)
	}
	fd.drawPieces(fontText, r.X+pad, r.Y, r.W-2*pad)
	return ground
}

// drawFeedEvent draws a kill or a flag event.
func (fd *feed) drawFeedEvent(in *Input, e *timeline.Event, r Rect, alpha float32) {
	fd.pieces = in.appendFeed(fd.pieces[:0], e)
	fd.target(fd.drawFeedPieces(r, alpha), e.Player)
}

// appendFeed appends a kill as killer, weapon and victim, or a death without a killer as victim, cause and skull. A
// cause without an icon is a word.
func (in *Input) appendFeed(line []piece, e *timeline.Event) []piece {
	space := piece{text: "  ", set: charsetOwn}
	if word := flagWord(e); word != "" {
		return in.appendFlag(line, e, word)
	}
	if e.Kind == world.EventCapture {
		line = appendEvent(line, in.charset(), in.game(), e)
		return append(line, space, piece{icon: iconFlag, color: colorText})
	}
	k := story.KillOf(e, in.game())
	sign := causeIcon(k.Cause)
	ok := sign != iconNone
	cause := piece{icon: sign, color: colorText}
	if !ok {
		cause = piece{text: k.Named, set: charsetOwn, color: colorDim}
	}
	killer, victim, mates := &k.Sides[0], &k.Sides[1], k.Signs&story.SignTeamKill != 0
	if killer.Player == 0 && (k.Own || !mates) {
		line = append(line, in.feedName(victim, "somebody"), space)
		line = appendSigns(line, k.Signs, inFeed, true, "", 1)
		if ok || k.Named != "" && k.Cause != weapon.Suicide {
			line = append(line, cause, space)
		}
		line = append(line, piece{icon: iconSkull, color: colorText})
		return appendSigns(line, k.Signs, inFeed, false, space.text, 1)
	}
	unknown := "somebody"
	if mates {
		unknown = "team-mate"
	}
	line = append(line, in.feedName(killer, unknown), feedArrow)
	line = appendSigns(line, k.Signs, inFeed, true, "", 1)
	switch {
	case ok: // small icons look alike, so the word names the weapon
		line = append(line, cause, feedSpace, piece{text: k.Brief(false), set: charsetOwn, color: colorDim}, feedArrow)
	case k.Named != "":
		line = append(line, cause, feedArrow)
	}
	return appendSigns(append(line, in.feedName(victim, unknown)), k.Signs, inFeed, false, space.text, 1)
}

// feedSpace is between an icon and its word.
var feedSpace = piece{text: " ", set: charsetOwn}

// feedArrow leads from the killer to the weapon, and from the weapon to the victim.
var feedArrow = piece{text: " → ", set: charsetOwn, color: colorDim}

// feedName returns the name of the killer or victim in the color of the team or the player. unknown replaces a
// missing name.
func (in *Input) feedName(s *story.KillSide, unknown string) piece {
	if s.Name == "" {
		return piece{text: unknown, set: charsetOwn, color: colorDim}
	}
	return in.namePiece(s.Player-1, s.Name)
}

// namePiece returns the name of a player as a piece of a line.
func (in *Input) namePiece(slot int, name string) piece {
	return piece{text: name, set: in.charset(), color: in.nameColor(slot), flat: in.flatNames()}
}

// sentence builds a line from the program's own words and texts of a demo in its charset.
type sentence struct {
	line []piece
	set  charset
}

// own appends the program's own words.
func (s *sentence) own(text string, color draw.Color) {
	s.line = append(s.line, piece{text: text, set: charsetOwn, color: color})
}

// demo appends a text of the demo.
func (s *sentence) demo(text string) {
	s.line = append(s.line, piece{text: text, set: s.set, color: colorText})
}

// name appends the name of a player.
func (s *sentence) name(name string) {
	if name == "" {
		s.own("somebody", colorDim)
		return
	}
	s.demo(name)
}

// capture appends who captured a flag or brought in something else.
func (s *sentence) capture(e *timeline.Event) {
	switch {
	case e.PlayerName != "":
		s.name(e.PlayerName)
	case e.Value == 1:
		s.own("the red team", colorRed)
	case e.Value == 2:
		s.own("the blue team", colorBlue)
	default:
		s.name("")
	}
	if what := timeline.Captured(e.Item); what == timeline.FlagCapture {
		s.own(" captured the flag", colorGood)
	} else {
		s.own(" brought in "+what, colorGood)
	}
}

// appendEvent appends the description of an event, for a demo with the given charset.
func appendEvent(line []piece, set charset, game world.Game, e *timeline.Event) []piece {
	s := sentence{line, set}
	switch e.Kind {
	case world.EventKill:
		s.kill(game, e)
	case world.EventChat:
		s.line = append(s.line, piece{text: e.Text, set: set, color: colorText, tint: chatTint(set),
			flat: set != charsetQuake3})
	case world.EventItem:
		s.name(e.PlayerName)
		s.own(" took ", colorDim)
		s.own(e.Item, colorGood)
	case world.EventCapture:
		s.capture(e)
	case world.EventFlagLost:
		s.name(e.PlayerName)
		s.own(" lost ", colorDim)
		s.own(e.Item, colorDanger)
	case world.EventFlagReturned:
		if e.PlayerName == "" {
			s.own(e.Item, colorGood)
			s.own(" is back", colorDim)
			break
		}
		s.name(e.PlayerName)
		s.own(" returned ", colorDim)
		s.own(e.Item, colorGood)
	case world.EventMatchStart:
		s.own("match begins", colorText)
	case world.EventMatchEnd:
		s.own("match ends", colorText)
	case world.EventPause:
		if e.Value != 0 {
			s.own("game paused", colorDim)
		} else {
			s.own("game resumed", colorDim)
		}
	case world.EventSecret:
		s.own("secret found", colorViolet)
	case world.EventMonster:
		if e.PlayerName != "" {
			s.name(e.PlayerName)
			s.own(" killed ", colorDim)
		} else {
			s.own("killed ", colorDim)
		}
		s.own(cmp.Or(e.Item, "a monster"), colorText)
	case world.EventIntermission:
		if e.Text != "" {
			s.own("level completed in ", colorDim)
			s.own(e.Text, colorText)
		} else {
			s.own("intermission", colorDim)
		}
	case world.EventLevel:
		s.own("level ", colorDim)
		s.demo(e.Text)
	case world.EventMark:
		s.own("mark ", colorText)
		s.demo(e.Text)
	}
	return s.line
}

// EventText returns the description of an event as in the list of events. plain makes texts of the demo readable.
func EventText(game world.Game, e *timeline.Event, plain func(string) string) string {
	var text strings.Builder
	for _, p := range appendEvent(nil, charsetQuakeWorld, game, e) {
		if p.set != charsetOwn {
			p.text = plain(p.text)
		}
		text.WriteString(p.text)
	}
	return text.String()
}

// clause appends the killer, the verb and the victim, or the victim and the verb. in is the time until the kill in
// seconds, and name appends the name of a side.
func (s *sentence) clause(t *story.Telling, in float32, known bool, verb, whom draw.Color, name func(side int)) {
	if t.Killer {
		name(0)
	} else {
		name(1)
	}
	s.own(" ", colorDim)
	if s.own(t.Verb.At(in), verb); !t.Killer {
		return
	}
	if s.own(" ", colorDim); known {
		name(1)
	} else {
		s.own(t.Whom, whom)
	}
}

// kill appends the killer, the victim and the weapon, or the cause of a death.
func (s *sentence) kill(game world.Game, e *timeline.Event) {
	k := story.KillOf(e, game)
	t := k.Tell(k.Sides[0].Player > 0, k.Named)
	ink := colorDim
	switch {
	case t.Deadly:
		ink = colorText
	case t.Killer && e.TeamKill:
		ink = colorDanger
	}
	s.clause(&t, -1, e.OtherName != "", ink, colorDim, func(side int) { s.name(k.Sides[side].Name) })
	if t.Cause.Came != "" {
		s.own(string(t.Link), colorDim)
		s.own(t.Cause.Came, colorText)
	}
}

// appendBookmark appends a bookmark's name.
func appendBookmark(line []piece, m *bookmarks.Mark) []piece {
	line = append(line, piece{text: "bookmark", set: charsetOwn, color: classes[ClassBookmark].color})
	if m.Name != "" {
		line = append(line, piece{text: " ", set: charsetOwn, color: colorDim}, piece{text: m.Name, set: charsetOwn,
			color: colorText})
	}
	return line
}

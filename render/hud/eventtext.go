package hud

import (
	"cmp"
	"strings"

	"demoscope/player/bookmarks"
	"demoscope/player/story"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// sentence is a line in the making: words of ours, and texts of a demo in its charset.
type sentence struct {
	line []piece
	set  charset
}

// own appends words of ours.
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

// appendEvent appends an event of a game in words, for a demo whose texts are in a charset.
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

// EventText returns an event in words, as the list of events shows it. Plain makes texts of the demo readable.
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

// clause appends the killer, the verb and the victim, or the victim and the verb. In is the time until the kill in
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

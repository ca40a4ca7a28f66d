package hud

import (
	"cmp"
	"strings"

	"demoscope/player/bookmarks"
	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// appendEvent appends an event of a game in words, for a demo whose texts are in a charset.
func appendEvent(line []piece, set charset, game world.Game, e *timeline.Event) []piece {
	own := func(text string, color draw.Color) {
		line = append(line, piece{text: text, set: charsetOwn, color: color})
	}
	name := func(s string) {
		if s == "" {
			own("somebody", colorDim)
			return
		}
		line = append(line, piece{text: s, set: set, color: colorText})
	}
	switch e.Kind {
	case world.EventKill:
		return appendKill(line, set, game, e)
	case world.EventChat:
		line = append(line, piece{e.Text, set, colorText, chatTint(set)})
	case world.EventItem:
		name(e.PlayerName)
		own(" took ", colorDim)
		own(e.Item, colorGood)
	case world.EventCapture:
		switch {
		case e.PlayerName != "":
			name(e.PlayerName)
		case e.Value == 1:
			own("the red team", colorRed)
		case e.Value == 2:
			own("the blue team", colorBlue)
		default:
			name("")
		}
		if e.Item == "" || strings.HasSuffix(strings.ToLower(e.Item), " flag") {
			own(" captured the flag", colorGood)
		} else {
			own(" brought in "+strings.ToLower(e.Item), colorGood)
		}
	case world.EventMatchStart:
		own("match begins", colorText)
	case world.EventMatchEnd:
		own("match ends", colorText)
	case world.EventPause:
		if e.Value != 0 {
			own("the game pauses", colorDim)
		} else {
			own("the game goes on", colorDim)
		}
	case world.EventSecret:
		own("secret found", colorViolet)
	case world.EventMonster:
		if e.PlayerName != "" {
			name(e.PlayerName)
			own(" killed ", colorDim)
		} else {
			own("killed ", colorDim)
		}
		own(cmp.Or(e.Item, "a monster"), colorText)
	case world.EventIntermission:
		if e.Text != "" {
			own("level completed in ", colorDim)
			own(e.Text, colorText)
		} else {
			own("intermission", colorDim)
		}
	case world.EventLevel:
		own("level ", colorDim)
		line = append(line, piece{text: e.Text, set: set, color: colorText})
	case world.EventMark:
		own("mark ", colorAccent)
		line = append(line, piece{text: e.Text, set: set, color: colorText})
	}
	return line
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

// suicide is what a kill of oneself is called, as Quake III names that by command.
const suicide = "suicide"

// killWord says what is special about a kill; empty if nothing is.
func killWord(e *timeline.Event) (word string, color draw.Color) {
	switch {
	case e.TeamKill:
		return "team kill", colorBad
	case e.Player >= 0 && e.Player == e.Other:
		return suicide, colorDim
	}
	return "", colorText
}

// appendKill appends a sentence of who killed whom with what, or how somebody died.
func appendKill(line []piece, set charset, game world.Game, e *timeline.Event) []piece {
	own := func(text string, color draw.Color) {
		line = append(line, piece{text: text, set: charsetOwn, color: color})
	}
	name := func(s string) {
		if s == "" {
			own("somebody", colorDim)
			return
		}
		line = append(line, piece{text: s, set: set, color: colorText})
	}
	self := e.Player >= 0 && e.Player == e.Other
	alone := self || e.Player < 0 && !e.TeamKill
	means := e.Means(game)
	death, told := timeline.DeathBy(means, alone)
	switch {
	case alone && told:
		name(e.OtherName)
		own(" ", colorDim)
		own(death.Came, colorAccent)
		return line
	case self && means != "":
		name(e.OtherName)
		own(" died by his own ", colorDim)
		own(means, colorAccent)
		return line
	case self:
		name(e.OtherName)
		own(" died by his own hand", colorDim)
	case alone && means != "":
		name(e.OtherName)
		own(" was killed", colorDim)
	case alone:
		name(e.OtherName)
		own(" died", colorDim)
	case e.Player < 0 && told:
		name(e.OtherName)
		own(" ", colorDim)
		own(death.Came, colorAccent)
		own(", by a team mate", colorDim)
		return line
	case e.Player < 0:
		name(e.OtherName)
		own(" was killed by a team mate", colorDim)
	case e.TeamKill:
		name(e.PlayerName)
		own(" team-killed ", colorBad)
		if e.OtherName == "" {
			own("a team mate", colorDim)
		} else {
			name(e.OtherName)
		}
	default:
		name(e.PlayerName)
		own(" killed ", colorDim)
		name(e.OtherName)
	}
	switch {
	case told:
		own(", who ", colorDim)
		own(death.Came, colorAccent)
	case means != "":
		own(", ", colorDim)
		own(means, colorAccent)
	}
	return line
}

// appendBookmark appends a bookmark's name.
func appendBookmark(line []piece, m *bookmarks.Mark) []piece {
	line = append(line, piece{text: "bookmark", set: charsetOwn, color: classes[ClassBookmark].color})
	if m.Name != "" {
		line = append(line, piece{text: " ", set: charsetOwn, color: colorDim}, piece{text: m.Name, set: charsetOwn, color: colorText})
	}
	return line
}

package hud

import (
	"demoscope/player/story"
	"demoscope/render/draw"
)

// signPlaces are where a sign of a kill is shown, as a set.
type signPlaces uint8

const (
	inFeed     signPlaces = 1 << iota
	inKillLine            // of [Watch]
	inHeadline            // of [Analyst]
	atTag                 // at the names of killer and victim in [Watch]
	atPlate               // and in [Analyst]
)

// killSign is how a sign of a kill is shown.
type killSign struct {
	sign  story.Signs
	word  string
	cause bool       // the word is written before the cause, and only if that is known
	icon  icon       // before the word, and at a name alone; iconNone for none
	color draw.Color // apart from the headline
	shown signPlaces
}

// killSigns has a row for each sign.
var killSigns = [...]killSign{
	{story.SignOwn, "own", true, iconNone, colorText, inKillLine | inHeadline},
	{story.SignQuad, "quad", true, iconNone, colorText, inHeadline},
	{story.SignUnfired, "about to fire", false, iconNone, colorText, inHeadline},
	{story.SignTeamKill, "team kill", false, iconNone, colorDanger, inFeed},
}

// shows reports whether a sign is one of some and is shown at a place.
func (k *killSign) shows(signs story.Signs, where signPlaces) bool {
	return signs&k.sign != 0 && k.shown&where != 0
}

// appendSigns appends the signs of a kill that belong to the cause, each with a space behind it, or the others, each
// behind a text.
func appendSigns(line []piece, signs story.Signs, where signPlaces, cause bool, between string, alpha float32) []piece {
	for i := range killSigns {
		k := &killSigns[i]
		if !k.shows(signs, where) || k.cause != cause {
			continue
		}
		ink := k.color.Alpha(alpha)
		if !cause {
			line = append(line, piece{text: between, set: charsetOwn, color: ink})
		}
		if k.icon != iconNone {
			line = append(line, piece{icon: k.icon, color: ink}, feedSpace)
		}
		line = append(line, piece{text: k.word, set: charsetOwn, color: ink})
		if cause {
			line = append(line, feedSpace)
		}
	}
	return line
}

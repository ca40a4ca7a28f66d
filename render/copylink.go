package render

import (
	"strconv"
	"strings"

	"demoscope/player/report"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/link"
)

// copyLink copies the link of this moment.
func (g *game) copyLink() {
	l := g.link()
	text := l.String()
	if g.copy == nil {
		g.demo.notices.say("Link: " + text)
		return
	}
	g.demo.notices.say(g.copy(text, g.demo.path))
	g.demo.notices.note.left = longKept // somebody may want to read it
}

// link returns the current moment and view as a link, without file names.
func (vs *views) link() link.Link {
	p, m := &vs.demo.player, vs.demo.player.Moment()
	l := link.Link{Time: p.Clock(), Speed: p.Speed(), Paused: p.Paused(), Mode: vs.viewing.mode.String()}
	switch c := &vs.active.camera; c.How {
	case camera.Free:
		l.Camera = link.Place(c.Origin, c.Angles)
	case camera.Eyes:
	default:
		l.Camera = c.How.String()
	}
	if m.World == nil {
		return l
	}
	// The player whom the demo itself shows is left out.
	if slot := watched(m); slot != world.Nobody && (p.Following() != world.Nobody || vs.demo.directing.on ||
		len(vs.panes) > 1) {
		names := []string{whoIs(m.World, slot)}
		for _, other := range vs.panes {
			if other != vs.active && other.slot != world.Nobody {
				names = append(names, whoIs(m.World, other.slot))
			}
		}
		l.Follow = strings.Join(names, ",")
	}
	return l
}

// whoIs returns what --follow takes for the player in a slot: the name if it is nobody else's, or else the slot.
func whoIs(w *world.World, slot int) string {
	if slot < 0 || slot >= len(w.Players) {
		return strconv.Itoa(slot)
	}
	return report.Called(w.Game, w.Players[slot].Name, slot, func(plain string) bool {
		found, ok := report.PlayerNamed(w, plain)
		return !ok || found != slot
	})
}

package render

import (
	"fmt"
	"strconv"
	"strings"

	"demoscope/internal/atomicfile"
	"demoscope/internal/fault"
	"demoscope/player/report"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/link"
)

// CutFunc returns the part of a demo from one moment to another, in viewer's seconds, as a demo, and the
// extension of its name. It may be called on any goroutine.
type CutFunc func(from, to float64) (data []byte, extension string, err error)

// clipCut is the clip that is being cut out of its demo, beside playing.
type clipCut struct {
	name   string // of the file, once it is whole
	result chan error
}

// cutClip makes a demo of the clip.
func (g *game) cutClip() {
	s, n := g.demo, &g.demo.notices
	from, to, ok := s.marks.Clip()
	switch {
	case g.cutting != nil:
		n.say("A clip is already being cut")
		return
	case !ok:
		n.say(fmt.Sprintf("Set a clip first: %s and %s", g.keyOf("clip-start"),
			g.keyOf("clip-end")))
		return
	case s.cut == nil:
		n.say("This demo can't be cut")
		return
	}
	folder, err := filmFolder(s.path)
	if err != nil {
		n.warn("Can't cut: no folder for the clip: " + err.Error())
		return
	}
	c := &clipCut{result: make(chan error, 1)}
	g.cutting = c
	cut, path, title := s.cut, s.path, s.title
	go func() {
		var err error
		if failed := fault.Guard("cutting "+path, func() {
			c.name, err = writeClip(cut, folder, title, from, to)
		}); failed != nil {
			if err = failed; s.rebuild.report != nil {
				s.rebuild.report(failed)
			}
		}
		c.result <- err
	}()
	n.say("Cutting the clip…")
}

// writeClip cuts a clip out of its demo, and returns the name of the new file.
func writeClip(cut CutFunc, folder, title string, from, to float64) (string, error) {
	data, extension, err := cut(from, to)
	if err != nil {
		return "", err
	}
	name, err := newClipFile(folder, title, extension, from)
	if err != nil {
		return "", err
	}
	if err := atomicfile.Write(name, data, 0o666); err != nil {
		_ = atomicfile.Remove(name) // it is empty, and ours
		return "", err
	}
	return name, nil
}

// lookAtCut says what became of the clip that was cut out.
func (g *game) lookAtCut() {
	if g.cutting == nil {
		return
	}
	select {
	case err := <-g.cutting.result:
		name, n := g.cutting.name, &g.demo.notices
		if g.cutting = nil; err != nil {
			n.warn("Can't cut the clip: " + err.Error())
			return
		}
		n.filmed = timedText{"Saved " + readable(name), longKept}
	default:
	}
}

// endCut waits for the clip that is being cut out.
func (g *game) endCut() {
	if g.cutting != nil {
		<-g.cutting.result
		g.cutting = nil
	}
}

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

package render

import (
	"fmt"

	"demoscope/render/hud"
)

// toggleBookmark sets a bookmark here, or removes the one that is here.
func (g *Game) toggleBookmark() {
	said := "Bookmark removed"
	if g.marks.Toggle(g.player.Clock(), "") {
		said = "Bookmark set"
	}
	g.notices.say(said)
	g.saveMarks()
}

// nameBookmark asks for the name of the bookmark that is here, and sets one if
// there is none.
func (g *Game) nameBookmark() {
	clock := g.player.Clock()
	m := g.marks.At(clock)
	if m == nil {
		g.marks.Toggle(clock, "")
		g.saveMarks()
		if m = g.marks.At(clock); m == nil {
			return
		}
	}
	g.naming.clock = m.Clock
	g.naming.line.Set(m.Name)
	g.ask(&g.naming.line, func(keep bool) {
		if m := g.marks.At(g.naming.clock); keep && m != nil {
			m.Name = g.naming.line.String()
			g.saveMarks()
		}
	})
}

// naming is the name that is being typed, and of which bookmark.
type naming struct {
	line  hud.Typed
	clock float64
}

// nextBookmark returns the time of the next bookmark, or the one before.
func (g *Game) nextBookmark(now float64, direction int) (clock float64, ok bool) {
	m, ok := g.marks.Next(now)
	if direction < 0 {
		m, ok = g.marks.Previous(now)
	}
	return m.Clock, ok
}

// seekBookmark goes to the next bookmark, or the one before.
func (g *Game) seekBookmark(direction int) {
	now := g.player.Clock()
	if direction < 0 {
		now, _ = g.jump.back(now)
	}
	if to, ok := g.nextBookmark(now, direction); ok {
		g.land(to)
		return
	}
	if direction < 0 {
		g.notices.say("No earlier bookmark")
	} else {
		g.notices.say("No further bookmark")
	}
}

// setClip sets where the clip begins or ends.
func (g *Game) setClip(end bool) {
	if end {
		g.marks.SetOut(g.player.Clock())
		g.notices.say("The clip ends here")
	} else {
		g.marks.SetIn(g.player.Clock())
		g.notices.say("The clip begins here")
	}
	g.saveMarks()
}

// toggleLoop plays the clip again and again, or no longer.
func (g *Game) toggleLoop() {
	if _, _, ok := g.marks.Clip(); !ok {
		g.notices.say("A clip needs a beginning and an end")
		return
	}
	g.marks.Loop = !g.marks.Loop
	if g.marks.Loop {
		g.notices.say("The clip plays again and again")
	} else {
		g.notices.say("The clip plays on")
	}
	g.saveMarks()
}

// forgetClip drops both ends of the clip.
func (g *Game) forgetClip() {
	g.marks.In, g.marks.Out, g.marks.Loop = nil, nil, false
	g.notices.say("No clip")
	g.saveMarks()
}

// saveMarks writes bookmarks and clip, and says so if that fails.
func (g *Game) saveMarks() {
	if err := g.marks.Save(); err != nil {
		g.notices.say(fmt.Sprintf("Bookmarks are not kept: %v", err))
	}
}

// loop goes back to the other end of the clip when playing has come to one
// since a moment.
func (g *Game) loop(was float64) {
	in, out, ok := g.marks.Clip()
	p := g.player
	if !ok || !g.marks.Loop || p.Paused() {
		return
	}
	now := p.Clock()
	switch {
	case p.Speed() > 0 && was < out && now >= out:
		p.Seek(in)
	case p.Speed() < 0 && was > in && now <= in:
		p.Seek(out)
	default:
		return
	}
	p.Update(0)
}

// clip returns the clip for the bar.
func (g *Game) clip() (c hud.Clip) {
	if g.marks.In != nil {
		c.In, c.HasIn = *g.marks.In, true
	}
	if g.marks.Out != nil {
		c.Out, c.HasOut = *g.marks.Out, true
	}
	c.Loop = g.marks.Loop
	return c
}

package render

import "demoscope/render/hud"

// wheelRows is how many rows of the list a notch of the wheel scrolls.
const wheelRows = 3

// toggleList opens or closes the list of events.
func (g *Game) toggleList() {
	g.listOpen = !g.listOpen
	g.list.FollowNow()
	if !g.listOpen && g.list.Asking {
		g.endTyping(true)
	}
}

// search opens the list and asks what for.
func (g *Game) search() {
	if !g.listOpen {
		g.toggleList()
	}
	g.list.Asking = true
	g.ask(&g.list.Query, func(keep bool) {
		g.list.Asking = false
		if !keep {
			g.list.Query.Set("")
		}
		g.list.FollowNow()
	})
}

// filter shows a class of events or hides it; alone shows nothing else, or all
// again.
func (g *Game) filter(c hud.Class, alone bool) {
	one := hud.Classes(c)
	switch {
	case alone && g.shown == one:
		g.shown = hud.AllClasses
	case alone:
		g.shown = one
	default:
		g.shown ^= one
	}
}

// pageList moves the list by a page.
func (g *Game) pageList(direction int) {
	p := hud.NewPanel(g.hudScreen())
	g.list.Page(&p, direction)
}

// pointList does what the pointer asks of the list, and reports whether it was
// meant.
func (g *Game) pointList(in *input) bool {
	p := hud.NewPanel(g.hudScreen())
	if g.scrolling {
		g.list.ScrollTo(&p, in.y)
		g.scrolling = in.left
		return true
	}
	part, index := p.Hit(g.list, in.x, in.y)
	if part == hud.ListNone {
		if in.leftPressed && g.list.Asking {
			g.endTyping(true)
		}
		return false
	}
	if in.wheel != 0 {
		g.list.Scroll(&p, -in.wheel*wheelRows)
	}
	switch {
	case part == hud.ListChip && in.rightPressed:
		g.filter(hud.Class(index), true)
	case !in.leftPressed:
	case part == hud.ListClose:
		g.toggleList()
	case part == hud.ListSpoilers:
		g.spoilers = !g.spoilers
	case part == hud.ListQuery:
		g.search()
	case part == hud.ListChip:
		g.filter(hud.Class(index), false)
	case part == hud.ListRow:
		g.seekRow(index)
	case part == hud.ListScroll:
		g.scrolling = true
		g.list.ScrollTo(&p, in.y)
	}
	return true
}

// seekRow goes to what a row of the list tells of.
func (g *Game) seekRow(row int) {
	t := g.player.Timeline()
	events := t.Events()
	switch event, mark := g.list.Row(row); {
	case event >= 0 && event < len(events):
		g.land(landing(&events[event], t.Levels()))
	case mark >= 0 && mark < len(g.marks.Marks):
		g.land(g.marks.Marks[mark].Clock)
	}
}

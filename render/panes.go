package render

import (
	"fmt"
	"image"
	"slices"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/hud"
	"demoscope/render/scene"
)

// MaxViews is how many views of a match a window has at most.
const MaxViews = 4

// arrange makes as many panes as the viewer wants, as long as there is somebody for each, gives
// who is shown nowhere to those that have nobody. dt seconds have passed.
func (g *game) arrange(dt float64) {
	m := g.demo.player.Moment()
	if m.World != nil {
		g.renew(m)
	}
	for len(g.panes) > max(1, g.viewing.views) {
		g.drop(g.lastPane())
	}
	for _, p := range g.panes {
		if p != g.active {
			p.moment = m.Watch(p.slot)
		}
		g.handOver(p, dt)
	}
	for m.World != nil && len(g.panes) < g.viewing.views && g.add(m) {
	}
	g.sayAlone(m, dt)
}

// alonePatience is how many seconds somebody is waited for whom a second view could show.
const alonePatience = 1.0

// sayAlone says once of a demo that it shows nobody for a second view.
func (g *game) sayAlone(m *player.Moment, dt float64) {
	s := g.demo
	if s.alone < 0 || g.viewing.views < 2 || !m.Eye.Known || s.player.Paused() || s.player.Behind() {
		return
	}
	if s.alone += dt; len(g.panes) > 1 {
		s.alone = -1
	} else if s.alone > alonePatience {
		s.alone = -1
		s.notices.say(nobodyElse)
	}
}

// nobodyElse is said where there is nobody to watch besides those who are.
const nobodyElse = "No other player to follow now"

// lastPane returns the pane that was added last and is not the active one.
func (g *game) lastPane() *pane {
	if p := g.panes[len(g.panes)-1]; p != g.active {
		return p
	}
	return g.panes[len(g.panes)-2]
}

// add adds a pane that shows the next player; false if there is nobody who is not shown.
func (g *game) add(m *player.Moment) bool {
	if len(g.panes) == 1 && watched(m) == world.Nobody {
		return false // who the first one shows is not known yet
	}
	slot := g.next(m)
	if slot == world.Nobody {
		return false
	}
	if p := g.demo.player.Player; len(g.panes) == 1 && p.Following() == world.Nobody && !m.World.View.Known {
		p.Follow(m.Eye.Slot) // he stays when another one comes before him
		p.Update(0)
	}
	how := g.active.camera.How
	if how == camera.Free || how == camera.Along {
		how = camera.Eyes
	}
	g.addPane(slot, how)
	return true
}

// addPane adds a pane that shows a player in a way.
func (g *game) addPane(slot int, how camera.How) {
	p := newPane(how)
	p.slot, p.camera.FOV = slot, g.active.camera.FOV
	p.moment = g.demo.player.Moment().Watch(slot)
	g.panes = append(g.panes, p)
}

// drop removes a pane. If it is the active one, the one that takes its place is that, and with one
// pane none is removed.
func (g *game) drop(p *pane) {
	i := slices.Index(g.panes, p)
	if i < 0 || len(g.panes) < 2 {
		return
	}
	g.panes = slices.Delete(g.panes, i, i+1)
	if p == g.active {
		g.activate(g.panes[min(i, len(g.panes)-1)])
	}
	if p == g.directed {
		g.directed = g.active
		g.demo.directing.on = false
	}
}

// renew gives the panes of those who have left, and of those whom the active pane has come to show
// because the recorder does, somebody else, or removes them.
func (g *game) renew(m *player.Moment) {
	for i := len(g.panes) - 1; i >= 0; i-- {
		p := g.panes[i]
		if p == g.active || p.slot >= 0 && p.slot < len(m.World.Players) && m.World.Players[p.slot].InUse &&
			p.slot != watched(m) {
			continue
		}
		if slot := g.next(m); slot != world.Nobody {
			p.slot, p.lost = slot, lost{}
		} else {
			g.drop(p)
		}
	}
}

// activate makes a pane the one to which keys and mouse go.
func (g *game) activate(p *pane) {
	if p == g.active {
		return
	}
	g.release()
	s := g.demo
	g.active.slot = s.player.Following()
	g.active = p
	s.player.Follow(p.slot)
	s.player.Update(0)
}

// follows returns whom a pane watches, as [player.Player.Follow] takes it.
func (g *game) follows(p *pane) int {
	if p == g.active {
		return g.demo.player.Following()
	}
	return p.slot
}

// followIn makes a pane watch a player.
func (g *game) followIn(p *pane, slot int) {
	if p != g.active {
		p.slot = slot
		p.moment = g.demo.player.Moment().Watch(slot)
		return
	}
	g.demo.player.Follow(slot)
	g.demo.player.Update(0)
}

// momentOf returns the moment with the eye of a pane.
func (g *game) momentOf(p *pane) *player.Moment { return g.momentIn(p, g.demo.player.Moment()) }

// momentIn is momentOf for a moment of the active pane.
func (g *game) momentIn(p *pane, m *player.Moment) *player.Moment {
	if p == g.active {
		return m
	}
	return &p.moment
}

// showsElsewhere reports whether another pane shows a player.
func (g *game) showsElsewhere(p *pane, slot int) bool {
	for _, q := range g.panes {
		if q == p {
			continue
		}
		if who := g.follows(q); who == slot || who == world.Nobody && watched(g.momentOf(q)) == slot {
			return true
		}
	}
	return false
}

// next returns whom one watches next: of those who are shown nowhere first the mates of whom the
// first pane watches, then who has the most frags; [world.Nobody] if there is nobody.
func (g *game) next(m *player.Moment) int {
	w := m.World
	best, mates := world.Nobody, false
	var first *world.Player
	if who := watched(g.momentOf(g.panes[0])); who >= 0 && who < len(w.Players) {
		first = &w.Players[who]
	}
	for slot := range w.Players {
		p := &w.Players[slot]
		if !p.Visible || p.Spectator || g.showsElsewhere(nil, slot) {
			continue
		}
		mate := first != nil && w.Mates(first, p)
		if best < 0 || mate && !mates || mate == mates && p.Frags > w.Players[best].Frags {
			best, mates = slot, mate
		}
	}
	return best
}

// nextView makes the next pane the active one.
func (g *game) nextView() {
	if len(g.panes) < 2 {
		g.demo.notices.say("Only one view; " + g.keyOf("split-screen") + " adds another")
		return
	}
	g.activate(g.panes[(slices.Index(g.panes, g.active)+1)%len(g.panes)])
	g.sayActive()
}

// sayActive says whom the active pane shows.
func (g *game) sayActive() {
	g.demo.notices.sayBriefly("View of " + g.demo.playerName(watched(g.demo.player.Moment())))
}

// changeViews adds a view, or goes back from the most to one.
func (g *game) changeViews() {
	n, v := &g.demo.notices, &g.viewing
	have := len(g.panes)
	if v.views = have + 1; v.views > MaxViews {
		v.views = 1
	}
	g.arrange(0)
	if now := len(g.panes); now != v.views {
		v.views = 1
		g.arrange(0)
		if have == 1 {
			n.say(nobodyElse)
			return
		}
	}
	g.sayViews()
}

func (g *game) sayViews() {
	g.demo.notices.sayBriefly(upperFirst(countViews(len(g.panes))))
}

// countViews returns so many views in words.
func countViews(n int) string {
	if n == 1 {
		return "one view"
	}
	return fmt.Sprintf("%d views", n)
}

// closeView removes the active view.
func (g *game) closeView() {
	if len(g.panes) < 2 {
		g.demo.notices.say("Only one view")
		return
	}
	g.drop(g.active)
	g.viewing.views = len(g.panes)
	g.sayViews()
}

// paneAt returns the pane at a place of the window, in pixels; nil if there is one pane alone or
// none is there.
func (g *game) paneAt(x, y float32) *pane {
	if len(g.panes) < 2 {
		return nil
	}
	for _, p := range g.panes {
		if p.area.Has(x, y) {
			return p
		}
	}
	return nil
}

// layOut decides where in the window the panes are: above the bar, and beside the list.
func (g *game) layOut() {
	if len(g.panes) < 2 {
		g.active.area = hud.Rect{W: g.size.Width, H: g.size.Height}
		return
	}
	all := hud.Rect{W: g.size.Width, H: g.size.Height}
	if g.viewing.display != hud.Clean && !g.hudIn.NoBar {
		all.H = hud.NewLayout(g.size).Bar.Y
	}
	if g.viewing.list {
		if x := hud.NewPanel(g.size).Rect.X; x >= leastPanes*g.size.Unit() {
			all.W = x
		}
	}
	areas := grid(all, len(g.panes), paneGap)
	for i, p := range g.panes {
		p.area = areas[i]
	}
}

const (
	// paneGap is how many pixels are between panes.
	paneGap = 2
	// leastPanes is how many units the panes have beside the list of events: where there is less
	// room, the list lies over them.
	leastPanes = 480
)

// grid divides an area, in pixels, into 2 to MaxViews panes: two beside each other where it is wide
// and above each other where it is high, one large one with two small ones, or two rows of two.
func grid(r hud.Rect, n int, gap float32) (p [MaxViews]hud.Rect) {
	wide := r.W >= r.H
	// divide divides an area into a first part and the rest.
	divide := func(r hud.Rect, across bool, part float32) (a, b hud.Rect) {
		a, b = r, r
		if across {
			a.W = whole((r.W - gap) * part)
			b.X, b.W = r.X+a.W+gap, max(1, r.W-a.W-gap)
		} else {
			a.H = whole((r.H - gap) * part)
			b.Y, b.H = r.Y+a.H+gap, max(1, r.H-a.H-gap)
		}
		return a, b
	}
	switch n {
	case 2:
		p[0], p[1] = divide(r, wide, 0.5)
	case 3:
		p[0], p[1] = divide(r, wide, 2./3)
		p[1], p[2] = divide(p[1], !wide, 0.5)
	case 4:
		p[0], p[2] = divide(r, false, 0.5)
		p[0], p[1] = divide(p[0], true, 0.5)
		p[2], p[3] = divide(p[2], true, 0.5)
	default:
		p[0] = r
	}
	return p
}

func whole(pixels float32) float32 { return max(1, float32(int(pixels))) }

// place returns where in the window a pane is, in whole pixels.
func (p *pane) place() image.Rectangle {
	return image.Rect(int(p.area.X), int(p.area.Y), int(p.area.X+p.area.W), int(p.area.Y+p.area.H))
}

// covered returns how much of a pane's height is hidden by the bar and the status at its lower side.
func (g *game) covered(p *pane) float32 {
	if g.viewing.display == hud.Clean {
		return 0
	}
	if len(g.panes) > 1 {
		return min(0.5, hud.StripHeight(g.size)/max(1, p.area.H))
	}
	l := hud.NewLayout(g.size)
	low := l.Vitals.Y
	if p.camera.Overviews() {
		low = l.Bar.Y
	}
	if g.hudIn.NoBar {
		low += l.Bar.H
	}
	return max(0, min(0.5, 1-low/g.size.Height))
}

// sees returns the size of the picture that a pane shows.
func (p *pane) sees(scale float32) scene.View {
	return scene.View{Width: p.area.W, Height: p.area.H, Scale: scale}
}

// buildPaneHUD builds what is drawn over one of several panes.
func (g *game) buildPaneHUD(p *pane) {
	m, h := g.momentOf(p), &p.hudIn
	if p.hud == nil || !p.hud.Within(g.hud) {
		p.hud = g.hud.Pane()
	}
	*h = g.hudIn
	h.Extent = hud.Pane
	h.Screen.Width, h.Screen.Height = p.area.W, p.area.H
	h.At = [2]float32{p.area.X, p.area.Y}
	h.Inset.Shown = false
	p.tell(h, m, g.directs(p))
	p.hud.Build(h)
}

// paintPanes draws several panes.
func (g *game) paintPanes(to canvas, withHUD bool) {
	for i, p := range g.panes {
		to.open(i, p.place())
		to.fill(background, p.scene.Bare())
		to.draw(&p.scene.World)
		to.draw(&p.scene.Overlay)
		if withHUD {
			to.draw(p.hud.Buffer())
		}
		to.shut()
	}
}

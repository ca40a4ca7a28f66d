package hud

import (
	"cmp"
	"slices"
	"strconv"

	"demoscope/player/world"
	"demoscope/render/draw"
)

// column is a column of numbers of the scoreboard.
type column struct {
	title string
	width float32 // units
	known bool
	value func(p *world.Player) int32
}

// columns returns the columns from the right: frags, and those for which the demo has
// a number of at least one player.
func (h *HUD) columns(w *world.World) []column {
	h.cols = append(h.cols[:0],
		column{"ping", 56, false, func(p *world.Player) int32 { return p.Ping }},
		column{"deaths", 64, false, func(p *world.Player) int32 { return p.Deaths }},
		column{"kills", 56, false, func(p *world.Player) int32 { return p.Kills }},
		column{"frags", 60, true, func(p *world.Player) int32 { return p.Frags }},
	)
	n := 0
	for _, c := range h.cols {
		for i := range w.Players {
			p := &w.Players[i]
			c.known = c.known || p.InUse && c.value(p) != 0
		}
		if c.known {
			h.cols[n] = c
			n++
		}
	}
	h.cols = h.cols[:n]
	return h.cols
}

// rank sorts the players in use into h.order: players by frags, then
// spectators.
func (h *HUD) rank(w *world.World) {
	h.order = h.order[:0]
	before := func(a, b *world.Player) bool {
		if a.Spectator != b.Spectator {
			return b.Spectator
		}
		return a.Frags > b.Frags
	}
	for i := range w.Players {
		if !w.Players[i].InUse || w.Players[i].Name == "" {
			continue
		}
		h.order = append(h.order, i)
		for j := len(h.order) - 1; j > 0 && before(&w.Players[h.order[j]], &w.Players[h.order[j-1]]); j-- {
			h.order[j], h.order[j-1] = h.order[j-1], h.order[j]
		}
	}
}

// drawScores draws the scoreboard.
func (h *HUD) drawScores(in *Input, area Rect) {
	c := &h.canvas
	u := c.Unit()
	w := in.World
	set := in.charset()
	h.rank(w)
	cols := h.columns(w)
	teams := false
	for _, i := range h.order {
		teams = teams || w.Players[i].Team != ""
	}

	pad := round(16 * u)
	f := fontText
	head := c.Atlas.lineHeight(fontTitle) + c.Atlas.lineHeight(fontSmall) + round(12*u)
	rows := max(1, len(h.order))
	row := c.Atlas.lineHeight(f) + round(5*u)
	if float32(rows)*row > area.H-head-2*pad {
		f = fontSmall
		row = c.Atlas.lineHeight(f) + round(1*u)
	}
	fit := int((area.H - head - 2*pad) / row)
	width := min(area.W, round(680*u))
	box := Rect{W: width, H: head + 2*pad + float32(min(rows, max(1, fit)))*row}
	box.X = round(area.X + (area.W-box.W)/2)
	box.Y = round(area.Y + (area.H-box.H)*0.35)
	c.panel(box, colorPanel)

	x, right := box.X+pad, box.X+box.W-pad
	y := box.Y + pad
	title := w.Level().Title
	titleSet := set
	if title == "" {
		title, titleSet = mapName(w.Level().Map), charsetOwn
	}
	h.tip = clip(c.Atlas, fontTitle, h.tip, title, titleSet, (right-x)*0.6)
	drawText(c, fontTitle, x, y, h.tip, titleSet, colorText)
	if h.addTeams(w); len(h.teams) > 1 && len(h.teams) < len(h.order) {
		h.drawTeams(in, right, y+c.Atlas.ascent(fontTitle)-c.Atlas.ascent(fontStrong))
	} else {
		h.drawTotals(in, right, y+c.Atlas.ascent(fontTitle)-c.Atlas.ascent(fontSmall))
	}
	y += c.Atlas.lineHeight(fontTitle) + round(6*u)

	cx := right
	for _, k := range cols {
		drawTextRight(c, fontSmall, cx, y, k.title, charsetOwn, colorDim)
		cx -= k.width * u
	}
	y += c.Atlas.lineHeight(fontSmall) + round(3*u)
	c.Out.Rect(x, y, right-x, max(1, round(u)), colorEdge)
	y += round(3 * u)

	for n, i := range h.order {
		if n == fit-1 && len(h.order) > fit {
			text := strconv.AppendInt(h.scratch[:0], int64(len(h.order)-n), 10)
			drawText(c, f, x, y, append(text, " more"...), charsetOwn, colorDim)
			break
		}
		h.scoreRow(in, &w.Players[i], cols, Rect{x, y, right - x, row}, f, teams)
		y += row
	}
	if len(h.order) == 0 {
		drawText(c, f, x, y, "The demo names no players here.", charsetOwn, colorDim)
	}
}

func (h *HUD) scoreRow(in *Input, p *world.Player, cols []column, r Rect, f textFont, teams bool) {
	c := &h.canvas
	u := c.Unit()
	set := in.charset()
	ink := colorText
	if p.Spectator {
		ink = colorDim
	}
	if p.Slot == in.Watched {
		c.Out.Rect(r.X-6*u, r.Y, r.W+12*u, r.H, colorAccent.Alpha(0.14))
		c.Out.Rect(r.X-6*u, r.Y, max(2, round(2*u)), r.H, colorAccent)
	}
	y := r.Y + round((r.H-c.Atlas.lineHeight(f))/2)
	side := round(r.H * 0.6)
	if in.Palette != nil && !p.Spectator && in.World.Game != world.Quake3 && in.World.Game != world.Quake2 {
		top := round(r.Y + (r.H-side)/2)
		c.Out.Rect(r.X, top, side*0.8, side/2, rgba(in.Palette.Player(int(p.Shirt))))
		c.Out.Rect(r.X, top+side/2, side*0.8, side/2, rgba(in.Palette.Player(int(p.Pants))))
	}
	x := r.X + side + 4*u
	right := r.X + r.W
	for _, k := range cols {
		text := strconv.AppendInt(h.scratch[:0], int64(k.value(p)), 10)
		if p.Spectator && k.title == "frags" {
			text = append(h.scratch[:0], "watches"...)
		}
		drawTextRight(c, f, right, y, text, charsetOwn, ink)
		right -= k.width * u
	}
	end := right
	if teams {
		width := 90 * u
		h.tip = clip(c.Atlas, f, h.tip, p.Team, set, width-8*u)
		drawText(c, f, end-width, y, h.tip, set, colorDim)
		end -= width
	}
	h.tip = clip(c.Atlas, f, h.tip, p.Name, set, end-x-8*u)
	drawText(c, f, x, y, h.tip, set, ink)
}

// team is a team's score.
type team struct {
	name  string
	frags int64
}

// maxTeams is how many teams fit in the scoreboard's head.
const maxTeams = 4

// addTeams adds up the scores of teams into h.teams, the best first.
func (h *HUD) addTeams(w *world.World) {
	h.teams = h.teams[:0]
	for _, i := range h.order {
		p := &w.Players[i]
		if p.Team == "" || p.Spectator {
			continue
		}
		k := slices.IndexFunc(h.teams, func(t team) bool { return t.name == p.Team })
		if k < 0 {
			k = len(h.teams)
			h.teams = append(h.teams, team{name: p.Team})
		}
		h.teams[k].frags += int64(p.Frags)
	}
	slices.SortStableFunc(h.teams, func(a, b team) int { return cmp.Compare(b.frags, a.frags) })
	h.teams = h.teams[:min(len(h.teams), maxTeams)]
}

// drawTeams draws the teams' scores, from the right.
func (h *HUD) drawTeams(in *Input, right, y float32) {
	c := &h.canvas
	u := c.Unit()
	for i := len(h.teams) - 1; i >= 0; i-- {
		t := &h.teams[i]
		text := strconv.AppendInt(h.scratch[:0], t.frags, 10)
		right -= drawTextRight(c, fontStrong, right, y, text, charsetOwn, colorAccent) + 6*u
		h.tip = clip(c.Atlas, fontStrong, h.tip, t.name, in.charset(), 70*u)
		right -= drawTextRight(c, fontStrong, right, y, h.tip, in.charset(), colorText) + 18*u
	}
}

// drawTotals draws the totals of a single-player game: secrets and monsters.
func (h *HUD) drawTotals(in *Input, right, y float32) {
	s := &in.World.Stats
	if in.World.Game != world.Quake && in.World.Game != world.QuakeWorld {
		return
	}
	text := h.scratch[:0]
	for _, t := range [...]struct {
		name        string
		found, from int
	}{{"monsters ", world.StatMonsters, world.StatTotalMonsters}, {"secrets ", world.StatSecrets, world.StatTotalSecrets}} {
		total, known := s.Get(t.from)
		if !known || total <= 0 {
			continue
		}
		if len(text) > 0 {
			text = append(text, "   "...)
		}
		text = append(text, t.name...)
		text = strconv.AppendInt(text, int64(s.Values[t.found]), 10)
		text = append(text, '/')
		text = strconv.AppendInt(text, int64(total), 10)
	}
	drawTextRight(&h.canvas, fontSmall, right, y, text, charsetOwn, colorDim)
}

func rgba[C interface{ RGBA() (r, g, b, a uint32) }](c C) draw.Color {
	r, g, b, _ := c.RGBA()
	return draw.Color{R: float32(r) / 0xffff, G: float32(g) / 0xffff, B: float32(b) / 0xffff, A: 1}
}

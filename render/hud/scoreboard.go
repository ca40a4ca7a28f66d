package hud

import (
	"cmp"
	"strconv"

	"demoscope/assets/figure"
	"demoscope/player/match"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/draw"
)

// scoreboard draws the scoreboard and the table of players.
type scoreboard struct {
	*tagger
	board      []boardLine
	spectators []int // slots
	cols       []*match.Column
	// The areas of the scoreboard and its rows, empty if it is not drawn.
	boardArea Rect
	boardRows []target
}

// columns returns the columns from the right: frags, and those for which the demo has the number of at least one
// player.
func (sb *scoreboard) columns(w *world.World) []*match.Column {
	sb.cols = sb.cols[:0]
	for i := range match.Columns {
		c := &match.Columns[len(match.Columns)-1-i]
		known := c.Before
		for k := range w.Players {
			p := &w.Players[k]
			known = known || c.Now != nil && p.InUse && !p.Spectator && c.Now(p) != 0
		}
		if known && c.Now != nil {
			sb.cols = append(sb.cols, c)
		}
	}
	return sb.cols
}

// boardLine is a line of the scoreboard: a side, a heading or a player.
type boardLine struct {
	side    int    // index in [Moment.Sides], -1 if it is not a side
	heading string // empty if it is not a heading
	slot    int    // of the player
}

// boardOf collects the lines: each team with its players, best first, then the players without a team, then the
// spectators.
func (sb *scoreboard) boardOf(in *Input) {
	w := in.World
	sb.board, sb.spectators = sb.board[:0], sb.spectators[:0]
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse && p.Name != "" && p.Spectator {
			sb.spectators = append(sb.spectators, i)
		}
	}
	teams := 0
	for i := range in.Sides {
		if in.Sides[i].Slot != world.Nobody {
			continue
		}
		teams++
		sb.board = append(sb.board, boardLine{side: i})
		sb.addPlayers(w, func(p *world.Player) bool { return in.Sides[i].Has(p) })
	}
	sb.addPlayers(w, func(p *world.Player) bool {
		for i := range in.Sides {
			if s := &in.Sides[i]; s.Slot == world.Nobody && s.Has(p) {
				return false
			}
		}
		if teams > 0 && sb.board[len(sb.board)-1].heading == "" {
			sb.board = append(sb.board, boardLine{side: -1, heading: "no team"})
			teams = 0
		}
		return true
	})
}

// addPlayers adds the lines of the players that satisfy belongs, best first.
func (sb *scoreboard) addPlayers(w *world.World, belongs func(p *world.Player) bool) {
	first := -1
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Plays() || !belongs(p) {
			continue
		}
		if first < 0 {
			first = len(sb.board)
		}
		sb.board = append(sb.board, boardLine{side: -1, slot: i})
		for j := len(sb.board) - 1; j > first && p.Frags > w.Players[sb.board[j-1].slot].Frags; j-- {
			sb.board[j], sb.board[j-1] = sb.board[j-1], sb.board[j]
		}
	}
}

// spectatorsALine is the number of spectators' names in a line.
const spectatorsALine = 3

// drawScores draws the scoreboard, or a single player's result.
func (sb *scoreboard) drawScores(in *Input, page *page, area Rect) {
	c := &sb.canvas
	u := c.Unit()
	w := in.World
	if in.solo() {
		sb.drawSolo(in, page, area)
		return
	}
	sb.boardOf(in)
	cols := sb.columns(w)

	pad := round(16 * u)
	f := fontText
	head := c.Atlas.lineHeight(fontTitle) + c.Atlas.lineHeight(fontSmall) + round(12*u)
	rows := max(1, len(sb.board))
	watching := 0 // lines of spectators
	if n := len(sb.spectators); n > 0 {
		watching = 1 + (n+spectatorsALine-1)/spectatorsALine
	}
	row := c.Atlas.lineHeight(f) + round(5*u)
	if float32(rows+watching)*row > area.H-head-2*pad {
		f = fontSmall
		row = c.Atlas.lineHeight(f) + round(1*u)
	}
	if n := float32(max(1, rows+watching)); in.Screen.Touch { // as high as possible, up to a finger
		row = max(row, min(in.Screen.least(), float32(int((area.H-head-2*pad)/n))))
	}
	fit := max(1, int((area.H-head-2*pad)/row))
	watching = min(watching, max(0, fit-rows))
	if watching == 1 {
		watching = 0 // only a heading
	}
	box := Rect{W: min(area.W, round(680*u)), H: head + 2*pad + float32(min(rows+watching, fit))*row}
	box.X = round(area.X + (area.W-box.W)/2)
	box.Y = round(area.Y + (area.H-box.H)*0.35)
	c.panel(box, colorPanel)
	sb.boardArea = box

	x, right := box.X+pad, box.X+box.W-pad
	y := sb.drawBoardHead(in, page, box.inset(pad), cols)
	for n := range sb.board {
		r := Rect{x, y, right - x, row}
		if n == fit-1 && len(sb.board) > fit {
			text := strconv.AppendInt(sb.scratch[:0], int64(sb.playersFrom(n)), 10)
			drawText(c, f, x, y, append(text, " more"...), charsetOwn, colorDim)
			return
		}
		switch l := &sb.board[n]; {
		case l.side >= 0:
			sb.sideRow(in, &in.Sides[l.side], cols, r, f)
		case l.heading != "":
			sb.headingRow(l.heading, r, f)
		default:
			sb.scoreRow(in, &w.Players[l.slot], cols, r, f)
		}
		y += row
	}
	if len(sb.board) == 0 {
		drawText(c, f, x, y, "The demo names no players here.", charsetOwn, colorDim)
		y += row
	}
	if watching > 0 {
		sb.headingRow("watching", Rect{x, y, right - x, row}, f)
		sb.drawSpectators(in, Rect{x, y + row, right - x, float32(watching-1) * row}, row, f)
	}
}

// playersFrom returns the number of players in the lines from n on.
func (sb *scoreboard) playersFrom(n int) (players int) {
	for _, l := range sb.board[n:] {
		if l.side < 0 && l.heading == "" {
			players++
		}
	}
	return players
}

// drawBoardHead draws the title of the level, the clock and the titles of the columns. It returns the top of the
// lines.
func (sb *scoreboard) drawBoardHead(in *Input, page *page, r Rect, cols []*match.Column) float32 {
	c := &sb.canvas
	u := c.Unit()
	y, right := r.Y, r.X+r.W
	title, set := in.World.Level().Title, in.charset()
	if title == "" {
		title, set = mapName(in.World.Level().Map), charsetOwn
	}
	w := sb.drawBoardClock(in, page, right, y+c.Atlas.ascent(fontTitle)-c.Atlas.ascent(fontSmall))
	sb.tip = clip(c.Atlas, fontTitle, sb.tip, title, set, r.W-w-round(16*u))
	drawText(c, fontTitle, r.X, y, sb.tip, set, colorText)
	y += c.Atlas.lineHeight(fontTitle) + round(6*u)
	for _, k := range cols {
		drawTextRight(c, fontSmall, right, y, cmp.Or(k.Short, k.Title), charsetOwn, colorDim)
		right -= k.Board * u
	}
	y += c.Atlas.lineHeight(fontSmall) + round(3*u)
	c.Out.Rect(r.X, y, r.W, max(1, round(u)), colorEdge)
	return y + round(3*u)
}

// drawBoardClock writes the clock, the phase and the totals of the match, right-aligned, and returns its width.
func (sb *scoreboard) drawBoardClock(in *Input, page *page, right, y float32) float32 {
	s := page.score
	b := sb.scratch[:0]
	between := func() {
		if len(b) > 0 {
			b = append(b, "   "...)
		}
	}
	if old := sb.oldest(in.World); old > 0 {
		b = append(appendClock(append(b, "scores up to "...), old, false), " old"...)
	}
	if s.monsters.of > 0 {
		between()
		b = s.monsters.append(append(b, "monsters "...))
	}
	if s.secrets.of > 0 {
		between()
		b = s.secrets.append(append(b, "secrets "...))
	}
	if s.phase != "" {
		between()
		b = append(b, s.phase...)
	}
	if s.paused {
		between()
		b = append(b, gamePaused...)
	}
	if s.clock.counts != "" {
		between()
		b = s.clock.appendTime(b)
		b = s.clock.appendCounts(append(b, ' '))
	}
	sb.scratch = b
	return drawTextRight(&sb.canvas, fontSmall, right, y, b, charsetOwn, colorDim)
}

// oldest returns the age of the oldest score on the scoreboard in seconds; see [world.World.FragsAge].
func (sb *scoreboard) oldest(w *world.World) (age float64) {
	for i := range sb.board {
		if l := &sb.board[i]; l.side < 0 && l.heading == "" {
			age = max(age, w.FragsAge(&w.Players[l.slot]))
		}
	}
	return age
}

// headingRow draws a heading for the players after it.
func (sb *scoreboard) headingRow(text string, r Rect, f textFont) {
	c := &sb.canvas
	drawText(c, f, r.X, r.Y+round((r.H-c.Atlas.lineHeight(f))/2), text, charsetOwn, colorDim)
}

// sideRow draws a team: its color, its name and its score.
func (sb *scoreboard) sideRow(in *Input, s *world.Side, cols []*match.Column, r Rect, f textFont) {
	c := &sb.canvas
	u := c.Unit()
	set := in.charset()
	if f == fontText {
		f = fontStrong
	}
	color, ok := in.sideColor(s)
	if ok {
		c.Out.Rect(r.X-6*u, r.Y, r.W+12*u, r.H, color.Alpha(0.16))
		c.Out.Rect(r.X-6*u, r.Y, max(2, round(4*u)), r.H, color)
	}
	y := r.Y + round((r.H-c.Atlas.lineHeight(f))/2)
	right := r.X + r.W
	for i := range len(cols) - 1 {
		right -= cols[i].Board * u
	}
	w := drawTextRight(c, f, right, y, appendScore(c.scratch[:0], s.Score), charsetOwn, colorText)
	c.tip = clip(c.Atlas, f, c.tip, s.Name, set, right-w-r.X-8*u)
	drawText(c, f, r.X, y, c.tip, set, color)
}

// scoreRow draws a player's line and records its area.
func (sb *scoreboard) scoreRow(in *Input, p *world.Player, cols []*match.Column, r Rect, f textFont) {
	c := &sb.canvas
	u := c.Unit()
	set := in.charset()
	area := Rect{r.X - 6*u, r.Y, r.W + 12*u, r.H}
	sb.boardRows = append(sb.boardRows, target{area, p.Slot})
	switch {
	case p.Slot == in.Watched:
		c.Out.Rect(area.X, r.Y, area.W, r.H, colorAccent.Alpha(0.14))
		c.Out.Rect(area.X, r.Y, max(2, round(2*u)), r.H, colorAccent)
	case in.over(HeldNothing) && area.Has(in.MouseX, in.MouseY):
		c.Out.Rect(area.X, r.Y, area.W, r.H, colorEdge)
	}
	y := r.Y + round((r.H-c.Atlas.lineHeight(f))/2)
	side := round(r.H * 0.6)
	sb.drawColors(in, p, Rect{r.X, round(r.Y + (r.H-side)/2), side * 0.8, side})
	right := r.X + r.W
	for _, k := range cols {
		text := strconv.AppendInt(sb.scratch[:0], int64(k.Now(p)), 10)
		if k.Percent {
			text = append(text, '%')
		}
		if k.Before && !in.World.HasFrags(p) {
			text = append(sb.scratch[:0], '-')
		}
		drawTextRight(c, f, right, y, text, charsetOwn, colorText)
		right -= k.Board * u
	}
	x := r.X + side + 4*u
	sb.tip = clip(c.Atlas, f, sb.tip, p.Name, set, right-x-8*u)
	drawName(in, c, f, x, y, sb.tip, colorText)
}

// drawColors draws the colors of a player's shirt and pants, or the color of the side in games without them.
func (c *canvas) drawColors(in *Input, p *world.Player, r Rect) {
	out := c.Out
	switch in.World.Game {
	case world.Quake, world.QuakeWorld:
		if in.Palette != nil {
			out.Rect(r.X, r.Y, r.W, r.H/2, rgba(in.Palette.PlayerColor(int(p.Shirt))))
			out.Rect(r.X, r.Y+r.H/2, r.W, r.H/2, rgba(in.Palette.PlayerColor(int(p.Pants))))
		}
		return
	}
	for i := range in.Sides {
		if color, ok := in.sideColor(&in.Sides[i]); ok && in.Sides[i].Has(p) {
			out.Rect(r.X, r.Y, r.W, r.H, color)
			return
		}
	}
}

// drawSpectators draws the names of spectators in lines, as many as fit.
func (sb *scoreboard) drawSpectators(in *Input, r Rect, row float32, f textFont) {
	c := &sb.canvas
	set := in.charset()
	width := r.W / spectatorsALine
	fit := int(r.H/row+0.5) * spectatorsALine
	for n, i := range sb.spectators {
		x, y := r.X+float32(n%spectatorsALine)*width, r.Y+float32(n/spectatorsALine)*row
		if n == fit-1 && len(sb.spectators) > fit {
			text := strconv.AppendInt(sb.scratch[:0], int64(len(sb.spectators)-n), 10)
			drawText(c, f, x, y, append(text, " more"...), charsetOwn, colorDim)
			return
		}
		sb.tip = clip(c.Atlas, f, sb.tip, in.World.Players[i].Name, set, width-round(8*c.Unit()))
		drawText(c, f, x, y, sb.tip, set, colorDim)
	}
}

// ScoreAt returns the slot of the player whose line of the scoreboard is at a point on the screen, in pixels, or
// [world.Nobody]. on is false if the point is not on the scoreboard of the last [HUD.Build].
func (h *HUD) ScoreAt(x, y float32) (slot int, on bool) {
	for i := range h.board.boardRows {
		if h.board.boardRows[i].area.Has(x, y) {
			return h.board.boardRows[i].slot, true
		}
	}
	return world.Nobody, h.board.boardArea.Has(x, y)
}

func rgba[C interface{ RGBA() (r, g, b, a uint32) }](c C) draw.Color {
	r, g, b, _ := c.RGBA()
	return draw.Color{R: float32(r) / 0xffff, G: float32(g) / 0xffff, B: float32(b) / 0xffff, A: 1}
}

// solo reports whether a single player's result is drawn instead of the scoreboard.
func (in *Input) solo() bool {
	if !in.World.Single.Known {
		return false
	}
	players := 0
	for i := range in.World.Players {
		if p := &in.World.Players[i]; p.InUse && p.Name != "" {
			players++
		}
	}
	return players <= 1
}

// skills are the names of the skills.
var skills = [...]string{"easy", "normal", "hard", "nightmare"}

// drawSolo draws the result of single player so far: time, monsters and secrets.
func (sb *scoreboard) drawSolo(in *Input, page *page, area Rect) {
	c, s, w := &sb.canvas, page.score, in.World
	u := c.Unit()
	pad := round(16 * u)
	row := c.Atlas.lineHeight(fontTitle) + round(4*u)
	rows := 1
	if w.Single.SkillKnown {
		rows++
	}
	for _, t := range [...]total{s.monsters, s.secrets} {
		if t.of > 0 {
			rows++
		}
	}
	box := Rect{W: min(area.W, round(360*u)), H: float32(rows+1)*row + round(10*u) + 2*pad}
	box.X = round(area.X + (area.W-box.W)/2)
	box.Y = round(area.Y + (area.H-box.H)*0.35)
	c.panel(box, colorPanel)
	sb.boardArea = box
	x, right, y := box.X+pad, box.X+box.W-pad, box.Y+pad
	title, set := w.Level().Title, in.charset()
	if title == "" {
		title, set = mapName(w.Level().Map), charsetOwn
	}
	sb.tip = clip(c.Atlas, fontTitle, sb.tip, title, set, right-x)
	drawTextMiddle(c, fontTitle, (x+right)/2, y, sb.tip, set, colorText)
	y += row + round(3*u)
	c.Out.Rect(x, y, right-x, max(1, round(u)), colorEdge)
	y += round(7 * u)
	line := func(name string, value []byte) {
		drawText(c, fontTitle, x, y, name, charsetOwn, colorDim)
		drawTextRight(c, fontTitle, right, y, value, charsetOwn, colorText)
		y += row
	}
	seconds := in.Time
	if w.Intermission {
		seconds = w.IntermissionTime
	}
	line("time", appendClock(sb.scratch[:0], seconds, w.Intermission))
	if n := w.Single.Skill; w.Single.SkillKnown && n >= 0 && int(n) < len(skills) {
		line("skill", append(sb.scratch[:0], skills[n]...))
	}
	if s.monsters.of > 0 {
		line("monsters", s.monsters.append(sb.scratch[:0]))
	}
	if s.secrets.of > 0 {
		line("secrets", s.secrets.append(sb.scratch[:0]))
	}
}

// Widths of the columns of the table of players, in units.
const (
	infoName   = 92
	infoNumber = 32
	infoWeapon = 40
	infoIcon   = 14
	infoIcons  = 3
	infoPad    = 6
)

// carriedIcons are the icons of carried items, the most important first.
var carriedIcons = [...]struct {
	what  equipment.Carried
	icon  icon
	color draw.Color
}{
	{equipment.FlagRed, iconFlag, colorRed},
	{equipment.FlagBlue, iconFlag, colorBlue},
	{equipment.FlagWhite, iconFlag, colorText},
	{equipment.Quad, iconQuad, colorBlue},
	{equipment.Pentagram, iconPentagram, colorViolet},
	{equipment.Glowing, iconQuad, colorViolet},
	{equipment.Ring, iconRing, colorYellow},
	{equipment.Invisibility, iconRing, colorYellow},
	{equipment.BattleSuit, iconSuit, colorYellow},
	{equipment.BioSuit, iconSuit, colorGreen},
	{equipment.Haste, iconHaste, colorYellow},
	{equipment.Regeneration, iconRegeneration, colorGreen},
	{equipment.Flight, iconFlight, colorViolet},
	{equipment.RuneResistance | equipment.RuneStrength | equipment.RuneHaste | equipment.RuneRegeneration, iconRune,
		colorViolet},
}

// teamPanel returns the approximate area of the table of players, empty if there is none.
func (g *tagger) teamPanel(in *Input, page *page) Rect {
	r := page.layout.Beside[overlayTeam]
	if r.W <= 0 {
		return Rect{}
	}
	height, _ := g.teamHeight(in)
	r.H = min(r.H, height)
	return r
}

// teamHeight returns the approximate height of the table of all players, in pixels, and its minimum without the names
// of teams.
func (c *canvas) teamHeight(in *Input) (height, least float32) {
	if in.World == nil {
		return 0, 0
	}
	players := 0
	for i := range in.World.Players {
		if p := &in.World.Players[i]; p.InUse && !p.Spectator {
			players++
		}
	}
	u := c.Unit()
	row := c.Atlas.lineHeight(fontSmall) + round(2*u)
	least = float32(players)*row + 2*round(infoPad*u)
	return least + float32(len(in.Sides))*row, least
}

// drawTeamInfo draws a table of the players whose state the demo contains: health, armor in its color, weapon,
// carried items, and the nearest item of the level. Unknown values are left out.
func (sb *scoreboard) drawTeamInfo(in *Input, r Rect) {
	c := &sb.canvas
	u := c.Unit()
	sb.boardOf(in)
	row := c.Atlas.lineHeight(fontSmall) + round(2*u)
	pad := round(infoPad * u)
	n, heads := 0, 0
	for i := range sb.board {
		switch l := &sb.board[i]; {
		case l.side >= 0 || l.heading != "":
			heads++
		case in.isReported(l.slot):
			n++
		}
	}
	if n == 0 {
		return
	}
	fit := int((r.H - 2*pad) / row)
	withHeads := n+heads <= fit
	if withHeads {
		n += heads
	}
	if fit <= 0 {
		return
	}
	more := 0
	if n > fit { // one row shows how many more there are
		more = n - (fit - 1)
		n = fit - 1
	}
	rows := n
	if more > 0 {
		rows++
	}
	c.panel(Rect{r.X, r.Y, r.W, float32(rows)*row + 2*pad}, colorPanel)
	line := Rect{r.X + pad, r.Y + pad, r.W - 2*pad, row}
	if more > 0 {
		drawText(c, fontSmall, line.X, line.Y+float32(n)*row, sb.moreText(more), charsetOwn, colorDim)
	}
	for i := range sb.board {
		l := &sb.board[i]
		switch {
		case n == 0:
			return
		case l.side >= 0 || l.heading != "":
			if !withHeads {
				continue
			}
			sb.infoHead(in, l, line)
		case in.isReported(l.slot):
			sb.infoRow(in, &in.World.Players[l.slot], line)
			sb.target(line, l.slot)
		default:
			continue
		}
		n--
		line.Y += row
	}
}

// isReported reports whether the demo contains the state or the position of a player. An eliminated player is known to
// be dead.
func (in *Input) isReported(slot int) bool {
	p := &in.World.Players[slot]
	return p.Visible || p.Out || equipment.ConditionOf(in.World, p).HealthKnown
}

// infoHead draws the name of a team, or a heading.
func (sb *scoreboard) infoHead(in *Input, l *boardLine, r Rect) {
	c := &sb.canvas
	if l.side < 0 {
		drawText(c, fontSmall, r.X, r.Y, l.heading, charsetOwn, colorDim)
		return
	}
	s := &in.Sides[l.side]
	color, ok := in.sideColor(s)
	if ok {
		c.Out.Rect(r.X, r.Y, r.W, r.H, color.Alpha(0.16))
	}
	set := in.charset()
	c.tip = clip(c.Atlas, fontSmall, c.tip, s.Name, set, r.W)
	drawText(c, fontSmall, r.X+round(4*c.Unit()), r.Y, c.tip, set, color)
}

// infoRow draws the line of a player.
func (sb *scoreboard) infoRow(in *Input, p *world.Player, r Rect) {
	c := &sb.canvas
	u := c.Unit()
	w := in.World
	if p.Slot == in.Watched {
		c.Out.Rect(r.X, r.Y, r.W, r.H, colorAccent.Alpha(0.14))
	}
	side := round(r.H * 0.6)
	c.drawColors(in, p, Rect{r.X, round(r.Y + (r.H-side)/2), round(side * 0.6), side})
	x := r.X + side
	end := r.X + round(infoName*u)
	ink := colorText
	if p.Dead {
		ink = colorFaint
	}
	set := in.charset()
	c.tip = clip(c.Atlas, fontSmall, c.tip, p.Name, set, end-x)
	drawText(c, fontSmall, x, r.Y, c.tip, set, ink)
	x = end
	is := equipment.ConditionOf(w, p)
	if p.Dead {
		c.drawIcon(iconSkull, x+round(infoNumber*u)-side-round(2*u), r.Y+(r.H-side)/2, side, colorFaint)
		return
	}
	number := func(known bool, n int, color draw.Color) {
		x += round(infoNumber * u)
		if known {
			text := strconv.AppendInt(c.scratch[:0], int64(max(0, min(fullCount, n))), 10)
			drawTextRight(c, fontSmall, x, r.Y, text, charsetOwn, color)
		}
	}
	number(is.HealthKnown, is.Health, healthColor(is.Health))
	number(is.ArmorKnown && is.Armor > 0, is.Armor, armorColors[is.ArmorKind])
	x += round(8 * u)
	drawText(c, fontSmall, x, r.Y, weaponInHand(w, p).Tag(), charsetOwn, colorDim)
	x += round(infoWeapon * u)
	carries := equipment.Carries(w, p)
	icons := 0
	for i := range carriedIcons {
		if k := &carriedIcons[i]; carries&k.what != 0 && icons < infoIcons {
			c.drawIcon(k.icon, x+float32(icons)*round(infoIcon*u), round(r.Y+(r.H-infoIcon*u)/2),
				round(infoIcon*u), k.color)
			icons++
		}
	}
	x += round(infoIcons*infoIcon*u) + round(4*u)
	c.drawPlace(in, p, x, r.Y)
}

// drawPlace writes the place of a player.
func (c *canvas) drawPlace(in *Input, p *world.Player, x, y float32) {
	if !p.Visible {
		return
	}
	spot, there := in.spotOf(p.Pose)
	if spot == nil {
		return
	}
	word := "near "
	if there {
		word = "at "
	}
	x += drawText(c, fontSmall, x, y, word, charsetOwn, colorDim)
	drawText(c, fontSmall, x, y, spot.Item.Tag(), charsetOwn, itemColor(spot.Item))
}

// itemColor returns the color of an item's tag.
func itemColor(i weapon.Item) draw.Color {
	switch i {
	case weapon.ItemGreenArmor:
		return armorColors[equipment.ArmorGreen]
	case weapon.ItemYellowArmor:
		return armorColors[equipment.ArmorYellow]
	case weapon.ItemRedArmor:
		return armorColors[equipment.ArmorRed]
	}
	return colorText
}

// healthColor returns the color of a health number: red if it is low.
func healthColor(health int) draw.Color {
	if health <= lowHealth {
		return colorDanger
	}
	return colorText
}

// weaponInHand returns the weapon of a player if the demo contains it. In Quake and QuakeWorld only the stats contain
// it.
func weaponInHand(w *world.World, p *world.Player) weapon.Kind {
	if w.Game == world.Quake || w.Game == world.QuakeWorld {
		s := w.StatsOf(p.Slot)
		if s == nil {
			return weapon.None
		}
		if _, known := s.Get(world.StatWeapon); !known {
			return weapon.None
		}
	}
	return weapon.OfFigure(figure.Of(equipment.HeldModel(w, p)))
}

package hud

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

// drawSolo draws a single player's result so far: time, monsters and secrets.
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

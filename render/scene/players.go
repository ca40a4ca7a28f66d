package scene

import (
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	figures "demoscope/assets/figure"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/anchor"
	"demoscope/render/draw"
	"demoscope/render/setting"
)

// figure is a visible player.
type figure struct {
	slot    int
	x, y, w float32 // the middle of the body, in pixels, and its depth
	hidden  bool    // in a leaf that is not visible
	unseen  bool    // hidden, or the level hides head, middle and sides
	body    int     // 1 + the index of its box, 0 for none
}

// A player's box in units about the origin: 32 wide, 56 high.
const (
	playerLow  = -24
	playerHigh = 32
)

// The boxes that stand for a player behind walls: legs and chest.
var (
	bodyLegs  = prism(6, 0, 11, playerLow, 13, 2)
	bodyChest = prism(6, 0, 13, 2, 15, 20)
)

// addPlayers collects the visible players.
func (s *Scene) addPlayers(m *player.Moment) {
	for i := range m.World.Players {
		if !s.frame.drawsPlayer(m, i) {
			continue
		}
		at := mgl32.Vec3(m.Poses[i].Origin)
		inPicture, visible := s.visible.player(at)
		if !inPicture {
			continue
		}
		f := figure{slot: i, hidden: !visible}
		x, y, w := s.frame.transform(at.Add(mgl32.Vec3{0, 0, 4}))
		if f.w = w; w >= s.frame.near {
			f.x, f.y = s.frame.centerX+x/w, s.frame.centerY+y/w
		}
		s.sight.figures = append(s.sight.figures, f)
		if !f.hidden {
			s.things.add(&s.frame, thingPlayer, i, at)
		}
		if s.frame.opt.On(setting.XRay) {
			s.outline(m, i)
		}
	}
}

// player reports whether a player at a place is in the picture, and in a leaf that is
// visible.
func (v *visibility) player(at mgl32.Vec3) (inPicture, visible bool) {
	mins, maxs := at.Sub(mgl32.Vec3{40, 40, 40}), at.Add(mgl32.Vec3{40, 40, 40})
	if out, _ := v.frame.outside(&mins, &maxs, allPlanes); out {
		return false, false
	}
	return true, v.box(&mins, &maxs)
}

// drawsPlayer reports whether a player is to be drawn.
func (f *frame) drawsPlayer(m *player.Moment, i int) bool {
	return f.hasBody(m, i) && !(f.opt.FirstPerson && m.Eye.Known && m.Eye.Slot == i && !m.Eye.ThirdPerson)
}

// hasBody reports whether there is a player to draw and the camera is outside of the body.
func (f *frame) hasBody(m *player.Moment, i int) bool {
	p := &m.World.Players[i]
	return p.Visible && i < len(m.Poses) && !p.Spectator && !p.NoModel &&
		sane(m.Poses[i].Origin) && sane(m.Poses[i].Angles) && !f.insidePlayer(m.Poses[i].Origin, p)
}

// insidePlayer reports whether the camera is in the body of a player at a place, or
// so near that nothing else could be seen.
func (f *frame) insidePlayer(at mgl32.Vec3, p *world.Player) bool {
	if f.whole {
		return false
	}
	const above, below = 8, 4 // units
	reach, low, high := float32(16+10), float32(playerLow-below), float32(playerHigh+above)
	if p.Dead {
		reach, high = 26+10, playerLow+10+above
	}
	d := f.frustum.origin.Sub(at)
	return abs(d[0]) < reach && abs(d[1]) < reach && d[2] > low && d[2] < high
}

// placePlayer places a player.
func (bs *bodies) placePlayer(m *player.Moment, i int) {
	p := &m.World.Players[i]
	look := bs.colors.paint(m.World, p)
	height := (playerHigh - playerLow) * bs.frame.focal / m.Poses[i].Origin.Sub(bs.frame.origin).Len()
	if !p.Dead && height < tinyBody*bs.frame.height {
		look.silhouette(bright(bs.colors.name(m.World, p)))
	}
	if bs.frame.story.Soon(i) && !p.Dead {
		look.wide = true
		if look.tint.A == 0 {
			look.tint = signColor(bs.colors.name(m.World, p)).Alpha(fatedTint)
		}
	}
	if bs.frame.tooClose(m, i) {
		look.clear = max(look.clear, ownClear)
	}
	if p.Dead {
		look.clear = max(look.clear, bs.frame.corpseClear(m.Poses[i].Origin, playerHalf))
	}
	bs.rim(m, i, &look)
	bs.putPlayer(m, i, look)
}

// putPlayer places the body of a player, or the head if nothing else is left.
func (bs *bodies) putPlayer(m *player.Moment, i int, look paint) {
	p, pose := &m.World.Players[i], &m.Poses[i]
	if p.Gibbed {
		f := figures.Get("head")
		look.accent = look.shirt
		bs.poser.one(posed{model: f.Model, at: bodyOf(pose.Origin, mgl32.Vec3{0, pose.Angles[1], 0}, 1), paint: look})
		return
	}
	bs.putHuman(m, i, look)
}

// skinDye is the share of the player's color on the skin in games whose models have no shirts: enough to distinguish
// teams and players.
const skinDye = 0.5

// paint returns the colors of a player.
func (cs *colors) paint(w *world.World, p *world.Player) paint {
	shirt, pants := cs.player(w, p)
	look := paint{shirt: shirt, trousers: pants, accent: shirt}
	if w.Game == world.Quake2 || w.Game == world.Quake3 {
		look.dye = shirt.Alpha(skinDye)
	}
	if p.Dead {
		look.dead = true
		return look
	}
	carried := w.Carries(p)
	if color, ok := glowOf(carried); ok {
		look.tint = color.Alpha(glowTint)
	}
	look.carry(carried)
	look.standsOut, look.lift = true, bright(cs.name(w, p))
	if carried&(world.Ring|world.Invisibility) != 0 {
		look.clear = hardlySeen
	}
	return look
}

// carry gives a body the flag that a player carries.
func (k *paint) carry(carried world.Carried) {
	switch {
	case carried&world.FlagRed != 0:
		k.flag = colorRed
	case carried&world.FlagBlue != 0:
		k.flag = colorBlue
	case carried&world.FlagWhite != 0:
		k.flag = colorWhite
	}
}

// hitTime is for how many seconds it is seen at a player's brackets that somebody has hit them.
const hitTime = 0.3

const (
	// fatedTint is the share of the name's color on the body of the next killer and the next victim.
	fatedTint = 0.3
	// glowTint is how much of a powerup's color is on the whole body.
	glowTint = 0.4
	// hardlySeen is how much is seen through an invisible player, who stays visible to the viewer.
	hardlySeen = 0.85
)

// glows are the colors of players with powerups; the first counts.
var glows = [...]struct {
	what  world.Carried
	color draw.Color
}{
	{world.Quad | world.RuneStrength, colorBlue}, {world.Pentagram, colorRed}, {world.Glowing, colorBlue},
	{world.BattleSuit | world.BioSuit, colorGreen}, {world.Regeneration | world.RuneRegeneration, colorPink},
	{world.Haste | world.RuneHaste, colorYellow}, {world.Flight, colorPurple}, {world.RuneResistance, colorGold},
}

// glowOf returns the color in which a player glows; ok is false without a powerup. With
// quad damage and the pentagram it is that of both.
func glowOf(c world.Carried) (color draw.Color, ok bool) {
	if c&world.Quad != 0 && c&world.Pentagram != 0 {
		return colorPurple, true
	}
	for i := range glows {
		if c&glows[i].what != 0 {
			return glows[i].color, true
		}
	}
	return color, false
}

// putStack places solids that stand on one another, given from the lowest up.
func (ps *pieces) putStack(at *place, bodies ...*solid) {
	if ps.frame.origin[2] > at.origin[2] {
		for _, b := range bodies {
			ps.putSolid(b, at)
		}
		return
	}
	for i := len(bodies) - 1; i >= 0; i-- {
		ps.putSolid(bodies[i], at)
	}
}

// bright returns a color brightened enough for lines.
func bright(c draw.Color) draw.Color {
	a := c.A
	c = c.Mix(colorWhite, 0.3)
	c.A = a
	return c
}

// putArrow places an arrow that points forward, at a height in units, from start to
// start+length.
func (ps *pieces) putArrow(at *place, height, start, length float32) {
	p := func(x, y float32) mgl32.Vec3 {
		v := at.point(mgl32.Vec3{x, y, 0})
		v[2] += height * at.z[2]
		return v
	}
	tip := p(start+length, 0)
	ps.putLine(p(start-6, 0), tip, 1.6, 0.5, at.line)
	ps.putLine(tip, p(start+length-7, 5), 1.6, 0.5, at.line)
	ps.putLine(tip, p(start+length-7, -5), 1.6, 0.5, at.line)
}

// outline draws a player's box over everything.
func (s *Scene) outline(m *player.Moment, i int) {
	shirt, _ := s.colors.player(m.World, &m.World.Players[i])
	s.canvas.outlineBody(m.Poses[i].Origin, m.Poses[i].Angles[1], bright(shirt))
}

// outlineBody draws the box of a player at a place over everything.
func (cv *canvas) outlineBody(origin mgl32.Vec3, yaw float32, color draw.Color) {
	at := placeAt(origin, mgl32.Vec3{0, yaw, 0}, 1)
	color = color.Alpha(0.5)
	for _, e := range bodyChest.edges {
		cv.overlayLine(at.point(bodyChest.points[e.v]), at.point(bodyChest.points[e.w]), color)
	}
	for _, e := range bodyLegs.edges {
		cv.overlayLine(at.point(bodyLegs.points[e.v]), at.point(bodyLegs.points[e.w]), color)
	}
}

func (cv *canvas) overlayLine(a, b mgl32.Vec3, color draw.Color) {
	var p, q corner
	p.x, p.y, p.w = cv.frame.transform(a)
	q.x, q.y, q.w = cv.frame.transform(b)
	cv.line(cv.overlay, p, q, cv.frame.scale, color, color)
}

// colors are those by which players are known.
type colors struct {
	frame *frame
	sides []world.Side // of the moment's match, in the games whose players have colors
}

// player returns the colors of a player's upper and lower half.
func (cs *colors) player(w *world.World, p *world.Player) (shirt, pants draw.Color) {
	if w.Game == world.Quake || w.Game == world.QuakeWorld {
		return cs.palette(p.Shirt), cs.palette(p.Pants)
	}
	c := slotColor(p.Slot)
	switch teamOf(p) {
	case 1:
		c = colorRed
	case 2:
		c = colorBlue
	}
	return c, c.Dim(0.7)
}

// teamOf returns 1 for red, 2 for blue, 0 for neither.
func teamOf(p *world.Player) int {
	switch {
	case strings.EqualFold(p.Team, "red") || strings.HasSuffix(p.Skin, "ctf_r"):
		return 1
	case strings.EqualFold(p.Team, "blue") || strings.HasSuffix(p.Skin, "ctf_b"):
		return 2
	}
	return 0
}

func (cs *colors) palette(n uint8) draw.Color {
	c := cs.frame.opt.Palette.Player(int(n))
	return draw.RGB(uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B))
}

// slotColors are the players' colors in games that have none.
var slotColors = [...]draw.Color{
	draw.RGB(0xf2b134), draw.RGB(0x4cc9f0), draw.RGB(0x7ae582), draw.RGB(0xf072b6),
	draw.RGB(0xb28dff), draw.RGB(0xff8552), draw.RGB(0xd9ed92), draw.RGB(0x5fa8d3),
	draw.RGB(0xe5989b), draw.RGB(0x90be6d), draw.RGB(0xf9c74f), draw.RGB(0x9db4c0),
	draw.RGB(0xcdb4db), draw.RGB(0x43aa8b), draw.RGB(0xf3722c), draw.RGB(0xa2d2ff),
}

// slotColor returns the color of a slot in games that have no player colors.
func slotColor(slot int) draw.Color { return slotColors[uint(slot)%uint(len(slotColors))] }

// Distances in units from which a name fades, and is not drawn; and how dim the names of
// those are whom the level hides, and how little distance adds to it.
const (
	nameNear = 600
	nameFar  = 3000

	// headHigh is where heads end, in units above the origin.
	headHigh = 28

	// nameAbove is how far a name is above a head, in units, and nameMost the most of it, in
	// points: near bodies are large.
	nameAbove, nameMost = 8, 7

	unseenDim   = 0.5
	unseenLeast = 0.6
)

// labelPlayers adds the names of the players in the picture.
func (sg *signs) labelPlayers(m *player.Moment) {
	if m == nil || m.World == nil {
		return
	}
	for i := range sg.sight.figures {
		f := &sg.sight.figures[i]
		p := &m.World.Players[f.slot]
		is := sg.frame.story.Player(f.slot)
		if p.Name == "" || p.Dead && f.slot != sg.frame.opt.Follow && !is.Felled {
			continue
		}
		at := m.Poses[f.slot].Origin
		l, ok := sg.frame.nameAt(at, p.Dead, f.slot == sg.frame.opt.Follow)
		if !ok {
			continue
		}
		l.Unseen = f.unseen && !sg.frame.plan() // in a plan everybody is drawn over the level
		if l.Unseen && sg.frame.hidesUnseen() {
			continue
		}
		l.Body, l.Player = f.body, f.slot+1
		if l.Unseen {
			l.Color.A = max(l.Color.A, unseenLeast) * unseenDim
		}
		l.Text, l.Color = p.Name, sg.colors.ink(m.World, p).Alpha(l.Color.A)
		if !p.Dead && !l.Unseen {
			sg.tellOf(&l, f.slot)
		}
		if l.Felled, l.Signs = is.Felled, is.Signs; is.Felled {
			l.Health, l.HealthKnown = 0, true
		}
		sg.out.Labels = append(sg.out.Labels, l)
	}
}

// hidesUnseen reports whether players behind walls have no name: on a wall it would seem to belong to somebody in
// front of it.
func (f *frame) hidesUnseen() bool {
	return (f.opt.FirstPerson || f.opt.NoSigns) && !f.opt.On(setting.XRay) && !f.plan()
}

// colorNames notes the colors of the players' names.
func (sg *signs) colorNames(m *player.Moment) {
	sg.out.NameColors = sg.out.NameColors[:0]
	if m == nil || m.World == nil {
		return
	}
	for i := range m.World.Players {
		sg.out.NameColors = append(sg.out.NameColors, sg.colors.ink(m.World, &m.World.Players[i]))
	}
}

// name returns the color by which a player is known: that of the side.
func (cs *colors) name(w *world.World, p *world.Player) draw.Color {
	color, pants := cs.player(w, p)
	if w.Game != world.Quake && w.Game != world.QuakeWorld {
		return color
	}
	for i := range cs.sides {
		if side := &cs.sides[i]; side.Color >= 0 && side.Has(p) {
			return cs.palette(uint8(side.Color))
		}
	}
	return pants // of who is alone; shirts say less
}

// ink returns the color of a player's name: that of the red or the blue team, or else nameColor, bright enough for
// text.
func (cs *colors) ink(w *world.World, p *world.Player) draw.Color {
	if w.Game == world.Quake || w.Game == world.QuakeWorld {
		for i := range cs.sides {
			if side := &cs.sides[i]; side.Slot == world.Nobody && side.Has(p) {
				if color, ok := anchor.TeamColor(side.Color); ok {
					return color
				}
			}
		}
	} else {
		switch teamOf(p) {
		case 1:
			return anchor.TeamRed
		case 2:
			return anchor.TeamBlue
		}
	}
	return bright(bright(cs.name(w, p)))
}

// nameAt returns where the name of a player at a place is written, and, as its color's A, how
// opaque it is by the distance; ok is false where there is none. That of who is followed is
// always written.
func (f *frustum) nameAt(origin mgl32.Vec3, dead, followed bool) (l anchor.Label, ok bool) {
	top := float32(headHigh)
	if dead {
		top = playerLow + 10 // lying
	}
	x, y, w := f.transform(origin.Add(mgl32.Vec3{0, 0, top}))
	if w < f.near || w > nameFar && !followed && !f.plan() {
		return l, false
	}
	alpha := float32(1)
	if w > nameNear && !f.plan() {
		alpha = max(0.25, 1-(w-nameNear)/(nameFar-nameNear))
	}
	above := min(nameAbove*f.focal/w, nameMost*f.scale)
	return anchor.Label{X: f.centerX + x/w, Y: f.centerY + y/w - above, Color: draw.Color{A: alpha},
		Depth: w}, true
}

// armorColors are the colors of the kinds of armor.
var armorColors = [...]draw.Color{
	world.ArmorNone: colorGray, world.ArmorGreen: colorGreen, world.ArmorYellow: colorYellow, world.ArmorRed: colorRed,
	world.ArmorPower: colorCyan,
}

// Pick returns the slot of the player whose figure is nearest to a point of the
// picture, in pixels; -1 if none is within radius pixels. It refers to the last
// [Scene.Build].
func (s *Scene) Pick(x, y, radius float32) int {
	best, slot := radius, -1
	for i := range s.sight.figures {
		f := &s.sight.figures[i]
		if f.w < s.frame.near {
			continue
		}
		halfWidth, halfHeight := 16*s.frame.focal/f.w, 28*s.frame.focal/f.w
		dx, dy := max(0, abs(x-f.x)-halfWidth), max(0, abs(y-f.y)-halfHeight)
		// Of several figures under the point, take the nearest to the camera.
		d := float32(math.Hypot(float64(dx), float64(dy))) + f.w*1e-5
		if d < best {
			best, slot = d, f.slot
		}
	}
	return slot
}

// BodyOf returns the box of a player in the picture of the last [Scene.Build], false if the
// player is not seen.
func (s *Scene) BodyOf(slot int) (b anchor.Body, ok bool) {
	for i := range s.sight.figures {
		if f := &s.sight.figures[i]; f.slot == slot && f.body > 0 {
			return s.Bodies[f.body-1], true
		}
	}
	return b, false
}

func abs(f float32) float32 { return max(f, -f) }

// degreesOf returns the yaw of a direction.
func degreesOf(d mgl32.Vec3) float32 {
	return float32(math.Atan2(float64(d[1]), float64(d[0])) * 180 / math.Pi)
}

package scene

import (
	"image/color"
	"strings"

	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/anchor"
	"demoscope/render/draw"
)

// colors are the colors that identify players.
type colors struct {
	frame *frame
	sides []world.Side // sides of the current match, in games whose players have colors
}

// begin sets the sides at a moment, which may be nil.
func (cs *colors) begin(m *player.Moment) {
	cs.sides = cs.sides[:0]
	if m != nil && m.World != nil && ofQuake(m.World) {
		cs.sides = m.World.Sides(cs.sides)
	}
}

// player returns the colors of a player's upper and lower half.
func (cs *colors) player(w *world.World, p *world.Player) (shirt, pants draw.Color) {
	if ofQuake(w) {
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
	return rgb(cs.frame.opt.Palette.PlayerColor(int(n)))
}

// rgb returns a color of a palette.
func rgb(c color.RGBA) draw.Color { return draw.RGB(uint32(c.R)<<16 | uint32(c.G)<<8 | uint32(c.B)) }

// slotColors are the players' colors in games without player colors.
var slotColors = [...]draw.Color{
	draw.RGB(0xf2b134), draw.RGB(0x4cc9f0), draw.RGB(0x7ae582), draw.RGB(0xf072b6),
	draw.RGB(0xb28dff), draw.RGB(0xff8552), draw.RGB(0xd9ed92), draw.RGB(0x5fa8d3),
	draw.RGB(0xe5989b), draw.RGB(0x90be6d), draw.RGB(0xf9c74f), draw.RGB(0x9db4c0),
	draw.RGB(0xcdb4db), draw.RGB(0x43aa8b), draw.RGB(0xf3722c), draw.RGB(0xa2d2ff),
}

// slotColor returns the color of a slot in games without player colors.
func slotColor(slot int) draw.Color { return slotColors[uint(slot)%uint(len(slotColors))] }

// name returns the color that identifies a player: that of the side.
func (cs *colors) name(w *world.World, p *world.Player) draw.Color {
	color, pants := cs.player(w, p)
	if !ofQuake(w) {
		return color
	}
	for i := range cs.sides {
		if side := &cs.sides[i]; side.Color >= 0 && side.Has(p) {
			return cs.palette(uint8(side.Color))
		}
	}
	return pants // they distinguish players better than shirts
}

// ink returns the color of a player's name: that of the red or blue team, otherwise nameColor, bright enough for text.
func (cs *colors) ink(w *world.World, p *world.Player) draw.Color {
	if ofQuake(w) {
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

// trail returns the color of a player's trail: that of the team, which in Quake and QuakeWorld is the color of the
// lower half, bright enough to be visible on a wall.
func (cs *colors) trail(w *world.World, p *world.Player) draw.Color {
	return cs.name(w, p).Mix(draw.Color{R: 1, G: 1, B: 1, A: 1}, 0.3)
}

// shot returns the color of a player's shots. It returns false if the slot is not that of a player.
func (cs *colors) shot(m *player.Moment, slot int) (draw.Color, bool) {
	switch {
	case slot < 0 || slot >= len(m.World.Players):
		return draw.Color{}, false
	case cs.frame.isFollowed(m, slot):
		return ownShot, true
	}
	return bright(bright(cs.name(m.World, &m.World.Players[slot]))), true
}

// Trails, tracers, rails and projectiles have the color of the shooter's name, which is the team's in team games. Those
// of the followed player are nearly white.

// ownShot is the color of the followed player's shots.
var ownShot = draw.RGB(0xeef4ff)

// bolt returns the color of a player's lightning: a light blue for the followed player, and their own color for
// others, so that the lightning of two players differs.
func (cs *colors) bolt(m *player.Moment, slot int) draw.Color {
	switch {
	case slot < 0 || slot >= len(m.World.Players):
		return colorCyan
	case cs.frame.isFollowed(m, slot):
		return ownBolt
	}
	c := bright(cs.name(m.World, &m.World.Players[slot]))
	if max(c.R, c.G, c.B)-min(c.R, c.G, c.B) < paleLeast {
		c = c.Mix(paleBolt, 0.6)
	}
	return c
}

var (
	// ownBolt is the color of the followed player's lightning. paleBolt is mixed into other players' lightning if their
	// own color is nearly white.
	ownBolt, paleBolt = draw.RGB(0xdcf0ff), draw.RGB(0xff9a2e)
)

// paleLeast is the least difference between the channels of a color that does not look white.
const paleLeast = 0.3

// dyeShot mixes a share of the shooter's color into c. A shooter's color without A is unknown.
func dyeShot(c, shooter draw.Color, hue float32) draw.Color {
	if shooter.A == 0 {
		return c
	}
	return mixed(c, shooter, hue)
}

const (
	// shotHue is the share of the shooter's color in a trail, and tracerHue that in a tracer or rail.
	shotHue, tracerHue = 0.75, 0.6
)

// paint returns the colors of a player.
func (cs *colors) paint(w *world.World, p *world.Player) paint {
	shirt, pants := cs.player(w, p)
	look := paint{shirt: shirt, trousers: pants, accent: shirt, rows: [2]uint8{p.Shirt, p.Pants}}
	if w.Game == world.Quake2 || w.Game == world.Quake3 {
		look.dye = shirt.Alpha(skinDye)
	}
	if p.Dead {
		look.dead = true
		return look
	}
	carried := equipment.Carries(w, p)
	if color, ok := glowOf(carried); ok {
		if cs.frame.skins != nil && !ofQuake(w) {
			look.glow, look.shellSkin = color.Alpha(shellTint), shellSkin(w, carried)
		} else {
			look.tint = color.Alpha(glowTint)
		}
	}
	look.carry(carried)
	look.standsOut, look.lift = true, bright(cs.name(w, p))
	if carried&(equipment.Ring|equipment.Invisibility) != 0 {
		look.clear = hardlySeen
	}
	return look
}

// skinDye is the share of the player's color on the skin in games whose models have no shirts: enough to distinguish
// teams and players.
const skinDye = 0.5

const (
	// killTint is the share of the name's color on the bodies of killer and victim before a kill.
	killTint = 0.3
	// glowTint is how much of a powerup's color is on the whole body.
	glowTint = 0.4
	// hardlySeen is the transparency of an invisible player, who remains visible to the viewer.
	hardlySeen = 0.85
)

// shellTint is the opacity of a shell without a texture, as in Quake II.
const shellTint = 0.3

// shellSkins are the textures of shells in Quake III. The first match counts.
var shellSkins = [...]struct {
	what equipment.Carried
	path string
}{
	{equipment.Quad, "powerups/quad"}, {equipment.BattleSuit, "powerups/battleSuit"},
	{equipment.Regeneration, "powerups/regen"},
}

// shellSkin returns the path of the texture of a player's shell, or "" for none.
func shellSkin(w *world.World, c equipment.Carried) string {
	for i := range shellSkins {
		if w.Game == world.Quake3 && c&shellSkins[i].what != 0 {
			return shellSkins[i].path
		}
	}
	return ""
}

// glows are the colors of players with powerups. The first match counts.
var glows = [...]struct {
	what  equipment.Carried
	color draw.Color
}{
	{equipment.Quad | equipment.RuneStrength, colorBlue}, {equipment.Pentagram, colorRed},
	{equipment.Glowing, colorBlue},
	{equipment.BattleSuit | equipment.BioSuit, colorGreen},
	{equipment.Regeneration | equipment.RuneRegeneration, colorPink},
	{equipment.Haste | equipment.RuneHaste, colorYellow}, {equipment.Flight, colorPurple},
	{equipment.RuneResistance, colorGold},
}

// glowOf returns the glow color of a player. ok is false without a powerup. Quad damage and pentagram together have
// their own color.
func glowOf(c equipment.Carried) (color draw.Color, ok bool) {
	if c&equipment.Quad != 0 && c&equipment.Pentagram != 0 {
		return colorPurple, true
	}
	for i := range glows {
		if c&glows[i].what != 0 {
			return glows[i].color, true
		}
	}
	return color, false
}

// corpse returns the colors of a dead body: those of its player if the entity names one.
func (cs *colors) corpse(w *world.World, m *marker) paint {
	color := kindColors[kindCorpse]
	look := paint{shirt: color, trousers: color, accent: color, dead: true}
	slot := int(m.colormap) - 1
	if w.Game == world.Quake3 {
		slot = int(m.skin)
	}
	if slot >= 0 && slot < len(w.Players) && w.Players[slot].InUse {
		p := &w.Players[slot]
		look.shirt, look.trousers = cs.player(w, p)
		look.rows = [2]uint8{p.Shirt, p.Pants}
	}
	return look
}

// armorColors are the colors of the kinds of armor.
var armorColors = [...]draw.Color{
	equipment.ArmorNone: colorGray, equipment.ArmorGreen: colorGreen, equipment.ArmorYellow: colorYellow,
	equipment.ArmorRed:   colorRed,
	equipment.ArmorPower: colorCyan,
}

// bright returns a color brightened enough for lines.
func bright(c draw.Color) draw.Color { return mixed(c, colorWhite, 0.3) }

// signLight is the least luminance of the signs of a kill: lines must stand out from any wall.
const signLight = 0.7

// signColor returns a name's color adjusted for signs.
func signColor(c draw.Color) draw.Color {
	c = bright(c)
	if l := luminance(c); l < signLight {
		return mixed(c, colorWhite, (signLight-l)/max(0.01, luminance(colorWhite)-l))
	}
	return c
}

// hitColor returns the color of a recent hit, first white, then red. left is the remaining part of its time.
func hitColor(left float32) draw.Color {
	return colorRed.Mix(colorWhite, max(0, min(1, 1.6*left-0.6)))
}

package scene

import "demoscope/render/draw"

// Kind is what a marker represents.
type Kind uint8

// The kinds of markers.
const (
	kindPlayer Kind = iota
	kindMonster
	kindWeapon
	kindArmor
	kindHealth
	kindAmmo
	kindPowerup
	kindKey
	kindFlag
	kindProjectile
	kindBackpack
	kindCorpse // gibs, heads and bodies
	kindOther
	kinds
)

var kindNames = [kinds]string{
	"player", "monster", "weapon", "armor", "health", "ammo", "power-up", "key", "flag", "projectile", "backpack",
	"gib, corpse", "other",
}

// String returns the name of the kind.
func (k Kind) String() string { return kindNames[min(k, kindOther)] }

// body reports whether a marker of the kind represents a creature, alive or dead,
// rather than a thing.
func (k Kind) body() bool { return k == kindPlayer || k == kindMonster || k == kindCorpse }

// Default colors of markers. Some models, such as armor and flags, have other ones.
var kindColors = [kinds]draw.Color{
	kindPlayer:     draw.RGB(0xd8d8d8),
	kindMonster:    draw.RGB(0xe0503c),
	kindWeapon:     draw.RGB(0x58b8f0),
	kindArmor:      draw.RGB(0x58c850),
	kindHealth:     draw.RGB(0xf4f4f4),
	kindAmmo:       draw.RGB(0xc89858),
	kindPowerup:    draw.RGB(0x6878ff),
	kindKey:        draw.RGB(0xf0d050),
	kindFlag:       draw.RGB(0xe04848),
	kindProjectile: draw.RGB(0xffa040),
	kindBackpack:   draw.RGB(0xb8905c),
	kindCorpse:     draw.RGB(0x8c3a34),
	kindOther:      draw.RGB(0x7c8794),
}

// Colors that several kinds use.
var (
	colorGreen  = draw.RGB(0x58c850)
	colorYellow = draw.RGB(0xf0d040)
	colorRed    = draw.RGB(0xf04838)
	colorBlue   = draw.RGB(0x4c78ff)
	colorGold   = draw.RGB(0xf0c848)
	colorSilver = draw.RGB(0xc8d4e0)
	colorPurple = draw.RGB(0xb068ff)
	colorCyan   = draw.RGB(0x58e0e8)
	colorWhite  = draw.RGB(0xf4f4f4)
	colorOrange = draw.RGB(0xff9838)
	colorBrown  = draw.RGB(0xb08858)
	colorGray   = draw.RGB(0x98a0a8)
)

// class is what a model represents.
type class struct {
	kind  Kind
	color draw.Color // zero for the kind's
	size  float32    // factor; 0 stands for 1
	// inline is the number of the inline model ("*1"), 0 for other models.
	inline int
	// hidden models are not drawn (weapons in hand, the map itself).
	hidden bool
	// skins is set if the color depends on the skin: green, yellow, red.
	skins bool
	// corner is set if the origin is the lower corner of a box 32 wide, as for
	// Quake's boxes of ammo and health.
	corner bool
}

func (c *class) markerColor(skin int32) draw.Color {
	switch {
	case c.skins:
		return [...]draw.Color{colorGreen, colorYellow, colorRed}[max(0, min(2, skin))]
	case c.color.A != 0:
		return c.color
	}
	return kindColors[c.kind]
}

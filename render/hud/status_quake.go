package hud

import (
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Quake's items, by bit (DEM table 5).
const (
	itemShells        = 1 << 8
	itemRunes         = 4
	quakeAmmoKinds    = 4
	quakeNoWeaponBits = 0xff // bits of active weapons; the axe has none of them
)

// quakeWeapons are Quake's weapons by item bit.
var quakeWeapons = [...]struct {
	bit  uint32
	icon icon
	tag  string
}{
	{1 << 12, iconAxe, "Axe"},
	{1 << 0, iconShotgun, "SG"},
	{1 << 1, iconSuperShotgun, "SSG"},
	{1 << 2, iconNailgun, "NG"},
	{1 << 3, iconSuperNailgun, "SNG"},
	{1 << 4, iconGrenadeLauncher, "GL"},
	{1 << 5, iconRocketLauncher, "RL"},
	{1 << 6, iconLightning, "LG"},
}

var quakeAmmo = [quakeAmmoKinds]icon{iconShells, iconNails, iconRockets, iconCells}

// quakeItems are the items drawn at the right, by item bit, the lowest first.
var quakeItems = [...]struct {
	bit   uint32
	icon  icon
	color draw.Color
}{
	{world.ItemQuad, iconQuad, colorBlue},
	{world.ItemPentagram, iconPentagram, colorViolet},
	{world.ItemRing, iconRing, colorYellow},
	{world.ItemSuit, iconSuit, colorGreen},
	{world.ItemMegahealth, iconMegahealth, colorBlue},
	{world.ItemSilverKey, iconKey, draw.RGB(0xc3ccd6)},
	{world.ItemGoldKey, iconKey, draw.RGB(0xe8c04a)},
}

// readQuake reads the stats of Quake and QuakeWorld. In capture the flag the bits of
// the keys are the flags that a player carries.
func (s *status) readQuake(st *world.Stats, flags bool) {
	v := &st.Values
	items, _ := st.QuakeItems()
	active := uint32(v[world.StatActiveWeapon]) & quakeNoWeaponBits
	model, told := st.Get(world.StatWeapon)
	bare := told && model == 0 && items == 0 // nothing is in hand, as in cutscenes
	for i, w := range quakeWeapons {
		ammo := iconNone
		if i > 0 {
			ammo = quakeAmmo[(i-1)/2]
		}
		s.addWeapon(weaponSlot{
			Icon: w.icon, Tag: w.tag, Ammo: ammo, Owned: items&w.bit != 0,
			Active: active == w.bit || i == 0 && active == 0 && !bare, Count: -1,
		})
	}
	for i, icon := range quakeAmmo {
		s.addAmmo(weaponSlot{Icon: icon, Owned: true, Active: items&(itemShells<<i) != 0, Count: v[world.StatShells+i]})
	}
	if s.Ammo.Icon == iconNone && active != 0 && v[world.StatAmmo] > 0 {
		s.Ammo = weaponSlot{Count: v[world.StatAmmo]} // a mod's own weapon
	}
	for _, it := range quakeItems {
		switch {
		case items&it.bit == 0:
		case flags && it.bit == world.ItemSilverKey:
			s.addItem(statusItem{Icon: iconFlag, Color: colorBlue})
		case flags && it.bit == world.ItemGoldKey:
			s.addItem(statusItem{Icon: iconFlag, Color: colorRed})
		default:
			s.addItem(statusItem{Icon: it.icon, Color: it.color})
		}
	}
	for i := range itemRunes {
		if items&(world.ItemFirstRune<<i) != 0 {
			s.addItem(statusItem{Icon: iconRune, Color: colorViolet})
			break // one tells as much: servers without any game of runes give all four
		}
	}
}

package hud

import (
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Quake III's numbers in world.Stats: 0 to 15 stats, 16 to 31 persistant, 32
// to 47 ammunition, 48 to 63 powerups.
const (
	stat3Health  = 0
	stat3Weapons = 2
	stat3Armor   = 3
	// Quake Live counts otherwise.
	stat3WeaponsLive = 3
	stat3ArmorLive   = 4
	stat3Ammo        = 32
	stat3Powerups    = 48
	protocolLive     = 73 // the first of Quake Live
)

// quake3Weapons are the weapons by number.
var quake3Weapons = [...]struct {
	icon, ammo Icon
	tag        string
}{
	1:  {IconAxe, IconNone, "G"},
	2:  {IconMachinegun, IconBullets, "MG"},
	3:  {IconShotgun, IconShells, "SG"},
	4:  {IconGrenadeLauncher, IconGrenades, "GL"},
	5:  {IconRocketLauncher, IconRockets, "RL"},
	6:  {IconLightning, IconCells, "LG"},
	7:  {IconRailgun, IconSlugs, "RG"},
	8:  {IconPlasma, IconCells, "PG"},
	9:  {IconBFG, IconCells, "BFG"},
	10: {IconGrapple, IconNone, "Hook"},
	11: {IconNailgun, IconNails, "NG"},
	12: {IconMine, IconMine, "PM"},
	13: {IconChaingun, IconBullets, "CG"},
	14: {IconMachinegun, IconBullets, "HMG"}, // Quake Live's
}

// quake3Powerups are the powerups by number.
var quake3Powerups = [...]struct {
	icon  Icon
	color draw.Color
}{
	1: {IconQuad, colorBlue},
	2: {IconSuit, colorYellow},
	3: {IconHaste, colorYellow},
	4: {IconRing, colorText},
	5: {IconRegeneration, colorRed},
	6: {IconFlight, colorViolet},
	7: {IconFlag, colorRed},
	8: {IconFlag, colorBlue},
	9: {IconFlag, colorText},
}

// longPowerup is from when on a powerup's end, in seconds, means that it stays
// until it is lost.
const longPowerup = 1000

func (s *Status) readQuake3(w *world.World, slot int, st *world.Stats, now float64) {
	v := &st.Values
	s.Known = true
	s.Health = v[stat3Health]
	armor, weapons := stat3Armor, stat3Weapons
	if w.Level().Protocol >= protocolLive {
		armor, weapons = stat3ArmorLive, stat3WeaponsLive
	}
	s.Armor = v[armor]
	active := 0
	if p := playerAt(w, slot); p != nil {
		active = int(p.Weapon)
	}
	if s.Armor > 0 {
		s.Kind = ArmorYellow
		if s.Armor > 100 {
			s.Kind = ArmorRed
		}
	}
	for i := 1; i < len(quake3Weapons); i++ {
		k := quake3Weapons[i]
		owned := uint32(v[weapons])>>i&1 != 0
		if i >= 10 && !owned && i != active {
			continue // of the mission pack
		}
		count := v[stat3Ammo+i]
		if k.ammo == IconNone {
			count = -1
		}
		if i == active {
			s.Ammo = Slot{Icon: k.ammo, Owned: true, Active: true, Count: count}
		}
		s.addWeapon(Slot{Icon: k.icon, Tag: k.tag, Owned: owned, Active: i == active, Count: count})
	}
	for i, k := range quake3Powerups {
		end := v[stat3Powerups+i]
		left := float32(float64(end)/1000 - now)
		if k.icon == IconNone || end == 0 || left <= 0 {
			continue
		}
		if left > longPowerup {
			left = 0
		}
		s.addItem(Item{Icon: k.icon, Color: k.color, Left: left})
	}
}

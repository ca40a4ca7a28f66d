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
	// Quake Live's numbers.
	stat3WeaponsLive = 3
	stat3ArmorLive   = 4
	stat3Ammo        = 32
	stat3Powerups    = 48
	protocolLive     = 73 // the first of Quake Live
)

// quake3Weapons are the weapons by number.
var quake3Weapons = [...]struct {
	icon, ammo icon
	tag        string
}{
	1:  {iconAxe, iconNone, "G"},
	2:  {iconMachinegun, iconBullets, "MG"},
	3:  {iconShotgun, iconShells, "SG"},
	4:  {iconGrenadeLauncher, iconGrenades, "GL"},
	5:  {iconRocketLauncher, iconRockets, "RL"},
	6:  {iconLightning, iconCells, "LG"},
	7:  {iconRailgun, iconSlugs, "RG"},
	8:  {iconPlasma, iconCells, "PG"},
	9:  {iconBFG, iconCells, "BFG"},
	10: {iconGrapple, iconNone, "Hook"},
	11: {iconNailgun, iconNails, "NG"},
	12: {iconMine, iconMine, "PM"},
	13: {iconChaingun, iconBullets, "CG"},
	14: {iconMachinegun, iconBullets, "HMG"}, // Quake Live's
}

// quake3Powerups are the powerups by number.
var quake3Powerups = [...]struct {
	icon  icon
	color draw.Color
}{
	1: {iconQuad, colorBlue},
	2: {iconSuit, colorYellow},
	3: {iconHaste, colorYellow},
	4: {iconRing, colorText},
	5: {iconRegeneration, colorRed},
	6: {iconFlight, colorViolet},
	7: {iconFlag, colorRed},
	8: {iconFlag, colorBlue},
	9: {iconFlag, colorText},
}

// longPowerup is how many seconds a powerup must have left to count as one that
// stays until it is lost.
const longPowerup = 1000

func (s *status) readQuake3(w *world.World, slot int, st *world.Stats, now float64) {
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
		s.Kind = armorYellow
		if s.Armor > 100 {
			s.Kind = armorRed
		}
	}
	for i := 1; i < len(quake3Weapons); i++ {
		k := quake3Weapons[i]
		owned := uint32(v[weapons])>>i&1 != 0
		if i >= 10 && !owned && i != active {
			continue // a weapon of the mission pack
		}
		count := v[stat3Ammo+i]
		if k.ammo == iconNone {
			count = -1
		}
		if i == active {
			s.Ammo = weaponSlot{Icon: k.ammo, Owned: true, Active: true, Count: count}
		}
		s.addWeapon(weaponSlot{Icon: k.icon, Tag: k.tag, Owned: owned, Active: i == active, Count: count})
	}
	for i, k := range quake3Powerups {
		end := v[stat3Powerups+i]
		left := float32(float64(end)/1000 - now)
		if k.icon == iconNone || end == 0 || left <= 0 {
			continue
		}
		if left > longPowerup {
			left = 0
		}
		s.addItem(statusItem{Icon: k.icon, Color: k.color, Left: left})
	}
}

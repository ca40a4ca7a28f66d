package hud

import (
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// Quake III's numbers in world.Stats: 0 to 15 stats, 16 to 31 persistant, 32
// to 47 ammunition, 48 to 63 powerups. [world.Quake3Stats] has those of the stats
// that differ between games.
const (
	stat3Ammo     = 32
	stat3Powerups = 48
)

// quake3Weapons are the weapons by number.
var quake3Weapons = [...]struct {
	icon, ammo icon
	tag        string
}{
	1:  {iconAxe, iconNone, weapon.Gauntlet.Tag()},
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

// powerupLook is how a powerup is shown.
type powerupLook struct {
	icon  icon
	color draw.Color
}

// quake3Powerups is how powerups are shown.
var quake3Powerups = map[world.Carried]powerupLook{
	world.Quad: {iconQuad, colorBlue}, world.BattleSuit: {iconSuit, colorYellow}, world.Haste: {iconHaste, colorYellow},
	world.Invisibility: {iconRing, colorText}, world.Regeneration: {iconRegeneration, colorGreen},
	world.Flight:  {iconFlight, colorViolet},
	world.FlagRed: {iconFlag, colorRed}, world.FlagBlue: {iconFlag, colorBlue}, world.FlagWhite: {iconFlag, colorText},
	world.RuneHaste: {iconRune, colorGreen}, world.RuneResistance: {iconRune, colorYellow}, world.RuneStrength: {
		iconRune, colorViolet},
	world.RuneRegeneration: {iconRune, colorBlue}, world.Pentagram: {iconPentagram, colorViolet},
}

// longPowerup is how many seconds a powerup must have left to count as one that
// stays until it is lost.
const longPowerup = 1000

func (s *status) readQuake3(w *world.World, slot int, st *world.Stats, now float64) {
	at := w.Level().Quake3Stats
	active := 0
	if p := playerAt(w, slot); p != nil {
		active = int(p.Weapon)
	}
	weapons, all := st.Get(at.Weapons) // of a team mate only health and armor are known
	for i := 1; i < len(quake3Weapons); i++ {
		k := quake3Weapons[i]
		owned := uint32(weapons)>>i&1 != 0
		switch {
		case i == active && !all:
			owned = true
		case !all:
			continue
		case i >= 10 && !owned && i != active:
			continue // a weapon of the mission pack
		}
		count, known := st.Get(stat3Ammo + i)
		if k.ammo == iconNone || !known {
			count = -1
		}
		if i == active {
			s.Ammo = weaponSlot{Icon: k.ammo, Owned: true, Active: true, Count: count}
		}
		s.addWeapon(weaponSlot{Icon: k.icon, Tag: k.tag, Owned: owned, Active: i == active, Count: count})
	}
	for i, what := range w.Level().Quake3Powerups() {
		k := quake3Powerups[what]
		end, _ := st.Get(stat3Powerups + i)
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

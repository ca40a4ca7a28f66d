package hud

import (
	"slices"

	"demoscope/player/world"
	"demoscope/render/draw"
)

// Quake III's numbers in world.Stats: 0 to 15 stats, 16 to 31 persistant, 32
// to 47 ammunition, 48 to 63 powerups. [world.Quake3Stats] has those of the stats
// that differ between games.
const (
	stat3Health   = 0
	stat3Ammo     = 32
	stat3Powerups = 48
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

// powerupLook is how a powerup is shown.
type powerupLook struct {
	icon  icon
	color draw.Color
}

// Groups of powerups, whose order differs between games.
var (
	timedPowerups = []powerupLook{
		{iconQuad, colorBlue}, {iconSuit, colorYellow}, {iconHaste, colorYellow}, {iconRing, colorText},
		{iconRegeneration, colorRed}, {iconFlight, colorViolet},
	}
	flagPowerups    = []powerupLook{{iconFlag, colorRed}, {iconFlag, colorBlue}, {iconFlag, colorText}}
	runePowerups    = []powerupLook{{iconRune, colorGreen}, {iconRune, colorYellow}, {iconRune, colorRed}, {iconRune, colorBlue}}
	invulnerability = []powerupLook{{iconPentagram, colorViolet}}
	noPowerup       = []powerupLook{{}}
)

// The powerups by number: of Quake III, of Team Arena and OpenArena, of Quake Live up
// to protocol 90, and of protocol 91.
var (
	basePowerups    = slices.Concat(noPowerup, timedPowerups, flagPowerups)
	missionPowerups = slices.Concat(basePowerups, runePowerups, invulnerability)
	livePowerups    = slices.Concat(basePowerups, invulnerability, runePowerups)
	live91Powerups  = slices.Concat(noPowerup, flagPowerups, timedPowerups, invulnerability, runePowerups)
)

// quake3Powerups returns the powerups of a level's game by number.
func quake3Powerups(l *world.Level) []powerupLook {
	switch {
	case l.Protocol >= protocolUTF8:
		return live91Powerups
	case l.Protocol >= protocolLive:
		return livePowerups
	case l.Quake3Stats.Weapons == missionWeapons:
		return missionPowerups
	}
	return basePowerups
}

const (
	protocolLive   = 73 // the first of Quake Live
	missionWeapons = 3  // the stat of the weapons in games that have runes
)

// longPowerup is how many seconds a powerup must have left to count as one that
// stays until it is lost.
const longPowerup = 1000

func (s *status) readQuake3(w *world.World, slot int, st *world.Stats, now float64) {
	s.Known = true
	at := w.Level().Quake3Stats
	s.Health, _ = st.Get(stat3Health)
	s.Armor, _ = st.Get(at.Armor)
	if s.Armor > 0 {
		s.Kind = armorYellow
		if s.Armor > 100 {
			s.Kind = armorRed
		}
		if kind, known := st.Get(at.ArmorKind); known && at.ArmorKind != 0 {
			s.Kind = [...]armorKind{armorGreen, armorYellow, armorRed}[max(0, min(kind, 2))]
		}
	}
	active := 0
	if p := playerAt(w, slot); p != nil {
		active = int(p.Weapon)
	}
	weapons, all := st.Get(at.Weapons) // of a team mate only health and armour are known
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
	for i, k := range quake3Powerups(w.Level()) {
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

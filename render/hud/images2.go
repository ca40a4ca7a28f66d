package hud

import (
	"strings"

	"demoscope/render/draw"
)

// picture2 is what is drawn for a picture of a Quake II layout.
type picture2 struct {
	name  string // what the picture's name begins with
	icon  icon
	color draw.Color
}

// pictures2 are those of the game, its expansions and Capture the Flag, except for
// those that the status knows.
var pictures2 = [...]picture2{
	{"i_health", iconHealth, colorDim},
	{"i_jacketarmor", iconArmor, colorGreen},
	{"i_combatarmor", iconArmor, colorYellow},
	{"i_bodyarmor", iconArmor, colorRed},
	{"i_power", iconArmor, colorBlue},
	{"i_help", iconWarning, colorText},
	{"i_pack", iconBullets, colorText},
	{"i_airstrike", iconWarning, colorText},
	{"w_blaster", iconBlaster, colorText},
	{"w_shotgun", iconShotgun, colorText},
	{"w_sshotgun", iconSuperShotgun, colorText},
	{"w_machinegun", iconMachinegun, colorText},
	{"w_chaingun", iconChaingun, colorText},
	{"w_glauncher", iconGrenadeLauncher, colorText},
	{"w_rlauncher", iconRocketLauncher, colorText},
	{"w_hyperblaster", iconPlasma, colorText},
	{"w_railgun", iconRailgun, colorText},
	{"w_bfg", iconBFG, colorText},
	{"w_grapple", iconGrapple, colorText},
	{"p_bandolier", iconBullets, colorText},
	{"p_adrenaline", iconRegeneration, colorGreen},
	{"k_redkey", iconKey, colorRed},
	{"k_bluekey", iconKey, colorBlue},
	{"k_", iconKey, colorYellow},
	{"i_ctf1", iconFlag, colorRed},
	{"i_ctf2", iconFlag, colorBlue},
	{"ctfsb1", iconFlag, colorRed},
	{"ctfsb2", iconFlag, colorBlue},
	{"sbfctf1", iconFlag, colorRed},
	{"sbfctf2", iconFlag, colorBlue},
	{"tech1", iconRune, colorBlue},   // resistance
	{"tech2", iconRune, colorViolet}, // strength
	{"tech3", iconRune, colorYellow}, // haste
	{"tech4", iconRune, colorGreen},  // regeneration
}

// grounds2 are pictures behind others. They are not drawn: panels have a background.
var grounds2 = [...]string{"help", "inventory", "field_3", "i_fixme", "i_ctfj"}

// pictureOf returns what is drawn for a picture, and whether it is one of grounds2.
// If there is no icon, the picture is not known, and its name is written instead.
func pictureOf(image string) (p picture2, ground bool) {
	name := mapName(image)
	for _, g := range grounds2 {
		if name == g {
			return picture2{}, true
		}
	}
	for i := range pictures2 {
		if strings.HasPrefix(name, pictures2[i].name) {
			return pictures2[i], false
		}
	}
	for _, a := range quake2Ammo {
		if strings.HasPrefix(name, a.image) {
			return picture2{name, a.icon, colorText}, false
		}
	}
	if it := quake2Timer(name, 0); it.Icon != iconClock {
		return picture2{name, it.Icon, it.Color}, false
	}
	return picture2{name: name}, false
}

// tagOf returns the color of the band behind a player of a scoreboard: the followed player or that player's last
// killer.
func tagOf(image string) (color draw.Color, ok bool) {
	switch mapName(image) {
	case "tag1":
		return colorAccent.Alpha(0.16), true
	case "tag2":
		return colorDanger.Alpha(0.16), true
	}
	return draw.Color{}, false
}

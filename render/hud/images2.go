package hud

import (
	"strings"

	"demoscope/render/draw"
)

// picture2 is what stands for a picture of a Quake II layout.
type picture2 struct {
	name  string // what the picture's name begins with
	icon  Icon
	color draw.Color
}

// pictures2 are those of the game, its expansions and Capture the Flag, but
// for those that the status knows.
var pictures2 = [...]picture2{
	{"i_health", IconHealth, colorBad},
	{"i_jacketarmor", IconArmor, colorGreen},
	{"i_combatarmor", IconArmor, colorYellow},
	{"i_bodyarmor", IconArmor, colorRed},
	{"i_power", IconArmor, colorBlue},
	{"i_help", IconWarning, colorAccent},
	{"i_pack", IconBullets, colorText},
	{"i_airstrike", IconWarning, colorAccent},
	{"w_blaster", IconBlaster, colorText},
	{"w_shotgun", IconShotgun, colorText},
	{"w_sshotgun", IconSuperShotgun, colorText},
	{"w_machinegun", IconMachinegun, colorText},
	{"w_chaingun", IconChaingun, colorText},
	{"w_glauncher", IconGrenadeLauncher, colorText},
	{"w_rlauncher", IconRocketLauncher, colorText},
	{"w_hyperblaster", IconPlasma, colorText},
	{"w_railgun", IconRailgun, colorText},
	{"w_bfg", IconBFG, colorText},
	{"w_grapple", IconGrapple, colorText},
	{"p_bandolier", IconBullets, colorText},
	{"p_adrenaline", IconRegeneration, colorGreen},
	{"k_redkey", IconKey, colorRed},
	{"k_bluekey", IconKey, colorBlue},
	{"k_", IconKey, colorYellow},
	{"i_ctf1", IconFlag, colorRed},
	{"i_ctf2", IconFlag, colorBlue},
	{"ctfsb1", IconFlag, colorRed},
	{"ctfsb2", IconFlag, colorBlue},
	{"sbfctf1", IconFlag, colorRed},
	{"sbfctf2", IconFlag, colorBlue},
	{"tech1", IconRune, colorBlue},   // resistance
	{"tech2", IconRune, colorRed},    // strength
	{"tech3", IconRune, colorYellow}, // haste
	{"tech4", IconRune, colorGreen},  // regeneration
}

// grounds2 are pictures that lie behind others: panels have a ground.
var grounds2 = [...]string{"help", "inventory", "field_3", "i_fixme", "i_ctfj"}

// pictureOf returns what stands for a picture. Without an icon it is not
// known, and its name is to be written.
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
			return picture2{name, a.icon, colorAccent}, false
		}
	}
	if it := quake2Timer(name, 0); it.Icon != IconClock {
		return picture2{name, it.Icon, it.Color}, false
	}
	return picture2{name: name}, false
}

// tagOf returns the colour of the bands that lie behind players of a
// scoreboard: whom one watches, and who killed him.
func tagOf(image string) (color draw.Color, ok bool) {
	switch mapName(image) {
	case "tag1":
		return colorAccent.Alpha(0.16), true
	case "tag2":
		return colorBad.Alpha(0.16), true
	}
	return draw.Color{}, false
}

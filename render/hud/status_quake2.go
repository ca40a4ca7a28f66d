package hud

import (
	"strings"

	"demoscope/player/world"
)

// Quake II's numbers (DM2 section on playerinfo).
const (
	stat2Health     = 1
	stat2AmmoIcon   = 2
	stat2Ammo       = 3
	stat2ArmorIcon  = 4
	stat2Armor      = 5
	stat2PickupIcon = 7
	stat2PickupText = 8 // a config string
	stat2TimerIcon  = 9
	stat2Timer      = 10
)

// quake2Ammo are the kinds of ammunition by the name of their picture.
var quake2Ammo = [...]struct {
	image string
	icon  Icon
}{
	{"a_shells", IconShells},
	{"a_bullets", IconBullets},
	{"a_grenades", IconGrenades},
	{"a_rockets", IconRockets},
	{"a_cells", IconCells},
	{"a_slugs", IconSlugs},
}

// quake2Guns are the weapons by the folder of the model in hand.
var quake2Guns = [...]struct {
	model string
	icon  Icon
	tag   string
}{
	{"v_blast", IconBlaster, "Blaster"},
	{"v_shotg/", IconShotgun, "SG"},
	{"v_shotg2", IconSuperShotgun, "SSG"},
	{"v_machn", IconMachinegun, "MG"},
	{"v_chain", IconChaingun, "CG"},
	{"v_handgr", IconGrenades, "HG"},
	{"v_launch", IconGrenadeLauncher, "GL"},
	{"v_rocket", IconRocketLauncher, "RL"},
	{"v_hyperb", IconPlasma, "HB"},
	{"v_rail", IconRailgun, "RG"},
	{"v_bfg", IconBFG, "BFG"},
	{"weapons/grapple", IconGrapple, "Hook"},
}

// image2 returns the name of a Quake II image by its number.
func image2(l *world.Level, index int32) string {
	if index <= 0 || int(index) >= len(l.Texts.Images) {
		return ""
	}
	return l.Texts.Images[index]
}

func (s *Status) readQuake2(w *world.World, slot int, st *world.Stats) {
	v, l := &st.Values, w.Level()
	s.Known = true
	s.Health = v[stat2Health]
	s.Armor = v[stat2Armor]
	switch icon := image2(l, v[stat2ArmorIcon]); {
	case s.Armor <= 0:
	case strings.HasPrefix(icon, "i_body"):
		s.Kind = ArmorRed
	case strings.HasPrefix(icon, "i_combat"):
		s.Kind = ArmorYellow
	case strings.HasPrefix(icon, "i_power"):
		s.Kind = ArmorPower
	default:
		s.Kind = ArmorGreen
	}
	if icon := image2(l, v[stat2AmmoIcon]); icon != "" {
		s.Ammo = Slot{Count: v[stat2Ammo], Owned: true, Active: true}
		for _, a := range quake2Ammo {
			if strings.HasPrefix(icon, a.image) {
				s.Ammo.Icon = a.icon
			}
		}
	}
	if icon := image2(l, v[stat2TimerIcon]); icon != "" {
		s.addItem(quake2Timer(icon, v[stat2Timer]))
	}
	if v[stat2PickupIcon] > 0 {
		s.Pickup = l.ConfigString(int(v[stat2PickupText]))
	}
	if p := playerAt(w, slot); p != nil {
		s.setGun2(l.Model(p.WeaponModel))
	}
}

// quake2Timer returns what a picture beside the timer stands for.
func quake2Timer(image string, seconds int32) Item {
	it := Item{Icon: IconClock, Color: colorText, Left: float32(seconds)}
	switch {
	case strings.HasPrefix(image, "p_quad"):
		it.Icon, it.Color = IconQuad, colorBlue
	case strings.HasPrefix(image, "p_invul"):
		it.Icon, it.Color = IconPentagram, colorRed
	case strings.HasPrefix(image, "p_envirosuit"):
		it.Icon, it.Color = IconSuit, colorGreen
	case strings.HasPrefix(image, "p_rebreather"):
		it.Icon, it.Color = IconBreather, colorBlue
	}
	return it
}

// setGun2 shows the weapon whose model is in hand.
func (s *Status) setGun2(model string) {
	for _, g := range quake2Guns {
		if strings.Contains(model, g.model) {
			s.addWeapon(Slot{Icon: g.icon, Tag: g.tag, Owned: true, Active: true, Count: -1})
			return
		}
	}
}

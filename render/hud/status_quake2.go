package hud

import (
	"strings"

	"demoscope/player/world"
)

// quake2Ammo are the kinds of ammunition by the name of their picture.
var quake2Ammo = [...]struct {
	image string
	icon  icon
}{
	{"a_shells", iconShells},
	{"a_bullets", iconBullets},
	{"a_grenades", iconGrenades},
	{"a_rockets", iconRockets},
	{"a_cells", iconCells},
	{"a_slugs", iconSlugs},
}

// quake2Guns are the weapons by the folder of the model in hand.
var quake2Guns = [...]struct {
	model string
	icon  icon
	tag   string
}{
	{"v_blast", iconBlaster, "Blaster"},
	{"v_shotg/", iconShotgun, "SG"},
	{"v_shotg2", iconSuperShotgun, "SSG"},
	{"v_machn", iconMachinegun, "MG"},
	{"v_chain", iconChaingun, "CG"},
	{"v_handgr", iconGrenades, "HG"},
	{"v_launch", iconGrenadeLauncher, "GL"},
	{"v_rocket", iconRocketLauncher, "RL"},
	{"v_hyperb", iconPlasma, "HB"},
	{"v_rail", iconRailgun, "RG"},
	{"v_bfg", iconBFG, "BFG"},
	{"weapons/grapple", iconGrapple, "Hook"},
}

func (s *status) readQuake2(w *world.World, slot int, st *world.Stats) {
	v, l := &st.Values, w.Level()
	if icon := l.Image(v[world.Quake2StatAmmoIcon]); icon != "" {
		s.Ammo = weaponSlot{Count: v[world.Quake2StatAmmo], Owned: true, Active: true}
		for _, a := range quake2Ammo {
			if strings.HasPrefix(icon, a.image) {
				s.Ammo.Icon = a.icon
			}
		}
	}
	if icon := l.Image(v[world.Quake2StatTimerIcon]); icon != "" {
		s.addItem(quake2Timer(icon, v[world.Quake2StatTimer]))
	}
	if v[world.Quake2StatPickupIcon] > 0 {
		s.Pickup = l.ConfigString(int(v[world.Quake2StatPickupText]))
	}
	if p := playerAt(w, slot); p != nil {
		s.setGun2(l.Model(p.WeaponModel))
	}
}

// quake2Timer returns the item of the picture beside the timer.
func quake2Timer(image string, seconds int32) statusItem {
	it := statusItem{Icon: iconClock, Color: colorText, Left: float32(seconds)}
	switch {
	case strings.HasPrefix(image, "p_quad"):
		it.Icon, it.Color = iconQuad, colorBlue
	case strings.HasPrefix(image, "p_invul"):
		it.Icon, it.Color = iconPentagram, colorViolet
	case strings.HasPrefix(image, "p_envirosuit"):
		it.Icon, it.Color = iconSuit, colorGreen
	case strings.HasPrefix(image, "p_rebreather"):
		it.Icon, it.Color = iconBreather, colorBlue
	}
	return it
}

// setGun2 sets the weapon by the model in hand.
func (s *status) setGun2(model string) {
	for _, g := range quake2Guns {
		if strings.Contains(model, g.model) {
			s.addWeapon(weaponSlot{Icon: g.icon, Tag: g.tag, Owned: true, Active: true, Count: -1})
			return
		}
	}
}

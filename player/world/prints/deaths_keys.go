package prints

import (
	"strings"

	"demoscope/player/weapon"
	"demoscope/player/world"
)

// keyDeath is an obituary of Quake II's re-release, which is a key. The first argument is the victim, the second the
// killer.
type keyDeath struct {
	weapon weapon.Kind
	by     quake2Killer
}

// keyDeaths maps the keys of the game to obituaries.
var keyDeaths = func() map[string]keyDeath {
	list := map[string]keyDeath{}
	add := func(prefix string, deaths map[string]keyDeath) {
		for key, d := range deaths {
			list[prefix+key] = d
		}
	}
	add("g_mod_kill_", map[string]keyDeath{
		"blaster": {weapon.Blaster, byPlayer}, "shotgun": {weapon.Shotgun, byPlayer},
		"sshotgun": {weapon.SuperShotgun, byPlayer}, "machinegun": {weapon.Machinegun, byPlayer},
		"chaingun": {weapon.Chaingun, byPlayer}, "grenade": {weapon.GrenadeLauncher, byMissile},
		"grenade_splash": {weapon.GrenadeLauncher, bySplash}, "rocket": {weapon.RocketLauncher, byMissile},
		"rocket_splash": {weapon.RocketLauncher, bySplash}, "hyperblaster": {weapon.HyperBlaster, byPlayer},
		"railgun": {weapon.Railgun, byPlayer}, "bfg_laser": {weapon.BFG10K, byPlayer},
		"bfg_blast": {weapon.BFG10K, byPlayer}, "bfg_effect": {weapon.BFG10K, byPlayer},
		"handgrenade": {weapon.HandGrenade, byMissile}, "handgrenade_splash": {weapon.HandGrenade, bySplash},
		"held_grenade": {weapon.HandGrenade, byPlayer}, "telefrag": {weapon.Telefrag, byPlayer},
		"grapple": {weapon.Grapple, byPlayer}, "trap": {weapon.Trap, byPlayer},
		"generic": {weapon.None, byPlayer},
	})
	add("g_mod_kill_", map[string]keyDeath{ // of the mission packs
		"ripper": {weapon.IonRipper, byPlayer}, "phalanx": {weapon.Phalanx, byPlayer},
		"chainfist": {weapon.Chainfist, byPlayer}, "disintegrator": {weapon.Disintegrator, byPlayer},
		"etf_rifle": {weapon.ETFRifle, byPlayer}, "heatbeam": {weapon.PlasmaBeam, byPlayer},
		"tesla": {weapon.TeslaMine, byPlayer}, "prox": {weapon.ProximityMine, byPlayer},
		"nuke": {weapon.AntimatterBomb, byPlayer}, "vengeance_sphere": {weapon.VengeanceSphere, byPlayer},
		"defender_sphere": {weapon.DefenderSphere, byPlayer}, "hunter_sphere": {weapon.HunterSphere, byPlayer},
		"tracker": {weapon.Disruptor, byPlayer}, "dopple_explode": {weapon.Doppelganger, byPlayer},
		"dopple_vengeance": {weapon.Doppelganger, byPlayer}, "dopple_hunter": {weapon.Doppelganger, byPlayer},
	})
	add("g_mod_self_", map[string]keyDeath{
		"held_grenade": {weapon.HandGrenade, byItself}, "grenade_splash": {weapon.GrenadeLauncher, byItself},
		"rocket_splash": {weapon.RocketLauncher, byItself}, "bfg_blast": {weapon.BFG10K, byItself},
		"trap": {weapon.Trap, byItself}, "dopple_explode": {weapon.Unknown, byItself},
		"default": {weapon.Suicide, byItself},
	})
	add("g_mod_generic_", map[string]keyDeath{
		"suicide": {weapon.Suicide, byItself}, "falling": {weapon.Falling, byWorld},
		"crush": {weapon.Crusher, byWorld}, "water": {weapon.Water, byWorld}, "slime": {weapon.Slime, byWorld},
		"lava": {weapon.Lava, byWorld}, "explosive": {weapon.Explosion, byWorld}, "exit": {weapon.Exit, byWorld},
		"laser": {weapon.Laser, byWorld}, "blaster": {weapon.Blaster, byWorld}, "hurt": {weapon.Trap, byWorld},
		"gekk": {weapon.Unknown, byWorld}, "died": {weapon.Unknown, byWorld},
	})
	return list
}()

// words returns an obituary for a key without a text.
func (d keyDeath) words(key string, args []string) string {
	name := func(i int) string {
		if i < len(args) && args[i] != "" {
			return args[i]
		}
		return "somebody"
	}
	how := key[strings.Index(key[len("g_mod_"):], "_")+len("g_mod_")+1:]
	how = " (" + strings.ReplaceAll(how, "_", " ") + ")"
	switch {
	case d.by.named():
		return name(0) + " was killed by " + name(1) + how
	case d.by == byItself:
		return name(0) + " killed themselves" + how
	}
	return name(0) + " died" + how
}

// KeyDeath parses an obituary given as a key with arguments. Its results are those of [Quake2Death].
func KeyDeath(players []world.Player, base []byte, args [][]byte) (e world.Event, own, ok bool) {
	key, _ := strings.CutPrefix(strings.TrimRight(string(base), "\n"), "$")
	d, ok := keyDeaths[key]
	if !ok || len(args) == 0 {
		return world.Event{}, false, false
	}
	slot := func(arg []byte) int { return nameOf(players, named(players, arg)) }
	e = world.Event{Kind: world.EventKill, Player: world.Nobody, Other: slot(args[0]), Weapon: d.weapon,
		HitType: d.by.hitType()}
	switch {
	case e.Other < 0:
		return world.Event{}, false, false
	case d.by == byItself:
		e.Player = e.Other
	case d.by.named() && len(args) > 1:
		e.Player = slot(args[1])
	}
	return e, !d.by.named(), true
}

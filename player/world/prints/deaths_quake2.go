package prints

import (
	"bytes"

	"demoscope/player/weapon"
	"demoscope/player/world"
)

// quake2Death is an obituary of Quake II: VICTIM phrase, or VICTIM phrase KILLER rest.
type quake2Death struct {
	phrase string
	rest   string // after the killer's name
	weapon weapon.Kind
	by     quake2Killer
}

// quake2Killer says who killed the victim, and how a missile hit.
type quake2Killer uint8

const (
	byPlayer  quake2Killer = iota // by the named player
	byMissile                     // by the named player's missile directly
	bySplash                      // by the splash of the named player's missile
	byItself                      // without a name: a suicide
	byWorld                       // without a name: a death by the world
)

// named reports whether the line names the killer.
func (k quake2Killer) named() bool { return k <= bySplash }

// hitType returns how the killer's missile hit.
func (k quake2Killer) hitType() world.HitType {
	switch k {
	case byMissile:
		return world.HitDirect
	case bySplash:
		return world.HitSplash
	}
	return world.HitUnknown
}

// quake2Deaths are the obituaries of the game, of its capture the flag and of its mission packs. Those of mods' weapons
// come first.
var quake2Deaths = append(quake2ModDeaths(), []quake2Death{
	{"was blasted by", "", weapon.Blaster, byPlayer},
	{"was gunned down by", "", weapon.Shotgun, byPlayer},
	{"was blown away by", "'s super shotgun", weapon.SuperShotgun, byPlayer},
	{"was machinegunned by", "", weapon.Machinegun, byPlayer},
	{"was cut in half by", "'s chaingun", weapon.Chaingun, byPlayer},
	{"was popped by", "'s grenade", weapon.GrenadeLauncher, byMissile},
	{"was shredded by", "'s shrapnel", weapon.GrenadeLauncher, bySplash},
	{"ate", "'s rocket", weapon.RocketLauncher, byMissile},
	{"almost dodged", "'s rocket", weapon.RocketLauncher, bySplash},
	{"was melted by", "'s hyperblaster", weapon.HyperBlaster, byPlayer},
	{"was railed by", "", weapon.Railgun, byPlayer},
	{"saw the pretty lights from", "'s BFG", weapon.BFG10K, byPlayer},
	{"was disintegrated by", "'s BFG blast", weapon.BFG10K, byPlayer},
	{"couldn't hide from", "'s BFG", weapon.BFG10K, byPlayer},
	{"caught", "'s handgrenade", weapon.HandGrenade, byMissile},
	{"didn't see", "'s handgrenade", weapon.HandGrenade, bySplash},
	{"feels", "'s pain", weapon.HandGrenade, byPlayer},
	{"tried to invade", "'s personal space", weapon.Telefrag, byPlayer},
	{"was caught by", "'s grapple", weapon.Grapple, byPlayer},
	{"was caught in", "'s trap", weapon.Trap, byPlayer},
	{"caught in trap by", "", weapon.Trap, byPlayer},
	{"was disemboweled by", "'s grappling hook", weapon.Grapple, byPlayer},
	{"was killed by", "", weapon.None, byPlayer},

	{"suicides", "", weapon.Suicide, byItself},
	{"cratered", "", weapon.Falling, byWorld},
	{"was squished", "", weapon.Crusher, byWorld},
	{"sank like a rock", "", weapon.Water, byWorld},
	{"melted", "", weapon.Slime, byWorld},
	{"does a back flip into the lava", "", weapon.Lava, byWorld},
	{"blew up", "", weapon.Explosion, byWorld},
	{"found a way out", "", weapon.Exit, byWorld},
	{"saw the light", "", weapon.Laser, byWorld},
	{"got blasted", "", weapon.Blaster, byWorld},
	{"was in the wrong place", "", weapon.Trap, byWorld},
	{"tried to put the pin back in", "", weapon.HandGrenade, byItself},
	{"tripped on its own grenade", "", weapon.GrenadeLauncher, byItself},
	{"tripped on his own grenade", "", weapon.GrenadeLauncher, byItself},
	{"tripped on her own grenade", "", weapon.GrenadeLauncher, byItself},
	{"blew itself up", "", weapon.RocketLauncher, byItself},
	{"blew himself up", "", weapon.RocketLauncher, byItself},
	{"blew herself up", "", weapon.RocketLauncher, byItself},
	{"should have used a smaller gun", "", weapon.BFG10K, byItself},
	{"sucked into his own trap", "", weapon.Trap, byItself},
	{"sucked into her own trap", "", weapon.Trap, byItself},
	{"sucked into its own trap", "", weapon.Trap, byItself},
	{"killed itself", "", weapon.Suicide, byItself},
	{"killed himself", "", weapon.Suicide, byItself},
	{"killed herself", "", weapon.Suicide, byItself},
	{"visits the Volcano God", "", weapon.Lava, byWorld},
	{"died", "", weapon.Unknown, byWorld},
}...)

func quake2ModDeaths() (list []quake2Death) {
	for k := range weapon.NumKinds {
		for _, o := range k.Obituaries() {
			switch {
			case o.In != weapon.InQuake2:
			case o.Rest == weapon.Self:
				list = append(list, quake2Death{o.Phrase, "", k, byItself})
			default:
				list = append(list, quake2Death{o.Phrase, o.Rest, k, byPlayer})
			}
		}
	}
	return list
}

// Quake2Death parses an obituary of Quake II's games. ok is false for other lines. The event's Other is the victim; if
// several names match, the longest. Player is the killer, which is the victim for a suicide, and [world.Nobody] for a
// death by the world or if no player has the killer's name. own is set if no other player is involved: for a suicide,
// or a death by the world.
func Quake2Death(players []world.Player, line []byte) (e world.Event, own, ok bool) {
	e = world.Event{Kind: world.EventKill, Player: world.Nobody, Other: world.Nobody, Text: line}
	var death *quake2Death
	for i := range players {
		p := &players[i]
		n := len(p.Name)
		if n == 0 || n >= len(line) || line[n] != ' ' || string(line[:n]) != p.Name ||
			(death != nil && n <= len(players[e.Other].Name)) {
			continue
		}
		d, name := quake2DeathOf(line[n+1:])
		if d == nil {
			continue
		}
		death = d
		e.Player, e.Other, e.Weapon, e.HitType = world.Nobody, i, d.weapon, world.HitUnknown
		switch d.by {
		case byPlayer, byMissile, bySplash:
			e.HitType = d.by.hitType()
			e.Player = nameOf(players, name)
			if e.Player < 0 {
				e.Player = nameOf(players, bytes.TrimSuffix(name, []byte{'.'}))
			}
		case byItself:
			e.Player = i
		}
	}
	if death == nil {
		return world.Event{}, false, false
	}
	return e, !death.by.named(), true
}

// quake2DeathOf finds the obituary in the part of a line after the victim's name, and returns it with the killer's
// name. It returns nil if there is none. The re-release ends lines with a full stop and capitalizes some weapons.
func quake2DeathOf(rest []byte) (d *quake2Death, killer []byte) {
	if len(rest) == 0 || !quake2First[rest[0]] {
		return nil, nil
	}
	for i := range quake2Deaths {
		d := &quake2Deaths[i]
		if len(rest) < len(d.phrase) || string(rest[:len(d.phrase)]) != d.phrase {
			continue
		}
		tail := rest[len(d.phrase):]
		if !d.by.named() {
			if len(tail) == 0 || string(tail) == "." {
				return d, nil
			}
			continue
		}
		if d.rest != "" {
			tail = bytes.TrimSuffix(tail, []byte{'.'})
		}
		n := len(tail) - len(d.rest)
		if n > 1 && tail[0] == ' ' && bytes.EqualFold(tail[n:], []byte(d.rest)) {
			return d, tail[1:n]
		}
	}
	return nil, nil
}

// quake2First has the first characters of phrases, which quickly rule out most other texts.
var quake2First = func() (first [256]bool) {
	for i := range quake2Deaths {
		first[quake2Deaths[i].phrase[0]] = true
	}
	return first
}()

// nameOf returns the slot of the player with a name, whether in use or not, or Nobody.
func nameOf(players []world.Player, name []byte) int {
	for i := range players {
		if p := &players[i]; p.Name != "" && string(name) == p.Name {
			return i
		}
	}
	return world.Nobody
}

package prints

import "demoscope/player/world"

// quake2Death is an obituary of Quake II: VICTIM phrase, or VICTIM phrase KILLER
// rest.
type quake2Death struct {
	phrase string
	rest   string // behind the killer's name
	weapon string
	self   bool // there is no killer in it: a suicide, or a death by the world
}

// quake2Deaths are the obituaries of the game, of its capture-the-flag and of its
// mission packs.
var quake2Deaths = [...]quake2Death{
	{"was blasted by", "", "blaster", false},
	{"was gunned down by", "", "shotgun", false},
	{"was blown away by", "'s super shotgun", "super shotgun", false},
	{"was machinegunned by", "", "machinegun", false},
	{"was cut in half by", "'s chaingun", "chaingun", false},
	{"was popped by", "'s grenade", "grenade launcher", false},
	{"was shredded by", "'s shrapnel", "grenade launcher", false},
	{"ate", "'s rocket", "rocket launcher", false},
	{"almost dodged", "'s rocket", "rocket launcher", false},
	{"was melted by", "'s hyperblaster", "hyperblaster", false},
	{"was railed by", "", "railgun", false},
	{"saw the pretty lights from", "'s BFG", "bfg10k", false},
	{"was disintegrated by", "'s BFG blast", "bfg10k", false},
	{"couldn't hide from", "'s BFG", "bfg10k", false},
	{"caught", "'s handgrenade", "hand grenade", false},
	{"didn't see", "'s handgrenade", "hand grenade", false},
	{"feels", "'s pain", "hand grenade", false},
	{"tried to invade", "'s personal space", "telefrag", false},
	{"was caught by", "'s grapple", "grapple", false},
	{"ripped to shreds by", "'s ripper gun", "ionripper", false},
	{"was evaporated by", "", "phalanx", false},
	{"was caught in", "'s trap", "trap", false},

	{"suicides", "", "suicide", true},
	{"cratered", "", "falling", true},
	{"was squished", "", "crusher", true},
	{"sank like a rock", "", "water", true},
	{"melted", "", "slime", true},
	{"does a back flip into the lava", "", "lava", true},
	{"blew up", "", "explosion", true},
	{"found a way out", "", "exit", true},
	{"saw the light", "", "laser", true},
	{"got blasted", "", "blaster", true},
	{"was in the wrong place", "", "trap", true},
	{"tried to put the pin back in", "", "hand grenade", true},
	{"tripped on its own grenade", "", "grenade launcher", true},
	{"tripped on his own grenade", "", "grenade launcher", true},
	{"tripped on her own grenade", "", "grenade launcher", true},
	{"blew itself up", "", "rocket launcher", true},
	{"blew himself up", "", "rocket launcher", true},
	{"blew herself up", "", "rocket launcher", true},
	{"should have used a smaller gun", "", "bfg10k", true},
	{"sucked into his own trap", "", "trap", true},
	{"sucked into her own trap", "", "trap", true},
	{"sucked into its own trap", "", "trap", true},
	{"killed itself", "", "suicide", true},
	{"killed himself", "", "suicide", true},
	{"killed herself", "", "suicide", true},
	{"died", "", "unknown", true},
}

// Quake2Death reads an obituary of Quake II's games; false if the line is not one.
// The event's Other is the victim, the player with the longest name if several
// fit. Player is the killer, [world.Nobody] if no player has that name, and the
// victim itself for a suicide or a death by the world.
func Quake2Death(players []world.Player, line []byte) (world.Event, bool) {
	victim, killer := world.Nobody, world.Nobody
	var death *quake2Death
	for i := range players {
		p := &players[i]
		n := len(p.Name)
		if n == 0 || n >= len(line) || line[n] != ' ' || string(line[:n]) != p.Name ||
			(death != nil && n <= len(players[victim].Name)) {
			continue
		}
		if d, name := quake2DeathOf(line[n+1:]); d != nil {
			victim, killer, death = i, i, d
			if !d.self {
				killer = nameOf(players, name)
			}
		}
	}
	if death == nil {
		return world.Event{}, false
	}
	return world.Event{Kind: world.EventKill, Player: killer, Other: victim, Weapon: death.weapon, Text: line}, true
}

// quake2DeathOf returns the obituary that the rest of a line, behind the victim's
// name, is, and the killer's name; nil if it is not one.
func quake2DeathOf(rest []byte) (d *quake2Death, killer []byte) {
	for i := range quake2Deaths {
		d := &quake2Deaths[i]
		if len(rest) < len(d.phrase) || string(rest[:len(d.phrase)]) != d.phrase {
			continue
		}
		tail := rest[len(d.phrase):]
		if d.self {
			if len(tail) == 0 || string(tail) == "." {
				return d, nil
			}
			continue
		}
		n := len(tail) - len(d.rest)
		if n > 1 && tail[0] == ' ' && string(tail[n:]) == d.rest {
			return d, tail[1:n]
		}
	}
	return nil, nil
}

// nameOf returns the slot of the player with a name, whether in use or not;
// Nobody if there is none.
func nameOf(players []world.Player, name []byte) int {
	for i := range players {
		if p := &players[i]; p.Name != "" && string(name) == p.Name {
			return i
		}
	}
	return world.Nobody
}

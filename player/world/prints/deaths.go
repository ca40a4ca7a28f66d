package prints

import (
	"bytes"

	"demoscope/player/world"
)

// deathPhrase is an obituary of QuakeWorld's games: NAME middle NAME suffix, or
// NAME middle.
type deathPhrase struct {
	middle string
	suffix string
	names  deathNames
	weapon string
}

// deathNames says whose names are in a phrase.
type deathNames uint8

const (
	victimKiller deathNames = iota // VICTIM middle KILLER suffix
	killerVictim                   // KILLER middle VICTIM suffix
	suicide                        // VICTIM middle: a suicide
	worldDeath                     // VICTIM middle: killed by the world
	killerOnly                     // KILLER middle: of a team mate who is not named
	victimOnly                     // VICTIM middle: by a team mate who is not named
)

// deathPhrases are those of id's QuakeWorld, KTX and its predecessors, CTF and
// similar mods. Of phrases that begin in the same way the longer comes first.
// "discharges into the water" may have killed others too, who have lines of their
// own. A kill of a team mate counts as a kill.
var deathPhrases = [...]deathPhrase{
	{" chewed on ", "'s boomstick", victimKiller, "shotgun"},
	{" was lead poisoned by ", "", victimKiller, "shotgun"},
	{" ate 2 loads of ", "'s buckshot", victimKiller, "double-barrelled shotgun"},
	{" ate 8 loads of ", "'s buckshot", victimKiller, "double-barrelled shotgun"},
	{" was body pierced by ", "", victimKiller, "nailgun"},
	{" was nailed by ", "", victimKiller, "nailgun"},
	{" was perforated by ", "", victimKiller, "super nailgun"},
	{" was punctured by ", "", victimKiller, "super nailgun"},
	{" was ventilated by ", "", victimKiller, "super nailgun"},
	{" was straw-cuttered by ", "", victimKiller, "super nailgun"},
	{" eats ", "'s pineapple", victimKiller, "grenade launcher"},
	{" was gibbed by ", "'s grenade", victimKiller, "grenade launcher"},
	{" rides ", "'s rocket", victimKiller, "rocket launcher"},
	{" rides ", "'s Quad rocket", victimKiller, "rocket launcher"},
	{" was gibbed by ", "'s rocket", victimKiller, "rocket launcher"},
	{" was gibbed by ", "'s Quad rocket", victimKiller, "rocket launcher"},
	{" was brutalized by ", "'s quad rocket", victimKiller, "rocket launcher"},
	{" was smeared by ", "'s quad rocket", victimKiller, "rocket launcher"},
	{" rips ", " a new one", killerVictim, "rocket launcher"},
	{" accepts ", "'s shaft", victimKiller, "thunderbolt"},
	{" gets a natural disaster from ", "", victimKiller, "thunderbolt"},
	{" accepts ", "'s discharge", victimKiller, "discharge"},
	{" drains ", "'s batteries", victimKiller, "discharge"},
	{" was ax-murdered by ", "", victimKiller, "axe"},
	{" was axed to pieces by ", "", victimKiller, "axe"},
	{" was hooked by ", "", victimKiller, "grapple"},
	{" was disembowled by ", "", victimKiller, "grapple"},
	{" was railed by ", "", victimKiller, "railgun"},
	{" was instagibbed by ", "", victimKiller, "railgun"},
	{" was destroyed by ", "'s Quad rocket", victimKiller, "rocket launcher"},
	{" was destroyed by ", "", victimKiller, ""},
	{" was killed by ", "", victimKiller, ""},
	{" was telefragged by ", "", victimKiller, "telefrag"},
	{" was crushed by ", "", victimKiller, "stomp"},
	{" was jumped by ", "", victimKiller, "stomp"},
	{" tried to catch ", "", victimKiller, "stomp"},
	{" softens ", "'s fall", victimKiller, "stomp"},
	{" softens ", "' fall", victimKiller, "stomp"},
	{" squishes ", "", killerVictim, "squish"},
	{" stomps ", "", killerVictim, "stomp"},

	{" was telefragged by his teammate", "", victimOnly, "telefrag"},
	{" was telefragged by her teammate", "", victimOnly, "telefrag"},
	{" was crushed by his teammate", "", victimOnly, "stomp"},
	{" was crushed by her teammate", "", victimOnly, "stomp"},
	{" was jumped by his teammate", "", victimOnly, "stomp"},
	{" was jumped by her teammate", "", victimOnly, "stomp"},
	{" was telefragged", "", worldDeath, "telefrag"},
	{" mows down a teammate", "", killerOnly, ""},
	{" squished a teammate", "", killerOnly, "squish"},
	{" checks his glasses", "", killerOnly, ""},
	{" checks her glasses", "", killerOnly, ""},
	{" gets a frag for the other team", "", killerOnly, ""},
	{" loses another friend", "", killerOnly, ""},

	{" becomes bored with life", "", suicide, "rocket launcher"},
	{" discovers blast radius", "", suicide, "rocket launcher"},
	{" tries to put the pin back in", "", suicide, "grenade launcher"},
	{" discharges into the water.", "", suicide, "discharge"},
	{" discharges into the water", "", suicide, "discharge"},
	{" discharges into the slime", "", suicide, "discharge"},
	{" discharges into the lava", "", suicide, "discharge"},
	{" heats up the water", "", suicide, "discharge"},
	{" electrocutes himself.", "", suicide, "discharge"},
	{" electrocutes himself", "", suicide, "discharge"},
	{" electrocutes herself.", "", suicide, "discharge"},
	{" railcutes himself", "", suicide, "discharge"},
	{" suicides", "", suicide, "suicide"},

	{" burst into flames", "", worldDeath, "lava"},
	{" turned into hot slag", "", worldDeath, "lava"},
	{" visits the Volcano God", "", worldDeath, "lava"},
	{" gulped a load of slime", "", worldDeath, "slime"},
	{" can't exist on slime alone", "", worldDeath, "slime"},
	{" sleeps with the fishes", "", worldDeath, "water"},
	{" sucks it down", "", worldDeath, "water"},
	{" cratered", "", worldDeath, "fall"},
	{" fell to his death", "", worldDeath, "fall"},
	{" fell to her death", "", worldDeath, "fall"},
	{" was squished", "", worldDeath, "squish"},
	{" tried to leave", "", worldDeath, ""},
	{" blew up", "", worldDeath, "explosion"},
	{" was spiked", "", worldDeath, "trap"},
	{" was zapped", "", worldDeath, "trap"},
	{" ate a lavaball", "", worldDeath, "trap"},
	{" died", "", worldDeath, ""},
}

// The line of a telefrag that the pentagram deflected: the named player dies.
const (
	deflectedBefore = "Satan's power deflects "
	deflectedBehind = "'s telefrag"
)

// Death reads an obituary of QuakeWorld's games; false if the line is not one. The
// event's Player is the killer and Other the victim, [world.Nobody] if not named;
// they are the same for a suicide.
func Death(players []world.Player, line, plain []byte) (world.Event, bool) {
	e := world.Event{Kind: world.EventKill, Player: world.Nobody, Other: world.Nobody, Text: line}
	if bytes.HasPrefix(plain, []byte(deflectedBefore)) && bytes.HasSuffix(plain, []byte(deflectedBehind)) &&
		len(line) > len(deflectedBefore)+len(deflectedBehind) {
		e.Other = playerNamed(players, line[len(deflectedBefore):len(line)-len(deflectedBehind)])
		e.Player, e.Weapon = e.Other, "telefrag"
		return e, e.Other >= 0
	}
	return deathBy(deathPhrases[:], players, line, plain)
}

// deathBy is [Death] with a given table of phrases.
func deathBy(phrases []deathPhrase, players []world.Player, line, plain []byte) (world.Event, bool) {
	e := world.Event{Kind: world.EventKill, Player: world.Nobody, Other: world.Nobody, Text: line}
	for i := range players {
		p := &players[i]
		if !p.InUse || p.Name == "" || len(line) <= len(p.Name) || string(line[:len(p.Name)]) != p.Name {
			continue
		}
		if readDeath(phrases, players, &e, i, line[len(p.Name):], plain[len(p.Name):]) {
			return e, true
		}
	}
	return e, false
}

// readDeath reads the rest of a line, behind the name of the player first.
func readDeath(phrases []deathPhrase, players []world.Player, e *world.Event, first int, rest, plain []byte) bool {
	for i := range phrases {
		d := &phrases[i]
		if len(plain) < len(d.middle)+len(d.suffix) || string(plain[:len(d.middle)]) != d.middle {
			continue
		}
		end := len(plain) - len(d.suffix)
		second := world.Nobody
		switch d.names {
		case victimKiller, killerVictim:
			if string(plain[end:]) != d.suffix {
				continue
			}
			if second = playerNamed(players, rest[len(d.middle):end]); second < 0 {
				continue
			}
		default:
			if end != len(d.middle) {
				continue
			}
		}
		e.Weapon = d.weapon
		switch d.names {
		case victimKiller:
			e.Other, e.Player = first, second
		case killerVictim:
			e.Player, e.Other = first, second
		case suicide:
			e.Player, e.Other = first, first
		case killerOnly:
			e.Player = first
		default:
			e.Other = first
		}
		return true
	}
	return false
}

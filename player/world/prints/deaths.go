package prints

import (
	"bytes"
	"slices"

	"demoscope/player/weapon"
	"demoscope/player/world"
)

// deathPhrase is an obituary of Quake's and QuakeWorld's games: NAME middle NAME suffix, or NAME middle. In middle,
// his, him and himself stand for any form of the pronoun. After a name that ends with s, the suffix "'s rocket" becomes
// "' rocket".
type deathPhrase struct {
	middle string
	suffix string
	names  deathNames
	weapon weapon.Kind
}

// deathNames says which names a phrase contains.
type deathNames uint8

const (
	victimKiller deathNames = iota // VICTIM middle KILLER suffix
	killerVictim                   // KILLER middle VICTIM suffix
	suicide                        // VICTIM middle: a suicide
	deflected                      // VICTIM middle NAME suffix: a suicide, despite NAME
	worldDeath                     // VICTIM middle: killed by the world
	killerOnly                     // KILLER middle: killed an unnamed team-mate
	victimOnly                     // VICTIM middle: killed by an unnamed team-mate
	killerMate                     // KILLER middle VICTIM suffix: a team kill
	mateKiller                     // VICTIM middle KILLER suffix: a team kill
)

// Placeholders for pronouns in phrases, followed by the pronouns. Games have pronouns for each gender, or "his" for
// everybody.
const (
	his     = weapon.His
	himself = weapon.Himself
	him     = weapon.Him
)

var pronouns = [...][]string{
	1: {"his", "her", "its", "their"},
	2: {"himself", "herself", "itself", "themselves"},
	3: {"him", "her", "it", "them"},
}

// deathPhrases are the obituaries of id's QuakeWorld, KTX and its predecessors, CRMod, capture the flag and similar
// mods. If two phrases begin in the same way, the longer comes first. "discharges into the water" may also have killed
// other players, who get their own lines.
var deathPhrases = [...]deathPhrase{
	{" chewed on ", "'s boomstick", victimKiller, weapon.Shotgun},
	{" was lead poisoned by ", "", victimKiller, weapon.Shotgun},
	{" was disembowled by ", "'s shotgun", victimKiller, weapon.Shotgun}, // CRMod
	{" was disemboweled by ", "'s shotgun", victimKiller, weapon.Shotgun},
	{" ate 2 loads of ", "'s buckshot", victimKiller, weapon.SuperShotgun},
	{" ate 8 loads of ", "'s buckshot", victimKiller, weapon.SuperShotgun},
	{" eats 2 scoops of ", "'s lead shot", victimKiller, weapon.SuperShotgun}, // CRMod
	{" was body pierced by ", "", victimKiller, weapon.Nailgun},
	{" was nailed by ", "", victimKiller, weapon.Nailgun},
	{" was perforated by ", "", victimKiller, weapon.SuperNailgun},
	{" was punctured by ", "", victimKiller, weapon.SuperNailgun},
	{" was ventilated by ", "", victimKiller, weapon.SuperNailgun},
	{" was straw-cuttered by ", "", victimKiller, weapon.SuperNailgun},
	{" eats ", "'s pineapple", victimKiller, weapon.GrenadeLauncher},
	{" was gibbed by ", "'s grenade", victimKiller, weapon.GrenadeLauncher},
	{" was blown to chunks by ", "'s grenade", victimKiller, weapon.GrenadeLauncher}, // CRMod
	{" gets intimate with ", "'s grenade", victimKiller, weapon.GrenadeLauncher},     // CRMod
	{" rides ", "'s rocket", victimKiller, weapon.RocketLauncher},
	{" rides ", "'s Quad rocket", victimKiller, weapon.RocketLauncher},
	{" was gibbed by ", "'s rocket", victimKiller, weapon.RocketLauncher},
	{" was gibbed by ", "'s Quad rocket", victimKiller, weapon.RocketLauncher},
	{" was brutalized by ", "'s quad rocket", victimKiller, weapon.RocketLauncher},
	{" was smeared by ", "'s quad rocket", victimKiller, weapon.RocketLauncher},
	{" was blown to chunks by ", "'s rocket", victimKiller, weapon.RocketLauncher}, // CRMod
	{" is shish-kebabed by ", "'s rocket", victimKiller, weapon.RocketLauncher},    // CRMod
	{" rips ", " a new one", killerVictim, weapon.RocketLauncher},
	{" accepts ", "'s shaft", victimKiller, weapon.Thunderbolt},
	{" gets a natural disaster from ", "", victimKiller, weapon.Thunderbolt},
	{" gets a warm fuzzy feeling from ", "", victimKiller, weapon.Thunderbolt}, // CRMod
	{" accepts ", "'s discharge", victimKiller, weapon.Discharge},
	{" drains ", "'s batteries", victimKiller, weapon.Discharge},
	{" was ax-murdered by ", "", victimKiller, weapon.Axe},
	{" was axed to pieces by ", "", victimKiller, weapon.Axe},
	{" was hooked by ", "", victimKiller, weapon.Grapple},
	{" was disembowled by ", "", victimKiller, weapon.Grapple},
	{" was disemboweled by ", "", victimKiller, weapon.Grapple},
	{" was railed by ", "", victimKiller, weapon.Railgun},
	{" was instagibbed by ", "", victimKiller, weapon.Railgun},
	{" was destroyed by ", "'s Quad rocket", victimKiller, weapon.RocketLauncher},
	{" was destroyed by ", "", victimKiller, weapon.None},
	{" was killed by ", "", victimKiller, weapon.None},
	{" was telefragged by ", "'s Satan's power", deflected, weapon.Telefrag},
	{" was telefragged by ", "", victimKiller, weapon.Telefrag},
	{" was literally stomped into particles by ", "", victimKiller, weapon.Stomp},
	{" was crushed by ", "", victimKiller, weapon.Stomp},
	{" was jumped by ", "", victimKiller, weapon.Stomp},
	{" tried to catch ", "", victimKiller, weapon.Stomp},
	{" softens ", "'s fall", victimKiller, weapon.Stomp},
	{" squishes ", "", killerVictim, weapon.Squish},
	{" stomps ", "", killerVictim, weapon.Stomp},

	{" was telefragged by " + his + " teammate", "", victimOnly, weapon.Telefrag},
	{" was crushed by " + his + " teammate", "", victimOnly, weapon.Stomp},
	{" was jumped by " + his + " teammate", "", victimOnly, weapon.Stomp},
	{" was telefragged", "", worldDeath, weapon.Telefrag},
	{" mows down a teammate", "", killerOnly, weapon.None},
	{" squished a teammate", "", killerOnly, weapon.Squish},
	{" checks " + his + " glasses", "", killerOnly, weapon.None},
	{" gets a frag for the other team", "", killerOnly, weapon.None},
	{" loses another friend", "", killerOnly, weapon.None},

	{" somehow becomes bored with life", "", suicide, weapon.None},
	{" becomes bored with life", "", suicide, weapon.RocketLauncher},
	{" discovers blast radius", "", suicide, weapon.RocketLauncher},
	{" tries to put the pin back in", "", suicide, weapon.GrenadeLauncher},
	{" discharges into the water.", "", suicide, weapon.Discharge},
	{" discharges into the water", "", suicide, weapon.Discharge},
	{" discharges into the slime", "", suicide, weapon.Discharge},
	{" discharges into the lava", "", suicide, weapon.Discharge},
	{" heats up the water", "", suicide, weapon.Discharge},
	{" electrocutes " + himself + ".", "", suicide, weapon.Discharge},
	{" electrocutes " + himself, "", suicide, weapon.Discharge},
	{" railcutes " + himself, "", suicide, weapon.Discharge},
	{" suicides", "", suicide, weapon.Suicide},
	{" couldn't resist the shiny spawn point", "", suicide, weapon.Telefrag}, // KTX
	{" got too close to the baby factory", "", suicide, weapon.Telefrag},     // KTX
	{" was fragged by poor life choices", "", suicide, weapon.Telefrag},      // KTX

	{" burst into flames", "", worldDeath, weapon.Lava},
	{" turned into hot slag", "", worldDeath, weapon.Lava},
	{" visits the Volcano God", "", worldDeath, weapon.Lava},
	{" gulped a load of slime", "", worldDeath, weapon.Slime},
	{" can't exist on slime alone", "", worldDeath, weapon.Slime},
	{" sleeps with the fishes", "", worldDeath, weapon.Water},
	{" sucks it down", "", worldDeath, weapon.Water},
	{" cratered", "", worldDeath, weapon.Fall},
	{" fell to " + his + " death", "", worldDeath, weapon.Fall},
	{" was squished", "", worldDeath, weapon.Squish},
	{" tried to leave", "", worldDeath, weapon.None},
	{" blew up", "", worldDeath, weapon.Explosion},
	{" was spiked", "", worldDeath, weapon.Trap},
	{" was zapped", "", worldDeath, weapon.Trap},
	{" ate a lavaball", "", worldDeath, weapon.Trap},
	{" died", "", worldDeath, weapon.None},
}

// The line about a telefrag that the pentagram deflected. The named player dies.
const (
	deflectedBefore = "Satan's power deflects "
	deflectedBehind = "'s telefrag"
)

// Death parses an obituary of QuakeWorld's games. It returns false for other lines. The event's Player is the killer
// and Other the victim, or [world.Nobody] if not named. In a suicide both are the same. TeamKill is set if the phrase
// says so.
func Death(players []world.Player, line, plain []byte) (world.Event, bool) {
	return deathBy(players, line, plain, new(beginnings), &quakeWorldIndex, &fortressIndex, &modIndex)
}

// deathBy is [Death] with the given tables. It sets first.
func deathBy(players []world.Player, line, plain []byte, first *beginnings, tables ...*phraseIndex) (
	world.Event, bool) {
	e := world.Event{Kind: world.EventKill, Player: world.Nobody, Other: world.Nobody, Text: line}
	if bytes.HasPrefix(plain, []byte(deflectedBefore)) && bytes.HasSuffix(plain, []byte(deflectedBehind)) &&
		len(line) > len(deflectedBefore)+len(deflectedBehind) {
		e.Other = PlayerNamed(players, line[len(deflectedBefore):len(line)-len(deflectedBehind)])
		e.Player, e.Weapon = e.Other, weapon.Telefrag
		return e, e.Other >= 0
	}
	if killer, victim, ok := midair(players, line, plain); ok {
		e.Player, e.Other, e.Weapon = killer, victim, weapon.RocketLauncher
		return e, true
	}
	first.find(players, line)
	for _, table := range tables {
		for _, slot := range first.slots[:first.n] {
			n := len(players[slot].Name)
			if table.first[plain[n]] && table.second[plain[n+1]] && readDeath(table.phrases, players, &e, int(slot),
				line[n:], plain[n:]) {
				return e, true
			}
		}
	}
	return e, false
}

// midair parses KTX's replacement for obituaries in midair mode, "SIGN bronze midair [   88.6] by KILLER on VICTIM". ok
// is false for other lines.
func midair(players []world.Player, line, plain []byte) (killer, victim int, ok bool) {
	const between, by, on = " midair", "] by ", " on "
	at := bytes.Index(plain, []byte(between))
	if at < 0 {
		return world.Nobody, world.Nobody, false
	}
	height := bytes.Index(plain[at:], []byte(by))
	if height < 0 {
		return world.Nobody, world.Nobody, false
	}
	from := at + height + len(by)
	for at = from; ; at++ { // names may contain the word, too
		n := bytes.Index(plain[at:], []byte(on))
		if n < 0 {
			return world.Nobody, world.Nobody, false
		}
		at += n
		killer, victim = PlayerNamed(players, line[from:at]), PlayerNamed(players, line[at+len(on):])
		if killer >= 0 && victim >= 0 {
			return killer, victim, true
		}
	}
}

// beginnings are the players whose names a line begins with. They are only searched once for all tables, because a game
// may have 255 players, and names may have one letter.
type beginnings struct {
	slots [world.MaxPlayers]int16
	n     int
}

// find searches the players. If several players have the same name, the first counts. There are none if the line is too
// short for a name and a phrase.
func (b *beginnings) find(players []world.Player, line []byte) {
	b.n = 0
	if len(line) <= shortestPhrase {
		return
	}
	var tried [256]bool // by length of the name
	for i := range players {
		p := &players[i]
		n := len(p.Name)
		if n == 0 || n > len(line)-shortestPhrase || p.Name[0] != line[0] || !p.InUse || n < len(tried) && tried[n] ||
			string(line[:n]) != p.Name {
			continue
		}
		if n < len(tried) {
			tried[n] = true
		}
		if b.n == len(b.slots) {
			return
		}
		b.slots[b.n] = int16(i)
		b.n++
	}
}

// phraseIndex is a table of phrases with their first two characters, which quickly rule out almost all other texts.
type phraseIndex struct {
	phrases       []deathPhrase
	first, second [256]bool
}

// modDeaths are the obituaries of weapons of Quake and QuakeWorld that exist only in mods, longer ones first.
var modDeaths = func() (list []deathPhrase) {
	for k := range weapon.NumKinds {
		for _, o := range k.Obituaries() {
			switch {
			case o.In != weapon.InQuake:
			case o.Rest == weapon.Self:
				list = append(list, deathPhrase{o.Phrase, "", suicide, k})
			default:
				list = append(list, deathPhrase{o.Phrase, o.Rest, victimKiller, k})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b deathPhrase) int {
		return len(b.middle) + len(b.suffix) - len(a.middle) - len(a.suffix)
	})
	return list
}()

func indexOf(phrases []deathPhrase) phraseIndex {
	x := phraseIndex{phrases: phrases}
	for i := range phrases {
		x.first[phrases[i].middle[0]] = true // a space, or the apostrophe of "'s"
		if c := phrases[i].middle[1]; int(c) >= len(pronouns) {
			x.second[c] = true
		} else {
			for _, p := range pronouns[c] {
				x.second[p[0]] = true
			}
		}
	}
	return x
}

var (
	quakeWorldIndex = indexOf(deathPhrases[:])
	fortressIndex   = indexOf(fortressDeaths[:])
	modIndex        = indexOf(modDeaths)
	libreIndex      = indexOf(libreDeaths[:])
	packIndex       = indexOf(packDeaths[:])
)

// shortestPhrase is the length of the shortest phrase in bytes: " died".
const shortestPhrase = 5

// Shortest is the length in bytes of the shortest meaningful line outside of tables: an obituary with a name of one
// letter.
const Shortest = 1 + shortestPhrase

// readDeath parses the rest of an obituary, after the name of the player first.
func readDeath(phrases []deathPhrase, players []world.Player, e *world.Event, first int, rest, plain []byte) bool {
	for i := range phrases {
		d := &phrases[i]
		if plain[0] != d.middle[0] && int(d.middle[0]) >= len(pronouns) || len(plain) > 1 && plain[1] != d.middle[1] &&
			int(d.middle[1]) >= len(pronouns) {
			continue // the usual case; faster than a function call
		}
		n := beginsWith(plain, d.middle)
		if n < 0 {
			continue
		}
		second := world.Nobody
		switch d.names {
		case victimKiller, killerVictim, deflected, killerMate, mateKiller:
			if second = nameBefore(players, rest[n:], plain[n:], d.suffix); second < 0 {
				continue
			}
		default:
			if n != len(plain) {
				continue
			}
		}
		e.Weapon = d.weapon
		switch d.names {
		case victimKiller:
			e.Other, e.Player = first, second
		case mateKiller:
			e.Other, e.Player, e.TeamKill = first, second, true
		case killerVictim:
			e.Player, e.Other = first, second
		case killerMate:
			e.Player, e.Other, e.TeamKill = first, second, true
		case suicide, deflected:
			e.Player, e.Other = first, first
		case killerOnly:
			e.Player, e.TeamKill = first, true
		case victimOnly:
			e.Other, e.TeamKill = first, true
		default:
			e.Other = first
		}
		return true
	}
	return false
}

// beginsWith returns the number of bytes at the beginning of text that match a phrase, in which placeholders stand for
// any of their pronouns. It returns -1 if there is no match.
func beginsWith(text []byte, phrase string) int {
	n := 0
	for i := range len(phrase) {
		if c := phrase[i]; int(c) < len(pronouns) {
			k := -1
			for _, p := range pronouns[c] {
				// Of "her" and "herself", use the longer.
				if bytes.HasPrefix(text[n:], []byte(p)) && len(p) > k {
					k = len(p)
				}
			}
			if k < 0 {
				return -1
			}
			n += k
			continue
		}
		if n >= len(text) || text[n] != phrase[i] {
			return -1
		}
		n++
	}
	return n
}

// nameBefore returns the slot of the player whose name comes before the suffix at the end of a line, or [world.Nobody].
func nameBefore(players []world.Player, line, plain []byte, suffix string) int {
	if n := len(plain) - len(suffix); n > 0 && string(plain[n:]) == suffix {
		if slot := PlayerNamed(players, line[:n]); slot >= 0 {
			return slot
		}
	}
	if len(suffix) < 2 || suffix[:2] != "'s" {
		return world.Nobody
	}
	// "Boss' rocket"
	n := len(plain) - len(suffix) + 1
	if n > 0 && plain[n] == '\'' && string(plain[n+1:]) == suffix[2:] {
		return PlayerNamed(players, line[:n])
	}
	return world.Nobody
}

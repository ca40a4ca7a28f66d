package id1

import (
	"math/bits"

	"demoscope/player/world"
)

// Many clients ask the server not to print what they pick up, and some recordings have
// no prints at all, so that they show it in the stats alone: new item bits, more armor,
// the bit of the megahealth. Ammunition, and a weapon or powerup that the player has
// already, do not show. We assume that more than maxTakenAtOnce new items at once, and
// those of a player that has just respawned, are what a player starts with.
const maxTakenAtOnce = 2

// itemBits are the bits of StatItems that are major items.
var itemBits = [...]struct {
	bit  int32
	item string
}{
	{2, "Double-barrelled Shotgun"}, {4, "Nailgun"}, {8, "Super Nailgun"}, {16, "Grenade Launcher"},
	{32, "Rocket Launcher"},
	{64, "Thunderbolt"},
	{1 << 17, "silver key"}, {1 << 18, "gold key"},
	{1 << 19, "Ring of Shadows"}, {1 << 20, "Pentagram of Protection"}, {1 << 21, "Biosuit"}, {1 << 22, "Quad Damage"},
}

// armors are the bits of StatItems for the armor worn, and what it is worth when new.
var armors = [...]struct {
	bit  int32
	item string
	full int32
}{{1 << 13, "Green Armor", 100}, {1 << 14, "Yellow Armor", 150}, {1 << 15, "Red Armor", 200}}

const (
	// megaBit is the bit of StatItems that a player has from a megahealth until its
	// health is back at 100.
	megaBit = 1 << 16
	// megaAgain is how much the health of a player that has megaBit already rises
	// at least by another megahealth: regeneration and other gains are smaller.
	megaAgain = 50
)

// itemMask is all bits of itemBits.
var itemMask = func() (mask int32) {
	for _, b := range itemBits {
		mask |= b.bit
	}
	return mask
}()

// Possessions are what a player had after the last packet that changed the player's
// stats. The zero value knows nothing.
type Possessions struct {
	Items, Armor, Health int32
	Known                bool
}

// Bits says what the bits of a game mean.
type Bits uint8

// The kinds of bits.
const (
	// AllBits are QuakeWorld's: any gain of armor is one that was taken.
	AllBits Bits = iota
	// FullArmor are Quake's, where mods have pieces of armor, too: only new armor
	// counts.
	FullArmor
	// NoArmor are those of Quake's mission packs, whose weapons take the bits of
	// armor and megahealth.
	NoArmor
)

// Take calls report with each item that a player took since the last call, by the
// player's stats.
func (p *Possessions) Take(s *world.Stats, mean Bits, report func(item string)) {
	items, known := s.QuakeItems()
	now := Possessions{Items: int32(items), Armor: s.Values[world.StatArmor], Health: s.Values[world.StatHealth],
		Known: known}
	was := *p
	*p = now
	fresh := now.Items &^ was.Items & itemMask
	if !was.Known || was.Health <= 0 || now.Health <= 0 || bits.OnesCount32(uint32(fresh)) > maxTakenAtOnce {
		return
	}
	if fresh != 0 {
		for _, b := range itemBits {
			if fresh&b.bit != 0 {
				report(b.item)
			}
		}
	}
	if mean == NoArmor {
		return
	}
	if now.Armor > was.Armor {
		for _, a := range armors {
			if now.Items&a.bit != 0 && (mean == AllBits || now.Armor == a.full) {
				report(a.item)
			}
		}
	}
	switch gain := now.Health - was.Health; {
	case now.Items&megaBit == 0 || gain <= 0:
	case was.Items&megaBit == 0, gain >= megaAgain:
		report("Megahealth")
	}
}

// ArmorWorn returns the armor that a player wears by its stats, empty if they do not
// tell.
func ArmorWorn(s *world.Stats) string {
	for _, a := range armors {
		if s.Values[world.StatItems]&a.bit != 0 {
			return a.item
		}
	}
	return ""
}

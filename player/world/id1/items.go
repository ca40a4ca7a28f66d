package id1

import (
	"math/bits"

	"demoscope/player/weapon"
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
	item weapon.Item
}{
	{2, weapon.Item(weapon.SuperShotgun)}, {4, weapon.Item(weapon.Nailgun)}, {8, weapon.Item(weapon.SuperNailgun)},
	{16, weapon.Item(weapon.GrenadeLauncher)}, {32, weapon.Item(weapon.RocketLauncher)},
	{64, weapon.Item(weapon.LightningGun)},
	{world.ItemSilverKey, weapon.ItemSilverKey}, {world.ItemGoldKey, weapon.ItemGoldKey},
	{world.ItemRing, weapon.ItemRing}, {world.ItemPentagram, weapon.ItemPentagram},
	{world.ItemSuit, weapon.ItemBiosuit}, {world.ItemQuad, weapon.ItemQuad},
}

// armors are the bits of StatItems for the armor worn, and what it is worth when new.
var armors = [...]struct {
	bit  int32
	item weapon.Item
	full int32
}{{world.ItemGreenArmor, weapon.ItemGreenArmor, 100}, {world.ItemYellowArmor, weapon.ItemYellowArmor, 150},
	{world.ItemRedArmor, weapon.ItemRedArmor, 200}}

// megaAgain is how much the health of a player that has [world.ItemMegahealth] already rises
// at least by another megahealth: regeneration and other gains are smaller.
const megaAgain = 50

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
				report(b.item.Quake())
			}
		}
	}
	if mean == NoArmor {
		return
	}
	if now.Armor > was.Armor {
		for _, a := range armors {
			if now.Items&a.bit != 0 && (mean == AllBits || now.Armor == a.full) {
				report(a.item.Quake())
			}
		}
	}
	switch gain := now.Health - was.Health; {
	case now.Items&world.ItemMegahealth == 0 || gain <= 0:
	case was.Items&world.ItemMegahealth == 0, gain >= megaAgain:
		report(weapon.ItemMegahealth.Quake())
	}
}

// ArmorWorn returns the armor that a player wears by its stats, empty if they do not
// tell.
func ArmorWorn(s *world.Stats) string {
	for _, a := range armors {
		if s.Values[world.StatItems]&a.bit != 0 {
			return a.item.Quake()
		}
	}
	return ""
}

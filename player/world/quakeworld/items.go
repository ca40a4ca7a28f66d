package quakeworld

import (
	"math/bits"

	"demoscope/player/world"
)

// Many clients ask the server not to print what they pick up, so that their
// recordings show it in the stats alone: new item bits, more armour, health above
// 100. Ammunition, and a weapon or powerup that the player has already, do not
// show. We assume that more than maxTakenAtOnce new items at once, and those of a
// player that has just respawned, are what a player starts with.
const maxTakenAtOnce = 2

// itemBits are the bits of StatItems that are major items.
var itemBits = [...]struct {
	bit  int32
	item string
}{
	{2, "Double-barrelled Shotgun"}, {4, "Nailgun"}, {8, "Super Nailgun"}, {16, "Grenade Launcher"}, {32, "Rocket Launcher"},
	{64, "Thunderbolt"},
	{1 << 17, "silver key"}, {1 << 18, "gold key"},
	{1 << 19, "Ring of Shadows"}, {1 << 20, "Pentagram of Protection"}, {1 << 21, "Biosuit"}, {1 << 22, "Quad Damage"},
}

// armorBits are the bits of StatItems for the armour worn.
var armorBits = [...]struct {
	bit  int32
	item string
}{{1 << 13, "Green Armor"}, {1 << 14, "Yellow Armor"}, {1 << 15, "Red Armor"}}

// itemMask is all bits of itemBits.
var itemMask = func() (mask int32) {
	for _, b := range itemBits {
		mask |= b.bit
	}
	return mask
}()

// possessions are what a player had after the last packet that changed the
// player's stats.
type possessions struct {
	items, armor, health int32
	known                bool
}

// tookByStats reports the items that a player took, by the stats that the packet
// changed.
func (q *base) tookByStats(w world.Edit, slot int, s *world.Stats) {
	now := possessions{
		items: s.Values[world.StatItems], armor: s.Values[world.StatArmor], health: s.Values[world.StatHealth],
		known: s.Known>>world.StatItems&1 != 0,
	}
	was := q.owned[slot]
	q.owned[slot] = now
	fresh := now.items &^ was.items & itemMask
	if !was.known || was.health <= 0 || now.health <= 0 || w.Players[slot].Spectator || bits.OnesCount32(uint32(fresh)) > maxTakenAtOnce {
		return
	}
	for _, b := range itemBits {
		if fresh&b.bit != 0 {
			q.pickUp(w, slot, b.item)
		}
	}
	if now.armor > was.armor {
		for _, b := range armorBits {
			if now.items&b.bit != 0 {
				q.pickUp(w, slot, b.item)
			}
		}
	}
	if now.health > was.health && now.health > 100 {
		q.pickUp(w, slot, "Megahealth")
	}
}

package id1

import (
	"math/bits"

	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// Many clients ask the server not to print pickups, and some recordings have no prints at all. Then only the stats show
// pickups: new item bits, more armor, or the bit of the megahealth. Ammunition, and weapons or powerups that the player
// already has, don't show. More than maxTakenAtOnce new items at once, and those of a player who has just respawned,
// are assumed to be the initial items, unless the sound of an item was heard, see [Picked].
const maxTakenAtOnce = 2

// itemBits are the bits of StatItems for major items.
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

// armors are the bits of StatItems for worn armor, and the points of a new one.
var armors = [...]struct {
	bit  int32
	item weapon.Item
	full int32
}{{world.ItemGreenArmor, weapon.ItemGreenArmor, 100}, {world.ItemYellowArmor, weapon.ItemYellowArmor, 150},
	{world.ItemRedArmor, weapon.ItemRedArmor, 200}}

// megaAgain is the minimum rise of the health of a player who already has [world.ItemMegahealth] that counts as another
// megahealth. Regeneration and other gains are smaller.
const megaAgain = 50

// weaponMask has the bits of itemBits that are weapons.
const weaponMask = 2 | 4 | 8 | 16 | 32 | 64

// itemMask has all bits of itemBits.
var itemMask = func() (mask int32) {
	for _, b := range itemBits {
		mask |= b.bit
	}
	return mask
}()

// Possessions are what a player had after the last packet that changed the player's stats. The zero value knows
// nothing.
type Possessions struct {
	Items, Armor, Health int32
	Known                bool
}

// Bits is what the item bits of a game mean.
type Bits uint8

// The kinds of bits.
const (
	// AllBits is for QuakeWorld: any gain of armor is a pickup.
	AllBits Bits = iota
	// FullArmor is for Quake, where mods have pieces of armor, too: only new armor counts.
	FullArmor
	// NoArmor is for Quake's mission packs, whose weapons use the bits of armor and megahealth.
	NoArmor
)

// Heard is a set of sounds of items that a player took.
type Heard uint8

// The sounds of items.
const (
	heardArmor Heard = 1 << iota
	heardMegahealth
	heardWeapon
	heardPowerup
)

// itemSounds are the sounds of picking up items.
var itemSounds = map[string]Heard{
	"items/armor1.wav": heardArmor, "items/r_item2.wav": heardMegahealth, "weapons/pkup.wav": heardWeapon,
	"items/protect.wav": heardPowerup, "items/damage.wav": heardPowerup, "items/inv1.wav": heardPowerup,
	"items/suit.wav": heardPowerup,
}

// maxHeard is the number of players in [Picked].
const maxHeard = 32

// Picked has the sounds of items that players took at one moment. It is copied by assignment.
type Picked struct {
	clock float64
	heard [maxHeard]Heard
}

// Hash adds the sounds to a hash.
func (p *Picked) Hash(h *hash.Hash) {
	h.Floats(p.clock)
	for _, heard := range p.heard {
		h.Ints(int(heard))
	}
}

// Hear notes the sound of an item that a player takes.
func (p *Picked) Hear(w world.Edit, m *message.Sound) {
	slot := int(m.Entity) - 1
	if slot < 0 || slot >= maxHeard || slot >= len(w.Players) {
		return
	}
	heard := itemSounds[w.Level().Sound(uint16(m.Sound))]
	if heard == 0 {
		return
	}
	if p.clock != w.Clock {
		*p = Picked{clock: w.Clock}
	}
	p.heard[slot] |= heard
}

// By returns the sounds of the player in a slot at a moment.
func (p *Picked) By(slot int, clock float64) Heard {
	if p.clock != clock || slot < 0 || slot >= maxHeard {
		return 0
	}
	return p.heard[slot]
}

// fullHealth is the health of a player who has just spawned.
const fullHealth = 100

// Take calls report with each item that a player took since the last call, according to the player's stats. heard are
// the sounds of this moment.
func (p *Possessions) Take(s *world.Stats, mean Bits, heard Heard, report func(item string)) {
	items, known := s.QuakeItems()
	now := Possessions{Items: int32(items), Armor: s.Values[world.StatArmor], Health: s.Values[world.StatHealth],
		Known: known}
	was := *p
	*p = now
	all := heardArmor | heardMegahealth | heardWeapon | heardPowerup
	if was.Known && was.Health <= 0 && now.Health > 0 { // spawned
		all = heard
		was = Possessions{Health: fullHealth, Known: heard != 0}
	}
	fresh := now.heldSince(&was, all)
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
	if now.Armor > was.Armor && all&heardArmor != 0 {
		for _, a := range armors {
			if now.Items&a.bit != 0 && (mean == AllBits || now.Armor == a.full) {
				report(a.item.Quake())
			}
		}
	}
	if all&heardMegahealth != 0 && now.tookMega(&was) {
		report(weapon.ItemMegahealth.Quake())
	}
}

// heldSince returns the weapons and powerups that the player has but did not have before, if a sound says that they
// may be new.
func (p *Possessions) heldSince(was *Possessions, heard Heard) int32 {
	fresh := p.Items &^ was.Items & itemMask
	if heard&heardWeapon == 0 {
		fresh &^= weaponMask
	}
	if heard&heardPowerup == 0 {
		fresh &= weaponMask
	}
	return fresh
}

// tookMega reports whether the player took a megahealth, given what the player had before.
func (p *Possessions) tookMega(was *Possessions) bool {
	gain := p.Health - was.Health
	return p.Items&world.ItemMegahealth != 0 && gain > 0 &&
		(was.Items&world.ItemMegahealth == 0 || gain >= megaAgain)
}

// ArmorWorn returns the armor that a player wears according to the stats, or "" if it is unknown.
func ArmorWorn(s *world.Stats) string {
	for _, a := range armors {
		if s.Values[world.StatItems]&a.bit != 0 {
			return a.item.Quake()
		}
	}
	return ""
}

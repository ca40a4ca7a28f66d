package hud

import (
	"demoscope/player/world"
	"demoscope/render/draw"
)

// ArmorKind is how well armour protects.
type ArmorKind uint8

// The kinds of armour.
const (
	ArmorNone ArmorKind = iota
	ArmorGreen
	ArmorYellow
	ArmorRed
	ArmorPower // Quake II's power shield and screen
)

// Slot is a weapon or a kind of ammunition.
type Slot struct {
	Icon   Icon
	Tag    string // what players call it: "RL"
	Owned  bool
	Active bool
	Count  int32 // of ammunition; negative: does not apply
}

// Item is a key, a powerup or a rune that somebody has.
type Item struct {
	Icon  Icon
	Color draw.Color
	Left  float32 // seconds; 0: until it is lost
}

const (
	maxSlots = 16
	maxItems = 16
)

// Status is what somebody has, the same for all games.
type Status struct {
	Known  bool // the demo tells it
	Health int32
	Armor  int32
	Kind   ArmorKind
	Ammo   Slot   // of the weapon in hand; Count negative if it needs none
	Pickup string // what was just taken, in the game's charset; empty in most games

	weapons [maxSlots]Slot
	ammos   [maxSlots]Slot
	items   [maxItems]Item
	// counts of the lists
	weaponCount, ammoCount, itemCount int
}

// Weapons are the game's weapons in order, those not owned too.
func (s *Status) Weapons() []Slot { return s.weapons[:s.weaponCount] }

// Ammos are the game's kinds of ammunition in order.
func (s *Status) Ammos() []Slot { return s.ammos[:s.ammoCount] }

// Items are keys, powerups and runes.
func (s *Status) Items() []Item { return s.items[:s.itemCount] }

func (s *Status) addWeapon(w Slot) {
	if s.weaponCount < maxSlots {
		s.weapons[s.weaponCount] = w
		s.weaponCount++
	}
}

func (s *Status) addAmmo(a Slot) {
	if s.ammoCount < maxSlots {
		s.ammos[s.ammoCount] = a
		s.ammoCount++
	}
	if a.Active {
		s.Ammo = a
	}
}

func (s *Status) addItem(i Item) {
	if s.itemCount < maxItems {
		s.items[s.itemCount] = i
		s.itemCount++
	}
}

// Read fills s with what a player has at demo time now, in seconds. Slot may be
// world.Nobody. Where the demo tells only of the recorder, the status of others
// is not known.
func (s *Status) Read(w *world.World, slot int, now float64) {
	*s = Status{Ammo: Slot{Count: -1}}
	if w == nil {
		return
	}
	stats := statsOf(w, slot)
	if stats == nil {
		return
	}
	switch w.Game {
	case world.Quake, world.QuakeWorld:
		s.readQuake(stats)
	case world.Quake2:
		s.readQuake2(w, slot, stats)
	case world.Quake3:
		s.readQuake3(w, slot, stats, now)
	}
}

// statsOf returns the numbers of a player, nil if the demo does not tell them.
func statsOf(w *world.World, slot int) *world.Stats {
	if slot >= 0 && slot < len(w.Players) && w.Players[slot].Stats != nil {
		return w.Players[slot].Stats
	}
	if slot == w.Recorder && w.Stats.Known != 0 {
		return &w.Stats
	}
	return nil
}

package hud

import (
	"demoscope/player/world"
	"demoscope/render/draw"
)

// weaponSlot is a weapon or a kind of ammunition.
type weaponSlot struct {
	Icon   icon
	Tag    string // what players call it, such as "RL"
	Ammo   icon   // of what the stock is one of [status.Ammos]; none if it has its own Count
	Owned  bool
	Active bool
	Count  int32 // of ammunition; negative if it needs none
}

// statusItem is a key, a powerup or a rune that a player has.
type statusItem struct {
	Icon  icon
	Color draw.Color
	Left  float32 // seconds; 0 if it lasts until it is lost
	Count int32   // cells of power armor; 0 for none
}

const (
	maxSlots = 16 // weapons
	maxItems = 16 // items and powerups
)

// status is what a player has, in terms common to all games.
type status struct {
	Known  bool // the demo has it
	Health int32
	Armor  int32
	Kind   world.ArmorKind
	Ammo   weaponSlot // of the weapon in hand; Count negative if it needs none
	Falls  bool       // fast, and far above the ground
	Pickup string     // what was just picked up, in the game's charset; empty in most games

	weapons [maxSlots]weaponSlot
	ammos   [maxSlots]weaponSlot
	items   [maxItems]statusItem
	// counts of the lists
	weaponCount, ammoCount, itemCount int
}

// Weapons returns the game's weapons in order, including those not owned.
func (s *status) Weapons() []weaponSlot { return s.weapons[:s.weaponCount] }

// Ammos returns the game's kinds of ammunition in order.
func (s *status) Ammos() []weaponSlot { return s.ammos[:s.ammoCount] }

// Items returns keys, powerups and runes.
func (s *status) Items() []statusItem { return s.items[:s.itemCount] }

func (s *status) addWeapon(w weaponSlot) {
	if s.weaponCount < maxSlots {
		s.weapons[s.weaponCount] = w
		s.weaponCount++
	}
}

func (s *status) addAmmo(a weaponSlot) {
	if s.ammoCount < maxSlots {
		s.ammos[s.ammoCount] = a
		s.ammoCount++
	}
	if a.Active {
		s.Ammo = a
	}
}

func (s *status) addItem(i statusItem) {
	if s.itemCount < maxItems {
		s.items[s.itemCount] = i
		s.itemCount++
	}
}

// Read sets s to the status of the player in a slot at now, in seconds of the demo's
// own clock. Slot may be [world.Nobody]. If the demo has only the recorder's stats,
// the status of other players is not known.
func (s *status) Read(w *world.World, slot int, now float64) {
	*s = status{Ammo: weaponSlot{Count: -1}}
	if w == nil {
		return
	}
	stats := w.StatsOf(slot)
	if stats == nil {
		return
	}
	s.Known = true
	is := w.ConditionOf(stats)
	s.Health, s.Armor, s.Kind = int32(is.Health), int32(is.Armor), is.ArmorKind
	if is.Power > 0 {
		s.addItem(statusItem{Icon: iconArmor, Color: armorColors[world.ArmorPower], Count: int32(is.Power)})
	}
	switch w.Game {
	case world.Quake, world.QuakeWorld:
		s.readQuake(stats, w.Match.FlagsKnown())
	case world.Quake2:
		s.readQuake2(w, slot, stats)
	case world.Quake3:
		s.readQuake3(w, slot, stats, now)
	}
}

// freeSpectator reports whether the player in a slot is a spectator with a free camera: the stats are those of a
// player who has just spawned, or zero. A spectator who follows a player has that player's slot. Where nobody is
// followed, it is the recorder.
func freeSpectator(w *world.World, slot int) bool {
	if slot == world.Nobody {
		slot = w.Recorder
	}
	p := playerAt(w, slot)
	return p != nil && p.Spectator
}

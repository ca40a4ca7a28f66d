package world

import "math/bits"

// Stats are the numbers of the status bar, by the game's own indices (Quake: DEM
// table 2; Quake II: DM2 stats; Quake III: 0-15 stats, 16-31 persistant, 32-47
// ammo, 48-63 powerups).
type Stats struct {
	Values [64]int32
	Known  uint64 // bit per index that the demo has set
	Turn   Turn
	Sums   Sums // since the match began: see [Player.Counts]
}

// Turn is the last value of [Quake2StatArmor] for the other of two numbers. Quake II's server alternates between armor
// and the cells of power armor every 0.8 s; the icon [Quake2StatArmorIcon] says which of them the number is.
type Turn struct {
	Value, Icon int32
	Until       float64 // viewer's seconds
}

// Quake's stat numbers, QuakeWorld's too.
const (
	StatHealth        = 0
	StatWeapon        = 2 // model index of the weapon in view
	StatAmmo          = 3
	StatArmor         = 4
	StatWeaponFrame   = 5
	StatShells        = 6
	StatNails         = 7
	StatRockets       = 8
	StatCells         = 9
	StatActiveWeapon  = 10
	StatTotalSecrets  = 11
	StatTotalMonsters = 12
	StatSecrets       = 13
	StatMonsters      = 14
	StatItems         = 15
	StatViewHeight    = 16
)

// Quake II's stat numbers (DM2 3.18).
const (
	Quake2StatHealthIcon   = 0
	Quake2StatHealth       = 1
	Quake2StatAmmoIcon     = 2
	Quake2StatAmmo         = 3
	Quake2StatArmorIcon    = 4
	Quake2StatArmor        = 5
	Quake2StatSelectedIcon = 6
	Quake2StatPickupIcon   = 7
	Quake2StatPickupText   = 8 // config string of the item's name
	Quake2StatTimerIcon    = 9
	Quake2StatTimer        = 10
	Quake2StatHelpIcon     = 11
	Quake2StatSelectedItem = 12
	Quake2StatLayouts      = 13 // bits: 1 shows the layout, 2 the inventory
	Quake2StatFrags        = 14
	Quake2StatFlashes      = 15
	Quake2StatChase        = 16
	Quake2StatSpectator    = 17
)

// Quake3Stats says where a game of Quake III's family keeps numbers in [Stats] that
// not all keep at the same index. Health is 0 in all.
type Quake3Stats struct {
	Weapons int // bits of the weapons owned, by the weapon's number
	Armor   int
	// ArmorKind is the index of the kind of armor, 0 green, 1 yellow, 2 red; 0 if
	// the game does not tell it.
	ArmorKind int
	// DeadYaw is the index of the yaw toward the killer, in degrees, to which the view
	// of a dead player turns; 0 if the view angles already have it.
	DeadYaw int
	// Rank is the index of the place of who the stats are of among those who play: see [World.Place]. 0 if it
	// is not known.
	Rank int
}

// Set sets a stat; indices out of range are ignored.
func (s *Stats) Set(index int, v int32) {
	if uint(index) < uint(len(s.Values)) {
		s.Values[index] = v
		s.Known |= 1 << uint(index)
	}
}

// has reports whether the demo has set a stat, whose index is in range, to a value.
func (s *Stats) has(index uint, v int32) bool {
	return s.Values[index] == v && s.Known>>index&1 != 0
}

// unset makes a stat one that the demo has not set.
func (s *Stats) unset(index int) {
	if uint(index) < uint(len(s.Values)) {
		s.Values[index] = 0
		s.Known &^= 1 << uint(index)
	}
}

// Get returns a stat and whether the demo has set it.
func (s *Stats) Get(index int) (v int32, known bool) {
	if uint(index) >= uint(len(s.Values)) {
		return 0, false
	}
	return s.Values[index], s.Known>>uint(index)&1 != 0
}

// QuakeItems returns the bits of Quake's [StatItems], and whether the demo has set it. KTX's wipeout takes a
// powerup from who has none, so that the number is less than none: such a one is told by the five bits that
// no item has (23 to 27) between the powerups and the runes, all of which are set. Then the bits are left out
// that are set from the highest down, which only say that it is negative.
func (s *Stats) QuakeItems() (items uint32, known bool) {
	const noItem = 0x1f << 23
	v, known := s.Get(StatItems)
	items = uint32(v)
	if v < 0 && items&noItem == noItem {
		items &= 1<<(32-bits.LeadingZeros32(^items)) - 1
	}
	return items, known
}

// StatsOf returns the stats of the player in a slot, nil if the demo does not have them. In
// Quake III those of a team mate of the recorder have no more than health and armor.
func (w *World) StatsOf(slot int) *Stats {
	if slot >= 0 && slot < len(w.Players) {
		return w.statsOf(&w.Players[slot])
	}
	return w.recorderStats(slot)
}

func (w *World) statsOf(p *Player) *Stats {
	if p.Out {
		return nil
	}
	if p.Stats != nil {
		return p.Stats
	}
	return w.recorderStats(p.Slot)
}

// OwnStats returns the stats that are a player's own, nil if the demo does not have them. Those of who looks
// on, is out of the round or has a chase camera are of whom he watches, and of that one they are the
// recorder's if he has no others.
func (w *World) OwnStats(p *Player) *Stats {
	switch s := w.statsOf(p); {
	case p.Spectator:
		return nil
	case s != nil && w.Chased(s) == Nobody:
		return s
	case p.Stats == nil && w.Chased(&w.Stats) == p.Slot:
		return &w.Stats
	}
	return nil
}

// Place returns a player's place among those who play, from 1, as Quake III's snapshots tell it of who is
// followed; 0 if the demo does not tell it. Players with one score share a place.
func (w *World) Place(p *Player) int {
	const (
		shared  = 1 << 14 // a flag beside the place, which is counted from 0
		clients = 64      // of Quake III's servers at most
	)
	index, s := w.Level().Quake3Stats.Rank, w.OwnStats(p)
	if index == 0 || s == nil {
		return 0
	}
	v, known := s.Get(index)
	if v &^= shared; !known || v < 0 || v >= clients {
		return 0
	}
	return int(v) + 1
}

// recorderStats returns the recorder's stats if a slot is the recorder's, else nil.
func (w *World) recorderStats(slot int) *Stats {
	if slot != w.Recorder || w.Stats.Known == 0 {
		return nil
	}
	return &w.Stats
}

// Chased returns the slot of the player whose stats a spectator with Quake II's chase
// camera shows, [Nobody] if the stats are a player's own.
func (w *World) Chased(s *Stats) int {
	v, known := s.Get(Quake2StatChase)
	if w.Game != Quake2 || !known {
		return Nobody
	}
	n := &w.Level().Texts.Numbering
	if int(v) < n.PlayerSkins || int(v) >= n.General {
		return Nobody
	}
	return int(v) - n.PlayerSkins
}

// Quake2HUD is what Quake II's server draws over the view besides the status bar
// ([Texts].StatusBar). The stat [Quake2StatLayouts] says which of the two is drawn.
type Quake2HUD struct {
	// Layout is a program in the layout control language: the scoreboard, or
	// the help computer.
	Layout string
	// Inventory is the count of each item, indexed like [Texts].Items.
	Inventory [256]int16
}

// Quake2HUDOf returns what Quake II's server draws for the player of a slot: what it
// sent to that player alone, else what the recorder or everybody sees.
func (w *World) Quake2HUDOf(slot int) *Quake2HUD {
	if slot >= 0 && slot < len(w.Players) && w.Players[slot].Quake2HUD != nil {
		return w.Players[slot].Quake2HUD
	}
	return &w.Quake2HUD
}

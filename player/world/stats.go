package world

import "math/bits"

// Stats are the numbers of the status bar, by the game's own indices (Quake: DEM table 2; Quake II:
// DM2 stats; Quake III: 0-15 stats, 16-31 persistant, 32-47 ammo, 48-63 powerups).
type Stats struct {
	Values [64]int32
	Known  uint64 // one bit per index that the demo has set
	Turn   Turn
	Sums   Sums // since the match began, see [Player.Counts]
}

// Turn is the last value of [Quake2StatArmor] for the number that is not shown now. Quake II's
// server alternates between armor and the cells of power armor every 0.8 s. The icon
// [Quake2StatArmorIcon] says which of them the stat is.
type Turn struct {
	Value, Icon int32
	Until       float64 // end of the turn, in seconds of the viewer's clock
}

// The stat indices of Quake and QuakeWorld.
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

// Bits of Quake's StatItems (DEM table 5).
const (
	ItemGreenArmor  = 1 << 13
	ItemYellowArmor = 1 << 14
	ItemRedArmor    = 1 << 15
	ItemMegahealth  = 1 << 16
	ItemSilverKey   = 1 << 17 // the blue flag in CTF
	ItemGoldKey     = 1 << 18 // the red flag in CTF
	ItemRing        = 1 << 19
	ItemPentagram   = 1 << 20
	ItemSuit        = 1 << 21
	ItemQuad        = 1 << 22
	ItemFirstRune   = 1 << 28 // the first of four
)

// The stat indices of Quake II (DM2 3.18).
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

// Quake3Stats has the indices in [Stats] of numbers that differ among the games of the Quake III
// family. Health is at index 0 in all of them.
type Quake3Stats struct {
	Weapons int // owned weapons, one bit per weapon number
	Armor   int
	// ArmorKind is the index of the kind of armor: 0 green, 1 yellow, 2 red. The index is 0 if the
	// game does not send the kind.
	ArmorKind int
	// DeadYaw is the index of the yaw toward the killer, in degrees, to which the view of a dead
	// player turns. The index is 0 if the view angles already include it.
	DeadYaw int
	// Rank is the index of the player's place among all players: see [World.Place]. The index is 0
	// if unknown.
	Rank int
}

// Set sets a stat. Indices out of range are ignored.
func (s *Stats) Set(index int, v int32) {
	if uint(index) < uint(len(s.Values)) {
		s.Values[index] = v
		s.Known |= 1 << uint(index)
	}
}

// has reports whether the demo has set a stat to the value v. The index must be in range.
func (s *Stats) has(index uint, v int32) bool {
	return s.Values[index] == v && s.Known>>index&1 != 0
}

// unset clears a stat, as if the demo had not set it.
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

// QuakeItems returns the bits of Quake's [StatItems], and whether the demo has set them. KTX's
// wipeout mode subtracts a powerup even from players without one, which makes the number negative.
// Such a number is recognized by the five bits between the powerups and the runes that no item uses
// (23 to 27), all of which are set. Then QuakeItems clears the run of set bits at the top, which
// are only the sign.
func (s *Stats) QuakeItems() (items uint32, known bool) {
	const noItem = 0x1f << 23
	v, known := s.Get(StatItems)
	items = uint32(v)
	if v < 0 && items&noItem == noItem {
		items &= 1<<(32-bits.LeadingZeros32(^items)) - 1
	}
	return items, known
}

// StatsOf returns the stats of the player in a slot, or nil if the demo does not have them. In
// Quake III the stats of the recorder's team mates have only health and armor.
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

// OwnStats returns the stats that belong to the player, or nil if the demo does not have them. The
// stats of a spectator, of a player who is out of the round, and of one with a chase camera belong
// to the player being followed. They are returned for that player if there are no others.
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

// Place returns a player's place among all players, from 1, as reported by Quake III's snapshots
// for the player that the recorder follows. It returns 0 if unknown. Players with the same score
// share a place.
func (w *World) Place(p *Player) int {
	const (
		shared  = 1 << 14 // a flag in addition to the place, which starts at 0
		clients = 64      // maximum of Quake III's servers
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

// recorderStats returns the recorder's stats if the slot is the recorder's, or nil.
func (s *State) recorderStats(slot int) *Stats {
	if slot != s.Recorder || s.Stats.Known == 0 {
		return nil
	}
	return &s.Stats
}

// Chased returns the slot of the player whose stats are shown by a spectator with Quake II's chase
// camera. It returns [Nobody] if the stats are the player's own.
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

// Quake2HUD is what Quake II's server draws over the view in addition to the status bar
// ([Texts].StatusBar). The stat [Quake2StatLayouts] says which parts are drawn.
type Quake2HUD struct {
	// Layout is a program in the layout control language: the scoreboard or the help computer.
	Layout string
	// Inventory has the count of each item, indexed like [Texts].Items.
	Inventory [256]int16
}

// Quake2HUDOf returns what Quake II's server draws for the player in a slot: what it sent to that
// player only, or otherwise what the recorder or all players see.
func (w *World) Quake2HUDOf(slot int) *Quake2HUD {
	if slot >= 0 && slot < len(w.Players) && w.Players[slot].Quake2HUD != nil {
		return w.Players[slot].Quake2HUD
	}
	return &w.Quake2HUD
}

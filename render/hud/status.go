package hud

import (
	"strings"

	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/render/draw"
)

// weaponSlot is a weapon or an ammo type.
type weaponSlot struct {
	Icon   icon
	Tag    string // players' name for it, such as "RL"
	Ammo   icon   // its entry in [status.Ammos]; none if it has its own Count
	Owned  bool
	Active bool
	Count  int32 // ammo; negative if it needs none
}

// statusItem is a key, a powerup or a rune of a player.
type statusItem struct {
	Icon  icon
	Color draw.Color
	Left  float32 // seconds; 0 if it has no time limit
	Count int32   // cells of power armor; 0 for none
}

const (
	maxSlots = 16 // weapons
	maxItems = 16 // items and powerups
)

// status is the state of a player, in terms common to all games.
type status struct {
	Known  bool // the demo contains it
	Health int32
	Armor  int32
	Kind   equipment.ArmorKind
	Ammo   weaponSlot // of the weapon in hand; Count is negative if it needs none
	Falls  bool       // falls fast, and far above the ground
	Pickup string     // the latest pickup, in the game's charset; empty in most games

	weapons [maxSlots]weaponSlot
	ammos   [maxSlots]weaponSlot
	items   [maxItems]statusItem
	// Lengths of the lists.
	weaponCount, ammoCount, itemCount int
}

// Weapons returns the game's weapons in order, including those that the player does not own.
func (s *status) Weapons() []weaponSlot { return s.weapons[:s.weaponCount] }

// Ammos returns the game's ammo types in order.
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

// Read sets s to the status of the player in a slot at now, in seconds of the demo's own clock. The slot may be
// [world.Nobody]. If the demo contains only the recorder's stats, the status of other players is unknown.
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
	is := equipment.ConditionFrom(w, stats)
	s.Health, s.Armor, s.Kind = int32(is.Health), int32(is.Armor), is.ArmorKind
	if is.Power > 0 {
		s.addItem(statusItem{Icon: iconArmor, Color: armorColors[equipment.ArmorPower], Count: int32(is.Power)})
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

// freeSpectator reports whether the player in a slot is a spectator with a free camera, whose stats are zero or those
// of a player who has just spawned. A spectator who follows a player has that player's slot. If no player is
// followed, the slot is the recorder's.
func freeSpectator(w *world.World, slot int) bool {
	if slot == world.Nobody {
		slot = w.Recorder
	}
	p := playerAt(w, slot)
	return p != nil && p.Spectator
}

// Quake's items, by bit (DEM table 5).
const (
	itemShells        = 1 << 8
	itemRunes         = 4
	quakeAmmoKinds    = 4
	quakeNoWeaponBits = 0xff // bits of active weapons, not including the axe
)

// quakeWeapons are Quake's weapons by item bit.
var quakeWeapons = [...]struct {
	bit  uint32
	icon icon
	tag  string
}{
	{1 << 12, iconAxe, "Axe"},
	{1 << 0, iconShotgun, "SG"},
	{1 << 1, iconSuperShotgun, "SSG"},
	{1 << 2, iconNailgun, "NG"},
	{1 << 3, iconSuperNailgun, "SNG"},
	{1 << 4, iconGrenadeLauncher, "GL"},
	{1 << 5, iconRocketLauncher, "RL"},
	{1 << 6, iconLightning, "LG"},
}

var quakeAmmo = [quakeAmmoKinds]icon{iconShells, iconNails, iconRockets, iconCells}

// quakeItems are the items drawn at the right, by item bit, lowest first.
var quakeItems = [...]struct {
	bit   uint32
	icon  icon
	color draw.Color
}{
	{world.ItemQuad, iconQuad, colorBlue},
	{world.ItemPentagram, iconPentagram, colorViolet},
	{world.ItemRing, iconRing, colorYellow},
	{world.ItemSuit, iconSuit, colorGreen},
	{world.ItemMegahealth, iconMegahealth, colorBlue},
	{world.ItemSilverKey, iconKey, draw.RGB(0xc3ccd6)},
	{world.ItemGoldKey, iconKey, draw.RGB(0xe8c04a)},
}

// readQuake reads the stats of Quake and QuakeWorld. If flags is set, as in Capture the Flag, the bits of the keys
// are the carried flags.
func (s *status) readQuake(st *world.Stats, flags bool) {
	v := &st.Values
	items, _ := st.QuakeItems()
	active := uint32(v[world.StatActiveWeapon]) & quakeNoWeaponBits
	model, known := st.Get(world.StatWeapon)
	bare := known && model == 0 && items == 0 // no weapon in hand, as in cutscenes
	for i, w := range quakeWeapons {
		ammo := iconNone
		if i > 0 {
			ammo = quakeAmmo[(i-1)/2]
		}
		s.addWeapon(weaponSlot{
			Icon: w.icon, Tag: w.tag, Ammo: ammo, Owned: items&w.bit != 0,
			Active: active == w.bit || i == 0 && active == 0 && !bare, Count: -1,
		})
	}
	for i, icon := range quakeAmmo {
		s.addAmmo(weaponSlot{Icon: icon, Owned: true, Active: items&(itemShells<<i) != 0, Count: v[world.StatShells+i]})
	}
	if s.Ammo.Icon == iconNone && active != 0 && v[world.StatAmmo] > 0 {
		s.Ammo = weaponSlot{Count: v[world.StatAmmo]} // a mod's own weapon
	}
	for _, it := range quakeItems {
		switch {
		case items&it.bit == 0:
		case flags && it.bit == world.ItemSilverKey:
			s.addItem(statusItem{Icon: iconFlag, Color: colorBlue})
		case flags && it.bit == world.ItemGoldKey:
			s.addItem(statusItem{Icon: iconFlag, Color: colorRed})
		default:
			s.addItem(statusItem{Icon: it.icon, Color: it.color})
		}
	}
	for i := range itemRunes {
		if items&(world.ItemFirstRune<<i) != 0 {
			s.addItem(statusItem{Icon: iconRune, Color: colorViolet})
			break // one is enough: servers without runes in their game set all four
		}
	}
}

// quake2Ammo are the ammo types by the name of their picture.
var quake2Ammo = [...]struct {
	image string
	icon  icon
}{
	{"a_shells", iconShells},
	{"a_bullets", iconBullets},
	{"a_grenades", iconGrenades},
	{"a_rockets", iconRockets},
	{"a_cells", iconCells},
	{"a_slugs", iconSlugs},
}

// quake2Guns are the weapons by the folder of the model in hand.
var quake2Guns = [...]struct {
	model string
	icon  icon
	tag   string
}{
	{"v_blast", iconBlaster, "Blaster"},
	{"v_shotg/", iconShotgun, "SG"},
	{"v_shotg2", iconSuperShotgun, "SSG"},
	{"v_machn", iconMachinegun, "MG"},
	{"v_chain", iconChaingun, "CG"},
	{"v_handgr", iconGrenades, "HG"},
	{"v_launch", iconGrenadeLauncher, "GL"},
	{"v_rocket", iconRocketLauncher, "RL"},
	{"v_hyperb", iconPlasma, "HB"},
	{"v_rail", iconRailgun, "RG"},
	{"v_bfg", iconBFG, "BFG"},
	{"weapons/grapple", iconGrapple, "Hook"},
}

func (s *status) readQuake2(w *world.World, slot int, st *world.Stats) {
	v, l := &st.Values, w.Level()
	if icon := l.Image(v[world.Quake2StatAmmoIcon]); icon != "" {
		s.Ammo = weaponSlot{Count: v[world.Quake2StatAmmo], Owned: true, Active: true}
		for _, a := range quake2Ammo {
			if strings.HasPrefix(icon, a.image) {
				s.Ammo.Icon = a.icon
			}
		}
	}
	if icon := l.Image(v[world.Quake2StatTimerIcon]); icon != "" {
		s.addItem(quake2Timer(icon, v[world.Quake2StatTimer]))
	}
	if v[world.Quake2StatPickupIcon] > 0 {
		s.Pickup = l.ConfigString(int(v[world.Quake2StatPickupText]))
	}
	if p := playerAt(w, slot); p != nil {
		s.setQuake2Gun(l.Model(p.WeaponModel))
	}
}

// quake2Timer returns the item for the picture beside the timer.
func quake2Timer(image string, seconds int32) statusItem {
	it := statusItem{Icon: iconClock, Color: colorText, Left: float32(seconds)}
	switch {
	case strings.HasPrefix(image, "p_quad"):
		it.Icon, it.Color = iconQuad, colorBlue
	case strings.HasPrefix(image, "p_invul"):
		it.Icon, it.Color = iconPentagram, colorViolet
	case strings.HasPrefix(image, "p_envirosuit"):
		it.Icon, it.Color = iconSuit, colorGreen
	case strings.HasPrefix(image, "p_rebreather"):
		it.Icon, it.Color = iconBreather, colorBlue
	}
	return it
}

// setQuake2Gun sets the weapon by the model in hand.
func (s *status) setQuake2Gun(model string) {
	for _, g := range quake2Guns {
		if strings.Contains(model, g.model) {
			s.addWeapon(weaponSlot{Icon: g.icon, Tag: g.tag, Owned: true, Active: true, Count: -1})
			return
		}
	}
}

// Quake III's indices in world.Stats: 0 to 15 stats, 16 to 31 persistant, 32 to 47 ammo, 48 to 63 powerups.
// [world.Quake3Stats] holds the indices of stats that differ between games.
const (
	stat3Ammo     = 32
	stat3Powerups = 48
)

// quake3Weapons are the weapons by number.
var quake3Weapons = [...]struct {
	icon, ammo icon
	tag        string
}{
	1:  {iconAxe, iconNone, weapon.Gauntlet.Tag()},
	2:  {iconMachinegun, iconBullets, "MG"},
	3:  {iconShotgun, iconShells, "SG"},
	4:  {iconGrenadeLauncher, iconGrenades, "GL"},
	5:  {iconRocketLauncher, iconRockets, "RL"},
	6:  {iconLightning, iconCells, "LG"},
	7:  {iconRailgun, iconSlugs, "RG"},
	8:  {iconPlasma, iconCells, "PG"},
	9:  {iconBFG, iconCells, "BFG"},
	10: {iconGrapple, iconNone, "Hook"},
	11: {iconNailgun, iconNails, "NG"},
	12: {iconMine, iconMine, "PM"},
	13: {iconChaingun, iconBullets, "CG"},
	14: {iconMachinegun, iconBullets, "HMG"}, // Quake Live's
}

// powerupLook says how a powerup is shown.
type powerupLook struct {
	icon  icon
	color draw.Color
}

// quake3Powerups are the looks of powerups.
var quake3Powerups = map[equipment.Carried]powerupLook{
	equipment.Quad: {iconQuad, colorBlue}, equipment.BattleSuit: {iconSuit, colorYellow},
	equipment.Haste:        {iconHaste, colorYellow},
	equipment.Invisibility: {iconRing, colorText}, equipment.Regeneration: {iconRegeneration, colorGreen},
	equipment.Flight:  {iconFlight, colorViolet},
	equipment.FlagRed: {iconFlag, colorRed}, equipment.FlagBlue: {iconFlag, colorBlue},
	equipment.FlagWhite: {iconFlag, colorText},
	equipment.RuneHaste: {iconRune, colorGreen}, equipment.RuneResistance: {iconRune, colorYellow},
	equipment.RuneStrength: {
		iconRune, colorViolet},
	equipment.RuneRegeneration: {iconRune, colorBlue}, equipment.Pentagram: {iconPentagram, colorViolet},
}

// longPowerup is the remaining time in seconds above which a powerup counts as one without a time limit.
const longPowerup = 1000

func (s *status) readQuake3(w *world.World, slot int, st *world.Stats, now float64) {
	at := w.Level().Quake3Stats
	active := 0
	if p := playerAt(w, slot); p != nil {
		active = int(p.Weapon)
	}
	weapons, all := st.Get(at.Weapons) // of a team-mate, only health and armor are known
	for i := 1; i < len(quake3Weapons); i++ {
		k := quake3Weapons[i]
		owned := uint32(weapons)>>i&1 != 0
		switch {
		case i == active && !all:
			owned = true
		case !all:
			continue
		case i >= 10 && !owned && i != active:
			continue // a weapon of the mission pack
		}
		count, known := st.Get(stat3Ammo + i)
		if k.ammo == iconNone || !known {
			count = -1
		}
		if i == active {
			s.Ammo = weaponSlot{Icon: k.ammo, Owned: true, Active: true, Count: count}
		}
		s.addWeapon(weaponSlot{Icon: k.icon, Tag: k.tag, Owned: owned, Active: i == active, Count: count})
	}
	for i, what := range equipment.Quake3Powerups(w.Level()) {
		k := quake3Powerups[what]
		end, _ := st.Get(stat3Powerups + i)
		left := float32(float64(end)/1000 - now)
		if k.icon == iconNone || end == 0 || left <= 0 {
			continue
		}
		if left > longPowerup {
			left = 0
		}
		s.addItem(statusItem{Icon: k.icon, Color: k.color, Left: left})
	}
}

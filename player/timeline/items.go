package timeline

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/figure"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// itemOf returns the item that an entity is.
func itemOf(w *world.World, e *world.Entity) weapon.Item {
	model := w.ModelOf(e)
	if model == "" || model[0] == '*' {
		return weapon.NoItem
	}
	return weapon.OfModel(model, int(e.Skin))
}

// gameWeapons maps weapons to game-specific kinds.
var gameWeapons = [...]map[weapon.Kind]weapon.Kind{
	world.Quake:      {weapon.LightningGun: weapon.Thunderbolt},
	world.QuakeWorld: {weapon.LightningGun: weapon.Thunderbolt},
	world.Quake2:     {weapon.BFG: weapon.BFG10K},
	world.Quake3:     {weapon.Machinegun: weapon.Quake3Machinegun},
}

// WeaponOf returns the weapon shown by a model ([equipment.HeldModel]), as in [Event.Weapon]. It returns None
// for models that are not weapons.
func WeaponOf(game world.Game, model string) weapon.Kind {
	w := weapon.OfFigure(figure.Of(model))
	if k := gameWeapons[game][w]; k != weapon.None {
		return k
	}
	return w
}

// Spot is the place of an item on a level.
type Spot struct {
	Entity int32 // number of the item's entity
	Item   weapon.Item
	Origin mgl32.Vec3 // middle of its box, in units
	Takes  []Take     // in order of time; only for timed items
}

// Take is a pickup of an item. Times are in viewer's seconds.
type Take struct {
	Clock float64
	// Slot is the player who picked it up, and Name is the player's name at that time. Slot is [world.Nobody]
	// if the player is unknown or the game itself removed the item.
	Slot int
	Name string
	// Due is when the item respawns by the rules of the game. It is +Inf if it does not respawn, if that is
	// unknown, or if the time has not begun to run, as for a megahealth that has not worn off.
	Due float64
	// Final is set if the item does not respawn by the rules.
	Final bool
	// Counts is when the time until Due begins: at Clock, or when the item has worn off.
	Counts float64
	// Back is when the item was seen again, or +Inf.
	Back float64
}

// Items are the items of a level, the most important first.
type Items struct {
	Spots []Spot
	// Whole is set if the demo always shows all items, as server recordings do. Then an item that is not
	// visible has been picked up.
	Whole bool
}

// TakeAt returns the last pickup at a spot up to a viewer's time, or nil.
func (s *Spot) TakeAt(clock float64) *Take {
	i := sort.Search(len(s.Takes), func(i int) bool { return s.Takes[i].Clock > clock })
	if i == 0 {
		return nil
	}
	return &s.Takes[i-1]
}

// Nearest returns the spot closest to a point, or nil.
func (t *Items) Nearest(at mgl32.Vec3) (best *Spot) {
	least := float32(math.Inf(1))
	for i := range t.Spots {
		d := t.Spots[i].Origin.Sub(at)
		d[2] *= floorWeight
		if l := d.Dot(d); l < least {
			best, least = &t.Spots[i], l
		}
	}
	return best
}

// floorWeight is the weight of vertical distances: spots above or below are on another floor.
const floorWeight = 2

const (
	// maxSpots limits the spots of a level: the largest levels have some 150.
	maxSpots = 256
	// itemsShare is the divisor for the part of an index's memory that spots and pickups may take.
	itemsShare = 16
	spotBytes  = int64(unsafe.Sizeof(Spot{})) * 3 // with its copy, and its entry in the list
	takeBytes  = int64(unsafe.Sizeof(Take{})) * 3
)

// reach and reachUp are the maximum horizontal and vertical distances, in units, between the middles of an item
// and of the player who picks it up: half of both boxes, and the movement in a tenth of a second.
const reach, reachUp = 72, 96

// claimTime is the maximum time, in seconds, between the disappearance of an item and the game's message about
// who picked it up, in either order.
const claimTime = 0.5

// spotWatch is a spot during its level.
type spotWatch struct {
	Spot
	index   int     // in itemWatch.spots
	claim   int     // player named by the game
	claimed float64 // when it was named
}

// sight is the part of a spot that each frame needs.
type sight struct {
	item    weapon.Item
	there   bool
	wearing bool // the last pickup has not worn off
}

// itemWatch tracks the items of one level.
type itemWatch struct {
	spots  []*spotWatch
	sights []sight // parallel to spots
	there  uint64  // number of visible items
	wears  bool    // an item may wear off
	by     []int32 // for each entity number, the index of its spot plus 1
	// known is, for each entity number, the key of its kind at the last look, with isItem if it was a visible
	// item. Most entities do not change, so this is all that most frames need.
	known   []uint64
	kinds   map[uint64]weapon.Item // by model, skin and type
	recent  *[256]itemKind         // cache of kinds, nil outside of the level
	lost    []*spotWatch           // scratch: timed items that have disappeared
	changed bool
	whole   bool
	ended   bool
	sum     *Items
}

// itemKind is an entry of itemWatch.kinds.
type itemKind struct {
	key  uint64
	item weapon.Item
}

// hoard is the memory of the items of all levels.
type hoard struct{ bytes, most int64 }

// isItem is a bit of itemWatch.known that is not part of keys.
const isItem = 1 << 63

// frame processes the items of a new frame.
func (k *itemWatch) frame(w *world.World, h *hoard, names *gatherer) {
	k.whole = w.Recorder < 0
	there := uint64(0)
	known := k.known
	for i := range w.Entities {
		e := &w.Entities[i]
		key := kindKey(w.Game, e)
		if n := uint32(e.Number); n < uint32(len(known)) && known[n]&^isItem == key {
			there += known[n] / isItem
			continue
		}
		if k.look(w, e, key, h) {
			there++
		}
		known = k.known
	}
	if there == k.there && !k.wears {
		return
	}
	k.wears = false
	k.lost = k.lost[:0]
	for i := range k.sights {
		l := &k.sights[i]
		if l.there && there != k.there && !k.shows(w, k.spots[i].Entity) {
			l.there = false
			k.there--
			k.known[k.spots[i].Entity] = 0
			if l.item.Timed() {
				k.lost = append(k.lost, k.spots[i])
			}
		}
		if l.wearing {
			k.wears = true
			k.wear(w, k.spots[i])
		}
	}
	for _, s := range k.lost {
		k.gone(w, s, len(k.lost) > maxTakenTogether, h, names)
	}
}

// maxTakenTogether is the maximum number of timed items that players pick up in one frame. If more disappear,
// the game has removed them.
const maxTakenTogether = 2

// shows reports whether an item is visible in the frame, by its entity number.
func (k *itemWatch) shows(w *world.World, number int32) bool {
	e := w.Entity(number)
	return e != nil && k.known[number] == kindKey(w.Game, e)|isItem
}

// look examines an entity that has changed, and reports whether it is a visible item.
func (k *itemWatch) look(w *world.World, e *world.Entity, key uint64, h *hoard) bool {
	if e.Number < 0 || e.Number >= maxItem {
		return false
	}
	for int(e.Number) >= len(k.known) {
		k.known = append(k.known, 0)
	}
	k.known[e.Number] = 0
	it := weapon.NoItem
	if e.Model[0] != 0 && !e.Modelless() {
		var sure bool
		if it, sure = k.kind(w, e, key); !sure {
			return false
		}
	}
	if it == weapon.NoItem {
		k.known[e.Number] = key
		return false
	}
	if !k.seen(w, e, it, h) {
		return false
	}
	k.known[e.Number] = key | isItem
	return true
}

// kindKey returns the properties that determine an entity's kind. It is not 0 for an entity with a model.
func kindKey(game world.Game, e *world.Entity) uint64 {
	key := uint64(e.Model[0])<<32 | uint64(e.Type)<<16 | uint64(uint16(e.Skin))
	if game == world.Quake3 {
		key |= uint64(e.Effects&quake3NoDraw) << 48
	}
	return key
}

// kind is a cached itemOf. sure is false if the model has no name yet.
func (k *itemWatch) kind(w *world.World, e *world.Entity, key uint64) (it weapon.Item, sure bool) {
	if k.recent == nil {
		k.recent = new([256]itemKind)
	}
	near := &k.recent[key*0x9e3779b97f4a7c15>>56]
	if near.key == key { // an entity's key is not 0
		return near.item, true
	}
	it, sure = k.kinds[key]
	if !sure {
		it = itemOf(w, e)
		if it == weapon.NoItem && w.ModelOf(e) == "" {
			return it, false // the name may still arrive
		}
		if k.kinds == nil || len(k.kinds) >= maxKinds {
			k.kinds = map[uint64]weapon.Item{}
		}
		k.kinds[key] = it
	}
	*near = itemKind{key, it}
	return it, true
}

const (
	// maxKinds limits the remembered kinds of entities: more than a level has.
	maxKinds     = 4096
	quake3NoDraw = 0x80
	// maxItem limits the entity numbers of items: more than engines have.
	maxItem = 1 << 15
)

// seen records that an item is visible. It returns false for an item that is not tracked.
func (k *itemWatch) seen(w *world.World, e *world.Entity, it weapon.Item, h *hoard) bool {
	n := int32(0)
	if int(e.Number) < len(k.by) {
		n = k.by[e.Number]
	}
	if n == 0 || k.sights[n-1].item != it {
		if n != 0 || len(k.spots) >= maxSpots || h.bytes+spotBytes > h.most || !w.Placed(e) || !finite(e.Origin) {
			return false
		}
		h.bytes += spotBytes
		for int(e.Number) >= len(k.by) {
			k.by = append(k.by, 0)
		}
		k.spots = append(k.spots, &spotWatch{Spot: Spot{Entity: e.Number, Item: it, Origin: middle(w, e)},
			index: len(k.spots), claim: world.Nobody})
		k.sights = append(k.sights, sight{item: it, there: true})
		k.there++
		n = int32(len(k.spots))
		k.by[e.Number] = n
		k.changed = true
	}
	l := &k.sights[n-1]
	if l.there {
		return true
	}
	l.there, l.wearing = true, false
	k.there++
	s := k.spots[n-1]
	if n := len(s.Takes); n > 0 && math.IsInf(s.Takes[n-1].Back, 1) {
		s.Takes[n-1].Back = w.FrameClock
		k.changed = true
	}
	return true
}

func finite(v mgl32.Vec3) bool {
	for _, x := range v {
		if !(x > -1<<20 && x < 1<<20) {
			return false
		}
	}
	return true
}

// middle returns the middle of an item. The origin of Quake's brush models is a corner.
func middle(w *world.World, e *world.Entity) mgl32.Vec3 {
	if strings.HasPrefix(w.ModelOf(e), "maps/b_") {
		return e.Origin.Add(mgl32.Vec3{16, 16, 16})
	}
	return e.Origin
}

// gone records that an item has disappeared. If removed is set and no player is there, the game has removed it.
func (k *itemWatch) gone(w *world.World, s *spotWatch, removed bool, h *hoard, names *gatherer) {
	slot := k.toucher(w, s)
	if s.claim != world.Nobody && w.FrameClock-s.claimed <= claimTime {
		slot = s.claim
	}
	s.claim = world.Nobody
	if slot == world.Nobody && !k.whole {
		return // out of sight
	}
	k.take(w, s, slot, removed && slot == world.Nobody, h, names)
}

// take records a pickup, or a removal by the game if removed is set.
func (k *itemWatch) take(w *world.World, s *spotWatch, slot int, removed bool, h *hoard, names *gatherer) {
	if h.bytes+takeBytes > h.most {
		return
	}
	h.bytes += takeBytes
	t := Take{Clock: w.FrameClock, Slot: slot, Name: names.nameOf(w, slot), Due: math.Inf(1), Counts: math.Inf(1),
		Back: math.Inf(1), Final: removed || !returns(w)}
	l := &k.sights[s.index]
	l.wearing = false
	if seconds, wears := s.Item.Respawn(int(w.Game)); seconds > 0 && !t.Final {
		if l.wearing = wears && slot != world.Nobody; l.wearing {
			k.wears = true
		} else if !wears {
			t.Counts, t.Due = t.Clock, t.Clock+seconds
		}
	}
	s.Takes = append(s.Takes, t)
	k.changed = true
}

// untaken returns a spot from which an item has just disappeared without a player, or nil.
func (k *itemWatch) untaken(w *world.World, item weapon.Item) *spotWatch {
	for _, s := range k.spots {
		if n := len(s.Takes); n > 0 && s.Item == item && s.Takes[n-1].Slot == world.Nobody && !s.Takes[n-1].Final &&
			w.FrameClock-s.Takes[n-1].Clock <= claimTime {
			return s
		}
	}
	return nil
}

// returns reports whether items respawn: they do not in games against monsters, nor in QuakeWorld's deathmatch
// 2.
func returns(w *world.World) bool {
	switch w.Game {
	case world.QuakeWorld:
		return w.Level().ServerInfoValue("deathmatch") != "2"
	case world.Quake2:
		return w.Level().MaxClients != 1
	}
	return !w.Single.Known
}

// toucher returns the slot of the living player who touches an item, or [world.Nobody].
func (k *itemWatch) toucher(w *world.World, s *spotWatch) int {
	best, least := world.Nobody, float32(math.Inf(1))
	for i := range w.Players {
		p := &w.Players[i]
		if !p.Visible || p.Spectator {
			continue
		}
		if d := s.Origin.Sub(p.Pose.Origin); near(d) && d.Dot(d) < least {
			best, least = i, d.Dot(d)
		}
	}
	return best
}

func near(d mgl32.Vec3) bool {
	return d[0] >= -reach && d[0] <= reach && d[1] >= -reach && d[1] <= reach && d[2] >= -reachUp && d[2] <= reachUp
}

// events processes the game's messages about pickups.
func (k *itemWatch) events(w *world.World, h *hoard, names *gatherer) {
	for i := range w.Events {
		e := &w.Events[i]
		if e.Kind != world.EventItem || e.Player < 0 || e.Player >= len(w.Players) {
			continue
		}
		// A player who spawns on an item takes it before a frame shows the player there.
		if s := k.untaken(w, weapon.ItemNamed(e.Item)); s != nil {
			t := &s.Takes[len(s.Takes)-1]
			t.Slot, t.Name = e.Player, names.nameOf(w, e.Player)
			_, wears := s.Item.Respawn(int(w.Game))
			k.sights[s.index].wearing = wears
			k.wears, k.changed = k.wears || wears, true
			continue
		}
		at := w.Players[e.Player].Pose.Origin
		if !w.Players[e.Player].Visible {
			if e.Player != w.Recorder || !w.View.Known {
				continue
			}
			at = w.View.Origin
		}
		var best *spotWatch
		least := float32(math.Inf(1))
		for _, s := range k.spots {
			if d := s.Origin.Sub(at); s.Item.Timed() && near(d) && d.Dot(d) < least {
				best, least = s, d.Dot(d)
			}
		}
		if best != nil {
			k.claim(w, best, e.Player, h, names)
		}
	}
}

// claim records that the game named the player who picked up an item.
func (k *itemWatch) claim(w *world.World, s *spotWatch, slot int, h *hoard, names *gatherer) {
	if n := len(s.Takes); n > 0 && w.FrameClock-s.Takes[n-1].Clock <= claimTime {
		return // already recorded
	}
	if k.sights[s.index].there {
		s.claim, s.claimed = slot, w.FrameClock
		return
	}
	// The item respawned out of sight or on top of a player, so no frame shows it.
	n := len(s.Takes)
	if n > 0 && math.IsInf(s.Takes[n-1].Back, 1) {
		last := &s.Takes[n-1]
		if w.FrameClock < last.Due-claimTime {
			return
		}
		last.Back = w.FrameClock
	}
	if n > 0 || !k.whole {
		k.take(w, s, slot, false, h, names)
	}
}

// wear starts the respawn time of an item whose effect has ended. A megahealth has worn off when its bit
// disappears from the stats or, in Quake II, when the health is back to normal, and also soon after the
// player's death.
func (k *itemWatch) wear(w *world.World, s *spotWatch) {
	t := &s.Takes[len(s.Takes)-1]
	stats := w.StatsOf(t.Slot)
	if stats == nil || w.FrameClock-t.Clock < claimTime {
		return
	}
	left := false
	if w.Game == world.Quake2 {
		health, known := stats.Get(world.Quake2StatHealth)
		left = known && health > usualHealth
	} else {
		bits, known := stats.Get(world.StatItems)
		health, _ := stats.Get(world.StatHealth)
		left = known && bits&world.ItemMegahealth != 0 && health > 0
	}
	if left {
		return
	}
	k.sights[s.index].wearing = false
	seconds, _ := s.Item.Respawn(int(w.Game))
	t.Counts, t.Due = w.FrameClock, w.FrameClock+seconds
	k.changed = true
}

const usualHealth = 100

// end ends the level.
func (k *itemWatch) end() {
	k.published()
	k.spots, k.sights, k.by, k.known, k.kinds, k.recent, k.ended = nil, nil, nil, nil, nil, nil, true
}

// published returns the items so far, for readers.
func (k *itemWatch) published() *Items {
	if k.ended || !k.changed && k.sum != nil {
		return k.sum
	}
	k.changed = false
	k.sum = &Items{Spots: make([]Spot, 0, len(k.spots)), Whole: k.whole}
	for _, s := range k.spots {
		c := s.Spot
		c.Takes = slices.Clone(s.Takes)
		k.sum.Spots = append(k.sum.Spots, c)
	}
	slices.SortFunc(k.sum.Spots, func(a, b Spot) int {
		return cmp.Or(cmp.Compare(order(a.Item), order(b.Item)), cmp.Compare(a.Entity, b.Entity))
	})
	return k.sum
}

// order returns the sort rank of an item. Items without a respawn timer come last.
func order(i weapon.Item) int {
	if i.Rank() == 0 {
		return math.MaxInt
	}
	return i.Rank()
}

// Items returns the items of a level, by its index in [Timeline.Levels], in the part of the demo read so far,
// or nil if nothing is known. Later calls return a different pointer if more is known.
func (t *Timeline) Items(level int) *Items {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if level < 0 || level >= len(t.items) {
		return nil
	}
	return t.items[level]
}

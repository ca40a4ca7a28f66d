package survey

import (
	"strings"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/figure"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

const (
	// scanInterval is the interval between two checks of items, and restTime is how long an item must have
	// rested, in seconds. Thrown items come to rest later.
	scanInterval, restTime = 0.25, 1
	// maxEntity limits the entity numbers examined: more than engines have.
	maxEntity = 1 << 13
	// maxItems limits the items of a level: the largest levels have some 300.
	maxItems = 4096
	// maxKinds limits the remembered models.
	maxKinds = 1 << 12
)

// restingItem is an item at rest.
type restingItem struct {
	origin mgl32.Vec3
	floor  float32
	model  int32 // index into models
}

const restingItemBytes = int64(unsafe.Sizeof(restingItem{}))

// itemScan holds the entities' positions at the last check.
type itemScan struct {
	list []scannedEntity // by entity number
	kind []int32         // by model index: index into models plus 1, 0 if unknown, -1 if not an item
	look float64
	read bool
}

type scannedEntity struct {
	origin mgl32.Vec3
	since  float64
	known  bool
	kept   bool
}

// itemFigures are the figure kinds of items that rest on a floor: those of [weapon.Item], and minor ones.
var itemFigures = map[string]bool{}

func init() {
	for _, kind := range strings.Fields(`armor_shard health_small health health_large stimpack shells nails rockets
		cells bullets grenades slugs bfg_ammo lightning_ammo ancient_head key_silver key_gold keycard data_disc`) {
		itemFigures[kind] = true
	}
	for i := range weapon.NumItems {
		itemFigures[i.Figure()] = true
	}
}

// scanItems looks for items at rest.
func (s *Survey) scanItems(w *world.World) {
	k := &s.itemScan
	if k.read && w.FrameClock >= k.look && w.FrameClock < k.look+scanInterval {
		return
	}
	k.look, k.read = w.FrameClock, true
	for i := range w.Entities {
		e := &w.Entities[i]
		if e.Model[0] == 0 || e.Number < 0 || e.Number >= maxEntity {
			continue
		}
		kind := s.kindOf(w, e)
		if kind < 0 || !inside(e.Origin) {
			continue
		}
		for int(e.Number) >= len(k.list) {
			k.list = append(k.list, scannedEntity{})
		}
		at := &k.list[e.Number]
		switch {
		case !at.known || at.origin != e.Origin:
			*at = scannedEntity{origin: e.Origin, since: w.FrameClock, known: true}
		case !at.kept && w.FrameClock-at.since >= restTime && w.Placed(e):
			at.kept = true
			s.addItem(e.Origin, kind)
		}
	}
}

// kindOf returns the index into models of an item's model, -1 if the entity is not an item.
func (s *Survey) kindOf(w *world.World, e *world.Entity) int32 {
	k := &s.itemScan
	index := int(e.Model[0])
	if w.Game == world.Quake3 {
		const item = 2 // type of entities whose first model is an item number
		if e.Type != item {
			return -1
		}
	}
	if index >= maxKinds {
		return -1
	}
	for index >= len(k.kind) {
		k.kind = append(k.kind, 0)
	}
	if k.kind[index] == 0 {
		name := w.ModelOf(e)
		if name == "" {
			return -1 // the name may still arrive
		}
		k.kind[index] = -1
		if name[0] != '*' && !strings.Contains(name, "/v_") && !strings.HasPrefix(name, "players/") &&
			itemFigures[figure.Of(name)] {
			if n := s.model(name); n >= 0 {
				k.kind[index] = n + 1
			}
		}
	}
	if k.kind[index] <= 0 {
		return -1
	}
	return k.kind[index] - 1
}

// model returns the index of a model name, which it adds if needed. It returns -1 if there is no room.
func (s *Survey) model(name string) int32 {
	for i, known := range s.models {
		if known == name {
			return int32(i)
		}
	}
	if !s.budget.take(int64(len(name)) + 16) {
		return -1
	}
	s.models = append(s.models, strings.Clone(name)) // at most maxKinds names
	return int32(len(s.models)) - 1
}

// addItem adds an item at rest.
func (s *Survey) addItem(origin mgl32.Vec3, model int32) {
	for i := range s.items {
		if o := &s.items[i]; o.model == model && o.origin == origin {
			return
		}
	}
	if len(s.items) < maxItems && room(&s.items, s.budget, restingItemBytes) {
		s.items = append(s.items, restingItem{origin, s.floorUnder(origin), model})
	}
}

// floorUnder returns the height of the floor below a resting item. In Quake, item boxes begin at the origin; in
// the later games, 15 units below it.
func (s *Survey) floorUnder(origin mgl32.Vec3) float32 {
	if s.game >= world.Quake2 {
		return origin[2] - 15
	}
	return origin[2]
}

// brushBox reports whether an item's origin is the corner of its box. In Quake, it is for items that are brush
// models.
func (s *Survey) brushBox(o *restingItem) bool {
	return s.game < world.Quake2 && strings.HasPrefix(s.models[o.model], "maps/b_")
}

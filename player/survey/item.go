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
	// restLook is the interval between two checks of items, and restTime is how long an item must have rested,
	// in seconds. Thrown items come to rest later.
	restLook, restTime = 0.25, 1
	// maxEntity limits the entity numbers examined: more than engines have.
	maxEntity = 1 << 13
	// maxLying limits the items of a level: the largest levels have some 300.
	maxLying = 4096
	// maxKinds limits the remembered models.
	maxKinds = 1 << 12
)

// lying is an item at rest.
type lying struct {
	origin mgl32.Vec3
	floor  float32
	model  int32 // index into models
}

const lyingBytes = int64(unsafe.Sizeof(lying{}))

// stills holds the entities' positions at the last check.
type stills struct {
	list []still // by entity number
	kind []int32 // by model index: index into models plus 1, 0 if unknown, -1 if not an item
	look float64
	read bool
}

type still struct {
	origin mgl32.Vec3
	since  float64
	known  bool
	kept   bool
}

// lies are the figure kinds of items that rest on a floor: those of [weapon.Item], and minor ones.
var lies = map[string]bool{}

func init() {
	for _, kind := range strings.Fields(`armor_shard health_small health health_large stimpack shells nails rockets
		cells bullets grenades slugs bfg_ammo lightning_ammo ancient_head key_silver key_gold keycard data_disc`) {
		lies[kind] = true
	}
	for i := range weapon.NumItems {
		lies[i.Figure()] = true
	}
}

// rest looks for items at rest.
func (s *Survey) rest(w *world.World) {
	k := &s.still
	if k.read && w.FrameClock >= k.look && w.FrameClock < k.look+restLook {
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
			k.list = append(k.list, still{})
		}
		at := &k.list[e.Number]
		switch {
		case !at.known || at.origin != e.Origin:
			*at = still{origin: e.Origin, since: w.FrameClock, known: true}
		case !at.kept && w.FrameClock-at.since >= restTime && w.Placed(e):
			at.kept = true
			s.lie(e.Origin, kind)
		}
	}
}

// kindOf returns the index into models of an item's model, -1 if the entity is not an item.
func (s *Survey) kindOf(w *world.World, e *world.Entity) int32 {
	k := &s.still
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
			lies[figure.Of(name)] {
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

// lie adds an item at rest.
func (s *Survey) lie(origin mgl32.Vec3, model int32) {
	for i := range s.lying {
		if o := &s.lying[i]; o.model == model && o.origin == origin {
			return
		}
	}
	if len(s.lying) < maxLying && room(&s.lying, s.budget, lyingBytes) {
		s.lying = append(s.lying, lying{origin, s.floorUnder(origin), model})
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
func (s *Survey) brushBox(o *lying) bool {
	return s.game < world.Quake2 && strings.HasPrefix(s.models[o.model], "maps/b_")
}

package sound

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/bsp"
	"demoscope/player"
	"demoscope/player/world"
)

// slotOf returns the slot of the player with an entity number, [world.Nobody] if it is not a player.
func slotOf(w *world.World, entity int32) int {
	slot := int(entity)
	if w.Game != world.Quake3 {
		slot--
	}
	if slot < 0 || slot >= len(w.Players) {
		return world.Nobody
	}
	return slot
}

// placeOf returns the position of an entity at a moment; false if the entity does not exist. m is the map of the
// level, nil if there is none.
func placeOf(at *player.Moment, m *bsp.Map, entity int32) (mgl32.Vec3, bool) {
	if at == nil || at.World == nil {
		return mgl32.Vec3{}, false
	}
	w := at.World
	if slot := slotOf(w, entity); slot >= 0 && slot < len(at.Poses) && w.Players[slot].Visible {
		return at.Poses[slot].Origin, true
	}
	e := world.EntityIn(at.Entities, entity)
	if e == nil {
		return mgl32.Vec3{}, false
	}
	return middleOf(w, m, e), true
}

// middleOf returns the position of an entity's sound: the middle of an entity that is a part of the map.
func middleOf(w *world.World, m *bsp.Map, e *world.Entity) mgl32.Vec3 {
	name := w.ModelOf(e)
	if m == nil || len(name) < 2 || name[0] != '*' {
		return e.Origin
	}
	n := 0
	for _, c := range name[1:] {
		if c < '0' || c > '9' || n > len(m.Models) {
			return e.Origin
		}
		n = 10*n + int(c-'0')
	}
	if n >= len(m.Models) {
		return e.Origin
	}
	part := &m.Models[n]
	return e.Origin.Add(part.Mins.Add(part.Maxs).Mul(0.5))
}

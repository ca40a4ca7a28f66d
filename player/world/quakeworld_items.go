package world

import "bytes"

// itemModels are the items worth a mark, by the games' own words, with the
// model that lies on the map and, for armour, its skin.
var itemModels = [...]struct {
	item  string
	model string // game path
	skin  int32  // -1: any
}{
	{"Double-barrelled Shotgun", "progs/g_shot.mdl", -1},
	{"Nailgun", "progs/g_nail.mdl", -1},
	{"Super Nailgun", "progs/g_nail2.mdl", -1},
	{"Grenade Launcher", "progs/g_rock.mdl", -1},
	{"Rocket Launcher", "progs/g_rock2.mdl", -1},
	{"Thunderbolt", "progs/g_light.mdl", -1},
	{"Green Armor", "progs/armor.mdl", 0},
	{"Yellow Armor", "progs/armor.mdl", 1},
	{"Red Armor", "progs/armor.mdl", 2},
	{"Megahealth", "maps/b_bh100.bsp", -1},
	{"Quad Damage", "progs/quaddama.mdl", -1},
	{"Pentagram of Protection", "progs/invulner.mdl", -1},
	{"Ring of Shadows", "progs/invisibl.mdl", -1},
	{"Biosuit", "progs/suit.mdl", -1},
}

// itemLine reads a line that only one player was told, of what he picked up.
func (q *quakeWorldRules) itemLine(w *World, line []byte) {
	if slot := q.slotOf(w); slot >= 0 {
		q.pickUp(w, slot, pickedUp(line))
	}
}

// took reads KTX's note of a pick-up: the item's entity, the seconds until it
// comes again, and the player's entity.
func (q *quakeWorldRules) took(w *World, note []byte) {
	fields := bytes.Fields(note)
	if len(fields) != 3 {
		return
	}
	slot := number(fields[2]) - 1
	if slot < 0 || slot >= len(w.Players) {
		return
	}
	// The entity may be gone already.
	entity := int32(number(fields[0]))
	e := w.Entity(entity)
	if e == nil || e.Model[0] == 0 {
		e = w.baselines.get().entity(entity)
	}
	q.pickUp(w, slot, itemOf(w.Level().Model(e.Model[0]), e.Skin))
}

// itemOf returns the item that lies on the map with a model, empty for
// ammunition and the like.
func itemOf(model string, skin int32) string {
	for i := range itemModels {
		if m := &itemModels[i]; m.model == model && model != "" && (m.skin < 0 || m.skin == skin) {
			return m.item
		}
	}
	return ""
}

// pickUp reports that a player took an item, if it has weight. A print and a
// note may tell the same.
func (q *quakeWorldRules) pickUp(w *World, slot int, item string) {
	if item != "" && q.texts.taken.fresh(w.Clock, slot, item) {
		w.event(Event{Kind: EventItem, Player: slot, Other: Nobody, Item: item})
	}
}

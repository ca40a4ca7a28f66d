package world

import "bytes"

// itemModels are the items worth a mark, by the games' own words, with the
// model that lies on the map and, for armour, its skin.
var itemModels = [...]struct {
	item  string
	model string
	skin  int32 // -1: any
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
	{item: "armor"}, {item: "silver keycard"}, {item: "gold keycard"}, {item: "silver runekey"}, {item: "gold runekey"},
	{item: "silver key"}, {item: "gold key"},
	{item: "Earth Rune"}, {item: "Black Rune"}, {item: "Elder Rune"}, {item: "Hell Rune"}, {item: "RED flag"}, {item: "BLUE flag"},
}

// itemLine reads a line that only one player was told, of what he picked up.
func (q *quakeWorldRules) itemLine(w *World, line []byte) {
	slot := q.slotOf(w)
	if slot < 0 {
		return
	}
	if name, ok := bytes.CutPrefix(line, []byte("You got the ")); ok {
		q.pickUp(w, slot, namedItem(name))
	} else if bytes.Equal(line, []byte("You receive 100 health")) {
		q.pickUp(w, slot, "Megahealth")
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

// namedItem returns the item that a name means, empty for ammunition and the
// like. The name may be in the charset's other colour.
func namedItem(name []byte) string {
	for i := range itemModels {
		item := itemModels[i].item
		if len(name) < len(item) {
			continue
		}
		same := true
		for j := range len(item) {
			// Games differ in capitals: "nailgun".
			same = same && (name[j]^item[j])&0x5f == 0
		}
		if rest := name[len(item):]; same && (len(rest) == 0 || rest[0] == '!') {
			return item
		}
	}
	return ""
}

// pickUp reports that a player took an item, if it has weight. A print and a
// note may tell the same.
func (q *quakeWorldRules) pickUp(w *World, slot int, item string) {
	const same = 0.1 // seconds
	t := &q.texts
	if item == "" || t.item == item && t.taker == slot && w.Clock-t.itemAt < same {
		return
	}
	t.item, t.taker, t.itemAt = item, slot, w.Clock
	w.event(Event{Kind: EventItem, Player: slot, Other: Nobody, Item: item})
}

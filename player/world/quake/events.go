package quake

import (
	"slices"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/prints"
)

// packModels are view models of the mission packs, see [id1.NoArmor].
var packModels = [...]string{"progs/v_lava.mdl", "progs/v_multi.mdl", "progs/v_plasma.mdl", "progs/v_prox.mdl",
	"progs/v_laserg.mdl", "progs/v_hammer.mdl"}

// events is the state for finding events. It is copied by assignment.
type events struct {
	framed        bool // the packet has begun a frame
	hasClientData bool // the packet has a clientdata
	armor         bool // the packet has reported that the recorder took armor, but not which
	bits          id1.Bits
	unnamed       id1.UnnamedPlayers
	monsters      id1.Monsters
	owned         id1.Possessions // of the recorder
	picked        id1.Picked
	taken         prints.Pickups
	held          [4]heldItem // found in the stats, oldest first; the print may still come
}

// heldItem is an item found in the stats. Its print, which has the game's own name for it, comes in a later packet.
type heldItem struct {
	clock float64 // time of the viewer's clock
	item  string  // empty for none
}

// holdItem is how many seconds a print may come after the stats.
const holdItem = 0.2

// begin begins a level.
func (v *events) begin(w world.Edit, m *message.ServerInfo) {
	*v = events{bits: id1.FullArmor}
	w.Single = world.Single{Known: m.Multi == 0}
	for _, name := range m.Models {
		v.pack(string(name))
	}
}

// pack notes a model of the level, which may be one of a mission pack.
func (v *events) pack(model string) {
	if slices.Contains(packModels[:], model) {
		v.bits = id1.NoArmor
	}
}

// end reports the events that the packet implies.
func (v *events) end(w world.Edit) {
	if v.armor {
		v.armor = false
		item := id1.ArmorWorn(&w.Stats)
		if item == "" || v.bits == id1.NoArmor {
			item = "armor"
		}
		v.took(w, item)
	}
	v.release(w)
	if v.hasClientData {
		v.owned.Take(&w.Stats, v.bits, v.picked.By(w.Recorder, w.Clock), func(item string) { v.hold(w, item) })
	}
	if v.framed && len(w.Players) > 1 {
		v.look(w)
	}
	v.unnamed.End(w)
	v.monsters.End(w, v.framed)
}

// look notes who has died.
func (v *events) look(w world.Edit) {
	var seen, dead uint32
	for i := range w.Players {
		if p := &w.Players[i]; p.Visible {
			seen |= 1 << i // no bit for slots from 32 on
			if p.Dead {
				dead |= 1 << i
			}
		}
	}
	v.unnamed.Look(w.Clock, seen, dead)
}

// hold stores an item found in the stats, unless its print has already come.
func (v *events) hold(w world.Edit, item string) {
	if w.Recorder < 0 || !v.taken.Fresh(w.Clock, w.Recorder, prints.CanonicalItem(item)) {
		return
	}
	for i := range v.held {
		if v.held[i].item == "" {
			v.held[i] = heldItem{w.Clock, item}
			return
		}
	}
}

// release reports the items whose prints have not come.
func (v *events) release(w world.Edit) {
	for i := range v.held {
		h := &v.held[i]
		if h.item != "" && (w.Clock-h.clock > holdItem || w.Clock < h.clock) {
			w.Event(world.Event{Kind: world.EventItem, Player: w.Recorder, Other: world.Nobody, Item: h.item})
			*h = heldItem{}
		}
	}
}

// given notes that the recorder has an item without taking it.
func (v *events) given(w world.Edit, item string) {
	v.taken.Fresh(w.Clock, w.Recorder, item)
	for i := range v.held {
		if v.held[i].item == item {
			v.held[i] = heldItem{}
		}
	}
}

// took reports the item in a print, unless it was already reported.
func (v *events) took(w world.Edit, item string) {
	for i := range v.held {
		if h := &v.held[i]; h.item != "" && prints.CanonicalItem(h.item) == prints.CanonicalItem(item) {
			*h = heldItem{}
			w.Event(world.Event{Kind: world.EventItem, Player: w.Recorder, Other: world.Nobody, Item: item})
			return
		}
	}
	if w.Recorder >= 0 && v.taken.Fresh(w.Clock, w.Recorder, prints.CanonicalItem(item)) {
		w.Event(world.Event{Kind: world.EventItem, Player: w.Recorder, Other: world.Nobody, Item: item})
	}
}

// death reports a death.
func (v *events) death(w world.Edit, e world.Event) {
	v.unnamed.AddObituary(w.Clock, &e)
	id1.Death(w, e)
}

func (v *events) hash(h *hash.Hash) {
	h.Bools(v.framed, v.hasClientData, v.armor, v.owned.Known)
	v.picked.Hash(h)
	h.Ints(int(v.bits), int(v.owned.Items), int(v.owned.Armor), int(v.owned.Health))
	v.unnamed.Hash(h)
	v.monsters.Hash(h)
	v.taken.Hash(h)
	for i := range v.held {
		h.Floats(v.held[i].clock)
		h.Strings(v.held[i].item)
	}
}

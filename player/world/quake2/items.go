package quake2

import (
	"demoscope/formats/message"
	"demoscope/player/world"
)

// What a player takes is in a stat, the index of a config string. It stays for
// three seconds, so that the same item again within them cannot be seen, and the
// megahealth has the name of any other health: it is known by its sound.

// trifles are the names of what is no item of weight: ammunition and
// what heals a little, of the game and its mission packs.
var trifles = map[string]bool{
	"Shells": true, "Bullets": true, "Cells": true, "Rockets": true, "Slugs": true, "Grenades": true,
	"Magslug": true, "Trap": true, "Flechettes": true, "Mines": true, "Tesla": true, "Prox": true, "Rounds": true,
	"Health": true, "Armor Shard": true,
}

// megaSound is what taking the megahealth sounds like.
const megaSound = "items/m_health.wav"

// tookItem reports an item of weight that the state of a player newly names.
// The first state of a player has what was taken before.
func (q *base) tookItem(w world.Edit, p *world.Player, s *playerState) {
	before := &w.Stats
	if p.Slot != w.Recorder {
		before = p.Stats
	}
	index := int(s.stats[world.Quake2StatPickupText])
	if index == 0 || !p.EyeKnown || before == nil || before.Values[world.Quake2StatPickupText] == int32(index) {
		return
	}
	if name := w.Level().ConfigString(index); name != "" && !trifles[name] {
		w.Event(world.Event{Kind: world.EventItem, Player: p.Slot, Other: world.Nobody, Item: name})
	}
}

// heardItem reports an item that a player was heard to take.
func heardItem(w world.Edit, m *message.Sound) {
	slot := int(m.Entity) - 1
	if slot >= 0 && slot < len(w.Players) && w.Level().Sound(uint16(m.Sound)) == megaSound {
		w.Event(world.Event{Kind: world.EventItem, Player: slot, Other: world.Nobody, Item: "Megahealth"})
	}
}

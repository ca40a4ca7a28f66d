package quake2

import (
	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// What a player picks up is in a stat, the index of a config string. It stays for
// three seconds, so that the same item within that time does not show. The
// megahealth is named like any other health, but has a sound of its own.

// minorItems are the names of ammunition and of what heals a little, of the game
// and its mission packs.
var minorItems = map[string]bool{
	"Shells": true, "Bullets": true, "Cells": true, "Rockets": true, "Slugs": true, "Grenades": true,
	"Magslug": true, "Trap": true, "Flechettes": true, "Mines": true, "Tesla": true, "Prox": true, "Rounds": true,
	"Health": true, "Armor Shard": true,
	"Mag Slug": true, "Stimpack": true, "Small Medkit": true, "Large Medkit": true, // the re-release
}

// megaSound is the sound of picking up the megahealth.
const megaSound = "items/m_health.wav"

// flagAgain is how many seconds lie between what tells that a flag was taken, at most: a line for everybody
// ([prints.Flag]), and the stat of who took it.
const flagAgain = 2

// took reports that a player took an item, but for a flag that he is already known to have taken.
func (q *base) took(w world.Edit, e world.Event) {
	if e.Item == prints.RedFlag || e.Item == prints.BlueFlag {
		was := &q.match.flag
		if was.item == e.Item && was.slot == e.Player && w.Clock-was.clock <= flagAgain {
			return
		}
		*was = tookFlag{item: e.Item, slot: e.Player, clock: w.Clock}
	}
	w.Event(e)
}

// tookItem reports a major item that a player's new state names. The first state
// of a player is skipped: its item was taken before. What a spectator's state names was
// taken by the player that its camera chases.
func (q *base) tookItem(w world.Edit, p *world.Player, s *playerState) {
	before := &w.Stats
	if p.Slot != w.Recorder {
		before = p.Stats
	}
	index := int(s.stats[world.Quake2StatPickupText])
	if index == 0 || !p.EyeKnown || before == nil || before.Values[world.Quake2StatPickupText] == int32(index) {
		return
	}
	slot := p.Slot
	if chased := s.chased(w); chased != world.Nobody {
		if w.Chased(before) != chased || p.Slot != w.Recorder || chased >= len(w.Players) {
			return // it was taken before, or the player's own state names it
		}
		slot = chased
	}
	if name := prints.ItemName(w.Level().ConfigString(index)); name != "" && !minorItems[name] {
		q.took(w, world.Event{Kind: world.EventItem, Player: slot, Other: world.Nobody, Item: name})
	}
}

// heardItem reports a megahealth by its sound.
func heardItem(w world.Edit, m *message.Sound) {
	slot := int(m.Entity) - 1
	if slot >= 0 && slot < len(w.Players) && w.Level().Sound(uint16(m.Sound)) == megaSound {
		w.Event(world.Event{Kind: world.EventItem, Player: slot, Other: world.Nobody,
			Item: weapon.ItemMegahealth.Quake()})
	}
}

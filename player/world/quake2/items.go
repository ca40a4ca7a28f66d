package quake2

import (
	"demoscope/formats/message"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// A pickup shows as a stat, the index of a config string. The stat stays for three seconds, so a second pickup of the
// same item within that time doesn't show. The megahealth has the same name as other health, but its own sound.

// minorItems are the names of ammunition and of minor health and armor items, in the game and its mission packs.
var minorItems = map[string]bool{
	"Shells": true, "Bullets": true, "Cells": true, "Rockets": true, "Slugs": true, "Grenades": true,
	"Magslug": true, "Trap": true, "Flechettes": true, "Mines": true, "Tesla": true, "Prox": true, "Rounds": true,
	"Health": true, "Armor Shard": true,
	"Mag Slug": true, "Stimpack": true, "Small Medkit": true, "Large Medkit": true, // the re-release
}

// megaSound is the sound of picking up the megahealth.
const megaSound = "items/m_health.wav"

// flagAgain is the maximum number of seconds between the two reports that a flag was taken: the line for everybody
// ([prints.Flag]), and the stat of the carrier.
const flagAgain = 2

// took reports that a player took an item, unless it is a flag whose taking was already reported.
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

// tookItem reports a major item that a player's new state shows. A player's first state is skipped, because its item
// may have been taken before. An item in a spectator's state was taken by the chased player.
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
			return // it was taken before, or the chased player's own state shows it
		}
		slot = chased
	}
	if name := prints.ItemName(w.Level().ConfigString(index)); name != "" && !minorItems[name] {
		q.took(w, world.Event{Kind: world.EventItem, Player: slot, Other: world.Nobody, Item: name})
	}
}

// heardItem reports a megahealth when its sound plays.
func heardItem(w world.Edit, m *message.Sound) {
	slot := int(m.Entity) - 1
	if slot >= 0 && slot < len(w.Players) && w.Level().Sound(uint16(m.Sound)) == megaSound {
		w.Event(world.Event{Kind: world.EventItem, Player: slot, Other: world.Nobody,
			Item: weapon.ItemMegahealth.Quake()})
	}
}

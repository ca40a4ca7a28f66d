package quake3

import (
	"bytes"
	"slices"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/prints"
)

// major reports whether picking up an item is worth an event: weapons, armor, megahealth, powerups, holdables, runes
// and flags are; ammunition, armor shards and other health are not.
func (i *item) major() bool {
	switch i.class {
	case "", "item_armor_shard", "item_health_small", "item_health", "item_health_large", "item_spawnarmor",
		"item_backpack",
		"item_redcube", "item_bluecube":
		return false
	}
	return !strings.HasPrefix(i.class, "ammo_")
}

// pickups are the items picked up last. Each pickup is reported once.
type pickups struct {
	*game
	taken prints.Pickups
}

// item reports that a player picked up an item.
func (p *pickups) item(w world.Edit, slot int, item int32) {
	i := p.majorItem(item)
	if i == nil || slot < 0 || slot >= clients || !p.taken.Fresh(w.Clock, slot, i.name) {
		return
	}
	for k := range w.Events {
		if e := &w.Events[k]; e.Kind == world.EventItem && e.Value == item && e.Player == world.Nobody {
			e.Player = slot // globalItem has reported it without the player
			return
		}
	}
	w.Event(world.Event{Kind: world.EventItem, Player: slot, Other: world.Nobody, Value: item, Item: i.name})
}

// globalItem reports that somebody picked up a powerup or a flag, unless it was already reported with the player.
// Everybody hears these.
func (p *pickups) globalItem(w world.Edit, item int32) {
	if i := p.majorItem(item); i != nil && p.taken.Fresh(w.Clock, world.Nobody, i.name) {
		w.Event(world.Event{Kind: world.EventItem, Player: world.Nobody, Other: world.Nobody, Value: item,
			Item: i.name})
	}
}

// healths are the health that items give, and the health up to which they give it.
var healths = [...]struct {
	class        string
	points, most int16
}{
	{"item_health_small", 5, 200}, {"item_health", 25, 100}, {"item_health_large", 50, 100},
	{"item_health_mega", 100, 200},
}

// heal adds the health that an item gives to a player's reported health.
func (q *rules) heal(w world.Edit, slot int, item int32) {
	p := playerOf(w, int32(slot))
	if p == nil || item <= 0 || int(item) >= len(q.numbers.items) {
		return
	}
	for i := range healths {
		if h := &healths[i]; h.class == q.numbers.items[item].class {
			p.Heal(h.points, h.most)
		}
	}
}

// printed reports an event for a printed line about flags or, in Quake Live, items.
func (q *rules) printed(w world.Edit, line []byte) {
	q.match.announced(w, line)
	q.match.scores.printed(w, line)
	line = bytes.TrimRight(line, "\n")
	e, ok := prints.Flag(w.Players, line, line)
	if !ok {
		e, ok = prints.QuakeLiveItem(w.Players, line)
	}
	if !ok && w.Level().GameType == harvester {
		if e, ok = prints.Skulls(w.Players, line); ok {
			e.Value = int32(max(0, slices.Index(teams[:], w.Players[e.Player].Team)))
		}
	}
	n := slices.Index(flagItems[:], e.Item)
	if ok && n >= 0 && e.Kind == world.EventItem {
		q.match.flags.notice(w, n, e.Player)
	}
	switch {
	case !ok:
	case e.Kind == world.EventCapture:
		q.match.flags.captured, q.match.flags.capture = true, w.Clock
		w.Event(e)
	case e.Kind == world.EventFlagLost, e.Kind == world.EventFlagReturned:
		// Games with rounds print such lines without a player for flags that are at their base.
		if e.Player >= 0 || q.match.flags.brought[n] {
			flagEvent(w, e)
		}
	case q.pickups.taken.Fresh(w.Clock, e.Player, e.Item):
		w.Event(e)
	}
}

package quake3

import (
	"demoscope/formats/message"
	"demoscope/player/world"
)

// Multi-view recordings of CPMA's servers are those of a client that stands still. All players are entities in every
// snapshot, and what else their own clients would know is in the playerState's arrays, one number for each of the
// first 16 slots:
//
//	powerups: health in the highest 8 bits, then armor in 8, then damage done in 16
//	ammo:     that of the weapon in hand in the lowest 8 bits, 255 where it has none; above them the weapons owned
//	          from the machine gun on, one bit each, or in games with teams the place
const (
	multiViewSlots = 16
	noAmmo         = 255
	firstOwned     = 2 // the machine gun; who plays has the gauntlet
)

// isMultiView reports whether a snapshot is of a multi-view recording. In the intermission it is what it was before.
func isMultiView(q *rules, w world.Edit, n *snapshot) bool {
	const frozen = 4 // in time-outs players are, too, and who follows them
	kind := n.player[message.PlayerStatePMType]
	switch {
	case !q.cpma() || !n.told.has(message.PlayerStatePMType):
		return false
	case kind >= pmIntermission:
		return q.snaps.current != nil && q.snaps.current.multiView
	case kind != frozen || n.player[message.PlayerStatePMFlags]&pmfFollow != 0:
		return false
	}
	p := playerOf(w, q.taker)
	return p == nil || !p.InUse || p.Spectator
}

// followAll applies what a snapshot of a multi-view recording says about all players.
func followAll(q *rules, w world.Edit, n *snapshot) {
	if !w.Level().MultiView {
		w.EditLevel().MultiView = true
	}
	w.Recorder, w.Stats = world.Nobody, world.Stats{}
	v := &w.View
	intermission := n.player[message.PlayerStatePMType] >= pmIntermission
	v.Known, v.Entity, v.Height, v.FOV = intermission && n.placed(), world.Nobody, 0, 0
	v.Origin = n.player.vec(message.PlayerStateOriginX, message.PlayerStateOriginY, message.PlayerStateOriginZ)
	if intermission != q.match.resultShown {
		q.match.showResult(w, intermission)
	}
	w.Turn(n.player.angles(), true)
	for slot := range w.Players {
		p := &w.Players[slot]
		if slot >= multiViewSlots || !p.InUse || p.Spectator || intermission {
			p.Stats = nil
			continue
		}
		if p.Stats == nil {
			p.Stats = new(world.Stats)
		}
		if s := q.snaps.statsIn(n, slot, w.Level().Quake3Stats, w.Match.Teams); *p.Stats != s {
			*p.Stats = s
			w.HealthChanges()
		}
	}
}

// statsIn returns the stats that a snapshot of a multi-view recording has of the player in a slot.
func (s *snapshots) statsIn(n *snapshot, slot int, at world.Quake3Stats, teams bool) (stats world.Stats) {
	condition := uint32(n.player[message.PlayerStatePowerups+slot])
	arms := uint32(n.player[message.PlayerStateAmmo+slot])
	stats.Set(0, int32(condition>>24))
	stats.Set(at.Armor, int32(condition>>16&0xff))
	state := s.find(n, uint16(slot))
	if state == nil || state[message.EntityStateType] != etPlayer {
		return stats
	}
	hand := state[message.EntityStateWeapon]
	if hand <= 0 || hand >= multiViewSlots {
		return stats
	}
	if ammo := int32(arms & 0xff); ammo != noAmmo {
		stats.Set(message.PlayerStateAmmo-message.PlayerStateStats+int(hand), ammo)
	}
	owned := int32(arms>>8&0xff)<<firstOwned | 1<<(firstOwned-1)
	if !teams && owned>>hand&1 != 0 {
		stats.Set(at.Weapons, owned)
	}
	return stats
}

package quake3

import (
	"demoscope/formats/message"
	"demoscope/player/world"
)

// A multi-view recording by a CPMA server is that of a client who does not move. All players are entities in every
// snapshot. What else their own clients would know is in the arrays of the playerState, one number for each of the
// first 16 slots:
//
//	powerups: health in the upper 8 bits, then 8 bits of armor, then 16 bits of damage done
//	ammo:     ammunition of the weapon in hand in the lower 8 bits, 255 for none; above them the owned weapons
//	          from the machine gun on, one bit each, or in team games the location
const (
	multiViewSlots = 16
	noAmmo         = 255
	firstOwned     = 2 // the machine gun; every player has the gauntlet
)

// isMultiView reports whether a snapshot is from a multi-view recording. An intermission keeps the answer from before
// it.
func isMultiView(q *rules, w world.Edit, n *snapshot) bool {
	const frozen = 4 // players in time-outs and their followers have it, too
	kind := n.player[message.PlayerStatePMType]
	switch {
	case !q.cpma() || !n.known.has(message.PlayerStatePMType):
		return false
	case kind >= pmIntermission:
		return q.snaps.current != nil && q.snaps.current.multiView
	case kind != frozen || n.player[message.PlayerStatePMFlags]&pmfFollow != 0:
		return false
	}
	p := playerOf(w, q.recorder)
	return p == nil || !p.InUse || p.Spectator
}

// followAll applies what a snapshot of a multi-view recording contains about all players.
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

// statsIn returns the stats of the player in a slot from a snapshot of a multi-view recording.
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

package quake3

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// events reports what happens in a snapshot: event entities that the previous snapshot didn't have, new events of other
// entities, and events of the followed player.
func (q *rules) events(w world.Edit, m *message.Snapshot, n *snapshot) {
	entities := n.entities
	if q.snaps.direct {
		entities = q.snaps.begun
	}
	for _, e := range entities {
		if e.kinds&isEvent == 0 {
			continue
		}
		s := &q.snaps.states[e.slot]
		if q.snaps.previous != nil {
			old := q.snaps.find(q.snaps.previous, e.number)
			if old != nil && old[message.EntityStateType] == s[message.EntityStateType] {
				continue // servers keep it for several snapshots, in case some are lost
			}
		}
		number, event := int32(e.number), q.numbers.event(s[message.EntityStateType]-q.numbers.events)
		switch {
		case s[message.EntityStateFlags]&efPlayerEvent != 0:
			// One of several events of a player in the same server frame.
			number = s[message.EntityStateOtherEntityNum]
		case event == evItemPickup:
			number = q.snaps.playerAt(n, s.place()) // the event doesn't name the player
		}
		q.event(w, s, number, event, true)
	}
	for _, e := range q.snaps.changed {
		s := &q.snaps.states[e.slot]
		event := s[message.EntityStateEvent]
		if q.snaps.previous != nil {
			if old := q.snaps.find(q.snaps.previous, e.number); old != nil && old[message.EntityStateEvent] == event {
				continue
			}
		}
		q.event(w, s, int32(e.number), q.numbers.event(event&^eventBits), false)
	}
	if q.snaps.previous == nil {
		return
	}
	q.snaps.speakers(w, n, q.snaps.previous.time, n.time)
	q.match.announceTime(w, float64(q.snaps.previous.time)/1000, float64(n.time)/1000)
	if n.slot() != world.Nobody && q.snaps.previous.slot() == n.slot() && q.snaps.previous.known == n.known {
		q.playerEvents(w, &q.snaps.previous.player, &n.player)
		q.localSounds(w, q.snaps.previous, n)
	}
}

// playerEvents reports the new events of a playerState, which replaces the followed player's entity: the events that
// the client predicts, and the one that only the server knows. A playerState holds the last two predicted events and
// their count in 16 bits; early protocols send only 8 bits of it.
func (q *rules) playerEvents(w world.Edit, old, ps *playerState) {
	count := ps[message.PlayerStateEventSequence] - old[message.PlayerStateEventSequence]
	for i := min(count&0xff, 2); i > 0; i-- {
		k := int(ps[message.PlayerStateEventSequence]-i) & 1
		q.playerEvent(w, ps, ps[message.PlayerStateEvents0+2*k], ps[message.PlayerStateEventParms0+k])
	}
	if e := ps[message.PlayerStateExternalEvent]; e != old[message.PlayerStateExternalEvent] {
		q.playerEvent(w, ps, e, ps[message.PlayerStateExternalEventParm])
	}
}

// playerEvent reports one event of the followed player. The number is the protocol's own.
func (q *rules) playerEvent(w world.Edit, ps *playerState, event, parm int32) {
	slot := ps[message.PlayerStateClientNum]
	s := entityState{
		message.EntityStateClientNum: slot, message.EntityStateEventParm: parm,
		message.EntityStateWeapon:   ps[message.PlayerStateWeapon],
		message.EntityStatePowerups: int32(ps.powerupBits()),
		message.EntityStatePosBaseX: ps[message.PlayerStateOriginX],
		message.EntityStatePosBaseY: ps[message.PlayerStateOriginY],
		message.EntityStatePosBaseZ: ps[message.PlayerStateOriginZ],
	}
	q.event(w, &s, slot, q.numbers.event(event&^eventBits), false)
}

// playerAt returns the slot of the player nearest to a place in a snapshot, or -1 if no player is close enough to have
// just picked up an item there.
func (s *snapshots) playerAt(n *snapshot, place mgl32.Vec3) int32 {
	const reach = 64 // units
	nearest, slot := float32(reach*reach), int32(-1)
	try := func(at mgl32.Vec3, number int32) {
		if d := at.Sub(place); d.Dot(d) < nearest {
			nearest, slot = d.Dot(d), number
		}
	}
	if ps := &n.player; n.hasPlayer() {
		try(ps.vec(message.PlayerStateOriginX, message.PlayerStateOriginY, message.PlayerStateOriginZ),
			ps[message.PlayerStateClientNum])
	}
	for _, e := range n.entities {
		if e.number >= clients {
			break
		}
		if state := &s.states[e.slot]; state[message.EntityStateType] == etPlayer {
			try(state.place(), int32(e.number))
		}
	}
	return slot
}

// event reports one event of an entity, numbered as in protocol 68. Alone means that the entity exists only for this
// event.
func (q *rules) event(w world.Edit, s *entityState, number, event int32, alone bool) {
	parm := s[message.EntityStateEventParm]
	q.eventSound(w, s, number, event)
	if w.LevelCount == 0 {
		q.search.note(s, event)
	}
	switch event {
	case evObituary:
		if alone {
			q.obituary(w, s)
		}
	case evItemPickup:
		q.heal(w, int(number), parm)
		q.pickups.item(w, int(number), parm)
	case evPain:
		if p := playerOf(w, number); p != nil {
			p.HurtAt(w.Clock)
			q.tellHealth(w, p, uint8(parm))
		}
	case evGlobalItemPickup:
		q.pickups.globalItem(w, parm)
	case evGlobalTeamSound:
		if parm < 2 { // 0 is a capture by the red team, 1 by the blue team
			q.match.flags.captureSound(w, parm+1)
		}
	case evGeneralSound, evGlobalSound:
		start := world.SoundStart{Origin: s.place(), Entity: number, Sound: uint16(parm), Volume: 1, Attenuation: 1,
			Flags: world.SoundFollows}
		if event == evGlobalSound {
			start.Attenuation, start.Flags = 0, world.SoundFlat
		}
		w.StartSound(start, 0)
	default:
		hurt(w, s, number, event)
		effect(w, s, number, event)
	}
}

// tellHealth records the health that a pain event reports. Quake Live reports only the quarter of 100 that it is in, as
// any number in that quarter; protocol 73 picks it at random.
func (g *game) tellHealth(w world.Edit, p *world.Player, parm uint8) {
	const quarter = 25
	least, most := int16(parm), int16(parm)
	if g.live() {
		least -= least % quarter
		most = least + quarter - 1
		if least >= 3*quarter {
			least, most = 3*quarter, world.NoUpperBound
		}
	}
	p.EstimateHealth(w.Clock, least, most)
}

// playerOf returns the player in a slot that an event names, or nil if there is none.
func playerOf(w world.Edit, slot int32) *world.Player {
	if slot < 0 || int(slot) >= len(w.Players) {
		return nil
	}
	return &w.Players[slot]
}

// hurt records who is hit by an event. Other damage only shows in pain events, which come at most once in 0.7 seconds.
func hurt(w world.Edit, s *entityState, number, event int32) {
	slot, by := int32(world.Nobody), world.Nobody
	switch event {
	case evBulletHitFlesh:
		slot, by = s[message.EntityStateEventParm], int(s[message.EntityStateOtherEntityNum])
	case evMissileHit:
		slot, by = s[message.EntityStateOtherEntityNum], w.Effects.OwnerOf(number)
	}
	if p := playerOf(w, slot); p != nil {
		p.HurtAt(w.Clock)
		w.StrikeNow(by, p)
	}
}

// place returns the base of an entity's trajectory.
func (s *entityState) place() mgl32.Vec3 {
	return s.vec(message.EntityStatePosBaseX, message.EntityStatePosBaseY, message.EntityStatePosBaseZ)
}

// obituary reports a death.
func (q *rules) obituary(w world.Edit, s *entityState) {
	victim, killer := int(s[message.EntityStateOtherEntityNum]), int(s[message.EntityStateOtherEntityNum2])
	means := s[message.EntityStateEventParm]
	if victim < 0 || victim >= clients {
		return
	}
	q.search.died |= 1 << victim
	if killer >= 0 && killer < clients && killer != victim {
		q.search.kill |= 1 << killer
	}
	if q.live() && means == meansThaw {
		return // a thaw ends a death
	}
	v, idle := w.Player(victim), q.match.idle()
	e := world.Event{
		Kind: world.EventKill, Player: killer, Other: victim, Value: means, Weapon: q.numbers.deathWeapon(means),
		HitType: hitTypeOf(means),
		Idle:    idle || killer == victim && v.Spectator, // switching to the spectators kills
	}
	// Leaving the game kills, too.
	if own := killer == victim || killer < 0 || killer >= clients; own && !v.InUse &&
		q.match.scores.packet.exact&(1<<victim) != 0 {
		e.Idle, e.VictimName = true, w.Parted(victim)
	}
	n := int32(1)
	if e.Idle {
		n = 0
	}
	v.Deaths += n
	q.match.scores.changed = q.match.scores.changed || !e.Idle // the result contains the counts
	q.match.scores.countedOn(victim, world.ToldDeaths|world.ToldSuicides|world.DeathsByOthers, idle)
	switch {
	case killer < 0 || killer >= clients:
		e.Player = world.Nobody
		q.match.scores.penalty(w, world.Nobody, victim, victim)
	case killer == victim:
		v.Suicides += n
		q.match.scores.penalty(w, killer, victim, victim)
	default:
		q.frag(w, &e, v.Team) // v is only valid until the next call
		e.VictimHealth = q.snaps.attackee(q.game, killer, victim)
	}
	w.Event(e)
}

// frag counts a kill for the killer. team is that of the victim.
func (q *rules) frag(w world.Edit, e *world.Event, team string) {
	k, scores := w.Player(e.Player), &q.match.scores
	n := int32(1)
	if e.Idle {
		n = 0
	}
	// In Red Rover, players who die join the other team, so the victim may already be in the killer's team.
	inTeam := (team == teams[redTeam] || team == teams[blueTeam]) && w.Level().GameType != redRover
	if e.TeamKill = inTeam && k.Team == team; e.TeamKill {
		k.TeamKills += n
		scores.countedOn(e.Player, world.ToldTeamKills, q.match.idle())
		scores.penalty(w, e.Player, e.Player, e.Other)
	} else {
		k.Kills += n
		scores.countedOn(e.Player, world.ToldKills, q.match.idle())
		scores.count(w, e.Player, 1)
	}
}

// attackee returns the health that the victim had before the last hit, or 0 if it is not known. The game reports the
// health of the last player hit to the followed player, here the killer, but not who was hit. So attackee returns 0 if
// the snapshots have any other living player. Protocols before 46, Quake Live and CPMA have other numbers there.
func (s *snapshots) attackee(g *game, killer, victim int) int16 {
	now, before := s.current, s.previous
	if now == nil || before == nil || !now.hasPlayer() || now.slot() != killer || before.slot() != killer ||
		g.protocol < firstAttackee || g.live() || g.cpma() {
		return 0
	}
	if (now.players.living()|before.players.living())&^(1<<killer|1<<victim) != 0 {
		return 0
	}
	ps, old := &now.player, &before.player
	const hits, last = message.PlayerStatePersistant + persHits, message.PlayerStatePersistant + persAttackee
	if health := ps[last] >> 8; ps[hits] > old[hits] && health > 0 {
		return int16(health) // the field has 16 bits, health in the upper 8
	}
	return 0
}

package quake3

import (
	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// The announcer's lines, by index into clientSounds.
var (
	voiceCapture  = [...]uint8{own("sound/teamplay/flagcapture_yourteam"), own("sound/teamplay/flagcapture_opponent")}
	voiceReturn   = [...]uint8{own("sound/teamplay/flagreturn_yourteam"), own("sound/teamplay/flagreturn_opponent")}
	voiceReturned = [...]uint8{own("sound/teamplay/voc_blue_returned"), own("sound/teamplay/voc_red_returned")}
	voiceTaken    = [...]uint8{own("sound/teamplay/voc_team_flag"), own("sound/teamplay/voc_enemy_flag")}
	voiceScores   = [...]uint8{own("sound/teamplay/voc_red_scores"), own("sound/teamplay/voc_blue_scores")}
	voiceLeads    = [...]uint8{own("sound/feedback/redleads"), own("sound/feedback/blueleads"),
		own("sound/feedback/teamstied")}
	voiceImpressive  = own("sound/feedback/impressive")
	voiceExcellent   = own("sound/feedback/excellent")
	voiceHumiliation = own("sound/feedback/humiliation")
	voiceDefense     = own("sound/feedback/defense")
	voiceAssist      = own("sound/feedback/assist")
	voiceTakenLead   = own("sound/feedback/takenlead")
	voiceTiedLead    = own("sound/feedback/tiedlead")
	voiceLostLead    = own("sound/feedback/lostlead")
	voice5Minutes    = own("sound/feedback/5_minute")
	voice1Minute     = own("sound/feedback/1_minute")
	voiceSuddenDeath = own("sound/feedback/sudden_death")
	voiceFrags       = [...]uint8{own("sound/feedback/1_frag"), own("sound/feedback/2_frags"),
		own("sound/feedback/3_frags")}
	voicePrepare = own("sound/feedback/prepare")
	voiceCount   = [...]uint8{own("sound/feedback/fight"), own("sound/feedback/one"), own("sound/feedback/two"),
		own("sound/feedback/three")}
)

// Elements of the array persistant in all protocols except Quake Live's, which has another order. CPMA keeps other
// values there.
const (
	persHits, persRank, persAttackee                                                  = 1, 2, 7
	persImpressive, persExcellent, persDefend, persAssist, persGauntlet, persCaptures = 9, 10, 11, 12, 13, 14
)

// firstAttackee is the first protocol that sends the health and armor of the last player hit by the followed player.
const firstAttackee = 46

// announce plays an announcer's line for everybody, after those that are already playing.
func announce(w world.Edit, sound uint8) {
	w.StartSound(world.SoundStart{Entity: worldNumber, Own: sound, Volume: 1, Flags: world.SoundFlat |
		world.SoundQueues}, 0)
}

// teamSound plays a team sound event as the followed player's team hears it. Players without a team hear what the red
// team hears.
func (q *rules) teamSound(w world.Edit, parm int32) {
	team := int32(0)
	if slot := q.snaps.followedSlot(); slot >= 0 && slot < len(w.Players) && w.Players[slot].Team == teams[blueTeam] {
		team = 1
	}
	switch parm {
	case 0, 1:
		if n := q.match.flags.home(); n >= 0 {
			parm = int32(1 - n)
		}
		announce(w, voiceCapture[parm^team])
	case 2, 3:
		announce(w, voiceReturn[(parm-2)^team])
		announce(w, voiceReturned[parm-2])
	case 4, 5:
		announce(w, voiceTaken[(parm-4)^team])
	case 8, 9:
		announce(w, voiceScores[parm-8])
	case 10, 11, 12:
		announce(w, voiceLeads[parm-10])
	}
}

// followedSlot returns the slot of the followed player, or [world.Nobody] if the last snapshot has none.
func (s *snapshots) followedSlot() int {
	if s.current == nil {
		return world.Nobody
	}
	return s.current.slot()
}

// painInterval is the least time between two pain sounds of a player, in milliseconds.
const painInterval = 500

// localSounds plays the sounds that the followed player's client derives from two snapshots: hits, pain, rewards and
// expiring powerups.
func (q *rules) localSounds(w world.Edit, was, now *snapshot) {
	old, ps := &was.player, &now.player
	slot := int32(now.slot())
	pers := func(p *playerState, i int) int32 { return p[message.PlayerStatePersistant+i] }
	if health, before := ps[message.PlayerStateStats], old[message.PlayerStateStats]; health < before-1 && health > 0 &&
		(now.time < q.painTime || now.time-q.painTime >= painInterval) {
		q.painTime = now.time
		soundAt(w, slot, ps.vec(message.PlayerStateOriginX, message.PlayerStateOriginY, message.PlayerStateOriginZ),
			painSound(health))
	}
	if !w.Fleeting() {
		return
	}
	for i := range 16 {
		if end := ps[message.PlayerStatePowerups+i]; end > now.time {
			wearsOff(w, old[message.PlayerStatePowerups+i], end, was.time, now.time)
		}
	}
	if q.live() || q.cpma() || pers(ps, persHits) == pers(old, persHits) && pers(ps, persRank) == pers(old, persRank) &&
		!rewarded(old, ps) {
		return
	}
	switch hits := pers(ps, persHits) - pers(old, persHits); {
	case hits > 0:
		startLocalSound(w, soundHit)
	case hits < 0:
		startLocalSound(w, soundHitMate)
	}
	for i := range rewards {
		if r := &rewards[i]; pers(ps, r.count) == pers(old, r.count)+1 {
			announce(w, r.voice)
			break
		}
	}
	q.match.announceRank(w, pers(old, persRank), pers(ps, persRank))
}

// rewards are the announcements of rewards, by their counts. Only the first one is played.
var rewards = [...]struct {
	count int
	voice uint8
}{
	{persCaptures, voiceCapture[0]}, {persImpressive, voiceImpressive}, {persExcellent, voiceExcellent},
	{persGauntlet, voiceHumiliation}, {persDefend, voiceDefense}, {persAssist, voiceAssist},
}

// rewarded reports whether any reward count has risen.
func rewarded(old, ps *playerState) bool {
	for i := persImpressive; i <= persCaptures; i++ {
		if ps[message.PlayerStatePersistant+i] > old[message.PlayerStatePersistant+i] {
			return true
		}
	}
	return false
}

// announceRank announces that the followed player has taken, tied or lost the lead in a match without teams.
func (m *match) announceRank(w world.Edit, was, now int32) {
	const tied, place = 0x4000, 0x3fff
	if was == now || m.scores.kind >= firstTeamGame || m.warmUp != 0 || w.Intermission || warmUpEnd(w.Level()) != 0 {
		return
	}
	switch {
	case now&place == 0 && now&tied != 0:
		announce(w, voiceTiedLead)
	case now&place == 0:
		announce(w, voiceTakenLead)
	case was&place == 0:
		announce(w, voiceLostLead)
	}
}

// wearsOff plays the sound of an expiring powerup in each of its last five seconds. Times are in milliseconds of the
// server's clock.
func wearsOff(w world.Edit, before, end, was, now int32) {
	const second, seconds, never = 1000, 5, 1 << 30
	if end <= now || end != before || end >= never || was >= now || int64(end)-int64(was) > seconds*second+second {
		return
	}
	if (end-was)/second != (end-now)/second && (end-was)/second <= seconds {
		startLocalSound(w, soundWearsOff)
	}
}

// announceTime announces the remaining match time and the countdown to the start when the snapshot time passes such a
// mark. Times are in seconds of the demo's clock.
func (m *match) announceTime(w world.Edit, was, now float64) {
	passed := func(at float64) bool { return was < at && at <= now }
	if w.Intermission || now-was > 1 || !w.Fleeting() {
		return
	}
	if end := float64(warmUpEnd(w.Level())) / 1000; end > 0 {
		for i, sound := range voiceCount {
			if passed(end - float64(i)) {
				announce(w, sound)
			}
		}
		return
	}
	if !m.running || m.timeLimit <= 0 || m.timeLimit > 1<<16 {
		return
	}
	end := w.Match.Start + 60*float64(m.timeLimit)
	switch {
	case m.timeLimit > 5 && passed(end-5*60):
		announce(w, voice5Minutes)
	case m.timeLimit > 1 && passed(end-60):
		announce(w, voice1Minute)
	case passed(end + 2):
		announce(w, voiceSuddenDeath)
	}
}

// announceFrags announces that the leader's score is close to the frag limit.
func (m *match) announceFrags(w world.Edit, was, now int32) {
	limit := int32(info.Number(info.Value(w.Level().ServerInfo, "fraglimit")))
	left := limit - now
	if limit <= 0 || limit > 1<<16 || !m.running || now <= was || left < 1 || left > int32(len(voiceFrags)) ||
		limit-was <= left {
		return
	}
	announce(w, voiceFrags[left-1])
}

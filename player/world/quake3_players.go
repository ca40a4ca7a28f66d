package world

import "demoscope/formats/message"

// quake3Teams are the values of a player's key t.
var quake3Teams = [...]string{"free", "red", "blue", "spectator"}

// playerInfo takes over what a configstring says of a player; an empty one
// says that he left.
func (q *quake3Rules) playerInfo(w *World, slot int, s string) {
	p := w.player(slot)
	if s == "" {
		p.InUse, p.Spectator = false, false
		p.UserInfo, p.Name, p.Team, p.Skin = "", "", "", ""
		p.Frags, p.Kills, p.Deaths, p.Ping, p.Shirt, p.Pants = 0, 0, 0, 0, 0, 0
		return
	}
	team := number(infoValue(s, "t"))
	if team < 0 || team >= len(quake3Teams) {
		team = 0
	}
	p.InUse = true
	p.UserInfo = s
	p.Name = infoValue(s, "n")
	p.Team = quake3Teams[team]
	p.Spectator = team == 3
	p.Skin = infoValue(s, "model")
	p.Shirt, p.Pants = quake3Colors[team], quake3Colors[team]
}

// quake3Colors are the colours, of Quake's 14, that stand for a team.
var quake3Colors = [...]uint8{0: 0, 1: 4, 2: 13, 3: 0}

// follow takes over what a snapshot says of the player whom the recorder sees
// through, and of his eye.
func (q *quake3Rules) follow(w *World, n *snapshot) {
	ps := &n.player
	copy(w.Stats.Values[:], ps[message.PlayerStateStats:])
	w.Stats.Known = ^uint64(0)
	slot := int(ps[message.PlayerStateClientNum]) % quake3Clients
	v := &w.View
	// The eye jumps with the bit that a teleporter toggles, and to another
	// player.
	if old := q.previous; old == nil || w.Recorder != slot ||
		(old.player[message.PlayerStateFlags]^ps[message.PlayerStateFlags])&efTeleport != 0 {
		v.NoLerp = true
	}
	w.Recorder = slot
	p := w.player(slot)
	if score := ps[message.PlayerStatePersistant+persScore]; p.Frags != score || q.scored != w.Match.Scores {
		p.Frags, q.scored = score, w.Match.Scores
		q.duel(w, slot)
	}
	v.Known = true
	v.Entity = int32(slot)
	v.Origin = ps.vec(message.PlayerStateOriginX, message.PlayerStateOriginY, message.PlayerStateOriginZ)
	v.Height = 0
	intermission := ps[message.PlayerStatePMType] >= pmIntermission
	if !intermission {
		// The early protocols have no signed numbers.
		v.Height = float32(int8(ps[message.PlayerStateViewHeight]))
		v.Origin[2] += v.Height
	}
	if intermission && !q.shown {
		w.Intermission = true
		q.matchEnd(w)
		w.event(Event{Kind: EventIntermission, Player: Nobody, Other: Nobody})
	}
	q.shown = intermission
	v.FOV = float32(uint8(ps[message.PlayerStateFOV]))
	v.turn(w.Clock, ps.angles(), v.NoLerp)
}

// vec returns three float fields.
func (s *playerState) vec(x, y, z int) [3]float32 {
	return [3]float32{float(s[x]), float(s[y]), float(s[z])}
}

// angles returns where the player looks.
func (s *playerState) angles() [3]float32 {
	return s.vec(message.PlayerStateViewPitch, message.PlayerStateViewYaw, message.PlayerStateViewRoll)
}

// shown reports whether the state is one of a player who stands in the world,
// rather than of a spectator's eye.
func (s *playerState) shown() bool {
	kind := s[message.PlayerStatePMType]
	return kind < pmIntermission && (kind != pmSpectator || s[message.PlayerStatePMFlags]&pmfFollow != 0)
}

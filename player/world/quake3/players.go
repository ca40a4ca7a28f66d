package quake3

import (
	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// teams are the team names, by the value of a player's key t.
var teams = [...]string{"free", "red", "blue", spectatorTeam: "spectator"}

// Team numbers.
const (
	redTeam       = 1
	blueTeam      = 2
	spectatorTeam = 3
)

// playerInfo applies a player's configstring. An empty one frees the slot.
func (q *rules) playerInfo(w world.Edit, slot int, s string) {
	p := w.Player(slot)
	q.match.scores.changed = true
	team := info.Number(info.Value(s, "t"))
	if team < 0 || team >= len(teams) {
		team = 0
	}
	if p.InUse && (s == "" || team == spectatorTeam && !p.Spectator) {
		q.match.leave(w, slot, s != "")
		p.Frags = 0
	}
	if s == "" || p.InUse && p.Team != teams[team] {
		q.match.scores.packet.exact |= 1 << slot // changing the team kills the player first
		if !q.cpma() && !q.live() {
			p.Frags = 0 // the game starts the player anew
		}
	}
	if s == "" {
		q.match.scores.board.rows[slot] = row{} // forget what the game reported about the player
		p.InUse, p.Spectator = false, false
		p.UserInfo, p.Name, p.Team, p.Skin = "", "", "", ""
		p.Frags, p.FragsReported = 0, false
		p.Leave()
		p.Ping, p.Shirt, p.Pants = 0, 0, 0
		return
	}
	plays := p.InUse && !p.Spectator
	p.UserInfo = s
	p.Name = info.Value(s, "n")
	p.InUse = p.Name != "" // CPMA has nameless clients that are not players
	p.Team = teams[team]
	if p.Spectator = team == spectatorTeam; !plays && !p.Spectator && q.match.running && !q.cpma() && !q.live() {
		w.Join(slot, p.Name) // the game also resets the player's deaths
	}
	p.Skin = info.Value(s, "model")
	p.Shirt, p.Pants = teamColors[team], teamColors[team]
}

// teamColors are the teams' colors, from Quake's 14.
var teamColors = [...]uint8{0: 0, 1: 4, 2: 13, 3: 0}

// follow applies what a snapshot contains about the followed player and the view.
func (q *rules) follow(w world.Edit, n *snapshot) {
	ps := &n.player
	if w.Stats.Values[0] != ps[message.PlayerStateStats] { // health
		w.HealthChanges()
	}
	copy(w.Stats.Values[:], ps[message.PlayerStateStats:])
	w.Stats.Known = n.known[message.PlayerStateStats/64]
	q.locateStats(w, ps)
	slot := n.slot()
	v := &w.View
	// The view jumps when the bit that teleporters toggle changes, and when another player is followed.
	if old := q.snaps.previous; old == nil || w.Recorder != slot ||
		(old.player[message.PlayerStateFlags]^ps[message.PlayerStateFlags])&efTeleport != 0 {
		v.NoLerp = true
	}
	w.Recorder = slot
	if slot != world.Nobody {
		q.match.scores.follow(w, n, slot, q.match.resultShown)
	}
	v.Known = n.placed()
	v.Entity = int32(slot)
	v.Origin = ps.vec(message.PlayerStateOriginX, message.PlayerStateOriginY, message.PlayerStateOriginZ)
	v.Height = 0
	intermission := ps[message.PlayerStatePMType] >= pmIntermission
	if !intermission {
		// Early protocols send it unsigned.
		v.Height = float32(int8(ps[message.PlayerStateViewHeight]))
		if !n.known.has(message.PlayerStateViewHeight) {
			v.Height = standing
		}
		v.Origin[2] += v.Height
	}
	if intermission != q.match.resultShown {
		q.match.showResult(w, intermission)
	}
	v.FOV = float32(uint8(ps[message.PlayerStateFOV]))
	w.Turn(ps.angles(), v.NoLerp)
}

// standing is the view height of a standing player, in units.
const standing = 26

// locateStats corrects where the game keeps weapons and armor. A demo doesn't always name the game, and later versions
// of OpenArena went back to Quake III's order. It checks that the player owns the weapon in hand. The mission pack's
// code keeps the item number of the carried rune, mostly 0, before the weapons.
func (q *rules) locateStats(w world.Edit, ps *playerState) {
	weapon := ps[message.PlayerStateWeapon]
	if weapon <= 0 || weapon > 15 || ps[message.PlayerStateStats] <= 0 {
		return
	}
	owned := func(stats *world.Quake3Stats) bool {
		return ps[message.PlayerStateStats+stats.Weapons]>>weapon&1 != 0
	}
	current := w.Level().Quake3Stats
	other := missionStats
	if current.Weapons == missionStats.Weapons {
		other = baseStats
	}
	holdsRune := q.isRune(ps[message.PlayerStateStats+baseStats.Weapons])
	if owned(&current) || !owned(&other) || holdsRune != (other == missionStats) {
		return
	}
	w.EditLevel().Quake3Stats = other
}

// vec returns a vector from three float fields.
func (s *playerState) vec(x, y, z int) mgl32.Vec3 {
	return mgl32.Vec3{float(s[x]), float(s[y]), float(s[z])}
}

// set sets v to three float fields, like the method of entityState.
func (s *playerState) set(v *mgl32.Vec3, x, y, z int) {
	v[0], v[1], v[2] = float(s[x]), float(s[y]), float(s[z])
}

// angles returns the player's view angles, in degrees.
func (s *playerState) angles() mgl32.Vec3 {
	return s.vec(message.PlayerStateViewPitch, message.PlayerStateViewYaw, message.PlayerStateViewRoll)
}

// inWorld reports whether the state is that of a player in the world, not of a spectator.
func (s *playerState) inWorld() bool {
	kind := s[message.PlayerStatePMType]
	return kind < pmIntermission && (kind != pmSpectator || s[message.PlayerStatePMFlags]&pmfFollow != 0)
}

// powerup reports whether the player has a powerup.
func (s *playerState) powerup(n int) bool { return s[message.PlayerStatePowerups+n] != 0 }

// powerupBits returns the player's powerups, one bit each.
func (s *playerState) powerupBits() (set uint32) {
	const count = 16
	for n := range count {
		if s.powerup(n) {
			set |= 1 << n
		}
	}
	return set
}

// carries reports whether the state is that of a player with a powerup.
func (s *entityState) carries(powerup int) bool {
	return s[message.EntityStateType] == etPlayer && s[message.EntityStatePowerups]>>powerup&1 != 0
}
